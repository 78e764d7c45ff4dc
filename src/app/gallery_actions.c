// What is asked of the gallery and of the filmstrip.
#include "app/private/actions.h"
#include "app/private/frame.h"
#include "app/private/opening.h"
#include "app/private/shelf.h"

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
static void turn_page(tr_app *app) { tr_small_pictures_forget(&app->shelf.pictures); }

void tr_act_open_gallery(tr_app *app) {
    tr_error error = {0};
    tr_gallery_close(&app->shelf.gallery);
    complain(app, tr_gallery_show_types(&app->shelf.gallery, &error), &error);
    tr_gallery_put_first(&app->shelf.gallery, app->files.recent, app->files.recent_count);
    const tr_gallery_page *page = tr_gallery_front(&app->shelf.gallery);
    for (int i = 0; page && i < page->count; i++) // the type that is looked at
        if (page->items[i].is_type &&
            strcmp(page->items[i].name, tr_document_recipe(&app->document)->type) == 0)
            tr_gallery_choose(&app->shelf.gallery, i);
    turn_page(app);
}

static void enter(tr_app *app) {
    tr_error error = {0};
    tr_gallery *gallery = &app->shelf.gallery;
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
    tr_gallery *gallery = &app->shelf.gallery;
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
    complain(app, tr_gallery_turn_dial(&app->shelf.gallery, dial, &app->document, &error), &error);
    turn_page(app);
}

static void more(tr_app *app) {
    tr_error error = {0};
    complain(app, tr_gallery_more(&app->shelf.gallery, &app->document, &error), &error);
}

// What is chosen in the gallery, or else looked at, gets a star or loses it.
static void star(tr_app *app) {
    tr_strip *strip = &app->shelf.strip;
    const tr_gallery_item *item = tr_gallery_chosen(&app->shelf.gallery);
    const tr_gallery_page *page = tr_gallery_front(&app->shelf.gallery);
    const tr_document *document = &app->document;
    char name[TR_TITLE_BYTES];
    tr_document_name(document, name);
    if (item)
        snprintf(name, sizeof name, "%.100s%s%s", page->title, page->kind == TR_GALLERY_TYPES ? ": " : ", ",
                 item->name);
    if (item && page->kind == TR_GALLERY_TYPES)
        snprintf(name, sizeof name, "%s", item->name);
    const tr_step *step = tr_document_step(document);
    const int frame =
        item ? tr_strip_add(strip, item->text, item->planet, name, "")
             : tr_strip_add(strip, step->text, document->target, name, document->step > 0 ? step->what : "");
    if (frame < 0)
        return;
    const bool starred = !strip->frames[frame].starred;
    snprintf(name, sizeof name, "%s", strip->frames[frame].name);
    tr_strip_star(strip, frame, starred);
    tr_message_say(&app->message, starred ? "★ %s is a favourite" : "%s is no longer a favourite", name);
}

// ---- the filmstrip -------------------------------------------------------------------------------

static void go_to_frame(tr_app *app, int frame) {
    const tr_strip *strip = &app->shelf.strip;
    if (frame < 0 || frame >= strip->count || strip->frames[frame].key == strip->present)
        return;
    tr_error error = {0};
    char name[TR_TITLE_BYTES], *text = tr_strdup(strip->frames[frame].text);
    const tr_world world = {.name = "world", .text = text};
    const tr_status status = text ? tr_act_load(app, &world, TR_STEP_OF_HISTORY, strip->frames[frame].target,
                                                strip->frames[frame].key, &error)
                                  : tr_fail(&error, TR_NO_MEMORY, "no memory for a planet of the history");
    tr_free(text);
    complain(app, status, &error);
    tr_document_name(&app->document, name);
    if (status == TR_OK)
        tr_message_say(&app->message, "%s", name);
}

static void pin(tr_app *app, int frame) {
    tr_strip *strip = &app->shelf.strip;
    if (frame < 0 || frame >= strip->count)
        return;
    const bool pinned = strip->frames[frame].key != strip->pinned;
    tr_strip_pin(strip, pinned ? frame : -1);
    tr_message_say(&app->message, pinned ? "Pinned: hold X to show it" : "Unpinned");
}

// The document and the one that waits change places; neither has a step of it.
static void exchange(tr_app *app) {
    const double radii = tr_act_radii(app);
    tr_document *other = app->shelf.swapped;
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
    const tr_strip_frame *pinned = tr_strip_pinned(&app->shelf.strip);
    if (app->shelf.swapped)
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
    app->shelf.swapped = other;
    tr_message_say(&app->message, "Pinned: %s", pinned->name);
    exchange(app);
}

static void swap_out(tr_app *app) {
    if (!app->shelf.swapped)
        return;
    exchange(app);
    tr_document_close(app->shelf.swapped);
    tr_free(app->shelf.swapped);
    app->shelf.swapped = NULL;
    tr_message_say(&app->message, "%s", "");
}

// ---- all that can be asked for -------------------------------------------------------------------

// In the gallery some keys mean something else, and what edits the planet behind it has to wait.
static bool act_in_gallery(tr_app *app, const tr_wish *wish) {
    tr_gallery *gallery = &app->shelf.gallery;
    enum { rows_of_page = 3 };
    const int columns = tr_panel_gallery_columns(app->panel);
    const int steps[] = {[TR_LEFT] = -1, [TR_RIGHT] = 1, [TR_UP] = -columns, [TR_DOWN] = columns};
    switch (wish->kind) {
    case TR_WISH_TURN:
        tr_gallery_move(gallery, steps[wish->by]);
        return true;
    case TR_WISH_TYPE:
        tr_gallery_move(gallery, wish->by * rows_of_page * columns);
        return true;
    case TR_WISH_SEED:
        if (wish->by > 0)
            more(app);
        return true;
    case TR_WISH_BACK:
        if (app->settings.asks || app->settings.help)
            return false;
        tr_gallery_back(gallery);
        turn_page(app);
        return true;
    case TR_WISH_ENTER:
        enter(app);
        return true;
    case TR_WISH_HELP:
    case TR_WISH_FULLSCREEN:
    case TR_WISH_SCALE:
    case TR_WISH_QUIT:
    case TR_WISH_GO_ON:
    case TR_WISH_FINISH:
        return false;
    case TR_WISH_SAVE:
        if (!tr_document_step(&app->document)->path) // the sheet asks for one
            tr_shelf_close_gallery(&app->shelf);
        return false;
    case TR_WISH_OPEN: // it closes once something is opened
    case TR_WISH_DROP:
    case TR_WISH_PASTE:
        return false;
    case TR_WISH_FIND: // these lead out of it
    case TR_WISH_SHEET:
        tr_shelf_close_gallery(&app->shelf);
        return false;
    default:
        return true;
    }
}

static bool act_on_strip(tr_app *app, const tr_wish *wish) {
    tr_strip *strip = &app->shelf.strip;
    switch (wish->kind) {
    case TR_WISH_STRIP:
        app->settings.strip = !app->settings.strip;
        return true;
    case TR_WISH_FRAME:
        go_to_frame(app, wish->by);
        return true;
    case TR_WISH_FRAME_STAR:
        if (wish->by >= 0 && wish->by < strip->count)
            tr_strip_star(strip, wish->by, !strip->frames[wish->by].starred);
        return true;
    case TR_WISH_FRAME_PIN:
        pin(app, wish->by);
        return true;
    default:
        return false;
    }
}

// What may be done while the pinned planet is shown: look at it.
static bool only_looks(const tr_wish *wish) {
    return wish->kind >= TR_WISH_ORBIT && wish->kind <= TR_WISH_ZOOM;
}

bool tr_act_on_gallery(tr_app *app, const tr_wish *wish) {
    const bool open = tr_gallery_front(&app->shelf.gallery) != NULL;
    if (wish->kind == TR_WISH_SWAP) {
        wish->by && !open ? swap_in(app) : swap_out(app);
        return true;
    }
    if (wish->kind == TR_WISH_NOTHING)
        return true;
    if (app->shelf.swapped && !only_looks(wish)) // it ends with anything else
        swap_out(app);
    switch (wish->kind) {
    case TR_WISH_GALLERY:
        open ? tr_shelf_close_gallery(&app->shelf) : tr_act_open_gallery(app);
        return true;
    case TR_WISH_GALLERY_CHOOSE:
        tr_gallery_choose(&app->shelf.gallery, wish->by);
        return true;
    case TR_WISH_GALLERY_MORE:
        more(app);
        return true;
    case TR_WISH_BREED:
        breed(app);
        return true;
    case TR_WISH_DIAL:
        turn_dial(app, wish->dx);
        return true;
    case TR_WISH_STAR:
        star(app);
        return true;
    default:
        return open ? act_in_gallery(app, wish) : act_on_strip(app, wish) || tr_compare_act(app, wish);
    }
}
