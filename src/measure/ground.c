#include "measure/measure.h"
#include "measure/private/maths.h"

double tr_measure_land(const float *height, int width) {
    double land = 0, all = 0;
    for (int j = 0; j < width / 2; j++) {
        const float *row = height + (long)j * width;
        const double area = measure_area(j, width);
        int count = 0;
        for (int i = 0; i < width; i++)
            count += row[i] >= 0;
        land += area * count, all += area * width;
    }
    return land / all;
}

static void fill_histogram(const float *height, int width, tr_hypsometry *h) {
    double all = 0;
    for (int j = 0; j < width / 2; j++) {
        const float *row = height + (long)j * width;
        const double area = measure_area(j, width);
        for (int i = 0; i < width; i++) {
            const int bin = (int)floor((row[i] - h->low_m) / h->bin_m);
            h->fraction[bin < 0 ? 0 : bin >= TR_HYPSOMETRY_BINS ? TR_HYPSOMETRY_BINS - 1 : bin] += area;
            h->above_3km += row[i] > 3000 ? area : 0;
        }
        all += area * width;
    }
    for (int k = 0; k < TR_HYPSOMETRY_BINS; k++)
        h->fraction[k] /= all;
    h->above_3km /= all;
}

static int fullest_bin(const tr_hypsometry *h, int first, int end) {
    int best = first;
    for (int k = first; k < end; k++)
        if (h->fraction[k] > h->fraction[best])
            best = k;
    return best;
}

void tr_measure_shape(const float *height, int width, double radius_m, double fraction[TR_SHAPE_BINS]) {
    double mean = 0, all = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < TR_SHAPE_BINS && pass; k++)
            fraction[k] = 0;
        for (int j = 0; j < width / 2; j++)
            for (int i = 0; i < width; i++) {
                const double radius = radius_m + (double)height[(long)j * width + i],
                             area = measure_area(j, width);
                const int bin = pass ? (int)(8 * radius / mean) : 0;
                if (pass)
                    fraction[bin < TR_SHAPE_BINS ? bin : TR_SHAPE_BINS - 1] += area / all;
                else
                    mean += radius * area, all += area;
            }
        mean /= pass ? 1 : all;
    }
}

void tr_measure_hypsometry(const float *height, int width, double low_m, double high_m, tr_hypsometry *out) {
    *out = (tr_hypsometry){.bin_m = 50};
    // round step widths; at most TR_HYPSOMETRY_BINS of them from the lowest to the highest point
    const double steps[] = {2, 2.5, 2};
    for (int k = 0; floor(high_m / out->bin_m) - floor(low_m / out->bin_m) + 1 > TR_HYPSOMETRY_BINS; k++)
        out->bin_m *= steps[k % 3];
    out->low_m = out->bin_m * floor(low_m / out->bin_m);
    fill_histogram(height, width, out);
    int shore = (int)(-out->low_m / out->bin_m + 0.5); // the bin that begins at 0 m
    shore = shore < 0 ? 0 : shore > TR_HYPSOMETRY_BINS ? TR_HYPSOMETRY_BINS : shore;
    // shelves are flooded when the sea level rises, and count as land: the sea floor is what lies deeper
    const int shelf = (int)fmin(fmax(ceil((-TR_SHELF_M - out->low_m) / out->bin_m), 0), shore);
    const int sea = fullest_bin(out, 0, shelf);
    const int land = shore < TR_HYPSOMETRY_BINS ? fullest_bin(out, shore, TR_HYPSOMETRY_BINS) : sea;
    out->sea_peak_m = out->low_m + (sea + 0.5) * out->bin_m;
    out->land_peak_m = out->low_m + (land + 0.5) * out->bin_m;
    out->sea_peak = shelf > 0 ? out->fraction[sea] : 0;
    out->land_peak = shore < TR_HYPSOMETRY_BINS ? out->fraction[land] : 0;
    out->valley = out->sea_peak < out->land_peak ? out->sea_peak : out->land_peak;
    for (int k = sea; k <= land; k++)
        out->valley = out->fraction[k] < out->valley ? out->fraction[k] : out->valley;
}

// ---- slopes ------------------------------------------------------------------------------------

// The angle that is not exceeded on this fraction of the area. `area` is a histogram over 0 … 90 degrees.
static double percentile(const double *area, int bins, double fraction) {
    double all = 0, sum = 0;
    for (int k = 0; k < bins; k++)
        all += area[k];
    int k = 0;
    while (k + 1 < bins && sum + area[k] < fraction * all)
        sum += area[k++];
    return 90 * (k + (area[k] > 0 ? (fraction * all - sum) / area[k] : 0)) / bins;
}

// The slopes towards the east and the north in a texel of 3 bytes. Codes 0 … 255 are -1 … 1, so level ground is
// 127.5, which is rounded up.
static void read_slopes(const uint8_t *texel, double *east, double *north) {
    const double z = texel[2] > 128 ? texel[2] - 127.5 : 0.5;
    *east = -(texel[0] - (texel[0] == 128 ? 128 : 127.5)) / z;
    *north = -(texel[1] - (texel[1] == 128 ? 128 : 127.5)) / z;
}

// Mean square of the slopes averaged over blocks of that many texels, up to 60 degrees of latitude: nearer the
// poles, east is a different direction at each end of a block.
static double broad_mean_square(const uint8_t *normal, int width, int block) {
    double squares = 0, area = 0;
    for (int j = width / 12 / block * block; j + block <= width / 2 - width / 12; j += block)
        for (int i = 0; i < width; i += block) {
            double east = 0, north = 0;
            for (int k = 0; k < block * block; k++) {
                double e, n;
                read_slopes(normal + 3 * ((long)(j + k / block) * width + i + k % block), &e, &n);
                east += e, north += n;
            }
            const double weight = measure_area(j + block / 2, width), samples = (double)block * block;
            squares += weight * (east * east + north * north) / (samples * samples), area += weight;
        }
    return area > 0 ? squares / area : 0;
}

void tr_measure_slopes(const uint8_t *normal, int width, tr_slopes *out) {
    enum { bins = 360 }; // four for each degree
    double steep[bins] = {0}, east[TR_SLOPE_BANDS] = {0}, north[TR_SLOPE_BANDS] = {0};
    for (int j = 0; j < width / 2; j++) {
        const uint8_t *row = normal + 3 * (long)j * width;
        const double area = measure_area(j, width), latitude = 90 - (j + 0.5) * 360 / width;
        const int band = (int)(fabs(latitude) / (90.0 / TR_SLOPE_BANDS));
        for (int i = 0; i < width; i++) {
            double x, y;
            read_slopes(row + 3 * (long)i, &x, &y);
            const int bin = (int)(tr_atan2(sqrt(x * x + y * y), 1) * (2 / TR_PI) * bins);
            steep[bin < bins ? bin : bins - 1] += area;
            east[band] += area * x * x, north[band] += area * y * y;
        }
    }
    out->steep_deg = percentile(steep, bins, 0.98);
    for (int k = 0; k < TR_SLOPE_BANDS; k++)
        out->east_over_north[k] = north[k] > 0 ? east[k] / north[k] : 1;
    out->broad_deg = 0;
    if (width % TR_BROAD_COLUMNS == 0)
        out->broad_deg =
            tr_atan2(sqrt(broad_mean_square(normal, width, width / TR_BROAD_COLUMNS)), 1) * (180 / TR_PI);
}

// ---- craters -------------------------------------------------------------------------------------

void tr_measure_sizes(const float *radii, int count, double least, tr_sizes *out) {
    double sum = 0;
    *out = (tr_sizes){.count = count, .least = least};
    for (int i = 0; i < count; i++) {
        const double radius = (double)radii[i];
        sum += measure_log2(radius / least);
        out->largest = radius > out->largest ? radius : out->largest;
    }
    if (count < TR_SIZES_LEAST || out->largest < 4 * least)
        return;
    out->slope = -count / (sum * 0.69314718055994531);
    out->error = -out->slope / sqrt(count);
}
