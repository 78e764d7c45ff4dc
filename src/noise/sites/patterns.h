// Patterns of the ground seen close up: polygons, parcels, crowns, blocks, ropes, in ever smaller sizes down to
// the texel.
//
// Each size has a lattice of its own whose cells have one random point each (Worley 1996, "A cellular texture
// basis function"), or a noise of its own, so there is no list and no smallest size. The patterns repeat at
// smaller sizes, because such ground forms or looks that way:
// - polygons: shrinking ground, ice or crust cracks into polygons, which crack again as stress grows inwards
//   (Lachenbruch 1962, "Mechanics of thermal contraction cracks"; Bohn et al. 2005, "Hierarchical crack pattern
//   as formed by successive domain divisions");
// - parcels: land that is divided repeatedly: fields, lots, house blocks. Areas are those of a partition
//   (Gilbert 1962, "Random subdivisions of space into crystals"), over octaves;
// - crowns: domes that touch: trees of a canopy, whose sizes follow a power law (Enquist and Niklas 2001,
//   "Invariant scaling relations across tree-dominated communities"), and towers of clouds, which consist of
//   smaller ones (Lovejoy 1982, "Area-perimeter relation for rain and cloud areas": no preferred size);
// - blocks: separate boulders, N(>D) ~ D^-2 and steeper (Golombek and Rapp 1997, "Size-frequency distributions
//   of rocks on Mars"), with the same density for each size;
// - ropes: nested folds of a skin that is compressed while it cools (Fink and Fletcher 1978, "Ropy pahoehoe:
//   surface folding of a viscous fluid"), one set per lava tongue.
//
// Natural images have about the same contrast in each octave (Field 1987; Ruderman 1994). So a persistence near
// 1 suits colours, and the inverse ratio of sizes suits heights.
#pragma once
#include "noise/kernels.h"
#include "noise/lattice/fractal.h"

typedef enum tr_pattern {
    TR_PATTERN_POLYGONS,
    TR_PATTERN_PARCELS,
    TR_PATTERN_CROWNS,
    TR_PATTERN_BLOCKS,
    TR_PATTERN_ROPES,
    TR_PATTERN_COUNT
} tr_pattern;

enum { TR_PATTERN_SIZES = 20 };

// The visible fraction of a size if a texel has the width `filter`, in its cells. The finest feature of a
// pattern is a part of a cell.
static inline float tr_pattern_weight(int pattern, float filter) {
    static const float parts[TR_PATTERN_COUNT] = {0.6f, 0.6f, 0.6f, 0.5f, 0.22f};
    return filter > 0 ? tr_cell_weight((double)(parts[pattern] / filter)) : 1;
}

// A pattern, prepared. Immutable: any number of threads may evaluate it.
typedef struct tr_pattern_plan {
    int pattern;
    int count;                         // number of sizes
    tr_octave sizes[TR_PATTERN_SIZES]; // coarsest first
    float mean;                        // of a single size
} tr_pattern_plan;

// Evaluates the sum of all sizes minus their means. Sizes finer than the map add exactly 0.
TR_DECLARE_FIELD_KERNEL(tr_patterns)
