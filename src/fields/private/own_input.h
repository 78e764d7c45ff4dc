// The own maps and strokes that a terrain follows.
#pragma once
#include "fields/private/own_map.h"
#include "terrain/terrain.h"

typedef struct own_input {
    terrain_input input;
    tr_isa isa;
    const tr_image *images[TR_TERRAIN_MAP_COUNT]; // or NULL
    own_scale scales[TR_TERRAIN_MAP_COUNT];
    float seas[TR_TERRAIN_MAP_COUNT]; // is subtracted: metres of the coast of a flat sea
    tr_solution *solutions[TR_TERRAIN_MAP_COUNT];
    tr_solution *strokes[TR_TERRAIN_TOOL_COUNT]; // or NULL
    bool any;
    uint64_t key; // equal for equal input
} own_input;

// Reads the maps and strokes of the context's recipe that a terrain follows. input->any is false if there are
// none. It must not move while it is used; free it with own_input_clear, also after a failure. Errors: as
// own_map_obtain.
tr_status own_input_obtain(const tr_prepare_context *m, own_input *input);
void own_input_clear(own_input *input);
