// What files *_windows.c of this module share.
#pragma once
#include "base/platform.h"

#include <windows.h>

enum { TR_WINDOWS_PATH = TR_FULL_PATH_BYTES + 1024 }; // of whole paths, in wchar_t

// The reason for an error of Windows.
int tr_windows_reason(unsigned long error);
// The whole path in the form that has no limit of its length.
int tr_windows_path(const char *path, wchar_t whole[TR_WINDOWS_PATH]);
// UTF-8. False: it does not fit, or is not UTF-16.
bool tr_windows_narrow(const wchar_t *wide, char *text, size_t size);
