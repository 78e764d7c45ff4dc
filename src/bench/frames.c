// Lit pictures without a display: the time of a frame. Measured by wall-clock time, because another processor
// may render. If OpenGL runs in software and other programs run too, cpu_ms in JSON divided by the number of
// cores is more reliable.
#include "bench/bench.h"
#include "render/near.h"
#include "render/offscreen.h"
#include "render/upload.h"
#include "scene/load.h"

typedef struct frame_numbers {
    const char *world;
    const char *set; // NULL, or a set of it
    uint64_t seed;   // of a type
    int target;      // in a scene, the index of the centred planet
    double time_h;
    double latitude_deg, longitude_deg, distance_radii, look_up_deg;
    double sun[3];
    bool near; // with tiles of near ground, which are loaded in advance
    tr_quality quality;
} frame_numbers;

typedef struct studio {
    tr_scene scene;
    tr_view view;
    tr_offscreen *offscreen;
    tr_renderer *renderer;
    tr_pool *pool;       // borrowed
    tr_surface *surface; // of the centred planet
} studio;

static tr_status open_studio(const tr_bench_row *row, const tr_bench_setup *setup, studio *s, tr_error *error) {
    const frame_numbers *n = row->numbers;
    const tr_world world = {.name = n->world,
                            .has_seed = n->seed > 0,
                            .seed = n->seed,
                            .set_count = n->set ? 1 : 0,
                            .sets = &n->set};
    tr_status status = tr_world_load(&world, &s->scene, error);
    if (status != TR_OK)
        return status;
    tr_scene_place(&s->scene, n->time_h);
    s->view = (tr_view){.width_px = tr_bench_size(row->width, setup->quick),
                        .height_px = tr_bench_size(row->height, setup->quick),
                        .target = n->target,
                        .latitude_deg = n->latitude_deg,
                        .longitude_deg = n->longitude_deg,
                        .distance_km = n->distance_radii * s->scene.planets[n->target].recipe->radius_km,
                        .look_up_deg = n->look_up_deg,
                        .sun = {n->sun[0], n->sun[1], n->sun[2]},
                        .stars = true,
                        .clouds = true,
                        .quality = n->quality};
    status = tr_offscreen_create(s->view.width_px, s->view.height_px, &s->offscreen, error);
    if (status == TR_OK)
        status = tr_renderer_create(tr_offscreen_loader(), false, &s->renderer, error);
    return status;
}

static tr_status prepare_frame(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                               tr_error *error) {
    studio *s = state;
    s->pool = setup->pool;
    tr_status status = open_studio(row, setup, s, error);
    for (int i = 0; i < s->scene.planet_count && status == TR_OK; i++) {
        tr_recipe *recipe = s->scene.planets[i].recipe;
        if (setup->quick)
            tr_recipe_coarsen(recipe, 16);
        const int width = tr_bench_size(i == s->view.target ? 2048 : 512, setup->quick);
        const tr_upload how = {width < TR_MIN_WIDTH ? TR_MIN_WIDTH : width, false, setup->isa, setup->pool,
                               setup->stop};
        status =
            tr_upload_planet(s->renderer, i, recipe, &how, i == s->view.target ? &s->surface : NULL, error);
    }
    const frame_numbers *n = row->numbers;
    if (n->near && status == TR_OK)
        status =
            tr_renderer_bake_near(s->renderer, &s->scene, &s->view, s->surface, s->pool, setup->stop, error);
    return status;
}

static tr_status run_frame(void *state, tr_error *error) {
    studio *s = state;
    const tr_status status = tr_renderer_draw(s->renderer, &s->scene, &s->view, error);
    tr_offscreen_finish();
    return status;
}

// The delay when the camera stops over new ground: all tiles, and the picture.
static tr_status run_view(void *state, tr_error *error) {
    studio *s = state;
    s->view.longitude_deg += 77;
    const tr_status status =
        tr_renderer_bake_near(s->renderer, &s->scene, &s->view, s->surface, s->pool, NULL, error);
    return status == TR_OK ? run_frame(state, error) : status;
}

static void clear_frame(void *state) {
    studio *s = state;
    tr_surface_destroy(s->surface);
    tr_renderer_destroy(s->renderer);
    tr_offscreen_destroy(s->offscreen);
    tr_scene_clear(&s->scene);
}

static const tr_bench_work frame_work = {sizeof(studio), prepare_frame, run_frame, clear_frame, NULL};
static const tr_bench_work view_work = {sizeof(studio), prepare_frame, run_view, clear_frame, NULL};

// ---- the table -----------------------------------------------------------------------------------

#define PICTURE(name_, what_, work_, serial_, ...)                                                             \
    {                                                                                                          \
        .name = (name_), .what = (what_), .work = &(work_), .numbers = &(const frame_numbers){__VA_ARGS__},    \
        .width = 1280, .height = 800, .cost = {4, 0, 4, 0}, .whole = true, .serial = (serial_), .waits = true  \
    }
#define DAY .seed = 7, .latitude_deg = 12, .sun = {-0.55, 0.35, 0.75}
#define VIEW(type)                                                                                             \
    PICTURE("view_sharp_" type, "the camera stops at 1.2 radii: tiles of " type ", and a picture", view_work,  \
            false, .world = type, .distance_radii = 1.2, DAY, .quality = TR_QUALITY_FULL)
#define BOTH(name_, what_, ...)                                                                                \
    PICTURE("frame_" name_, what_, frame_work, true, __VA_ARGS__, .quality = TR_QUALITY_FULL),                 \
        PICTURE("frame_fast_" name_, what_, frame_work, true, __VA_ARGS__, .quality = TR_QUALITY_FAST)

static const tr_bench_row rows[] = {
    BOTH("earthlike", "an earthlike's disc of 760 pixels, with clouds and air", .world = "earthlike", DAY,
         .distance_radii = 3.06),
    BOTH("close", "an earthlike that fills the picture", .world = "earthlike", DAY, .distance_radii = 1.5),
    BOTH("low", "an earthlike from within its air", .world = "earthlike", DAY, .distance_radii = 1.02),
    BOTH("inferno", "an inferno's disc of 760 pixels, which glows", .world = "inferno", DAY,
         .distance_radii = 3.06),
    BOTH("barren", "a moon without air that fills the picture", .world = "barren", DAY, .distance_radii = 1.5),
    BOTH("rings", "a gas giant with its rings and their shadow", .world = "gas-giant", .seed = 2,
         .latitude_deg = 20, .distance_radii = 4.2, .sun = {-0.55, 0.35, 0.75}),
    BOTH("asteroid", "an asteroid's mesh", .world = "asteroid", DAY, .distance_radii = 3.06),
    BOTH("eclipse", "a moon with relief and rings, which its planet's shadow falls on", .world = "home",
         .set = "planets.Luna.rings.opacity=0.9", .target = 1, .time_h = 20624, .latitude_deg = 12,
         .longitude_deg = 222, .distance_radii = 3.06),
    BOTH("moons", "a giant with its rings, and four moons", .world = "ringed", .time_h = 30, .latitude_deg = 14,
         .longitude_deg = 102, .distance_radii = 5),
    BOTH("near", "a moon from 1.01 radii towards its horizon, with tiles and a low sun", .world = "barren",
         .seed = 1, .latitude_deg = 12, .longitude_deg = 20, .distance_radii = 1.01, .look_up_deg = 72,
         .sun = {-0.9, 0.2, 0.2}, .near = true),
    BOTH("near_air", "an earthlike from within its air towards its horizon, with tiles", .world = "earthlike",
         DAY, .distance_radii = 1.02, .look_up_deg = 68, .near = true),
    VIEW("earthlike"),
    VIEW("barren"),
    VIEW("desert"),
    VIEW("inferno"),
};

const tr_bench_table tr_bench_frames = {sizeof rows / sizeof rows[0], rows};
