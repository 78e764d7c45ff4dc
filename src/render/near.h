// Near ground: tiles of cube faces, each at the level where a texel is about a pixel.
// More: docs/internals/near.md.
#pragma once
#include "planet/near_tiles.h"
#include "render/render.h"

// From how many radii on pictures are of maps alone.
#define TR_NEAR_RADII 2.0

// Whether a picture of a planet from that far has tiles: of a lit globe that is a ball, with nothing on the
// plane of the map.
bool tr_near_shows(const tr_view *view, const tr_recipe *recipe, double distance_radii);

// How wide the maps under the tiles are: they show what is far away, and throw its shadows.
enum { TR_NEAR_MAP_WIDTH = 4096 };

// How a picture asks for its tiles.
typedef struct tr_near_request_options {
    uint64_t version; // of the target's recipe: tiles of others go
    const double
        *focus; // latitude and longitude of the place where they are wanted first; NULL: under the camera
    bool lasts; // other pictures follow, from other places: tiles stay while they may serve again
    double now_s, fade_s; // tiles fade in for so long; 0: they show at once
} tr_near_request_options;

// What is missing, the tiles first that lie nearest to the focus, each after those that it lies in.
enum { TR_NEAR_MOST_REQUESTS = 128 };
typedef struct tr_near_requests {
    int count; // more may be missing than are listed
    tr_near_tile tiles[TR_NEAR_MOST_REQUESTS];
    tr_near_kinds kinds;
} tr_near_requests;

// Has the next pictures of a view painted with those of its tiles that the renderer has, and asks for the
// others; none where tr_near_shows says so. Where a tile is missing a coarser one shows, or the maps. All take
// at most 256 MB of OpenGL's memory: where that is not enough for a view, all of its tiles are coarser. Errors:
// TR_NO_MEMORY, and there are none.
tr_status tr_renderer_want_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_near_request_options *asking, tr_near_requests *requests,
                                tr_error *error);

// Takes a tile of the version that was wanted last, with the kinds that were, as tr_near_bake makes it (its
// texels change). It shows once it is wanted again. now_s: when it begins to fade in.
void tr_renderer_add_near(tr_renderer *renderer, const tr_near_tile *tile, uint8_t *texels, double now_s);

// Whether a tile of the last picture is not there in full yet.
bool tr_renderer_near_fades(const tr_renderer *renderer, const tr_near_request_options *asking);

// The next pictures are of maps alone, until tiles are wanted.
void tr_renderer_hide_near(tr_renderer *renderer);

// Bakes the tiles of the target that a picture needs and that the renderer does not have yet, on all threads of
// the pool, and paints the next pictures of it with them. The surface is that of the target's maps, which the
// renderer has. Errors: TR_NO_MEMORY, TR_STOPPED, and there are none.
tr_status tr_renderer_bake_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                                tr_error *error);
