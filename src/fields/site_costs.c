// The cost of sites, from the parameters of their spread (private/sites.h).
#include "fields/private/estimate.h"
#include "fields/private/sites.h"

#include <math.h>

// The fraction of the sphere where darts may land.
static double land_of(const tr_spread *s) {
    const double most = s->latitude_max > 0 ? s->latitude_max : 90;
    return s->plane
               ? 1
               : fmax(1e-5, estimate_sine(most * TR_PI / 180) - estimate_sine(s->latitude_min * TR_PI / 180));
}

static double middle_of(const tr_spread *s) { return 0.5 * (s->latitude_min + s->latitude_max) * TR_PI / 180; }

void tr_sites_cost(const tr_spread *spread, tr_cost *cost) {
    const double n = spread->count, land = land_of(spread), distance = 0.85 * (1 - spread->randomness);
    // Where sites are confined to part of the sphere, or to two rings, there is not enough space for that
    // distance. It shrinks by 3 % after a hundred failures.
    const double apart = sqrt(4 * TR_PI / n);
    const int count = 2 * estimate_sine(spread->latitude_min * TR_PI / 180) > distance * apart
                          ? 2
                          : 1; // the rings are too far apart to affect each other
    const double rings =
        0.55 * count * 2 * TR_PI * estimate_cosine(middle_of(spread)) / fmax(n - count, 0.1) / apart;
    const double shrinks =
        distance > 0 ? fmax(0, estimate_log(distance / fmax(0.75 * sqrt(land), rings)) / 0.0305) : 0;
    const double tried = n * (1 + 12 * distance) + 100 * shrinks;
    cost->kept = 20 * n;
    cost->operations = tried * (TR_DART_OPERATIONS / land + (distance > 0 ? TR_NEIGHBOUR_OPERATIONS : 0)) +
                       (spread->radius_max > 0 ? n * (300 + 15 * estimate_log(n + 1) / estimate_log(2)) : 0);
}

// Averages over latitudes, because rows of samples shorten towards the poles. A cap covers a quarter of the
// square of its reach.
double tr_near_balls(double reach, double columns, double rows) {
    enum { latitudes = 4 };
    double sum = 0;
    for (int i = 0; i < latitudes; i++) {
        const double across = TR_PI / 512 * columns * estimate_cosine(TR_PI / 2 * (i + 0.5) / latitudes),
                     far = reach + sqrt(across * across + TR_PI / 512 * rows * (TR_PI / 512 * rows));
        sum += fmin(1, far * far / 4);
    }
    return sum / latitudes;
}

double tr_near_batch(double reach) { return tr_near_balls(reach, 16, 4); }
double tr_near_block(double reach) { return tr_near_balls(reach, 64, 32); }

// A histogram of sites by radius.
enum { bins = 24 };
typedef struct bin {
    double radius, count;
} bin;

static double count_above(const tr_spread *s, double radius) {
    const double most = estimate_power(s->radius_max / s->radius_min, -s->slope);
    return most < 1 ? s->count * (estimate_power(radius / s->radius_min, -s->slope) - most) / (1 - most) : 0;
}

// Fills the bins, largest radius first. For sites that keep apart, later sites find less space: those that
// would touch an earlier site are left out.
static void sort_into_bins(const tr_spread *s, bin all[bins]) {
    const double step = estimate_power(s->radius_max / s->radius_min, 1.0 / bins);
    double high = s->radius_max;
    for (int i = 0; i < bins; i++, high /= step) {
        all[i] = (bin){high / sqrt(step),
                       step > 1 ? count_above(s, high / step) - count_above(s, high) : s->count / (double)bins};
        double taken = 0;
        for (int k = 0; k < i && s->apart; k++)
            taken += all[k].count * estimate_power(all[k].radius + all[i].radius, 2) / 4;
        const double own = estimate_power(all[i].radius, 2); // the area that one takes from another of its size
        if (s->apart)
            all[i].count = estimate_log(1 + own * all[i].count * estimate_exp(-taken)) / own;
    }
}

tr_sites_near tr_sites_count_near(const tr_spread *spread, double reach, double least) {
    tr_sites_near sum = {.listed = spread->count / (double)TR_BLOCK_SAMPLES};
    bin all[bins];
    sort_into_bins(spread, all);
    for (int i = 0; i < bins; i++) {
        const double near = all[i].count * tr_near_batch(reach * all[i].radius);
        sum.listed += all[i].count * tr_near_block(reach * all[i].radius) / TR_BATCH_SAMPLES;
        sum.near += near;
        sum.shown += all[i].radius >= least ? near : 0;
    }
    return sum;
}
