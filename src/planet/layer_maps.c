#include "planet/layer_maps.h"

#include "base/memory.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include "planet/private/block.h"

#include <math.h>
#include <string.h>

// As a much finer map sees them: else layers of fine detail would show nothing.
enum { some = TR_BATCH_SAMPLES, texels = TR_LAYER_MAP_TEXELS, seen_width = 1024 };

// Where texels first … first+some-1 of a map lie.
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

// scale: of each layer the largest number that its channel has seen.
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
        for (int k = 0; k < some && i < most; k++) {
            values[(size_t)i * texels + (size_t)(first + k)] = after[k] - before[k];
            scale[i] = fmaxf(scale[i], fmaxf(fabsf(before[k]), fabsf(after[k])));
        }
    }
}

// What is less than the rounding of the channel's numbers is the same everywhere.
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

tr_status tr_layer_maps(const tr_surface *surface, int most, const tr_watch *watch, uint8_t *grey,
                        tr_error *error) {
    const int count = surface->layer_count < most ? surface->layer_count : most;
    const size_t capacity = (size_t)(count > 0 ? count : 1);
    float *values = tr_calloc(capacity * texels, sizeof *values), *scale = tr_calloc(capacity, sizeof *scale);
    tr_scratch *scratch = NULL;
    tr_status status = values && scale ? plan_samples_create(surface, watch, &scratch, error)
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
