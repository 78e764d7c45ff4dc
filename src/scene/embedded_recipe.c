#include "scene/private/source.h"

#include "base/memory.h"
#include "scene/load.h"
#include "json/json.h"

#include <string.h>

enum { most_glb_json = 16 << 20, page_head = 1 << 20 };

static tr_status fail(tr_error *error, const char *path, const char *message) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(error, TR_BAD_INPUT, "%s", message);
}

static tr_status no_tree(const tr_error *why, const char *path, tr_error *error) {
    char message[sizeof why->message + 64];
    snprintf(message, sizeof message, "in the JSON of this GLB, line %d, column %d: %s", why->line, why->column,
             why->message);
    return fail(error, path, message);
}

static tr_status no_memory(const char *path, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
}

// ---- GLB -----------------------------------------------------------------------------------------

static uint32_t little(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// The recipe of the tree of a GLB, as a text.
static tr_status take_recipe(const char *json, size_t size, const char *path, tr_source *source,
                             tr_error *error) {
    tr_json_document *document;
    tr_json *root = NULL;
    tr_error damaged = {0};
    tr_status status = tr_json_create(&document, error);
    if (status != TR_OK)
        return status;
    status = tr_json_parse(document, TR_JSON_CARRIER, path, json, size, &root, &damaged);
    const tr_json *extras = tr_json_get(tr_json_get(root, "asset"), "extras");
    const tr_json *recipe = tr_json_get(extras, "recipe");
    if (status == TR_NO_MEMORY)
        no_memory(path, error);
    else if (status != TR_OK)
        no_tree(&damaged, path, error);
    else if (!tr_json_is(recipe, TR_JSON_OBJECT))
        status =
            fail(error, path, "this GLB carries no recipe: terrella can open those that it exported itself");
    else // indented, so that mistakes have a line
        status = tr_json_write(document, recipe, true, &source->text, error);
    tr_json_destroy(document);
    return status;
}

tr_status tr_source_read_glb(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    unsigned char head[20]; // glTF 2.0, "Binary glTF Layout": a header of 12 bytes, and one of the first chunk
    if (fread(head, 1, sizeof head, stream) != sizeof head || memcmp(head, "glTF", 4) != 0 ||
        little(head + 4) != 2 || memcmp(head + 16, "JSON", 4) != 0)
        return fail(error, path, "this is no GLB, and no JSON");
    const size_t size = little(head + 12);
    if (size > most_glb_json)
        return fail(error, path, "the JSON of this GLB is larger than 16 MiB: terrella did not write it");
    char *json = tr_malloc(size + 1);
    if (!json)
        return no_memory(path, error);
    const tr_status status = fread(json, 1, size, stream) == size
                                 ? take_recipe(json, size, path, source, error)
                                 : fail(error, path, "this GLB is damaged: it ends too early");
    tr_free(json);
    if (status == TR_OK)
        source->size = strlen(source->text);
    return status;
}

// ---- pages ---------------------------------------------------------------------------------------

// Cuts out what stands between the tags of the recipe; false: that is not there.
static bool cut_recipe(tr_source *source) {
    static const char tag[] = "<script type=\"application/json\" id=\"recipe\">";
    char *start = memmem(source->text, source->size, tag, strlen(tag));
    if (!start || start - source->text > page_head)
        return false;
    start += strlen(tag);
    const size_t left = source->size - (size_t)(start - source->text);
    const char *end = memmem(start, left, "</script>", 9);
    if (!end)
        return false;
    source->size = (size_t)(end - start);
    memmove(source->text, start, source->size);
    source->text[source->size] = 0;
    return true;
}

tr_status tr_source_read_page(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    enum { most = page_head + TR_WORLD_BYTES };
    source->text = tr_malloc(most + 1);
    if (!source->text)
        return no_memory(path, error);
    source->size = fread(source->text, 1, most, stream);
    source->text[source->size] = 0;
    return cut_recipe(source)
               ? TR_OK
               : fail(error, path,
                      "this page carries no recipe: terrella can open those that it exported itself");
}
