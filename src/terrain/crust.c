// The position of continents. If coasts followed the plates, every sea would be a polygon. So noise determines
// them, and plates that carry a continent only raise it.
#include "terrain/private/shaping.h"
#include "terrain/private/work.h"

#include <math.h>

enum { coarse = 3, octaves = 9 }; // of the crust's noise; the coarse octaves place the continents

// 1 + g + … + g^(n-1)
static double sum_of_amplitudes(double g, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum = 1 + g * sum;
    return sum;
}

static void find_plates(terrain_work *w, terrain_scratch *s, int first, const tr_samples *at, float *kind) {
    const double noisy = w->numbers->noisiness;
    const plates_found found = {w->border + first, w->closing + first, kind, w->over + first};
    const tr_samples bent =
        terrain_warp(w, "plate borders", (tr_fractal_numbers){.scale = 1.6, .octaves = 3, .persistence = 0.5},
                     0.30 * noisy, at, s);
    const tr_samples rough =
        terrain_warp(w, "plate edges", (tr_fractal_numbers){.scale = 7, .octaves = 4, .persistence = 0.55},
                     0.05 * noisy, &bent, s);
    TR_KERNEL_OF(w->isa, plates_find)(&w->plates, rough.count, rough.x, rough.y, rough.z, &found);
}

static void make_batch(terrain_work *w, terrain_scratch *s, int first, int count) {
    const terrain_numbers *n = w->numbers;
    const tr_samples at = terrain_points(&w->globe, first, count);
    float *kind = s->noise[0], *broad = s->noise[1], *fine = s->noise[2], *region = s->noise[3];
    float *inside = s->noise[4];
    find_plates(w, s, first, &at, kind);
    const tr_samples bent =
        terrain_warp(w, "drift", (tr_fractal_numbers){.scale = 1.3, .octaves = 4, .persistence = 0.5},
                     0.35 * n->noisiness, &at, s);
    tr_fractal_numbers noise = {.scale = n->scale, .octaves = coarse, .persistence = n->persistence};
    terrain_noise(w, "crust", noise, &bent, s, broad);
    noise.start = coarse, noise.octaves = octaves - coarse;
    terrain_noise(w, "crust", noise, &bent, s, fine);
    terrain_noise(w, "ragged", (tr_fractal_numbers){.scale = 2.2, .octaves = 2, .persistence = 0.5}, &at, s,
                  region);
    const double g = n->persistence, below = sum_of_amplitudes(g, coarse);
    const float strong = (float)below, weak = (float)((sum_of_amplitudes(g, octaves) - below) * n->noisiness);
    const float apart = n->continents > 0 ? strong * 0.75f : 0;
    if (n->continents > 0)
        continents_find(&w->continents, count, bent.x, bent.y, bent.z, inside);
    for (int i = 0; i < count; i++) {
        // coasts are ragged in some regions (fjords, skerries) and smooth in others (plains, dunes)
        const float ragged = 0.35f + 1.15f * tr_smoothf(-0.25f, 0.3f, region[i]);
        w->crust[first + i] = strong * broad[i] + weak * ragged * fine[i] + 0.30f * kind[i];
        if (n->continents > 0) // coasts stay as ragged, although the whole is rescaled
            w->crust[first + i] += apart * inside[i] + 0.6f * weak * ragged * fine[i];
    }
}

// Rescales the noise to a crust with the coast at 0 and the spread of the hypsometric curve. So the depth of
// seas and the width of shelves do not depend on persistence and scale.
static void level(terrain_work *w) {
    const tr_globe *globe = &w->globe;
    double sum = 0, squares = 0, area = 0;
    for (int i = 0; i < globe->count; i++) {
        const double a = (double)globe->area[i], c = (double)w->crust[i];
        area += a, sum += a * c, squares += a * c * c;
    }
    const double spread = sqrt(squares / area - sum / area * (sum / area));
    const float coast = terrain_quantile(globe, w->crust, w->numbers->land);
    const float scale = (float)(0.38 / (spread > 1e-6 ? spread : 1));
    for (int i = 0; i < globe->count; i++)
        w->crust[i] = (w->crust[i] - coast) * scale;
}

void terrain_make_crust(terrain_work *work) {
    const int plates = (int)work->numbers->plates;
    plates_spread(tr_hash_text(work->numbers->seed, "plates"), plates, work->numbers->continental,
                  &work->plates);
    continents_spread(tr_hash_text(work->numbers->seed, "continents"), (int)work->numbers->continents,
                      work->numbers->unequal, &work->continents);
    terrain_each(work, 130 + 6 * (unsigned)plates, make_batch);
    if (!work->meter->stopped)
        level(work);
}

// Height in metres for a crust, with the two peaks of Earth's distribution: ocean floor at -4.5 km and land at
// 0.2 km, with little in between, because the slope below the shelf is steep.
static const float hypsometry[][2] = {{-1.2f, -5600},  {-0.45f, -4600}, {-0.22f, -3900}, {-0.13f, -2000},
                                      {-0.085f, -220}, {-0.03f, -80},   {0, 0},          {0.04f, 120},
                                      {0.25f, 450},    {0.6f, 800},     {1.2f, 1100}};

// The curve from column `from` to the other one; both ascend.
static float look_up(int from, float x) {
    enum { count = sizeof hypsometry / sizeof hypsometry[0] };
    const int to = 1 - from;
    if (x <= hypsometry[0][from])
        return hypsometry[0][to];
    for (int i = 1; i < count; i++)
        if (x < hypsometry[i][from]) {
            const float *a = hypsometry[i - 1], *b = hypsometry[i], t = (x - a[from]) / (b[from] - a[from]);
            return a[to] + t * (b[to] - a[to]);
        }
    return hypsometry[count - 1][to];
}

float terrain_hypsometry(float crust) { return look_up(0, crust); }

float terrain_crust_of(float height) { return look_up(1, height); }
