#include "export/private/replace.h"

#include "base/memory.h"
#include "export/private/parts.h"
#include "scene/load.h"
#include "json/json.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

// The name of a part's file in a set of that stem, in a format; false for one that there is not.
static bool part_name(const tr_export_job *job, int part, int format, char name[TR_EXPORT_NAME_BYTES]) {
    if (part == TR_EXPORT_MESH && format != 0)
        return false;
    const char *extension = part == TR_EXPORT_MESH ? "glb" : tr_file_format_extension((tr_file_format)format);
    const int length =
        snprintf(name, TR_EXPORT_NAME_BYTES, "%s_%s.%s", job->stem, tr_export_part_name(part), extension);
    return length > 0 && length < TR_EXPORT_NAME_BYTES;
}

// Whether a manifest names a file: in a map, in the rings or in the mesh.
static bool names_file(const tr_json *manifest, const char *name) {
    const tr_json *places[TR_EXPORT_PARTS + 2] = {tr_json_get(manifest, "rings"),
                                                  tr_json_get(manifest, "mesh")};
    int count = 2;
    for (const tr_json *map = tr_json_first(tr_json_get(manifest, "maps")); map && count < TR_EXPORT_PARTS + 2;
         map = map->next)
        places[count++] = map;
    for (int i = 0; i < count; i++) {
        const char *file = tr_json_text(tr_json_get(places[i], "file"));
        if (file && strcmp(file, name) == 0)
            return true;
    }
    return false;
}

static void compare(const tr_export_job *job, const tr_json *manifest, tr_leftovers *leftovers) {
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        for (int format = 0; format < TR_FORMAT_COUNT; format++) {
            char name[TR_EXPORT_NAME_BYTES], present[TR_EXPORT_NAME_BYTES];
            const bool stays = job->maps & 1u << part &&
                               tr_export_file_name(job, part, present, sizeof present) &&
                               part_name(job, part, format, name) && strcmp(name, present) == 0;
            leftovers->files[part][format] =
                !stays && part_name(job, part, format, name) && names_file(manifest, name);
        }
}

// The text of a file of at most `most` bytes; *text stays NULL where it cannot be read or is larger.
static tr_status read_text(const char *path, size_t most, char **text, size_t *size, tr_error *error) {
    FILE *file = fopen(path, "rb");
    *text = NULL;
    if (!file)
        return TR_OK;
    *text = tr_malloc(most + 1);
    *size = *text ? fread(*text, 1, most + 1, file) : 0;
    const bool good = *text && !ferror(file) && *size <= most;
    fclose(file);
    if (!*text)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    if (!good) {
        tr_free(*text);
        *text = NULL;
    }
    return TR_OK;
}

tr_status tr_leftovers_find(const tr_export_job *job, const char *path, tr_leftovers *leftovers,
                            tr_error *error) {
    char *text;
    size_t size = 0;
    tr_json_document *document;
    tr_json *root = NULL;
    *leftovers = (tr_leftovers){0};
    tr_status status = read_text(path, TR_WORLD_BYTES + (1 << 20), &text, &size, error);
    if (status != TR_OK || !text)
        return status;
    status = tr_json_create(&document, error);
    if (status == TR_OK && tr_json_parse(document, TR_JSON_FILE, path, text, size, &root, NULL) == TR_NO_MEMORY)
        status = tr_json_check(document, error);
    const char *generator = status == TR_OK ? tr_json_text(tr_json_get(root, "generator")) : NULL;
    if (generator && strcmp(generator, "terrella") == 0)
        compare(job, root, leftovers);
    tr_json_destroy(document);
    tr_free(text);
    return status;
}

void tr_leftovers_remove(const tr_export_job *job, const tr_leftovers *leftovers) {
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        for (int format = 0; format < TR_FORMAT_COUNT; format++) {
            char name[TR_EXPORT_NAME_BYTES], path[1024];
            if (leftovers->files[part][format] && part_name(job, part, format, name) &&
                snprintf(path, sizeof path, "%s/%s", *job->directory ? job->directory : ".", name) < 1024)
                unlink(path);
        }
}
