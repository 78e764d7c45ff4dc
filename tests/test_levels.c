// Mip levels of maps of a sphere.
#include "base/memory.h"
#include "support.h"
#include "texture/blocks.h"
#include "texture/container.h"
#include "texture/levels.h"

#include <math.h>
#include <stdlib.h>

#define PI 3.14159265358979323846

static uint32_t next_number(uint32_t *state) { return *state = *state * 1664525 + 1013904223; }

// Makes a map with memory for all its levels. free_map() frees it.
static tr_levels make_map(tr_levels_kind kind, int channels, int bytes, int width, int faces) {
    const int height = faces == 6 ? width : width / 2;
    tr_levels map = {.kind = kind,
                     .channels = channels,
                     .bytes = bytes,
                     .width = width,
                     .height = height,
                     .faces = faces,
                     .levels = tr_level_count(width, height)};
    for (int level = 0; level < map.levels; level++)
        for (int face = 0; face < faces; face++)
            map.data[level][face] =
                calloc((size_t)(channels * bytes),
                       (size_t)tr_level_size(width, level) * (size_t)tr_level_size(height, level));
    return map;
}

static void free_map(tr_levels *map) {
    for (int level = 0; level < map->levels; level++)
        for (int face = 0; face < map->faces; face++)
            free(map->data[level][face]);
}

static void make_levels(const tr_levels *map, int threads) {
    tr_error error = {0};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(threads, &pool, &error), TR_OK);
    assert_int_equal(tr_levels_make(map, pool, &error), TR_OK);
    tr_pool_destroy(pool);
}

static int width_of(const tr_levels *map, int level) { return tr_level_size(map->width, level); }
static int height_of(const tr_levels *map, int level) { return tr_level_size(map->height, level); }

static int get(const tr_levels *map, int level, int face, int x, int y, int c) {
    const size_t at =
        ((size_t)y * (size_t)width_of(map, level) + (size_t)x) * (size_t)map->channels + (size_t)c;
    return map->bytes == 1 ? ((uint8_t *)map->data[level][face])[at] : ((uint16_t *)map->data[level][face])[at];
}

static void set(const tr_levels *map, int face, int x, int y, int c, int code) {
    const size_t at = ((size_t)y * (size_t)map->width + (size_t)x) * (size_t)map->channels + (size_t)c;
    if (map->bytes == 1)
        ((uint8_t *)map->data[0][face])[at] = (uint8_t)code;
    else
        ((uint16_t *)map->data[0][face])[at] = (uint16_t)code;
}

// The direction of the centre of a texel, computed by the library for cube faces.
static void direction_of(const tr_levels *map, int level, int face, double x, double y, double d[3]) {
    const tr_patch patch = {.projection = TR_CUBE, .face = face, .resolution = width_of(map, level)};
    const double longitude = 2 * PI * ((x + 0.5) / width_of(map, level) - 0.5),
                 latitude = PI * (0.5 - (y + 0.5) / height_of(map, level)); // any number of rows
    d[0] = cos(latitude) * cos(longitude), d[1] = sin(latitude), d[2] = -cos(latitude) * sin(longitude);
    if (map->faces == 6)
        tr_patch_direction(&patch, x, y, d);
}

#define FOR_TEXELS(map, level)                                                                                 \
    for (int face = 0; face < (map)->faces; face++)                                                            \
        for (int y = 0; y < height_of(map, level); y++)                                                        \
            for (int x = 0; x < width_of(map, level); x++)

// ---- constant maps -------------------------------------------------------------------------------

static void fill(const tr_levels *map, const int codes[4]) {
    FOR_TEXELS(map, 0)
    for (int c = 0; c < map->channels; c++)
        set(map, face, x, y, c, codes[c]);
}

static void assert_constant(const tr_levels *map, const int codes[4]) {
    for (int level = 1; level < map->levels; level++)
        FOR_TEXELS(map, level)
    for (int c = 0; c < map->channels; c++)
        assert_int_equal(get(map, level, face, x, y, c), codes[c]);
}

static void check_constant(tr_levels_kind kind, int channels, int bytes, int width, int faces,
                           const int codes[4]) {
    tr_levels map = make_map(kind, channels, bytes, width, faces);
    fill(&map, codes);
    make_levels(&map, 1);
    assert_constant(&map, codes);
    free_map(&map);
}

static const int sizes[][2] = {{64, 1}, {37, 1}, {2, 1}, {16, 6}, {23, 6}, {1, 6}};

static void test_one_colour_stays(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int code = i; code < 256; code += i < 2 ? 3 : 30) {
            const int codes[4] = {code, 255 - code, code / 2, code};
            check_constant(TR_LEVELS_COLOURS, 3, 1, sizes[i][0], sizes[i][1], codes);
            check_constant(TR_LEVELS_COLOURS, 4, 1, sizes[i][0], sizes[i][1], codes);
            check_constant(TR_LEVELS_NUMBERS, 2, 1, sizes[i][0], sizes[i][1], codes);
            check_constant(TR_LEVELS_NUMBERS, 1, 2, sizes[i][0], sizes[i][1], (int[4]){257 * code});
            check_constant(TR_LEVELS_NUMBERS, 1, 2, sizes[i][0], sizes[i][1], (int[4]){254 * code + 1});
        }
}

static void test_flat_ground_stays(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++) {
        check_constant(TR_LEVELS_NORMALS, 3, 1, sizes[i][0], sizes[i][1], (int[4]){128, 128, 255});
        check_constant(TR_LEVELS_NORMALS, 3, 2, sizes[i][0], sizes[i][1], (int[4]){32768, 32768, 65535});
    }
}

static void test_roughness_of_flat_ground_stays(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int code = 0; code < 256; code += 15) {
            tr_levels normals = make_map(TR_LEVELS_NORMALS, 3, 1, sizes[i][0], sizes[i][1]);
            tr_levels orm = make_map(TR_LEVELS_NUMBERS, 3, 1, sizes[i][0], sizes[i][1]);
            fill(&normals, (int[4]){128, 128, 255});
            fill(&orm, (int[4]){200, code, 40});
            make_levels(&normals, 1);
            orm.normals = &normals;
            orm.roughness = 1;
            make_levels(&orm, 1);
            assert_constant(&orm, (int[4]){200, code, 40});
            free_map(&normals);
            free_map(&orm);
        }
}

// ---- light and alpha -----------------------------------------------------------------------------

// Black and white average to half the light: code 188, not 128. (On a cube texels differ in size.)
static void test_checkers_become_188(void **state) {
    (void)state;
    tr_levels map = make_map(TR_LEVELS_COLOURS, 3, 1, 64, 1);
    FOR_TEXELS(&map, 0)
    for (int c = 0; c < 3; c++)
        set(&map, face, x, y, c, (x + y) % 2 ? 255 : 0);
    make_levels(&map, 1);
    assert_constant(&map, (int[4]){188, 188, 188});
    free_map(&map);
}

// Transparent green next to opaque red: the mean colour is red with half the alpha.
static void test_what_is_clear_gives_no_colour(void **state) {
    (void)state;
    tr_levels map = make_map(TR_LEVELS_COLOURS, 4, 1, 64, 1);
    FOR_TEXELS(&map, 0) {
        set(&map, face, x, y, x % 2, 255);
        set(&map, face, x, y, 3, x % 2 ? 0 : 255);
    }
    make_levels(&map, 1);
    for (int level = 1; level < map.levels; level++) {
        assert_int_equal(get(&map, level, 0, 0, 0, 0), 255);
        assert_true(get(&map, level, 0, 0, 0, 1) <= 1);
        assert_in_range(get(&map, level, 0, 0, 0, 3), 127, 128);
    }
    free_map(&map);
}

// ---- the sphere ----------------------------------------------------------------------------------

static double smooth(const double d[3]) {
    return 30000 + 9000 * d[1] * d[1] + 7000 * d[0] * d[2] + 5000 * d[1] + 4000 * d[0] * d[0] * d[0];
}

static void paint_smooth(const tr_levels *map) {
    FOR_TEXELS(map, 0) {
        double d[3];
        direction_of(map, 0, face, x, y, d);
        set(map, face, x, y, 0, (int)lround(smooth(d)));
    }
}

// The area-weighted mean of the function over a texel of an equirectangular map.
static double integral(const tr_levels *map, int level, int x, int y) {
    enum { parts = 24 };
    double sum = 0, weights = 0;
    for (int j = 0; j < parts; j++)
        for (int i = 0; i < parts; i++) {
            const double row = y - 0.5 + (j + 0.5) / parts, column = x - 0.5 + (i + 0.5) / parts;
            const double weight = sin(PI * (row + 0.5) / height_of(map, level));
            double d[3];
            direction_of(map, level, 0, column, row, d);
            sum += weight * smooth(d);
            weights += weight;
        }
    return sum / weights;
}

// The largest difference from the integral on a level of at least 16 columns, and on the last level.
static double worst_of_map(int width, double *last) {
    tr_levels map = make_map(TR_LEVELS_NUMBERS, 1, 2, width, 1);
    double worst = 0;
    paint_smooth(&map);
    make_levels(&map, 1);
    const int level = map.levels - 5;
    FOR_TEXELS(&map, level)
    worst = fmax(worst, fabs(get(&map, level, face, x, y, 0) - integral(&map, level, x, y)));
    *last = fabs(get(&map, map.levels - 1, 0, 0, 0, 0) - (30000 + 9000.0 / 3)); // the other terms are odd
    free_map(&map);
    return worst;
}

static void test_rows_weigh_as_their_area(void **state) {
    (void)state;
    double last[4];
    const double coarse = worst_of_map(32, &last[0]), fine = worst_of_map(64, &last[1]),
                 finest = worst_of_map(256, &last[2]), odd = worst_of_map(200, &last[3]);
    assert_true(coarse < 150 && fine < coarse / 3 && finest < fine / 9);
    assert_true(odd < 80); // 25 rows are reduced to 12
    assert_true(last[0] < 12 && last[1] < 4 && last[2] <= 2 && last[3] <= 2);
}

// The area-weighted mean of a level over the sphere.
static double mean(const tr_levels *map, int level) {
    double sum = 0, weights = 0;
    FOR_TEXELS(map, level) {
        const double a = (2 * x + 1.0) / width_of(map, level) - 1,
                     b = (2 * y + 1.0) / height_of(map, level) - 1;
        const double weight = map->faces == 6 ? pow(1 + a * a + b * b, -1.5) : cos(PI / 2 * b);
        sum += weight * get(map, level, face, x, y, 0);
        weights += weight;
    }
    return sum / weights;
}

static void test_heights_keep_their_mean(void **state) {
    (void)state;
    for (int faces = 1; faces <= 6; faces += 5) {
        tr_levels map = make_map(TR_LEVELS_NUMBERS, 1, 2, 64, faces);
        uint32_t number = 9;
        FOR_TEXELS(&map, 0) set(&map, face, x, y, 0, (int)(next_number(&number) >> 16));
        make_levels(&map, 1);
        for (int level = 1; level < map.levels; level++)
            assert_true(fabs(mean(&map, level) - mean(&map, 0)) < (faces == 6 ? 12 : 2));
        free_map(&map);
    }
}

// Rotating the map by 180 degrees rotates its levels.
static void test_the_date_line_is_nothing_special(void **state) {
    (void)state;
    tr_levels a = make_map(TR_LEVELS_COLOURS, 3, 1, 96, 1), b = make_map(TR_LEVELS_COLOURS, 3, 1, 96, 1);
    uint32_t number = 1;
    FOR_TEXELS(&a, 0)
    for (int c = 0; c < 3; c++) {
        const int code = (int)(next_number(&number) >> 24);
        set(&a, face, x, y, c, code);
        set(&b, face, (x + 48) % 96, y, c, code);
    }
    make_levels(&a, 1);
    make_levels(&b, 3);
    for (int level = 1; width_of(&a, level) % 2 == 0; level++)
        FOR_TEXELS(&a, level)
    assert_int_equal(get(&a, level, 0, x, y, 0),
                     get(&b, level, 0, (x + width_of(&a, level) / 2) % width_of(&a, level), y, 0));
    free_map(&a);
    free_map(&b);
}

// ---- the cube ------------------------------------------------------------------------------------

// Levels of a smooth function equal the function on all faces, also at their edges.
static void test_faces_agree(void **state) {
    (void)state;
    for (int width = 63; width <= 64; width++) {
        tr_levels map = make_map(TR_LEVELS_NUMBERS, 1, 2, width, 6);
        paint_smooth(&map);
        make_levels(&map, 2);
        for (int level = 1; width_of(&map, level) >= 8; level++)
            FOR_TEXELS(&map, level) {
                double d[3];
                direction_of(&map, level, face, x, y, d);
                assert_true(fabs(get(&map, level, face, x, y, 0) - smooth(d)) <
                            25000.0 / (width_of(&map, level) * width_of(&map, level)));
            }
        free_map(&map);
    }
}

// A white face brightens the edges of its four neighbours and nothing else.
static void test_edges_see_the_other_face(void **state) {
    (void)state;
    for (int white = 0; white < 6; white++) {
        tr_levels map = make_map(TR_LEVELS_NUMBERS, 1, 1, 16, 6);
        for (int y = 0; y < 16; y++)
            for (int x = 0; x < 16; x++)
                set(&map, white, x, y, 0, 255);
        make_levels(&map, 1);
        FOR_TEXELS(&map, 1) {
            double d[3];
            const int axis = white / 2, sign = white % 2 ? -1 : 1;
            direction_of(&map, 1, face, x, y, d);
            const double to_face = d[axis] * sign / fmax(fmax(fabs(d[0]), fabs(d[1])), fabs(d[2]));
            const int code = get(&map, 1, face, x, y, 0);
            if (face == white)
                assert_true(code > 190);
            else if (to_face > 1 - 2.0 / 8 + 1e-6)
                assert_in_range(code, 25, 45); // an eighth
            else
                assert_int_equal(code, 0);
        }
        free_map(&map);
    }
}

// ---- normals -------------------------------------------------------------------------------------

static void put_vector(const tr_levels *map, int face, int x, int y, const double v[3]) {
    const double length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), most = map->bytes == 1 ? 255 : 65535;
    for (int c = 0; c < 3; c++)
        set(map, face, x, y, c, (int)lround((v[c] / length * (map->south && c == 1 ? -1 : 1) + 1) / 2 * most));
}

static void get_vector(const tr_levels *map, int level, int face, int x, int y, double v[3]) {
    for (int c = 0; c < 3; c++)
        v[c] = get(map, level, face, x, y, c) / (map->bytes == 1 ? 127.5 : 32767.5) - 1;
    v[1] = map->south ? -v[1] : v[1];
}

static void paint_bumps(const tr_levels *map, double strength) {
    uint32_t number = 4;
    FOR_TEXELS(map, 0) {
        double v[3] = {0, 0, 1};
        for (int c = 0; c < 2; c++)
            v[c] = strength * ((double)next_number(&number) / UINT32_MAX - 0.5);
        put_vector(map, face, x, y, v);
    }
}

static void test_normals_have_length_one(void **state) {
    (void)state;
    for (int i = 0; i < 6; i++)
        for (int bytes = 1; bytes <= 2; bytes++) {
            tr_levels map = make_map(TR_LEVELS_NORMALS, 3, bytes, sizes[i][0], sizes[i][1]);
            paint_bumps(&map, 4);
            make_levels(&map, 1);
            for (int level = 1; level < map.levels; level++)
                FOR_TEXELS(&map, level) {
                    double v[3];
                    get_vector(&map, level, face, x, y, v);
                    assert_true(fabs(sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) - 1) <
                                (bytes == 1 ? 0.0075 : 3e-5));
                }
            free_map(&map);
        }
}

// The direction of the planet's +X axis in the frame of a texel: east and north, which rotate around the
// poles, or along the columns of a face and against its rows.
static void slope_to_x(const tr_levels *map, int level, int face, int x, int y, double v[3]) {
    double d[3], beside[3], u[3], up = 0, length = 0;
    direction_of(map, level, face, x, y, d);
    direction_of(map, level, face, x + 1e-3, y, beside);
    for (int c = 0; c < 3; c++)
        u[c] = beside[c] - d[c], up += u[c] * d[c];
    for (int c = 0; c < 3; c++)
        u[c] -= up * d[c], length += u[c] * u[c];
    v[0] = 0.5 * u[0] / sqrt(length);
    v[1] = 0.5 * (d[1] * u[2] - d[2] * u[1]) / sqrt(length);
    v[2] = 1;
}

// Ground that leans in one direction, also across the poles, does so on all levels.
static void test_slopes_at_the_poles(void **state) {
    (void)state;
    for (int i = 0; i < 4; i++) {
        const bool cube = i % 2;
        tr_levels map = make_map(TR_LEVELS_NORMALS, 3, 2, cube ? 64 : 128, cube ? 6 : 1);
        map.south = i / 2;
        FOR_TEXELS(&map, 0) {
            double v[3];
            slope_to_x(&map, 0, face, x, y, v);
            put_vector(&map, face, x, y, v);
        }
        make_levels(&map, 2);
        for (int level = 1; width_of(&map, level) >= (cube ? 4 : 8); level++)
            FOR_TEXELS(&map, level) {
                double v[3], want[3];
                get_vector(&map, level, face, x, y, v);
                slope_to_x(&map, level, face, x, y, want);
                const double most = 2.5 / (width_of(&map, level) * width_of(&map, level));
                assert_true(fabs(v[0] / v[2] - want[0]) < most);
                assert_true(fabs(v[1] / v[2] - want[1]) < most);
            }
        free_map(&map);
    }
}

// The roughness on level 1 in the middle of a map with this roughness and these bumps.
static double roughness_of_bumps(int code, double strength, int faces) {
    tr_levels normals = make_map(TR_LEVELS_NORMALS, 3, 1, 64, faces),
              orm = make_map(TR_LEVELS_NUMBERS, 3, 1, 64, faces);
    double sum = 0;
    int count = 0;
    paint_bumps(&normals, strength);
    fill(&orm, (int[4]){255, code, 0});
    make_levels(&normals, 1);
    orm.normals = &normals;
    orm.roughness = 1;
    make_levels(&orm, 1);
    FOR_TEXELS(&orm, 3) {
        sum += get(&orm, 3, face, x, y, 1) / 255.0;
        count++;
        assert_int_equal(get(&orm, 3, face, x, y, 0), 255);
        assert_int_equal(get(&orm, 3, face, x, y, 2), 0);
    }
    free_map(&normals);
    free_map(&orm);
    return sum / count;
}

// Slopes uniformly distributed over `strength` have a variance of strength² / 12. The squared width of GGX
// grows by twice that.
static void test_bumps_become_roughness(void **state) {
    (void)state;
    for (int faces = 1; faces <= 6; faces += 5)
        for (int code = 0; code < 256; code += 85) {
            double before = code / 255.0;
            for (double strength = 0.1; strength < 0.7; strength *= 2) {
                const double found = roughness_of_bumps(code, strength, faces);
                const double want = pow(fmin(pow(code / 255.0, 4) + strength * strength / 6, 1), 0.25);
                assert_true(fabs(found - want) < 0.05);
                assert_true(found > before - 1e-9);
                before = found;
            }
        }
}

static void test_threads_change_nothing(void **state) {
    (void)state;
    for (int faces = 1; faces <= 6; faces += 5) {
        tr_levels a = make_map(TR_LEVELS_NORMALS, 3, 1, 50, faces),
                  b = make_map(TR_LEVELS_NORMALS, 3, 1, 50, faces);
        paint_bumps(&a, 3);
        paint_bumps(&b, 3);
        make_levels(&a, 1);
        make_levels(&b, 3);
        for (int level = 1; level < a.levels; level++)
            FOR_TEXELS(&a, level)
        for (int c = 0; c < 3; c++)
            assert_int_equal(get(&a, level, face, x, y, c), get(&b, level, face, x, y, c));
        free_map(&a);
        free_map(&b);
    }
}

// ---- textures ------------------------------------------------------------------------------------

// A texture has the minimal size and the right order of levels and faces.
static void test_textures_of_levels(void **state) {
    (void)state;
    static const tr_texture_format formats[] = {TR_TEXTURE_RGBA8, TR_TEXTURE_BC1, TR_TEXTURE_BC7};
    tr_error error = {0};
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, &error), TR_OK);
    tr_levels map = make_map(TR_LEVELS_COLOURS, 3, 1, 20, 6);
    FOR_TEXELS(&map, 0)
    for (int c = 0; c < 3; c++)
        set(&map, face, x, y, c, 11 * face + 3 * x + 5 * y + 7 * c);
    make_levels(&map, 1);
    for (int f = 0; f < 3; f++) {
        tr_texture t;
        void *memory;
        assert_int_equal(tr_texture_make(&map, formats[f], tr_isa_best(), pool, &t, &memory, &error), TR_OK);
        assert_true(t.srgb && t.format == formats[f] && t.levels == map.levels && t.faces == 6);
        for (int level = 0; level < t.levels; level++)
            for (int face = 0; face < 6; face++) {
                uint8_t want[20 * 20 * 4];
                const int width = width_of(&map, level);
                const size_t bytes = tr_texture_bytes(t.format, width, width);
                tr_blocks_encode(f == 0 ? TR_TEXTURE_BC7 : t.format, tr_isa_best(),
                                 &(tr_texels){map.data[level][face], 3, width, width}, pool, want);
                for (int i = 0; i < width * width && f == 0; i++)
                    for (int c = 0; c < 4; c++)
                        want[4 * i + c] =
                            (uint8_t)(c == 3 ? 255 : get(&map, level, face, i % width, i / width, c));
                assert_memory_equal(t.data[level][face], want, bytes);
            }
        tr_free(memory);
    }
    tr_pool_destroy(pool);
    free_map(&map);
}

static void test_textures_without_a_copy(void **state) {
    (void)state;
    tr_error error = {0};
    tr_levels map = make_map(TR_LEVELS_NUMBERS, 1, 2, 20, 1);
    tr_texture t;
    void *memory, *capacity = malloc(tr_levels_bytes(&map));
    assert_int_equal(tr_levels_bytes(&map), 2 * (10 * 5 + 5 * 2 + 2 * 1 + 1));
    assert_int_equal(tr_texture_make(&map, TR_TEXTURE_R16, TR_ISA_BASELINE, NULL, &t, &memory, &error), TR_OK);
    assert_null(memory);
    for (int level = 0; level < map.levels; level++)
        assert_ptr_equal(t.data[level][0], map.data[level][0]);
    tr_levels placed = map;
    tr_levels_place(&placed, capacity);
    assert_ptr_equal(placed.data[1][0], capacity);
    assert_ptr_equal(placed.data[4][0], (uint8_t *)capacity + 2 * (50 + 10 + 2));
    free(capacity);
    free_map(&map);
}

// ---- memory --------------------------------------------------------------------------------------

// An allocator that fails after `left` allocations.
static void *give(void *left, size_t bytes) { return (*(int *)left)-- > 0 ? malloc(bytes) : NULL; }
static void *give_again(void *left, void *block, size_t bytes) {
    return (*(int *)left)-- > 0 ? realloc(block, bytes) : NULL;
}
static void take_back(void *left, void *block) {
    (void)left;
    free(block);
}

// Makes levels, their texture and its file, up to the first failed allocation.
static tr_status make_all(const tr_levels *map, tr_pool *pool, tr_atomic_file *file, tr_error *error) {
    tr_texture texture;
    void *memory;
    tr_status status = tr_levels_make(map, pool, error);
    if (status != TR_OK)
        return status;
    status = tr_texture_make(map, TR_TEXTURE_BC1, tr_isa_best(), pool, &texture, &memory, error);
    if (status != TR_OK)
        return status;
    status = tr_ktx2_write(file, &texture, 3, NULL, error);
    tr_free(memory);
    return status;
}

static void test_too_little_memory(void **state) {
    (void)state;
    int left = 1000000, tries = 0;
    const tr_allocator allocator = {give, give_again, take_back, &left};
    tr_levels map = make_map(TR_LEVELS_COLOURS, 3, 1, 16, 1);
    tr_pool *pool;
    tr_atomic_file *file;
    tr_status status = TR_NO_MEMORY;
    assert_int_equal(tr_set_allocator(&allocator, NULL), TR_OK);
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_atomic_open("/dev/null", &file, NULL), TR_OK);
    while (status != TR_OK && tries < 30) {
        tr_error error = {0};
        left = tries++;
        status = make_all(&map, pool, file, &error);
        assert_true(status == TR_OK || (status == TR_NO_MEMORY && error.status == TR_NO_MEMORY));
    }
    left = 1000000;
    assert_int_equal(status, TR_OK);
    assert_true(tries > 4); // allocations that were needed
    assert_int_equal(tr_atomic_commit(file, NULL), TR_OK);
    tr_pool_destroy(pool);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK); // all memory has been freed
    free_map(&map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_colour_stays),
        cmocka_unit_test(test_flat_ground_stays),
        cmocka_unit_test(test_roughness_of_flat_ground_stays),
        cmocka_unit_test(test_checkers_become_188),
        cmocka_unit_test(test_what_is_clear_gives_no_colour),
        cmocka_unit_test(test_rows_weigh_as_their_area),
        cmocka_unit_test(test_heights_keep_their_mean),
        cmocka_unit_test(test_the_date_line_is_nothing_special),
        cmocka_unit_test(test_faces_agree),
        cmocka_unit_test(test_edges_see_the_other_face),
        cmocka_unit_test(test_normals_have_length_one),
        cmocka_unit_test(test_slopes_at_the_poles),
        cmocka_unit_test(test_bumps_become_roughness),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_textures_of_levels),
        cmocka_unit_test(test_textures_without_a_copy),
        cmocka_unit_test(test_too_little_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
