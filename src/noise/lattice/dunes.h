// Dunes: sand shaped by wind, as a function of one place. Nothing is simulated (as Werner 1995, "Eolian dunes",
// does); the shapes are those into which dunes settle. All have gentle windward sides and slip faces at the
// angle of repose (Bagnold 1941, "The physics of blown sand and desert dunes"), with a sharp brink between
// them.
//
// Transverse dunes are a wave across the wind. Each cell of a lattice has a wave with a phase of its own, and
// the waves of neighbours are blended into one, as for gullies (gullies.h; Tricard et al. 2019, "Procedural
// phasor noise"). Crests continue for some wavelengths, and end, fork and join where the cells disagree, as
// those of dunes do. The distance to the next crest follows from the gradient of the wave's phase. It
// determines the height of dunes, so that slip faces have the same slope everywhere.
//
// Barchans are heaps on firm ground: a dome, cut by a slope at the angle of repose behind a crescent bounded by
// parabolas (Hersen 2004, "On the crescentic shape of barchan dunes"), with horns that point downwind. Star
// dunes are pyramids of three to five arms with a slip face each (Lancaster 1995, "Geomorphology of desert
// dunes"), built by winds from several sides.
//
// Dunes carry smaller dunes, and these carry ripples. The sizes are separate and have the same shape (Wilson
// 1972, "Aeolian bedforms: their development and origins": ripples, dunes, draas; Lancaster 1988, "On desert
// sand seas").
//
// The wind blows at an angle to the parallels and varies slightly from place to place. A continuous wind on a
// sphere is zero somewhere: here it fades out near the poles, where there are no dunes.
#pragma once
#include "noise/kernels.h"
#include <stdbool.h>
#include <stdint.h>

typedef enum tr_dune_kind { TR_DUNE_TRANSVERSE, TR_DUNE_BARCHAN, TR_DUNE_STAR, TR_DUNE_COUNT } tr_dune_kind;

typedef enum tr_dune_value {
    TR_DUNE_HEIGHT, // height above the ground, in planet radii
    TR_DUNE_SLIP,   // 1 on slip faces, 0 elsewhere
    TR_DUNE_CREST,  // 1 on brinks and ridges
    TR_DUNE_VALUES
} tr_dune_value;

// Slopes: about 10 degrees for the windward side, 33 for slip faces.
#define TR_DUNE_STOSS 0.176f
#define TR_DUNE_REPOSE 0.649f

// Dunes, prepared. Immutable: any number of threads may evaluate them.
typedef struct tr_dune_plan {
    int kind, value;
    uint32_t seed;
    float scale;        // wavelengths per radius; barchans, star dunes: inverse of their mean distance
    float cells;        // barchans and star dunes: cells per radius of their lattice
    float widest;       // maximum extent of a dune, in radii
    float cosine, sine; // direction to which the wind blows: (1, 0) is east, (0, 1) north
    float veer;         // maximum turn of the wind, in turns
    float strength;     // 0 … 1: weak wind makes dunes low and round
    float sand;         // fraction of the ground covered by sand, 0 … 1
    float sinuosity;    // of crests and arms, 0 … 1
    float variation;    // variation of the amount of sand from place to place, 0 … 1
    float turns;        // transverse: wavelengths across a cell of `waves`
    float mean;         // of the value; replaces dunes that are finer than the map
    bool level;         // subtract the mean: a map that is too coarse shows 0
    tr_octave waves, bends, veers, patches;
} tr_dune_plan;

// Dunes that are finer than a texel fade into their mean.
TR_DECLARE_FIELD_KERNEL(tr_dunes)
