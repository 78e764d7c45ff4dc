#include "app/private/settling.h"

#include <math.h>

static const double settle_s = 0.5;
static const double reach = 4; // units of the window: as far a hand moves between two clicks at one place

static bool is_near(const double a[2], const double b[2]) {
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) <= reach;
}

void tr_settling_look(tr_settling *settling, uint64_t item, const double at[2], bool scrolled, double now_s) {
    const bool stood = at[0] == settling->at[0] && at[1] == settling->at[1];
    if (stood && item != settling->item && settling->item != 0 && !scrolled) {
        settling->replaced = true;
        settling->replaced_at[0] = at[0], settling->replaced_at[1] = at[1];
        settling->replaced_s = now_s;
    }
    settling->item = item;
    settling->at[0] = at[0], settling->at[1] = at[1];
}

bool tr_settling_is_new(const tr_settling *settling, const double at[2], double time_s) {
    return settling->replaced && is_near(at, settling->replaced_at) && time_s < settling->replaced_s + settle_s;
}

bool tr_settling_press(tr_settling *settling, const double at[2], double time_s) {
    const bool again =
        settling->pressed != 0 && is_near(at, settling->pressed_at) && time_s < settling->pressed_s + settle_s;
    if (tr_settling_is_new(settling, at, time_s) || (again && settling->item != settling->pressed))
        return false;
    settling->pressed = settling->item;
    settling->pressed_at[0] = at[0], settling->pressed_at[1] = at[1];
    settling->pressed_s = time_s;
    return true;
}
