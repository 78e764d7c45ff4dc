// The commands of own maps and their sheet, without a window: what the planet's recipe becomes, what is undone,
// and what messages say.
#include "app/private/actions.h"
#include "app/private/page.h"

#include "documents.h"
#include "folders.h"
#include "image_files.h"

#include <time.h>

// ---- the rest of the window ------------------------------------------------------------------------

tr_error *tr_act_begin(tr_app *app) {
    app->edit = (tr_edit){0};
    return &app->edit.error;
}

bool tr_act_finish(tr_app *app, tr_status status) {
    if (status != TR_OK)
        tr_message_complain(&app->message, &app->edit.error);
    return status == TR_OK;
}

void tr_act_note_outcome(tr_app *app, tr_dialog dialog, uint64_t reported) {
    if (app->message.number != reported)
        app->outcomes[dialog].is_error = app->message.is_error;
    if (app->message.number != reported)
        memcpy(app->outcomes[dialog].text, app->message.text, sizeof app->message.text);
}

void tr_act_reject_field(tr_app *app, const char *field, const tr_error *error) {
    (void)field;
    tr_message_complain(&app->message, error);
}

bool tr_page_is_there(void) { return false; }

bool tr_files_browse(tr_app *app, tr_chooser_purpose purpose) {
    (void)purpose;
    return app->files.has_chooser;
}

void tr_act_accept_field(tr_app *app, const char *field) { (void)app, (void)field; }
void tr_thumbnail_views_close_gallery(tr_thumbnail_views *views) { (void)views; }
void tr_chooser_end(tr_chooser *chooser) { (void)chooser; }
void tr_files_note_world(tr_app *app, const char *path) { (void)app, (void)path; }
void tr_viewport_map_note(const tr_viewport *viewport, int planet, const char *map,
                          char text[TR_MAP_NOTE_BYTES]) {
    (void)viewport, (void)planet, (void)map;
    text[0] = 0;
}
bool tr_enhancing_take(tr_enhancing *enhancing, const char *source, const char *folder) {
    (void)enhancing, (void)folder;
    return strstr(source, ".png") != NULL;
}
void glfwPostEmptyEvent(void) {}

// ---- helpers -----------------------------------------------------------------------------------

static tr_app *begin(const char *type) {
    tr_app *app = calloc(1, sizeof *app);
    tr_error error = {0};
    assert_non_null(app);
    must(tr_document_open(&app->document, &(tr_world){.name = type}, &error), &error);
    return app;
}

static void end(tr_app *app) {
    tr_map_reading_end(&app->map_reading);
    tr_document_close(&app->document);
    free(app);
}

static tr_status wait_for_it(tr_app *app, tr_error *error) {
    tr_status status = TR_BUG;
    while (!tr_map_reading_over(&app->map_reading, &status, error))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    return status;
}

static void hear(tr_app *app) {
    tr_error error = {0};
    tr_act_take_map(app, wait_for_it(app, &error), &error);
    tr_map_reading_end(&app->map_reading);
}

static void read_picture(tr_app *app, const char *path, const char *content) {
    write_text(path, content);
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_SHEET}, path);
    hear(app);
}

static void type_number(tr_app *app, const char *name, double value) {
    tr_command edit = {.x = value};
    snprintf(edit.path, sizeof edit.path, "%s", name);
    tr_act_map_number(app, &edit);
}

static const tr_own_map *only_map(const tr_app *app) {
    assert_int_equal(tr_app_recipe(app)->map_count, 1);
    return &tr_app_recipe(app)->maps[0];
}

static void undo(tr_app *app) {
    char what[TR_STEP_BYTES];
    assert_int_equal(tr_document_undo(&app->document, what, NULL), TR_OK);
}

static void assert_says(const tr_app *app, const char *part) {
    if (!strstr(app->message.text, part))
        fail_msg("'%s' is not in '%s'", part, app->message.text);
}

// ---- tests -------------------------------------------------------------------------------------

static void pictures_are_known_by_their_ends(void **state) {
    (void)state;
    static const char *const good[] = {"a.png", "/b/c.TIFF", "d.tif", "e.exr", "f.jpg", "g.JPEG", "h.tga"};
    static const char *const bad[] = {"a", "png", ".png/b", "a.json", "a.png.txt", ""};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        assert_true(tr_own_is_image(good[i]));
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(tr_own_is_image(bad[i]));
}

// While the sheet is open, one step shows the map. Esc takes it back, Use keeps it.
static void a_sheet_is_one_step(void **state) {
    tr_app *app = begin("earthlike");
    const int steps = app->document.step_count;
    read_picture(app, at(*state, "my map.png"), "one");
    assert_int_equal(app->settings.dialog, TR_DIALOG_MAP);
    assert_string_equal(only_map(app)->name, "height");
    assert_true(only_map(app)->range_m[0] == only_map(app)->range_m[1] && only_map(app)->sea_percent < 0);
    tr_act_map_heights(app, TR_HEIGHTS_IN_METRES);
    type_number(app, "black", -100);
    assert_true(only_map(app)->range_m[0] == -100 && only_map(app)->range_m[1] == 9000);
    tr_act_map_heights(app, TR_HEIGHTS_BY_SEA);
    type_number(app, "sea", 25);
    assert_true(only_map(app)->sea_percent == 25 && only_map(app)->range_m[0] == only_map(app)->range_m[1]);
    tr_act_map_kind(app, TR_OWN_LAND);
    assert_string_equal(only_map(app)->name, "land");
    tr_act_map_part(app, 1);
    type_number(app, "north", 70);
    assert_true(only_map(app)->region_deg[3] == 70 && only_map(app)->west_deg == -180);
    assert_int_equal(app->document.step_count, steps + 1);
    app->settings.dialog = TR_DIALOG_NONE;
    tr_act_end_map(app);
    assert_true(app->document.step_count == steps && tr_app_recipe(app)->map_count == 0);

    // Use does nothing while the region is wrong, which the bake says, and works again once it is right.
    read_picture(app, at(*state, "my map.png"), "one");
    tr_act_map_part(app, 1);
    type_number(app, "west", 60);
    app->outcomes[TR_DIALOG_MAP] = (tr_outcome){.text = "maps.height.region_deg=…", .is_error = true};
    tr_act_map_use(app);
    assert_int_equal(app->settings.dialog, TR_DIALOG_MAP);
    type_number(app, "west", 5);
    tr_act_map_use(app);
    assert_int_equal(app->settings.dialog, TR_DIALOG_NONE);
    assert_true(only_map(app)->region_deg[0] == 5);
    undo(app);

    read_picture(app, at(*state, "my map.png"), "two");
    tr_act_map_kind(app, TR_OWN_CHANNEL);
    tr_act_map_channel(app, "fog");
    tr_act_map_use(app);
    assert_int_equal(app->settings.dialog, TR_DIALOG_NONE);
    assert_says(app, "follows my map.png");
    tr_act_end_map(app); // it stays
    assert_string_equal(only_map(app)->name, "fog");
    assert_non_null(tr_recipe_file(tr_app_recipe(app), only_map(app)->file));
    undo(app);
    assert_int_equal(tr_app_recipe(app)->map_count, 0);
    end(app);
}

// With another type the map that a sheet tries stays the last step. Use acts after other edits, too. A map that
// the new type cannot follow goes, and its sheet with it.
static void a_sheet_follows_the_type(void **state) {
    int kept, dropped;
    tr_app *app = begin("inferno");
    read_picture(app, at(*state, "my map.png"), "one");
    tr_act_lift_map(app);
    assert_int_equal(tr_app_recipe(app)->map_count, 0);
    assert_int_equal(tr_document_set_type(&app->document, "earthlike", &kept, &dropped, NULL), TR_OK);
    tr_act_lay_map(app);
    assert_int_equal(kept + dropped, 0);
    assert_string_equal(only_map(app)->name, "height");
    tr_act_map_kind(app, TR_OWN_LAND);
    assert_string_equal(only_map(app)->name, "land");
    const tr_change change = {"noisiness", "0.5"};
    assert_int_equal(tr_document_change(&app->document, "x", 0, false, 1, &change, NULL), TR_OK);
    tr_act_map_use(app);
    assert_int_equal(app->settings.dialog, TR_DIALOG_NONE);
    assert_string_equal(only_map(app)->name, "land");

    assert_int_equal(tr_document_set_type(&app->document, "ocean", &kept, &dropped, NULL), TR_OK);
    assert_string_equal(only_map(app)->name, "land");
    tr_act_map_edit(app, "land");
    tr_act_lift_map(app);
    assert_int_equal(tr_document_set_type(&app->document, "barren", &kept, &dropped, NULL), TR_OK);
    tr_act_lay_map(app);
    assert_int_equal(tr_app_recipe(app)->map_count, 0);
    assert_true(app->map_sheet.path[0] == 0 && app->settings.dialog == TR_DIALOG_NONE);
    end(app);
}

static void read_drawn(tr_app *app, const char *path, int channels, const uint8_t *samples) {
    enum { width = 64, height = 32 };
    write_png_file(path, &(struct sample_picture){width, height, channels, 8, .samples = samples});
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_SHEET}, path);
    hear(app);
}

// A coloured picture of few flat colours is land, on a planet with a sea; all others are heights.
static void sketches_are_land(void **state) {
    enum { texels = 64 * 32 };
    static const uint8_t colours[3][3] = {{40, 90, 200}, {90, 160, 70}, {230, 210, 120}};
    static uint8_t sketch[3 * texels], grey[3 * texels], photo[3 * texels];
    for (int i = 0; i < texels; i++)
        for (int c = 0; c < 3; c++) {
            const int x = i % 64, y = i / 64;
            sketch[3 * i + c] = colours[x < 30 ? 0 : x < 50 ? 1 : 2][c];
            grey[3 * i + c] = x < 30 ? 0 : 200;
            photo[3 * i + c] = (uint8_t)(c == 0 ? 4 * x : c == 1 ? 8 * y : 120);
        }
    static const char *const types[] = {"earthlike", "barren"};
    for (int t = 0; t < 2; t++) {
        tr_app *app = begin(types[t]);
        read_drawn(app, at(*state, "a.png"), 3, sketch);
        assert_string_equal(only_map(app)->name, t == 0 ? "land" : "height");
        assert_int_equal(app->map_sheet.kind, t == 0 ? TR_OWN_LAND : TR_OWN_HEIGHT);
        read_drawn(app, at(*state, "b.png"), 3, grey);
        assert_string_equal(only_map(app)->name, "height");
        read_drawn(app, at(*state, "c.png"), 3, photo);
        assert_string_equal(only_map(app)->name, "height");
        read_drawn(app, at(*state, "d.png"), 1, grey);
        assert_string_equal(only_map(app)->name, "height");
        end(app);
    }
}

// Clicks no longer reach a line in the making.
static void a_sheet_ends_a_line(void **state) {
    tr_app *app = begin("earthlike");
    tr_brush_begin(&app->paint);
    app->paint.phase = TR_BRUSH_PLACED;
    read_picture(app, at(*state, "a.png"), "one");
    assert_int_equal(app->paint.phase, TR_BRUSH_IDLE);
    tr_act_map_use(app);
    app->paint.phase = TR_BRUSH_PLACED;
    tr_act_map_edit(app, "height");
    assert_int_equal(app->paint.phase, TR_BRUSH_IDLE);
    tr_brush_end(&app->paint);
    end(app);
}

// The sheet of a map that the planet has changes only what it shows.
static void a_map_is_edited(void **state) {
    tr_app *app = begin("earthlike");
    char value[256];
    read_picture(app, at(*state, "a.png"), "one");
    tr_act_map_use(app);
    const tr_change channel = {"maps.height.channel", "red"};
    assert_int_equal(tr_document_change(&app->document, "Channel", 0, false, 1, &channel, NULL), TR_OK);
    const int steps = app->document.step_count;
    tr_act_map_edit(app, "nothing");
    assert_int_equal(app->settings.dialog, TR_DIALOG_NONE);
    tr_act_map_edit(app, "height");
    assert_int_equal(app->settings.dialog, TR_DIALOG_MAP);
    tr_act_map_use(app); // nothing was changed
    assert_true(app->document.step_count == steps && app->settings.dialog == TR_DIALOG_NONE);
    tr_act_map_edit(app, "height");
    tr_act_map_heights(app, TR_HEIGHTS_IN_METRES);
    type_number(app, "strength", 0.5);
    assert_true(only_map(app)->channel == TR_OWN_RED && only_map(app)->range_m[1] == 9000);
    assert_true(only_map(app)->strength == 0.5);
    tr_act_map_use(app);
    tr_act_map_edit(app, "height");
    assert_true(app->map_sheet.heights == TR_HEIGHTS_IN_METRES && app->map_sheet.strength == 0.5);
    tr_act_map_heights(app, TR_HEIGHTS_BY_MAP);
    assert_true(only_map(app)->range_m[0] == only_map(app)->range_m[1]);
    tr_act_map_kind(app, TR_OWN_LAND);
    assert_string_equal(only_map(app)->name, "land");
    tr_act_map_kind(app, TR_OWN_HEIGHT);
    assert_true(only_map(app)->channel == TR_OWN_RED); // as it was
    tr_act_end_map(app);
    assert_true(only_map(app)->range_m[1] == 9000);
    snprintf(value, sizeof value, "%s", only_map(app)->sha256);

    tr_act_map_replace(app, "height");
    assert_int_equal(app->settings.dialog, TR_DIALOG_OPEN);
    assert_true(tr_act_choose_map(app, "/not/a/picture.txt"));
    assert_says(app, "picture.txt is not a picture");
    write_text(at(*state, "b.tif"), "two");
    assert_true(tr_act_choose_map(app, at(*state, "b.tif")));
    assert_false(tr_act_choose_map(app, at(*state, "b.tif"))); // none is being chosen any more
    hear(app);
    assert_says(app, "follows b.tif; Ctrl+Z");
    assert_string_equal(only_map(app)->file, "b.tif");
    assert_string_not_equal(only_map(app)->sha256, value);
    assert_true(only_map(app)->range_m[1] == 9000 && only_map(app)->channel == TR_OWN_RED);
    undo(app);
    assert_string_equal(only_map(app)->sha256, value);
    tr_act_map_remove(app, "height");
    assert_int_equal(tr_app_recipe(app)->map_count, 0);
    undo(app);
    assert_string_equal(only_map(app)->sha256, value);
    end(app);
}

// A file that vanished or changed is told once, and found or read again.
static void files_are_followed(void **state) {
    tr_app *app = begin("earthlike");
    double now = 0;
    assert_true(tr_act_maps_due(app) == INFINITY);
    read_picture(app, at(*state, "a.png"), "one");
    tr_act_map_use(app);
    assert_false(tr_act_follow_maps(app, now += 10));
    write_text(at(*state, "a.png"), "another");
    assert_true(tr_act_follow_maps(app, now += 10));
    assert_says(app, "a.png has changed: the planet keeps what it has read");
    assert_int_equal(app->message.offers_map, TR_COMMAND_MAP_AGAIN);
    assert_false(tr_act_follow_maps(app, now += 10)); // told
    tr_act_map_again(app);
    hear(app);
    assert_says(app, "another file than the planet was saved with");
    assert_false(tr_act_follow_maps(app, now += 10));
    assert_false(tr_act_lose_changed(app));
    remove(at(*state, "a.png"));
    assert_true(tr_act_follow_maps(app, now += 10));
    assert_says(app, "a.png has vanished");
    assert_int_equal(app->message.offers_map, TR_COMMAND_MAP_FIND);
    assert_true(tr_act_lose_changed(app)); // it has to be read again
    assert_says(app, "a.png is missing or has changed: the planet is shown without it");
    tr_act_map_find(app);
    write_text(at(*state, "moved.png"), "another");
    assert_true(tr_act_choose_map(app, at(*state, "moved.png")));
    hear(app);
    assert_says(app, "moved.png is found");
    assert_true(only_map(app)->strength == 1);
    assert_string_equal(only_map(app)->file, "moved.png");
    assert_false(tr_act_tell_missing(app));
    end(app);
}

static void reading_fails_and_stops(void **state) {
    tr_app *app = begin("earthlike");
    const int steps = app->document.step_count;
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_SHEET}, at(*state, "nothing.png"));
    hear(app);
    assert_true(app->message.is_error);
    assert_says(app, "nothing.png");
    write_text(at(*state, "large.png"), "");
    assert_int_equal(truncate(at(*state, "large.png"), 1 << 28), 0);
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_SHEET}, at(*state, "large.png"));
    tr_act_map_stop(app);
    hear(app);
    assert_says(app, "Reading large.png is cancelled");
    assert_true(app->document.step_count == steps && app->settings.dialog == TR_DIALOG_NONE);
    // A world with maps: their files are read before it is opened.
    write_text(at(*state, "a.png"), "one");
    write_text(at(*state, "p.json"),
               "{\"type\": \"earthlike\", \"set\": {\"maps\": [{\"name\": \"height\", \"file\": \"a.png\"}]}}");
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_WORLD}, at(*state, "p.json"));
    assert_int_equal(wait_for_it(app, NULL), TR_OK);
    assert_int_equal(app->map_reading.read.count, 1);
    assert_true(!app->map_reading.is_picture && strcmp(app->map_reading.read.list[0]->name, "a.png") == 0);
    // The files of a world's maps are not read to their ends once that is cancelled: this one has 1 TB,
    // where files may have holes.
    assert_int_equal(truncate(at(*state, "a.png"), (off_t)1 << (is_posix ? 40 : 28)), 0);
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_WORLD}, at(*state, "p.json"));
    tr_act_map_stop(app);
    hear(app);
    assert_says(app, "Reading p.json is cancelled");
    assert_int_equal(truncate(at(*state, "a.png"), 3), 0);
    // A picture that holds no world is a map.
    tr_act_read_map(app, &(tr_map_wish){.purpose = TR_MAP_FOR_WORLD}, at(*state, "a.png"));
    assert_int_equal(wait_for_it(app, NULL), TR_OK);
    assert_true(app->map_reading.is_picture && app->map_reading.read.count == 1);
    end(app);
}

// Of two maps that are missing, the one whose button was clicked is found.
static void a_missing_map_is_found_by_its_name(void **state) {
    tr_app *app = begin("earthlike");
    read_picture(app, at(*state, "a.png"), "one");
    tr_act_map_use(app);
    read_picture(app, at(*state, "b.png"), "two");
    tr_act_map_kind(app, TR_OWN_COLOUR);
    tr_act_map_use(app);
    assert_int_equal(tr_app_recipe(app)->map_count, 2);
    remove(at(*state, "a.png"));
    remove(at(*state, "b.png"));
    assert_true(tr_act_follow_maps(app, 10));
    while (tr_act_lose_changed(app))
        continue;
    tr_act_map_locate(app, "colour");
    assert_string_equal(app->map_wish.map, "colour");
    assert_string_equal(app->map_wish.name, "b.png");
    tr_act_map_locate(app, "height");
    assert_string_equal(app->map_wish.name, "a.png");
    end(app);
}

// One of six faces stands for all, if they lie beside it.
static void faces_are_one_map(void **state) {
    static const char *const faces[] = {"nx", "py", "ny", "pz", "nz"};
    char name[32];
    tr_app *app = begin("barren");
    read_picture(app, at(*state, "my_px.r16"), "one");
    assert_string_equal(app->map_sheet.name, "my_px.r16");
    tr_act_end_map(app);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "my_%s.r16", faces[i]);
        write_text(at(*state, name), faces[i]);
    }
    read_picture(app, at(*state, "my_px.r16"), "one");
    assert_string_equal(app->map_sheet.name, "my_{face}.r16");
    tr_act_map_use(app);
    assert_string_equal(only_map(app)->file, "my_{face}.r16");
    // Another picture in their place is one file.
    write_text(at(*state, "other.png"), "two");
    tr_map_wish wish = {.purpose = TR_MAP_FOR_FILE};
    snprintf(wish.map, sizeof wish.map, "height");
    snprintf(wish.name, sizeof wish.name, "my_{face}.r16");
    tr_act_read_map(app, &wish, at(*state, "other.png"));
    hear(app);
    assert_string_equal(only_map(app)->file, "other.png");
    end(app);
}

// Raw numbers: what a file's length suggests, and what the sheet makes of it.
static void raw_numbers_are_guessed(void **state) {
    static const struct {
        const char *file;
        uint64_t bytes;
        tr_own_raw raw;
        double width;
    } files[] = {{"a.r16", 2 * 64 * 32, TR_OWN_RAW_U16, 64},
                 {"a.R32", 4 * 64 * 32, TR_OWN_RAW_F32, 64},
                 {"a.raw", 2 * 64 * 32, TR_OWN_RAW_U16, 64},
                 {"a.raw", 4 * 64 * 32, TR_OWN_RAW_F32, 64},
                 {"a.r16", 2 * 33 * 33, TR_OWN_RAW_U16, 0},
                 {"a.r16", 4097, TR_OWN_RAW_U16, 0},
                 {"a.raw", 0, TR_OWN_RAW_U16, 0}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        tr_own_raw raw = TR_OWN_RAW_GUESSED;
        double size[2] = {0};
        assert_true(tr_own_is_raw(files[i].file));
        tr_own_raw_guess(files[i].file, files[i].bytes, &raw, size);
        assert_int_equal(raw, files[i].raw);
        assert_true(size[0] == files[i].width && size[1] == files[i].width / 2);
    }
    assert_false(tr_own_is_raw("raw"));
    assert_false(tr_own_is_raw("a.png"));
    tr_app *app = begin("earthlike");
    char content[2 * 8 * 4 + 1];
    memset(content, 'x', sizeof content - 1);
    content[sizeof content - 1] = 0;
    read_picture(app, at(*state, "a.raw"), content);
    assert_true(only_map(app)->raw == TR_OWN_RAW_U16 && only_map(app)->raw_size[0] == 8);
    tr_act_map_raw(app, TR_OWN_RAW_S16_BIG);
    type_number(app, "width", 4);
    type_number(app, "height", 8);
    assert_true(only_map(app)->raw == TR_OWN_RAW_S16_BIG && only_map(app)->raw_size[1] == 8);
    tr_act_map_use(app);
    tr_act_map_edit(app, "height");
    assert_true(app->map_sheet.raw == TR_OWN_RAW_S16_BIG && app->map_sheet.raw_size[0] == 4);
    end(app);
}

// "Nothing: make it finer" leads to another dialog.
static void a_map_is_made_finer(void **state) {
    tr_app *app = begin("earthlike");
    read_picture(app, at(*state, "a.tif"), "one");
    tr_act_map_finer(app);
    assert_says(app, "Only PNG files");
    assert_int_equal(tr_app_recipe(app)->map_count, 1);
    read_picture(app, at(*state, "a.png"), "one");
    tr_act_map_finer(app);
    assert_int_equal(app->settings.dialog, TR_DIALOG_ENHANCE);
    assert_int_equal(tr_app_recipe(app)->map_count, 0);
    end(app);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_known_by_their_ends),
        cmocka_unit_test_setup_teardown(a_sheet_is_one_step, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_sheet_follows_the_type, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(sketches_are_land, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_sheet_ends_a_line, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_map_is_edited, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(files_are_followed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(reading_fails_and_stops, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_missing_map_is_found_by_its_name, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(faces_are_one_map, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(raw_numbers_are_guessed, make_folder, remove_folder),
        cmocka_unit_test_setup_teardown(a_map_is_made_finer, make_folder, remove_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
