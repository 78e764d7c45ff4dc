// From one planet to another: the picture of the one stays until that of the other is there, and fades. Needs
// OpenGL, which is current.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_fade {
    unsigned texture; // the last picture, without the panel; 0: none yet
    int width, height;
    bool kept;       // there is a picture in it
    bool refused;    // OpenGL has no room for it: pictures change at once
    uint64_t wanted; // the edit whose maps fade in; 0: none
    bool covers;     // there is nothing else to show until then
    bool has_still;  // a small picture of the new planet stands there instead of the last picture
    unsigned still;  // it, as a texture of somebody else's; 0: a plain disc
    bool runs;
    double left_s, frame_at; // of it, and when the last frame began
} tr_fade;

// With OpenGL; tr_fade_lose: it is gone, with all textures.
void tr_fade_end(tr_fade *fade);
void tr_fade_lose(tr_fade *fade);

// The maps of that edit fade in over the last picture; `covers`: there is nothing else to show until then.
void tr_fade_want(tr_fade *fade, uint64_t edit, bool covers);
// The same of another planet: from a small picture of it, which covers what was there before; 0: it has none.
void tr_fade_want_from(tr_fade *fade, uint64_t edit, unsigned still);
// And not any more.
void tr_fade_drop(tr_fade *fade);

// A frame begins, which has new maps of that edit (0: none); `baking`: more are to come. Returns whether it
// begins with that frame.
bool tr_fade_follow(tr_fade *fade, uint64_t fresh_edit, bool baking, double now);

// How much of the last picture is seen over the new one in this frame: 1 … 0.
double tr_fade_left(const tr_fade *fade);

// Keeps the picture in the back buffer, unless an earlier one is seen over it. Returns whether it did.
bool tr_fade_keep(tr_fade *fade, int width, int height);
// Whether it has one of that size, which nothing is seen over; and paints it into the back buffer.
bool tr_fade_has(const tr_fade *fade, int width, int height);
void tr_fade_paint(const tr_fade *fade);
