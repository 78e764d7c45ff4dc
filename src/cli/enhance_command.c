#include "base/atomic_file.h"
#include "base/size.h"
#include "cli/private/commands.h"
#include "cli/private/progress.h"
#include "noise/grids/enhance.h"
#include "png/png.h"

#include <math.h>
#include <stdio.h>

enum { task_encode, task_tiles }; // the first task of a run, and the index of the first tile

// A result on its way to the file. Two bands of rows take turns: one is computed while the other is encoded.
typedef struct enhance_run {
    const tr_enhancement *enhancement;
    int width, height;
    tr_png *png;
    uint16_t *bands[2];
    int top, rows;          // of the band that is computed; rows 0: none is left
    int encoded_rows, band; // of the band before, which is encoded; which of the two is computed
} enhance_run;

// ---- options -----------------------------------------------------------------------------------

static tr_status parse_numbers(const tr_options *options, tr_enhance_numbers *n, tr_error *error) {
    double times = 1;
    tr_status status =
        options->times ? tr_parse_numbers("times", options->times, ',', 1, &times, error) : TR_OK;
    if (status == TR_OK && !(times == floor(times) && times >= 1 && times <= TR_ENHANCE_MAX_TIMES))
        status = tr_fail(error, TR_BAD_USAGE, "--times is a whole number 1 … %d, not '%s'",
                         TR_ENHANCE_MAX_TIMES, options->times);
    n->estimate = !options->roughness;
    if (status == TR_OK && options->roughness)
        status = tr_parse_numbers("roughness", options->roughness, ',', 1, &n->roughness, error);
    if (status == TR_OK && !(n->roughness >= 0 && n->roughness <= 1))
        status = tr_fail(error, TR_BAD_USAGE, "--roughness is 0 (smooth) … 1, not '%s'", options->roughness);
    n->times = (int)times;
    n->wrap_x = options->wrap || options->wrap_x;
    n->wrap_y = options->wrap;
    n->seed = options->has_seed ? options->seed : 1;
    return status;
}

// ---- computing and writing ---------------------------------------------------------------------

static void enhance_task(void *context, int index, int worker) {
    enhance_run *run = context;
    if (index == task_encode) {
        tr_png_rows(run->png, run->bands[!run->band], run->encoded_rows); // a failure shows at the end
        return;
    }
    const int left = (index - task_tiles) * TR_ENHANCE_TILE_COLUMNS, rest = run->width - left;
    tr_enhance_tile(run->enhancement, worker, left, run->top,
                    rest < TR_ENHANCE_TILE_COLUMNS ? rest : TR_ENHANCE_TILE_COLUMNS, run->rows,
                    (size_t)run->width, run->bands[run->band] + left);
}

static tr_status write_result(const tr_command_context *context, enhance_run *run, tr_pool *pool,
                              const tr_watch *watch) {
    const int tiles = (run->width + TR_ENHANCE_TILE_COLUMNS - 1) / TR_ENHANCE_TILE_COLUMNS;
    do {
        const tr_status status = tr_watch_check(watch, context->error);
        if (status != TR_OK)
            return status;
        const int rest = run->height - run->top;
        run->rows = rest < TR_ENHANCE_TILE_ROWS ? rest : TR_ENHANCE_TILE_ROWS;
        tr_pool_run(pool, task_tiles + (run->rows ? tiles : 0), enhance_task, run);
        if (!tr_png_rows(run->png, NULL, 0)) // the disk is full, say: finishing tells
            break;
        run->top += run->rows;
        run->encoded_rows = run->rows;
        run->band = !run->band;
        tr_watch_report(watch, (double)run->top / run->height);
    } while (run->encoded_rows);
    return tr_png_finish(run->png, context->error);
}

static tr_status enhance(const tr_command_context *context, const tr_enhancement *enhancement, tr_pool *pool,
                         const tr_watch *watch) {
    enhance_run run = {.enhancement = enhancement,
                       .width = tr_enhance_width(enhancement),
                       .height = tr_enhance_height(enhancement)};
    const tr_png_layout layout = {.width = run.width, .height = run.height, .channels = 1, .bytes = 2};
    tr_status status = tr_png_open(context->options->output, &layout, &run.png, context->error);
    for (int i = 0; i < 2; i++)
        run.bands[i] = tr_allocate((size_t)run.width * TR_ENHANCE_TILE_ROWS, sizeof *run.bands[i]);
    if (status == TR_OK && !(run.bands[0] && run.bands[1]))
        status = tr_fail(context->error, TR_NO_MEMORY, "no memory for rows of %d texels", run.width);
    if (status == TR_OK)
        status = write_result(context, &run, pool, watch);
    if (status == TR_OK)
        status = tr_watch_check(watch, context->error);
    if (status == TR_OK)
        status = tr_png_commit(run.png, context->error);
    else
        tr_png_abort(run.png);
    tr_free(run.bands[0]);
    tr_free(run.bands[1]);
    return status;
}

// ---- the command -------------------------------------------------------------------------------

static void print_result(const tr_options *options, const tr_enhancement *enhancement, double seconds) {
    if (tr_atomic_is_stream(options->output)) // standard output itself, maybe
        return;
    if (options->json) {
        fputs("{\"file\":", stdout);
        tr_print_json_text(options->output);
        printf(",\"width\":%d,\"height\":%d,\"roughness\":%.4f,\"estimated\":%s,\"seconds\":%.3f}\n",
               tr_enhance_width(enhancement), tr_enhance_height(enhancement), tr_enhance_roughness(enhancement),
               options->roughness ? "false" : "true", seconds);
    } else if (!options->quiet) {
        printf("%s: %d x %d, roughness %.2f%s\n", options->output, tr_enhance_width(enhancement),
               tr_enhance_height(enhancement), tr_enhance_roughness(enhancement),
               options->roughness ? "" : " (estimated)");
    }
}

static tr_status run_enhancement(const tr_command_context *context, const tr_enhance_numbers *numbers,
                                 tr_pool *pool) {
    const tr_options *options = context->options;
    tr_progress progress;
    tr_progress_begin(&progress, "enhance", options->quiet);
    const tr_watch watch = tr_progress_watch(&progress, context->stop);
    tr_enhancement *enhancement = NULL;
    tr_status status = tr_enhance_create(numbers, options->isa, pool, &enhancement, context->error);
    if (status == TR_BAD_INPUT && context->error && !context->error->file[0]) // too small a map, say
        snprintf(context->error->file, sizeof context->error->file, "%s", options->operand);
    if (status == TR_OK)
        status = enhance(context, enhancement, pool, &watch);
    const double seconds = tr_progress_seconds(&progress);
    tr_progress_end(&progress);
    if (status == TR_OK)
        print_result(options, enhancement, seconds);
    tr_enhance_destroy(enhancement);
    return status;
}

tr_status tr_command_enhance(const tr_command_context *context) {
    const tr_options *options = context->options;
    if (!options->operand || !options->output)
        return tr_fail(context->error, TR_BAD_USAGE,
                       "terrella enhance needs a height map and -o FILE; see `terrella enhance --help`");
    tr_enhance_numbers numbers = {0};
    tr_height_map map = {0};
    tr_pool *pool = NULL;
    tr_status status = parse_numbers(options, &numbers, context->error);
    if (status == TR_OK)
        status = tr_check_png_name(options->output, context->error);
    if (status == TR_OK)
        status = tr_png_read_heights(options->operand, &map, context->error);
    if (status == TR_OK && map.had_alpha && !options->quiet)
        tr_say("terrella: %s: its alpha channel is left out", options->operand);
    if (status == TR_OK)
        status = tr_pool_create(options->threads, &pool, context->error);
    if (status == TR_OK) {
        numbers.width = map.width, numbers.height = map.height, numbers.heights = map.heights;
        status = run_enhancement(context, &numbers, pool);
    }
    tr_pool_destroy(pool);
    tr_free(map.heights);
    return status;
}
