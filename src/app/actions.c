#include "app/private/actions.h"

#include "app/private/views.h"
#include "base/hash.h"

#include <math.h>
#include <time.h>

enum { new_seeds = 1000000 }; // short enough to type again

static tr_recipe *recipe_of(const tr_app *app) { return tr_document_recipe(&app->document); }

// How far the target reaches from its centre, as it is on the screen.
static double ground_km(const tr_app *app) {
    return fmax(tr_renderer_reach(app->picture.renderer, app->document.target), 1) * recipe_of(app)->radius_km;
}

void tr_act_keep_outside(tr_app *app) { tr_camera_clamp(&app->camera, ground_km(app)); }

// Hands the recipe of the target to the bake, after it changed.
static void hand_over(tr_app *app) {
    tr_picture_edit(&app->picture, app->document.target, recipe_of(app), glfwGetTime());
}

void tr_act_show_title(const tr_app *app) {
    char title[TR_TITLE_BYTES];
    tr_document_title(&app->document, title);
    glfwSetWindowTitle(app->window.handle, title);
}

// ---- another planet ----------------------------------------------------------------------------

// How far away the camera is.
static double radii_of(const tr_app *app) { return app->camera.distance_km / recipe_of(app)->radius_km; }

// Another recipe took the target's place, or did not; the planet keeps its size in the picture.
static void finish_load(tr_app *app, double radii, tr_status status, const tr_error *error) {
    if (status != TR_OK) {
        tr_message_complain(&app->message, error);
        return;
    }
    const tr_recipe *recipe = recipe_of(app);
    app->camera.distance_km = radii * recipe->radius_km;
    tr_message_say(&app->message, "%s, seed %llu", recipe->type, (unsigned long long)recipe->seed);
    tr_act_show_title(app);
    hand_over(app);
}

static void set_type(tr_app *app, const char *type) {
    tr_error error = {0};
    const double radii = radii_of(app);
    const tr_status status = tr_document_set_type(&app->document, type, &error);
    finish_load(app, radii, status, &error);
}

static void step_type(tr_app *app, int by) {
    const tr_document *document = &app->document;
    const int count = document->type_count, at = tr_document_find_type(document);
    if (count > 0)
        set_type(app, document->types[at < 0 ? 0 : (at + by + count) % count]);
}

static void set_seed(tr_app *app, uint64_t seed) {
    tr_error error = {0};
    const double radii = radii_of(app);
    const tr_status status = tr_document_set_seed(&app->document, seed, &error);
    finish_load(app, radii, status, &error);
}

static void set_new_seed(tr_app *app) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    set_seed(app, tr_hash_pair((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec) % new_seeds);
}

static void restore_seed(tr_app *app) {
    if (app->document.past_count == 0) {
        tr_message_say(&app->message, "There is no seed before this one");
        return;
    }
    const double radii = radii_of(app);
    tr_document_restore_seed(&app->document);
    finish_load(app, radii, TR_OK, NULL);
}

static void set_planet(tr_app *app, int planet) {
    const double radii = radii_of(app);
    tr_document_set_target(&app->document, planet);
    const tr_recipe *recipe = recipe_of(app);
    app->camera.distance_km = radii * recipe->radius_km;
    tr_act_keep_outside(app);
    tr_camera_face_day(&app->camera, app->document.scene, planet);
    tr_live_set_target(app->picture.live, planet);
    tr_act_show_title(app);
    tr_message_say(&app->message, "%s: %s, seed %llu", tr_document_planet(&app->document)->name, recipe->type,
                   (unsigned long long)recipe->seed);
}

static void step_planet(tr_app *app, int by) {
    const int count = app->document.scene->planet_count;
    if (count > 1)
        set_planet(app, (app->document.target + by + count) % count);
    else
        tr_message_say(&app->message, "There is one planet here");
}

// ---- knobs -------------------------------------------------------------------------------------

static void set_knobs(tr_app *app, double noisiness, double persistence, int octaves) {
    tr_document_set_knobs(&app->document, noisiness, persistence, octaves);
    hand_over(app);
}

static void nudge(tr_app *app, double noisiness, double persistence, int octaves) {
    const double *knobs = recipe_of(app)->knobs;
    set_knobs(app, knobs[TR_KNOB_NOISINESS] + noisiness, knobs[TR_KNOB_PERSISTENCE] + persistence,
              (int)lround(knobs[TR_KNOB_OCTAVES]) + octaves);
    tr_message_say(&app->message, "noisiness %.3g, persistence %.3g, octaves %.0f", knobs[TR_KNOB_NOISINESS],
                   knobs[TR_KNOB_PERSISTENCE], knobs[TR_KNOB_OCTAVES]);
}

static void set_radius(tr_app *app, double radius_km) {
    tr_document_set_radius(&app->document, radius_km);
    tr_act_keep_outside(app);
    hand_over(app); // the size of a metre on the map changes the normals
}

static void step_radius(tr_app *app, int by) {
    set_radius(app, recipe_of(app)->radius_km * pow(1.1, by));
    const double radius_km = recipe_of(app)->radius_km;
    tr_message_say(&app->message, "radius %.*f km", tr_panel_radius_decimals(radius_km), radius_km);
}

// ---- the view ----------------------------------------------------------------------------------

static void step_quality(tr_app *app, int by) {
    static const char *const names[] = {"as time allows", "fine", "full", "fast"};
    int *quality = &app->settings.quality;
    *quality = (*quality + 1 + by) % (TR_QUALITY_COUNT + 1) - 1;
    tr_message_say(&app->message, "Quality: %s", names[*quality + 1]);
}

static void reset_view(tr_app *app) {
    const tr_document *document = &app->document;
    tr_camera_reset(&app->camera, recipe_of(app), document->scene->planet_count == 1);
    tr_camera_face_day(&app->camera, document->scene, document->target);
}

static void quit(tr_app *app) {
    if (tr_panel_close_list(app->panel))
        return;
    if (app->settings.help)
        app->settings.help = false;
    else
        glfwSetWindowShouldClose(app->window.handle, GLFW_TRUE);
}

// The hand over the picture.
static void move(tr_app *app, const tr_wish *wish) {
    const tr_recipe *recipe = recipe_of(app);
    tr_camera *camera = &app->camera;
    const double pixels = app->drawn.pixels_per_unit, dx = wish->dx * pixels, dy = wish->dy * pixels;
    if (wish->kind == TR_WISH_ORBIT && !tr_views_drag(app, dx, dy))
        tr_camera_orbit(camera, recipe, dx, dy, app->drawn.pixel_rad);
    if (wish->kind == TR_WISH_LOOK)
        tr_camera_look(camera, ground_km(app), dx, dy, app->drawn.pixel_rad);
    if (wish->kind == TR_WISH_SUN)
        tr_camera_drag_sun(camera, wish->dx, wish->dy);
    if (wish->kind == TR_WISH_ZOOM) {
        tr_views_begin_zoom(app);
        tr_camera_zoom(camera, ground_km(app), wish->dy);
    }
}

// ---- all that can be asked for -------------------------------------------------------------------

static void export(tr_app *app) {
    tr_output_start_export(&app->output, tr_document_planet(&app->document), &app->message);
}

static void act_on_view(tr_app *app, const tr_wish *wish) {
    tr_settings *settings = &app->settings;
    switch (wish->kind) {
    case TR_WISH_PAUSE:
        settings->rotating = !settings->rotating;
        break;
    case TR_WISH_CLOUDS:
        settings->clouds = !settings->clouds;
        break;
    case TR_WISH_QUALITY:
        step_quality(app, wish->by);
        break;
    case TR_WISH_RESET:
        reset_view(app);
        break;
    case TR_WISH_PANEL:
        settings->panel = !settings->panel;
        break;
    case TR_WISH_HELP:
        settings->help = !settings->help;
        break;
    case TR_WISH_FULLSCREEN:
        tr_window_toggle_fullscreen(&app->window);
        break;
    default:
        if (!tr_views_act(app, wish))
            move(app, wish);
    }
}

void tr_act(tr_app *app, const tr_wish *wish) {
    switch (wish->kind) {
    case TR_WISH_NOTHING:
        break;
    case TR_WISH_TYPE:
        step_type(app, wish->by);
        break;
    case TR_WISH_SEED:
        wish->by > 0 ? set_new_seed(app) : restore_seed(app);
        break;
    case TR_WISH_NOISINESS:
        nudge(app, 0.05 * wish->by, 0, 0);
        break;
    case TR_WISH_PERSISTENCE:
        nudge(app, 0, 0.02 * wish->by, 0);
        break;
    case TR_WISH_OCTAVES:
        nudge(app, 0, 0, wish->by);
        break;
    case TR_WISH_RADIUS:
        step_radius(app, wish->by);
        break;
    case TR_WISH_PLANET:
        step_planet(app, wish->by);
        break;
    case TR_WISH_EXPORT:
        export(app);
        break;
    case TR_WISH_SCREENSHOT:
        app->output.shot_wanted = true;
        break;
    case TR_WISH_QUIT:
        quit(app);
        break;
    default:
        act_on_view(app, wish);
    }
}

static void take_settings(tr_app *app, const tr_panel_values *values) {
    tr_settings *settings = &app->settings;
    settings->rotating = values->rotating;
    settings->time_rate = values->time_rate;
    settings->clouds = values->clouds;
    settings->exposure_ev = values->exposure_ev;
    settings->quality = values->quality - 1;
    app->output.width = values->export_width;
}

void tr_act_on_panel(tr_app *app, const tr_panel_values *values, unsigned edits) {
    take_settings(app, values);
    if (edits & TR_PANEL_SUN) {
        app->camera.own_sun = true;
        app->camera.sun_azimuth_deg = values->sun_azimuth_deg;
        app->camera.sun_elevation_deg = values->sun_elevation_deg;
    }
    if (edits & TR_PANEL_KNOBS)
        set_knobs(app, values->noisiness, values->persistence, values->octaves);
    if (edits & TR_PANEL_RADIUS)
        set_radius(app, values->radius_km);
    if (edits & TR_PANEL_PLANET)
        set_planet(app, values->planet);
    if (edits & TR_PANEL_TYPE)
        set_type(app, values->types[values->type]);
    if (edits & TR_PANEL_SEED)
        set_seed(app, values->seed);
    if (edits & TR_PANEL_BAD_SEED)
        tr_message_say(&app->message, "A seed is a whole number from 0 to 9223372036854775807");
    if (edits & TR_PANEL_NEW_SEED)
        set_new_seed(app);
    if (edits & TR_PANEL_EXPORT)
        export(app);
    if (edits & TR_PANEL_CANCEL)
        tr_output_stop_export(&app->output);
    if (edits & TR_PANEL_SHOT)
        app->output.shot_wanted = true;
}
