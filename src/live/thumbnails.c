#include "live/thumbnails.h"

#include "base/memory.h"
#include "base/pool.h"
#include "base/size.h"
#include "live/private/globe.h"
#include "planet/budget.h"
#include "planet/surface.h"
#include "scene/load.h"

#include <pthread.h>
#include <stdatomic.h>

enum { map_width = 512, most_threads = 16, mesh_columns = 128 };

// A request, and then its picture.
typedef struct request {
    uint64_t key;
    char *text, *path; // path: or NULL
    int planet;
    tr_thumbnail_kind kind;
    uint8_t *rgba; // NULL: it failed, or is not made yet
    struct request *next;
} request;

// A thread that bakes one picture after another.
typedef struct worker {
    tr_thumbnails *all;
    pthread_t thread;
    bool runs, busy;
    uint64_t key;     // valid while busy
    atomic_bool stop; // read by the bake without the lock
} worker;

struct tr_thumbnails {
    tr_thumbnails_options options;
    pthread_mutex_t lock; // guards the members below
    pthread_cond_t work;
    bool quit;
    request *requests;     // newest first
    tr_shared_files files; // of the worlds' maps
    request *first, *last; // finished, oldest first
    int worker_count;
    worker workers[most_threads];
};

// ---- one picture ---------------------------------------------------------------------------------

static tr_status paint_surface(const tr_recipe *recipe, const tr_surface *surface, tr_pool *pool,
                               const tr_watch *watch, uint8_t **rgba) {
    tr_planet_maps maps;
    uint8_t *texels = tr_allocate(tr_mips_bytes(surface, map_width, false), 1);
    *rgba = tr_allocate((size_t)4 * TR_THUMBNAIL_PX, TR_THUMBNAIL_PX);
    tr_status status = texels && *rgba ? TR_OK : TR_NO_MEMORY;
    if (status == TR_OK)
        status = tr_mips_bake(surface, pool, NULL, map_width, false, watch, texels, &maps, NULL);
    if (status == TR_OK)
        status = tr_globe_paint(recipe, &maps, TR_THUMBNAIL_PX, *rgba, NULL);
    tr_free(texels);
    return status;
}

static tr_status paint_layers(const tr_surface *surface, const tr_watch *watch, uint8_t **rgba) {
    uint8_t *grey = tr_calloc(TR_LAYER_CELLS, TR_LAYER_MAP_TEXELS);
    *rgba = tr_calloc((size_t)4 * TR_THUMBNAIL_PX, TR_THUMBNAIL_PX);
    tr_status status = grey && *rgba ? TR_OK : TR_NO_MEMORY;
    if (status == TR_OK)
        status = tr_layer_maps(surface, TR_LAYER_CELLS, watch, grey, NULL);
    for (int i = 0; i < TR_LAYER_CELLS * TR_LAYER_MAP_TEXELS && status == TR_OK; i++) {
        const int cell = i / TR_LAYER_MAP_TEXELS, texel = i % TR_LAYER_MAP_TEXELS;
        const int x = cell % TR_LAYER_COLUMNS * TR_LAYER_MAP_WIDTH + texel % TR_LAYER_MAP_WIDTH,
                  y = cell / TR_LAYER_COLUMNS * TR_LAYER_MAP_HEIGHT + texel / TR_LAYER_MAP_WIDTH;
        uint8_t *out = *rgba + 4 * ((size_t)y * TR_THUMBNAIL_PX + (size_t)x);
        out[0] = out[1] = out[2] = grey[i];
        out[3] = 255;
    }
    tr_free(grey);
    return status;
}

// Global fields are solved coarsely, which is not visible in a small picture.
static tr_status paint_recipe(tr_recipe *recipe, const worker *w, tr_thumbnail_kind kind, uint8_t **rgba) {
    const tr_watch watch = tr_watch_flag(&w->stop);
    tr_pool *pool = NULL;
    tr_surface *surface = NULL;
    if (recipe->mesh_columns > mesh_columns)
        recipe->mesh_columns = mesh_columns;
    tr_recipe_coarsen(recipe, map_width / 8);
    tr_status status = tr_pool_create(1, &pool, NULL);
    const tr_surface_options how = {.isa = w->all->options.isa, .pool = pool, .watch = &watch};
    if (status == TR_OK)
        status = tr_budget_check(NULL, recipe, NULL, NULL);
    if (status == TR_OK)
        status = tr_surface_make(recipe, &how, &surface, NULL);
    if (status == TR_OK)
        status = kind == TR_THUMBNAIL_LAYERS ? paint_layers(surface, &watch, rgba)
                                             : paint_surface(recipe, surface, pool, &watch, rgba);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    return status;
}

static tr_status paint_maps(const tr_recipe *recipe, const worker *w, uint8_t **rgba) {
    const tr_watch watch = tr_watch_flag(&w->stop);
    *rgba = tr_calloc((size_t)4 * TR_THUMBNAIL_PX, TR_THUMBNAIL_PX);
    return *rgba ? tr_map_pictures(recipe, TR_THUMBNAIL_PX, &watch, *rgba, NULL) : TR_NO_MEMORY;
}

// Later requests may name the files that were found, by their SHA-256.
static void keep_files(tr_thumbnails *all, const tr_recipe *recipe) {
    pthread_mutex_lock(&all->lock);
    tr_shared_files_add_all(&all->files, &(tr_shared_files){recipe->file_count, recipe->files}, NULL);
    pthread_mutex_unlock(&all->lock);
}

// NULL: the picture failed.
static uint8_t *paint_world(const worker *w, const request *asked) {
    tr_shared_files files = {0};
    pthread_mutex_lock(&w->all->lock);
    tr_shared_files_add_all(&files, &w->all->files, NULL);
    pthread_mutex_unlock(&w->all->lock);
    const tr_watch watch = tr_watch_flag(&w->stop);
    const tr_world world = {.name = asked->path ? asked->path : "world",
                            .text = asked->path ? NULL : asked->text,
                            .file_count = files.count,
                            .files = files.list,
                            .watch = &watch,
                            .partial = true};
    tr_scene scene = {0};
    uint8_t *rgba = NULL;
    tr_status status = tr_world_load(&world, &scene, NULL);
    if (status == TR_OK && asked->planet >= scene.planet_count)
        status = TR_BAD_INPUT;
    tr_recipe *recipe = status == TR_OK ? scene.planets[asked->planet].recipe : NULL;
    if (recipe && asked->path)
        keep_files(w->all, recipe);
    if (recipe)
        status = asked->kind == TR_THUMBNAIL_MAPS ? paint_maps(recipe, w, &rgba)
                                                  : paint_recipe(recipe, w, asked->kind, &rgba);
    tr_scene_clear(&scene);
    tr_shared_files_clear(&files);
    if (status == TR_OK)
        return rgba;
    tr_free(rgba);
    return NULL;
}

// ---- the threads ---------------------------------------------------------------------------------

static void free_request(request *w) {
    if (w) {
        tr_free(w->text);
        tr_free(w->path);
    }
    tr_free(w);
}

// Call with the lock.
static void hand_over(tr_thumbnails *all, request *made) {
    made->next = NULL;
    if (all->last)
        all->last->next = made;
    else
        all->first = made;
    all->last = made;
}

// The next request; NULL: the thread should end. Call with the lock.
static request *next_request(worker *w) {
    tr_thumbnails *all = w->all;
    while (!all->requests && !all->quit)
        pthread_cond_wait(&all->work, &all->lock);
    if (all->quit)
        return NULL;
    request *found = all->requests;
    all->requests = found->next;
    w->busy = true;
    w->key = found->key;
    atomic_store(&w->stop, false);
    return found;
}

static void *work(void *context) {
    worker *w = context;
    tr_thumbnails *all = w->all;
    pthread_mutex_lock(&all->lock);
    for (request *next; (next = next_request(w)) != NULL;) {
        pthread_mutex_unlock(&all->lock);
        next->rgba = paint_world(w, next);
        pthread_mutex_lock(&all->lock);
        w->busy = false;
        if (atomic_load(&w->stop)) {
            tr_free(next->rgba);
            free_request(next);
        } else {
            hand_over(all, next);
        }
        pthread_mutex_unlock(&all->lock);
        all->options.wake();
        pthread_mutex_lock(&all->lock);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

// ---- create and destroy --------------------------------------------------------------------------

static int count_threads(int wanted) {
    tr_pool *pool = NULL; // for the number of cores
    if (wanted <= 0 && tr_pool_create(0, &pool, NULL) == TR_OK)
        wanted = tr_pool_threads(pool);
    tr_pool_destroy(pool);
    return wanted < 1 ? 1 : wanted > most_threads ? most_threads : wanted;
}

tr_status tr_thumbnails_create(const tr_thumbnails_options *options, tr_thumbnails **out, tr_error *error) {
    tr_thumbnails *all = tr_calloc(1, sizeof *all);
    if (!all)
        return tr_fail(error, TR_NO_MEMORY, "no memory for small pictures");
    all->options = *options;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->work, NULL);
    const int threads = count_threads(options->threads);
    for (int i = 0; i < threads; i++) {
        worker *w = &all->workers[all->worker_count];
        w->all = all;
        w->runs = pthread_create(&w->thread, NULL, work, w) == 0;
        all->worker_count += w->runs;
    }
    if (all->worker_count == 0) {
        tr_thumbnails_destroy(all);
        return tr_fail(error, TR_NO_MEMORY, "no thread for small pictures");
    }
    *out = all;
    return TR_OK;
}

void tr_thumbnails_destroy(tr_thumbnails *all) {
    if (!all)
        return;
    tr_thumbnails_forget(all);
    pthread_mutex_lock(&all->lock);
    all->quit = true;
    pthread_cond_broadcast(&all->work);
    pthread_mutex_unlock(&all->lock);
    for (int i = 0; i < all->worker_count; i++)
        pthread_join(all->workers[i].thread, NULL);
    for (tr_thumbnail left; tr_thumbnails_take(all, &left);)
        tr_free(left.rgba);
    tr_shared_files_clear(&all->files);
    pthread_cond_destroy(&all->work);
    pthread_mutex_destroy(&all->lock);
    tr_free(all);
}

// ---- requests --------------------------------------------------------------------------------------

// Removes the request with that key; NULL: there is none. Call with the lock.
static request *find_request(tr_thumbnails *all, uint64_t key) {
    for (request **at = &all->requests; *at; at = &(*at)->next)
        if ((*at)->key == key) {
            request *found = *at;
            *at = found->next;
            return found;
        }
    return NULL;
}

static bool is_baked(const tr_thumbnails *all, uint64_t key) {
    for (int i = 0; i < all->worker_count; i++)
        if (all->workers[i].busy && all->workers[i].key == key && !atomic_load(&all->workers[i].stop))
            return true;
    return false;
}

static request *make_request(const tr_thumbnail_wish *wish) {
    request *made = tr_calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->key = wish->key;
    made->planet = wish->planet;
    made->text = tr_strdup(wish->text);
    made->path = wish->path ? tr_strdup(wish->path) : NULL;
    if (made->text && (made->path || !wish->path))
        return made;
    free_request(made);
    return NULL;
}

void tr_thumbnails_ask(tr_thumbnails *all, const tr_thumbnail_wish *wish) {
    pthread_mutex_lock(&all->lock);
    if (wish->files)
        tr_shared_files_add_all(&all->files, wish->files, NULL);
    request *asked = find_request(all, wish->key);
    if (!asked && !is_baked(all, wish->key))
        asked = make_request(wish);
    if (asked) {
        asked->kind = wish->kind;
        asked->next = all->requests;
        all->requests = asked;
        pthread_cond_signal(&all->work);
    }
    pthread_mutex_unlock(&all->lock);
}

void tr_thumbnails_forget(tr_thumbnails *all) {
    pthread_mutex_lock(&all->lock);
    while (all->requests) {
        request *gone = all->requests;
        all->requests = gone->next;
        free_request(gone);
    }
    for (int i = 0; i < all->worker_count; i++)
        atomic_store(&all->workers[i].stop, true);
    pthread_mutex_unlock(&all->lock);
}

int tr_thumbnails_left(tr_thumbnails *all) {
    int count = 0;
    pthread_mutex_lock(&all->lock);
    for (const request *w = all->requests; w; w = w->next)
        count++;
    for (int i = 0; i < all->worker_count; i++)
        count += all->workers[i].busy && !atomic_load(&all->workers[i].stop);
    pthread_mutex_unlock(&all->lock);
    return count;
}

bool tr_thumbnails_take(tr_thumbnails *all, tr_thumbnail *out) {
    pthread_mutex_lock(&all->lock);
    request *taken = all->first;
    if (taken) {
        all->first = taken->next;
        if (!all->first)
            all->last = NULL;
    }
    pthread_mutex_unlock(&all->lock);
    if (!taken)
        return false;
    *out = (tr_thumbnail){taken->key, taken->rgba};
    free_request(taken);
    return true;
}
