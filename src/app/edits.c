#include "app/private/actions.h"

#include "editor/number.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

double tr_act_ground_km(const tr_app *app) {
    const tr_renderer *renderer = app->viewport.renderer;
    const double beside = tr_compare_shows(app) ? tr_renderer_bounding_radius(renderer, TR_BESIDE) : 1;
    return fmax(tr_renderer_bounding_radius(renderer, app->document.target), beside) *
           tr_app_recipe(app)->radius_km;
}

void tr_act_keep_outside(tr_app *app) { tr_camera_clamp(&app->camera, tr_act_ground_km(app)); }

void tr_act_show_title(const tr_app *app) {
    char title[TR_TITLE_BYTES];
    tr_document_title(&app->document, title);
    glfwSetWindowTitle(app->window.handle, title);
}

// ---- after changes of the document ---------------------------------------------------------------

tr_error *tr_act_begin(tr_app *app) {
    app->edit = (tr_edit){.radii = app->camera.distance_km / tr_app_recipe(app)->radius_km};
    return &app->edit.error;
}

// Another type or seed must never be shown with the old picture. Other edits show the old picture until the new
// maps arrive.
static bool is_another(const tr_app *app) {
    const tr_document *document = &app->document;
    const tr_recipe *shown = app->viewport.shown[document->target], *recipe = tr_app_recipe(app);
    return document->remade || (document->changed[document->target] && shown &&
                                (shown->seed != recipe->seed || strcmp(shown->type, recipe->type) != 0));
}

void tr_act_show_still(tr_app *app, uint64_t key) {
    const tr_document *document = &app->document;
    if (key == 0)
        key = tr_history_key(tr_document_step(document)->text, document->target);
    const tr_thumbnail_texture *picture = tr_thumbnail_cache_find(&app->thumbnails.pictures, key);
    tr_fade_want_from(&app->fade, app->viewport.edits[document->target], picture ? picture->texture : 0);
}

// If the same planet is now part of another scene, its last picture stays until its maps arrive.
static void show_another(tr_app *app) {
    if (app->document.kept_target)
        tr_fade_want(&app->fade, app->viewport.edits[app->document.target], true);
    else
        tr_act_show_still(app, 0);
}

void tr_act_show_changes(tr_app *app) {
    tr_document *document = &app->document;
    const bool another = is_another(app);
    if (document->remade) {
        if (!document->kept_target)
            tr_brush_drop(&app->paint); // its points are of the planet before
        tr_error error = {0};
        if (tr_viewport_begin_again(&app->viewport, document->scene, document->target, glfwGetTime(), &error) !=
            TR_OK)
            tr_message_complain(&app->message, &error);
        tr_live_set_target(app->viewport.live, document->target);
        if (!document->kept_target) {
            tr_camera_reset(&app->camera, tr_app_recipe(app), document->scene->planet_count == 1);
            tr_camera_face_day(&app->camera, document->scene, document->target);
        }
    } else {
        app->viewport.kept_size = document->kept_size;
        for (int i = 0; i < document->scene->planet_count; i++)
            if (document->changed[i])
                tr_viewport_edit(&app->viewport, i, document->scene->planets[i].recipe, glfwGetTime());
        if (!document->kept_size)
            app->camera.distance_km = app->edit.radii * tr_app_recipe(app)->radius_km;
        tr_act_keep_outside(app);
    }
    if (another)
        show_another(app);
    app->replacing = (tr_replacing){0}; // it was asked about the document before
    document->remade = false;
    memset(document->changed, 0, sizeof document->changed);
    tr_act_show_title(app);
}

bool tr_act_finish(tr_app *app, tr_status status) {
    if (status != TR_OK)
        tr_message_complain(&app->message, &app->edit.error);
    else
        tr_act_show_changes(app);
    return status == TR_OK;
}

// ---- queries ----------------------------------------------------------------------------------------

void tr_act_ask_to_replace(tr_app *app, tr_dialog dialog, const char *path, const char *format, ...) {
    va_list arguments;
    app->replacing = (tr_replacing){.dialog = dialog};
    snprintf(app->replacing.path, sizeof app->replacing.path, "%s", path);
    va_start(arguments, format);
    vsnprintf(app->replacing.text, sizeof app->replacing.text, format, arguments);
    va_end(arguments);
}

// ---- limits and errors of fields --------------------------------------------------------------------

void tr_act_say_limit(tr_app *app, const tr_camera *camera, double clicks) {
    const int limit = tr_camera_limit(camera, tr_act_ground_km(app));
    char height[TR_DISTANCE_BYTES];
    tr_distance_text(camera->distance_km - tr_app_recipe(app)->radius_km, height);
    if (limit < 0 && clicks > 0)
        tr_message_say(&app->message, "Lowest altitude: %s", height);
    if (limit > 0 && clicks < 0)
        tr_message_say(&app->message, "Highest altitude: %s", height);
}

static void remove_wrong(tr_app *app, int at) {
    app->wrong_count--;
    memmove(&app->wrongs[at], &app->wrongs[at + 1], sizeof *app->wrongs * (size_t)(app->wrong_count - at));
}

void tr_act_forget_sheets(tr_app *app) {
    for (int i = app->wrong_count - 1; i >= 0; i--)
        if (app->wrongs[i].dialog != TR_DIALOG_NONE && app->wrongs[i].dialog != app->settings.dialog)
            remove_wrong(app, i);
}

void tr_act_reject_field(tr_app *app, const char *field, const tr_error *error) {
    static const char *const of_sheets[] = {"open", "save", "export", "picture", "folder"};
    bool of_dialog = false;
    for (size_t i = 0; i < sizeof of_sheets / sizeof of_sheets[0]; i++)
        of_dialog = of_dialog || strcmp(field, of_sheets[i]) == 0;
    tr_act_accept_field(app, field);
    if (app->wrong_count == TR_MOST_WRONG)
        remove_wrong(app, 0); // the list is full: removes the oldest
    tr_field_error *wrong = &app->wrongs[app->wrong_count++];
    wrong->dialog = of_dialog ? app->settings.dialog : TR_DIALOG_NONE;
    snprintf(wrong->field, sizeof wrong->field, "%s", field);
    tr_message_of_error(error, wrong->text, sizeof wrong->text);
    tr_message_complain(&app->message, error);
}

void tr_act_note_outcome(tr_app *app, tr_dialog dialog, uint64_t reported) {
    if (app->message.number == reported)
        return;
    app->outcomes[dialog].is_error = app->message.is_error;
    memcpy(app->outcomes[dialog].text, app->message.text, sizeof app->message.text);
}

void tr_act_accept_field(tr_app *app, const char *field) {
    for (int i = app->wrong_count - 1; i >= 0; i--)
        if (strcmp(app->wrongs[i].field, field) == 0)
            remove_wrong(app, i);
}

void tr_act_set_folder(tr_app *app, char folder[TR_LISTING_PATH_BYTES], char chosen[TR_LISTING_PATH_BYTES],
                       tr_user_folder_kind usual, const char *text, const char *field) {
    tr_error error = {0};
    char path[TR_LISTING_PATH_BYTES], base[TR_LISTING_PATH_BYTES];
    tr_user_folder(usual, base);
    if (!tr_path_within(base, text, path)) {
        tr_fail(&error, TR_BAD_INPUT, "the path of a folder can have at most %d bytes",
                TR_LISTING_PATH_BYTES - 1);
        tr_act_reject_field(app, field, &error);
        return;
    }
    memcpy(folder, path, sizeof path);
    memcpy(chosen, path, sizeof path);
    tr_act_accept_field(app, field);
}
