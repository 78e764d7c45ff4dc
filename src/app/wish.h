// What a user asks for with keys, with the mouse over the picture, or in the panel. Input and the panel write
// it down, actions carry it out: they do not know each other.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum tr_wish_kind {
    TR_WISH_NOTHING,
    // `by` is the direction, where there is one.
    TR_WISH_TYPE,
    TR_WISH_SEED, // 1: a new one; -1: the one before
    TR_WISH_NOISINESS,
    TR_WISH_PERSISTENCE,
    TR_WISH_OCTAVES,
    TR_WISH_RADIUS,
    TR_WISH_PLANET,
    TR_WISH_PAUSE,
    TR_WISH_CLOUDS,
    TR_WISH_QUALITY,
    TR_WISH_RESET,
    TR_WISH_EXPORT,
    TR_WISH_SCREENSHOT,
    TR_WISH_PANEL,
    TR_WISH_HELP,
    TR_WISH_FULLSCREEN,
    TR_WISH_FOCUS, // from the planet to the panel and back
    TR_WISH_BACK,  // closes what is in front
    TR_WISH_QUIT,
    TR_WISH_UNDO,
    TR_WISH_REDO,
    TR_WISH_SAVE,
    TR_WISH_SHARE,
    TR_WISH_PASTE,
    // The hand went by dx, dy, in units of the window, y down.
    TR_WISH_ORBIT,
    TR_WISH_LOOK,
    TR_WISH_SUN,
    TR_WISH_ZOOM, // dy clicks nearer
    // Of the panel. path and text are what the comments say.
    TR_WISH_CHANGE,     // the parameter `path` becomes `text`, by the movement `hand` of a hand
    TR_WISH_UNSET,      // the parameter `path` is again what the seed drew
    TR_WISH_LOCK,       // the parameter `path` stays with new seeds, or no longer: `by`
    TR_WISH_TO_TYPE,    // the type `text`
    TR_WISH_TO_SEED,    // what `text` says
    TR_WISH_TO_PLANET,  // the planet number `by`
    TR_WISH_TO_SUN,     // dx degrees across, dy degrees up
    TR_WISH_TIME_RATE,  // dx times
    TR_WISH_EXPOSURE,   // dx EV
    TR_WISH_TO_QUALITY, // `by` - 1, a tr_quality or -1
    TR_WISH_EXPORT_WIDTH,
    TR_WISH_CANCEL_EXPORT,
    TR_WISH_OPEN,    // the file, share line or type `text`
    TR_WISH_SAVE_AS, // the file `text`
    TR_WISH_CLOSE,   // the window, whatever is not saved
    // Of the gallery and the filmstrip. `by` of items and frames is their number.
    TR_WISH_GALLERY,        // opens it, closes it
    TR_WISH_GALLERY_ENTER,  // what is chosen
    TR_WISH_GALLERY_CHOOSE, // an item
    TR_WISH_GALLERY_ROW,    // `by` rows down
    TR_WISH_GALLERY_MORE,
    TR_WISH_BREED, // relatives of what is chosen, or looked at
    TR_WISH_DIAL,  // dx: from sibling to stranger
    TR_WISH_STAR,  // what is chosen, or looked at
    TR_WISH_STRIP, // folds it, unfolds it
    TR_WISH_FRAME, // goes back to a frame
    TR_WISH_FRAME_STAR,
    TR_WISH_FRAME_PIN,
    TR_WISH_SWAP, // `by`: shows the pinned planet, or what it hides
} tr_wish_kind;

enum { TR_WISH_PATH_BYTES = 256, TR_WISH_TEXT_BYTES = 1024 };

typedef struct tr_wish {
    tr_wish_kind kind;
    int by;
    double dx, dy;
    int key; // of GLFW's numbers, that went down; 0: none
    uint64_t hand;
    char path[TR_WISH_PATH_BYTES], text[TR_WISH_TEXT_BYTES];
} tr_wish;

// In the order of their events. Zero-initialised: none.
typedef struct tr_wishes {
    tr_wish *list;
    int count, room;
} tr_wishes;

// A wish that there is no memory for is lost.
void tr_wishes_add(tr_wishes *wishes, const tr_wish *wish);
void tr_wishes_clear(tr_wishes *wishes);

#ifdef __cplusplus
}
#endif
