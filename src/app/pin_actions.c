// The commands of named places and of land that is turned by dragging.
#include "app/private/actions.h"
#include "app/private/views.h"

#include "editor/named.h"
#include "noise/maths/turn.h"
#include "planet/named_places.h"
#include "planet/strokes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const double near = 10; // in window units: a click that hits a place

static void ask_for_frame(tr_app *app) { tr_schedule_ask(&app->schedule, glfwGetTime(), true); }

// ---- places --------------------------------------------------------------------------------------

void tr_act_names(tr_app *app) {
    app->settings.names = !app->settings.names;
    tr_message_say(&app->message, "Names of places %s", app->settings.names ? "on" : "off");
}

void tr_act_pin_kind(tr_app *app, int kind) {
    if (kind >= 0 && kind < TR_NAMED_KIND_COUNT)
        app->pins.kind = (tr_named_kind)kind;
}

void tr_act_pin_add(tr_app *app) {
    app->pins.adding = !app->pins.adding;
    if (app->pins.adding)
        tr_message_say(&app->message, "Click on the planet to set a place");
}

void tr_act_pin(tr_app *app, const char *name) {
    snprintf(app->pins.selected, sizeof app->pins.selected, "%.*s", TR_NAME_BYTES - 1, name);
}

void tr_act_pin_remove(tr_app *app, const char *name) {
    if (tr_act_finish(app, tr_named_remove(&app->document, name, tr_act_begin(app))))
        tr_message_say(&app->message, "%s deleted; Ctrl+Z undoes it", name);
}

void tr_act_pin_name(tr_app *app, const tr_command *edit) {
    if (tr_act_finish(app, tr_named_rename(&app->document, edit->path, edit->text, tr_act_begin(app))))
        tr_act_pin(app, edit->text);
}

static double latitude_of(tr_vec at) { return asin(fmax(-1, fmin(1, at.y))) * 180 / TR_PI; }
static double longitude_of(tr_vec at) { return atan2(-at.z, at.x) * 180 / TR_PI; }

void tr_act_pin_move(tr_app *app, const tr_command *edit) {
    const tr_recipe *recipe = tr_app_recipe(app);
    const int at = tr_named_find(recipe, edit->path);
    double lat_deg, lon_deg;
    if (at < 0)
        return;
    tr_named_where(recipe, &recipe->places[at], &lat_deg, &lon_deg);
    *(edit->number ? &lon_deg : &lat_deg) = edit->x;
    if (tr_has_turn(recipe->land_turn)) {
        const tr_vec land = tr_views_to_land(app, tr_views_direction(lat_deg, lon_deg));
        lat_deg = latitude_of(land), lon_deg = longitude_of(land);
    }
    tr_act_finish(
        app, tr_named_move(&app->document, edit->path, lat_deg, lon_deg, edit->drag_id, tr_act_begin(app)));
}

// Selects a place, and scrolls the panel to its rows.
static void show_rows(tr_app *app, const char *name) {
    char path[TR_CONTROL_PATH_BYTES];
    tr_act_pin(app, name);
    snprintf(path, sizeof path, "places.%s", name);
    tr_panel_show(app->panel, path, false);
}

static void add_at(tr_app *app, tr_vec land) {
    char name[TR_NAME_BYTES];
    app->pins.adding = false;
    app->settings.names = true;
    if (tr_act_finish(app, tr_named_add(&app->document, app->pins.kind, latitude_of(land), longitude_of(land),
                                        name, tr_act_begin(app))))
        show_rows(app, name);
}

// The place at the mouse, by its index in the recipe; -1: none.
static int find_pin(const tr_app *app) {
    tr_ground_pane panes[TR_MOST_PANES];
    const tr_recipe *recipe = tr_app_recipe(app);
    const double scale = app->drawn.pixels_per_unit, *cursor = app->input.cursor;
    const int count = app->settings.names ? tr_views_panes(app, panes) : 0;
    double at[2], nearest = near;
    int found = -1;
    for (int i = 0; i < recipe->place_count; i++)
        for (int k = 0; k < count; k++) {
            const tr_vec direction = tr_views_from_land(
                app, tr_views_direction(recipe->places[i].lat_deg, recipe->places[i].lon_deg));
            if (!tr_ground_show(&panes[k], direction, &at[0], &at[1]))
                continue;
            const double far = tr_hypot(at[0] / scale - cursor[0], at[1] / scale - cursor[1]);
            if (far < nearest)
                nearest = far, found = i;
        }
    return found;
}

bool tr_act_pin_click(tr_app *app) {
    tr_vec land;
    if (app->pins.adding) {
        if (tr_views_ground_at(app, app->input.cursor[0], app->input.cursor[1], &land))
            add_at(app, land);
        return true;
    }
    const int found = find_pin(app);
    if (found >= 0)
        show_rows(app, tr_app_recipe(app)->places[found].name);
    return found >= 0;
}

bool tr_act_pin_escape(tr_app *app) {
    const bool some = app->pins.adding || app->pins.selected[0];
    app->pins.adding = false;
    app->pins.selected[0] = 0;
    return some;
}

// ---- the land ------------------------------------------------------------------------------------

// Whether the land can turn. If not, says why.
static bool can_turn(tr_app *app) {
    const char *obstacle = tr_land_turn_obstacle(tr_app_recipe(app));
    if (obstacle)
        tr_message_say(&app->message, "The land cannot turn: %s", obstacle);
    return !obstacle;
}

void tr_act_land_tell(tr_app *app) {
    if (can_turn(app))
        tr_message_say(&app->message,
                       "Hold Ctrl and drag the land, on the globe or on the map; Ctrl+Z undoes it");
}

void tr_act_land_press(tr_app *app, double x, double y) {
    tr_vec land;
    app->pins.turning = can_turn(app) && tr_views_ground_at(app, x, y, &land);
    if (!app->pins.turning)
        return;
    app->pins.land = land;
    app->pins.drag_id = UINT64_C(1) << 63 | ++app->pins.drags; // the panel numbers its own from 1
}

// The turn about the axis at right angles to two directions that brings one to the other, by its matrix.
static tr_turn turn_between(tr_vec from, tr_vec to) {
    const tr_vec axis = tr_vec_cross(from, to);
    const double a[3] = {axis.x, axis.y, axis.z}, cosine = tr_vec_dot(from, to), part = 1 / (1 + cosine);
    tr_turn turn;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            const int other = 3 - i - k;
            const double sign = (i + 1) % 3 == k ? -1 : 1; // of the cross product
            turn.m[i][k] = a[i] * a[k] * part + (i == k ? cosine : sign * a[other]);
        }
    return turn;
}

// The turn that brings one direction to another and keeps meridians at right angles to the equator: on the map
// the land follows a level drag along its parallel.
static tr_turn turn_on_map(tr_vec from, tr_vec to) {
    const double degrees = 180 / TR_PI, west[3] = {-degrees * tr_atan2(-from.z, from.x), 0, 0},
                 there[3] = {degrees * tr_atan2(-to.z, to.x),
                             degrees * (tr_atan2(to.y, tr_hypot(to.x, to.z)) -
                                        tr_atan2(from.y, tr_hypot(from.x, from.z))),
                             0};
    const tr_turn first = tr_turn_of(west), then = tr_turn_of(there);
    return tr_turn_both(&first, &then);
}

void tr_act_land_move(tr_app *app, double x, double y) {
    tr_vec now;
    if (!app->pins.turning || !tr_views_ground_at(app, x, y, &now))
        return;
    const tr_vec from = tr_views_from_land(app, app->pins.land), to = tr_views_from_land(app, now);
    if (tr_vec_dot(from, to) < -0.9 || tr_vec_length(tr_vec_subtract(from, to)) < 1e-6)
        return;
    const tr_turn before = tr_turn_of(tr_app_recipe(app)->land_turn),
                  by = tr_views_is_map_at(app, x) ? turn_on_map(from, to) : turn_between(from, to),
                  both = tr_turn_both(&before, &by);
    double degrees[3];
    char text[96];
    tr_turn_degrees(&both, degrees);
    snprintf(text, sizeof text, "[%.2f, %.2f, %.2f]", degrees[0], degrees[1], degrees[2]);
    tr_act_finish(app, tr_document_change(&app->document, "land turned", app->pins.drag_id, false, 1,
                                          &(tr_change){"land_turn", text}, tr_act_begin(app)));
    ask_for_frame(app);
}
