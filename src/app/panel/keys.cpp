// Passes keys and characters to the panel and the window, in order, and after the clicks that came before them.
//
// A click or a shortcut may open a text field, which gets the keys some updates later: characters typed before
// that are kept for the field and do not act as shortcuts. Dear ImGui 1.86 reads keys and characters once in an
// update, as if all had come together: it handles characters before keys, and misses a key that is already
// released. So while the panel has the keys, each key that types no character is passed alone, and its release
// after the update that saw the press.
#include "app/panel/panel.hpp"

#include <imgui/backends/imgui_impl_glfw.h>
#include <imgui/imgui_internal.h> // InputTextState

namespace {

const int updates_to_come = 3; // updates until a field that gets the keys accepts characters, at most

bool is_modifier(int key) { return key >= GLFW_KEY_LEFT_SHIFT && key <= GLFW_KEY_RIGHT_SUPER; }

bool types(const tr_key_event &e) {
    const bool letter = e.key >= GLFW_KEY_SPACE && e.key < GLFW_KEY_ESCAPE,
               keypad = e.key >= GLFW_KEY_KP_0 && e.key < GLFW_KEY_KP_ENTER,
               shift = e.key == GLFW_KEY_LEFT_SHIFT || e.key == GLFW_KEY_RIGHT_SHIFT;
    return shift || ((letter || keypad) && !(e.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER)));
}

// Whether it is the press of a key that types no character. In a text field such a key acts differently
// depending on the characters before it.
bool commands(const tr_key_event &e) { return !e.character && e.action == GLFW_PRESS && !types(e); }

bool is_held(const tr_panel *panel, const tr_key_event &e) {
    if (panel->expects_field || panel->keys_come > 0 || panel->presses_passed < e.presses)
        return true;
    return panel->has_keys && (panel->has_commanded || (panel->has_typed && commands(e)));
}

// Passes an event to Dear ImGui, which calls the window's callbacks first.
void pass(tr_panel *panel, const tr_key_event &e) {
    panel->keys_passed++;
    if (e.character) {
        panel->has_typed = true;
        ImGui_ImplGlfw_CharCallback(panel->window, e.character);
        return;
    }
    panel->has_commanded = panel->has_commanded || (commands(e) && !is_modifier(e.key));
    ImGui_ImplGlfw_KeyCallback(panel->window, e.key, e.scancode, e.action, e.mods);
}

void pass_first(tr_panel *panel) {
    const tr_key_event first = panel->held[0];
    panel->held_count--;
    std::memmove(panel->held, panel->held + 1, sizeof first * static_cast<size_t>(panel->held_count));
    pass(panel, first);
}

bool deletes(const tr_key_event &e) {
    return (e.key == GLFW_KEY_BACKSPACE || e.key == GLFW_KEY_DELETE) && e.action == GLFW_PRESS &&
           !(e.mods & (GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER));
}

// A number that is typed over a slider opens its field. So do the keys that delete, which then empty it.
bool begins_number(const tr_panel *panel, const tr_key_event &e) {
    const bool digit =
        e.character && e.character < 128 && std::strchr("0123456789.,+-", static_cast<int>(e.character));
    return panel->slider_is_focused && (digit || deletes(e));
}

// Whether a key has to wait; a number that is typed over a slider waits for its field.
bool waits(tr_panel *panel, const tr_key_event &e) {
    if (!is_held(panel, e) && begins_number(panel, e)) {
        panel->types_number = true;
        panel::await_field(panel);
    }
    return is_held(panel, e);
}

void take(tr_key_event e) {
    tr_panel *panel = static_cast<tr_panel *>(ImGui::GetIO().UserData);
    e.presses = panel->presses;
    if (panel->held_count == 0 && !waits(panel, e)) {
        panel->keys++;
        pass(panel, e);
        return;
    }
    if (panel->held_count == IM_ARRAYSIZE(panel->held)) // the buffer is full: passes the oldest event early
        pass_first(panel);
    panel->keys++;
    panel->held[panel->held_count++] = e;
}

void on_key(GLFWwindow *, int key, int scancode, int action, int mods) {
    take({0, key, scancode, action, mods, 0});
}

void on_character(GLFWwindow *, unsigned character) { take({character, 0, 0, 0, 0, 0}); }

} // namespace

namespace panel {

void install_keys(tr_panel *panel) {
    glfwSetKeyCallback(panel->window, on_key);
    glfwSetCharCallback(panel->window, on_character);
}

void await_field(tr_panel *panel) { panel->keys_come = updates_to_come; }

void give_keys(tr_panel *panel) {
    ImGui::SetKeyboardFocusHere();
    await_field(panel);
}

// ---- from widget to widget -------------------------------------------------------------------------

void use_keyboard(tr_panel *panel, bool wanted) {
    ImGuiIO &io = ImGui::GetIO();
    panel->focused = wanted;
    if (wanted)
        io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    else
        io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
}

void enter_window(tr_panel *panel) {
    ImGuiContext *g = ImGui::GetCurrentContext();
    if (panel->take_focus == 0)
        return;
    ImGui::SetKeyboardFocusHere();
    if (panel->take_focus < 0) { // backwards from nothing: the last one
        g->NavTabbingDir = -1;
        g->NavTabbingCounter = 0;
        g->NavId = 0;
    }
    panel->take_focus = 0;
    panel->tabs = false;
}

static bool is_tabbing(const ImGuiContext *g) {
    return g->NavMoveSubmitted && (g->NavMoveFlags & ImGuiNavMoveFlags_Tabbing);
}

// In Dear ImGui 1.86 Tab visits text fields only. Its function for focus requests visits all widgets, so Tab
// uses that.
void begin_tabbing(tr_panel *panel) {
    ImGuiContext *g = ImGui::GetCurrentContext();
    panel->tabs = is_tabbing(g) && !tr_panel_is_searching(panel);
    if (!panel->tabs)
        return;
    if (g->ActiveId != 0)
        use_keyboard(panel, true); // from a text that was clicked
    g->NavMoveFlags |= ImGuiNavMoveFlags_FocusApi;
    g->NavTabbingDir = ImGui::GetIO().KeyShift ? -1 : g->NavId != 0 ? 1 : 0;
}

// Beyond the ends of the panel is the planet.
void end_tabbing(tr_panel *panel) {
    ImGuiContext *g = ImGui::GetCurrentContext();
    const bool forward = g->NavTabbingDir == 1,
               in_panel = g->NavWindow && std::strcmp(g->NavWindow->RootWindow->Name, "Terrella") == 0;
    if (!panel->tabs || !is_tabbing(g))
        return;
    if (forward && g->NavTabbingCounter < 0) // what had the focus is gone: the first one
        g->NavTabbingDir = 0;
    else if (in_panel && g->NavId != 0 && (forward ? g->NavTabbingCounter == 1 : g->NavMoveScoringItems)) {
        ImGui::NavMoveRequestCancel();
        tr_panel_focus(panel, 0);
    }
}

void end_clicked_row(tr_panel *panel) {
    const bool typed = panel->text_is_edited || panel->keys_come > 0, // its field is there, or comes
        stays = panel->slider_is_focused || panel->focus_next != 0 || typed;
    const bool is_gone = ImGui::GetCurrentContext()->NavId == panel->clicked_row && !stays;
    if (panel->clicked_row && is_gone) {
        panel->clicked_row = 0;
        tr_panel_focus(panel, 0);
    }
}

void focus_item() {
    ImGui::SetFocusID(ImGui::GetItemID(), ImGui::GetCurrentWindow());
    ImGui::GetCurrentContext()->NavDisableHighlight = false;
}

void end_keys(tr_panel *panel, bool has_keys) {
    const ImGuiContext *g = ImGui::GetCurrentContext();
    const bool asked_now = panel->keys_come == updates_to_come,
               has_come = g->ActiveId != 0 && g->ActiveId == g->InputTextState.ID && !asked_now;
    if (panel->keys_come > 0)
        panel->keys_come = has_come ? 0 : panel->keys_come - 1;
    panel->has_keys = has_keys;
    panel->has_typed = panel->has_commanded = false;
    panel->presses_passed = panel->presses_seen; // a field that a click opens is laid out one update later
    panel->presses_seen += panel->saw_press;
}

} // namespace panel

uint64_t tr_panel_note_press(tr_panel *panel) {
    panel->presses++;
    return panel->keys;
}

bool tr_panel_has_passed(const tr_panel *panel, uint64_t keys) { return panel->keys_passed >= keys; }

void tr_panel_expect_field(tr_panel *panel) { panel->expects_field = true; }

bool tr_panel_pass_keys(tr_panel *panel, bool acted) {
    panel->expects_field = panel->expects_field && !acted;
    bool any = false;
    for (; panel->held_count > 0 && !waits(panel, panel->held[0]); any = true)
        pass_first(panel);
    return any || (panel->held_count > 0 && !panel->expects_field);
}

bool tr_panel_holds_keys(const tr_panel *panel) { return panel->held_count > 0; }

bool tr_panel_is_searching(const tr_panel *panel) { return panel->is_finding || panel->shows_help; }

void tr_panel_focus(tr_panel *panel, int where) {
    panel::use_keyboard(panel, where != 0);
    panel->take_focus = where;
    if (where == 0)
        ImGui::SetWindowFocus(nullptr);
}
