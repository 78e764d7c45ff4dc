// Shader programs from the embedded sources.
#pragma once
#include "base/status.h"
#include "base/vec.h"
#include "base/watch.h"
#include "render/gl.h"
#include "render/placement.h"

#include <glad/gl.h>
#include <stdbool.h>

// Every uniform of every program; a program has those that its shaders use.
#define TR_UNIFORM_TABLE(X)                                                                                    \
    X(view_from_disc)                                                                                          \
    X(camera_distance)                                                                                         \
    X(radii)                                                                                                   \
    X(projection)                                                                                              \
    X(shift)                                                                                                   \
    X(segments)                                                                                                \
    X(pixel)                                                                                                   \
    X(pixel_samples)                                                                                           \
    X(map_from_disc)                                                                                           \
    X(sun)                                                                                                     \
    X(sun_on_map)                                                                                              \
    X(sunlight)                                                                                                \
    X(terminator)                                                                                              \
    X(albedo_map)                                                                                              \
    X(normal_map)                                                                                              \
    X(emission_map)                                                                                            \
    X(specular_map)                                                                                            \
    X(height_map)                                                                                              \
    X(horizon_map)                                                                                             \
    X(relief)                                                                                                  \
    X(relief_start)                                                                                            \
    X(relief_level)                                                                                            \
    X(relief_steps)                                                                                            \
    X(relief_whole)                                                                                            \
    X(clouds_map)                                                                                              \
    X(cloud_turn)                                                                                              \
    X(cloud_height)                                                                                            \
    X(night_lights)                                                                                            \
    X(emission_strength)                                                                                       \
    X(air_light_map)                                                                                           \
    X(air_through_map)                                                                                         \
    X(air_ground_map)                                                                                          \
    X(air_top)                                                                                                 \
    X(air_side)                                                                                                \
    X(disc_from_view)                                                                                          \
    X(table_size)                                                                                              \
    X(around)                                                                                                  \
    X(sun_height)                                                                                              \
    X(gas)                                                                                                     \
    X(haze)                                                                                                    \
    X(haze_extinction)                                                                                         \
    X(ozone)                                                                                                   \
    X(ozone_place)                                                                                             \
    X(scale_heights)                                                                                           \
    X(densities_at_top)                                                                                        \
    X(anisotropy)                                                                                              \
    X(transmittance_map)                                                                                       \
    X(many_map)                                                                                                \
    X(view_from_scene)                                                                                         \
    X(spread)                                                                                                  \
    X(middle)                                                                                                  \
    X(pixel_size)                                                                                              \
    X(glow_radius)                                                                                             \
    X(sun_radius)                                                                                              \
    X(sun_strength)                                                                                            \
    X(limb_darkening)                                                                                          \
    X(air_glow)                                                                                                \
    X(veil)                                                                                                    \
    X(view_from_rings)                                                                                         \
    X(rings_from_disc)                                                                                         \
    X(centre)                                                                                                  \
    X(camera)                                                                                                  \
    X(ring_map)                                                                                                \
    X(ring_edges)                                                                                              \
    X(sun_angle)                                                                                               \
    X(occluders)                                                                                               \
    X(sun_on_rings)                                                                                            \
    X(side)                                                                                                    \
    X(view_from_map)                                                                                           \
    X(depth_range)                                                                                             \
    X(shade_map)                                                                                               \
    X(radius_map)                                                                                              \
    X(slant_map)                                                                                               \
    X(sight_map)                                                                                               \
    X(outline)                                                                                                 \
    X(samples)                                                                                                 \
    X(centre_plane)                                                                                            \
    X(bounding_radius)                                                                                         \
    X(layer)                                                                                                   \
    X(origin)                                                                                                  \
    X(glow)                                                                                                    \
    X(exposure)                                                                                                \
    X(background)                                                                                              \
    X(border)                                                                                                  \
    X(corner)                                                                                                  \
    X(glow_from)                                                                                               \
    X(glow_grow)                                                                                               \
    X(picture_size)                                                                                            \
    X(texel)                                                                                                   \
    X(detail_map)                                                                                              \
    X(detail_waves)                                                                                            \
    X(detail_tiles)                                                                                            \
    X(galaxy_map)                                                                                              \
    X(prominence_axes)                                                                                         \
    X(prominence_feet)                                                                                         \
    X(corona_place)                                                                                            \
    X(ground_map)                                                                                              \
    X(near_texels)                                                                                             \
    X(near_pages)                                                                                              \
    X(near_levels)                                                                                             \
    X(near_relief)                                                                                             \
    X(near_shades)                                                                                             \
    X(near_low)                                                                                                \
    X(near_stride)                                                                                             \
    X(near_drift)                                                                                              \
    X(ramp_map)                                                                                                \
    X(flat_scale)                                                                                              \
    X(flat_middle)                                                                                             \
    X(tint_low)                                                                                                \
    X(tint_high)                                                                                               \
    X(tint_pick)                                                                                               \
    X(tint_sea)                                                                                                \
    X(heights)                                                                                                 \
    X(contour)                                                                                                 \
    X(grid)

typedef enum tr_uniform {
#define TR_X(name) TR_UNIFORM_##name,
    TR_UNIFORM_TABLE(TR_X)
#undef TR_X
        TR_UNIFORM_COUNT
} tr_uniform;

typedef struct tr_program {
    GLuint id;
    GLint at[TR_UNIFORM_COUNT]; // locations; -1 where the program has no such uniform, which OpenGL ignores
} tr_program;

enum { TR_MOST_PROGRAMS = 96, TR_DEFINES_BYTES = 256, TR_MOST_SHADERS = 64 };

// All programs, each compiled when it is first used, since compiling takes longer than any frame: a planet
// without rings waits for no shader of rings. Zero-initialise it; tr_programs_destroy is then allowed at any
// time.
typedef struct tr_programs {
    int count;
    struct tr_program_entry {
        const char *vertex, *fragment; // files of shaders/
        char defines[TR_DEFINES_BYTES];
        tr_program program;
    } entries[TR_MOST_PROGRAMS];
    int replaced_count;
    struct tr_replaced_shader {
        const char *file; // of shaders/
        char *text;       // instead of the embedded one, owned; or NULL
    } replaced[TR_MOST_SHADERS];
    GLuint nothing;   // a vertex array without attributes
    tr_error failure; // of the first program that did not compile; TR_OK: all did
    // Of the picture that is being drawn:
    bool hasty;     // it does without programs that would have to be compiled
    bool spare;     // one of those may be compiled all the same
    bool missing;   // it did without some
    tr_watch watch; // once it says stop, no program is given out: what is left of the picture paints nothing
} tr_programs;

// Before a picture. A hasty one compiles what it needs; of what it can do without, the first one compiles
// nothing and each later one a single program, so that neither keeps the user waiting.
void tr_programs_begin(tr_programs *programs, bool hasty);

// The program of shaders/VERTEX and shaders/FRAGMENT (with shaders/shadow.frag), in use, and a vertex array
// without attributes. It holds until the next call. `defines`
// ("#define AIR\n…") goes into the fragment shaders after their #version lines. vertex and fragment are kept by
// address. NULL after a failure, which is then in programs->failure: TR_BUG with the file and OpenGL's log.
// When there are TR_MOST_PROGRAMS, one more takes the place of all: the variants of planet.frag alone are more
// than a hundred, though few are used at a time.
//
// Samplers have their texture units from a table in program.c, other uniforms are the caller's to set.
const tr_program *tr_programs_use(tr_programs *programs, const char *vertex, const char *fragment,
                                  const char *defines);
// Whether this picture has time to make something that it can do without and that later ones will find made: a
// hasty one has it once. Without, it is `missing`.
bool tr_programs_have_time(tr_programs *programs);
// The same for what a picture can do without: NULL, too, where it would have to be compiled and a hasty picture
// has no time for that, which is then `missing`.
const tr_program *tr_programs_use_spare(tr_programs *programs, const char *vertex, const char *fragment,
                                        const char *defines);

// Draws with the program in use, in the viewport. Where somebody may say stop this is done in strips of
// TR_STRIP_PX pixels, each waited for: OpenGL in software paints a large picture for seconds, and does not
// hear.
void tr_programs_draw(const tr_programs *programs, GLenum mode, GLsizei count);
// The same in a part of it only: x, y, width, height from the lower left corner.
void tr_programs_draw_within(const tr_programs *programs, GLenum mode, GLsizei count, const GLint area[4]);
enum { TR_STRIP_PX = 1 << 16 };

// Gives shaders/FILE another text, and compiles anew what was made from it. All programs stay as they were
// where one of them does not compile or link. Errors: TR_BUG with OpenGL's log; TR_BAD_INPUT: there is no such
// file; TR_NO_MEMORY.
tr_status tr_programs_reload(tr_programs *programs, const char *file, const char *text, tr_error *error);
void tr_programs_destroy(tr_programs *programs);

// Texture units: samplers of one program and of different kinds may not share one.
enum {
    TR_UNIT_ALBEDO,
    TR_UNIT_NORMAL,
    TR_UNIT_EMISSION,
    TR_UNIT_GLOSS,
    TR_UNIT_CLOUDS,
    TR_UNIT_HEIGHT,
    TR_UNIT_RADIUS, // a cube map
    TR_UNIT_SLANT,
    TR_UNIT_SHADE,
    TR_UNIT_SIGHT, // has several samples a pixel
    TR_UNIT_RING,
    TR_UNIT_GALAXY, // a cube map
    TR_UNIT_DETAIL, // a volume
    TR_UNIT_AIR_LIGHT,
    TR_UNIT_AIR_THROUGH,
    TR_UNIT_AIR_GROUND,
    TR_UNIT_HORIZON,     // an array
    TR_UNIT_NEAR_TEXELS, // an array
    TR_UNIT_NEAR_PAGES,  // an array of whole numbers
    TR_UNIT_COUNT,
    TR_UNIT_RAMP = TR_UNIT_RING, // colours of heights, where there are no rings
    TR_UNIT_LAYER = 0,           // what is drawn over whole pictures
    TR_UNIT_GLOW = 1,
    TR_UNIT_TRANSMITTANCE = 0, // what the tables of the air are made from
    TR_UNIT_MANY = 1
};

// Set uniforms of the program in use. Places are computed in double and only go to the GPU as floats.
void tr_program_set_matrix(GLint location, const tr_mat *matrix);
void tr_program_set_vec(GLint location, tr_vec v);
void tr_program_set_light(GLint location, const double rgb[3]);
void tr_program_set_projection(const tr_program *program, const tr_placement *placement);
