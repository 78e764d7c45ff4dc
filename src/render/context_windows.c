// WGL on a window that is never shown.
#include "render/private/context.h"

#include "render/offscreen.h"
#include <windows.h>

#include <glad/gl.h>

typedef HGLRC(WINAPI *create_with)(HDC device, HGLRC share, const int *wanted);

// opengl32.dll has the functions of OpenGL 1.1, and the driver the rest.
static tr_gl_procedure load(const char *name) {
    PROC found = wglGetProcAddress(name);
    const intptr_t value = (intptr_t)found;
    if (value >= -1 && value <= 3) // what drivers return for functions that they lack
        found = (PROC)(void *)GetProcAddress(GetModuleHandleW(L"opengl32.dll"), name);
    return (tr_gl_procedure)(void *)found;
}

tr_gl_loader tr_offscreen_loader(void) { return load; }

// Returns NULL, or what was not there.
static const char *make_device(tr_context *context) {
    const PIXELFORMATDESCRIPTOR form = {.nSize = sizeof form,
                                        .nVersion = 1,
                                        .dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL | PFD_DOUBLEBUFFER,
                                        .iPixelType = PFD_TYPE_RGBA,
                                        .cColorBits = 24};
    const HWND window = CreateWindowExW(0, L"STATIC", L"Terrella", WS_POPUP, 0, 0, 16, 16, NULL, NULL,
                                        GetModuleHandleW(NULL), NULL);
    const HDC device = window ? GetDC(window) : NULL;
    context->window = window;
    context->display = device;
    if (!device)
        return "a hidden window: it cannot be made";
    const int format = ChoosePixelFormat(device, &form);
    return format && SetPixelFormat(device, format, &form) ? NULL : "a hidden window: no OpenGL";
}

static const char *make_context(tr_context *context) {
    enum { version_major = 0x2091, version_minor = 0x2092, profile = 0x9126, core = 1 };
    static const int wanted[] = {version_major, 3, version_minor, 3, profile, core, 0};
    const HDC device = context->display;
    const HGLRC first = wglCreateContext(device); // any OpenGL tells how to make the one that is wanted
    if (!first || !wglMakeCurrent(device, first)) {
        if (first)
            wglDeleteContext(first);
        return "a hidden window: OpenGL does not start";
    }
    const create_with create = (create_with)(void *)wglGetProcAddress("wglCreateContextAttribsARB");
    context->context = create ? create(device, NULL, wanted) : NULL;
    wglMakeCurrent(NULL, NULL);
    wglDeleteContext(first);
    return context->context && wglMakeCurrent(device, context->context)
               ? NULL
               : "a hidden window: OpenGL is older than 3.3";
}

tr_status tr_context_open(tr_context *context, tr_error *error) {
    const char *wrong = make_device(context);
    if (!wrong)
        wrong = make_context(context);
    return !wrong ? TR_OK
                  : tr_fail(
                        error, TR_NO_OPENGL,
                        "needed OpenGL 3.3 core; tried %s. Install the driver of your graphics card; `terrella "
                        "export` works without it",
                        wrong);
}

void tr_context_close(tr_context *context) {
    wglMakeCurrent(NULL, NULL);
    if (context->context)
        wglDeleteContext(context->context);
    if (context->display)
        ReleaseDC(context->window, context->display);
    if (context->window)
        DestroyWindow(context->window);
}
