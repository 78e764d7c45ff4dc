#include "export/manifest.h"

#include "base/version.h"
#include "export/glb.h"
#include "export/json.h"
#include "planet/mesh.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool tr_export_file_name(const tr_export_job *job, int part, char *name, size_t bytes) {
    const char *extension = part == TR_EXPORT_MESH ? "glb" : tr_file_format_extension(job->format);
    int length = snprintf(name, bytes, "%s_%s.%s", job->stem, tr_export_part_name(part), extension);
    return length > 0 && (size_t)length < bytes;
}

// One map: its file and how to read it.
static json_t *describe_map(const tr_export_job *job, tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    bool radiance = job->format == TR_FORMAT_HDR; // RGBE: linear, three channels under one exponent
    char name[TR_EXPORT_NAME_BYTES];
    if (!tr_export_file_name(job, map, name, sizeof name))
        return NULL;
    json_t *object = json_pack("{s:s, s:s, s:i, s:i}", "file", name, "colour_space",
                               format->srgb && !radiance ? "srgb" : "linear", "channels",
                               radiance ? 3 : format->channels, "bits", radiance ? 8 : 8 * format->bytes);
    if (radiance)
        json_object_set_new(object, "encoding", json_string("rgbe"));
    if (map == TR_MAP_NORMAL)
        json_object_update_new(
            object, json_pack("{s:s, s:s, s:s}", "convention", "+Y (OpenGL)", "red", "east", "green", "north"));
    if (map == TR_MAP_ORM)
        json_object_update_new(
            object, json_pack("{s:s, s:s, s:s}", "red", "occlusion", "green", "roughness", "blue", "metal"));
    if (map == TR_MAP_CLOUDS)
        json_object_update_new(object, json_pack("{s:s, s:f}", "alpha", "straight", "altitude_km",
                                                 job->recipe->clouds.altitude_km));
    return object;
}

static json_t *describe_mesh(const tr_export_job *job) {
    char name[TR_EXPORT_NAME_BYTES];
    const int columns = tr_export_mesh_columns(job);
    if (!tr_export_file_name(job, TR_EXPORT_MESH, name, sizeof name))
        return NULL;
    return json_pack("{s:s, s:i, s:i, s:i, s:f, s:b}", "file", name, "columns", columns, "vertices",
                     tr_mesh_vertices(columns), "triangles", tr_mesh_triangles(columns), "metres_per_unit",
                     1000 * job->recipe->radius_km, "displaced", job->recipe->mesh_columns > 0);
}

static json_t *describe_maps(const tr_export_job *job) {
    json_t *maps = json_object();
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (job->maps & 1u << map)
            json_object_set_new(maps, tr_map_get_format((tr_map)map)->name, describe_map(job, (tr_map)map));
    return maps;
}

// The rings: where they begin and end, and the strip between.
static json_t *describe_rings(const tr_export_job *job) {
    char name[TR_EXPORT_NAME_BYTES];
    if (!tr_export_file_name(job, TR_EXPORT_RINGS, name, sizeof name))
        return NULL;
    return json_pack("{s:s, s:s, s:i, s:i, s:i, s:s, s:f, s:f}", "file", name, "colour_space", "srgb",
                     "channels", 4, "bits", 8, "width", job->width, "axis",
                     "left: inner edge, right: outer edge", "inner_radii", job->recipe->rings.inner,
                     "outer_radii", job->recipe->rings.outer);
}

static json_t *describe(const tr_export_job *job, json_t *recipe_object) {
    const tr_recipe *recipe = job->recipe;
    return json_pack("{s:i, s:s, s:s, s:s, s:s, s:I, s:f, s:f, s:f, s:i, s:s, s:i, s:i, s:f, s:f, s:o, s:O}", //
                     "format", TR_MANIFEST_FORMAT, "generator", "terrella", "version", TR_VERSION,            //
                     "name", job->stem, "type", recipe->type, "seed", (json_int_t)recipe->seed,               //
                     "radius_km", recipe->radius_km, "height_min_m", recipe->height_min_m,                    //
                     "height_max_m", recipe->height_max_m, "sea_level_m", 0, "projection", "equirect",        //
                     "width", job->width, "height", job->width / 2, "relief", recipe->relief,                 //
                     "emission_strength", recipe->emission_strength, "maps", describe_maps(job),              //
                     "recipe", recipe_object);
}

char *export_json_dump(const json_t *object, bool indented) {
    for (size_t digits = 15; digits <= 17; digits++) {
        char *text =
            json_dumps(object, (indented ? JSON_INDENT(2) : JSON_COMPACT) | JSON_REAL_PRECISION(digits));
        json_t *again = text ? json_loads(text, 0, NULL) : NULL;
        bool same = again && json_equal(object, again);
        json_decref(again);
        if (same || digits == 17 || !text)
            return text;
        free(text);
    }
    return NULL;
}

tr_status tr_manifest_create(const tr_export_job *job, char **text, tr_error *error) {
    json_error_t fault;
    json_t *recipe = json_loads(job->recipe_json, JSON_REJECT_DUPLICATES, &fault);
    if (!json_is_object(recipe)) {
        json_decref(recipe);
        return tr_fail(error, TR_BUG, "the recipe for the manifest is no JSON object: %s", fault.text);
    }
    json_t *manifest = describe(job, recipe);
    if (manifest && job->maps & 1u << TR_EXPORT_RINGS)
        json_object_set_new(manifest, "rings", describe_rings(job));
    if (manifest && job->maps & 1u << TR_EXPORT_MESH)
        json_object_set_new(manifest, "mesh", describe_mesh(job));
    char *dumped = manifest ? export_json_dump(manifest, true) : NULL;
    json_decref(manifest);
    json_decref(recipe);
    size_t length = dumped ? strlen(dumped) : 0;
    char *whole = dumped ? realloc(dumped, length + 2) : NULL;
    if (!whole) {
        free(dumped);
        return tr_fail(error, TR_NO_MEMORY, "no memory for the manifest");
    }
    memcpy(whole + length, "\n", 2);
    *text = whole;
    return TR_OK;
}
