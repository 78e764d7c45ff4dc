// What is edited: a scene, one planet of which is looked at. No window here.
#pragma once
#include "scene/load.h"

enum { TR_SEED_HISTORY = 64, TR_MOST_TYPES = 256, TR_TITLE_BYTES = 256 };

typedef struct tr_document {
    const tr_world *asked; // what the user asked for; borrowed
    tr_scene *scene;       // loaded from it and edited here; borrowed
    int target;            // the planet that is looked at
    const char *planet_names[TR_MAX_PLANETS];
    char type_texts[TR_MOST_TYPES][TR_NAME_BYTES];
    const char *types[TR_MOST_TYPES]; // into type_texts
    int type_count;
    bool as_asked[TR_MAX_PLANETS]; // it is the planet of *asked, with another seed perhaps
    tr_recipe
        *past[TR_SEED_HISTORY]; // the target with the seeds before the present one, the newest last; owned
    int past_count;
} tr_document;

// A zero-initialised document stays where it is from then on: it points into itself. End it with
// tr_document_close.
void tr_document_open(tr_document *document, const tr_world *asked, tr_scene *scene);
void tr_document_close(tr_document *document); // a zero-initialised one is allowed

static inline tr_scene_planet *tr_document_planet(const tr_document *document) {
    return &document->scene->planets[document->target];
}
static inline tr_recipe *tr_document_recipe(const tr_document *document) {
    return tr_document_planet(document)->recipe;
}

// The index of the target's type in the list, or -1: it is of the user's own.
int tr_document_find_type(const tr_document *document);

void tr_document_title(const tr_document *document, char title[TR_TITLE_BYTES]);

// Replaces the target's recipe by what a type gives, with the user's --set values where there is one planet.
// After a failure the planet stays. Errors: those of tr_world_load.
tr_status tr_document_set_type(tr_document *document, const char *type, tr_error *error);
// The same for another seed: of what the user asked for, with all that its file and --set say of the planet, or
// of the type that was chosen since.
tr_status tr_document_set_seed(tr_document *document, uint64_t seed, tr_error *error);
// The planet before the last change of its seed, as it was; there is one when past_count > 0.
void tr_document_restore_seed(tr_document *document);

// Looks at another planet of the scene.
void tr_document_set_target(tr_document *document, int planet);

// What is out of range is clamped; but a value beyond it, from a file, stays until it is changed itself.
void tr_document_set_knobs(tr_document *document, double noisiness, double persistence, int octaves);
void tr_document_set_radius(tr_document *document, double radius_km);
// What a slider of the radius spans: what is usual, and the target's own.
void tr_document_slide_radius(const tr_document *document, double *low_km, double *high_km);

// Time goes by as fast as the target should turn, times `rate`.
void tr_document_pass_time(tr_document *document, double rate, double since_s);
