// packaging/web/page.js does what C cannot.
#include "app/private/page.h"

#include "base/platform.h"
#include "base/system.h"
#include "base/temporary.h"

#include <emscripten.h>
#include <stdio.h>
#include <string.h>

enum { piece_bytes = 1 << 20, path_bytes = 2048 };

EM_JS(void, page_begin_file, (const char *name), { Module.beginFile(UTF8ToString(name)); });
EM_JS(void, page_add_bytes, (const void *bytes, size_t count),
      { Module.addBytes(HEAPU8.slice(bytes, bytes + count)); });
EM_JS(void, page_give_files, (void), { Module.giveFiles(); });
EM_JS(void, page_keep_files, (void), { Module.keepFiles(); });
EM_JS(int, page_read, (void *bytes, size_t most), { return Module.read(bytes, most); });
EM_JS(bool, page_keeps_still, (void), { return matchMedia('(prefers-reduced-motion: reduce)').matches; });
EM_JS(void, page_set_address, (const char *link), { Module.setAddress(UTF8ToString(link)); });

bool tr_page_is_there(void) { return true; }

bool tr_page_keeps_still(void) { return page_keeps_still(); }

const char *tr_page_exports(void) { return "/exports"; }

void tr_page_set_address(const char *link) { page_set_address(link); }

const char *tr_page_name(const char *path) {
    return strcmp(path, tr_page_exports()) == 0 ? "your downloads" : strrchr(path, '/') + 1;
}

// ---- from the program to the page ------------------------------------------------------------------

// Files are handed over one by one, and removed if they are not kept, so that they are in memory once.
typedef struct handing {
    tr_folder folder;
    const char *path; // from the folder that is given, with a slash at the end; "": it
    bool keeps;
} handing;

static void hand_bytes(tr_folder folder, const char *name) {
    static unsigned char piece[piece_bytes];
    size_t count;
    int file;
    if (tr_file_open(folder, name, &file) != 0)
        return;
    while (tr_file_read(file, piece, sizeof piece, &count) == 0 && count > 0)
        page_add_bytes(piece, count);
    tr_file_close(file);
}

// What other threads still write has the name of a temporary file.
static bool hand_over(void *context, const char *name) {
    const handing *outer = context;
    char path[path_bytes];
    tr_info info;
    if (tr_temporary_is(name) || tr_name_info(outer->folder, name, &info) != 0)
        return true;
    if (info.kind == TR_KIND_FOLDER) {
        handing inner = {.path = path, .keeps = outer->keeps};
        snprintf(path, sizeof path, "%s%s/", outer->path, name);
        if (tr_folder_enter(outer->folder, name, false, &inner.folder) != 0)
            return true;
        tr_folder_list(inner.folder, hand_over, &inner);
        tr_folder_close(&inner.folder);
        if (!outer->keeps)
            tr_name_remove_folder(outer->folder, name); // it stays if others write in it
        return true;
    }
    snprintf(path, sizeof path, "%s%s", outer->path, name);
    page_begin_file(path);
    hand_bytes(outer->folder, name);
    if (!outer->keeps)
        tr_name_remove(outer->folder, name);
    return true;
}

static void hand_folder(const char *path, bool keeps) {
    handing h = {.path = "", .keeps = keeps};
    if (tr_folder_open(path, &h.folder) != 0)
        return;
    tr_folder_list(h.folder, hand_over, &h);
    tr_folder_close(&h.folder);
}

static void hand_file(const char *path, bool keeps) {
    char folder[path_bytes];
    const char *name = strrchr(path, '/') + 1; // paths of the window are absolute
    handing h = {.path = "", .keeps = keeps};
    snprintf(folder, sizeof folder, "%.*s", (int)(name - path), path);
    if (tr_folder_open(folder, &h.folder) != 0)
        return;
    hand_over(&h, name);
    tr_folder_close(&h.folder);
}

void tr_page_give(const char *path, bool keeps) {
    (tr_path_is_folder(path) ? hand_folder : hand_file)(path, keeps);
    page_give_files();
}

void tr_page_keep_state(void) {
    char path[TR_FULL_PATH_BYTES];
    if (tr_user_folder_find(TR_USER_STATE, path))
        hand_folder(path, true);
    page_keep_files();
}

// ---- from the page to the program ------------------------------------------------------------------

// Makes a file, and its folders, of the bytes that the page reads out; of a path with a slash at the end only
// the folders. False: there is no memory for it.
bool tr_page_put(const char *path);
EMSCRIPTEN_KEEPALIVE bool tr_page_put(const char *path) {
    static unsigned char piece[piece_bytes];
    char folders[path_bytes];
    tr_folder root, folder;
    const char *name = strrchr(path, '/') + 1;
    int count;
    snprintf(folders, sizeof folders, "%.*s", (int)(name - 1 - path), path);
    bool good = tr_folder_open("/", &root) == 0 && tr_folder_enter(root, folders + 1, true, &folder) == 0;
    if (good)
        tr_folder_close(&folder);
    tr_folder_close(&root);
    if (!good || !*name)
        return good;
    FILE *file = tr_path_stream(path, "wb");
    good = file != NULL;
    while (good && (count = page_read(piece, sizeof piece)) > 0)
        good = fwrite(piece, 1, (size_t)count, file) == (size_t)count;
    if (file)
        good = fclose(file) == 0 && good;
    if (!good)
        (void)tr_path_remove(path);
    return good;
}
