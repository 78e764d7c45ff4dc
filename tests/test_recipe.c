// Recipes as objects: their checks hold however a recipe was made, copies are equal and independent, and the
// first difference between two recipes is found.
#include "support.h"

#include "numbers.h"
#include "planets.h"

#include "base/pool.h"
#include "export/export.h"
#include "fields/field.h"
#include "worlds.h"

#include <math.h>
#include <unistd.h>

// ---- every parameter out of range ----------------------------------------------------------------

// All kinds of fields and warps would not fit into one recipe. So each type is checked, and between them they
// use most kinds. The tests below cover the rest.
static tr_recipe *load_type(const char *name) {
    tr_scene scene;
    load(name, 7, 0, NULL, &scene);
    tr_recipe *recipe;
    assert_int_equal(tr_recipe_copy(scene.planets[0].recipe, &recipe, NULL), TR_OK);
    tr_scene_clear(&scene);
    return recipe;
}

static int wrong_values; // how many were tried

// The check of the recipe and the surface refuse the recipe and name `path`.
static void assert_refused(const tr_recipe *recipe, const char *path) {
    tr_error error = {0};
    tr_surface *surface;
    wrong_values++;
    assert_int_equal(tr_recipe_check(recipe, &error), TR_BAD_INPUT);
    if (strncmp(error.path, path, strlen(path)) != 0)
        fail_msg("wrong at %s, reported at %s: %s", path, error.path, error.message);
    assert_int_equal(tr_surface_create(recipe, TR_ISA_BASELINE, NULL, NULL, &surface, NULL), TR_BAD_INPUT);
}

static void refuse_double(const tr_recipe *recipe, const char *path, double *at, const double *wrong,
                          int count) {
    const double right = *at;
    for (int i = 0; i < count; i++) {
        *at = wrong[i];
        assert_refused(recipe, path);
    }
    *at = right;
}

static void refuse_number(const tr_recipe *recipe, const char *path, const tr_parameter *p, double *at) {
    const double wrong[] = {
        NAN,   INFINITY, -INFINITY,          nextafter(p->low, -INFINITY), nextafter(p->high, INFINITY),
        3e300, -3e300,   floor(p->low) + 0.5};
    refuse_double(recipe, path, at, wrong, p->kind == TR_PARAMETER_WHOLE ? 8 : 7);
}

static void refuse_knobbed(const tr_recipe *recipe, const char *path, const tr_parameter *p,
                           tr_number *number) {
    const tr_number right = *number;
    *number = (tr_number){0};
    refuse_number(recipe, path, p, &number->plus);
    *number = right;
    number->knob = TR_KNOB_COUNT;
    assert_refused(recipe, path);
    *number = (tr_number){.knob = TR_KNOB_OCTAVES, .times = NAN};
    assert_refused(recipe, path);
    *number = (tr_number){.knob = TR_KNOB_OCTAVES, .times = 1, .plus = 1e10};
    assert_refused(recipe, path);
    *number = right;
}

static void refuse_name(const tr_recipe *recipe, const char *path, const tr_parameter *p, char *name) {
    char right[256];
    assert_true(p->size <= sizeof right);
    memcpy(right, name, p->size);
    memset(name, 'x', p->size); // without terminating zero
    assert_refused(recipe, path);
    memset(name, 0, p->size);
    memcpy(name, "a/b", 3);
    assert_refused(recipe, path);
    memcpy(name, right, p->size);
}

static void refuse_list(const tr_recipe *recipe, const char *path, int *count) {
    const int right = *count, wrong[] = {-1, 100000, 0x7fffffff};
    for (int i = 0; i < 3; i++) {
        *count = wrong[i];
        assert_refused(recipe, path);
    }
    *count = right;
}

static void refuse_gradient(const tr_recipe *recipe, const char *path, tr_gradient *gradient) {
    refuse_list(recipe, path, &gradient->count);
    if (gradient->count == 0)
        return;
    const int first = gradient->first;
    gradient->first = -1;
    assert_refused(recipe, path);
    gradient->first = recipe->stop_count;
    assert_refused(recipe, path);
    gradient->first = first;
    const double wrong[] = {NAN, 1e300, -1e300};
    refuse_double(recipe, path, &recipe->stops[first].position, wrong, 3);
}

static void refuse_table(tr_recipe *recipe, const tr_parameter_table *table, const char *path, void *data);

static void refuse_value(tr_recipe *recipe, const char *path, const tr_parameter *p, void *at) {
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        refuse_number(recipe, path, p, at);
        break;
    case TR_PARAMETER_VECTOR:
        for (int k = 0; k < 3; k++)
            refuse_number(recipe, path, p, (double *)at + k);
        break;
    case TR_PARAMETER_KNOBBED:
        refuse_knobbed(recipe, path, p, at);
        break;
    case TR_PARAMETER_NAME:
        refuse_name(recipe, path, p, at);
        break;
    case TR_PARAMETER_CHOICE: {
        int *choice = at;
        const int right = *choice;
        *choice = -1;
        assert_refused(recipe, path);
        *choice = 1000;
        assert_refused(recipe, path);
        *choice = right;
        break;
    }
    case TR_PARAMETER_SEED:
        *(uint64_t *)at += UINT64_C(1) << 63;
        assert_refused(recipe, path);
        *(uint64_t *)at -= UINT64_C(1) << 63;
        break;
    case TR_PARAMETER_CURVE:
        refuse_list(recipe, path, &((tr_curve *)at)->count);
        break;
    case TR_PARAMETER_POINTS:
        refuse_list(recipe, path, &((tr_points *)at)->count);
        break;
    case TR_PARAMETER_STOPS:
    case TR_PARAMETER_LEVELS:
        refuse_gradient(recipe, path, at);
        break;
    case TR_PARAMETER_ROWS:
        refuse_list(recipe, path, &((tr_rows *)at)->count);
        break;
    case TR_PARAMETER_PATH:
        refuse_list(recipe, path, &((tr_path *)at)->count);
        break;
    case TR_PARAMETER_STRUCT:
        refuse_table(recipe, p->table, path, at);
        break;
    default:
        break; // every value of a flag or colour is valid; lists and kinds are checked below
    }
}

static void refuse_table(tr_recipe *recipe, const tr_parameter_table *table, const char *path, void *data) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        char inner[256];
        // the path does not repeat a wrong name
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "",
                 strcmp(p->key, "name") == 0 ? "" : p->key);
        refuse_value(recipe, inner, p, tr_parameter_at(p, data));
    }
}

static void refuse_paints(tr_recipe *recipe, const char *list, const tr_parameter_table *table,
                          tr_paints *paints) {
    for (int i = 0; i < paints->count; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s.%s", list, paints->paints[i].name);
        const tr_parameter *name = tr_parameter_find(table, "name");
        refuse_name(recipe, list, name, paints->paints[i].name);
        for (int k = 0; k < table->count; k++) {
            const tr_parameter *p = &table->rows[k];
            char inner[300];
            snprintf(inner, sizeof inner, "%s.%s", path, p->key);
            if (p != name)
                refuse_value(recipe, inner, p, tr_parameter_at(p, &paints->paints[i]));
        }
    }
}

// The rows of a layer or warp: common rows and those of its kind.
static void refuse_element(tr_recipe *recipe, const char *list, const char *name,
                           const tr_parameter_table *common, const tr_kind *kind, void *element) {
    char path[256];
    snprintf(path, sizeof path, "%s.%s", list, name);
    const tr_parameter_table *tables[] = {common, &kind->parameters};
    for (int t = 0; t < 2; t++)
        for (int k = 0; k < tables[t]->count; k++) {
            const tr_parameter *p = &tables[t]->rows[k];
            char inner[300];
            snprintf(inner, sizeof inner, "%s.%s", strcmp(p->key, "name") == 0 ? list : path,
                     strcmp(p->key, "name") == 0 ? "" : p->key);
            refuse_value(recipe, inner, p, tr_parameter_at(p, element));
        }
}

// Sets every parameter of every element of every type (without TR_FULL: of some) out of range, one at a time.
static void every_law_holds_for_recipes_made_in_c(void **state) {
    (void)state;
    for (int type = 0; type < type_count; type++) {
        if (type % (under_sanitizer ? 12 : is_full() ? 1 : 2))
            continue;
        tr_recipe *r = load_type(type_names[type]);
        assert_int_equal(tr_recipe_check(r, NULL), TR_OK);
        refuse_table(r, &tr_recipe_table, "", r);
        for (int i = 0; i < r->warp_count; i++)
            refuse_element(r, "warps", r->warps[i].name, &tr_warp_table, r->warps[i].kind, &r->warps[i]);
        for (int i = 0; i < r->layer_count; i++)
            refuse_element(r, "layers", r->layers[i].name, &tr_layer_table, r->layers[i].kind, &r->layers[i]);
        refuse_paints(r, "albedo", &tr_paint_table, &r->albedo);
        refuse_paints(r, "emission", &tr_paint_table, &r->emission);
        refuse_paints(r, "roughness", &tr_number_paint_table, &r->roughness);
        refuse_paints(r, "metal", &tr_number_paint_table, &r->metal);
        refuse_paints(r, "water", &tr_number_paint_table, &r->water);
        refuse_paints(r, "clouds.colour", &tr_paint_table, &r->clouds.colour);
        refuse_paints(r, "clouds.cover", &tr_number_paint_table, &r->clouds.cover);
        assert_int_equal(tr_recipe_check(r, NULL), TR_OK); // everything is as before
        tr_recipe_destroy(r);
    }
    print_message("%d wrong values\n", wrong_values);
    assert_true(wrong_values > (under_sanitizer ? 1500 : is_full() ? 20000 : 10000));
}

// Errors that no table describes: unknown kinds, unknown names, and extra requirements of kinds.
static void what_refers_to_nothing_is_refused(void **state) {
    (void)state;
    tr_recipe *r = load_type("earthlike");
    tr_layer *land = &r->layers[tr_recipe_find_layer(r, r->layer_count, "land")];
    const tr_layer right = *land;

    land->kind = NULL;
    assert_refused(r, "layers.land.field");
    *land = right;
    snprintf(land->source, sizeof land->source, "there is none");
    assert_refused(r, "layers.land.terrain_from");
    *land = right;
    snprintf(land->warp, sizeof land->warp, "there is none");
    assert_refused(r, "layers.land.warp");
    *land = right;
    land->into[0] = 0;
    assert_refused(r, "layers.land.into");
    *land = right;
    snprintf(land->where.channel, sizeof land->where.channel, "there is none");
    assert_refused(r, "layers.land.where.channel");
    *land = right;

    tr_paint *paint = &r->albedo.paints[0];
    const tr_paint painted = *paint;
    snprintf(paint->channel, sizeof paint->channel, "there is none");
    assert_refused(r, "albedo.");
    *paint = painted;
    paint->rows = (tr_rows){0}, paint->gradient = (tr_gradient){0};
    assert_refused(r, "albedo.");
    *paint = painted;

    r->height_max_m = r->height_min_m;
    assert_refused(r, "height_max_m");
    tr_recipe_destroy(r);
}

// ---- kinds without shared parameters, widths -------------------------------------------------------

static void what_a_kind_does_not_share_is_refused(void **state) {
    (void)state;
    tr_recipe *r;
    assert_int_equal(tr_recipe_create(&r, NULL), TR_OK);
    assert_int_equal(add_layer(r, &tr_field_find("constant")->kind, NULL), TR_OK);
    snprintf(r->layers[0].name, sizeof r->layers[0].name, "flat");
    assert_int_equal(tr_recipe_check(r, NULL), TR_OK);
    memset(r->layers[0].source, 'x', sizeof r->layers[0].source); // without terminating zero
    assert_refused(r, "layers.flat.source");
    tr_recipe_destroy(r);
}

// Odd, too small and too large widths, wherever a width is accepted.
static void widths_that_maps_cannot_have_are_refused(void **state) {
    (void)state;
    static const int wrong[] = {-2, 0, 1, 33, 62, 65, 129, (1 << 22) + 1, (1 << 22) + 2, 0x7ffffffe};
    tr_recipe *r = load_type("inferno");
    tr_surface *surface;
    tr_pool *pool;
    assert_int_equal(tr_surface_create(r, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_error error = {0};
        tr_scratch *scratch;
        assert_int_equal(tr_scratch_create(surface, tr_whole_map(wrong[i]), NULL, &scratch, &error),
                         TR_BAD_INPUT);
        assert_non_null(strstr(error.message, "64"));
        void *const texels[TR_MAP_COUNT] = {NULL};
        assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(wrong[i]), texels, NULL, NULL),
                         TR_BAD_INPUT);
        const tr_export_job job = {
            .recipe = r, .directory = "odd", .stem = "odd", .width = wrong[i], .maps = 1u << TR_MAP_ALBEDO};
        tr_export_result result;
        assert_int_equal(tr_export(&job, surface, pool, NULL, &result, NULL), TR_BAD_INPUT);
        assert_int_equal(tr_export_map("odd.png", TR_MAP_ALBEDO, wrong[i], r, surface, pool, NULL, NULL),
                         TR_BAD_INPUT);
    }
    static const unsigned none_of_its[] = {0, 1u << TR_EXPORT_RINGS, 1u << TR_EXPORT_OUTPUTS,
                                           1u << TR_MAP_ALBEDO | 1u << TR_MAP_CLOUDS};
    for (size_t i = 0; i < sizeof none_of_its / sizeof none_of_its[0]; i++) {
        const tr_export_job job = {
            .recipe = r, .directory = "odd", .stem = "odd", .width = 64, .maps = none_of_its[i]};
        tr_export_result result;
        assert_int_equal(tr_export(&job, surface, pool, NULL, &result, NULL), TR_BAD_INPUT);
    }
    assert_int_not_equal(access("odd", F_OK), 0);
    assert_int_not_equal(access("odd.png", F_OK), 0);
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
    tr_recipe_destroy(r);
}

// ---- recipes as objects ----------------------------------------------------------------------------

typedef struct found {
    int count;
    char first[128], last[128];
} found;

static bool note(void *context, const char *path) {
    found *f = context;
    snprintf(f->count++ == 0 ? f->first : f->last, sizeof f->first, "%s", path);
    return true;
}

static void copies_are_equal_and_their_own(void **state) {
    (void)state;
    for (int type = 0; type < type_count; type++) {
        tr_recipe *a = load_type(type_names[type]), *b;
        assert_int_equal(tr_recipe_copy(a, &b, NULL), TR_OK);
        assert_true(tr_recipe_equal(a, b));
        if (a->layer_count > 0) {
            b->layers[0].offset.plus += 1;
            assert_false(tr_recipe_equal(a, b));
            b->layers[0].offset.plus -= 1;
        }
        if (a->albedo.count > 0 && a->albedo.paints[0].gradient.count > 0) {
            b->stops[b->albedo.paints[0].gradient.first].srgb[1] ^= 1;
            assert_false(tr_recipe_equal(a, b));
        }
        tr_recipe_destroy(a); // b shares no memory with it
        assert_int_equal(tr_recipe_check(b, NULL), TR_OK);
        tr_recipe_destroy(b);
    }
    tr_recipe_destroy(NULL);
}

// After a change of any number of a recipe, the difference is named by that number's path.
static void differences_have_the_path_of_what_differs(void **state) {
    (void)state;
    static const char *const paths[] = {"radius_km",          "air.density",         "layers.land.amount",
                                        "layers.land.offset", "warps.jitter.amount", "clouds.altitude_km",
                                        "slope_exaggeration"};
    tr_recipe *a = load_type("earthlike"), *b = load_type("earthlike");
    found f = {0};
    tr_recipe_differences(a, b, note, &f);
    assert_int_equal(f.count, 0);
    int changed = 0;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        double value;
        if (!tr_recipe_number_at(b, paths[i], &value))
            continue;
        changed++;
        assert_true(tr_recipe_set_number(b, paths[i], value + 1));
        f = (found){0};
        tr_recipe_differences(a, b, note, &f);
        assert_int_equal(f.count, 1);
        assert_string_equal(f.first, paths[i]);
        tr_recipe_destroy(b);
        b = load_type("earthlike");
    }
    assert_true(changed >= 5);
    // a list with other names counts as one difference
    snprintf(b->layers[1].name, sizeof b->layers[1].name, "renamed");
    f = (found){0};
    tr_recipe_differences(a, b, note, &f);
    assert_int_equal(f.count, 1);
    assert_string_equal(f.first, "layers");
    tr_recipe_destroy(a);
    tr_recipe_destroy(b);
}

static void lists_end_where_they_say(void **state) {
    (void)state;
    tr_recipe *r;
    tr_error error = {0};
    assert_int_equal(tr_recipe_create(&r, NULL), TR_OK);
    for (int i = 0; i < TR_MAX_LAYERS; i++)
        assert_int_equal(add_layer(r, &tr_field_find("constant")->kind, NULL), TR_OK);
    assert_int_equal(add_layer(r, &tr_field_find("constant")->kind, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "256"));
    for (int i = 0; i < TR_MAX_STOPS; i++)
        assert_int_equal(tr_recipe_add_stop(r, (tr_stop){.position = i}, NULL), TR_OK);
    assert_int_equal(tr_recipe_add_stop(r, (tr_stop){0}, NULL), TR_BAD_INPUT);
    tr_recipe_destroy(r);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_law_holds_for_recipes_made_in_c),
        cmocka_unit_test(what_refers_to_nothing_is_refused),
        cmocka_unit_test(what_a_kind_does_not_share_is_refused),
        cmocka_unit_test(widths_that_maps_cannot_have_are_refused),
        cmocka_unit_test(copies_are_equal_and_their_own),
        cmocka_unit_test(differences_have_the_path_of_what_differs),
        cmocka_unit_test(lists_end_where_they_say),
    };
    return cmocka_run_group_tests(tests, find_types, NULL);
}
