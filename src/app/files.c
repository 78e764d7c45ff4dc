#include "app/private/files.h"

#include "app/private/page.h"
#include "app/private/state.h"
#include "base/memory.h"
#include "export/export.h"
#include "scene/link.h"
#include "scene/load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double edit_pause_s = 1.5, view_pause_s = 10, answer_pause_s = 0.1;

// ---- the view --------------------------------------------------------------------------------------

enum { camera_count = 8, view_count = 18 };

// Lists the settings of a camera; opening a picture restores them, too.
static void list_camera(tr_camera *c, tr_setting into[camera_count]) {
    const tr_setting all[camera_count] = {
        {"latitude_deg", TR_SETTING_NUMBER, &c->latitude_deg, -90, 90},
        {"longitude_deg", TR_SETTING_NUMBER, &c->longitude_deg, -360, 360},
        {"distance_km", TR_SETTING_NUMBER, &c->distance_km, 1e-3, 1e12},
        {"look_up_deg", TR_SETTING_NUMBER, &c->look_up_deg, -180, 180},
        {"look_heading_deg", TR_SETTING_NUMBER, &c->look_heading_deg, -360, 360},
        {"own_sun", TR_SETTING_FLAG, &c->own_sun, 0, 1},
        {"sun_azimuth_deg", TR_SETTING_NUMBER, &c->sun_azimuth_deg, -360, 360},
        {"sun_elevation_deg", TR_SETTING_NUMBER, &c->sun_elevation_deg, -90, 90},
    };
    memcpy(into, all, sizeof all);
}

static tr_setting_list list_view(tr_camera *c, tr_settings *s, tr_setting into[view_count]) {
    const tr_setting of_window[view_count - camera_count] = {
        {"panel", TR_SETTING_FLAG, &s->panel, 0, 1},
        {"rotating", TR_SETTING_FLAG, &s->rotating, 0, 1},
        {"time_rate", TR_SETTING_NUMBER, &s->time_rate, 0, 1000},
        {"clouds", TR_SETTING_FLAG, &s->clouds, 0, 1},
        {"exposure_ev", TR_SETTING_NUMBER, &s->exposure_ev, -16, 16},
        {"quality", TR_SETTING_WHOLE, &s->quality, -1, TR_QUALITY_COUNT - 1},
        {"channel", TR_SETTING_WHOLE, &s->channel, 0, TR_VIEW_CHANNELS - 1},
        {"layout", TR_SETTING_WHOLE, &s->layout, 0, TR_VIEW_LAYOUTS - 1},
        {"grid", TR_SETTING_FLAG, &s->grid, 0, 1},
        {"names", TR_SETTING_FLAG, &s->names, 0, 1},
    };
    list_camera(c, into);
    memcpy(into + camera_count, of_window, sizeof of_window);
    return (tr_setting_list){view_count, into};
}

// The camera as it is saved. The scene's own sun moves with time, so it is not saved with the camera.
static tr_camera kept_camera(const tr_app *app) {
    tr_camera camera = app->camera;
    if (!camera.own_sun)
        camera.sun_azimuth_deg = camera.sun_elevation_deg = 0;
    return camera;
}

// ---- the session -----------------------------------------------------------------------------------

static void refresh_recent(tr_files *files) {
    files->recent_count = files->has_folder ? tr_recent_list(files->folder, files->session, files->recent) : 0;
}

bool tr_files_begin(tr_app *app, bool restore) {
    tr_files *files = &app->files;
    tr_error error = {0};
    files->due = 0;
    files->has_chooser = tr_chooser_is_there();
    files->has_folder = tr_state_folder(files->folder);
    if (!files->has_folder) {
        tr_message_say(
            &app->message,
            "Nothing can be restored after a crash: no folder for it was found (on Linux: set HOME)");
        return false;
    }
    if (tr_session_begin(files->folder, restore, &files->session, &error) != TR_OK) {
        files->has_folder = false;
        tr_message_say(&app->message, "Nothing can be restored after a crash: %s", error.message);
        return false;
    }
    const char *left = tr_session_left(files->session);
    if (left && tr_session_read(left, &app->document, &app->thumbnails.history, &error) != TR_OK) {
        tr_session_end(files->session); // the session stays on disk for a version that can read it
        files->session = NULL;
        left = NULL;
        tr_message_say(&app->message, "The last session cannot be restored: %s", error.message);
        tr_session_begin(files->folder, false, &files->session, NULL);
    }
    tr_stars_read(files->folder, &app->thumbnails.history, &app->document.files, &files->stars);
    refresh_recent(files);
    return left != NULL;
}

void tr_files_restore_view(tr_app *app) {
    tr_setting into[view_count];
    const tr_setting_list view = list_view(&app->camera, &app->settings, into);
    tr_session_read_view(tr_session_left(app->files.session), &view);
    app->camera.looked = false;
}

// Lists the settings that a picture stores: camera, sun and time, but not the panel.
static tr_setting_list list_picture(tr_camera *camera, double *time_h, tr_setting into[camera_count + 1]) {
    list_camera(camera, into);
    into[camera_count] = (tr_setting){"time_h", TR_SETTING_NUMBER, time_h, -1e9, 1e9};
    return (tr_setting_list){camera_count + 1, into};
}

static char *text_of(const tr_recipe *recipe, tr_camera camera, double time_h) {
    tr_setting into[camera_count + 1];
    char *json = NULL, *text = NULL;
    const tr_setting_list view = list_picture(&camera, &time_h, into);
    if (tr_recipe_to_json(recipe, false, &json, NULL) == TR_OK)
        tr_view_add(json, &view, &text, NULL);
    tr_free(json);
    return text;
}

char *tr_files_text_of_picture(const tr_app *app) {
    return text_of(tr_document_recipe(&app->document), kept_camera(app), app->document.scene->time_h);
}

char *tr_files_text_of_view(const tr_recipe *recipe, const tr_view *view, double time_h) {
    const double *sun = view->sun, up = fmax(-1, fmin(1, sun[1])), degrees = 180 / TR_PI;
    const bool own_sun = sun[0] != 0 || sun[1] != 0 || sun[2] != 0;
    const tr_camera camera = {.latitude_deg = view->latitude_deg,
                              .longitude_deg = view->longitude_deg,
                              .distance_km = view->distance_km,
                              .look_up_deg = view->look_up_deg,
                              .look_heading_deg = view->look_heading_deg,
                              .own_sun = own_sun,
                              .sun_azimuth_deg = own_sun ? atan2(sun[0], sun[2]) * degrees : 0,
                              .sun_elevation_deg = own_sun ? asin(up) * degrees : 0};
    return text_of(recipe, camera, time_h);
}

void tr_files_take_view(tr_app *app) {
    double time_h = app->document.scene->time_h;
    tr_setting into[camera_count + 1];
    const tr_setting_list view = list_picture(&app->camera, &time_h, into);
    if (!tr_view_find(tr_document_step(&app->document)->text, &view))
        return;
    app->camera.looked = false;
    tr_scene_place(app->document.scene, time_h);
}

// A page shows the planet in its address, and keeps the session for the next visit.
static void tell_page(const tr_document *own) {
    char *link = NULL;
    if (!tr_page_is_there())
        return;
    if (tr_link_write(tr_document_step(own)->text, &link, NULL) == TR_OK) // own maps have none
        tr_page_set_address(link);
    tr_free(link);
    tr_page_keep_state();
}

static bool write_session(tr_app *app, bool ended) {
    tr_files *files = &app->files;
    tr_setting into[view_count];
    tr_error error = {0};
    tr_camera camera = kept_camera(app);
    const tr_setting_list view = list_view(&camera, &app->settings, into);
    files->view = tr_setting_list_hash(&view);
    files->revision = app->document.revision;
    files->step = app->document.step;
    tr_document *own = app->thumbnails.swapped ? app->thumbnails.swapped : &app->document;
    tr_history *history = &app->thumbnails.history;
    files->history = history->changes;
    tr_status status = TR_OK;
    if (files->session)
        status = tr_session_write(files->session, own, &view, history, ended, &error);
    if (files->session && status == TR_OK)
        status = tr_stars_write(files->folder, history, &own->files, &files->stars, &error);
    tell_page(own);
    if (status == TR_OK)
        return false;
    tr_message_complain(&app->message, &error);
    tr_session_end(files->session); // report it only once
    files->session = NULL;
    return true;
}

// Adds the document's file to the recent files when it changes.
static void note_path(tr_app *app) {
    tr_files *files = &app->files;
    const tr_step *step = tr_document_step(&app->document);
    if (!files->has_folder || !step->path || !step->saved ||
        (files->last_path && strcmp(files->last_path, step->path) == 0))
        return;
    tr_free(files->last_path);
    files->last_path = tr_strdup(step->path);
    tr_recent_add(files->folder, step->path, NULL); // a list that cannot be saved is not an error
    refresh_recent(files);
}

// ---- folders -------------------------------------------------------------------------------------

// Folders that no longer exist are forgotten.
static const char *existing(char folder[TR_STATE_PATH_BYTES]) {
    if (!tr_path_root(folder) || !tr_path_is_folder(folder))
        folder[0] = 0;
    return folder;
}

void tr_files_find_folders(tr_app *app, const char *asked) {
    tr_folders *last = &app->files.chosen_folders;
    char here[TR_LISTING_PATH_BYTES] = "", started[TR_LISTING_PATH_BYTES], documents[TR_LISTING_PATH_BYTES],
         pictures[TR_LISTING_PATH_BYTES];
    if (asked && !tr_path_within(".", asked, here))
        snprintf(here, sizeof here, "%s", asked); // a path that is too long is reported when it is used
    app->files.is_folder_asked = here[0] != 0;
    tr_user_folder(TR_USER_DOCUMENTS, documents);
    tr_user_folder(TR_USER_PICTURES, pictures);
    if (tr_page_exports())
        snprintf(started, sizeof started, "%s", tr_page_exports());
    else if (!tr_path_within(".", ".", started) || !tr_path_may_write(started))
        memcpy(started, documents, sizeof started); // as a menu of the desktop may start the program
    const struct {
        char *folder, *last, *usual;
    } folders[] = {{app->files.worlds, last->worlds, documents},
                   {app->output.directory, last->exports, started},
                   {app->output.pictures, last->pictures, pictures}};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++)
        snprintf(folders[i].folder, TR_LISTING_PATH_BYTES, "%s",
                 here[0]                        ? here
                 : existing(folders[i].last)[0] ? folders[i].last
                                                : folders[i].usual);
}

void tr_files_note_world(tr_app *app, const char *path) {
    tr_files *files = &app->files;
    char folder[TR_LISTING_PATH_BYTES];
    tr_path_folder(path, folder);
    if (!tr_path_root(folder))
        return;
    memcpy(files->worlds, folder, sizeof folder);
    memcpy(files->chosen_folders.worlds, folder, sizeof folder);
    if (!files->is_folder_asked && !files->chosen_folders.exports[0] && !tr_page_exports())
        memcpy(app->output.directory, folder, sizeof folder);
}

// ---- names ---------------------------------------------------------------------------------------

static bool has_type_and_seed_of(const tr_recipe *a, const tr_recipe *b) {
    return a->seed == b->seed && strcmp(a->type, b->type) == 0;
}

// Whether a recipe is that of a planet of the document as its file has it.
static bool is_in_file(const tr_app *app, int planet, const tr_recipe *recipe) {
    const tr_document *document = &app->document;
    const char *path = tr_document_step(document)->path;
    const tr_world world = {
        .name = path, .file_count = document->files.count, .files = document->files.list, .partial = true};
    tr_scene scene = {0};
    bool found = false;
    if (path && tr_world_load(&world, &scene, NULL) == TR_OK)
        for (int i = 0; i < scene.planet_count; i++)
            found = found || ((scene.planet_count == 1 ||
                               strcmp(scene.planets[i].name, document->scene->planets[planet].name) == 0) &&
                              tr_recipe_equal(scene.planets[i].recipe, recipe));
    tr_scene_clear(&scene);
    return found;
}

// Whether the recipe of a set is one that a planet of the document has or had.
static bool is_own(const tr_app *app, int planet, const char *stem, const tr_recipe *there) {
    const tr_recipe *recipe = app->document.scene->planets[planet].recipe;
    return tr_recipe_equal(there, recipe) ||
           (has_type_and_seed_of(there, recipe) &&
            (tr_file_output_has_written(&app->output, there, stem) || is_in_file(app, planet, there)));
}

bool tr_files_hold_another_set(const tr_app *app, int planet, const char *stem, char what[TR_OTHER_SET_BYTES]) {
    char *json = NULL;
    tr_scene scene = {0};
    bool another = false;
    tr_export_recipe_there(app->output.directory, stem, &json, NULL); // the export reports what it cannot read
    const tr_world world = {.name = "set", .text = json};
    if (json && tr_world_load(&world, &scene, NULL) == TR_OK) {
        const tr_recipe *there = scene.planets[0].recipe;
        const bool edited = has_type_and_seed_of(there, app->document.scene->planets[planet].recipe);
        another = !is_own(app, planet, stem, there);
        snprintf(what, TR_OTHER_SET_BYTES, "%s%s%sseed %llu%s", edited ? "" : "another planet: ", there->type,
                 there->type[0] ? ", " : "", (unsigned long long)there->seed,
                 edited ? ", with other settings" : "");
    }
    tr_scene_clear(&scene);
    tr_free(json);
    return another;
}

void tr_files_set_stem(const tr_app *app, char stem[TR_STEM_BYTES]) {
    tr_set_stem(app->document.scene, app->document.target,
                tr_given_name_of(&app->output.name, tr_document_recipe(&app->document)),
                tr_document_step(&app->document)->path, stem, NULL);
}

tr_status tr_files_picture_stem(const tr_app *app, char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    snprintf(stem, TR_STEM_BYTES, "%s", tr_given_name_of(&app->output.picture_name, planet->recipe));
    return stem[0] ? TR_OK : tr_planet_stem(planet, stem, error);
}

// Whether a file has another planet than the document.
static bool has_another(const tr_app *app, const char *path) {
    const tr_world world = {.name = path};
    tr_scene scene = {0};
    const bool another = tr_path_exists(path) &&
                         (tr_world_load(&world, &scene, NULL) != TR_OK ||
                          !tr_recipe_equal(scene.planets[0].recipe, tr_document_first(&app->document)->recipe));
    tr_scene_clear(&scene);
    return another;
}

void tr_files_suggest(const tr_app *app, char path[TR_LISTING_PATH_BYTES]) {
    const char *own = tr_document_step(&app->document)->path, *folder = app->files.worlds;
    const tr_scene_planet *planet = tr_document_first(&app->document);
    const char *given = tr_given_name_of(&app->output.name, planet->recipe);
    char stem[TR_STEM_BYTES];
    if (own || app->files.chosen[0]) {
        snprintf(path, TR_LISTING_PATH_BYTES, "%s", app->files.chosen[0] ? app->files.chosen : own);
        return;
    }
    tr_planet_plain_stem(planet, stem);
    if (given[0])
        snprintf(stem, sizeof stem, "%s", given);
    const int length = snprintf(path, TR_LISTING_PATH_BYTES, "%s/%s.json", folder, stem);
    if (length >= TR_LISTING_PATH_BYTES || has_another(app, path))
        tr_file_output_free_name(folder, stem, ".json", NULL, path, TR_LISTING_PATH_BYTES);
}

bool tr_files_browse(tr_app *app, tr_chooser_purpose purpose) {
    tr_files *files = &app->files;
    const char *const folders[] = {[TR_CHOOSES_WORLD] = files->worlds,
                                   [TR_CHOOSES_MAP] = files->worlds,
                                   [TR_CHOOSES_NAME] = "",
                                   [TR_CHOOSES_EXPORT_FOLDER] = app->output.directory,
                                   [TR_CHOOSES_PICTURE_FOLDER] = app->output.pictures};
    char suggested[TR_LISTING_PATH_BYTES + 1];
    if (purpose == TR_CHOOSES_NAME)
        tr_files_suggest(app, suggested);
    else
        snprintf(suggested, sizeof suggested, "%s/", folders[purpose]);
    files->has_chooser =
        files->has_chooser && tr_chooser_start(&files->chooser, purpose, suggested, app->window.handle);
    return files->has_chooser;
}

bool tr_files_poll(tr_app *app, double now) {
    tr_files *files = &app->files;
    tr_setting into[view_count];
    if (app->thumbnails.swapped) // the pinned planet is shown in place of the document
        return false;
    note_path(app);
    if (!files->session)
        return false;
    tr_camera camera = kept_camera(app);
    const tr_setting_list view = list_view(&camera, &app->settings, into);
    if (app->document.revision != files->revision || app->document.step != files->step ||
        app->thumbnails.history.changes != files->history)
        files->due = fmin(files->due, now + edit_pause_s);
    else if (tr_setting_list_hash(&view) != files->view)
        files->due = fmin(files->due, now + view_pause_s);
    if (now < files->due)
        return false;
    files->due = INFINITY;
    return write_session(app, false);
}

double tr_files_due(const tr_app *app) {
    if (app->files.chooser.box)
        return glfwGetTime() + answer_pause_s;
    return fmin(app->files.session ? app->files.due : INFINITY,
                tr_file_watch_due(&app->files.watch, &app->document));
}

void tr_files_end(tr_app *app, bool ended) {
    if (app->schedule.frames > 0) // otherwise no window opened, and nothing was done
        write_session(app, ended);
    tr_session_end(app->files.session);
    tr_file_watch_end(&app->files.watch);
    tr_chooser_end(&app->files.chooser);
    tr_free(app->files.last_path);
    app->files = (tr_files){0};
}
