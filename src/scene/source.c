#include "scene/source.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { max_text = 1 << 20 };

static const char keyword[] = "terrella";

bool tr_source_is_file(const char *name) { return strpbrk(name, "/.") != NULL; }

void tr_source_clear(tr_source *source) {
    free(source->text);
    *source = (tr_source){0};
}

static tr_status fail(tr_error *error, const char *path, const char *message) {
    tr_fail(error, TR_BAD_INPUT, "%s", message);
    if (error && error->file[0] == 0)
        snprintf(error->file, sizeof error->file, "%s", path);
    return TR_BAD_INPUT;
}

static uint32_t big_endian(const unsigned char b[4]) {
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

// The bytes of a chunk behind its keyword that are text: behind keyword and zero (tEXt), or behind the flags,
// the language and the translated keyword as well (iTXt). NULL when the text is compressed or is none of ours.
static const char *chunk_text(const char *type, const char *data, size_t size) {
    const char *end = data + size, *s = data + sizeof keyword;
    if (size < sizeof keyword || memcmp(data, keyword, sizeof keyword) != 0)
        return NULL;
    if (memcmp(type, "tEXt", 4) == 0)
        return s;
    if (memcmp(type, "iTXt", 4) != 0 || end - s < 2 || s[0] != 0)
        return NULL;
    s += 2;
    for (int zeros = 0; zeros < 2 && s < end; s++)
        zeros += *s == 0;
    return s;
}

// Looks through the chunks of a PNG for the recipe (PNG specification, third edition, sections 5.3 and 11.3.3).
static tr_status read_png(FILE *stream, const char *path, tr_source *source, tr_error *error) {
    unsigned char head[8];
    while (fread(head, 1, 8, stream) == 8) {
        size_t size = big_endian(head);
        bool is_text = memcmp(head + 4, "tEXt", 4) == 0 || memcmp(head + 4, "iTXt", 4) == 0;
        if (!is_text || size > max_text) {
            if (memcmp(head + 4, "IEND", 4) == 0 || fseek(stream, (long)size + 4, SEEK_CUR) != 0)
                break;
            continue;
        }
        char *data = malloc(size + 1);
        if (!data)
            return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
        if (fread(data, 1, size, stream) != size) {
            free(data);
            break;
        }
        const char *text = chunk_text((const char *)head + 4, data, size);
        if (text) {
            source->size = (size_t)(data + size - text);
            memmove(data, text, source->size);
            data[source->size] = 0;
            source->text = data;
            return TR_OK;
        }
        free(data);
        if (fseek(stream, 4, SEEK_CUR) != 0)
            break;
    }
    return fail(error, path,
                "this picture carries no recipe: terrella can open pictures that it exported itself");
}

static tr_status read_text(FILE *stream, const char *path, const char *start, size_t started, tr_source *source,
                           tr_error *error) {
    source->text = malloc(max_text + 2);
    if (!source->text)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    memcpy(source->text, start, started);
    source->size = started + fread(source->text + started, 1, max_text + 1 - started, stream);
    if (ferror(stream))
        return fail(error, path, strerror(errno));
    if (source->size > max_text)
        return fail(error, path, "the file is larger than 1 MiB, which no scene or recipe needs");
    source->text[source->size] = 0;
    return TR_OK;
}

tr_status tr_source_read(const char *path, tr_source *source, tr_error *error) {
    static const char png[8] = "\x89PNG\r\n\x1a\n", jpg[3] = "\xff\xd8\xff";
    char start[8] = {0};
    *source = (tr_source){0};
    FILE *stream = fopen(path, "rb");
    if (!stream)
        return fail(error, path, strerror(errno));
    tr_status status;
    const size_t started = fread(start, 1, sizeof start, stream); // a pipe cannot be read again
    if (started == sizeof start && memcmp(start, png, sizeof png) == 0)
        status = read_png(stream, path, source, error);
    else if (memcmp(start, jpg, sizeof jpg) == 0)
        status = fail(error, path, "a JPG carries no recipe: terrella can open PNG pictures that it made");
    else
        status = read_text(stream, path, start, started, source, error);
    fclose(stream);
    if (status != TR_OK)
        tr_source_clear(source);
    return status;
}
