// The commands that move the camera and the sun, and change the view.
#include "app/private/actions.h"

#include "app/private/page.h"
#include "app/private/views.h"

#include <math.h>

// ---- transfers -----------------------------------------------------------------------------------

// Makes another planet the target; the camera stays.
static void set_target(tr_app *app, int planet) {
    tr_document_set_target(&app->document, planet);
    tr_brush_drop(&app->paint);       // its points are of the planet before
    tr_act_accept_field(app, "name"); // of another planet
    char kind[TR_TYPE_SEED_BYTES];
    tr_document_type_seed(&app->document, kind);
    tr_live_set_target(app->viewport.live, planet);
    tr_act_show_title(app);
    tr_message_say(&app->message, "%s: %s", tr_document_planet(&app->document)->name, kind);
}

void tr_act_end_flight(tr_app *app) {
    tr_transfer_camera(&app->transfer, INFINITY, &app->camera, app->turn_rad);
    tr_act_keep_outside(app);
}

static void begin_flight(tr_app *app, const tr_view *seen, const tr_camera *to) {
    tr_transfer_begin(&app->transfer, app->document.scene, seen, app->document.target, to, glfwGetTime());
}

static void show_flight(tr_app *app) {
    tr_transfer_camera(&app->transfer, app->transfer.began_s, &app->camera, app->turn_rad);
}

// Starts a flight to a planet. `near`: to a distance that shows all of it; otherwise the camera only turns to
// it.
static void fly(tr_app *app, int planet, bool near) {
    tr_view seen;
    const bool shown = tr_views_last(app, &seen);
    tr_camera to = app->camera;
    if (planet != app->document.target)
        set_target(app, planet);
    if (near || !shown || app->settings.layout != TR_VIEW_GLOBE) {
        tr_camera_reset(&to, tr_app_recipe(app), to.own_sun);
        to.sun_azimuth_deg = app->camera.sun_azimuth_deg;
        to.sun_elevation_deg = app->camera.sun_elevation_deg;
        tr_camera_face_day(&to, app->document.scene, planet);
    }
    app->camera = to;
    if (!shown || app->settings.layout != TR_VIEW_GLOBE)
        return;
    begin_flight(app, &seen, &to);
    if (!near) {
        app->transfer.to = app->transfer.from;
        tr_camera_clamp(&app->transfer.to, tr_act_ground_km(app));
    }
    show_flight(app);
}

void tr_act_fly_to(tr_app *app, int planet) {
    if (planet >= 0 && planet < app->document.scene->planet_count)
        fly(app, planet, true);
}

// The planet at the top of a moon's chain of orbits.
static int outermost(const tr_scene *scene, int planet) {
    while (tr_scene_centre(scene, planet) != TR_AROUND_STAR)
        planet = tr_scene_centre(scene, planet);
    return planet;
}

// How far bodies come from a planet: its moons all along their orbits, others where they are now.
static double reach_km(const tr_scene *scene, int planet) {
    double most = 0;
    for (int i = 0; i < scene->planet_count; i++) {
        const double *from = scene->planets[planet].position_km, *at = scene->planets[i].position_km;
        double reach = 0;
        for (int moon = i; moon != TR_AROUND_STAR && moon != planet; moon = tr_scene_centre(scene, moon))
            reach += scene->planets[moon].orbit.radius_km * (1 + scene->planets[moon].orbit.eccentricity);
        if (outermost(scene, i) != planet)
            reach = tr_hypot(tr_hypot(at[0] - from[0], at[1] - from[1]), at[2] - from[2]);
        most = fmax(most, reach);
    }
    return most;
}

// From above the orbits, as far away as the camera may be.
void tr_act_show_all(tr_app *app) {
    const double latitude_deg = 60, margin = 1.15;
    const int planet = outermost(app->document.scene, app->document.target);
    const double reach = reach_km(app->document.scene, planet);
    app->settings.layout = TR_VIEW_GLOBE;
    fly(app, planet, true);
    tr_view view;
    if (!tr_views_last(app, &view))
        return;
    tr_camera *to = app->transfer.going ? &app->transfer.to : &app->camera;
    const double free_px = fmin(view.width_px - 2 * view.margin_px, view.height_px - 2 * view.top_px),
                 needed_km = margin * reach * (1 + 2 / (app->drawn.pixel_rad * fmax(free_px, 1)));
    to->latitude_deg = latitude_deg;
    to->distance_km = fmax(to->distance_km, needed_km);
    tr_camera_clamp(to, tr_act_ground_km(app));
    if (to->distance_km < needed_km)
        tr_message_say(&app->message, "Some bodies are too far away to be in one picture with %s",
                       app->document.scene->planets[planet].name);
    else
        tr_message_say(&app->message, "All bodies and their orbits");
}

// Flies closer to the target.
static void fly_nearer(tr_app *app, const tr_camera *to) {
    tr_view seen;
    if (!tr_views_last(app, &seen))
        return;
    begin_flight(app, &seen, to);
    app->transfer.on_ground = true;
    show_flight(app);
    tr_act_say_limit(app, to, 1);
}

// Flies down over a place of the target.
static void fly_over(tr_app *app, double latitude_deg, double longitude_deg) {
    const double turned_deg = tr_document_planet(&app->document)->rotation_rad * (180 / TR_PI);
    tr_camera to = app->camera;
    tr_camera_go_over(&to, tr_act_ground_km(app), latitude_deg, longitude_deg + turned_deg);
    fly_nearer(app, &to);
}

// Flies down to the height where the wheel would end.
void tr_act_land(tr_app *app) {
    const double clicks = 1000;
    tr_camera to = app->camera;
    app->settings.layout = TR_VIEW_GLOBE;
    tr_camera_zoom(&to, tr_act_ground_km(app), clicks);
    fly_nearer(app, &to);
}

// ---- planets -------------------------------------------------------------------------------------

void tr_act_to_planet(tr_app *app, int planet) {
    tr_act_begin(app);
    set_target(app, planet);
    app->camera.distance_km = app->edit.radii * tr_app_recipe(app)->radius_km;
    tr_act_keep_outside(app);
    tr_camera_face_day(&app->camera, app->document.scene, planet);
}

void tr_act_planet(tr_app *app, int by) {
    const int count = app->document.scene->planet_count;
    if (count > 1)
        tr_act_to_planet(app, (app->document.target + by + count) % count);
    else
        tr_message_say(&app->message, "This scene has only one planet");
}

// A click selects another body, or probes the ground. A double click flies there.
void tr_act_pick(tr_app *app, int twice) {
    const double small = 40; // in window units: a double click on a smaller target flies to it
    double latitude, longitude;
    const int target = app->document.target;
    if (tr_act_pin_click(app))
        return;
    if (twice && (app->chose_body || app->drawn.bodies[target].radius < small)) {
        fly(app, target, true);
        return;
    }
    if (twice && app->settings.layout == TR_VIEW_GLOBE && tr_views_find_ground(app, &latitude, &longitude)) {
        if (app->look.picked) // use the place of the first click, because the planet has turned since
            latitude = app->look.picked_place[0], longitude = app->look.picked_place[1];
        tr_place_probe_clear(app); // the first click opened it
        fly_over(app, latitude, longitude);
        return;
    }
    const int body = tr_place_probe_pick(app);
    app->chose_body = body >= 0;
    if (body >= 0)
        fly(app, body, false);
}

// ---- the camera ----------------------------------------------------------------------------------

void tr_act_reset(tr_app *app) {
    const tr_document *document = &app->document;
    tr_camera_reset(&app->camera, tr_app_recipe(app), document->scene->planet_count == 1);
    tr_camera_face_day(&app->camera, document->scene, document->target);
}

void tr_act_orbit(tr_app *app, double dx, double dy) {
    const double pixels = app->drawn.pixels_per_unit;
    if (!tr_views_drag(app, dx * pixels, dy * pixels))
        tr_camera_orbit(&app->camera, tr_app_recipe(app), dx * pixels, dy * pixels, tr_views_pixel_rad(app));
}

void tr_act_look(tr_app *app, double dx, double dy) {
    const double pixels = app->drawn.pixels_per_unit;
    tr_camera_look_around(&app->camera, tr_act_ground_km(app), dx * pixels, dy * pixels,
                          tr_views_pixel_rad(app));
}

void tr_act_sun(tr_app *app, double dx, double dy) { tr_camera_drag_sun(&app->camera, dx, dy); }

// Zooms towards the ground under the mouse. The place stays under the mouse although the camera tilts.
static void zoom(tr_app *app, double clicks) {
    const double turned_deg = tr_document_planet(&app->document)->rotation_rad * (180 / TR_PI);
    const double before = app->camera.look_up_deg;
    double held[2], found[2];
    if (app->settings.layout == TR_VIEW_GLOBE && tr_views_find_ground(app, &held[0], &held[1])) {
        held[1] += turned_deg;
        tr_camera_zoom_to(&app->camera, tr_act_ground_km(app), clicks, held[0], held[1]);
        const int steps =
            fabs(app->camera.look_up_deg - before) > 0 ? 3 : 0; // the camera tilts about the place below it, so
                                                                // the view has to be corrected
        for (int i = 0; i < steps && tr_views_find_ground(app, &found[0], &found[1]); i++) {
            found[1] += turned_deg;
            tr_camera_hold(&app->camera, found, held);
        }
    } else
        tr_camera_zoom(&app->camera, tr_act_ground_km(app), clicks);
}

void tr_act_zoom(tr_app *app, double clicks) {
    tr_views_begin_zoom(app);
    zoom(app, clicks);
    tr_act_say_limit(app, &app->camera, clicks);
}

// An arrow key moves as far as a short drag.
static const double arrows[][2] = {
    [TR_LEFT] = {-16, 0}, [TR_RIGHT] = {16, 0}, [TR_UP] = {0, -16}, [TR_DOWN] = {0, 16}};

void tr_act_turn(tr_app *app, int to) {
    const int columns = tr_panel_gallery_columns(app->panel);
    const int steps[] = {[TR_LEFT] = -1, [TR_RIGHT] = 1, [TR_UP] = -columns, [TR_DOWN] = columns};
    if (tr_gallery_front(&app->thumbnails.gallery))
        tr_gallery_move(&app->thumbnails.gallery, steps[to]);
    else
        tr_act_orbit(app, arrows[to][0], arrows[to][1]);
}

// The picture goes where the camera does not.
void tr_act_tilt(tr_app *app, int to) { tr_act_look(app, -arrows[to][0], -arrows[to][1]); }

void tr_act_to_sun(tr_app *app, double azimuth_deg, double elevation_deg) {
    app->camera.own_sun = true;
    app->camera.sun_azimuth_deg = azimuth_deg;
    app->camera.sun_elevation_deg = elevation_deg;
}

// ---- channels ------------------------------------------------------------------------------------

void tr_act_channel(tr_app *app, int channel) {
    const bool has = tr_view_has_channel(tr_app_recipe(app), (tr_view_channel)channel);
    app->settings.channel = (tr_view_channel)channel;
    tr_message_say(&app->message, "%s%s", tr_channel_names[channel], has ? "" : ": this planet has none");
}

void tr_act_layout(tr_app *app) {
    static const char *const names[TR_VIEW_LAYOUTS] = {"Globe", "Map", "Cube", "Globe and map"};
    app->settings.layout = (tr_view_layout)((app->settings.layout + 1) % TR_VIEW_LAYOUTS);
    tr_message_say(&app->message, "%s", names[app->settings.layout]);
}

void tr_act_to_layout(tr_app *app, int layout) { app->settings.layout = (tr_view_layout)layout; }

void tr_act_grid(tr_app *app) {
    app->settings.grid = !app->settings.grid;
    tr_message_say(&app->message, "Grid %s", app->settings.grid ? "on" : "off");
}

void tr_act_pause(tr_app *app) { app->settings.rotating = !app->settings.rotating; }
void tr_act_clouds(tr_app *app) { app->settings.clouds = !app->settings.clouds; }
void tr_act_exposure(tr_app *app, double ev) { app->settings.exposure_ev = ev; }
void tr_act_time_rate(tr_app *app, double times) { app->settings.time_rate = times; }
void tr_act_to_quality(tr_app *app, int quality) { app->settings.quality = quality - 1; }

void tr_act_quality(tr_app *app, int by) {
    int *quality = &app->settings.quality;
    *quality = (*quality + 1 + by) % (TR_QUALITY_COUNT + 1) - 1;
    tr_message_say(&app->message, "Quality: %s", tr_quality_names[*quality + 1]);
}

// ---- the window ----------------------------------------------------------------------------------

void tr_act_panel(tr_app *app) { app->settings.panel = !app->settings.panel; }
void tr_act_help(tr_app *app) { app->settings.help = !app->settings.help; }
void tr_act_history(tr_app *app) { app->settings.history = !app->settings.history; }
void tr_act_fullscreen(tr_app *app) { tr_window_toggle_fullscreen(&app->window); }

void tr_act_show_scale(tr_app *app) {
    tr_panel_set_scale(app->panel, app->window.content_scale * app->settings.scale);
    tr_trace_forget_places(app->trace);
}

void tr_act_scale(tr_app *app, int by) {
    static const double scales[] = {0.6, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3};
    const int count = sizeof scales / sizeof scales[0];
    int at = 0;
    while (at < count - 1 && scales[at] < app->settings.scale)
        at++;
    at += by;
    app->settings.scale = by == 0 ? 1 : scales[at < 0 ? 0 : at < count ? at : count - 1];
    tr_act_show_scale(app);
    tr_message_say(&app->message, "Interface scale: %.0f %%", 100 * app->settings.scale);
}

void tr_act_focus(tr_app *app, int where) {
    if (where == TR_FOCUS_TOLD) {
        tr_message_say(&app->message, app->settings.dialog
                                          ? "The dialog has the keyboard: Esc closes it"
                                          : "The panel has the keyboard: Esc leads back to the planet");
        return;
    }
    app->settings.panel = true;
    tr_panel_focus(app->panel, where ? where : !tr_panel_is_focused(app->panel));
}

void tr_act_say(tr_app *app, const char *text) { tr_message_say(&app->message, "%s", text); }

void tr_act_find(tr_app *app) {
    tr_thumbnail_views_close_gallery(&app->thumbnails);
    app->settings.panel = true;
    tr_panel_find(app->panel);
}

// Esc closes what is in front, but never the window.
void tr_act_back(tr_app *app, int by) {
    if (app->settings.asks && by < 0)
        app->settings.asks = false;
    else if (tr_panel_close_front(app->panel))
        return;
    else if (app->settings.help)
        app->settings.help = false;
    else if (app->map_reading.work)
        tr_map_reading_stop(&app->map_reading);
    else if (app->settings.dialog) // over the gallery, too
        app->settings.dialog = TR_DIALOG_NONE;
    else if (tr_gallery_front(&app->thumbnails.gallery))
        tr_act_leave_page(app);
    else if (tr_panel_is_focused(app->panel))
        tr_panel_focus(app->panel, 0);
    else if (tr_act_pin_escape(app))
        return;
    else if (tr_panel_paints(app->panel) && tr_act_paint_escape(app))
        return;
    else if (app->look.picked)
        tr_place_probe_clear(app);
    else if (app->compare.on)
        tr_act_compare_end(app);
    else if (by >= 0 && !app->told_quit && !tr_page_is_there()) {
        app->told_quit = true;
        tr_message_say(&app->message, "Ctrl+Q closes the window");
    }
}
