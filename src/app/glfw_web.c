// GLFW for a page: as much of it as this program and Dear ImGui call. The one window is the element #canvas,
// which fills the page. Window units are pixels. Events call their callbacks between two frames.
#include "app/private/page.h"

#include <GLFW/glfw3.h>

#include <ctype.h>
#include <emscripten.h>
#include <emscripten/html5.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char canvas[] = "#canvas";

enum { clipboard_bytes = 1 << 20, shortest_side = 16 };

// What fingers on the screen do. One that moves is a mouse with the left button; one that rests, with the right
// one. Two that part or meet turn the wheel, and move the mouse with the middle button.
typedef enum gesture { NO_GESTURE, WAITS, DRAGS, RESTS, PINCHES, IS_OVER } gesture;

struct GLFWwindow {
    void *user;
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context;
    GLFWvidmode mode;
    double scale; // pixels for a unit of the page
    int width, height;
    double x, y; // of the mouse
    bool buttons[GLFW_MOUSE_BUTTON_LAST + 1];
    gesture gesture;
    tr_swipe swipe;                   // of the finger that is the left button
    int gestures;                     // so far
    double spread;                    // of two fingers
    char names[GLFW_KEY_LAST + 1][8]; // what keys type on this keyboard, as far as it is known
    char clipboard[clipboard_bytes];
    GLFWmousebuttonfun on_button;
    GLFWcursorposfun on_cursor;
    GLFWcursorenterfun on_enter;
    GLFWscrollfun on_scroll;
    GLFWkeyfun on_key;
    GLFWcharfun on_character;
    GLFWwindowfocusfun on_focus;
    GLFWwindowiconifyfun on_iconify;
    GLFWwindowcontentscalefun on_scale;
    GLFWframebuffersizefun on_size;
    GLFWdropfun on_drop;
};
static struct GLFWwindow page;

struct GLFWmonitor {
    int nothing;
};
static struct GLFWmonitor screen;

// ---- keys --------------------------------------------------------------------------------------

// Keys by the place that they have on the keyboard. GLFW numbers letters and digits by their characters.
static const struct {
    const char *code;
    int key;
} keys[] = {
    {"Space", GLFW_KEY_SPACE},
    {"Quote", GLFW_KEY_APOSTROPHE},
    {"Comma", GLFW_KEY_COMMA},
    {"Minus", GLFW_KEY_MINUS},
    {"Period", GLFW_KEY_PERIOD},
    {"Slash", GLFW_KEY_SLASH},
    {"Semicolon", GLFW_KEY_SEMICOLON},
    {"Equal", GLFW_KEY_EQUAL},
    {"BracketLeft", GLFW_KEY_LEFT_BRACKET},
    {"Backslash", GLFW_KEY_BACKSLASH},
    {"BracketRight", GLFW_KEY_RIGHT_BRACKET},
    {"Backquote", GLFW_KEY_GRAVE_ACCENT},
    {"IntlBackslash", GLFW_KEY_WORLD_1},
    {"Escape", GLFW_KEY_ESCAPE},
    {"Enter", GLFW_KEY_ENTER},
    {"Tab", GLFW_KEY_TAB},
    {"Backspace", GLFW_KEY_BACKSPACE},
    {"Insert", GLFW_KEY_INSERT},
    {"Delete", GLFW_KEY_DELETE},
    {"ArrowRight", GLFW_KEY_RIGHT},
    {"ArrowLeft", GLFW_KEY_LEFT},
    {"ArrowDown", GLFW_KEY_DOWN},
    {"ArrowUp", GLFW_KEY_UP},
    {"PageUp", GLFW_KEY_PAGE_UP},
    {"PageDown", GLFW_KEY_PAGE_DOWN},
    {"Home", GLFW_KEY_HOME},
    {"End", GLFW_KEY_END},
    {"NumpadDecimal", GLFW_KEY_KP_DECIMAL},
    {"NumpadDivide", GLFW_KEY_KP_DIVIDE},
    {"NumpadMultiply", GLFW_KEY_KP_MULTIPLY},
    {"NumpadSubtract", GLFW_KEY_KP_SUBTRACT},
    {"NumpadAdd", GLFW_KEY_KP_ADD},
    {"NumpadEnter", GLFW_KEY_KP_ENTER},
    {"NumpadEqual", GLFW_KEY_KP_EQUAL},
    {"ShiftLeft", GLFW_KEY_LEFT_SHIFT},
    {"ControlLeft", GLFW_KEY_LEFT_CONTROL},
    {"AltLeft", GLFW_KEY_LEFT_ALT},
    {"MetaLeft", GLFW_KEY_LEFT_SUPER},
    {"ShiftRight", GLFW_KEY_RIGHT_SHIFT},
    {"ControlRight", GLFW_KEY_RIGHT_CONTROL},
    {"AltRight", GLFW_KEY_RIGHT_ALT},
    {"MetaRight", GLFW_KEY_RIGHT_SUPER},
};

static int key_of(const char *code) {
    if (strncmp(code, "Key", 3) == 0)
        return code[3];
    if (strncmp(code, "Digit", 5) == 0)
        return code[5];
    if (strncmp(code, "Numpad", 6) == 0 && isdigit((unsigned char)code[6]))
        return GLFW_KEY_KP_0 + code[6] - '0';
    if (code[0] == 'F' && isdigit((unsigned char)code[1]))
        return GLFW_KEY_F1 + atoi(code + 1) - 1;
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (strcmp(keys[i].code, code) == 0)
            return keys[i].key;
    return GLFW_KEY_UNKNOWN;
}

// The character that a key types: events name it, or they name the key by a word of ASCII ("Enter"). 0: none.
static unsigned character_of(const char *key) {
    const unsigned char *c = (const unsigned char *)key;
    if (c[0] < 0x80)
        return c[0] && !c[1] ? c[0] : 0;
    const int more = c[0] >= 0xf0 ? 3 : c[0] >= 0xe0 ? 2 : 1;
    unsigned character = c[0] & (0x3fU >> more);
    for (int i = 1; i <= more; i++)
        character = character << 6 | (c[i] & 0x3fU);
    return c[more + 1] ? 0 : character;
}

static int mods_of(EM_BOOL shift, EM_BOOL control, EM_BOOL alt, EM_BOOL meta) {
    return (shift ? GLFW_MOD_SHIFT : 0) | (control ? GLFW_MOD_CONTROL : 0) | (alt ? GLFW_MOD_ALT : 0) |
           (meta ? GLFW_MOD_SUPER : 0);
}

// What stays with the browser: tools of developers, reloading and its own commands, which need Meta or Alt.
static bool is_of_browser(int key, int mods) {
    if (key == GLFW_KEY_F5 || key == GLFW_KEY_F12 || (mods & (GLFW_MOD_SUPER | GLFW_MOD_ALT)))
        return true;
    const bool control = mods & GLFW_MOD_CONTROL, shift = mods & GLFW_MOD_SHIFT;
    return control && ((shift && (key == GLFW_KEY_I || key == GLFW_KEY_J || key == GLFW_KEY_C)) ||
                       key == GLFW_KEY_W || key == GLFW_KEY_T);
}

static EM_BOOL take_key(int kind, const EmscriptenKeyboardEvent *event, void *context) {
    (void)context;
    const int key = key_of(event->code),
              mods = mods_of(event->shiftKey, event->ctrlKey, event->altKey, event->metaKey);
    const int action = kind == EMSCRIPTEN_EVENT_KEYUP ? GLFW_RELEASE : event->repeat ? GLFW_REPEAT : GLFW_PRESS;
    const unsigned character = character_of(event->key);
    if (character && key > GLFW_KEY_SPACE && key < GLFW_KEY_ESCAPE && !(mods & GLFW_MOD_ALT) &&
        (!event->shiftKey || isupper((int)(character & 0x7f)))) {
        strcpy(page.names[key], event->key);
        page.names[key][0] = (char)tolower((unsigned char)page.names[key][0]);
    }
    if (is_of_browser(key, mods))
        return EM_FALSE;
    if (mods == GLFW_MOD_CONTROL && strcmp(event->key, "v") == 0 && action == GLFW_PRESS)
        return EM_FALSE; // an event with what to paste follows: take_paste
    if (page.on_key && key != GLFW_KEY_UNKNOWN)
        page.on_key(&page, key, key, action, mods);
    // AltGr is Ctrl with Alt on some systems.
    const bool types =
        action != GLFW_RELEASE && character && !event->metaKey && event->ctrlKey == event->altKey;
    if (page.on_character && types)
        page.on_character(&page, character);
    return EM_TRUE;
}

// Called by the page with what its reader dropped on it: the path of a file, or a share link.
void tr_page_open(const char *text);
EMSCRIPTEN_KEEPALIVE void tr_page_open(const char *text) {
    if (page.on_drop)
        page.on_drop(&page, 1, &text);
}

// Called by the page with what its reader pastes.
void tr_page_paste(const char *text);
EMSCRIPTEN_KEEPALIVE void tr_page_paste(const char *text) {
    strncpy(page.clipboard, text, clipboard_bytes - 1);
    if (!page.on_key)
        return;
    page.on_key(&page, GLFW_KEY_V, GLFW_KEY_V, GLFW_PRESS, GLFW_MOD_CONTROL);
    page.on_key(&page, GLFW_KEY_V, GLFW_KEY_V, GLFW_RELEASE, GLFW_MOD_CONTROL);
}

EM_JS(void, page_copy, (const char *text), { Module.copy(UTF8ToString(text)); });

// Keys have the names of an American keyboard until they were pressed.
const char *glfwGetKeyName(int key, int scancode) {
    (void)scancode;
    if (key <= GLFW_KEY_SPACE || key >= GLFW_KEY_ESCAPE)
        return NULL;
    if (!page.names[key][0])
        page.names[key][0] = (char)tolower(key);
    return page.names[key];
}

const char *glfwGetClipboardString(GLFWwindow *window) { return window->clipboard; }

void glfwSetClipboardString(GLFWwindow *window, const char *text) {
    strncpy(window->clipboard, text, clipboard_bytes - 1);
    page_copy(text);
}

// ---- mouse -------------------------------------------------------------------------------------

static void move_cursor(double x, double y) {
    page.x = x, page.y = y;
    if (page.on_cursor)
        page.on_cursor(&page, x, y);
}

static void set_button(int button, bool pressed, int mods) {
    if (pressed == page.buttons[button])
        return;
    page.buttons[button] = pressed;
    if (page.on_button)
        page.on_button(&page, button, pressed ? GLFW_PRESS : GLFW_RELEASE, mods);
}

// The whole page tells when a button is released, so that a drag may end beside the canvas.
static EM_BOOL take_mouse(int kind, const EmscriptenMouseEvent *event, void *context) {
    (void)context;
    static const int buttons[] = {GLFW_MOUSE_BUTTON_LEFT, GLFW_MOUSE_BUTTON_MIDDLE, GLFW_MOUSE_BUTTON_RIGHT};
    move_cursor((double)event->clientX * page.scale, (double)event->clientY * page.scale);
    if (kind == EMSCRIPTEN_EVENT_MOUSEMOVE || event->button >= sizeof buttons / sizeof buttons[0])
        return EM_FALSE;
    set_button(buttons[event->button], kind == EMSCRIPTEN_EVENT_MOUSEDOWN,
               mods_of(event->shiftKey, event->ctrlKey, event->altKey, event->metaKey));
    return EM_FALSE; // so that the canvas gets the focus
}

// ---- fingers -------------------------------------------------------------------------------------

static void release_all(void) {
    for (int button = 0; button <= GLFW_MOUSE_BUTTON_MIDDLE; button++)
        set_button(button, false, 0);
}

// No finger lies on anything.
static void leave(void) {
    release_all();
    move_cursor(-1, -1);
}

static void end_tap(void *context) {
    (void)context;
    if (page.gesture == NO_GESTURE)
        leave();
}

static void press_if_it_rests(void *gestures) {
    if (page.gesture != WAITS || (int)(intptr_t)gestures != page.gestures)
        return;
    page.gesture = RESTS;
    set_button(GLFW_MOUSE_BUTTON_RIGHT, true, 0);
}

tr_swipe tr_page_swipe(void) { return page.swipe; }

static void begin_gesture(gesture begun, int button, double x, double y) {
    release_all();
    page.gesture = begun;
    move_cursor(x, y);
    if (button >= 0)
        set_button(button, true, 0);
}

static void pinch(double spread) {
    static const double notch = 0.85; // of the distance to the planet
    if (page.on_scroll && spread > 0 && page.spread > 0)
        page.on_scroll(&page, 0, log(page.spread / spread) / log(notch));
    page.spread = spread;
}

static void end_gesture(void) {
    enum { tap_ms = 50 };
    const bool taps = page.gesture == WAITS;
    page.gesture = NO_GESTURE;
    page.swipe = TR_SWIPE_NONE;
    if (!taps) {
        leave();
        return;
    }
    release_all();
    set_button(GLFW_MOUSE_BUTTON_LEFT, true, 0);
    emscripten_async_call(end_tap, NULL, tap_ms);
}

static EM_BOOL take_touch(int kind, const EmscriptenTouchEvent *event, void *context) {
    (void)context;
    enum { rest_ms = 500, slack = 10 }; // slack: units of the page that a resting finger moves
    const bool ends = kind == EMSCRIPTEN_EVENT_TOUCHEND || kind == EMSCRIPTEN_EVENT_TOUCHCANCEL;
    double x[2], y[2];
    int fingers = 0;
    for (int i = 0; i < event->numTouches; i++) {
        const EmscriptenTouchPoint *touch = &event->touches[i];
        if ((ends && touch->isChanged) || fingers == 2)
            continue;
        x[fingers] = (double)touch->clientX * page.scale;
        y[fingers++] = (double)touch->clientY * page.scale;
    }
    if (fingers == 0) {
        end_gesture();
    } else if (fingers == 2) {
        const double middle_x = (x[0] + x[1]) / 2, middle_y = (y[0] + y[1]) / 2,
                     spread = hypot(x[1] - x[0], y[1] - y[0]);
        if (page.gesture != PINCHES) {
            begin_gesture(PINCHES, GLFW_MOUSE_BUTTON_MIDDLE, middle_x, middle_y);
            page.spread = spread;
        }
        move_cursor(middle_x, middle_y);
        pinch(spread);
    } else if (page.gesture == NO_GESTURE) {
        begin_gesture(WAITS, -1, x[0], y[0]);
        emscripten_async_call(press_if_it_rests, (void *)(intptr_t)++page.gestures, rest_ms);
    } else if (page.gesture == PINCHES) { // the other finger is gone
        begin_gesture(IS_OVER, -1, page.x, page.y);
    } else if (page.gesture == WAITS) {
        const double across = fabs(x[0] - page.x), along = fabs(y[0] - page.y);
        if (hypot(across, along) > slack * page.scale) {
            page.swipe = along > across ? TR_SWIPE_ALONG : TR_SWIPE_ACROSS;
            begin_gesture(DRAGS, GLFW_MOUSE_BUTTON_LEFT, page.x, page.y);
        }
    }
    if (fingers == 1 && (page.gesture == DRAGS || page.gesture == RESTS))
        move_cursor(x[0], y[0]);
    return EM_TRUE; // no events of a mouse follow
}

static EM_BOOL take_enter(int kind, const EmscriptenMouseEvent *event, void *context) {
    (void)event, (void)context;
    if (page.on_enter)
        page.on_enter(&page, kind == EMSCRIPTEN_EVENT_MOUSEENTER);
    return EM_FALSE;
}

// Pages count pixels, lines or pages, downwards; GLFW notches of the wheel, upwards.
static EM_BOOL take_wheel(int kind, const EmscriptenWheelEvent *event, void *context) {
    (void)kind, (void)context;
    const double notch = event->deltaMode == DOM_DELTA_PIXEL ? 100 : event->deltaMode == DOM_DELTA_LINE ? 3 : 1;
    if (page.on_scroll)
        page.on_scroll(&page, -event->deltaX / notch, -event->deltaY / notch);
    return EM_TRUE;
}

void glfwGetCursorPos(GLFWwindow *window, double *x, double *y) { *x = window->x, *y = window->y; }

void glfwSetCursorPos(GLFWwindow *window, double x, double y) { (void)window, (void)x, (void)y; }

int glfwGetMouseButton(GLFWwindow *window, int button) {
    return window->buttons[button] ? GLFW_PRESS : GLFW_RELEASE;
}

int glfwGetInputMode(GLFWwindow *window, int mode) {
    (void)window;
    return mode == GLFW_CURSOR ? GLFW_CURSOR_NORMAL : GLFW_FALSE;
}

void glfwSetInputMode(GLFWwindow *window, int mode, int value) { (void)window, (void)mode, (void)value; }

// A cursor is its name in CSS.
static const struct {
    int shape;
    const char *name;
} cursors[] = {
    {GLFW_ARROW_CURSOR, "default"}, {GLFW_IBEAM_CURSOR, "text"},        {GLFW_CROSSHAIR_CURSOR, "crosshair"},
    {GLFW_HAND_CURSOR, "pointer"},  {GLFW_HRESIZE_CURSOR, "ew-resize"}, {GLFW_VRESIZE_CURSOR, "ns-resize"},
};

GLFWcursor *glfwCreateStandardCursor(int shape) {
    for (size_t i = 0; i < sizeof cursors / sizeof cursors[0]; i++)
        if (cursors[i].shape == shape)
            return (GLFWcursor *)(uintptr_t)cursors[i].name;
    return NULL;
}

void glfwDestroyCursor(GLFWcursor *cursor) { (void)cursor; }

EM_JS(void, page_set_cursor, (const char *name), { Module.canvas.style.cursor = UTF8ToString(name); });

void glfwSetCursor(GLFWwindow *window, GLFWcursor *cursor) {
    (void)window;
    page_set_cursor(cursor ? (const char *)cursor : cursors[0].name);
}

// A page has no joysticks here.
const float *glfwGetJoystickAxes(int joystick, int *count) {
    (void)joystick;
    *count = 0;
    return NULL;
}

const unsigned char *glfwGetJoystickButtons(int joystick, int *count) {
    (void)joystick;
    *count = 0;
    return NULL;
}

// ---- the canvas --------------------------------------------------------------------------------

EM_JS(int, page_width, (void), { return innerWidth; });
EM_JS(int, page_height, (void), { return innerHeight; });

// The canvas has as many pixels as the screen has in its place.
static void take_size(void) {
    page.scale = emscripten_get_device_pixel_ratio();
    const int width = (int)(page_width() * page.scale), height = (int)(page_height() * page.scale);
    page.width = width > shortest_side ? width : shortest_side;
    page.height = height > shortest_side ? height : shortest_side;
    page.mode = (GLFWvidmode){page.width, page.height, 8, 8, 8, 60};
    emscripten_set_canvas_element_size(canvas, page.width, page.height);
}

static EM_BOOL take_resize(int kind, const EmscriptenUiEvent *event, void *context) {
    (void)kind, (void)event, (void)context;
    const double before = page.scale;
    take_size();
    if (page.on_size)
        page.on_size(&page, page.width, page.height);
    if (page.on_scale && page.scale != before)
        page.on_scale(&page, (float)page.scale, (float)page.scale);
    return EM_FALSE;
}

static EM_BOOL take_focus(int kind, const EmscriptenFocusEvent *event, void *context) {
    (void)event, (void)context;
    if (page.on_focus)
        page.on_focus(&page, kind == EMSCRIPTEN_EVENT_FOCUS);
    return EM_FALSE;
}

static EM_BOOL take_visibility(int kind, const EmscriptenVisibilityChangeEvent *event, void *context) {
    (void)kind, (void)context;
    if (page.on_iconify)
        page.on_iconify(&page, event->hidden);
    return EM_FALSE;
}

int glfwInit(void) { return GLFW_TRUE; }

void glfwTerminate(void) {}

double glfwGetTime(void) { return emscripten_get_now() / 1000; }

void glfwWindowHint(int hint, int value) { (void)hint, (void)value; }

void glfwWindowHintString(int hint, const char *value) { (void)hint, (void)value; }

void glfwDefaultWindowHints(void) {}

GLFWwindow *glfwCreateWindow(int width, int height, const char *title, GLFWmonitor *monitor,
                             GLFWwindow *share) {
    (void)width, (void)height, (void)title, (void)monitor, (void)share;
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.alpha = attributes.depth = attributes.stencil = attributes.antialias = EM_FALSE;
    attributes.powerPreference = EM_WEBGL_POWER_PREFERENCE_HIGH_PERFORMANCE;
    page = (struct GLFWwindow){.context = emscripten_webgl_create_context(canvas, &attributes)};
    if (page.context <= 0)
        return NULL;
    take_size();
    emscripten_set_keydown_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_key);
    emscripten_set_keyup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_key);
    emscripten_set_mousedown_callback(canvas, NULL, EM_TRUE, take_mouse);
    emscripten_set_mouseup_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_mouse);
    emscripten_set_mousemove_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_mouse);
    emscripten_set_mouseenter_callback(canvas, NULL, EM_TRUE, take_enter);
    emscripten_set_mouseleave_callback(canvas, NULL, EM_TRUE, take_enter);
    emscripten_set_touchstart_callback(canvas, NULL, EM_TRUE, take_touch);
    emscripten_set_touchmove_callback(canvas, NULL, EM_TRUE, take_touch);
    emscripten_set_touchend_callback(canvas, NULL, EM_TRUE, take_touch);
    emscripten_set_touchcancel_callback(canvas, NULL, EM_TRUE, take_touch);
    emscripten_set_wheel_callback(canvas, NULL, EM_TRUE, take_wheel);
    emscripten_set_resize_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_resize);
    emscripten_set_focus_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_focus);
    emscripten_set_blur_callback(EMSCRIPTEN_EVENT_TARGET_WINDOW, NULL, EM_TRUE, take_focus);
    emscripten_set_visibilitychange_callback(NULL, EM_TRUE, take_visibility);
    return &page;
}

void glfwDestroyWindow(GLFWwindow *window) { emscripten_webgl_destroy_context(window->context); }

void glfwMakeContextCurrent(GLFWwindow *window) { emscripten_webgl_make_context_current(window->context); }

// ---- OpenGL --------------------------------------------------------------------------------------

void *emscripten_GetProcAddress(const char *name);

typedef const unsigned char *(*get_string)(unsigned name);

// WebGL calls every renderer "WebKit WebGL", and tells its name by another constant.
static const unsigned char *find_string(unsigned name) {
    enum { renderer = 0x1f01, unmasked_renderer = 0x9246 };
    const get_string get = (get_string)emscripten_GetProcAddress("glGetString");
    const bool tells = emscripten_webgl_enable_extension(page.context, "WEBGL_debug_renderer_info");
    return get(name == renderer && tells ? unmasked_renderer : name);
}

GLFWglproc glfwGetProcAddress(const char *name) {
    return strcmp(name, "glGetString") == 0 ? (GLFWglproc)find_string
                                            : (GLFWglproc)emscripten_GetProcAddress(name);
}

int glfwExtensionSupported(const char *name) {
    (void)name;
    return GLFW_FALSE;
}

int glfwGetError(const char **description) {
    *description = "this browser has no WebGL 2 here";
    return GLFW_API_UNAVAILABLE;
}

// ---- the window --------------------------------------------------------------------------------

// The browser shows a frame, and calls for the next one.
void glfwSwapBuffers(GLFWwindow *window) { (void)window; }

void glfwSwapInterval(int interval) { (void)interval; }

void glfwPollEvents(void) {}

void glfwWaitEvents(void) {}

void glfwWaitEventsTimeout(double timeout) { (void)timeout; }

void glfwPostEmptyEvent(void) {}

// A page is closed by its reader.
int glfwWindowShouldClose(GLFWwindow *window) {
    (void)window;
    return GLFW_FALSE;
}

void glfwSetWindowShouldClose(GLFWwindow *window, int value) { (void)window, (void)value; }

void glfwSetWindowTitle(GLFWwindow *window, const char *title) {
    (void)window;
    emscripten_set_window_title(title);
}

void glfwGetWindowPos(GLFWwindow *window, int *x, int *y) {
    (void)window;
    *x = *y = 0;
}

void glfwSetWindowPos(GLFWwindow *window, int x, int y) { (void)window, (void)x, (void)y; }

int glfwGetWindowAttrib(GLFWwindow *window, int attribute) {
    (void)window, (void)attribute;
    return 0;
}

void glfwShowWindow(GLFWwindow *window) { (void)window; }

void glfwMaximizeWindow(GLFWwindow *window) { (void)window; }

void glfwGetWindowSize(GLFWwindow *window, int *width, int *height) {
    if (width)
        *width = window->width;
    if (height)
        *height = window->height;
}

void glfwSetWindowSize(GLFWwindow *window, int width, int height) { (void)window, (void)width, (void)height; }

void glfwSetWindowSizeLimits(GLFWwindow *window, int least_width, int least_height, int most_width,
                             int most_height) {
    (void)window, (void)least_width, (void)least_height, (void)most_width, (void)most_height;
}

void glfwGetFramebufferSize(GLFWwindow *window, int *width, int *height) {
    glfwGetWindowSize(window, width, height);
}

void glfwGetWindowContentScale(GLFWwindow *window, float *x, float *y) { *x = *y = (float)window->scale; }

void glfwSetWindowUserPointer(GLFWwindow *window, void *pointer) { window->user = pointer; }

void *glfwGetWindowUserPointer(GLFWwindow *window) { return window->user; }

// ---- the screen --------------------------------------------------------------------------------

GLFWmonitor **glfwGetMonitors(int *count) {
    static GLFWmonitor *all[] = {&screen};
    *count = 1;
    return all;
}

GLFWmonitor *glfwGetPrimaryMonitor(void) { return &screen; }

const GLFWvidmode *glfwGetVideoMode(GLFWmonitor *monitor) {
    (void)monitor;
    return &page.mode;
}

void glfwGetMonitorPos(GLFWmonitor *monitor, int *x, int *y) {
    (void)monitor;
    *x = *y = 0;
}

void glfwGetMonitorWorkarea(GLFWmonitor *monitor, int *x, int *y, int *width, int *height) {
    (void)monitor;
    *x = *y = *width = *height = 0; // the page decides
}

EM_JS(int, page_is_full, (void), { return document.fullscreenElement ? 1 : 0; });
EM_JS(void, page_set_full, (bool full), { Module.setFull(full); });

GLFWmonitor *glfwGetWindowMonitor(GLFWwindow *window) {
    (void)window;
    return page_is_full() ? &screen : NULL;
}

void glfwSetWindowMonitor(GLFWwindow *window, GLFWmonitor *monitor, int x, int y, int width, int height,
                          int refresh_hz) {
    (void)window, (void)x, (void)y, (void)width, (void)height, (void)refresh_hz;
    page_set_full(monitor != NULL);
}

// ---- callbacks ---------------------------------------------------------------------------------

// Of each kind there is one, and the one before it is returned.
#define CALLBACK(function, type, member)                                                                       \
    type function(GLFWwindow *window, type callback) {                                                         \
        const type before = window->member;                                                                    \
        window->member = callback;                                                                             \
        return before;                                                                                         \
    }
CALLBACK(glfwSetMouseButtonCallback, GLFWmousebuttonfun, on_button)
CALLBACK(glfwSetCursorPosCallback, GLFWcursorposfun, on_cursor)
CALLBACK(glfwSetCursorEnterCallback, GLFWcursorenterfun, on_enter)
CALLBACK(glfwSetScrollCallback, GLFWscrollfun, on_scroll)
CALLBACK(glfwSetKeyCallback, GLFWkeyfun, on_key)
CALLBACK(glfwSetCharCallback, GLFWcharfun, on_character)
CALLBACK(glfwSetWindowFocusCallback, GLFWwindowfocusfun, on_focus)
CALLBACK(glfwSetWindowIconifyCallback, GLFWwindowiconifyfun, on_iconify)
CALLBACK(glfwSetWindowContentScaleCallback, GLFWwindowcontentscalefun, on_scale)
CALLBACK(glfwSetFramebufferSizeCallback, GLFWframebuffersizefun, on_size)
CALLBACK(glfwSetDropCallback, GLFWdropfun, on_drop)

// What a page never tells.
GLFWwindowposfun glfwSetWindowPosCallback(GLFWwindow *window, GLFWwindowposfun callback) {
    (void)window, (void)callback;
    return NULL;
}

GLFWwindowrefreshfun glfwSetWindowRefreshCallback(GLFWwindow *window, GLFWwindowrefreshfun callback) {
    (void)window, (void)callback;
    return NULL;
}

GLFWmonitorfun glfwSetMonitorCallback(GLFWmonitorfun callback) {
    (void)callback;
    return NULL;
}

GLFWerrorfun glfwSetErrorCallback(GLFWerrorfun callback) {
    (void)callback;
    return NULL;
}
