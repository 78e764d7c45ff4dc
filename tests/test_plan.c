// The plan of a set and the files on disk agree: the result, the folder and the manifest list the files of the
// plan, in its order, and no others.
// ctest: COST 10
#include "export/private/plan.h"
#include "export/target.h"
#include "texture_sets.h"

static void assert_planned(struct set *set) {
    size_t bytes;
    tr_plan *plan;
    int visible = 0;
    assert_int_equal(tr_plan_make(&set->job, NULL, &plan, &set->error), TR_OK);
    assert_int_equal(export_set(set, NULL), TR_OK);
    char *manifest = (char *)read_file(set->result.paths[set->result.count - 1], &bytes);
    for (int i = 0; i < plan->file_count; i++) {
        const tr_set_file *file = &plan->files[i];
        char path[TR_EXPORT_PATH_BYTES];
        if (file->hidden)
            continue;
        assert_true(tr_plan_path(plan, file->name, path));
        assert_true(visible < set->result.count);
        assert_string_equal(set->result.paths[visible++], path);
        if (i + 1 < plan->file_count && !memmem(manifest, bytes, file->name, strlen(file->name)))
            fail_msg("the manifest does not name %s", file->name);
    }
    assert_int_equal(visible, set->result.count);
    assert_int_equal(visible, count_entries(set->job.directory));
    free(manifest);
    tr_plan_free(plan);
}

static void test_what_is_planned_is_written(void **state) {
    static const tr_layout layouts[] = {TR_LAYOUT_EQUIRECT, TR_LAYOUT_CUBE};
    struct folder *folder = *state;
    int targets, sets = 0;
    const tr_target *all = tr_target_list(&targets);
    for (int i = 0; i < 2 * (targets + 1); i++) {
        const tr_target *target = i / 2 == targets ? NULL : &all[i / 2];
        const tr_layout layout = tr_target_layout(target, layouts[i % 2], true);
        struct set set;
        char path[300];
        if (!tr_target_has_layout(target, layout))
            continue;
        snprintf(path, sizeof path, "%s/%d", folder->path, i);
        begin_set(&set, path, 2);
        set.job.target = target;
        set.job.layout = layout;
        set.job.exact_layout = true;
        set.job.width = 64;
        set.job.maps = tr_target_outputs(target, layout, set.recipe);
        assert_planned(&set);
        end_set(&set);
        sets++;
    }
    assert_true(sets >= 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {FOLDER_TEST(test_what_is_planned_is_written)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
