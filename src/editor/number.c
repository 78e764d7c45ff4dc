#include "editor/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { most_decimals = 9 };

static const char *gap_before(const char *unit) { return unit[0] && strcmp(unit, "°") != 0 ? " " : ""; }

static bool is_in_km(const tr_number_form *form) { return strcmp(form->unit, "km") == 0; }

// Writes a comma before each three digits of a number that has at least five: "384,400", but "6371".
static void write_grouped(double value, int decimals, char text[TR_FORM_TEXT_BYTES]) {
    char digits[TR_FORM_TEXT_BYTES / 2];
    snprintf(digits, sizeof digits, "%.*f", decimals, value);
    const char *digit = digits + (digits[0] == '-');
    const size_t count = strcspn(digit, "."), sign = (size_t)(digit - digits);
    memcpy(text, digits, sign);
    text += sign;
    for (size_t i = 0; i < count; i++) {
        if (count > 4 && i > 0 && (count - i) % 3 == 0)
            *text++ = ',';
        *text++ = digit[i];
    }
    memcpy(text, digit + count, strlen(digit + count) + 1);
}

static void write_number(const tr_number_form *form, double value, int decimals,
                         char text[TR_FORM_TEXT_BYTES]) {
    char number[TR_FORM_TEXT_BYTES];
    if (is_in_km(form))
        write_grouped(value, decimals, number);
    else
        snprintf(number, sizeof number, "%.*f", decimals, value);
    snprintf(text, TR_FORM_TEXT_BYTES, "%.32s%s%.8s", number, gap_before(form->unit), form->unit);
}

void tr_form_format(const tr_number_form *form, char format[TR_FORM_TEXT_BYTES]) {
    const bool percent = strcmp(form->unit, "%") == 0;
    snprintf(format, TR_FORM_TEXT_BYTES, "%%.%df%s%s", form->decimals, gap_before(form->unit),
             percent ? "%%" : form->unit);
}

// ---- limits --------------------------------------------------------------------------------------

// Writes a number of any size in digits, without an exponent.
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

// "5,000" means 5 if that is allowed, and otherwise 5000. In km it is 5000, since they are shown like that.
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
    const bool is_shown_so = is_in_km(form) && read_thousands(form, text, &number);
    if (!is_shown_so && !read_number(form, text, &number))
        wrong = "Not a number: ";
    else if (!is_shown_so && !is_possible(form, number) && !read_thousands(form, text, &number))
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

static const double au_km = 149597870.7, least_au = 0.1;

const char *tr_distance_unit(double km, double *size_km) {
    const bool is_far = fabs(km) >= least_au * au_km;
    *size_km = is_far ? au_km : 1;
    return is_far ? "AU" : "km";
}

double tr_distance_size_km(const char *unit) {
    static const struct {
        const char *name;
        double size_km;
    } units[] = {{"km", 1}, {"AU", 149597870.7}, {"Mm", 1e3}, {"Gm", 1e6}};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcasecmp(units[i].name, unit) == 0)
            return units[i].size_km;
    return 0;
}

void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]) {
    double size_km;
    char number[TR_FORM_TEXT_BYTES];
    if (km > 0 && km < 1) {
        snprintf(text, TR_DISTANCE_BYTES, km < 0.01 ? "%.2g m" : "%.0f m", 1000 * km);
        return;
    }
    const char *unit = tr_distance_unit(km, &size_km);
    const double size = km / size_km;
    const bool is_short = size_km == 1 && size != 0 && fabs(size) < 10;
    if (size_km > 1 && size < 1e4)
        snprintf(number, sizeof number, "%.4g", size);
    else
        write_grouped(size, is_short ? 1 : 0, number);
    snprintf(text, TR_DISTANCE_BYTES, "%.24s %s", number, unit);
}
