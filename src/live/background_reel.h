// Writes a video in the background: pictures are handed over, and a thread encodes them.
#pragma once
#include "export/reel.h"

typedef struct tr_background_reel tr_background_reel;

// Starts a thread that writes a video. wake: called on that thread when a picture is done, and when all is
// over. Everything in options is copied. Errors: those of tr_reel_open; TR_NO_MEMORY.
tr_status tr_background_reel_start(const tr_reel_options *options, void (*wake)(void), tr_background_reel **out,
                                   tr_error *error);

// Whether it accepts another picture now: one may wait while another is encoded. Also true after a failure;
// then pictures are ignored.
bool tr_background_reel_has_space(tr_background_reel *reel);
// Hands over a picture and its text (NULL: none), as for tr_reel_add, and takes ownership (tr_free()). Call it
// only if there is space. The last picture ends the video.
void tr_background_reel_add(tr_background_reel *reel, uint8_t *texels, char *text, bool last);

// Whether the video is complete or has failed.
bool tr_background_reel_is_over(tr_background_reel *reel);
// Waits for the end, frees everything, and returns the result. If the last picture was not added, it stops the
// video. Errors: those of tr_reel_add and tr_reel_commit.
tr_status tr_background_reel_finish(tr_background_reel *reel, tr_error *error);
