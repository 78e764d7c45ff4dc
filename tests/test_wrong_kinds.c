// Worlds in which one value has the wrong kind: a list for an object, a text for a number. Each is read or
// refused with a message, whatever else is wrong with it. With TR_FULL=1 all values take all kinds, otherwise
// each takes some.
#include "scene/differences.h"
#include "scene/link.h"
#include "scene/load.h"

#include "base/memory.h"
#include "support.h"
#include "json/json.h"

// Together they have every key of a file.
static const char *const worlds[] = {
    "{'type': 'inferno', 'seed': 7, 'lava': 0.4, 'set': {'noisiness': 1.2, 'tint': {'hue_deg': 4}}, "
    "'view': {'sun': [1, 0, 0]}}",
    "{'summary': 'all', 'pixels': 1, 'radius_km': {'range': [1000, 2000], 'by': 'size'}, 'tilt_deg': 3, "
    "'noisiness': 1, 'air': {'colour': '88aaff', 'thickness': {'choose': [0.02, 0.03]}}, 'tint': {'hue_deg': "
    "3}, "
    "'bounds': {'lightness': [0.1, 0.9]}, 'knobs': {'rough': {'label': 'Rough', 'what': 'how rough', 'drives': "
    "[{'path': 'layers.low.amount', 'from': 0, 'to': 1}]}}, 'warps': [{'name': 'bend', 'amount': "
    "{'knob': 'noisiness', 'times': 0.1}}], 'layers': [{'name': 'first', 'field': 'value', 'into': 'a'}, "
    "{'name': 'low', 'field': 'fractal', 'warp': 'bend', "
    "'stretch': [1, 2, 1], 'curve': [[0, 1], [1, 0]], 'where': {'channel': 'a', 'from': 0, 'to': 1}, "
    "'into': 'a'}], 'albedo': [{'name': 'all', 'channel': 'a', 'stops': [[0, '000000'], [1, 'ffffff']]}], "
    "'clouds': {'altitude_km': 8, 'colour': [{'name': 'white', 'channel': 'a', 'stops': [[0, 'ffffff']]}], "
    "'cover': [{'name': 'some', 'channel': 'a', 'stops': [[0, 0], [1, 1]]}]}, "
    "'rings': {'inner': 1.5, 'outer': 2, 'opacity': 0.5, 'colour': [[0, '806040'], [1, 'ffffff']]}}",
    "{'type': 'ringed', 'seed': 3, 'set': {'planets.Shard.seed': 4}}",
    "{'star': {'kelvin': 5000}, 'planets': [{'name': 'One', 'type': 'barren', 'seed': 2, 'set': {'rays': 1}}, "
    "{'name': 'Two', 'type': 'ice', 'orbit': {'around': 'One', 'radius_km': 90000}}], 'view': {'target': "
    "'Two'}}",
};

static const char *const others[] = {"null",
                                     "true",
                                     "-1",
                                     "0.5",
                                     "'x'",
                                     "[]",
                                     "[1]",
                                     "[[]]",
                                     "[{'a': 1}]",
                                     "{}",
                                     "{'a': 1}",
                                     "{'range': [0, 1]}",
                                     "{'choose': [1]}"};
enum { worlds_count = sizeof worlds / sizeof worlds[0], others_count = sizeof others / sizeof others[0] };

static void in_json(const char *text, char *out, size_t size) {
    assert_true(strlen(text) < size);
    for (*out = 0; *text; text++)
        *out++ = (char)(*text == '\'' ? '"' : *text), *out = 0;
}

// Asserts that a refusal has a message.
static tr_status answered(tr_status status, const tr_error *error, const char *world) {
    if (status != TR_OK && (status != TR_BAD_INPUT || !error->message[0]))
        fail_msg("status %d, '%s': %s", status, error->message, world);
    return status;
}

static void nothing(void *context, const char *path) { (void)context, (void)path; }

// Whether the world can be read.
static bool ask_all(const char *world) {
    tr_scene scene;
    tr_error error[4] = {{0}};
    char *line = NULL, *shorter = NULL;
    const tr_status status = answered(
        tr_world_load(&(tr_world){.name = "./kinds.json", .text = world}, &scene, &error[0]), &error[0], world);
    tr_scene_clear(&scene);
    answered(tr_link_write(world, &line, &error[1]), &error[1], world);
    answered(tr_world_shorten(world, &shorter, &error[2]), &error[2], world);
    answered(tr_text_differences(world, 0, nothing, NULL, &error[3]), &error[3], world);
    tr_free(line);
    tr_free(shorter);
    return status == TR_OK;
}

// Replaces value number `at`, in the order of the text, of all values below the list. Returns the number of
// values up to that one.
static int replace(tr_json_document *document, tr_json *list, int at, const tr_json *other) {
    int count = 0;
    size_t index = 0;
    for (tr_json *value = tr_json_first(list), *next; value; value = next, index++) {
        next = value->next;
        if (count == at && value->key)
            tr_json_set(document, list, value->key, tr_json_copy(document, other));
        else if (count == at)
            tr_json_replace(document, list, index, tr_json_copy(document, other));
        if (count == at)
            return at + 1;
        count += 1 + replace(document, value, at - count - 1, other);
        if (count > at && at >= 0)
            return count;
    }
    return count;
}

static tr_json *parse(tr_json_document *document, const char *text) {
    tr_json *root = NULL;
    assert_int_equal(tr_json_parse(document, TR_JSON_FILE, "kinds", text, strlen(text), &root, NULL), TR_OK);
    return root;
}

// Replaces one value of a world, and puts a wrong key before all others if requested. Whether the world is
// read.
static bool try_one(const char *world, int at, const char *other, bool wrong_key) {
    char text[3000], value[100];
    char *changed;
    tr_json_document document = {0};
    in_json(wrong_key ? "{'see': 2, " : "{", text, sizeof text);
    in_json(world + 1, text + strlen(text), sizeof text - strlen(text));
    in_json(other, value, sizeof value);
    tr_json *root = parse(&document, text);
    assert_true(replace(&document, root, at, parse(&document, value)) > at);
    assert_int_equal(tr_json_write(&document, root, false, &changed, NULL), TR_OK);
    const bool read = ask_all(changed);
    tr_free(changed);
    tr_json_clear(&document);
    return read;
}

static void test_values_of_wrong_kinds(void **state) {
    (void)state;
    for (int w = 0; w < worlds_count; w++) {
        char text[3000];
        tr_json_document document = {0};
        in_json(worlds[w], text, sizeof text);
        assert_true(ask_all(text));
        const int count = replace(&document, parse(&document, text), 1 << 20, NULL);
        tr_json_clear(&document);
        int tried = 0, read = 0;
        for (int at = 0; at < count; at++)
            for (int o = 0; o < others_count; o++, tried++) {
                read += try_one(worlds[w], at, others[o], false);
                assert_false(try_one(worlds[w], at + 1, others[o], true)); // one later, after the wrong key
            }
        print_message("world %d: %d values, %d changes, %d read\n", w, count, tried, read);
        assert_true(count > 3);
    }
}

static void test_what_is_refused(void **state) {
    static const char *const wrong[] = {
        // elements of lists have no keys, and the search for keys must expect that: found by fuzzing
        "{'see': 2, 'knobs': [{'name': 'a'}]}",
        "{'type': 'ringed', 'set': [1]}",
        // draws accept no other keys
        "{'type': 'inferno', 'noisiness': {'range': [0, 1], 'by': 1}}",
        "{'type': 'inferno', 'noisiness': {'range': [0, 1], 'buy': 'size'}}",
        "{'type': 'inferno', 'noisiness': {'choose': [0, 1], 'by': null}}",
        "{'type': 'inferno', 'noisiness': {'choose': [0, 1], 'range': [0, 1]}}",
    };
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[100];
        in_json(wrong[i], text, sizeof text);
        if (ask_all(text))
            fail_msg("%s is read", text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_refused),
                                       cmocka_unit_test(test_values_of_wrong_kinds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
