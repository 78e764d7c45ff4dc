#include "base/system.h"

#include "base/decimals.h"
#include "base/private/windows.h"
#include <initguid.h>
#include <io.h>
#include <knownfolders.h>
#include <locale.h>
#include <psapi.h>
#include <shlobj.h>
#include <stdlib.h>
#include <string.h>

void tr_machine_name(char name[256]) {
    wchar_t wide[256];
    DWORD size = sizeof wide / sizeof wide[0];
    if (!GetComputerNameW(wide, &size) || !tr_windows_narrow(wide, name, 256))
        name[0] = 0;
}

int tr_processors(void) {
    const DWORD count = GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
    return count > 0 ? (int)count : 1;
}

uint64_t tr_process_number(void) { return GetCurrentProcessId(); }

bool tr_errors_are_seen(void) {
    DWORD mode;
    return GetConsoleMode(GetStdHandle(STD_ERROR_HANDLE), &mode);
}

// ---- decimals ------------------------------------------------------------------------------------

// The C library of mingw formats and reads numbers by the locale of the thread, if it has its own.
tr_decimals tr_decimals_begin(void) {
    const char *now = setlocale(LC_NUMERIC, NULL);
    if (!now || strcmp(now, "C") == 0) // as everywhere unless a program that uses the library changes it
        return (tr_decimals){NULL, NULL};
    const int before = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    char *name = _strdup(now);
    setlocale(LC_NUMERIC, "C");
    return (tr_decimals){.plain = (void *)(intptr_t)before, .before = name};
}

void tr_decimals_end(tr_decimals decimals) {
    if (!decimals.before)
        return;
    setlocale(LC_NUMERIC, decimals.before);
    free(decimals.before);
    _configthreadlocale((int)(intptr_t)decimals.plain);
}

// ---- folders of the user -------------------------------------------------------------------------

bool tr_user_folder_find(tr_user_folder_kind kind, char path[TR_FULL_PATH_BYTES]) {
    static const KNOWNFOLDERID *const ids[] = {[TR_USER_HOME] = &FOLDERID_Profile,
                                               [TR_USER_STATE] = &FOLDERID_LocalAppData,
                                               [TR_USER_DOCUMENTS] = &FOLDERID_Documents,
                                               [TR_USER_PICTURES] = &FOLDERID_Pictures};
    static const char own[] = "/Terrella";
    wchar_t *wide = NULL;
    const bool told = SHGetKnownFolderPath(ids[kind], KF_FLAG_DONT_VERIFY, NULL, &wide) == S_OK &&
                      tr_windows_narrow(wide, path, TR_FULL_PATH_BYTES - sizeof own);
    CoTaskMemFree(wide);
    if (!told)
        return false;
    tr_path_normalise(path);
    if (kind == TR_USER_STATE)
        strcat(path, own);
    else if (kind != TR_USER_HOME && !tr_path_is_folder(path))
        return tr_user_folder_find(TR_USER_HOME, path);
    return true;
}

const char *tr_user_state_words(void) { return "`%LOCALAPPDATA%\\Terrella`"; }
const char *tr_separator_words(void) { return "a `\\`, a `/`"; }

// ---- memory --------------------------------------------------------------------------------------

// Windows keeps the peak of the whole run.
bool tr_memory_forget_peak(void) { return false; }

double tr_memory_peak_mb(void) {
    PROCESS_MEMORY_COUNTERS counters;
    return GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters)
               ? (double)counters.PeakWorkingSetSize * 1e-6
               : 0;
}
