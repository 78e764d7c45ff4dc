// Mouse, wheel and keys of the window: events are collected until the next frame.
#pragma once
#include "app/command.h"
#include "app/private/panel.h"
#include <stdbool.h>

struct GLFWwindow;

typedef enum tr_drag {
    TR_DRAG_NONE,
    TR_DRAG_PLANET,
    TR_DRAG_SUN,
    TR_DRAG_LOOK,
    TR_DRAG_PAINT,
    TR_DRAG_LAND
} tr_drag;

enum { TR_MOST_PRESSES = 16 };

typedef struct tr_input {
    tr_panel *panel; // events over it belong to it; borrowed
    tr_drag drag;
    double pressed[2];            // start of the drag
    double clicked[2], clicked_s; // place and time of the last click in the picture, by glfwGetTime
    double painted_at;            // when the mouse painted first since the last frame, by glfwGetTime; 0: never
    bool hovered;                 // the mouse moved over the picture without a drag
    double cursor[2];             // place of the mouse at the last event, in window units
    bool was_over_panel;
    bool iconified;
    // The key that was pressed last:
    int key, key_mods;
    bool key_repeats, key_acted; // acted: its character must not act again
    int held_key;                // shows the pinned planet while it is held; 0: none
    // Events since the last frame:
    bool redraw, settles;              // a redraw is needed; settles: and some more frames for the panel
    bool moved;                        // the window moved, perhaps to another monitor
    bool rescaled;                     // the monitor's scale has changed
    tr_press presses[TR_MOST_PRESSES]; // that the panel has not handled yet, in order
    int press_count;
    tr_command_queue commands;
} tr_input;

// Clears *input and registers it for the window's callbacks; its address must not change. Call this before the
// panel is created, because the panel passes events on, and set input->panel before the next events.
void tr_input_install(tr_input *input, struct GLFWwindow *window);
void tr_input_end(tr_input *input);
