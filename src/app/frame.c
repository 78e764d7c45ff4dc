#include "app/frame.h"

#include "app/actions.h"
#include "app/keys.h"
#include "app/output.h"
#include "live/baker.h"

#include <math.h>

enum { most_key_rows = 64 };
static const double turn_deg_per_s = 3, most_h_per_s = 2; // or what goes round a slow planet would fly
static const double settle_s = 0.03;
static const double patience_s = 0.016, software_patience_s = 0.1, first_patience_s = 1;
static const double slow_frame_s = 0.03;
static const double calm_s = 0.25; // without a move: the wheel may go on

// ---- when --------------------------------------------------------------------------------------

// Where OpenGL runs on the cores that bake, the planet stands still until its maps are sharp.
static bool leaves_cores_to_bake(const tr_app *app) {
    return (app->software_gl || app->frame_cost > slow_frame_s) && tr_live_busy(app->live);
}

// A frame right after an edit would show the old maps: it may wait a little for the preview.
static double held_until(const tr_app *app) {
    if (app->held_since < 0 || app->fresh_edit)
        return 0;
    const double patience = app->map_width[app->target] == 0 ? first_patience_s
                            : app->software_gl               ? software_patience_s
                                                             : patience_s;
    return app->held_since + patience;
}

double tr_frame_due(const tr_app *app) {
    if (app->iconified)
        return INFINITY;
    double due = app->wanted_at;
    if ((app->rotating || app->settle > 0) && !leaves_cores_to_bake(app))
        due = fmin(due, app->last_frame + (app->rotating ? 0 : settle_s));
    return fmax(fmax(due, app->last_frame + 1 / app->window.refresh_hz), held_until(app));
}

// ---- the panel ---------------------------------------------------------------------------------

static void fill_values(const tr_app *app, tr_panel_values *values) {
    const tr_recipe *recipe = tr_app_planet(app)->recipe;
    *values = (tr_panel_values){.visible = app->panel_visible,
                                .help = app->help_visible,
                                .cursor = {app->cursor_x, app->cursor_y},
                                .types = app->types,
                                .type_count = app->type_count,
                                .type = tr_app_find_type(app),
                                .type_name = recipe->type,
                                .planets = app->planet_names,
                                .planet_count = app->scene->planet_count,
                                .planet = app->target,
                                .seed = recipe->seed,
                                .noisiness = recipe->knobs[TR_KNOB_NOISINESS],
                                .persistence = recipe->knobs[TR_KNOB_PERSISTENCE],
                                .octaves = (int)lround(recipe->knobs[TR_KNOB_OCTAVES]),
                                .radius_km = recipe->radius_km,
                                .sun_azimuth_deg = app->camera.sun_azimuth_deg,
                                .sun_elevation_deg = app->camera.sun_elevation_deg,
                                .rotating = app->rotating,
                                .time_h = app->scene->time_h,
                                .time_rate = app->time_rate,
                                .has_clouds = recipe->clouds.cover.count > 0,
                                .clouds = app->clouds,
                                .exposure_ev = app->exposure_ev,
                                .quality = app->quality + 1,
                                .map_width = app->map_width[app->target],
                                .baking = tr_live_busy(app->live),
                                .export_width = app->export_width,
                                .export_progress = app->export ? app->export_percent / 100.0 : -1,
                                .message = app->message,
                                .message_is_error = app->message_is_error,
                                .renderer = tr_renderer_description(app->renderer)};
}

static void apply_edits(tr_app *app, const tr_panel_values *values, unsigned edits) {
    app->rotating = values->rotating;
    app->time_rate = values->time_rate;
    app->clouds = values->clouds;
    app->exposure_ev = values->exposure_ev;
    app->quality = values->quality - 1;
    app->export_width = values->export_width;
    if (edits & TR_PANEL_SUN) {
        app->camera.own_sun = true;
        app->camera.sun_azimuth_deg = values->sun_azimuth_deg;
        app->camera.sun_elevation_deg = values->sun_elevation_deg;
    }
    if (edits & TR_PANEL_KNOBS)
        tr_app_set_knobs(app, values->noisiness, values->persistence, values->octaves);
    if (edits & TR_PANEL_RADIUS)
        tr_app_set_radius(app, values->radius_km);
    if (edits & TR_PANEL_PLANET)
        tr_app_set_planet(app, values->planet);
    if (edits & TR_PANEL_TYPE)
        tr_app_set_type(app, values->types[values->type]);
    if (edits & TR_PANEL_SEED)
        tr_app_set_seed(app, values->seed);
    if (edits & TR_PANEL_BAD_SEED)
        tr_app_say(app, "A seed is a whole number from 0 to 9223372036854775807");
    if (edits & TR_PANEL_NEW_SEED)
        tr_act_seed(app, 1);
    if (edits & TR_PANEL_EXPORT)
        tr_app_start_export(app);
    if (edits & TR_PANEL_CANCEL)
        tr_app_stop_export(app);
    if (edits & TR_PANEL_SHOT)
        tr_act_screenshot(app, 1);
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
    apply_edits(app, &values, edits);
}

// ---- the picture -------------------------------------------------------------------------------

static bool is_same(const tr_camera *a, const tr_camera *b) {
    return a->latitude_deg == b->latitude_deg && a->longitude_deg == b->longitude_deg &&
           a->distance_km == b->distance_km && a->look_up_deg == b->look_up_deg &&
           a->look_heading_deg == b->look_heading_deg && a->sun_azimuth_deg == b->sun_azimuth_deg &&
           a->sun_elevation_deg == b->sun_elevation_deg;
}

static void watch_moves(tr_app *app, double now) {
    if (app->rotating || tr_live_busy(app->live) || !is_same(&app->camera, &app->drawn))
        app->moved_at = now;
    app->drawn = app->camera;
}

// Fast pictures are for what moves: at rest there is time for a better one.
static tr_quality find_quality(const tr_app *app, double now) {
    if (app->quality >= 0)
        return (tr_quality)app->quality;
    const bool rests = now >= app->moved_at + calm_s;
    return rests && app->pace.quality == TR_QUALITY_FAST ? TR_QUALITY_FULL : app->pace.quality;
}

static tr_status draw_picture(tr_app *app, int width, int height, tr_quality quality, tr_error *error) {
    tr_view view = {.width_px = width,
                    .height_px = height,
                    .target = app->target,
                    .stars = true,
                    .clouds = app->clouds,
                    .exposure_ev = app->exposure_ev,
                    .quality = quality,
                    .hasty = !app->shot_wanted};
    tr_camera_fill_view(&app->camera, &view);
    tr_placement_compute(app->scene, &view, &app->placement);
    tr_camera_follow_sun(&app->camera, &app->placement, app->target);
    const double radii = app->camera.distance_km / tr_app_planet(app)->recipe->radius_km;
    tr_live_set_near(app->live, !app->no_near && tr_view_map_width(&view, radii) > TR_SHARP_WIDTH);
    return tr_renderer_draw(app->renderer, app->scene, &view, error);
}

static void trace_frame(tr_app *app, double began, double now) {
    tr_trace_frame(app->trace, app->frames, now, now - began);
    if (app->fresh_edit)
        tr_trace_event(app->trace, app->fresh_sharp ? "sharp" : "preview", app->fresh_edit, now);
    if (!app->complete && tr_renderer_is_complete(app->renderer))
        tr_trace_event(app->trace, "complete", app->frames, now);
    app->complete = tr_renderer_is_complete(app->renderer);
}

void tr_frame_trace_rest(const tr_app *app) {
    if (isinf(tr_frame_due(app)))
        tr_trace_event(app->trace, "rest", app->frames, glfwGetTime());
}

// Time goes by as fast as the target should turn, times what the user asks for.
static void advance(tr_app *app, double since_s) {
    const double day_h = tr_scene_day_h(app->scene, app->target), usual_h = 24;
    const double h_per_s = turn_deg_per_s / 360 * (day_h > 0 ? day_h : usual_h);
    const double passed_h = app->time_rate * fmin(h_per_s, most_h_per_s) * since_s;
    tr_scene_place(app->scene, app->scene->time_h + passed_h);
}

static void draw(tr_app *app, double began, int width, int height) {
    const double since = fmin(began - app->last_frame, 0.1);
    if (app->rotating && !leaves_cores_to_bake(app))
        advance(app, since);
    app->last_frame = began;
    app->wanted_at = INFINITY;
    app->settle -= app->settle > 0;
    app->held_since = app->fresh_edit && app->fresh_edit < app->last_edit ? began : -1;

    watch_moves(app, began);
    const tr_quality quality = find_quality(app, began);
    tr_error error = {0};
    if (draw_picture(app, width, height, quality, &error) != TR_OK)
        tr_app_complain(app, &error);
    else if (!tr_renderer_is_complete(app->renderer))
        app->wanted_at = began; // the next frame, as soon as it may be
    else if (quality != find_quality(app, INFINITY) && !app->rotating && !tr_live_busy(app->live))
        app->wanted_at = app->moved_at + calm_s;
    if (app->shot_wanted) {
        app->shot_wanted = false;
        tr_app_write_screenshot(app, width, height);
    }
    tr_panel_draw(app->panel);
    glfwSwapBuffers(app->window.handle);

    const double now = glfwGetTime();
    app->frames++;
    app->frame_cost += 0.3 * (now - began - app->frame_cost);
    // Else the bake takes its share of the time, or this was another quality.
    if (!tr_live_busy(app->live) && quality == app->pace.quality)
        tr_pace_add(&app->pace, now - began);
    trace_frame(app, began, now);
    app->fresh_edit = 0;
    tr_frame_trace_rest(app);
    if (app->frames == 1)
        tr_live_hold(app->live, false);
}

void tr_frame_run(tr_app *app) {
    const double began = glfwGetTime();
    update_panel(app);
    if (held_until(app) > began)
        return; // an edit came just now
    int width = 0, height = 0;
    glfwGetFramebufferSize(app->window.handle, &width, &height);
    app->pixels_per_unit = tr_window_pixels_per_unit(&app->window);
    if (width > 0 && height > 0)
        draw(app, began, width, height);
    else
        app->wanted_at = INFINITY;
}
