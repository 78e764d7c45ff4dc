#include "base/process.h"

#include "base/memory.h"
#include "base/private/windows.h"
#include <errno.h>
#include <io.h>
#include <shellapi.h>
#include <stdlib.h>
#include <string.h>

enum { feed_ms = 50, most_line = 32768, most_at_once = 1 << 16 };

struct tr_process {
    HANDLE process;
    HANDLE job;      // ends with what the process has started; NULL: it is not alone
    HANDLE input;    // our end of its input; NULL: closed
    OVERLAPPED feed; // what the pipe has not taken yet
    bool is_feeding;
    char bytes[most_at_once];
};

// ---- programs ------------------------------------------------------------------------------------

static bool is_file(const wchar_t *path) {
    const DWORD there = GetFileAttributesW(path);
    return there != INVALID_FILE_ATTRIBUTES && !(there & FILE_ATTRIBUTE_DIRECTORY);
}

// Looks beside this program, and then in PATH; not in the present folder, where anybody may put a program.
static bool find_program(const char *program, wchar_t path[TR_WINDOWS_PATH]) {
    wchar_t name[128];
    if (MultiByteToWideChar(CP_UTF8, 0, program, -1, name, 120) <= 0)
        return false;
    wcscat(name, L".exe");
    const DWORD length = GetModuleFileNameW(NULL, path, TR_WINDOWS_PATH - 128);
    wchar_t *slash = length > 0 && length < TR_WINDOWS_PATH - 128 ? wcsrchr(path, L'\\') : NULL;
    if (slash) {
        wcscpy(slash + 1, name);
        if (is_file(path))
            return true;
    }
    wchar_t *folders = tr_malloc(most_line * sizeof *folders);
    bool found = false;
    if (folders && GetEnvironmentVariableW(L"PATH", folders, most_line) > 0)
        for (const wchar_t *at = folders; *at && !found; at += at[0] == L';') {
            const int bytes = (int)wcscspn(at, L";");
            if (bytes > 1 && bytes < TR_WINDOWS_PATH - 140) {
                _snwprintf(path, TR_WINDOWS_PATH, L"%.*ls\\%ls", bytes, at, name);
                found = is_file(path);
            }
            at += bytes;
        }
    tr_free(folders);
    return found;
}

bool tr_process_is_there(const char *program) {
    wchar_t path[TR_WINDOWS_PATH];
    return find_program(program, path);
}

int tr_process_file_name(int file, char name[TR_PROCESS_NAME_BYTES]) {
    wchar_t path[TR_WINDOWS_PATH];
    const DWORD length = GetFinalPathNameByHandleW((HANDLE)_get_osfhandle(file), path, TR_WINDOWS_PATH, 0);
    if (length == 0 || length >= TR_WINDOWS_PATH)
        return length ? ENAMETOOLONG : tr_windows_reason(GetLastError());
    // Not all programs know the form for long paths: only what needs it has it.
    const wchar_t *told =
        length < MAX_PATH && wcsncmp(path, L"\\\\?\\", 4) == 0 && path[5] == L':' ? path + 4 : path;
    return tr_windows_narrow(told, name, TR_PROCESS_NAME_BYTES) ? 0 : ENAMETOOLONG;
}

// Appends a word so that the process finds it as it is: as the C library of Windows splits lines.
static bool add_word(wchar_t *line, const char *word) {
    wchar_t wide[TR_WINDOWS_PATH];
    size_t at = wcslen(line), slashes = 0;
    if (MultiByteToWideChar(CP_UTF8, 0, word, -1, wide, TR_WINDOWS_PATH) <= 0 ||
        at + 2 * wcslen(wide) + 8 >= most_line)
        return false;
    if (at > 0)
        line[at++] = L' ';
    line[at++] = L'"';
    for (const wchar_t *c = wide;; c++) {
        for (; *c == L'\\'; c++)
            slashes++;
        const size_t written = *c == L'"' || !*c ? 2 * slashes + (*c == L'"') : slashes;
        for (size_t i = 0; i < written; i++)
            line[at++] = L'\\';
        slashes = 0;
        if (!*c)
            break;
        line[at++] = *c;
    }
    line[at++] = L'"';
    line[at] = 0;
    return true;
}

// ---- starting ------------------------------------------------------------------------------------

// The pipe has a name, because only such pipes can be written without waiting.
static int make_pipe(HANDLE *ours, HANDLE *theirs) {
    wchar_t name[96];
    LARGE_INTEGER now;
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    QueryPerformanceCounter(&now);
    _snwprintf(name, 96, L"\\\\.\\pipe\\terrella-%lx-%lx-%llx", GetCurrentProcessId(), GetCurrentThreadId(),
               (unsigned long long)now.QuadPart);
    *theirs = NULL;
    *ours =
        CreateNamedPipeW(name, PIPE_ACCESS_OUTBOUND | FILE_FLAG_OVERLAPPED | FILE_FLAG_FIRST_PIPE_INSTANCE,
                         PIPE_TYPE_BYTE | PIPE_WAIT | PIPE_REJECT_REMOTE_CLIENTS, 1, most_at_once, 0, 0, NULL);
    if (*ours == INVALID_HANDLE_VALUE) {
        *ours = NULL;
        return tr_windows_reason(GetLastError());
    }
    *theirs = CreateFileW(name, GENERIC_READ, 0, &inherited, OPEN_EXISTING, 0, NULL);
    if (*theirs != INVALID_HANDLE_VALUE)
        return 0;
    *theirs = NULL;
    return tr_windows_reason(GetLastError());
}

// A handle for the process: of a stream, or of nothing.
static HANDLE inherited_of(FILE *stream, DWORD access) {
    const HANDLE self = GetCurrentProcess();
    SECURITY_ATTRIBUTES inherited = {.nLength = sizeof inherited, .bInheritHandle = TRUE};
    HANDLE copy = NULL;
    if (stream && DuplicateHandle(self, (HANDLE)_get_osfhandle(_fileno(stream)), self, &copy, 0, TRUE,
                                  DUPLICATE_SAME_ACCESS))
        return copy;
    copy = CreateFileW(L"NUL", access, FILE_SHARE_READ | FILE_SHARE_WRITE, &inherited, OPEN_EXISTING, 0, NULL);
    return copy == INVALID_HANDLE_VALUE ? NULL : copy;
}

static int create(const wchar_t *program, wchar_t *line, HANDLE streams[3], bool alone,
                  PROCESS_INFORMATION *made) {
    _Alignas(16) char list[256];
    SIZE_T bytes = sizeof list;
    STARTUPINFOEXW start = {.StartupInfo = {.cb = sizeof start,
                                            .dwFlags = STARTF_USESTDHANDLES,
                                            .hStdInput = streams[0],
                                            .hStdOutput = streams[1],
                                            .hStdError = streams[2]},
                            .lpAttributeList = (LPPROC_THREAD_ATTRIBUTE_LIST)(void *)list};
    if (!InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &bytes))
        return tr_windows_reason(GetLastError());
    const DWORD how = CREATE_SUSPENDED | CREATE_NO_WINDOW | EXTENDED_STARTUPINFO_PRESENT |
                      (alone ? CREATE_NEW_PROCESS_GROUP : 0);
    const bool good =
        UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, streams,
                                  3 * sizeof streams[0], NULL, NULL) &&
        CreateProcessW(program, line, NULL, NULL, TRUE, how, NULL, NULL, &start.StartupInfo, made);
    const int reason = good ? 0 : tr_windows_reason(GetLastError());
    DeleteProcThreadAttributeList(start.lpAttributeList);
    return reason;
}

// A job whose processes end with it: also if this program is killed.
static HANDLE make_job(void) {
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION limits = {
        .BasicLimitInformation = {.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE}};
    const HANDLE job = CreateJobObjectW(NULL, NULL);
    if (job)
        SetInformationJobObject(job, JobObjectExtendedLimitInformation, &limits, sizeof limits);
    return job;
}

static int spawn(const tr_process_options *options, HANDLE streams[3], tr_process *process) {
    wchar_t program[TR_WINDOWS_PATH];
    PROCESS_INFORMATION made;
    if (!find_program(options->words[0], program))
        return ENOENT;
    wchar_t *line = tr_calloc(most_line, sizeof *line);
    int reason = line ? 0 : ENOMEM;
    for (int i = 0; options->words[i] && !reason; i++)
        reason = add_word(line, options->words[i]) ? 0 : E2BIG;
    if (!reason)
        reason = create(program, line, streams, options->alone, &made);
    tr_free(line);
    if (reason)
        return reason;
    process->process = made.hProcess;
    process->job = options->alone ? make_job() : NULL;
    if (process->job)
        AssignProcessToJobObject(process->job, made.hProcess);
    ResumeThread(made.hThread);
    CloseHandle(made.hThread);
    return 0;
}

int tr_process_start(const tr_process_options *options, tr_process **out) {
    tr_process *process = tr_calloc(1, sizeof *process);
    HANDLE streams[3] = {NULL};
    *out = NULL;
    if (!process)
        return ENOMEM;
    int reason = options->has_input ? make_pipe(&process->input, &streams[0]) : 0;
    if (!options->has_input)
        streams[0] = inherited_of(NULL, GENERIC_READ);
    streams[1] = inherited_of(options->output, GENERIC_WRITE);
    streams[2] = inherited_of(options->errors ? options->errors : stderr, GENERIC_WRITE);
    process->feed.hEvent = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (!reason && !(streams[0] && streams[1] && streams[2] && process->feed.hEvent))
        reason = EMFILE;
    if (!reason)
        reason = spawn(options, streams, process);
    for (int i = 0; i < 3; i++)
        if (streams[i])
            CloseHandle(streams[i]);
    if (reason)
        tr_process_leave(process);
    else
        *out = process;
    return reason;
}

int tr_process_show_folder(const char *folder, tr_process **process) {
    wchar_t path[TR_WINDOWS_PATH];
    *process = NULL;
    int reason = tr_windows_path(folder, path);
    if (reason)
        return reason;
    const bool is_plain =
        wcsncmp(path, L"\\\\?\\", 4) == 0 && path[5] == L':'; // the file manager knows no others
    const intptr_t code =
        (intptr_t)ShellExecuteW(NULL, L"open", is_plain ? path + 4 : path, NULL, NULL, SW_SHOWNORMAL);
    return code > 32 ? 0 : EIO;
}

// ---- running -------------------------------------------------------------------------------------

// Waits until the pipe has taken what is left of the last bytes. EWOULDBLOCK: it has not yet.
static int wait_for_pipe(tr_process *process, DWORD ms) {
    DWORD put;
    if (!process->is_feeding)
        return 0;
    if (WaitForSingleObject(process->feed.hEvent, ms) == WAIT_TIMEOUT)
        return EWOULDBLOCK;
    process->is_feeding = false;
    return GetOverlappedResult(process->input, &process->feed, &put, FALSE) ? 0 : EPIPE;
}

int tr_process_feed(tr_process *process, const void *bytes, size_t most, size_t *count) {
    *count = 0;
    const int reason = wait_for_pipe(process, feed_ms);
    if (reason)
        return reason == EWOULDBLOCK ? 0 : reason;
    const DWORD some = most < most_at_once ? (DWORD)most : most_at_once;
    memcpy(process->bytes, bytes, some);
    process->feed = (OVERLAPPED){.hEvent = process->feed.hEvent};
    if (!WriteFile(process->input, process->bytes, some, NULL, &process->feed) &&
        GetLastError() != ERROR_IO_PENDING)
        return EPIPE;
    process->is_feeding = true;
    *count = some;
    return 0;
}

static void close_input(tr_process *process) {
    if (process->is_feeding) {
        DWORD put;
        CancelIoEx(process->input, &process->feed);
        GetOverlappedResult(process->input, &process->feed, &put, TRUE);
        process->is_feeding = false;
    }
    if (process->input)
        CloseHandle(process->input);
    process->input = NULL;
}

bool tr_process_is_over(tr_process *process, int *code) {
    DWORD told = 0;
    if (process->input && wait_for_pipe(process, 0) != EWOULDBLOCK)
        close_input(process);
    if (WaitForSingleObject(process->process, 0) == WAIT_TIMEOUT)
        return false;
    GetExitCodeProcess(process->process, &told);
    *code = (int)told;
    return true;
}

void tr_process_kill(tr_process *process) {
    if (!process)
        return;
    if (process->job)
        TerminateJobObject(process->job, 137);
    TerminateProcess(process->process, 137);
    WaitForSingleObject(process->process, INFINITE);
    tr_process_leave(process);
}

void tr_process_leave(tr_process *process) {
    if (!process)
        return;
    close_input(process);
    const HANDLE all[] = {process->job, process->process, process->feed.hEvent};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i])
            CloseHandle(all[i]);
    tr_free(process);
}
