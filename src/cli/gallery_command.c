// terrella gallery: many planets in one picture, each with its name below.
#include "base/size.h"
#include "cli/private/commands.h"
#include "export/export.h"
#include "export/lettering.h"
#include "render/offscreen.h"
#include "render/upload.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { usual_width = 1920, least_width = 64, max_side_px = 16384, least_cell_px = 64, most_types = 256 };

// What is shown, and where in the picture. A cell is a square with a planet's disc, with a margin round the
// disc, and a line for the name below it.
typedef struct gallery {
    int count;      // planets
    int type_count; // all types are shown; 0: seeds of --type instead instead
    char (*types)[TR_NAME_BYTES];
    uint64_t first_seed;
    int columns, rows, cell_px, line_px, margin_px;
    tr_canvas canvas;
    tr_lettering *lettering;
} gallery;

// What is needed to draw the planets one by one.
typedef struct studio {
    tr_offscreen *offscreen;
    tr_renderer *renderer;
    uint8_t *tile; // the picture of one planet
} studio;

// Nearly black, so that night sides stand out.
static const uint8_t ground[3] = {13, 15, 20}, ink[3] = {186, 192, 204};

// ---- layout --------------------------------------------------------------------------------------

// Chooses the columns that make the picture about twice as wide as high with few empty cells.
static int choose_columns(int count) {
    int best = 1;
    double best_fault = INFINITY;
    for (int columns = 1; columns <= count; columns++) {
        const int rows = (count + columns - 1) / columns;
        const double shape = (double)columns / rows, empty = (double)(rows * columns - count) / columns;
        const double fault = fmax(shape / 2, 2 / shape) + 0.4 * empty;
        if (fault < best_fault)
            best_fault = fault, best = columns;
    }
    return best;
}

static tr_status plan_layout(gallery *g, const tr_options *options, tr_error *error) {
    double width = usual_width;
    char is[64];
    snprintf(is, sizeof is, "is the picture's width, %d … %d pixels", least_width, max_side_px);
    const tr_status status =
        tr_parse_number("size", options->size, least_width, max_side_px, true, is, &width, error);
    if (status != TR_OK)
        return status;
    g->columns = options->columns ? options->columns : choose_columns(g->count);
    g->columns = g->columns < g->count ? g->columns : g->count;
    g->rows = (g->count + g->columns - 1) / g->columns;
    g->cell_px = (int)(width / (g->columns + 0.25));
    if (g->cell_px < least_cell_px)
        return tr_fail(error, TR_BAD_USAGE,
                       "%d columns need a picture that is %.0f pixels wide or more: --size W", g->columns,
                       ceil(least_cell_px * (g->columns + 0.25)));
    g->line_px = (int)(0.07 * g->cell_px + 0.5) + 2;
    g->canvas.width = (int)width;
    g->margin_px = (g->canvas.width - g->columns * g->cell_px) / 2;
    g->canvas.height = 2 * g->margin_px + g->rows * (g->cell_px + g->line_px);
    if (g->canvas.height > max_side_px)
        return tr_fail(error, TR_BAD_USAGE,
                       "%d rows are too high for one picture: give a smaller --size or more "
                       "--columns",
                       g->rows);
    return TR_OK;
}

static tr_status prepare_canvas(tr_canvas *canvas, tr_error *error) {
    const size_t pixels = (size_t)canvas->width * (size_t)canvas->height;
    canvas->rgb = tr_allocate(pixels, 3);
    if (!canvas->rgb)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the picture");
    for (size_t i = 0; i < pixels; i++)
        memcpy(canvas->rgb + 3 * i, ground, 3);
    return TR_OK;
}

// The upper left corner of a planet's square. An incomplete last row is centred.
static void find_cell(const gallery *g, int index, int *left, int *top) {
    const int row = index / g->columns, column = index % g->columns;
    const int in_row = row == g->rows - 1 ? g->count - row * g->columns : g->columns;
    *left = (g->canvas.width - in_row * g->cell_px) / 2 + column * g->cell_px;
    *top = g->margin_px + row * (g->cell_px + g->line_px);
}

// ---- one planet ----------------------------------------------------------------------------------

static tr_status load_planet(const tr_cli_context *context, const gallery *g, int index, tr_scene *scene) {
    tr_world world = tr_options_world(context->options);
    world.name = g->type_count ? g->types[index] : context->options->type;
    if (!g->type_count)
        world.has_seed = true, world.seed = g->first_seed + (uint64_t)index;
    tr_status status = tr_load_scene(context, &world, scene);
    if (status == TR_OK && scene->planet_count > 1)
        status = tr_fail(context->error, TR_BAD_USAGE,
                         "--type: %s has several planets; a gallery shows one of each kind", world.name);
    return status == TR_OK ? tr_check_budget(context, scene, 0, 1, world.name) : status;
}

// The camera is a little above the equator. The sun at the upper left lights half of the disc, so that the glow
// of the night side is visible too.
static tr_view view_of(const gallery *g, const tr_recipe *recipe, double *distance_radii) {
    const double latitude_deg = 18;
    *distance_radii = tr_view_fit(recipe, g->cell_px, g->cell_px, latitude_deg, 0.82);
    return (tr_view){.width_px = g->cell_px,
                     .height_px = g->cell_px,
                     .latitude_deg = latitude_deg,
                     .distance_km = *distance_radii * recipe->radius_km,
                     .sun = {-0.70, 0.42, 0.58},
                     .clouds = true,
                     .sharp = true, // lines of light finer than a pixel stay continuous
                     .background = {ground[0], ground[1], ground[2]}};
}

static tr_status draw_planet(const tr_cli_context *context, const gallery *g, const studio *s,
                             const tr_scene *scene) {
    double distance;
    const tr_recipe *recipe = scene->planets[0].recipe;
    tr_view view = view_of(g, recipe, &distance);
    const tr_upload how = {.width = tr_view_map_width(&view, distance),
                           .isa = context->options->isa,
                           .pool = context->pool,
                           .watch = &context->watch};
    tr_status status = tr_upload_planet(s->renderer, 0, recipe, &how, NULL, context->error);
    if (status != TR_OK)
        return status;
    view.distance_km *= tr_renderer_bounding_radius(s->renderer, 0); // irregular bodies appear as large as
                                                                     // spheres
    status = tr_renderer_draw(s->renderer, scene, &view, context->error);
    if (status != TR_OK)
        return status;
    status = tr_offscreen_read(s->offscreen, &context->watch, s->tile, context->error); // waits until drawing
                                                                                        // has finished
    if (status != TR_OK)
        return status;
    return tr_renderer_debug_errors(s->renderer) > 0
               ? tr_fail(context->error, TR_BUG, "OpenGL reported an error: %s",
                         tr_renderer_debug_message(s->renderer))
               : TR_OK;
}

static void put_tile(const gallery *g, const studio *s, int left, int top) {
    const size_t row = 3 * (size_t)g->cell_px;
    for (int y = 0; y < g->cell_px; y++)
        memcpy(g->canvas.rgb + 3 * ((size_t)(top + y) * (size_t)g->canvas.width + (size_t)left),
               s->tile + (size_t)y * row, row);
}

static void put_name(const gallery *g, int index, int left, int top) {
    char name[64];
    if (g->type_count)
        snprintf(name, sizeof name, "%s", g->types[index]);
    else
        snprintf(name, sizeof name, "seed %" PRIu64, g->first_seed + (uint64_t)index);
    const double width = tr_lettering_width(g->lettering, name);
    tr_lettering_draw(g->lettering, &g->canvas, left + (g->cell_px - width) / 2,
                      top + g->cell_px + 0.35 * g->line_px, name, ink);
}

// ---- the command ---------------------------------------------------------------------------------

static tr_status open_studio(const tr_cli_context *context, const gallery *g, studio *s) {
    const int side = g->cell_px;
    s->tile = tr_allocate((size_t)side * (size_t)side, 3);
    if (!s->tile)
        return tr_fail(context->error, TR_NO_MEMORY, "no memory for the picture");
    tr_status status = tr_offscreen_create(side, side, &s->offscreen, context->error);
    if (status == TR_OK)
        status = tr_renderer_create(tr_offscreen_loader(), getenv("TERRELLA_GL_DEBUG") != NULL, &s->renderer,
                                    context->error);
    if (status == TR_OK)
        tr_renderer_set_stop(s->renderer, context->stop);
    return status;
}

static void close_studio(studio *s) {
    tr_renderer_destroy(s->renderer);
    tr_offscreen_destroy(s->offscreen);
    tr_free(s->tile);
}

static tr_status draw_all(const tr_cli_context *context, gallery *g) {
    studio s = {0};
    tr_cli_context warned = *context; // the first planet's warning was printed before drawing began
    warned.warned = true;
    tr_status status = open_studio(context, g, &s);
    tr_progress progress;
    tr_progress_begin(&progress, "gallery", context->options->quiet);
    for (int i = 0; i < g->count && status == TR_OK; i++) {
        tr_scene scene = {0};
        int left, top;
        find_cell(g, i, &left, &top);
        status = load_planet(&warned, g, i, &scene);
        if (status == TR_OK)
            status = draw_planet(context, g, &s, &scene);
        tr_scene_clear(&scene);
        if (status == TR_OK) {
            put_tile(g, &s, left, top);
            put_name(g, i, left, top);
        }
        tr_progress_report(&progress, (i + 1.0) / g->count);
    }
    tr_progress_hide(&progress);
    close_studio(&s);
    return status;
}

static tr_status check_options(const tr_options *options, tr_error *error) {
    if (options->operand)
        return tr_fail(error, TR_BAD_USAGE, "terrella gallery shows all types, or seeds of one: --type %s",
                       options->operand);
    if (options->seeds && !options->type)
        return tr_fail(error, TR_BAD_USAGE, "--seeds needs --type T: it is the number of planets of that type");
    return tr_image_check_path(options->output, error);
}

// Plans which planets are shown, and where.
static tr_status plan(const tr_cli_context *context, gallery *g) {
    const int usual_seeds = 21;
    const tr_options *options = context->options;
    tr_error *error = context->error;
    g->first_seed = options->has_seed ? options->seed : 1;
    g->types = tr_calloc(most_types, sizeof *g->types);
    if (!g->types)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the names of types");
    if (!options->type)
        g->type_count = tr_type_list(g->types, most_types);
    g->count = options->type ? (options->seeds ? options->seeds : usual_seeds) : g->type_count;
    if (g->first_seed > INT64_MAX - (uint64_t)g->count)
        return tr_fail(error, TR_BAD_USAGE, "--seed is too large: fewer than %d seeds follow it", g->count);
    tr_scene scene = {0}; // loads the first planet, so that its errors are reported before drawing begins
    tr_status status = plan_layout(g, options, error);
    if (status == TR_OK)
        status = load_planet(context, g, 0, &scene);
    tr_scene_clear(&scene);
    return status;
}

tr_status tr_cli_gallery(const tr_cli_context *context) {
    const tr_options *options = context->options;
    gallery g = {0};
    tr_status status = check_options(options, context->error);
    if (status == TR_OK)
        status = plan(context, &g);
    if (status == TR_OK)
        status = prepare_canvas(&g.canvas, context->error);
    if (status == TR_OK) // legible, and not larger than the maximum size of letters
        status = tr_lettering_create(fmin(fmax(0.075 * g.cell_px, 9), 400), &g.lettering, context->error);
    if (status == TR_OK)
        status = draw_all(context, &g);
    if (status == TR_OK)
        status = tr_image_write(options->output, g.canvas.width, g.canvas.height, 3, g.canvas.rgb, NULL,
                                &context->watch, context->error);
    tr_lettering_destroy(g.lettering);
    tr_free(g.canvas.rgb);
    tr_free(g.types);
    if (status == TR_OK)
        tr_print_picture(options);
    return status;
}
