// Near ground: the tiles that a picture uses, that they equal exported tiles, and that nothing pops.
// ctest: COST 5
#include "export/private/pyramid.h"
#include "pictures.h"
#include "planet/mips.h"
#include "render/near.h"
#include "render/private/near.h"
#include "studio.h"
#include "worlds.h"

enum { WIDTH = 64, HEIGHT = 40, MAP = 512 };

// ---- which tiles -----------------------------------------------------------------------------------

static tr_vec turn(const tr_mat *m, double x, double y, double z) { return tr_mat_apply(m, (tr_vec){x, y, z}); }

// A camera over a place, with its view direction raised from straight down.
static tr_near_sight sight_of(double latitude_deg, double longitude_deg, double distance, double up_deg) {
    const double lat = tr_radians(latitude_deg), lon = tr_radians(longitude_deg), a = tr_radians(up_deg);
    const tr_vec out = {cos(lat) * cos(lon), sin(lat), -cos(lat) * sin(lon)}, east = {-sin(lon), 0, -cos(lon)};
    const tr_vec north = tr_vec_cross(out, east);
    tr_near_sight sight = {
        .camera = tr_vec_scale(out, distance),
        .view_from_map = {{east, tr_vec_add(tr_vec_scale(north, cos(a)), tr_vec_scale(out, sin(a))),
                           tr_vec_subtract(tr_vec_scale(out, cos(a)), tr_vec_scale(north, sin(a)))}},
        .distance = distance,
        .tangent = {0.58, 0.364},
        .pixel_rad = 0.728 / 400,
        .sun = tr_vec_normalize((tr_vec){0.5, 0.6, 0.6}),
        .clouds = true,
        .cloud_height = 0.001,
        .cloud_turn_rad = 0.7,
        .map_level = 2,
        .finest = 12};
    sight.farthest = tr_near_farthest(&sight);
    return sight;
}

// The tile that holds a direction, on its face as in OpenGL's cube maps.
static tr_near_tile tile_at(tr_vec d, int level, tr_near_set set) {
    const double size[3] = {fabs(d.x), fabs(d.y), fabs(d.z)};
    const int axis = size[0] >= size[1] && size[0] >= size[2] ? 0 : size[1] >= size[2] ? 1 : 2;
    const double along = axis == 0 ? d.x : axis == 1 ? d.y : d.z, side = along < 0 ? -1 : 1;
    const double a = axis == 0 ? -side * d.z : axis == 1 ? d.x : side * d.x;
    const double b = axis == 1 ? side * d.z : -d.y, tiles = 1 << level;
    return (tr_near_tile){set, 2 * axis + (along < 0), level, (int)floor((0.5 + 0.5 * a / size[axis]) * tiles),
                          (int)floor((0.5 + 0.5 * b / size[axis]) * tiles)};
}

static bool has_tile(const tr_near_tile *tiles, int count, tr_near_tile t) {
    for (int i = 0; i < count; i++)
        if (tiles[i].set == t.set && tiles[i].face == t.face && tiles[i].level == t.level &&
            tiles[i].x == t.x && tiles[i].y == t.y)
            return true;
    return false;
}

// The levels that a pixel mixes are in the list.
static void check_levels(const tr_near_sight *s, const tr_near_tile *tiles, int count, tr_vec d, double level,
                         tr_near_set set) {
    level = fmin(level, s->finest);
    for (int k = (int)floor(level); k <= ceil(level); k++)
        if (k > s->map_level && fabs(level - k) < 0.749)
            assert_true(has_tile(tiles, count, tile_at(d, k, set)));
}

static void test_pixels_have_their_tiles(void **state) {
    (void)state;
    static tr_near_tile tiles[20000];
    const double views[][4] = {{10, 20, 1.5, 0},    {35.26, 45, 1.2, 0}, {-90, 0, 1.05, 20},
                               {45, 180, 1.01, 70}, {0, -45, 1.005, 85}, {-20, 100, 1.9, 0}};
    for (size_t v = 0; v < sizeof views / sizeof views[0]; v++) {
        const tr_near_sight s = sight_of(views[v][0], views[v][1], views[v][2], views[v][3]);
        const int count = tr_near_choose(&s, tiles, 20000);
        assert_true(count > 0 && count <= 20000);
        const tr_mat map_from_view = tr_mat_transpose(&s.view_from_map);
        int seen = 0;
        for (int i = 0; i < 40 * 25; i++) {
            const double x = ((i % 40 + 0.5) / 20 - 1) * s.tangent[0], y = (i / 40 / 12.0 - 1) * s.tangent[1];
            const tr_vec ray = tr_vec_normalize(turn(&map_from_view, x, y, -1));
            const double b = tr_vec_dot(s.camera, ray), c = s.distance * s.distance - 1, root = b * b - c;
            if (b >= 0 || root < 0)
                continue;
            const double way = c / (-b + sqrt(root));
            const tr_vec d = tr_vec_normalize(tr_vec_add(s.camera, tr_vec_scale(ray, way)));
            const double angle =
                2 *
                asin(fmin(tr_vec_length(tr_vec_subtract(d, tr_vec_scale(s.camera, 1 / s.distance))) / 2, 1));
            const double level = tr_near_level(&s, angle), facing = -tr_vec_dot(d, ray),
                         turned = s.cloud_turn_rad;
            check_levels(&s, tiles, count, d, level, TR_NEAR_GROUND);
            const double rise = s.cloud_height * (2 + s.cloud_height);
            const tr_vec high =
                tr_vec_subtract(d, tr_vec_scale(ray, rise / (sqrt(facing * facing + rise) + facing)));
            check_levels(&s, tiles, count,
                         (tr_vec){cos(turned) * high.x - sin(turned) * high.z, high.y,
                                  cos(turned) * high.z + sin(turned) * high.x},
                         level, TR_NEAR_CLOUDS);
            seen++;
        }
        print_message("%g radii: %d tiles, %d of 1000 pixels on the ground\n", s.distance, count, seen);
        assert_true(seen > 100);
    }
}

// A coarser choice has fewer tiles, down to none.
static void test_coarser_is_less(void **state) {
    (void)state;
    static tr_near_tile tiles[20000];
    tr_near_sight s = sight_of(10, 20, 1.05, 0);
    int before = 20000;
    for (; s.coarser < 9; s.coarser++) {
        const int count = tr_near_choose(&s, tiles, 20000);
        assert_true(count <= before);
        before = count;
    }
    assert_int_equal(before, 0);
}

// ---- their texels ----------------------------------------------------------------------------------

typedef struct fixture {
    studio studio;
    tr_pool *pool;
    tr_scene scene;
    tr_surface *surface;
} fixture;

static void load(fixture *f, const char *type) {
    const tr_world world = {.name = type, .has_seed = true, .seed = 7};
    tr_surface_destroy(f->surface);
    f->surface = NULL;
    tr_scene_clear(&f->scene);
    f->scene = (tr_scene){0};
    f->scene = load_world(world);
    tr_recipe_coarsen(f->scene.planets[0].recipe, 32);
    assert_int_equal(
        tr_surface_create(f->scene.planets[0].recipe, tr_isa_best(), f->pool, NULL, &f->surface, NULL), TR_OK);
}

static void test_tiles_are_those_of_the_pyramid(void **state) {
    fixture *f = *state;
    static uint8_t texels[3][4 * TR_NEAR_MOST_KINDS * TR_NEAR_TEXELS], whole[4 * TR_NEAR_TEXELS];
    static const tr_near_tile tiles[3] = {
        {TR_NEAR_GROUND, 0, 3, 7, 0}, {TR_NEAR_CLOUDS, 5, 2, 1, 3}, {TR_NEAR_GROUND, 2, 12, 2047, 4095}};
    uint8_t *into[3] = {texels[0], texels[1], texels[2]};
    load(f, "earthlike");
    const tr_near_kinds kinds = {.specular = true};
    assert_int_equal(tr_near_bake(f->surface, tiles, 3, kinds, f->pool, NULL, into, NULL), TR_OK);
    const tr_pyramid pyramid = {.cube = true, .tile = TR_NEAR_TILE, .border = TR_NEAR_BORDER, .levels = 13};
    const struct {
        int tile, picture, channels;
        tr_map map;
    } compared[] = {
        {0, 0, 3, TR_MAP_ALBEDO}, {0, 1, 3, TR_MAP_NORMAL}, {1, 0, 4, TR_MAP_CLOUDS}, {2, 1, 3, TR_MAP_NORMAL}};
    for (size_t k = 0; k < sizeof compared / sizeof compared[0]; k++) {
        const tr_near_tile *t = &tiles[compared[k].tile];
        const tr_patch patch =
            tr_pyramid_patch(&pyramid, (tr_tile){.level = t->level, .face = t->face, .x = t->x, .y = t->y});
        void *maps[TR_MAP_COUNT] = {0};
        maps[compared[k].map] = whole;
        assert_int_equal(tr_surface_bake_patch(f->surface, f->pool, NULL, patch, maps, NULL, NULL), TR_OK);
        const uint8_t *ours =
            texels[compared[k].tile] + (size_t)4 * TR_NEAR_TEXELS * (size_t)compared[k].picture;
        const size_t channels = (size_t)compared[k].channels;
        for (size_t i = 0; i < TR_NEAR_TEXELS; i++)
            assert_memory_equal(ours + 4 * i, whole + channels * i, channels);
    }
    // Of the 16-bit height, the upper byte is in the albedo's alpha and the lower one in the normals' alpha.
    static uint16_t heights[TR_NEAR_TEXELS];
    const tr_patch patch = tr_near_patch(&tiles[0]);
    void *maps[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = heights};
    assert_int_equal(tr_surface_bake_patch(f->surface, f->pool, NULL, patch, maps, NULL, NULL), TR_OK);
    for (size_t i = 0; i < TR_NEAR_TEXELS; i++)
        assert_int_equal(texels[0][4 * i + 3] << 8 | texels[0][4 * (TR_NEAR_TEXELS + i) + 3], heights[i]);
}

// ---- pictures --------------------------------------------------------------------------------------

static picture take(fixture *f, double latitude_deg, double longitude_deg, double distance) {
    const tr_view view = {.width_px = WIDTH,
                          .height_px = HEIGHT,
                          .latitude_deg = latitude_deg,
                          .longitude_deg = longitude_deg,
                          .distance_km = distance * f->scene.planets[0].recipe->radius_km,
                          .sun = {-0.6, 0.3, 0.74},
                          .clouds = true};
    tr_error error = {0};
    if (tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
    const picture p = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, &view, p.rgb);
    return p;
}

static double distance_of(const picture *a, const picture *b) {
    double sum = 0;
    for (int i = 0; i < 3 * WIDTH * HEIGHT; i++)
        sum += abs(a->rgb[i] - b->rgb[i]);
    return sum / (3 * WIDTH * HEIGHT);
}

static void upload(fixture *f) {
    tr_planet_maps maps;
    tr_error error = {0};
    uint8_t *memory = malloc(tr_mips_bytes(f->surface, MAP, false));
    assert_non_null(memory);
    assert_int_equal(tr_mips_bake(f->surface, f->pool, NULL, MAP, false, NULL, memory, &maps, &error), TR_OK);
    assert_int_equal(tr_renderer_set_maps(f->studio.renderer, 0, &maps, &error), TR_OK);
    free(memory);
}

// Where the middle of the picture changes to another level, and where tiles begin, a step of a millionth
// changes nothing visible.
static void test_nothing_pops(void **state) {
    fixture *f = *state;
    load(f, "inferno");
    upload(f);
    // A texel of level k is one pixel in the middle of the picture at 1 + 2 / (256 2^k pixel).
    const double pixel = 2 * tan(tr_radians(TR_FIELD_OF_VIEW_DEG) / 2) / HEIGHT;
    const double switches[] = {TR_NEAR_RADII, 1 + 2 / (256 * 4 * pixel), 1 + 2 / (256 * 16 * pixel)};
    for (size_t i = 0; i < sizeof switches / sizeof switches[0]; i++) {
        const picture before = take(f, 10, 20, switches[i] * (1 + 1e-6)),
                      after = take(f, 10, 20, switches[i] * (1 - 1e-6));
        const double apart = block_difference(&before, &after);
        print_message("%.4f radii: blocks differ by %.2f at most\n", switches[i], apart);
        assert_true(apart <= 2);
        free(before.rgb);
        free(after.rgb);
    }
}

// Tiles are sharper than the maps under them, and have the same colours.
static void test_tiles_are_sharper(void **state) {
    fixture *f = *state;
    load(f, "inferno");
    upload(f);
    const picture sharp = take(f, 10, 20, 1.1);
    tr_renderer_forget_maps(f->studio.renderer);
    upload(f); // without tiles
    const tr_view view = {.width_px = WIDTH,
                          .height_px = HEIGHT,
                          .latitude_deg = 10,
                          .longitude_deg = 20,
                          .distance_km = 1.1 * f->scene.planets[0].recipe->radius_km,
                          .sun = {-0.6, 0.3, 0.74},
                          .clouds = true};
    const picture soft = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, &view, soft.rgb);
    double steps[2] = {0}, sums[2] = {0};
    for (int k = 0; k < 2; k++) {
        const uint8_t *rgb = k ? sharp.rgb : soft.rgb;
        for (int i = 0; i < WIDTH * HEIGHT - 1; i++) {
            steps[k] += abs(rgb[3 * i] - rgb[3 * i + 3]);
            sums[k] += rgb[3 * i];
        }
    }
    print_message("steps from pixel to pixel: %.2f with tiles, %.2f without\n", steps[1] / (WIDTH * HEIGHT),
                  steps[0] / (WIDTH * HEIGHT));
    assert_true(steps[1] > 1.3 * steps[0]);
    assert_true(fabs(sums[1] / sums[0] - 1) < 0.15);
    free(sharp.rgb);
    free(soft.rgb);
}

// ---- relief ----------------------------------------------------------------------------------------

static picture look_aslant(fixture *f, double range_m, double distance) {
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->slope_exaggeration = 0; // no shadows, which would be those of other hills
    recipe->height_min_m = -range_m / 2;
    recipe->height_max_m = range_m / 2;
    const tr_view view = {.width_px = WIDTH,
                          .height_px = HEIGHT,
                          .latitude_deg = 10,
                          .longitude_deg = 20,
                          .distance_km = distance * recipe->radius_km,
                          .look_up_deg = 50,
                          .sun = {-0.6, 0.3, 0.74},
                          .clouds = true};
    tr_error error = {0};
    if (tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
    const picture p = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, &view, p.rgb);
    return p;
}

// The number of pixels that differ between some rows of two pictures.
static int count_different(const picture *a, const picture *b, int first, int last) {
    int count = 0;
    for (int i = first * WIDTH; i < last * WIDTH; i++)
        count += memcmp(a->rgb + 3 * i, b->rgb + 3 * i, 3) != 0;
    return count;
}

// Between the eye and the horizon the ground rises by its heights. Below the eye the picture is that of a
// sphere.
static void test_ground_stands_up(void **state) {
    fixture *f = *state;
    load(f, "barren");
    upload(f);
    const double radius_m = 1000 * f->scene.planets[0].recipe->radius_km;
    const picture flat = look_aslant(f, 0, 1.04), low = look_aslant(f, 0.06 * radius_m, 1.04),
                  high = look_aslant(f, 0.12 * radius_m, 1.04);
    const int upper = HEIGHT / 2, of_low = count_different(&flat, &low, 0, upper),
              of_high = count_different(&flat, &high, 0, upper);
    print_message("of %d pixels %d differ from a sphere's where hills are low, %d where they are high\n",
                  WIDTH * upper, of_low, of_high);
    assert_true(of_low > WIDTH * upper / 10);
    assert_true(distance_of(&flat, &high) > 1.5 * distance_of(&flat, &low));
    assert_int_equal(count_different(&flat, &high, HEIGHT - 2, HEIGHT), 0);
    free(flat.rgb), free(low.rgb), free(high.rgb);
}

// A picture from above, with heights from tiles alone.
static picture look_down(fixture *f, double lowest_m, double highest_m, double sun_height) {
    tr_recipe *recipe = f->scene.planets[0].recipe;
    recipe->height_min_m = lowest_m;
    recipe->height_max_m = highest_m;
    tr_view view = {.width_px = WIDTH,
                    .height_px = HEIGHT,
                    .latitude_deg = 10,
                    .longitude_deg = 20,
                    .distance_km = 1.05 * recipe->radius_km,
                    .sun = {-sqrt(1 - sun_height * sun_height), 0, sun_height},
                    .clouds = true};
    tr_error error = {0};
    if (tr_renderer_bake_near(f->studio.renderer, &f->scene, &view, f->surface, f->pool, NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
    const picture p = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, &view, p.rgb);
    return p;
}

static int count_dark(const picture *p) {
    int count = 0;
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        count += p->rgb[3 * i] < 12;
    return count;
}

static void upload_without_horizons(fixture *f) {
    tr_planet_maps maps;
    tr_error error = {0};
    uint8_t *memory = malloc(tr_mips_bytes(f->surface, MAP, false));
    assert_non_null(memory);
    assert_int_equal(tr_mips_bake(f->surface, f->pool, NULL, MAP, false, NULL, memory, &maps, &error), TR_OK);
    maps.height = NULL;
    assert_int_equal(tr_renderer_set_maps(f->studio.renderer, 0, &maps, &error), TR_OK);
    free(memory);
}

// Hills of tiles cast shadows where the sun is low, and none where it is high.
static void test_hills_throw_shadows(void **state) {
    fixture *f = *state;
    load(f, "barren");
    upload_without_horizons(f);
    const tr_recipe *recipe = f->scene.planets[0].recipe;
    const double range_m = recipe->height_max_m - recipe->height_min_m;
    const picture flat = look_down(f, 0, 0, 0.12), low = look_down(f, 0, range_m, 0.12),
                  flat_at_noon = look_down(f, 0, 0, 0.9), noon = look_down(f, 0, range_m, 0.9);
    print_message("of %d pixels %d are dark, %d without shadows\n", WIDTH * HEIGHT, count_dark(&low),
                  count_dark(&flat));
    assert_true(2 * count_dark(&low) > 3 * count_dark(&flat) + 10);
    assert_memory_equal(flat_at_noon.rgb, noon.rgb, (size_t)3 * WIDTH * HEIGHT);
    free(flat.rgb), free(low.rgb), free(flat_at_noon.rgb), free(noon.rgb);
}

// A sea is flat, whatever the depth of its floor.
static void test_the_floor_of_a_sea_throws_no_shadows(void **state) {
    fixture *f = *state;
    load(f, "barren");
    upload_without_horizons(f);
    tr_recipe *recipe = f->scene.planets[0].recipe;
    const double range_m = recipe->height_max_m - recipe->height_min_m;
    recipe->sea = true;
    const picture flat = look_down(f, 0, 0, 0.12), sea = look_down(f, -range_m, 0, 0.12);
    const picture land = look_down(f, 0, range_m, 0.12);
    assert_memory_equal(flat.rgb, sea.rgb, (size_t)3 * WIDTH * HEIGHT);
    const int shadowed = count_different(&flat, &land, 0, HEIGHT);
    print_message("of %d pixels %d differ on land\n", WIDTH * HEIGHT, shadowed);
    assert_true(shadowed > WIDTH * HEIGHT / 20);
    free(flat.rgb), free(sea.rgb), free(land.rgb);
}

// ---- tile by tile ----------------------------------------------------------------------------------

static tr_view view_of(const fixture *f, double distance) {
    return (tr_view){.width_px = WIDTH,
                     .height_px = HEIGHT,
                     .latitude_deg = 10,
                     .longitude_deg = 20,
                     .distance_km = distance * f->scene.planets[0].recipe->radius_km,
                     .sun = {-0.6, 0.3, 0.74},
                     .clouds = true};
}

// Requests the tiles of a view at a time, and bakes the first `most` of the missing ones, last one first, as
// the window may. Returns how many were missing.
static int walk_as(fixture *f, uint64_t version, const tr_view *view, double now_s, double fade_s, int most) {
    static uint8_t texels[TR_NEAR_TILE_BYTES];
    uint8_t *into[] = {texels};
    const tr_near_request_options asking = {
        .version = version, .lasts = true, .now_s = now_s, .fade_s = fade_s};
    tr_near_requests requests;
    tr_error error = {0};
    if (tr_renderer_want_near(f->studio.renderer, &f->scene, view, &asking, &requests, &error) != TR_OK)
        fail_msg("%s", error.message);
    for (int i = (requests.count < most ? requests.count : most) - 1; i >= 0; i--) {
        assert_int_equal(
            tr_near_bake(f->surface, &requests.tiles[i], 1, requests.kinds, f->pool, NULL, into, &error),
            TR_OK);
        tr_renderer_add_near(f->studio.renderer, &requests.tiles[i], texels, now_s);
    }
    return requests.count;
}

static int walk(fixture *f, const tr_view *view, double now_s, double fade_s, int most) {
    return walk_as(f, 5, view, now_s, fade_s, most);
}

static picture shoot(fixture *f, const tr_view *view) {
    const picture p = make_picture(WIDTH, HEIGHT);
    take_picture(&f->studio, &f->scene, view, p.rgb);
    return p;
}

// The window ends with the picture that `render` makes, in whichever order tiles arrive.
static void test_the_window_ends_in_the_same_picture(void **state) {
    fixture *f = *state;
    load(f, "inferno");
    tr_renderer_forget_maps(f->studio.renderer);
    upload(f);
    const picture at_once = take(f, 10, 20, 1.08);
    const tr_view view = view_of(f, 1.08), far = view_of(f, 1.2);
    assert_true(walk(f, &far, 0, 0, TR_NEAR_MOST_REQUESTS) > 0);
    int before = TR_NEAR_MOST_REQUESTS;
    for (int missing; (missing = walk(f, &view, 0, 0, 3)) > 0; before = missing)
        assert_true(missing < before);
    const picture in_steps = shoot(f, &view);
    assert_memory_equal(at_once.rgb, in_steps.rgb, (size_t)3 * WIDTH * HEIGHT);
    free(at_once.rgb);
    free(in_steps.rgb);
}

// When the camera moves nearer, loaded tiles show until finer ones are loaded.
static void test_coarser_tiles_show_meanwhile(void **state) {
    fixture *f = *state;
    enum { OTHER = 7 }; // differs from the loaded tiles
    const tr_view far = view_of(f, 1.07), view = view_of(f, 1.02);
    tr_renderer_forget_maps(f->studio.renderer);
    upload(f);
    const picture maps = shoot(f, &view);
    walk_as(f, OTHER, &view, 0, 0, 0); // allocates OpenGL memory for all tiles; otherwise the nearer view would
    while (walk_as(f, OTHER, &far, 0, 0, TR_NEAR_MOST_REQUESTS) > 0) {
    }
    assert_true(walk_as(f, OTHER, &view, 0, 0, 0) > 0);
    const picture coarse = shoot(f, &view);
    while (walk_as(f, OTHER, &view, 0, 0, TR_NEAR_MOST_REQUESTS) > 0) {
    }
    const picture sharp = shoot(f, &view);
    print_message("differs from the final picture by %.2f with maps, by %.2f with coarser tiles\n",
                  distance_of(&maps, &sharp), distance_of(&coarse, &sharp));
    assert_true(distance_of(&coarse, &sharp) > 0.1);
    assert_true(distance_of(&coarse, &sharp) < 0.8 * distance_of(&maps, &sharp));
    free(maps.rgb);
    free(coarse.rgb);
    free(sharp.rgb);
}

// New tiles fade in: the first picture shows nothing of them, and after a quarter of a second they show fully.
static void test_tiles_fade_in(void **state) {
    fixture *f = *state;
    const tr_view view = view_of(f, 1.06);
    const double fade_s = 0.25;
    const tr_near_request_options late = {.version = 6, .now_s = 101, .fade_s = fade_s};
    tr_renderer_forget_maps(f->studio.renderer);
    upload(f);
    const picture before = shoot(f, &view);
    assert_true(walk_as(f, 6, &view, 100, fade_s, TR_NEAR_MOST_REQUESTS) > 0);
    walk_as(f, 6, &view, 100, fade_s, 0);
    const picture first = shoot(f, &view);
    walk_as(f, 6, &view, 100.125, fade_s, 0);
    const picture half = shoot(f, &view);
    walk_as(f, 6, &view, 101, fade_s, 0);
    const picture last = shoot(f, &view);
    const double whole = block_difference(&before, &last);
    print_message("blocks differ by %.2f, %.2f, %.2f\n", block_difference(&before, &first),
                  block_difference(&before, &half), whole);
    assert_true(block_difference(&before, &first) <= 2);
    assert_true(block_difference(&before, &half) < whole && block_difference(&half, &last) < whole);
    assert_false(tr_renderer_near_fades(f->studio.renderer, &late));
    free(before.rgb), free(first.rgb), free(half.rgb), free(last.rgb);
}

// While tiles fade in over coarser ones the shadows are those before and after, and no others.
static void test_shadows_fade_in(void **state) {
    fixture *f = *state;
    enum { OTHER = 8 }; // differs from the loaded tiles
    load(f, "barren");
    upload_without_horizons(f);
    tr_view far = view_of(f, 1.2), view = view_of(f, 1.06);
    const double low[3] = {-0.99, 0, 0.12};
    memcpy(far.sun, low, sizeof low);
    memcpy(view.sun, low, sizeof low);
    walk_as(f, OTHER, &view, 0, 0, 0); // allocates OpenGL memory
    while (walk_as(f, OTHER, &far, 0, 0, TR_NEAR_MOST_REQUESTS) > 0) {
    }
    assert_true(walk_as(f, OTHER, &view, 100, 0.25, TR_NEAR_MOST_REQUESTS) > 0);
    walk_as(f, OTHER, &view, 100, 0.25, 0);
    const picture before = shoot(f, &view);
    walk_as(f, OTHER, &view, 100.125, 0.25, 0);
    const picture half = shoot(f, &view);
    walk_as(f, OTHER, &view, 101, 0.25, 0);
    const picture last = shoot(f, &view);
    const int dark[] = {count_dark(&before), count_dark(&half), count_dark(&last)};
    print_message("of %d pixels %d are dark, then %d, in the end %d\n", WIDTH * HEIGHT, dark[0], dark[1],
                  dark[2]);
    assert_true(dark[1] <= (dark[0] > dark[2] ? dark[0] : dark[2]) + 10);
    free(before.rgb), free(half.rgb), free(last.rgb);
}

// ---- set-up and main -------------------------------------------------------------------------------

static int start(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    assert_int_equal(tr_pool_create(0, &f->pool, NULL), TR_OK);
    return open_studio(&f->studio, WIDTH, HEIGHT);
}

static int end(void **state) {
    fixture *f = *state;
    tr_surface_destroy(f->surface);
    tr_scene_clear(&f->scene);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    free(f);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_pixels_have_their_tiles),
                                       cmocka_unit_test(test_coarser_is_less),
                                       cmocka_unit_test(test_tiles_are_those_of_the_pyramid),
                                       cmocka_unit_test(test_nothing_pops),
                                       cmocka_unit_test(test_tiles_are_sharper),
                                       cmocka_unit_test(test_ground_stands_up),
                                       cmocka_unit_test(test_hills_throw_shadows),
                                       cmocka_unit_test(test_the_floor_of_a_sea_throws_no_shadows),
                                       cmocka_unit_test(test_the_window_ends_in_the_same_picture),
                                       cmocka_unit_test(test_coarser_tiles_show_meanwhile),
                                       cmocka_unit_test(test_tiles_fade_in),
                                       cmocka_unit_test(test_shadows_fade_in)};
    return cmocka_run_group_tests(tests, start, end);
}
