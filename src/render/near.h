// Near ground: tiles of cube faces, each at the level where a texel is about a pixel.
// More: docs/internals/near.md.
#pragma once
#include "planet/near_tiles.h"
#include "render/render.h"

// Beyond this distance in radii, pictures use only maps.
#define TR_NEAR_RADII 2.0

// Whether a picture of a planet from that distance uses tiles: only for a lit globe of a sphere, in a layout
// without a map.
bool tr_near_shows(const tr_view *view, const tr_recipe *recipe, double distance_radii);

// The width of the maps below the tiles, which show distant ground and cast its shadows.
enum { TR_NEAR_MAP_WIDTH = 4096 };

// Options of a request for tiles.
typedef struct tr_near_request_options {
    uint64_t version;     // of the target's recipe: tiles of other versions are dropped
    const double *focus;  // latitude and longitude of the place whose tiles come first; NULL: below the camera
    bool lasts;           // more pictures follow, from other places: tiles stay while they may be needed again
    double now_s, fade_s; // fade_s: duration of a new tile's fade-in; 0: none
} tr_near_request_options;

enum { TR_NEAR_MOST_REQUESTS = 128 };
// The missing tiles, those nearest to the focus first, each after the tiles that contain it.
typedef struct tr_near_requests {
    int count; // number of missing tiles; more than TR_NEAR_MOST_REQUESTS are not listed
    tr_near_tile tiles[TR_NEAR_MOST_REQUESTS];
    tr_near_kinds kinds;
} tr_near_requests;

// Selects the tiles for the next pictures of a view: uses those that the renderer has, and lists the missing
// ones; none if tr_near_shows is false. A coarser tile or the maps replace a missing tile. All tiles take at
// most 256 MB of OpenGL's memory. If that is not enough for a view, all of its tiles are coarser. Errors:
// TR_NO_MEMORY, and all tiles are dropped.
tr_status tr_renderer_want_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_near_request_options *asking, tr_near_requests *requests,
                                tr_error *error);

// Adds a tile of the last requested version and kinds, as tr_near_bake makes it (its texels are modified). It
// is shown from the next request on. now_s: start of its fade-in.
void tr_renderer_add_near(tr_renderer *renderer, const tr_near_tile *tile, uint8_t *texels, double now_s);

// Whether a tile of the last picture is still fading in.
bool tr_renderer_near_fades(const tr_renderer *renderer, const tr_near_request_options *asking);

// The next pictures use only maps, until tiles are requested.
void tr_renderer_hide_near(tr_renderer *renderer);

// Bakes the missing tiles of the target for a picture, with all threads of the pool, and uses them in the next
// pictures. surface: of the target's uploaded maps. Errors: TR_NO_MEMORY, TR_STOPPED; then there are no tiles.
tr_status tr_renderer_bake_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                                tr_error *error);
