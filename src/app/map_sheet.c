#include "app/private/map_sheet.h"

#include "editor/listing.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

bool tr_map_sheet_accepts(const char *path) {
    static const char *const ends[] = {".png", ".jpg", ".jpeg", ".tga", ".exr", ".tif", ".tiff"};
    const char *end = strrchr(tr_path_name(path), '.');
    for (size_t i = 0; end && i < sizeof ends / sizeof ends[0]; i++)
        if (strcasecmp(end, ends[i]) == 0)
            return true;
    return false;
}

tr_status tr_map_sheet_take(tr_map_sheet *sheet, tr_document *document, const char *path, tr_error *error) {
    tr_map_sheet taken = {.range_m = {-8000, 9000},
                          .sea_percent = 40,
                          .strength = 1,
                          .west_deg = -180,
                          .region_deg = {-10, 35, 30, 60},
                          .channel = "mask",
                          .drag_id = UINT64_C(1) << 62}; // no drag of the panel reaches it
    tr_shared_file *file;
    if (snprintf(taken.path, sizeof taken.path, "%s", path) >= (int)sizeof taken.path)
        return tr_fail(error, TR_BAD_INPUT, "the path is too long: %.200s…", path);
    tr_own_file_name(path, taken.name);
    tr_status status = tr_shared_file_at(path, taken.name, NULL, &file, error);
    if (status != TR_OK)
        return status;
    memcpy(taken.sha256, file->sha256, sizeof taken.sha256);
    status = tr_shared_files_add(&document->files, file, error);
    tr_shared_file_release(file);
    if (status == TR_OK)
        *sheet = taken;
    return status;
}

static void write_map(const tr_map_sheet *s, char *value, size_t size) {
    size_t used = (size_t)snprintf(value, size, "{\"file\": \"%s\", \"sha256\": \"%s\", \"strength\": %.9g",
                                   s->name, s->sha256, s->strength);
    if (s->is_part)
        used += (size_t)snprintf(value + used, size - used, ", \"region_deg\": [%.9g, %.9g, %.9g, %.9g]",
                                 s->region_deg[0], s->region_deg[1], s->region_deg[2], s->region_deg[3]);
    else
        used += (size_t)snprintf(value + used, size - used, ", \"west_deg\": %.9g", s->west_deg);
    if (s->kind == TR_OWN_HEIGHT && s->heights == TR_HEIGHTS_IN_METRES)
        used += (size_t)snprintf(value + used, size - used, ", \"range_m\": [%.9g, %.9g]", s->range_m[0],
                                 s->range_m[1]);
    if (s->kind == TR_OWN_HEIGHT && s->heights == TR_HEIGHTS_BY_SEA)
        used += (size_t)snprintf(value + used, size - used, ", \"sea_percent\": %.9g", s->sea_percent);
    snprintf(value + used, size - used, "}");
}

tr_status tr_map_sheet_show(tr_map_sheet *sheet, tr_document *document, tr_error *error) {
    char path[TR_NAME_BYTES + 8], value[TR_FILE_BYTES + 512];
    tr_status status = tr_document_take_back(document, sheet->drag_id, error);
    if (status != TR_OK)
        return status;
    snprintf(path, sizeof path, "maps.%s",
             sheet->kind == TR_OWN_CHANNEL ? sheet->channel : tr_own_kind_names[sheet->kind]);
    write_map(sheet, value, sizeof value);
    return tr_document_change(document, "Own map", sheet->drag_id, false, 1, &(tr_change){path, value}, error);
}

double *tr_map_sheet_number(tr_map_sheet *s, const char *name) {
    const struct {
        const char *name;
        double *at;
    } all[] = {{"strength", &s->strength},   {"left edge", &s->west_deg}, {"west", &s->region_deg[0]},
               {"south", &s->region_deg[1]}, {"east", &s->region_deg[2]}, {"north", &s->region_deg[3]},
               {"black", &s->range_m[0]},    {"white", &s->range_m[1]},   {"sea", &s->sea_percent}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (strcmp(all[i].name, name) == 0)
            return all[i].at;
    return NULL;
}
