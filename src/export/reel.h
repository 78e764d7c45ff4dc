// Writes the pictures of a series: numbered files in a folder, a video, or a sprite sheet, which is one large
// picture with all of them in a grid, plus a small JSON file that describes the grid. A series of one is a
// picture.
#pragma once
#include "base/status.h"
#include "base/watch.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum tr_reel_kind {
    TR_REEL_MP4,
    TR_REEL_GIF,
    TR_REEL_FRAMES, // PNG files
    TR_REEL_SHEET,
    TR_REEL_KINDS,
    TR_REEL_PICTURE = TR_REEL_KINDS // a single PNG
} tr_reel_kind;

enum { TR_REEL_MOST_FRAMES = 10000, TR_REEL_WIDEST = 16384 /* of a sheet, along a side */ };

typedef struct tr_reel_options {
    const char *path; // of the file, of a sheet's picture, or of the folder; see tr_reel_extension
    tr_reel_kind kind;
    int width, height; // of one picture; even for an MP4
    int frames;        // 1 for a picture
    int rate;          // per second
    bool clear;        // 4 bytes a pixel, the last one alpha: see tr_reel_has_alpha
    bool loops;        // the first picture follows the last one
} tr_reel_options;

// The suffix of a name: ".mp4", or "" for a folder.
const char *tr_reel_extension(tr_reel_kind kind);
bool tr_reel_has_alpha(tr_reel_kind kind);

// The number of pictures in a video of that length, 2 … TR_REEL_MOST_FRAMES.
int tr_reel_frames(double seconds, int rate);

// The grid of a sheet: about square, with few unused cells. False: it would be wider than TR_REEL_WIDEST.
bool tr_reel_grid(int frames, int width, int height, int *columns, int *rows);

// The name of one picture of a series: for "p.png" and number 0, "p-0001.png".
void tr_reel_name(const char *path, int frames, int frame, char *name, size_t size);

// The approximate size on disk in bytes. Depending on the contents, videos are up to three times larger or
// smaller.
double tr_reel_bytes(const tr_reel_options *options);

// One thread at a time. A folder has a temporary name until it is complete, and its final name must be free.
typedef struct tr_reel tr_reel;

// Errors: TR_BAD_USAGE: a sheet that is too large, an odd width or height for an MP4; TR_CANNOT_WRITE, also
// without ffmpeg; TR_NO_MEMORY.
tr_status tr_reel_open(const tr_reel_options *options, tr_reel **reel, tr_error *error);
// Adds a picture, rows from the top; text is stored in a PNG (not in a sheet), or is NULL. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_reel_add(tr_reel *reel, const uint8_t *texels, const char *text, const tr_watch *watch,
                      tr_error *error);
// Completes the files under their names and frees, in any case; after a failure no file is left. Errors: as of
// tr_reel_add.
tr_status tr_reel_commit(tr_reel *reel, const tr_watch *watch, tr_error *error);
// Removes the files and frees; NULL is allowed.
void tr_reel_abort(tr_reel *reel);
