// Share links: from worlds to links and back, words as seeds, and links that are damaged or malicious.
#include "base/memory.h"
#include "scene/link.h"
#include "support.h"
#include "json/json.h"

static char *show(const tr_world *world) {
    tr_scene scene;
    tr_error error = {0};
    char *json = NULL;
    if (tr_world_load(world, &scene, &error) != TR_OK)
        print_message("%s%s\n  gave %s: %s\n", world->name, world->text ? world->text : "", error.path,
                      error.message);
    assert_int_equal(error.status, TR_OK);
    assert_int_equal(tr_scene_to_json(&scene, false, &json, NULL), TR_OK);
    tr_scene_clear(&scene);
    return json;
}

static void assert_same(const tr_world *a, const tr_world *b) {
    char *x = show(a), *y = show(b);
    assert_string_equal(x, y);
    tr_free(x);
    tr_free(y);
}

static char *write_line(const char *json) {
    char *line;
    tr_error error = {0};
    if (tr_link_write(json, &line, &error) != TR_OK)
        print_message("%s\n  gave %s\n", json, error.message);
    assert_int_equal(error.status, TR_OK);
    return line;
}

static char *read_line(const char *line) {
    char *json;
    tr_error error = {0};
    if (tr_link_read(line, &json, &error) != TR_OK)
        print_message("%s\n  gave %s\n", line, error.message);
    assert_int_equal(error.status, TR_OK);
    return json;
}

// ---- links and JSON ----------------------------------------------------------------------------

static void test_lines_are_read(void **state) {
    (void)state;
    static const struct {
        const char *line, *json;
    } cases[] = {
        {"terrella:inferno", "{\"type\":\"inferno\"}"},
        {"terrella:inferno/7", "{\"type\":\"inferno\",\"seed\":7}"},
        {" Terrella:inferno/7?\r\n", "{\"type\":\"inferno\",\"seed\":7}"},
        {"terrella:inferno?seed=my+home", "{\"type\":\"inferno\",\"seed\":\"my home\"}"},
        {"terrella:inferno?lava=1&seed=%227%22&seed=true",
         "{\"type\":\"inferno\",\"seed\":\"true\",\"set\":{\"lava\":1}}"},
        {"terrella:inferno/7?seed=9", "{\"type\":\"inferno\",\"seed\":9}"},
        {"terrella:inferno/7?lava=0.4&noisiness=1.2",
         "{\"type\":\"inferno\",\"seed\":7,\"set\":{\"lava\":0.4,\"noisiness\":1.2}}"},
        {"terrella:inferno?layers.sea%20level.coverage=3e-1&a=b=c&d=&e=true",
         "{\"type\":\"inferno\",\"set\":{\"layers.sea "
         "level.coverage\":0.3,\"a\":\"b=c\",\"d\":\"\",\"e\":true}}"},
        {"terrella:ice?a=%5B1,null%5D&b=%227%22&c=#ff0000&c2=%c3%a4",
         "{\"type\":\"ice\",\"set\":{\"a\":[1,null],\"b\":\"7\",\"c\":\"#ff0000\",\"c2\":\"ä\"}}"},
        {"terrella:ice?a=1&b=2&&a=3&", "{\"type\":\"ice\",\"set\":{\"b\":2,\"a\":3}}"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *json = read_line(cases[i].line);
        assert_string_equal(json, cases[i].json);
        tr_free(json);
    }
}

static void test_lines_are_written(void **state) {
    (void)state;
    static const struct {
        const char *json, *line;
    } cases[] = {
        {"{\"type\": \"inferno\"}", "terrella:inferno"},
        {"{\"$schema\": \"x\", \"format\": 1, \"seed\": 7, \"type\": \"inferno\"}", "terrella:inferno/7"},
        {"{\"type\": \"ice\", \"ocean\": 0.40, \"seed\": 9223372036854775807, \"set\": {\"b\": 1, \"a\": "
         "\"x\"}}",
         "terrella:ice/9223372036854775807?ocean=0.4&b=1&a=x"},
        {"{\"type\": \"ice\", \"a\": 1, \"b\": 2, \"set\": {\"a\": 3}}", "terrella:ice?b=2&a=3"},
        {"{\"type\": \"ice\", \"seed\": \"my / home?\", \"a\": 1}", "terrella:ice?seed=my+%2F+home%3F&a=1"},
        {"{\"type\": \"ice\", \"seed\": \"7\"}", "terrella:ice/7"},
        {"{\"type\": \"ice\", \"set\": {\"name\": \"ab.\"}}", "terrella:ice?name=ab%2E"},
        {"{\"type\": \"ice\", \"set\": {\"name\": \"Ember (2)\"}}", "terrella:ice?name=Ember+(2%29"},
        {"{\"type\": \"ice\", \"set\": {\"name\": \"a~ \"}}", "terrella:ice?name=a~%20"},
        {"{\"type\": \"*x\", \"set\": {\"sea level\": [\"ä&=%#+\", null, \"\\n\"]}}",
         "terrella:%2Ax?sea+level=%5B%22%C3%A4%26%3D%25%23%2B%22,null,%22%5Cu000a%22%5D"},
        {"{\"type\": \"ice\", \"set\": {\"a\": \"7\", \"b\": \"true\", \"c\": \" 7\", \"d\": \"7 x\", \"e\": "
         "\"\"}}",
         "terrella:ice?a=%227%22&b=%22true%22&c=%22+7%22&d=7+x&e=%22%22"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char *line = write_line(cases[i].json), *json = read_line(line), *again = write_line(json);
        assert_string_equal(line, cases[i].line);
        assert_string_equal(again, line);
        tr_free(line);
        tr_free(json);
        tr_free(again);
    }
}

// Punctuation, brackets and quotes after a link are not part of it.
static void test_tails_belong_to_the_text(void **state) {
    (void)state;
    static const char *const tails[] = {")",   "]",    ">",    ";",      ",",    ".",  "!",   "'",  "\"",
                                        "”",   "}",    ":",    "?",      "`",    "*",  "“",   "’",  "»",
                                        "›",   "…",    " \n",  "\r\n\t", ").",   "”)", "**.", "'…", ".\"",
                                        ")]>", ";,.!", "\n) ", "»!",     "?!?!", ". "};
    static const char *const lines[] = {"terrella:inferno",
                                        "terrella:inferno/7",
                                        "terrella:inferno?seed=my+home",
                                        "terrella:inferno/7?lava=0.4&noisiness=1",
                                        "terrella:ice?name=Ember+(2%29",
                                        "terrella:*eNqrViqpLEhVslLKTE5V0lEqLs3NTSyqBPJzM_NSlWoBpBQKUw"};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char *json = read_line(lines[i]);
        for (size_t k = 0; k < sizeof tails / sizeof tails[0]; k++) {
            char line[128];
            snprintf(line, sizeof line, "%s%s", lines[i], tails[k]);
            char *same = read_line(line);
            assert_string_equal(same, json);
            tr_free(same);
        }
        tr_free(json);
    }
}

// ---- random worlds -----------------------------------------------------------------------------

static unsigned draw(uint64_t *state, unsigned below) {
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*state >> 33) % below;
}

// A random text of characters with a meaning in JSON, URLs or Markdown, escaped for JSON.
static void draw_text(uint64_t *state, char *out, size_t size) {
    static const char *const letters[] = {"a",    "Z", "7", "0", "-", "_", ".",   "~",      ",", ":",
                                          "(",    ")", "!", "*", " ", "+", "%",   "&",      "=", "?",
                                          "/",    "#", "'", ";", "<", ">", "]",   "[",      "{", "\\\"",
                                          "\\\\", "ä", "”", "…", "€", "🌍", "\\n", "\\u2028"};
    const unsigned length = draw(state, 9);
    *out = 0;
    for (unsigned i = 0; i < length; i++)
        snprintf(out + strlen(out), size - strlen(out), "%s",
                 letters[draw(state, sizeof letters / sizeof letters[0])]);
}

static void draw_world(uint64_t *state, char *json, size_t size) {
    char text[128], key[128];
    draw_text(state, text, sizeof text);
    snprintf(json, size, "{\"type\":\"t%s\"", text);
    if (draw(state, 3) == 0)
        snprintf(json + strlen(json), size - strlen(json), ",\"seed\":%u", draw(state, 1000000));
    else if (draw(state, 2) == 0) {
        draw_text(state, text, sizeof text);
        if (!strchr(text, '\\')) // seeds have none
            snprintf(json + strlen(json), size - strlen(json), ",\"seed\":\"w%s\"", text);
    }
    const unsigned sets = draw(state, 4);
    snprintf(json + strlen(json), size - strlen(json), "%s", sets ? ",\"set\":{" : "");
    for (unsigned i = 0; i < sets; i++) {
        static const char *const values[] = {"0.4", "-1e-30", "true", "null", "[1,\"a)\"]", "{\"a\":[]}"};
        draw_text(state, key, sizeof key);
        draw_text(state, text, sizeof text);
        snprintf(json + strlen(json), size - strlen(json), "%s\"%u%s\":", i ? "," : "", i, key);
        if (draw(state, 2))
            snprintf(json + strlen(json), size - strlen(json), "%s", values[draw(state, 6)]);
        else
            snprintf(json + strlen(json), size - strlen(json), "\"%s\"", text);
    }
    snprintf(json + strlen(json), size - strlen(json), "%s}", sets ? "}" : "");
}

// For any world the link ends with a letter, a digit, - or _. The link and a tail give the same world.
static void test_drawn_worlds_come_back(void **state) {
    (void)state;
    static const char *const tails[] = {"", ")", ".", "”", "', ", "…", "?!"};
    uint64_t drawn = 1;
    int compressed = 0;
    for (int i = 0; i < 4000; i++) {
        char json[1024], tailed[2048];
        draw_world(&drawn, json, sizeof json);
        char *line = write_line(json);
        snprintf(tailed, sizeof tailed, "%s%s", line, tails[draw(&drawn, 7)]);
        char *read = read_line(tailed), *again = write_line(read), *whole = NULL;
        tr_json_document d = {0};
        tr_json *root;
        assert_int_equal(tr_json_parse(&d, TR_JSON_FILE, "", json, strlen(json), &root, NULL), TR_OK);
        assert_int_equal(tr_json_write(&d, root, false, &whole, NULL), TR_OK);
        tr_json_clear(&d);
        const char last = line[strlen(line) - 1];
        if (strcmp(read, whole) != 0 || strcmp(again, line) != 0)
            print_message("%s\n  %s\n  %s\n", whole, line, read);
        assert_string_equal(read, whole);
        assert_string_equal(again, line);
        assert_non_null(memchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", last, 64));
        compressed += line[9] == '*';
        tr_free(line);
        tr_free(read);
        tr_free(again);
        tr_free(whole);
    }
    assert_true(compressed < 400);
}

// Loads planets with random names.
static void test_drawn_names_come_back(void **state) {
    (void)state;
    uint64_t drawn = 2;
    int named = 0;
    for (int i = 0; i < 200; i++) {
        char text[128], json[256];
        tr_scene scene;
        draw_text(&drawn, text, sizeof text);
        snprintf(json, sizeof json, "{\"type\": \"barren\", \"seed\": %u, \"set\": {\"name\": \"%s\"}}",
                 draw(&drawn, 100), text);
        char *line = write_line(json);
        const tr_world file = {.name = "w.json", .text = json}, shared = {.name = line};
        const tr_status status = tr_world_load(&file, &scene, NULL);
        if (status == TR_OK) {
            tr_scene_clear(&scene);
            assert_same(&file, &shared);
            named++;
        } else
            assert_int_equal(tr_world_load(&shared, &scene, NULL), status);
        tr_free(line);
    }
    assert_true(named > 20);
}

// A world that has more than type, seed and sets is compressed, and so is one whose link would be too long.
static void test_all_else_is_compressed(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"layers\": [{\"name\": \"a\"}]}",
        "{\"planets\": [{\"name\": \"A\", \"type\": \"ice\"}]}",
        "{\"type\": \"ice\", \"summary\": \"mine\"}",
        "{\"type\": \"ice\", \"pixels\": 1}",
        "{\"type\": \"ice\", \"format\": 1.0}",
        "{\"type\": \"home\", \"time_h\": 5}",
        "{\"type\": \"ice\", \"radius_km\": {\"range\": [1000, 2000]}}",
        "{\"type\": {\"choose\": [\"ice\", \"toxic\"]}, \"seed\": 5}",
        "{\"type\": \"ice\", \"air.thickness\": 1}",
        "{\"type\": \"ice\", \"set\": {\"\": 1}}",
        "{\"type\": \"ice\", \"seed\": -1}",
        "{\"type\": \"ice\", \"seed\": \"1.5\"}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *line = write_line(texts[i]), *json = read_line(line), *again = write_line(json);
        assert_memory_equal(line, "terrella:*", 10);
        assert_null(strpbrk(line + 10, "+/= \n"));
        assert_string_equal(again, line);
        tr_free(line);
        tr_free(json);
        tr_free(again);
    }
    char text[4096] = "{\"type\": \"ice\", \"set\": {";
    for (int i = 0; i < 120; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "\"layers.x%d.on\": 1, ", i);
    snprintf(text + strlen(text), sizeof text - strlen(text), "\"noisiness\": 1}}");
    char *line = write_line(text);
    assert_memory_equal(line, "terrella:*", 10);
    assert_true(strlen(line) < 1000);
    tr_free(line);
}

// ---- worlds ------------------------------------------------------------------------------------

static void test_worlds_come_back_to_the_bit(void **state) {
    (void)state;
    static const char *const texts[] = {
        "{\"type\": \"earthlike\", \"seed\": 7, \"ocean\": 0.4, \"air\": {\"thickness\": 0.5}, \"set\": "
        "{\"layers.sea level.coverage\": 0.3, \"albedo.silt\": null, \"layers.new\": {\"field\": \"dunes\"}, "
        "\"layers.new.before\": \"sea level\", \"liquid\": \"acid\"}}",
        "{\"type\": \"inferno\", \"seed\": \"my home\", \"radius_km\": {\"range\": [1000, 2000]}}",
        "{\"type\": \"home\", \"seed\": 3, \"set\": {\"planets.Luna.noisiness\": 0.4, \"star.kelvin\": 5000}}",
        "{\"layers\": [{\"name\": \"a\", \"amount\": 0.1}], \"set\": {\"radius_km\": 1234.5678901234567}}",
        "{\"planets\": [{\"name\": \"A b\", \"type\": \"ice\", \"seed\": 5, \"set\": {\"noisiness\": 0.5}}]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char *line = write_line(texts[i]), *json = read_line(line);
        assert_same(&(tr_world){.name = "w.json", .text = texts[i]}, &(tr_world){.name = line});
        assert_same(&(tr_world){.name = "w.json", .text = json}, &(tr_world){.name = line});
        tr_free(line);
        tr_free(json);
    }
}

static void check_shared(const tr_world *world, const char *wanted) {
    char *line;
    tr_error error = {0};
    assert_int_equal(tr_link_of_world(world, &line, &error), TR_OK);
    if (wanted)
        assert_string_equal(line, wanted);
    else
        assert_memory_equal(line, "terrella:*", 10);
    assert_same(world, &(tr_world){.name = line});
    tr_free(line);
}

static void test_any_world_has_a_line(void **state) {
    (void)state;
    const char *const sets[] = {"lava=0.2", "seed=9", "lava=0.4", "noisiness=1.2"},
                      *const of_moon[] = {"planets.Luna.noisiness=0.4"};
    check_shared(&(tr_world){.name = "inferno", .set_count = 4, .sets = sets},
                 "terrella:inferno/9?lava=0.4&noisiness=1.2");
    check_shared(&(tr_world){.name = "home", .has_seed = true, .seed = 3, .set_count = 1, .sets = of_moon},
                 "terrella:home/3?planets.Luna.noisiness=0.4");
    check_shared(&(tr_world){.name = "terrella:inferno?lava=0.5", .has_seed = true, .seed = 3},
                 "terrella:inferno/3?lava=0.5");
    check_shared(&(tr_world){.name = "w", .text = "{\"planets\": [{\"name\": \"A\", \"type\": \"ice\"}]}"},
                 NULL);
    check_shared(&(tr_world){.name = "w",
                             .text = "{\"planets\": [{\"name\": \"A\", \"type\": \"ice\"}]}",
                             .has_seed = true,
                             .seed = 3},
                 NULL);
    // of a complete recipe, as pictures contain it
    char *json = show(&(tr_world){.name = "inferno", .has_seed = true, .seed = 7});
    check_shared(&(tr_world){.name = "w", .text = json}, "terrella:inferno/7");
    const char *const more[] = {"layers.land.coverage=0.7", "radius_km=5000"};
    check_shared(&(tr_world){.name = "w", .text = json, .set_count = 2, .sets = more},
                 "terrella:inferno/7?radius_km=5000&layers.land.coverage=0.7");
    tr_free(json);
}

// A file that names a built-in scene changes it in the same way as options do.
static void test_files_name_scenes(void **state) {
    (void)state;
    const char *const sets[] = {"planets.Luna.noisiness=0.4", "planets.Luna.seed=4", "radius_km=4000",
                                "time_h=5"};
    const tr_world options = {.name = "home", .has_seed = true, .seed = 3, .set_count = 4, .sets = sets};
    const tr_world file = {.name = "w.json",
                           .text =
                               "{\"type\": \"home\", \"seed\": 3, \"set\": {\"planets.Luna.noisiness\": 0.4, "
                               "\"planets.Luna.seed\": 4, \"radius_km\": 4000, \"time_h\": 5}}"};
    const tr_world other_seed = {.name = file.name, .text = file.text, .has_seed = true, .seed = 8};
    assert_same(&options, &file);
    assert_same(&(tr_world){.name = "home", .has_seed = true, .seed = 8, .set_count = 4, .sets = sets},
                &other_seed);
}

// ---- errors ------------------------------------------------------------------------------------

static void refuse_line(const char *line, const char *words) {
    char *json;
    tr_error error = {0};
    const tr_status status = tr_link_read(line, &json, &error);
    if (status != TR_BAD_INPUT || !strstr(error.message, words))
        print_message("%.100s\n  gave %s\n", line, error.message);
    assert_int_equal(status, TR_BAD_INPUT);
    assert_non_null(strstr(error.message, words));
    assert_null(json);
}

static void test_wrong_lines_are_told(void **state) {
    (void)state;
    refuse_line("inferno", "begins with");
    refuse_line("terrella:", "names no planet");
    refuse_line("terrella:/7", "names no planet");
    refuse_line("terrella:ice/", "has '' in the place of the seed");
    refuse_line("terrella:ice/-1", "has '-1' in the place of the seed");
    refuse_line("terrella:ice/9223372036854775808", "has the seed");
    refuse_line("terrella:ice/7/8", "second '/'");
    refuse_line("terrella:ice/my+home", "words are written terrella:ice?seed=my+home");
    refuse_line("terrella:ice/7). So", "has '7). So' in the place of the seed");
    refuse_line("terrella:ice?seed=", "has the seed ''");
    refuse_line("terrella:ice?seed=1.5", "has the seed '1.5'");
    refuse_line("terrella:ice/7&lava=0.4&b=c", "write terrella:ice/7?lava=0.4&b=c");
    refuse_line("terrella:ice&lava=0.4", "write terrella:ice?lava=0.4");
    refuse_line("terrella:ice?x", "says 'x'");
    refuse_line("terrella:ice?=1", "says ''");
    refuse_line("terrella:ice?x=%4", "no text behind 'x'");
    refuse_line("terrella:ice?x=%00", "no text behind 'x'");
    refuse_line("terrella:ice?x=%ff", "no text behind 'x'");
    refuse_line("terrella:ice?x=%zz", "no text behind 'x'");
    refuse_line("terrella:*", "damaged");
    refuse_line("terrella:*!!!!", "damaged");
    refuse_line("terrella:*abcde", "damaged");
    char *many = tr_malloc(100000), *s = many + sprintf(many, "terrella:ice?");
    for (int i = 0; i < 1025; i++)
        s += sprintf(s, "a%d=1&", i);
    refuse_line(many, "more than 1024");
    memset(many, 'a', 99999);
    many[99999] = 0;
    memcpy(many, "terrella:", 9);
    refuse_line(many, "longer than 64 KiB");
    tr_free(many);
}

// A damaged link never gives another planet: every letter counts, and so does the length.
static void test_damaged_lines_are_refused(void **state) {
    (void)state;
    char *line = write_line("{\"layers\": [{\"name\": \"a\", \"amount\": 0.1}], \"radius_km\": 5000}");
    const size_t length = strlen(line);
    for (size_t i = 10; i + 1 < length; i++) {
        const char kept = line[i];
        line[i] = kept == 'A' ? 'B' : 'A';
        refuse_line(line, "damaged");
        line[i] = 0;
        refuse_line(line, "damaged");
        line[i] = kept;
    }
    tr_free(line);
    char longer[64];
    snprintf(longer, sizeof longer, "terrella:*eJyrrgUAAXUA-QA"); // decodes to {} and one more byte
    refuse_line(longer, "damaged");
    refuse_line("terrella:*eJwzBAAAMgAy", "is not a world"); // decodes to 1
    refuse_line("terrella:*eJyrBgAAfAB8", "is not a world"); // decodes to {
}

// 5 MiB of spaces in 7 KB.
static void test_bombs_are_refused(void **state) {
    (void)state;
    char line[16384] = "";
    FILE *file = fopen(TERRELLA_SOURCE_DIR "/tests/data/fuzz_link/bomb.txt", "r");
    assert_non_null(file);
    assert_true(fread(line, 1, sizeof line - 1, file) > 1000);
    fclose(file);
    refuse_line(line, "more than 4 MiB");
}

static void refuse_world(const tr_world *world, tr_status wanted, int line, const char *path,
                         const char *words) {
    tr_scene scene;
    tr_error error = {0};
    const tr_status status = tr_world_load(world, &scene, &error);
    if (status != wanted || !strstr(error.message, words) || strcmp(path, error.path) != 0)
        print_message("%s\n  gave %s:%d: %s: %s\n", world->name, error.file, error.line, error.path,
                      error.message);
    assert_int_equal(status, wanted);
    assert_non_null(strstr(error.message, words));
    assert_string_equal(error.path, path);
    assert_int_equal(error.line, line);
    tr_scene_clear(&scene);
}

// Errors in a link have no line number, because the user does not see the decoded text.
static void test_wrong_worlds_are_told(void **state) {
    (void)state;
    const char *set = "noisines=1";
    refuse_world(&(tr_world){.name = "terrella:infero"}, TR_BAD_INPUT, 0, "type", "did you mean 'inferno'");
    refuse_world(&(tr_world){.name = "terrella:ice?noisines=1"}, TR_BAD_INPUT, 0, "noisines",
                 "did you mean 'noisiness'");
    refuse_world(&(tr_world){.name = "terrella:ice", .set_count = 1, .sets = &set}, TR_BAD_USAGE, 0, "",
                 "--set noisines=1");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"home\", \"ocean\": 1}"}, TR_BAD_INPUT, 1,
                 "ocean", "'home' is a scene");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"home\", \"seed\": 1.5}"}, TR_BAD_INPUT, 1,
                 "seed", "or words");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"home\", \"set\": {\"planets.Luna\": 1}}"},
                 TR_BAD_INPUT, 1, "planets.Luna", "name a parameter");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"home\", \"set\": {\"planets.Luna.type\": 1}}"},
                 TR_BAD_INPUT, 1, "planets.Luna.type", "can only be changed in the scene's own file");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"home\", \"set\": {\"seed\": 1}}"}, TR_BAD_INPUT,
                 1, "seed", "belongs beside");
}

// ---- seeds -------------------------------------------------------------------------------------

static void test_words_are_seeds(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t seed; // UINT64_MAX: an error
    } cases[] = {
        {"0", 0},
        {"007", 7},
        {" 7 ", 7},
        {"9223372036854775807", INT64_MAX},
        {"my home", 829774180},
        {"  my home", 829774180},
        {"9223372036854775808", UINT64_MAX},
        {"99999999999999999999999", UINT64_MAX},
        {"-1", UINT64_MAX},
        {"+1", UINT64_MAX},
        {"1.5", UINT64_MAX},
        {"1,5", UINT64_MAX},
        {".5", UINT64_MAX},
        {"5.", UINT64_MAX},
        {"1e3", UINT64_MAX},
        {"-1E+3", UINT64_MAX},
        {"", UINT64_MAX},
        {" ", UINT64_MAX},
        {"a\nb", UINT64_MAX},
        {"\xff", UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        uint64_t seed = 1;
        tr_error error = {0};
        const bool good = cases[i].seed != UINT64_MAX;
        const tr_status status = tr_seed_read(cases[i].text, &seed, &error);
        if (status != (good ? TR_OK : TR_BAD_USAGE))
            print_message("'%s'\n", cases[i].text);
        assert_int_equal(status, good ? TR_OK : TR_BAD_USAGE);
        assert_int_equal(seed, good ? cases[i].seed : 1);
    }
    static const char *const words[] = {"7 dwarfs", "1e",  "-",    "...",    "2026-11-23",
                                        "inf",      "nan", "0x10", "Zuhause"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        uint64_t seed;
        assert_int_equal(tr_seed_read(words[i], &seed, NULL), TR_OK);
        assert_true(seed > 1000 && seed < 1000000000);
    }
}

// A word gives the same planet as its number, wherever it is used.
static void test_words_draw(void **state) {
    (void)state;
    const char *const set = "seed=my home";
    const tr_world number = {.name = "inferno", .has_seed = true, .seed = 829774180};
    assert_same(&number, &(tr_world){.name = "w", .text = "{\"type\": \"inferno\", \"seed\": \"my home\"}"});
    assert_same(&number, &(tr_world){.name = "inferno", .set_count = 1, .sets = &set});
    assert_same(&number, &(tr_world){.name = "terrella:inferno?seed=my+home"});
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"ice\", \"seed\": \"-1\"}"}, TR_BAD_INPUT, 1,
                 "seed", "or words");
    refuse_world(&(tr_world){.name = "w", .text = "{\"type\": \"ice\", \"seed\": -1}"}, TR_BAD_INPUT, 1, "seed",
                 "or words");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_read),
        cmocka_unit_test(test_lines_are_written),
        cmocka_unit_test(test_tails_belong_to_the_text),
        cmocka_unit_test(test_drawn_worlds_come_back),
        cmocka_unit_test(test_drawn_names_come_back),
        cmocka_unit_test(test_all_else_is_compressed),
        cmocka_unit_test(test_worlds_come_back_to_the_bit),
        cmocka_unit_test(test_any_world_has_a_line),
        cmocka_unit_test(test_files_name_scenes),
        cmocka_unit_test(test_wrong_lines_are_told),
        cmocka_unit_test(test_damaged_lines_are_refused),
        cmocka_unit_test(test_bombs_are_refused),
        cmocka_unit_test(test_wrong_worlds_are_told),
        cmocka_unit_test(test_words_are_seeds),
        cmocka_unit_test(test_words_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
