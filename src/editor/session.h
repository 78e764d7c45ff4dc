// What is kept of a window while it runs, so that nothing is lost if it is killed: the document with its steps,
// the history, and numbers that whoever shows it wants back. And, for all windows, which files were opened
// last and which planets have a star.
//
// Each window has a place of its own in a folder: N.json, and N.lock, which it holds as long as it runs. A
// place that nobody holds is one of a window that is gone. Files here are read as those of strangers are.
#pragma once
#include "editor/document.h"
#include "editor/history.h"

enum { TR_STATE_PATH_BYTES = 1024, TR_SESSION_STEPS = 256, TR_MOST_RECENT = 12 };

typedef struct tr_session tr_session;

// A number by its name, read and written where it stands.
typedef struct tr_session_number {
    const char *name;
    double *value;
} tr_session_number;

// What beside the document is kept.
typedef struct tr_session_view {
    int count;
    const tr_session_number *numbers; // those that a file lacks stay as they are
} tr_session_view;

// The folder of all that Terrella keeps of windows: XDG_STATE_HOME/terrella, or ~/.local/state/terrella. False:
// there is no home.
bool tr_state_folder(char folder[TR_STATE_PATH_BYTES]);

// Takes a place in a folder, which is made where it is not there; with `restore` that of the last window which
// did not end by itself, if there is one. End it with tr_session_end. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_session_begin(const char *folder, bool restore, tr_session **out, tr_error *error);
// Lets the place go; what was written stays. NULL is allowed.
void tr_session_end(tr_session *session);

// The file to read what the window before left in this place; NULL: it left nothing, or was not asked for.
const char *tr_session_left(const tr_session *session);

// Reads a document with its steps, the view, and the history behind what *strip has (NULL: not that).
// *document is zero-initialised; after a failure, too. Errors: TR_BAD_INPUT: it cannot be read, or is none of
// ours; TR_NO_MEMORY.
tr_status tr_session_read(const char *path, tr_document *document, const tr_session_view *view,
                          tr_history *history, tr_error *error);
// Writes them into the place, whole or not at all: the steps round the present one, up to TR_SESSION_STEPS and
// some megabytes. `ended`: by the user, who knows what is not saved. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_session_write(tr_session *session, const tr_document *document, const tr_session_view *view,
                           const tr_history *history, bool ended, tr_error *error);

// ---- in worlds ---------------------------------------------------------------------------------

// The text of a world with the view in it, as "view", which all but the window leave aside. The caller frees
// *out with tr_free(). Errors: TR_BAD_INPUT: it is no world; TR_NO_MEMORY.
tr_status tr_view_add(const char *text, const tr_session_view *view, char **out, tr_error *error);
// Reads that out of the text of a world. False: there is none in it.
bool tr_view_find(const char *text, const tr_session_view *view);

// ---- stars ---------------------------------------------------------------------------------------

// What has a star or the pin is kept for all windows, in stars.json. Takes it over into a history: all of it
// at the start, with *known 0, else if another window has written it since. *known is the file's as this window
// knows it.
void tr_stars_read(const char *folder, tr_history *history, uint64_t *known);
// The same, and then writes the file, whole or not at all, if it would say something else. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_stars_write(const char *folder, tr_history *history, uint64_t *known, tr_error *error);

// ---- the interface -------------------------------------------------------------------------------

// What all windows keep of how they are set, in interface.json: a number or a text by its name.
enum { TR_SETTING_BYTES = 512 };
typedef struct tr_setting {
    const char *name;
    double *number, low, high; // and what it may be; NULL: it is a text
    char *text;                // of TR_SETTING_BYTES
} tr_setting;

// What the file lacks, or has as something else, stays as it is.
void tr_settings_read(const char *folder, int count, const tr_setting *settings);
// Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_settings_write(const char *folder, int count, const tr_setting *settings, tr_error *error);

// ---- folders -------------------------------------------------------------------------------------

// Where worlds, exports and pictures went last, whole paths, kept for all windows in folders.json; "" where
// nothing is kept, or it is no folder any more.
typedef struct tr_folders {
    char worlds[TR_STATE_PATH_BYTES], exports[TR_STATE_PATH_BYTES], pictures[TR_STATE_PATH_BYTES];
} tr_folders;

void tr_folders_read(const char *folder, tr_folders *folders);
// Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_folders_write(const char *folder, const tr_folders *folders, tr_error *error);

// ---- what was there before ---------------------------------------------------------------------

// A file that was opened or saved, or a session that left something unsaved.
typedef struct tr_recent {
    char path[TR_STATE_PATH_BYTES];
    char name[TR_TITLE_BYTES]; // of the planet of a session; "" for files
    bool session;              // path is for tr_session_read
} tr_recent;

// Files first, the last one first; those that are gone are left out. Returns how many there are, at most
// TR_MOST_RECENT. What cannot be read is not there.
int tr_recent_list(const char *folder, const tr_session *own, tr_recent recent[TR_MOST_RECENT]);
// Puts a file first, by its whole path. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_recent_add(const char *folder, const char *path, tr_error *error);
