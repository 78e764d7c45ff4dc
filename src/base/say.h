// Lines for people. All such output of the program goes through these functions, which escape terminal control
// sequences in external text (tr_text_show). JSON has its own escapes. Any thread.
#pragma once
#include "base/format.h"

// Prints a line to standard error. It is truncated at 4 KiB.
void tr_say(const char *format, ...) TR_PRINTF(1, 2);
// Print a line, and part of a line, to standard output.
void tr_print_line(const char *format, ...) TR_PRINTF(1, 2);
void tr_print(const char *format, ...) TR_PRINTF(1, 2);
