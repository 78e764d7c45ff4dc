// Draws a scene into a framebuffer with OpenGL 3.3 core. The maps come from the CPU; the GPU only lights them.
//
// Everything here belongs to one OpenGL context: call it on the thread where that context is current.
#pragma once
#include "base/status.h"
#include "base/watch.h"
#include "planet/mips.h"
#include "scene/scene.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_renderer tr_renderer;

// What maps are uploaded for: the planets of a scene by their numbers, and one besides, which
// tr_renderer_draw_beside shows.
enum { TR_BESIDE = TR_MAX_PLANETS, TR_SLOTS };

typedef void (*tr_gl_procedure)(void);
typedef tr_gl_procedure (*tr_gl_loader)(const char *name);

// The shorter side of the picture spans this angle, so a planet that fits upright fits across too. From a
// distance of D radii a planet's diameter is 1 / (sqrt(D^2 - 1) tan(TR_FIELD_OF_VIEW_DEG / 2)) of that side.
#define TR_FIELD_OF_VIEW_DEG 40.0

// How much time a frame may take.
typedef enum tr_quality {
    TR_QUALITY_FINE, // the best: pictures to keep, and real GPUs
    TR_QUALITY_FULL, // with all effects, for software OpenGL
    TR_QUALITY_FAST, // where planets cover much of the picture it is painted smaller and stretched
    TR_QUALITY_COUNT
} tr_quality;

// What is shown of a planet: lit, or one of its maps as it is exported, without light, air, rings and sky.
typedef enum tr_view_channel {
    TR_VIEW_LIT,
    TR_VIEW_ALBEDO,
    TR_VIEW_HEIGHT, // colours by height (tr_legend) and contour lines
    TR_VIEW_NORMAL,
    TR_VIEW_ROUGHNESS,
    TR_VIEW_EMISSION,
    TR_VIEW_CLOUDS, // white where they cover the ground, and as far as they have drifted
    TR_VIEW_WATER,  // rivers and lakes blue, the sea a darker blue, all else grey
    TR_VIEW_CHANNELS
} tr_view_channel;

// How the picture is laid out (render/layout.h).
typedef enum tr_view_layout {
    TR_VIEW_GLOBE,
    TR_VIEW_MAP,   // the whole planet by longitude and latitude; lit: as an atlas has it, from the upper left
    TR_VIEW_CUBE,  // a cross of the six faces of a cube, as --projection cube-cross has them
    TR_VIEW_SPLIT, // the globe to the left, the map to the right
    TR_VIEW_LAYOUTS
} tr_view_layout;

// What the command line calls them.
extern const char *const tr_view_channel_names[TR_VIEW_CHANNELS];
extern const char *const tr_view_layout_names[TR_VIEW_LAYOUTS];

// Whether a channel shows what maps have only when they are baked for it (tr_mips_bake_charts). Without, what
// is missing is grey.
bool tr_view_needs_charts(tr_view_channel channel);

// Whether a planet has that to show.
bool tr_view_has_channel(const tr_recipe *recipe, tr_view_channel channel);

// How near a camera may come to a planet's centre, in its radii or in what it reaches
// (tr_renderer_bounding_radius), whichever is more.
#define TR_NEAREST 1.005

// A rectangle of a picture, from the picture's upper left corner.
typedef struct tr_view_part {
    int x_px, y_px, width_px, height_px;
} tr_view_part;

// Where the picture is taken from. Distances are measured from the centre of the planet `target`, which is in
// the middle of the picture; the camera is outside of it, as near as TR_NEAREST allows and up to 100000 radii
// away.
//
// The camera goes round the target's axis: latitude and longitude name the point under it before the planet
// turned by its rotation_rad; 90 degrees looks straight down at the pole. North is up and east to the right,
// and then the picture is rolled so that the axis leans to the right by the recipe's tilt_deg. In the scene an
// axis leans by its tilt from +Y towards -Z; so above longitude 0 of the equator the scene's north is straight
// up.
typedef struct tr_view {
    int width_px, height_px;
    // So much of the picture at its left and at its right edge is covered by something or out of sight: what it
    // shows is fitted into the rest, in the middle. The framebuffer ends where the margin at the right begins.
    int margin_px;
    int top_px; // so many rows at the top are covered, where maps and cubes have nothing
    int target; // index of the planet in the middle of the picture
    double latitude_deg, longitude_deg; // of the point under the camera, before the planet turned
    double distance_km;
    double look_up_deg;      // from straight down to the planet's centre: 90 looks level
    double look_heading_deg; // towards the picture's top as it would be; clockwise from there
    double turn_rad[3];      // and then the camera turns by this angle round this axis of its own, on a flight
    // From the target towards the sun, in the picture that looks at the centre: x right, y up, z to the viewer
    // (when it looks up: overhead); then the star stands there, as far away as it is in the scene. All zero:
    // where the scene has it. Where the scene's star is inside of the target, it is put one astronomical unit
    // away.
    double sun[3];
    bool stars;
    uint8_t background[3]; // sRGB, behind everything; with stars a dark grey round what is not lit
    tr_view_channel channel;
    tr_view_layout layout;
    bool grid;          // of latitudes and longitudes, on the target
    bool clouds;        // else the bare ground
    double exposure_ev; // stops: 1 doubles the light
    tr_quality quality;
    // Leave out what the picture can do without and shaders would have to be compiled for: the sky, rings, the
    // glow. The first picture compiles nothing for them, each later one a single program.
    bool hasty;
    // Each pixel is the mean of four, for pictures to keep: sharper and smoother, and four times the work. Not
    // in pictures, or parts, of more than 4096 pixels along an edge.
    bool sharp;
    // What of it is painted, into the framebuffer's lower left corner; width 0: all. Before the first part of a
    // picture comes tr_renderer_begin_parts. A part may reach beyond the picture's edges; it has no margin.
    tr_view_part part;
} tr_view;

// From how many radii away a planet fits into a picture of that size, seen from over that latitude: its disc
// takes `fraction` of the shorter side, or less where air or rings need room.
double tr_view_fit(const tr_recipe *recipe, int width_px, int height_px, double latitude_deg, double fraction);

// How wide maps should be for a picture from that many radii away: such that a texel spans half a pixel to
// one where the planet is nearest, 512 to 8192.
int tr_view_map_width(const tr_view *view, double distance_radii);

// Resolves OpenGL's functions for the context that is current, which all that calls them needs. Errors:
// TR_NO_OPENGL with what is needed and what was found, unless that is version 3.3 or later; TR_NO_MEMORY.
tr_status tr_gl_load(tr_gl_loader loader, tr_error *error);

// Needs a current OpenGL context of version 3.3 or later (loader resolves its functions). `debug` turns on
// KHR_debug where it is there: errors and messages of high severity are counted, and the first is kept.
// Errors: TR_NO_OPENGL with what is needed and what was found; TR_NO_MEMORY.
tr_status tr_renderer_create(tr_gl_loader loader, bool debug, tr_renderer **renderer, tr_error *error);
void tr_renderer_destroy(tr_renderer *renderer); // NULL is allowed

// Once *stop is true, which must outlive the renderer, a picture ends soon, and an upload: after the strip that
// OpenGL is at, or the map.
// Tables that it left unfinished are not made again: destroy the renderer then.
void tr_renderer_set_stop(tr_renderer *renderer, const atomic_bool *stop);

int tr_renderer_debug_errors(const tr_renderer *renderer);
// The first of them, or "". Valid as long as the renderer.
const char *tr_renderer_debug_message(const tr_renderer *renderer);

// Uploads the maps of planet `index`; what was there before is replaced. Levels that are larger than this
// OpenGL takes are left out. After a failure the planet is a grey ball. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_renderer_set_maps(tr_renderer *renderer, int index, const tr_planet_maps *maps, tr_error *error);

// Other planets come: all maps, meshes, rings and tiles of near ground go; or, but for tiles, those of one
// planet.
void tr_renderer_forget_maps(tr_renderer *renderer);
void tr_renderer_forget(tr_renderer *renderer, int index);

// Uploads the profile of its rings, TR_RINGS_WIDTH texels of RGBA8 (planet/rings.h); NULL: it has none. Rings
// are painted where the recipe has some and there is a profile.
void tr_renderer_set_rings(tr_renderer *renderer, int index, const uint8_t *rgba);

// How far planet `index` as it was uploaded reaches from its centre, in its radii: 1, but for displaced
// planets.
double tr_renderer_bounding_radius(const tr_renderer *renderer, int index);

// What the colours of the channel of heights mean in a picture: of the target, as it was uploaded last. False:
// it has no heights there.
struct tr_legend;
bool tr_renderer_legend(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                        struct tr_legend *legend);

// Draws into the bound framebuffer, from its lower left corner, and clears what was there. Its colours are
// sRGB, 8 bits. Planets without maps yet are drawn in a plain grey. Leaves blending on, unit 0 active and
// no program, vertex array or 2D texture bound; textures of other kinds may stay bound. Errors: TR_NO_MEMORY,
// TR_STOPPED: there is no picture then; TR_BUG with the log when a shader does not compile, what it paints is
// then missing.
tr_status tr_renderer_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, tr_error *error);

// Before parts of a picture (view->part, whose own place does not matter) are drawn: what all of them share,
// the glow round bright light. They fit together without seams as long as view and scene stay the same, but for
// the part; and are what the whole picture would be, but that its glow is a little softer. Errors: those of
// tr_renderer_draw.
tr_status tr_renderer_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);

// The same for a scene of one planet, whose maps are those of TR_BESIDE.
tr_status tr_renderer_draw_beside(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error);

// Reads a picture from the lower left corner of the framebuffer that is bound for reading: width * height * 3
// bytes into rgb, top row first. watch may be NULL. Errors: TR_NO_MEMORY; TR_STOPPED.
tr_status tr_renderer_read(int width, int height, const tr_watch *watch, uint8_t *rgb, tr_error *error);

// Draws a picture with nothing behind the planet, twice, and reads it: width * height * 4 bytes into rgba, top
// row first, with straight alpha. scratch: width * height * 6 bytes. watch may be NULL. Errors: those of
// tr_renderer_draw and tr_renderer_read.
tr_status tr_renderer_draw_clear(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, int width,
                                 int height, const tr_watch *watch, uint8_t *rgba, uint8_t *scratch,
                                 tr_error *error);
// What lies between a picture over black and the same over white (3 bytes a pixel): colours and straight alpha,
// 4 bytes a pixel.
void tr_cut_out(size_t pixels, const uint8_t *black, const uint8_t *white, uint8_t *rgba);

// Gives shaders/FILE ("planet.frag") another text, while somebody works on it, and compiles anew what is made
// from it. Where that fails, all is painted as before. Errors: TR_BUG with OpenGL's log; TR_BAD_INPUT: there is
// no such file; TR_NO_MEMORY.
tr_status tr_renderer_reload(tr_renderer *renderer, const char *file, const char *text, tr_error *error);

// Whether the last picture had everything; else it was a hasty one, and the next has more.
bool tr_renderer_is_complete(const tr_renderer *renderer);

// "OpenGL 4.5 (Core Profile) Mesa …, llvmpipe …" of the current context. Valid as long as the renderer.
const char *tr_renderer_description(const tr_renderer *renderer);
