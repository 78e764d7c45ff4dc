#include "peers.h"

#include <libnoise/noise.h>

enum { octaves = 8 };

extern "C" void peer_libnoise_perlin(int count, const float *x, const float *y, const float *z, float *out) {
    noise::module::Perlin perlin;
    perlin.SetOctaveCount(octaves);
    perlin.SetLacunarity(2);
    perlin.SetPersistence(0.5);
    for (int i = 0; i < count; i++)
        out[i] = static_cast<float>(perlin.GetValue(x[i], y[i], z[i]));
}

extern "C" void peer_libnoise_value(int count, const float *x, const float *y, const float *z, float *out) {
    for (int i = 0; i < count; i++) {
        double sum = 0, frequency = 1, amplitude = 1;
        for (int k = 0; k < octaves; k++, frequency *= 2, amplitude *= 0.5)
            sum += amplitude *
                   noise::ValueCoherentNoise3D(x[i] * frequency, y[i] * frequency, z[i] * frequency, k);
        out[i] = static_cast<float>(sum);
    }
}

static void voronoi(double frequency, int count, const float *x, const float *y, const float *z, float *out) {
    noise::module::Voronoi module;
    module.SetFrequency(frequency);
    module.EnableDistance();
    for (int i = 0; i < count; i++)
        out[i] = static_cast<float>(module.GetValue(x[i], y[i], z[i]));
}

// Sites on the sphere are √(4π / count) apart on average.
extern "C" void peer_libnoise_voronoi_300(int count, const float *x, const float *y, const float *z,
                                          float *out) {
    voronoi(4.9, count, x, y, z, out);
}

extern "C" void peer_libnoise_voronoi_5000(int count, const float *x, const float *y, const float *z,
                                           float *out) {
    voronoi(20, count, x, y, z, out);
}
