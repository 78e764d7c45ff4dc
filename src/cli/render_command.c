#include "base/atomic_file.h"
#include "base/size.h"
#include "cli/private/commands.h"
#include "export/export.h"
#include "export/reel.h"
#include "export/video.h"
#include "noise/maths/trig.h"
#include "render/flight.h"
#include "render/layout.h"
#include "render/near.h"
#include "render/offscreen.h"
#include "render/upload.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { max_side = 8192 };

// ---- options -------------------------------------------------------------------------------------

static tr_status parse_size(const char *text, tr_view *view, tr_error *error) {
    double size[2] = {1280, 800};
    const int count = !text ? 0 : strpbrk(text, "xX") ? 2 : 1;
    tr_status status = text ? tr_parse_numbers("size", text, 'x', count, size, error) : TR_OK;
    if (count == 1)
        size[1] = size[0];
    if (status == TR_OK && !(size[0] == floor(size[0]) && size[1] == floor(size[1]) && size[0] >= 16 &&
                             size[1] >= 16 && size[0] <= max_side && size[1] <= max_side))
        status =
            tr_fail(error, TR_BAD_USAGE, "--size is W or WxH of 16 … %d pixels each, not '%s'", max_side, text);
    view->width_px = (int)size[0], view->height_px = (int)size[1];
    return status;
}

// Parses --camera or --camera-to. Without the option the place keeps its value.
static tr_status parse_place(const char *name, const char *text, tr_camera_place *place, tr_error *error) {
    double place_of[5] = {0, 0, 0, 0, 0};
    if (!text)
        return TR_OK;
    int count = 1;
    for (const char *at = text; (at = strchr(at, ',')); at++)
        count++;
    tr_status status = tr_parse_numbers(name, text, ',',
                                        count < 3   ? 3
                                        : count > 5 ? 5
                                                    : count,
                                        place_of, error);
    if (status == TR_OK &&
        !(fabs(place_of[0]) <= 90 && fabs(place_of[1]) <= 36000 && place_of[2] >= TR_NEAREST &&
          place_of[2] <= 1e5 && fabs(place_of[3]) <= 180 && fabs(place_of[4]) <= 36000))
        status = tr_fail(error, TR_BAD_USAGE,
                         "--%s is LAT,LON,DISTANCE[,UP[,HEADING]] with a latitude of -90 … 90 degrees, a "
                         "distance of 1.005 … 100000 "
                         "radii and -180 … 180 degrees up, not '%s'",
                         name, text);
    if (status == TR_OK)
        *place = (tr_camera_place){place_of[0], place_of[1], place_of[2], place_of[3], place_of[4]};
    return status;
}

static tr_status parse_sun(const char *text, double sun[3], tr_error *error) {
    if (!text)
        return TR_OK;
    tr_status status = tr_parse_numbers("sun", text, ',', 3, sun, error);
    double length = sqrt(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]);
    if (status == TR_OK && !(length > 1e-9 && length < 1e100))
        status = tr_fail(error, TR_BAD_USAGE, "--sun is a direction X,Y,Z, not '%s'", text);
    for (int k = 0; k < 3 && status == TR_OK; k++)
        sun[k] /= length;
    return status;
}

// Parses --channel, --layout and --grid. Refuses options that have no effect on such a picture.
static tr_status parse_look(const tr_options *options, tr_view *view, tr_error *error) {
    int channel = TR_VIEW_LIT, layout = TR_VIEW_GLOBE;
    tr_status status =
        tr_choose_word("channel", options->channel, tr_view_channel_names, TR_VIEW_CHANNELS, &channel, error);
    if (status == TR_OK)
        status =
            tr_choose_word("layout", options->layout, tr_view_layout_names, TR_VIEW_LAYOUTS, &layout, error);
    view->channel = (tr_view_channel)channel;
    view->layout = (tr_view_layout)layout;
    view->grid = options->grid;
    const bool lit = channel == TR_VIEW_LIT, flat = layout == TR_VIEW_MAP || layout == TR_VIEW_CUBE;
    const char *deaf = options->sun && (!lit || flat) ? "sun" : options->exposure && !lit ? "exposure" : NULL;
    if (status == TR_OK && deaf && !lit)
        return tr_fail(error, TR_BAD_USAGE,
                       "--%s does not go with --channel %s, which shows a map without light", deaf,
                       options->channel);
    if (status == TR_OK && deaf)
        return tr_fail(error, TR_BAD_USAGE,
                       "--%s does not go with --layout %s: maps are lit from the upper left", deaf,
                       options->layout);
    return status;
}

// Checks that the camera looks straight down on a map, and that the planet has the channel that is asked for.
static tr_status check_look(const tr_options *options, const tr_flight *flight, const tr_scene_planet *planet,
                            tr_error *error) {
    const tr_view *view = &flight->view;
    const tr_camera_place *from = &flight->from, *to = &flight->to;
    if (!tr_view_has_channel(planet->recipe, view->channel))
        return tr_fail(error, TR_BAD_USAGE, "--channel %s: %s has none", options->channel,
                       planet->name[0] ? planet->name : planet->recipe->type);
    if ((view->layout == TR_VIEW_MAP || view->layout == TR_VIEW_CUBE) &&
        (from->up_deg != 0 || from->heading_deg != 0 || to->up_deg != 0 || to->heading_deg != 0))
        return tr_fail(error, TR_BAD_USAGE, "--layout %s looks straight down: leave UP and HEADING out",
                       options->layout);
    return TR_OK;
}

// Parses --background: stars, or transparent, which only PNG supports.
static tr_status parse_background(const tr_options *options, bool *clear, tr_error *error) {
    static const char *const names[] = {"stars", "transparent"};
    int chosen = 0;
    const char *name = options->output, *dot = strrchr(name, '.');
    const tr_status status = tr_choose_word("background", options->background, names, 2, &chosen, error);
    *clear = chosen == 1;
    if (status == TR_OK && *clear && !tr_path_is_stream(name) && dot && strcasecmp(dot, ".png") != 0)
        return tr_fail(error, TR_BAD_USAGE,
                       "--background transparent: only PNG has an alpha channel here: give -o "
                       "a name that ends in .png, not '%s'",
                       name);
    if (status == TR_OK && *clear && options->layout && strcmp(options->layout, "globe") != 0)
        return tr_fail(error, TR_BAD_USAGE, "--background transparent is for --layout globe");
    return status;
}

// Parses the part of a flight that the command line gives. Longitudes are those of the ground.
static tr_status parse_flight(const tr_options *options, tr_flight *flight, tr_error *error) {
    static const char hours[] = "is a time in hours, -1e9 … 1e9"; // about a hundred thousand years
    *flight = (tr_flight){.frames = options->frames > 0 ? options->frames : 1,
                          .turntable = options->frames > 0 && !options->camera_to && !options->time_to,
                          .from = {.latitude_deg = 12, .distance_radii = 3.2},
                          .view = {.stars = true, .clouds = !options->no_clouds, .sharp = true}};
    if (!options->frames && (options->camera_to || options->time_to))
        return tr_fail(error, TR_BAD_USAGE, "--%s needs --frames, the number of pictures",
                       options->camera_to ? "camera-to" : "time-to");
    tr_status status = parse_size(options->size, &flight->view, error);
    if (status == TR_OK)
        status = parse_place("camera", options->camera, &flight->from, error);
    if (status == TR_OK)
        status = parse_place("camera-to", options->camera_to, &flight->to, error);
    if (status == TR_OK)
        status = tr_parse_number("time", options->time, -1e9, 1e9, false, hours, &flight->from_h, error);
    if (status == TR_OK)
        status = tr_parse_number("time-to", options->time_to, -1e9, 1e9, false, hours, &flight->to_h, error);
    if (status == TR_OK)
        status = parse_sun(options->sun, flight->view.sun, error);
    if (status == TR_OK)
        status = tr_parse_number("exposure", options->exposure, -10, 10, false, "is -10 … 10 stops",
                                 &flight->view.exposure_ev, error);
    if (status == TR_OK)
        status = parse_look(options, &flight->view, error);
    return status;
}

// Completes the flight from the scene: the time without --time, the first view without --camera, and the
// rotation of the ground by then.
static void complete_flight(const tr_options *options, tr_scene *scene, int target, tr_flight *flight) {
    const tr_scene_planet *planet = &scene->planets[target];
    tr_camera_place *from = &flight->from;
    flight->view.target = target;
    if (!options->time)
        flight->from_h = scene->time_h;
    if (!options->time_to)
        flight->to_h = flight->from_h;
    tr_scene_place(scene, flight->from_h);
    const double turned_deg = planet->rotation_rad * (180 / TR_PI);
    flight->to.longitude_deg += turned_deg;
    const bool flat = flight->view.layout == TR_VIEW_MAP || flight->view.layout == TR_VIEW_CUBE;
    if (options->camera) {
        from->longitude_deg += turned_deg;
    } else if (flat) { // the whole map, with the date line at its edges
        *from = (tr_camera_place){.longitude_deg = turned_deg, .distance_radii = TR_WHOLE_RADII};
    } else {
        from->longitude_deg = tr_day_longitude(scene, target);
        from->distance_radii =
            fmax(from->distance_radii, tr_view_fit(planet->recipe, flight->view.width_px,
                                                   flight->view.height_px, from->latitude_deg, 1));
    }
    if (!options->camera_to)
        flight->to = *from;
    if (flight->turntable && !options->sun)
        tr_flight_hold_sun(flight, scene);
}

// ---- maps ----------------------------------------------------------------------------------------

// *near: the surface of the target, from which near ground is baked for each picture.
static tr_status upload_all(const tr_cli_context *context, tr_scene *scene, const tr_flight *flight,
                            tr_progress *progress, tr_renderer *renderer, tr_surface **near) {
    int widths[TR_MAX_PLANETS];
    tr_status status = TR_OK;
    const bool charts = tr_view_needs_charts(flight->view.channel);
    tr_renderer_set_stop(renderer, context->stop);
    tr_flight_map_widths(flight, true, scene, widths);
    for (int i = 0; i < scene->planet_count && status == TR_OK; i++) {
        const tr_upload how = {widths[i], charts, context->options->isa, context->pool, &context->watch};
        if (widths[i] > 0)
            status = tr_upload_planet(renderer, i, scene->planets[i].recipe, &how,
                                      i == flight->view.target ? near : NULL, context->error);
        tr_progress_report(progress, (i + 1.0) / (scene->planet_count + flight->frames));
    }
    return status;
}

// Bodies that are not spheres reach beyond their radius; how far is known after the upload. A default camera
// position is moved outside.
static tr_status keep_outside(const tr_options *options, const tr_renderer *renderer, tr_flight *flight,
                              tr_error *error) {
    const double reach = tr_renderer_bounding_radius(renderer, flight->view.target);
    const double least = TR_NEAREST * reach;
    if (!options->camera)
        flight->from.distance_radii = fmax(flight->from.distance_radii, least);
    if (!options->camera_to)
        flight->to.distance_radii = flight->from.distance_radii;
    if (fmin(flight->from.distance_radii, flight->to.distance_radii) >= least)
        return TR_OK;
    return tr_fail(error, TR_BAD_USAGE,
                   "--camera%s: this planet reaches %.2f radii from its centre, so the least distance is %.2f",
                   flight->from.distance_radii < least ? "" : "-to", reach, ceil(100 * least) / 100);
}

// ---- pictures ------------------------------------------------------------------------------------

// Where the pictures go: one file, numbered files, or a video.
typedef struct render_reel {
    const tr_options *options;
    tr_video *video; // NULL: files
    bool clear;      // transparent background: 4 bytes a pixel, and 6 more as work space
    uint8_t *texels; // the current picture
    tr_renderer *renderer;
    tr_offscreen *offscreen;
} render_reel;

static void name_picture(const tr_options *options, int frame, char *name, size_t size) {
    if (options->frames)
        tr_reel_name(options->output, options->frames, frame, name, size);
    else
        snprintf(name, size, "%s", options->output);
}

// Writes a picture. Its file contains the scene with the time of the picture.
static tr_status write_picture(const render_reel *reel, const tr_scene *scene, const tr_view *view, int frame,
                               const tr_watch *watch, tr_error *error) {
    char name[4096];
    if (reel->video)
        return tr_video_add(reel->video, reel->texels, watch, error);
    name_picture(reel->options, frame, name, sizeof name);
    char *json;
    tr_status status = tr_scene_to_json(scene, false, &json, error);
    if (status == TR_OK && reel->options->frames) // the check of the command line did not see this name
        status = tr_atomic_check_name(name, error);
    if (status == TR_OK)
        status = tr_image_write(name, view->width_px, view->height_px, reel->clear ? 4 : 3, reel->texels, json,
                                watch, error);
    tr_free(json);
    return status;
}

static tr_status draw(const render_reel *reel, const tr_scene *scene, const tr_view *view,
                      const tr_watch *watch, tr_error *error) {
    const size_t pixels = (size_t)view->width_px * (size_t)view->height_px;
    if (reel->clear)
        return tr_renderer_draw_clear(reel->renderer, scene, view, view->width_px, view->height_px, watch,
                                      reel->texels, reel->texels + 4 * pixels, error);
    const tr_status status = tr_renderer_draw(reel->renderer, scene, view, error);
    return status == TR_OK ? tr_offscreen_read(reel->offscreen, watch, reel->texels, error) : status;
}

static tr_status draw_all(const tr_cli_context *context, tr_scene *scene, const tr_flight *flight,
                          tr_progress *progress, const render_reel *reel, const tr_surface *near) {
    const tr_watch *watch = &context->watch;
    tr_status status = TR_OK;
    for (int k = 0; k < flight->frames && status == TR_OK; k++) {
        tr_view view;
        tr_flight_frame(flight, k, scene, &view);
        status =
            tr_renderer_bake_near(reel->renderer, scene, &view, near, context->pool, watch, context->error);
        if (status == TR_OK) // waits until it is drawn
            status = draw(reel, scene, &view, watch, context->error);
        if (status == TR_OK && tr_renderer_debug_errors(reel->renderer) > 0)
            status = tr_fail(context->error, TR_BUG, "OpenGL reported an error: %s",
                             tr_renderer_debug_message(reel->renderer));
        if (status == TR_OK)
            status = write_picture(reel, scene, &view, k, watch, context->error);
        tr_progress_report(progress, (scene->planet_count + k + 1.0) / (scene->planet_count + flight->frames));
    }
    return status;
}

static tr_status open_reel(const tr_view *view, render_reel *reel, tr_error *error) {
    const tr_options *options = reel->options;
    tr_status status = TR_OK;
    if (options->frames && tr_video_is_name(options->output)) // fails before the work if there is no ffmpeg
        status =
            tr_video_open(options->output, view->width_px, view->height_px, TR_VIDEO_RATE, &reel->video, error);
    reel->texels = tr_allocate((size_t)view->width_px * (size_t)view->height_px, reel->clear ? 10 : 3);
    if (status == TR_OK && !reel->texels)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for the picture");
    if (status == TR_OK)
        status = tr_offscreen_create(view->width_px, view->height_px, &reel->offscreen, error);
    if (status == TR_OK)
        status = tr_renderer_create(tr_offscreen_loader(), getenv("TERRELLA_GL_DEBUG") != NULL, &reel->renderer,
                                    error);
    return status;
}

// The video gets its name only after success.
static tr_status close_reel(render_reel *reel, tr_status status, const tr_watch *watch, tr_error *error) {
    tr_renderer_destroy(reel->renderer);
    tr_offscreen_destroy(reel->offscreen);
    tr_free(reel->texels);
    if (status == TR_OK && reel->video)
        return tr_video_commit(reel->video, watch, error);
    tr_video_abort(reel->video);
    return status;
}

static void print_series(const tr_options *options) {
    char name[4096];
    if (!options->json && options->quiet)
        return;
    for (int k = 0; k < options->frames; k++) {
        name_picture(options, k, name, sizeof name);
        if (options->json) {
            fputs(k ? "," : "{\"files\":[", stdout);
            tr_print_json_text("", name);
        } else
            tr_print_line("%s", name);
    }
    if (options->json)
        puts("]}");
}

// Checks whether the pictures can be written, before the work.
static tr_status check_output(const tr_options *options, tr_error *error) {
    const bool video = tr_video_is_name(options->output);
    if (video && !options->frames)
        return tr_fail(error, TR_BAD_USAGE,
                       "a video needs --frames, the number of its pictures: %d for a second", TR_VIDEO_RATE);
    if (options->frames && tr_path_is_stream(options->output))
        return tr_fail(error, TR_BAD_USAGE, "--frames makes numbered files or a video: give -o a name");
    return video ? TR_OK : tr_image_check_path(options->output, error);
}

// A picture holds its scene, but not the files of its maps. Only PNG files hold it.
static void tell_files(const tr_cli_context *context, const tr_scene *scene) {
    const char *output = context->options->output, *slash = strrchr(output, '/'), *dot = strrchr(output, '.');
    char folder[4096];
    tr_needed_files files = {0};
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - output) + 1 : 1, slash ? output : ".");
    if (!tr_path_is_stream(output) && (!dot || strcasecmp(dot, ".png") != 0))
        return;
    tr_needed_files_add(&files, scene, 0, scene->planet_count, tr_path_is_stream(output) ? NULL : folder);
    tr_needed_files_tell(context, &files, "to open again as a planet, this picture needs");
}

// Tells that nearly all ground in the picture is dark: the sun stands lower than at the middle of the way to
// the limb. From farther away more of the day is in the picture.
static void tell_night(const tr_cli_context *context, const tr_flight *flight, tr_scene *scene) {
    const tr_recipe *recipe = scene->planets[flight->view.target].recipe;
    const bool shines = tr_recipe_has_map(recipe, TR_MAP_EMISSION) && !recipe->night_lights;
    const bool lit = flight->view.channel == TR_VIEW_LIT && flight->view.layout == TR_VIEW_GLOBE;
    const double lowest =
        -sin(0.5 * acos(1 / flight->from.distance_radii)); // cosine of the angle at the centre
    if (!context->options->quiet && lit && !shines && flight->frames == 1 &&
        tr_flight_sun(flight, scene) < lowest)
        tr_say(
            "terrella: it is night below the camera; --sun 0.4,0.4,1 lights the picture, and --time moves the "
            "sun");
}

tr_status tr_cli_render(const tr_cli_context *context) {
    const tr_options *options = context->options;
    tr_flight flight;
    tr_scene scene = {0};
    render_reel reel = {.options = options};
    tr_surface *near = NULL;
    int first = 0, end = 0;
    tr_status status = check_output(options, context->error);
    if (status == TR_OK)
        status = parse_background(options, &reel.clear, context->error);
    if (status == TR_OK)
        status = parse_flight(options, &flight, context->error);
    if (status == TR_OK)
        status = tr_load_planets(context, &scene, &first, &end);
    if (status == TR_OK) {
        complete_flight(options, &scene, first, &flight);
        status = check_look(options, &flight, &scene.planets[first], context->error);
    }
    if (status == TR_OK)
        status = open_reel(&flight.view, &reel, context->error);
    tr_progress progress;
    tr_progress_begin(&progress, "render", options->quiet);
    if (status == TR_OK)
        status = upload_all(context, &scene, &flight, &progress, reel.renderer, &near);
    if (status == TR_OK)
        status = keep_outside(options, reel.renderer, &flight, context->error);
    if (status == TR_OK)
        status = draw_all(context, &scene, &flight, &progress, &reel, near);
    const bool series = options->frames && !reel.video;
    status = close_reel(&reel, status, &context->watch, context->error);
    tr_progress_hide(&progress);
    if (status == TR_OK && near)
        status = tr_tell_surface(context, scene.planets[first].recipe, near);
    if (status == TR_OK) {
        tell_files(context, &scene);
        tell_night(context, &flight, &scene);
    }
    tr_surface_destroy(near);
    tr_scene_clear(&scene);
    if (status == TR_OK && series)
        print_series(options);
    else if (status == TR_OK)
        tr_print_picture(options);
    return status;
}
