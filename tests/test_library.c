// The library as another program uses it: terrella/terrella.h, its guarantees and errors. Results are
// compared with those of the program for the same recipes.
#include "terrella/terrella.h"

#include "base/isa.h"
#include "base/version.h"
#include "export/export.h"
#include "folders.h"
#include "planet/rings.h"
#include "planet/surface.h"
#include "scene/load.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static tr_context *new_context(const tr_context_options *options) {
    tr_context *context;
    assert_int_equal(tr_context_create(options, &context, NULL), TR_OK);
    return context;
}

static tr_recipe *of_type(const char *type, uint64_t seed) {
    tr_recipe *recipe;
    tr_error error = {0};
    if (tr_recipe_of_type(type, seed, &recipe, &error) != TR_OK)
        fail_msg("%s: %s", type, error.message);
    return recipe;
}

// The same with coarse lattices, for small maps.
static tr_recipe *coarse(const char *type, uint64_t seed) {
    tr_recipe *recipe = of_type(type, seed);
    tr_recipe_coarsen(recipe, 32);
    return recipe;
}

static tr_planet *new_planet(tr_context *context, const tr_recipe *recipe) {
    tr_planet *planet;
    tr_error error = {0};
    if (tr_planet_create(context, recipe, NULL, &planet, &error) != TR_OK)
        fail_msg("%s", error.message);
    return planet;
}

static tr_patch whole(int columns) { return (tr_patch){TR_EQUIRECT, 0, columns, 0, 0, columns, columns / 2}; }

// ---- whole maps in memory ------------------------------------------------------------------------

typedef struct map_set {
    int columns;
    size_t bytes[TR_MAP_COUNT];
    void *texels[TR_MAP_COUNT];
} map_set;

static map_set new_maps(int columns) {
    map_set set = {.columns = columns};
    for (int m = 0; m < TR_MAP_COUNT; m++) {
        const tr_map_format *format = tr_map_get_format((tr_map)m);
        set.bytes[m] = (size_t)columns * (size_t)(columns / 2) * (size_t)(format->channels * format->bytes);
        set.texels[m] = calloc(1, set.bytes[m]);
    }
    return set;
}

static void drop_maps(map_set *set) {
    for (int m = 0; m < TR_MAP_COUNT; m++)
        free(set->texels[m]);
}

static void bake(const tr_planet *planet, map_set *set) {
    tr_error error = {0};
    const tr_patch patch = whole(set->columns);
    if (tr_planet_bake(planet, &patch, set->texels, NULL, &error) != TR_OK)
        fail_msg("%s", error.message);
}

static bool are_equal(const map_set *a, const map_set *b) {
    for (int m = 0; m < TR_MAP_COUNT; m++)
        if (memcmp(a->texels[m], b->texels[m], a->bytes[m]) != 0)
            return false;
    return true;
}

// ---- versions, statuses, contexts ----------------------------------------------------------------

static void test_versions(void **state) {
    (void)state;
    assert_string_equal(tr_version(), TR_VERSION);
    assert_int_equal(tr_pixels(), TR_PIXELS);
    for (int s = TR_OK; s <= TR_BUG; s++)
        assert_true(strlen(tr_status_text((tr_status)s)) > 3);
    assert_non_null(tr_status_text((tr_status)99));
    for (int m = 0; m < TR_MAP_COUNT; m++)
        assert_non_null(tr_map_get_format((tr_map)m)->name);
    assert_null(tr_map_get_format(TR_MAP_COUNT));
    tr_free(NULL);
}

static void test_contexts(void **state) {
    (void)state;
    static const tr_context_options wrong[] = {{.threads = -1}, {.threads = 257}, {.isa = "mmx"}};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_context *context = (tr_context *)&state;
        tr_error error = {0};
        assert_int_equal(tr_context_create(&wrong[i], &context, &error), TR_BAD_USAGE);
        assert_null(context);
        assert_int_equal(error.status, TR_BAD_USAGE);
        assert_true(error.message[0]);
        assert_int_equal(tr_context_create(&wrong[i], &context, NULL), TR_BAD_USAGE);
    }
    tr_context_destroy(new_context(NULL));
    tr_context_destroy(new_context(&(tr_context_options){.threads = 3, .isa = "baseline"}));
    tr_context_destroy(NULL);
}

// A planet that needs more than the context allows is rejected, on creation and on update. One that needs
// less is created.
static void test_limits(void **state) {
    (void)state;
    static const char text[] =
        "{\"type\": \"x\", \"radius_km\": 1000, \"layers\": [{\"name\": \"wide\", \"field\": "
        "\"midpoint\", \"cells\": 256, \"levels\": 0}]}";
    static const struct {
        tr_context_options options;
        const char *words;
    } cases[] = {
        {{.limit_bytes = 4000000}, "GB of memory, most of it 'wide', and at most 0.004 GB are allowed"},
        {{.limit_seconds = 0.001}, "s of work, most of it 'wide', and at most 0.001 s are allowed"},
        {{.limit_bytes = 100000000, .limit_seconds = 10}, NULL},
        {{.threads = 1}, NULL}};
    // overlapping sites cost time per sample, not on creation; a quantile evaluates many samples
    static const char rays[] = "{\"type\": \"x\", \"radius_km\": 1000, \"layers\": [{\"name\": \"rays\", "
                               "\"field\": \"wisps\", \"density\": "
                               "100000, \"radius_min\": 0.3, \"radius_max\": 1, \"rays\": 200, \"length\": 2}, "
                               "{\"name\": \"b\", \"field\": "
                               "\"quantile\"}]}";
    tr_recipe *wide, *small = coarse("barren", 1);
    assert_int_equal(tr_recipe_from_json(text, strlen(text), &wide, NULL), TR_OK);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tr_context *context = new_context(&cases[i].options);
        tr_planet *planet = (tr_planet *)&state;
        tr_error error = {0};
        const tr_status want = cases[i].words ? TR_BAD_INPUT : TR_OK;
        assert_int_equal(tr_planet_create(context, wide, NULL, &planet, &error), want);
        assert_true((planet != NULL) == !cases[i].words);
        assert_true(!cases[i].words || strstr(error.message, cases[i].words));
        tr_planet_destroy(planet);
        if (!cases[i].options.limit_seconds) { // every planet needs more time than that
            planet = new_planet(context, small);
            assert_int_equal(tr_planet_update(planet, wide, NULL, NULL), want);
            tr_planet_destroy(planet);
        }
        tr_context_destroy(context);
    }
    tr_recipe *overlapping;
    tr_planet *none = NULL;
    tr_context *usual = new_context(NULL);
    tr_error told = {0};
    assert_int_equal(tr_recipe_from_json(rays, strlen(rays), &overlapping, NULL), TR_OK);
    assert_int_equal(tr_planet_create(usual, overlapping, NULL, &none, &told), TR_BAD_INPUT);
    assert_non_null(strstr(told.message, "s of work, most of it 'rays', and at most 60 s are allowed"));
    tr_context_destroy(usual);
    tr_recipe_destroy(overlapping);
    tr_recipe_destroy(wide);
    tr_recipe_destroy(small);
    for (int bad = 0; bad < 2; bad++) {
        const tr_context_options options = {.limit_seconds = bad ? -1 : NAN};
        tr_context *context;
        assert_int_equal(tr_context_create(&options, &context, NULL), TR_BAD_USAGE);
    }
}

// ---- recipes -------------------------------------------------------------------------------------

static void test_types(void **state) {
    (void)state;
    char names[64][TR_NAME_BYTES], line[256];
    tr_recipe *recipe;
    const int count = tr_type_list(names, 64);
    assert_in_range(count, 20, 64);
    assert_int_equal(tr_type_list(names, 3), count);
    for (int i = 0; i < count; i++) {
        assert_int_equal(tr_recipe_of_type(names[i], 7, &recipe, NULL), TR_OK);
        assert_int_equal(tr_type_summary(names[i], line, sizeof line, NULL), TR_OK);
        assert_true(line[0]);
        tr_recipe_destroy(recipe);
    }
    tr_recipe_destroy(NULL);
}

static void test_unknown_types(void **state) {
    (void)state;
    // names of scenes and files, and "", are not types
    static const char *const names[] = {"earthlik", "", "ringed", "/etc/passwd", "./a.json"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        tr_recipe *recipe = (tr_recipe *)&state;
        tr_error error = {0};
        assert_int_equal(tr_recipe_of_type(names[i], 1, &recipe, &error), TR_BAD_USAGE);
        assert_null(recipe);
        assert_non_null(
            strstr(error.message, i == 0 ? "did you mean 'earthlike'?" : "there is no planet type"));
        assert_int_equal(tr_recipe_of_type("barren", (uint64_t)1 << 63, &recipe, NULL), TR_BAD_USAGE);
        assert_int_equal(tr_recipe_of_type("mars", 1, &recipe, &error), TR_BAD_USAGE);
        assert_null(strstr(error.message, "mars")); // the first error is kept
    }
}

static void test_texts(void **state) {
    (void)state;
    tr_recipe *recipe = of_type("radiated", 11), *again, *copy;
    for (int indented = 0; indented < 2; indented++) {
        char *text;
        assert_int_equal(tr_recipe_to_json(recipe, indented, &text, NULL), TR_OK);
        assert_int_equal(tr_recipe_from_json(text, strlen(text), &again, NULL), TR_OK);
        assert_true(tr_recipe_equal(recipe, again));
        assert_true(indented == (strchr(text, '\n') != NULL));
        tr_free(text);
        tr_recipe_destroy(again);
    }
    assert_int_equal(tr_recipe_copy(recipe, &copy, NULL), TR_OK);
    assert_true(tr_recipe_equal(recipe, copy));
    tr_recipe_destroy(copy);
    tr_recipe_destroy(recipe);

    static const char type[] =
        "{\"type\": \"radiated\", \"seed\": 11}, and more", // only the first 32 bytes are read
        scene[] = "{\"planets\": [{\"name\": \"A\", \"type\": \"ice\"}]}";
    assert_int_equal(tr_recipe_from_json(type, 32, &again, NULL), TR_OK);
    recipe = of_type("radiated", 11);
    assert_true(tr_recipe_equal(recipe, again));
    tr_recipe_destroy(again);
    tr_recipe_destroy(recipe);
    assert_int_equal(tr_recipe_from_json(scene, strlen(scene), &again, NULL), TR_OK);
    tr_recipe_destroy(again);
}

static void test_wrong_texts(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *path, *words;
    } wrong[] = {
        {"", 1, 1, "", ""},
        {"{\n  \"type\": }", 2, 11, "", ""},
        {"{\"radius_km\": -4}", 1, 15, "radius_km", "radius_km"},
        {"{\"type\": \"mars\"}", 1, 10, "type", "mars"},
        {"[]", 1, 1, "", "object"},
        {"{\"planets\": [{\"name\": \"A\", \"orbit\": {\"radius_km\": 1e8}}, {\"name\": \"B\"}]}", 0, 0, "",
         "2 planets"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_recipe *recipe = (tr_recipe *)&state;
        tr_error error = {0};
        assert_int_equal(tr_recipe_from_json(wrong[i].text, strlen(wrong[i].text), &recipe, &error),
                         TR_BAD_INPUT);
        assert_null(recipe);
        assert_int_equal(error.line, wrong[i].line);
        assert_int_equal(error.column, wrong[i].column);
        assert_string_equal(error.path, wrong[i].path);
        assert_string_equal(error.file, "");
        assert_non_null(strstr(error.message, wrong[i].words));
    }
    tr_recipe *recipe;
    assert_int_equal(tr_recipe_from_json("{}\0{}", 5, &recipe, NULL), TR_BAD_INPUT);
    assert_int_equal(tr_recipe_from_json("{}", (size_t)1 << 40, &recipe, NULL), TR_BAD_INPUT);
}

// What the command line does with a type and sets.
static tr_status load_with(const char *type, uint64_t seed, int count, const char *const *sets, tr_scene *scene,
                           tr_error *error) {
    const tr_world world = {.name = type, .has_seed = true, .seed = seed, .set_count = count, .sets = sets};
    return tr_world_load(&world, scene, error);
}

static void test_sets_are_those_of_the_command_line(void **state) {
    (void)state;
    static const struct {
        const char *type, *sets[4];
    } cases[] = {
        {"earthlike", {"radius_km=5000"}},
        {"earthlike", {"ocean=0.4"}},
        {"earthlike", {"ocean=0.4", "layers.sea level.coverage=0.2"}},
        {"earthlike", {"ocean=0.4", "warmth=1", "noisiness=0.3", "tilt_deg=3"}},
        {"radiated", {"noisiness=0.3"}},
        {"earthlike", {"layers.grain.octaves=9", "air={\"thickness\": 0}"}},
        {"barren", {"rings={\"opacity\": 0.5}"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int count = 0;
        while (count < 4 && cases[i].sets[count])
            count++;
        tr_recipe *recipe = of_type(cases[i].type, 7);
        tr_scene scene;
        tr_error error = {0};
        const tr_status there = load_with(cases[i].type, 7, count, cases[i].sets, &scene, &error);
        const tr_status here = tr_recipe_set(recipe, count, cases[i].sets, &error);
        if (there != TR_OK || here != TR_OK)
            fail_msg("%s %s: %s", cases[i].type, cases[i].sets[0], error.message);
        assert_true(tr_recipe_equal(recipe, scene.planets[0].recipe));
        tr_scene_clear(&scene);
        tr_recipe_destroy(recipe);
    }
}

static void test_wrong_sets_change_nothing(void **state) {
    (void)state;
    static const char *const sets[][2] = {
        {"radius_km=5000", "ocaen=0.4"},  {"radius_km=5000", "radius_km=-1"},
        {"radius_km=5000", "noequals"},   {"tilt_deg=3", "type=ice"},
        {"tilt_deg=3", "ocean=2"},        {"tilt_deg=3", "layers.grian.octaves=3"},
        {"tilt_deg=3", "layers.grain=3"}, {"tilt_deg=3", "height_min_m=20000"}};
    static const char *const paths[] = {"ocaen", "radius_km", "", "", "ocean", "", "", "height_max_m"};
    tr_recipe *recipe = of_type("earthlike", 7), *before = of_type("earthlike", 7);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        tr_error here = {0}, there = {0};
        tr_scene scene;
        assert_int_equal(tr_recipe_set(recipe, 2, sets[i], &here), TR_BAD_USAGE);
        assert_int_equal(load_with("earthlike", 7, 2, sets[i], &scene, &there), TR_BAD_USAGE);
        tr_scene_clear(&scene);
        assert_memory_equal(there.message, "--set ", 6); // the library has no option --set
        assert_string_equal(here.message, there.message + 6);
        assert_string_equal(here.path, paths[i]);
        assert_true(tr_recipe_equal(recipe, before));
    }
    tr_error error = {0};
    tr_recipe_set(recipe, 2, sets[0], &error);
    assert_non_null(strstr(error.message, "did you mean 'ocean'?"));
    static const char *const planets[] = {"planets=[{\"name\": \"A\"}]"};
    assert_int_equal(tr_recipe_set(recipe, 1, planets, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_recipe_set(recipe, 0, NULL, NULL), TR_OK);
    assert_true(tr_recipe_equal(recipe, before));
    tr_recipe_destroy(before);
    tr_recipe_destroy(recipe);
}

static void test_numbers_and_knobs(void **state) {
    (void)state;
    static const char *const sets[] = {"ocean=0.25", "radius_km=5000"};
    tr_recipe *recipe = of_type("earthlike", 7);
    tr_knob_info knobs[16];
    double value = 0;
    assert_int_equal(tr_recipe_set(recipe, 2, sets, NULL), TR_OK);
    assert_true(tr_recipe_number(recipe, "radius_km", &value) && value == 5000);
    assert_true(tr_recipe_number(recipe, "ocean", &value) && fabs(value - 0.25) < 1e-12);
    assert_true(tr_recipe_number(recipe, "noisiness", &value));
    assert_false(tr_recipe_number(recipe, "type", &value));
    assert_false(tr_recipe_number(recipe, "nothing.here", &value));
    const int count = tr_recipe_knobs(recipe, knobs, 16);
    assert_in_range(count, 6, 16);
    bool found = false;
    for (int i = 0; i < count; i++) {
        assert_true(knobs[i].label[0] && knobs[i].what[0] && knobs[i].value >= 0 && knobs[i].value <= 1);
        found = found || (strcmp(knobs[i].name, "ocean") == 0 && fabs(knobs[i].value - 0.25) < 1e-12);
    }
    assert_true(found);
    assert_int_equal(tr_recipe_knobs(recipe, knobs, 2), count);
    tr_recipe_destroy(recipe);
}

// ---- texels --------------------------------------------------------------------------------------

static void run_serially(void *system, int count, tr_job job, void *data) {
    ++*(int *)system;
    for (int i = 0; i < count; i++)
        job(data);
}

typedef struct job_call {
    tr_job job;
    void *data;
} job_call;

static void *call_job(void *argument) {
    const job_call *call = argument;
    call->job(call->data);
    return NULL;
}

static void run_in_threads(void *system, int count, tr_job job, void *data) {
    pthread_t threads[16];
    job_call call = {job, data};
    ++*(int *)system;
    assert_in_range(count, 1, 16);
    for (int i = 0; i < count; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, call_job, &call), 0);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
}

// Runs each job on a separate stack and measures its depth.
typedef struct measured_stack {
    size_t bytes, deepest;
    unsigned char *memory;
} measured_stack;

static void run_measured(void *system, int count, tr_job job, void *data) {
    measured_stack *stack = system;
    const unsigned char unused = 0xa5;
    pthread_attr_t attributes;
    pthread_t thread;
    job_call call = {job, data};
    memset(stack->memory, unused, stack->bytes);
    assert_int_equal(pthread_attr_init(&attributes), 0);
    assert_int_equal(pthread_attr_setstack(&attributes, stack->memory, stack->bytes), 0);
    for (int i = 0; i < count; i++) {
        assert_int_equal(pthread_create(&thread, &attributes, call_job, &call), 0);
        pthread_join(thread, NULL);
    }
    pthread_attr_destroy(&attributes);
    size_t untouched = 0;
    while (untouched < stack->bytes && stack->memory[untouched] == unused)
        untouched++;
    if (stack->bytes - untouched > stack->deepest)
        stack->deepest = stack->bytes - untouched;
}

// terrella.h states how much stack a job uses. Sanitizers use more.
static void test_jobs_keep_to_their_stack(void **state) {
    if (!is_posix) // threads cannot be given a stack
        skip();
    struct folder *folder = *state;
    enum { promised = 640 << 10 };
    static _Alignas(4096) unsigned char memory[1 << 20];
    char names[64][TR_NAME_BYTES] = {"ice", "tundra"}; // these use the most
    const int types = under_sanitizer ? 0 : is_full() ? tr_type_list(names, 64) : 2;
    for (int t = 0; t < types; t++) {
        measured_stack stack = {.bytes = sizeof memory, .memory = memory};
        tr_context *context =
            new_context(&(tr_context_options){.threads = 1, .run = run_measured, .system = &stack});
        tr_recipe *recipe = coarse(names[t], 7);
        tr_planet *planet = new_planet(context, recipe);
        const tr_export_options options = {.directory = folder->path, .stem = names[t], .width = 64};
        assert_int_equal(tr_planet_export(planet, &options, NULL, NULL, NULL), TR_OK);
        print_message("%s: %d KiB of stack\n", names[t], (int)(stack.deepest >> 10));
        assert_in_range(stack.deepest, 4096, promised);
        tr_planet_destroy(planet);
        tr_recipe_destroy(recipe);
        tr_context_destroy(context);
    }
}

static void test_texels_are_the_programs(void **state) {
    (void)state;
    enum { columns = under_sanitizer ? 64 : 256 };
    static const char *const types[] = {"inferno", "asteroid", "terraformed", "gas-giant", "earthlike"};
    const size_t type_count = is_full() ? 5 : is_quick() ? 1 : 3; // the others take long to prepare
    int runs = 0;
    const tr_context_options options[] = {{.threads = 1, .isa = "baseline"},
                                          {.threads = 4},
                                          {.threads = 4, .run = run_serially, .system = &runs},
                                          {.threads = 5, .run = run_in_threads, .system = &runs}};
    for (size_t t = 0; t < type_count; t++) {
        tr_recipe *recipe = coarse(types[t], 7);
        map_set want = new_maps(columns), got = new_maps(columns);
        tr_surface *surface;
        tr_pool *pool;
        assert_int_equal(tr_pool_create(0, &pool, NULL), TR_OK);
        assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
        assert_int_equal(
            tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(columns), want.texels, NULL, NULL), TR_OK);
        tr_surface_destroy(surface);
        tr_pool_destroy(pool);
        for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
            runs = 0;
            tr_context *context = new_context(&options[i]);
            tr_planet *planet = new_planet(context, recipe);
            bake(planet, &got);
            assert_true(are_equal(&want, &got));
            assert_true(!options[i].run == !runs);
            tr_planet_destroy(planet);
            tr_context_destroy(context);
        }
        drop_maps(&want);
        drop_maps(&got);
        tr_recipe_destroy(recipe);
    }
}

// A patch equals the same part of the whole map, also for an updated planet, which caches field values.
static void test_patches_are_pieces(void **state) {
    (void)state;
    enum { side = 48, x = 11, y = 17, width = 23, height = 9, rounds = 3 };
    tr_recipe *recipe = coarse("earthlike", 7);
    tr_context *context = new_context(NULL);
    tr_planet *planet = new_planet(context, recipe);
    static uint8_t whole[side][side][3], piece[height][width][3];
    const tr_patch all = {TR_CUBE, 2, side, 0, 0, side, side}, part = {TR_CUBE, 2, side, x, y, width, height};
    for (int round = 0; round < rounds; round++) {
        void *const to_whole[TR_MAP_COUNT] = {whole}, *const to_piece[TR_MAP_COUNT] = {piece};
        memset(piece, 0, sizeof piece);
        assert_int_equal(tr_planet_bake(planet, &all, to_whole, NULL, NULL), TR_OK);
        for (int again = 0; again < 3; again++) {
            assert_int_equal(tr_planet_bake(planet, &part, to_piece, NULL, NULL), TR_OK);
            for (int j = 0; j < height; j++)
                assert_memory_equal(piece[j], whole[y + j][x], sizeof piece[j]);
        }
        const char *const sets[] = {round ? "noisiness=1.2" : "warmth=0.9"};
        assert_int_equal(tr_recipe_set(recipe, 1, sets, NULL), TR_OK);
        assert_int_equal(tr_planet_update(planet, recipe, NULL, NULL), TR_OK);
    }
    tr_planet_destroy(planet);
    tr_context_destroy(context);
    tr_recipe_destroy(recipe);
}

static void test_patches_that_cannot_be(void **state) {
    (void)state;
    static const tr_patch wrong[] = {
        {TR_EQUIRECT, 0, 62, 0, 0, 62, 31},
        {TR_EQUIRECT, 0, 129, 0, 0, 129, 64},
        {TR_EQUIRECT, 0, (1 << 22) + 2, 0, 0, 8, 8},
        {TR_EQUIRECT, 1, 128, 0, 0, 128, 64},
        {TR_EQUIRECT, 0, 128, 1, 0, 128, 64},
        {TR_EQUIRECT, 0, 128, 0, -1, 128, 64},
        {TR_EQUIRECT, 0, 128, 0, 0, 128, 65},
        {TR_EQUIRECT, 0, 128, 0, 0, 0, 64},
        {TR_EQUIRECT, 0, 128, 2147483647, 0, 2147483647, 64},
        {TR_EQUIRECT, 0, 128, 0, 0, 128, -64},
        {TR_CUBE, 12, 64, 0, 0, 64, 64},
        {TR_CUBE, -1, 64, 0, 0, 64, 64},
        {TR_CUBE, 0, 15, 0, 0, 15, 15},
        {TR_CUBE, 0, (1 << 20) + 1, 0, 0, 8, 8},
        {TR_CUBE, 0, 64, 0, 5, 64, 64},
        {TR_CUBE, 0, 64, -5, 0, 64, 64},
        {(tr_projection)2, 0, 128, 0, 0, 128, 64},
    };
    tr_context *context = new_context(&(tr_context_options){.threads = 1});
    tr_recipe *recipe = coarse("barren", 1);
    tr_planet *planet = new_planet(context, recipe);
    void *texels[TR_MAP_COUNT] = {0};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_error error = {0};
        assert_int_equal(tr_planet_bake(planet, &wrong[i], texels, NULL, &error), TR_BAD_USAGE);
        assert_true(error.message[0]);
    }
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

static void assert_direction(const tr_patch *patch, double x, double y, double a, double b, double c) {
    double d[3];
    tr_patch_direction(patch, x, y, d);
    assert_float_equal(d[0], a, 1e-12);
    assert_float_equal(d[1], b, 1e-12);
    assert_float_equal(d[2], c, 1e-12);
}

static void test_directions(void **state) {
    (void)state;
    const tr_patch map = whole(128);
    assert_direction(&map, 63.5, 31.5, 1, 0, 0);  // the centre
    assert_direction(&map, -0.5, 31.5, -1, 0, 0); // the western edge
    assert_direction(&map, 95.5, 31.5, 0, 0, -1); // 90 degrees to the east
    assert_direction(&map, 12, -0.5, 0, 1, 0);    // the north pole
    static const double middles[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const double k = 1 / sqrt(3);
    for (int face = 0; face < 6; face++) {
        const tr_patch side = {TR_CUBE, face, 16, 0, 0, 16, 16};
        assert_direction(&side, 7.5, 7.5, middles[face][0], middles[face][1], middles[face][2]);
    }
    // the upper left corners, as in OpenGL's table of cube faces
    assert_direction(&(tr_patch){TR_CUBE, 0, 16, 0, 0, 16, 16}, -0.5, -0.5, k, k, k);
    assert_direction(&(tr_patch){TR_CUBE, 1, 16, 0, 0, 16, 16}, -0.5, -0.5, -k, k, -k);
    assert_direction(&(tr_patch){TR_CUBE, 2, 16, 0, 0, 16, 16}, -0.5, -0.5, -k, k, -k);
    assert_direction(&(tr_patch){TR_CUBE, 3, 16, 0, 0, 16, 16}, -0.5, -0.5, -k, -k, k);
    assert_direction(&(tr_patch){TR_CUBE, 4, 16, 0, 0, 16, 16}, -0.5, -0.5, -k, k, k);
    assert_direction(&(tr_patch){TR_CUBE, 5, 16, 0, 0, 16, 16}, -0.5, -0.5, k, k, -k);
}

// ---- updates -------------------------------------------------------------------------------------

static void test_updates(void **state) {
    (void)state;
    enum { columns = under_sanitizer ? 64 : 256 };
    static const char *const sets[] = {"layers.sea level.coverage=0.3", "seed=9", "noisiness=0.9",
                                       "layers.sea level.coverage=0.4", "clouds.altitude_km=9"};
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("earthlike", 7);
    tr_planet *planet = new_planet(context, recipe);
    map_set want = new_maps(columns), got = new_maps(columns);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i += under_sanitizer ? 2 : 1) {
        assert_int_equal(tr_recipe_set(recipe, 1, &sets[i], NULL), TR_OK);
        assert_int_equal(tr_planet_update(planet, recipe, NULL, NULL), TR_OK);
        for (int twice = 0; twice < 2; twice++) {
            memset(got.texels[TR_MAP_ALBEDO], 0, got.bytes[TR_MAP_ALBEDO]);
            bake(planet, &got);
        }
        tr_planet *fresh = new_planet(context, recipe);
        bake(fresh, &want);
        assert_true(are_equal(&want, &got));
        tr_planet_destroy(fresh);
    }
    tr_planet_destroy(planet);
    drop_maps(&want);
    drop_maps(&got);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

static bool always(void *context) {
    (void)context;
    return true;
}

static bool after_some(void *left) { return atomic_fetch_sub((atomic_int *)left, 1) <= 0; }

// A stopped bake leaves half a map of cached values. The next bake does not use them.
static void test_a_stopped_bake_keeps_nothing(void **state) {
    (void)state;
    enum { columns = under_sanitizer ? 256 : 512 };
    const tr_patch patch = whole(columns);
    tr_context *context = new_context(&(tr_context_options){.threads = 2});
    tr_recipe *recipe = coarse("barren", 7);
    tr_planet *planet = new_planet(context, recipe);
    map_set want = new_maps(columns), got = new_maps(columns);
    bake(planet, &want);
    assert_int_equal(tr_planet_update(planet, recipe, NULL, NULL), TR_OK);
    for (int bands = 1; bands < 8; bands += 3) {
        atomic_int left = bands;
        const tr_watch watch = {.stopped = after_some, .context = &left};
        assert_int_equal(tr_planet_bake(planet, &patch, got.texels, &watch, NULL), TR_STOPPED);
        bake(planet, &got);
        assert_true(are_equal(&want, &got));
        assert_int_equal(tr_planet_update(planet, recipe, NULL, NULL), TR_OK);
    }
    drop_maps(&want);
    drop_maps(&got);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

static void test_stops(void **state) {
    (void)state;
    const tr_watch watch = {.stopped = always};
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("barren", 7), *other = coarse("inferno", 3);
    tr_planet *planet = new_planet(context, recipe), *none = planet;
    map_set before = new_maps(64), after = new_maps(64);
    const tr_patch patch = whole(64);
    bake(planet, &before);
    tr_error error = {0};
    assert_int_equal(tr_planet_create(context, other, &watch, &none, &error), TR_STOPPED);
    assert_null(none);
    assert_int_equal(tr_planet_update(planet, other, &watch, NULL), TR_STOPPED);
    assert_int_equal(tr_planet_bake(planet, &patch, after.texels, &watch, NULL), TR_STOPPED);
    bake(planet, &after);
    assert_true(are_equal(&before, &after));
    drop_maps(&before);
    drop_maps(&after);
    tr_planet_destroy(planet);
    tr_recipe_destroy(other);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// ---- progress and stop flags ---------------------------------------------------------------------

typedef struct progress {
    atomic_bool stop; // first, so that it is also what tr_stop_flag reads
    double done, stop_at;
    int reports;
    pthread_t caller;
    bool in_order;
} progress;

static void note(void *context, double done) {
    progress *p = context;
    p->in_order = p->in_order && done >= p->done && done <= 1 && pthread_equal(p->caller, pthread_self());
    p->done = done;
    p->reports++;
    if (done >= p->stop_at)
        atomic_store(&p->stop, true);
}

static void test_bakes_report_and_stop_by_a_flag(void **state) {
    (void)state;
    enum { columns = 512 };
    const tr_patch patch = whole(columns);
    tr_context *context = new_context(&(tr_context_options){.threads = 2});
    tr_recipe *recipe = coarse("barren", 7);
    tr_planet *planet = new_planet(context, recipe);
    map_set set = new_maps(columns);
    progress p = {.stop_at = 2, .caller = pthread_self(), .in_order = true};
    const tr_watch watch = {note, tr_stop_flag, &p};
    assert_int_equal(tr_planet_bake(planet, &patch, set.texels, &watch, NULL), TR_OK);
    assert_true(p.in_order && p.done == 1 && p.reports > 1);
    p = (progress){.stop_at = 0, .caller = pthread_self(), .in_order = true}; // by the first report
    assert_int_equal(tr_planet_bake(planet, &patch, set.texels, &watch, NULL), TR_STOPPED);
    assert_true(p.in_order && p.reports > 0 && p.done < 1);
    drop_maps(&set);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// Several threads bake one updated planet at different widths. Only one of them gets the cache.
typedef struct baking {
    pthread_t thread;
    const tr_planet *planet;
    map_set got;
} baking;

static void *bake_often(void *argument) {
    baking *b = argument;
    for (int i = 0; i < 4; i++)
        bake(b->planet, &b->got);
    return NULL;
}

static void test_bakes_at_once(void **state) {
    (void)state;
    enum { bakers = 4 };
    baking all[bakers];
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("barren", 7);
    tr_planet *planet = new_planet(context, recipe), *fresh = new_planet(context, recipe);
    assert_int_equal(tr_planet_update(planet, recipe, NULL, NULL), TR_OK);
    for (int i = 0; i < bakers; i++) {
        all[i] = (baking){.planet = planet, .got = new_maps((i < 2 ? 128 : 192) / (under_sanitizer ? 2 : 1))};
        assert_int_equal(pthread_create(&all[i].thread, NULL, bake_often, &all[i]), 0);
    }
    for (int i = 0; i < bakers; i++) {
        map_set want = new_maps(all[i].got.columns);
        pthread_join(all[i].thread, NULL);
        bake(fresh, &want);
        assert_true(are_equal(&want, &all[i].got));
        drop_maps(&want);
        drop_maps(&all[i].got);
    }
    tr_planet_destroy(fresh);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// ---- heights -------------------------------------------------------------------------------------

static void test_heights_are_those_of_the_map(void **state) {
    (void)state;
    enum { columns = under_sanitizer ? 128 : 512, rows = columns / 2, count = columns * rows };
    static const char *const types[] = {"earthlike", "barren", "inferno", "desert", "ice"};
    tr_context *context = new_context(NULL);
    float(*directions)[3] = malloc(count * sizeof *directions);
    float *heights = malloc(count * sizeof *heights);
    uint16_t *map = malloc(count * sizeof *map);
    const tr_patch patch = whole(columns);
    for (int i = 0; i < count; i++) {
        double d[3];
        tr_patch_direction(&patch, i % columns, i / columns, d);
        for (int k = 0; k < 3; k++)
            directions[i][k] = (float)d[k];
    }
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t += is_quick() ? 2 : 1) {
        tr_recipe *recipe = is_full() ? of_type(types[t], 7) : coarse(types[t], 7);
        tr_planet *planet = new_planet(context, recipe);
        tr_planet_facts facts;
        void *texels[TR_MAP_COUNT] = {[TR_MAP_HEIGHT] = map};
        tr_planet_describe(planet, &facts);
        assert_int_equal(tr_planet_bake(planet, &patch, texels, NULL, NULL), TR_OK);
        assert_int_equal(
            tr_planet_heights(planet, count, directions[0], 2 * 3.14159265358979 / columns, heights, NULL),
            TR_OK);
        int apart = 0, most = 0;
        for (int i = 0; i < count; i++) {
            const double code =
                ((double)heights[i] - facts.height_min_m) / (facts.height_max_m - facts.height_min_m) * 65535;
            const int steps = abs((int)floor(code + 0.5) - map[i]);
            apart += steps > 1;
            most = steps > most ? steps : most;
        }
        print_message("%s: %d of %d heights differ, by at most %d\n", types[t], apart, count, most);
        // (a float direction is up to half a metre off, which shows at cliffs such as lava fronts)
        assert_in_range(apart, 0, strcmp(types[t], "inferno") == 0 ? 8 : 2);
        assert_in_range(most, 0, 2);
        tr_planet_destroy(planet);
        tr_recipe_destroy(recipe);
    }
    free(map);
    free(heights);
    free(directions);
    tr_context_destroy(context);
}

// Heights do not depend on the order, number or length of the directions.
static void test_heights_do_not_know_each_other(void **state) {
    (void)state;
    enum { count = under_sanitizer ? 200 : 1000 };
    char names[64][TR_NAME_BYTES];
    const int types = tr_type_list(names, 64);
    static float directions[count][3], turned[count][3], all[count], some[count];
    uint64_t h = 1;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < 3; k++) {
            h = tr_hash_pair(h, (uint64_t)(3 * i + k));
            directions[i][k] = (float)(tr_hash_unit(h) * 2 - 1);
            turned[count - 1 - i][k] = 0.25f * directions[i][k];
        }
    tr_context *context = new_context(NULL);
    for (int t = 0; t < types; t += under_sanitizer ? 14 : is_full() ? 1 : 3) {
        tr_recipe *recipe = coarse(names[t], 7);
        tr_planet *planet = new_planet(context, recipe);
        assert_int_equal(tr_planet_heights(planet, count, directions[0], 1e-4, all, NULL), TR_OK);
        assert_int_equal(tr_planet_heights(planet, count, turned[0], 1e-4, some, NULL), TR_OK);
        for (int i = 0; i < count; i++)
            assert_true(some[count - 1 - i] == all[i]);
        for (int i = 0; i < count; i += is_full() ? 17 : 83) {
            float one;
            assert_int_equal(tr_planet_heights(planet, 1, directions[i], 1e-4, &one, NULL), TR_OK);
            assert_true(one == all[i]);
        }
        tr_planet_destroy(planet);
        tr_recipe_destroy(recipe);
    }
    tr_context_destroy(context);
}

static void test_wrong_heights(void **state) {
    (void)state;
    static const float wrong[][3] = {{0, 0, 0}, {NAN, 0, 1}, {INFINITY, 0, 0}}, right[1][3] = {{0, 1, 0}};
    float height;
    tr_context *context = new_context(&(tr_context_options){.threads = 1});
    tr_recipe *recipe = coarse("barren", 1);
    tr_planet *planet = new_planet(context, recipe);
    for (size_t i = 0; i < 3; i++)
        assert_int_equal(tr_planet_heights(planet, 1, wrong[i], 1e-3, &height, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_planet_heights(planet, 1, right[0], 0.2, &height, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_planet_heights(planet, 1, right[0], 1e-7, &height, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_planet_heights(planet, 1, right[0], NAN, &height, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_planet_heights(planet, 1, right[0], 1e-6, &height, NULL), TR_OK);
    assert_int_equal(tr_planet_heights(planet, 0, NULL, 1e-3, NULL, NULL), TR_OK);
    assert_int_equal(tr_planet_heights(planet, -1, right[0], 1e-3, &height, NULL), TR_BAD_USAGE);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// ---- facts, meshes, rings ------------------------------------------------------------------------

static void test_facts(void **state) {
    (void)state;
    static const char *const sets[] = {"rings={\"opacity\": 0.5, \"inner\": 1.5, \"outer\": 2}",
                                       "radius_km=1000"};
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("terraformed", 7);
    tr_planet_facts facts;
    assert_int_equal(tr_recipe_set(recipe, 2, sets, NULL), TR_OK);
    tr_planet *planet = new_planet(context, recipe);
    tr_planet_describe(planet, &facts);
    assert_true(facts.radius_m == 1e6 && facts.rings_inner_m == 1.5e6 && facts.rings_outer_m == 2e6);
    assert_true(facts.sea && !facts.gas && facts.mesh_columns == 0);
    assert_true(facts.height_min_m < 0 && facts.height_max_m > 0);
    assert_int_equal(facts.maps, tr_recipe_maps(recipe));

    uint8_t rgba[8 * 4], same[8 * 4];
    assert_int_equal(tr_planet_rings(planet, 8, rgba, NULL), TR_OK);
    tr_rings_bake(recipe, 8, same);
    assert_memory_equal(rgba, same, sizeof same);
    assert_int_equal(tr_planet_rings(planet, 0, rgba, NULL), TR_BAD_USAGE);

    uint32_t(*triangles)[3] = malloc((size_t)tr_mesh_triangles(64) * sizeof *triangles);
    float(*positions)[3] = malloc((size_t)tr_mesh_vertices(64) * sizeof *positions);
    tr_mesh mesh = {.columns = 64, .positions = positions, .triangles = triangles};
    assert_int_equal(tr_planet_mesh(planet, &mesh, NULL), TR_OK);
    for (int i = 0; i < tr_mesh_triangles(64); i++)
        for (int k = 0; k < 3; k++)
            assert_true(triangles[i][k] < (uint32_t)tr_mesh_vertices(64));
    static const int wrong[] = {0, 30, 33, 1026, -64};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        mesh.columns = wrong[i];
        assert_int_equal(tr_planet_mesh(planet, &mesh, NULL), TR_BAD_USAGE);
    }
    free(positions);
    free(triangles);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);

    recipe = coarse("asteroid", 2);
    planet = new_planet(context, recipe);
    tr_planet_describe(planet, &facts);
    assert_true(facts.mesh_columns > 0 && facts.rings_inner_m == 0);
    mesh = (tr_mesh){.columns = facts.mesh_columns == 64 ? 128 : 64};
    assert_int_equal(tr_planet_mesh(planet, &mesh, NULL), TR_BAD_USAGE);
    assert_int_equal(tr_planet_rings(planet, 8, rgba, NULL), TR_BAD_USAGE);
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// ---- files ---------------------------------------------------------------------------------------

// What `terrella export TYPE --seed 7` does.
static void export_by_program(const char *type, const char *directory, tr_export_result *result) {
    tr_scene scene;
    tr_surface *surface;
    tr_pool *pool;
    char stem[TR_STEM_BYTES];
    assert_int_equal(load_with(type, 7, 0, NULL, &scene, NULL), TR_OK);
    const tr_recipe *recipe = scene.planets[0].recipe;
    assert_int_equal(tr_pool_create(2, &pool, NULL), TR_OK);
    assert_int_equal(tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, NULL), TR_OK);
    assert_int_equal(tr_planet_stem(&scene.planets[0], stem, NULL), TR_OK);
    const tr_export_job job = {.recipe = recipe,
                               .directory = directory,
                               .stem = stem,
                               .width = 128,
                               .maps = tr_export_outputs(recipe),
                               .format = TR_FORMAT_PNG};
    assert_int_equal(tr_export(&job, surface, pool, NULL, result, NULL), TR_OK);
    tr_surface_destroy(surface);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
}

static void test_files_are_the_programs(void **state) {
    struct folder *folder = *state;
    static const char *const types[] = {"radiated", "asteroid"};
    static tr_export_result here, there;
    tr_context *context = new_context(NULL);
    for (size_t t = 0; t < sizeof types / sizeof types[0]; t++) {
        char directory[600];
        tr_recipe *recipe = of_type(types[t], 7);
        tr_planet *planet = new_planet(context, recipe);
        snprintf(directory, sizeof directory, "%s/here", folder->path);
        const tr_export_options options = {.directory = directory, .width = 128};
        assert_int_equal(tr_planet_export(planet, &options, NULL, &here, NULL), TR_OK);
        assert_int_equal(tr_planet_export(planet, &options, NULL, NULL, NULL), TR_OK);
        export_by_program(types[t], at(folder, "there"), &there);
        assert_int_equal(here.count, there.count);
        for (int i = 0; i < here.count; i++) {
            size_t a, b;
            assert_string_equal(strrchr(here.paths[i], '/'), strrchr(there.paths[i], '/'));
            unsigned char *first = read_file(here.paths[i], &a), *second = read_file(there.paths[i], &b);
            assert_int_equal(a, b);
            assert_memory_equal(first, second, a);
            free(first);
            free(second);
        }
        tr_planet_destroy(planet);
        tr_recipe_destroy(recipe);
    }
    tr_context_destroy(context);
}

// Without a width it is that of the program: rings are as wide as the maps.
static void test_the_usual_width(void **state) {
    struct folder *folder = *state;
    static tr_export_result result;
    static const struct {
        tr_layout layout;
        const char *target;
        unsigned width;
    } sets[] = {
        {TR_LAYOUT_EQUIRECT, NULL, 2048}, {TR_LAYOUT_CUBE, NULL, 1024}, {TR_LAYOUT_EQUIRECT, "godot", 2048}};
    const char *const rings[] = {"rings={\"opacity\": 0.5}"};
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("barren", 7);
    assert_int_equal(tr_recipe_set(recipe, 1, rings, NULL), TR_OK);
    tr_planet *planet = new_planet(context, recipe);
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        const tr_export_options options = {.directory = at(folder, "usual"),
                                           .layout = sets[i].layout,
                                           .target = sets[i].target,
                                           .outputs = 1u << TR_EXPORT_RINGS};
        assert_int_equal(tr_planet_export(planet, &options, NULL, &result, NULL), TR_OK);
        size_t size;
        unsigned char *png = read_file(result.paths[0], &size);
        assert_true(size > 24);
        assert_int_equal(png[18] << 8 | png[19], sets[i].width);
        free(png);
    }
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

static void test_exports_that_cannot_be(void **state) {
    struct folder *folder = *state;
    const char *directory = at(folder, "none");
    const struct {
        tr_export_options options;
        tr_status status;
    } wrong[] = {
        {{.directory = NULL, .width = 64}, TR_BAD_USAGE},
        {{.directory = directory, .width = 65}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .stem = "a/b"}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .stem = ""}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .format = TR_FORMAT_COUNT}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .format = (tr_file_format)-1}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .layout = TR_LAYOUT_COUNT}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .layout = (tr_layout)-1}, TR_BAD_USAGE},
        {{.directory = directory, .width = 2048, .layout = TR_LAYOUT_TILES, .tiles.size = 300}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .target = "none"}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .format = TR_FORMAT_KTX2, .blocks = TR_BLOCKS_NONE + 1},
         TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .blocks = (tr_blocks)-1}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .compression = TR_COMPRESSION_COUNT}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .compression = (tr_compression)-1}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .outputs = 1u << TR_EXPORT_OUTPUTS}, TR_BAD_USAGE},
        {{.directory = directory, .width = 64, .outputs = 1u << TR_EXPORT_RINGS}, TR_BAD_INPUT},
        {{.directory = directory, .width = 64, .outputs = 1u << TR_MAP_CLOUDS}, TR_BAD_INPUT},
        {{.directory = "/proc/none", .width = 64}, TR_CANNOT_WRITE},
    };
    tr_context *context = new_context(NULL);
    tr_recipe *recipe = coarse("barren", 7);
    tr_planet *planet = new_planet(context, recipe);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        tr_error error = {0};
        static tr_export_result result;
        result.count = 9;
        assert_int_equal(tr_planet_export(planet, &wrong[i].options, NULL, &result, &error), wrong[i].status);
        assert_true(error.message[0]);
        assert_int_equal(result.count, 0);
        assert_int_equal(count_entries(folder->path), 0);
    }
    tr_planet_destroy(planet);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
}

// ---- memory --------------------------------------------------------------------------------------

// An allocator that counts, and that fails at one allocation or from there on. It detects blocks passed to
// free() directly and blocks of malloc() passed to it.
typedef struct counting {
    atomic_long allocations, blocks;
    long fails; // 0: never
    bool and_after;
} counting;

enum { mark = 0x7e44e11a, before_block = 16 };

static bool must_fail(counting *c) {
    const long number = atomic_fetch_add(&c->allocations, 1) + 1;
    return c->fails && (number == c->fails || (c->and_after && number > c->fails));
}

static void *count_allocate(void *context, size_t bytes) {
    counting *c = context;
    char *block = must_fail(c) ? NULL : malloc(bytes + before_block);
    if (!block)
        return NULL;
    atomic_fetch_add(&c->blocks, 1);
    memset(block, 0xa5, bytes + before_block < 1 << 16 ? bytes + before_block : 1 << 16);
    *(uint32_t *)(void *)block = mark;
    return block + before_block;
}

static char *block_of(void *memory) {
    char *block = (char *)memory - before_block;
    assert_int_equal(*(uint32_t *)(void *)block, mark);
    return block;
}

static void *count_reallocate(void *context, void *memory, size_t bytes) {
    if (!memory)
        return count_allocate(context, bytes);
    char *moved = must_fail(context) ? NULL : realloc(block_of(memory), bytes + before_block);
    return moved ? moved + before_block : NULL;
}

static void count_release(void *context, void *memory) {
    char *block = block_of(memory);
    *(uint32_t *)(void *)block = 0;
    atomic_fetch_sub(&((counting *)context)->blocks, 1);
    free(block);
}

// Everything that a program does with a small planet, up to the first failure. The maps hold the result.
static tr_status do_all(const char *directory, map_set *set, tr_error *error) {
    static const char *const sets[] = {"layers.ground.octaves=3",
                                       "maps.fog={\"name\":\"fog\",\"file\":\"fog.tga\"}"};
    // Four by two grey texels.
    static const unsigned char image[18 + 8] = {[2] = 3, [12] = 4, [14] = 2, [16] = 8, [18] = 9, [22] = 99};
    const tr_patch patch = whole(set->columns);
    const tr_export_options options = {.directory = directory, .width = 64};
    const float up[1][3] = {{0, 1, 0}};
    tr_context *context = NULL;
    tr_recipe *recipe = NULL, *again = NULL, *copy = NULL;
    tr_planet *planet = NULL;
    char *text = NULL;
    float height;
    tr_status s = tr_context_create(&(tr_context_options){.threads = 1}, &context, error);
    s = s ? s : tr_recipe_of_type("radiated", 7, &recipe, error);
    s = s ? s : tr_recipe_to_json(recipe, true, &text, error);
    s = s ? s : tr_recipe_from_json(text, strlen(text), &again, error);
    s = s ? s : tr_recipe_copy(again, &copy, error);
    s = s ? s : tr_planet_create(context, copy, NULL, &planet, error);
    s = s ? s : tr_recipe_set(copy, 2, sets, error);
    s = s ? s : tr_recipe_set_image(copy, "fog.tga", image, sizeof image, error);
    s = s ? s : tr_planet_update(planet, copy, NULL, error);
    for (int i = 0; i < 2; i++) // the second bake uses cached values
        s = s ? s : tr_planet_bake(planet, &patch, set->texels, NULL, error);
    s = s ? s : tr_planet_heights(planet, 1, up[0], 1e-3, &height, error);
    s = s ? s : tr_planet_export(planet, &options, NULL, NULL, error);
    tr_planet_destroy(planet);
    tr_free(text);
    tr_recipe_destroy(copy);
    tr_recipe_destroy(again);
    tr_recipe_destroy(recipe);
    tr_context_destroy(context);
    return s;
}

static void test_memory_comes_back(void **state) {
    struct folder *folder = *state;
    counting c = {0};
    const tr_allocator allocator = {count_allocate, count_reallocate, count_release, &c};
    const tr_allocator half = {count_allocate, NULL, count_release, &c};
    tr_recipe *recipe = of_type("barren", 1);
    assert_int_equal(tr_set_allocator(&allocator, NULL), TR_BAD_USAGE); // a recipe exists
    tr_recipe_destroy(recipe);
    assert_int_equal(tr_set_allocator(&half, NULL), TR_BAD_USAGE);
    map_set want = new_maps(64), got = new_maps(64);
    tr_error first = {0};
    if (do_all(at(folder, "usual"), &want, &first) != TR_OK)
        fail_msg("%s: %s", first.path, first.message);

    assert_int_equal(tr_set_allocator(&allocator, NULL), TR_OK);
    assert_int_equal(do_all(at(folder, "counted"), &got, NULL), TR_OK);
    assert_int_equal(atomic_load(&c.blocks), 0);
    assert_true(are_equal(&want, &got));
    const long count = atomic_load(&c.allocations);
    print_message("%ld allocations\n", count);
    assert_true(count > 100);
    const int files = count_entries(at(folder, "counted"));
    const long step = under_sanitizer ? count / 6 : is_full() ? 1 : count / 50;
    int done = 0;
    for (int and_after = 0; and_after < 2; and_after++)
        for (long fails = 1; fails <= count; fails += step) {
            tr_error error = {0};
            c = (counting){.fails = fails, .and_after = and_after};
            for (int m = 0; m < TR_MAP_COUNT; m++)
                memset(got.texels[m], 0, got.bytes[m]);
            const tr_status status = do_all(at(folder, "fails"), &got, &error);
            assert_int_equal(atomic_load(&c.blocks), 0);
            if (status == TR_OK) {
                assert_true(are_equal(&want, &got));
                done++;
            } else {
                if (status != TR_NO_MEMORY)
                    fail_msg("allocation %ld: %d %s", fails, (int)status, error.message);
                assert_int_equal(error.status, TR_NO_MEMORY);
                assert_true(error.message[0]);
            }
            const int left = count_entries(at(folder, "fails"));
            assert_true(status == TR_OK ? left == files : left == -1 || left == files);
            if (left > 0)
                remove_below(at(folder, "fails"));
        }
    print_message("%d runs succeeded despite the failure\n", done);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
    drop_maps(&want);
    drop_maps(&got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_contexts),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_types),
        cmocka_unit_test(test_unknown_types),
        cmocka_unit_test(test_texts),
        cmocka_unit_test(test_wrong_texts),
        cmocka_unit_test(test_sets_are_those_of_the_command_line),
        cmocka_unit_test(test_wrong_sets_change_nothing),
        cmocka_unit_test(test_numbers_and_knobs),
        FOLDER_TEST(test_jobs_keep_to_their_stack),
        cmocka_unit_test(test_texels_are_the_programs),
        cmocka_unit_test(test_patches_are_pieces),
        cmocka_unit_test(test_patches_that_cannot_be),
        cmocka_unit_test(test_directions),
        cmocka_unit_test(test_updates),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_a_stopped_bake_keeps_nothing),
        cmocka_unit_test(test_bakes_report_and_stop_by_a_flag),
        cmocka_unit_test(test_bakes_at_once),
        cmocka_unit_test(test_heights_are_those_of_the_map),
        cmocka_unit_test(test_heights_do_not_know_each_other),
        cmocka_unit_test(test_wrong_heights),
        cmocka_unit_test(test_facts),
        FOLDER_TEST(test_files_are_the_programs),
        FOLDER_TEST(test_the_usual_width),
        FOLDER_TEST(test_exports_that_cannot_be),
        FOLDER_TEST(test_memory_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
