// Midpoint displacement, diamond-square and Olsen noise: a lattice that is refined level by level, solved once.
// Round the sphere it covers the faces of a cube, on the plane it is a sheet over the map.
#pragma once
#include "fields/lattice_noise.h"

enum {
    TR_MAX_LATTICE = 4096,  // cells along an edge of the cube
    TR_MAX_COLUMNS = 16384, // columns of the lattice on the plane
};

typedef enum tr_displacement_method { TR_MIDPOINT, TR_DIAMOND_SQUARE, TR_OLSEN } tr_displacement_method;

// What lies beyond the edges of midpoint displacement on the plane.
typedef enum tr_border {
    TR_BORDER_WRAP, // the other end
    TR_BORDER_OPEN, // nothing
    TR_BORDER_LOW,  // nothing, and the edges are given: -1 makes an island,
    TR_BORDER_ZERO, // 0 joins maps together,
    TR_BORDER_HIGH, // 1 makes a basin
    TR_BORDER_COUNT
} tr_border;

typedef struct tr_displacement {
    tr_domain domain;
    tr_number persistence; // amplitude of one level over that of the one before; Olsen noise has none
    double cells;   // of level 0: along an edge of the cube, or across the map; on the plane 0 stands for a
                    // field that never repeats
    double levels;  // refinements; Olsen noise counts level 0 too
    bool six_point; // older neighbours count double
    bool tent;      // Olsen noise: a smoother blur
    double x, y, columns;     // plane: the window of samples that the map shows; 0 columns: one whole period
    tr_border border;         // midpoint displacement, plane
    char from[TR_NAME_BYTES]; // midpoint displacement: an earlier layer of lattice noise to start from; ""
    tr_points points;         // midpoint displacement
} tr_displacement;

// The parts of a type that all three have in common.
tr_status tr_displacement_check(const tr_recipe *recipe, int index, tr_displacement_method method,
                                tr_error *error);
tr_status tr_displacement_prepare(const tr_making *m, int index, tr_displacement_method method,
                                  tr_field_plan *plan);
void tr_displacement_cost(const tr_recipe *recipe, int index, tr_displacement_method method, tr_cost *cost);
void tr_displacement_evaluate(const tr_field_plan *plan, const tr_field_block *block, float *restrict out);
void tr_displacement_reach(const tr_layer *layer, double *low, double *high); // -1 … 1
void tr_displacement_fit(tr_recipe *recipe, int index, int width, tr_displacement_method method,
                         bool (*is_set)(const void *user, const char *key), const void *user);

// Rows that several tables have.
#define DISPLACEMENT_DOMAIN(at)                                                                                \
    {                                                                                                          \
        "domain", CHOICE, at(domain), .names = tr_domain_names, .label = "Domain",                             \
                                      .what = "lattice on a cube round the sphere, or on the map",             \
                                      .effect = REFORMS                                                        \
    }
#define DISPLACEMENT_CELLS(at)                                                                                 \
    {                                                                                                          \
        "cells", WHOLE, at(cells), .low = 0, .high = TR_MAX_COLUMNS, .fallback = 2, .label = "Cells",          \
                                   .what = "cells of level 0 along an edge of the cube, or across the map; 0 " \
                                           "on the plane: never repeats",                                      \
                                   .slide_low = 1, .slide_high = 64, .logarithmic = true, .effect = REFORMS    \
    }
#define DISPLACEMENT_LEVELS(at)                                                                                \
    {                                                                                                          \
        "levels", WHOLE, at(levels), .low = 0, .high = 40, .fallback = 9, .label = "Levels",                   \
                                     .what = "refinements: each halves the cells", .slide_low = 1,             \
                                     .slide_high = 11, .effect = REFORMS                                       \
    }
#define DISPLACEMENT_PERSISTENCE(at)                                                                           \
    {                                                                                                          \
        "persistence", KNOBBED, at(persistence),                                                               \
            .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Persistence",                          \
            .what = "amplitude of one level over the one before", .slide_low = 0, .slide_high = 1,             \
            .effect = REFORMS                                                                                  \
    }
#define DISPLACEMENT_SIX_POINT(at)                                                                             \
    {                                                                                                          \
        "six_point", FLAG, at(six_point),                                                                      \
            .label = "Six points", .what = "older neighbours count double: fewer dimples", .effect = REFORMS   \
    }
#define DISPLACEMENT_WINDOW(at)                                                                                \
    {"x",                                                                                                      \
     WHOLE,                                                                                                    \
     at(x),                                                                                                    \
     .low = -1e15,                                                                                             \
     .high = 1e15,                                                                                             \
     .fallback = 0,                                                                                            \
     .unit = "samples",                                                                                        \
     .label = "Window: x",                                                                                     \
     .what = "plane: first column of the window that the map shows, in samples",                               \
     .slide_low = -4096,                                                                                       \
     .slide_high = 4096,                                                                                       \
     .effect = REFORMS},                                                                                       \
    {                                                                                                          \
        "y", WHOLE, at(y), .low = -1e15, .high = 1e15, .fallback = 0, .unit = "samples", .label = "Window: y", \
                           .what = "plane: first row of it", .slide_low = -4096, .slide_high = 4096,           \
                           .effect = REFORMS                                                                   \
    }
#define DISPLACEMENT_COLUMNS(at)                                                                               \
    {                                                                                                          \
        "columns", WHOLE, at(columns),                                                                         \
            .low = 0, .high = TR_MAX_COLUMNS, .fallback = 0, .unit = "samples", .label = "Window: columns",    \
            .what = "plane: samples across the map, 0: one period", .slide_low = 0, .slide_high = 4096,        \
            .effect = REFORMS                                                                                  \
    }
