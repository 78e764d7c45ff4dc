// Flights over near ground: nothing pops during the descent, memory and OpenGL objects stay constant over a
// random flight (ten minutes of it with TR_FULL), and without memory for tiles the maps show.
// ctest: COST 6
#include "pictures.h"
#include "planet/mips.h"
#include "render/near.h"
#include "studio.h"
#include "worlds.h"

#include <glad/gl.h>
#include <malloc.h>
#include <stdatomic.h>

enum { WIDTH = 64, HEIGHT = 40, MAP = 1024 }; // as fine as the coarsest tiles

// ---- memory ------------------------------------------------------------------------------------------

static atomic_llong held;       // bytes
static atomic_bool large_fails; // so that there is no memory for the table of tiles

static void *count(void *block, long long before) {
    if (block)
        atomic_fetch_add(&held, (long long)malloc_usable_size(block) - before);
    return block;
}

static void *counting_malloc(void *context, size_t bytes) {
    (void)context;
    return bytes > 4 << 20 && atomic_load(&large_fails) ? NULL : count(malloc(bytes), 0);
}

static void *counting_realloc(void *context, void *block, size_t bytes) {
    (void)context;
    const long long before = block ? (long long)malloc_usable_size(block) : 0;
    return count(realloc(block, bytes), before);
}

static void counting_free(void *context, void *block) {
    (void)context;
    atomic_fetch_sub(&held, (long long)malloc_usable_size(block));
    free(block);
}

// Textures, buffers and framebuffers. Programs are left out: each kind of picture has its own.
static int count_objects(void) {
    enum { most = 4096 };
    int objects = 0;
    for (GLuint name = 1; name < most; name++)
        objects += (glIsTexture(name) == GL_TRUE) + (glIsBuffer(name) == GL_TRUE) +
                   (glIsFramebuffer(name) == GL_TRUE) + (glIsRenderbuffer(name) == GL_TRUE);
    return objects;
}

// ---- the planet --------------------------------------------------------------------------------------

typedef struct fixture {
    studio studio;
    tr_pool *pool;
    tr_scene scene;
    tr_surface *surface;
} fixture;

// Gives the planet maps of `columns` columns.
static void set_maps(fixture *f, int columns) {
    tr_error error = {0};
    tr_planet_maps maps;
    uint8_t *memory = malloc(tr_mips_bytes(f->surface, columns, false));
    assert_non_null(memory);
    assert_int_equal(tr_mips_bake(f->surface, f->pool, NULL, columns, false, NULL, memory, &maps, &error),
                     TR_OK);
    assert_int_equal(tr_renderer_set_maps(f->studio.renderer, 0, &maps, &error), TR_OK);
    free(memory);
}

static int start(void **state) {
    static fixture f;
    static const tr_allocator counting = {counting_malloc, counting_realloc, counting_free, NULL};
    const tr_world world = {.name = "barren", .has_seed = true, .seed = 1};
    *state = &f;
    assert_int_equal(tr_set_allocator(&counting, NULL), TR_OK);
    assert_int_equal(tr_pool_create(0, &f.pool, NULL), TR_OK);
    if (open_studio(&f.studio, WIDTH, HEIGHT) != 0)
        return -1;
    f.scene = load_world(world);
    tr_recipe_coarsen(f.scene.planets[0].recipe, 32);
    assert_int_equal(
        tr_surface_create(f.scene.planets[0].recipe, tr_isa_best(), f.pool, NULL, &f.surface, NULL), TR_OK);
    set_maps(&f, MAP);
    return 0;
}

static int end(void **state) {
    fixture *f = *state;
    tr_surface_destroy(f->surface);
    tr_scene_clear(&f->scene);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    print_message("%lld bytes are left\n", (long long)atomic_load(&held));
    return atomic_load(&held) == 0 ? 0 : -1;
}

// A view from a distance in radii, tilted further towards the horizon the nearer it is.
static tr_view view_from(const fixture *f, double latitude_deg, double longitude_deg, double distance) {
    return (tr_view){.width_px = WIDTH,
                     .height_px = HEIGHT,
                     .latitude_deg = latitude_deg,
                     .longitude_deg = longitude_deg,
                     .distance_km = distance * f->scene.planets[0].recipe->radius_km,
                     .look_up_deg = fmin(72, 20 / sqrt(distance - 1)),
                     .sun = {-0.9, 0.2, 0.3},
                     .clouds = true};
}

static picture shoot(fixture *f, const tr_view *view) {
    const picture p = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, view, p.rgb);
    return p;
}

// ---- no memory ---------------------------------------------------------------------------------------

static void test_no_memory_for_tiles(void **state) {
    fixture *f = *state;
    tr_error error = {0};
    const tr_view view = view_from(f, 10, 20, 1.05);
    const picture maps = shoot(f, &view);
    atomic_store(&large_fails, true);
    assert_int_equal(
        tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error),
        TR_NO_MEMORY);
    assert_string_equal(error.message, "no memory for tiles of near ground");
    const picture without = shoot(f, &view);
    atomic_store(&large_fails, false);
    assert_memory_equal(maps.rgb, without.rgb, picture_bytes(&maps));
    assert_int_equal(
        tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, NULL), TR_OK);
    const picture with = shoot(f, &view);
    assert_memory_not_equal(maps.rgb, with.rgb, picture_bytes(&maps));
    free(maps.rgb), free(without.rgb), free(with.rgb);
}

// ---- the descent -------------------------------------------------------------------------------------

static picture bake_and_shoot(fixture *f, double distance) {
    const tr_view view = view_from(f, 12, 20, distance);
    tr_error error = {0};
    if (tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
    return shoot(f, &view);
}

// The jump between two altitudes: the difference that remains however close they come. Each halving continues
// in the half where the pictures differ more.
static double jump_between(fixture *f, double far, double near, int halvings, double *where) {
    picture a = bake_and_shoot(f, 1 + far), b = bake_and_shoot(f, 1 + near);
    for (int i = 0; i < halvings; i++) {
        const double between = sqrt(far * near);
        const picture middle = bake_and_shoot(f, 1 + between);
        const bool upper = block_difference(&a, &middle) > block_difference(&middle, &b);
        free(upper ? b.rgb : a.rgb);
        if (upper)
            b = middle, near = between;
        else
            a = middle, far = between;
    }
    const double apart = block_difference(&a, &b);
    *where = 1 + near;
    free(a.rgb), free(b.rgb);
    return apart;
}

// From 3 radii to 1.01 no level, no relief, no shadow and no air appears abruptly.
static void test_nothing_pops_on_the_way_down(void **state) {
    fixture *f = *state;
    const int parts = under_sanitizer ? 2 : is_full() ? 300 : 16;
    const double high = 2, low = 0.01;
    double most = 0, at = 0;
    for (int k = 0; k < parts; k++) {
        double where;
        const double apart = jump_between(f, high * pow(low / high, (double)k / parts),
                                          high * pow(low / high, (k + 1.0) / parts), 12, &where);
        if (apart > most)
            most = apart, at = where;
    }
    print_message("blocks differ by %.2f at most, at %.5f radii\n", most, at);
    assert_true(most <= 2);
}

// ---- the first tiles ---------------------------------------------------------------------------------

// The middle of a picture that is `larger` times as wide and high.
static tr_view middle_of(const fixture *f, int larger, double distance) {
    tr_view view = view_from(f, 12, 20, distance);
    view.width_px *= larger, view.height_px *= larger;
    if (larger > 1)
        view.part = (tr_view_part){(view.width_px - WIDTH) / 2, (view.height_px - HEIGHT) / 2, WIDTH, HEIGHT};
    return view;
}

// Whether a picture from this distance has tiles.
static bool has_tiles(fixture *f, int larger, double distance) {
    static uint64_t version = 1000; // not yet used
    const tr_near_request_options asking = {.version = version++};
    const tr_view view = middle_of(f, larger, distance);
    tr_near_requests requests;
    assert_int_equal(tr_renderer_want_near(f->studio.renderer, &f->scene, &view, &asking, &requests, NULL),
                     TR_OK);
    return requests.count > 0;
}

// One camera at the distance where the first tiles appear: with maps alone, and with those tiles over them. The
// grain of coarse maps must stay where the maps still show.
static void check_first_tiles(fixture *f, int columns, int larger) {
    double far = TR_NEAR_RADII, near = 1.1;
    tr_error error = {0};
    assert_false(has_tiles(f, larger, far));
    assert_true(has_tiles(f, larger, near));
    while (far - near > 1e-5)
        *(has_tiles(f, larger, (far + near) / 2) ? &near : &far) = (far + near) / 2;
    const tr_view view = middle_of(f, larger, near);
    tr_renderer_hide_near(f->studio.renderer);
    const picture maps = shoot(f, &view);
    assert_int_equal(
        tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error), TR_OK);
    const picture tiles = shoot(f, &view);
    const double apart = block_difference(&maps, &tiles);
    print_message("%d columns, %d rows: blocks differ by %.2f at %.4f radii\n", columns, larger * HEIGHT, apart,
                  near);
    assert_true(apart <= 2);
    free(maps.rgb), free(tiles.rgb);
}

static void test_first_tiles_do_not_pop(void **state) {
    fixture *f = *state;
    for (int columns = MAP / 16; columns <= MAP; columns *= 2) {
        set_maps(f, columns);
        check_first_tiles(f, columns, 1);
    }
    check_first_tiles(f, MAP, 25); // near the distance where no picture has tiles, so the tiles are coarser
}

// ---- random flights ----------------------------------------------------------------------------------

static double random_below(uint64_t *seed, double end) {
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 40) / (1 << 24) * end;
}

// As in the window: takes a few tiles for each picture, and shows those that are loaded.
static void fly_on(fixture *f, const tr_view *view, double now_s) {
    static uint8_t texels[TR_NEAR_TILE_BYTES];
    uint8_t *into[] = {texels};
    const tr_near_request_options asking = {.version = 3, .lasts = true, .now_s = now_s, .fade_s = 0.25};
    tr_near_requests requests;
    tr_error error = {0};
    if (tr_renderer_want_near(f->studio.renderer, &f->scene, view, &asking, &requests, &error) != TR_OK)
        fail_msg("%s", error.message);
    for (int i = 0; i < requests.count && i < 3; i++) {
        assert_int_equal(
            tr_near_bake(f->surface, &requests.tiles[i], 1, requests.kinds, f->pool, NULL, into, &error),
            TR_OK);
        tr_renderer_add_near(f->studio.renderer, &requests.tiles[i], texels, now_s);
    }
    free(shoot(f, view).rgb);
}

static void test_a_flight_holds_no_more(void **state) {
    fixture *f = *state;
    const double flown_s = under_sanitizer ? 1.2 : is_full() ? 600 : 4, step_s = 0.1;
    const int pictures = (int)(flown_s / step_s), warm = under_sanitizer ? 6 : 20;
    long long first = 0, most = 0;
    int objects = 0;
    uint64_t seed = 1;
    for (int k = 0; k < pictures; k++) {
        // A glide with an occasional jump, and each view also from far away.
        const double high = 0.005 * pow(200, k % 2 ? random_below(&seed, 1) : 1 - (k % 20) / 20.0);
        const tr_view view = view_from(f, random_below(&seed, 160) - 80, random_below(&seed, 360), 1 + high);
        fly_on(f, &view, step_s * k);
        if (k == warm) {
            first = atomic_load(&held);
            objects = count_objects();
        }
        most = k >= warm && atomic_load(&held) > most ? (long long)atomic_load(&held) : most;
        if (k >= warm && count_objects() != objects)
            fail_msg("after %d pictures OpenGL holds %d objects, not %d", k, count_objects(), objects);
    }
    print_message("%d pictures: %.1f MB held, %.1f at most, %d objects\n", pictures, (double)first / 1e6,
                  (double)most / 1e6, objects);
    assert_true(most - first < 1 << 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_no_memory_for_tiles, check_debug),
        cmocka_unit_test_teardown(test_nothing_pops_on_the_way_down, check_debug),
        cmocka_unit_test_teardown(test_first_tiles_do_not_pop, check_debug),
        cmocka_unit_test_teardown(test_a_flight_holds_no_more, check_debug)};
    return cmocka_run_group_tests(tests, start, end);
}
