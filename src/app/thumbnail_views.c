#include "app/private/thumbnail_views.h"

#include <math.h>

void tr_thumbnail_views_begin(tr_thumbnail_views *thumbnails, int threads, tr_isa isa) {
    thumbnails->pictures.threads = threads;
    thumbnails->pictures.isa = isa;
    thumbnails->gallery.dial = 0.35;
}

void tr_thumbnail_views_end(tr_thumbnail_views *thumbnails) {
    tr_thumbnail_cache_end(&thumbnails->pictures);
    tr_gallery_close(&thumbnails->gallery);
    tr_gallery_close(&thumbnails->types);
    tr_history_clear(&thumbnails->history);
    if (thumbnails->swapped)
        tr_document_close(thumbnails->swapped);
    tr_free(thumbnails->swapped);
}

void tr_thumbnail_views_close_gallery(tr_thumbnail_views *thumbnails) {
    if (thumbnails->gallery.depth == 0)
        return;
    tr_gallery_close(&thumbnails->gallery);
    tr_thumbnail_cache_forget(&thumbnails->pictures);
}

// ---- updates -------------------------------------------------------------------------------------

static bool is_open(const tr_app *app) { return app->thumbnails.gallery.depth > 0; }

// While pictures of the gallery are baked, the bake of the planet behind it is held.
static void share_cores(tr_app *app) {
    const bool held = is_open(app) && tr_thumbnail_cache_left(&app->thumbnails.pictures) > 0;
    if (held == app->thumbnails.live_held || app->viewport.held)
        return;
    tr_live_hold(app->viewport.live, held);
    app->thumbnails.live_held = held;
}

bool tr_thumbnail_views_poll(tr_app *app, double now) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    bool news = tr_thumbnail_cache_take(&thumbnails->pictures);
    share_cores(app);
    if (thumbnails->swapped || is_open(app))
        return news;
    if (thumbnails->looked_at != app->document.revision || now >= tr_history_due(&thumbnails->history))
        news = tr_history_update(&thumbnails->history, &app->document, now) || news;
    thumbnails->looked_at = app->document.revision;
    return news;
}

double tr_thumbnail_views_due(const tr_app *app) {
    return app->thumbnails.swapped || is_open(app) ? INFINITY : tr_history_due(&app->thumbnails.history);
}

// ---- values for the panel ------------------------------------------------------------------------

static void fill_picture(tr_thumbnail_views *thumbnails, uint64_t key, const char *text, int planet,
                         tr_panel_tile *tile) {
    const tr_thumbnail_texture *picture =
        tr_thumbnail_cache_get(&thumbnails->pictures, key, text, planet, false);
    const int frame = tr_history_find(&thumbnails->history, key);
    tile->texture = picture ? picture->texture : 0;
    tile->failed = picture && picture->failed;
    tile->starred = frame >= 0 && thumbnails->history.frames[frame].starred;
    tile->pinned = key == thumbnails->history.pinned;
    tile->present = key == thumbnails->history.present;
}

static void fill_gallery(tr_thumbnail_views *thumbnails) {
    const tr_gallery_page *page = tr_gallery_front(&thumbnails->gallery);
    for (int i = page ? page->count - 1 : -1; i >= 0; i--) { // the last one asked for comes first
        const tr_gallery_item *item = &page->items[i];
        thumbnails->tiles[i] = (tr_panel_tile){
            .name = item->name, .line = item->line, .is_type = item->is_type, .is_file = item->path != NULL};
        fill_picture(thumbnails, item->key, item->text, item->planet, &thumbnails->tiles[i]);
    }
}

// Pictures are only requested while the history is expanded.
static void fill_history(tr_thumbnail_views *thumbnails, bool unfolded) {
    const tr_history *history = &thumbnails->history;
    const int count = history->count < TR_GALLERY_MOST ? history->count : TR_GALLERY_MOST;
    thumbnails->frame_count = count;
    for (int i = 0; i < count && unfolded; i++) {
        const tr_history_item *frame = &history->frames[history->count - count + i];
        thumbnails->frames[i] = (tr_panel_tile){.name = frame->name, .line = frame->step};
        fill_picture(thumbnails, frame->key, frame->text, frame->target, &thumbnails->frames[i]);
    }
}

// Shows the types with pictures while a menu of types is open; the pictures are shared with the gallery.
static void fill_types(tr_app *app) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    const bool was_shown = thumbnails->types_shown;
    thumbnails->types_shown = tr_panel_shows_types(app->panel);
    thumbnails->type_tile_count = 0;
    if (was_shown && !thumbnails->types_shown)
        tr_thumbnail_cache_forget(&thumbnails->pictures); // drops requests: the cores are needed for other work
    if (!thumbnails->types_shown)
        return;
    if (thumbnails->types.depth == 0)
        tr_gallery_show_types(&thumbnails->types, NULL); // without memory there are only names
    const tr_gallery_page *page = tr_gallery_front(&thumbnails->types);
    for (int i = 0; page && i < page->count && i < TR_MOST_TYPES && page->items[i].is_type; i++)
        thumbnails->type_tile_count = i + 1;
    for (int i = thumbnails->type_tile_count - 1; i >= 0; i--) { // the last one asked for comes first
        const tr_gallery_item *item = &page->items[i];
        thumbnails->type_tiles[i] = (tr_panel_tile){.name = item->name, .line = item->line};
        fill_picture(thumbnails, item->key, item->text, item->planet, &thumbnails->type_tiles[i]);
        thumbnails->type_tiles[i].starred = thumbnails->type_tiles[i].pinned = false;
    }
}

// Shows maps of layers while the tab Layers is visible. They are rendered after the planet's own maps; until
// then the last ones that the tab showed stay, if the number of layers is the same.
static void fill_layer_maps(tr_app *app) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    const tr_document *document = &app->document;
    const char *text = tr_document_step(document)->text;
    const bool shown = tr_panel_shows_layers(app->panel);
    if (!shown)
        thumbnails->layer_texture = 0; // the planet may be another one the next time
    if (!shown || is_open(app) || tr_live_busy(app->viewport.live))
        return;
    const tr_thumbnail_texture *picture = tr_thumbnail_cache_get(
        &thumbnails->pictures, tr_history_key(text, document->target), text, document->target, true);
    if (picture && picture->texture) {
        thumbnails->layer_texture = picture->texture;
        thumbnails->mapped_layers = tr_app_recipe(app)->layer_count;
    }
}

void tr_thumbnail_views_fill(tr_app *app) {
    fill_types(app);
    fill_gallery(&app->thumbnails);
    if (!is_open(app) && app->settings.panel)
        fill_history(&app->thumbnails, app->settings.history);
    fill_layer_maps(app);
}
