#include "export/manifest.h"

#include "base/version.h"
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { file_name_bytes = 256 };

bool tr_export_file_name(const tr_export_job *job, tr_map map, char *name, size_t bytes) {
    int length = snprintf(name, bytes, "%s_%s.%s", job->stem, tr_map_get_format(map)->name,
                          tr_file_format_extension(job->format));
    return length > 0 && (size_t)length < bytes;
}

bool tr_export_rings_name(const tr_export_job *job, char *name, size_t bytes) {
    int length = snprintf(name, bytes, "%s_rings.%s", job->stem, tr_file_format_extension(job->format));
    return length > 0 && (size_t)length < bytes;
}

// One map: its file and how to read it.
static json_t *describe_map(const tr_export_job *job, tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    bool radiance = job->format == TR_FORMAT_HDR; // RGBE: linear, three channels under one exponent
    char name[file_name_bytes];
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

static json_t *describe_maps(const tr_export_job *job) {
    json_t *maps = json_object();
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (job->maps & 1u << map)
            json_object_set_new(maps, tr_map_get_format((tr_map)map)->name, describe_map(job, (tr_map)map));
    return maps;
}

// The rings: where they begin and end, and the strip between.
static json_t *describe_rings(const tr_export_job *job) {
    char name[file_name_bytes];
    if (!tr_export_rings_name(job, name, sizeof name))
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

// Numbers with as few digits as give the same numbers again: 0.6 rather than 0.59999999999999998.
static char *dump(const json_t *object) {
    for (size_t digits = 15; digits <= 17; digits++) {
        char *text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(digits));
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
    if (job->rings)
        json_object_set_new(manifest, "rings", describe_rings(job));
    char *dumped = manifest ? dump(manifest) : NULL;
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
