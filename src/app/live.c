#include "app/live.h"

#include "app/mips.h"
#include "base/size.h"
#include "planet/surface.h"

#include <assert.h>
#include <pthread.h>
#include <string.h>

enum { preview_width = 512, sharp_width = 2048, distant_width = 1024, most_spare = 4 };
static const size_t preview_cache_bytes = (size_t)32 << 20, sharp_cache_bytes = (size_t)256 << 20;

// What is known of one planet.
typedef struct subject {
    tr_recipe *recipe; // the newest
    uint64_t edit;     // its number; 0: no recipe yet
    uint64_t previewed, sharpened;
    int width;           // of the sharp maps
    tr_live_maps *ready; // finished and not taken yet
    bool seen;           // some maps of it were taken
} subject;

// One bake: which planet at which width.
typedef struct job {
    int planet;
    uint64_t edit;
    int width;
    bool sharp;
} job;

struct tr_live {
    tr_live_options options;
    pthread_t thread;
    bool thread_runs;
    tr_pool *pool;
    tr_mip_tables tables;

    pthread_mutex_t lock; // guards what follows
    pthread_cond_t work;
    bool quit;
    bool sharpening;  // a bake that may be stopped is running
    atomic_bool stop; // read by that bake without the lock
    int target;
    uint64_t edits;
    tr_error failure;
    subject *subjects;
    int spare_count;
    tr_live_maps *spare[most_spare];

    // The bake thread's own.
    tr_cache *preview_cache, *sharp_cache;
    tr_recipe *recipe;
    tr_surface *surface; // of that planet and edit
    int surface_planet;
    uint64_t surface_edit;
};

// ---- buffers -----------------------------------------------------------------------------------

static void destroy_maps(tr_live_maps *maps) {
    if (!maps)
        return;
    free(maps->texels);
    free(maps);
}

// Keeps the memory for the next bake: large blocks are slow to get from the system. Under the lock.
static void recycle(tr_live *live, tr_live_maps *maps) {
    if (!maps)
        return;
    if (live->spare_count == most_spare) {
        destroy_maps(live->spare[0]);
        live->spare_count--;
        memmove(live->spare, live->spare + 1, (size_t)live->spare_count * sizeof live->spare[0]);
    }
    live->spare[live->spare_count++] = maps;
}

static tr_live_maps *find_spare(tr_live *live, size_t bytes) {
    tr_live_maps *found = NULL;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->spare_count && !found; i++)
        if (live->spare[i]->bytes == bytes) {
            found = live->spare[i];
            live->spare[i] = live->spare[--live->spare_count];
        }
    pthread_mutex_unlock(&live->lock);
    return found;
}

static tr_live_maps *create_maps(tr_live *live, const job *j, bool glows) {
    const size_t map_bytes = tr_mip_offset(j->width, tr_mip_levels(j->width));
    const size_t bytes = map_bytes * (glows ? 3 : 2);
    tr_live_maps *maps = find_spare(live, bytes);
    if (!maps) {
        maps = calloc(1, sizeof *maps);
        if (maps)
            maps->texels = tr_allocate(bytes, 1);
        if (!maps || !maps->texels) {
            destroy_maps(maps);
            return NULL;
        }
        maps->bytes = bytes;
    }
    maps->planet = j->planet;
    maps->edit = j->edit;
    maps->sharp = j->sharp;
    maps->maps = (tr_planet_maps){.width = j->width,
                                  .levels = tr_mip_levels(j->width),
                                  .albedo = maps->texels,
                                  .normal = maps->texels + map_bytes,
                                  .emission = glows ? maps->texels + 2 * map_bytes : NULL};
    return maps;
}

// ---- mip levels --------------------------------------------------------------------------------

typedef struct mip_work {
    const tr_mip_tables *tables;
    int width;
    size_t map_bytes;
    uint8_t *texels; // albedo, normal, emission
} mip_work;

static void fill_one_strip(void *context, int index, int worker) {
    (void)worker;
    const mip_work *work = context;
    const int strips = tr_mip_strips(work->width), map = index / strips;
    tr_mip_fill_strip(work->tables, map != 1, work->width, index % strips,
                      work->texels + (size_t)map * work->map_bytes);
}

static void fill_mips(tr_live *live, tr_live_maps *maps) {
    const int width = maps->maps.width, count = maps->maps.emission ? 3 : 2;
    mip_work work = {&live->tables, width, maps->bytes / (size_t)count, maps->texels};
    tr_pool_run(live->pool, count * tr_mip_strips(width), fill_one_strip, &work);
    for (int m = 0; m < count; m++)
        tr_mip_fill_rest(work.tables, m != 1, width, work.texels + (size_t)m * work.map_bytes);
}

// ---- the bake ----------------------------------------------------------------------------------

// What to do next: the target before others, previews before sharp maps. Under the lock.
static bool next_job(const tr_live *live, job *j) {
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < live->options.planet_count; i++) {
            const int planet = (live->target + i) % live->options.planet_count;
            const subject *s = &live->subjects[planet];
            const bool sharp = pass == 1;
            const int width = !sharp ? preview_width : i == 0 ? sharp_width : distant_width;
            const bool fresh = sharp ? s->sharpened == s->edit && s->width >= width : s->previewed == s->edit;
            if (fresh || s->edit == 0)
                continue;
            *j = (job){.planet = planet, .edit = s->edit, .width = width, .sharp = sharp};
            return true;
        }
    return false;
}

// Makes the recipe of the job ready, unless it is already.
static tr_status prepare(tr_live *live, const job *j, tr_error *error) {
    if (live->surface && live->surface_planet == j->planet && live->surface_edit == j->edit)
        return TR_OK;
    tr_surface_destroy(live->surface);
    live->surface = NULL;
    live->surface_planet = j->planet;
    live->surface_edit = j->edit;
    return tr_surface_create(live->recipe, live->options.isa, &live->surface, error);
}

static tr_status bake(tr_live *live, const job *j, tr_live_maps **out, tr_error *error) {
    tr_status status = prepare(live, j, error);
    if (status != TR_OK)
        return status;
    tr_live_maps *maps = create_maps(live, j, live->recipe->emission.count > 0);
    if (!maps)
        return tr_fail(error, TR_NO_MEMORY, "no memory for maps %d texels wide", j->width);
    // Only the target is edited: the fields of others need not be kept.
    tr_cache *cache = j->width == preview_width ? live->preview_cache
                      : j->width == sharp_width ? live->sharp_cache
                                                : NULL;
    void *texels[TR_MAP_COUNT] = {NULL};
    texels[TR_MAP_ALBEDO] = maps->texels;
    texels[TR_MAP_NORMAL] = maps->texels + (maps->maps.normal - maps->maps.albedo);
    if (maps->maps.emission)
        texels[TR_MAP_EMISSION] = maps->texels + (maps->maps.emission - maps->maps.albedo);
    const tr_watch watch = {.stop = j->sharp ? &live->stop : NULL};
    if (cache)
        tr_cache_begin(cache, live->surface);
    status = tr_surface_bake_whole(live->surface, live->pool, cache, j->width, texels, &watch, error);
    if (status == TR_OK) {
        if (cache)
            tr_cache_commit(cache);
        fill_mips(live, maps);
    }
    *out = maps;
    return status;
}

// Takes note of how a job ended. Under the lock.
static void finish_job(tr_live *live, const job *j, tr_status status, tr_live_maps *maps,
                       const tr_error *error) {
    subject *s = &live->subjects[j->planet];
    if (status != TR_OK) {
        recycle(live, maps);
        if (status == TR_STOPPED)
            return;
        live->failure = *error;
        s->previewed = s->sharpened = j->edit; // it would fail again
        s->width = sharp_width;
        return;
    }
    recycle(live, s->ready);
    s->ready = maps;
    s->previewed = j->edit;
    if (j->sharp) {
        s->sharpened = j->edit;
        s->width = j->width;
    }
}

static void *bake_main(void *argument) {
    tr_live *live = argument;
    pthread_mutex_lock(&live->lock);
    for (;;) {
        job j;
        while (!live->quit && !next_job(live, &j))
            pthread_cond_wait(&live->work, &live->lock);
        if (live->quit)
            break;
        if (!live->surface || live->surface_planet != j.planet || live->surface_edit != j.edit)
            *live->recipe = *live->subjects[j.planet].recipe;
        live->sharpening = j.sharp;
        atomic_store(&live->stop, false);
        pthread_mutex_unlock(&live->lock);

        tr_error error = {0};
        tr_live_maps *maps = NULL;
        const tr_status status = bake(live, &j, &maps, &error);

        pthread_mutex_lock(&live->lock);
        live->sharpening = false;
        finish_job(live, &j, status, maps, &error);
        pthread_mutex_unlock(&live->lock);
        if (status != TR_STOPPED)
            live->options.wake();
        pthread_mutex_lock(&live->lock);
    }
    pthread_mutex_unlock(&live->lock);
    return NULL;
}

// ---- the main thread's side --------------------------------------------------------------------

static tr_status create_parts(tr_live *live, tr_error *error) {
    const int count = live->options.planet_count;
    live->recipe = malloc(sizeof *live->recipe);
    live->subjects = calloc((size_t)count, sizeof *live->subjects);
    bool complete = live->recipe && live->subjects;
    for (int i = 0; i < count && complete; i++) {
        live->subjects[i].recipe = malloc(sizeof(tr_recipe));
        complete = live->subjects[i].recipe != NULL;
    }
    if (!complete)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d planets", count);
    tr_status status = tr_pool_create(live->options.threads, &live->pool, error);
    if (status == TR_OK)
        status = tr_cache_create(preview_width, preview_cache_bytes, &live->preview_cache, error);
    if (status == TR_OK)
        status = tr_cache_create(sharp_width, sharp_cache_bytes, &live->sharp_cache, error);
    return status;
}

tr_status tr_live_create(const tr_live_options *options, tr_live **out, tr_error *error) {
    assert(options->planet_count >= 1 && options->wake);
    tr_live *live = calloc(1, sizeof *live);
    if (!live)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the background bake");
    live->options = *options;
    tr_mip_tables_fill(&live->tables);
    pthread_mutex_init(&live->lock, NULL);
    pthread_cond_init(&live->work, NULL);
    tr_status status = create_parts(live, error);
    if (status == TR_OK && pthread_create(&live->thread, NULL, bake_main, live) != 0)
        status = tr_fail(error, TR_NO_MEMORY, "this machine refuses a thread for the background bake");
    if (status != TR_OK) {
        tr_live_destroy(live);
        return status;
    }
    live->thread_runs = true;
    *out = live;
    return TR_OK;
}

void tr_live_destroy(tr_live *live) {
    if (!live)
        return;
    if (live->thread_runs) {
        pthread_mutex_lock(&live->lock);
        live->quit = true;
        atomic_store(&live->stop, true);
        pthread_cond_signal(&live->work);
        pthread_mutex_unlock(&live->lock);
        pthread_join(live->thread, NULL);
    }
    for (int i = 0; live->subjects && i < live->options.planet_count; i++) {
        free(live->subjects[i].recipe);
        destroy_maps(live->subjects[i].ready);
    }
    for (int i = 0; i < live->spare_count; i++)
        destroy_maps(live->spare[i]);
    tr_surface_destroy(live->surface);
    tr_cache_destroy(live->preview_cache);
    tr_cache_destroy(live->sharp_cache);
    tr_pool_destroy(live->pool);
    pthread_cond_destroy(&live->work);
    pthread_mutex_destroy(&live->lock);
    free(live->subjects);
    free(live->recipe);
    free(live);
}

// The thread looks again at what comes first. Under the lock.
static void reconsider(tr_live *live) {
    if (live->sharpening)
        atomic_store(&live->stop, true);
    pthread_cond_signal(&live->work);
}

uint64_t tr_live_edit(tr_live *live, int planet, const tr_recipe *recipe) {
    assert(planet >= 0 && planet < live->options.planet_count);
    pthread_mutex_lock(&live->lock);
    subject *s = &live->subjects[planet];
    *s->recipe = *recipe;
    s->edit = ++live->edits;
    const uint64_t edit = s->edit;
    reconsider(live);
    pthread_mutex_unlock(&live->lock);
    return edit;
}

void tr_live_set_target(tr_live *live, int planet) {
    assert(planet >= 0 && planet < live->options.planet_count);
    pthread_mutex_lock(&live->lock);
    live->target = planet;
    reconsider(live);
    pthread_mutex_unlock(&live->lock);
}

tr_live_maps *tr_live_take(tr_live *live) {
    tr_live_maps *taken = NULL;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i < live->options.planet_count && !taken; i++) {
        subject *s = &live->subjects[(live->target + i) % live->options.planet_count];
        taken = s->ready;
        s->ready = NULL;
        // The preview of a newer recipe is near: no time for large maps of an older one.
        if (taken && taken->sharp && taken->edit != s->edit && s->seen) {
            recycle(live, taken);
            taken = NULL;
        }
        s->seen |= taken != NULL;
    }
    pthread_mutex_unlock(&live->lock);
    return taken;
}

void tr_live_give_back(tr_live *live, tr_live_maps *maps) {
    pthread_mutex_lock(&live->lock);
    recycle(live, maps);
    pthread_mutex_unlock(&live->lock);
}

bool tr_live_busy(tr_live *live) {
    pthread_mutex_lock(&live->lock);
    const subject *s = &live->subjects[live->target];
    const bool busy = s->sharpened != s->edit || s->width < sharp_width || s->ready;
    pthread_mutex_unlock(&live->lock);
    return busy;
}

tr_status tr_live_take_failure(tr_live *live, tr_error *error) {
    pthread_mutex_lock(&live->lock);
    const tr_status status = live->failure.status;
    if (status != TR_OK)
        *error = live->failure;
    live->failure = (tr_error){0};
    pthread_mutex_unlock(&live->lock);
    return status;
}
