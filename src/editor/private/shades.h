// Colours in OKLab, and the stops of gradients.
#pragma once
#include "base/colour.h"
#include "editor/swatch.h"
#include "planet/oklab.h"
#include "recipe/recipe.h"

// ---- colours, and how all of a gradient follow one that changes (lab.c) ----------------------------

static inline void lab_from_srgb(const uint8_t srgb[3], double lab[3]) {
    double light[3];
    tr_light_from_srgb(srgb, light);
    tr_oklab_from_linear(light, lab);
}

// The nearest colour of a screen: of that lightness and hue, and as colourful as can be.
void lab_to_srgb(const double lab[3], uint8_t srgb[3]);

// How a colour of the albedo looks under a tint, and the colour that looks like that.
void lab_tint(const tr_tint *tint, double lab[3]);
void lab_untint(const tr_tint *tint, double lab[3]);

// Turns a colour as `from` turns into `to`: hue and colourfulness alike; what is darker or lighter stays so, by
// no more than it was. of_light: of what glows, whose black stays black.
void lab_follow(const double from[3], const double to[3], bool of_light, double lab[3]);

static inline double lab_distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

// ---- stops (stops.c) -------------------------------------------------------------------------------

// A colour, a gradient or a gradient with rows of a recipe, as one list of stops: read, and written as --set
// says it.
typedef struct stop_list {
    tr_parameter_kind kind; // TR_PARAMETER_COLOUR, _STOPS or _ROWS
    int count, row_count;
    tr_shown_stop *stops; // owned
} stop_list;

// Errors: TR_BAD_USAGE when there is no colour at the path; TR_NO_MEMORY. To be cleared, also after a failure.
tr_status stop_list_read(const tr_recipe *recipe, const char *path, stop_list *out, tr_error *error);
void stop_list_clear(stop_list *s);

// The value as JSON; NULL: no memory. The caller frees it with tr_free().
char *stop_list_write(const stop_list *s);

// Whether both have stops at the same positions; and whether these have the same colours, too.
bool stop_list_fits(const stop_list *a, const stop_list *b);
bool stop_list_equals(const stop_list *a, const stop_list *b);

// The path of a paint layer's gradient: "albedo.biomes.rows".
void stop_list_path(const char *list, const tr_paint *paint, char path[TR_GRADIENT_PATH_BYTES]);
