#include "fields/private/own_input.h"

#include "base/hash.h"
#include "fields/private/strokes.h"

#include <math.h>

static const tr_own_kind kinds[TR_TERRAIN_MAP_COUNT] = {
    [TR_TERRAIN_MAP_HEIGHT] = TR_OWN_HEIGHT, [TR_TERRAIN_MAP_LAND] = TR_OWN_LAND,
    [TR_TERRAIN_MAP_UPLIFT] = TR_OWN_UPLIFT, [TR_TERRAIN_MAP_TEMPERATURE] = TR_OWN_TEMPERATURE,
    [TR_TERRAIN_MAP_RAIN] = TR_OWN_RAIN,
};

enum { lattice_width = 1024 }; // noise has the octaves that the usual lattice shows

// Where mountains rise. What is drawn with sharp edges rises over some hundred kilometres on either side of its
// edge, which noise bends, and is highest in its middle: it is the geometric mean of two means. Narrow ranges,
// whose surroundings are low, are high, too.
static void sample_uplift(const own_input *in, double texel, const tr_samples *at, float *value,
                          float *weight) {
    const double fine = 0.035, broad = 0.1; // radians
    const bool sketched = in->sketched[TR_TERRAIN_MAP_UPLIFT];
    const tr_image *image = in->images[TR_TERRAIN_MAP_UPLIFT];
    const float black = (float)in->scales[TR_TERRAIN_MAP_UPLIFT].black;
    const float times = (float)in->scales[TR_TERRAIN_MAP_UPLIFT].white - black;
    float x[TR_BLOCK_SAMPLES], y[TR_BLOCK_SAMPLES], z[TR_BLOCK_SAMPLES], mean[TR_BLOCK_SAMPLES];
    own_inland_move(&in->inland, in->isa, lattice_width, at, (float *[]){x, y, z});
    TR_KERNEL_OF(in->isa, tr_image_sample)
    (image, TR_IMAGE_CUBIC, fmax(texel, fine), at->count, x, y, z, value, weight);
    TR_KERNEL_OF(in->isa, tr_image_sample)
    (image, TR_IMAGE_CUBIC, fmax(texel, broad), at->count, x, y, z, mean, NULL);
    for (int i = 0; i < at->count; i++) {
        const float here = tr_clampf(black + times * value[i], 0, 1);
        const float around = tr_clampf(black + times * mean[i], 0, 1), narrow = 0.75f * here - around;
        value[i] = __builtin_sqrtf(here * around) + (narrow > 0 ? narrow : 0);
    }
    if (sketched)
        own_sketch_uplift(at->count, value, weight);
}

static void sample(const void *context, terrain_map map, double texel, int count, const float *x,
                   const float *y, const float *z, float *value, float *weight) {
    const own_input *in = context;
    const double soft_inland = 0.035; // what a sketch says of the land has no sharp borders
    const bool sketched = in->sketched[map];
    const tr_samples at = {.count = count, .x = x, .y = y, .z = z};
    float moved[3][TR_BLOCK_SAMPLES], *const to[] = {moved[0], moved[1], moved[2]};
    const float black = (float)in->scales[map].black - in->seas[map];
    const float times = (float)(in->scales[map].white - in->scales[map].black);
    if (map == TR_TERRAIN_MAP_UPLIFT) {
        sample_uplift(in, texel, &at, value, weight);
        return;
    }
    const bool coast = map == TR_TERRAIN_MAP_LAND && in->coast.amount > 0;
    if (sketched)
        own_inland_move(&in->inland, in->isa, lattice_width, &at, to);
    else if (coast)
        own_coast_move(&in->coast, in->isa, lattice_width, &at, to);
    if (sketched || coast) {
        x = moved[0], y = moved[1], z = moved[2];
        texel = fmax(texel, sketched ? soft_inland : in->coast.soft);
    }
    TR_KERNEL_OF(in->isa, tr_image_sample)
    (in->images[map], TR_IMAGE_CUBIC, texel, count, x, y, z, value, weight);
    for (int i = 0; i < count; i++)
        value[i] = black + times * value[i];
    if (sketched)
        own_sketch_rain(count, value, weight);
}

// Takes from the sketch of the land what no other map gives.
static void obtain_sketched(float strength, terrain_map map, own_input *in) {
    const int plane = map == TR_TERRAIN_MAP_UPLIFT ? OWN_UPLIFT : OWN_RAIN;
    const own_images *images = own_images_of(in->solutions[TR_TERRAIN_MAP_LAND]);
    if (in->images[map] || images->images[plane].level_count == 0)
        return;
    in->input.strength[map] = strength;
    in->images[map] = &images->images[plane];
    in->scales[map] = (own_scale){.white = 1};
    in->sketched[map] = true;
}

static tr_status obtain(const tr_prepare_context *m, terrain_map map, own_input *in) {
    int index = own_map_find(m->recipe, tr_own_kind_names[kinds[map]]);
    if (index < 0 && map == TR_TERRAIN_MAP_LAND) // a map of biomes has a coast, too
        index = own_map_find(m->recipe, tr_own_kind_names[TR_OWN_BIOME]);
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
    in->input.strength[map] = (float)own_map_solver_strength(own);
    in->images[map] = &images->images[0];
    in->scales[map] = scale;
    in->input.side[map] = (float)own_image_side(in->images[map]);
    if (scale.flat_sea) {
        in->input.flat_sea = true;
        in->seas[map] = own_flat_coast(&scale, images);
    }
    if (map == TR_TERRAIN_MAP_LAND) {
        in->input.loose = own_map_is_loose(m->recipe, own);
        in->coast = own_coast_prepare(m->recipe, own, images);
    }
    const double numbers[] = {scale.black, times, own->strength, scale.flat_sea, map, in->coast.amount};
    in->key = tr_hash_numbers(tr_hash_pair(in->key, in->solutions[map]->cache_key), numbers, 6);
    return TR_OK;
}

static const tr_stroke_group groups[TR_TERRAIN_TOOL_COUNT] = {
    [TR_TERRAIN_PAINT_LAND] = TR_STROKES_OF_LAND,     [TR_TERRAIN_PAINT_MOUNTAINS] = TR_STROKES_OF_MOUNTAINS,
    [TR_TERRAIN_PAINT_RELIEF] = TR_STROKES_OF_RELIEF, [TR_TERRAIN_PAINT_HOLLOW] = TR_STROKES_OF_RELIEF,
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
    tr_strokes_plan plan = {.set = tr_solution_of(in->strokes[tool]),
                            .value = tool == TR_TERRAIN_PAINT_HOLLOW ? TR_STROKES_HOLLOW : TR_STROKES_WEIGHTED,
                            .fills_hollows = true};
    TR_KERNEL_OF(in->isa, tr_strokes_paint)(&plan, &block, value);
    plan.value = tool == TR_TERRAIN_PAINT_RELIEF ? TR_STROKES_COVERED : TR_STROKES_WEIGHT;
    TR_KERNEL_OF(in->isa, tr_strokes_paint)(&plan, &block, weight);
}

static tr_status obtain_strokes(const tr_prepare_context *m, terrain_tool tool, own_input *in) {
    const bool acts = tool == TR_TERRAIN_PAINT_HOLLOW   ? tr_strokes_hollow_land(m->recipe)
                      : tool == TR_TERRAIN_PAINT_RELIEF ? tr_strokes_act(m->recipe, TR_STROKES_OF_HEIGHT) ||
                                                              tr_strokes_act(m->recipe, TR_STROKES_OF_FLATTEN)
                                                        : tr_strokes_act(m->recipe, groups[tool]);
    if (!acts)
        return TR_OK;
    const tr_status status = tr_strokes_obtain(m, groups[tool], &in->strokes[tool]);
    if (status != TR_OK)
        return status;
    const tr_strokes *set = tr_solution_of(in->strokes[tool]);
    tr_prepare_list(m, TR_STROKES_SITES(set));
    const size_t words = TR_LIST_CAPACITY(&(tr_sites){.count = TR_STROKES_SITES(set)});
    in->any = in->input.painted[tool] = true;
    in->input.list_words = words > in->input.list_words ? words : in->input.list_words;
    in->key = tr_hash_pair(tr_hash_pair(in->key, in->strokes[tool]->cache_key), (uint64_t)tool);
    return TR_OK;
}

tr_status own_input_obtain(const tr_prepare_context *m, own_input *in) {
    tr_status status = TR_OK;
    *in = (own_input){.isa = m->isa, .input = {.sample = sample, .paint = paint, .context = in}};
    own_inland_prepare(m->recipe, &in->inland);
    for (terrain_map map = 0; map < TR_TERRAIN_MAP_COUNT && status == TR_OK; map++)
        status = obtain(m, map, in);
    for (terrain_tool tool = 0; tool < TR_TERRAIN_TOOL_COUNT && status == TR_OK; tool++)
        status = obtain_strokes(m, tool, in);
    if (status == TR_OK && in->solutions[TR_TERRAIN_MAP_LAND]) {
        obtain_sketched(in->input.strength[TR_TERRAIN_MAP_LAND], TR_TERRAIN_MAP_UPLIFT, in);
        obtain_sketched(in->input.strength[TR_TERRAIN_MAP_LAND], TR_TERRAIN_MAP_RAIN, in);
    }
    return status;
}

void own_input_clear(own_input *in) {
    for (terrain_map map = 0; map < TR_TERRAIN_MAP_COUNT; map++)
        tr_solution_release(in->solutions[map]);
    for (terrain_tool tool = 0; tool < TR_TERRAIN_TOOL_COUNT; tool++)
        tr_solution_release(in->strokes[tool]);
}

// ---- the ground at samples ---------------------------------------------------------------------

double own_input_texel(const own_input *in) {
    const tr_image *image = in->images[TR_TERRAIN_MAP_HEIGHT];
    return image ? (image->east - image->west) / image->levels[0].width : 0;
}

// Samples a map, with weights multiplied by its strength. false: there is none, or the meter has stopped.
static bool sample_map(const own_input *in, terrain_map map, double texel, const tr_block *b, const float *x,
                       const float *y, const float *z, float *value, float *weight) {
    if (!in->images[map] || !tr_meter_add(b->meter, OWN_SAMPLE_OPERATIONS * (unsigned)b->count))
        return false;
    sample(in, map, texel, b->count, x, y, z, value, weight);
    for (int i = 0; i < b->count; i++)
        weight[i] *= in->input.strength[map];
    return true;
}

// What strokes paint on the ground, the terrain has alone.
static void leave_painted(const own_input *in, const tr_block *b, float *weight) {
    float painted[OWN_LANE];
    for (terrain_tool tool = 0; tool < TR_TERRAIN_TOOL_COUNT; tool++) {
        if (!in->input.painted[tool] || tool == TR_TERRAIN_PAINT_RAIN || tool == TR_TERRAIN_PAINT_HOLLOW)
            continue;
        const tr_strokes_plan plan = {.set = tr_solution_of(in->strokes[tool]), .value = TR_STROKES_WEIGHT};
        TR_KERNEL_OF(b->isa, tr_strokes_paint)(&plan, b, painted);
        for (int i = 0; i < b->count; i++)
            weight[i] *= 1 - painted[i];
    }
}

void own_input_heights(const own_input *in, const tr_block *b, float *heights) {
    float metres[OWN_LANE], weight[OWN_LANE], land[OWN_LANE];
    if (!sample_map(in, TR_TERRAIN_MAP_HEIGHT, (double)b->texel, b, b->x, b->y, b->z, metres, weight))
        return;
    if (in->input.flat_sea) {
        TR_KERNEL_OF(b->isa, tr_image_sample)
        (in->images[TR_TERRAIN_MAP_HEIGHT], TR_IMAGE_SHARE, 0, b->count, b->x, b->y, b->z, land, NULL);
    }
    leave_painted(in, b, weight);
    for (int i = 0; i < b->count; i++) {
        const float floor = heights[i] < 0 ? heights[i] : 0;
        const float near = !in->input.flat_sea || land[i] > 0.5f ? 1 : 2 * land[i];
        heights[i] += weight[i] * (floor + near * (metres[i] - floor) - heights[i]);
    }
}

static void limit_lakes(const own_input *in, terrain_map map, float coast, float times, const tr_block *b,
                        float *depths) {
    const float none = 100, limit = 1000; // m
    float value[OWN_LANE], weight[OWN_LANE];
    if (!sample_map(in, map, (double)b->texel, b, b->x, b->y, b->z, value, weight))
        return;
    for (int i = 0; i < b->count; i++) {
        const float above = times * (value[i] - coast), rise = above > 0 ? above < limit ? above : limit : 0;
        const float most = rise - none;
        depths[i] = weight[i] > 0.5f && depths[i] > most ? most : depths[i];
    }
}

void own_input_lakes(const own_input *in, const tr_block *b, float *depths) {
    limit_lakes(in, TR_TERRAIN_MAP_HEIGHT, 0, 10, b, depths);
    if (!in->input.loose)
        limit_lakes(in, TR_TERRAIN_MAP_LAND, 0.5f, 1000, b, depths);
}

void own_input_rivers(const own_input *in, const tr_block *b, float *cover) {
    float metres[OWN_LANE], weight[OWN_LANE], land[OWN_LANE];
    if (!in->input.flat_sea ||
        !sample_map(in, TR_TERRAIN_MAP_HEIGHT, (double)b->texel, b, b->x, b->y, b->z, metres, weight))
        return;
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (in->images[TR_TERRAIN_MAP_HEIGHT], TR_IMAGE_SHARE, 0, b->count, b->x, b->y, b->z, land, NULL);
    leave_painted(in, b, weight);
    for (int i = 0; i < b->count; i++)
        cover[i] *= 1 - weight[i] * (1 - tr_smoothf(0.35f, 0.55f, land[i]));
}

// Differences towards +X, +Y and +Z make the gradient of the heights, of which the part along the surface
// counts.
void own_input_slopes(const own_input *in, const tr_block *b, float *x, float *y, float *z) {
    const double texel = 1.5 * own_input_texel(in); // steps between the codes of a map are no slopes
    const float step = (float)texel, half = 200;    // m above the sea
    float here[OWN_LANE], weight[OWN_LANE], moved[OWN_LANE], there[3][OWN_LANE];
    float *slope[] = {x, y, z};
    if (!sample_map(in, TR_TERRAIN_MAP_HEIGHT, texel, b, b->x, b->y, b->z, here, weight))
        return;
    for (int axis = 0; axis < 3; axis++) {
        const float *from[] = {b->x, b->y, b->z};
        float same[OWN_LANE];
        for (int i = 0; i < b->count; i++)
            moved[i] = from[axis][i] + step;
        from[axis] = moved;
        if (!sample_map(in, TR_TERRAIN_MAP_HEIGHT, texel, b, from[0], from[1], from[2], there[axis], same))
            return;
    }
    leave_painted(in, b, weight);
    for (int i = 0; i < b->count; i++) {
        const float high = here[i] > 0 ? here[i] : 0, gentle = high / (high + half) / step;
        const float gx = there[0][i] - here[i], gy = there[1][i] - here[i], gz = there[2][i] - here[i];
        const float up = gx * b->x[i] + gy * b->y[i] + gz * b->z[i];
        const float target[] = {gx - up * b->x[i], gy - up * b->y[i], gz - up * b->z[i]};
        for (int axis = 0; axis < 3; axis++)
            slope[axis][i] += weight[i] * (gentle * target[axis] - slope[axis][i]);
    }
}
