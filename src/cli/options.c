#include "cli/private/options.h"

#include "base/memory.h"
#include "base/platform.h"
#include "scene/differences.h"

#include <errno.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(command) (1u << (command))

// Whether the word is the name of a command, and which one.
static bool find_command(const char *name, tr_cli_command *command) {
    for (tr_cli_command c = TR_CLI_WINDOW + 1; c <= TR_CLI_HELP; c++)
        if (strcmp(tr_cli_get(c)->name, name) == 0) {
            *command = c;
            return true;
        }
    return false;
}

// Suggests the command that the user probably meant, as tr_nearest_hint.
static const char *hint_command(const char *name, const char *otherwise, char hint[TR_HINT_BYTES]) {
    const char *names[TR_CLI_HELP];
    for (int i = 0; i < TR_CLI_HELP; i++)
        names[i] = tr_cli_get((tr_cli_command)(i + 1))->name;
    return tr_nearest_hint(name, names, TR_CLI_HELP, otherwise, hint);
}

typedef tr_option_info option;

static bool takes_value(const option *o) { return o->kind >= TR_OPTION_TEXT; }

static tr_status unknown_option(const char *word, const tr_options *options, tr_error *error) {
    enum { most = 128 };
    const char *names[most];
    char name[64];
    int count, offered = 0;
    const option *table = tr_option_list(&count);
    for (int i = 0; i < count && offered < most; i++)
        if (table[i].commands & BIT(options->command))
            names[offered++] = table[i].name;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *nearest = word[1] == '-' ? tr_nearest_name(name, names, offered) : NULL;
    if (nearest)
        return tr_fail(error, TR_BAD_USAGE, "unknown option '%s'; did you mean '--%s'?", word, nearest);
    return tr_fail(error, TR_BAD_USAGE, "unknown option '%s'; `terrella --help` names them", word);
}

// Finds an option of any of the commands (bits).
static const option *find_option(const char *word, unsigned commands) {
    int count;
    const option *table = tr_option_list(&count);
    for (int i = 0; i < count; i++) {
        const option *o = &table[i];
        bool is_long = strncmp(word, "--", 2) == 0 && strcspn(word + 2, "=") == strlen(o->name) &&
                       strncmp(word + 2, o->name, strlen(o->name)) == 0;
        bool is_short = word[0] == '-' && o->letter && word[1] == o->letter && word[2] == 0;
        if ((is_long || is_short) && (o->commands & commands))
            return o;
    }
    return NULL;
}

// Parses a whole number 0 … high. Returns false for anything else.
static bool parse_whole(const char *text, unsigned long long high, unsigned long long *out) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    errno = 0;
    *out = strtoull(text, &end, 10);
    return *end == 0 && errno == 0 && *out <= high;
}

tr_status tr_choose_word(const char *name, const char *text, const char *const names[], int count, int *chosen,
                         tr_error *error) {
    char all[256] = "";
    if (!text)
        return TR_OK;
    *chosen = 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(text, names[i]) == 0) {
            *chosen = i;
            return TR_OK;
        }
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s",
                 i == 0          ? ""
                 : i < count - 1 ? ", "
                                 : " or ",
                 names[i]);
    }
    char hint[TR_HINT_BYTES];
    return tr_fail(error, TR_BAD_USAGE, "--%s is %s, not '%s'%s", name, all, text,
                   tr_nearest_hint(text, names, count, "", hint));
}

static tr_status take_isa(tr_options *options, const char *value, tr_error *error) {
    const char *names[TR_ISA_COUNT];
    int chosen;
    for (int isa = 0; isa < TR_ISA_COUNT; isa++)
        names[isa] = tr_isa_name((tr_isa)isa);
    const tr_status status = tr_choose_word("isa", value, names, TR_ISA_COUNT, &chosen, error);
    if (status == TR_OK && !tr_isa_available((tr_isa)chosen))
        return tr_fail(error, TR_BAD_USAGE, "--isa %s: this machine does not have it; its best is %s", value,
                       tr_isa_name(tr_isa_best()));
    if (status == TR_OK)
        options->isa = (tr_isa)chosen;
    return status;
}

static tr_status take_seed(tr_options *options, const char *value, tr_error *error) {
    tr_error inner = {0};
    if (tr_seed_read(value, &options->seed, &inner) != TR_OK)
        return tr_fail(error, inner.status, "--seed: %s", inner.message);
    options->has_seed = true;
    options->seed_words = value[strspn(value, "0123456789 ")] ? value : NULL;
    return TR_OK;
}

// Refuses a word after --seed that looks like the next argument, because the value is probably missing.
static tr_status check_seed_word(const char *word, tr_error *error) {
    tr_cli_command command;
    if ((word[0] == '-' && (word[1] < '0' || word[1] > '9')) || find_command(word, &command))
        return tr_fail(error, TR_BAD_USAGE, "--seed needs a number or words; --seed=%s takes '%s' as words",
                       word, word);
    return TR_OK;
}

static tr_status take_count(int *place, const option *o, const char *value, tr_error *error) {
    unsigned long long number;
    if (!parse_whole(value, (unsigned)o->most, &number) || number == 0)
        return tr_fail(error, TR_BAD_USAGE, "--%s is a whole number 1 … %d, not '%s'", o->name, o->most, value);
    *place = (int)number;
    return TR_OK;
}

// A word that is, or may be, a path. The words of main may be changed.
static const char *path_of(const char *word) {
    tr_path_normalise((char *)(uintptr_t)word);
    return word;
}

static tr_status take(tr_options *options, const option *o, const char *value, tr_error *error) {
    void *place = (char *)options + o->place;
    switch (o->kind) {
    case TR_OPTION_FLAG:
        *(bool *)place = true;
        return TR_OK;
    case TR_OPTION_TEXT:
    case TR_OPTION_PATH:
        *(const char **)place = o->kind == TR_OPTION_PATH ? path_of(value) : value;
        return *value ? TR_OK : tr_fail(error, TR_BAD_USAGE, "--%s needs a value", o->name);
    case TR_OPTION_COUNT:
        return take_count(place, o, value, error);
    case TR_OPTION_SEED:
        return take_seed(options, value, error);
    case TR_OPTION_ISA:
        return take_isa(options, value, error);
    case TR_OPTION_SET:
        if (options->set_count == TR_MAX_SETS)
            return tr_fail(error, TR_BAD_USAGE, "more than %d --set; put them into a recipe file", TR_MAX_SETS);
        options->sets[options->set_count++] = value;
        return TR_OK;
    case TR_OPTION_MAP:
        if (options->map_count == TR_MAX_OWN_MAPS)
            return tr_fail(error, TR_BAD_USAGE, "more than %d --map", TR_MAX_OWN_MAPS);
        options->map_words[options->map_count++] = path_of(value);
        return TR_OK;
    case TR_OPTION_SHOW_VERSION:
        options->command = TR_CLI_VERSION;
        return TR_OK;
    case TR_OPTION_SHOW_HELP:
        break;
    }
    options->help_about = options->command;
    options->command = TR_CLI_HELP;
    return TR_OK;
}

static tr_status take_operand(tr_options *options, const char *word, tr_error *error) {
    const bool window = options->command == TR_CLI_WINDOW;
    char text[TR_HINT_BYTES];
    const char *hint = options->operand && window ? hint_command(options->operand, NULL, text) : NULL;
    if (hint)
        return tr_fail(error, TR_BAD_USAGE, "there is no command '%s'%s", options->operand, hint);
    const bool second =
        options->command == TR_CLI_PROBE ||
        (options->command == TR_CLI_LIST && options->operand && strcmp(options->operand, "parameters") == 0);
    if (second && options->operand && !options->second) {
        options->second = word;
        return TR_OK;
    }
    if (options->operand)
        return tr_fail(error, TR_BAD_USAGE, "one %s at a time, not '%s' and '%s'",
                       tr_cli_get(options->command)->operand,
                       options->second ? options->second : options->operand, word);
    options->operand = path_of(word);
    return TR_OK;
}

// Options never begin with a digit, unlike negative coordinates.
static bool is_operand(const char *word) {
    return word[0] != '-' || word[1] == 0 || word[1] == '.' || (word[1] >= '0' && word[1] <= '9');
}

// The index of the word that names the command: the first word that is not an option or an option's value. 0:
// none.
static int find_command_word(int count, char **words, tr_cli_command *command) {
    int at = 1;
    for (const option *o; at < count && !is_operand(words[at]); at++) {
        if (!(o = find_option(words[at], ~0u))) // or "--"
            return 0;
        at += takes_value(o) && !strchr(words[at], '=');
    }
    return at < count && find_command(words[at], command) ? at : 0;
}

// Finds the command that `terrella help COMMAND` asks about.
static tr_status find_help(tr_options *options, tr_error *error) {
    if (find_command(options->operand, &options->help_about))
        return TR_OK;
    char hint[TR_HINT_BYTES];
    return tr_fail(error, TR_BAD_USAGE, "there is no command '%s'%s", options->operand,
                   hint_command(options->operand, "; `terrella help` names them", hint));
}

// Refuses --seeds together with --set seed: all planets would be the same.
static tr_status check_seeds(const tr_options *options, tr_error *error) {
    if (!options->seeds && !(options->command == TR_CLI_GALLERY && options->type))
        return TR_OK;
    for (int i = 0; i < options->set_count; i++) {
        const char *set = options->sets[i], *equals = strchr(set, '=');
        const bool whole = equals && equals - set >= 4 && strncmp(equals - 4, "seed", 4) == 0;
        if (whole && (equals - set == 4 || equals[-5] == '.'))
            return tr_fail(error, TR_BAD_USAGE,
                           "--set %.200s: planets of several seeds would all have this one: leave it out", set);
    }
    return TR_OK;
}

// Refuses a command without its operand or its output.
static tr_status check_needs(const tr_options *options, tr_error *error) {
    const tr_cli_info *info = tr_cli_get(options->command);
    const bool operand = !info->needs_operand || options->operand || options->list;
    return operand && (!info->needs_output || options->output)
               ? TR_OK
               : tr_fail(error, TR_BAD_USAGE, "terrella %s needs %s; see `terrella %s --help`", info->name,
                         info->needs, info->name);
}

static tr_status parse_words(int count, char **words, tr_options *options, tr_error *error) {
    *options = (tr_options){.isa = tr_isa_best()};
    const int command_at = find_command_word(count, words, &options->command);
    const unsigned command = BIT(options->command);
    bool only_operands = false;
    for (int i = 1; i < count; i++) {
        char *word = words[i];
        tr_status status;
        if (i == command_at)
            continue;
        if (only_operands || is_operand(word)) {
            status = take_operand(options, word, error);
        } else if (strcmp(word, "--") == 0) {
            only_operands = true;
            continue;
        } else {
            const option *o = find_option(word, command);
            const char *equals = strchr(word, '=');
            if (!o)
                return unknown_option(word, options, error);
            const char *value = equals ? equals + 1 : NULL;
            if (takes_value(o) && !value && i + 1 < count) {
                value = words[++i];
                if (o->kind == TR_OPTION_SEED && check_seed_word(value, error) != TR_OK)
                    return TR_BAD_USAGE;
            }
            if (takes_value(o) && !value)
                return tr_fail(error, TR_BAD_USAGE, "--%s needs a value", o->name);
            if (!takes_value(o) && value)
                return tr_fail(error, TR_BAD_USAGE, "--%s takes no value", o->name);
            status = take(options, o, value ? value : "", error);
            if (BIT(options->command) != command) // the rest of the command line does not matter
                return status;
        }
        if (status != TR_OK)
            return status;
    }
    if (options->output && strcmp(options->output, "-") == 0)
        options->output = "/dev/stdout";
    if (options->command == TR_CLI_HELP && options->operand)
        return find_help(options, error);
    const tr_status status = check_needs(options, error);
    return status == TR_OK ? check_seeds(options, error) : status;
}

tr_status tr_options_parse(int count, char **words, tr_options *options, tr_error *error) {
    const tr_status status = parse_words(count, words, options, error);
    const bool early = status != TR_OK || options->command == TR_CLI_HELP || options->command == TR_CLI_VERSION;
    for (int i = 1; i < count && early && strcmp(words[i], "--") != 0; i++) // words after "--" were not
                                                                            // searched
        options->json = options->json || strcmp(words[i], "--json") == 0;
    return status;
}

static bool takes_world(tr_cli_command command) {
    return strcmp(tr_cli_get(command)->operand, "world") == 0 || command == TR_CLI_PROBE;
}

// The member of the options that holds the world.
static const char **world_place(tr_options *options) {
    return options->command == TR_CLI_LIST      ? &options->second
           : options->command == TR_CLI_GALLERY ? &options->type
           : takes_world(options->command)      ? &options->operand
                                                : NULL;
}

tr_status tr_options_read_input(tr_options *options, tr_error *error) {
    const char **world = world_place(options);
    if (!world || !*world || strcmp(*world, "-") != 0)
        return TR_OK;
    *world = "standard input"; // its name in errors
    const tr_status status = tr_world_text(&(tr_world){.name = "/dev/stdin"}, &options->input, error);
    if (status != TR_OK)
        snprintf(error->file, sizeof error->file, "%s", *world);
    return status;
}

// The name of a map: that of its kind, or of a channel.
static tr_status read_kind(const char *word, char name[TR_NAME_BYTES], const char **path, tr_error *error) {
    static const char any[] = "any:";
    const size_t length = strcspn(word, "="), skipped = strncmp(word, any, strlen(any)) == 0 ? strlen(any) : 0;
    char hint[TR_HINT_BYTES];
    if (length == 0 || !word[length] || !word[length + 1])
        return tr_fail(error, TR_BAD_USAGE, "--map %s: expected KIND=FILE, such as height=relief.png", word);
    if (length <= skipped || length - skipped >= TR_NAME_BYTES)
        return tr_fail(error, TR_BAD_USAGE, "--map %s: a name has 1 … %d bytes", word, TR_NAME_BYTES - 1);
    snprintf(name, TR_NAME_BYTES, "%.*s", (int)(length - skipped), word + skipped);
    *path = word + length + 1;
    if (!skipped && tr_own_kind_of(name) == TR_OWN_CHANNEL)
        return tr_fail(
            error, TR_BAD_USAGE, "--map: there is no kind '%s'%s", name,
            tr_nearest_hint(
                name, tr_own_kind_names, TR_OWN_KIND_COUNT,
                "; the kinds are height, land, uplift, temperature, rain, biome, colour, clouds, emission or "
                "any:CHANNEL",
                hint));
    return TR_OK;
}

// Two files of one name are told apart by the kind.
static void name_file(const tr_options *options, int index, const char *kind, const char *path,
                      char name[TR_FILE_BYTES]) {
    char own[TR_FILE_BYTES];
    bool taken = false;
    tr_own_file_name(path, own);
    for (int i = 0; i < index; i++)
        taken = taken || strcmp(options->files[i]->name, own) == 0;
    snprintf(name, TR_FILE_BYTES, "%s%s%.200s", taken ? kind : "", taken ? "-" : "", own);
}

// Whether a set "maps.KIND={…}" is of that kind.
static bool is_set_of(const char *set, const char *kind) {
    const char *own = set + strlen("maps.");
    const size_t length = strlen(kind);
    return strncmp(own, kind, length) == 0 && own[length] == '=';
}

static tr_status read_map(tr_options *options, int index, const tr_watch *watch, tr_error *error) {
    char kind[TR_NAME_BYTES], name[TR_FILE_BYTES];
    const char *path = NULL;
    tr_error inner = {0};
    tr_status status = read_kind(options->map_words[index], kind, &path, error);
    if (status != TR_OK)
        return status;
    for (int i = 0; i < index; i++)
        if (is_set_of(options->map_sets[i], kind))
            return tr_fail(error, TR_BAD_USAGE, "--map %s is given twice: give one file for each map", kind);
    name_file(options, index, kind, path, name);
    status = tr_shared_file_at(path, name, watch, &options->files[index], &inner);
    if (status != TR_OK)
        return tr_fail(error, status, "--map %s: %s", kind, inner.message);
    const size_t size = strlen(kind) + strlen(name) + TR_DIGEST_BYTES + 64;
    options->map_sets[index] = tr_malloc(size);
    if (!options->map_sets[index])
        return tr_fail(error, TR_NO_MEMORY, "no memory for the map '%s'", name);
    snprintf(options->map_sets[index], size, "maps.%s={\"file\":\"%s\",\"sha256\":\"%s\"}", kind, name,
             options->files[index]->sha256);
    return TR_OK;
}

tr_status tr_options_read_maps(tr_options *options, const tr_watch *watch, tr_error *error) {
    const int count = options->map_count;
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++)
        status = read_map(options, i, watch, error);
    if (status != TR_OK)
        return status;
    memmove(options->sets + count, options->sets, (size_t)options->set_count * sizeof *options->sets);
    for (int i = 0; i < count; i++)
        options->sets[i] = options->map_sets[i];
    options->set_count += count;
    return TR_OK;
}

void tr_options_clear(tr_options *options) {
    for (int i = 0; i < options->map_count; i++) {
        tr_free(options->map_sets[i]);
        tr_shared_file_release(options->files[i]);
    }
    tr_free(options->input);
}

tr_world tr_options_world(const tr_options *options) {
    const char *name = options->command == TR_CLI_LIST ? options->second : options->operand;
    return (tr_world){.name = name ? name : "earthlike",
                      .text = options->input,
                      .has_seed = options->has_seed,
                      .seed = options->seed,
                      .set_count = options->set_count,
                      .sets = options->sets,
                      .folder = options->input ? "." : NULL,
                      .file_count = options->map_count,
                      .files = options->files};
}

// A decimal number. strtod alone also accepts "0x40", " 64" and "nan". *end is the first character after the
// number, or text if there is no number.
static double read_number(const char *text, char **end) {
    char number[64];
    const size_t length = strspn(text, "0123456789.-+eE");
    char *stop = number;
    double value = 0;
    *end = (char *)(uintptr_t)text;
    if (length > 0 && length < sizeof number && *text != '+') {
        snprintf(number, sizeof number, "%.*s", (int)length, text);
        value = strtod(number, &stop);
    }
    *end += stop - number;
    return value;
}

tr_status tr_parse_numbers(const char *option_name, const char *text, char separator, int count,
                           double *numbers, tr_error *error) {
    const char *s = text;
    for (int i = 0; i < count; i++) {
        char *end;
        numbers[i] = read_number(s, &end);
        bool last = i + 1 == count;
        if ((end == s || !isfinite(numbers[i]) || *end != 0) && count == 1)
            return tr_fail(error, TR_BAD_USAGE, "--%s needs a number, not '%s'", option_name, text);
        const bool apart = *end == (last ? 0 : separator) || (separator == 'x' && !last && *end == 'X');
        if (end == s || !isfinite(numbers[i]) || !apart)
            return tr_fail(error, TR_BAD_USAGE, "--%s needs %d numbers with '%c' between them, not '%s'",
                           option_name, count, separator, text);
        s = end + 1;
    }
    return TR_OK;
}

tr_status tr_parse_number(const char *option_name, const char *text, double low, double high, bool whole,
                          const char *is, double *number, tr_error *error) {
    const tr_status status = text ? tr_parse_numbers(option_name, text, ',', 1, number, error) : TR_OK;
    if (status != TR_OK || !text ||
        (*number >= low && *number <= high && (!whole || *number == floor(*number))))
        return status;
    return tr_fail(error, TR_BAD_USAGE, "--%s %s, not '%s'", option_name, is, text);
}
