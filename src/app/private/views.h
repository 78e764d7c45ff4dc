// Channels, layouts and the grid in the window, and the hand on what lies flat.
#pragma once
#include "app/private/state.h"
#include "render/legend.h"

// The hand drags by so many pixels (y down): a map or a cube under the mouse follows it. False: it is not over
// one.
bool tr_views_drag(tr_app *app, double dx_px, double dy_px);

// Before a map or a cube comes nearer or goes farther: it is seen whole from so far and no farther.
void tr_views_begin_zoom(tr_app *app);

// The planet has turned since it was at that angle: what lies flat stays where it is.
void tr_views_follow(tr_app *app, double rotation_rad);

// Fills in what is shown, and how, in a picture as large as the window; `bare`: without the panel over it.
void tr_views_fill(const tr_app *app, bool bare, tr_view *view);

// The angle of a pixel under the mouse, or where it was pressed.
double tr_views_pixel_rad(const tr_app *app);

// The view of the last picture, as far as places in it go. False: there is none.
bool tr_views_last(const tr_app *app, tr_view *view);

// The point of the ground under the mouse, as latitude and longitude of the target. False: there is none.
bool tr_views_find_ground(const tr_app *app, double *latitude_deg, double *longitude_deg);

// What the colours of heights mean that are shown now. False: none are.
bool tr_views_legend(const tr_app *app, tr_legend *legend);
