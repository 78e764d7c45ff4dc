// The text of --help, made from the table of commands and options.
#include "base/system.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/private/commands.h"

#include <stdio.h>
#include <string.h>

enum { text_column = 19, width = 100 };

// The number of columns of a word in UTF-8: one for each character.
static int columns_of(const char *word, size_t bytes) {
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)word[i] & 0xc0) != 0x80;
    return columns;
}

// Adds words from the column `at` on, in lines that begin at `indent`. Text between backticks is not broken.
static void add_words(tr_text *text, const char *words, int at, int indent) {
    while (*words) {
        size_t length = 0;
        for (bool code = false; words[length] && (code || words[length] != ' '); length++)
            code ^= words[length] == '`';
        const int columns = columns_of(words, length);
        const bool first = at <= indent;
        if (!first && at + 1 + columns > width) {
            tr_text_add(text, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            tr_text_add(text, " ");
            at++;
        }
        tr_text_add(text, "%.*s", (int)length, words);
        at += columns;
        words += length + strspn(words + length, " ");
    }
    tr_text_add(text, "\n");
}

// Adds a name and its meaning beside it.
static void add_row(tr_text *text, const char *name, const char *meaning) {
    const int columns = 2 + columns_of(name, strlen(name));
    tr_text_add(text, "  %s", name);
    if (columns + 1 > text_column)
        tr_text_add(text, "\n%*s", text_column, "");
    else
        tr_text_add(text, "%*s", text_column - columns, "");
    add_words(text, meaning, text_column, text_column);
}

static void add_option(tr_text *text, const tr_option_info *o) {
    char name[96];
    const bool output = o->letter == 'o'; // --output also works, but is not listed
    const char letter[] = {'-', o->letter, output ? 0 : ',', ' ', 0};
    snprintf(name, sizeof name, "%s%s%s%s%s", o->letter ? letter : "", output ? "" : "--",
             output ? "" : o->name, o->value ? " " : "", o->value ? o->value : "");
    add_row(text, name, o->text);
}

// What WORLD may be.
static void add_world(tr_text *text) {
    char meaning[512];
    snprintf(
        meaning, sizeof meaning,
        "a planet type or a scene (`terrella list types`, `terrella list scenes`); a file: a recipe, a "
        "scene, a pack (`.terrella`), or a PNG, GLB or web page that Terrella wrote; or a share link, such "
        "as `terrella:inferno/7?lava=0.4`. A name with %s or a `.` is a file. `-` reads a recipe, a scene "
        "or a share link from standard input",
        tr_separator_words());
    add_row(text, "WORLD", meaning);
}

static void add_options(tr_text *text, tr_cli_command command, tr_help_group group, const char *heading) {
    int count, found = 0;
    const tr_option_info *options = tr_option_list(&count);
    for (int i = 0; i < count; i++) {
        if (!(options[i].commands & 1u << command) || options[i].group != group)
            continue;
        if (!found++)
            tr_text_add(text, "\n%s:\n", heading);
        if (found == 1 && group == TR_HELP_WORLDS)
            add_world(text);
        add_option(text, &options[i]);
    }
}

static const char *const exit_codes[][2] = {
    {"0", "done"},
    {"2", "wrong usage"},
    {"3", "a scene, recipe, map or set is wrong"},
    {"4", "no usable OpenGL"},
    {"5", "a file could not be written"},
    {"6", "out of memory"},
    {"7", "a planet is outside the bounds of its type (`measure --seeds`)"},
    {"70", "an error in Terrella; please report it"},
    {"130, 143", "stopped: with Ctrl+C, or by another program or the system"}};

static void add_usage(tr_text *text, const tr_cli_info *info, int indent) {
    for (int i = 0; i < 2 && info->usage[i]; i++)
        tr_text_add(text, "%*s%s\n", indent, "", info->usage[i]);
    tr_text_add(text, "%*s", indent + 4, "");
    add_words(text, info->summary, indent + 4, indent + 4);
}

static void write_help(tr_cli_command command, tr_text *text) {
    const tr_cli_info *info = tr_cli_get(command);
    if (command == TR_CLI_WINDOW) {
        tr_text_add(text, "Terrella makes planets.\n\n");
        for (tr_cli_command c = TR_CLI_WINDOW; c <= TR_CLI_HELP; c++)
            add_usage(text, tr_cli_get(c), 2);
    } else {
        add_usage(text, info, 0);
    }
    add_options(text, command, TR_HELP_OWN, "Options");
    add_options(text, command, TR_HELP_WORLDS, "Worlds");
    add_options(text, command, TR_HELP_EVERYWHERE,
                "Options of all commands; they may stand before the command");
    if (info->notes) {
        tr_text_add(text, "\n");
        add_words(text, info->notes, 0, 0);
    }
    if (command == TR_CLI_WINDOW) {
        char kept[128];
        snprintf(kept, sizeof kept, "The steps of a session are kept in %s.", tr_user_state_words());
        tr_text_add(text, "\n");
        add_words(text, kept, 0, 0);
    }
    if (info->examples) {
        tr_text_add(text, "\nExamples:\n");
        for (const char *line = info->examples; *line;) {
            const size_t length = strcspn(line, "\n");
            tr_text_add(text, "  %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
#if !TR_OPENGL
    if (command == TR_CLI_WINDOW || command == TR_CLI_RENDER || command == TR_CLI_GALLERY)
        tr_text_add(text, "\nThis terrella is built without OpenGL: it has no window and takes no pictures.\n");
#endif
    if (command != TR_CLI_WINDOW)
        return;
    tr_text_add(text, "\nExit codes:\n");
    for (size_t i = 0; i < sizeof exit_codes / sizeof *exit_codes; i++)
        add_row(text, exit_codes[i][0], exit_codes[i][1]);
}

tr_status tr_cli_help(const tr_cli_context *context) {
    tr_text text = {0};
    write_help(context->options->help_about, &text);
    if (text.failed) {
        tr_free(text.bytes);
        return tr_fail(context->error, TR_NO_MEMORY, "no memory for the help");
    }
    if (context->options->json) {
        tr_print_json_text("{\"help\":", text.bytes);
        puts("}");
    } else
        fputs(text.bytes, stdout);
    tr_free(text.bytes);
    return TR_OK;
}

tr_status tr_cli_version(const tr_cli_context *context) {
    printf(context->options->json ? "{\"version\":\"%s\"}\n" : "terrella %s\n", TR_VERSION);
    return TR_OK;
}
