// Draws a scene into a framebuffer with OpenGL 3.3 core. The maps are computed on the CPU; the GPU only lights
// them.
//
// All functions belong to one OpenGL context: call them on the thread where it is current.
#pragma once
#include "base/status.h"
#include "base/watch.h"
#include "planet/mips.h"
#include "scene/scene.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_renderer tr_renderer;

// Slots for uploaded maps: the planets of a scene by index, and one more for tr_renderer_draw_beside.
enum { TR_BESIDE = TR_MAX_PLANETS, TR_SLOTS };

typedef void (*tr_gl_procedure)(void);
typedef tr_gl_procedure (*tr_gl_loader)(const char *name);

// The field of view across the shorter side of the picture, so that a planet that fits vertically also fits
// horizontally. From a distance of D radii, a planet's diameter is 1 / (sqrt(D^2 - 1) tan(TR_FIELD_OF_VIEW_DEG
// / 2)) of that side.
#define TR_FIELD_OF_VIEW_DEG 40.0

// Levels of quality by the time that a frame may take.
typedef enum tr_quality {
    TR_QUALITY_FINE, // best: for files, and for hardware OpenGL
    TR_QUALITY_FULL, // all effects, for software OpenGL
    TR_QUALITY_FAST, // at a lower resolution, if planets cover much of the picture
    TR_QUALITY_COUNT
} tr_quality;

// What is shown of a planet: the lit planet, or one of its maps as exported, without light, air, rings and sky.
typedef enum tr_view_channel {
    TR_VIEW_LIT,
    TR_VIEW_ALBEDO,
    TR_VIEW_HEIGHT, // colours by height (tr_legend) and contour lines
    TR_VIEW_NORMAL,
    TR_VIEW_ROUGHNESS,
    TR_VIEW_EMISSION,
    TR_VIEW_CLOUDS, // white where they cover the ground, with their present drift
    TR_VIEW_WATER,  // rivers and lakes blue, the sea dark blue, everything else grey
    TR_VIEW_CHANNELS
} tr_view_channel;

// The layout of the picture (render/layout.h).
typedef enum tr_view_layout {
    TR_VIEW_GLOBE,
    TR_VIEW_MAP,   // the whole planet by longitude and latitude; lit: from the upper left, as in an atlas
    TR_VIEW_CUBE,  // a cross of the six faces of a cube, as --projection cube-cross
    TR_VIEW_SPLIT, // globe on the left, map on the right
    TR_VIEW_LAYOUTS
} tr_view_layout;

// Their names on the command line.
extern const char *const tr_view_channel_names[TR_VIEW_CHANNELS];
extern const char *const tr_view_layout_names[TR_VIEW_LAYOUTS];

// Whether a channel needs data that maps only contain on request (`charts` of tr_mips_bake). Missing data is
// shown in grey.
bool tr_view_needs_charts(tr_view_channel channel);

// Whether a planet has that channel.
bool tr_view_has_channel(const tr_recipe *recipe, tr_view_channel channel);

// The least distance of a camera from a planet's centre, as a multiple of its radius or of
// tr_renderer_bounding_radius, whichever is larger.
#define TR_NEAREST 1.005

// A rectangle of a picture, from the picture's upper left corner.
typedef struct tr_view_part {
    int x_px, y_px, width_px, height_px;
} tr_view_part;

// The camera. Distances are measured from the centre of the planet `target`, which is in the middle of the
// picture. The camera is outside of it, at least TR_NEAREST and up to 100000 radii away.
//
// Latitude and longitude are those of the point below the camera, round the target's axis, before the planet's
// rotation by rotation_rad; 90 degrees looks straight down at the pole. North is up and east to the right; then
// the picture is rolled so that the axis leans to the right by the recipe's tilt_deg. In the scene an axis
// leans by its tilt from +Y towards -Z, so above longitude 0 of the equator the scene's north is straight up.
typedef struct tr_view {
    int width_px, height_px;
    // The width at the left and at the right of the picture that is covered or out of sight. The contents are
    // fitted into the middle. The framebuffer ends where the right margin begins.
    int margin_px;
    int top_px;                         // rows at the top that are covered; maps and cubes leave them out
    int target;                         // index of the planet in the middle of the picture
    double latitude_deg, longitude_deg; // of the point below the camera, before the planet's rotation
    double distance_km;
    double look_up_deg;      // from straight down to the planet's centre: 90 is horizontal
    double look_heading_deg; // clockwise from the top of the untilted picture
    double turn_rad[3];      // then a rotation, during transfers: its axis in view space, as long as the angle
    // The direction from the target to the sun, in the picture of the untilted camera: x right, y up, z to the
    // viewer (for a tilted camera: overhead). The star is placed there, at its distance in the scene. All zero:
    // at its place in the scene. If the scene's star is inside the target, its distance is one astronomical
    // unit.
    double sun[3];
    bool stars;
    uint8_t background[3]; // sRGB, behind everything; with stars use a dark grey, so that unlit parts stand out
    tr_view_channel channel;
    tr_view_layout layout;
    bool grid;          // of latitudes and longitudes, on the target
    bool clouds;        // otherwise bare ground
    double exposure_ev; // stops: 1 doubles the light
    tr_quality quality;
    // Leaves out optional parts whose shaders would have to be compiled: the sky, rings, the glow. The first
    // picture compiles none of them, each later one a single program.
    bool hasty;
    // Renders at twice the resolution, so that each pixel is the mean of four: sharper and smoother, at four
    // times the cost. Ignored for pictures, or parts, of more than 4096 pixels along an edge.
    bool sharp;
    // The part to paint, into the framebuffer's lower left corner; width 0: all. Call tr_renderer_begin_parts
    // before the first part of a picture. A part may extend beyond the picture; it has no margin.
    tr_view_part part;
} tr_view;

// The distance in radii from which a planet fits into a picture of that size, seen from above that latitude:
// its disc takes `fraction` of the shorter side, or less if air or rings need more space.
double tr_view_fit(const tr_recipe *recipe, int width_px, int height_px, double latitude_deg, double fraction);

// The map width for a picture from that distance in radii, so that a texel is half a pixel to one pixel where
// the planet is nearest, 512 to 8192.
int tr_view_map_width(const tr_view *view, double distance_radii);

// Loads OpenGL's functions for the current context; required before any OpenGL call. Errors: TR_NO_OPENGL if
// the version is below 3.3, with what is needed and what was found; TR_NO_MEMORY.
tr_status tr_gl_load(tr_gl_loader loader, tr_error *error);

// Needs a current OpenGL context of version 3.3 or later (loader returns its functions). `debug` enables
// KHR_debug if available: errors and messages of high severity are counted, and the first one is kept. Errors:
// TR_NO_OPENGL with what is needed and what was found; TR_NO_MEMORY.
tr_status tr_renderer_create(tr_gl_loader loader, bool debug, tr_renderer **renderer, tr_error *error);
void tr_renderer_destroy(tr_renderer *renderer); // NULL is allowed

// When *stop becomes true, a picture or an upload ends soon: after the present strip, or the present map. *stop
// must outlive the renderer. Unfinished tables are not completed later, so destroy the renderer then.
void tr_renderer_set_stop(tr_renderer *renderer, const atomic_bool *stop);

// The number of messages that tr_renderer_create's `debug` counted; 0 without it.
int tr_renderer_debug_errors(const tr_renderer *renderer);
// The first such message, or "". Valid as long as the renderer.
const char *tr_renderer_debug_message(const tr_renderer *renderer);

// Uploads the maps of planet `index` and the profile of its rings, and replaces earlier ones. Rings are painted
// if the recipe has some and there is a profile. Levels that are too large for this OpenGL are left out. After
// a failure the planet is a grey sphere. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_renderer_set_maps(tr_renderer *renderer, int index, const tr_planet_maps *maps, tr_error *error);

// For a change of scene: drops all maps, meshes, rings and tiles of near ground; or, except for tiles, those of
// one planet.
void tr_renderer_forget_maps(tr_renderer *renderer);
void tr_renderer_forget(tr_renderer *renderer, int index);

// The largest distance of the uploaded ground of planet `index` from its centre, in its radii: 1, except for
// displaced planets.
double tr_renderer_bounding_radius(const tr_renderer *renderer, int index);

// The legend of the height channel in a picture, for the target's uploaded maps. False: there are no heights.
struct tr_legend;
bool tr_renderer_legend(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                        struct tr_legend *legend);

// Clears the bound framebuffer and draws into it, from its lower left corner. Its colours are sRGB, 8 bits.
// Planets without maps are plain grey. Leaves blending on, unit 0 active and no program, vertex array or 2D
// texture bound; textures of other kinds may stay bound. Errors: TR_NO_MEMORY, TR_STOPPED: there is no picture;
// TR_BUG with the log if a shader does not compile: its part is missing.
tr_status tr_renderer_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, tr_error *error);

// Call before parts of a picture (view->part; its position does not matter here) are drawn: computes what all
// parts share, the glow round bright light. The parts fit together without seams if view and scene stay the
// same, except for the part. They equal the whole picture, except that its glow is slightly softer. Errors:
// those of tr_renderer_draw.
tr_status tr_renderer_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);

// The same for a scene of one planet with the maps of TR_BESIDE.
tr_status tr_renderer_draw_beside(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);

// Reads a picture from the lower left corner of the framebuffer bound for reading: width * height * 3 bytes
// into rgb, top row first. watch may be NULL. Errors: TR_NO_MEMORY; TR_STOPPED.
tr_status tr_renderer_read(int width, int height, const tr_watch *watch, uint8_t *rgb, tr_error *error);

// Draws a picture with a transparent background, twice, and reads it: width * height * 4 bytes into rgba, top
// row first, with straight alpha. scratch: width * height * 6 bytes. watch may be NULL. Errors: those of
// tr_renderer_draw and tr_renderer_read.
tr_status tr_renderer_draw_clear(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, int width,
                                 int height, const tr_watch *watch, uint8_t *rgba, uint8_t *scratch,
                                 tr_error *error);
// Computes colours and straight alpha, 4 bytes a pixel, from the same picture over black and over white (3
// bytes a pixel).
void tr_cut_out(size_t pixels, const uint8_t *black, const uint8_t *white, uint8_t *rgba);

// Replaces the text of shaders/FILE ("planet.frag"), for development, and compiles its programs again. If that
// fails, the previous programs stay. Errors: TR_BUG with OpenGL's log; TR_BAD_INPUT: there is no such file;
// TR_NO_MEMORY.
tr_status tr_renderer_reload(tr_renderer *renderer, const char *file, const char *text, tr_error *error);

// Whether the last picture was complete; otherwise it was a hasty one, and the next has more.
bool tr_renderer_is_complete(const tr_renderer *renderer);

// "OpenGL 4.5 (Core Profile) Mesa …, llvmpipe …" of the current context. Valid as long as the renderer.
const char *tr_renderer_description(const tr_renderer *renderer);
