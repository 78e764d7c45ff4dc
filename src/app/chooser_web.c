// A page asks for a file to open, and gets one. A file to save has the suggested name: the browser may ask for
// another.
#include "app/private/chooser.h"

#include <emscripten.h>
#include <stdio.h>

struct tr_dialog_box {
    bool shown; // the browser shows it; otherwise the answer is there
};

// packaging/web/page.js does this.
EM_JS(void, page_choose, (const char *kinds), { Module.choose(UTF8ToString(kinds)); });
EM_JS(bool, page_take_chosen, (char *answer, int size), { return Module.takeChosen(answer, size); });

bool tr_chooser_is_there(void) { return true; }

bool tr_chooser_start(tr_chooser *chooser, tr_chooser_purpose purpose, const char *suggested,
                      struct GLFWwindow *window) {
    (void)window;
    static struct tr_dialog_box box; // a page shows one
    *chooser = (tr_chooser){.purpose = purpose};
    if (purpose == TR_CHOOSES_EXPORT_FOLDER || purpose == TR_CHOOSES_PICTURE_FOLDER)
        return false;
    chooser->box = &box;
    box.shown = purpose != TR_CHOOSES_NAME;
    if (box.shown)
        page_choose(purpose == TR_CHOOSES_MAP ? "image/*,.exr,.hdr,.tif,.tiff,.tga,.raw,.r16" : "");
    else
        snprintf(chooser->answer, sizeof chooser->answer, "%s", suggested);
    return true;
}

bool tr_chooser_poll(tr_chooser *chooser, bool *done) {
    *done = chooser->box && (!chooser->box->shown || page_take_chosen(chooser->answer, sizeof chooser->answer));
    const bool is_open = chooser->box != NULL;
    if (*done)
        chooser->box = NULL;
    return is_open;
}

void tr_chooser_end(tr_chooser *chooser) { chooser->box = NULL; }
