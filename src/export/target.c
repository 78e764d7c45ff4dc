#include "export/target.h"

#include "export/private/companions.h"
#include "export/private/glb.h"
#include "export/private/web.h"

#include <string.h>

#define PNG(part, suffix)                                                                                      \
    { part, suffix, TR_FORMAT_PNG, NULL, 0 }
#define JPG(part, suffix, quality)                                                                             \
    { part, suffix, TR_FORMAT_JPG, NULL, quality }
#define COLOURS                                                                                                \
    PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_MAP_EMISSION, "emission"), PNG(TR_MAP_CLOUDS, "clouds"),              \
        PNG(TR_EXPORT_RINGS, "rings"), {                                                                       \
        TR_EXPORT_MESH, "mesh", TR_FORMAT_PNG, NULL, 0                                                         \
    }
enum { COLOUR_COUNT = 5, GROUND_COUNT = COLOUR_COUNT + 4 };

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

// What each wants, and where that is written: docs/targets.md.
static const tr_target targets[] = {
    {"blender", "EXR heights, and a script that builds planet, clouds, rings, air and sun",
     "tried in Blender 3.4", NULL, GROUND_COUNT, ORM_AND_EXR, tr_describe_blender},
    {"gis",
     "georeferenced PNG on a sphere: albedo, heights in metres, water and sea",
     "tried in GDAL 3.6",
     NULL,
     4,
     {PNG(TR_MAP_ALBEDO, "albedo"), PNG(TR_MAP_HEIGHT, "height"), PNG(TR_MAP_WATER, "water"),
      PNG(TR_EXPORT_SEA, "sea")},
     tr_describe_gis},
    {"gltf",
     "one GLB with all textures in it, clouds and rings: three.js, Babylon, Blender and others",
     "tried in three.js 0.187.0 and Blender 3.4",
     tr_glb_write,
     7,
     {PNG(TR_MAP_ALBEDO, "albedo"),
      PNG(TR_MAP_NORMAL, "normal"),
      PNG(TR_MAP_ORM, "orm"),
      PNG(TR_MAP_EMISSION, "emission"),
      PNG(TR_MAP_CLOUDS, "clouds"),
      PNG(TR_EXPORT_RINGS, "rings"),
      {TR_EXPORT_MESH, "", TR_FORMAT_PNG, NULL, 0}},
     NULL},
    {"godot", "Godot 4: EXR heights, ORM, import settings, a material and a scene", "by its documentation",
     NULL, GROUND_COUNT, ORM_AND_EXR, tr_describe_godot},
    {"unity-hdrp", "mask map, +Y normals, RAW heights of 16 bits, import settings", "by its documentation",
     NULL, GROUND_COUNT, UNITY, tr_describe_unity},
    {"unity-urp", "as unity-hdrp: URP takes metal, smoothness and occlusion from the same mask map",
     "by its documentation", NULL, GROUND_COUNT, UNITY, tr_describe_unity},
    {"unreal",
     "ORM, -Y normals, heights as PNG of 16 bits",
     "by its documentation",
     NULL,
     GROUND_COUNT,
     {COLOURS, PNG(TR_EXPORT_NORMAL_DX, "normal"), PNG(TR_MAP_ORM, "orm"), PNG(TR_MAP_WATER, "water"),
      PNG(TR_MAP_HEIGHT, "height")},
     NULL},
    {"web",
     "one HTML page that shows the planet lit, to be turned, in any browser with WebGL 2; no network",
     "tried in Chromium 156",
     tr_web_write,
     9,
     {JPG(TR_MAP_ALBEDO, "albedo", 85),
      JPG(TR_MAP_NORMAL, "normal", 91), // above 90 colours keep their resolution
      JPG(TR_EXPORT_ROUGHNESS, "roughness", 85),
      JPG(TR_EXPORT_METAL, "metal", 85),
      JPG(TR_MAP_EMISSION, "emission", 80),
      JPG(TR_EXPORT_CLOUDS_COLOUR, "clouds_colour", 80),
      JPG(TR_EXPORT_CLOUDS_ALPHA, "clouds_alpha", 85),
      PNG(TR_EXPORT_RINGS, "rings"),
      {TR_EXPORT_MESH, "", TR_FORMAT_PNG, "html", 0}},
     NULL},
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

unsigned tr_target_parts(const tr_target *target, const tr_recipe *recipe) {
    const unsigned usual = tr_export_parts(recipe), maps = (1u << TR_MAP_COUNT) - 1;
    unsigned parts = 0;
    for (int i = 0; i < target->file_count; i++) {
        const int part = target->files[i].part;
        const unsigned made_of = tr_export_get_part(part).maps;
        if (part == TR_EXPORT_MESH && target->embed)
            parts |= 1u << part;
        if (tr_export_possible(recipe) & 1u << part &&
            (made_of ? (made_of & ~(usual & maps)) == 0 : usual & 1u << part))
            parts |= 1u << part;
    }
    return parts;
}
