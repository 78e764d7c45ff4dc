// The recipe: plain data that completely determine a planet.
//
// A recipe has a stack of named layers that write scalar channels (height among them), and stacks of paint
// layers that convert channels to colour. Create it with tr_recipe_create or tr_recipe_copy; never copy it with
// `=`. Its members may be read and written freely; its lists grow through the functions below. Several threads
// may read a recipe at once.
// More: docs/internals/recipe.md.
#pragma once
#include "base/digest.h"
#include "base/shared_file.h"
#include "base/status.h"
#include "recipe/maps.h"
#include "recipe/parameter.h"
#include <stdalign.h>

// Limits of a recipe. Lists allocate memory only for their elements.
enum {
    TR_MAX_LAYERS = 256,
    TR_MAX_WARPS = 16,
    TR_MAX_PAINTS = 32,  // paint layers per map
    TR_MAX_STOPS = 1024, // for all gradients of a recipe together
    TR_MAX_ROWS = 256,   // for all gradients of a recipe together
    TR_MAX_CURVE_POINTS = 16,
    TR_MAX_CHANNELS = 48,
    TR_MAX_POINTS = 16,  // given points per layer
    TR_KIND_BYTES = 640, // size of the parameters of a kind of field or warp
    TR_MAX_TYPE_KNOBS = 16,
    TR_MAX_DRIVES = 16, // per knob
    TR_MAX_STROKES = 1000,
    TR_MAX_PATH_POINTS = 10000, // for all strokes of a recipe together
    TR_PATH_UNITS = 10000,      // per degree: a unit is 11 m on Earth
    TR_MAX_OWN_MAPS = 16,
    TR_MAX_LEGEND = 64,
    TR_MAX_NAMED_PLACES = 500,
    TR_FILE_BYTES = 256, // of the name of a file, with its terminating zero
};

// ---- layers ------------------------------------------------------------------------------------

// A mask: 0 where the channel is `from`, 1 where it is `to`, smooth in between.
typedef struct tr_where {
    char channel[TR_NAME_BYTES]; // "" for everywhere
    double from, to;
} tr_where;

// Piecewise linear, constant beyond its ends.
typedef struct tr_curve {
    int count; // 0: no curve
    double points[TR_MAX_CURVE_POINTS][2];
} tr_curve;

// Points with fixed values: latitude and longitude in degrees (on the plane: u and v), and value.
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

// One layer: v = amount * curve(absolute(field)) + offset; then channel `into` becomes join(channel, v), masked
// by `where`.
typedef struct tr_layer {
    char name[TR_NAME_BYTES];
    const tr_kind *kind;        // kind of the field
    char source[TR_NAME_BYTES]; // earlier layer or warp whose sites, terrain or winds this one shares,
                                // depending on the kind; "" for its own
    char warp[TR_NAME_BYTES];   // displaces the samples of the field; "" for none
    bool absolute;              // |field|
    tr_curve curve;
    tr_number amount, offset;
    tr_where where;
    tr_join join;
    char into[TR_NAME_BYTES];                                // channel
    alignas(double) unsigned char parameters[TR_KIND_BYTES]; // a struct of the kind's own
} tr_layer;

// Displaces the places at which layers evaluate their fields.
typedef struct tr_warp {
    char name[TR_NAME_BYTES];
    const tr_kind *kind;
    char after[TR_NAME_BYTES]; // earlier warp that applies before this one; "" for none
    alignas(double) unsigned char parameters[TR_KIND_BYTES]; // a struct of the kind's own
} tr_warp;

// ---- colour ------------------------------------------------------------------------------------

typedef struct tr_stop {
    double position;
    uint8_t srgb[3]; // in paint layers of colour
    double value;    // in paint layers of numbers, 0 … 1
} tr_stop;

// A gradient: a range of the recipe's stops, in ascending order.
typedef struct tr_gradient {
    int first, count; // in tr_recipe.stops; count 0: no gradient
} tr_gradient;

// One row of a gradient over two channels.
typedef struct tr_row {
    double position; // in the second channel
    tr_gradient gradient;
} tr_row;

// A range of the recipe's rows, in ascending order.
typedef struct tr_rows {
    int first, count; // in tr_recipe.rows; count 0: no rows
} tr_rows;

typedef enum tr_blend { TR_BLEND_NORMAL, TR_BLEND_MULTIPLY, TR_BLEND_ADD, TR_BLEND_COUNT } tr_blend;

// One paint layer of colour or of numbers: a gradient over one or two channels, applied over the previous paint
// layers.
typedef struct tr_paint {
    char name[TR_NAME_BYTES];
    char channel[TR_NAME_BYTES];
    tr_gradient gradient;
    char across[TR_NAME_BYTES]; // the second channel; "" for none
    tr_rows rows;               // used with a second channel, instead of the gradient
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

// Clouds: a shell over the ground, with channels written by layers of their own.
typedef struct tr_clouds {
    double altitude_km;
    tr_paints colour, cover; // colour over white; cover: numbers over 0, from 0 (clear) to 1 (opaque)
} tr_clouds;

// ---- strokes -----------------------------------------------------------------------------------

// A place in units of 1/TR_PATH_UNITS degree. Longitudes may go round: -360 … 360 degrees.
typedef struct tr_path_point {
    int32_t latitude, longitude;
} tr_path_point;

// A range of the recipe's points. Neighbours are joined by the shorter arc of the great circle.
typedef struct tr_path {
    int first, count; // in tr_recipe.points; count 0: no points
} tr_path;

typedef enum tr_stroke_tool {
    TR_STROKE_LAND,
    TR_STROKE_SEA,
    TR_STROKE_RAISE,
    TR_STROKE_LOWER,
    TR_STROKE_MOUNTAINS,
    TR_STROKE_FLATTEN,
    TR_STROKE_WARM,
    TR_STROKE_COOL,
    TR_STROKE_WET,
    TR_STROKE_DRY,
    TR_STROKE_BIOME,
    TR_STROKE_COLOUR,
    TR_STROKE_CRATER,  // at each point
    TR_STROKE_VOLCANO, // at each point
    TR_STROKE_ERASE,   // takes away what earlier strokes painted
    TR_STROKE_TOOL_COUNT
} tr_stroke_tool;

// One stroke of a brush: a round brush along a line, or over a polygon. Its size is an angle, as that of its
// points, so that a planet with another radius has the same picture.
typedef struct tr_stroke {
    char name[TR_NAME_BYTES];
    tr_stroke_tool tool;
    tr_path points;
    bool closed;     // a polygon: the smaller side of it is filled
    double radius;   // of the brush, in degrees
    double softness; // 0: hard edge; 1: a bell
    double strength; // 0 … 1
    double height_m; // of tools that shape heights
    uint8_t srgb[3]; // of the tool colour
    int biome;       // of the tool biome: a number of tr_biome_names
} tr_stroke;

// These numbers are stored in files and must not change. tr_biome_names has their names.
typedef enum tr_biome {
    TR_BIOME_SEA,
    TR_BIOME_SEA_ICE,
    TR_BIOME_WATER, // lakes and rivers
    TR_BIOME_ICE,   // ice and snow on land
    TR_BIOME_TUNDRA,
    TR_BIOME_ALPINE, // cold only because of its altitude
    TR_BIOME_COLD_DESERT,
    TR_BIOME_TAIGA,
    TR_BIOME_STEPPE,
    TR_BIOME_SHRUBLAND,
    TR_BIOME_FOREST,
    TR_BIOME_RAIN_FOREST,
    TR_BIOME_HOT_DESERT,
    TR_BIOME_SAVANNA,
    TR_BIOME_SEASONAL_FOREST,
    TR_BIOME_TROPICAL_FOREST,
    TR_BIOME_WETLAND,
    TR_BIOME_COUNT
} tr_biome;

// The names of biomes by their numbers. NULL ends the list.
extern const char *const tr_biome_names[];
// Their colours in legends and previews, sRGB.
extern const uint8_t tr_biome_colours[TR_BIOME_COUNT][3];
extern const double tr_biome_climates[TR_BIOME_COUNT][2]; // in the middle of each: degrees Celsius and moisture
// What to use in place of a biome that the tool biome cannot paint, such as "the tool sea". NULL: it can.
const char *tr_biome_instead(int biome);

// ---- named places ------------------------------------------------------------------------------

typedef enum tr_named_kind {
    TR_NAMED_ONLY, // a name, and nothing else
    TR_NAMED_CITY,
    TR_NAMED_VOLCANO,
    TR_NAMED_CRATER,
    TR_NAMED_ISLAND,
    TR_NAMED_KIND_COUNT
} tr_named_kind;
extern const char *const tr_named_kind_names[TR_NAMED_KIND_COUNT + 1]; // ended by NULL

// A place that the user names.
typedef struct tr_named_place {
    char name[TR_NAME_BYTES];
    tr_named_kind kind;
    double lat_deg, lon_deg;
    double radius_km; // 0: usual for its kind
    double height_m;  // of volcanoes, depth of craters; 0: usual for its kind
} tr_named_place;

// ---- own maps ----------------------------------------------------------------------------------

typedef enum tr_own_kind {
    TR_OWN_HEIGHT,
    TR_OWN_LAND,
    TR_OWN_UPLIFT,
    TR_OWN_TEMPERATURE,
    TR_OWN_RAIN,
    TR_OWN_BIOME,
    TR_OWN_COLOUR,
    TR_OWN_CLOUDS,
    TR_OWN_EMISSION,
    TR_OWN_CHANNEL, // any other name
    TR_OWN_KIND_COUNT = TR_OWN_CHANNEL
} tr_own_kind;
extern const char *const tr_own_kind_names[TR_OWN_KIND_COUNT + 1]; // ended by NULL
tr_own_kind tr_own_kind_of(const char *name);
// The name by which a recipe calls the file at a path: without its folder. Characters that such names cannot
// have become "_".
void tr_own_file_name(const char *path, char name[TR_FILE_BYTES]);

typedef enum tr_own_channel {
    TR_OWN_GREY, // of a coloured picture: its luminance
    TR_OWN_RED,
    TR_OWN_GREEN,
    TR_OWN_BLUE,
    TR_OWN_ALPHA,
} tr_own_channel;

// How the globe is spread over the picture: projections of exports by their names, and six faces 3:2.
typedef enum tr_own_projection {
    TR_OWN_EQUIRECT,
    TR_OWN_CUBE_ROW,
    TR_OWN_CUBE_COLUMN,
    TR_OWN_CUBE_CROSS,
    TR_OWN_CUBE_GRID,
} tr_own_projection;
// The numbers of a file that has no header, in the order of own maps' parameter `raw`.
typedef enum tr_own_raw {
    TR_OWN_RAW_GUESSED, // by the file's name and length: tr_own_raw_guess
    TR_OWN_RAW_U16,     // little-endian, like those without "BE"
    TR_OWN_RAW_U16_BIG,
    TR_OWN_RAW_S16,
    TR_OWN_RAW_S16_BIG,
    TR_OWN_RAW_F32,
    TR_OWN_RAW_F32_BIG,
    TR_OWN_RAW_COUNT
} tr_own_raw;
extern const char *const tr_own_raw_names[TR_OWN_RAW_COUNT + 1]; // ended by NULL
// Whether a file's name ends as those of raw numbers do: .r16, .r32, .raw.
bool tr_own_is_raw(const char *file);
// Whether a file's name ends as those do that own maps can be read from: pictures and raw numbers.
bool tr_own_is_image(const char *file);
// The format and the size of raw numbers that are not given (TR_OWN_RAW_GUESSED, 0): .r32 has floats, .r16
// unsigned numbers, .raw the one of both with which the file is a map twice as wide as high, or a face of a
// cube. A size that cannot be guessed stays 0.
void tr_own_raw_guess(const char *file, uint64_t bytes, tr_own_raw *raw, double size[2]);

// What a colour of maps of land and biomes means: a biome by its number, or one of these.
enum {
    TR_MEANS_LAND = TR_BIOME_COUNT, // as the climate has it
    TR_MEANS_MOUNTAINS,
};
extern const char *const tr_meaning_names[TR_MEANS_MOUNTAINS + 2]; // ended by NULL
typedef struct tr_legend_entry {
    char name[TR_NAME_BYTES];
    uint8_t srgb[3];
    int means;
} tr_legend_entry;

// A map that the user gives, which the planet follows. Its name says what it is: one of tr_own_kind_names, or
// a channel that layers read.
typedef struct tr_own_map {
    char name[TR_NAME_BYTES];
    char file[TR_FILE_BYTES];     // in the folder of the recipe or below it, "/" between names
    char sha256[TR_DIGEST_BYTES]; // of the file; "": not known yet
    double strength;              // 1: follow the map, 0: ignore it
    double range_m[2];            // heights of black and white; equal: as the file and the type suggest
    double range[2];              // what black and white are for other kinds; equal: the kind's own
    double sea_percent;     // the grey that is sea level, 0 … 100; below 0: by range_m or the map itself
    double softness;        // of land: how far noise moves its coast, 1 as usual
    double west_deg;        // longitude of the left edge of a map of the whole globe
    double region_deg[4];   // west, south, east, north; all 0: the whole globe
    tr_own_channel channel; // of a coloured picture
    tr_own_projection projection;
    tr_own_raw raw;     // of a file without a header
    double raw_size[2]; // its width and height in texels; 0: as its length suggests
} tr_own_map;

// Whether a setting of a map has its default, which leaves it to the file and the type. False for names and
// files.
bool tr_own_setting_is_usual(const tr_parameter *setting, const tr_own_map *map);
// What a setting of a map would need to change anything; NULL: nothing, or it has its default.
const char *tr_own_setting_lacks(const tr_own_map *map, const tr_parameter *setting);

// What a surface took its maps of heights and land for.
typedef struct tr_maps_read {
    double missing[TR_MAX_OWN_MAPS];   // texels of each map's file whose numbers are not given
    double values[TR_MAX_OWN_MAPS][2]; // the lowest and highest value of maps of temperature and rain, else 0
    unsigned coloured;       // maps of numbers that are the grey of a coloured picture: bits 1 << tr_own_kind
    bool heights;            // there is one that the planet follows:
    double black_m, white_m; // metres of its black and white
    bool assumed;            // the user gave no metres
    double least, most;      // numbers of its file that become black_m and white_m; equal: it has none
    double dark_m, light_m;  // metres of its darkest and its lightest grey
    bool flat_sea;           // its lowest value is the sea, and its floor is not the map's
    bool mask;               // it has two greys, as a mask of land
    bool land;               // there is one that the planet follows:
    int colours;             // of a sketch; 0: no sketch
    char sketch[256];        // what its colours were taken for: "blue 62 % sea, green 38 % land"; "": no sketch
    double grey;             // the part that is neither land nor sea, if it is not only edges
} tr_maps_read;

// ---- around the planet -------------------------------------------------------------------------

// Air: gas, which scatters light in all directions; haze of droplets or dust, which scatters it forwards; and
// ozone. Amounts are vertical optical depths: the transmittance straight down is exp(-depth).
typedef struct tr_air {
    uint8_t srgb[3];      // relative scattering of gas; Earth: 74acff
    double thickness;     // in planet radii, 7 times the scale height of gas; 0: no air
    double density;       // optical depth of gas in its strongest channel; Earth: 0.26
    double haze;          // optical depth of haze; clear air on Earth: 0.01, dusty air on Mars: 0.3
    uint8_t haze_srgb[3]; // scattered fraction of the light that meets haze; the rest is absorbed
    double haze_height;   // scale height of haze over that of gas; Earth: 0.15
    double anisotropy;    // 0 … 1: anisotropy g of the scattering by haze; 1 is forward
    double ozone;         // optical depth of ozone in green; Earth: 0.03. It keeps the low sun's sky blue
    double glow;          // 0: lit only by the sun, 1: emits light itself, evenly round the planet
} tr_air;

// Rings in the plane of the equator. Opacity and colour depend only on the distance from the centre (rings.h).
typedef struct tr_rings {
    double inner, outer;  // in planet radii
    double opacity;       // 0 … 1: of the densest parts, seen perpendicularly; 0: no rings
    double coverage;      // 0 … 1: 1 is a broad sheet, 0.2 a few thin lines
    double detail;        // lines across the width, before finer octaves
    double gaps;          // number of dark gaps cleared by moons
    double tiers;         // 0 … 1: contrast between wide regions, and strength of waves in them
    tr_gradient gradient; // colour from the inner edge (0) to the outer edge (1)
} tr_rings;

// A change of the colours of a planet's paint layers, so that planets with the same palette differ.
typedef struct tr_tint {
    double hue_deg;   // rotation of hues, in OKLab
    double chroma;    // factor of chroma
    double lightness; // -1 … 1: darker … lighter; black and white are unchanged
    bool light;       // applies to emission too
} tr_tint;

// ---- knobs of a type ---------------------------------------------------------------------------

// A parameter that a knob controls: `from` at 0, `to` at 1, linear in between.
typedef struct tr_drive {
    char path[96]; // "layers.sea level.coverage"
    double from, to;
} tr_drive;

// A knob of a type: one number 0 … 1 that controls one or more parameters.
typedef struct tr_type_knob {
    char name[TR_NAME_BYTES]; // "ocean": letters, digits and _
    char label[TR_NAME_BYTES];
    char what[128];
    int drive_count;
    tr_drive drives[TR_MAX_DRIVES];
} tr_type_knob;

// ---- the planet --------------------------------------------------------------------------------

typedef enum tr_liquid { TR_WATER, TR_LAVA, TR_ACID, TR_METHANE, TR_LIQUID_COUNT } tr_liquid;
extern const char *const tr_liquid_names[TR_LIQUID_COUNT + 1]; // ended by NULL

// Maximum depth of the ground of a displaced planet, in radii.
#define TR_DEEPEST_RADII 0.95

// How a limit of the height map came to be.
typedef struct tr_height_limit {
    bool given;   // the user wrote it: maps do not widen it
    bool widened; // a map has widened it:
    double own_m; // what it was before
} tr_height_limit;

typedef struct tr_recipe {
    char type[TR_NAME_BYTES];
    uint64_t seed;    // 0 … 2^63-1
    double radius_km; // 0.1 … 200000
    double tilt_deg;  // of the axis
    double knobs[TR_KNOB_COUNT];
    double height_min_m, height_max_m; // heights of 0 and 65535 in the height map; sea level is 0 m
    tr_height_limit limits[2];         // of height_min_m and height_max_m; no parameters
    double slope_exaggeration;         // factor for slopes of the normal map over real ones
    double sea_level_m;                // how far the sea of the type is raised over relief that stays
    double land_turn[3];               // degrees by which land is turned under the climate (noise/maths/turn.h)
    double mesh_columns; // 0: a sphere. Otherwise the height displaces the ground: the planet is a mesh with
                         // that many columns, and its normal map contains the detail that the mesh lacks
    bool sea;            // liquid covers everything below 0 m, and normals are flat there
    tr_liquid liquid;    // of the sea, for programs that draw it
    double emission_strength;
    bool gas;              // the visible surface is gas or cloud: close pictures do not add rock detail
    bool night_lights;     // emission consists of lamps, which are off by day
    double limb_darkening; // u: emission is scaled by 1 - u (1 - mu), mu the cosine of the viewing angle
    tr_air air;
    tr_rings rings;
    tr_tint tint; // of the albedo
    int map_count, legend_count, stroke_count, place_count, warp_count, layer_count, stop_count, row_count,
        point_count;
    tr_own_map *maps; // owned, like the other lists
    tr_legend_entry *legend;
    tr_stroke *strokes; // later ones lie over earlier ones
    tr_named_place *places;
    tr_warp *warps;
    tr_layer *layers;
    tr_paints albedo, emission;
    tr_paints roughness, metal; // numbers, over TR_PLAIN_ROUGHNESS and over 0
    tr_paints water;            // numbers over 0: fraction covered by rivers and lakes; count 0: none
    tr_clouds clouds;           // cover.count 0: no clouds
    tr_stop *stops;
    tr_row *rows;
    tr_path_point *points; // of strokes
    int type_knob_count;
    tr_type_knob *type_knobs; // in addition to those of all types
    int file_count;
    tr_shared_file **files; // that its maps name, as far as they are there; counted references
    int map_width;          // own maps are averaged to at most that width; 0: as for all
} tr_recipe;

extern const tr_parameter_table tr_recipe_table, tr_own_map_table, tr_legend_table, tr_stroke_table,
    tr_named_table, tr_warp_table, tr_layer_table, tr_paint_table, tr_number_paint_table, tr_where_table,
    tr_air_table, tr_rings_table, tr_tint_table, tr_clouds_table;

// ---- objects (recipe.c) --------------------------------------------------------------------------

// A recipe with all defaults: a grey sphere of Earth's size. Errors: TR_NO_MEMORY.
tr_status tr_recipe_create(tr_recipe **recipe, tr_error *error);
// tr_recipe_copy and tr_recipe_destroy: terrella/terrella.h.

// Append an element with defaults to a list; pointers into that list become invalid. Errors: TR_BAD_INPUT if
// the list is full, with the limit; TR_NO_MEMORY.
// `data`: the recipe, or the struct of it that has the list. kind: of an element that has one, else NULL.
tr_status tr_list_add(const tr_parameter *list, void *data, const tr_kind *kind, void **element,
                      tr_error *error);
tr_status tr_recipe_add_stop(tr_recipe *recipe, tr_stop stop, tr_error *error);
tr_status tr_recipe_add_row(tr_recipe *recipe, tr_row row, tr_error *error);
tr_status tr_recipe_add_point(tr_recipe *recipe, tr_path_point point, tr_error *error);
tr_status tr_recipe_add_type_knob(tr_recipe *recipe, const tr_type_knob *knob, tr_error *error);

// Gives a recipe the file of a map; it takes over the caller's reference, also after a failure. A file of that
// name is replaced. Errors: TR_NO_MEMORY.
tr_status tr_recipe_add_file(tr_recipe *recipe, tr_shared_file *file, tr_error *error);
// The file of that name, or NULL.
tr_shared_file *tr_recipe_file(const tr_recipe *recipe, const char *name);

// ---- checks (check.c) ----------------------------------------------------------------------------

// Checks a recipe: all numbers are in their ranges, all referenced names exist, and the conditions of kinds and
// maps hold. A recipe that passes can be prepared, also an untrusted one. Errors: TR_BAD_INPUT with the JSON
// path of the first error.
tr_status tr_recipe_check(const tr_recipe *recipe, tr_error *error);

// Checks the values of a single struct at a path of the recipe. For structs of a scene, recipe is NULL.
tr_status tr_parameters_check(const tr_parameter_table *table, const tr_recipe *recipe, const char *path,
                              const void *data, tr_error *error);

// The valid range of the radius: that of the table, but a displaced planet must be larger than its greatest
// depth.
void tr_recipe_radius_range(const tr_recipe *recipe, double *low_km, double *high_km);

// For checks of kinds: reports an error at LIST.NAME.KEY, or without a list and a name at a key of the recipe
// itself. Returns TR_BAD_INPUT.
tr_status tr_recipe_fail(tr_error *error, const char *list, const char *name, const char *key,
                         const char *format, ...) TR_PRINTF(5, 6);
#ifdef __clang_analyzer__ // as tr_fail, base/status.h
#define tr_recipe_fail(...) ((void)tr_recipe_fail(__VA_ARGS__), TR_BAD_INPUT)
#endif
// Reports an error if a range is reversed; otherwise TR_OK.
tr_status tr_recipe_check_range(tr_error *error, const char *list, const char *name, const char *low_key,
                                double low, const char *high_key, double high);

// Widens height_min_m and height_max_m so that they hold the heights of a map, with room for the detail that
// the ground has beyond them. range_m: in any order; equal: no heights are known, and the limits are what they
// would be without a map. Limits that the user wrote stay.
void tr_recipe_widen(tr_recipe *recipe, const double range_m[2]);

// ---- comparison and paths (compare.c) --------------------------------------------------------------

// Whether both have the same content.
bool tr_recipe_equal(const tr_recipe *a, const tr_recipe *b);
// Calls `differs` with the path of every parameter that differs, in the order of the tables, until it returns
// false: "radius_km", "layers.crust.octaves". Lists with different names of elements are one difference.
void tr_recipe_differences(const tr_recipe *a, const tr_recipe *b,
                           bool (*differs)(void *context, const char *path), void *context);

// Whether two recipes have the same value at a path (as for tr_recipe_find) that is neither a struct nor a
// list, or both have none.
bool tr_recipe_equal_at(tr_recipe *a, tr_recipe *b, const char *path);

// Calls `each` with every parameter of a struct, its path and its value, in the order of the tables. It
// descends into structs and the elements of lists, but does not call `each` with a struct or a list.
typedef void (*tr_each_parameter)(void *context, const tr_parameter *parameter, const char *path,
                                  const void *at);
void tr_parameters_each(const tr_parameter_table *table, const void *data, tr_each_parameter each,
                        void *context);

// The location of a parameter.
typedef struct tr_place {
    const tr_parameter *parameter;
    void *at; // the value
} tr_place;

// Finds a path as --set has it, elements of lists by their names, in a struct or a recipe. False where there is
// none.
bool tr_place_find(const tr_parameter_table *table, void *data, const char *path, tr_place *place);
bool tr_recipe_find(tr_recipe *recipe, const char *path, tr_place *place);
// The number at a path with knobs applied; false if there is none.
bool tr_recipe_number_at(const tr_recipe *recipe, const char *path, double *value);
// Sets the number at a path, and detaches it from its knob. Whole numbers are rounded; ranges are not checked.
// False if there is none.
bool tr_recipe_set_number(tr_recipe *recipe, const char *path, double value);

// ---- knobs of the type ---------------------------------------------------------------------------

// The index of a knob, or -1.
int tr_recipe_find_type_knob(const tr_recipe *recipe, const char *name);
// The position of a knob, 0 … 1: the inverse of its first drive whose parameter the recipe has. Knobs store no
// value of their own.
double tr_recipe_type_knob(const tr_recipe *recipe, int knob);
// Sets a knob: its drives are set to the values for `value`, 0 … 1, except paths for which `keeps` returns true
// (NULL: none).
void tr_recipe_turn(tr_recipe *recipe, int knob, double value,
                    bool (*keeps)(const void *context, const char *path), const void *context);
// Checks the knobs, for tr_recipe_check.
tr_status tr_type_knobs_check(const tr_recipe *recipe, tr_error *error);

// ---- queries -------------------------------------------------------------------------------------

// The value of a number with the recipe's knobs applied, limited because a knob may drive it out of its range.
static inline double tr_number_value(tr_number number, const tr_recipe *recipe) {
    return number.knob == TR_KNOB_NONE ? number.plus : number.plus + number.times * recipe->knobs[number.knob];
}
static inline double tr_number_within(tr_number number, const tr_recipe *recipe, double low, double high) {
    const double x = tr_number_value(number, recipe);
    return x < low ? low : x > high ? high : x;
}

// Roughness without paint layers: that of rock and forest. Bare rock reflects like 0.85, leaves like 0.9, sand
// like 0.95, fresh snow like 0.55. A calm sea is like 0.23; in a wind of W m/s the fourth root of 0.003 +
// 0.00512 W (the variance of its slopes: Cox and Munk 1954).
#define TR_PLAIN_ROUGHNESS 0.9

// The list of paint layers at that index for a map (tr_map_paints); NULL: there is none.
const tr_paints *tr_recipe_paints(const tr_recipe *recipe, tr_map map, int index);
// The maps of a planet: bits 1 << TR_MAP_….
unsigned tr_recipe_maps(const tr_recipe *recipe);
static inline bool tr_recipe_has_map(const tr_recipe *recipe, tr_map map) {
    return tr_recipe_maps(recipe) >> map & 1;
}
static inline bool tr_recipe_has_rings(const tr_recipe *recipe) { return recipe->rings.opacity > 0; }

// The own map of that name, or NULL.
const tr_own_map *tr_recipe_own_map(const tr_recipe *recipe, const char *name);
// Whether a planet follows an own map of that kind.
bool tr_recipe_follows(const tr_recipe *recipe, tr_own_kind kind);

// The index of the warp that is the planet's wind (tr_kind.fastest), which is the first such warp; -1: none.
int tr_recipe_wind(const tr_recipe *recipe);

// Whether a planet has a climate: ground, and the channels warmth, in degrees Celsius, and moisture, about 0
// (desert) to 1 (rain forest), which its paints use. Two more channels are optional: summer, the temperature
// for vegetation where warmth is too high for it, and bog, above 0.5 in bogs.
#define TR_CHANNEL_WARMTH "warmth"
#define TR_CHANNEL_MOISTURE "moisture"
#define TR_CHANNEL_SUMMER "summer"
#define TR_CHANNEL_BOG "bog"
// A paint layer of the albedo whose mask rises with one of these is taken for snow, or for ice of the sea.
#define TR_CHANNEL_SNOW "snow"
#define TR_CHANNEL_PACK "pack"
// Which biome a map of biomes gives: its number plus 1; 0: the climate decides.
#define TR_CHANNEL_BIOME "map: biome"
bool tr_recipe_climate(const tr_recipe *recipe);

// The channels that are there before any layer: "height", and those that its own maps fill. Returns their
// number.
int tr_recipe_given_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]);
// The channels of a recipe: those, then others in the order in which layers first write them. Returns
// their number, at most TR_MAX_CHANNELS.
int tr_recipe_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]);

// The index of a layer or a warp within the first `end`, or -1.
int tr_recipe_find_layer(const tr_recipe *recipe, int end, const char *name);
int tr_recipe_find_warp(const tr_recipe *recipe, int end, const char *name);

// The layer whose sites or terrain a layer uses: the layer itself, unless it names an earlier one.
const tr_layer *tr_recipe_owner(const tr_recipe *recipe, const tr_layer *layer);

// Whether a layer lies on the plane of the map instead of the sphere, according to its "domain".
bool tr_layer_on_plane(const tr_layer *layer);

// The base of all draws of a planet: a hash of the seed and the type's name, so that planets of different types
// with the same seed have nothing in common. For a recipe without a type ("") it is the seed.
uint64_t tr_type_seed(const char *type, uint64_t seed);

// The seed of a named part of a recipe: a layer, a warp, rings.
uint64_t tr_recipe_seed(const tr_recipe *recipe, const char *name);

// Limits the lattices of fields that are solved for the whole planet (terrains, winds) to `cells` cells along
// an edge of the cube, a quarter of the circumference, and own maps to sixteen times that width. That is enough
// for small maps.
void tr_recipe_coarsen(tr_recipe *recipe, int cells);
