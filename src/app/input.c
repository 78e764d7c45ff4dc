#include "app/private/input.h"

#include "app/keys.h"

#include <GLFW/glfw3.h>
#include <ctype.h>
#include <math.h>

static const double click_reach = 4; // units of the window that a click may move
#include <stdio.h>
#include <string.h>

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

// Two clicks, one soon after the other at the same place, are one twice.
static void click(tr_input *input) {
    const double twice_s = 0.4, now = glfwGetTime();
    const bool near = fabs(input->cursor[0] - input->clicked[0]) + fabs(input->cursor[1] - input->clicked[1]) <
                      2 * click_reach;
    const bool twice = near && now - input->clicked_s < twice_s;
    input->clicked_s = twice ? -INFINITY : now;
    input->clicked[0] = input->cursor[0], input->clicked[1] = input->cursor[1];
    tr_wishes_add(&input->wishes, &(tr_wish){.kind = TR_WISH_PICK, .by = twice});
}

static void note_press(tr_input *input, bool down) {
    const int at = input->press_count < TR_MOST_PRESSES ? input->press_count++ : TR_MOST_PRESSES - 1;
    input->presses[at] = (tr_press){{input->cursor[0], input->cursor[1]}, down};
}

static void on_button(GLFWwindow *window, int button, int pressed, int mods) {
    tr_input *input = input_of(window);
    tr_drag drag = button == GLFW_MOUSE_BUTTON_LEFT     ? TR_DRAG_PLANET
                   : button == GLFW_MOUSE_BUTTON_RIGHT  ? TR_DRAG_SUN
                   : button == GLFW_MOUSE_BUTTON_MIDDLE ? TR_DRAG_LOOK
                                                        : TR_DRAG_NONE;
    if (drag == TR_DRAG_PLANET && (mods & GLFW_MOD_SHIFT)) // for mice without a middle button
        drag = TR_DRAG_LOOK;
    ask_for_frame(input);
    if (button == GLFW_MOUSE_BUTTON_LEFT)
        note_press(input, pressed == GLFW_PRESS);
    if (pressed != GLFW_PRESS) {
        const double moved =
            fabs(input->cursor[0] - input->pressed[0]) + fabs(input->cursor[1] - input->pressed[1]);
        if (input->drag == TR_DRAG_PLANET && drag == TR_DRAG_PLANET && moved < click_reach)
            click(input);
        input->drag = TR_DRAG_NONE;
        return;
    }
    if (input->drag == TR_DRAG_NONE && !is_over_panel(input)) {
        input->drag = drag;
        input->pressed[0] = input->cursor[0], input->pressed[1] = input->cursor[1];
    }
}

static void on_cursor(GLFWwindow *window, double x, double y) {
    static const tr_wish_kind wishes[] = {[TR_DRAG_NONE] = TR_WISH_NOTHING,
                                          [TR_DRAG_PLANET] = TR_WISH_ORBIT,
                                          [TR_DRAG_SUN] = TR_WISH_SUN,
                                          [TR_DRAG_LOOK] = TR_WISH_LOOK};
    tr_input *input = input_of(window);
    const double dx = x - input->cursor[0], dy = y - input->cursor[1];
    input->cursor[0] = x;
    input->cursor[1] = y;
    if (input->drag != TR_DRAG_NONE)
        tr_wishes_add(&input->wishes, &(tr_wish){.kind = wishes[input->drag], .dx = dx, .dy = dy});
    // Over the picture alone nothing lights up under the mouse.
    const bool over_panel = input->drag == TR_DRAG_NONE && is_over_panel(input);
    if (input->drag != TR_DRAG_NONE || over_panel || input->was_over_panel)
        ask_for_frame(input);
    input->was_over_panel = over_panel;
    input->hovered = input->hovered || (input->drag == TR_DRAG_NONE && !over_panel);
}

static void on_scroll(GLFWwindow *window, double dx, double dy) {
    (void)dx;
    tr_input *input = input_of(window);
    if (!is_over_panel(input))
        tr_wishes_add(&input->wishes, &(tr_wish){.kind = TR_WISH_ZOOM, .dy = dy});
    ask_for_frame(input);
}

// ---- keys --------------------------------------------------------------------------------------

static bool is_ascii(const char *name) { return name && name[0] > ' ' && name[0] <= '~' && !name[1]; }

// GLFW's numbers are those of a US keyboard's places: this is the number of the letter or sign that is printed
// on a key, whatever its place; other keys have their own. Keyboards without Latin letters have those of a US
// one printed beside theirs.
static int find_printed(int key, int scancode) {
    const bool latin = is_ascii(glfwGetKeyName(GLFW_KEY_A, 0));
    const char *name = latin && key < GLFW_KEY_ESCAPE ? glfwGetKeyName(key, scancode) : NULL;
    if (!name)
        return key;
    if (!is_ascii(name)) // an umlaut
        return GLFW_KEY_UNKNOWN;
    return *name == '+' ? GLFW_KEY_EQUAL : toupper((unsigned char)*name);
}

// The row of the table that a key stands for now, or NULL.
static const tr_key *find_row(const tr_input *input, int key, int scancode, int event, int mods) {
    const int of_desktop = GLFW_MOD_ALT | GLFW_MOD_SUPER;
    const bool control = (mods & GLFW_MOD_CONTROL) != 0;
    if (mods & of_desktop)
        return NULL;
    const tr_key *row = tr_app_find_key(find_printed(key, scancode), (mods & GLFW_MOD_SHIFT) != 0, control);
    // What is typed is the panel's; with the focus it has all keys but those that lead out of it, and commands.
    if (tr_panel_is_typing(input->panel) && !(row && row->wish == TR_WISH_QUIT))
        return NULL;
    if (tr_panel_wants_keys(input->panel) && !control && row && row->wish != TR_WISH_FOCUS &&
        row->wish != TR_WISH_BACK && row->wish != TR_WISH_HELP)
        return NULL;
    return row && (event == GLFW_PRESS || (event == GLFW_REPEAT && row->repeats)) ? row : NULL;
}

static void on_key(GLFWwindow *window, int key, int scancode, int event, int mods) {
    tr_input *input = input_of(window);
    const tr_key *row = find_row(input, key, scancode, event, mods);
    if (event == GLFW_RELEASE && find_printed(key, scancode) == GLFW_KEY_X) // it was held
        tr_wishes_add(&input->wishes, &(tr_wish){.kind = TR_WISH_SWAP});
    if (row || tr_panel_wants_keys(input->panel) || event == GLFW_RELEASE)
        ask_for_frame(input);
    if (row || event == GLFW_PRESS)
        tr_wishes_add(&input->wishes, &(tr_wish){.kind = row ? row->wish : TR_WISH_NOTHING,
                                                 .by = row ? row->by : 0,
                                                 .key = event == GLFW_PRESS ? key : 0});
}

static void on_character(GLFWwindow *window, unsigned character) {
    (void)character;
    if (tr_panel_wants_keys(input_of(window)->panel))
        ask_for_frame(input_of(window));
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

// Files from elsewhere: the first one opens.
static void on_drop(GLFWwindow *window, int count, const char **paths) {
    tr_input *input = input_of(window);
    tr_wish wish = {.kind = TR_WISH_DROP, .by = count};
    ask_for_frame(input);
    if (count < 1 || strlen(paths[0]) >= sizeof wish.text)
        return;
    snprintf(wish.text, sizeof wish.text, "%s", paths[0]);
    tr_wishes_add(&input->wishes, &wish);
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
    glfwSetFramebufferSizeCallback(window, on_size);
    glfwGetCursorPos(window, &input->cursor[0], &input->cursor[1]);
}

void tr_input_end(tr_input *input) {
    tr_wishes_clear(&input->wishes);
    *input = (tr_input){0};
}
