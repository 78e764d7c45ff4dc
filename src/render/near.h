// Near ground: tiles of cube faces, each at the level where a texel is about a pixel, baked for one picture.
// More: docs/near.md.
#pragma once
#include "planet/surface.h"
#include "render/render.h"

// From how many radii on pictures are of maps alone, and how near a camera may come that has tiles.
#define TR_NEAR_RADII 2.0
#define TR_NEAR_LEAST 1.005

// Whether a picture of a planet from that far has tiles: of a lit globe that is a ball, with nothing on the
// plane of the map.
bool tr_near_shows(const tr_view *view, const tr_recipe *recipe, double distance_radii);

// How wide the maps under the tiles are: they show what is far away, and mountains at the limb and their
// shadows.
enum { TR_NEAR_MAP_WIDTH = 4096 };

// Bakes the tiles of the target that a picture needs and that the renderer does not have yet, on all threads of
// the pool, and paints the next pictures of it with them, until the next call; none where tr_near_shows says
// so. The surface is that of the target's maps, which the renderer has. They take at most 256 MB of OpenGL's
// memory: where that is not enough, all are coarser. Errors: TR_NO_MEMORY, TR_STOPPED, and what is there stays
// as it was, or there is none.
tr_status tr_renderer_bake_near(tr_renderer *renderer, const tr_scene *scene, const tr_view *view,
                                const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                                tr_error *error);
