// What is asked of the gallery and of the history.
#include "app/private/actions.h"
#include "app/private/frame.h"
#include "app/private/opening.h"
#include "app/private/thumbnail_views.h"

#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void complain(tr_app *app, tr_status status, const tr_error *error) {
    if (status != TR_OK)
        tr_message_complain(&app->message, error);
}

// ---- the gallery ---------------------------------------------------------------------------------

// Another page is in front: its pictures come first.
static void turn_page(tr_app *app) { tr_thumbnail_cache_forget(&app->thumbnails.pictures); }

void tr_act_open_gallery(tr_app *app) {
    tr_error error = {0};
    tr_gallery_close(&app->thumbnails.gallery);
    complain(app, tr_gallery_show_types(&app->thumbnails.gallery, &error), &error);
    tr_gallery_put_first(&app->thumbnails.gallery, app->files.recent, app->files.recent_count);
    const tr_gallery_page *page = tr_gallery_front(&app->thumbnails.gallery);
    for (int i = 0; page && i < page->count; i++) // the type that is looked at
        if (page->items[i].is_type &&
            strcmp(page->items[i].name, tr_document_recipe(&app->document)->type) == 0)
            tr_gallery_choose(&app->thumbnails.gallery, i);
    turn_page(app);
}

static void enter(tr_app *app) {
    tr_error error = {0};
    tr_gallery *gallery = &app->thumbnails.gallery;
    const tr_gallery_item *item = tr_gallery_chosen(gallery);
    if (!item)
        return;
    if (item->is_type) {
        char type[TR_NAME_BYTES];
        snprintf(type, sizeof type, "%.31s", item->name);
        complain(app, tr_gallery_show_seeds(gallery, type, &error), &error);
        turn_page(app);
        return;
    }
    if (item->path)
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_NAME, .key = item->key}, item->path);
    else if (tr_gallery_front(gallery)->kind == TR_GALLERY_TYPES)
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_SCENE, .key = item->key}, item->name);
    else
        tr_act_open(app, &(tr_opening){.kind = TR_OPENS_ITEM, .key = item->key}, item->text);
}

static void breed(tr_app *app) {
    tr_error error = {0};
    tr_gallery *gallery = &app->thumbnails.gallery;
    const tr_gallery_item *item = tr_gallery_chosen(gallery);
    const tr_document *document = &app->document;
    complain(app,
             item ? tr_gallery_show_relatives(gallery, item->text, item->planet, document, &error)
                  : tr_gallery_show_relatives(gallery, tr_document_step(document)->text, document->target,
                                              document, &error),
             &error);
    turn_page(app);
}

static void turn_dial(tr_app *app, double dial) {
    tr_error error = {0};
    complain(app, tr_gallery_turn_dial(&app->thumbnails.gallery, dial, &app->document, &error), &error);
    turn_page(app);
}

static void more(tr_app *app) {
    tr_error error = {0};
    complain(app, tr_gallery_more(&app->thumbnails.gallery, &app->document, &error), &error);
}

// What is chosen in the gallery, or else looked at, gets a star or loses it.
static void star(tr_app *app) {
    tr_history *history = &app->thumbnails.history;
    const tr_gallery_item *item = tr_gallery_chosen(&app->thumbnails.gallery);
    const tr_gallery_page *page = tr_gallery_front(&app->thumbnails.gallery);
    const tr_document *document = &app->document;
    char name[TR_TITLE_BYTES];
    tr_document_name(document, name);
    if (item)
        snprintf(name, sizeof name, "%.100s%s%s", page->title, page->kind == TR_GALLERY_TYPES ? ": " : ", ",
                 item->name);
    if (item && page->kind == TR_GALLERY_TYPES)
        snprintf(name, sizeof name, "%s", item->name);
    const tr_step *step = tr_document_step(document);
    const int frame = item ? tr_history_add(history, item->text, item->planet, name, "")
                           : tr_history_add(history, step->text, document->target, name,
                                            document->step > 0 ? step->what : "");
    if (frame < 0)
        return;
    const bool starred = !history->frames[frame].starred;
    snprintf(name, sizeof name, "%s", history->frames[frame].name);
    tr_history_star(history, frame, starred);
    tr_message_say(&app->message, starred ? "★ %s is a favourite" : "%s is no longer a favourite", name);
}

// ---- the history -------------------------------------------------------------------------------

static void go_to_frame(tr_app *app, int frame) {
    const tr_history *history = &app->thumbnails.history;
    if (frame < 0 || frame >= history->count || history->frames[frame].key == history->present)
        return;
    tr_error error = {0};
    char name[TR_TITLE_BYTES], *text = tr_strdup(history->frames[frame].text);
    const tr_world world = {.name = "world", .text = text};
    const tr_status status = text ? tr_act_load(app, &world, TR_STEP_OF_HISTORY, history->frames[frame].target,
                                                history->frames[frame].key, &error)
                                  : tr_fail(&error, TR_NO_MEMORY, "no memory for a planet of the history");
    tr_free(text);
    complain(app, status, &error);
    tr_document_name(&app->document, name);
    if (status == TR_OK)
        tr_message_say(&app->message, "%s", name);
}

static void pin(tr_app *app, int frame) {
    tr_history *history = &app->thumbnails.history;
    if (frame < 0 || frame >= history->count)
        return;
    const bool pinned = history->frames[frame].key != history->pinned;
    tr_history_pin(history, pinned ? frame : -1);
    tr_message_say(&app->message, pinned ? "Pinned: hold X to show it" : "Unpinned");
}

// The document and the one that waits change places; neither has a step of it.
static void exchange(tr_app *app) {
    const double radii = tr_act_radii(app);
    tr_document *other = app->thumbnails.swapped;
    const tr_document shown = app->document;
    const uint64_t revision = (shown.revision > other->revision ? shown.revision : other->revision) + 1;
    const double time_h = shown.scene->time_h;
    app->document = *other;
    *other = shown;
    const bool alike = other->scene->planet_count == 1 && app->document.scene->planet_count == 1;
    if (alike)
        tr_scene_place(app->document.scene, time_h);
    app->document.changed[0] = alike;
    app->document.remade = !alike;
    app->document.revision = revision; // which neither had: what hangs on it is made anew
    tr_act_show_changes(app, radii);
    tr_act_show_still(app, 0);
}

static void swap_in(tr_app *app) {
    tr_error error = {0};
    const tr_history_item *pinned = tr_history_pinned(&app->thumbnails.history);
    if (app->thumbnails.swapped)
        return;
    if (!pinned) {
        tr_message_say(&app->message, "Pin a planet in the history first; holding X then shows it");
        return;
    }
    const tr_world world = {.name = "world", .text = pinned->text};
    tr_document *other = tr_calloc(1, sizeof *other);
    const tr_status status = other ? tr_document_open(other, &world, &error)
                                   : tr_fail(&error, TR_NO_MEMORY, "no memory for the pinned planet");
    if (status != TR_OK) {
        complain(app, status, &error);
        tr_free(other);
        return;
    }
    if (pinned->target < other->scene->planet_count)
        tr_document_set_target(other, pinned->target);
    app->thumbnails.swapped = other;
    tr_message_say(&app->message, "Pinned: %s", pinned->name);
    exchange(app);
}

static void swap_out(tr_app *app) {
    if (!app->thumbnails.swapped)
        return;
    exchange(app);
    tr_document_close(app->thumbnails.swapped);
    tr_free(app->thumbnails.swapped);
    app->thumbnails.swapped = NULL;
    tr_message_say(&app->message, "%s", "");
}

// ---- all that can be asked for -------------------------------------------------------------------

// In the gallery some keys mean something else, and what edits the planet behind it has to wait.
static bool act_in_gallery(tr_app *app, const tr_command *command) {
    tr_gallery *gallery = &app->thumbnails.gallery;
    enum { rows_of_page = 3 };
    const int columns = tr_panel_gallery_columns(app->panel);
    const int steps[] = {[TR_LEFT] = -1, [TR_RIGHT] = 1, [TR_UP] = -columns, [TR_DOWN] = columns};
    switch (command->kind) {
    case TR_COMMAND_TURN:
        tr_gallery_move(gallery, steps[command->by]);
        return true;
    case TR_COMMAND_TYPE:
        tr_gallery_move(gallery, command->by * rows_of_page * columns);
        return true;
    case TR_COMMAND_SEED:
        if (command->by > 0)
            more(app);
        return true;
    case TR_COMMAND_BACK:
        if (app->settings.asks || app->settings.help)
            return false;
        tr_gallery_back(gallery);
        turn_page(app);
        return true;
    case TR_COMMAND_ENTER:
        enter(app);
        return true;
    case TR_COMMAND_HELP:
    case TR_COMMAND_FULLSCREEN:
    case TR_COMMAND_SCALE:
    case TR_COMMAND_QUIT:
    case TR_COMMAND_GO_ON:
    case TR_COMMAND_FINISH:
        return false;
    case TR_COMMAND_SAVE:
        if (!tr_document_step(&app->document)->path) // the dialog asks for one
            tr_thumbnail_views_close_gallery(&app->thumbnails);
        return false;
    case TR_COMMAND_OPEN: // it closes once something is opened
    case TR_COMMAND_DROP:
    case TR_COMMAND_PASTE:
        return false;
    case TR_COMMAND_FIND: // these lead out of it
    case TR_COMMAND_DIALOG:
        tr_thumbnail_views_close_gallery(&app->thumbnails);
        return false;
    default:
        return true;
    }
}

static bool act_on_history(tr_app *app, const tr_command *command) {
    tr_history *history = &app->thumbnails.history;
    switch (command->kind) {
    case TR_COMMAND_HISTORY:
        app->settings.history = !app->settings.history;
        return true;
    case TR_COMMAND_FRAME:
        go_to_frame(app, command->by);
        return true;
    case TR_COMMAND_FRAME_STAR:
        if (command->by >= 0 && command->by < history->count)
            tr_history_star(history, command->by, !history->frames[command->by].starred);
        return true;
    case TR_COMMAND_FRAME_PIN:
        pin(app, command->by);
        return true;
    default:
        return false;
    }
}

// What may be done while the pinned planet is shown: look at it.
static bool only_looks(const tr_command *command) {
    return command->kind >= TR_COMMAND_ORBIT && command->kind <= TR_COMMAND_ZOOM;
}

bool tr_act_on_gallery(tr_app *app, const tr_command *command) {
    const bool open = tr_gallery_front(&app->thumbnails.gallery) != NULL;
    if (command->kind == TR_COMMAND_SWAP) {
        command->by && !open ? swap_in(app) : swap_out(app);
        return true;
    }
    if (command->kind == TR_COMMAND_NOTHING)
        return true;
    if (app->thumbnails.swapped && !only_looks(command)) // it ends with anything else
        swap_out(app);
    switch (command->kind) {
    case TR_COMMAND_GALLERY:
        open ? tr_thumbnail_views_close_gallery(&app->thumbnails) : tr_act_open_gallery(app);
        return true;
    case TR_COMMAND_GALLERY_CHOOSE:
        tr_gallery_choose(&app->thumbnails.gallery, command->by);
        return true;
    case TR_COMMAND_GALLERY_MORE:
        more(app);
        return true;
    case TR_COMMAND_BREED:
        breed(app);
        return true;
    case TR_COMMAND_DIAL:
        turn_dial(app, command->dx);
        return true;
    case TR_COMMAND_STAR:
        star(app);
        return true;
    default:
        return open ? act_in_gallery(app, command)
                    : act_on_history(app, command) || tr_compare_act(app, command);
    }
}
