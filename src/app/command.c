#include "app/command.h"

#include "base/size.h"

void tr_command_queue_add(tr_command_queue *commands, const tr_command *command) {
    tr_command *list = tr_grow(commands->list, commands->count, &commands->capacity, sizeof *list);
    if (!list)
        return;
    commands->list = list;
    list[commands->count++] = *command;
}

void tr_command_queue_clear(tr_command_queue *commands) {
    tr_free(commands->list);
    *commands = (tr_command_queue){0};
}
