// Named places: where they are on turned land, how large they are, what they shape, and how the window's
// document adds, renames and removes them.
#include "documents.h"
#include "editor/named.h"
#include "planet/named_places.h"
#include "planet/surface.h"
#include "worlds.h"

#include <math.h>

static float height_at(const tr_recipe *recipe, double lat_deg, double lon_deg) {
    const double lat = lat_deg * TR_PI / 180, lon = lon_deg * TR_PI / 180;
    const float direction[3] = {(float)(cos(lat) * cos(lon)), (float)sin(lat), (float)(-cos(lat) * sin(lon))};
    tr_surface *surface;
    tr_scratch *scratch;
    tr_error error = {0};
    float height = NAN;
    must(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, &error), &error);
    must(tr_samples_create(surface, NULL, &scratch, &error), &error);
    must(tr_surface_heights(surface, scratch, 1, direction, 0.01, &height, &error), &error);
    tr_scratch_destroy(scratch);
    tr_surface_destroy(surface);
    return height;
}

static tr_recipe *load(const char *type, const char *place, const char *more) {
    char text[512];
    snprintf(text, sizeof text, "{\"type\": \"%s\", \"seed\": 3%s%s%s%s}", type,
             *place ? ", \"places\": [" : "", place, *place ? "]" : "", more);
    tr_recipe *recipe = load_recipe(world_of(text));
    tr_recipe_coarsen(recipe, 32);
    return recipe;
}

// A volcano, a crater and an island change the ground there by about their heights, also on turned land.
static void test_places_shape_the_ground(void **state) {
    static const struct {
        const char *type, *place;
        double lat, lon, least, most; // of the change in metres
    } cases[] = {
        {"barren",
         "{\"name\": \"v\", \"kind\": \"volcano\", \"lat_deg\": 20, \"lon_deg\": 30, \"height_m\": 4000, "
         "\"radius_km\": 200}",
         20, 30, 2500, 5000},
        {"barren",
         "{\"name\": \"c\", \"kind\": \"crater\", \"lat_deg\": -20, \"lon_deg\": 30, \"height_m\": 2000, "
         "\"radius_km\": 200}",
         -20, 30, -3000, -1000},
        {"earthlike",
         "{\"name\": \"i\", \"kind\": \"island\", \"lat_deg\": 0, \"lon_deg\": -120, \"radius_km\": 600}", 0,
         -120, 4000, 1e5},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        float changes[2];
        for (int turned = 0; turned < 2; turned++) {
            const bool turns = turned;
            const char *more = turns ? ", \"land_turn\": [50, 0, 0]" : "";
            tr_recipe *plain = load(cases[i].type, "", more), *with = load(cases[i].type, cases[i].place, more);
            double lat, lon;
            tr_named_where(with, &with->places[0], &lat, &lon);
            assert_float_equal(lat, cases[i].lat, 1e-9);
            assert_float_equal(lon, cases[i].lon + (turns ? 50 : 0), 1e-9);
            const float before = height_at(plain, lat, lon), after = height_at(with, lat, lon);
            print_message("%s: from %.0f to %.0f m\n", with->places[0].name, (double)before, (double)after);
            assert_true((double)(after - before) > cases[i].least && (double)(after - before) < cases[i].most);
            changes[turned] = after - before;
            tr_recipe_destroy(plain);
            tr_recipe_destroy(with);
        }
        assert_float_equal(changes[0], changes[1], 100);
    }
}

// The emission at a texel of a map, 0 … 765.
static int light_at(const tr_recipe *recipe, double lat_deg, double lon_deg) {
    enum { width = 512 };
    const int x = (int)((lon_deg + 180) / 360 * width), y = (int)((90 - lat_deg) / 360 * width);
    const tr_patch texel = {.resolution = width, .x = x, .y = y, .width = 1, .height = 1};
    tr_surface *surface;
    tr_error error = {0};
    tr_pool *pool;
    uint8_t rgb[3] = {0};
    tr_band band = {.patch = texel, .texels = {[TR_MAP_EMISSION] = rgb}};
    must(tr_pool_create(1, &pool, &error), &error);
    must(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), &error);
    must(tr_surface_bake_all(surface, pool, NULL, &band, NULL, &error), &error);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    return rgb[0] + rgb[1] + rgb[2];
}

// A city shines where the type has lights, also with a volcano beside it and on turned land.
static void test_cities_shine(void **state) {
    static const char city[] =
        "{\"name\": \"c\", \"kind\": \"city\", \"lat_deg\": 70, \"lon_deg\": 30, "
        "\"radius_km\": 200}, {\"name\": \"v\", \"kind\": \"volcano\", \"lat_deg\": -50}";
    (void)state;
    tr_recipe *plain = load("terraformed", "", ""), *with = load("terraformed", city, ""),
              *turned = load("terraformed", city, ", \"land_turn\": [90, 0, 0]");
    const int before = light_at(plain, 70, 30), there = light_at(with, 70, 30), beside = light_at(with, 60, 30);
    print_message("%d without the city, %d in it, %d beside it\n", before, there, beside);
    assert_true(there > before + 200);
    assert_int_equal(beside, light_at(plain, 60, 30));
    assert_true(light_at(turned, 70, 120) > light_at(plain, 70, 120) + 200);
    tr_recipe_destroy(plain);
    tr_recipe_destroy(with);
    tr_recipe_destroy(turned);
}

static void test_usual_sizes(void **state) {
    (void)state;
    tr_recipe *recipe = load("barren", "{\"name\": \"v\", \"kind\": \"volcano\"}", "");
    tr_named_place place = recipe->places[0];
    double radius_km, height_m, smaller, lower;
    tr_named_size(recipe, &place, &radius_km, &height_m);
    assert_true(radius_km > 0.005 * recipe->radius_km && radius_km < 0.02 * recipe->radius_km && height_m > 0);
    place.radius_km = 0.1 * radius_km;
    tr_named_size(recipe, &place, &smaller, &lower);
    assert_true(smaller == place.radius_km && lower < height_m);
    place.kind = TR_NAMED_ONLY;
    tr_named_size(recipe, &place, &radius_km, &height_m);
    assert_true(radius_km == 0 && height_m == 0);
    tr_recipe_destroy(recipe);
}

// Adding, renaming and removing are one step each, and undone; another type keeps the places.
static void test_document_edits_places(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    char name[TR_NAME_BYTES], what[TR_STEP_BYTES];
    tr_error error = {0};
    must(tr_named_add(document, TR_NAMED_CITY, 12.5, -70.25, name, &error), &error);
    assert_string_equal(name, "city 1");
    must(tr_named_add(document, TR_NAMED_CITY, 1, 2, name, &error), &error);
    assert_string_equal(name, "city 2");
    must(tr_named_rename(document, "city 1", "Åland's Rest", &error), &error);
    const tr_recipe *recipe = tr_document_recipe(document);
    const int at = tr_named_find(recipe, "Åland's Rest");
    assert_true(recipe->place_count == 2 && at >= 0 && tr_named_find(recipe, "city 1") < 0);
    assert_true(recipe->places[at].lat_deg == 12.5 && recipe->places[at].lon_deg == -70.25);
    assert_true(recipe->places[at].kind == TR_NAMED_CITY);
    assert_int_equal(tr_named_rename(document, "city 2", "Åland's Rest", &error), TR_BAD_USAGE);
    error = (tr_error){0};
    assert_int_equal(tr_named_rename(document, "city 2", "a/b", &error), TR_BAD_USAGE);
    error = (tr_error){0};
    assert_int_equal(tr_named_remove(document, "nowhere", &error), TR_BAD_USAGE);
    error = (tr_error){0};
    must(tr_named_remove(document, "city 2", &error), &error);
    assert_int_equal(tr_document_recipe(document)->place_count, 1);
    must(tr_document_undo(document, what, &error), &error);
    assert_int_equal(tr_document_recipe(document)->place_count, 2);
    must(tr_document_undo(document, what, &error), &error);
    assert_true(tr_named_find(tr_document_recipe(document), "city 1") >= 0);
    close_document(document);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_places_shape_the_ground),
                                       cmocka_unit_test(test_usual_sizes), cmocka_unit_test(test_cities_shine),
                                       cmocka_unit_test(test_document_edits_places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
