#include "app/private/map_reading.h"

#include "app/private/map_sheet.h"
#include "editor/listing.h"
#include "images/read.h"
#include "scene/load.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static bool is_there(const char *path) {
    char part[sizeof((tr_map_reading *)0)->path];
    int i = 0;
    do
        tr_file_part_name(path, i, part);
    while (tr_path_may_read(part) && ++i < tr_file_part_count(path));
    return i == tr_file_part_count(path);
}

// The path of a face of a cube becomes that of all six, if the others lie beside it.
static void find_faces(char *path, size_t size) {
    char face[sizeof TR_FILE_FACE], all[sizeof((tr_map_reading *)0)->path];
    const char *name = tr_path_name(path);
    for (int i = 0; i < TR_FILE_MOST_PARTS; i++) {
        tr_file_part_name(TR_FILE_FACE, i, face);
        const size_t length = strlen(face);
        for (const char *at = strstr(name, face); at; at = strstr(at + 1, face)) {
            const bool is_word =
                (at == name || !isalnum((unsigned char)at[-1])) && !isalnum((unsigned char)at[length]);
            const int count =
                snprintf(all, sizeof all, "%.*s" TR_FILE_FACE "%s", (int)(at - path), path, at + length);
            if (!is_word || count >= (int)sizeof all || !is_there(all))
                continue;
            snprintf(path, size, "%s", all);
            return;
        }
    }
}

static tr_status read_picture(tr_map_reading *r, const tr_watch *watch, tr_error *error) {
    char name[TR_FILE_BYTES], path[sizeof r->path]; // the window shows r->path meanwhile
    tr_shared_file *file;
    memcpy(path, r->path, sizeof path);
    find_faces(path, sizeof path);
    if (strcmp(tr_path_name(r->wish.name), tr_path_name(path)) == 0) // may be in a folder beside the recipe
        snprintf(name, sizeof name, "%s", r->wish.name);
    else
        tr_own_file_name(path, name);
    tr_status status = tr_shared_file_at(path, name, watch, &file, error);
    if (status == TR_OK)
        status = tr_shared_files_add(&r->read, file, error);
    tr_shared_file_release(file);
    if (status == TR_OK && r->wish.purpose != TR_MAP_FOR_FILE)
        status = tr_picture_is_sketch(path, watch, &r->is_sketch, error);
    return status;
}

// A picture without a world is a map. Errors of a world are told when it is opened.
static tr_status read_world(tr_map_reading *r, const tr_watch *watch, tr_error *error) {
    const tr_world world = {.name = r->path, .watch = watch, .partial = true};
    tr_scene scene = {0};
    tr_status status = tr_world_load(&world, &scene, NULL);
    r->is_picture = status == TR_BAD_INPUT && tr_own_is_image(r->path);
    if (r->is_picture)
        status = read_picture(r, watch, error);
    else
        status = status == TR_NO_MEMORY ? tr_fail(error, status, "no memory to read the maps of %s", r->path)
                                        : TR_OK;
    if (status == TR_OK)
        status = tr_scene_add_files(&scene, &r->read, error);
    tr_scene_clear(&scene);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}

// Nothing that it reads changes while it runs.
static tr_status run(void *context, tr_pool *pool, const tr_watch *watch, tr_error *error) {
    tr_map_reading *r = context;
    (void)pool;
    return r->wish.purpose == TR_MAP_FOR_WORLD ? read_world(r, watch, error) : read_picture(r, watch, error);
}

tr_status tr_map_reading_start(tr_map_reading *r, const tr_map_wish *wish, const char *path, void (*wake)(void),
                               tr_error *error) {
    tr_map_reading_end(r);
    r->wish = *wish;
    r->is_picture = r->is_sketch = false;
    if (snprintf(r->path, sizeof r->path, "%s", path) >= (int)sizeof r->path)
        return tr_fail(error, TR_BAD_INPUT, "the path is too long: %.200s…", path);
    const tr_background_job job = {.run = run, .context = r, .threads = 1, .wake = wake};
    return tr_background_start(&job, &r->work, error);
}

bool tr_map_reading_over(tr_map_reading *r, tr_status *status, tr_error *error) {
    if (!r->work || !tr_background_over(r->work))
        return false;
    *status = tr_background_finish(r->work, error);
    r->work = NULL;
    return true;
}

void tr_map_reading_stop(tr_map_reading *r) {
    if (r->work)
        tr_background_stop(r->work);
}

void tr_map_reading_end(tr_map_reading *r) {
    tr_map_reading_stop(r);
    if (r->work)
        tr_background_finish(r->work, NULL);
    r->work = NULL;
    tr_shared_files_clear(&r->read);
}
