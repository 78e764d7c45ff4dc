// Numbers in text fields: formatting, and parsing of typed text.
#pragma once
#include <stdbool.h>

enum { TR_FORM_TEXT_BYTES = 48, TR_FORM_WHY_BYTES = 128 };

// The values that a field accepts, and their format.
typedef struct tr_number_form {
    double low, high; // inclusive
    int decimals;     // minimum number of decimals, 0 … 9
    bool whole;       // only whole numbers
    const char *unit; // as displayed; "": none
    const char *name; // of the unit, if it is not displayed; NULL: as `unit`
} tr_number_form;

// A format string with the decimals and the unit: "%.1f EV".
void tr_form_format(const tr_number_form *form, char format[TR_FORM_TEXT_BYTES]);

// Parses a number, which may have a decimal comma and a unit: the form's own one, or another one for distances.
// False: the field does not accept it, and `why` says why: "Must be 16 to 16384 px"; *value is unchanged.
bool tr_form_read(const tr_number_form *form, const char *text, double *value, char why[TR_FORM_WHY_BYTES]);

// Formats a number with its unit and at least form->decimals decimals. A value with at most nine decimals, such
// as a typed one, is shown with all of them, or as many as fit into `letters` characters. A value with more,
// such as one drawn by a seed, gets only form->decimals.
void tr_form_show(const tr_number_form *form, double value, int letters, char text[TR_FORM_TEXT_BYTES]);

// ---- distances ---------------------------------------------------------------------------------

// Lengths are in km, as in files; below 1 km in m, and from 0.1 AU on in AU. What is typed can be in Mm (1000
// km) and Gm (1000 Mm), too.
enum { TR_DISTANCE_BYTES = 32 };

// The unit that suits a distance, and its size in kilometres.
const char *tr_distance_unit(double km, double *size_km);
// The size of a unit in kilometres, ignoring case; 0: not one of these units.
double tr_distance_size_km(const char *unit);
// "384,400 km", "320 m", "1 AU"
void tr_distance_text(double km, char text[TR_DISTANCE_BYTES]);
