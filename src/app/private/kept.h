// How the window is set that comes back when it is opened again, of all windows the last one's: the
// interface's size, and what was chosen in the dialogs *Export* and *Picture*. Names that were typed for one
// planet do not: another one has its own.
#pragma once
#include "editor/session.h"

typedef struct tr_kept {
    double scale; // of the interface
    double width, all;
    double picture_px[2], video_px[2], seconds, rate;
    char target[TR_SETTING_BYTES], layout[TR_SETTING_BYTES]; // "": none in particular
    char parts[TR_SETTING_BYTES]; // names with spaces between; "": as the target says
    char video[TR_SETTING_BYTES];
} tr_kept;

struct tr_app;

// Over what the window begins with. What a file says that cannot be is left aside.
void tr_kept_restore(struct tr_app *app);
// Writes what was changed since. Where that cannot be, nothing is kept, which is no loss.
void tr_kept_look(struct tr_app *app);
