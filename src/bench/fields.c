// Rows for fields over whole maps: bands of whole rows, each a task of the pool, of the height that a bake uses
// (tr_band_rows), divided into blocks for fields that a bake evaluates in blocks.
//
// Operations are those of one sample if everything that neighbours in a row can share is shared. Every
// addition, multiplication, comparison, conversion, shift or logical instruction (of up to three operands)
// counts as one, a square root or a division as eight. For each octave of a fractal:
//
//   plane, value      2: the weight of the row times the difference of two lattice rows, which are faded along
//                        the row once for many rows, to the sum
//   plane, Perlin     6: the same, with three such products
//   sphere, value    17: along a latitude a cell is c0 + fx c1 + fy (c2 + fx c3), 6; to the sum, 1; the place
//                        in the cell and its fades, 42, are shared by the four quarters of a row
//   sphere, Perlin   29: the four coefficients are planes themselves, 16 more; quintic fades cost less
//   direct, Perlin  145: cell and place in it 23, fades 21, eight corners with hash and gradient 75, seven
//                        mixes 21, scale and bounds 3, sum 2
//   direct, value   150: the same with fades 48, corners 56 and no bounds
//
// Voronoi: 11 for each site that a sample is compared with (about 4 of 300 sites and 16 of 5000, which squares
// of 64 neighbours cannot exclude), two roots, one difference. Displacement: a new point takes 5 for its hash,
// 2 for its offset and 4 for the mean, and a map has as many new points as samples. Olsen: 12 for blur and bit
// of a sample, on all levels together 4/3 of that. Fields not listed here have no count.
#include "base/size.h"
#include "bench/bench.h"
#include "noise/grids/cube.h"
#include "noise/grids/diamond_square.h"
#include "noise/grids/midpoint.h"
#include "noise/lattice/fractal.h"
#include "noise/lattice/gullies.h"
#include "noise/maths/trig.h"
#include "noise/sites/arcs.h"
#include "noise/sites/sites.h"
#include "noise/sites/streets.h"
#include "noise/sites/voronoi.h"
#include "planet/surface.h"

#include <math.h>

enum { block_rows = 32 };

// ---- maps in bands -----------------------------------------------------------------------------

typedef float lane[TR_BLOCK_SAMPLES];

// Scratch memory of one thread.
typedef struct worker_memory {
    lane x, y, z, u, v, a, b, c;
    tr_block block; // of x, y, z
    tr_meter meter;
} worker_memory;

struct map_state;
typedef void (*fill_band)(const struct map_state *m, worker_memory *w, const tr_rectangle *band, float *out);
typedef void (*fill_block)(const struct map_state *m, worker_memory *w);

typedef struct map_numbers {
    fill_band band;                         // fills a band, or
    fill_block block;                       // a block of a band, whose samples are in x … v, into w->a, or
    tr_field_kernel *kernels[TR_ISA_COUNT]; // do, with
    size_t plan;                            // this member of the map_state
    tr_fractal_numbers fractal;
    bool directions; // from an array of directions
    tr_spread spread;
    tr_arc_numbers arcs;
    tr_street_numbers streets;
    tr_gully_numbers gullies;
    int cube_levels; // a cube of 2^cube_levels cells
} map_numbers;

typedef struct map_state {
    tr_bench_setup setup;
    const map_numbers *numbers;
    int width, height;
    tr_fractal_plan plan;
    tr_sites sites;
    tr_ray_plan rays; // of those sites, as the two that follow
    tr_spot_plan spots;
    tr_twist_plan twist;
    tr_voronoi_plan voronoi;
    tr_arc_set arcs;
    tr_street_plan streets;
    tr_gully_plan gullies;
    tr_cube cube;
    float *directions[3]; // of all samples
    float *out;
    worker_memory *workers;
} map_state;

static void clear_map(void *state) {
    map_state *m = state;
    for (int i = 0; m->workers && i < tr_pool_threads(m->setup.pool); i++)
        tr_free(m->workers[i].block.list);
    tr_free(m->directions[0]);
    tr_voronoi_clear(&m->voronoi);
    tr_sites_clear(&m->sites);
    tr_arcs_clear(&m->arcs);
    tr_streets_clear(&m->streets);
    tr_cube_clear(&m->cube);
    tr_free(m->workers);
    tr_free(m->out);
}

// Directions of a face of a cube: a grid of equal steps on the plane x = 1.
static tr_status make_directions(map_state *m, tr_error *error) {
    const size_t samples = (size_t)m->width * (size_t)m->height;
    if (!TR_ALLOCATE(TR_ARRAY(m->directions[0], samples), TR_ARRAY(m->directions[1], samples),
                     TR_ARRAY(m->directions[2], samples)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for %zu directions", samples);
    for (int j = 0; j < m->height; j++)
        for (int i = 0; i < m->width; i++) {
            const double y = 1 - 2 * (j + 0.5) / m->height, z = 2 * (i + 0.5) / m->width - 1;
            const double scale = 1 / sqrt(1 + y * y + z * z);
            const size_t at = (size_t)j * (size_t)m->width + (size_t)i;
            m->directions[0][at] = (float)scale;
            m->directions[1][at] = (float)(y * scale);
            m->directions[2][at] = (float)(z * scale);
        }
    return TR_OK;
}

static tr_status make_sites(map_state *m, tr_error *error) {
    const map_numbers *n = m->numbers;
    tr_status status = n->spread.count ? tr_sites_create(&n->spread, &m->sites, error) : TR_OK;
    m->rays = (tr_ray_plan){m->sites, 7};
    m->spots = (tr_spot_plan){m->sites, 7, TR_SPOT_DISTANCE, 4, 0.9f};
    m->twist = (tr_twist_plan){m->sites, 1};
    if (status == TR_OK && n->spread.count && n->band)
        status = tr_voronoi_prepare(TR_VORONOI_F2_MINUS_F1, TR_METRIC_EUCLID, false, 7, &m->sites, NULL,
                                    &m->voronoi, error);
    if (status == TR_OK && n->arcs.count > 0)
        status = tr_arcs_create(&n->arcs, &m->arcs, error);
    if (status == TR_OK && n->streets.districts > 0)
        status = tr_streets_create(&n->streets, &m->streets, error);
    return status;
}

static tr_status make_workers(map_state *m, tr_error *error) {
    const tr_sites listed = {.count = m->sites.count + m->arcs.count + m->streets.sites.count};
    for (int i = 0; i < tr_pool_threads(m->setup.pool); i++) {
        worker_memory *w = &m->workers[i];
        w->block = (tr_block){.isa = m->setup.isa,
                              .width = m->width,
                              .texel = (float)(2 * TR_PI / m->width),
                              .x = w->x,
                              .y = w->y,
                              .z = w->z,
                              .list = tr_allocate(TR_LIST_CAPACITY(&listed), sizeof(int32_t)),
                              .meter = &w->meter};
        if (!w->block.list)
            return tr_fail(error, TR_NO_MEMORY, "no memory for %d sites", listed.count);
    }
    return TR_OK;
}

static tr_status prepare_map(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                             tr_error *error) {
    map_state *m = state;
    const map_numbers *n = row->numbers;
    m->setup = *setup;
    m->numbers = n;
    m->width = tr_bench_size(row->width, setup->quick), m->height = tr_bench_size(row->height, setup->quick);
    m->out = tr_allocate((size_t)m->width * (size_t)m->height, sizeof(float));
    m->workers = tr_calloc((size_t)tr_pool_threads(setup->pool), sizeof *m->workers);
    if (!m->out || !m->workers)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d", m->width, m->height);
    if (n->fractal.octaves)
        tr_fractal_prepare(&n->fractal, &m->plan);
    if (n->gullies.octaves)
        tr_gullies_prepare(&n->gullies, &m->gullies);
    const tr_cube_numbers cube = {.seed = 7, .base_cells = 1, .levels = n->cube_levels, .persistence = 0.5};
    tr_status status = n->directions ? make_directions(m, error) : TR_OK;
    if (status == TR_OK && n->cube_levels)
        status = tr_cube_diamond_square(&cube, setup->isa, setup->pool, &m->cube, error);
    if (status == TR_OK)
        status = make_sites(m, error);
    return status == TR_OK ? make_workers(m, error) : status;
}

// The blocks of a band, divided as in a bake.
static void fill_blocks(const map_state *m, worker_memory *w, const tr_rectangle *band, float *out) {
    enum { columns_most = TR_BLOCK_SAMPLES / block_rows / 16 * 16 };
    for (int row = 0; row < band->rows; row += block_rows)
        for (int column = 0; column < band->columns; column += columns_most) {
            tr_rectangle b = {band->width, band->row + row, band->rows - row, column, band->columns - column};
            b.rows = b.rows < block_rows ? b.rows : block_rows;
            b.columns = b.columns < columns_most ? b.columns : columns_most;
            tr_meter_add(&w->meter, TR_SAMPLE_OPERATIONS * (unsigned)(b.rows * b.columns)); // as a bake does
            tr_sphere_samples(&b, w->x, w->y, w->z, w->u, w->v);
            w->block.count = b.rows * b.columns, w->block.columns = b.columns;
            if (m->numbers->block)
                m->numbers->block(m, w);
            else
                m->numbers->kernels[m->setup.isa]((const char *)m + m->numbers->plan, &w->block, w->a);
            for (int j = 0; j < b.rows; j++)
                for (int i = 0; i < b.columns; i++)
                    out[(size_t)(row + j) * (size_t)band->columns + (size_t)(column + i)] =
                        w->a[j * b.columns + i];
        }
}

static int band_rows(const map_state *m) { return tr_band_rows(tr_whole_map(m->width), 0); }

static void fill_one_band(void *context, int index, int worker) {
    const map_state *m = context;
    const int rows = band_rows(m);
    tr_rectangle band = {m->width, index * rows, m->height - index * rows, 0, m->width};
    band.rows = band.rows < rows ? band.rows : rows;
    float *out = m->out + (size_t)band.row * (size_t)m->width;
    const fill_band fill = m->numbers->band ? m->numbers->band : fill_blocks;
    fill(m, &m->workers[worker], &band, out);
}

static tr_status run_map(void *state, tr_error *error) {
    map_state *m = state;
    const int rows = band_rows(m);
    return tr_pool_run_watched(m->setup.pool, (m->height + rows - 1) / rows, fill_one_band, m, m->setup.stop,
                               error);
}

static uint64_t count_map(const void *state) {
    const map_state *m = state;
    uint64_t sum = 0;
    for (int i = 0; i < tr_pool_threads(m->setup.pool); i++)
        sum += m->workers[i].meter.operations;
    return sum;
}

static const tr_bench_work map_work = {sizeof(map_state), prepare_map, run_map, clear_map, count_map};

// ---- contents of the maps -----------------------------------------------------------------------

static void fractal_band(const map_state *m, worker_memory *w, const tr_rectangle *band, float *out) {
    tr_fractal_evaluate_map(&m->plan, m->setup.isa, band, out, &w->meter);
}

static void direct_band(const map_state *m, worker_memory *w, const tr_rectangle *band, float *out) {
    const int samples = band->rows * band->columns;
    const size_t first = (size_t)band->row * (size_t)band->width;
    for (int done = 0; done < samples; done += TR_BLOCK_SAMPLES) {
        const size_t at = first + (size_t)done;
        tr_samples part = {.count = samples - done < TR_BLOCK_SAMPLES ? samples - done : TR_BLOCK_SAMPLES,
                           .x = m->directions[0] + at,
                           .y = m->directions[1] + at,
                           .z = m->directions[2] + at};
        tr_fractal_evaluate(&m->plan, m->setup.isa, m->width, &part, out + done, w->a, w->b);
    }
}

static void geometry_block(const map_state *m, worker_memory *w) {
    (void)m;
    for (int i = 0; i < w->block.count; i++)
        w->a[i] = w->x[i];
}

static void voronoi_band(const map_state *m, worker_memory *w, const tr_rectangle *band, float *out) {
    tr_voronoi_evaluate_map(&m->voronoi, m->setup.isa, band, out, &w->meter);
}

// Gullies down a northward slope.
static void gullies_block(const map_state *m, worker_memory *w) {
    for (int i = 0; i < w->block.count; i++)
        w->u[i] = -w->y[i] * w->x[i], w->v[i] = 1 - w->y[i] * w->y[i], w->b[i] = -w->y[i] * w->z[i];
    TR_KERNEL_OF(m->setup.isa, tr_gullies)(&m->gullies, &w->block, w->u, w->v, w->b, w->a);
}

static void twist_block(const map_state *m, worker_memory *w) {
    TR_KERNEL_OF(m->setup.isa, tr_twist)(&m->twist, &w->block, w->x, w->y, w->z);
    geometry_block(m, w);
}

static void warp_block(const map_state *m, worker_memory *w) {
    const tr_samples from = {w->block.count, w->x, w->y, w->z, w->u, w->v};
    for (int i = 0; i < from.count; i++)
        w->a[i] = w->b[i] = w->c[i] = 0;
    tr_fractal_add_vector(&m->plan, m->setup.isa, m->width, 0, m->plan.count, 0.1, &from, w->a, w->b, w->c);
    TR_KERNEL_OF(m->setup.isa, tr_displace)(from.count, w->a, w->b, w->c, w->x, w->y, w->z);
    geometry_block(m, w);
}

static void cube_block(const map_state *m, worker_memory *w) {
    TR_KERNEL_OF(m->setup.isa, tr_cube_sample)(&m->cube, w->block.count, w->x, w->y, w->z, w->a);
}

// ---- displacement ------------------------------------------------------------------------------

typedef struct displacement_state {
    tr_bench_setup setup;
    tr_status (*fill)(struct displacement_state *s, tr_error *error);
    int width, height;
    void *out;
    tr_cube cube;
} displacement_state;

typedef struct displacement_numbers {
    tr_status (*fill)(displacement_state *s, tr_error *error);
} displacement_numbers;

static tr_status prepare_displacement(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                                      tr_error *error) {
    displacement_state *s = state;
    s->setup = *setup;
    s->fill = ((const displacement_numbers *)row->numbers)->fill;
    s->width = tr_bench_size(row->width, setup->quick), s->height = tr_bench_size(row->height, setup->quick);
    s->out = tr_allocate_lines((size_t)s->width * (size_t)s->height, sizeof(float));
    return s->out ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d", s->width, s->height);
}

static tr_status run_displacement(void *state, tr_error *error) {
    displacement_state *s = state;
    return s->fill(s, error);
}

static void clear_displacement(void *state) {
    displacement_state *s = state;
    tr_free_lines(s->out);
    tr_cube_clear(&s->cube);
}

static const tr_bench_work displacement_work = {sizeof(displacement_state), prepare_displacement,
                                                run_displacement, clear_displacement, NULL};

static tr_status fill_midpoint(displacement_state *s, tr_error *error) {
    const tr_midpoint_numbers numbers = {
        .width = s->width, .height = s->height, .wrap = true, .amplitude = 0.5, .persistence = 0.5, .seed = 7};
    return tr_midpoint(&numbers, s->setup.isa, s->setup.pool, s->out, error);
}

static tr_status fill_diamond_square(displacement_state *s, tr_error *error) {
    const tr_diamond_square_numbers numbers = {
        .seed = 7, .iterations = 24, .persistence = 0.5, .period_x = 4, .period_y = 2};
    return tr_diamond_square(&numbers, s->setup.isa, s->setup.pool, 1234567, -7654321, s->width, s->height,
                             s->out, error);
}

static tr_status fill_olsen(displacement_state *s, tr_error *error) {
    const tr_olsen_numbers numbers = {.seed = 7, .levels = 16, .period = {256, 128}};
    return tr_olsen_2d(&numbers, s->setup.isa, s->setup.pool, 1234567, -7654321, s->width, s->height, s->out,
                       error);
}

// On the cube the width is that of a face.
static tr_status fill_cube_diamond_square(displacement_state *s, tr_error *error) {
    tr_cube_numbers numbers = {.seed = 7, .base_cells = 1, .persistence = 0.5};
    while (1 << numbers.levels < s->width)
        numbers.levels++;
    tr_cube_clear(&s->cube);
    return tr_cube_diamond_square(&numbers, s->setup.isa, s->setup.pool, &s->cube, error);
}

static tr_status fill_cube_olsen(displacement_state *s, tr_error *error) {
    const tr_olsen_numbers numbers = {.seed = 7, .levels = 8};
    tr_cube_clear(&s->cube);
    return tr_cube_olsen(&numbers, s->width, s->setup.isa, s->setup.pool, &s->cube, error);
}

// ---- sites -------------------------------------------------------------------------------------

typedef struct sites_state {
    int count;
    tr_meter meter;
} sites_state;

static tr_status prepare_sites(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                               tr_error *error) {
    (void)error;
    ((sites_state *)state)->count = tr_bench_size(row->width, setup->quick);
    return TR_OK;
}

static tr_status run_sites(void *state, tr_error *error) {
    sites_state *s = state;
    const tr_spread spread = {
        .seed = 7, .count = s->count, .randomness = 0.5, .latitude_max = 90, .meter = &s->meter};
    tr_sites sites = {0};
    tr_status status = tr_sites_create(&spread, &sites, error);
    tr_sites_clear(&sites);
    return status;
}

static uint64_t count_sites(const void *state) { return ((const sites_state *)state)->meter.operations; }

static const tr_bench_work sites_work = {sizeof(sites_state), prepare_sites, run_sites, NULL, count_sites};

// ---- the table ---------------------------------------------------------------------------------

// Eight octaves. The plane begins at octave 1, with two cells across the map; the sphere begins at octave 0,
// with one cell per radius.
#define FBM8(basis_, fade_, shape_, plane_, first)                                                             \
    .fractal = {.basis = TR_BASIS_##basis_,                                                                    \
                .interpolation = TR_INTERPOLATION_##fade_,                                                     \
                .shape = TR_FRACTAL_##shape_,                                                                  \
                .plane = (plane_),                                                                             \
                .start = (first),                                                                              \
                .octaves = 8,                                                                                  \
                .persistence = 0.5,                                                                            \
                .lacunarity = 2,                                                                               \
                .scale = 1,                                                                                    \
                .stretch = {1, 1, 1},                                                                          \
                .seed = 7}
#define SPHERE_FBM8(basis_, fade_, shape_) FBM8(basis_, fade_, shape_, false, 0)
#define PLANE_FBM8(basis_, fade_) FBM8(basis_, fade_, PLAIN, true, 1)
#define SPREAD(count_, ...) .spread = {.seed = 7, .count = (count_), .latitude_max = 90, __VA_ARGS__}
#define SITES(count) SPREAD(count, .randomness = 1)
#define CRATERS(count)                                                                                         \
    SPREAD(count, .randomness = 1, .radius_min = 0.01, .radius_max = 0.15, .slope = 2, .largest_first = true)
#define KERNEL(kernel, plan_) .kernels = TR_KERNELS(kernel), .plan = offsetof(map_state, plan_)
#define MAP(...) &map_work, &(const map_numbers){__VA_ARGS__}, 4096, 2048
#define DISPLACEMENT(fill_)                                                                                    \
    &displacement_work, &(const displacement_numbers) { .fill = (fill_) }
// For a map of floats that is only written: its bytes, and operations.
#define WRITTEN(operations) .cost = {4, 0, 4, (operations)}

static const tr_bench_row rows[] = {
    {"geometry", "directions of the samples of a map", MAP(.block = geometry_block), WRITTEN(2)},
    {"plane_value_fbm8", "value noise on the plane, cosine",
     MAP(.band = fractal_band, PLANE_FBM8(VALUE, COSINE)), WRITTEN(8 * 2)},
    {"plane_perlin_fbm8", "Perlin noise on the plane, quintic", //
     MAP(.band = fractal_band, PLANE_FBM8(PERLIN, QUINTIC)), WRITTEN(8 * 6)},
    {"plane_simplex_fbm8", "simplex noise on the plane",
     MAP(.band = fractal_band, PLANE_FBM8(SIMPLEX, QUINTIC)), WRITTEN(0)},
    {"sphere_value_fbm8", "value noise in space on the sphere, cosine",
     MAP(.band = fractal_band, SPHERE_FBM8(VALUE, COSINE, PLAIN)), WRITTEN(8 * 17)},
    {"sphere_perlin_fbm8", "Perlin noise on the sphere, quintic",
     MAP(.band = fractal_band, SPHERE_FBM8(PERLIN, QUINTIC, PLAIN)), WRITTEN(8 * 29)},
    {"sphere_perlin_ridged8", "the same with ridges",
     MAP(.band = fractal_band, SPHERE_FBM8(PERLIN, QUINTIC, RIDGED)), WRITTEN(8 * 37)},
    {"sphere_simplex_fbm8", "simplex noise on the sphere",
     MAP(.band = fractal_band, SPHERE_FBM8(SIMPLEX, QUINTIC, PLAIN)), WRITTEN(0)},
    {"sphere_direct_value_fbm8", "value noise where a warp has moved the samples",
     MAP(.band = direct_band, SPHERE_FBM8(VALUE, COSINE, PLAIN), .directions = true),
     .cost = {4, 12, 4, 8 * 150}},
    {"sphere_direct_perlin_fbm8", "Perlin noise where a warp has moved them",
     MAP(.band = direct_band, SPHERE_FBM8(PERLIN, QUINTIC, PLAIN), .directions = true),
     .cost = {4, 12, 4, 8 * 145}},
    {"voronoi_f2f1_300", "F2 - F1, 300 sites on the sphere", MAP(.band = voronoi_band, SITES(300)),
     WRITTEN(4 * 11 + 2 * 8 + 1)},
    {"voronoi_f2f1_5000", "F2 - F1, 5000 sites on the sphere", MAP(.band = voronoi_band, SITES(5000)),
     WRITTEN(16 * 11 + 2 * 8 + 1)},
    {"craters_2000", "2000 craters", MAP(KERNEL(tr_craters, sites), CRATERS(2000)), WRITTEN(0)},
    {"rays_20", "rays of 20 craters", MAP(KERNEL(tr_rays, rays), CRATERS(20)), WRITTEN(0)},
    {"spots_100", "100 spots with lobes",
     MAP(KERNEL(tr_spots, spots),
         SPREAD(100, .randomness = 1, .radius_min = 0.006, .radius_max = 0.034, .slope = 1.5)),
     WRITTEN(0)},
    {"arcs_200", "200 arcs, a fifth of them chains of bows",
     MAP(KERNEL(tr_arcs, arcs), .arcs = {.seed = 7,
                                         .count = 200,
                                         .off_centre = 0.45,
                                         .length_min = 0.4,
                                         .length_max = 2.6,
                                         .width_min = 0.005,
                                         .width_max = 0.03,
                                         .slope = 2,
                                         .cycloids = 0.2}),
     WRITTEN(0)},
    {"streets_300", "300 districts, three levels of streets",
     MAP(KERNEL(tr_streets, streets), .streets = {.seed = 7,
                                                  .districts = 300,
                                                  .randomness = 0.5,
                                                  .levels = 3,
                                                  .scale = 30,
                                                  .width = 0.003,
                                                  .avenue = 0.006,
                                                  .radial = 0.25,
                                                  .subdivision = 0.7}),
     WRITTEN(0)},
    {"gullies_3", "three octaves of gullies",
     MAP(.block = gullies_block,
         .gullies = {.seed = 7, .octaves = 3, .scale = 45, .persistence = 0.5, .strength = 1.5}),
     WRITTEN(0)},
    {"twist_20", "20 storms turn the samples",
     MAP(.block = twist_block,
         SPREAD(20, .randomness = 0.3, .radius_min = 0.1, .radius_max = 0.3, .slope = 1, .apart = true)),
     WRITTEN(0)},
    {"warp_perlin8", "samples moved by three Perlin fractals of 8 octaves",
     MAP(.block = warp_block, SPHERE_FBM8(PERLIN, QUINTIC, PLAIN)), WRITTEN(0)},
    {"midpoint_4096", "wrapped midpoint displacement", DISPLACEMENT(fill_midpoint), 4096, 4096, WRITTEN(11),
     .whole = true},
    {"diamond_square_window_4096", "a window of a field of 24 iterations", DISPLACEMENT(fill_diamond_square),
     4096, 4096, WRITTEN(11), .whole = true},
    {"olsen_4096", "a window of Olsen noise of 16 levels, 16 bits", DISPLACEMENT(fill_olsen), 4096, 4096,
     .cost = {2, 0, 2, 16}, .whole = true},
    {"cube_diamond_square_1024", "six faces of 1024 x 1024 cells", DISPLACEMENT(fill_cube_diamond_square), 1024,
     6 * 1024, WRITTEN(11), .whole = true},
    {"cube_olsen_1024", "the same of Olsen noise in space", DISPLACEMENT(fill_cube_olsen), 1024, 6 * 1024,
     WRITTEN(0), .whole = true},
    {"cube_sample_1024", "a map of samples of such faces, cubic", MAP(.block = cube_block, .cube_levels = 10),
     WRITTEN(0)},
    {"sites_5000", "5000 sites spread by throwing darts", &sites_work, NULL, 5000, 1, .cost = {20, 0, 0, 0},
     .whole = true, .serial = true},
};

const tr_bench_table tr_bench_fields = {sizeof rows / sizeof rows[0], rows};
