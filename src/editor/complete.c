#include "editor/complete.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { path_bytes = 4096 };

// "~/x" as the system takes it.
static void expand_home(char *text, size_t size) {
    char whole[path_bytes];
    const char *home = getenv("HOME");
    if (strncmp(text, "~/", 2) != 0 || !home)
        return;
    const int length = snprintf(whole, sizeof whole, "%s%s", home, text + 1);
    if (length > 0 && (size_t)length < size && (size_t)length < sizeof whole)
        memcpy(text, whole, (size_t)length + 1);
}

// Cuts a name down to what it has in common with another one, at whole letters.
static void keep_common(char *name, const char *other) {
    size_t length = 0;
    while (name[length] && name[length] == other[length])
        length++;
    while (length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80)
        length--;
    name[length] = 0;
}

// What all names in a folder that begin like that have in common.
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
        memcpy(whole + strlen(whole), "/", 2); // there is room for it: common is shorter than 256
    if (count > 0 && strlen(whole) < size)
        memcpy(text, whole, strlen(whole) + 1);
    return count;
}
