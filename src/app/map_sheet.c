#include "app/private/map_sheet.h"

#include "editor/listing.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const tr_map_sheet usual = {.range_m = {-8000, 9000},
                                   .sea_percent = 40,
                                   .strength = 1,
                                   .west_deg = -180,
                                   .region_deg = {-10, 35, 30, 60},
                                   .channel = "mask",
                                   .drag_id = UINT64_C(1) << 62}; // no drag of the panel reaches it

tr_status tr_map_sheet_take(tr_map_sheet *sheet, tr_document *document, tr_shared_file *file, tr_error *error) {
    const tr_status status = tr_shared_files_add(&document->files, file, error);
    if (status != TR_OK)
        return status;
    *sheet = usual;
    snprintf(sheet->path, sizeof sheet->path, "%s", file->path);
    snprintf(sheet->name, sizeof sheet->name, "%s", file->name);
    memcpy(sheet->sha256, file->sha256, sizeof sheet->sha256);
    if (tr_own_is_raw(sheet->path))
        tr_own_raw_guess(sheet->path, file->parts[0].info.bytes, &sheet->raw, sheet->raw_size);
    return TR_OK;
}

bool tr_map_sheet_edit(tr_map_sheet *sheet, const tr_document *document, const char *name) {
    const tr_recipe *recipe = tr_document_recipe(document);
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        const tr_shared_file *file = tr_recipe_file(recipe, map->file);
        if (strcmp(map->name, name) != 0 || !file)
            continue;
        *sheet = usual;
        snprintf(sheet->path, sizeof sheet->path, "%s", file->path ? file->path : file->name);
        memcpy(sheet->name, map->file, sizeof sheet->name);
        memcpy(sheet->sha256, file->sha256, sizeof sheet->sha256);
        memcpy(sheet->edited, map->name, sizeof sheet->edited);
        sheet->kind = tr_own_kind_of(map->name);
        if (sheet->kind == TR_OWN_CHANNEL)
            memcpy(sheet->channel, map->name, sizeof sheet->channel);
        sheet->strength = map->strength;
        sheet->west_deg = map->west_deg;
        sheet->raw = map->raw;
        memcpy(sheet->raw_size, map->raw_size, sizeof sheet->raw_size);
        if (tr_own_is_raw(sheet->path))
            tr_own_raw_guess(sheet->path, file->parts[0].info.bytes, &sheet->raw, sheet->raw_size);
        sheet->is_part = map->region_deg[0] != map->region_deg[2];
        if (sheet->is_part)
            memcpy(sheet->region_deg, map->region_deg, sizeof sheet->region_deg);
        sheet->heights = map->range_m[0] != map->range_m[1] ? TR_HEIGHTS_IN_METRES
                         : map->sea_percent >= 0            ? TR_HEIGHTS_BY_SEA
                                                            : TR_HEIGHTS_BY_MAP;
        if (sheet->heights == TR_HEIGHTS_IN_METRES)
            memcpy(sheet->range_m, map->range_m, sizeof sheet->range_m);
        if (sheet->heights == TR_HEIGHTS_BY_SEA)
            sheet->sea_percent = map->sea_percent;
        return true;
    }
    return false;
}

// The keys that the sheet knows, as changes of the map. The values that it leaves to the map are written, too:
// the map may have had others.
enum { most_keys = 10, value_bytes = 160 };
typedef struct key_list {
    int count;
    const char *keys[most_keys];
    char values[most_keys][TR_FILE_BYTES + value_bytes];
} key_list;

TR_PRINTF(3, 4) static void add(key_list *l, const char *key, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->values[l->count], sizeof l->values[0], format, arguments);
    va_end(arguments);
    l->keys[l->count++] = key;
}

static void list_keys(const tr_map_sheet *s, key_list *l) {
    static const double none[4] = {0};
    const double *region = s->is_part ? s->region_deg : none;
    const bool in_metres = s->heights == TR_HEIGHTS_IN_METRES, by_sea = s->heights == TR_HEIGHTS_BY_SEA;
    const bool edits = s->edited[0] != 0;
    add(l, "file", "\"%s\"", s->name);
    add(l, "sha256", "\"%s\"", s->sha256);
    add(l, "strength", "%.9g", s->strength);
    if (edits || !s->is_part)
        add(l, "west_deg", "%.9g", s->west_deg);
    if (edits || s->is_part)
        add(l, "region_deg", "[%.9g, %.9g, %.9g, %.9g]", region[0], region[1], region[2], region[3]);
    if (s->raw != TR_OWN_RAW_GUESSED) {
        add(l, "raw", "\"%s\"", tr_own_raw_names[s->raw]);
        add(l, "raw_size", "[%.9g, %.9g]", s->raw_size[0], s->raw_size[1]);
    }
    if (s->kind != TR_OWN_HEIGHT)
        return;
    if (edits || in_metres)
        add(l, "range_m", "[%.9g, %.9g]", in_metres ? s->range_m[0] : 0, in_metres ? s->range_m[1] : 0);
    if (edits || by_sea)
        add(l, "sea_percent", "%.9g", by_sea ? s->sea_percent : -1);
}

static void join(const key_list *l, char *value, size_t size) {
    size_t used = 0;
    for (int i = 0; i < l->count && used < size; i++)
        used += (size_t)snprintf(value + used, size - used, "%s\"%s\": %s", i ? ", " : "{", l->keys[i],
                                 l->values[i]);
    if (used < size)
        snprintf(value + used, size - used, "}");
}

const char *tr_map_sheet_map(const tr_map_sheet *sheet) {
    return sheet->kind == TR_OWN_CHANNEL ? sheet->channel : tr_own_kind_names[sheet->kind];
}

// A new map is one value, in place of a map of that name. Of a map that stays of its kind only the keys of the
// sheet change. One that becomes of another kind goes.
tr_status tr_map_sheet_show(tr_map_sheet *sheet, tr_document *document, tr_error *error) {
    char paths[most_keys][TR_NAME_BYTES + 24], old[TR_NAME_BYTES + 8],
        value[TR_FILE_BYTES + most_keys * (value_bytes + 16)];
    tr_change changes[most_keys];
    key_list keys = {0};
    int count = 0;
    tr_status status = tr_document_take_back(document, sheet->drag_id, error);
    if (status != TR_OK)
        return status;
    const char *map = tr_map_sheet_map(sheet);
    const bool stays = strcmp(sheet->edited, map) == 0;
    list_keys(sheet, &keys);
    for (int i = 0; i < keys.count && stays; i++) {
        snprintf(paths[i], sizeof paths[i], "maps.%s.%s", map, keys.keys[i]);
        changes[count++] = (tr_change){paths[i], keys.values[i]};
    }
    if (!stays) {
        snprintf(paths[0], sizeof paths[0], "maps.%s", map);
        join(&keys, value, sizeof value);
        changes[count++] = (tr_change){paths[0], value};
    }
    if (!stays && sheet->edited[0]) {
        snprintf(old, sizeof old, "maps.%s", sheet->edited);
        changes[count++] = (tr_change){old, tr_document_differs(document, old) ? NULL : "null"};
    }
    return tr_document_change(document, "Own map", sheet->drag_id, false, count, changes, error);
}

double *tr_map_sheet_number(tr_map_sheet *s, const char *name) {
    const struct {
        const char *name;
        double *at;
    } all[] = {{"strength", &s->strength},   {"left edge", &s->west_deg}, {"west", &s->region_deg[0]},
               {"south", &s->region_deg[1]}, {"east", &s->region_deg[2]}, {"north", &s->region_deg[3]},
               {"black", &s->range_m[0]},    {"white", &s->range_m[1]},   {"sea", &s->sea_percent},
               {"width", &s->raw_size[0]},   {"height", &s->raw_size[1]}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].at;
    return NULL;
}
