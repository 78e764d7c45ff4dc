// The history at the bottom of the window: planets that were shown before, to return to.
#include "app/panel/panel.hpp"

namespace panel {

// Sides of a picture, width of a frame, and side of its corners, where star and pin are clicked.
static const float side = 52, frame_width = 88, marks = 18;
static const float line_height = 13,
                   frame_height = side + 6 + 2 * line_height; // with a name and the step that led to it

static void draw_pin(const tr_panel *panel, ImVec2 low, bool pinned) {
    ImDrawList *list = ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(pinned ? accent : ImVec4(1, 1, 1, 0.5f));
    const ImVec2 head(low.x + scaled(panel, 8), low.y + scaled(panel, 7));
    list->AddCircleFilled(head, scaled(panel, 4), colour, 12);
    list->AddLine(head, ImVec2(head.x, head.y + scaled(panel, 10)), colour, scaled(panel, 1.5f));
}

// Draws a line of small text, shortened with dots if it is too long.
static void draw_line(ImVec2 low, float width, const char *whole, bool bright) {
    const float times = 0.78f, size = times * ImGui::GetFontSize();
    char text[200];
    fit(whole, width, text, sizeof text, times);
    const float x = std::floor((width - times * ImGui::CalcTextSize(text).x) / 2);
    ImGui::GetWindowDrawList()->AddText(
        ImGui::GetFont(), size, ImVec2(low.x + x, low.y),
        ImGui::GetColorU32(bright ? ImGui::GetStyle().Colors[ImGuiCol_Text] : quiet), text);
}

static void click(tr_panel *panel, int index, ImVec2 low, float width) {
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    const bool at_top = mouse.y < low.y + scaled(panel, marks);
    if (at_top && mouse.x > low.x + width - scaled(panel, marks))
        command(panel, TR_COMMAND_FRAME_STAR, index);
    else if (at_top && mouse.x < low.x + scaled(panel, marks))
        command(panel, TR_COMMAND_FRAME_PIN, index);
    else
        command(panel, TR_COMMAND_FRAME, index);
}

// A frame can be dragged from the strip onto the picture, where it is compared. Returns whether it was dropped.
static bool carry(tr_panel *panel, int index) {
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, scaled(panel, 6)))
        panel->carried = index;
    if (!ImGui::IsItemDeactivated() || panel->carried != index)
        return false;
    panel->carried = -1;
    if (is_over_picture(panel))
        command(panel, TR_COMMAND_COMPARE_FRAME, index);
    return true;
}

static void frame(tr_panel *panel, int index) {
    const tr_history *history = &panel->app->thumbnails.history;
    const tr_history_item *item = &history->frames[index];
    const bool present = item->key == history->present, pinned = item->key == history->pinned;
    const ImVec2 low = ImGui::GetCursorScreenPos(),
                 size(scaled(panel, frame_width), scaled(panel, frame_height));
    ImGui::PushID(index);
    const bool clicked = ImGui::InvisibleButton("##frame", size);
    const bool dropped = carry(panel, index);
    placef(panel, "frame %d", index);
    ImDrawList *list = ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    const ImVec2 high(low.x + size.x, low.y + size.y);
    if (present || hovered)
        list->AddRectFilled(low, high, ImGui::GetColorU32(ImVec4(1, 1, 1, present ? 0.10f : 0.06f)),
                            scaled(panel, 6));
    globe(panel, item->key, item->starred,
          ImVec2(low.x + scaled(panel, (frame_width - side) / 2), low.y + scaled(panel, 2)),
          scaled(panel, side));
    if (pinned || hovered)
        draw_pin(panel, low, pinned);
    if (hovered && !item->starred)
        star(ImVec2(high.x - scaled(panel, 9), low.y + scaled(panel, 9)), scaled(panel, 6),
             ImGui::GetColorU32(ImVec4(1, 1, 1, 0.5f)));
    const float x = low.x + scaled(panel, 3), width = size.x - scaled(panel, 6);
    draw_line(ImVec2(x, low.y + scaled(panel, side + 2)), width, item->name, present);
    draw_line(ImVec2(x, low.y + scaled(panel, side + 2 + line_height)), width, item->step, false);
    char text[512];
    std::snprintf(text, sizeof text,
                  "%s%s%s\nClick: go back. Drag onto the globe: compare. Corners: pin (hold X to show), "
                  "star (keep).",
                  item->name, item->step[0] ? ": " : "", item->step);
    explain(text);
    if (!dropped && clicked)
        click(panel, index, low, size.x);
    ImGui::PopID();
}

static void fold_button(tr_panel *panel, bool unfolded) {
    if (text_button(panel, unfolded ? "▾" : "▴", "history", unfolded ? "Hide history (T)" : "Show history (T)",
                    ImVec2(scaled(panel, 22), unfolded ? scaled(panel, frame_height) : 0)))
        command(panel, TR_COMMAND_HISTORY);
}

static void frames(tr_panel *panel) {
    const tr_app *app = panel->app;
    fold_button(panel, true);
    ImGui::SameLine();
    ImGui::BeginChild("##frames", ImVec2(0, 0), false,
                      ImGuiWindowFlags_HorizontalScrollbar | ImGuiWindowFlags_NoScrollbar |
                          ImGuiWindowFlags_NoNav);
    if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0)
        ImGui::SetScrollX(ImGui::GetScrollX() - ImGui::GetIO().MouseWheel * scaled(panel, 80));
    for (int i = 0; i < app->thumbnails.history.count; i++) {
        if (i > 0)
            ImGui::SameLine(0, scaled(panel, 2));
        frame(panel, i);
    }
    if (panel->history_count != app->thumbnails.history.count)
        ImGui::SetScrollHereX(1);
    panel->history_count = app->thumbnails.history.count;
    ImGui::EndChild();
}

// The strip is to the right of the panel. Collapsed, it is only a button.
void history(tr_panel *panel) {
    const tr_app *app = panel->app;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), left = left_of_picture(panel) + margin,
                foot = foot_of_picture(panel);
    if (app->thumbnails.history.count == 0)
        return;
    const float height = app->settings.history ? scaled(panel, frame_height + 10) : scaled(panel, 24);
    const float most = display.x - left - margin, gap = ImGui::GetStyle().ItemSpacing.x,
                all = scaled(panel, 22 + 10) + gap +
                      static_cast<float>(app->thumbnails.history.count) * scaled(panel, frame_width + 2);
    const float width = !app->settings.history ? scaled(panel, 24) : all < most ? all : most;
    panel->strip_low = ImVec2(left, foot - margin / 2 - height);
    panel->strip_high = ImVec2(left + width, foot - margin / 2);
    ImGui::SetNextWindowPos(panel->strip_low);
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::SetNextWindowBgAlpha(app->settings.history ? 0.72f : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                        app->settings.history ? ImVec2(scaled(panel, 5), scaled(panel, 5)) : ImVec2(0, 0));
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, scaled(panel, 3)));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize,
                        app->settings.history ? ImGui::GetStyle().WindowBorderSize : 0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(8, 8));
    ImGui::Begin("History", nullptr, card_window);
    if (app->settings.history)
        frames(panel);
    else
        fold_button(panel, false);
    ImGui::End();
    ImGui::PopStyleVar(4);
    if (app->settings.history)
        panel->history_height = height;
}

} // namespace panel
