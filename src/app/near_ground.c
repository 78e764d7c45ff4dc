#include "app/private/near_ground.h"

#include "editor/number.h"

#include <GLFW/glfw3.h>
#include <stdio.h>

static tr_status refuse(tr_near_ground *near, tr_live *live, tr_renderer *renderer, tr_error *error) {
    tr_live_want_tiles(live, 0, NULL, 0, (tr_near_kinds){0});
    tr_renderer_hide_near(renderer);
    *near = (tr_near_ground){.refused = true};
    return tr_fail(error, TR_NO_MEMORY,
                   "No memory for sharp ground near the camera: the maps are shown instead");
}

void tr_near_ground_take(tr_near_ground *near, tr_live *live, tr_renderer *renderer, double now_s,
                         double budget_s) {
    const double began = glfwGetTime();
    for (tr_live_tile *tile; (tile = tr_tiles_take(tr_live_tiles(live))) != NULL;) {
        if (tile->edit == near->edit) {
            tr_renderer_add_near(renderer, &tile->tile, tile->texels, now_s);
            near->unseen++;
        }
        tr_tiles_give_back(tr_live_tiles(live), tile);
        if (glfwGetTime() > began + budget_s)
            break;
    }
    if (tr_tiles_ready(tr_live_tiles(live)) > 0)
        glfwPostEmptyEvent(); // the bake waits until they are taken
}

static void ask(tr_near_ground *near, tr_live *live, bool rests, const tr_near_requests *requests) {
    const bool wanted = requests->count > 0 && rests;
    near->waits = requests->count > 0 && !rests;
    if (!wanted && !near->asked)
        return;
    near->asked = wanted;
    tr_live_want_tiles(live, wanted ? near->edit : 0, requests->tiles,
                       !wanted                                ? 0
                       : requests->count < TR_LIVE_MOST_TILES ? requests->count
                                                              : TR_LIVE_MOST_TILES,
                       requests->kinds);
}

tr_status tr_near_ground_see(tr_near_ground *near, tr_live *live, tr_renderer *renderer, const tr_scene *scene,
                             const tr_view *view, const tr_near_request_options *asking, bool rests,
                             tr_error *error) {
    tr_near_requests requests = {0};
    if (near->refused)
        return TR_OK;
    if (tr_live_tiles_failed(live))
        return refuse(near, live, renderer, error);
    near->fresh = near->unseen > 0;
    near->unseen = 0;
    near->edit = asking->version;
    tr_renderer_hide_near(renderer);
    if (near->edit > 0 && tr_renderer_want_near(renderer, scene, view, asking, &requests, NULL) != TR_OK)
        return refuse(near, live, renderer, error);
    const bool faded = near->fades;
    near->missing = requests.count;
    near->fades = tr_renderer_near_fades(renderer, asking);
    near->changed = near->fresh || near->fades || faded;
    ask(near, live, rests, &requests);
    return TR_OK;
}

bool tr_near_ground_has_news(const tr_near_ground *near, bool all) {
    return near->unseen > 0 && (!all || near->unseen >= near->missing);
}

void tr_near_ground_text(const tr_near_ground *near, double altitude_km, double pixel_rad, char *text,
                         size_t size) {
    char altitude[TR_DISTANCE_BYTES], pixel[TR_DISTANCE_BYTES];
    tr_distance_text(altitude_km, altitude);
    tr_distance_text(altitude_km * pixel_rad, pixel);
    const int length = snprintf(text, size, "Altitude %s · %s per pixel", altitude, pixel);
    if (near->missing > 0 && length > 0 && (size_t)length < size)
        snprintf(text + length, size - (size_t)length, " · %d tile%s loading", near->missing,
                 near->missing > 1 ? "s" : "");
}
