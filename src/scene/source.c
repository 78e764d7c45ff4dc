#include "scene/private/source.h"
#include "base/memory.h"
#include "scene/load.h"
#include "scene/private/embedded_recipe.h"

#include "png/png.h"
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
