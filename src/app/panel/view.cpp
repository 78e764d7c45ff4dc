// The view of the planet: the switch of layouts and channels in the bar, and the legend of heights.
#include "app/panel/panel.hpp"

namespace panel {

static const char *const layouts[] = {"Globe", "Map", "Cube", "Split"};

static float gap_of(const tr_panel *panel) { return scaled(panel, 2); }
static float list_of(const tr_panel *panel) { return scaled(panel, 104); }

void view_switch(tr_panel *panel) {
    const tr_app *app = panel->app;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap_of(panel), 0));
    for (int i = 0; i < IM_ARRAYSIZE(layouts); i++) {
        const bool on = i == app->settings.layout;
        if (on)
            ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0.93f, 0.62f, 0.28f, 0.40f));
        if (text_button(panel, layouts[i], layouts[i]))
            command(panel, TR_COMMAND_TO_LAYOUT, i);
        if (on)
            ImGui::PopStyleColor();
        ImGui::SameLine();
    }
    ImGui::PopStyleVar();
    int channel = app->settings.channel;
    ImGui::SetNextItemWidth(list_of(panel));
    if (choice(panel, "##channel", tr_channel_names[channel], tr_channel_names, IM_ARRAYSIZE(tr_channel_names),
               &channel))
        command(panel, TR_COMMAND_CHANNEL, channel);
    place(panel, "channel");
    explain("Displayed map (1 … 8)");
    ImGui::SameLine();
}

float width_of_view(const tr_panel *panel) {
    float width = list_of(panel) + ImGui::GetStyle().ItemSpacing.x;
    for (const char *name : layouts)
        width += ImGui::CalcTextSize(name).x + 2 * ImGui::GetStyle().FramePadding.x + gap_of(panel);
    return width;
}

void view_menu(tr_panel *panel) {
    const tr_app *app = panel->app;
    if (!begin_bar_menu(panel, "View"))
        return;
    for (int i = 0; i < IM_ARRAYSIZE(layouts); i++) {
        if (ImGui::MenuItem(layouts[i], nullptr, i == app->settings.layout))
            command(panel, TR_COMMAND_TO_LAYOUT, i);
        place(panel, layouts[i]);
    }
    ImGui::Separator();
    for (int i = 0; i < IM_ARRAYSIZE(tr_channel_names); i++) {
        if (ImGui::MenuItem(tr_channel_names[i], nullptr, i == app->settings.channel))
            command(panel, TR_COMMAND_CHANNEL, i);
        placef(panel, "channel %s", tr_channel_names[i]);
    }
    ImGui::EndPopup();
}

// A note in the colour tab that the view does not show colours.
void lit_hint(tr_panel *panel) {
    const int channel = panel->app->settings.channel;
    if (channel == TR_VIEW_LIT || channel == TR_VIEW_ALBEDO)
        return;
    char text[96];
    std::snprintf(text, sizeof text, "The view shows %s, not colours.", tr_channel_names[channel]);
    ImGui::PushStyleColor(ImGuiCol_Text, ImGui::GetStyleColorVec4(ImGuiCol_TextDisabled));
    ImGui::TextWrapped("%s", text);
    ImGui::PopStyleColor();
    if (text_button(panel, "Show lit", "Show lit"))
        command(panel, TR_COMMAND_CHANNEL, TR_VIEW_LIT);
}

// The legend of heights, at the right.
void legend(tr_panel *panel) {
    const tr_app *app = panel->app;
    tr_legend l;
    if (app->look.picked || !tr_views_legend(app, &l))
        return;
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float margin = scaled(panel, 10), height = scaled(panel, 180), width = scaled(panel, 14);
    const float right =
        tr_compare_shows(app) ? static_cast<float>(app->drawn.divider) : display.x; // of the left planet
    ImGui::SetNextWindowPos(ImVec2(right - margin, panel->bar_high.y + margin), ImGuiCond_Always, ImVec2(1, 0));
    ImGui::SetNextWindowBgAlpha(0.6f);
    ImGui::Begin("Heights", nullptr,
                 card_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoInputs);
    ImGui::Text("%.0f m", l.high_m);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const int steps = 32;
    for (int i = 0; i < steps; i++) {
        unsigned char c[3];
        tr_legend_colour(&l, l.high_m - (l.high_m - l.low_m) * (i + 0.5) / steps, c);
        const float top = at.y + height * static_cast<float>(i) / steps,
                    foot = at.y + height * static_cast<float>(i + 1) / steps;
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x, top), ImVec2(at.x + width, foot),
                                                  IM_COL32(c[0], c[1], c[2], 255));
    }
    ImGui::Dummy(ImVec2(scaled(panel, 60), height));
    ImGui::Text("%.0f m", l.low_m);
    ImGui::End();
}

} // namespace panel
