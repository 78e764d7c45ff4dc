// Sets of each kind while their allocations fail in turn, and while the disk is full. The failure is reported,
// no memory or file is left, existing files stay, and the same export works afterwards.
#include "export/target.h"
#include "failing.h"
#include "texture_sets.h"

#include <limits.h>

enum { width = 64, most_tries = under_sanitizer ? 12 : 60 };

struct kind {
    const char *name, *target;
    tr_file_format format;
    tr_layout layout;
    unsigned maps; // 0: those of the target
    int width;     // 0: the default
    int tries;     // at most; 0: the default
    bool zstd, fit, deep;
};

enum {
    albedo = 1 << TR_MAP_ALBEDO,
    orm = 1 << TR_MAP_ORM,
    height = 1 << TR_MAP_HEIGHT,
    rings = 1 << TR_EXPORT_RINGS,
    mesh = 1 << TR_EXPORT_MESH,
};

static const struct kind kinds[] = {
    {"maps, rings and a mesh", .maps = all_maps | rings | mesh},
    {"heights that fit", .maps = height, .fit = true, .deep = true},
    {"JPG", .format = TR_FORMAT_JPG, .maps = albedo},
    {"TGA", .format = TR_FORMAT_TGA, .maps = albedo | rings},
    {"light", .format = TR_FORMAT_HDR, .maps = albedo},
    {"EXR", .format = TR_FORMAT_EXR, .maps = albedo | height},
    {"raw heights", .format = TR_FORMAT_R32F, .maps = height},
    {"KTX2", .format = TR_FORMAT_KTX2, .maps = albedo | orm, .zstd = true},
    {"faces in one DDS", .format = TR_FORMAT_DDS, .maps = albedo, .layout = TR_LAYOUT_CUBE},
    {"one file", .target = "gltf"},
    {"a page", .target = "web", .tries = 3},
    {"files beside", .target = "godot"},
    {"a script beside", .target = "blender", .maps = albedo | height},
    {"tiles", .maps = albedo | orm, .layout = TR_LAYOUT_TILES, .width = 1024, .tries = 4},
    {"an add-on of tiles", .target = "celestia", .maps = albedo, .width = 512, .tries = 12},
};
enum { kind_count = sizeof kinds / sizeof kinds[0] };

static void begin_kind(struct set *set, const struct kind *kind, const char *directory) {
    begin_set(set, directory, 1); // one thread, because the failing allocator counts without locks
    set->recipe->rings =
        (tr_rings){.inner = 1.5, .outer = 2, .opacity = 0.8, .coverage = 0.7, .detail = 6, .gaps = 1};
    set->recipe->air =
        (tr_air){.srgb = {116, 172, 255}, .thickness = 0.01, .density = 0.26, .haze_height = 0.15};
    set->job.target = kind->target ? tr_target_find(kind->target) : NULL;
    set->job.format = kind->format;
    set->job.layout = tr_target_layout(set->job.target, kind->layout, false);
    set->job.maps = kind->maps ? kind->maps : tr_target_outputs(set->job.target, set->job.layout, set->recipe);
    set->job.width = kind->width ? kind->width : width;
    set->job.zstd = kind->zstd;
    set->job.height_range = kind->fit ? TR_HEIGHT_RANGE_PLANET : TR_HEIGHT_RANGE_TYPE;
    set->job.normal_bits = kind->deep ? 16 : 8;
    if (tr_layout_is_pyramid(set->job.layout))
        set->job.tiles.size = 256;
}

static void clear(struct folder *folder, const char *name) {
    if (access(at(folder, name), F_OK) == 0)
        remove_below(at(folder, name));
}

// The number of allocations of the whole set.
static long count_allocations(struct set *set) {
    memory.left = LONG_MAX;
    const tr_status status = export_set(set, NULL);
    const long count = LONG_MAX - memory.left;
    memory.left = 0;
    if (status != TR_OK)
        fail_msg("%s", set->error.message);
    return count;
}

static void fail_in_turn(struct folder *folder, const struct kind *kind) {
    struct set set;
    char below[600];
    snprintf(below, sizeof below, "%s", at(folder, "set"));
    begin_kind(&set, kind, below);
    const long count = count_allocations(&set),
               before = memory.blocks; // includes what the surface caches from here on
    const int most = kind->tries ? kind->tries : most_tries;
    clear(folder, "set");
    for (int i = 0; i < most && i < count; i++) {
        const long n = 1 + (count <= most ? i : (2 * i + 1) * count / (2 * most));
        memory.left = n, memory.failed = false;
        const tr_status status = export_set(&set, NULL);
        memory.left = 0;
        if (status != TR_OK && (status != TR_NO_MEMORY || !memory.failed || !set.error.message[0]))
            fail_msg("%s, allocation %ld: %d, %s", kind->name, n, (int)status, set.error.message);
        if (memory.blocks != before)
            fail_msg("%s, allocation %ld: %ld blocks are left", kind->name, n, memory.blocks - before);
        // Finished tiles stay, and the next run continues the set.
        if (status != TR_OK && !tr_layout_is_pyramid(set.job.layout) && count_entries(at(folder, "set")) != -1)
            fail_msg("%s, allocation %ld: files are left", kind->name, n);
        assert_true(status == TR_OK || set.result.count == 0);
        clear(folder, "set");
    }
    end_set(&set);
    print_message("%s: %ld allocations\n", kind->name, count);
}

static void test_every_allocation_may_fail(void **state) {
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    for (int k = 0; k < kind_count; k++)
        fail_in_turn(*state, &kinds[k]);
    assert_int_equal(memory.blocks, 0);
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {FOLDER_TEST(test_every_allocation_may_fail)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
