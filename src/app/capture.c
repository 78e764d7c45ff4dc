#include "app/private/capture.h"

#include "app/private/page.h"
#include "app/private/state.h"
#include "app/private/views.h"
#include "base/memory.h"
#include "base/size.h"
#include "scene/load.h"

#include <math.h>

enum { part_px = 2048, software_part_px = 512 };
static const double reported_every_s = 0.1, software_reported_every_s = 1;

// ---- the choice ----------------------------------------------------------------------------------

int tr_shots_fit_rate(int rate) {
    int best = tr_shot_rates[0];
    for (size_t i = 0; i < sizeof tr_shot_rates / sizeof *tr_shot_rates; i++)
        best = tr_shot_rates[i] <= rate ? tr_shot_rates[i] : best;
    return best;
}

tr_reel_options tr_capture_options(const tr_shot_choice *choice) {
    const bool video = choice->kind != TR_SHOT_PICTURE;
    const int *px = video ? choice->video_px : choice->picture_px;
    const tr_reel_kind kind = video ? choice->reel : TR_REEL_PICTURE;
    const int even = kind == TR_REEL_MP4 ? ~1 : ~0; // H.264 has half the resolution for colour
    return (tr_reel_options){.kind = kind,
                             .width = px[0] & even,
                             .height = px[1] & even,
                             .frames = video ? tr_reel_frames(choice->seconds, choice->rate) : 1,
                             .rate = choice->rate,
                             .clear = choice->clear && tr_reel_has_alpha(kind) && (video || !choice->jpeg),
                             .loops = choice->kind == TR_SHOT_TURNTABLE};
}

tr_shot_place tr_capture_place(const tr_app *app) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    const double turned_deg = planet->rotation_rad * (180 / TR_PI);
    return (tr_shot_place){.given = true,
                           .camera = app->camera,
                           .radii = app->camera.distance_km / planet->recipe->radius_km,
                           .time_h = app->document.scene->time_h,
                           .ground_longitude = remainder(app->camera.longitude_deg - turned_deg, 360)};
}

static tr_camera_place place_of(const tr_shot_place *place) {
    const tr_camera *c = &place->camera;
    return (tr_camera_place){c->latitude_deg, c->longitude_deg, place->radii, c->look_up_deg,
                             c->look_heading_deg};
}

// Interpolates angles the shorter way round.
static double near_angle(double angle, double from) { return from + remainder(angle - from, 360); }

static void set_flight(const tr_app *app, tr_capture *s) {
    const tr_shot_choice *choice = &s->choice;
    const tr_shot_place now = tr_capture_place(app);
    const bool flies = choice->kind == TR_SHOT_FLIGHT;
    tr_shot_place from = flies && choice->from.given ? choice->from : now;
    tr_shot_place to = flies ? choice->to.given ? choice->to : now : from;
    tr_flight *flight = &s->flight;
    if (from.camera.own_sun != to.camera.own_sun) // the scene's sun is converted to angles, too
        from.camera.own_sun = to.camera.own_sun = true;
    *flight = (tr_flight){.frames = s->options.frames,
                          .turntable = choice->kind == TR_SHOT_TURNTABLE,
                          .spins = true,
                          .sun_moves = flies && from.camera.own_sun,
                          .from = place_of(&from),
                          .to = place_of(&to),
                          .from_h = from.time_h,
                          .to_h = to.time_h,
                          .view = {.width_px = s->options.width,
                                   .height_px = s->options.height,
                                   .target = app->document.target,
                                   .stars = true,
                                   .clouds = app->settings.clouds,
                                   .exposure_ev = app->settings.exposure_ev,
                                   .sharp = true}};
    tr_view ends[2] = {flight->view, flight->view};
    tr_camera_fill_view(&from.camera, &ends[0]);
    tr_camera_fill_view(&to.camera, &ends[1]);
    for (int k = 0; k < 3; k++)
        flight->view.sun[k] = ends[0].sun[k], flight->sun_to[k] = ends[1].sun[k];
    flight->to.longitude_deg = near_angle(flight->to.longitude_deg, flight->from.longitude_deg);
    flight->to.heading_deg = near_angle(flight->to.heading_deg, flight->from.heading_deg);
    tr_views_fill(app, true, &flight->view);
}

// ---- create and destroy --------------------------------------------------------------------------

// Releases everything that belongs to the current capture.
static void clear(tr_capture *s) {
    tr_background_maps_finish(s->maps, NULL);
    if (s->reel)
        tr_background_reel_finish(s->reel, NULL);
    tr_tiled_render_end(&s->tiles);
    tr_renderer_destroy(s->renderer);
    tr_scene_clear(&s->scene);
    tr_free(s->texels);
    tr_free(s->world);
    *s = (tr_capture){.choice = s->choice};
}

static tr_status load_scene(tr_app *app, tr_capture *s, tr_error *error) {
    s->world = tr_strdup(tr_document_step(&app->document)->text);
    if (!s->world)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a picture");
    const tr_world world = tr_document_world(&app->document, s->world);
    return tr_world_load(&world, &s->scene, error);
}

static tr_status begin(tr_app *app, tr_capture *s, tr_error *error) {
    const tr_file_output *output = &app->output;
    s->options = tr_capture_options(&s->choice);
    s->options.path = s->path;
    tr_background_maps_options bake = {
        .threads = output->threads, .isa = output->isa, .wake = glfwPostEmptyEvent};
    char stem[TR_STEM_BYTES];
    tr_status status = tr_files_picture_stem(app, stem, error);
    if (status == TR_OK)
        status = tr_output_picture_path(output, stem, s->options.kind, s->choice.jpeg, s->path, error);
    if (status == TR_OK)
        status = load_scene(app, s, error);
    if (status != TR_OK)
        return status;
    set_flight(app, s);
    bake.charts = tr_view_needs_charts(s->flight.view.channel);
    const tr_flight *f = &s->flight;
    const double nearest = fmin(f->from.distance_radii, f->turntable ? INFINITY : f->to.distance_radii);
    const bool near = tr_near_shows(&f->view, s->scene.planets[f->view.target].recipe, nearest);
    bake.near = near ? f->view.target : -1;
    tr_flight_map_widths(f, true, &s->scene, bake.widths);
    status = tr_background_reel_start(&s->options, glfwPostEmptyEvent, &s->reel, error);
    if (status == TR_OK)
        status = tr_renderer_create(glfwGetProcAddress, false, &s->renderer, error);
    if (status == TR_OK)
        status = tr_tiled_render_begin(&s->tiles, s->options.width, s->options.height, s->options.clear,
                                       app->viewport.software_gl ? software_part_px : part_px, error);
    if (status == TR_OK)
        status = tr_background_maps_start(&s->scene, &bake, &s->maps, error);
    return status;
}

void tr_capture_start(tr_app *app) {
    tr_capture *s = &app->capture;
    tr_error error = {0};
    if (s->phase != TR_SHOT_NONE) {
        tr_message_say(&app->message, "A %s is being rendered", s->options.frames > 1 ? "video" : "picture");
        return;
    }
    if (begin(app, s, &error) != TR_OK) {
        clear(s);
        tr_message_complain(&app->message, &error);
        return;
    }
    s->phase = TR_SHOT_BAKES;
    const tr_reel_options *o = &s->options;
    if (o->frames > 1)
        tr_message_say(&app->message, "Rendering %d frames of %d × %d …", o->frames, o->width, o->height);
    else
        tr_message_say(&app->message, "Rendering %d × %d …", o->width, o->height);
}

void tr_capture_stop(tr_app *app) {
    tr_capture *s = &app->capture;
    if (s->phase == TR_SHOT_NONE)
        return;
    tr_message_say(&app->message, "%s cancelled; nothing was written",
                   s->options.frames > 1 ? "Video" : "Picture");
    clear(s);
}

static void fail(tr_app *app, const tr_error *error) {
    clear(&app->capture);
    tr_message_complain(&app->message, error);
}

// ---- steps ---------------------------------------------------------------------------------------

// Takes the maps of the next planet, once they are finished.
static tr_status take_maps(tr_capture *s, tr_error *error) {
    const tr_video_maps *made = tr_background_maps_take(s->maps);
    tr_status status = TR_OK;
    if (made) {
        status = tr_renderer_set_maps(s->renderer, made->planet, &made->maps, error);
        tr_background_maps_give_back(s->maps);
    } else if (tr_background_maps_is_over(s->maps)) {
        if (tr_background_maps_has_ended(s->maps)) {
            status = tr_background_maps_finish(s->maps, error);
            s->maps = NULL;
        }
        s->phase = TR_SHOT_PAINTS;
        s->painted_s = glfwGetTime();
    }
    return status;
}

// Before a picture: takes tiles of near ground that were baked, and requests the missing ones. *ready: none are
// missing.
static tr_status see_near(tr_capture *s, const tr_view *view, bool *ready, tr_error *error) {
    const tr_near_request_options asking = {0};
    tr_near_requests requests;
    tr_view part = *view; // the size of a rendered tile
    *ready = true;
    if (!s->maps)
        return TR_OK;
    if (tr_background_maps_has_ended(s->maps)) { // it has failed
        const tr_status status = tr_background_maps_finish(s->maps, error);
        s->maps = NULL;
        return status;
    }
    part.part = tr_tiled_render_tile(&s->tiles, 0);
    for (tr_live_tile *tile; (tile = tr_tiles_take(tr_background_maps_tiles(s->maps))) != NULL;) {
        tr_renderer_add_near(s->renderer, &tile->tile, tile->texels, 0);
        tr_tiles_give_back(tr_background_maps_tiles(s->maps), tile);
    }
    const tr_status status = tr_renderer_want_near(s->renderer, &s->scene, &part, &asking, &requests, error);
    if (status != TR_OK)
        return status;
    tr_background_maps_want(s->maps, requests.tiles,
                            requests.count < TR_NEAR_MOST_REQUESTS ? requests.count : TR_NEAR_MOST_REQUESTS,
                            requests.kinds);
    *ready = requests.count == 0;
    s->waits = !*ready;
    return TR_OK;
}

static void give_picture(tr_capture *s, const tr_view *view) {
    const bool kept = s->options.kind == TR_REEL_PICTURE || s->options.kind == TR_REEL_FRAMES;
    char *text =
        kept ? tr_files_text_of_view(s->scene.planets[view->target].recipe, view, s->scene.time_h) : NULL;
    const bool last = s->frame + 1 == s->options.frames;
    tr_background_reel_add(s->reel, s->texels, text, last);
    s->texels = NULL;
    s->part = 0;
    s->frame++;
    if (last)
        s->phase = TR_SHOT_WRITES;
}

static tr_status paint(tr_capture *s, tr_error *error) {
    const tr_reel_options *o = &s->options;
    const bool whole = s->part == tr_tiled_render_tiles(&s->tiles);
    tr_view view;
    tr_flight_frame(&s->flight, s->frame, &s->scene, &view);
    if (whole && tr_background_reel_has_space(s->reel))
        give_picture(s, &view);
    if (whole)
        return TR_OK;
    if (!s->texels) {
        bool ready;
        const tr_status near = see_near(s, &view, &ready, error);
        if (near != TR_OK || !ready)
            return near;
        size_t pixels;
        if (tr_size_multiply((size_t)o->width, (size_t)o->height, &pixels))
            s->texels = tr_allocate(pixels, o->clear ? 4 : 3);
        if (!s->texels)
            return tr_fail(error, TR_NO_MEMORY, "no memory for a picture of %d x %d", o->width, o->height);
    }
    const tr_status status =
        tr_tiled_render_draw(&s->tiles, s->renderer, &s->scene, &view, s->part, s->texels, error);
    s->part += status == TR_OK;
    return status;
}

static void finish(tr_app *app, tr_capture *s) {
    tr_error error = {0};
    const tr_status status = tr_background_reel_finish(s->reel, &error);
    s->reel = NULL;
    if (status == TR_OK) {
        tr_message_say(&app->message, "%s: %s", s->options.frames > 1 ? "Video" : "Picture",
                       tr_page_name(s->path));
        tr_page_give(app->output.pictures, false);
        clear(s);
    } else {
        fail(app, &error);
    }
}

bool tr_capture_step(tr_app *app) {
    tr_capture *s = &app->capture;
    tr_error error = {0};
    tr_status status = TR_OK;
    if (s->phase == TR_SHOT_NONE)
        return false;
    const tr_shot_phase before = s->phase;
    if (tr_background_reel_is_over(s->reel)) { // finished or failed
        finish(app, s);
        return true;
    }
    if (s->phase == TR_SHOT_BAKES)
        status = take_maps(s, &error);
    else if (s->phase == TR_SHOT_PAINTS)
        status = paint(s, &error);
    if (status != TR_OK) {
        fail(app, &error);
        return true;
    }
    const double now = glfwGetTime();
    if (s->phase == before &&
        now < s->reported_s + (app->viewport.software_gl ? software_reported_every_s : reported_every_s))
        return false;
    s->reported_s = now;
    return true;
}

// ---- timing --------------------------------------------------------------------------------------

double tr_capture_due(const tr_app *app) {
    const tr_capture *s = &app->capture;
    if (s->phase != TR_SHOT_PAINTS)
        return INFINITY;
    const bool whole = s->part == tr_tiled_render_tiles(&s->tiles);
    if (s->waits && tr_tiles_ready(tr_background_maps_tiles(s->maps)) == 0 &&
        !tr_background_maps_has_ended(s->maps))
        return INFINITY;
    return whole && !tr_background_reel_has_space(s->reel) ? INFINITY : 0;
}

double tr_capture_progress(const tr_capture *s) {
    if (s->phase != TR_SHOT_PAINTS)
        return s->phase == TR_SHOT_WRITES;
    return (s->frame + (double)s->part / tr_tiled_render_tiles(&s->tiles)) / s->options.frames;
}

double tr_capture_remaining_s(const tr_capture *s, double now) {
    const double done = tr_capture_progress(s), least = 0.02;
    return s->phase == TR_SHOT_PAINTS && done > least ? (now - s->painted_s) * (1 - done) / done : -1;
}
