// The tiles of near ground in OpenGL: a cache, of which the tiles that were not seen for longest leave first.
// More: docs/internals/near.md.
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
        uint32_t seen;          // in which turn last
        double born_s;          // when it came
        uint16_t lowest, range; // of its heights, of the map's 65535
    } * slots;                  // by the first layer of each tile
    struct tr_near_page {
        uint32_t entry[4]; // as it is in `pages`
        uint32_t turn;     // that it was wanted in
    } * table;             // all entries of `pages`
    int *lit, lit_count;   // which of them are not 0, with room for those before
    tr_near_tile *wanted;  // of the last sight
    int wanted_count;
    uint32_t turn; // sights so far
    tr_near_kinds kinds;
    tr_near_sight sight; // the last
    int planet;
    uint64_t version; // of the planet's recipe
    bool shown;       // there are some to show
    bool partial;     // and not all that are wanted
} tr_near_tiles;

// What a sight asks for besides.
typedef struct tr_near_frame {
    int planet;
    uint64_t version; // tiles of other planets and versions go
    tr_near_kinds kinds;
    tr_vec focus;         // where they are wanted first, in the planet's frame
    bool lasts;           // sights follow that show other places: room for many more
    double now_s, fade_s; // tiles fade in for so long; 0: they are there
} tr_near_frame;

// Makes the next pictures those of a sight, with what is there of its tiles; where one is missing, the finest
// of those that it lies in shows. Errors: TR_NO_MEMORY, and all tiles are gone.
tr_status tr_near_tiles_want(tr_near_tiles *tiles, const tr_near_sight *sight, const tr_near_frame *frame,
                             tr_error *error);

// The tiles of the sight that are not there: up to `capacity`, those at the focus first. Returns how many.
int tr_near_tiles_missing(const tr_near_tiles *tiles, tr_near_tile *missing, int capacity);

// Whether one of the tiles that are seen is not there in full yet.
bool tr_near_tiles_fade(const tr_near_tiles *tiles, double now_s, double fade_s);

// Takes a tile as tr_near_bake has made it, whose texels it changes. The next sight shows it.
void tr_near_tiles_add(tr_near_tiles *tiles, const tr_near_tile *tile, uint8_t *texels, double now_s);

// Sets what planet.frag needs for them (NEAR) in the program in use, and binds them.
void tr_near_tiles_set(const tr_near_tiles *tiles, const tr_program *program);
void tr_near_tiles_destroy(tr_near_tiles *tiles);
