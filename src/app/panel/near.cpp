// The altitude and the sharpness of the ground, at the foot of the picture, while the camera is near.
#include "app/panel/panel.hpp"

namespace panel {

void near_card(tr_panel *panel) {
    const tr_app *app = panel->app;
    const ImVec2 display = ImGui::GetIO().DisplaySize, text = ImGui::CalcTextSize(app->drawn.near_text);
    const ImVec2 padding(scaled(panel, 12), scaled(panel, 5));
    const float left = panel->high.x > 0 ? panel->high.x : 0;
    float low = display.y - scaled(panel, 10) - panel->history_height;
    if (!app->drawn.near_text[0])
        return;
    if (panel->message_low.x < (left + display.x + text.x) / 2 + padding.x && panel->message_low.y < low)
        low = panel->message_low.y - scaled(panel, 6); // above the message
    ImGui::SetNextWindowPos(ImVec2((left + display.x) / 2, low), ImGuiCond_Always, ImVec2(0.5f, 1));
    ImGui::SetNextWindowSize(ImVec2(text.x + 2 * padding.x, text.y + 2 * padding.y));
    ImGui::SetNextWindowBgAlpha(0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::Begin("Near", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoInputs);
    ImGui::TextUnformatted(app->drawn.near_text);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
