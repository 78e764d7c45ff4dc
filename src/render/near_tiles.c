#include "render/private/near_tiles.h"

#include "base/size.h"
#include "light/specular.h"

#include <string.h>

enum {
    PAGE = 64, // a level's tiles are in a table by column and row modulo this
    PAGES = TR_NEAR_SETS * TR_NEAR_LEVELS * 6,
    ENTRIES = PAGES * PAGE * PAGE,
    MOST_BYTES = 256 << 20,
    MOST_LAYERS = MOST_BYTES / (4 * TR_NEAR_TEXELS),
    MOST_TILES = MOST_LAYERS,
    LEAST_LASTING = 256, // layers
    OPAQUE = 63          // maximum of six bits
};

// ---- memory ----------------------------------------------------------------------------------------

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

// Chooses the tiles of a view, coarser ones until they fit.
static int choose(tr_near_sight *sight, tr_near_kinds kinds, int most, tr_near_tile *tiles) {
    for (;; sight->coarser += 0.125) {
        const int count = tr_near_choose(sight, tiles, MOST_TILES);
        if (count <= MOST_TILES && count_layers(tiles, count, kinds) <= most)
            return count;
    }
}

// ---- slots -----------------------------------------------------------------------------------------

static void free_slots(tr_near_tiles *t) {
    for (int i = 0; i < t->layers; i++)
        t->slots[i].taken = false;
}

static void make_texture(GLuint *name, GLenum unit, GLint format, int side, int layers, GLenum channels,
                         GLenum type, GLint filter, const void *data) {
    glActiveTexture(unit);
    glGenTextures(1, name);
    glBindTexture(GL_TEXTURE_2D_ARRAY, *name);
    glTexImage3D(GL_TEXTURE_2D_ARRAY, 0, format, side, side, layers, 0, channels, type, data);
    tr_gl_set_sampling(GL_TEXTURE_2D_ARRAY, 1, filter, GL_CLAMP_TO_EDGE);
}

static tr_status make_layers(tr_near_tiles *t, int layers, tr_error *error) {
    tr_near_tiles_destroy(t);
    t->slots = tr_calloc((size_t)layers, sizeof *t->slots);
    t->table = tr_calloc(ENTRIES, sizeof *t->table);
    t->lit = tr_allocate(MOST_TILES, 2 * sizeof *t->lit);
    t->wanted = tr_allocate(MOST_TILES, sizeof *t->wanted);
    void *nothing = tr_calloc(ENTRIES, sizeof t->table->entry);
    if (!t->slots || !t->table || !t->lit || !t->wanted || !nothing) {
        tr_free(nothing);
        return tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    }
    tr_gl_clear_errors();
    make_texture(&t->texels, GL_TEXTURE0 + TR_UNIT_NEAR_TEXELS, GL_RGBA8, TR_NEAR_SIDE, layers, GL_RGBA,
                 GL_UNSIGNED_BYTE, GL_LINEAR, NULL);
    make_texture(&t->pages, GL_TEXTURE0 + TR_UNIT_NEAR_PAGES, GL_RGBA32UI, PAGE, PAGES, GL_RGBA_INTEGER,
                 GL_UNSIGNED_INT, GL_NEAREST, nothing);
    tr_free(nothing);
    t->layers = layers;
    return glGetError() == GL_NO_ERROR
               ? TR_OK
               : tr_fail(error, TR_NO_MEMORY, "OpenGL has no memory for tiles of near ground");
}

// The first layer of a tile, or -1.
static int find_slot(const tr_near_tiles *t, const tr_near_tile *tile) {
    for (int i = 0; i < t->layers; i++)
        if (t->slots[i].taken && tr_near_same(&t->slots[i].tile, tile))
            return i;
    return -1;
}

// Finds layers for a ground tile, which are in groups: free ones, or those of the least recently used tiles.
// -1: all are in use now.
static int find_free_ground_slot(const tr_near_tiles *t) {
    const int group = tr_near_kind_count(TR_NEAR_GROUND, t->kinds);
    uint32_t oldest = t->turn;
    int found = -1;
    for (int i = 0; i + group <= t->layers; i += group) {
        bool taken = false;
        uint32_t seen = 0;
        for (int k = 0; k < group; k++)
            if (t->slots[i + k].taken) {
                taken = true;
                seen = t->slots[i + k].seen > seen ? t->slots[i + k].seen : seen;
            }
        if (!taken)
            return i;
        if (seen < oldest)
            oldest = seen, found = i;
    }
    return found;
}

// The same for a cloud tile, which uses layers that the ground leaves free, from the last one down.
static int find_free_cloud_slot(const tr_near_tiles *t) {
    const int group = tr_near_kind_count(TR_NEAR_GROUND, t->kinds);
    uint32_t oldest = t->turn;
    int found = -1;
    for (int i = t->layers - 1; i >= 0; i--) {
        const int first = i - i % group;
        const struct tr_near_slot *ground = &t->slots[first], *slot = &t->slots[i];
        const bool on_ground = ground->taken && ground->tile.set == TR_NEAR_GROUND;
        if (!on_ground && !slot->taken)
            return i;
        const uint32_t seen = on_ground ? ground->seen : slot->seen;
        if (seen < oldest)
            oldest = seen, found = on_ground ? first : i;
    }
    return found;
}

static int find_free_slot(const tr_near_tiles *t, tr_near_set set) {
    return set == TR_NEAR_GROUND ? find_free_ground_slot(t) : find_free_cloud_slot(t);
}

// ---- display -----------------------------------------------------------------------------------------

static int entry_of(const tr_near_tile *tile) {
    const int page = (tile->set * TR_NEAR_LEVELS + tile->level) * 6 + tile->face;
    return (page * PAGE + tile->y % PAGE) * PAGE + tile->x % PAGE;
}

static void set_entry(tr_near_tiles *t, int at, const uint32_t entry[4]) {
    if (memcmp(t->table[at].entry, entry, sizeof t->table[at].entry) == 0)
        return;
    memcpy(t->table[at].entry, entry, sizeof t->table[at].entry);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, at % PAGE, at / PAGE % PAGE, at / (PAGE * PAGE), 1, 1, 1,
                    GL_RGBA_INTEGER, GL_UNSIGNED_INT, entry);
}

// Finds the finest available tile that contains `tile`, at least *up levels above it, and that was added by
// since_s. *up becomes the difference of levels. -1: none.
static int find_parent(const tr_near_tiles *t, const tr_near_tile *tile, double since_s, int *up) {
    for (; tile->level - *up > t->sight.map_level; (*up)++) {
        const int slot = find_slot(
            t, &(tr_near_tile){tile->set, tile->face, tile->level - *up, tile->x >> *up, tile->y >> *up});
        if (slot >= 0 && t->slots[slot].born_s <= since_s)
            return slot;
    }
    return -1;
}

// Writes the table entry that planet.frag reads for a tile: the first layer and the position of the tile that
// is shown there, which is `up` levels above it; its opacity as the coarser one of two mixed levels, and as the
// finer one; and the range of its heights. A new tile fades in over a coarser one or over the map. As the
// coarser level of a mix, it replaces its coarser tile at once, because a pixel can only mix two levels.
static void show_tile(tr_near_tiles *t, const tr_near_tile *tile, const tr_near_frame *frame) {
    int up = 0, above = 1, fine = OPAQUE, coarse = OPAQUE;
    const int at = entry_of(tile), slot = find_parent(t, tile, frame->now_s, &up);
    t->partial |= slot < 0 || up > 0;
    if (slot < 0)
        return;
    const double age_s = frame->now_s - t->slots[slot].born_s;
    if (age_s < frame->fade_s) {
        fine = (int)(OPAQUE * age_s / frame->fade_s);
        const bool replaces = find_parent(t, &t->slots[slot].tile, frame->now_s - frame->fade_s, &above) >= 0;
        coarse = replaces ? OPAQUE : fine;
        t->partial = true;
    }
    t->slots[slot].seen = t->turn;
    t->table[at].turn = t->turn;
    t->lit[t->lit_count++] = at;
    set_entry(t, at,
              (uint32_t[4]){(uint32_t)(slot + 1), (uint32_t)tile->x << 16 | (uint32_t)tile->y,
                            (uint32_t)t->slots[slot].lowest << 16 | t->slots[slot].range,
                            (uint32_t)(up << 12 | coarse << 6 | fine)});
    t->shown = true;
}

// Removes unused tiles from the table, because their layers may be reused.
static void show_all(tr_near_tiles *t, const tr_near_frame *frame) {
    static const uint32_t none[4] = {0};
    int *const before = t->lit + MOST_TILES, count = t->lit_count;
    tr_gl_bind(TR_UNIT_NEAR_PAGES, GL_TEXTURE_2D_ARRAY, t->pages);
    memcpy(before, t->lit, (size_t)count * sizeof *before);
    t->lit_count = 0;
    t->shown = t->partial = false;
    for (int i = 0; i < t->wanted_count; i++)
        show_tile(t, &t->wanted[i], frame);
    for (int i = 0; i < count; i++)
        if (t->table[before[i]].turn != t->turn)
            set_entry(t, before[i], none);
}

// ---- requests --------------------------------------------------------------------------------------

static bool is_of(const tr_near_tiles *t, const tr_near_frame *f) {
    return t->planet == f->planet && t->version == f->version && t->kinds.specular == f->kinds.specular &&
           t->kinds.emission == f->kinds.emission;
}

// Allocates layers for the tiles of a view, and for more if tiles should stay.
static tr_status reserve(tr_near_tiles *t, int needed, const tr_near_frame *frame, tr_error *error) {
    const int most = most_layers(), lasting = 4 * needed > LEAST_LASTING ? 4 * needed : LEAST_LASTING;
    int layers = frame->lasts ? lasting : needed + needed / 4;
    layers = layers < most ? layers : most;
    if (t->layers >= needed)
        return TR_OK;
    tr_status status = make_layers(t, layers, error);
    for (; status != TR_OK && layers / 2 >= needed; status = make_layers(t, layers, error))
        layers /= 2;
    return status;
}

static tr_status want(tr_near_tiles *t, const tr_near_sight *sight, const tr_near_frame *frame,
                      tr_near_tile *list, tr_error *error) {
    const int group = tr_near_kind_count(TR_NEAR_GROUND, frame->kinds);
    tr_near_sight fitting = *sight;
    const int count = choose(&fitting, frame->kinds, most_layers() * 4 / 5 - TR_NEAR_MOST_KINDS, list);
    tr_status status = tr_near_sort(list, count, frame->focus, error);
    if (status == TR_OK && count > 0)
        status = reserve(t, count_layers(list, count, frame->kinds) + group, frame, error);
    if (status != TR_OK || t->layers == 0)
        return status;
    if (!is_of(t, frame))
        free_slots(t);
    t->planet = frame->planet;
    t->version = frame->version;
    t->kinds = frame->kinds;
    t->sight = fitting;
    t->turn++;
    memcpy(t->wanted, list, (size_t)count * sizeof *list);
    t->wanted_count = count;
    show_all(t, frame);
    return TR_OK;
}

tr_status tr_near_tiles_want(tr_near_tiles *tiles, const tr_near_sight *sight, const tr_near_frame *frame,
                             tr_error *error) {
    tr_near_tile *list = tr_allocate(MOST_TILES, sizeof *list);
    const tr_status status = list ? want(tiles, sight, frame, list, error)
                                  : tr_fail(error, TR_NO_MEMORY, "no memory for tiles of near ground");
    tr_free(list);
    if (status != TR_OK)
        tr_near_tiles_destroy(tiles);
    return status;
}

int tr_near_tiles_missing(const tr_near_tiles *tiles, tr_near_tile *missing, int capacity) {
    int count = 0;
    for (int i = 0; i < tiles->wanted_count; i++)
        if (find_slot(tiles, &tiles->wanted[i]) < 0) {
            if (count < capacity)
                missing[count] = tiles->wanted[i];
            count++;
        }
    return count;
}

bool tr_near_tiles_fade(const tr_near_tiles *tiles, double now_s, double fade_s) {
    for (int i = 0; i < tiles->layers; i++)
        if (tiles->slots[i].taken && tiles->slots[i].seen == tiles->turn &&
            now_s - tiles->slots[i].born_s < fade_s)
            return true;
    return false;
}

static void pack_specular(uint8_t *texels) {
    uint8_t mirrors[256];
    tr_specular_mirrors(mirrors);
    for (size_t i = 0; i < TR_NEAR_TEXELS; i++, texels += 4)
        tr_specular_pack(mirrors, texels[1], texels[2], texels);
}

// Rescales heights to their range in the tile. Software OpenGL keeps only the upper of two bytes when it
// filters; with this range, a step of that byte is less than the length of a texel, because hills on a tile
// half as long are about half as high.
static void pack_heights(uint8_t *texels, struct tr_near_slot *slot) {
    const size_t count = (size_t)4 * TR_NEAR_TEXELS;
    unsigned least = 65535, most = 0;
    for (size_t i = 3; i < count; i += 4) {
        const unsigned height = (unsigned)texels[i] << 8 | texels[count + i];
        least = height < least ? height : least;
        most = height > most ? height : most;
    }
    const unsigned range = most > least ? most - least : 1;
    for (size_t i = 3; i < count; i += 4) {
        const unsigned height = ((unsigned)texels[i] << 8 | texels[count + i]) - least;
        const unsigned of_range = (height * 65535 + range / 2) / range;
        texels[i] = (uint8_t)(of_range >> 8), texels[count + i] = (uint8_t)of_range;
    }
    slot->lowest = (uint16_t)least, slot->range = (uint16_t)range;
}

void tr_near_tiles_add(tr_near_tiles *tiles, const tr_near_tile *tile, uint8_t *texels, double now_s) {
    const int kinds = tr_near_kind_count(tile->set, tiles->kinds), more = 2;
    if (tiles->layers == 0 || find_slot(tiles, tile) >= 0)
        return;
    if (tile->set == TR_NEAR_GROUND && tiles->kinds.specular)
        pack_specular(texels + (size_t)4 * TR_NEAR_TEXELS * (size_t)more);
    int slot = find_free_slot(tiles, tile->set);
    if (slot < 0) { // the free gaps are too small: drops all tiles
        free_slots(tiles);
        slot = find_free_slot(tiles, tile->set);
    }
    for (int i = 0; i < kinds; i++)
        tiles->slots[slot + i].taken = false;
    tiles->slots[slot] =
        (struct tr_near_slot){.tile = *tile, .taken = true, .seen = tiles->turn, .born_s = now_s};
    if (tile->set == TR_NEAR_GROUND)
        pack_heights(texels, &tiles->slots[slot]);
    tr_gl_bind(TR_UNIT_NEAR_TEXELS, GL_TEXTURE_2D_ARRAY, tiles->texels);
    glTexSubImage3D(GL_TEXTURE_2D_ARRAY, 0, 0, 0, slot, TR_NEAR_SIDE, TR_NEAR_SIDE, kinds, GL_RGBA,
                    GL_UNSIGNED_BYTE, texels);
}

void tr_near_tiles_set(const tr_near_tiles *tiles, const tr_program *program) {
    const tr_near_sight *s = &tiles->sight;
    tr_gl_bind(TR_UNIT_NEAR_TEXELS, GL_TEXTURE_2D_ARRAY, tiles->texels);
    tr_gl_bind(TR_UNIT_NEAR_PAGES, GL_TEXTURE_2D_ARRAY, tiles->pages);
    glUniform4f(program->at[TR_UNIFORM_near_levels], (float)s->map_level, (float)s->finest, (float)s->coarser,
                TR_NEAR_LEVELS);
    glUniform2f(program->at[TR_UNIFORM_near_drift], (float)cos(s->cloud_turn_rad),
                (float)sin(s->cloud_turn_rad));
}

void tr_near_tiles_destroy(tr_near_tiles *tiles) {
    const GLuint names[] = {tiles->texels, tiles->pages};
    glDeleteTextures(2, names);
    tr_free(tiles->slots);
    tr_free(tiles->table);
    tr_free(tiles->lit);
    tr_free(tiles->wanted);
    *tiles = (tr_near_tiles){0};
}
