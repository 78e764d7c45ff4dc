// The tab Rings: adds rings to the planet, and edits them.
#include "app/panel/panel.hpp"

namespace panel {

static void no_rings(tr_panel *panel) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(quiet, "%s",
                       tr_rings_can_be(&panel->app->document) ? "This planet has no rings."
                                                              : "Only spherical bodies can have rings.");
    ImGui::PopTextWrapPos();
    if (!tr_rings_can_be(&panel->app->document))
        return;
    if (text_button(panel, "Add rings", "add rings", "", ImVec2(-1, 0)))
        command(panel, TR_COMMAND_RINGS, 1);
}

void rings_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    if (!tr_rings_are(&app->document)) {
        no_rings(panel);
        return;
    }
    for (int i = 0; i < app->rows.ring_count; i++) {
        if (std::strcmp(app->rows.rings[i].path, "tilt_deg") == 0)
            section(panel, "Planet axis");
        control_row(panel, &app->rows.rings[i]);
    }
    if (app->colours.ring_gradient >= 0) {
        section(panel, "Colours");
        if (panel->gradient != app->colours.ring_gradient)
            panel->gradient = app->colours.ring_gradient, panel->stop = -1; // the only gradient here
        gradient_row(panel, app->colours.ring_gradient);
    }
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
    if (text_button(panel, "Remove rings", "remove rings",
                    "Removes rings and their settings (Ctrl+Z undoes it)", ImVec2(-1, 0)))
        command(panel, TR_COMMAND_RINGS, 0);
}

} // namespace panel
