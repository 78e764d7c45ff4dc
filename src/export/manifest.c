#include "export/private/manifest.h"

#include "base/version.h"
#include "export/private/parts.h"
#include "planet/mesh.h"
#include "scene/load.h"
#include "json/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tr_json *text(tr_json_document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(tr_json_document *d, int64_t number) { return tr_json_new_whole(d, number); }

static tr_json *real(tr_json_document *d, double number) { return tr_json_new_real(d, number); }

// What the file of a part is called; tr_export made sure that names fit.
static tr_json *file_name(tr_json_document *d, const tr_export_job *job, int part) {
    char name[TR_EXPORT_NAME_BYTES];
    return text(d, tr_export_file_name(job, part, name, sizeof name) ? name : "");
}

// One map: its file and how to read it.
static tr_json *describe_map(tr_json_document *d, const tr_export_job *job, tr_map map) {
    const tr_map_format *format = tr_map_get_format(map);
    const tr_file_format kind = tr_export_format(job, map);
    const bool radiance = kind == TR_FORMAT_HDR; // RGBE: linear, three channels under one exponent
    const int channels = kind == TR_FORMAT_JPG ? 3 : format->channels; // grey, too, has three there
    tr_json *object = tr_json_new_object(d, "file", file_name(d, job, (int)map), "colour_space",
                                         text(d, format->srgb && !radiance ? "srgb" : "linear"), "channels",
                                         whole(d, channels), "bits", whole(d, 8 * format->bytes), NULL);
    if (radiance)
        tr_json_set(d, object, "encoding", text(d, "rgbe"));
    if (map == TR_MAP_NORMAL) {
        tr_json_set(d, object, "convention", text(d, "+Y (OpenGL)"));
        tr_json_set(d, object, "red", text(d, "east"));
        tr_json_set(d, object, "green", text(d, "north"));
    }
    if (map == TR_MAP_ORM) {
        tr_json_set(d, object, "red", text(d, "occlusion"));
        tr_json_set(d, object, "green", text(d, "roughness"));
        tr_json_set(d, object, "blue", text(d, "metal"));
    }
    if (map == TR_MAP_CLOUDS) {
        tr_json_set(d, object, "alpha", text(d, "straight"));
        tr_json_set(d, object, "altitude_km", real(d, job->recipe->clouds.altitude_km));
    }
    return object;
}

static tr_json *describe_maps(tr_json_document *d, const tr_export_job *job) {
    tr_json *maps = tr_json_new(d, TR_JSON_OBJECT);
    for (int map = 0; map < TR_MAP_COUNT; map++)
        if (job->maps & 1u << map)
            tr_json_set(d, maps, tr_map_get_format((tr_map)map)->name, describe_map(d, job, (tr_map)map));
    return maps;
}

// The rings: where they begin and end, and the strip between.
static tr_json *describe_rings(tr_json_document *d, const tr_export_job *job) {
    const tr_rings *rings = &job->recipe->rings;
    return tr_json_new_object(d, "file", file_name(d, job, TR_EXPORT_RINGS), "colour_space", text(d, "srgb"),
                              "channels", whole(d, 4), "bits", whole(d, 8), "width", whole(d, job->width),
                              "axis", text(d, "left: inner edge, right: outer edge"), "inner_radii",
                              real(d, rings->inner), "outer_radii", real(d, rings->outer), NULL);
}

static tr_json *describe_mesh(tr_json_document *d, const tr_export_job *job) {
    const int columns = tr_export_mesh_columns(job);
    return tr_json_new_object(d, "file", file_name(d, job, TR_EXPORT_MESH), "columns", whole(d, columns),
                              "vertices", whole(d, tr_mesh_vertices(columns)), "triangles",
                              whole(d, tr_mesh_triangles(columns)), "metres_per_unit",
                              real(d, 1000 * job->recipe->radius_km), "displaced",
                              tr_json_new_flag(d, job->recipe->mesh_columns > 0), NULL);
}

// Where the knobs of the type stand.
static tr_json *describe_knobs(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *knobs = recipe->type_knob_count ? tr_json_new(d, TR_JSON_OBJECT) : NULL;
    for (int i = 0; i < recipe->type_knob_count; i++)
        tr_json_set(d, knobs, recipe->type_knobs[i].name, real(d, tr_recipe_type_knob(recipe, i)));
    return knobs;
}

static tr_json *describe(tr_json_document *d, const tr_export_job *job) {
    const tr_recipe *recipe = job->recipe;
    tr_json *rings = job->maps & 1u << TR_EXPORT_RINGS ? describe_rings(d, job) : NULL;
    tr_json *mesh = job->maps & 1u << TR_EXPORT_MESH ? describe_mesh(d, job) : NULL;
    return tr_json_new_object(
        d, "format", whole(d, TR_MANIFEST_FORMAT), "generator", text(d, "terrella"), "version",
        text(d, TR_VERSION), "pixels", whole(d, TR_PIXELS),                                                   //
        "name", text(d, job->stem), "type", text(d, recipe->type), "seed", whole(d, (int64_t)recipe->seed),   //
        "radius_km", real(d, recipe->radius_km), "height_min_m", real(d, recipe->height_min_m),               //
        "height_max_m", real(d, recipe->height_max_m), "sea_level_m", whole(d, 0),                            //
        "projection", text(d, "equirect"), "width", whole(d, job->width), "height", whole(d, job->width / 2), //
        "relief", real(d, recipe->relief), "emission_strength", real(d, recipe->emission_strength),           //
        "knobs", describe_knobs(d, recipe), "maps", describe_maps(d, job), "recipe", tr_recipe_write(d, recipe),
        "rings", rings, "mesh", mesh, NULL);
}

tr_status tr_manifest_create(const tr_export_job *job, char **out, tr_error *error) {
    tr_json_document *d;
    *out = NULL;
    tr_status status = tr_json_create(&d, error);
    if (status == TR_OK)
        status = tr_json_write(d, describe(d, job), true, out, error);
    tr_json_destroy(d);
    return status;
}
