// What strokes do to planets by themselves: each tool changes its quantity where it paints, and not elsewhere.

#include "base/isa.h"
#include "planet/probe.h"
#include "planet/strokes.h"
#include "planet/surface.h"
#include "worlds.h"

#include <math.h>

enum { width = 256, height = 128, texels = width * height };

static tr_pool *pool;

// The maps of a planet that strokes look at.
typedef struct maps {
    float heights[texels], climate[texels][5];
    uint8_t albedo[texels][3], water[texels];
} maps;

static tr_recipe *load(const char *type, int seed, const char *strokes) {
    char text[8192];
    snprintf(text, sizeof text, "{\"type\": \"%s\", \"seed\": %d, \"strokes\": [%s]}", type, seed, strokes);
    tr_recipe *recipe = load_recipe(world_of(text));
    tr_recipe_coarsen(recipe, 48);
    return recipe;
}

static maps *bake(const char *type, int seed, const char *strokes) {
    tr_recipe *recipe = load(type, seed, strokes);
    maps *m = malloc(sizeof *m);
    tr_surface *surface;
    tr_error error = {0};
    if (tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    tr_band band = {
        .patch = tr_whole_map(width),
        .texels = {[TR_BAND_HEIGHTS] = m->heights, [TR_MAP_ALBEDO] = m->albedo, [TR_MAP_WATER] = m->water}};
    if (tr_recipe_climate(recipe))
        band.texels[TR_BAND_CLIMATE] = m->climate;
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
    return m;
}

// The angle in degrees between a texel and a place.
static double away(int i, double latitude, double longitude) {
    const double unit = M_PI / 180, a = M_PI * (0.5 - (i / width + 0.5) / height), b = latitude * unit;
    const double turn = 2 * M_PI * ((i % width + 0.5) / width - 0.5) - longitude * unit;
    return acos(fmin(1, sin(a) * sin(b) + cos(a) * cos(b) * cos(turn))) / unit;
}

// A change of a quantity between two planets: its mean within `inside` degrees of a place, and the largest
// farther than `outside` degrees.
typedef struct change {
    double mean, least, beyond;
} change;
enum { HEIGHT, WARMTH, MOISTURE, RED };

static double value_of(const maps *m, int quantity, int i) {
    return quantity == HEIGHT ? m->heights[i] : quantity == RED ? m->albedo[i][0] : m->climate[i][quantity - 1];
}

static change find_change(const maps *before, const maps *after, int quantity, double latitude,
                          double longitude, double inside, double outside) {
    change c = {0, INFINITY, 0};
    double count = 0;
    for (int i = 0; i < texels; i++) {
        const double far = away(i, latitude, longitude),
                     d = value_of(after, quantity, i) - value_of(before, quantity, i);
        if (far < inside)
            c.mean += d, c.least = fmin(c.least, d), count++;
        if (far > outside)
            c.beyond = fmax(c.beyond, fabs(d));
    }
    c.mean /= count;
    return c;
}

// A dot with a radius of 10 degrees.
#define DOT(tool, place, more)                                                                                 \
    "{\"name\": \"" tool "\", \"tool\": \"" tool "\", \"points\": \"" place "\", \"radius\": 10, "             \
    "\"softness\": 0.3" more "}"
#define PLACE "100000 -200000" // 10° N 20° W
#define SEA "0 -1500000"       // 0° N 150° W

static change one(const char *type, int quantity, const char *stroke) {
    maps *before = bake(type, 3, ""), *after = bake(type, 3, stroke);
    const change c = find_change(before, after, quantity, 10, -20, 6, 12);
    free(before);
    free(after);
    return c;
}

// ---- tests -----------------------------------------------------------------------------------------

static void test_climate_and_colour(void **state) {
    (void)state;
    change c = one("earthlike", WARMTH, DOT("warm", PLACE, ""));
    assert_true(fabs(c.mean - 15) < 0.01);
    assert_true(c.beyond == 0);
    c = one("earthlike", WARMTH, DOT("cool", PLACE, ", \"strength\": 0.5"));
    assert_true(fabs(c.mean + 7.5) < 0.01);
    c = one("earthlike", MOISTURE, DOT("wet", PLACE, ""));
    assert_true(fabs(c.mean - 0.6) < 0.05); // rivers change, too
    maps *red = bake("earthlike", 3, DOT("colour", PLACE, ", \"colour\": \"c04020\""));
    for (int i = 0; i < texels; i++)
        if (away(i, 10, -20) < 6) {
            assert_in_range(red->albedo[i][0], 0xbf, 0xc1);
            assert_in_range(red->albedo[i][1], 0x3f, 0x41);
            assert_in_range(red->albedo[i][2], 0x1f, 0x21);
        }
    free(red);
}

static void test_heights(void **state) {
    (void)state;
    static const char *const types[] = {"earthlike", "barren"};
    for (int t = 0; t < 2; t++) {
        change c = one(types[t], HEIGHT, DOT("raise", PLACE, ", \"height_m\": 1500"));
        print_message("%s: raised by %.0f m, at least %.0f\n", types[t], c.mean, c.least);
        assert_true(fabs(c.mean - 1500) < 60);
        maps *flat = bake(types[t], 3, DOT("flatten", PLACE, ", \"height_m\": 700"));
        for (int i = 0; i < texels; i++)
            assert_true(away(i, 10, -20) > 6 || fabs((double)flat->heights[i] - 700) < 40);
        free(flat);
        c = one(types[t], HEIGHT, DOT("volcano", PLACE, ", \"height_m\": 3000"));
        assert_true(c.mean > 500);
    }
}

// Land in the sea and sea in the land, on the planets of several seeds. Elsewhere the coasts stay.
static void test_land_and_sea(void **state) {
    (void)state;
    static const char *const strokes[] = {DOT("land", PLACE, ""), DOT("sea", PLACE, "")};
    static const char *const types[] = {"earthlike", "terraformed"};
    for (int run = 0; run < 6; run++) {
        const int seed = 2 + run / 2 % 2, sign = run % 2 ? -1 : 1;
        maps *before = bake(types[run / 4], seed, ""), *after = bake(types[run / 4], seed, strokes[run % 2]);
        int moved = 0;
        for (int i = 0; i < texels; i++) {
            const double far = away(i, 10, -20);
            const float h = after->heights[i];
            if (far < 5 && (float)sign * h <= 0)
                fail_msg("%s, seed %d: %.0f m %.1f degrees from the middle", types[run / 4], seed, (double)h,
                         far);
            moved += far > 11 && (before->heights[i] > 0) != (h > 0);
        }
        print_message("%s, seed %d: %d texels elsewhere change sides\n", types[run / 4], seed, moved);
        assert_true(moved < texels / 1000);
        free(before);
        free(after);
    }
}

// What erases what: later strokes over earlier ones.
static void test_order(void **state) {
    (void)state;
    change c = one("earthlike", WARMTH, DOT("warm", PLACE, "") ", " DOT("erase", PLACE, ""));
    assert_true(fabs(c.mean) < 0.01);
    c = one("earthlike", WARMTH, DOT("erase", PLACE, "") ", " DOT("warm", PLACE, ""));
    assert_true(fabs(c.mean - 15) < 0.01);
    c = one("earthlike", WARMTH, DOT("warm", PLACE, "") ", " DOT("cool", PLACE, ""));
    assert_true(fabs(c.mean + 15) < 0.01);
}

// Heights have the order of the strokes, too, also over a painted sea.
static void test_order_of_heights(void **state) {
    (void)state;
    static const struct {
        const char *strokes;
        double wanted;
    } cases[] = {
        {DOT("raise", PLACE, ", \"height_m\": 1500") ", " DOT("flatten", PLACE, ", \"height_m\": 700"), 700},
        {DOT("flatten", PLACE, ", \"height_m\": 700") ", " DOT("raise", PLACE, ", \"height_m\": 1500"), 2200},
        {DOT("sea", PLACE, "") ", " DOT("raise", PLACE, ", \"height_m\": 3000") ", " DOT(
             "erase", PLACE, "") ", " DOT("flatten", PLACE, ", \"height_m\": 90"),
         90},
    };
    for (int k = 0; k < 3; k++) {
        maps *m = bake("earthlike", 3, cases[k].strokes);
        for (int i = 0; i < texels; i++)
            assert_true(away(i, 10, -20) > 6 || fabs((double)m->heights[i] - cases[k].wanted) < 40);
        free(m);
    }
    maps *sea = bake("earthlike", 3, DOT("sea", PLACE, "")),
         *cone = bake("earthlike", 3, DOT("sea", PLACE, "") ", " DOT("volcano", PLACE, ", \"height_m\": 6000"));
    const change c = find_change(sea, cone, HEIGHT, 10, -20, 2, 12);
    print_message("a volcano of 6000 m in the sea: %.0f m\n", c.mean);
    assert_true(c.mean > 3000 && c.mean < 6000);
    free(sea);
    free(cone);
}

// A painted range along the equator has a crest that falls to both sides and towards the ends, with passes, and
// spurs: its width varies. heights: with it less those without it.
static void test_ranges(void **state) {
    (void)state;
#define CONTINENT                                                                                              \
    "{\"name\": \"a\", \"tool\": \"land\", \"points\": \"0 0\", \"radius\": 60, \"softness\": 0.1}"
#define RANGE                                                                                                  \
    "{\"name\": \"b\", \"tool\": \"mountains\", \"points\": \"0 -350000 0 700000\", \"radius\": 8, "           \
    "\"softness\": 0}"
    enum { middle = 17, last = 8 }; // columns on both sides of 0 degrees; behind them at each end
    maps *land = bake("earthlike", 4, CONTINENT), *range = bake("earthlike", 4, CONTINENT ", " RANGE);
    double crest = 0, flank = 0, ends = 0, wide = 0, square = 0;
    for (int x = width / 2 - middle - last; x < width / 2 + middle + last; x++) {
        const bool end = x < width / 2 - middle || x >= width / 2 + middle;
        double high = 0;
        for (int y = height / 2 - 8; y < height / 2 + 8; y++) {
            const double up = (double)(range->heights[y * width + x] - land->heights[y * width + x]);
            const bool near = y >= height / 2 - 2 && y < height / 2 + 2;
            crest += end || !near ? 0 : up / 4, flank += end || near ? 0 : up / 12;
            ends += end && near ? up / 4 : 0, high += up > 500;
        }
        wide += end ? 0 : high, square += end ? 0 : high * high;
    }
    wide /= 2 * middle, square = sqrt(square / (2 * middle) - wide * wide);
    crest /= 2 * middle, flank /= 2 * middle, ends /= 2 * last;
    print_message("crest %.0f m, flanks %.0f m, ends %.0f m; %.1f texels wide, ± %.1f\n", crest, flank, ends,
                  wide, square);
    assert_true(crest > 1200 && flank < 0.5 * crest && ends < 0.75 * crest);
    assert_true(square > 0.15 * wide);
    free(land);
    free(range);
}

// A range of two points with hard edges, which is one arc, is as high in its middle as one of many points.
static void test_short_ranges(void **state) {
    (void)state;
    static const char *const points[] = {"0 -120000 0 240000", "0 -120000 0 80000 0 80000 0 80000"};
    maps *land = bake("earthlike", 4, CONTINENT);
    double high[2] = {0};
    for (int k = 0; k < 2; k++) {
        char strokes[1024];
        snprintf(strokes, sizeof strokes,
                 CONTINENT ", {\"name\": \"b\", \"tool\": \"mountains\", \"points\": \"%s\", \"radius\": 5, "
                           "\"softness\": 0}",
                 points[k]);
        maps *range = bake("earthlike", 4, strokes);
        for (int x = width / 2 - 4; x < width / 2 + 4; x++)
            for (int y = height / 2 - 2; y < height / 2 + 2; y++)
                high[k] += (double)(range->heights[y * width + x] - land->heights[y * width + x]) / 32;
        free(range);
    }
    print_message("two points: %.0f m higher, four points: %.0f m\n", high[0], high[1]);
    assert_true(high[0] > 500 && fabs(high[0] - high[1]) < 0.1 * high[1]);
    free(land);
}

// Ranges of a small planet without a terrain are as steep as its other ground, not as high as its map can hold.
static void test_ranges_of_noise(void **state) {
    (void)state;
    maps *before = bake("barren", 3, "");
    const change c = one("barren", HEIGHT, DOT("mountains", PLACE, ""));
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < texels; i++)
        low = fmin(low, (double)before->heights[i]), high = fmax(high, (double)before->heights[i]);
    print_message("mountains on barren: %.0f m higher; its heights span %.0f m\n", c.mean, high - low);
    assert_true(c.mean > 0.03 * (high - low) && c.mean < 0.5 * (high - low));
    free(before);
}

// Painted land rises from its coast like other land: a wall there would show as a row of beads.
static void test_gentle_coasts(void **state) {
    (void)state;
    maps *m =
        bake("earthlike", 3,
             "{\"name\": \"a\", \"tool\": \"land\", \"points\": \"" SEA "\", \"radius\": 24, \"softness\": 1}");
    double shore = 0, inland = 0;
    int at_shore = 0, deep = 0;
    for (int i = width; i < texels - width; i++) {
        const float h = m->heights[i];
        const bool near = m->heights[i - 1] < 0 || m->heights[i + 1] < 0 || m->heights[i - width] < 0 ||
                          m->heights[i + width] < 0;
        if (away(i, 0, -150) > 24 || h < 0)
            continue;
        shore += near ? (double)h : 0, at_shore += near;
        inland += away(i, 0, -150) < 6 ? (double)h : 0, deep += away(i, 0, -150) < 6;
    }
    print_message("%.0f m at the shore, %.0f m inland\n", shore / at_shore, inland / deep);
    assert_true(at_shore > 20 && shore / at_shore < 0.3 * inland / deep);
    free(m);
}

// Land and sea lie over heights that were painted before them, and under those that were painted after them.
static void test_sea_over_heights(void **state) {
    (void)state;
#define HIGH DOT("raise", PLACE, ", \"height_m\": 7000")
    static const char *const strokes[] = {DOT("land", PLACE, "") ", " HIGH ", " DOT("sea", PLACE, ""),
                                          DOT("sea", PLACE, "") ", " HIGH};
    for (int over = 0; over < 2; over++) {
        maps *m = bake("earthlike", 3, strokes[over]);
        for (int i = 0; i < texels; i++)
            if (away(i, 10, -20) < 6)
                if (over ? m->heights[i] < 200 : m->heights[i] >= 0)
                    fail_msg("%d: %.0f m at %.1f degrees", over, (double)m->heights[i], away(i, 10, -20));
        free(m);
    }
    const change c = one("barren", HEIGHT, HIGH ", " DOT("sea", PLACE, "")); // which has no sea
    assert_true(c.mean > 6000);
}

// In a sea mountains are a ridge with islands, and not one wall of land.
static void test_mountains_in_the_sea(void **state) {
    (void)state;
    maps *sea = bake("earthlike", 3, ""), *range = bake("earthlike", 3, DOT("mountains", SEA, ""));
    const change c = find_change(sea, range, HEIGHT, 0, -150, 7, 13);
    int land = 0, all = 0;
    for (int i = 0; i < texels; i++)
        if (away(i, 0, -150) < 7) {
            assert_true(sea->heights[i] < -1000);
            all++, land += range->heights[i] > 0;
        }
    print_message("mountains in the sea: %.0f m higher, %d of %d texels are land\n", c.mean, land, all);
    assert_true(c.mean > 1000 && land > 0 && land < all / 2 && c.beyond < 100);
    free(sea);
    free(range);
}

// A volcano closes valleys, which fill with sediment, and its crater is narrower than the lattice shows: no
// lakes appear beside it or on its sides.
static void test_no_lakes_beside_volcanoes(void **state) {
    (void)state;
#define WIDE_LAND "{\"name\": \"a\", \"tool\": \"land\", \"points\": \"" PLACE "\", \"radius\": 25}"
    static const char *const cones[] = {DOT("volcano", PLACE, ", \"height_m\": 3000"),
                                        "{\"name\": \"v\", \"tool\": \"volcano\", \"points\": \"" PLACE
                                        "\", \"radius\": 22, \"height_m\": 6000}"};
#define RAINY WIDE_LAND ", {\"name\": \"r\", \"tool\": \"wet\", \"points\": \"" PLACE "\", \"radius\": 40}"
    maps *land = bake("earthlike", 1, RAINY);
    for (int k = 0; k < 2; k++) {
        char strokes[1024];
        snprintf(strokes, sizeof strokes, RAINY ", %s", cones[k]);
        maps *cone = bake("earthlike", 1, strokes);
        int lakes = 0;
        for (int i = 0; i < texels; i++)
            lakes += away(i, 10, -20) > (k ? 3.5 : 1.5) && away(i, 10, -20) < 20 &&
                     cone->water[i] > land->water[i] + 100;
        free(cone);
        assert_int_equal(lakes, 0);
    }
    free(land);
}

// A crater has a rim, and a lake only where it rains enough.
static void test_craters(void **state) {
    (void)state;
#define PLATEAU                                                                                                \
    WIDE_LAND ", {\"name\": \"p\", \"tool\": \"flatten\", \"points\": \"" PLACE                                \
              "\", \"radius\": 22, \"height_m\": 2600}, {\"name\": \"rain\", \"tool\": \"%s\", "               \
              "\"points\": \"" PLACE "\", \"radius\": 30}, " DOT("crater", PLACE, ", \"height_m\": 2000")
    static const char *const rains[] = {"dry", "wet"};
    for (int wet = 0; wet < 2; wet++) {
        char strokes[1024];
        snprintf(strokes, sizeof strokes, PLATEAU, rains[wet]);
        maps *m = bake("earthlike", 1, strokes);
        int lake = 0, all = 0;
        double rim = -INFINITY, floor = INFINITY;
        for (int i = 0; i < texels; i++) {
            const double far = away(i, 10, -20), h = (double)m->heights[i];
            if (far < 5)
                all++, lake += m->water[i] >= 128, floor = fmin(floor, h);
            if (far > 6 && far < 8)
                rim = fmax(rim, h);
        }
        free(m);
        print_message("%s: %d of %d texels are a lake; floor %.0f m, rim %.0f m\n", rains[wet], lake, all,
                      floor, rim);
        assert_true(wet ? 2 * lake > all : lake == 0);
        assert_true(rim > 2600 + 300 && (wet || floor < 1000));
    }
}

// A crater that is deeper than the land is high stays above the sea, and makes a bay of no coast. In the sea,
// and on planets without one, it is as deep as it is painted.
static void test_craters_of_low_land(void **state) {
    (void)state;
#define DEEP(place, radius)                                                                                    \
    "{\"name\": \"c\", \"tool\": \"crater\", \"points\": \"" place "\", \"radius\": " radius                   \
    ", \"height_m\": 3000}"
    maps *before = bake("earthlike", 3, WIDE_LAND),
         *after = bake("earthlike", 3, WIDE_LAND ", " DEEP(PLACE, "45"));
    int land = 0, drowned = 0, sea = 0, deep = 0;
    double rim = 0;
    for (int i = 0; i < texels; i++) {
        const float own = before->heights[i], h = after->heights[i];
        const double far = away(i, 10, -20);
        if (far > 31 && far < 34)
            rim = fmax(rim, (double)(h - own));
        if (far > 28 || (own > -500 && own < 20)) // coasts of the lattice and of texels differ a little
            continue;
        land += own > 0, drowned += own > 0 && h <= 0;
        sea += own < 0, deep += own < 0 && h < own - 300;
    }
    print_message("%d of %d texels of land are drowned, %d of %d of the sea are deep; the rim is %.0f m high\n",
                  drowned, land, deep, sea, rim);
    assert_true(land > 200 && drowned == 0 && sea > 200 && deep == sea && rim > 800);
    free(before);
    free(after);
    after = bake("earthlike", 3, RAINY ", " DEEP(PLACE, "10"));
    int lake = 0, all = 0; // the lattice has land there, too
    for (int i = 0; i < texels; i++)
        if (away(i, 10, -20) < 5)
            all++, lake += after->heights[i] > 0 && after->water[i] >= 128;
    print_message("where it rains, %d of %d texels are a lake\n", lake, all);
    assert_true(2 * lake > all);
    free(after);
    const change c = one("barren", HEIGHT, DEEP(PLACE, "10"));
    assert_true(c.least < -2900);
}

static void test_mountains_and_biomes(void **state) {
    (void)state;
#define LAND DOT("land", PLACE, "") ", "
    maps *land = bake("earthlike", 3, DOT("land", PLACE, "")),
         *range = bake("earthlike", 3, LAND DOT("mountains", PLACE, ""));
    const change c = find_change(land, range, HEIGHT, 10, -20, 7, 13);
    double bends = 0;
    for (int i = 0; i < texels; i++)
        if (away(i, 10, -20) < 6)
            bends = fmax(bends, fabs((double)range->heights[i] -
                                     ((double)range->heights[i - 1] + (double)range->heights[i + 1]) / 2));
    print_message("mountains: %.0f m higher, rough by %.0f m\n", c.mean, bends);
    assert_true(c.mean > 600 && bends > 200);
    free(land);
    free(range);
    maps *desert = bake("earthlike", 3, LAND DOT("biome", PLACE, ", \"biome\": \"hot desert\""));
    maps *ice = bake("earthlike", 3, LAND DOT("biome", PLACE, ", \"biome\": \"snow and ice\""));
    for (int i = 0; i < texels; i++)
        if (away(i, 10, -20) < 6 && desert->heights[i] > 0) {
            assert_int_equal(tr_biome_of(true, desert->heights[i], NULL, desert->climate[i]),
                             TR_BIOME_HOT_DESERT);
            assert_int_equal(tr_biome_of(true, ice->heights[i], NULL, ice->climate[i]), TR_BIOME_ICE);
        }
    free(desert);
    free(ice);
}

// Where a test paints a biome, in degrees.
static int latitude_of(int biome) { return biome % 2 ? 22 : -22; }
static int longitude_of(int biome) { return 40 * (biome / 2) - 160; }

static void expect_refusal(int biome) {
    char text[256];
    snprintf(
        text, sizeof text,
        "{\"type\": \"earthlike\", \"strokes\": [{\"name\": \"a\", \"tool\": \"biome\", \"points\": \"0 0\", "
        "\"biome\": \"%s\"}]}",
        tr_biome_names[biome]);
    tr_error error = {0};
    tr_scene scene = {0};
    const tr_world world = world_of(text);
    assert_int_equal(tr_world_load(&world, &scene, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "strokes.a.biome");
    assert_non_null(strstr(error.message, tr_biome_instead(biome)));
}

// What the tool biome paints on lowland is that biome; the others are refused.
static void test_every_biome(void **state) {
    (void)state;
    static const char *const strokes[] = {"\"tool\": \"land\", \"radius\": 16",
                                          "\"tool\": \"flatten\", \"radius\": 14, \"height_m\": 60",
                                          "\"tool\": \"biome\", \"radius\": 12"};
    char text[4 * TR_BIOME_COUNT * 160];
    int used = 0, refused = 0;
    for (int k = 0; k < 3 * TR_BIOME_COUNT; k++) {
        const int b = k / 3;
        if (tr_biome_instead(b))
            continue;
        used +=
            snprintf(text + used, sizeof text - (size_t)used,
                     "%s{\"name\": \"%d\", %s, \"points\": \"%d0000 %d0000\", \"biome\": \"%s\"}",
                     used ? ", " : "", k, strokes[k % 3], latitude_of(b), longitude_of(b), tr_biome_names[b]);
    }
    maps *m = bake("earthlike", 3, text);
    for (int b = 0; b < TR_BIOME_COUNT; b++) {
        int all = 0, right = 0;
        if (tr_biome_instead(b)) {
            expect_refusal(b), refused++;
            continue;
        }
        for (int i = 0; i < texels; i++)
            if (away(i, latitude_of(b), longitude_of(b)) < 5 && m->water[i] < 128) {
                const tr_biome found = tr_biome_of(true, m->heights[i], &m->water[i], m->climate[i]);
                all++, right += found == (tr_biome)b;
            }
        print_message("%s: %d of %d\n", tr_biome_names[b], right, all);
        assert_true(all > 20 && 2 * right > all);
    }
    assert_int_equal(refused, 4);
    free(m);
}

#define MANY                                                                                                   \
    "{\"name\": \"a\", \"tool\": \"land\", \"points\": \"0 -400000 200000 100000 0 300000 -300000 100000\", "  \
    "\"closed\": true, \"radius\": 4}, "                                                                       \
    "{\"name\": \"b\", \"tool\": \"mountains\", \"points\": \"50000 -300000 50000 300000\", \"radius\": 3}, "  \
    "{\"name\": \"c\", \"tool\": \"crater\", \"points\": \"0 -200000\", \"radius\": 4, \"height_m\": 3000}, "  \
    "{\"name\": \"d\", \"tool\": \"dry\", \"points\": \"0 -100000 100000 0\", \"radius\": 6}"

// A stroke changes what depends on its tool alone: the solutions of the terrain stay for a colour. A probe
// names strokes.
static void test_work_and_names(void **state) {
    (void)state;
    tr_recipe *before = load("earthlike", 5, MANY),
              *after = load("earthlike", 5, MANY ", " DOT("colour", "0 -100000", ""));
    tr_surface *old, *new;
    assert_int_equal(tr_surface_create(before, tr_isa_best(), pool, NULL, &old, NULL), TR_OK);
    assert_int_equal(tr_surface_create(after, tr_isa_best(), pool, old, &new, NULL), TR_OK);
    print_message("a colour: %.2g of the operations\n",
                  (double)tr_surface_operations(new) / (double)tr_surface_operations(old));
    assert_true(20 * tr_surface_operations(new) < tr_surface_operations(old));
    tr_probe *probe = malloc(sizeof *probe);
    assert_int_equal(tr_surface_probe(new, 5, -10, 0.01, NULL, probe, NULL), TR_OK);
    unsigned named = 0;
    for (int i = 0; i < probe->cause_count; i++)
        if (strcmp(probe->causes[i].list, "strokes") == 0)
            named |=
                strcmp(probe->causes[i].name, "colour") == 0 ? 1 : 1u << (probe->causes[i].name[0] - 'a' + 1);
    assert_int_equal(named, 1 | 2 | 16); // colour, a, d
    free(probe);
    tr_surface_destroy(old);
    tr_surface_destroy(new);
    tr_recipe_destroy(before);
    tr_recipe_destroy(after);
}

// Strokes that a type cannot follow are no error.
static void test_types_without_a_sea_or_a_climate(void **state) {
    (void)state;
    tr_recipe *recipe = load("barren", 3, DOT("land", PLACE, "") ", " DOT("warm", PLACE, ""));
    assert_string_equal(tr_stroke_obstacle(recipe, TR_STROKE_LAND), "this planet has no sea");
    assert_string_equal(tr_stroke_obstacle(recipe, TR_STROKE_WARM), "this planet has no climate");
    assert_null(tr_stroke_obstacle(recipe, TR_STROKE_RAISE));
    tr_recipe_destroy(recipe);
    const change c = one("barren", HEIGHT, DOT("land", PLACE, "") ", " DOT("warm", PLACE, ""));
    assert_true(c.mean == 0 && c.beyond == 0);
}

// A hash of all texels of a small map.
static uint64_t hash_of(const tr_recipe *recipe) {
    enum { small = 64 };
    static char bytes[TR_BAND_SOURCES][small * small / 2 * 5 * sizeof(float)];
    tr_band band = {.patch = tr_whole_map(small)};
    tr_surface *surface;
    tr_error error = {0};
    uint64_t h = 0;
    for (int s = 0; s < TR_BAND_SOURCES; s++)
        if (s < TR_MAP_COUNT ? tr_recipe_has_map(recipe, (tr_map)s)
                             : s == TR_BAND_HEIGHTS || (s == TR_BAND_CLIMATE && tr_recipe_climate(recipe)))
            band.texels[s] = bytes[s];
    if (tr_surface_create(recipe, TR_ISA_BASELINE, pool, NULL, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    for (int s = 0; s < TR_BAND_SOURCES; s++)
        for (size_t i = 0; band.texels[s] && i < small * small / 2 * tr_band_texel_bytes(s); i++)
            h = (h ^ (uint8_t)bytes[s][i]) * 0x100000001b3u;
    tr_surface_destroy(surface);
    return h;
}

// Each tool changes a planet of that type, or what keeps it from that is told.
static void check_type(const char *type) {
    static const char stroke[] = "{\"name\": \"a\", \"points\": \"200000 0 -400000 900000\", "
                                 "\"radius\": 40, \"height_m\": 300, \"biome\": \"taiga\"}";
    tr_recipe *plain = load(type, 3, "");
    const uint64_t before = hash_of(plain);
    int acting = 0;
    for (tr_stroke_tool tool = 0; tool < TR_STROKE_ERASE; tool++) {
        tr_recipe *recipe = load(type, 3, stroke);
        recipe->strokes[0].tool = tool;
        const char *why = tr_stroke_obstacle(recipe, tool);
        const bool same = hash_of(recipe) == before;
        acting += !same;
        if (same != (why != NULL))
            fail_msg("%s, tool %d: %s, although %s\n", type, (int)tool, same ? "nothing changes" : "it changes",
                     why ? why : "nothing is in the way");
        tr_recipe_destroy(recipe);
    }
    tr_recipe_destroy(plain);
    print_message("%s: %d tools act\n", type, acting);
}

static void test_every_tool_acts_or_says_why_not(void **state) {
    (void)state;
    static const char *const some[] = {"inferno", "methane-haze"};
    char names[64][TR_NAME_BYTES];
    const int all = is_full() ? tr_type_list(names, 64) : 2;
    for (int i = 0; i < all; i++)
        check_type(is_full() ? names[i] : some[i]);
}

static int set_up(void **state) {
    (void)state;
    return tr_pool_create(0, &pool, NULL) != TR_OK;
}

static int tear_down(void **state) {
    (void)state;
    tr_pool_destroy(pool);
    return 0;
}

// Stops at the poll that `context` counts down to.
static bool stops(void *context) { return --*(int *)context <= 0; }

// A terrain whose heights are painted, without a level of the sea, stops at every moment of its solution.
static void test_it_stops(void **state) {
    (void)state;
    static const char text[] =
        "{\"radius_km\": 6000, \"height_min_m\": -9000, \"height_max_m\": 9000, "
        "\"layers\": [{\"name\": \"a\", \"field\": \"terrain\", \"cells\": 32}], "
        "\"strokes\": [{\"name\": \"up\", \"tool\": \"raise\", \"points\": \"0 0\", \"radius\": 10, "
        "\"height_m\": 900}]}";
    tr_recipe *recipe = load_recipe(world_of(text));
    tr_status status = TR_STOPPED;
    for (int polls = 1; status != TR_OK; polls += polls / 4 + 1) {
        int left = polls;
        const tr_watch watch = {.stopped = stops, .context = &left};
        const tr_surface_options how = {.isa = tr_isa_best(), .pool = pool, .watch = &watch};
        tr_surface *surface = NULL;
        status = tr_surface_make(recipe, &how, &surface, NULL);
        assert_true(status == TR_OK || status == TR_STOPPED);
        tr_surface_destroy(surface);
    }
    tr_recipe_destroy(recipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_stops),
        cmocka_unit_test(test_climate_and_colour),
        cmocka_unit_test(test_heights),
        cmocka_unit_test(test_land_and_sea),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_order_of_heights),
        cmocka_unit_test(test_gentle_coasts),
        cmocka_unit_test(test_sea_over_heights),
        cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_short_ranges),
        cmocka_unit_test(test_ranges_of_noise),
        cmocka_unit_test(test_mountains_in_the_sea),
        cmocka_unit_test(test_no_lakes_beside_volcanoes),
        cmocka_unit_test(test_craters),
        cmocka_unit_test(test_craters_of_low_land),
        cmocka_unit_test(test_mountains_and_biomes),
        cmocka_unit_test(test_every_biome),
        cmocka_unit_test(test_work_and_names),
        cmocka_unit_test(test_types_without_a_sea_or_a_climate),
        cmocka_unit_test(test_every_tool_acts_or_says_why_not),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
