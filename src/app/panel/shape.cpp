// The tab Shape: the type and seed of the planet, and the most important parameters.
#include "app/panel/panel.hpp"

namespace panel {

static void judge_seed(const void *, const char *text, char why[TR_FORM_WHY_BYTES]) {
    uint64_t seed;
    tr_error error = {};
    const bool right = tr_seed_read(text, &seed, &error) == TR_OK;
    std::snprintf(why, TR_FORM_WHY_BYTES, "%.120s", right ? "" : error.message);
}

static void seed_row(tr_panel *panel) {
    char shown[TR_TYPED_BYTES], text[TR_TYPED_BYTES], stays[TR_TYPED_BYTES + 16];
    const float button = scaled(panel, 54);
    std::snprintf(shown, sizeof shown, "%llu",
                  static_cast<unsigned long long>(tr_app_recipe(panel->app)->seed));
    std::snprintf(stays, sizeof stays, "Seed stays %s", shown);
    label(panel, "Seed");
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    if (judged_field(panel, "##seed", shown, stays, judge_seed, nullptr, text))
        command_text(panel, TR_COMMAND_TO_SEED, text);
    place(panel, "seed");
    explain("A number, or text, which becomes a number; the same seed always gives the same planet");
    ImGui::SameLine();
    if (ImGui::Button("New", ImVec2(button, 0))) {
        forget_typed(panel, ImGui::GetID("##seed"));
        command(panel, TR_COMMAND_SEED, 1);
    }
    place(panel, "new seed");
    explain("Random seed; your changes stay (N)");
    typed_note(panel, "##seed");
}

void shape_tab(tr_panel *panel) {
    const tr_app *app = panel->app;
    int type = app->rows.type;
    label(panel, "Type");
    if (types_menu(panel, "##type", type < 0 ? tr_app_recipe(app)->type : app->types.names[type], &type))
        command_text(panel, TR_COMMAND_TO_TYPE, app->types.names[type]);
    seed_row(panel);
    own_maps(panel);
    for (int i = 0; i < app->rows.count; i++) {
        if (i == 0 && app->rows.knob_count > 0)
            section(panel, "This type");
        if (i == app->rows.knob_count)
            section(panel, "General");
        control_row(panel, &app->rows.controls[i]);
    }
    places(panel);
    ImGui::Dummy(ImVec2(0, scaled(panel, 2)));
    if (text_button(panel, "Reset all", "reset all",
                    "Removes all changes of this planet, in every tab; type and seed stay (Ctrl+Backspace)",
                    ImVec2(-1, 0)))
        command(panel, TR_COMMAND_RESET_ALL);
}

} // namespace panel
