// Videos, encoded by the program ffmpeg, which must be installed.
#pragma once
#include "base/status.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_VIDEO_RATE = 25 /* usual pictures a second: GIF counts in hundredths */ };

// One thread at a time; ffmpeg runs as a separate process.
typedef struct tr_video tr_video;

// Whether a name is that of a video: its suffix is .mp4, .webm or .gif.
bool tr_video_is_name(const char *path);

// Starts ffmpeg (found on PATH, without a shell) with a temporary file beside path: see tr_atomic_file. Errors:
// TR_BAD_USAGE for an odd width or height, which only GIF supports; TR_CANNOT_WRITE, also without ffmpeg, with
// what to do; TR_NO_MEMORY.
tr_status tr_video_open(const char *path, int width, int height, int rate_hz, tr_video **video,
                        tr_error *error);
// Adds a picture of width * height * 3 bytes, sRGB, rows from the top. Errors: TR_CANNOT_WRITE if ffmpeg has
// ended; TR_STOPPED, also while ffmpeg accepts no data.
tr_status tr_video_add(tr_video *video, const uint8_t *rgb, const tr_watch *watch, tr_error *error);
// Waits for ffmpeg, renames the file and frees, in any case. Errors: TR_CANNOT_WRITE with ffmpeg's own message,
// also if it wrote nothing; TR_STOPPED, also while ffmpeg works: then as tr_video_abort.
tr_status tr_video_commit(tr_video *video, const tr_watch *watch, tr_error *error);
// Kills ffmpeg, leaves no file and frees; NULL is allowed.
void tr_video_abort(tr_video *video);
