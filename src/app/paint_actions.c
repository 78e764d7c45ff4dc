// The commands of the tab Paint.
#include "app/private/actions.h"
#include "app/private/views.h"

#include "base/size.h"
#include "editor/colour_name.h"
#include "editor/strokes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double near = 9; // in window units: a click that hits a point

static void ask_for_frame(tr_app *app) { tr_schedule_ask(&app->schedule, glfwGetTime(), true); }

// ---- strokes of the document ---------------------------------------------------------------------

static void say_full(tr_app *app) {
    if (tr_app_recipe(app)->stroke_count >= TR_MAX_STROKES)
        tr_message_say(&app->message, "A planet holds at most %d strokes: delete some first", TR_MAX_STROKES);
    else
        tr_message_say(
            &app->message,
            "A planet's strokes hold at most %d points: this one ends here. Delete some strokes first",
            TR_MAX_PATH_POINTS);
}

static void add_stroke(tr_app *app) {
    tr_brush *p = &app->paint;
    char name[TR_NAME_BYTES];
    const bool full = p->full;
    const tr_new_stroke stroke = {.tool = (tr_stroke_tool)p->tool,
                                  .points = p->points,
                                  .count = p->count,
                                  .closed = p->closed,
                                  .radius_deg = p->radius_deg,
                                  .softness = p->softness,
                                  .strength = p->strength,
                                  .height_m = tr_brush_height(p, tr_app_recipe(app)),
                                  .srgb = {p->srgb[0], p->srgb[1], p->srgb[2]},
                                  .biome = p->biome};
    if (!tr_act_finish(app, tr_strokes_add(&app->document, &stroke, name, tr_act_begin(app)))) {
        p->phase = TR_BRUSH_PLACED; // Enter tries again, Esc drops it
        return;
    }
    tr_brush_drop(p);
    tr_brush_await(p, name, app->viewport.edits[app->document.target]);
    tr_viewport_let_go(&app->viewport);
    if (full)
        say_full(app);
}

// Moves the selected stroke as it was dragged.
static void move_stroke(tr_app *app) {
    tr_brush *p = &app->paint;
    const tr_recipe *recipe = tr_app_recipe(app);
    const int at = tr_strokes_find(recipe, p->selected);
    p->phase = TR_BRUSH_IDLE;
    if (at < 0)
        return;
    const tr_path path = recipe->strokes[at].points;
    tr_path_point *points = tr_allocate((size_t)path.count + 1, sizeof *points);
    tr_error *error = tr_act_begin(app);
    tr_status status = points ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory to move a stroke");
    if (status == TR_OK) {
        memcpy(points, recipe->points + path.first, sizeof *points * (size_t)path.count);
        tr_brush_turn(points, path.count, p->begin, p->end);
        status = tr_strokes_move(&app->document, p->selected, points, error);
    }
    tr_free(points);
    tr_act_finish(app, status);
}

// What an event has led to.
static void follow(tr_app *app, tr_status status, const tr_error *error, tr_brush_event event) {
    if (status != TR_OK)
        tr_message_complain(&app->message, error);
    else if (event == TR_BRUSH_FULL)
        say_full(app);
    else if (event == TR_BRUSH_FINISHED && app->paint.phase == TR_BRUSH_MOVED)
        move_stroke(app);
    else if (event == TR_BRUSH_FINISHED)
        add_stroke(app);
    if (event != TR_BRUSH_NOTHING)
        ask_for_frame(app);
}

// ---- the mouse -----------------------------------------------------------------------------------

// Whether a point of the stroke in the making is at a position of the window.
static bool hits(const tr_app *app, int point, double x, double y) {
    tr_ground_pane panes[TR_MOST_PANES];
    double at[2];
    const double scale = app->drawn.pixels_per_unit;
    const int count = tr_views_panes(app, panes);
    for (int i = 0; i < count; i++)
        if (tr_ground_show(&panes[i], tr_views_from_land(app, tr_path_direction(app->paint.points[point])),
                           &at[0], &at[1]) &&
            tr_hypot(at[0] / scale - x, at[1] / scale - y) < near)
            return true;
    return false;
}

void tr_act_paint_press(tr_app *app, const tr_command *at) {
    tr_brush *p = &app->paint;
    const char *refusal = tr_brush_refusal(tr_app_recipe(app), p->tool);
    tr_brush_press press = {.line = at->number != 0, .left = tr_strokes_left(&app->document)};
    tr_brush_event event;
    tr_error error = {0};
    if (!tr_views_ground_at(app, at->x, at->y, &press.at))
        return;
    if (p->picking == TR_PICKS_CLICK) {
        tr_act_paint_pick(app);
        return;
    }
    if (refusal) {
        tr_message_say(&app->message, "Choose another tool: %s", refusal);
        return;
    }
    if (p->phase == TR_BRUSH_PLACED && p->count > 0) {
        press.at_first = hits(app, 0, at->x, at->y);
        press.at_last = hits(app, p->count - 1, at->x, at->y);
    }
    if (p->tool == TR_BRUSH_SELECTS) {
        const tr_recipe *recipe = tr_app_recipe(app);
        const int found = tr_brush_find(recipe, press.at);
        snprintf(p->selected, sizeof p->selected, "%s", found < 0 ? "" : recipe->strokes[found].name);
    }
    const tr_status status = tr_brush_down(p, &press, &event, &error);
    follow(app, status, &error, event);
}

void tr_act_paint_move(tr_app *app, double x, double y) {
    tr_vec at;
    tr_brush_event event;
    tr_error error = {0};
    if (!tr_views_ground_at(app, x, y, &at))
        return;
    const tr_status status = tr_brush_move(&app->paint, at, &event, &error);
    if (status != TR_OK || event == TR_BRUSH_FULL)
        follow(app, status, &error, event);
}

void tr_act_paint_release(tr_app *app) {
    tr_brush_event event;
    tr_error error = {0};
    const tr_status status = tr_brush_up(&app->paint, &event, &error);
    follow(app, status, &error, event);
}

// ---- the stroke in the making --------------------------------------------------------------------

void tr_act_paint_finish(tr_app *app) {
    const tr_brush *p = &app->paint;
    const char *refusal = tr_brush_refusal(tr_app_recipe(app), p->tool);
    if (refusal && tr_brush_drop(&app->paint)) { // the planet has got another type since
        tr_message_say(&app->message, "%s, so the line is discarded: choose another tool", refusal);
        ask_for_frame(app);
        return;
    }
    const tr_brush_event event = tr_brush_enter(&app->paint);
    if (event == TR_BRUSH_NOTHING && p->phase == TR_BRUSH_PLACED)
        tr_message_say(&app->message, "An area needs at least three points");
    follow(app, TR_OK, NULL, event);
}

void tr_act_paint_back(tr_app *app) { follow(app, TR_OK, NULL, tr_brush_back(&app->paint)); }

bool tr_act_paint_undo(tr_app *app, bool again) {
    if (app->paint.phase != TR_BRUSH_PLACED)
        return false;
    const tr_brush_event event = again ? tr_brush_again(&app->paint) : tr_brush_back(&app->paint);
    if (event == TR_BRUSH_NOTHING)
        tr_message_say(&app->message, "There is no point to restore. Enter finishes the line, Esc discards it");
    follow(app, TR_OK, NULL, event);
    return true;
}

void tr_act_paint_drop(tr_app *app) {
    tr_brush_drop(&app->paint);
    ask_for_frame(app);
}

bool tr_act_paint_escape(tr_app *app) {
    tr_brush *p = &app->paint;
    const bool picks = p->picking != TR_PICKS_NOTHING;
    p->picking = TR_PICKS_NOTHING;
    if (picks || tr_brush_drop(p))
        return true;
    const bool selected = p->selected[0] != 0;
    p->selected[0] = 0;
    return selected;
}

// ---- the brush -----------------------------------------------------------------------------------

void tr_act_paint_tool(tr_app *app, int tool) {
    if (tool < 0 || tool >= TR_BRUSH_TOOLS)
        return;
    const char *refusal = tr_brush_refusal(tr_app_recipe(app), tool);
    app->settings.panel = true;
    tr_panel_show(app->panel, "tab Paint", false);
    if (refusal) {
        tr_message_say(&app->message, "%s cannot be used: %s", tr_brush_tool_name(tool), refusal);
        return;
    }
    if (tool != app->paint.tool)
        tr_brush_drop(&app->paint);
    app->paint.tool = tool;
}

void tr_act_paint_way(tr_app *app, int way) {
    if (way < 0 || way >= TR_BRUSH_WAYS)
        return;
    app->paint.way = (tr_brush_way)way;
    if (app->paint.phase == TR_BRUSH_PLACED) // the line in the making becomes an area, or a line again
        app->paint.closed = way == TR_BRUSH_AREA && !tr_brush_has_dots(app->paint.tool);
}

void tr_act_paint_number(tr_app *app, const tr_command *edit) {
    tr_brush *p = &app->paint;
    if (strcmp(edit->path, "radius") == 0)
        p->radius_deg = edit->x;
    else if (strcmp(edit->path, "softness") == 0)
        p->softness = edit->x;
    else if (strcmp(edit->path, "strength") == 0)
        p->strength = edit->x;
    else if (strcmp(edit->path, "height") == 0 && p->tool < TR_STROKE_TOOL_COUNT)
        p->height_m[p->tool] =
            edit->x == tr_brush_usual_height(p->tool, p->radius_deg, tr_app_recipe(app)) ? NAN : edit->x;
}

void tr_act_paint_colour(tr_app *app, const char *text) {
    uint8_t srgb[3];
    if (tr_colour_read(text, srgb))
        memcpy(app->paint.srgb, srgb, sizeof srgb);
}

void tr_act_paint_biome(tr_app *app, int biome) { app->paint.biome = biome; }

void tr_act_paint_radius(tr_app *app, int steps) {
    tr_brush_resize(&app->paint, steps);
    tr_message_say(&app->message, "Brush radius %.3g°", app->paint.radius_deg);
    ask_for_frame(app);
}

// ---- what is under the mouse ---------------------------------------------------------------------

static void ask_about(tr_app *app, const double place[2]) {
    tr_place_probe *look = &app->look;
    tr_place_probe_clear(app);
    look->over = true;
    look->place[0] = place[0], look->place[1] = place[1];
    look->ask_at = 0; // now
    app->paint.picking = TR_PICKS_ANSWER;
}

// From the menu, the mouse is not over the ground: the next click picks.
void tr_act_paint_pick(tr_app *app) {
    const double *cursor = app->input.cursor;
    double place[2];
    if (!tr_panel_wants_mouse(app->panel, cursor[0], cursor[1]) &&
        tr_views_find_ground(app, &place[0], &place[1])) {
        ask_about(app, place);
        return;
    }
    app->paint.picking = TR_PICKS_CLICK;
    tr_message_say(&app->message, "Click on the planet to pick its colour, biome or height");
}

static void pick_biome(tr_app *app, int biome) {
    const char *instead = tr_biome_instead(biome);
    if (instead) {
        tr_message_say(&app->message, "The biome %s cannot be painted. Use %s", tr_biome_names[biome], instead);
        return;
    }
    app->paint.biome = biome;
    tr_message_say(&app->message, "Biome picked: %s", tr_biome_names[biome]);
}

static void take(tr_app *app, const tr_probe *probe) {
    tr_brush *p = &app->paint;
    for (int i = 0; p->tool == TR_STROKE_BIOME && probe->biome && i < TR_BIOME_COUNT; i++)
        if (strcmp(tr_biome_names[i], probe->biome) == 0) {
            pick_biome(app, i);
            return;
        }
    if (p->tool < TR_STROKE_TOOL_COUNT && tr_brush_has_height(p->tool)) {
        p->height_m[p->tool] = round(probe->height_m);
        tr_message_say(&app->message, "Height picked: %.0f m", probe->height_m);
        return;
    }
    if (p->tool != TR_STROKE_COLOUR)
        tr_brush_drop(p);
    p->tool = TR_STROKE_COLOUR;
    memcpy(p->srgb, probe->albedo, sizeof p->srgb);
    tr_message_say(&app->message, "Colour picked: #%02x%02x%02x", p->srgb[0], p->srgb[1], p->srgb[2]);
}

void tr_act_paint_take(tr_app *app) {
    const tr_place_probe *look = &app->look;
    if (app->paint.picking == TR_PICKS_ANSWER && !look->over && !look->picked) // there is no place any more
        app->paint.picking = TR_PICKS_NOTHING;
    if (app->paint.picking != TR_PICKS_ANSWER || look->probe.latitude_deg != look->place[0] ||
        look->probe.longitude_deg != look->place[1])
        return;
    app->paint.picking = TR_PICKS_NOTHING;
    take(app, &look->probe);
    ask_for_frame(app);
}

// ---- the list ------------------------------------------------------------------------------------

// Where a point of the recipe lies on the planet, whose land may be turned.
static tr_vec direction_of(const tr_app *app, int point) {
    return tr_views_from_land(app, tr_path_direction(tr_app_recipe(app)->points[point]));
}

// Whether the picture shows a point of a stroke.
static bool is_seen(const tr_app *app, const tr_stroke *stroke) {
    tr_ground_pane panes[TR_MOST_PANES];
    double at[2];
    const int count = tr_views_panes(app, panes);
    for (int i = 0; i < count * stroke->points.count; i++)
        if (tr_ground_show(&panes[i % count], direction_of(app, stroke->points.first + i / count), &at[0],
                           &at[1]))
            return true;
    return false;
}

// Turns the planet to a stroke that is out of sight.
void tr_act_stroke(tr_app *app, const char *name) {
    const tr_recipe *recipe = tr_app_recipe(app);
    const double turned_deg = tr_document_planet(&app->document)->rotation_rad * (180 / TR_PI);
    const int at = tr_strokes_find(recipe, name);
    snprintf(app->paint.selected, sizeof app->paint.selected, "%s", name);
    if (at < 0 || is_seen(app, &recipe->strokes[at]))
        return;
    const tr_path path = recipe->strokes[at].points;
    const tr_path_point middle = tr_path_point_of(direction_of(app, path.first + path.count / 2));
    const double steepest_deg = 89;
    app->camera.latitude_deg = fmin(fmax((double)middle.latitude / TR_PATH_UNITS, -steepest_deg), steepest_deg);
    app->camera.longitude_deg = remainder((double)middle.longitude / TR_PATH_UNITS + turned_deg, 360);
    tr_act_keep_outside(app);
}

void tr_act_stroke_order(tr_app *app, const char *name, int by) {
    tr_act_finish(app, tr_strokes_order(&app->document, name, by, tr_act_begin(app)));
}

void tr_act_stroke_name(tr_app *app, const tr_command *edit) {
    if (tr_act_finish(app, tr_strokes_rename(&app->document, edit->path, edit->text, tr_act_begin(app))))
        snprintf(app->paint.selected, sizeof app->paint.selected, "%.*s", TR_NAME_BYTES - 1, edit->text);
}

void tr_act_stroke_remove(tr_app *app) {
    char name[TR_NAME_BYTES];
    memcpy(name, app->paint.selected, sizeof name);
    if (!name[0])
        tr_message_say(&app->message, "Select a stroke first");
    else if (tr_act_finish(app, tr_strokes_remove(&app->document, name, tr_act_begin(app))))
        tr_message_say(&app->message, "%s deleted; Ctrl+Z undoes it", name);
}
