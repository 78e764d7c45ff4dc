// What a user can do, by key or in the panel.
#pragma once
#include "app/state.h"

// Of keys: `by` is the direction, where there is one.
void tr_act_type(tr_app *app, int by);
void tr_act_seed(tr_app *app, int by); // 1: a new one; -1: the one before
void tr_act_noisiness(tr_app *app, int by);
void tr_act_persistence(tr_app *app, int by);
void tr_act_octaves(tr_app *app, int by);
void tr_act_radius(tr_app *app, int by);
void tr_act_planet(tr_app *app, int by);
void tr_act_pause(tr_app *app, int by);
void tr_act_clouds(tr_app *app, int by);
void tr_act_quality(tr_app *app, int by);
void tr_act_reset(tr_app *app, int by);
void tr_act_export(tr_app *app, int by);
void tr_act_screenshot(tr_app *app, int by);
void tr_act_panel(tr_app *app, int by);
void tr_act_help(tr_app *app, int by);
void tr_act_fullscreen(tr_app *app, int by);
void tr_act_quit(tr_app *app, int by);

// Of the panel.
void tr_app_set_type(tr_app *app, const char *type);
void tr_app_set_seed(tr_app *app, uint64_t seed);
void tr_app_set_planet(tr_app *app, int planet);
void tr_app_set_knobs(tr_app *app, double noisiness, double persistence, int octaves);
void tr_app_set_radius(tr_app *app, double radius_km);

// The index of the target's type, or -1: it is of the user's own.
int tr_app_find_type(const tr_app *app);

// Hands the recipe of the target to the bake, after it changed.
void tr_app_hand_over(tr_app *app);
