#include "base/platform.h"

#include "base/memory.h"
#include "base/private/windows.h"
#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <winternl.h>

enum { share_all = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE };

const char *tr_reason_text(int reason) {
    switch (reason) {
    case TR_REASON_LINK:
        return "a link is there, and links are not followed here";
    case TR_REASON_OTHER:
        return "it is not a regular file";
    case TR_REASON_NAME:
        return "Windows does not allow this name, or it leads out of its folder";
    case TR_REASON_BUSY:
        return "another program has it open";
    default:
        return strerror(reason);
    }
}

bool tr_reason_is_full(int reason) { return reason == ENOSPC; }

int tr_windows_reason(unsigned long error) {
    enum { disk_quota_exceeded = 1295 };
    static const struct {
        DWORD error;
        int reason;
    } all[] = {{ERROR_SUCCESS, 0},
               {ERROR_FILE_NOT_FOUND, ENOENT},
               {ERROR_PATH_NOT_FOUND, ENOENT},
               {ERROR_INVALID_NAME, ENOENT},
               {ERROR_BAD_PATHNAME, ENOENT},
               {ERROR_BAD_NETPATH, ENOENT},
               {ERROR_BAD_NET_NAME, ENOENT},
               {ERROR_INVALID_DRIVE, ENOENT},
               {ERROR_NOT_READY, ENOENT},
               {ERROR_ACCESS_DENIED, EACCES},
               {ERROR_PRIVILEGE_NOT_HELD, EPERM},
               {ERROR_SHARING_VIOLATION, TR_REASON_BUSY},
               {ERROR_USER_MAPPED_FILE, TR_REASON_BUSY},
               {ERROR_DELETE_PENDING, EEXIST},
               {ERROR_WRITE_PROTECT, EROFS},
               {ERROR_LOCK_VIOLATION, EWOULDBLOCK},
               {ERROR_IO_PENDING, EWOULDBLOCK},
               {ERROR_FILE_EXISTS, EEXIST},
               {ERROR_ALREADY_EXISTS, EEXIST},
               {ERROR_DISK_FULL, ENOSPC},
               {ERROR_HANDLE_DISK_FULL, ENOSPC},
               {disk_quota_exceeded, ENOSPC},
               {ERROR_FILE_TOO_LARGE, EFBIG},
               {ERROR_DIRECTORY, ENOTDIR},
               {ERROR_DIR_NOT_EMPTY, ENOTEMPTY},
               {ERROR_FILENAME_EXCED_RANGE, ENAMETOOLONG},
               {ERROR_BUFFER_OVERFLOW, ENAMETOOLONG},
               {ERROR_INSUFFICIENT_BUFFER, ENAMETOOLONG},
               {ERROR_NOT_ENOUGH_MEMORY, ENOMEM},
               {ERROR_OUTOFMEMORY, ENOMEM},
               {ERROR_COMMITMENT_LIMIT, ENOMEM},
               {ERROR_INVALID_HANDLE, EBADF},
               {ERROR_TOO_MANY_OPEN_FILES, EMFILE},
               {ERROR_BROKEN_PIPE, EPIPE},
               {ERROR_NO_DATA, EPIPE},
               {ERROR_PIPE_NOT_CONNECTED, EPIPE},
               {ERROR_CANT_RESOLVE_FILENAME, ELOOP},
               {ERROR_NOT_SUPPORTED, ENOSYS},
               {ERROR_INVALID_FUNCTION, ENOSYS}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        if (all[i].error == error)
            return all[i].reason;
    return EIO;
}

static int last_reason(void) { return tr_windows_reason(GetLastError()); }
static int reason_of(NTSTATUS status) {
    enum { is_a_directory = (int)0xc00000ba }; // as an error of Windows it would be "access denied"
    return status == is_a_directory ? EISDIR
           : status < 0             ? tr_windows_reason(RtlNtStatusToDosError(status))
                                    : 0;
}

// Scanners of viruses and the like open new files for a moment. Whether to try a call once more, after a pause.
static bool tries_again(int reason, int *tries) {
    enum { most = 20, pause_ms = 10 };
    if (reason != TR_REASON_BUSY && reason != EACCES)
        return false;
    if (++*tries > (reason == EACCES ? 3 : most))
        return false;
    Sleep(pause_ms);
    return true;
}

// ---- texts ---------------------------------------------------------------------------------------

bool tr_windows_narrow(const wchar_t *wide, char *text, size_t size) {
    return WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, wide, -1, text, (int)size, NULL, NULL) > 0;
}

void tr_path_normalise(char *path) {
    for (; *path; path++)
        if (*path == '\\')
            *path = '/';
}

// UTF-16 with \ between the pieces. Fails for texts that are not UTF-8.
static int widen(const char *path, wchar_t *wide, int capacity) {
    if (MultiByteToWideChar(CP_UTF8, MB_ERR_INVALID_CHARS, path, -1, wide, capacity) <= 0)
        return GetLastError() == ERROR_INSUFFICIENT_BUFFER ? ENAMETOOLONG : ENOENT;
    for (wchar_t *c = wide; *c; c++)
        if (*c == L'/')
            *c = L'\\';
    return 0;
}

// ---- names that Windows does not allow -----------------------------------------------------------

static bool is_slash(char c) { return c == '/' || c == '\\'; }

// The letters of a name that stands for a device, with all extensions: "nul.png" is the device NUL. 0: it does
// not.
static size_t device_length(const wchar_t *piece, size_t length) {
    static const wchar_t *const devices[] = {L"con", L"prn", L"aux", L"nul", L"conin$", L"conout$"};
    const size_t dot = wcscspn(piece, L"."), stem = dot < length ? dot : length;
    for (size_t i = 0; i < sizeof devices / sizeof devices[0]; i++)
        if (stem == wcslen(devices[i]) && _wcsnicmp(piece, devices[i], stem) == 0)
            return stem;
    const bool is_port = stem == 4 && (_wcsnicmp(piece, L"com", 3) == 0 || _wcsnicmp(piece, L"lpt", 3) == 0);
    return is_port && piece[3] >= L'0' && piece[3] <= L'9' ? stem : 0;
}

// The first letter that no name may have, or NULL.
static const wchar_t *bad_letter(const wchar_t *piece, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (piece[i] < L' ' || wcschr(L"\\/:*?\"<>|", piece[i]))
            return piece + i;
    return NULL;
}

// Whether a name leads out of the folder, or elsewhere: to a device, a stream of a file, another name.
static bool is_piece(const wchar_t *piece, size_t length) {
    return length > 0 && piece[length - 1] != L'.' && piece[length - 1] != L' ' && !bad_letter(piece, length) &&
           !device_length(piece, length);
}

const char *tr_reason_of_path(int reason, const char *path, char text[TR_REASON_BYTES]) {
    wchar_t wide[TR_FULL_PATH_BYTES];
    const size_t root = tr_path_root(path);
    const bool is_drive = root >= 2 && path[1] == ':';
    if ((reason == ENOENT || reason == EPERM) && is_drive &&
        !(GetLogicalDrives() & 1u << ((path[0] | 32) - 'a'))) {
        snprintf(text, TR_REASON_BYTES, "there is no drive %.2s", path);
        return text;
    }
    if (reason != TR_REASON_NAME || widen(path + root, wide, TR_FULL_PATH_BYTES) != 0)
        return tr_reason_text(reason);
    for (const wchar_t *piece = wide;; piece++) {
        const size_t length = wcscspn(piece, L"\\"), device = device_length(piece, length);
        const wchar_t *letter = bad_letter(piece, length);
        if (letter && *letter >= L' ')
            snprintf(text, TR_REASON_BYTES, "a name cannot contain '%c'", (char)*letter);
        else if (letter)
            snprintf(text, TR_REASON_BYTES, "a name cannot contain control characters");
        else if (device)
            snprintf(text, TR_REASON_BYTES, "Windows reserves the name %.*ls", (int)device, piece);
        else if (length > 0 && piece[length - 1] == L' ')
            snprintf(text, TR_REASON_BYTES, "a name cannot end with a space");
        if (letter || device || (length > 0 && piece[length - 1] == L' '))
            return text;
        piece += length;
        if (!*piece)
            break;
    }
    return is_drive && root == 2 ? "a name cannot contain ':'" : tr_reason_text(reason);
}

// The whole path as Windows takes it without limits of its length: \\?\C:\x, \\?\UNC\server\share\x. Devices
// (NUL, CON) become \\.\NUL. So does /dev/null, which the program and users call it everywhere.
int tr_windows_path(const char *path, wchar_t whole[TR_WINDOWS_PATH]) {
    wchar_t given[TR_FULL_PATH_BYTES], found[TR_WINDOWS_PATH];
    int reason = widen(strcmp(path, "/dev/null") == 0 ? "NUL" : path, given, TR_FULL_PATH_BYTES - 1);
    if (reason || !given[0])
        return reason ? reason : ENOENT;
    if (given[1] == L':' && !given[2]) // a drive: its root, not the present folder on it
        wcscpy(given + 2, L"\\");
    enum { room = 8 }; // for what is put in front
    const DWORD length = GetFullPathNameW(given, TR_WINDOWS_PATH - room, found, NULL);
    if (length == 0)
        return last_reason();
    if (length >= TR_WINDOWS_PATH - room)
        return ENAMETOOLONG;
    const bool is_network = found[0] == L'\\' && found[1] == L'\\';
    if (wcsncmp(found, L"\\\\.\\", 4) == 0 && wcsncmp(given, L"\\\\.\\", 4) != 0 &&
        _wcsicmp(found + 4, given) != 0)
        return TR_REASON_NAME; // "nul.png" is the device NUL, which nobody means
    const bool is_raw = is_network && (found[2] == L'?' || found[2] == L'.') && found[3] == L'\\';
    if (!is_raw && strpbrk(path + tr_path_root(path), ":*?\"<>|"))
        return TR_REASON_NAME;
    wcscpy(whole, is_raw ? L"" : is_network ? L"\\\\?\\UNC\\" : L"\\\\?\\");
    wcscat(whole, is_network && !is_raw ? found + 2 : found);
    return 0;
}

static bool is_device(const wchar_t *whole) { return wcsncmp(whole, L"\\\\.\\", 4) == 0; }

// Back from what Windows tells: C:/x, //server/share/x.
static bool tell_path(const wchar_t *whole, char path[TR_FULL_PATH_BYTES]) {
    wchar_t plain[TR_WINDOWS_PATH];
    const bool is_network = wcsncmp(whole, L"\\\\?\\UNC\\", 8) == 0;
    const wchar_t *rest = is_network ? whole + 8 : wcsncmp(whole, L"\\\\?\\", 4) == 0 ? whole + 4 : whole;
    wcscpy(plain, is_network ? L"\\\\" : L"");
    wcscat(plain, rest);
    if (!tr_windows_narrow(plain, path, TR_FULL_PATH_BYTES)) {
        errno = ENAMETOOLONG;
        return false;
    }
    tr_path_normalise(path);
    return true;
}

// ---- information ---------------------------------------------------------------------------------

static int64_t nanoseconds(LARGE_INTEGER ticks) { return (ticks.QuadPart - 116444736000000000) * 100; }

// Whether it is a link: reparse points of other kinds, such as files in a cloud, are none.
static bool is_link(HANDLE file, DWORD attributes) {
    FILE_ATTRIBUTE_TAG_INFO tag;
    return attributes & FILE_ATTRIBUTE_REPARSE_POINT &&
           GetFileInformationByHandleEx(file, FileAttributeTagInfo, &tag, sizeof tag) &&
           IsReparseTagNameSurrogate(tag.ReparseTag);
}

static int fill_info(HANDLE file, tr_info *info) {
    BY_HANDLE_FILE_INFORMATION whole;
    FILE_BASIC_INFO basic;
    FILE_STANDARD_INFO standard;
    *info = (tr_info){.kind = TR_KIND_OTHER, .named = true};
    if (GetFileType(file) != FILE_TYPE_DISK)
        return 0;
    if (!GetFileInformationByHandle(file, &whole) ||
        !GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic) ||
        !GetFileInformationByHandleEx(file, FileStandardInfo, &standard, sizeof standard))
        return last_reason();
    *info = (tr_info){
        .kind = is_link(file, basic.FileAttributes) ? TR_KIND_LINK
                : standard.Directory                ? TR_KIND_FOLDER
                                                    : TR_KIND_FILE,
        .bytes = (uint64_t)standard.EndOfFile.QuadPart,
        .changed_ns = nanoseconds(basic.LastWriteTime),
        .status_ns = nanoseconds(basic.ChangeTime),
        .id = {whole.dwVolumeSerialNumber, (uint64_t)whole.nFileIndexHigh << 32 | whole.nFileIndexLow},
        .named = !standard.DeletePending && standard.NumberOfLinks > 0};
    return 0;
}

// ---- folders -------------------------------------------------------------------------------------

static HANDLE handle_of(tr_folder folder) { return (HANDLE)folder.handle; }

static void leave(HANDLE folder, HANDLE given) {
    if (folder != given)
        CloseHandle(folder);
}

// Opens a piece of a name in a folder; "" is the folder itself. Links are opened themselves.
static int open_piece(HANDLE at, const wchar_t *piece, size_t length, ACCESS_MASK access, ULONG how,
                      ULONG options, HANDLE *file) {
    UNICODE_STRING name = {.Length = (USHORT)(length * sizeof *piece),
                           .MaximumLength = (USHORT)(length * sizeof *piece),
                           .Buffer = (wchar_t *)(uintptr_t)piece};
    OBJECT_ATTRIBUTES attributes = {.Length = sizeof attributes,
                                    .RootDirectory = at,
                                    .ObjectName = &name,
                                    .Attributes = OBJ_CASE_INSENSITIVE};
    IO_STATUS_BLOCK block;
    int reason, tries = 0;
    do
        reason = reason_of(NtCreateFile(
            file, access | SYNCHRONIZE | FILE_READ_ATTRIBUTES, &attributes, &block, NULL, FILE_ATTRIBUTE_NORMAL,
            share_all, how, options | FILE_SYNCHRONOUS_IO_NONALERT | FILE_OPEN_REPARSE_POINT, NULL, 0));
    while (tries_again(reason, &tries));
    if (reason)
        *file = INVALID_HANDLE_VALUE;
    return reason;
}

static int close_as(HANDLE file, int reason) {
    CloseHandle(file);
    return reason;
}

static int enter_one(HANDLE at, const wchar_t *piece, size_t length, bool make, HANDLE *inner) {
    tr_info info;
    const int reason = open_piece(at, piece, length, FILE_LIST_DIRECTORY | FILE_TRAVERSE,
                                  make ? FILE_OPEN_IF : FILE_OPEN, FILE_DIRECTORY_FILE, inner);
    if (!reason && (fill_info(*inner, &info) != 0 || info.kind == TR_KIND_LINK))
        return close_as(*inner, TR_REASON_LINK);
    if (reason == ENOTDIR || reason == EEXIST) { // a file is there, or a link to one
        HANDLE file;
        if (open_piece(at, piece, length, 0, FILE_OPEN, 0, &file) == 0) {
            fill_info(file, &info);
            return close_as(file, info.kind == TR_KIND_LINK ? TR_REASON_LINK : ENOTDIR);
        }
    }
    return reason;
}

// Opens the folder that contains the last piece of the name. Call leave(at, handle_of(folder)) unless it fails.
static int walk(tr_folder folder, const char *name, bool make, wchar_t wide[TR_FULL_PATH_BYTES], HANDLE *at,
                const wchar_t **last) {
    const int reason = strchr(name, '\\') ? TR_REASON_NAME : widen(name, wide, TR_FULL_PATH_BYTES);
    if (reason)
        return reason;
    *at = handle_of(folder);
    for (const wchar_t *piece = wide;;) {
        const size_t length = wcscspn(piece, L"\\");
        HANDLE inner;
        if (!is_piece(piece, length)) {
            leave(*at, handle_of(folder));
            return TR_REASON_NAME;
        }
        *last = piece;
        if (!piece[length])
            return 0;
        const int failed = enter_one(*at, piece, length, make, &inner);
        leave(*at, handle_of(folder));
        if (failed)
            return failed;
        *at = inner;
        piece += length + 1;
    }
}

// Opens what a name stands for.
static int open_name(tr_folder folder, const char *name, ACCESS_MASK access, ULONG how, ULONG options,
                     HANDLE *file) {
    wchar_t wide[TR_FULL_PATH_BYTES];
    const wchar_t *last;
    HANDLE at;
    int reason = walk(folder, name, false, wide, &at, &last);
    if (reason)
        return reason;
    reason = open_piece(at, last, wcslen(last), access, how, options, file);
    leave(at, handle_of(folder));
    return reason;
}

int tr_folder_open(const char *path, tr_folder *folder) {
    wchar_t whole[TR_WINDOWS_PATH];
    tr_info info;
    folder->handle = 0;
    int reason = tr_windows_path(path, whole);
    if (reason)
        return reason;
    HANDLE file = CreateFileW(whole, FILE_LIST_DIRECTORY | FILE_TRAVERSE | FILE_READ_ATTRIBUTES | SYNCHRONIZE,
                              share_all, NULL, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    if (file == INVALID_HANDLE_VALUE)
        return last_reason();
    reason = fill_info(file, &info);
    if (!reason && info.kind != TR_KIND_FOLDER)
        reason = ENOTDIR;
    if (reason)
        return close_as(file, reason);
    folder->handle = (intptr_t)file;
    return 0;
}

int tr_folder_enter(tr_folder folder, const char *name, bool make, tr_folder *inner) {
    wchar_t wide[TR_FULL_PATH_BYTES];
    const wchar_t *last;
    HANDLE at, file;
    inner->handle = 0;
    int reason = walk(folder, name, make, wide, &at, &last);
    if (reason)
        return reason;
    reason = enter_one(at, last, wcslen(last), make, &file);
    leave(at, handle_of(folder));
    if (!reason)
        inner->handle = (intptr_t)file;
    return reason;
}

void tr_folder_close(tr_folder *folder) {
    if (folder->handle)
        CloseHandle(handle_of(*folder));
    folder->handle = 0;
}

// One name of a listing, which has no zero at its end. Names that are not UTF-16 are left out: nobody can give
// them.
static bool take_entry(const FILE_ID_BOTH_DIR_INFO *entry, bool (*take)(void *context, const char *name),
                       void *context) {
    char name[1024];
    const int length = WideCharToMultiByte(CP_UTF8, WC_ERR_INVALID_CHARS, entry->FileName,
                                           (int)(entry->FileNameLength / sizeof *entry->FileName), name,
                                           sizeof name - 1, NULL, NULL);
    name[length > 0 ? length : 0] = 0;
    return length <= 0 || strcmp(name, ".") == 0 || strcmp(name, "..") == 0 || take(context, name);
}

// (A handle keeps its position in the folder, so the folder is opened again.)
int tr_folder_list(tr_folder folder, bool (*take)(void *context, const char *name), void *context) {
    enum { buffer_bytes = 1 << 14 };
    HANDLE again;
    int reason =
        open_piece(handle_of(folder), L"", 0, FILE_LIST_DIRECTORY, FILE_OPEN, FILE_DIRECTORY_FILE, &again);
    if (reason)
        return reason;
    char *buffer = tr_malloc_lines(buffer_bytes);
    if (!buffer)
        return close_as(again, ENOMEM);
    for (bool more = true; more;) {
        more = GetFileInformationByHandleEx(again, FileIdBothDirectoryInfo, buffer, buffer_bytes);
        const DWORD ended = more ? 0 : GetLastError();
        if (!more && ended != ERROR_NO_MORE_FILES &&
            ended != ERROR_FILE_NOT_FOUND) // the latter: an empty drive
            reason = tr_windows_reason(ended);
        for (size_t offset = 0; more;) {
            const FILE_ID_BOTH_DIR_INFO *entry = (const void *)(buffer + offset);
            more = take_entry(entry, take, context);
            if (!entry->NextEntryOffset)
                break;
            offset += entry->NextEntryOffset;
        }
    }
    tr_free_lines(buffer);
    return close_as(again, reason);
}

// ---- locks ---------------------------------------------------------------------------------------

// A lock of Windows also keeps others from reading and writing what is locked: so a byte is locked that no file
// has.
static int lock_byte(HANDLE file, uint64_t place, bool alone) {
    OVERLAPPED at = {.Offset = (DWORD)place, .OffsetHigh = (DWORD)(place >> 32)};
    const DWORD how = LOCKFILE_FAIL_IMMEDIATELY | (alone ? LOCKFILE_EXCLUSIVE_LOCK : 0);
    return LockFileEx(file, how, 0, 1, 0, &at) ? 0 : last_reason();
}

int tr_file_lock(int file) { return lock_byte((HANDLE)_get_osfhandle(file), INT64_MAX - 1, true); }

// A descriptor for a handle, which is closed if there is none left.
static int describe(HANDLE file, int flags, int *descriptor) {
    *descriptor = _open_osfhandle((intptr_t)file, flags | _O_BINARY | _O_NOINHERIT);
    if (*descriptor >= 0)
        return 0;
    return close_as(file, EMFILE);
}

static int open_whole(const wchar_t *whole, DWORD access, DWORD how, DWORD flags, HANDLE *file) {
    *file = CreateFileW(whole, access, share_all, NULL, how, flags, NULL);
    return *file == INVALID_HANDLE_VALUE ? last_reason() : 0;
}

static int temporary_folder(wchar_t path[TR_WINDOWS_PATH]) {
    const DWORD length = GetTempPathW(TR_WINDOWS_PATH - 64, path);
    return length == 0 ? last_reason() : length >= TR_WINDOWS_PATH - 64 ? ENAMETOOLONG : 0;
}

// Windows does not lock folders. So each folder has its own byte in one file of this user, which stays empty:
// nothing is left in the folder itself, and the system releases the lock when a process ends.
int tr_folder_lock(tr_folder folder, bool alone, int *lock) {
    wchar_t path[TR_WINDOWS_PATH];
    tr_info info;
    HANDLE file;
    *lock = -1;
    int reason = fill_info(handle_of(folder), &info);
    if (!reason)
        reason = temporary_folder(path);
    if (reason)
        return reason;
    wcscat(path, L"terrella-folders.lock");
    reason = open_whole(path, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, &file);
    if (reason)
        return reason;
    const uint64_t mixed = (info.id[1] ^ info.id[0] << 32) * 0x9e3779b97f4a7c15u;
    reason = lock_byte(file, (mixed >> 2) + (1 << 20), alone);
    return reason ? close_as(file, reason) : describe(file, _O_RDWR, lock);
}

void tr_folder_unlock(int lock) {
    if (lock >= 0)
        _close(lock);
}

// ---- paths ---------------------------------------------------------------------------------------

size_t tr_path_root(const char *path) {
    const bool is_drive = ((path[0] | 32) >= 'a' && (path[0] | 32) <= 'z') && path[1] == ':';
    if (is_drive)
        return is_slash(path[2]) ? 3 : 2;
    if (!is_slash(path[0]) || !is_slash(path[1]))
        return is_slash(path[0]);
    const size_t server = 2 + strcspn(path + 2, "/\\"); // "//server/share/"
    const size_t share = path[server] ? server + 1 + strcspn(path + server + 1, "/\\") : server;
    return path[share] ? share + 1 : share;
}

// Opens what a path leads to, folders too.
static int open_path(const char *path, DWORD access, HANDLE *file) {
    wchar_t whole[TR_WINDOWS_PATH];
    *file = INVALID_HANDLE_VALUE;
    const int reason = tr_windows_path(path, whole);
    return reason ? reason : open_whole(whole, access, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, file);
}

bool tr_path_whole(const char *path, char whole[TR_FULL_PATH_BYTES]) {
    wchar_t found[TR_WINDOWS_PATH];
    HANDLE file;
    int reason = open_path(path, FILE_READ_ATTRIBUTES, &file);
    if (!reason) {
        const DWORD length = GetFinalPathNameByHandleW(file, found, TR_WINDOWS_PATH, FILE_NAME_NORMALIZED);
        CloseHandle(file);
        if (length == 0 || length >= TR_WINDOWS_PATH) // some drives do not tell
            reason = tr_windows_path(path, found);
    }
    if (!reason)
        return tell_path(found, whole);
    errno = reason;
    return false;
}

tr_info tr_path_info(const char *path) {
    tr_info info = {.kind = TR_KIND_NONE};
    HANDLE file;
    if (open_path(path, FILE_READ_ATTRIBUTES, &file) != 0)
        return info;
    if (fill_info(file, &info) != 0)
        info = (tr_info){.kind = TR_KIND_NONE};
    CloseHandle(file);
    return info;
}

bool tr_path_exists(const char *path) { return tr_path_info(path).kind != TR_KIND_NONE; }

bool tr_path_is_folder(const char *path) { return tr_path_info(path).kind == TR_KIND_FOLDER; }

static bool may(const char *path, DWORD access) {
    HANDLE file;
    if (open_path(path, access, &file) != 0)
        return false;
    CloseHandle(file);
    return true;
}

bool tr_path_may_read(const char *path) { return may(path, FILE_READ_DATA); }

bool tr_path_may_write(const char *path) { return may(path, FILE_WRITE_DATA); } // of folders: FILE_ADD_FILE

// Permissions come from the folder above: what is the user's own stays the user's own.
int tr_path_make_folder(const char *path, bool is_private, bool *made) {
    (void)is_private;
    wchar_t whole[TR_WINDOWS_PATH];
    int reason = tr_windows_path(path, whole);
    *made = !reason && CreateDirectoryW(whole, NULL);
    if (*made || reason)
        return reason;
    reason = last_reason();
    const tr_file_kind kind = tr_path_info(path).kind;
    return kind == TR_KIND_FOLDER ? 0 : kind == TR_KIND_NONE ? reason : ENOTDIR;
}

int tr_path_remove_folder(const char *path) {
    wchar_t whole[TR_WINDOWS_PATH];
    const int reason = tr_windows_path(path, whole);
    return reason ? reason : RemoveDirectoryW(whole) ? 0 : last_reason();
}

// A free name in the folder for temporary files, as far as one can know before something is there.
static int free_name(wchar_t path[TR_WINDOWS_PATH], int attempt) {
    LARGE_INTEGER now;
    wchar_t name[64];
    const int reason = temporary_folder(path);
    QueryPerformanceCounter(&now);
    _snwprintf(name, 64, L"terrella-%lx-%llx-%d", GetCurrentProcessId(), (unsigned long long)now.QuadPart,
               attempt);
    if (!reason)
        wcscat(path, name);
    return reason;
}

enum { most_attempts = 100 };

int tr_path_make_temporary(char path[TR_FULL_PATH_BYTES]) {
    wchar_t wide[TR_WINDOWS_PATH];
    int reason = EEXIST;
    for (int i = 0; i < most_attempts && reason == EEXIST; i++) {
        reason = free_name(wide, i);
        if (!reason && !CreateDirectoryW(wide, NULL))
            reason = last_reason();
    }
    return reason ? reason : tell_path(wide, path) ? 0 : ENAMETOOLONG;
}

int tr_path_change(const char *path, const char *to) {
    wchar_t from[TR_WINDOWS_PATH], target[TR_WINDOWS_PATH];
    int reason = tr_windows_path(path, from), tries = 0;
    if (!reason)
        reason = tr_windows_path(to, target);
    if (reason)
        return reason;
    do
        reason = MoveFileExW(from, target, MOVEFILE_REPLACE_EXISTING) ? 0 : last_reason();
    while (tries_again(reason, &tries));
    return reason;
}

int tr_path_remove(const char *path) {
    wchar_t whole[TR_WINDOWS_PATH];
    int reason = tr_windows_path(path, whole), tries = 0;
    if (reason)
        return reason;
    do
        reason = DeleteFileW(whole) ? 0 : last_reason();
    while (tries_again(reason, &tries));
    return reason;
}

int tr_path_lock(const char *path, int *lock) {
    wchar_t whole[TR_WINDOWS_PATH];
    HANDLE file;
    *lock = -1;
    int reason = tr_windows_path(path, whole);
    if (!reason)
        reason = open_whole(whole, GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, FILE_ATTRIBUTE_NORMAL, &file);
    if (reason)
        return reason;
    reason = lock_byte(file, INT64_MAX - 1, true);
    return reason ? close_as(file, reason) : describe(file, _O_RDWR, lock);
}

// A C stream of a file, which it closes. NULL, with errno: the file could not be opened, for this reason, or
// the stream not be made.
static FILE *stream_of(HANDLE file, int flags, const char *mode, int reason) {
    int descriptor = -1;
    if (!reason)
        reason = describe(file, flags, &descriptor);
    FILE *stream = reason ? NULL : _fdopen(descriptor, mode);
    if (!stream && !reason) {
        reason = errno;
        _close(descriptor);
    }
    if (reason)
        errno = reason;
    return stream;
}

FILE *tr_path_stream(const char *path, const char *mode) {
    wchar_t whole[TR_WINDOWS_PATH];
    HANDLE file;
    const bool reads = mode[0] == 'r', appends = mode[0] == 'a';
    int reason = tr_windows_path(path, whole);
    if (!reason)
        reason = open_whole(whole,
                            reads     ? GENERIC_READ
                            : appends ? FILE_APPEND_DATA | SYNCHRONIZE
                                      : GENERIC_WRITE,
                            reads     ? OPEN_EXISTING
                            : appends ? OPEN_ALWAYS
                                      : CREATE_ALWAYS,
                            FILE_ATTRIBUTE_NORMAL, &file);
    return stream_of(file,
                     reads     ? _O_RDONLY
                     : appends ? _O_WRONLY | _O_APPEND
                               : _O_WRONLY,
                     reads     ? "rb"
                     : appends ? "ab"
                               : "wb",
                     reason);
}

// ---- names ---------------------------------------------------------------------------------------

int tr_name_info(tr_folder folder, const char *name, tr_info *info) {
    HANDLE file;
    *info = (tr_info){.kind = TR_KIND_NONE};
    int reason = open_name(folder, name, 0, FILE_OPEN, 0, &file);
    if (reason)
        return reason == ENOENT || reason == ENOTDIR ? 0 : reason;
    reason = fill_info(file, info);
    return close_as(file, reason);
}

// What newer versions of Windows can do: the name is free at once, also while others have the file open.
static bool delete_at_once(HANDLE file) {
    enum { info_ex = 64, delete_it = 1, posix = 2, also_read_only = 16 };
    ULONG flags = delete_it | posix | also_read_only;
    IO_STATUS_BLOCK block;
    return NtSetInformationFile(file, &block, &flags, sizeof flags, (FILE_INFORMATION_CLASS)info_ex) >= 0;
}

// Removes what a handle stands for, also its name, when the last one closes it.
static int delete_open(HANDLE file) {
    FILE_DISPOSITION_INFO disposition = {.DeleteFile = TRUE};
    return delete_at_once(file) ||
                   SetFileInformationByHandle(file, FileDispositionInfo, &disposition, sizeof disposition)
               ? 0
               : last_reason();
}

static int remove_name(tr_folder folder, const char *name, ULONG options) {
    HANDLE file;
    const int reason = open_name(folder, name, DELETE, FILE_OPEN, options, &file);
    return reason ? reason : close_as(file, delete_open(file));
}

int tr_name_remove(tr_folder folder, const char *name) {
    return remove_name(folder, name, FILE_NON_DIRECTORY_FILE);
}

int tr_name_remove_folder(tr_folder folder, const char *name) {
    return remove_name(folder, name, FILE_DIRECTORY_FILE);
}

// What NtSetInformationFile takes for another name, and for a second one.
typedef struct naming {
    ULONG flags; // replace: 1
    HANDLE folder;
    ULONG bytes;
    wchar_t name[256];
} naming;

static int name_file(HANDLE file, HANDLE folder, const wchar_t *name, ULONG flags, int class) {
    naming n = {.flags = flags, .folder = folder, .bytes = (ULONG)(wcslen(name) * sizeof *name)};
    IO_STATUS_BLOCK block;
    if (wcslen(name) >= sizeof n.name / sizeof n.name[0])
        return ENAMETOOLONG;
    wcscpy(n.name, name);
    return reason_of(NtSetInformationFile(file, &block, &n, sizeof n, (FILE_INFORMATION_CLASS) class));
}

enum { rename_plain = 10, link_plain = 11, rename_ex = 65 };

// Older versions of Windows do not replace a file that someone has open. But it can be renamed, if they allow
// that: it is put aside, and removed when the new one has its name.
static int change_and_remove(HANDLE file, HANDLE folder, const wchar_t *name) {
    wchar_t aside[64];
    HANDLE old;
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    _snwprintf(aside, 64, L".terrella-%lx-%llx.old", GetCurrentProcessId(), (unsigned long long)now.QuadPart);
    int reason = open_piece(folder, name, wcslen(name), DELETE, FILE_OPEN, FILE_NON_DIRECTORY_FILE, &old);
    if (reason)
        return reason;
    reason = name_file(old, folder, aside, 0, rename_plain);
    if (!reason) {
        reason = name_file(file, folder, name, 0, rename_plain);
        if (reason)
            (void)name_file(old, folder, name, 0, rename_plain);
        else
            (void)delete_open(old);
    }
    return close_as(old, reason);
}

// Newer versions of Windows do all this at once.
static int change_name(HANDLE file, HANDLE folder, const wchar_t *name) {
    enum { replace = 1, posix = 2, also_read_only = 64 };
    if (name_file(file, folder, name, replace | posix | also_read_only, rename_ex) == 0)
        return 0;
    const int reason = name_file(file, folder, name, replace, rename_plain);
    return reason == EACCES ? change_and_remove(file, folder, name) : reason;
}

static int add_name(HANDLE file, HANDLE folder, const wchar_t *name) {
    return name_file(file, folder, name, 0, link_plain);
}

static int with_second(tr_folder folder, const char *name, const char *second, ACCESS_MASK access,
                       int (*work)(HANDLE file, HANDLE folder, const wchar_t *name)) {
    wchar_t wide[TR_FULL_PATH_BYTES], other[TR_FULL_PATH_BYTES];
    const wchar_t *last;
    HANDLE at, file;
    const char *slash = strrchr(second, '/');
    int tries = 0, reason = widen(slash ? slash + 1 : second, other, TR_FULL_PATH_BYTES);
    if (!reason && !is_piece(other, wcslen(other)))
        reason = TR_REASON_NAME;
    if (!reason)
        reason = walk(folder, name, false, wide, &at, &last);
    if (reason)
        return reason;
    do {
        reason = open_piece(at, last, wcslen(last), access, FILE_OPEN, 0, &file);
        if (!reason) {
            reason = work(file, at, other);
            CloseHandle(file);
        }
    } while (tries_again(reason, &tries));
    leave(at, handle_of(folder));
    return reason;
}

int tr_name_change(tr_folder folder, const char *name, const char *to) {
    return with_second(folder, name, to, DELETE, change_name);
}

int tr_name_add(tr_folder folder, const char *name, const char *second) {
    return with_second(folder, name, second, FILE_WRITE_ATTRIBUTES, add_name);
}

// Windows keeps a journal of names.
void tr_name_sync(tr_folder folder, const char *name) { (void)folder, (void)name; }

int tr_name_may_write(tr_folder folder, const char *name) {
    HANDLE file;
    FILE_BASIC_INFO basic;
    int reason = open_name(folder, name, FILE_WRITE_DATA, FILE_OPEN, FILE_NON_DIRECTORY_FILE, &file);
    if (reason)
        return reason;
    if (!GetFileInformationByHandleEx(file, FileBasicInfo, &basic, sizeof basic))
        reason = last_reason();
    else if (basic.FileAttributes & FILE_ATTRIBUTE_READONLY) // not every system refuses to open it
        reason = EACCES;
    return close_as(file, reason);
}

// ---- opening -------------------------------------------------------------------------------------

static int check_regular(HANDLE file) {
    tr_info info;
    const int reason = fill_info(file, &info);
    return reason                      ? reason
           : info.kind == TR_KIND_FILE ? 0
           : info.kind == TR_KIND_LINK ? TR_REASON_LINK
                                       : TR_REASON_OTHER;
}

int tr_file_open(tr_folder folder, const char *name, int *file) {
    HANDLE opened;
    *file = -1;
    int reason = open_name(folder, name, FILE_GENERIC_READ, FILE_OPEN, 0, &opened);
    if (reason)
        return reason;
    reason = check_regular(opened);
    return reason ? close_as(opened, reason) : describe(opened, _O_RDONLY, file);
}

int tr_file_create(tr_folder folder, const char *name, int *file) {
    HANDLE opened;
    *file = -1;
    const int reason =
        open_name(folder, name, FILE_GENERIC_WRITE, FILE_CREATE, FILE_NON_DIRECTORY_FILE, &opened);
    return reason ? reason : describe(opened, _O_WRONLY, file);
}

int tr_file_open_path(const char *path, int *file) {
    HANDLE opened;
    *file = -1;
    int reason = open_path(path, GENERIC_READ, &opened);
    if (reason)
        return reason;
    reason = check_regular(opened);
    return reason ? close_as(opened, reason) : describe(opened, _O_RDONLY, file);
}

// ---- targets of paths ----------------------------------------------------------------------------

// The names that Linux has for the standard streams of a process stand for them here, too.
static DWORD names_own(const char *path) {
    return strcmp(path, "/dev/stdout") == 0   ? STD_OUTPUT_HANDLE
           : strcmp(path, "/dev/stderr") == 0 ? STD_ERROR_HANDLE
                                              : 0;
}

bool tr_path_is_stream(const char *path) {
    wchar_t whole[TR_WINDOWS_PATH];
    return names_own(path) || (tr_windows_path(path, whole) == 0 && is_device(whole));
}

bool tr_path_is_output(const char *path) { return names_own(path) == STD_OUTPUT_HANDLE; }

static int share_own(DWORD which, int *stream) {
    const HANDLE own = GetStdHandle(which), self = GetCurrentProcess();
    HANDLE again;
    if (!own || own == INVALID_HANDLE_VALUE)
        return EBADF;
    return DuplicateHandle(self, own, self, &again, 0, FALSE, DUPLICATE_SAME_ACCESS)
               ? describe(again, _O_WRONLY, stream)
               : last_reason();
}

int tr_file_find_target(const char *path, int *stream, char **target) {
    wchar_t whole[TR_WINDOWS_PATH];
    char place[TR_FULL_PATH_BYTES];
    HANDLE file;
    *stream = -1;
    *target = NULL;
    if (names_own(path))
        return share_own(names_own(path), stream);
    int reason = *path ? tr_windows_path(path, whole) : EISDIR;
    if (reason)
        return reason;
    if (is_device(whole)) {
        reason = open_whole(whole, GENERIC_WRITE, OPEN_EXISTING, 0, &file);
        return reason ? reason : describe(file, _O_WRONLY, stream);
    }
    const tr_file_kind kind = tr_path_info(path).kind;
    if (kind == TR_KIND_FOLDER)
        return EISDIR;
    if (kind != TR_KIND_NONE && !tr_path_whole(path, place))
        return errno;
    *target = tr_strdup(kind == TR_KIND_NONE ? path : place);
    return *target ? 0 : ENOMEM;
}

// ---- open files ----------------------------------------------------------------------------------

static HANDLE of_file(int file) { return (HANDLE)_get_osfhandle(file); }

int tr_file_info(int file, tr_info *info) {
    *info = (tr_info){.kind = TR_KIND_NONE};
    return fill_info(of_file(file), info);
}

enum { most_at_once = 1 << 20 };

static int read_some(int file, void *bytes, size_t most, OVERLAPPED *at, size_t *count) {
    DWORD got = 0;
    const DWORD wanted = (DWORD)(most < most_at_once ? most : most_at_once);
    const bool read = ReadFile(of_file(file), bytes, wanted, &got, at);
    const DWORD error = read ? 0 : GetLastError();
    *count = got;
    return error == ERROR_HANDLE_EOF || error == ERROR_BROKEN_PIPE ? 0 : tr_windows_reason(error);
}

int tr_file_read(int file, void *bytes, size_t most, size_t *count) {
    int reason = 0;
    size_t got = 1;
    for (*count = 0; *count < most && got > 0 && !reason; *count += got)
        reason = read_some(file, (char *)bytes + *count, most - *count, NULL, &got);
    return reason;
}

int tr_file_read_at(int file, uint64_t place, void *bytes, size_t most, size_t *count) {
    int reason = 0;
    size_t got = 1;
    for (*count = 0; *count < most && got > 0 && !reason; *count += got) {
        const uint64_t from = place + *count;
        OVERLAPPED at = {.Offset = (DWORD)from, .OffsetHigh = (DWORD)(from >> 32)};
        reason = read_some(file, (char *)bytes + *count, most - *count, &at, &got);
    }
    return reason;
}

int tr_file_write(int file, const void *bytes, size_t most, size_t *count) {
    for (*count = 0; *count < most;) {
        DWORD put = 0;
        const size_t left = most - *count;
        if (!WriteFile(of_file(file), (const char *)bytes + *count,
                       (DWORD)(left < most_at_once ? left : most_at_once), &put, NULL))
            return last_reason();
        if (put == 0)
            return EIO; // otherwise an endless loop
        *count += put;
    }
    return 0;
}

int tr_file_sync(int file) {
    if (FlushFileBuffers(of_file(file)))
        return 0;
    const int reason = last_reason();
    return reason == EACCES || reason == ENOSYS ? 0 : reason; // some drives cannot
}

int tr_file_stream(int file, FILE **stream) {
    const bool rewound = _lseeki64(file, 0, SEEK_SET) == 0;
    *stream = rewound ? _fdopen(file, "rb") : NULL;
    if (*stream)
        return 0;
    const int reason = errno;
    _close(file);
    return reason;
}

int tr_stream_info(FILE *stream, tr_info *info) { return tr_file_info(_fileno(stream), info); }

FILE *tr_stream_temporary(void) {
    wchar_t path[TR_WINDOWS_PATH];
    HANDLE file;
    int reason = EEXIST;
    for (int i = 0; i < most_attempts && reason == EEXIST; i++) {
        reason = free_name(path, i);
        if (!reason)
            reason = open_whole(path, GENERIC_READ | GENERIC_WRITE, CREATE_NEW,
                                FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, &file);
    }
    return stream_of(file, _O_RDWR, "w+b", reason);
}

// They come from the folder.
void tr_file_take_permissions(int file, tr_folder folder, const char *name) {
    (void)file, (void)folder, (void)name;
}

int tr_file_again(int file, int *second) {
    const HANDLE self = GetCurrentProcess();
    HANDLE again;
    *second = -1;
    return DuplicateHandle(self, of_file(file), self, &again, 0, FALSE, DUPLICATE_SAME_ACCESS)
               ? describe(again, 0, second)
               : last_reason();
}

int tr_file_close(int file) { return _close(file) != 0 ? errno : 0; }
