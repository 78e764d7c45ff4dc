#include "recipe/recipe.h"

#include "base/hash.h"
#include "base/size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- lists -------------------------------------------------------------------------------------

// Makes space for one more element of a list.
static tr_status grow(void *list, int count, int most, size_t size, const char *what, tr_error *error) {
    if (count >= most)
        return tr_fail(error, TR_BAD_INPUT, "a recipe holds at most %d %s", most, what);
    return tr_grow(list, count, size) ? TR_OK
                                      : tr_fail(error, TR_NO_MEMORY, "no memory for %d %s", count + 1, what);
}

tr_status tr_list_add(const tr_parameter *list, void *data, const tr_kind *kind, void **element,
                      tr_error *error) {
    const tr_list_type *type = list->list;
    int *count = (int *)(void *)((char *)data + list->count);
    const tr_status status =
        grow(tr_parameter_at(list, data), *count, type->most, type->size, type->what, error);
    if (status != TR_OK)
        return status;
    *element = tr_list_at(list, data, (*count)++);
    memset(*element, 0, type->size);
    tr_parameters_reset(type->table, *element);
    if (kind) {
        *(const tr_kind **)tr_parameter_at(&type->table->rows[1], *element) = kind;
        tr_parameters_reset(&kind->parameters, *element);
    }
    return TR_OK;
}

// One element more, a copy of this one.
static tr_status append(void *list, int *count, int most, size_t size, const void *element, const char *what,
                        tr_error *error) {
    const tr_status status = grow(list, *count, most, size, what, error);
    if (status == TR_OK)
        memcpy((char *)*(void **)list + (size_t)(*count)++ * size, element, size);
    return status;
}

tr_status tr_recipe_add_stop(tr_recipe *recipe, tr_stop stop, tr_error *error) {
    return append(&recipe->stops, &recipe->stop_count, TR_MAX_STOPS, sizeof stop, &stop,
                  "stops in all its gradients", error);
}

tr_status tr_recipe_add_row(tr_recipe *recipe, tr_row row, tr_error *error) {
    return append(&recipe->rows, &recipe->row_count, TR_MAX_ROWS, sizeof row, &row, "rows in all its gradients",
                  error);
}

tr_status tr_recipe_add_point(tr_recipe *recipe, tr_path_point point, tr_error *error) {
    return append(&recipe->points, &recipe->point_count, TR_MAX_PATH_POINTS, sizeof point, &point,
                  "points in all its strokes", error);
}

tr_status tr_recipe_add_type_knob(tr_recipe *recipe, const tr_type_knob *knob, tr_error *error) {
    return append(&recipe->type_knobs, &recipe->type_knob_count, TR_MAX_TYPE_KNOBS, sizeof *knob, knob, "knobs",
                  error);
}

// ---- the object --------------------------------------------------------------------------------

tr_status tr_recipe_create(tr_recipe **out, tr_error *error) {
    tr_recipe *recipe = tr_calloc(1, sizeof *recipe);
    *out = recipe;
    if (!recipe)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a recipe");
    tr_parameters_reset(&tr_recipe_table, recipe);
    return TR_OK;
}

// Calls `act` with each list of a struct and of its nested structs. False if a call failed.
static bool each_list(const tr_parameter_table *table, void *data,
                      bool (*act)(void *list, int count, size_t size)) {
    bool ok = true;
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        if (p->kind == TR_PARAMETER_LIST)
            ok = act(tr_parameter_at(p, data), tr_list_count(p, data), p->list->size) && ok;
        if (p->kind == TR_PARAMETER_STRUCT)
            ok = each_list(p->table, tr_parameter_at(p, data), act) && ok;
    }
    return ok;
}

static bool free_list(void *list, int count, size_t size) {
    (void)count, (void)size;
    tr_free(*(void **)list);
    return true;
}

void tr_recipe_destroy(tr_recipe *recipe) {
    if (!recipe)
        return;
    each_list(&tr_recipe_table, recipe, free_list);
    tr_free(recipe->stops);
    tr_free(recipe->rows);
    tr_free(recipe->points);
    tr_free(recipe->type_knobs);
    for (int i = 0; i < recipe->file_count; i++)
        tr_shared_file_release(recipe->files[i]);
    tr_free(recipe->files);
    tr_free(recipe);
}

// Replaces a list by a copy with the capacity that tr_grow expects. False if there is no memory.
static bool copy_list(void *list, int count, size_t size) {
    void **elements = list;
    const void *from = *elements;
    size_t capacity = 1;
    while (capacity < (size_t)count)
        capacity *= 2;
    *elements = count > 0 ? tr_allocate(capacity, size) : NULL;
    if (*elements)
        memcpy(*elements, from, (size_t)count * size);
    return *elements || count == 0;
}

tr_status tr_recipe_copy(const tr_recipe *from, tr_recipe **out, tr_error *error) {
    tr_recipe *recipe = tr_malloc(sizeof *recipe);
    *out = NULL;
    if (!recipe)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a recipe");
    *recipe = *from; // its lists are still those of the original
    bool ok = each_list(&tr_recipe_table, recipe, copy_list);
    ok = copy_list(&recipe->stops, recipe->stop_count, sizeof *recipe->stops) && ok;
    ok = copy_list(&recipe->rows, recipe->row_count, sizeof *recipe->rows) && ok;
    ok = copy_list(&recipe->points, recipe->point_count, sizeof *recipe->points) && ok;
    ok = copy_list(&recipe->type_knobs, recipe->type_knob_count, sizeof *recipe->type_knobs) && ok;
    ok = copy_list(&recipe->files, recipe->file_count, sizeof(tr_shared_file *)) && ok;
    recipe->file_count = recipe->files ? recipe->file_count : 0;
    for (int i = 0; i < recipe->file_count; i++)
        tr_shared_file_keep(recipe->files[i]);
    if (!ok) {
        tr_recipe_destroy(recipe);
        return tr_fail(error, TR_NO_MEMORY, "no memory for a recipe");
    }
    *out = recipe;
    return TR_OK;
}

static bool is_named(const tr_recipe *recipe, const tr_shared_file *file) {
    for (int i = 0; i < recipe->map_count; i++)
        if (strcmp(recipe->maps[i].file, file->name) == 0)
            return true;
    return false;
}

tr_status tr_recipe_add_file(tr_recipe *recipe, tr_shared_file *file, tr_error *error) {
    for (int i = 0; i < recipe->file_count; i++)
        if (strcmp(recipe->files[i]->name, file->name) == 0 || !is_named(recipe, recipe->files[i])) {
            tr_shared_file_release(recipe->files[i]);
            recipe->files[i] = file;
            return TR_OK;
        }
    const tr_status status = append(&recipe->files, &recipe->file_count, TR_MAX_OWN_MAPS,
                                    sizeof(tr_shared_file *), &file, "files of maps", error);
    if (status != TR_OK)
        tr_shared_file_release(file);
    return status;
}

tr_shared_file *tr_recipe_file(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->file_count; i++)
        if (strcmp(recipe->files[i]->name, name) == 0)
            return recipe->files[i];
    return NULL;
}

void tr_own_file_name(const char *path, char name[TR_FILE_BYTES]) {
    const char *slash = strrchr(path, '/');
    snprintf(name, TR_FILE_BYTES, "%s", slash ? slash + 1 : path);
    for (char *c = name; *c; c++)
        if ((unsigned char)*c < ' ' || strchr("\\\":*?<>|", *c))
            *c = '_';
}

tr_own_kind tr_own_kind_of(const char *name) {
    int kind = 0;
    while (kind < TR_OWN_KIND_COUNT && strcmp(tr_own_kind_names[kind], name) != 0)
        kind++;
    return (tr_own_kind)kind;
}

static bool ends_with(const char *file, const char *end) {
    const size_t length = strlen(file), part = strlen(end);
    bool same = length > part;
    for (size_t i = 0; i < part && same; i++) { // in any case
        const char c = file[length - part + i];
        same = (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c) == end[i];
    }
    return same;
}

bool tr_own_is_raw(const char *file) {
    return ends_with(file, ".r16") || ends_with(file, ".r32") || ends_with(file, ".raw");
}

bool tr_own_is_image(const char *file) {
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".tga", ".exr", ".tif", ".tiff"};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (ends_with(file, ends[i]))
            return true;
    return tr_own_is_raw(file);
}

// Whether so many numbers are a map twice as wide as high, or a face of a cube.
static bool is_map(const char *file, uint64_t numbers, double size[2]) {
    const uint64_t wide = tr_file_part_count(file) > 1 ? 1 : 2;
    const uint64_t height = (uint64_t)sqrt((double)(numbers / wide));
    if (numbers == 0 || wide * height * height != numbers)
        return false;
    size[0] = (double)(wide * height), size[1] = (double)height;
    return true;
}

void tr_own_raw_guess(const char *file, uint64_t bytes, tr_own_raw *raw, double size[2]) {
    const bool any = *raw == TR_OWN_RAW_GUESSED && !ends_with(file, ".r16") && !ends_with(file, ".r32");
    double as_floats[2];
    if (*raw == TR_OWN_RAW_GUESSED)
        *raw = ends_with(file, ".r32") || (any && bytes % 4 == 0 && is_map(file, bytes / 4, as_floats))
                   ? TR_OWN_RAW_F32
                   : TR_OWN_RAW_U16;
    const uint64_t each = *raw >= TR_OWN_RAW_F32 ? 4 : 2;
    if (size[0] == 0 && size[1] == 0 && bytes % each == 0)
        is_map(file, bytes / each, size);
}

// ---- limits of heights ---------------------------------------------------------------------------

// Moves a limit that the user did not give.
static void widen(tr_height_limit *limit, double *metres, double to) {
    if (limit->given)
        return;
    *limit = (tr_height_limit){.widened = true, .own_m = *metres};
    *metres = to;
}

void tr_recipe_widen(tr_recipe *recipe, const double range_m[2]) {
    const double low = fmin(range_m[0], range_m[1]), high = fmax(range_m[0], range_m[1]), step = 1000;
    const double room = (high - low) / 6, most = tr_parameter_find(&tr_recipe_table, "height_max_m")->high;
    const double deepest = recipe->mesh_columns > 0 ? 999 * TR_DEEPEST_RADII * recipe->radius_km : most;
    double *const metres[2] = {&recipe->height_min_m, &recipe->height_max_m};
    for (int i = 0; i < 2; i++) {
        tr_height_limit *limit = &recipe->limits[i];
        *metres[i] = limit->widened ? limit->own_m : *metres[i];
        limit->widened = false;
    }
    if (low >= high)
        return;
    if (low < recipe->height_min_m)
        widen(&recipe->limits[0], &recipe->height_min_m,
              fmin(fmax(step * floor((low - room) / step), -deepest), recipe->height_min_m));
    if (high > recipe->height_max_m)
        widen(&recipe->limits[1], &recipe->height_max_m,
              fmax(fmin(step * ceil((high + room) / step), most), recipe->height_max_m));
}

// ---- queries -------------------------------------------------------------------------------------

int tr_recipe_given_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]) {
    int count = 0;
    names[count++] = "height";
    for (int i = 0; i < recipe->map_count && count < TR_MAX_CHANNELS; i++)
        if (tr_own_kind_of(recipe->maps[i].name) == TR_OWN_CHANNEL)
            names[count++] = recipe->maps[i].name;
    return count;
}

int tr_recipe_channels(const tr_recipe *recipe, const char *names[TR_MAX_CHANNELS]) {
    int count = tr_recipe_given_channels(recipe, names);
    for (int i = 0; i < recipe->layer_count && count < TR_MAX_CHANNELS; i++) {
        int k = 0;
        while (k < count && strcmp(names[k], recipe->layers[i].into) != 0)
            k++;
        if (k == count)
            names[count++] = recipe->layers[i].into;
    }
    return count;
}

static const struct {
    const char *path;
    size_t offset;
} paint_lists[TR_MAP_COUNT][2] = {
    [TR_MAP_ALBEDO] = {{"albedo", offsetof(tr_recipe, albedo)}},
    [TR_MAP_EMISSION] = {{"emission", offsetof(tr_recipe, emission)}},
    [TR_MAP_ORM] = {{"roughness", offsetof(tr_recipe, roughness)}, {"metal", offsetof(tr_recipe, metal)}},
    [TR_MAP_WATER] = {{"water", offsetof(tr_recipe, water)}},
    [TR_MAP_CLOUDS] = {{"clouds.colour", offsetof(tr_recipe, clouds.colour)},
                       {"clouds.cover", offsetof(tr_recipe, clouds.cover)}},
};

const char *tr_map_paints(tr_map map, int index) { return paint_lists[map][index].path; }

const tr_paints *tr_recipe_paints(const tr_recipe *recipe, tr_map map, int index) {
    const char *at = (const char *)recipe + paint_lists[map][index].offset;
    return paint_lists[map][index].path ? (const tr_paints *)(const void *)at : NULL;
}

const tr_own_map *tr_recipe_own_map(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->map_count; i++)
        if (strcmp(recipe->maps[i].name, name) == 0)
            return &recipe->maps[i];
    return NULL;
}

bool tr_recipe_follows(const tr_recipe *recipe, tr_own_kind kind) {
    for (int i = 0; i < recipe->map_count; i++)
        if (tr_own_kind_of(recipe->maps[i].name) == kind && recipe->maps[i].strength > 0)
            return true;
    return false;
}

unsigned tr_recipe_maps(const tr_recipe *recipe) {
    unsigned maps = (1u << TR_MAP_COUNT) - 1;
    if (recipe->emission.count == 0 && !tr_recipe_follows(recipe, TR_OWN_EMISSION))
        maps &= ~(1u << TR_MAP_EMISSION);
    if (recipe->clouds.cover.count == 0 && !tr_recipe_follows(recipe, TR_OWN_CLOUDS))
        maps &= ~(1u << TR_MAP_CLOUDS);
    if (recipe->water.count == 0)
        maps &= ~(1u << TR_MAP_WATER);
    return maps;
}

int tr_recipe_wind(const tr_recipe *recipe) {
    for (int i = 0; i < recipe->warp_count; i++)
        if (recipe->warps[i].kind->fastest)
            return i;
    return -1;
}

static bool has_channel(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->layer_count; i++)
        if (strcmp(recipe->layers[i].into, name) == 0)
            return true;
    return false;
}

bool tr_recipe_climate(const tr_recipe *recipe) {
    return !recipe->gas && has_channel(recipe, TR_CHANNEL_WARMTH) && has_channel(recipe, TR_CHANNEL_MOISTURE);
}

// The index of the element with that name, or -1. Elements begin with their name.
static int find_named(const void *elements, size_t size, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp((const char *)elements + (size_t)i * size, name) == 0)
            return i;
    return -1;
}

int tr_recipe_find_layer(const tr_recipe *recipe, int end, const char *name) {
    return find_named(recipe->layers, sizeof *recipe->layers, end, name);
}

int tr_recipe_find_warp(const tr_recipe *recipe, int end, const char *name) {
    return find_named(recipe->warps, sizeof *recipe->warps, end, name);
}

int tr_recipe_find_type_knob(const tr_recipe *recipe, const char *name) {
    return find_named(recipe->type_knobs, sizeof *recipe->type_knobs, recipe->type_knob_count, name);
}

const tr_layer *tr_recipe_owner(const tr_recipe *recipe, const tr_layer *layer) {
    int index =
        layer->source[0] ? tr_recipe_find_layer(recipe, (int)(layer - recipe->layers), layer->source) : -1;
    while (index >= 0) {
        layer = &recipe->layers[index];
        index = layer->source[0] ? tr_recipe_find_layer(recipe, index, layer->source) : -1;
    }
    return layer;
}

bool tr_layer_on_plane(const tr_layer *layer) {
    const tr_parameter *domain = tr_parameter_find(&layer->kind->parameters, "domain");
    return domain && strcmp(domain->names[*(const int *)tr_parameter_in(domain, layer)], "plane") == 0;
}

uint64_t tr_type_seed(const char *type, uint64_t seed) { return type[0] ? tr_hash_text(seed, type) : seed; }

uint64_t tr_recipe_seed(const tr_recipe *recipe, const char *name) {
    return tr_hash_text(tr_type_seed(recipe->type, recipe->seed), name);
}

void tr_recipe_coarsen(tr_recipe *recipe, int cells) {
    recipe->map_width = 16 * cells;
    for (int i = 0; i < recipe->warp_count; i++)
        if (recipe->warps[i].kind->coarsen)
            recipe->warps[i].kind->coarsen(&recipe->warps[i], cells);
    for (int i = 0; i < recipe->layer_count; i++)
        if (recipe->layers[i].kind->coarsen)
            recipe->layers[i].kind->coarsen(&recipe->layers[i], cells);
}

// ---- knobs of the type: several numbers of a recipe under one name -------------------------------------

double tr_recipe_type_knob(const tr_recipe *recipe, int knob) {
    for (int i = 0; i < recipe->type_knobs[knob].drive_count; i++) {
        const tr_drive *drive = &recipe->type_knobs[knob].drives[i];
        double value;
        if (!tr_recipe_number_at(recipe, drive->path, &value))
            continue;
        const double turn = (value - drive->from) / (drive->to - drive->from);
        return turn < 0 ? 0 : turn > 1 ? 1 : turn;
    }
    return 0;
}

void tr_recipe_turn(tr_recipe *recipe, int knob, double value,
                    bool (*keeps)(const void *context, const char *path), const void *context) {
    for (int i = 0; i < recipe->type_knobs[knob].drive_count; i++) {
        const tr_drive *drive = &recipe->type_knobs[knob].drives[i];
        if (!keeps || !keeps(context, drive->path))
            tr_recipe_set_number(recipe, drive->path, drive->from + (drive->to - drive->from) * value);
    }
}
