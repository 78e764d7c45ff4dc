// Small pictures of worlds, baked in the background: texts go in, pictures come out. It runs beside the main
// bake (live.h), on threads of its own. All functions belong to one thread. None waits for a bake, except
// tr_thumbnails_destroy, which waits until the bakes have stopped.
#pragma once
#include "base/isa.h"
#include "base/shared_file.h"
#include "base/status.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_THUMBNAIL_PX = 224 };

typedef struct tr_thumbnails tr_thumbnails;

typedef struct tr_thumbnails_options {
    int threads; // 0: one per core
    tr_isa isa;
    void (*wake)(void); // called on a bake thread when there is something to take
} tr_thumbnails_options;

typedef struct tr_thumbnail {
    uint64_t key;
    uint8_t *rgba; // TR_THUMBNAIL_PX squared, sRGB, straight alpha; owned by the receiver (tr_free); NULL: the
                   // picture failed
} tr_thumbnail;

// Errors: TR_NO_MEMORY.
tr_status tr_thumbnails_create(const tr_thumbnails_options *options, tr_thumbnails **out, tr_error *error);
void tr_thumbnails_destroy(tr_thumbnails *thumbnails); // NULL is allowed

// Instead of the globe, a picture may show the maps of the planet's layers (planet/surface.h) in their order,
// as a grid from the upper left, TR_LAYER_CELLS at most; or the files of its own maps (tr_map_pictures).
typedef enum tr_thumbnail_kind { TR_THUMBNAIL_GLOBE, TR_THUMBNAIL_LAYERS, TR_THUMBNAIL_MAPS } tr_thumbnail_kind;
enum { TR_LAYER_COLUMNS = TR_THUMBNAIL_PX / 32, TR_LAYER_CELLS = TR_LAYER_COLUMNS * (TR_THUMBNAIL_PX / 16) };
typedef struct tr_thumbnail_wish {
    uint64_t key;     // chosen by the caller
    const char *text; // of the world, as in tr_world
    int planet;       // its index
    tr_thumbnail_kind kind;
    const char *path;             // of the file that has the text, with its maps in it or beside it; or NULL
    const tr_shared_files *files; // of the maps of this and later requests, or NULL
} tr_thumbnail_wish;
// Requests a picture. The newest request is baked first; a repeated request moves to the front. Without memory
// the request is lost, or the planet is shown without its maps.
void tr_thumbnails_ask(tr_thumbnails *thumbnails, const tr_thumbnail_wish *wish);
// Drops all requests. Those that are being baked stop soon. Finished pictures can still be taken.
void tr_thumbnails_forget(tr_thumbnails *thumbnails);
// The number of requests that wait or are being baked.
int tr_thumbnails_left(tr_thumbnails *thumbnails);
// The next finished picture. False: there is none.
bool tr_thumbnails_take(tr_thumbnails *thumbnails, tr_thumbnail *out);
