#include "app/actions.h"

#include "app/output.h"
#include "base/hash.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { most_octaves = 16, new_seeds = 1000000 }; // short enough to type again

static double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

void tr_app_hand_over(tr_app *app) {
    app->last_edit = tr_live_edit(app->live, app->target, tr_app_planet(app)->recipe);
    const double now = glfwGetTime();
    tr_trace_event(app->trace, "edit", app->last_edit, now);
    if (app->held_since < 0)
        app->held_since = now;
    tr_app_redraw(app);
}

int tr_app_find_type(const tr_app *app) {
    for (int i = 0; i < app->type_count; i++)
        if (strcmp(app->types[i], tr_app_planet(app)->recipe->type) == 0)
            return i;
    return -1;
}

// ---- another planet ----------------------------------------------------------------------------

// The user's --set values, without those that would undo the choice of a type or a seed.
static int keep_sets(const tr_world *world, bool lone, const char **sets) {
    int count = 0;
    for (int i = 0; lone && i < world->set_count; i++)
        if (strncmp(world->sets[i], "seed=", 5) != 0 && strncmp(world->sets[i], "type=", 5) != 0)
            sets[count++] = world->sets[i];
    return count;
}

// Replaces the target's recipe by what a name and a seed give. After a failure the planet stays.
static bool load(tr_app *app, const char *name, uint64_t seed) {
    const tr_world *asked = app->options->world;
    const bool lone = app->scene->planet_count == 1;
    tr_error error = {0};
    tr_scene scene = {0};
    const char **sets = calloc((size_t)asked->set_count + 1, sizeof *sets);
    if (!sets) {
        tr_fail(&error, TR_NO_MEMORY, "no memory for another planet");
        tr_app_complain(app, &error);
        return false;
    }
    const tr_world world = {
        .name = name, .has_seed = true, .seed = seed, .set_count = keep_sets(asked, lone, sets), .sets = sets};
    const bool loaded = tr_world_load(&world, &scene, &error) == TR_OK;
    free(sets);
    if (loaded) {
        tr_planet *planet = tr_app_planet(app);
        const double radii =
            app->camera.distance_km / planet->recipe->radius_km; // keeps its size in the picture
        tr_recipe *recipe = scene.planets[0].recipe;
        scene.planets[0].recipe = planet->recipe; // which goes with the scene
        planet->recipe = recipe;
        app->camera.distance_km = radii * recipe->radius_km;
        tr_app_say(app, "%s, seed %llu", recipe->type, (unsigned long long)recipe->seed);
        tr_app_show_title(app);
        tr_app_hand_over(app);
    } else {
        tr_app_complain(app, &error);
    }
    tr_scene_clear(&scene);
    return loaded;
}

void tr_app_set_type(tr_app *app, const char *type) {
    char name[TR_NAME_BYTES];
    strncpy(name, type, sizeof name - 1);
    name[sizeof name - 1] = 0;
    if (load(app, name, tr_app_planet(app)->recipe->seed)) {
        app->own_world = false;
        app->seed_count = 0;
    }
}

// The same planet of another seed: of the user's file, or of the type.
static bool load_seed(tr_app *app, uint64_t seed) {
    char type[TR_NAME_BYTES];
    memcpy(type, tr_app_planet(app)->recipe->type, sizeof type);
    return load(app, app->own_world ? app->options->world->name : type, seed);
}

void tr_app_set_seed(tr_app *app, uint64_t seed) {
    const uint64_t before = tr_app_planet(app)->recipe->seed;
    if (!load_seed(app, seed))
        return;
    if (app->seed_count == TR_SEED_HISTORY)
        memmove(app->seeds, app->seeds + 1, (size_t)--app->seed_count * sizeof app->seeds[0]);
    app->seeds[app->seed_count++] = before;
}

static uint64_t make_seed(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return tr_hash_pair((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec) % new_seeds;
}

void tr_act_seed(tr_app *app, int by) {
    if (by > 0)
        tr_app_set_seed(app, make_seed());
    else if (app->seed_count == 0)
        tr_app_say(app, "There is no seed before this one");
    else if (load_seed(app, app->seeds[app->seed_count - 1]))
        app->seed_count--;
}

void tr_act_type(tr_app *app, int by) {
    const int count = app->type_count, at = tr_app_find_type(app);
    if (count > 0)
        tr_app_set_type(app, app->types[at < 0 ? 0 : (at + by + count) % count]);
}

void tr_app_set_planet(tr_app *app, int planet) {
    const double radii = app->camera.distance_km / tr_app_planet(app)->recipe->radius_km;
    app->target = planet;
    app->seed_count = 0;
    app->camera.distance_km = radii * tr_app_planet(app)->recipe->radius_km;
    tr_camera_clamp(&app->camera, tr_app_planet(app)->recipe->radius_km);
    tr_camera_face_day(&app->camera, app->scene, planet);
    tr_live_set_target(app->live, planet);
    tr_app_show_title(app);
    tr_app_say(app, "%s: %s, seed %llu", tr_app_planet(app)->name, tr_app_planet(app)->recipe->type,
               (unsigned long long)tr_app_planet(app)->recipe->seed);
    tr_app_redraw(app);
}

void tr_act_planet(tr_app *app, int by) {
    const int count = app->scene->planet_count;
    if (count > 1)
        tr_app_set_planet(app, (app->target + by + count) % count);
    else
        tr_app_say(app, "There is one planet here");
}

// ---- knobs -------------------------------------------------------------------------------------

// A value beyond the range, from a file, stays until it is changed itself.
static void set_knob(double *knob, double value, double low, double high) {
    if (value != *knob)
        *knob = clamp(value, low, high);
}

void tr_app_set_knobs(tr_app *app, double noisiness, double persistence, int octaves) {
    double *knobs = tr_app_planet(app)->recipe->knobs;
    set_knob(&knobs[TR_KNOB_NOISINESS], noisiness, 0, 2);
    set_knob(&knobs[TR_KNOB_PERSISTENCE], persistence, 0, 1);
    if (octaves != (int)lround(knobs[TR_KNOB_OCTAVES]))
        set_knob(&knobs[TR_KNOB_OCTAVES], octaves, 1, most_octaves);
    tr_app_hand_over(app);
}

static void nudge(tr_app *app, double noisiness, double persistence, int octaves) {
    const double *knobs = tr_app_planet(app)->recipe->knobs;
    tr_app_set_knobs(app, knobs[TR_KNOB_NOISINESS] + noisiness, knobs[TR_KNOB_PERSISTENCE] + persistence,
                     (int)lround(knobs[TR_KNOB_OCTAVES]) + octaves);
    tr_app_say(app, "noisiness %.3g, persistence %.3g, octaves %.0f", knobs[TR_KNOB_NOISINESS],
               knobs[TR_KNOB_PERSISTENCE], knobs[TR_KNOB_OCTAVES]);
}

void tr_act_noisiness(tr_app *app, int by) { nudge(app, 0.05 * by, 0, 0); }

void tr_act_persistence(tr_app *app, int by) { nudge(app, 0, 0.02 * by, 0); }

void tr_act_octaves(tr_app *app, int by) { nudge(app, 0, 0, by); }

void tr_app_set_radius(tr_app *app, double radius_km) {
    tr_recipe *recipe = tr_app_planet(app)->recipe;
    recipe->radius_km = clamp(radius_km, 200, 100000);
    tr_camera_clamp(&app->camera, recipe->radius_km);
    tr_app_hand_over(app); // the size of a metre on the map changes the normals
}

void tr_act_radius(tr_app *app, int by) {
    tr_app_set_radius(app, tr_app_planet(app)->recipe->radius_km * pow(1.1, by));
    tr_app_say(app, "radius %.0f km", tr_app_planet(app)->recipe->radius_km);
}

// ---- the view ----------------------------------------------------------------------------------

void tr_act_pause(tr_app *app, int by) {
    (void)by;
    app->rotating = !app->rotating;
    tr_app_redraw(app);
}

void tr_act_clouds(tr_app *app, int by) {
    (void)by;
    app->clouds = !app->clouds;
    tr_app_redraw(app);
}

void tr_act_quality(tr_app *app, int by) {
    static const char *const names[] = {"as time allows", "fine", "full", "fast"};
    app->quality = (app->quality + 1 + by) % (TR_QUALITY_COUNT + 1) - 1;
    tr_app_say(app, "Quality: %s", names[app->quality + 1]);
}

void tr_act_reset(tr_app *app, int by) {
    (void)by;
    tr_app_reset_view(app);
}

void tr_act_panel(tr_app *app, int by) {
    (void)by;
    app->panel_visible = !app->panel_visible;
    tr_app_redraw(app);
}

void tr_act_help(tr_app *app, int by) {
    (void)by;
    app->help_visible = !app->help_visible;
    tr_app_redraw(app);
}

void tr_act_fullscreen(tr_app *app, int by) {
    (void)by;
    tr_window_toggle_fullscreen(&app->window);
    tr_app_redraw(app);
}

void tr_act_quit(tr_app *app, int by) {
    (void)by;
    if (tr_panel_close_list(app->panel))
        tr_app_redraw(app);
    else if (app->help_visible)
        tr_act_help(app, 0);
    else
        glfwSetWindowShouldClose(app->window.handle, GLFW_TRUE);
}

void tr_act_export(tr_app *app, int by) {
    (void)by;
    tr_app_start_export(app);
}

void tr_act_screenshot(tr_app *app, int by) {
    (void)by;
    app->shot_wanted = true;
    tr_app_redraw(app);
}
