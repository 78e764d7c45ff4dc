// How near the camera is, and how sharp the ground: at the foot beside the panel, while it is near.
#include "app/panel/panel.hpp"

namespace panel {

void near_card(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), left = panel->high.x > 0 ? panel->high.x + margin : margin;
    if (!values->near_text[0])
        return;
    ImGui::SetNextWindowPos(ImVec2(left, display.y - margin - panel->strip_height), ImGuiCond_Always,
                            ImVec2(0, 1));
    ImGui::SetNextWindowBgAlpha(0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 12), scaled(panel, 5)));
    ImGui::Begin("Near", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoInputs);
    ImGui::TextUnformatted(values->near_text);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
