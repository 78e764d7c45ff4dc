// terrella-window.exe, for menus and double clicks: starts terrella.exe, which is beside it, with the same
// arguments and without a console, and ends with its exit code.
#include <wchar.h>
#include <windows.h>

enum { most_letters = 32768, internal_error = 70 };

// Passes on the standard streams, if there are any. `start` already has the state of the window and the menu
// entry.
static BOOL give_streams(STARTUPINFOW *start) {
    start->lpReserved = NULL;
    start->lpReserved2 = NULL;
    start->cbReserved2 = 0;
    const HANDLE errors = GetStdHandle(STD_ERROR_HANDLE);
    if (!errors || errors == INVALID_HANDLE_VALUE)
        return FALSE;
    start->dwFlags |= STARTF_USESTDHANDLES;
    start->hStdInput = GetStdHandle(STD_INPUT_HANDLE);
    start->hStdOutput = GetStdHandle(STD_OUTPUT_HANDLE);
    start->hStdError = errors;
    return TRUE;
}

int WINAPI WinMain(HINSTANCE self, HINSTANCE before, LPSTR line, int show) {
    static wchar_t program[most_letters], words[most_letters];
    STARTUPINFOW start;
    PROCESS_INFORMATION made;
    DWORD code = internal_error;
    (void)self, (void)before, (void)line, (void)show;
    const DWORD length = GetModuleFileNameW(NULL, program, most_letters - 16);
    wchar_t *slash = length > 0 && length < most_letters - 16 ? wcsrchr(program, L'\\') : NULL;
    if (slash)
        wcscpy(slash + 1, L"terrella.exe");
    wcsncpy(words, GetCommandLineW(), most_letters - 1);
    GetStartupInfoW(&start);
    const BOOL has_streams = give_streams(&start);
    if (!slash ||
        !CreateProcessW(program, words, NULL, NULL, has_streams, DETACHED_PROCESS, NULL, NULL, &start, &made)) {
        MessageBoxW(NULL,
                    L"terrella.exe cannot be started. It must be in the same folder as terrella-window.exe.",
                    L"Terrella", MB_OK | MB_ICONERROR);
        return internal_error;
    }
    AllowSetForegroundWindow(made.dwProcessId); // its window comes to the front
    WaitForSingleObject(made.hProcess, INFINITE);
    GetExitCodeProcess(made.hProcess, &code);
    return (int)code;
}
