// Numbers in fields: how they are shown, and read as people type them.
#pragma once
#include <stdbool.h>

enum { TR_FORM_TEXT_BYTES = 48, TR_FORM_WHY_BYTES = 128 };

// What a field takes, and how it shows that.
typedef struct tr_number_form {
    double low, high; // both are allowed
    int decimals;     // that it shows at least, 0 … 9
    bool whole;       // it takes whole numbers alone
    const char *unit; // that it shows; "": none
    const char *name; // of the unit, in words, where it shows none; NULL: as `unit`
} tr_number_form;

// The decimals of printf and the unit: "%.1f EV".
void tr_form_format(const tr_number_form *form, char format[TR_FORM_TEXT_BYTES]);

// Reads a number that may have a decimal comma and a unit: the form's own, or of a distance another one. False:
// it is none that the field takes, and why is said: "Must be 16 to 16384 px"; *value stays.
bool tr_form_read(const tr_number_form *form, const char *text, double *value, char why[TR_FORM_WHY_BYTES]);

// A number with its unit. Of one that somebody has typed all decimals are shown, as far as there is room for so
// many letters; of one that has more than nine, as those of a seed have, only the form's.
void tr_form_show(const tr_number_form *form, double value, int letters, char text[TR_FORM_TEXT_BYTES]);

// ---- distances ---------------------------------------------------------------------------------

// Between bodies, in units that make short numbers: km, Mm (1000 km), Gm (1000 Mm), AU.
enum { TR_DISTANCE_BYTES = 32 };

// The unit that fits a distance, and how many kilometres one of it has.
const char *tr_distance_unit(double km, double *size_km);
// How many kilometres a unit has, in large or small letters; 0: it is none of these.
double tr_distance_size_km(const char *unit);
// "384.4 Mm"
void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]);
