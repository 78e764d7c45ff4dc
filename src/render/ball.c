#include "render/private/ball.h"

#include "render/private/corona.h"
#include "render/private/horizon.h"

#include <stdio.h>

enum {
    SEGMENTS = 128,
    LOOKS = 6, // rays per pixel of a small disc, in each direction
};

// Discs with a smaller radius in pixels are small: one ray per pixel would miss crescents, glints and air that
// are narrower than a pixel.
static const double small_px = 8;

// The size of a pixel at the limb, in radii.
static double limb_pixel(const tr_placement *placement, const tr_body *body) {
    const double distance = body->distance_km / body->radius_km;
    return placement->pixel_rad * sqrt((distance - 1) * (distance + 1));
}

// Heights of the ground above the sphere, in radii: those of the map's 0 and 1, and the actual lowest and
// highest. The sphere's radius is the sea level; without a sea, the mean height. All 0 if the relief is too
// flat to be visible.
typedef struct relief {
    double at_zero, at_one, lowest, highest;
} relief;

static relief find_relief(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                          const tr_textures *textures) {
    const double radius_m = 1000 * recipe->radius_km;
    const double range = (recipe->height_max_m - recipe->height_min_m) / radius_m;
    relief r = {.at_zero = recipe->sea ? recipe->height_min_m / radius_m : -range * textures->mean_height};
    r.at_one = r.at_zero + range;
    r.lowest = r.at_zero + range * textures->lowest;
    r.highest = r.at_zero + range * textures->highest;
    return textures->height && r.highest - r.lowest > 0.7 * limb_pixel(placement, body) ? r : (relief){0};
}

// Where relief becomes visible on the disc, as the distance of a ray from the centre: near the limb, and for a
// near camera where rays meet the sphere at about forty degrees, so that ridges hide what is behind them.
// Marching through the relief is slow in software OpenGL, so there it begins at sixteen degrees, and at the
// fast quality only at the limb.
static double relief_start(const relief *r, double distance, tr_quality quality) {
    const double limb = fmax(1 + fmin(r->lowest, 0) - 1.5 * (r->highest - r->lowest), 0.3);
    const double near = quality == TR_QUALITY_FINE ? 0.75 : 0.96;
    return r->highest > r->lowest && quality != TR_QUALITY_FAST ? fmin(limb, near + fmax(distance - 1.1, 0))
                                                                : limb;
}

// The radius, on the plane through the centre, of the disc that is painted as a smooth sphere. `start` is from
// relief_start.
static double ball_radius(const tr_placement *placement, const tr_body *body, double start) {
    const double q = fmax(fmin(start, 1) - 1.5 * limb_pixel(placement, body), 0);
    return tr_plane_radius(q, body->distance_km / body->radius_km);
}

double tr_ball_bounding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                               const tr_textures *textures) {
    const relief r = find_relief(placement, body, recipe, textures);
    return 1 + fmax(r.highest, 0);
}

double tr_ball_hiding_radius(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                             const tr_textures *textures) {
    const relief r = find_relief(placement, body, recipe, textures);
    return ball_radius(placement, body, relief_start(&r, body->distance_km / body->radius_km, TR_QUALITY_FINE));
}

// The parameters of painting a planet, without the part.
typedef struct ball {
    tr_lit_body lit;
    const tr_near_tiles *near; // or NULL
    const tr_air_view *air;    // or NULL
    bool around;               // the camera is in the air
    bool behind;               // only what stays of the picture behind the air is painted
    relief relief;
    double relief_start;
    tr_ground_detail_view detail;
} ball;

typedef enum part_kind { DISC, EDGE, SMALL, RELIEF_EDGE, SKY } part_kind;

// A visible ring of the sphere, between two radii on the plane through the centre (shaders/body.vert).
typedef struct part {
    part_kind kind;
    double inner, outer;
    tr_quality quality;
} part;

// From inside, or in a few pixels, the corona looks like even air.
static bool has_corona(const ball *b, part_kind kind) {
    return kind == EDGE && b->air && !b->around && b->lit.textures->emission && tr_corona_exists(b->lit.recipe);
}

// The sine of the sun's height above which hills on tiles cast no shadows.
static double low_sun(tr_quality quality) { return quality == TR_QUALITY_FINE ? 0.6 : 0.4; }

// Whether hills on tiles may cast visible shadows: somewhere in the picture the sun is up and low.
static bool has_shades(const ball *b, part_kind kind) {
    if (!b->near || kind == SMALL || b->lit.recipe->gas || b->lit.quality == TR_QUALITY_FAST)
        return false;
    const tr_near_sight *sight = &b->near->sight;
    const double zenith = acos(fmax(-1, fmin(1, tr_vec_dot(sight->camera, sight->sun) / sight->distance)));
    const double horizon = acos(1 / sight->distance) + acos(1 / (1 + sight->highest));
    const double seen = fmin(sight->farthest, horizon);
    return zenith + seen > acos(low_sun(b->lit.quality)) && zenith - seen < 1.6;
}

// The planet shader for the sky round the camera, in use; or NULL.
static const tr_program *use_sky(tr_programs *programs, const ball *b) {
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "#define EDGE\n#define SKY\n#define AIR\n%s%s",
             b->behind ? "#define BEHIND\n" : "", tr_shadow_defines(b->lit.shadow, b->lit.shadow->rings != 0));
    return tr_programs_use(programs, "around.vert", "planet.frag", defines);
}

// The planet shader with the planet's features, in use; or NULL.
static const tr_program *use_program(tr_programs *programs, part_kind kind, const ball *b) {
    if (kind == SKY)
        return use_sky(programs, b);
    static const char *const part_defines[] = {"", "#define EDGE\n", "#define EDGE\n#define SMALL\n",
                                               "#define EDGE\n#define RELIEF\n"};
    char defines[TR_DEFINES_BYTES];
    snprintf(defines, sizeof defines, "%s%s%s%s%s%s%s%s%s%s%s%s%s", part_defines[kind],
             b->behind ? "#define BEHIND\n" : "", tr_ground_detail_defines(&b->detail),
             b->air ? "#define AIR\n" : "", b->around ? "#define AROUND\n" : "",
             b->lit.textures->specular ? "#define GLOSS\n" : "",
             b->lit.textures->emission ? "#define EMISSION\n" : "",
             b->lit.textures->clouds ? "#define CLOUDS\n" : "",
             b->near && kind != SMALL ? "#define NEAR\n" : "", has_shades(b, kind) ? "#define SHADES\n" : "",
             b->lit.textures->horizon && kind != SMALL ? "#define HORIZONS\n" : "",
             has_corona(b, kind) ? "#define CORONA\n" : "",
             tr_shadow_defines(b->lit.shadow, b->lit.shadow->rings != 0));
    return kind == DISC || kind == SMALL ? tr_programs_use_spare(programs, "body.vert", "planet.frag", defines)
                                         : tr_programs_use(programs, "body.vert", "planet.frag", defines);
}

static void set_body(const tr_program *program, const tr_placement *placement, const tr_body *body) {
    const tr_mat disc = tr_body_disc(body), view_from_disc = tr_mat_transpose(&disc);
    const tr_mat map_from_disc = tr_mat_multiply(&body->map_from_view, &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_view_from_disc], &view_from_disc);
    tr_program_set_matrix(program->at[TR_UNIFORM_map_from_disc], &map_from_disc);
    tr_program_set_vec(program->at[TR_UNIFORM_sun_on_map], tr_mat_apply(&body->map_from_view, body->sun));
    glUniform1f(program->at[TR_UNIFORM_camera_distance], (float)(body->distance_km / body->radius_km));
    tr_program_set_projection(program, placement);
}

// Call after set_body.
static void set_air(const tr_program *program, const tr_body *body, const tr_mat *disc,
                    const tr_air_view *air) {
    const tr_vec sun = tr_mat_apply(disc, body->sun);
    const double across = tr_hypot(sun.x, sun.y);
    tr_program_set_matrix(program->at[TR_UNIFORM_disc_from_view], disc);
    glUniform2f(program->at[TR_UNIFORM_air_side], (float)(across > 0 ? sun.x / across : 1),
                (float)(across > 0 ? sun.y / across : 0));
    glUniform1f(program->at[TR_UNIFORM_air_top], (float)air->top);
    glUniform1f(program->at[TR_UNIFORM_air_glow], (float)air->glow);
    tr_air_bind(air);
}

// A ray that touches the sphere takes that many steps through the shell that the mountains reach.
static void set_relief(const tr_program *program, const ball *b) {
    const int steps = b->lit.quality == TR_QUALITY_FINE ? 32 : b->near ? 6 : 12;
    const relief *r = &b->relief;
    const double low = 1 + r->lowest, high = 1 + r->highest;
    const double stride = 2 * sqrt((high - low) * (high + low)) / (steps - 1);
    const double level = fmax(
        log2(fmax(limb_pixel(b->lit.placement, b->lit.body), 0.5 * stride) * b->lit.textures->rows / TR_PI), 0);
    glUniform4f(program->at[TR_UNIFORM_relief], (float)r->at_zero, (float)(r->at_one - r->at_zero),
                (float)r->lowest, (float)r->highest);
    glUniform1f(program->at[TR_UNIFORM_relief_start], (float)b->relief_start);
    glUniform1f(
        program->at[TR_UNIFORM_relief_whole],
        (float)fmin(1 + fmin(r->lowest, 0), b->relief_start + fmax(1.5 * (r->highest - r->lowest), 0.1)));
    glUniform1i(program->at[TR_UNIFORM_relief_steps], steps);
    glUniform1f(program->at[TR_UNIFORM_relief_level], (float)level);
    tr_textures_bind_height(b->lit.textures, b->lit.quality, level);
}

static void set_near_relief(const tr_program *program, const ball *b) {
    const double range_m = b->lit.recipe->height_max_m - b->lit.recipe->height_min_m;
    const double sea = b->lit.recipe->sea && range_m > 0 ? fmax(0, -b->lit.recipe->height_min_m / range_m) : 0;
    const bool fine = b->lit.quality == TR_QUALITY_FINE;
    glUniform3f(program->at[TR_UNIFORM_near_relief], (float)b->lit.recipe->slope_exaggeration,
                (float)(range_m * b->lit.recipe->slope_exaggeration / (1000 * b->lit.recipe->radius_km)),
                (float)sea);
    glUniform1i(program->at[TR_UNIFORM_near_shades], fine ? 10 : 3);
    glUniform2f(program->at[TR_UNIFORM_near_low], fine ? 0.3F : 0.15F, (float)low_sun(b->lit.quality));
    glUniform1f(program->at[TR_UNIFORM_near_stride], fine ? 1.5F : 2.5F);
}

// Whether the ray through a place of the picture, from -1 to 1, certainly meets the ground.
static bool meets_ground(const ball *b, double x, double y) {
    const tr_placement *p = b->lit.placement;
    const tr_vec ray = {(x - p->part_shift[0]) * p->tangent[0] / p->part_grow[0],
                        (y - p->part_shift[1]) * p->tangent[1] / p->part_grow[1], -1};
    const double along = tr_vec_dot(tr_vec_normalize(ray), b->lit.body->centre_km) / b->lit.body->distance_km;
    const double distance = b->lit.body->distance_km / b->lit.body->radius_km;
    const double lowest = 1 + fmin(b->relief.lowest, 0) - 2 * limb_pixel(p, b->lit.body);
    return along > 0 && distance * sqrt(fmax(1 - along * along, 0)) < lowest;
}

// Draws the sky, without the lower rows that show only ground. Rays to the ground form a cone, so if both ends
// of two rows meet it, the rows between them do, too.
static void draw_sky(const tr_programs *programs, const ball *b) {
    enum { BANDS = 64 };
    GLint area[4];
    int bands = 0;
    while (bands < BANDS && meets_ground(b, -1, -1) && meets_ground(b, 1, -1) &&
           meets_ground(b, -1, 2.0 * (bands + 1) / BANDS - 1) &&
           meets_ground(b, 1, 2.0 * (bands + 1) / BANDS - 1))
        bands++;
    glGetIntegerv(GL_VIEWPORT, area);
    const int hidden = area[3] * bands / BANDS;
    area[1] += hidden, area[3] -= hidden;
    tr_programs_draw_within(programs, GL_TRIANGLES, 3, area);
}

static void paint_once(tr_programs *programs, const ball *b, const part *p) {
    const tr_program *program = p->inner < p->outer ? use_program(programs, p->kind, b) : NULL;
    if (!program)
        return;
    const tr_recipe *recipe = b->lit.recipe;
    const tr_mat disc = tr_body_disc(b->lit.body);
    const double sun_angle = fmin(fmax(b->lit.body->sun_angle_rad, 0.00465), 0.3);
    tr_textures_bind(b->lit.textures, p->quality, tr_body_footprint(b->lit.placement, b->lit.body));
    if (b->lit.textures->horizon)
        tr_horizon_bind(b->lit.textures, p->quality, tr_body_footprint(b->lit.placement, b->lit.body));
    set_body(program, b->lit.placement, b->lit.body);
    tr_shadow_set(program, b->lit.shadow, b->lit.body, recipe, &disc);
    if (b->air)
        set_air(program, b->lit.body, &disc, b->air);
    glUniform1i(program->at[TR_UNIFORM_pixel_samples], LOOKS);
    glUniform1f(program->at[TR_UNIFORM_pixel],
                (float)(b->lit.placement->pixel_rad / (p->kind == SMALL ? LOOKS : 1)));
    tr_program_set_light(program->at[TR_UNIFORM_sunlight], b->lit.sunlight);
    glUniform1f(program->at[TR_UNIFORM_terminator], (float)(sun_angle + (b->air ? 0.02 : 0)));
    glUniform1f(program->at[TR_UNIFORM_emission_strength], (float)recipe->emission_strength);
    glUniform1f(program->at[TR_UNIFORM_night_lights], recipe->night_lights ? 1 : 0);
    glUniform1f(program->at[TR_UNIFORM_cloud_height], (float)(recipe->clouds.altitude_km / recipe->radius_km));
    glUniform1f(program->at[TR_UNIFORM_cloud_turn], (float)(b->lit.body->cloud_turn_rad / (2 * TR_PI)));
    glUniform1f(program->at[TR_UNIFORM_limb_darkening], (float)recipe->limb_darkening);
    if (has_corona(b, p->kind))
        tr_corona_set(program, b->lit.body, recipe);
    if (p->kind == RELIEF_EDGE)
        set_relief(program, b);
    glUniform2f(program->at[TR_UNIFORM_radii], (float)p->inner, (float)p->outer);
    glUniform1i(program->at[TR_UNIFORM_segments], SEGMENTS);
    tr_ground_detail_set(program, &b->detail);
    if (b->near && p->kind != SMALL) {
        tr_near_tiles_set(b->near, program);
        set_near_relief(program, b);
    }
    if (p->kind == DISC) // it is opaque
        glDisable(GL_BLEND);
    else if (b->behind)
        glBlendFunc(GL_ZERO, GL_SRC_COLOR);
    else if (b->air && tr_gl_is_es())
        glBlendFunc(GL_ONE, GL_ONE);
    else if (b->air) // stars and the sun are reddened by the air
        glBlendFuncSeparate(GL_ONE, GL_SRC1_COLOR, GL_ONE, GL_SRC1_ALPHA);
    else
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    if (p->kind == SKY)
        draw_sky(programs, b);
    else
        tr_programs_draw(programs, GL_TRIANGLE_STRIP, 2 * (SEGMENTS + 1));
    glEnable(GL_BLEND);
}

// OpenGL ES blends with one colour: air is painted twice, first for what it leaves, then for what it adds.
static void paint_part(tr_programs *programs, const ball *b, const part *p) {
    if (tr_gl_is_es() && b->air && p->kind != DISC) {
        ball behind = *b;
        behind.behind = true;
        paint_once(programs, &behind, p);
    }
    paint_once(programs, b, p);
}

tr_status tr_ball_paint(tr_programs *programs, const tr_lit_body *lit, const tr_near_tiles *near,
                        const tr_air_view *air, tr_ground_detail *detail, tr_error *error) {
    const tr_placement *placement = lit->placement;
    const tr_body *body = lit->body;
    const tr_quality quality = lit->quality;
    const double distance = body->distance_km / body->radius_km;
    ball b = {*lit, near, air, .around = air && air->around};
    const double pixel = limb_pixel(placement, body);
    // With tiles, texels are as fine as pixels, so only the grain of ground that still shows maps is needed.
    // While tiles are missing, all grain is painted; in software OpenGL a program less is worth more.
    double footprint = placement->pixel_rad * (distance - 1);
    if (near && !(near->partial && quality == TR_QUALITY_FINE))
        footprint = fmax(footprint, tr_near_map_footprint(&near->sight));
    if (!lit->recipe->gas)
        b.detail = tr_ground_detail_see(lit->textures->rows, footprint, quality);
    if (b.detail.copies > 0 && tr_ground_detail_bind(detail, error) != TR_OK)
        return TR_NO_MEMORY;
    b.relief = find_relief(placement, body, lit->recipe, lit->textures);
    b.relief_start = relief_start(&b.relief, distance, quality);
    const bool rough = b.relief.highest > b.relief.lowest;
    const double top =
        fmin(fmax(air && !b.around ? air->top : 1, 1 + b.relief.highest + 2 * pixel), 0.9998 * distance);
    const double inner = ball_radius(placement, body, b.relief_start);
    const double outer =
        tr_plane_radius(fmax(top, 1), distance) / cos(TR_PI / SEGMENTS); // circumscribes the circle
    if (!b.around && !rough && body->radius_px < small_px && use_program(programs, SMALL, &b)) {
        paint_part(programs, &b, &(part){SMALL, 0, outer, TR_QUALITY_FINE});
        return TR_OK;
    }
    if (b.around)
        paint_part(programs, &b, &(part){SKY, 0, outer, quality});
    if (inner > 0 && !use_program(programs, DISC, &b)) {
        // Without its program, the disc is painted by that of the edge, which is slower.
        paint_part(programs, &b, &(part){EDGE, 0, outer, TR_QUALITY_FINE});
        return TR_OK;
    }
    // Near the limb the ground is foreshortened, so a single mip level for the whole disc would be too fine.
    const double limb = b.around ? inner : fmin(tr_plane_radius(0.92, distance), inner);
    paint_part(programs, &b, &(part){DISC, 0, limb, quality});
    paint_part(programs, &b, &(part){DISC, limb, inner, TR_QUALITY_FINE});
    paint_part(programs, &b, &(part){rough ? RELIEF_EDGE : EDGE, inner, outer, TR_QUALITY_FINE});
    return TR_OK;
}
