// Images on the sphere: numbers at the texels of an equirectangular map, or of a part of one, that are sampled
// in any direction.
//
// An image has levels, each half as wide and high as the one before, whose texels are means over the area. A
// sample takes the two levels next to the caller's texel, so that an image is averaged where maps are coarser
// than it. Between texels it is interpolated by cubic curves that pass through their values (Catmull and Rom
// 1974).
//
// Rows near a pole are averaged along the row, so that texels there are about as wide as on the equator: a
// texel of a map is a narrow wedge at a pole, and differences between wedges would show as a star. Rows below
// 60 degrees of latitude stay as they are. Over a pole, rows continue on the other side, and over the left and
// right edge of a whole map the columns do. More: docs/internals/images.md.
#pragma once
#include "base/isa.h"
#include "base/pool.h"
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TR_IMAGE_MAX_SIDE = 16384,
    TR_IMAGE_MAX_LEVELS = 16,
    TR_IMAGE_MARGIN = 2,       // texels around each level, so that samples near its edges need no other case
    TR_IMAGE_FADE = 4,         // the weight rises from 0 to 1 over that many texels round what is not covered
    TR_IMAGE_MARGIN_PART = 16, // and inside the edges of a region, over this part of its shorter side
};

// The part of an area from which on its lowest value is a flat sea.
#define TR_IMAGE_SEA 0.05

typedef enum tr_image_filter {
    TR_IMAGE_CUBIC,
    TR_IMAGE_LINEAR,
    TR_IMAGE_NEAREST,
    TR_IMAGE_SHARE
} tr_image_filter;

// One resolution. The texel of column x and row y (row 0 is the northern one) is at [y * stride + x]; columns
// and rows go from -TR_IMAGE_MARGIN to width or height - 1 + TR_IMAGE_MARGIN.
typedef struct tr_image_level {
    int width, height;
    size_t stride;
    uint16_t *codes;
    uint8_t *coverage; // 255: given, 0: not given; NULL: all is given
    void *memory;
} tr_image_level;

// A zeroed image is allowed for tr_image_clear.
typedef struct tr_image {
    double low, step;                // the value of a code: low + step * code
    double west, south, east, north; // edges in radians, west < east <= west + 2π, -π/2 <= south < north <= π/2
    bool smooth_steps; // codes of few levels, as of 8-bit files, move by up to half a step and become smooth
    bool indices;      // codes are numbers of things, not quantities: coarser levels have the commonest one
    bool wraps;        // the eastern edge adjoins the western one
    bool north_pole, south_pole; // whether it reaches them
    uint16_t sea;                // for TR_IMAGE_SHARE: codes above it are land
    float rise;                  // by which the share of land rises with each code
    int level_count;
    tr_image_level levels[TR_IMAGE_MAX_LEVELS]; // the first one is the finest
} tr_image;

// What tr_image_create needs.
typedef struct tr_image_shape {
    int width, height;               // 1 … TR_IMAGE_MAX_SIDE
    double west, south, east, north; // as above; a whole map: -π, -π/2, π, π/2
    double low, step;
    bool coverage; // has a plane of coverage
    bool indices, smooth_steps;
} tr_image_shape;

// Makes an image whose texels the caller fills, by the rows of levels[0]; tr_image_complete then makes it ready
// to be sampled. Errors: TR_NO_MEMORY.
tr_status tr_image_create(const tr_image_shape *shape, tr_image *image, tr_error *error);

// Fills what is not covered from its surroundings, smooths steps (private/image_steps.h tells how; a flat sea,
// which is the lowest value of more than TR_IMAGE_SEA of the area, stays flat), averages rows near the poles,
// and makes the coarser levels and the margins. Texels with a coverage of 0 need no code. The same bits for any
// number of threads. pool and watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_image_complete(tr_image *image, tr_pool *pool, const tr_watch *watch, tr_error *error);

void tr_image_clear(tr_image *image);

// Bytes in memory of an image of that size, with its levels.
size_t tr_image_bytes(int width, int height, bool coverage);

static inline uint16_t *tr_image_row(const tr_image *image, int row) {
    return image->levels[0].codes + (size_t)row * image->levels[0].stride;
}
static inline uint8_t *tr_image_coverage_row(const tr_image *image, int row) {
    return image->levels[0].coverage + (size_t)row * image->levels[0].stride;
}

// Values in directions of any length except 0. texel: the angle in radians that a texel of the caller spans on
// its equator; 0: none is too fine. At the centres of the image's own texels the values are those of the
// texels, if the caller's texels are as large. weight (may be NULL) becomes 1 where the image is given and 0
// outside of it. It falls smoothly from 1 to 0 inside the edges of a region and round what is not covered.
// Outside, values continue those of the edge. With TR_IMAGE_NEAREST, values are those of single texels of one
// level. With TR_IMAGE_SHARE, values are the share of land of a map whose sea is flat: 0 at sea, above ½ on
// land and 1 from some codes above the sea on, with the same curves as TR_IMAGE_CUBIC between texels. The coast
// is at ½. Any thread. Same bits on every instruction set.
TR_DECLARE_KERNEL(tr_image_sample, (const tr_image *image, int filter, double texel, int count, const float *x,
                                    const float *y, const float *z, float *value, float *weight))

// Loops of image.c, over rows. out[i] += factor * in[i], and the same with each code weighted by its coverage.
TR_DECLARE_KERNEL(tr_image_add, (int count, float factor, const uint16_t *in, float *out))
TR_DECLARE_KERNEL(tr_image_add_covered, (int count, float factor, const uint16_t *in, const uint8_t *coverage,
                                         float *out, float *out_coverage))
