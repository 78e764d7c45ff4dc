#include "noise/grids/private/image_steps.h"

#include "base/maths.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include <math.h>
#include <string.h>

enum { levels_least = 4, step_least = 8, codes = 65536 };

// ---- finding levels ------------------------------------------------------------------------------

// Marks the codes that are used.
static void find_used(const tr_image *image, bool used[codes]) {
    const tr_image_level *level = &image->levels[0];
    for (int y = 0; y < level->height; y++)
        for (int x = 0; x < level->width; x++) {
            const size_t at = (size_t)y * level->stride + (size_t)x;
            if (!level->coverage || level->coverage[at])
                used[level->codes[at]] = true;
        }
}

// The part of the area that has the lowest code.
static double lowest_area(const tr_image *image, int lowest) {
    const tr_image_level *level = &image->levels[0];
    double area = 0, all = 0;
    for (int y = 0; y < level->height; y++) {
        double sine, cosine;
        tr_sincos(image->north - (y + 0.5) * (image->north - image->south) / level->height, &sine, &cosine);
        const uint16_t *row = level->codes + (size_t)y * level->stride;
        const uint8_t *coverage = level->coverage ? level->coverage + (size_t)y * level->stride : NULL;
        int count = 0, given = 0;
        for (int x = 0; x < level->width; x++) {
            const bool is_given = !coverage || coverage[x];
            count += is_given && row[x] == lowest, given += is_given;
        }
        area += cosine * count, all += cosine * given;
    }
    return all > 0 ? area / all : 0;
}

// Whether all codes are within 1 of a level: the rounding of a code and of the lowest one.
static bool fits(const uint16_t *list, int count, double step) {
    for (int i = 0; i < count; i++) {
        const double k = floor((list[i] - list[0]) / step + 0.5);
        if (fabs(list[0] + k * step - list[i]) > 1)
            return false;
    }
    return true;
}

// The distance of levels: the range, divided by a whole number near that of the smallest gaps. 0: there is
// none.
static double find_step(const uint16_t *list, int count) {
    const int range = list[count - 1] - list[0];
    int gap = codes;
    for (int i = 1; i < count; i++)
        gap = list[i] - list[i - 1] < gap ? list[i] - list[i - 1] : gap;
    if (gap < step_least)
        return 0;
    for (int n = range / (gap + 1); n <= range / gap + 1; n++)
        if (n >= levels_least - 1 && range / (double)n >= step_least && fits(list, count, range / (double)n))
            return range / (double)n;
    return 0;
}

bool image_steps_find(const tr_image *image, image_steps *steps) {
    static const int most = codes / step_least;
    bool used[codes] = {false};
    uint16_t list[codes / step_least];
    int count = 0;
    find_used(image, used);
    for (int i = 0; i < codes; i++) {
        if (!used[i])
            continue;
        if (count == most)
            return false;
        list[count++] = (uint16_t)i;
    }
    const double step = count >= levels_least ? find_step(list, count) : 0;
    *steps = (image_steps){.lowest = list[0], .step = (float)step, .half = (float)(step / 2 - 1)};
    steps->sea = step > 0 && lowest_area(image, list[0]) > TR_IMAGE_SEA;
    return step > 0;
}

// ---- smoothing -----------------------------------------------------------------------------------

enum { band = 32, rounds = 3, reach = 2 * rounds + 1 };

typedef struct job {
    const tr_image *image;
    const image_steps *steps;
    tr_isa isa;
    int level;      // that is smoothed, by the one after it
    int parity;     // of the bands: neighbours do not run at the same time
    uint16_t *next; // codes of a level other than the first one; its stride is the width
    int32_t *at;    // of the columns in the coarser level
    float *across;
    float *scratch; // for each worker
    size_t scratch_floats;
} job;

// Rows of a worker: what was given and two states of a band with `rounds` more rows on either side, and a row
// of the coarser level. All have a margin of one texel.
typedef struct rows {
    float *given, *half, *now, *bend, *middle;
    size_t stride;
} rows;

enum { band_rows = band + 2 * reach };

static rows rows_of(const job *j, int worker) {
    float *memory = j->scratch + (size_t)worker * j->scratch_floats;
    const size_t stride = (size_t)j->image->levels[0].width + 2, plane = band_rows * stride;
    memory++;
    return (rows){memory, memory + plane, memory + 2 * plane, memory + 3 * plane, memory + 4 * plane, stride};
}

static void set_margins(const job *j, float *row, int width) {
    row[-1] = j->image->wraps ? row[width - 1] : row[0];
    row[width] = j->image->wraps ? row[0] : row[width - 1];
}

static int inside(int i, int count) { return i < 0 ? 0 : i < count ? i : count - 1; }

// Row y of the level as it was given, and what the coarser level makes of it.
static void begin_row(const job *j, int y, float *given, float *middle, float *out) {
    const tr_image_level *level = &j->image->levels[j->level], *coarse = level + 1;
    const uint16_t *in = level->codes + (size_t)y * level->stride;
    if (j->level == 0)
        TR_KERNEL_OF(j->isa, image_steps_round)(j->steps, level->width, in, given);
    else
        for (int x = 0; x < level->width; x++)
            given[x] = in[x];
    const double place = (y + 0.5) * coarse->height / level->height - 0.5, row = floor(place);
    const uint16_t *a = coarse->codes + (size_t)inside((int)row, coarse->height) * coarse->stride;
    const uint16_t *b = coarse->codes + (size_t)inside((int)row + 1, coarse->height) * coarse->stride;
    TR_KERNEL_OF(j->isa, image_steps_refine)
    (coarse->width, a, b, (float)(place - row), middle, level->width, j->at, j->across, out);
    set_margins(j, given, level->width);
}

static void end_row(const job *j, int y, const float *row) {
    const tr_image_level *level = &j->image->levels[j->level];
    uint16_t *out =
        j->level == 0 ? level->codes + (size_t)y * level->stride : j->next + (size_t)y * (size_t)level->width;
    for (int x = 0; x < level->width; x++)
        out[x] = (uint16_t)(int32_t)tr_clampf(row[x] + 0.5f, 0, 65535);
}

// Rows from `from` to `to` are bent; all of those but the first and the last are smoothed.
static void smooth_once(const job *j, const rows *r, int from, int to) {
    const int width = j->image->levels[j->level].width;
    for (int y = from; y < to; y++) {
        const size_t at = (size_t)y * r->stride;
        TR_KERNEL_OF(j->isa, image_steps_bend)
        (j->steps, width, r->now + at - r->stride, r->now + at, r->now + at + r->stride, r->bend + at);
        set_margins(j, r->bend + at, width);
    }
    for (int y = from + 1; y < to - 1; y++) {
        const size_t at = (size_t)y * r->stride;
        TR_KERNEL_OF(j->isa, image_steps_relax)
        (width, r->given + at, r->half + at, r->bend + at - r->stride, r->bend + at, r->bend + at + r->stride,
         r->now + at);
        set_margins(j, r->now + at, width);
    }
}

// A band of rows. It reads `reach` rows of its neighbours: those of the first level may be moved already, and
// are rounded to what was given.
static void smooth_band(void *context, int index, int worker) {
    const job *j = context;
    const tr_image_level *level = &j->image->levels[j->level];
    const int first = (2 * index + j->parity) * band, end = tr_min(first + band, level->height);
    const rows r = rows_of(j, worker);
    for (int y = first - reach; y < end + reach; y++) {
        const size_t at = (size_t)(y - first + reach) * r.stride;
        begin_row(j, inside(y, level->height), r.given + at, r.middle, r.now + at);
    }
    for (int y = first - reach + 1; y < end + reach - 1; y++) {
        const size_t at = (size_t)(y - first + reach) * r.stride;
        TR_KERNEL_OF(j->isa, image_steps_free)
        (j->steps, j->level == 0, level->width, r.given + at - r.stride, r.given + at, r.given + at + r.stride,
         r.half + at);
        TR_KERNEL_OF(j->isa, image_steps_clamp)(level->width, r.given + at, r.half + at, r.now + at);
        set_margins(j, r.now + at, level->width);
    }
    for (int left = reach - 2; left > 0; left -= 2)
        smooth_once(j, &r, reach - left, end - first + reach + left);
    for (int y = first; y < end; y++)
        end_row(j, y, r.now + (size_t)(y - first + reach) * r.stride);
}

static void copy_back(const job *j) {
    const tr_image_level *level = &j->image->levels[j->level];
    for (int y = 0; y < level->height && j->level > 0; y++)
        memcpy(level->codes + (size_t)y * level->stride, j->next + (size_t)y * (size_t)level->width,
               (size_t)level->width * sizeof *j->next);
}

// Columns beside the edge of the coarser level are in its margin.
static void find_columns(const job *j) {
    const tr_image_level *level = &j->image->levels[j->level], *coarse = level + 1;
    for (int x = 0; x < level->width; x++) {
        const double place = (x + 0.5) * coarse->width / level->width - 0.5, column = floor(place);
        j->at[x] = (int32_t)column, j->across[x] = (float)(place - column);
    }
    for (int y = 0; y < coarse->height; y++) {
        uint16_t *row = coarse->codes + (size_t)y * coarse->stride;
        row[-1] = j->image->wraps ? row[coarse->width - 1] : row[0];
        row[coarse->width] = j->image->wraps ? row[0] : row[coarse->width - 1];
    }
}

static tr_status smooth_levels(job *j, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_status status = TR_OK;
    for (j->level = j->image->level_count - 2; j->level >= 0 && status == TR_OK; j->level--) {
        const int bands = (j->image->levels[j->level].height + band - 1) / band;
        find_columns(j);
        for (j->parity = 0; j->parity < 2 && status == TR_OK; j->parity++)
            status = tr_pool_run_watched(pool, (bands + 1 - j->parity) / 2, smooth_band, j, watch, error);
        copy_back(j);
    }
    return status;
}

tr_status image_steps_smooth(const tr_image *image, const image_steps *steps, tr_pool *pool,
                             const tr_watch *watch, tr_error *error) {
    if (image->level_count < 2)
        return TR_OK;
    const size_t width = (size_t)image->levels[0].width, workers = pool ? (size_t)tr_pool_threads(pool) : 1;
    const size_t half = (size_t)image->levels[1].width * (size_t)image->levels[1].height;
    job j = {.image = image,
             .steps = steps,
             .isa = tr_isa_best(),
             .scratch_floats = (4 * band_rows + 1) * (width + 2)};
    if (!TR_ALLOCATE(TR_ARRAY(j.next, half), TR_ARRAY(j.at, width), TR_ARRAY(j.across, width),
                     TR_ARRAY(j.scratch, workers * j.scratch_floats)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for an image");
    const tr_status status = smooth_levels(&j, pool, watch, error);
    tr_free(j.next);
    return status;
}
