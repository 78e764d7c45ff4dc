// The layout of a picture, and the place on a planet at a position in it. Pure arithmetic in double, no OpenGL.
//
// Map and cube are on a plane, x right and y up. The map is in degrees of longitude and latitude. The cube is a
// cross four faces wide and three high; its unit is a face, and its origin the lower left corner:
//         +Y              (north up, +X at longitude 0)
//     -X  +Z  +X  -Z
//         -Y
// They use the camera of a globe: the point below it is in the middle, except that space beside the map is
// avoided. From TR_WHOLE_RADII outwards everything is visible; from nearer, the visible extent is proportional
// to the height above the ground. The camera's tilt has no effect.
#pragma once
#include "base/vec.h"
#include "render/render.h"

#define TR_WHOLE_RADII 3.0

// A part of the picture, from its upper left corner to the bottom.
typedef struct tr_pane {
    tr_view_layout layout; // the globe, the map or the cube
    int x_px, y_px, width_px, height_px;
    int margin_px; // margin of the pane's view
} tr_pane;

enum { TR_MOST_PANES = 2 };
// Fills in the panes of a picture, from the left; returns their number.
int tr_view_panes(const tr_view *view, tr_pane panes[TR_MOST_PANES]);

// The view whose picture is that pane.
tr_view tr_view_of_pane(const tr_view *view, const tr_pane *pane);

// The part of the plane that a map or a cube shows.
typedef struct tr_flat {
    double middle[2]; // of the pane, on the plane
    double step;      // size of a pixel on the plane
} tr_flat;
// The part that a pane of a view shows. The pane must be a map or a cube.
tr_flat tr_flat_see(const tr_scene *scene, const tr_view *view, const tr_pane *pane);

// The width of the ground in the picture's first pane, as an arc in radians; at most half the planet.
double tr_view_extent(const tr_scene *scene, const tr_view *view);

// The point of the target's ground, in its own latitude and longitude (-180 … 180), at a position in the
// picture: pixels from its upper left corner, the first one's middle at 0.5. For the globe, the ground is the
// sphere of the planet's radius. False: no ground there.
bool tr_view_find_ground(const tr_scene *scene, const tr_view *view, double x_px, double y_px,
                         double *latitude_deg, double *longitude_deg);

// How a pane shows the ground of the target, for many places. Directions are those of the planet's maps.
typedef struct tr_ground_pane {
    tr_pane pane;
    tr_flat flat; // of a map or a cube
    // Of a globe: view space, with the planet's radius as the unit.
    tr_mat view_from_map;
    tr_vec centre;
    double tangent[2]; // of half the field of view
} tr_ground_pane;
// The panes of a view, from the left; returns their number.
int tr_ground_panes(const tr_scene *scene, const tr_view *view, tr_ground_pane panes[TR_MOST_PANES]);
// The position of a place in the picture, in pixels. False: it is behind the planet's edge, or out of view.
bool tr_ground_show(const tr_ground_pane *pane, tr_vec direction, double *x_px, double *y_px);
// The place at a position in the picture. False: the pane shows no ground there.
bool tr_ground_find(const tr_ground_pane *pane, double x_px, double y_px, tr_vec *direction);

// The camera after dragging a map or a cube by that many pixels (y down), as latitude and longitude of a view.
// A cube's middle stays on its faces.
void tr_flat_drag(const tr_scene *scene, const tr_view *view, const tr_pane *pane, double dx_px, double dy_px,
                  double *latitude_deg, double *longitude_deg);

// The distance of grid lines in degrees, for the given pixels per degree.
double tr_grid_step_deg(double pixels);
