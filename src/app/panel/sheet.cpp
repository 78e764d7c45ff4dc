// Where sheets stand.
#include "app/panel/panel.hpp"

namespace panel {

bool begin_sheet(tr_panel *panel, const char *title, float width) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), top = panel->bar_high.y + margin;
    const float widest = display.x - 2 * margin, most = display.y - top - scaled(panel, 56);
    bool open = true;
    width = scaled(panel, width) < widest ? scaled(panel, width) : widest;
    ImGui::SetNextWindowPos(ImVec2(display.x - margin, top), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowBgAlpha(0.97f); // over the panel, in a narrow window
    ImGui::SetNextWindowSizeConstraints(ImVec2(width, 0), ImVec2(width, most < 120 ? 120 : most));
    if (panel->sheet != panel->values->sheet)
        ImGui::SetNextWindowFocus();
    ImGui::Begin(title, &open,
                 ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushAllowKeyboardFocus(true);
    if (!open)
        wish(panel, TR_WISH_SHEET, TR_SHEET_NONE);
    return open;
}

void end_sheet() {
    ImGui::PopAllowKeyboardFocus();
    ImGui::End();
}

} // namespace panel
