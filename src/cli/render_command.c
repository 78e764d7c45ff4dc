#include "base/size.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "export/export.h"
#include "noise/trig.h"
#include "planet/pyramid.h"
#include "render/offscreen.h"
#include "render/render.h"

#include <math.h>
#include <stdlib.h>

enum { max_side = 8192 };

static tr_status parse_view(const tr_options *options, tr_view *view, double *distance_radii, tr_error *error) {
    double size[2] = {1280, 800}, camera[3] = {12, 0, 3.2}, sun[3] = {0, 0, 0};
    tr_status status = TR_OK;
    if (options->size)
        status = tr_parse_numbers("size", options->size, 'x', 2, size, error);
    if (status == TR_OK && !(size[0] == floor(size[0]) && size[1] == floor(size[1]) && size[0] >= 16 &&
                             size[1] >= 16 && size[0] <= max_side && size[1] <= max_side))
        status = tr_fail(error, TR_BAD_USAGE, "--size is WxH of 16 … %d pixels each, not '%s'", max_side,
                         options->size);
    if (status == TR_OK && options->camera)
        status = tr_parse_numbers("camera", options->camera, ',', 3, camera, error);
    if (status == TR_OK &&
        !(fabs(camera[0]) <= 90 && fabs(camera[1]) <= 36000 && camera[2] >= 1.02 && camera[2] <= 1e5))
        status = tr_fail(
            error, TR_BAD_USAGE,
            "--camera is LAT,LON,DISTANCE with a latitude of -90 … 90 degrees and a distance of 1.02 … 100000 "
            "radii, not '%s'",
            options->camera);
    if (status == TR_OK && options->sun) {
        status = tr_parse_numbers("sun", options->sun, ',', 3, sun, error);
        double length = sqrt(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]);
        if (status == TR_OK && !(length > 1e-9 && length < 1e100))
            status = tr_fail(error, TR_BAD_USAGE, "--sun is a direction X,Y,Z, not '%s'", options->sun);
        for (int k = 0; k < 3 && status == TR_OK; k++)
            sun[k] /= length;
    }
    *view = (tr_view){.width_px = (int)size[0],
                      .height_px = (int)size[1],
                      .latitude_deg = camera[0],
                      .longitude_deg = fmod(camera[1], 360),
                      .sun = {sun[0], sun[1], sun[2]},
                      .stars = true,
                      .clouds = !options->no_clouds};
    *distance_radii = camera[2];
    return status;
}

int tr_picture_map_width(const tr_view *view, double distance_radii) {
    double disc = view->height_px / (distance_radii > 1.2 ? distance_radii * 0.55 : 0.66);
    int width = 512;
    while (width < 8192 && width < 3 * disc)
        width *= 2;
    return width;
}

tr_status tr_upload_planet(const tr_command_context *context, const tr_recipe *recipe, int index, int width,
                           tr_pool *pool, const tr_watch *watch, tr_renderer *renderer) {
    tr_surface *surface = NULL;
    tr_planet_maps maps;
    uint8_t *texels = NULL;
    tr_status status = tr_make_surface(context, recipe, pool, &surface);
    if (status == TR_OK) {
        texels = malloc(tr_pyramid_bytes(surface, width));
        status = texels ? tr_pyramid_bake(surface, pool, NULL, width, watch, texels, &maps, context->error)
                        : tr_fail(context->error, TR_NO_MEMORY, "no memory for maps %d wide", width);
    }
    if (status == TR_OK)
        status = tr_renderer_set_maps(renderer, index, &maps, context->error);
    free(texels);
    tr_surface_destroy(surface);
    return status;
}

static tr_status draw(const tr_command_context *context, const tr_scene *scene, const tr_view *view, int width,
                      tr_offscreen *offscreen) {
    tr_renderer *renderer = NULL;
    tr_pool *pool = NULL;
    uint8_t *rgb = tr_allocate((size_t)view->width_px * (size_t)view->height_px, 3);
    tr_status status = rgb ? TR_OK : tr_fail(context->error, TR_NO_MEMORY, "no memory for the picture");
    if (status == TR_OK)
        status = tr_renderer_create(tr_offscreen_loader(), getenv("TERRELLA_GL_DEBUG") != NULL, &renderer,
                                    context->error);
    if (status == TR_OK)
        status = tr_pool_create(context->options->threads, &pool, context->error);
    tr_progress progress;
    tr_progress_begin(&progress, "render", context->options->quiet);
    tr_watch watch = {.stop = context->stop};
    for (int i = 0; i < scene->planet_count && status == TR_OK; i++) {
        status = tr_upload_planet(context, &scene->planets[i].recipe, i, i == view->target ? width : width / 2,
                                  pool, &watch, renderer);
        tr_progress_report(&progress, (i + 1.0) / scene->planet_count);
    }
    tr_progress_end(&progress);
    if (status == TR_OK)
        status = tr_renderer_draw(renderer, scene, view, context->error);
    if (status == TR_OK) {
        tr_offscreen_read(offscreen, rgb);
        if (tr_renderer_debug_errors(renderer) > 0)
            status =
                tr_fail(context->error, TR_BUG, "OpenGL complained: %s", tr_renderer_debug_message(renderer));
    }
    char *json = status == TR_OK ? tr_scene_to_json(scene, false) : NULL;
    if (status == TR_OK)
        status = tr_picture_write(context->options->output, view->width_px, view->height_px, rgb, json,
                                  context->error);
    free(json);
    tr_pool_destroy(pool);
    tr_renderer_destroy(renderer);
    free(rgb);
    return status;
}

// Over which longitude the sun stands behind the viewer's left shoulder.
static double day_longitude(const tr_scene *scene, int planet) {
    const double shoulder_deg = 40, *from = scene->planets[planet].position_km, *to = scene->star.position_km;
    return atan2(from[2] - to[2], to[0] - from[0]) * (180 / TR_PI) + shoulder_deg;
}

tr_status tr_command_render(const tr_command_context *context) {
    const tr_options *options = context->options;
    tr_view view;
    double distance;
    if (!options->operand || !options->output)
        return tr_fail(context->error, TR_BAD_USAGE,
                       "terrella render needs a world and -o PICTURE; see `terrella render --help`");
    tr_scene scene = {0};
    int first = 0, end = 0;
    tr_offscreen *offscreen = NULL;
    tr_status status = parse_view(options, &view, &distance, context->error);
    if (status == TR_OK)
        status = tr_load_planets(context, &scene, &first, &end);
    if (status == TR_OK) {
        view.target = first;
        if (!options->camera)
            distance = fmax(distance, tr_view_fit(&scene.planets[first].recipe, view.width_px, view.height_px,
                                                  view.latitude_deg, 1));
        view.distance_km = distance * scene.planets[first].recipe.radius_km;
        if (!options->camera)
            view.longitude_deg = day_longitude(&scene, first);
        status = tr_offscreen_create(view.width_px, view.height_px, &offscreen, context->error);
    }
    if (status == TR_OK)
        status = draw(context, &scene, &view, tr_picture_map_width(&view, distance), offscreen);
    tr_offscreen_destroy(offscreen);
    tr_scene_clear(&scene);
    if (status == TR_OK)
        tr_print_picture(options);
    return status;
}
