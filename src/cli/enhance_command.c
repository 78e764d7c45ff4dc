#include "base/atomic_file.h"
#include "cli/private/commands.h"
#include "export/enhance_file.h"

#include <stdio.h>

// ---- options -----------------------------------------------------------------------------------

static tr_status parse_job(const tr_options *options, tr_enhance_job *n, tr_error *error) {
    n->estimate = !options->roughness;
    n->source = options->operand;
    n->path = options->output;
    n->times = options->scale ? options->scale : 1;
    n->wrap_x = options->wrap || options->wrap_x;
    n->wrap_y = options->wrap;
    n->seed = options->has_seed ? options->seed : 1;
    return tr_parse_number("roughness", options->roughness, 0, 1, false, "is 0 (smooth) … 1", &n->roughness,
                           error);
}

// ---- the command -------------------------------------------------------------------------------

static void print_result(const tr_options *options, const tr_enhance_result *result, double seconds) {
    if (tr_prints_json(options)) {
        tr_print_json_text("{\"file\":", options->output);
        printf(",\"width\":%d,\"height\":%d,\"roughness\":%.4f,\"estimated\":%s,\"seconds\":%.3f}\n",
               result->width, result->height, result->roughness, options->roughness ? "false" : "true",
               seconds);
    } else if (!options->json && !options->quiet && !tr_path_is_stream(options->output)) {
        tr_print_line("%s: %d x %d, roughness %.2f%s", options->output, result->width, result->height,
                      result->roughness, options->roughness ? "" : " (estimated)");
    }
}

static tr_status run(const tr_cli_context *context, const tr_enhance_job *job) {
    const tr_options *options = context->options;
    tr_enhance_result result;
    tr_progress progress;
    tr_progress_begin(&progress, "enhance", options->quiet);
    const tr_watch watch = tr_progress_watch(&progress, context->stop);
    const tr_status status = tr_enhance_file(job, options->isa, context->pool, &watch, &result, context->error);
    const double seconds = tr_progress_seconds(&progress);
    tr_progress_hide(&progress);
    if (result.had_alpha && !options->quiet)
        tr_say("terrella: %s: its alpha channel is left out", options->operand);
    if (status == TR_OK)
        print_result(options, &result, seconds);
    return status;
}

tr_status tr_cli_enhance(const tr_cli_context *context) {
    const tr_options *options = context->options;
    tr_enhance_job job = {0};
    tr_status status = parse_job(options, &job, context->error);
    if (status == TR_OK)
        status = tr_check_png_name(options->output, context->error);
    return status == TR_OK ? run(context, &job) : status;
}
