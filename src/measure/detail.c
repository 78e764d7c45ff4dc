#include "measure/measure.h"
#include "measure/private/maths.h"
#include "planet/kernels.h"
#include "planet/oklab.h"

tr_status tr_measure_lightness(const uint8_t *albedo, int width, const tr_watch *watch, float *lightness,
                               tr_error *error) {
    double light[256];
    for (int code = 0; code < 256; code++)
        light[code] = tr_srgb_decode((uint8_t)code);
    for (int j = 0; j < width / 2 && !tr_watch_stopped(watch); j++)
        for (int i = 0; i < width; i++, albedo += 3) {
            const double rgb[3] = {light[albedo[0]], light[albedo[1]], light[albedo[2]]};
            double lab[3];
            tr_oklab_from_linear(rgb, lab);
            *lightness++ = (float)lab[0];
        }
    return tr_watch_check(watch, error);
}

// The mean of a block of texels that begins at a row and a column.
static double block_mean(const float *map, int width, int row, int column, int edge) {
    double sum = 0;
    for (int j = row; j < row + edge; j++)
        for (int i = column; i < column + edge; i++)
            sum += map[(long)j * width + i];
    return sum / (edge * edge);
}

void tr_measure_detail(const float *map, int width, tr_detail_amplitudes *out) {
    enum { block = 1 << TR_DETAIL_OCTAVES };
    double all = 0, sum = 0, squares = 0, octave[TR_DETAIL_OCTAVES] = {0};
    const int rows = width / 2, first = rows / 6 / block * block;
    for (int j = first; j + block <= rows - first; j += block) {
        const double area = measure_area(j + block / 2, width);
        for (int i = 0; i + block <= width; i += block) {
            const double whole = block_mean(map, width, j, i, block);
            for (int k = 0; k < 4; k++) {
                const int row = j + k / 2 * 2, column = i + k % 2 * 2;
                const double quarter = block_mean(map, width, row, column, 2);
                octave[1] += area * (quarter - whole) * (quarter - whole) / 4;
                for (int n = 0; n < 4; n++) {
                    const double x = map[(long)(row + n / 2) * width + column + n % 2];
                    octave[0] += area * (x - quarter) * (x - quarter) / 16;
                    squares += area * x * x / 16;
                }
            }
            sum += area * whole, all += area;
        }
    }
    const double variance = squares / all - (sum / all) * (sum / all);
    *out = (tr_detail_amplitudes){.rms = {sqrt(octave[0] / all), sqrt(octave[1] / all)}};
    out->fraction = variance > 1e-12 ? (octave[0] + octave[1]) / all / variance : 0;
}
