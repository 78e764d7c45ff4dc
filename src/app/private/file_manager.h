// The desktop's program for folders, by xdg-open, which runs beside the window.
#pragma once
#include "app/private/message.h"
#include <sys/types.h>

// Zero-initialised: nothing was asked of it.
typedef struct tr_file_manager {
    pid_t process;       // of xdg-open; 0: none runs
    double told_until_s; // how it ends is told until then
    double next_s;       // when to look again
    char folder[1024];
} tr_file_manager;

// Opens a folder there; the message says so, or that it is not there yet, or why it cannot be.
void tr_file_manager_open(tr_file_manager *manager, const char *folder, double now_s, tr_message *message);
// Looks how that ended. Returns whether the message says so.
bool tr_file_manager_look(tr_file_manager *manager, double now_s, tr_message *message);
// When to look next; INFINITY: after the next event.
double tr_file_manager_due(const tr_file_manager *manager);
