// What a user asks for with the keys, or with the mouse over the picture. Input writes it down, actions carry
// it out: neither knows the other.
#pragma once

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
    TR_WISH_CHANNEL, // by: a tr_view_channel
    TR_WISH_LAYOUT,
    TR_WISH_GRID,
    TR_WISH_QUALITY,
    TR_WISH_RESET,
    TR_WISH_EXPORT,
    TR_WISH_SCREENSHOT,
    TR_WISH_PANEL,
    TR_WISH_HELP,
    TR_WISH_FULLSCREEN,
    TR_WISH_QUIT,
    // The hand went by dx, dy, in units of the window, y down.
    TR_WISH_ORBIT,
    TR_WISH_LOOK,
    TR_WISH_SUN,
    TR_WISH_ZOOM, // dy clicks nearer
} tr_wish_kind;

typedef struct tr_wish {
    tr_wish_kind kind;
    int by;
    double dx, dy;
    int key; // of GLFW's numbers, that went down; 0: none
} tr_wish;

// In the order of their events. Zero-initialised: none.
typedef struct tr_wishes {
    tr_wish *list;
    int count, room;
} tr_wishes;

// A wish that there is no memory for is lost.
void tr_wishes_add(tr_wishes *wishes, tr_wish wish);
void tr_wishes_clear(tr_wishes *wishes);
