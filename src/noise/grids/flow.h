// The winds of a giant: jets over latitude, eddies where they shear, vortices; and where they carry the clouds.
//
// The wind is the curl of a stream function ψ over the sphere, v = p × ∇ψ (Bridson, Houriham and Nordenstam
// 2007, "Curl-noise for procedural fluid flow"), so that nothing piles up anywhere. ψ is a sum of jets, an
// integral over latitude; of fractal noise, stronger where the jets shear; and round the centre of each vortex
// it becomes a hill or a hollow, so that the wind goes round it outside and circles inside.
//
// What arrives at a place after some time of that wind departed somewhere else. Whoever evaluates bands and
// noise there, at the point of departure, sees them drawn out into filaments and rolled up. The wind is steady,
// so the map of departures for twice the time is the map composed with itself: one step of Runge and Kutta
// gives the map for a short while, and each doubling looks it up at its own results. The last doublings are
// left to the samples, which look up the map of a TR_FLOW_PARTS-th of the time so many times: filaments are
// then sharper than the lattice (the idea of the characteristic mapping method: Mercier, Yin and Nave 2020).
// More: docs/internals/winds.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/cube.h"
#include "noise/lattice/fractal.h"

enum {
    TR_FLOW_PARTS = 4,
    TR_FLOW_MAX_VORTICES = 1000, // of all kinds together
};

// Speeds are in radii per unit of time; the strongest jets have about 1. Radii are in planet radii, from north
// to south: vortices are half as long again from west to east.
typedef struct tr_flow_numbers {
    uint64_t seed;
    double cells;     // of the lattice, along an edge of the cube
    double time;      // how long the wind blows
    double jets;      // besides the one along the equator
    double jet_width; // as a fraction of the distance between jets
    double equator;   // speed of the jet along the equator, to the east; negative: to the west
    double equator_width_rad;
    double turbulence;             // speed of the eddies: 0.16 to 0.3 look like clouds, 1 like marbled paper
    const tr_fractal_plan *eddies; // lattice noise round the sphere
    double eddy_scale;             // frequency of its first octave
    double turns;                  // of the middle of a vortex, in the whole time
    double storms;                 // great ovals at one latitude
    double storm_radius, storm_latitude_deg, storm_longitude_deg; // of the first one
    double pearls;                                                // a row of ovals along another latitude
    double pearl_radius, pearl_latitude_deg, pearl_longitude_deg; // of the first one
    double vortices; // at most so many small ones; few of them turn the other way
    double radius_min, radius_max;
    double unevenness; // 0: eddies follow shear alone; 1: some bands boil, others are calm
    double wakes;      // how much stronger eddies are west of great storms, on the side of the equator
    double polar;      // at most so many small vortices round the poles, which turn as cyclones
} tr_flow_numbers;

typedef enum tr_vortex_kind {
    TR_VORTEX_STORM,
    TR_VORTEX_PEARL,
    TR_VORTEX_SMALL,
    TR_VORTEX_KINDS
} tr_vortex_kind;

typedef struct tr_vortex {
    tr_vortex_kind kind;
    double centre[3], east[3], north[3];
    double radius;
    double hill; // height of the stream function; positive: turns clockwise as seen from above
    double rest; // of the stream function without it, at its centre
} tr_vortex;

typedef struct tr_flow {
    uint64_t seed;
    int cells;
    tr_cube_vectors departures; // of a TR_FLOW_PARTS-th of the time: where the air came from, less where it is
    int storm_count, vortex_count; // the storms come first
    tr_vortex *vortices;
    uint64_t operations; // that making it took (base/meter.h)
} tr_flow;

// Makes the winds and traces them back. watch may be NULL, here and below. Errors: TR_NO_MEMORY, TR_STOPPED.
// Same bits on any number of threads and any instruction set.
tr_status tr_flow_create(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                         tr_flow *flow, tr_error *error);
// Frees what tr_flow_create made; a flow of zeros is allowed.
void tr_flow_clear(tr_flow *flow);

// The wind itself, which tr_flow_create traces back, instead: vectors along the sphere, in radii per unit of
// time. Free it with tr_cube_clear. Errors, threads and bits as there.
tr_status tr_flow_wind(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                       tr_cube_vectors *wind, tr_error *error);

// Moves directions of length 1 to where the air that is there was `parts` of TR_FLOW_PARTS of the time ago, in
// place: all of them, where it came from. dx, dy and dz are working memory of the same size. Any thread.
void tr_flow_depart(const tr_flow *flow, int parts, tr_isa isa, int count, float *x, float *y, float *z,
                    float *dx, float *dy, float *dz);

// How far a place is from the centre of the nearest vortex of the kinds (bits), in its radii, along an ellipse:
// 1 on its rim, at most TR_FLOW_FAR. On a lattice of its own, ready to be sampled. Errors: TR_NO_MEMORY,
// TR_STOPPED.
#define TR_FLOW_FAR 3.0
tr_status tr_flow_vortices(const tr_flow *flow, unsigned kinds, tr_pool *pool, const tr_watch *watch,
                           tr_cube *cube, tr_error *error);

// How many times farther apart neighbours departed than they are, 1 where nothing is stretched; the greatest
// of the surroundings. Detail of that many texels or less has become too thin to show. Errors: TR_NO_MEMORY,
// TR_STOPPED.
tr_status tr_flow_stretch(const tr_flow *flow, tr_isa isa, tr_pool *pool, const tr_watch *watch, tr_cube *cube,
                          tr_error *error);
