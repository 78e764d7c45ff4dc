#include "app/private/frame.h"

#include "app/keys.h"
#include "app/private/actions.h"
#include "app/private/views.h"
#include "render/layout.h"

#include <math.h>
#include <string.h>

enum { most_key_rows = 64 };
static const double calm_s = 0.25; // without a move: the wheel may go on

// ---- when --------------------------------------------------------------------------------------

// Where OpenGL runs on the cores that bake, the planet stands still until its maps are sharp.
static bool leaves_cores_to_bake(const tr_app *app) {
    return (app->picture.software_gl || tr_schedule_is_slow(&app->schedule)) && tr_live_busy(app->picture.live);
}

static double held_until(const tr_app *app) {
    return tr_picture_held_until(&app->picture, app->document.target);
}

double tr_frame_due(const tr_app *app) {
    if (app->input.iconified)
        return INFINITY;
    const double due = tr_schedule_due(&app->schedule, app->settings.rotating, leaves_cores_to_bake(app));
    return fmax(due, held_until(app));
}

void tr_frame_ask(tr_app *app) {
    tr_schedule_ask(&app->schedule, glfwGetTime(), app->input.drag == TR_DRAG_NONE);
}

// ---- the panel ---------------------------------------------------------------------------------

static void fill_values(const tr_app *app, tr_panel_values *values) {
    const tr_document *document = &app->document;
    const tr_settings *settings = &app->settings;
    const tr_recipe *recipe = tr_document_recipe(document);
    *values = (tr_panel_values){.visible = settings->panel,
                                .help = settings->help,
                                .cursor = {app->input.cursor[0], app->input.cursor[1]},
                                .types = document->types,
                                .type_count = document->type_count,
                                .type = tr_document_find_type(document),
                                .type_name = recipe->type,
                                .planets = document->planet_names,
                                .planet_count = document->scene->planet_count,
                                .planet = document->target,
                                .seed = recipe->seed,
                                .noisiness = recipe->knobs[TR_KNOB_NOISINESS],
                                .persistence = recipe->knobs[TR_KNOB_PERSISTENCE],
                                .octaves = (int)lround(recipe->knobs[TR_KNOB_OCTAVES]),
                                .radius_km = recipe->radius_km,
                                .sun_azimuth_deg = app->camera.sun_azimuth_deg,
                                .sun_elevation_deg = app->camera.sun_elevation_deg,
                                .rotating = settings->rotating,
                                .time_h = document->scene->time_h,
                                .time_rate = settings->time_rate,
                                .has_clouds = recipe->clouds.cover.count > 0,
                                .clouds = settings->clouds,
                                .exposure_ev = settings->exposure_ev,
                                .quality = settings->quality + 1,
                                .map_width = app->picture.map_width[document->target],
                                .baking = tr_live_busy(app->picture.live),
                                .export_width = app->output.width,
                                .export_progress = app->output.export ? app->output.percent / 100.0 : -1,
                                .message = app->message.text,
                                .message_is_error = app->message.is_error,
                                .renderer = tr_renderer_description(app->picture.renderer)};
    tr_document_slide_radius(document, &values->radius_low_km, &values->radius_high_km);
}

static void update_panel(tr_app *app) {
    tr_panel_values values;
    tr_panel_key help[most_key_rows];
    fill_values(app, &values);
    int count = 0;
    const tr_key *keys = tr_app_keys(&count);
    for (int i = 0; i < count && values.key_count < most_key_rows; i++)
        if (keys[i].name)
            help[values.key_count++] = (tr_panel_key){keys[i].name, keys[i].what};
    values.keys = help;
    const unsigned edits = tr_panel_update(app->panel, &values);
    tr_act_on_panel(app, &values, edits);
    if (edits)
        tr_frame_ask(app);
}

// ---- the picture -------------------------------------------------------------------------------

static bool is_same(const tr_camera *a, const tr_camera *b) {
    return a->latitude_deg == b->latitude_deg && a->longitude_deg == b->longitude_deg &&
           a->distance_km == b->distance_km && a->look_up_deg == b->look_up_deg &&
           a->look_heading_deg == b->look_heading_deg && a->sun_azimuth_deg == b->sun_azimuth_deg &&
           a->sun_elevation_deg == b->sun_elevation_deg;
}

static void watch_moves(tr_app *app, double now) {
    if (app->settings.rotating || tr_live_busy(app->picture.live) || !is_same(&app->camera, &app->drawn.camera))
        app->drawn.moved_at = now;
    app->drawn.camera = app->camera;
}

// Fast pictures are for what moves: at rest there is time for a better one.
static tr_quality find_quality(const tr_app *app, double now) {
    if (app->settings.quality >= 0)
        return (tr_quality)app->settings.quality;
    const bool rests = now >= app->drawn.moved_at + calm_s;
    return rests && app->pace.quality == TR_QUALITY_FAST ? TR_QUALITY_FULL : app->pace.quality;
}

static tr_status draw_picture(tr_app *app, int width, int height, tr_quality quality, double now,
                              tr_error *error) {
    const tr_document *document = &app->document;
    tr_view view = {.width_px = width,
                    .height_px = height,
                    .target = document->target,
                    .stars = true,
                    .clouds = app->settings.clouds,
                    .exposure_ev = app->settings.exposure_ev,
                    .quality = quality,
                    .hasty = !app->output.shot_wanted};
    tr_placement placement;
    tr_pane panes[TR_MOST_PANES];
    tr_camera_fill_view(&app->camera, &view);
    tr_views_fill(app, &view);
    tr_view_panes(&view, panes);
    view.width_px = panes[0].width_px; // what the hand is on
    tr_placement_compute(document->scene, &view, &placement);
    view.width_px = width;
    tr_camera_follow_sun(&app->camera, &placement, document->target);
    app->drawn.pixel_rad = placement.pixel_rad;
    const double radii = app->camera.distance_km / tr_document_recipe(document)->radius_km;
    return tr_picture_draw(&app->picture, document->scene, &view, radii, now, error);
}

// ---- the frame ---------------------------------------------------------------------------------

static void trace_frame(tr_app *app, double began, double now) {
    const tr_picture *picture = &app->picture;
    const uint64_t frames = app->schedule.frames;
    const bool complete = tr_renderer_is_complete(picture->renderer);
    tr_trace_frame(app->trace, frames, now, now - began);
    if (picture->fresh_edit)
        tr_trace_event(app->trace, picture->fresh_sharp ? "sharp" : "preview", picture->fresh_edit, now);
    if (!app->drawn.complete && complete)
        tr_trace_event(app->trace, "complete", frames, now);
    app->drawn.complete = complete;
}

void tr_frame_trace_rest(const tr_app *app) {
    if (isinf(tr_frame_due(app)))
        tr_trace_event(app->trace, "rest", app->schedule.frames, glfwGetTime());
}

// The next frame's panel tells why there is no picture. It is told once: else each frame that fails would ask
// for another one.
static void tell_failure(tr_app *app, const tr_error *error) {
    tr_message failure;
    tr_message_complain(&failure, error);
    if (app->output.shot_wanted)
        tr_message_say(&app->message, "No screenshot: %s", failure.text);
    else if (app->message.is_error && strstr(app->message.text, failure.text))
        return;
    else
        app->message = failure;
    app->message.is_error = true;
    app->output.shot_wanted = false;
    tr_frame_ask(app);
}

// Asks for the next frame, where this one does not have all.
static void show_picture(tr_app *app, double began, tr_quality quality, int width, int height) {
    tr_error error = {0};
    if (draw_picture(app, width, height, quality, began, &error) != TR_OK) {
        tell_failure(app, &error);
    } else if (!tr_renderer_is_complete(app->picture.renderer)) {
        tr_schedule_ask(&app->schedule, began, false); // as soon as it may be
    } else if (quality != find_quality(app, INFINITY) && !app->settings.rotating &&
               !tr_live_busy(app->picture.live)) {
        tr_schedule_ask(&app->schedule, app->drawn.moved_at + calm_s, false);
    }
}

static void take_shot(tr_app *app, int width, int height) {
    app->output.shot_wanted = false;
    tr_output_screenshot(&app->output, tr_document_recipe(&app->document), width, height, &app->message);
    tr_frame_ask(app);
}

static void draw(tr_app *app, double began, int width, int height) {
    const double since = fmin(began - app->schedule.last_frame, 0.1);
    const double rotation_rad = tr_document_planet(&app->document)->rotation_rad;
    if (app->settings.rotating && !leaves_cores_to_bake(app))
        tr_document_pass_time(&app->document, app->settings.time_rate, since);
    tr_views_follow(app, rotation_rad);
    tr_act_keep_outside(app);
    tr_schedule_begin_frame(&app->schedule, began);
    watch_moves(app, began);
    const tr_quality quality = find_quality(app, began);
    show_picture(app, began, quality, width, height);
    if (app->output.shot_wanted)
        take_shot(app, width, height);
    tr_panel_draw(app->panel);
    glfwSwapBuffers(app->window.handle);

    const double now = glfwGetTime();
    tr_schedule_end_frame(&app->schedule, now);
    // Else the bake takes its share of the time, or this was another quality.
    if (!tr_live_busy(app->picture.live) && quality == app->pace.quality)
        tr_pace_add(&app->pace, now - began);
    trace_frame(app, began, now);
    tr_picture_shown(&app->picture);
    tr_frame_trace_rest(app);
}

void tr_frame_run(tr_app *app) {
    const double began = glfwGetTime();
    update_panel(app);
    if (held_until(app) > began)
        return; // an edit came just now
    int width = 0, height = 0;
    glfwGetFramebufferSize(app->window.handle, &width, &height);
    app->drawn.pixels_per_unit = tr_window_pixels_per_unit(&app->window);
    if (width > 0 && height > 0)
        draw(app, began, width, height);
    else
        app->schedule.wanted_at = INFINITY;
}
