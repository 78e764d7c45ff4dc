// The stars of the sky: as many as a good eye sees, the same in every scene.
#pragma once

enum { TR_STAR_COUNT = 14000, TR_STAR_SEED = 0x7e44e11a };

// A point of light.
typedef struct tr_star_point {
    float direction[3]; // unit, in the scene's frame
    float light[3];     // linear, at the centre of its Gaussian, before exposure
} tr_star_point;

// Star i of them, 0 … TR_STAR_COUNT - 1. A pure function of i.
tr_star_point tr_star_make(int i);
