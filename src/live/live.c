#include "live/live.h"

#include "base/size.h"
#include "live/baker.h"
#include "live/private/near_queue.h"
#include "planet/named_places.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { distant_width = TR_MIDDLE_WIDTH, most_spare = 4 };
static const double whole_turn = 6.283185307179586;
static const double still_s = 0.03;        // pause after the last edit
static const double long_bake_s = 0.35;    // if sharp maps take longer, maps of a middle width come first
static const double sharp_for_preview = 6; // estimated ratio of the times for sharp maps and the preview

// The state of one planet.
typedef struct subject {
    tr_recipe *recipe;   // the newest; owned; NULL: none yet
    uint64_t edit;       // of the recipe; 0: no recipe yet
    uint64_t baked;      // the edit of the last maps
    int width;           // of these maps
    double sharp_s;      // time of a bake of its sharp maps, measured or estimated
    tr_live_maps *ready; // finished and not taken
    bool seen;           // some maps of it have been taken
    bool failed;         // the bake of this edit failed, and would fail again
} subject;

// A question about the values at a place, and its answer. The bake thread answers it by the newest recipe: at
// once from a preview's surface, if there is no other, and again when the exact one is prepared.
typedef struct probe_request {
    uint64_t number; // of the newest question: 1, 2, 3 …; 0: none
    int planet;
    double latitude_deg, longitude_deg;
    // The last answer: to which question, by which edit, and whether exact.
    uint64_t reported, edit;
    bool exact;
    bool waits; // the answer has not been taken
    tr_probe answer;
} probe_request;

// One bake of a planet at a width; width 0: only prepares the recipe for a probe.
typedef struct job {
    int planet;
    uint64_t edit;
    int width;
    bool sharp; // the last maps for this recipe
    bool is_target;
    bool charts;
    int tiles; // the number of tiles of near ground to bake instead of maps
} job;

struct tr_live {
    tr_live_options options;
    pthread_t thread;
    bool thread_runs;
    pthread_mutex_t lock; // guards the members below
    pthread_cond_t work;
    bool held, near, charts;
    atomic_bool quit;    // written with the lock, read without it by previews and probes
    atomic_bool dropped; // the preview that is being baked is not wanted any more
    bool stoppable;      // a bake that is not a preview is running
    bool largest;        // it is one that tiles do not wait for
    atomic_bool stop;    // read by that bake without the lock
    int target;
    uint64_t edits;
    double last_edit_s; // its time
    tr_error failure;
    subject *subjects;
    int spare_count;
    tr_live_maps *spare[most_spare];
    probe_request question;
    near_queue tiles;
    bool tiles_failed;

    // Used only by the bake thread.
    pthread_t self;
    tr_baker *baker;
    tr_probe probe;    // result of a running probe
    tr_recipe *recipe; // of recipe_edit, owned
    uint64_t recipe_edit;
};

// ---- buffers -----------------------------------------------------------------------------------

static void destroy_maps(tr_live_maps *maps) {
    if (!maps)
        return;
    tr_recipe_destroy(maps->recipe);
    tr_free(maps->texels);
    tr_free(maps);
}

// Keeps the memory for the next bake, because large allocations are slow. Call with the lock.
static void recycle(tr_live *live, tr_live_maps *maps) {
    if (!maps)
        return;
    tr_recipe_destroy(maps->recipe);
    maps->recipe = NULL;
    if (maps->maps.width > TR_SHARP_WIDTH) { // rarely used, and too large to keep
        destroy_maps(maps);
        return;
    }
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

static tr_live_maps *create_maps(tr_live *live, size_t bytes) {
    tr_live_maps *maps = find_spare(live, bytes);
    if (maps)
        return maps;
    maps = tr_calloc(1, sizeof *maps);
    if (maps)
        maps->texels = tr_allocate(bytes, 1);
    if (!maps || !maps->texels) {
        destroy_maps(maps);
        return NULL;
    }
    maps->bytes = bytes;
    return maps;
}

// ---- the choice of the next job ----------------------------------------------------------------

static double now_s(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// The planet beside the target is the last subject.
static int beside_of(const tr_live *live) { return live->options.planet_count; }

static bool is_looked_at(const tr_live *live, int planet) {
    return planet == live->target || planet == beside_of(live);
}

// The subjects by priority: the target, the one beside it, the others.
static int subject_at(const tr_live *live, int i) {
    const int count = live->options.planet_count;
    return i == 1 ? beside_of(live) : (live->target + (i > 1 ? i - 1 : 0)) % count;
}

static int full_width(const tr_live *live, int planet) {
    return is_looked_at(live, planet) && !live->options.coarse ? TR_SHARP_WIDTH : distant_width;
}

// The next width to bake for a planet; 0: none is missing.
static int next_width(const tr_live *live, int planet) {
    const subject *s = &live->subjects[planet];
    if (s->failed || s->edit == 0)
        return 0;
    if (s->baked != s->edit)
        return TR_PREVIEW_WIDTH;
    if (s->width >= full_width(live, planet))
        return live->near && !live->options.coarse && is_looked_at(live, planet) && s->width < TR_NEAR_WIDTH
                   ? TR_NEAR_WIDTH
                   : 0;
    const bool by_steps = s->width < TR_MIDDLE_WIDTH && s->sharp_s > long_bake_s;
    return by_steps ? TR_MIDDLE_WIDTH : full_width(live, planet);
}

static int rank_of(int width) { return width == TR_PREVIEW_WIDTH ? 0 : width < TR_NEAR_WIDTH ? 1 : 2; }

// The next tiles of near ground, if the maps are sharp. Call with the lock.
static bool next_tiles(const tr_live *live, job *j) {
    const subject *s = &live->subjects[live->target];
    if (!near_queue_has_work(&live->tiles) || s->failed || s->edit != live->tiles.edit || s->baked != s->edit)
        return false;
    *j = (job){
        .planet = live->target, .edit = s->edit, .is_target = true, .tiles = 2 * tr_baker_threads(live->baker)};
    return true;
}

// Chooses the next job: previews before wider maps, these before tiles, tiles before the largest maps, and the
// target before others. Call with the lock.
static bool next_job(const tr_live *live, job *j) {
    for (int rank = 0; rank < (live->held ? 1 : 3); rank++) {
        if (rank == 2 && next_tiles(live, j))
            return true;
        for (int i = 0; i <= live->options.planet_count; i++) {
            const int planet = subject_at(live, i);
            const int width = next_width(live, planet);
            if (width == 0 || rank != rank_of(width))
                continue;
            *j = (job){.planet = planet,
                       .edit = live->subjects[planet].edit,
                       .width = width,
                       .sharp = width >= full_width(live, planet),
                       .is_target = planet == live->target,
                       .charts = live->charts};
            return true;
        }
    }
    return false;
}

// Keeps the first failure until it is taken. Call with the lock.
static void note_failure(tr_live *live, const tr_error *error) {
    if (live->failure.status == TR_OK)
        live->failure = *error;
}

// ---- probes ------------------------------------------------------------------------------------

// A question about another planet discards the answer that waits. One about another place does not, so that a
// moving mouse still gets answers.
static void probe_request_set(probe_request *q, int planet, double latitude_deg, double longitude_deg) {
    q->waits = q->waits && planet == q->planet;
    q->number++;
    q->planet = planet;
    q->latitude_deg = latitude_deg, q->longitude_deg = longitude_deg;
}

// Whether the newest question was answered by that edit, exactly if required.
static bool probe_request_is_answered(const probe_request *q, uint64_t edit, bool exactly) {
    return q->reported == q->number && q->edit == edit && (q->exact || !exactly);
}

// Stores an answer (NULL: there is none, and asking again would not help) to an earlier copy of the question,
// by an edit; `newest` is the newest edit of that planet.
static void probe_request_answer(probe_request *q, uint64_t number, int planet, uint64_t edit, uint64_t newest,
                                 const tr_probe *answer) {
    if (planet != q->planet || edit != newest)
        return; // it is asked anew
    q->reported = number, q->edit = edit;
    q->exact = !answer || answer->exact;
    q->waits = answer != NULL;
    if (answer)
        q->answer = *answer;
}

// Answers the question if there is one and the newest recipe of its planet is prepared. On the bake thread,
// with the lock, which is released during the probe.
static bool answer(tr_live *live) {
    const probe_request *q = &live->question;
    const int planet = q->planet;
    const subject *s = &live->subjects[planet];
    const uint64_t number = q->number, edit = s->edit;
    const tr_surface *surface = number ? tr_baker_surface(live->baker, edit) : NULL;
    if (!surface || probe_request_is_answered(q, edit, tr_surface_is_exact(surface)))
        return false;
    const int width = s->width > full_width(live, planet) ? s->width : full_width(live, planet);
    const double latitude = q->latitude_deg, longitude = q->longitude_deg;
    const tr_watch watch = tr_watch_flag(&live->quit);
    tr_error error = {0};
    pthread_mutex_unlock(&live->lock);
    const tr_status status =
        tr_surface_probe(surface, latitude, longitude, whole_turn / width, &watch, &live->probe, &error);
    pthread_mutex_lock(&live->lock);
    probe_request_answer(&live->question, number, planet, edit, s->edit, status == TR_OK ? &live->probe : NULL);
    if (status != TR_OK)
        note_failure(live, &error);
    pthread_mutex_unlock(&live->lock);
    live->options.wake();
    pthread_mutex_lock(&live->lock);
    return true;
}

// Whether a bake should stop; called by all threads of the pool. The bake thread also answers questions here,
// between two bands of a bake.
static bool pause_and_stop(void *context) {
    tr_live *live = context;
    if (pthread_equal(live->self, pthread_self())) {
        pthread_mutex_lock(&live->lock);
        answer(live);
        pthread_mutex_unlock(&live->lock);
    }
    return atomic_load_explicit(&live->stop, memory_order_relaxed);
}

// If all maps of the questioned planet are done, but another recipe was prepared since, its recipe has to be
// prepared again. Call with the lock.
static bool next_question(const tr_live *live, job *j) {
    const probe_request *q = &live->question;
    const subject *s = &live->subjects[q->planet];
    if (!q->number || s->edit == 0 || s->failed || live->held || probe_request_is_answered(q, s->edit, false) ||
        tr_baker_surface(live->baker, s->edit))
        return false;
    *j = (job){.planet = q->planet, .edit = s->edit, .is_target = q->planet == live->target};
    return true;
}

// Waits for the next job. False: the thread should end. Call with the lock.
static bool wait_for_job(tr_live *live, job *j) {
    for (;;) {
        if (atomic_load(&live->quit))
            return false;
        if (answer(live))
            continue;
        if (!next_job(live, j)) {
            if (next_question(live, j))
                return true;
            pthread_cond_wait(&live->work, &live->lock);
            continue;
        }
        // While a slider moves, all cores work on previews.
        const double start = live->last_edit_s + still_s;
        if (j->width == TR_PREVIEW_WIDTH || now_s() >= start)
            return true;
        const struct timespec until = {.tv_sec = (time_t)start,
                                       .tv_nsec = (long)(1e9 * (start - floor(start)))};
        pthread_cond_timedwait(&live->work, &live->lock, &until);
    }
}

// ---- the bake thread ---------------------------------------------------------------------------

// Only the end and tr_live_drop_preview stop a preview, and no newer edit does.
static bool is_preview_over(void *context) {
    tr_live *live = context;
    return atomic_load(&live->quit) || atomic_load(&live->dropped);
}

static tr_status bake(tr_live *live, const job *j, tr_live_maps **out, tr_error *error) {
    const bool small = j->width == TR_PREVIEW_WIDTH;
    const tr_watch watch = {.stopped = small ? is_preview_over : pause_and_stop, .context = live};
    const tr_bake what = {.recipe = live->recipe,
                          .edit = j->edit,
                          .width = j->width ? j->width : TR_MIDDLE_WIDTH,
                          .edited = j->is_target,
                          .charts = j->charts,
                          .watch = &watch};
    size_t bytes;
    tr_status status = tr_baker_prepare(live->baker, &what, &bytes, error);
    if (status != TR_OK)
        return status;
    if (j->width == 0)
        return TR_OK;
    tr_live_maps *maps = *out = create_maps(live, bytes);
    if (!maps)
        return tr_fail(error, TR_NO_MEMORY, "no memory for maps %d texels wide", j->width);
    maps->planet = j->planet == beside_of(live) ? TR_LIVE_BESIDE : j->planet;
    maps->edit = j->edit;
    maps->sharp = j->sharp;
    maps->maps.width = j->width;
    const tr_surface *surface = tr_baker_surface(live->baker, j->edit);
    maps->read = tr_surface_maps_read(surface);
    memset(maps->depths_m, 0, sizeof maps->depths_m);
    status = tr_recipe_copy(live->recipe, &maps->recipe, error);
    if (status == TR_OK)
        status = tr_baker_run(live->baker, &what, maps->texels, &maps->maps, error);
    if (status == TR_OK && j->sharp)
        status = tr_named_depths(surface, live->recipe, whole_turn / j->width, &watch, maps->depths_m, error);
    return status;
}

// Copies the recipe of a job for the thread. Call with the lock.
static tr_status take_recipe(tr_live *live, const job *j, tr_error *error) {
    if (live->recipe && live->recipe_edit == j->edit)
        return TR_OK;
    tr_recipe_destroy(live->recipe);
    live->recipe_edit = j->edit;
    return tr_recipe_copy(live->subjects[j->planet].recipe, &live->recipe, error);
}

// Bakes the next requested tiles. Call with the lock, which is released during the bake.
static tr_status bake_tiles(tr_live *live, const job *j, tr_error *error) {
    const tr_watch watch = {.stopped = pause_and_stop, .context = live};
    const tr_bake what = {
        .recipe = live->recipe, .edit = j->edit, .width = TR_SHARP_WIDTH, .edited = true, .watch = &watch};
    near_queue *q = &live->tiles;
    const uint64_t edit = q->edit;
    const tr_near_kinds kinds = q->kinds;
    tr_near_tile tiles[NEAR_BATCH];
    uint8_t *texels[NEAR_BATCH];
    if (edit != j->edit)
        return TR_OK; // the requests have changed
    tr_status status = near_queue_begin(q, j->tiles, error);
    const int count = q->batch_count;
    for (int i = 0; i < count; i++)
        tiles[i] = q->batch[i]->tile, texels[i] = q->batch[i]->texels;
    pthread_mutex_unlock(&live->lock);
    if (status == TR_OK)
        status = tr_baker_tiles(live->baker, &what, tiles, count, kinds, texels, error);
    pthread_mutex_lock(&live->lock);
    near_queue_end(q, status == TR_OK);
    return status;
}

static void run_tiles(tr_live *live, const job *j) {
    tr_error error = {0};
    tr_status status = take_recipe(live, j, &error);
    live->stoppable = true;
    atomic_store(&live->stop, false);
    if (status == TR_OK)
        status = bake_tiles(live, j, &error);
    live->stoppable = false;
    if (status != TR_OK && status != TR_STOPPED) {
        near_queue_clear(&live->tiles);
        live->tiles_failed = true;
    }
    pthread_mutex_unlock(&live->lock);
    if (status != TR_STOPPED)
        live->options.wake();
    pthread_mutex_lock(&live->lock);
}

// Stores the result of a job. Call with the lock.
static void finish_job(tr_live *live, const job *j, tr_status status, tr_live_maps *maps,
                       const tr_error *error) {
    subject *s = &live->subjects[j->planet];
    const bool near = j->width == TR_NEAR_WIDTH;
    if (status == TR_STOPPED || (near && !is_looked_at(live, j->planet)) || s->edit == 0) {
        recycle(live, maps);
        return;
    }
    if (j->width == 0) {
        if (status != TR_OK) { // it would fail again
            note_failure(live, error);
            probe_request_answer(&live->question, live->question.number, j->planet, j->edit, s->edit, NULL);
        }
        return;
    }
    s->baked = j->edit;
    if (status != TR_OK) {
        recycle(live, maps);
        if (!near || status != TR_NO_MEMORY)
            note_failure(live, error);
        s->failed = s->edit == j->edit;
        return;
    }
    s->width = live->charts && !j->charts ? TR_PREVIEW_WIDTH : j->width; // charts were requested during the
                                                                         // bake
    recycle(live, s->ready);
    s->ready = maps;
}

// Call with the lock.
static void note_time(subject *s, const job *j, tr_status status, double took_s) {
    if (status != TR_OK)
        return;
    if (j->width == TR_PREVIEW_WIDTH && s->sharp_s == 0)
        s->sharp_s = sharp_for_preview * took_s;
    if (j->width == TR_SHARP_WIDTH)
        s->sharp_s = took_s;
}

static void run_job(tr_live *live, const job *j) {
    tr_error error = {0};
    tr_status status = take_recipe(live, j, &error);
    live->stoppable = j->width != TR_PREVIEW_WIDTH;
    live->largest = j->width == TR_NEAR_WIDTH;
    atomic_store(&live->stop, false);
    atomic_store(&live->dropped, false);
    pthread_mutex_unlock(&live->lock);

    tr_live_maps *maps = NULL;
    const double began = now_s();
    if (status == TR_OK)
        status = bake(live, j, &maps, &error);

    pthread_mutex_lock(&live->lock);
    note_time(&live->subjects[j->planet], j, status, now_s() - began);
    live->stoppable = live->largest = false;
    finish_job(live, j, status, maps, &error);
    pthread_mutex_unlock(&live->lock);
    if (status != TR_STOPPED)
        live->options.wake();
    pthread_mutex_lock(&live->lock);
}

static void *bake_main(void *argument) {
    tr_live *live = argument;
    job j;
    live->self = pthread_self();
    pthread_mutex_lock(&live->lock);
    while (wait_for_job(live, &j))
        (j.tiles > 0 ? run_tiles : run_job)(live, &j);
    pthread_mutex_unlock(&live->lock);
    return NULL;
}

// ---- main thread -------------------------------------------------------------------------------

static tr_status create_parts(tr_live *live, tr_error *error) {
    const int count = live->options.planet_count;
    live->subjects = tr_calloc((size_t)count + 1, sizeof *live->subjects);
    if (!live->subjects)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %d planets", count);
    return tr_baker_create(live->options.threads, live->options.isa, &live->baker, error);
}

tr_status tr_live_create(const tr_live_options *options, tr_live **out, tr_error *error) {
    assert(options->planet_count >= 1 && options->wake);
    tr_live *live = tr_calloc(1, sizeof *live);
    if (!live)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the background bake");
    live->options = *options;
    live->edits = options->edits;
    pthread_mutex_init(&live->lock, NULL);
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&live->work, &clock);
    pthread_condattr_destroy(&clock);
    live->tiles = (near_queue){.lock = &live->lock, .change = &live->work};
    tr_status status = create_parts(live, error);
    if (status == TR_OK && pthread_create(&live->thread, NULL, bake_main, live) != 0)
        status = tr_fail(error, TR_NO_MEMORY, "no thread for the background bake");
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
        atomic_store(&live->quit, true);
        atomic_store(&live->stop, true);
        pthread_cond_signal(&live->work);
        pthread_mutex_unlock(&live->lock);
        pthread_join(live->thread, NULL);
    }
    for (int i = 0; live->subjects && i <= live->options.planet_count; i++) {
        tr_recipe_destroy(live->subjects[i].recipe);
        destroy_maps(live->subjects[i].ready);
    }
    for (int i = 0; i < live->spare_count; i++)
        destroy_maps(live->spare[i]);
    near_queue_clear(&live->tiles);
    tr_baker_destroy(live->baker);
    pthread_cond_destroy(&live->work);
    pthread_mutex_destroy(&live->lock);
    tr_free(live->subjects);
    tr_recipe_destroy(live->recipe);
    tr_free(live);
}

// Makes the thread choose its job again. Call with the lock.
static void reconsider(tr_live *live) {
    if (live->stoppable)
        atomic_store(&live->stop, true);
    pthread_cond_signal(&live->work);
}

static uint64_t edit_subject(tr_live *live, int planet, const tr_recipe *recipe) {
    tr_error error = {0};
    tr_recipe *newest;
    const bool copied = tr_recipe_copy(recipe, &newest, &error) == TR_OK;
    pthread_mutex_lock(&live->lock);
    subject *s = &live->subjects[planet];
    if (copied) {
        tr_recipe_destroy(s->recipe);
        s->recipe = newest;
        s->edit = ++live->edits;
        s->failed = false;
        live->last_edit_s = now_s();
        reconsider(live);
    } else {
        note_failure(live, &error);
    }
    const uint64_t edit = s->edit;
    pthread_mutex_unlock(&live->lock);
    return edit;
}

uint64_t tr_live_edit(tr_live *live, int planet, const tr_recipe *recipe) {
    assert(planet >= 0 && planet < live->options.planet_count);
    return edit_subject(live, planet, recipe);
}

uint64_t tr_live_set_beside(tr_live *live, const tr_recipe *recipe) {
    if (recipe)
        return edit_subject(live, beside_of(live), recipe);
    pthread_mutex_lock(&live->lock);
    subject *s = &live->subjects[beside_of(live)];
    tr_recipe_destroy(s->recipe);
    recycle(live, s->ready);
    *s = (subject){0};
    reconsider(live);
    pthread_mutex_unlock(&live->lock);
    return 0;
}

void tr_live_set_target(tr_live *live, int planet) {
    assert(planet >= 0 && planet < live->options.planet_count);
    pthread_mutex_lock(&live->lock);
    subject *old = &live->subjects[live->target];
    if (planet != live->target && old->width > TR_SHARP_WIDTH)
        old->width = TR_PREVIEW_WIDTH; // bakes sharp maps again, to replace its largest ones
    live->target = planet;
    reconsider(live);
    pthread_mutex_unlock(&live->lock);
}

void tr_live_set_near(tr_live *live, bool near) {
    pthread_mutex_lock(&live->lock);
    live->near = near;
    pthread_cond_signal(&live->work);
    pthread_mutex_unlock(&live->lock);
}

void tr_live_want_tiles(tr_live *live, uint64_t edit, const tr_near_tile *tiles, int count,
                        tr_near_kinds kinds) {
    pthread_mutex_lock(&live->lock);
    const bool useless = near_queue_want(&live->tiles, edit, tiles, count, kinds);
    if (live->stoppable && (useless || (live->largest && count > 0)))
        atomic_store(&live->stop, true);
    pthread_cond_signal(&live->work);
    pthread_mutex_unlock(&live->lock);
}

tr_tile_queue *tr_live_tiles(tr_live *live) { return &live->tiles; }

bool tr_live_tiles_failed(tr_live *live) {
    pthread_mutex_lock(&live->lock);
    const bool failed = live->tiles_failed;
    live->tiles_failed = false;
    pthread_mutex_unlock(&live->lock);
    return failed;
}

void tr_live_set_charts(tr_live *live, bool charts) {
    pthread_mutex_lock(&live->lock);
    const bool lacks = charts && !live->charts;
    live->charts = charts;
    for (int i = 0; i <= live->options.planet_count && lacks; i++)
        live->subjects[i].width = TR_PREVIEW_WIDTH; // bakes sharp maps again, with charts
    if (lacks)
        reconsider(live);
    pthread_mutex_unlock(&live->lock);
}

void tr_live_drop_preview(tr_live *live) {
    if (live)
        atomic_store(&live->dropped, true);
}

void tr_live_hold(tr_live *live, bool held) {
    pthread_mutex_lock(&live->lock);
    live->held = held;
    reconsider(live);
    pthread_mutex_unlock(&live->lock);
}

tr_live_maps *tr_live_take(tr_live *live) {
    tr_live_maps *taken = NULL;
    pthread_mutex_lock(&live->lock);
    for (int i = 0; i <= live->options.planet_count && !taken; i++) {
        subject *s = &live->subjects[subject_at(live, i)];
        taken = s->ready;
        s->ready = NULL;
        // The preview of a newer recipe comes soon, so large maps of an older one are not worth an upload.
        if (taken && taken->maps.width > TR_PREVIEW_WIDTH && taken->edit != s->edit && s->seen) {
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
    bool busy = false;
    for (int i = 0; i < 2; i++)
        busy = busy || next_width(live, subject_at(live, i)) != 0 || live->subjects[subject_at(live, i)].ready;
    pthread_mutex_unlock(&live->lock);
    return busy;
}

void tr_live_probe(tr_live *live, int planet, double latitude_deg, double longitude_deg) {
    assert(planet >= 0 && planet < live->options.planet_count);
    assert(fabs(latitude_deg) <= 90 && isfinite(longitude_deg));
    pthread_mutex_lock(&live->lock);
    probe_request_set(&live->question, planet, latitude_deg, longitude_deg);
    pthread_cond_signal(&live->work);
    pthread_mutex_unlock(&live->lock);
}

bool tr_live_take_probe(tr_live *live, tr_probe *probe) {
    pthread_mutex_lock(&live->lock);
    probe_request *q = &live->question;
    const bool taken = q->waits && q->edit == live->subjects[q->planet].edit; // otherwise another answer will
                                                                              // follow
    q->waits = false;
    if (taken)
        *probe = q->answer;
    pthread_mutex_unlock(&live->lock);
    return taken;
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
