// Identifiers of the command line as labels: "unity-urp" is "Unity (URP)".
#include "app/panel/panel.hpp"

#include <cctype>
#include <cstdio>
#include <cstring>

namespace panel {

static const char *const labels[][2] = {
    // Targets.
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

void label_of(const char *identifier, char *out, size_t size) {
    std::snprintf(out, size, "%s", identifier);
    for (const auto &l : labels)
        if (std::strcmp(l[0], identifier) == 0) {
            std::snprintf(out, size, "%s", l[1]);
            return;
        }
    for (char *c = out; *c; c++)
        *c = *c == '-' || *c == '_' ? ' ' : *c;
    out[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(out[0])));
}

} // namespace panel
