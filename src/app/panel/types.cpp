// The menu of types, with a small globe for each.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // ImGuiButtonFlags_PressedOnRelease

#include <cctype>

namespace panel {

static const float cell_width = 92, cell_height = 96, globe_side = 74;

// With its picture and its summary; NULL: without memory there are only names.
static const tr_gallery_item *item_of(const tr_app *app, int type) {
    const tr_gallery_page *page = tr_gallery_front(&app->thumbnails.types);
    return page && type < page->count && page->items[type].is_type ? &page->items[type] : nullptr;
}

static bool cell(tr_panel *panel, int index) {
    const tr_app *app = panel->app;
    const bool chosen = index == panel->type_at;
    const ImVec2 low = ImGui::GetCursorScreenPos(), size(scaled(panel, cell_width), scaled(panel, cell_height));
    const char *name = app->types.names[index];
    ImGui::PushID(index);
    const bool pressed =
        ImGui::InvisibleButton("##type", size, is_dragged() ? ImGuiButtonFlags_PressedOnRelease : 0);
    placef(panel, "type %s", name);
    if (ImGui::IsItemHovered() && (ImGui::GetIO().MouseDelta.x != 0 || ImGui::GetIO().MouseDelta.y != 0))
        panel->type_at = index;
    ImDrawList *list = ImGui::GetWindowDrawList();
    if (chosen)
        list->AddRectFilled(low, ImVec2(low.x + size.x, low.y + size.y),
                            ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.20f)), scaled(panel, 6));
    const float side = scaled(panel, globe_side), left = std::floor(low.x + (size.x - side) / 2);
    const tr_gallery_item *item = item_of(app, index);
    globe(panel, item ? item->key : 0, false, ImVec2(left, low.y), side);
    char label[64], shown[64];
    tr_word_label(name, label, sizeof label);
    fit(label, size.x, shown, sizeof shown);
    const ImVec2 text = ImGui::CalcTextSize(shown);
    list->AddText(
        ImVec2(std::floor(low.x + (size.x - text.x) / 2), low.y + side + scaled(panel, 1)),
        ImGui::GetColorU32(index == app->rows.type ? accent : ImGui::GetStyle().Colors[ImGuiCol_Text]), shown);
    ImGui::PopID();
    return pressed;
}

// Selects the first type whose name begins with the typed word.
static void jump(tr_panel *panel) {
    const tr_app *app = panel->app;
    char label[64];
    for (int i = 0; i < app->types.count; i++) {
        tr_word_label(app->types.names[i], label, sizeof label);
        if (is_typed(panel, label))
            panel->type_at = i;
    }
}

// Handles the arrow keys. Returns whether Enter chose the selected type.
static bool steer(tr_panel *panel, int columns) {
    const int count = panel->app->types.count, before = panel->type_at;
    const int steps[][2] = {{ImGuiKey_LeftArrow, -1},
                            {ImGuiKey_RightArrow, 1},
                            {ImGuiKey_UpArrow, -columns},
                            {ImGuiKey_DownArrow, columns}};
    for (const auto &step : steps)
        if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(step[0])) && panel->type_at + step[1] >= 0 &&
            panel->type_at + step[1] < count)
            panel->type_at += step[1];
    jump(panel);
    if (panel->type_at != before || ImGui::IsWindowAppearing()) {
        const float row = static_cast<float>(panel->type_at / columns), high = scaled(panel, cell_height);
        if (row * high < ImGui::GetScrollY() ||
            (row + 1) * high > ImGui::GetScrollY() + ImGui::GetWindowHeight())
            ImGui::SetScrollY(row * high - (ImGui::GetWindowHeight() - high) / 2);
    }
    return is_enter_pressed();
}

// Shows the globes, and below them a line about the selected type. Returns the chosen type, or -1.
static int grid(tr_panel *panel, int columns, ImVec2 size) {
    const tr_app *app = panel->app;
    const float foot = 2 * ImGui::GetTextLineHeightWithSpacing();
    int taken = -1;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(0, 0));
    ImGui::BeginChild("##types", ImVec2(size.x, size.y - foot), false, ImGuiWindowFlags_NoNav);
    if (steer(panel, columns))
        taken = panel->type_at;
    for (int i = 0; i < app->types.count; i++) {
        if (i % columns)
            ImGui::SameLine(0, 0);
        if (cell(panel, i))
            taken = i;
    }
    ImGui::EndChild();
    ImGui::PopStyleVar();
    const tr_gallery_item *item = item_of(app, panel->type_at);
    ImGui::PushTextWrapPos(size.x);
    ImGui::TextColored(quiet, "%s", item ? item->line : "");
    ImGui::PopTextWrapPos();
    return taken;
}

bool types_menu(tr_panel *panel, const char *id, const char *type, int *chosen) {
    const tr_app *app = panel->app;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float cell = scaled(panel, cell_width), bar = ImGui::GetStyle().ScrollbarSize,
                edge = 2 * ImGui::GetStyle().WindowPadding.x;
    int columns = static_cast<int>((display.x - scaled(panel, 24) - bar - edge) / cell);
    columns = columns < 1 ? 1 : columns > 6 ? 6 : columns;
    const int rows = (app->types.count + columns - 1) / columns;
    const float whole = static_cast<float>(rows) * scaled(panel, cell_height) +
                        2 * ImGui::GetTextLineHeightWithSpacing(),
                most = display.y - scaled(panel, 24) - edge;
    const ImVec2 size(static_cast<float>(columns) * cell + bar, whole < most ? whole : most);
    const char *name = id + std::strspn(id, "#");
    char shown[64];
    int taken = -1;
    tr_word_label(type, shown, sizeof shown);
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), display);
    if (begin_list(panel, id, shown, ImGuiComboFlags_HeightLargest)) {
        panel->types_are_open = true;
        if (ImGui::IsWindowAppearing())
            panel->type_at = *chosen < 0 ? 0 : *chosen;
        taken = grid(panel, columns, size);
        if (taken >= 0)
            ImGui::CloseCurrentPopup();
        ImGui::EndCombo();
    }
    place(panel, name);
    if (taken < 0 || taken == *chosen)
        return false;
    *chosen = taken;
    return true;
}

} // namespace panel
