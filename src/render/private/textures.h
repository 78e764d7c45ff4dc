// The maps of one planet as textures.
// More: docs/internals/ground.md.
#pragma once
#include "base/watch.h"
#include "render/render.h"

#include <glad/gl.h>

// Means over the whole sphere.
typedef struct tr_means {
    double albedo[3], emission[3]; // linear
    double mirror, mirror_rough;   // how much of a mirror it is, 0 … 1, and that times its roughness
} tr_means;

// Zero-initialised: a planet without maps.
typedef struct tr_textures {
    GLuint albedo, normal;
    GLuint specular;         // 0 when nothing mirrors the sun; see tr_textures_upload
    GLuint emission, clouds; // 0 when the planet does not glow, when it has no clouds
    GLuint height;           // 0 when it has no relief; 16 bits
    GLuint ground, data;    // what charts show besides: heights with the sea's floor, roughness (red) and water
                            // (green); 0 when there is none or nobody asked
    GLuint horizon;         // 0 until it is made, an array of layers; see horizon.h
    int horizon_rows;       // of its texels
    double horizon_range;   // of the heights that it was made of, in radii
    double lowest, highest; // of its heights, 0 … 1
    double ground_lowest, ground_highest, ground_mean; // of those with the floor of the sea
    double mean_height;     // of the whole sphere, as fraction of the way from 0 to 1
    int width, levels;      // of the maps that are in them now
    int rows, depth;        // of the textures: rows of their level 0, and how many levels they have
    tr_means bare, covered; // without the clouds, and with them
} tr_textures;

// Uploads maps, in place where the size did not change. Levels that are larger than this OpenGL can hold are
// left out. After a failure there are no textures. watch may be NULL. Errors: TR_NO_MEMORY, TR_STOPPED.
//
// Textures are RGBA8, which software OpenGL reads fastest, but heights need 16 bits. `specular` is made from
// the map `orm`: how much of a mirror the ground is (red), that times its roughness (green), metal (blue).
// Roughness comes multiplied by what it applies to, as colours do by alpha, so that between sea and land, where
// the filter mixes both, the mirror fades and stays as smooth as the sea: the mean of the two roughnesses would
// draw bright coast lines. On coarser levels the slopes that a texel swallows make it rougher (Toksvig,
// "Mipmapping Normal Maps", 2005), so glints neither sparkle nor fade away.
tr_status tr_textures_upload(tr_textures *textures, const tr_planet_maps *maps, const tr_watch *watch,
                             tr_error *error);

// A plain grey ball.
tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error);

// Binds them to their units. footprint_rad is about the arc of the planet's surface that a pixel spans. With
// TR_QUALITY_FINE each pixel picks its mip levels; else all of them read the one that suits this footprint
// best, bilinearly, since software OpenGL takes a third of the time for that.
void tr_textures_bind(const tr_textures *textures, tr_quality quality, double footprint_rad);

// Binds the heights to their unit: with TR_QUALITY_FINE all levels, else only the one that is nearest to
// `level`.
void tr_textures_bind_height(const tr_textures *textures, tr_quality quality, double level);

void tr_textures_destroy(tr_textures *textures);
