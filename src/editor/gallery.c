#include "editor/gallery.h"

#include "base/memory.h"
#include "editor/history.h"
#include "editor/labels.h"
#include "editor/private/breed.h"

#include <stdio.h>
#include <string.h>

enum { most_scenes = 64, most_types = 256 };

// ---- pages ---------------------------------------------------------------------------------------

static void clear_items(tr_gallery_page *page) {
    for (int i = 0; i < page->count; i++) {
        tr_free(page->items[i].text);
        tr_free(page->items[i].path);
    }
    tr_free(page->items);
    page->items = NULL;
    page->count = 0;
}

static void clear_page(tr_gallery_page *page) {
    clear_items(page);
    tr_shared_files_clear(&page->files);
    tr_free(page->parent);
    *page = (tr_gallery_page){0};
}

void tr_gallery_close(tr_gallery *gallery) {
    while (gallery->depth > 0)
        clear_page(&gallery->pages[--gallery->depth]);
}

const tr_gallery_item *tr_gallery_chosen(const tr_gallery *gallery) {
    const tr_gallery_page *page = gallery->depth > 0 ? &gallery->pages[gallery->depth - 1] : NULL;
    return page && page->count > 0 ? &page->items[page->chosen] : NULL;
}

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for the gallery");
}

// Adds an item; takes ownership of the text.
static tr_status add(tr_gallery_page *page, char *text, int planet, const char *name, tr_gallery_item **out,
                     tr_error *error) {
    if (!tr_grow(&page->items, page->count, sizeof *page->items)) {
        tr_free(text);
        return no_memory(error);
    }
    tr_gallery_item *item = &page->items[page->count++];
    *item = (tr_gallery_item){.key = tr_history_key(text, planet), .text = text, .planet = planet};
    snprintf(item->name, sizeof item->name, "%s", name);
    *out = item;
    return TR_OK;
}

// Puts the page in front, unless making it failed.
static tr_status push(tr_gallery *gallery, tr_gallery_page *page, tr_status status) {
    if (status != TR_OK) {
        clear_page(page);
        return status;
    }
    if (gallery->depth == TR_GALLERY_DEPTH)
        clear_page(&gallery->pages[--gallery->depth]);
    gallery->pages[gallery->depth++] = *page;
    return TR_OK;
}

// ---- types and scenes ----------------------------------------------------------------------------

static tr_status add_world(tr_gallery_page *page, const char *name, bool is_type, tr_error *error) {
    const tr_world world = {.name = name, .has_seed = is_type, .seed = 1};
    tr_gallery_item *item = NULL;
    char *text;
    tr_status status = tr_world_text(&world, &text, error);
    if (status == TR_OK)
        status = add(page, text, 0, name, &item, error);
    if (status != TR_OK)
        return status;
    item->is_type = is_type;
    return is_type ? tr_type_summary(name, item->line, sizeof item->line, error)
                   : tr_scene_summary(name, item->line, sizeof item->line, error);
}

tr_status tr_gallery_show_types(tr_gallery *gallery, tr_error *error) {
    tr_gallery_page page = {.kind = TR_GALLERY_TYPES};
    char(*names)[TR_NAME_BYTES] = tr_calloc(most_types, sizeof *names);
    tr_status status = names ? TR_OK : no_memory(error);
    snprintf(page.title, sizeof page.title, "Choose a planet");
    const int types = names ? tr_type_list(names, most_types) : 0;
    for (int i = 0; i < types && i < most_types && status == TR_OK; i++)
        status = add_world(&page, names[i], true, error);
    const int scenes = names ? tr_scene_list(names, most_scenes) : 0;
    for (int i = 0; i < scenes && i < most_scenes && status == TR_OK; i++)
        status = add_world(&page, names[i], false, error);
    tr_free(names);
    return push(gallery, &page, status);
}

// ---- files and sessions --------------------------------------------------------------------------

// Reads a file or an unsaved session with the files of its maps, and the index of its current planet.
static tr_status read_recent(const tr_recent *recent, char **text, int *planet, tr_shared_files *files) {
    const tr_world world = {.name = recent->path};
    tr_document left = {0};
    *text = NULL;
    *planet = 0;
    if (!recent->session)
        return tr_world_text(&world, text, NULL);
    tr_status status = tr_session_read(recent->path, &left, NULL, NULL);
    if (status == TR_OK) {
        *text = tr_strdup(tr_document_step(&left)->text);
        *planet = left.target;
        status = *text ? tr_shared_files_add_all(files, &left.files, NULL) : TR_NO_MEMORY;
    }
    tr_document_close(&left);
    return status;
}

static void put_first(tr_gallery_page *page, const tr_recent *recent, int place) {
    const char *slash = strrchr(recent->path, '/');
    tr_gallery_item *item = NULL;
    char *text, name[sizeof item->name];
    int planet;
    snprintf(name, sizeof name, "%.*s", (int)sizeof name - 1,
             recent->session ? recent->name
             : slash         ? slash + 1
                             : recent->path);
    if (read_recent(recent, &text, &planet, &page->files) != TR_OK ||
        add(page, text, planet, name, &item, NULL) != TR_OK)
        return;
    item->path = tr_strdup(recent->path);
    item->is_session = recent->session;
    if (!item->path) {
        tr_free(item->text);
        page->count--;
        return;
    }
    snprintf(item->line, sizeof item->line, recent->session ? "unsaved work" : "recent: %.*s",
             (int)(slash ? slash - recent->path : 0), recent->path);
    const tr_gallery_item first = *item;
    memmove(&page->items[place + 1], &page->items[place],
            (size_t)(page->count - 1 - place) * sizeof *page->items);
    page->items[place] = first;
}

static tr_gallery_page *front(tr_gallery *gallery) {
    return gallery->depth > 0 ? &gallery->pages[gallery->depth - 1] : NULL;
}

void tr_gallery_put_first(tr_gallery *gallery, const tr_recent *recent, int count) {
    tr_gallery_page *page = front(gallery);
    const int before = page ? page->count : 0;
    for (int i = 0; i < count && page; i++)
        put_first(page, &recent[i], page->count - before);
    if (page)
        page->chosen = 0;
}

tr_status tr_gallery_find_files(const tr_gallery *gallery, tr_shared_files *files, tr_error *error) {
    const tr_gallery_page *page = tr_gallery_front(gallery);
    const tr_gallery_item *item = tr_gallery_chosen(gallery);
    tr_status status = page ? tr_shared_files_add_all(files, &page->files, error) : TR_OK;
    if (status != TR_OK || !item || !item->path || item->is_session)
        return status;
    const tr_world world = {.name = item->path, .partial = true};
    tr_scene scene = {0};
    if (tr_world_load(&world, &scene, NULL) == TR_OK) // opening it reports errors
        status = tr_scene_add_files(&scene, files, error);
    tr_scene_clear(&scene);
    return status;
}

// ---- seeds and relatives
// ---------------------------------------------------------------------------------------

static tr_status make_text(const tr_gallery_page *page, double dial, const tr_document *document, char **text,
                           tr_error *error) {
    const tr_world world = {.name = page->type, .has_seed = true, .seed = 1 + (uint64_t)page->count};
    const tr_breeding breeding = {.text = page->parent,
                                  .planet = page->parent_planet,
                                  .dial = dial,
                                  .locks = document ? document->locks : NULL,
                                  .lock_count = document ? document->lock_count : 0};
    return page->kind == TR_GALLERY_SEEDS ? tr_world_text(&world, text, error)
                                          : tr_breed(&breeding, page->count, text, error);
}

// Adds a batch of seeds or relatives. Items that are seeds have planet 0.
static tr_status add_batch(tr_gallery_page *page, double dial, const tr_document *document, tr_error *error) {
    tr_status status = TR_OK;
    for (int i = 0; i < TR_GALLERY_BATCH && page->count < TR_GALLERY_MOST && status == TR_OK; i++) {
        tr_gallery_item *item = NULL;
        char *text, name[TR_NAME_BYTES];
        snprintf(name, sizeof name, page->kind == TR_GALLERY_SEEDS ? "seed %d" : "variation %d",
                 1 + page->count);
        status = make_text(page, dial, document, &text, error);
        if (status == TR_OK)
            status = add(page, text, page->parent_planet, name, &item, error);
    }
    return status;
}

tr_status tr_gallery_show_seeds(tr_gallery *gallery, const char *type, tr_error *error) {
    tr_gallery_page page = {.kind = TR_GALLERY_SEEDS};
    snprintf(page.type, sizeof page.type, "%s", type);
    tr_word_label(type, page.title, sizeof page.title);
    return push(gallery, &page, add_batch(&page, 0, NULL, error));
}

static void name_family(tr_gallery_page *page) {
    const tr_world world = {.name = "world", .text = page->parent};
    tr_scene scene = {0};
    if (tr_world_load(&world, &scene, NULL) == TR_OK && page->parent_planet < scene.planet_count) {
        const tr_recipe *recipe = scene.planets[page->parent_planet].recipe;
        snprintf(page->title, sizeof page->title, "Variations of %s %llu", recipe->type,
                 (unsigned long long)recipe->seed);
    }
    tr_scene_clear(&scene);
}

tr_status tr_gallery_show_relatives(tr_gallery *gallery, const char *text, int planet,
                                    const tr_document *document, tr_error *error) {
    tr_gallery_page page = {.kind = TR_GALLERY_RELATIVES, .parent_planet = planet};
    page.parent = tr_strdup(text);
    tr_status status = page.parent ? TR_OK : no_memory(error);
    if (status == TR_OK) {
        name_family(&page);
        status = add_batch(&page, gallery->dial, document, error);
    }
    return push(gallery, &page, status);
}

// ---- changes -------------------------------------------------------------------------------------

tr_status tr_gallery_more(tr_gallery *gallery, const tr_document *document, tr_error *error) {
    tr_gallery_page *page = front(gallery);
    if (!page || page->kind == TR_GALLERY_TYPES || page->count >= TR_GALLERY_MOST)
        return TR_OK;
    const int before = page->count;
    const tr_status status = add_batch(page, gallery->dial, document, error);
    if (page->count > before)
        page->chosen = before;
    return status;
}

tr_status tr_gallery_turn_dial(tr_gallery *gallery, double dial, const tr_document *document, tr_error *error) {
    tr_gallery_page *page = front(gallery);
    gallery->dial = dial < 0 ? 0 : dial > 1 ? 1 : dial;
    if (!page || page->kind != TR_GALLERY_RELATIVES)
        return TR_OK;
    clear_items(page);
    page->chosen = 0;
    return add_batch(page, gallery->dial, document, error);
}

void tr_gallery_choose(tr_gallery *gallery, int item) {
    tr_gallery_page *page = front(gallery);
    if (page && item >= 0 && item < page->count)
        page->chosen = item;
}

void tr_gallery_move(tr_gallery *gallery, int by) {
    const tr_gallery_page *page = tr_gallery_front(gallery);
    if (page)
        tr_gallery_choose(gallery, page->chosen + by);
}

bool tr_gallery_back(tr_gallery *gallery) {
    if (gallery->depth > 0)
        clear_page(&gallery->pages[--gallery->depth]);
    return gallery->depth > 0;
}
