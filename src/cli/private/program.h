// What a program needs from the operating system around its work: arguments, standard streams, signals, stacks.
#pragma once
#include <stdatomic.h>

// What ends a job early. A signal handler can only communicate through globals, so there is one of these.
typedef struct tr_program_stop {
    atomic_bool asked; // jobs poll it (tr_watch)
    atomic_int code;   // the exit code of the program then: 128 and the number of the signal
} tr_program_stop;

// Runs `work` with the arguments as UTF-8, on a stack of at least 8 MiB, with standard streams that pass bytes
// unchanged, and returns its exit code. The first signal of the user or the system asks the job to stop, which
// then removes its temporary files. Wrappers may send it twice, so only the third ends the program at once.
int tr_program_run(int count, char **words, int (*work)(int count, char **words, tr_program_stop *stop));
