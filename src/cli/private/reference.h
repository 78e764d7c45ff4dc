// The commands and their options: the table for the command line, --help, the man page (docs/terrella.1) and
// the manual (docs/manual/commands.md). docs/reference.py makes both pages from --help.
#pragma once
#include "cli/private/options.h"

typedef struct tr_cli_info {
    const char *name, *operand; // the placeholder of the operand
    const char *usage[2];       // the second may be NULL
    const char *summary;        // begins with a verb
    const char *notes;          // paragraphs, or NULL
    const char *examples;       // lines, or NULL
} tr_cli_info;

typedef enum tr_option_kind {
    TR_OPTION_FLAG, // a bool; takes no value
    TR_OPTION_SHOW_HELP,
    TR_OPTION_SHOW_VERSION,
    TR_OPTION_TEXT,  // a const char *
    TR_OPTION_COUNT, // an int, 1 … most
    TR_OPTION_SEED,
    TR_OPTION_SET,
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

const tr_cli_info *tr_cli_get(tr_cli_command command); // up to TR_CLI_HELP
const tr_option_info *tr_option_list(int *count);
