#include "scene/private/trees.h"

#include "fields/field.h"
#include "recipe/rows.h"

#include <stdio.h>
#include <string.h>

// clang-format off

#define AT(member) .offset = offsetof(tr_orbit, member)
static const tr_parameter orbit_rows[] = {
    {"around", NAME, AT(around), .size = TR_PLANET_NAME_BYTES, .label = "Around", .what = "of a moon: the planet that it orbits, which stands before it in the list", .effect = INSTANT},
    {"radius_km", NUMBER, AT(radius_km), .low = 0, .high = 1e12, .fallback = 149597870.7, .unit = "km", .label = "Distance", .what = "distance from the star, or of a moon from its planet: half of the long axis", .slide_low = 1e4, .slide_high = 1e10, .logarithmic = true, .effect = INSTANT},
    {"eccentricity", NUMBER, AT(eccentricity), .low = 0, .high = 0.95, .fallback = 0, .label = "Eccentricity", .what = "0: a circle; higher: a longer ellipse", .effect = INSTANT},
    {"phase_deg", NUMBER, AT(phase_deg), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Phase", .what = "position on the orbit at time 0, in degrees eastward from the ascending node", .slide_low = -180, .slide_high = 180, .effect = INSTANT},
    {"inclination_deg", NUMBER, AT(inclination_deg), .low = -180, .high = 180, .fallback = 0, .unit = "degrees", .label = "Inclination", .what = "tilt of the orbit in degrees; of a moon: against its planet's equator", .effect = INSTANT},
    {"node_deg", NUMBER, AT(node_deg), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Ascending node", .what = "longitude where the orbit crosses to the north", .slide_low = -180, .slide_high = 180, .effect = INSTANT},
    {"periapsis_deg", NUMBER, AT(periapsis_deg), .low = -360, .high = 360, .fallback = 0, .unit = "degrees", .label = "Periapsis", .what = "where an ellipse is nearest, in degrees from the ascending node", .slide_low = -180, .slide_high = 180, .effect = INSTANT},
    {"period_h", NUMBER, AT(period_h), .low = 0, .high = 1e9, .fallback = 0, .unit = "hours", .label = "Period", .what = "hours of one orbit; 0: from masses and distance, by Kepler's third law", .slide_low = 0, .slide_high = 10000, .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_orbit_table = TR_PARAMETER_TABLE("planets.NAME.orbit.", orbit_rows);

#define AT(member) .offset = offsetof(tr_scene_planet, member)
static const tr_parameter planet_rows[] = {
    {"name", NAME, AT(name), .size = TR_PLANET_NAME_BYTES, .label = "Name", .what = "name of the planet", .effect = INSTANT},
    {"orbit", STRUCT, AT(orbit), .table = &tr_orbit_table, .label = "Orbit", .what = "orbit around the star, or of a moon around its planet", .effect = INSTANT},
    {"day_h", NUMBER, AT(day_h), .low = 0, .high = 1e7, .fallback = 24, .unit = "hours", .label = "Day length", .what = "hours of one rotation relative to the stars; 0: no rotation", .slide_low = 1, .slide_high = 1000, .logarithmic = true, .effect = INSTANT},
    {"locked", FLAG, AT(locked), .label = "Tidally locked", .what = "rotates once in an orbit, as moons do: longitude 0 faces what it orbits, and the axis tilts from the north of the orbit", .effect = INSTANT},
    {"mass_earths", NUMBER, AT(mass_earths), .low = 0, .high = 1e6, .fallback = 0, .unit = "Earths", .label = "Mass", .what = "mass in Earths: decides how long a month is; 0: by its radius", .slide_low = 0, .slide_high = 400, .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_planet_table = TR_PARAMETER_TABLE("planets.NAME.", planet_rows);

#define AT(member) .offset = offsetof(tr_star, member)
static const tr_parameter star_rows[] = {
    {"kelvin", NUMBER, AT(kelvin), .low = 0, .high = 100000, .fallback = 0, .unit = "K", .label = "Temperature", .what = "temperature, which gives the colour of its light: 3000 a red dwarf, 5772 the sun; 0: white, or its own colour", .slide_low = 2000, .slide_high = 30000, .logarithmic = true, .effect = INSTANT},
    {"colour", COLOUR, AT(srgb), .label = "Colour", .what = "colour of its light, where it has no temperature", .effect = INSTANT},
    {"radius_km", NUMBER, AT(radius_km), .low = 1, .high = 1e9, .fallback = 696000, .unit = "km", .label = "Radius", .what = "radius in kilometres", .slide_low = 1e4, .slide_high = 1e8, .logarithmic = true, .effect = INSTANT},
    {"mass_suns", NUMBER, AT(mass_suns), .low = 1e-6, .high = 1e6, .fallback = 1, .unit = "suns", .label = "Mass", .what = "mass in suns: decides how long a year is", .slide_low = 0.05, .slide_high = 50, .logarithmic = true, .effect = INSTANT},
    {"position_km", XYZ, AT(position_km), .low = -1e12, .high = 1e12, .fallback = 0, .unit = "km", .label = "Position", .what = "position of the star", .slide_low = -1e9, .slide_high = 1e9, .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_star_table = TR_PARAMETER_TABLE("star.", star_rows);

#define AT(member) .offset = offsetof(tr_scene, member)
static const tr_parameter scene_rows[] = {
    {"name", NAME, AT(name), .size = TR_PLANET_NAME_BYTES, .label = "Name", .what = "name of the scene", .effect = INSTANT},
    {"time_h", NUMBER, AT(time_h), .low = -1e9, .high = 1e9, .fallback = 0, .unit = "hours", .label = "Time", .what = "hours after the epoch at which the scene opens", .slide_low = 0, .slide_high = 10000, .effect = INSTANT},
    {"star", STRUCT, AT(star), .table = &tr_star_table, .label = "Sun", .what = "the sun", .effect = INSTANT},
    {"planets", TR_PARAMETER_PLANETS, .offset = 0, .label = "Planets", .what = "the planets and moons: recipes with a name and an orbit", .effect = INSTANT},
};
#undef AT
const tr_parameter_table tr_scene_table = TR_PARAMETER_TABLE("", scene_rows);
// clang-format on

// ---- the list for users ------------------------------------------------------------------------

const char *tr_parameter_kind_text(const tr_parameter *p) {
    static const char *const texts[] = {[TR_PARAMETER_NUMBER] = "number",
                                        [TR_PARAMETER_WHOLE] = "whole number",
                                        [TR_PARAMETER_KNOBBED] = "number or knob",
                                        [TR_PARAMETER_FLAG] = "true or false",
                                        [TR_PARAMETER_NAME] = "name",
                                        [TR_PARAMETER_CHOICE] = "choice",
                                        [TR_PARAMETER_COLOUR] = "colour",
                                        [TR_PARAMETER_SEED] = "seed",
                                        [TR_PARAMETER_PATH] = "whole numbers",
                                        [TR_PARAMETER_VECTOR] = "numbers",
                                        [TR_PARAMETER_FILE] = "file",
                                        [TR_PARAMETER_KIND] = "choice",
                                        [TR_PARAMETER_STRUCT] = "object",
                                        [TR_PARAMETER_TYPE_KNOBS] = "object",
                                        [TR_PARAMETER_PLANETS] = NULL};
    return texts[p->kind] ? texts[p->kind] : "list";
}

static tr_listed_parameter listed(const char *path, const char *key, const tr_parameter *parameter,
                                  const char *what) {
    tr_listed_parameter item = {.parameter = parameter, .what = what};
    snprintf(item.path, sizeof item.path, "%s%s", path, key);
    return item;
}

static bool same_row(const tr_parameter *a, const tr_parameter *b) {
    return strcmp(a->key, b->key) == 0 && a->kind == b->kind && strcmp(a->what, b->what) == 0 &&
           a->low == b->low && a->high == b->high && a->fallback == b->fallback && a->knob == b->knob &&
           a->names == b->names;
}

// Lists the parameters of all kinds, with one item for a parameter that several kinds share.
static void list_kinds(const tr_kind *const *kinds, int count, tr_each_listed each, void *context) {
    for (int i = 0; i < count; i++)
        for (int r = 0; r < kinds[i]->parameters.count; r++) {
            const tr_parameter *row = &kinds[i]->parameters.rows[r];
            tr_listed_parameter item = listed(kinds[i]->parameters.path, row->key, row, row->what);
            int have = 0;
            bool reported = false;
            for (int k = 0; k < count; k++) {
                const tr_parameter *other = tr_parameter_find(&kinds[k]->parameters, row->key);
                if (!other || !same_row(row, other))
                    continue;
                reported = reported || k < i;
                if (have + 1 < (int)(sizeof item.of / sizeof item.of[0]))
                    item.of[have++] = kinds[k]->name;
            }
            if (!reported)
                each(context, &item);
        }
}

void tr_parameter_rows(const tr_parameter_table *table, tr_each_listed each, void *context) {
    const tr_kind *kinds[128], *kind;
    int count = 0;
    for (int i = 0; i < table->count; i++) {
        const tr_listed_parameter item =
            listed(table->path, table->rows[i].key, &table->rows[i], table->rows[i].what);
        each(context, &item);
    }
    while ((kind = tr_kind_of(table, count)))
        kinds[count++] = kind;
    list_kinds(kinds, count, each, context);
}

void tr_parameter_list(tr_each_listed each, void *context) {
    static const tr_parameter_table *const tables[] = {
        &tr_recipe_table,  &tr_air_table,    &tr_tint_table,   &tr_clouds_table,       &tr_rings_table,
        &tr_own_map_table, &tr_legend_table, &tr_stroke_table, &tr_named_table,        &tr_warp_table,
        &tr_layer_table,   &tr_where_table,  &tr_paint_table,  &tr_number_paint_table, &tr_scene_table,
        &tr_star_table,    &tr_planet_table, &tr_orbit_table};
    for (int b = 0; b < TR_BOUND_COUNT; b++) {
        const tr_listed_parameter item =
            listed("bounds.", tr_bound_name((tr_bound)b), NULL, tr_bound_what((tr_bound)b));
        each(context, &item);
    }
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
        tr_parameter_rows(tables[i], each, context);
}

// ---- one by one --------------------------------------------------------------------------------

bool tr_scene_find(tr_scene *scene, int planet, const char *path, tr_place *place, bool *of_planet) {
    *of_planet = tr_place_find(&tr_planet_table, &scene->planets[planet], path, place);
    return *of_planet || tr_place_find(&tr_scene_table, scene, path, place);
}

// ---- bounds of types ----------------------------------------------------------------------------

static const char *const names[TR_BOUND_COUNT][2] = {
    [TR_BOUND_LAND] = {"land", "of a type: least and largest fraction of the planet at 0 m or above"},
    [TR_BOUND_LIGHTNESS] = {"lightness", "of a type: mean lightness of the albedo (OKLab)"},
    [TR_BOUND_CONTRAST] = {"contrast", "of a type: standard deviation of that lightness"},
    [TR_BOUND_CHROMA] = {"chroma", "of a type: mean chroma of the albedo (OKLab)"},
    [TR_BOUND_GLOW] = {"glow", "of a type: fraction of the planet that glows"},
};

const char *tr_bound_name(tr_bound bound) { return names[bound][0]; }

const char *tr_bound_what(tr_bound bound) { return names[bound][1]; }

tr_status tr_tree_read_bounds(const tr_json *tree, tr_bounds *bounds, tr_error *error) {
    const char *known[TR_BOUND_COUNT];
    const tr_json *node = tr_json_get(tree, "bounds");
    *bounds = (tr_bounds){0};
    for (int b = 0; b < TR_BOUND_COUNT; b++)
        known[b] = names[b][0];
    if (node && !tr_json_is(node, TR_JSON_OBJECT))
        return tr_recipe_fail(error, "", "", "bounds", "must be an object: {\"land\": [0.2, 0.5]}");
    for (const tr_json *pair = tr_json_members(node); pair; pair = pair->next) {
        const char *key = pair->key;
        int b = 0;
        while (b < TR_BOUND_COUNT && strcmp(known[b], key) != 0)
            b++;
        char hint[TR_HINT_BYTES];
        if (b == TR_BOUND_COUNT)
            return tr_recipe_fail(
                error, "bounds", "", key, "there is no such bound%s",
                tr_nearest_hint(key, known, TR_BOUND_COUNT, "; `terrella list parameters` names them", hint));
        const tr_json *low = tr_json_at(pair, 0), *high = tr_json_at(pair, 1);
        if (tr_json_count(pair) != 2 || !tr_json_is_number(low) || !tr_json_is_number(high) ||
            tr_json_number(low) > tr_json_number(high))
            return tr_recipe_fail(error, "bounds", "", key,
                                  "must be the lowest and the highest value: [0.2, 0.5]");
        if (tr_json_number(low) < 0 || tr_json_number(high) > 1)
            return tr_recipe_fail(error, "bounds", "", key, "both values must be 0 … 1");
        bounds->given[b] = true;
        bounds->low[b] = tr_json_number(low), bounds->high[b] = tr_json_number(high);
    }
    return TR_OK;
}
