// terrella check DIR|MANIFEST: whether sets are unchanged since they were written.
#include "cli/private/commands.h"
#include "export/verify.h"

#include <inttypes.h>
#include <stdio.h>

static void print_flaw(void *context, const char *path, const char *what) {
    const tr_options *options = context;
    if (!options->json) {
        tr_print_line("%s: %s", path, what);
        return;
    }
    tr_print_json_text("{\"file\":", path);
    tr_print_json_text(",\"what\":", what);
    puts("}");
}

static void print_set(void *context, const tr_verified *set) {
    const tr_options *options = context;
    if (options->json) {
        tr_print_json_text("{\"manifest\":", set->manifest);
        printf(",\"files\":%d,\"bytes\":%" PRIu64 ",\"whole\":%s}\n", set->files, set->bytes,
               set->flaws ? "false" : "true");
    } else if (!options->quiet)
        tr_print_line(set->flaws ? "%s: not whole" : "%s: whole, %d %s, %.1f MB", set->manifest, set->files,
                      set->files == 1 ? "file" : "files", (double)set->bytes / 1e6);
}

tr_status tr_cli_check(const tr_cli_context *context) {
    const tr_options *options = context->options;
    const tr_verify_report report = {print_flaw, print_set, (void *)(uintptr_t)options};
    int flaws;
    const tr_status status = tr_sets_verify(options->operand, &context->watch, &report, &flaws, context->error);
    if (status != TR_OK || flaws == 0)
        return status;
    snprintf(context->error->file, sizeof context->error->file, "%s", options->operand);
    return tr_fail(context->error, TR_BAD_INPUT, "%d %s found: export again with --force, or restore the files",
                   flaws, flaws == 1 ? "fault" : "faults");
}
