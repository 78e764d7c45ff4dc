// Planets that follow own maps: the heights and the coasts of the map at its own size, and the detail below its
// texels. (own_maps.sh tests the files and the options, test_own_bytes.c that bytes are the same everywhere.)

#include "fields/field.h"
#include "planet/biomes.h"
#include "planet/surface.h"
#include "png_files.h"
#include "terrella/terrella.h"
#include "worlds.h"

#include <math.h>

enum { width = 128, height = 64, texels = width * height };

// ---- maps ----------------------------------------------------------------------------------------

static const char *folder; // of the test

// Writes texels of a map `columns` wide: 16-bit grey, or 8-bit RGB.
static void write_picture_of(const char *name, int columns, int bits, const void *data, size_t bytes) {
    char path[128];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    spng_ctx *encoder = spng_ctx_new(SPNG_CTX_ENCODER);
    struct spng_ihdr header = {.width = (uint32_t)columns,
                               .height = (uint32_t)columns / 2,
                               .bit_depth = (uint8_t)bits,
                               .color_type = bits == 8 ? SPNG_COLOR_TYPE_TRUECOLOR : SPNG_COLOR_TYPE_GRAYSCALE};
    assert_int_equal(spng_set_png_file(encoder, file), 0);
    assert_int_equal(spng_set_ihdr(encoder, &header), 0);
    assert_int_equal(spng_encode_image(encoder, data, bytes, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE), 0);
    spng_ctx_free(encoder);
    assert_int_equal(fclose(file), 0);
}

static void write_picture(const char *name, int bits, const void *data, size_t bytes) {
    write_picture_of(name, width, bits, data, bytes);
}

static void write_map(const char *name, const uint16_t *codes) {
    write_picture(name, 16, codes, texels * sizeof *codes);
}

// Rough ground: some waves and a hash, 0 … 65535.
static void make_relief(uint16_t *codes) {
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const double u = 2 * M_PI * x / width, v = M_PI * (y + 0.5) / height;
            const unsigned hash = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u;
            const double wave = sin(v) * sin(3 * u + 2 * v) + 0.4 * sin(v) * cos(7 * u - 5 * v);
            codes[y * width + x] = (uint16_t)(32768 + 14000 * wave + (hash % 3001) - 1500);
        }
}

// Land where it is above the middle.
static void make_mask(const uint16_t *relief, uint16_t *codes) {
    for (int i = 0; i < texels; i++)
        codes[i] = relief[i] > 36000 ? 65535 : 0;
}

static tr_recipe *load(const char *type, const char *maps) {
    char text[1024];
    snprintf(text, sizeof text, "{\"type\": \"%s\", \"seed\": 3, \"maps\": [%s]}", type, maps);
    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    tr_recipe_coarsen(recipe, 48); // maps as small as these need no finer terrains and winds
    return recipe;
}

// Plain hills without a sea, whose layers do not depend on each other.
static tr_recipe *load_hills(const char *maps) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"type\": \"hills\", \"radius_km\": 2000, \"maps\": [%s], \"layers\": [{\"name\": \"hills\", "
             "\"field\": \"fractal\", \"scale\": 2, \"octaves\": 3, \"amount\": 9000}]}",
             maps);
    return load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
}

// ---- baking --------------------------------------------------------------------------------------

static tr_pool *pool;

static tr_surface *make_surface(const tr_recipe *recipe, tr_isa isa) {
    tr_surface *surface;
    tr_error error = {0};
    if (tr_surface_create(recipe, isa, pool, NULL, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    return surface;
}

static float *bake_heights(const tr_recipe *recipe, tr_isa isa, tr_patch patch) {
    tr_surface *surface = make_surface(recipe, isa);
    float *heights = malloc((size_t)patch.width * (size_t)patch.height * sizeof *heights);
    tr_band band = {.patch = patch, .texels = {[TR_BAND_HEIGHTS] = heights}};
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    return heights;
}

#define LAND "{\"name\": \"land\", \"file\": \"mask.png\"}"
#define HEIGHT "{\"name\": \"height\", \"file\": \"relief.png\", \"range_m\": [-8000, 9000]}"

// ---- tests -----------------------------------------------------------------------------------------

// A map exported at its own size has its heights.
static void test_heights_are_those_of_the_map(void **state) {
    static const char *const types[] = {"barren", "inferno", "earthlike", "nitrogen"};
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t += is_quick() ? 3 : 1) {
        tr_recipe *recipe = load(types[t], HEIGHT);
        float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        double worst = 0;
        for (int y = height / 5; y < height - height / 5; y++) // rows nearer to the poles are averaged
            for (int x = 0; x < width; x++) {
                const double wanted = -8000 + 17000.0 * codes[y * width + x] / 65535;
                worst = fmax(worst, fabs(heights[y * width + x] - wanted));
            }
        print_message("%s: at most %.2f m from the map\n", types[t], worst);
        assert_true(worst < 1);
        free(heights);
        tr_recipe_destroy(recipe);
    }
}

// Turned by a quarter to the east, and with a sea that is 300 m higher.
static void test_maps_turn_and_sink(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load("earthlike", HEIGHT);
    recipe->land_turn[0] = 90, recipe->sea_level_m = 300;
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    double worst = 0;
    for (int y = height / 5; y < height - height / 5; y++)
        for (int x = 0; x < width; x++) {
            const double wanted = -8300 + 17000.0 * codes[y * width + x] / 65535;
            worst = fmax(worst, fabs(heights[y * width + (x + width / 4) % width] - wanted));
        }
    print_message("at most %.2f m from the map\n", worst);
    assert_true(worst < 1);
    free(heights);
    tr_recipe_destroy(recipe);
}

// Strokes act over a map of heights or land: land in its sea, mountains, and heights.
static void test_strokes_change_a_map(void **state) {
    static const char *const maps[] = {HEIGHT, LAND};
    static const char *const strokes[] = {
        "", "{\"name\": \"s\", \"tool\": \"land\", \"points\": \"0 0\", \"radius\": 25}",
        "{\"name\": \"s\", \"tool\": \"land\", \"points\": \"0 0\", \"radius\": 25}, "
        "{\"name\": \"t\", \"tool\": \"mountains\", \"points\": \"0 0\", \"radius\": 25}",
        "{\"name\": \"s\", \"tool\": \"raise\", \"points\": \"0 0\", \"radius\": 25, \"height_m\": 800}"};
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++)
        codes[i] = i % width < width / 8 ? 60000 : 15000; // a deep sea
    write_map("relief.png", codes);
    make_mask(codes, codes);
    write_map("mask.png", codes);
    for (int m = 0; m < 2; m++) {
        double means[4] = {0};
        for (int k = 0; k < 4; k++) {
            char text[1024];
            snprintf(text, sizeof text,
                     "{\"type\": \"earthlike\", \"seed\": 3, \"maps\": [%s], \"strokes\": [%s]}", maps[m],
                     strokes[k]);
            tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
            tr_recipe_coarsen(recipe, 48);
            float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
            for (int y = height / 2 - 3; y < height / 2 + 3; y++)
                for (int x = width / 2 - 3; x < width / 2 + 3; x++)
                    means[k] += (double)heights[y * width + x] / 36;
            free(heights);
            tr_recipe_destroy(recipe);
        }
        print_message("the map %.0f m, land %.0f m, mountains %.0f m, raised %.0f m\n", means[0], means[1],
                      means[2], means[3]);
        assert_true(means[0] < (m == 0 ? -3000 : -500) && means[1] > 50 && means[2] > means[1] + 500);
        assert_true(fabs(means[3] - means[0] - 800) < 40);
    }
}

// Where maps of heights and of land do not agree, the ground is low: a deep sea becomes no mountain.
static void test_maps_that_disagree(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++)
        codes[i] = i % width < width / 2 ? 60000 : 10000;
    write_map("relief.png", codes);
    for (int i = 0; i < texels; i++)
        codes[i] = i % width < width / 4 || i % width >= width * 3 / 4 ? 65535 : 0;
    write_map("mask.png", codes);
    tr_recipe *recipe = load("earthlike", HEIGHT ", " LAND);
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    const float *row = heights + height / 2 * width;
    const float high = row[width / 8], flooded = row[width * 3 / 8], deep = row[width * 5 / 8],
                raised = row[width * 7 / 8];
    print_message("land %.0f m, flooded %.0f m, sea %.0f m, raised %.0f m\n", (double)high, (double)flooded,
                  (double)deep, (double)raised);
    assert_true(high > 5000 && flooded < 0 && flooded > -100 && deep < -4000 && raised > 0 && raised < 100);
    free(heights);
    tr_recipe_destroy(recipe);
}

// Below the map's texels there is more detail, which the map's texels average out.
static void test_detail_goes_on(void **state) {
    enum { finer = 8 };
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load("barren", HEIGHT);
    float *coarse = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    float *fine = bake_heights(recipe, tr_isa_best(), tr_whole_map(finer * width));
    double bends = 0, drift = 0, count = 0;
    for (int y = height / 4; y < 3 * height / 4; y++)
        for (int x = 1; x + 1 < width; x++) {
            double mean = 0;
            for (int j = 0; j < finer; j++)
                for (int i = 0; i < finer; i++) {
                    const float *at = fine + (size_t)(y * finer + j) * finer * width + x * finer + i;
                    mean += (double)at[0] / (finer * finer);
                    bends += fabs((double)(at[-1] - 2 * at[0] + at[1])) / (finer * finer);
                }
            drift += fabs(mean - (double)coarse[y * width + x]), count++;
        }
    print_message("bends of %.1f m; means are %.1f m off\n", bends / count, drift / count);
    assert_true(bends / count > 10); // a smooth surface through the map's texels bends by less than 8 m there
    assert_true(drift / count < 400);
    free(coarse), free(fine);
    tr_recipe_destroy(recipe);
}

// With a mask of land, or a map with a flat sea, land lies where the map has it.
static void test_coasts_stay(void **state) {
    static const char *const types[] = {"earthlike", "inferno", "swamp", "toxic"};
    static const char *const maps[] = {"{\"name\": \"land\", \"file\": \"mask.png\"}",
                                       "{\"name\": \"height\", \"file\": \"flat.png\"}"};
    uint16_t relief[texels], mask[texels], flat[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(relief);
    make_mask(relief, mask);
    for (int i = 0; i < texels; i++)
        flat[i] = mask[i] ? relief[i] : 36000;
    write_map("mask.png", mask);
    write_map("flat.png", flat);
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t += is_quick() ? 3 : 1)
        for (size_t m = 0; m < 2; m++) {
            tr_recipe *recipe = load(types[t], maps[m]);
            float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
            int wrong = 0, land = 0, count = 0;
            for (int i = texels / 5; i < texels - texels / 5; i++, count++) {
                land += heights[i] > 0;
                wrong += (heights[i] > 0) != (mask[i] > 0);
            }
            print_message("%s, map %d: %d of %d texels differ\n", types[t], (int)m, wrong, count);
            assert_true(land > count / 10 && land < count * 9 / 10);
            assert_true(wrong <= count / 200);
            free(heights);
            tr_recipe_destroy(recipe);
        }
}

// A sketch of flat colours: what is blue is sea, whatever colours land has.
static void test_sketches_have_land(void **state) {
    static const uint8_t colours[5][3] = {
        {58, 110, 165}, {120, 190, 230}, {90, 158, 75}, {154, 123, 79}, {240, 240, 240}};
    uint16_t relief[texels];
    uint8_t rgb[3 * texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(relief);
    for (int i = 0; i < texels; i++)
        memcpy(rgb + 3 * (size_t)i, colours[relief[i] / 13200 > 4 ? 4 : relief[i] / 13200], 3);
    write_picture("sketch.png", 8, rgb, sizeof rgb);
    tr_recipe *recipe = load("earthlike", "{\"name\": \"land\", \"file\": \"sketch.png\"}");
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    int wrong = 0, count = 0;
    for (int i = texels / 5; i < texels - texels / 5; i++, count++)
        wrong += (heights[i] > 0) != (relief[i] / 13200 > 1);
    print_message("%d of %d texels differ\n", wrong, count);
    assert_true(wrong <= count / 200);
    free(heights);
    tr_recipe_destroy(recipe);
    // without a blue one there is no telling
    for (int i = 0; i < texels; i++)
        memcpy(rgb + 3 * (size_t)i, colours[2 + relief[i] / 32768], 3);
    write_picture("sketch.png", 8, rgb, sizeof rgb);
    tr_recipe *brown = load("earthlike", "{\"name\": \"land\", \"file\": \"sketch.png\"}");
    tr_surface *surface = NULL;
    tr_error error = {0};
    assert_int_equal(tr_surface_create(brown, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "paint the sea blue"));
    tr_recipe_destroy(brown);
}

// A square continent: green, with brown in the west and yellow in the east.
static void write_square(void) {
    static const uint8_t blue[3] = {40, 90, 200}, green[3] = {80, 170, 80}, brown[3] = {130, 85, 40},
                         yellow[3] = {240, 220, 120};
    uint8_t rgb[3 * texels];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const bool land = x >= 40 && x < 88 && y >= 14 && y < 50, inside = land && y >= 22 && y < 42;
            const uint8_t *colour = !land                         ? blue
                                    : inside && x >= 46 && x < 52 ? brown
                                    : inside && x >= 64 && x < 82 ? yellow
                                                                  : green;
            memcpy(rgb + 3 * (size_t)(y * width + x), colour, 3);
        }
    write_picture("square.png", 8, rgb, sizeof rgb);
}

// The mean of a quantity over texels.
static double mean_over(const float *values, int step, int x0, int x1, int y0, int y1) {
    double sum = 0;
    for (int y = y0; y < y1; y++)
        for (int x = x0; x < x1; x++)
            sum += (double)values[(size_t)step * (size_t)(y * width + x)];
    return sum / ((x1 - x0) * (y1 - y0));
}

// A weak map gets a coast of ours, with bays and capes, round the same land at its usual height.
static void test_weak_maps_have_coasts_of_ours(void **state) {
    static const char *const strengths[] = {"1", "0.8"};
    int moved[2] = {0}, inland = 0, count = 0;
    double sum = 0;
    folder = ((const struct folder *)*state)->path;
    write_square();
    for (int weak = 0; weak < 2; weak++) {
        char map[96];
        snprintf(map, sizeof map, "{\"name\": \"land\", \"file\": \"square.png\", \"strength\": %s}",
                 strengths[weak]);
        tr_recipe *recipe = load("earthlike", map);
        float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        for (int y = 8; y < 56; y++)
            for (int x = 32; x < 96; x++) {
                const float h = heights[y * width + x];
                moved[weak] += (h > 0) != (x >= 40 && x < 88 && y >= 14 && y < 50);
                if (weak && x >= 54 && x < 80 && y >= 22 && y < 42)
                    inland += h > 0, sum += (double)h, count++;
            }
        free(heights);
        tr_recipe_destroy(recipe);
    }
    print_message("%d texels change at strength 1, %d at 0.8; %d of %d inside are land, %.0f m high\n",
                  moved[0], moved[1], inland, count, sum / count);
    assert_true(moved[0] < texels / 200 && moved[1] > 80 && moved[1] < 500);
    assert_true(inland > count * 9 / 10 && sum / count < 1300);
    // A type without a terrain follows it, too.
    tr_recipe *plain = load("toxic", ""),
              *weak = load("toxic", "{\"name\": \"land\", \"file\": \"square.png\", \"strength\": 0.8}");
    float *without = bake_heights(plain, tr_isa_best(), tr_whole_map(width));
    float *with = bake_heights(weak, tr_isa_best(), tr_whole_map(width));
    int crossed = 0;
    for (int i = 0; i < texels; i++)
        crossed += (without[i] > 0) != (with[i] > 0);
    print_message("toxic: the coast moves over %d texels\n", crossed);
    assert_true(crossed > 100);
    free(without), free(with);
    tr_recipe_destroy(plain), tr_recipe_destroy(weak);
}

// Mountains with sharp edges in the map have foothills, and the peaks of the Earth. They are no plateau with a
// wall round it: their edge is much lower than their middle.
static void test_mountains_have_foothills(void **state) {
    static uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    write_square();
    for (int i = 0; i < texels; i++)
        codes[i] = i % width >= 56 && i % width < 66 && i / width >= 22 && i / width < 42 ? 65535 : 0;
    write_map("uplift.png", codes);
    tr_recipe *recipe = load("earthlike", "{\"name\": \"land\", \"file\": \"square.png\"}, {\"name\": "
                                          "\"uplift\", \"file\": \"uplift.png\"}");
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    const double top = mean_over(heights, 1, 59, 63, 24, 40), beside = mean_over(heights, 1, 66, 67, 24, 40);
    const double plain = mean_over(heights, 1, 72, 76, 24, 40);
    const double edge = (mean_over(heights, 1, 56, 57, 24, 40) + mean_over(heights, 1, 65, 66, 24, 40)) / 2;
    float peak = 0;
    for (int i = 0; i < texels; i++)
        peak = fmaxf(peak, heights[i]);
    print_message("%.0f m, %.0f m at the edge, %.0f m beside, %.0f m in the plain, at most %.0f m\n", top, edge,
                  beside, plain, (double)peak);
    assert_true(edge < plain + 0.65 * (top - plain));
    assert_true(beside > plain + 0.08 * (top - plain) && beside < plain + 0.7 * (top - plain));
    assert_true(peak > 4500 && peak < 9000);
    free(heights);
    tr_recipe_destroy(recipe);
}

// Brown is mountains and yellow is dry.
static void test_colours_of_sketches_mean_more(void **state) {
    static float heights[texels], climate[5 * texels];
    folder = ((const struct folder *)*state)->path;
    write_square();
    tr_recipe *recipe = load("earthlike", "{\"name\": \"land\", \"file\": \"square.png\"}");
    tr_surface *surface = make_surface(recipe, tr_isa_best());
    tr_band band = {.patch = tr_whole_map(width),
                    .texels = {[TR_BAND_HEIGHTS] = heights, [TR_BAND_CLIMATE] = climate}};
    assert_string_equal(tr_surface_maps_read(surface).sketch,
                        "blue 75 % sea, green 18 % land, brown 2 % mountains, yellow 6 % dry");
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
    const double mountains = mean_over(heights, 1, 47, 51, 24, 40),
                 plain = mean_over(heights, 1, 54, 62, 24, 40);
    const double dry = mean_over(climate + 1, 5, 67, 79, 25, 39),
                 wet = mean_over(climate + 1, 5, 54, 62, 25, 39);
    print_message("%.0f m in brown, %.0f m in green; moisture %.2f in yellow, %.2f in green\n", mountains,
                  plain, dry, wet);
    assert_true(mountains > 2 * plain && mountains > 800);
    assert_true(dry < 0.25);
}

// Noise answers the straight coast of a sketch; at its own size the coast stays.
static void test_coasts_of_sketches_are_soft(void **state) {
    enum { finer = 8 };
    folder = ((const struct folder *)*state)->path;
    write_square();
    double spread[2];
    for (int soft = 0; soft < 2; soft++) {
        char map[128];
        snprintf(map, sizeof map, "{\"name\": \"land\", \"file\": \"square.png\", \"softness\": %d}", soft);
        tr_recipe *recipe = load("earthlike", map);
        float *fine = bake_heights(recipe, tr_isa_best(), tr_whole_map(finer * width));
        float *own = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        double sum = 0, squares = 0;
        int rows = 0, wrong = 0;
        for (int y = 20 * finer; y < 44 * finer; y++, rows++) {
            int x = 30 * finer;
            while (fine[(size_t)y * finer * width + (size_t)x] <= 0)
                x++;
            sum += (double)x / finer, squares += (double)x / finer * x / finer;
        }
        for (int i = 0; i < texels; i++) {
            const int x = i % width, y = i / width;
            wrong += (own[i] > 0) != (x >= 40 && x < 88 && y >= 14 && y < 50);
        }
        spread[soft] = sqrt(squares / rows - sum / rows * sum / rows);
        print_message("softness %d: the coast spreads by %.2f texels, %d of %d texels differ\n", soft,
                      spread[soft], wrong, texels);
        assert_true(wrong <= texels / 200);
        free(fine), free(own);
        tr_recipe_destroy(recipe);
    }
    assert_true(spread[0] < 0.15 && spread[1] > 0.25);
}

// The biomes of a planet of that seed.
static void find_biomes(int seed, const char *rest, uint8_t ids[texels]) {
    static float heights[texels], climate[5 * texels];
    static uint8_t water[texels];
    char text[512];
    snprintf(text, sizeof text, "{\"type\": \"earthlike\", \"seed\": %d%s}", seed, rest);
    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    tr_recipe_coarsen(recipe, 48);
    tr_surface *surface = make_surface(recipe, tr_isa_best());
    tr_band band = {
        .patch = tr_whole_map(width),
        .texels = {[TR_MAP_WATER] = water, [TR_BAND_HEIGHTS] = heights, [TR_BAND_CLIMATE] = climate}};
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    for (int i = 0; i < texels; i++)
        ids[i] = (uint8_t)tr_biome_of(true, heights[i], &water[i], climate + (size_t)(5 * i));
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
}

static int count_equal(const uint8_t *a, const uint8_t *b) {
    int equal = 0;
    for (int i = 0; i < texels; i++)
        equal += a[i] == b[i];
    return equal;
}

// An exported map of biomes gives another planet the same biomes, by its numbers or by colours.
static void test_biomes_come_back(void **state) {
    static const char map[] = ", \"maps\": [{\"name\": \"biome\", \"file\": \"biome.png\"}]";
    static uint8_t first[texels], second[texels], rgb[3 * texels];
    folder = ((const struct folder *)*state)->path;
    find_biomes(3, "", first);
    find_biomes(4, "", second);
    assert_true(count_equal(first, second) < texels * 8 / 10);
    for (int coloured = 0; coloured < 2; coloured++) {
        for (int i = 0; i < texels; i++)
            for (int c = 0; c < 3; c++)
                rgb[3 * i + c] = coloured ? tr_biome_colour((tr_biome)first[i])[c] : first[i];
        write_picture("biome.png", 8, rgb, sizeof rgb);
        find_biomes(4, map, second);
        print_message("%d of %d biomes are equal\n", count_equal(first, second), texels);
        assert_int_equal(count_equal(first, second), texels);
    }
    // the numbers of biomes are no mountains
    tr_recipe *recipe = load("earthlike", "{\"name\": \"biome\", \"file\": \"biome.png\"}");
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    int high = 0;
    for (int i = 0; i < texels; i++)
        high += heights[i] > 3000;
    print_message("%d of %d texels above 3000 m\n", high, texels);
    assert_true(high < texels / 20);
    free(heights);
    tr_recipe_destroy(recipe);
}

// Deserts are as dry at the coast as inside, and tundra as cold: the climate of the sea does not reach them.
// Noise moves no border of these large areas beyond the middle of a texel.
static void test_biomes_reach_their_coasts(void **state) {
    enum { tundra = 4, desert = 12 };
    static uint8_t rgb[3 * texels], given[texels], found[texels];
    static float climate[5 * texels];
    double sum[2][2] = {{0}},
           count[2][2] = {{0}}; // of warmth in tundra and moisture in deserts; at coasts, inside
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++) {
        const int x = i % width % 40, y = i / width;
        const int biome = x < 20 || y < 12 || y > 52 ? 0 : y < 32 ? tundra : desert;
        given[i] = (uint8_t)biome;
        memcpy(rgb + 3 * i, tr_biome_colour((tr_biome)biome), 3);
    }
    write_picture("biome.png", 8, rgb, sizeof rgb);
    find_biomes(4, ", \"maps\": [{\"name\": \"biome\", \"file\": \"biome.png\"}]", found);
    assert_int_equal(count_equal(given, found), texels);
    tr_recipe *recipe = load("earthlike", "{\"name\": \"biome\", \"file\": \"biome.png\"}");
    tr_surface *surface = make_surface(recipe, tr_isa_best());
    tr_band band = {.patch = tr_whole_map(width), .texels = {[TR_BAND_CLIMATE] = climate}};
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    for (int i = 0; i < texels; i++) {
        const int x = i % width % 40, y = i / width, dry = y > 36 && y < 48, coast = x == 20 || x == 39;
        if ((dry || (y > 16 && y < 28)) && i % width < 120 && (coast || (x > 26 && x < 34)))
            sum[dry][!coast] += (double)climate[5 * i + dry], count[dry][!coast]++;
    }
    for (int dry = 0; dry < 2; dry++) {
        const double coast = sum[dry][0] / count[dry][0], inside = sum[dry][1] / count[dry][1];
        print_message("%s: %.2f at the coast, %.2f inside\n", dry ? "moisture" : "warmth", coast, inside);
        assert_true(fabs(coast - inside) < (dry ? 0.1 : 2));
    }
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
}

// Small maps show what each layer of the recipe does, though a map of heights takes the place of one.
static void test_layers_keep_their_numbers(void **state) {
    enum { most = 128 };
    static uint8_t grey[most * TR_LAYER_MAP_TEXELS];
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load("earthlike", HEIGHT);
    tr_surface *surface;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
    assert_int_equal(tr_layer_maps(surface, most, NULL, grey, NULL), TR_OK);
    int black = 0;
    for (int k = 0; k < recipe->layer_count; k++) {
        int sum = 0;
        for (int i = 0; i < TR_LAYER_MAP_TEXELS; i++)
            sum += grey[k * TR_LAYER_MAP_TEXELS + i];
        black += sum == 0;
    }
    print_message("%d of %d layers are black\n", black, recipe->layer_count);
    assert_true(recipe->layer_count <= most && black <= 2);
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
}

// What a colour means is in the legend; one that is not there is told, with its nearest.
static void test_legends(void **state) {
    static const char map[] = ", \"maps\": [{\"name\": \"%s\", \"file\": \"legend.png\"}], \"legend\": "
                              "[{\"name\": \"deep\", \"colour\": \"800080\", \"means\": \"sea\"}, "
                              "{\"name\": \"dunes\", \"colour\": \"%s\", \"means\": \"hot desert\"}]";
    static uint8_t rgb[3 * texels], ids[texels];
    char rest[512], text[640];
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++) {
        const bool land = i % width > 40 && i % width < 90 && i / width > 20 && i / width < 44;
        memcpy(rgb + 3 * (size_t)i, land ? (uint8_t[]){255, 0, 0} : (uint8_t[]){128, 0, 128}, 3);
    }
    write_picture("legend.png", 8, rgb, sizeof rgb);
    snprintf(rest, sizeof rest, map, "biome", "ff0000");
    find_biomes(4, rest, ids);
    assert_int_equal(ids[32 * width + 60], TR_BIOME_HOT_DESERT);
    assert_int_equal(ids[32 * width + 20], TR_BIOME_SEA);
    // a map of land has the same legend
    snprintf(rest, sizeof rest, map, "land", "ff0000");
    find_biomes(4, rest, ids);
    assert_true(ids[32 * width + 60] != TR_BIOME_SEA && ids[32 * width + 20] == TR_BIOME_SEA);
    snprintf(rest, sizeof rest, map, "biome", "00ff00");
    snprintf(text, sizeof text, "{\"type\": \"earthlike\"%s}", rest);
    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    tr_surface *surface = NULL;
    tr_error error = {0};
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
    print_message("%s: %s\n", error.path, error.message);
    assert_non_null(
        strstr(error.message, "% of it has the colour ff0000, which the legend does not have; the nearest"));
    tr_recipe_destroy(recipe);
}

// The strength blends, and a map of strength 0 changes nothing.
static void test_strength(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    float *made[3];
    for (int i = 0; i < 3; i++) {
        char map[256];
        snprintf(
            map, sizeof map,
            "{\"name\": \"height\", \"file\": \"relief.png\", \"range_m\": [-8000, 9000], \"strength\": %g}",
            i / 2.0);
        tr_recipe *recipe = load_hills(map);
        made[i] = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        tr_recipe_destroy(recipe);
    }
    tr_recipe *plain = load_hills("");
    float *without = bake_heights(plain, tr_isa_best(), tr_whole_map(width));
    assert_memory_equal(without, made[0], texels * sizeof *without);
    int apart = 0, between = 0;
    for (int i = 0; i < texels; i++) {
        const float whole = fabsf(made[2][i] - made[0][i]);
        const bool far = fabsf(made[1][i] - made[0][i]) > 0.2f * whole;
        apart += whole > 1000;
        between += whole > 1000 && far && fabsf(made[2][i] - made[1][i]) > 0.2f * whole;
    }
    print_message("%d of %d texels lie between\n", between, apart);
    assert_true(apart > texels / 2 && between > apart * 9 / 10);
    for (int i = 0; i < 3; i++)
        free(made[i]);
    free(without);
    tr_recipe_destroy(plain);
}

// Heights between those of the planet and those of the map, as far as the strength says: also where the solver
// of a terrain and its layers both follow the map.
static void test_strength_of_a_terrain(void **state) {
    static const double strengths[] = {0, 0.2, 0.5, 0.8};
    uint16_t codes[texels];
    float *made[4];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    for (int i = 0; i < 4; i++) {
        char map[256];
        snprintf(
            map, sizeof map,
            "{\"name\": \"height\", \"file\": \"relief.png\", \"range_m\": [-8000, 9000], \"strength\": %g}",
            strengths[i]);
        tr_recipe *recipe = load("earthlike", map);
        made[i] = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        tr_recipe_destroy(recipe);
    }
    for (int k = 1; k < 4; k++) {
        double dot = 0, square = 0; // of what the map changes, and of all that it would
        for (int i = 0; i < texels; i++) {
            const double whole = -8000 + 17000 * codes[i] / 65535.0 - (double)made[0][i];
            dot += whole * (double)(made[k][i] - made[0][i]), square += whole * whole;
        }
        print_message("strength %g: %.2f of the way\n", strengths[k], dot / square);
        assert_true(fabs(dot / square - strengths[k]) < 0.15);
    }
    for (int i = 0; i < 4; i++)
        free(made[i]);
}

// On a planet without a terrain, land that becomes sea gets a floor with a relief, instead of a film of water.
static void test_new_sea_is_deep(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++)
        codes[i] = i % width < width / 2 ? 65535 : 0;
    write_map("half.png", codes);
    tr_recipe *recipe = load("toxic", "{\"name\": \"land\", \"file\": \"half.png\"}");
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    int sea = 0, shallow = 0, land = 0, low = 0;
    for (int i = 0; i < texels; i++) {
        sea += heights[i] < 0, shallow += heights[i] < 0 && heights[i] > -10;
        land += heights[i] > 0, low += heights[i] > 0 && heights[i] < 10;
    }
    print_message("%d of %d texels of sea are shallow, %d of %d of land low\n", shallow, sea, low, land);
    assert_true(sea > texels / 3 && land > texels / 3 && shallow < sea / 20 && low < land / 20);
    free(heights);
    tr_recipe_destroy(recipe);
}

// Steps between neighbours in a row or a column: their mean at the edges of a part of the map, and elsewhere.
typedef struct steps {
    double edge, elsewhere;
} steps;

static steps measure_steps(const float *heights, const int part[4]) { // first and last column, and row
    double sum[2] = {0}, count[2] = {0};
    for (int y = 2; y < height - 2; y++)
        for (int x = 0; x < width - 1; x++)
            for (int down = 0; down < 2; down++) {
                const int at = down ? y : x, low = part[2 * down], high = part[2 * down + 1];
                const int other = down ? x : y, first = part[2 - 2 * down], last = part[3 - 2 * down];
                const bool edge = other >= first && other <= last &&
                                  (at == low - 1 || at == low || at == high - 1 || at == high);
                const int i = y * width + x;
                sum[edge] += fabs((double)(heights[i + (down ? width : 1)] - heights[i])), count[edge]++;
            }
    return (steps){sum[1] / count[1], sum[0] / count[0]};
}

// A map of a part of the globe is followed inside of its margin. Outside, the ground joins it without a step;
// far away nothing changes.
static void test_a_part_of_the_globe(void **state) {
    static const char map[] = "{\"name\": \"height\", \"file\": \"part.png\", \"range_m\": [-8000, 9000], "
                              "\"region_deg\": [-67.5, -33.75, 67.5, 33.75]}";
    static const int part[] = {40, 87, 20, 43};
    uint16_t codes[texels];
    int same = 0, far = 0, given = 0, inside = 0;
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++)
        codes[i] = 60000;
    codes[0] = 0;
    write_map("part.png", codes);
    tr_recipe *plain = load_hills(""), *recipe = load_hills(map);
    float *without = bake_heights(plain, tr_isa_best(), tr_whole_map(width));
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            const double east = fabs(360 * (x + 0.5) / width - 180),
                         north = fabs(90 - 180 * (y + 0.5) / height);
            const int i = y * width + x;
            if (east > 110 && north < 60)
                far++, same += fabsf(heights[i] - without[i]) < 0.01f;
            else if (east < 60 && north < 28)
                inside++, given += fabs(heights[i] - (-8000 + 17000 * 60000 / 65535.0)) < 1;
        }
    const steps hills = measure_steps(heights, part);
    print_message(
        "%d of %d stay far away, %d of %d are given inside; steps of %.0f m at the edge, %.0f elsewhere\n",
        same, far, given, inside, hills.edge, hills.elsewhere);
    assert_int_equal(given, inside);
    assert_int_equal(same, far);
    assert_true(hills.edge < 2 * hills.elsewhere);
    free(without), free(heights);
    tr_recipe_destroy(plain), tr_recipe_destroy(recipe);
    recipe = load("earthlike", map);
    heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    const steps land = measure_steps(heights, part);
    print_message("an earthlike: steps of %.0f m at the edge, %.0f elsewhere\n", land.edge, land.elsewhere);
    assert_true(land.edge < 2 * land.elsewhere);
    // Far away sea level, coasts and climate stay.
    plain = load("earthlike", "");
    without = bake_heights(plain, tr_isa_best(), tr_whole_map(width));
    char rest[256];
    uint8_t own[texels], beside[texels];
    snprintf(rest, sizeof rest, ", \"maps\": [%s]", map);
    find_biomes(3, "", own);
    find_biomes(3, rest, beside);
    double sum = 0;
    int others = 0, all = 0, changed = 0;
    for (int y = height / 6; y < 5 * height / 6; y++)
        for (int x = 0; x < width; x++) {
            const int i = y * width + x;
            if (fabs(360 * (x + 0.5) / width - 180) < 125)
                continue;
            all++, changed += own[i] != beside[i];
            sum += (double)(heights[i] - without[i]), others += (heights[i] > 0) != (without[i] > 0);
        }
    print_message(
        "an earthlike: far away %.0f m higher, %d of %d texels between land and sea, %d other biomes\n",
        sum / all, others, all, changed);
    assert_true(fabs(sum / all) < 60 && others < all / 25 && changed < all / 10);
    free(heights), free(without);
    tr_recipe_destroy(recipe), tr_recipe_destroy(plain);
    // Turned land takes all of the map along: nothing of it stays where it was.
    plain = load("barren", ""), recipe = load("barren", map);
    plain->land_turn[0] = recipe->land_turn[0] = 90;
    without = bake_heights(plain, tr_isa_best(), tr_whole_map(width));
    heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
    double left = 0; // m; the quantiles of low ground change a little everywhere
    for (int y = height / 3; y < 2 * height / 3; y++)
        for (int x = width / 3; x < 4 * width / 9; x++) // 60 to 20 degrees west
            left = fmax(left, fabs((double)(heights[y * width + x] - without[y * width + x])));
    print_message("a turned barren: at most %.0f m change where the map was\n", left);
    assert_true(left < 1000);
    free(without), free(heights);
    tr_recipe_destroy(plain), tr_recipe_destroy(recipe);
}

// Raw numbers give the heights of the same numbers in a PNG, whether they are described or guessed.
static void test_raw_numbers(void **state) {
    static const char *const maps[] = {
        "{\"name\": \"height\", \"file\": \"relief.png\", \"range_m\": [0, 9000]}",
        "{\"name\": \"height\", \"file\": \"relief.r16\", \"range_m\": [0, 9000]}",
        "{\"name\": \"height\", \"file\": \"relief.bin\", \"range_m\": [0, 9000], \"raw\": \"u16be\", "
        "\"raw_size\": [128, 64]}"};
    enum { count = sizeof maps / sizeof maps[0] };
    uint16_t codes[texels];
    uint8_t little[2 * texels], big[2 * texels];
    char path[128];
    float *heights[count];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    for (int i = 0; i < texels; i++) {
        little[2 * i] = big[2 * i + 1] = (uint8_t)(codes[i] & 255);
        little[2 * i + 1] = big[2 * i] = (uint8_t)(codes[i] >> 8);
    }
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/relief.%s", folder, i ? "bin" : "r16");
        FILE *file = fopen(path, "wb");
        assert_int_equal(fwrite(i ? big : little, 1, sizeof little, file), sizeof little);
        assert_int_equal(fclose(file), 0);
    }
    for (int i = 0; i < count; i++) {
        tr_recipe *recipe = load_hills(maps[i]);
        heights[i] = bake_heights(recipe, tr_isa_best(), tr_whole_map(width));
        assert_memory_equal(heights[0], heights[i], texels * sizeof(float));
        tr_recipe_destroy(recipe);
    }
    for (int i = 0; i < count; i++)
        free(heights[i]);
}

// Rivers end at the coast of the map, also where the terrain has land in a bay.
static void test_rivers_end_at_the_coast(void **state) {
    static const char text[] =
        "{\"type\": \"x\", \"seed\": 3, \"radius_km\": 6371, \"sea\": true, \"maps\": [{\"name\": \"height\", "
        "\"file\": \"bay.png\"}], \"layers\": [{\"name\": \"land\", \"field\": \"terrain\"}, {\"name\": "
        "\"river\", \"field\": \"terrain\", \"terrain_from\": \"land\", \"value\": \"river\", \"into\": "
        "\"river\"}], \"emission\": [{\"name\": \"river\", \"channel\": \"river\", \"stops\": [[0, "
        "\"000000\"], "
        "[0.1, \"ffffff\"]]}]}";
    static uint16_t codes[texels];
    static uint8_t light[3 * texels];
    int on_land = 0, at_sea = 0;
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++) {
        const int x = i % width, y = i / width;
        const bool land = x >= 30 && x < 100 && y >= 10 && y < 54 && !(y == 32 && x >= 92);
        codes[i] = land ? (uint16_t)(3000 + 400 * (100 - x) + 600 * abs(y - 32)) : 0;
    }
    write_map("bay.png", codes);
    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    tr_recipe_coarsen(recipe, 96);
    tr_surface *surface = make_surface(recipe, tr_isa_best());
    tr_band band = {.patch = tr_whole_map(width), .texels = {[TR_MAP_EMISSION] = light}};
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    for (int i = 0; i < texels; i++) {
        on_land += codes[i] > 0 && light[3 * i] > 0;
        at_sea += codes[i] == 0 && light[3 * i] > 100;
    }
    print_message("rivers are in %d texels of the land and %d of the sea\n", on_land, at_sea);
    assert_true(on_land > 50 && at_sea == 0);
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
}

// A channel that layers read, and the field `image`.
static void test_a_channel_of_a_map(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    static const char text[] = "{\"type\": \"x\", \"radius_km\": 1000, \"maps\": [{\"name\": \"fog\", "
                               "\"file\": \"relief.png\", \"range\": [0, 100]}], "
                               "\"layers\": [{\"name\": \"a\", \"field\": \"channel\", \"channel\": \"fog\"}]}";
    static const char image[] = "{\"type\": \"x\", \"radius_km\": 1000, \"maps\": [{\"name\": \"fog\", "
                                "\"file\": \"relief.png\", \"range\": [0, 100]}], "
                                "\"layers\": [{\"name\": \"a\", \"field\": \"image\", \"map\": \"fog\"}]}";
    tr_recipe *by_image = load_recipe((tr_world){.name = "test", .text = image, .folder = folder});
    float *heights = bake_heights(by_image, tr_isa_best(), tr_whole_map(width));
    for (int i = texels / 5; i < texels - texels / 5; i++)
        assert_true(fabs(heights[i] - 100.0 * codes[i] / 65535) < 0.01);
    free(heights);
    tr_recipe_destroy(by_image);
    tr_recipe *by_name = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    heights = bake_heights(by_name, tr_isa_best(), tr_whole_map(width));
    for (int i = texels / 5; i < texels - texels / 5; i++)
        assert_true(fabs(heights[i] - 100.0 * codes[i] / 65535) < 0.01);
    free(heights);
    tr_recipe_destroy(by_name);
}

// Bakes an 8-bit map.
static uint8_t *bake_bytes_of(const tr_recipe *recipe, int columns, tr_map map) {
    tr_surface *surface = make_surface(recipe, tr_isa_best());
    uint8_t *bytes = malloc((size_t)columns * (size_t)columns / 2 * tr_map_texel_bytes(map));
    void *all[TR_MAP_COUNT] = {[0] = NULL};
    all[map] = bytes;
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(columns), all, NULL, NULL), TR_OK);
    tr_surface_destroy(surface);
    return bytes;
}

static uint8_t *bake_bytes(const tr_recipe *recipe, tr_map map) { return bake_bytes_of(recipe, width, map); }

// Colours, light and clouds of a picture are those of the maps, also of types that have no such map.
static void test_pictures_are_painted(void **state) {
    static const struct {
        const char *type, *name;
        tr_map map;
        int channels, first;
    } cases[] = {{"barren", "colour", TR_MAP_ALBEDO, 3, 0},
                 {"earthlike", "colour", TR_MAP_ALBEDO, 3, 0},
                 {"barren", "emission", TR_MAP_EMISSION, 3, 0},
                 {"barren", "clouds", TR_MAP_CLOUDS, 4, 3},
                 {"earthlike", "clouds", TR_MAP_CLOUDS, 4, 3}};
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char map[128];
        snprintf(map, sizeof map, "{\"name\": \"%s\", \"file\": \"relief.png\"}", cases[i].name);
        tr_recipe *recipe = load(cases[i].type, map);
        assert_true(tr_recipe_has_map(recipe, cases[i].map));
        uint8_t *bytes = bake_bytes(recipe, cases[i].map);
        int worst = 0;
        for (int t = texels / 5; t < texels - texels / 5; t++) {
            const int got = bytes[(size_t)t * (size_t)cases[i].channels + (size_t)cases[i].first];
            const int difference = abs(got - codes[t] / 257);
            worst = difference > worst ? difference : worst;
        }
        print_message("%s of %s: at most %d of 255 off\n", cases[i].name, cases[i].type, worst);
        assert_true(worst <= 2);
        free(bytes);
        tr_recipe_destroy(recipe);
    }
}

// A terrain with a coarse lattice, whose values are written into the map of water.
static tr_recipe *load_terrain(const char *map, const char *layer, double black, double white) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"type\": \"x\", \"radius_km\": 6371, \"maps\": [%s], "
             "\"warps\": [{\"name\": \"far\", \"amount\": 0.4}], \"layers\": [{\"name\": \"land\", "
             "\"field\": \"terrain\", \"cells\": 32}, {\"name\": \"value\", \"terrain_from\": \"land\", "
             "\"into\": \"value\", %s}], \"water\": [{\"name\": \"value\", \"channel\": \"value\", "
             "\"stops\": [[%g, 0], [%g, 1]]}]}",
             map, layer, black, white);
    return load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
}

// Layers that show the height of a terrain show that of the map, which is finer than the terrain.
static void test_layers_read_the_heights_of_the_map(void **state) {
    uint16_t codes[texels];
    int worst = 0;
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load_terrain(HEIGHT, "\"field\": \"terrain\", \"value\": \"height\"", -8000, 9000);
    uint8_t *bytes = bake_bytes(recipe, TR_MAP_WATER);
    for (int i = texels / 5; i < texels - texels / 5; i++)
        worst = abs(bytes[i] - codes[i] / 257) > worst ? abs(bytes[i] - codes[i] / 257) : worst;
    print_message("at most %d of 255 off\n", worst);
    assert_true(worst <= 1);
    free(bytes);
    tr_recipe_destroy(recipe);
}

// Noise bends the edges of rain, but moves rain no farther than some 100 km.
static void test_rain_stays_with_the_land(void **state) {
    uint16_t codes[texels];
    double bent = 0, wet = 0;
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *plain = load_terrain(HEIGHT, "\"field\": \"terrain\", \"value\": \"rain\"", 0, 1.3);
    tr_recipe *moved =
        load_terrain(HEIGHT, "\"field\": \"terrain\", \"value\": \"rain\", \"warp\": \"far\"", 0, 1.3);
    uint8_t *there = bake_bytes(plain, TR_MAP_WATER), *here = bake_bytes(moved, TR_MAP_WATER);
    for (int i = texels / 5; i < texels - texels / 5; i++)
        bent += abs(there[i] - here[i]), wet += there[i];
    print_message("rain changes by %.4f of it\n", bent / wet);
    assert_true(bent / wet > 0.005 && bent / wet < 0.1);
    free(there), free(here);
    tr_recipe_destroy(plain), tr_recipe_destroy(moved);
}

// A channel of a cold planet that follows a map, as bytes: 20 before the map changes it. Its terrain has
// gullies.
static uint8_t *bake_cold(const char *channel) {
    char text[1024];
    snprintf(text, sizeof text,
             "{\"type\": \"x\", \"radius_km\": 6371, \"sea\": true, \"maps\": [" HEIGHT "], \"layers\": ["
             "{\"name\": \"land\", \"field\": \"terrain\", \"cells\": 32}, "
             "{\"name\": \"gullies\", \"field\": \"gullies\", \"terrain_from\": \"land\", \"scale\": 4, "
             "\"strength\": 4, \"into\": \"crag\"}, "
             "{\"name\": \"cold\", \"field\": \"constant\", \"amount\": 20, \"into\": \"%s\"}], "
             "\"water\": [{\"name\": \"value\", \"channel\": \"%s\", \"stops\": [[0, 0], [20, 1]]}]}",
             channel, channel);
    tr_recipe *recipe = load_recipe((tr_world){.name = "test", .text = text, .folder = folder});
    uint8_t *bytes = bake_bytes(recipe, TR_MAP_WATER);
    tr_recipe_destroy(recipe);
    return bytes;
}

// Snow leaves the steep faces of a map's mountains, and pack ice lies on its sea alone.
static void test_snow_and_pack_follow_the_ground(void **state) {
    uint16_t codes[texels];
    int bare = 0, white = 0, land = 0;
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    uint8_t *snow = bake_cold("snow"), *pack = bake_cold("pack");
    for (int i = texels / 5; i < texels - texels / 5; i++) {
        const double metres = -8000 + 17000.0 * codes[i] / 65535;
        if (fabs(metres) > 20)
            assert_int_equal(pack[i], metres > 0 ? 0 : 255);
        land += metres > 20, bare += metres > 20 && snow[i]<200, white += metres> 20 && snow[i] == 255;
    }
    print_message("of %d texels of land %d are white and %d lost a fifth of their snow\n", land, white, bare);
    assert_true(20 * white > land && 5 * bare > land);
    free(snow), free(pack);
}

// Gullies run down the slopes of the map, also those that are narrower than the terrain's lattice shows.
static void test_gullies_run_down_the_slopes_of_the_map(void **state) {
    enum { fine = 512, rows = 12 }; // rows of a slope and of flat ground
    uint16_t *codes = malloc((size_t)fine * fine / 2 * sizeof *codes);
    double depth[2] = {0}, count[2] = {0};
    folder = ((const struct folder *)*state)->path;
    for (int y = 0, height_here = 40000, up = 1; y < fine / 2; y++) {
        const bool slope = y / rows % 2;
        up = y % (2 * rows) == 0 ? -up : up;
        height_here += slope ? up * 1000 : 0;
        for (int x = 0; x < fine; x++)
            codes[y * fine + x] = (uint16_t)height_here;
    }
    write_picture_of("steps.png", fine, 16, codes, (size_t)fine * fine / 2 * sizeof *codes);
    tr_recipe *recipe =
        load_terrain("{\"name\": \"height\", \"file\": \"steps.png\", \"range_m\": [-8000, 9000]}",
                     "\"field\": \"gullies\", \"scale\": 20, \"octaves\": 2", -400, 400);
    uint8_t *bytes = bake_bytes_of(recipe, fine, TR_MAP_WATER);
    for (int y = fine / 8; y < 3 * fine / 8; y++)
        for (int x = 0; x < fine; x++) {
            const int across = y % rows;
            if (across < rows / 3 || across >= rows - rows / 3)
                continue;
            depth[y / rows % 2] += fabs(bytes[y * fine + x] - 127.5), count[y / rows % 2]++;
        }
    print_message("gullies of %.2f steps on flat ground, %.2f on slopes\n", depth[0] / count[0],
                  depth[1] / count[1]);
    assert_true(depth[1] / count[1] > 4);
    assert_true(depth[0] / count[0] < 0.6);
    free(codes), free(bytes);
    tr_recipe_destroy(recipe);
}

// Near the ground, too, land lies where a map with a flat sea has it, be it as low and rough as it may, and the
// sea is no thin film over land.
static void test_coasts_stay_near_the_ground(void **state) {
    enum { finer = 8, fine = finer * width };
    uint16_t relief[texels];
    int wrong = 0, shallow = 0, count = 0;
    folder = ((const struct folder *)*state)->path;
    make_relief(relief);
    for (int i = 0; i < texels; i++)
        relief[i] = relief[i] > 36000 ? (uint16_t)(36000 + relief[i] % 3000 * 9) : 36000;
    write_map("flat.png", relief);
    tr_recipe *recipe = load("earthlike", "{\"name\": \"height\", \"file\": \"flat.png\"}");
    float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(fine));
    for (int y = height / 5; y < height - height / 5; y++)
        for (int x = 0; x < width; x++, count++) {
            const float *at = heights + (size_t)(y * finer + finer / 2) * fine + x * finer + finer / 2;
            wrong += (*at > 0) != (relief[y * width + x] > 36000);
            shallow += *at <= 0 && *at > -8;
        }
    print_message("of %d texels, %d differ and %d are shallow\n", count, wrong, shallow);
    assert_true(wrong <= count / 100);
    assert_true(shallow <= count / 100);
    free(heights);
    tr_recipe_destroy(recipe);
}

// What a type draws as low or high ground lies low or high on the map: the dark seas of moons, lava, uplands.
static void test_lowlands_are_those_of_the_map(void **state) {
    static const struct {
        const char *type;
        tr_map map;
        double least, most; // brightness of low ground over that of high ground
    } cases[] = {{"barren", TR_MAP_ALBEDO, 0, 0.75},
                 {"arid", TR_MAP_ALBEDO, 1.4, 9},
                 {"desert", TR_MAP_ALBEDO, 1.15, 9},
                 {"inferno", TR_MAP_EMISSION, 4, 1e9}};
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    for (int i = 0; i < texels; i++)
        codes[i] = (uint16_t)(32768 + 20000 * sin(2 * M_PI * (i % width) / width) + i % 97);
    write_map("halves.png", codes);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i += is_quick() ? 3 : 1) {
        double sum[2] = {1e-9, 1e-9};
        tr_recipe *recipe = load(cases[i].type, "{\"name\": \"height\", \"file\": \"halves.png\"}");
        uint8_t *bytes = bake_bytes(recipe, cases[i].map);
        for (int t = texels / 5; t < texels - texels / 5; t++)
            if (abs(codes[t] - 32768) > 10000)
                sum[codes[t] > 32768] += bytes[3 * t] + bytes[3 * t + 1] + bytes[3 * t + 2];
        print_message("%s: low ground is %.2f times as bright as high ground\n", cases[i].type,
                      sum[0] / sum[1]);
        assert_true(sum[0] / sum[1] >= cases[i].least && sum[0] / sum[1] <= cases[i].most);
        free(bytes);
        tr_recipe_destroy(recipe);
    }
}

// What cannot be followed is told.
static void test_faults_are_told(void **state) {
    static const struct {
        const char *type, *maps, *path, *words;
    } cases[] = {
        {"barren", "{\"name\": \"rain\", \"file\": \"relief.png\"}", "maps.rain.name", "no climate"},
        {"barren", "{\"name\": \"land\", \"file\": \"relief.png\"}", "maps.land.name", "no sea"},
        {"earthlike", "{\"name\": \"height\", \"file\": \"odd.r16\"}", "maps.height.raw_size", "raw_size=["},
        {"earthlike", "{\"name\": \"height\", \"file\": \"even.png\"}", "maps.height.file", "the same value"},
        {"earthlike", "{\"name\": \"height\", \"file\": \"broken.png\"}", "maps.height.file", "broken.png"},
        {"earthlike", "{\"name\": \"height\", \"file\": \"relief.png\", \"channel\": \"alpha\"}",
         "maps.height.file", "alpha"},
    };
    uint16_t codes[texels];
    char path[128];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    uint16_t even[texels] = {0};
    write_map("even.png", even);
    snprintf(path, sizeof path, "%s/odd.r16", folder);
    FILE *file = fopen(path, "wb");
    fputs("1234567", file);
    fclose(file);
    snprintf(path, sizeof path, "%s/broken.png", folder);
    file = fopen(path, "wb");
    fputs("\x89PNG\r\n\x1a\nbroken", file);
    fclose(file);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_recipe *recipe = load(cases[i].type, cases[i].maps);
        tr_surface *surface = NULL;
        tr_error error = {0};
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
        assert_string_equal(error.path, cases[i].path);
        if (!strstr(error.message, cases[i].words))
            fail_msg("not '%s' but: %s", cases[i].words, error.message);
        tr_recipe_destroy(recipe);
    }
    // A file that is changed after the recipe was loaded.
    tr_recipe *recipe = load("barren", HEIGHT);
    codes[0]++;
    snprintf(path, sizeof path, "%s/relief.png", folder);
    assert_int_equal(unlink(path), 0);
    write_map("relief.png", codes);
    tr_surface *surface = NULL;
    tr_error error = {0};
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "maps.height.file");
    tr_recipe_destroy(recipe);
}

typedef struct saboteur {
    char path[128]; // of the file that it changes
    int left;       // polls until then
} saboteur;

static bool sabotage(void *context) {
    saboteur *s = context;
    if (--s->left == 0) {
        FILE *file = fopen(s->path, "ab");
        assert_non_null(file);
        fputs("more", file);
        assert_int_equal(fclose(file), 0);
    }
    return false;
}

// A file that changes while a planet is made of it. What was read of two files is no planet.
static void test_files_that_change_meanwhile(void **state) {
    uint16_t codes[texels];
    int while_read = 0;
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    for (int polls = 1;; polls += 1 + polls / 8) {
        write_map("relief.png", codes);
        tr_recipe *recipe = load_hills(HEIGHT);
        tr_surface *surface = NULL;
        tr_error error = {0};
        saboteur s = {.left = polls};
        snprintf(s.path, sizeof s.path, "%s/relief.png", folder);
        const tr_watch watch = {.stopped = sabotage, .context = &s};
        const tr_surface_options how = {.isa = TR_ISA_BASELINE, .watch = &watch};
        const tr_status status = tr_surface_make(recipe, &how, &surface, &error);
        tr_surface_destroy(surface);
        tr_recipe_destroy(recipe);
        if (status != TR_OK) {
            assert_int_equal(status, TR_BAD_INPUT);
            assert_string_equal(error.path, "maps.height.file");
            while_read += strstr(error.message, "the file changes while it is read") != NULL;
        }
        if (s.left > 0)
            break;
    }
    print_message("%d times while it was read\n", while_read);
    assert_true(while_read > 0);
}

// Small pictures need no large image.
static void test_coarse_recipes_read_less(void **state) {
    uint16_t codes[texels];
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load("barren", HEIGHT);
    const double whole = tr_own_map_cost(recipe, 0).kept;
    tr_recipe_coarsen(recipe, width / 16);
    assert_true(tr_own_map_cost(recipe, 0).kept == whole);
    tr_recipe_coarsen(recipe, width / 64);
    assert_true(tr_own_map_cost(recipe, 0).kept < whole / 15);
    tr_surface_destroy(make_surface(recipe, TR_ISA_BASELINE));
    tr_recipe_destroy(recipe);
}

// ---- images in memory (tr_recipe_set_image) --------------------------------------------------------

static tr_recipe *from_json(const char *maps) {
    char text[1024];
    tr_recipe *recipe;
    snprintf(text, sizeof text, "{\"type\": \"barren\", \"seed\": 3, \"maps\": [%s]}", maps);
    assert_int_equal(tr_recipe_from_json(text, strlen(text), &recipe, NULL), TR_OK);
    return recipe;
}

// The same planet as with the file.
static void test_images_from_memory(void **state) {
    const size_t bytes = texels * sizeof(float);
    uint16_t codes[texels];
    size_t length;
    tr_error error = {0};
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    unsigned char *file = read_file(at(*state, "relief.png"), &length);
    tr_recipe *there = load("barren", HEIGHT), *here = from_json(HEIGHT), *copy;
    assert_int_equal(tr_recipe_set_image(here, "relief.png", file, length, &error), TR_OK);
    assert_string_equal(here->maps[0].sha256, there->maps[0].sha256);
    assert_int_equal(tr_recipe_copy(here, &copy, NULL), TR_OK);
    tr_recipe_destroy(here); // the copy shares the image
    memset(file, 0, length); // which is the recipe's own
    free(file);
    float *want = bake_heights(there, tr_isa_best(), tr_whole_map(width));
    float *got = bake_heights(copy, tr_isa_best(), tr_whole_map(width));
    assert_memory_equal(got, want, bytes);
    free(want), free(got);
    tr_recipe_destroy(copy);
    tr_recipe_destroy(there);
}

// Six faces, one by one: they are a map once all are there.
static void test_faces_from_memory(void **state) {
    enum { side = 16 };
    static const char *const faces[] = {"px", "nx", "py", "ny", "pz", "nz"};
    uint16_t codes[side * side];
    char name[64];
    tr_error error = {0};
    tr_surface *surface = NULL;
    float metres;
    (void)state;
    tr_recipe *recipe =
        from_json("{\"name\": \"height\", \"file\": \"a_{face}.r16\", \"range_m\": [0, 65535]}");
    for (int i = 0; i < 6; i++) {
        for (int k = 0; k < side * side; k++)
            codes[k] = (uint16_t)(1000 * (i + 1));
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
        error = (tr_error){0};
        snprintf(name, sizeof name, "a_%s.r16", faces[i]);
        assert_string_equal(recipe->maps[0].sha256, "");
        assert_int_equal(tr_recipe_set_image(recipe, name, codes, sizeof codes, &error), TR_OK);
    }
    assert_int_equal(strlen(recipe->maps[0].sha256), 64);
    surface = make_surface(recipe, tr_isa_best());
    for (int i = 0; i < 6; i++) {
        const tr_band band = {.patch = {TR_CUBE, i, side, side / 2, side / 2, 1, 1},
                              .texels[TR_BAND_HEIGHTS] = &metres};
        assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
        assert_true(fabsf(metres - (float)(1000 * (i + 1))) < 1);
    }
    tr_surface_destroy(surface);
    assert_int_equal(tr_recipe_set_image(recipe, name, "ab", 2, NULL), TR_BAD_INPUT); // not what it has been
    assert_int_equal(tr_recipe_set_image(recipe, "a_xx.r16", "ab", 2, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_recipe_set_image(recipe, "a_{face}.r16", "ab", 2, NULL), TR_BAD_USAGE);
    tr_recipe_destroy(recipe);
}

static void assert_limits(const tr_recipe *recipe, double low_m, double high_m) {
    if (recipe->height_min_m != low_m || recipe->height_max_m != high_m)
        fail_msg("%g to %g m, not %g to %g m", recipe->height_min_m, recipe->height_max_m, low_m, high_m);
}

static void set_one(tr_recipe *recipe, const char *set) {
    tr_error error = {0};
    if (tr_recipe_set(recipe, 1, &set, &error) != TR_OK)
        fail_msg("%s: %s", set, error.message);
}

// The height map holds the heights of a map, in whatever order its settings come, unless the user has set its
// limits.
static void test_limits_hold_the_map(void **state) {
    enum { wide = 64, count = wide * wide / 2 };
    float metres[count];
    tr_recipe *recipe, *again;
    char *text;
    (void)state;
    for (int i = 0; i < count; i++)
        metres[i] = (float)(-8200 + (21229 + 8200) * (i * 37 % count) / (double)(count - 1)); // rough
    assert_int_equal(tr_recipe_of_type("earthlike", 3, &recipe, NULL), TR_OK);
    set_one(recipe, "maps.height={\"file\": \"m.r32\"}");
    assert_limits(recipe, -10000, 10000);
    assert_int_equal(tr_recipe_set_image(recipe, "m.r32", metres, sizeof metres, NULL), TR_OK);
    assert_limits(recipe, -10000, 27000); // as its numbers say
    set_one(recipe, "maps.height.range_m=[-31000, 2000]");
    assert_limits(recipe, -37000, 10000); // as the user says
    float *fine =
        bake_heights(recipe, tr_isa_best(), (tr_patch){.resolution = 4096, .width = 256, .height = 256});
    for (int i = 0; i < 256 * 256; i++)
        assert_true(fine[i] > -37000 && fine[i] < 10000);
    free(fine);

    // The recipe alone makes the same planet.
    assert_int_equal(tr_recipe_to_json(recipe, false, &text, NULL), TR_OK);
    assert_int_equal(tr_recipe_from_json(text, strlen(text), &again, NULL), TR_OK);
    assert_limits(again, -37000, 10000);
    assert_true(tr_recipe_equal(recipe, again));
    tr_recipe_destroy(again);
    tr_free(text);

    set_one(recipe, "maps.height.range_m=[2000, -3000]");
    assert_limits(recipe, -10000, 10000); // nothing is left of the wider ones
    set_one(recipe, "maps.height.range_m=[21000, -3000]");
    assert_limits(recipe, -10000, 25000);
    assert_int_equal(tr_recipe_set(recipe, 1, (const char *[]){"nonsense=1"}, NULL), TR_BAD_USAGE);
    assert_limits(recipe, -10000, 25000);
    set_one(recipe, "maps.height.strength=0");
    assert_limits(recipe, -10000, 10000);
    set_one(recipe, "maps.height.strength=0.5");
    set_one(recipe, "height_max_m=12000");
    assert_limits(recipe, -10000, 12000);
    set_one(recipe, "maps.height.range_m=[-20000, 50000]");
    assert_limits(recipe, -32000, 12000);
    set_one(recipe, "maps.height.range_m=[-1e6, 0]"); // not beyond what a limit may be
    assert_limits(recipe, -1e6, 12000);
    tr_recipe_destroy(recipe);
}

// Numbers that are no fractions get metres by their least and most.
static void test_numbers_with_metres(void **state) {
    enum { wide = 256, count = wide * wide / 2 };
    int16_t numbers[count];
    (void)state;
    for (int i = 0; i < count; i++)
        numbers[i] = (int16_t)(i % wide < wide / 2 ? -820 : 2122);
    tr_recipe *recipe = from_json("{\"name\": \"height\", \"file\": \"m.raw\", \"raw\": \"s16\", \"range_m\": "
                                  "[-100, 300]}");
    assert_int_equal(tr_recipe_set_image(recipe, "m.raw", numbers, sizeof numbers, NULL), TR_OK);
    for (int size = wide; size >= 64; size /= 4) { // also where texels are averaged
        recipe->map_width = size;
        float *heights = bake_heights(recipe, tr_isa_best(), tr_whole_map(size));
        assert_true(fabsf(heights[size / 4 * size + size / 4] + 100) < 1);
        assert_true(fabsf(heights[size / 4 * size + size * 3 / 4] - 300) < 1);
        free(heights);
    }
    tr_recipe_destroy(recipe);
}

// Numbers from 0 to 1 are greys.
static void test_numbers_that_are_greys(void **state) {
    enum { wide = 64, count = wide * wide / 2 };
    float numbers[count];
    uint16_t codes[count];
    (void)state;
    for (int i = 0; i < count; i++)
        codes[i] = (uint16_t)(i * 37 % count * 65535 / (count - 1)), numbers[i] = (float)codes[i] / 65535;
    float *heights[2];
    for (int k = 0; k < 2; k++) {
        tr_recipe *recipe = from_json(k == 0 ? "{\"name\": \"height\", \"file\": \"m.r32\"}"
                                             : "{\"name\": \"height\", \"file\": \"m.r16\"}");
        assert_int_equal(tr_recipe_set_image(recipe, k == 0 ? "m.r32" : "m.r16",
                                             k == 0 ? (void *)numbers : codes,
                                             k == 0 ? sizeof numbers : sizeof codes, NULL),
                         TR_OK);
        recipe->map_width = wide;
        heights[k] = bake_heights(recipe, tr_isa_best(), tr_whole_map(wide));
        tr_recipe_destroy(recipe);
    }
    for (int i = 0; i < count; i++)
        assert_true(fabsf(heights[0][i] - heights[1][i]) < 1);
    free(heights[0]);
    free(heights[1]);
}

static void test_wrong_images(void **state) {
    (void)state;
    tr_recipe *recipe = from_json(HEIGHT), *none = from_json("");
    tr_error error = {0};
    tr_surface *surface = NULL;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "maps.height.file");
    assert_non_null(strstr(error.message, "tr_recipe_set_image"));
    error = (tr_error){0};
    assert_int_equal(tr_recipe_set_image(recipe, "releif.png", "ab", 2, &error), TR_BAD_USAGE);
    assert_non_null(strstr(error.message, "did you mean 'relief.png'?"));
    assert_int_equal(tr_recipe_set_image(none, "relief.png", "ab", 2, NULL), TR_BAD_USAGE);
    assert_int_equal(recipe->file_count, 0);
    assert_string_equal(recipe->maps[0].sha256, "");

    // Another content, unless the digest is cleared.
    assert_int_equal(tr_recipe_set_image(recipe, "relief.png", "ab", 2, NULL), TR_OK);
    assert_int_equal(tr_recipe_set_image(recipe, "relief.png", "ab", 2, NULL), TR_OK);
    error = (tr_error){0};
    assert_int_equal(tr_recipe_set_image(recipe, "relief.png", "ac", 2, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "maps.height.sha256");
    assert_memory_equal(tr_recipe_file(recipe, "relief.png")->bytes, "ab", 2);
    assert_int_equal(tr_recipe_set(recipe, 1, (const char *[]){"maps.height.sha256="}, NULL), TR_OK);
    assert_int_equal(tr_recipe_set_image(recipe, "relief.png", NULL, 0, NULL), TR_OK);
    error = (tr_error){0}; // which is no image
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, &error), TR_BAD_INPUT);
    assert_string_equal(error.path, "maps.height.file");

    // Files that no map names any more make room.
    for (int i = 0; i < 3 * TR_MAX_OWN_MAPS; i++) {
        char set[64], name[16];
        snprintf(name, sizeof name, "%d.png", i);
        snprintf(set, sizeof set, "maps.height={\"name\":\"height\",\"file\":\"%s\"}", name);
        assert_int_equal(tr_recipe_set(recipe, 1, (const char *[]){set}, NULL), TR_OK);
        assert_int_equal(tr_recipe_set_image(recipe, name, "ab", 2, NULL), TR_OK);
    }
    tr_recipe_destroy(recipe);
    tr_recipe_destroy(none);
}

// ---- what is kept of an earlier surface --------------------------------------------------------

enum { finer_width = 8 * width, part_texels = 64 * 32 };

// Heights of a part that is finer than the map, from a surface that may keep what an earlier one has.
static tr_surface *bake_part(const tr_recipe *recipe, const tr_surface *previous, float heights[part_texels]) {
    tr_surface *surface;
    tr_error error = {0};
    const tr_band band = {.patch = {.resolution = finer_width, .x = 300, .y = 220, .width = 64, .height = 32},
                          .texels = {[TR_BAND_HEIGHTS] = heights}};
    if (tr_surface_create(recipe, tr_isa_best(), pool, previous, &surface, &error) != TR_OK)
        fail_msg("%s: %s", error.path, error.message);
    assert_int_equal(tr_surface_bake_all(surface, pool, NULL, &band, NULL, NULL), TR_OK);
    return surface;
}

// A change is baked after an earlier surface as it is alone, and is seen.
static tr_surface *assert_change_is_seen(const tr_recipe *recipe, tr_surface *previous,
                                         float before[part_texels]) {
    static float after[part_texels], alone[part_texels];
    tr_surface *surface = bake_part(recipe, previous, after);
    tr_surface_destroy(bake_part(recipe, NULL, alone));
    assert_memory_equal(after, alone, sizeof after);
    assert_memory_not_equal(after, before, sizeof after);
    memcpy(before, after, sizeof after);
    tr_surface_destroy(previous);
    return surface;
}

static void test_what_is_kept(void **state) {
    static float heights[part_texels], same[part_texels];
    static const char *const set[] = {"layers.land.erosion=6"};
    uint16_t codes[texels];
    tr_error error = {0};
    tr_surface *surface, *again;
    folder = ((const struct folder *)*state)->path;
    make_relief(codes);
    write_map("relief.png", codes);
    tr_recipe *recipe = load("earthlike", HEIGHT);
    surface = bake_part(recipe, NULL, heights);
    tr_recipe_destroy(recipe);

    for (int i = 0; i < texels; i++)
        codes[i] = (uint16_t)(65535 - codes[i]);
    write_map("relief.png", codes); // another file of the same name
    recipe = load("earthlike", HEIGHT);
    surface = assert_change_is_seen(recipe, surface, heights);
    tr_recipe_destroy(recipe);
    recipe = load("earthlike", "{\"name\": \"land\", \"file\": \"relief.png\"}");
    surface = assert_change_is_seen(recipe, surface, heights);
    assert_int_equal(tr_recipe_set(recipe, 1, set, &error), TR_OK);
    surface = assert_change_is_seen(recipe, surface, heights);
    tr_recipe_destroy(recipe);

    write_map("other.png", codes); // the same file by another name is not read again
    recipe = load("earthlike", "{\"name\": \"land\", \"file\": \"other.png\"}");
    assert_int_equal(tr_recipe_set(recipe, 1, set, &error), TR_OK);
    char path[600];
    snprintf(path, sizeof path, "%s/other.png", folder);
    assert_int_equal(remove(path), 0);
    again = bake_part(recipe, surface, same);
    assert_memory_equal(same, heights, sizeof same);
    tr_surface_destroy(surface);
    tr_surface_destroy(again);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &again, &error), TR_BAD_INPUT);
    tr_recipe_destroy(recipe);
}

int main(void) {
    const struct CMUnitTest tests[] = {FOLDER_TEST(test_heights_are_those_of_the_map),
                                       FOLDER_TEST(test_maps_turn_and_sink),
                                       FOLDER_TEST(test_strokes_change_a_map),
                                       FOLDER_TEST(test_maps_that_disagree),
                                       FOLDER_TEST(test_detail_goes_on),
                                       FOLDER_TEST(test_coasts_stay),
                                       FOLDER_TEST(test_sketches_have_land),
                                       FOLDER_TEST(test_colours_of_sketches_mean_more),
                                       FOLDER_TEST(test_weak_maps_have_coasts_of_ours),
                                       FOLDER_TEST(test_mountains_have_foothills),
                                       FOLDER_TEST(test_coasts_of_sketches_are_soft),
                                       FOLDER_TEST(test_rivers_end_at_the_coast),
                                       FOLDER_TEST(test_layers_keep_their_numbers),
                                       FOLDER_TEST(test_biomes_come_back),
                                       FOLDER_TEST(test_biomes_reach_their_coasts),
                                       FOLDER_TEST(test_legends),
                                       FOLDER_TEST(test_a_part_of_the_globe),
                                       FOLDER_TEST(test_strength),
                                       FOLDER_TEST(test_strength_of_a_terrain),
                                       FOLDER_TEST(test_new_sea_is_deep),
                                       FOLDER_TEST(test_raw_numbers),
                                       FOLDER_TEST(test_a_channel_of_a_map),
                                       FOLDER_TEST(test_pictures_are_painted),
                                       FOLDER_TEST(test_layers_read_the_heights_of_the_map),
                                       FOLDER_TEST(test_rain_stays_with_the_land),
                                       FOLDER_TEST(test_gullies_run_down_the_slopes_of_the_map),
                                       FOLDER_TEST(test_snow_and_pack_follow_the_ground),
                                       FOLDER_TEST(test_coasts_stay_near_the_ground),
                                       FOLDER_TEST(test_lowlands_are_those_of_the_map),
                                       FOLDER_TEST(test_faults_are_told),
                                       FOLDER_TEST(test_files_that_change_meanwhile),
                                       FOLDER_TEST(test_images_from_memory),
                                       FOLDER_TEST(test_what_is_kept),
                                       cmocka_unit_test(test_faces_from_memory),
                                       FOLDER_TEST(test_coarse_recipes_read_less),
                                       cmocka_unit_test(test_limits_hold_the_map),
                                       cmocka_unit_test(test_numbers_with_metres),
                                       cmocka_unit_test(test_numbers_that_are_greys),
                                       cmocka_unit_test(test_wrong_images)};
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tr_pool_destroy(pool);
    return failed;
}
