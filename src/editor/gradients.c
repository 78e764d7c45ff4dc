#include "editor/colours.h"

#include "base/memory.h"
#include "editor/private/shades.h"

#include <stdio.h>
#include <string.h>

// ---- the list of gradients -----------------------------------------------------------------------

enum { most_gradients = 3 * TR_MAX_PAINTS + 1, most_stops = TR_MAX_STOPS + 1 };

typedef struct lister {
    tr_document *document;
    tr_gradients *out;
    tr_error *error;
} lister;

static tr_status add(lister *l, const char *path, const char *prefix, const char *name, const char *channel,
                     const char *across) {
    stop_list s;
    tr_gradients *out = l->out;
    const tr_status status = stop_list_read(tr_document_recipe(l->document), path, &s, l->error);
    if (status != TR_OK || s.count == 0 || out->count == most_gradients ||
        out->stop_count + s.count > most_stops) {
        stop_list_clear(&s);
        return status;
    }
    tr_shown_gradient *g = &out->list[out->count++];
    *g = (tr_shown_gradient){.low = s.stops[0].position,
                             .high = s.stops[0].position,
                             .first = out->stop_count,
                             .count = s.count,
                             .row_count = s.row_count,
                             .differs = tr_document_differs(l->document, path)};
    snprintf(g->path, sizeof g->path, "%s", path);
    snprintf(g->label, sizeof g->label, "%s%s", prefix, name);
    snprintf(g->channel, sizeof g->channel, "%s", channel);
    snprintf(g->across, sizeof g->across, "%s", across);
    for (int i = 0; i < s.count; i++) {
        g->low = fmin(g->low, s.stops[i].position);
        g->high = fmax(g->high, s.stops[i].position);
    }
    memcpy(&out->stops[out->stop_count], s.stops, (size_t)s.count * sizeof *s.stops);
    out->stop_count += s.count;
    stop_list_clear(&s);
    return TR_OK;
}

static tr_status add_paints(lister *l, const char *list, const char *prefix, const tr_paints *paints) {
    tr_status status = TR_OK;
    for (int i = 0; i < paints->count && status == TR_OK; i++) {
        char path[TR_GRADIENT_PATH_BYTES];
        const tr_paint *paint = &paints->paints[i];
        stop_list_path(list, paint, path);
        status = add(l, path, prefix, paint->name, paint->channel, paint->across);
    }
    return status;
}

tr_status tr_gradients_list(tr_document *document, tr_gradients *out, tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    lister l = {document, out, error};
    tr_gradients_clear(out);
    out->list = tr_calloc(most_gradients, sizeof *out->list);
    out->stops = tr_calloc(most_stops, sizeof *out->stops);
    if (!out->list || !out->stops)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a list of gradients");
    tr_status status = add_paints(&l, "albedo", "", &recipe->albedo);
    if (status == TR_OK)
        status = add_paints(&l, "emission", "light: ", &recipe->emission);
    if (status == TR_OK)
        status = add_paints(&l, "clouds.colour", "clouds: ", &recipe->clouds.colour);
    if (status == TR_OK && tr_recipe_has_rings(recipe) && recipe->rings.gradient.count > 0)
        status = add(&l, "rings.colour", "", "rings", "inner to outer edge", "");
    return status;
}

void tr_gradients_clear(tr_gradients *gradients) {
    tr_free(gradients->list);
    tr_free(gradients->stops);
    *gradients = (tr_gradients){0};
}

// ---- changes of a stop -----------------------------------------------------------------------------

static tr_status open_stop_list(tr_document *document, const char *path, int stop, stop_list *s,
                                tr_error *error) {
    const tr_status status = stop_list_read(tr_document_recipe(document), path, s, error);
    if (status == TR_OK && (stop < 0 || stop >= s->count))
        return tr_fail(error, TR_BAD_USAGE, "the gradient '%.60s' has no stop %d", path, stop);
    return status;
}

// The step is named after the paint layer, which is before ".stops" in the path.
static void name_step(const char *path, const char *end, char what[TR_STEP_BYTES]) {
    const char *dot = strrchr(path, '.'), *from = dot;
    while (from && from > path && from[-1] != '.')
        from--;
    snprintf(what, TR_STEP_BYTES, "%.*s%s", dot ? (int)(dot - from > 40 ? 40 : dot - from) : 40,
             dot ? from : path, end);
}

// Takes ownership of the list of stops.
static tr_status commit(tr_document *document, const char *path, const char *end, uint64_t drag_id,
                        stop_list *s, tr_error *error) {
    char what[TR_STEP_BYTES], *value = stop_list_write(s);
    stop_list_clear(s);
    if (!value)
        return tr_fail(error, TR_NO_MEMORY, "no memory for another gradient");
    name_step(path, end, what);
    const tr_status status =
        tr_document_change(document, what, drag_id, false, 1, &(tr_change){path, value}, error);
    tr_free(value);
    return status;
}

tr_status tr_gradient_colour(tr_document *document, const char *path, int stop, const uint8_t srgb[3],
                             uint64_t drag_id, tr_error *error) {
    stop_list s;
    const tr_status status = open_stop_list(document, path, stop, &s, error);
    if (status == TR_OK && memcmp(s.stops[stop].srgb, srgb, 3) != 0) {
        memcpy(s.stops[stop].srgb, srgb, 3);
        return commit(document, path, ": colour", drag_id, &s, error);
    }
    stop_list_clear(&s);
    return status;
}

tr_status tr_gradient_move(tr_document *document, const char *path, int stop, double position, uint64_t drag_id,
                           tr_error *error) {
    stop_list s;
    const tr_status status = open_stop_list(document, path, stop, &s, error);
    if (status != TR_OK || s.kind == TR_PARAMETER_COLOUR) {
        stop_list_clear(&s);
        return status;
    }
    const int row = s.stops[stop].row;
    if (stop > 0 && s.stops[stop - 1].row == row)
        position = fmax(position, s.stops[stop - 1].position);
    if (stop + 1 < s.count && s.stops[stop + 1].row == row)
        position = fmin(position, s.stops[stop + 1].position);
    s.stops[stop].position = fmax(-1e9, fmin(1e9, position));
    return commit(document, path, ": stop", drag_id, &s, error);
}

// Interpolates the colour between two stops.
static void mix(const tr_shown_stop *a, const tr_shown_stop *b, double position, uint8_t srgb[3]) {
    const double along = b->position > a->position ? (position - a->position) / (b->position - a->position) : 0;
    double from[3], to[3];
    lab_from_srgb(a->srgb, from);
    lab_from_srgb(b->srgb, to);
    for (int c = 0; c < 3; c++)
        from[c] += fmin(fmax(along, 0), 1) * (to[c] - from[c]);
    lab_to_srgb(from, srgb);
}

tr_status tr_gradient_add(tr_document *document, const char *path, double position, tr_error *error) {
    stop_list s;
    const tr_status status = open_stop_list(document, path, 0, &s, error);
    if (status != TR_OK || s.kind != TR_PARAMETER_STOPS) {
        stop_list_clear(&s);
        return status == TR_OK ? tr_fail(error, TR_BAD_USAGE, "only gradients of one row can get a new stop")
                               : status;
    }
    int at = 0;
    while (at < s.count && s.stops[at].position <= position)
        at++;
    const tr_shown_stop *after = &s.stops[at < s.count ? at : s.count - 1], *before = &s.stops[at ? at - 1 : 0];
    tr_shown_stop added = {.position = position};
    mix(before, after, position, added.srgb);
    memmove(&s.stops[at + 1], &s.stops[at], (size_t)(s.count - at) * sizeof *s.stops);
    s.stops[at] = added;
    s.count++;
    return commit(document, path, ": new stop", 0, &s, error);
}

tr_status tr_gradient_remove(tr_document *document, const char *path, int stop, tr_error *error) {
    stop_list s;
    const tr_status status = open_stop_list(document, path, stop, &s, error);
    int in_row = 0;
    for (int i = 0; i < s.count && status == TR_OK; i++)
        in_row += s.stops[i].row == s.stops[stop].row;
    if (status != TR_OK || in_row < 2) {
        stop_list_clear(&s);
        return status == TR_OK ? tr_fail(error, TR_BAD_USAGE, "the last stop of a gradient cannot be removed")
                               : status;
    }
    memmove(&s.stops[stop], &s.stops[stop + 1], (size_t)(s.count - stop - 1) * sizeof *s.stops);
    s.count--;
    return commit(document, path, ": stop removed", 0, &s, error);
}
