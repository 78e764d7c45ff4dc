// The tree of a world, as it is written: built in, in a file or a picture, in a share link, or a text.
#include "base/memory.h"
#include "scene/link.h"
#include "scene/private/source.h"
#include "scene/private/trees.h"

#include <string.h>

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
