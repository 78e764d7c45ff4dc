// Clicks that were meant for what is no longer there. A hand clicks twice, and with the first click another
// button takes the place of the one below it: the second click would start what nobody wants.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_click_guard {
    uint64_t item; // what is under the mouse; 0: nothing
    double at[2];  // where that is
    bool replaced; // it has taken the place of another one, while the mouse stood still:
    double replaced_at[2], replaced_s;
    uint64_t pressed; // what was pressed last, where and when
    double pressed_at[2], pressed_s;
} tr_click_guard;

// What is under the mouse now, by a clock in seconds. scrolled: by the wheel, which is no replacement.
void tr_click_guard_update(tr_click_guard *click_guard, uint64_t item, const double at[2], bool scrolled,
                           double now_s);
// Whether a press there, at that time, was for what has been replaced within half a second.
bool tr_click_guard_is_new(const tr_click_guard *click_guard, const double at[2], double time_s);
// A press there, at that time: whether it counts. It does not where it is the second one of two at one place,
// and of something else.
bool tr_click_guard_press(tr_click_guard *click_guard, const double at[2], double time_s);
