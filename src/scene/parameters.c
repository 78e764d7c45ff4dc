#include "scene/parameters.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(x) (1u << (x))
#define SLOTS(array) array, (int)(sizeof(array) / sizeof((array)[0]))

const char *const knob_names[] = {"", "noisiness", "persistence", "octaves", NULL};

static const char *const field_names[] = {
    "constant", "latitude", "hemisphere", "fractal",        "voronoi", "craters", "rays",    "value",
    "perlin",   "simplex",  "midpoint",   "diamond_square", "olsen",   "share",   "terrain", "channel",
    "spots",    "arcs",     "streets",    "vortices",       "stretch", "axis",    "gullies", NULL};
static const char *const border_names[] = {"wrap", "open", "low", "zero", "high", NULL};
static const char *const basis_names[] = {"perlin", "value", "simplex", NULL};
static const char *const interpolation_names[] = {"none", "linear", "cosine", "cubic", "quintic", NULL};
static const char *const shape_names[] = {"plain", "billow", "ridged", NULL};
static const char *const domain_names[] = {"sphere", "plane", NULL};
static const char *const voronoi_names[] = {"distance", "f1",    "f2",       "f2-f1", "cell", "f3",
                                            "f3-f1",    "f3-f2", "f3-f2+f1", "edge",  NULL};
static const char *const spot_names[] = {"distance", "cell", NULL};
static const char *const arc_names[] = {"line", "cell", NULL};
static const char *const street_names[] = {"roads", "blocks", "cell", "centre", NULL};
static const char *const metric_names[] = {"euclid", "manhattan", "chebyshev", NULL};
static const char *const terrain_names[] = {"height", "crust", "rain", "relief", "uplift", "flow",
                                            "border", "river", "bed",  "lake",   "level",  NULL};
static const char *const join_names[] = {"add", "multiply", "max", "min", "mix", NULL};
static const char *const vortex_names[] = {"all", "storms", "pearls", "small", NULL};
static const char *const warp_names[] = {"noise", "twist", "flow", NULL};
static const char *const blend_names[] = {"normal", "multiply", "add", NULL};

// clang-format off
static const slot recipe_slots[] = {
    {"type", SLOT_NAME, offsetof(tr_recipe, type), .what = "the type that the planet is one of"},
    {"seed", SLOT_SEED, offsetof(tr_recipe, seed), 0, 0x1p63, 1, .what = "which planet of its type"},
    {"radius_km", SLOT_NUMBER, offsetof(tr_recipe, radius_km), 0.1, 200000, 6371, .what = "radius in kilometres"},
    {"tilt_deg", SLOT_NUMBER, offsetof(tr_recipe, tilt_deg), -180, 180, 0, .what = "tilt of the axis in degrees"},
    {"noisiness", SLOT_NUMBER, offsetof(tr_recipe, knobs[TR_KNOB_NOISINESS]), 0, 4, 1, .what = "how much the noise disturbs the base shape"},
    {"persistence", SLOT_NUMBER, offsetof(tr_recipe, knobs[TR_KNOB_PERSISTENCE]), 0, 2, 0.5, .what = "amplitude of one octave over the one before"},
    {"octaves", SLOT_WHOLE, offsetof(tr_recipe, knobs[TR_KNOB_OCTAVES]), 1, TR_MAX_OCTAVES, 8, .what = "octaves of detail"},
    {"height_min_m", SLOT_NUMBER, offsetof(tr_recipe, height_min_m), -1e6, 1e6, -10000, .what = "metres that 0 in the height map means"},
    {"height_max_m", SLOT_NUMBER, offsetof(tr_recipe, height_max_m), -1e6, 1e6, 10000, .what = "metres that 65535 in the height map means"},
    {"relief", SLOT_NUMBER, offsetof(tr_recipe, relief), 0, 1000, 10, .what = "how many times steeper than nature the normal map is"},
    {"mesh_columns", SLOT_WHOLE, offsetof(tr_recipe, mesh_columns), 0, TR_MESH_MOST, 0, .what = "0: a ball; else the height displaces the ground, on a mesh of so many columns"},
    {"sea", SLOT_FLAG, offsetof(tr_recipe, sea), .what = "liquid covers what lies below 0 m"},
    {"emission_strength", SLOT_NUMBER, offsetof(tr_recipe, emission_strength), 0, 100, 1, .what = "brightness of the emission map, 1: sunlit white"},
    {"gas", SLOT_FLAG, offsetof(tr_recipe, gas), .what = "what is seen is gas or cloud: pictures from nearby add no grain of rock"},
    {"night_lights", SLOT_FLAG, offsetof(tr_recipe, night_lights), .what = "what glows are lamps, which are out by day"},
    {"limb_darkening", SLOT_NUMBER, offsetof(tr_recipe, limb_darkening), 0, 1, 0, .what = "how much less the edge of the disc glows than its middle, as on stars"},
    {"air", SLOT_AIR, offsetof(tr_recipe, air), .what = "atmosphere"},
    {"rings", SLOT_RINGS, offsetof(tr_recipe, rings), .what = "rings round the equator"},
    {"tint", SLOT_TINT, offsetof(tr_recipe, tint), .what = "how the colours of the albedo differ from what the coats say"},
    {"warps", SLOT_WARPS, 0, .what = "displacements that layers can use"},
    {"layers", SLOT_LAYERS, 0, .what = "the stack that makes height and the other channels"},
    {"albedo", SLOT_COATS, offsetof(tr_recipe, albedo), .what = "coats of colour"},
    {"emission", SLOT_COATS, offsetof(tr_recipe, emission), .what = "coats of light"},
    {"roughness", SLOT_NUMBER_COATS, offsetof(tr_recipe, roughness), .what = "coats of roughness, 0: a mirror, over 0.9"},
    {"metal", SLOT_NUMBER_COATS, offsetof(tr_recipe, metal), .what = "coats of metal, 0 … 1, over 0"},
    {"water", SLOT_NUMBER_COATS, offsetof(tr_recipe, water), .what = "coats of rivers and lakes, 0: dry, 1: all water, over 0"},
    {"clouds", SLOT_CLOUDS, offsetof(tr_recipe, clouds), .what = "clouds over the ground"},
};

static const slot air_slots[] = {
    {"colour", SLOT_COLOUR, offsetof(tr_air, srgb), .what = "what gas scatters; the Earth's: 74acff"},
    {"thickness", SLOT_NUMBER, offsetof(tr_air, thickness), 0, 1, 0, .what = "height in planet radii, 7 scale heights of gas, 0: no air"},
    {"density", SLOT_NUMBER, offsetof(tr_air, density), 0, 20, 0.26, .what = "optical depth of gas straight up; the Earth's: 0.26"},
    {"haze", SLOT_NUMBER, offsetof(tr_air, haze), 0, 20, 0, .what = "optical depth of haze straight up; clear 0.01, dusty 0.3"},
    {"haze_colour", SLOT_COLOUR, offsetof(tr_air, haze_srgb), .what = "what haze scatters of light; it absorbs the rest"},
    {"haze_height", SLOT_NUMBER, offsetof(tr_air, haze_height), 0.05, 4, 0.15, .what = "scale height of haze in those of gas"},
    {"forwardness", SLOT_NUMBER, offsetof(tr_air, forwardness), 0, 0.95, 0.8, .what = "how much of what haze scatters goes on ahead"},
    {"ozone", SLOT_NUMBER, offsetof(tr_air, ozone), 0, 1, 0, .what = "optical depth of ozone straight up; the Earth's: 0.03"},
    {"glow", SLOT_NUMBER, offsetof(tr_air, glow), 0, 1, 0, .what = "0: the sun lights it, 1: it shines by itself, as round stars"},
};

static const slot clouds_slots[] = {
    {"altitude_km", SLOT_NUMBER, offsetof(tr_clouds, altitude_km), 0, 1000, 6, .what = "how high they float"},
    {"colour", SLOT_COATS, offsetof(tr_clouds, colour), .what = "coats of colour over white"},
    {"cover", SLOT_NUMBER_COATS, offsetof(tr_clouds, cover), .what = "coats of cover over 0, 1: nothing shows through; none: no clouds"},
};

static const slot rings_slots[] = {
    {"inner", SLOT_NUMBER, offsetof(tr_rings, inner), 1, 10, 1.3, .what = "distance of the inner edge from the centre in planet radii"},
    {"outer", SLOT_NUMBER, offsetof(tr_rings, outer), 1, 10, 2.2, .what = "distance of the outer edge"},
    {"opacity", SLOT_NUMBER, offsetof(tr_rings, opacity), 0, 1, 0, .what = "opacity of the densest parts, 0: no rings"},
    {"fill", SLOT_NUMBER, offsetof(tr_rings, fill), 0, 1, 0.8, .what = "1: a broad sheet, 0.2: a few thin lines"},
    {"detail", SLOT_NUMBER, offsetof(tr_rings, detail), 1, 200, 7, .what = "lines across the rings, before octaves of finer ones"},
    {"gaps", SLOT_WHOLE, offsetof(tr_rings, gaps), 0, 16, 2, .what = "how many gaps moons have swept"},
    {"colour", SLOT_HUES, 0, -1e9, 1e9, .what = "gradient from the inner edge, 0, to the outer one, 1: [[position, \"rrggbb\"], ...]"},
};

static const slot tint_slots[] = {
    {"hue_deg", SLOT_NUMBER, offsetof(tr_tint, hue_deg), -180, 180, 0, .what = "turns all hues, in OKLab"},
    {"chroma", SLOT_NUMBER, offsetof(tr_tint, chroma), 0, 3, 1, .what = "times as colourful"},
    {"lightness", SLOT_NUMBER, offsetof(tr_tint, lightness), -1, 1, 0, .what = "-1: darker, 1: lighter; black and white stay"},
    {"light", SLOT_FLAG, offsetof(tr_tint, light), .what = "the colours of the emission, too"},
};

static const slot where_slots[] = {
    {"channel", SLOT_NAME, offsetof(tr_where, channel), .what = "channel that limits where"},
    {"from", SLOT_NUMBER, offsetof(tr_where, from), -1e9, 1e9, 0, .what = "value where it begins"},
    {"to", SLOT_NUMBER, offsetof(tr_where, to), -1e9, 1e9, 1, .what = "value where it is whole"},
};

enum {
    FRACTAL = BIT(TR_FIELD_FRACTAL), VORONOI = BIT(TR_FIELD_VORONOI), IMPACTS = BIT(TR_FIELD_CRATERS) | BIT(TR_FIELD_RAYS) | BIT(TR_FIELD_SPOTS),
    FADED = FRACTAL | BIT(TR_FIELD_VALUE) | BIT(TR_FIELD_PERLIN), LATTICE = FADED | BIT(TR_FIELD_SIMPLEX),
    MIDPOINT = BIT(TR_FIELD_MIDPOINT), DIAMOND = BIT(TR_FIELD_DIAMOND_SQUARE), OLSEN = BIT(TR_FIELD_OLSEN),
    DISPLACED = MIDPOINT | DIAMOND | OLSEN, TERRAIN = BIT(TR_FIELD_TERRAIN),
    SPOTS = BIT(TR_FIELD_SPOTS), ARCS = BIT(TR_FIELD_ARCS), STREETS = BIT(TR_FIELD_STREETS),
    GULLIES = BIT(TR_FIELD_GULLIES),
    VORTICES = BIT(TR_FIELD_VORTICES), FLOWING = VORTICES | BIT(TR_FIELD_STRETCH)
};

static const slot layer_slots[] = {
    {"name", SLOT_NAME, offsetof(tr_layer, name), .what = "name of the layer"},
    {"field", SLOT_CHOICE, offsetof(tr_layer, field), .names = field_names, .what = "what it is made of"},
    {"basis", SLOT_CHOICE, offsetof(tr_layer, fractal.basis), .names = basis_names, .variants = FRACTAL, .what = "lattice noise of the octaves"},
    {"interpolation", SLOT_CHOICE, offsetof(tr_layer, fractal.interpolation), .fallback = TR_INTERPOLATION_QUINTIC, .names = interpolation_names, .variants = FADED, .what = "how perlin and value fade between lattice points"},
    {"shape", SLOT_CHOICE, offsetof(tr_layer, fractal.shape), .names = shape_names, .variants = FRACTAL, .what = "how an octave enters the sum"},
    {"domain", SLOT_CHOICE, offsetof(tr_layer, fractal.domain), .names = domain_names, .variants = LATTICE, .what = "lattice round the sphere, or on the wrapped map"},
    {"start", SLOT_KNOBBED, offsetof(tr_layer, fractal.start), 0, 24, 0, .variants = LATTICE, .what = "first octave: frequency scale * lacunarity^start"},
    {"octaves", SLOT_KNOBBED, offsetof(tr_layer, fractal.octaves), 1, TR_MAX_OCTAVES, .knob = TR_KNOB_OCTAVES, .variants = FRACTAL, .what = "how many octaves"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_layer, fractal.persistence), 0, 2, .knob = TR_KNOB_PERSISTENCE, .variants = FRACTAL, .what = "amplitude of one octave over the one before"},
    {"lacunarity", SLOT_KNOBBED, offsetof(tr_layer, fractal.lacunarity), 1, 8, 2, .variants = LATTICE, .what = "frequency of one octave over the one before"},
    {"scale", SLOT_KNOBBED, offsetof(tr_layer, fractal.scale), 0.01, 10000, 1, .variants = LATTICE, .what = "frequency of octave 0, cells per radius"},
    {"stretch", SLOT_VECTOR, offsetof(tr_layer, fractal.stretch), 0, 1000, 1, .variants = LATTICE, .what = "multiplies the frequency along x, y (north), z"},
    {"value", SLOT_CHOICE, offsetof(tr_layer, voronoi.value), .names = voronoi_names, .variants = VORONOI, .what = "what of the cells"},
    {"metric", SLOT_CHOICE, offsetof(tr_layer, voronoi.metric), .names = metric_names, .variants = VORONOI, .what = "how distances to sites are measured, in space"},
    {"domain", SLOT_CHOICE, offsetof(tr_layer, voronoi.domain), .names = domain_names, .variants = VORONOI, .what = "sites on the sphere, or on the wrapped map"},
    {"density", SLOT_WHOLE, offsetof(tr_layer, voronoi.density), 1, TR_MAX_SITES, 300, .variants = VORONOI, .what = "sites on the whole sphere or map"},
    {"randomness", SLOT_NUMBER, offsetof(tr_layer, voronoi.randomness), 0, 1, 0.5, .variants = VORONOI, .what = "0: sites evenly apart, 1: as they fall"},
    {"density", SLOT_WHOLE, offsetof(tr_layer, craters.density), 1, 100000, 300, .variants = IMPACTS, .what = "craters or spots on the whole sphere"},
    {"radius_min", SLOT_NUMBER, offsetof(tr_layer, craters.radius_min), 1e-4, 1, 0.01, .variants = IMPACTS, .what = "smallest crater or spot in planet radii"},
    {"radius_max", SLOT_NUMBER, offsetof(tr_layer, craters.radius_max), 1e-4, 1, 0.2, .variants = IMPACTS, .what = "largest crater or spot in planet radii"},
    {"slope", SLOT_NUMBER, offsetof(tr_layer, craters.slope), 1, 4, 2, .variants = IMPACTS, .what = "power law of the radii: N(>R) ~ R^-slope, in halves"},
    {"value", SLOT_CHOICE, offsetof(tr_layer, spots.value), .names = spot_names, .variants = SPOTS, .what = "distance from the nearest spot in its radii, or a number for each spot"},
    {"reach", SLOT_NUMBER, offsetof(tr_layer, spots.reach), 1, 20, 3, .variants = SPOTS, .what = "where spots end, in their radii"},
    {"lobes", SLOT_NUMBER, offsetof(tr_layer, spots.lobes), 0, 1, 0, .variants = SPOTS, .what = "0: round, 1: drawn in and out like petals"},
    {"value", SLOT_CHOICE, offsetof(tr_layer, arcs.value), .names = arc_names, .variants = ARCS, .what = "1 on the middle of a line and 0 beyond it, or a number for each arc"},
    {"density", SLOT_WHOLE, offsetof(tr_layer, arcs.density), 1, TR_MAX_ARCS, 200, .variants = ARCS, .what = "arcs on the whole sphere"},
    {"families", SLOT_WHOLE, offsetof(tr_layer, arcs.families), 0, 64, 0, .variants = ARCS, .what = "sets of arcs that run side by side, 0: none"},
    {"off_centre", SLOT_NUMBER, offsetof(tr_layer, arcs.off_centre), 0, 0.95, 0.45, .variants = ARCS, .what = "how far circles lie off great circles: sine of the angle, at most"},
    {"length_min", SLOT_NUMBER, offsetof(tr_layer, arcs.length_min), 1e-3, 6, 0.4, .variants = ARCS, .what = "shortest arc in planet radii"},
    {"length_max", SLOT_NUMBER, offsetof(tr_layer, arcs.length_max), 1e-3, 6, 2.6, .variants = ARCS, .what = "longest arc in planet radii"},
    {"width_min", SLOT_NUMBER, offsetof(tr_layer, arcs.width_min), 1e-4, 0.5, 0.005, .variants = ARCS, .what = "of the narrowest arc from its middle to where it is gone, in planet radii"},
    {"width_max", SLOT_NUMBER, offsetof(tr_layer, arcs.width_max), 1e-4, 0.5, 0.03, .variants = ARCS, .what = "of the widest arc"},
    {"slope", SLOT_NUMBER, offsetof(tr_layer, arcs.slope), 1, 4, 2, .variants = ARCS, .what = "power law of the widths: N(>w) ~ w^-slope, in halves"},
    {"cycloids", SLOT_NUMBER, offsetof(tr_layer, arcs.cycloids), 0, 1, 0, .variants = ARCS, .what = "share of arcs that are chains of bows"},
    {"value", SLOT_CHOICE, offsetof(tr_layer, streets.value), .names = street_names, .variants = STREETS, .what = "how much is road, a number for each block or each district, or the distance from a district's centre"},
    {"density", SLOT_WHOLE, offsetof(tr_layer, streets.density), 2, TR_MAX_DISTRICTS, 300, .variants = STREETS, .what = "districts on the whole sphere"},
    {"randomness", SLOT_NUMBER, offsetof(tr_layer, streets.randomness), 0, 1, 0.5, .variants = STREETS, .what = "0: districts evenly apart, 1: as they fall"},
    {"scale", SLOT_NUMBER, offsetof(tr_layer, streets.scale), 1, 1000, 30, .variants = STREETS, .what = "blocks of the widest streets in a radius"},
    {"levels", SLOT_WHOLE, offsetof(tr_layer, streets.levels), 1, TR_STREET_LEVELS, 3, .variants = STREETS, .what = "of ever finer streets: each has blocks a third as wide"},
    {"width", SLOT_NUMBER, offsetof(tr_layer, streets.width), 0, 0.1, 0.003, .variants = STREETS, .what = "of the widest streets in planet radii"},
    {"avenue", SLOT_NUMBER, offsetof(tr_layer, streets.avenue), 0, 0.1, 0.006, .variants = STREETS, .what = "width of the roads between districts in planet radii"},
    {"radial", SLOT_NUMBER, offsetof(tr_layer, streets.radial), 0, 1, 0.25, .variants = STREETS, .what = "share of districts with rings and spokes"},
    {"fill", SLOT_NUMBER, offsetof(tr_layer, streets.fill), 0, 1, 0.7, .variants = STREETS, .what = "share of blocks that finer streets divide"},
    {"channel", SLOT_NAME, offsetof(tr_layer, channel), .variants = BIT(TR_FIELD_CHANNEL), .what = "channel whose values it takes"},
    {"transition", SLOT_NUMBER, offsetof(tr_layer, craters.transition), 1e-3, 100, 0.03, .variants = BIT(TR_FIELD_CRATERS), .what = "radius about which bowls give way to floors with central peaks"},
    {"domain", SLOT_CHOICE, offsetof(tr_layer, displacement.domain), .names = domain_names, .variants = DISPLACED, .what = "lattice on a cube round the sphere, or on the map"},
    {"cells", SLOT_WHOLE, offsetof(tr_layer, displacement.cells), 0, TR_MAX_COLUMNS, 2, .variants = DISPLACED, .what = "cells of level 0 along an edge of the cube, or across the map; 0 on the plane: never repeats"},
    {"levels", SLOT_WHOLE, offsetof(tr_layer, displacement.levels), 0, 40, 9, .variants = MIDPOINT | DIAMOND, .what = "refinements: each halves the cells"},
    {"levels", SLOT_WHOLE, offsetof(tr_layer, displacement.levels), 1, 16, 10, .variants = OLSEN, .what = "levels, one bit each: each but the first halves the cells"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_layer, displacement.persistence), 0, 2, .knob = TR_KNOB_PERSISTENCE, .variants = MIDPOINT | DIAMOND, .what = "amplitude of one level over the one before"},
    {"six_point", SLOT_FLAG, offsetof(tr_layer, displacement.six_point), .variants = MIDPOINT | DIAMOND, .what = "older neighbours count double: fewer dimples"},
    {"tent", SLOT_FLAG, offsetof(tr_layer, displacement.tent), .variants = OLSEN, .what = "blur with 1-2-1 instead of 1-1-1: smoother"},
    {"border", SLOT_CHOICE, offsetof(tr_layer, displacement.border), .names = border_names, .variants = MIDPOINT, .what = "edges of the map on the plane: wrapped, open, or given as -1, 0 or 1"},
    {"from", SLOT_NAME, offsetof(tr_layer, displacement.from), .variants = MIDPOINT, .what = "layer of lattice noise whose noise, without warp and amount, is level 0"},
    {"points", SLOT_POINTS, offsetof(tr_layer, displacement), -360, 360, .variants = MIDPOINT, .what = "given points: [[latitude, longitude, value], ...], on the plane [[u, v, value], ...]"},
    {"x", SLOT_WHOLE, offsetof(tr_layer, displacement.x), -1e15, 1e15, 0, .variants = DIAMOND | OLSEN, .what = "plane: first column of the window that the map shows, in samples"},
    {"y", SLOT_WHOLE, offsetof(tr_layer, displacement.y), -1e15, 1e15, 0, .variants = DIAMOND | OLSEN, .what = "plane: first row of it"},
    {"columns", SLOT_WHOLE, offsetof(tr_layer, displacement.columns), 0, TR_MAX_COLUMNS, 0, .variants = DISPLACED, .what = "plane: samples across the map, 0: one period"},
    {"share", SLOT_NUMBER, offsetof(tr_layer, share), 0, 1, 0.5, .variants = BIT(TR_FIELD_SHARE), .what = "share of the planet's area that lies above 0 once the layer is added to its channel"},
    {"value", SLOT_CHOICE, offsetof(tr_layer, terrain.value), .names = terrain_names, .variants = TERRAIN, .what = "what of the terrain"},
    {"of", SLOT_NAME, offsetof(tr_layer, owner), .variants = TERRAIN, .what = "layer whose terrain it shows another value of; its own numbers then do not count"},
    {"cells", SLOT_WHOLE, offsetof(tr_layer, terrain.cells), 32, TR_MAX_TERRAIN, 256, .variants = TERRAIN, .what = "lattice that it is solved on: cells along an edge of the cube round the sphere"},
    {"plates", SLOT_WHOLE, offsetof(tr_layer, terrain.plates), 2, 64, 17, .variants = TERRAIN, .what = "plates that drift"},
    {"continental", SLOT_NUMBER, offsetof(tr_layer, terrain.continental), 0, 1, 0.45, .variants = TERRAIN, .what = "share of the plates that carry a continent"},
    {"land", SLOT_NUMBER, offsetof(tr_layer, terrain.land), 0.001, 1, 0.3, .variants = TERRAIN, .what = "share of the planet above the sea"},
    {"scale", SLOT_KNOBBED, offsetof(tr_layer, terrain.scale), 0.1, 20, 1.15, .variants = TERRAIN, .what = "frequency of continents, cells per radius: 0.8 few, 2.8 an archipelago"},
    {"mountains", SLOT_KNOBBED, offsetof(tr_layer, terrain.mountains), 0, 10, 1, .variants = TERRAIN, .what = "how high plates pile them up, 1: as on Earth"},
    {"hot_spots", SLOT_NUMBER, offsetof(tr_layer, terrain.hot_spots), 0, 4, 1, .variants = TERRAIN, .what = "how much rises far from borders of plates, 1: as on Earth"},
    {"erosion", SLOT_WHOLE, offsetof(tr_layer, terrain.erosion), 0, 100, 24, .variants = TERRAIN, .what = "steps in which rivers wear mountains down"},
    {"wetness", SLOT_NUMBER, offsetof(tr_layer, terrain.wetness), -1, 1, 0, .variants = TERRAIN, .what = "is added to the rain"},
    {"rivers", SLOT_NUMBER, offsetof(tr_layer, terrain.rivers), 0, 10, 1, .variants = TERRAIN, .what = "how wide rivers are, 1: as on Earth"},
    {"lakes", SLOT_NUMBER, offsetof(tr_layer, terrain.lakes), 0, 4, 1, .variants = TERRAIN, .what = "how deep the basins of lakes are, 1: as on Earth"},
    {"disturbance", SLOT_KNOBBED, offsetof(tr_layer, terrain.noisiness), 0, 4, .knob = TR_KNOB_NOISINESS, .variants = TERRAIN, .what = "how much noise disturbs borders and coasts"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_layer, terrain.persistence), 0, 2, .knob = TR_KNOB_PERSISTENCE, .variants = TERRAIN, .what = "amplitude of one octave of coasts over the one before"},
    {"of", SLOT_NAME, offsetof(tr_layer, owner), .variants = GULLIES, .what = "layer whose terrain they are cut into"},
    {"scale", SLOT_KNOBBED, offsetof(tr_layer, gullies.scale), 0.1, 10000, 45, .variants = GULLIES, .what = "of the widest: gullies side by side in a radius"},
    {"octaves", SLOT_KNOBBED, offsetof(tr_layer, gullies.octaves), 1, TR_MAX_GULLIES, 8, .variants = GULLIES, .what = "sizes of gullies, each half as wide as the one before"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_layer, gullies.persistence), 0, 2, 0.5, .variants = GULLIES, .what = "depth of one size over the one before"},
    {"strength", SLOT_KNOBBED, offsetof(tr_layer, gullies.strength), 0, 10, 1.5, .variants = GULLIES, .what = "how steep the sides of the widest are, over the slope that they run down"},
    {"sites_of", SLOT_NAME, offsetof(tr_layer, owner), .variants = VORONOI | IMPACTS | ARCS | STREETS, .what = "layer whose sites it shares; for spots also a warp of the kind twist, whose centres they show"},
    {"of", SLOT_NAME, offsetof(tr_layer, flow), .variants = FLOWING, .what = "warp of the kind flow that it shows"},
    {"which", SLOT_CHOICE, offsetof(tr_layer, which), .names = vortex_names, .variants = VORTICES, .what = "which vortices, in radii from the centre of the nearest"},
    {"direction", SLOT_VECTOR, offsetof(tr_layer, direction), -1000, 1000, 1, .variants = BIT(TR_FIELD_AXIS), .what = "of the axis, of any length: x (longitude 0), y (north), z (90 degrees west)"},
    {"warp", SLOT_NAME, offsetof(tr_layer, warp), .what = "warp that displaces it"},
    {"fold", SLOT_FLAG, offsetof(tr_layer, fold), .what = "take the absolute value"},
    {"curve", SLOT_CURVE, offsetof(tr_layer, curve), -1e9, 1e9, .what = "piecewise-linear curve: [[x, y], ...]"},
    {"amount", SLOT_KNOBBED, offsetof(tr_layer, amount), -1e9, 1e9, 1, .what = "multiplies the value"},
    {"offset", SLOT_KNOBBED, offsetof(tr_layer, offset), -1e9, 1e9, 0, .what = "is added to it"},
    {"where", SLOT_WHERE, offsetof(tr_layer, where), .what = "limits where the layer counts"},
    {"join", SLOT_CHOICE, offsetof(tr_layer, join), .names = join_names, .what = "how it joins its channel"},
    {"into", SLOT_NAME, offsetof(tr_layer, into), .what = "channel that it joins"},
};

enum { NOISE = BIT(TR_WARP_NOISE), TWIST = BIT(TR_WARP_TWIST), FLOW = BIT(TR_WARP_FLOW) };

static const slot warp_slots[] = {
    {"name", SLOT_NAME, offsetof(tr_warp, name), .what = "name of the warp"},
    {"kind", SLOT_CHOICE, offsetof(tr_warp, kind), .names = warp_names, .what = "how it displaces"},
    {"after", SLOT_NAME, offsetof(tr_warp, after), .what = "warp that it continues"},
    {"amount", SLOT_KNOBBED, offsetof(tr_warp, amount), -100, 100, 0.1, .variants = NOISE, .what = "displacement in radii"},
    {"steps", SLOT_WHOLE, offsetof(tr_warp, steps), 1, 16, 1, .variants = NOISE, .what = "goes the way in so many steps, each looks at the noise anew"},
    {"amount", SLOT_KNOBBED, offsetof(tr_warp, amount), -TR_MAX_TWIST, TR_MAX_TWIST, 1, .variants = TWIST, .what = "turn at the centre in radians; below 0 counter-clockwise in the north, as on Earth"},
    {"start", SLOT_KNOBBED, offsetof(tr_warp, fractal.start), 0, 24, 0, .variants = NOISE, .what = "first octave"},
    {"octaves", SLOT_KNOBBED, offsetof(tr_warp, fractal.octaves), 1, TR_MAX_OCTAVES, 4, .variants = NOISE, .what = "how many octaves"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_warp, fractal.persistence), 0, 2, 0.5, .variants = NOISE, .what = "amplitude of one octave over the one before"},
    {"lacunarity", SLOT_KNOBBED, offsetof(tr_warp, fractal.lacunarity), 1, 8, 2, .variants = NOISE, .what = "frequency of one octave over the one before"},
    {"scale", SLOT_KNOBBED, offsetof(tr_warp, fractal.scale), 0.01, 10000, 1, .variants = NOISE, .what = "frequency of octave 0, cells per radius"},
    {"stretch", SLOT_VECTOR, offsetof(tr_warp, fractal.stretch), 0, 1000, 1, .variants = NOISE, .what = "multiplies the frequency along x, y (north), z"},
    {"scale", SLOT_KNOBBED, offsetof(tr_warp, winds.eddies.scale), 0.01, 10000, 4.5, .variants = FLOW, .what = "frequency of the largest eddies, per radius"},
    {"octaves", SLOT_KNOBBED, offsetof(tr_warp, winds.eddies.octaves), 1, TR_MAX_OCTAVES, 4, .variants = FLOW, .what = "sizes of eddies"},
    {"persistence", SLOT_KNOBBED, offsetof(tr_warp, winds.eddies.persistence), 0, 2, .knob = TR_KNOB_PERSISTENCE, .variants = FLOW, .what = "speed of one size of eddies over the one before"},
    {"lacunarity", SLOT_KNOBBED, offsetof(tr_warp, winds.eddies.lacunarity), 1, 8, 2, .variants = FLOW, .what = "frequency of one size over the one before"},
    {"stretch", SLOT_VECTOR, offsetof(tr_warp, winds.eddies.stretch), 0, 1000, 1, .variants = FLOW, .what = "multiplies the eddies' frequency along x, y (north), z"},
    {"cells", SLOT_WHOLE, offsetof(tr_warp, winds.cells), 16, TR_MAX_FLOW_CELLS, 512, .variants = FLOW, .what = "cells of the lattice that it is solved on, along an edge of the cube"},
    {"time", SLOT_KNOBBED, offsetof(tr_warp, winds.time), 0, 4, 0.35, .variants = FLOW, .what = "how far the strongest jets have carried the clouds, in radii"},
    {"jets", SLOT_WHOLE, offsetof(tr_warp, winds.jets), 1, 60, 14, .variants = FLOW, .what = "winds to the east and to the west in turn, besides that of the equator"},
    {"jet_width", SLOT_NUMBER, offsetof(tr_warp, winds.jet_width), 0.05, 2, 0.4, .variants = FLOW, .what = "of a jet, as a share of the distance between them"},
    {"equator", SLOT_NUMBER, offsetof(tr_warp, winds.equator), -4, 4, 1.1, .variants = FLOW, .what = "speed of the jet along the equator, to the west if negative; the strongest others have 1"},
    {"equator_width", SLOT_NUMBER, offsetof(tr_warp, winds.equator_width), 0.02, 1.5, 0.12, .variants = FLOW, .what = "from its middle to where it has less than half of its speed, in radians"},
    {"turbulence", SLOT_KNOBBED, offsetof(tr_warp, winds.turbulence), 0, 4, 0.2, .variants = FLOW, .what = "strength of the eddies: 0.16 to 0.3 look like clouds, 1 like marbled paper"},
    {"turns", SLOT_KNOBBED, offsetof(tr_warp, winds.turns), 0, 8, 0.8, .variants = FLOW, .what = "how often the middle of a vortex has turned"},
    {"storms", SLOT_WHOLE, offsetof(tr_warp, winds.storms), 0, 16, 1, .variants = FLOW, .what = "great ovals"},
    {"storm_radius", SLOT_NUMBER, offsetof(tr_warp, winds.storm_radius), 1e-3, 0.5, 0.13, .variants = FLOW, .what = "from centre to north, in planet radii; to the east half as much again"},
    {"storm_latitude", SLOT_NUMBER, offsetof(tr_warp, winds.storm_latitude), -80, 80, -22, .variants = FLOW, .what = "of the great ovals, degrees"},
    {"storm_longitude", SLOT_NUMBER, offsetof(tr_warp, winds.storm_longitude), -360, 360, 0, .variants = FLOW, .what = "of the first one, degrees"},
    {"pearls", SLOT_WHOLE, offsetof(tr_warp, winds.pearls), 0, 40, 6, .variants = FLOW, .what = "ovals in a row"},
    {"pearl_radius", SLOT_NUMBER, offsetof(tr_warp, winds.pearl_radius), 1e-3, 0.5, 0.04, .variants = FLOW, .what = "in planet radii"},
    {"pearl_latitude", SLOT_NUMBER, offsetof(tr_warp, winds.pearl_latitude), -80, 80, 33, .variants = FLOW, .what = "of the row, degrees"},
    {"pearl_longitude", SLOT_NUMBER, offsetof(tr_warp, winds.pearl_longitude), -360, 360, 0, .variants = FLOW, .what = "where it begins, degrees"},
    {"vortices", SLOT_WHOLE, offsetof(tr_warp, winds.vortices), 0, 500, 80, .variants = FLOW, .what = "small vortices, as far as there is room"},
    {"radius_min", SLOT_NUMBER, offsetof(tr_warp, winds.radius_min), 1e-3, 1, 0.014, .variants = FLOW, .what = "smallest of them in planet radii"},
    {"radius_max", SLOT_NUMBER, offsetof(tr_warp, winds.radius_max), 1e-3, 1, 0.044, .variants = FLOW, .what = "largest of them in planet radii"},
    {"density", SLOT_WHOLE, offsetof(tr_warp, density), 1, 2000, 20, .variants = TWIST, .what = "centres on the whole sphere"},
    {"radius_min", SLOT_NUMBER, offsetof(tr_warp, radius_min), 1e-3, 1, 0.05, .variants = TWIST, .what = "smallest reach in planet radii"},
    {"radius_max", SLOT_NUMBER, offsetof(tr_warp, radius_max), 1e-3, 1, 0.2, .variants = TWIST, .what = "largest reach in planet radii"},
    {"latitude_min", SLOT_NUMBER, offsetof(tr_warp, latitude_min), 0, 90, 0, .variants = TWIST, .what = "nearest to the equator, degrees"},
    {"latitude_max", SLOT_NUMBER, offsetof(tr_warp, latitude_max), 0, 90, 90, .variants = TWIST, .what = "nearest to the poles, degrees"},
};

static const slot paint_slots[] = {
    {"name", SLOT_NAME, offsetof(tr_paint, name), .what = "name of the coat"},
    {"channel", SLOT_NAME, offsetof(tr_paint, channel), .what = "channel that the gradient runs over"},
    {"stops", SLOT_STOPS, 0, -1e9, 1e9, .what = "gradient: [[position, \"rrggbb\"], ...]"},
    {"across", SLOT_NAME, offsetof(tr_paint, across), .what = "second channel: the gradient then has rows instead of stops"},
    {"rows", SLOT_ROWS, 0, -1e9, 1e9, .what = "gradient over both: [[position across, [[position, \"rrggbb\"], ...]], ...]"},
    {"blend", SLOT_CHOICE, offsetof(tr_paint, blend), .names = blend_names, .what = "how it covers the coats below"},
    {"strength", SLOT_KNOBBED, offsetof(tr_paint, strength), 0, 10, 1, .what = "how much it covers"},
    {"where", SLOT_WHERE, offsetof(tr_paint, where), .what = "limits where it covers"},
};

static const slot number_paint_slots[] = {
    {"name", SLOT_NAME, offsetof(tr_paint, name), .what = "name of the coat"},
    {"channel", SLOT_NAME, offsetof(tr_paint, channel), .what = "channel that the gradient runs over"},
    {"stops", SLOT_LEVELS, 0, 0, 1, .what = "gradient: [[position, number], ...]"},
    {"blend", SLOT_CHOICE, offsetof(tr_paint, blend), .names = blend_names, .what = "how it covers the coats below"},
    {"strength", SLOT_KNOBBED, offsetof(tr_paint, strength), 0, 10, 1, .what = "how much it covers"},
    {"where", SLOT_WHERE, offsetof(tr_paint, where), .what = "limits where it covers"},
};

static const slot scene_slots[] = {
    {"name", SLOT_TITLE, offsetof(tr_scene, name), .what = "name of the scene"},
    {"time_h", SLOT_NUMBER, offsetof(tr_scene, time_h), -1e9, 1e9, 0, .what = "hours after the beginning: when it is looked at first"},
    {"star", SLOT_STAR, offsetof(tr_scene, star), .what = "the sun"},
    {"planets", SLOT_PLANETS, 0, .what = "the planets and moons: recipes with a name and an orbit"},
};

static const slot star_slots[] = {
    {"kelvin", SLOT_NUMBER, offsetof(tr_star, kelvin), 0, 100000, 0, .what = "temperature that gives its colour: 3000 a red dwarf, 5772 the sun; 0: colour does"},
    {"colour", SLOT_COLOUR, offsetof(tr_star, srgb), .what = "colour of its light, without kelvin"},
    {"radius_km", SLOT_NUMBER, offsetof(tr_star, radius_km), 1, 1e9, 696000, .what = "radius in kilometres"},
    {"mass_suns", SLOT_NUMBER, offsetof(tr_star, mass_suns), 1e-6, 1e6, 1, .what = "mass in suns: decides how long a year is"},
    {"position_km", SLOT_VECTOR, offsetof(tr_star, position_km), -1e12, 1e12, 0, .what = "where it stands"},
};

static const slot planet_slots[] = {
    {"name", SLOT_TITLE, offsetof(tr_planet, name), .what = "name of the planet"},
    {"orbit", SLOT_ORBIT, offsetof(tr_planet, orbit), .what = "where it is"},
    {"day_h", SLOT_NUMBER, offsetof(tr_planet, day_h), 0, 1e7, 24, .what = "hours of one turn round its axis, against the stars; 0: it does not turn"},
    {"locked", SLOT_FLAG, offsetof(tr_planet, locked), .what = "turns once in an orbit, as moons do: longitude 0 faces what it goes round, and the axis tilts from the north of the orbit"},
    {"mass_earths", SLOT_NUMBER, offsetof(tr_planet, mass_earths), 0, 1e6, 0, .what = "mass in Earths: decides how long a month is; 0: by its radius"},
};

static const slot orbit_slots[] = {
    {"around", SLOT_TITLE, offsetof(tr_orbit, around), .what = "of a moon: the planet that it goes round, which stands before it in the list"},
    {"radius_km", SLOT_NUMBER, offsetof(tr_orbit, radius_km), 0, 1e12, 149597870.7, .what = "distance from the star, or of a moon from its planet: half of the long axis"},
    {"eccentricity", SLOT_NUMBER, offsetof(tr_orbit, eccentricity), 0, 0.95, 0, .what = "0: a circle, else a longer ellipse"},
    {"phase_deg", SLOT_NUMBER, offsetof(tr_orbit, phase_deg), -360, 360, 0, .what = "place on the orbit at time 0 in degrees eastward from the node"},
    {"inclination_deg", SLOT_NUMBER, offsetof(tr_orbit, inclination_deg), -180, 180, 0, .what = "inclination of the orbit in degrees; of a moon: to its planet's equator"},
    {"node_deg", SLOT_NUMBER, offsetof(tr_orbit, node_deg), -360, 360, 0, .what = "where the orbit climbs to the north"},
    {"periapsis_deg", SLOT_NUMBER, offsetof(tr_orbit, periapsis_deg), -360, 360, 0, .what = "where an ellipse is nearest, from the node"},
    {"period_h", SLOT_NUMBER, offsetof(tr_orbit, period_h), 0, 1e9, 0, .what = "hours of one orbit; 0: by Kepler's third law"},
};
// clang-format on

const slot_table recipe_table = {"", SLOTS(recipe_slots)};
const slot_table air_table = {"air.", SLOTS(air_slots)};
const slot_table rings_table = {"rings.", SLOTS(rings_slots)};
const slot_table tint_table = {"tint.", SLOTS(tint_slots)};
const slot_table warp_table = {"warps.NAME.", SLOTS(warp_slots)};
const slot_table layer_table = {"layers.NAME.", SLOTS(layer_slots)};
const slot_table where_table = {"layers.NAME.where.", SLOTS(where_slots)};
const slot_table paint_table = {"albedo.NAME.", SLOTS(paint_slots)};
const slot_table number_paint_table = {"roughness.NAME.", SLOTS(number_paint_slots)};
const slot_table clouds_table = {"clouds.", SLOTS(clouds_slots)};
const slot_table scene_table = {"", SLOTS(scene_slots)};
const slot_table star_table = {"star.", SLOTS(star_slots)};
const slot_table planet_table = {"planets.NAME.", SLOTS(planet_slots)};
const slot_table orbit_table = {"planets.NAME.orbit.", SLOTS(orbit_slots)};

void slots_reset(const slot_table *table, void *data) {
    for (int i = 0; i < table->count; i++) {
        const slot *s = &table->slots[i];
        char *at = (char *)data + s->offset;
        switch (s->kind) {
        case SLOT_NUMBER:
        case SLOT_WHOLE:
            *(double *)(void *)at = s->fallback;
            break;
        case SLOT_KNOBBED: {
            tr_number *number = (tr_number *)(void *)at;
            number->knob = s->knob, number->times = s->knob ? 1 : 0, number->plus = s->fallback;
            break;
        }
        case SLOT_FLAG:
            *(bool *)(void *)at = false;
            break;
        case SLOT_CHOICE:
            *(int *)(void *)at = (int)s->fallback;
            break;
        case SLOT_SEED:
            *(uint64_t *)(void *)at = (uint64_t)s->fallback;
            break;
        case SLOT_VECTOR:
            for (int k = 0; k < 3; k++)
                ((double *)(void *)at)[k] = s->fallback;
            break;
        case SLOT_COLOUR:
            memset(at, 255, 3);
            break;
        case SLOT_WHERE:
            slots_reset(&where_table, at);
            break;
        case SLOT_AIR:
            slots_reset(&air_table, at);
            break;
        case SLOT_CLOUDS:
            slots_reset(&clouds_table, at);
            break;
        case SLOT_RINGS:
            slots_reset(&rings_table, at);
            break;
        case SLOT_TINT:
            slots_reset(&tint_table, at);
            break;
        case SLOT_ORBIT:
            slots_reset(&orbit_table, at);
            break;
        default: // names are empty and arrays have no elements in a zeroed struct
            break;
        }
    }
}

const char *tr_number_text(double x, char text[32]) {
    if (x == floor(x) && fabs(x) < 1e9) {
        snprintf(text, 32, "%.0f", x);
        return text;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

void slot_variants(const slot_table *table, unsigned variants, const char *names[TR_KINDS_MOST + 1]) {
    const char *const *const kinds = table == &warp_table ? warp_names : field_names;
    int count = 0;
    for (int i = 0; kinds[i] && count < TR_KINDS_MOST; i++)
        if (variants >> i & 1u)
            names[count++] = kinds[i];
    names[count] = NULL;
}

// ---- the list for users ------------------------------------------------------------------------

static const char *kind_text(const slot *s) {
    switch (s->kind) {
    case SLOT_NUMBER:
        return "number";
    case SLOT_WHOLE:
        return "whole number";
    case SLOT_KNOBBED:
        return "number or knob";
    case SLOT_FLAG:
        return "true or false";
    case SLOT_NAME:
    case SLOT_TITLE:
        return "name";
    case SLOT_COLOUR:
        return "colour";
    case SLOT_SEED:
        return "seed";
    case SLOT_VECTOR:
        return "three numbers";
    case SLOT_CHOICE:
        return "choice";
    default:
        return "list";
    }
}

int tr_parameter_list(tr_parameter *out, int most) {
    static const slot_table *const tables[] = {&recipe_table, &air_table,          &tint_table,  &clouds_table,
                                               &rings_table,  &warp_table,         &layer_table, &where_table,
                                               &paint_table,  &number_paint_table, &star_table,  &planet_table,
                                               &orbit_table};
    int count = 0;
    for (int b = 0; b < TR_BOUND_COUNT; b++, count++)
        if (count < most) {
            out[count] = (tr_parameter){.kind = "two numbers", .high = 1, .what = tr_bound_what((tr_bound)b)};
            snprintf(out[count].path, sizeof out[count].path, "bounds.%s", tr_bound_name((tr_bound)b));
        }
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (int i = 0; i < tables[t]->count; i++) {
            const slot *s = &tables[t]->slots[i];
            if (count < most) {
                tr_parameter *p = &out[count];
                *p = (tr_parameter){
                    .kind = kind_text(s), .choices = s->names, .low = s->low, .high = s->high, .what = s->what};
                snprintf(p->path, sizeof p->path, "%s%s", tables[t]->prefix, s->key);
                slot_variants(tables[t], s->variants, p->of);
            }
            count++;
        }
    return count;
}
