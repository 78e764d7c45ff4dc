// The commands for files: opening and saving worlds, exporting textures, enhancing height maps.
#include "app/private/actions.h"
#include "app/private/page.h"

#include "scene/link.h"

#include <stdio.h>
#include <string.h>

// ---- dialogs -------------------------------------------------------------------------------------

void tr_act_browse(tr_app *app, int purpose) {
    if (!tr_act_is_browsing(app))
        tr_files_browse(app, (tr_chooser_purpose)purpose);
}

void tr_act_dialog(tr_app *app, int number) {
    const tr_dialog dialog = (tr_dialog)number;
    tr_settings *settings = &app->settings;
    const bool opens = settings->dialog != dialog;
    if (opens && (dialog == TR_DIALOG_OPEN || dialog == TR_DIALOG_SAVE)) {
        tr_act_ask_file(app, dialog == TR_DIALOG_OPEN ? TR_CHOOSES_WORLD : TR_CHOOSES_NAME, &(tr_map_wish){0});
        return;
    }
    if (!app->files.chooser.box)
        app->map_wish = (tr_map_wish){0};
    tr_thumbnail_views_close_gallery(&app->thumbnails);
    settings->dialog = opens ? dialog : TR_DIALOG_NONE;
    if (dialog == TR_DIALOG_EXPORT)
        tr_export_choice_fit(&app->output.choice, tr_app_recipe(app));
}

// Whether the front dialog contains an invalid value.
static bool is_wrong(const tr_app *app) {
    bool wrong = tr_panel_refuses(app->panel);
    for (int i = 0; i < app->wrong_count; i++)
        wrong =
            wrong || (app->wrongs[i].dialog != TR_DIALOG_NONE && app->wrongs[i].dialog == app->settings.dialog);
    return wrong;
}

void tr_act_enter(tr_app *app) {
    if (tr_gallery_front(&app->thumbnails.gallery))
        tr_act_open_chosen(app);
    else if (app->settings.dialog == TR_DIALOG_OPEN || app->settings.dialog == TR_DIALOG_SAVE)
        tr_panel_enter_path(app->panel);
    else if (is_wrong(app))
        return; // the dialog shows the reason
    else if (app->settings.dialog == TR_DIALOG_EXPORT)
        tr_act_export(app);
    else if (app->settings.dialog == TR_DIALOG_PICTURE)
        tr_act_picture(app);
    else if (app->settings.dialog == TR_DIALOG_ENHANCE)
        tr_act_enhance(app);
    else if (app->settings.dialog == TR_DIALOG_MAP)
        tr_act_map_use(app);
    else if (tr_panel_paints(app->panel))
        tr_act_paint_finish(app);
}

// Creates a folder with its parents, as everything that writes does. The dialog then lists it.
void tr_act_new_folder(tr_app *app, const char *folder, int purpose) {
    tr_error error = {0};
    tr_directory made;
    const tr_status status = tr_directory_make(folder, &made, &error);
    tr_directory_end(&made, status);
    if (status != TR_OK) {
        tr_act_reject_field(app, "folder", &error);
        return;
    }
    tr_act_accept_field(app, "folder");
    tr_panel_list(app->panel, folder);
    if (purpose == TR_CHOOSES_EXPORT_FOLDER)
        tr_act_export_folder(app, folder);
    if (purpose == TR_CHOOSES_PICTURE_FOLDER)
        tr_act_picture_folder(app, folder);
}

void tr_act_show_folder(tr_app *app, int purpose) {
    const tr_file_output *output = &app->output;
    tr_file_manager_open(&app->file_manager,
                         purpose == TR_CHOOSES_PICTURE_FOLDER ? output->pictures : output->directory,
                         glfwGetTime(), &app->message);
}

// ---- worlds --------------------------------------------------------------------------------------

// Saves the document and returns whether that succeeded. path: a new path, or NULL for its own. name: of the
// planet from then on; NULL: as it is. Missing folders are created.
static bool save_into(tr_app *app, const char *path, const char *name) {
    tr_error error = {0};
    tr_directory folder = {0};
    const char *file = path ? path : tr_document_step(&app->document)->path;
    tr_status status = tr_directory_make_for(file, &folder, &error);
    tr_act_begin(app);
    if (status == TR_OK)
        status = tr_document_save(&app->document, path, name, &error);
    tr_directory_end(&folder, status);
    if (status != TR_OK) {
        tr_act_reject_field(app, "save", &error);
        return false;
    }
    tr_act_accept_field(app, "save");
    tr_files_note_world(app, tr_document_step(&app->document)->path);
    tr_page_give(tr_document_step(&app->document)->path, true);
    app->files.chosen[0] = 0;
    tr_message_say(&app->message, "Saved: %s", tr_page_name(tr_document_step(&app->document)->path));
    name ? tr_act_show_changes(app) : tr_act_show_title(app);
    return true;
}

// Saves the document in its file, or asks for a name if it has none. goes_on: the action that waits for the
// save continues after it.
void tr_act_save(tr_app *app, int how) {
    const bool goes_on = how == 2;
    app->saving = goes_on;
    app->settings.asks = app->settings.asks && !goes_on;
    if (tr_document_step(&app->document)->path)
        save_into(app, NULL, NULL);
    else
        tr_act_ask_file(app, TR_CHOOSES_NAME, &(tr_map_wish){0});
}

static bool is_called(const char *name, const char *path) {
    const char *stem;
    const size_t length = path ? tr_path_stem(path, &stem) : 0;
    return path && strlen(name) == length && memcmp(name, stem, length) == 0;
}

// Whether saving renames the planet after its file: it has no name, or that of its earlier file. A file name
// that was made from type and seed does not count. False: the planet keeps its name.
static bool is_named_by(const tr_app *app, const char *path, char own[TR_PLANET_NAME_BYTES]) {
    const tr_scene_planet *planet = tr_document_planet(&app->document);
    char made[TR_STEM_BYTES];
    const char *stem;
    const size_t length = tr_path_stem(path, &stem);
    const bool named = tr_planet_plain_stem(planet, made);
    if (app->document.scene->planet_count > 1 || length >= TR_PLANET_NAME_BYTES ||
        (named ? !is_called(planet->name, tr_document_step(&app->document)->path)
               : strncmp(stem, made, strlen(made)) == 0))
        return false;
    snprintf(own, TR_PLANET_NAME_BYTES, "%.*s", (int)length, stem);
    return true;
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
    const bool fits = tr_path_within(app->files.worlds, text, whole);
    snprintf(path, sizeof path, "%s%s", fits ? whole : text, has_end ? "" : ".json");
    const char *own = tr_document_step(&app->document)->path;
    if (tr_path_exists(path) && !(own && strcmp(own, path) == 0) && !replaces) {
        tr_act_ask_to_replace(app, TR_DIALOG_SAVE, path, "%s exists.", path);
        return;
    }
    char planet[TR_PLANET_NAME_BYTES];
    if (!save_into(app, path, is_named_by(app, path, planet) ? planet : NULL))
        return;
    app->output.name = (tr_given_name){0}; // the last name is the file's
    app->settings.dialog = TR_DIALOG_NONE;
}

void tr_act_save_as(tr_app *app, const char *text) { save_as(app, text, false); }

void tr_act_open_text(tr_app *app, const char *text, int files) {
    char path[TR_LISTING_PATH_BYTES];
    if (tr_act_choose_map(app, tr_path_within(app->files.worlds, text, path) ? path : text))
        return;
    tr_act_open(app, &(tr_opening){.kind = TR_OPENS_NAME, .files = files}, text);
}

bool tr_act_follow_file(tr_app *app, double now) {
    tr_error error = {0};
    const tr_camera camera = app->camera;
    tr_act_begin(app);
    const tr_file_news news = tr_file_watch_poll(&app->files.watch, &app->document, now, &error);
    if (news == TR_FILE_LOADED) {
        const bool other_planets = app->document.remade;
        tr_act_show_changes(app);
        if (other_planets) // an external edit of the scene keeps the camera
            app->camera = camera;
        tr_act_keep_outside(app);
        if (!tr_act_tell_missing(app))
            tr_message_say(&app->message, "Reloaded %s", tr_document_step(&app->document)->path);
    } else if (news == TR_FILE_BAD) {
        tr_message_complain(&app->message, &error);
    }
    return news != TR_FILE_NO_NEWS;
}

static void take_answer(tr_app *app, tr_chooser_purpose purpose, const char *answer) {
    if (purpose == TR_CHOOSES_WORLD || purpose == TR_CHOOSES_MAP) {
        tr_act_open_text(app, answer, 1);
    } else if (purpose == TR_CHOOSES_EXPORT_FOLDER) {
        tr_act_export_folder(app, answer);
    } else if (purpose == TR_CHOOSES_PICTURE_FOLDER) {
        tr_act_picture_folder(app, answer);
    } else if (tr_path_within("/", answer, app->files.chosen)) {
        save_as(app, app->files.chosen, true); // it has asked
        if (app->files.chosen[0])              // saving failed: the dialog shows why
            app->settings.dialog = TR_DIALOG_SAVE;
    }
}

bool tr_act_hear_chooser(tr_app *app) {
    tr_chooser *chooser = &app->files.chooser;
    bool done;
    if (!tr_chooser_poll(chooser, &done) || !done)
        return false;
    tr_act_swap(app, 0); // X is held no more
    if (chooser->failed) // the panel's own list replaces it
        app->files.has_chooser = false;
    if (chooser->failed && chooser->purpose <= TR_CHOOSES_NAME)
        app->settings.dialog = tr_act_own_dialog(chooser->purpose);
    if (chooser->answer[0])
        take_answer(app, chooser->purpose, chooser->answer);
    return true;
}

void tr_act_share(tr_app *app) {
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

// Opens the clipboard: a share link, or a world's JSON.
void tr_act_paste(tr_app *app) {
    const char *text = glfwGetClipboardString(app->window.handle);
    const char *start = text ? text + strspn(text, " \t\r\n") : "";
    if (*start == '{' || strncmp(start, "terrella:", 9) == 0)
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_COPY}, start);
    else
        tr_message_say(&app->message, "The clipboard has no planet: a share link begins with terrella:");
}

void tr_act_screenshot(tr_app *app) { app->output.shot_wanted = true; }

// ---- close and quit ------------------------------------------------------------------------------

void tr_act_quit(tr_app *app) {
    app->closing = false;
    glfwSetWindowShouldClose(app->window.handle, GLFW_TRUE); // app.c asks first
}

void tr_act_go_on(tr_app *app) {
    const bool opens = app->waiting.kind != TR_OPENS_NOTHING;
    opens ? tr_act_open_waiting(app) : tr_act_quit(app);
    app->closing = !opens;
}

void tr_act_close_later(tr_app *app) {
    app->finishing = true;
    app->settings.asks = false;
}

// ---- exports -------------------------------------------------------------------------------------

// Asks before sets of other planets are replaced, unless the user has answered the same question. Returns
// whether it asks.
static bool ask_about_sets(tr_app *app, const char *stem, const tr_replacing *answered) {
    const tr_scene *scene = app->document.scene;
    const bool all = app->output.all && scene->planet_count > 1;
    const int first = all ? 0 : app->document.target, end = all ? scene->planet_count : first + 1;
    char asked_stem[TR_STEM_BYTES], asked_what[TR_OTHER_SET_BYTES], more[32] = "";
    int others = 0;
    for (int i = first; i < end; i++) {
        char what[TR_OTHER_SET_BYTES], own[TR_STEM_BYTES];
        snprintf(own, sizeof own, "%s", stem);
        if (all && tr_set_stem(scene, i, "", NULL, own, NULL) != TR_OK)
            continue; // which the export will say
        if (!tr_files_hold_another_set(app, i, own, what) || others++ > 0)
            continue;
        memcpy(asked_stem, own, sizeof own);
        memcpy(asked_what, what, sizeof what);
    }
    if (others == 0)
        return false;
    if (others > 1)
        snprintf(more, sizeof more, ", and %d more", others - 1);
    tr_act_ask_to_replace(app, TR_DIALOG_EXPORT, app->output.directory, "%s holds %s%s.", asked_stem,
                          asked_what, more);
    if (!answered || strcmp(answered->edited ? answered->sets : answered->text, app->replacing.text) != 0 ||
        strcmp(answered->path, app->replacing.path) != 0)
        return true;
    app->replacing = (tr_replacing){0};
    return false;
}

static void ask_about_edited(tr_app *app, const tr_edited_files *found, const tr_replacing *answered) {
    int named = 0;
    char more[32] = "";
    for (const char *c = found->names; *c; c++)
        named += *c == '\n';
    if (found->count > named)
        snprintf(more, sizeof more, "and %d more\n", found->count - named);
    tr_act_ask_to_replace(app, TR_DIALOG_EXPORT, app->output.directory,
                          "In %s %s not what Terrella wrote:\n\n%s%s\nKeep writes the other files.",
                          app->output.directory, found->count > 1 ? "these files are" : "this file is",
                          found->names, more);
    app->replacing.edited = found->count;
    if (answered)
        snprintf(app->replacing.sets, sizeof app->replacing.sets, "%s",
                 answered->edited ? answered->sets : answered->text);
}

// answered: the question that the user answered to get here; NULL: none. edited: what to do with edited files.
static void start_export(tr_app *app, const tr_replacing *answered, tr_edited edited) {
    char stem[TR_STEM_BYTES];
    tr_edited_files found = {0};
    tr_files_set_stem(app, stem);
    if (!app->output.running && ask_about_sets(app, stem, answered))
        return;
    tr_export_choice_fit(&app->output.choice, tr_app_recipe(app));
    char *world = tr_files_text_of_picture(app);
    const uint64_t reported = app->message.number;
    tr_file_output_start_export(&app->output, app->document.scene, app->document.target, stem, world, edited,
                                &found, &app->message);
    if (found.count > 0)
        ask_about_edited(app, &found, answered);
    tr_act_note_outcome(app, TR_DIALOG_EXPORT, reported);
    tr_free(world);
}

void tr_act_export(tr_app *app) { start_export(app, NULL, TR_EDITED_REFUSE); }

// Replaces the files that the question named. If other files have been edited since, it asks again.
static void replace_edited(tr_app *app, const tr_replacing *asked) {
    start_export(app, asked, TR_EDITED_REFUSE);
    if (!app->replacing.edited || strcmp(app->replacing.text, asked->text) != 0)
        return;
    app->replacing = (tr_replacing){0};
    start_export(app, asked, TR_EDITED_REPLACE);
}

void tr_act_replace(tr_app *app, int answer) {
    const tr_replacing asked = app->replacing;
    app->replacing = (tr_replacing){0};
    if (answer != TR_REPLACE_NOT && asked.dialog == TR_DIALOG_SAVE)
        save_as(app, asked.path, true);
    else if (answer == TR_REPLACE_KEEPS)
        start_export(app, &asked, TR_EDITED_KEEP);
    else if (answer == TR_REPLACE_GOES && asked.edited)
        replace_edited(app, &asked);
    else if (answer == TR_REPLACE_GOES)
        start_export(app, &asked, TR_EDITED_REFUSE);
}

void tr_act_cancel_export(tr_app *app) {
    app->finishing = false;
    tr_file_output_stop_export(&app->output);
}

// The user changed an option of the export, so the outcome of the last one is cleared.
static tr_export_choice *choose(tr_app *app) {
    app->outcomes[TR_DIALOG_EXPORT].text[0] = 0;
    return &app->output.choice;
}

static void fit(tr_app *app) { tr_export_choice_fit(choose(app), tr_app_recipe(app)); }

void tr_act_export_target(tr_app *app, int number) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    tr_export_choice *choice = choose(app);
    choice->target = number >= 0 && number < count ? &targets[number] : NULL;
    choice->layout = choice->target ? choice->target->layout : TR_LAYOUT_EQUIRECT;
    choice->outputs = 0;
    fit(app);
}

void tr_act_export_layout(tr_app *app, int layout) {
    choose(app)->layout = (tr_layout)layout;
    fit(app);
}

void tr_act_export_width(tr_app *app, int width) {
    choose(app)->width = width;
    fit(app);
}

void tr_act_export_output(tr_app *app, int part) {
    tr_export_choice *choice = choose(app);
    const unsigned outputs = tr_export_choice_outputs(choice, tr_app_recipe(app)) ^ 1u << part;
    if (outputs) // the last part cannot be removed
        choice->outputs = outputs;
    fit(app);
}

void tr_act_export_all(tr_app *app, int all) {
    choose(app);
    app->output.all = all != 0;
}

void tr_act_export_folder(tr_app *app, const char *folder) {
    choose(app);
    tr_act_set_folder(app, app->output.directory, app->files.chosen_folders.exports, TR_USER_DOCUMENTS, folder,
                      "export");
}

void tr_act_export_name(tr_app *app, const char *name) {
    choose(app);
    tr_give_name(&app->output.name, tr_app_recipe(app), name);
}

// ---- height maps ---------------------------------------------------------------------------------

void tr_act_enhance(tr_app *app) {
    const uint64_t reported = app->message.number;
    tr_enhancing_start(&app->enhancing, app->output.threads, app->output.isa, &app->message);
    tr_act_note_outcome(app, TR_DIALOG_ENHANCE, reported);
}

void tr_act_enhance_cancel(tr_app *app) { tr_enhancing_stop(&app->enhancing); }

// Whether the map may become another one: it is not being worked on.
static bool can_choose_map(tr_app *app) {
    app->outcomes[TR_DIALOG_ENHANCE].text[0] = 0;
    return !app->enhancing.work;
}

void tr_act_enhance_scale(tr_app *app, int times) {
    if (can_choose_map(app))
        app->enhancing.times = times < 1 ? 1 : times > 6 ? 6 : times;
}

void tr_act_enhance_wrap(tr_app *app, int wrap) {
    if (can_choose_map(app))
        app->enhancing.wrap = wrap < 0 || wrap > TR_WRAP_BOTH ? TR_WRAP_NONE : (tr_enhance_wrap)wrap;
}

void tr_act_enhance_file(tr_app *app, const char *text) {
    tr_enhancing *enhancing = &app->enhancing;
    char folder[TR_LISTING_PATH_BYTES], path[TR_LISTING_PATH_BYTES];
    if (!can_choose_map(app) || !text[0])
        return;
    tr_path_folder(enhancing->path, folder);
    const bool fits = tr_path_within(folder, text, path);
    snprintf(enhancing->path, sizeof enhancing->path, "%s", fits ? path : text);
}

// ---- what the dialog Export shows ----------------------------------------------------------------

static void list_stems(const tr_scene *scene, char *text, size_t size) {
    size_t used = 0;
    text[0] = 0;
    for (int i = 0; i < scene->planet_count && used < size; i++) {
        char stem[TR_STEM_BYTES];
        if (tr_set_stem(scene, i, "", NULL, stem, NULL) == TR_OK)
            used += (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", stem);
    }
}

void tr_act_find_stem(tr_app *app) {
    tr_export_stem *e = &app->export_stem;
    const tr_recipe *recipe = tr_app_recipe(app);
    const char *given = tr_given_name_of(&app->output.name, recipe);
    if (app->settings.dialog != TR_DIALOG_EXPORT) {
        e->revision = 0; // the folder may have other sets the next time
        return;
    }
    if (e->revision == app->document.revision && e->recipe == recipe && strcmp(e->given, given) == 0 &&
        strcmp(e->folder, app->output.directory) == 0)
        return;
    e->revision = app->document.revision;
    e->recipe = recipe;
    snprintf(e->given, sizeof e->given, "%s", given);
    memcpy(e->folder, app->output.directory, sizeof e->folder);
    tr_files_set_stem(app, e->stem);
    list_stems(app->document.scene, e->all, sizeof e->all);
}
