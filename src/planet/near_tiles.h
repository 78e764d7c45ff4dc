// Tiles of cube faces for close views, the same as from `export --projection tiles --tile 256 --border 1`.
// More: docs/internals/near.md.
#pragma once
#include "planet/surface.h"

enum {
    TR_NEAR_TILE = 256,
    TR_NEAR_BORDER = 1, // texels of the neighbouring tiles, for filters
    TR_NEAR_SIDE = TR_NEAR_TILE + 2 * TR_NEAR_BORDER,
    TR_NEAR_TEXELS = TR_NEAR_SIDE * TR_NEAR_SIDE,
    TR_NEAR_MOST_KINDS = 4,
    TR_NEAR_TILE_BYTES = 4 * TR_NEAR_TEXELS * TR_NEAR_MOST_KINDS // of the largest
};

// Ground and clouds move relative to each other, so each has tiles of its own.
typedef enum tr_near_set { TR_NEAR_GROUND, TR_NEAR_CLOUDS, TR_NEAR_SETS } tr_near_set;

typedef struct tr_near_tile {
    tr_near_set set;
    int face, level, x, y; // numbers in the pyramid
} tr_near_tile;

bool tr_near_same(const tr_near_tile *a, const tr_near_tile *b);
tr_patch tr_near_patch(const tr_near_tile *tile);

// The pictures of the ground's tiles, in this order: albedo, normals, then optionally occlusion with roughness
// and metal (for specular reflection), and emission.
typedef struct tr_near_kinds {
    bool specular, emission;
} tr_near_kinds;
int tr_near_kind_count(tr_near_set set, tr_near_kinds kinds);

// Bakes tiles on all threads of the pool. texels[i] gets tr_near_kind_count pictures of TR_NEAR_TEXELS texels
// of RGBA8 for tile i, equal to those of the exported pyramid. The alpha of albedo and normals is the upper and
// the lower byte of the height; other pictures without alpha have 255. Errors: TR_BAD_INPUT (a planet on the
// plane), TR_NO_MEMORY, TR_STOPPED.
tr_status tr_near_bake(const tr_surface *surface, const tr_near_tile *tiles, int count, tr_near_kinds kinds,
                       tr_pool *pool, const tr_watch *watch, uint8_t *const *texels, tr_error *error);
