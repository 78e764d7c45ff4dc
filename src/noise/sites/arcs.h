// Arcs: long, thin pieces of circles on the sphere that lie on top of each other, for example the lineae of an
// ice shell.
#pragma once
#include "noise/choices.h"
#include "noise/kernels.h"

// How arcs are drawn. Lengths and widths are in planet radii.
typedef struct tr_arc_numbers {
    uint64_t seed;
    double count;      // at least 1
    double families;   // number of families, whose arcs have similar poles; 0: poles lie anywhere
    double off_centre; // 0 … 0.95: maximum distance of a circle's plane from the sphere's centre, in radii
    double length_min, length_max;
    double width_min, width_max; // from the middle of a line to its edge; N(>w) ~ w^-slope
    double slope;
    double cycloids; // 0 … 1: fraction of arcs that are chains of bows, like tidal cracks in ice
    double branches; // 0 … 1: fraction of arcs that branch off an earlier one, at 12 to 50 degrees
    double slip;     // maximum displacement of older arcs that an arc crosses, along it, in its widths
    tr_meter *meter; // or NULL: counts work, and stops it
} tr_arc_numbers;

// Strike-slip displacement fades to 0 over so many widths of an arc.
#define TR_ARC_SLIP_RANGE 5.0f

// Arcs, prepared. The circle of an arc is { p : p·n = c }. Its middle is c n + r e; f = n × e is the direction
// along it there. Immutable: any number of threads may evaluate it.
typedef struct tr_arc_set {
    int count, value; // a tr_arc_value
    float shift;      // maximum displacement of a position by slip before its lookup, or 0
    struct tr_arc {
        float n[3], e[3], f[3];
        float c, radius;       // of the circle, in space: c² + radius² = 1
        float middle[3], half; // middle of the arc, and distance to its ends, in space
        float end;             // tangent of half the angle from the middle to an end
        float width;
        float slip;             // displacement of each side along it, in planet radii, or 0
        float bows, bow_height; // chains of bows: number of bows from the middle to an end, or 0; their height
        float number;           // random, -1 … 1
    } * arcs;                   // owned; later ones lie on top of earlier ones
} tr_arc_set;

// Draws arcs. Errors: TR_NO_MEMORY, TR_STOPPED. Free with tr_arcs_clear.
tr_status tr_arcs_create(const tr_arc_numbers *numbers, tr_arc_set *set, tr_error *error);
// Frees what tr_arcs_create made. A zeroed set is allowed.
void tr_arcs_clear(tr_arc_set *set);

// Arcs, later ones over earlier ones.
TR_DECLARE_FIELD_KERNEL(tr_arcs)
