#include "app/private/actions.h"

#include "base/hash.h"

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

// A map that its sheet only tries gets no picture in the history.
static bool holds_history(const tr_app *app) {
    return app->thumbnails.swapped || is_open(app) || app->map_sheet.path[0];
}

bool tr_thumbnail_views_poll(tr_app *app, double now) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    bool news = tr_thumbnail_cache_take(&thumbnails->pictures);
    share_cores(app);
    if (holds_history(app))
        return news;
    if (thumbnails->looked_at != app->document.revision || now >= tr_history_due(&thumbnails->history))
        news = tr_history_update(&thumbnails->history, &app->document, now) || news;
    thumbnails->looked_at = app->document.revision;
    return news;
}

double tr_thumbnail_views_due(const tr_app *app) {
    return holds_history(app) ? INFINITY : tr_history_due(&app->thumbnails.history);
}

// ---- requests for the panel ----------------------------------------------------------------------

// Requests in reverse order, because the last request is served first. Sessions have files of their own; others
// are variations of the document's planet.
static void ask_for_page(tr_app *app, const tr_gallery_page *page) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    for (int i = page ? page->count - 1 : -1; i >= 0; i--) {
        const tr_gallery_item *item = &page->items[i];
        const tr_shared_files *files = page->files.count > 0 ? &page->files : &app->document.files;
        tr_thumbnail_cache_get(&thumbnails->pictures,
                               &(tr_thumbnail_wish){.key = item->key,
                                                    .text = item->text,
                                                    .planet = item->planet,
                                                    .path = item->is_session ? NULL : item->path,
                                                    .files = files});
    }
}

static void ask_for_history(tr_app *app) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    for (int i = 0; i < thumbnails->history.count; i++) {
        const tr_history_item *frame = &thumbnails->history.frames[i];
        tr_thumbnail_cache_get(&thumbnails->pictures, &(tr_thumbnail_wish){.key = frame->key,
                                                                           .text = frame->text,
                                                                           .planet = frame->target,
                                                                           .files = &app->document.files});
    }
}

// Pictures of types while a menu of types is open; they are shared with the gallery.
static void ask_for_types(tr_app *app) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    const bool was_shown = thumbnails->types_shown;
    thumbnails->types_shown = tr_panel_shows_types(app->panel);
    if (was_shown && !thumbnails->types_shown)
        tr_thumbnail_cache_forget(&thumbnails->pictures); // drops requests: the cores are needed for other work
    if (!thumbnails->types_shown)
        return;
    if (thumbnails->types.depth == 0)
        tr_gallery_show_types(&thumbnails->types, NULL); // without memory there are only names
    ask_for_page(app, tr_gallery_front(&thumbnails->types));
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
        &thumbnails->pictures, &(tr_thumbnail_wish){.key = tr_history_key(text, document->target),
                                                    .text = text,
                                                    .planet = document->target,
                                                    .kind = TR_THUMBNAIL_LAYERS,
                                                    .files = &document->files});
    if (picture && picture->texture) {
        thumbnails->layer_texture = picture->texture;
        thumbnails->mapped_layers = tr_app_recipe(app)->layer_count;
    }
}

// Shows the files of own maps after the planet's own maps. They are made again only where files change.
static void fill_own_maps(tr_app *app) {
    tr_thumbnail_views *thumbnails = &app->thumbnails;
    const tr_document *document = &app->document;
    const tr_recipe *recipe = tr_document_recipe(document);
    uint64_t key = tr_hash_text(0, "own maps");
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        key = tr_hash_text(tr_hash_text(key, map->name), map->sha256);
        key = tr_hash_numbers(tr_hash_pair(key, (uint64_t)map->raw), map->raw_size, 2);
    }
    if (key != thumbnails->map_key)
        thumbnails->map_texture = 0;
    thumbnails->map_key = key;
    if (recipe->map_count == 0 || !app->settings.panel || is_open(app) || tr_live_busy(app->viewport.live))
        return;
    const tr_thumbnail_texture *picture = tr_thumbnail_cache_get(
        &thumbnails->pictures, &(tr_thumbnail_wish){.key = key,
                                                    .text = tr_document_step(document)->text,
                                                    .planet = document->target,
                                                    .kind = TR_THUMBNAIL_MAPS,
                                                    .files = &document->files});
    thumbnails->map_texture = picture ? picture->texture : 0;
}

void tr_thumbnail_views_fill(tr_app *app) {
    ask_for_types(app);
    ask_for_page(app, tr_gallery_front(&app->thumbnails.gallery));
    if (!is_open(app) && app->settings.panel && app->settings.history)
        ask_for_history(app);
    fill_layer_maps(app);
    fill_own_maps(app);
}
