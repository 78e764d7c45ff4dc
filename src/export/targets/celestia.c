// Celestia: an add-on with virtual textures. Keys, units and folders as its loaders read them
// (CelestiaProject/Celestia ec2c7176: celengine/solarsys.cpp, parseobject.cpp, virtualtex.cpp, texmanager.cpp).
// Nobody has tried it in the program.
#include "export/private/pyramid.h"
#include "export/private/sidecars.h"
#include "export/target.h"

#include <stdio.h>

// A file that stands for all tiles of a part, and the line that names it.
static void add_texture(const tr_export_job *job, int output, const char *key, tr_text *planet,
                        tr_sidecars *all) {
    char folder[2 * TR_EXPORT_NAME_BYTES + 32], tiles[TR_EXPORT_NAME_BYTES + 32],
        name[TR_EXPORT_NAME_BYTES + 40];
    if (!(job->maps & 1u << output))
        return;
    snprintf(tiles, sizeof tiles, "%s_%s", job->stem, tr_target_get_file(job->target, output)->suffix);
    snprintf(folder, sizeof folder, "%s/textures/hires/%s", job->stem, tiles);
    snprintf(name, sizeof name, "%s.ctx", tiles);
    tr_text *text = tr_sidecar_begin(all, folder, ".ctx");
    tr_text_add(text, "VirtualTexture\n{\n    ImageDirectory ");
    tr_text_quote(text, tiles);
    tr_text_add(text, "\n    BaseSplit 0\n    TileSize %d\n    TileType \"%s\"\n}\n", job->tiles.size,
                tr_file_format_extension(tr_export_format(job, output)));
    tr_text_add(planet, "    %s ", key);
    tr_text_quote(planet, name);
    tr_text_add(planet, "\n");
}

void tr_describe_celestia(const tr_export_job *job, tr_sidecars *all) {
    const tr_recipe *r = job->recipe;
    char path[2 * TR_EXPORT_NAME_BYTES];
    snprintf(path, sizeof path, "%s/%s", job->stem, job->stem);
    tr_text *text = tr_sidecar_begin(all, path, ".ssc");
    tr_text_add(text, "# Put this folder into extras/. Not tried there. Orbit and star are an example.\n");
    tr_text_quote(text, job->stem);
    tr_text_add(text, " \"Sol\"\n{\n    Class \"planet\"\n    Radius %.9g\n", r->radius_km);
    add_texture(job, TR_MAP_ALBEDO, "Texture", text, all);
    add_texture(job, TR_EXPORT_NORMAL_DX, "NormalMap", text, all); // its shader takes y against the bitangent
    add_texture(job, TR_MAP_EMISSION, "NightTexture", text, all);  // an overlay would cover the ground
    if (job->maps & 1u << TR_MAP_CLOUDS) {
        tr_text_add(text, "    Atmosphere\n    {\n        Height %.9g\n        CloudHeight %.9g\n    ",
                    r->air.thickness * r->radius_km, r->clouds.altitude_km);
        add_texture(job, TR_MAP_CLOUDS, "CloudMap", text, all);
        tr_text_add(text, "    }\n");
    }
    // A rotation model hides the older key Obliquity: the tilt belongs into it.
    if (job->day_h != 0)
        tr_text_add(text, "    UniformRotation { Period %.9g Inclination %.9g }\n", job->day_h, r->tilt_deg);
    else
        tr_text_add(text, "    FixedRotation { Inclination %.9g }\n", r->tilt_deg);
    tr_text_add(text, "    EllipticalOrbit { Period 1.5 SemiMajorAxis 1.31 Eccentricity 0 }\n}\n");
}
