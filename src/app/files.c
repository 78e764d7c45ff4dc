#include "app/private/files.h"

#include "app/private/state.h"
#include "base/memory.h"
#include "export/export.h"
#include "scene/load.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const double edit_pause_s = 1.5, view_pause_s = 10, answer_pause_s = 0.1;

// ---- the view --------------------------------------------------------------------------------------

// The names of the numbers in tr_files_view, in the same order.
static const char *const names[] = {
    "latitude_deg",
    "longitude_deg",
    "distance_km",
    "look_up_deg",
    "look_heading_deg",
    "own_sun",
    "sun_azimuth_deg",
    "sun_elevation_deg",
    "panel",
    "rotating",
    "time_rate",
    "clouds",
    "exposure_ev",
    "quality",
    "channel",
    "layout",
    "grid",
};
enum { number_count = sizeof names / sizeof names[0] };

static void gather(const tr_app *app, double numbers[TR_KEPT_NUMBERS]) {
    const tr_camera *c = &app->camera;
    const tr_settings *s = &app->settings;
    const double all[] = {c->latitude_deg,
                          c->longitude_deg,
                          c->distance_km,
                          c->look_up_deg,
                          c->look_heading_deg,
                          c->own_sun,
                          c->own_sun ? c->sun_azimuth_deg : 0,
                          c->own_sun ? c->sun_elevation_deg : 0,
                          s->panel,
                          s->rotating,
                          s->time_rate,
                          s->clouds,
                          s->exposure_ev,
                          s->quality,
                          s->channel,
                          s->layout,
                          s->grid};
    memset(numbers, 0, TR_KEPT_NUMBERS * sizeof *numbers);
    memcpy(numbers, all, sizeof all);
}

// Limits a number from a file, which may have any value.
static double within(double value, double low, double high) { return fmax(low, fmin(high, value)); }

static void scatter(tr_app *app, const double n[TR_KEPT_NUMBERS]) {
    tr_settings *s = &app->settings;
    app->camera = (tr_camera){.latitude_deg = within(n[0], -90, 90),
                              .longitude_deg = remainder(n[1], 360),
                              .distance_km = within(n[2], 1e-3, 1e12),
                              .look_up_deg = within(n[3], -180, 180),
                              .look_heading_deg = remainder(n[4], 360),
                              .own_sun = n[5] != 0,
                              .sun_azimuth_deg = remainder(n[6], 360),
                              .sun_elevation_deg = within(n[7], -90, 90)};
    s->panel = n[8] != 0;
    s->rotating = n[9] != 0;
    s->time_rate = within(n[10], 0, 100);
    s->clouds = n[11] != 0;
    s->exposure_ev = within(n[12], -16, 16);
    s->quality = (int)within(n[13], -1, TR_QUALITY_COUNT - 1);
    s->channel = (tr_view_channel)within(n[14], 0, TR_VIEW_CHANNELS - 1);
    s->layout = (tr_view_layout)within(n[15], 0, TR_VIEW_LAYOUTS - 1);
    s->grid = n[16] != 0;
}

static tr_session_view view_of(double numbers[TR_KEPT_NUMBERS], tr_session_number into[TR_KEPT_NUMBERS]) {
    for (int i = 0; i < number_count; i++)
        into[i] = (tr_session_number){names[i], &numbers[i]};
    return (tr_session_view){number_count, into};
}

// ---- the session -----------------------------------------------------------------------------------

static void refresh_recent(tr_files *files) {
    files->recent_count = files->has_folder ? tr_recent_list(files->folder, files->session, files->recent) : 0;
}

bool tr_files_begin(tr_app *app, bool restore) {
    tr_files *files = &app->files;
    tr_session_number into[TR_KEPT_NUMBERS];
    tr_error error = {0};
    files->due = 0;
    files->has_chooser = tr_chooser_is_there();
    files->has_folder = tr_state_folder(files->folder);
    if (!files->has_folder) {
        tr_message_say(&app->message,
                       "Nothing can be restored after a crash: neither XDG_STATE_HOME nor HOME is a folder");
        return false;
    }
    if (tr_session_begin(files->folder, restore, &files->session, &error) != TR_OK) {
        files->has_folder = false;
        tr_message_say(&app->message, "Nothing can be restored after a crash: %s", error.message);
        return false;
    }
    const char *left = tr_session_left(files->session);
    for (int i = 0; i < number_count; i++)
        files->view[i] = NAN;
    const tr_session_view view = view_of(files->view, into);
    if (left && tr_session_read(left, &app->document, &view, &app->thumbnails.history, &error) != TR_OK) {
        tr_session_end(files->session); // the session stays on disk for a version that can read it
        files->session = NULL;
        left = NULL;
        tr_message_say(&app->message, "The last session cannot be restored: %s", error.message);
        tr_session_begin(files->folder, false, &files->session, NULL);
    }
    tr_stars_read(files->folder, &app->thumbnails.history, &files->stars);
    refresh_recent(files);
    return left != NULL;
}

void tr_files_restore_view(tr_app *app) {
    double now[TR_KEPT_NUMBERS];
    gather(app, now);
    for (int i = 0; i < number_count; i++)
        if (isfinite(app->files.view[i]))
            now[i] = app->files.view[i];
    scatter(app, now);
}

// The part of the view that a picture restores: camera, sun and time, not the panel.
static tr_session_view view_of_picture(double numbers[TR_KEPT_NUMBERS], double *time_h,
                                       tr_session_number into[TR_KEPT_NUMBERS]) {
    enum { of_camera = 8 };
    view_of(numbers, into);
    into[of_camera] = (tr_session_number){"time_h", time_h};
    return (tr_session_view){of_camera + 1, into};
}

static char *text_of(const tr_recipe *recipe, double numbers[TR_KEPT_NUMBERS], double time_h) {
    tr_session_number into[TR_KEPT_NUMBERS];
    char *json = NULL, *text = NULL;
    const tr_session_view view = view_of_picture(numbers, &time_h, into);
    if (tr_recipe_to_json(recipe, false, &json, NULL) == TR_OK)
        tr_view_add(json, &view, &text, NULL);
    tr_free(json);
    return text;
}

char *tr_files_text_of_picture(const tr_app *app) {
    double numbers[TR_KEPT_NUMBERS];
    gather(app, numbers);
    return text_of(tr_document_recipe(&app->document), numbers, app->document.scene->time_h);
}

char *tr_files_text_of_view(const tr_recipe *recipe, const tr_view *view, double time_h) {
    const double *sun = view->sun, up = fmax(-1, fmin(1, sun[1])), degrees = 180 / TR_PI;
    const bool own_sun = sun[0] != 0 || sun[1] != 0 || sun[2] != 0;
    double numbers[TR_KEPT_NUMBERS] = {view->latitude_deg,
                                       view->longitude_deg,
                                       view->distance_km,
                                       view->look_up_deg,
                                       view->look_heading_deg,
                                       own_sun,
                                       own_sun ? atan2(sun[0], sun[2]) * degrees : 0,
                                       own_sun ? asin(up) * degrees : 0};
    return text_of(recipe, numbers, time_h);
}

void tr_files_take_view(tr_app *app) {
    double numbers[TR_KEPT_NUMBERS], time_h = app->document.scene->time_h;
    tr_session_number into[TR_KEPT_NUMBERS];
    gather(app, numbers);
    const tr_session_view view = view_of_picture(numbers, &time_h, into);
    if (!tr_view_find(tr_document_step(&app->document)->text, &view))
        return;
    scatter(app, numbers);
    tr_scene_place(app->document.scene, within(time_h, -1e9, 1e9));
}

static bool write_session(tr_app *app, bool ended) {
    tr_files *files = &app->files;
    tr_session_number into[TR_KEPT_NUMBERS];
    tr_error error = {0};
    gather(app, files->view);
    const tr_session_view view = view_of(files->view, into);
    files->revision = app->document.revision;
    files->step = app->document.step;
    const tr_document *own = app->thumbnails.swapped ? app->thumbnails.swapped : &app->document;
    tr_history *history = &app->thumbnails.history;
    files->history = history->changes;
    tr_status status = TR_OK;
    if (files->session)
        status = tr_session_write(files->session, own, &view, history, ended, &error);
    if (files->session && status == TR_OK)
        status = tr_stars_write(files->folder, history, &files->stars, &error);
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
    tr_recent_add(files->folder, step->path, NULL); // failing to keep the list is no error
    refresh_recent(files);
}

// ---- folders -------------------------------------------------------------------------------------

void tr_files_find_folders(tr_app *app, const char *asked) {
    tr_files *files = &app->files;
    tr_folders last = {0};
    char here[TR_LISTING_PATH_BYTES] = "", documents[TR_LISTING_PATH_BYTES], pictures[TR_LISTING_PATH_BYTES];
    if (files->has_folder)
        tr_folders_read(files->folder, &last);
    if (asked && !tr_path_within(".", asked, here))
        snprintf(here, sizeof here, "%s", asked); // a path that is too long is reported when it is used
    tr_user_folder("DOCUMENTS", documents);
    tr_user_folder("PICTURES", pictures);
    const char *first = here[0] ? here : documents;
    files->folders = last;
    if (here[0] || !last.worlds[0])
        snprintf(files->folders.worlds, sizeof files->folders.worlds, "%s", first);
    snprintf(app->output.directory, sizeof app->output.directory, "%s",
             !here[0] && last.exports[0] ? last.exports : first);
    snprintf(app->output.pictures, sizeof app->output.pictures, "%s",
             here[0]            ? here
             : last.pictures[0] ? last.pictures
                                : pictures);
    snprintf(files->folders.exports, sizeof files->folders.exports, "%s", app->output.directory);
    snprintf(files->folders.pictures, sizeof files->folders.pictures, "%s", app->output.pictures);
}

static void keep_folders(const tr_app *app) {
    if (app->files.has_folder)
        tr_folders_write(app->files.folder, &app->files.folders, NULL); // failing to keep the folders is no
                                                                        // error
}

void tr_files_note_world(tr_app *app, const char *path) {
    char folder[TR_LISTING_PATH_BYTES];
    tr_path_folder(path, folder);
    if (folder[0] != '/' || strcmp(folder, app->files.folders.worlds) == 0)
        return;
    snprintf(app->files.folders.worlds, sizeof app->files.folders.worlds, "%s", folder);
    keep_folders(app);
}

// Notes folders of exports and pictures that the user has chosen.
static void note_folders(tr_app *app) {
    tr_folders *folders = &app->files.folders;
    if (strcmp(folders->exports, app->output.directory) == 0 &&
        strcmp(folders->pictures, app->output.pictures) == 0)
        return;
    snprintf(folders->exports, sizeof folders->exports, "%s", app->output.directory);
    snprintf(folders->pictures, sizeof folders->pictures, "%s", app->output.pictures);
    keep_folders(app);
}

// ---- names ---------------------------------------------------------------------------------------

// That of the file that it is saved in; "": it has none, or shares it with other planets.
static void saved_stem(const tr_app *app, char stem[TR_STEM_BYTES]) {
    const char *path = tr_document_step(&app->document)->path, *name = "";
    const size_t length = path ? tr_path_stem(path, &name) : 0;
    const bool fits = length < TR_STEM_BYTES && app->document.scene->planet_count == 1;
    snprintf(stem, TR_STEM_BYTES, "%.*s", fits ? (int)length : 0, name);
}

bool tr_files_are_called(const tr_app *app, const char *stem) {
    char saved[TR_STEM_BYTES];
    const tr_given_name *name = &app->output.name;
    saved_stem(app, saved);
    return strcmp(saved, stem) == 0 ||
           (name->written && strcmp(tr_given_name_of(name, tr_document_recipe(&app->document)), stem) == 0);
}

static bool is_another(const tr_world *world, const tr_recipe *recipe, bool is_own,
                       char what[TR_TYPE_SEED_BYTES]) {
    tr_scene scene = {0};
    bool same = false;
    if (tr_world_load(world, &scene, NULL) == TR_OK && scene.planet_count > 0) {
        const tr_recipe *there = scene.planets[0].recipe;
        same = tr_recipe_equal(there, recipe) ||
               (is_own && there->seed == recipe->seed && strcmp(there->type, recipe->type) == 0);
        snprintf(what, TR_TYPE_SEED_BYTES, "%s%sseed %llu", there->type, there->type[0] ? ", " : "",
                 (unsigned long long)there->seed);
    }
    tr_scene_clear(&scene);
    return !same;
}

bool tr_files_hold_another(const char *folder, const char *stem, bool is_set, const tr_recipe *recipe,
                           bool is_own, char what[TR_TYPE_SEED_BYTES]) {
    char path[TR_LISTING_PATH_BYTES + TR_STEM_BYTES + 8], *json = NULL;
    what[0] = 0;
    if (is_set && tr_export_recipe_there(folder, stem, &json, NULL) != TR_OK)
        return true;
    snprintf(path, sizeof path, "%s/%s.json", folder, stem);
    if (is_set ? !json : access(path, F_OK) != 0)
        return false;
    const tr_world world = {.name = is_set ? "set" : path, .text = json};
    const bool another = is_another(&world, recipe, is_own, what);
    tr_free(json);
    return another;
}

void tr_files_stem(const tr_app *app, const char *folder, bool is_set, char stem[TR_STEM_BYTES]) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    char saved[TR_STEM_BYTES], what[TR_TYPE_SEED_BYTES];
    snprintf(stem, TR_STEM_BYTES, "%s", tr_given_name_of(&app->output.name, planet->recipe));
    if (stem[0] || tr_planet_plain_stem(planet, stem))
        return;
    saved_stem(app, saved);
    if (saved[0])
        memcpy(stem, saved, sizeof saved);
    else if (tr_files_hold_another(folder, stem, is_set, planet->recipe, false, what))
        tr_planet_stem(planet, stem, NULL); // without memory it stays as it is
}

tr_status tr_files_picture_stem(const tr_app *app, char stem[TR_STEM_BYTES], tr_error *error) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    snprintf(stem, TR_STEM_BYTES, "%s", tr_given_name_of(&app->output.picture_name, planet->recipe));
    return stem[0] ? TR_OK : tr_planet_stem(planet, stem, error);
}

void tr_files_suggest(const tr_app *app, char path[TR_LISTING_PATH_BYTES]) {
    const char *own = tr_document_step(&app->document)->path;
    const tr_recipe *recipe = tr_document_recipe(&app->document);
    char stem[TR_STEM_BYTES], what[TR_TYPE_SEED_BYTES];
    if (own || app->files.chosen[0]) {
        snprintf(path, TR_LISTING_PATH_BYTES, "%s", app->files.chosen[0] ? app->files.chosen : own);
        return;
    }
    const char *folder = app->files.folders.worlds;
    tr_files_stem(app, folder, false, stem);
    const int length = snprintf(path, TR_LISTING_PATH_BYTES, "%s/%s.json", folder, stem);
    if (length >= TR_LISTING_PATH_BYTES || tr_files_hold_another(folder, stem, false, recipe, false, what))
        tr_file_output_free_name(folder, stem, ".json", NULL, path, TR_LISTING_PATH_BYTES);
}

bool tr_files_poll(tr_app *app, double now) {
    tr_files *files = &app->files;
    double view[TR_KEPT_NUMBERS];
    if (app->thumbnails.swapped) // the pinned planet is shown in place of the document
        return false;
    note_path(app);
    note_folders(app);
    if (!files->session)
        return false;
    gather(app, view);
    bool moved = false;
    for (int i = 0; i < TR_KEPT_NUMBERS; i++)
        moved = moved || view[i] != files->view[i];
    if (app->document.revision != files->revision || app->document.step != files->step ||
        app->thumbnails.history.changes != files->history)
        files->due = fmin(files->due, now + edit_pause_s);
    else if (moved)
        files->due = fmin(files->due, now + view_pause_s);
    if (now < files->due)
        return false;
    files->due = INFINITY;
    return write_session(app, false);
}

double tr_files_due(const tr_app *app) {
    if (app->files.chooser.process)
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
