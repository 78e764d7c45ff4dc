// A video that is written while the window goes on: pictures are handed over, a thread encodes them.
#pragma once
#include "export/reel.h"

typedef struct tr_background_reel tr_background_reel;

// Starts a thread that writes a video. wake: called on that thread when a picture is done, and when all is
// over. Everything in options is copied. Errors: those of tr_reel_open; TR_NO_MEMORY.
tr_status tr_background_reel_start(const tr_reel_options *options, void (*wake)(void), tr_background_reel **out,
                                   tr_error *error);

// Whether it takes one more picture now: one waits while another is encoded. True, too, when it has failed: it
// takes no more then, and is over.
bool tr_background_reel_has_space(tr_background_reel *reel);
// Hands over a picture and its text (NULL: none), as of tr_reel_add, which it frees with tr_free(); only where
// there is room. The last one ends the video.
void tr_background_reel_add(tr_background_reel *reel, uint8_t *texels, char *text, bool last);

// Whether it is complete, or has failed.
bool tr_background_reel_is_over(tr_background_reel *reel);
// Waits for the end, frees, and says how it went; without its last picture it is stopped. Errors: those of
// tr_reel_add and tr_reel_commit.
tr_status tr_background_reel_finish(tr_background_reel *reel, tr_error *error);
