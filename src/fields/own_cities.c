// Lights of the cities that a recipe names, 0 … 1: bright in the middle, with streets and suburbs of noise. A
// city that is smaller than a texel is a texel wide, and as much darker.
#include "fields/own_kinds.h"

#include "base/hash.h"
#include "base/maths.h"

#include <math.h>

typedef struct cities {
    int count;
    float x[TR_MAX_NAMED_PLACES], y[TR_MAX_NAMED_PLACES], z[TR_MAX_NAMED_PLACES]; // unit vectors
    float radius[TR_MAX_NAMED_PLACES];                                            // radians
    tr_fractal_plan noise;
} cities;

static void add_city(const tr_recipe *recipe, const tr_named_place *place, cities *c) {
    const double usual = 0.25 * TR_PI / 180; // as tr_named_size
    const int i = c->count++;
    double up, around, sine, cosine;
    tr_sincos(place->lat_deg * TR_PI / 180, &up, &around);
    tr_sincos(place->lon_deg * TR_PI / 180, &sine, &cosine);
    c->x[i] = (float)(around * cosine), c->y[i] = (float)up, c->z[i] = (float)(-around * sine);
    c->radius[i] = (float)fmin(place->radius_km > 0 ? place->radius_km / recipe->radius_km : usual, 0.5);
}

static tr_status prepare(const tr_prepare_context *m, int layer, tr_field_plan *plan) {
    cities *c = plan->state;
    const tr_recipe *recipe = m->recipe;
    float smallest = 1;
    for (int i = 0; i < recipe->place_count; i++)
        if (recipe->places[i].kind == TR_NAMED_CITY)
            add_city(recipe, &recipe->places[i], c);
    for (int i = 0; i < c->count; i++) {
        const double numbers[] = {(double)c->x[i], (double)c->y[i], (double)c->z[i], (double)c->radius[i]};
        smallest = fminf(smallest, c->radius[i]);
        plan->cache_key = tr_hash_numbers(plan->cache_key, numbers, 4);
    }
    const tr_fractal_numbers numbers = {.shape = TR_FRACTAL_RIDGED,
                                        .octaves = 8,
                                        .persistence = 0.7,
                                        .lacunarity = 2,
                                        .scale = 6 / (double)smallest,
                                        .stretch = {1, 1, 1},
                                        .seed = tr_recipe_seed(recipe, m->recipe->layers[layer].name)};
    tr_fractal_prepare(&numbers, &c->noise);
    return TR_OK;
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    const cities *c = plan->state;
    float noise[TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES];
    bool any = false;
    if (!tr_meter_add(b->meter, (unsigned)(c->count * b->count)))
        return;
    for (int k = 0; k < b->count; k++) {
        float light = 0;
        for (int i = 0; i < c->count; i++) {
            const float dx = b->x[k] - c->x[i], dy = b->y[k] - c->y[i], dz = b->z[k] - c->z[i];
            const float radius = c->radius[i] > b->texel ? c->radius[i] : b->texel,
                        part = c->radius[i] / radius;
            const float near = 1 - (dx * dx + dy * dy + dz * dz) / (radius * radius);
            light += near > 0 ? near * near * part * part : 0;
        }
        out[k] = light < 1 ? light : 1;
        any = any || light > 0;
    }
    if (!any)
        return;
    const tr_samples at = {.count = b->count, .x = b->x, .y = b->y, .z = b->z};
    tr_fractal_evaluate(&c->noise, b->isa, b->width, &at, noise, b->spare[0], b->spare[1]);
    for (int k = 0; k < b->count; k++) {
        const float lamps = tr_clampf(0.2f + 1.2f * noise[k], 0, 1);
        out[k] *= 0.3f * out[k] + 0.7f * lamps * lamps;
    }
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)index, (void)width;
    for (int i = 0; i < recipe->place_count; i++)
        cost->sample += recipe->places[i].kind == TR_NAMED_CITY;
}

const tr_field_type tr_field_own_cities = {.kind = {.name = "city lights", .what = "lights of named cities"},
                                           .range = {0, 1},
                                           .cost = cost,
                                           .state_bytes = sizeof(cities),
                                           .prepare = prepare,
                                           .evaluate = evaluate};
