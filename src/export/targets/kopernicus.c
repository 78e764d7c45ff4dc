// Kopernicus, for Kerbal Space Program: a body with maps ("VertexHeightMap16" and "ScaledVersion", Kopernicus
// wiki). Unverified.
#include "export/private/companions.h"
#include "export/target.h"

#include <string.h>

// What bodies, patches and folders are called there: values of a .cfg have no quotes, and names in brackets no
// spaces. Any other letter becomes an underscore.
static void name_body(const char *stem, char body[TR_EXPORT_NAME_BYTES]) {
    static const char known[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._";
    size_t length = 0;
    for (; *stem && length + 1 < TR_EXPORT_NAME_BYTES; stem++)
        if ((*stem & 0xc0) != 0x80) // of a letter of UTF-8 its first byte
            body[length++] = strchr(known, *stem) ? *stem : '_';
    body[length] = '\0';
}

// A value ends with its line. What would end it before that, a brace, the target does not have in names.
static void add_map(const tr_export_job *job, int part, const char *before, tr_text *text) {
    char name[TR_EXPORT_NAME_BYTES], body[TR_EXPORT_NAME_BYTES];
    name_body(job->stem, body);
    if (job->maps & 1u << part && tr_export_file_name(job, part, 0, name, sizeof name))
        tr_text_add(text, "%s%s/%s\n", before, body, name);
}

void tr_describe_kopernicus(const tr_export_job *job, tr_companions *all) {
    const tr_recipe *r = job->recipe;
    char body[TR_EXPORT_NAME_BYTES];
    double low, high;
    name_body(job->stem, body);
    tr_export_heights(job, &low, &high);
    tr_text *text = tr_companion_begin(all, job->stem, ".cfg");
    tr_text_add(
        text,
        "// Put this folder into GameData/%s. The heights want Kopernicus' converter first. Unverified.\n"
        "@Kopernicus:FOR[%s]\n{\n    Body\n    {\n        name = %s\n        Template { name = Moon }\n"
        "        Properties\n        {\n            radius = %.9g\n            geeASL = 1\n        }\n"
        "        Orbit\n        {\n            referenceBody = Sun\n            semiMajorAxis = 20000000000\n  "
        "      }\n"
        "        ScaledVersion\n        {\n            type = Vacuum\n            Material\n            {\n",
        body, body, body, 1000 * r->radius_km);
    add_map(job, TR_MAP_ALBEDO, "                texture = ", text);
    add_map(job, TR_MAP_NORMAL, "                normals = ", text);
    tr_text_add(text, "            }\n        }\n        PQS\n        {\n            Mods\n            {\n");
    if (job->maps & 1u << TR_MAP_HEIGHT) {
        add_map(job, TR_MAP_HEIGHT,
                "                VertexHeightMap16\n                {\n                    map = ", text);
        tr_text_add(text,
                    "                    offset = %.9g\n                    deformity = %.9g\n"
                    "                    scaleDeformityByRadius = false\n                    order = 20\n      "
                    "              enabled = true\n                }\n",
                    low, high - low);
    }
    if (job->maps & 1u << TR_MAP_ALBEDO) {
        add_map(job, TR_MAP_ALBEDO,
                "                VertexColorMap\n                {\n                    map = ", text);
        tr_text_add(text,
                    "                    order = 500\n                    enabled = true\n                }\n");
    }
    tr_text_add(text, "            }\n        }\n    }\n}\n");
}
