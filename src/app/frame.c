
#include "app/private/actions.h"
#include "app/private/overlay.h"
#include "app/private/views.h"
#include "render/layout.h"

#include <glad/gl.h>

#include <math.h>
#include <string.h>

enum { most_names = 4096 };        // of objects of OpenGL
static const double calm_s = 0.25; // without a movement: the wheel may turn again
static const double stop_s = 0.1;  // without a movement over the ground: only then its tiles are baked

// ---- timing ------------------------------------------------------------------------------------

// If OpenGL runs on the same cores as the bake, the planet does not rotate while maps are baked or pictures are
// rendered.
static bool leaves_cores_to_bake(const tr_app *app) {
    return (app->viewport.software_gl || tr_schedule_is_slow(&app->schedule)) &&
           (tr_live_busy(app->viewport.live) || app->viewport.near.asked || app->capture.phase != TR_SHOT_NONE);
}

// Whether the gallery covers the picture.
static bool is_covered(const tr_app *app) { return app->thumbnails.gallery.depth > 0; }

static double held_until(const tr_app *app) {
    return tr_viewport_held_until(&app->viewport, app->document.target);
}

double tr_frame_due(const tr_app *app) {
    if (app->input.iconified)
        return INFINITY;
    const bool moves = app->settings.rotating && !is_covered(app);
    const double due = tr_schedule_due(&app->schedule, moves, leaves_cores_to_bake(app));
    return fmax(due, held_until(app));
}

void tr_frame_ask(tr_app *app) {
    tr_schedule_ask(&app->schedule, glfwGetTime(), app->input.drag == TR_DRAG_NONE);
}

// ---- the picture -------------------------------------------------------------------------------

static bool is_same(const tr_camera *a, const tr_camera *b) {
    return a->latitude_deg == b->latitude_deg && a->longitude_deg == b->longitude_deg &&
           a->distance_km == b->distance_km && a->look_up_deg == b->look_up_deg &&
           a->look_heading_deg == b->look_heading_deg && a->sun_azimuth_deg == b->sun_azimuth_deg &&
           a->sun_elevation_deg == b->sun_elevation_deg;
}

// Whether the camera is over the same ground as before. It moves over the ground if the planet turns below it,
// and does not if both turn together.
static bool is_over_same(const tr_app *app, const tr_camera *last) {
    const double turned =
        (tr_document_planet(&app->document)->rotation_rad - app->drawn.rotation_rad) * (180 / TR_PI);
    const double east = remainder(app->camera.longitude_deg - turned - last->longitude_deg, 360);
    tr_camera here = app->camera;
    here.longitude_deg = last->longitude_deg;
    here.sun_azimuth_deg = last->sun_azimuth_deg;
    here.sun_elevation_deg = last->sun_elevation_deg;
    return fabs(east) < 1e-6 && is_same(&here, last);
}

static void watch_moves(tr_app *app, double now) {
    if (!is_over_same(app, &app->drawn.camera))
        app->drawn.travelled_at = now;
    app->drawn.rotation_rad = tr_document_planet(&app->document)->rotation_rad;
    if (app->settings.rotating || tr_live_busy(app->viewport.live) ||
        !is_same(&app->camera, &app->drawn.camera))
        app->drawn.moved_at = now;
    app->drawn.camera = app->camera;
}

// The fast quality is for moving pictures; at rest there is time for a better one.
static tr_quality find_quality(const tr_app *app, double now) {
    if (app->settings.quality >= 0)
        return (tr_quality)app->settings.quality;
    if (app->viewport.software_gl && tr_live_busy(app->viewport.live))
        return TR_QUALITY_FAST; // OpenGL and the bake share the cores
    const bool rests = now >= app->drawn.moved_at + calm_s;
    return rests && app->adaptive_quality.quality == TR_QUALITY_FAST ? TR_QUALITY_FULL
                                                                     : app->adaptive_quality.quality;
}

static double shorter_side(const tr_view *view) {
    return fmax(fmin(view->width_px - 2 * view->margin_px, view->height_px), 1);
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
    tr_view parts[2];
    const bool two = tr_compare_shows(app);
    tr_camera_fill_view(&app->camera, &view);
    tr_views_fill(app, app->output.shot_wanted, &view);
    app->drawn.left = view.margin_px / app->drawn.pixels_per_unit;
    const int split = two ? tr_compare_split(app, &view, parts) : view.width_px;
    if (two)
        view = parts[0];
    app->drawn.divider = split / app->drawn.pixels_per_unit;
    tr_view_panes(&view, panes);
    const tr_view first = tr_view_of_pane(&view, &panes[0]); // the view that the mouse controls
    tr_placement_compute(document->scene, &first, &placement);
    tr_overlay_note(app, &first, split, &placement);
    tr_camera_follow_sun(&app->camera, &placement, document->target);
    app->drawn.pixel_rad = placement.pixel_rad;
    const double radii = app->camera.distance_km / tr_document_recipe(document)->radius_km;
    const tr_viewport_options sight = {.radii = radii,
                                       .rests = now >= app->drawn.travelled_at + stop_s,
                                       .focus = app->look.over ? app->look.place : NULL,
                                       .now = now};
    if (two || !tr_fade_has(&app->fade, width, height))
        tr_viewport_keep(&app->viewport, false);
    const tr_status status =
        tr_viewport_draw(&app->viewport, document->scene, &view, &sight, &app->drawn.same, error);
    if (status != TR_OK || !two)
        return status;
    app->drawn.beside_pixel_rad = placement.pixel_rad * shorter_side(&first) / shorter_side(&parts[1]);
    tr_camera camera = app->camera;
    camera.own_sun = true; // the sun stays where it is for the left planet
    tr_camera_fill_view(&camera, &parts[1]);
    return tr_compare_draw(app, &parts[1], split, error);
}

// OpenGL puts a picture into the lower left corner. Above a panel at the bottom it is drawn apart and lifted.
static tr_status draw_lifted(tr_app *app, int width, int height, tr_quality quality, double now,
                             tr_error *error) {
    tr_gl_canvas *canvas = &app->drawn.lifted;
    tr_view view = {.width_px = width, .height_px = height};
    tr_views_fill(app, app->output.shot_wanted, &view);
    const int free = view.height_px;
    if (free == height)
        return draw_picture(app, width, height, quality, now, error);
    const tr_gl_kept kept = tr_gl_keep();
    tr_status status = TR_OK;
    if (tr_gl_canvas_fit(canvas, width, free))
        status = draw_picture(app, width, height, quality, now, error);
    else
        status = tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for the picture");
    tr_gl_restore(&kept);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, canvas->framebuffer);
    glClearColor(0, 0, 0, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    if (status == TR_OK && !app->drawn.same)
        glBlitFramebuffer(0, 0, width, free, 0, height - free, width, height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, (GLuint)kept.framebuffer);
    return status;
}

// ---- the frame ---------------------------------------------------------------------------------

static void trace_frame(tr_app *app, double began, double now) {
    const tr_viewport *picture = &app->viewport;
    const uint64_t frames = app->schedule.frames;
    const bool complete = picture->complete;
    tr_trace_frame(app->trace, frames, now, now - began);
    if (app->drawn.same)
        tr_trace_event(app->trace, "same", frames, now);
    if (app->input.painted_at > 0) // milliseconds from the motion to the frame
        tr_trace_event(app->trace, "painted", (uint64_t)(1000 * (now - app->input.painted_at)), now);
    app->input.painted_at = 0;
    if (picture->fresh_edit) {
        tr_trace_event(app->trace, picture->fresh_sharp ? "sharp" : "preview", picture->fresh_edit, now);
        tr_latency_picture(picture->latency, picture->fresh_edit, picture->fresh_sharp, now);
    }
    if (picture->beside_fresh)
        tr_trace_event(app->trace, picture->beside_sharp ? "sharp" : "preview", picture->beside_fresh, now);
    if (picture->near.fresh)
        tr_trace_event(app->trace, "near", (uint64_t)picture->near.missing, now);
    if (!app->drawn.complete && complete)
        tr_trace_event(app->trace, "complete", frames, now);
    app->drawn.complete = complete;
}

// Counts the OpenGL objects of the window. Tests use it to find leaks.
// Drivers give names out from 1 on.
static uint64_t count_programs(void) {
    uint64_t count = 0;
    for (GLuint name = 1; name < most_names; name++)
        count += glIsProgram(name) == GL_TRUE;
    return count;
}

static uint64_t count_objects(void) {
    uint64_t count = count_programs();
    for (GLuint name = 1; name < most_names; name++)
        count += (glIsTexture(name) == GL_TRUE) + (glIsBuffer(name) == GL_TRUE) +
                 (glIsVertexArray(name) == GL_TRUE) + (glIsFramebuffer(name) == GL_TRUE) +
                 (glIsRenderbuffer(name) == GL_TRUE);
    return count;
}

void tr_frame_trace_rest(const tr_app *app) {
    if (!app->trace || app->viewport.near.asked || !isinf(tr_frame_due(app)))
        return;
    tr_trace_event(app->trace, "small", (uint64_t)tr_thumbnail_cache_count(&app->thumbnails.pictures),
                   glfwGetTime());
    tr_trace_event(app->trace, "programs", count_programs(), glfwGetTime());
    tr_trace_event(app->trace, "objects", count_objects(), glfwGetTime());
    tr_trace_event(app->trace, "rest", app->schedule.frames, glfwGetTime());
}

// Reports why there is no picture in the panel of the next frame. It does so once, because each report asks for
// another frame.
static void say_failure(tr_app *app, const tr_error *error) {
    char why[sizeof app->drawn.failure];
    tr_message_of_error(error, why, sizeof why);
    if (!app->output.shot_wanted && strcmp(app->drawn.failure, why) == 0)
        return;
    const uint64_t reported = app->message.number;
    memcpy(app->drawn.failure, why, sizeof why);
    tr_message_say(&app->message, "%s%s", app->output.shot_wanted ? "No screenshot: " : "", why);
    app->message.is_error = true;
    tr_act_note_outcome(app, TR_DIALOG_MAP, reported);
    app->output.shot_wanted = false;
    tr_frame_ask(app);
}

// Asks for frames during a flight. A row's spinner turns only if frames leave enough cores to the bake.
static void ask_for_more(tr_app *app, double began) {
    const double step_s = 0.05;
    if (app->transfer.going)
        tr_schedule_ask(&app->schedule, began, true);
    if (app->rows.busy_path[0] && !leaves_cores_to_bake(app))
        tr_schedule_ask(&app->schedule, began + step_s, false);
}

// Draws the picture, and asks for another frame if it is incomplete.
static void show_picture(tr_app *app, double began, tr_quality quality, int width, int height) {
    tr_error error = {0};
    app->drawn.same = false;
    if (is_covered(app)) {
        glViewport(0, 0, width, height); // the gallery covers the whole window
    } else if (draw_lifted(app, width, height, quality, began, &error) != TR_OK) {
        say_failure(app, &error);
    } else if (!app->viewport.complete) {
        tr_schedule_ask(&app->schedule, began, false); // as soon as possible
    } else if (quality != find_quality(app, INFINITY) && !app->settings.rotating &&
               !tr_live_busy(app->viewport.live)) {
        tr_schedule_ask(&app->schedule, app->drawn.moved_at + calm_s, false);
    }
    if (app->drawn.same)
        tr_fade_paint(&app->fade);
    if (error.status == TR_OK)
        app->drawn.failure[0] = 0;
    if (app->viewport.near.missing == 0 && app->drawn.near_missing > 0) // the panel shows it
        tr_schedule_ask(&app->schedule, began, false);
    if (app->viewport.near.waits)
        tr_schedule_ask(&app->schedule, fmax(app->drawn.travelled_at + stop_s, began), false);
    if (app->viewport.near.fades)
        tr_schedule_ask(&app->schedule, began, false);
}

static void take_shot(tr_app *app, int width, int height) {
    app->output.shot_wanted = false;
    char *json = tr_files_text_of_picture(app), stem[TR_STEM_BYTES];
    tr_error error = {0};
    if (tr_files_picture_stem(app, stem, &error) == TR_OK)
        tr_file_output_screenshot(&app->output, stem, json, width, height, &app->message);
    else
        tr_message_complain(&app->message, &error);
    tr_free(json);
    tr_frame_ask(app);
}

// A flight may begin farther away than the wheel allows.
static void fly(tr_app *app, double now) {
    if (app->transfer.going)
        tr_transfer_camera(&app->transfer, now, &app->camera, app->turn_rad);
    else
        tr_act_keep_outside(app);
}

static void draw(tr_app *app, double began, int width, int height) {
    const double since = fmin(began - app->schedule.last_frame, 0.1);
    const double rotation_rad = tr_document_planet(&app->document)->rotation_rad;
    if (app->settings.rotating && !is_covered(app) && !leaves_cores_to_bake(app))
        tr_document_pass_time(&app->document, app->settings.time_rate, since);
    tr_views_follow(app, rotation_rad);
    fly(app, began);
    tr_schedule_begin_frame(&app->schedule, began);
    const bool moves = !is_same(&app->camera, &app->drawn.camera);
    watch_moves(app, began);
    const tr_quality quality = find_quality(app, began);
    show_picture(app, began, quality, width, height);
    if (app->output.shot_wanted) { // drawn without the panel over it
        take_shot(app, width, height);
        show_picture(app, began, quality, width, height);
    }
    if (!is_covered(app) && !app->drawn.same)
        tr_viewport_keep(&app->viewport, tr_fade_keep(&app->fade, width, height));
    if (moves)
        tr_place_probe_move(app, began);
    else if (!app->drawn.same)
        tr_place_probe_refresh(app, began);
    ask_for_more(app, began);
    tr_panel_draw(app->panel);
    glfwSwapBuffers(app->window.handle);
    tr_panel_note_shown(app->panel);

    const double now = glfwGetTime();
    if (tr_fade_left(&app->fade) > 0) // one more frame after the fade
        tr_schedule_ask(&app->schedule, now, false);
    tr_schedule_end_frame(&app->schedule, now, !app->drawn.same);
    // The cost is measured only if the bake is idle, the quality is the adaptive one, and a picture was drawn.
    const bool bakes = tr_live_busy(app->viewport.live) || app->viewport.near.asked;
    if (!bakes && quality == app->adaptive_quality.quality && !app->drawn.same)
        tr_adaptive_quality_add(&app->adaptive_quality, now - began);
    trace_frame(app, began, now);
    tr_viewport_shown(&app->viewport);
    tr_frame_trace_rest(app);
}

void tr_frame_run(tr_app *app) {
    const double began = glfwGetTime();
    const tr_viewport *picture = &app->viewport;
    const uint64_t fresh =
        picture->fresh_edit > picture->beside_fresh ? picture->fresh_edit : picture->beside_fresh;
    if (tr_fade_follow(&app->fade, fresh, tr_live_busy(picture->live), began))
        tr_trace_event(app->trace, "fade", fresh, began);
    tr_brush_shown(&app->paint, picture->fresh_edit, picture->fresh_sharp);
    if (tr_fill_panel(app))
        tr_frame_ask(app);
    if (held_until(app) > began)
        return; // waits for the preview of a new edit
    int width = 0, height = 0;
    glfwGetFramebufferSize(app->window.handle, &width, &height);
    app->drawn.pixels_per_unit = tr_window_pixels_per_unit(&app->window);
    if (width > 0 && height > 0)
        draw(app, began, width, height);
    else
        app->schedule.wanted_at = INFINITY;
}
