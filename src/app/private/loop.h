// The loop of the window. A browser has one of its own: loop_web.c.
#pragma once
#include "base/status.h"

#include <stdbool.h>

// Repeats a step until it fails or sets *ended. In a page it does not return: the browser calls the step before
// it shows the next picture, and an error is printed.
tr_status tr_loop_run(tr_status (*step)(void *context, bool *ended, tr_error *error), void *context,
                      tr_error *error);
