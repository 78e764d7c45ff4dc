// WebAssembly cannot start other programs.
#include "base/process.h"

#include <errno.h>

bool tr_process_is_there(const char *program) {
    (void)program;
    return false;
}

int tr_process_file_name(int file, char name[TR_PROCESS_NAME_BYTES]) {
    (void)file, (void)name;
    return ENOSYS;
}

int tr_process_start(const tr_process_options *options, tr_process **process) {
    (void)options;
    *process = NULL;
    return ENOENT;
}

int tr_process_feed(tr_process *process, const void *bytes, size_t most, size_t *count) {
    (void)process, (void)bytes, (void)most;
    *count = 0;
    return EPIPE;
}

bool tr_process_is_over(tr_process *process, int *code) {
    (void)process;
    *code = -1;
    return true;
}

int tr_process_show_folder(const char *folder, tr_process **process) {
    (void)folder;
    *process = NULL;
    return ENOENT;
}

void tr_process_kill(tr_process *process) { (void)process; }

void tr_process_leave(tr_process *process) { (void)process; }
