// One thread's memory, and a block of samples in it: directions, warps and channels, each computed once
// (scratch.c, block.c). Private to the module.
#pragma once
#include "planet/private/plan.h"

// Bands of a face have more rows than those of a map, which are wide: a tile of 256 is one, so that what its
// normals reach above and below is evaluated once.
enum { band_rows_most = 64, band_face_rows_most = 272 };

// One array of a block, and what kernels that work in whole batches touch behind it.
typedef float lane[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];

struct tr_scratch {
    tr_patch patch;              // whose bands it is for
    const tr_cube *occlusion;    // or NULL
    const tr_cube_vectors *wind; // or NULL
    size_t cells;                // of its windows, at most
    plan_window window;          // of the band
    plan_window columns_of;      // whose columns are in what follows
    float *east_x, *east_z;      // equirectangular: cos λ and -sin λ of the window's columns
    double *across;              // cube: their place on the face
    struct scratch_row {
        float around, up;                              // equirectangular: cos φ and sin φ
        double down;                                   // cube
    } rows[band_face_rows_most + 2 * PLAN_REACH_MOST]; // of the window
    float *height;                                     // of the window, in metres
    float height_low, height_high;                     // what 0 and 65535 of the map mean
    bool heights_wanted;
    unsigned maps;  // whose layers are evaluated: bits 1 << TR_MAP_…
    int32_t *list;  // for the kernels over sites
    tr_meter meter; // counts what is evaluated, and stops it
    // Of a block, each computed when it is first asked for.
    bool has_directions, has_warp[TR_MAX_WARPS], has_channel[TR_MAX_CHANNELS];
    lane x, y, z;
    lane warped[TR_MAX_WARPS][3];
    struct plan_faces *faces; // of a face whose noise goes by nodes, or NULL (faces.c)
    lane channels[TR_MAX_CHANNELS];
    lane value, noise, weight, mask;
    float *east, *west, *north, *south; // heights a step away from the texels of a row
    float *slope_east, *slope_north;    // of the mesh, at the texels of a row
    float **whole;                      // values of layers that take whole rows, over the window, or NULL
    float *piece; // of them where the window goes round the map's edge; NULL: it never does
    int layers;
};

// Fields that no warp moves and that need no directions are evaluated for whole rows of an equirectangular
// band, which share much more than blocks do.
static inline bool plan_takes_whole_rows(tr_patch patch, const tr_field_plan *field) {
    return patch.projection == TR_EQUIRECT && field->warp < 0 && field->evaluate_map;
}

static inline int plan_block_count(const tr_rectangle *b) { return b->rows * b->columns; }

// Noise on a face by nodes (faces.c).
//
// Makes scratch->faces, or leaves it NULL where nothing would be gained. Errors: TR_NO_MEMORY.
tr_status plan_faces_create(const tr_surface *surface, tr_scratch *scratch, tr_error *error);
void plan_faces_destroy(struct plan_faces *faces); // NULL is allowed
// For each window, and for each block: those of a face with nodes do not go beyond the next row or column where
// a square of it begins (tr_face_next_square).
void plan_faces_window(tr_scratch *s);
void plan_faces_begin(tr_scratch *s);
// Moves the samples of a block by a warp, or evaluates a layer's field; false: not by nodes.
bool plan_faces_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp);
bool plan_faces_field(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int layer, float *out);

// Finds where the rows and columns of the window lie.
void plan_block_window(tr_scratch *s, plan_window window);

// Forgets what was computed for the block before.
void plan_block_begin(tr_scratch *s);

// Evaluates a layer at the samples of a block and joins it to its channel. Blocks are rectangles of the map
// that the window covers; b->width says how wide a map the samples see. band and cache are NULL for samples
// anywhere, whose directions are there.
void plan_block_layer(const tr_surface *surface, tr_scratch *s, tr_cache *cache, const tr_band *band,
                      const tr_rectangle *b, int index);

// A channel at the samples of the block. One that nothing was written to yet is zero.
const float *plan_block_channel(tr_scratch *s, int channel);
tr_mask plan_block_mask(tr_scratch *s, const plan_where *where);

// Samples that all stand on one texel of the window, so that it shows what is done to one of them and not to
// the others: at->columns of them, at the texel of its first column, in one row. And a layer at them, as
// plan_block_layer; whole rows are those of the band that was baked last.
void plan_block_stand(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at);
void plan_block_layer_at(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at, int index);

// Paint layers over the channels of the block; and the texels of samples first … first+count-1 in a map that
// such stacks make (plan_paints_of_map). open: of plan_block_open_sky; plan: the first of them, whose palette
// may do, or NULL.
tr_stack plan_block_stack(tr_scratch *s, const plan_paints *plan, tr_texel_paint paints[TR_MAX_PAINTS]);
void plan_block_paint(const tr_surface *surface, tr_map map, const plan_paints *plan, const tr_stack stacks[2],
                      const float *open, int first, int count, uint8_t *out);

// How much of the sky the ground leaves open to the samples of the block, or NULL: all of it.
const float *plan_block_open_sky(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b);

// The wind at the samples of the block, where the scratch has one: three lanes that are free until the next
// layer.
void plan_block_wind(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, const float *wind[3]);

// Normals of a band from the heights of its window (normals.c).
void plan_bake_normals(const tr_surface *surface, tr_scratch *s, const tr_band *band);
