// The commands of own maps: the sheet "What is this map?", and the files of the planet's maps.
#include "app/private/actions.h"
#include "app/private/page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double pause_s = 1; // between two looks at the files

// The planet shows the map as the sheet now describes it; the sheet says what is wrong with it.
static void show(tr_app *app) {
    const uint64_t reported = app->message.number;
    app->outcomes[TR_DIALOG_MAP] = (tr_outcome){0};
    if (!app->map_sheet.path[0])
        return;
    tr_act_finish(app, tr_map_sheet_show(&app->map_sheet, &app->document, tr_act_begin(app)));
    if (app->edit.error.status != TR_OK)
        tr_message_complain(&app->message, &app->edit.error);
    tr_act_note_outcome(app, TR_DIALOG_MAP, reported);
}

void tr_act_end_map(tr_app *app) {
    if (!app->map_sheet.path[0])
        return;
    tr_act_finish(app, tr_document_take_back(&app->document, app->map_sheet.drag_id, tr_act_begin(app)));
    tr_live_drop_preview(app->viewport.live); // it may be decoding the map
    app->map_sheet.path[0] = 0;
}

void tr_act_lift_map(tr_app *app) {
    if (app->map_sheet.path[0]) // a failure is that of the edit that follows, too
        tr_document_take_back(&app->document, app->map_sheet.drag_id, NULL);
}

void tr_act_lay_map(tr_app *app) {
    tr_map_sheet *sheet = &app->map_sheet;
    const bool there = !sheet->edited[0] || tr_recipe_own_map(tr_app_recipe(app), sheet->edited);
    if (sheet->path[0] && there) {
        show(app);
    } else if (sheet->path[0]) { // the planet has lost the map that the sheet is about
        sheet->path[0] = 0;
        app->settings.dialog = TR_DIALOG_NONE;
    }
}

void tr_act_map_kind(tr_app *app, int kind) {
    if (kind < 0 || kind > TR_OWN_CHANNEL)
        return;
    app->map_sheet.kind = (tr_own_kind)kind;
    show(app);
    tr_live_drop_preview(app->viewport.live);
}

void tr_act_map_channel(tr_app *app, const char *name) {
    snprintf(app->map_sheet.channel, sizeof app->map_sheet.channel, "%s", name);
    show(app);
}

void tr_act_map_part(tr_app *app, int is_part) {
    app->map_sheet.is_part = is_part != 0;
    show(app);
}

void tr_act_map_heights(tr_app *app, int heights) {
    app->map_sheet.heights = (tr_map_heights)heights;
    show(app);
}

void tr_act_map_raw(tr_app *app, int raw) {
    if (raw <= TR_OWN_RAW_GUESSED || raw >= TR_OWN_RAW_COUNT)
        return;
    app->map_sheet.raw = (tr_own_raw)raw;
    show(app);
}

void tr_act_map_number(tr_app *app, const tr_command *edit) {
    double *number = tr_map_sheet_number(&app->map_sheet, edit->path);
    if (!number || *number == edit->x)
        return;
    *number = edit->x;
    show(app);
}

void tr_act_map_finer(tr_app *app) {
    char path[sizeof app->map_sheet.path];
    tr_error error = {0};
    memcpy(path, app->map_sheet.path, sizeof path);
    if (tr_enhancing_take(&app->enhancing, path, app->output.directory)) {
        tr_act_end_map(app);
        app->settings.dialog = TR_DIALOG_ENHANCE;
        return;
    }
    tr_fail(&error, TR_BAD_INPUT, "Only PNG files can be made finer");
    tr_message_complain(&app->message, &error);
}

// Says that the planet follows a file, and what the maps on the screen took it for.
static void tell_followed(tr_app *app, const char *file, const char *map) {
    char note[TR_MAP_NOTE_BYTES];
    tr_viewport_map_note(&app->viewport, app->document.target, map, note);
    tr_message_say(&app->message, "The planet follows %s%s%s; Ctrl+Z undoes it", file, note[0] ? ": " : "",
                   note);
}

// The step stays.
void tr_act_map_use(tr_app *app) {
    tr_map_sheet *sheet = &app->map_sheet;
    if (app->outcomes[TR_DIALOG_MAP].is_error)
        return; // the sheet says why
    if (!sheet->edited[0] && tr_document_step(&app->document)->drag_id != sheet->drag_id)
        show(app); // another edit was made since, or the map was undone
    const bool shown = tr_document_step(&app->document)->drag_id == sheet->drag_id;
    if (!shown && !sheet->edited[0])
        return;
    if (shown)
        tell_followed(app, sheet->name, tr_map_sheet_map(sheet));
    if (shown)
        app->document.steps[app->document.step].drag_id = 0;
    sheet->path[0] = 0;
    app->settings.dialog = TR_DIALOG_NONE;
}

void tr_act_map_edit(tr_app *app, const char *map) {
    tr_act_end_map(app);
    if (!tr_map_sheet_edit(&app->map_sheet, &app->document, map))
        return;
    app->outcomes[TR_DIALOG_MAP] = (tr_outcome){0};
    tr_brush_drop(&app->paint);
    app->settings.dialog = TR_DIALOG_MAP;
}

void tr_act_map_remove(tr_app *app, const char *map) {
    if (tr_act_finish(app, tr_document_remove_map(&app->document, map, tr_act_begin(app))))
        tr_message_say(&app->message, "The planet no longer follows that map; Ctrl+Z undoes it");
}

// ---- reading -------------------------------------------------------------------------------------

void tr_act_read_map(tr_app *app, const tr_map_wish *wish, const char *path) {
    tr_error error = {0};
    if (tr_map_reading_start(&app->map_reading, wish, path, glfwPostEmptyEvent, &error) != TR_OK)
        tr_message_complain(&app->message, &error);
}

void tr_act_map_stop(tr_app *app) { tr_map_reading_stop(&app->map_reading); }

// The sheet begins with what the picture looks like.
static void begin_sheet(tr_app *app, tr_shared_file *file, bool is_sketch) {
    tr_error error = {0};
    tr_act_end_map(app);
    if (tr_map_sheet_take(&app->map_sheet, &app->document, file, &error) != TR_OK) {
        tr_message_complain(&app->message, &error);
        return;
    }
    if (is_sketch && tr_app_recipe(app)->sea)
        app->map_sheet.kind = TR_OWN_LAND;
    tr_brush_drop(&app->paint); // clicks no longer reach it
    show(app);
    app->settings.dialog = TR_DIALOG_MAP;
}

static void give_file(tr_app *app, const tr_map_wish *wish, tr_shared_file *file) {
    bool other = false;
    char before[TR_DIGEST_BYTES] = "";
    const tr_scene *scene = app->document.scene;
    const tr_recipe *recipe = wish->planet < scene->planet_count ? scene->planets[wish->planet].recipe : NULL;
    const tr_own_map *map = recipe ? tr_recipe_own_map(recipe, wish->map) : NULL;
    if (map)
        memcpy(before, map->sha256, sizeof before);
    const tr_status status =
        tr_document_give_file(&app->document, wish->planet, wish->map, file, &other, tr_act_begin(app));
    if (!tr_act_finish(app, status))
        return;
    const char *name = tr_path_name(file->path);
    if (other && wish->name[0])
        tr_message_say(&app->message,
                       "%s is another file than the planet was saved with (SHA-256 %.8s… instead of %.8s…); "
                       "Ctrl+Z undoes it",
                       name, file->sha256, before);
    else if (wish->name[0])
        tr_message_say(&app->message, "%s is found; Save copies it beside the recipe", name);
    else
        tr_message_say(&app->message, "The planet follows %s; Ctrl+Z undoes it", name);
}

void tr_act_take_map(tr_app *app, tr_status status, const tr_error *error) {
    const tr_map_reading *r = &app->map_reading;
    if (status == TR_STOPPED)
        tr_message_say(&app->message, "Reading %s is cancelled", tr_path_name(r->path));
    else if (status != TR_OK)
        tr_message_complain(&app->message, error);
    if (status != TR_OK)
        return;
    tr_files_note_world(app, r->path); // the next picture may be beside it
    if (r->wish.purpose == TR_MAP_FOR_FILE)
        give_file(app, &r->wish, r->read.list[0]);
    else
        begin_sheet(app, r->read.list[0], r->is_sketch);
}

// ---- choosing a file -----------------------------------------------------------------------------

// A browser lets nobody use the page meanwhile, and may not say that the user cancelled.
bool tr_act_is_browsing(tr_app *app) {
    const bool browses = app->files.chooser.box && !tr_page_is_there();
    if (browses)
        tr_message_say(&app->message, "Another file dialog is open: close it first");
    return browses;
}

tr_dialog tr_act_own_dialog(tr_chooser_purpose purpose) {
    return purpose == TR_CHOOSES_NAME ? TR_DIALOG_SAVE : TR_DIALOG_OPEN;
}

void tr_act_ask_file(tr_app *app, tr_chooser_purpose purpose, const tr_map_wish *wish) {
    if (tr_act_is_browsing(app))
        return;
    tr_thumbnail_views_close_gallery(&app->thumbnails);
    app->map_wish = *wish;
    app->files.chosen[0] = 0;
    app->settings.dialog = tr_files_browse(app, purpose) ? TR_DIALOG_NONE : tr_act_own_dialog(purpose);
}

void tr_act_map_add(tr_app *app) {
    tr_act_ask_file(app, TR_CHOOSES_MAP, &(tr_map_wish){.purpose = TR_MAP_FOR_SHEET});
}

void tr_act_map_replace(tr_app *app, const char *map) {
    tr_map_wish wish = {.purpose = TR_MAP_FOR_FILE, .planet = app->document.target};
    snprintf(wish.map, sizeof wish.map, "%s", map);
    tr_act_ask_file(app, TR_CHOOSES_MAP, &wish);
}

static tr_map_wish wish_for(const tr_own_map *map, int planet) {
    tr_map_wish wish = {.purpose = TR_MAP_FOR_FILE, .planet = planet};
    memcpy(wish.map, map->name, sizeof wish.map);
    memcpy(wish.name, map->file, sizeof wish.name);
    return wish;
}

void tr_act_map_locate(tr_app *app, const char *name) {
    const tr_own_map *map = tr_recipe_own_map(tr_app_recipe(app), name);
    if (!map)
        return;
    const tr_map_wish wish = wish_for(map, app->document.target);
    tr_act_ask_file(app, TR_CHOOSES_MAP, &wish);
}

void tr_act_map_find(tr_app *app) {
    int planet;
    const tr_own_map *map = tr_document_missing(&app->document, &planet);
    if (!map)
        map = tr_document_changed(&app->document, &planet);
    const tr_map_wish wish = map ? wish_for(map, planet) : (tr_map_wish){0};
    if (map)
        tr_act_ask_file(app, TR_CHOOSES_MAP, &wish);
}

void tr_act_map_again(tr_app *app) {
    int planet;
    const tr_own_map *map = tr_document_changed(&app->document, &planet);
    if (!map)
        return;
    const tr_shared_file *file = tr_recipe_file(app->document.scene->planets[planet].recipe, map->file);
    const tr_map_wish wish = wish_for(map, planet);
    tr_act_read_map(app, &wish, file->path);
}

bool tr_act_choose_map(tr_app *app, const char *path) {
    tr_error error = {0};
    const tr_map_wish wish = app->map_wish;
    if (wish.purpose == TR_MAP_FOR_NOTHING)
        return false;
    if (!tr_own_is_image(path)) {
        tr_fail(&error, TR_BAD_INPUT, "%s is not a picture that a map can be read from", tr_path_name(path));
        if (app->settings.dialog == TR_DIALOG_OPEN)
            tr_act_reject_field(app, "open", &error);
        else
            tr_message_complain(&app->message, &error);
        return true;
    }
    app->map_wish = (tr_map_wish){0};
    app->settings.dialog = TR_DIALOG_NONE;
    tr_act_accept_field(app, "open");
    tr_chooser_end(&app->files.chooser);
    tr_act_read_map(app, &wish, path);
    return true;
}

// ---- files that are missing ------------------------------------------------------------------------

bool tr_act_tell_missing(tr_app *app) {
    int planet;
    const tr_own_map *map = tr_document_missing(&app->document, &planet);
    if (!map)
        return false;
    tr_message_say(&app->message, "%s is missing or has changed: the planet is shown without it", map->file);
    app->message.offers_map = TR_COMMAND_MAP_FIND;
    return true;
}

bool tr_act_lose_changed(tr_app *app) {
    int planet;
    if (!tr_document_changed(&app->document, &planet))
        return false;
    tr_document_forget_changed(&app->document);
    if (tr_act_finish(app, tr_document_look_again(&app->document, tr_act_begin(app))))
        tr_act_tell_missing(app);
    return true;
}

// Whether a map of the scene follows a file on the disk.
static bool follows_files(const tr_app *app) {
    for (int i = 0; i < app->document.scene->planet_count; i++) {
        const tr_recipe *recipe = app->document.scene->planets[i].recipe;
        for (int k = 0; k < recipe->file_count; k++)
            if (recipe->files[k]->path)
                return true;
    }
    return false;
}

bool tr_act_follow_maps(tr_app *app, double now) {
    int planet;
    if (!follows_files(app) || now < app->maps_due)
        return false;
    app->maps_due = now + pause_s;
    const tr_own_map *map = tr_document_changed(&app->document, &planet);
    if (!map)
        app->told_map[0] = 0;
    if (!map || strcmp(app->told_map, map->sha256) == 0)
        return false;
    memcpy(app->told_map, map->sha256, sizeof app->told_map);
    const tr_shared_file *file = tr_recipe_file(app->document.scene->planets[planet].recipe, map->file);
    const bool there = tr_path_may_read(file->parts[0].path);
    tr_message_say(&app->message, "%s has %s: the planet keeps what it has read", tr_path_name(file->path),
                   there ? "changed" : "vanished");
    app->message.offers_map = there ? TR_COMMAND_MAP_AGAIN : TR_COMMAND_MAP_FIND;
    return true;
}

double tr_act_maps_due(const tr_app *app) { // as app.c looks at files
    return app->schedule.frames > 0 && !app->thumbnails.swapped && follows_files(app) ? app->maps_due
                                                                                      : INFINITY;
}
