// Colours in OKLab, and the stops of gradients.
#pragma once
#include "base/colour.h"
#include "editor/colours.h"
#include "planet/oklab.h"

// ---- colours, and how all of a gradient follow one that changes (lab.c) ----------------------------

static inline void lab_from_srgb(const uint8_t srgb[3], double lab[3]) {
    double light[3];
    tr_light_from_srgb(srgb, light);
    tr_oklab_from_linear(light, lab);
}

// The nearest colour in the sRGB gamut with the same lightness and hue, and the highest possible chroma.
void lab_to_srgb(const double lab[3], uint8_t srgb[3]);

// Applies a tint to an albedo colour, and inverts it.
void lab_tint(const tr_tint *tint, double lab[3]);
void lab_untint(const tr_tint *tint, double lab[3]);

// Changes a colour as `from` changes to `to`: hue and chroma follow. Differences in lightness stay, and do not
// grow. of_light: for emission, whose black stays black.
void lab_follow(const double from[3], const double to[3], bool of_light, double lab[3]);

static inline double lab_distance(const double a[3], const double b[3]) {
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

// ---- stops (stops.c) -------------------------------------------------------------------------------

// A colour, a gradient or a gradient with rows of a recipe, as one list of stops: reading it, and writing it in
// the syntax of --set.
typedef struct stop_list {
    tr_parameter_kind kind; // TR_PARAMETER_COLOUR, _STOPS or _ROWS
    int count, row_count;
    tr_shown_stop *stops; // owned
} stop_list;

// Errors: TR_BAD_USAGE if there is no colour at the path; TR_NO_MEMORY. Clear it when done, also after a
// failure.
tr_status stop_list_read(const tr_recipe *recipe, const char *path, stop_list *out, tr_error *error);
void stop_list_clear(stop_list *s);

// The value as JSON; NULL: no memory. The caller frees it with tr_free().
char *stop_list_write(const stop_list *s);

// Whether both have stops at the same positions; and whether they also have the same colours.
bool stop_list_fits(const stop_list *a, const stop_list *b);
bool stop_list_equals(const stop_list *a, const stop_list *b);

// The path of a paint layer's gradient: "albedo.biomes.rows".
void stop_list_path(const char *list, const tr_paint *paint, char path[TR_GRADIENT_PATH_BYTES]);
