// Mouse, wheel and keys of the window: what they say is written down until somebody looks.
#pragma once
#include "app/command.h"
#include "app/private/panel.h"
#include <stdbool.h>

struct GLFWwindow;

typedef enum tr_drag { TR_DRAG_NONE, TR_DRAG_PLANET, TR_DRAG_SUN, TR_DRAG_LOOK } tr_drag;

enum { TR_MOST_PRESSES = 16 };

typedef struct tr_input {
    tr_panel *panel; // what happens over it is its own; borrowed
    tr_drag drag;
    double pressed[2];            // where a drag began
    double clicked[2], clicked_s; // where and when the picture was clicked at last, by glfwGetTime
    bool hovered;                 // since the last look the mouse moved over the picture, without a drag
    double cursor[2];             // where the mouse was at the last event, in units of the window
    bool was_over_panel;
    bool iconified;
    // The key that went down last:
    int key, key_mods;
    bool key_repeats, key_acted; // acted: what it types is nothing more
    int held_key;                // that shows the pinned planet until it comes up; 0: none
    // What happened since the last look:
    bool redraw, settles;              // something may look different; and the panel too, for some frames
    bool moved;                        // the window: to another monitor, perhaps
    bool rescaled;                     // and that wants things larger or smaller
    tr_press presses[TR_MOST_PRESSES]; // that the panel has not seen, one after the other
    int press_count;
    tr_command_queue commands;
} tr_input;

// Puts *input, all of it new, behind the window's callbacks; it stays where it is. Do it before the panel is
// created, which passes events on, and give it the panel before the next events.
void tr_input_install(tr_input *input, struct GLFWwindow *window);
void tr_input_end(tr_input *input);
