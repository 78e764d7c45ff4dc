// The variants of noise that recipes name.
#pragma once

typedef enum tr_basis { TR_BASIS_PERLIN, TR_BASIS_VALUE, TR_BASIS_SIMPLEX, TR_BASIS_COUNT } tr_basis;

typedef enum tr_interpolation {
    TR_INTERPOLATION_NONE,
    TR_INTERPOLATION_LINEAR,
    TR_INTERPOLATION_COSINE,  // (1 - cos πt) / 2
    TR_INTERPOLATION_CUBIC,   // 3t² - 2t³
    TR_INTERPOLATION_QUINTIC, // 6t⁵ - 15t⁴ + 10t³
    TR_INTERPOLATION_COUNT
} tr_interpolation;

// How one octave n in [-1, 1] contributes to the sum.
typedef enum tr_fractal_shape {
    TR_FRACTAL_PLAIN,  // n; the sum is in [-1, 1]
    TR_FRACTAL_BILLOW, // 2|n| - 1; the sum is in [-1, 1]
    TR_FRACTAL_RIDGED, // (1 - 1.25 |n|)², weighted by the octave before (Musgrave); the sum is in [0, 1]
    TR_FRACTAL_COUNT
} tr_fractal_shape;

// The value of a Voronoi field. F1, F2, F3 are the distances to the nearest, second and third nearest site.
// Except for TR_VORONOI_DISTANCE and TR_VORONOI_CELL, values are in units of the mean spacing of the sites.
typedef enum tr_voronoi_value {
    TR_VORONOI_DISTANCE, // F1 / ((F1 + F2) / 2): 0 at a site, 1 on the edge of its cell
    TR_VORONOI_F1,
    TR_VORONOI_F2,
    TR_VORONOI_F2_MINUS_F1,
    TR_VORONOI_CELL, // a random number in [-1, 1] for each cell
    TR_VORONOI_F3,
    TR_VORONOI_F3_MINUS_F1,
    TR_VORONOI_F3_MINUS_F2,
    TR_VORONOI_F3_MINUS_F2_PLUS_F1,
    TR_VORONOI_EDGE, // the distance to the edge of the cell
    TR_VORONOI_COUNT
} tr_voronoi_value;

// How the distance to a site is measured. x, y, z are the differences of the coordinates in space.
typedef enum tr_metric {
    TR_METRIC_EUCLID,    // √(x² + y² + z²), the chord on the sphere
    TR_METRIC_MANHATTAN, // |x| + |y| + |z|
    TR_METRIC_CHEBYSHEV, // the largest of |x|, |y|, |z|
    TR_METRIC_COUNT
} tr_metric;

// The value of a field of spots. R is the radius of a spot.
typedef enum tr_spot_value {
    TR_SPOT_DISTANCE, // from a spot's centre, in R: 1 at its edge; where spots overlap, less than each distance
    TR_SPOT_CELL,     // a random number in [-1, 1] for each spot, averaged where spots overlap; 0 outside
    TR_SPOT_FIBRES,   // threads that run out from the centre, about -1 … 1, averaged where spots overlap; 0
                      // outside
    TR_SPOT_COUNT
} tr_spot_value;

typedef enum tr_arc_value {
    TR_ARC_LINE, // 1 along the middle of a line, 0 beyond its width
    TR_ARC_CELL, // a random number in [-1, 1] for each arc; 0 where there is no arc
    TR_ARC_COUNT
} tr_arc_value;

enum { TR_STREET_LEVELS = 4 }; // levels of streets, at most

typedef enum tr_street_value {
    TR_STREET_ROADS,  // fraction of a texel that is road, 0 … 1
    TR_STREET_BLOCKS, // a random number in [-1, 1] for each block, similar to those of its neighbours
    TR_STREET_CELL,   // a random number in [-1, 1] for each district
    TR_STREET_CENTRE, // distance from the district's centre, in mean spacings of districts
    TR_STREET_COUNT
} tr_street_value;
