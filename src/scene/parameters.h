// Every parameter of a recipe and a scene, once: key, kind, place in the struct, range and default. Reading,
// writing, checking and `terrella list parameters` all follow these tables. Private to the room.
#pragma once
#include "scene/load.h"
#include "scene/scene.h"
#include <stddef.h>

typedef enum slot_kind {
    SLOT_NUMBER,  // double
    SLOT_WHOLE,   // double without a fraction
    SLOT_KNOBBED, // tr_number: literal or {"knob": …, "times": …, "plus": …}
    SLOT_FLAG,    // bool
    SLOT_NAME,    // char[TR_NAME_BYTES]
    SLOT_CHOICE,  // enum (int), one of names
    SLOT_COLOUR,  // uint8_t[3], "rrggbb"
    SLOT_SEED,    // uint64_t
    SLOT_VECTOR,  // double[3]
    SLOT_CURVE,   // of a layer: [[x, y], …]
    SLOT_POINTS,  // of a displacement: [[latitude, longitude, value], …]
    SLOT_STOPS,   // of a paint: [[position, "rrggbb"], …]
    SLOT_ROWS,    // of a paint: [[position, stops], …]
    SLOT_LEVELS,  // of a paint of numbers: [[position, number], …]
    SLOT_WHERE,   // tr_where
    SLOT_AIR,     // tr_air
    SLOT_RINGS,   // tr_rings
    SLOT_HUES,    // of rings: [[position, "rrggbb"], …]
    SLOT_TINT,    // tr_tint
    SLOT_WARPS,
    SLOT_LAYERS, // arrays of a recipe
    SLOT_COATS,
    SLOT_NUMBER_COATS, // of colour and of numbers: tr_coats
    SLOT_CLOUDS,       // tr_clouds
    SLOT_STAR,
    SLOT_PLANETS,
    SLOT_ORBIT,
    SLOT_TITLE // of a scene; a title is char[TR_PLANET_NAME_BYTES]
} slot_kind;

typedef struct slot {
    const char *key;
    slot_kind kind;
    size_t offset;
    double low, high, fallback; // for numbers; also of a vector's parts; index of the default for a choice
    tr_knob knob;               // a knobbed number's default is this knob times 1
    const char *const *names;   // choices, ended by NULL
    unsigned variants;          // bits of the kinds (of field or warp) that have this parameter; 0: all
    const char *what;
} slot;

typedef struct slot_table {
    const char *prefix; // in paths: "layers.NAME."
    const slot *slots;
    int count;
} slot_table;

extern const slot_table recipe_table, warp_table, layer_table, paint_table, where_table, air_table;
extern const slot_table number_paint_table, clouds_table, rings_table, tint_table;
extern const slot_table scene_table, star_table, planet_table, orbit_table;

extern const char *const knob_names[TR_KNOB_COUNT + 1];

// Whether a slot belongs to a variant (kind of field or warp).
static inline bool slot_applies(const slot *s, int variant) {
    return s->variants == 0 || (s->variants >> variant & 1u) != 0;
}

// Names of kinds of field (or warp), given as bits, ended by NULL.
void slot_variants(const slot_table *table, unsigned variants, const char *names[TR_KINDS_MOST + 1]);

// Puts every parameter of a struct at its default.
void slots_reset(const slot_table *table, void *data);
