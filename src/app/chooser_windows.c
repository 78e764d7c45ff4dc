#include "app/private/chooser.h"

#include "base/memory.h"
#include "base/platform.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#define COBJMACROS
#include <initguid.h>
#include <windows.h>

#include <shobjidl.h>
#define GLFW_EXPOSE_NATIVE_WIN32
#include <GLFW/glfw3.h>
#include <GLFW/glfw3native.h>

enum { path_letters = 4096 };

// The dialog waits for the user, so it runs in a thread, which shares this with the window. The last one of
// both frees it: a dialog cannot be closed from outside, and its answer is then not heard.
struct tr_dialog_box {
    atomic_int users;
    atomic_bool done;
    bool failed;
    tr_chooser_purpose purpose;
    HWND owner;
    wchar_t suggested[path_letters]; // a folder, if it ends with "\"
    char answer[4096];
};

bool tr_chooser_is_there(void) { return true; }

static void release(struct tr_dialog_box *box) {
    if (box && atomic_fetch_sub(&box->users, 1) == 1)
        tr_free(box);
}

// ---- the dialog ----------------------------------------------------------------------------------

static const wchar_t *const titles[] = {[TR_CHOOSES_WORLD] = L"Open a planet",
                                        [TR_CHOOSES_MAP] = L"Choose a picture",
                                        [TR_CHOOSES_NAME] = L"Save the planet",
                                        [TR_CHOOSES_EXPORT_FOLDER] = L"Folder for exports",
                                        [TR_CHOOSES_PICTURE_FOLDER] = L"Folder for pictures"};

// Begins at the suggested folder, with the suggested name.
static void suggest(IFileDialog *dialog, wchar_t *path) {
    IShellItem *folder;
    wchar_t *name = wcsrchr(path, L'\\');
    if (!name)
        return;
    if (name[1])
        IFileDialog_SetFileName(dialog, name + 1);
    name[name > path && name[-1] == L':'] = 0; // "C:\" keeps its end
    if (SUCCEEDED(SHCreateItemFromParsingName(path, NULL, &IID_IShellItem, (void **)&folder))) {
        IFileDialog_SetFolder(dialog, folder);
        IShellItem_Release(folder);
    }
}

static void take_answer(IFileDialog *dialog, char *answer, size_t size) {
    IShellItem *item;
    wchar_t *path = NULL;
    if (FAILED(IFileDialog_GetResult(dialog, &item)))
        return;
    if (SUCCEEDED(IShellItem_GetDisplayName(item, SIGDN_FILESYSPATH, &path)) &&
        WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, path, -1, answer, (int)size, NULL, NULL) <= 0)
        answer[0] = 0;
    CoTaskMemFree(path);
    IShellItem_Release(item);
    tr_path_normalise(answer);
}

static bool ask(struct tr_dialog_box *box) {
    IFileDialog *dialog;
    FILEOPENDIALOGOPTIONS options;
    const bool saves = box->purpose == TR_CHOOSES_NAME;
    const bool folders = box->purpose == TR_CHOOSES_EXPORT_FOLDER || box->purpose == TR_CHOOSES_PICTURE_FOLDER;
    if (FAILED(CoCreateInstance(saves ? &CLSID_FileSaveDialog : &CLSID_FileOpenDialog, NULL,
                                CLSCTX_INPROC_SERVER, &IID_IFileDialog, (void **)&dialog)))
        return false;
    IFileDialog_SetTitle(dialog, titles[box->purpose]);
    IFileDialog_GetOptions(dialog, &options);
    IFileDialog_SetOptions(dialog, options | FOS_FORCEFILESYSTEM | FOS_NOCHANGEDIR |
                                       (folders ? FOS_PICKFOLDERS : 0) | (saves ? FOS_OVERWRITEPROMPT : 0));
    suggest(dialog, box->suggested);
    const HRESULT shown = IFileDialog_Show(dialog, box->owner);
    if (SUCCEEDED(shown))
        take_answer(dialog, box->answer, sizeof box->answer);
    IFileDialog_Release(dialog);
    return SUCCEEDED(shown) || shown == HRESULT_FROM_WIN32(ERROR_CANCELLED);
}

static void *run(void *context) {
    struct tr_dialog_box *box = context;
    const bool begun = SUCCEEDED(CoInitializeEx(NULL, COINIT_APARTMENTTHREADED | COINIT_DISABLE_OLE1DDE));
    box->failed = !begun || !ask(box);
    if (begun)
        CoUninitialize();
    atomic_store(&box->done, true);
    release(box);
    return NULL;
}

// ---- the window's side ---------------------------------------------------------------------------

bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested,
                      struct GLFWwindow *window) {
    pthread_t thread;
    tr_chooser_end(chooser);
    *chooser = (tr_chooser){.purpose = purpose};
    struct tr_dialog_box *box = tr_calloc(1, sizeof *box);
    if (!box)
        return false;
    box->purpose = purpose;
    // A window that fills the screen is minimised when it loses the keyboard, and would take the dialog along.
    box->owner = glfwGetWindowMonitor(window) ? NULL : glfwGetWin32Window(window);
    atomic_store(&box->users, 2);
    MultiByteToWideChar(CP_UTF8, 0, suggested, -1, box->suggested, path_letters);
    for (wchar_t *c = box->suggested; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    if (pthread_create(&thread, NULL, run, box) != 0) {
        tr_free(box);
        return false;
    }
    pthread_detach(thread);
    chooser->box = box;
    return true;
}

bool tr_chooser_poll(tr_chooser *chooser, bool *done) {
    struct tr_dialog_box *box = chooser->box;
    *done = box && atomic_load(&box->done);
    if (*done) {
        chooser->failed = box->failed;
        memcpy(chooser->answer, box->answer, sizeof chooser->answer);
        tr_chooser_end(chooser);
    }
    return box != NULL;
}

void tr_chooser_end(tr_chooser *chooser) {
    release(chooser->box);
    chooser->box = NULL;
}
