// Opens folders in the desktop's file manager by xdg-open, which runs beside the window.
#pragma once
#include "app/private/message.h"
#include "base/process.h"

// Zero-initialised: not used yet.
typedef struct tr_file_manager {
    tr_process *process; // xdg-open; NULL: none is running
    double told_until_s; // its failure is reported until then
    double next_s;       // when to look again
    char folder[1024];
} tr_file_manager;

// Opens a folder; the message reports it, or that the folder does not exist yet, or the error.
void tr_file_manager_open(tr_file_manager *manager, const char *folder, double now_s, tr_message *message);
// Checks how xdg-open ended. Returns whether there is a new message.
bool tr_file_manager_look(tr_file_manager *manager, double now_s, tr_message *message);
// When to check next; INFINITY: after the next event.
double tr_file_manager_due(const tr_file_manager *manager);
// At the end of the window; the file manager stays open.
void tr_file_manager_end(tr_file_manager *manager);
