#include "scene/private/source.h"

#include "base/memory.h"
#include "png/png.h"
#include "scene/link.h"
#include "scene/load.h"
#include "scene/private/trees.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { max_text = TR_WORLD_BYTES };

bool tr_source_is_file(const char *name) { return strpbrk(name, "/.") != NULL; }

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

static tr_status check_length(const char *path, const tr_source *source, tr_error *error) {
    return source->size <= max_text
               ? TR_OK
               : fail(error, path, "the file is larger than 4 MiB, which no scene or recipe needs");
}

static tr_status read_png(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    const tr_status status = tr_png_read_text(stream, path, &source->text, error);
    if (status != TR_OK)
        return status;
    if (!source->text)
        return fail(error, path,
                    "this picture carries no recipe: terrella can open pictures that it exported itself");
    source->size = strlen(source->text);
    return check_length(path, source, error);
}

static tr_status read_text(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    static const char jpg[3] = "\xff\xd8\xff";
    source->text = tr_malloc(max_text + 2);
    if (!source->text)
        return no_memory(path, error);
    source->size = fread(source->text, 1, max_text + 1, stream);
    if (ferror(stream))
        return fail(error, path, strerror(errno));
    if (source->size >= sizeof jpg && memcmp(source->text, jpg, sizeof jpg) == 0)
        return fail(error, path,
                    "a JPG carries no recipe: terrella can open PNG pictures, GLB and pages that it made");
    source->text[source->size] = 0;
    return check_length(path, source, error);
}

tr_status tr_source_read(const char *path, tr_source *source, tr_error *error) {
    enum { first_of_png = 0x89 }; // which begins no text in UTF-8
    *source = (tr_source){0};
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return errno == ENOMEM ? no_memory(path, error) : fail(error, path, strerror(errno));
    const int first = ungetc(getc(stream), stream); // a pipe cannot be read again
    tr_status status = first == first_of_png ? read_png(stream, path, source, error)
                       : first == 'g'        ? tr_source_read_glb(stream, path, source, error)
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

// A file may hold a share link alone.
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

// The difference that is one too many, or NULL. *left: how many there may still be.
static const tr_json *find_too_many(const tr_json *set, int *left) {
    const tr_json *member = tr_json_members(set);
    while (member && --*left >= 0)
        member = member->next;
    return member;
}

// All "set"s of a world together, before the first is applied: each difference goes through lists.
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
    const size_t size = world->text ? strlen(text) : source.size; // a file may hold zero bytes: they are wrong
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
