// The maps of one planet as textures.
#pragma once
#include "render/render.h"

#include <glad/gl.h>

// Zero-initialised: a planet without maps.
typedef struct tr_textures {
    GLuint albedo, normal, orm;
    bool dull;               // orm is one texel that says so
    GLuint emission, clouds; // 0 when the planet does not glow, when it has no clouds
    int width, levels;       // of what is in them now
    double mean_albedo[3];   // of the whole sphere with its clouds, linear
    double mean_emission[3]; // of the whole sphere, what its clouds let through, linear
} tr_textures;

// Uploads maps, in place where the size did not change. Levels that are larger than this OpenGL can hold are
// left out. After a failure there are no textures. Errors: TR_NO_MEMORY.
tr_status tr_textures_upload(tr_textures *textures, const tr_planet_maps *maps, tr_error *error);

// A plain grey ball.
tr_status tr_textures_make_plain(tr_textures *textures, tr_error *error);

// Binds them to their units.
void tr_textures_bind(const tr_textures *textures);

void tr_textures_destroy(tr_textures *textures);
