#include "base/size.h"
#include "texture/private/level_rows.h"

#include <assert.h>

enum { task_rows = 8 };

// Scratch memory of a worker: a row of texels and two of sums.
typedef struct scratch {
    float *line, *sums, *normals;
} scratch;

typedef struct work {
    level_step step;
    taps *columns;
    scratch *scratches;
} work;

// A task is some rows of a face.
static void make_rows(void *context, int index, int worker) {
    const work *w = context;
    const level_step *s = &w->step;
    const scratch *own = &w->scratches[worker];
    const int tasks = (s->height + task_rows - 1) / task_rows, face = index / tasks;
    const int first = index % tasks * task_rows, end = first + task_rows;
    const tr_levels *normals = s->map->normals;
    for (int row = first; row < end && row < s->height; row++) {
        level_sum_row(s, s->map, face, row, own->line, own->sums);
        if (normals)
            level_sum_row(s, normals, face, row, own->line, own->normals);
        level_write_row(s, face, row, own->sums, normals ? own->normals : NULL);
    }
}

static void make_level(work *w, int level, tr_pool *pool) {
    level_step *s = &w->step;
    const tr_levels *map = s->map;
    s->level = level;
    s->fine_width = tr_level_size(map->width, level - 1);
    s->fine_height = tr_level_size(map->height, level - 1);
    s->width = tr_level_size(map->width, level);
    s->height = tr_level_size(map->height, level);
    for (int x = 0; x < s->width; x++)
        w->columns[x] =
            map->faces == 6 ? taps_tent(s->fine_width, s->width, x) : taps_box(s->fine_width, s->width, x);
    tr_pool_run(pool, map->faces * ((s->height + task_rows - 1) / task_rows), make_rows, w);
}

static void free_work(work *w, int workers) {
    for (int i = 0; w->scratches && i < workers; i++)
        tr_free(w->scratches[i].line);
    tr_free(w->scratches);
    tr_free(w->columns);
}

static bool allocate_work(work *w, int workers) {
    const size_t width = (size_t)w->step.map->width + 2;
    w->columns = tr_allocate(width, sizeof *w->columns);
    w->scratches = tr_calloc((size_t)workers, sizeof *w->scratches);
    bool fine = w->columns && w->scratches;
    for (int i = 0; fine && i < workers; i++) {
        scratch *s = &w->scratches[i];
        fine = TR_ALLOCATE(TR_ARRAY(s->line, width * LEVEL_MOST_TERMS),
                           TR_ARRAY(s->sums, width * LEVEL_MOST_TERMS),
                           TR_ARRAY(s->normals, width * LEVEL_MOST_TERMS));
    }
    return fine;
}

// Bytes of one face of a level in the map's format.
static size_t face_bytes(const tr_levels *map, int level) {
    return (size_t)tr_level_size(map->width, level) * (size_t)tr_level_size(map->height, level) *
           (size_t)(map->channels * map->bytes);
}

size_t tr_levels_bytes(const tr_levels *map) {
    size_t bytes = 0;
    for (int level = 1; level < map->levels; level++)
        bytes += (size_t)map->faces * face_bytes(map, level);
    return bytes;
}

void tr_levels_place(tr_levels *map, void *memory) {
    uint8_t *next = memory;
    for (int level = 1; level < map->levels; level++)
        for (int face = 0; face < map->faces; face++) {
            map->data[level][face] = next;
            next += face_bytes(map, level);
        }
}

tr_status tr_levels_make(const tr_levels *map, tr_pool *pool, tr_error *error) {
    assert(map->faces == 1 || (map->faces == 6 && map->width == map->height));
    assert(map->levels <= tr_level_count(map->width, map->height));
    assert(map->kind != TR_LEVELS_NORMALS || map->channels == 3);
    assert(map->kind != TR_LEVELS_COLOURS || map->bytes == 1);
    assert(!map->normals || (map->kind == TR_LEVELS_NUMBERS && map->normals->width == map->width &&
                             map->normals->height == map->height && map->normals->faces == map->faces));
    const int workers = tr_pool_threads(pool);
    work w = {.step = {.map = map}};
    tr_status status = TR_OK;
    if (allocate_work(&w, workers)) {
        tr_srgb_table_fill(&w.step.srgb);
        for (int i = 0; i < 256; i++)
            w.step.light[i] = (float)tr_srgb_decode((uint8_t)i);
        w.step.columns = w.columns;
        for (int level = 1; level < map->levels; level++)
            make_level(&w, level, pool);
    } else {
        status = tr_fail(error, TR_NO_MEMORY, "no memory for levels of a map %d wide", map->width);
    }
    free_work(&w, workers);
    return status;
}
