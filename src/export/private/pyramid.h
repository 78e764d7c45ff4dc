// Pyramids of tiles: which tiles exist, what they show, and their names.
// More: docs/internals/tiles.md.
#pragma once
#include "export/set.h"

// One tile: of a face, or of the whole map.
typedef struct tr_tile {
    int level, face, x, y; // x, y: from the west or the left, and from the top
} tr_tile;

// Levels 0 … levels - 1. Level 0 of a cube has one tile for each face; level 0 of a map has two, one for each
// hemisphere.
typedef struct tr_pyramid {
    bool cube;
    int tile, border; // texels along a tile without its border; texels of the border on each side
    int levels;
} tr_pyramid;

// The pyramid of a job with such a layout. Errors: TR_BAD_USAGE (a size that is not a whole number of tiles, a
// border for a map).
tr_status tr_pyramid_of(const tr_export_job *job, tr_pyramid *pyramid, tr_error *error);

// The number of tiles in a level; for a cube, of all faces.
int tr_pyramid_count(const tr_pyramid *pyramid, int level);
// The tile with that index, 0 … count - 1: face by face, row by row.
tr_tile tr_pyramid_tile(const tr_pyramid *pyramid, int level, int index);
// The patch of a tile, with its border.
tr_patch tr_pyramid_patch(const tr_pyramid *pyramid, tr_tile tile);
// Whether a tile overlaps the region.
bool tr_pyramid_in_region(const tr_pyramid *pyramid, tr_tile tile, const tr_region *region);

// Names of the tiles of a part, in the set's folder: "STEM/albedo/{face}/{level}/{x}_{y}.png". False when it
// does not fit.
enum { TR_TILE_PATTERN_BYTES = 512 };
bool tr_tile_pattern(const tr_export_job *job, int output, tr_file_format format,
                     char pattern[TR_TILE_PATTERN_BYTES]);
// The one of a tile: "STEM/albedo/pos_x/3/5_2.png". False when it does not fit.
bool tr_tile_expand(const char *pattern, tr_tile tile, char *name, size_t bytes);
// The name of a face 0 … 5 in file names, and the default pattern of tile names if the target has none.
const char *tr_tile_face(int face);
const char *tr_tile_usual(bool cube);
