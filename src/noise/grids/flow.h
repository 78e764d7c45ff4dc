// The winds of a giant: jets by latitude, eddies where jets shear, vortices; and the transport of clouds by
// them.
//
// The wind is the curl of a stream function ψ on the sphere, v = p × ∇ψ (Bridson, Houriham and Nordenstam 2007,
// "Curl-noise for procedural fluid flow"), so it is free of divergence. ψ is a sum of jets, an integral over
// latitude; of fractal noise, stronger where the jets shear; and of a hill or a hollow at the centre of each
// vortex, so that the wind flows round the vortex outside and circles inside.
//
// Air that arrives at a place after some time departed from another place. Bands and noise evaluated at the
// point of departure appear stretched into filaments and rolled up. The wind is steady, so the map of
// departures for twice the time is the map composed with itself: a Runge-Kutta step gives the map for a short
// time, and each doubling samples it at its own results. The last doublings are left to the samples, which
// apply the map for a TR_FLOW_PARTS-th of the time repeatedly. This makes filaments sharper than the lattice
// (the idea of the characteristic mapping method: Mercier, Yin and Nave 2020).
// More: docs/internals/winds.md.
#pragma once
#include "base/pool.h"
#include "base/watch.h"
#include "noise/grids/cube.h"
#include "noise/lattice/fractal.h"

enum {
    TR_FLOW_PARTS = 4,
    TR_FLOW_MAX_VORTICES = 1000, // of all kinds in total
};

// Speeds are in radii per unit of time; the strongest jets have about 1. Radii of vortices are in planet radii,
// from north to south; from west to east vortices are half as long again.
typedef struct tr_flow_numbers {
    uint64_t seed;
    double cells;     // along an edge of the cube
    double time;      // for which the wind blows
    double jets;      // not counting the jet along the equator
    double jet_width; // as a fraction of the distance between jets
    double equator;   // of the jet along the equator; positive to the east, negative to the west
    double equator_width_rad;
    double turbulence;             // speed of the eddies: 0.16 to 0.3 look like clouds, 1 like marbled paper
    const tr_fractal_plan *eddies; // lattice noise on the sphere
    double eddy_scale;             // frequency of its first octave
    double turns;                  // rotations of the middle of a vortex in the whole time
    double storms;                 // great ovals on one latitude
    double storm_radius, storm_latitude_deg, storm_longitude_deg; // of the first one
    double pearls;                                                // a row of ovals along another latitude
    double pearl_radius, pearl_latitude_deg, pearl_longitude_deg; // of the first one
    double vortices; // maximum number of small vortices; a few of them turn the other way
    double radius_min, radius_max;
    double unevenness; // 0: eddies depend only on shear; 1: some bands are turbulent, others calm
    double wakes;      // additional strength of eddies west of great storms, on the side towards the equator
    double polar;      // maximum number of small vortices round the poles, which turn as cyclones
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
    double rest; // value of the stream function at its centre, without the hill
} tr_vortex;

typedef struct tr_flow {
    uint64_t seed;
    int cells;
    tr_cube_vectors departures; // for a TR_FLOW_PARTS-th of the time: place of departure minus place of arrival
    int storm_count, vortex_count; // the storms come first
    tr_vortex *vortices;
    uint64_t operations; // spent on making it (base/meter.h)
} tr_flow;

// Makes the winds and the map of departures. watch may be NULL, here and below. Errors: TR_NO_MEMORY,
// TR_STOPPED. Same bits on any number of threads and any instruction set.
tr_status tr_flow_create(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                         tr_flow *flow, tr_error *error);
// Frees what tr_flow_create made. A zeroed flow is allowed.
void tr_flow_clear(tr_flow *flow);

// The wind that tr_flow_create traces back: vectors tangent to the sphere, in radii per unit of time. Free it
// with tr_cube_clear. Errors, threads and bits as for tr_flow_create.
tr_status tr_flow_wind(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                       tr_cube_vectors *wind, tr_error *error);

// Moves unit directions in place to where their air was `parts` of TR_FLOW_PARTS of the time ago. With all
// parts, that is the point of departure. dx, dy and dz are scratch memory of the same size. Any thread.
void tr_flow_depart(const tr_flow *flow, int parts, tr_isa isa, int count, float *x, float *y, float *z,
                    float *dx, float *dy, float *dz);

// The elliptical distance to the centre of the nearest vortex of the given kinds (bits): 1 at its rim, at most
// TR_FLOW_FAR. The result is a new cube, ready for sampling. Errors: TR_NO_MEMORY, TR_STOPPED.
#define TR_FLOW_FAR 3.0
tr_status tr_flow_vortices(const tr_flow *flow, unsigned kinds, tr_pool *pool, const tr_watch *watch,
                           tr_cube *cube, tr_error *error);

// The stretch of the flow: the distance between the departure points of neighbours, divided by that of the
// neighbours. 1: no stretching. Each value is the maximum of its surroundings. Detail up to this many texels
// wide has become too thin to show. Errors: TR_NO_MEMORY, TR_STOPPED.
tr_status tr_flow_stretch(const tr_flow *flow, tr_isa isa, tr_pool *pool, const tr_watch *watch, tr_cube *cube,
                          tr_error *error);
