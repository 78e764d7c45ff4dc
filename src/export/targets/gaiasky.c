// Gaia Sky: faces of a cube by their suffixes ("Cubemaps" and "Models", Gaia Sky's manual). Unverified.
#include "export/private/companions.h"
#include "export/target.h"

#include <stdio.h>

static void add_cube(const tr_export_job *job, int part, const char *key, tr_text *text) {
    char path[2 * TR_EXPORT_NAME_BYTES + 16];
    if (!(job->maps & 1u << part))
        return;
    snprintf(path, sizeof path, "$data/%s/%s_%s", job->stem, job->stem,
             tr_target_get_file(job->target, part)->suffix);
    tr_text_add(text, ",\n                    \"%s\": ", key);
    tr_text_quote(text, path);
}

void tr_describe_gaiasky(const tr_export_job *job, tr_companions *all) {
    const tr_recipe *r = job->recipe;
    double low, high;
    tr_export_heights(job, &low, &high);
    tr_text *text = tr_companion_begin(all, job->stem, ".json");
    tr_text_add(text, "{\n    \"objects\": [\n        {\n            \"name\": ");
    tr_text_quote(text, job->stem);
    tr_text_add(
        text,
        ",\n            \"size\": %.9g,\n            \"model\": {\n                \"type\": \"sphere\",\n"
        "                \"params\": {\"quality\": 200, \"diameter\": 1.0, \"flip\": false},\n"
        "                \"material\": {\n                    \"heightScale\": %.9g",
        r->radius_km, (high - low) / 1000);
    add_cube(job, TR_MAP_ALBEDO, "diffuseCubemap", text);
    add_cube(job, TR_MAP_NORMAL, "normalCubemap", text);
    add_cube(job, TR_MAP_HEIGHT, "heightCubemap", text);
    add_cube(job, TR_EXPORT_ROUGHNESS, "roughnessCubemap", text);
    add_cube(job, TR_EXPORT_METAL, "metallicCubemap", text);
    add_cube(job, TR_MAP_EMISSION, "emissiveCubemap", text);
    tr_text_add(text, "\n                }\n            }");
    if (job->maps & 1u << TR_MAP_CLOUDS) {
        tr_text_add(text,
                    ",\n            \"cloud\": {\"size\": %.9g, \"params\": {\"quality\": 200, \"diameter\": "
                    "2.0, \"flip\": false}",
                    r->radius_km + r->clouds.altitude_km);
        add_cube(job, TR_MAP_CLOUDS, "diffuseCubemap", text);
        tr_text_add(text, "}");
    }
    tr_text_add(text, "\n        }\n    ]\n}\n");
}
