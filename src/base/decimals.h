// Numbers in texts use decimal points, independent of the locale of the program that uses the library.
#pragma once
#include <locale.h>

typedef struct tr_decimals {
    locale_t plain, before;
} tr_decimals;

// From here to tr_decimals_end this thread reads and writes numbers as in the C locale. glibc provides that
// locale: nothing is allocated.
static inline tr_decimals tr_decimals_begin(void) {
    const locale_t plain = newlocale(LC_ALL_MASK, "C", NULL);
    return (tr_decimals){plain, plain ? uselocale(plain) : NULL};
}

static inline void tr_decimals_end(tr_decimals decimals) {
    if (!decimals.plain)
        return;
    uselocale(decimals.before);
    freelocale(decimals.plain);
}
