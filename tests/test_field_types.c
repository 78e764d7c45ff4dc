// Rules for every kind of field, checked for its example and each of its choices: values stay within its
// reach, the bits are the same on every instruction set and in every block, and poles look like other places.
// Features that are much finer than a texel have faded into their mean. Each seed gives other values.
// The kinds come from the table, so a new kind is tested too. (test_field.c has golden hashes and checks
// seams.)
// ctest: COST 20
#include "noise/maths/trig.h"
#include "planet/private/plan.h"
#include "support.h"
#include "worlds.h"

#include <math.h>
#include <stdlib.h>

enum { columns = 64, rows = columns / 2, count = columns * rows, fine_width = 2048 };

// One array of a block, with space for the samples that batch kernels touch after it.
typedef float lane[count + TR_BATCH_SAMPLES];

typedef struct samples {
    lane x, y, z;
} samples;

static void load(const tr_field_type *type, uint64_t seed, tr_scene *scene) {
    const tr_world world = {.name = type->example.name, .has_seed = true, .seed = seed, .field_width = 256};
    *scene = load_world(world);
    tr_recipe_coarsen(scene->planets[0].recipe, 32);
}

// Evaluates the field of the last layer at samples in rows of `columns_`, as in a map of that width.
static void evaluate(const tr_surface *s, int width, int samples_, int columns_, const float *x, const float *y,
                     const float *z, float *out) {
    static lane spare[3];
    const tr_field_plan *field = &s->fields[s->layer_count - 1];
    int32_t *list = malloc((s->list_capacity + 1) * sizeof *list);
    assert_non_null(list);
    const tr_block block = {.isa = s->isa,
                            .width = width,
                            .texel = (float)(2 * TR_PI / width),
                            .count = samples_,
                            .columns = columns_,
                            .x = x,
                            .y = y,
                            .z = z,
                            .spare = {spare[0], spare[1], spare[2]},
                            .list = list};
    tr_field_evaluate(field, &block, out);
    free(list);
}

// ---- rules -------------------------------------------------------------------------------------

// The reach is a usual range, not a limit: a few distances may lie outside it, and so may many values of
// fields that are solved for the whole planet.
static bool keeps_its_range(const tr_surface *surface, const tr_layer *layer, const float *values) {
    double low, high;
    if (surface->fields[surface->layer_count - 1].solution)
        return true;
    tr_field_reach(layer, &low, &high);
    int beyond = 0;
    for (int i = 0; i < count; i++)
        beyond += !(values[i] >= low - 1e-5 * fabs(low) - 1e-6 && values[i] <= high + 1e-5 * fabs(high) + 1e-6);
    return beyond <= count / 32;
}

static bool depends_on_the_block(const tr_surface *surface, int width, const samples *s, const float *whole) {
    lane part;
    int different = 0;
    for (int j = 0; j < rows; j += 5) {
        const int first = j * columns;
        evaluate(surface, width, columns, columns, s->x + first, s->y + first, s->z + first, part);
        different += memcmp(part, whole + first, columns * sizeof *part) != 0;
    }
    for (int i = 0; i < count; i += 61) {
        evaluate(surface, width, 1, 1, s->x + i, s->y + i, s->z + i, part);
        different += memcmp(part, whole + i, sizeof *part) != 0;
    }
    return different > 0;
}

// Places samples on a small circle around a direction.
static void circle(const double d[3], double radius, int places, samples *s) {
    const int axis = fabs(d[1]) < 0.6 ? 1 : 0;
    double a[3] = {0}, b[3], length = 0, sine, cosine;
    for (int k = 0; k < 3; k++)
        a[k] = (k == axis) - d[axis] * d[k], length += a[k] * a[k];
    for (int k = 0; k < 3; k++)
        a[k] /= sqrt(length);
    b[0] = d[1] * a[2] - d[2] * a[1], b[1] = d[2] * a[0] - d[0] * a[2], b[2] = d[0] * a[1] - d[1] * a[0];
    for (int i = 0; i < places; i++) {
        tr_sincos(2 * TR_PI * i / places, &sine, &cosine);
        double p[3];
        for (int k = 0; k < 3; k++)
            p[k] = d[k] + radius * (cosine * a[k] + sine * b[k]);
        const double scale = 1 / sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        s->x[i] = (float)(p[0] * scale), s->y[i] = (float)(p[1] * scale), s->z[i] = (float)(p[2] * scale);
    }
}

// The variation of a field along that circle, in a map with 32 texels around it.
static double spread_round(const tr_surface *surface, const double d[3]) {
    enum { places = 32 };
    const double radius = 0.02;
    static samples s;
    lane out;
    circle(d, radius, places, &s);
    evaluate(surface, (int)(places / radius), places, places, s.x, s.y, s.z, out);
    double low = out[0], high = out[0];
    for (int i = 1; i < places; i++)
        low = fmin(low, out[i]), high = fmax(high, out[i]);
    return high - low;
}

// Whether the field is pinched: around a pole it runs through all its values, while it varies slowly
// elsewhere.
static bool is_pinched(const tr_surface *surface) {
    enum { places = 100 };
    double most = 0;
    for (int i = 0; i < places; i++) { // Fibonacci lattice without the polar caps
        double sine, cosine;
        const double y = 0.95 - 1.9 * (i + 0.5) / places, around = sqrt(1 - y * y);
        tr_sincos(i * 2.399963229728653, &sine, &cosine);
        most = fmax(most, spread_round(surface, (double[3]){around * cosine, y, around * sine}));
    }
    const double poles[2] = {spread_round(surface, (double[3]){0, 1, 0}),
                             spread_round(surface, (double[3]){0, -1, 0})};
    return fmax(poles[0], poles[1]) > 1.5 * most + 1e-6;
}

// ---- all kinds ---------------------------------------------------------------------------------

// Checks samples of a map of that width: all of a coarse one, or a part of a fine one.
static void test_samples(const tr_surface *const *surfaces, const tr_layer *layer, int width,
                         const char *what) {
    static samples s;
    static lane u, v, first, other;
    const int row = width == columns ? 0 : width / 7, column = width == columns ? 0 : width - columns / 2;
    tr_sphere_samples(&(tr_rectangle){width, row, rows, column, columns}, s.x, s.y, s.z, u, v);
    evaluate(surfaces[0], width, count, columns, s.x, s.y, s.z, first);
    // The whole planet, because parts may be unusual; finely, because a coarse map shows means.
    if (width == columns) {
        evaluate(surfaces[0], fine_width, count, columns, s.x, s.y, s.z, other);
        if (!keeps_its_range(surfaces[0], layer, other))
            fail_msg("%s, %s: values outside its reach", layer->name, what);
    }
    if (depends_on_the_block(surfaces[0], width, &s, first))
        fail_msg("%s, %s: the bits depend on the block", layer->name, what);
    for (tr_isa isa = 1; isa < TR_ISA_COUNT; isa++) {
        if (!surfaces[isa])
            continue;
        evaluate(surfaces[isa], width, count, columns, s.x, s.y, s.z, other);
        if (memcmp(first, other, count * sizeof *first) != 0)
            fail_msg("%s, %s: other bits on %s", layer->name, what, tr_isa_name(isa));
    }
}

static void test_one(const tr_recipe *recipe, const char *key, const char *choice, tr_pool *pool) {
    const tr_layer *layer = &recipe->layers[recipe->layer_count - 1];
    tr_surface *surfaces[TR_ISA_COUNT] = {NULL};
    char what[64];
    snprintf(what, sizeof what, "%s %s", key, choice);
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        if (tr_isa_available(isa))
            assert_int_equal(tr_surface_create(recipe, isa, pool, NULL, &surfaces[isa], NULL), TR_OK);
    const tr_surface *const all[TR_ISA_COUNT] = {surfaces[0], surfaces[1], surfaces[2]};
    test_samples(all, layer, columns, what);
    test_samples(all, layer, fine_width, what);
    if (is_pinched(surfaces[0]))
        fail_msg("%s, %s: pinched at a pole", layer->name, what);
    for (tr_isa isa = 0; isa < TR_ISA_COUNT; isa++)
        tr_surface_destroy(surfaces[isa]);
}

// Sets the parameter `scale` of the last layer to the highest value. False: there is none.
static bool make_fine(tr_recipe *recipe) {
    tr_layer *layer = &recipe->layers[recipe->layer_count - 1];
    for (int i = 0; i < layer->kind->parameters.count; i++) {
        const tr_parameter *p = &layer->kind->parameters.rows[i];
        if (strcmp(p->key, "scale") != 0)
            continue;
        if (p->kind == TR_PARAMETER_KNOBBED)
            *(tr_number *)tr_parameter_at(p, layer) = (tr_number){.plus = p->high};
        else
            *(double *)tr_parameter_at(p, layer) = p->high;
        return true;
    }
    return false;
}

// Whether the values of a coarse map are about equal.
static bool has_faded(const tr_surface *surface, const tr_layer *layer) {
    static samples s;
    static lane u, v, values;
    double low, high, sum = 0, squares = 0;
    tr_sphere_samples(&(tr_rectangle){columns, 0, rows, 0, columns}, s.x, s.y, s.z, u, v);
    evaluate(surface, columns, count, columns, s.x, s.y, s.z, values);
    for (int i = 0; i < count; i++)
        sum += (double)values[i], squares += (double)values[i] * (double)values[i];
    tr_field_reach(layer, &low, &high);
    return sqrt(fmax(squares / count - sum / count * (sum / count), 0)) <= 0.1 * (high - low);
}

// Exceptions: solutions for the whole planet, and streets, whose width does not depend on their scale.
static void test_fine_features_fade(void **state) {
    (void)state;
    int tested = 0;
    for (int t = 0; tr_field_types[t]; t++) {
        const char *name = tr_field_types[t]->example.name;
        tr_scene scene;
        tr_surface *surface;
        if (!name || strcmp(name, "streets") == 0)
            continue;
        load(tr_field_types[t], 5, &scene);
        tr_recipe *recipe = scene.planets[0].recipe;
        if (make_fine(recipe)) {
            assert_int_equal(tr_surface_create(recipe, tr_isa_best(), NULL, NULL, &surface, NULL), TR_OK);
            const int last = recipe->layer_count - 1;
            if (!surface->fields[last].solution && !has_faded(surface, &recipe->layers[last]))
                fail_msg("%s: features finer than a texel do not fade into their mean", name);
            tr_surface_destroy(surface);
            tested++;
        }
        tr_scene_clear(&scene);
    }
    assert_true(tested > 5);
}

static void sample_seed(const tr_field_type *type, uint64_t seed, float *values) {
    static samples s;
    static lane u, v;
    tr_scene scene;
    tr_surface *surface;
    load(type, seed, &scene);
    assert_int_equal(tr_surface_create(scene.planets[0].recipe, tr_isa_best(), NULL, NULL, &surface, NULL),
                     TR_OK);
    tr_sphere_samples(&(tr_rectangle){columns, 0, rows, 0, columns}, s.x, s.y, s.z, u, v);
    evaluate(surface, fine_width, count, columns, s.x, s.y, s.z, values);
    tr_surface_destroy(surface);
    tr_scene_clear(&scene);
}

// Exceptions: values of the position alone, and what somebody painted.
static void test_seeds_differ(void **state) {
    (void)state;
    static const char *const same[] = {"abs_sin_latitude", "sin_latitude", "axis", "constant", "strokes"};
    static lane one, other;
    for (int t = 0; tr_field_types[t]; t++) {
        const char *name = tr_field_types[t]->example.name;
        bool excepted = !name;
        for (int i = 0; name && i < 5; i++)
            excepted = excepted || strcmp(name, same[i]) == 0;
        if (excepted)
            continue;
        sample_seed(tr_field_types[t], 5, one);
        sample_seed(tr_field_types[t], 6, other);
        if (memcmp(one, other, count * sizeof *one) == 0)
            fail_msg("%s: two seeds give the same values: take random numbers from plan->seed", name);
    }
}

static void test_every_kind_of_field_keeps_the_laws(void **state) {
    (void)state;
    tr_pool *pool;
    assert_int_equal(tr_pool_create(1, &pool, NULL), TR_OK);
    int tested = 0;
    for (int t = 0; tr_field_types[t]; t++) {
        const tr_field_type *type = tr_field_types[t];
        if (!type->example.name)
            continue;
        tr_scene scene;
        load(type, 5, &scene);
        tr_recipe *recipe = scene.planets[0].recipe;
        tr_layer *layer = &recipe->layers[recipe->layer_count - 1];
        test_one(recipe, "as", "it is", pool);
        for (int i = 0; i < type->kind.parameters.count; i++) {
            const tr_parameter *p = &type->kind.parameters.rows[i];
            if (p->kind != TR_PARAMETER_CHOICE || strcmp(p->key, "domain") == 0) // a plane has other samples
                continue;
            int *choice = tr_parameter_at(p, layer), usual = *choice;
            for (*choice = 0; p->names[*choice]; ++*choice, tested++)
                if (*choice != usual && tr_recipe_check(recipe, NULL) == TR_OK)
                    test_one(recipe, p->key, p->names[*choice], pool);
            *choice = usual;
        }
        tested++;
        tr_scene_clear(&scene);
    }
    assert_true(tested > 50);
    tr_pool_destroy(pool);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_kind_of_field_keeps_the_laws),
                                       cmocka_unit_test(test_fine_features_fade),
                                       cmocka_unit_test(test_seeds_differ)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
