// The dialogs that open a world, where the system has no file dialog, and save it under a name: a text field, a
// list of the folder, and the recent files.
#include "app/panel/panel.hpp"

namespace panel {

// Tab completes the path as far as it is unambiguous, relative to the listed folder. If nothing can be
// completed, it moves the focus to the next widget.
static int complete(ImGuiInputTextCallbackData *data) {
    tr_panel *panel = static_cast<tr_panel *>(data->UserData);
    char text[sizeof(tr_command::text) + sizeof(tr_listing::folder)];
    const bool whole = tr_path_root(data->Buf) > 0 || data->Buf[0] == '~';
    std::snprintf(text, sizeof text, "%s%s%s", whole ? "" : panel->listing.folder, whole ? "" : "/", data->Buf);
    const size_t before = whole ? 0 : std::strlen(panel->listing.folder) + 1;
    const bool found = data->CursorPos == data->BufTextLen && tr_path_complete(text, sizeof text) > 0;
    panel->goes_on = !found || std::strcmp(text + before, data->Buf) == 0;
    if (!panel->goes_on) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text + before);
    }
    return 0;
}

// The text field of a dialog. It gets the keys when the dialog opens. All of the text is selected then, but not
// by a click.
static bool path_field(tr_panel *panel, const char *id, char *text, bool first) {
    ImGui::SetNextItemWidth(-scaled(panel, panel->app->files.has_chooser ? 174 : 88));
    if (first || panel->ask_again)
        give_keys(panel);
    const bool enters = panel->enters_path && !first && !enter_folder(panel);
    panel->enters_path = false;
    const bool entered =
        ImGui::InputText(id, text, TR_COMMAND_TEXT_BYTES,
                         ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion |
                             (panel->keys_come > 0 ? ImGuiInputTextFlags_AutoSelectAll : 0),
                         complete, panel) ||
        enters;
    panel->ask_again = entered; // if the dialog stays open, the field keeps the keys
    if (entered)
        await_field(panel);
    mind_text(panel, entered);
    mend(panel, id + 2); // "##open" is the field "open"
    place(panel, "open text");
    ImGui::SameLine();
    if (panel->goes_on) {
        use_keyboard(panel, true);
        ImGui::SetKeyboardFocusHere();
    }
    panel->goes_on = false;
    return entered;
}

static bool go_button(tr_panel *panel, const char *text, const char *name) {
    const bool pressed = ImGui::Button(text, ImVec2(-1, 0));
    place(panel, name);
    return pressed;
}

// Lists the folder that a text names. False: it is not a folder.
static bool go_to_folder(tr_panel *panel, const char *path) {
    tr_listing other = {};
    const bool is_folder = !panel->app->files.has_chooser && tr_listing_update(&other, path, false);
    tr_listing_end(&other);
    if (is_folder)
        list_folder(panel, path);
    return is_folder;
}

static void recent_files(tr_panel *panel) {
    const tr_app *app = panel->app;
    if (app->files.recent_count == 0)
        return;
    section(panel, "Recent");
    for (int i = 0; i < app->files.recent_count; i++) {
        char name[32];
        std::snprintf(name, sizeof name, "recent %d", i + 1);
        ImGui::PushID(i);
        const tr_recent *recent = &app->files.recent[i];
        char shown[TR_TITLE_BYTES + 32];
        std::snprintf(shown, sizeof shown, "Unsaved: %s", recent->name);
        if (ImGui::Selectable(recent->session ? shown : recent->path))
            command_text(panel, TR_COMMAND_OPEN, recent->path);
        place(panel, name);
        ImGui::PopID();
    }
}

// A text that is not a file may be a type or a share link.
static void open_text(tr_panel *panel) {
    char path[TR_LISTING_PATH_BYTES];
    const bool is_path = tr_path_within(panel->listing.folder, panel->open_text, path);
    if (is_path && std::strpbrk(panel->open_text, "/~") && go_to_folder(panel, path)) {
        panel->open_text[0] = 0;
        return;
    }
    command_text(panel, TR_COMMAND_OPEN, is_path && tr_path_exists(path) ? path : panel->open_text);
}

// A type instead of a word that is none.
static void offer(tr_panel *panel) {
    char text[64], name[48];
    if (!is_wrong(panel, "open") || !panel->app->files.offer[0])
        return;
    tr_word_label(panel->app->files.offer, name, sizeof name);
    std::snprintf(text, sizeof text, "Open %s", name);
    if (ImGui::Button(text)) {
        command_text(panel, TR_COMMAND_MEND, "open");
        command_text(panel, TR_COMMAND_OPEN, panel->app->files.offer);
    }
    place(panel, "open offer");
}

void open_dialog(tr_panel *panel) {
    const bool first = panel->dialog != TR_DIALOG_OPEN,
               is_map = panel->app->map_wish.purpose != TR_MAP_FOR_NOTHING;
    if (begin_dialog(panel, is_map ? "Choose a picture###open" : "Open###open", 460)) {
        if (first) {
            panel->open_text[0] = 0;
            tr_listing_update(&panel->listing, panel->app->files.worlds, false);
        }
        hint(is_map ? "PNG, TIFF, EXR, JPG, TGA or raw numbers; Tab completes paths"
                    : "File, share link or type; Tab completes paths");
        bool entered = path_field(panel, "##open", panel->open_text, first);
        entered = go_button(panel, is_map ? "Choose" : "Open", "open now") || entered;
        sheet_note(panel, "open");
        offer(panel);
        begin_body(panel);
        entered = listing(panel, TR_COMMAND_NOTHING, panel->open_text, sizeof panel->open_text) || entered;
        if (entered && panel->open_text[0])
            open_text(panel);
        if (!is_map)
            recent_files(panel);
        end_body(panel);
    }
    end_dialog(panel);
}

// Fills in the suggested name and lists its folder.
static void suggest(tr_panel *panel) {
    char folder[TR_LISTING_PATH_BYTES], suggested[TR_LISTING_PATH_BYTES];
    tr_files_suggest(panel->app, suggested);
    tr_path_folder(suggested, folder);
    tr_listing_update(&panel->listing, folder, false);
    std::snprintf(panel->save_text, sizeof panel->save_text, "%s", tr_path_name(suggested));
}

static void save_text(tr_panel *panel) {
    char path[TR_LISTING_PATH_BYTES];
    if (!tr_path_within(panel->listing.folder, panel->save_text, path))
        std::snprintf(path, sizeof path, "%s", panel->save_text); // too long: saving reports it
    if (go_to_folder(panel, path))
        suggest(panel); // the name: the next update lists the other folder
    else
        command_text(panel, TR_COMMAND_SAVE_AS, path);
}

void save_dialog(tr_panel *panel) {
    const bool first = panel->dialog != TR_DIALOG_SAVE;
    if (begin_dialog(panel, "Save as", 460)) {
        if (first)
            suggest(panel);
        hint("Saves your changes as a JSON file");
        bool entered = path_field(panel, "##save", panel->save_text, first);
        if (panel->app->files.has_chooser) { // its answer could not be saved
            if (text_button(panel, "Browse …", "browse", "", ImVec2(scaled(panel, 78), 0)))
                command(panel, TR_COMMAND_BROWSE, TR_CHOOSES_NAME);
            ImGui::SameLine();
        }
        entered = go_button(panel, "Save", "save now") || entered;
        sheet_note(panel, "save");
        begin_body(panel);
        if (!panel->app->files.has_chooser)
            entered = listing(panel, TR_COMMAND_NOTHING, panel->save_text, sizeof panel->save_text) || entered;
        if (entered && panel->save_text[0])
            save_text(panel);
        end_body(panel);
    }
    end_dialog(panel);
}

} // namespace panel
