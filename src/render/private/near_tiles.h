// The tiles of near ground in OpenGL.
// More: docs/near.md.
#pragma once
#include "render/private/near.h"
#include "render/private/program.h"
#include "render/private/textures.h"

#include <glad/gl.h>

// Zero-initialise it; tr_near_tiles_destroy is then allowed at any time.
typedef struct tr_near_tiles {
    GLuint texels; // an array of pictures, RGBA8
    GLuint pages;  // by face and level which tiles are there, and where
    int layers;    // of `texels`
    struct tr_near_slot {
        tr_near_tile tile;
        bool taken;
    } * slots; // by the first layer of each tile
    tr_near_kinds kinds;
    tr_near_sight sight; // that they are for
    int planet;
    bool shown;
} tr_near_tiles;

// Makes them those that a planet's sight needs. Errors: as tr_renderer_bake_near.
tr_status tr_near_tiles_update(tr_near_tiles *tiles, int planet, const tr_near_sight *sight,
                               tr_near_kinds kinds, const tr_surface *surface, tr_pool *pool,
                               const tr_watch *watch, tr_error *error);

// Sets what planet.frag needs for them (NEAR) in the program in use, and binds them.
void tr_near_tiles_set(const tr_near_tiles *tiles, const tr_program *program);
void tr_near_tiles_destroy(tr_near_tiles *tiles);
