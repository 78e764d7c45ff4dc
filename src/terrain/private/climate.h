// Shared declarations of the climate (climate.c) and of its seasons (seasons.c). Private to the module.
#pragma once
#include "base/maths.h"
#include "terrain/private/work.h"

enum { climate_donors = 3, climate_part = 4096 };

// The sources of the air at a point, and its change there: q = q_upwind + gain (target - q_upwind).
typedef struct air {
    int32_t from[climate_donors];
    float fraction[climate_donors];
    float gain, target;
    float climb; // kilometres by which the ground rises from upwind
    float zone;  // rate at which air loses water at that latitude
} air;

typedef struct climate {
    terrain_work *work;
    tr_globe globe;           // with directions on the planet
    float *height, *noise[4]; // of its points: metres; noise of the zones, and three noises of the gusts
    float *ground;            // metres over which air has to climb, at least 0
    air *air;
    float *q, *next; // water in the air, 0 … about 1.15
    // Where a map gives the coast: the share of land around each point, the rain of the seasons so far, and the
    // season: 1 in the northern summer, -1 in the southern one, 0 without seasons.
    float *land, *rain;
    float season;
} climate;

// East and north components of the wind by the sine of the latitude: trade winds to 30 degrees, westerlies to
// 60, polar easterlies, each deflected by the Coriolis force.
static inline void climate_zonal_wind(float up, float *east, float *north) {
    const float s = up < 0 ? -up : up, pole = up < 0 ? -1 : 1;
    *east = -1.0f * tr_smoothf(0.56f, 0.41f, s) +
            1.1f * tr_smoothf(0.44f, 0.64f, s) * tr_smoothf(0.91f, 0.83f, s) -
            0.5f * tr_smoothf(0.87f, 0.95f, s);
    *north = pole * (-0.45f * tr_smoothf(0.53f, 0.375f, s) +
                     0.35f * tr_smoothf(0.5f, 0.67f, s) * tr_smoothf(0.91f, 0.82f, s) -
                     0.3f * tr_smoothf(0.88f, 0.95f, s));
}

static inline int climate_part_end(const climate *c, int index) {
    return (index + 1) * climate_part < c->globe.count ? (index + 1) * climate_part : c->globe.count;
}

// Fills c->land, and averages c->ground over the width of a range that air does not flow round (seasons.c).
void seasons_average(climate *c);
// The wind at a point in c->season, as a tangent vector in space, and how much rain falls there.
void season_wind_at(const climate *c, int p, float wind[3]);
float season_zone_at(const climate *c, int p);
