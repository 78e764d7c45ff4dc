// Lines for people. All that the program prints for them goes out here, and what a terminal would obey in names
// that came from anywhere is shown instead (tr_text_show). JSON has quotes of its own. Any thread.
#pragma once

// A line on standard error. Beyond 4 KiB it is cut off.
void tr_say(const char *format, ...) __attribute__((format(printf, 1, 2)));
// A line on standard output, and a part of one.
void tr_print_line(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tr_print(const char *format, ...) __attribute__((format(printf, 1, 2)));
