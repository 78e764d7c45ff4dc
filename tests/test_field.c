// Single fields, as `terrella field` draws them and as layers of a planet: the same bits for the same recipe;
// windows, borders, given points and start fields of displacement fields; solutions are reused.
// ctest: COST 20
#include "measure/measure.h"
#include "noise/grids/olsen.h"
#include "noise/maths/trig.h"
#include "planet/private/plan.h"
#include "support.h"

#include "numbers.h"
#include "worlds.h"

#include <stdlib.h>

enum { width = 256, height = width / 2, sets_most = 8 };

typedef struct picture {
    uint16_t texels[width * height];
} picture;

static void load(const char *kind, int map_width, const char *const *sets, tr_scene *scene) {
    tr_world world = {.name = kind, .has_seed = true, .seed = 5, .sets = sets, .field_width = map_width};
    while (world.set_count < sets_most && sets && sets[world.set_count])
        world.set_count++;
    tr_error error = {0};
    if (tr_world_load(&world, scene, &error) != TR_OK)
        print_message("%s: %s: %s\n", kind, error.path, error.message);
    assert_int_equal(error.status, TR_OK);
}

static void bake_at(const tr_recipe *recipe, tr_isa isa, int threads, int map_width, uint16_t *out) {
    tr_pool *pool;
    tr_surface *surface;
    assert_int_equal(tr_pool_create(threads, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(recipe, isa, pool, NULL, &surface, NULL), TR_OK);
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = out};
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(map_width), texels, NULL, NULL),
                     TR_OK);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
}

static void bake(const tr_recipe *recipe, tr_isa isa, int threads, picture *out) {
    bake_at(recipe, isa, threads, width, out->texels);
}

// Bakes a map of another width. The caller frees it.
static uint16_t *bake_wide(const tr_recipe *recipe, int map_width) {
    uint16_t *texels = calloc((size_t)map_width * (size_t)map_width / 2, sizeof *texels);
    assert_non_null(texels);
    bake_at(recipe, tr_isa_best(), 2, map_width, texels);
    return texels;
}

// Draws a field as part of a world of a type.
static void draw_for(const char *type, const char *kind, const char *const *sets, picture *out) {
    tr_scene scene;
    load(kind, width, sets, &scene);
    snprintf(scene.planets[0].recipe->type, TR_NAME_BYTES, "%s", type);
    bake(scene.planets[0].recipe, tr_isa_best(), 2, out);
    tr_scene_clear(&scene);
}

static void draw(const char *kind, const char *const *sets, picture *out) { draw_for(kind, kind, sets, out); }

static uint64_t hash_picture(const picture *p) {
    uint64_t h = 0xcbf29ce484222325u;
    for (size_t i = 0; i < sizeof p->texels / sizeof p->texels[0]; i++)
        h = (h ^ p->texels[i]) * 0x100000001b3u;
    return h;
}

static double texel(const picture *p, int column, int row) {
    return p->texels[row * width + (column % width + width) % width] / 65535.0;
}

// ---- same bits ---------------------------------------------------------------------------------

// Whether the kind also has a plane domain.
static bool has_plane(const char *kind) {
    return strcmp(kind, "value") == 0 || strcmp(kind, "perlin") == 0 || strcmp(kind, "simplex") == 0 ||
           strcmp(kind, "fractal") == 0 || strcmp(kind, "voronoi") == 0 || strcmp(kind, "midpoint") == 0 ||
           strcmp(kind, "diamond_square") == 0 || strcmp(kind, "olsen") == 0;
}

static void test_fields_are_golden_on_every_instruction_set_and_thread_count(void **state) {
    (void)state;
    static picture first, other;
    tr_listed_field kinds[64];
    const int count = tr_field_list(kinds, 64);
    const char *const plane[] = {"domain=plane", NULL};
    bool golden = true;
    for (int k = 0; k < 2 * count; k++) {
        const char *kind = kinds[k / 2].name;
        if (k % 2 && !has_plane(kind))
            continue;
        tr_scene scene;
        load(kind, width, k % 2 ? plane : NULL, &scene);
        const tr_recipe *recipe = scene.planets[0].recipe;
        bake(recipe, tr_isa_best(), 1, &first);
        for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++) // with one more thread for each
            if (tr_isa_available(isa)) {
                bake(recipe, isa, 2 + isa, &other);
                assert_memory_equal(first.texels, other.texels, sizeof first.texels);
            }
        char name[64];
        snprintf(name, sizeof name, "field_%s%s", kind, k % 2 ? "_plane" : "");
        golden = is_golden(name, hash_picture(&first)) && golden;
        tr_scene_clear(&scene);
    }
    assert_true(golden);
}

// ---- seams -------------------------------------------------------------------------------------

// Differences across the map's seam are like those between neighbours elsewhere.
static void test_fields_have_no_seam(void **state) {
    (void)state;
    static picture p;
    tr_listed_field kinds[64];
    const int count = tr_field_list(kinds, 64);
    const char *const plane[] = {"domain=plane", NULL};
    for (int k = 0; k < 2 * count; k++) {
        const char *kind = kinds[k / 2].name;
        if (k % 2 && !has_plane(kind))
            continue;
        draw(kind, k % 2 ? plane : NULL, &p);
        double seam = 0, inner = 0;
        for (int j = 0; j < height; j++) {
            seam += fabs(texel(&p, 0, j) - texel(&p, -1, j));
            for (int i = 1; i < width; i++)
                inner += fabs(texel(&p, i, j) - texel(&p, i - 1, j)) / (width - 1);
        }
        if (seam > 2 * inner + 1e-9)
            print_message("%s: %g over the seam, %g elsewhere\n", kind, seam / height, inner / height);
        assert_true(seam <= 2 * inner + 1e-9);
    }
}

// ---- windows -----------------------------------------------------------------------------------

static void test_windows_agree_where_they_overlap(void **state) {
    (void)state;
    static picture a, b;
    const char *const fields[2][2] = {{"diamond_square", "levels=24"}, {"olsen", "levels=16"}};
    for (int f = 0; f < 2; f++)
        for (int period = 0; period < 2; period++) {
            const char *cells = period ? "cells=6" : "cells=0";
            const char *const at[] = {"domain=plane", fields[f][1], cells, "x=1000", "y=-3000", NULL};
            const char *const beside[] = {"domain=plane", fields[f][1], cells, "x=1100", "y=-2950", NULL};
            draw(fields[f][0], at, &a);
            draw(fields[f][0], beside, &b);
            int differences = 0;
            for (int j = 50; j < height; j++)
                for (int i = 100; i < width; i++)
                    differences += a.texels[j * width + i] != b.texels[(j - 50) * width + i - 100];
            assert_int_equal(differences, 0);
            assert_true(hash_picture(&a) != hash_picture(&b));
        }
}

// A map as wide as the lattice has its exact values: all 16 bits of Olsen noise.
static void test_a_map_as_wide_as_the_lattice_shows_its_values(void **state) {
    (void)state;
    static picture p;
    static uint16_t direct[width * height];
    const char *const sets[] = {"domain=plane", "levels=16", "cells=2", "x=777", "y=12345", NULL};
    draw("olsen", sets, &p);
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    const tr_isa isa = TR_ISA_BASELINE;
    const tr_olsen_numbers numbers = {
        .seed = tr_hash_text(tr_type_seed("olsen", 5), "olsen"), .levels = 16, .period = {2, 1}};
    assert_int_equal(tr_olsen_2d(&numbers, isa, pool, 777, 12345, width, height, direct, NULL), TR_OK);
    assert_memory_equal(direct, p.texels, sizeof direct);
    tr_pool_destroy(pool);
}

// A lattice wider than the map is shown as a whole, so the map has no seam.
static void test_maps_of_other_widths_have_no_seam(void **state) {
    (void)state;
    const char *const kinds[] = {"midpoint", "diamond_square", "olsen"}, *const sets[] = {"domain=plane", NULL};
    const int widths[] = {1000, 1920};
    for (int k = 0; k < 6; k++) {
        const int columns = widths[k / 3], rows = columns / 2;
        tr_scene scene;
        load(kinds[k % 3], columns, sets, &scene);
        uint16_t *texels = bake_wide(scene.planets[0].recipe, columns);
        double seam = 0, inner = 0;
        for (int j = 0; j < rows; j++) {
            const uint16_t *row = texels + (size_t)j * (size_t)columns;
            seam += fabs((double)row[0] - row[columns - 1]);
            for (int i = 1; i < columns; i++)
                inner += fabs((double)row[i] - row[i - 1]) / (columns - 1);
        }
        if (seam > 2 * inner)
            print_message("%s, %d: %g over the seam, %g elsewhere\n", kinds[k % 3], columns, seam, inner);
        assert_true(seam <= 2 * inner);
        free(texels);
        tr_scene_clear(&scene);
    }
}

// For a width that is not a power of two, the lattice gets the next width that is large enough.
static void test_lattices_fit_the_map(void **state) {
    (void)state;
    const struct {
        const char *kind;
        int width;
        bool plane;
        double levels, columns;
    } cases[] = {{"midpoint", 1000, true, 7, 0},
                 {"diamond_square", 1024, true, 7, 0},
                 {"olsen", 1026, true, 9, 0},
                 {"midpoint", 1000, false, 7, 0},
                 {"olsen", 2048, false, 9, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        const char *const sets[] = {"domain=plane", NULL};
        load(cases[i].kind, cases[i].width, cases[i].plane ? sets : NULL, &scene);
        char path[64];
        snprintf(path, sizeof path, "layers.%s.levels", cases[i].kind);
        assert_float_equal(number_at(scene.planets[0].recipe, path), cases[i].levels, 0);
        snprintf(path, sizeof path, "layers.%s.columns", cases[i].kind);
        assert_float_equal(number_at(scene.planets[0].recipe, path), cases[i].columns, 0);
        tr_scene_clear(&scene);
    }
}

// The default numbers of each field give a picture that is neither flat nor mostly dark or bright.
static void test_defaults_show_something(void **state) {
    (void)state;
    static picture p;
    static const struct {
        const char *kind, *sets[3];
    } cases[] = {{"midpoint", {"domain=plane", NULL}},   {"diamond_square", {"domain=plane", NULL}},
                 {"olsen", {"domain=plane", NULL}},      {"midpoint", {"domain=plane", "border=low", NULL}},
                 {"midpoint", {"from=perlin", NULL}},    {"midpoint", {"domain=plane", "from=perlin", NULL}},
                 {"midpoint", {"persistence=0.5", NULL}}};
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        draw(cases[k].kind, cases[k].sets, &p);
        double sum = 0, squares = 0;
        for (int i = 0; i < width * height; i++)
            sum += p.texels[i] / 65535.0, squares += p.texels[i] / 65535.0 * p.texels[i] / 65535.0;
        const double mean = sum / (width * height), deviation = sqrt(squares / (width * height) - mean * mean);
        if (!(mean > 0.25 && mean < 0.75 && deviation > 0.06))
            print_message("%s, %s: mean %g, deviation %g\n", cases[k].kind, cases[k].sets[0], mean, deviation);
        assert_true(mean > 0.25 && mean < 0.75 && deviation > 0.06);
    }
}

// ---- given points, borders, starts -------------------------------------------------------------

static void test_given_points_make_mountains(void **state) {
    (void)state;
    static picture with, without;
    const char *const flat[] = {"cells=2", "levels=7", "persistence=0.5", NULL};
    const char *const sphere[] = {"cells=2", "levels=7", "persistence=0.5", "points=[[40,100,1],[-70,-30,-1]]",
                                  NULL};
    draw("midpoint", flat, &without);
    draw("midpoint", sphere, &with);
    // points may move by half a cell of a cube with 16 cells along an edge: 2.8 degrees
    double high = 0, low = 1;
    for (int j = -5; j <= 5; j++)
        for (int i = -8; i <= 8; i++) {
            const double up = texel(&with, (280 * width) / 360 + i, (50 * height) / 180 + j);
            const double down = texel(&with, (150 * width) / 360 + i, (160 * height) / 180 + j);
            high = up > high ? up : high, low = down < low ? down : low;
        }
    assert_true(high > 0.85 && low < 0.15);
    double far = 0; // distant places stay unchanged
    for (int j = height / 2; j < height / 2 + 10; j++)
        far += fabs(texel(&with, width / 8, j) - texel(&without, width / 8, j));
    assert_true(far < 0.2);

    const char *const plane[] = {"domain=plane", "cells=2", "levels=7", "points=[[0.25,0.5,1],[0.75,0.25,-1]]",
                                 NULL};
    draw("midpoint", plane, &with);
    assert_int_equal(with.texels[(height / 2) * width + width / 4], 65535);
    assert_int_equal(with.texels[(height / 4) * width + 3 * width / 4], 0);
}

static void test_borders_are_given(void **state) {
    (void)state;
    static picture p;
    const struct {
        const char *set;
        double value;
    } borders[] = {{"border=low", 0}, {"border=zero", 0.5}, {"border=high", 1}};
    for (int b = 0; b < 3; b++) {
        // a lattice of 257 columns, shown with 256
        const char *const sets[] = {"domain=plane", "cells=2", "levels=7", borders[b].set, NULL};
        draw("midpoint", sets, &p);
        double most = 0, inner = 0;
        for (int i = 0; i < width; i++) {
            const double rim[4] = {texel(&p, i, 0), texel(&p, i, height - 1), texel(&p, 0, i / 2),
                                   texel(&p, width - 1, i / 2)};
            for (int k = 0; k < 4; k++)
                most = fabs(rim[k] - borders[b].value) > most ? fabs(rim[k] - borders[b].value) : most;
            for (int j = height / 4; j < 3 * height / 4; j++)
                inner += fabs(texel(&p, i, j) - borders[b].value) / (width * height / 2.0);
        }
        assert_true(most < 0.02);
        assert_true(inner > 0.005);
    }
}

// If the map shows a part of the lattice, points and borders refer to that part.
static void test_given_points_and_borders_are_those_of_the_window(void **state) {
    (void)state;
    enum { columns = 200, rows = columns / 2 };
    const char *const points[] = {"domain=plane", "cells=2", "columns=200",
                                  "points=[[0.25,0.5,1],[0.75,0.25,-1]]", NULL};
    const char *const border[] = {"domain=plane", "cells=2", "columns=200", "border=zero", NULL};
    tr_scene scene;
    load("midpoint", columns, points, &scene);
    uint16_t *texels = bake_wide(scene.planets[0].recipe, columns);
    assert_int_equal(texels[48 * columns + 48], 65535); // at a multiple of 16
    assert_int_equal(texels[32 * columns + 144], 0);
    free(texels);
    tr_scene_clear(&scene);
    load("midpoint", columns, border, &scene);
    texels = bake_wide(scene.planets[0].recipe, columns);
    double near = 0, far = 0; // a few texels inside the border
    for (int i = 0; i < columns; i++) {
        const int j = i / 2, rim[4] = {i, (rows - 1) * columns + i, j * columns, j * columns + columns - 1};
        for (int k = 0; k < 4; k++)
            assert_in_range(texels[rim[k]], 32767, 32768);
        near += fabs(texels[j * columns + 3] - 32767.5) + fabs(texels[3 * columns + i] - 32767.5);
        far += fabs(texels[j * columns + columns - 4] - 32767.5) +
               fabs(texels[(rows - 4) * columns + i] - 32767.5);
    }
    if (!(far < 4 * near))
        print_message("%g next to the far edges, %g next to the others\n", far, near);
    assert_true(far < 4 * near); // no steep walls
    free(texels);
    tr_scene_clear(&scene);
    const char *const one_more[] = {"domain=plane", "cells=2", "columns=257", "border=low", NULL};
    static picture p;
    draw("midpoint", one_more, &p);
    assert_true(texel(&p, width - 1, height / 2) < 0.02);
}

// Level 0 is taken from other noise: the coarse features are those of that noise.
static void test_midpoint_displacement_starts_from_another_field(void **state) {
    (void)state;
    static picture start, grown;
    for (int plane = 0; plane < 2; plane++) {
        const char *const own[] = {"scale=3", plane ? "domain=plane" : "domain=sphere", NULL};
        const char *const sets[] = {"from=perlin",
                                    "layers.perlin.scale=3",
                                    "cells=32",
                                    "persistence=0.6",
                                    plane ? "domain=plane" : "domain=sphere",
                                    NULL};
        draw_for("midpoint", "perlin", own, &start);
        draw("midpoint", sets, &grown);
        double xy = 0, xx = 0, yy = 0;
        for (int j = 0; j < height; j++)
            for (int i = 0; i < width; i++) {
                const double x = texel(&start, i, j) - 0.5, y = texel(&grown, i, j) - 0.5;
                xy += x * y, xx += x * x, yy += y * y;
            }
        assert_true(xy / sqrt(xx * yy) > 0.9);
    }
}

// ---- solving once ------------------------------------------------------------------------------

static void add_point(tr_recipe *recipe, const char *path) {
    tr_place place;
    assert_true(tr_recipe_find(recipe, path, &place) && place.parameter->kind == TR_PARAMETER_POINTS);
    ((tr_points *)place.at)->count++;
}

static void test_solutions_are_kept_while_nothing_changes_them(void **state) {
    (void)state;
    tr_scene scene;
    const char *const sets[] = {"from=fractal", "cells=8", "levels=5", NULL};
    load("midpoint", width, sets, &scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    tr_surface *before, *after;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &before, NULL), TR_OK);
    recipe->layers[1].amount.plus = 0.5;
    recipe->slope_exaggeration *= 2;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
    assert_ptr_equal(before->fields[1].solution, after->fields[1].solution);
    tr_surface_destroy(before); // the new surface shares its solution
    before = after;
    for (int change = 0; change < 4; change++) {
        if (change == 0)
            set_number(recipe, "layers.midpoint.levels", 4);
        else if (change == 1)
            set_number(recipe, "layers.fractal.scale", 2.2); // of the noise that it starts from
        else if (change == 2)
            add_point(recipe, "layers.midpoint.points"); // a point of zeros
        else
            recipe->seed++;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
        assert_ptr_not_equal(before->fields[1].solution, after->fields[1].solution);
        tr_surface_destroy(before);
        before = after;
    }
    tr_surface_destroy(before);
    tr_scene_clear(&scene);
}

// Spots can take their centres from a twist: they have the same places and radii, and their numbers equal its
// strengths. Spots that take their centres from such spots have them too.
static void test_spots_show_the_centres_of_a_twist(void **state) {
    (void)state;
    static const char text[] =
        "{\"warps\": [{\"name\": \"storms\", \"kind\": \"twist\", \"amount\": 3, \"density\": 20, "
        "\"radius_min\": 0.05, "
        "\"radius_max\": 0.2, \"latitude_min\": 20, \"latitude_max\": 60}], \"layers\": ["
        "{\"name\": \"spots\", \"field\": \"spots\"}, "
        "{\"name\": \"eyes\", \"field\": \"spots\", \"sites_from\": \"storms\"}, "
        "{\"name\": \"arms\", \"field\": \"spots\", \"sites_from\": \"eyes\"}]}";
    const tr_world world = {.name = "storms", .text = text};
    tr_scene scene = load_world(world);
    tr_surface *surface;
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    const tr_sites *twist = surface->warps[0].state; // a twist's state begins with its sites
    for (int k = 1; k <= 2; k++) {
        const tr_sites *spots = surface->fields[k].state;
        assert_int_equal(spots->count, twist->count);
        for (int j = 0; j < twist->count; j++) {
            assert_true(spots->x[j] == twist->x[j] && spots->y[j] == twist->y[j] && spots->z[j] == twist->z[j]);
            assert_true(spots->radius[j] == twist->radius[j]);
            assert_true(0.5f + 0.5f * spots->strength[j] == fabsf(twist->strength[j]));
        }
    }
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

static void test_winds_are_kept_while_nothing_changes_them(void **state) {
    (void)state;
    tr_scene scene;
    const char *const sets[] = {"cells=32", NULL};
    load("flow", width, sets, &scene);
    tr_recipe *recipe = scene.planets[0].recipe;
    assert_int_equal(add_layer(recipe, &tr_field_find("vortices")->kind, NULL), TR_OK);
    snprintf(recipe->layers[1].name, sizeof recipe->layers[1].name, "storms");
    snprintf(recipe->layers[1].source, sizeof recipe->layers[1].source, "flow");
    tr_surface *before, *after;
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &before, NULL), TR_OK);
    set_number(recipe, "layers.flow.scale", 2);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
    assert_ptr_equal(before->warps[0].solution, after->warps[0].solution);
    assert_ptr_equal(before->fields[1].solution, after->fields[1].solution);
    tr_surface_destroy(before);
    before = after;
    for (int change = 0; change < 4; change++) {
        if (change == 0)
            set_number(recipe, "warps.flow.turbulence", 0.3);
        else if (change == 1)
            set_number(recipe, "warps.flow.storm_latitude", -21);
        else if (change == 2)
            set_number(recipe, "warps.flow.octaves", 5);
        else
            recipe->seed++;
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, before, &after, NULL), TR_OK);
        assert_ptr_not_equal(before->warps[0].solution, after->warps[0].solution);
        assert_ptr_not_equal(before->fields[1].solution, after->fields[1].solution);
        tr_surface_destroy(before);
        before = after;
    }
    tr_surface_destroy(before);
    tr_scene_clear(&scene);
}

// ---- ranges ------------------------------------------------------------------------------------

// 0 and 65535 are the lowest and highest values that a layer can reach after fold, curve, amount and offset.
static void test_the_range_follows_what_is_done_to_the_field(void **state) {
    (void)state;
    static const struct {
        const char *kind, *sets[4];
        double low, high;
    } cases[] = {{"perlin", {NULL}, -1, 1},
                 {"perlin", {"amount=-5", NULL}, -5, 5},
                 {"perlin", {"offset=3", NULL}, 2, 4},
                 {"perlin", {"absolute=true", NULL}, 0, 1},
                 {"fractal", {"amount={\"knob\": \"noisiness\", \"times\": 2}", "noisiness=3", NULL}, -6, 6},
                 {"voronoi", {"value=f3", "absolute=true", NULL}, 0, 2},
                 {"voronoi", {"value=f3", "metric=manhattan", NULL}, 0, 3},
                 {"perlin", {"curve=[[-2, 0], [0, 1]]", NULL}, 0.5, 1},
                 {"perlin", {"curve=[[-0.5, 3], [0, 7], [0.5, 5]]", "amount=2", "offset=1", NULL}, 7, 15},
                 {"perlin", {"curve=[[5, 3], [6, 7]]", NULL}, 3, 4},
                 {"perlin", {"amount=0", NULL}, 0, 1},
                 {"perlin", {"amount=1e9", NULL}, -1e6, 1e6},
                 {"perlin", {"offset=1e9", NULL}, 999999, 1e6},
                 {"perlin", {"offset=-1e9", NULL}, -1e6, -999999},
                 {"perlin", {"height_min_m=0", NULL}, 0, 1},
                 {"perlin", {"amount=2", "height_max_m=1.5", NULL}, -2, 1.5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_scene scene;
        load(cases[i].kind, width, cases[i].sets, &scene);
        const tr_recipe *recipe = scene.planets[0].recipe;
        assert_float_equal(recipe->height_min_m, cases[i].low, 1e-9);
        assert_float_equal(recipe->height_max_m, cases[i].high, 1e-9);
        tr_scene_clear(&scene);
    }
}

// The albedo of a field is the grey of its height map, within 6 of 256 steps.
static void test_a_field_looks_like_its_map(void **state) {
    (void)state;
    static picture p;
    static uint8_t albedo[width * height][3];
    tr_scene scene;
    load("sin_latitude", width, NULL, &scene);
    tr_pool *pool;
    tr_surface *surface;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), pool, NULL, &surface, NULL),
                     TR_OK);
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = p.texels, [TR_MAP_ALBEDO] = albedo};
    assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels, NULL, NULL),
                     TR_OK);
    int most = 0;
    for (int i = 0; i < width * height; i++) {
        const int difference = abs(albedo[i][0] - (p.texels[i] + 128) / 257);
        most = difference > most ? difference : most;
    }
    assert_true(most <= 6); // a gradient of black and white alone differs by 74
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
}

// Fields with values of about 1 and terrains in metres all show moderate slopes.
static void test_slopes_of_a_ball_can_be_seen(void **state) {
    (void)state;
    static uint8_t normal[3 * width * height];
    const char *const kinds[] = {"terrain", "fractal", "perlin"};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        tr_scene scene;
        tr_surface *surface;
        tr_slopes slopes;
        load(kinds[k], width, NULL, &scene);
        assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                         TR_OK);
        tr_pool *pool;
        assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
        void *const texels[TR_MAP_COUNT] = {[TR_MAP_NORMAL] = normal};
        assert_int_equal(tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(width), texels, NULL, NULL),
                         TR_OK);
        tr_measure_slopes(normal, width, &slopes);
        print_message("%s: 98 %% of the sphere are less steep than %.1f degrees\n", kinds[k], slopes.steep_deg);
        assert_true(slopes.steep_deg > 3 && slopes.steep_deg < 70);
        tr_pool_destroy(pool);
        tr_surface_destroy(surface);
        tr_scene_clear(&scene);
    }
}

static void test_few_distances_are_cut_off(void **state) {
    (void)state;
    static picture p;
    static const char *const values[] = {"value=f1", "value=f2", "value=f3", "value=f3-f2+f1", "value=f3-f1"};
    static const char *const metrics[] = {"metric=euclid", "metric=manhattan", "metric=chebyshev"};
    for (int k = 0; k < 15; k++) {
        const char *const sets[] = {values[k % 5], metrics[k / 5], "randomness=1", NULL};
        draw("voronoi", sets, &p);
        int cut = 0;
        for (int i = 0; i < width * height; i++)
            cut += p.texels[i] == 65535;
        if (cut > width * height / 200)
            print_message("%s, %s: %d texels are cut off\n", sets[0], sets[1], cut);
        assert_true(cut <= width * height / 200);
    }
}

// ---- what is refused ---------------------------------------------------------------------------

static void test_wrong_numbers_are_named_with_their_range(void **state) {
    (void)state;
    static const struct {
        const char *kind, *set[2], *says;
    } cases[] = {
        {"fractal", {"octaves=0"}, "octaves is 0, but must be 1 … 24"},
        {"fractal", {"octaves=25"}, "octaves is 25, but must be 1 … 24"},
        {"fractal", {"persistence=NaN"}, "persistence must be a number 0 … 2"},
        {"perlin", {"scale=1e300"}, "scale is 1e+300, but must be 0.01 … 10000"},
        {"perlin", {"octaves=3"}, "'octaves' does not belong to this kind of field, but to fractal"},
        {"fractal", {"density=3"}, "does not belong to this kind of field, but to voronoi, craters, rays"},
        {"warp", {"radius_min=1"}, "does not belong to this kind of warp, but to twist"},
        {"diamond_square", {"x=1000000000000001"}, "x is 1000000000000001, but must be -1e+15 … 1e+15"},
        {"midpoint", {"levels=12"}, "cells * 2^levels is 8192, but must be at most 4096"},
        {"midpoint", {"levels=40", "cells=16384"}, "must be at most 4096"},
        {"midpoint", {"cells=0"}, "must be 1 … 4096"},
        {"midpoint", {"cells=0", "domain=plane"}, "needs 2 or more"},
        {"midpoint", {"cells=3", "domain=plane"}, "must be even"},
        {"midpoint", {"persistence=-1"}, "must be 0 … 2"},
        {"midpoint", {"points=[[1,2]]"}, "point 0 must be"},
        {"midpoint", {"from=nothing"}, "no layer of lattice noise before this one is called"},
        {"diamond_square", {"columns=100"}, "only a field on the plane has a window"},
        {"diamond_square", {"domain=plane", "columns=1"}, "must be 0 or 2 … 16384"},
        {"diamond_square", {"domain=plane", "x=1e16"}, "must be -1e+15 … 1e+15"},
        {"olsen", {"levels=17"}, "levels is 17, but must be 1 … 16"},
        {"olsen", {"levels=0"}, "must be 1 … 16"},
        {"warp", {"steps=0"}, "must be 1 … 16"},
        {"midpiont", {NULL}, "did you mean 'midpoint'"},
        {"perlin", {"height_min_m=5"}, "height_min_m is 5, but must be below height_max_m, which is 1"},
        {"perlin", {"height_max_m=-5"}, "height_min_m is -1, but must be below height_max_m, which is -5"},
        {"perlin", {"layers=[]"}, "a single field is one layer"},
        {"perlin", {"into=other"}, "a single field is one layer"},
        {"perlin", {"field=voronoi"}, "a single field is one layer"},
        {"warp", {"name=other", "octaves=3"}, "a single field is one layer"},
        {"perlin", {"layers.perlin.into=other"}, "a single field is one layer"},
        {"perlin", {"layers.0.name=other"}, "a single field is one layer"},
        {"perlin", {"layers.0={\"name\": \"a\"}"}, "a single field is one layer"},
        {"perlin", {"layers.perlin.field=value"}, "a single field is one layer"},
        {"warp", {"kind=twist"}, "a single field is one layer"},
        {"warp", {"warps.warp.kind=twist"}, "a single field is one layer"},
        {"perlin", {"scale"}, "--set scale: expected KEY=VALUE"},
        {"midpoint", {"points=[[0, 400, 1], [-91, 0, 1]]"}, "point 0 must be [latitude, longitude, value], on"},
        {"midpoint",
         {"points=[[0, 180, 1], [-91, 0, 1]]"},
         "point 1 has latitude -91, but it must be -90 … 90"},
        {"midpoint", {"points=[[45, 10, 1]]", "domain=plane"}, "on the plane u and v must be 0 … 1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const tr_world world = {.name = cases[i].kind,
                                .set_count = cases[i].set[1]   ? 2
                                             : cases[i].set[0] ? 1
                                                               : 0,
                                .sets = cases[i].set,
                                .field_width = 512};
        tr_scene scene;
        tr_error error = {0};
        assert_int_equal(tr_world_load(&world, &scene, &error), TR_BAD_USAGE);
        if (!strstr(error.message, cases[i].says))
            print_message("%s: %s\n", cases[i].says, error.message);
        assert_non_null(strstr(error.message, cases[i].says));
        tr_scene_clear(&scene);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fields_are_golden_on_every_instruction_set_and_thread_count),
        cmocka_unit_test(test_fields_have_no_seam),
        cmocka_unit_test(test_windows_agree_where_they_overlap),
        cmocka_unit_test(test_a_map_as_wide_as_the_lattice_shows_its_values),
        cmocka_unit_test(test_maps_of_other_widths_have_no_seam),
        cmocka_unit_test(test_lattices_fit_the_map),
        cmocka_unit_test(test_defaults_show_something),
        cmocka_unit_test(test_given_points_make_mountains),
        cmocka_unit_test(test_borders_are_given),
        cmocka_unit_test(test_given_points_and_borders_are_those_of_the_window),
        cmocka_unit_test(test_midpoint_displacement_starts_from_another_field),
        cmocka_unit_test(test_solutions_are_kept_while_nothing_changes_them),
        cmocka_unit_test(test_spots_show_the_centres_of_a_twist),
        cmocka_unit_test(test_winds_are_kept_while_nothing_changes_them),
        cmocka_unit_test(test_the_range_follows_what_is_done_to_the_field),
        cmocka_unit_test(test_a_field_looks_like_its_map),
        cmocka_unit_test(test_slopes_of_a_ball_can_be_seen),
        cmocka_unit_test(test_few_distances_are_cut_off),
        cmocka_unit_test(test_wrong_numbers_are_named_with_their_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
