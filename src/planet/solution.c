#include "planet/solution.h"
#include "base/hash.h"
#include "base/size.h"
#include "noise/diamond_square.h"
#include "noise/midpoint.h"
#include "noise/trig.h"

enum { faces = TR_CUBE_FACES };

// ---- what tells problems apart -----------------------------------------------------------------

static uint64_t sign_displacement(uint64_t h, const plan_displacement *p) {
    const tr_displacement *d = &p->numbers;
    const double numbers[] = {p->field, d->domain,  p->persistence,    d->cells, d->levels,    d->x,
                              d->y,     d->columns, (double)d->border, d->tent,  d->six_point, d->point_count};
    h = tr_hash_numbers(tr_hash_pair(h, p->seed), numbers, sizeof numbers / sizeof numbers[0]);
    for (int i = 0; i < d->point_count; i++)
        h = tr_hash_numbers(h, d->points[i], 3);
    return h;
}

static uint64_t sign_terrain(uint64_t h, const terrain_numbers *n) {
    const double numbers[] = {n->cells,   n->plates,    n->erosion,     n->continental, n->land,
                              n->scale,   n->noisiness, n->persistence, n->mountains,   n->hot_spots,
                              n->wetness, n->rivers,    n->lakes};
    return tr_hash_numbers(tr_hash_pair(h, n->seed), numbers, sizeof numbers / sizeof numbers[0]);
}

static uint64_t sign_flow(uint64_t h, const tr_flow_numbers *n) {
    const double numbers[] = {n->cells,
                              n->time,
                              n->jets,
                              n->jet_width,
                              n->equator,
                              n->equator_width_rad,
                              n->turbulence,
                              n->eddy_scale,
                              n->turns,
                              n->storms,
                              n->storm_radius,
                              n->storm_latitude_deg,
                              n->storm_longitude_deg,
                              n->pearls,
                              n->pearl_radius,
                              n->pearl_latitude_deg,
                              n->pearl_longitude_deg,
                              n->vortices,
                              n->radius_min,
                              n->radius_max};
    return tr_hash_numbers(tr_hash_pair(h, n->seed), numbers, sizeof numbers / sizeof numbers[0]);
}

uint64_t plan_problem_sign(const plan_problem *p) {
    const uint64_t h = tr_hash_pair(p->kind, p->from);
    switch (p->kind) {
    case PLAN_DISPLACEMENT:
        return sign_displacement(h, &p->displacement);
    case PLAN_TERRAIN:
        return sign_terrain(h, &p->terrain);
    case PLAN_FLOW:
        return sign_flow(h, &p->flow);
    case PLAN_OF_FLOW:
        break;
    }
    return tr_hash_pair(h, (uint64_t)p->of_flow.field << 8 | (uint64_t)p->of_flow.which);
}

// ---- for a preview -----------------------------------------------------------------------------

// The finest lattices of previews: texels of maps that are 512 wide see little more, and these are solved
// before somebody who waits for them would notice.
enum { preview_terrain_cells = 64, preview_flow_cells = 96, preview_cells = 256, preview_columns = 1024 };

// Fewer levels. A window of given columns on the plane has its resolution from them and stays.
static void coarsen_displacement(plan_displacement *p) {
    tr_displacement *d = &p->numbers;
    const bool plane = d->domain == TR_DOMAIN_PLANE, olsen = p->field == TR_FIELD_OLSEN;
    const double most = plane ? preview_columns : preview_cells;
    while (d->columns <= 0 && d->levels > 1 &&
           d->cells * (double)((int64_t)1 << ((int)d->levels - olsen)) > most)
        d->levels--;
}

void plan_problem_coarsen(plan_problem *p) {
    if (p->kind == PLAN_TERRAIN && p->terrain.cells > preview_terrain_cells)
        p->terrain.cells = preview_terrain_cells;
    if (p->kind == PLAN_FLOW && p->flow.cells > preview_flow_cells)
        p->flow.cells = preview_flow_cells;
    if (p->kind == PLAN_DISPLACEMENT)
        coarsen_displacement(&p->displacement);
}

// ---- round the sphere --------------------------------------------------------------------------

// The noise that level 0 is taken from, at the lattice points of the cube.
static tr_status cube_base(const plan_displacement *p, const tr_noise_kernels *noise, int cells, float **out,
                           tr_error *error) {
    const int side = cells + 1;
    float *base = tr_allocate((size_t)faces * (size_t)side * (size_t)side, sizeof *base);
    float *row = tr_allocate((size_t)side, 5 * sizeof *row);
    for (int k = 0; base && row && k < faces * side; k++) {
        float *x = row, *y = x + side, *z = y + side;
        tr_cube_row(p->seed, cells, k / side, k % side, x, y, z);
        const tr_samples at = {.count = side, .x = x, .y = y, .z = z};
        tr_fractal_evaluate(p->from, noise, 4 * cells, &at, base + (size_t)k * (size_t)side, z + side,
                            z + 2 * side);
    }
    if (!base || !row) {
        free(base);
        base = NULL;
    }
    free(row);
    *out = base;
    return base ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a cube of %d cells", cells);
}

static tr_cube_given cube_given(const double point[3]) {
    double up, around, sine, cosine;
    tr_sincos(point[0] * (TR_PI / 180), &up, &around);
    tr_sincos(point[1] * (TR_PI / 180), &sine, &cosine);
    return (tr_cube_given){.direction = {around * cosine, up, -around * sine}, .value = (float)point[2]};
}

static tr_status solve_cube(const plan_displacement *p, const plan_solver *with, tr_cube *cube,
                            tr_error *error) {
    const tr_displacement *d = &p->numbers;
    if (p->field == TR_FIELD_OLSEN) {
        const tr_olsen_numbers olsen = {.seed = p->seed, .levels = (int)d->levels, .tent = d->tent};
        return tr_cube_olsen(&olsen, (int)d->cells << (olsen.levels - 1), with->displacement, with->pool, cube,
                             error);
    }
    tr_cube_given given[TR_MAX_POINTS];
    for (int i = 0; i < d->point_count; i++)
        given[i] = cube_given(d->points[i]);
    float *base = NULL;
    tr_status status = p->from ? cube_base(p, with->noise, (int)d->cells, &base, error) : TR_OK;
    const tr_cube_numbers numbers = {.seed = p->seed,
                                     .base_cells = (int)d->cells,
                                     .levels = (int)d->levels,
                                     .persistence = p->persistence,
                                     .six_point = d->six_point,
                                     .base = base,
                                     .given = given,
                                     .given_count = d->point_count,
                                     .watch = with->watch};
    if (status == TR_OK)
        status = tr_cube_diamond_square(&numbers, with->displacement, with->pool, cube, error);
    free(base);
    return status;
}

// ---- on the plane ------------------------------------------------------------------------------

// Rows of results into the sheet.
static void fill_sheet(tr_sheet *sheet, const float *values, float scale, float offset) {
    for (int j = 0; j < sheet->rows; j++)
        for (int i = 0; i < sheet->columns; i++)
            tr_sheet_row(sheet, j)[i] = values[(size_t)j * (size_t)sheet->columns + (size_t)i] * scale + offset;
    tr_sheet_fill_margin(sheet);
}

static tr_status solve_olsen(const plan_displacement *p, const tr_displacement_kernels *kernels, tr_pool *pool,
                             tr_sheet *sheet, float *values, tr_error *error) {
    const tr_displacement *d = &p->numbers;
    const size_t count = (size_t)sheet->columns * (size_t)sheet->rows;
    const tr_olsen_numbers numbers = {.seed = p->seed,
                                      .levels = (int)d->levels,
                                      .tent = d->tent,
                                      .period = {(int64_t)d->cells, (int64_t)d->cells / 2}};
    uint16_t *whole = tr_allocate(count, sizeof *whole);
    tr_status status = whole ? tr_olsen_2d(&numbers, kernels, pool, (int64_t)d->x, (int64_t)d->y,
                                           sheet->columns, sheet->rows, whole, error)
                             : tr_fail(error, TR_NO_MEMORY, "no memory for %zu values", count);
    for (size_t i = 0; status == TR_OK && i < count; i++)
        values[i] = (float)whole[i]; // NOLINT(clang-analyzer-core.*): both are there
    if (status == TR_OK)
        fill_sheet(sheet, values, 2 / (float)((1u << numbers.levels) - 1), -1);
    free(whole);
    return status;
}

static tr_status solve_diamond_square(const plan_displacement *p, const tr_displacement_kernels *kernels,
                                      tr_pool *pool, tr_sheet *sheet, float *values, tr_error *error) {
    const tr_displacement *d = &p->numbers;
    const tr_diamond_square_numbers numbers = {.seed = p->seed,
                                               .iterations = (int)d->levels,
                                               .persistence = p->persistence,
                                               .six_point = d->six_point,
                                               .period_x = (int64_t)d->cells,
                                               .period_y = (int64_t)d->cells / 2};
    tr_status status = tr_diamond_square(&numbers, kernels, pool, (int64_t)d->x, (int64_t)d->y, sheet->columns,
                                         sheet->rows, values, error);
    if (status == TR_OK)
        fill_sheet(sheet, values, 1, 0);
    return status;
}

// Level 0 from noise, which gets three quarters of the range and leaves one to the offsets.
static void sheet_base(const plan_displacement *p, const tr_noise_kernels *noise, int levels, int columns,
                       int rows, float *out) {
    enum { most = 256 };
    float u[most], v[most], value[most], spare[2][most];
    const double cells = p->numbers.cells,
                 sample = 0.5 / (double)(1 << levels); // point i is sample 2^levels i
    for (int j = 0; j < rows; j++)
        for (int first = 0; first < columns; first += most) {
            const int count = columns - first < most ? columns - first : (int)most;
            for (int i = 0; i < count; i++)
                u[i] = (float)((first + i + sample) / cells - (first + i >= (int)cells)),
                v[i] = (float)((j + sample) / (cells / 2));
            const tr_samples at = {.count = count, .u = u, .v = v};
            tr_fractal_evaluate(p->from, noise, columns, &at, value, spare[0], spare[1]);
            for (int i = 0; i < count; i++)
                out[(size_t)j * (size_t)columns + (size_t)(first + i)] = 0.5f + 0.375f * value[i];
        }
}

// The given points of a recipe, moved to the first level with TR_GIVEN_CELLS across or more, and of a border
// that is given.
static int sheet_given(const tr_displacement *d, int levels, tr_given *out) {
    int count = 0, level = 0;
    while (level < levels && (int)d->cells << level < TR_GIVEN_CELLS)
        level++;
    const int cells = (int)d->cells << level, step = 1 << (levels - level);
    const int columns = (int)d->cells << levels, rows = columns / 2;
    for (int i = 0; i < d->point_count; i++) {
        const double *p = d->points[i];
        int x = step * (int)floor(p[0] * cells + 0.5), y = step * (int)floor(p[1] * cells * 0.5 + 0.5);
        if (d->border == TR_BORDER_WRAP)
            x = ((x % columns) + columns) % columns, y = ((y % rows) + rows) % rows;
        else
            x = x < 0 ? 0 : x > columns ? columns : x, y = y < 0 ? 0 : y > rows ? rows : y;
        // NOLINTNEXTLINE(clang-analyzer-core.*): there is room
        out[count++] = (tr_given){x, y, 0.5f + 0.5f * (float)p[2]};
    }
    if (d->border < TR_BORDER_LOW)
        return count;
    const float value = 0.5f * (float)(d->border - TR_BORDER_LOW);
    for (int x = 0; x <= columns; x++)
        out[count++] = (tr_given){x, 0, value}, out[count++] = (tr_given){x, rows, value};
    for (int y = 1; y < rows; y++)
        out[count++] = (tr_given){0, y, value}, out[count++] = (tr_given){columns, y, value};
    return count;
}

static int midpoint_levels(const tr_displacement *d) {
    int levels = d->columns > 0 ? 0 : (int)d->levels; // a size decides on the levels by itself
    while ((int)d->cells << levels < (int)d->columns)
        levels++;
    return levels;
}

static tr_status solve_midpoint(const plan_displacement *p, const tr_noise_kernels *noise,
                                const tr_displacement_kernels *kernels, tr_pool *pool, tr_sheet *sheet,
                                float *values, tr_error *error) {
    const tr_displacement *d = &p->numbers;
    const int levels = midpoint_levels(d), end = d->border == TR_BORDER_WRAP ? 0 : 1;
    const size_t lattice = (size_t)d->cells << levels;
    tr_midpoint_numbers numbers = {.width = sheet->columns,
                                   .height = sheet->rows,
                                   .wrap = d->border == TR_BORDER_WRAP,
                                   .persistence = p->persistence,
                                   .six_point = d->six_point,
                                   .range = TR_MIDPOINT_NORMALIZED,
                                   .seed = p->seed,
                                   .base_width = (int)d->cells + end,
                                   .base_height = (int)d->cells / 2 + end};
    tr_given *given = tr_allocate(TR_MAX_POINTS + 4 * (lattice + 1), sizeof *given);
    float *base = tr_allocate((size_t)numbers.base_width * (size_t)numbers.base_height, sizeof *base);
    tr_status status = given && base ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for given points");
    if (status == TR_OK) {
        numbers.given = given;
        numbers.given_count = sheet_given(d, levels, given);
        if (p->from) {
            const double reach = p->persistence * tr_subdivision_reach(levels, p->persistence, d->six_point);
            sheet_base(p, noise, levels, numbers.base_width, numbers.base_height, base);
            numbers.base = base;
            numbers.range = TR_MIDPOINT_RAW;
            numbers.amplitude = reach > 0 ? 0.125 / (reach * 1.00001) : 0;
        }
        status = tr_midpoint(&numbers, kernels, pool, values, error);
    }
    if (status == TR_OK)
        fill_sheet(sheet, values, 2, -1);
    free(base);
    free(given);
    return status;
}

static tr_status solve_sheet(const plan_displacement *p, const tr_noise_kernels *noise,
                             const tr_displacement_kernels *kernels, tr_pool *pool, tr_sheet *sheet,
                             tr_error *error) {
    const tr_displacement *d = &p->numbers;
    const int levels = p->field == TR_FIELD_OLSEN      ? (int)d->levels - 1
                       : p->field == TR_FIELD_MIDPOINT ? midpoint_levels(d)
                                                       : (int)d->levels;
    const double period = d->cells * (double)((int64_t)1 << levels);
    const int end = p->field == TR_FIELD_MIDPOINT && d->border != TR_BORDER_WRAP;
    const int columns = d->columns > 0 ? (int)d->columns : (int)period + end, rows = (columns + end) / 2;
    tr_status status = tr_sheet_create(columns, rows, !end && (double)columns == period, sheet, error);
    float *values = tr_allocate((size_t)columns * (size_t)rows, sizeof *values);
    if (status == TR_OK && !values)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a lattice of %d x %d", columns, rows);
    if (status == TR_OK && p->field == TR_FIELD_MIDPOINT)
        status = solve_midpoint(p, noise, kernels, pool, sheet, values, error);
    else if (status == TR_OK && p->field == TR_FIELD_DIAMOND_SQUARE)
        status = solve_diamond_square(p, kernels, pool, sheet, values, error);
    else if (status == TR_OK)
        status = solve_olsen(p, kernels, pool, sheet, values, error);
    free(values);
    return status;
}

// ---- solutions ---------------------------------------------------------------------------------

static tr_status solve_displacement(const plan_displacement *p, const plan_solver *with, plan_solution *out,
                                    tr_error *error) {
    out->plane = p->numbers.domain == TR_DOMAIN_PLANE;
    return out->plane ? solve_sheet(p, with->noise, with->displacement, with->pool, &out->sheet, error)
                      : solve_cube(p, with, &out->cube, error);
}

static tr_status solve_of_flow(const plan_of_flow *p, const plan_solver *with, tr_cube *out, tr_error *error) {
    const tr_flow *flow = &p->winds->flow;
    if (p->field == TR_FIELD_STRETCH)
        return tr_flow_stretch(flow, with->noise, with->displacement, with->pool, out, error);
    const unsigned kinds = p->which == TR_VORTICES_ALL ? ~0u : 1u << (p->which - TR_VORTICES_STORMS);
    return tr_flow_vortices(flow, kinds, with->pool, out, error);
}

static tr_status solve(const plan_problem *p, const plan_solver *with, plan_solution *out, tr_error *error) {
    switch (p->kind) {
    case PLAN_DISPLACEMENT:
        return solve_displacement(&p->displacement, with, out, error);
    case PLAN_TERRAIN:
        return terrain_solve(&p->terrain, with->noise, with->plates, with->displacement, with->pool,
                             with->watch, &out->terrain, error);
    case PLAN_FLOW:
        return tr_flow_create(&p->flow, with->noise, with->displacement, with->pool, with->watch, &out->flow,
                              error);
    case PLAN_OF_FLOW:
        break;
    }
    return solve_of_flow(&p->of_flow, with, &out->cube, error);
}

tr_status plan_solve(const plan_problem *problem, const plan_solver *with, plan_solution **out,
                     tr_error *error) {
    *out = NULL;
    tr_status status = tr_watch_check(with->watch, error);
    if (status != TR_OK)
        return status;
    plan_solution *solution = calloc(1, sizeof *solution);
    if (!solution)
        return tr_fail(error, TR_NO_MEMORY, "no memory to solve a field");
    solution->users = 1;
    solution->home = problem->home;
    solution->signature = plan_problem_sign(problem);
    status = solve(problem, with, solution, error);
    if (status == TR_OK)
        *out = solution;
    else
        plan_solution_release(solution);
    return status;
}

plan_solution *plan_solution_share(plan_solution *solution) {
    __atomic_add_fetch(&solution->users, 1, __ATOMIC_RELAXED);
    return solution;
}

void plan_solution_release(plan_solution *solution) {
    if (!solution || __atomic_sub_fetch(&solution->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    tr_cube_clear(&solution->cube);
    tr_sheet_clear(&solution->sheet);
    terrain_clear(&solution->terrain);
    tr_flow_clear(&solution->flow);
    free(solution);
}
