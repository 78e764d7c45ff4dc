#include "base/size.h"
#include "noise/sphere.h"
#include "planet/private/block.h"

enum { band_texels = 1 << 17 };

int tr_band_rows(int width) {
    int rows = band_texels / width;
    return rows < 1 ? 1 : rows > band_rows_most ? band_rows_most : rows;
}

static bool allocate_whole_rows(const tr_surface *surface, tr_scratch *scratch, size_t cells) {
    scratch->whole = tr_calloc((size_t)surface->layer_count + 1, sizeof *scratch->whole);
    bool ok = scratch->whole != NULL;
    for (; ok && scratch->layers < surface->layer_count; scratch->layers++)
        if (plan_takes_whole_rows(&surface->fields[scratch->layers]))
            ok = (scratch->whole[scratch->layers] = tr_allocate(cells + TR_BATCH_SAMPLES, sizeof(float)));
    return ok;
}

tr_status tr_scratch_create(const tr_surface *surface, int width, tr_scratch **out, tr_error *error) {
    const tr_status status = tr_map_check_width(width, error);
    if (status != TR_OK)
        return status;
    tr_scratch *scratch = tr_calloc(1, sizeof *scratch);
    const size_t cells = (size_t)(tr_band_rows(width) + 2 * halo) * (size_t)width;
    bool whole = false;
    if (scratch) {
        scratch->width = width;
        scratch->height = tr_allocate(cells, sizeof(float));
        whole = allocate_whole_rows(surface, scratch, cells);
        scratch->list = tr_allocate(surface->list_room, sizeof(int32_t));
        scratch->east_x = tr_allocate((size_t)width, sizeof(float));
        scratch->east_z = tr_allocate((size_t)width, sizeof(float));
        scratch->east = tr_allocate((size_t)width, sizeof(float));
        scratch->west = tr_allocate((size_t)width, sizeof(float));
        scratch->slope_east = tr_allocate((size_t)width, sizeof(float));
        scratch->slope_north = tr_allocate((size_t)width, sizeof(float));
    }
    if (!scratch || !scratch->height || !scratch->list || !scratch->east_x || !scratch->east_z ||
        !scratch->east || !scratch->west || !scratch->slope_east || !scratch->slope_north || !whole) {
        tr_scratch_destroy(scratch);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a band of a map %d wide", width);
    }
    tr_sphere_columns(width, 0, width, scratch->east_x, scratch->east_z);
    *out = scratch;
    return TR_OK;
}

void tr_scratch_destroy(tr_scratch *scratch) {
    if (!scratch)
        return;
    tr_free(scratch->height);
    tr_free(scratch->list);
    tr_free(scratch->east_x);
    tr_free(scratch->east_z);
    tr_free(scratch->east);
    tr_free(scratch->west);
    tr_free(scratch->slope_east);
    tr_free(scratch->slope_north);
    for (int i = 0; i < scratch->layers; i++)
        tr_free(scratch->whole[i]);
    tr_free(scratch->whole);
    tr_free(scratch);
}

tr_status plan_samples_create(const tr_surface *surface, tr_scratch **out, tr_error *error) {
    tr_scratch *scratch = tr_calloc(1, sizeof *scratch);
    int32_t *list = tr_allocate(surface->list_room, sizeof *list);
    if (!scratch || !list) {
        tr_free(scratch);
        tr_free(list);
        return tr_fail(error, TR_NO_MEMORY, "no memory for samples of the planet");
    }
    scratch->list = list;
    *out = scratch;
    return TR_OK;
}
