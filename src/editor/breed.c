#include "editor/private/breed.h"

#include "base/hash.h"
#include "base/memory.h"
#include "editor/private/change_list.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_tries = 3, most_new_seed = 1000000 };

// The state of making one relative.
typedef struct litter {
    const tr_breeding *breeding;
    const tr_recipe *recipe;
    uint64_t hash; // of the relative
    double scale;  // less than 1 in further attempts, which stay nearer to the parent
    change_list changes;
} litter;

static double unit(const litter *l, const char *what, uint64_t draw) {
    return tr_hash_unit(tr_hash_pair(tr_hash_text(l->hash, what), draw));
}

static bool is_locked(const tr_breeding *b, const char *path) {
    bool found = false;
    for (int i = 0; i < b->lock_count && !found; i++)
        found = strcmp(b->locks[i], path) == 0;
    return found;
}

static void add(litter *l, const char *path, double value) {
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    change_list_add(&l->changes, path, text);
}

// Draws a value, near the parent's or anywhere in the range, as the dial says. `slight`: how far siblings
// differ, as a fraction of the range.
static void vary(litter *l, const char *path, double value, double low, double high, double slight) {
    const double dial = l->breeding->dial, span = high - low;
    if (is_locked(l->breeding, path) || !(span > 0))
        return;
    const double swing = unit(l, path, 1) + unit(l, path, 2) - 1; // triangular: small differences are more
                                                                  // frequent
    const double near = value + swing * span * (slight + 0.7 * dial);
    const double far = low + unit(l, path, 3) * span, free = dial * dial;
    const double drawn = near + free * (far - near);
    const double kept = value + l->scale * (drawn - value);
    add(l, path, fmax(low, fmin(high, kept)));
}

static bool is_driven(const tr_recipe *recipe, const char *path) {
    for (int i = 0; i < recipe->type_knob_count; i++)
        for (int k = 0; k < recipe->type_knobs[i].drive_count; k++)
            if (strcmp(recipe->type_knobs[i].drives[k].path, path) == 0)
                return true;
    return false;
}

// Varies a number, unless a knob of the type drives it.
static void vary_number(litter *l, const char *path, double low, double high, double slight) {
    double value;
    if (tr_recipe_number_at(l->recipe, path, &value) && !is_driven(l->recipe, path))
        vary(l, path, value, fmin(low, value), fmax(high, value), slight);
}

static void choose(litter *l) {
    const tr_breeding *b = l->breeding;
    change_list_clear(&l->changes);
    if (unit(l, "seed", 0) < 2 * b->dial - 0.5 && !is_locked(b, "seed")) {
        char seed[32];
        snprintf(seed, sizeof seed, "%d", 1 + (int)(unit(l, "seed", 1) * most_new_seed));
        change_list_add(&l->changes, "seed", seed);
        change_list_hold(&l->changes, l->recipe, b->lock_count, b->locks, NULL);
    }
    for (int i = 0; i < l->recipe->type_knob_count; i++)
        vary(l, l->recipe->type_knobs[i].name, tr_recipe_type_knob(l->recipe, i), 0, 1, 0.12);
    vary_number(l, "noisiness", 0.3, 1.3, 0.1);
    vary_number(l, "persistence", 0.4, 0.7, 0.08);
    vary_number(l, "tint.hue_deg", -40, 40, 0.06);
}

static tr_status write_text(const litter *l, char **text, tr_error *error) {
    const tr_breeding *b = l->breeding;
    const change_list *c = &l->changes;
    const tr_status status = change_list_check(c, error);
    return status == TR_OK ? tr_text_change(b->text, NULL, b->planet, c->count, c->list, text, error) : status;
}

static bool loads(const char *text) {
    const tr_world world = {.name = "world", .text = text};
    tr_scene scene = {0};
    const tr_status status = tr_world_load(&world, &scene, NULL);
    tr_scene_clear(&scene);
    return status == TR_OK;
}

// Values that are each valid may be invalid together. Further attempts stay nearer to the parent.
static tr_status breed(litter *l, char **text, tr_error *error) {
    for (int i = 0; i < most_tries; i++, l->scale /= 3) {
        choose(l);
        const tr_status status = write_text(l, text, error);
        if (status != TR_OK || loads(*text))
            return status;
        tr_free(*text);
    }
    *text = tr_strdup(l->breeding->text);
    return *text ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for relatives");
}

tr_status tr_breed(const tr_breeding *breeding, int index, char **text, tr_error *error) {
    const tr_world world = {.name = "world", .text = breeding->text};
    tr_scene scene = {0};
    *text = NULL;
    tr_status status = tr_world_load(&world, &scene, error);
    if (status == TR_OK && breeding->planet >= scene.planet_count)
        status = tr_fail(error, TR_BAD_INPUT, "there is no planet number %d", breeding->planet);
    if (status == TR_OK) {
        litter l = {.breeding = breeding,
                    .recipe = scene.planets[breeding->planet].recipe,
                    .hash = tr_hash_pair(tr_hash_text(0, breeding->text), (uint64_t)index),
                    .scale = 1};
        status = breed(&l, text, error);
        change_list_clear(&l.changes);
    }
    tr_scene_clear(&scene);
    return status;
}
