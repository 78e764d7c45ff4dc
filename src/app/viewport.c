#include "app/private/viewport.h"

#include "live/baker.h"

#include <GLFW/glfw3.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double patience_s = 0.016, software_patience_s = 0.1, first_patience_s = 1;
// Time for new tiles in a frame, and duration of their fade-in. For software OpenGL, which takes cores from the
// bake: time for new tiles, and interval until more of them are shown.
static const double tile_budget_s = 0.002, tile_fade_s = 0.25;
static const double software_tile_budget_s = 0.02, software_tile_step_s = 0.3, longest_tile_step_s = 1.2;
static const double software_frames = 4; // after a frame the bake gets the time of this many frames

// ---- create and destroy ------------------------------------------------------------------------

static void forget_shown(tr_viewport *viewport) {
    for (int i = 0; i < TR_MAX_PLANETS; i++) {
        tr_recipe_destroy(viewport->shown[i]);
        viewport->shown[i] = NULL;
    }
    tr_recipe_destroy(viewport->beside_shown);
    viewport->beside_shown = NULL;
    viewport->beside_fresh = 0;
    memset(viewport->sharp_edit, 0, sizeof viewport->sharp_edit);
}

tr_status tr_viewport_begin(tr_viewport *viewport, const tr_scene *scene, int target, int threads, tr_isa isa,
                            double now, tr_error *error) {
    const tr_live_options options = {
        .planet_count = scene->planet_count,
        .edits = viewport->last_edit > viewport->beside_edit ? viewport->last_edit : viewport->beside_edit,
        .threads = threads,
        .isa = isa,
        .coarse = viewport->coarse,
        .wake = glfwPostEmptyEvent};
    const tr_status status = tr_live_create(&options, &viewport->live, error);
    if (status != TR_OK)
        return status;
    viewport->threads = threads;
    viewport->isa = isa;
    viewport->held = true;
    tr_live_hold(viewport->live, true);
    tr_viewport_edit_all(viewport, scene, target, now);
    return TR_OK;
}

tr_status tr_viewport_begin_again(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                                  tr_error *error) {
    tr_live *before = viewport->live;
    const tr_status status =
        tr_viewport_begin(viewport, scene, target, viewport->threads, viewport->isa, now, error);
    if (status != TR_OK)
        return status;
    tr_live_destroy(before);
    tr_live_hold(viewport->live, false);
    viewport->held = false;
    viewport->fresh_edit = 0;
    tr_renderer_forget_maps(viewport->renderer);
    forget_shown(viewport);
    return TR_OK;
}

static bool is_software(const char *renderer) {
    static const char *const names[] = {"llvmpipe", "softpipe", "SwiftShader", "swrast"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strstr(renderer, names[i]))
            return true;
    return false;
}

tr_status tr_viewport_open(tr_viewport *viewport, bool gl_debug, tr_error *error) {
    const tr_status status = tr_renderer_create(glfwGetProcAddress, gl_debug, &viewport->renderer, error);
    if (status == TR_OK)
        viewport->software_gl = is_software(tr_renderer_description(viewport->renderer));
    viewport->fresh_edit = 0;
    viewport->near = (tr_near_ground){0};
    memset(viewport->sharp_edit, 0, sizeof viewport->sharp_edit);
    viewport->still.kept = false;
    return status;
}

void tr_viewport_close(tr_viewport *viewport) {
    tr_renderer_destroy(viewport->renderer);
    viewport->renderer = NULL;
}

void tr_viewport_end(tr_viewport *viewport) {
    tr_live_destroy(viewport->live);
    forget_shown(viewport);
    tr_recipe_destroy(viewport->beside);
    tr_viewport_close(viewport);
}

// ---- maps --------------------------------------------------------------------------------------

static void hand_over(tr_viewport *viewport, int planet, const tr_recipe *recipe, double now) {
    viewport->last_edit = viewport->edits[planet] = tr_live_edit(viewport->live, planet, recipe);
    tr_trace_event(viewport->trace, "edit", viewport->last_edit, now);
    tr_latency_edit(viewport->latency, viewport->last_edit, now);
    if (viewport->software_gl && !viewport->held) { // the frame with the preview gets the cores first
        tr_live_hold(viewport->live, true);
        viewport->held = true;
    }
}

void tr_viewport_edit(tr_viewport *viewport, int planet, const tr_recipe *recipe, double now) {
    hand_over(viewport, planet, recipe, now);
    if (viewport->held_since < 0)
        viewport->held_since = now;
}

static void hand_over_beside(tr_viewport *viewport, double now) {
    viewport->beside_edit = tr_live_set_beside(viewport->live, viewport->beside);
    if (viewport->beside)
        tr_trace_event(viewport->trace, "edit", viewport->beside_edit, now);
}

tr_status tr_viewport_set_beside(tr_viewport *viewport, const tr_recipe *recipe, tr_error *error) {
    tr_recipe_destroy(viewport->beside);
    viewport->beside = NULL;
    const tr_status status = recipe ? tr_recipe_copy(recipe, &viewport->beside, error) : TR_OK;
    if (!viewport->beside) {
        tr_recipe_destroy(viewport->beside_shown);
        viewport->beside_shown = NULL;
        viewport->beside_fresh = 0;
        tr_renderer_forget(viewport->renderer, TR_BESIDE);
    }
    hand_over_beside(viewport, glfwGetTime());
    return status;
}

void tr_viewport_edit_all(tr_viewport *viewport, const tr_scene *scene, int target, double now) {
    for (int i = 1; i <= scene->planet_count; i++) {
        const int planet = (target + i) % scene->planet_count;
        hand_over(viewport, planet, scene->planets[planet].recipe, now);
        viewport->map_width[planet] = 0;
    }
    if (viewport->beside)
        hand_over_beside(viewport, now);
    viewport->held_since = now;
}

// OpenGL has no memory for the largest maps: returns to smaller ones.
static void go_without_near(tr_viewport *viewport, const tr_scene *scene, int target, double now) {
    viewport->no_near = true;
    tr_live_set_near(viewport->live, false);
    tr_viewport_edit_all(viewport, scene, target, now);
}

static void show_beside(tr_viewport *viewport, tr_live_maps *maps, tr_error *error) {
    if (!viewport->beside || maps->edit != viewport->beside_edit)
        return; // no longer requested
    viewport->still.kept = false;
    tr_error reason = {0};
    if (tr_renderer_set_maps(viewport->renderer, TR_BESIDE, &maps->maps, &reason) != TR_OK)
        *error = reason;
    tr_recipe_destroy(viewport->beside_shown);
    viewport->beside_shown = maps->recipe;
    maps->recipe = NULL;
    viewport->beside_fresh = maps->edit;
    viewport->beside_sharp = maps->sharp;
}

static void leave_maps(const tr_trace *trace, const tr_planet_maps *maps) {
    const tr_trace_map list[] = {{"albedo", maps->albedo, 3},
                                 {"normal", maps->normal, 3},
                                 {"emission", maps->emission, 3},
                                 {"orm", maps->orm, 3},
                                 {"clouds", maps->clouds, 4}};
    tr_trace_maps(trace, maps->width, list, (int)(sizeof list / sizeof list[0]));
}

static void show(tr_viewport *viewport, tr_live_maps *maps, const tr_scene *scene, int target, double now,
                 tr_error *error) {
    tr_error reason = {0};
    const int width = maps->maps.width;
    viewport->still.kept = false;
    const bool fits = tr_renderer_set_maps(viewport->renderer, maps->planet, &maps->maps, &reason) == TR_OK;
    viewport->map_width[maps->planet] = fits ? width : 0;
    viewport->sharp_edit[maps->planet] = fits && maps->sharp ? maps->edit : 0;
    tr_recipe_destroy(viewport->shown[maps->planet]);
    viewport->shown[maps->planet] = maps->recipe;
    viewport->read[maps->planet] = maps->read;
    memcpy(viewport->depths_m[maps->planet], maps->depths_m, sizeof maps->depths_m);
    maps->recipe = NULL;
    if (!fits && width > TR_SHARP_WIDTH)
        go_without_near(viewport, scene, target, now);
    else if (!fits)
        *error = reason;
    if (maps->planet == target) {
        if (maps->sharp)
            leave_maps(viewport->trace, &maps->maps);
        viewport->fresh_edit = maps->edit;
        viewport->fresh_sharp = maps->sharp;
    }
}

bool tr_viewport_take_maps(tr_viewport *viewport, const tr_scene *scene, int target, double now,
                           tr_error *error) {
    bool some = false;
    for (tr_live_maps *maps; (maps = tr_live_take(viewport->live)) != NULL; some = true) {
        if (maps->planet == TR_LIVE_BESIDE)
            show_beside(viewport, maps, error);
        else
            show(viewport, maps, scene, target, now, error);
        tr_live_give_back(viewport->live, maps);
    }
    tr_live_take_failure(viewport->live, error);
    return some;
}

void tr_viewport_map_note(const tr_viewport *viewport, int planet, const char *map,
                          char text[TR_MAP_NOTE_BYTES]) {
    const tr_recipe *recipe = viewport->shown[planet];
    const tr_maps_read *read = &viewport->read[planet];
    tr_map_note notes[TR_MOST_MAP_NOTES];
    const tr_own_kind kind = tr_own_kind_of(map);
    text[0] = 0;
    if (!recipe)
        return;
    if (kind == TR_OWN_HEIGHT && read->heights)
        tr_map_note_heights(read, text);
    const int count = tr_map_notes(recipe, read, notes);
    for (int i = 0; i < count; i++) {
        const size_t used = strlen(text);
        if (notes[i].kind == kind)
            snprintf(text + used, TR_MAP_NOTE_BYTES - used, "%s%s", used ? "; " : "", notes[i].text);
    }
}

void tr_viewport_place_note(const tr_viewport *viewport, int planet, const char *name,
                            char text[TR_NAMED_NOTE_BYTES]) {
    const tr_recipe *recipe = viewport->shown[planet];
    text[0] = 0;
    for (int i = 0; recipe && i < recipe->place_count; i++) {
        const double depth_m = (double)viewport->depths_m[planet][i];
        if (depth_m > 0 && strcmp(recipe->places[i].name, name) == 0)
            tr_named_note_depth(recipe, &recipe->places[i], depth_m, text);
    }
}

// ---- frames ------------------------------------------------------------------------------------

double tr_viewport_held_until(const tr_viewport *viewport, int target) {
    if (viewport->held_since < 0 || viewport->fresh_edit)
        return 0;
    const double patience = viewport->map_width[target] == 0 ? first_patience_s
                            : viewport->software_gl          ? software_patience_s
                                                             : patience_s;
    return viewport->held_since + patience;
}

void tr_viewport_let_go(tr_viewport *viewport) { viewport->held_since = -1; }

// The scene as its maps show it: a planet that changed keeps its old recipe, with air and rings, and its size
// in the picture, until its new maps arrive.
static tr_scene find_shown(tr_viewport *viewport, const tr_scene *scene, tr_view *view) {
    tr_scene shown = *scene;
    for (int i = 0; i < scene->planet_count; i++) {
        viewport->planets[i] = scene->planets[i];
        if (viewport->shown[i])
            viewport->planets[i].recipe = viewport->shown[i];
    }
    shown.planets = viewport->planets;
    const double radius_km = scene->planets[view->target].recipe->radius_km;
    if (!viewport->kept_size)
        view->distance_km *= shown.planets[view->target].recipe->radius_km / radius_km;
    return shown;
}

// Tiles must be of the same recipe as the maps.
static tr_status see_near(tr_viewport *viewport, const tr_scene *shown, const tr_view *view,
                          const tr_viewport_options *sight, tr_error *error) {
    const uint64_t edit = viewport->sharp_edit[view->target];
    const tr_near_request_options asking = {.version = edit == viewport->edits[view->target] ? edit : 0,
                                            .focus = sight->focus,
                                            .lasts = true,
                                            .now_s = sight->now,
                                            .fade_s = viewport->software_gl ? 0 : tile_fade_s};
    return tr_near_ground_see(&viewport->near, viewport->live, viewport->renderer, shown, view, &asking,
                              sight->rests || !viewport->software_gl, error);
}

// Whether the picture would be the same as the last one. Notes its inputs for the next call.
static bool stands_still(tr_viewport *viewport, const tr_scene *scene, const tr_view *view) {
    tr_still *still = &viewport->still;
    const size_t planets = sizeof *scene->planets * (size_t)scene->planet_count;
    // If only padding differs, the picture is drawn once more than needed.
    // NOLINTBEGIN(bugprone-suspicious-memory-comparison)
    bool same = still->kept && memcmp(&still->view, view, sizeof *view) == 0 &&
                memcmp(&still->scene, scene, sizeof *scene) == 0 &&
                memcmp(still->planets, scene->planets, planets) == 0;
    // NOLINTEND(bugprone-suspicious-memory-comparison)
    for (int i = 0; i < scene->planet_count; i++)
        same = same && viewport->shown[i]; // without maps, its recipe may change in place
    memcpy(&still->view, view, sizeof *view);
    memcpy(&still->scene, scene, sizeof *scene);
    memcpy(still->planets, scene->planets, planets);
    return same;
}

void tr_viewport_keep(tr_viewport *viewport, bool kept) { viewport->still.kept = kept && viewport->complete; }

tr_status tr_viewport_draw(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                           const tr_viewport_options *sight, bool *same, tr_error *error) {
    viewport->held_since = viewport->fresh_edit && viewport->fresh_edit < viewport->last_edit ? sight->now : -1;
    tr_view as_shown = *view;
    const tr_scene shown = find_shown(viewport, scene, &as_shown);
    const tr_recipe *recipe = shown.planets[view->target].recipe;
    const bool tiles =
        !viewport->near.refused && !viewport->beside && tr_near_shows(view, recipe, sight->radii);
    tr_live_set_near(viewport->live, !viewport->no_near && !tiles &&
                                         tr_view_map_width(view, sight->radii) > 2 * TR_SHARP_WIDTH);
    tr_live_set_charts(viewport->live, tr_view_needs_charts(view->channel));
    const tr_status near = see_near(viewport, &shown, &as_shown, sight, error);
    if (viewport->near.changed)
        viewport->still.kept = false;
    *same = stands_still(viewport, &shown, &as_shown);
    if (*same)
        return near;
    const tr_status status = tr_renderer_draw(viewport->renderer, &shown, &as_shown, error);
    viewport->complete = tr_renderer_is_complete(viewport->renderer);
    return status == TR_OK ? near : status;
}

double tr_viewport_take_near(tr_viewport *viewport, const tr_schedule *schedule, double now) {
    tr_near_ground *near = &viewport->near;
    tr_near_ground_take(near, viewport->live, viewport->renderer, now,
                        viewport->software_gl ? software_tile_budget_s : tile_budget_s);
    if (near->fades || tr_near_ground_has_news(near, true))
        return now;
    const bool news = tr_near_ground_has_news(near, false);
    const double step =
        fmin(fmax(software_tile_step_s, software_frames * schedule->cost_s), longest_tile_step_s);
    return !news ? INFINITY : viewport->software_gl ? schedule->last_frame + step : now;
}

tr_status tr_viewport_draw_beside(tr_viewport *viewport, const tr_scene *scene, const tr_view *view,
                                  tr_error *error) {
    const tr_scene_planet *target = &scene->planets[view->target];
    tr_scene_planet planet = *target;
    tr_scene alone = *scene;
    tr_view as_shown = *view;
    planet.recipe = viewport->beside_shown;
    alone.planets = &planet;
    alone.planet_count = 1;
    as_shown.target = 0;
    as_shown.distance_km *= planet.recipe->radius_km / target->recipe->radius_km;
    const tr_status status = tr_renderer_draw_beside(viewport->renderer, &alone, &as_shown, error);
    viewport->complete = viewport->complete && tr_renderer_is_complete(viewport->renderer);
    return status;
}

void tr_viewport_shown(tr_viewport *viewport) {
    const bool follows = viewport->fresh_edit && viewport->fresh_edit < viewport->last_edit; // its preview does
    viewport->fresh_edit = viewport->beside_fresh = 0;
    if (follows || !viewport->held)
        return;
    tr_live_hold(viewport->live, false);
    viewport->held = false;
}
