// The tab Paint without its window: points of a drag, what a line covers, the stroke in the making, and strokes
// of the document.
#include "app/private/paint.h"

#include "documents.h"
#include "editor/strokes.h"
#include "failing.h"
#include "planet/probe.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double degree = TR_PI / 180;

static tr_path_point point(double latitude_deg, double longitude_deg) {
    return (tr_path_point){(int32_t)lround(latitude_deg * TR_PATH_UNITS),
                           (int32_t)lround(longitude_deg * TR_PATH_UNITS)};
}

static tr_vec at(double latitude_deg, double longitude_deg) {
    return tr_path_direction(point(latitude_deg, longitude_deg));
}

static double angle_deg(tr_vec a, tr_vec b) {
    return atan2(tr_vec_length(tr_vec_cross(a, b)), tr_vec_dot(a, b)) / degree;
}

// ---- points --------------------------------------------------------------------------------------

static void points_come_back(void **state) {
    (void)state;
    for (int latitude = -90; latitude <= 90; latitude += 15)
        for (int longitude = -175; longitude <= 180; longitude += 5) {
            const tr_path_point p = point(latitude, longitude), back = tr_path_point_of(tr_path_direction(p));
            assert_int_equal(p.latitude, back.latitude);
            assert_true(abs(latitude) == 90 || p.longitude == back.longitude ||
                        abs(p.longitude - back.longitude) == 360 * TR_PATH_UNITS);
        }
}

// Draws places of a drag, and returns how many points remain.
static int thin(const tr_vec *places, int count, double tolerance_deg, tr_vec *kept) {
    tr_thinning thinning = {.tolerance_rad = tolerance_deg * degree};
    int n = 0;
    for (int i = 0; i < count; i++)
        n += tr_thinning_add(&thinning, places[i], &kept[n]);
    return n + tr_thinning_end(&thinning, &kept[n]);
}

static double distance_to_line(tr_vec place, tr_vec *kept, int count) {
    tr_path_point points[256];
    tr_line_cover cover = {0};
    double low = 0, high = 90;
    assert_true(count <= 256);
    for (int i = 0; i < count; i++)
        points[i] = tr_path_point_of(kept[i]);
    for (int i = 0; i < 40; i++) { // the radius from which on a brush reaches the place
        const double middle = 0.5 * (low + high);
        const tr_brush_line line = {.radius_rad = middle * degree, .count = count, .points = points};
        assert_int_equal(tr_line_cover_make(&cover, &line, NULL), TR_OK);
        *(tr_line_cover_at(&cover, place) > 0 ? &high : &low) = middle;
    }
    tr_line_cover_clear(&cover);
    return high;
}

static void drags_keep_few_points(void **state) {
    (void)state;
    enum { many = 2000 };
    static tr_vec places[many], kept[many];
    for (int i = 0; i < many; i++) // along a meridian, with a hand that trembles
        places[i] = at(-40 + 80.0 * i / many, 10 + 0.05 * sin(i * 1.7));
    const int straight = thin(places, many, 0.4, kept);
    assert_true(straight >= 2 && straight <= many / TR_THIN_WAITING + 3);
    assert_true(angle_deg(kept[0], places[0]) < 1e-9);
    assert_true(angle_deg(kept[straight - 1], places[many - 1]) < 0.4);

    for (int i = 0; i < many; i++) // twice round, over the date line
        places[i] = at(20 * sin(4 * TR_PI * i / many), 180 + 20 * cos(4 * TR_PI * i / many));
    const int round = thin(places, many, 0.4, kept);
    assert_true(round > 20 && round < 120);
    for (int i = 0; i < many; i += 37)
        assert_true(distance_to_line(places[i], kept, round) < 0.4 + 0.21);

    const int still = thin((tr_vec[]){at(5, 5), at(5, 5), at(5, 5.01)}, 3, 0.4, kept);
    assert_int_equal(still, 1);
}

// ---- cover ---------------------------------------------------------------------------------------

// The weight of the field `strokes` for a stroke at a place.
static double weight_of(const tr_surface *surface, double latitude, double longitude) {
    tr_probe *probe = malloc(sizeof *probe);
    tr_error error = {0};
    assert_non_null(probe);
    must(tr_surface_probe(surface, latitude, longitude, 2 * TR_PI / 65536, NULL, probe, &error), &error);
    const double weight = probe->height_m / 1000;
    free(probe);
    return weight;
}

// The overlay shows what the planet will.
static void cover_is_that_of_the_field(void **state) {
    (void)state;
    static const char *const strokes[] = {
        "\"points\": \"100000 1750000 50000 150000 -100000 50000\", \"radius\": 6, \"softness\": 0.7",
        "\"points\": \"-600000 0 0 900000 0 900000 0 900000\", \"closed\": true, \"radius\": 4, \"softness\": "
        "1",
        "\"points\": \"200000 0 0 300000 -300000 0 300000 -300000 -150000 -50000\", \"closed\": true, "
        "\"radius\": 2",
        "\"points\": \"0 0\", \"radius\": 9, \"softness\": 0.3"};
    for (size_t s = 0; s < sizeof strokes / sizeof strokes[0]; s++) {
        char text[1024];
        tr_error error = {0};
        snprintf(
            text, sizeof text,
            "{\"type\": \"painted\", \"radius_km\": 1000, \"height_min_m\": -2000, \"height_max_m\": 2000, "
            "\"strokes\": [{\"name\": \"a\", \"tool\": \"land\", %s}], \"layers\": [{\"name\": \"a\", "
            "\"field\": \"strokes\", \"value\": \"weight\", \"amount\": 1000}]}",
            strokes[s]);
        tr_document *document = open_world(&(tr_world){.name = "painted", .text = text});
        const tr_recipe *recipe = tr_document_recipe(document);
        tr_surface *surface = NULL;
        tr_line_cover cover = {0};
        must(tr_surface_create(recipe, TR_ISA_BASELINE, NULL, NULL, &surface, &error), &error);
        must(tr_brush_cover_of(NULL, recipe, &recipe->strokes[0], false, &cover, &error), &error);
        int covered = 0, between = 0;
        for (int latitude = -85; latitude <= 85; latitude += 5)
            for (int longitude = -179; longitude < 180; longitude += 13) {
                const double expected = weight_of(surface, latitude, longitude),
                             found = tr_line_cover_at(&cover, at(latitude, longitude));
                if (fabs(found - expected) > 0.01)
                    fail_msg("stroke %zu at %d %d: %g, the field has %g", s, latitude, longitude, found,
                             expected);
                covered += found > 0, between += found > 0.05 && found < 0.95;
            }
        assert_true(covered > 0 && (s == 3 || between > 0));
        tr_line_cover_clear(&cover);
        tr_surface_destroy(surface);
        close_document(document);
    }
}

// ---- the stroke in the making ----------------------------------------------------------------------

static tr_brush_event press_at(tr_brush *brush, tr_vec place, bool line, bool first, bool last) {
    tr_brush_event event;
    tr_error error = {0};
    must(tr_brush_down(brush, &(tr_brush_press){place, line, first, last, 10000}, &event, &error), &error);
    return event;
}

static tr_brush_event press(tr_brush *brush, double latitude, double longitude) {
    return press_at(brush, at(latitude, longitude), false, false, false);
}

static tr_brush_event move(tr_brush *brush, double latitude, double longitude) {
    tr_brush_event event;
    tr_error error = {0};
    must(tr_brush_move(brush, at(latitude, longitude), &event, &error), &error);
    return event;
}

static tr_brush_event let_go(tr_brush *brush) {
    tr_brush_event event;
    tr_error error = {0};
    must(tr_brush_up(brush, &event, &error), &error);
    return event;
}

static tr_brush_event click(tr_brush *brush, double latitude, double longitude) {
    const tr_brush_event pressed = press(brush, latitude, longitude), released = let_go(brush);
    return released == TR_BRUSH_NOTHING ? pressed : released;
}

static void drags_are_strokes(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_begin(&brush);
    assert_int_equal(move(&brush, 0, 0), TR_BRUSH_NOTHING);
    assert_int_equal(let_go(&brush), TR_BRUSH_NOTHING);
    assert_int_equal(press(&brush, 0, 0), TR_BRUSH_CHANGED);
    for (int i = 1; i <= 30; i++)
        assert_int_equal(move(&brush, 0, i), TR_BRUSH_CHANGED);
    assert_int_equal(let_go(&brush), TR_BRUSH_FINISHED);
    assert_int_equal(brush.count, 2);
    assert_int_equal(brush.points[1].longitude, 30 * TR_PATH_UNITS);
    assert_false(brush.closed);
    assert_true(tr_brush_drop(&brush));
    assert_false(tr_brush_drop(&brush));
    assert_int_equal(click(&brush, 10, 20), TR_BRUSH_FINISHED); // a dot
    assert_int_equal(brush.count, 1);
    tr_brush_end(&brush);
}

static void clicks_make_lines_and_areas(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_begin(&brush);
    brush.way = TR_BRUSH_LINE;
    assert_int_equal(tr_brush_enter(&brush), TR_BRUSH_NOTHING);
    assert_int_equal(click(&brush, 0, 0), TR_BRUSH_CHANGED);
    move(&brush, 5, 5);
    assert_int_equal(click(&brush, 10, 10), TR_BRUSH_CHANGED);
    assert_int_equal(click(&brush, 0, 20), TR_BRUSH_CHANGED);
    assert_int_equal(tr_brush_back(&brush), TR_BRUSH_CHANGED);
    assert_int_equal(tr_brush_enter(&brush), TR_BRUSH_FINISHED);
    assert_int_equal(brush.count, 2);
    assert_false(brush.closed);
    tr_brush_drop(&brush);

    click(&brush, 0, 0), click(&brush, 10, 10), click(&brush, 0, 20); // closed by its first point
    assert_int_equal(press_at(&brush, at(0, 0), false, true, false), TR_BRUSH_FINISHED);
    assert_true(brush.closed);
    assert_int_equal(brush.count, 3);
    tr_brush_drop(&brush);

    click(&brush, 0, 0), click(&brush, 10, 10); // finished by its last point; two points cannot be closed
    assert_int_equal(press_at(&brush, at(10, 10), false, false, true), TR_BRUSH_FINISHED);
    assert_false(brush.closed);
    tr_brush_drop(&brush);

    brush.way = TR_BRUSH_AREA;
    click(&brush, 0, 0), click(&brush, 10, 10);
    assert_int_equal(tr_brush_enter(&brush), TR_BRUSH_NOTHING); // too few
    click(&brush, 0, 20);
    assert_int_equal(tr_brush_enter(&brush), TR_BRUSH_FINISHED);
    assert_true(brush.closed);
    tr_brush_drop(&brush);

    press(&brush, 0, 0); // along the border
    for (int i = 1; i <= 40; i++)
        move(&brush, 15 * sin(2 * TR_PI * i / 40), 15 - 15 * cos(2 * TR_PI * i / 40));
    assert_int_equal(let_go(&brush), TR_BRUSH_FINISHED);
    assert_true(brush.closed && brush.count > 6);
    tr_brush_drop(&brush);

    brush.way = TR_BRUSH_FREE; // Shift
    assert_int_equal(press_at(&brush, at(0, 0), true, false, false), TR_BRUSH_CHANGED);
    assert_int_equal(let_go(&brush), TR_BRUSH_NOTHING);
    assert_int_equal(click(&brush, 0, 9), TR_BRUSH_CHANGED); // then without it, too
    assert_int_equal(tr_brush_back(&brush), TR_BRUSH_CHANGED);
    assert_int_equal(tr_brush_back(&brush), TR_BRUSH_CHANGED);
    assert_int_equal(brush.phase, TR_BRUSH_IDLE);
    assert_int_equal(tr_brush_back(&brush), TR_BRUSH_NOTHING);
    tr_brush_end(&brush);
}

static void points_are_taken_back_and_given_back(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_begin(&brush);
    brush.way = TR_BRUSH_LINE;
    assert_int_equal(tr_brush_again(&brush), TR_BRUSH_NOTHING);
    click(&brush, 0, 0), click(&brush, 10, 10), click(&brush, 0, 20);
    assert_int_equal(tr_brush_again(&brush), TR_BRUSH_NOTHING);
    const tr_path_point last = brush.points[2];
    tr_brush_back(&brush), tr_brush_back(&brush);
    for (int count = 2; count <= 3; count++) {
        assert_int_equal(tr_brush_again(&brush), TR_BRUSH_CHANGED);
        assert_int_equal(brush.count, count);
    }
    assert_memory_equal(&brush.points[2], &last, sizeof last);
    assert_int_equal(tr_brush_again(&brush), TR_BRUSH_NOTHING);
    tr_brush_back(&brush);
    click(&brush, -10, -10); // replaces what was taken back
    assert_int_equal(tr_brush_again(&brush), TR_BRUSH_NOTHING);
    tr_brush_back(&brush);
    tr_brush_drop(&brush);
    click(&brush, 0, 0);
    assert_int_equal(tr_brush_again(&brush), TR_BRUSH_NOTHING);
    assert_int_equal(brush.count, 1);
    tr_brush_end(&brush);
}

static void craters_are_strewn(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_begin(&brush);
    brush.tool = TR_STROKE_CRATER;
    brush.way = TR_BRUSH_AREA; // craters are no area
    brush.radius_deg = 2;
    press(&brush, 0, 0);
    for (int i = 1; i <= 200; i++)
        move(&brush, 0, 0.1 * i);
    assert_int_equal(let_go(&brush), TR_BRUSH_FINISHED);
    assert_in_range(brush.count, 4, 5); // 20 degrees, more than 4 apart
    assert_false(brush.closed);
    brush.way = TR_BRUSH_LINE;
    assert_int_equal(click(&brush, 5, 5), TR_BRUSH_FINISHED);
    tr_brush_end(&brush);
}

static void the_limit_ends_a_stroke(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_event event = TR_BRUSH_NOTHING;
    tr_error error = {0};
    tr_brush_begin(&brush);
    must(tr_brush_down(&brush, &(tr_brush_press){.at = at(0, 0), .left = 0}, &event, &error), &error);
    assert_int_equal(event, TR_BRUSH_FULL);
    assert_int_equal(let_go(&brush), TR_BRUSH_NOTHING);
    must(tr_brush_down(&brush, &(tr_brush_press){.at = at(0, 0), .left = 5}, &event, &error), &error);
    assert_int_equal(event, TR_BRUSH_CHANGED);
    int told = 0;
    for (int i = 1; i < 400; i++)
        told += move(&brush, 8 * (i % 2), i * 0.5) == TR_BRUSH_FULL; // no point can be left out
    assert_int_equal(told, 1);
    assert_int_equal(let_go(&brush), TR_BRUSH_FINISHED); // what fits is kept
    assert_int_equal(brush.count, 5);
    tr_brush_end(&brush);
}

// A reset leads to the height that a new brush has.
static void heights_have_their_own_defaults(void **state) {
    (void)state;
    tr_brush brush;
    tr_recipe recipe = {.radius_km = 2000, .slope_exaggeration = 5, .height_max_m = 60000};
    tr_brush_begin(&brush);
    for (int i = 0; i < TR_STROKE_TOOL_COUNT; i++)
        brush.tool = i, assert_true(tr_brush_height(&brush, &recipe) == tr_brush_usual_height(i, 4, &recipe));
    assert_true(tr_brush_usual_height(TR_STROKE_CRATER, 4, &recipe) == 2000);
    assert_true(tr_brush_usual_height(TR_STROKE_RAISE, 4, &recipe) == 500);
    assert_true(tr_brush_usual_height(TR_STROKE_LAND, 4, &recipe) == 0);
    // a volcano of 4 degrees, 139.6 km, whose slopes look 30 degrees steep; but it does not tower over the
    // planet
    assert_true(tr_brush_usual_height(TR_STROKE_VOLCANO, 4, &recipe) == 16200);
    assert_true(tr_brush_most_height(&recipe) == 60000);
    recipe.height_max_m = 10000;
    assert_true(tr_brush_usual_height(TR_STROKE_VOLCANO, 4, &recipe) == 6000);
    assert_true(tr_brush_usual_height(TR_STROKE_VOLCANO, 0.05, &recipe) == 300);
    recipe.height_max_m = 4000;
    assert_true(tr_brush_most_height(&recipe) == 10000);
    brush.height_m[TR_STROKE_VOLCANO] = 700, brush.tool = TR_STROKE_VOLCANO;
    assert_true(tr_brush_height(&brush, &recipe) == 700);
    assert_string_equal(tr_brush_height_name(TR_STROKE_CRATER), "Depth");
    assert_string_equal(tr_brush_height_name(TR_STROKE_VOLCANO), "Height");
    tr_brush_end(&brush);
}

static void brushes_have_limits_and_tools_reasons(void **state) {
    (void)state;
    static const struct {
        const char *type;
        int refused; // how many tools
    } types[] = {{"earthlike", 0}, {"barren", 7}, {"gas-giant", 13}};
    tr_brush brush;
    tr_brush_begin(&brush);
    const double radius = brush.radius_deg;
    tr_brush_resize(&brush, 1);
    assert_true(brush.radius_deg > radius * 1.05);
    tr_brush_resize(&brush, 1000);
    assert_true(brush.radius_deg == 60);
    tr_brush_resize(&brush, -1000);
    assert_true(brush.radius_deg == 0.05);
    tr_brush_end(&brush);
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
        tr_document *document = open_type(types[i].type, 1);
        int refused = 0;
        for (int tool = 0; tool < TR_BRUSH_TOOLS; tool++) {
            const char *why = tr_brush_refusal(tr_document_recipe(document), tool);
            refused += why != NULL;
            assert_true(!why || why[0]);
            assert_true(tr_brush_tool_name(tool)[0] && tr_brush_tool_what(tool)[0]);
        }
        assert_int_equal(refused, types[i].refused);
        close_document(document);
    }
}

// ---- strokes of the document ---------------------------------------------------------------------

static void add(tr_document *document, tr_stroke_tool tool, const tr_path_point *points, int count,
                const char *expected) {
    const tr_new_stroke stroke = {.tool = tool,
                                  .points = points,
                                  .count = count,
                                  .closed = count > 2,
                                  .radius_deg = 3,
                                  .softness = 0.5,
                                  .strength = 0.75,
                                  .height_m = tool == TR_STROKE_RAISE ? 700 : 0,
                                  .srgb = {1, 2, 254},
                                  .biome = 7};
    char name[TR_NAME_BYTES];
    tr_error error = {0};
    must(tr_strokes_add(document, &stroke, name, &error), &error);
    assert_string_equal(name, expected);
}

static void names_are(const tr_document *document, const char *expected) {
    char all[256] = "";
    const tr_recipe *recipe = tr_document_recipe(document);
    for (int i = 0; i < recipe->stroke_count; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? ", " : "", recipe->strokes[i].name);
    assert_string_equal(all, expected);
}

static void strokes_are_steps(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    tr_error error = {0};
    char what[TR_STEP_BYTES];
    const tr_path_point three[] = {point(10, 170), point(20, -170), point(5, 179)};
    const int left = tr_strokes_left(document);
    assert_int_equal(left, TR_MAX_PATH_POINTS);
    add(document, TR_STROKE_LAND, three, 3, "land 1");
    add(document, TR_STROKE_LAND, three, 1, "land 2");
    add(document, TR_STROKE_RAISE, three, 2, "raise 1");
    add(document, TR_STROKE_COLOUR, three, 1, "colour 1");
    add(document, TR_STROKE_BIOME, three, 1, "biome 1");
    assert_int_equal(tr_strokes_left(document), left - 8);
    const tr_recipe *recipe = tr_document_recipe(document);
    const tr_stroke *s = recipe->strokes;
    assert_memory_equal(recipe->points, three, sizeof three);
    assert_true(s[0].closed && !s[1].closed && s[0].radius == 3 && s[0].softness == 0.5 &&
                s[0].strength == 0.75);
    assert_true(s[2].height_m == 700 && s[3].srgb[2] == 254 && s[4].biome == 7);
    assert_int_equal(document->step_count, 6);

    // The order survives the removal of neighbours.
    must(tr_strokes_order(document, "raise 1", -1, &error), &error);
    names_are(document, "land 1, raise 1, land 2, colour 1, biome 1");
    must(tr_strokes_order(document, "land 1", 1, &error), &error);
    must(tr_strokes_order(document, "raise 1", -1, &error), &error); // it is the first one
    names_are(document, "raise 1, land 1, land 2, colour 1, biome 1");
    must(tr_strokes_remove(document, "land 1", &error), &error);
    must(tr_strokes_order(document, "colour 1", -1, &error), &error);
    must(tr_strokes_remove(document, "land 2", &error), &error);
    names_are(document, "raise 1, colour 1, biome 1");
    assert_int_equal(tr_strokes_remove(document, "land 2", &error), TR_BAD_USAGE);
    assert_true(tr_document_recipe(document)->strokes[0].height_m == 700);
    add(document, TR_STROKE_LAND, three, 1, "land 1"); // a name that is free again

    // A parameter that was changed stays with its stroke, and goes with it.
    error = (tr_error){0};
    must(tr_document_change(document, "Softness", 0, false, 1,
                            &(tr_change){"strokes.raise 1.softness", "0.125"}, &error),
         &error);
    must(tr_strokes_order(document, "raise 1", 1, &error), &error);
    names_are(document, "colour 1, raise 1, biome 1, land 1");
    assert_true(tr_document_recipe(document)->strokes[1].softness == 0.125);
    must(tr_strokes_remove(document, "raise 1", &error), &error);
    must(tr_document_undo(document, what, &error), &error);
    assert_string_equal(what, "raise 1 removed");

    // Another name: the order and all parameters stay.
    must(tr_strokes_rename(document, "raise 1", "Old Ridge", &error), &error);
    names_are(document, "colour 1, Old Ridge, biome 1, land 1");
    assert_true(tr_document_recipe(document)->strokes[1].softness == 0.125);
    assert_int_equal(tr_strokes_rename(document, "Old Ridge", "land 1", &error), TR_BAD_INPUT);
    assert_int_equal(tr_strokes_rename(document, "raise 1", "x", &error), TR_BAD_USAGE);
    error = (tr_error){0};
    const int steps = document->step;
    must(tr_strokes_rename(document, "Old Ridge", "Old Ridge", &error), &error);
    assert_int_equal(document->step, steps);
    must(tr_strokes_rename(document, "Old Ridge", "raise 1", &error), &error);
    names_are(document, "colour 1, raise 1, biome 1, land 1");
    must(tr_document_undo(document, what, &error), &error);
    assert_string_equal(what, "Old Ridge renamed");
    must(tr_document_undo(document, what, &error), &error);
    names_are(document, "colour 1, raise 1, biome 1, land 1");

    const tr_path_point moved[] = {point(-10, 0), point(-11, 1)};
    must(tr_strokes_move(document, "raise 1", moved, &error), &error);
    recipe = tr_document_recipe(document);
    assert_memory_equal(recipe->points + recipe->strokes[1].points.first, moved, sizeof moved);

    int kept, dropped;
    must(tr_document_set_seed(document, 9, &kept, &error), &error);
    must(tr_document_set_type(document, "barren", &kept, &dropped, &error), &error);
    assert_int_equal(tr_document_recipe(document)->stroke_count, 4);
    close_document(document);
}

// Strokes that a file has in its own list.
static void lists_of_files_work_too(void **state) {
    (void)state;
    static const char text[] = "{\"type\": \"barren\", \"seed\": 3, \"strokes\": ["
                               "{\"name\": \"a\", \"tool\": \"raise\", \"points\": \"0 0 10 10\"}, "
                               "{\"name\": \"b\", \"tool\": \"lower\", \"points\": \"0 0\"}, "
                               "{\"name\": \"c\", \"tool\": \"crater\", \"points\": \"5 5\"}], \"set\": "
                               "{\"strokes.b.strength\": 0.5}}";
    tr_document *document = open_world(&(tr_world){.name = "mine", .text = text});
    tr_error error = {0};
    const tr_path_point one = point(1, 1);
    add(document, TR_STROKE_RAISE, &one, 1, "raise 1");
    must(tr_strokes_rename(document, "b", "d", &error), &error);
    must(tr_strokes_rename(document, "d", "b", &error), &error);
    must(tr_strokes_order(document, "b", 1, &error), &error);
    names_are(document, "a, c, b, raise 1");
    assert_true(tr_document_recipe(document)->strokes[2].strength == 0.5);
    must(tr_strokes_order(document, "raise 1", -1, &error), &error);
    must(tr_strokes_remove(document, "a", &error), &error);
    must(tr_strokes_remove(document, "b", &error), &error);
    names_are(document, "c, raise 1");
    close_document(document);
}

// What a user does with strokes; returns whether all of it succeeded. Failures are reported, and lose nothing.
static bool paint(tr_document *document) {
    const tr_path_point three[] = {point(10, 170), point(20, -170), point(5, 179)};
    const tr_new_stroke stroke = {.tool = TR_STROKE_RAISE, .points = three, .count = 3, .radius_deg = 3};
    char name[TR_NAME_BYTES];
    tr_brush brush;
    tr_brush_event event;
    tr_line_cover cover = {0};
    tr_error error = {0};
    tr_brush_begin(&brush);
    tr_status status = tr_brush_down(&brush, &(tr_brush_press){.at = at(0, 0), .left = 9}, &event, &error);
    for (int i = 0; i < 5 && status == TR_OK; i++)
        status = tr_brush_move(&brush, at(10 * (i % 2), 9 * i), &event, &error);
    if (status == TR_OK)
        status = tr_brush_cover_made(&brush, &cover, &error);
    if (status == TR_OK)
        status = tr_strokes_add(document, &stroke, name, &error);
    if (status == TR_OK)
        status = tr_strokes_order(document, name, -1, &error);
    if (status == TR_OK)
        status = tr_strokes_move(document, name, three, &error);
    assert_true(status == TR_OK || (status == TR_NO_MEMORY && error.message[0]));
    tr_line_cover_clear(&cover);
    tr_brush_end(&brush);
    return status == TR_OK;
}

static void memory_may_end(void **state) {
    (void)state;
    static const char text[] = "{\"layers\": [{\"name\": \"a\", \"field\": \"constant\"}], \"strokes\": "
                               "[{\"name\": \"a\", \"tool\": \"lower\", \"points\": \"0 0 10 10\"}]}";
    bool done = false;
    int runs = 0;
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (long at_allocation = 1; !done; at_allocation += 1 + at_allocation / 20, runs++) {
        memory.left = 0;
        tr_document *document = open_world(&(tr_world){.name = "mine", .text = text});
        memory.left = at_allocation;
        done = paint(document);
        memory.left = 0;
        close_document(document);
        assert_int_equal(memory.blocks, 0);
    }
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
    assert_true(runs > 20);
}

static void many_strokes_fit(void **state) {
    (void)state;
    tr_document *document = open_type("barren", 1);
    tr_error error = {0};
    char path[64];
    tr_change *changes = calloc(TR_MAX_STROKES, sizeof *changes);
    assert_non_null(changes);
    for (int i = 0; i < TR_MAX_STROKES; i++) {
        snprintf(path, sizeof path, "strokes.raise %d", i + 1);
        changes[i].path = strdup(path);
        changes[i].value = "{\"tool\": \"raise\", \"points\": \"0 0 1 1\"}";
    }
    must(tr_document_change(document, "Many", 0, false, TR_MAX_STROKES, changes, &error), &error);
    assert_int_equal(tr_document_recipe(document)->stroke_count, TR_MAX_STROKES);
    assert_int_equal(tr_strokes_left(document), 0);
    for (int i = 0; i < TR_MAX_STROKES; i++)
        free((char *)(uintptr_t)changes[i].path);
    free(changes);
    close_document(document);
}

static void strokes_are_found_and_turned(void **state) {
    (void)state;
    tr_document *document = open_type("earthlike", 1);
    const tr_path_point triangle[] = {point(-10, 170), point(10, 180), point(-10, -170)}, dot = point(0, 178);
    add(document, TR_STROKE_LAND, triangle, 3, "land 1");
    add(document, TR_STROKE_SEA, &dot, 1, "sea 1");
    const tr_recipe *recipe = tr_document_recipe(document);
    assert_int_equal(tr_brush_find(recipe, at(0, 179)), 1); // on top
    assert_int_equal(tr_brush_find(recipe, at(-6, -178)), 0);
    assert_int_equal(tr_brush_find(recipe, at(30, 0)), -1);
    assert_int_equal(tr_brush_find(recipe, at(0, 0)), -1); // opposite
    assert_int_equal(tr_strokes_find(recipe, "sea 1"), 1);
    assert_int_equal(tr_strokes_find(recipe, "sea 2"), -1);

    tr_path_point turned[3];
    memcpy(turned, triangle, sizeof turned);
    tr_brush_turn(turned, 3, at(0, 180), at(60, -90));
    for (int i = 0; i < 3; i++) {
        const tr_vec a = tr_path_direction(triangle[i]), b = tr_path_direction(triangle[(i + 1) % 3]);
        const tr_vec c = tr_path_direction(turned[i]), d = tr_path_direction(turned[(i + 1) % 3]);
        assert_true(fabs(angle_deg(a, b) - angle_deg(c, d)) < 0.001);
        assert_true(fabs(angle_deg(a, at(0, 180)) - angle_deg(c, at(60, -90))) < 0.001);
    }

    // Dragging the selected stroke.
    tr_brush brush;
    tr_brush_begin(&brush);
    brush.tool = TR_BRUSH_SELECTS;
    press(&brush, 0, 0);
    assert_int_equal(let_go(&brush), TR_BRUSH_NOTHING); // nothing is selected
    snprintf(brush.selected, sizeof brush.selected, "sea 1");
    press(&brush, 0, 178);
    assert_int_equal(let_go(&brush), TR_BRUSH_CHANGED); // a click moves nothing
    press(&brush, 0, 178);
    assert_int_equal(move(&brush, 30, 178), TR_BRUSH_CHANGED);
    tr_line_cover cover = {0};
    tr_error error = {0};
    must(tr_brush_cover_of(&brush, recipe, &recipe->strokes[1], true, &cover, &error), &error);
    assert_true(tr_line_cover_at(&cover, at(30, 178)) == 1 && tr_line_cover_at(&cover, at(0, 178)) == 0);
    tr_line_cover_clear(&cover);
    assert_int_equal(let_go(&brush), TR_BRUSH_FINISHED);
    tr_brush_end(&brush);
    close_document(document);
}

static void strokes_wait_for_their_maps(void **state) {
    (void)state;
    tr_brush brush;
    tr_brush_begin(&brush);
    tr_brush_await(&brush, "land 1", 5);
    brush.tool = TR_STROKE_COLOUR;
    tr_brush_await(&brush, "colour 1", 6);
    tr_brush_shown(&brush, 4, true);
    assert_int_equal(brush.pending_count, 2);
    tr_brush_shown(&brush, 6, false); // a preview shows colours, but not what is solved
    assert_int_equal(brush.pending_count, 1);
    assert_string_equal(brush.pending[0].name, "land 1");
    tr_brush_shown(&brush, 6, true);
    assert_int_equal(brush.pending_count, 0);
    for (int i = 0; i < TR_BRUSH_PENDING + 3; i++)
        tr_brush_await(&brush, "land 2", 7 + (uint64_t)i);
    assert_int_equal(brush.pending_count, TR_BRUSH_PENDING);
    assert_int_equal(brush.pending[TR_BRUSH_PENDING - 1].edit, 7 + TR_BRUSH_PENDING + 2);
    tr_brush_end(&brush);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_come_back),
        cmocka_unit_test(drags_keep_few_points),
        cmocka_unit_test(cover_is_that_of_the_field),
        cmocka_unit_test(drags_are_strokes),
        cmocka_unit_test(clicks_make_lines_and_areas),
        cmocka_unit_test(points_are_taken_back_and_given_back),
        cmocka_unit_test(craters_are_strewn),
        cmocka_unit_test(the_limit_ends_a_stroke),
        cmocka_unit_test(heights_have_their_own_defaults),
        cmocka_unit_test(brushes_have_limits_and_tools_reasons),
        cmocka_unit_test(strokes_are_steps),
        cmocka_unit_test(lists_of_files_work_too),
        cmocka_unit_test(memory_may_end),
        cmocka_unit_test(many_strokes_fit),
        cmocka_unit_test(strokes_are_found_and_turned),
        cmocka_unit_test(strokes_wait_for_their_maps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
