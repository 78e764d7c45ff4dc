#include "images/private/planes.h"

#include "base/colour.h"
#include "base/maths.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include <math.h>
#include <string.h>

static const float absurd = 1e9f;

// The place of a row or column of the file among those of the image: `first` and, by 1 - part, the next one.
typedef struct place {
    int first;
    float part;
} place;

typedef struct job {
    const picture_file *file;
    const tr_image_request *request;
    tr_image *images;
    tr_image_facts *facts;
    picture_info info;
    int planes;
    bool ranging;       // the first pass, which finds the range
    bool only_range;    // there is no second one
    bool lacks;         // some numbers are not given
    double missing;     // how many texels
    float least, most;  // of the numbers that are given
    float black, white; // numbers of codes 0 and 65535
    int width, height;  // of the image
    bool coverage;
    float *light;        // linear light of sRGB codes, 0 to 65535; NULL: not for this file
    place *columns;      // of the file
    float *picked;       // a row of the file for each plane
    float *given;        // and how much each texel is given, 0 … 1
    float *sums, *parts; // of a row of the image
} job;

// ---- regions -------------------------------------------------------------------------------------

static tr_status bad_region(const picture_file *file, const double r[4], tr_error *error) {
    const bool crosses = r[2] <= r[0] && r[2] + 360 > r[0] && fabs(r[0]) <= 360; // the date line
    char text[320];
    snprintf(
        text, sizeof text,
        "the region %g, %g, %g, %g is wrong: give west, south, east, north in degrees, with west < east <= "
        "west + 360 and -90 <= south < north <= 90",
        r[0], r[1], r[2], r[3]);
    if (crosses)
        snprintf(text + strlen(text), sizeof text - strlen(text),
                 ". For an east edge at %g beyond the date line write %g", r[2], r[2] + 360);
    return picture_bad(file, error, "%s", text);
}

tr_status planes_region(const picture_file *file, const tr_image_request *request, const picture_info *info,
                        double region[4], tr_error *error) {
    const double whole[4] = {request->west_deg, -90, request->west_deg + 360, 90};
    const double *given = request->has_region ? request->region_deg
                          : info->has_region  ? info->region_deg
                                              : whole;
    const double texel = fmax((given[2] - given[0]) / info->width, (given[3] - given[1]) / info->height);
    const bool near =
        given[1] >= -90 - texel && given[3] <= 90 + texel && given[2] <= given[0] + 360 + 2 * texel;
    region[0] = given[0], region[2] = fmin(given[2], given[0] + 360);
    region[1] = fmax(given[1], -90), region[3] = fmin(given[3], 90);
    return near && fabs(region[0]) <= 1e4 && region[0] < region[2] && region[1] < region[3]
               ? TR_OK
               : bad_region(file, given, error);
}

double planes_row_area(const double region[4], int row, int height) {
    double sine, cosine;
    tr_sincos(tr_radians(region[3] - (row + 0.5) * (region[3] - region[1]) / height), &sine, &cosine);
    return cosine;
}

// ---- beginning -----------------------------------------------------------------------------------

int planes_factor(int width, int height, size_t most_texels) {
    const size_t most = most_texels ? most_texels : (size_t)TR_IMAGE_MAX_SIDE * TR_IMAGE_MAX_SIDE / 2;
    for (int factor = 1;; factor++) {
        const int w = (width - 1) / factor + 1, h = (height - 1) / factor + 1;
        if (w <= TR_IMAGE_MAX_SIDE && h <= TR_IMAGE_MAX_SIDE && ((size_t)w * (size_t)h <= most || w * h == 1))
            return factor;
    }
}

static place place_of(int i, int fine, int coarse) {
    const int64_t at = (int64_t)i * coarse, first = at / fine, left = (first + 1) * fine - at;
    return (place){(int)first, left < coarse ? (float)((double)left / coarse) : 1};
}

static tr_status check_channel(const job *j, tr_error *error) {
    static const char *const names[] = {"grey", "red", "green", "blue", "alpha"};
    const tr_image_channel channel = j->request->channel;
    const int channels = j->info.channels;
    const bool has =
        channel == TR_IMAGE_GREY || (channel == TR_IMAGE_ALPHA ? channels % 2 == 0 : channels >= 3);
    if (has || j->request->use == TR_IMAGE_COLOUR)
        return TR_OK;
    return picture_bad(j->file, error, "the picture has no channel \"%s\": choose another one", names[channel]);
}

static bool make_light(job *j) {
    const int count = (int)j->info.white + 1;
    j->light = tr_allocate((size_t)count, sizeof *j->light);
    for (int i = 0; j->light && i < count; i++)
        j->light[i] = (float)(65535 * tr_srgb_decode(255 * i / (double)j->info.white));
    return j->light != NULL;
}

static bool make_rows(job *j) {
    const size_t wide = (size_t)j->info.width, planes = (size_t)j->planes;
    if (!TR_ALLOCATE(TR_ARRAY(j->columns, wide), TR_ARRAY(j->picked, wide * planes), TR_ARRAY(j->given, wide),
                     TR_ARRAY(j->sums, (size_t)j->width * planes), TR_ARRAY(j->parts, (size_t)j->width)))
        return false;
    for (int x = 0; x < j->info.width; x++)
        j->columns[x] = place_of(x, j->info.width, j->width);
    memset(j->sums, 0, (size_t)j->width * planes * sizeof *j->sums);
    memset(j->parts, 0, (size_t)j->width * sizeof *j->parts);
    return true;
}

static tr_status make_images(job *j, tr_error *error) {
    double region[4];
    tr_status status = planes_region(j->file, j->request, &j->info, region, error);
    const double black = j->info.fractions ? 0 : (double)j->black;
    const double white = j->info.fractions ? 1 : (double)j->white;
    const tr_image_shape shape = {.width = j->width,
                                  .height = j->height,
                                  .west = tr_radians(region[0]),
                                  .south = tr_radians(region[1]),
                                  .east = tr_radians(region[2]),
                                  .north = tr_radians(region[3]),
                                  .low = black,
                                  .step = (white - black) / 65535,
                                  .coverage = j->coverage,
                                  .smooth_steps = j->request->use == TR_IMAGE_NUMBERS};
    for (int i = 0; i < j->planes && status == TR_OK; i++)
        status = tr_image_create(&shape, &j->images[i], error);
    return status;
}

void planes_note(const picture_info *info, const tr_image_request *request, tr_image_facts *facts) {
    *facts = (tr_image_facts){.format = info->format,
                              .width = info->width,
                              .height = info->height,
                              .bits = info->bits,
                              .channels = info->channels,
                              .has_numbers = !info->fractions,
                              .has_region = info->has_region,
                              .factor = planes_factor(info->width, info->height, request->most_texels),
                              .coloured = facts->coloured};
    memcpy(facts->region_deg, info->region_deg, sizeof info->region_deg);
}

// Float colours may be brighter than 1.
static void set_range(job *j) {
    const bool colour = j->request->use == TR_IMAGE_COLOUR;
    j->black = j->info.known ? j->info.black : colour ? fminf(j->least, 0) : j->least;
    j->white = j->info.known ? j->info.white : colour ? fmaxf(j->most, 1) : j->most;
}

static tr_status begin(void *context, const picture_info *info, tr_error *error) {
    job *j = context;
    j->info = *info;
    planes_note(info, j->request, j->facts);
    j->width = (info->width - 1) / j->facts->factor + 1;
    j->height = (info->height - 1) / j->facts->factor + 1;
    tr_status status = check_channel(j, error);
    if (status != TR_OK)
        return status;
    const bool alpha = info->channels % 2 == 0 &&
                       (j->request->channel != TR_IMAGE_ALPHA || j->request->use == TR_IMAGE_COLOUR);
    j->ranging = j->ranging && (!info->known || j->only_range);
    j->coverage = alpha || j->lacks || (info->known && info->may_lack);
    if (!j->ranging) {
        set_range(j);
        status = make_images(j, error);
    }
    if (status != TR_OK)
        return status;
    if (j->request->use == TR_IMAGE_COLOUR && info->fractions && !make_light(j))
        return picture_no_memory(j->file, error);
    return make_rows(j) ? TR_OK : picture_no_memory(j->file, error);
}

// ---- a row of the file ---------------------------------------------------------------------------

static float luma(const float *t) {
    return t[0] == t[1] && t[1] == t[2] ? t[0] : 0.2126f * t[0] + 0.7152f * t[1] + 0.0722f * t[2];
}

static void pick_colour(const job *j, const float *texels, bool has_colours) {
    const int channels = j->info.channels, wide = j->info.width;
    for (int p = 0; p < j->planes; p++)
        for (int x = 0; x < wide; x++)
            j->picked[(size_t)p * (size_t)wide + (size_t)x] = texels[x * channels + (has_colours ? p : 0)];
}

static void pick_channel(const job *j, const float *texels) {
    const int channels = j->info.channels, wide = j->info.width;
    const int channel = j->request->channel == TR_IMAGE_ALPHA  ? channels - 1
                        : j->request->channel == TR_IMAGE_GREY ? 0
                                                               : (int)j->request->channel - TR_IMAGE_RED;
    if (channels >= 3 && j->request->channel == TR_IMAGE_GREY)
        for (int x = 0; x < wide; x++)
            j->picked[x] = luma(texels + x * channels);
    else
        for (int x = 0; x < wide; x++)
            j->picked[x] = texels[x * channels + channel];
}

// How much of each texel is given. What is not becomes 0.
static tr_status find_given(job *j, int y, const float *texels, tr_error *error) {
    const int channels = j->info.channels, wide = j->info.width;
    const bool alpha =
        channels % 2 == 0 && !(j->request->channel == TR_IMAGE_ALPHA && j->request->use != TR_IMAGE_COLOUR);
    for (int x = 0; x < wide; x++) {
        const float white = j->info.known ? j->info.white : 1;
        j->given[x] = alpha ? tr_clampf(texels[x * channels + channels - 1] / white, 0, 1) : 1;
    }
    for (int p = 0; p < j->planes && (j->info.may_lack || !j->info.known); p++)
        for (int x = 0; x < wide; x++) {
            float *number = &j->picked[(size_t)p * (size_t)wide + (size_t)x];
            if (!isfinite(*number)) {
                *number = 0, j->given[x] = 0, j->lacks = true;
                j->missing += p == 0;
            } else if (fabsf(*number) > absurd && j->given[x] > 0) {
                char text[80];
                snprintf(text, sizeof text, "%g in column %d, row %d", (double)*number, x, y);
                return picture_bad(
                    j->file, error,
                    "the picture has the number %s: beyond 1e9, numbers are refused. If it means that "
                    "nothing is given there, store NaN, or as a TIFF with GDAL_NODATA",
                    text);
            }
        }
    return TR_OK;
}

static void find_range(job *j) {
    for (int p = 0; p < j->planes; p++)
        for (int x = 0; x < j->info.width; x++) {
            const float number = j->picked[(size_t)p * (size_t)j->info.width + (size_t)x];
            if (j->given[x] > 0)
                j->least = fminf(j->least, number), j->most = fmaxf(j->most, number);
        }
}

static void find_colours(job *j, const float *texels) {
    for (int x = 0; x < j->info.width && !j->facts->coloured; x++) {
        const float *t = texels + x * j->info.channels;
        j->facts->coloured = t[0] != t[1] || t[1] != t[2];
    }
}

// From numbers to codes, not rounded.
static void scale(const job *j) {
    const size_t count = (size_t)j->info.width * (size_t)j->planes;
    const float black = j->black, factor = j->white > j->black ? 65535 / (j->white - j->black) : 0;
    if (j->light)
        for (size_t i = 0; i < count; i++)
            j->picked[i] = j->light[(int)j->picked[i]];
    else
        for (size_t i = 0; i < count; i++)
            j->picked[i] = (j->picked[i] - black) * factor;
}

// ---- a row of the image --------------------------------------------------------------------------

static void add_across(job *j, float share) {
    const int wide = j->info.width;
    for (int x = 0; x < wide; x++) {
        const place at = j->columns[x];
        const float given = share * j->given[x], first = given * at.part, second = given - first;
        const bool both = at.part < 1;
        j->parts[at.first] += first;
        if (both)
            j->parts[at.first + 1] += second;
        for (int p = 0; p < j->planes; p++) {
            float *sums = j->sums + (size_t)p * (size_t)j->width + at.first;
            const float code = j->picked[(size_t)p * (size_t)wide + (size_t)x];
            sums[0] += first * code;
            if (both)
                sums[1] += second * code;
        }
    }
}

static void end_row(job *j, int y) {
    const float whole = (float)((double)j->info.width / j->width * ((double)j->info.height / j->height));
    for (int p = 0; p < j->planes; p++) {
        const float *sums = j->sums + (size_t)p * (size_t)j->width;
        uint16_t *codes = tr_image_row(&j->images[p], y);
        for (int x = 0; x < j->width; x++)
            codes[x] = (uint16_t)(j->parts[x] > 0 ? tr_clampf(sums[x] / j->parts[x] + 0.5f, 0, 65535) : 0);
        uint8_t *coverage = j->coverage ? tr_image_coverage_row(&j->images[p], y) : NULL;
        for (int x = 0; x < j->width && coverage; x++)
            coverage[x] = (uint8_t)(tr_clampf(j->parts[x] / whole, 0, 1) * 255 + 0.5f);
    }
    memset(j->sums, 0, (size_t)j->width * (size_t)j->planes * sizeof *j->sums);
    memset(j->parts, 0, (size_t)j->width * sizeof *j->parts);
}

// As many texels as the file has, all given.
static void store_row(job *j, int y) {
    for (int p = 0; p < j->planes; p++) {
        const float *picked = j->picked + (size_t)p * (size_t)j->width;
        uint16_t *codes = tr_image_row(&j->images[p], y);
        for (int x = 0; x < j->width; x++)
            codes[x] = (uint16_t)(int32_t)tr_clampf(picked[x] + 0.5f, 0, 65535);
    }
}

static void add_row(job *j, int y) {
    if (j->facts->factor == 1 && !j->coverage) {
        store_row(j, y);
        return;
    }
    const place at = place_of(y, j->info.height, j->height);
    add_across(j, at.part);
    const bool last = place_of(y + 1, j->info.height, j->height).first > at.first;
    if (last)
        end_row(j, at.first);
    if (last && at.part < 1)
        add_across(j, 1 - at.part);
}

static tr_status take_row(void *context, int y, const float *texels, tr_error *error) {
    job *j = context;
    tr_status status = tr_watch_check(j->request->watch, error);
    if (status != TR_OK)
        return status;
    if (j->info.channels >= 3 && !j->facts->coloured)
        find_colours(j, texels);
    if (j->request->use == TR_IMAGE_COLOUR)
        pick_colour(j, texels, j->info.channels >= 3);
    else
        pick_channel(j, texels);
    status = find_given(j, y, texels, error);
    if (status != TR_OK)
        return status;
    if (j->ranging || (j->info.known && !j->info.fractions))
        find_range(j);
    if (j->ranging)
        return TR_OK;
    scale(j);
    add_row(j, y);
    return TR_OK;
}

// ---- what was read -------------------------------------------------------------------------------

typedef struct row_facts {
    unsigned lowest, highest; // 65536 and 0: nothing is given
    int given, same;          // texels, and those that have the lowest code of this row and of those above
} row_facts;

static row_facts measure_row(const tr_image *image, int y, unsigned lowest_above) {
    const int width = image->levels[0].width;
    const uint16_t *codes = tr_image_row(image, y);
    const uint8_t *coverage = image->levels[0].coverage ? tr_image_coverage_row(image, y) : NULL;
    row_facts row = {65536, 0, 0, 0};
    for (int x = 0; x < width; x++) {
        const unsigned code = codes[x];
        if (coverage && !coverage[x])
            continue;
        row.lowest = code < row.lowest ? code : row.lowest;
        row.highest = code > row.highest ? code : row.highest;
        row.given++;
    }
    const unsigned lowest = row.lowest < lowest_above ? row.lowest : lowest_above;
    for (int x = 0; x < width; x++)
        row.same += codes[x] == lowest && (!coverage || coverage[x]);
    return row;
}

static tr_status fail_empty(const picture_file *file, tr_error *error) {
    return picture_bad(file, error, "the picture has no texel that is given%s", "");
}

tr_status planes_measure(const picture_file *file, const tr_image *image, tr_image_facts *facts,
                         tr_error *error) {
    const tr_image_level *level = &image->levels[0];
    const double degrees = 180 / TR_PI, region[4] = {0, image->south * degrees, 0, image->north * degrees};
    unsigned lowest = 65536, highest = 0;
    double flat = 0, all = 0;
    for (int y = 0; y < level->height; y++) {
        const row_facts row = measure_row(image, y, lowest);
        const double area = planes_row_area(region, y, level->height);
        if (row.lowest < lowest)
            lowest = row.lowest, flat = 0;
        highest = row.highest > highest ? row.highest : highest;
        flat += area * row.same, all += area * row.given;
    }
    if (lowest > highest)
        return fail_empty(file, error);
    facts->lowest = image->low + image->step * lowest;
    facts->highest = image->low + image->step * highest;
    facts->flat = all > 0 ? flat / all : 0;
    return TR_OK;
}

static void clear_rows(job *j) {
    tr_free(j->columns); // all rows are one block
    tr_free(j->light);
    j->columns = NULL, j->light = NULL;
}

static tr_status decode(job *j, tr_error *error) {
    const picture_sink sink = {j, begin, take_row};
    j->missing = 0;
    const tr_status status = picture_decode(j->file, j->request, &sink, error);
    clear_rows(j);
    return status;
}

static job job_of(const picture_file *file, const tr_image_request *request, tr_image *images,
                  tr_image_facts *facts) {
    return (job){.file = file,
                 .request = request,
                 .images = images,
                 .facts = facts,
                 .planes = request->use == TR_IMAGE_COLOUR ? 3 : 1,
                 .ranging = true,
                 .least = INFINITY,
                 .most = -INFINITY};
}

tr_status planes_range(const picture_file *file, const tr_image_request *request, tr_image_facts *facts,
                       tr_error *error) {
    job j = job_of(file, request, NULL, facts);
    j.only_range = true;
    const tr_status status = decode(&j, error);
    if (status == TR_OK && j.least > j.most)
        return fail_empty(file, error);
    facts->least = (double)j.least, facts->most = (double)j.most;
    return status;
}

tr_status planes_read(const picture_file *file, const tr_image_request *request,
                      tr_image images[TR_IMAGE_MAX_PLANES], tr_image_facts *facts, tr_error *error) {
    job j = job_of(file, request, images, facts);
    tr_status status = decode(&j, error);
    if (status == TR_OK && j.ranging) {
        if (j.least > j.most)
            return fail_empty(file, error);
        j.ranging = false;
        status = decode(&j, error);
    }
    if (status == TR_OK)
        status = planes_measure(file, &images[0], facts, error);
    facts->missing = j.missing;
    if (status == TR_OK && facts->has_numbers)
        facts->least = (double)j.least, facts->most = (double)j.most;
    for (int i = 0; i < TR_IMAGE_MAX_PLANES && status != TR_OK; i++)
        tr_image_clear(&images[i]);
    return status;
}
