#include "fields/private/own_input.h"

#include "base/hash.h"
#include "fields/private/strokes.h"

#include <math.h>

static const tr_own_kind kinds[TR_TERRAIN_MAP_COUNT] = {
    [TR_TERRAIN_MAP_HEIGHT] = TR_OWN_HEIGHT, [TR_TERRAIN_MAP_LAND] = TR_OWN_LAND,
    [TR_TERRAIN_MAP_UPLIFT] = TR_OWN_UPLIFT, [TR_TERRAIN_MAP_TEMPERATURE] = TR_OWN_TEMPERATURE,
    [TR_TERRAIN_MAP_RAIN] = TR_OWN_RAIN,
};

static void sample(const void *context, terrain_map map, double texel, int count, const float *x,
                   const float *y, const float *z, float *value, float *weight) {
    const own_input *in = context;
    const float black = (float)in->scales[map].black - in->seas[map];
    const float times = (float)(in->scales[map].white - in->scales[map].black);
    TR_KERNEL_OF(in->isa, tr_image_sample)
    (in->images[map], TR_IMAGE_CUBIC, texel, count, x, y, z, value, weight);
    for (int i = 0; i < count; i++)
        value[i] = black + times * value[i];
}

static tr_status obtain(const tr_prepare_context *m, terrain_map map, own_input *in) {
    const int index = own_map_find(m->recipe, tr_own_kind_names[kinds[map]]);
    if (index < 0 || m->recipe->maps[index].strength <= 0)
        return TR_OK;
    const tr_own_map *own = &m->recipe->maps[index];
    const tr_status status = own_map_obtain(m, index, &in->solutions[map]);
    if (status != TR_OK)
        return status;
    const own_images *images = own_images_of(in->solutions[map]);
    const own_scale scale = own_map_scale(m->recipe, own, images);
    const double times = scale.white - scale.black;
    in->any = true;
    in->input.strength[map] = (float)own->strength;
    in->images[map] = &images->images[0];
    in->scales[map] = scale;
    if (scale.flat_sea) {
        in->input.flat_sea = true;
        in->seas[map] = own_flat_coast(&scale, images);
    }
    const double numbers[] = {scale.black, times, own->strength, scale.flat_sea, map};
    in->key = tr_hash_numbers(tr_hash_pair(in->key, in->solutions[map]->cache_key), numbers, 5);
    return TR_OK;
}

static const tr_stroke_group groups[TR_TERRAIN_TOOL_COUNT] = {
    [TR_TERRAIN_PAINT_LAND] = TR_STROKES_OF_LAND,     [TR_TERRAIN_PAINT_MOUNTAINS] = TR_STROKES_OF_MOUNTAINS,
    [TR_TERRAIN_PAINT_FLAT] = TR_STROKES_OF_FLATTEN,  [TR_TERRAIN_PAINT_HEIGHT] = TR_STROKES_OF_HEIGHT,
    [TR_TERRAIN_PAINT_RAIN] = TR_STROKES_OF_MOISTURE,
};

static void paint(const void *context, terrain_tool tool, double texel, const tr_samples *at, int32_t *list,
                  float *value, float *weight) {
    const own_input *in = context;
    const tr_block block = {.isa = in->isa,
                            .texel = (float)texel,
                            .count = at->count,
                            .columns = at->count,
                            .x = at->x,
                            .y = at->y,
                            .z = at->z,
                            .list = list};
    tr_strokes_plan plan = {.set = tr_solution_of(in->strokes[tool]), .value = TR_STROKES_WEIGHTED};
    TR_KERNEL_OF(in->isa, tr_strokes_paint)(&plan, &block, value);
    plan.value = TR_STROKES_WEIGHT;
    TR_KERNEL_OF(in->isa, tr_strokes_paint)(&plan, &block, weight);
}

static tr_status obtain_strokes(const tr_prepare_context *m, terrain_tool tool, own_input *in) {
    if (!tr_strokes_act(m->recipe, groups[tool]))
        return TR_OK;
    const tr_status status = tr_strokes_obtain(m, groups[tool], &in->strokes[tool]);
    if (status != TR_OK)
        return status;
    const tr_strokes *set = tr_solution_of(in->strokes[tool]);
    const size_t words = TR_LIST_CAPACITY(&(tr_sites){.count = TR_STROKES_SITES(set)});
    in->any = in->input.painted[tool] = true;
    in->input.list_words = words > in->input.list_words ? words : in->input.list_words;
    in->key = tr_hash_pair(tr_hash_pair(in->key, in->strokes[tool]->cache_key), (uint64_t)tool);
    return TR_OK;
}

tr_status own_input_obtain(const tr_prepare_context *m, own_input *in) {
    tr_status status = TR_OK;
    *in = (own_input){.isa = m->isa, .input = {.sample = sample, .paint = paint, .context = in}};
    for (terrain_map map = 0; map < TR_TERRAIN_MAP_COUNT && status == TR_OK; map++)
        status = obtain(m, map, in);
    for (terrain_tool tool = 0; tool < TR_TERRAIN_TOOL_COUNT && status == TR_OK; tool++)
        status = obtain_strokes(m, tool, in);
    return status;
}

void own_input_clear(own_input *in) {
    for (terrain_map map = 0; map < TR_TERRAIN_MAP_COUNT; map++)
        tr_solution_release(in->solutions[map]);
    for (terrain_tool tool = 0; tool < TR_TERRAIN_TOOL_COUNT; tool++)
        tr_solution_release(in->strokes[tool]);
}
