// Celestia: an add-on with virtual textures. Keys, units and folders follow its loaders
// (CelestiaProject/Celestia ec2c7176: celengine/solarsys.cpp, parseobject.cpp, virtualtex.cpp, texmanager.cpp).
// Not tested in the program.
#include "export/private/targets.h"

#include <stdio.h>

// Adds the file that represents all tiles of a part, and the line that names it.
static void add_texture(tr_plan *plan, int output, const char *key, tr_text *planet) {
    const tr_export_job *job = &plan->job;
    char folder[2 * TR_EXPORT_NAME_BYTES + 32], tiles[TR_EXPORT_NAME_BYTES + 32],
        name[TR_EXPORT_NAME_BYTES + 40];
    if (!tr_plan_has(plan, output))
        return;
    snprintf(tiles, sizeof tiles, "%s_%s", job->stem, tr_target_suffix(job->target, output));
    snprintf(folder, sizeof folder, "%s/textures/hires/%s", job->stem, tiles);
    snprintf(name, sizeof name, "%s.ctx", tiles);
    tr_text *text = tr_plan_add_text(plan, folder, ".ctx");
    tr_text_add(text, "VirtualTexture\n{\n    ImageDirectory ");
    tr_text_quote(text, tiles);
    tr_text_add(text, "\n    BaseSplit 0\n    TileSize %d\n    TileType \"%s\"\n}\n", job->tiles.size,
                tr_file_format_extension(plan->parts[output].format));
    tr_text_add(planet, "    %s ", key);
    tr_text_quote(planet, name);
    tr_text_add(planet, "\n");
}

void tr_describe_celestia(tr_plan *plan) {
    const tr_export_job *job = &plan->job;
    const tr_recipe *r = job->recipe;
    char path[2 * TR_EXPORT_NAME_BYTES];
    snprintf(path, sizeof path, "%s/%s", job->stem, job->stem);
    tr_text *text = tr_plan_add_text(plan, path, ".ssc");
    tr_text_add(text,
                "# Put this folder into extras/. Not tested in Celestia. Orbit and star are an example.\n");
    tr_text_quote(text, job->stem);
    tr_text_add(text, " \"Sol\"\n{\n    Class \"planet\"\n    Radius %.9g\n", r->radius_km);
    add_texture(plan, TR_MAP_ALBEDO, "Texture", text);
    add_texture(plan, TR_EXPORT_NORMAL_DX, "NormalMap", text); // its shader's y is opposite to the
                                                               // bitangent
    add_texture(plan, TR_MAP_EMISSION, "NightTexture", text);  // an overlay would cover the ground
    if (tr_plan_has(plan, TR_MAP_CLOUDS)) {
        tr_text_add(text, "    Atmosphere\n    {\n        Height %.9g\n        CloudHeight %.9g\n    ",
                    r->air.thickness * r->radius_km, r->clouds.altitude_km);
        add_texture(plan, TR_MAP_CLOUDS, "CloudMap", text);
        tr_text_add(text, "    }\n");
    }
    // A rotation model overrides the older key Obliquity, so it contains the tilt.
    if (job->day_h != 0)
        tr_text_add(text, "    UniformRotation { Period %.9g Inclination %.9g }\n", job->day_h, r->tilt_deg);
    else
        tr_text_add(text, "    FixedRotation { Inclination %.9g }\n", r->tilt_deg);
    tr_text_add(text, "    EllipticalOrbit { Period 1.5 SemiMajorAxis 1.31 Eccentricity 0 }\n}\n");
}
