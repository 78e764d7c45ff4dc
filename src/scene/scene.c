#include "scene/scene.h"
#include "noise/trig.h"

#include <stdio.h>
#include <stdlib.h>

void tr_scene_clear(tr_scene *scene) {
    free(scene->planets);
    *scene = (tr_scene){0};
}

void tr_scene_place(tr_scene *scene) {
    for (int i = 0; i < scene->planet_count; i++) {
        tr_planet *planet = &scene->planets[i];
        double s, c, si, ci;
        tr_sincos(planet->orbit.phase_deg * TR_PI / 180, &s, &c);
        tr_sincos(planet->orbit.inclination_deg * TR_PI / 180, &si, &ci);
        const double at[3] = {c, s * si, -s * ci};
        for (int k = 0; k < 3; k++)
            planet->position_km[k] = scene->star.position_km[k] + planet->orbit.radius_km * at[k];
    }
}

void tr_planet_stem(const tr_planet *planet, char stem[TR_STEM_BYTES]) {
    if (planet->name[0])
        snprintf(stem, TR_STEM_BYTES, "%s", planet->name);
    else
        snprintf(stem, TR_STEM_BYTES, "%s-%llu", planet->recipe.type[0] ? planet->recipe.type : "planet",
                 (unsigned long long)planet->recipe.seed);
}
