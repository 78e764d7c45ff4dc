// What the window keeps on the disk by itself: its session, which comes back after a crash, and the list of
// files that were opened.
#pragma once
#include "app/private/camera.h"
#include "app/private/chooser.h"
#include "app/private/message.h"
#include "editor/file_watch.h"
#include "editor/listing.h"
#include "editor/session.h"

// Of the view, what comes back: what these point to is the window's own.
enum { TR_KEPT_NUMBERS = 20 };

// How the window is set that comes back when it is opened again, of all windows the last one's: the
// interface's size, and what was chosen in the dialogs *Export* and *Picture*. Names that were typed for one
// planet do not: another one has its own.
typedef struct tr_kept {
    double scale; // of the interface
    double width, all;
    double picture_px[2], video_px[2], seconds, rate;
    char target[TR_SETTING_BYTES], layout[TR_SETTING_BYTES]; // "": none in particular
    char parts[TR_SETTING_BYTES]; // names with spaces between; "": as the target says
    char video[TR_SETTING_BYTES];
} tr_kept;

typedef struct tr_files {
    tr_file_watch watch; // of the document's file
    char folder[TR_STATE_PATH_BYTES];
    bool has_folder;     // there is a folder to keep things in
    tr_session *session; // NULL: nothing is kept
    // What was written last:
    uint64_t revision;
    int step;
    uint64_t history; // how often the history had changed
    uint64_t stars;   // the file of stars, as it is known
    double view[TR_KEPT_NUMBERS];
    double due;                       // when to write next; INFINITY: nothing changed
    char *last_path;                  // of the document, put into the list of files; owned
    tr_recent recent[TR_MOST_RECENT]; // for the panel
    int recent_count;
    tr_chooser chooser;
    bool has_chooser;
    tr_folders folders; // worlds: where they were opened or saved last; the others as folders.json has them
    char chosen[TR_LISTING_PATH_BYTES]; // what a file dialog said, where it cannot be saved; "": nothing
    char offer[TR_NAME_BYTES];          // a type like what could not be opened; "": none
    tr_kept kept;                       // of how the window is set, as it was written last
} tr_files;

struct tr_app;

// Before there is a document: takes a place for the session; `restore` one that was left by a crash, which
// *document and the view then come from. Returns whether they do. Where nothing can be kept the message says
// it.
bool tr_files_begin(struct tr_app *app, bool restore);
// The folders of exports and pictures: one that was asked for (NULL: none), else those of before, else the
// user's own.
void tr_files_find_folders(struct tr_app *app, const char *asked);
// What files of the target are called: as they were called last, else as the planet; with letters of its own
// where that name has another planet in this folder, as a world or as a set.
void tr_files_stem(const struct tr_app *app, const char *folder, bool is_set, char stem[TR_STEM_BYTES]);
// And its pictures. Errors: TR_NO_MEMORY.
tr_status tr_files_picture_stem(const struct tr_app *app, char stem[TR_STEM_BYTES], tr_error *error);
// Whether a folder has a world, or a set, of that stem that is not of this planet as it is, nor, with is_own,
// of an earlier one of the same type and seed; `what` it is of, such as "toxic, seed 1", or "": nobody knows.
bool tr_files_hold_another(const char *folder, const char *stem, bool is_set, const tr_recipe *recipe,
                           bool is_own, char what[TR_TYPE_SEED_BYTES]);
// Whether files of the target were called so.
bool tr_files_are_called(const struct tr_app *app, const char *stem);
// A whole path to save the document under.
void tr_files_suggest(const struct tr_app *app, char path[TR_LISTING_PATH_BYTES]);
// Notes that a world is in this file.
void tr_files_note_world(struct tr_app *app, const char *path);
// The view that was left, over the one that a window begins with.
void tr_files_restore_view(struct tr_app *app);
// A recipe as a text with the view in it, for a picture; NULL: without memory. The caller frees it.
char *tr_files_text_of_picture(const struct tr_app *app);
// The same of any recipe, view and time.
char *tr_files_text_of_view(const tr_recipe *recipe, const tr_view *view, double time_h);
// The view that the document's text was seen from, if it says.
void tr_files_take_view(struct tr_app *app);
// Writes what changed, once it has held still for a moment. Returns whether the message is new.
bool tr_files_poll(struct tr_app *app, double now);
// When to look next; INFINITY: after the next event.
double tr_files_due(const struct tr_app *app);
// Writes the last state; `ended`: the user closed the window.
void tr_files_end(struct tr_app *app, bool ended);

// ---- how the window is set (kept.c) ----------------------------------------------------------------

// Over what the window begins with. What a file says that cannot be is left aside.
void tr_kept_restore(struct tr_app *app);
// Writes what was changed since. Where that cannot be, nothing is kept, which is no loss.
void tr_kept_look(struct tr_app *app);
