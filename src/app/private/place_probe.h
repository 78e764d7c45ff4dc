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
