#include "base/maths.h"
#include "base/size.h"
#include "planet/private/block.h"
#include <assert.h>

enum { band_texels = 1 << 17 };

static int rows_most(tr_patch patch) {
    return patch.projection == TR_CUBE ? band_face_rows_most : band_rows_most;
}

int tr_band_rows(tr_patch patch, int first) {
    const int left = tr_min(patch.height - first, rows_most(patch));
    const plan_window window = plan_window_of(patch, tr_patch_rows(patch, first, left), true);
    const int rows = band_texels / window.columns;
    return rows < 1 ? 1 : tr_min(rows, rows_most(patch));
}

// Size of the largest window of a band, and its columns.
static size_t count_cells(tr_patch patch, size_t *columns) {
    const plan_window all = plan_window_of(patch, patch, true);
    const size_t reach = 2 * (size_t)plan_reach_rows(patch), wide = *columns = (size_t)all.columns;
    const size_t by_texels = (wide > band_texels ? wide : band_texels) + reach * wide;
    const size_t by_rows = ((size_t)tr_min(patch.height, rows_most(patch)) + reach) * wide;
    return by_texels < by_rows ? by_texels : by_rows;
}

// A zeroed array, padded by the elements that kernels may read beyond its end.
static float *allocate_samples(size_t count) { return tr_calloc(count + TR_BATCH_SAMPLES, sizeof(float)); }

static bool allocate_whole_rows(const tr_surface *surface, tr_scratch *scratch) {
    const bool partial =
        scratch->patch.projection == TR_EQUIRECT && scratch->patch.width < scratch->patch.resolution;
    scratch->whole = tr_calloc((size_t)surface->layer_count + 1, sizeof *scratch->whole);
    bool ok = scratch->whole != NULL;
    for (; ok && scratch->layers < surface->layer_count; scratch->layers++)
        if (plan_takes_whole_rows(scratch->patch, &surface->fields[scratch->layers]))
            ok = (scratch->whole[scratch->layers] = allocate_samples(scratch->cells));
    if (ok && partial)
        ok = (scratch->piece = allocate_samples(scratch->cells));
    return ok;
}

static bool allocate_rows(tr_scratch *s, size_t columns) {
    float **const rows[] = {&s->east_x, &s->east_z, &s->east,       &s->west,
                            &s->north,  &s->south,  &s->slope_east, &s->slope_north};
    bool ok = (s->across = tr_allocate(columns, sizeof(double)));
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        ok = (*rows[i] = allocate_samples(columns)) && ok;
    return ok;
}

static tr_status check_layers(const tr_surface *surface, tr_patch patch, tr_error *error) {
    for (int i = 0; i < surface->layer_count; i++)
        if (patch.projection == TR_CUBE && surface->layers[i].plane)
            return tr_fail(
                error, TR_BAD_INPUT,
                "a layer of this planet lies on the plane of the map (\"domain\": \"plane\"), which a "
                "cube does not have");
    return TR_OK;
}

// Memory for samples anywhere. NULL: no memory.
static tr_scratch *create_samples(const tr_surface *surface) {
    tr_scratch *scratch = tr_calloc(1, sizeof *scratch);
    if (scratch && !(scratch->list = tr_allocate(surface->list_capacity, sizeof *scratch->list))) {
        tr_free(scratch);
        scratch = NULL;
    }
    return scratch;
}

// Adds what fields need that read a channel of a coarser map.
static bool add_coarse(const tr_surface *surface, tr_scratch *scratch) {
    bool needed = false;
    for (int i = 0; i < surface->layer_count; i++)
        needed = needed || surface->fields[i].coarse_width > 0;
    scratch->coarse = needed ? create_samples(surface) : NULL;
    return scratch->coarse || !needed;
}

tr_status tr_scratch_create(const tr_surface *surface, tr_patch patch, const tr_cube *occlusion,
                            tr_scratch **out, tr_error *error) {
    tr_status status = tr_patch_check(patch, error);
    if (status == TR_OK)
        status = check_layers(surface, patch, error);
    if (status != TR_OK)
        return status;
    tr_scratch *scratch = tr_calloc(1, sizeof *scratch);
    size_t columns;
    bool ok = scratch != NULL;
    if (scratch) {
        scratch->patch = patch;
        scratch->occlusion = occlusion;
        scratch->height_low = surface->height_min_m;
        scratch->height_high = surface->height_max_m;
        scratch->cells = count_cells(patch, &columns);
        scratch->height = allocate_samples(scratch->cells);
        scratch->list = tr_allocate(surface->list_capacity, sizeof(int32_t));
        ok = allocate_whole_rows(surface, scratch) && scratch->height && scratch->list;
        ok = allocate_rows(scratch, columns) && ok;
        ok = ok && add_coarse(surface, scratch) && plan_faces_create(surface, scratch, NULL) == TR_OK;
    }
    if (!ok) {
        tr_scratch_destroy(scratch);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a band of a map %d wide", patch.resolution);
    }
    *out = scratch;
    return TR_OK;
}

void tr_scratch_set_heights(tr_scratch *scratch, double low, double high) {
    scratch->height_low = (float)low;
    scratch->height_high = (float)high;
}

void tr_scratch_set_wind(tr_scratch *scratch, const tr_cube_vectors *wind) { scratch->wind = wind; }

void tr_scratch_set_watch(tr_scratch *scratch, const tr_watch *watch) { scratch->meter.watch = watch; }

uint64_t tr_scratch_operations(const tr_scratch *scratch) { return scratch->meter.operations; }

void tr_scratch_move(tr_scratch *scratch, tr_patch patch) {
    assert(patch.projection == scratch->patch.projection && patch.resolution == scratch->patch.resolution);
    assert(patch.width == scratch->patch.width && patch.height == scratch->patch.height);
    assert(patch.projection == TR_CUBE || (patch.x == scratch->patch.x && patch.y == scratch->patch.y));
    scratch->patch = patch;
}

void tr_scratch_destroy(tr_scratch *scratch) {
    if (!scratch)
        return;
    plan_faces_destroy(scratch->faces);
    tr_scratch_destroy(scratch->coarse);
    tr_free(scratch->height);
    tr_free(scratch->list);
    tr_free(scratch->across);
    tr_free(scratch->east_x);
    tr_free(scratch->east_z);
    tr_free(scratch->east);
    tr_free(scratch->west);
    tr_free(scratch->north);
    tr_free(scratch->south);
    tr_free(scratch->slope_east);
    tr_free(scratch->slope_north);
    for (int i = 0; i < scratch->layers; i++)
        tr_free(scratch->whole[i]);
    tr_free(scratch->whole);
    tr_free(scratch->piece);
    tr_free(scratch);
}

tr_status tr_samples_create(const tr_surface *surface, const tr_watch *watch, tr_scratch **out,
                            tr_error *error) {
    tr_scratch *scratch = create_samples(surface);
    if (!scratch || !add_coarse(surface, scratch)) {
        tr_scratch_destroy(scratch);
        return tr_fail(error, TR_NO_MEMORY, "no memory for samples of the planet");
    }
    scratch->meter.watch = watch;
    *out = scratch;
    return TR_OK;
}
