// Any bytes as a share link. A link that can be read is written and read again unchanged, and makes the same
// planet.
#include "base/memory.h"
#include "fuzz.h"
#include "scene/link.h"

// The concrete world as JSON; NULL if it cannot be loaded.
static char *load(const char *name, const char *text) {
    tr_error error = {0};
    tr_scene scene;
    char *concrete = NULL;
    const tr_world world = {.name = name, .text = text};
    const tr_status status = tr_world_load(&world, &scene, &error);
    expect(status == error.status && (status == TR_OK || status == TR_BAD_INPUT), "a line is bad input");
    expect(status == TR_OK || error.message[0], "a refusal has a message");
    if (status == TR_OK)
        tr_scene_to_json(&scene, false, &concrete, NULL);
    tr_scene_clear(&scene);
    return concrete;
}

static void go_round(const char *given, const char *json) {
    char *line, *again_json, *again;
    expect(tr_link_write(json, &line, NULL) == TR_OK, "a link that was read can be written");
    expect(tr_link_read(line, &again_json, NULL) == TR_OK, "what is written can be read");
    expect(tr_link_write(again_json, &again, NULL) == TR_OK && strcmp(line, again) == 0,
           "the line is the same");
    char *first = load(given, NULL), *second = load(line, NULL);
    expect(!first == !second && (!first || strcmp(first, second) == 0), "both give the same planet");
    tr_free(first);
    tr_free(second);
    tr_free(line);
    tr_free(again_json);
    tr_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1), *json;
    tr_error error = {0};
    uint64_t seed;
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = 0;
    const tr_status status = tr_link_read(text, &json, &error);
    expect(status == error.status && (status == TR_OK || status == TR_BAD_INPUT), "a line is bad input");
    expect(status == TR_OK ? json != NULL : json == NULL && error.message[0], "a refusal has a message");
    if (status == TR_OK)
        go_round(text, json);
    tr_free(json);
    // bytes that are not a link: as the JSON of a world, and as a seed
    if (status != TR_OK && tr_link_write(text, &json, NULL) == TR_OK) {
        char *back;
        expect(tr_link_read(json, &back, NULL) == TR_OK, "what is written can be read");
        char *first = load("./fuzz.json", text), *second = load("./fuzz.json", back);
        expect(!first == !second && (!first || strcmp(first, second) == 0), "both give the same planet");
        tr_free(first);
        tr_free(second);
        tr_free(back);
        tr_free(json);
    }
    expect(tr_seed_read(text, &seed, NULL) != TR_OK || seed <= INT64_MAX, "a seed has 63 bits");
    free(text);
    return 0;
}
