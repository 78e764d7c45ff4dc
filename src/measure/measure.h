// Figures of a finished planet: from the texels of its maps, so that they hold for what is exported.
//
// All maps are equirectangular, `width` columns and width / 2 rows, row 0 in the north. All means and shares
// are weighted by area. Nothing here reaches a texel, but the figures are the same on every machine, too: for
// they come from additions, multiplications, divisions and roots. Any thread. What takes longest has a watch,
// or NULL: TR_STOPPED, and figures of a part of the map, once that stops. More: docs/internals/figures.md.
#pragma once
#include "base/watch.h"
#include <stdbool.h>
#include <stdint.h>

// ---- the ground (ground.c) ---------------------------------------------------------------------

// The fraction of the sphere that lies at 0 m or above.
double tr_measure_land(const float *height, int width);

enum { TR_SHAPE_BINS = 16 };

// The shape of a displaced planet, however it lies: fractions of the sphere where the radius is 0 … 1/8, 1/8 …
// 2/8 and so on of the mean radius, the last bin without end. heights in metres over radius_m.
void tr_measure_shape(const float *height, int width, double radius_m, double fraction[TR_SHAPE_BINS]);

enum { TR_HYPSOMETRY_BINS = 96, TR_SHELF_M = 250 }; // shelves end above that depth

// How much of the planet lies how high: a histogram, and its highest places in the sea and on land.
typedef struct tr_hypsometry {
    double low_m, bin_m;                 // bin k is low_m + k * bin_m and up; one bin begins at 0 m
    double fraction[TR_HYPSOMETRY_BINS]; // of the sphere
    double sea_peak_m, land_peak_m;      // middles of the fullest bins below the shelf and above 0 m
    double sea_peak, land_peak, valley;  // fractions of these bins, and of the emptiest one between them
    double above_3km;                    // fraction of the sphere
} tr_hypsometry;

// low_m and high_m: what the map can hold.
void tr_measure_hypsometry(const float *height, int width, double low_m, double high_m, tr_hypsometry *out);

enum { TR_SLOPE_BANDS = 3 }; // of latitude: 0 … 30, 30 … 60, 60 … 90 degrees, both hemispheres

enum { TR_BROAD_COLUMNS = 128 }; // of a map of broad slopes, to compare maps of different widths

typedef struct tr_slopes {
    double steep_deg;                       // 98 % of the sphere are less steep
    double east_over_north[TR_SLOPE_BANDS]; // mean square slopes: 1 where no direction is preferred
    // What maps of all widths can show, and so what they must agree in: slopes averaged down to
    // TR_BROAD_COLUMNS, root of their mean square within 60 degrees of the equator, as an angle. 0 where the
    // width is no multiple.
    double broad_deg;
} tr_slopes;

// From a normal map: 3 bytes a texel, -1 … 1 as 0 … 255, x east, y north.
void tr_measure_slopes(const uint8_t *normal, int width, tr_slopes *out);

// ---- roughness (scales.c) ----------------------------------------------------------------------

enum { TR_LAGS = 7, TR_LAG_PAIRS = 1 << 16 };

// The structure function of second order: the mean square difference in height of two places that lie a lag
// apart along a great circle. For fractal ground it grows as a power of the lag: as lag^2H, which is the slope.
typedef struct tr_structure {
    double lag_rad[TR_LAGS], mean_square[TR_LAGS];
    double slope; // of the line through their logarithms, least squares
} tr_structure;

// Lags from 0.024 to 0.2 rad, TR_LAG_PAIRS pairs at random places in random directions for each.
void tr_measure_structure(const float *height, int width, uint64_t seed, tr_structure *out);

// ---- coasts (coast.c) --------------------------------------------------------------------------

// Closed lines on the unit sphere: points first[k] … first[k + 1] - 1 are line k, whose last point is joined to
// its first.
typedef struct tr_coast {
    int lines, points;
    int *first; // lines + 1 of them
    float (*point)[3];
} tr_coast;

// The lines where a map's height is 0, by marching squares round the whole sphere: over the seam and the poles.
// Errors: TR_NO_MEMORY. Clear it when done.
tr_status tr_coast_trace(const float *height, int width, tr_coast *coast, tr_error *error);
void tr_coast_clear(tr_coast *coast);

enum { TR_OPENINGS = 6 };

// How long the coasts are to a pair of dividers that is opened more and more (Richardson 1961; Mandelbrot 1967,
// "How long is the coast of Britain?"). Islands that the widest opening cannot go round are left out.
typedef struct tr_coast_lengths {
    int lines; // that are long enough
    double opening_rad[TR_OPENINGS], length_rad[TR_OPENINGS];
    double dimension; // 1 - slope of log length over log opening; 0 where there is no coast
} tr_coast_lengths;

// Openings from 0.0125 to 0.07 rad, chords.
void tr_measure_coast(const tr_coast *coast, tr_coast_lengths *out);

// ---- colour (colour.c) -------------------------------------------------------------------------

enum { TR_COLOUR_BINS = 8 * 8 * 8 };

// An albedo map in OKLab (Ottosson 2020): lightness 0 … 1, and a and b, 0 for greys.
typedef struct tr_colours {
    double lightness, contrast;      // mean and standard deviation of L
    double chroma;                   // mean of √(a² + b²)
    double fraction[TR_COLOUR_BINS]; // of the sphere: 8 steps of L, of a and of b (-0.2 … 0.2), shared out
                                     // linearly
} tr_colours;

// 3 bytes a texel, sRGB.
tr_status tr_measure_colours(const uint8_t *albedo, int width, const tr_watch *watch, tr_colours *out,
                             tr_error *error);
// How unlike two histograms are: √(½ Σ (p - q)² / (p + q)), the root of the chi-square distance, which is a
// metric (Topsøe 2000, "triangular discrimination"): 0 for equal ones, 1 for ones that share no bin.
double tr_colour_distance(const tr_colours *a, const tr_colours *b);
double tr_shape_distance(const double a[TR_SHAPE_BINS], const double b[TR_SHAPE_BINS]);

// Hues in OKLCh, each as much as it is coloured.
typedef struct tr_hues {
    int count;     // peaks over the circle of hues, 20 degrees apart, with 5 % of the colour within 20 degrees
    double spread; // 1 - length of the mean hue: 0 where all are one, 1 where they are opposed or all alike
} tr_hues;

// 3 bytes a texel, sRGB. What has a chroma below 0.02 is grey and has no hue.
tr_status tr_measure_hues(const uint8_t *albedo, int width, const tr_watch *watch, tr_hues *out,
                          tr_error *error);

// The fraction of the sphere that glows in an emission map: linear luminance of 0.02 and more.
double tr_measure_glow(const uint8_t *emission, int width);

// ---- scales (scales.c) -------------------------------------------------------------------------

enum { TR_SPECTRUM_BANDS = 10, TR_SPECTRUM_FIRST = 20, TR_SPECTRUM_CIRCLES = 192 };

// Power over waves round a great circle, from 20 to 800 of them: on Earth, 2,000 to 50 km. That of clouds falls
// with a power of -5/3 to -2. A field whose structure function rises as lag^2H has a slope of -(2H + 1).
typedef struct tr_spectrum {
    int bands; // that are no finer than five texels
    double waves[TR_SPECTRUM_BANDS], power[TR_SPECTRUM_BANDS];
    double slope; // of the line through their logarithms; 0 on maps too small for three bands
} tr_spectrum;

// Of any map, on TR_SPECTRUM_CIRCLES great circles in random directions. Errors: TR_NO_MEMORY.
tr_status tr_measure_spectrum(const float *map, int width, uint64_t seed, tr_spectrum *out, tr_error *error);

// The lightness (OKLab) of 3 bytes a texel, sRGB.
tr_status tr_measure_lightness(const uint8_t *albedo, int width, const tr_watch *watch, float *lightness,
                               tr_error *error);

enum { TR_DETAIL_OCTAVES = 2 };

// What the finest octaves of a map hold: differences from means of 2 x 2 and then of 4 x 4 texels (Haar's
// wavelets), within 60 degrees of the equator, where texels are not much narrower than high.
typedef struct tr_detail_amplitudes {
    double rms[TR_DETAIL_OCTAVES]; // of each, the finest first
    double fraction;               // of the variance in all of them
} tr_detail_amplitudes;

// Texels that fill no block of 4 x 4 are left out.
void tr_measure_detail(const float *map, int width, tr_detail_amplitudes *out);

// ---- outlines (coast.c) ------------------------------------------------------------------------

// The dimension of outlines by their areas and perimeters: P ~ A^(D/2) (Mandelbrot 1982; clouds: 1.35, Lovejoy
// 1982).
typedef struct tr_outlines {
    int lines;        // that were measured
    double dimension; // 0 where there are too few sizes
} tr_outlines;

// Lines round an area of `least` steradians or more, by octaves of area. Clouds are lines of their cover less
// 1/2.
void tr_measure_outlines(const tr_coast *lines, double least, tr_outlines *out);

// ---- craters (ground.c) ------------------------------------------------------------------------

enum { TR_SIZES_LEAST = 100 }; // fewer say nothing

// How numbers grow towards small sizes: N(>R) ~ R^slope, by maximum likelihood (Clauset and others 2009,
// "Power-law distributions in empirical data", of a continuous power law without an upper end).
typedef struct tr_sizes {
    int count;
    double least, largest;
    double slope, error; // and its standard error; 0: fewer than TR_SIZES_LEAST, or no two octaves
} tr_sizes;

// Of radii of at least `least`.
void tr_measure_sizes(const float *radii, int count, double least, tr_sizes *out);
