// The bar at the top: what is edited, back and on, and the ways out of the window.
#include "app/panel/panel.hpp"

#include <cstdio>

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

static void name_of_document(const tr_panel *panel) {
    const tr_panel_values *values = panel->values;
    ImGui::PushFont(panel->title_font);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(values->name);
    ImGui::PopFont();
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
    name_of_document(panel);
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
