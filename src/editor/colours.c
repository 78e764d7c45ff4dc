#include "editor/colours.h"

#include "base/memory.h"
#include "editor/private/lab.h"
#include "editor/private/stops.h"
#include "editor/private/swatches.h"

#include <stdio.h>
#include <string.h>

// ---- a gradient that changes ---------------------------------------------------------------------

typedef struct piece {
    char path[TR_GRADIENT_PATH_BYTES];
    stop_list present, drawn; // as it is, and as the type and the seed give it
    bool has_drawn;           // with stops at the same places
    bool edited, back;        // back: to what they give, whatever that is
} piece;

// What the swatches of a planet stand for.
typedef struct palette {
    swatch_list swatches;
    tr_tint tint;
    int part_count;
    piece *parts; // owned
} palette;

static void close_palette(palette *p) {
    for (int i = 0; p && i < p->part_count; i++) {
        stop_list_clear(&p->parts[i].present);
        stop_list_clear(&p->parts[i].drawn);
    }
    if (p)
        tr_free(p->parts);
    tr_free(p);
}

static piece *find_part(const palette *p, const char *path) {
    for (int i = 0; i < p->part_count; i++)
        if (strcmp(p->parts[i].path, path) == 0)
            return &p->parts[i];
    return NULL;
}

static tr_status read_part(palette *p, tr_document *document, const char *path, tr_error *error) {
    if (find_part(p, path))
        return TR_OK;
    piece *added = &p->parts[p->part_count++];
    snprintf(added->path, sizeof added->path, "%s", path);
    const tr_recipe *drawn = tr_document_drawn(document);
    tr_status status = stop_list_read(tr_document_recipe(document), path, &added->present, error);
    if (status == TR_OK && drawn) {
        const tr_status other = stop_list_read(drawn, path, &added->drawn, error);
        status = other == TR_NO_MEMORY ? other : TR_OK;
        added->has_drawn = other == TR_OK && stop_list_fits(&added->present, &added->drawn);
    }
    return status;
}

static tr_status read_parts(palette *p, tr_document *document, tr_error *error) {
    int count = 0;
    for (int i = 0; i < p->swatches.count; i++)
        count += p->swatches.kinds[i].member_count;
    p->parts = tr_calloc((size_t)count + 1, sizeof *p->parts);
    if (!p->parts)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the colours of a planet");
    tr_status status = TR_OK;
    for (int i = 0; i < p->swatches.count; i++)
        for (int k = 0; k < p->swatches.kinds[i].member_count && status == TR_OK; k++)
            status = read_part(p, document, p->swatches.kinds[i].members[k].path, error);
    return status;
}

static tr_status open_palette(tr_document *document, palette **out, tr_error *error) {
    palette *p = tr_calloc(1, sizeof *p);
    *out = p;
    if (!p)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the colours of a planet");
    swatches_find(tr_document_recipe(document), &p->swatches);
    p->tint = tr_document_recipe(document)->tint;
    return read_parts(p, document, error);
}

// ---- what a swatch shows -------------------------------------------------------------------------

static void see(const palette *p, const swatch_member *member, const tr_shown_stop *stop, double lab[3]) {
    lab_from_srgb(stop->srgb, lab);
    if (member->tinted)
        lab_tint(&p->tint, lab);
}

// How much a stop says of what a swatch looks like: light by what it shines, shades by what they darken.
static double weight_of(const swatch_member *member, const double lab[3]) {
    const double most = member->multiplies ? 1 - lab[0] : lab[0];
    return member->of_light || member->multiplies ? most * most * most : 1;
}

static const stop_list *stop_list_of(const piece *part, bool drawn) {
    return drawn && part->has_drawn ? &part->drawn : &part->present;
}

// Calls for every stop that a swatch stands for, as it is, or as the seed drew it.
typedef void (*each_stop)(void *context, const double lab[3], double weight);

static void visit(const palette *p, int swatch, bool drawn, each_stop each, void *context) {
    const swatch_kind *kind = &p->swatches.kinds[swatch];
    for (int k = 0; k < kind->member_count; k++) {
        const swatch_member *member = &kind->members[k];
        const piece *part = find_part(p, member->path);
        const stop_list *s = stop_list_of(part, drawn);
        for (int i = 0; i < s->count; i++) {
            double lab[3];
            if (!swatch_has(member, &s->stops[i]))
                continue;
            see(p, member, &s->stops[i], lab);
            each(context, lab, weight_of(member, lab));
        }
    }
}

typedef struct middle {
    double sum[3], weight;
    double nearest[3], distance;
} middle;

static void add_up(void *context, const double lab[3], double weight) {
    middle *m = context;
    for (int c = 0; c < 3; c++)
        m->sum[c] += weight * lab[c];
    m->weight += weight;
}

static void find_nearest(void *context, const double lab[3], double weight) {
    middle *m = context;
    const double distance = lab_distance(lab, m->sum) - 0.05 * weight;
    if (distance < m->distance)
        m->distance = distance, memcpy(m->nearest, lab, sizeof m->nearest);
}

// The colour of that stop which is nearest to the mean of all: one that the planet has.
static void middle_of(const palette *p, int swatch, bool drawn, double lab[3]) {
    middle m = {.distance = 1e30, .nearest = {0.5, 0, 0}};
    visit(p, swatch, drawn, add_up, &m);
    for (int c = 0; c < 3; c++)
        m.sum[c] /= m.weight > 0 ? m.weight : 1;
    visit(p, swatch, drawn, find_nearest, &m);
    memcpy(lab, m.nearest, sizeof m.nearest);
}

static bool differs(const palette *p, int swatch) {
    const swatch_kind *kind = &p->swatches.kinds[swatch];
    bool found = false;
    for (int k = 0; k < kind->member_count && !found; k++) {
        const piece *part = find_part(p, kind->members[k].path);
        found = !part->has_drawn && part->drawn.count > 0;
        for (int i = 0; i < part->present.count && part->has_drawn && !found; i++)
            found = swatch_has(&kind->members[k], &part->present.stops[i]) &&
                    memcmp(part->present.stops[i].srgb, part->drawn.stops[i].srgb, 3) != 0;
    }
    return found;
}

int tr_colours_swatches(tr_document *document, tr_swatch swatches[TR_MOST_SWATCHES]) {
    palette *p;
    int count = 0;
    if (open_palette(document, &p, NULL) == TR_OK)
        for (; count < p->swatches.count; count++) {
            double lab[3];
            tr_swatch *s = &swatches[count];
            *s = (tr_swatch){.role = p->swatches.kinds[count].role, .differs = differs(p, count)};
            snprintf(s->label, sizeof s->label, "%s", p->swatches.kinds[count].label);
            middle_of(p, count, false, lab);
            lab_to_srgb(lab, s->srgb);
        }
    close_palette(p);
    return count;
}

// ---- recolouring ---------------------------------------------------------------------------------

static void recolour_stop(const palette *p, const swatch_member *member, const double from[3],
                          const double to[3], const uint8_t before[3], uint8_t srgb[3]) {
    double lab[3], followed[3];
    lab_from_srgb(before, lab);
    if (member->tinted)
        lab_tint(&p->tint, lab);
    memcpy(followed, lab, sizeof lab);
    lab_follow(from, to, member->of_light, followed);
    const double part = member->multiplies && from[0] < 1 ? fmin((1 - lab[0]) / (1 - from[0]), 1) : 1;
    for (int c = 0; c < 3; c++)
        lab[c] += part * (followed[c] - lab[c]);
    if (member->tinted)
        lab_untint(&p->tint, lab);
    lab_to_srgb(lab, srgb);
}

// All that a swatch stands for, from the colours that the seed drew where it has the same stops: so nothing is
// worn out, however often the colour changes.
static void recolour(palette *p, int swatch, const double to[3]) {
    double from[3];
    const swatch_kind *kind = &p->swatches.kinds[swatch];
    middle_of(p, swatch, true, from);
    for (int k = 0; k < kind->member_count; k++) {
        piece *part = find_part(p, kind->members[k].path);
        const stop_list *before = stop_list_of(part, true);
        part->edited = true;
        for (int i = 0; i < part->present.count; i++)
            if (swatch_has(&kind->members[k], &before->stops[i]))
                recolour_stop(p, &kind->members[k], from, to, before->stops[i].srgb,
                              part->present.stops[i].srgb);
    }
}

static void restore(palette *p, int swatch) {
    const swatch_kind *kind = &p->swatches.kinds[swatch];
    for (int k = 0; k < kind->member_count; k++) {
        piece *part = find_part(p, kind->members[k].path);
        part->edited = part->drawn.count > 0;
        for (int i = 0; i < part->present.count && part->has_drawn; i++)
            if (swatch_has(&kind->members[k], &part->present.stops[i]))
                memcpy(part->present.stops[i].srgb, part->drawn.stops[i].srgb, 3);
        part->back = part->edited && !part->has_drawn; // other stops than the seed's: all of it
    }
}

// ---- steps -----------------------------------------------------------------------------------------

// The change that a gradient is, which the caller frees; NULL for its value when it is the seed's again.
static tr_status write_change(const piece *part, tr_change *change, char **value, tr_error *error) {
    *value = NULL;
    *change = (tr_change){part->path, NULL};
    if (part->back || (part->has_drawn && stop_list_equals(&part->present, &part->drawn)))
        return TR_OK;
    *value = stop_list_write(&part->present);
    change->value = *value;
    return *value ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for the colours of a gradient");
}

// All that was edited as one step.
static tr_status commit(const palette *p, tr_document *document, const char *what, uint64_t drag_id,
                        tr_error *error) {
    tr_change *changes = tr_calloc((size_t)p->part_count + 1, sizeof *changes);
    char **values = tr_calloc((size_t)p->part_count + 1, sizeof *values);
    tr_status status = changes && values ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for other colours");
    int count = 0;
    for (int i = 0; i < p->part_count && status == TR_OK; i++)
        if (p->parts[i].edited) {
            status = write_change(&p->parts[i], &changes[count], &values[count], error);
            count++;
        }
    if (status == TR_OK && count > 0)
        status = tr_document_change(document, what, drag_id, false, count, changes, error);
    for (int i = 0; i < count; i++)
        tr_free(values[i]);
    tr_free(changes);
    tr_free(values);
    return status;
}

static tr_status open_swatch(tr_document *document, int swatch, palette **p, tr_error *error) {
    const tr_status status = open_palette(document, p, error);
    if (status == TR_OK && (swatch < 0 || swatch >= (*p)->swatches.count))
        return tr_fail(error, TR_BAD_USAGE, "this planet has no such colour");
    return status;
}

tr_status tr_colours_set(tr_document *document, int swatch, const uint8_t srgb[3], uint64_t drag_id,
                         tr_error *error) {
    palette *p;
    tr_status status = open_swatch(document, swatch, &p, error);
    if (status == TR_OK) {
        double to[3], lab[3];
        uint8_t shown[3];
        middle_of(p, swatch, false, lab);
        lab_to_srgb(lab, shown);
        lab_from_srgb(srgb, to);
        if (memcmp(shown, srgb, sizeof shown) != 0) {
            recolour(p, swatch, to);
            status = commit(p, document, p->swatches.kinds[swatch].label, drag_id, error);
        }
    }
    close_palette(p);
    return status;
}

tr_status tr_colours_reset(tr_document *document, int swatch, tr_error *error) {
    palette *p;
    char what[TR_STEP_BYTES];
    tr_status status = open_swatch(document, swatch, &p, error);
    if (status == TR_OK && differs(p, swatch)) {
        restore(p, swatch);
        snprintf(what, sizeof what, "%s back", p->swatches.kinds[swatch].label);
        status = commit(p, document, what, 0, error);
    }
    close_palette(p);
    return status;
}

// ---- harmonies -------------------------------------------------------------------------------------

// What has no role takes colours of the ground in turn, but stays about as light and as grey as it is.
static void aim(const tr_harmony *harmony, const swatch_kind *kind, int turn, const double own[3],
                double to[3]) {
    static const tr_palette_role ground[] = {TR_PALETTE_DRY, TR_PALETTE_ROCK, TR_PALETTE_WET,
                                             TR_PALETTE_SHALLOWS, TR_PALETTE_DEEP};
    const int role = kind->role >= 0 ? kind->role : (int)ground[turn % 5];
    lab_from_srgb(harmony->srgb[role], to);
    if (kind->role == TR_PALETTE_SHALLOWS || kind->role == TR_PALETTE_DEEP) // else coasts are outlined
        to[0] = (own[0] + to[0]) / 2;
    if (kind->role >= 0)
        return;
    const double had = hypot(own[1], own[2]), has = hypot(to[1], to[2]);
    const double times = has > 0 ? (0.4 * had + 0.6 * has) / has : 0;
    to[0] = 0.7 * own[0] + 0.3 * to[0];
    to[1] *= times;
    to[2] *= times;
}

tr_status tr_colours_apply(tr_document *document, const tr_harmony *harmony, tr_error *error) {
    palette *p;
    tr_status status = open_palette(document, &p, error);
    if (status == TR_OK) {
        int turn = 0;
        for (int i = 0; i < p->swatches.count; i++) {
            double own[3], to[3];
            middle_of(p, i, true, own);
            aim(harmony, &p->swatches.kinds[i], turn, own, to);
            turn += p->swatches.kinds[i].role < 0;
            recolour(p, i, to);
        }
        status = commit(p, document, harmony->name, 0, error);
    }
    close_palette(p);
    return status;
}
