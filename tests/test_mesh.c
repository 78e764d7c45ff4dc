// Displaced planets and their meshes: closed, facing outward, matching the height map, and lit by their
// normal map like the full detail.
#include "planet/mesh.h"
#include "planet/private/plan.h"
#include "scene/load.h"
#include "support.h"
#include "vectors.h"

#include <math.h>
#include <stdlib.h>

static const char *const rock = TERRELLA_SOURCE_DIR "/tests/data/rock.json";

// ---- meshes under test -------------------------------------------------------------------------

static tr_surface *make_surface(const char *name, uint64_t seed, int set_count, const char *const *sets,
                                tr_isa isa, int threads) {
    const tr_world world = {.name = name, .has_seed = true, .seed = seed, .set_count = set_count, .sets = sets};
    tr_scene scene = {0};
    tr_error error = {0};
    tr_surface *surface = NULL;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    tr_status status = tr_world_load(&world, &scene, &error);
    if (status == TR_OK)
        status = tr_surface_create(scene.planets[0].recipe, isa, pool, NULL, &surface, &error);
    if (status != TR_OK)
        print_message("%s: %s\n", error.path, error.message);
    assert_int_equal(status, TR_OK);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
    return surface;
}

static tr_mesh make_mesh(const tr_surface *surface, int columns) {
    const size_t vertices = (size_t)tr_mesh_vertices(columns), triangles = (size_t)tr_mesh_triangles(columns);
    tr_mesh mesh = {.columns = columns,
                    .positions = malloc(vertices * sizeof *mesh.positions),
                    .normals = malloc(vertices * sizeof *mesh.normals),
                    .tangents = malloc(vertices * sizeof *mesh.tangents),
                    .uvs = malloc(vertices * sizeof *mesh.uvs),
                    .triangles = malloc(triangles * sizeof *mesh.triangles)};
    tr_surface_make_mesh(surface, &mesh);
    return mesh;
}

static void free_mesh(tr_mesh *mesh) {
    free(mesh->positions);
    free(mesh->normals);
    free(mesh->tangents);
    free(mesh->uvs);
    free(mesh->triangles);
}

// ---- properties of every mesh ------------------------------------------------------------------

typedef struct edge {
    float ends[2][3];
} edge;

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, sizeof(edge)); }

// Two triangles meet along every edge, one in each direction. Vertices at the same place count as one.
static void check_closed(const tr_mesh *mesh) {
    const size_t triangles = (size_t)tr_mesh_triangles(mesh->columns);
    edge *there = calloc(3 * triangles, sizeof *there), *back = calloc(3 * triangles, sizeof *back);
    for (size_t t = 0; t < triangles; t++)
        for (int k = 0; k < 3; k++) {
            const size_t bytes = sizeof there->ends[0];
            const uint32_t from = mesh->triangles[t][k], to = mesh->triangles[t][(k + 1) % 3];
            memcpy(there[3 * t + (size_t)k].ends[0], mesh->positions[from], bytes);
            memcpy(there[3 * t + (size_t)k].ends[1], mesh->positions[to], bytes);
            memcpy(back[3 * t + (size_t)k].ends[0], mesh->positions[to], bytes);
            memcpy(back[3 * t + (size_t)k].ends[1], mesh->positions[from], bytes);
        }
    qsort(there, 3 * triangles, sizeof *there, compare_edges);
    qsort(back, 3 * triangles, sizeof *back, compare_edges);
    assert_memory_equal(there, back, 3 * triangles * sizeof *there);
    for (size_t i = 1; i < 3 * triangles; i++)
        assert_true(compare_edges(&there[i - 1], &there[i]) < 0);
    free(there);
    free(back);
}

static void check_vertices(const tr_mesh *mesh) {
    for (int i = 0; i < tr_mesh_vertices(mesh->columns); i++) {
        const vec p = of(mesh->positions[i]), n = of(mesh->normals[i]), t = of(mesh->tangents[i]);
        const double u = (double)mesh->uvs[i][0], v = (double)mesh->uvs[i][1];
        assert_true(u >= 0 && u <= 1 && v >= 0 && v <= 1);
        const double longitude = 2 * M_PI * (u - 0.5), latitude = M_PI * (0.5 - v);
        const vec d = {cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
        assert_true(dot(unit(p), d) > 1 - 1e-10);
        assert_float_equal(dot(n, n), 1, 1e-6);
        assert_float_equal(dot(t, t), 1, 1e-6);
        assert_float_equal(dot(n, t), 0, 1e-6);
        assert_true(dot(n, d) > 0);
        const vec east = {-sin(longitude), 0, -cos(longitude)}, north = cross(d, east);
        assert_true(dot(t, east) > 0 && (double)mesh->tangents[i][3] == 1);
        assert_float_equal(dot(t, north), 0, 1e-6); // along u
    }
}

static void check_triangles(const tr_mesh *mesh) {
    const uint32_t vertices = (uint32_t)tr_mesh_vertices(mesh->columns);
    bool *used = calloc(vertices, sizeof *used);
    for (int t = 0; t < tr_mesh_triangles(mesh->columns); t++) {
        const uint32_t *v = mesh->triangles[t];
        for (int k = 0; k < 3; k++) {
            assert_true(v[k] < vertices);
            used[v[k]] = true;
        }
        const vec a = of(mesh->positions[v[0]]);
        const vec normal =
            cross(plus(of(mesh->positions[v[1]]), a, -1), plus(of(mesh->positions[v[2]]), a, -1));
        assert_true(dot(normal, a) > 0); // outward
        for (int k = 0; k < 3; k++)      // and no triangle spans the whole texture
            assert_true(fabs((double)(mesh->uvs[v[k]][0] - mesh->uvs[v[(k + 1) % 3]][0])) <
                        2.0 / mesh->columns);
    }
    for (uint32_t i = 0; i < vertices; i++)
        assert_true(used[i]);
    free(used);
}

static void test_meshes_are_closed_and_face_outward(void **state) {
    (void)state;
    static const struct {
        const char *type;
        int columns;
    } cases[] = {{TERRELLA_SOURCE_DIR "/tests/data/rock.json", 0}, {"barren", 64}, {"barren", 34}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_surface *surface = make_surface(cases[i].type, 3, 0, NULL, TR_ISA_BASELINE, 2);
        const int own = tr_surface_mesh_columns(surface);
        assert_true((own > 0) == (cases[i].columns == 0));
        tr_mesh mesh = make_mesh(surface, own ? own : cases[i].columns);
        check_closed(&mesh);
        check_vertices(&mesh);
        check_triangles(&mesh);
        free_mesh(&mesh);
        tr_surface_destroy(surface);
    }
}

static void test_a_ball_is_a_ball(void **state) {
    (void)state;
    tr_surface *surface = make_surface("barren", 3, 0, NULL, TR_ISA_BASELINE, 1);
    tr_mesh mesh = make_mesh(surface, 48);
    for (int i = 0; i < tr_mesh_vertices(48); i++) {
        assert_float_equal(dot(of(mesh.positions[i]), of(mesh.positions[i])), 1, 1e-6);
        assert_memory_equal(mesh.positions[i], mesh.normals[i], sizeof mesh.normals[i]);
    }
    free_mesh(&mesh);
    tr_surface_destroy(surface);
}

static void test_meshes_are_the_same_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    uint64_t first = 0;
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        for (int threads = 1; threads <= 3; threads += 2) {
            if (!tr_isa_available(isa))
                continue;
            tr_surface *surface = make_surface(rock, 7, 0, NULL, isa, threads);
            tr_mesh mesh = make_mesh(surface, tr_surface_mesh_columns(surface));
            const size_t vertices = (size_t)tr_mesh_vertices(mesh.columns);
            uint64_t h = hash_floats(1, *mesh.positions, 3 * vertices);
            h = hash_floats(h, *mesh.normals, 3 * vertices);
            h = hash_floats(h, *mesh.tangents, 4 * vertices);
            first = first ? first : h;
            assert_true(h == first);
            free_mesh(&mesh);
            tr_surface_destroy(surface);
        }
    assert_golden("mesh_rock", first);
}

// ---- mesh and maps -----------------------------------------------------------------------------

// A planet whose finest octaves are visible in a map of 96 columns.
static const char *const smooth[] = {"layers.rough.octaves=1", "layers.rough.scale=1",
                                     "layers.craters.radius_min=0.3", "warps.wobble.amount=0",
                                     "mesh_columns=64"};

static void bake(const tr_surface *surface, int width, uint16_t *height, uint8_t *normal) {
    tr_pool *pool;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = height, [TR_MAP_NORMAL] = normal};
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels, NULL, NULL),
                     TR_OK);
    tr_pool_destroy(pool);
}

// Metres above the radius for a code of the height map.
static double metres(const tr_surface *surface, uint16_t code) {
    const double low = (double)surface->height_min_m, high = (double)surface->height_max_m;
    return low + (high - low) * code / 65535;
}

// Vertices lie on the ground, or on the surface of the sea, where the map has the sea floor.
static void check_vertices_on_heights(const char *sea) {
    enum { columns = 64, width = 96 }; // every other vertex lies at the centre of a texel
    const char *sets[6];
    memcpy(sets, smooth, 5 * sizeof *sets);
    sets[5] = sea;
    tr_surface *surface = make_surface(rock, 5, 6, sets, tr_isa_best(), 2);
    int under = 0;
    tr_mesh mesh = make_mesh(surface, columns);
    uint16_t *height = malloc(width * width / 2 * sizeof *height);
    bake(surface, width, height, NULL);
    const double radius = surface->shape->radius_m;
    const double step = metres(surface, 1) - metres(surface, 0);
    for (int j = 1; j < columns / 2; j += 2)
        for (int i = 1; i < columns; i += 2) {
            const vec p = of(mesh.positions[tr_mesh_vertex(columns, i, j)]);
            const uint16_t code = height[(3 * j - 1) / 2 * width + (3 * i - 1) / 2];
            const double ground = metres(surface, code), seen = surface->sea ? fmax(ground, 0) : ground;
            assert_float_equal((sqrt(dot(p, p)) - 1) * radius, seen, step);
            under += ground < -step;
        }
    assert_true(under > 9);
    free(height);
    free_mesh(&mesh);
    tr_surface_destroy(surface);
}

static void test_vertices_lie_where_the_height_map_says(void **state) {
    (void)state;
    check_vertices_on_heights("sea=false");
    check_vertices_on_heights("sea=true");
}

// The normal that a renderer computes at a place of the mesh: normals and tangents interpolated in a
// triangle, rotated by the texel of the normal map.
static vec shaded_normal(const tr_mesh *mesh, double u, double v, const uint8_t *texel) {
    const int columns = mesh->columns;
    const int i = (int)(u * columns), j = (int)(v * columns / 2);
    const double fu = u * columns - i, fv = v * columns / 2 - j;
    const int nw = tr_mesh_vertex(columns, i, j), sw = tr_mesh_vertex(columns, i, j + 1);
    const bool south = fu + fv > 1;
    const int corners[3] = {south ? sw + 1 : nw, nw + 1, sw};
    const double second = south ? 1 - fv : fu, third = south ? 1 - fu : fv;
    const double weights[3] = {1 - second - third, second, third};
    vec n = {0, 0, 0}, t = {0, 0, 0};
    for (int k = 0; k < 3; k++) {
        n = plus(n, of(mesh->normals[corners[k]]), weights[k]);
        t = plus(t, of(mesh->tangents[corners[k]]), weights[k]);
    }
    const vec b = cross(n, t);
    vec sum = {0, 0, 0};
    sum = plus(sum, t, texel[0] / 127.5 - 1);
    sum = plus(sum, b, texel[1] / 127.5 - 1);
    return unit(plus(sum, n, texel[2] / 127.5 - 1));
}

static void test_mesh_and_normal_map_make_the_true_normal(void **state) {
    (void)state;
    enum { width = 1024, rows = width / 2 };
    tr_surface *surface = make_surface(rock, 5, 0, NULL, tr_isa_best(), 2);
    tr_mesh mesh = make_mesh(surface, tr_surface_mesh_columns(surface));
    uint16_t *height = malloc((size_t)width * rows * sizeof *height);
    uint8_t *normal = malloc((size_t)width * rows * 3);
    vec *ground = malloc((size_t)width * rows * sizeof *ground);
    bake(surface, width, height, normal);
    for (int j = 0; j < rows; j++)
        for (int i = 0; i < width; i++) {
            const double longitude = 2 * M_PI * ((i + 0.5) / width - 0.5),
                         latitude = M_PI * (0.5 - (j + 0.5) / rows);
            const double r = 1 + metres(surface, height[j * width + i]) / surface->shape->radius_m;
            ground[j * width + i] = (vec){r * cos(latitude) * cos(longitude), r * sin(latitude),
                                          -r * cos(latitude) * sin(longitude)};
        }
    double sum = 0, flat = 0;
    int count = 0, far = 0;
    const uint8_t level[3] = {128, 128, 255};
    for (int j = rows / 8; j < rows * 7 / 8; j += 3) // closer to the poles the height codes are too coarse
        for (int i = 1; i < width - 1; i += 3, count++) {
            const vec *at = &ground[j * width + i];
            const vec east = plus(at[1], at[-1], -1), north = plus(at[-width], at[width], -1);
            const vec truth = unit(cross(east, north));
            const double u = (i + 0.5) / width, v = (j + 0.5) / rows;
            const vec with = shaded_normal(&mesh, u, v, normal + 3 * (size_t)(j * width + i));
            const double angle = acos(fmin(dot(truth, with), 1));
            sum += angle, far += angle > 0.1;
            flat += acos(fmin(dot(truth, shaded_normal(&mesh, u, v, level)), 1));
        }
    print_message("mean %.4f, %d of %d far off; mesh alone %.4f\n", sum / count, far, count, flat / count);
    assert_true(sum / count < 0.02); // a degree; 8-bit codes differ by up to 0.4
    assert_true(far * 100 < count);  // at rims, where the differences to neighbours smooth the ground
    assert_true(flat / count > 4 * sum / count); // the map contributes
    free(height);
    free(normal);
    free(ground);
    free_mesh(&mesh);
    tr_surface_destroy(surface);
}

// ---- refusals ----------------------------------------------------------------------------------

static void refuse(const char *type, const char *set, const char *because) {
    const tr_world world = {.name = type, .set_count = 1, .sets = &set};
    tr_scene scene = {0};
    tr_error error = {0};
    assert_int_not_equal(tr_world_load(&world, &scene, &error), TR_OK);
    if (!strstr(error.message, because))
        print_message("%s: %s\n", set, error.message);
    assert_non_null(strstr(error.message, because));
    tr_scene_clear(&scene);
}

static void test_what_no_mesh_can_be_is_refused(void **state) {
    (void)state;
    refuse(rock, "mesh_columns=30", "an even number of columns");
    refuse(rock, "mesh_columns=65", "an even number of columns");
    refuse(rock, "mesh_columns=2048", "0 … 1024");
    refuse(rock, "radius_km=80", "cannot reach its centre");
    refuse("earthlike", "mesh_columns=64", "a planet with mesh_columns cannot have air");
    refuse(rock, "layers.rough.domain=plane", "cannot have fields on the 'plane'");
    refuse(rock, "layers.long.direction=[0,0,0]", "a direction is not [0, 0, 0]");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meshes_are_closed_and_face_outward),
        cmocka_unit_test(test_a_ball_is_a_ball),
        cmocka_unit_test(test_meshes_are_the_same_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_vertices_lie_where_the_height_map_says),
        cmocka_unit_test(test_mesh_and_normal_map_make_the_true_normal),
        cmocka_unit_test(test_what_no_mesh_can_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
