// SpaceEngine: a planet whose maps are tiles of a cube ("Creating a planet" and "Planet textures",
// spaceengine.org). Made from its documentation only: the program is closed source, and this was not tested in
// it.
#include "export/private/targets.h"

#include <stdio.h>

static void add_map(const tr_plan *plan, int output, const char *key, tr_text *text) {
    char path[2 * TR_EXPORT_NAME_BYTES];
    const tr_export_job *job = &plan->job;
    if (!tr_plan_has(plan, output))
        return;
    snprintf(path, sizeof path, "%s/%s", job->stem, tr_target_suffix(job->target, output));
    tr_text_add(text, "        %sMap ", key);
    tr_text_quote(text, path);
    tr_text_add(text, "\n        %sTileSize %d\n        %sTileBorder %d\n", key,
                job->tiles.size + 2 * job->tiles.border, key, job->tiles.border);
}

void tr_describe_spaceengine(tr_plan *plan) {
    const tr_recipe *r = plan->job.recipe;
    const char *stem = plan->job.stem;
    const double low = plan->range.low, high = plan->range.high;
    char path[2 * TR_EXPORT_NAME_BYTES];
    snprintf(path, sizeof path, "%s/%s", stem, stem);
    tr_text *text = tr_plan_add_text(plan, path, ".sc");
    tr_text_add(text, "// Put the folder into addons/textures/planets and this file into "
                      "addons/catalogs/planets. Not tested in SpaceEngine.\nPlanet ");
    tr_text_quote(text, stem);
    tr_text_add(text, "\n{\n    ParentBody \"Sol\"\n    Radius %.9g\n    Obliquity %.9g\n    Surface\n    {\n",
                r->radius_km, r->tilt_deg);
    add_map(plan, TR_MAP_ALBEDO, "Diff", text);
    add_map(plan, TR_MAP_HEIGHT, "Bump", text);
    if (tr_plan_has(plan, TR_MAP_HEIGHT))
        tr_text_add(text, "        BumpHeight %.9g\n        BumpOffset %.9g\n", (high - low) / 1000,
                    -low / 1000);
    add_map(plan, TR_MAP_EMISSION, "Glow", text);
    if (tr_plan_has(plan, TR_MAP_EMISSION))
        tr_text_add(text, "        GlowMode \"%s\"\n", r->night_lights ? "Night" : "Permanent");
    tr_text_add(text, "    }\n");
    if (tr_plan_has(plan, TR_MAP_CLOUDS)) {
        tr_text_add(text, "    Clouds\n    {\n        Height %.9g\n", r->clouds.altitude_km);
        add_map(plan, TR_MAP_CLOUDS, "Diff", text);
        tr_text_add(text, "    }\n");
    }
    tr_text_add(text, "}\n");
}
