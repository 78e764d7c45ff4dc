// Shader programs from the embedded sources.
#pragma once
#include "base/status.h"
#include "base/vec.h"
#include "base/watch.h"
#include "render/gl.h"
#include "render/placement.h"

#include <glad/gl.h>
#include <stdbool.h>

// Every uniform of every program; a program only has those that its shaders use.
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
    X(shadow_sun)                                                                                              \
    X(shadow_sun_angle)                                                                                        \
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
    GLint at[TR_UNIFORM_COUNT]; // locations; -1: not in this program, which OpenGL ignores
} tr_program;

enum { TR_MOST_PROGRAMS = 96, TR_DEFINES_BYTES = 256, TR_MOST_SHADERS = 64 };

// All programs. Each is compiled when it is first used, because compiling takes longer than a frame: a planet
// without rings does not wait for their shader. Zero-initialise it; tr_programs_destroy is then allowed at any
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
        char *text;       // replaces the embedded one; owned; or NULL
    } replaced[TR_MOST_SHADERS];
    GLuint nothing;   // a vertex array without attributes
    tr_error failure; // of the first program that did not compile; TR_OK: none
    // State of the picture that is being drawn:
    bool hasty;     // programs that it can do without are not compiled
    bool spare;     // one of these may be compiled nevertheless
    bool missing;   // an optional program was not available to the picture
    tr_watch watch; // after a stop no program is returned, and the rest of the picture is not painted
} tr_programs;

// Call before a picture. A hasty picture compiles the programs that it requires. Of the optional ones, the
// first picture compiles none and each later one a single program, so that neither delays the user.
void tr_programs_begin(tr_programs *programs, bool hasty);

// The program of shaders/VERTEX and shaders/FRAGMENT (with shaders/shadow.frag), in use, with a vertex array
// without attributes. Valid until the next call. `defines` ("#define AIR\n…") is inserted into the fragment
// shaders after their #version lines. vertex and fragment are compared and kept by address. NULL after a
// failure, which is in programs->failure: TR_BUG with the file and OpenGL's log. If there are already
// TR_MOST_PROGRAMS, another one replaces all of them: planet.frag alone has more than a hundred variants, but
// few are used at a time.
//
// Samplers get their texture units from a table in program.c; the caller sets the other uniforms.
const tr_program *tr_programs_use(tr_programs *programs, const char *vertex, const char *fragment,
                                  const char *defines);
// Whether this picture has time to make something optional that later pictures will reuse; a hasty picture has
// it once. If not, the picture is marked as `missing` something.
bool tr_programs_have_time(tr_programs *programs);
// As tr_programs_use, for an optional program. Also NULL if it would have to be compiled and a hasty picture
// has no time for that; the picture is then marked as `missing` something.
const tr_program *tr_programs_use_spare(tr_programs *programs, const char *vertex, const char *fragment,
                                        const char *defines);

// Draws with the program in use, in the viewport. If the watch can stop, it draws in strips of TR_STRIP_PX
// pixels and waits for each, because software OpenGL paints a large picture for seconds and cannot be
// interrupted.
void tr_programs_draw(const tr_programs *programs, GLenum mode, GLsizei count);
// The same within a rectangle: x, y, width, height from the lower left corner.
void tr_programs_draw_within(const tr_programs *programs, GLenum mode, GLsizei count, const GLint area[4]);
enum { TR_STRIP_PX = 1 << 16 };

// Replaces the text of shaders/FILE and compiles its programs again. If one of them does not compile or link,
// all programs stay unchanged. Errors: TR_BUG with OpenGL's log; TR_BAD_INPUT: there is no such file;
// TR_NO_MEMORY.
tr_status tr_programs_reload(tr_programs *programs, const char *file, const char *text, tr_error *error);
void tr_programs_destroy(tr_programs *programs);

// Texture units. Samplers of different kinds in one program may not share a unit.
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
    TR_UNIT_SIGHT, // multisampled
    TR_UNIT_RING,
    TR_UNIT_GALAXY, // a cube map
    TR_UNIT_DETAIL, // a volume
    TR_UNIT_AIR_LIGHT,
    TR_UNIT_AIR_THROUGH,
    TR_UNIT_AIR_GROUND,
    TR_UNIT_HORIZON,     // an array
    TR_UNIT_NEAR_TEXELS, // an array
    TR_UNIT_NEAR_PAGES,  // an array of integers
    TR_UNIT_COUNT,
    TR_UNIT_RAMP = TR_UNIT_RING, // colours of heights, which are used without rings
    TR_UNIT_LAYER = 0,           // layers over the whole picture
    TR_UNIT_GLOW = 1,
    TR_UNIT_TRANSMITTANCE = 0, // inputs of the tables of the air
    TR_UNIT_MANY = 1
};

// Set uniforms of the program in use. Places are computed in double and converted to float here.
void tr_program_set_matrix(GLint location, const tr_mat *matrix);
void tr_program_set_vec(GLint location, tr_vec v);
void tr_program_set_light(GLint location, const double rgb[3]);
void tr_program_set_projection(const tr_program *program, const tr_placement *placement);
