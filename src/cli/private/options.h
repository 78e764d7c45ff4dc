// The command line: its options, and the commands and options as a table, which --help, the man page
// (docs/terrella.1) and the manual (docs/manual/commands.md) use, too. docs/reference.py makes both pages from
// --help.
#pragma once
#include "base/isa.h"
#include "base/status.h"
#include "scene/load.h"
#include <stdbool.h>

enum {
    TR_MAX_SETS = 256,
    TR_MAX_SETS_EXPORTED = 100000,
    TR_MAX_TILES = 400 /* of a gallery */,
    TR_MAX_FRAMES = 100000
};

typedef enum tr_cli_command {
    TR_CLI_WINDOW,
    TR_CLI_EXPORT,
    TR_CLI_RENDER,
    TR_CLI_GALLERY,
    TR_CLI_FIELD,
    TR_CLI_ENHANCE,
    TR_CLI_LIST,
    TR_CLI_SHOW,
    TR_CLI_PACK,
    TR_CLI_MEASURE,
    TR_CLI_PROBE,
    TR_CLI_CHECK,
    TR_CLI_BENCH,
    TR_CLI_HELP,
    TR_CLI_VERSION
} tr_cli_command;

typedef struct tr_options {
    tr_cli_command command;
    tr_cli_command help_about; // for --help and help: the command that was asked about
    const char *
        operand; // WORLD, height map, folder, what to list, to measure or to help with; NULL when there is none
    const char *second; // WORLD of list parameters, LAT,LON of probe; or NULL
    char *input;        // the JSON of a world read from standard input, or NULL; freed by main
    const char *output, *name, *maps, *format, *target, *projection, *blocks, *compression, *tile, *border,
        *open_in, *region, *shard, *sea, *size, *camera, *sun, *planet;
    const char *camera_to, *time, *time_to, *exposure, *channel, *layout, *background; // of render
    int frames;            // of render; 0: one picture
    const char *roughness; // of enhance
    const char *type;      // of gallery
    const char *list;      // of export
    const char *limit;     // of commands that bake
    int seeds, columns;    // seeds: of export, gallery and measure; columns: of gallery; 0: not given
    int scale;             // of enhance; 0: not given
    bool wrap, wrap_x;
    bool no_clouds, grid;            // of render
    bool link;                       // of show
    bool keep, force, no_mips, zstd; // of export
    const char *height_range, *normal_bits;
    bool has_seed;
    uint64_t seed;
    const char *seed_words; // the text of the seed; NULL: it was given in digits
    int set_count;
    const char *sets[TR_MAX_SETS + TR_MAX_OWN_MAPS]; // maps first
    int map_count;
    const char *map_words[TR_MAX_OWN_MAPS]; // KIND=FILE
    char *map_sets[TR_MAX_OWN_MAPS];        // the same as sets; owned
    tr_shared_file *files[TR_MAX_OWN_MAPS]; // of the maps; references
    int threads;                            // 0: one per core
    tr_isa isa;
    bool json, quiet, quick;
    bool trace_latency; // of the window
} tr_options;

// Parses the command line. Errors: TR_BAD_USAGE, which suggests the most similar option or command.
tr_status tr_options_parse(int count, char **words, tr_options *options, tr_error *error);

// Reads the world "-" from standard input, once, before any call of tr_options_world. Does nothing if another
// world was named. Errors: those of tr_world_text.
tr_status tr_options_read_input(tr_options *options, tr_error *error);

// Opens the files of --map and turns each into a set, once, before any call of tr_options_world. Errors:
// TR_BAD_USAGE (not KIND=FILE), TR_BAD_INPUT (a file that cannot be read), TR_NO_MEMORY, TR_STOPPED.
// tr_options_clear frees what options own.
tr_status tr_options_read_maps(tr_options *options, const tr_watch *watch, tr_error *error);
void tr_options_clear(tr_options *options);

// The world that was named ("earthlike" by default), with the seed and sets that were given.
tr_world tr_options_world(const tr_options *options);

// Parses `count` finite numbers in an option's value, separated by `separator`. Errors: TR_BAD_USAGE.
tr_status tr_parse_numbers(const char *option, const char *text, char separator, int count, double *numbers,
                           tr_error *error);

// Parses a number low … high. whole: it must be an integer. Without a value (text NULL) *number stays. Errors:
// TR_BAD_USAGE: "--OPTION IS, not 'TEXT'".
tr_status tr_parse_number(const char *option, const char *text, double low, double high, bool whole,
                          const char *is, double *number, tr_error *error);

// Finds the value of an option in a list of names. Without a value (text NULL) *chosen stays; after a failure
// it is 0. Errors: TR_BAD_USAGE with all names and the nearest one.
tr_status tr_choose_word(const char *option, const char *text, const char *const names[], int count,
                         int *chosen, tr_error *error);

// ---- the table of commands and options (reference.c) ---------------------------------------------

typedef struct tr_cli_info {
    const char *name, *operand; // the placeholder of the operand
    const char *usage[2];       // the second may be NULL
    const char *summary;        // begins with a verb
    const char *notes;          // paragraphs, or NULL
    const char *examples;       // lines, or NULL
    const char *needs;          // "a world and -o DIR"; NULL: nothing
    bool needs_operand, needs_output;
    bool evaluates; // needs the threads
} tr_cli_info;

typedef enum tr_option_kind {
    TR_OPTION_FLAG, // a bool; takes no value
    TR_OPTION_SHOW_HELP,
    TR_OPTION_SHOW_VERSION,
    TR_OPTION_TEXT,  // a const char *
    TR_OPTION_PATH,  // the same, of a file or a folder
    TR_OPTION_COUNT, // an int, 1 … most
    TR_OPTION_SEED,
    TR_OPTION_SET,
    TR_OPTION_MAP,
    TR_OPTION_ISA
} tr_option_kind;

// The heading of --help that lists the option.
typedef enum tr_help_group { TR_HELP_OWN, TR_HELP_WORLDS, TR_HELP_EVERYWHERE, TR_HELP_GROUPS } tr_help_group;

// One option of some commands. An option with different meanings has a row for each.
typedef struct tr_option_info {
    const char *name;
    char letter; // 0: none
    tr_option_kind kind;
    size_t place;      // offset in tr_options, for FLAG, TEXT and COUNT
    int most;          // of COUNT
    unsigned commands; // bits 1 << tr_cli_command
    const char *value; // placeholder of its value in --help; NULL: it takes none
    const char *text;  // description
    tr_help_group group;
} tr_option_info;

const tr_cli_info *tr_cli_get(tr_cli_command command);
const tr_option_info *tr_option_list(int *count);
