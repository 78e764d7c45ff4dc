// The recipe: everything that decides what a planet looks like, as plain data without pointers.
//
// A recipe is copied with `=` and holds no resources. It is a stack of named layers that write scalar
// channels (height among them), and stacks of paints that turn channels into colour.
#pragma once
#include "base/status.h"
#include "noise/fractal.h"
#include "noise/gullies.h"
#include "planet/maps.h"
#include <stdbool.h>
#include <stdint.h>

enum {
    TR_NAME_BYTES = 32, // names of layers, channels, warps, paints; with the final zero
    TR_MAX_LAYERS = 256,
    TR_MAX_WARPS = 16,
    TR_MAX_PAINTS = 32,  // of one map
    TR_MAX_STOPS = 1024, // of all gradients of a recipe together
    TR_MAX_ROWS = 256,   // the same
    TR_MAX_CURVE_POINTS = 8,
    TR_MAX_CHANNELS = 16,
    TR_MAX_POINTS = 16,       // given points of a layer
    TR_MAX_LATTICE = 4096,    // cells along an edge of the cube that a displacement field is solved on
    TR_MAX_FLOW_CELLS = 2048, // the same for a flow
    TR_MAX_COLUMNS = 16384,   // columns of the lattice of one on the plane
    TR_MAX_SITES = 1000000,
    TR_MAX_TERRAIN = 1024, // cells along an edge of the cube that a terrain is solved on
    TR_MAX_ARCS = 5000,
    TR_MAX_DISTRICTS = 20000,
    TR_MAX_TWIST = 12,  // radians: as far as the kernel's series for sine and cosine hold
    TR_MESH_LEAST = 32, // columns of a mesh, which are even
    TR_MESH_MOST = 1024,
    TR_MIN_WIDTH = 64,
    TR_MAX_WIDTH = 262144,
};

// ---- numbers -----------------------------------------------------------------------------------

// The knobs stand at the top of a recipe, because they are what people reach for first.
typedef enum tr_knob {
    TR_KNOB_NONE,
    TR_KNOB_NOISINESS,
    TR_KNOB_PERSISTENCE,
    TR_KNOB_OCTAVES,
    TR_KNOB_COUNT
} tr_knob;

// A literal (knob NONE, value in plus) or plus + times * knob.
typedef struct tr_number {
    tr_knob knob;
    double times, plus;
} tr_number;

// ---- fields ------------------------------------------------------------------------------------

typedef enum tr_field_kind {
    TR_FIELD_CONSTANT,   // 1 everywhere
    TR_FIELD_LATITUDE,   // |sine of the latitude|, 0 at the equator, 1 at a pole
    TR_FIELD_HEMISPHERE, // sine of the latitude, -1 … 1
    TR_FIELD_FRACTAL,    // octaves of lattice noise
    TR_FIELD_VORONOI,    // distances to sites spread on the sphere or on the wrapped plane
    TR_FIELD_CRATERS,    // impact craters, radii by a power law; in planet radii
    TR_FIELD_RAYS,       // bright streaks round craters, 0 … 1
    TR_FIELD_VALUE,      // one octave of lattice noise
    TR_FIELD_PERLIN,
    TR_FIELD_SIMPLEX,
    TR_FIELD_MIDPOINT, // displacement fields, solved once on a lattice of their own, -1 … 1
    TR_FIELD_DIAMOND_SQUARE,
    TR_FIELD_OLSEN,
    TR_FIELD_SHARE,    // one number: minus the value that a share of the planet's area exceeds in the layer's
                       // channel
    TR_FIELD_TERRAIN,  // continents and their climate, solved once on a lattice round the sphere
    TR_FIELD_CHANNEL,  // what the layers before have made of a channel
    TR_FIELD_SPOTS,    // discs, round or with lobes, radii by a power law
    TR_FIELD_ARCS,     // long thin lines, pieces of circles
    TR_FIELD_STREETS,  // districts of streets and blocks
    TR_FIELD_VORTICES, // distance to the vortices of a flow, in their radii, 0 … 3
    TR_FIELD_STRETCH,  // how far a flow draws out what it carries, from 1
    TR_FIELD_AXIS,     // how far along a direction a place lies: -1 … 1
    TR_FIELD_GULLIES,  // valleys and spurs that run down the slopes of a terrain, in metres
    TR_FIELD_COUNT
} tr_field_kind;

// Octaves of lattice noise, or one of them.
static inline bool tr_field_is_lattice_noise(tr_field_kind field) {
    return field == TR_FIELD_FRACTAL || field == TR_FIELD_VALUE || field == TR_FIELD_PERLIN ||
           field == TR_FIELD_SIMPLEX;
}

// Craters, their rays and spots: sites with a radius, which layers of these kinds may share.
static inline bool tr_field_has_radii(tr_field_kind field) {
    return field == TR_FIELD_CRATERS || field == TR_FIELD_RAYS || field == TR_FIELD_SPOTS;
}

static inline bool tr_field_is_displacement(tr_field_kind field) {
    return field == TR_FIELD_MIDPOINT || field == TR_FIELD_DIAMOND_SQUARE || field == TR_FIELD_OLSEN;
}

// What only a flow has.
static inline bool tr_field_is_of_flow(tr_field_kind field) {
    return field == TR_FIELD_VORTICES || field == TR_FIELD_STRETCH;
}

// Where the lattice or the sites live: in space round the unit sphere, or on the plane of the map, wrapped in u
// and v.
typedef enum tr_domain { TR_DOMAIN_SPHERE, TR_DOMAIN_PLANE, TR_DOMAIN_COUNT } tr_domain;

// Octaves of lattice noise, for layers and for warps.
typedef struct tr_fractal {
    tr_basis basis;
    tr_interpolation interpolation;
    tr_fractal_shape shape;
    tr_domain domain;
    tr_number start;       // first octave; octave k has frequency scale * lacunarity^k per radius
    tr_number octaves;     // how many, 1 … TR_MAX_OCTAVES
    tr_number persistence; // amplitude of one octave over the one before
    tr_number lacunarity;
    tr_number scale;
    double stretch[3]; // multiplies x, y, z before the lattice: (1, 6, 1) gives bands
} tr_fractal;

typedef struct tr_voronoi {
    tr_voronoi_value value;
    tr_metric metric; // the edge is measured in that of Euclid only
    tr_domain domain;
    double density;    // sites on the whole sphere or map, tr_voronoi_least_sites(value) … TR_MAX_SITES
    double randomness; // 0: as evenly spread as darts can be, 1: as they fall
} tr_voronoi;

typedef struct tr_craters {
    double density;                // craters on the whole sphere, 1 … TR_MAX_SITES
    double radius_min, radius_max; // in planet radii
    double slope;                  // N(>R) ~ R^-slope
    double transition;             // from bowls to floors with central peaks, in planet radii
} tr_craters;

// Spots lie as craters do, with the density and the radii of tr_craters.
typedef struct tr_spots {
    tr_spot_value value;
    double reach; // where they end, in their radii
    double lobes; // 0: round, 1: drawn in and out like petals
} tr_spots;

typedef struct tr_arcs {
    tr_arc_value value;
    double density;                // arcs on the whole sphere, 1 … TR_MAX_ARCS
    double families;               // sets that run side by side, 0: none
    double off_centre;             // of their circles from great ones: sine
    double length_min, length_max; // in planet radii
    double width_min, width_max;   // from the middle to where a line is gone, in planet radii
    double slope;                  // N(>width) ~ width^-slope
    double cycloids;               // share that are chains of bows
} tr_arcs;

typedef struct tr_streets {
    tr_street_value value;
    double density;    // districts on the whole sphere, 2 … TR_MAX_DISTRICTS
    double randomness; // as of a Voronoi field
    double scale;      // blocks of the first level in a radius
    double levels;     // of ever finer streets
    double width;      // of the widest streets, in planet radii
    double avenue;     // of the roads between districts
    double radial;     // share of districts with rings and spokes
    double fill;       // share of blocks that finer streets divide
} tr_streets;

// What lies beyond the edges of midpoint displacement on the plane.
typedef enum tr_border {
    TR_BORDER_WRAP, // the other end
    TR_BORDER_OPEN, // nothing
    TR_BORDER_LOW,  // nothing, and the edges are given: -1 makes an island,
    TR_BORDER_ZERO, // 0 joins maps together,
    TR_BORDER_HIGH, // 1 makes a basin
    TR_BORDER_COUNT
} tr_border;

// Midpoint displacement, diamond-square and Olsen noise: a lattice that is refined level by level. Round the
// sphere it covers the faces of a cube.
typedef struct tr_displacement {
    tr_domain domain;
    tr_number persistence; // amplitude of one level over that of the one before; Olsen noise has none
    double cells;   // of level 0: along an edge of the cube, or across the map; on the plane 0 stands for a
                    // field that never repeats
    double levels;  // refinements; Olsen noise counts level 0 too
    bool six_point; // older neighbours count double
    bool tent;      // Olsen noise: a smoother blur
    double x, y, columns;     // plane: the window of samples that the map shows; 0 columns: one whole period
    tr_border border;         // midpoint displacement, plane
    char from[TR_NAME_BYTES]; // midpoint displacement: an earlier layer of lattice noise to start from; ""
    int point_count;          // midpoint displacement: points that have their value from the start:
    double points[TR_MAX_POINTS][3]; // latitude and longitude in degrees (plane: u and v), value
} tr_displacement;

// What a terrain knows of a place.
typedef enum tr_terrain_value {
    TR_TERRAIN_HEIGHT, // metres, the sea at 0
    TR_TERRAIN_CRUST,  // how continental the ground is: 0 at the coast, above it on land, about -1 … 1
    TR_TERRAIN_RAIN,   // 0 in a desert, 1 in a rain forest
    TR_TERRAIN_RELIEF, // metres between the lowest and the highest ground around
    TR_TERRAIN_UPLIFT, // metres that mountains were pushed up there, before water wore them down
    TR_TERRAIN_FLOW,   // water that runs through, by doublings: 0 on ridges, 1 at the mouth of a great river
    TR_TERRAIN_BORDER, // 1 where plates close fast, -1 where they part, 0 far from their borders
    TR_TERRAIN_RIVER,  // how much of a texel is river, 0 … 1
    TR_TERRAIN_BED,    // metres that the ground does not rise above beside a river; 10^6 far from all
    TR_TERRAIN_LAKE,   // metres of water in lakes, below 0 around them, -100 far from all
    TR_TERRAIN_LEVEL,  // metres of the surface of a lake that is near, else of the ground
    TR_TERRAIN_COUNT
} tr_terrain_value;

// Continents, mountains, seas and rain of a whole planet: plates that drift, climate, erosion.
typedef struct tr_terrain {
    tr_terrain_value value;
    double cells;          // along an edge of the cube round the sphere
    double plates;         // how many
    double continental;    // share of them that carry a continent
    double land;           // share of the planet above the sea
    double hot_spots;      // how much rises far from any border; 1 as on Earth
    double erosion;        // steps of wearing down
    double wetness;        // added to the rain
    double rivers;         // how wide they are; 1 as on Earth
    double lakes;          // how deep ice has scoured their basins; 1 as on Earth
    tr_number scale;       // of the continents: cells of noise per radius
    tr_number mountains;   // how high they are; 1 as on Earth
    tr_number noisiness;   // how much noise disturbs borders and coasts
    tr_number persistence; // of the noise of coasts
} tr_terrain;

// Valleys and spurs finer than the lattice of a terrain, cut down its slopes.
typedef struct tr_gullies {
    tr_number scale;       // of the first octave: gullies side by side in a radius
    tr_number octaves;     // 1 … TR_MAX_GULLIES
    tr_number persistence; // depth of one octave over the one before
    tr_number strength;    // how steep their sides are, over the slope that they run down
} tr_gullies;

// Which vortices of a flow a layer shows.
typedef enum tr_vortex_choice {
    TR_VORTICES_ALL,
    TR_VORTICES_STORMS,
    TR_VORTICES_PEARLS,
    TR_VORTICES_SMALL,
    TR_VORTICES_COUNT
} tr_vortex_choice;

// ---- layers ------------------------------------------------------------------------------------

// Limits where something is: 0 where the channel is `from`, 1 where it is `to`, smooth between.
typedef struct tr_where {
    char channel[TR_NAME_BYTES]; // "" for everywhere
    double from, to;
} tr_where;

typedef enum tr_join {
    TR_JOIN_ADD,
    TR_JOIN_MULTIPLY,
    TR_JOIN_MAX,
    TR_JOIN_MIN,
    TR_JOIN_MIX,
    TR_JOIN_COUNT
} tr_join;

// One layer: v = amount * curve(fold(field)) + offset; then channel `into` becomes join(channel, v), as far
// as `where` says.
typedef struct tr_layer {
    char name[TR_NAME_BYTES];
    tr_field_kind field;
    tr_fractal fractal; // the one that `field` names is used
    tr_voronoi voronoi;
    tr_craters craters;
    tr_displacement displacement;
    double share; // of the area, 0 … 1: added, that much of the channel comes to lie above 0
    tr_terrain terrain;
    tr_spots spots;
    tr_arcs arcs;
    tr_streets streets;
    tr_gullies gullies;
    char channel[TR_NAME_BYTES]; // that a field of the kind `channel` is
    char owner[TR_NAME_BYTES];   // an earlier layer whose Voronoi sites, craters, arcs, districts or terrain
                                 // this one uses; of spots also a twist, whose centres they are; "" for its own
                                 // (gullies have none)
    char flow[TR_NAME_BYTES];    // vortices, stretch: the warp that they are of
    tr_vortex_choice which;      // vortices
    double direction[3];         // of an axis, of any length
    char warp[TR_NAME_BYTES];    // displaces where the field is looked up; "" for none
    bool fold;                   // |field|
    int curve_points;            // 0: no curve
    double curve[TR_MAX_CURVE_POINTS][2];
    tr_number amount, offset;
    tr_where where;
    tr_join join;
    char into[TR_NAME_BYTES]; // channel
} tr_layer;

typedef enum tr_warp_kind {
    TR_WARP_NOISE, // moves each point by `amount` times a vector of three fractal noises
    TR_WARP_TWIST, // turns the surroundings of random centres, like storms do
    TR_WARP_FLOW,  // moves each point to where the winds of a giant bring its air from
    TR_WARP_COUNT
} tr_warp_kind;

// The winds of a flow: see noise/flow.h.
typedef struct tr_winds {
    double cells; // of the lattice, along an edge of the cube
    tr_number time, turbulence, turns;
    double jets, jet_width, equator, equator_width;
    double storms, storm_radius, storm_latitude, storm_longitude;
    double pearls, pearl_radius, pearl_latitude, pearl_longitude;
    double vortices, radius_min, radius_max;
    tr_fractal eddies; // plain, round the sphere
} tr_winds;

typedef struct tr_warp {
    char name[TR_NAME_BYTES];
    tr_warp_kind kind;
    char after[TR_NAME_BYTES];         // an earlier warp whose result this one moves on; "" for none
    tr_number amount;                  // noise: in radii; twist: radians at a centre
    double steps;                      // noise: the way is gone in so many steps, each looks at the noise anew
    tr_fractal fractal;                // of a noise warp (sphere only, plain)
    tr_winds winds;                    // of a flow
    double density;                    // twist: centres on the whole sphere
    double radius_min, radius_max;     // twist: in radii
    double latitude_min, latitude_max; // twist: degrees, of both hemispheres
} tr_warp;

// ---- colour ------------------------------------------------------------------------------------

typedef struct tr_stop {
    double position;
    uint8_t srgb[3]; // in coats of colour
    double value;    // in coats of numbers, 0 … 1
} tr_stop;

// One row of a gradient over two channels: a gradient of its own.
typedef struct tr_row {
    double position;            // in the second channel
    int first_stop, stop_count; // in tr_recipe.stops, positions ascending
} tr_row;

typedef enum tr_blend { TR_BLEND_NORMAL, TR_BLEND_MULTIPLY, TR_BLEND_ADD, TR_BLEND_COUNT } tr_blend;

// One coat of colour, or of numbers: a gradient over a channel, or over two, laid over the coats before it.
typedef struct tr_paint {
    char name[TR_NAME_BYTES];
    char channel[TR_NAME_BYTES];
    int first_stop, stop_count; // in tr_recipe.stops, positions ascending
    char across[TR_NAME_BYTES]; // the second channel; "" for none
    int first_row, row_count;   // in tr_recipe.rows, positions rising: with a second channel instead of stops
    tr_blend blend;
    tr_number strength;
    tr_where where;
} tr_paint;

typedef struct tr_coats {
    int count;
    tr_paint paints[TR_MAX_PAINTS];
} tr_coats;

// Clouds: a shell over the ground, whose layers write channels of their own.
typedef struct tr_clouds {
    double altitude_km;
    tr_coats colour, cover; // over white, and numbers over 0 (clear) … 1 (nothing shows through)
} tr_clouds;

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
    double forwardness;   // 0 … 1: how much of what haze scatters goes on ahead (g)
    double ozone;         // of ozone, in green; the Earth's: 0.03. It keeps the sky blue when the sun is low
    double glow;          // 0: sunlight alone makes it bright, 1: it shines by itself, evenly round the planet
} tr_air;

// Rings in the plane of the equator: how opaque and which colour they are follows from the distance to the
// centre alone (rings.h).
typedef struct tr_rings {
    double inner, outer;        // in planet radii
    double opacity;             // 0 … 1: of the densest parts, seen from straight above; 0: no rings
    double fill;                // 0 … 1: 1 is a broad sheet, 0.2 a few thin lines
    double detail;              // lines across the breadth, before octaves of finer ones
    double gaps;                // how many dark gaps moons have swept
    int first_stop, stop_count; // in tr_recipe.stops: colour from the inner edge (0) to the outer one (1)
} tr_rings;
// How the colours of a planet differ from those that its coats say, so that planets with one palette are not
// twins.
typedef struct tr_tint {
    double hue_deg;   // turns hues, in OKLab
    double chroma;    // times as colourful
    double lightness; // -1 … 1: darker … lighter; black and white stay
    bool light;       // of what glows, too
} tr_tint;

// ---- the planet --------------------------------------------------------------------------------

typedef struct tr_recipe {
    char type[TR_NAME_BYTES];
    uint64_t seed;    // 0 … 2^63-1
    double radius_km; // 0.1 … 200000
    double tilt_deg;  // of the axis
    double knobs[TR_KNOB_COUNT];
    double height_min_m, height_max_m; // what 0 and 65535 of the height map mean; sea level is 0 m
    double relief;                     // how many times steeper than nature the normal map is
    double mesh_columns; // 0: a ball. Else the height displaces the ground: the planet is a mesh of so many
                         // columns, and its normal map holds what the mesh does not
    bool sea;            // liquid covers what lies below 0 m: normals are flat there
    double emission_strength;
    bool gas;              // what is seen is gas or cloud: pictures from nearby add no grain of rock
    bool night_lights;     // what glows are lamps, which are out by day
    double limb_darkening; // u: what glows is 1 - u (1 - mu) times as bright where it is seen at the cosine mu
    tr_air air;
    tr_rings rings;
    tr_tint tint; // of the albedo
    int warp_count, layer_count, stop_count, row_count;
    tr_warp warps[TR_MAX_WARPS];
    tr_layer layers[TR_MAX_LAYERS];
    tr_coats albedo, emission;
    tr_coats roughness, metal; // numbers, over TR_PLAIN_ROUGHNESS and over 0
    tr_coats water;            // numbers, over 0: how much rivers and lakes cover; count 0: there are none
    tr_clouds clouds;          // cover.count 0: there are none
    tr_stop stops[TR_MAX_STOPS];
    tr_row rows[TR_MAX_ROWS];
} tr_recipe;

// The value of a number under the recipe's knobs.
static inline double tr_number_value(tr_number number, const tr_recipe *recipe) {
    return number.knob == TR_KNOB_NONE ? number.plus : number.plus + number.times * recipe->knobs[number.knob];
}

// Roughness where no coat says more: of rock and forest. Bare rock reflects like 0.85, leaves like 0.9, sand
// like 0.95, fresh snow like 0.55, a sea in light wind like 0.25 (its waves' slopes: Cox and Munk 1954).
#define TR_PLAIN_ROUGHNESS 0.9

// The maps that a planet has: bits 1 << TR_MAP_….
unsigned tr_recipe_maps(const tr_recipe *recipe);
static inline bool tr_recipe_has_rings(const tr_recipe *recipe) { return recipe->rings.opacity > 0; }

// What values a layer can have after fold, curve, amount and offset; of distances what is usual.
void tr_layer_reach(const tr_recipe *recipe, const tr_layer *layer, double *low, double *high);

// Checks what cannot be seen in one value alone: that names of channels, warps and sites are known where they
// are used, and that ranges are not empty. Errors: TR_BAD_INPUT with the JSON path of the first one that is
// wrong.
tr_status tr_recipe_check(const tr_recipe *recipe, tr_error *error);

// The channels of a recipe, in the order in which layers first write them; "height" is always the first.
// Returns how many there are, at most TR_MAX_CHANNELS.
int tr_recipe_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]);

// The land share that a recipe asks for: of the last layer that is a share of the height and no more. Negative
// where there is none.
double tr_recipe_asked_land(const tr_recipe *recipe);

// The layer whose sites or terrain a layer of the recipe uses: itself, unless it names another.
const tr_layer *tr_recipe_owner(const tr_recipe *recipe, const tr_layer *layer);

// The twist whose centres are the spots of a layer that owns its sites; NULL where they are spread for
// themselves.
const tr_warp *tr_recipe_twist_of(const tr_recipe *recipe, const tr_layer *owner);
