#include "app/private/document.h"

#include "base/memory.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_octaves = 16 };
static const double turn_deg_per_s = 3, most_h_per_s = 2; // or what goes round a slow planet would fly

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

void tr_document_open(tr_document *document, const tr_world *asked, tr_scene *scene) {
    document->asked = asked;
    document->scene = scene;
    document->own_world = scene->planet_count == 1;
    for (int i = 0; i < scene->planet_count; i++)
        document->planet_names[i] =
            scene->planets[i].name[0] ? scene->planets[i].name : scene->planets[i].recipe->type;
    const int count = tr_type_list(document->type_texts, TR_MOST_TYPES);
    document->type_count = count < TR_MOST_TYPES ? count : TR_MOST_TYPES;
    for (int i = 0; i < document->type_count; i++)
        document->types[i] = document->type_texts[i];
}

int tr_document_find_type(const tr_document *document) {
    for (int i = 0; i < document->type_count; i++)
        if (strcmp(document->types[i], tr_document_recipe(document)->type) == 0)
            return i;
    return -1;
}

void tr_document_title(const tr_document *document, char title[TR_TITLE_BYTES]) {
    const tr_scene_planet *planet = tr_document_planet(document);
    snprintf(title, TR_TITLE_BYTES, "%s%s%s, seed %llu - Terrella", planet->name, planet->name[0] ? ": " : "",
             planet->recipe->type, (unsigned long long)planet->recipe->seed);
}

// ---- another planet ----------------------------------------------------------------------------

// The user's --set values, without those that would undo the choice of a type or a seed.
static int keep_sets(const tr_world *world, bool lone, const char **sets) {
    int count = 0;
    for (int i = 0; lone && i < world->set_count; i++)
        if (strncmp(world->sets[i], "seed=", 5) != 0 && strncmp(world->sets[i], "type=", 5) != 0)
            sets[count++] = world->sets[i];
    return count;
}

// Replaces the target's recipe by what a name and a seed give.
static tr_status load(tr_document *document, const char *name, uint64_t seed, tr_error *error) {
    const tr_world *asked = document->asked;
    const char **sets = tr_calloc((size_t)asked->set_count + 1, sizeof *sets);
    if (!sets)
        return tr_fail(error, TR_NO_MEMORY, "no memory for another planet");
    const tr_world world = {.name = name,
                            .has_seed = true,
                            .seed = seed,
                            .set_count = keep_sets(asked, document->scene->planet_count == 1, sets),
                            .sets = sets};
    tr_scene scene = {0};
    const tr_status status = tr_world_load(&world, &scene, error);
    tr_free(sets);
    if (status == TR_OK) {
        tr_scene_planet *planet = tr_document_planet(document);
        tr_recipe *recipe = scene.planets[0].recipe;
        scene.planets[0].recipe = planet->recipe; // which goes with the scene
        planet->recipe = recipe;
    }
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_document_set_type(tr_document *document, const char *type, tr_error *error) {
    const tr_status status = load(document, type, tr_document_recipe(document)->seed, error);
    if (status != TR_OK)
        return status;
    document->own_world = false;
    document->seed_count = 0;
    return TR_OK;
}

// The same planet of another seed: of the user's file, or of the type.
static tr_status load_seed(tr_document *document, uint64_t seed, tr_error *error) {
    return load(document, document->own_world ? document->asked->name : tr_document_recipe(document)->type,
                seed, error);
}

tr_status tr_document_set_seed(tr_document *document, uint64_t seed, tr_error *error) {
    const uint64_t before = tr_document_recipe(document)->seed;
    const tr_status status = load_seed(document, seed, error);
    if (status != TR_OK)
        return status;
    uint64_t *seeds = document->seeds;
    if (document->seed_count == TR_SEED_HISTORY)
        memmove(seeds, seeds + 1, (size_t)--document->seed_count * sizeof seeds[0]);
    seeds[document->seed_count++] = before;
    return TR_OK;
}

tr_status tr_document_restore_seed(tr_document *document, tr_error *error) {
    const tr_status status = load_seed(document, document->seeds[document->seed_count - 1], error);
    document->seed_count -= status == TR_OK;
    return status;
}

void tr_document_set_target(tr_document *document, int planet) {
    document->target = planet;
    document->seed_count = 0;
}

// ---- knobs -------------------------------------------------------------------------------------

static void set_knob(double *knob, double value, double low, double high) {
    if (value != *knob)
        *knob = clamp(value, low, high);
}

void tr_document_set_knobs(tr_document *document, double noisiness, double persistence, int octaves) {
    double *knobs = tr_document_recipe(document)->knobs;
    set_knob(&knobs[TR_KNOB_NOISINESS], noisiness, 0, 2);
    set_knob(&knobs[TR_KNOB_PERSISTENCE], persistence, 0, 1);
    if (octaves != (int)lround(knobs[TR_KNOB_OCTAVES]))
        set_knob(&knobs[TR_KNOB_OCTAVES], octaves, 1, most_octaves);
}

void tr_document_set_radius(tr_document *document, double radius_km) {
    tr_document_recipe(document)->radius_km = clamp(radius_km, 200, 100000);
}

// ---- time --------------------------------------------------------------------------------------

void tr_document_pass_time(tr_document *document, double rate, double since_s) {
    const double day_h = tr_scene_day_h(document->scene, document->target), usual_h = 24;
    const double h_per_s = turn_deg_per_s / 360 * (day_h > 0 ? day_h : usual_h);
    const double passed_h = rate * fmin(h_per_s, most_h_per_s) * since_s;
    tr_scene_place(document->scene, document->scene->time_h + passed_h);
}
