// Kopernicus, for Kerbal Space Program: a body with maps. Keys and values follow its loaders
// (Kopernicus/Kopernicus 0a3dd1f8, which is release 247 and 13 commits: TemplateLoader, ScaledVersionLoader,
// OceanLoader, ModLoader/VertexHeightMap, Parsing/MapSOParsers). Not tested in the game.
#include "export/private/targets.h"

#include <string.h>

// The name of bodies, patches and folders: values of a .cfg have no quotes, and names in brackets no spaces, so
// any other character becomes an underscore.
static void name_body(const char *stem, char body[TR_EXPORT_NAME_BYTES]) {
    static const char known[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    size_t length = 0;
    for (; *stem && length + 1 < TR_EXPORT_NAME_BYTES; stem++)
        if ((*stem & 0xc0) != 0x80) // the first byte of a UTF-8 character
            body[length++] = strchr(known, *stem) ? *stem : '_';
    body[length] = '\0';
}

// A value ends at its line's end. Braces would end it earlier, so the target does not allow them in names.
static void add_map(const tr_plan *plan, int output, const char *before, tr_text *text) {
    char body[TR_EXPORT_NAME_BYTES];
    name_body(plan->job.stem, body);
    if (tr_plan_has(plan, output))
        tr_text_add(text, "%s%s/%s\n", before, body, tr_plan_file(plan, output, 0)->name);
}

// As in the manifest: a gas planet without a ground.
static bool is_giant(const tr_recipe *recipe) { return recipe->gas && !recipe->sea; }

// A template must be a stock body: Mun without its ground, or for giants, which have no ground, Jool.
static void add_body(const tr_export_job *job, const char *body, tr_text *text) {
    const tr_recipe *r = job->recipe;
    tr_text_add(text, "        name = %s\n        Template\n        {\n", body);
    tr_text_add(text, is_giant(r) ? "            name = Jool\n"
                                  : "            name = Mun\n            removeAllPQSMods = true\n");
    tr_text_add(text,
                "        }\n        Properties\n        {\n            radius = %.9g\n            geeASL = 1\n",
                1000 * r->radius_km);
    if (job->day_h != 0)
        tr_text_add(text, "            rotationPeriod = %.9g\n", 3600 * job->day_h);
    tr_text_add(text, "        }\n        Orbit\n        {\n            referenceBody = Sun\n"
                      "            semiMajorAxis = 20000000000\n        }\n");
}

// The alpha of `texture` is the specular map. DXT1 has none, which means 1, so the highlights are switched off.
static void add_from_afar(const tr_plan *plan, tr_text *text) {
    tr_text_add(text, "        ScaledVersion\n        {\n            type = Vacuum\n            Material\n"
                      "            {\n                specColor = 0, 0, 0, 1\n");
    add_map(plan, TR_MAP_ALBEDO, "                texture = ", text);
    add_map(plan, TR_MAP_NORMAL, "                normals = ", text);
    tr_text_add(text, "            }\n        }\n");
}

static void add_ground(const tr_plan *plan, tr_text *text) {
    const double low = plan->range.low, high = plan->range.high;
    tr_text_add(text, "        PQS\n        {\n            Mods\n            {\n");
    if (tr_plan_has(plan, TR_MAP_HEIGHT)) {
        tr_text_add(text, "                VertexHeightMap\n                {\n");
        add_map(plan, TR_MAP_HEIGHT, "                    map = ", text);
        tr_text_add(text,
                    "                    offset = %.9g\n                    deformity = %.9g\n"
                    "                    scaleDeformityByRadius = false\n                    order = 20\n"
                    "                    enabled = true\n                }\n",
                    low, high - low);
    }
    if (tr_plan_has(plan, TR_MAP_ALBEDO)) {
        tr_text_add(text, "                VertexColorMap\n                {\n");
        add_map(plan, TR_MAP_ALBEDO, "                    map = ", text);
        tr_text_add(text,
                    "                    order = 500\n                    enabled = true\n                }\n");
    }
    tr_text_add(text, "            }\n        }\n");
}

// The sea is at the body's radius, which is 0 m here. Its waves are copied from a stock ocean. Densities are
// relative to water.
static void add_ocean(const tr_export_job *job, tr_text *text) {
    static const struct {
        const char *colour, *density;
    } liquids[TR_LIQUID_COUNT] = {
        [TR_WATER] = {"0.03, 0.16, 0.27, 1", "1"},
        [TR_LAVA] = {"0.9, 0.25, 0.05, 1", "2.7"},
        [TR_ACID] = {"0.45, 0.42, 0.12, 1", "1.8"},
        [TR_METHANE] = {"0.16, 0.1, 0.06, 1", "0.45"},
    };
    const char *colour = liquids[job->recipe->liquid].colour;
    tr_text_add(text,
                "        Ocean\n        {\n            ocean = true\n            oceanColor = %s\n"
                "            oceanHeight = 0\n            density = %s\n",
                colour, liquids[job->recipe->liquid].density);
    tr_text_add(text,
                "            Material\n            {\n                color = %s\n"
                "                colorFromSpace = %s\n            }\n",
                colour, colour);
    tr_text_add(text,
                "            FallbackMaterial\n            {\n                color = %s\n"
                "                colorFromSpace = %s\n            }\n        }\n",
                colour, colour);
}

void tr_describe_kopernicus(tr_plan *plan) {
    const tr_export_job *job = &plan->job;
    char body[TR_EXPORT_NAME_BYTES];
    name_body(job->stem, body);
    tr_text *text = tr_plan_add_text(plan, job->stem, ".cfg");
    tr_text_add(
        text,
        "// Put this folder into GameData/%s. Not tested in the game. Orbit and gravity are an example.\n"
        "@Kopernicus:FOR[%s]\n{\n    Body\n    {\n",
        body, body);
    add_body(job, body, text);
    add_from_afar(plan, text);
    if (!is_giant(job->recipe))
        add_ground(plan, text);
    if (job->recipe->sea)
        add_ocean(job, text);
    tr_text_add(text, "    }\n}\n");
}
