// The maps that a picture of the planet needs, with their mip levels.
#pragma once
#include "planet/mesh.h"
#include "planet/rings.h"

// The maps of one planet: equirectangular, with `levels` mip levels of RGB8 each (clouds: RGBA8, height: 16
// bits), consecutive; level k has (width >> k) x (width / 2 >> k) texels and is not empty. Level 0 is exactly
// what the exporter writes, except that heights below a sea are raised to its surface.
typedef struct tr_planet_maps {
    int width; // of level 0; the height is half of it
    int levels;
    const uint8_t *albedo, *normal;
    const uint8_t *emission; // NULL: the planet does not glow
    const uint8_t *orm;      // NULL: the default roughness everywhere
    const uint8_t *clouds;   // NULL: no clouds
    const uint16_t *height;  // NULL: a gas giant, or a mesh has its heights
    bool charts;             // the maps below exist, which charts show
    const uint16_t *ground;  // heights including the sea floor; NULL: a gas giant
    const uint8_t *water;    // 8 bits; NULL: neither rivers nor lakes
    const uint8_t *rings;    // their profile, TR_RINGS_WIDTH texels of RGBA8 (rings.h); NULL: no rings
    tr_mesh mesh;            // positions, normals and triangles of a displaced planet; columns 0: a sphere
} tr_planet_maps;

// The size of the memory for tr_mips_bake. width is a power of two and at least TR_MIN_WIDTH.
size_t tr_mips_bytes(const tr_surface *surface, int width, bool charts);

// Bakes albedo, normal, orm and, if the planet has them, height, emission and clouds into `memory`, which has
// tr_mips_bytes bytes and the alignment of malloc. The mesh of a displaced planet follows. *maps points into
// it. Uses all threads of the pool. Each level is half of the previous one by a 2 x 2 box; colours are averaged
// as light. charts: also the maps that charts of single channels show. cache may be NULL. Errors: TR_STOPPED,
// TR_NO_MEMORY.
tr_status tr_mips_bake(const tr_surface *surface, tr_pool *pool, tr_cache *cache, int width, bool charts,
                       const tr_watch *watch, uint8_t *memory, tr_planet_maps *maps, tr_error *error);

// Prepares a recipe and bakes its maps `width` wide (a power of two) into *texels, which the caller frees with
// tr_free() and into which *maps points. charts: as for tr_mips_bake. For maps narrower than 512, fields that
// are solved for the whole planet use coarse lattices, because such maps do not show the difference. Uses all
// threads of the pool. watch may be NULL. kept may be NULL; otherwise it receives the surface, which the caller
// destroys. Errors: those of tr_surface_make and tr_mips_bake; *texels and *kept are then NULL.
tr_status tr_picture_maps_make(const tr_recipe *recipe, int width, bool charts, const tr_surface_options *how,
                               uint8_t **texels, tr_planet_maps *maps, tr_surface **kept, tr_error *error);
