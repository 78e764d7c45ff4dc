// The parameter tables of all recipes. The tables of kinds of fields and warps are in the files of these kinds.
#include "recipe/recipe.h"
#include "recipe/rows.h"

#include <stdio.h>
#include <string.h>

const char *const tr_knob_names[] = {"", "noisiness", "persistence", "octaves", NULL};

static const char *const join_names[] = {"add", "multiply", "max", "min", "mix", NULL};
const char *const tr_liquid_names[] = {"water", "lava", "acid", "methane", NULL};
const char *const tr_own_raw_names[] = {"guessed", "u16", "u16be", "s16", "s16be", "f32", "f32be", NULL};
static const char *const own_channel_names[] = {"grey", "red", "green", "blue", "alpha", NULL};
static const char *const own_projection_names[] = {"equirect",   "cube-row",  "cube-column",
                                                   "cube-cross", "cube-grid", NULL};
const char *const tr_own_kind_names[] = {"height", "land",   "uplift", "temperature", "rain",
                                         "biome",  "colour", "clouds", "emission",    NULL};
static const char *const blend_names[] = {"normal", "multiply", "add", NULL};

static const char *const tool_names[] = {"land",   "sea",     "raise", "lower", "mountains", "flatten",
                                         "warm",   "cool",    "wet",   "dry",   "biome",     "colour",
                                         "crater", "volcano", "erase", NULL};
// What lists of names of biomes begin with.
#define BIOME_NAMES                                                                                            \
    "sea", "sea ice", "lake or river", "snow and ice", "tundra", "alpine", "cold desert", "taiga",             \
        "temperate grassland", "shrubland", "temperate forest", "temperate rain forest", "hot desert",         \
        "savanna", "tropical seasonal forest", "tropical rain forest", "wetland"
const char *const tr_biome_names[] = {BIOME_NAMES, NULL};

const uint8_t tr_biome_colours[TR_BIOME_COUNT][3] = {
    {38, 70, 112},   {190, 214, 226}, {70, 130, 180}, {245, 248, 250}, {148, 160, 140}, {150, 140, 150},
    {190, 176, 150}, {60, 98, 88},    {176, 186, 96}, {170, 140, 80},  {76, 130, 60},   {30, 96, 70},
    {236, 208, 140}, {206, 190, 70},  {120, 160, 40}, {16, 110, 30},   {96, 130, 120}};
const double tr_biome_climates[TR_BIOME_COUNT][2] = {
    {11, 0.6}, {-20, 0.3}, {11, 0.6},  {-35, 0.5},  {-7, 0.3},  {-7, 0.3},  {2, 0},     {1, 0.7},  {2, 0.22},
    {14, 0.2}, {11, 0.62}, {12, 0.95}, {25, -0.05}, {25, 0.38}, {24, 0.65}, {26, 0.95}, {14, 0.95}};

const char *tr_biome_instead(int biome) {
    static const char *const instead[TR_BIOME_COUNT] = {
        "the tool sea", "the tools sea and cool",
        "the tool lower: rain fills the basin", [5] = "tundra on high ground"};
    return instead[biome];
}

const char *const tr_meaning_names[TR_MEANS_MOUNTAINS + 2] = {BIOME_NAMES, "land", "mountains", NULL};

const char *const tr_named_kind_names[] = {"name", "city", "volcano", "crater", "island", NULL};

static const tr_list_type named_places = {&tr_named_table, NULL, sizeof(tr_named_place), TR_MAX_NAMED_PLACES,
                                          "places"};
static const tr_list_type strokes = {&tr_stroke_table, NULL, sizeof(tr_stroke), TR_MAX_STROKES, "strokes"};
static const tr_list_type warps = {&tr_warp_table, "noise", sizeof(tr_warp), TR_MAX_WARPS, "warps"};
static const tr_list_type own_maps = {&tr_own_map_table, NULL, sizeof(tr_own_map), TR_MAX_OWN_MAPS, "maps"};
static const tr_list_type legend = {&tr_legend_table, NULL, sizeof(tr_legend_entry), TR_MAX_LEGEND,
                                    "colours of the legend"};
static const tr_list_type layers = {&tr_layer_table, "constant", sizeof(tr_layer), TR_MAX_LAYERS, "layers"};
static const tr_list_type colour_paints = {&tr_paint_table, NULL, sizeof(tr_paint), TR_MAX_PAINTS,
                                           "paint layers for one map"};
static const tr_list_type number_paints = {&tr_number_paint_table, NULL, sizeof(tr_paint), TR_MAX_PAINTS,
                                           "paint layers for one map"};
#define PAINTS(of, member, type)                                                                               \
    TR_PARAMETER_LIST, .offset = offsetof(of, member.paints), .count = offsetof(of, member.count), .list = &type

// Long lines: one line per row.
// clang-format off

#define AT(member) .offset = offsetof(tr_air, member)
static const tr_parameter air_rows[] = {
    {"colour", COLOUR, AT(srgb), .label = "Gas colour", .what = "colour of the light that the gas scatters; Earth: 74acff", .effect = INSTANT},
    {"thickness", NUMBER, AT(thickness), .low = 0, .high = 1, .fallback = 0, .unit = "radii", .label = "Thickness", .what = "height of the atmosphere in planet radii, 7 scale heights of gas; 0: none", .slide_low = 0, .slide_high = 0.2, .effect = INSTANT},
    {"density", NUMBER, AT(density), .low = 0, .high = 20, .fallback = 0.26, .label = "Gas density", .what = "amount of gas, as its optical depth straight up: higher is bluer and hazier; Earth: 0.26", .slide_low = 0, .slide_high = 3, .effect = INSTANT},
    {"haze", NUMBER, AT(haze), .low = 0, .high = 20, .fallback = 0, .label = "Haze", .what = "amount of haze, as its optical depth straight up: clear 0.01, dusty 0.3", .slide_low = 0, .slide_high = 3, .effect = INSTANT},
    {"haze_colour", COLOUR, AT(haze_srgb), .label = "Haze colour", .what = "colour of the light that haze scatters; it absorbs the rest", .effect = INSTANT},
    {"haze_height", NUMBER, AT(haze_height), .low = 0.05, .high = 4, .fallback = 0.15, .label = "Haze height", .what = "how high haze reaches, compared with the gas", .slide_low = 0.05, .slide_high = 1, .effect = INSTANT},
    {"anisotropy", NUMBER, AT(anisotropy), .low = 0, .high = 0.95, .fallback = 0.8, .label = "Haze glare", .what = "higher: brighter haze around the sun", .effect = INSTANT},
    {"ozone", NUMBER, AT(ozone), .low = 0, .high = 1, .fallback = 0, .label = "Ozone", .what = "amount of ozone, as its optical depth straight up: higher is a deeper blue at dusk; Earth: 0.03", .slide_low = 0, .slide_high = 0.2, .effect = INSTANT},
    {"glow", NUMBER, AT(glow), .low = 0, .high = 1, .fallback = 0, .label = "Glow", .what = "0: lit by the sun; 1: shines by itself, as around stars", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_air_table = TR_PARAMETER_TABLE("air.", air_rows);

#define AT(member) .offset = offsetof(tr_rings, member)
static const tr_parameter rings_rows[] = {
    {"inner", NUMBER, AT(inner), .low = 1, .high = 10, .fallback = 1.3, .unit = "radii", .label = "Inner edge", .what = "distance of the inner edge from the planet's centre, in planet radii", .slide_low = 1, .slide_high = 4, .effect = INSTANT},
    {"outer", NUMBER, AT(outer), .low = 1, .high = 10, .fallback = 2.2, .unit = "radii", .label = "Outer edge", .what = "distance of the outer edge from the planet's centre, in planet radii", .slide_low = 1, .slide_high = 4, .effect = INSTANT},
    {"opacity", NUMBER, AT(opacity), .low = 0, .high = 1, .fallback = 0, .label = "Opacity", .what = "opacity of the densest parts; 0: no rings", .effect = INSTANT},
    {"coverage", NUMBER, AT(coverage), .low = 0, .high = 1, .fallback = 0.8, .label = "Coverage", .what = "1: a broad sheet, 0.2: a few thin lines", .effect = INSTANT},
    {"detail", NUMBER, AT(detail), .low = 1, .high = 200, .fallback = 7, .label = "Lines", .what = "how many lines cross the rings; finer ones are added", .slide_low = 1, .slide_high = 40, .effect = INSTANT},
    {"gaps", WHOLE, AT(gaps), .low = 0, .high = 16, .fallback = 2, .label = "Gaps", .what = "how many gaps there are, as moons clear them", .effect = INSTANT},
    {"tiers", NUMBER, AT(tiers), .low = 0, .high = 1, .fallback = 0, .label = "Bands", .what = "0: one even sheet; 1: dense and translucent bands with sharp edges, and waves in them", .effect = INSTANT},
    {"colour", TR_PARAMETER_STOPS, AT(gradient), .label = "Colours", .what = "gradient from the inner edge, 0, to the outer one, 1: [[position, \"rrggbb\"], ...]", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_rings_table = TR_PARAMETER_TABLE("rings.", rings_rows);

#define AT(member) .offset = offsetof(tr_tint, member)
static const tr_parameter tint_rows[] = {
    {"hue_deg", NUMBER, AT(hue_deg), .low = -180, .high = 180, .fallback = 0, .unit = "degrees", .label = "Hue", .what = "shifts all hues", .effect = INSTANT},
    {"chroma", NUMBER, AT(chroma), .low = 0, .high = 3, .fallback = 1, .label = "Saturation", .what = "0: grey; 1: unchanged; higher: more colourful", .slide_low = 0, .slide_high = 2, .effect = INSTANT},
    {"lightness", NUMBER, AT(lightness), .low = -1, .high = 1, .fallback = 0, .label = "Lightness", .what = "-1: darkest; 1: lightest; black and white stay", .effect = INSTANT},
    {"light", FLAG, AT(light), .label = "Tint emission", .what = "changes the colours of the emission, too", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_tint_table = TR_PARAMETER_TABLE("tint.", tint_rows);

#define AT(member) .offset = offsetof(tr_clouds, member)
static const tr_parameter clouds_rows[] = {
    {"altitude_km", NUMBER, AT(altitude_km), .low = 0, .high = 1000, .fallback = 6, .unit = "km", .label = "Altitude", .what = "height of the clouds above the ground", .slide_low = 0, .slide_high = 60, .effect = INSTANT},
    {"colour", PAINTS(tr_clouds, colour, colour_paints), .label = "Cloud colour", .what = "colour layers of the clouds, over white", .effect = INSTANT},
    {"cover", PAINTS(tr_clouds, cover, number_paints), .label = "Cloud cover", .what = "layers of cloud cover, over 0; 1 hides the ground; none: no clouds", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_clouds_table = TR_PARAMETER_TABLE("clouds.", clouds_rows);

#define AT(member) .offset = offsetof(tr_where, member)
static const tr_parameter where_rows[] = {
    {"channel", NAME, AT(channel), .size = TR_NAME_BYTES, .label = "Mask channel", .what = "channel that limits where it shows", .effect = BAKES},
    {"from", NUMBER, AT(from), .low = -1e9, .high = 1e9, .fallback = 0, .label = "Mask from", .what = "value of that channel where it begins to show", .slide_low = -1, .slide_high = 1, .effect = BAKES},
    {"to", NUMBER, AT(to), .low = -1e9, .high = 1e9, .fallback = 1, .label = "Mask to", .what = "value of that channel where it shows fully", .slide_low = -1, .slide_high = 1, .effect = BAKES},
};
#undef AT
const tr_parameter_table tr_where_table = TR_PARAMETER_TABLE("layers.NAME.where.", where_rows);

#define AT(member) .offset = offsetof(tr_layer, member)
static const tr_parameter layer_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the layer", .effect = REFORMS},
    {"field", TR_PARAMETER_KIND, AT(kind), .label = "Field", .what = "kind of noise or shape", .effect = REFORMS},
    {"warp", NAME, AT(warp), .size = TR_NAME_BYTES, .label = "Distortion", .what = "distortion that displaces it", .effect = BAKES},
    {"absolute", FLAG, AT(absolute), .label = "Absolute value", .what = "turns negative values into positive ones, which gives creases", .effect = BAKES},
    {"curve", TR_PARAMETER_CURVE, AT(curve), .label = "Curve", .what = "piecewise-linear curve: [[x, y], ...]", .effect = BAKES},
    {"amount", KNOBBED, AT(amount), .low = -1e9, .high = 1e9, .fallback = 1, .label = "Amount", .what = "strength of the layer: its values times this number", .slide_low = -1, .slide_high = 1, .effect = BAKES},
    {"offset", KNOBBED, AT(offset), .low = -1e9, .high = 1e9, .fallback = 0, .label = "Offset", .what = "is added to all values of the layer", .slide_low = -1, .slide_high = 1, .effect = BAKES},
    {"where", STRUCT, AT(where), .table = &tr_where_table, .label = "Mask", .what = "mask that limits the layer", .effect = BAKES},
    {"join", CHOICE, AT(join), .names = join_names, .label = "Blend mode", .what = "how it combines with the layers before it", .effect = BAKES},
    {"into", NAME, AT(into), .size = TR_NAME_BYTES, .usual = "height", .label = "Channel", .what = "channel that it changes", .effect = BAKES},
};
#undef AT
const tr_parameter_table tr_layer_table = TR_PARAMETER_TABLE("layers.NAME.", layer_rows);

#define AT(member) .offset = offsetof(tr_stroke, member)
static const tr_parameter stroke_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the stroke", .effect = BAKES},
    {"tool", CHOICE, AT(tool), .names = tool_names, .label = "Tool", .what = "what the stroke paints; erase takes away what strokes before it painted", .effect = BAKES},
    {"points", TR_PARAMETER_PATH, AT(points), .label = "Points", .what = "where it goes: latitude and longitude, then a difference of both for each further point, as whole numbers of 1/10000 degree: \"450000 120000 -5000 20000\"", .effect = BAKES},
    {"closed", FLAG, AT(closed), .label = "Filled", .what = "the points are the border of an area, which is filled; the smaller side of the border is inside", .effect = BAKES},
    {"radius", NUMBER, AT(radius), .low = 0.0001, .high = 60, .fallback = 2, .unit = "degrees", .label = "Brush radius", .what = "radius of the brush, as an angle at the centre of the planet; 1 degree is 111 km on Earth", .slide_low = 0.05, .slide_high = 20, .logarithmic = true, .effect = BAKES},
    {"softness", NUMBER, AT(softness), .low = 0, .high = 1, .fallback = 0.5, .label = "Softness", .what = "0: a hard edge; 1: falls off from the middle on", .effect = BAKES},
    {"strength", NUMBER, AT(strength), .low = 0, .high = 1, .fallback = 1, .label = "Strength", .what = "how much it covers what is below it; 0: nothing", .effect = BAKES},
    {"height_m", NUMBER, AT(height_m), .low = -100000, .high = 100000, .fallback = 1000, .unit = "m", .label = "Height", .what = "of raise and lower: by how much; of flatten: the height that the ground gets; of crater and volcano: depth and height", .slide_low = 0, .slide_high = 8000, .effect = BAKES},
    {"colour", COLOUR, AT(srgb), .label = "Colour", .what = "colour that the tool colour paints", .effect = BAKES},
    {"biome", CHOICE, AT(biome), .names = tr_biome_names, .fallback = 10, .label = "Biome", .what = "biome that the tool biome paints", .effect = BAKES},
};
#undef AT
const tr_parameter_table tr_stroke_table = TR_PARAMETER_TABLE("strokes.NAME.", stroke_rows);
#define AT(member) .offset = offsetof(tr_named_place, member)
static const tr_parameter named_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the place", .effect = INSTANT},
    {"kind", CHOICE, AT(kind), .names = tr_named_kind_names, .label = "Kind", .what = "name: only a name; city: lights at night, on types with such lights; volcano, crater and island shape the ground", .effect = BAKES},
    {"lat_deg", NUMBER, AT(lat_deg), .low = -90, .high = 90, .fallback = 0, .unit = "degrees", .label = "Latitude", .what = "latitude of the place, north is positive", .effect = BAKES},
    {"lon_deg", NUMBER, AT(lon_deg), .low = -180, .high = 180, .fallback = 0, .unit = "degrees", .label = "Longitude", .what = "longitude of the place, east is positive", .effect = BAKES},
    {"radius_km", NUMBER, AT(radius_km), .low = 0, .high = 5000, .fallback = 0, .unit = "km", .label = "Place radius", .what = "radius of the city, volcano, crater or island; 0: usual for its kind", .slide_low = 0, .slide_high = 500, .effect = BAKES},
    {"height_m", NUMBER, AT(height_m), .low = 0, .high = 20000, .fallback = 0, .unit = "m", .label = "Place height", .what = "height of the volcano, or depth of the crater; 0: usual for its radius", .slide_low = 0, .slide_high = 8000, .effect = BAKES},
};
#undef AT
const tr_parameter_table tr_named_table = TR_PARAMETER_TABLE("places.NAME.", named_rows);

#define AT(member) .offset = offsetof(tr_own_map, member)
#define TWO VECTOR, .size = 2 * sizeof(double)
static const tr_parameter own_map_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Kind", .what = "height, land, uplift, temperature, rain, biome, colour, clouds or emission; another name is a channel that layers read", .effect = REFORMS},
    {"file", TR_PARAMETER_FILE, AT(file), .size = TR_FILE_BYTES, .label = "File", .what = "picture in the recipe's folder or below it; {face} in its name: a file for each face of a cube, px, nx, py, ny, pz and nz", .effect = REFORMS},
    {"sha256", NAME, AT(sha256), .size = TR_DIGEST_BYTES, .label = "SHA-256", .what = "checksum of the file, by which a changed file is noticed", .effect = INSTANT},
    {"strength", NUMBER, AT(strength), .low = 0, .high = 1, .fallback = 1, .label = "Strength", .what = "1: the planet follows the map; 0: it ignores it", .effect = REFORMS},
    {"range_m", TWO, AT(range_m), .low = -1e6, .high = 1e6, .fallback = 0, .unit = "m", .label = "Heights", .what = "of a height map: heights of black and of white in metres, sea level is 0; both 0: by the file", .slide_low = -20000, .slide_high = 20000, .effect = REFORMS},
    {"range", TWO, AT(range), .low = -1e6, .high = 1e6, .fallback = 0, .label = "Range", .what = "of other maps: what black and white mean, of a temperature in degrees Celsius; both 0: -40 and 40 of a temperature, else 0 and 1", .slide_low = -50, .slide_high = 50, .effect = REFORMS},
    {"sea_percent", NUMBER, AT(sea_percent), .low = -1, .high = 100, .fallback = -1, .unit = "%", .label = "Sea grey", .what = "of a height map: the grey that is sea level, 0 black, 100 white; -1: by the heights or the map itself", .effect = REFORMS},
    {"softness", NUMBER, AT(softness), .low = 0, .high = 10, .fallback = 1, .label = "Softness", .what = "of a map of land: how far Terrella moves its coast to add bays and capes; 0: not at all; 1: less than 0.5 % of the map's texels change", .slide_low = 0, .slide_high = 4, .effect = REFORMS},
    {"west_deg", NUMBER, AT(west_deg), .low = -360, .high = 360, .fallback = -180, .unit = "degrees", .label = "Left edge", .what = "longitude of the left edge of a map of the whole globe", .effect = REFORMS},
    {"region_deg", VECTOR, .size = 4 * sizeof(double), AT(region_deg), .low = -540, .high = 540, .fallback = 0, .unit = "degrees", .label = "Region", .what = "of a map of a part of the globe: its west, south, east and north edge; all 0: the whole globe", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"channel", CHOICE, AT(channel), .names = own_channel_names, .label = "Channel", .what = "which channel of a coloured picture counts", .effect = REFORMS},
    {"projection", CHOICE, AT(projection), .names = own_projection_names, .label = "Projection", .what = "longitude and latitude, or six faces of a cube in one picture, as exports of cube faces in one picture have them; cube-grid: +X -X +Y, below them -Y +Z -Z", .effect = REFORMS},
    {"raw", CHOICE, AT(raw), .names = tr_own_raw_names, .label = "Raw numbers", .what = "of a file without a header (.r16, .r32, .raw): its numbers; be: the byte order of big-endian; guessed: by its name and length", .effect = REFORMS},
    {"raw_size", TWO, AT(raw_size), .low = 0, .high = 65536, .fallback = 0, .unit = "texels", .label = "Raw size", .what = "of a file without a header: its width and height; 0: twice as wide as high, by its length", .slide_low = 0, .slide_high = 16384, .effect = REFORMS},
};
#undef TWO
#undef AT
const tr_parameter_table tr_own_map_table = TR_PARAMETER_TABLE("maps.NAME.", own_map_rows);
#define AT(member) .offset = offsetof(tr_legend_entry, member)
static const tr_parameter legend_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the colour", .effect = INSTANT},
    {"colour", COLOUR, AT(srgb), .label = "Map colour", .what = "colour in the picture", .effect = REFORMS},
    {"means", CHOICE, AT(means), .names = tr_meaning_names, .fallback = TR_MEANS_LAND, .label = "Meaning", .what = "a biome; land: the climate decides; mountains: only on maps of land", .effect = REFORMS},
};
#undef AT
const tr_parameter_table tr_legend_table = TR_PARAMETER_TABLE("legend.NAME.", legend_rows);

#define AT(member) .offset = offsetof(tr_warp, member)
static const tr_parameter warp_rows[] = {
    {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the distortion", .effect = REFORMS},
    {"kind", TR_PARAMETER_KIND, AT(kind), .label = "Kind", .what = "how it displaces", .effect = REFORMS},
    {"after", NAME, AT(after), .size = TR_NAME_BYTES, .label = "After", .what = "distortion that it continues", .effect = BAKES},
};
#undef AT
const tr_parameter_table tr_warp_table = TR_PARAMETER_TABLE("warps.NAME.", warp_rows);

#define AT(member) .offset = offsetof(tr_paint, member)
#define PAINT_NAME {"name", NAME, AT(name), .size = TR_NAME_BYTES, .label = "Name", .what = "name of the layer", .effect = INSTANT}
#define PAINT_CHANNEL {"channel", NAME, AT(channel), .size = TR_NAME_BYTES, .label = "Channel", .what = "channel that the gradient reads", .effect = INSTANT}
#define PAINT_BLEND {"blend", CHOICE, AT(blend), .names = blend_names, .label = "Blend mode", .what = "how it combines with what is below", .effect = INSTANT}
#define PAINT_STRENGTH {"strength", KNOBBED, AT(strength), .low = 0, .high = 10, .fallback = 1, .label = "Strength", .what = "how much it covers what is below; 0: nothing", .slide_low = 0, .slide_high = 1, .effect = INSTANT}
#define PAINT_WHERE {"where", STRUCT, AT(where), .table = &tr_where_table, .label = "Mask", .what = "mask that limits where it covers", .effect = INSTANT}
static const tr_parameter paint_rows[] = {
    PAINT_NAME,
    PAINT_CHANNEL,
    {"stops", TR_PARAMETER_STOPS, AT(gradient), .label = "Gradient", .what = "gradient: [[position, \"rrggbb\"], ...]", .effect = INSTANT},
    {"across", NAME, AT(across), .size = TR_NAME_BYTES, .label = "Second channel", .what = "second channel: the gradient then has rows instead of stops", .effect = INSTANT},
    {"rows", TR_PARAMETER_ROWS, AT(rows), .label = "2D gradient", .what = "gradient over both: [[position across, [[position, \"rrggbb\"], ...]], ...]", .effect = INSTANT},
    PAINT_BLEND,
    PAINT_STRENGTH,
    PAINT_WHERE,
};
const tr_parameter_table tr_paint_table = TR_PARAMETER_TABLE("albedo.NAME.", paint_rows);

static const tr_parameter number_paint_rows[] = {
    PAINT_NAME,
    PAINT_CHANNEL,
    {"stops", TR_PARAMETER_LEVELS, AT(gradient), .low = 0, .high = 1, .label = "Gradient", .what = "gradient: [[position, number], ...]", .effect = INSTANT},
    PAINT_BLEND,
    PAINT_STRENGTH,
    PAINT_WHERE,
};
#undef AT
const tr_parameter_table tr_number_paint_table = TR_PARAMETER_TABLE("roughness.NAME.", number_paint_rows);

#define AT(member) .offset = offsetof(tr_recipe, member)
static const tr_parameter recipe_rows[] = {
    {"type", NAME, AT(type), .size = TR_NAME_BYTES, .label = "Type", .what = "kind of planet", .effect = REFORMS},
    {"seed", TR_PARAMETER_SEED, AT(seed), .low = 0, .high = 0x1p63, .fallback = 1, .label = "Seed", .what = "picks one planet of its type", .effect = REFORMS},
    {"radius_km", NUMBER, AT(radius_km), .low = 0.1, .high = 200000, .fallback = 6371, .unit = "km", .label = "Radius", .what = "radius in kilometres", .slide_low = 100, .slide_high = 100000, .logarithmic = true, .effect = BAKES},
    {"tilt_deg", NUMBER, AT(tilt_deg), .low = -180, .high = 180, .fallback = 0, .unit = "degrees", .label = "Axial tilt", .what = "tilt of the axis in degrees: higher makes stronger seasons", .slide_low = -90, .slide_high = 90, .effect = INSTANT},
    {"noisiness", NUMBER, AT(knobs[TR_KNOB_NOISINESS]), .low = 0, .high = 4, .fallback = 1, .label = "Noisiness", .what = "how much noise distorts large shapes: higher is more irregular", .slide_low = 0, .slide_high = 2, .effect = REFORMS},
    {"persistence", NUMBER, AT(knobs[TR_KNOB_PERSISTENCE]), .low = 0, .high = 2, .fallback = 0.5, .label = "Persistence", .what = "how strong fine detail is compared with coarse shapes: higher is rougher", .slide_low = 0, .slide_high = 1, .effect = REFORMS},
    {"octaves", WHOLE, AT(knobs[TR_KNOB_OCTAVES]), .low = 1, .high = 24, .fallback = 8, .label = "Octaves", .what = "how much fine detail noise has: higher is finer and slower", .slide_low = 1, .slide_high = 14, .effect = BAKES},
    {"height_min_m", NUMBER, AT(height_min_m), .low = -1e6, .high = 1e6, .fallback = -10000, .unit = "m", .label = "Min height", .what = "height in metres that 0 in the height map means", .slide_low = -20000, .slide_high = 0, .effect = BAKES},
    {"height_max_m", NUMBER, AT(height_max_m), .low = -1e6, .high = 1e6, .fallback = 10000, .unit = "m", .label = "Max height", .what = "height in metres that 65535 in the height map means", .slide_low = 0, .slide_high = 20000, .effect = BAKES},
    {"sea_level_m", NUMBER, AT(sea_level_m), .low = -20000, .high = 20000, .fallback = 0, .unit = "m", .label = "Sea level", .what = "raises the sea by so many metres, negative: lowers it; the relief stays, coasts move, climate and rivers follow", .slide_low = -2000, .slide_high = 2000, .effect = REFORMS},
    {"land_turn", VECTOR, .size = 3 * sizeof(double), AT(land_turn), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Turn the land", .what = "turns continents or your own map under the climate: to the east, to the north, and clockwise around latitude 0, longitude 0", .slide_low = -180, .slide_high = 180, .effect = REFORMS},
    {"slope_exaggeration", NUMBER, AT(slope_exaggeration), .low = 0, .high = 1000, .fallback = 10, .label = "Slope factor", .what = "strength of the normal map: higher looks bumpier; 1: natural slopes", .slide_low = 0.1, .slide_high = 100, .logarithmic = true, .effect = BAKES},
    {"mesh_columns", WHOLE, AT(mesh_columns), .low = 0, .high = TR_MESH_MOST, .fallback = 0, .label = "Mesh", .what = "0: a sphere; else the height displaces the ground, on a mesh of so many columns", .effect = BAKES},
    {"sea", FLAG, AT(sea), .label = "Sea", .what = "liquid covers what lies below 0 m", .effect = BAKES},
    {"liquid", CHOICE, AT(liquid), .names = tr_liquid_names, .label = "Liquid", .what = "what the sea is made of, for programs that draw it", .effect = INSTANT},
    {"emission_strength", NUMBER, AT(emission_strength), .low = 0, .high = 100, .fallback = 1, .label = "Emission strength", .what = "brightness of the emission map; 1: as white in sunlight", .slide_low = 0, .slide_high = 10, .effect = INSTANT},
    {"gas", FLAG, AT(gas), .label = "Gas", .what = "the visible surface is gas or cloud: close pictures add no grain of rock", .effect = INSTANT},
    {"night_lights", FLAG, AT(night_lights), .label = "Night lights", .what = "the emission is lamps, which are off by day", .effect = INSTANT},
    {"limb_darkening", NUMBER, AT(limb_darkening), .low = 0, .high = 1, .fallback = 0, .label = "Limb darkening", .what = "how much darker the edge of the disc is than its middle, as on stars", .effect = INSTANT},
    {"air", STRUCT, AT(air), .table = &tr_air_table, .label = "Atmosphere", .what = "atmosphere", .effect = INSTANT},
    {"rings", STRUCT, AT(rings), .table = &tr_rings_table, .label = "Rings", .what = "rings round the equator", .effect = INSTANT},
    {"tint", STRUCT, AT(tint), .table = &tr_tint_table, .label = "Tint", .what = "changes all colours of the albedo together", .effect = INSTANT},
    {"knobs", TR_PARAMETER_TYPE_KNOBS, .offset = 0, .label = "Knobs", .what = "knobs of this type, 0 ... 1, each over some parameters: {NAME: {label, what, drives: [{path, from, to}, ...]}}", .effect = INSTANT},
    {"strokes", TR_PARAMETER_LIST, AT(strokes), .count = offsetof(tr_recipe, stroke_count), .list = &strokes, .label = "Strokes", .what = "strokes of brushes: what somebody painted on the planet", .effect = BAKES},
    {"places", TR_PARAMETER_LIST, AT(places), .count = offsetof(tr_recipe, place_count), .list = &named_places, .label = "Places", .what = "places with names: cities, volcanoes, craters, islands", .effect = BAKES},
    {"maps", TR_PARAMETER_LIST, AT(maps), .count = offsetof(tr_recipe, map_count), .list = &own_maps, .label = "Own maps", .what = "pictures that the planet follows", .effect = REFORMS},
    {"legend", TR_PARAMETER_LIST, AT(legend), .count = offsetof(tr_recipe, legend_count), .list = &legend, .label = "Legend", .what = "what colours of maps of land and biomes mean", .effect = REFORMS},
    {"warps", TR_PARAMETER_LIST, AT(warps), .count = offsetof(tr_recipe, warp_count), .list = &warps, .label = "Warps", .what = "distortions that layers can use", .effect = REFORMS},
    {"layers", TR_PARAMETER_LIST, AT(layers), .count = offsetof(tr_recipe, layer_count), .list = &layers, .label = "Layers", .what = "layers that make the height and the other channels", .effect = REFORMS},
    {"albedo", PAINTS(tr_recipe, albedo, colour_paints), .label = "Colour", .what = "layers of colour", .effect = INSTANT},
    {"emission", PAINTS(tr_recipe, emission, colour_paints), .label = "Emission", .what = "layers of light", .effect = INSTANT},
    {"roughness", PAINTS(tr_recipe, roughness, number_paints), .label = "Roughness", .what = "layers of roughness, over 0.9; 0: a mirror", .effect = INSTANT},
    {"metal", PAINTS(tr_recipe, metal, number_paints), .label = "Metallic", .what = "layers of metal, 0 … 1, over 0", .effect = INSTANT},
    {"water", PAINTS(tr_recipe, water, number_paints), .label = "Rivers and lakes", .what = "layers of rivers and lakes, over 0; 0: dry, 1: all water", .effect = INSTANT},
    {"clouds", STRUCT, AT(clouds), .table = &tr_clouds_table, .label = "Clouds", .what = "clouds over the ground", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_recipe_table = TR_PARAMETER_TABLE("", recipe_rows);
// clang-format on

// ---- rows --------------------------------------------------------------------------------------

const tr_parameter *tr_parameter_find(const tr_parameter_table *table, const char *key) {
    for (int i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].key, key) == 0)
            return &table->rows[i];
    return NULL;
}

void tr_parameter_slide(const tr_parameter *p, double *low, double *high) {
    const bool given = p->slide_low < p->slide_high;
    *low = given ? p->slide_low : p->low;
    *high = given ? p->slide_high : p->high;
}

static void reset(const tr_parameter *p, void *data) {
    void *at = tr_parameter_at(p, data);
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        *(double *)at = p->fallback;
        break;
    case TR_PARAMETER_KNOBBED:
        *(tr_number *)at = (tr_number){.knob = p->knob, .times = p->knob ? 1 : 0, .plus = p->fallback};
        break;
    case TR_PARAMETER_NAME:
        snprintf(at, p->size, "%s", p->usual ? p->usual : "");
        break;
    case TR_PARAMETER_CHOICE:
        *(int *)at = (int)p->fallback;
        break;
    case TR_PARAMETER_COLOUR:
        memset(at, 255, 3);
        break;
    case TR_PARAMETER_SEED:
        *(uint64_t *)at = (uint64_t)p->fallback;
        break;
    case TR_PARAMETER_VECTOR:
        for (int k = 0; k < tr_vector_count(p); k++)
            ((double *)at)[k] = p->fallback;
        break;
    case TR_PARAMETER_STRUCT:
        tr_parameters_reset(p->table, at);
        break;
    default: // zeros: false, empty, or set by others
        break;
    }
}

void tr_parameters_reset(const tr_parameter_table *table, void *data) {
    for (int i = 0; i < table->count; i++)
        reset(&table->rows[i], data);
}
