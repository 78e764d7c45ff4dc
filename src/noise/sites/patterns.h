// Patterns of the ground as it is seen from near: polygons, parcels, crowns, blocks, ropes, in ever smaller
// sizes down to the texel.
//
// Each size has a lattice of its own whose cells have one random point each (Worley 1996, "A cellular texture
// basis function"), or a noise of its own, so that nothing is listed and there is no smallest one. That a
// pattern goes on within itself is how such ground is made, or how it looks:
// - polygons: ground, ice or crust that shrinks cracks into polygons, which crack again as stress grows inwards
//   (Lachenbruch 1962, "Mechanics of thermal contraction cracks"; Bohn et al. 2005, "Hierarchical crack pattern
//   as formed by successive domain divisions");
// - parcels: land that is divided, and divided again: fields, lots, house blocks. Areas are those of a
//   partition (Gilbert 1962, "Random subdivisions of space into crystals"), over octaves;
// - crowns: domes that touch: trees of a canopy, whose sizes follow a power law (Enquist and Niklas 2001,
//   "Invariant scaling relations across tree-dominated communities"), and towers of clouds, which are heaped up
//   of smaller ones (Lovejoy 1982, "Area-perimeter relation for rain and cloud areas": no size stands out);
// - blocks: boulders apart, N(>D) ~ D^-2 and steeper (Golombek and Rapp 1997, "Size-frequency distributions of
//   rocks on Mars"): each size as dense as the one before;
// - ropes: folds that lie in each other, of skin that is pushed together while it cools (Fink and Fletcher
//   1978, "Ropy pahoehoe: surface folding of a viscous fluid"): tongue by tongue.
//
// Pictures of nature have about as much contrast in each octave (Field 1987; Ruderman 1994): so colours take a
// persistence near 1, and heights one of 1 over the ratio of sizes.
#pragma once
#include "noise/kernels.h"
#include "noise/lattice/fractal.h"
#include <stdint.h>

typedef enum tr_pattern {
    TR_PATTERN_POLYGONS,
    TR_PATTERN_PARCELS,
    TR_PATTERN_CROWNS,
    TR_PATTERN_BLOCKS,
    TR_PATTERN_ROPES,
    TR_PATTERN_COUNT
} tr_pattern;

enum { TR_PATTERN_SIZES = 20 };

// How much of a size a map shows with texels that are so much of its cells wide. The finest that a pattern has
// is a part of a cell.
static inline float tr_pattern_weight(int pattern, float filter) {
    static const float parts[TR_PATTERN_COUNT] = {0.6f, 0.6f, 0.6f, 0.5f, 0.22f};
    return filter > 0 ? tr_cell_weight((double)(parts[pattern] / filter)) : 1;
}

// A pattern made ready. Immutable: any number of threads may evaluate it.
typedef struct tr_pattern_plan {
    int pattern;
    int count;                         // of sizes
    tr_octave sizes[TR_PATTERN_SIZES]; // the coarsest first
    float mean;                        // of one size by itself
} tr_pattern_plan;

// Sums of all sizes less their means: what is finer than a map adds nothing to it, to the bit.
TR_DECLARE_FIELD_KERNEL(tr_patterns)
