// Other programs, which run beside this one. One header for all systems.
//
// The functions that return an int return 0 or a reason, as in platform.h. A process belongs to the thread that
// started it.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct tr_process tr_process;

typedef struct tr_process_options {
    const char *const *words; // the program, which is found in PATH, and its arguments; the last one is NULL
    bool has_input;           // it reads what tr_process_feed writes; otherwise nothing
    FILE *output;             // its standard output; NULL: nowhere
    FILE *errors;             // its standard error; NULL: that of this program
    int file;   // an open file that it writes, by the name that tr_process_file_name tells; -1: none
    bool alone; // it ends by tr_process_kill only: Ctrl-C does not reach it
} tr_process_options;

enum { TR_PROCESS_NAME_BYTES = 4096 };

// Whether PATH has a program.
bool tr_process_is_there(const char *program);
// The name of an open file for a process that is to write it: an argument.
int tr_process_file_name(int file, char name[TR_PROCESS_NAME_BYTES]);
// Starts a process. ENOENT: there is no such program. *process is NULL after a failure.
int tr_process_start(const tr_process_options *options, tr_process **process);
// Writes to the process: *count is the number of bytes that it has taken. Waits at most 50 ms, and may then
// have written nothing. EPIPE: the process has closed its input.
int tr_process_feed(tr_process *process, const void *bytes, size_t most, size_t *count);
// Ends the input. Returns whether the process has ended; *code is its exit code, or 128 and the number of the
// signal that ended it.
bool tr_process_is_over(tr_process *process, int *code);
// Shows a folder in the desktop's file manager. *process does it; NULL: it is done.
int tr_process_show_folder(const char *folder, tr_process **process);
// Ends a process and what it has started, waits for it, and frees it. NULL is allowed.
void tr_process_kill(tr_process *process);
// Frees a process that is over, or that runs on by itself. NULL is allowed.
void tr_process_leave(tr_process *process);
