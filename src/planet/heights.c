// Heights of the ground at single directions, and what each layer does, as a small map.
#include "base/memory.h"
#include "noise/maths/trig.h"
#include "planet/private/block.h"
#include "planet/private/plan.h"

#include <math.h>
#include <string.h>

// The width of a map whose texels have that size. Octaves too fine for it are left out.
static int width_of(double texel) { return (int)(2 * TR_PI / texel + 0.5); }

// Finds the layers on which heights depend. Errors: TR_BAD_INPUT if one lies on the plane.
static tr_status find_layers(const tr_surface *surface, bool layers[TR_MAX_LAYERS], tr_error *error) {
    bool channels[TR_MAX_CHANNELS] = {true};
    plan_mark_dependencies(surface, surface->layer_count, channels, layers);
    for (int i = 0; i < surface->layer_count; i++)
        if (layers[i] && surface->layers[i].plane)
            return tr_fail(
                error, TR_BAD_INPUT,
                "this planet is a flat map (\"domain\": \"plane\"): it has no height at a direction");
    return TR_OK;
}

static bool normalise(const float direction[3], float *x, float *y, float *z) {
    const double a = (double)direction[0], b = (double)direction[1], c = (double)direction[2];
    const double square = a * a + b * b + c * c;
    if (!(square > 0 && square <= 1e300)) // NaN fails too
        return false;
    const double length = sqrt(square);
    *x = (float)(a / length), *y = (float)(b / length), *z = (float)(c / length);
    return true;
}

tr_status tr_surface_heights(const tr_surface *surface, tr_scratch *scratch, int count, const float *directions,
                             double texel, float *heights, tr_error *error) {
    enum { most = TR_BATCH_SAMPLES }; // directions may be far apart: larger batches share no work
    bool layers[TR_MAX_LAYERS] = {false};
    if (!(texel >= 1e-6 && texel <= 0.1))
        return tr_fail(error, TR_BAD_USAGE, "a texel of %g radians: 1e-6 … 0.1 are possible", texel);
    const tr_status status = find_layers(surface, layers, error);
    for (int first = 0; first < count && status == TR_OK; first += most) {
        const int left = count - first < most ? count - first : most;
        const tr_rectangle where = {.width = width_of(texel), .rows = 1, .columns = left};
        float x[most] = {0}, y[most] = {0}, z[most] = {0}, *out = heights + first;
        for (int i = 0; i < left; i++)
            if (!normalise(directions + 3 * (size_t)(first + i), &x[i], &y[i], &z[i]))
                return tr_fail(error, TR_BAD_USAGE, "direction %d is (0, 0, 0) or not a number", first + i);
        plan_samples_evaluate(surface, scratch, &(plan_wanted){0, surface->layer_count, layers}, &where,
                              &(tr_samples){.x = x, .y = y, .z = z}, out);
        for (int i = 0; i < left; i++)
            out[i] = plan_true_height(out[i]);
    }
    return status;
}

// Directions on a spiral from pole to pole, which represent equal areas (Vogel 1979).
tr_status tr_surface_land(const tr_surface *surface, const tr_watch *watch, double *fraction, tr_error *error) {
    enum { places = 4096, some = 256 };
    const double golden = 2.399963229728653; // radians
    tr_scratch *scratch = NULL;
    int land = 0;
    tr_status status = tr_samples_create(surface, watch, &scratch, error);
    for (int first = 0; first < places && status == TR_OK; first += some) {
        float directions[3 * some], heights[some];
        for (int i = 0; i < some; i++) {
            const double up = 1 - (2.0 * (first + i) + 1) / places, around = sqrt(1 - up * up);
            double sine, cosine;
            tr_sincos(golden * (first + i), &sine, &cosine);
            directions[3 * i] = (float)(around * cosine), directions[3 * i + 1] = (float)up;
            directions[3 * i + 2] = (float)(around * sine);
        }
        status = tr_surface_heights(surface, scratch, some, directions, 2 * TR_PI / TR_QUANTILE_WIDTH, heights,
                                    error);
        for (int i = 0; i < some && status == TR_OK; i++)
            land += heights[i] > 0;
        if (status == TR_OK)
            status = tr_watch_check(watch, error);
    }
    tr_scratch_destroy(scratch);
    *fraction = (double)land / places;
    return status;
}

// ---- maps of layers -----------------------------------------------------------------------------

// Samples are evaluated for a finer map; otherwise layers of fine detail would be invisible.
enum { some = TR_BATCH_SAMPLES, texels = TR_LAYER_MAP_TEXELS, seen_width = 1024 };

// The directions of texels first … first+some-1 of a map.
static void find_directions(int first, tr_scratch *s) {
    for (int i = 0; i < some; i++) {
        const int column = (first + i) % TR_LAYER_MAP_WIDTH, row = (first + i) / TR_LAYER_MAP_WIDTH;
        const double east = ((column + 0.5) / TR_LAYER_MAP_WIDTH * 2 - 1) * TR_PI,
                     north = (0.5 - (row + 0.5) / TR_LAYER_MAP_HEIGHT) * TR_PI;
        double up, around, sine, cosine;
        tr_sincos(north, &up, &around);
        tr_sincos(east, &sine, &cosine);
        s->x[i] = (float)(around * cosine);
        s->y[i] = (float)up;
        s->z[i] = (float)(-around * sine);
    }
    s->has_directions = true;
}

// scale: for each layer the largest number of its channel.
static void evaluate(const tr_surface *surface, tr_scratch *s, int first, int most, float *values,
                     float *scale) {
    const tr_rectangle where = {.width = seen_width, .rows = 1, .columns = some};
    plan_block_begin(s);
    find_directions(first, s);
    for (int i = 0; i < surface->layer_count; i++) {
        const int into = surface->layers[i].into;
        float before[some];
        if (surface->layers[i].plane)
            continue;
        memcpy(before, plan_block_channel(s, into), sizeof before);
        plan_block_layer(surface, s, NULL, NULL, &where, i);
        const float *after = plan_block_channel(s, into);
        const int own = surface->layers[i].own;
        for (int k = 0; k < some && own >= 0 && own < most; k++) {
            values[(size_t)own * texels + (size_t)(first + k)] = after[k] - before[k];
            scale[own] = fmaxf(scale[own], fmaxf(fabsf(before[k]), fabsf(after[k])));
        }
    }
}

// Differences below the rounding of the channel's numbers count as none.
static void paint(const float *values, float scale, uint8_t *grey) {
    const float least = 1e-5f * scale;
    float low = values[0], high = values[0];
    for (int i = 1; i < texels; i++) {
        low = values[i] < low ? values[i] : low;
        high = values[i] > high ? values[i] : high;
    }
    for (int i = 0; i < texels; i++)
        grey[i] = high - low > least ? (uint8_t)(255.99f * (values[i] - low) / (high - low)) : 128;
}

static int own_layers(const tr_surface *surface) {
    int count = 0;
    for (int i = 0; i < surface->layer_count; i++)
        count = surface->layers[i].own >= count ? surface->layers[i].own + 1 : count;
    return count;
}

tr_status tr_layer_maps(const tr_surface *surface, int most, const tr_watch *watch, uint8_t *grey,
                        tr_error *error) {
    const int made = own_layers(surface), count = made < most ? made : most;
    const size_t capacity = (size_t)(count > 0 ? count : 1);
    float *values = tr_calloc(capacity * texels, sizeof *values), *scale = tr_calloc(capacity, sizeof *scale);
    tr_scratch *scratch = NULL;
    tr_status status = values && scale ? tr_samples_create(surface, watch, &scratch, error)
                                       : tr_fail(error, TR_NO_MEMORY, "no memory for maps of %d layers", count);
    for (int first = 0; first < texels && status == TR_OK; first += some) {
        status = tr_watch_check(watch, error);
        if (status == TR_OK)
            evaluate(surface, scratch, first, count, values, scale);
    }
    if (status == TR_OK)
        status = tr_watch_check(watch, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        paint(values + (size_t)i * texels, scale[i], grey + (size_t)i * texels);
    tr_scratch_destroy(scratch);
    tr_free(values);
    tr_free(scale);
    return status;
}
