#include "editor/colours.h"

#include "base/memory.h"
#include "editor/private/change_list.h"
#include "editor/private/shades.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- swatches ------------------------------------------------------------------------------------

// The names of paint layers and the channels that they run over determine which gradients a swatch represents.
// Colours do not, so the swatches of a planet stay the same when its colours change.
enum { SWATCH_MEMBERS = 24 };

// The part of a gradient.
typedef enum swatch_part { PART_ALL, PART_WET, PART_DRY, PART_SHALLOW, PART_DEEP } swatch_part;

typedef struct swatch_member {
    char path[TR_GRADIENT_PATH_BYTES];
    swatch_part part;
    double low, high; // of the positions in the gradient
    bool tinted;      // the recipe's tint applies to it
    bool of_light;
    bool multiplies; // by a multiplying layer: white stays white
} swatch_member;

typedef struct swatch_kind {
    char key[TR_SWATCH_LABEL_BYTES]; // paint layers with the same key share a swatch
    char label[TR_SWATCH_LABEL_BYTES];
    int role; // a tr_palette_role, or -1
    int order;
    double score; // estimated share of the planet
    int member_count;
    swatch_member members[SWATCH_MEMBERS];
} swatch_kind;

typedef struct swatch_list {
    int count;
    swatch_kind kinds[TR_MAX_PAINTS * 3];
} swatch_list;

// ---- words of paint layers ----------------------------------------------------------------------------

// Last words of paint layers' names that mean the same kind of ground on every planet.
typedef struct known {
    const char *word, *key, *label;
    int role;
} known;

static const known known_words[] = {
    {"snow", "ice", "Snow", TR_PALETTE_SNOW},
    {"ice", "ice", "Ice", TR_PALETTE_SNOW},
    {"frost", "ice", "Ice", TR_PALETTE_SNOW},
    {"caps", "ice", "Caps", TR_PALETTE_SNOW},
    {"pack", "ice", "Ice", TR_PALETTE_SNOW},
    {"rock", "rock", "Rock", TR_PALETTE_ROCK},
    {"heights", "rock", "Rock", TR_PALETTE_ROCK},
    {"lakes", "shallows", "Lakes", TR_PALETTE_SHALLOWS},
    {"rivers", "shallows", "Lakes", TR_PALETTE_SHALLOWS},
    {"beds", "shallows", "Lakes", TR_PALETTE_SHALLOWS},
};

// Paint layers that only add texture to others.
static const char *const textures[] = {"grain",  "tone",  "texture", "grit",
                                       "mottle", "puffs", "threads", "wind"};

static const char *last_word(const char *name) {
    const char *space = strrchr(name, ' ');
    return space ? space + 1 : name;
}

static const known *find_known(const char *word) {
    for (size_t i = 0; i < sizeof known_words / sizeof known_words[0]; i++)
        if (strcmp(known_words[i].word, word) == 0)
            return &known_words[i];
    return NULL;
}

static bool is_texture(const char *word) {
    for (size_t i = 0; i < sizeof textures / sizeof textures[0]; i++)
        if (strcmp(textures[i], word) == 0)
            return true;
    return false;
}

// ---- collecting ----------------------------------------------------------------------------------

typedef struct finder {
    const tr_recipe *recipe;
    swatch_list *list;
} finder;

static swatch_kind *kind_of(const finder *f, const char *key, const char *label, int role) {
    swatch_list *list = f->list;
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->kinds[i].key, key) == 0)
            return &list->kinds[i];
    swatch_kind *kind = &list->kinds[list->count];
    *kind = (swatch_kind){.role = role, .order = list->count++};
    snprintf(kind->key, sizeof kind->key, "%.31s", key);
    snprintf(kind->label, sizeof kind->label, "%.31s", label);
    kind->label[0] = (char)toupper((unsigned char)kind->label[0]);
    return kind;
}

static void add_member(swatch_kind *kind, const swatch_member *member, double score) {
    kind->score += score;
    if (kind->member_count < SWATCH_MEMBERS)
        kind->members[kind->member_count++] = *member;
}

// The range of positions in a paint layer's gradient.
static void span_of(const tr_recipe *recipe, const tr_paint *paint, double *low, double *high) {
    *low = 1e30, *high = -1e30;
    const int rows = paint->rows.count > 0 ? paint->rows.count : 1;
    for (int r = 0; r < rows; r++) {
        const tr_gradient g =
            paint->rows.count > 0 ? recipe->rows[paint->rows.first + r].gradient : paint->gradient;
        for (int i = 0; i < g.count; i++) {
            *low = fmin(*low, recipe->stops[g.first + i].position);
            *high = fmax(*high, recipe->stops[g.first + i].position);
        }
    }
}

// An estimate of the planet's share that a paint layer covers. The first one is below all others.
static double score_of(const tr_recipe *recipe, const tr_paint *paint, bool first) {
    return fmin(tr_number_value(paint->strength, recipe), 1) * (paint->where.channel[0] ? 0.6 : 1) + first;
}

static void add_two(const finder *f, const swatch_member *member, double score, bool sea) {
    swatch_member part = *member;
    swatch_kind *near = sea ? kind_of(f, "shallows", "Shallows", TR_PALETTE_SHALLOWS)
                            : kind_of(f, "dry", "Arid land", TR_PALETTE_DRY);
    if (sea)
        snprintf(near->label, sizeof near->label, "Shallows"); // lakes may have named it before
    part.part = sea ? PART_SHALLOW : PART_DRY;
    add_member(near, &part, score + 2);
    part.part = sea ? PART_DEEP : PART_WET;
    add_member(sea ? kind_of(f, "deep", "Deep water", TR_PALETTE_DEEP)
                   : kind_of(f, "wet", "Vegetation", TR_PALETTE_WET),
               &part, score + 2);
}

static void add_ground(const finder *f, const tr_paint *paint, bool first) {
    const char *word = last_word(paint->name);
    const known *k = find_known(word);
    const bool multiplies = paint->blend == TR_BLEND_MULTIPLY;
    if (paint->blend == TR_BLEND_ADD || (is_texture(word) && !first) ||
        (multiplies && (!k || k->role != TR_PALETTE_ROCK)))
        return;
    swatch_member member = {.tinted = !multiplies, .multiplies = multiplies};
    stop_list_path("albedo", paint, member.path);
    span_of(f->recipe, paint, &member.low, &member.high);
    const double score = score_of(f->recipe, paint, first);
    const bool sea = strcmp(paint->channel, "height") == 0 && member.low < -400 && member.high <= 50;
    const bool land = strcmp(paint->channel, "moisture") == 0;
    if (sea || land) {
        add_two(f, &member, score, sea);
    } else if (k) {
        swatch_kind *kind = kind_of(f, k->key, k->label, k->role);
        if (strcmp(word, "snow") == 0)
            snprintf(kind->label, sizeof kind->label, "Snow");
        add_member(kind, &member, score + 1);
    } else {
        add_member(kind_of(f, word, word, -1), &member, score);
    }
}

static void add_light(const finder *f) {
    for (int i = 0; i < f->recipe->emission.count; i++) {
        const tr_paint *paint = &f->recipe->emission.paints[i];
        const char *word = last_word(paint->name);
        swatch_member member = {.of_light = true, .tinted = f->recipe->tint.light};
        stop_list_path("emission", paint, member.path);
        add_member(kind_of(f, word, word, TR_PALETTE_LIGHT), &member, i == 0 ? 2 : 1);
    }
}

static void add_sky(const finder *f) {
    const tr_recipe *recipe = f->recipe;
    swatch_member member = {0};
    if (tr_recipe_has_rings(recipe) && recipe->rings.gradient.count > 0) {
        snprintf(member.path, sizeof member.path, "rings.colour");
        add_member(kind_of(f, "rings", "Rings", TR_PALETTE_ROCK), &member, 5);
    }
    for (int i = 0; i < recipe->clouds.colour.count; i++) {
        const tr_paint *paint = &recipe->clouds.colour.paints[i];
        stop_list_path("clouds.colour", paint, member.path);
        if (paint->blend == TR_BLEND_NORMAL)
            add_member(kind_of(f, "clouds.", "Clouds", TR_PALETTE_CLOUDS), &member, 5);
    }
    if (recipe->air.thickness > 0) {
        snprintf(member.path, sizeof member.path, "air.colour");
        add_member(kind_of(f, "air.", "Atmosphere", TR_PALETTE_AIR), &member, 5);
    }
}

static int by_order(const void *a, const void *b) {
    return ((const swatch_kind *)a)->order - ((const swatch_kind *)b)->order;
}

// Drops the swatches with the lowest scores until the rest fits.
static void keep_best(swatch_list *list) {
    while (list->count > TR_MOST_SWATCHES) {
        int least = 0;
        for (int i = 1; i < list->count; i++)
            if (list->kinds[i].score <= list->kinds[least].score)
                least = i;
        list->kinds[least] = list->kinds[--list->count];
    }
    qsort(list->kinds, (size_t)list->count, sizeof list->kinds[0], by_order);
}

// The swatches of a recipe in display order, at most TR_MOST_SWATCHES.
static void swatches_find(const tr_recipe *recipe, swatch_list *list) {
    const finder f = {recipe, list};
    list->count = 0;
    for (int i = 0; i < recipe->albedo.count; i++)
        add_ground(&f, &recipe->albedo.paints[i], i == 0);
    add_light(&f);
    add_sky(&f);
    keep_best(list);
}

// Whether a member includes a stop.
static bool swatch_has(const swatch_member *member, const tr_shown_stop *stop) {
    const double wet = 0.45, shallow_m = -150; // where forest begins, and where light reaches the sea floor
    const bool is_wet = stop->position >= member->low + wet * (member->high - member->low);
    switch (member->part) {
    case PART_WET:
        return is_wet;
    case PART_DRY:
        return !is_wet;
    case PART_SHALLOW:
        return stop->position > shallow_m;
    case PART_DEEP:
        return stop->position <= shallow_m;
    default:
        return true;
    }
}

// ---- gradients -----------------------------------------------------------------------------------

typedef struct piece {
    char path[TR_GRADIENT_PATH_BYTES];
    stop_list present, drawn; // the current stops; those that the type and the seed give
    bool has_drawn;           // `drawn` has stops at the same positions
    bool edited, back;        // back: reset to what the type and the seed give
} piece;

// The gradients that the swatches of a planet represent.
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

// ---- colours of swatches -------------------------------------------------------------------------

static void see(const palette *p, const swatch_member *member, const tr_shown_stop *stop, double lab[3]) {
    lab_from_srgb(stop->srgb, lab);
    if (member->tinted)
        lab_tint(&p->tint, lab);
}

// The weight of a stop in the colour of its swatch. Bright stops count most for light, dark ones for layers
// that multiply.
static double weight_of(const swatch_member *member, const double lab[3]) {
    const double most = member->multiplies ? 1 - lab[0] : lab[0];
    return member->of_light || member->multiplies ? most * most * most : 1;
}

static const stop_list *stop_list_of(const piece *part, bool drawn) {
    return drawn && part->has_drawn ? &part->drawn : &part->present;
}

// Calls a function for each stop of a swatch: the current ones, or those that the seed drew.
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

// The colour of a swatch: that of the stop nearest to the mean, so that it exists on the planet.
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

// Recolours all gradients of a swatch. It starts from the colours that the seed drew, if the stops are the
// same, so that repeated changes lose no detail.
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
        part->back = part->edited && !part->has_drawn; // other stops than the seed's: the whole gradient is
                                                       // reset
    }
}

// ---- steps -----------------------------------------------------------------------------------------

// Applies all edits as one step.
static tr_status commit(const palette *p, tr_document *document, const char *what, uint64_t drag_id,
                        tr_error *error) {
    change_list c = {0};
    for (int i = 0; i < p->part_count; i++) {
        const piece *part = &p->parts[i];
        const bool resets = part->back || (part->has_drawn && stop_list_equals(&part->present, &part->drawn));
        char *value = part->edited && !resets ? stop_list_write(&part->present) : NULL;
        if (part->edited && (resets || value))
            change_list_add(&c, part->path, value);
        c.lost = c.lost || (part->edited && !resets && !value);
        tr_free(value);
    }
    return change_list_commit(&c, document, what, drag_id, error);
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

// The target colour of a swatch. A swatch without a role takes the ground colours in turn, but about keeps its
// own lightness and chroma.
static void aim(const tr_harmony *harmony, const swatch_kind *kind, int turn, const double own[3],
                double to[3]) {
    static const tr_palette_role ground[] = {TR_PALETTE_DRY, TR_PALETTE_ROCK, TR_PALETTE_WET,
                                             TR_PALETTE_SHALLOWS, TR_PALETTE_DEEP};
    const int role = kind->role >= 0 ? kind->role : (int)ground[turn % 5];
    lab_from_srgb(harmony->srgb[role], to);
    if (kind->role == TR_PALETTE_SHALLOWS || kind->role == TR_PALETTE_DEEP) // otherwise coasts get outlines
        to[0] = (own[0] + to[0]) / 2;
    if (kind->role >= 0)
        return;
    const double had = tr_hypot(own[1], own[2]), has = tr_hypot(to[1], to[2]);
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
