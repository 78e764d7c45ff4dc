#include "studio/private/frames.h"

#include "base/hash.h"
#include "base/memory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void clear_frame(tr_strip_frame *frame) {
    tr_free(frame->text);
    *frame = (tr_strip_frame){0};
}

void tr_strip_clear(tr_strip *strip) {
    for (int i = 0; i < strip->count; i++)
        clear_frame(&strip->frames[i]);
    tr_free(strip->frames);
    *strip = (tr_strip){0};
}

uint64_t tr_strip_key(const char *text, int target) {
    const uint64_t key = tr_hash_pair(tr_hash_text(1, text), (uint64_t)target);
    return key ? key : 1;
}

int tr_strip_find(const tr_strip *strip, uint64_t key) {
    for (int i = 0; i < strip->count; i++)
        if (strip->frames[i].key == key)
            return i;
    return -1;
}

// ---- frames --------------------------------------------------------------------------------------

static bool is_kept(const tr_strip *strip, const tr_strip_frame *frame) {
    return frame->starred || frame->key == strip->pinned;
}

// The oldest that nobody marked goes, once there are too many of these.
static void drop_oldest(tr_strip *strip) {
    int oldest = -1, plain = 0;
    for (int i = strip->count - 1; i >= 0; i--)
        if (!is_kept(strip, &strip->frames[i]))
            oldest = i, plain++;
    if (plain <= TR_MOST_FRAMES)
        return;
    clear_frame(&strip->frames[oldest]);
    strip->count--;
    memmove(&strip->frames[oldest], &strip->frames[oldest + 1],
            (size_t)(strip->count - oldest) * sizeof strip->frames[0]);
}

static bool reserve(tr_strip *strip) {
    if (strip->count < strip->room)
        return true;
    const int room = strip->room > 0 ? 2 * strip->room : 16;
    tr_strip_frame *frames = tr_realloc(strip->frames, (size_t)room * sizeof *frames);
    if (!frames)
        return false;
    strip->frames = frames;
    strip->room = room;
    return true;
}

int tr_strip_add(tr_strip *strip, const char *text, int target, const char *name, const char *step) {
    const uint64_t key = tr_strip_key(text, target);
    const int found = tr_strip_find(strip, key);
    if (found >= 0)
        return found;
    char *own = tr_strdup(text);
    if (!own || !reserve(strip)) {
        tr_free(own);
        return -1;
    }
    tr_strip_frame *frame = &strip->frames[strip->count++];
    *frame = (tr_strip_frame){.key = key, .text = own, .target = target};
    snprintf(frame->name, sizeof frame->name, "%s", name);
    snprintf(frame->step, sizeof frame->step, "%s", step);
    strip->changes++;
    drop_oldest(strip);
    return tr_strip_find(strip, key);
}

// To look at another planet of a world is no step.
static bool has_world(const tr_strip *strip, const char *text) {
    for (int i = 0; i < strip->count; i++)
        if (strcmp(strip->frames[i].text, text) == 0)
            return true;
    return false;
}

bool tr_strip_look(tr_strip *strip, const tr_document *document, double now_s) {
    const char *text = tr_document_step(document)->text;
    const uint64_t key = tr_strip_key(text, document->target);
    if (key != strip->present) {
        strip->present = key;
        strip->since_s = now_s;
        strip->has_frame = has_world(strip, text);
    }
    if (now_s < strip->since_s + TR_LOOK_S || strip->has_frame)
        return false;
    char name[TR_TITLE_BYTES];
    tr_document_name(document, name);
    const char *made_by = document->step > 0 ? tr_document_step(document)->what : "";
    strip->has_frame = tr_strip_add(strip, text, document->target, name, made_by) >= 0;
    return strip->has_frame;
}

double tr_strip_due(const tr_strip *strip) {
    return strip->present && !strip->has_frame ? strip->since_s + TR_LOOK_S : INFINITY;
}

// ---- marks ---------------------------------------------------------------------------------------

void tr_strip_star(tr_strip *strip, int frame, bool starred) {
    if (frame < 0 || frame >= strip->count)
        return;
    strip->changes += strip->frames[frame].starred != starred;
    strip->frames[frame].starred = starred;
    drop_oldest(strip);
}

void tr_strip_pin(tr_strip *strip, int frame) {
    strip->changes++;
    strip->pinned = frame >= 0 && frame < strip->count ? strip->frames[frame].key : 0;
    drop_oldest(strip);
}

const tr_strip_frame *tr_strip_pinned(const tr_strip *strip) {
    const int at = strip->pinned ? tr_strip_find(strip, strip->pinned) : -1;
    return at >= 0 ? &strip->frames[at] : NULL;
}

// ---- kept ----------------------------------------------------------------------------------------

static tr_json *write_frame(tr_json_document *json, const tr_strip *strip, const tr_strip_frame *frame) {
    tr_json *object = tr_json_new(json, TR_JSON_OBJECT);
    tr_json_set(json, object, "world", tr_json_new_text(json, frame->text));
    tr_json_set(json, object, "planet", tr_json_new_whole(json, frame->target));
    tr_json_set(json, object, "name", tr_json_new_text(json, frame->name));
    if (frame->step[0])
        tr_json_set(json, object, "step", tr_json_new_text(json, frame->step));
    if (frame->starred)
        tr_json_set(json, object, "star", tr_json_new_flag(json, true));
    if (frame->key == strip->pinned)
        tr_json_set(json, object, "pin", tr_json_new_flag(json, true));
    return object;
}

tr_json *frames_write(tr_json_document *json, const tr_strip *strip, bool marked) {
    const size_t most = 2 << 20;
    size_t bytes = 0;
    int first = strip->count; // of those that nobody marked
    while (!marked && first > 0 && (bytes += strlen(strip->frames[first - 1].text)) <= most)
        first--;
    tr_json *frames = tr_json_new(json, TR_JSON_ARRAY);
    for (int i = 0; i < strip->count; i++)
        if (i >= first || is_kept(strip, &strip->frames[i]))
            tr_json_append(json, frames, write_frame(json, strip, &strip->frames[i]));
    return frames;
}

// A frame that is none is left out: the rest is worth more.
static void read_frame(tr_strip *strip, const tr_json *object) {
    const tr_json *planet = tr_json_get(object, "planet");
    const char *text = tr_json_text(tr_json_get(object, "world")),
               *name = tr_json_text(tr_json_get(object, "name")),
               *step = tr_json_text(tr_json_get(object, "step"));
    const bool known =
        tr_json_is(planet, TR_JSON_WHOLE) && planet->whole >= 0 && planet->whole < TR_MAX_PLANETS;
    if (!text || !known)
        return;
    const int at = tr_strip_add(strip, text, (int)planet->whole, name ? name : "", step ? step : "");
    if (tr_json_is(tr_json_get(object, "star"), TR_JSON_TRUE))
        tr_strip_star(strip, at, true);
    if (at >= 0 && !strip->pinned && tr_json_is(tr_json_get(object, "pin"), TR_JSON_TRUE))
        tr_strip_pin(strip, at);
}

void frames_read(tr_strip *strip, const tr_json *frames) {
    if (!tr_json_is(frames, TR_JSON_ARRAY))
        return;
    for (const tr_json *frame = tr_json_first(frames); frame; frame = frame->next)
        if (tr_json_is(frame, TR_JSON_OBJECT))
            read_frame(strip, frame);
}
