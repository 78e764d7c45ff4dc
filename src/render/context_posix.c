#include "render/private/context.h"

#include "render/offscreen.h"
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEVICES = 16 };

// What was tried, for the error message.
typedef struct attempts {
    char text[600];
    size_t length;
} attempts;

static void note(attempts *tried, const char *where, const char *what) {
    const size_t capacity = sizeof tried->text - tried->length;
    const int written =
        snprintf(tried->text + tried->length, capacity, "%s%s: %s", tried->length ? "; " : "", where, what);
    if (written > 0)
        tried->length += (size_t)written < capacity ? (size_t)written : capacity - 1;
}

tr_gl_loader tr_offscreen_loader(void) { return eglGetProcAddress; }

// Whether a display, or EGL itself (EGL_NO_DISPLAY), has an extension.
static bool has_extension(EGLDisplay display, const char *name) {
    const char *list = eglQueryString(display, EGL_EXTENSIONS);
    const size_t length = strlen(name);
    for (const char *at = list; at && (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == 0))
            return true;
    return false;
}

static bool make_current(EGLDisplay display, EGLContext context) {
    return context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

// Notes the OpenGL version of a display that lacks the required one.
static void note_version(EGLDisplay display, EGLConfig config, const char *where, attempts *tried) {
    typedef const GLubyte *(GLAD_API_PTR * get_string)(GLenum);
    const get_string get = (get_string)eglGetProcAddress("glGetString");
    char what[160] = "no OpenGL";
    const EGLContext any = eglCreateContext(display, config, EGL_NO_CONTEXT, NULL);
    if (make_current(display, any) && get && get(GL_VERSION))
        snprintf(what, sizeof what, "found OpenGL %s", (const char *)get(GL_VERSION));
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (any != EGL_NO_CONTEXT)
        eglDestroyContext(display, any);
    note(tried, where, what);
}

// Creates an OpenGL 3.3 core context on an initialised display and makes it current. For tests of what WebGL 2
// has, TERRELLA_GL_ES=1 makes it one of OpenGL ES 3.0.
static bool open_context(tr_context *opened, EGLDisplay display, const char *where, attempts *tried) {
    const char *wish = getenv("TERRELLA_GL_ES");
    const bool es = wish && strcmp(wish, "1") == 0;
    const EGLint wanted_config[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                    es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT, EGL_NONE};
    static const EGLint wanted_es[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
    static const EGLint wanted[] = {EGL_CONTEXT_MAJOR_VERSION,
                                    3,
                                    EGL_CONTEXT_MINOR_VERSION,
                                    3,
                                    EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                    EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                    EGL_NONE};
    if (!has_extension(display, "EGL_KHR_surfaceless_context") ||
        !eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API)) {
        note(tried, where, "no OpenGL without a surface");
        return false;
    }
    EGLConfig config = EGL_NO_CONFIG_KHR; // drawing only uses a framebuffer object
    EGLint count = 0;
    if (!eglChooseConfig(display, wanted_config, &config, 1, &count) || count < 1)
        config = EGL_NO_CONFIG_KHR;
    const EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, es ? wanted_es : wanted);
    if (!make_current(display, context)) {
        if (context != EGL_NO_CONTEXT)
            eglDestroyContext(display, context);
        note_version(display, config, where, tried);
        return false;
    }
    opened->display = display;
    opened->context = context;
    return true;
}

static bool open_display(tr_context *opened, EGLenum platform, void *device, const char *where,
                         attempts *tried) {
    const EGLDisplay display = eglGetPlatformDisplay(platform, device, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL)) {
        note(tried, where, "does not start");
        return false;
    }
    // The display is not terminated, neither here nor later. EGL has a single such display per process, so
    // terminating it would affect other users, and unload the driver with its static data.
    return open_context(opened, display, where, tried);
}

static bool open_surfaceless(tr_context *opened, attempts *tried) {
    if (has_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
        return open_display(opened, EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, "EGL surfaceless",
                            tried);
    note(tried, "EGL surfaceless", "not there");
    return false;
}

static bool open_device(tr_context *opened, attempts *tried) {
    const PFNEGLQUERYDEVICESEXTPROC query = (PFNEGLQUERYDEVICESEXTPROC)eglGetProcAddress("eglQueryDevicesEXT");
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint count = 0;
    if (!has_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") || !query ||
        !query(MAX_DEVICES, devices, &count))
        count = 0;
    for (EGLint i = 0; i < count; i++) {
        char where[32];
        snprintf(where, sizeof where, "EGL device %d", i);
        if (open_display(opened, EGL_PLATFORM_DEVICE_EXT, devices[i], where, tried))
            return true;
    }
    if (count < 1)
        note(tried, "EGL devices", "none");
    return false;
}

tr_status tr_context_open(tr_context *context, tr_error *error) {
    attempts tried = {.length = 0};
    if (open_surfaceless(context, &tried) || open_device(context, &tried))
        return TR_OK;
    return tr_fail(
        error, TR_NO_OPENGL,
        "needed OpenGL 3.3 core without a display; tried %s. Mesa has it in software (Debian package: "
        "libgl1-mesa-dri); `terrella export` works without it",
        tried.text);
}

void tr_context_close(tr_context *context) {
    if (context->context) {
        eglMakeCurrent(context->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroyContext(context->display, context->context);
    }
    eglReleaseThread();
}
