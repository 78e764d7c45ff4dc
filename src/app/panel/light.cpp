// The tab Light: the sun, exposure and time.
#include "app/panel/panel.hpp"

namespace panel {

static void sun_rows(tr_panel *panel) {
    double across = panel->app->camera.sun_azimuth_deg, height = panel->app->camera.sun_elevation_deg;
    const bool turned = slider(panel, "Sun azimuth", &across, {-180, 180, 0, false, "°", nullptr}, -50);
    const bool lifted = slider(panel, "Sun elevation", &height, {-90, 90, 0, false, "°", nullptr}, 22);
    if (turned || lifted)
        command_number(panel, TR_COMMAND_TO_SUN, across, height);
}

// Rows for pause, time and speed.
static void time_rows(tr_panel *panel) {
    const tr_app *app = panel->app;
    bool rotating = app->settings.rotating;
    double rate = app->settings.time_rate;
    label(panel, "Time");
    if (ImGui::Checkbox("##time", &rotating))
        command(panel, TR_COMMAND_PAUSE, 1);
    const double days = std::floor(app->document.scene->time_h / 24),
                 minutes = std::floor((app->document.scene->time_h - 24 * days) * 60);
    char text[48];
    std::snprintf(text, sizeof text, "day %.0f, %02.0f:%02.0f", days, std::floor(minutes / 60),
                  std::fmod(minutes, 60));
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet, "%s", text);
    if (slider(panel, "Speed", &rate, {0.1, 1000, 1, false, "x", nullptr}, 1, true))
        command_number(panel, TR_COMMAND_TIME_RATE, rate);
}

void light_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    double exposure = app->settings.exposure_ev;
    int quality = app->settings.quality + 1;
    bool clouds = app->settings.clouds;
    sun_rows(panel);
    if (slider(panel, "Exposure", &exposure, {-4, 4, 1, false, "EV", nullptr}, 0))
        command_number(panel, TR_COMMAND_EXPOSURE, exposure);
    label(panel, "Quality");
    if (choice(panel, "##quality", tr_quality_names[quality], tr_quality_names, IM_ARRAYSIZE(tr_quality_names),
               &quality))
        command(panel, TR_COMMAND_TO_QUALITY, quality);
    time_rows(panel);
    if (tr_recipe_has_map(tr_app_recipe(app), TR_MAP_CLOUDS)) {
        label(panel, "Clouds");
        if (ImGui::Checkbox("##clouds", &clouds))
            command(panel, TR_COMMAND_CLOUDS, 1);
        explain("Shows or hides clouds here; the planet keeps them (C)");
    }
}

} // namespace panel
