// Quantiles: converts a threshold given as a fraction of the planet's area to a value of its channel. The
// channel is evaluated at samples that represent equal areas, and the value of the right rank is selected.
// More: docs/internals/quantiles.md.
#include "base/hash.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include "planet/private/block.h"

#include <string.h>

// Samples are in columns of equal longitude and rows of equal area (the cylindrical projection of Lambert,
// 1772: equal steps along the axis divide a sphere into equal areas). Each column is shifted within the rows by
// a different fraction of a step, multiples of the golden ratio. So no two columns have samples at the same
// latitudes, and a polar cap is sampled as finely as a continent.
enum {
    columns = 512,
    rows = 128,
    count = columns * rows,
    block_columns = 64,
    block_rows = 32,
    blocks_across = columns / block_columns,
    blocks = blocks_across * (rows / block_rows),
    map_width = TR_QUANTILE_WIDTH, // octaves finer than its texels are left out
};
_Static_assert(block_columns *block_rows <= TR_BLOCK_SAMPLES, "a block is evaluated at a time");

static void find_directions(int first_column, int first_row, float *restrict x, float *restrict y,
                            float *restrict z) {
    const double golden = 0.6180339887498949;
    for (int i = 0; i < block_columns; i++) {
        const double column = first_column + i + 0.5, shift = golden * column;
        double sine, cosine;
        tr_sincos((column / columns - 0.5) * 2 * TR_PI, &sine, &cosine);
        for (int j = 0; j < block_rows; j++) {
            const double up = 1 - 2 * (first_row + j + (shift - floor(shift))) / rows;
            const double around = sqrt(1 - up * up);
            const int k = j * block_columns + i;
            x[k] = (float)(around * cosine), y[k] = (float)up, z[k] = (float)(-around * sine);
        }
    }
}

// ---- the values of the samples -----------------------------------------------------------------

// tr_float_order of the value of each sample. Free with tr_free().
static tr_status sample_channel(const tr_surface *surface, const plan_wanted *wanted, tr_pool *pool,
                                tr_meter *meter, uint32_t **order, tr_error *error) {
    float *x, *y, *z, *values;
    *order = tr_allocate(count, sizeof **order);
    if (!*order || !TR_ALLOCATE(TR_ARRAY(x, (size_t)count), TR_ARRAY(y, (size_t)count),
                                TR_ARRAY(z, (size_t)count), TR_ARRAY(values, (size_t)count)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for samples");
    for (int i = 0; i < blocks; i++) {
        const int first = i * block_columns * block_rows;
        find_directions(i % blocks_across * block_columns, i / blocks_across * block_rows, x + first, y + first,
                        z + first);
    }
    const plan_places places = {map_width, block_rows, block_columns, count, x, y, z};
    const tr_status status = plan_sample_channel(surface, wanted, &places, pool, meter, values, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        (*order)[i] = tr_float_order(values[i]);
    tr_free(x);
    return status;
}

// ---- selection ---------------------------------------------------------------------------------

// The digit, of 2^16 possible ones, of the number with that rank. *rank is reduced by the count of numbers with
// a smaller digit: it becomes the rank among those with the same digit.
static uint32_t select_digit(const uint32_t *digit_counts, int *rank) {
    uint32_t digit = 0;
    while (*rank >= (int)digit_counts[digit])
        *rank -= (int)digit_counts[digit++];
    return digit;
}

// The number that would have that rank in sorted order, by its upper digit and then its lower one: a radix sort
// that follows only one number.
static uint32_t select_rank(const uint32_t *numbers, int rank, uint32_t *digit_counts) {
    const size_t bytes = ((size_t)1 << 16) * sizeof *digit_counts;
    memset(digit_counts, 0, bytes);
    for (int i = 0; i < count; i++)
        digit_counts[numbers[i] >> 16]++;
    const uint32_t upper = select_digit(digit_counts, &rank);
    memset(digit_counts, 0, bytes);
    for (int i = 0; i < count; i++)
        if (numbers[i] >> 16 == upper)
            digit_counts[numbers[i] & 0xffff]++;
    return upper << 16 | select_digit(digit_counts, &rank);
}

static tr_status select_level(const uint32_t *order, double coverage, float *level, tr_error *error) {
    uint32_t *digit_counts = tr_allocate((size_t)1 << 16, sizeof *digit_counts);
    if (!digit_counts)
        return tr_fail(error, TR_NO_MEMORY, "no memory to select among samples");
    const int rank = (int)((1 - coverage) * count + 0.5);
    *level = -tr_float_of_order(select_rank(order, rank < count ? rank : count - 1, digit_counts));
    tr_free(digit_counts);
    return TR_OK;
}

// ---- the whole ---------------------------------------------------------------------------------

uint64_t plan_channel_cache_key(const tr_surface *surface, const bool *layers, int end, int channel,
                                double number) {
    uint64_t h = tr_hash_numbers((uint64_t)channel, &number, 1);
    for (int i = 0; i < end; i++) {
        const plan_layer *l = &surface->layers[i];
        if (!layers[i])
            continue;
        const double numbers[] = {(double)l->amount,
                                  (double)l->offset,
                                  (double)l->where.from,
                                  (double)l->where.to,
                                  l->absolute,
                                  l->where.channel,
                                  l->join,
                                  l->into,
                                  l->curve.count};
        h = tr_hash_numbers(tr_hash_pair(h, surface->fields[i].cache_key), numbers,
                            sizeof numbers / sizeof numbers[0]);
        for (int k = 0; k < l->curve.count; k++) {
            const struct tr_segment *segment = &l->curve.segments[k];
            const double curve[] = {(double)segment->start, (double)segment->length, (double)segment->slope[0],
                                    (double)segment->before[0]};
            h = tr_hash_numbers(h, curve, 4);
        }
    }
    return h;
}

static const plan_level *find_found(const tr_surface *surface, uint64_t cache_key) {
    for (int i = 0; surface && i < surface->layer_count; i++)
        if (surface->layers[i].level.cache_key == cache_key)
            return &surface->layers[i].level;
    return NULL;
}

tr_status plan_find_level(const tr_surface *surface, int index, double coverage, const tr_surface *previous,
                          tr_pool *pool, tr_meter *meter, float *level, uint64_t *cache_key, tr_error *error) {
    bool channels[TR_MAX_CHANNELS] = {0}, layers[TR_MAX_LAYERS] = {0};
    const int channel = surface->layers[index].into;
    channels[channel] = true;
    plan_mark_dependencies(surface, index, channels, layers);
    if (plan_is_on_plane(surface, layers, index))
        return tr_fail(error, TR_BAD_INPUT,
                       "a layer on the plane of the map has no fraction of the sphere's area");
    *cache_key = plan_channel_cache_key(surface, layers, index, channel, coverage);
    const plan_level *found = find_found(previous, *cache_key);
    if (found) {
        *level = found->level;
        return TR_OK;
    }
    uint32_t *order;
    const plan_wanted wanted = {channel, index, layers};
    tr_status status = sample_channel(surface, &wanted, pool, meter, &order, error);
    if (status == TR_OK)
        status = select_level(order, coverage, level, error);
    tr_free(order);
    return status;
}
