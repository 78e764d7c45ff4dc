#include "editor/listing.h"

#include "base/platform.h"
#include "base/size.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

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
    struct stat there;
    snprintf(path, sizeof path, "%s/%s", r->folder, name);
    if (name[0] == '.' || strlen(name) >= TR_LISTED_NAME_BYTES || stat(path, &there) != 0)
        return true;
    const bool is_folder = S_ISDIR(there.st_mode);
    if (!is_folder && (r->folders_only || !S_ISREG(there.st_mode) || !can_open(name)))
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
    char whole[PATH_MAX];
    struct stat there;
    if (!realpath(folder, whole) || strlen(whole) >= TR_LISTING_PATH_BYTES || stat(whole, &there) != 0)
        return false;
    const long long s = there.st_mtim.tv_sec, ns = there.st_mtim.tv_nsec;
    if (strcmp(whole, listing->folder) == 0 && folders_only == listing->folders_only &&
        s == listing->changed_s && ns == listing->changed_ns)
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
        .folders_only = folders_only, .list = r.list, .count = r.count, .changed_s = s, .changed_ns = ns};
    snprintf(listing->folder, sizeof listing->folder, "%.*s", TR_LISTING_PATH_BYTES - 1, whole);
    return true;
}

void tr_listing_end(tr_listing *listing) {
    tr_free(listing->list);
    *listing = (tr_listing){0};
}

// ---- paths ---------------------------------------------------------------------------------------

bool tr_path_within(const char *folder, const char *typed, char path[TR_LISTING_PATH_BYTES]) {
    char joined[PATH_MAX], whole[PATH_MAX], in[TR_LISTING_PATH_BYTES];
    const char *home = getenv("HOME"), *at = typed;
    const bool of_home = home && typed[0] == '~' && (typed[1] == '/' || !typed[1]);
    while (strncmp(at, "./", 2) == 0)
        at += 2 + strspn(at + 2, "/");
    const int length = of_home           ? snprintf(joined, sizeof joined, "%s%s", home, typed + 1)
                       : typed[0] == '/' ? snprintf(joined, sizeof joined, "%s", typed)
                                         : snprintf(joined, sizeof joined, "%s/%s", folder, at);
    if (length < 0 || length >= TR_LISTING_PATH_BYTES)
        return false;
    tr_path_folder(joined, in);
    const char *name = strrchr(joined, '/');
    if (realpath(joined, whole))
        return snprintf(path, TR_LISTING_PATH_BYTES, "%s", whole) < TR_LISTING_PATH_BYTES;
    if (name && realpath(in, whole)) // the file does not exist yet, but its folder does
        return snprintf(path, TR_LISTING_PATH_BYTES, "%s%s", strcmp(whole, "/") == 0 ? "" : whole, name) <
               TR_LISTING_PATH_BYTES;
    return snprintf(path, TR_LISTING_PATH_BYTES, "%s", joined) < TR_LISTING_PATH_BYTES;
}

void tr_path_folder(const char *path, char folder[TR_LISTING_PATH_BYTES]) {
    const char *slash = strrchr(path, '/');
    const int length = slash == path ? 1 : slash ? (int)(slash - path) : 1;
    snprintf(folder, TR_LISTING_PATH_BYTES, "%.*s", length, slash ? path : ".");
}

const char *tr_path_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

size_t tr_path_stem(const char *path, const char **stem) {
    const char *name = tr_path_name(path), *end = strrchr(name, '.');
    *stem = name;
    return end && end > name ? (size_t)(end - name) : strlen(name);
}

// Reads a line of user-dirs.dirs: XDG_NAME_DIR="$HOME/Somewhere", or with an absolute path. False: the line is
// about another name.
static bool read_line(const char *line, const char *name, const char *home,
                      char folder[TR_LISTING_PATH_BYTES]) {
    char key[64], value[512];
    const int length = snprintf(key, sizeof key, "XDG_%s_DIR=\"", name);
    line += strspn(line, " \t");
    if (strncmp(line, key, (size_t)length) != 0)
        return false;
    size_t n = 0;
    for (line += length; *line && *line != '"' && *line != '\n' && n < sizeof value - 1; line++) {
        line += *line == '\\' && line[1]; // shell escape
        value[n++] = *line;
    }
    value[n] = 0;
    const bool of_home = strncmp(value, "$HOME", 5) == 0;
    if (!of_home && value[0] != '/')
        return false;
    const int all =
        snprintf(folder, TR_LISTING_PATH_BYTES, "%.500s%s", of_home ? home : "", of_home ? value + 5 : value);
    return all > 0; // a path that was cut off leads nowhere
}

static bool is_folder(const char *path) {
    struct stat there;
    return stat(path, &there) == 0 && S_ISDIR(there.st_mode);
}

void tr_user_folder(const char *name, char folder[TR_LISTING_PATH_BYTES]) {
    const char *home = getenv("HOME"), *config = getenv("XDG_CONFIG_HOME");
    char path[PATH_MAX], line[PATH_MAX], found[TR_LISTING_PATH_BYTES] = "", usual[TR_LISTING_PATH_BYTES];
    home = home && home[0] == '/' ? home : "/";
    const bool own = config && config[0] == '/';
    snprintf(path, sizeof path, "%s%s/user-dirs.dirs", own ? config : home, own ? "" : "/.config");
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        read_line(line, name, home, found);
    if (file)
        fclose(file);
    // /home/me/Documents
    const int length = snprintf(usual, sizeof usual, "%.900s/%s", home, name);
    for (char *c = usual + length - strlen(name) + 1; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    const char *best = is_folder(found) ? found : !found[0] && is_folder(usual) ? usual : home;
    if (!tr_path_within("/", best, folder))
        snprintf(folder, TR_LISTING_PATH_BYTES, "/");
}

// ---- paths that are typed -----------------------------------------------------------------------

enum { path_bytes = 4096 };

// Expands "~/x".
static void expand_home(char *text, size_t size) {
    char whole[path_bytes];
    const char *home = getenv("HOME");
    if (strncmp(text, "~/", 2) != 0 || !home)
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

// Finds the common prefix of all names in a folder that begin like that. Returns their number.
static int find_common(DIR *folder, const char *begin, char common[256]) {
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        const char *name = entry->d_name;
        if (strncmp(name, begin, strlen(begin)) != 0 || (name[0] == '.' && begin[0] != '.'))
            continue;
        if (count++ == 0)
            snprintf(common, 256, "%s", name);
        else
            keep_common(common, name);
    }
    return count;
}

int tr_path_complete(char *text, size_t size) {
    char folder_path[path_bytes], common[256] = "";
    expand_home(text, size);
    const char *slash = strrchr(text, '/'), *begin = slash ? slash + 1 : text;
    snprintf(folder_path, sizeof folder_path, "%.*s", slash ? (int)(begin - text) : 1, slash ? text : ".");
    DIR *folder = opendir(folder_path);
    if (!folder)
        return 0;
    const int count = find_common(folder, begin, common);
    closedir(folder);
    char whole[path_bytes + 256 + 1];
    struct stat there;
    snprintf(whole, sizeof whole, "%.*s%s", (int)(begin - text), text, common);
    if (count == 1 && stat(whole, &there) == 0 && S_ISDIR(there.st_mode))
        memcpy(whole + strlen(whole), "/", 2); // it fits: common is shorter than 256
    if (count > 0 && strlen(whole) < size)
        memcpy(text, whole, strlen(whole) + 1);
    return count;
}
