// Dunes: sand as wind heaps it, as a function of one place. Nothing is simulated (as Werner 1995, "Eolian
// dunes", does): shapes are those that dunes settle into. All have gentle windward sides and slip faces at the
// angle of repose (Bagnold 1941, "The physics of blown sand and desert dunes"), with a sharp brink between
// them.
//
// Transverse dunes are a wave across the wind. Cells of a lattice each have one of a phase of its own, and what
// neighbours say is faded into one wave, as that of gullies (gullies.h; Tricard et al. 2019, "Procedural phasor
// noise"): crests run on for some wavelengths, and end, fork and join where the cells disagree, as those of
// dunes do. How far the next crest is follows from the wave's own slope, and dunes are as high as that allows:
// the slip faces are as steep everywhere.
//
// Barchans are heaps on firm ground: a dome, cut by a slope at the angle of repose behind a crescent that
// parabolas bound (Hersen 2004, "On the crescentic shape of barchan dunes"), whose horns point downwind. Star
// dunes are pyramids of three to five arms with a slip face each (Lancaster 1995, "Geomorphology of desert
// dunes"): winds come from several sides.
//
// Dunes carry smaller ones, these ripples: each size stands by itself, and is of the same shape (Wilson 1972,
// "Aeolian bedforms: their development and origins": ripples, dunes, draas; Lancaster 1988, "On desert sand
// seas").
//
// The wind blows at an angle with the parallels and veers a little from place to place. There is no wind round
// the whole sphere that stops nowhere: it dies away near the poles, and there are no dunes there.
#pragma once
#include "noise/kernels.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum tr_dune_kind { TR_DUNE_TRANSVERSE, TR_DUNE_BARCHAN, TR_DUNE_STAR, TR_DUNE_COUNT } tr_dune_kind;

typedef enum tr_dune_value {
    TR_DUNE_HEIGHT, // in planet radii, over the ground
    TR_DUNE_SLIP,   // 1 on slip faces, 0 elsewhere
    TR_DUNE_CREST,  // 1 on brinks and ridges
    TR_DUNE_VALUES
} tr_dune_value;

// Slopes: of the windward side about 10 degrees, of slip faces 33.
#define TR_DUNE_STOSS 0.176f
#define TR_DUNE_REPOSE 0.649f

// Dunes made ready. Immutable: any number of threads may evaluate them.
typedef struct tr_dune_plan {
    int kind, value;
    uint32_t seed;
    float scale;        // wavelengths in a radius, or mean distances of barchans and star dunes
    float cells;        // barchans and star dunes: cells in a radius of the lattice that they lie in
    float widest;       // how far they reach, radii
    float cosine, sine; // of where the wind blows to: (1, 0) is east, (0, 1) north
    float veer;         // how far it turns at most, in turns
    float strength;     // 0 … 1: of weak wind dunes are low and round
    float sand;         // 0 … 1: how much of the ground it covers
    float sinuosity;    // of crests and arms, 0 … 1
    float variation;    // how much sand there is more or less from place to place, 0 … 1
    float turns;        // transverse: wavelengths across a cell of `waves`
    float mean;         // of the value, which stands for dunes that are finer than the map
    bool level;         // the mean is taken off: a map that is too coarse shows 0
    tr_octave waves, bends, veers, patches;
} tr_dune_plan;

// Dunes that are finer than a texel fade into their mean.
TR_DECLARE_FIELD_KERNEL(tr_dunes)
