// What the window has to say, at its foot: always in sight, with and without the panel.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

void status_line(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10);
    const bool takes = values->shot.progress >= 0 && values->sheet != TR_SHEET_PICTURE;
    if (!values->message[0] && !takes)
        return;
    ImGui::SetNextWindowPos(ImVec2(display.x - margin, display.y - margin - panel->strip_height),
                            ImGuiCond_Always, ImVec2(1, 1));
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(display.x - 2 * margin, display.y / 2));
    ImGui::SetNextWindowBgAlpha(values->message_is_error ? 0.9f : 0.6f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 12), scaled(panel, 6)));
    ImGui::Begin("Message", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    const float widest = display.x - 2 * margin - scaled(panel, 24);
    ImGui::PushTextWrapPos(widest < scaled(panel, 560) ? widest : scaled(panel, 560));
    ImGui::PushStyleColor(ImGuiCol_Text, values->message_is_error ? alarm : ImVec4(0.85f, 0.87f, 0.9f, 1));
    ImGui::TextUnformatted(values->message);
    ImGui::PopStyleColor();
    if (takes) // its sheet is closed
        ImGui::TextColored(accent, "Taking it: %s", values->shot.state);
    ImGui::PopTextWrapPos();
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
