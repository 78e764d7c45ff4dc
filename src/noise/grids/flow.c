#include "noise/grids/flow.h"
#include "base/hash.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <math.h>
#include <string.h>

enum { faces = TR_CUBE_FACES, jets_most = 64, steps = 4096, piece = 32 };

static const double aspect = 1.55;                         // of a vortex: west-east over north-south diameter
static const double jets_reach = 1.375, polar_calm = 1.48; // radians: outermost jets; no wind beyond
static const double fastest = 1.5;                         // estimate for the total

// A bell curve like exp(-3 t²) that ends at ±1, where it is 0. It is 1 at t = 0.
static double bump(double t) {
    const double q = 1 - t * t;
    return q > 0 ? q * q * q : 0;
}

static double random_of(uint64_t seed, int index) { return tr_hash_unit(tr_hash_pair(seed, (uint64_t)index)); }

// ---- functions of latitude ----------------------------------------------------------------------

// Tables over the sine of the latitude, in equal steps from pole to pole.
typedef struct profile {
    float stream[steps + 1]; // stream function of the jets
    float eddies[steps + 1]; // strength of the eddies
} profile;

typedef struct jet {
    double latitude, width, speed;
} jet;

static int draw_jets(const tr_flow_numbers *n, jet jets[jets_most]) {
    const double spacing = 2 * jets_reach / n->jets;
    const uint64_t seed = tr_hash_text(n->seed, "jets");
    for (int i = 0; i < n->jets; i++) {
        const double latitude = (i + 0.5 + 0.5 * (random_of(seed, 3 * i) - 0.5)) * spacing - jets_reach;
        double sine, cosine;
        tr_sincos(0.9 * latitude, &sine, &cosine);
        jets[i] = (jet){.latitude = latitude,
                        .width = n->jet_width * spacing * (0.7 + 0.6 * random_of(seed, 3 * i + 1)),
                        .speed = (i & 1 ? -1 : 1) * (0.35 + 0.65 * random_of(seed, 3 * i + 2)) * cosine};
    }
    const int others = (int)n->jets;
    jets[others] = (jet){.width = n->equator_width_rad, .speed = n->equator};
    return others + 1;
}

// The eastward wind of the jets.
static double jet_speed(const jet *jets, int count, double latitude) {
    double speed = 0;
    for (int i = 0; i < count; i++)
        speed += jets[i].speed * bump((latitude - jets[i].latitude) / (2 * jets[i].width));
    const double calm = fabs(latitude) / polar_calm;
    return calm < 1 ? speed * (1 - calm * calm * calm * calm * calm * calm * calm * calm) : 0;
}

// Factor for the strength of the eddies that a band's shear gives: random numbers for latitudes one jet spacing
// apart, few of them large, with smooth transitions.
static double band_fraction(const tr_flow_numbers *n, uint64_t seed, double latitude) {
    const double at = (latitude + TR_PI / 2) * n->jets / (2 * jets_reach), whole = floor(at), t = at - whole;
    const double a = random_of(seed, (int)whole), b = random_of(seed, (int)whole + 1),
                 ease = t * t * (3 - 2 * t);
    const double drawn = 0.12 + 2.6 * (a * a * (1 - ease) + b * b * ease);
    return 1 + n->unevenness * (drawn - 1);
}

// ∇ψ points north where the wind blows west: dψ = -u dφ. Steps are in y = sin φ, so dφ = dy / cos φ. The cosine
// is evaluated at their midpoints, where it is not 0.
static void fill_profile(const tr_flow_numbers *n, profile *out) {
    jet jets[jets_most + 1];
    const int count = draw_jets(n, jets);
    const uint64_t seed = tr_hash_text(n->seed, "bands");
    double stream = 0;
    for (int i = 0; i <= steps; i++) {
        const double y = 2.0 * i / steps - 1, latitude = tr_atan2(y, sqrt(1 - y * y)), a = 0.01;
        const double shear =
            (jet_speed(jets, count, latitude + a) - jet_speed(jets, count, latitude - a)) / (2 * a);
        double strength = 0.1 + 0.035 * (shear * shear > 144 ? 12 : sqrt(shear * shear + 0.25));
        const double polar = (fabs(latitude) - 0.8) / 0.4;
        strength *= 1 + 0.7 * (polar < 0 ? 0 : polar > 1 ? 1 : polar * polar * (3 - 2 * polar));
        if (n->unevenness > 0)
            strength *= band_fraction(n, seed, latitude);
        out->eddies[i] = (float)strength;
        out->stream[i] = (float)stream;
        const double middle = y + 1.0 / steps, around = sqrt(1 - (middle < 1 ? middle * middle : 1));
        if (i < steps)
            stream -= jet_speed(jets, count, tr_atan2(middle, around)) / around * 2 / steps;
    }
}

// Interpolates between the steps with a continuous slope (Catmull and Rom 1974).
static double look_up(const float values[steps + 1], double y) {
    double at = (y + 1) * (0.5 * steps);
    at = at < 1 ? 1 : at > steps - 2 ? steps - 2 : at; // the poles have no wind
    const int i = (int)at;
    const double t = at - i, a = (double)values[i - 1], b = (double)values[i], c = (double)values[i + 1],
                 d = (double)values[i + 2];
    return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

// ---- vortices ----------------------------------------------------------------------------------

static void place_vortex(tr_vortex *v, double y, double longitude) {
    double s, c;
    tr_sincos(longitude, &s, &c);
    const double around = sqrt(1 - y * y);
    const double frame[3][3] = {{around * c, y, -around * s}, {-s, 0, -c}, {-y * c, around, y * s}};
    memcpy(v->centre, frame[0], sizeof v->centre);
    memcpy(v->east, frame[1], sizeof v->east);
    memcpy(v->north, frame[2], sizeof v->north);
}

// (a / aspect)² + b² over the squared radius, where a and b are the distances of a place to the east and north.
static double square_of(const tr_vortex *v, double x, double y, double z) {
    const double dx = x - v->centre[0], dy = y - v->centre[1], dz = z - v->centre[2];
    const double a = (v->east[0] * dx + v->east[1] * dy + v->east[2] * dz) * (1 / aspect);
    const double b = v->north[0] * dx + v->north[1] * dy + v->north[2] * dz;
    const double away = (v->centre[0] * dx + v->centre[1] * dy + v->centre[2] * dz) * (1 / aspect);
    return (a * a + b * b + away * away) / (v->radius * v->radius);
}

// Adds a vortex, unless it is too near to an existing one.
static void add_vortex(tr_flow *flow, const tr_vortex *v) {
    for (int j = 0; j < flow->vortex_count; j++) {
        const tr_vortex *w = &flow->vortices[j];
        // NOLINTNEXTLINE(clang-analyzer-core.*): all below the count are set
        const double dx = v->centre[0] - w->centre[0], dy = v->centre[1] - w->centre[1],
                     dz = v->centre[2] - w->centre[2], apart = 1.6 * (v->radius + w->radius);
        if (dx * dx + dy * dy + dz * dz < apart * apart)
            return;
    }
    flow->vortices[flow->vortex_count++] = *v;
}

// Places great storms evenly round a circle of latitude, and a row of pearls side by side.
static void place_rows(const tr_flow_numbers *n, tr_flow *flow) {
    const uint64_t seed = tr_hash_text(n->seed, "storms");
    const double first = n->storm_longitude_deg * (TR_PI / 180), start = n->pearl_longitude_deg * (TR_PI / 180);
    double y, around;
    tr_sincos(n->storm_latitude_deg * (TR_PI / 180), &y, &around);
    for (int i = 0; i < n->storms; i++) {
        tr_vortex v = {.kind = TR_VORTEX_STORM,
                       .radius = n->storm_radius * (i ? 0.5 + 0.4 * random_of(seed, 40 + i) : 1)};
        place_vortex(&v, y, first + 2 * TR_PI * (i ? i + 0.5 * random_of(seed, 20 + i) : 0) / n->storms);
        add_vortex(flow, &v);
    }
    flow->storm_count = flow->vortex_count;
    tr_sincos(n->pearl_latitude_deg * (TR_PI / 180), &y, &around);
    const double apart = 5.2 * n->pearl_radius / (around > 0.2 ? around : 0.2);
    for (int i = 0; i < n->pearls; i++) {
        tr_vortex v = {.kind = TR_VORTEX_PEARL,
                       .radius = n->pearl_radius * (0.7 + 0.4 * random_of(seed, 100 + 3 * i))};
        place_vortex(&v, y + 0.3 * n->pearl_radius * (random_of(seed, 101 + 3 * i) - 0.5),
                     start + apart * (i ? i + 0.4 * random_of(seed, 102 + 3 * i) : 0));
        add_vortex(flow, &v);
    }
}

// Small vortices fall anywhere except near the equator and the poles. Those that would overlap others are left
// out.
static void throw_vortices(const tr_flow_numbers *n, tr_flow *flow) {
    const uint64_t seed = tr_hash_text(n->seed, "vortices");
    for (int i = 0; i < n->vortices; i++) {
        const double u = random_of(seed, 5 * i), w = random_of(seed, 5 * i + 1);
        tr_vortex v = {.kind = TR_VORTEX_SMALL,
                       .radius = n->radius_min + (n->radius_max - n->radius_min) * u * w};
        const double y = 1.92 * random_of(seed, 5 * i + 2) - 0.96;
        place_vortex(&v, y, 2 * TR_PI * random_of(seed, 5 * i + 3));
        v.hill = random_of(seed, 5 * i + 4) < 0.85 ? 1 : -1;
        if (fabs(y) > 0.16)
            add_vortex(flow, &v);
    }
}

// Places vortices near the poles, where there are no jets. They keep apart, as polygons of cyclones do (Adriani
// et al. 2018, "Clusters of cyclones encircling Jupiter's poles").
static void throw_polar(const tr_flow_numbers *n, tr_flow *flow) {
    const uint64_t seed = tr_hash_text(n->seed, "polar");
    for (int i = 0; i < n->polar; i++) {
        const double u = random_of(seed, 4 * i), y = 1 - 0.13 * random_of(seed, 4 * i + 1);
        tr_vortex v = {.kind = TR_VORTEX_SMALL,
                       .radius = n->radius_min + (n->radius_max - n->radius_min) * (1 - 0.6 * u),
                       .hill = -1};
        place_vortex(&v, i & 1 ? -y : y, 2 * TR_PI * random_of(seed, 4 * i + 2));
        add_vortex(flow, &v);
    }
}

// A hill of height h (1 - s/4)³, with s the squared distance in radii, rotates its middle at an angular speed
// of 1.5 h / (aspect radius²). h is set for n->turns rotations in the whole time. Winds round high pressure
// turn clockwise in the northern hemisphere.
static void raise_hills(const tr_flow_numbers *n, tr_flow *flow) {
    for (int j = 0; j < flow->vortex_count; j++) {
        tr_vortex *v = &flow->vortices[j];
        // NOLINTNEXTLINE(clang-analyzer-core.*): as above
        const double sense = v->kind == TR_VORTEX_SMALL ? v->hill : 1;
        const double speed = n->time > 0 ? 2 * TR_PI * n->turns / n->time : 0;
        v->hill = (v->centre[1] < 0 ? -1 : 1) * sense * speed * aspect * v->radius * v->radius / 1.5;
    }
}

static tr_status place_vortices(const tr_flow_numbers *n, tr_flow *flow, tr_error *error) {
    flow->vortices = tr_allocate((size_t)n->storms + (size_t)n->pearls + (size_t)n->vortices + (size_t)n->polar,
                                 sizeof *flow->vortices);
    if (!flow->vortices)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the winds");
    place_rows(n, flow);
    throw_vortices(n, flow);
    throw_polar(n, flow);
    raise_hills(n, flow);
    return TR_OK;
}

// Finds the vortices that reach into a piece of a row, `reach` radii from their centres.
static int find_near(const tr_flow *flow, double reach, int count, const float *x, const float *y,
                     const float *z, const tr_vortex **near) {
    const double cx = (double)x[count / 2], cy = (double)y[count / 2], cz = (double)z[count / 2];
    double widest = 0;
    for (int end = 0; end < 2; end++) {
        const int i = end ? count - 1 : 0;
        const double dx = (double)x[i] - cx, dy = (double)y[i] - cy, dz = (double)z[i] - cz;
        widest = fmax(widest, dx * dx + dy * dy + dz * dz);
    }
    int found = 0;
    for (int j = 0; j < flow->vortex_count; j++) {
        const tr_vortex *v = &flow->vortices[j];
        const double dx = v->centre[0] - cx, dy = v->centre[1] - cy, dz = v->centre[2] - cz;
        const double most = reach * aspect * v->radius + sqrt(widest);
        if (dx * dx + dy * dy + dz * dz <= most * most)
            near[found++] = v;
    }
    return found;
}

// ---- the stream function -----------------------------------------------------------------------

// Data shared by the tasks of a flow. A task is a row of a face.
typedef struct work {
    const tr_flow *flow;
    tr_isa isa;
    int cells; // of the lattice to which the rows belong
    const tr_fractal_plan *eddies;
    double eddy_strength; // factor from the noise to a stream function
    double wakes;
    profile *profile;
    double time;                 // of one step
    unsigned kinds;              // bits of the kinds of vortices
    tr_cube *cube;               // result of numbers
    const tr_cube *narrow;       // input of rows in a later step
    bool soft;                   // which of two
    const tr_cube_vectors *from; // input and result of vectors
    tr_cube_vectors *to;
    float *rows; // arrays of a row, for each worker
    size_t row_capacity;
    float *places; // directions of all rows, x, y and z of each, or NULL
    tr_pool *pool;
    const tr_watch *watch; // or NULL
    uint64_t operations;   // of all rows so far
} work;

// Runs a task for each row of the lattice, at `operations` operations per point.
static tr_status run_rows(work *w, tr_task task, int operations, tr_error *error) {
    w->operations += (uint64_t)operations * faces * (uint64_t)(w->cells + 1) * (uint64_t)(w->cells + 1);
    return tr_pool_run_watched(w->pool, faces * (w->cells + 1), task, w, w->watch, error);
}

enum { of_wind = 60, of_stretch = 5 * TR_FLOW_PARTS * 20 }; // operations per point

// Operations to find the vortices near a piece of a row and to evaluate them.
static int of_vortices(const work *w) { return 30 + 4 * w->flow->vortex_count / piece; }

static int of_stream(const work *w) {
    const int storms = w->wakes > 0 ? w->flow->storm_count : 0;
    return 50 + TR_OCTAVE_OPERATIONS * tr_fractal_shown(w->eddies, 4 * w->cells) + 20 * storms + of_vortices(w);
}

enum { row_arrays = 12 }; // three of them hold directions

typedef struct row {
    int count, face, index;
    float *x, *y, *z, *more[row_arrays - 3];
} row;

static void find_places(void *context, int index, int worker) {
    (void)worker;
    const work *w = context;
    float *x = w->places + (size_t)index * 3 * w->row_capacity;
    tr_cube_row(w->flow->seed, w->cells, index / (w->cells + 1), index % (w->cells + 1), x, x + w->row_capacity,
                x + 2 * w->row_capacity);
}

static row start_row(const work *w, int index, int worker) {
    row r = {.count = w->cells + 1, .face = index / (w->cells + 1), .index = index % (w->cells + 1)};
    float *at = w->rows + (size_t)worker * row_arrays * w->row_capacity;
    for (int k = 0; k < row_arrays - 3; k++)
        r.more[k] = at + (size_t)(3 + k) * w->row_capacity;
    at = w->places ? w->places + (size_t)index * 3 * w->row_capacity : at;
    r.x = at, r.y = at + w->row_capacity, r.z = at + 2 * w->row_capacity;
    if (!w->places)
        tr_cube_row(w->flow->seed, w->cells, r.face, r.index, r.x, r.y, r.z);
    return r;
}

// 1 behind a great storm, 0 far from it: a plume to the west that begins beside the storm, a little nearer to
// the equator, and fades over ten of its radii.
static double wake_at(const tr_vortex *v, double x, double y, double z) {
    const double *e = v->east, *n = v->north, side = v->centre[1] < 0 ? 0.7 : -0.7;
    const double front = v->centre[0] * x + v->centre[1] * y + v->centre[2] * z;
    const double west = -(e[0] * x + e[1] * y + e[2] * z) / v->radius;
    // along the storm's circle of latitude, which deviates from the great circle to the east
    const double north = (y - v->centre[1]) / (n[1] > 0.2 ? n[1] : 0.2) / v->radius - side;
    if (front < 0)
        return 0;
    const double rise = west < 1 ? 0 : west < 3 ? (west - 1) / 2 : 1;
    return rise * rise * (3 - 2 * rise) * bump((west - 3 > 0 ? west - 3 : 0) / 9) * bump(north / 1.7);
}

static double wakes_at(const work *w, double x, double y, double z) {
    double most = 0;
    for (int j = 0; j < w->flow->vortex_count && w->flow->vortices[j].kind == TR_VORTEX_STORM; j++)
        most = fmax(most, wake_at(&w->flow->vortices[j], x, y, z));
    return w->wakes * most;
}

// The stream function of jets and eddies, without vortices.
static void stream_of_bands(const work *w, int count, const float *x, const float *y, const float *z,
                            float *out, float *spare, float *other) {
    const tr_samples at = {.count = count, .x = x, .y = y, .z = z};
    tr_fractal_evaluate(w->eddies, w->isa, 4 * w->flow->cells, &at, out, spare, other);
    for (int i = 0; i < count; i++) {
        const double sine = (double)y[i];
        double strength = look_up(w->profile->eddies, sine);
        if (w->wakes > 0)
            strength += 0.3 * wakes_at(w, (double)x[i], sine, (double)z[i]);
        out[i] = (float)(look_up(w->profile->stream, sine) + w->eddy_strength * strength * (double)out[i]);
    }
}

// Adds the hill of each vortex. Round it the stream function is flattened to its value at the centre, so that
// no other wind passes through.
static void raise_near(const work *w, int count, const float *x, const float *y, const float *z, float *out) {
    const tr_vortex *near[TR_FLOW_MAX_VORTICES];
    const int found = find_near(w->flow, 2, count, x, y, z, near);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < found; j++) {
            const double s = square_of(near[j], (double)x[i], (double)y[i], (double)z[i]);
            const double rest = near[j]->rest - (double)out[i], q = 1 - 0.25 * s;
            if (s < 4)
                out[i] += (float)(bump(s * (1 / 2.6)) * rest + near[j]->hill * q * q * q);
        }
}

static void make_stream(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    float *out = tr_cube_at(w->cube, r.face, 0, r.index);
    stream_of_bands(w, r.count, r.x, r.y, r.z, out, r.more[0], r.more[1]);
    for (int i = 0; i < r.count; i += piece)
        raise_near(w, r.count - i < piece ? r.count - i : (int)piece, r.x + i, r.y + i, r.z + i, out + i);
}

// ---- the wind ----------------------------------------------------------------------------------

static void write_vectors(const row *r, const tr_cube_vectors *to, const float *dx, const float *dy,
                          const float *dz) {
    float *out = tr_cube_at(to, r->face, 0, r->index);
    for (int i = 0; i < r->count; i++) {
        float *v = out + (size_t)i * TR_VECTOR_FLOATS;
        v[0] = dx[i], v[1] = dy[i], v[2] = dz[i];
    }
}

// Two directions a and b = p × a, at right angles to each other and to the place p of a row, both of the same
// length between 0.7 and 1.
static void find_across(const row *r, int i, float a[3], float b[3]) {
    const float p[3] = {r->x[i], r->y[i], r->z[i]};
    if (fabsf(p[1]) > 0.7f)
        a[0] = 0, a[1] = p[2], a[2] = -p[1];
    else
        a[0] = -p[2], a[1] = 0, a[2] = p[0];
    b[0] = p[1] * a[2] - p[2] * a[1], b[1] = p[2] * a[0] - p[0] * a[2], b[2] = p[0] * a[1] - p[1] * a[0];
}

// The places one step away from those of a row, along a (k = 0) or b.
static void step_across(const row *r, int k, float step, float *x, float *y, float *z) {
    for (int i = 0; i < r->count; i++) {
        float across[2][3];
        find_across(r, i, across[0], across[1]);
        x[i] = r->x[i] + step * across[k][0];
        y[i] = r->y[i] + step * across[k][1];
        z[i] = r->z[i] + step * across[k][2];
    }
}

// v = p × ∇ψ from central differences over one cell, along two directions a and p × a.
static void make_wind(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    const float step = (float)(TR_PI / 2 / w->cells);
    float *const *m = r.more;
    for (int side = 0; side < 4; side++) { // ψ at a step along a, against a, along b, against b
        step_across(&r, side / 2, side & 1 ? -step : step, m[0], m[1], m[2]);
        TR_KERNEL_OF(w->isa, tr_cube_sample)(w->cube, r.count, m[0], m[1], m[2], m[3 + side]);
    }
    for (int i = 0; i < r.count; i++) {
        float a[3], b[3];
        find_across(&r, i, a, b);
        // ∇ψ = (a ψa + b ψb) / |a|², and p × a = b, p × b = -a
        const float fraction = 1 / ((a[0] * a[0] + a[1] * a[1] + a[2] * a[2]) * 2 * step);
        const float along = (m[3][i] - m[4][i]) * fraction, across = (m[5][i] - m[6][i]) * fraction;
        m[0][i] = b[0] * along - a[0] * across;
        m[1][i] = b[1] * along - a[1] * across;
        m[2][i] = b[2] * along - a[2] * across;
    }
    write_vectors(&r, w->to, m[0], m[1], m[2]);
}

// ---- where the air came from -------------------------------------------------------------------

// One backward Runge-Kutta step of order four, in space; the result is projected onto the sphere.
static void make_step(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    static const float ahead[4] = {0, 0.5f, 0.5f, 1}, fraction[4] = {1 / 6.0f, 1 / 3.0f, 1 / 3.0f, 1 / 6.0f};
    float *const at[3] = {r.more[0], r.more[1], r.more[2]}, *const v[3] = {r.more[3], r.more[4], r.more[5]},
                 *const sum[3] = {r.more[6], r.more[7], r.more[8]};
    const float *const from[3] = {r.x, r.y, r.z};
    const float time = (float)-w->time;
    for (int stage = 0; stage < 4; stage++) {
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < r.count; i++) // stage 0 has no speed yet
                at[k][i] = stage ? from[k][i] + ahead[stage] * time * v[k][i] : from[k][i];
        TR_KERNEL_OF(w->isa, tr_cube_vectors_sample)(w->from, r.count, at[0], at[1], at[2], v[0], v[1], v[2]);
        for (int k = 0; k < 3; k++)
            for (int i = 0; i < r.count; i++)
                sum[k][i] = (stage ? sum[k][i] : 0) + fraction[stage] * time * v[k][i];
    }
    for (int i = 0; i < r.count; i++) {
        const float x = r.x[i] + sum[0][i], y = r.y[i] + sum[1][i], z = r.z[i] + sum[2][i];
        const float length = sqrtf(x * x + y * y + z * z);
        sum[0][i] = x / length - r.x[i], sum[1][i] = y / length - r.y[i], sum[2][i] = z / length - r.z[i];
    }
    write_vectors(&r, w->to, sum[0], sum[1], sum[2]);
}

// Composes the map with itself: it is known at the lattice points, and is sampled at their departure points.
static void make_double(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    float *const *at = r.more;
    const float *known = tr_cube_at(w->from, r.face, 0, r.index);
    for (int i = 0; i < r.count; i++, known += TR_VECTOR_FLOATS)
        at[0][i] = r.x[i] + known[0], at[1][i] = r.y[i] + known[1], at[2][i] = r.z[i] + known[2];
    TR_KERNEL_OF(w->isa, tr_cube_vectors_sample)(w->from, r.count, at[0], at[1], at[2], at[3], at[4], at[5]);
    TR_KERNEL_OF(w->isa, tr_displace)(r.count, at[3], at[4], at[5], at[0], at[1], at[2]);
    for (int i = 0; i < r.count; i++)
        at[0][i] -= r.x[i], at[1][i] -= r.y[i], at[2][i] -= r.z[i];
    write_vectors(&r, w->to, at[0], at[1], at[2]);
}

void tr_flow_depart(const tr_flow *flow, int parts, tr_isa isa, int count, float *x, float *y, float *z,
                    float *dx, float *dy, float *dz) {
    for (int k = 0; k < parts; k++) {
        TR_KERNEL_OF(isa, tr_cube_vectors_sample)(&flow->departures, count, x, y, z, dx, dy, dz);
        TR_KERNEL_OF(isa, tr_displace)(count, dx, dy, dz, x, y, z);
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static tr_status allocate_rows(work *w, tr_error *error) {
    w->row_capacity = tr_round_up((size_t)w->cells + 1 + TR_LEVEL_PAD);
    w->rows = tr_allocate(w->row_capacity * row_arrays, (size_t)tr_pool_threads(w->pool) * sizeof *w->rows);
    return w->rows ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the winds");
}

// Sets the value of the stream function of jets and eddies at the centres of vortices.
static void find_rests(const work *w, const tr_flow *flow) {
    for (int j = 0; j < flow->vortex_count; j++) {
        tr_vortex *v = &flow->vortices[j];
        const float x = (float)v->centre[0], y = (float)v->centre[1], z = (float)v->centre[2];
        float out, spare[2];
        stream_of_bands(w, 1, &x, &y, &z, &out, &spare[0], &spare[1]);
        v->rest = (double)out;
    }
}

// From winds in maps[0] a short step into maps[1], and doublings from one into the other: the last is maps[0].
static tr_status trace_back(work *w, double time, tr_cube_vectors *const maps[2], tr_error *error) {
    int doublings = 0; // an odd number, large enough that a step covers at most two cells
    w->time = time / TR_FLOW_PARTS;
    do {
        doublings++;
        w->time /= 2;
    } while (doublings % 2 == 0 || w->time * fastest > TR_PI / w->cells);
    tr_status status = TR_OK;
    for (int k = 0; k <= doublings && status == TR_OK; k++) {
        w->from = maps[k & 1], w->to = maps[~k & 1];
        status = run_rows(w, k ? make_double : make_step, k ? 30 : 80, error);
        tr_cube_complete(w->to);
    }
    return status;
}

// Places the vortices of w's flow and makes its stream function, whose gradient is perpendicular to the wind.
static tr_status make_streams(work *w, const tr_flow_numbers *numbers, tr_flow *flow, tr_cube *stream,
                              tr_error *error) {
    // the slope of noise is its amplitude times its frequency
    const double steepness = numbers->eddy_scale * (double)numbers->eddies->octaves[0].amplitude;
    w->eddy_strength = numbers->turbulence / steepness;
    tr_status status = place_vortices(numbers, flow, error);
    if (status == TR_OK)
        status = allocate_rows(w, error);
    if (status == TR_OK)
        status = tr_cube_create(numbers->seed, w->cells, 1, stream, error);
    if (status == TR_OK) {
        w->profile = tr_allocate(1, sizeof *w->profile);
        w->places = tr_allocate(3 * faces * ((size_t)w->cells + 1), w->row_capacity * sizeof *w->places);
        if (!w->profile || !w->places)
            status = tr_fail(error, TR_NO_MEMORY, "no memory for the winds");
    }
    if (status == TR_OK)
        status = run_rows(w, find_places, 10, error);
    if (status == TR_OK) {
        fill_profile(numbers, w->profile);
        find_rests(w, flow);
        status = run_rows(w, make_stream, of_stream(w), error);
        tr_cube_complete(stream);
    }
    return status;
}

// Into flow->departures: the wind, or where air came from that it has carried.
static tr_status make_flow(const tr_flow_numbers *numbers, bool carried, tr_isa isa, tr_pool *pool,
                           const tr_watch *watch, tr_flow *flow, tr_error *error) {
    tr_cube stream = {0};
    tr_cube_vectors other = {0};
    *flow = (tr_flow){.seed = numbers->seed, .cells = (int)numbers->cells};
    work w = {.flow = flow,
              .isa = isa,
              .cells = flow->cells,
              .eddies = numbers->eddies,
              .wakes = numbers->wakes,
              .cube = &stream,
              .to = &flow->departures,
              .pool = pool,
              .watch = watch};
    tr_status status = make_streams(&w, numbers, flow, &stream, error);
    if (status == TR_OK)
        status = tr_cube_create(numbers->seed, w.cells, TR_VECTOR_FLOATS, w.to, error);
    if (status == TR_OK && carried)
        status = tr_cube_create(numbers->seed, w.cells, TR_VECTOR_FLOATS, &other, error);
    if (status == TR_OK) {
        status = run_rows(&w, make_wind, of_wind, error);
        tr_cube_complete(w.to);
    }
    if (status == TR_OK && carried)
        status = trace_back(&w, numbers->time, (tr_cube_vectors *const[]){&flow->departures, &other}, error);
    flow->operations = w.operations;
    tr_free(w.rows);
    tr_free(w.places);
    tr_free(w.profile);
    tr_cube_clear(&stream);
    tr_cube_clear(&other);
    if (status != TR_OK)
        tr_flow_clear(flow);
    return status;
}

tr_status tr_flow_create(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                         tr_flow *flow, tr_error *error) {
    return make_flow(numbers, true, isa, pool, watch, flow, error);
}

tr_status tr_flow_wind(const tr_flow_numbers *numbers, tr_isa isa, tr_pool *pool, const tr_watch *watch,
                       tr_cube_vectors *wind, tr_error *error) {
    tr_flow flow;
    const tr_status status = make_flow(numbers, false, isa, pool, watch, &flow, error);
    *wind = flow.departures;
    flow.departures = (tr_cube_vectors){0};
    tr_flow_clear(&flow);
    return status;
}

void tr_flow_clear(tr_flow *flow) {
    tr_cube_clear(&flow->departures);
    tr_free(flow->vortices);
    *flow = (tr_flow){0};
}

// ---- results for layers -------------------------------------------------------------------------

static void measure_distance(const work *w, int count, const float *x, const float *y, const float *z,
                             float *out) {
    const tr_vortex *near[TR_FLOW_MAX_VORTICES];
    const int found = find_near(w->flow, TR_FLOW_FAR, count, x, y, z, near);
    for (int i = 0; i < count; i++) {
        double least = TR_FLOW_FAR * TR_FLOW_FAR;
        for (int j = 0; j < found; j++) {
            const double s = square_of(near[j], (double)x[i], (double)y[i], (double)z[i]);
            least = w->kinds >> near[j]->kind & 1u && s < least ? s : least;
        }
        out[i] = (float)sqrt(least);
    }
}

static void make_distance(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    float *out = tr_cube_at(w->cube, r.face, 0, r.index);
    for (int i = 0; i < r.count; i += piece)
        measure_distance(w, r.count - i < piece ? r.count - i : (int)piece, r.x + i, r.y + i, r.z + i, out + i);
}

// The root mean square distance of the departure points of places one step away along a and along b, over the
// step.
static void make_stretch(void *context, int index, int worker) {
    const work *w = context;
    const row r = start_row(w, index, worker);
    const float step = (float)(TR_PI / 2 / w->cells);
    float *const *m = r.more;
    float *out = tr_cube_at(w->cube, r.face, 0, r.index);
    for (int k = 0; k < 3; k++) { // at the place, along a, along b
        float *const at[3] = {k ? m[3] : m[0], k ? m[4] : m[1], k ? m[5] : m[2]};
        step_across(&r, k == 2, k ? step : 0, at[0], at[1], at[2]);
        tr_flow_depart(w->flow, TR_FLOW_PARTS, w->isa, r.count, at[0], at[1], at[2], m[6], m[7], m[8]);
        for (int i = 0; i < r.count && k; i++) {
            float a[3], b[3], square = 0;
            find_across(&r, i, a, b);
            for (int c = 0; c < 3; c++)
                square += (m[3 + c][i] - m[c][i]) * (m[3 + c][i] - m[c][i]);
            square /= 2 * step * step * (a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
            out[i] = k == 1 ? square : sqrtf(fmaxf(out[i] + square, 1));
        }
    }
}

// The maximum of a point and the eight around it. The strongest stretching lies along lines thinner than cells;
// this widens them into bands without gaps. Then, soft, their mean with weights 1-2-1 both ways.
static void spread(void *context, int index, int worker) {
    (void)worker;
    const work *w = context;
    const int face = index / (w->cells + 1), j = index % (w->cells + 1);
    float *out = tr_cube_at(w->cube, face, 0, j);
    for (int i = 0; i <= w->cells; i++)
        out[i] = w->soft ? 0 : 1;
    for (int k = 0; k < 9; k++) {
        const float *near = tr_cube_at(w->narrow, face, k % 3 - 1, j + k / 3 - 1);
        const float weight = (k % 3 == 1 ? 0.5f : 0.25f) * (k / 3 == 1 ? 0.5f : 0.25f);
        for (int i = 0; i <= w->cells; i++)
            out[i] = w->soft ? out[i] + weight * near[i] : near[i] > out[i] ? near[i] : out[i];
    }
}

// Makes a cube of numbers, with a task for each of its rows.
static tr_status make_cube(work *w, tr_task task, int operations, tr_error *error) {
    tr_status status = tr_cube_create(w->flow->seed, w->cells, 1, w->cube, error);
    if (status == TR_OK)
        status = allocate_rows(w, error);
    if (status == TR_OK)
        status = run_rows(w, task, operations, error);
    if (status == TR_OK)
        tr_cube_complete(w->cube);
    else
        tr_cube_clear(w->cube);
    tr_free(w->rows);
    return status;
}

tr_status tr_flow_vortices(const tr_flow *flow, unsigned kinds, tr_pool *pool, const tr_watch *watch,
                           tr_cube *cube, tr_error *error) {
    work w = {.flow = flow, .cells = flow->cells, .kinds = kinds, .cube = cube, .pool = pool, .watch = watch};
    return make_cube(&w, make_distance, of_vortices(&w), error);
}

tr_status tr_flow_stretch(const tr_flow *flow, tr_isa isa, tr_pool *pool, const tr_watch *watch, tr_cube *cube,
                          tr_error *error) {
    const int cells = flow->cells > 2 ? flow->cells / 2 : flow->cells; // the result is smooth
    tr_cube narrow;
    work w = {.flow = flow, .isa = isa, .cells = cells, .cube = &narrow, .pool = pool, .watch = watch};
    *cube = (tr_cube){0};
    tr_status status = make_cube(&w, make_stretch, of_stretch, error);
    if (status == TR_OK)
        status = tr_cube_create(flow->seed, cells, 1, cube, error);
    for (int soft = 0; soft < 2 && status == TR_OK; soft++) {
        w.soft = soft, w.cube = soft ? &narrow : cube, w.narrow = soft ? cube : &narrow;
        status = run_rows(&w, spread, 10, error);
        tr_cube_complete(w.cube);
    }
    tr_cube_clear(cube);
    if (status == TR_OK)
        *cube = narrow;
    else
        tr_cube_clear(&narrow);
    return status;
}
