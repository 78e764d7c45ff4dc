// One place of a planet: what its maps hold there, and which layers and paint layers made it so.
// More: docs/internals/probe.md.
#pragma once
#include "base/watch.h"
#include "planet/biomes.h"
#include "planet/surface.h"

enum { TR_MAX_CAUSES = TR_MAX_LAYERS + 7 * TR_MAX_PAINTS };

// A layer or a paint layer that made something of a place: what the place has with it, less what it would have
// without.
typedef struct tr_cause {
    const char *list;         // where it stands in the recipe: "layers", "albedo", "clouds.cover" …
    char name[TR_NAME_BYTES]; // of the layer or paint layer, so that list.name is its path
    bool layer;               // else a paint layer
    double weight;   // 0 … 1: of layers the larger of `look` and of its part of what all layers made of
                     // the height; of paint layers `look`
    double look;     // 0 … 1: the largest change of a number of a texel
    bool clouds;     // it is the clouds over the place that it changes most
    double height_m; // what a layer made of the height, also by what others do with its channel
    char channel[TR_NAME_BYTES]; // that a layer writes; of a paint layer ""
    // Of a layer: how much it made of its channel. Of a paint layer that covers: which part of what its list
    // makes is its own, 0 … 100; of one that multiplies or adds: by how much it is lighter for it, -100 … 100.
    double figure;
    const char *unit; // of the figure: "m", "°C", "%", or "" for channels that have none
} tr_cause;

typedef struct tr_probe {
    double latitude_deg, longitude_deg; // as they were asked for
    int width, column, row;             // of the whole map, and of the texel in it
    bool exact;                         // tr_surface_is_exact
    double height_m;                    // above 0 m, whatever range the height map has
    bool ground;                        // heights are those of a ground: no giant
    bool sea;                           // covers it
    double slope_deg, aspect_deg;   // of the ground as steep as nature has it, or of the sea's surface; which
                                    // way is down, clockwise from north, 0 on level ground
    uint8_t albedo[3], emission[3]; // sRGB
    double roughness, metal;        // 0 … 1, as all that follow but climate
    double water;                   // how much rivers and lakes cover
    uint8_t cloud_colour[3];        // sRGB
    double clouds;                  // how much they cover
    unsigned maps;                  // that the planet has: bits 1 << TR_MAP_…
    bool has_climate;               // else what follows is 0 and NULL
    double warmth_c, moisture, ice, bog; // tr_band.climate
    const char *biome;                   // its name, or NULL
    int cause_count;
    tr_cause causes[TR_MAX_CAUSES]; // the heaviest first; what made nothing is left out
} tr_probe;

// Looks at a place of a surface: at the texel that it lies in of the whole equirectangular map whose texels
// span `texel` radians, which says exactly what that map holds there, but for occlusion. latitude -90 … 90
// degrees north, longitude any degrees east. One thread, a few milliseconds, 2 MB of memory; any number of
// threads at once. watch may be NULL. Errors: TR_STOPPED, TR_BAD_USAGE (no such place, or no such map: its
// width would not be TR_MIN_WIDTH … TR_MAX_WIDTH), TR_NO_MEMORY.
tr_status tr_surface_probe(const tr_surface *surface, double latitude_deg, double longitude_deg, double texel,
                           const tr_watch *watch, tr_probe *probe, tr_error *error);
