// Edits in the window: the delay from a changed knob to maps, with the window's own baker.
#include "bench/bench.h"

#include "base/memory.h"
#include "live/baker.h"
#include "scene/load.h"

// A planet, and the parameter that is changed back and forth.
typedef struct edit_numbers {
    const char *type, *path; // path of a parameter, or name of a knob of the type
    double values[2];
    int width; // of the maps: TR_PREVIEW_WIDTH is the immediate preview
} edit_numbers;

typedef struct edit_state {
    const edit_numbers *numbers;
    int width;
    tr_recipe *recipe;
    tr_baker *baker;
    uint8_t *texels;
    size_t bytes;
    uint64_t edits;
    const tr_watch *stop;
} edit_state;

static void turn(edit_state *e) {
    const double value = e->numbers->values[e->edits++ % 2];
    const int knob = tr_recipe_find_type_knob(e->recipe, e->numbers->path);
    if (knob >= 0)
        tr_recipe_turn(e->recipe, knob, value, NULL, NULL);
    else
        tr_recipe_set_number(e->recipe, e->numbers->path, value);
}

static tr_status edit(void *state, tr_error *error) {
    edit_state *e = state;
    tr_planet_maps maps;
    size_t bytes;
    turn(e);
    const tr_bake bake = {
        .recipe = e->recipe, .edit = e->edits, .width = e->width, .edited = true, .watch = e->stop};
    tr_status status = tr_baker_prepare(e->baker, &bake, &bytes, error);
    if (status == TR_OK && bytes > e->bytes) {
        tr_free(e->texels);
        e->texels = tr_malloc(bytes);
        e->bytes = e->texels ? bytes : 0;
        if (!e->texels)
            status = tr_fail(error, TR_NO_MEMORY, "no memory for maps %d wide", e->width);
    }
    return status == TR_OK ? tr_baker_run(e->baker, &bake, e->texels, &maps, error) : status;
}

// Includes a complete bake before the first edit, as in a window.
static tr_status prepare(const tr_bench_row *row, const tr_bench_setup *setup, void *state, tr_error *error) {
    edit_state *e = state;
    e->numbers = row->numbers;
    e->stop = setup->stop;
    const tr_world world = {.name = e->numbers->type, .has_seed = true, .seed = 7};
    tr_status status = tr_bench_load(&world, setup, &e->recipe, error);
    if (status == TR_OK)
        status = tr_baker_create(tr_pool_threads(setup->pool), setup->isa, &e->baker, error);
    for (int first = 1; first >= 0 && status == TR_OK; first--) {
        e->width = first && !setup->quick ? TR_SHARP_WIDTH
                   : setup->quick         ? TR_PREVIEW_WIDTH
                                          : e->numbers->width;
        status = edit(e, error);
    }
    return status;
}

static void clear(void *state) {
    edit_state *e = state;
    tr_baker_destroy(e->baker);
    tr_recipe_destroy(e->recipe);
    tr_free(e->texels);
}

static const tr_bench_work edit_work = {sizeof(edit_state), prepare, edit, clear, NULL};

#define EDIT(type_, path_, from_, to_, width_)                                                                 \
    &(const edit_numbers) { .type = (type_), .path = (path_), .values = {(from_), (to_)}, .width = (width_) }
#define SHARP .cost = {9, 0, 9, 0}, .whole = true

static const tr_bench_row rows[] = {
    {"edit_colour_2048", "an earthlike's colours turned in the window: no field is evaluated", &edit_work,
     EDIT("earthlike", "tint.hue_deg", 0, 5, TR_SHARP_WIDTH), 2048, 1024, SHARP},
    {"edit_barren_2048", "a knob turned in the window: what it reaches anew, with mips", &edit_work,
     EDIT("barren", "noisiness", 0.7, 0.8, TR_SHARP_WIDTH), 2048, 1024, SHARP},
    {"edit_earthlike_2048", "a knob that has an earthlike's land solved anew", &edit_work,
     EDIT("earthlike", "continents", 0.3, 0.4, TR_SHARP_WIDTH), 2048, 1024, SHARP},
    {"whole_earthlike_2048", "all of it, to compare with: another relief and nothing from a cache", &edit_work,
     EDIT("earthlike", "persistence", 0.59, 0.6, TR_SHARP_WIDTH), 2048, 1024, SHARP},
    {"preview_barren_512", "what such a knob shows at once", &edit_work,
     EDIT("barren", "noisiness", 0.7, 0.8, TR_PREVIEW_WIDTH), 512, 256, SHARP},
    {"preview_earthlike_512", "what a knob shows at once that has the land solved anew", &edit_work,
     EDIT("earthlike", "continents", 0.3, 0.4, TR_PREVIEW_WIDTH), 512, 256, SHARP},
};

const tr_bench_table tr_bench_edits = {sizeof rows / sizeof rows[0], rows};
