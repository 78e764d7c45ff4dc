// Recipes embedded in GLB files and web pages, valid and damaged, and share links in files.
#include "folders.h"
#include "scene/load.h"

static const char recipe[] = "{\"format\": 1, \"type\": \"inferno\", \"seed\": 7}";

static tr_status load(const char *path, uint64_t *seed, tr_error *error) {
    tr_scene scene = {0};
    *error = (tr_error){0};
    const tr_status status = tr_world_load(&(tr_world){.name = path}, &scene, error);
    *seed = status == TR_OK ? scene.planets[0].recipe->seed : 0;
    tr_scene_clear(&scene);
    return status;
}

static void write_bytes(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

// Makes a GLB whose first chunk is `json` and claims `told` bytes. Returns its size.
static size_t make_glb(char *bytes, const char *json, uint32_t told) {
    const uint32_t head[5] = {0x46546c67, 2, 20 + told, told,
                              0x4e4f534a}; // the test runs on little-endian machines only
    memcpy(bytes, head, sizeof head);
    memcpy(bytes + 20, json, strlen(json));
    return 20 + strlen(json);
}

static void a_glb_opens(void **state) {
    struct folder *folder = *state;
    const char *path = at(folder, "my.glb");
    char json[512], bytes[600];
    uint64_t seed;
    tr_error error;
    snprintf(json, sizeof json, "{\"asset\": {\"version\": \"2.0\", \"extras\": {\"recipe\": %s}}}", recipe);
    const size_t size = make_glb(bytes, json, (uint32_t)strlen(json));
    write_bytes(path, bytes, size);
    assert_int_equal(load(path, &seed, &error), TR_OK);
    assert_int_equal(seed, 7);
    for (size_t i = 0; i < size; i++) { // truncated at any length
        write_bytes(path, bytes, i);
        assert_int_equal(load(path, &seed, &error), TR_BAD_INPUT);
        assert_true(error.message[0] != 0);
    }
    static const char *const without[] = {"{}", "[]", "{\"asset\": {\"extras\": {\"recipe\": 4}}}", "{"};
    for (int i = 0; i < 4; i++) {
        write_bytes(path, bytes, make_glb(bytes, without[i], (uint32_t)strlen(without[i])));
        assert_int_equal(load(path, &seed, &error), TR_BAD_INPUT);
        assert_non_null(strstr(error.message, "GLB"));
        assert_string_equal(error.file, path);
    }
    write_bytes(path, bytes, make_glb(bytes, "{}", 0xffffffffu));
    assert_int_equal(load(path, &seed, &error), TR_BAD_INPUT);
}

static void a_page_opens(void **state) {
    struct folder *folder = *state;
    const char *path = at(folder, "my.html");
    char text[1024];
    uint64_t seed;
    tr_error error;
    snprintf(text, sizeof text,
             "<!doctype html>\n<script type=\"application/json\" id=\"recipe\">%s</script>\n<b>more</b>",
             recipe);
    write_text(path, text);
    assert_int_equal(load(path, &seed, &error), TR_OK);
    assert_int_equal(seed, 7);
    const size_t whole = (size_t)(strstr(text, "</script>") + 9 - text);
    for (size_t i = 0; i < whole; i++) {
        write_bytes(path, text, i);
        assert_int_equal(load(path, &seed, &error), TR_BAD_INPUT);
    }
    write_text(path, "<html><script type=\"application/json\" id=\"recipe\">{\"type\": \"infernal\"}</script>");
    assert_true(load(path, &seed, &error) != TR_OK);
}

static void a_link_in_a_file_opens(void **state) {
    struct folder *folder = *state;
    uint64_t seed;
    tr_error error;
    write_text(at(folder, "line.txt"), "\n terrella:inferno/9?lava=0.4 \n");
    assert_int_equal(load(at(folder, "line.txt"), &seed, &error), TR_OK);
    assert_int_equal(seed, 9);
    write_text(at(folder, "line.txt"), "terrella:inferno/9?lava");
    assert_true(load(at(folder, "line.txt"), &seed, &error) != TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_glb_opens, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_page_opens, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_link_in_a_file_opens, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
