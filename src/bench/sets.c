// Rows for whole sets on disk, from bake to files, and for the occlusion that orm maps need. Bytes are those of
// the texels.
#include "base/platform.h"
#include "bench/bench.h"
#include "export/export.h"
#include "export/target.h"
#include "planet/surface.h"
#include "scene/load.h"

#include <stdio.h>

typedef struct set_numbers {
    const char *type;
    const char *target; // or NULL
    tr_layout layout;
    tr_file_format format;
    int width; // width for the layout; quick mode uses a sixteenth, or for pyramids one level of half-sized
               // tiles
} set_numbers;

typedef struct set_state {
    tr_bench_setup setup;
    tr_recipe *recipe;
    tr_surface *surface;
    tr_patch patch; // patch whose occlusion is needed
    tr_export_job job;
    tr_export_result result;
    char directory[TR_FULL_PATH_BYTES]; // "" if there is none
} set_state;

static tr_status prepare_planet(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                tr_error *error) {
    const set_numbers *n = row->numbers;
    const tr_world world = {.name = n->type, .has_seed = true, .seed = 7};
    set_state *s = state;
    s->setup = *setup;
    s->patch = tr_whole_map(tr_bench_size(row->width, setup->quick));
    const tr_status status = tr_bench_load(&world, setup, &s->recipe, error);
    return status == TR_OK ? tr_bench_make(setup, s->recipe, &s->surface, error) : status;
}

static void remove_all(tr_folder folder);

static bool remove_entry(void *context, const char *name) {
    const tr_folder *folder = context;
    tr_folder inner;
    if (tr_folder_enter(*folder, name, false, &inner) == 0) {
        remove_all(inner);
        tr_folder_close(&inner);
        tr_name_remove_folder(*folder, name);
    } else {
        tr_name_remove(*folder, name);
    }
    return true;
}

static void remove_all(tr_folder folder) { (void)tr_folder_list(folder, remove_entry, &folder); }

// Removes everything in the folder.
static void remove_files(const set_state *s) {
    tr_folder folder;
    if (tr_folder_open(s->directory, &folder) == 0)
        remove_all(folder);
    tr_folder_close(&folder);
}

static void clear_set(void *state) {
    set_state *s = state;
    if (s->directory[0]) {
        remove_files(s);
        tr_path_remove_folder(s->directory);
    }
    tr_surface_destroy(s->surface);
    tr_recipe_destroy(s->recipe);
}

// ---- files ---------------------------------------------------------------------------------------

static tr_status prepare_set(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                             tr_error *error) {
    const set_numbers *n = row->numbers;
    const tr_status status = prepare_planet(row, setup, state, error);
    set_state *s = state;
    if (status != TR_OK)
        return status;
    const tr_target *target = n->target ? tr_target_find(n->target) : NULL;
    const int part = !setup->quick ? 1 : tr_layout_is_pyramid(n->layout) ? 4 : 16;
    s->job = (tr_export_job){.recipe = s->recipe,
                             .directory = s->directory,
                             .stem = "bench",
                             .layout = n->layout,
                             .tiles = {.size = setup->quick ? 256 : 512},
                             .width = n->width / part,
                             .maps = target ? tr_target_outputs(target, n->layout, s->recipe)
                                            : tr_recipe_maps(s->recipe),
                             .target = target,
                             .format = n->format};
    const int reason = tr_path_make_temporary(s->directory);
    if (reason == 0)
        return TR_OK;
    tr_fail(error, TR_CANNOT_WRITE, "cannot make the folder %s: %s", s->directory, tr_reason_text(reason));
    s->directory[0] = 0;
    return TR_CANNOT_WRITE;
}

// The files are removed, so that each round writes new ones.
static tr_status export_set(void *state, tr_error *error) {
    set_state *s = state;
    const tr_status status = tr_export(&s->job, s->surface, s->setup.pool, s->setup.stop, &s->result, error);
    remove_files(s);
    return status;
}

static const tr_bench_work set_work = {sizeof(set_state), prepare_set, export_set, clear_set, NULL};

// ---- occlusion -----------------------------------------------------------------------------------

// A surface keeps its occlusion, so the surface is made again too, which costs as much as ready_inferno shows.
static tr_status occlude(void *state, tr_error *error) {
    set_state *s = state;
    const tr_cube *occlusion;
    tr_surface_destroy(s->surface);
    s->surface = NULL;
    const tr_status status = tr_bench_make(&s->setup, s->recipe, &s->surface, error);
    return status == TR_OK
               ? tr_surface_occlusion(s->surface, s->setup.pool, s->patch, s->setup.stop, &occlusion, error)
               : status;
}

static const tr_bench_work occlusion_work = {sizeof(set_state), prepare_planet, occlude, clear_set, NULL};

// ---- the table -----------------------------------------------------------------------------------

enum { tile = 512, tiles = 6 + 24 };

#define SET(layout_, width_, target_, format_)                                                                 \
    &(const set_numbers) {                                                                                     \
        .type = "inferno", .target = (target_), .layout = (layout_), .format = (format_), .width = (width_)    \
    }
#define WRITTEN(bytes) .cost = {(bytes), 0, (bytes), 0}, .whole = true, .waits = true

static const tr_bench_row rows[] = {
    {"export_inferno_2048", "a texture set onto the disk", &set_work,
     SET(TR_LAYOUT_EQUIRECT, 2048, NULL, TR_FORMAT_PNG), 2048, 1024, WRITTEN(14)},
    {"set_gltf_1024x6", "the faces of a cube in one GLB file", &set_work,
     SET(TR_LAYOUT_CUBE, 1024, "gltf", TR_FORMAT_PNG), 1024, 6 * 1024, WRITTEN(12)},
    {"ktx2_set_2048", "the set as KTX2, in BC7 with all levels", &set_work,
     SET(TR_LAYOUT_EQUIRECT, 2048, NULL, TR_FORMAT_KTX2), 2048, 1024, WRITTEN(14)},
    {"cube_1024x6", "all its maps as six faces", &set_work, SET(TR_LAYOUT_CUBE, 1024, NULL, TR_FORMAT_PNG),
     1024, 6 * 1024, WRITTEN(14)},
    {"tiles_per_second_512", "its tiles with all maps, two levels of a pyramid", &set_work,
     SET(TR_LAYOUT_TILES, 4096, NULL, TR_FORMAT_PNG), tile, tiles *tile, .pieces = tiles, WRITTEN(14)},
    {"occlusion_4096", "what its ground leaves open of the sky", &occlusion_work,
     SET(TR_LAYOUT_EQUIRECT, 4096, NULL, TR_FORMAT_PNG), 4096, 2048, .cost = {0}, .whole = true},
};

const tr_bench_table tr_bench_sets = {sizeof rows / sizeof rows[0], rows};
