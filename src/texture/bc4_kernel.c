// BC4, which BC5 contains twice and BC3 once: numbers on a line in 8 steps, or in 6 steps plus 0 and 255. From:
// Khronos Data Format Specification 1.3, "RGTC Compressed Texture Image Formats".
#include "texture/private/fit.h"
#include "texture/private/kernels.h"

// The nearest steps for these ends: 0 … 7, or 0 … 5 and then 6 for 0, 7 for 255. Decoders round in different
// ways, so the numbers are taken as they are.
static inline void assign(int steps, const floats v[16], fit_line *l) {
    const floats d = l->b[0] - l->a[0], scale = (float)steps / choose(d == 0, splat(1), d);
    l->error = splat(0);
    for (int k = 0; k < 16; k++) {
        l->step[k] = fit_round(fit_clamp((v[k] - l->a[0]) * scale, 0, (float)steps));
        const floats off = l->a[0] + l->step[k] * (1 / (float)steps) * d - v[k];
        floats error = off * off;
        if (steps == 5) {
            const floats to_255 = v[k] - 255, low = v[k] * v[k], high = to_255 * to_255;
            l->step[k] = choose(low < error, splat(6), l->step[k]);
            error = least(low, error);
            l->step[k] = choose(high < error, splat(7), l->step[k]);
            error = least(high, error);
        }
        l->error += error;
    }
}

static inline void try(int steps, const floats v[16], fit_line *tried, fit_line *best) {
    assign(steps, v, tried);
    fit_keep(tried->error < best->error, 1, tried, best);
}

// The best ends for the steps of l, by least squares over the texels on the line; l itself if they are
// undetermined.
static inline fit_line refit(int steps, const floats v[16], const fit_line *l) {
    floats aa = splat(0), ab = aa, bb = aa, sum_a = aa, sum_b = aa;
    for (int k = 0; k < 16; k++) {
        const integers on = l->step[k] <= (float)steps;
        const floats b = choose(on, l->step[k] * (1 / (float)steps), splat(0)), a = choose(on, 1 - b, splat(0));
        aa += a * a, ab += a * b, bb += b * b;
        sum_a += a * v[k], sum_b += b * v[k];
    }
    const floats determinant = aa * bb - ab * ab;
    const integers flat = determinant < 1e-3f;
    const floats inverse = 1 / choose(flat, splat(1), determinant);
    fit_line next = *l;
    next.a[0] = choose(flat, l->a[0], fit_round(fit_clamp((sum_a * bb - sum_b * ab) * inverse, 0, 255)));
    next.b[0] = choose(flat, l->b[0], fit_round(fit_clamp((sum_b * aa - sum_a * ab) * inverse, 0, 255)));
    return next;
}

// Improves the ends of `best`: by least squares, then by trying all ends next to the result, and next to the
// best of these.
static inline void fit(int steps, const floats v[16], fit_line *best) {
    fit_line tried = *best;
    best->error = splat(1e30f);
    try(steps, v, &tried, best);
    for (int round = 0; round < 3; round++) {
        tried = refit(steps, v, &tried);
        try(steps, v, &tried, best);
    }
    for (int round = 0; round < 2; round++) {
        const floats a = best->a[0], b = best->b[0];
        for (int i = 0; i < 9; i++) {
            const int step_a = i / 3 - 1, step_b = i % 3 - 1;
            tried.a[0] = fit_clamp(a + (float)step_a, 0, 255);
            tried.b[0] = fit_clamp(b + (float)step_b, 0, 255);
            if (i != 4)
                try(steps, v, &tried, best);
        }
    }
}

// The first end is larger with 8 steps, and smaller or equal with 6.
static void write(int steps, const fit_line *l, int lane, uint8_t block[8]) {
    int ends[2] = {(int)l->a[0][lane], (int)l->b[0][lane]};
    const int same = ends[0] == ends[1], turn = !same && (ends[0] < ends[1]) == (steps == 7);
    uint64_t codes = 0;
    for (int k = 0; k < 16; k++) {
        const int step = (int)l->step[k][lane];
        int code = step; // for 0 and 255
        if (step <= steps) {
            const int from_first = turn ? steps - step : step;
            code = same || from_first == 0 ? 0 : from_first == steps ? 1 : from_first + 1;
        }
        codes |= (uint64_t)code << 3 * k;
    }
    block[0] = (uint8_t)ends[turn];
    block[1] = (uint8_t)ends[!turn];
    for (int i = 0; i < 6; i++)
        block[2 + i] = (uint8_t)(codes >> 8 * i);
}

static void encode(int count, int channel, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]) {
    fit_texels t;
    fit_load(count, texels, &t);
    const floats *v = t.channel[channel];
    floats low = v[0], high = v[0], inner_low = splat(255), inner_high = splat(0);
    for (int k = 0; k < 16; k++) {
        low = least(low, v[k]);
        high = most(high, v[k]);
        inner_low = choose(v[k] > 0, least(inner_low, v[k]), inner_low);
        inner_high = choose(v[k] < 255, most(inner_high, v[k]), inner_high);
    }
    fit_line eight = {.a = {high}, .b = {low}}, six = {.a = {least(inner_low, inner_high)}, .b = {inner_high}};
    fit(7, v, &eight);
    fit(5, v, &six);
    for (int lane = 0; lane < count; lane++) {
        if (eight.error[lane] <= six.error[lane])
            write(7, &eight, lane, blocks[lane]);
        else
            write(5, &six, lane, blocks[lane]);
    }
}

void TR_KERNEL(tr_bc4_blocks)(int count, int channel, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]) {
    for (int first = 0; first < count; first += lanes)
        encode(count - first < lanes ? count - first : lanes, channel, texels + first, blocks + first);
    fit_leave();
}
