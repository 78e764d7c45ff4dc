#include "editor/private/shades.h"

#include "base/memory.h"

#include <stdio.h>
#include <string.h>

// ---- read --------------------------------------------------------------------------------------

static void append(const tr_recipe *recipe, tr_gradient gradient, double across, stop_list *s) {
    for (int i = 0; i < gradient.count; i++) {
        const tr_stop *stop = &recipe->stops[gradient.first + i];
        tr_shown_stop *shown = &s->stops[s->count++];
        *shown = (tr_shown_stop){.row = s->row_count, .across = across, .position = stop->position};
        memcpy(shown->srgb, stop->srgb, sizeof shown->srgb);
    }
    s->row_count++;
}

static int count_stops(const tr_recipe *recipe, const tr_place *place) {
    int count = 1;
    if (place->parameter->kind == TR_PARAMETER_STOPS)
        count = ((const tr_gradient *)place->at)->count;
    if (place->parameter->kind == TR_PARAMETER_ROWS) {
        const tr_rows *rows = place->at;
        count = 0;
        for (int i = 0; i < rows->count; i++)
            count += recipe->rows[rows->first + i].gradient.count;
    }
    return count;
}

static void fill(const tr_recipe *recipe, const tr_place *place, stop_list *s) {
    const tr_rows *rows = place->at;
    if (s->kind == TR_PARAMETER_STOPS)
        append(recipe, *(const tr_gradient *)place->at, 0, s);
    else if (s->kind == TR_PARAMETER_ROWS)
        for (int i = 0; i < rows->count; i++)
            append(recipe, recipe->rows[rows->first + i].gradient, recipe->rows[rows->first + i].position, s);
    else {
        s->count = s->row_count = 1;
        s->stops[0] = (tr_shown_stop){0};
        memcpy(s->stops[0].srgb, place->at, sizeof s->stops[0].srgb);
    }
}

static tr_status reserve(stop_list *s, int count, tr_error *error) {
    s->stops = tr_calloc((size_t)count + 1, sizeof *s->stops); // one more for a stop that is added
    return s->stops ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the colours of a gradient");
}

tr_status stop_list_read(const tr_recipe *recipe, const char *path, stop_list *out, tr_error *error) {
    tr_place place;
    *out = (stop_list){0};
    if (!tr_recipe_find((tr_recipe *)(uintptr_t)recipe, path, &place) || // it is only read
        (place.parameter->kind != TR_PARAMETER_COLOUR && place.parameter->kind != TR_PARAMETER_STOPS &&
         place.parameter->kind != TR_PARAMETER_ROWS))
        return tr_fail(error, TR_BAD_USAGE, "there is no gradient '%.60s'", path);
    out->kind = place.parameter->kind;
    const tr_status status = reserve(out, count_stops(recipe, &place), error);
    if (status == TR_OK)
        fill(recipe, &place, out);
    return status;
}

void stop_list_clear(stop_list *s) {
    tr_free(s->stops);
    *s = (stop_list){0};
}

// ---- writing -----------------------------------------------------------------------------------

enum { stop_bytes = 64 }; // maximum text of a stop, with the beginning of its row

static int write_colour(char *text, size_t size, const tr_shown_stop *stop) {
    return snprintf(text, size, "\"%02x%02x%02x\"", stop->srgb[0], stop->srgb[1], stop->srgb[2]);
}

static int write_stop(char *text, size_t size, const tr_shown_stop *stop, bool first) {
    int n = snprintf(text, size, "%s[%.9g, ", first ? "" : ", ", stop->position);
    n += write_colour(text + n, size - (size_t)n, stop);
    return n + snprintf(text + n, size - (size_t)n, "]");
}

char *stop_list_write(const stop_list *s) {
    const size_t size = ((size_t)s->count + (size_t)s->row_count + 1) * stop_bytes;
    char *text = tr_malloc(size);
    if (!text)
        return NULL;
    size_t n = 0;
    if (s->kind == TR_PARAMETER_COLOUR) {
        write_colour(text, size, &s->stops[0]);
        return text;
    }
    const bool rows = s->kind == TR_PARAMETER_ROWS;
    n += (size_t)snprintf(text, size, "[");
    for (int i = 0; i < s->count; i++) {
        const bool first = i == 0 || s->stops[i].row != s->stops[i - 1].row;
        if (rows && first)
            n += (size_t)snprintf(text + n, size - n, "%s[%.9g, [", i ? "]], " : "", s->stops[i].across);
        n += (size_t)write_stop(text + n, size - n, &s->stops[i], rows ? first : i == 0);
    }
    snprintf(text + n, size - n, rows ? "]]]" : "]");
    return text;
}

// ---- comparing ---------------------------------------------------------------------------------

bool stop_list_fits(const stop_list *a, const stop_list *b) {
    bool same = a->kind == b->kind && a->count == b->count && a->row_count == b->row_count;
    for (int i = 0; i < a->count && same; i++)
        same = a->stops[i].row == b->stops[i].row && a->stops[i].across == b->stops[i].across &&
               a->stops[i].position == b->stops[i].position;
    return same;
}

bool stop_list_equals(const stop_list *a, const stop_list *b) {
    bool same = stop_list_fits(a, b);
    for (int i = 0; i < a->count && same; i++)
        same = memcmp(a->stops[i].srgb, b->stops[i].srgb, sizeof a->stops[i].srgb) == 0;
    return same;
}

void stop_list_path(const char *list, const tr_paint *paint, char path[TR_GRADIENT_PATH_BYTES]) {
    snprintf(path, TR_GRADIENT_PATH_BYTES, "%s.%s.%s", list, paint->name,
             paint->rows.count > 0 ? "rows" : "stops");
}
