#include "app/private/picture.h"

#include "live/baker.h"

#include <GLFW/glfw3.h>
#include <math.h>
#include <string.h>

static const double patience_s = 0.016, software_patience_s = 0.1, first_patience_s = 1;
// For new tiles in a frame; and how long they fade in, and how soon others show, where OpenGL takes no cores
// from the bake, and where it does.
static const double tile_budget_s = 0.002, tile_fade_s = 0.25;
static const double software_tile_budget_s = 0.02, software_tile_step_s = 0.3, longest_tile_step_s = 1.2;
static const double software_frames = 4; // while one is painted, so many are left to the bake

// ---- the beginning and the end -----------------------------------------------------------------

static void forget_shown(tr_picture *picture) {
    for (int i = 0; i < TR_MAX_PLANETS; i++) {
        tr_recipe_destroy(picture->shown[i]);
        picture->shown[i] = NULL;
    }
    tr_recipe_destroy(picture->beside_shown);
    picture->beside_shown = NULL;
    picture->beside_fresh = 0;
    memset(picture->sharp_edit, 0, sizeof picture->sharp_edit);
}

tr_status tr_picture_begin(tr_picture *picture, const tr_scene *scene, int target, int threads, tr_isa isa,
                           double now, tr_error *error) {
    const tr_live_options options = {.planet_count = scene->planet_count,
                                     .edits = picture->last_edit > picture->beside_edit ? picture->last_edit
                                                                                        : picture->beside_edit,
                                     .threads = threads,
                                     .isa = isa,
                                     .wake = glfwPostEmptyEvent};
    const tr_status status = tr_live_create(&options, &picture->live, error);
    if (status != TR_OK)
        return status;
    picture->threads = threads;
    picture->isa = isa;
    picture->held = true;
    tr_live_hold(picture->live, true);
    tr_picture_edit_all(picture, scene, target, now);
    return TR_OK;
}

tr_status tr_picture_begin_again(tr_picture *picture, const tr_scene *scene, int target, double now,
                                 tr_error *error) {
    tr_live *before = picture->live;
    const tr_status status =
        tr_picture_begin(picture, scene, target, picture->threads, picture->isa, now, error);
    if (status != TR_OK)
        return status;
    tr_live_destroy(before);
    tr_live_hold(picture->live, false);
    picture->held = false;
    picture->fresh_edit = 0;
    tr_renderer_forget_maps(picture->renderer);
    forget_shown(picture);
    return TR_OK;
}

static bool is_software(const char *renderer) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(renderer, names[i]))
            return true;
    return false;
}

tr_status tr_picture_open(tr_picture *picture, bool gl_debug, tr_error *error) {
    const tr_status status = tr_renderer_create(glfwGetProcAddress, gl_debug, &picture->renderer, error);
    if (status == TR_OK)
        picture->software_gl = is_software(tr_renderer_description(picture->renderer));
    picture->fresh_edit = 0;
    picture->near = (tr_near_ground){0};
    memset(picture->sharp_edit, 0, sizeof picture->sharp_edit);
    picture->still.kept = false;
    return status;
}

void tr_picture_close(tr_picture *picture) {
    tr_renderer_destroy(picture->renderer);
    picture->renderer = NULL;
}

void tr_picture_end(tr_picture *picture) {
    tr_live_destroy(picture->live);
    forget_shown(picture);
    tr_recipe_destroy(picture->beside);
    tr_picture_close(picture);
}

// ---- maps --------------------------------------------------------------------------------------

static void hand_over(tr_picture *picture, int planet, const tr_recipe *recipe, double now) {
    picture->last_edit = picture->edits[planet] = tr_live_edit(picture->live, planet, recipe);
    tr_trace_event(picture->trace, "edit", picture->last_edit, now);
    tr_latency_edit(picture->latency, picture->last_edit, now);
    if (picture->software_gl && !picture->held) { // the frame that shows the preview has the cores first
        tr_live_hold(picture->live, true);
        picture->held = true;
    }
}

void tr_picture_edit(tr_picture *picture, int planet, const tr_recipe *recipe, double now) {
    hand_over(picture, planet, recipe, now);
    if (picture->held_since < 0)
        picture->held_since = now;
}

static void hand_over_beside(tr_picture *picture, double now) {
    picture->beside_edit = tr_live_set_beside(picture->live, picture->beside);
    if (picture->beside)
        tr_trace_event(picture->trace, "edit", picture->beside_edit, now);
}

tr_status tr_picture_set_beside(tr_picture *picture, const tr_recipe *recipe, tr_error *error) {
    tr_recipe_destroy(picture->beside);
    picture->beside = NULL;
    const tr_status status = recipe ? tr_recipe_copy(recipe, &picture->beside, error) : TR_OK;
    if (!picture->beside) {
        tr_recipe_destroy(picture->beside_shown);
        picture->beside_shown = NULL;
        picture->beside_fresh = 0;
        tr_renderer_forget(picture->renderer, TR_BESIDE);
    }
    hand_over_beside(picture, glfwGetTime());
    return status;
}

void tr_picture_edit_all(tr_picture *picture, const tr_scene *scene, int target, double now) {
    for (int i = 1; i <= scene->planet_count; i++) {
        const int planet = (target + i) % scene->planet_count;
        hand_over(picture, planet, scene->planets[planet].recipe, now);
        picture->map_width[planet] = 0;
    }
    if (picture->beside)
        hand_over_beside(picture, now);
    picture->held_since = now;
}

// OpenGL has no room for the largest maps: smaller ones again.
static void go_without_near(tr_picture *picture, const tr_scene *scene, int target, double now) {
    picture->no_near = true;
    tr_live_set_near(picture->live, false);
    tr_picture_edit_all(picture, scene, target, now);
}

static void show_beside(tr_picture *picture, tr_live_maps *maps, tr_error *error) {
    if (!picture->beside || maps->edit != picture->beside_edit)
        return; // it is not wanted any more
    picture->still.kept = false;
    tr_error reason = {0};
    if (tr_renderer_set_maps(picture->renderer, TR_BESIDE, &maps->maps, &reason) != TR_OK)
        *error = reason;
    tr_renderer_set_rings(picture->renderer, TR_BESIDE, maps->maps.rings);
    tr_recipe_destroy(picture->beside_shown);
    picture->beside_shown = maps->recipe;
    maps->recipe = NULL;
    picture->beside_fresh = maps->edit;
    picture->beside_sharp = maps->sharp;
}

static void leave_maps(const tr_trace *trace, const tr_planet_maps *maps) {
    const tr_trace_map list[] = {{"albedo", maps->albedo, 3},
                                 {"normal", maps->normal, 3},
                                 {"emission", maps->emission, 3},
                                 {"orm", maps->orm, 3},
                                 {"clouds", maps->clouds, 4}};
    tr_trace_maps(trace, maps->width, list, (int)(sizeof list / sizeof list[0]));
}

static void show(tr_picture *picture, tr_live_maps *maps, const tr_scene *scene, int target, double now,
                 tr_error *error) {
    tr_error reason = {0};
    const int width = maps->maps.width;
    picture->still.kept = false;
    const bool fits = tr_renderer_set_maps(picture->renderer, maps->planet, &maps->maps, &reason) == TR_OK;
    tr_renderer_set_rings(picture->renderer, maps->planet, maps->maps.rings);
    picture->map_width[maps->planet] = fits ? width : 0;
    picture->sharp_edit[maps->planet] = fits && maps->sharp ? maps->edit : 0;
    tr_recipe_destroy(picture->shown[maps->planet]);
    picture->shown[maps->planet] = maps->recipe;
    maps->recipe = NULL;
    if (!fits && width > TR_SHARP_WIDTH)
        go_without_near(picture, scene, target, now);
    else if (!fits)
        *error = reason;
    if (maps->planet == target) {
        if (maps->sharp)
            leave_maps(picture->trace, &maps->maps);
        picture->fresh_edit = maps->edit;
        picture->fresh_sharp = maps->sharp;
    }
}

bool tr_picture_take_maps(tr_picture *picture, const tr_scene *scene, int target, double now, tr_error *error) {
    bool some = false;
    for (tr_live_maps *maps; (maps = tr_live_take(picture->live)) != NULL; some = true) {
        if (maps->planet == TR_LIVE_BESIDE)
            show_beside(picture, maps, error);
        else
            show(picture, maps, scene, target, now, error);
        tr_live_give_back(picture->live, maps);
    }
    tr_live_take_failure(picture->live, error);
    return some;
}

// ---- frames ------------------------------------------------------------------------------------

double tr_picture_held_until(const tr_picture *picture, int target) {
    if (picture->held_since < 0 || picture->fresh_edit)
        return 0;
    const double patience = picture->map_width[target] == 0 ? first_patience_s
                            : picture->software_gl          ? software_patience_s
                                                            : patience_s;
    return picture->held_since + patience;
}

// The scene as its maps show it: a planet that changed stays what it was, air and rings and all, until its new
// maps are there, and as large in the picture.
static tr_scene find_shown(tr_picture *picture, const tr_scene *scene, tr_view *view) {
    tr_scene shown = *scene;
    for (int i = 0; i < scene->planet_count; i++) {
        picture->planets[i] = scene->planets[i];
        if (picture->shown[i])
            picture->planets[i].recipe = picture->shown[i];
    }
    shown.planets = picture->planets;
    const double radius_km = scene->planets[view->target].recipe->radius_km;
    if (!picture->kept_size)
        view->distance_km *= shown.planets[view->target].recipe->radius_km / radius_km;
    return shown;
}

// Tiles are of the recipe that the maps are of.
static tr_status see_near(tr_picture *picture, const tr_scene *shown, const tr_view *view,
                          const tr_picture_sight *sight, tr_error *error) {
    const uint64_t edit = picture->sharp_edit[view->target];
    const tr_near_look look = {.scene = shown,
                               .view = view,
                               .edit = edit == picture->edits[view->target] ? edit : 0,
                               .rests = sight->rests || !picture->software_gl,
                               .focus = sight->focus,
                               .now_s = sight->now,
                               .fade_s = picture->software_gl ? 0 : tile_fade_s};
    return tr_near_ground_see(&picture->near, picture->live, picture->renderer, &look, error);
}

// Whether the same maps would be seen again as they were seen in the last picture; notes how they are seen now.
static bool stands_still(tr_picture *picture, const tr_scene *scene, const tr_view *view) {
    tr_still *still = &picture->still;
    const size_t planets = sizeof *scene->planets * (size_t)scene->planet_count;
    // Where padding differs alone, the picture is painted once more.
    // NOLINTBEGIN(bugprone-suspicious-memory-comparison)
    bool same = still->kept && memcmp(&still->view, view, sizeof *view) == 0 &&
                memcmp(&still->scene, scene, sizeof *scene) == 0 &&
                memcmp(still->planets, scene->planets, planets) == 0;
    // NOLINTEND(bugprone-suspicious-memory-comparison)
    for (int i = 0; i < scene->planet_count; i++)
        same = same && picture->shown[i]; // else its recipe may change in place
    memcpy(&still->view, view, sizeof *view);
    memcpy(&still->scene, scene, sizeof *scene);
    memcpy(still->planets, scene->planets, planets);
    return same;
}

void tr_picture_keep(tr_picture *picture, bool kept) { picture->still.kept = kept && picture->complete; }

tr_status tr_picture_draw(tr_picture *picture, const tr_scene *scene, const tr_view *view,
                          const tr_picture_sight *sight, bool *same, tr_error *error) {
    picture->held_since = picture->fresh_edit && picture->fresh_edit < picture->last_edit ? sight->now : -1;
    tr_view as_shown = *view;
    const tr_scene shown = find_shown(picture, scene, &as_shown);
    const tr_recipe *recipe = shown.planets[view->target].recipe;
    const bool tiles = !picture->near.refused && !picture->beside && tr_near_shows(view, recipe, sight->radii);
    tr_live_set_near(picture->live,
                     !picture->no_near && !tiles && tr_view_map_width(view, sight->radii) > 2 * TR_SHARP_WIDTH);
    tr_live_set_charts(picture->live, tr_view_needs_charts(view->channel));
    const tr_status near = see_near(picture, &shown, &as_shown, sight, error);
    if (picture->near.changed)
        picture->still.kept = false;
    *same = stands_still(picture, &shown, &as_shown);
    if (*same)
        return near;
    const tr_status status = tr_renderer_draw(picture->renderer, &shown, &as_shown, error);
    picture->complete = tr_renderer_is_complete(picture->renderer);
    return status == TR_OK ? near : status;
}

double tr_picture_take_near(tr_picture *picture, const tr_schedule *schedule, double now) {
    tr_near_ground *near = &picture->near;
    tr_near_ground_take(near, picture->live, picture->renderer, now,
                        picture->software_gl ? software_tile_budget_s : tile_budget_s);
    if (near->fades || tr_near_ground_has_news(near, true))
        return now;
    const bool news = tr_near_ground_has_news(near, false);
    const double step =
        fmin(fmax(software_tile_step_s, software_frames * schedule->cost_s), longest_tile_step_s);
    return !news ? INFINITY : picture->software_gl ? schedule->last_frame + step : now;
}

tr_status tr_picture_draw_beside(tr_picture *picture, const tr_scene *scene, const tr_view *view,
                                 tr_error *error) {
    const tr_scene_planet *target = &scene->planets[view->target];
    tr_scene_planet planet = *target;
    tr_scene alone = *scene;
    tr_view as_shown = *view;
    planet.recipe = picture->beside_shown;
    alone.planets = &planet;
    alone.planet_count = 1;
    as_shown.target = 0;
    as_shown.distance_km *= planet.recipe->radius_km / target->recipe->radius_km;
    const tr_status status = tr_renderer_draw_beside(picture->renderer, &alone, &as_shown, error);
    picture->complete = picture->complete && tr_renderer_is_complete(picture->renderer);
    return status;
}

void tr_picture_shown(tr_picture *picture) {
    const bool follows = picture->fresh_edit && picture->fresh_edit < picture->last_edit; // its preview does
    picture->fresh_edit = picture->beside_fresh = 0;
    if (follows || !picture->held)
        return;
    tr_live_hold(picture->live, false);
    picture->held = false;
}
