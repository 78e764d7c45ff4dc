// Edits of the window, planets with own maps, videos and sets, while each of their allocations fails in turn
// (with growing steps). The failure is reported, nothing is lost, and the same action works afterwards.
#include "editor/colours.h"
#include "editor/gallery.h"
#include "editor/layers.h"
#include "editor/session.h"
#include "export/reel.h"
#include "export/verify.h"
#include "failing.h"
#include "folders.h"
#include "live/live.h"
#include "planet/surface.h"
#include "scene/packing.h"

// ---- the actions -----------------------------------------------------------------------------------

struct stage {
    struct folder *folder;
    tr_document document;
    tr_gallery gallery;
};

typedef tr_status work(struct stage *stage, tr_error *error);

static void try_all(struct stage *stage, const char *name, work *works) {
    int tried = 0;
    for (long n = 1;; n += 1 + n / 5, tried++) {
        tr_error error = {0};
        memory.left = n, memory.failed = false;
        const tr_status status = works(stage, &error);
        memory.left = 0;
        if (status != TR_OK && (status != TR_NO_MEMORY || !memory.failed || !error.message[0]))
            fail_msg("%s, allocation %ld: %d, %s", name, n, (int)status, error.message);
        if (!memory.failed)
            break;
    }
    print_message("%s: %d tried\n", name, tried);
    assert_true(tried > 0);
}

static tr_status other_seed(struct stage *s, tr_error *error) {
    int kept;
    const tr_status status =
        tr_document_set_seed(&s->document, s->document.scene->planets[0].recipe->seed + 1, &kept, error);
    return status;
}
static tr_status other_type(struct stage *s, tr_error *error) {
    int kept, dropped;
    return tr_document_set_type(&s->document, "barren", &kept, &dropped, error);
}
static tr_status undo(struct stage *s, tr_error *error) {
    char what[TR_STEP_BYTES];
    const tr_status status = tr_document_undo(&s->document, what, error);
    return status == TR_OK ? tr_document_redo(&s->document, what, error) : status;
}
static tr_status rename_it(struct stage *s, tr_error *error) {
    static int number;
    char name[16];
    snprintf(name, sizeof name, "N%d", number++);
    return tr_document_rename(&s->document, name, error);
}
static tr_status add_layer(struct stage *s, tr_error *error) {
    char path[TR_CONTROL_PATH_BYTES];
    tr_status status = tr_element_add(&s->document, "fractal", path, error);
    if (status == TR_OK)
        status = tr_element_switch(&s->document, path, false, error);
    if (status == TR_OK)
        status = tr_element_switch(&s->document, path, true, error);
    return status == TR_OK ? tr_element_remove(&s->document, path, error) : status;
}
static tr_status list_gradients(struct stage *s, tr_error *error) {
    tr_gradients all = {0};
    const tr_status status = tr_gradients_list(&s->document, &all, error);
    tr_gradients_clear(&all);
    return status;
}
static tr_status save(struct stage *s, tr_error *error) {
    return tr_document_save(&s->document, at(s->folder, "world.json"), NULL, error);
}
static tr_status show_gallery(struct stage *s, tr_error *error) {
    tr_gallery_close(&s->gallery);
    tr_status status = tr_gallery_show_types(&s->gallery, error);
    if (status == TR_OK)
        status = tr_gallery_show_seeds(&s->gallery, "inferno", error);
    return status == TR_OK ? tr_gallery_more(&s->gallery, NULL, error) : status;
}
static tr_status breed(struct stage *s, tr_error *error) {
    tr_gallery_close(&s->gallery);
    tr_status status = tr_gallery_show_relatives(&s->gallery, "{\"type\": \"inferno\"}", 0, NULL, error);
    return status == TR_OK ? tr_gallery_turn_dial(&s->gallery, 0.7, NULL, error) : status;
}
static tr_status keep_session(struct stage *s, tr_error *error) {
    tr_session *session;
    tr_document again = {0};
    const tr_setting_list view = {0, NULL};
    tr_status status = tr_session_begin(at(s->folder, "state"), true, &session, error);
    if (status != TR_OK)
        return status;
    status = tr_session_write(session, &s->document, &view, NULL, false, error);
    tr_session_end(session);
    if (status != TR_OK)
        return status;
    status = tr_session_begin(at(s->folder, "state"), true, &session, error);
    if (status != TR_OK)
        return status;
    if (tr_session_left(session))
        status = tr_session_read(tr_session_left(session), &again, NULL, error);
    tr_document_close(&again);
    tr_session_end(session);
    return status;
}

static tr_status make_reel(struct stage *s, tr_reel_kind kind, const char *name, tr_error *error) {
    static const uint8_t texels[4 * 5 * 3];
    char path[700];
    snprintf(path, sizeof path, "%s", at(s->folder, name));
    if (remove(path) != 0)
        remove_below(path);
    const tr_reel_options options = {
        .path = path, .kind = kind, .width = 5, .height = 3, .frames = 3, .rate = 25};
    tr_reel *reel;
    tr_status status = tr_reel_open(&options, &reel, error);
    if (status != TR_OK)
        return status;
    for (int i = 0; i < 3 && status == TR_OK; i++)
        status = tr_reel_add(reel, texels, "{}", NULL, error);
    if (status == TR_OK)
        return tr_reel_commit(reel, NULL, error);
    tr_reel_abort(reel);
    return status;
}
static tr_status make_frames(struct stage *s, tr_error *error) {
    return make_reel(s, TR_REEL_FRAMES, "video", error);
}
static tr_status make_sheet(struct stage *s, tr_error *error) {
    return make_reel(s, TR_REEL_SHEET, "sheet.png", error);
}

static void hear_flaw(void *context, const char *path, const char *what) {
    (void)context, (void)path, (void)what;
}
static void hear_set(void *context, const tr_verified *set) { (void)context, (void)set; }
static tr_status check(struct stage *s, tr_error *error) {
    const tr_verify_report report = {hear_flaw, hear_set, NULL};
    int flaws;
    write_text(
        at(s->folder, "a.manifest.json"),
        "{\"generator\": \"terrella\", \"maps\": {\"a\": {\"file\": \"a.png\"}, \"b\": {\"files\": [{\"file\": "
        "\"world.json\", \"bytes\": 3}]}}}");
    return tr_sets_verify(s->folder->path, NULL, &report, &flaws, error);
}

static void wake(void) {}
static tr_status begin_baking(struct stage *s, tr_error *error) {
    (void)s;
    const tr_live_options options = {.planet_count = 2, .threads = 1, .isa = TR_ISA_BASELINE, .wake = wake};
    tr_live *live = NULL;
    const tr_status status = tr_live_create(&options, &live, error);
    tr_live_destroy(live);
    return status;
}

// Opens as many windows as there are slots, and one more.
static void a_window_without_a_place(void **state) {
    enum { most = 1000 };
    static tr_session *sessions[most];
    struct folder *folder = *state;
    tr_error error = {0};
    int count = 0;
    while (count < most && tr_session_begin(folder->path, false, &sessions[count], &error) == TR_OK)
        count++;
    assert_in_range(count, 2, most - 1);
    assert_int_equal(error.status, TR_CANNOT_WRITE);
    assert_non_null(strstr(error.message, "windows are open"));
    assert_null(sessions[count]);
    tr_session_end(sessions[--count]); // this frees its slot
    assert_int_equal(tr_session_begin(folder->path, false, &sessions[count], &error), TR_OK);
    for (int i = 0; i <= count; i++)
        tr_session_end(sessions[i]);
}

// Locks beyond the maximum are not recorded, and the other locks stay.
static void locks_without_end(void **state) {
    (void)state;
    tr_document document = {0};
    char path[32];
    assert_int_equal(tr_document_open(&document, &(tr_world){.name = "barren"}, NULL), TR_OK);
    for (int i = 0; i <= TR_MOST_LOCKS; i++) {
        snprintf(path, sizeof path, "relief%d", i);
        tr_document_lock(&document, path, true);
        assert_true(tr_document_is_locked(&document, path) == (i < TR_MOST_LOCKS));
    }
    tr_document_lock(&document, "relief0", false);
    tr_document_lock(&document, path, false); // was not locked
    assert_false(tr_document_is_locked(&document, "relief0"));
    assert_true(tr_document_is_locked(&document, "relief1"));
    tr_document_lock(&document, path, true);
    assert_true(tr_document_is_locked(&document, path));
    tr_document_close(&document);
}

static tr_status pack(struct stage *s, tr_error *error) {
    char path[700];
    tr_scene scene = {0};
    write_text(at(s->folder, "relief.png"), "any bytes");
    write_text(at(s->folder, "mapped.json"),
               "{\"type\": \"barren\", \"maps\": [{\"name\": \"height\", \"file\": \"relief.png\"}]}");
    tr_status status = tr_world_load(&(tr_world){.name = at(s->folder, "mapped.json")}, &scene, error);
    snprintf(path, sizeof path, "%s", at(s->folder, "mapped.terrella"));
    if (status == TR_OK)
        status = tr_scene_pack(&scene, path, NULL, error);
    tr_scene_clear(&scene);
    return status;
}
static tr_status open_pack(struct stage *s, tr_error *error) {
    tr_scene scene = {0};
    const tr_status status =
        tr_world_load(&(tr_world){.name = at(s->folder, "mapped.terrella")}, &scene, error);
    if (status == TR_OK)
        assert_non_null(tr_recipe_file(scene.planets[0].recipe, "relief.png"));
    tr_scene_clear(&scene);
    return status;
}

// ---- a planet with own maps, strokes and places ------------------------------------------------------

enum { columns = 32, rows = 16 };

static void write_data(struct folder *folder, const char *name, const void *bytes, size_t count) {
    FILE *file = fopen(at(folder, name), "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

// Heights as raw numbers, and a TGA of green land and blue sea.
static void write_maps(struct folder *folder) {
    uint16_t codes[columns * rows];
    uint8_t tga[18 + 3 * columns * rows] = {[2] = 2, [12] = columns, [14] = rows, [16] = 24, [17] = 32};
    for (int i = 0; i < columns * rows; i++) {
        const bool land = i % columns < columns / 2;
        codes[i] = (uint16_t)(land ? 30000 + i * 40 : 500 + i);
        memcpy(tga + 18 + 3 * i, land ? "\x30\xa0\x40" : "\xc0\x60\x20", 3); // blue, green, red
    }
    write_data(folder, "heights.r16", codes, sizeof codes);
    write_data(folder, "sketch.tga", tga, sizeof tga);
    write_text(
        at(folder, "followed.json"),
        "{\"type\": \"earthlike\", \"maps\": [{\"name\": \"height\", \"file\": \"heights.r16\", "
        "\"region_deg\": [-60, "
        "-40, 60, 50]}, {\"name\": \"land\", "
        "\"file\": \"sketch.tga\"}, {\"name\": \"rain\", \"file\": \"heights.r16\", \"region_deg\": [0, 0, 50, "
        "40]}, "
        "{\"name\": \"colour\", \"file\": \"sketch.tga\", \"strength\": 0.5}, {\"name\": \"fog\", \"file\": "
        "\"heights.r16\"}], \"strokes\": [{\"name\": \"a\", \"tool\": \"land\", \"points\": \"0 0 90000 300000 "
        "-90000 "
        "90000\", \"closed\": true}, {\"name\": \"b\", \"tool\": \"raise\", \"points\": \"0 0 90000 300000\"}, "
        "{\"name\": "
        "\"c\", \"tool\": \"mountains\", \"points\": \"0 900000 90000 300000\"}, {\"name\": \"d\", \"tool\": "
        "\"colour\", "
        "\"points\": \"0 0\"}], \"places\": [{\"name\": \"e\", \"kind\": \"city\", \"lat_deg\": 20, "
        "\"lon_deg\": -90}, "
        "{\"name\": \"f\", \"kind\": \"volcano\", \"lat_deg\": 5, \"lon_deg\": -60}], \"sea_level_m\": 30}");
}

static tr_status bake_followed(const tr_recipe *recipe, tr_pool *pool, tr_error *error) {
    static uint8_t albedo[64 * 32 * 3];
    void *const texels[TR_MAP_COUNT] = {[TR_MAP_ALBEDO] = albedo};
    tr_surface *surface = NULL;
    tr_status status = tr_surface_create(recipe, tr_isa_best(), pool, NULL, &surface, error);
    if (status == TR_OK)
        status = tr_surface_bake_patch(surface, pool, NULL, tr_whole_map(64), texels, NULL, error);
    tr_surface_destroy(surface);
    return status;
}

static tr_status follow(struct stage *s, tr_error *error) {
    char path[700], *text = NULL;
    tr_scene scene = {0};
    tr_pool *pool = NULL;
    tr_status status = tr_world_load(&(tr_world){.name = at(s->folder, "followed.json")}, &scene, error);
    if (status == TR_OK)
        status = tr_pool_create(1, &pool, error);
    if (status == TR_OK)
        tr_recipe_coarsen(scene.planets[0].recipe, 32);
    if (status == TR_OK)
        status = bake_followed(scene.planets[0].recipe, pool, error);
    if (status == TR_OK)
        status = tr_scene_to_json(&scene, true, &text, error);
    snprintf(path, sizeof path, "%s", at(s->folder, "followed.terrella"));
    if (status == TR_OK)
        status = tr_scene_pack(&scene, path, NULL, error);
    tr_free(text);
    tr_pool_destroy(pool);
    tr_scene_clear(&scene);
    return status;
}

static void every_allocation_may_fail(void **state) {
    struct stage stage = {.folder = *state};
    write_maps(stage.folder);
    assert_int_equal(tr_set_allocator(&failing, NULL), TR_OK);
    assert_int_equal(tr_document_open(&stage.document, &(tr_world){.name = "inferno"}, NULL), TR_OK);
    static const struct {
        const char *name;
        work *works;
    } all[] = {{"seed", other_seed},   {"type", other_type},
               {"steps", undo},        {"name", rename_it},
               {"layers", add_layer},  {"gradients", list_gradients},
               {"file", save},         {"gallery", show_gallery},
               {"relatives", breed},   {"session", keep_session},
               {"bake", begin_baking}, {"pictures of a video", make_frames},
               {"sheet", make_sheet},  {"check", check},
               {"pack", pack},         {"opened pack", open_pack},
               {"own maps", follow}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        try_all(&stage, all[i].name, all[i].works);
    tr_gallery_close(&stage.gallery);
    tr_document_close(&stage.document);
    assert_int_equal(memory.blocks, 0); // no leak
    assert_int_equal(tr_set_allocator(NULL, NULL), TR_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {FOLDER_TEST(every_allocation_may_fail),
                                       FOLDER_TEST(a_window_without_a_place),
                                       cmocka_unit_test(locks_without_end)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
