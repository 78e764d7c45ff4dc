// Fades from one planet to another: the last picture stays until the new one is there, and then fades out.
// Needs a current OpenGL context.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_fade {
    unsigned texture; // the last picture, without the panel; 0: none
    int width, height;
    bool kept;       // it contains a picture
    bool refused;    // OpenGL has no memory for it: pictures change without a fade
    uint64_t wanted; // the edit whose maps fade in; 0: none
    bool covers;     // the last picture is shown until then
    bool has_still;  // a small picture of the new planet is shown instead of the last picture
    unsigned still;  // its texture, borrowed; 0: a plain disc
    bool runs;
    double left_s, frame_at; // remaining time of the fade; start of the last frame
} tr_fade;

// Needs OpenGL; tr_fade_lose: OpenGL was lost with all textures.
void tr_fade_end(tr_fade *fade);
void tr_fade_lose(tr_fade *fade);

// Starts a fade when the maps of that edit arrive. `covers`: until then the last picture is shown.
void tr_fade_want(tr_fade *fade, uint64_t edit, bool covers);
// Starts a fade to another planet. Its thumbnail `still` is shown until the maps arrive; 0: a plain disc.
void tr_fade_want_from(tr_fade *fade, uint64_t edit, unsigned still);

// At the beginning of a frame with new maps of that edit (0: no new maps). `baking`: more maps are coming.
// Returns whether the fade begins with this frame.
bool tr_fade_follow(tr_fade *fade, uint64_t fresh_edit, bool baking, double now);

// The opacity of the last picture over the new one in this frame: 1 … 0.
double tr_fade_left(const tr_fade *fade);

// Keeps the picture in the back buffer, unless a fade is running. Returns whether it did.
bool tr_fade_keep(tr_fade *fade, int width, int height);
// Whether a picture of that size is kept and no fade is running. tr_fade_paint copies it into the back buffer.
bool tr_fade_has(const tr_fade *fade, int width, int height);
void tr_fade_paint(const tr_fade *fade);
