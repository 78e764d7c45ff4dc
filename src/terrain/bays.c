// Bays that great rivers have filled. A map with a flat sea shows plains that are lower than its first step as
// sea, and those of great rivers are: their deltas, and the valleys above them. The terrain has land there, so
// that rivers end where their bays do. The map itself shows sea all the same.
//
// A bay is sea where a disc of a given width does not fit (the opening of mathematical morphology, Serra 1982).
// It is filled if the land that drains into it is many times as large as the bay: fjords, gulfs and straits
// stay.
#include "base/size.h"
#include "terrain/private/work.h"

static const float half_width_km = 210, km_per_radius = 6371; // as on an Earth
static const float island = 2;       // steepness of the coasts of islands, which make no bays
static const double least_land = 10; // that drains into a bay, in areas of the bay

typedef struct bays {
    terrain_work *work;
    float apart;        // km between points
    const float *steep; // of points of the sea beside land
    int32_t *queue;     // of points, as a ring
    int32_t *from;      // the nearest of the points from which a distance counts
    float *far;         // distance from it in km
    uint8_t *state;     // of points in the queue, then see below
} bays;

enum { open_sea = 1, bay, seen_bay }; // states of the sea

static bool is_sea(const terrain_work *w, int32_t p) { return w->known[p] <= 0; }

// ---- distances ---------------------------------------------------------------------------------

static float distance(const tr_globe *g, int32_t p, int32_t q) {
    const float x = g->x[p] - g->x[q], y = g->y[p] - g->y[q], z = g->z[p] - g->z[q];
    return km_per_radius * __builtin_sqrtf(x * x + y * y + z * z);
}

// Measures distances over the sea, below `most` km, from the first `left` points of the queue.
static void spread(const bays *b, int32_t left, float most) {
    const tr_globe *g = &b->work->globe;
    int32_t head = 0;
    for (uint32_t done = 0; left > 0; left--, done++) {
        if (done % 1024 == 0 && !tr_meter_add(b->work->meter, 1024 * 60))
            return;
        const int32_t p = b->queue[head];
        head = head + 1 < g->count ? head + 1 : 0;
        b->state[p] = 0;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && g->near[p][k] >= 0; k++) {
            const int32_t q = g->near[p][k];
            const float far = is_sea(b->work, q) ? distance(g, q, b->from[p]) : most;
            if (far >= most || far >= b->far[q])
                continue;
            b->far[q] = far, b->from[q] = b->from[p];
            if (!b->state[q]) {
                const int32_t tail = (head + left - 1) % g->count; // p has left
                b->state[q] = 1, b->queue[tail] = q, left++;
            }
        }
    }
}

// Distances from the coasts of continents, or from the open sea if those are known. The coast lies half way
// between points.
static void measure(const bays *b, bool from_land, float most) {
    const terrain_work *w = b->work;
    int32_t count = 0;
    TR_METERED (w->meter, p, w->globe.count, 4)
        b->state[p] =
            is_sea(w, p) && (from_land ? b->steep[p] < island : b->far[p] >= half_width_km - b->apart / 2);
    TR_METERED (w->meter, p, w->globe.count, 4) {
        b->far[p] = b->state[p] ? 0 : 1e9f, b->from[p] = p;
        if (b->state[p])
            b->queue[count++] = p;
    }
    spread(b, count, most);
}

// Marks the sea as open or as bays.
static void find_bays(const bays *b) {
    const terrain_work *w = b->work;
    const float most = half_width_km + 0.7f * b->apart; // points lie beside the circle of a disc
    measure(b, true, half_width_km + b->apart);
    measure(b, false, 1e9f);
    TR_METERED (w->meter, p, w->globe.count, 4)
        b->state[p] = !is_sea(w, p) ? 0 : b->far[p] > most ? bay : open_sea;
}

// ---- filling -----------------------------------------------------------------------------------

// Collects the points of a bay in the queue. *bay_area: steradians; *land: of the land that drains into it.
// *depth: the farthest distance from the open sea.
static int32_t collect(const bays *b, int32_t start, double *bay_area, double *land, float *depth) {
    const terrain_work *w = b->work;
    int32_t count = 0;
    *bay_area = *land = *depth = 0;
    b->queue[count++] = start, b->state[start] = seen_bay;
    for (int32_t i = 0; i < count; i++) { // it grows
        const int32_t p = b->queue[i];
        *bay_area += (double)w->globe.area[p], *land += (double)w->drainage.flow[p];
        *depth = b->far[p] > *depth ? b->far[p] : *depth;
        for (int k = 0; k < TR_GLOBE_NEIGHBOURS && w->globe.near[p][k] >= 0; k++) {
            const int32_t q = w->globe.near[p][k];
            if (b->state[q] == bay)
                b->state[q] = seen_bay, b->queue[count++] = q;
        }
    }
    tr_meter_add(w->meter, (uint64_t)count * 30);
    return count;
}

static void fill(const bays *b) {
    const float least = half_width_km + 1.5f * b->apart; // in less, points of a straight coast may lie
    const terrain_work *w = b->work;
    for (int32_t p = 0; p < w->globe.count && tr_meter_check(w->meter, NULL) == TR_OK; p++) {
        double area, land;
        float depth;
        if (b->state[p] != bay)
            continue;
        const int32_t count = collect(b, p, &area, &land, &depth);
        for (int32_t i = 0; i < count && depth > least && depth < 1e9f && land >= least_land * area; i++)
            w->known[b->queue[i]] = terrain_bay;
    }
}

tr_status terrain_fill_bays(terrain_work *work, const float *steep, tr_error *error) {
    const size_t n = (size_t)work->globe.count;
    bays b = {.work = work, .steep = steep, .apart = 1.5707963f / (float)work->globe.cells * km_per_radius};
    if (!work->numbers->input->flat_sea)
        return TR_OK;
    if (!TR_ALLOCATE(TR_ARRAY(b.queue, n), TR_ARRAY(b.from, n), TR_ARRAY(b.far, n), TR_ARRAY(b.state, n)))
        return tr_fail(error, TR_NO_MEMORY, "no memory for the bays of a planet");
    tr_drainage_solve(&work->drainage, &work->globe, work->known, NULL);
    find_bays(&b);
    fill(&b);
    tr_free(b.queue);
    return tr_meter_check(work->meter, error);
}
