#include "scene/private/trees.h"

#include "base/memory.h"
#include "pack/pack.h"
#include "png/png.h"
#include "scene/link.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { max_text = TR_WORLD_BYTES, most_glb_json = 16 << 20, page_head = 1 << 20 };

bool tr_source_is_file(const char *name) { return strpbrk(name, "/.") != NULL; }

const char *tr_world_file(const tr_world *world) {
    const size_t length = strlen(world->name);
    const bool json = length > 5 && strcmp(world->name + length - 5, ".json") == 0;
    return !world->text && json && !tr_link_is(world->name) ? world->name : NULL;
}

void tr_source_clear(tr_source *source) {
    tr_free(source->text);
    *source = (tr_source){0};
}

static tr_status fail(tr_error *error, const char *path, const char *message) {
    tr_fail(error, TR_BAD_INPUT, "%s", message);
    if (error && error->file[0] == 0)
        snprintf(error->file, sizeof error->file, "%s", path);
    return TR_BAD_INPUT;
}

static tr_status no_memory(const char *path, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
}

// Of errno.
static tr_status unread(const char *path, tr_error *error) {
    char text[TR_REASON_BYTES];
    return errno == ENOMEM ? no_memory(path, error) : fail(error, path, tr_reason_of_path(errno, path, text));
}

static tr_status no_tree(const tr_error *why, const char *path, tr_error *error) {
    char message[sizeof why->message + 64];
    snprintf(message, sizeof message, "in the JSON of this GLB, line %d, column %d: %s", why->line, why->column,
             why->message);
    return fail(error, path, message);
}

// ---- GLB -----------------------------------------------------------------------------------------

static uint32_t little(const unsigned char *bytes) {
    return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

// Gets the recipe from the tree of a GLB as text.
static tr_status take_recipe(const char *json, size_t size, const char *path, tr_source *source,
                             tr_error *error) {
    tr_json_document document = {0};
    tr_json *root = NULL;
    tr_error damaged = {0};
    tr_status status = tr_json_parse(&document, TR_JSON_CARRIER, path, json, size, &root, &damaged);
    const tr_json *extras = tr_json_get(tr_json_get(root, "asset"), "extras");
    const tr_json *recipe = tr_json_get(extras, "recipe");
    if (status == TR_NO_MEMORY)
        no_memory(path, error);
    else if (status != TR_OK)
        no_tree(&damaged, path, error);
    else if (!tr_json_is(recipe, TR_JSON_OBJECT))
        status =
            fail(error, path, "this GLB carries no recipe: terrella can open only GLB files that it exported");
    else // indented, so that errors have useful line numbers
        status = tr_json_write(&document, recipe, true, &source->text, error);
    tr_json_clear(&document);
    return status;
}

tr_status tr_source_read_glb(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    unsigned char head[20]; // glTF 2.0, "Binary glTF Layout": 12 bytes, and the header of the first chunk
    if (fread(head, 1, sizeof head, stream) != sizeof head || memcmp(head, "glTF", 4) != 0 ||
        little(head + 4) != 2 || memcmp(head + 16, "JSON", 4) != 0)
        return fail(error, path, "this is neither a GLB nor JSON");
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

// Cuts out the text between the tags of the recipe; false if the tags are missing.
static bool cut_recipe(tr_source *source) {
    static const char tag[] = "<script type=\"application/json\" id=\"recipe\">";
    char *start = strstr(source->text, tag); // the text ends with a zero byte
    if (!start || start - source->text > page_head)
        return false;
    start += strlen(tag);
    const char *end = strstr(start, "</script>");
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
                      "this page carries no recipe: terrella can open only pages that it exported");
}

// ---- files ---------------------------------------------------------------------------------------

static tr_status check_length(const char *path, const tr_source *source, tr_error *error) {
    return source->size <= max_text
               ? TR_OK
               : fail(error, path, "the file is larger than 4 MiB, which no scene or recipe needs");
}

static tr_status refuse_picture(const char *path, tr_error *error) {
    return fail(error, path,
                "this picture carries no recipe: terrella can open only pictures that it exported; to make a "
                "planet of yours, give it as a map: `terrella earthlike --map height=FILE`, or land=FILE");
}

static tr_status read_png(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    const tr_status status = tr_png_read_text(stream, path, &source->text, error);
    if (status != TR_OK)
        return status;
    if (!source->text)
        return refuse_picture(path, error);
    source->size = strlen(source->text);
    return check_length(path, source, error);
}

static tr_status read_text(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    source->text = tr_malloc(max_text + 2);
    if (!source->text)
        return no_memory(path, error);
    source->size = fread(source->text, 1, max_text + 1, stream);
    if (ferror(stream))
        return unread(path, error);
    if (tr_own_is_image(path))
        return refuse_picture(path, error);
    source->text[source->size] = 0;
    return check_length(path, source, error);
}

static tr_status read_pack(const char *path, tr_source *source, tr_error *error) {
    tr_pack *pack;
    tr_status status = tr_pack_open(path, &pack, error);
    if (status != TR_OK)
        return status;
    status = tr_pack_read(pack, TR_PACK_RECIPE, max_text, &source->text, &source->size, error);
    tr_pack_close(pack);
    return status;
}

tr_status tr_source_read(const char *path, tr_source *source, tr_error *error) {
    enum { first_of_png = 0x89 }; // no UTF-8 text begins with it
    *source = (tr_source){0};
    FILE *stream = tr_path_stream(path, "rb");
    if (!stream)
        return unread(path, error);
    const int first = ungetc(getc(stream), stream); // a pipe cannot be read twice
    tr_status status = first == first_of_png ? read_png(stream, path, source, error)
                       : first == 'g'        ? tr_source_read_glb(stream, path, source, error)
                       : first == 'P'        ? read_pack(path, source, error)
                       : first == '<'        ? tr_source_read_page(stream, path, source, error)
                                             : read_text(stream, path, source, error);
    fclose(stream);
    if (status != TR_OK)
        tr_source_clear(source);
    return status;
}

// ---- the tree of a world ------------------------------------------------------------------------

static tr_status read_link(const char *line, tr_source *source, tr_error *error) {
    const tr_status status = tr_link_read(line, &source->text, error);
    source->size = status == TR_OK ? strlen(source->text) : 0;
    return status;
}

// A file may contain just a share link.
static tr_status read_file(const char *path, tr_source *source, tr_error *error) {
    const tr_status status = tr_source_read(path, source, error);
    tr_source line = *source;
    if (status != TR_OK || !tr_link_is(line.text + strspn(line.text, " \t\r\n")))
        return status;
    *source = (tr_source){0};
    const tr_status read = read_link(line.text, source, error);
    tr_source_clear(&line);
    return read;
}

// The first difference beyond the limit, or NULL. *left: the number of differences still allowed.
static const tr_json *find_too_many(const tr_json *set, int *left) {
    const tr_json *member = tr_json_members(set);
    while (member && --*left >= 0)
        member = member->next;
    return member;
}

// Counts all "set"s of a world together before the first is applied, because each difference searches lists.
static tr_status check_sets(const tr_json *root, tr_error *error) {
    enum { most = 4096 };
    int left = most;
    const tr_json *found = find_too_many(tr_json_get(root, "set"), &left);
    const tr_json *planet = tr_json_first(tr_json_get(root, "planets"));
    for (; planet && !found; planet = planet->next)
        found = find_too_many(tr_json_get(planet, "set"), &left);
    if (!found)
        return TR_OK;
    tr_json_locate(found, error);
    return tr_fail(error, TR_BAD_INPUT, "the world sets more than %d values", most);
}

tr_status tr_tree_of_world(tr_json_document *document, const tr_world *world, tr_json **root, tr_error *error) {
    tr_source source = {0};
    tr_status status = TR_OK;
    const bool link = !world->text && tr_link_is(world->name);
    if (!world->text && !link && !tr_source_is_file(world->name))
        return tr_tree_of_builtin(document, world->name, root, error);
    if (link)
        status = read_link(world->name, &source, error);
    else if (!world->text)
        status = read_file(world->name, &source, error);
    const char *text = world->text ? world->text : source.text;
    const size_t size = world->text ? strlen(text) : source.size; // a file may contain zero bytes: invalid
    if (status == TR_OK)
        status = tr_json_parse(document, TR_JSON_FILE, world->name, text, size, root, error);
    tr_source_clear(&source);
    if (status == TR_OK && !tr_json_is(*root, TR_JSON_OBJECT)) {
        tr_json_locate(*root, error);
        status = tr_fail(error, TR_BAD_INPUT, "a world is a JSON object: { … }");
    }
    if (status == TR_OK)
        status = check_sets(*root, error);
    return status;
}
