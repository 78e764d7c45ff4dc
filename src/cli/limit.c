// --limit: how much a recipe may take, and the message that tells how to allow it.
#include "cli/private/commands.h"
#include "planet/budget.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    double bytes, seconds;
} units[] = {{"kB", 1e3, 0},   {"MB", 1e6, 0},      {"GB", 1e9, 0},         {"TB", 1e12, 0},
             {"KiB", 1024, 0}, {"MiB", 1048576, 0}, {"GiB", 1073741824, 0}, {"TiB", 1099511627776, 0},
             {"s", 0, 1},      {"min", 0, 60},      {"h", 0, 3600}};

// "8GB" or "10min": digits, maybe a point among them, and a unit.
static bool read_one(const char *text, size_t length, tr_budget *budget) {
    const size_t digits = strspn(text, "0123456789.");
    char *end;
    const double number = strtod(text, &end);
    if (digits == 0 || digits > 15 || end != text + digits || !(number > 0))
        return false;
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strlen(units[i].name) == length - digits && strncmp(units[i].name, end, length - digits) == 0) {
            const double bytes = number * units[i].bytes, seconds = number * units[i].seconds;
            if (bytes > 1e18 || seconds > 1e9)
                return false;
            budget->bytes = bytes > 0 ? (uint64_t)ceil(bytes) : budget->bytes;
            budget->seconds = seconds > 0 ? seconds : budget->seconds;
            return true;
        }
    return false;
}

tr_status tr_parse_limit(const char *text, tr_budget *budget, tr_error *error) {
    *budget = (tr_budget){0};
    for (const char *one = text; text && one;) {
        const size_t length = strcspn(one, ",");
        if (!read_one(one, length, budget))
            return tr_fail(
                error, TR_BAD_USAGE,
                "--limit is memory or work, or both with a comma between, such as 8GB or 8GB,10min, not '%s'",
                text);
        one = one[length] ? one + length + 1 : NULL;
    }
    return TR_OK;
}

// A little more than is needed, in two digits: 7.93e9 -> 8e9.
static double round_up(double number) {
    double step = 1;
    while (step * 100 < number)
        step *= 10;
    return ceil(number / step) * step;
}

static void add_way_out(const tr_budget *budget, const tr_needs *needs, tr_error *error) {
    const bool bytes = needs->bytes > (budget->bytes ? budget->bytes : TR_BUDGET_BYTES);
    const bool seconds = needs->seconds > (budget->seconds > 0 ? budget->seconds : TR_BUDGET_SECONDS);
    const size_t used = strlen(error->message);
    char most[48] = "", work[32] = "";
    if (bytes)
        snprintf(most, sizeof most, "%gGB", round_up((double)needs->bytes / 1e7) / 100);
    if (seconds)
        snprintf(work, sizeof work, "%s%gs", bytes ? "," : "", round_up(needs->seconds));
    snprintf(error->message + used, sizeof error->message - used, "; --limit %s%s allows it", most, work);
}

tr_status tr_check_budget(const tr_command_context *context, const tr_recipe *recipe, const char *name) {
    tr_budget budget;
    tr_needs needs = {0};
    tr_error *error = context->error;
    tr_status status = tr_parse_limit(context->options->limit, &budget, error);
    if (status == TR_OK)
        status = tr_budget_check(&budget, recipe, &needs, error);
    if (status == TR_BAD_INPUT && needs.bytes > 0 && !error->path[0]) {
        if (!error->file[0])
            snprintf(error->file, sizeof error->file, "%s", name);
        add_way_out(&budget, &needs, error);
    }
    return status;
}
