#include "export/export.h"

#include "base/size.h"
#include "base/temporary.h"
#include "export/directory.h"
#include "export/private/replace.h"
#include "export/private/targets.h"
#include "export/private/textures.h"
#include "export/private/tiles.h"
#include "planet/rings.h"

#include <math.h>
#include <string.h>

// The state of a running export.
struct run {
    tr_plan *plan;
    const tr_surface *surface;
    tr_pool *pool;
    tr_earlier earlier; // the set that this one replaces
    tr_atomic_file
        *marker; // the manifest while the set is not whole; that of the whole set is the plan's last file
};

static tr_set_file *manifest_of(const struct run *run) { return &run->plan->files[run->plan->file_count - 1]; }

// ---- files -------------------------------------------------------------------------------------

static tr_status open_file(struct run *run, tr_set_file *file, tr_error *error) {
    tr_plan *plan = run->plan;
    const tr_status status = tr_plan_open(plan, file->name, &file->file, error);
    if (status == TR_OK && file->text.bytes)
        tr_atomic_write(file->file, file->text.bytes, file->text.used);
    return status == TR_OK && file->output >= 0 && file->output != TR_EXPORT_MESH
               ? tr_row_file_begin(file->file, &plan->parts[file->output], &plan->coding, &file->rows, error)
               : status;
}

// Opens all files before anything is computed, so that missing permissions are reported at once.
static tr_status open_files(struct run *run, tr_error *error) {
    tr_status status = tr_plan_open(run->plan, run->plan->manifest, &run->marker, error);
    for (int i = 0; i < run->plan->file_count && status == TR_OK; i++)
        status = open_file(run, &run->plan->files[i], error);
    return status;
}

// The profile of the rings is a single row.
static tr_status write_rings(const struct run *run, tr_error *error) {
    const tr_part *part = &run->plan->parts[TR_EXPORT_RINGS];
    if (part->images == 0)
        return TR_OK;
    const int width = part->picture.width;
    tr_set_file *file = &run->plan->files[part->first];
    uint8_t *row = tr_allocate((size_t)width, 4);
    if (!row)
        return tr_fail(error, TR_NO_MEMORY, "no memory for rings %d texels wide", width);
    tr_rings_bake(run->plan->job.recipe, width, row);
    tr_row_file_put(file->rows, row, 1); // finishing the file reports a failure
    tr_free(row);
    return tr_set_file_finish(file, error); // on this thread, because it may use the pool
}

static bool is_finished_later(const struct run *run, const tr_set_file *file) {
    return file->output == TR_EXPORT_MESH || file == manifest_of(run);
}

static void finish_task(void *context, int index, int worker) {
    const struct run *run = context;
    tr_set_file *file = &run->plan->files[index];
    (void)worker;
    if (!is_finished_later(run, file))
        file->status = tr_set_file_finish(file, &file->error);
}

// Textures and texts complete and on the disk under their temporary names. Waiting for the disk is done in
// parallel.
static tr_status finish_files(struct run *run, tr_error *error) {
    tr_pool_run(run->pool, run->plan->file_count, finish_task, run);
    for (int i = 0; i < run->plan->file_count; i++) {
        const tr_set_file *file = &run->plan->files[i];
        if (file->status == TR_OK)
            continue;
        if (error && error->status == TR_OK)
            *error = file->error;
        return file->status;
    }
    return TR_OK;
}

// The mesh or the page, with those textures in it that lie there: they are finished.
static tr_status write_shape(const struct run *run, tr_error *error) {
    tr_plan *plan = run->plan;
    const tr_part *part = &plan->parts[TR_EXPORT_MESH];
    if (part->images == 0)
        return TR_OK;
    tr_atomic_file *file = plan->files[part->first].file;
    const tr_status status =
        (tr_plan_embeds(plan) ? plan->job.target->embed : tr_glb_write)(file, plan, run->surface, error);
    return status == TR_OK ? tr_atomic_finish(file, error) : status;
}

static tr_status write_manifest(const struct run *run, bool unfinished, tr_atomic_file *file, tr_error *error) {
    tr_text manifest;
    tr_status status =
        tr_manifest_create(run->plan, (tr_set_state){unfinished, &run->earlier, NULL}, &manifest, error);
    if (status == TR_OK) {
        tr_atomic_write(file, manifest.bytes, manifest.used);
        status = tr_atomic_finish(file, error);
    }
    tr_free(manifest.bytes);
    return status;
}

// Writes the manifests, which contain the hashes of finished files.
static tr_status write_manifests(struct run *run, tr_error *error) {
    for (int i = 0; i < run->plan->file_count - 1; i++) {
        tr_set_file *file = &run->plan->files[i];
        tr_atomic_digest(file->file, file->digest.sha256);
        file->digest.bytes = tr_atomic_size(file->file);
    }
    const tr_status status = write_manifest(run, true, run->marker, error);
    return status == TR_OK ? write_manifest(run, false, manifest_of(run)->file, error) : status;
}

// Renames the files. First comes a manifest that marks the set as unfinished, and last the final one. So
// whoever reads the final manifest finds all files of this set and none of an earlier one; and files left by a
// killed export can be recognised. After a failure the earlier files are restored. If earlier tiles have been
// removed already, that is not possible: then the first manifest stays, and the next export continues.
static tr_status commit_files(struct run *run, tr_export_result *result, tr_error *error) {
    tr_plan *plan = run->plan;
    tr_set_file *manifest = manifest_of(run);
    tr_placing placing = {.plan = plan};
    tr_status status = tr_placing_put(&placing, plan->manifest, &run->marker, error);
    for (tr_set_file *file = plan->files; file < manifest && status == TR_OK; file++)
        if (!file->hidden && !file->stays)
            status = tr_placing_put(&placing, file->name, &file->file, error);
    if (status == TR_OK)
        status = tr_earlier_remove_rest(plan, &run->earlier, &placing, result, error);
    const bool no_way_back = status == TR_OK && run->earlier.tiles;
    if (no_way_back)
        status = tr_earlier_remove_tiles(plan, &run->earlier, result, error);
    if (status == TR_OK)
        status = tr_placing_put(&placing, plan->manifest, &manifest->file, error);
    if (status == TR_OK || no_way_back)
        tr_placing_end(&placing);
    else
        tr_placing_undo(&placing); // the first manifest lists what cannot be restored
    return status;
}

// Searches again for an earlier set, because another export may have finished meanwhile, and replaces it.
static tr_status replace_earlier(struct run *run, tr_export_result *result, tr_error *error) {
    int lock;
    tr_status status = tr_plan_lock(run->plan, &lock, error);
    if (status == TR_OK)
        status = tr_earlier_find(run->plan, &run->earlier, error);
    if (status == TR_OK && !run->plan->job.force)
        status = tr_earlier_check(run->plan, &run->earlier, error);
    if (status == TR_OK)
        status = write_manifests(run, error);
    if (status == TR_OK && tr_watch_stopped(run->plan->watch))
        status = tr_export_stopped(error);
    if (status == TR_OK)
        status = commit_files(run, result, error);
    tr_folder_unlock(lock);
    return status;
}

// ---- the export --------------------------------------------------------------------------------

static tr_status export_into(struct run *run, tr_export_result *result, tr_error *error) {
    tr_status status = open_files(run, error);
    if (status == TR_OK)
        status = write_rings(run, error);
    if (status == TR_OK)
        status = tr_textures_write(run->plan, run->surface, run->pool, error);
    if (status == TR_OK)
        status = finish_files(run, error);
    if (status == TR_OK)
        status = write_shape(run, error);
    return status == TR_OK ? replace_earlier(run, result, error) : status;
}

// Checks that existing files may be replaced. Waits up to that many seconds for other exports into the folder.
static tr_status look_at_earlier(tr_plan *plan, double seconds, tr_error *error) {
    tr_earlier earlier = {0};
    bool taken;
    tr_status status = tr_directory_find(plan->job.directory, &plan->folder, error);
    if (status != TR_OK)
        return status;
    const int lock = tr_directory_lock(plan->folder, true, seconds, plan->watch, &taken);
    status = tr_watch_check(plan->watch, error);
    if (status == TR_OK)
        status = tr_earlier_find(plan, &earlier, error);
    if (status == TR_OK && !plan->job.force)
        status = tr_earlier_check(plan, &earlier, error);
    tr_earlier_free(&earlier);
    tr_folder_unlock(lock);
    tr_folder_close(&plan->folder);
    return status;
}

tr_status tr_export_check(const tr_export_job *job, const tr_watch *watch, tr_error *error) {
    tr_plan *plan;
    tr_status status = tr_plan_make(job, watch, &plan, error);
    if (status == TR_OK) // who has the folder longer than a second does not keep a window waiting
        status = tr_layout_is_pyramid(plan->job.layout) ? tr_tiles_check(plan, error)
                                                        : look_at_earlier(plan, 1, error);
    tr_plan_free(plan);
    return status;
}

// Lists the files of the plan that are kept because somebody edited them.
static void note_kept(const tr_plan *plan, tr_export_result *result) {
    for (int i = 0; i < plan->file_count; i++) {
        const tr_set_file *file = &plan->files[i];
        if (file->stays && tr_set_is_settings(file->name))
            result->settings_kept++;
        else if (file->stays)
            tr_result_keep(result, plan, file->name);
    }
}

tr_status tr_export_find_edited(const tr_export_job *job, tr_export_result *result, tr_error *error) {
    tr_plan *plan;
    tr_export_job keeps = *job;
    keeps.edited = TR_EDITED_KEEP;
    result->count = result->kept = result->settings_kept = 0;
    tr_status status = tr_plan_make(&keeps, NULL, &plan, error);
    if (status == TR_OK && !tr_layout_is_pyramid(plan->job.layout)) {
        status = look_at_earlier(plan, 1, error);
        note_kept(plan, result);
    }
    tr_plan_free(plan);
    return status;
}

static tr_status write_set(tr_plan *plan, const tr_surface *surface, tr_pool *pool, tr_export_result *result,
                           tr_error *error) {
    tr_directory directory = {0};
    struct run run = {.plan = plan, .surface = surface, .pool = pool};
    plan->coding.pool = pool;
    tr_status status = look_at_earlier(plan, INFINITY, error);
    if (status == TR_OK)
        status = tr_textures_fit_heights(plan, surface, pool, error);
    if (status == TR_OK)
        status = tr_directory_make(plan->job.directory, &directory, error);
    if (status == TR_OK) {
        plan->folder = directory.folder;
        tr_temporary_clear(plan->folder);
        status = export_into(&run, result, error);
    }
    tr_atomic_abort(run.marker);
    tr_plan_drop_files(plan);
    tr_directory_end(&directory, status);
    tr_earlier_free(&run.earlier);
    if (status == TR_OK)
        note_kept(plan, result);
    for (int i = 0; i < plan->file_count && status == TR_OK; i++)
        if (!plan->files[i].stays && !plan->files[i].hidden)
            tr_plan_path(plan, plan->files[i].name, result->paths[result->count++]);
    return status;
}

tr_status tr_export(const tr_export_job *job, const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                    tr_export_result *result, tr_error *error) {
    tr_plan *plan;
    result->count = result->kept = result->settings_kept = 0;
    tr_status status = tr_plan_make(job, watch, &plan, error);
    if (status == TR_OK)
        status = (tr_layout_is_pyramid(plan->job.layout) ? tr_tiles_write : write_set)(plan, surface, pool,
                                                                                       result, error);
    tr_plan_free(plan);
    return status;
}

tr_status tr_export_map(const char *path, tr_map map, int width, const tr_recipe *recipe,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    const tr_export_job job = {.recipe = recipe, .width = width, .maps = 1u << map, .format = TR_FORMAT_PNG};
    tr_plan *plan;
    tr_status status = tr_plan_make_map(&job, watch, &plan, error);
    tr_set_file *file = plan ? plan->files : NULL;
    if (status == TR_OK)
        status = tr_atomic_open(path, &file->file, error);
    if (status == TR_OK)
        status = tr_row_file_begin(file->file, &plan->parts[map], &plan->coding, &file->rows, error);
    if (status == TR_OK)
        status = tr_textures_write(plan, surface, pool, error);
    if (status == TR_OK)
        status = tr_set_file_finish(file, error);
    if (status == TR_OK && tr_watch_stopped(watch))
        status = tr_export_stopped(error);
    if (status == TR_OK) {
        status = tr_atomic_commit(file->file, error);
        file->file = NULL;
    }
    tr_plan_free(plan);
    return status;
}
