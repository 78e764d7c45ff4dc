// Files that the window keeps by itself: its session, which is restored after a crash, and the list of recent
// files.
#pragma once
#include "app/private/camera.h"
#include "app/private/chooser.h"
#include "app/private/message.h"
#include "editor/file_watch.h"
#include "editor/listing.h"
#include "editor/session.h"

// Folders for worlds, exports and pictures, absolute; "": none.
typedef struct tr_folders {
    char worlds[TR_STATE_PATH_BYTES], exports[TR_STATE_PATH_BYTES], pictures[TR_STATE_PATH_BYTES];
} tr_folders;

typedef struct tr_files {
    tr_file_watch watch; // of the document's file
    char folder[TR_STATE_PATH_BYTES];
    bool has_folder;     // there is a state folder
    tr_session *session; // NULL: no session is kept
    // The state when it was last written:
    uint64_t revision;
    int step;
    uint64_t history;                 // number of changes to the history
    uint64_t stars;                   // version of the file of stars
    uint64_t view;                    // hash of the view
    uint64_t kept;                    // hash of the settings that the next window gets (kept.c)
    double due;                       // when to write next; INFINITY: nothing has changed
    char *last_path;                  // of the document, when it was last added to the recent files; owned
    tr_recent recent[TR_MOST_RECENT]; // for the panel
    int recent_count;
    tr_chooser chooser;
    bool has_chooser;
    char worlds[TR_LISTING_PATH_BYTES]; // the folder of the last open or save
    tr_folders chosen_folders;          // by the user, in this window or the last one
    bool is_folder_asked;               // by an option; exports then do not go beside the planet's file
    char chosen[TR_LISTING_PATH_BYTES]; // the answer of a file dialog that could not be saved; "": none
    char offer[TR_NAME_BYTES];          // a type like what could not be opened; "": none
} tr_files;

struct tr_app;

// Call before a document is opened: reserves a session. `restore`: restores *document and the view from a
// session that a crash left behind. Returns whether it did. If no session can be kept, the message says so.
bool tr_files_begin(struct tr_app *app, bool restore);
// Finds the folders for exports and pictures: the one that was asked for (NULL: none), else the last ones, else
// for exports the folder where the program was started, and for pictures the user's own.
void tr_files_find_folders(struct tr_app *app, const char *asked);
// The stem of the target's set: tr_set_stem with the name in the dialog and the document's file. Without
// memory, that of tr_planet_plain_stem.
void tr_files_set_stem(const struct tr_app *app, char stem[TR_STEM_BYTES]);
// The stem for pictures of the target. Errors: TR_NO_MEMORY.
tr_status tr_files_picture_stem(const struct tr_app *app, char stem[TR_STEM_BYTES], tr_error *error);
// Whether the folder for exports has a set with that stem of another planet than this one of the scene. A set
// is of the same planet if its recipe is the planet's, the one in the planet's file, or one that this window
// has exported under that name. `what` describes that planet, such as "another planet: toxic, seed 1".
enum { TR_OTHER_SET_BYTES = TR_TYPE_SEED_BYTES + 48 };
bool tr_files_hold_another_set(const struct tr_app *app, int planet, const char *stem,
                               char what[TR_OTHER_SET_BYTES]);
// Suggests an absolute path for saving the document.
void tr_files_suggest(const struct tr_app *app, char path[TR_LISTING_PATH_BYTES]);
// Opens the desktop's file dialog; none is open. False: there is none.
bool tr_files_browse(struct tr_app *app, tr_chooser_purpose purpose);
// The folder of a world's file is that of the next Open, Save and, until the user chooses one, of exports.
void tr_files_note_world(struct tr_app *app, const char *path);
// Restores the view of the session.
void tr_files_restore_view(struct tr_app *app);
// The document's JSON with the view, to be embedded in a picture; NULL: no memory. The caller frees it.
char *tr_files_text_of_picture(const struct tr_app *app);
// As tr_files_text_of_picture, for any recipe, view and time.
char *tr_files_text_of_view(const tr_recipe *recipe, const tr_view *view, double time_h);
// Takes the view from the document's JSON, if it contains one.
void tr_files_take_view(struct tr_app *app);
// Writes the session when it has changed and a pause has passed. Returns whether there is a new message.
bool tr_files_poll(struct tr_app *app, double now);
// When to check next; INFINITY: after the next event.
double tr_files_due(const struct tr_app *app);
// Writes the final state; `ended`: the user closed the window.
void tr_files_end(struct tr_app *app, bool ended);

// ---- how the window is set (kept.c) ----------------------------------------------------------------

// Restores the settings that windows share: the interface's scale, the folders, and the choices of the dialogs
// *Export* and *Picture*, without names that were typed for one planet. If several windows were open, the one
// that wrote last counts. Invalid values in the file are ignored.
void tr_kept_restore(struct tr_app *app);
// Writes the settings that have changed. A failure is not an error.
void tr_kept_look(struct tr_app *app);
// Before the window closes: also saves where it is.
void tr_kept_end(struct tr_app *app);
