#include "cli/private/program.h"

#include "base/memory.h"
#include "base/platform.h"
#include "base/say.h"
#include "base/status.h"
#include <fcntl.h>
#include <io.h>
#include <stdio.h>
#include <windows.h>

#include <shellapi.h>

extern int _CRT_glob;
int _CRT_glob = 0; // "*" in an argument is no pattern

enum { interrupted = 130, ended = 143 };

static tr_program_stop stop = {.code = interrupted};
static atomic_int signals;

// Windows calls this in a thread of its own. When the console is closed, or the user logs off, it ends the
// program as soon as this returns: until then the job can remove its temporary files.
static BOOL WINAPI on_control(DWORD what) {
    const bool leaves = what != CTRL_C_EVENT && what != CTRL_BREAK_EVENT;
    atomic_store(&stop.code, leaves ? ended : interrupted);
    atomic_store(&stop.asked, true);
    if (atomic_fetch_add(&signals, 1) >= 2)
        return FALSE;
    if (leaves)
        Sleep(INFINITE);
    return TRUE;
}

// Makes the console show UTF-8 and obey the sequences that progress is written with. Returns what it was
// before.
typedef struct console {
    HANDLE errors;
    DWORD mode; // 0: there is no console
    UINT page;
} console;

static console set_console(void) {
    console before = {.errors = GetStdHandle(STD_ERROR_HANDLE), .page = GetConsoleOutputCP()};
    if (GetConsoleMode(before.errors, &before.mode))
        SetConsoleMode(before.errors,
                       before.mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    SetConsoleOutputCP(CP_UTF8);
    return before;
}

static void reset_console(const console *before) {
    if (before->mode)
        SetConsoleMode(before->errors, before->mode);
    if (before->page)
        SetConsoleOutputCP(before->page);
}

// The arguments as UTF-8. Errors: no memory.
static char **read_words(int *count) {
    wchar_t **wide = CommandLineToArgvW(GetCommandLineW(), count);
    char **words = wide ? tr_calloc((size_t)*count + 1, sizeof *words) : NULL;
    for (int i = 0; words && i < *count; i++) {
        const int bytes = WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, NULL, 0, NULL, NULL);
        words[i] = tr_calloc((size_t)bytes + 1, 1);
        if (!words[i])
            return NULL;
        WideCharToMultiByte(CP_UTF8, 0, wide[i], -1, words[i], bytes, NULL, NULL);
    }
    LocalFree(wide);
    return words;
}

// Without a console and without other readers, messages would be lost: as after a double click. They are
// collected, and shown if the program fails. NULL: somebody reads them.
static FILE *collect_messages(void) {
    const HANDLE errors = GetStdHandle(STD_ERROR_HANDLE);
    if (errors && errors != INVALID_HANDLE_VALUE)
        return NULL;
    FILE *messages = tr_stream_temporary();
    if (messages)
        *stderr = *messages; // it has no descriptor, and freopen() does not give it one everywhere
    return messages;
}

static void show_messages(FILE *messages) {
    char text[4096];
    wchar_t wide[4096];
    rewind(messages);
    const size_t length = fread(text, 1, sizeof text - 1, messages);
    text[length] = 0;
    if (length > 0 && MultiByteToWideChar(CP_UTF8, 0, text, -1, wide, 4096) > 0)
        MessageBoxW(NULL, wide, L"Terrella", MB_OK | MB_ICONERROR);
}

// The stack is as large as the linker was told (CMakeLists.txt).
int tr_program_run(int count, char **words, int (*work)(int count, char **words, tr_program_stop *stop)) {
    (void)words;
    for (int stream = 0; stream <= 2; stream++)
        _setmode(stream, _O_BINARY);
    FILE *messages = collect_messages();
    setvbuf(stderr, NULL, _IOFBF, 1 << 12); // the C library would write letters byte by byte
    const console before = set_console();
    SetConsoleCtrlHandler(NULL, FALSE); // a parent may have ignored Ctrl-C for its children
    SetConsoleCtrlHandler(on_control, TRUE);
    SetErrorMode(SEM_FAILCRITICALERRORS | SEM_NOOPENFILEERRORBOX); // no dialogs about empty drives
    char **utf8 = read_words(&count);
    int code = tr_status_exit_code(TR_NO_MEMORY);
    if (utf8)
        code = work(count, utf8, &stop);
    else
        tr_say("terrella: no memory for the arguments");
    for (int i = 0; utf8 && i < count; i++)
        tr_free(utf8[i]);
    tr_free(utf8);
    fflush(NULL);
    if (messages && code != 0 && !atomic_load(&stop.asked))
        show_messages(messages);
    if (messages)
        fclose(messages);
    reset_console(&before);
    return code;
}
