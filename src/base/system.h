// What else differs between operating systems: the machine, the user's folders, the terminal. One header for
// all systems. Any thread.
#pragma once
#include "base/platform.h"

// This machine's name, or "".
void tr_machine_name(char name[256]);
// The number of processors that this program may use, at least 1.
int tr_processors(void);
// A number that no other process of this machine has now.
uint64_t tr_process_number(void);
// Whether standard error is a terminal.
bool tr_errors_are_seen(void);

// Folders of the user.
typedef enum tr_user_folder_kind {
    TR_USER_HOME,
    TR_USER_STATE,     // for what this program keeps by itself
    TR_USER_DOCUMENTS, // the home if there is none, as for the next one
    TR_USER_PICTURES
} tr_user_folder_kind;
// An absolute path. False: the system does not tell, or the path is too long. The folder need not exist.
bool tr_user_folder_find(tr_user_folder_kind kind, char path[TR_FULL_PATH_BYTES]);

// What help texts say on this system, with names in backticks: where TR_USER_STATE is on any machine, and the
// characters that separate the pieces of a path, as in "a `/`".
const char *tr_user_state_words(void);
const char *tr_separator_words(void);

// Begins to measure the peak of the memory in use. False: the system does not tell peaks.
bool tr_memory_forget_peak(void);
// The peak in megabytes.
double tr_memory_peak_mb(void);
