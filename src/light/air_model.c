#include "light/air_model.h"
#include "base/maths.h"

#include "base/colour.h"

#include <math.h>

static const double scale_heights = 7;   // of gas, from the ground to the top of the air
static const double ground_albedo = 0.3; // albedo of the ground, which reflects light back into the air
static const double soft =
    0.03; // range of the cosine in which sunrise is smoothed, so that marching steps do not show as rings

bool tr_air_exists(const tr_air *air) { return air->thickness > 0 && (air->density > 0 || air->haze > 0); }

// Thin air dulls and greys the ground below; pictures from space are usually shown without that effect. Thick
// haze is the actual look of such planets.
static double find_veil(double depth) {
    const double thick = fmin(fmax((depth - 0.25) / 0.5, 0), 1);
    return 0.35 + 0.65 * thick * thick * (3 - 2 * thick);
}

tr_air_model tr_air_model_of(const tr_air *air) {
    // Ozone absorbs orange light most (Chappuis bands): cross-sections at 680, 550 and 440 nm, from Hillaire
    // 2020.
    static const double chappuis[3] = {0.346, 1, 0.045};
    tr_air_model m = {.top = 1 + air->thickness, .anisotropy = air->anisotropy, .glow = air->glow};
    m.gas_height = air->thickness / scale_heights;
    m.haze_height = m.gas_height * (air->haze_height > 0 ? air->haze_height : 1);
    m.haze_extinction = air->haze / m.haze_height;
    m.veil = find_veil(air->density + air->haze);
    // Earth's layer is at 25 km with a half-width of 15 km; the scale height of gas is 8 km there.
    m.ozone_place[0] = m.gas_height * 25 / 8;
    m.ozone_place[1] = m.gas_height * 15 / 8;
    double colour[3], haze[3];
    tr_light_from_srgb(air->srgb, colour);
    tr_light_from_srgb(air->haze_srgb, haze);
    const double greatest = fmax(fmax(colour[0], colour[1]), fmax(colour[2], 1e-6));
    for (int c = 0; c < 3; c++) {
        m.gas[c] = air->density / m.gas_height * colour[c] / greatest;
        m.haze[c] = m.haze_extinction * haze[c];
        m.ozone[c] = air->ozone / m.ozone_place[1] * chappuis[c];
    }
    return m;
}

// Falls from 1 to exactly 0 at the top; otherwise the air would end in a visible edge.
static double thinned(double height, double scale_height, double thickness) {
    const double last = exp(-thickness / scale_height);
    return fmax((exp(-height / scale_height) - last) / (1 - last), 0);
}

void tr_air_densities(const tr_air_model *model, double height, double densities[3]) {
    const double h = fmax(height, 0), thickness = model->top - 1;
    densities[0] = thinned(h, model->gas_height, thickness);
    densities[1] = thinned(h, model->haze_height, thickness);
    densities[2] = fmax(1 - fabs(h - model->ozone_place[0]) / model->ozone_place[1], 0);
}

static void compute_extinction(const tr_air_model *m, const double densities[3], double extinction[3]) {
    for (int c = 0; c < 3; c++)
        extinction[c] =
            m->gas[c] * densities[0] + m->haze_extinction * densities[1] + m->ozone[c] * densities[2];
}

// The distance from radius r along a line with that cosine to where it leaves the sphere of radius `to`.
static double way_out(double r, double cosine, double to) {
    return -r * cosine + sqrt(fmax(to * to - r * r * (1 - cosine * cosine), 0));
}

static double horizon_cosine(double r) { return -sqrt(fmax(1 - 1 / (r * r), 0)); }

// ---- the tables' coordinates -------------------------------------------------------------------

// Maps the cosine of the sun's angle to 0 … 1, with the finest resolution at the horizon; and the inverse.
static double sun_column(double cosine) { return 0.5 + 0.625 * cosine / (fabs(cosine) + 0.25); }

static double sun_of_column(double column) {
    const double x = (column - 0.5) / 0.625;
    return 0.25 * x / (1 - fabs(x));
}

// Samples a table with interpolation. x and y are 0 at the centre of the first texel and 1 at that of the last.
static void sample(const float *table, int columns, int rows, double x, double y, double rgb[3]) {
    const double u = fmin(fmax(x, 0), 1) * (columns - 1), v = fmin(fmax(y, 0), 1) * (rows - 1);
    const int i = u < columns - 2 ? (int)u : columns - 2, j = v < rows - 2 ? (int)v : rows - 2;
    const float *low = table + ((size_t)j * (size_t)columns + (size_t)i) * 3, *high = low + 3 * (size_t)columns;
    for (int c = 0; c < 3; c++)
        rgb[c] = tr_mix(tr_mix(low[c], low[c + 3], u - i), tr_mix(high[c], high[c + 3], u - i), v - j);
}

// Bruneton's mapping of the transmittance: the length of the path to the top relative to the shortest
// (vertical) and the longest (along the horizon), and the distance to the horizon.
void tr_air_transmittance(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                          double rgb[3]) {
    const double longest = sqrt(model->top * model->top - 1), horizon = sqrt(fmax(r * r - 1, 0));
    const double least = model->top - r, most = horizon + longest;
    sample(&tables->transmittance[0][0][0], TR_AIR_SUN_COLUMNS, TR_AIR_SUN_ROWS,
           (way_out(r, cosine, model->top) - least) / (most - least), horizon / longest, rgb);
}

void tr_air_many(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                 double rgb[3]) {
    sample(&tables->many[0][0][0], TR_AIR_MANY_COLUMNS, TR_AIR_MANY_ROWS, sun_column(cosine),
           sqrt(fmax(r - 1, 0) / (model->top - 1)), rgb);
}

// Sunlight that reaches a place through the air.
static void sunlight_at(const tr_air_tables *tables, const tr_air_model *model, double r, double cosine,
                        double rgb[3]) {
    const double horizon = horizon_cosine(r), risen = tr_smooth(-soft, soft, cosine - horizon);
    tr_air_transmittance(tables, model, r, fmax(cosine, horizon), rgb);
    for (int c = 0; c < 3; c++)
        rgb[c] *= risen;
}

// ---- transmittance -----------------------------------------------------------------------------

// The transmittance from radius r to the top. Steps are short where the air is dense, at the start.
static void integrate_transmittance(const tr_air_model *model, double r, double cosine, double length,
                                    float rgb[3]) {
    enum { STEPS = 20 };
    double depth[3] = {0, 0, 0};
    for (int i = 0; i < STEPS; i++) {
        const double s = (i + 0.5) / STEPS, t = length * s * s, step = length * 2 * s / STEPS;
        double densities[3], extinction[3];
        tr_air_densities(model, sqrt(r * r + t * t + 2 * r * t * cosine) - 1, densities);
        compute_extinction(model, densities, extinction);
        for (int c = 0; c < 3; c++)
            depth[c] += extinction[c] * step;
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = (float)exp(-depth[c]);
}

void tr_air_left(const tr_air_model *model, double nearest, double from, double to, double rgb[3]) {
    enum { STEPS = 100 };
    double depth[3] = {0, 0, 0};
    for (int i = 0; i < STEPS; i++) {
        const double t = tr_mix(from, to, (i + 0.5) / STEPS);
        double densities[3], extinction[3];
        tr_air_densities(model, tr_hypot(nearest, t) - 1, densities);
        compute_extinction(model, densities, extinction);
        for (int c = 0; c < 3; c++)
            depth[c] += extinction[c] * (to - from) / STEPS;
    }
    for (int c = 0; c < 3; c++)
        rgb[c] = exp(-depth[c]);
}

static void bake_transmittance(const tr_air_model *model, tr_air_tables *tables) {
    const double longest = sqrt(model->top * model->top - 1);
    for (int j = 0; j < TR_AIR_SUN_ROWS; j++) {
        const double horizon = longest * j / (TR_AIR_SUN_ROWS - 1), r = sqrt(horizon * horizon + 1);
        for (int i = 0; i < TR_AIR_SUN_COLUMNS; i++) {
            const double length =
                tr_mix(model->top - r, horizon + longest, (double)i / (TR_AIR_SUN_COLUMNS - 1));
            const double cosine =
                length > 0 ? (longest * longest - horizon * horizon - length * length) / (2 * r * length) : 1;
            integrate_transmittance(model, r, fmin(fmax(cosine, -1), 1), length, tables->transmittance[j][i]);
        }
    }
}

// ---- multiple scattering ------------------------------------------------------------------------

enum { STEPS = 16, SLOPES = 8, TURNS = 4 };

// The light that a line of sight collects, without the sun's direction; it is the same for all places of the
// sun.
typedef struct line {
    double cosine; // of the angle to the vertical
    struct {
        double way, radius, weight[3],
            haze[3]; // weight: scattering by gas and haze, haze: scattering by haze only
    } steps[STEPS];
    double left[3]; // transmittance of the whole line
    bool lands;
    double length;
} line;

static line trace_line(const tr_air_model *m, double r, double cosine) {
    line l = {.cosine = cosine, .left = {1, 1, 1}};
    l.lands = cosine < horizon_cosine(r);
    l.length =
        l.lands ? -r * cosine - sqrt(fmax(1 - r * r * (1 - cosine * cosine), 0)) : way_out(r, cosine, m->top);
    for (int i = 0; i < STEPS; i++) {
        const double s = (i + 0.5) / STEPS, t = l.length * s * s, step = l.length * 2 * s / STEPS;
        double densities[3], extinction[3];
        l.steps[i].way = t;
        l.steps[i].radius = fmax(sqrt(r * r + t * t + 2 * r * t * cosine), 1);
        tr_air_densities(m, l.steps[i].radius - 1, densities);
        compute_extinction(m, densities, extinction);
        for (int c = 0; c < 3; c++) {
            const double taken = exp(-extinction[c] * step), gas = m->gas[c] * densities[0],
                         haze = m->haze[c] * densities[1];
            const double fraction = l.left[c] * (1 - taken) / fmax(extinction[c], 1e-9);
            l.steps[i].weight[c] = fraction * (gas + haze);
            l.steps[i].haze[c] = fraction * haze;
            l.left[c] *= taken;
        }
    }
    return l;
}

// Adds the sunlight that the line returns to its beginning: scattered once, without a phase function, and
// reflected by the ground at its end.
static void add_first_light(const tr_air_model *m, const tr_air_tables *tables, const line *l, double r,
                            double sun, double ahead, double light[3]) {
    double rgb[3];
    for (int i = 0; i < STEPS; i++) {
        const double cosine = (r * sun + l->steps[i].way * ahead) / l->steps[i].radius;
        sunlight_at(tables, m, l->steps[i].radius, cosine, rgb);
        for (int c = 0; c < 3; c++)
            light[c] += l->steps[i].weight[c] * rgb[c] / (4 * TR_PI);
    }
    const double level = r * sun + l->length * ahead;
    if (!l->lands || level <= 0)
        return;
    sunlight_at(tables, m, 1, level, rgb);
    for (int c = 0; c < 3; c++)
        light[c] += l->left[c] * rgb[c] * level * ground_albedo / TR_PI;
}

// Light that was scattered several times, by Hillaire's closed form: each scattering passes on the same
// fraction, and the light is isotropic.
static void bake_many(const tr_air_model *model, tr_air_tables *tables) {
    for (int j = 0; j < TR_AIR_MANY_ROWS; j++) {
        const double y = (double)j / (TR_AIR_MANY_ROWS - 1), r = 1 + (model->top - 1) * y * y;
        line lines[SLOPES];
        double passed[3] = {0, 0, 0};
        for (int k = 0; k < SLOPES; k++) {
            lines[k] = trace_line(model, r, 2 * (k + 0.5) / SLOPES - 1);
            for (int i = 0; i < STEPS; i++)
                for (int c = 0; c < 3; c++)
                    passed[c] += lines[k].steps[i].weight[c] / SLOPES;
        }
        for (int i = 0; i < TR_AIR_MANY_COLUMNS; i++) {
            const double sun = fmin(fmax(sun_of_column((double)i / (TR_AIR_MANY_COLUMNS - 1)), -1), 1);
            double light[3] = {0, 0, 0};
            for (int k = 0; k < SLOPES * TURNS; k++) {
                const line *l = &lines[k / TURNS];
                const double across = sqrt((1 - sun * sun) * (1 - l->cosine * l->cosine));
                const double ahead = l->cosine * sun + across * cos(TR_PI * (k % TURNS + 0.5) / TURNS);
                add_first_light(model, tables, l, r, sun, ahead, light);
            }
            for (int c = 0; c < 3; c++)
                tables->many[j][i][c] = (float)(light[c] / (SLOPES * TURNS) / fmax(1 - passed[c], 0.02));
        }
    }
}

// ---- light on the ground -----------------------------------------------------------------------

static double gas_phase(double cosine) { return 3 / (16 * TR_PI) * (1 + cosine * cosine); }

// Cornette and Shanks 1992, "Physically reasonable analytic expression for the single-scattering phase
// function".
static double haze_phase(double cosine, double g) {
    const double away = 1 + g * g - 2 * g * cosine;
    return 3 / (8 * TR_PI) * (1 - g * g) * (1 + cosine * cosine) / ((2 + g * g) * away * sqrt(away));
}

// Adds the sky light along one line upwards from the ground.
static void add_sky(const tr_air_model *m, const tr_air_tables *tables, const line *l, double sun, double ahead,
                    double fraction, double light[3]) {
    const double gas = gas_phase(ahead), haze = haze_phase(ahead, m->anisotropy);
    for (int i = 0; i < STEPS; i++) {
        const double r = l->steps[i].radius, cosine = (sun + l->steps[i].way * ahead) / r;
        double rgb[3], many[3];
        sunlight_at(tables, m, r, cosine, rgb);
        tr_air_many(tables, m, r, cosine, many);
        for (int c = 0; c < 3; c++) {
            const double once =
                (l->steps[i].weight[c] - l->steps[i].haze[c]) * gas + l->steps[i].haze[c] * haze;
            const double lit = once * rgb[c] + l->steps[i].weight[c] * many[c];
            light[c] += fraction * tr_mix(lit, l->steps[i].weight[c] / TR_PI, m->glow);
        }
    }
}

static void bake_ground(const tr_air_model *model, tr_air_tables *tables) {
    line lines[SLOPES];
    for (int k = 0; k < SLOPES; k++)
        lines[k] = trace_line(model, 1, (k + 0.5) / SLOPES);
    for (int i = 0; i < TR_AIR_GROUND_COLUMNS; i++) {
        const double sun = fmin(fmax(sun_of_column((double)i / (TR_AIR_GROUND_COLUMNS - 1)), -1), 1);
        double left[3], sky[3] = {0, 0, 0};
        tr_air_transmittance(tables, model, 1, fmax(sun, 0), left);
        for (int k = 0; k < SLOPES * TURNS; k++) {
            const line *l = &lines[k / TURNS];
            const double across = sqrt((1 - sun * sun) * (1 - l->cosine * l->cosine));
            const double ahead = l->cosine * sun + across * cos(TR_PI * (k % TURNS + 0.5) / TURNS);
            add_sky(model, tables, l, sun, ahead, 2 * TR_PI / (SLOPES * TURNS) * l->cosine, sky);
        }
        for (int c = 0; c < 3; c++) {
            tables->ground[0][i][c] = (float)sqrt(left[c]);
            tables->ground[1][i][c] = (float)sqrt(sky[c]);
        }
    }
}

// ---- the whole disc -----------------------------------------------------------------------------

enum { SIGHT_STEPS = 16, SIDES = 6 };

// Lines of sight come from far away along -z and pass the centre at q radii, on SIDES sides of it; the other
// sides are mirror images. The sun is above the x axis. Computes how far each side is towards the sun:
static void find_sides(double q, double x[SIDES]) {
    for (int k = 0; k < SIDES; k++)
        x[k] = q * cos(TR_PI * (k + 0.5) / SIDES);
}

static double phase_of_row(int row) { return TR_PI * row / (TR_AIR_PHASES - 1); }

// Adds the sunlight that gas and haze scatter to the camera in one step of a line.
static void add_air(const tr_air_model *m, const tr_air_tables *tables, double q, double z, const double gas[3],
                    const double haze[3], tr_air_ball *ball) {
    const double r = fmax(tr_hypot(q, z), 1);
    double x[SIDES];
    find_sides(q, x);
    for (int p = 0; p < TR_AIR_PHASES; p++) {
        const double towards = cos(phase_of_row(p)), aside = sin(phase_of_row(p));
        const double by_gas = gas_phase(-towards), by_haze = haze_phase(-towards, m->anisotropy);
        for (int k = 0; k < SIDES; k++) {
            const double cosine = (x[k] * aside + z * towards) / r;
            double sun[3], many[3];
            sunlight_at(tables, m, r, cosine, sun);
            tr_air_many(tables, m, r, cosine, many);
            for (int c = 0; c < 3; c++)
                ball->lit[p][c] +=
                    (float)(TR_PI / SIDES * (1 - m->glow) *
                            ((gas[c] * by_gas + haze[c] * by_haze) * sun[c] + (gas[c] + haze[c]) * many[c]));
        }
    }
}

// Adds the light of white ground at the end of a line with the transmittance `left`.
static void add_ground(const tr_air_tables *tables, double q, double z, const double left[3],
                       tr_air_ball *ball) {
    double x[SIDES];
    find_sides(q, x);
    for (int p = 0; p < TR_AIR_PHASES; p++)
        for (int k = 0; k < SIDES; k++) {
            const double level = x[k] * sin(phase_of_row(p)) + z * cos(phase_of_row(p));
            double sun[3], sky[3];
            sample(&tables->ground[0][0][0], TR_AIR_GROUND_COLUMNS, 2, sun_column(level), 0, sun);
            sample(&tables->ground[0][0][0], TR_AIR_GROUND_COLUMNS, 2, sun_column(level), 1, sky);
            for (int c = 0; c < 3; c++)
                ball->ground[p][c] +=
                    (float)(left[c] / SIDES * (sun[c] * sun[c] * fmax(level, 0) + sky[c] * sky[c]));
        }
    for (int c = 0; c < 3; c++)
        ball->through[c] += (float)left[c];
}

// The fraction of the air that is shown in lines of sight that meet the ground at that cosine; see
// air_view.frag.
static double fraction_shown(const tr_air_model *m, double cosine) {
    return tr_mix(1, m->veil, tr_smooth(0.05, 0.65, cosine));
}

// Adds the lines of sight that pass the centre at q radii, which cover that fraction of the disc's area.
static void add_sights(const tr_air_model *m, const tr_air_tables *tables, double q, double fraction,
                       tr_air_ball *ball) {
    const double reach = sqrt(m->top * m->top - q * q), end = q < 1 ? sqrt(1 - q * q) : -reach;
    const double step = (reach - end) / SIGHT_STEPS;
    const double shown = q < 1 ? fraction_shown(m, end) : 1;
    double left[3] = {fraction, fraction, fraction};
    for (int i = 0; i < SIGHT_STEPS; i++) {
        const double z = reach - (i + 0.5) * step;
        double densities[3], extinction[3], gas[3], haze[3];
        tr_air_densities(m, tr_hypot(q, z) - 1, densities);
        compute_extinction(m, densities, extinction);
        for (int c = 0; c < 3; c++) {
            const double taken = exp(-extinction[c] * step);
            const double seen = shown * left[c] * (1 - taken) / fmax(extinction[c], 1e-9);
            gas[c] = seen * m->gas[c] * densities[0], haze[c] = seen * m->haze[c] * densities[1];
            ball->own[c] += (float)(m->glow * (gas[c] + haze[c]));
            left[c] *= taken;
        }
        add_air(m, tables, q, z, gas, haze, ball);
    }
    for (int c = 0; c < 3; c++)
        left[c] = fraction * pow(left[c] / fraction, shown);
    if (q < 1)
        add_ground(tables, q, end, left, ball);
}

static void bake_ball(const tr_air_model *model, tr_air_tables *tables) {
    enum { DOWN = 6, PAST = 4 }; // lines that end on the ground, and lines that miss it
    tables->ball = (tr_air_ball){0};
    for (int i = 0; i < DOWN; i++)
        add_sights(model, tables, sqrt((i + 0.5) / DOWN), 1.0 / DOWN, &tables->ball);
    for (int i = 0; i < PAST; i++) { // denser near the ground
        const double w = (i + 0.5) / PAST, q = 1 + w * w * (model->top - 1);
        add_sights(model, tables, q, 4 * q * w * (model->top - 1) / PAST, &tables->ball);
    }
    for (int p = 0; p < TR_AIR_PHASES; p++) {
        const double cosine = cos(phase_of_row(p) / 2);
        double left[3]; // transmittance of each of two lines that meet the ground at half the phase
        tr_air_transmittance(tables, model, 1, cosine, left);
        for (int c = 0; c < 3; c++)
            tables->ball.mirrored[p][c] = (float)pow(left[c], 1 + fraction_shown(model, cosine));
    }
}

void tr_air_bake(const tr_air_model *model, tr_air_tables *tables) {
    bake_transmittance(model, tables);
    bake_many(model, tables);
    bake_ground(model, tables);
    bake_ball(model, tables);
}
