// Patches: any rectangle of any map has the texels of the whole map, on equirectangular maps and on the faces
// of a cube, which have OpenGL's cube map orientation.
#include "support.h"

#include "planets.h"
#include "worlds.h"
#include <math.h>
#include <string.h>

static const char *const chosen[] = {"earthlike", "barren", "gas-giant", "asteroid", "inferno"};
enum { chosen_count = sizeof chosen / sizeof chosen[0] };

typedef struct texels {
    tr_patch patch;
    void *of[TR_MAP_COUNT];
} texels;

static tr_surface *make_surface(const char *type, tr_isa isa) {
    tr_scene scene;
    tr_surface *surface;
    load(type, 3, 0, NULL, &scene);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, isa, NULL, NULL, &surface, NULL), TR_OK);
    tr_scene_clear(&scene);
    return surface;
}

static void bake_into(const tr_surface *surface, int threads, tr_cache *cache, texels *t) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_bake_patch(surface, pool, cache, t->patch, t->of, NULL, NULL), TR_OK);
    tr_pool_destroy(pool);
}

static texels bake_patch(const tr_surface *surface, tr_patch patch, int threads) {
    texels t = {.patch = patch};
    for (int m = 0; m < TR_MAP_COUNT; m++) {
        if (m == TR_MAP_ORM && is_quick() && patch.resolution >= 2048)
            continue; // many horizons would have to be computed
        t.of[m] = malloc((size_t)patch.width * (size_t)patch.height * tr_map_texel_bytes((tr_map)m));
        assert_non_null(t.of[m]);
    }
    bake_into(surface, threads, NULL, &t);
    return t;
}

static void free_texels(texels *t) {
    for (int m = 0; m < TR_MAP_COUNT; m++)
        free(t->of[m]);
}

static const uint8_t *texel_of(const texels *t, tr_map map, int x, int y) {
    const size_t bytes = tr_map_texel_bytes(map);
    return (const uint8_t *)t->of[map] +
           bytes * ((size_t)(y - t->patch.y) * (size_t)t->patch.width + (size_t)(x - t->patch.x));
}

// Asserts that `part` is the rectangle of `all` that its patch says.
static void assert_piece(const texels *all, const texels *part) {
    for (int m = 0; m < TR_MAP_COUNT; m++)
        for (int y = part->patch.y; part->of[m] && y < part->patch.y + part->patch.height; y++) {
            const size_t bytes = tr_map_texel_bytes((tr_map)m) * (size_t)part->patch.width;
            const int x = part->patch.x;
            if (memcmp(texel_of(all, (tr_map)m, x, y), texel_of(part, (tr_map)m, x, y), bytes) != 0)
                fail_msg("%s: row %d of %d x %d at (%d, %d) of %d", tr_map_get_format((tr_map)m)->name, y,
                         part->patch.width, part->patch.height, x, part->patch.y, part->patch.resolution);
        }
}

static void compare_piece(const tr_surface *surface, const texels *all, int x, int y, int width, int height,
                          int threads) {
    tr_patch patch = all->patch;
    patch.x = x, patch.y = y, patch.width = width, patch.height = height;
    texels part = bake_patch(surface, patch, threads);
    assert_piece(all, &part);
    free_texels(&part);
}

// Rectangles in the middle and at every edge, single texels, single rows and columns.
static void compare_pieces(const tr_surface *surface, const texels *all) {
    const tr_patch p = all->patch;
    const int e = p.x + p.width, s = p.y + p.height, w = p.width, h = p.height;
    const int pieces[][4] = {{p.x + w / 3, p.y + h / 3, w / 5, h / 5},
                             {p.x, p.y, 17, 9},
                             {e - 21, s - 11, 21, 11},
                             {p.x + w / 2 - 1, p.y, 1, 1},
                             {e - 1, s - 1, 1, 1},
                             {p.x, p.y + h / 2, 1, h / 2},
                             {p.x, p.y + 5, w, 1},
                             {e - 3, p.y, 3, h},
                             {p.x + 1, p.y + 1, w - 2, 40}};
    for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
        compare_piece(surface, all, pieces[i][0], pieces[i][1], pieces[i][2], pieces[i][3], 1 + (int)i % 3);
}

static void test_any_rectangle_of_a_map_is_the_same(void **state) {
    (void)state;
    enum { width = 200 };
    for (int t = 0; t < chosen_count; t++) {
        tr_surface *surface = make_surface(chosen[t], tr_isa_best());
        texels all = bake_patch(surface, tr_whole_map(width), 2);
        compare_pieces(surface, &all);
        free_texels(&all);
        tr_surface_destroy(surface);
    }
}

// Patches of maps that are too large to bake whole: in the middle, at the antimeridian and at both poles.
static void test_large_maps_have_patches(void **state) {
    (void)state;
    tr_surface *surface = make_surface(is_quick() ? "inferno" : "earthlike", tr_isa_best());
    const tr_patch where[] = {{TR_EQUIRECT, 0, 262144, 131000, 60000, 60, 50},
                              {TR_EQUIRECT, 0, 262144, 262144 - 50, 65000, 50, 50},
                              {TR_EQUIRECT, 0, 8192, 0, 0, 60, 50},
                              {TR_EQUIRECT, 0, 8192, 4000, 4096 - 45, 60, 45},
                              {TR_EQUIRECT, 0, 1 << 22, 2097000, 1048000, 60, 50},
                              {TR_CUBE, 4, 65536, 32700, 65536 - 60, 60, 60},
                              {TR_CUBE, 1, 1 << 20, (1 << 20) - 60, 524000, 60, 60}};
    for (size_t i = 0; i < sizeof where / sizeof where[0]; i += under_sanitizer ? 2 : 1) {
        texels all = bake_patch(surface, where[i], 2);
        const tr_patch p = where[i];
        compare_piece(surface, &all, p.x + 7, p.y + 3, 20, 30, 1);
        compare_piece(surface, &all, p.x, p.y, 1, p.height, 2);
        compare_piece(surface, &all, p.x + p.width - 9, p.y + p.height - 1, 9, 1, 2);
        free_texels(&all);
    }
    tr_surface_destroy(surface);
}

// ---- faces of a cube ---------------------------------------------------------------------------

static tr_patch whole_face(int face, int resolution) {
    return (tr_patch){TR_CUBE, face, resolution, 0, 0, resolution, resolution};
}

static void test_any_rectangle_of_a_face_is_the_same(void **state) {
    (void)state;
    for (int t = 0; t < chosen_count; t++) {
        tr_surface *surface = make_surface(chosen[t], tr_isa_best());
        texels all = bake_patch(surface, whole_face(t % 6, 64), 3);
        compare_pieces(surface, &all);
        free_texels(&all);
        tr_surface_destroy(surface);
    }
}

static void test_faces_have_the_same_bits_everywhere(void **state) {
    (void)state;
    bool golden = true;
    for (int t = 0; t < chosen_count; t++)
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            // other tests compare fields on all instruction sets
            if (!tr_isa_available(isa) || (isa != tr_isa_best() && (under_sanitizer || (t > 0 && !is_full()))))
                continue;
            tr_surface *surface = make_surface(chosen[t], isa);
            uint64_t hash = 1;
            for (int face = 0; face < 6; face++) {
                texels all = bake_patch(surface, whole_face(face, 32), 1 + isa);
                for (int m = 0; m < TR_MAP_COUNT; m++)
                    hash = hash_bytes(hash, all.of[m], 32 * 32 * tr_map_texel_bytes((tr_map)m));
                free_texels(&all);
            }
            char name[64];
            snprintf(name, sizeof name, "cube:%s-3", chosen[t]);
            golden = is_golden(name, hash) && golden;
            tr_surface_destroy(surface);
        }
    assert_true(golden);
}

// Tiles of faces whose noise is interpolated between nodes (docs/internals/faces.md): where squares of nodes
// meet, at a corner and beyond an edge.
static void test_tiles_have_the_same_bits_everywhere(void **state) {
    (void)state;
    bool golden = true;
    const tr_patch pieces[] = {{TR_CUBE, 4, 1 << 10, 256 - 21, 512 - 9, 44, 36},
                               {TR_CUBE, 1, 1 << 14, -1, (1 << 14) - 40, 30, 41},
                               {TR_CUBE, 2, 1 << 20, 700001, 300003, 36, 44}};
    for (int t = 0; t < chosen_count; t++)
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) {
            if (!tr_isa_available(isa) || (isa != tr_isa_best() && (under_sanitizer || (t > 0 && !is_full()))))
                continue;
            tr_surface *surface = make_surface(chosen[t], isa);
            uint64_t hash = 1;
            for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
                const tr_patch p = pieces[k];
                texels all = {.patch = p};
                for (int m = 0; m < TR_MAP_COUNT; m++)
                    if (m != TR_MAP_ORM) // many horizons would have to be computed
                        all.of[m] = malloc((size_t)p.width * (size_t)p.height * tr_map_texel_bytes((tr_map)m));
                bake_into(surface, 1 + isa, NULL, &all);
                for (int m = 0; m < TR_MAP_COUNT; m++)
                    if (all.of[m])
                        hash = hash_bytes(hash, all.of[m],
                                          (size_t)p.width * (size_t)p.height * tr_map_texel_bytes((tr_map)m));
                free_texels(&all);
            }
            char name[64];
            snprintf(name, sizeof name, "tile:%s-3", chosen[t]);
            golden = is_golden(name, hash) && golden;
            tr_surface_destroy(surface);
        }
    assert_true(golden);
}

// Where OpenGL looks up a direction (3.3 core, section 3.8.10): face, s and t.
static int look_up(const double r[3], double *s, double *t) {
    const double x = fabs(r[0]), y = fabs(r[1]), z = fabs(r[2]);
    double sc, tc, ma;
    int face;
    if (x >= y && x >= z)
        face = r[0] > 0 ? 0 : 1, sc = r[0] > 0 ? -r[2] : r[2], tc = -r[1], ma = x;
    else if (y >= z)
        face = r[1] > 0 ? 2 : 3, sc = r[0], tc = r[1] > 0 ? r[2] : -r[2], ma = y;
    else
        face = r[2] > 0 ? 4 : 5, sc = r[2] > 0 ? r[0] : -r[0], tc = -r[1], ma = z;
    *s = (sc / ma + 1) / 2, *t = (tc / ma + 1) / 2;
    return face;
}

static void test_faces_lie_as_cube_maps_do(void **state) {
    (void)state;
    enum { n = 24 };
    for (int face = 0; face < 6; face++)
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++) {
                const tr_patch patch = whole_face(face, n);
                double d[3], s, t;
                tr_patch_direction(&patch, i, j, d);
                assert_true(fabs(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - 1) < 1e-12);
                assert_int_equal(look_up(d, &s, &t), face);
                assert_int_equal((int)floor(s * n), i);
                assert_int_equal((int)floor(t * n), j);
            }
}

// The position of a direction in an equirectangular map: column and row, with fractions.
static void place_in_map(const double d[3], int width, double *x, double *y) {
    *x = (atan2(-d[2], d[0]) / (2 * M_PI) + 0.5) * width - 0.5;
    *y = acos(d[1]) / M_PI * width / 2 - 0.5;
}

// The texel of the map nearest to a position.
static const uint8_t *nearest(const texels *map, tr_map kind, double x, double y) {
    const int width = map->patch.width, height = map->patch.height;
    const int i = (int)lround(x), j = (int)lround(y);
    return texel_of(map, kind, (i + width) % width, j < 0 ? 0 : j >= height ? height - 1 : j);
}

// Mean differences between the faces and a finer equirectangular map at the directions of their texels.
typedef struct difference {
    double albedo, height, normal;
} difference;

static difference compare_face(const texels *face, const texels *map) {
    difference sum = {0};
    const int n = face->patch.resolution;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            double d[3], x, y;
            tr_patch_direction(&face->patch, i, j, d);
            place_in_map(d, map->patch.resolution, &x, &y);
            for (int c = 0; c < 3; c++) {
                sum.albedo +=
                    abs(texel_of(face, TR_MAP_ALBEDO, i, j)[c] - nearest(map, TR_MAP_ALBEDO, x, y)[c]);
                sum.normal +=
                    abs(texel_of(face, TR_MAP_NORMAL, i, j)[c] - nearest(map, TR_MAP_NORMAL, x, y)[c]);
            }
            uint16_t here, there;
            memcpy(&here, texel_of(face, TR_MAP_HEIGHT, i, j), 2);
            memcpy(&there, nearest(map, TR_MAP_HEIGHT, x, y), 2);
            sum.height += abs(here - there) / 65535.0;
        }
    const double count = n * n;
    return (difference){sum.albedo / (3 * count), sum.height / count, sum.normal / (3 * count)};
}

// A cube shows the same planet as the equirectangular map, normals included. A rotated or mirrored face, or
// normals in another frame, would differ by ten times as much. The asteroid tests normals of a displaced
// planet.
static void test_a_cube_shows_what_the_map_shows(void **state) {
    (void)state;
    enum { n = 128 };
    static const char *const shown[] = {"earthlike", "barren", "asteroid"};
    for (size_t k = under_sanitizer ? 2 : 0; k < sizeof shown / sizeof shown[0]; k++) {
        tr_surface *surface = make_surface(shown[k], tr_isa_best());
        texels map = bake_patch(surface, tr_whole_map(4 * n), 2);
        for (int face = 0; face < 6; face++) {
            texels cube = bake_patch(surface, whole_face(face, n), 2);
            const difference d = compare_face(&cube, &map);
            if (!(d.albedo < 6 && d.height < 0.006 && d.normal < 6))
                fail_msg("%s, face %d: albedo %.2f, height %.4f, normal %.2f", shown[k], face, d.albedo,
                         d.height, d.normal);
            free_texels(&cube);
        }
        free_texels(&map);
        tr_surface_destroy(surface);
    }
}

// Normals on both sides of an edge differ no more than neighbours within a face.
static void test_no_seam_at_the_edges_of_faces(void **state) {
    (void)state;
    enum { n = 256 };
    tr_surface *surface = make_surface("barren", tr_isa_best());
    // the right edge of +Z (4) is the left edge of +X (0)
    texels left = bake_patch(surface, whole_face(4, n), 2), right = bake_patch(surface, whole_face(0, n), 2);
    double across = 0, within = 0;
    for (int j = 0; j < n; j++)
        for (int c = 0; c < 3; c++) {
            const int edge = texel_of(&left, TR_MAP_NORMAL, n - 1, j)[c];
            across += abs(edge - texel_of(&right, TR_MAP_NORMAL, 0, j)[c]);
            within += abs(edge - texel_of(&left, TR_MAP_NORMAL, n - 2, j)[c]);
        }
    assert_true(within > 0);
    if (across > 1.25 * within)
        fail_msg("%.2f across the edge, %.2f within", across / (3.0 * n), within / (3.0 * n));
    free_texels(&left);
    free_texels(&right);
    tr_surface_destroy(surface);
}

// ---- caches and errors -------------------------------------------------------------------------

static void test_a_cache_does_not_show(void **state) {
    (void)state;
    const tr_patch patches[] = {{TR_CUBE, 2, 64, 3, 5, 50, 59}, {TR_EQUIRECT, 0, 256, 200, 40, 56, 50}};
    for (int k = 0; k < 2; k++) {
        tr_surface *surface = make_surface("earthlike", tr_isa_best());
        tr_cache *cache;
        assert_int_equal(tr_cache_create(patches[k], (size_t)1 << 26, &cache, NULL), TR_OK);
        texels plain = bake_patch(surface, patches[k], 1), cached = bake_patch(surface, patches[k], 1);
        for (int round = 0; round < 3; round++) {
            for (int m = 0; m < TR_MAP_COUNT; m++)
                memset(cached.of[m], 1, tr_map_texel_bytes((tr_map)m));
            tr_cache_begin(cache, surface);
            bake_into(surface, 1 + round, cache, &cached);
            tr_cache_commit(cache);
            assert_piece(&plain, &cached);
        }
        free_texels(&plain);
        free_texels(&cached);
        tr_cache_destroy(cache);
        tr_surface_destroy(surface);
    }
}

static void test_wrong_patches_are_refused(void **state) {
    (void)state;
    static const tr_patch wrong[] = {{TR_EQUIRECT, 0, 63, 0, 0, 1, 1},
                                     {TR_EQUIRECT, 0, (1 << 22) + 2, 0, 0, 1, 1},
                                     {TR_EQUIRECT, 1, 64, 0, 0, 1, 1},
                                     {TR_EQUIRECT, 0, 64, 0, 0, 65, 1},
                                     {TR_EQUIRECT, 0, 64, 0, 0, 1, 33},
                                     {TR_EQUIRECT, 0, 64, -1, 0, 1, 1},
                                     {TR_EQUIRECT, 0, 64, 64, 0, 1, 1},
                                     {TR_EQUIRECT, 0, 64, 0, 0, 0, 1},
                                     {TR_EQUIRECT, 0, 64, 1, 0, INT32_MAX, 1},
                                     {TR_CUBE, 12, 64, 0, 0, 1, 1},
                                     {TR_CUBE, -1, 64, 0, 0, 1, 1},
                                     {TR_CUBE, 0, 15, 0, 0, 1, 1},
                                     {TR_CUBE, 0, (1 << 20) + 1, 0, 0, 1, 1},
                                     {TR_CUBE, 0, 64, 0, 68, 1, 1},
                                     {TR_CUBE, 0, 64, -5, 0, 1, 1},
                                     {(tr_projection)2, 0, 64, 0, 0, 1, 1}};
    tr_surface *surface = make_surface("barren", tr_isa_best());
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_error error = {0};
        void *const none[TR_MAP_COUNT] = {NULL};
        assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, wrong[i], none, NULL, &error),
                         TR_BAD_INPUT);
        assert_true(error.message[0]);
    }
    tr_pool_destroy(pool);
    tr_surface_destroy(surface);
}

static void test_a_cube_has_no_plane(void **state) {
    (void)state;
    const tr_world world = {.name = "",
                            .text = "{\"layers\": [{\"name\": \"a\", \"field\": \"fractal\", "
                                    "\"domain\": \"plane\"}]}"};
    tr_scene scene;
    tr_error error = {0};
    tr_surface *surface;
    tr_scratch *scratch;
    scene = load_world(world);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    assert_int_equal(tr_scratch_create(surface, whole_face(0, 64), NULL, &scratch, &error), TR_BAD_INPUT);
    assert_non_null(strstr(error.message, "plane"));
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_any_rectangle_of_a_map_is_the_same),
        cmocka_unit_test(test_large_maps_have_patches),
        cmocka_unit_test(test_any_rectangle_of_a_face_is_the_same),
        cmocka_unit_test(test_faces_have_the_same_bits_everywhere),
        cmocka_unit_test(test_tiles_have_the_same_bits_everywhere),
        cmocka_unit_test(test_faces_lie_as_cube_maps_do),
        cmocka_unit_test(test_a_cube_shows_what_the_map_shows),
        cmocka_unit_test(test_no_seam_at_the_edges_of_faces),
        cmocka_unit_test(test_a_cache_does_not_show),
        cmocka_unit_test(test_wrong_patches_are_refused),
        cmocka_unit_test(test_a_cube_has_no_plane),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
