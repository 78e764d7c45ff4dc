// Strokes of brushes: their points as data, and the field that shows them. (test_field_types.c checks what
// holds for all fields.)
#include "base/memory.h"
#include "failing.h"
#include "noise/maths/trig.h"
#include "noise/sites/strokes.h"
#include "planet/private/plan.h"
#include "scene/link.h"
#include "scene/load.h"
#include "support.h"
#include "vectors.h"
#include "json/json.h"

#include <math.h>

// ---- data --------------------------------------------------------------------------------------

static tr_status load_text(const char *text, int set_count, const char *const *sets, tr_scene *scene,
                           tr_error *error) {
    const tr_world world = {.name = "strokes", .text = text, .set_count = set_count, .sets = sets};
    *error = (tr_error){0};
    const tr_status status = tr_world_load(&world, scene, error);
    if (status != TR_OK)
        tr_scene_clear(scene);
    return status;
}

#define WORLD(strokes) "{\"type\": \"barren\", \"seed\": 3, \"strokes\": [" strokes "]}"
#define TWO                                                                                                    \
    "{\"name\": \"a\", \"tool\": \"sea\", \"points\": \"450000 1799000  -5 2000 1 -7\", \"radius\": 3}, "      \
    "{\"name\": \"b\", \"tool\": \"biome\", \"points\": \"-900000 -3600000\", \"biome\": \"hot desert\"}"

static void test_points_are_differences(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    const tr_recipe *r = scene.planets[0].recipe;
    static const tr_path_point points[] = {
        {450000, 1799000}, {449995, 1801000}, {449996, 1800993}, {-900000, -3600000}};
    assert_int_equal(r->stroke_count, 2);
    assert_int_equal(r->point_count, 4);
    assert_memory_equal(r->points, points, sizeof points);
    assert_int_equal(r->strokes[0].points.count, 3);
    assert_int_equal(r->strokes[1].points.first, 3);
    assert_int_equal(r->strokes[0].tool, TR_STROKE_SEA);
    assert_string_equal(tr_biome_names[r->strokes[1].biome], "hot desert");

    char *text, *again;
    tr_scene other;
    assert_int_equal(tr_scene_to_json(&scene, false, &text, NULL), TR_OK);
    assert_non_null(strstr(text, "\"points\":\"450000 1799000 -5 2000 1 -7\""));
    assert_int_equal(load_text(text, 0, NULL, &other, &error), TR_OK);
    assert_true(tr_recipe_equal(r, other.planets[0].recipe));
    assert_int_equal(tr_scene_to_json(&other, false, &again, NULL), TR_OK);
    assert_string_equal(text, again);
    tr_free(text);
    tr_free(again);
    tr_scene_clear(&other);
    tr_scene_clear(&scene);
}

static bool note_path(void *context, const char *path) {
    char *all = context;
    snprintf(all + strlen(all), 256 - strlen(all), "%s ", path);
    return true;
}

static void test_copies_and_differences(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    tr_recipe *copy;
    char all[256] = "";
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    assert_int_equal(tr_recipe_copy(scene.planets[0].recipe, &copy, NULL), TR_OK);
    assert_true(tr_recipe_equal(scene.planets[0].recipe, copy));
    copy->points[1].latitude++;
    copy->strokes[1].radius = 7;
    tr_recipe_differences(scene.planets[0].recipe, copy, note_path, all);
    assert_string_equal(all, "strokes.a.points strokes.b.radius ");
    assert_false(tr_recipe_equal_at(scene.planets[0].recipe, copy, "strokes.a.points"));
    assert_true(tr_recipe_equal_at(scene.planets[0].recipe, copy, "strokes.b.points"));
    tr_recipe_destroy(copy);
    tr_scene_clear(&scene);
}

static void test_options_change_strokes(void **state) {
    (void)state;
    static const char *const sets[] = {"strokes.a.radius=5", "strokes.b=null",
                                       "strokes.c={\"tool\": \"dry\", \"points\": \"1 2\"}",
                                       "strokes.c.before=a", "strokes.a.points=10 20 -1 -2"};
    tr_scene scene;
    tr_error error;
    assert_int_equal(load_text(WORLD(TWO), 5, sets, &scene, &error), TR_OK);
    const tr_recipe *r = scene.planets[0].recipe;
    assert_int_equal(r->stroke_count, 2);
    assert_string_equal(r->strokes[0].name, "c");
    assert_int_equal(r->strokes[0].tool, TR_STROKE_DRY);
    assert_true(r->strokes[1].radius == 5);
    assert_int_equal(r->points[r->strokes[1].points.first + 1].longitude, 18);
    tr_scene_clear(&scene);
    assert_int_equal(load_text("{\"type\": \"barren\"}", 1, &sets[2], &scene, &error), TR_OK); // the first one
    assert_int_equal(scene.planets[0].recipe->stroke_count, 1);
    tr_scene_clear(&scene);
}

// Of a recipe in memory, as programs change it.
static void test_programs_change_strokes(void **state) {
    (void)state;
    static const char *const sets[] = {"strokes.a.strength=0.5", "strokes.b.points=7 8 9 10",
                                       "strokes.new={\"tool\": \"crater\", \"points\": \"5 5\"}"};
    tr_scene scene;
    tr_error error;
    double value;
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    tr_recipe *r = scene.planets[0].recipe;
    assert_int_equal(tr_recipe_set(r, 3, sets, &error), TR_OK);
    assert_true(tr_recipe_number(r, "strokes.a.strength", &value) && value == 0.5);
    assert_int_equal(r->stroke_count, 3);
    assert_int_equal(r->point_count, 3 + 2 + 1);
    assert_int_equal(r->points[r->strokes[1].points.first + 1].latitude, 16);
    assert_int_equal(r->strokes[2].tool, TR_STROKE_CRATER);
    assert_int_equal(tr_recipe_set(r, 1, &(const char *){"strokes.a=null"}, &error), TR_OK);
    assert_int_equal(r->stroke_count, 2);
    assert_int_equal(tr_recipe_set(r, 1, &(const char *){"strokes.b.points=7"}, &error), TR_BAD_USAGE);
    assert_int_equal(r->point_count, 3);
    tr_scene_clear(&scene);
}

static void test_wrong_strokes_are_refused(void **state) {
    (void)state;
#define POINTS(points) WORLD("{\"name\": \"a\", \"points\": " points "}")
    static const struct {
        const char *text, *path, *message;
    } cases[] = {
        {WORLD("{\"name\": \"a\"}"), "strokes.a.points", "at least one point"},
        {POINTS("\"\""), "strokes.a.points", "at least one point"},
        {POINTS("[1, 2]"), "strokes.a.points", "a text"},
        {POINTS("\"1\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 2 3\""), "strokes.a.points", "point 1"},
        {POINTS("\"1 2.5\""), "strokes.a.points", "point 0"},
        {POINTS("\"1,2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 +2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 - 2\""), "strokes.a.points", "point 0"},
        {POINTS("\"1 99999999999999999999\""), "strokes.a.points", "point 0"},
        {POINTS("\"2147483647 0 2147483647 0\""), "strokes.a.points", "point 1"},
        {POINTS("\"900001 0\""), "strokes.a.points", "latitude 90.0001"},
        {POINTS("\"0 0 0 -3600001\""), "strokes.a.points", "longitude -360"},
        {POINTS("\"0 0\", \"closed\": true"), "strokes.a.closed", "three points"},
        {POINTS("\"0 0\", \"radius\": 61"), "strokes.a.radius", "0.0001"},
        {POINTS("\"0 0\", \"tool\": \"lnad\""), "strokes.a.tool", "did you mean 'land'"},
        {POINTS("\"0 0\", \"biome\": \"desert\""), "strokes.a.biome", "hot desert"},
        {WORLD("{\"name\": \"a\", \"points\": \"0 0\"}, {\"name\": \"a\", \"points\": \"0 0\"}"), "strokes.a",
         "two called"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        tr_error error;
        const tr_status status = load_text(cases[i].text, 0, NULL, &scene, &error);
        if (status != TR_BAD_INPUT || strcmp(error.path, cases[i].path) != 0 ||
            !strstr(error.message, cases[i].message))
            print_message("%s\n  gave %d, %s: %s\n", cases[i].text, (int)status, error.path, error.message);
        assert_int_equal(status, TR_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        assert_non_null(strstr(error.message, cases[i].message));
    }
}

// A world with strokes of 100 points each, in random steps.
static char *write_many(int strokes) {
    char *text = malloc((size_t)strokes * 2500 + 200), *at = text;
    uint64_t h = 7;
    assert_non_null(text);
    at += sprintf(at, "{\"type\": \"barren\", \"seed\": 3, \"strokes\": [");
    for (int i = 0; i < strokes; i++) {
        at += sprintf(at, "%s{\"name\": \"s%d\", \"points\": \"%d %d", i ? ", " : "", i, i * 1000, i * 30000);
        for (int k = 1; k < 100; k++) {
            h = tr_hash_u64(h);
            at += sprintf(at, " %d %d", (int)(h % 10000) - 5000, (int)(h / 10000 % 10000) - 5000);
        }
        at += sprintf(at, "\"}");
    }
    sprintf(at, "]}");
    return text;
}

static void test_strokes_travel_in_links(void **state) {
    (void)state;
    static const int counts[] = {10, 100};
    for (int i = 0; i < 2; i++) {
        char *text = write_many(counts[i]), *line, *back;
        tr_scene scene, other;
        tr_error error;
        assert_int_equal(load_text(text, 0, NULL, &scene, &error), TR_OK);
        assert_int_equal(scene.planets[0].recipe->point_count, 100 * counts[i]);
        assert_int_equal(tr_link_write(text, &line, &error), TR_OK);
        print_message("%d points: %d bytes of JSON, %d letters of a link\n", 100 * counts[i], (int)strlen(text),
                      (int)strlen(line));
        assert_true(strlen(line) < 700 * (size_t)counts[i]); // 7 letters for a point
        assert_int_equal(tr_link_read(line, &back, &error), TR_OK);
        assert_int_equal(load_text(back, 0, NULL, &other, &error), TR_OK);
        assert_true(tr_recipe_equal(scene.planets[0].recipe, other.planets[0].recipe));
        tr_scene_clear(&scene);
        tr_scene_clear(&other);
        free(text);
        tr_free(line);
        tr_free(back);
    }
}

static void test_the_limit_is_told(void **state) {
    (void)state;
    tr_scene scene;
    tr_error error;
    char *text = write_many(101);
    assert_int_equal(load_text(text, 0, NULL, &scene, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "strokes.s100.points");
    assert_non_null(strstr(error.message, "at most 10000 points"));
    free(text);
}

// ---- evaluation --------------------------------------------------------------------------------

enum { columns = 64, rows = 32, count = columns * rows };

typedef float lane[count + TR_BATCH_SAMPLES];

// A planet with these strokes and a layer that shows them.
static tr_surface *make_surface(const char *strokes, const char *layer, tr_isa isa, tr_recipe **recipe) {
    char *text = malloc(strlen(strokes) + 300);
    tr_scene scene;
    tr_surface *surface;
    tr_error error;
    assert_non_null(text);
    sprintf(text,
            "{\"radius_km\": 1, \"strokes\": [%s], \"layers\": [{\"name\": \"a\", \"field\": \"strokes\"%s}]}",
            strokes, layer);
    if (load_text(text, 0, NULL, &scene, &error) != TR_OK)
        fail_msg("%s: %s: %s", strokes, error.path, error.message);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, isa, NULL, NULL, &surface, NULL), TR_OK);
    if (recipe) {
        *recipe = scene.planets[0].recipe;
        scene.planets[0].recipe = NULL;
    }
    tr_scene_clear(&scene);
    free(text);
    return surface;
}

static void evaluate(const tr_surface *s, float texel, int samples, int columns_, const float *x,
                     const float *y, const float *z, float *out) {
    int32_t *list = malloc((s->list_capacity + 1) * sizeof *list);
    assert_non_null(list);
    const tr_block block = {.isa = s->isa,
                            .texel = texel,
                            .count = samples,
                            .columns = columns_,
                            .x = x,
                            .y = y,
                            .z = z,
                            .list = list};
    tr_field_evaluate(&s->fields[0], &block, out);
    free(list);
}

static void direction_of(double latitude, double longitude, double out[3]) {
    double up, around, sine, cosine;
    tr_sincos(latitude * TR_PI / 180, &up, &around);
    tr_sincos(longitude * TR_PI / 180, &sine, &cosine);
    out[0] = around * cosine, out[1] = up, out[2] = -around * sine;
}

// The value at a place in degrees, on a map of that width, by itself.
static double value_at(const tr_surface *s, int width, double latitude, double longitude) {
    double d[3];
    float out[1 + TR_BATCH_SAMPLES];
    direction_of(latitude, longitude, d);
    const float x = (float)d[0], y = (float)d[1], z = (float)d[2];
    evaluate(s, (float)(2 * TR_PI / width), 1, 1, &x, &y, &z, out);
    return (double)out[0];
}

// ---- the reference: in doubles, of all arcs, from the first stroke up --------------------------------

static void cross3(const double a[3], const double b[3], double out[3]) {
    out[0] = a[1] * b[2] - a[2] * b[1], out[1] = a[2] * b[0] - a[0] * b[2], out[2] = a[0] * b[1] - a[1] * b[0];
}

static double angle_between(const double a[3], const double b[3]) {
    double n[3];
    cross3(a, b, n);
    return atan2(sqrt(dot3(n, n)), dot3(a, b));
}

static void place_of(const tr_recipe *r, const tr_stroke *s, int i, double out[3]) {
    const tr_path_point p = r->points[s->points.first + i % s->points.count];
    direction_of((double)p.latitude / TR_PATH_UNITS, (double)p.longitude / TR_PATH_UNITS, out);
}

static double distance_to_arc(const double p[3], const double a[3], const double b[3]) {
    double n[3], f[3], g[3], nearest = fmin(angle_between(p, a), angle_between(p, b));
    cross3(a, b, n);
    const double length = sqrt(dot3(n, n));
    if (length < 1e-12)
        return nearest;
    cross3(n, a, f), cross3(b, n, g);
    if (dot3(f, p) > 0 && dot3(g, p) > 0)
        nearest = fmin(nearest, fabs(asin(dot3(n, p) / length)));
    return nearest;
}

// Whether the meridian from a place to the north pole crosses an arc.
static bool is_below(const double p[3], const double a[3], const double b[3]) {
    const double place = atan2(-p[2], p[0]), from = remainder(atan2(-a[2], a[0]) - place, 2 * TR_PI),
                 to = remainder(atan2(-b[2], b[0]) - place, 2 * TR_PI);
    double n[3];
    if ((from >= 0) == (to >= 0) || fabs(from - to) > TR_PI)
        return false;
    cross3(a, b, n);
    // the latitude of the great circle on that meridian
    return asin(p[1]) < atan(-(n[0] * cos(place) - n[2] * sin(place)) / n[1]);
}

static bool is_odd(const tr_recipe *r, const tr_stroke *s, const double p[3]) {
    bool odd = false;
    for (int i = 0; i < s->points.count; i++) {
        double a[3], b[3];
        place_of(r, s, i, a), place_of(r, s, i + 1, b);
        odd ^= is_below(p, a, b);
    }
    return odd;
}

// Whether the north pole is inside: the smaller side is.
static bool holds_pole(const tr_recipe *r, const tr_stroke *s) {
    enum { places = 4000 };
    int odd = 0;
    for (int i = 0; i < places && s->closed; i++) {
        const double y = 1 - 2 * (i + 0.5) / places, around = sqrt(1 - y * y), turn = i * 2.399963229728653;
        odd += is_odd(r, s, (double[3]){around * cos(turn), y, around * sin(turn)});
    }
    return odd > places / 2;
}

static double cover_at(const tr_recipe *r, const tr_stroke *s, bool pole_inside, double texel,
                       const double p[3]) {
    double nearest = 9;
    for (int i = 0; i < s->points.count; i++) {
        double a[3], b[3];
        place_of(r, s, i, a), place_of(r, s, s->closed || i + 1 < s->points.count ? i + 1 : i, b);
        nearest = fmin(nearest, distance_to_arc(p, a, b));
    }
    if (s->closed && is_odd(r, s, p) != pole_inside)
        nearest = -nearest;
    const double radius = s->radius * TR_PI / 180, soft = s->softness * radius, edge = fmax(soft, 1.5 * texel);
    const double t = fmin(fmax((radius - soft / 2 + edge / 2 - nearest) / edge, 0), 1);
    return s->strength * t * t * (3 - 2 * t);
}

// ---- against the reference -----------------------------------------------------------------------

static void compare_places(const tr_surface *surface, const tr_recipe *r, const bool *poles, float texel,
                           const lane *at, const char *what) {
    lane out;
    double most = 0;
    int painted = 0;
    evaluate(surface, texel, count, columns, at[0], at[1], at[2], out);
    for (int i = 0; i < count; i += under_sanitizer ? 5 : 1) {
        const double p[3] = {(double)at[0][i], (double)at[1][i], (double)at[2][i]};
        double sum = 0;
        for (int k = 0; k < r->stroke_count; k++) {
            const tr_stroke *s = &r->strokes[k];
            const double cover = cover_at(r, s, poles[k], (double)texel, p);
            sum = sum * (1 - cover) + (s->tool == TR_STROKE_LAND  ? cover
                                       : s->tool == TR_STROKE_SEA ? -cover
                                                                  : 0);
        }
        if (fabs(sum - (double)out[i]) > fmax(most, 0.004))
            print_message("%s: at %.6f %.6f %.6f it is %.5f, not %.5f\n", what, p[0], p[1], p[2],
                          (double)out[i], sum);
        most = fmax(most, fabs(sum - (double)out[i]));
        painted += sum != 0;
    }
    print_message("%s: differs by %.5f at most; %d of %d places are painted\n", what, most, painted, count);
    assert_true(most < 0.004);
}

#define STROKE(name, tool, points, more)                                                                       \
    "{\"name\": \"" name "\", \"tool\": \"" tool "\", \"points\": \"" points "\"" more "}"
#define CLOSED ", \"closed\": true"

// Strokes that have their ends in themselves, at poles, at the date line, at antipodes.
static const char *const hard[][2] = {
    {"a point", STROKE("1", "land", "100000 200000", ", \"radius\": 20")},
    {"the same point thrice", STROKE("2", "land", "100000 200000 0 0 0 0", ", \"radius\": 20")},
    {"an area of one point", STROKE("3", "land", "100000 200000 0 0 0 0", ", \"radius\": 20" CLOSED)},
    {"an area without width",
     STROKE("4", "land", "100000 200000 200000 0 -200000 0", ", \"radius\": 9" CLOSED)},
    {"across 180 degrees", STROKE("5", "land", "100000 1700000 0 -3400000", ", \"radius\": 9") ", " STROKE(
                               "6", "sea", "-300000 1700000 100000 200000", ", \"radius\": 9")},
    {"over a pole", STROKE("7", "land", "700000 100000 0 1800000", ", \"radius\": 4")},
    {"from a pole", STROKE("8", "land", "900000 0 -900000 300000 -900000 500000", ", \"radius\": 6")},
    {"long arcs",
     STROKE("10", "land", "50000 0 -100000 1700000 200000 1600000", ", \"radius\": 3, \"softness\": 1")},
    {"round a pole", STROKE("11", "land", "600000 0 100000 1200000 -200000 1000000", ", \"radius\": 3" CLOSED)},
    {"round the other one",
     STROKE("12", "land", "-600000 0 300000 900000 -200000 900000 0 900000", ", \"radius\": 3" CLOSED)},
    {"a corner at a pole", STROKE("13", "land", "900000 0 -800000 -300000 0 700000", ", \"radius\": 1" CLOSED)},
    {"more than a quarter",
     STROKE("14", "land", "-100000 0 0 900000 0 900000 0 900000", ", \"radius\": 5, \"softness\": 0" CLOSED)},
    {"an edge over a pole",
     STROKE("15", "land", "700000 50000 0 1800000 -800000 0 0 -1799999", ", \"radius\": 2" CLOSED)},
    {"crosses itself", STROKE("16", "land", "-300000 -300000 600000 600000 0 -600000 -600000 600000",
                              ", \"radius\": 2, \"softness\": 0" CLOSED)},
    {"squares", STROKE("17", "land", "0 0 450000 0 0 450000 -450000 0",
                       ", \"radius\": 0.01, \"softness\": 0" CLOSED) ", " STROKE("18", "sea",
                                                                                 "-450000 -450000 0 450000 "
                                                                                 "450000 0 0 -450000",
                                                                                 ", \"radius\": 1" CLOSED)},
    {"goes round twice", STROKE("19", "land",
                                "300000 -3600000 0 1200000 0 1200000 0 1200000 -100000 1200000 0 1200000 "
                                "0 1200000",
                                ", \"radius\": 5, \"strength\": 0.5")},
    {"over each other",
     STROKE("20", "land", "0 0 0 600000", ", \"radius\": 12") ", " STROKE(
         "21", "sea", "-200000 300000 500000 0",
         ", \"radius\": 8, \"strength\": 0.7") ", " STROKE("22", "erase", "100000 100000 0 400000",
                                                           ", \"radius\": 5, \"softness\": "
                                                           "1") ", " STROKE("23", "land", "100000 300000",
                                                                            ", \"radius\": "
                                                                            "3")},
};

static void test_strokes_are_where_they_are_drawn(void **state) {
    (void)state;
    static lane at[3], u, v;
    for (size_t i = 0; i < sizeof hard / sizeof hard[0]; i++) {
        tr_recipe *r;
        tr_surface *surface = make_surface(hard[i][1], "", tr_isa_best(), &r);
        bool poles[8];
        for (int k = 0; k < r->stroke_count; k++)
            poles[k] = holds_pole(r, &r->strokes[k]);
        // a whole map; then parts of fine ones: round both poles, and at the date line
        static const tr_rectangle parts[] = {{columns, 0, rows, 0, columns},
                                             {512, -16, rows, 0, columns},
                                             {512, 240, rows, 100, columns},
                                             {2048, 400, rows, -32, columns},
                                             {1024, 256 - 16, rows, 512, columns}};
        for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
            tr_sphere_samples(&parts[k], at[0], at[1], at[2], u, v);
            compare_places(surface, r, poles, (float)(2 * TR_PI / 2048), at, hard[i][0]);
        }
        tr_surface_destroy(surface);
        tr_recipe_destroy(r);
    }
}

// Any of the half circles between antipodes: the stroke has both ends, and the area of such a strip.
static void test_antipodes_are_joined(void **state) {
    (void)state;
    static const char *const strokes[] = {
        STROKE("a", "land", "100000 200000 -200000 -1800000", ", \"radius\": 6, \"softness\": 0"),
        STROKE("a", "land", "900000 0 -1800000 300000", ", \"radius\": 6, \"softness\": 0")};
    const double radius = TR_PI / 30, strip = 0.5 * sin(radius) + 0.5 * (1 - cos(radius));
    for (int i = 0; i < 2; i++) {
        enum { places = 20000 };
        tr_surface *surface = make_surface(strokes[i], "", tr_isa_best(), NULL);
        double sum = 0;
        for (int k = 0; k < places; k++)
            sum += value_at(surface, 4096, asin(1 - 2 * (k + 0.5) / places) * 180 / TR_PI, k * 137.50776405) /
                   places;
        print_message("a strip covers %.4f of the planet, %.4f expected\n", sum, strip);
        assert_true(fabs(sum - strip) < 0.002);
        assert_true(value_at(surface, 4096, i ? 90 : 10, 20) == 1 &&
                    value_at(surface, 4096, i ? -90 : -10, -160) == 1);
        tr_surface_destroy(surface);
    }
}

// ---- many --------------------------------------------------------------------------------------

static uint32_t draw(uint64_t *h, uint32_t below) {
    *h = tr_hash_u64(*h);
    return (uint32_t)(*h >> 32) % below;
}

// Random strokes: lines and areas of small and large brushes.
static char *draw_many(int strokes, uint64_t h) {
    char *text = malloc((size_t)strokes * 800), *at = text;
    assert_non_null(text);
    for (int i = 0; i < strokes; i++) {
        static const char *const tools[] = {"land", "sea", "erase"};
        const uint32_t points = 1 + draw(&h, 12), step = 20000u << draw(&h, 4);
        int up = (int)draw(&h, 1200000) - 600000;
        at += sprintf(at, "%s{\"name\": \"s%d\", \"tool\": \"%s\"", i ? ", " : "", i, tools[draw(&h, 3)]);
        at += sprintf(at, ", \"radius\": %g", 0.5 + draw(&h, 64) / 8.0);
        at += sprintf(at, ", \"softness\": %g", draw(&h, 5) / 4.0);
        at += sprintf(at, ", \"strength\": %g", draw(&h, 2) ? 1 : 0.6);
        at += sprintf(at, "%s, \"points\": \"", points > 2 && draw(&h, 2) ? CLOSED : "");
        at += sprintf(at, "%d %d", up, (int)draw(&h, 1000000));
        for (uint32_t k = 1; k < points; k++) {
            const int rise = (int)draw(&h, 2 * step) - (int)step;
            at += sprintf(at, " %d", abs(up + rise) > 850000 ? -rise : rise);
            up += abs(up + rise) > 850000 ? -rise : rise;
            at += sprintf(at, " %d", (int)draw(&h, 4 * step) - 2 * (int)step);
        }
        at += sprintf(at, "\"}");
    }
    return text;
}

// The samples of a part of a map round a point of a stroke.
static void find_samples(const tr_recipe *r, int stroke, int width, lane at[3]) {
    static lane u, v;
    const tr_path_point p = r->points[r->strokes[stroke].points.first];
    const double row = width * (0.25 - (double)p.latitude / TR_PATH_UNITS / 360),
                 column = width * (0.5 + (double)p.longitude / TR_PATH_UNITS / 360);
    const tr_rectangle where = {width, width == columns ? 0 : (int)row - rows / 2, rows,
                                width == columns ? 0 : (int)column - columns / 2, columns};
    tr_sphere_samples(&where, at[0], at[1], at[2], u, v);
}

static void test_many_strokes_lie_over_each_other(void **state) {
    (void)state;
    static lane at[3], u, v;
    for (int turn = 0; turn < (under_sanitizer ? 1 : 3); turn++) {
        char *text = draw_many(40, 11 + (uint64_t)turn);
        tr_recipe *r;
        tr_surface *surface = make_surface(text, "", tr_isa_best(), &r);
        bool poles[40];
        for (int k = 0; k < r->stroke_count; k++)
            poles[k] = holds_pole(r, &r->strokes[k]);
        for (int part = 0; part < 4; part++) {
            const tr_rectangle where = {columns << 2 * part, (7 << 2 * part), rows, (20 << 2 * part), columns};
            const tr_rectangle whole = {columns, 0, rows, 0, columns};
            tr_sphere_samples(part ? &where : &whole, at[0], at[1], at[2], u, v);
            compare_places(surface, r, poles, (float)(2 * TR_PI / 2048), at, "many");
        }
        tr_surface_destroy(surface);
        tr_recipe_destroy(r);
        free(text);
    }
}

// Small parts of a map on both sides of a fine border, which reaches neither them nor the centres of their
// cells.
static void test_areas_are_filled_far_from_their_border(void **state) {
    (void)state;
    static lane at[3];
    char text[4000], *end = text;
    tr_recipe *r;
    int latitude = 0, longitude = 0;
    end += sprintf(end, "{\"name\": \"a\", \"closed\": true, \"radius\": 0.05, \"points\": \"");
    for (int i = 0; i < 60; i++) {
        const int up = (int)(2e5 + 6e4 * sin(i * TR_PI / 30)), east = (int)(3e5 + 6e4 * cos(i * TR_PI / 30));
        end += sprintf(end, "%d %d ", up - latitude, east - longitude);
        latitude = up, longitude = east;
    }
    sprintf(end, "\"}");
    tr_surface *surface = make_surface(text, "", tr_isa_best(), &r);
    const bool pole = false;
    for (int i = 0; i < 36; i++) {
        const double from_middle = i % 2 ? 7e4 : 5e4;
        r->points[0] = (tr_path_point){(int)(2e5 + from_middle * sin(i * TR_PI / 18)),
                                       (int)(3e5 + from_middle * cos(i * TR_PI / 18))};
        find_samples(r, 0, 1 << 14, at);
        r->points[0] = (tr_path_point){200000, 360000};
        compare_places(surface, r, &pole, (float)(2 * TR_PI / 2048), at, i % 2 ? "outside" : "inside");
    }
    tr_surface_destroy(surface);
    tr_recipe_destroy(r);
}

// Each row by itself, and some samples by themselves, are as in the whole block.
static void assert_same_parts(const tr_surface *surface, float texel, const lane at[3], const float *whole) {
    static lane part;
    for (int j = 0; j < rows; j += 3) {
        const int first = j * columns;
        evaluate(surface, texel, columns, columns, at[0] + first, at[1] + first, at[2] + first, part);
        assert_memory_equal(whole + first, part, columns * sizeof *part);
    }
    for (int i = 0; i < count; i += 7) {
        evaluate(surface, texel, 1, 1, at[0] + i, at[1] + i, at[2] + i, part);
        assert_memory_equal(whole + i, part, sizeof *part);
    }
}

// In every block and on every instruction set, on coarse maps and on the finest ones.
static void test_bits_are_the_same_in_every_block(void **state) {
    (void)state;
    static const char *const layers[] = {"", ", \"value\": \"value\"", ", \"value\": \"weight\""};
    static lane at[3], first, other;
    for (int turn = 0; turn < (under_sanitizer ? 2 : is_full() ? 200 : 12); turn++) {
        char *text = draw_many(100, 5 + (uint64_t)turn);
        tr_recipe *r;
        tr_surface *surfaces[TR_ISA_COUNT] = {NULL};
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
            if (tr_isa_available(isa))
                surfaces[isa] = make_surface(text, layers[turn % 3], isa, isa ? NULL : &r);
        for (int width = columns; width <= 1 << 21; width *= 8) {
            const float texel = (float)(2 * TR_PI / width);
            find_samples(r, turn % 100, width, at);
            evaluate(surfaces[0], texel, count, columns, at[0], at[1], at[2], first);
            assert_same_parts(surfaces[0], texel, at, first);
            for (tr_isa isa = 1; isa < TR_ISA_COUNT; isa++)
                if (surfaces[isa]) {
                    evaluate(surfaces[isa], texel, count, columns, at[0], at[1], at[2], other);
                    assert_memory_equal(first, other, count * sizeof *first);
                }
        }
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
            tr_surface_destroy(surfaces[isa]);
        tr_recipe_destroy(r);
        free(text);
    }
}

// ---- what tools paint ----------------------------------------------------------------------------

static void expect_at(const char *strokes, const char *layer, double latitude, double longitude, double value) {
    tr_surface *surface = make_surface(strokes, layer, tr_isa_best(), NULL);
    const double have = value_at(surface, 4096, latitude, longitude);
    if (!(fabs(have - value) < 1e-4 * fmax(1, fabs(value))))
        print_message("%s, %s\n  at %g, %g it is %g, not %g\n", strokes, layer, latitude, longitude, have,
                      value);
    assert_true(fabs(have - value) < 1e-4 * fmax(1, fabs(value)));
    tr_surface_destroy(surface);
}

#define TOOLS(tools) ", \"tools\": \"" tools "\""
#define OF(value) ", \"value\": \"" value "\""

static void test_tools_paint_their_values(void **state) {
    (void)state;
#define AT(tool, points, more)                                                                                 \
    "{\"name\": \"" tool points "\", \"tool\": \"" tool "\", \"points\": \"" points "\"" more "}"
#define HERE(tool, more) AT(tool, "0 0", ", \"radius\": 10" more)
    // values by group, and nothing of other groups
    expect_at(HERE("sea", ""), TOOLS("land"), 1, 1, -1);
    expect_at(HERE("sea", ""), TOOLS("height"), 1, 1, 0);
    expect_at(HERE("raise", ", \"height_m\": 700"), TOOLS("height"), 1, 1, 700);
    expect_at(HERE("lower", ", \"height_m\": 700"), TOOLS("height"), 1, 1, -700);
    expect_at(HERE("flatten", ", \"height_m\": -40"), TOOLS("flatten"), 1, 1, -40);
    expect_at(HERE("mountains", ""), TOOLS("mountains"), 1, 1, 1);
    expect_at(HERE("warm", ""), TOOLS("warmth"), 1, 1, 1);
    expect_at(HERE("cool", ", \"strength\": 0.25"), TOOLS("warmth"), 1, 1, -0.25);
    expect_at(HERE("cool", ", \"strength\": 0.25"), TOOLS("warmth") OF("value"), 1, 1, -1);
    expect_at(HERE("cool", ", \"strength\": 0.25"), TOOLS("warmth") OF("weight"), 1, 1, 0.25);
    expect_at(HERE("wet", ""), TOOLS("moisture"), 1, 1, 1);
    expect_at(HERE("dry", ""), TOOLS("moisture"), 1, 1, -1);
    expect_at(HERE("biome", ", \"biome\": \"taiga\""), TOOLS("biome"), 1, 1, 7);
    expect_at(HERE("colour", ", \"colour\": \"ff8000\""), TOOLS("colour"), 1, 1, 1);
    expect_at(HERE("colour", ", \"colour\": \"ff8000\""), TOOLS("colour") ", \"component\": \"green\"", 1, 1,
              0.2158605);
    expect_at(HERE("crater", ", \"height_m\": 300"), TOOLS("height"), 0, 0, -300);
    expect_at(HERE("crater", ", \"height_m\": 300, \"softness\": 0"), TOOLS("height"), 7.05, 0, 116.0333);
    expect_at(HERE("volcano", ", \"height_m\": 300"), TOOLS("height"), 11, 0, 0);
    expect_at(HERE("volcano", ", \"height_m\": 300"), TOOLS("height"), 1.5, 0, 300); // round a crater
    expect_at(HERE("volcano", ", \"height_m\": 300"), TOOLS("height"), 0, 0, 232.5);
    // craters lie at their points, without lines
    expect_at(AT("crater", "0 0 0 600000", ", \"radius\": 5"), TOOLS("height"), 0, 30, 0);
    expect_at(AT("crater", "0 0 0 600000", ", \"radius\": 5"), TOOLS("height"), 0, 60, -1000);
    // later ones cover earlier ones; heights are added; erase takes away what is below it only
    expect_at(HERE("wet", "") ", " HERE("dry", ", \"strength\": 0.75"), TOOLS("moisture"), 1, 1, -0.5);
    expect_at(HERE("wet", "") ", " HERE("dry", ", \"strength\": 0.75"), TOOLS("moisture") OF("weight"), 1, 1,
              1);
    expect_at(HERE("raise", ", \"height_m\": 700") ", " HERE("lower", ", \"height_m\": 200"), TOOLS("height"),
              1, 1, 500);
    expect_at(HERE("raise", ", \"height_m\": 700") ", " HERE("erase", ", \"strength\": 0.5") ", " HERE(
                  "lower", ", \"height_m\": 200"),
              TOOLS("height"), 1, 1, 150);
    expect_at(HERE("raise", "") ", " HERE("erase", ""), TOOLS("height") OF("weight"), 1, 1, 0);
    expect_at(HERE("biome", ", \"biome\": \"taiga\"") ", " AT("biome", "0 90000",
                                                              ", \"radius\": 10, \"biome\": \"tundra\""),
              TOOLS("biome"), 0, 8, 4);
    expect_at(HERE("biome", ", \"biome\": \"taiga\"") ", " AT("biome", "0 90000",
                                                              ", \"radius\": 10, \"biome\": \"tundra\""),
              TOOLS("biome"), 0, -3, 7);
    expect_at(AT("biome", "0 0", ", \"biome\": \"taiga\""), TOOLS("biome"), 40, 0, 0);
    // a hard edge, and the middle of a bell
    expect_at(HERE("land", ", \"softness\": 0"), "", 9.9, 0, 1);
    expect_at(HERE("land", ", \"softness\": 0"), "", 10.1, 0, 0);
    expect_at(HERE("land", ", \"softness\": 1"), "", 5, 0, 0.5);
}

// A line thinner than a texel keeps its mean.
static void test_thin_strokes_fade(void **state) {
    (void)state;
    static const char *const thin[] = {
        STROKE("24", "land", "100000 100000 300000 400000", ", \"radius\": 0.3, \"softness\": 0"),
        STROKE("25", "land", "200000 300000", ", \"radius\": 0.8, \"softness\": 0.5"),
        STROKE("26", "land", "200000 300000 0 6000 6000 0", ", \"radius\": 0.4, \"softness\": 0" CLOSED)};
    static lane at[3], u, v, out;
    for (size_t i = 0; i < 3; i++) {
        tr_surface *surface = make_surface(thin[i], "", tr_isa_best(), NULL);
        double mean[2] = {0}, most = 0;
        for (int fine = 0; fine < 2; fine++) {
            const int width = fine ? 2048 : 256;
            for (int row = 0; row < width / 2; row += rows)
                for (int column = width / 2; column < width * 3 / 4; column += columns) {
                    tr_sphere_samples(&(tr_rectangle){width, row, rows, column, columns}, at[0], at[1], at[2],
                                      u, v);
                    evaluate(surface, (float)(2 * TR_PI / width), count, columns, at[0], at[1], at[2], out);
                    for (int k = 0; k < count; k++) {
                        const double y = (double)at[1][k];
                        mean[fine] += (double)out[k] * sqrt(1 - y * y) / width / width;
                        most = fine ? most : fmax(most, (double)out[k]);
                    }
                }
        }
        print_message("%.60s …: mean %.3g on a coarse map, %.3g on a fine one; at most %.2f\n", thin[i],
                      mean[0], mean[1], most);
        assert_true(most < 0.95 && mean[0] > 0.6 * mean[1] && mean[0] < 1.5 * mean[1]);
        tr_surface_destroy(surface);
    }
}

// ---- sizes -------------------------------------------------------------------------------------

// All values of a map of that width, by rows.
static float *make_map(const tr_surface *surface, int width) {
    static lane at[3], u, v, out;
    float *map = malloc((size_t)width * (size_t)width / 2 * sizeof *map);
    assert_non_null(map);
    for (int row = 0; row < width / 2; row += rows)
        for (int column = 0; column < width; column += columns) {
            tr_sphere_samples(&(tr_rectangle){width, row, rows, column, columns}, at[0], at[1], at[2], u, v);
            evaluate(surface, (float)(2 * TR_PI / width), count, columns, at[0], at[1], at[2], out);
            for (int j = 0; j < rows; j++)
                memcpy(map + (size_t)(row + j) * (size_t)width + column, out + j * columns,
                       columns * sizeof *out);
        }
    return map;
}

// Random strokes, all with borders that are wider than three texels of `width`, or all with hard borders.
static tr_surface *make_borders(bool soft) {
    char *text = draw_many(30, 3);
    tr_recipe *r;
    tr_surface *surface;
    tr_surface_destroy(make_surface(text, "", tr_isa_best(), &r));
    for (int i = 0; i < r->stroke_count; i++) {
        r->strokes[i].softness = soft;
        r->strokes[i].radius = fmax(r->strokes[i].radius, 2.5);
    }
    assert_int_equal(tr_surface_create(r, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    tr_recipe_destroy(r);
    free(text);
    return surface;
}

// A map is the average of a finer one. Values are -1 … 1. Where hard borders cross a texel they differ by 0.4
// at most, and by 0.01 on average; where borders are soft, by 0.1 and 0.003.
static void test_finer_maps_average_to_coarser_ones(void **state) {
    (void)state;
    enum { width = 512, finer = 4, texels = width * width / 2 };
    for (int soft = 0; soft < 2; soft++) {
        tr_surface *surface = make_borders(soft);
        float *coarse = make_map(surface, width), *fine = make_map(surface, finer * width);
        double most = 0, sum = 0, painted = 0;
        for (int i = 0; i < texels; i++) {
            double mean = 0;
            for (int k = 0; k < finer * finer; k++)
                mean += (double)fine[(size_t)(i / width * finer + k / finer) * width * finer +
                                     (size_t)(i % width * finer + k % finer)] /
                        (finer * finer);
            const double wrong = fabs(mean - (double)coarse[i]);
            most = fmax(most, wrong), sum += wrong, painted += coarse[i] != 0;
        }
        print_message("%s: %.0f texels are painted; they differ by %.4f at most, %.5f on average\n",
                      soft ? "soft" : "hard", painted, most, sum / painted);
        assert_true(painted > 9000 && most < (soft ? 0.1 : 0.4) && sum / painted < (soft ? 0.003 : 0.01));
        free(coarse), free(fine);
        tr_surface_destroy(surface);
    }
}

// Soft borders are the same to the bit on maps of all sizes.
static void test_places_are_the_same_on_all_maps(void **state) {
    (void)state;
    static lane at[3], u, v, first, other;
    tr_surface *surface = make_borders(true);
    int painted = 0;
    for (int row = 0; row < 256; row += rows) {
        tr_sphere_samples(&(tr_rectangle){512, row, rows, 280, columns}, at[0], at[1], at[2], u, v);
        evaluate(surface, (float)(2 * TR_PI / 512), count, columns, at[0], at[1], at[2], first);
        for (int width = 2048; width <= 1 << 21; width *= 32) {
            evaluate(surface, (float)(2 * TR_PI / width), count, columns, at[0], at[1], at[2], other);
            assert_memory_equal(first, other, count * sizeof *first);
        }
        for (int i = 0; i < count; i++)
            painted += first[i] != 0 && fabsf(first[i]) != 1;
    }
    print_message("%d places are within a border\n", painted);
    assert_true(painted > 500);
    tr_surface_destroy(surface);
}

// ---- sharing -----------------------------------------------------------------------------------

static void test_layers_share_what_is_prepared(void **state) {
    (void)state;
    static const char text[] =
        "{\"strokes\": [" TWO
        "], \"layers\": [{\"name\": \"a\", \"field\": \"strokes\"}, {\"name\": \"b\", \"field\": "
        "\"strokes\", \"value\": \"weight\"}, {\"name\": \"c\", \"field\": \"strokes\", \"tools\": "
        "\"biome\"}]}";
    tr_scene scene;
    tr_error error;
    tr_surface *before, *after;
    assert_int_equal(load_text(text, 0, NULL, &scene, &error), TR_OK);
    tr_recipe *r = scene.planets[0].recipe;
    assert_int_equal(tr_surface_create(r, tr_isa_best(), NULL, NULL, &before, NULL), TR_OK);
    assert_ptr_equal(before->fields[0].solution, before->fields[1].solution);
    assert_ptr_not_equal(before->fields[0].solution, before->fields[2].solution);
    r->points[r->strokes[1].points.first].longitude++; // a biome
    assert_int_equal(tr_surface_create(r, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
    assert_ptr_equal(before->fields[0].solution, after->fields[0].solution);
    assert_ptr_not_equal(before->fields[2].solution, after->fields[2].solution);
    assert_true(before->fields[0].cache_key == after->fields[0].cache_key);
    assert_true(before->fields[2].cache_key != after->fields[2].cache_key);
    tr_surface_destroy(before);
    // a preview shows the new strokes, not the last ones
    const tr_surface_options preview = {.isa = tr_isa_best(), .previous = after, .preview = true};
    r->strokes[0].radius = 4;
    assert_int_equal(tr_surface_make(r, &preview, &before, NULL), TR_OK);
    assert_true(tr_surface_is_exact(before));
    assert_ptr_not_equal(before->fields[0].solution, after->fields[0].solution);
    tr_surface_destroy(before);
    tr_surface_destroy(after);
    tr_scene_clear(&scene);
}

// ---- failures ----------------------------------------------------------------------------------

// Loads, copies, prepares and writes a world with strokes while one allocation after another fails.
static tr_status use_strokes(const char *text, tr_error *error) {
    tr_scene scene;
    tr_recipe *copy = NULL;
    tr_surface *surface = NULL;
    char *again = NULL, *line = NULL;
    tr_status status = load_text(text, 0, NULL, &scene, error);
    if (status != TR_OK)
        return status;
    status = tr_recipe_copy(scene.planets[0].recipe, &copy, error);
    if (status == TR_OK)
        status = tr_surface_create(copy, tr_isa_best(), NULL, NULL, &surface, error);
    if (status == TR_OK)
        status = tr_scene_to_json(&scene, false, &again, error);
    if (status == TR_OK)
        status = tr_link_write(again, &line, error);
    tr_free(line);
    tr_free(again);
    tr_surface_destroy(surface);
    tr_recipe_destroy(copy);
    tr_scene_clear(&scene);
    return status;
}

static void test_every_allocation_may_fail(void **state) {
    (void)state;
    static const char text[] = "{\"radius_km\": 1, \"strokes\": [" STROKE(
        "c", "land", "0 0 300000 0 0 400000 -100000 9000",
        CLOSED) ", " TWO "], \"layers\": [{\"name\": \"a\", \"field\": \"strokes\"}]}";
    long n = 1;
    for (;; n++) {
        tr_error error = {0};
        assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
        memory.left = n, memory.failed = false;
        const tr_status status = use_strokes(text, &error);
        memory.left = 0;
        assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
        assert_int_equal(memory.blocks, 0);
        assert_int_equal(status, memory.failed ? TR_NO_MEMORY : TR_OK);
        assert_int_equal(error.status, status);
        if (!memory.failed)
            break;
    }
    print_message("%ld allocations failed, one by one\n", n - 1);
    assert_true(n > 30);
}

static bool stops(void *context) { return --*(int *)context < 0; }

// An area of ten thousand points, half the globe wide.
static void test_preparation_stops(void **state) {
    (void)state;
    tr_recipe *r;
    tr_surface *surface =
        make_surface(STROKE("a", "land", "0 0", ", \"closed\": false"), "", tr_isa_best(), &r);
    tr_surface_destroy(surface);
    r->point_count = 0;
    for (int i = 0; i < TR_MAX_PATH_POINTS; i++)
        assert_int_equal(
            tr_recipe_add_point(r, (tr_path_point){i % 2 * 9000 + 100000, i * 330 - 1650000}, NULL), TR_OK);
    r->strokes[0].points.count = TR_MAX_PATH_POINTS, r->strokes[0].closed = true;
    int looks = 1 << 30;
    tr_watch watch = {.stopped = stops, .context = &looks};
    const tr_surface_options how = {.isa = tr_isa_best(), .watch = &watch};
    assert_int_equal(tr_surface_make(r, &how, &surface, NULL), TR_OK);
    tr_surface_destroy(surface);
    const int all = (1 << 30) - looks;
    print_message("%d looks at the watch\n", all);
    assert_true(all > 20);
    for (int i = 0; i < 4; i++) {
        tr_error error = {0};
        looks = i * all / 4;
        assert_int_equal(tr_surface_make(r, &how, &surface, &error), TR_STOPPED);
        assert_true(looks >= -3); // it ends soon
    }
    tr_recipe_destroy(r);
}

static void test_wrong_ranges_are_refused(void **state) {
    (void)state;
    static const tr_path wrong[] = {{0, 0}, {-1, 1}, {0, -1}, {0, 5}, {4, 1}, {INT32_MAX, 2}, {1, INT32_MAX}};
    tr_scene scene;
    tr_error error;
    assert_int_equal(load_text(WORLD(TWO), 0, NULL, &scene, &error), TR_OK);
    tr_recipe *r = scene.planets[0].recipe;
    const tr_path right = r->strokes[0].points;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        error = (tr_error){0};
        r->strokes[0].points = wrong[i];
        assert_int_equal(tr_recipe_check(r, &error), TR_BAD_INPUT);
        assert_string_equal(error.path, "strokes.a.points");
    }
    r->strokes[0].points = right;
    r->points[2].longitude = 360 * TR_PATH_UNITS + 1;
    assert_int_equal(tr_recipe_check(r, NULL), TR_BAD_INPUT);
    r->points[2].longitude = 360 * TR_PATH_UNITS;
    assert_int_equal(tr_recipe_check(r, NULL), TR_OK);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points_are_differences),
        cmocka_unit_test(test_copies_and_differences),
        cmocka_unit_test(test_options_change_strokes),
        cmocka_unit_test(test_programs_change_strokes),
        cmocka_unit_test(test_wrong_strokes_are_refused),
        cmocka_unit_test(test_strokes_travel_in_links),
        cmocka_unit_test(test_the_limit_is_told),
        cmocka_unit_test(test_strokes_are_where_they_are_drawn),
        cmocka_unit_test(test_antipodes_are_joined),
        cmocka_unit_test(test_many_strokes_lie_over_each_other),
        cmocka_unit_test(test_areas_are_filled_far_from_their_border),
        cmocka_unit_test(test_bits_are_the_same_in_every_block),
        cmocka_unit_test(test_tools_paint_their_values),
        cmocka_unit_test(test_thin_strokes_fade),
        cmocka_unit_test(test_finer_maps_average_to_coarser_ones),
        cmocka_unit_test(test_places_are_the_same_on_all_maps),
        cmocka_unit_test(test_layers_share_what_is_prepared),
        cmocka_unit_test(test_every_allocation_may_fail),
        cmocka_unit_test(test_preparation_stops),
        cmocka_unit_test(test_wrong_ranges_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
