// Steps of images with few levels, such as 8-bit height maps, are made smooth: codes move within half a step.
//
// That is projection onto convex sets (Youla and Webb 1982), used against the steps of coarse codes by Zakhor
// (1992): smooth, then clamp each code to the interval of numbers that round to it, and repeat. It is done from
// coarse levels to fine ones. A terrace that is wider than the reach of one smoothing is a slope on the level
// where it is about a texel wide, and finer levels only correct that slope where their intervals demand it. So
// terraces of any width become slopes, and hardly a code is at the end of its interval.
#pragma once
#include "noise/grids/image.h"

// The levels of an image: lowest + k * step, k = 0, 1, 2, … No code moves by more than `half`, which is so much
// below half a step that rounding a moved code to the next level gives the level again.
typedef struct image_steps {
    float lowest, step, half;
    bool sea; // the lowest level covers more than TR_IMAGE_SEA of the area: it stays flat
} image_steps;

// Finds levels that are equally far apart. False: there are fewer than 4 or too many, or they have no such
// distance.
bool image_steps_find(const tr_image *image, image_steps *steps);

// Moves the codes of levels[0]. The other levels must be complete, but for margins; their codes are lost.
// Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status image_steps_smooth(const tr_image *image, const image_steps *steps, tr_pool *pool,
                             const tr_watch *watch, tr_error *error);

// Loops over rows. Codes as floats, rounded to the nearest level.
TR_DECLARE_KERNEL(image_steps_round, (const image_steps *steps, int count, const uint16_t *in, float *out))
// Interpolates a row of the next coarser level, halfway between a and b by `down`: at[i] is the column left of
// texel i, across[i] the way to the next one. middle: room for `coarse` texels and one margin on either side.
TR_DECLARE_KERNEL(image_steps_refine,
                  (int coarse, const uint16_t *a, const uint16_t *b, float down, float *middle, int count,
                   const int32_t *at, const float *across, float *out))
// How far each code may move. A texel of a coarser level is a mean: the more steps it contains, the better that
// is known. It may move by half a step where the neighbours on either side differ by up to a step, and stays
// where they differ by two. In the finest level it may move unless they differ by more than two, and stays from
// six on: steep, rough ground has no terraces. The sea stays.
TR_DECLARE_KERNEL(image_steps_free, (const image_steps *steps, bool finest, int count, const float *above,
                                     const float *here, const float *below, float *out))
// Moves codes into the interval of `half` round `given`, in place.
TR_DECLARE_KERNEL(image_steps_clamp, (int count, const float *given, const float *half, float *out))
// How much each texel lies below the mean of its neighbours (weights 1 2 1 in each direction), without those
// that are two steps or more away: a cliff is no bend. Rows have a margin of 1.
TR_DECLARE_KERNEL(image_steps_bend, (const image_steps *steps, int count, const float *above, const float *here,
                                     const float *below, float *out))
// Smooths codes in place, by the bends of the rows above, here and below, and moves them into their interval.
TR_DECLARE_KERNEL(image_steps_relax, (int count, const float *given, const float *half, const float *above,
                                      const float *here, const float *below, float *out))
