#include "render/private/renderer.h"

// The light reflected by a sphere of uniform ground without air at a phase, relative to a white disc facing the
// sun, by the laws of the ground's shader (Lambert's sphere: Russell 1916, "On the albedo of the planets and
// their satellites"; Lommel and Seeliger's: Hapke, "Theory of Reflectance and Emittance Spectroscopy", 2nd ed.
// 2012, chapter 11).
static double bare_ball(double albedo, double phase) {
    const double half = phase / 2, full = 0.5 + 0.5 * cos(phase);
    const double lambert = 2 * (sin(phase) + (TR_PI - phase) * cos(phase)) / (3 * TR_PI);
    const double seeliger = 1 + fmin(sin(half) * tan(half), 1e9) * log(fmax(tan(half / 2), 1e-9));
    const double dust = full * full * full * (1 - albedo) * (1 - albedo);
    return albedo * (lambert + dust * (seeliger - lambert));
}

// The specular reflection of seas and ice. A smooth sphere of water reflects equally in all directions: a
// quarter of a white disc facing the sun, times the Fresnel factor (Schlick's) at the angle where sun and
// camera are at equal angles to the surface. At low angles waves hide each other on both paths (Smith's
// shadowing in Schlick's form).
static double mirror_ball(const tr_means *means, double phase) {
    const double level = cos(phase / 2), away = 1 - level;
    const double rough = means->mirror_rough / fmax(means->mirror, 1e-6);
    const double seen = level / (level + away * sqrt(fmax(rough * rough * rough * rough, 0.008)));
    return means->mirror * seen * seen * (0.02 + 0.98 * away * away * away * away * away) / 4;
}

static double at_phase(const float (*table)[3], double phase, int channel) {
    const double x = phase / TR_PI * (TR_AIR_PHASES - 1);
    const int i = (int)fmin(x, TR_AIR_PHASES - 2);
    return table[i][channel] + (x - i) * (table[i + 1][channel] - table[i][channel]);
}

void tr_point_paint(tr_renderer *renderer, const tr_lit_body *lit) {
    const tr_body *body = lit->body;
    const tr_recipe *recipe = lit->recipe;
    const double behind = -tr_vec_dot(body->sun, body->centre_km) / body->distance_km;
    const double phase = fmax(acos(fmax(-1, fmin(1, behind))), 1e-6);
    const double area = TR_PI * body->radius_px * body->radius_px, left = tr_shadow_left(lit->shadow, body);
    const double darker = recipe->limb_darkening;
    const tr_means *means = lit->textures->clouds ? &lit->textures->covered : &lit->textures->bare;
    const double mirrored = mirror_ball(means, phase);
    const double glowing = recipe->night_lights ? 0.5 - 0.5 * cos(phase) : 1; // night lights are off by day
    const double glow =
        recipe->emission_strength * glowing * (1 - darker / 3) * fmax(area, darker > 0 ? TR_PI : 0);
    const tr_air_ball *air = NULL;
    tr_ring_light rings = {.left = 1};
    if (tr_air_exists(&recipe->air))
        air = tr_air_prepare_ball(&renderer->air, &renderer->programs, body->planet, &recipe->air);
    if (tr_ring_profile(&renderer->ring, body->planet, recipe))
        rings = tr_ring_sum(&renderer->ring, body, recipe);
    double light[3];
    for (int c = 0; c < 3; c++) {
        const double albedo = means->albedo[c];
        double sent = bare_ball(albedo, phase) + mirrored, own = 0, through = 1;
        if (air) {
            sent = albedo * at_phase(air->ground, phase, c) + at_phase(air->lit, phase, c) +
                   mirrored * at_phase(air->mirrored, phase, c);
            own = air->own[c], through = air->through[c];
        }
        light[c] = area * ((sent * rings.left + rings.light[c]) * lit->sunlight[c] * left + own) +
                   glow * through * means->emission[c];
    }
    tr_sky_paint_point(&renderer->programs, &renderer->placement, body, light);
}
