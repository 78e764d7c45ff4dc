// The air: its tables against integrals of many small steps, and its effect on pictures. Needs EGL with OpenGL
// 3.3, no display.
#include "render/private/air.h"
#include "studio.h"

#include <stdlib.h>

enum { SIZE = 320, COLUMNS = 64, ROWS = 128, HALF = ROWS / 2 };

static const double pi = 3.14159265358979323846, radius_km = 6000;

static const tr_air airs[] = {
    {.srgb = {0x74, 0xac, 0xff},
     .thickness = 0.035,
     .density = 0.26,
     .haze = 0.02,
     .haze_srgb = {240, 240, 240},
     .haze_height = 0.15,
     .anisotropy = 0.8,
     .ozone = 0.03},
    {.srgb = {200, 168, 160},
     .thickness = 0.02,
     .density = 0.03,
     .haze = 0.3,
     .haze_srgb = {240, 220, 160},
     .haze_height = 1,
     .anisotropy = 0.7},
    {.srgb = {120, 168, 255},
     .thickness = 0.1,
     .density = 0.2,
     .haze = 1.5,
     .haze_srgb = {240, 220, 140},
     .haze_height = 1.25,
     .anisotropy = 0.5,
     .glow = 0.1},
};
enum { AIRS = sizeof airs / sizeof *airs };

typedef struct fixture {
    studio studio; // first, for check_debug
    tr_scene scene;
    tr_recipe recipes[2]; // of the studio's planets
    uint8_t *picture;     // SIZE x SIZE
    tr_air_tables *tables;
} fixture;

static int start_group(void **state) {
    fixture *f = calloc(1, sizeof *f);
    if (!f)
        return -1;
    *state = f;
    f->picture = malloc((size_t)SIZE * SIZE * 3);
    f->tables = malloc(sizeof *f->tables);
    f->scene.planets = calloc(2, sizeof *f->scene.planets);
    if (!f->picture || !f->tables || !f->scene.planets)
        return -1;
    f->scene.planet_count = 1;
    for (int i = 0; i < 2; i++)
        f->scene.planets[i].recipe = &f->recipes[i];
    f->scene.planets[0].recipe->radius_km = radius_km;
    f->scene.planets[0].recipe->gas = true;
    f->scene.star = (tr_star){.position_km = {1.5e8, 0, 0}, .radius_km = 696000, .srgb = {255, 255, 255}};
    return open_studio(&f->studio, SIZE, SIZE);
}

static int end_group(void **state) {
    fixture *f = *state;
    close_studio(&f->studio);
    free(f->picture);
    free(f->tables);
    free(f->scene.planets);
    free(f);
    return 0;
}

// A number in [0, 1) for the k-th draw of the i-th try.
static double draw_unit(int i, int k) { return tr_hash_unit(tr_hash_pair((uint64_t)i, (uint64_t)k)); }

// ---- integrals ------------------------------------------------------------------------------------

static void extinction_at(const tr_air_model *m, double r, double densities[3], double extinction[3]) {
    tr_air_densities(m, r - 1, densities);
    for (int c = 0; c < 3; c++)
        extinction[c] =
            m->gas[c] * densities[0] + m->haze_extinction * densities[1] + m->ozone[c] * densities[2];
}

// The transmittance between radius r and the top, by many steps.
static void leave_air(const tr_air_model *m, double r, double cosine, int steps, double left[3]) {
    const double length = -r * cosine + sqrt(m->top * m->top - r * r * (1 - cosine * cosine));
    double depth[3] = {0, 0, 0};
    for (int i = 0; i < steps; i++) {
        const double u = (i + 0.5) / steps, t = length * u * u; // most air is near the start
        double densities[3], extinction[3];
        extinction_at(m, sqrt(r * r + t * t + 2 * r * t * cosine), densities, extinction);
        for (int c = 0; c < 3; c++)
            depth[c] += extinction[c] * length * 2 * u / steps;
    }
    for (int c = 0; c < 3; c++)
        left[c] = exp(-depth[c]);
}

// The table of transmittance, also between its texels, at any height from the horizon up. The greatest
// difference is 0.0033.
static void test_transmittance(void **state) {
    const fixture *f = *state;
    double worst = 0;
    for (int a = 0; a < AIRS; a++) {
        const tr_air_model model = tr_air_model_of(&airs[a]);
        tr_air_bake(&model, f->tables);
        for (int i = 0; i < 400; i++) {
            const double u = draw_unit(i, 0), r = 1 + (model.top - 1) * u * u, horizon = -sqrt(1 - 1 / (r * r));
            const double v = draw_unit(i, 1), cosine = horizon + (1 - horizon) * v * v;
            double table[3], exact[3];
            tr_air_transmittance(f->tables, &model, r, cosine, table);
            leave_air(&model, r, cosine, 2000, exact);
            for (int c = 0; c < 3; c++)
                worst = fmax(worst, fabs(table[c] - exact[c]));
            const double q = r * sqrt(1 - cosine * cosine), along = r * cosine;
            tr_air_left(&model, q, along, sqrt(model.top * model.top - q * q), table);
            for (int c = 0; c < 3; c++)
                assert_true(fabs(table[c] - exact[c]) < 0.005);
        }
    }
    print_message("transmittance: off by %.4f at most\n", worst);
    assert_true(worst < 0.006);
}

// Straight up, the optical depths are those of the recipe.
static void test_depths(void **state) {
    const fixture *f = *state;
    const tr_air air = {.srgb = {255, 255, 255},
                        .thickness = 0.03,
                        .density = 0.2,
                        .haze = 0.1,
                        .haze_srgb = {255, 255, 255},
                        .haze_height = 0.3};
    const tr_air_model model = tr_air_model_of(&air);
    double left[3];
    tr_air_bake(&model, f->tables);
    tr_air_transmittance(f->tables, &model, 1, 1, left);
    for (int c = 0; c < 3; c++)
        assert_true(fabs(-log(left[c]) - 0.3) < 0.005);
}

// Sun and sky light on the ground under haze that does not absorb, against Eddington's approximation. The
// ground reflects 0.3. With an optical depth of 2, 0.14 comes straight and some 0.45 scattered; with 0.1 some
// 0.06 scattered.
static void test_ground_light(void **state) {
    const fixture *f = *state;
    for (int a = 0; a < 2; a++) {
        const tr_air air = {.srgb = {255, 255, 255},
                            .thickness = 0.03,
                            .density = 0.001,
                            .haze = a ? 2 : 0.1,
                            .haze_srgb = {255, 255, 255},
                            .haze_height = 1,
                            .anisotropy = 0};
        const tr_air_model model = tr_air_model_of(&air);
        tr_air_bake(&model, f->tables);
        const int noon = TR_AIR_GROUND_COLUMNS - 1;
        const double sun = pow(f->tables->ground[0][noon][1], 2), sky = pow(f->tables->ground[1][noon][1], 2);
        print_message("haze %g: sun %.3f, sky %.3f\n", air.haze, sun, sky);
        assert_true(fabs(sun - exp(-air.haze)) < 0.01);
        assert_true(a ? sky > 0.33 && sky < 0.5 : sky > 0.05 && sky < 0.08);
    }
}

// ---- the view's tables ----------------------------------------------------------------------------

typedef struct vec {
    double x, y, z;
} vec;

static double dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static double step_up(double x) {
    const double t = fmin(fmax((x + 0.03) / 0.06, 0), 1);
    return t * t * (3 - 2 * t);
}

// The fraction of the air that is visible along lines of sight which end on the ground there.
static double fraction_shown(const tr_air_model *m, vec end, vec ray) {
    const double r = sqrt(dot(end, end)), t = fmin(fmax((-dot(end, ray) / r - 0.05) / 0.6, 0), 1);
    return r > 1.000001 ? 1 : 1 + (m->veil - 1) * t * t * (3 - 2 * t);
}

// In-scattered light along a line from t = from to t = to, and the transmittance to its end. As in
// air_view.frag, but in small steps and without the table of transmittance.
static void march(const tr_air_model *m, const tr_air_tables *tables, vec nearest, vec ray, double from,
                  double to, vec sun, double light[3], double left[3]) {
    enum { STEPS = 400, SUN_STEPS = 30 };
    const double c = dot(ray, sun), g = m->anisotropy, step = (to - from) / STEPS;
    const double gas_phase = 3 / (16 * pi) * (1 + c * c);
    const double haze_phase =
        3 / (8 * pi) * (1 - g * g) * (1 + c * c) / ((2 + g * g) * pow(1 + g * g - 2 * g * c, 1.5));
    for (int k = 0; k < 3; k++)
        light[k] = 0, left[k] = 1;
    for (int i = 0; i < STEPS; i++) {
        const double t = from + (i + 0.5) * step;
        const vec at = {nearest.x + t * ray.x, nearest.y + t * ray.y, nearest.z + t * ray.z};
        const double r = fmax(sqrt(dot(at, at)), 1), cosine = dot(at, sun) / r,
                     horizon = -sqrt(1 - 1 / (r * r));
        double densities[3], extinction[3], sunlight[3], many[3];
        extinction_at(m, r, densities, extinction);
        leave_air(m, r, fmax(cosine, horizon), SUN_STEPS, sunlight);
        tr_air_many(tables, m, r, cosine, many);
        for (int k = 0; k < 3; k++) {
            const double gas = m->gas[k] * densities[0], haze = m->haze[k] * densities[1];
            const double lit = (gas * gas_phase + haze * haze_phase) * sunlight[k] * step_up(cosine - horizon) +
                               (gas + haze) * many[k];
            light[k] += left[k] * ((1 - m->glow) * lit + m->glow * (gas + haze) / pi) * step * pi;
            left[k] *= exp(-extinction[k] * step);
        }
    }
    const vec end = {nearest.x + to * ray.x, nearest.y + to * ray.y, nearest.z + to * ray.z};
    const double shown = fraction_shown(m, end, ray);
    for (int k = 0; k < 3; k++)
        light[k] *= shown, left[k] = pow(left[k], shown);
}

// The line of sight of a texel, as in shaders/air_view.frag, with its start and end.
static void line_of_sight(const tr_air_model *m, double distance, bool around, int i, int j, vec *nearest,
                          vec *ray, double *from, double *to) {
    const bool hits = j < HALF;
    const double v = (double)(j % HALF) / (HALF - 1), half = (double)i / (COLUMNS - 1);
    const double turn = 2 * asin(half), w = v * v;
    double q = hits ? (1 - w) / hypot(w, 1 - w) : 1 + w * (m->top - 1),
           c = sqrt(1 - q * q / (distance * distance));
    if (!hits && around) {
        const double horizon = sqrt(1 - 1 / (distance * distance)), ratio = m->top / distance;
        c = horizon + w * ((ratio < 1 ? sqrt(1 - ratio * ratio) : -1) - horizon);
        q = distance * sqrt(fmax(1 - c * c, 0));
    }
    const double s = q / distance, reach = sqrt(fmax(m->top * m->top - q * q, 0));
    *ray = (vec){cos(turn) * s, sin(turn) * s, -c};
    *nearest = (vec){q * cos(turn) * c, q * sin(turn) * c, q * s};
    *from = fmax(-reach, -distance * c);
    *to = fmax(hits ? -sqrt(fmax(1 - q * q, 0)) : reach, *from);
}

// The shader's few steps with tables, against 400 steps: from space, from just outside the air and from within
// it, with the sun on all sides.
static void test_view(void **state) {
    const fixture *f = *state;
    static const double distances[] = {4, 1.06, 1.012}, suns[] = {0.8, 0, -0.95};
    static float light[ROWS][COLUMNS][4], through[ROWS][COLUMNS][4];
    const double white[3] = {1, 1, 1};
    tr_air_painter painter = {0};
    tr_programs programs = {0};
    tr_error error = {.status = TR_OK};
    assert_int_equal(tr_air_painter_create(&painter, &error), TR_OK);
    double worst_light = 0, worst_through = 0, sum = 0;
    int count = 0;
    for (int k = 0; k < AIRS * 9; k++) {
        tr_recipe recipe = {.radius_km = radius_km, .air = airs[k / 9]};
        const tr_air_model model = tr_air_model_of(&recipe.air);
        const double distance = distances[k % 3], high = suns[k / 3 % 3];
        const tr_body body = {.centre_km = {0, 0, -distance * radius_km},
                              .distance_km = distance * radius_km,
                              .radius_km = radius_km,
                              .sun = {sqrt(1 - high * high), 0, high}};
        tr_air_bake(&model, f->tables);
        const tr_air_view view = tr_air_prepare(&painter, &programs, &body, &recipe, white);
        assert_int_equal(programs.failure.status, TR_OK);
        glBindTexture(GL_TEXTURE_2D, view.light);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, light);
        glBindTexture(GL_TEXTURE_2D, view.through);
        glGetTexImage(GL_TEXTURE_2D, 0, GL_RGBA, GL_FLOAT, through);
        for (int n = 0; n < 16; n++) {
            const int i = (int)(COLUMNS * draw_unit(n, k)), j = (int)(ROWS * draw_unit(n, k + 1000));
            vec nearest, ray;
            double from, to, exact[3], left[3];
            line_of_sight(&model, distance, view.around, i, j, &nearest, &ray, &from, &to);
            march(&model, f->tables, nearest, ray, from, to, (vec){body.sun.x, body.sun.y, body.sun.z}, exact,
                  left);
            for (int c = 0; c < 3; c++) {
                worst_light = fmax(worst_light, fabs(light[j][i][c] - exact[c]) / (exact[c] + 0.25));
                worst_through = fmax(worst_through, fabs(through[j][i][c] - left[c]));
                sum += fabs(light[j][i][c] - exact[c]);
                count++;
            }
        }
    }
    print_message(
        "view: light off by %.4f of itself and a quarter at most, %.5f in the mean; what is left by %.4f\n",
        worst_light, sum / count, worst_through);
    assert_true(worst_light < 0.04 && sum / count < 0.002 && worst_through < 0.02);
    tr_air_painter_destroy(&painter);
    tr_programs_destroy(&programs);
}

// ---- pictures -------------------------------------------------------------------------------------

static void set_maps(fixture *f, int planet, uint8_t grey, uint8_t cover) {
    const uint8_t albedo[] = {grey, grey, grey, grey, grey, grey},
                  clouds[] = {255, 255, 255, cover, 255, 255, 255, cover};
    static const uint8_t level[] = {128, 128, 255, 128, 128, 255};
    const tr_planet_maps maps = {
        .width = 2, .levels = 1, .albedo = albedo, .normal = level, .clouds = cover > 0 ? clouds : NULL};
    upload_maps(&f->studio, planet, &maps);
}

static void draw_view(fixture *f, const tr_view *view) {
    take_picture(&f->studio, &f->scene, view, f->picture);
}

static void draw(fixture *f, double distance, double x, double y, double z) {
    const tr_view view = {.width_px = SIZE,
                          .height_px = SIZE,
                          .distance_km = distance * radius_km,
                          .sun = {x, y, z},
                          .clouds = true};
    draw_view(f, &view);
}

static const uint8_t *pixel(const fixture *f, double x, double y) {
    return f->picture + 3 * ((size_t)(SIZE / 2.0 - y) * SIZE + (size_t)(SIZE / 2.0 + x));
}

// Radius in pixels of a sphere of q radii in the picture.
static double disc(double q, double distance) {
    return SIZE / 2.0 / tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180) * q / sqrt(distance * distance - q * q);
}

// Light of a pixel's channel before exposure, as in the HDR framebuffer. Exact where the tone curve is linear.
static double light_at(const fixture *f, int x, int y, int channel, double exposure_ev) {
    return linear(f->picture[((size_t)y * SIZE + (size_t)x) * 3 + (size_t)channel]) /
           (1.45 * exp2(exposure_ev));
}

// A camera, in radii of its target: its position and its right, up and back vectors.
typedef struct stand {
    vec place, right, up, back;
} stand;

static vec combine(const stand *s, double x, double y, double z) {
    const vec d = {x * s->right.x + y * s->up.x + z * s->back.x, x * s->right.y + y * s->up.y + z * s->back.y,
                   x * s->right.z + y * s->up.z + z * s->back.z};
    const double length = sqrt(dot(d, d));
    return (vec){d.x / length, d.y / length, d.z / length};
}

// Compares the picture of a black planet with light marched along lines of sight. Returns the greatest
// difference, relative to the light plus 0.1.
static double compare_picture(const fixture *f, const tr_air_model *m, const stand *s, const double sun[3],
                              double exposure_ev) {
    const double tangent = tan(TR_FIELD_OF_VIEW_DEG / 2 * pi / 180);
    const vec towards = combine(s, sun[0], sun[1], sun[2]);
    double worst = 0;
    for (int y = 4; y < SIZE; y += 17)
        for (int x = 4; x < SIZE; x += 47) {
            const vec ray =
                combine(s, tangent * ((x + 0.5) / SIZE * 2 - 1), tangent * (1 - (y + 0.5) / SIZE * 2), -1);
            const double t = dot(s->place, ray);
            const vec nearest = {s->place.x - t * ray.x, s->place.y - t * ray.y, s->place.z - t * ray.z};
            const double q = sqrt(dot(nearest, nearest)), reach = sqrt(fmax(m->top * m->top - q * q, 0));
            const bool hits = q < 1 && t < 0;
            if (q > m->top || (t < 0 && fabs(q - 1) < 0.004))
                continue; // the limb's smooth edge
            double light[3], left[3];
            march(m, f->tables, nearest, ray, fmax(-reach, t), hits ? -sqrt(1 - q * q) : reach, towards, light,
                  left);
            for (int c = 0; c < 3; c++)
                worst = fmax(worst, fabs(light_at(f, x, y, c, exposure_ev) - light[c]) / (light[c] + 0.1));
        }
    return worst;
}

// Pictures from space, from just outside the air and from within it have the light that marching in many steps
// gives. The low cameras look at a tiny planet.
static void test_pictures(void **state) {
    static const double low[] = {1.04, 1.012},
                        suns[][3] = {{0.8, 0.3, 0.5}, {-0.8, 0.25, -0.55}, {0.3, -0.5, 0.8}};
    fixture *f = *state;
    const double exposure_ev = -0.8;
    double worst = 0;
    f->scene.star.radius_km = 0; // the star's glare is not part of the air
    set_maps(f, 0, 0, 0);
    set_maps(f, 1, 0, 0);
    for (int k = 0; k < AIRS * 9; k += under_sanitizer ? 4 : 1) {
        const double *sun = suns[k % 3], length = sqrt(sun[0] * sun[0] + sun[1] * sun[1] + sun[2] * sun[2]);
        const tr_air_model model = tr_air_model_of(&airs[k / 9]);
        tr_air_bake(&model, f->tables);
        stand s = {{0, 0, 3.2}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        tr_view view = {.width_px = SIZE,
                        .height_px = SIZE,
                        .distance_km = 3.2 * radius_km,
                        .exposure_ev = exposure_ev,
                        .sun = {sun[0] / length, sun[1] / length, sun[2] / length}};
        f->scene.planet_count = 1;
        f->scene.planets[0].recipe->air = airs[k / 9];
        f->scene.planets[1].recipe->radius_km = 0.01;
        if (k / 3 % 3 < 2) {
            const double distance = low[k / 3 % 3], across = 1 + 0.3 * (distance - 1);
            const double along = sqrt(distance * distance - across * across);
            s = (stand){{across, along, 0}, {0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
            view.target = 1, view.latitude_deg = 90, view.longitude_deg = 180;
            view.distance_km = along * radius_km;
            f->scene.planet_count = 2;
            f->scene.planets[1].position_km[0] = across * radius_km;
        }
        draw_view(f, &view);
        worst = fmax(worst, compare_picture(f, &model, &s, view.sun, exposure_ev));
    }
    print_message("pictures: light off by %.4f of itself and a tenth at most\n", worst);
    assert_true(worst < 0.08);
    f->scene.planet_count = 1;
    f->scene.star.radius_km = 696000;
}

// Black ground under the Earth's air has a blue limb. White clouds over it are redder at sunset than at noon.
static void test_colours(void **state) {
    fixture *f = *state;
    f->scene.planets[0].recipe->air = airs[0];
    set_maps(f, 0, 0, 255);
    draw(f, 3.2, 1, 0, 0);
    const double radius = disc(1, 3.2);
    const uint8_t *limb = pixel(f, disc(1.006, 3.2), 0), *noon = pixel(f, 0.8 * radius, 0);
    assert_true(limb[2] > 110 && limb[2] > limb[0] + 20 && limb[1] >= limb[0] - 6);
    double red = 0, blue = 0;
    for (int x = -3; x < 15; x++) {
        red += pixel(f, x, 0)[0];
        blue += pixel(f, x, 0)[2];
    }
    print_message("red over blue: noon %.2f, terminator %.2f, limb %.2f\n", (double)noon[0] / noon[2],
                  red / blue, (double)limb[0] / limb[2]);
    assert_true(red / blue > 1.2 * noon[0] / noon[2]);
}

// Brightness falls steadily from day to night: no ring at the terminator, neither on the disc nor along the
// halo. Thin air transmits most light there, so it shows steps of the march best.
static void test_no_rings(void **state) {
    static const tr_air thin = {.srgb = {200, 220, 255}, .thickness = 0.03, .density = 0.01};
    fixture *f = *state;
    double rise = 0, halo = 0;
    set_maps(f, 0, 0, 0);
    for (int a = 0; a <= AIRS; a++) {
        f->scene.planets[0].recipe->air = a < AIRS ? airs[a] : thin;
        f->scene.planets[0].recipe->air.glow = 0;
        const tr_view view = {.width_px = SIZE,
                              .height_px = SIZE,
                              .distance_km = 3.2 * radius_km,
                              .sun = {0.995, 0, -0.1},
                              .exposure_ev = a < AIRS ? 0 : 5};
        draw_view(f, &view);
        for (int y = 0; y < 2; y++)
            for (int x = (int)(0.7 * disc(1, 3.2)), least = 765; x > -SIZE / 3; x--) {
                const uint8_t *p = pixel(f, x, y * 0.5 * disc(1, 3.2));
                const int light = p[0] + p[1] + p[2];
                rise = fmax(rise, light - least);
                least = light < least ? light : least;
            }
        double least = 1e9;
        for (int i = 0; i <= 180; i += 3) {
            double sum = 0; // over a piece of the halo: the limb is not at whole pixels
            for (int k = 0; k < 200; k++) {
                const double angle = pi * (i + 0.6 * (k % 5 - 2)) / 180, q = disc(1 + 0.001 * (k / 5), 3.2);
                const uint8_t *p = pixel(f, q * cos(angle), q * sin(angle));
                sum += (p[0] + p[1] + p[2]) / 200.0;
            }
            halo = fmax(halo, sum - least);
            least = fmin(sum, least);
        }
    }
    print_message("towards the night: brighter by %.0f of 765 at most, along the halo by %.1f\n", rise, halo);
    assert_true(rise <= 4 && halo <= 6);
}

// Just above the top of the air and just below it the picture is the same, although the tables there change to
// those of a camera within the air.
static void test_top(void **state) {
    fixture *f = *state;
    uint8_t *before = malloc((size_t)SIZE * SIZE * 3);
    assert_non_null(before);
    for (int a = 0; a < AIRS; a++)
        for (int k = 0; k < 2; k++) {
            const double at = (1 + airs[a].thickness) * (k ? TR_AIR_AROUND : 1);
            f->scene.planets[0].recipe->air = airs[a];
            set_maps(f, 0, 128, 0);
            draw(f, at * (1 + 1e-6), 0.7, 0, 0.3);
            memcpy(before, f->picture, (size_t)SIZE * SIZE * 3);
            draw(f, at * (1 - 1e-6), 0.7, 0, 0.3);
            for (int i = 0; i < SIZE * SIZE * 3; i++)
                assert_true(abs(f->picture[i] - before[i]) <= 2);
        }
    free(before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_transmittance),
        cmocka_unit_test(test_depths),
        cmocka_unit_test(test_ground_light),
        cmocka_unit_test_teardown(test_view, check_debug),
        cmocka_unit_test_teardown(test_pictures, check_debug),
        cmocka_unit_test_teardown(test_colours, check_debug),
        cmocka_unit_test_teardown(test_no_rings, check_debug),
        cmocka_unit_test_teardown(test_top, check_debug),
    };
    return cmocka_run_group_tests(tests, start_group, end_group);
}
