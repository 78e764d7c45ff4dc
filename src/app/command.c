#include "app/command.h"

#include "base/size.h"

void tr_command_queue_add(tr_command_queue *commands, const tr_command *command) {
    if (tr_grow(&commands->list, commands->count, sizeof *commands->list))
        commands->list[commands->count++] = *command;
}

void tr_command_queue_clear(tr_command_queue *commands) {
    tr_free(commands->list);
    *commands = (tr_command_queue){0};
}
