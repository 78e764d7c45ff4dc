// Blender: a Python script that builds the planet (Blender Python API, docs.blender.org). It names the files
// and the numbers; how they are used follows below them.
#include "base/embed.h"
#include "export/private/companions.h"

#include <math.h>

static void add_file(const tr_export_job *job, tr_text *text, const char *variable, int part) {
    char name[TR_EXPORT_NAME_BYTES];
    tr_text_add(text, "%s = ", variable);
    if (job->maps & 1u << part && tr_export_file_name(job, part, 0, name, sizeof name))
        tr_text_quote(text, name);
    else
        tr_text_add(text, "None");
    tr_text_add(text, "\n");
}

static void add_colour(tr_text *text, const char *variable, const uint8_t srgb[3]) {
    tr_text_add(text, "%s = (%.6g, %.6g, %.6g)  # sRGB\n", variable, srgb[0] / 255.0, srgb[1] / 255.0,
                srgb[2] / 255.0);
}

void tr_describe_blender(const tr_export_job *job, tr_companions *all) {
    const tr_recipe *r = job->recipe;
    double low, high;
    tr_export_heights(job, &low, &high);
    tr_text *text = tr_companion_begin(all, job->stem, ".py");
    tr_text_add(text,
                "# Builds this planet in Blender 3.4 and later: Scripting, Open, Run; or blender -P FILE.py\n");
    tr_text_add(text, "NAME = ");
    tr_text_quote(text, job->stem);
    tr_text_add(text, "\n");
    add_file(job, text, "ALBEDO", TR_MAP_ALBEDO);
    add_file(job, text, "HEIGHT", TR_MAP_HEIGHT);
    add_file(job, text, "NORMAL", TR_MAP_NORMAL);
    add_file(job, text, "ORM", TR_MAP_ORM);
    add_file(job, text, "EMISSION", TR_MAP_EMISSION);
    add_file(job, text, "CLOUDS", TR_MAP_CLOUDS);
    add_file(job, text, "RINGS", TR_EXPORT_RINGS);
    tr_text_add(text, "RADIUS_M = %.15g\nHEIGHT_MIN_M = %.15g\nHEIGHT_MAX_M = %.15g\nSEA = %s\n",
                1000 * r->radius_km, low, high, r->sea ? "True" : "False");
    tr_text_add(text, "BALL = %s\nRELIEF = %.9g\nEMISSION_STRENGTH = %.9g\nNIGHT_ONLY = %s\nTILT_DEG = %.9g\n",
                r->mesh_columns > 0 ? "False" : "True", r->relief, r->emission_strength,
                r->night_lights ? "True" : "False", r->tilt_deg);
    tr_text_add(text, "CLOUD_ALTITUDE_M = %.9g\nRING_INNER = %.9g\nRING_OUTER = %.9g\n",
                1000 * r->clouds.altitude_km, r->rings.inner, r->rings.outer);
    tr_text_add(text, "AIR_THICKNESS = %.9g  # in radii; 0: none\nAIR_DEPTH = %.9g\n", r->air.thickness,
                fmax(r->air.density, r->air.haze));
    add_colour(text, "AIR_COLOUR", r->air.density >= r->air.haze ? r->air.srgb : r->air.haze_srgb);
    tr_text_add(text, "%s", tr_embedded_find("src/export/targets/blender.py")->text);
}
