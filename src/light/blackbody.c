#include "light/blackbody.h"

#include "base/colour.h"

#include <math.h>

// A bell curve with different widths on both sides.
static double bell(double nm, double middle, double below, double above) {
    const double t = (nm - middle) / (nm < middle ? below : above);
    return exp(-t * t / 2);
}

static void match_colour(double nm, double xyz[3]) {
    xyz[0] = 1.056 * bell(nm, 599.8, 37.9, 31.0) + 0.362 * bell(nm, 442.0, 16.0, 26.7) -
             0.065 * bell(nm, 501.1, 20.4, 26.2);
    xyz[1] = 0.821 * bell(nm, 568.8, 46.9, 40.5) + 0.286 * bell(nm, 530.9, 16.3, 31.1);
    xyz[2] = 1.217 * bell(nm, 437.0, 11.8, 36.0) + 0.681 * bell(nm, 459.0, 26.0, 13.8);
}

void tr_blackbody_light(double kelvin, double light[3]) {
    enum { first_nm = 360, last_nm = 830, step_nm = 5 };
    const double second_constant_nm_k = 1.438777e7;                                // h c / k
    static const double rgb_from_xyz[3][3] = {{3.2404542, -1.5371385, -0.4985314}, // IEC 61966-2-1
                                              {-0.9692660, 1.8760108, 0.0415560},
                                              {0.0556434, -0.2040259, 1.0572252}};
    double sum[3] = {0}, greatest = 0;
    for (int nm = first_nm; nm <= last_nm; nm += step_nm) {
        double xyz[3];
        match_colour(nm, xyz);
        const double radiance = pow(nm / 560.0, -5) / expm1(second_constant_nm_k / (nm * fmax(kelvin, 800)));
        for (int c = 0; c < 3; c++)
            sum[c] += xyz[c] * radiance;
    }
    for (int c = 0; c < 3; c++) {
        const double *row = rgb_from_xyz[c];
        light[c] = fmax(row[0] * sum[0] + row[1] * sum[1] + row[2] * sum[2], 0);
        greatest = fmax(greatest, light[c]);
    }
    for (int c = 0; c < 3; c++)
        light[c] /= greatest;
}

void tr_star_light(double kelvin, const uint8_t srgb[3], double white, double light[3]) {
    if (kelvin > 0)
        tr_blackbody_light(kelvin, light);
    else
        tr_light_from_srgb(srgb, light);
    const double greatest = fmax(fmax(light[0], light[1]), light[2]);
    for (int c = 0; c < 3; c++)
        light[c] = greatest > 0 ? white + (1 - white) * light[c] / greatest : 1;
}
