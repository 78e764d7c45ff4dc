// A page cannot show a dialog for files of this program.
#include "app/private/chooser.h"

bool tr_chooser_is_there(void) { return false; }

bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested) {
    (void)suggested;
    *chooser = (tr_chooser){.purpose = purpose};
    return false;
}

bool tr_chooser_poll(tr_chooser *chooser, bool *done) {
    (void)chooser;
    *done = false;
    return false;
}

void tr_chooser_end(tr_chooser *chooser) { (void)chooser; }
