// What rows ask for, and what stands beside them: rings, the name of a planet, a transfer to another; and a
// height map that is enhanced.
#include "app/private/actions.h"
#include "app/private/views.h"
#include "editor/rings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void set_rings(tr_app *app, bool wanted) {
    tr_error error = {0};
    const double radii = tr_act_radii(app);
    const tr_status status =
        wanted ? tr_rings_add(&app->document, &error) : tr_rings_remove(&app->document, &error);
    if (tr_act_finish(app, radii, status, &error))
        tr_message_say(&app->message, wanted ? "Rings added" : "Rings removed; Ctrl+Z undoes it");
}

// Without the spaces round it.
static void rename_planet(tr_app *app, const char *text) {
    tr_error error = {0};
    char name[TR_COMMAND_TEXT_BYTES];
    const double radii = tr_act_radii(app);
    snprintf(name, sizeof name, "%s", text + strspn(text, " \t"));
    for (size_t length = strlen(name); length > 0 && strchr(" \t", name[length - 1]); length--)
        name[length - 1] = 0;
    if (!tr_act_finish(app, radii, tr_document_rename(&app->document, name, &error), &error)) {
        tr_act_reject_field(app, "name", &error);
        return;
    }
    tr_act_accept_field(app, "name");
    app->output.name = (tr_given_name){0}; // its files are called so from now on
}

// ---- flights -------------------------------------------------------------------------------------

void tr_act_set_target(tr_app *app, int planet) {
    tr_document_set_target(&app->document, planet);
    tr_act_accept_field(app, "name"); // of another planet
    char kind[TR_TYPE_SEED_BYTES];
    tr_document_type_seed(&app->document, kind);
    tr_live_set_target(app->viewport.live, planet);
    tr_act_show_title(app);
    tr_message_say(&app->message, "%s: %s", tr_document_planet(&app->document)->name, kind);
}

static void land(tr_app *app) {
    tr_transfer_camera(&app->transfer, INFINITY, &app->camera, app->turn_rad);
    tr_act_keep_outside(app);
}

void tr_act_fly(tr_app *app, int planet, bool near) {
    tr_view seen;
    const tr_scene *scene = app->document.scene;
    const bool shown = tr_views_last(app, &seen);
    tr_camera to = app->camera;
    if (planet != app->document.target)
        tr_act_set_target(app, planet);
    const tr_recipe *recipe = tr_document_recipe(&app->document);
    if (near || !shown || app->settings.layout != TR_VIEW_GLOBE) {
        tr_camera_reset(&to, recipe, to.own_sun);
        to.sun_azimuth_deg = app->camera.sun_azimuth_deg;
        to.sun_elevation_deg = app->camera.sun_elevation_deg;
        tr_camera_face_day(&to, scene, planet);
    }
    app->camera = to;
    if (!shown || app->settings.layout != TR_VIEW_GLOBE)
        return;
    tr_transfer_begin(&app->transfer, scene, &seen, planet, &to, glfwGetTime());
    if (!near) {
        app->transfer.to = app->transfer.from;
        tr_camera_clamp(&app->transfer.to, tr_act_ground_km(app));
    }
    tr_transfer_camera(&app->transfer, app->transfer.began_s, &app->camera, app->turn_rad);
}

// Nearer to the target.
static void fly_to(tr_app *app, const tr_camera *to) {
    tr_view seen;
    if (!tr_views_last(app, &seen))
        return;
    tr_transfer_begin(&app->transfer, app->document.scene, &seen, app->document.target, to, glfwGetTime());
    app->transfer.on_ground = true;
    tr_transfer_camera(&app->transfer, app->transfer.began_s, &app->camera, app->turn_rad);
    tr_act_say_limit(app, to, 1);
}

void tr_act_fly_over(tr_app *app, double latitude_deg, double longitude_deg) {
    const double turned_deg = tr_document_planet(&app->document)->rotation_rad * (180 / TR_PI);
    tr_camera to = app->camera;
    tr_camera_go_over(&to, tr_act_ground_km(app), latitude_deg, longitude_deg + turned_deg);
    fly_to(app, &to);
}

// As low as the wheel leads, which is where it ends after so many clicks.
static void fly_down(tr_app *app) {
    const double clicks = 1000;
    tr_camera to = app->camera;
    app->settings.layout = TR_VIEW_GLOBE;
    tr_camera_zoom(&to, tr_act_ground_km(app), clicks);
    fly_to(app, &to);
}

void tr_act_mind_flight(tr_app *app, const tr_command *command) {
    const bool other = command->kind != TR_COMMAND_PICK && command->kind != TR_COMMAND_FLY &&
                       command->kind != TR_COMMAND_LAND && command->kind != TR_COMMAND_NOTHING;
    if (app->transfer.going && (other || command->key != 0))
        land(app);
}

// ---- height maps ---------------------------------------------------------------------------------

static void set_enhancing(tr_enhancing *enhancing, const tr_command *command) {
    if (enhancing->work)
        return;
    if (command->kind == TR_COMMAND_ENHANCE_SCALE)
        enhancing->times = command->by < 1 ? 1 : command->by > 6 ? 6 : command->by;
    else if (command->kind == TR_COMMAND_ENHANCE_WRAP)
        enhancing->wrap =
            command->by < 0 || command->by > TR_WRAP_BOTH ? TR_WRAP_NONE : (tr_enhance_wrap)command->by;
    else if (command->text[0]) {
        char folder[TR_LISTING_PATH_BYTES], path[TR_LISTING_PATH_BYTES];
        tr_path_folder(enhancing->path, folder);
        const bool fits = tr_path_within(folder, command->text, path);
        snprintf(enhancing->path, sizeof enhancing->path, "%s", fits ? path : command->text);
    }
}

static void enhance(tr_app *app) {
    const uint64_t reported = app->message.number;
    tr_enhancing_start(&app->enhancing, app->output.threads, app->output.isa, &app->message);
    tr_act_note_outcome(app, TR_DIALOG_ENHANCE, reported);
}

// ---- all that can be asked for -------------------------------------------------------------------

bool tr_act_on_rows(tr_app *app, const tr_command *command) {
    switch (command->kind) {
    case TR_COMMAND_RINGS:
        set_rings(app, command->by != 0);
        return true;
    case TR_COMMAND_NAME:
        if (command->by) {
            app->settings.panel = true;
            tr_panel_name_planet(app->panel);
        } else {
            rename_planet(app, command->text);
        }
        return true;
    case TR_COMMAND_ENHANCE:
        enhance(app);
        return true;
    case TR_COMMAND_ENHANCE_CANCEL:
        tr_enhancing_stop(&app->enhancing);
        return true;
    case TR_COMMAND_ENHANCE_SCALE:
    case TR_COMMAND_ENHANCE_WRAP:
    case TR_COMMAND_ENHANCE_FILE:
        app->outcomes[TR_DIALOG_ENHANCE].text[0] = 0;
        set_enhancing(&app->enhancing, command);
        return true;
    case TR_COMMAND_MEND:
        tr_act_accept_field(app, command->path);
        return true;
    case TR_COMMAND_FLY:
        if (command->by >= 0 && command->by < app->document.scene->planet_count)
            tr_act_fly(app, command->by, true);
        return true;
    case TR_COMMAND_LAND:
        fly_down(app);
        return true;
    default:
        return false;
    }
}
