// Octaves of lattice noise, for layers and for warps.
#pragma once
#include "fields/field.h"
#include "noise/lattice/fractal.h"

// The domain of a lattice or of sites: space round the unit sphere, or the plane of the map, wrapped in u and
// v.
typedef enum tr_domain { TR_DOMAIN_SPHERE, TR_DOMAIN_PLANE, TR_DOMAIN_COUNT } tr_domain;

extern const char *const tr_domain_names[TR_DOMAIN_COUNT + 1];

typedef struct tr_fractal {
    tr_basis basis;
    tr_interpolation interpolation;
    tr_fractal_shape shape;
    tr_domain domain;
    tr_number start;       // first octave; octave k has frequency scale * lacunarity^k per radius
    tr_number octaves;     // number of octaves, 1 … TR_MAX_OCTAVES
    tr_number persistence; // amplitude ratio of successive octaves
    tr_number lacunarity;
    tr_number scale;
    double endless;    // 0, or amplitude ratio of successive octaves past the last
    double stretch[3]; // multiplies x, y, z before the lattice: (1, 6, 1) gives bands
} tr_fractal;

// Here and below: of a layer or a warp with the recipe's knobs applied (tr_layer_under_knobs).
void tr_fractal_resolve(const tr_fractal *fractal, uint64_t seed, tr_fractal_plan *plan);

// Equal for equal plans.
uint64_t tr_fractal_hash(uint64_t h, const tr_fractal_plan *plan);

// Operations for one sample of this noise on a map `width` texels wide.
double tr_fractal_operations(const tr_fractal *fractal, int width);

// Whether layers of a type are lattice noise, which other fields can start from.
bool tr_field_is_fractal(const tr_field_type *type);
// The layer's plan; NULL for other layers.
const tr_fractal_plan *tr_layer_fractal(const tr_field_plan *plan);

// For warps that move samples by noise: the noise, the total displacement, and the number of steps that share
// it. NULL for other warps.
const tr_fractal_plan *tr_noise_warp_plan(const tr_warp_plan *plan, double *amount, int *steps);

// Rows that several tables share.
// clang-format off
#define LATTICE_DOMAIN(at) {"domain", CHOICE, at(domain), .names = tr_domain_names, .label = "Domain", .what = "around the sphere, without seams and poles; or on the flat map, which wraps and pinches at the poles", .effect = BAKES}
#define LATTICE_START(at) {"start", KNOBBED, at(start), .low = 0, .high = 24, .fallback = 0, .label = "First octave", .what = "skips the coarsest octaves: higher begins with finer detail", .slide_low = 0, .slide_high = 8, .effect = BAKES}
#define LATTICE_LACUNARITY(at) {"lacunarity", KNOBBED, at(lacunarity), .low = 1, .high = 8, .fallback = 2, .label = "Lacunarity", .what = "how many times finer each octave is than the one before", .slide_low = 1.5, .slide_high = 4, .effect = BAKES}
#define LATTICE_SCALE(at) {"scale", KNOBBED, at(scale), .low = 0.01, .high = 10000, .fallback = 1, .unit = "per radius", .label = "Scale", .what = "features in a planet radius: higher makes them smaller", .slide_low = 0.5, .slide_high = 200, .logarithmic = true, .effect = BAKES}
#define LATTICE_STRETCH(at) {"stretch", XYZ, at(stretch), .low = 0, .high = 1000, .fallback = 1, .label = "Stretch", .what = "higher squeezes the noise along x, y (north) and z", .slide_low = 0.1, .slide_high = 20, .logarithmic = true, .effect = BAKES}
// clang-format on
