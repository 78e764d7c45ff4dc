#include "app/private/input.h"

#include "app/private/page.h"
#include "app/shortcuts.h"

#include <GLFW/glfw3.h>
#include <ctype.h>
#include <math.h>

#include <stdio.h>
#include <string.h>

static const double click_distance = 4; // in window units: longest movement of a click

static tr_input *input_of(GLFWwindow *window) { return glfwGetWindowUserPointer(window); }

static void ask_for_frame(tr_input *input) {
    input->redraw = true;
    if (input->drag == TR_DRAG_NONE)
        input->settles = true;
}

static bool is_over_panel(const tr_input *input) {
    return tr_panel_wants_mouse(input->panel, input->cursor[0], input->cursor[1]);
}

// ---- mouse -------------------------------------------------------------------------------------

// Two clicks in quick succession at the same place are a double click.
static void click(tr_input *input) {
    const double twice_s = 0.4, now = glfwGetTime();
    const bool near = fabs(input->cursor[0] - input->clicked[0]) + fabs(input->cursor[1] - input->clicked[1]) <
                      2 * click_distance;
    const bool twice = near && now - input->clicked_s < twice_s;
    input->clicked_s = twice ? -INFINITY : now;
    input->clicked[0] = input->cursor[0], input->clicked[1] = input->cursor[1];
    tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_PICK, .number = twice});
}

static void note_press(tr_input *input, bool down) {
    tr_press press = {{input->cursor[0], input->cursor[1]}, down, glfwGetTime(), 0, tr_page_swipe()};
    if (input->press_count == TR_MOST_PRESSES)
        press.keys = input->presses[--input->press_count].keys;
    else
        press.keys = tr_panel_note_press(input->panel);
    input->presses[input->press_count++] = press;
}

// What a button does to the picture. On the tab Paint the left one paints, and the right one turns the planet.
static tr_drag drag_of(const tr_input *input, int button, int mods) {
    const bool paints = tr_panel_paints(input->panel), shift = mods & GLFW_MOD_SHIFT;
    if (button == GLFW_MOUSE_BUTTON_LEFT && (mods & GLFW_MOD_CONTROL))
        return TR_DRAG_LAND;
    if (button == GLFW_MOUSE_BUTTON_LEFT) // with Shift: for mice without a middle button
        return paints ? TR_DRAG_PAINT : shift ? TR_DRAG_LOOK : TR_DRAG_PLANET;
    if (button == GLFW_MOUSE_BUTTON_RIGHT)
        return paints ? TR_DRAG_PLANET : TR_DRAG_SUN;
    return button == GLFW_MOUSE_BUTTON_MIDDLE ? TR_DRAG_LOOK : TR_DRAG_NONE;
}

static void release(tr_input *input, int button) {
    const double moved =
        fabs(input->cursor[0] - input->pressed[0]) + fabs(input->cursor[1] - input->pressed[1]);
    const bool left = button == GLFW_MOUSE_BUTTON_LEFT;
    if (input->drag == TR_DRAG_PAINT && !left)
        return; // the stroke goes on
    if (input->drag == TR_DRAG_PAINT)
        tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_PAINT_RELEASE});
    if (input->drag == TR_DRAG_PLANET && left && moved < click_distance)
        click(input);
    input->drag = TR_DRAG_NONE;
}

static void on_button(GLFWwindow *window, int button, int pressed, int mods) {
    tr_input *input = input_of(window);
    input->redraw = input->settles =
        true; // also after a drag: the panel sees the button in an update of its own
    if (button == GLFW_MOUSE_BUTTON_LEFT)
        note_press(input, pressed == GLFW_PRESS);
    if (pressed != GLFW_PRESS) {
        release(input, button);
        return;
    }
    const bool settles = tr_panel_is_replaced(input->panel, input->cursor[0], input->cursor[1], glfwGetTime());
    if (input->drag == TR_DRAG_NONE && !is_over_panel(input) && !settles) {
        if (tr_panel_is_focused(input->panel))
            tr_panel_focus(input->panel, 0);
        input->drag = drag_of(input, button, mods);
        input->pressed[0] = input->cursor[0], input->pressed[1] = input->cursor[1];
        if (input->drag == TR_DRAG_LAND)
            tr_command_queue_add(
                &input->commands,
                &(tr_command){.kind = TR_COMMAND_LAND_PRESS, .x = input->cursor[0], .y = input->cursor[1]});
        if (input->drag == TR_DRAG_PAINT)
            tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_PAINT_PRESS,
                                                                 .x = input->cursor[0],
                                                                 .y = input->cursor[1],
                                                                 .number = (mods & GLFW_MOD_SHIFT) != 0});
    }
}

static void on_cursor(GLFWwindow *window, double x, double y) {
    static const tr_command_kind commands[] = {
        [TR_DRAG_NONE] = TR_COMMAND_NOTHING,  [TR_DRAG_PLANET] = TR_COMMAND_ORBIT,
        [TR_DRAG_SUN] = TR_COMMAND_SUN,       [TR_DRAG_LOOK] = TR_COMMAND_LOOK,
        [TR_DRAG_PAINT] = TR_COMMAND_NOTHING, [TR_DRAG_LAND] = TR_COMMAND_NOTHING};
    tr_input *input = input_of(window);
    const double dx = x - input->cursor[0], dy = y - input->cursor[1];
    input->cursor[0] = x;
    input->cursor[1] = y;
    if (commands[input->drag] != TR_COMMAND_NOTHING)
        tr_command_queue_add(&input->commands, &(tr_command){.kind = commands[input->drag], .x = dx, .y = dy});
    if (input->drag == TR_DRAG_LAND)
        tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_LAND_MOVE, .x = x, .y = y});
    // Hovering changes nothing over the picture itself, except for the brush.
    const bool over_panel = input->drag == TR_DRAG_NONE && is_over_panel(input),
               paints = !over_panel && tr_panel_paints(input->panel);
    if (paints)
        tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_PAINT_MOVE, .x = x, .y = y});
    if (input->drag != TR_DRAG_NONE || over_panel || input->was_over_panel)
        ask_for_frame(input);
    if (paints && input->drag == TR_DRAG_PAINT && !(input->painted_at > 0))
        input->painted_at = glfwGetTime();
    input->redraw = input->redraw || paints;
    input->was_over_panel = over_panel;
    input->hovered = input->hovered || (input->drag == TR_DRAG_NONE && !over_panel);
}

static void on_scroll(GLFWwindow *window, double dx, double dy) {
    (void)dx;
    tr_input *input = input_of(window);
    if (!is_over_panel(input))
        tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_ZOOM, .x = dy});
    ask_for_frame(input);
}

// ---- keys --------------------------------------------------------------------------------------

static bool is_ascii(const char *name) { return name && name[0] > ' ' && name[0] <= '~' && !name[1]; }

static bool types_latin(void) { return is_ascii(glfwGetKeyName(GLFW_KEY_A, 0)); }

// The character printed on a key, lower case for a letter; 0: none that a shortcut uses. GLFW numbers keys by
// their places on a US keyboard. Keyboards for other scripts have the letters of a US keyboard printed on them,
// too.
static unsigned find_printed(int key, int scancode) {
    if (key <= GLFW_KEY_SPACE || key >= GLFW_KEY_ESCAPE)
        return 0;
    const char *name = glfwGetKeyName(key, scancode);
    if (!types_latin())
        return (unsigned)tolower(key);
    return is_ascii(name) ? (unsigned)tolower((unsigned char)*name) : 0;
}

// Whether a command may open a text field, which then gets the keys.
static bool opens_field(const tr_shortcut *row) {
    return row->command == TR_COMMAND_FIND || row->command == TR_COMMAND_TYPE_NAME ||
           row->command == TR_COMMAND_DIALOG || row->command == TR_COMMAND_SAVE ||
           row->command == TR_COMMAND_HELP || row->command == TR_COMMAND_ENTER;
}

// Whether text fields handle the command themselves, for their text.
static bool is_of_text(const tr_shortcut *row) {
    return row->command == TR_COMMAND_UNDO || row->command == TR_COMMAND_REDO ||
           row->command == TR_COMMAND_SHARE || row->command == TR_COMMAND_PASTE ||
           row->command == TR_COMMAND_RESET_ALL;
}

// Whether a shortcut may act now. While text is being typed, keys belong to the panel, except keys that leave
// the text field and commands with Ctrl; in a search the latter are ignored, too. While the panel has the
// focus or a dialog is open, they get all keys except these and F6; a dialog leaves Tab and Enter to the window
// as long as none of its widgets has the focus.
static bool may_act(const tr_input *input, const tr_shortcut *row, bool typed) {
    const tr_panel *panel = input->panel;
    const bool leads_out = row->command == TR_COMMAND_QUIT || row->command == TR_COMMAND_SCALE ||
                           (row->command == TR_COMMAND_BACK && tr_panel_escapes(panel)) ||
                           (row->command == TR_COMMAND_HELP && !typed);
    if (tr_panel_is_typing(panel))
        return leads_out || (row->control && !is_of_text(row) && !tr_panel_is_searching(panel));
    const bool enters_dialog = row->command == TR_COMMAND_FOCUS || row->command == TR_COMMAND_ENTER;
    if (tr_panel_wants_keys(panel) && !row->control)
        return leads_out || (row->command == TR_COMMAND_FOCUS && row->by == 0) ||
               row->command == TR_COMMAND_BACK || row->command == TR_COMMAND_HELP ||
               (enters_dialog && tr_panel_dialog_is_unfocused(panel));
    return true;
}

// Adds the command of a key or a character, unless the key is held and does not repeat. Returns whether it did.
static bool press(tr_input *input, const tr_shortcut *row, bool typed) {
    if (!row || (input->key_repeats && !row->repeats))
        return false;
    if (!may_act(input, row, typed)) {
        const bool has_focus = tr_panel_is_focused(input->panel) || tr_panel_dialog_is_unfocused(input->panel),
                   lost = typed && has_focus && !tr_panel_is_typing(input->panel) &&
                          !tr_panel_shows_list(input->panel);
        if (lost) // a letter that would do something over the planet
            tr_command_queue_add(&input->commands,
                                 &(tr_command){.kind = TR_COMMAND_FOCUS, .number = TR_FOCUS_TOLD});
        return false;
    }
    if (row->command == TR_COMMAND_SWAP)
        input->held_key = input->key;
    if (opens_field(row))
        tr_panel_expect_field(input->panel);
    const tr_command command = {.kind = row->command, .number = row->by, .key = typed ? 0 : input->key};
    if (tr_panel_is_typing(input->panel) && row->control && row->command != TR_COMMAND_SCALE)
        tr_panel_leave_text(input->panel, &command);
    else
        tr_command_queue_add(&input->commands, &command);
    ask_for_frame(input);
    return true;
}

static void on_key(GLFWwindow *window, int key, int scancode, int event, int mods) {
    tr_input *input = input_of(window);
    const int of_desktop = GLFW_MOD_ALT | GLFW_MOD_SUPER;
    if (tr_panel_wants_keys(input->panel) || event == GLFW_RELEASE)
        ask_for_frame(input);
    if (event == GLFW_RELEASE) {
        if (key == input->held_key && key != 0)
            tr_command_queue_add(&input->commands, &(tr_command){.kind = TR_COMMAND_SWAP}), input->held_key = 0;
        return;
    }
    input->key = key;
    input->key_mods = mods;
    input->key_repeats = event == GLFW_REPEAT;
    const tr_shortcut *row =
        mods & of_desktop ? NULL
                          : tr_shortcut_of_key(key, find_printed(key, scancode), (mods & GLFW_MOD_SHIFT) != 0,
                                               (mods & GLFW_MOD_CONTROL) != 0, tr_panel_paints(input->panel));
    input->key_acted = press(input, row, false);
    if (!input->key_acted && event == GLFW_PRESS)
        tr_command_queue_add(&input->commands, &(tr_command){.key = key});
}

// The character event follows the key event; the character includes the effect of Shift and AltGr.
static void on_character(GLFWwindow *window, unsigned character) {
    tr_input *input = input_of(window);
    if (tr_panel_wants_keys(input->panel))
        ask_for_frame(input);
    if (input->key_acted || (input->key_mods & GLFW_MOD_SUPER))
        return;
    if (character > '~' && !types_latin())
        character = find_printed(input->key, 0);
    press(input,
          tr_shortcut_of_character(character, (input->key_mods & GLFW_MOD_SHIFT) != 0,
                                   tr_panel_paints(input->panel)),
          true);
}

// ---- the window --------------------------------------------------------------------------------

static void on_change(GLFWwindow *window) { ask_for_frame(input_of(window)); }

static void on_size(GLFWwindow *window, int width, int height) {
    (void)width, (void)height;
    ask_for_frame(input_of(window));
}

static void on_move(GLFWwindow *window, int x, int y) {
    (void)x, (void)y;
    input_of(window)->moved = true;
}

static void on_flag(GLFWwindow *window, int flag) {
    (void)flag;
    ask_for_frame(input_of(window));
}

static void on_content_scale(GLFWwindow *window, float x, float y) {
    (void)x, (void)y;
    input_of(window)->rescaled = true;
}

// Files dropped from other programs: the first one opens.
static void on_drop(GLFWwindow *window, int count, const char **paths) {
    tr_input *input = input_of(window);
    tr_command command = {.kind = TR_COMMAND_OPEN, .number = count};
    ask_for_frame(input);
    if (count < 1 || strlen(paths[0]) >= sizeof command.text)
        return;
    snprintf(command.text, sizeof command.text, "%s", paths[0]);
    tr_path_normalise(command.text);
    tr_command_queue_add(&input->commands, &command);
}

static void on_iconify(GLFWwindow *window, int iconified) {
    input_of(window)->iconified = iconified == GLFW_TRUE;
    ask_for_frame(input_of(window));
}

void tr_input_install(tr_input *input, GLFWwindow *window) {
    tr_input_end(input);
    glfwSetWindowUserPointer(window, input);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetCursorPosCallback(window, on_cursor);
    glfwSetCursorEnterCallback(window, on_flag);
    glfwSetScrollCallback(window, on_scroll);
    glfwSetKeyCallback(window, on_key);
    glfwSetCharCallback(window, on_character);
    glfwSetWindowFocusCallback(window, on_flag);
    glfwSetWindowRefreshCallback(window, on_change);
    glfwSetDropCallback(window, on_drop);
    glfwSetWindowIconifyCallback(window, on_iconify);
    glfwSetWindowPosCallback(window, on_move);
    glfwSetWindowContentScaleCallback(window, on_content_scale);
    glfwSetFramebufferSizeCallback(window, on_size);
    glfwGetCursorPos(window, &input->cursor[0], &input->cursor[1]);
}

void tr_input_end(tr_input *input) {
    tr_command_queue_clear(&input->commands);
    *input = (tr_input){0};
}
