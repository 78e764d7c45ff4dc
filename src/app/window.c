#include "app/private/window.h"

#include <math.h>
#include <stdio.h>

enum { first_width = 1280, first_height = 800, smallest_width = 480, smallest_height = 320 };

static tr_status fail_without_display(tr_error *error) {
    const char *found = NULL;
    glfwGetError(&found);
    return tr_fail(
        error, TR_NO_OPENGL,
        "no window can be opened here (%s). The window needs a display and OpenGL 3.3; `terrella export` "
        "and `terrella render` work without a display",
        found ? found : "no reason given");
}

// If there is no context of version 3.3: finds the version that there is, with a hidden window.
static tr_status fail_with_version(tr_error *error) {
    typedef const unsigned char *(*get_string)(unsigned name);
    enum { gl_version = 0x1f02 };
    const char *reason = NULL, *version = NULL;
    glfwGetError(&reason);
    char first[256];
    snprintf(first, sizeof first, "%s", reason ? reason : "no reason given");
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    GLFWwindow *probe = glfwCreateWindow(64, 64, "terrella", NULL, NULL);
    if (probe) {
        glfwMakeContextCurrent(probe);
        const get_string get = (get_string)glfwGetProcAddress("glGetString");
        version = get ? (const char *)get(gl_version) : NULL;
    }
    tr_fail(error, TR_NO_OPENGL,
            "the window needs OpenGL 3.3 core, found %s (%s); `terrella export` works without it",
            version ? version : "none", first);
    if (probe)
        glfwDestroyWindow(probe);
    return TR_NO_OPENGL;
}

// The length of the overlap of two spans.
static int overlap(int a, int a_length, int b, int b_length) {
    const int low = a > b ? a : b, high = a + a_length < b + b_length ? a + a_length : b + b_length;
    return high > low ? high - low : 0;
}

// The monitor that shows most of a window, or the first one if none shows it. NULL: there is none.
static GLFWmonitor *find_monitor(GLFWwindow *window) {
    int count = 0, x, y, width, height;
    GLFWmonitor **monitors = glfwGetMonitors(&count), *found = glfwGetPrimaryMonitor();
    double most = 0;
    glfwGetWindowPos(window, &x, &y);
    glfwGetWindowSize(window, &width, &height);
    for (int i = 0; i < count; i++) {
        const GLFWvidmode *mode = glfwGetVideoMode(monitors[i]);
        int left, top;
        glfwGetMonitorPos(monitors[i], &left, &top);
        const double shown =
            mode ? (double)overlap(x, width, left, mode->width) * overlap(y, height, top, mode->height) : 0;
        if (shown > most)
            most = shown, found = monitors[i];
    }
    return found;
}

void tr_window_check_monitor(tr_window *window) {
    GLFWmonitor *monitor = find_monitor(window->handle);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    window->refresh_hz = mode && mode->refreshRate >= 30 ? mode->refreshRate : 60;
}

void tr_window_find_scale(tr_window *window) {
    float x = 1, y = 1;
    glfwGetWindowContentScale(window->handle, &x, &y);
    const double scale = fmax((double)x, 1) / tr_window_pixels_per_unit(window);
    window->content_scale = fmin(fmax(scale, 1), 4);
}

// Keeps the window large enough for the panel and not larger than its monitor, at any scale.
static void fit_to_monitor(const tr_window *window) {
    const int least_width = (int)(smallest_width * window->content_scale),
              least_height = (int)(smallest_height * window->content_scale);
    glfwSetWindowSizeLimits(window->handle, least_width, least_height, GLFW_DONT_CARE, GLFW_DONT_CARE);
    GLFWmonitor *monitor = find_monitor(window->handle);
    int x, y, most_width = 0, most_height = 0, width, height;
    if (monitor)
        glfwGetMonitorWorkarea(monitor, &x, &y, &most_width, &most_height);
    glfwGetWindowSize(window->handle, &width, &height);
    if (most_width > 0 && (width > most_width || height > most_height))
        glfwSetWindowSize(window->handle, width < most_width ? width : most_width,
                          height < most_height ? height : most_height);
}

// Whether a monitor shows enough of the upper edge of a place that a mouse can move the window.
static bool is_reachable(const int place[4]) {
    enum { least_width = 96, edge = 64, least_height = 24 };
    int count = 0;
    GLFWmonitor **monitors = glfwGetMonitors(&count);
    for (int i = 0; i < count; i++) {
        int x, y, width, height;
        glfwGetMonitorWorkarea(monitors[i], &x, &y, &width, &height);
        if (overlap(place[0], place[2], x, width) >= least_width &&
            overlap(place[1], edge, y, height) >= least_height)
            return true;
    }
    return false;
}

static void restore_place(const tr_window *window) {
    const int *place = window->place;
    if (is_reachable(place))
        glfwSetWindowPos(window->handle, place[0], place[1]);
    glfwSetWindowSize(window->handle, place[2], place[3]);
}

void tr_window_note_place(tr_window *window) {
    int *place = window->place;
    if (glfwGetWindowMonitor(window->handle) || glfwGetWindowAttrib(window->handle, GLFW_ICONIFIED))
        return;
    window->maximised = glfwGetWindowAttrib(window->handle, GLFW_MAXIMIZED) != 0;
    if (window->maximised)
        return;
    glfwGetWindowPos(window->handle, &place[0], &place[1]);
    glfwGetWindowSize(window->handle, &place[2], &place[3]);
}

// KHR_robustness and ARB_robustness have the same function.
static tr_reset_status find_reset_status(void) {
    if (glfwExtensionSupported("GL_KHR_robustness"))
        return (tr_reset_status)glfwGetProcAddress("glGetGraphicsResetStatus");
    if (glfwExtensionSupported("GL_ARB_robustness"))
        return (tr_reset_status)glfwGetProcAddress("glGetGraphicsResetStatusARB");
    return NULL;
}

tr_status tr_window_start(tr_window *window, tr_error *error) {
    if (!glfwInit())
        return fail_without_display(error);
    window->library_runs = true;
    return TR_OK;
}

tr_status tr_window_open(const char *title, bool debug, tr_window *window, tr_error *error) {
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE);
    glfwWindowHint(GLFW_SCALE_TO_MONITOR, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0); // bodies are drawn from far to near
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "terrella");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "terrella");
    glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_LOSE_CONTEXT_ON_RESET);
    const bool has_place = window->place[2] > 0 && window->place[3] > 0;
    glfwWindowHint(GLFW_VISIBLE, has_place ? GLFW_FALSE : GLFW_TRUE); // it is seen at its place only
    window->handle = glfwCreateWindow(first_width, first_height, title, NULL, NULL);
    if (!window->handle) { // perhaps because of that
        glfwWindowHint(GLFW_CONTEXT_ROBUSTNESS, GLFW_NO_ROBUSTNESS);
        window->handle = glfwCreateWindow(first_width, first_height, title, NULL, NULL);
    }
    if (!window->handle)
        return fail_with_version(error);
    glfwMakeContextCurrent(window->handle);
    glfwSwapInterval(1);
    window->reset_status = find_reset_status();
    tr_window_find_scale(window);
    if (has_place)
        restore_place(window);
    fit_to_monitor(window);
    if (has_place)
        glfwShowWindow(window->handle);
    if (window->maximised)
        glfwMaximizeWindow(window->handle);
    return TR_OK;
}

bool tr_window_is_lost(const tr_window *window) { return window->reset_status && window->reset_status() != 0; }

tr_status tr_window_open_again(const char *title, bool debug, tr_window *window, tr_error *error) {
    const bool full = glfwGetWindowMonitor(window->handle) != NULL;
    if (full)
        tr_window_toggle_fullscreen(window);
    tr_window_note_place(window);
    glfwDestroyWindow(window->handle);
    const tr_status status = tr_window_open(title, debug, window, error);
    if (status == TR_OK && full)
        tr_window_toggle_fullscreen(window);
    return status;
}

void tr_window_close(tr_window *window) {
    if (window->handle)
        glfwDestroyWindow(window->handle);
    if (window->library_runs)
        glfwTerminate();
    *window = (tr_window){0};
}

void tr_window_toggle_fullscreen(tr_window *window) {
    int *place = window->place;
    if (glfwGetWindowMonitor(window->handle)) {
        glfwSetWindowMonitor(window->handle, NULL, place[0], place[1], place[2], place[3], GLFW_DONT_CARE);
        return;
    }
    GLFWmonitor *monitor = find_monitor(window->handle);
    const GLFWvidmode *mode = monitor ? glfwGetVideoMode(monitor) : NULL;
    if (!mode)
        return;
    glfwGetWindowPos(window->handle, &place[0], &place[1]);
    glfwGetWindowSize(window->handle, &place[2], &place[3]);
    glfwSetWindowMonitor(window->handle, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
}

double tr_window_pixels_per_unit(const tr_window *window) {
    int pixels = 0, units = 0;
    glfwGetFramebufferSize(window->handle, &pixels, NULL);
    glfwGetWindowSize(window->handle, &units, NULL);
    return pixels > 0 && units > 0 ? (double)pixels / units : 1;
}
