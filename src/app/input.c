#include "app/input.h"

#include "app/frame.h"
#include "app/keys.h"

static tr_app *app_of(GLFWwindow *window) { return glfwGetWindowUserPointer(window); }

static void on_button(GLFWwindow *window, int button, int pressed, int mods) {
    tr_app *app = app_of(window);
    tr_drag drag = button == GLFW_MOUSE_BUTTON_LEFT     ? TR_DRAG_PLANET
                   : button == GLFW_MOUSE_BUTTON_RIGHT  ? TR_DRAG_SUN
                   : button == GLFW_MOUSE_BUTTON_MIDDLE ? TR_DRAG_LOOK
                                                        : TR_DRAG_NONE;
    if (drag == TR_DRAG_PLANET && (mods & GLFW_MOD_SHIFT)) // for mice without a middle button
        drag = TR_DRAG_LOOK;
    tr_app_redraw(app);
    if (pressed != GLFW_PRESS) {
        app->drag = TR_DRAG_NONE;
        return;
    }
    if (app->drag == TR_DRAG_NONE && !tr_panel_wants_mouse(app->panel, app->cursor_x, app->cursor_y))
        app->drag = drag;
}

static void on_cursor(GLFWwindow *window, double x, double y) {
    tr_app *app = app_of(window);
    const double pixels = app->pixels_per_unit;
    const double dx = (x - app->cursor_x) * pixels, dy = (y - app->cursor_y) * pixels;
    app->cursor_x = x;
    app->cursor_y = y;
    if (app->drag == TR_DRAG_PLANET)
        tr_camera_orbit(&app->camera, tr_app_planet(app)->recipe, dx, dy, app->placement.pixel_rad);
    if (app->drag == TR_DRAG_LOOK)
        tr_camera_look(&app->camera, tr_app_planet(app)->recipe->radius_km, dx, dy, app->placement.pixel_rad);
    if (app->drag == TR_DRAG_SUN)
        tr_camera_drag_sun(&app->camera, dx / pixels, dy / pixels);
    // Over the picture alone nothing lights up under the mouse.
    const bool over_panel = app->drag == TR_DRAG_NONE && tr_panel_wants_mouse(app->panel, x, y);
    if (app->drag != TR_DRAG_NONE || over_panel || app->panel_had_mouse)
        tr_app_redraw(app);
    app->panel_had_mouse = over_panel;
}

static void on_scroll(GLFWwindow *window, double dx, double dy) {
    (void)dx;
    tr_app *app = app_of(window);
    if (!tr_panel_wants_mouse(app->panel, app->cursor_x, app->cursor_y))
        tr_camera_zoom(&app->camera, tr_app_planet(app)->recipe->radius_km, dy);
    tr_app_redraw(app);
}

static void act_on_key(tr_app *app, int key, int event, int mods) {
    if (tr_panel_wants_keys(app->panel)) {
        tr_app_redraw(app);
        return;
    }
    const int commands = GLFW_MOD_CONTROL | GLFW_MOD_ALT | GLFW_MOD_SUPER; // of the desktop, not ours
    const tr_key *row = mods & commands ? NULL : tr_app_find_key(key, (mods & GLFW_MOD_SHIFT) != 0);
    if (row && (event == GLFW_PRESS || (event == GLFW_REPEAT && row->repeats))) {
        row->act(app, row->by);
        tr_app_redraw(app);
    }
}

static void on_key(GLFWwindow *window, int key, int scancode, int event, int mods) {
    (void)scancode;
    tr_app *app = app_of(window);
    act_on_key(app, key, event, mods);
    if (event != GLFW_PRESS)
        return;
    tr_trace_event(app->trace, "key", (uint64_t)key, glfwGetTime());
    tr_frame_trace_rest(app);
}

static void on_character(GLFWwindow *window, unsigned character) {
    (void)character;
    if (tr_panel_wants_keys(app_of(window)->panel))
        tr_app_redraw(app_of(window));
}

static void on_change(GLFWwindow *window) { tr_app_redraw(app_of(window)); }

static void on_size(GLFWwindow *window, int width, int height) {
    (void)width, (void)height;
    tr_app_redraw(app_of(window));
}

static void on_flag(GLFWwindow *window, int flag) {
    (void)flag;
    tr_app_redraw(app_of(window));
}

static void on_iconify(GLFWwindow *window, int iconified) {
    app_of(window)->iconified = iconified == GLFW_TRUE;
    tr_app_redraw(app_of(window));
}

void tr_input_install(tr_app *app) {
    GLFWwindow *window = app->window.handle;
    glfwSetWindowUserPointer(window, app);
    glfwSetMouseButtonCallback(window, on_button);
    glfwSetCursorPosCallback(window, on_cursor);
    glfwSetCursorEnterCallback(window, on_flag);
    glfwSetScrollCallback(window, on_scroll);
    glfwSetKeyCallback(window, on_key);
    glfwSetCharCallback(window, on_character);
    glfwSetWindowFocusCallback(window, on_flag);
    glfwSetWindowRefreshCallback(window, on_change);
    glfwSetWindowIconifyCallback(window, on_iconify);
    glfwSetFramebufferSizeCallback(window, on_size);
    glfwGetCursorPos(window, &app->cursor_x, &app->cursor_y);
}
