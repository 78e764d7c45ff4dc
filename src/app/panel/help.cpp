// All keys, over everything else.
#include "app/panel/panel.hpp"

#include <cmath>

namespace panel {

// All of it is seen in every window: it takes no input, so nobody could scroll it. Two columns where one would
// be too small to read.
void help_overlay(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float row = ImGui::GetTextLineHeightWithSpacing(), frame = scaled(panel, 110),
                column = scaled(panel, 500);
    const int columns =
        frame + static_cast<float>(values->key_count) * row > display.y && display.x > 1.5f * column ? 2 : 1;
    const int rows = (values->key_count + columns - 1) / columns;
    const ImVec2 whole(static_cast<float>(columns) * column + scaled(panel, 40),
                       frame + static_cast<float>(rows) * row);
    const float fit = std::fmin(1.0f, std::fmin(display.x / whole.x, display.y / whole.y));
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(fit * spacing.x, fit * spacing.y));
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowFocus();
    ImGui::SetNextWindowBgAlpha(0.94f);
    ImGui::Begin("Keys", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoScrollbar);
    ImGui::SetWindowFontScale(fit);
    ImGui::PushFont(panel->title_font);
    ImGui::TextUnformatted("Keys and mouse");
    ImGui::PopFont();
    line(panel);
    for (int i = 0; i < rows; i++)
        for (int c = 0, k = i; c < columns && k < values->key_count; c++, k += rows) {
            const float left = fit * (static_cast<float>(c) * column + scaled(panel, 16));
            c == 0 ? ImGui::SetCursorPosX(left) : ImGui::SameLine(left);
            ImGui::TextColored(accent, "%s", values->keys[k].name);
            ImGui::SameLine(left + fit * scaled(panel, 150));
            ImGui::TextUnformatted(values->keys[k].what);
        }
    ImGui::Dummy(ImVec2(0, scaled(panel, 3)));
    line(panel);
    ImGui::TextColored(quiet, "%s", values->renderer);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
