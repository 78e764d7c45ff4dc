// Rows for images: samples of one, beside those of noise in kernels.c, and reading one from memory.
//
// Operations are counted as described in fields.c.
#include "base/maths.h"
#include "base/size.h"
#include "bench/bench.h"
#include "images/read.h"
#include "noise/kernels.h"

enum { side = 48, blocks_each = 56, image_width = 4096 };

typedef struct image_state {
    tr_bench_setup setup;
    const struct image_numbers *numbers;
    tr_image image; // that is sampled
    int tasks, width;
    float *x, *y, *z, *value, *weight; // of one block of neighbours, and results for each thread
    uint16_t *codes;                   // of a raw file
} image_state;

typedef struct image_numbers {
    int filter;
    double texels; // of the image, along a side of the caller's texel
} image_numbers;

static double texel_of(int width) { return 2 * TR_PI / width; }

static void fill_codes(int width, int y, uint16_t *codes) {
    for (int x = 0; x < width; x++)
        codes[x] = (uint16_t)((unsigned)(x * y) * 2654435761u >> 16);
}

static tr_status make_image(image_state *s, tr_error *error) {
    const int width = tr_bench_size(image_width, s->setup.quick), height = width / 2;
    const tr_image_shape shape = {.width = width,
                                  .height = height,
                                  .west = -TR_PI,
                                  .south = -TR_PI / 2,
                                  .east = TR_PI,
                                  .north = TR_PI / 2,
                                  .step = 1.0 / 65535};
    const tr_status status = tr_image_create(&shape, &s->image, error);
    for (int y = 0; y < height && status == TR_OK; y++)
        fill_codes(width, y, tr_image_row(&s->image, y));
    return status == TR_OK ? tr_image_complete(&s->image, s->setup.pool, s->setup.stop, error) : status;
}

static tr_status prepare_samples(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                 tr_error *error) {
    image_state *s = state;
    const size_t threads = (size_t)tr_pool_threads(setup->pool), all = threads * TR_BLOCK_SAMPLES;
    const tr_rectangle where = {image_width, 700, side, 1000, side};
    float *u, *v;
    s->setup = *setup;
    s->numbers = row->numbers;
    s->tasks = tr_bench_size(row->height, setup->quick) / blocks_each;
    if (!TR_ALLOCATE(TR_ARRAY(s->x, TR_BLOCK_SAMPLES), TR_ARRAY(s->y, TR_BLOCK_SAMPLES),
                     TR_ARRAY(s->z, TR_BLOCK_SAMPLES), TR_ARRAY(u, TR_BLOCK_SAMPLES),
                     TR_ARRAY(v, TR_BLOCK_SAMPLES), TR_ARRAY(s->value, all), TR_ARRAY(s->weight, all)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for blocks of samples");
    tr_sphere_samples(&where, s->x, s->y, s->z, u, v);
    return make_image(s, error);
}

static void sample_task(void *context, int index, int worker) {
    (void)index;
    const image_state *s = context;
    float *value = s->value + (size_t)worker * TR_BLOCK_SAMPLES;
    float *weight = s->weight + (size_t)worker * TR_BLOCK_SAMPLES;
    const double texel = s->numbers->texels * texel_of(s->image.levels[0].width);
    for (int i = 0; i < blocks_each; i++)
        TR_KERNEL_OF(s->setup.isa, tr_image_sample)
    (&s->image, s->numbers->filter, texel, TR_BLOCK_SAMPLES, s->x, s->y, s->z, value, weight);
}

static tr_status run_samples(void *state, tr_error *error) {
    image_state *s = state;
    return tr_pool_run_watched(s->setup.pool, s->tasks, sample_task, s, s->setup.stop, error);
}

// ---- reading -------------------------------------------------------------------------------------

static tr_status prepare_file(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                              tr_error *error) {
    image_state *s = state;
    s->setup = *setup;
    s->width = tr_bench_size(row->width, setup->quick);
    s->codes = tr_allocate((size_t)s->width * (size_t)(s->width / 2), sizeof *s->codes);
    if (!s->codes)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a file");
    for (int y = 0; y < s->width / 2; y++)
        fill_codes(s->width, y, s->codes + (size_t)y * (size_t)s->width);
    return TR_OK;
}

static tr_status run_file(void *state, tr_error *error) {
    image_state *s = state;
    tr_image images[TR_IMAGE_MAX_PLANES];
    const size_t bytes = (size_t)s->width * (size_t)(s->width / 2) * sizeof *s->codes;
    const tr_image_request request = {.source = {"memory", s->codes, bytes},
                                      .west_deg = -180,
                                      .raw = TR_RAW_U16,
                                      .raw_width = s->width,
                                      .raw_height = s->width / 2,
                                      .pool = s->setup.pool,
                                      .watch = s->setup.stop};
    const tr_status status = tr_image_read(&request, images, NULL, error);
    tr_image_clear(&images[0]);
    return status;
}

static void clear(void *state) {
    image_state *s = state;
    tr_free(s->x); // all blocks are one
    tr_free(s->codes);
    tr_image_clear(&s->image);
}

static const tr_bench_work sampling = {sizeof(image_state), prepare_samples, run_samples, clear, NULL};
static const tr_bench_work reading = {sizeof(image_state), prepare_file, run_file, clear, NULL};

// ---- the table ---------------------------------------------------------------------------------

#define SAMPLES(filter_, texels_)                                                                              \
    &sampling, &(const image_numbers){TR_IMAGE_##filter_, texels_}, TR_BLOCK_SAMPLES, 64 * blocks_each

static const tr_bench_row rows[] = {
    {"image", "an image, cubic, at its own size", SAMPLES(CUBIC, 1), .cost = {8, 0, 0, 330}},
    {"image_between", "an image between two of its levels", SAMPLES(CUBIC, 1.5), .cost = {8, 0, 0, 500}},
    {"image_linear", "an image, linear", SAMPLES(LINEAR, 1), .cost = {8, 0, 0, 330}},
    {"image_read", "an image from 16-bit numbers, with its levels", &reading, NULL, 4096, 2048,
     .cost = {2.7, 2, 2.7, 30}},
};

const tr_bench_table tr_bench_images = {sizeof rows / sizeof rows[0], rows};
