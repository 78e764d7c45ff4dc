// Ignores clicks on a widget that has just replaced another one. On a double click, the first click may put
// another button under the mouse, and the second one would then press that button by mistake.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_click_guard {
    uint64_t item; // the widget under the mouse; 0: none
    double at[2];  // the place of the mouse
    bool replaced; // it replaced another widget while the mouse stood still:
    double replaced_at[2], replaced_s;
    bool replaced_is_seen; // it was on the screen, since replaced_s
    uint64_t button;       // the last one of those that give way to each other
    double low[2], high[2];
    int layout, button_layout;     // the present one, and the last one with that button
    bool swapped, swapped_is_seen; // it has taken the place of another one, wherever the mouse was
    double swapped_s;
    uint64_t pressed; // the widget that was pressed last, where and when
    double pressed_at[2], pressed_s;
} tr_click_guard;

// Records the widget under the mouse. now_s: the time in seconds of any clock. scrolled: the wheel moved the
// widgets, which does not count as a replacement.
void tr_click_guard_update(tr_click_guard *click_guard, uint64_t item, const double at[2], bool scrolled,
                           double now_s);
// Call before tr_click_guard_update: notes a button of this layout that another button may replace.
void tr_click_guard_button(tr_click_guard *click_guard, uint64_t item, const double low[2],
                           const double high[2], double now_s);
// Call when the layout is on the screen. From then on the user can see new widgets.
void tr_click_guard_show(tr_click_guard *click_guard, double now_s);
// Whether a press at that place and time hits a widget that replaced another one within half a second.
bool tr_click_guard_is_new(const tr_click_guard *click_guard, const double at[2], double time_s);
// Registers a press at that place and time, and returns whether it counts. The second press of a double click
// does not count if it hits another widget than the first.
bool tr_click_guard_press(tr_click_guard *click_guard, const double at[2], double time_s);
