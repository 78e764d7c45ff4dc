#include "app/private/actions.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

void tr_opening_drop(tr_opening *opening) {
    tr_free(opening->text);
    *opening = (tr_opening){0};
}

tr_status tr_act_load(tr_app *app, const tr_world *world, const char *what, int target, uint64_t key,
                      tr_error *error) {
    tr_document *document = &app->document;
    tr_act_begin(app);
    const tr_status status = tr_document_load(document, world, what, error);
    if (status != TR_OK)
        return status;
    if (target >= 0 && target < document->scene->planet_count && target != document->target)
        tr_document_set_target(document, target);
    tr_file_output_forget(&app->output);
    tr_brush_drop(&app->paint);
    tr_act_show_changes(app);
    tr_live_set_target(app->viewport.live, document->target);
    tr_act_show_still(app, key); // also for a variation of the same planet
    return TR_OK;
}

// ---- worlds ----------------------------------------------------------------------------------------

static bool is_session(const tr_app *app, const tr_opening *opening) {
    for (int i = 0; opening->kind == TR_OPENS_NAME && i < app->files.recent_count; i++)
        if (app->files.recent[i].session && strcmp(app->files.recent[i].path, opening->text) == 0)
            return true;
    return false;
}

// path: buffer for the path of a file. A name without such a file is a type or a share link; loading it reports
// errors.
static tr_world world_of(const tr_app *app, const tr_opening *opening, char path[TR_LISTING_PATH_BYTES]) {
    const char *text = opening->text;
    const tr_shared_files *files = &app->document.files;
    path[0] = 0;
    if (opening->kind == TR_OPENS_ITEM || (opening->kind == TR_OPENS_COPY && text[0] == '{'))
        return (tr_world){.name = "world", .text = text};
    if (opening->kind == TR_OPENS_NAME && tr_path_within(app->files.worlds, text, path) && tr_path_exists(path))
        return (tr_world){.name = path, .file_count = files->count, .files = files->list};
    path[0] = 0;
    return (tr_world){.name = text};
}

static tr_status open_session(tr_app *app, const char *path, uint64_t key, tr_error *error) {
    tr_document left = {0};
    tr_status status = tr_session_read(path, &left, &app->thumbnails.history, error);
    if (status == TR_OK) {
        const tr_world world = tr_document_world(&left, tr_document_step(&left)->text);
        status = tr_act_load(app, &world, "Restore", left.target, key, error);
    }
    tr_document_close(&left);
    return status;
}

static tr_status load(tr_app *app, const tr_opening *opening, char path[TR_LISTING_PATH_BYTES],
                      tr_error *error) {
    static const char *const steps[] = {[TR_OPENS_NAME] = "Open",
                                        [TR_OPENS_COPY] = "Paste",
                                        [TR_OPENS_ITEM] = "Gallery",
                                        [TR_OPENS_SCENE] = "Gallery"};
    path[0] = 0;
    if (is_session(app, opening))
        return open_session(app, opening->text, opening->key, error);
    const tr_world world = world_of(app, opening, path);
    return tr_act_load(app, &world, steps[opening->kind], -1, opening->key, error);
}

static void tell(tr_app *app, const tr_opening *opening) {
    char name[TR_TITLE_BYTES];
    tr_document_name(&app->document, name);
    if (is_session(app, opening))
        tr_message_say(&app->message, "Unsaved work restored");
    else if (opening->kind != TR_OPENS_NAME)
        tr_message_say(&app->message, "%s", opening->kind == TR_OPENS_SCENE ? opening->text : name);
    else if (opening->files > 1)
        tr_message_say(&app->message, "Opened %s, the first of %d files", opening->text, opening->files);
    else
        tr_message_say(&app->message, "Opened %s", opening->text);
    tr_act_tell_missing(app);
}

static void close_all_in_front(tr_app *app, tr_dialog dialog) {
    app->settings.dialog = dialog;
    tr_thumbnail_views_close_gallery(&app->thumbnails);
}

// A text that is not a file may be the name of a type.
static void explain(tr_app *app, const char *text, tr_status status, tr_error *error) {
    const bool is_word = status == TR_BAD_USAGE && !strpbrk(text, "/.:{");
    const char *type = is_word ? tr_finder_type(&app->types, text) : NULL;
    snprintf(app->files.offer, sizeof app->files.offer, "%s", type ? type : "");
    if (!type)
        return;
    *error = (tr_error){0};
    tr_fail(error, TR_BAD_INPUT, "There is no file, planet type or scene '%.60s'; did you mean %s?", text,
            type);
}

static void open_now(tr_app *app, const tr_opening *opening) {
    tr_error error = {0};
    char path[TR_LISTING_PATH_BYTES];
    const bool named = opening->kind == TR_OPENS_NAME, typed = app->settings.dialog == TR_DIALOG_OPEN;
    const tr_status status = load(app, opening, path, &error);
    if (status != TR_OK && typed) {
        explain(app, opening->text, status, &error);
        tr_act_reject_field(app, "open", &error); // the dialog keeps the text
    } else if (status != TR_OK) {
        tr_message_complain(&app->message, &error);
    } else {
        close_all_in_front(app, TR_DIALOG_NONE);
        tr_act_accept_field(app, "open");
        tr_chooser_end(&app->files.chooser);
        if (path[0])
            tr_files_note_world(app, path);
        if (named)
            tr_files_take_view(app);
        tr_act_keep_outside(app);
        tell(app, opening);
    }
}

// ---- the question about unsaved changes ------------------------------------------------------------

// Whether the world can be opened. If not, there is no question about unsaved changes.
static bool can_be_opened(const tr_app *app, const tr_opening *opening) {
    char path[TR_LISTING_PATH_BYTES];
    tr_world world = world_of(app, opening, path);
    tr_scene scene = {0};
    world.partial = true;
    const bool good = is_session(app, opening) || tr_world_load(&world, &scene, NULL) == TR_OK;
    tr_scene_clear(&scene);
    return good;
}

static void ask_or_open(tr_app *app) {
    if (!tr_document_step(&app->document)->saved && can_be_opened(app, &app->waiting))
        app->settings.asks = true;
    else
        tr_act_open_waiting(app);
}

// Computing the SHA-256 of large pictures takes seconds, so it is done in the background before the waiting
// file is opened. False: it is no picture, and names none.
static bool read_maps(tr_app *app) {
    char path[TR_LISTING_PATH_BYTES], *text;
    const tr_world world = world_of(app, &app->waiting, path);
    bool has_maps = path[0] && tr_own_is_image(path);
    if (!has_maps && path[0] && !is_session(app, &app->waiting) &&
        tr_world_text(&world, &text, NULL) == TR_OK) {
        has_maps = strstr(text, "\"maps") != NULL;
        tr_free(text);
    }
    if (has_maps)
        tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_WORLD}, path);
    return has_maps && app->map_reading.work;
}

void tr_act_open(tr_app *app, const tr_opening *opening, const char *text) {
    tr_error error = {0};
    tr_opening own = *opening;
    own.text = tr_strdup(text);
    if (!own.text) {
        tr_fail(&error, TR_NO_MEMORY, "no memory to open another planet");
        tr_message_complain(&app->message, &error);
        return;
    }
    if (own.kind == TR_OPENS_COPY && text[0] != '{')
        own.text[strcspn(own.text, " \t\r\n")] = 0; // a share link has no spaces
    tr_opening_drop(&app->waiting);
    app->waiting = own;
    if (!read_maps(app))
        ask_or_open(app);
}

static void open_read(tr_app *app) {
    tr_error error = {0};
    if (app->waiting.kind == TR_OPENS_NOTHING)
        return;
    if (app->map_reading.is_picture) {
        tr_opening_drop(&app->waiting);
        close_all_in_front(app, TR_DIALOG_NONE);
        tr_act_accept_field(app, "open");
        tr_chooser_end(&app->files.chooser);
        tr_act_take_map(app, TR_OK, &error);
        return;
    }
    if (tr_shared_files_add_all(&app->document.files, &app->map_reading.read, &error) == TR_OK) {
        ask_or_open(app);
        return;
    }
    tr_opening_drop(&app->waiting);
    tr_message_complain(&app->message, &error);
}

bool tr_act_hear_reading(tr_app *app) {
    tr_error error = {0};
    tr_status status;
    if (!tr_map_reading_over(&app->map_reading, &status, &error))
        return false;
    if (status == TR_OK && app->map_reading.wish.purpose == TR_MAP_FOR_WORLD)
        open_read(app);
    else
        tr_act_take_map(app, status, &error);
    tr_map_reading_end(&app->map_reading);
    return true;
}

void tr_act_open_waiting(tr_app *app) {
    tr_opening opening = app->waiting;
    app->waiting = (tr_opening){0};
    app->settings.asks = app->saving = false;
    open_now(app, &opening);
    tr_opening_drop(&opening);
}
