// The commands that change the document: planets, their parameters, colours and layers.
#include "app/private/actions.h"

#include "base/hash.h"
#include "editor/colour_name.h"
#include "editor/number.h"
#include "editor/rings.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { new_seeds = 1000000, die_sides = 10000 }; // short enough to type again

static uint64_t roll(uint64_t sides) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return tr_hash_pair((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec) % sides;
}

// Names the planet, and the number of changes to the previous planet that it keeps and drops. words: the text
// that was typed as its seed, or NULL. maps: which of the dropped changes are own maps, or "".
static void say_planet(tr_app *app, const char *words, int kept, int dropped, const char *maps) {
    char kind[TR_TYPE_SEED_BYTES], from[96] = "", stay[48] = "", go[160] = "";
    if (words)
        snprintf(from, sizeof from, "'%.60s' is stored as a number: ", words);
    tr_document_type_seed(&app->document, kind);
    if (kept > 0)
        snprintf(stay, sizeof stay, "; %d change%s kept", kept, kept == 1 ? "" : "s");
    if (dropped > 0)
        snprintf(go, sizeof go, "%s %d%s dropped%s; Ctrl+Z undoes it", kept > 0 ? "," : ";", dropped,
                 kept > 0       ? ""
                 : dropped == 1 ? " change"
                                : " changes",
                 maps);
    tr_message_say(&app->message, "%s%s%s%s", from, kind, stay, go);
    app->message.offers_reset = kept > 0;
}

void tr_act_reset_all(tr_app *app) {
    int gone = 0;
    const tr_status status = tr_document_reset(&app->document, &gone, tr_act_begin(app));
    if (status == TR_BAD_USAGE)
        tr_message_say(&app->message, "%s", app->edit.error.message);
    else if (tr_act_finish(app, status))
        tr_message_say(&app->message, "%d change%s reset; Ctrl+Z undoes it", gone, gone == 1 ? "" : "s");
}

// ---- another planet ----------------------------------------------------------------------------

// Says which own maps a change of type has dropped. before: how many the planet had, file: that of the last.
static void list_dropped(const tr_recipe *recipe, int before, const char *file, char *text, size_t size) {
    const int count = before - recipe->map_count;
    if (count == 1 && before == 1)
        snprintf(text, size, ": the map %.80s", file);
    else if (count > 0)
        snprintf(text, size, ": %d of %d maps", count, before);
}

void tr_act_to_type(tr_app *app, const char *type) {
    int kept = 0, dropped = 0;
    char file[TR_FILE_BYTES] = "", maps[128] = "";
    const tr_recipe *recipe = tr_app_recipe(app);
    const int before = recipe->map_count;
    if (before > 0)
        memcpy(file, recipe->maps[before - 1].file, sizeof file);
    const tr_status status = tr_document_set_type(&app->document, type, &kept, &dropped, tr_act_begin(app));
    if (tr_act_finish(app, status)) {
        list_dropped(tr_app_recipe(app), before, file, maps, sizeof maps);
        say_planet(app, NULL, kept, dropped, maps);
    }
}

void tr_act_type(tr_app *app, int by) {
    enum { rows_of_page = 3 };
    tr_gallery *gallery = &app->thumbnails.gallery;
    const tr_types *types = &app->types;
    const int at = tr_types_find(types, tr_app_recipe(app)->type);
    if (tr_gallery_front(gallery))
        tr_gallery_move(gallery, by * rows_of_page * tr_panel_gallery_columns(app->panel));
    else if (types->count > 0)
        tr_act_to_type(app, types->names[at < 0 ? 0 : (at + by + types->count) % types->count]);
}

static void set_seed(tr_app *app, uint64_t seed, const char *words) {
    int kept = 0;
    if (tr_act_finish(app, tr_document_set_seed(&app->document, seed, &kept, tr_act_begin(app))))
        say_planet(app, words, kept, 0, "");
}

static void restore_seed(tr_app *app) {
    if (tr_act_finish(app, tr_document_restore_seed(&app->document, tr_act_begin(app))))
        say_planet(app, NULL, 0, 0, "");
}

void tr_act_seed(tr_app *app, int by) {
    const bool in_gallery = tr_gallery_front(&app->thumbnails.gallery);
    if (by > 0)
        in_gallery ? tr_act_gallery_more(app) : set_seed(app, roll(new_seeds), NULL);
    else if (!in_gallery)
        restore_seed(app);
}

void tr_act_to_seed(tr_app *app, const char *text) {
    const char *words = text[strspn(text, "0123456789 ")] ? text : NULL;
    tr_error error = {0};
    uint64_t seed;
    if (tr_seed_read(text, &seed, &error) != TR_OK)
        tr_message_complain(&app->message, &error);
    else if (seed != tr_app_recipe(app)->seed)
        set_seed(app, seed, words);
    else if (words)
        say_planet(app, words, 0, 0, "");
}

void tr_act_add_body(tr_app *app, const char *type, int moon) {
    char away[TR_DISTANCE_BYTES];
    if (!tr_act_finish(app, tr_document_add_body(&app->document, type, moon != 0, tr_act_begin(app))))
        return;
    const tr_scene *scene = app->document.scene;
    const tr_scene_planet *body = &scene->planets[scene->planet_count - 1];
    tr_distance_text(body->orbit.radius_km, away);
    tr_message_say(&app->message, "%s: %s, %s away", body->name, type, away);
    app->message.shows_body = scene->planet_count;
}

void tr_act_remove_body(tr_app *app) {
    char name[TR_PLANET_NAME_BYTES];
    snprintf(name, sizeof name, "%s", tr_document_planet(&app->document)->name);
    if (tr_act_finish(app, tr_document_remove_body(&app->document, tr_act_begin(app))))
        tr_message_say(&app->message, "%s removed; Ctrl+Z undoes it", name);
}

void tr_act_type_name(tr_app *app) {
    app->settings.panel = true;
    tr_panel_name_planet(app->panel);
}

// Trims the spaces.
void tr_act_name(tr_app *app, const char *text) {
    char name[TR_COMMAND_TEXT_BYTES];
    snprintf(name, sizeof name, "%s", text + strspn(text, " \t"));
    for (size_t length = strlen(name); length > 0 && strchr(" \t", name[length - 1]); length--)
        name[length - 1] = 0;
    if (!tr_act_finish(app, tr_document_rename(&app->document, name, tr_act_begin(app)))) {
        tr_act_reject_field(app, "name", &app->edit.error);
        return;
    }
    tr_act_accept_field(app, "name");
    app->output.name = (tr_given_name){0}; // its files are called so from now on
}

// ---- parameters --------------------------------------------------------------------------------

// Changes a parameter of the target. value NULL: restores the value that the seed drew.
static bool change(tr_app *app, const char *path, const char *value, uint64_t drag_id) {
    tr_control control;
    char what[TR_STEP_BYTES], text[32];
    const bool known = tr_control_find(&app->document, path, &control);
    snprintf(what, sizeof what, "%.50s%s", known ? control.label : path, value ? "" : " back");
    tr_change changes[2] = {{path, value}};
    const int count = 1 + tr_rings_push(&app->document, path, value, &changes[1], text);
    const tr_status status = tr_document_change(&app->document, what, drag_id, known && control.of_scene, count,
                                                changes, tr_act_begin(app));
    const bool done = tr_act_finish(app, status);
    if (done)
        tr_act_accept_field(app, path);
    else
        tr_act_reject_field(app, path, &app->edit.error);
    if (done && known && control.effect == TR_EFFECT_REFORMS)
        snprintf(app->rows.busy_path, sizeof app->rows.busy_path, "%s", path);
    return done;
}

void tr_act_change(tr_app *app, const tr_command *edit) { change(app, edit->path, edit->text, edit->drag_id); }
void tr_act_unset(tr_app *app, const char *path) { change(app, path, NULL, 0); }

// Changes a parameter by a key, within the range of its slider.
static void nudge(tr_app *app, const char *path, double by, double times) {
    tr_control control;
    char text[32];
    if (!tr_control_find(&app->document, path, &control))
        return;
    const double value = fmax(control.low, fmin(control.high, control.value * times + by));
    tr_control_write(&control, value, text);
    if (change(app, path, text, 0))
        tr_message_say(&app->message, "%s %s%s%s", control.label, text, control.unit[0] ? " " : "",
                       control.unit);
}

void tr_act_noisiness(tr_app *app, int by) { nudge(app, "noisiness", 0.05 * by, 1); }
void tr_act_persistence(tr_app *app, int by) { nudge(app, "persistence", 0.02 * by, 1); }
void tr_act_octaves(tr_app *app, int by) { nudge(app, "octaves", by, 1); }
void tr_act_radius(tr_app *app, int by) { nudge(app, "radius_km", 0, pow(1.1, by)); }

void tr_act_lock(tr_app *app, const char *path, int locked) {
    tr_document_lock(&app->document, path, locked != 0);
    tr_message_say(
        &app->message,
        tr_document_is_locked(&app->document, path) ? "%s locked: a new seed keeps it" : "%s unlocked", path);
}

void tr_act_rings(tr_app *app, int wanted) {
    const tr_status status = wanted ? tr_rings_add(&app->document, tr_act_begin(app))
                                    : tr_rings_remove(&app->document, tr_act_begin(app));
    if (tr_act_finish(app, status))
        tr_message_say(&app->message, wanted ? "Rings added" : "Rings removed; Ctrl+Z undoes it");
}

// ---- undo and redo -----------------------------------------------------------------------------

static void go(tr_app *app, tr_status (*to)(tr_document *, char[TR_STEP_BYTES], tr_error *), const char *did) {
    char what[TR_STEP_BYTES];
    const tr_status status = to(&app->document, what, tr_act_begin(app));
    if (status == TR_BAD_USAGE)
        tr_message_say(&app->message, "%s", app->edit.error.message);
    else if (tr_act_finish(app, status))
        tr_message_say(&app->message, "%s: %s", did, what);
}

void tr_act_undo(tr_app *app) {
    if (!tr_act_paint_undo(app, false))
        go(app, tr_document_undo, "Undone");
}

void tr_act_redo(tr_app *app) {
    if (!tr_act_paint_undo(app, true))
        go(app, tr_document_redo, "Redone");
}

void tr_act_take_back(tr_app *app, const tr_command *edit) {
    tr_act_finish(app, tr_document_take_back(&app->document, edit->drag_id, tr_act_begin(app)));
}

// ---- colours -----------------------------------------------------------------------------------

void tr_act_swatch(tr_app *app, const tr_command *edit) {
    uint8_t srgb[3];
    if (tr_colour_read(edit->text, srgb))
        tr_act_finish(app,
                      tr_colours_set(&app->document, edit->number, srgb, edit->drag_id, tr_act_begin(app)));
}

void tr_act_swatch_back(tr_app *app, int swatch) {
    tr_act_finish(app, tr_colours_reset(&app->document, swatch, tr_act_begin(app)));
}

void tr_act_harmony(tr_app *app, int number) {
    int count;
    const tr_harmony *harmonies = tr_harmonies(&count);
    char name[TR_STEP_BYTES];
    const uint64_t rolled = roll(die_sides);
    snprintf(name, sizeof name, "Colours %llu", (unsigned long long)rolled);
    const tr_harmony harmony =
        number >= 0 && number < count ? harmonies[number] : tr_harmony_roll(rolled, name);
    if (tr_act_finish(app, tr_colours_apply(&app->document, &harmony, tr_act_begin(app))))
        tr_message_say(&app->message, "%s", harmony.name);
}

void tr_act_stop_colour(tr_app *app, const tr_command *edit) {
    uint8_t srgb[3];
    if (tr_colour_read(edit->text, srgb))
        tr_act_finish(app, tr_gradient_colour(&app->document, edit->path, edit->number, srgb, edit->drag_id,
                                              tr_act_begin(app)));
}

void tr_act_stop_move(tr_app *app, const tr_command *edit) {
    tr_act_finish(app, tr_gradient_move(&app->document, edit->path, edit->number, edit->x, edit->drag_id,
                                        tr_act_begin(app)));
}

void tr_act_stop_add(tr_app *app, const tr_command *edit) {
    tr_act_finish(app, tr_gradient_add(&app->document, edit->path, edit->x, tr_act_begin(app)));
}

void tr_act_stop_remove(tr_app *app, const char *path, int stop) {
    tr_act_finish(app, tr_gradient_remove(&app->document, path, stop, tr_act_begin(app)));
}

// ---- layers ------------------------------------------------------------------------------------

void tr_act_element(tr_app *app, const char *path) {
    snprintf(app->layers.open, sizeof app->layers.open, "%s", path);
}

void tr_act_show(tr_app *app, const char *path, int takes_keys) {
    app->settings.panel = true;
    tr_panel_show(app->panel, path, takes_keys != 0);
    for (int i = 0; i < app->layers.count; i++)
        if (strcmp(app->layers.elements[i].path, path) == 0)
            tr_act_element(app, path);
}

void tr_act_element_on(tr_app *app, const char *path, int on) {
    tr_act_finish(app, tr_element_switch(&app->document, path, on != 0, tr_act_begin(app)));
}

void tr_act_element_solo(tr_app *app, const char *path, int alone) {
    tr_act_finish(app, tr_element_solo(&app->document, path, alone != 0, tr_act_begin(app)));
}

void tr_act_element_move(tr_app *app, const char *path, int by) {
    tr_act_finish(app, tr_element_move(&app->document, path, by, tr_act_begin(app)));
}

void tr_act_element_remove(tr_app *app, const char *path) {
    tr_act_finish(app, tr_element_remove(&app->document, path, tr_act_begin(app)));
}

void tr_act_element_add(tr_app *app, const char *kind) {
    char path[TR_CONTROL_PATH_BYTES];
    if (tr_act_finish(app, tr_element_add(&app->document, kind, path, tr_act_begin(app))))
        tr_act_element(app, path);
}
