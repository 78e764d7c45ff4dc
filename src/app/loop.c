#include "app/private/loop.h"

tr_status tr_loop_run(tr_status (*step)(void *context, bool *ended, tr_error *error), void *context,
                      tr_error *error) {
    tr_status status = TR_OK;
    for (bool ended = false; status == TR_OK && !ended;)
        status = step(context, &ended, error);
    return status;
}
