#include "app/private/actions.h"

#include "app/private/place_probe_actions.h"

#include "app/private/file_actions.h"
#include "app/private/opening.h"
#include "app/private/views.h"
#include "base/hash.h"
#include "base/memory.h"
#include "editor/number.h"
#include "editor/rings.h"
#include "scene/link.h"
#include "scene/seed.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { new_seeds = 1000000 }; // short enough to type again

static tr_recipe *recipe_of(const tr_app *app) { return tr_document_recipe(&app->document); }

// And how many changes of the planet before it has, and has not.
static void say_planet(tr_app *app, int kept, int dropped) {
    char kind[TR_TYPE_SEED_BYTES], stay[48] = "", go[64] = "";
    tr_document_type_seed(&app->document, kind);
    if (kept > 0)
        snprintf(stay, sizeof stay, "; %d change%s kept", kept, kept == 1 ? "" : "s");
    if (dropped > 0)
        snprintf(go, sizeof go, "%s %d%s dropped; Ctrl+Z undoes it", kept > 0 ? "," : ";", dropped,
                 kept > 0       ? ""
                 : dropped == 1 ? " change"
                                : " changes");
    tr_message_say(&app->message, "%s%s%s", kind, stay, go);
    app->message.offers_reset = kept > 0;
}

static void reset_all(tr_app *app) {
    tr_error error = {0};
    int gone = 0;
    const double radii = tr_act_radii(app);
    const tr_status status = tr_document_reset(&app->document, &gone, &error);
    if (status == TR_BAD_USAGE)
        tr_message_say(&app->message, "%s", error.message);
    else if (tr_act_finish(app, radii, status, &error))
        tr_message_say(&app->message, "%d change%s reset; Ctrl+Z undoes it", gone, gone == 1 ? "" : "s");
}

// ---- another planet ----------------------------------------------------------------------------

static void set_type(tr_app *app, const char *type) {
    tr_error error = {0};
    int kept = 0, dropped = 0;
    const double radii = tr_act_radii(app);
    if (tr_act_finish(app, radii, tr_document_set_type(&app->document, type, &kept, &dropped, &error), &error))
        say_planet(app, kept, dropped);
}

static void step_type(tr_app *app, int by) {
    const tr_types *types = &app->types;
    const int at = tr_types_find(types, recipe_of(app)->type);
    if (types->count > 0)
        set_type(app, types->names[at < 0 ? 0 : (at + by + types->count) % types->count]);
}

static void set_seed(tr_app *app, uint64_t seed) {
    tr_error error = {0};
    int kept = 0;
    const double radii = tr_act_radii(app);
    if (tr_act_finish(app, radii, tr_document_set_seed(&app->document, seed, &kept, &error), &error))
        say_planet(app, kept, 0);
}

static void set_new_seed(tr_app *app) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    set_seed(app, tr_hash_pair((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec) % new_seeds);
}

static void restore_seed(tr_app *app) {
    tr_error error = {0};
    const double radii = tr_act_radii(app);
    if (tr_act_finish(app, radii, tr_document_restore_seed(&app->document, &error), &error))
        say_planet(app, 0, 0);
}

static void read_seed(tr_app *app, const char *text) {
    tr_error error = {0};
    uint64_t seed;
    if (tr_seed_read(text, &seed, &error) != TR_OK)
        tr_message_complain(&app->message, &error);
    else if (seed != recipe_of(app)->seed)
        set_seed(app, seed);
}

static void set_planet(tr_app *app, int planet) {
    const double radii = tr_act_radii(app);
    tr_act_set_target(app, planet);
    app->camera.distance_km = radii * recipe_of(app)->radius_km;
    tr_act_keep_outside(app);
    tr_camera_face_day(&app->camera, app->document.scene, planet);
}

static void step_planet(tr_app *app, int by) {
    const int count = app->document.scene->planet_count;
    if (count > 1)
        set_planet(app, (app->document.target + by + count) % count);
    else
        tr_message_say(&app->message, "This scene has only one planet");
}

static void add_body(tr_app *app, const char *type, bool moon) {
    tr_error error = {0};
    const double radii = tr_act_radii(app);
    char away[TR_DISTANCE_BYTES];
    if (!tr_act_finish(app, radii, tr_document_add_body(&app->document, type, moon, &error), &error))
        return;
    const tr_scene *scene = app->document.scene;
    const tr_scene_planet *body = &scene->planets[scene->planet_count - 1];
    tr_distance_text(body->orbit.radius_km, away);
    tr_message_say(&app->message, "%s: %s, %s away", body->name, type, away);
    app->message.shows_body = scene->planet_count;
}

static void remove_body(tr_app *app) {
    tr_error error = {0};
    char name[TR_PLANET_NAME_BYTES];
    snprintf(name, sizeof name, "%s", tr_document_planet(&app->document)->name);
    const double radii = tr_act_radii(app);
    if (tr_act_finish(app, radii, tr_document_remove_body(&app->document, &error), &error))
        tr_message_say(&app->message, "%s removed; Ctrl+Z undoes it", name);
}

// A click at the ground, or at another body, which is looked at then; a second one flies there.
static void pick(tr_app *app, bool twice) {
    const double small = 40; // units of the window: a body that far away
    double latitude, longitude;
    const int target = app->document.target;
    if (twice && (app->chose_body || app->drawn.bodies[target].radius < small)) {
        tr_act_fly(app, target, true);
        return;
    }
    if (twice && app->settings.layout == TR_VIEW_GLOBE && tr_views_find_ground(app, &latitude, &longitude)) {
        if (app->look.picked) // where the first click was: the planet turns meanwhile
            latitude = app->look.picked_place[0], longitude = app->look.picked_place[1];
        tr_place_probe_clear(app); // what that has opened
        tr_act_fly_over(app, latitude, longitude);
        return;
    }
    const int body = tr_place_probe_pick(app);
    app->chose_body = body >= 0;
    if (body >= 0)
        tr_act_fly(app, body, false);
}

// ---- parameters --------------------------------------------------------------------------------

// One parameter of the target; value NULL: what the seed drew.
static bool change(tr_app *app, const char *path, const char *value, uint64_t drag_id) {
    tr_error error = {0};
    tr_control control;
    char what[TR_STEP_BYTES], text[32];
    const bool known = tr_control_find(&app->document, path, &control);
    snprintf(what, sizeof what, "%.50s%s", known ? control.label : path, value ? "" : " back");
    const double radii = tr_act_radii(app);
    tr_change changes[2] = {{path, value}};
    const int count = 1 + tr_rings_push(&app->document, path, value, &changes[1], text);
    const tr_status status =
        tr_document_change(&app->document, what, drag_id, known && control.of_scene, count, changes, &error);
    const bool done = tr_act_finish(app, radii, status, &error);
    if (done)
        tr_act_accept_field(app, path);
    else
        tr_act_reject_field(app, path, &error);
    if (done && known && control.effect == TR_CONTROL_REFORMS)
        tr_act_note_reforming(app, path);
    return done;
}

// By a key: within the span of the parameter's slider.
static void nudge(tr_app *app, const char *path, double by, double times) {
    tr_control control;
    char text[32];
    if (!tr_control_find(&app->document, path, &control))
        return;
    const double value = fmax(control.low, fmin(control.high, control.value * times + by));
    tr_control_write(&control, value, text);
    if (change(app, path, text, 0))
        tr_message_say(&app->message, "%s %s%s%s", control.label, text, control.unit[0] ? " " : "",
                       control.unit);
}

static void lock(tr_app *app, const char *path, bool locked) {
    tr_document_lock(&app->document, path, locked);
    tr_message_say(
        &app->message,
        tr_document_is_locked(&app->document, path) ? "%s locked: a new seed keeps it" : "%s unlocked", path);
}

// ---- back and on -------------------------------------------------------------------------------

static void undo(tr_app *app, bool redo) {
    tr_error error = {0};
    char what[TR_STEP_BYTES];
    const double radii = tr_act_radii(app);
    const tr_status status =
        redo ? tr_document_redo(&app->document, what, &error) : tr_document_undo(&app->document, what, &error);
    if (status == TR_BAD_USAGE)
        tr_message_say(&app->message, "%s", error.message);
    else if (tr_act_finish(app, radii, status, &error))
        tr_message_say(&app->message, redo ? "Redone: %s" : "Undone: %s", what);
}

static void take_back(tr_app *app, uint64_t drag_id) {
    tr_error error = {0};
    const double radii = tr_act_radii(app);
    tr_act_finish(app, radii, tr_document_take_back(&app->document, drag_id, &error), &error);
}

// ---- files and lines -----------------------------------------------------------------------------

// Returns whether it is saved. path: another one than its own, or NULL. Its folder is made where it is not
// there.
static bool save_into(tr_app *app, const char *path) {
    tr_error error = {0};
    tr_directory folder = {0};
    const char *file = path ? path : tr_document_step(&app->document)->path;
    tr_status status = tr_directory_make_for(file, &folder, &error);
    if (status == TR_OK)
        status = tr_document_save(&app->document, path, &error);
    tr_directory_end(&folder, status);
    if (status != TR_OK) {
        tr_act_reject_field(app, "save", &error);
        return false;
    }
    tr_act_accept_field(app, "save");
    tr_files_note_world(app, tr_document_step(&app->document)->path);
    app->files.chosen[0] = 0;
    tr_message_say(&app->message, "Saved: %s", tr_document_step(&app->document)->path);
    tr_act_show_title(app);
    return true;
}

// Into its file; a planet that has none yet asks for a name. goes_on: what waits for that does, once it is
// saved.
static void save(tr_app *app, bool goes_on) {
    app->saving = goes_on;
    app->settings.asks = app->settings.asks && !goes_on;
    if (tr_document_step(&app->document)->path)
        save_into(app, NULL);
    else
        tr_act_ask_name(app);
}

// A planet without a name of its own is called as the file that it is saved in, unless that name was made from
// its type and seed.
static void name_as_file(tr_app *app, const char *path) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    const char *name = strrchr(path, '/') ? strrchr(path, '/') + 1 : path, *end = strrchr(name, '.');
    char made[TR_STEM_BYTES], own[TR_PLANET_NAME_BYTES];
    const double radii = tr_act_radii(app);
    if (app->document.scene->planet_count > 1 || tr_planet_plain_stem(planet, made) || !end ||
        strncmp(name, made, strlen(made)) == 0 || end - name >= TR_PLANET_NAME_BYTES)
        return;
    snprintf(own, sizeof own, "%.*s", (int)(end - name), name);
    if (tr_document_give_name(&app->document, own, NULL) == TR_OK) // else it can be the name of a file alone
        tr_act_show_changes(app, radii);
}

// Under a name that the user gave, whole or without its end. Before a file is replaced they are asked, unless
// that was done.
static void save_as(tr_app *app, const char *text, bool replaces) {
    char path[2048], whole[TR_LISTING_PATH_BYTES];
    const char *name = strrchr(text, '/');
    if (name && !name[1]) {
        tr_error error = {0};
        tr_fail(&error, TR_BAD_INPUT, "%s is a folder: type the name of a file after it", text);
        tr_act_reject_field(app, "save", &error);
        return;
    }
    const bool has_end = strchr(name ? name : text, '.') != NULL;
    const bool fits = tr_path_within(app->files.folders.worlds, text, whole);
    snprintf(path, sizeof path, "%s%s", fits ? whole : text, has_end ? "" : ".json");
    const char *own = tr_document_step(&app->document)->path;
    if (access(path, F_OK) == 0 && !(own && strcmp(own, path) == 0) && !replaces) {
        tr_act_ask_to_replace(app, TR_DIALOG_SAVE, path, "%s exists.", path);
        return;
    }
    name_as_file(app, path);
    if (!save_into(app, path))
        return;
    app->output.name = (tr_given_name){0}; // the last name is the file's
    app->settings.dialog = TR_DIALOG_NONE;
}

// What the user was asked about, or not.
static void replace(tr_app *app, bool wanted) {
    const tr_replacing asked = app->replacing;
    app->replacing = (tr_replacing){0};
    if (wanted && asked.dialog == TR_DIALOG_SAVE)
        save_as(app, asked.path, true);
    else if (wanted)
        tr_act_export(app, true);
}

bool tr_act_follow_file(tr_app *app, double now) {
    tr_error error = {0};
    const tr_camera camera = app->camera;
    const double radii = tr_act_radii(app);
    const tr_file_news news = tr_file_watch_poll(&app->files.watch, &app->document, now, &error);
    if (news == TR_FILE_LOADED) {
        const bool other_planets = app->document.remade;
        tr_act_show_changes(app, radii);
        if (other_planets) // whoever works on a scene stays where they look from
            app->camera = camera;
        tr_act_keep_outside(app);
        tr_message_say(&app->message, "Reloaded %s", tr_document_step(&app->document)->path);
    } else if (news == TR_FILE_BAD) {
        tr_message_complain(&app->message, &error);
    }
    return news != TR_FILE_NO_NEWS;
}

static void take_answer(tr_app *app, tr_chooser_purpose purpose, const char *answer) {
    const tr_command_kind kind =
        purpose == TR_CHOOSES_EXPORT_FOLDER ? TR_COMMAND_EXPORT_FOLDER : TR_COMMAND_PICTURE_FOLDER;
    tr_command folder = {.kind = kind};
    snprintf(folder.text, sizeof folder.text, "%.1023s", answer);
    if (purpose == TR_CHOOSES_WORLD) {
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_NAME}, answer);
    } else if (purpose == TR_CHOOSES_NAME) {
        if (!tr_path_within("/", answer, app->files.chosen))
            return;
        save_as(app, app->files.chosen, true); // it has asked
        if (app->files.chosen[0])              // it is not saved: the dialog says why
            app->settings.dialog = TR_DIALOG_SAVE;
    } else {
        tr_file_act(app, &folder);
    }
}

bool tr_act_hear_chooser(tr_app *app) {
    tr_chooser *chooser = &app->files.chooser;
    bool done;
    if (!tr_chooser_poll(chooser, &done) || !done)
        return false;
    tr_act(app, &(tr_command){.kind = TR_COMMAND_SWAP}); // X is held no more
    if (chooser->failed)                                 // a list of our own takes its place
        app->files.has_chooser = false;
    if (chooser->failed && chooser->purpose == TR_CHOOSES_NAME)
        app->settings.dialog = TR_DIALOG_SAVE;
    if (chooser->answer[0])
        take_answer(app, chooser->purpose, chooser->answer);
    return true;
}

static void copy_link(tr_app *app) {
    tr_error error = {0};
    char *line = NULL;
    if (tr_link_write(tr_document_step(&app->document)->text, &line, &error) == TR_OK) {
        glfwSetClipboardString(app->window.handle, line);
        const int shown = 120, length = (int)strlen(line);
        if (length <= shown)
            tr_message_say(&app->message, "Copied: %s", line);
        else
            tr_message_say(&app->message, "Copied: %.*s… (%d characters)", shown, line, length);
    } else {
        tr_message_complain(&app->message, &error);
    }
    tr_free(line);
}

// What was copied elsewhere: a share link, or a world's JSON.
static void paste(tr_app *app) {
    const char *text = glfwGetClipboardString(app->window.handle);
    const char *start = text ? text + strspn(text, " \t\r\n") : "";
    if (*start == '{' || strncmp(start, "terrella:", 9) == 0)
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_COPY}, start);
    else
        tr_message_say(&app->message, "The clipboard has no planet: a share link begins with terrella:");
}

// ---- the view ----------------------------------------------------------------------------------

static void step_quality(tr_app *app, int by) {
    static const char *const names[] = {"Automatic", "High", "Medium", "Low"};
    int *quality = &app->settings.quality;
    *quality = (*quality + 1 + by) % (TR_QUALITY_COUNT + 1) - 1;
    tr_message_say(&app->message, "Quality: %s", names[*quality + 1]);
}

void tr_act_show_scale(tr_app *app) {
    tr_panel_set_scale(app->panel, app->window.content_scale * app->settings.scale);
    tr_trace_forget_places(app->trace);
}

static void step_scale(tr_app *app, int by) {
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

static void reset_view(tr_app *app) {
    const tr_document *document = &app->document;
    tr_camera_reset(&app->camera, recipe_of(app), document->scene->planet_count == 1);
    tr_camera_face_day(&app->camera, document->scene, document->target);
}

// ---- the end -------------------------------------------------------------------------------------

// Esc: what is in front closes, never the window.
static void go_back(tr_app *app, int by) {
    if (app->settings.asks && by < 0)
        app->settings.asks = false;
    else if (tr_panel_close_front(app->panel))
        return;
    else if (app->settings.help)
        app->settings.help = false;
    else if (app->settings.dialog)
        app->settings.dialog = TR_DIALOG_NONE;
    else if (tr_panel_is_focused(app->panel))
        tr_panel_focus(app->panel, 0);
    else if (app->look.picked)
        tr_place_probe_clear(app);
    else if (app->compare.on)
        tr_act(app, &(tr_command){.kind = TR_COMMAND_COMPARE_END});
    else if (by >= 0 && !app->told_quit) {
        app->told_quit = true;
        tr_message_say(&app->message, "Ctrl+Q closes the window");
    }
}

static void quit(tr_app *app, bool whatever) {
    app->closing = whatever;
    glfwSetWindowShouldClose(app->window.handle, GLFW_TRUE); // app.c asks first
}

// To what is under the mouse, which stays there although the eyes go up.
static void zoom(tr_app *app, double clicks) {
    const double turned_deg = tr_document_planet(&app->document)->rotation_rad * (180 / TR_PI);
    const double before = app->camera.look_up_deg;
    double held[2], found[2];
    if (app->settings.layout == TR_VIEW_GLOBE && tr_views_find_ground(app, &held[0], &held[1])) {
        held[1] += turned_deg;
        tr_camera_zoom_to(&app->camera, tr_act_ground_km(app), clicks, held[0], held[1]);
        const int steps =
            fabs(app->camera.look_up_deg - before) > 0 ? 3 : 0; // the picture turns with the place below
        for (int i = 0; i < steps && tr_views_find_ground(app, &found[0], &found[1]); i++) {
            found[1] += turned_deg;
            tr_camera_hold(&app->camera, found, held);
        }
    } else
        tr_camera_zoom(&app->camera, tr_act_ground_km(app), clicks);
}

// By an arrow key: as far as a hand drags in a moment.
static void turn(tr_app *app, const tr_command *command) {
    static const double steps[][2] = {
        [TR_LEFT] = {-1, 0}, [TR_RIGHT] = {1, 0}, [TR_UP] = {0, -1}, [TR_DOWN] = {0, 1}};
    const bool tilts = command->kind == TR_COMMAND_TILT; // the picture goes where the camera does not
    const double units = tilts ? -16 : 16;
    const double *step = steps[command->by];
    tr_act(app, &(tr_command){.kind = tilts ? TR_COMMAND_LOOK : TR_COMMAND_ORBIT,
                              .dx = units * step[0],
                              .dy = units * step[1]});
}

// The hand over the picture.
static void move(tr_app *app, const tr_command *command) {
    const tr_recipe *recipe = recipe_of(app);
    tr_camera *camera = &app->camera;
    const double pixels = app->drawn.pixels_per_unit, dx = command->dx * pixels, dy = command->dy * pixels;
    if (command->kind == TR_COMMAND_ORBIT && !tr_views_drag(app, dx, dy))
        tr_camera_orbit(camera, recipe, dx, dy, tr_views_pixel_rad(app));
    if (command->kind == TR_COMMAND_LOOK)
        tr_camera_look_around(camera, tr_act_ground_km(app), dx, dy, tr_views_pixel_rad(app));
    if (command->kind == TR_COMMAND_SUN)
        tr_camera_drag_sun(camera, command->dx, command->dy);
    if (command->kind == TR_COMMAND_ZOOM) {
        tr_views_begin_zoom(app);
        zoom(app, command->dy);
        tr_act_say_limit(app, &app->camera, command->dy);
    }
}

// ---- all that can be asked for -------------------------------------------------------------------

static void act_on_view(tr_app *app, const tr_command *command) {
    tr_settings *settings = &app->settings;
    switch (command->kind) {
    case TR_COMMAND_PAUSE:
        settings->rotating = !settings->rotating;
        break;
    case TR_COMMAND_CLOUDS:
        settings->clouds = !settings->clouds;
        break;
    case TR_COMMAND_QUALITY:
        step_quality(app, command->by);
        break;
    case TR_COMMAND_TO_QUALITY:
        settings->quality = command->by - 1;
        break;
    case TR_COMMAND_EXPOSURE:
        settings->exposure_ev = command->dx;
        break;
    case TR_COMMAND_TIME_RATE:
        settings->time_rate = command->dx;
        break;
    case TR_COMMAND_TO_SUN:
        app->camera.own_sun = true;
        app->camera.sun_azimuth_deg = command->dx;
        app->camera.sun_elevation_deg = command->dy;
        break;
    case TR_COMMAND_RESET:
        reset_view(app);
        break;
    case TR_COMMAND_PANEL:
        settings->panel = !settings->panel;
        break;
    case TR_COMMAND_HELP:
        settings->help = !settings->help;
        break;
    case TR_COMMAND_FULLSCREEN:
        tr_window_toggle_fullscreen(&app->window);
        break;
    case TR_COMMAND_SCALE:
        step_scale(app, command->by);
        break;
    case TR_COMMAND_TURN:
    case TR_COMMAND_TILT:
        turn(app, command);
        break;
    case TR_COMMAND_FIND:
        settings->panel = true;
        tr_panel_find(app->panel);
        break;
    case TR_COMMAND_SHOW:
        tr_act_show(app, command->path, command->by != 0);
        break;
    case TR_COMMAND_PICK:
        pick(app, command->by != 0);
        break;
    case TR_COMMAND_UNPICK:
        tr_place_probe_clear(app);
        break;
    case TR_COMMAND_FOCUS:
        if (command->by == TR_FOCUS_TOLD) {
            tr_message_say(&app->message, "The panel has the keyboard: Esc leads back to the planet");
            break;
        }
        settings->panel = true;
        tr_panel_focus(app->panel, command->by ? command->by : !tr_panel_is_focused(app->panel));
        break;
    default:
        if (!tr_views_act(app, command))
            move(app, command);
    }
}

static void act_on_files(tr_app *app, const tr_command *command) {
    switch (command->kind) {
    case TR_COMMAND_SCREENSHOT:
        app->output.shot_wanted = true;
        break;
    case TR_COMMAND_SAVE:
        save(app, command->by == 2);
        break;
    case TR_COMMAND_SAVE_AS:
        save_as(app, command->text, false);
        break;
    case TR_COMMAND_REPLACE:
        replace(app, command->by != 0);
        break;
    case TR_COMMAND_OPEN:
    case TR_COMMAND_DROP:
        tr_act_open(
            app,
            &(tr_opening){.kind = TR_OPENS_NAME, .files = command->kind == TR_COMMAND_DROP ? command->by : 1},
            command->text);
        break;
    case TR_COMMAND_SHARE:
        copy_link(app);
        break;
    case TR_COMMAND_PASTE:
        paste(app);
        break;
    case TR_COMMAND_BACK:
        go_back(app, command->by);
        break;
    case TR_COMMAND_QUIT:
        quit(app, false);
        break;
    case TR_COMMAND_GO_ON:
        if (app->waiting.kind != TR_OPENS_NOTHING)
            tr_act_open_waiting(app);
        else
            quit(app, true);
        break;
    default:
        if (!tr_file_act(app, command))
            act_on_view(app, command);
    }
}

static void act(tr_app *app, const tr_command *command) {
    tr_act_mind_flight(app, command);
    if (tr_act_on_gallery(app, command))
        return;
    switch (command->kind) {
    case TR_COMMAND_NOTHING:
        break;
    case TR_COMMAND_TYPE:
        step_type(app, command->by);
        break;
    case TR_COMMAND_TO_TYPE:
        set_type(app, command->text);
        break;
    case TR_COMMAND_SEED:
        command->by > 0 ? set_new_seed(app) : restore_seed(app);
        break;
    case TR_COMMAND_TO_SEED:
        read_seed(app, command->text);
        break;
    case TR_COMMAND_NOISINESS:
        nudge(app, "noisiness", 0.05 * command->by, 1);
        break;
    case TR_COMMAND_PERSISTENCE:
        nudge(app, "persistence", 0.02 * command->by, 1);
        break;
    case TR_COMMAND_OCTAVES:
        nudge(app, "octaves", command->by, 1);
        break;
    case TR_COMMAND_RADIUS:
        nudge(app, "radius_km", 0, pow(1.1, command->by));
        break;
    case TR_COMMAND_CHANGE:
        change(app, command->path, command->text, command->drag_id);
        break;
    case TR_COMMAND_TAKE_BACK:
        take_back(app, command->drag_id);
        break;
    case TR_COMMAND_UNSET:
        change(app, command->path, NULL, 0);
        break;
    case TR_COMMAND_RESET_ALL:
        reset_all(app);
        break;
    case TR_COMMAND_LOCK:
        lock(app, command->path, command->by != 0);
        break;
    case TR_COMMAND_PLANET:
        step_planet(app, command->by);
        break;
    case TR_COMMAND_TO_PLANET:
        set_planet(app, command->by);
        break;
    case TR_COMMAND_ADD_BODY:
        add_body(app, command->text, command->by != 0);
        break;
    case TR_COMMAND_REMOVE_BODY:
        remove_body(app);
        break;
    case TR_COMMAND_UNDO:
    case TR_COMMAND_REDO:
        undo(app, command->kind == TR_COMMAND_REDO);
        break;
    default:
        if (!tr_act_on_colours(app, command) && !tr_act_on_layers(app, command) &&
            !tr_act_on_rows(app, command))
            act_on_files(app, command);
    }
}

// What is more than a look: an error that was told before is no news any more.
static bool is_action(const tr_command *command) {
    const bool looks = command->kind >= TR_COMMAND_ORBIT && command->kind <= TR_COMMAND_ZOOM;
    const bool ends = command->kind == TR_COMMAND_SWAP && command->by == 0;
    return command->kind != TR_COMMAND_NOTHING && !looks && !ends;
}

void tr_act(tr_app *app, const tr_command *command) {
    const bool stale = app->message.is_error && is_action(command);
    const uint64_t reported = app->message.number;
    act(app, command);
    if (stale && app->message.number == reported)
        tr_message_clear(&app->message);
}
