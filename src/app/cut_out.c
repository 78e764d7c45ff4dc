#include "app/private/painting.h"

// The renderer mixes in codes of sRGB: over black it leaves c a, over white c a + 255 (1 - a). Light that
// covers nothing (a glow) is the same over both but for what is cut off at white.
void tr_painting_cut_out(size_t pixels, const uint8_t *black, const uint8_t *white, uint8_t *rgba) {
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
