#include "app/private/loop.h"

#include "base/say.h"

#include <emscripten.h>

typedef struct loop {
    tr_status (*step)(void *context, bool *ended, tr_error *error);
    void *context;
    tr_error *error;
    bool runs;
} loop;

// The page shows the canvas, or the last message of the program.
EM_JS(void, page_shows, (bool runs), { Module.shows(runs); });

static void take_step(void *argument) {
    loop *l = argument;
    bool ended = false; // a page is closed by its reader
    if (l->step(l->context, &ended, l->error) != TR_OK) {
        emscripten_cancel_main_loop();
        tr_say("terrella: %s", l->error->message);
        page_shows(false);
    } else if (!l->runs) {
        page_shows(l->runs = true);
    }
}

tr_status tr_loop_run(tr_status (*step)(void *context, bool *ended, tr_error *error), void *context,
                      tr_error *error) {
    loop l = {step, context, error, false}; // stays, as does all that callers have on their stacks
    emscripten_set_main_loop_arg(take_step, &l, 0, true);
    return TR_OK;
}
