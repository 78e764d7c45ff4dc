#include "editor/private/shades.h"

// ---- gamut -------------------------------------------------------------------------------------

// Whether a colour survives the conversion to linear light and back. Colours outside the gamut are clipped and
// do not.
static bool is_shown(const double lab[3]) {
    double light[3], back[3];
    tr_oklab_to_linear(lab, light);
    tr_oklab_from_linear(light, back);
    return lab_distance(lab, back) < 1e-3;
}

void lab_to_srgb(const double lab[3], uint8_t srgb[3]) {
    const double lightness = fmin(fmax(lab[0], 0), 1);
    double low = 0, high = 1, light[3];
    if (is_shown((double[]){lightness, lab[1], lab[2]}))
        low = 1;
    for (int i = 0; i < 20 && low < 1; i++) {
        const double middle = (low + high) / 2;
        if (is_shown((double[]){lightness, middle * lab[1], middle * lab[2]}))
            low = middle;
        else
            high = middle;
    }
    tr_oklab_to_linear((double[]){lightness, low * lab[1], low * lab[2]}, light);
    for (int c = 0; c < 3; c++)
        srgb[c] = tr_srgb_encode_shown(light[c]);
}

// ---- tints -------------------------------------------------------------------------------------

static void turn(double lab[3], double angle_rad, double times) {
    const double a = lab[1], b = lab[2], c = times * cos(angle_rad), s = times * sin(angle_rad);
    lab[1] = c * a - s * b;
    lab[2] = s * a + c * b;
}

static double angle_of(const tr_tint *tint) { return tint->hue_deg * (acos(-1) / 180); }

void lab_tint(const tr_tint *tint, double lab[3]) { // the same as in planet/paints.c
    turn(lab, angle_of(tint), tint->chroma);
    lab[0] *= 1 + tint->lightness * (1 - lab[0]);
}

void lab_untint(const tr_tint *tint, double lab[3]) {
    const double t = tint->lightness;
    turn(lab, -angle_of(tint), tint->chroma > 0.05 ? 1 / tint->chroma : 1);
    if (t != 0)
        lab[0] = ((1 + t) - sqrt(fmax((1 + t) * (1 + t) - 4 * t * lab[0], 0))) / (2 * t);
}

// ---- following ---------------------------------------------------------------------------------

static double follow_lightness(double from, double to, bool of_light, double lightness) {
    const double d = lightness - from, darker = from > 0 ? to / from : 1;
    if (d < 0)
        return to + d * (of_light ? darker : fmin(darker, 1));
    return to + d * (from < 1 ? fmin((1 - to) / (1 - from), 1) : 1);
}

// For colourful ground, the hue rotates and the chroma scales. For dull ground, hues mean little: yellowish
// grass beside dark green would become pink beside red. There all colours shift by the same vector.
void lab_follow(const double from[3], const double to[3], bool of_light, double lab[3]) {
    const double dull = 0.05, colourful = 0.12, most = 1.6; // beyond `most` the rest is added, to avoid garish
                                                            // colours
    const double had = tr_hypot(from[1], from[2]), has = tr_hypot(to[1], to[2]);
    const double turned = fmin(fmax((had - dull) / (colourful - dull), 0), 1);
    const double angle = has > 0.01 ? atan2(to[2], to[1]) - atan2(from[2], from[1]) : 0;
    const double fade = of_light && from[0] > 0 ? fmin(lab[0] / from[0], 1) : 1;
    double middle[3] = {from[0], from[1], from[2]}, other[3] = {lab[0], lab[1], lab[2]};
    turn(middle, angle, had > 0 ? fmin(has / had, most) : 1);
    turn(other, angle, had > 0 ? fmin(has / had, most) : 1);
    for (int i = 1; i < 3; i++) {
        const double moved = lab[i] + fade * (to[i] - from[i]), rotated = other[i] + fade * (to[i] - middle[i]);
        lab[i] = moved + turned * (rotated - moved);
    }
    lab[0] = follow_lightness(from[0], to[0], of_light, lab[0]);
}
