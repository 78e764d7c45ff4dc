// The sheets that open a world and save it under a name: a text, and the files of before.
#include "app/panel/panel.hpp"

#include "studio/complete.h"

#include <cstdio>

namespace panel {

// Tab completes the path as far as it is clear.
static int complete(ImGuiInputTextCallbackData *data) {
    char text[TR_WISH_TEXT_BYTES];
    std::snprintf(text, sizeof text, "%s", data->Buf);
    if (data->CursorPos == data->BufTextLen && tr_path_complete(text, sizeof text) > 0) {
        data->DeleteChars(0, data->BufTextLen);
        data->InsertChars(0, text);
    }
    return 0;
}

// The text field of a sheet, which has the keys from the beginning.
static bool path_field(tr_panel *panel, const char *id, bool first) {
    ImGui::SetNextItemWidth(-scaled(panel, panel->values->can_browse ? 174 : 88));
    if (first || panel->ask_again)
        ImGui::SetKeyboardFocusHere();
    const bool entered = ImGui::InputText(
        id, panel->open_text, sizeof panel->open_text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion, complete);
    panel->ask_again = entered; // where the sheet stays open, so does the field
    mind_text(panel, entered);
    place(panel, "open text");
    ImGui::SameLine();
    return entered;
}

static bool go_button(tr_panel *panel, const char *text, const char *name, bool saves) {
    if (panel->values->can_browse) {
        if (ImGui::Button("Browse …", ImVec2(scaled(panel, 78), 0)))
            wish_path(panel, TR_WISH_BROWSE, "", panel->open_text, 0, saves);
        place(panel, "browse");
        ImGui::SameLine();
    }
    const bool pressed = ImGui::Button(text, ImVec2(-1, 0));
    place(panel, name);
    return pressed;
}

static void recent_files(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (values->recent_count == 0)
        return;
    section(panel, "Recent");
    for (int i = 0; i < values->recent_count; i++) {
        char name[32];
        std::snprintf(name, sizeof name, "recent %d", i + 1);
        ImGui::PushID(i);
        if (ImGui::Selectable(values->recent[i].shown))
            wish_text(panel, TR_WISH_OPEN, values->recent[i].path);
        place(panel, name);
        ImGui::PopID();
    }
}

void open_sheet(tr_panel *panel) {
    const bool first = panel->sheet != TR_SHEET_OPEN;
    if (begin_sheet(panel, "Open", 460)) {
        if (first)
            panel->open_text[0] = 0;
        ImGui::TextColored(quiet, "File, share line or type; Tab completes paths");
        const bool entered = path_field(panel, "##open", first);
        if ((go_button(panel, "Open", "open now", false) || entered) && panel->open_text[0])
            wish_text(panel, TR_WISH_OPEN, panel->open_text);
        wrong_note(panel, "open");
        recent_files(panel);
    }
    end_sheet();
}

void save_sheet(tr_panel *panel) {
    const bool first = panel->sheet != TR_SHEET_SAVE;
    if (begin_sheet(panel, "Save as", 460)) {
        if (first)
            std::snprintf(panel->open_text, sizeof panel->open_text, "%s", panel->values->suggested);
        ImGui::TextColored(quiet, "Saves your changes as a JSON file");
        const bool entered = path_field(panel, "##save", first);
        if ((go_button(panel, "Save", "save now", true) || entered) && panel->open_text[0])
            wish_text(panel, TR_WISH_SAVE_AS, panel->open_text);
        wrong_note(panel, "save");
    }
    end_sheet();
}

} // namespace panel
