#include "editor/listing.h"

#include "base/platform.h"
#include "base/size.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- folders -------------------------------------------------------------------------------------

// Whether a file may be a planet: a world, a file with an embedded one, or a picture that a planet can follow.
static bool can_open(const char *name) {
    static const char *const ends[] = {".json", ".terrella", ".png", ".jpg", ".jpeg", ".glb", ".gltf", ".html",
                                       ".tif",  ".tiff",     ".exr", ".tga", ".r16",  ".r32", ".raw"};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof ends / sizeof ends[0]; i++)
        if (strcasecmp(end, ends[i]) == 0)
            return true;
    return false;
}

typedef struct reading {
    const char *folder;
    bool folders_only, failed;
    tr_listed *list;
    int count;
} reading;

static bool take(void *context, const char *name) {
    reading *r = context;
    char path[TR_LISTING_PATH_BYTES + TR_LISTED_NAME_BYTES + 1];
    if (name[0] == '.' || strlen(name) >= TR_LISTED_NAME_BYTES)
        return true;
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    const tr_file_kind kind = tr_path_info(path).kind;
    const bool is_folder = kind == TR_KIND_FOLDER;
    if (!is_folder && (r->folders_only || kind != TR_KIND_FILE || !can_open(name)))
        return true;
    r->failed = !tr_grow(&r->list, r->count, sizeof *r->list);
    if (r->failed)
        return false;
    snprintf(r->list[r->count].name, TR_LISTED_NAME_BYTES, "%s", name);
    r->list[r->count++].is_folder = is_folder;
    return r->count < TR_MOST_LISTED;
}

static int compare(const void *a, const void *b) {
    const tr_listed *x = a, *y = b;
    if (x->is_folder != y->is_folder)
        return x->is_folder ? -1 : 1;
    const int order = strcasecmp(x->name, y->name);
    return order ? order : strcmp(x->name, y->name);
}

bool tr_listing_update(tr_listing *listing, const char *folder, bool folders_only) {
    char whole[TR_FULL_PATH_BYTES];
    if (!tr_path_whole(folder, whole) || strlen(whole) >= TR_LISTING_PATH_BYTES)
        return false;
    const tr_info there = tr_path_info(whole);
    if (strcmp(whole, listing->folder) == 0 && folders_only == listing->folders_only &&
        there.changed_ns == listing->changed_ns)
        return true;
    reading r = {.folder = whole, .folders_only = folders_only};
    tr_folder open = {0};
    const int reason = tr_folder_open(whole, &open);
    const bool read = reason == 0 && tr_folder_list(open, take, &r) == 0 && !r.failed;
    if (reason == 0)
        tr_folder_close(&open);
    if (!read) {
        tr_free(r.list);
        return false;
    }
    if (r.count > 0)
        qsort(r.list, (size_t)r.count, sizeof *r.list, compare);
    tr_listing_end(listing);
    *listing = (tr_listing){
        .folders_only = folders_only, .list = r.list, .count = r.count, .changed_ns = there.changed_ns};
    snprintf(listing->folder, sizeof listing->folder, "%.*s", TR_LISTING_PATH_BYTES - 1, whole);
    return true;
}

void tr_listing_end(tr_listing *listing) {
    tr_free(listing->list);
    *listing = (tr_listing){0};
}

// ---- paths ---------------------------------------------------------------------------------------

// The length of a folder without the slash at the end that roots have: "/", "C:/".
static int before_slash(const char *folder) {
    const size_t length = strlen(folder);
    return (int)(length > 0 && folder[length - 1] == '/' ? length - 1 : length);
}

bool tr_path_within(const char *folder, const char *typed, char path[TR_LISTING_PATH_BYTES]) {
    char joined[TR_FULL_PATH_BYTES], whole[TR_FULL_PATH_BYTES], in[TR_LISTING_PATH_BYTES],
        home[TR_FULL_PATH_BYTES];
    const char *at = typed;
    const bool of_home =
        typed[0] == '~' && (typed[1] == '/' || !typed[1]) && tr_user_folder_find(TR_USER_HOME, home);
    while (strncmp(at, "./", 2) == 0)
        at += 2 + strspn(at + 2, "/");
    const int length = of_home ? snprintf(joined, sizeof joined, "%s%s", home, typed + 1)
                       : tr_path_root(typed)
                           ? snprintf(joined, sizeof joined, "%s", typed)
                           : snprintf(joined, sizeof joined, "%.*s/%s", before_slash(folder), folder, at);
    if (length < 0 || length >= TR_LISTING_PATH_BYTES)
        return false;
    tr_path_normalise(joined);
    tr_path_folder(joined, in);
    const char *name = strrchr(joined, '/');
    if (tr_path_whole(joined, whole))
        return snprintf(path, TR_LISTING_PATH_BYTES, "%s", whole) < TR_LISTING_PATH_BYTES;
    if (name && tr_path_whole(in, whole)) // the file does not exist yet, but its folder does
        return snprintf(path, TR_LISTING_PATH_BYTES, "%.*s%s", before_slash(whole), whole, name) <
               TR_LISTING_PATH_BYTES;
    return snprintf(path, TR_LISTING_PATH_BYTES, "%s", joined) < TR_LISTING_PATH_BYTES;
}

void tr_path_folder(const char *path, char folder[TR_LISTING_PATH_BYTES]) {
    const char *slash = strrchr(path, '/');
    const size_t root = tr_path_root(path), length = slash ? (size_t)(slash - path) : 1;
    snprintf(folder, TR_LISTING_PATH_BYTES, "%.*s", (int)(length > root ? length : root), slash ? path : ".");
}

void tr_user_folder(tr_user_folder_kind kind, char folder[TR_LISTING_PATH_BYTES]) {
    char path[TR_FULL_PATH_BYTES];
    if (!tr_user_folder_find(kind, path) || !tr_path_within("/", path, folder))
        snprintf(folder, TR_LISTING_PATH_BYTES, "/");
}

// ---- paths that are typed -----------------------------------------------------------------------

// Expands "~/x".
static void expand_home(char *text, size_t size) {
    char whole[TR_FULL_PATH_BYTES], home[TR_FULL_PATH_BYTES];
    if (strncmp(text, "~/", 2) != 0 || !tr_user_folder_find(TR_USER_HOME, home))
        return;
    const int length = snprintf(whole, sizeof whole, "%s%s", home, text + 1);
    if (length > 0 && (size_t)length < size && (size_t)length < sizeof whole)
        memcpy(text, whole, (size_t)length + 1);
}

// Cuts a name to the prefix that it shares with another one, at whole characters.
static void keep_common(char *name, const char *other) {
    size_t length = 0;
    while (name[length] && name[length] == other[length])
        length++;
    while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
        length--;
    name[length] = 0;
}

typedef struct beginning {
    const char *text;
    char common[256]; // what all names that begin with the text share
    int count;        // of them
} beginning;

static bool compare_name(void *context, const char *name) {
    beginning *b = context;
    if (strncmp(name, b->text, strlen(b->text)) != 0 || (name[0] == '.' && b->text[0] != '.'))
        return true;
    if (b->count++ == 0)
        snprintf(b->common, sizeof b->common, "%s", name);
    else
        keep_common(b->common, name);
    return true;
}

int tr_path_complete(char *text, size_t size) {
    char folder_path[TR_FULL_PATH_BYTES];
    tr_path_normalise(text);
    expand_home(text, size);
    const char *slash = strrchr(text, '/');
    beginning b = {.text = slash ? slash + 1 : text};
    tr_folder folder;
    snprintf(folder_path, sizeof folder_path, "%.*s", slash ? (int)(b.text - text) : 1, slash ? text : ".");
    if (tr_folder_open(folder_path, &folder) != 0)
        return 0;
    (void)tr_folder_list(folder, compare_name, &b);
    tr_folder_close(&folder);
    char whole[TR_FULL_PATH_BYTES + sizeof b.common + 1];
    snprintf(whole, sizeof whole, "%.*s%s", (int)(b.text - text), text, b.common);
    if (b.count == 1 && tr_path_is_folder(whole))
        memcpy(whole + strlen(whole), "/", 2); // it fits: common is shorter than 256
    if (b.count > 0 && strlen(whole) < size)
        memcpy(text, whole, strlen(whole) + 1);
    return b.count;
}
