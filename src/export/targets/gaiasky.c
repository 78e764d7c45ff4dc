// Gaia Sky: an object with a model. Keys, units and number formats follow its loaders (langurmonkey/gaiasky
// aa0f9c68, version 3.8.0: data/JsonLoader.java, scene/component/Body.java,
// scene/record/MaterialComponent.java, CloudComponent.java). Not tested in the program.
//
// Maps are equirectangular, because its loader sets no height scale for a cube. Numbers have a decimal point: a
// number without one is a Long there, which setters of a Double do not accept.
#include "export/private/targets.h"

#include <stdio.h>

static void add_number(tr_text *text, const char *before, double value) {
    tr_text_add(text, "%s%.6f", before, value);
}

static void add_texture(const tr_plan *plan, int output, const char *key, tr_text *text) {
    char path[2 * TR_EXPORT_NAME_BYTES + 16];
    if (!tr_plan_has(plan, output))
        return;
    snprintf(path, sizeof path, "$data/%s/%s", plan->job.stem, tr_plan_file(plan, output, 0)->name);
    tr_text_add(text, ",\n                    \"%s\": ", key);
    tr_text_quote(text, path);
}

static void add_model(const tr_plan *plan, double height_km, tr_text *text) {
    tr_text_add(text, ",\n            \"model\": {\n                \"args\": [true],\n"
                      "                \"type\": \"sphere\",\n                \"params\": {\"quality\": 400, "
                      "\"diameter\": 1.0, \"flip\": false},\n                \"material\": {\n");
    add_number(text, "                    \"heightScale\": ", height_km);
    add_texture(plan, TR_MAP_ALBEDO, "diffuse", text);
    add_texture(plan, TR_EXPORT_NORMAL_DX, "normal", text); // y is along its binormal, which points south
    add_texture(plan, TR_MAP_HEIGHT, "height", text);
    add_texture(plan, TR_EXPORT_ROUGHNESS, "roughness", text);
    add_texture(plan, TR_EXPORT_METAL, "metallic", text);
    add_texture(plan, TR_MAP_EMISSION, "emissive", text);
    tr_text_add(text, "\n                }\n            }");
}

// The brightness of a texel is its coverage, so this map is the alpha map.
static void add_clouds(const tr_plan *plan, tr_text *text) {
    const tr_recipe *r = plan->job.recipe;
    if (!tr_plan_has(plan, TR_EXPORT_CLOUDS_ALPHA))
        return;
    add_number(text, ",\n            \"cloud\": {\n                    \"size\": ",
               r->radius_km + r->clouds.altitude_km);
    tr_text_add(text,
                ",\n                    \"params\": {\"quality\": 400, \"diameter\": 2.0, \"flip\": false}");
    add_texture(plan, TR_EXPORT_CLOUDS_ALPHA, "diffuse", text);
    tr_text_add(text, "\n            }");
}

void tr_describe_gaiasky(tr_plan *plan) {
    const tr_export_job *job = &plan->job;
    const tr_recipe *r = job->recipe;
    const bool raised = tr_plan_has(plan, TR_MAP_HEIGHT);
    const double low = plan->range.low, high = plan->range.high;
    tr_text *text = tr_plan_add_text(plan, job->stem, ".json");
    tr_text_add(
        text, "{\n    \"objects\": [\n        {\n            \"comment\": \"Put this file into the data folder "
              "named like the object. Not tested in Gaia Sky. The position is an example.\",\n"
              "            \"name\": ");
    tr_text_quote(text, job->stem);
    tr_text_add(text,
                ",\n            \"archetype\": \"Planet\",\n            \"parent\": \"Sun\",\n"
                "            \"componentType\": \"Planets\",\n            \"color\": [1.0, 1.0, 1.0, 1.0],\n");
    // Black is at the radius, and white is heightScale above it.
    add_number(text, "            \"radiusKm\": ", r->radius_km + (raised ? low / 1000 : 0));
    tr_text_add(text, ",\n            \"coordinates\": {\"impl\": \"gaiasky.util.coord.StaticCoordinates\", "
                      "\"positionKm\": [200000000.0, 0.0, 0.0]}");
    add_number(text, ",\n            \"rotation\": {\"axialTilt\": ", r->tilt_deg);
    if (job->day_h != 0)
        add_number(text, ", \"period\": ", job->day_h);
    tr_text_add(text, "}");
    add_model(plan, raised ? (high - low) / 1000 : 0, text);
    add_clouds(plan, text);
    tr_text_add(text, "\n        }\n    ]\n}\n");
}
