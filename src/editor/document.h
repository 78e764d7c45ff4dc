// The document: a world as a text of differences (scene/differences.h), its scene, and all steps, with undo and
// redo. Independent of the window. One thread.
// More: docs/internals/editor.md.
#pragma once
#include "scene/differences.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    TR_STEP_BYTES = 64,
    TR_TITLE_BYTES = 256,
    TR_SEED_HISTORY = 64,
    TR_MOST_LOCKS = 64,
    TR_TYPE_SEED_BYTES = TR_NAME_BYTES + 32
};

// One state of the document.
typedef struct tr_step {
    char *text;               // the world; owned
    char *path;               // the file that it is saved in; NULL: none; owned
    bool saved;               // the file has the same text, or there is nothing worth saving
    char what[TR_STEP_BYTES]; // the cause of the step: "Ocean", "New seed"
    uint64_t drag_id;         // of the step; 0: none
    int target;               // the planet that it changed; -1: not a single one
} tr_step;

typedef struct tr_document {
    tr_scene *scene; // of the present step; its time advances without steps; owned
    int target;      // the current planet
    int step_count, step;
    tr_step *steps; // owned
    // Flags for the user interface, which clears them:
    bool changed[TR_MAX_PLANETS]; // planets with a changed recipe
    bool remade;                  // the scene has other planets
    uint64_t revision;            // grows with every visible change
    bool kept_target;             // the target is still the same planet
    bool kept_size;               // the user changed the target's radius
    double text_time_h;           // the time in the text
    // Earlier seeds of the target, the last one last.
    uint64_t seeds[TR_SEED_HISTORY];
    int seed_count;
    char locks[TR_MOST_LOCKS][TR_DIFFERENCE_BYTES];
    int lock_count;
    tr_shared_files files; // of the maps of all steps, as they were found; owned
    tr_recipe *drawn;      // the recipe that the target's type and seed give; NULL: not computed yet; owned
} tr_document;

// Opens a world. The document must be zero-initialised. Call tr_document_close when done, also after a failure.
// Errors: those of tr_world_load.
tr_status tr_document_open(tr_document *document, const tr_world *world, tr_error *error);
void tr_document_close(tr_document *document);

// A request for a world by one of the document's texts, or a text that was made from them, with the files of
// its maps. All texts of the document are loaded this way. It is valid until the document changes.
tr_world tr_document_world(const tr_document *document, const char *text);

static inline tr_scene_planet *tr_document_planet(const tr_document *document) {
    return &document->scene->planets[document->target];
}
static inline tr_recipe *tr_document_recipe(const tr_document *document) {
    return tr_document_planet(document)->recipe;
}
static inline const tr_step *tr_document_step(const tr_document *document) {
    return &document->steps[document->step];
}

// "inferno, seed 7"; for a recipe without a type "seed 7".
void tr_document_type_seed(const tr_document *document, char kind[TR_TYPE_SEED_BYTES]);
// "Luna"; for a planet without a name "inferno 7".
void tr_document_name(const tr_document *document, char name[TR_TITLE_BYTES]);
// The planet whose name the world has where nothing else names it: the only one, or the first one of a scene.
static inline tr_scene_planet *tr_document_first(const tr_document *document) {
    return &document->scene->planets[0];
}
// The name of the whole world, whichever planet is the target: that of a lone planet; of a scene that of its
// file, "moons" for moons.json, or without a file that of its first planet.
void tr_document_world_name(const tr_document *document, char name[TR_TITLE_BYTES]);
// "● Luna - home.json - Terrella", "inferno, seed 7 - Terrella": the world, the file, and a dot if there are
// unsaved changes.
void tr_document_title(const tr_document *document, char title[TR_TITLE_BYTES]);

// The target as its type and its seed give it, without differences; the ticks of sliders show its values. Valid
// until the next change. NULL: no memory, or the type is not built in.
const tr_recipe *tr_document_drawn(tr_document *document);

// ---- steps -------------------------------------------------------------------------------------

// Each of these makes one step, or none after a failure. Errors are those of tr_world_load. A new step discards
// those that could be redone.

// Changes parameters of the target, or with `of_scene` of the scene itself. Consecutive changes with the same
// `drag_id`, not 0, are one step.
tr_status tr_document_change(tr_document *document, const char *what, uint64_t drag_id, bool of_scene,
                             int count, const tr_change *changes, tr_error *error);
// The same for any planet of the scene, and without a drag.
tr_status tr_document_change_planet(tr_document *document, const char *what, int planet, int count,
                                    const tr_change *changes, tr_error *error);
// Sets the seed. Differences stay, and locked values become differences. *kept: their number, without the
// planet's data in its scene.
tr_status tr_document_set_seed(tr_document *document, uint64_t seed, int *kept, tr_error *error);
// Restores the previous seed. TR_BAD_USAGE: there is none.
tr_status tr_document_restore_seed(tr_document *document, tr_error *error);
// Sets the type and keeps the seed. Differences that the new type knows stay, except the radius. *kept and
// *dropped: how many stay and go, without the planet's data in its scene. The document then has no file,
// because its planet is another one than the file's.
tr_status tr_document_set_type(tr_document *document, const char *type, int *kept, int *dropped,
                               tr_error *error);
// Resets all differences from what the target's type and seed give, except its data in the scene; *gone: their
// number. TR_BAD_USAGE: there are none, or the planet has no type.
tr_status tr_document_reset(tr_document *document, int *gone, tr_error *error);
// Replaces the world by a file, a share link, a type with a seed, a picture, or a text. A file becomes the file
// of the document. A text counts as unsaved if it contains more than types and seeds.
tr_status tr_document_load(tr_document *document, const tr_world *world, const char *what, tr_error *error);

// Adds a body of a type: a moon of the target, or a body that orbits what the target orbits. If the target is a
// moon itself, a new moon orbits the same planet. The target stays; if it has no name, it gets that of
// tr_document_name. tr_document_remove_body removes the target and the bodies in orbit round it (TR_BAD_USAGE:
// it is the last one).
tr_status tr_document_add_body(tr_document *document, const char *type, bool moon, tr_error *error);
tr_status tr_document_remove_body(tr_document *document, tr_error *error);
// Renames the target; "": no name, which only a single planet can have. Errors: also those of
// tr_text_rename_planet.
tr_status tr_document_rename(tr_document *document, const char *name, tr_error *error);
// Loads the document's own file again, after another program wrote it. The document must have a file.
tr_status tr_document_reload(tr_document *document, tr_error *error);

// Undoes a step, and redoes it; `what` is the name of that step. TR_BAD_USAGE: there is none.
tr_status tr_document_undo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error);
tr_status tr_document_redo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error);
// Returns to an earlier step.
tr_status tr_document_go_back(tr_document *document, int step, tr_error *error);
// Forgets files of maps that have changed or vanished on the disk. Steps whose maps follow them lack them from
// then on.
void tr_document_forget_changed(tr_document *document);
// Loads the present step again, so that it gets files of maps that the document has got since, and lacks those
// that it has forgotten.
tr_status tr_document_look_again(tr_document *document, tr_error *error);
// The last step that was unsaved when the user left it by way of the history (a step called
// TR_STEP_OF_HISTORY), and whose text is neither in a file nor in the present step; -1: there is none.
#define TR_STEP_OF_HISTORY "History"
int tr_document_left_unsaved(const tr_document *document);
// Removes the present step, if it belongs to that drag.
tr_status tr_document_take_back(tr_document *document, uint64_t drag_id, tr_error *error);

// ---- restored steps ------------------------------------------------------------------------------

// Restores the steps of a zero-initialised document, one by one. They are copied; `what` is the name of the
// step. Their texts are only parsed when they are needed. Errors: TR_NO_MEMORY.
tr_status tr_document_add_step(tr_document *document, const tr_step *step, const char *what, tr_error *error);
// Then makes one of them the present step, with that target and time (NAN: the time of the text). Errors: those
// of tr_world_load; after an error, close the document.
tr_status tr_document_resume(tr_document *document, int step, int target, double time_h, tr_error *error);

// ---- no steps ----------------------------------------------------------------------------------

// Makes another planet of the scene the target.
void tr_document_set_target(tr_document *document, int planet);

// Whether the text sets a parameter of the target.
bool tr_document_differs(const tr_document *document, const char *path);

// Advances the time at the target's normal speed, times `rate`.
void tr_document_pass_time(tr_document *document, double rate, double since_s);

// Locks: parameters that keep their values with a new seed, at most TR_MOST_LOCKS.
bool tr_document_is_locked(const tr_document *document, const char *path);
void tr_document_lock(tr_document *document, const char *path, bool locked);

// ---- files -------------------------------------------------------------------------------------

// Writes the text into a file, atomically, and the files of its maps beside it where they are not there yet. A
// file of that name with another content stays, and the map gets a free name. path: a new path, or NULL for the
// document's own file, which must exist. name: new name of the only planet; NULL or an invalid name: no change.
// Naming is not a step: undo and redo keep the name in steps of the same type and seed (about a hundred at
// most) that are not saved in another file. In the same way steps that have no file get the document's first
// one, and are unsaved. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY; then nothing changed.
tr_status tr_document_save(tr_document *document, const char *path, const char *name, tr_error *error);
