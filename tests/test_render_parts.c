// Pictures painted in parts equal those painted at once: no seams, in all layouts and channels.
#include "pictures.h"
#include "render/upload.h"
#include "studio.h"
#include "worlds.h"

enum { WIDTH = 120, HEIGHT = 72, PART = 44 /* three by two, the last ones reach beyond the edges */ };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_pool *pool;
    tr_scene scene;
} fixture;

static int start(void **state) {
    fixture *f = calloc(1, sizeof *f);
    assert_non_null(f);
    *state = f;
    assert_int_equal(tr_pool_create(0, &f->pool, NULL), TR_OK);
    return open_studio(&f->studio, WIDTH, HEIGHT);
}

static int end(void **state) {
    fixture *f = *state;
    tr_scene_clear(&f->scene);
    tr_pool_destroy(f->pool);
    close_studio(&f->studio);
    free(f);
    return 0;
}

static void load(fixture *f, const char *text) {
    tr_error error = {0};
    const tr_world world = {.name = "test", .text = text};
    tr_scene_clear(&f->scene);
    f->scene = (tr_scene){0};
    f->scene = load_world(world);
    tr_scene_place(&f->scene, 3);
    for (int i = 0; i < f->scene.planet_count; i++)
        if (tr_upload_planet(f->studio.renderer, i, f->scene.planets[i].recipe,
                             &(tr_upload){64, true, tr_isa_best(), f->pool, NULL}, NULL, &error) != TR_OK)
            fail_msg("%s", error.message);
}

static picture paint_in_parts(const fixture *f, const tr_view *view) {
    const picture all = make_picture(WIDTH, HEIGHT);
    tr_error error = {0};
    tr_view own = *view;
    static uint8_t rgb[PART * PART * 3];
    for (int y = 0; y < HEIGHT; y += PART)
        for (int x = 0; x < WIDTH; x += PART) {
            own.part = (tr_view_part){x, y, PART, PART};
            if (x == 0 && y == 0 &&
                tr_renderer_begin_parts(f->studio.renderer, &f->scene, &own, &error) != TR_OK)
                fail_msg("%s", error.message);
            if (tr_renderer_draw(f->studio.renderer, &f->scene, &own, &error) != TR_OK ||
                tr_renderer_read(PART, PART, NULL, rgb, &error) != TR_OK)
                fail_msg("%s", error.message);
            for (int row = y; row < HEIGHT && row < y + PART; row++)
                for (int column = x; column < WIDTH && column < x + PART; column++)
                    memcpy(all.rgb + 3 * (row * WIDTH + column), rgb + 3 * ((row - y) * PART + column - x), 3);
        }
    return all;
}

// Whether a byte is near an edge of the picture or a pane. There parts also show stars whose centres are beyond
// the edge, so these bytes are not compared.
static bool is_at_edge(const tr_view *view, size_t i) {
    enum { edge = 3 };
    const int x = (int)(i / 3 % WIDTH), y = (int)(i / 3 / WIDTH);
    if (view->layout == TR_VIEW_SPLIT && abs(x - WIDTH / 2) <= edge)
        return true;
    return x < edge || y < edge || x >= WIDTH - edge || y >= HEIGHT - edge;
}

// Returns the greatest difference. Asserts that the picture is not empty.
static int compare(const fixture *f, const tr_view *view, const char *name) {
    picture whole = make_picture(WIDTH, HEIGHT), parts = paint_in_parts(f, view);
    take_picture(&f->studio, &f->scene, view, whole.rgb);
    int most = 0, lit = 0;
    for (size_t i = 0; i < picture_bytes(&whole); i++) {
        const int off = abs(whole.rgb[i] - parts.rgb[i]);
        most = off > most && !is_at_edge(view, i) ? off : most;
        lit += whole.rgb[i] > 60;
    }
    if (most > 2 || lit < 1000) {
        write_picture("parts-whole.png", &whole);
        write_picture("parts-parts.png", &parts);
        print_error("%s: up to %d codes off, %d bytes lit\n", name, most, lit);
    }
    free(whole.rgb);
    free(parts.rgb);
    return lit < 1000 ? 255 : most;
}

static void parts_make_the_whole(void **state) {
    static const struct {
        const char *name, *text;
        double radii, look_up_deg;
    } scenes[] = {
        {"lava, air and stars", "{\"type\": \"inferno\", \"seed\": 7}", 2.4, 0},
        {"in the air, over the horizon", "{\"type\": \"earthlike\"}", 1.05, 75},
        {"rings, a moon",
         "{\"planets\": [{\"name\": \"A\", \"type\": \"gas-giant\", \"rings\": {\"inner\": 1.5, \"outer\": "
         "2.5, \"opacity\": 1}}, {\"name\": \"B\", \"type\": \"barren\", "
         "\"orbit\": {\"around\": \"A\", \"radius_km\": 130000}}]}",
         5, 0},
        {"a mesh", "{\"type\": \"asteroid\", \"seed\": 4}", 3, 0},
        {"a star", "{\"type\": \"star\"}", 4, 0},
    };
    fixture *f = *state;
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        load(f, scenes[i].text);
        const double radius_km = f->scene.planets[0].recipe->radius_km;
        tr_view view = {.width_px = WIDTH,
                        .height_px = HEIGHT,
                        .latitude_deg = 20,
                        .longitude_deg = 30,
                        .distance_km = scenes[i].radii * radius_km,
                        .look_up_deg = scenes[i].look_up_deg,
                        .sun = {-0.5, 0.3, 0.8},
                        .stars = true,
                        .clouds = true,
                        .grid = true,
                        .sharp = true};
        assert_in_range(compare(f, &view, scenes[i].name), 0, 2);
    }
}

static void parts_make_charts(void **state) {
    fixture *f = *state;
    load(f, "{\"type\": \"earthlike\"}");
    for (int layout = 0; layout < TR_VIEW_LAYOUTS; layout++)
        for (int channel = TR_VIEW_LIT; channel <= TR_VIEW_HEIGHT; channel += TR_VIEW_HEIGHT) {
            char name[64];
            const tr_view view = {.width_px = WIDTH,
                                  .height_px = HEIGHT,
                                  .latitude_deg = 20,
                                  .longitude_deg = 30,
                                  .distance_km = 2.6 * f->scene.planets[0].recipe->radius_km,
                                  .sun = {-0.5, 0.3, 0.8},
                                  .stars = true,
                                  .clouds = true,
                                  .grid = true,
                                  .channel = (tr_view_channel)channel,
                                  .layout = (tr_view_layout)layout};
            snprintf(name, sizeof name, "%s %s", tr_view_layout_names[layout], tr_view_channel_names[channel]);
            assert_in_range(compare(f, &view, name), 0, 2);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(parts_make_the_whole, check_debug),
        cmocka_unit_test_teardown(parts_make_charts, check_debug),
    };
    return cmocka_run_group_tests(tests, start, end);
}
