// The maps that a picture of the planet needs, with their mip levels.
#pragma once
#include "planet/mesh.h"
#include "planet/rings.h"

// The maps of one planet: equirectangular, `levels` mip levels of RGB8 each (clouds: RGBA8, height: 16 bits),
// one after another, level k (width >> k) x (width / 2 >> k), none of them empty. Level 0 is exactly what the
// exporter writes, but heights below a sea are raised to its surface.
typedef struct tr_planet_maps {
    int width; // of level 0; the height is half of it
    int levels;
    const uint8_t *albedo, *normal;
    const uint8_t *emission; // NULL: the planet does not glow
    const uint8_t *orm;      // NULL: it is dull everywhere
    const uint8_t *clouds;   // NULL: it has none
    const uint16_t *height;  // NULL: of gas, or a mesh shows its heights
    bool charts;             // it has what charts show besides:
    const uint16_t *ground;  // heights with the floor of the sea; NULL: of gas
    const uint8_t *water;    // 8 bits; NULL: it has neither rivers nor lakes
    const uint8_t *rings;    // their profile, TR_RINGS_WIDTH texels of RGBA8 (rings.h); NULL: it has none
    tr_mesh mesh;            // positions, normals and triangles of a displaced planet; columns 0: a ball
} tr_planet_maps;

// Bytes that tr_mips_bake fills, for a width that is a power of two and at least TR_MIN_WIDTH.
size_t tr_mips_bytes(const tr_surface *surface, int width);

// Bakes albedo, normal, orm and, of planets that have them, height, emission and clouds into `memory`,
// tr_mips_bytes large and aligned as by malloc, behind them the mesh of a displaced planet, and makes *maps
// point into it. Works on all threads of the pool. Each level is half of the one before, by a 2 x 2 box,
// colours averaged as light. cache may be NULL. Errors: TR_STOPPED, TR_NO_MEMORY.
tr_status tr_mips_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                       const tr_watch *watch, uint8_t *memory, tr_planet_maps *maps, tr_error *error);

// The same with what charts of single channels show besides (`charts` of the maps).
size_t tr_mips_chart_bytes(const tr_surface *surface, int width);
tr_status tr_mips_bake_charts(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width,
                              const tr_watch *watch, uint8_t *memory, tr_planet_maps *maps, tr_error *error);

// Makes a recipe ready and bakes its maps `width` wide (a power of two) into *texels, which the caller frees
// with tr_free() and *maps points into; `charts`: with what single channels show besides
// (tr_mips_bake_charts). What is solved for a whole planet is solved coarsely for maps less than 512 wide,
// which do not show it. It works on all threads of the pool. watch may be NULL. kept: NULL,
// or takes the surface, which the caller destroys. Errors: those of tr_surface_make and tr_mips_bake; *texels
// and *kept are then NULL.
tr_status tr_picture_maps_make(const tr_recipe *recipe, int width, bool charts, const tr_surface_options *how,
                               uint8_t **texels, tr_planet_maps *maps, tr_surface **kept, tr_error *error);
