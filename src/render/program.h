// Shader programs from the embedded sources.
#pragma once
#include "base/status.h"
#include "render/vec.h"

#include <glad/gl.h>

// Every uniform of every program; a program has those that its shaders use.
#define TR_UNIFORM_TABLE(X)                                                                                    \
    X(view_from_disc)                                                                                          \
    X(camera_distance)                                                                                         \
    X(radii)                                                                                                   \
    X(projection)                                                                                              \
    X(segments)                                                                                                \
    X(pixel)                                                                                                   \
    X(map_from_disc)                                                                                           \
    X(sun)                                                                                                     \
    X(sun_on_map)                                                                                              \
    X(sunlight)                                                                                                \
    X(terminator)                                                                                              \
    X(albedo_map)                                                                                              \
    X(normal_map)                                                                                              \
    X(emission_map)                                                                                            \
    X(orm_map)                                                                                                 \
    X(clouds_map)                                                                                              \
    X(cloud_height)                                                                                            \
    X(emission_strength)                                                                                       \
    X(air_colour)                                                                                              \
    X(air_extinction)                                                                                          \
    X(air_column)                                                                                              \
    X(air_thickness)                                                                                           \
    X(air_fall)                                                                                                \
    X(air_grazing)                                                                                             \
    X(air_above)                                                                                               \
    X(air_dusk)                                                                                                \
    X(view_from_scene)                                                                                         \
    X(spread)                                                                                                  \
    X(middle)                                                                                                  \
    X(pixel_size)                                                                                              \
    X(glow_radius)                                                                                             \
    X(sun_radius)                                                                                              \
    X(sun_strength)                                                                                            \
    X(limb_darkening)                                                                                          \
    X(air_glow)                                                                                                \
    X(view_from_rings)                                                                                         \
    X(rings_from_disc)                                                                                         \
    X(centre)                                                                                                  \
    X(camera)                                                                                                  \
    X(ring_map)                                                                                                \
    X(ring_edges)                                                                                              \
    X(sun_angle)                                                                                               \
    X(side)                                                                                                    \
    X(view_from_map)                                                                                           \
    X(depth_range)                                                                                             \
    X(radius_map)                                                                                              \
    X(reach)                                                                                                   \
    X(layer)                                                                                                   \
    X(origin)

typedef enum tr_uniform {
#define TR_X(name) TR_UNIFORM_##name,
    TR_UNIFORM_TABLE(TR_X)
#undef TR_X
        TR_UNIFORM_COUNT
} tr_uniform;

// Zero-initialise it; tr_program_destroy is then allowed at any time.
typedef struct tr_program {
    GLuint id;
    GLint at[TR_UNIFORM_COUNT]; // locations; -1 where the program has no such uniform, which OpenGL ignores
} tr_program;

// Compiles shaders/VERTEX and shaders/FRAGMENT with shaders/picture.frag. `defines` goes in after the #version
// line. Errors: TR_BUG with the file and OpenGL's log.
tr_status tr_program_create(const char *vertex, const char *fragment, const char *defines, tr_program *program,
                            tr_error *error);
void tr_program_destroy(tr_program *program);

// Sets a matrix of the program in use. Places are computed in double and only go to the GPU as floats.
void tr_program_set_matrix(GLint location, const tr_mat *matrix);
