// The attribute of functions that take a format as printf does, and its arguments.
#pragma once
#include <stdio.h>

// mingw's compiler would otherwise check formats of Windows' old C library, which is not used.
#ifdef __MINGW_PRINTF_FORMAT
#define TR_PRINTF(format_at, first_at) __attribute__((format(__MINGW_PRINTF_FORMAT, format_at, first_at)))
#else
#define TR_PRINTF(format_at, first_at) __attribute__((format(printf, format_at, first_at)))
#endif
