// The desktop's own dialogue for files, where there is one: zenity or kdialog, which runs beside the window.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct tr_chooser {
    pid_t process; // 0: none runs
    int pipe;      // what it answers
    bool saves;
    size_t length; // of the answer so far
    char answer[4096];
} tr_chooser;

bool tr_chooser_is_there(void);

// Opens one, to open a file or to save under a name, in the place of one that is open. False: it cannot be.
bool tr_chooser_start(tr_chooser *chooser, bool saves, const char *suggested);

// Whether one is open, and *done when the user ended it: the path is in answer, "" when they chose none.
bool tr_chooser_look(tr_chooser *chooser, bool *done);

// Listens no more.
void tr_chooser_end(tr_chooser *chooser);
