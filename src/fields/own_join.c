#include "fields/private/own_join.h"

#include "base/hash.h"
#include "base/maths.h"
#include "base/size.h"
#include "noise/maths/turn.h"
#include "terrain/terrain.h"

#include <string.h>

typedef struct source {
    const tr_image *image;
    int layer; // whose channel changes
    const tr_field_plan *plan;
    own_change *change;
    tr_turn turn;       // of the land: its layers lie there, and those before in space
    float black, times; // without a change: values = black + times * numbers of the image
} source;

typedef struct joining {
    const source *from;
    const tr_prepare_context *m;
    tr_globe globe;
    uint8_t *known;
    float *reach, *change, *share;
    // Of the points that are known, in their order.
    int count;
    int32_t *points;
    float *x, *y, *z, *heights;
} joining;

static int width_of(const joining *j) { return 4 * j->globe.cells; }

static void find_known(joining *j) {
    const tr_globe *g = &j->globe;
    float value[TR_BLOCK_SAMPLES], weight[TR_BLOCK_SAMPLES];
    for (int first = 0; first < g->count; first += TR_BLOCK_SAMPLES) {
        const int left = g->count - first, count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES;
        if (!tr_meter_add(j->m->meter, 8 * TR_CUBE_OPERATIONS * (unsigned)count))
            return;
        TR_KERNEL_OF(j->m->isa, tr_image_sample)
        (j->from->image, TR_IMAGE_LINEAR, 0, count, g->x + first, g->y + first, g->z + first, value, weight);
        for (int i = 0; i < count; i++) {
            const int32_t p = first + i;
            j->known[p] = weight[i] > 0;
            if (!j->known[p])
                continue;
            j->x[j->count] = g->x[p], j->y[j->count] = g->y[p], j->z[j->count] = g->z[p];
            j->points[j->count++] = p;
        }
    }
}

static void find_reach(joining *j) {
    const tr_globe *g = &j->globe;
    const float side = (float)own_image_side(j->from->image);
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = terrain_reach_noise.octaves,
                                        .persistence = terrain_reach_noise.persistence,
                                        .lacunarity = 2,
                                        .scale = terrain_reach_noise.scale,
                                        .stretch = {1, 1, 1},
                                        .seed = g->seed};
    tr_fractal_plan plan;
    float noise[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES], spare[2][TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    tr_fractal_prepare(&numbers, &plan);
    for (int first = 0; first < g->count; first += TR_BLOCK_SAMPLES) {
        const int left = g->count - first;
        const tr_samples at = {.count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES,
                               .x = g->x + first,
                               .y = g->y + first,
                               .z = g->z + first};
        if (!tr_meter_add(j->m->meter,
                          TR_OCTAVE_OPERATIONS * (unsigned)terrain_reach_noise.octaves * (unsigned)at.count))
            return;
        tr_fractal_evaluate(&plan, j->m->isa, width_of(j), &at, noise, spare[0], spare[1]);
        for (int i = 0; i < at.count; i++)
            j->reach[first + i] = terrain_reach(side, noise[i]);
    }
}

// Our heights, which earlier layers make on the planet, after the turn of its land.
static tr_status sample_heights(const joining *j, tr_error *error) {
    const source *from = j->from;
    const tr_turn back = tr_turn_back(&from->turn);
    tr_turn_directions(&from->turn, j->count, j->x, j->y, j->z);
    const tr_status status = j->m->sample_channel(
        j->m->context, from->layer, width_of(j),
        &(tr_samples){.count = j->count, .x = j->x, .y = j->y, .z = j->z}, j->heights, error);
    tr_turn_directions(&back, j->count, j->x, j->y, j->z);
    return status;
}

static void find_numbers(const joining *j, const tr_block *b, float *values) {
    float weight[TR_BLOCK_SAMPLES];
    if (!tr_meter_add(j->m->meter, 8 * TR_CUBE_OPERATIONS * (unsigned)b->count))
        return;
    TR_KERNEL_OF(b->isa, tr_image_sample)
    (j->from->image, TR_IMAGE_CUBIC, (double)b->texel, b->count, b->x, b->y, b->z, values, weight);
    for (int i = 0; i < b->count; i++)
        values[i] = j->from->black + j->from->times * values[i];
}

static void find_changes(joining *j) {
    float change[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    for (int first = 0; first < j->count; first += TR_BLOCK_SAMPLES) {
        const int left = j->count - first, count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES;
        const tr_block block = {.isa = j->m->isa,
                                .width = width_of(j),
                                .texel = (float)(2 * TR_PI / width_of(j)),
                                .count = count,
                                .columns = count,
                                .x = j->x + first,
                                .y = j->y + first,
                                .z = j->z + first,
                                .channel = j->heights + first,
                                .meter = j->m->meter};
        if (j->from->change)
            j->from->change(j->from->plan, &block, change);
        else
            find_numbers(j, &block, change);
        for (int i = 0; i < count; i++)
            j->change[j->points[first + i]] = change[i];
    }
}

static tr_status solve(const tr_problem *problem, const tr_prepare_context *m, void *solution,
                       tr_error *error) {
    const source *from = problem->from;
    joining j = {.from = from, .m = m};
    tr_status status =
        tr_globe_create(problem->home, own_join_cells(own_image_side(from->image)), m->meter, &j.globe, error);
    const size_t n = (size_t)j.globe.count;
    if (status == TR_OK && !TR_ALLOCATE(TR_ARRAY(j.reach, n), TR_ARRAY(j.change, n), TR_ARRAY(j.share, n),
                                        TR_ARRAY(j.x, n), TR_ARRAY(j.y, n), TR_ARRAY(j.z, n),
                                        TR_ARRAY(j.heights, n), TR_ARRAY(j.points, n), TR_ARRAY(j.known, n)))
        status = tr_fail(error, TR_NO_MEMORY, "no memory to join a map of a part of a planet");
    if (status == TR_OK) {
        find_known(&j);
        find_reach(&j);
        status = tr_meter_check(m->meter, error);
    }
    if (status == TR_OK && from->change)
        status = sample_heights(&j, error);
    if (status == TR_OK) {
        find_changes(&j);
        status = tr_globe_extend(&j.globe, j.known, j.reach, m->meter, j.change, j.share, error);
    }
    own_join *out = solution;
    if (status == TR_OK)
        status = tr_globe_to_cube(&j.globe, 1, j.change, m->meter, &out->value, error);
    if (status == TR_OK && !from->change)
        status = tr_globe_to_cube(&j.globe, 1, j.share, m->meter, &out->share, error);
    tr_free(j.reach);
    tr_globe_clear(&j.globe);
    return status;
}

static void clear(void *solution) {
    own_join *join = solution;
    tr_cube_clear(&join->value);
    tr_cube_clear(&join->share);
}

static tr_status obtain(const tr_prepare_context *m, const source *from, uint64_t home, uint64_t key,
                        tr_solution **solution) {
    static const tr_kind kind = {.name = "joined map"};
    static const tr_solver solver = {sizeof(own_join), NULL, 0, solve, clear};
    tr_layer element = {.kind = &kind};
    const tr_problem problem = {
        .kind = &kind, .element = &element, .home = home, .from = from, .from_key = key};
    return tr_solution_obtain(m, &solver, &problem, solution);
}

tr_status own_join_obtain(const tr_prepare_context *m, int layer, tr_field_plan *plan, own_change *change,
                          tr_solution **solution) {
    const tr_layer *own = &m->recipe->layers[layer];
    static const double nowhere[3];
    const source from = {.image = &own_images_of(plan->solution)->images[0],
                         .layer = layer,
                         .plan = plan,
                         .change = change,
                         .turn = tr_turn_of(own->warp[0] ? m->recipe->land_turn : nowhere)};
    const uint64_t heights = own_image_side(from.image) > 0 ? m->find_channel_key(m->context, layer) : 0;
    *solution = NULL;
    if (heights == 0)
        return TR_OK;
    const tr_status status =
        obtain(m, &from, tr_hash_text(tr_hash_text(2, own->name), own->into),
               tr_hash_pair(tr_hash_pair(plan->cache_key, plan->solution->cache_key), heights), solution);
    if (status == TR_OK)
        plan->cache_key = tr_hash_pair(plan->cache_key, (*solution)->cache_key);
    return status;
}

tr_status own_ground_obtain(const tr_prepare_context *m, tr_field_plan *plan, tr_solution **solution) {
    const tr_own_map *map = &m->recipe->maps[own_map_find(m->recipe, tr_own_kind_names[TR_OWN_HEIGHT])];
    const own_images *images = own_images_of(plan->solution);
    const own_scale scale = own_map_scale(m->recipe, map, images);
    const double numbers[] = {scale.black, scale.white};
    const source from = {
        .image = &images->images[0], .black = (float)scale.black, .times = (float)(scale.white - scale.black)};
    *solution = NULL;
    if (own_image_side(from.image) <= 0)
        return TR_OK;
    const tr_status status = obtain(m, &from, tr_hash_text(3, "ground"),
                                    tr_hash_numbers(plan->solution->cache_key, numbers, 2), solution);
    if (status == TR_OK) // in a preview it may be that of another recipe
        plan->cache_key = tr_hash_pair(plan->cache_key, (*solution)->cache_key);
    return status;
}
