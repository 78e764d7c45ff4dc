// What is at the place under the mouse, and what made it: asked of the bake, shown by the panel.
#pragma once
#include "editor/cause.h"
#include "live/live.h"

typedef struct tr_place_probe {
    bool over;       // the mouse is over the target's ground,
    double place[2]; // here: latitude and longitude in degrees
    double ask_at;   // when the bake is asked, by glfwGetTime; INFINITY: nothing is to be asked
    bool picked;     // the user clicked at a place, which stays
    double picked_place[2];
    bool picked_known; // what is said below is about it
    char text[192];    // one line about the place; "": there is none
    int cause_count;
    tr_cause_row causes[TR_MOST_CAUSE_ROWS];
    tr_probe probe; // the last answer
} tr_place_probe;

struct tr_app;

// The mouse has moved over the picture, or the picture under it.
void tr_place_probe_move(struct tr_app *app, double now);
// So has the ground as time went by: looked at now and then.
void tr_place_probe_refresh(struct tr_app *app, double now);
// The mouse was pressed and let go at one place: what made it is told until another one, or none, is picked.
// Returns the other body that was clicked at, or -1.
int tr_place_probe_pick(struct tr_app *app);
void tr_place_probe_clear(struct tr_app *app);
// When there is something to ask; and asks, and takes answers. Returns whether there is something new to show.
double tr_place_probe_due(const struct tr_app *app);
bool tr_place_probe_update(struct tr_app *app, double now);
