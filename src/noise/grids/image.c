#include "noise/grids/image.h"

#include "base/maths.h"
#include "base/size.h"
#include "noise/grids/private/image_steps.h"
#include "noise/maths/trig.h"
#include <math.h>
#include <string.h>

enum { rows_each = 16, scratch_more = 4 }; // of a task

// ---- memory --------------------------------------------------------------------------------------

static int half(int size) { return (size + 1) / 2; }

static bool has_coarser(int width, int height) { return width > 4 && height > 2; }

static size_t level_texels(int width, int height) {
    return ((size_t)width + 2 * TR_IMAGE_MARGIN) * ((size_t)height + 2 * TR_IMAGE_MARGIN);
}

size_t tr_image_bytes(int width, int height, bool coverage) {
    size_t texels = level_texels(width, height);
    for (; has_coarser(width, height); texels += level_texels(width, height))
        width = half(width), height = half(height);
    return texels * (coverage ? 3 : 2);
}

static bool make_level(int width, int height, bool coverage, tr_image_level *level) {
    const size_t stride = (size_t)width + 2 * TR_IMAGE_MARGIN, texels = level_texels(width, height);
    const size_t first = TR_IMAGE_MARGIN * stride + TR_IMAGE_MARGIN;
    uint16_t *memory = tr_allocate(texels, coverage ? 3 : 2);
    if (!memory)
        return false;
    *level = (tr_image_level){width, height, stride, memory + first, NULL, memory};
    if (coverage)
        level->coverage = (uint8_t *)(memory + texels) + first;
    return true;
}

tr_status tr_image_create(const tr_image_shape *shape, tr_image *image, tr_error *error) {
    const double little = 1e-9; // radians
    int width = shape->width, height = shape->height;
    *image = (tr_image){.low = shape->low,
                        .step = shape->step,
                        .west = shape->west,
                        .south = shape->south,
                        .east = shape->east,
                        .north = shape->north,
                        .indices = shape->indices,
                        .smooth_steps = shape->smooth_steps,
                        .wraps = shape->east - shape->west > 2 * TR_PI - little,
                        .north_pole = shape->north > TR_PI / 2 - little,
                        .south_pole = shape->south < little - TR_PI / 2};
    for (bool more = true; more; width = half(width), height = half(height)) {
        if (!make_level(width, height, shape->coverage, &image->levels[image->level_count])) {
            tr_image_clear(image);
            return tr_fail(error, TR_NO_MEMORY, "no memory for an image of %d x %d", shape->width,
                           shape->height);
        }
        image->level_count++;
        more = has_coarser(width, height);
    }
    return TR_OK;
}

void tr_image_clear(tr_image *image) {
    for (int i = 0; i < image->level_count; i++)
        tr_free(image->levels[i].memory);
    *image = (tr_image){0};
}

// ---- work ----------------------------------------------------------------------------------------

// The work of one call, shared by its tasks.
typedef struct job {
    const tr_image *image;
    tr_pool *pool;
    const tr_watch *watch;
    tr_isa isa;
    double *scratch; // for each worker: as many as the image is wide, and some more
    int level;       // that the tasks work on
} job;

static tr_status run(job *j, tr_task task, int rows, tr_error *error) {
    return tr_pool_run_watched(j->pool, (rows + rows_each - 1) / rows_each, task, j, j->watch, error);
}

static void *scratch_of(const job *j, int worker) {
    return j->scratch + (size_t)worker * ((size_t)j->image->levels[0].width + scratch_more);
}

// The latitude of a row's middle.
static double latitude_of(const tr_image *image, const tr_image_level *level, double row) {
    return image->north - (row + 0.5) * (image->north - image->south) / level->height;
}

static double cosine_of(double latitude) {
    double sine, cosine;
    tr_sincos(latitude, &sine, &cosine);
    return cosine > 0 ? cosine : 0;
}

// ---- the weight round what is not covered --------------------------------------------------------

enum { reach = TR_IMAGE_FADE / 2 };

static uint8_t combine(bool erode, const uint8_t *const v[2 * reach + 1]) {
    if (!erode)
        return (uint8_t)((*v[0] + *v[4] + 4 * (*v[1] + *v[3]) + 6 * *v[2] + 8) / 16);
    uint8_t least = *v[0];
    for (int i = 1; i <= 2 * reach; i++)
        least = *v[i] < least ? *v[i] : least;
    return least;
}

// A place beside the edge: continued on the other side, or the edge itself.
static int column_of(const tr_image *image, int width, int x) {
    return image->wraps ? (x + width) % width : x < 0 ? 0 : x >= width ? width - 1 : x;
}

static void combine_across(const tr_image *image, bool erode, const uint8_t *row, uint8_t *out) {
    const int width = image->levels[0].width;
    const uint8_t *v[2 * reach + 1];
    for (int x = 0; x < width; x++) {
        const bool inside = x >= reach && x < width - reach;
        for (int i = -reach; i <= reach; i++)
            v[i + reach] = row + (inside ? x + i : column_of(image, width, x + i % width));
        out[x] = combine(erode, v);
    }
}

// The least coverage of 5 x 5 texels, or their mean with binomial weights, in place. ring: 5 rows.
static void combine_rows(const tr_image *image, bool erode, uint8_t *ring) {
    const tr_image_level *level = &image->levels[0];
    const size_t width = (size_t)level->width;
    const uint8_t *v[2 * reach + 1];
    for (int y = -reach; y < level->height; y++) {
        const int next = y + reach;
        if (next < level->height)
            combine_across(image, erode, tr_image_coverage_row(image, next), ring + (size_t)(next % 5) * width);
        for (int x = 0; y >= 0 && x < level->width; x++) {
            for (int i = -reach; i <= reach; i++) {
                const int row = y + i < 0 ? 0 : y + i < level->height ? y + i : level->height - 1;
                v[i + reach] = ring + (size_t)(row % 5) * width + x;
            }
            tr_image_coverage_row(image, y)[x] = combine(erode, v);
        }
    }
}

// First the holes grow by 2 texels, then their edges become smooth over 2 texels on either side.
static tr_status fade_holes(const tr_image *image, tr_error *error) {
    uint8_t *ring = tr_allocate((size_t)image->levels[0].width, 2 * reach + 1);
    if (!ring)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an image");
    combine_rows(image, true, ring);
    combine_rows(image, false, ring);
    tr_free(ring);
    return TR_OK;
}

// ---- coarser levels ------------------------------------------------------------------------------

// The part of a finer texel `at` that lies within texel i of `coarse` ones.
static double overlap(int i, int at, int fine, int coarse) {
    const double scale = (double)fine / coarse, from = i * scale, to = (i + 1) * scale;
    const double low = from > at ? from : at, high = to < at + 1 ? to : at + 1;
    return high > low ? high - low : 0;
}

// Means of neighbours along a row of sums: out[x] covers as much as texel x of the coarser level.
static void halve_across(int fine, int coarse, const float *sums, float *out) {
    for (int x = 0; x < coarse; x++) {
        if (fine == 2 * coarse) {
            out[x] = 0.5f * (sums[2 * x] + sums[2 * x + 1]);
            continue;
        }
        const int first = (int)((int64_t)x * fine / coarse);
        float sum = 0;
        for (int k = first; k < first + 3 && k < fine; k++)
            sum += (float)(overlap(x, k, fine, coarse) * coarse / fine) * sums[k];
        out[x] = sum;
    }
}

static void average_row(const job *j, int y, float *sums, float *covered) {
    const tr_image_level *fine = &j->image->levels[j->level - 1], *coarse = fine + 1;
    const int first = (int)((int64_t)y * fine->height / coarse->height);
    double parts[3], all = 0;
    for (int k = 0; k < 3; k++) {
        parts[k] = first + k < fine->height ? overlap(y, first + k, fine->height, coarse->height) : 0;
        parts[k] *= cosine_of(latitude_of(j->image, fine, first + k));
        all += parts[k];
    }
    memset(sums, 0, (size_t)fine->width * sizeof *sums);
    memset(covered, 0, (size_t)fine->width * sizeof *covered);
    for (int k = 0; k < 3; k++) {
        const size_t at = (size_t)(first + k) * fine->stride;
        const float share = (float)(all > 0 ? parts[k] / all : k == 0);
        if (share > 0 && fine->coverage)
            TR_KERNEL_OF(j->isa, tr_image_add_covered)
        (fine->width, share, fine->codes + at, fine->coverage + at, sums, covered);
        else if (share > 0) TR_KERNEL_OF(j->isa, tr_image_add)(fine->width, share, fine->codes + at, sums);
    }
    halve_across(fine->width, coarse->width, sums, sums);
    if (coarse->coverage)
        halve_across(fine->width, coarse->width, covered, covered);
    for (int x = 0; x < coarse->width; x++) {
        const size_t at = (size_t)y * coarse->stride + (size_t)x;
        if (coarse->coverage) {
            coarse->codes[at] =
                (uint16_t)(covered[x] > 0 ? tr_clampf(sums[x] / covered[x], 0, 65535) + 0.5f : 0);
            coarse->coverage[at] = (uint8_t)(covered[x] + 0.5f);
        } else {
            coarse->codes[at] = (uint16_t)(sums[x] + 0.5f);
        }
    }
}

// The commonest of four codes; of equally common ones the first.
static uint16_t commonest(const uint16_t c[4]) {
    if (c[0] == c[1] || c[0] == c[2] || c[0] == c[3])
        return c[0];
    return c[1] == c[2] || c[1] == c[3] ? c[1] : c[2] == c[3] ? c[2] : c[0];
}

static void choose_row(const job *j, int y) {
    const tr_image_level *fine = &j->image->levels[j->level - 1], *coarse = fine + 1;
    const uint16_t *upper = fine->codes + (size_t)(2 * y) * fine->stride;
    const uint16_t *lower = 2 * y + 1 < fine->height ? upper + fine->stride : upper;
    for (int x = 0; x < coarse->width; x++) {
        const int right = 2 * x + 1 < fine->width ? 2 * x + 1 : 2 * x;
        const uint16_t four[4] = {upper[2 * x], upper[right], lower[2 * x], lower[right]};
        coarse->codes[(size_t)y * coarse->stride + (size_t)x] = commonest(four);
    }
}

static void make_coarser(void *context, int index, int worker) {
    const job *j = context;
    const int height = j->image->levels[j->level].height;
    float *sums = scratch_of(j, worker), *covered = sums + j->image->levels[0].width;
    for (int y = index * rows_each; y < height && y < (index + 1) * rows_each; y++) {
        average_row(j, y, sums, covered);
        if (j->image->indices)
            choose_row(j, y);
    }
}

// ---- what is not covered -------------------------------------------------------------------------

// Texels without coverage get the code of the coarser texel that they are part of.
static void fill_holes(void *context, int index, int worker) {
    const job *j = context;
    const tr_image_level *fine = &j->image->levels[j->level], *coarse = fine + 1;
    (void)worker;
    for (int y = index * rows_each; y < fine->height && y < (index + 1) * rows_each; y++) {
        const size_t above = (size_t)((int64_t)y * coarse->height / fine->height) * coarse->stride;
        for (int x = 0; x < fine->width; x++) {
            const size_t at = (size_t)y * fine->stride + (size_t)x;
            if (!fine->coverage[at])
                fine->codes[at] = coarse->codes[above + (size_t)((int64_t)x * coarse->width / fine->width)];
        }
    }
}

// ---- rows near the poles -------------------------------------------------------------------------

// Means over `span` texels round each texel: differences of sums of whole texels from the row's beginning. A
// row that wraps goes on beyond its ends; else there is nothing. So means begin and end at the same place
// within each texel. All sums are below 2^31.
#define AVERAGE_ALONG(type, row)                                                                               \
    do {                                                                                                       \
        type *texels = (row);                                                                                  \
        int32_t sum = 0;                                                                                       \
        for (int x = first; x <= width + last; x++) {                                                          \
            sums[x - first] = sum;                                                                             \
            if (image->wraps)                                                                                  \
                sum += texels[x < 0 ? x + width : x < width ? x : x - width];                                  \
            else if (x >= 0 && x < width)                                                                      \
                sum += texels[x];                                                                              \
        }                                                                                                      \
        for (int x = 0; x < width; x++) {                                                                      \
            const int32_t *from = sums + x, *to = from + last - first;                                         \
            const double before = begin * (from[1] - from[0]), behind = end * (to[1] - to[0]);                 \
            double length = span;                                                                              \
            if (!image->wraps)                                                                                 \
                length = fmin(x + last + end, width) - fmax(x + first + begin, 0);                             \
            texels[x] = (type)((to[0] - from[0] - before + behind) / length + 0.5);                            \
        }                                                                                                      \
    } while (0)

static void average_near_poles(void *context, int index, int worker) {
    const job *j = context;
    const tr_image *image = j->image;
    const tr_image_level *level = &image->levels[j->level];
    const int width = level->width;
    int32_t *sums = scratch_of(j, worker);
    for (int y = index * rows_each; y < level->height && y < (index + 1) * rows_each; y++) {
        const double cosine = cosine_of(latitude_of(image, level, y));
        const double span = cosine > 1.0 / width ? 1 / cosine - 1 : width - 1; // 1 texel at 60 degrees
        if (span <= 1)
            continue;
        const int first = (int)floor(0.5 - 0.5 * span), last = (int)floor(0.5 + 0.5 * span);
        const double begin = 0.5 - 0.5 * span - first, end = 0.5 + 0.5 * span - last;
        AVERAGE_ALONG(uint16_t, level->codes + (size_t)y * level->stride);
        if (level->coverage)
            AVERAGE_ALONG(uint8_t, level->coverage + (size_t)y * level->stride);
    }
}

// ---- margins -------------------------------------------------------------------------------------

// The row of the level that row y outside of it continues, and by how many texels that is turned.
static int row_outside(const tr_image *image, const tr_image_level *level, int y, int *turn) {
    const bool north = y < 0, over = image->wraps && (north ? image->north_pole : image->south_pole);
    const int beyond = north ? -1 - y : y - level->height; // 0, 1
    *turn = over ? level->width / 2 : 0;
    const int inside = over && beyond < level->height ? beyond : 0;
    return north ? inside : level->height - 1 - inside;
}

static void copy_texel(const tr_image_level *level, ptrdiff_t to, ptrdiff_t from) {
    level->codes[to] = level->codes[from];
    if (level->coverage)
        level->coverage[to] = level->coverage[from];
}

// Offsets may be negative: rows and columns of the margin.
static void make_margins(const tr_image *image, const tr_image_level *level) {
    const int width = level->width, height = level->height;
    const ptrdiff_t stride = (ptrdiff_t)level->stride;
    for (int y = -TR_IMAGE_MARGIN; y < height + TR_IMAGE_MARGIN; y++) {
        int turn = 0;
        const bool outside = y < 0 || y >= height;
        const int source = outside ? row_outside(image, level, y, &turn) : y;
        for (int x = -TR_IMAGE_MARGIN; x < width + TR_IMAGE_MARGIN; x++) {
            if (!outside && x == 0)
                x = width;
            const int column = image->wraps ? ((x + turn) % width + width) % width : column_of(image, width, x);
            copy_texel(level, y * stride + x, source * stride + column);
        }
    }
}

// ---- all -----------------------------------------------------------------------------------------

static tr_status make_coarser_levels(job *j, tr_error *error) {
    const tr_image *image = j->image;
    tr_status status = TR_OK;
    for (j->level = 1; j->level < image->level_count && status == TR_OK; j->level++)
        status = run(j, make_coarser, image->levels[j->level].height, error);
    for (j->level = image->level_count - 2; j->level >= 0 && status == TR_OK && image->levels[0].coverage;
         j->level--)
        status = run(j, fill_holes, image->levels[j->level].height, error);
    return status;
}

static tr_status make_levels(job *j, tr_error *error) {
    const tr_image *image = j->image;
    image_steps steps;
    const bool smooth = image->smooth_steps && image_steps_find(image, &steps);
    tr_status status = image->levels[0].coverage ? fade_holes(image, error) : TR_OK;
    if (status == TR_OK)
        status = make_coarser_levels(j, error);
    if (status == TR_OK && smooth)
        status = image_steps_smooth(image, &steps, j->pool, j->watch, error);
    if (status == TR_OK && smooth)
        status = make_coarser_levels(j, error);
    for (j->level = 0; j->level < image->level_count && status == TR_OK && !image->indices; j->level++)
        status = run(j, average_near_poles, image->levels[j->level].height, error);
    for (int i = 0; i < image->level_count && status == TR_OK; i++)
        make_margins(image, &image->levels[i]);
    return status;
}

tr_status tr_image_complete(tr_image *image, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    job j = {.image = image, .pool = pool, .watch = watch, .isa = tr_isa_best()};
    const int workers = pool ? tr_pool_threads(pool) : 1;
    j.scratch =
        tr_allocate((size_t)workers * ((size_t)image->levels[0].width + scratch_more), sizeof *j.scratch);
    if (!j.scratch)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an image");
    const tr_status status = make_levels(&j, error);
    tr_free(j.scratch);
    return status;
}
