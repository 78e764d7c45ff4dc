// The commands and their options: what the command line takes, and what --help, the man page (docs/terrella.1)
// and the manual (docs/manual/commands.md) say of it. docs/reference.py makes both pages from --help.
#pragma once
#include "cli/private/options.h"

typedef struct tr_cli_info {
    const char *name, *operand; // what it takes one of
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

// Under which heading --help has it.
typedef enum tr_help_group { TR_HELP_OWN, TR_HELP_WORLDS, TR_HELP_EVERYWHERE, TR_HELP_GROUPS } tr_help_group;

// One option of some commands. An option that means something else to other commands has more than one row.
typedef struct tr_option_info {
    const char *name;
    char letter; // 0: none
    tr_option_kind kind;
    size_t place;      // in tr_options, of FLAG, TEXT and COUNT
    int most;          // of COUNT
    unsigned commands; // bits 1 << tr_cli_command
    const char *value; // what it takes, as --help calls it; NULL: nothing
    const char *text;  // what it does
    tr_help_group group;
} tr_option_info;

const tr_cli_info *tr_cli_get(tr_cli_command command); // up to TR_CLI_HELP
const tr_option_info *tr_option_list(int *count);
