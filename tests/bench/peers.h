// Noise of other libraries over arrays of samples: eight octaves, lacunarity 2, persistence 0.5.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// out[i] for the point (x[i], y[i], z[i]).
typedef void (*peer_function)(int count, const float *x, const float *y, const float *z, float *out);

// Perlin noise with the quintic fade, in floats.
void peer_stb_fbm(int count, const float *x, const float *y, const float *z, float *out);
// The same on the plane z = 0, wrapped: x and y from 0 to 1 are two cells in the first octave.
void peer_stb_plane(int count, const float *x, const float *y, const float *z, float *out);
// Perlin noise with the cubic fade, in doubles.
void peer_libnoise_perlin(int count, const float *x, const float *y, const float *z, float *out);
// Value noise with the cubic fade, in doubles.
void peer_libnoise_value(int count, const float *x, const float *y, const float *z, float *out);
// Cellular noise: a value of the nearest site and the distance to it. The grid has as many cells as give about
// 300 or 5000 of them on the unit sphere.
void peer_libnoise_voronoi_300(int count, const float *x, const float *y, const float *z, float *out);
void peer_libnoise_voronoi_5000(int count, const float *x, const float *y, const float *z, float *out);

#ifdef __cplusplus
}
#endif
