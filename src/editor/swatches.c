#include "editor/private/swatches.h"

#include "editor/private/stops.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- words of paint layers ----------------------------------------------------------------------------

// The last words of paint layers that mean the same ground on whatever planet.
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

// Paint layers that are the grain of others, whatever colours they have.
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

// ---- gathering -----------------------------------------------------------------------------------

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

// Between which positions a paint layer's gradient runs.
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

// How much of the planet it may cover, at a guess: what is first lies under all.
static double score_of(const tr_recipe *recipe, const tr_paint *paint, bool first) {
    return fmin(tr_number_value(paint->strength, recipe), 1) * (paint->where.channel[0] ? 0.6 : 1) + first;
}

static void add_two(const finder *f, const swatch_member *member, double score, bool sea) {
    swatch_member part = *member;
    swatch_kind *near = sea ? kind_of(f, "shallows", "Shallows", TR_PALETTE_SHALLOWS)
                            : kind_of(f, "dry", "Arid land", TR_PALETTE_DRY);
    if (sea)
        snprintf(near->label, sizeof near->label, "Shallows"); // lakes may have come first
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

// What is least leaves, until the rest fits.
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

void swatches_find(const tr_recipe *recipe, swatch_list *list) {
    const finder f = {recipe, list};
    list->count = 0;
    for (int i = 0; i < recipe->albedo.count; i++)
        add_ground(&f, &recipe->albedo.paints[i], i == 0);
    add_light(&f);
    add_sky(&f);
    keep_best(list);
}

bool swatch_has(const swatch_member *member, const tr_shown_stop *stop) {
    const double wet = 0.45, shallow_m = -150; // where forest begins, and where light reaches the ground
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
