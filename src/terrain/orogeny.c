// Mountains where plates converge, trenches and island arcs at subduction zones, ridges and rifts where plates
// diverge, on top of a curve that gives each crust its depth or height.
#include "terrain/private/shaping.h"
#include "terrain/private/work.h"

// The noises of a batch.
typedef struct noises {
    float *chain, *old, *worn, *arc, *hills, *spots, *cones, *rift, *roll, *massifs;
} noises;

static noises find_noises(const terrain_work *w, terrain_scratch *s, const tr_samples *at) {
    const bool drawn = terrain_strength(w, TR_TERRAIN_MAP_UPLIFT) > 0;
    const noises n = {s->noise[0], s->noise[1], s->noise[2], s->noise[3], s->noise[4],
                      s->noise[5], s->noise[6], s->noise[7], s->noise[8], s->noise[drawn ? 9 : 0]};
    const tr_fractal_shape ridged = TR_FRACTAL_RIDGED;
    terrain_noise(w, "chains",
                  (tr_fractal_numbers){.shape = ridged, .scale = 6, .octaves = 6, .persistence = 0.55}, at, s,
                  n.chain);
    terrain_noise(w, "old mountains", (tr_fractal_numbers){.scale = 2.6, .octaves = 3, .persistence = 0.5}, at,
                  s, n.old);
    terrain_noise(w, "arcs",
                  (tr_fractal_numbers){.shape = ridged, .scale = 26, .octaves = 4, .persistence = 0.55}, at, s,
                  n.arc);
    terrain_noise(w, "abyssal hills", (tr_fractal_numbers){.scale = 14, .octaves = 6, .persistence = 0.6}, at,
                  s, n.hills);
    terrain_noise(w, "hot spots", (tr_fractal_numbers){.scale = 5, .octaves = 1, .persistence = 0.5}, at, s,
                  n.spots);
    terrain_noise(w, "volcanoes",
                  (tr_fractal_numbers){.shape = ridged, .scale = 30, .octaves = 3, .persistence = 0.5}, at, s,
                  n.cones);
    terrain_noise(w, "rifts", (tr_fractal_numbers){.scale = 3.5, .octaves = 1, .persistence = 0.5}, at, s,
                  n.rift);
    terrain_noise(w, "rolling ground", (tr_fractal_numbers){.scale = 9, .octaves = 7, .persistence = 0.6}, at,
                  s, n.roll);
    const tr_samples bent = terrain_warp(
        w, "folds", (tr_fractal_numbers){.scale = 5, .octaves = 3, .persistence = 0.5}, 0.05, at, s);
    terrain_noise(w, "worn ranges",
                  (tr_fractal_numbers){.shape = ridged, .scale = 9, .octaves = 7, .persistence = 0.58}, &bent,
                  s, n.worn);
    if (drawn)
        terrain_noise(
            w, "massifs",
            (tr_fractal_numbers){.shape = TR_FRACTAL_BILLOW, .scale = 12, .octaves = 6, .persistence = 0.55},
            &bent, s, n.massifs);
    return n;
}

// Relief of an ocean floor, in metres.
static float ocean_floor(const terrain_work *w, const noises *n, int i, int p) {
    const float border = w->border[p], closing = w->closing[p];
    const float close = tr_smoothf(0.1f, 0.6f, closing), part = tr_smoothf(0.02f, 0.5f, -closing);
    float height =
        2100 * part * shape_fade(1.6f * __builtin_sqrtf(border / 0.09f)); // the floor cools and sinks with age
    height -= 2600 * close * shape_bell(border - 0.012f, 0.013f);
    // volcanoes stand on the upper plate, above the depth where the lower one melts
    height += close * w->over[p] * shape_bell(border - 0.05f, 0.017f) *
              (1600 + 5200 * tr_smoothf(0.25f, 0.75f, n->arc[i]));
    height += 3600 * (float)w->numbers->hot_spots * tr_smoothf(0.4f, 0.7f, n->spots[i]) * n->cones[i];
    return height + 350 * n->hills[i];
}

// Total uplift of land, in metres, over the whole time of erosion.
static float land_uplift(const terrain_work *w, const noises *n, int i, int p) {
    const float border = w->border[p], closing = w->closing[p] > 0 ? w->closing[p] : 0;
    const float width = 0.022f + 0.02f * (closing < 1 ? closing : 1), fold = border - 0.1f - 0.03f * n->old[i];
    // a chain beside the border, and a lower one behind it
    const float chains = shape_bell(border - 0.022f, width) * (0.35f + 0.65f * n->chain[i]) +
                         0.45f * w->over[p] * shape_bell(fold, 0.03f) * n->worn[i];
    const float young = tr_smoothf(0.05f, 0.6f, closing) * chains;
    const float old = tr_smoothf(0.15f, 0.55f, n->old[i]);
    return (float)w->numbers->mountains * (4800 * young + 1700 * old * n->worn[i]) + 100;
}

// The same where a map or brushes say how far mountains rise, 0 … 1. drawn: the share of the map. What brushes
// paint is narrow: our chains give it peaks and passes. A map may say the same of a whole country, where closed
// basins between chains would fill up to plains: massifs have valleys between them that lead out.
static float given_uplift(const terrain_work *w, const noises *n, int i, float rise, float drawn) {
    const float chains = 0.2f + 0.8f * n->chain[i], massifs = 0.95f + 0.8f * n->massifs[i];
    const float shape = chains + drawn * (massifs - chains);
    return (float)w->numbers->mountains * 7000 * tr_clampf(rise, 0, 1) * shape + 100;
}

// The height of a point over an arbitrary level, and its uplift. rise: of mountains as far as it is given.
static float raise_point(terrain_work *w, const noises *n, int i, int p, float rise, float rises, float drawn) {
    const float noisy = (float)w->numbers->noisiness;
    const float land = tr_smoothf(-0.12f, 0.03f, w->crust[p]);
    const float rift = -900 * tr_smoothf(0, 0.4f, n->rift[i]) * tr_smoothf(0.1f, 0.5f, -w->closing[p]) *
                       shape_bell(w->border[p], 0.015f);
    w->uplift[p] = land * land_uplift(w, n, i, p);
    if (rises > 0)
        w->uplift[p] += rises * (land * given_uplift(w, n, i, rise, drawn) - w->uplift[p]);
    return terrain_hypsometry(w->crust[p]) + (1 - land) * ocean_floor(w, n, i, p) + 0.5f * w->uplift[p] +
           land * rift + 160 * noisy * n->roll[i] * (0.4f + land);
}

static void raise_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    const noises n = find_noises(w, s, &at);
    float *rise = s->shift[0], *rises = s->shift[1];
    terrain_sample(w, TR_TERRAIN_MAP_UPLIFT, &at, rise, rises);
    for (int i = 0; i < count; i++)
        w->height[first + i] = raise_point(w, &n, i, first + i, rise[i], rises[i], 1);
}

void terrain_raise_again(terrain_work *w, terrain_scratch *s, int first, int count, const float *keep,
                         const float *mountains, const float *share, float *height) {
    const tr_samples at = terrain_points(&w->globe, first, count);
    const noises n = find_noises(w, s, &at);
    float *rise = s->shift[0], *rises = s->shift[1];
    terrain_sample(w, TR_TERRAIN_MAP_UPLIFT, &at, rise, rises);
    for (int i = 0; i < count; i++) {
        if (keep[i] <= 0)
            continue;
        const float ours = share[i], theirs = (1 - ours) * rises[i], all = ours + theirs;
        const float mean = all > 0 ? (ours * mountains[i] + theirs * rise[i]) / all : 0;
        height[i] = raise_point(w, &n, i, first + i, mean, all, all > 0 ? theirs / all : 0) - w->sea;
    }
}

tr_status terrain_find_sea(terrain_work *work, tr_error *error) {
    if (!terrain_has_coast(work) || terrain_part(work) <= 0)
        return TR_OK;
    terrain_each(work, 240, raise_batch);
    if (!work->meter->stopped)
        work->sea = terrain_quantile(&work->globe, work->height, work->numbers->land);
    return tr_meter_check(work->meter, error);
}

tr_status terrain_make_mountains(terrain_work *work, tr_error *error) {
    terrain_each(work, 240, raise_batch);
    if (work->meter->stopped)
        return tr_meter_check(work->meter, error);
    if (!terrain_has_coast(work)) // else the coast is where the crust is 0, but for what stays ours
        work->sea = terrain_quantile(&work->globe, work->height, work->numbers->land);
    for (int i = 0; i < work->globe.count; i++)
        work->height[i] -= work->sea;
    return terrain_has_coast(work) ? terrain_join_heights(work, error) : TR_OK;
}
