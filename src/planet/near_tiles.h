// Tiles of cube faces for what is seen near: those of `export --projection tiles --tile 256 --border 1`.
// More: docs/internals/near.md.
#pragma once
#include "planet/surface.h"

enum {
    TR_NEAR_TILE = 256,
    TR_NEAR_BORDER = 1, // texels of its neighbours, for filters
    TR_NEAR_SIDE = TR_NEAR_TILE + 2 * TR_NEAR_BORDER,
    TR_NEAR_TEXELS = TR_NEAR_SIDE * TR_NEAR_SIDE,
    TR_NEAR_MOST_KINDS = 4,
    TR_NEAR_TILE_BYTES = 4 * TR_NEAR_TEXELS * TR_NEAR_MOST_KINDS // of the largest
};

// Ground and clouds drift apart, so each has tiles of its own.
typedef enum tr_near_set { TR_NEAR_GROUND, TR_NEAR_CLOUDS, TR_NEAR_SETS } tr_near_set;

typedef struct tr_near_tile {
    tr_near_set set;
    int face, level, x, y; // the pyramid's numbers
} tr_near_tile;

bool tr_near_same(const tr_near_tile *a, const tr_near_tile *b);
tr_patch tr_near_patch(const tr_near_tile *tile);

// What the ground's tiles are made of, in this order: albedo, normals, and these: occlusion with roughness and
// metal, of which mirrors are made, and emission.
typedef struct tr_near_kinds {
    bool specular, emission;
} tr_near_kinds;
int tr_near_kind_count(tr_near_set set, tr_near_kinds kinds);

// Bakes tiles on all threads of the pool: texels[i] gets tr_near_kind_count pictures of TR_NEAR_TEXELS texels
// of RGBA8 of tile i, equal to the exported pyramid's; in the alpha of albedo and normals are the upper and the
// lower byte of the height, elsewhere what has no alpha has 255. Errors: TR_BAD_INPUT (a
// planet on the plane), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_near_bake(const tr_surface *surface, const tr_near_tile *tiles, int count, tr_near_kinds kinds,
                       tr_pool *pool, const tr_watch *watch, uint8_t *const *texels, tr_error *error);
