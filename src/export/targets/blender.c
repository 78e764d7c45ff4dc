// Blender: a Python script that builds the planet (Blender Python API, docs.blender.org). The script begins
// with the names of files and the numbers, followed by the code that uses them.
#include "base/embed.h"
#include "export/private/image_layout.h"
#include "export/private/targets.h"

#include <math.h>

// Adds the name of a file, or a list of those of the faces.
static void add_files(const tr_plan *plan, tr_text *text, const char *variable, int output) {
    const int count = plan->parts[output].images;
    tr_text_add(text, "%s = %s", variable, count == 0 ? "None" : count > 1 ? "[" : "");
    for (int image = 0; image < count; image++) {
        tr_text_add(text, "%s", image > 0 ? ", " : "");
        tr_text_quote(text, tr_plan_file(plan, output, image)->name);
    }
    tr_text_add(text, "%s\n", count > 1 ? "]" : "");
}

// Adds a direction in the planet's frame, with north +Y, as Blender imports it, with north +Z.
static void add_axis(tr_text *text, const double axis[3]) {
    tr_text_add(text, ", (%.0f, %.0f, %.0f)", axis[0], 0 - axis[2], axis[1]);
}

static void add_faces(const tr_export_job *job, tr_text *text) {
    const bool cube = job->layout == TR_LAYOUT_CUBE;
    tr_text_add(text, "FACES = [  # of a cube: name, middle, along columns, along rows\n");
    for (int i = 0; cube && i < 6; i++) {
        const tr_image_layout image = tr_image_layout_get(job, TR_FORMAT_PNG, i);
        const tr_face *face = &tr_faces[image.faces[0]];
        tr_text_add(text, "    (\"%s\"", image.name);
        add_axis(text, face->major);
        add_axis(text, face->right);
        add_axis(text, face->down);
        tr_text_add(text, "),\n");
    }
    tr_text_add(text,
                "]\nINSET = %.15g  # of a face's edges in its picture, which has texels of its neighbours\n",
                cube ? (double)tr_target_border(job->target, job->layout) / job->width : 0.0);
}

static void add_colour(tr_text *text, const char *variable, const uint8_t srgb[3]) {
    tr_text_add(text, "%s = (%.6g, %.6g, %.6g)  # sRGB\n", variable, srgb[0] / 255.0, srgb[1] / 255.0,
                srgb[2] / 255.0);
}

void tr_describe_blender(tr_plan *plan) {
    const tr_export_job *job = &plan->job;
    const tr_recipe *r = job->recipe;
    const double low = plan->range.low, high = plan->range.high;
    tr_text *text = tr_plan_add_text(plan, job->stem, ".py");
    tr_text_add(text,
                "# Builds this planet in Blender 3.4 and later: Scripting, Open, Run; or blender -P FILE.py\n");
    tr_text_add(text, "NAME = ");
    tr_text_quote(text, job->stem);
    tr_text_add(text, "\n");
    add_files(plan, text, "ALBEDO", TR_MAP_ALBEDO);
    add_files(plan, text, "HEIGHT", TR_MAP_HEIGHT);
    add_files(plan, text, "NORMAL", TR_MAP_NORMAL);
    add_files(plan, text, "ORM", TR_MAP_ORM);
    add_files(plan, text, "EMISSION", TR_MAP_EMISSION);
    add_files(plan, text, "CLOUDS", TR_MAP_CLOUDS);
    add_files(plan, text, "RINGS", TR_EXPORT_RINGS);
    add_faces(job, text);
    tr_text_add(text, "RADIUS_M = %.15g\nHEIGHT_MIN_M = %.15g\nHEIGHT_MAX_M = %.15g\nSEA = %s\n",
                1000 * r->radius_km, low, high, r->sea ? "True" : "False");
    tr_text_add(text, "BALL = %s\nRELIEF = %.9g\nEMISSION_STRENGTH = %.9g\nNIGHT_ONLY = %s\nTILT_DEG = %.9g\n",
                r->mesh_columns > 0 ? "False" : "True", r->slope_exaggeration, r->emission_strength,
                r->night_lights ? "True" : "False", r->tilt_deg);
    tr_text_add(text, "CLOUD_ALTITUDE_M = %.9g\nRING_INNER = %.9g\nRING_OUTER = %.9g\n",
                1000 * r->clouds.altitude_km, r->rings.inner, r->rings.outer);
    tr_text_add(text, "AIR_THICKNESS = %.9g  # in radii; 0: none\nAIR_DEPTH = %.9g\n", r->air.thickness,
                fmax(r->air.density, r->air.haze));
    add_colour(text, "AIR_COLOUR", r->air.density >= r->air.haze ? r->air.srgb : r->air.haze_srgb);
    tr_text_add(text, "%s", tr_embedded_find("src/export/targets/blender.py")->text);
}
