#include "app/private/place_probe.h"

#include "app/private/views.h"

#include <math.h>

static const double rest_s = 0.08; // how long the mouse must rest

static void ask(tr_app *app, const double place[2]) {
    tr_live_probe(app->viewport.live, app->document.target, place[0], place[1]);
}

void tr_place_probe_move(tr_app *app, double now) {
    tr_place_probe *look = &app->look;
    look->over = tr_views_find_ground(app, &look->place[0], &look->place[1]);
    if (look->picked)
        return;
    look->ask_at = look->over ? now + rest_s : INFINITY;
}

void tr_place_probe_refresh(tr_app *app, double now) {
    tr_place_probe *look = &app->look;
    const double before[2] = {look->place[0], look->place[1]}, often_s = 0.25;
    if (look->picked || !look->over || !isinf(look->ask_at))
        return;
    look->over = tr_views_find_ground(app, &look->place[0], &look->place[1]);
    // Probes again after any movement, so that the text ends up at the place under the mouse.
    if (!look->over || look->place[0] != before[0] || look->place[1] != before[1])
        look->ask_at = look->over ? now + often_s : INFINITY;
}

void tr_place_probe_clear(tr_app *app) {
    app->look.picked = app->look.picked_known = false;
    app->look.cause_count = 0;
    app->look.text[0] = 0;
}

// The other body under the mouse, or -1. Small bodies have a margin.
static int find_body(const tr_app *app) {
    const double available = 10, *cursor = app->input.cursor;
    for (int i = 0; i < app->document.scene->planet_count; i++) {
        const tr_panel_body *body = &app->drawn.bodies[i];
        if (i != app->document.target && body->seen &&
            tr_hypot(cursor[0] - body->x, cursor[1] - body->y) < fmax(body->radius, available))
            return i;
    }
    return -1;
}

int tr_place_probe_pick(tr_app *app) {
    tr_place_probe *look = &app->look;
    tr_place_probe_clear(app);
    look->over = tr_views_find_ground(app, &look->place[0], &look->place[1]);
    look->picked = look->over;
    look->ask_at = INFINITY;
    look->picked_place[0] = look->place[0], look->picked_place[1] = look->place[1];
    if (look->picked)
        ask(app, look->picked_place);
    return look->over ? -1 : find_body(app);
}

double tr_place_probe_due(const tr_app *app) { return app->look.ask_at; }

bool tr_place_probe_update(tr_app *app, double now) {
    tr_place_probe *look = &app->look;
    const bool was_reported = look->text[0] != 0;
    if (now >= look->ask_at) {
        look->ask_at = INFINITY;
        look->over = tr_views_find_ground(app, &look->place[0], &look->place[1]); // the ground may have moved
        if (look->over)
            ask(app, look->place);
    }
    if (!look->over && !look->picked && was_reported) {
        look->text[0] = 0;
        return true;
    }
    if (!tr_live_take_probe(app->viewport.live, &look->probe) || (!look->over && !look->picked))
        return false;
    tr_place_text(&look->probe, look->text, sizeof look->text);
    look->cause_count = tr_place_causes(&look->probe, look->causes);
    look->picked_known = look->picked;
    return true;
}
