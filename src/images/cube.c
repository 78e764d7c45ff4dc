#include "images/private/cube.h"

#include "base/maths.h"
#include "noise/maths/trig.h"
#include <math.h>
#include <string.h>

enum { faces = TR_IMAGE_FACE_COUNT, rows_each = 16 };

// As our own exports have them: direction major + a right + b down, with a and b from -1 to 1.
static const struct face {
    double major[3], right[3], down[3];
} axes[faces] = {
    {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}}, {{-1, 0, 0}, {0, 0, 1}, {0, -1, 0}},
    {{0, 1, 0}, {1, 0, 0}, {0, 0, 1}},   {{0, -1, 0}, {1, 0, 0}, {0, 0, -1}},
    {{0, 0, 1}, {1, 0, 0}, {0, -1, 0}},  {{0, 0, -1}, {-1, 0, 0}, {0, -1, 0}},
};

// Where faces are in one picture, by columns and rows; -1: nothing.
static const struct spread {
    int columns, rows;
    int cells[12];
    const char *shape;
} spreads[] = {
    [TR_IMAGE_FACES] = {1, 1, {0}, "a face of a cube is square"},
    [TR_IMAGE_ROW] = {6, 1, {0, 1, 2, 3, 4, 5}, "a row of faces is six times as wide as high"},
    [TR_IMAGE_COLUMN] = {1, 6, {0, 1, 2, 3, 4, 5}, "a column of faces is six times as high as wide"},
    [TR_IMAGE_CROSS] = {4, 3, {-1, 2, -1, -1, 1, 4, 0, 5, -1, 3, -1, -1}, "a cross of faces has the shape 4:3"},
    [TR_IMAGE_GRID] = {3, 2, {0, 1, 2, 3, 4, 5}, "a grid of faces has the shape 3:2"},
};

// A face within an image.
typedef struct picture_face {
    const tr_image *image; // the first plane
    int left, top;
} picture_face;

typedef struct job {
    const tr_image_request *request;
    tr_image pictures[faces][TR_IMAGE_MAX_PLANES];
    int count; // of pictures
    picture_face face[faces];
    int side; // texels of a face
    int planes;
    double low, step; // of the result
    tr_image *images;
} job;

// ---- faces ---------------------------------------------------------------------------------------

static double dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

// The face in a direction, and the place in it, -1 to 1.
static int find_face(const double direction[3], double *a, double *b) {
    int best = 0;
    for (int i = 1; i < faces; i++)
        if (dot(axes[i].major, direction) > dot(axes[best].major, direction))
            best = i;
    const double length = dot(axes[best].major, direction);
    *a = dot(axes[best].right, direction) / length;
    *b = dot(axes[best].down, direction) / length;
    return best;
}

static int inside(double place, int side) {
    const int i = (int)floor(place);
    return i < 0 ? 0 : i < side ? i : side - 1;
}

// Adds a texel of a face. Beyond its edge it is that of the face there.
static void add_texel(const job *j, int face, int x, int y, double share, double values[], double *coverage) {
    const int side = j->side;
    if (x < 0 || x >= side || y < 0 || y >= side) {
        double direction[3], a = (2 * x + 1) / (double)side - 1, b = (2 * y + 1) / (double)side - 1;
        for (int i = 0; i < 3; i++)
            direction[i] = axes[face].major[i] + a * axes[face].right[i] + b * axes[face].down[i];
        face = find_face(direction, &a, &b);
        x = inside((a + 1) * side / 2, side), y = inside((b + 1) * side / 2, side);
    }
    const picture_face *from = &j->face[face];
    const int row = from->top + y, column = from->left + x;
    const double given =
        from->image->levels[0].coverage ? tr_image_coverage_row(from->image, row)[column] / 255.0 : 1;
    for (int p = 0; p < j->planes; p++)
        values[p] += share * given *
                     (from->image[p].low + from->image[p].step * tr_image_row(&from->image[p], row)[column]);
    *coverage += share * given;
}

static void sample(const job *j, const double direction[3], double values[], double *coverage) {
    double a, b;
    const int face = find_face(direction, &a, &b);
    const double u = (a + 1) * j->side / 2 - 0.5, v = (b + 1) * j->side / 2 - 0.5;
    const int x = (int)floor(u), y = (int)floor(v);
    *coverage = 0;
    memset(values, 0, TR_IMAGE_MAX_PLANES * sizeof *values);
    for (int k = 0; k < 4; k++) {
        const double across = k & 1 ? u - x : 1 - (u - x), down = k & 2 ? v - y : 1 - (v - y);
        if (across * down > 0)
            add_texel(j, face, x + (k & 1), y + k / 2, across * down, values, coverage);
    }
}

static void resample_rows(void *context, int index, int worker) {
    const job *j = context;
    const tr_image_level *level = &j->images[0].levels[0];
    (void)worker;
    for (int y = index * rows_each; y < level->height && y < (index + 1) * rows_each; y++) {
        double up, around, s, c, values[TR_IMAGE_MAX_PLANES], coverage;
        tr_sincos(TR_PI * (0.5 - (y + 0.5) / level->height), &up, &around);
        for (int x = 0; x < level->width; x++) {
            tr_sincos(2 * TR_PI * ((x + 0.5) / level->width - 0.5), &s, &c);
            sample(j, (const double[3]){around * c, up, -around * s}, values, &coverage);
            for (int p = 0; p < j->planes; p++) {
                const double code =
                    coverage > 0 && j->step > 0 ? (values[p] / coverage - j->low) / j->step + 0.5 : 0;
                tr_image_row(&j->images[p], y)[x] = (uint16_t)tr_clamp(code, 0, 65535);
                if (level->coverage)
                    tr_image_coverage_row(&j->images[p], y)[x] =
                        (uint8_t)(tr_clamp(coverage, 0, 1) * 255 + 0.5);
            }
        }
    }
}

// ---- pictures ------------------------------------------------------------------------------------

// The widest map that is allowed: four times a face.
static int widest(const tr_image_request *request) {
    const size_t most =
        request->most_texels ? request->most_texels : (size_t)TR_IMAGE_MAX_SIDE * TR_IMAGE_MAX_SIDE / 2;
    int width = TR_IMAGE_MAX_SIDE;
    while (width > 8 && (size_t)width * (size_t)width / 2 > most)
        width -= 8;
    return width;
}

static tr_status read_picture(job *j, int index, tr_image_facts *facts, tr_error *error) {
    const struct spread *spread = &spreads[j->request->spread];
    const bool files = j->request->spread == TR_IMAGE_FACES;
    const size_t side = (size_t)widest(j->request) / 4;
    tr_image_request request = *j->request;
    picture_file file;
    request.source = files ? j->request->faces[index] : j->request->source;
    request.has_region = true; // the file's own region means nothing
    memcpy(request.region_deg, (const double[4]){-180, -90, 180, 90}, sizeof request.region_deg);
    request.most_texels = files ? side * side : 0;
    tr_status status = picture_open(&request.source, &file, error);
    if (status == TR_OK)
        status = planes_read(&file, &request, j->pictures[index], facts, error);
    j->count += status == TR_OK;
    const int64_t across = (int64_t)facts->width * spread->rows,
                  down = (int64_t)facts->height * spread->columns;
    if (status == TR_OK && (across != down || facts->width % spread->columns))
        status = picture_bad(&file, error, "%s: give it that shape", spread->shape);
    else if (status == TR_OK && !files && facts->factor > 1)
        status =
            picture_bad(&file, error, "the picture of all faces is too wide%s: give a file for each face", "");
    else if (status == TR_OK && j->pictures[index][0].levels[0].width != j->pictures[0][0].levels[0].width)
        status =
            picture_bad(&file, error, "the face has another size than the first one%s: give all the same", "");
    picture_close(&file);
    return status;
}

static void find_faces(job *j) {
    const struct spread *spread = &spreads[j->request->spread];
    j->side = j->pictures[0][0].levels[0].width / spread->columns;
    for (int i = 0; i < faces && j->count == faces; i++)
        j->face[i] = (picture_face){j->pictures[i], 0, 0};
    for (int cell = 0; cell < spread->columns * spread->rows && j->count < faces; cell++)
        if (spread->cells[cell] >= 0)
            j->face[spread->cells[cell]] = (picture_face){j->pictures[0], cell % spread->columns * j->side,
                                                          cell / spread->columns * j->side};
}

static tr_status make_images(job *j, tr_error *error) {
    double low = INFINITY, high = -INFINITY;
    bool coverage = false;
    for (int i = 0; i < j->count; i++) {
        const tr_image *image = &j->pictures[i][0]; // all planes have one range
        low = fmin(low, image->low), high = fmax(high, image->low + 65535 * image->step);
        coverage = coverage || image->levels[0].coverage;
    }
    j->low = low, j->step = (high - low) / 65535;
    const int width = tr_min(4 * j->side, widest(j->request));
    const tr_image_shape shape = {.width = width,
                                  .height = (width + 1) / 2,
                                  .west = -TR_PI,
                                  .south = -TR_PI / 2,
                                  .east = TR_PI,
                                  .north = TR_PI / 2,
                                  .low = j->low,
                                  .step = j->step,
                                  .coverage = coverage,
                                  .smooth_steps = j->request->use == TR_IMAGE_NUMBERS};
    tr_status status = TR_OK;
    for (int p = 0; p < j->planes && status == TR_OK; p++)
        status = tr_image_create(&shape, &j->images[p], error);
    return status;
}

static tr_status resample(job *j, tr_image_facts *facts, tr_error *error) {
    const picture_file name = {.path = j->request->spread == TR_IMAGE_FACES ? j->request->faces[0].path
                                                                            : j->request->source.path};
    find_faces(j);
    tr_status status = make_images(j, error);
    const int tasks = status == TR_OK ? (j->images[0].levels[0].height + rows_each - 1) / rows_each : 0;
    if (status == TR_OK)
        status = tr_pool_run_watched(j->request->pool, tasks, resample_rows, j, j->request->watch, error);
    return status == TR_OK ? planes_measure(&name, &j->images[0], facts, error) : status;
}

tr_status cube_read(const tr_image_request *request, tr_image images[TR_IMAGE_MAX_PLANES],
                    tr_image_facts *facts, tr_error *error) {
    job j = {.request = request, .images = images, .planes = request->use == TR_IMAGE_COLOUR ? 3 : 1};
    const int count = request->spread == TR_IMAGE_FACES ? faces : 1;
    tr_status status = TR_OK;
    bool coloured = false;
    double least = INFINITY, most = -INFINITY, missing = 0;
    for (int i = 0; i < count && status == TR_OK; i++) {
        status = read_picture(&j, i, facts, error);
        coloured = coloured || facts->coloured;
        least = fmin(least, facts->least), most = fmax(most, facts->most), missing += facts->missing;
    }
    facts->coloured = coloured, facts->has_region = false;
    facts->least = least, facts->most = most, facts->missing = missing;
    if (status == TR_OK)
        status = resample(&j, facts, error);
    for (int i = 0; i < count; i++)
        for (int p = 0; p < TR_IMAGE_MAX_PLANES; p++)
            tr_image_clear(&j.pictures[i][p]);
    for (int p = 0; p < TR_IMAGE_MAX_PLANES && status != TR_OK; p++)
        tr_image_clear(&images[p]);
    return status;
}
