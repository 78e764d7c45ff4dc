#include "app/private/click_guard.h"

#include <math.h>

static const double settle_s = 0.5;
static const double reach = 4; // in window units: how far the mouse may move between two clicks at the same
                               // place

static bool is_near(const double a[2], const double b[2]) {
    return fabs(a[0] - b[0]) + fabs(a[1] - b[1]) <= reach;
}

void tr_click_guard_update(tr_click_guard *click_guard, uint64_t item, const double at[2], bool scrolled,
                           double now_s) {
    const bool stood = at[0] == click_guard->at[0] && at[1] == click_guard->at[1];
    if (stood && item != click_guard->item && click_guard->item != 0 && !scrolled) {
        click_guard->replaced = true;
        click_guard->replaced_at[0] = at[0], click_guard->replaced_at[1] = at[1];
        click_guard->replaced_s = now_s;
        click_guard->replaced_is_seen = false;
    }
    click_guard->layout++;
    click_guard->item = item;
    click_guard->at[0] = at[0], click_guard->at[1] = at[1];
}

void tr_click_guard_button(tr_click_guard *click_guard, uint64_t item, const double low[2],
                           const double high[2], double now_s) {
    if (item != click_guard->button) {
        click_guard->swapped = click_guard->button != 0 &&
                               click_guard->button_layout == click_guard->layout - 1 &&
                               low[0] < click_guard->high[0] && high[0] > click_guard->low[0] &&
                               low[1] < click_guard->high[1] && high[1] > click_guard->low[1];
        click_guard->swapped_s = now_s;
        click_guard->swapped_is_seen = false;
    }
    click_guard->button = item;
    click_guard->button_layout = click_guard->layout;
    for (int i = 0; i < 2; i++)
        click_guard->low[i] = low[i], click_guard->high[i] = high[i];
}

void tr_click_guard_show(tr_click_guard *click_guard, double now_s) {
    if (!click_guard->replaced_is_seen)
        click_guard->replaced_s = now_s;
    if (!click_guard->swapped_is_seen)
        click_guard->swapped_s = now_s;
    click_guard->replaced_is_seen = click_guard->swapped_is_seen = true;
}

bool tr_click_guard_is_new(const tr_click_guard *click_guard, const double at[2], double time_s) {
    return click_guard->replaced && is_near(at, click_guard->replaced_at) &&
           time_s < click_guard->replaced_s + settle_s;
}

bool tr_click_guard_press(tr_click_guard *click_guard, const double at[2], double time_s) {
    const bool again = click_guard->pressed != 0 && is_near(at, click_guard->pressed_at) &&
                       time_s < click_guard->pressed_s + settle_s;
    const bool swapped = click_guard->swapped && click_guard->item == click_guard->button &&
                         time_s < click_guard->swapped_s + settle_s;
    if (swapped || tr_click_guard_is_new(click_guard, at, time_s) ||
        (again && click_guard->item != click_guard->pressed))
        return false;
    click_guard->pressed = click_guard->item;
    click_guard->pressed_at[0] = at[0], click_guard->pressed_at[1] = at[1];
    click_guard->pressed_s = time_s;
    return true;
}
