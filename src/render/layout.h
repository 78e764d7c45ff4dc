// How a picture is laid out, and where on a planet a place in it is. Pure arithmetic in double, no OpenGL.
//
// Map and cube lie flat on a plane, x right and y up. The map: degrees of longitude and of latitude. The cube:
// a cross four faces wide and three high, from its lower left corner, in faces:
//         +Y              (north up, +X at longitude 0)
//     -X  +Z  +X  -Z
//         -Y
// The camera of a globe serves them, too: the point under it is in the middle, but that nothing beside the map
// is shown without need. From TR_WHOLE_RADII away and farther all of it is seen, from nearer so much less as
// the height above the ground is less. Eyes that look up do not matter.
#pragma once
#include "render/render.h"

#define TR_WHOLE_RADII 3.0

// A part of the picture, from its upper left corner to its foot.
typedef struct tr_pane {
    tr_view_layout layout; // the globe, the map or the cube
    int x_px, y_px, width_px, height_px;
    int margin_px; // of the view for which it is the picture
} tr_pane;

// Fills in the panes of a picture, from the left; returns how many there are.
enum { TR_MOST_PANES = 2 };
int tr_view_panes(const tr_view *view, tr_pane panes[TR_MOST_PANES]);

// The view for which that pane is the picture.
tr_view tr_view_of_pane(const tr_view *view, const tr_pane *pane);

// What of the plane a map or a cube shows.
typedef struct tr_flat {
    double middle[2]; // of the pane, on the plane
    double step;      // so much of the plane is a pixel
} tr_flat;
tr_flat tr_flat_see(const tr_scene *scene, const tr_view *view, const tr_pane *pane);

// How wide the ground is that the picture's first pane shows, as an arc, radians; at most half the planet.
double tr_view_extent(const tr_scene *scene, const tr_view *view);

// The point of the target's ground, by its own latitude and longitude (-180 … 180), that is seen at a place in
// the picture: pixels from its upper left corner, the first one's middle at 0.5. Of the globe it is the ball of
// the planet's radius, whatever stands on it. False: there is none.
bool tr_view_find_ground(const tr_scene *scene, const tr_view *view, double x_px, double y_px,
                         double *latitude_deg, double *longitude_deg);

// Where the camera is after a hand has dragged a map or a cube by so many pixels (y down), as latitude and
// longitude of a view. A cube's middle stays on its faces.
void tr_flat_drag(const tr_scene *scene, const tr_view *view, const tr_pane *pane, double dx_px, double dy_px,
                  double *latitude_deg, double *longitude_deg);

// From line to line of the grid, degrees, where a degree is so many pixels.
double tr_grid_step_deg(double pixels);
