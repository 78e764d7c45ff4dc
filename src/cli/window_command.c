#include "cli/commands.h"

tr_status tr_command_window(const tr_command_context *context) {
    return tr_fail(context->error, TR_NO_OPENGL, "window not linked");
}
