#include "app/command.h"

#include "base/memory.h"
void tr_command_queue_add(tr_command_queue *commands, const tr_command *command) {
    if (commands->count == commands->capacity) {
        const int capacity = commands->capacity > 0 ? 2 * commands->capacity : 64;
        tr_command *list = tr_realloc(commands->list, (size_t)capacity * sizeof *list);
        if (!list)
            return;
        commands->list = list;
        commands->capacity = capacity;
    }
    commands->list[commands->count++] = *command;
}

void tr_command_queue_clear(tr_command_queue *commands) {
    tr_free(commands->list);
    *commands = (tr_command_queue){0};
}
