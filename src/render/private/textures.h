// The maps of one planet as textures.
// More: docs/internals/ground.md.
#pragma once
#include "base/watch.h"
#include "render/render.h"

#include <glad/gl.h>

// Means over the whole sphere.
typedef struct tr_means {
    double albedo[3], emission[3]; // linear
    double mirror, mirror_rough;   // strength of specular reflection, 0 … 1, and that times roughness
} tr_means;

// Zero-initialised: a planet without maps.
typedef struct tr_textures {
    GLuint albedo, normal;
    GLuint specular;         // 0: nothing reflects specularly; see tr_textures_upload
    GLuint emission, clouds; // 0: no emission, no clouds
    GLuint height;           // 0: no relief; 16 bits
    GLuint ground, data;     // for charts: heights with the sea floor; roughness (red) and water (green); 0:
                             // none, or not requested
    GLuint horizon;          // an array of layers; 0: not created; see horizon.h
    int horizon_rows;        // of its texels
    double horizon_range;    // the height range that it was made for, in radii
    double lowest, highest;  // of its heights, 0 … 1
    double ground_lowest, ground_highest, ground_mean; // of the heights with the sea floor
    double mean_height;     // over the whole sphere, as a fraction of the height range
    int width, levels;      // of the present maps
    int rows, depth;        // of the textures: rows of level 0, number of levels
    tr_means bare, covered; // without and with clouds
} tr_textures;

// Uploads maps, into the existing textures if their size is the same. Levels that are too large for this OpenGL
// are left out. After a failure there are no textures. watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED.
//
// Textures are RGBA8, the fastest format in software OpenGL, except heights, which need 16 bits. `specular` is
// made from the map `orm`: strength of specular reflection (red), that times roughness (green), metal (blue).
// Roughness is premultiplied by the strength, as colours are by alpha. So where the filter mixes sea and land,
// the reflection fades and stays as smooth as the sea; the mean of the two roughnesses would draw bright coast
// lines. On coarser levels, the slopes inside a texel make it rougher (Toksvig, "Mipmapping Normal Maps",
// 2005), so that glints neither sparkle nor vanish.
tr_status tr_textures_upload(tr_textures *textures, const tr_planet_maps *maps, const tr_watch *watch,
                             tr_error *error);

// Makes the textures of a plain grey sphere.
tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error);

// Binds the textures to their units. footprint_rad: the approximate arc of the planet's surface in a pixel.
// With TR_QUALITY_FINE each pixel picks its mip levels. Otherwise all pixels use the one level that suits this
// footprint, with bilinear filtering, which takes software OpenGL a third of the time.
void tr_textures_bind(const tr_textures *textures, tr_quality quality, double footprint_rad);

// Binds the heights to their unit: all levels with TR_QUALITY_FINE, otherwise only the one nearest to `level`.
void tr_textures_bind_height(const tr_textures *textures, tr_quality quality, double level);

void tr_textures_destroy(tr_textures *textures);
