#include "base/system.h"

#include "base/decimals.h"
#include <ctype.h>
#include <fcntl.h>
#include <locale.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

void tr_machine_name(char name[256]) {
    struct utsname names;
    snprintf(name, 256, "%s", uname(&names) == 0 ? names.nodename : "");
}

int tr_processors(void) {
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (int)count : 1;
}

uint64_t tr_process_number(void) { return (uint64_t)getpid(); }

bool tr_errors_are_seen(void) { return isatty(STDERR_FILENO); }

// ---- decimals ------------------------------------------------------------------------------------

// glibc provides the C locale: nothing is allocated.
tr_decimals tr_decimals_begin(void) {
    const locale_t plain = newlocale(LC_ALL_MASK, "C", NULL);
    return (tr_decimals){plain, plain ? uselocale(plain) : NULL};
}

void tr_decimals_end(tr_decimals decimals) {
    if (!decimals.plain)
        return;
    uselocale(decimals.before);
    freelocale(decimals.plain);
}

// ---- folders of the user -------------------------------------------------------------------------

// The value of a variable if it is an absolute path, otherwise NULL.
static const char *absolute(const char *variable) {
    const char *path = getenv(variable);
    return path && path[0] == '/' ? path : NULL;
}

// Reads a line of user-dirs.dirs: XDG_NAME_DIR="$HOME/Somewhere", or with an absolute path. False: the line is
// about another name.
static bool read_line(const char *line, const char *name, const char *home, char path[TR_FULL_PATH_BYTES]) {
    char key[64], value[512];
    const int length = snprintf(key, sizeof key, "XDG_%s_DIR=\"", name);
    line += strspn(line, " \t");
    if (strncmp(line, key, (size_t)length) != 0)
        return false;
    size_t n = 0;
    for (line += length; *line && *line != '"' && *line != '\n' && n < sizeof value - 1; line++) {
        line += *line == '\\' && line[1]; // shell escape
        value[n++] = *line;
    }
    value[n] = 0;
    const bool of_home = strncmp(value, "$HOME", 5) == 0;
    if (!of_home && value[0] != '/')
        return false;
    snprintf(path, TR_FULL_PATH_BYTES, "%.500s%s", of_home ? home : "", of_home ? value + 5 : value);
    return true; // a path that was cut off leads nowhere
}

// By the rules of xdg-user-dirs: the entry in $XDG_CONFIG_HOME/user-dirs.dirs, otherwise the folder of that
// name in the home, otherwise the home.
static const char *find_by_name(const char *name, const char *home, char path[TR_FULL_PATH_BYTES]) {
    const char *config = absolute("XDG_CONFIG_HOME");
    char line[TR_FULL_PATH_BYTES], found[TR_FULL_PATH_BYTES] = "";
    snprintf(path, TR_FULL_PATH_BYTES, "%s%s/user-dirs.dirs", config ? config : home, config ? "" : "/.config");
    FILE *file = tr_path_stream(path, "r");
    while (file && fgets(line, sizeof line, file))
        read_line(line, name, home, found);
    if (file)
        fclose(file);
    if (found[0]) {
        memcpy(path, found, sizeof found);
        return tr_path_is_folder(path) ? path : home;
    }
    const int length = snprintf(path, TR_FULL_PATH_BYTES, "%.900s/%s", home, name); // /home/me/Documents
    for (char *c = path + length - strlen(name) + 1; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return tr_path_is_folder(path) ? path : home;
}

bool tr_user_folder_find(tr_user_folder_kind kind, char path[TR_FULL_PATH_BYTES]) {
    const char *home = absolute("HOME"), *state = absolute("XDG_STATE_HOME"), *rest = "";
    char place[TR_FULL_PATH_BYTES];
    const char *found = home;
    if (kind == TR_USER_STATE) {
        found = state ? state : home;
        rest = state ? "/terrella" : "/.local/state/terrella";
    } else if (kind != TR_USER_HOME) {
        found = find_by_name(kind == TR_USER_DOCUMENTS ? "DOCUMENTS" : "PICTURES", home ? home : "/", place);
    }
    return found && snprintf(path, TR_FULL_PATH_BYTES, "%s%s", found, rest) < TR_FULL_PATH_BYTES;
}

const char *tr_user_state_words(void) { return "`$XDG_STATE_HOME/terrella` or `~/.local/state/terrella`"; }
const char *tr_separator_words(void) { return "a `/`"; }

// ---- memory --------------------------------------------------------------------------------------

// Resets the peak to the memory in use now. Freed memory is returned to the system first, because it is not in
// use.
bool tr_memory_forget_peak(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
    const int file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC); // proc(5): 5 resets only VmHWM
    const bool reset = file >= 0 && write(file, "5", 1) == 1;
    if (file >= 0)
        close(file);
    return reset;
}

double tr_memory_peak_mb(void) {
    FILE *file = tr_path_stream("/proc/self/status", "r");
    char line[256];
    double kib = 0;
    while (file && kib == 0 && fgets(line, sizeof line, file))
        if (sscanf(line, "VmHWM: %lf kB", &kib) != 1) // NOLINT(cert-err34-c): written by the kernel
            kib = 0;
    if (file)
        fclose(file);
    return kib * 1024e-6;
}
