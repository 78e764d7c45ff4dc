// A terrain that brushes change: land and sea with coasts of their own, mountains, heights, and the rain that
// rivers get. Elsewhere the ground stays as it is, to the bit; only rain and rivers change there.
//
// The coast of what is painted lies where a brush has half its weight, moved by noise within its soft border.
// The field that draws coasts on texels (fields/own_coast.c) finds the same place, and that of floors of
// craters (fields/own_craters.c) the same height.
#include "terrain/paint.h"
#include "terrain/private/shaping.h"
#include "terrain/private/work.h"

#include <string.h>

static bool is_painted(const terrain_work *w, terrain_tool tool) {
    return w->numbers->input && w->numbers->input->painted[tool];
}

// Samples what a tool painted; strokes turn with the land. False, and zeros: nothing.
static bool sample(const terrain_work *w, terrain_scratch *s, terrain_tool tool, const tr_samples *at,
                   float *value, float *weight) {
    const terrain_input *input = w->numbers->input;
    if (!is_painted(w, tool)) {
        memset(weight, 0, (size_t)at->count * sizeof *weight);
        memset(value, 0, (size_t)at->count * sizeof *value);
        return false;
    }
    const double spacing = 1.5707963 / w->globe.cells;
    input->paint(input->context, tool, spacing, at, s->list, value, weight);
    bool any = false;
    for (int i = 0; i < at->count; i++)
        any = any || weight[i] > 0;
    return any;
}

// ---- land and mountains --------------------------------------------------------------------------

// The crust of painted ground by its distance from the coast, 0 … 1. Where there is land already it stays.
static float land_crust(float own, float inland, float noise) {
    const float ours = 0.015f + inland * (0.14f + 0.36f * tr_smoothf(-0.35f, 0.35f, noise));
    const float most = 0.25f, lacks = own < 0 ? 1 : own < most ? 1 - own / most : 0;
    const float raised = own > 0 ? own + lacks * ours : ours;
    return raised > own ? raised : own;
}

static float sea_crust(float own, float seaward) {
    const float ours = -0.015f - 0.145f * seaward * (2 - seaward);
    return ours < own ? ours : own;
}

// Mountains raise the floor of a sea to a ridge, with islands where it is highest. share: of the point that
// mountains have; elsewhere the ground rises by itself.
static float undersea(float height, float crust, float rise, float share) {
    const float ridge = -1000 + 4200 * tr_clampf(rise, 0, 1), more = ridge > height ? ridge - height : 0;
    return height + (1 - tr_smoothf(-0.12f, 0.03f, crust)) * share * more;
}

static void land_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *land = s->painted[0], *lands = s->paint[0], *rise = s->painted[1], *rises = s->paint[1];
    float *coast = s->noise[0], *broad = s->noise[1], *ridge = s->noise[2];
    terrain_lane keep, painted, side;
    const bool any = sample(w, s, TR_TERRAIN_PAINT_LAND, &at, land, lands);
    if (!sample(w, s, TR_TERRAIN_PAINT_MOUNTAINS, &at, rise, rises) && !any)
        return;
    const tr_fractal_plan noise = terrain_coast_noise(w->numbers->seed);
    tr_fractal_evaluate(&noise, w->isa, 4 * w->globe.cells, &at, coast, s->spare[0], s->spare[1]);
    terrain_noise(w, "painted ground", (tr_fractal_numbers){.scale = 4, .octaves = 5, .persistence = 0.6}, &at,
                  s, broad);
    const tr_fractal_numbers ranges = {
        .shape = TR_FRACTAL_RIDGED, .scale = 10, .octaves = 6, .persistence = 0.6};
    const tr_samples bent = terrain_warp(
        w, "painted folds", (tr_fractal_numbers){.scale = 6, .octaves = 4, .persistence = 0.5}, 0.06, &at, s);
    terrain_noise(w, "painted ranges", ranges, &bent, s, ridge);
    for (int i = 0; i < count;
         i++) { // a crest with passes, and spurs that reach out from it, here more than there
        const float reach = ridge[i] + 0.5f * broad[i], least = tr_clampf(0.42f - 0.6f * reach, 0, 0.5f);
        const float above = tr_clampf((rises[i] - least) / (1 - least), 0, 1);
        rises[i] = above * above * (2 - above);
        rise[i] = 0.5f + 0.5f * ridge[i] + 0.35f * broad[i];
    }
    for (int i = 0; i < count; i++) {
        const int p = first + i;
        const float k = terrain_coast_share(lands[i]);
        side[i] = terrain_coast_side(land[i], lands[i], w->height[p], coast[i]);
        const float far = side[i] < 0 ? -side[i] : side[i], there = far < 1 ? far : 1, own = w->crust[p];
        const float crust = side[i] > 0 ? land_crust(own, there, broad[i]) : sea_crust(own, there);
        w->crust[p] += k * (crust - own);
        keep[i] = k > rises[i] ? k : rises[i];
        w->given[p] *= 1 - keep[i];
        w->measured[p] *= 1 - keep[i];
    }
    terrain_raise_again(w, s, first, count, keep, rise, rises, painted);
    for (int i = 0; i < count; i++) {
        if (keep[i] <= 0)
            continue;
        const int p = first + i;
        const float k = terrain_coast_share(lands[i]),
                    ours = undersea(painted[i], w->crust[p], rise[i], rises[i] / keep[i]);
        const float target = k > 0 ? ours + k * (terrain_coast_height(ours, side[i]) - ours) : ours;
        w->height[p] += keep[i] * (target - w->height[p]);
    }
}

void terrain_paint_land(terrain_work *w) {
    if (is_painted(w, TR_TERRAIN_PAINT_LAND) || is_painted(w, TR_TERRAIN_PAINT_MOUNTAINS))
        terrain_each(w, 100, land_batch);
}

// ---- heights -------------------------------------------------------------------------------------

static void height_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *added = s->painted[0], *covered = s->paint[0], *hollow = s->painted[1];
    sample(w, s, TR_TERRAIN_PAINT_RELIEF, &at, added, covered);
    sample(w, s, TR_TERRAIN_PAINT_HOLLOW, &at, hollow, s->paint[1]);
    for (int i = 0; i < count; i++) {
        const float height = w->height[first + i], change = added[i] - covered[i] * height;
        const float ground = height + change - hollow[i];
        const float lifted = hollow[i] < 0 ? terrain_crater_floor(ground, hollow[i]) - ground - hollow[i] : 0;
        w->height[first + i] += change + lifted, w->added[first + i] = change + lifted;
    }
}

// How deep water stands at the points of a ground, in metres.
static void find_pits(terrain_work *w, const float *ground, float *depth) {
    tr_drainage_solve(&w->drainage, &w->globe, ground, NULL);
    for (int p = 0; p < w->globe.count; p++)
        depth[p] = w->drainage.receiver[p] < 0 ? 0 : w->drainage.filled[p] - ground[p];
}

// Rivers bring sediment to what painted heights dam, so that no lakes appear beside them. What is a pit by
// itself stays one: the bowls of craters, also those of volcanoes.
static void fill_dammed(terrain_work *w, const float *before) {
    float *alone = w->flow, *after = (float *)w->slope; // they are unused until the end
    for (int p = 0; p < w->globe.count; p++)
        after[p] = w->added[p] < 0 ? 0.01f : w->added[p];
    find_pits(w, after, alone);
    find_pits(w, w->height, after);
    for (int p = 0; p < w->globe.count; p++) {
        const float more = after[p] - before[p] - alone[p];
        if (w->added[p] >= 0 && more > 0)
            w->height[p] += more;
    }
}

void terrain_paint_heights(terrain_work *w) {
    float *before = w->relief; // it is unused until the end
    if (!is_painted(w, TR_TERRAIN_PAINT_RELIEF))
        return;
    find_pits(w, w->height, before);
    terrain_each(w, 50, height_batch);
    fill_dammed(w, before);
}

// ---- rain ----------------------------------------------------------------------------------------

static void rain_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *rain = s->painted[0], *weight = s->paint[0];
    if (!sample(w, s, TR_TERRAIN_PAINT_RAIN, &at, rain, weight))
        return;
    for (int i = 0; i < count; i++)
        w->rain[first + i] += TERRAIN_PAINTED_RAIN * rain[i];
}

void terrain_paint_rain(terrain_work *w) {
    if (is_painted(w, TR_TERRAIN_PAINT_RAIN))
        terrain_each(w, 50, rain_batch);
}
