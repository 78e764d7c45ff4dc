#include "render/render.h"

#include "base/size.h"
#include "light/blackbody.h"
#include "render/near.h"
#include "render/placement.h"
#include "render/private/air.h"
#include "render/private/ball.h"
#include "render/private/chart.h"
#include "render/private/film.h"
#include "render/private/horizon.h"
#include "render/private/mesh_body.h"
#include "render/private/ring.h"
#include "render/private/sky.h"
#include "render/private/textures.h"

#include <assert.h>
#include <stdio.h>

enum {
    part_border_px = 32, // wider than half of any point of light
    near_batch = 32      // tiles that are baked before OpenGL gets them
};

struct tr_renderer {
    tr_programs programs;
    tr_air_painter air;
    tr_ring_painter ring;
    tr_mesh_painter mesh;
    tr_sky_painter sky;
    tr_chart_painter chart;
    tr_detail detail;
    tr_film film, film_beside; // pictures of planets side by side have sizes of their own
    tr_film whole;             // of a picture that is painted in parts, small: its glow is that of all parts
    double whole_spread;       // how much of that is added; 0: there is none
    tr_near_tiles near;
    tr_textures plain, maps[TR_SLOTS];
    tr_mesh_buffers meshes[TR_SLOTS]; // of displaced planets
    tr_placement placement;           // of the frame that is being drawn
    bool debugging;
    int debug_errors;
    char debug_message[512];
    char description[256];
};

static void GLAD_API_PTR record_message(GLenum source, GLenum type, GLuint id, GLenum severity, GLsizei length,
                                        const GLchar *message, const void *user) {
    (void)id, (void)length;
    if (source == GL_DEBUG_SOURCE_SHADER_COMPILER) // what it says is in the errors of program.c
        return;
    if (type != GL_DEBUG_TYPE_ERROR && severity != GL_DEBUG_SEVERITY_HIGH)
        return;
    // OpenGL hands back the pointer that it was given, with a const of its own making.
    tr_renderer *renderer = (tr_renderer *)(uintptr_t)user;
    if (renderer->debug_errors++ == 0)
        snprintf(renderer->debug_message, sizeof renderer->debug_message, "%s", message);
}

static void start_debugging(tr_renderer *renderer) {
    if (!GLAD_GL_KHR_debug)
        return;
    glEnable(GL_DEBUG_OUTPUT);
    glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS); // in the call at fault, on its thread
    glDebugMessageCallback(record_message, renderer);
    renderer->debugging = true;
}

// The version string of whatever is current, or NULL.
static const char *found_version(tr_gl_loader loader) {
    typedef const GLubyte *(GLAD_API_PTR * get_string)(GLenum);
    const get_string get = (get_string)loader("glGetString");
    return get ? (const char *)get(GL_VERSION) : NULL;
}

tr_status tr_gl_load(tr_gl_loader loader, tr_error *error) {
    const char *found = found_version(loader);
    const bool complete = gladLoadGL((GLADloadfunc)loader);
    if (!found || !GLAD_GL_VERSION_3_3)
        return tr_fail(error, TR_NO_OPENGL, "needed OpenGL 3.3 core, found %s", found ? found : "none");
    return complete ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the names of OpenGL's extensions");
}

tr_status tr_renderer_create(tr_gl_loader loader, bool debug, tr_renderer **renderer, tr_error *error) {
    *renderer = NULL;
    const tr_status loaded = tr_gl_load(loader, error);
    if (loaded != TR_OK)
        return loaded;
    tr_renderer *r = tr_calloc(1, sizeof *r);
    if (!r)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the renderer");
    snprintf(r->description, sizeof r->description, "OpenGL %s, %s", (const char *)glGetString(GL_VERSION),
             (const char *)glGetString(GL_RENDERER));
    if (debug)
        start_debugging(r);
    tr_status status = tr_mesh_painter_create(&r->mesh, error);
    if (status == TR_OK)
        status = tr_air_painter_create(&r->air, error);
    if (status == TR_OK)
        status = tr_textures_make_plain(&r->plain, error);
    if (status != TR_OK) {
        tr_renderer_destroy(r);
        return status;
    }
    *renderer = r;
    return TR_OK;
}

void tr_renderer_forget(tr_renderer *renderer, int index) {
    tr_textures_destroy(&renderer->maps[index]);
    tr_mesh_buffers_destroy(&renderer->meshes[index]);
    tr_ring_set(&renderer->ring, index, NULL);
}

void tr_renderer_forget_maps(tr_renderer *renderer) {
    for (int i = 0; i < TR_SLOTS; i++)
        tr_renderer_forget(renderer, i);
    renderer->near.shown = false;
}

void tr_renderer_destroy(tr_renderer *renderer) {
    if (!renderer)
        return;
    tr_programs_destroy(&renderer->programs);
    tr_air_painter_destroy(&renderer->air);
    tr_renderer_forget_maps(renderer);
    tr_ring_painter_destroy(&renderer->ring);
    tr_mesh_painter_destroy(&renderer->mesh);
    tr_sky_painter_destroy(&renderer->sky);
    tr_chart_painter_destroy(&renderer->chart);
    tr_detail_destroy(&renderer->detail);
    tr_near_tiles_destroy(&renderer->near);
    tr_film_destroy(&renderer->film);
    tr_film_destroy(&renderer->whole);
    tr_film_destroy(&renderer->film_beside);
    tr_textures_destroy(&renderer->plain);
    if (renderer->debugging)
        glDebugMessageCallback(NULL, NULL);
    tr_free(renderer);
}

void tr_renderer_set_stop(tr_renderer *renderer, const atomic_bool *stop) {
    renderer->programs.watch = tr_watch_flag(stop);
}

int tr_renderer_debug_errors(const tr_renderer *renderer) { return renderer->debug_errors; }

const char *tr_renderer_debug_message(const tr_renderer *renderer) { return renderer->debug_message; }

const char *tr_renderer_description(const tr_renderer *renderer) { return renderer->description; }

tr_status tr_renderer_set_maps(tr_renderer *renderer, int index, const tr_planet_maps *maps, tr_error *error) {
    assert(index >= 0 && index < TR_SLOTS);
    tr_status status = tr_textures_upload(&renderer->maps[index], maps, &renderer->programs.watch, error);
    if (status == TR_OK)
        status = tr_mesh_buffers_upload(&renderer->meshes[index], &maps->mesh, error);
    if (status != TR_OK) { // neither without the other
        tr_textures_destroy(&renderer->maps[index]);
        tr_mesh_buffers_destroy(&renderer->meshes[index]);
    }
    return status;
}

void tr_renderer_set_rings(tr_renderer *renderer, int index, const uint8_t *rgba) {
    assert(index >= 0 && index < TR_SLOTS);
    tr_ring_set(&renderer->ring, index, rgba);
}

double tr_renderer_reach(const tr_renderer *renderer, int index) {
    assert(index >= 0 && index < TR_SLOTS);
    const tr_mesh_buffers *mesh = &renderer->meshes[index];
    return mesh->columns > 0 ? mesh->reach : 1;
}

tr_status tr_renderer_reload(tr_renderer *renderer, const char *file, const char *text, tr_error *error) {
    return tr_programs_reload(&renderer->programs, file, text, error);
}

// What a ball of even ground without air sends back at a phase, over what a white disc that faces the sun
// would, by the laws that the ground's shader has (Lambert's ball: Russell 1916, "On the albedo of the planets
// and their satellites"; Lommel and Seeliger's: Hapke, "Theory of Reflectance and Emittance Spectroscopy", 2nd
// ed. 2012, chapter 11).
static double bare_ball(double albedo, double phase) {
    const double half = phase / 2, full = 0.5 + 0.5 * cos(phase);
    const double lambert = 2 * (sin(phase) + (TR_PI - phase) * cos(phase)) / (3 * TR_PI);
    const double seeliger = 1 + fmin(sin(half) * tan(half), 1e9) * log(fmax(tan(half / 2), 1e-9));
    const double dust = full * full * full * (1 - albedo) * (1 - albedo);
    return albedo * (lambert + dust * (seeliger - lambert));
}

// What seas and ice mirror of the sun. A smooth ball of water sends the same to all sides: a quarter of what a
// white disc that faces the sun would, times Fresnel's share (Schlick's) where sun and camera stand at equal
// angles. Waves hide each other on both ways when these are low (Smith's shadowing, in Schlick's form).
static double mirror_ball(const tr_means *means, double phase) {
    const double level = cos(phase / 2), away = 1 - level;
    const double rough = means->mirror_rough / fmax(means->mirror, 1e-6);
    const double seen = level / (level + away * sqrt(rough * rough * rough * rough + 0.018));
    return means->mirror * seen * seen * (0.02 + 0.98 * away * away * away * away * away) / 4;
}

static double at_phase(const float (*table)[3], double phase, int channel) {
    const double x = phase / TR_PI * (TR_AIR_PHASES - 1);
    const int i = (int)fmin(x, TR_AIR_PHASES - 2);
    return table[i][channel] + (x - i) * (table[i + 1][channel] - table[i][channel]);
}

// Light of a planet without a disc: its area in pixels times what its ground, its air and its rings send at
// that phase, and what it glows. A star's disc is shown far darker than it is, a hundred thousand times as
// bright as sunlit ground: so its point stays as bright as the brightest in the sky from however far.
static void paint_point(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                        const tr_textures *maps, const double sunlight[3], const tr_shadow *shadow) {
    const double behind = -tr_vec_dot(body->sun, body->centre_km) / body->distance_km;
    const double phase = fmax(acos(fmax(-1, fmin(1, behind))), 1e-6);
    const double area = TR_PI * body->radius_px * body->radius_px, left = tr_shadow_left(shadow, body);
    const double darker = recipe->limb_darkening;
    const tr_means *means = maps->clouds ? &maps->covered : &maps->bare;
    const double mirrored = mirror_ball(means, phase);
    const double glowing = recipe->night_lights ? 0.5 - 0.5 * cos(phase) : 1; // lamps are out by day
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
        double lit = bare_ball(albedo, phase) + mirrored, own = 0, through = 1;
        if (air) {
            lit = albedo * at_phase(air->ground, phase, c) + at_phase(air->lit, phase, c) +
                  mirrored * at_phase(air->mirrored, phase, c);
            own = air->own[c], through = air->through[c];
        }
        light[c] = area * ((lit * rings.left + rings.light[c]) * sunlight[c] * left + own) +
                   glow * through * means->emission[c];
    }
    tr_sky_paint_point(&renderer->programs, &renderer->placement, body, light);
}

// A ball, between the two halves of its rings if it has some, and a grid or NULL on it.
static tr_status paint_ball(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                            const tr_textures *maps, const tr_air_view *air, const double sunlight[3],
                            tr_shadow *shadow, tr_quality quality, const tr_chart *grid, tr_error *error) {
    const tr_placement *placement = &renderer->placement;
    tr_programs *programs = &renderer->programs;
    shadow->rings = tr_ring_profile(&renderer->ring, body->planet, recipe);
    if (shadow->rings)
        tr_ring_paint(programs, placement, body, recipe, sunlight, shadow, TR_RING_BEHIND);
    const bool near = renderer->near.shown && renderer->near.planet == body->planet;
    const tr_status status =
        tr_ball_paint(programs, placement, body, recipe, maps, near ? &renderer->near : NULL, air, sunlight,
                      shadow, &renderer->detail, quality, error);
    if (grid)
        tr_chart_paint_ball(programs, placement, body, grid);
    if (shadow->rings)
        tr_ring_paint(programs, placement, body, recipe, sunlight, shadow, TR_RING_BEFORE);
    return status;
}

static double find_exposure(const tr_view *view) { return TR_EXPOSURE * exp2(view->exposure_ev); }

static const tr_textures *textures_of(const tr_renderer *renderer, int planet) {
    return renderer->maps[planet].albedo ? &renderer->maps[planet] : &renderer->plain;
}

// The grid of the target, where its disc is large enough for one. scale: the film's, in parts of the picture's.
static bool find_grid(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                      const tr_textures *maps, const tr_view *view, double scale, tr_chart *grid) {
    const double smallest_px = 24;
    if (!view->grid || body->planet != view->target || body->radius_px < smallest_px * scale)
        return false;
    const double nearest = fmax(body->distance_km / body->radius_km - 1, 0.01);
    *grid = (tr_chart){.painter = &renderer->chart,
                       .recipe = recipe,
                       .textures = maps,
                       .exposure = find_exposure(view),
                       .grid_rad = tr_radians(
                           tr_grid_step_deg(tr_radians(1) / (nearest * renderer->placement.pixel_rad) / scale)),
                       .line_px = fmax(scale, 0.8)};
    return true;
}

static tr_status paint_planet(tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe,
                              const double sunlight[3], const tr_view *view, double scale, tr_error *error) {
    const bool relief = body->radius_px >= 16 && !recipe->gas && renderer->meshes[body->planet].columns == 0;
    if (relief)
        tr_horizon_prepare(&renderer->programs, &renderer->maps[body->planet], recipe, view->quality);
    tr_textures maps = *textures_of(renderer, body->planet);
    if (!view->clouds)
        maps.clouds = 0;
    if (!relief) // a picture is the same whatever was drawn before it
        maps.horizon = 0;
    tr_mesh_buffers *mesh = &renderer->meshes[body->planet];
    const bool ringed = tr_recipe_has_rings(recipe);
    if (body->distance_km <= body->radius_km || tr_watch_stopped(&renderer->programs.watch))
        return TR_OK;
    const double ground = fmax(mesh->reach, tr_ball_reach(&renderer->placement, body, recipe, &maps));
    const double reach = fmax(fmax(1 + recipe->air.thickness, ground), ringed ? recipe->rings.outer : 0);
    if (!tr_placement_in_view(&renderer->placement, body, reach))
        return TR_OK;
    tr_shadow shadow;
    tr_shadow_find(&renderer->placement, body, reach, &shadow);
    tr_air_view sight, *air = NULL;
    if (body->radius_px >= 1 && tr_air_exists(&recipe->air)) {
        sight = tr_air_prepare(&renderer->air, &renderer->programs, body, recipe, sunlight);
        air = &sight;
    }
    if (body->radius_px < 1) {
        paint_point(renderer, body, recipe, &maps, sunlight, &shadow);
        return TR_OK;
    }
    tr_chart chart;
    const tr_chart *grid = find_grid(renderer, body, recipe, &maps, view, scale, &chart) ? &chart : NULL;
    if (mesh->columns > 0)
        return tr_mesh_paint(&renderer->mesh, &renderer->programs, &renderer->placement, body, recipe, &maps,
                             mesh, sunlight, &shadow, &renderer->detail, view->quality,
                             renderer->placement.part_px[0], renderer->placement.part_px[1], grid, error);
    return paint_ball(renderer, body, recipe, &maps, air, sunlight, &shadow, view->quality, grid, error);
}

// Takes from the star's light what the air of planets takes on its way to the camera.
static void redden_star(const tr_scene *scene, const tr_placement *placement, const tr_body *star,
                        double light[3]) {
    // NOLINTNEXTLINE(clang-analyzer-core.*): every placement has a star
    const tr_vec ray = tr_vec_scale(star->centre_km, 1 / star->distance_km);
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        const tr_air *air = body->planet == TR_STAR_BODY ? NULL : &scene->planets[body->planet].recipe->air;
        if (!air || !tr_air_exists(air) || body->distance_km >= star->distance_km)
            continue;
        const tr_air_model model = tr_air_model_of(air);
        const tr_vec camera = tr_vec_scale(body->centre_km, -1 / body->radius_km);
        const double along = tr_vec_dot(camera, ray);
        const double nearest = tr_vec_length(tr_vec_subtract(camera, tr_vec_scale(ray, along)));
        const double reach = sqrt(fmax(model.top * model.top - nearest * nearest, 0));
        double left[3];
        if (along >= reach)
            continue;
        tr_air_left(&model, nearest, fmax(along, -reach), reach, left);
        for (int c = 0; c < 3; c++)
            light[c] *= left[c];
    }
}

// Paints planets and the star, the farthest first, and the star's glare over all of them.
static tr_status paint_bodies(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, double scale,
                              tr_error *error) {
    const tr_placement *placement = &renderer->placement;
    const tr_body *star = NULL;
    tr_status status = TR_OK;
    double light[3], sunlight[3];
    tr_star_light(scene->star.kelvin, scene->star.srgb, 0, light);
    tr_star_light(scene->star.kelvin, scene->star.srgb, TR_EYE_WHITE, sunlight);
    for (int i = 0; i < placement->body_count && status == TR_OK; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY) {
            star = body;
            tr_sky_paint_sun(&renderer->programs, placement, star, light);
        } else {
            status =
                paint_planet(renderer, body, scene->planets[body->planet].recipe, sunlight, view, scale, error);
        }
    }
    if (status != TR_OK)
        return status;
    redden_star(scene, placement, star, light);
    tr_sky_paint_glare(&renderer->programs, placement, star, light);
    return TR_OK;
}

static void begin_picture(void) {
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST); // bodies are painted from far to near
    glDisable(GL_STENCIL_TEST);
    glDisable(GL_CULL_FACE);
    glDisable(GL_FRAMEBUFFER_SRGB); // the shaders encode
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glEnable(GL_BLEND);
    glBlendEquation(GL_FUNC_ADD);
}

static void end_picture(void) {
    for (int i = TR_UNIT_COUNT - 1; i >= 0; i--) {
        glActiveTexture(GL_TEXTURE0 + (GLenum)i);
        glBindTexture(GL_TEXTURE_2D, 0);
    }
    glBindVertexArray(0);
    glUseProgram(0);
}

// Pixels that a planet covers with its air, its rings and whatever else of it is wider than a ball.
static double covered_px(const tr_renderer *renderer, const tr_body *body, const tr_recipe *recipe) {
    const double mesh = renderer->meshes[body->planet].reach, air = 1 + recipe->air.thickness;
    const double slanting = 0.7, rings = tr_recipe_has_rings(recipe) ? slanting * recipe->rings.outer : 0;
    const double radius = body->radius_px * fmax(fmax(mesh, air), rings);
    return TR_PI * radius * radius;
}

// The film's size, in parts of the picture's: sharp pictures are made of a larger one. Time goes with the
// pixels that planets cover, and about a fifth as much with the sky's: so this is what leaves about half of 30
// ms on two cores, whatever is in view.
static double find_scale(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view) {
    const int most_of_sharp = 4096; // what OpenGL has to be able to paint on, halved (GL_MAX_TEXTURE_SIZE)
    const bool whole = view->part.width_px <= 0;
    const int width = whole ? view->width_px : view->part.width_px;
    const int height = whole ? view->height_px : view->part.height_px;
    if (view->quality != TR_QUALITY_FAST || !whole)
        return view->sharp && width <= most_of_sharp && height <= most_of_sharp ? 2 : 1;
    tr_placement placement;
    tr_placement_compute(scene, view, &placement);
    const double picture = (double)view->width_px * view->height_px, enough = 0.22e6, steps = 16;
    double pixels = 0.18 * picture;
    for (int i = 0; i < placement.body_count; i++) {
        const tr_body *body = &placement.bodies[i];
        if (body->planet != TR_STAR_BODY && tr_placement_in_view(&placement, body, 1))
            pixels += fmin(covered_px(renderer, body, scene->planets[body->planet].recipe), picture);
    }
    // In steps, so that a camera that moves does not ask for another film with each frame.
    return fmax(0.5, fmin(1, floor(steps * sqrt(enough / pixels)) / steps));
}

bool tr_renderer_is_complete(const tr_renderer *renderer) { return !renderer->programs.missing; }

// What the largest ball hides of the sky.
static tr_sky_hole find_hole(const tr_renderer *renderer, const tr_scene *scene) {
    const tr_placement *placement = &renderer->placement;
    tr_sky_hole hole = {NULL, 0};
    for (int i = 0; i < placement->body_count; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY || renderer->meshes[body->planet].columns > 0 ||
            body->radius_px < 16 || body->distance_km <= body->radius_km ||
            (hole.body && body->radius_px < hole.body->radius_px))
            continue;
        hole = (tr_sky_hole){body, tr_ball_hiding_radius(placement, body, scene->planets[body->planet].recipe,
                                                         textures_of(renderer, body->planet))};
    }
    return hole;
}

// The view on a film `scale` times as large. A part has a border, as points whose middles are out of sight are
// not painted (OpenGL 3.3, 2.19), though their edges may be in sight.
static tr_view view_on_film(const tr_view *wanted, double scale, int border_px) {
    tr_view view = *wanted;
    tr_view_part *part = &view.part;
    view.width_px = (int)fmax(1, lround(scale * wanted->width_px));
    view.height_px = (int)fmax(1, lround(scale * wanted->height_px));
    view.margin_px = (int)lround(scale * wanted->margin_px);
    part->x_px = (int)lround(scale * (part->x_px - border_px));
    part->y_px = (int)lround(scale * (part->y_px - border_px));
    if (part->width_px > 0) {
        part->width_px = (int)lround(scale * (part->width_px + 2 * border_px));
        part->height_px = (int)lround(scale * (part->height_px + 2 * border_px));
    }
    return view;
}

// ---- near ground ---------------------------------------------------------------------------------

static tr_near_sight near_sight(const tr_placement *placement, const tr_body *body, const tr_recipe *recipe,
                                const tr_textures *maps, const tr_view *view) {
    const double radius = body->radius_km, distance = body->distance_km / radius;
    const tr_mat view_from_map = tr_mat_transpose(&body->map_from_view);
    // Film is finer than the picture by two. Towards TR_NEAR_RADII tiles give way to the maps.
    // Where OpenGL takes its cores from the bake, half as many texels are soon there.
    const double film = view->sharp || view->quality != TR_QUALITY_FINE ? 0.5 : 0,
                 fade = 20 * fmax(distance - (TR_NEAR_RADII - 0.2), 0);
    tr_near_sight sight = {.camera =
                               tr_vec_scale(tr_mat_apply(&body->map_from_view, body->centre_km), -1 / radius),
                           .view_from_map = view_from_map,
                           .distance = distance,
                           .tangent = {placement->tangent[0], placement->tangent[1]},
                           .pixel_rad = placement->pixel_rad,
                           .highest = fmax(tr_ball_reach(placement, body, recipe, maps) - 1, 0),
                           .sun = tr_mat_apply(&body->map_from_view, body->sun),
                           .clouds = maps->clouds && view->clouds,
                           .cloud_height = recipe->clouds.altitude_km / recipe->radius_km,
                           .cloud_turn_rad = body->cloud_turn_rad,
                           .map_level = tr_near_map_level(maps->rows),
                           .finest = tr_near_map_level(2 * TR_MAX_FACE),
                           .coarser = film + fade};
    sight.farthest = tr_near_farthest(&sight);
    return sight;
}

// The target as it is seen on the film of a view.
static tr_near_sight find_near_sight(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view) {
    tr_pane panes[TR_MOST_PANES];
    tr_placement placement;
    tr_view_panes(view, panes);
    tr_view film = tr_view_of_pane(view, &panes[0]);
    const double scale = find_scale(renderer, scene, &film);
    film.part = (tr_view_part){0, 0, 0, 0}; // which tells how fine the film is
    film = view_on_film(&film, scale, 0);
    tr_placement_compute(scene, &film, &placement);
    const tr_body *body = placement.bodies;
    while (body->planet != view->target)
        body++;
    return near_sight(&placement, body, scene->planets[view->target].recipe, &renderer->maps[view->target],
                      view);
}

static tr_vec direction_of(const double place[2]) {
    const double latitude = tr_radians(place[0]), longitude = tr_radians(place[1]);
    return (tr_vec){cos(latitude) * cos(longitude), sin(latitude), -cos(latitude) * sin(longitude)};
}

tr_status tr_renderer_want_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_near_asking *asking, tr_near_wishes *wishes, tr_error *error) {
    const tr_recipe *recipe = scene->planets[view->target].recipe;
    const tr_textures *maps = &renderer->maps[view->target];
    tr_near_tiles *near = &renderer->near;
    wishes->count = 0;
    near->shown = false;
    if (!maps->albedo || !tr_near_shows(view, recipe, view->distance_km / recipe->radius_km))
        return TR_OK;
    const tr_near_sight sight = find_near_sight(renderer, scene, view);
    wishes->kinds = (tr_near_kinds){maps->gloss != 0, maps->emission != 0};
    const tr_near_frame frame = {.planet = view->target,
                                 .version = asking->version,
                                 .kinds = wishes->kinds,
                                 .focus = asking->focus ? direction_of(asking->focus)
                                                        : tr_vec_scale(sight.camera, 1 / sight.distance),
                                 .lasts = asking->lasts,
                                 .now_s = asking->now_s,
                                 .fade_s = asking->fade_s};
    const tr_status status = tr_near_tiles_want(near, &sight, &frame, error);
    if (status != TR_OK)
        return status;
    wishes->count = tr_near_tiles_missing(near, wishes->tiles, TR_NEAR_MOST_WISHES);
    return TR_OK;
}

void tr_renderer_add_near(tr_renderer *renderer, const tr_near_tile *tile, uint8_t *texels, double now_s) {
    tr_near_tiles_add(&renderer->near, tile, texels, now_s);
}

bool tr_renderer_near_fades(const tr_renderer *renderer, const tr_near_asking *asking) {
    return renderer->near.shown && tr_near_tiles_fade(&renderer->near, asking->now_s, asking->fade_s);
}

void tr_renderer_hide_near(tr_renderer *renderer) { renderer->near.shown = false; }

// Bakes the first tiles that are wished for.
static tr_status bake_wishes(tr_renderer *renderer, const tr_near_wishes *wishes, const tr_surface *surface,
                             tr_pool *pool, const tr_watch *watch, uint8_t *memory, tr_error *error) {
    const int count = wishes->count < near_batch ? wishes->count : near_batch;
    uint8_t *texels[near_batch];
    for (int i = 0; i < count; i++)
        texels[i] = memory + (size_t)i * TR_NEAR_TILE_BYTES;
    const tr_status status =
        tr_near_bake(surface, wishes->tiles, count, wishes->kinds, pool, watch, texels, error);
    for (int i = 0; i < count && status == TR_OK; i++)
        tr_renderer_add_near(renderer, &wishes->tiles[i], texels[i], 0);
    return status;
}

tr_status tr_renderer_bake_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                                tr_error *error) {
    const tr_near_asking asking = {0};
    tr_near_wishes wishes;
    uint8_t *memory = NULL;
    tr_status status = tr_renderer_want_near(renderer, scene, view, &asking, &wishes, error);
    while (status == TR_OK && wishes.count > 0) {
        if (!memory)
            memory = tr_allocate(TR_NEAR_TILE_BYTES, near_batch);
        status = memory ? bake_wishes(renderer, &wishes, surface, pool, watch, memory, error)
                        : tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
        if (status == TR_OK)
            status = tr_renderer_want_near(renderer, scene, view, &asking, &wishes, error);
    }
    tr_free(memory);
    if (status != TR_OK)
        tr_renderer_hide_near(renderer);
    return status;
}

// ---- the globe -----------------------------------------------------------------------------------

// Puts the light of a globe on a film; view: as it is there.
static tr_status expose(tr_renderer *renderer, tr_film *film, const tr_scene *scene, const tr_view *view,
                        double scale, tr_error *error) {
    tr_placement *placement = &renderer->placement;
    tr_placement_compute(scene, view, placement);
    tr_status status = tr_film_begin(film, placement->part_px[0], placement->part_px[1], error);
    const tr_sky_hole hole = find_hole(renderer, scene);
    const bool sky = view->stars && !tr_sky_is_hidden(&hole, placement);
    if (status == TR_OK && sky)
        status = tr_sky_paint_galaxy(&renderer->sky, &renderer->programs, placement, &hole, error);
    if (status == TR_OK && sky)
        status = tr_sky_paint_stars(&renderer->sky, &renderer->programs, placement, scale, error);
    if (status == TR_OK)
        status = paint_bodies(renderer, scene, view, scale, error);
    return status;
}

// Paints the globe as it is lit into the lower left corner of a framebuffer.
static tr_status draw_lit(tr_renderer *renderer, const tr_scene *scene, const tr_view *wanted, GLuint target,
                          tr_error *error) {
    const tr_view_part *part = &wanted->part;
    const bool whole = part->width_px <= 0;
    const int border_px = whole ? 0 : part_border_px;
    const double scale = find_scale(renderer, scene, wanted);
    const tr_view view = view_on_film(wanted, scale, border_px);
    const tr_status status = expose(renderer, &renderer->film, scene, &view, scale, error);
    if (status != TR_OK)
        return status;
    tr_film *film = &renderer->film;
    tr_developing how = {.exposure = find_exposure(wanted)};
    for (int c = 0; c < 3; c++)
        how.background[c] = wanted->background[c];
    if (whole && tr_film_glow(film, &renderer->programs, how.exposure))
        how.spread = 0.5 / film->glow_count;
    if (!whole) {
        how.spread = renderer->whole_spread;
        how.glow = renderer->whole.glow[0].texture;
        how.border_px = border_px;
        how.whole_px[0] = wanted->width_px, how.whole_px[1] = wanted->height_px;
        how.corner_px[0] = part->x_px, how.corner_px[1] = wanted->height_px - part->y_px - part->height_px;
    }
    tr_film_develop(film, &renderer->programs, target, whole ? wanted->width_px : part->width_px,
                    whole ? wanted->height_px : part->height_px, &how);
    return TR_OK;
}

// The glow of all parts is that of a small picture; the finest levels of the large one's are as good as the
// light itself.
static tr_status begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *wanted,
                             tr_error *error) {
    const double most_px = 1024, longer = fmax(wanted->width_px, wanted->height_px);
    const double full = find_scale(renderer, scene, wanted), scale = fmin(full, most_px / longer);
    tr_view all = *wanted;
    all.part = (tr_view_part){0, 0, 0, 0};
    const tr_view view = view_on_film(&all, scale, 0);
    renderer->whole_spread = 0;
    const tr_status status = expose(renderer, &renderer->whole, scene, &view, scale, error);
    const int levels = tr_film_glow_levels((int)(full * wanted->width_px), (int)(full * wanted->height_px));
    if (status == TR_OK && tr_film_glow(&renderer->whole, &renderer->programs, find_exposure(wanted)))
        renderer->whole_spread = 0.5 / fmax(levels, renderer->whole.glow_count);
    return status;
}

// ---- charts --------------------------------------------------------------------------------------

// extent_rad: that of the whole picture, so that panes have the same contour lines. degree_px: how many pixels
// of the picture a degree spans in its middle.
static tr_chart chart_of(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, int planet,
                         double extent_rad, double degree_px) {
    const tr_scene_planet *shown = &scene->planets[planet];
    tr_chart chart = {.painter = &renderer->chart,
                      .recipe = shown->recipe,
                      .textures = textures_of(renderer, planet),
                      .channel = view->channel,
                      .clouds = view->clouds,
                      .cloud_turn_rad = shown->cloud_turn_rad,
                      .exposure = find_exposure(view),
                      .grid_rad =
                          view->grid && planet == view->target ? tr_radians(tr_grid_step_deg(degree_px)) : 0,
                      .line_px = 1};
    tr_chart_legend(chart.recipe, chart.textures, extent_rad, &chart.legend);
    return chart;
}

// The globe, and what else of the scene is in sight, as balls and meshes without light.
static tr_status draw_charted_globe(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                    double extent_rad, tr_error *error) {
    static const double dark[3] = {0};
    tr_placement *placement = &renderer->placement;
    tr_status status = TR_OK;
    tr_placement_compute(scene, view, placement);
    for (int i = 0; i < placement->body_count && status == TR_OK; i++) {
        const tr_body *body = &placement->bodies[i];
        if (body->planet == TR_STAR_BODY || body->distance_km <= body->radius_km)
            continue;
        tr_mesh_buffers *mesh = &renderer->meshes[body->planet];
        const tr_recipe *recipe = scene->planets[body->planet].recipe;
        const double nearest = fmax(body->distance_km / body->radius_km - 1, 0.01);
        const tr_chart chart = chart_of(renderer, scene, view, body->planet, extent_rad,
                                        tr_radians(1) / (nearest * placement->pixel_rad));
        const tr_shadow none = {0};
        if (!tr_placement_in_view(placement, body, fmax(mesh->reach, 1)))
            continue;
        if (mesh->columns > 0)
            status = tr_mesh_paint(&renderer->mesh, &renderer->programs, placement, body, recipe,
                                   chart.textures, mesh, dark, &none, &renderer->detail, TR_QUALITY_FINE,
                                   placement->part_px[0], placement->part_px[1], &chart, error);
        else
            tr_chart_paint_ball(&renderer->programs, placement, body, &chart);
    }
    return status;
}

// What is not lit is painted straight into the picture, as it is exported. view: that of the pane, with the
// part of it that is painted, from x_px on and as high as the framebuffer's picture.
static tr_status draw_chart(tr_renderer *renderer, const tr_scene *scene, const tr_view *whole,
                            const tr_view *view, const tr_pane *pane, int x_px, tr_error *error) {
    static const uint8_t paper[3] = {24, 26, 30};
    const uint8_t *around = view->stars ? paper : view->background;
    const tr_view_part *part = &view->part;
    const double extent_rad = tr_view_extent(scene, whole);
    const bool all = part->width_px <= 0;
    const int width = all ? pane->width_px : part->width_px, height = all ? pane->height_px : part->height_px;
    glViewport(x_px, 0, width, height);
    glEnable(GL_SCISSOR_TEST);
    glScissor(x_px, 0, width, height);
    glClearColor((float)around[0] / 255, (float)around[1] / 255, (float)around[2] / 255, 1);
    glClear(GL_COLOR_BUFFER_BIT);
    glDisable(GL_SCISSOR_TEST);
    glEnable(GL_BLEND);
    if (pane->layout == TR_VIEW_GLOBE)
        return draw_charted_globe(renderer, scene, view, extent_rad, error);
    const tr_flat flat = tr_flat_see(scene, whole, pane);
    const double unit_deg = pane->layout == TR_VIEW_CUBE ? 90 : 1;
    const tr_chart chart =
        chart_of(renderer, scene, view, view->target, extent_rad, 1 / (unit_deg * flat.step));
    if (!all) { // the pane reaches beyond the framebuffer
        glEnable(GL_SCISSOR_TEST);
        glViewport(x_px - part->x_px, part->y_px + part->height_px - pane->height_px, pane->width_px,
                   pane->height_px);
    }
    tr_chart_paint_flat(&renderer->programs, pane, &flat, &chart);
    glDisable(GL_SCISSOR_TEST);
    return TR_OK;
}

bool tr_renderer_legend(const tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                        tr_legend *legend) {
    return tr_chart_legend(scene->planets[view->target].recipe, textures_of(renderer, view->target),
                           tr_view_extent(scene, view), legend);
}

// ---- the picture ---------------------------------------------------------------------------------

// What of a pane is painted, in pixels from its own corner. False: nothing.
static bool cut_part(const tr_view *view, const tr_pane *pane, tr_view *shown) {
    tr_view_part *part = &shown->part;
    if (part->width_px <= 0)
        return true;
    const int left = part->x_px > pane->x_px || pane->x_px == 0 ? part->x_px : pane->x_px;
    const int end = pane->x_px + pane->width_px, right = view->part.x_px + view->part.width_px;
    part->width_px = (right < end || end >= view->width_px ? right : end) - left;
    part->x_px = left - pane->x_px;
    part->y_px -= pane->y_px;
    return part->width_px > 0;
}

static tr_status end_picture_of(tr_renderer *renderer, GLint target, tr_status status, tr_error *error) {
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, (GLuint)target);
    end_picture();
    if (status != TR_OK)
        return status;
    if (tr_watch_stopped(&renderer->programs.watch))
        return tr_fail(error, TR_STOPPED, "stopped");
    if (renderer->programs.failure.status != TR_OK) {
        *error = renderer->programs.failure;
        return error->status;
    }
    // Textures were made on the way, for the sky, the air, the rings.
    return glGetError() == GL_OUT_OF_MEMORY
               ? tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for what the picture needs")
               : TR_OK;
}

tr_status tr_renderer_begin_parts(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error) {
    tr_pane panes[TR_MOST_PANES];
    GLint target = 0;
    tr_status status = TR_OK;
    renderer->whole_spread = 0;
    tr_view_panes(view, panes);
    if (panes[0].layout != TR_VIEW_GLOBE || view->channel != TR_VIEW_LIT)
        return TR_OK;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    begin_picture();
    tr_programs_begin(&renderer->programs, view->hasty);
    const tr_view globe = tr_view_of_pane(view, &panes[0]);
    status = begin_parts(renderer, scene, &globe, error);
    return end_picture_of(renderer, target, status, error);
}

tr_status tr_renderer_draw(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, tr_error *error) {
    tr_pane panes[TR_MOST_PANES];
    GLint target = 0;
    tr_status status = TR_OK;
    glGetIntegerv(GL_DRAW_FRAMEBUFFER_BINDING, &target);
    begin_picture();
    tr_programs_begin(&renderer->programs, view->hasty);
    const int count = tr_view_panes(view, panes);
    if (view->margin_px > 0 || view->top_px > 0) { // where no pane is
        glClearColor(0, 0, 0, 1);
        glClear(GL_COLOR_BUFFER_BIT);
    }
    for (int i = 0; i < count && status == TR_OK; i++) {
        tr_view part = tr_view_of_pane(view, &panes[i]);
        const int x_px =
            view->part.width_px > 0 ? (int)fmax(panes[i].x_px - view->part.x_px, 0) : panes[i].x_px;
        if (!cut_part(view, &panes[i], &part))
            continue;
        if (panes[i].layout == TR_VIEW_GLOBE && view->channel == TR_VIEW_LIT)
            status = draw_lit(renderer, scene, &part, (GLuint)target, error);
        else
            status = draw_chart(renderer, scene, view, &part, &panes[i], x_px, error);
    }
    return end_picture_of(renderer, target, status, error);
}

static void exchange(void *a, void *b, size_t size) {
    uint8_t *one = a, *other = b;
    for (size_t i = 0; i < size; i++) {
        const uint8_t kept = one[i];
        one[i] = other[i];
        other[i] = kept;
    }
}

// All that is kept of the planets 0 and TR_BESIDE changes places.
static void exchange_planets(tr_renderer *r) {
    exchange(&r->maps[0], &r->maps[TR_BESIDE], sizeof r->maps[0]);
    exchange(&r->meshes[0], &r->meshes[TR_BESIDE], sizeof r->meshes[0]);
    exchange(&r->ring.planets[0], &r->ring.planets[TR_BESIDE], sizeof r->ring.planets[0]);
    exchange(&r->air.planets[0], &r->air.planets[TR_BESIDE], sizeof r->air.planets[0]);
    exchange(&r->film, &r->film_beside, sizeof r->film);
}

tr_status tr_renderer_draw_beside(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                  tr_error *error) {
    assert(scene->planet_count == 1);
    const bool near = renderer->near.shown; // which are of the other planet 0
    renderer->near.shown = false;
    exchange_planets(renderer);
    const tr_status status = tr_renderer_draw(renderer, scene, view, error);
    exchange_planets(renderer);
    renderer->near.shown = near;
    return status;
}

// Turns rows upside down.
static void flip(uint8_t *rgb, size_t row, int rows) {
    for (int top = 0, low = rows - 1; top < low; top++, low--)
        for (size_t i = 0; i < row; i++) {
            uint8_t *a = rgb + (size_t)top * row + i, *b = rgb + (size_t)low * row + i;
            const uint8_t kept = *a;
            *a = *b;
            *b = kept;
        }
}

tr_status tr_renderer_read(int width, int height, const tr_watch *watch, uint8_t *rgb, tr_error *error) {
    enum { strip_px = 1 << 20 };
    const size_t row = (size_t)width * 3;
    const int most = strip_px / width > 0 ? strip_px / width : 1;
    while (glGetError() != GL_NO_ERROR) {
    } // what others left behind is not ours to report
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (int y = 0; y < height && !tr_watch_stopped(watch); y += most) {
        const int rows = height - y < most ? height - y : most;
        uint8_t *strip = rgb + (size_t)(height - y - rows) * row; // OpenGL's first row is the lowest
        glReadPixels(0, y, width, rows, GL_RGB, GL_UNSIGNED_BYTE, strip);
        flip(strip, row, rows);
    }
    if (glGetError() != GL_NO_ERROR)
        return tr_fail(error, TR_NO_MEMORY, "OpenGL has no room to give back a picture of %d x %d", width,
                       height);
    return tr_watch_check(watch, error);
}
