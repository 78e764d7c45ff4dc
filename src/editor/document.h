// What is edited: a world as a text of differences (scene/differences.h), the scene that it makes, and all
// steps that led to it, which can be undone and done again. No window here. One thread.
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
    char *text;               // of the world; owned
    char *path;               // of the file that it is saved in; NULL: none; owned
    bool saved;               // it stands there like this, or there is nothing in it to lose
    char what[TR_STEP_BYTES]; // what made it: "Ocean", "New seed"
    uint64_t drag_id;         // the drag that made it; 0: none
    int target;               // the planet that it changed; -1: none of them alone
} tr_step;

typedef struct tr_document {
    tr_scene *scene; // of the present step; its time goes by without steps; owned
    int target;      // the planet that is looked at
    int step_count, step, step_capacity;
    tr_step *steps; // owned
    // What whoever shows it has to look at; cleared by who did:
    bool changed[TR_MAX_PLANETS]; // planets with another recipe
    bool remade;                  // there are other planets
    uint64_t revision;            // grows with everything that a panel shows of it
    bool kept_target;             // but the target is the same planet as before
    bool kept_size;               // the target's size changed by hand, not with the planet
    double text_time_h;           // what the text says of it
    // Seeds of the target before the present one, the newest last.
    uint64_t seeds[TR_SEED_HISTORY];
    int seed_count;
    char locks[TR_MOST_LOCKS][TR_DIFFERENCE_BYTES];
    int lock_count;
    tr_recipe *drawn; // what the target's type and seed alone give; NULL: not looked at yet; owned
} tr_document;

// Begins with what a user asked for. A zero-initialised document is to be given, and to be ended with
// tr_document_close, also after a failure. Errors: those of tr_world_load.
tr_status tr_document_open(tr_document *document, const tr_world *world, tr_error *error);
void tr_document_close(tr_document *document);

static inline tr_scene_planet *tr_document_planet(const tr_document *document) {
    return &document->scene->planets[document->target];
}
static inline tr_recipe *tr_document_recipe(const tr_document *document) {
    return tr_document_planet(document)->recipe;
}
static inline const tr_step *tr_document_step(const tr_document *document) {
    return &document->steps[document->step];
}

// "inferno, seed 7"; of a recipe without a type "seed 7".
void tr_document_type_seed(const tr_document *document, char kind[TR_TYPE_SEED_BYTES]);
// "Luna"; of a planet without a name "inferno 7".
void tr_document_name(const tr_document *document, char name[TR_TITLE_BYTES]);
// "● Luna - home.json - Terrella", "inferno, seed 7 - Terrella": the planet, the file, and a dot when something
// is not saved.
void tr_document_title(const tr_document *document, char title[TR_TITLE_BYTES]);

// The target as its type and its seed alone give it, without a difference: where the ticks of sliders stand.
// It stays until the next change. NULL: there is no memory, or its type is none of ours.
const tr_recipe *tr_document_drawn(tr_document *document);

// ---- steps -------------------------------------------------------------------------------------

// All of these are one step each, or nothing at all after a failure; errors are those of tr_world_load. What
// could be done again is forgotten.

// Changes some parameters of the target, or with `of_scene` of the scene itself. Changes with the same hand,
// not 0, one right after the other, are one step.
tr_status tr_document_change(tr_document *document, const char *what, uint64_t drag_id, bool of_scene,
                             int count, const tr_change *changes, tr_error *error);
// Another seed; what differs from the seed before stays so, and what is locked becomes such a difference.
// *kept: how many of them there are, without its place in a scene.
tr_status tr_document_set_seed(tr_document *document, uint64_t seed, int *kept, tr_error *error);
// The seed before the last other one; TR_BAD_USAGE: there is none.
tr_status tr_document_restore_seed(tr_document *document, tr_error *error);
// Another type under the same seed. Of what differs stays what the other type knows, but its size; *kept and
// *dropped: how much stays and goes, without its place in a scene. The document has no file then: its planet is
// another one than the file's.
tr_status tr_document_set_type(tr_document *document, const char *type, int *kept, int *dropped,
                               tr_error *error);
// Takes back all that differs from what the type and the seed of the target give, but its place in a scene;
// *gone: how much that is. TR_BAD_USAGE: nothing differs, or it has no type.
tr_status tr_document_reset(tr_document *document, int *gone, tr_error *error);
// Another world takes the place of all of it: a file, which it is saved in from then on, a share link, a type
// with a seed, a picture.
tr_status tr_document_load(tr_document *document, const tr_world *world, const char *what, tr_error *error);
// The text of a world; it is unsaved where it says more than types and seeds.
tr_status tr_document_load_text(tr_document *document, const char *text, const char *what, tr_error *error);

// One body more, of a type: a moon of the target, or beside the target, round what that goes round. A moon that
// is asked for while the target is one itself is the same planet's. The target stays,
// and keeps its name: one that has none is called what tr_document_name says. Or the target goes, and what goes
// round it (TR_BAD_USAGE: it is the last one).
tr_status tr_document_add_body(tr_document *document, const char *type, bool moon, tr_error *error);
tr_status tr_document_remove_body(tr_document *document, tr_error *error);
// Another name of the target; "": a planet that stands alone has none. Errors: those of tr_text_rename_planet,
// too.
tr_status tr_document_rename(tr_document *document, const char *name, tr_error *error);
// A name for the only planet, which has none, and no step: undo and redo keep it, as far as their steps, some
// hundred at most, are of the same type and seed. Errors: as above; then nothing changed.
tr_status tr_document_give_name(tr_document *document, const char *name, tr_error *error);
// The document's own file as it stands now, which another program wrote. There has to be one.
tr_status tr_document_reload(tr_document *document, tr_error *error);

// One step back, and on again; the name of the step that was undone or done into `what`. TR_BAD_USAGE: there is
// none.
tr_status tr_document_undo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error);
tr_status tr_document_redo(tr_document *document, char what[TR_STEP_BYTES], tr_error *error);
// Back to an earlier step.
tr_status tr_document_go_back(tr_document *document, int step, tr_error *error);
// The newest step that was not saved when the history (a step called TR_STEP_OF_HISTORY) led on to another
// planet, and that neither a file nor the present step has; -1: there is none.
#define TR_STEP_OF_HISTORY "History"
int tr_document_left_unsaved(const tr_document *document);
// The present step, if it is of that hand, is gone as if it had never been.
tr_status tr_document_take_back(tr_document *document, uint64_t drag_id, tr_error *error);

// ---- as it was before ----------------------------------------------------------------------------

// For a zero-initialised document that comes back: its steps, one after the other, copied; what made it is in
// `what`. Their texts are looked at when they are gone to. Errors: TR_NO_MEMORY.
tr_status tr_document_add_step(tr_document *document, const tr_step *step, const char *what, tr_error *error);
// Then it goes on at one of them, with that planet and at that time (NAN: the text's own). Errors: those of
// tr_world_load; then it is to be closed.
tr_status tr_document_resume(tr_document *document, int step, int target, double time_h, tr_error *error);

// ---- what is no step ---------------------------------------------------------------------------

// Looks at another planet of the scene.
void tr_document_set_target(tr_document *document, int planet);

// Whether the text says what a parameter of the target stands at.
bool tr_document_differs(const tr_document *document, const char *path);

// Time goes by as fast as the target should turn, times `rate`.
void tr_document_pass_time(tr_document *document, double rate, double since_s);

// What stays as it is when another seed draws the rest. The limit is TR_MOST_LOCKS: more are not taken.
bool tr_document_is_locked(const tr_document *document, const char *path);
void tr_document_lock(tr_document *document, const char *path, bool locked);

// ---- files -------------------------------------------------------------------------------------

// Writes the text into a file, whole or not at all; path is that of a new one, or NULL: the document's own,
// which there has to be. Errors: TR_CANNOT_WRITE, TR_NO_MEMORY.
tr_status tr_document_save(tr_document *document, const char *path, tr_error *error);
