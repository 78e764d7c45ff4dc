// The memory of one thread, and a block of samples in it: directions, warps and channels, each computed once
// (scratch.c, block.c). Private to the module.
#pragma once
#include "planet/private/plan.h"

// Bands of a face have more rows than those of a map, which are wide. A tile of 256 is a single band, so that
// the rows which its normals need above and below are evaluated once.
enum { band_rows_most = 64, band_face_rows_most = 272 };

// One array of a block, plus the elements after it that kernels access in whole batches.
typedef float lane[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];

struct tr_scratch {
    tr_patch patch;              // the patch for whose bands it is used
    const tr_cube *occlusion;    // or NULL
    const tr_cube_vectors *wind; // or NULL
    size_t cells;                // maximum size of its windows
    plan_window window;          // of the band
    plan_window columns_of;      // window for whose columns the following is computed
    float *east_x, *east_z;      // equirectangular: cos λ and -sin λ of the window's columns
    double *across;              // cube: places of the columns on the face
    struct scratch_row {
        float around, up;                              // equirectangular: cos φ and sin φ
        double down;                                   // cube
    } rows[band_face_rows_most + 2 * PLAN_REACH_MOST]; // of the window
    float *height;                                     // of the window, in metres
    float height_low, height_high;                     // heights of 0 and 65535 in the map
    bool heights_wanted;
    unsigned maps;             // maps whose layers are evaluated: bits 1 << TR_MAP_…
    struct tr_scratch *coarse; // for a channel as a coarser map shows it, or NULL
    lane coarse_channel;
    int32_t *list;  // for the kernels over sites
    tr_meter meter; // counts work and may stop it
    // For a block; each is computed on first use.
    bool has_directions, has_warp[TR_MAX_WARPS], has_channel[TR_MAX_CHANNELS];
    lane x, y, z;
    lane warped[TR_MAX_WARPS][3];
    struct plan_faces *faces; // for a face whose noise is evaluated at nodes, or NULL (faces.c)
    lane channels[TR_MAX_CHANNELS];
    lane value, noise, weight, mask;
    float *east, *west, *north, *south; // heights one step away from the texels of a row
    float *slope_east, *slope_north;    // of the mesh at the texels of a row
    float **whole;                      // values over the window of layers evaluated in whole rows, or NULL
    float *piece; // a piece of these where the window wraps round the map; NULL: it never does
    int layers;
};

// Whether a field is evaluated for whole rows of an equirectangular band: fields without a warp that need no
// directions. Whole rows share much more work than blocks do.
static inline bool plan_takes_whole_rows(tr_patch patch, const tr_field_plan *field) {
    return patch.projection == TR_EQUIRECT && field->warp < 0 && field->evaluate_map;
}

static inline int plan_block_count(const tr_rectangle *b) { return b->rows * b->columns; }

// Noise on a face, evaluated at nodes (faces.c).
//
// Makes scratch->faces, or leaves it NULL if it would not be faster. Errors: TR_NO_MEMORY.
tr_status plan_faces_create(const tr_surface *surface, tr_scratch *scratch, tr_error *error);
void plan_faces_destroy(struct plan_faces *faces); // NULL is allowed
// Call these for each window and for each block. Blocks of a face with nodes must not cross the next row or
// column where a square begins (tr_face_next_square).
void plan_faces_window(tr_scratch *s);
void plan_faces_begin(tr_scratch *s);
// Moves the samples of a block by a warp, or evaluates a layer's field. Returns false if it does not use nodes.
bool plan_faces_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp);
bool plan_faces_field(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int layer, float *out);

// Computes the positions of the rows and columns of the window.
void plan_block_window(tr_scratch *s, plan_window window);

// Discards the values of the previous block.
void plan_block_begin(tr_scratch *s);

// Evaluates a layer at the samples of a block and joins it to its channel. Blocks are rectangles of the map
// that the window covers; b->width is the width of the map. For samples anywhere, whose directions are set,
// band and cache are NULL.
void plan_block_layer(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                      const tr_rectangle *b, int index);

// A channel at the samples of the block; zero if nothing was written to it yet.
const float *plan_block_channel(tr_scratch *s, int channel);
tr_mask plan_block_mask(tr_scratch *s, const plan_where *where);

// Begins a block of at->columns samples in one row that are all at the same texel of the window, that of its
// first column. So a change to one sample shows in comparison with the others. plan_block_layer_at evaluates a
// layer at them like plan_block_layer; whole rows are those of the last band.
void plan_block_stand(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at);
void plan_block_layer_at(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at, int index);

// The stack of paint layers over the channels of the block, and the texels of samples first … first+count-1 in
// a map of such stacks (plan_paints_of_map). open: from plan_block_open_sky. plan: the first stack, whose
// palette may be used, or NULL.
tr_stack plan_block_stack(tr_scratch *s, const plan_paints *plan, tr_texel_paint paints[TR_MAX_PAINTS]);
void plan_block_paint(const tr_surface *surface, tr_map map, const plan_paints *plan, const tr_stack stacks[2],
                      const float *open, int first, int count, uint8_t *out);

// The open fraction of the sky at the samples of the block, or NULL for 1.
const float *plan_block_open_sky(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b);

// The wind at the samples of the block, if the scratch has one: three arrays that are valid until the next
// layer.
void plan_block_wind(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, const float *wind[3]);

// Computes the normals of a band from the heights of its window (normals.c).
void plan_bake_normals(const tr_surface *surface, tr_scratch *s, const tr_band *band);
