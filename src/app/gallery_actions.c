// The commands of the gallery and of the history.
#include "app/private/actions.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// Clears the error of edits and returns it, for the calls that follow.
static tr_error *begin(tr_app *app) {
    app->edit.error = (tr_error){0};
    return &app->edit.error;
}

static void complain(tr_app *app, tr_status status) {
    if (status != TR_OK)
        tr_message_complain(&app->message, &app->edit.error);
}

// ---- the gallery ---------------------------------------------------------------------------------

// A new page discards older requests, so that its pictures come first.
static void turn_page(tr_app *app) { tr_thumbnail_cache_forget(&app->thumbnails.pictures); }

void tr_act_open_gallery(tr_app *app) {
    tr_gallery_close(&app->thumbnails.gallery);
    complain(app, tr_gallery_show_types(&app->thumbnails.gallery, begin(app)));
    tr_gallery_put_first(&app->thumbnails.gallery, app->files.recent, app->files.recent_count);
    const tr_gallery_page *page = tr_gallery_front(&app->thumbnails.gallery);
    for (int i = 0; page && i < page->count; i++) // selects the current type
        if (page->items[i].is_type &&
            strcmp(page->items[i].name, tr_document_recipe(&app->document)->type) == 0)
            tr_gallery_choose(&app->thumbnails.gallery, i);
    turn_page(app);
}

void tr_act_gallery(tr_app *app) {
    if (tr_gallery_front(&app->thumbnails.gallery))
        tr_thumbnail_views_close_gallery(&app->thumbnails);
    else
        tr_act_open_gallery(app);
}

void tr_act_gallery_choose(tr_app *app, int item) { tr_gallery_choose(&app->thumbnails.gallery, item); }

void tr_act_leave_page(tr_app *app) {
    tr_gallery_back(&app->thumbnails.gallery);
    turn_page(app);
}

void tr_act_open_chosen(tr_app *app) {
    tr_gallery *gallery = &app->thumbnails.gallery;
    const tr_gallery_item *item = tr_gallery_chosen(gallery);
    if (!item)
        return;
    if (item->is_type) {
        char type[TR_NAME_BYTES];
        snprintf(type, sizeof type, "%.31s", item->name);
        complain(app, tr_gallery_show_seeds(gallery, type, begin(app)));
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

void tr_act_breed(tr_app *app) {
    tr_gallery *gallery = &app->thumbnails.gallery;
    const tr_gallery_item *item = tr_gallery_chosen(gallery);
    const tr_document *document = &app->document;
    complain(app, item ? tr_gallery_show_relatives(gallery, item->text, item->planet, document, begin(app))
                       : tr_gallery_show_relatives(gallery, tr_document_step(document)->text, document->target,
                                                   document, begin(app)));
    turn_page(app);
}

void tr_act_dial(tr_app *app, double dial) {
    complain(app, tr_gallery_turn_dial(&app->thumbnails.gallery, dial, &app->document, begin(app)));
    turn_page(app);
}

void tr_act_gallery_more(tr_app *app) {
    complain(app, tr_gallery_more(&app->thumbnails.gallery, &app->document, begin(app)));
}

// Adds or removes the star of the planet that is selected in the gallery, or else of the current one.
void tr_act_star(tr_app *app) {
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
    if (item) // of another file or session
        complain(app, tr_gallery_find_files(&app->thumbnails.gallery, &app->document.files, begin(app)));
    const bool starred = !history->frames[frame].starred;
    snprintf(name, sizeof name, "%s", history->frames[frame].name);
    tr_history_star(history, frame, starred);
    tr_message_say(&app->message, starred ? "★ %s is a favourite" : "%s is no longer a favourite", name);
}

// ---- the history -------------------------------------------------------------------------------

void tr_act_frame(tr_app *app, int frame) {
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
    if (status != TR_OK)
        tr_message_complain(&app->message, &error);
    tr_document_name(&app->document, name);
    if (status == TR_OK && !tr_act_tell_missing(app))
        tr_message_say(&app->message, "%s", name);
}

void tr_act_frame_star(tr_app *app, int frame) {
    tr_history *history = &app->thumbnails.history;
    if (frame >= 0 && frame < history->count)
        tr_history_star(history, frame, !history->frames[frame].starred);
}

void tr_act_frame_pin(tr_app *app, int frame) {
    tr_history *history = &app->thumbnails.history;
    if (frame < 0 || frame >= history->count)
        return;
    const bool pinned = history->frames[frame].key != history->pinned;
    tr_history_pin(history, pinned ? frame : -1);
    tr_message_say(&app->message, pinned ? "Pinned: hold X to show it" : "Unpinned");
}

// Swaps the document with the one that waits. The histories of both stay unchanged.
static void exchange(tr_app *app) {
    tr_act_begin(app);
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
    app->document.revision = revision; // a new revision: everything derived from the document is updated
    tr_act_show_changes(app);
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
    const tr_world world = tr_document_world(&app->document, pinned->text);
    tr_document *other = tr_calloc(1, sizeof *other);
    const tr_status status = other ? tr_document_open(other, &world, &error)
                                   : tr_fail(&error, TR_NO_MEMORY, "no memory for the pinned planet");
    if (status != TR_OK) {
        if (status != TR_OK)
            tr_message_complain(&app->message, &error);
        tr_free(other);
        return;
    }
    if (pinned->target < other->scene->planet_count)
        tr_document_set_target(other, pinned->target);
    app->thumbnails.swapped = other;
    exchange(app);
    int planet;
    const tr_own_map *missing = tr_document_missing(&app->document, &planet);
    tr_message_say(&app->message, "Pinned: %s%s%s%s", pinned->name, missing ? ", without " : "",
                   missing ? missing->file : "", missing ? ", which is missing or has changed" : "");
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

void tr_act_swap(tr_app *app, int shows) {
    if (shows && !tr_gallery_front(&app->thumbnails.gallery))
        swap_in(app);
    else
        swap_out(app);
}
