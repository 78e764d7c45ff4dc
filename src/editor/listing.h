// The folders and files of a folder, for whoever chooses among them. One thread.
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { TR_LISTING_PATH_BYTES = 1024, TR_LISTED_NAME_BYTES = 256, TR_MOST_LISTED = 4096 };

typedef struct tr_listed {
    char name[TR_LISTED_NAME_BYTES];
    bool is_folder;
} tr_listed;

// Zero-initialised: nothing was looked at yet. To be ended with tr_listing_end.
typedef struct tr_listing {
    char folder[TR_LISTING_PATH_BYTES]; // whole, without "." and links
    bool folders_only;
    tr_listed *list; // folders first, then files, each in the order of the alphabet; without hidden ones; owned
    int count;
    long long changed_s, changed_ns; // when the folder was, as it was read
} tr_listing;

// Reads a folder: its folders, and the files that a planet can be opened from. What was read before stands
// where neither the question nor the folder is another one. False: it is no folder that can be read, or there
// is no memory; the listing stays as it is.
bool tr_listing_update(tr_listing *listing, const char *folder, bool folders_only);
void tr_listing_end(tr_listing *listing);

// ---- paths ---------------------------------------------------------------------------------------

// A path that a person typed, whole: "~/x" is in their home, "x" in the folder. What of it is there already is
// told without "." and links. False: there is no room for it.
bool tr_path_within(const char *folder, const char *typed, char path[TR_LISTING_PATH_BYTES]);
// The folder of a whole path: "/" is its own.
void tr_path_folder(const char *path, char folder[TR_LISTING_PATH_BYTES]);

// Completes a path that is typed, as shells do. Adds to the path in text (room for `size` bytes) what all names
// that begin like that have in common, and a / to a folder. "~/" is the user's own folder. Returns how many
// names begin like that; 0: the text is as it was.
int tr_path_complete(char *text, size_t size);

// A folder of the user's by the rules of xdg-user-dirs, "DOCUMENTS" or "PICTURES": what
// $XDG_CONFIG_HOME/user-dirs.dirs says, else that folder of the home, else the home itself. Whole.
void tr_user_folder(const char *name, char folder[TR_LISTING_PATH_BYTES]);
