#include "noise/lattice/private/scan.h"
#include "noise/maths/stream.h"
#include "noise/maths/trig.h"

#include <assert.h>
#include <string.h>

enum { alignment = 16 }; // pieces begin at a multiple of that and are padded to one, for vectors

bool tr_scan_pays(const tr_octave *octave, int width) {
    float highest = octave->frequency[0] > octave->frequency[2] ? octave->frequency[0] : octave->frequency[2];
    return width >= TR_WALK_TEXELS * 2 * TR_PI * (double)highest;
}

// One row of one quarter of the map: the destination of a piece's image.
typedef struct image {
    float *out;      // the place of the piece's first requested sample
    int from, count; // the range of requested samples
    bool backwards;  // whether they run from the east to the west
} image;

typedef float row_of_piece[TR_WALK_COLUMNS];

// A piece: the samples, the images, scratch memory.
typedef struct piece {
    tr_scan scan;
    bool stream; // whether results use non-temporal stores
    image images[TR_WALK_MIRRORS];
    row_of_piece cosine, sine; // of the columns
    _Alignas(64) row_of_piece sums[TR_WALK_MIRRORS], noise[TR_WALK_MIRRORS], weights[TR_WALK_MIRRORS];
    row_of_piece x, y, z; // of an image, for the direct kernels
} piece;

// ---- octaves -----------------------------------------------------------------------------------

// Evaluates an octave that is too fine to be scanned.
static void evaluate_directly(const tr_fractal_plan *plan, tr_isa isa, int octave, int mirror, piece *p,
                              float *noise) {
    const bool *negative = p->scan.negative[mirror];
    for (int i = 0; i < p->scan.count; i++) {
        p->x[i] = negative[0] ? -p->scan.x[i] : p->scan.x[i];
        p->y[i] = negative[1] ? -p->scan.y : p->scan.y;
        p->z[i] = negative[2] ? -p->scan.z[i] : p->scan.z[i];
    }
    tr_fractal_octave(plan, isa, octave, &(tr_samples){.count = p->scan.count, .x = p->x, .y = p->y, .z = p->z},
                      noise);
}

// Computes the fractal sum of all images.
static void evaluate_piece(const tr_fractal_plan *plan, tr_isa isa, int width, piece *p) {
    const tr_scan *scan = &p->scan;
    const bool plain = plan->shape == TR_FRACTAL_PLAIN;
    memset(p->sums, 0, (size_t)scan->mirrors * sizeof *p->sums);
    for (int m = 0; m < scan->mirrors && !plain; m++)
        for (int i = 0; i < scan->count; i++)
            p->weights[m][i] = 1;
    for (int k = 0; k < plan->count; k++) {
        const tr_octave *octave = &plan->octaves[k];
        const tr_octave_weight entry = tr_fractal_entry(plan, k, width);
        const float factor = entry.amplitude * entry.fraction;
        const bool shows = entry.fraction > 0, scanned = shows && tr_scan_pays(octave, width);
        if (scanned) {
            // Plain octaves are added directly to the sum.
            if (!plain)
                memset(p->noise, 0, (size_t)scan->mirrors * sizeof *p->noise);
            TR_KERNEL_OF(isa, tr_sphere_walk)
            (octave, (int)plan->basis, (int)plan->interpolation, plain ? factor : 1, scan,
             plain ? p->sums[0] : p->noise[0]);
        }
        if (scanned && plain)
            continue;
        for (int m = 0; m < scan->mirrors; m++) {
            if (shows && !scanned)
                evaluate_directly(plan, isa, k, m, p, p->noise[m]);
            TR_KERNEL_OF(isa, tr_accumulate)(&entry, scan->count, p->noise[m], p->sums[m], p->weights[m]);
        }
    }
}

// ---- the map -----------------------------------------------------------------------------------

// The quarters of a row from the west are A, B, C, D. A piece runs from 180° (A, D) or 0° (B, C) towards 90°,
// so B and D contain it backwards. x is negative in A and D, z in C and D.
static bool runs_backwards(int quarter) { return quarter == 1 || quarter == 3; }

// The range of samples of a quarter that are in the rectangle, counted along pieces.
typedef struct range {
    int from, to;
} range;

static range meet(range a, range b) {
    range r = {a.from > b.from ? a.from : b.from, a.to < b.to ? a.to : b.to};
    return r.from < r.to ? r : (range){0, 0};
}

static range quarter_range(const tr_rectangle *where, int quarter) {
    const int samples = where->width / 4, west = quarter * samples;
    range r = meet((range){where->column - west, where->column + where->columns - west}, (range){0, samples});
    return runs_backwards(quarter) ? (range){samples - r.to, samples - r.from} : r;
}

// Adds the images of the piece's samples that lie in one row of a rectangle. out is the start of the row.
static void add_images(const tr_rectangle *where, range columns, int row, float *out, piece *p) {
    float up, around;
    tr_sphere_rows(where->width, row, 1, &around, &up);
    for (int quarter = 0; quarter < 4; quarter++) {
        range wanted = meet(quarter_range(where, quarter), columns);
        if (wanted.from == wanted.to)
            continue;
        const int samples = where->width / 4;
        const bool backwards = runs_backwards(quarter);
        int column = quarter * samples + (backwards ? samples - wanted.to : wanted.from) - where->column;
        const int m = p->scan.mirrors++;
        p->images[m] = (image){out + column, wanted.from - columns.from, wanted.to - wanted.from, backwards};
        // `around` is negative beyond a pole.
        p->scan.negative[m][0] = (quarter == 0 || quarter == 3) != (around < 0);
        p->scan.negative[m][1] = up < 0;
        p->scan.negative[m][2] = (quarter >= 2) != (around < 0);
    }
}

static void place_samples(int width, int row, piece *p) {
    float up, around;
    tr_sphere_rows(width, row, 1, &around, &up);
    around = around < 0 ? -around : around;
    p->scan.y = up < 0 ? -up : up;
    for (int i = 0; i < (p->scan.count + alignment - 1) / alignment * alignment; i++)
        p->scan.x[i] = p->cosine[i] * around, p->scan.z[i] = p->sine[i] * around;
}

static void store_images(piece *p) {
    for (int m = 0; m < p->scan.mirrors; m++) {
        const image *to = &p->images[m];
        const float *from = p->sums[m] + to->from;
        const size_t bytes = (size_t)to->count * sizeof *from;
        if (to->backwards) {
            float *turned = p->noise[m]; // no longer in use
            for (int i = 0; i < to->count; i++)
                turned[i] = from[to->count - 1 - i];
            from = turned;
        }
        if (p->stream)
            stream(bytes, from, to->out);
        else
            memcpy(to->out, from, bytes);
    }
}

// Evaluates the samples `columns` of the quarters of all rows.
static void scan_columns(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, range columns,
                         piece *p, float *out, tr_meter *meter) {
    const unsigned operations = TR_OCTAVE_OPERATIONS * (unsigned)tr_fractal_shown(plan, where->width);
    p->scan.count = columns.to - columns.from;
    tr_circle(where->width, columns.from, p->scan.count, p->cosine, p->sine);
    for (int i = p->scan.count; i % alignment; i++)
        p->cosine[i] = p->cosine[i - 1], p->sine[i] = p->sine[i - 1];
    const int height = where->width / 2, end = where->row + where->rows;
    for (int row = where->row; row < end; row++) {
        const int mirrored = height - 1 - row; // at the equator
        const bool within = mirrored >= where->row && mirrored < end && mirrored != row;
        if (within && mirrored < row)
            continue; // already done
        const size_t line = (size_t)where->columns;
        p->scan.mirrors = 0;
        add_images(where, columns, row, out + (size_t)(row - where->row) * line, p);
        if (within)
            add_images(where, columns, mirrored, out + (size_t)(mirrored - where->row) * line, p);
        if (!tr_meter_add(meter, operations * (unsigned)(p->scan.mirrors * p->scan.count)))
            return;
        place_samples(where->width, row, p);
        evaluate_piece(plan, isa, where->width, p);
        store_images(p);
    }
}

// For fractals on the sphere; the width must be a multiple of 4. Rows mirrored at the equator and quarters of
// rows share work if the rectangle contains both, so whole rows are most efficient.
static void scan_map(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                     tr_meter *meter) {
    const int samples = where->width / 4;
    assert(where->width % 4 == 0 && where->column >= 0 && where->column + where->columns <= where->width);
    piece p;
    p.stream = (size_t)where->rows * (size_t)where->columns * sizeof *out >= TR_STREAM_BYTES;
    for (int first = 0; first < samples; first += TR_WALK_COLUMNS) {
        range columns = {first + TR_WALK_COLUMNS, first}; // the union of all quarters
        for (int quarter = 0; quarter < 4; quarter++) {
            range r = meet(quarter_range(where, quarter), (range){first, first + TR_WALK_COLUMNS});
            if (r.from == r.to)
                continue;
            columns.from = r.from < columns.from ? r.from : columns.from;
            columns.to = r.to > columns.to ? r.to : columns.to;
        }
        columns.from -= columns.from % alignment;
        if (columns.from < columns.to)
            scan_columns(plan, isa, where, columns, &p, out, meter);
    }
    if (p.stream)
        stream_end();
}

// ---- any fractal -------------------------------------------------------------------------------

// Sample by sample, for fractals without a faster method. Works in blocks of some rows that share the positions
// of their columns.
static void evaluate_samples(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter) {
    const unsigned operations = TR_OCTAVE_OPERATIONS * (unsigned)tr_fractal_shown(plan, where->width);
    enum { rows_most = 16, columns_most = 128, most = rows_most * columns_most };
    float x[most], y[most], z[most], u[most], v[most], noise[most], weight[most], values[most];
    for (int j = 0; j < where->rows; j += rows_most)
        for (int i = 0; i < where->columns; i += columns_most) {
            const int rows = where->rows - j, columns = where->columns - i;
            const tr_rectangle part = {where->width, where->row + j, rows < rows_most ? rows : rows_most,
                                       where->column + i, columns < columns_most ? columns : columns_most};
            if (!tr_meter_add(meter, operations * (unsigned)(part.rows * part.columns)))
                return;
            tr_sphere_samples(&part, x, y, z, u, v);
            const tr_samples samples = {part.rows * part.columns, x, y, z, u, v};
            tr_fractal_evaluate(plan, isa, where->width, &samples, values, noise, weight);
            for (int row = 0; row < part.rows; row++)
                memcpy(out + (size_t)(j + row) * (size_t)where->columns + i, values + row * part.columns,
                       (size_t)part.columns * sizeof *out);
        }
}

// Whether a fractal on the sphere can be scanned by rows.
static bool is_scanned(const tr_fractal_plan *plan, int width) {
    return plan->basis != TR_BASIS_SIMPLEX && !plan->plane && width % 4 == 0;
}

void tr_fractal_evaluate_map(const tr_fractal_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                             tr_meter *meter) {
    if (plan->plane && plan->basis != TR_BASIS_SIMPLEX)
        TR_KERNEL_OF(isa, tr_plane_rows)(plan, where, out, meter);
    else if (is_scanned(plan, where->width))
        scan_map(plan, isa, where, out, meter);
    else
        evaluate_samples(plan, isa, where, out, meter);
}
