// Pictures of few flat colours, as of sketches and maps of biomes.
#include "images/private/planes.h"

#include "base/maths.h"
#include "base/size.h"
#include <stdlib.h>
#include <string.h>

enum {
    bin_bits = 5, // of a channel: colours of one bin count as one
    bins = 1 << 3 * bin_bits,
    near_colour = 24, // distance of codes: JPG changes flat colours by less
    unsure = 0x8000,  // flags of indices: no colour of the legend is near
    settled = 0x4000, // found by neighbours in this pass
    passes = 4,
};

typedef struct bin {
    double area, sum[3];
} bin;

typedef struct job {
    const picture_file *file;
    const tr_image_request *request;
    picture_info info;
    tr_image_facts *facts;
    double region[4];
    uint8_t *row, *above; // sRGB codes
    bin *bins;            // of a list
    bool edges;           // count, too
    const tr_legend_colour *colours;
    int count;
    int clear_index;     // of transparent texels; -1: they are not given
    tr_image *image;     // of indices
    double known, all;   // areas of the indices that are sure, and of all that are given
    double clear, whole; // of transparent texels, and of all
} job;

// ---- rows ----------------------------------------------------------------------------------------

static tr_status begin(job *j, const picture_info *info, tr_error *error) {
    j->info = *info;
    planes_note(info, j->request, j->facts);
    if (!info->known || !info->fractions)
        return picture_bad(
            j->file, error,
            "the picture has numbers%s, and a legend needs colours of 8 or 16 bits: save it as PNG", "");
    const tr_status status = planes_region(j->file, j->request, info, j->region, error);
    const size_t bytes = 3 * (size_t)info->width;
    if (status == TR_OK && !TR_ALLOCATE(TR_ARRAY(j->row, bytes), TR_ARRAY(j->above, bytes)))
        return picture_no_memory(j->file, error);
    return status;
}

static void take_codes(job *j, const float *texels) {
    uint8_t *swap = j->above;
    const int channels = j->info.channels;
    const float factor = 255 / j->info.white;
    j->above = j->row, j->row = swap;
    for (int x = 0; x < j->info.width; x++)
        for (int c = 0; c < 3; c++) {
            const float code = texels[x * channels + (channels >= 3 ? c : 0)] * factor;
            j->row[3 * x + c] = (uint8_t)(tr_clampf(code, 0, 255) + 0.5f);
            j->facts->coloured = j->facts->coloured || j->row[3 * x + c] != j->row[3 * x];
        }
}

// Alpha of a texel, 0 … 1.
static float alpha_of(const job *j, const float *texels, int x) {
    const int channels = j->info.channels;
    return channels % 2 == 0 ? texels[(x + 1) * channels - 1] / j->info.white : 1;
}

static int distance(const uint8_t *a, const uint8_t *b) {
    int sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum; // squared
}

static int nearest(const tr_legend_colour *colours, int count, const uint8_t *code, int *least) {
    int best = 0;
    *least = 3 * 256 * 256;
    for (int i = 0; i < count; i++) {
        const int d = distance(colours[i].srgb, code);
        if (d < *least && !colours[i].clear)
            *least = d, best = i;
    }
    return best;
}

// ---- lists ---------------------------------------------------------------------------------------

static tr_status begin_list(void *context, const picture_info *info, tr_error *error) {
    job *j = context;
    const tr_status status = begin(j, info, error);
    if (status != TR_OK)
        return status;
    j->bins = tr_calloc(bins, sizeof *j->bins);
    return j->bins ? TR_OK : picture_no_memory(j->file, error);
}

// Counts texels whose neighbours have about the same colour: others are edges of drawn areas. Transparent ones
// have no colour.
static tr_status take_list(void *context, int y, const float *texels, tr_error *error) {
    enum { same = 12 * 12 };
    job *j = context;
    const tr_status status = tr_watch_check(j->request->watch, error);
    take_codes(j, texels);
    const double area = planes_row_area(j->region, y, j->info.height);
    for (int x = 0; x < j->info.width && status == TR_OK; x++) {
        const uint8_t *code = j->row + 3 * (size_t)x;
        if (alpha_of(j, texels, x) < 0.5f)
            continue;
        if (!j->edges && ((x > 0 && distance(code, code - 3) > same) ||
                          (x + 1 < j->info.width && distance(code, code + 3) > same) ||
                          (y > 0 && distance(code, j->above + 3 * (size_t)x) > same)))
            continue;
        const int shift = 8 - bin_bits;
        bin *b =
            &j->bins[(code[0] >> shift << 2 * bin_bits) | (code[1] >> shift << bin_bits) | code[2] >> shift];
        b->area += area;
        for (int c = 0; c < 3; c++)
            b->sum[c] += area * code[c];
    }
    return status;
}

static int compare(const void *a, const void *b) {
    const tr_legend_colour *x = a, *y = b;
    if (x->area != y->area)
        return x->area < y->area ? 1 : -1;
    return memcmp(x->srgb, y->srgb, sizeof x->srgb);
}

// All colours that are there, largest first.
static int collect(const bin *from, tr_legend_colour *all, double *total) {
    int count = 0;
    *total = 0;
    for (int i = 0; i < bins; i++) {
        if (from[i].area <= 0)
            continue;
        *total += from[i].area;
        all[count] = (tr_legend_colour){.area = from[i].area};
        for (int c = 0; c < 3; c++)
            all[count].srgb[c] = (uint8_t)(from[i].sum[c] / from[i].area + 0.5);
        count++;
    }
    qsort(all, (size_t)count, sizeof *all, compare);
    return count;
}

static tr_status merge(const job *j, int most, tr_legend_colour *colours, int *count, tr_error *error) {
    const double least_part = 0.001;
    double total;
    int least;
    tr_legend_colour *all = tr_allocate(bins, sizeof *all);
    if (!all)
        return picture_no_memory(j->file, error);
    const int found = collect(j->bins, all, &total);
    for (int i = 0; i < found; i++) {
        const int best = nearest(colours, *count, all[i].srgb, &least);
        const bool is_new = *count == 0 || least > near_colour * near_colour;
        if (is_new && *count < most && all[i].area >= least_part * total)
            colours[(*count)++] = all[i];
        else if (*count > 0)
            colours[best].area += all[i].area;
    }
    tr_free(all);
    for (int i = 0; i < *count; i++)
        colours[i].area /= total;
    qsort(colours, (size_t)*count, sizeof *colours, compare);
    return *count > 0
               ? TR_OK
               : picture_bad(j->file, error, "the picture has no flat colours%s: draw areas of one colour", "");
}

static tr_status check_spread(const tr_image_request *request, tr_error *error) {
    const picture_file name = {.path = request->source.path};
    return request->spread == TR_IMAGE_EQUIRECT && request->raw == TR_RAW_NONE
               ? TR_OK
               : picture_bad(&name, error,
                             "a picture with a legend is a coloured map%s, and no faces of a cube", "");
}

static tr_status decode(job *j, picture_file *file, const picture_sink *sink, tr_error *error) {
    tr_status status = check_spread(j->request, error);
    if (status == TR_OK)
        status = picture_open(&j->request->source, file, error);
    if (status != TR_OK)
        return status;
    j->file = file;
    return picture_decode(file, j->request, sink, error);
}

static tr_status list(const tr_image_request *request, bool edges, int most, tr_legend_colour *colours,
                      int *count, tr_error *error) {
    picture_file file = {0};
    tr_image_facts facts = {0};
    job j = {.request = request, .facts = &facts, .edges = edges};
    *count = 0;
    tr_status status = decode(&j, &file, &(picture_sink){&j, begin_list, take_list}, error);
    if (status == TR_OK)
        status = merge(&j, tr_min(most, TR_LEGEND_MOST), colours, count, error);
    tr_free(j.row < j.above ? j.row : j.above); // one block, and they change places
    tr_free(j.bins);
    picture_close(&file);
    return status;
}

tr_status tr_legend_list(const tr_image_request *request, int most, tr_legend_colour *colours, int *count,
                         tr_error *error) {
    return list(request, false, most, colours, count, error);
}

tr_status tr_legend_list_all(const tr_image_request *request, int most, tr_legend_colour *colours, int *count,
                             tr_error *error) {
    return list(request, true, most, colours, count, error);
}

// ---- indices -------------------------------------------------------------------------------------

static tr_status begin_indices(void *context, const picture_info *info, tr_error *error) {
    job *j = context;
    const tr_status status = begin(j, info, error);
    if (status != TR_OK)
        return status;
    const int factor = j->facts->factor;
    const tr_image_shape shape = {.width = (info->width - 1) / factor + 1,
                                  .height = (info->height - 1) / factor + 1,
                                  .west = tr_radians(j->region[0]),
                                  .south = tr_radians(j->region[1]),
                                  .east = tr_radians(j->region[2]),
                                  .north = tr_radians(j->region[3]),
                                  .step = 1,
                                  .coverage = info->channels % 2 == 0 && j->clear_index < 0,
                                  .indices = true};
    return tr_image_create(&shape, j->image, error);
}

// The middle texel of the file's texels that one of the image stands for.
static int middle(int i, int fine, int coarse) {
    return (int)((2 * (int64_t)i + 1) * fine / (2 * (int64_t)coarse));
}

static tr_status take_indices(void *context, int y, const float *texels, tr_error *error) {
    job *j = context;
    const tr_image_level *level = &j->image->levels[0];
    const tr_status status = tr_watch_check(j->request->watch, error);
    const int row = (int)((int64_t)y * level->height / j->info.height);
    if (status != TR_OK || y != middle(row, j->info.height, level->height))
        return status;
    take_codes(j, texels);
    const double area = planes_row_area(j->region, y, j->info.height);
    for (int x = 0; x < level->width; x++) {
        int least;
        const int from = middle(x, j->info.width, level->width);
        const float given = alpha_of(j, texels, from);
        const bool clear = given < 0.5f && j->clear_index >= 0;
        const int best = nearest(j->colours, j->count, j->row + 3 * (size_t)from, &least);
        const bool sure = least <= near_colour * near_colour;
        tr_image_row(j->image, row)[x] =
            clear ? (uint16_t)j->clear_index : (uint16_t)(best | (sure ? 0 : unsure));
        if (level->coverage)
            tr_image_coverage_row(j->image, row)[x] = (uint8_t)(given * 255 + 0.5f);
        if (given > 0)
            j->known += sure ? area : 0, j->all += area;
        j->clear += given < 0.5f ? area : 0, j->whole += area;
    }
    return TR_OK;
}

// The commonest index of the neighbours that are sure; -1: there is none.
static int ask_neighbours(const tr_image *image, int x, int y) {
    const tr_image_level *level = &image->levels[0];
    int indices[8], votes[8] = {0}, count = 0, best = -1;
    for (int k = 0; k < 9; k++) {
        const int row = y + k / 3 - 1;
        int column = x + k % 3 - 1;
        if (image->wraps)
            column = (column + level->width) % level->width;
        if (k == 4 || row < 0 || row >= level->height || column < 0 || column >= level->width)
            continue;
        const int index = tr_image_row(image, row)[column];
        int i = 0;
        if (index & (unsure | settled))
            continue;
        while (i < count && indices[i] != index)
            i++;
        indices[i] = index, votes[i]++;
        count += i == count;
    }
    for (int i = 0; i < count; i++)
        if (best < 0 || votes[i] > votes[best] || (votes[i] == votes[best] && indices[i] < indices[best]))
            best = i;
    return best < 0 ? -1 : indices[best];
}

// Clears flags of all indices.
static void clear_flags(const tr_image *image, int flags) {
    const tr_image_level *level = &image->levels[0];
    for (int y = 0; y < level->height; y++)
        for (int x = 0; x < level->width; x++)
            tr_image_row(image, y)[x] &= (uint16_t)~flags;
}

// Edges of drawn areas have colours between two of the legend, which may be near a third one. They become what
// is beside them.
static void settle_edges(const tr_image *image) {
    const tr_image_level *level = &image->levels[0];
    for (int pass = 0; pass < passes; pass++) {
        for (int y = 0; y < level->height; y++)
            for (int x = 0; x < level->width; x++) {
                uint16_t *index = tr_image_row(image, y) + x;
                const int found = *index & unsure ? ask_neighbours(image, x, y) : -1;
                if (found >= 0)
                    *index = (uint16_t)(found | settled);
            }
        clear_flags(image, settled);
    }
    clear_flags(image, unsure);
}

tr_status tr_legend_read(const tr_image_request *request, const tr_legend_colour *colours, int count,
                         tr_image *image, tr_image_facts *facts, tr_error *error) {
    picture_file file = {0};
    tr_image_facts unused;
    job j = {.request = request, .colours = colours, .count = count, .clear_index = -1, .image = image};
    for (int i = 0; i < count; i++)
        j.clear_index = colours[i].clear ? i : j.clear_index;
    j.facts = facts ? facts : &unused;
    *j.facts = (tr_image_facts){0};
    *image = (tr_image){0};
    tr_status status = decode(&j, &file, &(picture_sink){&j, begin_indices, take_indices}, error);
    if (status == TR_OK) {
        j.facts->known = j.all > 0 ? j.known / j.all : 0;
        j.facts->clear = j.whole > 0 ? j.clear / j.whole : 0;
        settle_edges(image);
        status = tr_image_complete(image, request->pool, request->watch, error);
    }
    tr_free(j.row < j.above ? j.row : j.above);
    picture_close(&file);
    if (status != TR_OK)
        tr_image_clear(image);
    return status;
}

// ---- what looks like a sketch --------------------------------------------------------------------

tr_status tr_picture_is_sketch(const char *path, const tr_watch *watch, bool *is_sketch, tr_error *error) {
    enum { most = 8, grey = 24 };
    const tr_image_request request = {.source = {.path = path},
                                      .has_region = true, // the shape does not matter
                                      .region_deg = {-180, -90, 180, 90},
                                      .watch = watch};
    tr_image_facts facts;
    tr_legend_colour colours[most + 1];
    int count = 0;
    *is_sketch = false;
    if (tr_image_measure(&request, &facts, NULL) != TR_OK || facts.channels < 3 || facts.has_numbers)
        return tr_watch_check(watch, error);
    const tr_status status = tr_legend_list(&request, most + 1, colours, &count, error);
    for (int i = 0; i < count && status == TR_OK; i++) {
        const uint8_t *c = colours[i].srgb;
        const bool coloured = abs(c[0] - c[1]) > grey || abs(c[1] - c[2]) > grey || abs(c[2] - c[0]) > grey;
        *is_sketch = *is_sketch || (coloured && count >= 2 && count <= most);
    }
    if (status == TR_BAD_INPUT && error)
        *error = (tr_error){0};
    return status == TR_BAD_INPUT ? TR_OK : status;
}
