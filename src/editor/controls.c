#include "editor/controls.h"

#include "editor/number.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

void tr_control_explain(tr_control *control, const char *what) {
    snprintf(control->what, sizeof control->what, "%s", what);
    control->what[0] = (char)toupper((unsigned char)control->what[0]);
}

// The number of a recipe at a path, or the value of the knob with that name.
static bool number_at(const tr_recipe *recipe, const char *path, double *value) {
    const int knob = recipe ? tr_recipe_find_type_knob(recipe, path) : -1;
    if (knob >= 0)
        *value = tr_recipe_type_knob(recipe, knob);
    return recipe && (knob >= 0 || tr_recipe_number_at(recipe, path, value));
}

// The most expensive effect of the parameters that a knob drives.
static tr_effect effect_of(const tr_recipe *recipe, const tr_type_knob *knob) {
    tr_effect slowest = TR_EFFECT_INSTANT;
    for (int i = 0; i < knob->drive_count; i++) {
        tr_place place;
        if (tr_recipe_find((tr_recipe *)(uintptr_t)recipe, knob->drives[i].path,
                           &place) && // it is only read
            place.parameter->effect > slowest)
            slowest = place.parameter->effect;
    }
    return slowest;
}

static void fill_knob(const tr_recipe *recipe, int knob, tr_control *control) {
    const tr_type_knob *k = &recipe->type_knobs[knob];
    snprintf(control->label, sizeof control->label, "%s", k->label);
    tr_control_explain(control, k->what);
    control->value = tr_recipe_type_knob(recipe, knob);
    control->high = 1;
    control->effect = effect_of(recipe, k);
}

// The slider covers the current value and a range around the value that the seed drew, within the legal range.
static void fill_range(const tr_recipe *recipe, const tr_parameter *p, tr_control *control) {
    double low = p->low, high = p->high;
    tr_parameter_slide(p, &control->low, &control->high);
    if (strcmp(control->path, "radius_km") == 0)
        tr_recipe_radius_range(recipe, &low, &high);
    const double drawn = control->has_drawn ? control->drawn : control->value, ratio = p->logarithmic ? 4 : 1;
    control->low = fmax(low, fmin(control->low, fmin(control->value, drawn / ratio)));
    control->high = fmin(high, fmax(control->high, fmax(control->value, drawn * ratio)));
    control->logarithmic = p->logarithmic && control->low > 0;
    control->whole = p->kind == TR_PARAMETER_WHOLE;
}

static void fill_words(const tr_parameter *p, tr_control *control) {
    snprintf(control->label, sizeof control->label, "%s", p->label ? p->label : p->key);
    tr_control_explain(control, p->what ? p->what : "");
    const char *unit = p->unit ? p->unit : "";
    snprintf(control->unit, sizeof control->unit, "%s", strcmp(unit, "hours") == 0 ? "h" : unit);
    control->effect = p->effect;
}

static bool fill_parameter(tr_recipe *recipe, const char *path, tr_control *control) {
    tr_place place;
    if (!tr_recipe_number_at(recipe, path, &control->value) || !tr_recipe_find(recipe, path, &place))
        return false;
    fill_words(place.parameter, control);
    fill_range(recipe, place.parameter, control);
    return true;
}

// The scene does not describe a star: the light is white.
static bool is_no_sun(const tr_star *star) {
    return star->kelvin == 0 && star->srgb[0] == 255 && star->srgb[1] == 255 && star->srgb[2] == 255;
}

static bool fill_place(const tr_document *document, const char *path, tr_control *control) {
    tr_place place;
    bool of_planet;
    if (!tr_scene_find(document->scene, document->target, path, &place, &of_planet) ||
        (place.parameter->kind != TR_PARAMETER_NUMBER && place.parameter->kind != TR_PARAMETER_WHOLE))
        return false;
    control->of_scene = !of_planet;
    control->value = *(const double *)place.at;
    fill_words(place.parameter, control);
    fill_range(tr_document_recipe(document), place.parameter, control);
    if (strcmp(path, "orbit.radius_km") == 0)
        snprintf(control->unit, sizeof control->unit, "%s",
                 tr_distance_unit(control->value, &control->unit_size));
    if (strcmp(path, "star.kelvin") == 0)
        snprintf(control->nothing, sizeof control->nothing, "%s",
                 is_no_sun(&document->scene->star) ? "white" : "as its colour");
    return true;
}

bool tr_control_find(tr_document *document, const char *path, tr_control *control) {
    tr_recipe *recipe = tr_document_recipe(document);
    const int knob = tr_recipe_find_type_knob(recipe, path);
    *control = (tr_control){.differs = tr_document_differs(document, path), .unit_size = 1};
    snprintf(control->path, sizeof control->path, "%s", path);
    control->has_drawn = number_at(tr_document_drawn(document), path, &control->drawn);
    if (knob >= 0)
        fill_knob(recipe, knob, control);
    else if (!fill_parameter(recipe, path, control) && !fill_place(document, path, control))
        return false;
    control->locked = tr_document_is_locked(document, path);
    return true;
}

// The rows of continents and of the sea over them.
static int fill_land(tr_document *document, int most, tr_control *controls) {
    static const char *const of_terrain[] = {"continents", "unequal"};
    const tr_recipe *recipe = tr_document_recipe(document);
    int terrain = 0, count = 0;
    while (terrain < recipe->layer_count && strcmp(recipe->layers[terrain].kind->name, "terrain") != 0)
        terrain++;
    for (int i = 0; i < 2 && terrain < recipe->layer_count && count < most; i++) {
        char path[TR_CONTROL_PATH_BYTES];
        snprintf(path, sizeof path, "layers.%s.%s", recipe->layers[terrain].name, of_terrain[i]);
        count += tr_control_find(document, path, &controls[count]);
    }
    if (recipe->sea && count < most)
        count += tr_control_find(document, "sea_level_m", &controls[count]);
    return count;
}

int tr_controls_shape(tr_document *document, int most, tr_control *controls) {
    static const char *const of_all[] = {"noisiness", "persistence", "octaves", "radius_km",
                                         "slope_exaggeration"};
    const tr_recipe *recipe = tr_document_recipe(document);
    int count = 0;
    for (int i = 0; i < recipe->type_knob_count && count < most; i++)
        count += tr_control_find(document, recipe->type_knobs[i].name, &controls[count]);
    count += fill_land(document, most - count, controls + count);
    for (size_t i = 0; i < sizeof of_all / sizeof of_all[0] && count < most; i++)
        count += tr_control_find(document, of_all[i], &controls[count]);
    return count;
}

// A single planet without a sun has nothing to orbit.
static bool has_no_orbit(const tr_document *document) {
    const tr_scene *scene = document->scene;
    int round_the_star = 0;
    for (int i = 0; i < scene->planet_count; i++)
        round_the_star += tr_scene_centre(scene, i) < 0;
    return is_no_sun(&scene->star) && round_the_star == 1 && tr_scene_centre(scene, document->target) < 0;
}

int tr_controls_place(tr_document *document, int most, tr_control *controls) {
    static const char *const paths[] = {"orbit.radius_km",    "orbit.phase_deg", "orbit.inclination_deg",
                                        "orbit.eccentricity", "tilt_deg",        "day_h",
                                        "star.kelvin"};
    const bool no_orbit = has_no_orbit(document);
    int count = 0;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0] && count < most; i++)
        if (!no_orbit || strncmp(paths[i], "orbit.", 6) != 0)
            count += tr_control_find(document, paths[i], &controls[count]);
    return count;
}

void tr_control_write(const tr_control *control, double value, char text[32]) {
    snprintf(text, 32, control->whole ? "%.0f" : "%.6g", value);
}
