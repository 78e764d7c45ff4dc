// BC1: a line through RGB with ends of 5, 6 and 5 bits and 4 steps.
// From: Khronos Data Format Specification 1.3, "S3TC Compressed Texture Image Formats".
#include "texture/private/fit.h"
#include "texture/private/kernels.h"

static const fit_lattice lattice_of[3] = {FIT_FIVE, FIT_SIX, FIT_FIVE};

// Assigns the nearest steps for these ends. Decoders round differently, so colours are not rounded.
static void assign(const fit_texels *t, fit_line *l) {
    floats a[3], d[3], length = splat(0);
    for (int c = 0; c < 3; c++) {
        a[c] = fit_expand(lattice_of[c], l->a[c]);
        d[c] = fit_expand(lattice_of[c], l->b[c]) - a[c];
        length += d[c] * d[c];
    }
    const floats scale = 3 / most(length, splat(1));
    l->error = splat(0);
    for (int k = 0; k < 16; k++) {
        floats along = splat(0);
        for (int c = 0; c < 3; c++)
            along += (t->channel[c][k] - a[c]) * d[c];
        l->step[k] = fit_round(fit_clamp(along * scale, 0, 3));
        const floats fraction = l->step[k] * (1 / 3.0f);
        for (int c = 0; c < 3; c++) {
            const floats off = a[c] + fraction * d[c] - t->channel[c][k];
            l->error += off * off;
        }
    }
}

// For blocks of one colour: combines each first end with the best second end, and keeps the pair whose first
// third is nearest to the colour. Ends far apart cost slightly more, because decoders differ by a fraction of
// their distance.
static void fit_one_colour(const fit_texels *t, fit_line *l) {
    for (int c = 0; c < 3; c++) {
        const fit_lattice lattice = lattice_of[c];
        floats error = splat(1e30f);
        for (int q = 0; q <= (int)fit_most(lattice); q++) {
            const floats a = fit_expand(lattice, splat((float)q)), wanted = 3 * t->channel[c][0] - 2 * a;
            const floats qb = fit_round(fit_shrink(lattice, fit_clamp(wanted, 0, 255)));
            const floats b = fit_expand(lattice, qb);
            const floats e = magnitude(wanted - b) + 0.03f * magnitude(b - a);
            const integers better = e < error;
            error = choose(better, e, error);
            l->a[c] = choose(better, splat((float)q), l->a[c]);
            l->b[c] = choose(better, qb, l->b[c]);
        }
    }
}

static void fit(const fit_texels *t, fit_line *best) {
    floats step[16], fraction[16];
    fit_steps(3, 3, 1, t, step);
    memset(best, 0, sizeof *best);
    best->error = splat(1e30f);
    for (int round = 0; round < 5; round++) {
        fit_line tried;
        for (int k = 0; k < 16; k++)
            fraction[k] = fit_round(step[k]) * (1 / 3.0f);
        const fit_form form = fit_make_form(3, t, fraction);
        for (int c = 0; c < 3; c++)
            fit_settle(lattice_of[c], lattice_of[c], &form, c, &tried.a[c], &tried.b[c]);
        assign(t, &tried);
        fit_keep(tried.error < best->error, 3, &tried, best);
        memcpy(step, tried.step, sizeof step);
    }
}

static integers one_colour(const fit_texels *t) {
    integers same = t->channel[0][0] == t->channel[0][0]; // NOLINT(misc-redundant-expression): all bits are set
    for (int k = 1; k < 16; k++)
        for (int c = 0; c < 3; c++)
            same &= t->channel[c][k] == t->channel[c][0];
    return same;
}

// The first end must be the larger number; otherwise the fourth step would be black. If both are equal, all
// texels use the first step.
static void write(const fit_line *l, int lane, uint8_t block[8]) {
    static const uint8_t code_of[4] = {0, 2, 3, 1};
    uint32_t ends[2], codes = 0;
    ends[0] = (uint32_t)l->a[0][lane] << 11 | (uint32_t)l->a[1][lane] << 5 | (uint32_t)l->a[2][lane];
    ends[1] = (uint32_t)l->b[0][lane] << 11 | (uint32_t)l->b[1][lane] << 5 | (uint32_t)l->b[2][lane];
    const int turn = ends[0] < ends[1];
    for (int k = 0; k < 16; k++) {
        const int step = (int)l->step[k][lane];
        codes |= ends[0] == ends[1] ? 0 : (uint32_t)code_of[turn ? 3 - step : step] << 2 * k;
    }
    for (int i = 0; i < 2; i++) {
        block[i] = (uint8_t)(ends[turn] >> 8 * i);
        block[2 + i] = (uint8_t)(ends[!turn] >> 8 * i);
    }
    for (int i = 0; i < 4; i++)
        block[4 + i] = (uint8_t)(codes >> 8 * i);
}

static void encode(int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]) {
    fit_texels t;
    fit_line best, plain;
    fit_load(count, texels, &t);
    fit(&t, &best);
    const integers same = one_colour(&t);
    bool any = false;
    for (int lane = 0; lane < lanes; lane++)
        any |= same[lane] != 0;
    if (any) {
        memset(&plain, 0, sizeof plain);
        fit_one_colour(&t, &plain);
        assign(&t, &plain);
        fit_keep(same & (plain.error < best.error), 3, &plain, &best);
    }
    for (int lane = 0; lane < count; lane++)
        write(&best, lane, blocks[lane]);
}

void TR_KERNEL(tr_bc1_blocks)(int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]) {
    for (int first = 0; first < count; first += lanes)
        encode(count - first < lanes ? count - first : lanes, texels + first, blocks + first);
    fit_leave();
}
