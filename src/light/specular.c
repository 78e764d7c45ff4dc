#include "light/specular.h"

#include <math.h>

void tr_specular_mirrors(uint8_t mirrors[256]) {
    const double smooth = 0.4, rough = 0.85;
    for (int i = 0; i < 256; i++) {
        const double fraction = fmax(0, fmin(1, (rough - i / 255.0) / (rough - smooth)));
        mirrors[i] = (uint8_t)(255 * fraction * fraction + 0.5);
    }
}
