#include "planet/rings.h"
#include "base/maths.h"

#include "base/hash.h"
#include "noise/maths/trig.h"
#include "planet/kernels.h"

#include <assert.h>
#include <math.h>

// Samples of noise per texel: enough for the finest octave at a few hundred texels.
enum {
    samples = 16,
    octaves = 7,
    gap_salt = 0x6a9,
    noise_salt = 0x219,
    tier_salt = 0x3c5,
    wave_salt = 0x57d,
    comb_salt = 0x1b7
};
enum { tiers = 5, waves = 14 };

// Value noise in one dimension, -1 … 1, with Perlin's quintic fade.
static double noise(uint64_t seed, double x) {
    const double cell = floor(x), t = x - cell, fade = t * t * t * (t * (6 * t - 15) + 10);
    const double a = tr_hash_unit(tr_hash_pair(seed, (uint64_t)(int64_t)cell));
    const double b = tr_hash_unit(tr_hash_pair(seed, (uint64_t)(int64_t)cell + 1));
    return 2 * (a + (b - a) * fade) - 1;
}

// Octaves with slowly falling amplitudes: rings show detail at all scales.
static double ringlets(const tr_rings *rings, uint64_t seed, double x) {
    double sum = 0, frequency = rings->detail, amplitude = 1, whole = 0;
    for (int k = 0; k < octaves; k++, frequency *= 2.1, amplitude *= 0.72) {
        sum += amplitude * noise(tr_hash_pair(seed, noise_salt + (uint64_t)k), x * frequency);
        whole += amplitude;
    }
    return sum / (0.5 * whole); // mostly within -1 … 1
}

// The fraction of matter that moons leave at x: 0 in the middle of a gap.
static double swept(const tr_rings *rings, uint64_t seed, double x) {
    double left = 1;
    for (int i = 0; i < (int)rings->gaps; i++) {
        const uint64_t h = tr_hash_pair(tr_hash_pair(seed, gap_salt), (uint64_t)i);
        const double place = 0.2 + 0.76 * tr_hash_unit(tr_hash_pair(h, 0)),
                     u = tr_hash_unit(tr_hash_pair(h, 1));
        const double half = 0.003 + (i == 0 ? 0.018 : 0.012 * u * u); // the first one is wide, like Cassini's
        left *= tr_smooth(0.75 * half, 1.15 * half, fabs(x - place));
    }
    return left;
}

// Wide regions of different density with sharp edges, like Saturn's C, B and A rings: a faint one inside, the
// others random.
static double tier(uint64_t seed, double x) {
    double density = 0.22;
    for (int i = 1; i < tiers; i++) {
        const uint64_t h = tr_hash_pair(tr_hash_pair(seed, tier_salt), (uint64_t)i);
        const double edge = (i - 0.35 + 0.5 * (tr_hash_unit(tr_hash_pair(h, 0)) - 0.5)) / tiers,
                     drawn = i == 2 ? 1 : 0.3 + 0.7 * tr_hash_unit(tr_hash_pair(h, 1));
        density += (drawn - density) * tr_smooth(edge - 0.004, edge + 0.004, x);
    }
    return density;
}

// Spiral density waves run outwards from resonances with moons. Their wavelength is inversely proportional to
// the distance from the resonance, so their phase grows with its square (Goldreich and Tremaine 1978; Shu 1984,
// "Waves in planetary rings").
static double wave(uint64_t seed, double x) {
    double sum = 0;
    for (int i = 0; i < waves; i++) {
        const uint64_t h = tr_hash_pair(tr_hash_pair(seed, wave_salt), (uint64_t)i);
        const double place = 0.15 + 0.85 * tr_hash_unit(tr_hash_pair(h, 0)),
                     strength = tr_hash_unit(tr_hash_pair(h, 1)), length = 0.012 + 0.05 * strength,
                     d = (x - place) / length;
        if (d < 0 || d > 4)
            continue;
        double sine, cosine;
        tr_sincos(9 * d * d + 3 * d, &sine, &cosine);
        const double rise = tr_smooth(0, 0.15, d), fall = 1 - tr_smooth(0.5, 4, d);
        sum += 0.7 * strength * rise * fall * sine;
    }
    return sum;
}

// Dense rings are uneven: ringlets of all sizes reduce the density, by varying amounts, as in Saturn's B ring
// (Colwell et al. 2009, "The structure of Saturn's rings"). Returns the remaining density.
static double comb(const tr_rings *rings, uint64_t seed, double x) {
    const uint64_t own = tr_hash_pair(seed, comb_salt);
    const double deep = tr_smooth(-0.7, 0.8, noise(tr_hash_pair(own, 0), 5.3 * x)),
                 lines = ringlets(rings, own, 2.6 * x);
    return 1 - (0.15 + 0.5 * deep) * tr_smooth(-0.5, 0.5, -lines);
}

// The opacity at x, 0 (inner edge) … 1 (outer edge).
static double opacity_at(const tr_rings *rings, uint64_t seed, double x) {
    // Wide regions plus fine lines; where their sum exceeds a threshold, the rings are filled.
    const double broad = noise(tr_hash_pair(seed, noise_salt + 99), 3.1 * x + 0.5);
    const double lines = ringlets(rings, seed, x);
    const double matter = tr_smooth(-0.55, 0.85, 0.5 * broad + 0.55 * lines + 2.6 * (rings->coverage - 0.5));
    const double edges = tr_smooth(0, 0.28 * rings->coverage + 0.01, x) * tr_smooth(0, 0.012, 1 - x);
    const double plain = rings->opacity * matter * edges * swept(rings, seed, x);
    if (!(rings->tiers > 0))
        return plain;
    const double unlike = 1 + rings->tiers * (tier(seed, x) * comb(rings, seed, x) * (1 + wave(seed, x)) - 1);
    return plain * fmin(fmax(unlike, 0), 1);
}

// The gradient at x in linear light.
static void colour_at(const tr_recipe *recipe, double x, double light[3]) {
    static const tr_stop plain = {.srgb = {0xc7, 0xbc, 0xa0}};
    const int count = recipe->rings.gradient.count;
    const tr_stop *stops = count ? recipe->stops + recipe->rings.gradient.first : &plain;
    int i = 0;
    while (i + 1 < count && stops[i + 1].position <= x)
        i++;
    const tr_stop *a = &stops[i], *b = i + 1 < count && x > a->position ? a + 1 : a;
    const double t = b > a ? (x - a->position) / (b->position - a->position) : 0;
    for (int c = 0; c < 3; c++) {
        const double from = tr_srgb_decode(a->srgb[c]), to = tr_srgb_decode(b->srgb[c]);
        light[c] = from + t * (to - from);
    }
}

static uint8_t encode(const tr_srgb_table *table, double light) {
    int low = 0, high = 255; // the last code whose threshold is reached
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if ((double)table->threshold[middle] <= light)
            low = middle;
        else
            high = middle - 1;
    }
    return (uint8_t)low;
}

void tr_rings_bake(const tr_recipe *recipe, int width, uint8_t *rgba) {
    assert(tr_recipe_has_rings(recipe) && width >= 1);
    const uint64_t seed = tr_recipe_seed(recipe, "rings");
    tr_srgb_table table;
    tr_srgb_table_fill(&table);
    for (int i = 0; i < width; i++, rgba += 4) {
        double light[3], shade = 0, alpha = 0; // fine lines vary the colour slightly
        colour_at(recipe, (i + 0.5) / width, light);
        for (int k = 0; k < samples; k++) {
            const double x = (i + (k + 0.5) / samples) / width;
            shade += (0.86 + 0.16 * ringlets(&recipe->rings, seed, x + 5)) / samples;
            alpha += opacity_at(&recipe->rings, seed, x) / samples;
        }
        for (int c = 0; c < 3; c++)
            rgba[c] = encode(&table, fmin(fmax(shade * light[c], 0), 1));
        rgba[3] = (uint8_t)(255 * alpha + 0.5);
    }
}

uint64_t tr_rings_cache_key(const tr_recipe *recipe) {
    const tr_rings *r = &recipe->rings;
    const double numbers[] = {r->inner, r->outer, r->opacity, r->coverage, r->detail, r->gaps, r->tiers};
    uint64_t h = tr_hash_numbers(tr_recipe_seed(recipe, "rings"), numbers, sizeof numbers / sizeof numbers[0]);
    for (int i = 0; i < r->gradient.count; i++) {
        const tr_stop *stop = &recipe->stops[r->gradient.first + i];
        h = tr_hash_numbers(h, &stop->position, 1);
        h = tr_hash_pair(h, (uint64_t)stop->srgb[0] << 16 | (uint64_t)stop->srgb[1] << 8 | stop->srgb[2]);
    }
    return h;
}
