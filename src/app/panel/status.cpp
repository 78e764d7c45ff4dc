// What the window has to say, at its foot: always in sight, with and without the panel, and over all else.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // BringWindowToDisplayFront

#include <cstdio>

namespace panel {

// What goes on while its dialog is closed.
static void running(const tr_panel_values *values, char *text, size_t size) {
    if (values->shot.progress >= 0 && values->dialog != TR_DIALOG_PICTURE)
        std::snprintf(text, size, "Rendering: %s", values->shot.state);
    else if (values->export_set.progress >= 0 && values->dialog != TR_DIALOG_EXPORT)
        std::snprintf(text, size, "Exporting: %.0f %%", 100 * values->export_set.progress);
    else
        text[0] = 0;
}

// Beside a message that tells of changes that another type or seed keeps, or of a new body. Returns how much
// room that takes.
static float offer_button(tr_panel *panel, ImVec2 high) {
    const tr_panel_values *values = panel->values;
    const bool resets = values->message_offers_reset;
    if (!values->message[0] || !values->visible || (!resets && values->message_shows_body == 0))
        return 0;
    ImGui::SetNextWindowPos(high, ImGuiCond_Always, ImVec2(1, 1));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 4), scaled(panel, 4)));
    ImGui::Begin("Offer", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoFocusOnAppearing |
                     ImGuiWindowFlags_NoNav);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    if (ImGui::Button(resets ? "Start clean" : "Show it"))
        command(panel, resets ? TR_COMMAND_RESET_ALL : TR_COMMAND_FLY,
                resets ? 0 : values->message_shows_body - 1);
    place(panel, resets ? "start clean" : "show body");
    explain(resets ? "Removes the changes that were kept (Ctrl+Backspace)" : "Flies there");
    const float width = ImGui::GetWindowSize().x;
    ImGui::End();
    ImGui::PopStyleVar();
    return width + scaled(panel, 6);
}

// The text takes no clicks: they go to what is below.
void status_line(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    const ImVec2 display = ImGui::GetIO().DisplaySize, padding(scaled(panel, 12), scaled(panel, 6));
    const float margin = scaled(panel, 10), widest = display.x - 2 * margin - 2 * padding.x,
                wrap = widest < scaled(panel, 560) ? widest : scaled(panel, 560);
    char goes_on[160];
    running(values, goes_on, sizeof goes_on);
    ImVec2 high(display.x - margin, display.y - margin - panel->history_height);
    panel->message_low = ImVec2(high.x, display.y - margin);
    high.x -= offer_button(panel, high);
    if (!values->message[0] && !goes_on[0])
        return;
    const ImVec2 none(0, 0),
        text = values->message[0] ? ImGui::CalcTextSize(values->message, nullptr, false, wrap) : none,
        more = goes_on[0] ? ImGui::CalcTextSize(goes_on) : none;
    const ImVec2 low(high.x - 2 * padding.x - (text.x > more.x ? text.x : more.x),
                     high.y - 2 * padding.y - text.y - more.y);
    ImDrawList *list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(low, high, IM_COL32(14, 17, 23, 240), scaled(panel, 8));
    list->AddRect(low, high,
                  values->message_is_error ? ImGui::GetColorU32(alarm) : ImGui::GetColorU32(ImGuiCol_Border),
                  scaled(panel, 8));
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), ImVec2(low.x + padding.x, low.y + padding.y),
                  ImGui::GetColorU32(values->message_is_error ? alarm : ImVec4(0.85f, 0.87f, 0.9f, 1)),
                  values->message, nullptr, wrap);
    list->AddText(ImVec2(low.x + padding.x, low.y + padding.y + text.y), ImGui::GetColorU32(accent), goes_on);
    panel->message_low = low;
}

} // namespace panel
