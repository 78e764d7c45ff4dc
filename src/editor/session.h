// The saved state of a running window, so that nothing is lost if it is killed: the document with its steps,
// the history, and the settings of the view. Also the state that all windows share: recent files and starred
// planets.
//
// Each window has a slot in a folder: N.json, and N.lock, which it locks while it runs. A slot without a lock
// was left by an earlier window. The files are validated like external input.
#pragma once
#include "editor/document.h"
#include "editor/history.h"

enum { TR_STATE_PATH_BYTES = 1024, TR_SESSION_STEPS = 256, TR_MOST_RECENT = 12 };

typedef struct tr_session tr_session;

// A value by its name, read and written in place. Flags are written as numbers.
enum { TR_SETTING_BYTES = TR_STATE_PATH_BYTES };
typedef enum tr_setting_kind {
    TR_SETTING_NUMBER, // a double
    TR_SETTING_WHOLE,  // an int or an enum
    TR_SETTING_FLAG,   // a bool
    TR_SETTING_TEXT    // of TR_SETTING_BYTES
} tr_setting_kind;

typedef struct tr_setting {
    const char *name;
    tr_setting_kind kind;
    void *at;
    double low, high; // limits of a number
} tr_setting;

// Values that a file lacks, that have another type there or are beyond their limits, stay unchanged.
typedef struct tr_setting_list {
    int count;
    const tr_setting *settings;
} tr_setting_list;

// A hash of all values, to detect changes.
uint64_t tr_setting_list_hash(const tr_setting_list *list);

// The folder for the state of windows: XDG_STATE_HOME/terrella, or ~/.local/state/terrella. False: there is no
// home.
bool tr_state_folder(char folder[TR_STATE_PATH_BYTES]);

// Takes a slot in a folder, which is created if necessary. With `restore` it is the slot of the last window
// that did not end normally, if there is one. Call tr_session_end when done. Errors: TR_CANNOT_WRITE,
// TR_NO_MEMORY.
tr_status tr_session_begin(const char *folder, bool restore, tr_session **out, tr_error *error);
// Releases the slot; its files stay. NULL is allowed.
void tr_session_end(tr_session *session);

// The file with the session to restore; NULL: there is none, or `restore` was false.
const char *tr_session_left(const tr_session *session);

// Reads a document with its steps, and the history, which is appended to *history (NULL: not read). *document
// must be zero-initialised, and is so after a failure. Errors: TR_BAD_INPUT: the file cannot be read, or is not
// a session; TR_NO_MEMORY.
tr_status tr_session_read(const char *path, tr_document *document, tr_history *history, tr_error *error);
// Reads the view of the same file.
void tr_session_read_view(const char *path, const tr_setting_list *view);
// Writes the document, the view and the history into the slot, atomically. Of the steps it writes those nearest
// to the current one, up to TR_SESSION_STEPS and some megabytes. `ended`: the user closed the window and was
// asked about unsaved changes. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_session_write(tr_session *session, const tr_document *document, const tr_setting_list *view,
                           const tr_history *history, bool ended, tr_error *error);

// ---- views in worlds ---------------------------------------------------------------------------

// The text of a world with the view added as "view", which only the window reads. The caller frees *out with
// tr_free(). Errors: TR_BAD_INPUT: not a world; TR_NO_MEMORY.
tr_status tr_view_add(const char *text, const tr_setting_list *view, char **out, tr_error *error);
// Reads the view from the text of a world. False: there is none.
bool tr_view_find(const char *text, const tr_setting_list *view);

// ---- stars ---------------------------------------------------------------------------------------

// Starred and pinned planets are shared by all windows, in stars.json. Merges the file into a history: at the
// start, with *known 0, and later if another window has changed it. *known: hash of the file as this window
// knows it. files: of the document; gets those of the planets' maps that are still what they were.
void tr_stars_read(const char *folder, tr_history *history, tr_shared_files *files, uint64_t *known);
// As tr_stars_read, and then writes the file, atomically, if its contents would change. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_stars_write(const char *folder, tr_history *history, tr_shared_files *files, uint64_t *known,
                         tr_error *error);

// ---- the interface -------------------------------------------------------------------------------

// Settings that all windows share, in interface.json.
void tr_settings_read(const char *folder, const tr_setting_list *list);
// Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_settings_write(const char *folder, const tr_setting_list *list, tr_error *error);

// ---- recent files ------------------------------------------------------------------------------

// A file that was opened or saved, or a session with unsaved changes.
typedef struct tr_recent {
    char path[TR_STATE_PATH_BYTES];
    char name[TR_TITLE_BYTES]; // of a session's planet; "" for files
    bool session;              // path is for tr_session_read
} tr_recent;

// Lists files, the most recent first, then sessions; files that do not exist are left out. Returns their
// number, at most TR_MOST_RECENT. If the list cannot be read, it is empty.
int tr_recent_list(const char *folder, const tr_session *own, tr_recent recent[TR_MOST_RECENT]);
// Puts a file first, by its absolute path. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_recent_add(const char *folder, const char *path, tr_error *error);
