// The desktop's own file dialog, where there is one: zenity or kdialog, which runs beside the window.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef enum tr_chooser_purpose {
    TR_CHOOSES_WORLD,
    TR_CHOOSES_NAME, // to save a world
    TR_CHOOSES_EXPORT_FOLDER,
    TR_CHOOSES_PICTURE_FOLDER,
} tr_chooser_purpose;

typedef struct tr_chooser {
    pid_t process; // 0: none runs
    int pipe;      // what it answers
    tr_chooser_purpose purpose;
    bool failed;   // it could not show itself
    size_t length; // of the answer so far
    char answer[4096];
} tr_chooser;

bool tr_chooser_is_there(void);

// Opens one, in the place of one that is open, at a suggested file or, with "/" at its end, a folder. False: it
// cannot be.
bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested);

// Whether one is open, and *done when the user ended it: the path is in answer, "" when they chose none.
// failed: there is no display for it, say.
bool tr_chooser_poll(tr_chooser *chooser, bool *done);

// Closes it.
void tr_chooser_end(tr_chooser *chooser);
