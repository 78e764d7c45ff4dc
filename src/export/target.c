#include "export/target.h"

#include "export/private/targets.h"

#include <string.h>

// Parts as bits, and files of them.
enum {
    albedo = 1 << TR_MAP_ALBEDO,
    height = 1 << TR_MAP_HEIGHT,
    normal = 1 << TR_MAP_NORMAL,
    orm = 1 << TR_MAP_ORM,
    emission = 1 << TR_MAP_EMISSION,
    clouds = 1 << TR_MAP_CLOUDS,
    water = 1 << TR_MAP_WATER,
    rings = 1 << TR_EXPORT_RINGS,
    mesh = 1 << TR_EXPORT_MESH,
    normal_dx = 1 << TR_EXPORT_NORMAL_DX,
    colours = albedo | emission | clouds | rings | mesh
};
#define FILES(which, as) .outputs = (which), .format = TR_FORMAT_##as

// Files with occlusion, roughness and metal in one, or Unity's mask map; with float heights or raw heights.
#define ORM_AND_EXR                                                                                            \
    {                                                                                                          \
        {FILES(colours | normal | orm | water, PNG)}, { FILES(height, EXR) }                                   \
    }
#define UNITY                                                                                                  \
    {                                                                                                          \
        {FILES(colours | normal | water | 1 << TR_EXPORT_MASKMAP, PNG)}, {                                     \
            FILES(height, R16), .extension = "raw"                                                             \
        }                                                                                                      \
    }

// The requirements of each target, with sources: docs/internals/targets.md.
static const tr_target targets[] = {
    {.name = "bevy",
     .what =
         "KTX2 in blocks with all levels: ORM, +Y normals (BC5), heights as PNG of 16 bits; cubes as KTX2, too",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .cubes = TR_FORMAT_KTX2,
     .files = {{FILES(albedo | normal | orm | emission | clouds, KTX2)},
               {FILES(height | water | rings | mesh, PNG)}}},
    {.name = "blender",
     .what = "EXR heights, and a script that builds planet, clouds, rings, air and sun",
     .proof = "tried in Blender 3.4",
     .also = 1u << TR_LAYOUT_CUBE,
     .files = ORM_AND_EXR,
     .describe = tr_describe_blender},
    {.name = "gis",
     .what = "georeferenced PNG on a sphere: albedo, heights in metres, water and sea",
     .proof = "tried in GDAL 3.6",
     .files = {{FILES(albedo | height | water | 1 << TR_EXPORT_SEA, PNG)}},
     .describe = tr_describe_gis},
    {.name = "gltf",
     .what = "one GLB with all textures in it, clouds and rings: three.js, Babylon, Blender and others",
     .proof = "tried in three.js 0.187.0 and Blender 3.4",
     .layout = TR_LAYOUT_CUBE,
     .also = 1u << TR_LAYOUT_EQUIRECT,
     .embed = tr_glb_write,
     .files = {{FILES(albedo | normal | orm | emission | clouds | rings | 1 << TR_EXPORT_AIR, PNG)},
               {FILES(mesh, PNG), .suffix = ""}}},
    {.name = "celestia",
     .what = "an add-on with virtual textures: tiles of the map, .ctx and .ssc",
     .proof = "by its loaders: CelestiaProject/Celestia ec2c7176 of 2026-08-07, celengine/solarsys.cpp, "
              "virtualtex.cpp, texmanager.cpp",
     .layout = TR_LAYOUT_GEODETIC,
     .tiles = "{stem}/textures/hires/{stem}_{part}/level{level}/tx_{x}_{y}.{extension}",
     .files = {{FILES(albedo | emission | clouds, PNG)}, {FILES(normal_dx, PNG), .suffix = "normal"}},
     .describe = tr_describe_celestia},
    {.name = "gaiasky",
     .what = "-Y normals, grey maps as JPG, heights in 8 bits, and the JSON of an object",
     .proof = "by its loaders: langurmonkey/gaiasky aa0f9c68, version 3.8.0, data/JsonLoader.java, "
              "scene/record/MaterialComponent.java, CloudComponent.java",
     .files = {{FILES(albedo | emission, PNG)},
               {FILES(normal_dx, PNG), .suffix = "normal"},
               {FILES(height, JPG), .quality = 100},
               {FILES(1 << TR_EXPORT_ROUGHNESS | 1 << TR_EXPORT_METAL, JPG), .quality = 95},
               {FILES(1 << TR_EXPORT_CLOUDS_ALPHA, JPG), .suffix = "clouds", .quality = 95}},
     .describe = tr_describe_gaiasky},
    {.name = "kopernicus",
     .what =
         "DDS, flipped as in Kerbal Space Program: DXT1 colours, DXT5nm normals, 16-bit heights, and a .cfg",
     .proof =
         "by its loaders: Kopernicus/Kopernicus 0a3dd1f8, release 247 and 13 commits, Parsing/MapSOParsers.cs, "
         "OceanLoader.cs; Phantomical/KSPTextureLoader 2da96bdd, Format/DDSLoader.cs",
     .blocks = TR_BLOCKS_BC1,
     .kerbal = true,
     .no_letters = "{}",
     .files = {{FILES(albedo | normal | height, DDS)}},
     .describe = tr_describe_kopernicus},
    {.name = "spaceengine",
     .what = "tiles of a cube with a border of 1, and a .sc",
     .proof = "by its documentation",
     .layout = TR_LAYOUT_TILES,
     .border = 1,
     .tiles = "{stem}/{part}/{face}/{level}_{y}_{x}.{extension}",
     .files = {{FILES(albedo | height | emission | clouds, PNG)}},
     .describe = tr_describe_spaceengine},
    {.name = "godot",
     .what = "Godot 4: EXR heights, ORM, import settings, a material and a scene",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .grids = true,
     .files = ORM_AND_EXR,
     .describe = tr_describe_godot},
    {.name = "unity-hdrp",
     .what = "mask map, +Y normals, RAW heights of 16 bits, import settings",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .grids = true,
     .files = UNITY,
     .describe = tr_describe_unity},
    {.name = "unity-urp",
     .what = "as unity-hdrp: URP takes metal, smoothness and occlusion from the same mask map",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .grids = true,
     .files = UNITY,
     .describe = tr_describe_unity},
    {.name = "unreal",
     .what = "ORM, -Y normals, heights as PNG of 16 bits; cubes as DDS with faces rotated for Unreal",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .cubes = TR_FORMAT_DDS,
     .z_up = true,
     .widest = 8192,
     .files = {{FILES(colours | orm | water | height, PNG)}, {FILES(normal_dx, PNG), .suffix = "normal"}}},
    {.name = "web",
     .what = "one HTML page with the lit planet, which can be turned, for any browser with WebGL 2; no network",
     .proof = "tried in Chromium 156",
     .embed = tr_web_write,
     .files = {{FILES(albedo | 1 << TR_EXPORT_ROUGHNESS | 1 << TR_EXPORT_METAL | 1 << TR_EXPORT_CLOUDS_ALPHA,
                      JPG),
                .quality = 85},
               {FILES(normal, JPG), .quality = 91}, // above 90 colours keep their full resolution
               {FILES(emission | 1 << TR_EXPORT_CLOUDS_COLOUR, JPG), .quality = 80},
               {FILES(rings, PNG)},
               {FILES(mesh, PNG), .suffix = "", .extension = "html"}}},
};

const tr_target *tr_target_list(int *count) {
    *count = (int)(sizeof targets / sizeof *targets);
    return targets;
}

const tr_target *tr_target_find(const char *name) {
    int count;
    const tr_target *all = tr_target_list(&count);
    for (int i = 0; i < count; i++)
        if (strcmp(all[i].name, name) == 0)
            return &all[i];
    return NULL;
}

static unsigned own_outputs(const tr_target *target, tr_layout layout, const tr_recipe *recipe) {
    const unsigned usual = tr_export_outputs(recipe), all = tr_target_all(target) & tr_export_possible(recipe);
    unsigned outputs = tr_target_needs_mesh(target, layout) ? 1u << TR_EXPORT_MESH : 0;
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++) {
        const unsigned made_of = tr_export_output_maps(output) ? tr_export_output_maps(output) : 1u << output;
        outputs |= made_of & ~usual ? 0 : all & 1u << output;
    }
    if (target->embed == tr_glb_write && recipe->night_lights) // glTF cannot switch night lights off by day
        outputs &= ~(1u << TR_MAP_EMISSION);
    return outputs;
}

unsigned tr_target_outputs(const tr_target *target, tr_layout layout, const tr_recipe *recipe) {
    const unsigned outputs = target ? own_outputs(target, layout, recipe) : tr_export_outputs(recipe);
    const bool tiles = tr_layout_is_pyramid(layout);
    return outputs & ~(tiles ? 1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH : 0);
}
