#include "app/private/file_actions.h"

#include "app/private/actions.h"
#include "app/private/capture_actions.h"
#include "base/memory.h"
#include "editor/labels.h"
#include "export/choice.h"
#include "scene/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const tr_recipe *recipe_of(const tr_app *app) { return tr_document_recipe(&app->document); }

// ---- exports -------------------------------------------------------------------------------------

// Asks before sets of other planets are replaced; returns whether it does. Those of a scene are its own by
// their names, whatever was changed since.
static bool ask_about_sets(tr_app *app, const char *stem) {
    const tr_scene *scene = app->document.scene;
    const bool all = app->output.all && scene->planet_count > 1;
    const int first = all ? 0 : app->document.target, end = all ? scene->planet_count : first + 1;
    for (int i = first; i < end; i++) {
        char what[TR_TYPE_SEED_BYTES], own[TR_STEM_BYTES];
        snprintf(own, sizeof own, "%s", stem);
        if (all && tr_planet_stem(&scene->planets[i], own, NULL) != TR_OK)
            continue; // which the export will say
        const bool is_own = all || tr_files_are_called(app, own);
        if (!tr_files_hold_another(app->output.directory, own, true, scene->planets[i].recipe, is_own, what) ||
            !what[0])
            continue; // what is none of ours the export does not touch
        tr_act_ask_to_replace(app, TR_DIALOG_EXPORT, "", "%s holds another planet: %s.", own, what);
        return true;
    }
    return false;
}

void tr_act_export(tr_app *app, bool replaces) {
    char stem[TR_STEM_BYTES];
    tr_files_stem(app, app->output.directory, true, stem);
    if (!app->output.export && !replaces && ask_about_sets(app, stem))
        return;
    tr_export_choice_fit(&app->output.choice, recipe_of(app));
    char *world = tr_files_text_of_picture(app);
    const uint64_t reported = app->message.number;
    tr_file_output_start_export(&app->output, app->document.scene, app->document.target, stem, world,
                                &app->message);
    tr_act_note_outcome(app, TR_DIALOG_EXPORT, reported);
    tr_free(world);
}

static void choose_output(tr_app *app, int part) {
    tr_export_choice *choice = &app->output.choice;
    const unsigned outputs = tr_export_choice_outputs(choice, recipe_of(app)) ^ 1u << part;
    if (outputs) // the last one stays
        choice->outputs = outputs;
}

static void choose(tr_app *app, const tr_command *command) {
    tr_file_output *output = &app->output;
    tr_export_choice *choice = &output->choice;
    int count;
    app->outcomes[TR_DIALOG_EXPORT].text[0] = 0;
    const tr_target *targets = tr_target_list(&count);
    if (command->kind == TR_COMMAND_EXPORT_TARGET) {
        choice->target = command->by >= 0 && command->by < count ? &targets[command->by] : NULL;
        choice->layout = choice->target ? choice->target->layout : TR_LAYOUT_EQUIRECT;
        choice->outputs = 0;
    } else if (command->kind == TR_COMMAND_EXPORT_LAYOUT) {
        choice->layout = (tr_layout)command->by;
    } else if (command->kind == TR_COMMAND_EXPORT_WIDTH) {
        choice->width = command->by;
    } else if (command->kind == TR_COMMAND_EXPORT_OUTPUT) {
        choose_output(app, command->by);
    } else if (command->kind == TR_COMMAND_EXPORT_ALL) {
        output->all = command->by != 0;
    } else if (command->kind == TR_COMMAND_EXPORT_FOLDER) {
        tr_act_set_folder(app, output->directory, "DOCUMENTS", command->text, "export");
    } else {
        tr_give_name(&output->name, recipe_of(app), command->text, false);
    }
    tr_export_choice_fit(choice, recipe_of(app));
}

// As everything that writes does, with its parents. The list of the dialog goes there.
static void make_folder(tr_app *app, const tr_command *command) {
    tr_error error = {0};
    tr_directory made;
    tr_command choosing = {.kind = (tr_command_kind)command->by};
    snprintf(choosing.text, sizeof choosing.text, "%s", command->text);
    const tr_status status = tr_directory_make(command->text, &made, &error);
    tr_directory_end(&made, status);
    if (status != TR_OK) {
        tr_act_reject_field(app, "folder", &error);
        return;
    }
    tr_act_accept_field(app, "folder");
    tr_panel_list(app->panel, command->text);
    tr_file_act(app, &choosing); // for exports or pictures
}

// ---- dialogs --------------------------------------------------------------------------------------

// The desktop's own file dialog, where there is one. False: there is none.
static bool browse(tr_app *app, tr_chooser_purpose purpose) {
    tr_files *files = &app->files;
    const char *const folders[] = {[TR_CHOOSES_WORLD] = files->folders.worlds,
                                   [TR_CHOOSES_NAME] = "",
                                   [TR_CHOOSES_EXPORT_FOLDER] = app->output.directory,
                                   [TR_CHOOSES_PICTURE_FOLDER] = app->output.pictures};
    char suggested[TR_LISTING_PATH_BYTES + 1];
    if (files->chooser.process && files->chooser.purpose == purpose)
        return true;
    if (purpose == TR_CHOOSES_NAME)
        tr_files_suggest(app, suggested);
    else
        snprintf(suggested, sizeof suggested, "%s/", folders[purpose]);
    files->has_chooser = files->has_chooser && tr_chooser_start(&files->chooser, purpose, suggested);
    return files->has_chooser;
}

void tr_act_ask_name(tr_app *app) {
    app->files.chosen[0] = 0;
    app->settings.dialog = browse(app, TR_CHOOSES_NAME) ? TR_DIALOG_NONE : TR_DIALOG_SAVE;
}

static void show_dialog(tr_app *app, tr_dialog dialog) {
    tr_settings *settings = &app->settings;
    const bool opens = settings->dialog != dialog;
    if (opens && dialog == TR_DIALOG_SAVE) {
        tr_act_ask_name(app);
        return;
    }
    if (opens && dialog == TR_DIALOG_OPEN) // the dialog has recent files, and share links are typed there
        browse(app, TR_CHOOSES_WORLD);
    settings->dialog = settings->dialog == dialog ? TR_DIALOG_NONE : dialog;
    if (dialog == TR_DIALOG_EXPORT)
        tr_export_choice_fit(&app->output.choice, recipe_of(app));
}

static void enter(tr_app *app) {
    bool is_wrong = tr_panel_refuses(app->panel);
    for (int i = 0; i < app->wrong_count; i++)
        is_wrong = is_wrong ||
                   (app->wrongs[i].dialog != TR_DIALOG_NONE && app->wrongs[i].dialog == app->settings.dialog);
    if (is_wrong)
        return; // the dialog says why
    if (app->settings.dialog == TR_DIALOG_EXPORT)
        tr_act_export(app, false);
    if (app->settings.dialog == TR_DIALOG_PICTURE)
        tr_act_on_shots(app, &(tr_command){.kind = TR_COMMAND_PICTURE});
    if (app->settings.dialog == TR_DIALOG_ENHANCE)
        tr_act_on_rows(app, &(tr_command){.kind = TR_COMMAND_ENHANCE});
}

bool tr_file_act(tr_app *app, const tr_command *command) {
    switch (command->kind) {
    case TR_COMMAND_DIALOG:
        show_dialog(app, (tr_dialog)command->by);
        return true;
    case TR_COMMAND_ENTER:
        enter(app);
        return true;
    case TR_COMMAND_EXPORT:
        tr_act_export(app, false);
        return true;
    case TR_COMMAND_CANCEL_EXPORT:
        app->finishing = false;
        tr_file_output_stop_export(&app->output);
        return true;
    case TR_COMMAND_SHOW_FOLDER:
        tr_file_manager_open(&app->file_manager,
                             command->by == TR_CHOOSES_PICTURE_FOLDER ? app->output.pictures
                                                                      : app->output.directory,
                             glfwGetTime(), &app->message);
        return true;
    case TR_COMMAND_NEW_FOLDER:
        make_folder(app, command);
        return true;
    case TR_COMMAND_FINISH:
        app->finishing = true;
        app->settings.asks = false;
        return true;
    case TR_COMMAND_BROWSE:
        browse(app, (tr_chooser_purpose)command->by);
        return true;
    case TR_COMMAND_EXPORT_ALL:
    case TR_COMMAND_EXPORT_TARGET:
    case TR_COMMAND_EXPORT_LAYOUT:
    case TR_COMMAND_EXPORT_WIDTH:
    case TR_COMMAND_EXPORT_OUTPUT:
    case TR_COMMAND_EXPORT_FOLDER:
    case TR_COMMAND_EXPORT_NAME:
        choose(app, command);
        return true;
    default:
        return tr_act_on_shots(app, command);
    }
}

// ---- what dialogs show ----------------------------------------------------------------------------

static void add(tr_panel_choice *list, int capacity, int *count, const tr_panel_choice *choice) {
    if (*count < capacity)
        list[(*count)++] = *choice;
}
#define ADD(list, count, ...)                                                                                  \
    add(list, (int)(sizeof(list) / sizeof *(list)), &(count), &(tr_panel_choice){__VA_ARGS__})

static int by_label(const void *a, const void *b) {
    char labels[2][64];
    tr_export_label(((const tr_panel_choice *)a)->name, labels[0], sizeof labels[0]);
    tr_export_label(((const tr_panel_choice *)b)->name, labels[1], sizeof labels[1]);
    return strcasecmp(labels[0], labels[1]);
}

static void fill_targets(const tr_export_choice *choice, tr_panel_export *e) {
    int count;
    const tr_target *targets = tr_target_list(&count);
    ADD(e->targets, e->target_count, "textures", "PNG files for any application", -1, !choice->target);
    for (int i = 0; i < count; i++)
        ADD(e->targets, e->target_count, targets[i].name, targets[i].what, i, choice->target == &targets[i]);
    qsort(e->targets, (size_t)e->target_count, sizeof e->targets[0], by_label);
}

static void fill_layouts(const tr_export_choice *choice, tr_panel_export *e) {
    static const char *const what[TR_LAYOUT_COUNT] = {[TR_LAYOUT_EQUIRECT] = "one map, twice as wide as high",
                                                      [TR_LAYOUT_CUBE] = "six faces of a cube, each a file",
                                                      [TR_LAYOUT_CUBE_ROW] = "six faces beside each other",
                                                      [TR_LAYOUT_CUBE_COLUMN] = "six faces below each other",
                                                      [TR_LAYOUT_CUBE_CROSS] = "six faces as a cross",
                                                      [TR_LAYOUT_TILES] = "tiles of a cube, in levels",
                                                      [TR_LAYOUT_GEODETIC] = "tiles of the map, in levels"};
    for (int layout = 0; layout < TR_LAYOUT_COUNT; layout++)
        if (tr_target_has_layout(choice->target, (tr_layout)layout))
            ADD(e->layouts, e->layout_count, tr_layout_name((tr_layout)layout), what[layout], layout,
                choice->layout == (tr_layout)layout);
}

static void fill_widths(const tr_export_choice *choice, tr_file_texts *texts, tr_panel_export *e) {
    int widths[TR_CHOICE_WIDTHS];
    const int count = tr_export_choice_widths(choice, widths);
    const bool face = tr_layout_is_cube(choice->layout) && !tr_layout_is_pyramid(choice->layout);
    for (int i = 0; i < count; i++) {
        snprintf(texts->widths[i], sizeof texts->widths[i], "%d × %d%s", widths[i],
                 face ? widths[i] : widths[i] / 2, face ? ", each face" : "");
        ADD(e->widths, e->width_count, texts->widths[i], "", widths[i], choice->width == widths[i]);
    }
}

// Of all sets of the scene.
static int count_maps(const tr_app *app) {
    const tr_scene *scene = app->document.scene;
    int count = 0;
    for (int i = 0; i < scene->planet_count; i++) {
        tr_export_choice choice = app->output.choice; // what one planet has, another may not have
        tr_export_choice_fit(&choice, scene->planets[i].recipe);
        for (unsigned outputs = tr_export_choice_outputs(&choice, scene->planets[i].recipe); outputs;
             outputs >>= 1)
            count += (int)(outputs & 1);
    }
    return count;
}

// A scene says what of it goes out.
static void fill_planets(const tr_app *app, tr_file_texts *texts, tr_panel_export *e) {
    const int count = app->document.scene->planet_count;
    e->all = app->output.all && count > 1;
    e->others = count - 1;
    e->maps = count_maps(app);
    if (count < 2)
        return;
    snprintf(texts->this_one, sizeof texts->this_one, "This planet: %s",
             tr_document_planet(&app->document)->name);
    snprintf(texts->all, sizeof texts->all, "All %d bodies, a set for each", count);
    ADD(e->planets, e->planet_count, texts->all, "Each under its own name", 1, e->all);
    ADD(e->planets, e->planet_count, texts->this_one, "The one that you look at; the others are left out", 0,
        !e->all);
}

static void fill_export(const tr_app *app, tr_file_texts *texts, tr_panel_export *e) {
    const tr_file_output *output = &app->output;
    const tr_export_choice *choice = &output->choice;
    const unsigned offered = tr_export_choice_offered(choice, recipe_of(app)),
                   chosen = tr_export_choice_outputs(choice, recipe_of(app));
    const tr_export_cost cost = tr_file_output_cost(output, app->document.scene, app->document.target);
    fill_targets(choice, e);
    fill_layouts(choice, e);
    fill_widths(choice, texts, e);
    for (int part = 0; part < TR_EXPORT_OUTPUTS; part++)
        if (offered & 1u << part)
            ADD(e->outputs, e->output_count, tr_export_output_name(part), tr_export_output_what(part), part,
                (chosen & 1u << part) != 0);
    tr_files_stem(app, output->directory, true, texts->stem);
    fill_planets(app, texts, e);
    e->folder = output->directory; // one that is not there yet is made
    e->name_bytes = TR_STEM_BYTES;
    e->name = texts->stem;
    e->bytes = cost.bytes;
    e->seconds = cost.seconds;
}

static void fill_recent(const tr_app *app, tr_file_texts *texts, tr_panel_values *values) {
    const tr_files *files = &app->files;
    for (int i = 0; i < files->recent_count; i++) {
        const tr_recent *recent = &files->recent[i];
        texts->recent[i] = (tr_panel_recent){recent->path, recent->path};
        if (!recent->session)
            continue;
        snprintf(texts->shown[i], sizeof texts->shown[i], "Unsaved: %s", recent->name);
        texts->recent[i].shown = texts->shown[i];
    }
    values->recent = texts->recent;
    values->recent_count = files->recent_count;
}

void tr_file_fill(const tr_app *app, tr_file_texts *texts, tr_panel_values *values) {
    const tr_settings *settings = &app->settings;
    const bool running = app->output.export != NULL;
    values->dialog = settings->dialog;
    values->replaces = app->replacing.text;
    values->offer = app->files.offer;
    tr_shots_fill(app, &texts->shot, &values->shot);
    values->can_browse = app->files.has_chooser;
    values->folder = app->files.folders.worlds;
    values->export_set.progress = running ? app->output.percent / 100.0 : -1;
    values->export_set.remaining_s = running ? tr_file_output_remaining_s(&app->output) : 0;
    values->outcome = app->outcomes[settings->dialog].text;
    values->outcome_is_error = app->outcomes[settings->dialog].is_error;
    if (settings->dialog == TR_DIALOG_EXPORT)
        fill_export(app, texts, &values->export_set);
    if (settings->dialog == TR_DIALOG_OPEN)
        fill_recent(app, texts, values);
    if (settings->dialog != TR_DIALOG_SAVE)
        return;
    tr_files_suggest(app, texts->suggested);
    values->suggested = texts->suggested;
}
