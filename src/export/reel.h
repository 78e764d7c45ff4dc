// Where the pictures of a series go: numbered files in a folder, a video, or one large picture with all of them
// in a grid (a sprite sheet), beside which a small JSON file tells how it is cut. A series of one is a picture.
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
    int width, height; // of a picture; of an MP4: even
    int frames;        // of a picture: 1
    int rate;          // pictures a second
    bool clear;        // 4 bytes a pixel, the last one alpha: see tr_reel_has_alpha
    bool loops;        // the first picture follows the last one
} tr_reel_options;

// What a name ends in: ".mp4", or "" for a folder.
const char *tr_reel_extension(tr_reel_kind kind);
bool tr_reel_has_alpha(tr_reel_kind kind);

// How many pictures so long a video has, 2 … TR_REEL_MOST_FRAMES.
int tr_reel_frames(double seconds, int rate);

// The grid of a sheet: about square, with few cells left over. False: it would be wider than TR_REEL_WIDEST.
bool tr_reel_grid(int frames, int width, int height, int *columns, int *rows);

// The name of one picture of a series: "p.png" is "p-0001.png" for the first one, number 0.
void tr_reel_name(const char *path, int frames, int frame, char *name, size_t size);

// About how many bytes it takes on the disk. What videos hold differs by a factor of three either way.
double tr_reel_bytes(const tr_reel_options *options);

// One thread at a time. A folder has another name until all is in it, and must not be there before.
typedef struct tr_reel tr_reel;

// Errors: TR_BAD_USAGE: a sheet that is too large, odd sides of an MP4; TR_CANNOT_WRITE, also without ffmpeg;
// TR_NO_MEMORY.
tr_status tr_reel_open(const tr_reel_options *options, tr_reel **reel, tr_error *error);
// Adds a picture, rows from the top; text goes into a PNG (not into a sheet), or is NULL. Errors:
// TR_CANNOT_WRITE, TR_NO_MEMORY, TR_STOPPED.
tr_status tr_reel_add(tr_reel *reel, const uint8_t *texels, const char *text, const tr_watch *watch,
                      tr_error *error);
// Completes what was begun under its name and frees, in any case; after a failure nothing is left behind.
// Errors: as of tr_reel_add.
tr_status tr_reel_commit(tr_reel *reel, const tr_watch *watch, tr_error *error);
// Leaves nothing behind and frees; NULL is allowed.
void tr_reel_abort(tr_reel *reel);
