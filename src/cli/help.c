// The text of --help, made from the table of commands and options.
#include "cli/private/options.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { text_column = 19, width = 100 };

static void add(char text[TR_HELP_BYTES], const char *format, ...) {
    const size_t length = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + length, TR_HELP_BYTES - length, format, arguments);
    va_end(arguments);
}

// The number of columns of a word in UTF-8: one for each character.
static int columns_of(const char *word, size_t bytes) {
    int columns = 0;
    for (size_t i = 0; i < bytes; i++)
        columns += ((unsigned char)word[i] & 0xc0) != 0x80;
    return columns;
}

// Adds words from the column `at` on, in lines that begin at `indent`. Text between backticks is not broken.
static void add_words(char text[TR_HELP_BYTES], const char *words, int at, int indent) {
    while (*words) {
        size_t length = 0;
        for (bool code = false; words[length] && (code || words[length] != ' '); length++)
            code ^= words[length] == '`';
        const int columns = columns_of(words, length);
        const bool first = at <= indent;
        if (!first && at + 1 + columns > width) {
            add(text, "\n%*s", indent, "");
            at = indent;
        } else if (!first) {
            add(text, " ");
            at++;
        }
        add(text, "%.*s", (int)length, words);
        at += columns;
        words += length + strspn(words + length, " ");
    }
    add(text, "\n");
}

// Adds a name and its meaning beside it.
static void add_row(char text[TR_HELP_BYTES], const char *name, const char *meaning) {
    const int columns = 2 + columns_of(name, strlen(name));
    add(text, "  %s", name);
    if (columns + 1 > text_column)
        add(text, "\n%*s", text_column, "");
    else
        add(text, "%*s", text_column - columns, "");
    add_words(text, meaning, text_column, text_column);
}

static void add_option(char text[TR_HELP_BYTES], const tr_option_info *o) {
    char name[96];
    const bool output = o->letter == 'o'; // --output also works, but is not listed
    const char letter[] = {'-', o->letter, output ? 0 : ',', ' ', 0};
    snprintf(name, sizeof name, "%s%s%s%s%s", o->letter ? letter : "", output ? "" : "--",
             output ? "" : o->name, o->value ? " " : "", o->value ? o->value : "");
    add_row(text, name, o->text);
}

static void add_options(char text[TR_HELP_BYTES], tr_cli_command command, tr_help_group group,
                        const char *heading) {
    int count, found = 0;
    const tr_option_info *options = tr_option_list(&count);
    for (int i = 0; i < count; i++) {
        if (!(options[i].commands & 1u << command) || options[i].group != group)
            continue;
        if (!found++)
            add(text, "\n%s:\n", heading);
        if (found == 1 && group == TR_HELP_WORLDS)
            add_row(text, "WORLD",
                    "a planet type or a scene (`terrella list types`, `terrella list scenes`); a file: a "
                    "recipe, a scene, or a PNG, GLB or "
                    "web page that Terrella wrote; or a share link, such as `terrella:inferno/7?lava=0.4`. A "
                    "name with a `/` or a `.` is "
                    "a file. `-` reads a recipe, a scene or a share link from standard input");
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
    {"130, 143", "stopped by a signal"}};

static void add_usage(char text[TR_HELP_BYTES], const tr_cli_info *info, int indent) {
    for (int i = 0; i < 2 && info->usage[i]; i++)
        add(text, "%*s%s\n", indent, "", info->usage[i]);
    add(text, "%*s", indent + 4, "");
    add_words(text, info->summary, indent + 4, indent + 4);
}

void tr_help_write(tr_cli_command command, char text[TR_HELP_BYTES]) {
    const tr_cli_info *info = tr_cli_get(command);
    text[0] = 0;
    if (command == TR_CLI_WINDOW) {
        add(text, "Terrella makes planets.\n\n");
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
        add(text, "\n");
        add_words(text, info->notes, 0, 0);
    }
    if (info->examples) {
        add(text, "\nExamples:\n");
        for (const char *line = info->examples; *line;) {
            const size_t length = strcspn(line, "\n");
            add(text, "  %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
    }
#if !TR_OPENGL
    if (command == TR_CLI_WINDOW || command == TR_CLI_RENDER || command == TR_CLI_GALLERY)
        add(text, "\nThis terrella is built without OpenGL: it has no window and takes no pictures.\n");
#endif
    if (command != TR_CLI_WINDOW)
        return;
    add(text, "\nExit codes:\n");
    for (size_t i = 0; i < sizeof exit_codes / sizeof *exit_codes; i++)
        add_row(text, exit_codes[i][0], exit_codes[i][1]);
}
