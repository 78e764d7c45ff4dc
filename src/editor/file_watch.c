#include "editor/file_watch.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <string.h>

static const double pause_s = 0.25;

// All 0: there is no such file.
static tr_info look_at(const char *path) {
    const tr_info now = tr_path_info(path);
    return now.kind == TR_KIND_FILE ? now : (tr_info){.kind = TR_KIND_NONE};
}

static bool same(const tr_info *a, const tr_info *b) {
    return a->id[0] == b->id[0] && a->id[1] == b->id[1] && a->bytes == b->bytes &&
           a->changed_ns == b->changed_ns;
}

// Whether the document has written or read that text in the file itself.
static bool is_ours(const tr_document *document, const char *path, const char *text) {
    for (int i = 0; i < document->step_count; i++) {
        const tr_step *step = &document->steps[i];
        if (step->saved && step->path && strcmp(step->path, path) == 0 && strcmp(step->text, text) == 0)
            return true;
    }
    return false;
}

// The document has another file. If it has unsaved changes, the file may already differ; only later changes are
// reported.
static void begin(tr_file_watch *watch, const tr_document *document, const char *path) {
    tr_free(watch->path);
    *watch = (tr_file_watch){.due = watch->due, .path = tr_strdup(path)};
    const tr_world world = {.name = path};
    char *text;
    if (tr_document_step(document)->saved || tr_world_text(&world, &text, NULL) != TR_OK)
        return;
    watch->known = tr_hash_text(0, text);
    watch->seen = watch->before = look_at(path);
    tr_free(text);
}

static tr_file_news read_it(tr_file_watch *watch, tr_document *document, tr_error *error) {
    const tr_world world = {.name = watch->path};
    char *text;
    tr_status status = tr_world_text(&world, &text, error);
    if (status != TR_OK)
        return TR_FILE_BAD;
    const uint64_t hash = tr_hash_text(0, text);
    const bool known = hash == watch->known || is_ours(document, watch->path, text);
    watch->known = hash;
    if (!known)
        status = tr_document_reload(document, error);
    tr_free(text);
    return known ? TR_FILE_NO_NEWS : status == TR_OK ? TR_FILE_LOADED : TR_FILE_BAD;
}

tr_file_news tr_file_watch_poll(tr_file_watch *watch, tr_document *document, double now, tr_error *error) {
    const char *path = tr_document_step(document)->path;
    if (!path || now < watch->due)
        return TR_FILE_NO_NEWS;
    watch->due = now + pause_s;
    if (!watch->path || strcmp(watch->path, path) != 0)
        begin(watch, document, path);
    if (!watch->path)
        return TR_FILE_NO_NEWS; // no memory
    const tr_info state = look_at(watch->path);
    const bool still = same(&state, &watch->before);
    watch->before = state;
    if (!still || state.kind == TR_KIND_NONE || same(&state, &watch->seen))
        return TR_FILE_NO_NEWS;
    watch->seen = state;
    return read_it(watch, document, error);
}

double tr_file_watch_due(const tr_file_watch *watch, const tr_document *document) {
    return tr_document_step(document)->path ? watch->due : INFINITY;
}

void tr_file_watch_end(tr_file_watch *watch) {
    tr_free(watch->path);
    *watch = (tr_file_watch){0};
}
