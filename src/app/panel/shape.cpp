// The tab Shape: which planet it is, and what people reach for first.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

static void seed_row(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (!panel->seed_is_edited && !is_wrong(panel, "seed"))
        std::snprintf(panel->seed_text, sizeof panel->seed_text, "%llu",
                      static_cast<unsigned long long>(values->seed));
    label(panel, "Seed");
    const float button = scaled(panel, 54);
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    const bool entered = text_field(panel, "##seed", panel->seed_text, sizeof panel->seed_text);
    place(panel, "seed");
    explain("A number or text; the same seed always gives the same planet");
    const bool left = ImGui::IsItemDeactivatedAfterEdit();
    panel->seed_is_edited = ImGui::IsItemActive();
    if (is_wrong(panel, "seed") && ImGui::IsItemDeactivated() &&
        ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape))) // back to the planet's own
        std::snprintf(panel->seed_text, sizeof panel->seed_text, "%llu",
                      static_cast<unsigned long long>(values->seed));
    if (entered || left || (is_wrong(panel, "seed") && ImGui::IsItemDeactivated())) {
        wish_text(panel, TR_WISH_TO_SEED, panel->seed_text);
        panel->seed_is_edited = false;
    }
    ImGui::SameLine();
    if (ImGui::Button("New", ImVec2(button, 0)))
        wish(panel, TR_WISH_SEED, 1);
    place(panel, "new seed");
    explain("Random seed; your changes stay (N)");
    wrong_note(panel, "seed");
}

void shape_tab(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    int type = values->type;
    label(panel, "Type");
    if (types_menu(panel, "##type", type < 0 ? values->type_name : values->types[type], &type))
        wish_text(panel, TR_WISH_TO_TYPE, values->types[type]);
    seed_row(panel);
    for (int i = 0; i < values->control_count; i++) {
        if (i == 0 && values->knob_count > 0)
            section(panel, "This type");
        if (i == values->knob_count)
            section(panel, "General");
        control_row(panel, &values->controls[i]);
    }
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
    if (ImGui::Button("Reset all", ImVec2(-1, 0)))
        wish(panel, TR_WISH_RESET_ALL);
    place(panel, "reset all");
    explain("Removes all changes of this planet, in every tab; type and seed stay (Ctrl+Backspace)");
}

} // namespace panel
