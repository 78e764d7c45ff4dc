// BC7 with two of its modes. Mode 6 is a line through RGBA in 16 steps. Mode 5 is a line through RGB and
// another through alpha, in 4 steps each; it serves blocks that mode 6 cannot represent exactly (opaque black).
// From: Khronos Data Format Specification 1.3, "BPTC Compressed Texture Image Formats".
#include "texture/private/fit.h"
#include "texture/private/kernels.h"

typedef struct mode6 {
    fit_line line;
    floats low_a, low_b; // lowest bits of the ends
} mode6;

// Weight of the second end in 64ths. The tables of the specification have these values rounded, for 4 and for
// 16 steps.
static inline floats weight_of(int steps, floats step) { return fit_round(step * (64.0f / (float)steps)); }

// The squared difference between a texel and the decoded colour of a step.
static inline floats error_of(int channels, int steps, const fit_texels *t, int k, const floats a[4],
                              const floats d[4], floats step) {
    const floats weight = weight_of(steps, step) * (1 / 64.0f);
    floats error = splat(0);
    for (int c = 0; c < channels; c++) {
        const floats off = fit_floor(a[c] + weight * d[c] + 0.5f) - t->channel[c][k];
        error += off * off;
    }
    return error;
}

// Assigns the best steps for ends with those codes: for each texel the better of the two steps around its place
// on the line. Decoded colours are whole numbers, so the farther step may be better.
static inline void assign(int channels, int steps, const fit_texels *t, const floats a[4], const floats b[4],
                          fit_line *out) {
    floats d[4], length = splat(0);
    for (int c = 0; c < channels; c++) {
        d[c] = b[c] - a[c];
        length += d[c] * d[c];
    }
    const floats scale = (float)steps / most(length, splat(1));
    out->error = splat(0);
    for (int k = 0; k < 16; k++) {
        floats along = splat(0);
        for (int c = 0; c < channels; c++)
            along += (t->channel[c][k] - a[c]) * d[c];
        const floats low = fit_floor(fit_clamp(along * scale, 0, (float)steps)),
                     high = least(low + 1, splat((float)steps));
        const floats low_error = error_of(channels, steps, t, k, a, d, low),
                     high_error = error_of(channels, steps, t, k, a, d, high);
        out->step[k] = choose(high_error < low_error, high, low);
        out->error += least(high_error, low_error);
    }
}

static inline void weights_of(int steps, const floats step[16], floats fraction[16]) {
    for (int k = 0; k < 16; k++)
        fraction[k] = weight_of(steps, fit_round(step[k])) * (1 / 64.0f);
}

// ---- mode 6 --------------------------------------------------------------------------------------

// Rounds the ends to whole numbers with the best lowest bits. For opaque blocks these bits are ones.
static void settle6(const fit_form *form, integers opaque, mode6 *out) {
    floats least_error = splat(1e30f);
    for (int low = 3; low >= 0; low--) {
        const int low_a = low & 1, low_b = low >> 1;
        floats a[4], b[4], error = low == 3 ? splat(0) : choose(opaque, splat(1e20f), splat(0));
        for (int c = 0; c < 4; c++)
            error += fit_settle(low_a ? FIT_ODD : FIT_EVEN, low_b ? FIT_ODD : FIT_EVEN, form, c, &a[c], &b[c]);
        const integers better = error < least_error;
        least_error = choose(better, error, least_error);
        for (int c = 0; c < 4; c++) {
            out->line.a[c] = choose(better, a[c], out->line.a[c]);
            out->line.b[c] = choose(better, b[c], out->line.b[c]);
        }
        out->low_a = choose(better, splat((float)low_a), out->low_a);
        out->low_b = choose(better, splat((float)low_b), out->low_b);
    }
}

static void fit6(const fit_texels *t, mode6 *best) {
    floats step[16], fraction[16];
    integers opaque = t->channel[3][0] == 255;
    for (int k = 1; k < 16; k++)
        opaque &= t->channel[3][k] == 255;
    fit_steps(4, 15, 7, t, step);
    memset(best, 0, sizeof *best);
    best->line.error = splat(1e30f);
    for (int round = 0; round < 4; round++) {
        mode6 tried = {0};
        weights_of(15, step, fraction);
        const fit_form form = fit_make_form(4, t, fraction);
        settle6(&form, opaque, &tried);
        floats a[4], b[4];
        for (int c = 0; c < 4; c++) {
            a[c] = 2 * tried.line.a[c] + tried.low_a;
            b[c] = 2 * tried.line.b[c] + tried.low_b;
        }
        assign(4, 15, t, a, b, &tried.line);
        const integers better = tried.line.error < best->line.error;
        best->low_a = choose(better, tried.low_a, best->low_a);
        best->low_b = choose(better, tried.low_b, best->low_b);
        fit_keep(better, 4, &tried.line, &best->line);
        memcpy(step, tried.line.step, sizeof step);
    }
}

// ---- mode 5 --------------------------------------------------------------------------------------

static inline void fit_quarters(int channels, fit_lattice lattice, const fit_texels *t, fit_line *best) {
    floats step[16], fraction[16];
    fit_steps(channels, 3, 1, t, step);
    memset(best, 0, sizeof *best);
    best->error = splat(1e30f);
    for (int round = 0; round < 2; round++) {
        fit_line tried;
        floats a[4], b[4];
        weights_of(3, step, fraction);
        const fit_form form = fit_make_form(channels, t, fraction);
        for (int c = 0; c < channels; c++) {
            fit_settle(lattice, lattice, &form, c, &tried.a[c], &tried.b[c]);
            a[c] = fit_expand(lattice, tried.a[c]);
            b[c] = fit_expand(lattice, tried.b[c]);
        }
        assign(channels, 3, t, a, b, &tried);
        fit_keep(tried.error < best->error, channels, &tried, best);
        memcpy(step, tried.step, sizeof step);
    }
}

// ---- bits ----------------------------------------------------------------------------------------

typedef struct bits {
    uint64_t word[2];
    int count;
} bits;

static inline void put(bits *b, int width, uint64_t value) {
    const int word = b->count >> 6, shift = b->count & 63;
    b->word[word] |= value << shift;
    if (shift + width > 64)
        b->word[1] |= value >> (64 - shift);
    b->count += width;
}

// The steps of 16 texels, each `width` bits. The highest bit of the first one is not stored: the ends are
// swapped if it would be 1.
static inline void put_steps(bits *b, int width, const int step[16], int turn) {
    for (int k = 0; k < 16; k++)
        put(b, k ? width : width - 1, (uint64_t)(step[k] ^ turn));
}

static inline void take(const floats *from, int count, int lane, int *to) {
    for (int i = 0; i < count; i++)
        to[i] = (int)from[i][lane];
}

static void write6(const mode6 *m, int lane, bits *out) {
    int ends[2][4], low[2] = {(int)m->low_a[lane], (int)m->low_b[lane]}, step[16];
    take(m->line.a, 4, lane, ends[0]);
    take(m->line.b, 4, lane, ends[1]);
    take(m->line.step, 16, lane, step);
    const int turn = step[0] >> 3;
    put(out, 7, 1 << 6);
    for (int c = 0; c < 4; c++) {
        put(out, 7, (uint64_t)ends[turn][c]);
        put(out, 7, (uint64_t)ends[!turn][c]);
    }
    put(out, 1, (uint64_t)low[turn]);
    put(out, 1, (uint64_t)low[!turn]);
    put_steps(out, 4, step, turn * 15);
}

static void write5(const fit_line *colour, const fit_line *alpha, int lane, bits *out) {
    int ends[2][3], alphas[2], step[16], alpha_step[16];
    take(colour->a, 3, lane, ends[0]);
    take(colour->b, 3, lane, ends[1]);
    take(colour->step, 16, lane, step);
    take(alpha->a, 1, lane, &alphas[0]);
    take(alpha->b, 1, lane, &alphas[1]);
    take(alpha->step, 16, lane, alpha_step);
    const int turn = step[0] >> 1, alpha_turn = alpha_step[0] >> 1;
    put(out, 8, 1 << 5); // and no channel is swapped with alpha
    for (int c = 0; c < 3; c++) {
        put(out, 7, (uint64_t)ends[turn][c]);
        put(out, 7, (uint64_t)ends[!turn][c]);
    }
    put(out, 8, (uint64_t)alphas[alpha_turn]);
    put(out, 8, (uint64_t)alphas[!alpha_turn]);
    put_steps(out, 2, step, turn * 3);
    put_steps(out, 2, alpha_step, alpha_turn * 3);
}

static void encode(int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[16]) {
    fit_texels t, alpha;
    mode6 six;
    fit_line colour5, alpha5;
    fit_load(count, texels, &t);
    fit6(&t, &six);
    fit_quarters(3, FIT_SEVEN, &t, &colour5);
    memcpy(alpha.channel[0], t.channel[3], sizeof alpha.channel[0]);
    fit_quarters(1, FIT_EIGHT, &alpha, &alpha5);
    const integers is_five = colour5.error + alpha5.error < six.line.error;
    for (int lane = 0; lane < count; lane++) {
        bits out = {0};
        if (is_five[lane])
            write5(&colour5, &alpha5, lane, &out);
        else
            write6(&six, lane, &out);
        for (int i = 0; i < 16; i++)
            blocks[lane][i] = (uint8_t)(out.word[i >> 3] >> 8 * (i & 7));
    }
}

void TR_KERNEL(tr_bc7_blocks)(int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[16]) {
    for (int first = 0; first < count; first += lanes)
        encode(count - first < lanes ? count - first : lanes, texels + first, blocks + first);
    fit_leave();
}
