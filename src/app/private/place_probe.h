// The values at the place under the mouse, and their causes: computed by the bake, shown by the panel.
#pragma once
#include "editor/places.h"
#include "live/live.h"

typedef struct tr_place_probe {
    bool over;       // the mouse is over the target's ground,
    double place[2]; // at these coordinates: latitude and longitude in degrees
    double ask_at;   // when to ask the bake, by glfwGetTime; INFINITY: never
    bool picked;     // the user clicked a place, which stays selected
    double picked_place[2];
    bool picked_known; // the values below belong to it
    char text[192];    // one line about the place; "": none
    int cause_count;
    tr_cause_row causes[TR_MOST_CAUSE_ROWS];
    tr_probe probe; // the last answer
} tr_place_probe;

struct tr_app;

// Call when the mouse has moved over the picture, or the picture under the mouse.
void tr_place_probe_move(struct tr_app *app, double now);
// Call when time passes: probes the moving ground from time to time.
void tr_place_probe_refresh(struct tr_app *app, double now);
// Call after a click without a drag: shows the causes of that place, until another one or none is selected.
// Returns the other body that was clicked, or -1.
int tr_place_probe_pick(struct tr_app *app);
void tr_place_probe_clear(struct tr_app *app);
// When to ask the bake next. tr_place_probe_update asks, and takes answers. Returns whether there is something
// new to show.
double tr_place_probe_due(const struct tr_app *app);
bool tr_place_probe_update(struct tr_app *app, double now);
