#include "cli/private/options.h"

#include "scene/differences.h"
#include "scene/seed.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BIT(command) (1u << (command))
enum {
    WINDOW = BIT(TR_COMMAND_WINDOW),
    EXPORT = BIT(TR_COMMAND_EXPORT),
    RENDER = BIT(TR_COMMAND_RENDER),
    GALLERY = BIT(TR_COMMAND_GALLERY),
    FIELD = BIT(TR_COMMAND_FIELD),
    ENHANCE = BIT(TR_COMMAND_ENHANCE),
    LIST = BIT(TR_COMMAND_LIST),
    SHOW = BIT(TR_COMMAND_SHOW),
    MEASURE = BIT(TR_COMMAND_MEASURE),
    PROBE = BIT(TR_COMMAND_PROBE),
    CHECK = BIT(TR_COMMAND_CHECK),
    BENCH = BIT(TR_COMMAND_BENCH),
    HELP = BIT(TR_COMMAND_HELP),
    WORLDS = WINDOW | EXPORT | RENDER | SHOW | MEASURE | PROBE,
    ALL = WORLDS | GALLERY | FIELD | ENHANCE | LIST | CHECK | BENCH
};

static const struct {
    const char *name;
    tr_command command;
} commands[] = {{"export", TR_COMMAND_EXPORT}, {"render", TR_COMMAND_RENDER},   {"gallery", TR_COMMAND_GALLERY},
                {"field", TR_COMMAND_FIELD},   {"enhance", TR_COMMAND_ENHANCE}, {"list", TR_COMMAND_LIST},
                {"show", TR_COMMAND_SHOW},     {"measure", TR_COMMAND_MEASURE}, {"bench", TR_COMMAND_BENCH},
                {"probe", TR_COMMAND_PROBE},   {"check", TR_COMMAND_CHECK},     {"help", TR_COMMAND_HELP}};

typedef struct option {
    const char *name;
    char letter; // 0: none
    bool value;
    unsigned commands; // that have it
} option;

static const option table[] = {
    {"output", 'o', true, WINDOW | EXPORT | RENDER | GALLERY | FIELD | ENHANCE},
    {"size", 0, true, EXPORT | RENDER | GALLERY | FIELD | MEASURE | PROBE},
    {"name", 0, true, EXPORT},
    {"maps", 0, true, EXPORT},
    {"format", 0, true, EXPORT},
    {"blocks", 0, true, EXPORT},
    {"one-level", 0, false, EXPORT},
    {"zstd", 0, false, EXPORT},
    {"compression", 0, true, EXPORT},
    {"projection", 0, true, EXPORT},
    {"tile", 0, true, EXPORT},
    {"border", 0, true, EXPORT},
    {"region", 0, true, EXPORT},
    {"shard", 0, true, EXPORT},
    {"target", 0, true, EXPORT},
    {"force", 0, false, EXPORT},
    {"fit-height", 0, false, EXPORT},
    {"sea", 0, true, EXPORT},
    {"deep-normals", 0, false, EXPORT},
    {"camera", 0, true, RENDER},
    {"sun", 0, true, RENDER},
    {"exposure", 0, true, RENDER},
    {"time", 0, true, RENDER},
    {"frames", 0, true, RENDER},
    {"camera-to", 0, true, RENDER},
    {"time-to", 0, true, RENDER},
    {"no-clouds", 0, false, RENDER},
    {"background", 0, true, RENDER},
    {"list", 0, true, EXPORT},
    {"planet", 0, true, EXPORT | RENDER | SHOW | MEASURE | PROBE},
    {"channel", 0, true, RENDER},
    {"layout", 0, true, RENDER},
    {"grid", 0, false, RENDER},
    {"type", 0, true, GALLERY},
    {"seeds", 0, true, EXPORT | GALLERY | MEASURE},
    {"columns", 0, true, GALLERY},
    {"times", 0, true, ENHANCE},
    {"roughness", 0, true, ENHANCE},
    {"wrap", 0, false, ENHANCE},
    {"wrap-x", 0, false, ENHANCE},
    {"seed", 0, true, ALL & ~BENCH & ~CHECK},
    {"set", 0, true, ALL & ~ENHANCE & ~BENCH & ~CHECK},
    {"limit", 0, true, EXPORT | RENDER | GALLERY | FIELD | MEASURE | PROBE},
    {"threads", 0, true, ALL | HELP},
    {"isa", 0, true, ALL | HELP},
    {"share", 0, false, SHOW},
    {"json", 0, false, ALL | HELP},
    {"quick", 0, false, BENCH},
    {"trace-latency", 0, false, WINDOW},
    {"quiet", 'q', false, ALL | HELP},
    {"help", 'h', false, ALL | HELP},
    {"version", 0, false, ALL | HELP},
};
enum { option_count = sizeof table / sizeof table[0] };

static tr_status unknown_option(const char *word, const tr_options *options, tr_error *error) {
    const char *names[option_count];
    char name[64];
    int count = 0;
    for (int i = 0; i < option_count; i++)
        if (table[i].commands & BIT(options->command))
            names[count++] = table[i].name;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *nearest = word[1] == '-' ? tr_nearest_name(name, names, count) : NULL;
    if (nearest)
        return tr_fail(error, TR_BAD_USAGE, "unknown option '%s'; did you mean '--%s'?", word, nearest);
    return tr_fail(error, TR_BAD_USAGE, "unknown option '%s'; `terrella --help` names them", word);
}

static const option *find_option(const char *word, unsigned command) {
    for (int i = 0; i < option_count; i++) {
        const option *o = &table[i];
        bool is_long = strncmp(word, "--", 2) == 0 && strcspn(word + 2, "=") == strlen(o->name) &&
                       strncmp(word + 2, o->name, strlen(o->name)) == 0;
        bool is_short = word[0] == '-' && o->letter && word[1] == o->letter && word[2] == 0;
        if ((is_long || is_short) && (o->commands & command))
            return o;
    }
    return NULL;
}

// A whole number low … high; false for anything else.
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
    const char *nearest = tr_nearest_name(text, names, count);
    return tr_fail(error, TR_BAD_USAGE, "--%s is %s, not '%s'%s%s%s", name, all, text,
                   nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
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

// A word behind --seed that more likely is the next thing, the value having been left out.
static tr_status check_seed_word(const char *word, tr_error *error) {
    bool doubtful = word[0] == '-' && (word[1] < '0' || word[1] > '9');
    for (size_t i = 0; i < sizeof commands / sizeof commands[0] && !doubtful; i++)
        doubtful = strcmp(commands[i].name, word) == 0;
    return doubtful ? tr_fail(error, TR_BAD_USAGE,
                              "--seed needs a number or words; --seed=%s takes '%s' as words", word, word)
                    : TR_OK;
}

static tr_status take(tr_options *options, const option *o, const char *value, tr_error *error) {
    unsigned long long number;
    const char *const texts[] = {"name",      "output", "size",       "maps",   "format",      "camera",
                                 "camera-to", "time",   "time-to",    "sun",    "planet",      "times",
                                 "roughness", "type",   "exposure",   "target", "projection",  "tile",
                                 "border",    "region", "shard",      "blocks", "compression", "channel",
                                 "layout",    "limit",  "background", "list",   "sea"};
    const char **const places[] = {
        &options->name,   &options->output,     &options->size,        &options->maps,    &options->format,
        &options->camera, &options->camera_to,  &options->time,        &options->time_to, &options->sun,
        &options->planet, &options->times,      &options->roughness,   &options->type,    &options->exposure,
        &options->target, &options->projection, &options->tile,        &options->border,  &options->region,
        &options->shard,  &options->blocks,     &options->compression, &options->channel, &options->layout,
        &options->limit,  &options->background, &options->list,        &options->sea};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(o->name, texts[i]) == 0) {
            *places[i] = strcmp(o->name, "output") == 0 && strcmp(value, "-") == 0 ? "/dev/stdout" : value;
            return *value ? TR_OK : tr_fail(error, TR_BAD_USAGE, "--%s needs a value", o->name);
        }
    if (strcmp(o->name, "seed") == 0) {
        return take_seed(options, value, error);
    } else if (strcmp(o->name, "seeds") == 0 || strcmp(o->name, "columns") == 0) {
        const int most = options->command == TR_COMMAND_EXPORT ? TR_MAX_SETS_EXPORTED : TR_MAX_TILES;
        if (!parse_whole(value, (unsigned)most, &number) || number == 0)
            return tr_fail(error, TR_BAD_USAGE, "--%s is a whole number 1 … %d, not '%s'", o->name, most,
                           value);
        *(o->name[0] == 's' ? &options->seeds : &options->columns) = (int)number;
    } else if (strcmp(o->name, "frames") == 0) {
        if (!parse_whole(value, TR_MAX_FRAMES, &number) || number == 0)
            return tr_fail(error, TR_BAD_USAGE, "--frames is a whole number 1 … %d, not '%s'", TR_MAX_FRAMES,
                           value);
        options->frames = (int)number;
    } else if (strcmp(o->name, "threads") == 0) {
        if (!parse_whole(value, 256, &number) || number == 0)
            return tr_fail(error, TR_BAD_USAGE, "--threads is a whole number 1 … 256, not '%s'", value);
        options->threads = (int)number;
    } else if (strcmp(o->name, "isa") == 0) {
        return take_isa(options, value, error);
    } else if (strcmp(o->name, "set") == 0) {
        if (options->set_count == TR_MAX_SETS)
            return tr_fail(error, TR_BAD_USAGE, "more than %d --set; put them into a recipe file", TR_MAX_SETS);
        options->sets[options->set_count++] = value;
    } else if (strcmp(o->name, "wrap") == 0) {
        options->wrap = true;
    } else if (strcmp(o->name, "wrap-x") == 0) {
        options->wrap_x = true;
    } else if (strcmp(o->name, "no-clouds") == 0) {
        options->no_clouds = true;
    } else if (strcmp(o->name, "grid") == 0) {
        options->grid = true;
    } else if (strcmp(o->name, "fit-height") == 0) {
        options->fit_height = true;
    } else if (strcmp(o->name, "one-level") == 0) {
        options->one_level = true;
    } else if (strcmp(o->name, "zstd") == 0) {
        options->zstd = true;
    } else if (strcmp(o->name, "deep-normals") == 0) {
        options->deep_normals = true;
    } else if (strcmp(o->name, "force") == 0) {
        options->force = true;
    } else if (strcmp(o->name, "share") == 0) {
        options->share = true;
    } else if (strcmp(o->name, "json") == 0) {
        options->json = true;
    } else if (strcmp(o->name, "quiet") == 0) {
        options->quiet = true;
    } else if (strcmp(o->name, "quick") == 0) {
        options->quick = true;
    } else if (strcmp(o->name, "trace-latency") == 0) {
        options->trace_latency = true;
    } else if (strcmp(o->name, "version") == 0) {
        options->command = TR_COMMAND_VERSION;
    } else {
        options->help_about = options->command;
        options->command = TR_COMMAND_HELP;
    }
    return TR_OK;
}

static tr_status take_operand(tr_options *options, const char *word, tr_error *error) {
    const char *names[sizeof commands / sizeof commands[0]];
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        names[i] = commands[i].name;
    const char *command = options->operand && options->command == TR_COMMAND_WINDOW
                              ? tr_nearest_name(options->operand, names, sizeof names / sizeof names[0])
                              : NULL;
    if (command)
        return tr_fail(error, TR_BAD_USAGE, "there is no command '%s'; did you mean '%s'?", options->operand,
                       command);
    const bool second =
        options->command == TR_COMMAND_PROBE || (options->command == TR_COMMAND_LIST && options->operand &&
                                                 strcmp(options->operand, "parameters") == 0);
    if (second && options->operand && !options->second) {
        options->second = word;
        return TR_OK;
    }
    if (options->operand)
        return tr_fail(error, TR_BAD_USAGE, "one %s at a time, not '%s' and '%s'",
                       options->command == TR_COMMAND_ENHANCE ? "height map"
                       : options->command == TR_COMMAND_CHECK ? "folder"
                       : options->command == TR_COMMAND_BENCH ? "word"
                       : options->command == TR_COMMAND_FIELD ? "field"
                       : options->command == TR_COMMAND_LIST  ? "list"
                       : options->command == TR_COMMAND_HELP  ? "command"
                       : options->second                      ? "place"
                                                              : "world",
                       options->second ? options->second : options->operand, word);
    options->operand = word;
    return TR_OK;
}

// No option begins with a digit, as coordinates do.
static bool is_operand(const char *word) {
    return word[0] != '-' || word[1] == 0 || word[1] == '.' || (word[1] >= '0' && word[1] <= '9');
}

// Which word names the command: the first one behind options and their values, if it does. 0: none.
static int find_command(int count, char **words, tr_command *command) {
    int at = 1;
    for (const option *o; at < count && !is_operand(words[at]); at++) {
        if (!(o = find_option(words[at], ALL))) // or "--"
            return 0;
        at += o->value && !strchr(words[at], '=');
    }
    for (size_t i = 0; at < count && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(words[at], commands[i].name) == 0) {
            *command = commands[i].command;
            return at;
        }
    return 0;
}

// The command that `terrella help COMMAND` asks about.
static tr_status find_help(tr_options *options, tr_error *error) {
    enum { count = sizeof commands / sizeof commands[0] };
    const char *names[count];
    for (int i = 0; i < count; i++) {
        names[i] = commands[i].name;
        if (strcmp(names[i], options->operand) == 0) {
            options->help_about = commands[i].command;
            return TR_OK;
        }
    }
    const char *nearest = tr_nearest_name(options->operand, names, count);
    return tr_fail(error, TR_BAD_USAGE, "there is no command '%s'%s%s%s", options->operand,
                   nearest ? "; did you mean '" : "; `terrella help` names them", nearest ? nearest : "",
                   nearest ? "'?" : "");
}

// Several seeds of one planet, and a seed that is set: all of them would be the same one.
static tr_status check_seeds(const tr_options *options, tr_error *error) {
    if (!options->seeds && !(options->command == TR_COMMAND_GALLERY && options->type))
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

static tr_status parse_words(int count, char **words, tr_options *options, tr_error *error) {
    *options = (tr_options){.isa = tr_isa_best()};
    const int command_at = find_command(count, words, &options->command);
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
            if (o->value && !value && i + 1 < count) {
                value = words[++i];
                if (strcmp(o->name, "seed") == 0 && check_seed_word(value, error) != TR_OK)
                    return TR_BAD_USAGE;
            }
            if (o->value && !value)
                return tr_fail(error, TR_BAD_USAGE, "--%s needs a value", o->name);
            if (!o->value && value)
                return tr_fail(error, TR_BAD_USAGE, "--%s takes no value", o->name);
            status = take(options, o, value ? value : "", error);
            if (BIT(options->command) != command) // --help or --version: what follows does not matter
                return status;
        }
        if (status != TR_OK)
            return status;
    }
    if (options->command == TR_COMMAND_HELP && options->operand)
        return find_help(options, error);
    return check_seeds(options, error);
}

tr_status tr_options_parse(int count, char **words, tr_options *options, tr_error *error) {
    const tr_status status = parse_words(count, words, options, error);
    const bool early =
        status != TR_OK || options->command == TR_COMMAND_HELP || options->command == TR_COMMAND_VERSION;
    for (int i = 1; i < count && early && strcmp(words[i], "--") != 0; i++) // behind that nothing was looked at
        options->json = options->json || strcmp(words[i], "--json") == 0;
    return status;
}

// Where the command line has its world.
static const char **world_place(tr_options *options) {
    return options->command == TR_COMMAND_LIST        ? &options->second
           : options->command == TR_COMMAND_GALLERY   ? &options->type
           : BIT(options->command) & (unsigned)WORLDS ? &options->operand
                                                      : NULL;
}

tr_status tr_options_read_input(tr_options *options, tr_error *error) {
    const char **world = world_place(options);
    if (!world || !*world || strcmp(*world, "-") != 0)
        return TR_OK;
    *world = "standard input"; // what errors call it
    const tr_status status = tr_world_text(&(tr_world){.name = "/dev/stdin"}, &options->input, error);
    if (status != TR_OK)
        snprintf(error->file, sizeof error->file, "%s", *world);
    return status;
}

tr_world tr_options_world(const tr_options *options) {
    const char *name = options->command == TR_COMMAND_LIST ? options->second : options->operand;
    return (tr_world){.name = name ? name : "earthlike",
                      .text = options->input,
                      .has_seed = options->has_seed,
                      .seed = options->seed,
                      .set_count = options->set_count,
                      .sets = options->sets};
}

// A number as people write it: strtod also takes "0x40", " 64" and "nan". *end is behind it, or text.
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
            return tr_fail(error, TR_BAD_USAGE, "--%s wants a number, not '%s'", option_name, text);
        const bool apart = *end == (last ? 0 : separator) || (separator == 'x' && !last && *end == 'X');
        if (end == s || !isfinite(numbers[i]) || !apart)
            return tr_fail(error, TR_BAD_USAGE, "--%s wants %d numbers with '%c' between them, not '%s'",
                           option_name, count, separator, text);
        s = end + 1;
    }
    return TR_OK;
}
