// The tables of parameters: every parameter once, with its unit, ranges, default and description. Reading and
// writing of JSON, the schema, `--set`, `list parameters`, the check of a recipe, its defaults and the panel
// all use them.
#pragma once
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct tr_recipe;

// The knobs of all types are top-level keys of a recipe, because users change them first.
typedef enum tr_knob {
    TR_KNOB_NONE,
    TR_KNOB_NOISINESS,
    TR_KNOB_PERSISTENCE,
    TR_KNOB_OCTAVES,
    TR_KNOB_COUNT
} tr_knob;

// Their names. The first one is empty; NULL ends the list.
extern const char *const tr_knob_names[TR_KNOB_COUNT + 1];

// A constant (knob NONE, value in plus), or plus + times * knob.
typedef struct tr_number {
    tr_knob knob;
    double times, plus;
} tr_number;

typedef enum tr_parameter_kind {
    TR_PARAMETER_NUMBER,     // double
    TR_PARAMETER_WHOLE,      // double without a fraction
    TR_PARAMETER_KNOBBED,    // tr_number: a literal, or {"knob": …, "times": …, "plus": …}
    TR_PARAMETER_FLAG,       // bool
    TR_PARAMETER_NAME,       // char[size]
    TR_PARAMETER_CHOICE,     // enum (int), one of names
    TR_PARAMETER_COLOUR,     // uint8_t[3], "rrggbb"
    TR_PARAMETER_SEED,       // uint64_t
    TR_PARAMETER_VECTOR,     // double[2 … 4]
    TR_PARAMETER_FILE,       // char[size]: a path relative to the folder of the recipe
    TR_PARAMETER_CURVE,      // tr_curve: [[x, y], …]
    TR_PARAMETER_POINTS,     // tr_points: [[latitude, longitude, value], …]
    TR_PARAMETER_STOPS,      // tr_gradient of colours: [[position, "rrggbb"], …]
    TR_PARAMETER_LEVELS,     // tr_gradient of numbers: [[position, number], …]
    TR_PARAMETER_ROWS,       // tr_rows: [[position, stops], …]
    TR_PARAMETER_PATH,       // tr_path: "latitude longitude", then differences, in 1/10000 degree
    TR_PARAMETER_STRUCT,     // another struct, with a table of its own
    TR_PARAMETER_KIND,       // const tr_kind *: of a layer ("field") or a warp ("kind")
    TR_PARAMETER_LIST,       // a pointer to elements with names (tr_list_type), and how many there are
    TR_PARAMETER_TYPE_KNOBS, // of a recipe
    TR_PARAMETER_PLANETS     // of a scene
} tr_parameter_kind;

// The work that a change of a parameter requires.
typedef enum tr_effect {
    TR_EFFECT_INSTANT, // only light, names or colours change: no field is evaluated
    TR_EFFECT_BAKES,   // fields are evaluated again
    TR_EFFECT_REFORMS, // fields that are solved for the whole planet are solved again
} tr_effect;

typedef struct tr_parameter_table tr_parameter_table;

// What the elements of a list are.
typedef struct tr_list_type {
    const tr_parameter_table *table; // their parameters: first the name, then the kind if they have kinds
    const char *usual;               // the kind of one that names none; NULL: they have no kinds
    size_t size;                     // of an element
    int most;
    const char *what; // for messages: "warps"
} tr_list_type;

typedef struct tr_parameter {
    const char *key;
    tr_parameter_kind kind;
    size_t offset; // offset in the struct
    size_t size;   // of a name or a file, with its terminating zero; of a vector
    double low, high,
        fallback; // numbers: valid range and default; also of a vector's components; choice: its index
    tr_knob knob; // the default of a knobbed number is this knob times 1
    const char *const *names;        // names of choices, ended by NULL
    const tr_parameter_table *table; // of a struct
    const tr_list_type *list;        // of a list
    size_t count;                    // of a list: of the number of its elements, an int, into the struct
    const char *usual;               // of a name: its default; NULL: ""
    const char *unit;                // "km", "degrees", "radii"; NULL: none
    const char *label;               // for the panel: "Radius"
    const char *what;                // one line: its effect, and usual values
    double slide_low, slide_high;    // range of a slider; both 0: the valid range
    bool logarithmic;                // a slider should be logarithmic
    tr_effect effect;
} tr_parameter;

struct tr_parameter_table {
    const char *path; // in lists for users: "layers.NAME."
    const tr_parameter *rows;
    int count;
};

#define TR_PARAMETER_TABLE(path, rows)                                                                         \
    { (path), (rows), (int)(sizeof(rows) / sizeof((rows)[0])) }

static inline void *tr_parameter_at(const tr_parameter *parameter, void *data) {
    return (char *)data + parameter->offset;
}
static inline const void *tr_parameter_in(const tr_parameter *parameter, const void *data) {
    return (const char *)data + parameter->offset;
}

// The number of elements of a list in a struct, and its element with that index.
static inline int tr_list_count(const tr_parameter *list, const void *data) {
    return *(const int *)(const void *)((const char *)data + list->count);
}
static inline void *tr_list_at(const tr_parameter *list, const void *data, int index) {
    return (char *)*(void *const *)tr_parameter_in(list, data) + (size_t)index * list->list->size;
}

static inline int tr_vector_count(const tr_parameter *p) { return (int)(p->size / sizeof(double)); }

// The row with that key, or NULL.
const tr_parameter *tr_parameter_find(const tr_parameter_table *table, const char *key);

// The range of a slider: slide_low … slide_high, or the valid range.
void tr_parameter_slide(const tr_parameter *parameter, double *low, double *high);

// Sets every parameter of a zeroed struct to its default. Parameters whose default is zero stay: false flags,
// empty curves, points, gradients and lists. So do parameters that are set elsewhere: a recipe's knobs, a
// scene's planets, the kind of an element.
void tr_parameters_reset(const tr_parameter_table *table, void *data);

// A kind of layer or warp, as far as the recipe module needs it. tr_field_type and tr_warp_type
// (fields/field.h) extend it.
typedef struct tr_kind {
    const char *name;              // "voronoi"
    const char *what;              // a line about it
    tr_parameter_table parameters; // its own parameters; offsets are relative to the layer or the warp
    // Checks combinations of values and references to the rest of the recipe, for the layer or the warp with
    // that index. Single values are already in their ranges. NULL: nothing to check. Errors: TR_BAD_INPUT by
    // tr_recipe_fail.
    tr_status (*check)(const struct tr_recipe *recipe, int index, tr_error *error);
    // Limits the resolution of what is solved for the whole planet to `cells` cells along an edge of the cube.
    // NULL: nothing is solved.
    void (*coarsen)(void *element, int cells);
    // For a warp that is a wind: an estimate of its maximum speed, in radii per unit of the time for which it
    // blows. Less than a thousandth of the planet has faster air. NULL: not a wind.
    double (*fastest)(const struct tr_recipe *recipe, const void *element);
} tr_kind;
