#include "live/background_export.h"

#include "base/memory.h"
#include "export/export.h"
#include "planet/budget.h"
#include "scene/load.h"

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

typedef struct batch {
    tr_background_export_options options; // its strings and scene are only valid during the start
    set *sets;                            // owned
    int count;
    char *directory, *world;
    tr_exported *exported;
    const tr_watch *watch; // of the thread
} batch;

static void destroy(void *context) {
    batch *b = context;
    for (int i = 0; i < b->count; i++)
        tr_recipe_destroy(b->sets[i].recipe);
    tr_free(b->sets);
    tr_free(b->directory);
    tr_free(b->world);
    tr_free(b);
}

static void note_progress(void *context, double done) {
    const batch *b = context;
    tr_watch_report(b->watch, (b->exported->sets + done) / b->count);
}

static bool is_stopped(void *context) { return tr_watch_stopped(((const batch *)context)->watch); }

static tr_export_job job_of(const batch *b, const set *one) {
    const tr_export_choice *choice = &one->choice;
    return (tr_export_job){.recipe = one->recipe,
                           .star = one->star,
                           .day_h = one->day_h,
                           .directory = b->directory,
                           .stem = one->stem,
                           .world = one->has_world ? b->world : NULL,
                           .target = choice->target,
                           .edited = b->options.edited,
                           .layout = choice->layout,
                           .exact_layout = true,
                           .tiles = {.size = 512, .border = choice->target ? choice->target->border : 0},
                           .width = choice->width,
                           .maps = tr_export_choice_outputs(choice, one->recipe),
                           .format = TR_FORMAT_PNG};
}

static tr_status write_set(batch *b, const set *one, tr_pool *pool, tr_error *error) {
    tr_surface *surface;
    tr_exported *exported = b->exported;
    tr_export_result result = {0};
    const tr_watch watch = {.report = note_progress, .context = b, .stopped = is_stopped};
    const tr_surface_options how = {.isa = b->options.isa, .pool = pool, .watch = &watch};
    tr_status status = tr_budget_check(NULL, one->recipe, NULL, error);
    if (status == TR_OK)
        status = tr_surface_make(one->recipe, &how, &surface, error);
    if (status != TR_OK)
        return status;
    const tr_export_job job = job_of(b, one);
    char *there = NULL; // a manifest that cannot be read makes the export fail, too
    tr_export_recipe_there(job.directory, job.stem, &there, NULL);
    status = tr_export(&job, surface, pool, &watch, &result, error);
    tr_surface_destroy(surface);
    if (exported->files == 0) {
        memcpy(exported->first, result.paths[0], sizeof exported->first);
        memcpy(exported->stem, one->stem, sizeof exported->stem);
    }
    exported->files += result.count;
    exported->replaced += status == TR_OK && there;
    exported->kept += result.kept;
    exported->settings_kept += result.settings_kept;
    tr_free(there);
    return status;
}

static tr_status write_all(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    batch *b = context;
    tr_status status = TR_OK;
    b->watch = watch;
    for (int i = 0; i < b->count && status == TR_OK; i++) {
        status = write_set(b, &b->sets[i], pool, error);
        b->exported->sets += status == TR_OK;
    }
    return status;
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

static void list_edited(const tr_export_result *result, tr_edited_files *found) {
    enum { most_named = 6 };
    for (int i = 0; i < result->kept && i < TR_EXPORT_KEPT && found->count + i < most_named; i++) {
        const char *slash = strrchr(result->kept_paths[i], '/');
        const size_t used = strlen(found->names);
        snprintf(found->names + used, sizeof found->names - used, "%.80s\n", slash ? slash + 1 : "");
    }
    found->count += result->kept;
}

// Finds the edited files of all sets. If any set is refused for another reason, it finds none.
static void find_edited(const batch *b) {
    tr_edited_files *found = b->options.found;
    tr_export_result *result = tr_calloc(1, sizeof *result); // too large for the stack
    tr_status status = result ? TR_OK : TR_NO_MEMORY;
    *found = (tr_edited_files){0};
    for (int i = 0; i < b->count && status == TR_OK; i++) {
        const tr_export_job job = job_of(b, &b->sets[i]);
        status = tr_export_find_edited(&job, result, NULL);
        if (status == TR_OK)
            list_edited(result, found);
    }
    if (status != TR_OK)
        *found = (tr_edited_files){0};
    tr_free(result);
}

static tr_status copy(batch *b, tr_error *error) {
    const tr_background_export_options *options = &b->options;
    const int count = options->stem ? 1 : options->scene->planet_count;
    b->directory = tr_strdup(options->directory);
    b->world = options->world ? tr_strdup(options->world) : NULL;
    b->sets = tr_calloc((size_t)count, sizeof *b->sets);
    if (!b->directory || (options->world && !b->world) || !b->sets)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    tr_status status = TR_OK;
    for (int i = 0; i < count && status == TR_OK; i++) {
        b->count++;
        status = copy_set(options, options->stem ? options->planet : i, &b->sets[i], error);
    }
    for (int i = 0; i < count && status == TR_OK; i++) { // checks all before the first one begins
        const tr_export_job job = job_of(b, &b->sets[i]);
        status = tr_export_check(&job, NULL, error);
    }
    if (status == TR_CANNOT_WRITE && options->found)
        find_edited(b);
    return status;
}

tr_status tr_background_export_start(const tr_background_export_options *options, tr_exported *exported,
                                     tr_background **out, tr_error *error) {
    batch *b = tr_calloc(1, sizeof *b);
    if (!b)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    b->options = *options;
    b->exported = exported;
    *exported = (tr_exported){0};
    const tr_status status = copy(b, error);
    if (status != TR_OK) {
        destroy(b);
        return status;
    }
    const tr_background_job job = {
        .run = write_all, .end = destroy, .context = b, .threads = options->threads, .wake = options->wake};
    return tr_background_start(&job, out, error);
}
