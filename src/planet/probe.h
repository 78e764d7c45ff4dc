// A single place of a planet: the values of its maps there, and the layers and paint layers that cause them.
// More: docs/internals/probe.md.
#pragma once
#include "base/watch.h"
#include "planet/biomes.h"
#include "planet/surface.h"

enum {
    TR_MOST_NAMED_STROKES = 16, // at a place: those painted last
    TR_MAX_CAUSES = TR_MAX_LAYERS + 7 * TR_MAX_PAINTS + TR_MOST_NAMED_STROKES
};

// A layer or a paint layer that contributes to a place, or a stroke that was painted there. Its contribution is
// the difference between the place with and without it.
typedef struct tr_cause {
    const char *list;         // its list in the recipe: "layers", "albedo", "clouds.cover" …
    char name[TR_NAME_BYTES]; // of the layer or paint layer; list.name is its path
    bool layer;               // otherwise a paint layer or a stroke
    double weight;   // 0 … 1; for layers, the larger of `look` and its fraction of the contributions of all
                     // layers to the height; for paint layers, `look`
    double look;     // 0 … 1: the largest change of a channel of a texel
    bool clouds;     // its largest change is in the clouds
    double height_m; // contribution to the height, including effects of its channel on other layers
    char channel[TR_NAME_BYTES]; // the channel that a layer writes; "" for a paint layer
    // For a layer: contribution to its channel. For a paint layer that covers: the fraction of the result of
    // its list that it contributes, 0 … 100. For one that multiplies or adds: the change of lightness, -100 …
    // 100.
    double figure;
    const char *unit; // of the figure: "m", "°C", "%", or "" for channels without a unit
    // For a layer that follows an own map: what the map says there, in that unit; of land 1, of sea 0.
    bool has_map;
    double map_value;
} tr_cause;

typedef struct tr_probe {
    double latitude_deg, longitude_deg; // as requested
    int width, column, row;             // width of the whole map; column and row of the texel
    bool exact;                         // tr_surface_is_exact
    double height_m;                    // above 0 m, independent of the range of the height map
    bool ground;                        // heights are those of solid ground, not of a giant
    bool sea;                           // whether a sea covers it
    double slope_deg, aspect_deg;   // of the ground without exaggeration, or of the sea's surface; aspect: the
                                    // downhill direction, clockwise from north, 0 on level ground
    uint8_t albedo[3], emission[3]; // sRGB
    double roughness, metal;        // 0 … 1, like the following except climate
    double water;                   // fraction covered by rivers and lakes
    uint8_t cloud_colour[3];        // sRGB
    double clouds;                  // fraction covered by clouds
    unsigned maps;                  // maps of the planet: bits 1 << TR_MAP_…
    bool has_climate;               // otherwise the following is 0 and NULL
    double warmth_c, moisture, ice, bog; // TR_BAND_CLIMATE
    const char *biome;                   // its name, or NULL
    int cause_count;
    tr_cause causes[TR_MAX_CAUSES]; // heaviest first; those without a contribution are left out
} tr_probe;

// Examines a place of a surface: its texel in the whole equirectangular map whose texels span `texel` radians.
// The values are exactly those of that map, except for occlusion. latitude: -90 … 90 degrees north; longitude:
// any degrees east. Uses one thread, a few milliseconds and 2 MB of memory. Any number of threads at once.
// watch may be NULL. Errors: TR_STOPPED, TR_BAD_USAGE (no such place, or the map's width would not be
// TR_MIN_WIDTH … TR_MAX_WIDTH), TR_NO_MEMORY.
tr_status tr_surface_probe(const tr_surface *surface, double latitude_deg, double longitude_deg, double texel,
                           const tr_watch *watch, tr_probe *probe, tr_error *error);
