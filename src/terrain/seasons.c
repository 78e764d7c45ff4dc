// Winds and rain of summer and winter, for a planet whose coasts a map gives.
//
// The belts follow the sun, farther over land, which heats faster than the sea. Heated land draws in the air
// of the sea, and in winter cold land pushes it away: the monsoons. Between the equator and the belt of rain
// the air turns towards the pole and to the east, as the Coriolis force wants it. Round the highs over the
// subtropical seas air flows towards the pole along the east coasts of continents, warm and moist, and towards
// the equator along their west coasts, cool and dry.
#include "noise/maths/trig.h"
#include "terrain/private/climate.h"
#include "terrain/private/shaping.h"

#include <math.h>
#include <string.h>

typedef struct spread {
    const climate *climate;
    const float *from;
    float *to;
} spread;

// ---- averages ----------------------------------------------------------------------------------

// Each point becomes the mean of itself and its neighbours.
static void spread_part(void *context, int index, int worker) {
    const spread *s = context;
    (void)worker;
    for (int p = index * climate_part; p < climate_part_end(s->climate, index); p++) {
        float sum = s->from[p], count = 1;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && s->climate->globe.near[p][k] >= 0; k++)
            sum += s->from[s->climate->globe.near[p][k]], count++;
        s->to[p] = sum / count;
    }
}

// Averages *field over some km on an Earth.
static void average(climate *c, float **field, float km) {
    const int count = c->globe.count, parts = (count + climate_part - 1) / climate_part;
    const float apart = 10007.0f / (float)c->globe.cells; // km between points on an Earth
    const float wide = km / apart;
    const int rounds = (int)(1.5f * wide * wide + 0.5f); // a round has the variance 2/3
    for (int round = 0; round < rounds; round++) {
        spread s = {c, *field, c->next};
        terrain_run(c->work, count, parts, 10, spread_part, &s);
        c->next = *field, *field = s.to;
    }
}

void seasons_average(climate *c) {
    for (int p = 0; p < c->globe.count; p++)
        c->land[p] = c->height[p] > 0;
    average(c, &c->land, 720);   // as far as the weather of a coast reaches
    average(c, &c->ground, 110); // air flows round single mountains
}

// ---- places ------------------------------------------------------------------------------------

// What a point's wind and rain depend on.
typedef struct place {
    float degrees, away; // latitude, and its distance from the equator
    float pole;          // -1 … 1: direction of the near pole, 0 at the equator
    float summer;        // 1 in summer, -1 in winter, 0 at the equator
    float heat;          // latitude at which the sun heats most here
    float slope[3];      // of the share of land, per radius
    float eastward;      // that slope towards the east: negative at east coasts
} place;

static place place_of(const climate *c, int p) {
    const float x = c->globe.x[p], y = c->globe.y[p], z = c->globe.z[p];
    const double around = sqrt((double)x * (double)x + (double)z * (double)z);
    place at;
    at.degrees = (float)(tr_atan2((double)y, around) * 180 / TR_PI);
    at.away = at.degrees < 0 ? -at.degrees : at.degrees;
    at.pole = tr_clampf(at.degrees / 10, -1, 1);
    at.summer = c->season * at.pole;
    at.heat = c->season * (3.5f + 6 * c->land[p]);
    tr_globe_slope(&c->globe, c->land, p, at.slope);
    at.eastward = tr_clampf((at.slope[0] * z - at.slope[2] * x) / ((float)around + 1e-4f), -2, 2);
    return at;
}

// ---- wind --------------------------------------------------------------------------------------

void season_wind_at(const climate *c, int p, float wind[3]) {
    const float x = c->globe.x[p], y = c->globe.y[p], z = c->globe.z[p];
    const float gx = c->noise[1][p], gy = c->noise[2][p], gz = c->noise[3][p], gust = 0.47f;
    const float around = __builtin_sqrtf(x * x + z * z) + 1e-4f;
    const place at = place_of(c, p);
    float east, north;
    const float moved = at.degrees - at.heat * tr_smoothf(50, 30, at.away);
    double sine, cosine;
    tr_sincos((double)moved * TR_PI / 180, &sine, &cosine);
    climate_zonal_wind((float)sine, &east, &north);
    const float tropics = tr_smoothf(32, 24, moved < 0 ? -moved : moved);
    east += tropics * (2.2f * at.pole * north - 0.7f * shape_bell(at.degrees, 9) - east);
    north -= at.pole * 0.28f * at.eastward * shape_bell(at.away - 30, 14); // round the subtropical highs
    const float draw = 0.62f * shape_bell(at.away, 63) * (0.6f + at.summer);
    const float ex = z / around, ez = -x / around;               // +Y is north
    const float nx = y * ez, ny = z * ex - x * ez, nz = -y * ex; // p × east
    wind[0] = east * ex + north * nx + gust * (y * gz - z * gy) + draw * at.slope[0];
    wind[1] = north * ny + gust * (z * gx - x * gz) + draw * at.slope[1];
    wind[2] = east * ez + north * nz + gust * (x * gy - y * gx) + draw * at.slope[2];
}

// ---- rain --------------------------------------------------------------------------------------

float season_zone_at(const climate *c, int p) {
    const place at = place_of(c, p);
    const float wander = 4 * c->noise[0][p];
    const float summer = at.summer > 0 ? at.summer : 0;
    const float rising = shape_bell(at.degrees + wander - at.heat, 11);
    const float storms = 1.05f * shape_bell(at.away + wander - 50 - 2.5f * at.summer, 14);
    const float coast = -0.12f * at.eastward * shape_bell(at.away - 32, 7); // warm and cold currents
    const float thunder = 0.115f * c->land[p] * summer * shape_bell(at.away - 50, 15);
    const float zone = rising + storms + coast + thunder, least = -0.05f; // no rain at all
    return zone > least ? zone : least;
}
