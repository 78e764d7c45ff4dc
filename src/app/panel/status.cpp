// The message at the bottom of the window: always visible, over everything else, also without the panel.
#include "app/panel/panel.hpp"

#include <imgui/imgui_internal.h> // BringWindowToDisplayFront

namespace panel {

// The file of a map that is being read, or decoded by the bake; NULL: none.
static const char *read_file(const tr_app *app) {
    const tr_recipe *recipe = tr_app_recipe(app), *shown = app->viewport.shown[app->document.target];
    if (app->map_reading.work)
        return tr_path_name(app->map_reading.path);
    for (int i = 0; i < recipe->map_count && tr_live_busy(app->viewport.live); i++) {
        bool is_shown = !tr_recipe_file(recipe, recipe->maps[i].file) || recipe->maps[i].strength == 0;
        for (int k = 0; shown && k < shown->map_count && !is_shown; k++)
            is_shown = std::strcmp(shown->maps[k].sha256, recipe->maps[i].sha256) == 0;
        if (!is_shown)
            return recipe->maps[i].file;
    }
    return nullptr;
}

// The progress of work whose dialog is closed.
static void running(const tr_app *app, char *text, size_t size) {
    char rendering[96];
    say_rendering(&app->capture, rendering);
    if (is_rendering(app) && app->settings.dialog != TR_DIALOG_PICTURE)
        std::snprintf(text, size, "Rendering: %s", rendering);
    else if (export_progress(app) >= 0 && app->settings.dialog != TR_DIALOG_EXPORT)
        std::snprintf(text, size, "Exporting: %.0f %%", 100 * export_progress(app));
    else if (const char *file = read_file(app))
        std::snprintf(text, size, "Reading %.120s …", file);
    else
        text[0] = 0;
}

// A button beside the message.
struct offer {
    const char *text, *at, *what; // text: nullptr: there is none
    tr_command_kind command;
    int number;
};

static offer find_offer(const tr_app *app) {
    const tr_message *message = &app->message;
    if (app->map_reading.work)
        return {"Cancel", "stop reading", "Esc", TR_COMMAND_MAP_STOP, 0};
    if (!message->text[0] || !app->settings.panel)
        return {};
    if (message->offers_reset)
        return {"Start clean", "start clean", "Removes the changes that were kept (Ctrl+Backspace)",
                TR_COMMAND_RESET_ALL, 0};
    if (message->offers_map == TR_COMMAND_MAP_FIND)
        return {"Find it …", "find map", "Chooses the file, wherever it is now", TR_COMMAND_MAP_FIND, 0};
    if (message->offers_map == TR_COMMAND_MAP_AGAIN)
        return {"Read it again", "map again", "The planet follows the file as it is now", TR_COMMAND_MAP_AGAIN,
                0};
    if (message->shows_body > 0)
        return {"Show it", "show body", "Flies there", TR_COMMAND_FLY, message->shows_body - 1};
    return {};
}

// Returns the width of the button.
static float offer_button(tr_panel *panel, ImVec2 high) {
    const offer o = find_offer(panel->app);
    if (!o.text)
        return 0;
    ImGui::SetNextWindowPos(high, ImGuiCond_Always, ImVec2(1, 1));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 4), scaled(panel, 4)));
    ImGui::Begin("Offer", nullptr, card_window | ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoNav);
    ImGui::BringWindowToDisplayFront(ImGui::GetCurrentWindow());
    if (text_button(panel, o.text, o.at, o.what))
        command(panel, o.command, o.number);
    const float width = ImGui::GetWindowSize().x;
    ImGui::End();
    ImGui::PopStyleVar();
    return width + scaled(panel, 6);
}

// The message; "" where the dialog in front says the same.
static const char *message_of(const tr_app *app) {
    const tr_outcome *outcome = &app->outcomes[app->settings.dialog];
    const bool told =
        app->settings.dialog != TR_DIALOG_NONE && std::strcmp(outcome->text, app->message.text) == 0;
    return told ? "" : app->message.text;
}

// The text lets clicks through to what is below.
void status_line(tr_panel *panel) {
    const tr_app *app = panel->app;
    const ImVec2 display = ImGui::GetIO().DisplaySize, padding(scaled(panel, 12), scaled(panel, 6));
    const float margin = scaled(panel, 10), widest = display.x - 2 * margin - 2 * padding.x,
                wrap = widest < scaled(panel, 560) ? widest : scaled(panel, 560);
    char goes_on[160];
    running(app, goes_on, sizeof goes_on);
    const float strip = app->settings.help ? 0 : panel->history_height; // the help lies over it
    const float foot = foot_of_picture(panel) - margin;
    ImVec2 high(display.x - margin, foot - strip);
    panel->message_low = ImVec2(high.x, foot);
    high.x -= offer_button(panel, high);
    const char *message = message_of(app);
    if (!message[0] && !goes_on[0])
        return;
    const ImVec2 none(0, 0), text = message[0] ? ImGui::CalcTextSize(message, nullptr, false, wrap) : none,
                             more = goes_on[0] ? ImGui::CalcTextSize(goes_on) : none;
    const ImVec2 low(high.x - 2 * padding.x - (text.x > more.x ? text.x : more.x),
                     high.y - 2 * padding.y - text.y - more.y);
    ImDrawList *list = ImGui::GetForegroundDrawList();
    list->AddRectFilled(low, high, IM_COL32(14, 17, 23, 240), scaled(panel, 8));
    list->AddRect(low, high,
                  app->message.is_error && message[0] ? ImGui::GetColorU32(alarm)
                                                      : ImGui::GetColorU32(ImGuiCol_Border),
                  scaled(panel, 8));
    list->AddText(ImGui::GetFont(), ImGui::GetFontSize(), ImVec2(low.x + padding.x, low.y + padding.y),
                  ImGui::GetColorU32(app->message.is_error ? alarm : ImVec4(0.85f, 0.87f, 0.9f, 1)), message,
                  nullptr, wrap);
    list->AddText(ImVec2(low.x + padding.x, low.y + padding.y + text.y), ImGui::GetColorU32(accent), goes_on);
    panel->message_low = low;
}

// The altitude and the sharpness of the ground, at the bottom of the picture, while the camera is near.
void near_card(tr_panel *panel) {
    const tr_app *app = panel->app;
    const double radius_km = tr_app_recipe(app)->radius_km, distance_km = app->camera.distance_km;
    char shown[96];
    if (app->settings.layout != TR_VIEW_GLOBE || distance_km >= TR_NEAR_RADII * radius_km)
        return;
    tr_near_ground_text(&app->viewport.near, distance_km - radius_km, app->drawn.pixel_rad, shown,
                        sizeof shown);
    const ImVec2 display = ImGui::GetIO().DisplaySize, text = ImGui::CalcTextSize(shown);
    const ImVec2 padding(scaled(panel, 12), scaled(panel, 5));
    const float left = left_of_picture(panel);
    float low = foot_of_picture(panel) - scaled(panel, 10) - panel->history_height;
    if (panel->message_low.x < (left + display.x + text.x) / 2 + padding.x && panel->message_low.y < low)
        low = panel->message_low.y - scaled(panel, 6); // above the message
    ImGui::SetNextWindowPos(ImVec2((left + display.x) / 2, low), ImGuiCond_Always, ImVec2(0.5f, 1));
    ImGui::SetNextWindowSize(ImVec2(text.x + 2 * padding.x, text.y + 2 * padding.y));
    ImGui::SetNextWindowBgAlpha(0.5f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
    ImGui::Begin("Near", nullptr, card_window | ImGuiWindowFlags_NoInputs);
    ImGui::TextUnformatted(shown);
    ImGui::End();
    ImGui::PopStyleVar();
}

} // namespace panel
