#include "render/private/near_tiles.h"

#include "base/size.h"

#include <string.h>

enum {
    PAGE = 64, // tiles of a level lie in a table by their column and row modulo that
    PAGES = TR_NEAR_SETS * TR_NEAR_LEVELS * 6,
    MOST_BYTES = 256 << 20,
    MOST_LAYERS = MOST_BYTES / (4 * TR_NEAR_TEXELS),
    MOST_TILES = MOST_LAYERS,
    BATCH = 32 // tiles that are baked before they are handed to OpenGL
};

static bool same_tile(const tr_near_tile *a, const tr_near_tile *b) {
    return a->set == b->set && a->face == b->face && a->level == b->level && a->x == b->x && a->y == b->y;
}

// ---- how many --------------------------------------------------------------------------------------

static int count_layers(const tr_near_tile *tiles, int count, tr_near_kinds kinds) {
    int layers = 0;
    for (int i = 0; i < count; i++)
        layers += tr_near_kind_count(tiles[i].set, kinds);
    return layers;
}

static int most_layers(void) {
    GLint most = 0;
    glGetIntegerv(GL_MAX_ARRAY_TEXTURE_LAYERS, &most);
    return most < MOST_LAYERS ? most : MOST_LAYERS;
}

// The tiles of a sight, all of them coarser until they fit.
static int choose(tr_near_sight *sight, tr_near_kinds kinds, int most, tr_near_tile *tiles) {
    for (;; sight->coarser += 0.125) {
        const int count = tr_near_choose(sight, tiles, MOST_TILES);
        if (count <= MOST_TILES && count_layers(tiles, count, kinds) <= most)
            return count;
    }
}

// ---- places ----------------------------------------------------------------------------------------

static void free_slots(tr_near_tiles *t) {
    for (int i = 0; i < t->layers; i++)
        t->slots[i].taken = false;
}

static tr_status make_layers(tr_near_tiles *t, int layers, tr_error *error) {
    tr_near_tiles_destroy(t);
    t->slots = tr_calloc((size_t)layers, sizeof *t->slots);
    if (!t->slots)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    while (glGetError() != GL_NO_ERROR) {
    } // what others left behind is not ours to report
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_TEXELS);
    glGenTextures(1, &t->texels);
    glBindTexture(GL_TEXTURE_2D_ARRAY, t->texels);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA8, TR_NEAR_SIDE, TR_NEAR_SIDE, layers, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, NULL);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_PAGES);
    glGenTextures(1, &t->pages);
    glBindTexture(GL_TEXTURE_2D_ARRAY, t->pages);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, GL_RGBA16UI, PAGE, PAGE, PAGES, 0, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT,
                 NULL);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAX_LEVEL, 0);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D_ARRAY, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    t->layers = layers;
    return glGetError() == GL_NO_ERROR
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "OpenGL has no room for tiles of near ground");
}

// Where a tile has its layers, or -1.
static int find_slot(const tr_near_tiles *t, const tr_near_tile *tile) {
    for (int i = 0; i < t->layers; i++)
        if (t->slots[i].taken && same_tile(&t->slots[i].tile, tile))
            return i;
    return -1;
}

// Layers that nobody has: those of the ground lie in groups from the first on, those of clouds from the last.
static int find_room(const tr_near_tiles *t, tr_near_set set) {
    const int group = tr_near_kind_count(TR_NEAR_GROUND, t->kinds);
    const int last = t->layers - 1;
    if (set == TR_NEAR_CLOUDS) {
        for (int i = last; i >= 0; i--) {
            const struct tr_near_slot *first = &t->slots[i - i % group];
            if (!t->slots[i].taken && !(first->taken && first->tile.set == TR_NEAR_GROUND))
                return i;
        }
        return -1;
    }
    for (int i = 0; i + group <= t->layers; i += group) {
        bool taken = false;
        for (int k = 0; k < group; k++)
            taken |= t->slots[i + k].taken;
        if (!taken)
            return i;
    }
    return -1;
}

// Forgets what is not in the list; places what is new, whose numbers in the list go into `missing`. Returns how
// many these are, or -1 where holes are too small.
static int place(tr_near_tiles *t, const tr_near_tile *tiles, int count, int *slots, int *missing) {
    int missing_count = 0;
    for (int i = 0; i < count; i++)
        slots[i] = find_slot(t, &tiles[i]);
    free_slots(t);
    for (int i = 0; i < count; i++)
        if (slots[i] >= 0)
            t->slots[slots[i]] = (struct tr_near_slot){tiles[i], true};
    for (int i = 0; i < count; i++) {
        if (slots[i] >= 0)
            continue;
        slots[i] = find_room(t, tiles[i].set);
        if (slots[i] < 0)
            return -1;
        t->slots[slots[i]] = (struct tr_near_slot){tiles[i], true};
        missing[missing_count++] = i;
    }
    return missing_count;
}

// ---- texels ----------------------------------------------------------------------------------------

static tr_status fill_pages(const tr_near_tiles *t, const tr_near_tile *tiles, int count, const int *slots,
                            tr_error *error) {
    uint16_t(*pages)[4] = tr_calloc((size_t)PAGES * PAGE * PAGE, sizeof *pages);
    if (!pages)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    for (int i = 0; i < count; i++) {
        const tr_near_tile *tile = &tiles[i];
        const size_t page = ((size_t)tile->set * TR_NEAR_LEVELS + (size_t)tile->level) * 6 + (size_t)tile->face;
        uint16_t *at = pages[(page * PAGE + (size_t)(tile->y % PAGE)) * PAGE + (size_t)(tile->x % PAGE)];
        at[0] = (uint16_t)(slots[i] + 1), at[1] = (uint16_t)tile->x, at[2] = (uint16_t)tile->y;
    }
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_PAGES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, t->pages);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, 0, PAGE, PAGE, PAGES, GL_RGBA_INTEGER, GL_UNSIGNED_SHORT,
                    pages);
    tr_free(pages);
    return TR_OK;
}

// Bakes tiles and hands them to OpenGL.
static tr_status fill_batch(const tr_near_tiles *t, const tr_near_tile *tiles, int count, const int *slots,
                            const tr_surface *surface, tr_pool *pool, const tr_watch *watch, uint8_t *memory,
                            tr_error *error) {
    const size_t most = (size_t)4 * TR_NEAR_TEXELS * TR_NEAR_MOST_KINDS;
    uint8_t *texels[BATCH];
    for (int i = 0; i < count; i++)
        texels[i] = memory + (size_t)i * most;
    const tr_status status = tr_near_bake(surface, tiles, count, t->kinds, pool, watch, texels, error);
    if (status != TR_OK)
        return status;
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_TEXELS);
    glBindTexture(GL_TEXTURE_2D_ARRAY, t->texels);
    for (int i = 0; i < count; i++)
        glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, slots[i], TR_NEAR_SIDE, TR_NEAR_SIDE,
                        tr_near_kind_count(tiles[i].set, t->kinds), GL_RGBA, GL_UNSIGNED_BYTE, texels[i]);
    return TR_OK;
}

static tr_status fill_tiles(const tr_near_tiles *t, const tr_near_tile *tiles, const int *slots,
                            const int *missing, int count, const tr_surface *surface, tr_pool *pool,
                            const tr_watch *watch, tr_error *error) {
    uint8_t *memory =
        tr_allocate((size_t)4 * TR_NEAR_TEXELS * TR_NEAR_MOST_KINDS, count < BATCH ? (size_t)count + 1 : BATCH);
    if (!memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    tr_status status = TR_OK;
    for (int first = 0; first < count && status == TR_OK; first += BATCH) {
        tr_near_tile batch[BATCH];
        int layers[BATCH];
        const int number = count - first < BATCH ? count - first : BATCH;
        for (int i = 0; i < number; i++)
            batch[i] = tiles[missing[first + i]], layers[i] = slots[missing[first + i]];
        status = fill_batch(t, batch, number, layers, surface, pool, watch, memory, error);
    }
    tr_free(memory);
    return status;
}

// ---- all -------------------------------------------------------------------------------------------

static bool is_of(const tr_near_tiles *t, int planet, tr_near_kinds kinds) {
    return t->planet == planet && t->kinds.gloss == kinds.gloss && t->kinds.emission == kinds.emission;
}

static tr_status update(tr_near_tiles *t, int planet, const tr_near_tile *tiles, int count, tr_near_kinds kinds,
                        const tr_surface *surface, tr_pool *pool, const tr_watch *watch, int *slots,
                        int *missing, tr_error *error) {
    const int group = tr_near_kind_count(TR_NEAR_GROUND, kinds),
              needed = count_layers(tiles, count, kinds) + group;
    tr_status status = TR_OK;
    if (t->layers > 0 && !is_of(t, planet, kinds))
        free_slots(t);
    if (t->layers < needed)
        status = make_layers(t, needed + needed / 4, error);
    t->planet = planet;
    t->kinds = kinds;
    if (status != TR_OK)
        return status;
    int fresh = place(t, tiles, count, slots, missing);
    if (fresh < 0) {
        free_slots(t);
        fresh = place(t, tiles, count, slots, missing);
    }
    status = fill_tiles(t, tiles, slots, missing, fresh, surface, pool, watch, error);
    return status == TR_OK ? fill_pages(t, tiles, count, slots, error) : status;
}

tr_status tr_near_tiles_update(tr_near_tiles *tiles, int planet, const tr_near_sight *sight,
                               tr_near_kinds kinds, const tr_surface *surface, tr_pool *pool,
                               const tr_watch *watch, tr_error *error) {
    tr_near_tile *list = tr_allocate(MOST_TILES, sizeof *list);
    int *slots = tr_allocate(MOST_TILES, 2 * sizeof *slots);
    tr_near_sight fitting = *sight;
    tr_status status = TR_OK;
    int count = 0;
    if (!list || !slots)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    else
        count = choose(&fitting, kinds, most_layers() * 4 / 5 - TR_NEAR_MOST_KINDS, list);
    if (count > 0)
        status =
            update(tiles, planet, list, count, kinds, surface, pool, watch, slots, slots + MOST_TILES, error);
    tr_free(list);
    tr_free(slots);
    if (status != TR_OK)
        tr_near_tiles_destroy(tiles);
    tiles->sight = fitting;
    tiles->shown = status == TR_OK && count > 0;
    return status;
}

void tr_near_tiles_set(const tr_near_tiles *tiles, const tr_program *program) {
    const tr_near_sight *s = &tiles->sight;
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_TEXELS);
    glBindTexture(GL_TEXTURE_2D_ARRAY, tiles->texels);
    glActiveTexture(GL_TEXTURE0 + TR_UNIT_NEAR_PAGES);
    glBindTexture(GL_TEXTURE_2D_ARRAY, tiles->pages);
    glUniform4f(program->at[TR_UNIFORM_near_levels], (float)s->map_level, (float)s->finest, (float)s->coarser,
                TR_NEAR_LEVELS);
    glUniform2f(program->at[TR_UNIFORM_near_drift], (float)cos(s->cloud_turn_rad),
                (float)sin(s->cloud_turn_rad));
}

void tr_near_tiles_destroy(tr_near_tiles *tiles) {
    const GLuint names[] = {tiles->texels, tiles->pages};
    glDeleteTextures(2, names);
    tr_free(tiles->slots);
    *tiles = (tr_near_tiles){0};
}
