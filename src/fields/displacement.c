// Midpoint displacement, diamond-square and Olsen noise: a lattice that is refined level by level and solved
// once. On the sphere the lattice covers the faces of a cube; on the plane it is a grid over the map.
#include "fields/fractal.h"
#include "fields/private/list.h"
#include "fields/private/rows.h"

#include "base/size.h"
#include "noise/grids/cube.h"
#include "noise/grids/plane_grid.h"
#include "noise/maths/trig.h"

enum {
    TR_MAX_LATTICE = 4096,  // cells along an edge of the cube
    TR_MAX_COLUMNS = 16384, // columns of the lattice on the plane
};

typedef enum tr_displacement_method { TR_MIDPOINT, TR_DIAMOND_SQUARE, TR_OLSEN } tr_displacement_method;

// What midpoint displacement on the plane uses beyond its edges.
typedef enum tr_border {
    TR_BORDER_WRAP, // the opposite edge
    TR_BORDER_OPEN, // nothing
    TR_BORDER_LOW,  // nothing; the edges have the fixed value -1, which makes an island
    TR_BORDER_ZERO, // the same with 0, which joins maps together
    TR_BORDER_HIGH, // the same with 1, which makes a basin
    TR_BORDER_COUNT
} tr_border;

typedef struct tr_displacement {
    tr_domain domain;
    tr_number persistence; // amplitude ratio of successive levels; unused by Olsen noise
    double cells;   // of level 0: along an edge of the cube, or across the map; on the plane, 0 means a field
                    // that never repeats
    double levels;  // number of refinements; for Olsen noise level 0 counts too
    bool six_point; // older neighbours have double weight
    bool tent;      // Olsen noise: a smoother blur
    double x, y, columns;     // plane: the window of samples that the map shows; columns 0: one whole period
    tr_border border;         // midpoint displacement, plane
    char from[TR_NAME_BYTES]; // midpoint displacement: earlier layer of lattice noise that gives level 0, or ""
    tr_points points;         // midpoint displacement
} tr_displacement;

FITS(tr_displacement);

// ---- parameters --------------------------------------------------------------------------------

static const char *const border_names[] = {"wrap", "open", "low", "zero", "high", NULL};

// clang-format off
#define AT(member) IN_LAYER(tr_displacement, member)
#define DOMAIN_ROW {"domain", CHOICE, AT(domain), .names = tr_domain_names, .label = "Domain", .what = "around the sphere, or on the flat map", .effect = REFORMS}
#define CELLS_ROW {"cells", WHOLE, AT(cells), .low = 0, .high = TR_MAX_COLUMNS, .fallback = 2, .label = "Base cells", .what = "cells of the coarsest level along an edge of the cube, or across the map; 0 on the plane: never repeats", .slide_low = 1, .slide_high = 64, .logarithmic = true, .effect = REFORMS}
#define LEVELS_ROW {"levels", WHOLE, AT(levels), .low = 0, .high = 40, .fallback = 9, .label = "Detail levels", .what = "how often the detail is refined: each level halves the cells", .slide_low = 1, .slide_high = 11, .effect = REFORMS}
#define PERSISTENCE_ROW {"persistence", KNOBBED, AT(persistence), .low = 0, .high = 2, .knob = TR_KNOB_PERSISTENCE, .label = "Persistence", .what = "how strong each level is compared with the one before: higher is rougher", .slide_low = 0, .slide_high = 1, .effect = REFORMS}
#define SIX_POINT_ROW {"six_point", FLAG, AT(six_point), .label = "Six points", .what = "older neighbours count double: fewer dimples", .effect = REFORMS}
#define WINDOW_ROW {"x", WHOLE, AT(x), .low = -1e15, .high = 1e15, .fallback = 0, .unit = "samples", .label = "Window: x", .what = "plane: first column of the window that the map shows, in samples", .slide_low = -4096, .slide_high = 4096, .effect = REFORMS}, {"y", WHOLE, AT(y), .low = -1e15, .high = 1e15, .fallback = 0, .unit = "samples", .label = "Window: y", .what = "plane: first row of it", .slide_low = -4096, .slide_high = 4096, .effect = REFORMS}
#define COLUMNS_ROW {"columns", WHOLE, AT(columns), .low = 0, .high = TR_MAX_COLUMNS, .fallback = 0, .unit = "samples", .label = "Window: columns", .what = "plane: samples across the map, 0: one period", .slide_low = 0, .slide_high = 4096, .effect = REFORMS}
static const tr_parameter midpoint_rows[] = {
    DOMAIN_ROW,
    CELLS_ROW,
    LEVELS_ROW,
    PERSISTENCE_ROW,
    SIX_POINT_ROW,
    {"border", CHOICE, AT(border), .names = border_names, .label = "Border", .what = "edges of the flat map: they wrap, are open, or are fixed at -1, 0 or 1", .effect = REFORMS},
    {"from", NAME, AT(from), .size = TR_NAME_BYTES, .label = "Starts from", .what = "layer of noise that gives the coarsest level, without its distortion and amount", .effect = REFORMS},
    {"points", POINTS, AT(points), .label = "Points", .what = "fixed values: [[latitude, longitude, value], ...], on the plane [[u, v, value], ...]", .effect = REFORMS},
    COLUMNS_ROW,
};
static const tr_parameter square_rows[] = {
    DOMAIN_ROW,
    CELLS_ROW,
    LEVELS_ROW,
    PERSISTENCE_ROW,
    SIX_POINT_ROW,
    WINDOW_ROW,
    COLUMNS_ROW,
};
static const tr_parameter olsen_rows[] = {
    DOMAIN_ROW,
    CELLS_ROW,
    {"levels", WHOLE, AT(levels), .low = 1, .high = 16, .fallback = 10, .label = "Detail levels", .what = "how often the detail is refined: each level but the first halves the cells", .effect = REFORMS},
    {"tent", FLAG, AT(tent), .label = "Smooth", .what = "softer blur, with weights 1-2-1 instead of 1-1-1", .effect = REFORMS},
    WINDOW_ROW,
    COLUMNS_ROW,
};
// clang-format on

static tr_displacement_method method_of(const tr_layer *layer) {
    return layer->kind == &tr_field_midpoint.kind ? TR_MIDPOINT
           : layer->kind == &tr_field_olsen.kind  ? TR_OLSEN
                                                  : TR_DIAMOND_SQUARE;
}

// The number of cells of the finest level along an edge of the cube or across the map. For Olsen noise level 0
// is one of the levels.
static double finest_cells(const tr_displacement *d, tr_displacement_method method) {
    return d->cells * (double)((int64_t)1 << ((int)d->levels - (method == TR_OLSEN)));
}

// ---- checks -----------------------------------------------------------------------------------

// Checks the size of the lattice.
static tr_status check_lattice(const tr_layer *layer, tr_displacement_method method, tr_error *error) {
    const tr_displacement *d = PARAMETERS(tr_displacement, layer);
    const bool plane = d->domain == TR_DOMAIN_PLANE, olsen = method == TR_OLSEN;
    const double across = finest_cells(d, method);
    const char *formula = olsen ? "cells * 2^(levels - 1)" : "cells * 2^levels";
    if (!plane && d->cells < 1)
        return tr_recipe_fail(error, "layers", layer->name, "cells",
                              "cells is 0, but round the sphere it must be 1 … %d", TR_MAX_LATTICE);
    if (!plane && across > TR_MAX_LATTICE)
        return tr_recipe_fail(error, "layers", layer->name, "levels", "%s is %.0f, but must be at most %d",
                              formula, across, TR_MAX_LATTICE);
    if (!plane && (d->columns != 0 || d->x != 0 || d->y != 0))
        return tr_recipe_fail(error, "layers", layer->name,
                              d->columns != 0 ? "columns"
                              : d->x != 0     ? "x"
                                              : "y",
                              "only a field on the plane has a window: set domain to plane");
    if (!plane)
        return TR_OK;
    if (d->cells != 2 * (double)(int)(d->cells / 2))
        return tr_recipe_fail(error, "layers", layer->name, "cells",
                              "cells is %g, but on the plane, which is half as high as wide, it must be even",
                              d->cells);
    if (method == TR_MIDPOINT && d->cells < 2)
        return tr_recipe_fail(error, "layers", layer->name, "cells",
                              "cells is 0, but midpoint displacement needs 2 or more");
    if (d->columns == 0 && d->cells == 0)
        return tr_recipe_fail(error, "layers", layer->name, "columns",
                              "columns is 0, but a field that never repeats needs a window: 2 … %d",
                              TR_MAX_COLUMNS);
    if (d->columns == 0 && across > TR_MAX_COLUMNS)
        return tr_recipe_fail(error, "layers", layer->name, "levels",
                              "%s is %.0f, but must be at most %d (or set columns: the window to show)",
                              formula, across, TR_MAX_COLUMNS);
    if (d->columns == 1)
        return tr_recipe_fail(error, "layers", layer->name, "columns", "columns is 1, but must be 0 or 2 … %d",
                              TR_MAX_COLUMNS);
    return TR_OK;
}

// Checks that given points lie on the sphere or the map. Longitudes may exceed one turn.
static tr_status check_points(const tr_layer *layer, tr_error *error) {
    const tr_displacement *d = PARAMETERS(tr_displacement, layer);
    for (int i = 0; i < d->points.count; i++) {
        const double *p = d->points.points[i];
        if (d->domain == TR_DOMAIN_PLANE && !(p[0] >= 0 && p[0] <= 1 && p[1] >= 0 && p[1] <= 1))
            return tr_recipe_fail(error, "layers", layer->name, "points",
                                  "points: point %d is [%g, %g, …], but on the plane u and v must be 0 … 1", i,
                                  p[0], p[1]);
        if (d->domain == TR_DOMAIN_SPHERE && !(fabs(p[0]) <= 90))
            return tr_recipe_fail(error, "layers", layer->name, "points",
                                  "points: point %d has latitude %g, but it must be -90 … 90", i, p[0]);
    }
    return TR_OK;
}

// Index of the earlier layer of lattice noise that gives level 0, or -1.
static int find_from(const tr_recipe *recipe, int index) {
    const char *from = PARAMETERS(tr_displacement, &recipe->layers[index])->from;
    const int found = from[0] ? tr_recipe_find_layer(recipe, index, from) : -1;
    return found >= 0 && tr_field_is_fractal(tr_layer_type(&recipe->layers[found])) ? found : -1;
}

static tr_status check_from(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const char *from = PARAMETERS(tr_displacement, layer)->from;
    const int found = find_from(recipe, index);
    if (from[0] == 0)
        return TR_OK;
    if (found < 0)
        return tr_recipe_fail(error, "layers", layer->name, "from",
                              "no layer of lattice noise before this one is called '%s'", from);
    return tr_layer_on_plane(&recipe->layers[found]) == tr_layer_on_plane(layer)
               ? TR_OK
               : tr_recipe_fail(error, "layers", layer->name, "from", "its domain differs from that of '%s'",
                                from);
}

static tr_status check(const tr_recipe *recipe, int index, tr_error *error) {
    const tr_layer *layer = &recipe->layers[index];
    const tr_displacement_method method = method_of(layer);
    tr_status status = check_lattice(layer, method, error);
    if (status == TR_OK && method == TR_MIDPOINT)
        status = check_points(layer, error);
    return status == TR_OK && method == TR_MIDPOINT ? check_from(recipe, index, error) : status;
}

// ---- the problem -------------------------------------------------------------------------------

enum { faces = TR_CUBE_FACES };

// The parameters of a layer after its knobs. problem->from is the fractal of the layer that supplies level 0,
// or NULL.
static const tr_displacement *numbers_of(const tr_problem *p) {
    return PARAMETERS(tr_displacement, (const tr_layer *)p->element);
}

typedef struct lattice {
    bool plane;
    tr_cube cube;       // sphere
    tr_plane_grid grid; // plane
} lattice;

// Limits for the lattices of previews: maps 512 texels wide show little more detail.
enum { preview_cells = 256, preview_columns = 1024 };

// Halves the resolution: one level less, or half the cells if there is only one level. The window is halved
// too, so that it shows the same part. With a window, midpoint displacement derives its levels from the
// columns.
static void halve(tr_displacement_method method, tr_displacement *d) {
    if (method != TR_MIDPOINT || d->columns <= 0) {
        if (d->levels > 1)
            d->levels--;
        else // must stay even on the plane
            d->cells = d->domain == TR_DOMAIN_PLANE ? 2 * floor(d->cells / 4) : floor(d->cells / 2);
    }
    d->columns = floor(d->columns / 2), d->x = floor(d->x / 2), d->y = floor(d->y / 2);
}

static void coarsen(void *element, int cells) {
    const tr_displacement_method method = method_of(element);
    tr_displacement *d = (tr_displacement *)(void *)((tr_layer *)element)->parameters;
    const double most = d->domain == TR_DOMAIN_PLANE ? preview_columns : cells;
    while ((d->columns > 0 ? d->columns : finest_cells(d, method)) > most)
        halve(method, d);
    if (method == TR_MIDPOINT && d->columns > 0 && d->cells > d->columns)
        d->cells = 2 * floor(d->columns / 2); // cells beyond the window are computed too
}

// ---- round the sphere --------------------------------------------------------------------------

// Evaluates the noise for level 0 at the lattice points of the cube. A task is a row of a face.
typedef struct cube_start {
    const tr_problem *problem;
    tr_isa isa;
    int cells;
    float *out;
} cube_start;

static void start_cube_row(void *context, int index, int worker) {
    (void)worker;
    const cube_start *s = context;
    const int side = s->cells + 1;
    float spare[2][TR_BLOCK_SAMPLES], *out = s->out + (size_t)index * (size_t)side;
    float x[TR_MAX_LATTICE + 1], y[TR_MAX_LATTICE + 1], z[TR_MAX_LATTICE + 1];
    tr_cube_row(s->problem->home, s->cells, index / side, index % side, x, y, z);
    for (int first = 0; first < side; first += TR_BLOCK_SAMPLES) {
        const int left = side - first;
        const tr_samples at = {.count = left < TR_BLOCK_SAMPLES ? left : TR_BLOCK_SAMPLES,
                               .x = x + first,
                               .y = y + first,
                               .z = z + first};
        tr_fractal_evaluate(s->problem->from, s->isa, 4 * s->cells, &at, out + first, spare[0], spare[1]);
    }
}

static tr_status cube_base(const tr_problem *p, const tr_prepare_context *m, float **out, tr_error *error) {
    const int cells = (int)numbers_of(p)->cells;
    const size_t side = (size_t)cells + 1;
    cube_start s = {.problem = p, .isa = m->isa, .cells = cells};
    s.out = tr_allocate(faces * side * side, sizeof *s.out);
    tr_status status =
        s.out ? tr_pool_run_watched(m->pool, faces * (cells + 1), start_cube_row, &s, m->watch, error)
              : tr_fail(error, TR_NO_MEMORY, "no memory for a cube of %d cells", cells);
    *out = s.out; // set even on failure; the caller frees it
    return status;
}

static tr_cube_given cube_given(const double point[3]) {
    double up, around, sine, cosine;
    tr_sincos(point[0] * (TR_PI / 180), &up, &around);
    tr_sincos(point[1] * (TR_PI / 180), &sine, &cosine);
    return (tr_cube_given){.direction = {around * cosine, up, -around * sine}, .value = (float)point[2]};
}

static tr_status solve_cube(const tr_problem *p, const tr_prepare_context *m, tr_cube *cube, tr_error *error) {
    const tr_displacement *d = numbers_of(p);
    if (method_of(p->element) == TR_OLSEN) {
        const tr_olsen_numbers olsen = {
            .seed = p->home, .levels = (int)d->levels, .tent = d->tent, .watch = m->watch};
        return tr_cube_olsen(&olsen, (int)d->cells << (olsen.levels - 1), m->isa, m->pool, cube, error);
    }
    tr_cube_given given[TR_MAX_POINTS];
    for (int i = 0; i < d->points.count; i++)
        given[i] = cube_given(d->points.points[i]);
    float *base = NULL;
    tr_status status = p->from ? cube_base(p, m, &base, error) : TR_OK;
    const tr_cube_numbers numbers = {.seed = p->home,
                                     .base_cells = (int)d->cells,
                                     .levels = (int)d->levels,
                                     .persistence = d->persistence.plus,
                                     .six_point = d->six_point,
                                     .base = base,
                                     .given = given,
                                     .given_count = d->points.count,
                                     .watch = m->watch};
    if (status == TR_OK)
        status = tr_cube_diamond_square(&numbers, m->isa, m->pool, cube, error);
    tr_free(base);
    return status;
}

// ---- on the plane ------------------------------------------------------------------------------

// Scales results, and polls the watch for each row of them.
static tr_status scale_rows(const tr_prepare_context *m, tr_plane_grid *grid, float scale, float offset,
                            tr_error *error) {
    float *row = grid->values;
    for (int j = 0; j < grid->rows && !tr_watch_stopped(m->watch); j++, row += grid->columns)
        for (int i = 0; i < grid->columns; i++)
            row[i] = row[i] * scale + offset;
    return tr_watch_check(m->watch, error);
}

static tr_status solve_olsen(const tr_problem *p, const tr_prepare_context *m, tr_plane_grid *grid,
                             tr_error *error) {
    const tr_displacement *d = numbers_of(p);
    const size_t columns = (size_t)grid->columns, rows = (size_t)grid->rows;
    const tr_olsen_numbers numbers = {.seed = p->home,
                                      .levels = (int)d->levels,
                                      .tent = d->tent,
                                      .period = {(int64_t)d->cells, (int64_t)d->cells / 2},
                                      .watch = m->watch};
    uint16_t *whole = tr_allocate(columns * rows, sizeof *whole);
    tr_status status = whole ? tr_olsen_2d(&numbers, m->isa, m->pool, (int64_t)d->x, (int64_t)d->y,
                                           grid->columns, grid->rows, whole, error)
                             : tr_fail(error, TR_NO_MEMORY, "no memory for %zu values", columns * rows);
    for (size_t i = 0; i < columns * rows && status == TR_OK; i++)
        grid->values[i] = (float)whole[i]; // NOLINT(clang-analyzer-core.*): both arrays are set
    tr_free(whole);
    return status == TR_OK ? scale_rows(m, grid, 2 / (float)((1u << numbers.levels) - 1), -1, error) : status;
}

static tr_status solve_diamond_square(const tr_problem *p, const tr_prepare_context *m, tr_plane_grid *grid,
                                      tr_error *error) {
    const tr_displacement *d = numbers_of(p);
    const tr_diamond_square_numbers numbers = {.seed = p->home,
                                               .iterations = (int)d->levels,
                                               .persistence = d->persistence.plus,
                                               .six_point = d->six_point,
                                               .period_x = (int64_t)d->cells,
                                               .period_y = (int64_t)d->cells / 2,
                                               .watch = m->watch};
    const tr_status status = tr_diamond_square(&numbers, m->isa, m->pool, (int64_t)d->x, (int64_t)d->y,
                                               grid->columns, grid->rows, grid->values, error);
    return status == TR_OK ? scale_rows(m, grid, 1, 0, error) : status;
}

// Computes level 0 from noise, which gets three quarters of the range; the offsets get the rest. A task is a
// row.
typedef struct plane_grid_start {
    const tr_problem *problem;
    tr_isa isa;
    double sample; // half a sample, in cells: point i is sample 2^levels i
    int columns;
    float *out;
} plane_grid_start;

static void start_plane_grid_row(void *context, int j, int worker) {
    (void)worker;
    enum { most = 256 };
    const plane_grid_start *s = context;
    const double cells = numbers_of(s->problem)->cells;
    float u[most], v[most], value[most], spare[2][most];
    float *out = s->out + (size_t)j * (size_t)s->columns;
    for (int first = 0; first < s->columns; first += most) {
        const int count = s->columns - first < most ? s->columns - first : (int)most;
        for (int i = 0; i < count; i++)
            u[i] = (float)((first + i + s->sample) / cells - (first + i >= (int)cells)),
            v[i] = (float)((j + s->sample) / (cells / 2));
        const tr_samples at = {.count = count, .u = u, .v = v};
        tr_fractal_evaluate(s->problem->from, s->isa, s->columns, &at, value, spare[0], spare[1]);
        for (int i = 0; i < count; i++)
            out[first + i] = 0.5f + 0.375f * value[i];
    }
}

// The first multiple of `step` that is at or beyond sample `last`.
static int point_beyond(int last, int step) { return (last + step - 1) / step * step; }

// Adds a point every `step` samples along column (`down`) or row `at`, until `last` or just beyond.
static int give_edge(tr_given *out, int at, int last, int step, bool down, float value) {
    const int count = point_beyond(last, step) / step + 1;
    for (int i = 0; i < count; i++)
        out[i] = (tr_given){down ? at : i * step, down ? i * step : at, value};
    return count;
}

// Fixes the edges of the window. Where the lattice is wider than the window, the far edges lie between points
// of coarser levels. For these levels the points just beyond the edge are fixed, so that the noise reaches the
// border value.
static int give_border(int levels, int columns, int rows, float value, tr_given *out) {
    const int right = columns - 1, low = rows - 1;
    int count = give_edge(out, 0, low, 1, true, value);
    count += give_edge(out + count, 0, right, 1, false, value);
    for (int step = 1 << levels; step > 0; step /= 2) {
        count += give_edge(out + count, point_beyond(right, step), low, step, true, value);
        count += give_edge(out + count, point_beyond(low, step), right, step, false, value);
    }
    return count;
}

// Capacity for the result of plane_grid_fixed: an edge has at most last / step + 2 points.
static size_t fixed_capacity(int levels, int columns, int rows) {
    return TR_MAX_POINTS + 3 * ((size_t)columns + (size_t)rows) + 4 * ((size_t)levels + 2);
}

// Collects the given points of a recipe for a window of columns x rows, moved to the first level with at least
// TR_GIVEN_CELLS cells across, and the points of a fixed border.
static int plane_grid_fixed(const tr_displacement *d, int levels, int columns, int rows, tr_given *out) {
    const bool wrap = d->border == TR_BORDER_WRAP;
    const int end = wrap ? 0 : 1, across = (int)d->cells << levels, down = across / 2;
    int count = 0, level = 0;
    while (level < levels && (int)d->cells << level < TR_GIVEN_CELLS)
        level++;
    const int step = 1 << (levels - level);
    for (int i = 0; i < d->points.count; i++) {
        const double *p = d->points.points[i];
        int x = step * (int)floor(p[0] * (columns - end) / step + 0.5),
            y = step * (int)floor(p[1] * (rows - end) / step + 0.5);
        if (wrap)
            x = ((x % across) + across) % across, y = ((y % down) + down) % down;
        else
            x = x < 0 ? 0 : x > across ? across : x, y = y < 0 ? 0 : y > down ? down : y;
        // NOLINTNEXTLINE(clang-analyzer-core.*): the capacity suffices
        out[count++] = (tr_given){x, y, 0.5f + 0.5f * (float)p[2]};
    }
    if (d->border >= TR_BORDER_LOW)
        count += give_border(levels, columns, rows, 0.5f * (float)(d->border - TR_BORDER_LOW), out + count);
    return count;
}

// The number of levels that tr_midpoint uses.
static int midpoint_levels(const tr_displacement *d) {
    const int end = d->border == TR_BORDER_WRAP ? 0 : 1;
    int levels = d->columns > 0 ? 0 : (int)d->levels; // with a window the size determines the levels
    while (((int)d->cells << levels) + end < (int)d->columns)
        levels++;
    return levels;
}

static tr_status solve_midpoint(const tr_problem *p, const tr_prepare_context *m, tr_plane_grid *grid,
                                tr_error *error) {
    const tr_displacement *d = numbers_of(p);
    const int levels = midpoint_levels(d), end = d->border == TR_BORDER_WRAP ? 0 : 1;
    tr_midpoint_numbers numbers = {.width = grid->columns,
                                   .height = grid->rows,
                                   .wrap = d->border == TR_BORDER_WRAP,
                                   .persistence = d->persistence.plus,
                                   .six_point = d->six_point,
                                   .seed = p->home,
                                   .base_width = (int)d->cells + end,
                                   .base_height = (int)d->cells / 2 + end,
                                   .watch = m->watch};
    tr_given *given;
    float *base;
    tr_status status = TR_ALLOCATE(TR_ARRAY(given, fixed_capacity(levels, grid->columns, grid->rows)),
                                   TR_ARRAY(base, (size_t)numbers.base_width * (size_t)numbers.base_height))
                           ? TR_OK
                           : tr_fail(error, TR_NO_MEMORY, "no memory for given points");
    if (status == TR_OK) {
        numbers.given = given;
        numbers.given_count = plane_grid_fixed(d, levels, grid->columns, grid->rows, given);
        if (p->from) {
            const double reach = tr_subdivision_reach(levels, d->persistence.plus, d->six_point);
            plane_grid_start s = {.problem = p,
                                  .isa = m->isa,
                                  .sample = 0.5 / (double)(1 << levels),
                                  .columns = numbers.base_width,
                                  .out = base};
            status =
                tr_pool_run_watched(m->pool, numbers.base_height, start_plane_grid_row, &s, m->watch, error);
            numbers.base = base;
            numbers.amplitude = reach > 0 ? 0.125 / (reach * 1.00001) : 0;
        }
    }
    if (status == TR_OK)
        status = tr_midpoint(&numbers, m->isa, m->pool, grid->values, error);
    tr_free(given);
    return status == TR_OK ? scale_rows(m, grid, 2, -1, error) : status;
}

static tr_status solve_plane_grid(const tr_problem *p, const tr_prepare_context *m, tr_plane_grid *grid,
                                  tr_error *error) {
    const tr_displacement *d = numbers_of(p);
    const tr_displacement_method method = method_of(p->element);
    const int levels = method == TR_OLSEN      ? (int)d->levels - 1
                       : method == TR_MIDPOINT ? midpoint_levels(d)
                                               : (int)d->levels;
    const double period = d->cells * (double)((int64_t)1 << levels);
    const int end = method == TR_MIDPOINT && d->border != TR_BORDER_WRAP;
    const int columns = d->columns > 0 ? (int)d->columns : (int)period + end, rows = (columns + end) / 2;
    const tr_status status =
        tr_plane_grid_create(columns, rows, !end && (double)columns == period, grid, error);
    if (status != TR_OK)
        return status;
    return method == TR_MIDPOINT         ? solve_midpoint(p, m, grid, error)
           : method == TR_DIAMOND_SQUARE ? solve_diamond_square(p, m, grid, error)
                                         : solve_olsen(p, m, grid, error);
}

// ---- the field ---------------------------------------------------------------------------------

// Adds the operations: each level has a quarter of the points of the next.
static void count(const tr_problem *p, const tr_prepare_context *m, const lattice *l) {
    const uint64_t side = (uint64_t)l->cube.cells + 1, cells = (uint64_t)numbers_of(p)->cells;
    const uint64_t points = l->plane ? (uint64_t)l->grid.columns * (uint64_t)l->grid.rows : faces * side * side;
    const uint64_t start = l->plane ? cells * cells / 2 : faces * cells * cells;
    const tr_fractal_plan *from = p->from;
    tr_meter_add(m->meter, 6 * points + (from ? TR_OCTAVE_OPERATIONS * (uint64_t)from->count * start : 0));
}

static tr_status solve(const tr_problem *p, const tr_prepare_context *m, void *solution, tr_error *error) {
    lattice *out = solution;
    out->plane = numbers_of(p)->domain == TR_DOMAIN_PLANE;
    const tr_status status =
        out->plane ? solve_plane_grid(p, m, &out->grid, error) : solve_cube(p, m, &out->cube, error);
    count(p, m, out);
    return status;
}

static void clear(void *solution) {
    lattice *l = solution;
    tr_cube_clear(&l->cube);
    tr_plane_grid_clear(&l->grid);
}

static const tr_solver solver = {sizeof(lattice), coarsen, preview_cells, solve, clear};

static const lattice *lattice_of(const tr_field_plan *plan) { return tr_solution_of(plan->solution); }

static void evaluate_map(const tr_field_plan *plan, tr_isa isa, const tr_rectangle *where, float *out,
                         tr_meter *meter) {
    enum { rows_most = 8 }; // rows at a time; rows share no work
    (void)isa;
    for (int j = 0; j < where->rows; j += rows_most) {
        tr_rectangle some = *where;
        some.row += j, some.rows = where->rows - j < rows_most ? where->rows - j : rows_most;
        if (tr_meter_add(meter, TR_CUBE_OPERATIONS * (unsigned)(some.columns * some.rows)))
            tr_plane_grid_sample(&lattice_of(plan)->grid, &some, out + (size_t)j * (size_t)where->columns);
    }
}

static void cost(const tr_recipe *recipe, int index, int width, tr_cost *cost) {
    (void)width;
    const tr_layer *layer = &recipe->layers[index];
    const tr_displacement *d = PARAMETERS(tr_displacement, layer);
    const bool plane = d->domain == TR_DOMAIN_PLANE;
    const double columns = plane && d->columns > 0 ? d->columns : finest_cells(d, method_of(layer));
    const double points = plane ? columns * (columns / 2 + 1) : faces * (columns + 1) * (columns + 1);
    const double base = plane ? d->cells * d->cells / 2 : faces * d->cells * d->cells; // points of level 0
    cost->kept = 4 * points;
    cost->making = 2 * points + 4 * base;
    cost->operations = 7 * points + (d->from[0] ? 100 * base : 0);
    cost->sample = TR_CUBE_OPERATIONS;
}

static tr_status prepare(const tr_prepare_context *m, int index, tr_field_plan *plan) {
    tr_layer layer = tr_layer_under_knobs(m->recipe, &m->recipe->layers[index]);
    const int from = find_from(m->recipe, index);
    tr_problem problem = {.kind = layer.kind, .element = &layer, .home = plan->seed};
    if (from >= 0) {
        problem.from = tr_layer_fractal(&m->fields[from]);
        problem.from_key = m->fields[from].cache_key;
    }
    const tr_status status = tr_solution_obtain(m, &solver, &problem, &plan->solution);
    if (status == TR_OK && lattice_of(plan)->plane)
        plan->evaluate_map = evaluate_map;
    return status;
}

static void evaluate(const tr_field_plan *plan, const tr_block *b, float *restrict out) {
    if (tr_meter_add(b->meter, TR_CUBE_OPERATIONS * (unsigned)b->count))
        TR_KERNEL_OF(b->isa, tr_cube_sample)(&lattice_of(plan)->cube, b->count, b->x, b->y, b->z, out);
}

// ---- examples ----------------------------------------------------------------------------------

static void fit(tr_recipe *recipe, int index, int width, bool (*is_set)(const void *user, const char *key),
                const void *user) {
    tr_layer *layer = &recipe->layers[index];
    const tr_displacement_method method = method_of(layer);
    tr_displacement *d = (tr_displacement *)(void *)layer->parameters;
    const bool plane = d->domain == TR_DOMAIN_PLANE, from = index > 0;
    if (from) // the noise layer of the example has the same domain
        ((tr_fractal *)(void *)recipe->layers[0].parameters)->domain = d->domain;
    // Two cells across a map are one hill and one hollow, as many as the cube has round the equator. Detail of
    // the starting noise is visible where cells are finer than it.
    if (!is_set(user, "cells") && (plane || from))
        d->cells = !from ? 8 : plane ? 32 : 16;
    double across = plane ? d->cells : 4 * d->cells;
    int levels = method == TR_OLSEN ? 1 : 0; // Olsen noise counts level 0
    const int most = method == TR_OLSEN ? 16 : 20;
    // four faces of the cube go round the equator
    while (across > 0 && across < width && levels < most && (plane || across < 4 * TR_MAX_LATTICE))
        levels++, across *= 2;
    if (!is_set(user, "levels") && across > 0)
        d->levels = levels;
    // One whole period joins itself at the seam of the map; a window does not.
    const double halvings = d->levels - (method == TR_OLSEN);
    if (!plane || d->border != TR_BORDER_WRAP || is_set(user, "columns") || !(halvings >= 0 && halvings <= 40))
        return; // the check of the recipe rejects values out of range
    const double period = finest_cells(d, method);
    if (period <= 0 || period > TR_MAX_COLUMNS)
        d->columns = width;
}

// ---- the types ---------------------------------------------------------------------------------

#define COMMON .range = {-1, 1}, .cost = cost, .prepare = prepare, .evaluate = evaluate

const tr_field_type tr_field_midpoint = {
    .kind = {.name = "midpoint",
             .what = "midpoint displacement, from given points or another field if you like",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", midpoint_rows),
             .check = check},
    .example = {.name = "midpoint", .json = EXAMPLE("midpoint", ""), .fit = fit},
    COMMON};

const tr_field_type tr_field_diamond_square = {
    .kind = {.name = "diamond_square",
             .what = "diamond-square: any window of an infinite field",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", square_rows),
             .check = check},
    .example = {.name = "diamond_square", .json = EXAMPLE("diamond_square", ""), .fit = fit},
    COMMON};

const tr_field_type tr_field_olsen = {
    .kind = {.name = "olsen",
             .what = "Olsen noise: diamond-square without its bias, in whole numbers",
             .parameters = TR_PARAMETER_TABLE("layers.NAME.", olsen_rows),
             .check = check},
    .example = {.name = "olsen", .json = EXAMPLE("olsen", ""), .fit = fit},
    COMMON};
