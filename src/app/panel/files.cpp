// The panel's own list of files and folders, for systems without a file dialog.
#include "app/panel/panel.hpp"

namespace panel {

void list_folder(tr_panel *panel, const char *folder) {
    std::snprintf(panel->listing_wanted, sizeof panel->listing_wanted, "%s", folder);
}

// Reads the wanted folder, or keeps the last list if the folder cannot be read.
static void refresh(tr_panel *panel, bool folders_only) {
    char folder[TR_LISTING_PATH_BYTES];
    const char *wanted = panel->listing_wanted[0] ? panel->listing_wanted : panel->listing.folder;
    std::snprintf(folder, sizeof folder, "%s", wanted);
    panel->listing_wanted[0] = 0;
    const bool same = std::strcmp(folder, panel->listing.folder) == 0;
    if (tr_listing_update(&panel->listing, folder, folders_only) && !same)
        panel->listing_at = -1;
}

// Shortens a path at its beginning, because its end is more informative.
static void fit_end(const char *text, float width, char *out, size_t size) {
    std::snprintf(out, size, "%s", text);
    while (*text && ImGui::CalcTextSize(out).x > width) {
        do
            text++;
        while ((*text & 0xc0) == 0x80);
        std::snprintf(out, size, "…%s", text);
    }
}

static void choose_folder(tr_panel *panel, tr_command_kind kind, const char *folder) {
    if (kind != TR_COMMAND_NOTHING)
        command_text(panel, kind, folder);
}

// A field for the name of a new folder; Enter creates it in the folder that is listed. Errors are shown below.
static void name_folder(tr_panel *panel, tr_command_kind kind, bool begins) {
    char path[TR_LISTING_PATH_BYTES + TR_LISTED_NAME_BYTES];
    ImGui::SetNextItemWidth(-scaled(panel, 88));
    if (begins)
        ImGui::SetKeyboardFocusHere();
    bool entered = ImGui::InputTextWithHint("##new folder", "Name of the new folder", panel->folder_text,
                                            sizeof panel->folder_text, ImGuiInputTextFlags_EnterReturnsTrue);
    mind_text(panel, entered);
    mend(panel, "folder");
    place(panel, "list new text");
    ImGui::SameLine();
    entered = ImGui::Button("Make", ImVec2(-1, 0)) || entered;
    place(panel, "list new make");
    if (entered && panel->folder_text[0]) {
        std::snprintf(path, sizeof path, "%s/%s", panel->listing.folder, panel->folder_text);
        command_item(panel, TR_COMMAND_NEW_FOLDER, path, kind);
    }
    sheet_note(panel, "folder");
}

static void head(tr_panel *panel, tr_command_kind kind) {
    char shown[TR_LISTING_PATH_BYTES + 8], folder[TR_LISTING_PATH_BYTES];
    if (ImGui::Button("Up", ImVec2(scaled(panel, 44), 0))) {
        tr_path_folder(panel->listing.folder, folder);
        list_folder(panel, folder);
        choose_folder(panel, kind, folder);
    }
    place(panel, "list up");
    ImGui::SameLine();
    const bool saves = panel->app->settings.dialog != TR_DIALOG_OPEN, // opening needs no new folder
        begins = saves && ImGui::Button("New folder", ImVec2(scaled(panel, 84), 0));
    if (saves) {
        place(panel, "list new");
        ImGui::SameLine();
    }
    fit_end(panel->listing.folder, ImGui::GetContentRegionAvail().x, shown, sizeof shown);
    ImGui::TextColored(quiet, "%s", shown);
    explain(panel->listing.folder);
    if (begins) {
        panel->names_folder = !panel->names_folder;
        panel->folder_text[0] = 0;
    }
    if (panel->names_folder)
        name_folder(panel, kind, begins);
}

bool enter_folder(tr_panel *panel) {
    char path[TR_LISTING_PATH_BYTES];
    const bool selected = panel->listing_at >= 0 && panel->listing_at < panel->listing.count;
    const tr_listed *one = selected ? &panel->listing.list[panel->listing_at] : nullptr;
    const bool enters = one && one->is_folder && tr_path_within(panel->listing.folder, one->name, path);
    if (enters)
        list_folder(panel, path);
    return enters;
}

// Returns whether the file is to be opened.
static bool take(tr_panel *panel, int index, tr_command_kind kind, char *text, size_t size) {
    const tr_listed *one = &panel->listing.list[index];
    const bool opens = ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) || is_pressed(ImGuiKey_Enter);
    char path[TR_LISTING_PATH_BYTES];
    panel->listing_at = index;
    if (!tr_path_within(panel->listing.folder, one->name, path))
        return false;
    if (one->is_folder && opens)
        list_folder(panel, path);
    if (one->is_folder)
        choose_folder(panel, kind, path);
    else
        std::snprintf(text, size, "%s", one->name);
    return !one->is_folder && opens;
}

// The list scrolls on its own, within the visible part of the dialog.
static float list_height(const tr_panel *panel) {
    const float row = ImGui::GetFrameHeight(), most = 6.5f * row, least = 2.5f * row,
                available = panel->sheet_most - panel->sheet_rest - 3 * row;
    return available < least ? least : available > most ? most : available;
}

bool listing(tr_panel *panel, tr_command_kind kind, char *text, size_t size) {
    bool opens = false;
    refresh(panel, kind != TR_COMMAND_NOTHING);
    head(panel, kind);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, ImVec4(1, 1, 1, 0.04f));
    ImGui::BeginChild("##list", ImVec2(0, list_height(panel)), true);
    for (int i = 0; i < panel->listing.count; i++) {
        const tr_listed *one = &panel->listing.list[i];
        char shown[TR_LISTED_NAME_BYTES + 8], name[TR_LISTED_NAME_BYTES + 16];
        std::snprintf(name, sizeof name, "%s%s", one->name, one->is_folder ? "/" : "");
        fit(name, ImGui::GetContentRegionAvail().x, shown, sizeof shown);
        ImGui::PushID(i);
        if (ImGui::Selectable(shown, panel->listing_at == i, ImGuiSelectableFlags_AllowDoubleClick))
            opens = take(panel, i, kind, text, size) || opens;
        ImGui::PopID();
        std::snprintf(name, sizeof name, "list %s", one->name);
        if (ImGui::IsItemVisible())
            place(panel, name);
    }
    if (panel->listing.count == 0)
        hint(kind == TR_COMMAND_NOTHING ? "No planet or picture is in this folder"
                                        : "No other folder is in this one");
    ImGui::EndChild();
    ImGui::PopStyleColor();
    hint(panel->app->settings.dialog == TR_DIALOG_SAVE
             ? "Click: use this name. Double click: save, or open the folder"
             : "Click: select. Double click or Enter: open");
    return opens;
}

void folder_button(tr_panel *panel, const char *at, tr_chooser_purpose purpose) {
    const float width = foot_button_width(panel), gap = ImGui::GetStyle().ItemSpacing.x;
    if (tr_page_is_there())
        return;
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - 2 * width - gap);
    if (text_button(panel, "Open folder", at, "Shows the folder above in your file manager", ImVec2(width, 0)))
        command(panel, TR_COMMAND_SHOW_FOLDER, purpose);
}

// Shows the absolute path of a folder that is being typed. It is drawn above the field, so that no widget moves
// when a click elsewhere ends the typing.
static void say_whole(const tr_panel *panel, const tr_kept_text *kept, tr_chooser_purpose purpose) {
    char base[TR_LISTING_PATH_BYTES], path[TR_LISTING_PATH_BYTES], shown[TR_LISTING_PATH_BYTES + 8];
    if (!kept->typed || tr_path_root(kept->text))
        return;
    tr_user_folder(purpose == TR_CHOOSES_EXPORT_FOLDER ? TR_USER_DOCUMENTS : TR_USER_PICTURES, base);
    if (!tr_path_within(base, kept->text, path))
        return; // the error is reported when the field loses the focus
    const ImVec2 low = ImGui::GetItemRectMin();
    fit_end(path, ImGui::GetIO().DisplaySize.x - low.x - scaled(panel, 40), shown, sizeof shown);
    ImGui::SetNextWindowPos(ImVec2(low.x, low.y - scaled(panel, 4)), ImGuiCond_Always, ImVec2(0, 1));
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(shown);
    place(panel, "whole folder");
    ImGui::EndTooltip();
}

void folder_row(tr_panel *panel, const char *at, tr_kept_text *kept, const char *value, tr_command_kind kind,
                tr_chooser_purpose purpose) {
    const float button = scaled(panel, 78);
    if (tr_page_is_there())
        return;
    label(panel, "Folder");
    ImGui::SetNextItemWidth(-button - ImGui::GetStyle().ItemSpacing.x);
    kept_text(panel, "##folder", kept, sizeof kept->text, value, kind);
    place(panel, at);
    say_whole(panel, kept, purpose);
    if (!kept->typed)
        explain(value);
    ImGui::SameLine();
    if (ImGui::Button("Browse …", ImVec2(-1, 0))) {
        if (panel->app->files.has_chooser)
            command(panel, TR_COMMAND_BROWSE, purpose);
        else
            panel->listing_for = panel->listing_for == purpose ? -1 : purpose;
        list_folder(panel, value);
    }
    placef(panel, "%s browse", at);
    if (panel->listing_for != purpose)
        return;
    const bool is_new = panel->listing_wanted[0] != 0;
    listing(panel, kind, nullptr, 0);
    if (is_new) // scrolls to the list in a low window
        ImGui::SetScrollHereY(1);
}

} // namespace panel
