#include "editor/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { most_decimals = 9 };

static const char *gap_before(const char *unit) { return unit[0] && strcmp(unit, "°") != 0 ? " " : ""; }

static void write_number(const tr_number_form *form, double value, int decimals,
                         char text[TR_FORM_TEXT_BYTES]) {
    snprintf(text, TR_FORM_TEXT_BYTES, "%.*f%s%s", decimals, value, gap_before(form->unit), form->unit);
}

void tr_form_format(const tr_number_form *form, char format[TR_FORM_TEXT_BYTES]) {
    const bool percent = strcmp(form->unit, "%") == 0;
    snprintf(format, TR_FORM_TEXT_BYTES, "%%.%df%s%s", form->decimals, gap_before(form->unit),
             percent ? "%%" : form->unit);
}

// ---- limits --------------------------------------------------------------------------------------

// Writes a number in digits without an exponent, whatever its size.
static void write_plain(double value, char text[TR_FORM_TEXT_BYTES]) {
    snprintf(text, TR_FORM_TEXT_BYTES, "%.9g", value);
    if (!strchr(text, 'e'))
        return;
    snprintf(text, TR_FORM_TEXT_BYTES, fabs(value) < 1 ? "%.15f" : "%.0f", value);
    for (size_t end = strlen(text); strchr(text, '.') && text[end - 1] == '0'; end--)
        text[end - 1] = 0;
}

static void write_limits(const tr_number_form *form, char text[TR_FORM_WHY_BYTES]) {
    char low[TR_FORM_TEXT_BYTES], high[TR_FORM_TEXT_BYTES];
    const double unit_km = tr_distance_size_km(form->unit), long_km = 1e6;
    if (form->high * unit_km >= long_km) {
        tr_distance_text(form->low * unit_km, low);
        tr_distance_text(form->high * unit_km, high);
        snprintf(text, TR_FORM_WHY_BYTES, "%s to %s", low, high);
        return;
    }
    const char *unit = form->name ? form->name : form->unit;
    write_plain(form->low, low);
    write_plain(form->high, high);
    snprintf(text, TR_FORM_WHY_BYTES, "%s to %s%s%s", low, high, gap_before(unit), unit);
}

// ---- reading -------------------------------------------------------------------------------------

static bool is_unit(const tr_number_form *form, const char *text) {
    static const char *const others[][2] = {{"°", "deg"}, {"°", "degrees"}, {"h", "hours"}, {"s", "seconds"}};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        if (strcmp(form->unit, others[i][0]) == 0 && strcasecmp(text, others[i][1]) == 0)
            return true;
    return !text[0] || strcasecmp(text, form->unit) == 0 || (form->name && strcasecmp(text, form->name) == 0);
}

// Reads a decimal number; rejects hexadecimal numbers and words that strtod() accepts.
static bool read_number(const tr_number_form *form, const char *typed, double *value) {
    char text[128], *end;
    if (snprintf(text, sizeof text, "%s", typed) >= (int)sizeof text)
        return false;
    for (char *c = text; *c; c++)
        *c = *c == ',' ? '.' : *c;
    const char *begin = text + strspn(text, " ");
    double number = strtod(begin, &end);
    if (end == begin || strspn(begin, "+-.0123456789eE") < (size_t)(end - begin) || !isfinite(number))
        return false;
    end += strspn(end, " ");
    for (size_t n = strlen(end); n > 0 && end[n - 1] == ' '; n--)
        end[n - 1] = 0;
    if (strcmp(end, "%") == 0 && !form->unit[0] && !form->name) { // a percentage
        *value = number / 100;
        return true;
    }
    const double typed_km = tr_distance_size_km(end), own_km = tr_distance_size_km(form->unit);
    if (typed_km > 0 && own_km > 0)
        number = number * typed_km / own_km;
    else if (!is_unit(form, end))
        return false;
    *value = number;
    return true;
}

static bool is_possible(const tr_number_form *form, double number) {
    return number >= form->low && number <= form->high && (!form->whole || number == floor(number));
}

// "5,000" means 5 if that is allowed, and otherwise 5000.
static bool read_thousands(const tr_number_form *form, const char *typed, double *value) {
    char text[128];
    size_t length = 0;
    const size_t first = strspn(typed, "0123456789");
    const char *c = typed + first;
    if (first < 1 || first > 3 || *c != ',' || strlen(typed) >= sizeof text)
        return false;
    while (*c == ',' && strspn(c + 1, "0123456789") == 3)
        c += 4;
    if (*c == ',' || *c == '.')
        return false;
    for (; *typed; typed++)
        if (*typed != ',')
            text[length++] = *typed;
    text[length] = 0;
    double number;
    if (!read_number(form, text, &number) || !is_possible(form, number))
        return false;
    *value = number;
    return true;
}

bool tr_form_read(const tr_number_form *form, const char *text, double *value, char why[TR_FORM_WHY_BYTES]) {
    char limits[TR_FORM_WHY_BYTES];
    double number;
    const char *wrong = "";
    if (!read_number(form, text, &number))
        wrong = "Not a number: ";
    else if (!is_possible(form, number) && !read_thousands(form, text, &number))
        wrong = form->whole && number != floor(number) ? "Not a whole number: " : "Must be ";
    why[0] = 0;
    if (!wrong[0]) {
        *value = number;
        return true;
    }
    write_limits(form, limits);
    snprintf(why, TR_FORM_WHY_BYTES, "%s%.100s", wrong, limits);
    return false;
}

// ---- display -------------------------------------------------------------------------------------

static bool has_all(double value, int decimals) {
    char text[512];
    snprintf(text, sizeof text, "%.*f", decimals, value);
    return fabs(strtod(text, NULL) - value) <= 1e-12 * fabs(value);
}

static int count_letters(const char *text) {
    int count = 0;
    for (; *text; text++)
        count += (*text & 0xc0) != 0x80;
    return count;
}

void tr_form_show(const tr_number_form *form, double value, int letters, char text[TR_FORM_TEXT_BYTES]) {
    int decimals = form->decimals;
    while (decimals < most_decimals && !has_all(value, decimals))
        decimals++;
    if (!has_all(value, decimals))
        decimals = form->decimals;
    write_number(form, value, decimals, text);
    while (decimals > form->decimals && count_letters(text) > letters)
        write_number(form, value, --decimals, text);
}

// ---- distances ----------------------------------------------------------------------------------

static const struct {
    const char *name;
    double size_km, from_km; // the shortest distance in that unit
} units[] = {{"AU", 149597870.7, 1.49e7}, {"Gm", 1e6, 1e6}, {"Mm", 1000, 1e4}, {"km", 1, 0}};
enum { unit_count = sizeof units / sizeof units[0] };

const char *tr_distance_unit(double km, double *size_km) {
    int at = 0;
    while (at < unit_count - 1 && fabs(km) < units[at].from_km)
        at++;
    *size_km = units[at].size_km;
    return units[at].name;
}

double tr_distance_size_km(const char *unit) {
    for (int i = 0; i < unit_count; i++)
        if (strcasecmp(units[i].name, unit) == 0)
            return units[i].size_km;
    return 0;
}

void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]) {
    double size_km;
    const char *unit = tr_distance_unit(km, &size_km);
    const double size = km / size_km;
    snprintf(text, TR_DISTANCE_BYTES, fabs(size) < 1e4 ? "%.4g %s" : "%.0f %s", size, unit);
}
