// Any bytes as the text of a world. What can be read is written, and is the same when read again. The bytes
// after a first zero byte are a --set.
#include "fuzz.h"
#include "scene/load.h"

static tr_status load(const char *text, const char *set, tr_scene *scene) {
    tr_error error = {0};
    const tr_world world = {.name = "./fuzz.json", .text = text, .set_count = set ? 1 : 0, .sets = &set};
    const tr_status status = tr_world_load(&world, scene, &error);
    expect(status == error.status, "the error is the one returned");
    expect(status == TR_OK || error.message[0], "a refusal has a message");
    expect(status == TR_OK || status == TR_BAD_INPUT || (set && status == TR_BAD_USAGE), "a file is bad input");
    return status;
}

static bool same_scenes(const tr_scene *a, const tr_scene *b) {
    bool same = strcmp(a->name, b->name) == 0 && a->time_h == b->time_h && a->planet_count == b->planet_count &&
                a->star.kelvin == b->star.kelvin && a->star.mass_suns == b->star.mass_suns;
    for (int i = 0; same && i < a->planet_count; i++) {
        const tr_scene_planet *p = &a->planets[i], *q = &b->planets[i];
        same = strcmp(p->name, q->name) == 0 && p->day_h == q->day_h && p->locked == q->locked &&
               strcmp(p->orbit.around, q->orbit.around) == 0 && p->orbit.radius_km == q->orbit.radius_km &&
               memcmp(p->position_km, q->position_km, sizeof p->position_km) == 0 &&
               tr_recipe_equal(p->recipe, q->recipe);
    }
    return same;
}

// Aborts if the scene differs when read again.
static void write_and_read_again(const tr_scene *scene) {
    char *text, *again_text;
    tr_scene again;
    const tr_status status = tr_scene_to_json(scene, true, &text, NULL);
    expect(status == TR_OK || status == TR_BAD_INPUT, "a scene that was read is written, or too long");
    if (status != TR_OK)
        return;
    expect(load(text, NULL, &again) == TR_OK, "a written scene can be read");
    expect(same_scenes(scene, &again), "it is the same when read again");
    expect(tr_scene_to_json(&again, true, &again_text, NULL) == TR_OK, "it can be written again");
    expect(strcmp(text, again_text) == 0, "as the same text");
    tr_scene_clear(&again);
    tr_free(again_text);
    tr_free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 2);
    if (!text)
        return 0;
    memcpy(text, data, size);
    text[size] = text[size + 1] = 0;
    const size_t length = strlen(text);
    const char *set = length < size ? text + length + 1 : NULL;
    tr_scene scene;
    if (load(text, set, &scene) == TR_OK)
        write_and_read_again(&scene);
    tr_scene_clear(&scene);
    free(text);
    return 0;
}
