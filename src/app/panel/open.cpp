// The sheets that open a world and save it under a name: a text, and the files of before.
#include "app/panel/panel.hpp"

#include <cstdio>

namespace panel {

// The text field of a sheet, which has the keys from the beginning.
static bool path_field(tr_panel *panel, const char *id, bool first) {
    ImGui::SetNextItemWidth(-scaled(panel, 96));
    if (first)
        ImGui::SetKeyboardFocusHere();
    const bool entered = text_field(panel, id, panel->open_text, sizeof panel->open_text);
    place(panel, "open text");
    ImGui::SameLine();
    return entered;
}

static bool go_button(tr_panel *panel, const char *text, const char *name) {
    const bool pressed = ImGui::Button(text, ImVec2(-1, 0));
    place(panel, name);
    return pressed;
}

static void recent_files(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (values->recent_count == 0)
        return;
    section(panel, "Lately");
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
        ImGui::TextColored(quiet, "A file, a share line, or a type");
        const bool entered = path_field(panel, "##open", first);
        if ((go_button(panel, "Open", "open now") || entered) && panel->open_text[0])
            wish_text(panel, TR_WISH_OPEN, panel->open_text);
        recent_files(panel);
    }
    end_sheet();
}

void save_sheet(tr_panel *panel) {
    const bool first = panel->sheet != TR_SHEET_SAVE;
    if (begin_sheet(panel, "Save as", 460)) {
        if (first)
            std::snprintf(panel->open_text, sizeof panel->open_text, "%s", panel->values->suggested);
        ImGui::TextColored(quiet, "What differs from the type, as JSON");
        const bool entered = path_field(panel, "##save", first);
        if ((go_button(panel, "Save", "save now") || entered) && panel->open_text[0])
            wish_text(panel, TR_WISH_SAVE_AS, panel->open_text);
    }
    end_sheet();
}

} // namespace panel
