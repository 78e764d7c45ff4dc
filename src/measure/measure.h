// Figures of a finished planet, measured on the texels of its maps, so that they hold for exported files.
//
// All maps are equirectangular, `width` columns and width / 2 rows, row 0 in the north. All means and fractions
// are weighted by area. The figures are the same on every machine, because they use only additions,
// multiplications, divisions and roots. All functions may be called from any thread. The slow ones take a
// watch, or NULL. When it stops, they return TR_STOPPED, with figures of a part of the map. More:
// docs/internals/figures.md.
#pragma once
#include "base/watch.h"
#include <stdbool.h>
#include <stdint.h>

// ---- the ground (ground.c) ---------------------------------------------------------------------

// The fraction of the sphere at 0 m or above.
double tr_measure_land(const float *height, int width);

enum { TR_SHAPE_BINS = 16 };

// The shape of a displaced planet, independent of its orientation: fractions of the sphere where the radius is
// 0 … 1/8, 1/8 … 2/8 and so on of the mean radius; the last bin has no upper limit. heights are in metres above
// radius_m.
void tr_measure_shape(const float *height, int width, double radius_m, double fraction[TR_SHAPE_BINS]);

enum { TR_HYPSOMETRY_BINS = 96, TR_SHELF_M = 250 }; // shelves end above that depth

// How much of the planet lies at which height: a histogram, and its peaks in the sea and on land.
typedef struct tr_hypsometry {
    double low_m, bin_m;                 // bin k covers bin_m from low_m + k * bin_m up; one bin begins at 0 m
    double fraction[TR_HYPSOMETRY_BINS]; // of the sphere
    double sea_peak_m, land_peak_m;      // middles of the fullest bins below the shelf and above 0 m
    double sea_peak, land_peak, valley;  // fractions of these bins, and of the emptiest one between them
    double above_3km;                    // fraction of the sphere
} tr_hypsometry;

// low_m and high_m: the range of the map.
void tr_measure_hypsometry(const float *height, int width, double low_m, double high_m, tr_hypsometry *out);

enum { TR_SLOPE_BANDS = 3 }; // of latitude: 0 … 30, 30 … 60, 60 … 90 degrees, both hemispheres

enum { TR_BROAD_COLUMNS = 128 }; // of the map of broad slopes, which makes maps of different widths comparable

typedef struct tr_slopes {
    double steep_deg;                       // 98 % of the sphere is less steep
    double east_over_north[TR_SLOPE_BANDS]; // mean square slopes: 1 where no direction is preferred
    // The part of the slopes that maps of all widths can resolve, and so must agree in: slopes averaged down to
    // TR_BROAD_COLUMNS, root of their mean square within 60 degrees of the equator, as an angle. 0 if the width
    // is not a multiple of TR_BROAD_COLUMNS.
    double broad_deg;
} tr_slopes;

// From a normal map: 3 bytes a texel, -1 … 1 as 0 … 255, x east, y north.
void tr_measure_slopes(const uint8_t *normal, int width, tr_slopes *out);

// ---- roughness (scales.c) ----------------------------------------------------------------------

enum { TR_LAGS = 7, TR_LAG_PAIRS = 1 << 16 };

// The structure function of second order: the mean square difference in height between two places separated by
// a lag along a great circle. For fractal ground it grows as lag^2H, which is the slope.
typedef struct tr_structure {
    double lag_rad[TR_LAGS], mean_square[TR_LAGS];
    double slope; // of a least-squares line through their logarithms
} tr_structure;

// Lags from 0.024 to 0.2 rad, each with TR_LAG_PAIRS pairs at random places in random directions.
void tr_measure_structure(const float *height, int width, uint64_t seed, tr_structure *out);

// ---- coasts (coast.c) --------------------------------------------------------------------------

// Closed lines on the unit sphere: points first[k] … first[k + 1] - 1 are line k, whose last point is joined to
// its first.
typedef struct tr_coast {
    int lines, points;
    int *first; // lines + 1 elements
    float (*point)[3];
} tr_coast;

// Traces the lines where a map's height is 0, by marching squares on the whole sphere, across the seam and the
// poles. Errors: TR_NO_MEMORY. Clear it when done.
tr_status tr_coast_trace(const float *height, int width, tr_coast *coast, tr_error *error);
void tr_coast_clear(tr_coast *coast);

enum { TR_OPENINGS = 6 };

// The length of the coasts measured with dividers of growing opening (Richardson 1961; Mandelbrot 1967, "How
// long is the coast of Britain?"). Islands that are too small for the widest opening are left out.
typedef struct tr_coast_lengths {
    int lines; // that are long enough
    double opening_rad[TR_OPENINGS], length_rad[TR_OPENINGS];
    double dimension; // 1 - slope of log length over log opening; 0 if there is no coast
} tr_coast_lengths;

// Openings from 0.0125 to 0.07 rad, chords.
void tr_measure_coast(const tr_coast *coast, tr_coast_lengths *out);

// ---- colour (colour.c) -------------------------------------------------------------------------

enum { TR_COLOUR_BINS = 8 * 8 * 8 };

// An albedo map in OKLab (Ottosson 2020): lightness 0 … 1, and a and b, 0 for greys.
typedef struct tr_colours {
    double lightness, contrast;      // mean and standard deviation of L
    double chroma;                   // mean of √(a² + b²)
    double fraction[TR_COLOUR_BINS]; // of the sphere: 8 steps of L, of a and of b (-0.2 … 0.2), with linear
                                     // weights
} tr_colours;

// 3 bytes a texel, sRGB.
tr_status tr_measure_colours(const uint8_t *albedo, int width, const tr_watch *watch, tr_colours *out,
                             tr_error *error);
// The difference between two histograms: √(½ Σ (p - q)² / (p + q)), the root of the chi-square distance, which
// is a metric (Topsøe 2000, "triangular discrimination"). 0: equal; 1: they share no bin.
double tr_colour_distance(const tr_colours *a, const tr_colours *b);
double tr_shape_distance(const double a[TR_SHAPE_BINS], const double b[TR_SHAPE_BINS]);

// Hues in OKLCh, weighted by chroma.
typedef struct tr_hues {
    int count;     // peaks of the hue circle, at least 20 degrees apart, each with 5 % of the chroma within 20
                   // degrees
    double spread; // 1 - length of the mean hue: 0 for a single hue, 1 for opposed or evenly spread hues
} tr_hues;

// 3 bytes a texel, sRGB. Colours with a chroma below 0.02 count as grey and have no hue.
tr_status tr_measure_hues(const uint8_t *albedo, int width, const tr_watch *watch, tr_hues *out,
                          tr_error *error);

// The fraction of the sphere where an emission map has a linear luminance of 0.02 or more.
double tr_measure_glow(const uint8_t *emission, int width);

// ---- scales (scales.c) -------------------------------------------------------------------------

enum { TR_SPECTRUM_BANDS = 10, TR_SPECTRUM_FIRST = 20, TR_SPECTRUM_CIRCLES = 192 };

// Power over wavenumber on a great circle, from 20 to 800 waves: on Earth, 2,000 to 50 km. The power of clouds
// falls with an exponent of -5/3 to -2. A field whose structure function rises as lag^2H has a slope of -(2H +
// 1).
typedef struct tr_spectrum {
    int bands; // whose waves are at least five texels long
    double waves[TR_SPECTRUM_BANDS], power[TR_SPECTRUM_BANDS];
    double slope; // of a line through their logarithms; 0 if the map is too small for three bands
} tr_spectrum;

// Measures any map on TR_SPECTRUM_CIRCLES great circles in random directions. Errors: TR_NO_MEMORY.
tr_status tr_measure_spectrum(const float *map, int width, uint64_t seed, tr_spectrum *out, tr_error *error);

// The lightness (OKLab) of a map with 3 bytes a texel, sRGB.
tr_status tr_measure_lightness(const uint8_t *albedo, int width, const tr_watch *watch, float *lightness,
                               tr_error *error);

enum { TR_DETAIL_OCTAVES = 2 };

// The amplitudes of a map's finest octaves: differences from the means of 2 x 2 and then of 4 x 4 texels (Haar
// wavelets), within 60 degrees of the equator, where texels are not much narrower than high.
typedef struct tr_detail_amplitudes {
    double rms[TR_DETAIL_OCTAVES]; // of each octave, the finest first
    double fraction;               // of the variance in all of them
} tr_detail_amplitudes;

// Texels that do not fill a block of 4 x 4 are left out.
void tr_measure_detail(const float *map, int width, tr_detail_amplitudes *out);

// ---- outlines (coast.c) ------------------------------------------------------------------------

// The dimension of outlines from their areas and perimeters: P ~ A^(D/2) (Mandelbrot 1982; clouds: 1.35,
// Lovejoy 1982).
typedef struct tr_outlines {
    int lines;        // that were measured
    double dimension; // 0: too few sizes
} tr_outlines;

// Measures lines round an area of `least` steradians or more, by octaves of area. For clouds, trace the
// contours of their cover less 1/2.
void tr_measure_outlines(const tr_coast *lines, double least, tr_outlines *out);

// ---- craters (ground.c) ------------------------------------------------------------------------

enum { TR_SIZES_LEAST = 100 }; // with fewer there is no slope

// How numbers grow towards small sizes: N(>R) ~ R^slope, by maximum likelihood (Clauset and others 2009,
// "Power-law distributions in empirical data", for a continuous power law without an upper limit).
typedef struct tr_sizes {
    int count;
    double least, largest;
    double slope, error; // and its standard error; 0: fewer than TR_SIZES_LEAST, or less than two octaves
} tr_sizes;

// Measures the radii of at least `least`.
void tr_measure_sizes(const float *radii, int count, double least, tr_sizes *out);
