#include "app/private/shelf.h"

#include "base/memory.h"

#include <math.h>

void tr_shelf_begin(tr_shelf *shelf, int threads, tr_isa isa) {
    shelf->pictures.threads = threads;
    shelf->pictures.isa = isa;
    shelf->gallery.dial = 0.35;
}

void tr_shelf_end(tr_shelf *shelf) {
    tr_small_pictures_end(&shelf->pictures);
    tr_gallery_close(&shelf->gallery);
    tr_gallery_close(&shelf->types);
    tr_strip_clear(&shelf->strip);
    if (shelf->swapped)
        tr_document_close(shelf->swapped);
    tr_free(shelf->swapped);
}

void tr_shelf_close_gallery(tr_shelf *shelf) {
    if (shelf->gallery.depth == 0)
        return;
    tr_gallery_close(&shelf->gallery);
    tr_small_pictures_forget(&shelf->pictures);
}

// ---- what happens by itself ----------------------------------------------------------------------

static bool is_open(const tr_app *app) { return app->shelf.gallery.depth > 0; }

// While the gallery's pictures are baked the planet behind it waits.
static void share_cores(tr_app *app) {
    const bool held = is_open(app) && tr_small_pictures_left(&app->shelf.pictures) > 0;
    if (held == app->shelf.live_held || app->picture.held)
        return;
    tr_live_hold(app->picture.live, held);
    app->shelf.live_held = held;
}

bool tr_shelf_look(tr_app *app, double now) {
    tr_shelf *shelf = &app->shelf;
    bool news = tr_small_pictures_take(&shelf->pictures);
    share_cores(app);
    if (shelf->swapped || is_open(app))
        return news;
    if (shelf->looked_at != app->document.revision || now >= tr_strip_due(&shelf->strip))
        news = tr_strip_look(&shelf->strip, &app->document, now) || news;
    shelf->looked_at = app->document.revision;
    return news;
}

double tr_shelf_due(const tr_app *app) {
    return app->shelf.swapped || is_open(app) ? INFINITY : tr_strip_due(&app->shelf.strip);
}

// ---- what the panel shows ------------------------------------------------------------------------

static void fill_picture(tr_shelf *shelf, uint64_t key, const char *text, int planet, tr_panel_tile *tile) {
    const tr_small_picture *picture = tr_small_pictures_get(&shelf->pictures, key, text, planet);
    const int frame = tr_strip_find(&shelf->strip, key);
    tile->texture = picture ? picture->texture : 0;
    tile->failed = picture && picture->failed;
    tile->starred = frame >= 0 && shelf->strip.frames[frame].starred;
    tile->pinned = key == shelf->strip.pinned;
    tile->present = key == shelf->strip.present;
}

static void fill_gallery(tr_shelf *shelf, tr_panel_values *values) {
    static const tr_panel_gallery kinds[] = {[TR_GALLERY_TYPES] = TR_GALLERY_OF_TYPES,
                                             [TR_GALLERY_SEEDS] = TR_GALLERY_OF_SEEDS,
                                             [TR_GALLERY_RELATIVES] = TR_GALLERY_OF_RELATIVES};
    const tr_gallery_page *page = tr_gallery_front(&shelf->gallery);
    if (!page)
        return;
    for (int i = page->count - 1; i >= 0; i--) { // the last one asked for comes first
        const tr_gallery_item *item = &page->items[i];
        shelf->tiles[i] = (tr_panel_tile){
            .name = item->name, .line = item->line, .is_type = item->is_type, .is_file = item->path != NULL};
        fill_picture(shelf, item->key, item->text, item->planet, &shelf->tiles[i]);
    }
    values->gallery = kinds[page->kind];
    values->gallery_title = page->title;
    values->tiles = shelf->tiles;
    values->tile_count = page->count;
    values->tile_chosen = page->chosen;
    values->gallery_dial = shelf->gallery.dial;
}

// Pictures are baked for a strip that is seen alone.
static void fill_strip(tr_shelf *shelf, tr_panel_values *values) {
    const tr_strip *strip = &shelf->strip;
    const int count = strip->count < TR_GALLERY_MOST ? strip->count : TR_GALLERY_MOST;
    values->frames = shelf->frames;
    values->frame_count = count;
    for (int i = 0; i < count && values->strip; i++) {
        const tr_strip_frame *frame = &strip->frames[strip->count - count + i];
        shelf->frames[i] = (tr_panel_tile){.name = frame->name, .line = frame->step};
        fill_picture(shelf, frame->key, frame->text, frame->target, &shelf->frames[i]);
    }
}

// Types to choose from, with pictures, while a menu of them is open. They are those of the gallery.
static void fill_types(tr_app *app, tr_panel_values *values) {
    tr_shelf *shelf = &app->shelf;
    const bool was_shown = shelf->types_shown;
    shelf->types_shown = tr_panel_shows_types(app->panel);
    if (was_shown && !shelf->types_shown)
        tr_small_pictures_forget(&shelf->pictures); // the cores have other work again
    if (!shelf->types_shown)
        return;
    if (shelf->types.depth == 0)
        tr_gallery_show_types(&shelf->types, NULL); // without memory there are names alone
    const tr_gallery_page *page = tr_gallery_front(&shelf->types);
    for (int i = 0; page && i < page->count && i < TR_MOST_TYPES && page->items[i].is_type; i++)
        values->type_tile_count = i + 1;
    for (int i = values->type_tile_count - 1; i >= 0; i--) { // the last one asked for comes first
        const tr_gallery_item *item = &page->items[i];
        shelf->type_tiles[i] = (tr_panel_tile){.name = item->name, .line = item->line};
        fill_picture(shelf, item->key, item->text, item->planet, &shelf->type_tiles[i]);
        shelf->type_tiles[i].starred = shelf->type_tiles[i].pinned = false;
    }
    values->type_tiles = shelf->type_tiles;
}

// Maps of layers, while the tab is seen: made anew once the planet itself is there; until then the last ones
// stay where there are as many layers.
static void fill_layer_maps(tr_app *app, tr_panel_values *values) {
    tr_shelf *shelf = &app->shelf;
    const tr_document *document = &app->document;
    const char *text = tr_document_step(document)->text;
    if (!tr_panel_shows_layers(app->panel) || values->gallery != TR_GALLERY_IS_CLOSED)
        return;
    const int count = tr_document_recipe(document)->layer_count;
    if (!tr_live_busy(app->picture.live)) {
        const uint64_t key = tr_strip_key(text, document->target);
        const tr_small_picture *picture =
            tr_small_pictures_get_layers(&shelf->pictures, key, text, document->target);
        if (picture && picture->texture) {
            shelf->layer_texture = picture->texture;
            shelf->mapped_layers = count;
        }
    }
    values->layer_texture = shelf->mapped_layers == count ? shelf->layer_texture : 0;
}

void tr_shelf_fill(tr_app *app, tr_panel_values *values) {
    fill_types(app, values);
    values->strip = app->settings.strip;
    fill_gallery(&app->shelf, values);
    if (values->gallery == TR_GALLERY_IS_CLOSED && app->settings.panel)
        fill_strip(&app->shelf, values);
    fill_layer_maps(app, values);
}
