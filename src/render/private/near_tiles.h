// The tiles of near ground in OpenGL: a cache that drops the least recently used tiles.
// More: docs/internals/near.md.
#pragma once
#include "render/private/near.h"
#include "render/private/program.h"
#include "render/private/textures.h"

#include <glad/gl.h>

// Zero-initialise it; tr_near_tiles_destroy is then allowed at any time.
typedef struct tr_near_tiles {
    GLuint texels; // an array texture, RGBA8
    GLuint pages;  // a table by face and level of the tiles that are there, and their layers
    int layers;    // of `texels`
    struct tr_near_slot {
        tr_near_tile tile;
        bool taken;
        uint32_t seen;          // the turn in which it was last used
        double born_s;          // when it was added
        uint16_t lowest, range; // of its heights, in codes 0 … 65535 of the map
    } * slots;                  // by the first layer of each tile
    struct tr_near_page {
        uint32_t entry[4]; // as in `pages`
        uint32_t turn;     // the turn in which it was last set
    } * table;             // all entries of `pages`
    int *lit, lit_count;   // indices of the entries that are not 0, with space for those of the turn before
    tr_near_tile *wanted;  // of the last view
    int wanted_count;
    uint32_t turn; // number of views so far
    tr_near_kinds kinds;
    tr_near_sight sight; // of the last view
    int planet;
    uint64_t version; // of the planet's recipe
    bool shown;       // there are tiles to show
    bool partial;     // some of the requested tiles are missing
} tr_near_tiles;

// Further parameters of a request.
typedef struct tr_near_frame {
    int planet;
    uint64_t version; // tiles of other planets and versions are dropped
    tr_near_kinds kinds;
    tr_vec focus;         // direction of the tiles that come first, in the planet's frame
    bool lasts;           // views of other places follow: allocates space for many more
    double now_s, fade_s; // duration of a tile's fade-in; 0: none
} tr_near_frame;

// Selects the tiles of a view for the next pictures. For a missing tile, the finest available tile that
// contains it is shown. Errors: TR_NO_MEMORY, and all tiles are dropped.
tr_status tr_near_tiles_want(tr_near_tiles *tiles, const tr_near_sight *sight, const tr_near_frame *frame,
                             tr_error *error);

// The missing tiles of the view: up to `capacity`, those at the focus first. Returns the total number.
int tr_near_tiles_missing(const tr_near_tiles *tiles, tr_near_tile *missing, int capacity);

// Whether one of the visible tiles is still fading in.
bool tr_near_tiles_fade(const tr_near_tiles *tiles, double now_s, double fade_s);

// Adds a tile made by tr_near_bake, and modifies its texels. It is shown from the next view on.
void tr_near_tiles_add(tr_near_tiles *tiles, const tr_near_tile *tile, uint8_t *texels, double now_s);

// Sets the uniforms that planet.frag needs for tiles (NEAR) in the program in use, and binds them.
void tr_near_tiles_set(const tr_near_tiles *tiles, const tr_program *program);
void tr_near_tiles_destroy(tr_near_tiles *tiles);
