// The tab System: which body of the scene is looked at.
#include "app/panel/panel.hpp"

namespace panel {

void system_tab(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (values->planet_count < 2) {
        ImGui::PushTextWrapPos(0);
        ImGui::TextColored(quiet, "A planet that stands alone.");
        ImGui::PopTextWrapPos();
        return;
    }
    for (int i = 0; i < values->planet_count; i++) {
        ImGui::PushID(i);
        if (ImGui::Selectable(values->planets[i], i == values->planet) && i != values->planet)
            wish(panel, TR_WISH_TO_PLANET, i);
        place(panel, values->planets[i]);
        ImGui::PopID();
    }
}

} // namespace panel
