// Lists the subfolders and files of a folder. One thread.
#pragma once
#include "base/system.h"

enum { TR_LISTING_PATH_BYTES = 1024, TR_LISTED_NAME_BYTES = 256, TR_MOST_LISTED = 4096 };

typedef struct tr_listed {
    char name[TR_LISTED_NAME_BYTES];
    bool is_folder;
} tr_listed;

// Zero-initialised: empty. Call tr_listing_end when done.
typedef struct tr_listing {
    char folder[TR_LISTING_PATH_BYTES]; // absolute, without "." and symbolic links
    bool folders_only;
    tr_listed *list; // folders first, then files, alphabetically; without hidden ones; owned
    int count;
    int64_t changed_ns; // time of the folder's last change when it was read
} tr_listing;

// Reads the subfolders of a folder, and the files that can be opened as a planet. If neither the arguments nor
// the folder have changed, it does nothing. False: it is not a readable folder, or there is no memory; the
// listing stays as it is.
bool tr_listing_update(tr_listing *listing, const char *folder, bool folders_only);
void tr_listing_end(tr_listing *listing);

// ---- paths ---------------------------------------------------------------------------------------

// Makes a typed path absolute: "~/x" is in the user's home, "x" in the folder. The existing part is resolved,
// without "." and symbolic links. False: it is too long.
bool tr_path_within(const char *folder, const char *typed, char path[TR_LISTING_PATH_BYTES]);
// The parent folder of an absolute path; that of "/" is "/".
void tr_path_folder(const char *path, char folder[TR_LISTING_PATH_BYTES]);

// Completes a typed path, as shells do. Appends to the path in text (capacity `size` bytes) the characters that
// all names with that beginning have in common, and a / to a folder. "~/" is the user's home folder. Returns
// the number of names with that beginning; 0: the text is unchanged.
int tr_path_complete(char *text, size_t size);

// The absolute path of a folder of the user, without symbolic links; "/" if the system does not tell.
void tr_user_folder(tr_user_folder_kind kind, char folder[TR_LISTING_PATH_BYTES]);
