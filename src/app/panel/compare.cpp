// Two planets side by side: their names, the divider between them, and the target for dropping a frame.
#include "app/panel/panel.hpp"

namespace panel {

static const ImGuiWindowFlags plain =
    card_window | ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoNav;

static float available_left(const tr_panel *panel) { return static_cast<float>(panel->app->drawn.left); }

// Where the right picture begins, or would begin.
static float middle(const tr_panel *panel) {
    const float left = available_left(panel);
    return tr_compare_shows(panel->app) ? static_cast<float>(panel->app->drawn.divider)
                                        : (left + ImGui::GetIO().DisplaySize.x) / 2;
}

// Shows a name over a half of the picture, with the button that ends the comparison over the right one.
static void name(tr_panel *panel, const char *id, const char *text, float low, float high, bool ends) {
    const float most = high - low - scaled(panel, 70);
    ImGui::SetNextWindowPos(ImVec2((low + high) / 2, panel->bar_high.y + scaled(panel, 10)), ImGuiCond_Always,
                            ImVec2(0.5f, 0));
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 12), scaled(panel, 5)));
    ImGui::Begin(id, nullptr,
                 plain | ImGuiWindowFlags_AlwaysAutoResize | (ends ? 0 : ImGuiWindowFlags_NoInputs));
    char shown[256];
    fit(text, most, shown, sizeof shown);
    ImGui::TextUnformatted(shown);
    if (ends) {
        ImGui::SameLine();
        if (ImGui::SmallButton("×"))
            command(panel, TR_COMMAND_COMPARE_END);
        place(panel, "compare close");
        explain("Back to one planet (Esc)");
    }
    ImGui::End();
    ImGui::PopStyleVar();
}

static void divider(tr_panel *panel, float x) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float half = scaled(panel, 6), top = panel->bar_high.y;
    ImGui::SetNextWindowPos(ImVec2(x - half, top));
    ImGui::SetNextWindowSize(ImVec2(2 * half, display.y - top));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    ImGui::Begin("Divider", nullptr, plain | ImGuiWindowFlags_NoBackground);
    ImGui::InvisibleButton("##divider", ImVec2(2 * half, display.y - top));
    place(panel, "divider");
    const bool active = ImGui::IsItemActive(), lit = active || ImGui::IsItemHovered();
    if (lit)
        ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (active && ImGui::GetIO().MouseDelta.x != 0) {
        const float left = available_left(panel);
        command_number(panel, TR_COMMAND_DIVIDE,
                       static_cast<double>((ImGui::GetIO().MousePos.x - left) / (display.x - left)));
    }
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(lit ? accent : ImVec4(0.75f, 0.78f, 0.83f, 0.55f));
    list->AddLine(ImVec2(x, top), ImVec2(x, display.y), colour, scaled(panel, lit ? 2 : 1));
    const float y = (top + display.y) / 2, grip = scaled(panel, 16);
    list->AddRectFilled(ImVec2(x - scaled(panel, 2.5f), y - grip), ImVec2(x + scaled(panel, 2.5f), y + grip),
                        colour, scaled(panel, 2.5f));
    panel->divider_low = ImVec2(x - half, top);
    panel->divider_high = ImVec2(x + half, display.y);
    ImGui::End();
    ImGui::PopStyleVar(2);
}

// While a frame of the history is dragged over the picture: shows what dropping it does.
static void carried(tr_panel *panel) {
    const tr_app *app = panel->app;
    const ImVec2 mouse = ImGui::GetIO().MousePos, display = ImGui::GetIO().DisplaySize;
    const float side = scaled(panel, 72);
    ImDrawList *list = ImGui::GetForegroundDrawList();
    if (is_over_picture(panel)) {
        const ImVec2 low(middle(panel), panel->bar_high.y);
        list->AddRectFilled(low, display, ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.10f)));
        list->AddRect(low, display, ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.6f)), 0, 0,
                      scaled(panel, 2));
        const char *text = "Drop here to compare side by side";
        const ImVec2 size = ImGui::CalcTextSize(text);
        list->AddText(ImVec2((low.x + display.x - size.x) / 2, low.y + scaled(panel, 52)),
                      ImGui::GetColorU32(ImGuiCol_Text), text);
    }
    const unsigned picture = picture_of(panel, app->thumbnails.history.frames[panel->carried].key);
    const ImVec2 low(mouse.x - side / 2, mouse.y - side / 2), high(low.x + side, low.y + side);
    if (picture)
        list->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::intptr_t>(picture)), low, high,
                       ImVec2(0, 0), ImVec2(1, 1), IM_COL32(255, 255, 255, 220));
    else
        list->AddCircle(mouse, side / 2, ImGui::GetColorU32(accent), 32);
}

bool is_over_picture(const tr_panel *panel) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const auto within = [mouse](ImVec2 low, ImVec2 high) {
        return mouse.x >= low.x && mouse.x < high.x && mouse.y >= low.y && mouse.y < high.y;
    };
    return !within(panel->low, panel->high) && mouse.y >= panel->bar_high.y &&
           !within(panel->strip_low, panel->strip_high) && within(ImVec2(0, 0), ImGui::GetIO().DisplaySize);
}

void compare(tr_panel *panel) {
    const tr_app *app = panel->app;
    if (tr_compare_shows(app)) {
        const float x = middle(panel);
        divider(panel, x);
        name(panel, "Left planet", app->rows.name, available_left(panel), x, false);
        name(panel, "Right planet", app->compare.name, x, ImGui::GetIO().DisplaySize.x, true);
    }
    if (panel->carried >= 0 && panel->carried < app->thumbnails.history.count)
        carried(panel);
}

} // namespace panel
