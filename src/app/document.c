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
    for (int i = 0; i < scene->planet_count; i++) {
        document->as_asked[i] = true;
        document->planet_names[i] =
            scene->planets[i].name[0] ? scene->planets[i].name : scene->planets[i].recipe->type;
    }
    const int count = tr_type_list(document->type_texts, TR_MOST_TYPES);
    document->type_count = count < TR_MOST_TYPES ? count : TR_MOST_TYPES;
    for (int i = 0; i < document->type_count; i++)
        document->types[i] = document->type_texts[i];
}

static void forget_past(tr_document *document) {
    while (document->past_count > 0)
        tr_recipe_destroy(document->past[--document->past_count]);
}

void tr_document_close(tr_document *document) { forget_past(document); }

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

// Takes the recipe of the planet with that name ("": a lone one) out of a world.
static tr_status load(const tr_world *world, const char *name, tr_recipe **recipe, tr_error *error) {
    tr_scene scene = {0};
    *recipe = NULL;
    tr_status status = tr_world_load(world, &scene, error);
    for (int i = 0; i < scene.planet_count && status == TR_OK && !*recipe; i++)
        if (strcmp(scene.planets[i].name, name) == 0) {
            *recipe = scene.planets[i].recipe;
            scene.planets[i].recipe = NULL;
        }
    if (status == TR_OK && !*recipe) // the file changed meanwhile
        status = tr_fail(error, TR_BAD_INPUT, "%s has no planet '%s' any more", world->name, name);
    tr_scene_clear(&scene);
    return status;
}

// The user's --set values, without those that would undo the choice of a type or a seed.
static int keep_sets(const tr_world *world, bool lone, const char **sets) {
    int count = 0;
    for (int i = 0; lone && i < world->set_count; i++)
        if (strncmp(world->sets[i], "seed=", 5) != 0 && strncmp(world->sets[i], "type=", 5) != 0)
            sets[count++] = world->sets[i];
    return count;
}

// The planet that a type and a seed give.
static tr_status load_type(const tr_document *document, const char *type, uint64_t seed, tr_recipe **recipe,
                           tr_error *error) {
    const tr_world *asked = document->asked;
    const char **sets = tr_calloc((size_t)asked->set_count + 1, sizeof *sets);
    if (!sets)
        return tr_fail(error, TR_NO_MEMORY, "no memory for another planet");
    const tr_world world = {.name = type,
                            .has_seed = true,
                            .seed = seed,
                            .set_count = keep_sets(asked, document->scene->planet_count == 1, sets),
                            .sets = sets};
    const tr_status status = load(&world, "", recipe, error);
    tr_free(sets);
    return status;
}

// The target as the user asked for it, but with another seed: that is one value more that is set, the last one.
static tr_status load_asked(const tr_document *document, uint64_t seed, tr_recipe **recipe, tr_error *error) {
    const char *name = tr_document_planet(document)->name;
    tr_world world = *document->asked;
    const char **sets = tr_calloc((size_t)world.set_count + 1, sizeof *sets);
    if (!sets)
        return tr_fail(error, TR_NO_MEMORY, "no memory for another planet");
    for (int i = 0; i < world.set_count; i++)
        sets[i] = world.sets[i];
    char set[TR_PLANET_NAME_BYTES + 64];
    snprintf(set, sizeof set, "%s%s%sseed=%llu", name[0] ? "planets." : "", name, name[0] ? "." : "",
             (unsigned long long)seed);
    sets[world.set_count++] = set;
    world.sets = sets;
    const tr_status status = load(&world, name, recipe, error);
    tr_free(sets);
    return status;
}

tr_status tr_document_set_type(tr_document *document, const char *type, tr_error *error) {
    tr_recipe *recipe = NULL;
    const tr_status status = load_type(document, type, tr_document_recipe(document)->seed, &recipe, error);
    if (status != TR_OK)
        return status;
    tr_recipe_destroy(tr_document_recipe(document));
    tr_document_planet(document)->recipe = recipe;
    document->as_asked[document->target] = false;
    forget_past(document);
    return TR_OK;
}

tr_status tr_document_set_seed(tr_document *document, uint64_t seed, tr_error *error) {
    tr_scene_planet *planet = tr_document_planet(document);
    tr_recipe *recipe = NULL;
    const tr_status status = document->as_asked[document->target]
                                 ? load_asked(document, seed, &recipe, error)
                                 : load_type(document, planet->recipe->type, seed, &recipe, error);
    if (status != TR_OK)
        return status;
    tr_recipe **past = document->past;
    if (document->past_count == TR_SEED_HISTORY) {
        tr_recipe_destroy(past[0]);
        memmove(past, past + 1, (size_t)--document->past_count * sizeof past[0]);
    }
    past[document->past_count++] = planet->recipe;
    planet->recipe = recipe;
    return TR_OK;
}

void tr_document_restore_seed(tr_document *document) {
    tr_scene_planet *planet = tr_document_planet(document);
    tr_recipe_destroy(planet->recipe);
    planet->recipe = document->past[--document->past_count];
}

void tr_document_set_target(tr_document *document, int planet) {
    document->target = planet;
    forget_past(document);
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
    tr_recipe *recipe = tr_document_recipe(document);
    double low, high;
    tr_recipe_radius_range(recipe, &low, &high);
    recipe->radius_km = clamp(radius_km, low, high);
}

void tr_document_slide_radius(const tr_document *document, double *low_km, double *high_km) {
    const tr_recipe *recipe = tr_document_recipe(document);
    double low, high;
    tr_recipe_radius_range(recipe, &low, &high);
    tr_parameter_slide(tr_parameter_find(&tr_recipe_table, "radius_km"), low_km, high_km);
    *low_km = fmax(low, fmin(*low_km, recipe->radius_km));
    *high_km = fmin(high, fmax(*high_km, recipe->radius_km));
}

// ---- time --------------------------------------------------------------------------------------

void tr_document_pass_time(tr_document *document, double rate, double since_s) {
    const double day_h = tr_scene_day_h(document->scene, document->target), usual_h = 24;
    const double h_per_s = turn_deg_per_s / 360 * (day_h > 0 ? day_h : usual_h);
    const double passed_h = rate * fmin(h_per_s, most_h_per_s) * since_s;
    tr_scene_place(document->scene, document->scene->time_h + passed_h);
}
