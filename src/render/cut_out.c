#include "render/render.h"

#include <string.h>

// Rendering composites in sRGB codes: over black the result is c a, over white c a + 255 (1 - a). Light that
// covers nothing (a glow) is the same over both, except where white clips it.
void tr_cut_out(size_t pixels, const uint8_t *black, const uint8_t *white, uint8_t *rgba) {
    for (size_t i = 0; i < pixels; i++, black += 3, white += 3, rgba += 4) {
        int behind = 255, most = 0;
        for (int c = 0; c < 3; c++) {
            const int seen = white[c] - black[c];
            behind = seen < behind ? seen : behind;
            most = black[c] > most ? black[c] : most;
        }
        const int cover = 255 - (behind > 0 ? behind : 0), alpha = cover > most ? cover : most;
        for (int c = 0; c < 3; c++)
            rgba[c] = (uint8_t)(alpha > 0 ? (255 * black[c] + alpha / 2) / alpha : 0);
        rgba[3] = (uint8_t)alpha;
    }
}

tr_status tr_renderer_draw_clear(tr_renderer *renderer, const tr_scene *scene, const tr_view *view, int width,
                                 int height, const tr_watch *watch, uint8_t *rgba, uint8_t *scratch,
                                 tr_error *error) {
    const size_t pixels = (size_t)width * (size_t)height;
    uint8_t *const over[2] = {scratch, scratch + 3 * pixels}; // black, white
    tr_status status = TR_OK;
    for (int white = 0; white < 2 && status == TR_OK; white++) {
        tr_view own = *view;
        own.stars = false;
        memset(own.background, white ? 255 : 0, sizeof own.background);
        status = tr_renderer_draw(renderer, scene, &own, error);
        if (status == TR_OK)
            status = tr_renderer_read(width, height, watch, over[white], error);
    }
    if (status == TR_OK)
        tr_cut_out(pixels, over[0], over[1], rgba);
    return status;
}
