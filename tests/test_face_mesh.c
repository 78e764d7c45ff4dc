// Meshes for the six faces of a cube: closed, without poles, and without seams between their images.
#include "export/private/image_layout.h"
#include "export/target.h"
#include "folders.h"
#include "pictures.h"
#include "planet/mesh.h"
#include "texture_sets.h"
#include "vectors.h"
#include "worlds.h"

#include <math.h>

enum { side = 64, vertices = (side + 1) * (side + 1), triangles = 2 * side * side };

static double angle(vec a, vec b) { return atan2(sqrt(dot(cross(a, b), cross(a, b))), dot(a, b)); }

// ---- meshes --------------------------------------------------------------------------------------

typedef struct grid {
    float positions[vertices][3], normals[vertices][3], tangents[vertices][4], uvs[vertices][2];
    uint32_t triangles[triangles][3];
} grid;

static const char *const rock = TERRELLA_SOURCE_DIR "/tests/data/rock.json";

static tr_surface *make_surface(const char *name) {
    tr_recipe *recipe = load_recipe((tr_world){.name = name, .has_seed = true, .seed = 5});
    tr_surface *surface;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
    tr_recipe_destroy(recipe);
    return surface;
}

static grid *make_grids(const tr_surface *surface, double inset) {
    grid *grids = malloc(6 * sizeof *grids);
    for (int face = 0; face < 6; face++) {
        grid *g = &grids[face];
        const tr_mesh mesh = {0, g->positions, g->normals, g->tangents, g->uvs, g->triangles};
        tr_surface_make_face(surface, face, side, inset, &mesh);
    }
    return grids;
}

typedef struct edge {
    float ends[2][2][3]; // position and normal of both
} edge;

static int compare_edges(const void *a, const void *b) { return memcmp(a, b, sizeof(edge)); }

// Two triangles meet along every edge, one in each direction, also where faces meet. There positions and
// normals have the same bits.
static void check_closed(const grid *grids) {
    enum { count = 6 * 3 * triangles };
    edge *there = calloc(count, sizeof *there), *back = calloc(count, sizeof *back);
    size_t n = 0;
    for (int face = 0; face < 6; face++)
        for (int t = 0; t < triangles; t++)
            for (int k = 0; k < 3; k++, n++)
                for (int end = 0; end < 2; end++) {
                    const uint32_t v = grids[face].triangles[t][(k + end) % 3];
                    memcpy(there[n].ends[end][0], grids[face].positions[v], 12);
                    memcpy(there[n].ends[end][1], grids[face].normals[v], 12);
                    memcpy(back[n].ends[1 - end], there[n].ends[end], 24);
                }
    qsort(there, count, sizeof *there, compare_edges);
    qsort(back, count, sizeof *back, compare_edges);
    assert_memory_equal(there, back, count * sizeof *there);
    for (size_t i = 1; i < count; i++)
        assert_true(compare_edges(&there[i - 1], &there[i]) < 0);
    free(there);
    free(back);
}

// UVs are those of the face's texels. Tangents are perpendicular to the normals and follow the columns of the
// face.
static void check_vertices(const grid *g, int face, double inset) {
    const tr_patch whole = {TR_CUBE, face, 1000, 0, 0, 1000, 1000};
    for (int v = 0; v < vertices; v++) {
        const vec p = of(g->positions[v]), n = of(g->normals[v]), t = of(g->tangents[v]);
        double d[3], on[2];
        for (int k = 0; k < 2; k++)
            on[k] = ((double)g->uvs[v][k] - inset) / (1 - 2 * inset) * 1000 - 0.5;
        tr_patch_direction(&whole, on[0], on[1], d);
        assert_true(angle(p, (vec){d[0], d[1], d[2]}) < 1e-5);
        assert_float_equal(dot(n, n), 1, 1e-6);
        assert_float_equal(dot(t, t), 1, 1e-6);
        assert_float_equal(dot(n, t), 0, 1e-6);
        assert_true((double)g->tangents[v][3] == 1 && dot(n, p) > 0);
        double right[3], below[3];
        tr_patch_direction(&whole, on[0] + 1, on[1], right);
        tr_patch_direction(&whole, on[0], on[1] + 1, below);
        assert_true(dot(t, plus((vec){right[0], right[1], right[2]}, unit(p), -1)) > 0);
        assert_true(dot(cross(n, t), plus((vec){below[0], below[1], below[2]}, unit(p), -1)) < 0);
    }
    for (int t = 0; t < triangles; t++) {
        const uint32_t *v = g->triangles[t];
        const vec a = of(g->positions[v[0]]);
        assert_true(dot(cross(plus(of(g->positions[v[1]]), a, -1), plus(of(g->positions[v[2]]), a, -1)), a) >
                    0);
    }
}

static void test_faces_are_closed_and_look_outward(void **state) {
    (void)state;
    const char *const names[] = {"barren", rock};
    for (int i = 0; i < 2; i++) {
        tr_surface *surface = make_surface(names[i]);
        grid *grids = make_grids(surface, 0.01);
        check_closed(grids);
        for (int face = 0; face < 6; face++)
            check_vertices(&grids[face], face, 0.01);
        free(grids);
        tr_surface_destroy(surface);
    }
}

static void test_a_ball_is_a_ball(void **state) {
    (void)state;
    tr_surface *surface = make_surface("barren");
    grid *grids = make_grids(surface, 0);
    double least = 1, most = 0; // segments span similar angles
    for (int face = 0; face < 6; face++)
        for (int v = 0; v < vertices; v++) {
            const grid *g = &grids[face];
            assert_float_equal(dot(of(g->positions[v]), of(g->positions[v])), 1, 1e-6);
            assert_memory_equal(g->positions[v], g->normals[v], sizeof g->normals[v]);
            const double next = v % (side + 1) < side ? angle(of(g->positions[v]), of(g->positions[v + 1])) : 0;
            least = next > 0 && next < least ? next : least, most = next > most ? next : most;
        }
    assert_true(most < 1.5 * least);
    free(grids);
    tr_surface_destroy(surface);
}

// Vertices lie on the longitude-latitude mesh that the window shows.
static void test_a_rock_has_its_shape(void **state) {
    (void)state;
    tr_surface *surface = make_surface(rock);
    const int columns = tr_surface_mesh_columns(surface);
    float(*positions)[3] = malloc((size_t)tr_mesh_vertices(columns) * sizeof *positions);
    float(*normals)[3] = malloc((size_t)tr_mesh_vertices(columns) * sizeof *normals);
    tr_surface_make_mesh(surface, &(tr_mesh){.columns = columns, .positions = positions, .normals = normals});
    grid *grids = make_grids(surface, 0);
    vec *directions = malloc((size_t)tr_mesh_vertices(columns) * sizeof *directions);
    for (int i = 0; i < tr_mesh_vertices(columns); i++)
        directions[i] = unit(of(positions[i]));
    double spread = 0;
    for (int face = 0; face < 6; face++)
        for (int v = 0; v < vertices; v += 37) {
            const vec p = of(grids[face].positions[v]), n = of(grids[face].normals[v]);
            double most = -1;
            int at = 0;
            for (int i = 0; i < tr_mesh_vertices(columns); i++) {
                const double along = dot(directions[i], p);
                if (along > most)
                    most = along, at = i;
            }
            const double nearest = angle(directions[at], p);
            const double here = sqrt(dot(p, p)), there = sqrt(dot(of(positions[at]), of(positions[at])));
            spread = fmax(spread, fabs(there - 1));
            assert_float_equal(here, there, 2 * nearest); // slopes are at most 63 degrees
            assert_true(angle(n, of(normals[at])) < 0.5);
        }
    assert_true(spread > 0.1);
    free(directions);
    free(grids);
    free(positions);
    free(normals);
    tr_surface_destroy(surface);
}

// ---- images --------------------------------------------------------------------------------------

static void sample(const picture *p, double u, double v, double rgb[3]) {
    const double x = fmin(fmax(u * p->width - 0.5, 0), p->width - 1),
                 y = fmin(fmax(v * p->width - 0.5, 0), p->width - 1);
    const int i = fmin(x, p->width - 2), j = fmin(y, p->width - 2);
    for (int k = 0; k < 3; k++) {
        const uint8_t *t = p->rgb + 3 * (j * p->width + i) + k, *below = t + 3 * p->width;
        rgb[k] = (t[0] * (i + 1 - x) + t[3] * (x - i)) * (j + 1 - y) +
                 (below[0] * (i + 1 - x) + below[3] * (x - i)) * (y - j);
    }
}

// The next mip level: means of 2 x 2 texels, as renderers make it.
static picture halve(const picture *p) {
    picture half = make_picture(p->width / 2, p->height / 2);
    for (int y = 0; y < half.height; y++)
        for (int x = 0; x < 3 * half.width; x++) {
            const uint8_t *t = p->rgb + 3 * (2 * y * p->width + 2 * (x / 3)) + x % 3;
            half.rgb[3 * y * half.width + x] =
                (uint8_t)((t[0] + t[3] + t[3 * p->width] + t[3 * p->width + 3] + 2) / 4);
        }
    return half;
}

enum { outer_vertices = 6 * 4 * side };

// The vertices on the edges of all faces: face * vertices + vertex.
static void list_outer(int outer[outer_vertices]) {
    int count = 0;
    for (int a = 0; a < 6 * vertices; a++) {
        const int i = a % vertices % (side + 1), j = a % vertices / (side + 1);
        if (i == 0 || j == 0 || i == side || j == side)
            outer[count++] = a;
    }
    assert_int_equal(count, outer_vertices);
}

// Samples both images where faces meet. Returns their difference as a fraction of the difference between the
// edge and one texel further inside.
static double seam(const picture faces[6], const grid *grids) {
    double apart = 0, change = 0;
    int count = 0, outer[outer_vertices];
    list_outer(outer);
    for (int a = 0; a < outer_vertices; a++) {
        const grid *g = &grids[outer[a] / vertices];
        const int v = outer[a] % vertices, i = v % (side + 1), j = v / (side + 1);
        const double inward[2] = {(i == 0) - (i == side), (j == 0) - (j == side)};
        double here[3], there[3], inside[3];
        for (int b = 0; b < outer_vertices; b++) {
            const grid *h = &grids[outer[b] / vertices];
            const int w = outer[b] % vertices;
            if (g == h || memcmp(g->positions[v], h->positions[w], 12) != 0)
                continue;
            const picture *p = &faces[outer[a] / vertices];
            const double x = (double)g->uvs[v][0], y = (double)g->uvs[v][1];
            sample(p, x, y, here);
            sample(p, x + inward[0] / p->width, y + inward[1] / p->width, inside);
            sample(&faces[outer[b] / vertices], (double)h->uvs[w][0], (double)h->uvs[w][1], there);
            for (int k = 0; k < 3; k++)
                apart += pow(here[k] - there[k], 2), change += pow(here[k] - inside[k], 2);
            count++;
        }
    }
    assert_int_equal(count, 12 * 2 * (side - 1) + 8 * 6);
    assert_true(change > 0);
    return sqrt(apart / change);
}

// Checks three mip levels.
static void check_seams(const struct set *set, const char *what, picture faces[6], double inset, double most) {
    grid *grids = make_grids(set->surface, inset);
    for (int level = 0; level < 3; level++) {
        const double step = seam(faces, grids);
        print_message("%s, level %d: %.3f of a texel's change\n", what, level, step);
        assert_true(step < most);
        for (int face = 0; face < 6; face++) {
            picture half = halve(&faces[face]);
            free(faces[face].rgb);
            faces[face] = half;
        }
    }
    for (int face = 0; face < 6; face++)
        free(faces[face].rgb);
    free(grids);
}

enum { width = 256 };

static void begin_planet(struct set *set, const char *directory, const char *name, unsigned maps) {
    begin_set(set, directory, 2);
    tr_recipe_destroy(set->recipe);
    tr_surface_destroy(set->surface);
    set->job.recipe = set->recipe = load_recipe((tr_world){.name = name, .has_seed = true, .seed = 5});
    assert_int_equal(tr_surface_create(set->recipe, tr_isa_best(), NULL, NULL, &set->surface, NULL), TR_OK);
    set->job.layout = TR_LAYOUT_CUBE;
    set->job.width = width;
    set->job.maps = maps;
}

static picture decode(const unsigned char *png, size_t bytes) {
    picture p = make_picture(width, width);
    spng_ctx *context = spng_ctx_new(0);
    assert_non_null(context);
    spng_set_png_buffer(context, png, bytes);
    assert_int_equal(spng_decode_image(context, p.rgb, picture_bytes(&p), SPNG_FMT_RGB8, 0), 0);
    spng_ctx_free(context);
    return p;
}

// Reads the images of a GLB, which come face by face, `each` per face. Returns the first of each face.
static void read_images(const char *path, int each, picture faces[6]) {
    static const char cache_key[] = "\x89PNG\r\n\x1a\n";
    size_t bytes;
    int count = 0;
    unsigned char *glb = read_file(path, &bytes);
    for (size_t i = 0; i + 8 < bytes; i++)
        if (memcmp(glb + i, cache_key, 8) == 0 && count++ % each == 0)
            faces[(count - 1) / each] = decode(glb + i, bytes - i);
    assert_int_equal(count, 6 * each);
    free(glb);
}

static void test_pictures_in_a_glb_meet(void **state) {
    const struct folder *folder = *state;
    static const unsigned maps[] = {TR_MAP_ALBEDO, TR_MAP_EMISSION, TR_MAP_ORM};
    for (int i = 0; i < 3; i++) {
        struct set set;
        picture faces[6];
        begin_planet(&set, folder->path, "inferno", 1u << maps[i]);
        set.job.target = tr_target_find("gltf");
        set.job.force = true;
        assert_int_equal(export_set(&set, NULL), TR_OK);
        read_images(set.result.paths[0], 1, faces);
        check_seams(&set, tr_export_output_name((int)maps[i]), faces,
                    (double)tr_target_border(set.job.target, set.job.layout) / width, 0.4);
        end_set(&set);
    }
}

// Files next to a mesh are those of any cube, without a border. At an edge the outermost texels of both faces
// differ no more than two texels within one face.
static void test_pictures_beside_a_mesh_meet_within_a_texel(void **state) {
    const struct folder *folder = *state;
    static const char *const names[] = {"px", "nx", "py", "ny", "pz", "nz"};
    struct set set;
    picture faces[6];
    begin_planet(&set, folder->path, "inferno", 1u << TR_MAP_ALBEDO | 1u << TR_EXPORT_MESH);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    for (int face = 0; face < 6; face++) {
        char path[1100];
        snprintf(path, sizeof path, "%s/test-7_albedo_%s.png", folder->path, names[face]);
        faces[face] = read_picture(path);
    }
    check_seams(&set, "beside", faces, 0.5 / width, 2);
    end_set(&set);
}

// ---- normals -------------------------------------------------------------------------------------

// What a renderer computes for a texel in the middle of a cell: normals and tangents interpolated linearly
// over the triangles, rotated by the texel.
static vec shaded_normal(const grid *g, int cell, const double texel[3]) {
    const int nw = cell / side * (side + 1) + cell % side, ne = nw + 1, sw = nw + side + 1;
    const vec n = unit(plus(of(g->normals[ne]), of(g->normals[sw]), 1)),
              t = plus(of(g->tangents[ne]), of(g->tangents[sw]), 1);
    const vec along = unit(plus(t, n, -dot(t, n))), across = cross(n, along);
    assert_true(nw >= 0);
    return unit(plus(plus(plus((vec){0, 0, 0}, along, texel[0] / 127.5 - 1), across, texel[1] / 127.5 - 1), n,
                     texel[2] / 127.5 - 1));
}

// The normal map is relative to the mesh. Together they give the normals of the ground.
static void test_grids_and_normal_map_make_the_true_normal(void **state) {
    const struct folder *folder = *state;
    static const char *const names[] = {"px", "nx", "py", "ny", "pz", "nz"};
    struct set set;
    begin_planet(&set, folder->path, rock,
                 1u << TR_MAP_NORMAL | 1u << TR_EXPORT_NORMAL_OBJECT | 1u << TR_EXPORT_MESH);
    assert_int_equal(export_set(&set, NULL), TR_OK);
    grid *grids = make_grids(set.surface, 0.5 / width);
    double sum = 0, flat = 0;
    for (int face = 0; face < 6; face++) {
        char path[1100];
        snprintf(path, sizeof path, "%s/test-7_normal_%s.png", folder->path, names[face]);
        picture seen = read_picture(path);
        snprintf(path, sizeof path, "%s/test-7_normal_object_%s.png", folder->path, names[face]);
        picture truth = read_picture(path);
        for (int cell = 0; cell < side * side; cell++) {
            const int ne = cell / side * (side + 1) + cell % side + 1, sw = ne + side;
            const grid *g = &grids[face];
            const double u = (double)(g->uvs[ne][0] + g->uvs[sw][0]) / 2,
                         v = (double)(g->uvs[ne][1] + g->uvs[sw][1]) / 2;
            double texel[3], object[3];
            sample(&seen, u, v, texel);
            sample(&truth, u, v, object);
            const vec wanted = unit((vec){object[0] - 127.5, object[1] - 127.5, object[2] - 127.5});
            sum += angle(shaded_normal(g, cell, texel), wanted);
            flat += angle(shaded_normal(g, cell, (double[]){127.5, 127.5, 255}), wanted);
        }
        free(seen.rgb);
        free(truth.rgb);
    }
    print_message("error %.4f rad with the map, %.4f without\n", sum / (6 * side * side),
                  flat / (6 * side * side));
    assert_true(sum < 0.25 * flat);
    free(grids);
    end_set(&set);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_faces_are_closed_and_look_outward),
        cmocka_unit_test(test_a_ball_is_a_ball),
        cmocka_unit_test(test_a_rock_has_its_shape),
        FOLDER_TEST(test_pictures_in_a_glb_meet),
        FOLDER_TEST(test_pictures_beside_a_mesh_meet_within_a_texel),
        FOLDER_TEST(test_grids_and_normal_map_make_the_true_normal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
