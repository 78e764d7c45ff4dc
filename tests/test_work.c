// The work that is estimated from recipes against the operations that meters count (base/meter.h), for 50 drawn
// sets of parameters of each kind of field and warp (200 with TR_FULL=1), over their whole ranges. Also the
// operations between two polls of a stop. No clock.
// ctest: COST 40
#include "fields/field.h"
#include "planet/budget.h"
#include "planet/private/block.h"
#include "support.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>

enum {
    map_width = 512,
    rows = 32, // of a block, as in bands of that map
    columns = 64,
    across = map_width / columns, // blocks
    blocks = across * (map_width / 2 / rows),
    some = 4 // one of 4 blocks is counted; all of them where that gives too little or too much
};

// ---- recipes -------------------------------------------------------------------------------------

// One kind: a recipe with it as its last layer or last warp.
typedef struct kind {
    const tr_kind *of;
    bool warp;
    char json[1024];
} kind;

#define PLANET "{\"type\": \"x\", \"radius_km\": 6000, "
#define FLOW "\"warps\": [{\"name\": \"w\", \"kind\": \"flow\", \"cells\": 32}"

// The layers before it.
static const struct {
    const char *name, *before, *more;
} needs_others[] = {
    {"gullies", "\"layers\": [{\"name\": \"o\", \"field\": \"terrain\", \"cells\": 32}, ",
     ", \"terrain_from\": \"o\""},
    {"vortices", FLOW "], \"layers\": [", ", \"flow_from\": \"w\""},
    {"stretch", FLOW "], \"layers\": [", ", \"flow_from\": \"w\""},
    {"strokes",
     "\"strokes\": [{\"name\": \"a\", \"points\": \"0 0 200000 300000 -100000 200000\", \"closed\": true}, "
     "{\"name\": "
     "\"b\", \"tool\": \"raise\", \"points\": \"0 0 200000 900000 100000 200000 -400000 600000\", \"radius\": "
     "5}], "
     "\"layers\": [",
     ""},
    {"quantile", "\"layers\": [{\"name\": \"o\", \"field\": \"fractal\"}, ", ""},
    {"image",
     "\"maps\": [{\"name\": \"m\", \"file\": \"grey16.png\", \"region_deg\": [0, 0, 90, 45]}], \"layers\": [",
     ", \"map\": \"m\""},
    {"channel", "\"layers\": [{\"name\": \"o\", \"field\": \"fractal\"}, ", ", \"channel\": \"height\""},
};

static kind kind_of_field(const tr_kind *of) {
    kind k = {.of = of};
    const char *before = "\"layers\": [", *more = "";
    for (size_t i = 0; i < sizeof needs_others / sizeof needs_others[0]; i++)
        if (strcmp(of->name, needs_others[i].name) == 0)
            before = needs_others[i].before, more = needs_others[i].more;
    snprintf(k.json, sizeof k.json, PLANET "%s{\"name\": \"a\", \"field\": \"%s\"%s}]}", before, of->name,
             more);
    return k;
}

static kind kind_of_warp(const tr_kind *of) {
    kind k = {.of = of, .warp = true};
    const bool part = strcmp(of->name, "part") == 0;
    snprintf(k.json, sizeof k.json,
             PLANET "%s{\"name\": \"a\", \"kind\": \"%s\"%s}], \"layers\": [{\"name\": \"l\", \"field\": "
                    "\"abs_sin_latitude\", "
                    "\"warp\": \"a\"}]}",
             part ? FLOW ", " : "\"warps\": [", of->name, part ? ", \"flow_from\": \"w\"" : "");
    return k;
}

static double draw(uint64_t *h) { return tr_hash_unit(*h = tr_hash_u64(*h)); }

// A number over the range of a parameter; uniform in its logarithm where the range spans decades.
static double draw_number(const tr_parameter *p, uint64_t *h) {
    const double u = draw(h), low = p->low > 0 ? p->low : p->slide_low > 0 ? p->slide_low : 0;
    const bool decades = low > 0 && p->high / low >= 50;
    const double number = decades ? low * pow(p->high / low, u) : p->low + (p->high - p->low) * u;
    return p->kind == TR_PARAMETER_WHOLE ? floor(number + 0.5) : number;
}

static void draw_parameters(const tr_kind *of, void *element, uint64_t *h) {
    for (int i = 0; i < of->parameters.count; i++) {
        const tr_parameter *p = &of->parameters.rows[i];
        void *at = tr_parameter_at(p, element);
        int choices = 0;
        switch (p->kind) {
        case TR_PARAMETER_NUMBER:
        case TR_PARAMETER_WHOLE:
            *(double *)at = draw_number(p, h);
            break;
        case TR_PARAMETER_KNOBBED:
            *(tr_number *)at = (tr_number){.plus = draw_number(p, h)};
            break;
        case TR_PARAMETER_FLAG:
            *(bool *)at = draw(h) < 0.5;
            break;
        case TR_PARAMETER_CHOICE:
            while (p->names[choices])
                choices++;
            *(int *)at = (int)(draw(h) * choices);
            break;
        case TR_PARAMETER_VECTOR:
            for (int k = 0; k < tr_vector_count(p); k++)
                ((double *)at)[k] = draw_number(p, h);
            break;
        default: // names and points
            break;
        }
    }
}

// Draws valid parameters. Sets that take long to solve are drawn again; with TR_FULL=1 only those that take a
// gigabyte.
static tr_recipe *draw_recipe(const kind *k, uint64_t seed) {
    const double most_s = is_full() ? 20 : 0.05, most_bytes = is_full() ? 1e9 : 5e7;
    tr_recipe *recipe = load_recipe(
        (tr_world){.name = "test", .text = k->json, .folder = TERRELLA_SOURCE_DIR "/tests/data/fuzz_png"});
    tr_needs needs = {0};
    for (int tries = 0; tries < 10000; tries++) {
        tr_cost cost;
        void *element = k->warp ? (void *)&recipe->warps[recipe->warp_count - 1]
                                : (void *)&recipe->layers[recipe->layer_count - 1];
        draw_parameters(k->of, element, &seed);
        if (tr_recipe_needs(recipe, &needs, NULL) != TR_OK || (double)needs.bytes > most_bytes)
            continue;
        cost = k->warp ? tr_warp_cost(recipe, recipe->warp_count - 1, map_width)
                       : tr_field_cost(recipe, recipe->layer_count - 1, map_width);
        if (cost.operations * TR_OPERATION_SECONDS <= most_s)
            return recipe;
    }
    fail_msg("%s: no valid set of parameters", k->of->name);
    return NULL;
}

// ---- counting ------------------------------------------------------------------------------------

// A watch that never stops, but records the operations between two polls.
typedef struct pace {
    const tr_meter *meter;
    uint64_t last, longest, looks;
} pace;

static bool goes_on(void *context) {
    pace *p = context;
    const uint64_t now = p->meter ? p->meter->operations : 0;
    p->longest = now - p->last > p->longest ? now - p->last : p->longest;
    p->last = now;
    p->looks++;
    return false;
}

static void evaluate_block(const tr_surface *surface, tr_scratch *s, int row, int column) {
    static float x[columns * rows + TR_BATCH_SAMPLES], y[columns * rows + TR_BATCH_SAMPLES],
        z[columns * rows + TR_BATCH_SAMPLES], u[columns * rows], v[columns * rows],
        out[columns * rows + TR_BATCH_SAMPLES];
    const tr_rectangle where = {map_width, row, rows, column, columns};
    const int last = surface->layer_count - 1;
    const tr_field_plan *field = &surface->fields[last];
    bool layers[TR_MAX_LAYERS] = {false};
    layers[last] = true;
    tr_sphere_samples(&where, x, y, z, u, v);
    if (!surface->layers[last].plane)
        plan_samples_evaluate(surface, s, &(plan_wanted){surface->layers[last].into, last + 1, layers}, &where,
                              &(tr_samples){.x = x, .y = y, .z = z}, out);
    else {
        tr_meter_add(&s->meter, TR_SAMPLE_OPERATIONS * columns * rows);
        field->evaluate_map(field, surface->isa, &where, out, &s->meter);
    }
}

// Operations per sample of the last layer, from some blocks of a map. Without `done`, expensive work is counted
// but not done.
static double count_samples(const tr_surface *surface, bool done, int step, pace *seen) {
    tr_scratch *s;
    const tr_watch watch = {.stopped = goes_on, .context = seen};
    assert_int_equal(tr_samples_create(surface, &watch, &s, NULL), TR_OK);
    seen->meter = &s->meter, seen->last = 0;
    s->meter.stopped = !done;
    for (int i = 0; i < blocks; i += step) // in each row of blocks, at different columns
        evaluate_block(surface, s, i / across * rows, (i + i / across) % across * columns);
    const double counted = (double)s->meter.operations / ((double)blocks / step * columns * rows);
    tr_scratch_destroy(s);
    return counted;
}

typedef struct ratios {
    double least, most; // of the estimate to the count
} ratios;

static void note(ratios *r, double told, double counted) {
    const double ratio = told / counted;
    r->least = ratio < r->least ? ratio : r->least, r->most = ratio > r->most ? ratio : r->most;
}

// The estimate is at least a third and at most ten times the count. Less than a millisecond is ignored.
static bool is_told(double told, double counted, double slack) {
    return told >= (counted - slack) / 3 && told <= 10 * counted + slack;
}

static void say_set(const kind *k, const tr_recipe *recipe, const char *what, double told, double counted) {
    const void *element = k->warp ? (const void *)&recipe->warps[recipe->warp_count - 1]
                                  : (const void *)&recipe->layers[recipe->layer_count - 1];
    print_message("%s: %s %.3g estimated, %.3g counted:", k->of->name, what, told, counted);
    for (int i = 0; i < k->of->parameters.count; i++) {
        const tr_parameter *p = &k->of->parameters.rows[i];
        const void *at = tr_parameter_in(p, element);
        if (p->kind == TR_PARAMETER_NUMBER || p->kind == TR_PARAMETER_WHOLE || p->kind == TR_PARAMETER_KNOBBED)
            print_message(" %s=%.4g", p->key,
                          p->kind == TR_PARAMETER_KNOBBED ? ((const tr_number *)at)->plus
                                                          : *(const double *)at);
        else if (p->kind == TR_PARAMETER_CHOICE)
            print_message(" %s=%s", p->key, p->names[*(const int *)at]);
    }
    print_message("\n");
}

// One set of parameters: whether all estimates are good.
static bool test_set(const kind *k, tr_pool *pool, int number, ratios r[2], pace *seen) {
    tr_recipe *recipe = draw_recipe(k, tr_hash_pair(tr_hash_text(1, k->of->name), (uint64_t)number));
    const int last = recipe->layer_count - 1;
    tr_cost cost = tr_field_cost(recipe, last, map_width);
    double told = 0, places_before = 0;
    for (int i = 0; i < recipe->warp_count; i++)
        told += tr_warp_cost(recipe, i, map_width).operations;
    for (int i = 0; i <= last; i++) {
        const tr_cost one = tr_field_cost(recipe, i, map_width);
        told += one.operations + one.places * places_before;
        places_before += tr_field_cost(recipe, i, TR_QUANTILE_WIDTH).sample;
    }
    pace made = {0};
    const tr_watch watch = {.stopped = goes_on, .context = &made};
    const tr_surface_options how = {.isa = tr_isa_best(), .pool = pool, .watch = &watch};
    tr_surface *surface;
    tr_error error = {0};
    if (tr_surface_make(recipe, &how, &surface, &error) != TR_OK)
        fail_msg("%s: %s", k->of->name, error.message);
    const double making = (double)surface->operations;
    double sample = count_samples(surface, cost.sample < 1000, some, seen);
    if (!is_told(cost.sample, sample, 0))
        sample = count_samples(surface, false, 1, seen);
    bool good = is_told(cost.sample, sample, 0);
    if (!good)
        say_set(k, recipe, "a sample", cost.sample, sample);
    if (!is_told(told, making, 1e6))
        good = false, say_set(k, recipe, "making", told, making);
    if (making > TR_METER_LOOK * (1.0 + (double)made.looks))
        good = false, say_set(k, recipe, "looks", (double)made.looks, making / TR_METER_LOOK);
    note(&r[0], cost.sample, sample);
    if (making > 1e6)
        note(&r[1], told, making);
    tr_surface_destroy(surface);
    tr_recipe_destroy(recipe);
    return good;
}

static int test_kind(const kind *k, tr_pool *pool) {
    ratios r[2] = {{1e9, 0}, {1e9, 0}};
    pace seen = {0};
    const int sets = is_full() ? 200 : 25;
    int wrong = 0;
    for (int i = 0; i < sets; i++)
        wrong += !test_set(k, pool, i, r, &seen);
    print_message("%-16s estimated over counted: a sample %.2f … %.2f", k->of->name, r[0].least, r[0].most);
    if (r[1].most > 0)
        print_message(", making %.2f … %.2f", r[1].least, r[1].most);
    print_message("; at most %.0f operations between two of %.0f polls; %d wrong\n", (double)seen.longest,
                  (double)seen.looks, wrong);
    return wrong + (seen.longest > TR_METER_LOOK);
}

static void test_every_kind_is_told(void **state) {
    (void)state;
    tr_pool *pool;
    int wrong = 0;
    const char *only = getenv("TR_ONLY");
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    for (int t = 0; tr_field_types[t]; t++) {
        const kind k = kind_of_field(&tr_field_types[t]->kind);
        if (!only || strcmp(only, k.of->name) == 0)
            wrong += test_kind(&k, pool);
    }
    for (int t = 0; tr_warp_types[t]; t++) {
        const kind k = kind_of_warp(&tr_warp_types[t]->kind);
        if (!only || strcmp(only, k.of->name) == 0)
            wrong += test_kind(&k, pool);
    }
    tr_pool_destroy(pool);
    assert_int_equal(wrong, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_kind_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
