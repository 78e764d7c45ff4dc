// The desktop's file dialog.
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct GLFWwindow;

typedef enum tr_chooser_purpose {
    TR_CHOOSES_WORLD, // a file to open
    TR_CHOOSES_MAP,   // a picture for a map
    TR_CHOOSES_NAME,  // a file name, to save a world
    TR_CHOOSES_EXPORT_FOLDER,
    TR_CHOOSES_PICTURE_FOLDER,
} tr_chooser_purpose;

typedef struct tr_chooser {
    struct tr_dialog_box *box; // of the system; NULL: none is open
    tr_chooser_purpose purpose;
    bool failed; // the dialog could not be shown
    char answer[4096];
} tr_chooser;

bool tr_chooser_is_there(void);

// Opens a dialog and closes an open one. It starts at a suggested file, or at a folder if the path ends with
// "/". Where the system can, it stays in front of our window, which takes no input meanwhile. False: no dialog
// can be opened.
bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested,
                      struct GLFWwindow *window);

// Returns whether one is open. *done: the user has ended it; answer is the path, or "" if nothing was chosen.
// failed: for example, there is no display.
bool tr_chooser_poll(tr_chooser *chooser, bool *done);

// Closes the dialog.
void tr_chooser_end(tr_chooser *chooser);
