// The commands. Each prints its result on standard output and returns the error, if any.
#pragma once
#include "base/pace.h"
#include "base/pool.h"
#include "base/say.h"
#include "base/watch.h"
#include "cli/private/options.h"
#include "planet/surface.h"
#include <stdatomic.h>

// The output that was printed on standard output with --json so far.
typedef enum tr_printed {
    TR_PRINTED_NOTHING, // or complete lines of JSON
    TR_PRINTED_LIST,    // an open list
    TR_PRINTED_VALUE    // a complete value; nothing may follow
} tr_printed;

typedef struct tr_cli_context {
    const tr_options *options;
    tr_printed *printed;
    const atomic_bool *stop; // true once a signal asks to stop
    tr_watch watch;          // stops the work then
    tr_pool *pool;           // of --threads; NULL: for commands that evaluate nothing
    tr_error *error;
    bool warned; // the warning about another pixel version was printed; it is printed once
} tr_cli_context;

tr_status tr_cli_window(const tr_cli_context *context);
tr_status tr_cli_export(const tr_cli_context *context);
tr_status tr_cli_gallery(const tr_cli_context *context);
tr_status tr_cli_field(const tr_cli_context *context);
tr_status tr_cli_render(const tr_cli_context *context);
tr_status tr_cli_enhance(const tr_cli_context *context);
tr_status tr_cli_list(const tr_cli_context *context);
tr_status tr_cli_show(const tr_cli_context *context);
tr_status tr_cli_pack(const tr_cli_context *context);
tr_status tr_cli_measure(const tr_cli_context *context);
tr_status tr_cli_probe(const tr_cli_context *context);
tr_status tr_cli_check(const tr_cli_context *context);
tr_status tr_cli_bench(const tr_cli_context *context);
tr_status tr_cli_help(const tr_cli_context *context);
tr_status tr_cli_version(const tr_cli_context *context);

// Loads a world, and warns if it was made for another pixel version. Errors: as tr_world_load.
tr_status tr_load_scene(const tr_cli_context *context, const tr_world *world, tr_scene *scene);

// Loads the world of the options. *first … *end is the range of planets that --planet picks (without it, all).
tr_status tr_load_planets(const tr_cli_context *context, tr_scene *scene, int *first, int *end);

// Tells what maps of heights and land are taken for, how much of the planet is land, and if a sea level leaves
// no land or no sea. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_tell_surface(const tr_cli_context *context, const tr_recipe *recipe, const tr_surface *surface);

// The files of maps that a result needs beside it (map_notes.c). Zero-initialised: none.
typedef struct tr_needed_files {
    int count;
    char text[512]; // "relief.png, fog.png"
} tr_needed_files;
// Adds those of the planets first … end of a scene that are not in the folder; NULL: all.
void tr_needed_files_add(tr_needed_files *files, const tr_scene *scene, int first, int end, const char *folder);
// Tells them, if there are any. what: "this recipe needs".
void tr_needed_files_tell(const tr_cli_context *context, const tr_needed_files *files, const char *what);

// Prepares a recipe for evaluation, and tells about it. Errors: those of tr_surface_make; TR_STOPPED after a
// signal.
tr_status tr_make_surface(const tr_cli_context *context, const tr_recipe *recipe, tr_surface **surface);
// Checks that the planets first … end of a scene keep to --limit, each and together, before anything is made.
// name: the world's file or type. Errors: TR_BAD_INPUT, TR_BAD_USAGE.
tr_status tr_check_budget(const tr_cli_context *context, const tr_scene *scene, int first, int end,
                          const char *name);
// Prints what a command reports about the picture that it wrote.
void tr_print_picture(const tr_options *options);

enum { TR_WIDEST = 16384 }; // maximum width of maps in one picture
// Parses the width of maps from --size, at most `widest`; without it *width stays. Errors: TR_BAD_USAGE.
tr_status tr_parse_width(const tr_options *options, int widest, int *width, tr_error *error);

// Checks the name of a 16-bit grey picture, which must be PNG. Errors: TR_BAD_USAGE unless the name ends in
// .png or is a device or a pipe.
tr_status tr_check_png_name(const char *path, tr_error *error);

// Prints `before` unchanged, then a text as a JSON string with its quotes, to standard output. Each byte that
// is not UTF-8 is printed as U+FFFD.
void tr_print_json_text(const char *before, const char *text);
// Prints what comes before each element of a list that is printed element by element, and what ends the list.
void tr_print_list_next(tr_printed *printed);
void tr_print_list_end(tr_printed *printed);
// Whether JSON is asked for and standard output is free for it: the picture may go there instead.
bool tr_prints_json(const tr_options *options);
// Prints an error with --json, as the command's value, as the last element of its list, or in a line of its
// own: {"error": …, "file": …, "line": …, "column": …, "path": …, "exit_code": …}.
void tr_print_json_error(const tr_error *error, int exit_code, tr_printed printed);

// ---- progress on a terminal: the part of the time, and what is left (outputs.c) --------------------
// Quiet everywhere else.

typedef struct tr_progress {
    char what[256];  // "inferno-7", as displayed
    int done, count; // jobs that are done, jobs in all
    bool shown;      // whether there is a terminal
    double start_s, last_s;
    tr_pace pace;
    const atomic_bool *stop; // may be NULL
} tr_progress;

void tr_progress_begin(tr_progress *progress, const char *what, bool quiet);
// Begins job number `index`, from 0 on, of a batch of `count`. The line then shows "planet 3 of 20, inferno-7",
// and the remaining time of the batch.
void tr_progress_next(tr_progress *progress, int index, int count, const char *what);
// Shows the progress of the current job; context is the tr_progress.
void tr_progress_report(void *context, double done);
// Clears the line until the next report: at the end, or before other output.
void tr_progress_hide(tr_progress *progress);
// A watch that reports to the progress, and stops once the flag is true. It is valid as long as the progress
// is.
tr_watch tr_progress_watch(tr_progress *progress, const atomic_bool *stop);
double tr_progress_seconds(const tr_progress *progress);

// ---- `export --list FILE` (world_list.c) -----------------------------------------------------------

// A text with one world in each line, as the command line takes them: a share link, a file, a type. Empty lines
// and those that begin with # say nothing.
typedef struct tr_listed_world {
    const char *name;
    int line; // from 1 on
} tr_listed_world;

typedef struct tr_world_list {
    const char *path; // as errors call it
    char *text;       // the memory of the names
    int count;
    tr_listed_world *worlds;
} tr_world_list;

// path: a file, or "-" for standard input. After success the caller clears *list. Errors: TR_BAD_INPUT (a file
// that cannot be read, is not text, is longer than 64 MiB, or has no world or too many), TR_NO_MEMORY.
tr_status tr_world_list_read(const char *path, tr_world_list *list, tr_error *error);
void tr_world_list_clear(tr_world_list *list);

// Adds the path and line of a world to an error that has no place yet.
void tr_world_list_blame(const tr_world_list *list, int index, tr_error *error);
