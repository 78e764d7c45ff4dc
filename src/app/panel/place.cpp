// The status line with the place under the mouse, and the card with the causes of a clicked place.
#include "app/panel/panel.hpp"

namespace panel {

static const ImGuiWindowFlags card_flags = card_window | ImGuiWindowFlags_AlwaysAutoResize;

// A bar behind a row, as long as its weight.
static void weigh(const tr_panel *panel, double weight, float width) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float height = ImGui::GetFrameHeight(), length = width * static_cast<float>(weight > 1 ? 1 : weight);
    ImGui::GetWindowDrawList()->AddRectFilled(at, ImVec2(at.x + length, at.y + height),
                                              ImGui::GetColorU32(ImVec4(0.93f, 0.62f, 0.28f, 0.22f)),
                                              scaled(panel, 4));
}

static void cause_row(tr_panel *panel, const tr_cause_row *cause, float width) {
    ImGui::PushID(cause->path);
    weigh(panel, cause->weight, width);
    const ImVec2 at = ImGui::GetCursorPos();
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, ImVec2(0, 0.5f));
    char text[sizeof cause->label + 4];
    std::snprintf(text, sizeof text, "  %s", cause->label);
    if (ImGui::Selectable(text, false, 0, ImVec2(width, ImGui::GetFrameHeight())))
        command_text(panel, TR_COMMAND_SHOW, cause->path);
    ImGui::PopStyleVar();
    place(panel, cause->path);
    explain(cause->reported);
    const float right = at.x + width - ImGui::CalcTextSize(cause->what).x - scaled(panel, 8);
    ImGui::SameLine(right);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", cause->what);
    ImGui::PopID();
}

static void causes_card(tr_panel *panel, ImVec2 foot) {
    const tr_app *app = panel->app;
    const float width = scaled(panel, 260);
    ImGui::SetNextWindowPos(foot, ImGuiCond_Always, ImVec2(1, 0));
    ImGui::Begin("This place", nullptr, card_flags);
    ImGui::TextUnformatted("Layers at this place");
    ImGui::SameLine(width - scaled(panel, 12));
    if (ImGui::SmallButton("×"))
        command(panel, TR_COMMAND_UNPICK);
    place(panel, "place close");
    ImGui::PushTextWrapPos(width);
    ImGui::TextColored(quiet, "%s", app->look.text);
    ImGui::PopTextWrapPos();
    ImGui::TextColored(quiet, "Influence of each layer; they overlap");
    explain("How much this place would change without that layer. Several layers may change the same thing, so "
            "these numbers need not add up to 100 %");
    line(panel);
    for (int i = 0; i < app->look.cause_count; i++)
        cause_row(panel, &app->look.causes[i], width);
    if (app->look.cause_count == 0)
        ImGui::TextColored(quiet, "…");
    ImGui::End();
}

void place_card(tr_panel *panel) {
    const tr_app *app = panel->app;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10);
    if (app->look.picked) {
        causes_card(panel, ImVec2(display.x - margin, panel->bar_height + margin));
        return;
    }
    if (!app->look.text[0] || app->settings.dialog != TR_DIALOG_NONE) // a dialog would cover a part of it
        return;
    const float left = left_of_picture(panel) > 0 ? left_of_picture(panel) : margin;
    const bool halved = tr_compare_shows(app); // it is then below the name of the left planet
    const float right = halved ? static_cast<float>(app->drawn.divider) : display.x;
    const float top = panel->bar_high.y + margin + (halved ? scaled(panel, 38) : 0);
    ImGui::SetNextWindowPos(ImVec2((left + right) / 2, top), ImGuiCond_Always, ImVec2(0.5f, 0));
    const ImVec2 padding(scaled(panel, 12), scaled(panel, 5)), text = ImGui::CalcTextSize(app->look.text);
    ImGui::SetNextWindowSize(ImVec2(text.x + 2 * padding.x, text.y + 2 * padding.y));
    ImGui::SetNextWindowBgAlpha(0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::Begin("Under the mouse", nullptr, card_window | ImGuiWindowFlags_NoInputs);
    ImGui::TextUnformatted(app->look.text);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
