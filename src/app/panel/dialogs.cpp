// Dialogs in front: the open one, and the question before work is lost.
#include "app/panel/panel.hpp"

namespace panel {

// Shows one of the answers, side by side, or in a column if they are long. Enter chooses the first one.
static bool answer(tr_panel *panel, const char *text, const char *name, ImVec2 size, bool first) {
    const bool pressed = first ? main_button(text, size.x) : ImGui::Button(text, size);
    const bool enters = first && !ImGui::IsWindowAppearing() && is_enter_pressed();
    place(panel, name);
    return pressed || enters;
}

static void say_what_is_lost(const tr_panel *panel, float width) {
    const tr_app *app = panel->app;
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    char world[TR_TITLE_BYTES];
    tr_document_world_name(&app->document, world);
    if (!tr_document_step(&app->document)->saved)
        ImGui::Text("Save the changes of %s?", world);
    placef(panel, "close question %s", world);
    if (export_progress(app) >= 0 && !opens_another(app))
        ImGui::Text("An export is running: %.0f %% done.", 100 * export_progress(app));
    if (is_rendering(app) && !opens_another(app))
        ImGui::Text("A picture or video is being rendered: %.0f %% done.",
                    100 * tr_capture_progress(&app->capture));
    ImGui::PopTextWrapPos();
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
}

// In the middle of the window; *is_new: an Esc of this frame was for something else. To be ended with
// ImGui::EndPopup() where it is open.
static bool begin_question(tr_panel *panel, const char *title, bool asks, bool *is_new) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    *is_new = !ImGui::IsPopupOpen(title);
    if (asks && *is_new)
        ImGui::OpenPopup(title);
    ImGui::SetNextWindowPos(ImVec2(display.x / 2, display.y / 2), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    if (!ImGui::BeginPopupModal(title, nullptr,
                                ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoMove |
                                    ImGuiWindowFlags_NoSavedSettings))
        return false;
    panel->front_is_open = true;
    if (!asks)
        ImGui::CloseCurrentPopup();
    return true;
}

static float question_width(const tr_panel *panel) {
    const float widest = ImGui::GetIO().DisplaySize.x - scaled(panel, 48);
    return widest < scaled(panel, 340) ? widest : scaled(panel, 340);
}

// Enter replaces nothing: it may be the second one for the field below.
void replace_dialog(tr_panel *panel) {
    const char *text = panel->app->replacing.text;
    bool is_new;
    if (!begin_question(panel, "Replace it?###replace", text[0] != 0, &is_new))
        return;
    const bool can_keep = panel->app->replacing.edited > 0;
    const float width = question_width(panel), gap = ImGui::GetStyle().ItemSpacing.x;
    const ImVec2 size(can_keep ? (width - 2 * gap) / 3 : (width - gap) / 2, 0);
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + width);
    ImGui::TextUnformatted(text);
    ImGui::PopTextWrapPos();
    place(panel, "replace question");
    ImGui::Dummy(ImVec2(0, scaled(panel, 4)));
    if (can_keep) {
        if (answer(panel, "Keep", "replace keep", size, false))
            command(panel, TR_COMMAND_REPLACE, TR_REPLACE_KEEPS);
        ImGui::SameLine();
    }
    if (answer(panel, "Replace", "replace yes", size, false))
        command(panel, TR_COMMAND_REPLACE, TR_REPLACE_GOES);
    ImGui::SameLine();
    if (answer(panel, "Cancel", "replace not", size, true) || (panel->close_front && !is_new)) {
        command(panel, TR_COMMAND_REPLACE, TR_REPLACE_NOT);
        panel->ask_again = true;
    }
    ImGui::EndPopup();
}

void close_dialog(tr_panel *panel) {
    const tr_app *app = panel->app;
    bool is_new;
    if (!begin_question(panel,
                        opens_another(app) ? "Open another planet?###question" : "Close the window?###question",
                        app->settings.asks, &is_new))
        return;
    const float gap = ImGui::GetStyle().ItemSpacing.x, width = question_width(panel);
    const bool unsaved = !tr_document_step(&app->document)->saved,
               running = !opens_another(app) && (export_progress(app) >= 0 || is_rendering(app));
    const ImVec2 size(running ? width : (width - 2 * gap) / 3, 0);
    say_what_is_lost(panel, width);
    if (running &&
        answer(panel, unsaved ? "Save, close when done" : "Close when done", "close later", size, true)) {
        if (unsaved)
            command(panel, TR_COMMAND_SAVE, 1);
        command(panel, TR_COMMAND_FINISH);
    }
    if (!running && answer(panel, "Save", "close save", size, true))
        command(panel, TR_COMMAND_SAVE, 2);
    if (!running)
        ImGui::SameLine();
    if (answer(panel,
               !running  ? "Don't save"
               : unsaved ? "Don't save, cancel it"
                         : "Cancel it",
               "close anyway", size, false))
        command(panel, TR_COMMAND_GO_ON);
    if (!running)
        ImGui::SameLine();
    if (answer(panel, "Cancel", "close not", size, false) || (panel->close_front && !is_new))
        command(panel, TR_COMMAND_BACK, -1);
    ImGui::EndPopup();
}

void dialogs(tr_panel *panel) {
    static void (*const lay_out[TR_SHEETS])(tr_panel *) = {
        nullptr, open_dialog, save_dialog, export_dialog, picture_dialog, enhance_dialog, map_dialog};
    const tr_dialog dialog = panel->app->settings.dialog;
    if (panel->dialog != dialog) { // sends texts that are still being typed
        leave_text(panel, &panel->export_folder, TR_COMMAND_EXPORT_FOLDER);
        leave_text(panel, &panel->export_name, TR_COMMAND_EXPORT_NAME);
        leave_text(panel, &panel->picture_folder, TR_COMMAND_PICTURE_FOLDER);
        leave_text(panel, &panel->picture_name, TR_COMMAND_PICTURE_NAME);
        leave_text(panel, &panel->enhance_file, TR_COMMAND_ENHANCE_FILE);
        leave_text(panel, &panel->map_channel, TR_COMMAND_MAP_CHANNEL);
        panel->listing_for = panel->listing_at = -1;
        panel->names_folder = false;
        if (panel->focused && !panel->go_to_path)
            tr_panel_focus(panel, 0);
    }
    if (dialog != TR_DIALOG_NONE)
        lay_out[dialog](panel);
    panel->dialog = dialog;
}

} // namespace panel
