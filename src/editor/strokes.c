#include "editor/strokes.h"

#include "base/memory.h"
#include "base/size.h"
#include "editor/controls.h"
#include "editor/private/change_list.h"

#include <stdio.h>
#include <string.h>

enum { point_bytes = 24, head_bytes = 512 }; // of the text of a point, and of everything else

static const char *tool_name(tr_stroke_tool tool) {
    const tr_parameter *row = tr_parameter_find(&tr_stroke_table, "tool");
    return row->names[tool];
}

int tr_strokes_find(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->stroke_count; i++)
        if (strcmp(recipe->strokes[i].name, name) == 0)
            return i;
    return -1;
}

static tr_status no_such(const char *name, tr_error *error) {
    return tr_fail(error, TR_BAD_USAGE, "there is no stroke '%.60s'", name);
}

int tr_strokes_left(const tr_document *document) {
    const tr_recipe *recipe = tr_document_recipe(document);
    return recipe->stroke_count < TR_MAX_STROKES ? TR_MAX_PATH_POINTS - recipe->point_count : 0;
}

// ---- texts ---------------------------------------------------------------------------------------

// The text of points, as recipes have it: the first point, then differences.
static size_t write_points(const tr_path_point *points, int count, char *text, size_t size) {
    size_t used = 0;
    tr_path_point before = {0, 0};
    for (int i = 0; i < count; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%d %d", i > 0 ? " " : "",
                                 points[i].latitude - before.latitude, points[i].longitude - before.longitude);
        before = points[i];
    }
    return used;
}

static tr_status reserve(int count, char **text, size_t *size, tr_error *error) {
    *size = (size_t)count * point_bytes + head_bytes;
    *text = tr_allocate(*size, 1);
    return *text ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a stroke of %d points", count);
}

static void write_stroke(const tr_new_stroke *s, char *text, size_t size) {
    size_t used = (size_t)snprintf(text, size, "{\"tool\": \"%s\", \"points\": \"", tool_name(s->tool));
    used += write_points(s->points, s->count, text + used, size - used);
    used += (size_t)snprintf(text + used, size - used, "\", \"radius\": %.6g, \"softness\": %.6g",
                             s->radius_deg, s->softness);
    if (s->closed)
        used += (size_t)snprintf(text + used, size - used, ", \"closed\": true");
    if (s->strength != 1)
        used += (size_t)snprintf(text + used, size - used, ", \"strength\": %.6g", s->strength);
    if (s->height_m != 0)
        used += (size_t)snprintf(text + used, size - used, ", \"height_m\": %.6g", s->height_m);
    if (s->tool == TR_STROKE_COLOUR)
        used += (size_t)snprintf(text + used, size - used, ", \"colour\": \"%02x%02x%02x\"", s->srgb[0],
                                 s->srgb[1], s->srgb[2]);
    if (s->tool == TR_STROKE_BIOME)
        used += (size_t)snprintf(text + used, size - used, ", \"biome\": \"%s\"", tr_biome_names[s->biome]);
    snprintf(text + used, size - used, "}");
}

// ---- steps ---------------------------------------------------------------------------------------

static void path_of(const char *name, char path[TR_CONTROL_PATH_BYTES]) {
    snprintf(path, TR_CONTROL_PATH_BYTES, "strokes.%s", name);
}

static tr_status add(const tr_new_stroke *stroke, const char *name, change_list *c, tr_error *error) {
    char path[TR_CONTROL_PATH_BYTES], *text;
    size_t size;
    const tr_status status = reserve(stroke->count, &text, &size, error);
    if (status != TR_OK)
        return status;
    path_of(name, path);
    write_stroke(stroke, text, size);
    change_list_add(c, path, text);
    tr_free(text);
    return TR_OK;
}

static void take_out(const tr_document *document, const char *name, change_list *c) {
    char path[TR_CONTROL_PATH_BYTES];
    path_of(name, path);
    change_list_remove_element(c, document, path);
}

tr_status tr_strokes_add(tr_document *document, const tr_new_stroke *stroke, char name[TR_NAME_BYTES],
                         tr_error *error) {
    change_list c = {0};
    for (int i = 1; i <= TR_MAX_STROKES + 1; i++) {
        snprintf(name, TR_NAME_BYTES, "%s %d", tool_name(stroke->tool), i);
        if (tr_strokes_find(tr_document_recipe(document), name) < 0)
            break;
    }
    const tr_status status = add(stroke, name, &c, error);
    if (status == TR_OK)
        return change_list_commit(&c, document, name, 0, error);
    change_list_clear(&c);
    return status;
}

tr_status tr_strokes_remove(tr_document *document, const char *name, tr_error *error) {
    char what[TR_STEP_BYTES];
    change_list c = {0};
    if (tr_strokes_find(tr_document_recipe(document), name) < 0)
        return no_such(name, error);
    snprintf(what, sizeof what, "%.50s removed", name);
    take_out(document, name, &c);
    return change_list_commit(&c, document, what, 0, error);
}

static tr_new_stroke stroke_of(const tr_recipe *recipe, const tr_stroke *s) {
    return (tr_new_stroke){.tool = s->tool,
                           .points = recipe->points + s->points.first,
                           .count = s->points.count,
                           .closed = s->closed,
                           .radius_deg = s->radius,
                           .softness = s->softness,
                           .strength = s->strength,
                           .height_m = s->height_m,
                           .srgb = {s->srgb[0], s->srgb[1], s->srgb[2]},
                           .biome = s->biome};
}

// One step that exchanges the strokes `low` and `high`, and calls the one at `low` `to`, unless that is NULL.
// All strokes from `low` on are taken out and added again in their new order: a difference "NAME.before" would
// break when the stroke that it names is removed.
static tr_status write_again(tr_document *document, int low, int high, const char *to, const char *what,
                             tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    change_list c = {0};
    tr_status status = TR_OK;
    for (int i = low; i < recipe->stroke_count; i++)
        take_out(document, recipe->strokes[i].name, &c);
    for (int i = low; i < recipe->stroke_count && status == TR_OK; i++) {
        const tr_stroke *s = &recipe->strokes[i == low ? high : i == high ? low : i];
        const tr_new_stroke moved = stroke_of(recipe, s);
        status = add(&moved, i == low && to ? to : s->name, &c, error);
    }
    if (status == TR_OK)
        return change_list_commit(&c, document, what, 0, error);
    change_list_clear(&c);
    return status;
}

tr_status tr_strokes_order(tr_document *document, const char *name, int by, tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    const int at = tr_strokes_find(recipe, name), to = at + by, low = by > 0 ? at : to, high = by > 0 ? to : at;
    char what[TR_STEP_BYTES];
    if (at < 0)
        return no_such(name, error);
    if (low < 0 || high >= recipe->stroke_count)
        return TR_OK;
    snprintf(what, sizeof what, "%.50s %s", name, by > 0 ? "up" : "down");
    return write_again(document, low, high, NULL, what, error);
}

tr_status tr_strokes_rename(tr_document *document, const char *name, const char *to, tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    const int at = tr_strokes_find(recipe, name);
    char what[TR_STEP_BYTES];
    if (at < 0)
        return no_such(name, error);
    if (strcmp(name, to) == 0)
        return TR_OK;
    if (tr_strokes_find(recipe, to) >= 0)
        return tr_fail(error, TR_BAD_INPUT, "there is a stroke '%.60s' already: choose another name", to);
    snprintf(what, sizeof what, "%.50s renamed", name);
    return write_again(document, at, at, to, what, error);
}

tr_status tr_strokes_move(tr_document *document, const char *name, const tr_path_point *points,
                          tr_error *error) {
    const int at = tr_strokes_find(tr_document_recipe(document), name);
    char path[TR_CONTROL_PATH_BYTES], what[TR_STEP_BYTES], *text;
    size_t size;
    if (at < 0)
        return no_such(name, error);
    const int count = tr_document_recipe(document)->strokes[at].points.count;
    tr_status status = reserve(count, &text, &size, error);
    if (status != TR_OK)
        return status;
    const size_t used = write_points(points, count, text + 1, size - 2) + 1;
    text[0] = text[used] = '"', text[used + 1] = 0;
    snprintf(path, sizeof path, "strokes.%s.points", name);
    snprintf(what, sizeof what, "%.50s moved", name);
    status = tr_document_change(document, what, 0, false, 1, &(tr_change){path, text}, error);
    tr_free(text);
    return status;
}
