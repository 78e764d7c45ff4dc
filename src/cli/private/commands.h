// The commands. Each prints its result on standard output and returns what went wrong, if anything.
#pragma once
#include "base/pool.h"
#include "base/say.h"
#include "base/watch.h"
#include "cli/private/options.h"
#include "planet/surface.h"
#include "render/render.h"
#include <stdatomic.h>

// What stands on standard output with --json.
typedef enum tr_printed {
    TR_PRINTED_NOTHING, // or whole lines of JSON
    TR_PRINTED_LIST,    // that is not closed yet
    TR_PRINTED_VALUE    // and nothing may follow
} tr_printed;

typedef struct tr_cli_context {
    const tr_options *options;
    tr_printed *printed;
    const atomic_bool *stop; // true once a signal asks to stop
    tr_error *error;
    bool warned; // of a world that was made for other pixels: once is enough
} tr_cli_context;

tr_status tr_cli_window(const tr_cli_context *context);
tr_status tr_cli_export(const tr_cli_context *context);
tr_status tr_cli_gallery(const tr_cli_context *context);
tr_status tr_cli_field(const tr_cli_context *context);
tr_status tr_cli_render(const tr_cli_context *context);
tr_status tr_cli_enhance(const tr_cli_context *context);
tr_status tr_cli_list(const tr_cli_context *context);
tr_status tr_cli_show(const tr_cli_context *context);
tr_status tr_cli_measure(const tr_cli_context *context);
tr_status tr_cli_probe(const tr_cli_context *context);
tr_status tr_cli_check(const tr_cli_context *context);
tr_status tr_cli_bench(const tr_cli_context *context);

// Loads a world, and warns of one that was made for other pixels. Errors: as tr_world_load.
tr_status tr_load_scene(const tr_cli_context *context, const tr_world *world, tr_scene *scene);

// Loads the world of the options; *first … *end are the planets that --planet picks (all without it).
tr_status tr_load_planets(const tr_cli_context *context, tr_scene *scene, int *first, int *end);

// Makes a recipe ready on the threads of the pool. Errors: those of tr_surface_make; TR_STOPPED once a signal
// asks.
tr_status tr_make_surface(const tr_cli_context *context, const tr_recipe *recipe, tr_pool *pool,
                          tr_surface **surface);
// Whether the planets first … end of a scene keep to --limit, each and together, told before anything is made;
// name is that of its file or type. Errors: TR_BAD_INPUT, TR_BAD_USAGE.
tr_status tr_check_budget(const tr_cli_context *context, const tr_scene *scene, int first, int end,
                          const char *name);
// What a command says about the picture that it wrote.
void tr_print_picture(const tr_options *options);

enum { TR_WIDEST = 16384 }; // of maps in one picture
// The width of maps that --size asks for, at most `widest`. Errors: TR_BAD_USAGE.
tr_status tr_parse_width(const tr_options *options, int widest, int *width, tr_error *error);

// 16-bit grey needs a PNG. Errors: TR_BAD_USAGE unless the name ends in .png or is a device or a pipe.
tr_status tr_check_png_name(const char *path, tr_error *error);

// `before` as it is, and a text as a JSON string with its quotes, to standard output; of bytes that are no
// UTF-8 each is U+FFFD.
void tr_print_json_text(const char *before, const char *text);
// What stands before each element of a list that is printed while it is made, and behind the last one.
void tr_print_list_next(tr_printed *printed);
void tr_print_list_end(tr_printed *printed);
// Whether JSON is asked for and standard output is free for it: a picture may go there.
bool tr_prints_json(const tr_options *options);
// What went wrong, as the value that a command prints with --json, as the last element of its list, or in a
// line of its own: {"error": …, "file": …, "line": …, "column": …, "path": …, "exit_code": …}.
void tr_print_json_error(const tr_error *error, int exit_code, tr_printed printed);
