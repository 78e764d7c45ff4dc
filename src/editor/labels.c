#include "editor/labels.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct named {
    const char *identifier, *label;
} named;

static const named of_exports[] = {
    // Export targets.
    {"textures", "Textures only"},
    {"gis", "GIS"},
    {"gltf", "glTF (GLB)"},
    {"gaiasky", "Gaia Sky"},
    {"kopernicus", "Kopernicus (KSP)"},
    {"spaceengine", "SpaceEngine"},
    {"unity-hdrp", "Unity (HDRP)"},
    {"unity-urp", "Unity (URP)"},
    {"unreal", "Unreal Engine"},
    {"web", "Web page"},
    // Projections.
    {"equirect", "Equirectangular"},
    {"cube", "Cube (six files)"},
    {"cube-row", "Cube (row)"},
    {"cube-column", "Cube (column)"},
    {"cube-cross", "Cube (cross)"},
    {"tiles", "Cube tiles"},
    {"geodetic", "Map tiles"},
    // Maps.
    {"orm", "Occlusion, roughness, metal"},
    {"maskmap", "Unity mask map"},
    {"normal_object", "Normal (object space)"},
    {"normal_dx", "Normal (DirectX)"},
    {"metal", "Metallic"},
    {"sea", "Sea mask"},
    {"depth", "Sea depth"},
    {"biome", "Biome IDs"},
    {"air", "Atmosphere shells"},
    {"clouds_colour", "Cloud colour"},
    {"clouds_alpha", "Cloud alpha"},
    {"wind", "Wind flow map"},
};

static const named words[] = {
    // Kinds of layers and warps.
    {"diamond_square", "Diamond-square"},
    {"value", "Value noise"},
    {"axis", "Direction"},
    {"abs_sin_latitude", "Absolute latitude"},
    {"sin_latitude", "Latitude"},
    {"quantile", "Coverage"},
    {"wisps", "Crater rays"},
    {"rays", "Soft crater rays"},
    {"impacts", "Craters of all sizes"},
    {"cells", "Granules"},
    {"part", "Part of a flow"},
    // Blend modes.
    {"max", "Maximum"},
    {"min", "Minimum"},
    // Outputs of layers.
    {"cell", "Random per cell"},
    {"line", "Lines"},
    {"slip", "Steep faces"},
    {"crest", "Crests"},
    {"fresh", "Freshness"},
    {"sector", "Cold and warm air"},
    {"along", "Position along it"},
    {"flow", "Flow"},
    {"border", "Plate borders"},
    {"bed", "River bed"},
    {"level", "Water level"},
    {"f1", "F1 (nearest)"},
    {"f2", "F2 (second nearest)"},
    {"f3", "F3 (third nearest)"},
    {"f2-f1", "F2 - F1"},
    {"f3-f1", "F3 - F1"},
    {"f3-f2", "F3 - F2"},
    {"f3-f2+f1", "F3 - F2 + F1"},
    {"edge", "Edges"},
    {"centre", "Distance from the centre"},
    // Parameters of noise.
    {"euclid", "Euclidean"},
    {"plane", "Flat map"},
    {"low", "Fixed at -1"},
    {"zero", "Fixed at 0"},
    {"high", "Fixed at 1"},
};

static const named lists[] = {
    {"layers", "Layers"},
    {"warps", "Distortions"},
    {"albedo", "Colour"},
    {"emission", "Emission"},
    {"roughness", "Roughness"},
    {"metal", "Metallic"},
    {"strokes", "Strokes"},
    {"places", "Places"},
    {"water", "Rivers and lakes"},
    {"clouds.colour", "Cloud colour"},
    {"clouds.cover", "Cloud cover"},
};

static const char *find(const named *table, size_t count, const char *identifier) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].identifier, identifier) == 0)
            return table[i].label;
    return NULL;
}

// Writes the label from the table, or else the identifier with spaces and a capital first letter.
static void tell(const char *label, const char *identifier, char *out, size_t size) {
    snprintf(out, size, "%s", label ? label : identifier);
    for (char *c = out; *c && !label; c++)
        *c = *c == '-' || *c == '_' ? ' ' : *c;
    out[0] = label ? out[0] : (char)toupper((unsigned char)out[0]);
}

void tr_export_label(const char *identifier, char *out, size_t size) {
    tell(find(of_exports, sizeof of_exports / sizeof *of_exports, identifier), identifier, out, size);
}

void tr_word_label(const char *identifier, char *out, size_t size) {
    tell(find(words, sizeof words / sizeof *words, identifier), identifier, out, size);
}

const char *tr_list_label(const char *list) {
    const char *label = find(lists, sizeof lists / sizeof *lists, list);
    return label ? label : list;
}
