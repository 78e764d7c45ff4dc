#include "live/background_export.h"

#include "base/memory.h"
#include "export/export.h"
#include "planet/budget.h"
#include "scene/load.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

// The export of one planet.
typedef struct set {
    tr_recipe *recipe; // owned
    char stem[TR_STEM_BYTES];
    tr_export_choice choice;
    bool has_world;
    double day_h;
    tr_export_star star;
} set;

struct tr_background_export {
    tr_background_export_options options; // its strings and scene are only valid during the start
    set *sets;                            // owned
    int count;
    char *directory, *world;
    pthread_t thread;
    atomic_bool stop, over;
    atomic_int percent, done; // done: sets that are written
    // Written by the thread until it is over.
    tr_status status;
    tr_error error;
    tr_exported exported;
};

static void destroy(tr_background_export *running) {
    if (!running)
        return;
    for (int i = 0; i < running->count; i++)
        tr_recipe_destroy(running->sets[i].recipe);
    tr_free(running->sets);
    tr_free(running->directory);
    tr_free(running->world);
    tr_free(running);
}

static void note_progress(void *context, double done) {
    tr_background_export *running = context;
    const int percent = (int)(100 * (atomic_load(&running->done) + done) / running->count);
    if (atomic_exchange(&running->percent, percent) != percent)
        running->options.wake();
}

static bool is_stopped(void *context) { return tr_stop_flag(&((tr_background_export *)context)->stop); }

static tr_export_job job_of(const tr_background_export *running, const set *one) {
    const tr_export_choice *choice = &one->choice;
    return (tr_export_job){.recipe = one->recipe,
                           .star = one->star,
                           .day_h = one->day_h,
                           .directory = running->directory,
                           .stem = one->stem,
                           .world = one->has_world ? running->world : NULL,
                           .target = choice->target,
                           .layout = choice->layout,
                           .exact_layout = true,
                           .tiles = {.size = 512, .border = choice->target ? choice->target->border : 0},
                           .width = choice->width,
                           .maps = tr_export_choice_outputs(choice, one->recipe),
                           .format = TR_FORMAT_PNG};
}

static tr_status write_set(tr_background_export *running, const set *one, tr_pool *pool) {
    tr_surface *surface;
    tr_export_result result = {0};
    const tr_watch watch = {.report = note_progress, .context = running, .stopped = is_stopped};
    const tr_surface_options how = {.isa = running->options.isa, .pool = pool, .watch = &watch};
    tr_status status = tr_budget_check(NULL, one->recipe, NULL, &running->error);
    if (status == TR_OK)
        status = tr_surface_make(one->recipe, &how, &surface, &running->error);
    if (status != TR_OK)
        return status;
    const tr_export_job job = job_of(running, one);
    char *there = NULL; // a manifest that cannot be read makes the export fail, too
    tr_export_recipe_there(job.directory, job.stem, &there, NULL);
    status = tr_export(&job, surface, pool, &watch, &result, &running->error);
    tr_surface_destroy(surface);
    if (running->exported.files == 0) {
        memcpy(running->exported.first, result.paths[0], sizeof running->exported.first);
        memcpy(running->exported.stem, one->stem, sizeof running->exported.stem);
    }
    running->exported.files += result.count;
    running->exported.replaced += status == TR_OK && there;
    running->exported.kept += result.kept;
    running->exported.settings_kept += result.settings_kept;
    tr_free(there);
    return status;
}

static void *export_main(void *argument) {
    tr_background_export *running = argument;
    tr_pool *pool = NULL;
    running->status = tr_pool_create(running->options.threads, &pool, &running->error);
    for (int i = 0; i < running->count && running->status == TR_OK; i++) {
        running->status = write_set(running, &running->sets[i], pool);
        if (running->status == TR_OK)
            atomic_fetch_add(&running->done, 1);
    }
    tr_pool_destroy(pool);
    atomic_store(&running->over, true);
    running->options.wake();
    return NULL;
}

static tr_status copy_set(const tr_background_export_options *options, int planet, set *one, tr_error *error) {
    const tr_scene_planet *from = &options->scene->planets[planet];
    tr_status status = tr_recipe_copy(from->recipe, &one->recipe, error);
    if (options->stem)
        snprintf(one->stem, sizeof one->stem, "%s", options->stem);
    else if (status == TR_OK)
        status = tr_planet_stem(from, one->stem, error);
    if (status != TR_OK)
        return status;
    one->has_world = planet == options->planet;
    one->day_h = tr_scene_day_h(options->scene, planet);
    one->star = tr_export_find_star(options->scene, planet);
    one->choice = options->choice;
    if (!options->stem) // planets may have different parts
        tr_export_choice_fit(&one->choice, one->recipe);
    return TR_OK;
}

static tr_status copy(tr_background_export *running, tr_error *error) {
    const tr_background_export_options *options = &running->options;
    const int count = options->stem ? 1 : options->scene->planet_count;
    running->directory = tr_strdup(options->directory);
    running->world = options->world ? tr_strdup(options->world) : NULL;
    running->sets = tr_calloc((size_t)count, sizeof *running->sets);
    if (!running->directory || (options->world && !running->world) || !running->sets)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++) {
        running->count++;
        status = copy_set(options, options->stem ? options->planet : i, &running->sets[i], error);
    }
    for (int i = 0; i < count && status == TR_OK; i++) { // checks all before the first one begins
        const tr_export_job job = job_of(running, &running->sets[i]);
        status = tr_export_check(&job, NULL, error);
    }
    return status;
}

tr_status tr_background_export_start(const tr_background_export_options *options, tr_background_export **out,
                                     tr_error *error) {
    tr_background_export *running = tr_calloc(1, sizeof *running);
    if (!running)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    running->options = *options;
    tr_status status = copy(running, error);
    if (status == TR_OK && pthread_create(&running->thread, NULL, export_main, running) != 0)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    if (status != TR_OK) {
        destroy(running);
        return status;
    }
    *out = running;
    return TR_OK;
}

double tr_background_export_progress(const tr_background_export *running) {
    return atomic_load(&running->percent) / 100.0;
}

bool tr_background_export_over(const tr_background_export *running) { return atomic_load(&running->over); }

void tr_background_export_stop(tr_background_export *running) { atomic_store(&running->stop, true); }

tr_status tr_background_export_finish(tr_background_export *running, tr_exported *exported, tr_error *error) {
    pthread_join(running->thread, NULL);
    const tr_status status = running->status;
    running->exported.sets = atomic_load(&running->done);
    *exported = running->exported;
    if (status != TR_OK && error)
        *error = running->error;
    destroy(running);
    return status;
}
