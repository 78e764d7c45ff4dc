// The own maps and strokes that a terrain follows.
#pragma once
#include "fields/private/own_sketch.h"
#include "terrain/terrain.h"

typedef struct own_input {
    terrain_input input;
    tr_isa isa;
    const tr_image *images[TR_TERRAIN_MAP_COUNT]; // or NULL
    bool sketched[TR_TERRAIN_MAP_COUNT];          // the image says what a sketch of the land says
    own_scale scales[TR_TERRAIN_MAP_COUNT];
    float seas[TR_TERRAIN_MAP_COUNT]; // is subtracted: metres of the coast of a flat sea
    tr_solution *solutions[TR_TERRAIN_MAP_COUNT];
    tr_solution *strokes[TR_TERRAIN_TOOL_COUNT]; // or NULL
    own_coast coast;                             // of the map of land
    tr_fractal_plan inland;                      // moves mountains, and what a sketch says of the land
    bool any;
    uint64_t key; // equal for equal input
} own_input;

// Reads the maps and strokes of the context's recipe that a terrain follows. input->any is false if there are
// none. It must not move while it is used; free it with own_input_clear, also after a failure. Errors: as
// own_map_obtain.
tr_status own_input_obtain(const tr_prepare_context *m, own_input *input);
void own_input_clear(own_input *input);

// ---- the ground at samples ---------------------------------------------------------------------
// A terrain has the mean heights of its points. Layers that show the ground read the map itself, which is
// finer. Each function meters its work, and writes up to TR_BATCH_SAMPLES values behind the last one.

enum { OWN_LANE = TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES, OWN_SAMPLE_OPERATIONS = 8 * TR_CUBE_OPERATIONS };

// Replaces the heights that a terrain has by those of the map. The floor of a flat sea stays that of the
// terrain, but below 0.
void own_input_heights(const own_input *input, const tr_block *block, float *heights);

// Limits the depths of lakes to places that the maps of heights and land have above the sea.
void own_input_lakes(const own_input *input, const tr_block *block, float *depths);

// Ends rivers at the coast of a map of heights with a flat sea: the terrain has land in bays that rivers fill.
void own_input_rivers(const own_input *input, const tr_block *block, float *cover);

// Replaces the slopes of a terrain by those of the map: metres per radius, uphill, tangent to the sphere. They
// are gentler on low land, and 0 at sea, because valleys would be flooded there.
void own_input_slopes(const own_input *input, const tr_block *block, float *x, float *y, float *z);

// Radians that a texel of the map of heights spans; 0: there is none.
double own_input_texel(const own_input *input);
