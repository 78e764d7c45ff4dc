#include "export/target.h"

#include "export/private/targets.h"

#include <string.h>

#define PNG(output, suffix)                                                                                    \
    { output, suffix, TR_FORMAT_PNG, NULL, 0 }
#define KTX2(output, suffix)                                                                                   \
    { output, suffix, TR_FORMAT_KTX2, NULL, 0 }
#define DDS(output, suffix)                                                                                    \
    { output, suffix, TR_FORMAT_DDS, NULL, 0 }
#define JPG(output, suffix, quality)                                                                           \
    { output, suffix, TR_FORMAT_JPG, NULL, quality }
#define MESH(suffix)                                                                                           \
    { TR_EXPORT_MESH, suffix, TR_FORMAT_PNG, NULL, 0 }
#define COLOURS                                                                                                \
    PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_MAP_EMISSION, "emission"), PNG(TR_MAP_CLOUDS, "clouds"),              \
        PNG(TR_EXPORT_RINGS, "rings"), MESH("mesh")

// Files for occlusion, roughness and metal in one, or Unity's mask map; and floats, or raw heights.
#define ORM_AND_EXR                                                                                            \
    {                                                                                                          \
        COLOURS, PNG(TR_MAP_NORMAL, "normal"), PNG(TR_MAP_ORM, "orm"), PNG(TR_MAP_WATER, "water"), {           \
            TR_MAP_HEIGHT, "height", TR_FORMAT_EXR, NULL, 0                                                    \
        }                                                                                                      \
    }
#define UNITY                                                                                                  \
    {                                                                                                          \
        COLOURS, PNG(TR_MAP_NORMAL, "normal"), PNG(TR_EXPORT_MASKMAP, "maskmap"), PNG(TR_MAP_WATER, "water"),  \
        {                                                                                                      \
            TR_MAP_HEIGHT, "height", TR_FORMAT_R16, "raw", 0                                                   \
        }                                                                                                      \
    }

// What each wants, and where that is written: docs/internals/targets.md.
static const tr_target targets[] = {
    {.name = "bevy",
     .what =
         "KTX2 in blocks with all levels: ORM, +Y normals (BC5), heights as PNG of 16 bits; cubes as KTX2, too",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .cubes = TR_FORMAT_KTX2,
     .files = {KTX2(TR_MAP_ALBEDO, "albedo"), KTX2(TR_MAP_NORMAL, "normal"), KTX2(TR_MAP_ORM, "orm"),
               KTX2(TR_MAP_EMISSION, "emission"), KTX2(TR_MAP_CLOUDS, "clouds"), PNG(TR_MAP_HEIGHT, "height"),
               PNG(TR_MAP_WATER, "water"), PNG(TR_EXPORT_RINGS, "rings"), MESH("mesh")}},
    {.name = "blender",
     .what = "EXR heights, and a script that builds planet, clouds, rings, air and sun",
     .proof = "tried in Blender 3.4",
     .also = 1u << TR_LAYOUT_CUBE,
     .files = ORM_AND_EXR,
     .describe = tr_describe_blender},
    {.name = "gis",
     .what = "georeferenced PNG on a sphere: albedo, heights in metres, water and sea",
     .proof = "tried in GDAL 3.6",
     .files = {PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_MAP_HEIGHT, "height"), PNG(TR_MAP_WATER, "water"),
               PNG(TR_EXPORT_SEA, "sea")},
     .describe = tr_describe_gis},
    {.name = "gltf",
     .what = "one GLB with all textures in it, clouds and rings: three.js, Babylon, Blender and others",
     .proof = "tried in three.js 0.187.0 and Blender 3.4",
     .layout = TR_LAYOUT_CUBE,
     .also = 1u << TR_LAYOUT_EQUIRECT,
     .embed = tr_glb_write,
     .files = {PNG(TR_MAP_ALBEDO, "albedo"),
               PNG(TR_MAP_NORMAL, "normal"),
               PNG(TR_MAP_ORM, "orm"),
               PNG(TR_MAP_EMISSION, "emission"),
               PNG(TR_MAP_CLOUDS, "clouds"),
               PNG(TR_EXPORT_RINGS, "rings"),
               MESH(""),
               {TR_EXPORT_AIR, "air", TR_FORMAT_PNG, NULL, 0}}},
    {.name = "celestia",
     .what = "an add-on with virtual textures: tiles of the map, .ctx and .ssc",
     .proof = "by its loaders: CelestiaProject/Celestia ec2c7176 of 2026-08-07, celengine/solarsys.cpp, "
              "virtualtex.cpp, texmanager.cpp",
     .layout = TR_LAYOUT_GEODETIC,
     .tiles = "{stem}/textures/hires/{stem}_{part}/level{level}/tx_{x}_{y}.{extension}",
     .files = {PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_EXPORT_NORMAL_DX, "normal"),
               PNG(TR_MAP_EMISSION, "emission"), PNG(TR_MAP_CLOUDS, "clouds")},
     .describe = tr_describe_celestia},
    {.name = "gaiasky",
     .what = "-Y normals, grey maps as JPG, heights in 8 bits, and the JSON of an object",
     .proof = "by its loaders: langurmonkey/gaiasky aa0f9c68, version 3.8.0, data/JsonLoader.java, "
              "scene/record/MaterialComponent.java, CloudComponent.java",
     .files = {PNG(TR_MAP_ALBEDO, "albedo"), JPG(TR_MAP_HEIGHT, "height", 100),
               PNG(TR_EXPORT_NORMAL_DX, "normal"), JPG(TR_EXPORT_ROUGHNESS, "roughness", 95),
               JPG(TR_EXPORT_METAL, "metal", 95), PNG(TR_MAP_EMISSION, "emission"),
               JPG(TR_EXPORT_CLOUDS_ALPHA, "clouds", 95)},
     .describe = tr_describe_gaiasky},
    {.name = "kopernicus",
     .what = "DDS as Kerbal Space Program turns it: DXT1 colours, DXT5nm normals, 16-bit heights, and a .cfg",
     .proof =
         "by its loaders: Kopernicus/Kopernicus 0a3dd1f8, release 247 and 13 commits, Parsing/MapSOParsers.cs, "
         "OceanLoader.cs; Phantomical/KSPTextureLoader 2da96bdd, Format/DDSLoader.cs",
     .blocks = TR_BLOCKS_BC1,
     .kerbal = true,
     .no_letters = "{}",
     .files = {DDS(TR_MAP_ALBEDO, "albedo"), DDS(TR_MAP_NORMAL, "normal"), DDS(TR_MAP_HEIGHT, "height")},
     .describe = tr_describe_kopernicus},
    {.name = "spaceengine",
     .what = "tiles of a cube with a border of 1, and a .sc",
     .proof = "by its documentation",
     .layout = TR_LAYOUT_TILES,
     .border = 1,
     .tiles = "{stem}/{part}/{face}/{level}_{y}_{x}.{extension}",
     .files = {PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_MAP_HEIGHT, "height"), PNG(TR_MAP_EMISSION, "emission"),
               PNG(TR_MAP_CLOUDS, "clouds")},
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
     .what = "ORM, -Y normals, heights as PNG of 16 bits; cubes as DDS whose faces are turned as it wants",
     .proof = "by its documentation",
     .also = 1u << TR_LAYOUT_CUBE,
     .cubes = TR_FORMAT_DDS,
     .z_up = true,
     .widest = 8192,
     .files = {COLOURS, PNG(TR_EXPORT_NORMAL_DX, "normal"), PNG(TR_MAP_ORM, "orm"), PNG(TR_MAP_WATER, "water"),
               PNG(TR_MAP_HEIGHT, "height")}},
    {.name = "web",
     .what = "one HTML page that shows the planet lit, to be turned, in any browser with WebGL 2; no network",
     .proof = "tried in Chromium 156",
     .embed = tr_web_write,
     .files = {JPG(TR_MAP_ALBEDO, "albedo", 85),
               JPG(TR_MAP_NORMAL, "normal", 91), // above 90 colours keep their resolution
               JPG(TR_EXPORT_ROUGHNESS, "roughness", 85),
               JPG(TR_EXPORT_METAL, "metal", 85),
               JPG(TR_MAP_EMISSION, "emission", 80),
               JPG(TR_EXPORT_CLOUDS_COLOUR, "clouds_colour", 80),
               JPG(TR_EXPORT_CLOUDS_ALPHA, "clouds_alpha", 85),
               PNG(TR_EXPORT_RINGS, "rings"),
               {TR_EXPORT_MESH, "", TR_FORMAT_PNG, "html", 0}}},
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
    const unsigned usual = tr_export_outputs(recipe), maps = (1u << TR_MAP_COUNT) - 1;
    unsigned outputs = tr_target_needs_mesh(target, layout) ? 1u << TR_EXPORT_MESH : 0;
    for (int i = 0; i < TR_TARGET_FILES && target->files[i].suffix; i++) {
        const int output = target->files[i].output;
        const unsigned made_of = tr_export_output_maps(output);
        if (tr_export_possible(recipe) & 1u << output &&
            (made_of ? (made_of & ~(usual & maps)) == 0 : usual & 1u << output))
            outputs |= 1u << output;
    }
    if (target->embed == tr_glb_write && recipe->night_lights) // glTF cannot put lamps out by day
        outputs &= ~(1u << TR_MAP_EMISSION);
    return outputs;
}

unsigned tr_target_outputs(const tr_target *target, tr_layout layout, const tr_recipe *recipe) {
    const unsigned outputs = target ? own_outputs(target, layout, recipe) : tr_export_outputs(recipe);
    const bool tiles = tr_layout_is_pyramid(layout);
    return outputs & ~(tiles ? 1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH : 0);
}
