#include "noise/grids/private/image_steps.h"
#include <math.h>

void TR_KERNEL(image_steps_round)(const image_steps *steps, int count, const uint16_t *restrict in,
                                  float *restrict out) {
    const float lowest = steps->lowest, step = steps->step, factor = 1 / step;
    for (int i = 0; i < count; i++)
        out[i] = lowest + step * floorf(((float)in[i] - lowest) * factor + 0.5f);
}

void TR_KERNEL(image_steps_refine)(int coarse, const uint16_t *restrict a, const uint16_t *restrict b,
                                   float down, float *restrict middle, int count, const int32_t *restrict at,
                                   const float *restrict across, float *restrict out) {
    for (int i = -1; i <= coarse; i++)
        middle[i] = (float)a[i] + down * ((float)b[i] - (float)a[i]);
    for (int i = 0; i < count; i++) {
        const float left = middle[at[i]], right = middle[at[i] + 1];
        out[i] = left + across[i] * (right - left);
    }
}

static inline float larger(float a, float b) { return a > b ? a : b; }

void TR_KERNEL(image_steps_free)(const image_steps *steps, bool finest, int count, const float *restrict above,
                                 const float *restrict here, const float *restrict below, float *restrict out) {
    const float factor = 1 / steps->step, half = steps->half, lowest = steps->sea ? steps->lowest : -1;
    const float from = finest ? 6 : 2, slope = finest ? 0.25f : 1;
    for (int i = 0; i < count; i++) {
        const float h = here[i];
        const float across = fabsf(here[i + 1] - here[i - 1]), down = fabsf(above[i] - below[i]);
        const float part = (from - larger(across, down) * factor) * slope;
        const float freedom = part < 0 ? 0 : part > 1 ? 1 : part;
        out[i] = h == lowest ? 0 : half * freedom;
    }
}

// A code near `given`, at most `half` away. What would have to move by more than twice that is no slope between
// terraces but a peak or a pit, and stays as it was given.
static inline float move_code(float given, float half, float code) {
    const float away = code - given, size = fabsf(away), back = half + half - size;
    const float move = size < half ? size : back > 0 ? back : 0;
    return given + (away < 0 ? -move : move);
}

void TR_KERNEL(image_steps_clamp)(int count, const float *restrict given, const float *restrict half,
                                  float *restrict out) {
    for (int i = 0; i < count; i++)
        out[i] = move_code(given[i], half[i], out[i]);
}

static inline float gentle(float difference, float limit) { return fabsf(difference) < limit ? difference : 0; }

void TR_KERNEL(image_steps_bend)(const image_steps *steps, int count, const float *restrict above,
                                 const float *restrict here, const float *restrict below, float *restrict out) {
    const float limit = 2 * steps->step;
    for (int i = 0; i < count; i++) {
        const float h = here[i];
        const float sides = (gentle(here[i - 1] - h, limit) + gentle(here[i + 1] - h, limit)) +
                            (gentle(above[i] - h, limit) + gentle(below[i] - h, limit));
        const float corners = (gentle(above[i - 1] - h, limit) + gentle(above[i + 1] - h, limit)) +
                              (gentle(below[i - 1] - h, limit) + gentle(below[i + 1] - h, limit));
        out[i] = (sides + sides + corners) * (1 / 16.0f);
    }
}

static inline float three(const float *a) { return (a[-1] + a[1]) + (a[0] + a[0]); }

void TR_KERNEL(image_steps_relax)(int count, const float *restrict given, const float *restrict half,
                                  const float *restrict above, const float *restrict here,
                                  const float *restrict below, float *restrict out) {
    for (int i = 0; i < count; i++) {
        const float sides = three(above + i) + three(below + i), middle = three(here + i);
        const float bend = here[i] - (sides + (middle + middle)) * (1 / 16.0f);
        out[i] = move_code(given[i], half[i], out[i] + bend);
    }
}
