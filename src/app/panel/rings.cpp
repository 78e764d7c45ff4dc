// The tab Rings: a planet gets some, and what they are like.
#include "app/panel/panel.hpp"

#include <cstring>

namespace panel {

static void no_rings(tr_panel *panel) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(quiet, "%s",
                       panel->values->can_have_rings ? "This planet has no rings."
                                                     : "Only spherical bodies can have rings.");
    ImGui::PopTextWrapPos();
    if (!panel->values->can_have_rings)
        return;
    if (ImGui::Button("Add rings", ImVec2(-1, 0)))
        command(panel, TR_COMMAND_RINGS, 1);
    place(panel, "add rings");
}

void rings_tab(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (!values->has_rings) {
        no_rings(panel);
        return;
    }
    for (int i = 0; i < values->ring_control_count; i++) {
        if (std::strcmp(values->ring_controls[i].path, "tilt_deg") == 0)
            section(panel, "Planet axis");
        control_row(panel, &values->ring_controls[i]);
    }
    if (values->ring_gradient >= 0) {
        section(panel, "Colours");
        if (panel->gradient != values->ring_gradient)
            panel->gradient = values->ring_gradient, panel->stop = -1; // it is the only one here
        gradient_row(panel, values->ring_gradient);
    }
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
    if (ImGui::Button("Remove rings", ImVec2(-1, 0)))
        command(panel, TR_COMMAND_RINGS, 0);
    place(panel, "remove rings");
    explain("Removes rings and their settings (Ctrl+Z undoes it)");
}

} // namespace panel
