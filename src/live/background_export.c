#include "live/background_export.h"

#include "base/memory.h"
#include "export/export.h"
#include "export/star.h"
#include "planet/budget.h"

#include <pthread.h>
#include <string.h>

struct tr_background_export {
    tr_background_export_options options; // its strings and recipe are only valid while it starts
    tr_recipe *recipe;
    char *directory, *stem, *world;
    double day_h;
    tr_export_star star;
    pthread_t thread;
    atomic_bool stop, over;
    atomic_int percent;
    // The thread's until it is over.
    tr_status status;
    tr_error error;
    tr_export_result result;
};

static void destroy(tr_background_export *export) {
    if (!export)
        return;
    tr_recipe_destroy(export->recipe);
    tr_free(export->directory);
    tr_free(export->stem);
    tr_free(export->world);
    tr_free(export);
}

static void note_progress(void *context, double done) {
    tr_background_export *export = context;
    const int percent = (int)(100 * done);
    if (atomic_exchange(&export->percent, percent) != percent)
        export->options.wake();
}

static bool is_stopped(void *context) { return tr_stop_flag(&((tr_background_export *)context)->stop); }

static tr_export_job job_of(const tr_background_export *export) {
    const tr_export_choice *choice = &export->options.choice;
    return (tr_export_job){.recipe = export->recipe,
                           .star = export->star,
                           .day_h = export->day_h,
                           .directory = export->directory,
                           .stem = export->stem,
                           .world = export->world,
                           .target = choice->target,
                           .layout = choice->layout,
                           .exact_layout = true,
                           .tiles = {.size = 512, .border = choice->target ? choice->target->border : 0},
                           .width = choice->width,
                           .maps = tr_export_choice_parts(choice, export->recipe),
                           .format = TR_FORMAT_PNG};
}

static tr_status write_set(tr_background_export *export, tr_pool *pool) {
    tr_surface *surface;
    const tr_recipe *recipe = export->recipe;
    const tr_watch watch = {.report = note_progress, .context = export, .stopped = is_stopped};
    const tr_surface_making how = {.isa = export->options.isa, .pool = pool, .watch = &watch};
    tr_status status = tr_budget_check(NULL, recipe, NULL, &export->error);
    if (status == TR_OK)
        status = tr_surface_make(recipe, &how, &surface, &export->error);
    if (status != TR_OK)
        return status;
    const tr_export_job job = job_of(export);
    status = tr_export(&job, surface, pool, &watch, &export->result, &export->error);
    tr_surface_destroy(surface);
    return status;
}

static void *export_main(void *argument) {
    tr_background_export *export = argument;
    tr_pool *pool = NULL;
    export->status = tr_pool_create(export->options.threads, &pool, &export->error);
    if (export->status == TR_OK)
        export->status = write_set(export, pool);
    tr_pool_destroy(pool);
    atomic_store(&export->over, true);
    export->options.wake();
    return NULL;
}

tr_status tr_background_export_start(const tr_background_export_options *options, tr_background_export **out,
                                     tr_error *error) {
    tr_background_export *export = tr_calloc(1, sizeof *export);
    if (!export)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    export->options = *options;
    export->directory = tr_strdup(options->directory);
    export->stem = tr_strdup(options->stem);
    export->world = options->world ? tr_strdup(options->world) : NULL;
    const tr_scene_planet *planet = &options->scene->planets[options->planet];
    export->day_h = tr_scene_day_h(options->scene, options->planet);
    export->star = tr_export_find_star(options->scene, options->planet);
    tr_status status = export->directory && export->stem && (export->world || !options->world)
                           ? tr_recipe_copy(planet->recipe, &export->recipe, error)
                           : tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    if (status == TR_OK) {
        const tr_export_job job = job_of(export);
        status = tr_export_check(&job, NULL, error);
    }
    if (status == TR_OK && pthread_create(&export->thread, NULL, export_main, export) != 0)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    if (status != TR_OK) {
        destroy(export);
        return status;
    }
    *out = export;
    return TR_OK;
}

double tr_background_export_progress(const tr_background_export *export) {
    return atomic_load(&export->percent) / 100.0;
}

bool tr_background_export_over(const tr_background_export *export) { return atomic_load(&export->over); }

void tr_background_export_stop(tr_background_export *export) { atomic_store(&export->stop, true); }

tr_status tr_background_export_finish(tr_background_export *export, char first[1024], int *count, int *kept,
                                      tr_error *error) {
    pthread_join(export->thread, NULL);
    const tr_status status = export->status;
    *count = export->result.count;
    *kept = export->result.kept;
    memcpy(first, export->result.paths[0], 1024);
    if (status != TR_OK && error)
        *error = export->error;
    destroy(export);
    return status;
}
