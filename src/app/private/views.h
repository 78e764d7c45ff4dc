// Channels, layouts and the grid in the window, and dragging of maps and cubes.
#pragma once
#include "app/private/state.h"
#include "render/layout.h"
#include "render/legend.h"

// Names of channels and of qualities. The first quality is the adaptive one.
extern const char *const tr_channel_names[TR_VIEW_CHANNELS];
extern const char *const tr_quality_names[TR_QUALITY_COUNT + 1];

// Drags a map or a cube under the mouse by that many pixels (y down). False: the mouse is over neither.
bool tr_views_drag(tr_app *app, double dx_px, double dy_px);

// Call before zooming a map or a cube: limits the distance to one that shows it whole.
void tr_views_begin_zoom(tr_app *app);

// Call when the planet has rotated from that angle: maps and cubes stay in place.
void tr_views_follow(tr_app *app, double rotation_rad);

// Fills in what is shown, and how, for a picture as large as the window; `bare`: without the panel over it.
void tr_views_fill(const tr_app *app, bool bare, tr_view *view);

// The angle of a pixel under the mouse, or where it was pressed.
double tr_views_pixel_rad(const tr_app *app);

// The view of the last picture, as far as positions depend on it. False: there is none.
bool tr_views_last(const tr_app *app, tr_view *view);

// The point of the ground under the mouse, as latitude and longitude of the target. False: none.
bool tr_views_find_ground(const tr_app *app, double *latitude_deg, double *longitude_deg);

// The panes of the last picture that show the target's ground; returns their number.
int tr_views_panes(const tr_app *app, tr_ground_pane panes[TR_MOST_PANES]);
// Directions of the target's maps from those of its land, which may be turned (recipe: land_turn), and back.
tr_vec tr_views_from_land(const tr_app *app, tr_vec land);
tr_vec tr_views_to_land(const tr_app *app, tr_vec direction);
// The direction of a latitude and a longitude.
tr_vec tr_views_direction(double lat_deg, double lon_deg);
// The place of the ground at a position in window units, as a direction of the land. False: none.
bool tr_views_ground_at(const tr_app *app, double x, double y, tr_vec *direction);
// Whether the flat map is shown at a position in window units.
bool tr_views_is_map_at(const tr_app *app, double x);

// The legend of the height colours that are shown. False: none are.
bool tr_views_legend(const tr_app *app, tr_legend *legend);
