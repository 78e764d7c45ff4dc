// The bar at the top: what is edited, back and on, and the ways out of the window.
#include "app/panel/panel.hpp"

#include <cstdio>
#include <cstring>

namespace panel {

static bool bar_button(tr_panel *panel, const char *text, const char *name, const char *what, bool able) {
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, able ? 1.0f : 0.35f);
    const bool pressed = ImGui::Button(text);
    ImGui::PopStyleVar();
    place(panel, name);
    explain(what);
    ImGui::SameLine();
    return pressed && able;
}

// As much of a text as there is room for.
static void fit(const char *text, float width, char *out, size_t size) {
    std::snprintf(out, size, "%s", text);
    for (size_t end = std::strlen(out); end > 1 && ImGui::CalcTextSize(out).x > width;) {
        do
            end--;
        while (end > 1 && (text[end] & 0xc0) == 0x80); // between letters
        std::snprintf(out, size, "%.*s…", static_cast<int>(end), text);
    }
}

static void name_field(tr_panel *panel, float width) {
    const tr_panel_values *values = panel->values;
    ImGui::PushAllowKeyboardFocus(true);
    if (panel->take_name) {
        std::snprintf(panel->planet_name, sizeof panel->planet_name, "%s", values->planet_name);
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(width);
    ImGui::InputTextWithHint("##name", values->type_name, panel->planet_name, sizeof panel->planet_name,
                             ImGuiInputTextFlags_AutoSelectAll);
    ImGui::PopAllowKeyboardFocus();
    const bool began = panel->take_name; // it has the keys with the next update
    panel->take_name = false;
    panel->text_is_edited = panel->text_is_edited || began || ImGui::IsItemActive();
    place(panel, "planet name field");
    if (began || ImGui::IsItemActive() || !ImGui::IsItemDeactivated())
        return;
    panel->naming = false;
    if (std::strcmp(panel->planet_name, values->planet_name) != 0) // Esc has put it back
        wish_text(panel, TR_WISH_NAME, panel->planet_name);
}

void name_planet(tr_panel *panel) { panel->naming = panel->take_name = true; }

// The name of the planet can be typed in its place.
static void name_button(tr_panel *panel, float width) {
    char shown[TR_WISH_TEXT_BYTES];
    fit(panel->values->name, width, shown, sizeof shown);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size(ImGui::CalcTextSize(shown).x, ImGui::GetFrameHeight());
    if (ImGui::InvisibleButton("##planet", size))
        name_planet(panel);
    const bool lively = ImGui::IsItemHovered() || ImGui::IsItemFocused();
    const float y = at.y + (size.y - ImGui::GetTextLineHeight()) / 2;
    ImDrawList *list = ImGui::GetWindowDrawList();
    list->AddText(ImVec2(at.x, y), ImGui::GetColorU32(ImGuiCol_Text), shown);
    if (lively)
        list->AddLine(ImVec2(at.x, y + ImGui::GetTextLineHeight()),
                      ImVec2(at.x + size.x, y + ImGui::GetTextLineHeight()), ImGui::GetColorU32(accent),
                      scaled(panel, 1));
    place(panel, "planet name");
}

static void name_of_document(tr_panel *panel, float width) {
    const tr_panel_values *values = panel->values;
    ImGui::PushFont(panel->title_font);
    panel->naming ? name_field(panel, width) : name_button(panel, width);
    ImGui::PopFont();
    if (!panel->naming)
        explain("Click to give the planet a name (F2)");
    ImGui::SameLine();
    if (values->unsaved) {
        ImGui::TextColored(accent, "●");
        explain("Not saved: Ctrl+S saves");
        ImGui::SameLine();
    }
}

static void back_and_on(tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    char text[128];
    std::snprintf(text, sizeof text, values->undo ? "Undo: %s (Ctrl+Z)" : "There is nothing to undo%s",
                  values->undo ? values->undo : "");
    if (bar_button(panel, "↶", "undo", text, values->undo))
        wish(panel, TR_WISH_UNDO);
    std::snprintf(text, sizeof text, values->redo ? "Do again: %s (Ctrl+Y)" : "There is nothing to do again%s",
                  values->redo ? values->redo : "");
    if (bar_button(panel, "↷", "redo", text, values->redo))
        wish(panel, TR_WISH_REDO);
}

// How fine the maps on the screen are; lit up while finer ones are on their way.
static void map_state(const tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    if (values->map_width <= 0)
        return;
    char text[32];
    std::snprintf(text, sizeof text, "%d × %d", values->map_width, values->map_width / 2);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(values->baking ? accent : quiet, "%s", text);
    explain("How fine the maps on the screen are");
    ImGui::SameLine();
}

static void ways_out(tr_panel *panel) {
    if (bar_button(panel, "Open", "open", "Open a file, a share line or a type (Ctrl+O)", true))
        wish(panel, TR_WISH_SHEET, TR_SHEET_OPEN);
    if (bar_button(panel, "Save", "save", "Save what differs from the type (Ctrl+S)", true))
        wish(panel, TR_WISH_SAVE);
    if (bar_button(panel, "Share", "share", "A line that is this planet, to the clipboard (Ctrl+C)", true))
        wish(panel, TR_WISH_SHARE);
    if (bar_button(panel, "Picture", "picture", "A picture of any size; S: what you see, without the panel",
                   true))
        wish(panel, TR_WISH_SHEET, TR_SHEET_PICTURE);
    if (bar_button(panel, "Export", "export", "Textures for a game (E)", true))
        wish(panel, TR_WISH_SHEET, TR_SHEET_EXPORT);
}

void top_bar(tr_panel *panel) {
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(ImVec2(display.x, panel->bar_height));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(panel, 16), scaled(panel, 7)));
    ImGui::Begin("Bar", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PushAllowKeyboardFocus(panel->focused);
    const float rest = display.x - scaled(panel, display.x >= scaled(panel, 900) ? 330 + 340 : 330 + 120);
    name_of_document(panel, rest < scaled(panel, 120)   ? scaled(panel, 120)
                            : rest > scaled(panel, 320) ? scaled(panel, 320)
                                                        : rest);
    back_and_on(panel);
    if (display.x >= scaled(panel, 900)) // keys and Ctrl+K have the same
        view_switch(panel);
    if (display.x >= scaled(panel, 1100))
        map_state(panel);
    const float right = scaled(panel, 330), x = display.x - right;
    ImGui::SameLine(x > ImGui::GetCursorPosX() ? x : 0);
    ways_out(panel);
    ImGui::PopAllowKeyboardFocus();
    ImGui::End();
    ImGui::PopStyleVar(3);
    panel->bar_low = ImVec2(0, 0);
    panel->bar_high = ImVec2(display.x, panel->bar_height);
}

} // namespace panel
