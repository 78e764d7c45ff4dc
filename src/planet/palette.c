// The palette of a gradient. Between two points of a gradient every colour channel is monotone, so bisection
// finds each value at which a code changes, to the last bit.
#include "base/memory.h"
#include "planet/kernels.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { most_colours = 1 << 16 };

typedef struct search {
    const tr_segments *gradient;
    const tr_srgb_table *table;
    tr_palette *palette;
    int capacity;
    bool failed;
} search;

// ---- colours -----------------------------------------------------------------------------------

// Uses the operations of the kernel `paint` in the same order.
static uint32_t colour_at(const search *s, float t) {
    const struct tr_segment *segments = s->gradient->segments;
    uint32_t colour = 0;
    for (int c = 0; c < 3; c++) {
        float light = segments[0].before[c];
        for (int k = 0; k < s->gradient->count && t > segments[k].start; k++) {
            float along = t - segments[k].start;
            light += segments[k].slope[c] * (along < segments[k].length ? along : segments[k].length);
        }
        colour |= tr_srgb_encode(s->table, light) << 8 * c;
    }
    return colour;
}

static void append(search *s, uint32_t threshold, uint32_t colour) {
    tr_palette *p = s->palette;
    if (p->count == s->capacity) {
        const int capacity = s->capacity ? 2 * s->capacity : 512;
        uint32_t *thresholds = tr_realloc(p->threshold, (size_t)capacity * sizeof *thresholds);
        p->threshold = thresholds ? thresholds : p->threshold;
        uint32_t *colours = tr_realloc(p->colour, (size_t)capacity * sizeof *colours);
        p->colour = colours ? colours : p->colour;
        s->failed = s->failed || !thresholds || !colours || capacity > most_colours;
        s->capacity = capacity;
    }
    if (s->failed)
        return;
    if (p->count > 0)
        p->threshold[p->count - 1] = threshold;
    p->threshold[p->count] = UINT32_MAX;
    p->colour[p->count++] = colour;
}

// Appends the colours that begin after `low` and up to `high`, which are orders of floats.
static void halve(search *s, uint32_t low, uint32_t low_colour, uint32_t high, uint32_t high_colour) {
    if (low_colour == high_colour || s->failed)
        return;
    if (high - low == 1) {
        append(s, high, high_colour);
        return;
    }
    const uint32_t middle = low + (high - low) / 2;
    const uint32_t colour = colour_at(s, tr_float_of_order(middle));
    halve(s, low, low_colour, middle, colour);
    halve(s, middle, colour, high, high_colour);
}

// ---- the palette -------------------------------------------------------------------------------

// Adds the colours from `from` to `to`, if `to` is greater.
static float advance(search *s, float from, float to) {
    if (!(to > from))
        return from;
    halve(s, tr_float_order(from), colour_at(s, from), tr_float_order(to), colour_at(s, to));
    return to;
}

static uint32_t place_of_change(const tr_palette *p, int k) {
    return tr_palette_place(p->start, p->scale, p->last, tr_float_of_order(p->threshold[k]));
}

// Describes a cell with the colours `first` … `last`.
static uint64_t describe_cell(const tr_palette *p, int first, int last) {
    uint32_t changes = 0;
    bool plain = true;
    for (int shift = 0; shift < 24; shift += 8) {
        uint32_t change = TR_PALETTE_NEVER;
        for (int k = first; k < last; k++) {
            const int code = p->colour[k] >> shift & 0xff, next = p->colour[k + 1] >> shift & 0xff;
            if (next == code)
                continue;
            plain = plain && change == TR_PALETTE_NEVER && abs(next - code) == 1;
            change = tr_palette_part(place_of_change(p, k));
            change |= next < code ? TR_PALETTE_FALLS : 0;
        }
        changes |= change << shift;
    }
    changes |= (uint32_t)(plain ? TR_PALETTE_PLAIN : TR_PALETTE_OTHER) << 24;
    return p->colour[first] | (uint64_t)changes << 32;
}

static void fill_cells(tr_palette *p, float start, float end) {
    p->start = start;
    p->last = (float)(TR_PALETTE_CELLS * TR_PALETTE_PARTS - 1);
    p->scale = (p->last + 1) / (end - start);
    int k = 0;
    for (uint32_t cell = 0; cell < TR_PALETTE_CELLS; cell++) {
        const int first = k;
        while (k + 1 < p->count && place_of_change(p, k) / TR_PALETTE_PARTS <= cell)
            k++;
        p->first[cell] = (uint16_t)first;
        p->cell[cell] = describe_cell(p, first, k);
    }
}

void tr_palette_fill(const tr_segments *gradient, const tr_srgb_table *table, tr_palette *palette) {
    *palette = (tr_palette){0};
    if (gradient->count == 0)
        return;
    search s = {.gradient = gradient, .table = table, .palette = palette};
    const float start = gradient->segments[0].start;
    float at = start;
    append(&s, 0, colour_at(&s, start));
    for (int k = 0; k < gradient->count; k++) { // at a jump the next segment begins before this one ends
        const struct tr_segment *segment = &gradient->segments[k];
        at = advance(&s, at, segment->start);
        at = advance(&s, at, segment->start + segment->length);
    }
    at = advance(&s, at, at + (at - start)); // includes the last bit of a rounded end
    if (s.failed)
        tr_palette_clear(palette);
    else
        fill_cells(palette, start, at - (at - start) / 2);
}

void tr_palette_clear(tr_palette *palette) {
    tr_free(palette->threshold);
    tr_free(palette->colour);
    *palette = (tr_palette){0};
}

// ---- the sRGB curve -----------------------------------------------------------------------------

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

void tr_srgb_table_fill(tr_srgb_table *table) {
    table->threshold[0] = 0;
    for (int k = 1; k <= 255; k++)
        table->threshold[k] = (float)tr_srgb_decode(k - 0.5);
    table->threshold[256] = INFINITY;
    uint32_t code = 0;
    for (uint32_t i = 0; i < TR_SRGB_CELLS; i++) {
        const uint32_t first = (TR_SRGB_FIRST_CELL + i) << 16; // the bits of its first float
        uint32_t next = bits_of(table->threshold[code + 1]);
        if (next == first)
            next = bits_of(table->threshold[++code + 1]);
        table->cell[i] = code << 16;
        if (next >> 16 == first >> 16) {
            table->cell[i] += 0x10000 - (next & 0xffff);
            code++;
        }
        assert(bits_of(table->threshold[code + 1]) >> 16 != first >> 16);
    }
}
