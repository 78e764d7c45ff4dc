#include "editor/private/history_json.h"

#include "base/hash.h"
#include "base/size.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void clear_frame(tr_history_item *frame) {
    tr_free(frame->text);
    *frame = (tr_history_item){0};
}

void tr_history_clear(tr_history *history) {
    for (int i = 0; i < history->count; i++)
        clear_frame(&history->frames[i]);
    tr_free(history->frames);
    *history = (tr_history){0};
}

uint64_t tr_history_key(const char *text, int target) {
    const uint64_t key = tr_hash_pair(tr_hash_text(1, text), (uint64_t)target);
    return key ? key : 1;
}

int tr_history_find(const tr_history *history, uint64_t key) {
    for (int i = 0; i < history->count; i++)
        if (history->frames[i].key == key)
            return i;
    return -1;
}

// ---- frames --------------------------------------------------------------------------------------

static bool is_kept(const tr_history *history, const tr_history_item *frame) {
    return frame->starred || frame->key == history->pinned;
}

// Drops the oldest frame without a mark, if there are too many of them.
static void drop_oldest(tr_history *history) {
    int oldest = -1, plain = 0;
    for (int i = history->count - 1; i >= 0; i--)
        if (!is_kept(history, &history->frames[i]))
            oldest = i, plain++;
    if (plain <= TR_MOST_FRAMES)
        return;
    clear_frame(&history->frames[oldest]);
    history->count--;
    memmove(&history->frames[oldest], &history->frames[oldest + 1],
            (size_t)(history->count - oldest) * sizeof history->frames[0]);
}

int tr_history_add(tr_history *history, const char *text, int target, const char *name, const char *step) {
    const uint64_t key = tr_history_key(text, target);
    const int found = tr_history_find(history, key);
    if (found >= 0)
        return found;
    char *own = tr_strdup(text);
    if (!own || !tr_grow(&history->frames, history->count, sizeof *history->frames)) {
        tr_free(own);
        return -1;
    }
    tr_history_item *frame = &history->frames[history->count++];
    *frame = (tr_history_item){.key = key, .text = own, .target = target};
    snprintf(frame->name, sizeof frame->name, "%s", name);
    snprintf(frame->step, sizeof frame->step, "%s", step);
    history->changes++;
    drop_oldest(history);
    return tr_history_find(history, key);
}

// Selecting another planet of the same world adds no frame.
static bool has_world(const tr_history *history, const char *text) {
    for (int i = 0; i < history->count; i++)
        if (strcmp(history->frames[i].text, text) == 0)
            return true;
    return false;
}

bool tr_history_update(tr_history *history, const tr_document *document, double now_s) {
    const char *text = tr_document_step(document)->text;
    const uint64_t key = tr_history_key(text, document->target);
    if (key != history->present) {
        history->present = key;
        history->since_s = now_s;
        history->has_frame = has_world(history, text);
    }
    if (now_s < history->since_s + TR_LOOK_S || history->has_frame)
        return false;
    char name[TR_TITLE_BYTES];
    tr_document_name(document, name);
    const char *made_by = document->step > 0 ? tr_document_step(document)->what : "";
    history->has_frame = tr_history_add(history, text, document->target, name, made_by) >= 0;
    return history->has_frame;
}

double tr_history_due(const tr_history *history) {
    return history->present && !history->has_frame ? history->since_s + TR_LOOK_S : INFINITY;
}

// ---- marks ---------------------------------------------------------------------------------------

void tr_history_star(tr_history *history, int frame, bool starred) {
    if (frame < 0 || frame >= history->count)
        return;
    history->changes += history->frames[frame].starred != starred;
    history->frames[frame].starred = starred;
    drop_oldest(history);
}

void tr_history_pin(tr_history *history, int frame) {
    history->changes++;
    history->pinned = frame >= 0 && frame < history->count ? history->frames[frame].key : 0;
    drop_oldest(history);
}

const tr_history_item *tr_history_pinned(const tr_history *history) {
    const int at = history->pinned ? tr_history_find(history, history->pinned) : -1;
    return at >= 0 ? &history->frames[at] : NULL;
}

// ---- JSON ----------------------------------------------------------------------------------------

static tr_json *write_frame(tr_json_document *json, const tr_history *history, const tr_history_item *frame) {
    tr_json *object = tr_json_new(json, TR_JSON_OBJECT);
    tr_json_set(json, object, "world", tr_json_new_text(json, frame->text));
    tr_json_set(json, object, "planet", tr_json_new_whole(json, frame->target));
    tr_json_set(json, object, "name", tr_json_new_text(json, frame->name));
    if (frame->step[0])
        tr_json_set(json, object, "step", tr_json_new_text(json, frame->step));
    if (frame->starred)
        tr_json_set(json, object, "star", tr_json_new_flag(json, true));
    if (frame->key == history->pinned)
        tr_json_set(json, object, "pin", tr_json_new_flag(json, true));
    return object;
}

tr_json *history_write(tr_json_document *json, const tr_history *history, bool marked) {
    const size_t most = 2 << 20;
    size_t bytes = 0;
    int first = history->count; // of the frames without a mark
    while (!marked && first > 0 && (bytes += strlen(history->frames[first - 1].text)) <= most)
        first--;
    tr_json *frames = tr_json_new(json, TR_JSON_ARRAY);
    for (int i = 0; i < history->count; i++)
        if (i >= first || is_kept(history, &history->frames[i]))
            tr_json_append(json, frames, write_frame(json, history, &history->frames[i]));
    return frames;
}

// An invalid frame is skipped, so that the others are kept.
static void read_frame(tr_history *history, const tr_json *object) {
    const tr_json *planet = tr_json_get(object, "planet");
    const char *text = tr_json_text(tr_json_get(object, "world")),
               *name = tr_json_text(tr_json_get(object, "name")),
               *step = tr_json_text(tr_json_get(object, "step"));
    const bool known =
        tr_json_is(planet, TR_JSON_WHOLE) && planet->whole >= 0 && planet->whole < TR_MAX_PLANETS;
    if (!text || !known)
        return;
    const int at = tr_history_add(history, text, (int)planet->whole, name ? name : "", step ? step : "");
    if (tr_json_is(tr_json_get(object, "star"), TR_JSON_TRUE))
        tr_history_star(history, at, true);
    if (at >= 0 && !history->pinned && tr_json_is(tr_json_get(object, "pin"), TR_JSON_TRUE))
        tr_history_pin(history, at);
}

void history_read(tr_history *history, const tr_json *frames) {
    if (!tr_json_is(frames, TR_JSON_ARRAY))
        return;
    for (const tr_json *frame = tr_json_first(frames); frame; frame = frame->next)
        if (tr_json_is(frame, TR_JSON_OBJECT))
            read_frame(history, frame);
}
