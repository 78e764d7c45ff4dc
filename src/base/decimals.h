// Numbers in texts use decimal points, independent of the locale of the program that uses the library.
#pragma once

typedef struct tr_decimals {
    void *plain, *before; // of the system
} tr_decimals;

// From here to tr_decimals_end this thread reads and writes numbers as in the C locale.
tr_decimals tr_decimals_begin(void);
void tr_decimals_end(tr_decimals decimals);
