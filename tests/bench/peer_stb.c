#include "peers.h"

#define STB_PERLIN_IMPLEMENTATION
#include <stb_perlin.h>

enum { octaves = 8 };

void peer_stb_fbm(int count, const float *x, const float *y, const float *z, float *out) {
    for (int i = 0; i < count; i++)
        out[i] = stb_perlin_fbm_noise3(x[i], y[i], z[i], 2, 0.5f, octaves);
}

void peer_stb_plane(int count, const float *x, const float *y, const float *z, float *out) {
    (void)z;
    for (int i = 0; i < count; i++) {
        float sum = 0, amplitude = 1;
        for (int k = 0, cells = 2; k < octaves; k++, cells *= 2, amplitude *= 0.5f) {
            const float scale = (float)cells;
            sum += amplitude * stb_perlin_noise3_seed(x[i] * scale, y[i] * scale, 0, cells, cells, 0, k);
        }
        out[i] = sum;
    }
}
