// Runs each fuzzer once on its seeds, in every build: handwritten inputs, inputs that crashed once (crash-…)
// and inputs that long runs found (found/). A fuzzer aborts if a check fails; the last line names the input.
#include "folders.h"

#include <ftw.h>

typedef int fuzzer(const uint8_t *data, size_t size);
fuzzer fuzz_bake, fuzz_embedded, fuzz_enhance, fuzz_image, fuzz_manifest, fuzz_pack, fuzz_png, fuzz_scene,
    fuzz_link;

static const struct {
    const char *name;
    fuzzer *run;
} fuzzers[] = {{"fuzz_bake", fuzz_bake},   {"fuzz_embedded", fuzz_embedded}, {"fuzz_enhance", fuzz_enhance},
               {"fuzz_image", fuzz_image}, {"fuzz_manifest", fuzz_manifest}, {"fuzz_pack", fuzz_pack},
               {"fuzz_png", fuzz_png},     {"fuzz_scene", fuzz_scene},       {"fuzz_link", fuzz_link}};
enum { fuzzer_count = sizeof fuzzers / sizeof fuzzers[0] };

static fuzzer *current;
static int inputs;

static int run_one(const char *path, const struct stat *there, int kind, struct FTW *where) {
    (void)there, (void)where;
    if (kind != FTW_F)
        return 0;
    size_t bytes;
    unsigned char *data = read_file(path, &bytes);
    printf("%s\n", path);
    fflush(stdout);
    current(data, bytes);
    free(data);
    inputs++;
    return 0;
}

static void no_input_breaks_a_law(void **state) {
    (void)state;
    for (int i = 0; i < fuzzer_count; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/tests/data/%s", TERRELLA_SOURCE_DIR, fuzzers[i].name);
        current = fuzzers[i].run, inputs = 0;
        assert_int_equal(nftw(path, run_one, 16, FTW_PHYS), 0);
        assert_true(inputs > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_input_breaks_a_law)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
