// The recipe: everything that decides what a planet looks like, as plain data.
//
// A recipe is a stack of named layers that write scalar channels (height among them), and stacks of paint
// layers that turn channels into colour. It is an object: made by tr_recipe_create or tr_recipe_copy, never
// copied with
// `=`. Its members may be read and written freely; its lists grow by the functions below. Many threads may read
// one.
// More: docs/internals/recipe.md.
#pragma once
#include "base/status.h"
#include "recipe/maps.h"
#include "recipe/parameter.h"
#include <stdalign.h>

// What a recipe may hold. Lists take the memory that their elements need.
enum {
    TR_MAX_LAYERS = 256,
    TR_MAX_WARPS = 16,
    TR_MAX_PAINTS = 32,  // paint layers of one map
    TR_MAX_STOPS = 1024, // of all gradients of a recipe together
    TR_MAX_ROWS = 256,   // the same
    TR_MAX_CURVE_POINTS = 16,
    TR_MAX_CHANNELS = 32,
    TR_MAX_POINTS = 16,  // given points of a layer
    TR_KIND_BYTES = 640, // parameters of a kind of field or warp
    TR_MAX_TYPE_KNOBS = 16,
    TR_MAX_DRIVES = 16, // of one of them
};

// ---- layers ------------------------------------------------------------------------------------

// Limits where something is: 0 where the channel is `from`, 1 where it is `to`, smooth between.
typedef struct tr_where {
    char channel[TR_NAME_BYTES]; // "" for everywhere
    double from, to;
} tr_where;

// Piecewise linear, level beyond its ends.
typedef struct tr_curve {
    int count; // 0: none
    double points[TR_MAX_CURVE_POINTS][2];
} tr_curve;

// Points that have their value from the start: latitude and longitude in degrees (on the plane: u and v),
// value.
typedef struct tr_points {
    int count;
    double points[TR_MAX_POINTS][3];
} tr_points;

typedef enum tr_join {
    TR_JOIN_ADD,
    TR_JOIN_MULTIPLY,
    TR_JOIN_MAX,
    TR_JOIN_MIN,
    TR_JOIN_MIX,
    TR_JOIN_COUNT
} tr_join;

// One layer: v = amount * curve(absolute(field)) + offset; then channel `into` becomes join(channel, v), as far
// as `where` says.
typedef struct tr_layer {
    char name[TR_NAME_BYTES];
    const tr_kind *kind;        // of field
    char source[TR_NAME_BYTES]; // an earlier layer, or a warp, whose sites, terrain or winds this one uses, as
                                // the kind says; "" for its own
    char warp[TR_NAME_BYTES];   // displaces where the field is looked up; "" for none
    bool absolute;              // |field|
    tr_curve curve;
    tr_number amount, offset;
    tr_where where;
    tr_join join;
    char into[TR_NAME_BYTES];                                // channel
    alignas(double) unsigned char parameters[TR_KIND_BYTES]; // a struct of the kind's own
} tr_layer;

// Moves the places where layers look fields up.
typedef struct tr_warp {
    char name[TR_NAME_BYTES];
    const tr_kind *kind;
    char after[TR_NAME_BYTES]; // an earlier warp whose result this one moves on; "" for none
    alignas(double) unsigned char parameters[TR_KIND_BYTES]; // a struct of the kind's own
} tr_warp;

// ---- colour ------------------------------------------------------------------------------------

typedef struct tr_stop {
    double position;
    uint8_t srgb[3]; // in paint layers of colour
    double value;    // in paint layers of numbers, 0 … 1
} tr_stop;

// A gradient: some of the recipe's stops, positions ascending.
typedef struct tr_gradient {
    int first, count; // in tr_recipe.stops; count 0: none
} tr_gradient;

// One row of a gradient over two channels: a gradient of its own.
typedef struct tr_row {
    double position; // in the second channel
    tr_gradient gradient;
} tr_row;

// Some of the recipe's rows, positions rising.
typedef struct tr_rows {
    int first, count; // in tr_recipe.rows; count 0: none
} tr_rows;

typedef enum tr_blend { TR_BLEND_NORMAL, TR_BLEND_MULTIPLY, TR_BLEND_ADD, TR_BLEND_COUNT } tr_blend;

// One paint layer of colour, or of numbers: a gradient over a channel, or over two, laid over the paint layers
// before it.
typedef struct tr_paint {
    char name[TR_NAME_BYTES];
    char channel[TR_NAME_BYTES];
    tr_gradient gradient;
    char across[TR_NAME_BYTES]; // the second channel; "" for none
    tr_rows rows;               // with a second channel, instead of the gradient
    tr_blend blend;
    tr_number strength;
    tr_where where;
} tr_paint;

typedef struct tr_paints {
    int count;
    tr_paint *paints; // owned
} tr_paints;

// The path of a list of paint layers that a map is made of, index 0 or 1: "roughness" and "metal"; NULL: it has
// no such one.
const char *tr_map_paints(tr_map map, int index);

// Clouds: a shell over the ground, whose layers write channels of their own.
typedef struct tr_clouds {
    double altitude_km;
    tr_paints colour, cover; // over white, and numbers over 0 (clear) … 1 (nothing shows through)
} tr_clouds;

// ---- around the planet -------------------------------------------------------------------------

// Air: gas, which scatters light to all sides, haze of droplets or dust, which scatters it ahead, and ozone.
// How much there is of each is its optical depth straight up: e to the minus that is what it leaves of light
// from above.
typedef struct tr_air {
    uint8_t srgb[3];  // what gas scatters, in proportion; the Earth's: 74acff
    double thickness; // in planet radii, 7 times the height over which gas becomes e times thinner; 0: no air
    double density;   // of gas, in the channel that it scatters most; the Earth's: 0.26
    double haze;      // of haze; clear air on the Earth: 0.01, dusty air on Mars: 0.3
    uint8_t haze_srgb[3]; // what haze scatters of the light that meets it; it absorbs the rest
    double haze_height;   // over which haze becomes e times thinner, in those of gas; the Earth's: 0.15
    double anisotropy;    // 0 … 1: how much of what haze scatters goes on ahead (g)
    double ozone;         // of ozone, in green; the Earth's: 0.03. It keeps the sky blue when the sun is low
    double glow;          // 0: sunlight alone makes it bright, 1: it shines by itself, evenly round the planet
} tr_air;

// Rings in the plane of the equator: how opaque and which colour they are follows from the distance to the
// centre alone (rings.h).
typedef struct tr_rings {
    double inner, outer;  // in planet radii
    double opacity;       // 0 … 1: of the densest parts, seen from straight above; 0: no rings
    double coverage;      // 0 … 1: 1 is a broad sheet, 0.2 a few thin lines
    double detail;        // lines across the breadth, before octaves of finer ones
    double gaps;          // how many dark gaps moons have swept
    double tiers;         // 0 … 1: how unlike broad parts of them are, and how strong waves in them
    tr_gradient gradient; // colour from the inner edge (0) to the outer one (1)
} tr_rings;

// How the colours of a planet differ from those that its paint layers say, so that planets with one palette are
// not twins.
typedef struct tr_tint {
    double hue_deg;   // turns hues, in OKLab
    double chroma;    // times as colourful
    double lightness; // -1 … 1: darker … lighter; black and white stay
    bool light;       // of what glows, too
} tr_tint;

// ---- knobs of a type ---------------------------------------------------------------------------

// A parameter that a knob moves: it is `from` at 0 and `to` at 1, and runs evenly between.
typedef struct tr_drive {
    char path[96]; // "layers.sea level.coverage"
    double from, to;
} tr_drive;

// What a type has to offer to people: one number 0 … 1 over one or more parameters.
typedef struct tr_type_knob {
    char name[TR_NAME_BYTES]; // "ocean": of letters, digits and _
    char label[TR_NAME_BYTES];
    char what[128];
    int drive_count;
    tr_drive drives[TR_MAX_DRIVES];
} tr_type_knob;

// ---- the planet --------------------------------------------------------------------------------

typedef enum tr_liquid { TR_WATER, TR_LAVA, TR_ACID, TR_METHANE, TR_LIQUID_COUNT } tr_liquid;
extern const char *const tr_liquid_names[TR_LIQUID_COUNT + 1]; // ended by NULL

// How deep the ground of a displaced planet may lie, in radii.
#define TR_DEEPEST_RADII 0.95

typedef struct tr_recipe {
    char type[TR_NAME_BYTES];
    uint64_t seed;    // 0 … 2^63-1
    double radius_km; // 0.1 … 200000
    double tilt_deg;  // of the axis
    double knobs[TR_KNOB_COUNT];
    double height_min_m, height_max_m; // what 0 and 65535 of the height map mean; sea level is 0 m
    double slope_exaggeration;         // how many times steeper than nature the normal map is
    double mesh_columns; // 0: a ball. Else the height displaces the ground: the planet is a mesh of so many
                         // columns, and its normal map holds what the mesh does not
    bool sea;            // liquid covers what lies below 0 m: normals are flat there
    tr_liquid liquid;    // of the sea: for programs that draw it
    double emission_strength;
    bool gas;              // what is seen is gas or cloud: pictures from nearby add no grain of rock
    bool night_lights;     // what glows are lamps, which are out by day
    double limb_darkening; // u: what glows is 1 - u (1 - mu) times as bright where it is seen at the cosine mu
    tr_air air;
    tr_rings rings;
    tr_tint tint; // of the albedo
    int warp_count, layer_count, stop_count, row_count;
    tr_warp *warps; // owned, as are the other lists
    tr_layer *layers;
    tr_paints albedo, emission;
    tr_paints roughness, metal; // numbers, over TR_PLAIN_ROUGHNESS and over 0
    tr_paints water;            // numbers, over 0: how much rivers and lakes cover; count 0: there are none
    tr_clouds clouds;           // cover.count 0: there are none
    tr_stop *stops;
    tr_row *rows;
    int type_knob_count;
    tr_type_knob *type_knobs; // beside those that all types have
} tr_recipe;

extern const tr_parameter_table tr_recipe_table, tr_warp_table, tr_layer_table, tr_paint_table,
    tr_number_paint_table, tr_where_table, tr_air_table, tr_rings_table, tr_tint_table, tr_clouds_table;

// ---- as an object (recipe.c) -------------------------------------------------------------------

// A recipe with every parameter at its default: a grey ball as large as the Earth. Errors: TR_NO_MEMORY.
tr_status tr_recipe_create(tr_recipe **recipe, tr_error *error);
// tr_recipe_copy and tr_recipe_destroy: terrella/terrella.h.

// One element more at the end of a list, with its defaults; pointers into that list are void from then on.
// Errors: TR_BAD_INPUT when the list is full, with what it may hold; TR_NO_MEMORY.
// `data`: the recipe, or the struct of it that has the list. kind: of an element that has one, else NULL.
tr_status tr_list_add(const tr_parameter *list, void *data, const tr_kind *kind, void **element,
                      tr_error *error);
tr_status tr_recipe_add_layer(tr_recipe *recipe, const tr_kind *kind, tr_error *error); // into "height"
tr_status tr_recipe_add_stop(tr_recipe *recipe, tr_stop stop, tr_error *error);
tr_status tr_recipe_add_row(tr_recipe *recipe, tr_row row, tr_error *error);
tr_status tr_recipe_add_type_knob(tr_recipe *recipe, const tr_type_knob *knob, tr_error *error);

// ---- laws (check.c) ----------------------------------------------------------------------------

// Whether a recipe is one: all numbers in their ranges, all names known where they are used, and what kinds and
// maps want besides. Whatever made it, what passes can be made ready. Errors: TR_BAD_INPUT with the JSON path
// of the first thing that is wrong.
tr_status tr_recipe_check(const tr_recipe *recipe, tr_error *error);

// The same of the values of one struct alone, which stands at a path of the recipe; of a scene's structs recipe
// is NULL.
tr_status tr_parameters_check(const tr_parameter_table *table, const tr_recipe *recipe, const char *path,
                              const void *data, tr_error *error);

// Between which radii a recipe is one as far as they decide it: those of the table, but a displaced planet has
// to be larger than it is deep.
void tr_recipe_radius_range(const tr_recipe *recipe, double *low_km, double *high_km);

// For checks of kinds: says what is wrong at LIST.NAME.KEY; without a list and a name, at a key of the recipe
// itself. Returns TR_BAD_INPUT.
tr_status tr_recipe_fail(tr_error *error, const char *list, const char *name, const char *key,
                         const char *format, ...) __attribute__((format(printf, 5, 6)));
#ifdef __clang_analyzer__ // as tr_fail, base/status.h
#define tr_recipe_fail(...) ((void)tr_recipe_fail(__VA_ARGS__), TR_BAD_INPUT)
#endif
// The same when a range is upside down; else TR_OK.
tr_status tr_recipe_check_range(tr_error *error, const char *list, const char *name, const char *low_key,
                                double low, const char *high_key, double high);

// ---- two recipes, and places in one (compare.c) --------------------------------------------------

// Whether both say the same.
bool tr_recipe_equal(const tr_recipe *a, const tr_recipe *b);
// Calls `differs` with the path of every parameter that they do not have in common, in the order of the tables,
// until it returns false: "radius_km", "layers.crust.octaves"; a list whose elements have other names is one
// difference.
void tr_recipe_differences(const tr_recipe *a, const tr_recipe *b,
                           bool (*differs)(void *context, const char *path), void *context);

// Whether two recipes have the same value at a path as of tr_recipe_find, which is no struct and no list; or
// neither has one there.
bool tr_recipe_equal_at(tr_recipe *a, tr_recipe *b, const char *path);

// Calls `each` with every parameter of a recipe, or of another struct, its path and its value, in the order of
// the tables: those of structs, and of the elements of lists, but not these themselves.
typedef void (*tr_each_parameter)(void *context, const tr_parameter *parameter, const char *path,
                                  const void *at);
void tr_recipe_each(const tr_recipe *recipe, tr_each_parameter each, void *context);
void tr_parameters_each(const tr_parameter_table *table, const void *data, tr_each_parameter each,
                        void *context);

// Where a parameter stands.
typedef struct tr_place {
    const tr_parameter *parameter;
    void *at; // the value itself
} tr_place;

// Finds a path as --set has it, elements of lists by their names, in a struct or a recipe. False where there is
// none.
bool tr_place_find(const tr_parameter_table *table, void *data, const char *path, tr_place *place);
bool tr_recipe_find(tr_recipe *recipe, const char *path, tr_place *place);
// The number at a path, under the knobs; false where none is.
bool tr_recipe_number_at(const tr_recipe *recipe, const char *path, double *value);
// Makes it that number, whatever knob it followed; whole numbers are rounded, ranges are not looked at. False
// where none is.
bool tr_recipe_set_number(tr_recipe *recipe, const char *path, double value);

// ---- knobs of the type (type_knobs.c) ------------------------------------------------------------

// The index of a knob, or -1.
int tr_recipe_find_type_knob(const tr_recipe *recipe, const char *name);
// Where a knob stands, 0 … 1: the inverse of its first drive that the recipe has the parameter of. Knobs have
// no memory of their own.
double tr_recipe_type_knob(const tr_recipe *recipe, int knob);
// Turns a knob: its drives become what `value`, 0 … 1, says, but those whose path `keeps` (NULL: none) wants to
// stay.
void tr_recipe_turn(tr_recipe *recipe, int knob, double value,
                    bool (*keeps)(const void *context, const char *path), const void *context);
// Their laws (check.c), for tr_recipe_check.
tr_status tr_type_knobs_check(const tr_recipe *recipe, tr_error *error);

// ---- questions ---------------------------------------------------------------------------------

// The value of a number under the recipe's knobs; within limits, which a knob may take it beyond.
static inline double tr_number_value(tr_number number, const tr_recipe *recipe) {
    return number.knob == TR_KNOB_NONE ? number.plus : number.plus + number.times * recipe->knobs[number.knob];
}
static inline double tr_number_within(tr_number number, const tr_recipe *recipe, double low, double high) {
    const double x = tr_number_value(number, recipe);
    return x < low ? low : x > high ? high : x;
}

// Roughness where no paint layer says more: of rock and forest. Bare rock reflects like 0.85, leaves like 0.9,
// sand like 0.95, fresh snow like 0.55; a sea in no wind like 0.23, in one of W m/s like the fourth root of
// 0.003 + 0.00512 W (the variance of its slopes: Cox and Munk 1954).
#define TR_PLAIN_ROUGHNESS 0.9

// The list at tr_map_paints in a recipe; NULL: there is no such one.
const tr_paints *tr_recipe_paints(const tr_recipe *recipe, tr_map map, int index);
// The maps that a planet has: bits 1 << TR_MAP_….
unsigned tr_recipe_maps(const tr_recipe *recipe);
static inline bool tr_recipe_has_rings(const tr_recipe *recipe) { return recipe->rings.opacity > 0; }

// The index of the warp that is its wind (tr_kind.fastest): the first one; -1: it has none.
int tr_recipe_wind(const tr_recipe *recipe);

// Whether it has a climate: ground, and channels of the names warmth, in degrees Celsius, and moisture, about 0
// (desert) to 1 (rain forest), which its paints go by. It may have two more: summer, which is how warm it is
// for what grows where warmth would say too much, and bog, above 0.5 where the ground is one.
#define TR_CHANNEL_WARMTH "warmth"
#define TR_CHANNEL_MOISTURE "moisture"
#define TR_CHANNEL_SUMMER "summer"
#define TR_CHANNEL_BOG "bog"
bool tr_recipe_climate(const tr_recipe *recipe);

// The channels of a recipe, in the order in which layers first write them; "height" is always the first.
// Returns how many there are, at most TR_MAX_CHANNELS.
int tr_recipe_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]);

// The index of a layer or a warp among the first `end`, or -1.
int tr_recipe_find_layer(const tr_recipe *recipe, int end, const char *name);
int tr_recipe_find_warp(const tr_recipe *recipe, int end, const char *name);

// The layer whose sites or terrain a layer uses: itself, unless it names an earlier one.
const tr_layer *tr_recipe_owner(const tr_recipe *recipe, const tr_layer *layer);

// Whether a layer lies on the plane of the map instead of the sphere: its "domain" says so.
bool tr_layer_on_plane(const tr_layer *layer);

// What all draws of a planet begin with: the seed under its type's name, so that planets of one seed and two
// types have nothing in common; the seed itself for a recipe without a type ("").
uint64_t tr_type_seed(const char *type, uint64_t seed);

// The seed of what has that name in a recipe: a layer, a warp, rings.
uint64_t tr_recipe_seed(const tr_recipe *recipe, const char *name);

// Solves what is solved for whole planets (terrains, winds) on lattices of at most so many cells along an edge
// of the cube, a quarter of the way round: enough for small maps.
void tr_recipe_coarsen(tr_recipe *recipe, int cells);
