#include "cli/private/commands.h"

#include "base/memory.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { most_bytes = 64 << 20 };

static tr_status fail(tr_error *error, const char *path, int line, const char *message) {
    if (error->file[0] == 0) {
        snprintf(error->file, sizeof error->file, "%s", path);
        error->line = line, error->column = line > 0;
    }
    return tr_fail(error, TR_BAD_INPUT, "%s", message);
}

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory for a list of worlds");
}

// Of errno.
static tr_status unread(const char *path, tr_error *error) {
    char text[TR_REASON_BYTES];
    return errno == ENOMEM ? no_memory(error) : fail(error, path, 0, tr_reason_of_path(errno, path, text));
}

// Reads the whole file and appends a zero byte.
static tr_status read_all(FILE *stream, const char *path, char **text, size_t *bytes, tr_error *error) {
    size_t capacity = 0;
    for (*bytes = 0; *bytes == capacity;) {
        capacity = capacity ? 2 * capacity : 1 << 16;
        char *larger = *bytes < most_bytes ? tr_realloc(*text, capacity + 1) : NULL;
        if (!larger)
            return *bytes < most_bytes ? no_memory(error)
                                       : fail(error, path, 0, "this list of worlds is larger than 64 MiB");
        *text = larger;
        *bytes += fread(*text + *bytes, 1, capacity - *bytes, stream);
        if (ferror(stream))
            return unread(path, error);
    }
    (*text)[*bytes] = 0;
    return TR_OK;
}

// Cuts off white space round the world in a line and returns where the next line begins.
static char *take_line(char **line) {
    char *begin = *line + strspn(*line, " \t\r"), *end = begin + strcspn(begin, "\n");
    char *next = *end ? end + 1 : end;
    while (end > begin && strchr(" \t\r", end[-1]))
        end--;
    *end = 0;
    *line = begin;
    return next;
}

static tr_status find_lines(tr_world_list *list, size_t bytes, tr_error *error) {
    char *next = list->text, *end = list->text + bytes;
    int number = 0;
    if (memchr(list->text, 0, bytes))
        return fail(error, list->path, 0, "a list of worlds is a text file, and this file has a zero byte");
    while (next < end) {
        char *line = next;
        next = take_line(&line);
        number++;
        if (!*line || *line == '#')
            continue;
        tr_path_normalise(line);
        if (list->count == TR_MAX_SETS_EXPORTED)
            return fail(error, list->path, number, "more than 100000 worlds in a list");
        if (!tr_grow(&list->worlds, list->count, sizeof *list->worlds))
            return no_memory(error);
        list->worlds[list->count++] = (tr_listed_world){line, number};
    }
    return list->count > 0 ? TR_OK
                           : fail(error, list->path, 0, "no world in this list: write one in each line");
}

tr_status tr_world_list_read(const char *path, tr_world_list *list, tr_error *error) {
    const bool input = strcmp(path, "-") == 0;
    size_t bytes = 0;
    *list = (tr_world_list){.path = input ? "standard input" : path};
    FILE *stream = input ? stdin : tr_path_stream(path, "rb");
    if (!stream)
        return unread(path, error);
    tr_status status = read_all(stream, list->path, &list->text, &bytes, error);
    if (!input)
        fclose(stream);
    if (status == TR_OK)
        status = find_lines(list, bytes, error);
    if (status != TR_OK)
        tr_world_list_clear(list);
    return status;
}

void tr_world_list_clear(tr_world_list *list) {
    tr_free(list->text);
    tr_free(list->worlds);
    *list = (tr_world_list){0};
}

void tr_world_list_blame(const tr_world_list *list, int index, tr_error *error) {
    if (error->file[0])
        return;
    snprintf(error->file, sizeof error->file, "%s", list->path);
    error->line = list->worlds[index].line, error->column = 1;
}
