#include "noise/sites/sites.h"
#include "base/hash.h"
#include "base/size.h"
#include "noise/maths/trig.h"

#include <string.h>

// A hash grid of sites: buckets by the cubic cell of a site.
typedef struct grid {
    double cells;   // per unit length
    uint32_t mask;  // buckets - 1
    int32_t *heads; // first site of a bucket, or -1
    int32_t *next;  // for each site: the next one in its bucket, or -1
} grid;

static uint32_t bucket(const grid *g, int64_t ix, int64_t iy, int64_t iz) {
    uint64_t key = (uint64_t)ix * 0x8da6b343u ^ (uint64_t)iy * 0xd8163841u ^ (uint64_t)iz * 0xcb1ab31fu;
    return (uint32_t)tr_hash_u64(key) & g->mask;
}

// A random direction without sines (Marsaglia 1972, "Choosing a point from the surface of a sphere").
static void draw_direction(uint64_t seed, uint64_t *counter, double d[3]) {
    double a, b, s;
    do {
        a = 2 * tr_hash_unit(tr_hash_pair(seed, (*counter)++)) - 1;
        b = 2 * tr_hash_unit(tr_hash_pair(seed, (*counter)++)) - 1;
        s = a * a + b * b;
    } while (s >= 1);
    double k = 2 * sqrt(1 - s);
    d[0] = a * k, d[1] = b * k, d[2] = 1 - 2 * s;
}

static void draw_place(uint64_t seed, uint64_t *counter, double d[3]) {
    for (int k = 0; k < 2; k++)
        d[k] = tr_hash_unit(tr_hash_pair(seed, (*counter)++));
    d[2] = 0;
}

static bool is_clear(const tr_sites *sites, const grid *g, const double d[3], double distance) {
    int64_t c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (int64_t)floor(d[k] * g->cells);
    for (int64_t ix = c[0] - 1; ix <= c[0] + 1; ix++)
        for (int64_t iy = c[1] - 1; iy <= c[1] + 1; iy++)
            for (int64_t iz = c[2] - 1; iz <= c[2] + 1; iz++)
                for (int32_t j = g->heads[bucket(g, ix, iy, iz)]; j >= 0; j = g->next[j]) {
                    double dx = sites->x[j] - d[0], dy = sites->y[j] - d[1], dz = sites->z[j] - d[2];
                    if (dx * dx + dy * dy + dz * dz < distance * distance)
                        return false;
                }
    return true;
}

// The distance of a coordinate from the unit interval. Sites are floats, so one may lie exactly on the far
// edge.
static double outside(double x) { return x < 0 ? -x : x > 1 ? x - 1 : 0; }

// Whether no site is nearer than the distance. On the plane sites repeat, so repetitions of the place outside
// the square are tried too, if they are near enough to sites of the square.
static bool is_free(const tr_sites *sites, const grid *g, bool plane, const double d[3], double distance) {
    const int around = plane ? 1 : 0;
    for (int i = -around; i <= around; i++)
        for (int j = -around; j <= around; j++) {
            const double place[3] = {d[0] + i, d[1] + j, d[2]};
            const bool near = !plane || (outside(place[0]) < distance && outside(place[1]) < distance);
            if (near && !is_clear(sites, g, place, distance))
                return false;
        }
    return true;
}

static void insert(tr_sites *sites, grid *g, const double d[3]) {
    int j = sites->count++;
    sites->x[j] = (float)d[0], sites->y[j] = (float)d[1], sites->z[j] = (float)d[2];
    uint32_t b = bucket(g, (int64_t)floor(d[0] * g->cells), (int64_t)floor(d[1] * g->cells),
                        (int64_t)floor(d[2] * g->cells));
    g->next[j] = g->heads[b];
    g->heads[b] = j;
}

static tr_status throw_darts(const tr_spread *spread, tr_sites *sites, grid *g, double distance,
                             tr_error *error) {
    double y_min, y_max, unused;
    tr_sincos(spread->latitude_min * TR_PI / 180, &y_min, &unused);
    tr_sincos(spread->latitude_max * TR_PI / 180, &y_max, &unused);
    enum { patience = 100 }; // consecutive failures before the distance shrinks
    int failed = 0;
    uint64_t counter = 0;
    while (sites->count < spread->count && tr_meter_add(spread->meter, TR_DART_OPERATIONS)) {
        double d[3];
        if (spread->plane)
            draw_place(spread->seed, &counter, d);
        else
            draw_direction(spread->seed, &counter, d);
        double y = d[1] < 0 ? -d[1] : d[1];
        if (!spread->plane && (y < y_min || y > y_max))
            continue;
        tr_meter_add(spread->meter, distance > 0 ? TR_NEIGHBOUR_OPERATIONS : 0);
        if (distance <= 0 || is_free(sites, g, spread->plane, d, distance)) {
            insert(sites, g, d);
            failed = 0;
        } else if (++failed == patience) {
            distance *= 0.97;
            failed = 0;
        }
    }
    return tr_meter_check(spread->meter, error);
}

// R = Rmin (1 - u (1 - (Rmin/Rmax)^slope))^(-1/slope): inverse transform sampling of the power law. slope is 1,
// 2 or 3 in nature. It is rounded to a half, so that the powers need only square roots and products.
static double power(double x, double exponent) {
    double whole = floor(exponent), result = exponent - whole >= 0.5 ? sqrt(x) : 1;
    for (int i = 0; i < (int)whole; i++)
        result *= x;
    return result;
}

// x^(1/exponent) for exponent 1, 1.5, … by Newton's method; x in (0, 1].
static double root(double x, double exponent) {
    double y = 1;
    for (int i = 0; i < 60; i++) {
        double p = power(y, exponent);
        y = y - (p - x) * y / (exponent * p);
    }
    return y;
}

enum { of_radius = 300, of_sift = 10 }; // operations; of_sift per step down

static void draw_radii(const tr_spread *spread, tr_sites *sites) {
    double slope = floor(2 * spread->slope + 0.5) / 2;
    double range = 1 - power(spread->radius_min / spread->radius_max, slope);
    for (int j = 0; j < sites->count && tr_meter_add(spread->meter, of_radius); j++) {
        uint64_t h = tr_hash_pair(spread->seed ^ 0x5261644969u, (uint64_t)j);
        double r = spread->radius_min / root(1 - tr_hash_unit(h) * range, slope);
        sites->radius[j] = (float)(r > spread->radius_max ? spread->radius_max : r);
        sites->strength[j] = (float)tr_hash_unit(tr_hash_u64(h));
    }
}

static void swap_sites(tr_sites *s, int a, int b) {
    float *const arrays[] = {s->x, s->y, s->z, s->radius, s->strength};
    for (int k = 0; k < 5; k++) {
        float t = arrays[k][a];
        arrays[k][a] = arrays[k][b];
        arrays[k][b] = t;
    }
}

// The order of the heap sort: descending radius; for equal radii, by place.
static bool comes_before(const tr_sites *s, int a, int b) {
    if (s->radius[a] != s->radius[b])
        return s->radius[a] > s->radius[b];
    return s->x[a] != s->x[b] ? s->x[a] > s->x[b] : s->y[a] > s->y[b];
}

static void sift(tr_sites *s, int root_index, int count, tr_meter *meter) {
    for (int child; (child = 2 * root_index + 1) < count; root_index = child) {
        if (child + 1 < count && comes_before(s, child, child + 1))
            child++;
        if (!tr_meter_add(meter, of_sift) || !comes_before(s, root_index, child))
            break;
        swap_sites(s, root_index, child);
    }
}

static void sort_by_radius(tr_sites *s, tr_meter *meter) {
    for (int i = s->count / 2 - 1; i >= 0; i--)
        sift(s, i, s->count, meter);
    for (int i = s->count - 1; i > 0; i--) {
        swap_sites(s, 0, i);
        sift(s, 0, i, meter);
    }
}

// Removes sites whose circle touches that of an earlier one.
static void keep_apart(tr_sites *s, tr_meter *meter) {
    int kept = 0;
    for (int j = 0; j < s->count && tr_meter_add(meter, (unsigned)kept); j++) {
        bool clear = true;
        for (int i = 0; i < kept && clear; i++) {
            float dx = s->x[i] - s->x[j], dy = s->y[i] - s->y[j], dz = s->z[i] - s->z[j];
            float sum = s->radius[i] + s->radius[j];
            clear = dx * dx + dy * dy + dz * dz > sum * sum;
        }
        if (clear)
            swap_sites(s, kept++, j);
    }
    s->count = kept;
}

// Moves site j to the west of its leader by `way` planet radii, and by `across` times that towards its pole.
static void follow(tr_sites *s, int leader, int j, double way, double across) {
    const double x = s->x[leader], y = s->y[leader], z = s->z[leader], level = sqrt(x * x + z * z);
    if (level < 1e-3)
        return; // there is no west at a pole
    const double poleward = (y < 0 ? -across : across) * way;
    const double place[3] = {x - (way * z + poleward * y * x) / level, y + poleward * level,
                             z + (way * x - poleward * y * z) / level};
    const double k = 1 / sqrt(place[0] * place[0] + place[1] * place[1] + place[2] * place[2]);
    s->x[j] = (float)(k * place[0]), s->y[j] = (float)(k * place[1]), s->z[j] = (float)(k * place[2]);
}

// The first sites are leaders, as many as there are groups. The next ones are their followers, and all others
// lie about the line between the two. A follower lies nearer to the pole, as with sunspots (Hale, Ellerman,
// Nicholson and Joy 1919, "The magnetic polarity of sun-spots").
static void gather(const tr_spread *spread, tr_sites *s) {
    const int leaders = (s->count + spread->group - 1) / spread->group;
    for (int j = leaders; j < s->count; j++) {
        const int leader = j % leaders, follower = leaders + leader;
        const uint64_t of_group = tr_hash_pair(spread->seed ^ 0x67726f7570u, (uint64_t)leader),
                       own = tr_hash_pair(of_group, (uint64_t)j);
        const double both = (double)s->radius[leader] + (double)s->radius[follower];
        const double length = both * (2 + 3 * tr_hash_unit(tr_hash_pair(of_group, 1)));
        const double lean = 0.05 + 0.3 * tr_hash_unit(tr_hash_pair(of_group, 2));
        const double along = j == follower ? 1 : 1.5 * tr_hash_unit(tr_hash_pair(own, 1)) - 0.25;
        const double off = j == follower ? 0 : tr_hash_unit(tr_hash_pair(own, 2)) - 0.5;
        follow(s, leader, j, length * along, lean + off);
    }
}

static tr_status spread_with_grid(const tr_spread *spread, tr_sites *sites, tr_error *error) {
    uint32_t buckets = 64;
    while (buckets < (uint32_t)spread->count * 2)
        buckets *= 2;
    // Darts that may not touch fill the sphere at about 0.85 of the mean spacing.
    double distance = 0.85 * (double)sites->spacing * (1 - spread->randomness);
    grid g = {.cells = distance > 1e-6 ? 1 / distance : 1, .mask = buckets - 1};
    if (!TR_ALLOCATE(TR_ARRAY(g.heads, buckets), TR_ARRAY(g.next, (size_t)spread->count)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d sites", spread->count);
    memset(g.heads, 0xff, buckets * sizeof *g.heads);
    const tr_status status = throw_darts(spread, sites, &g, distance, error);
    tr_free(g.heads);
    return status;
}

tr_status tr_sites_create(const tr_spread *spread, tr_sites *sites, tr_error *error) {
    size_t n = (size_t)spread->count;
    *sites = (tr_sites){.spacing = (float)sqrt((spread->plane ? 1 : 4 * TR_PI) / spread->count),
                        .transition = 0.03f};
    tr_status status = TR_ALLOCATE(TR_ARRAY(sites->x, n), TR_ARRAY(sites->y, n), TR_ARRAY(sites->z, n),
                                   TR_ARRAY(sites->radius, n), TR_ARRAY(sites->strength, n))
                           ? spread_with_grid(spread, sites, error)
                           : tr_fail(error, TR_NO_MEMORY, "no memory for %d sites", spread->count);
    if (status != TR_OK) {
        tr_sites_clear(sites);
        return status;
    }
    if (spread->radius_max > 0) {
        draw_radii(spread, sites);
        if (spread->largest_first || spread->apart)
            sort_by_radius(sites, spread->meter);
        if (spread->apart)
            keep_apart(sites, spread->meter);
        if (spread->group > 1)
            gather(spread, sites);
    } else
        for (int j = 0; j < sites->count; j++)
            sites->radius[j] = 0, sites->strength[j] = 0;
    status = tr_meter_check(spread->meter, error);
    if (status != TR_OK)
        tr_sites_clear(sites);
    return status;
}

void tr_sites_clear(tr_sites *sites) {
    tr_free(sites->x);
    *sites = (tr_sites){0};
}
