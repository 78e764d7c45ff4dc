#include "app/private/shader_watch.h"

#include "base/embed.h"
#include "base/memory.h"
#include "base/say.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_FILES = 64, MOST_BYTES = 1 << 20 };
static const double pause_s = 0.2;

struct tr_shader_watch {
    const char *folder;
    double due;
    int count;
    struct {
        const char *name; // "planet.frag"
        int64_t changed_ns;
        uint64_t bytes;
    } files[MOST_FILES];
};

tr_shader_watch *tr_shader_watch_create(const char *folder) {
    tr_shader_watch *watch = folder ? tr_calloc(1, sizeof *watch) : NULL;
    if (!watch)
        return NULL;
    watch->folder = folder;
    static const char prefix[] = "shaders/";
    size_t count = 0;
    const tr_embedded_file *embedded = tr_embedded_files(&count);
    for (size_t i = 0; i < count && watch->count < MOST_FILES; i++)
        if (strncmp(embedded[i].name, prefix, strlen(prefix)) == 0)
            watch->files[watch->count++].name = embedded[i].name + strlen(prefix);
    return watch;
}

void tr_shader_watch_destroy(tr_shader_watch *watch) { tr_free(watch); }

double tr_shader_watch_due(const tr_shader_watch *watch) { return watch ? watch->due : INFINITY; }

// Whether a file exists and has changed since the last check.
static bool has_changed(tr_shader_watch *watch, int index, const char *path) {
    const tr_info now = tr_path_info(path);
    if (now.kind == TR_KIND_NONE ||
        (now.bytes == watch->files[index].bytes && now.changed_ns == watch->files[index].changed_ns))
        return false;
    watch->files[index].changed_ns = now.changed_ns;
    watch->files[index].bytes = now.bytes;
    return true;
}

// Returns a text for tr_free(), or NULL. A file that cannot be read now is read at its next change.
static char *read_text(const char *path) {
    FILE *file = tr_path_stream(path, "rb");
    char *text = file ? tr_malloc(MOST_BYTES + 1) : NULL;
    if (text)
        text[fread(text, 1, MOST_BYTES, file)] = 0;
    if (file)
        fclose(file);
    return text;
}

// Returns whether there was something to compile.
static bool reload(tr_renderer *renderer, const char *name, const char *path, tr_message *message) {
    tr_error error = {0};
    char *text = read_text(path);
    if (!text)
        return false;
    if (tr_renderer_reload(renderer, name, text, &error) == TR_OK) {
        tr_message_say(message, "%s was compiled again", path);
    } else {
        for (const char *line = error.message; *line; line += strspn(line, "\n")) { // one line each, as
                                                                                    // compilers print them
            const int length = (int)strcspn(line, "\n");
            tr_say("%.*s", length, line);
            line += length;
        }
        tr_message_complain(message, &error);
    }
    tr_free(text);
    return true;
}

bool tr_shader_watch_poll(tr_shader_watch *watch, double now, tr_renderer *renderer, tr_message *message) {
    if (now < tr_shader_watch_due(watch))
        return false;
    bool some = false;
    watch->due = now + pause_s;
    for (int i = 0; i < watch->count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", watch->folder, watch->files[i].name);
        if (has_changed(watch, i, path) && reload(renderer, watch->files[i].name, path, message))
            some = true;
    }
    return some;
}
