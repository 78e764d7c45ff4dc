#include "render/private/ring.h"

#include "base/colour.h"
#include "planet/rings.h"

enum { SEGMENTS = 256 };

static void fill_bands(const uint8_t *rgba, float (*bands)[4]) {
    enum { wide = TR_RINGS_WIDTH / TR_RING_BANDS };
    for (int b = 0; b < TR_RING_BANDS; b++) {
        double sum[4] = {0, 0, 0, 0}, light[3];
        for (int i = 0; i < wide; i++, rgba += 4) {
            tr_light_from_srgb(rgba, light);
            for (int c = 0; c < 3; c++)
                sum[c] += rgba[3] * light[c];
            sum[3] += rgba[3];
        }
        for (int c = 0; c < 3; c++)
            bands[b][c] = (float)(sum[c] / fmax(sum[3], 1));
        bands[b][3] = (float)(sum[3] / (255 * wide));
    }
}

void tr_ring_set(tr_ring_painter *painter, int planet, const uint8_t *rgba) {
    GLuint *profile = &painter->planets[planet].profile;
    if (!rgba) {
        glDeleteTextures(1, profile);
        *profile = 0;
        return;
    }
    fill_bands(rgba, painter->planets[planet].bands);
    if (!*profile)
        glGenTextures(1, profile);
    glBindTexture(GL_TEXTURE_2D, *profile);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, TR_RINGS_WIDTH, 1, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
    glGenerateMipmap(GL_TEXTURE_2D);
    tr_gl_set_sampling(GL_TEXTURE_2D, 0, GL_LINEAR_MIPMAP_LINEAR, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
}

GLuint tr_ring_profile(const tr_ring_painter *painter, int planet, const tr_recipe *recipe) {
    return tr_recipe_has_rings(recipe) ? painter->planets[planet].profile : 0;
}

void tr_ring_paint(tr_programs *programs, const tr_lit_body *lit, tr_ring_part part) {
    const tr_placement *placement = lit->placement;
    const tr_body *body = lit->body;
    const tr_recipe *recipe = lit->recipe;
    const tr_mat rings = tr_body_rings(body), view_from_rings = tr_mat_transpose(&rings);
    const tr_vec centre = tr_vec_scale(body->centre_km, 1 / body->radius_km);
    const tr_vec camera = tr_mat_apply(&rings, tr_vec_scale(centre, -1));
    const double slant = fabs(camera.z) / tr_vec_length(camera), aslant = fmax(slant, 0.02);
    if (slant < 1e-6) // edge-on they are invisible, and too thin for the GPU's floats
        return;
    tr_shadow all = *lit->shadow;
    all.occluders[all.count++] = (tr_occluder){.radius = 1}; // the planet itself
    const tr_program *program =
        tr_programs_use_spare(programs, "ring.vert", "ring.frag", tr_shadow_defines(&all, false));
    if (!program)
        return;
    const double pixel =
        2 * placement->pixel_rad * body->distance_km / body->radius_km / aslant; // foreshortening
    const double round =
        cos(TR_PI / SEGMENTS); // the strip is a polygon, inside the inner circle and round the outer one
    tr_shadow_set(program, &all, body, recipe, &rings);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_rings], &view_from_rings);
    tr_program_set_vec(program->at[TR_UNIFORM_centre], centre);
    tr_program_set_vec(program->at[TR_UNIFORM_camera], camera);
    tr_program_set_light(program->at[TR_UNIFORM_sunlight], lit->sunlight);
    glUniform1f(program->at[TR_UNIFORM_side], part == TR_RING_BEFORE ? 1 : -1);
    glUniform2f(program->at[TR_UNIFORM_radii], (float)fmax(recipe->rings.inner * round - pixel, 0),
                (float)(recipe->rings.outer / round + pixel));
    tr_program_set_projection(program, placement);
    glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    tr_programs_draw(programs, GL_TRIANGLE_STRIP, 2 * (SEGMENTS + 1));
}

// ---- rings of planets without a disc -------------------------------------------------------------

// Rings seen from a great distance under a distant sun, in their own frame.
typedef struct sight {
    const float (*bands)[4];
    double inner, breadth;
    tr_vec camera, sun; // unit vectors to them
} sight;

// A slanting ray passes through more material.
static double slanting(double alpha, double slant) { return 1 - pow(1 - alpha, 1 / (0.4 + 0.6 * fabs(slant))); }

// Whether the planet is between a place and a distant point in that direction.
static bool is_behind(tr_vec place, tr_vec towards) {
    const double along = tr_vec_dot(place, towards);
    return along < 0 && tr_vec_dot(place, place) - along * along < 1;
}

// The fraction of a light ray at a place on the planet's ground that passes the rings.
static double left_of_ray(const sight *s, tr_vec ground, tr_vec towards) {
    const double way = fabs(towards.z) > 1e-4 ? -ground.z / towards.z : -1;
    const tr_vec crossing = tr_vec_add(ground, tr_vec_scale(towards, way));
    const double band = (tr_vec_length(crossing) - s->inner) / s->breadth * TR_RING_BANDS;
    return way > 0 && band >= 0 && band < TR_RING_BANDS ? 1 - slanting(0.97 * s->bands[(int)band][3], towards.z)
                                                        : 1;
}

static double sum_left(const sight *s) {
    enum { SIDE = 24 };
    const tr_vec any = fabs(s->camera.z) < 0.9 ? (tr_vec){0, 0, 1} : (tr_vec){1, 0, 0};
    const tr_vec right = tr_vec_normalize(tr_vec_cross(any, s->camera)), up = tr_vec_cross(s->camera, right);
    double sum = 0, left = 0;
    for (int i = 0; i < SIDE * SIDE; i++) {
        const int column = i % SIDE, row = i / SIDE;
        const double x = 2 * (column + 0.5) / SIDE - 1, y = 2 * (row + 0.5) / SIDE - 1;
        const tr_vec across = tr_vec_add(tr_vec_scale(right, x), tr_vec_scale(up, y));
        const tr_vec ground = tr_vec_add(across, tr_vec_scale(s->camera, sqrt(fmax(1 - x * x - y * y, 0))));
        const double level = tr_vec_dot(ground, s->sun);
        if (x * x + y * y >= 1 || level <= 0)
            continue;
        sum += level;
        left += level * left_of_ray(s, ground, s->camera) * left_of_ray(s, ground, s->sun);
    }
    return sum > 0 ? left / sum : 1;
}

// The brightness of a band of that opacity, as in shaders/ring.frag.
static double brightness(const sight *s, double opacity) {
    const double m = 0.4 + 0.6 * fabs(s->camera.z), m_sun = 0.4 + 0.6 * fabs(s->sun.z);
    const double depth = -log(1 - 0.999 * opacity), left = exp(-depth * (1 / m + 1 / m_sun) / 2);
    const double back = m_sun / (m + m_sun) * (1 - left * left) * (0.75 + opacity);
    const double through = 0.75 * depth / m * left + 0.06 * slanting(0.999 * opacity, s->camera.z);
    const double ahead = -tr_vec_dot(s->camera, s->sun), full = 0.5 - 0.5 * ahead;
    const double dust = fmax(ahead, 0) * fmax(ahead, 0), risen = fmin(fabs(s->sun.z) / 0.16, 1);
    return (s->camera.z * s->sun.z >= 0 ? back : through) * (0.4 + 0.6 * risen * risen * (3 - 2 * risen)) *
           (0.55 + 0.5 * full * full + 2.5 * (1 - opacity) * dust * dust);
}

static void sum_light(const sight *s, double light[3]) {
    enum { TURNS = 48 };
    for (int b = 0; b < TR_RING_BANDS; b++) {
        const float *band = s->bands[b];
        const double radius = s->inner + (b + 0.5) / TR_RING_BANDS * s->breadth;
        const double area =
            2 * radius * s->breadth / TR_RING_BANDS * fabs(s->camera.z); // relative to the disc's
        int seen = 0;
        for (int i = 0; i < TURNS; i++) {
            const double turn = 2 * TR_PI * (i + 0.5) / TURNS;
            const tr_vec place = {radius * cos(turn), radius * sin(turn), 0};
            seen += !is_behind(place, s->camera) && !is_behind(place, s->sun);
        }
        for (int c = 0; c < 3; c++)
            light[c] += band[c] * area * brightness(s, band[3]) * seen / TURNS;
    }
}

tr_ring_light tr_ring_sum(const tr_ring_painter *painter, const tr_body *body, const tr_recipe *recipe) {
    const tr_mat rings = tr_body_rings(body);
    const sight s = {.bands = painter->planets[body->planet].bands,
                     .inner = recipe->rings.inner,
                     .breadth = recipe->rings.outer - recipe->rings.inner,
                     .camera = tr_mat_apply(&rings, tr_vec_scale(body->centre_km, -1 / body->distance_km)),
                     .sun = tr_mat_apply(&rings, body->sun)};
    tr_ring_light sum = {.left = sum_left(&s)};
    sum_light(&s, sum.light);
    return sum;
}
