// Runs a command repeatedly, each time with another allocation failing, and checks how it ends:
//
//   sweep [--spread K] [--seconds S] [--name NAME] [--code C] [--figures] [--resumes] [--list]
//         [--call KIND] [--reason E] [--once] [--before FOLDER] [--check] [--told COMMAND] COMMAND ARGUMENTS…
//
// The command runs in an empty folder. The first run, without failures, counts its allocations and records its
// output and files. Then each allocation fails once, and all from it on fail; with --spread K only K of them,
// spread evenly. Each run must either end with exit code 6 and a message, without files and without output
// (with --json, that of the error), or end like the first run: with 0 (or C), the same output and the same
// files. Everything else is wrong: other codes, a crash, no end within S seconds (default 60), other bytes,
// leftover files. With --figures, numbers in the output may differ, because they are times. With --resumes, it
// may leave files from which a second run of the command reaches the same result.
//
// With --call, calls of a kind of file function (failing_malloc.h) fail instead, with errno E. Then the command
// ends with exit code 5 or 6, and its folder holds what it held before, a copy of FOLDER, and nothing else. Or
// the incomplete state is reported: `sh -c COMMAND` ends with exit code 3, and a second run of the command
// completes. With --check, the command may also end with 3 and another output.
//
// Prints a row of a table (with --list, its head). Exit code 1: something was wrong, and is reported on
// standard error.
#include "failing_malloc.h"

#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const call_names[SWEEP_CALLS] = SWEEP_CALL_NAMES;

typedef struct sweep {
    const char *name;
    char *const *command;
    uint64_t spread; // 0: all
    unsigned seconds;
    bool figures, resumes;
    uint64_t whole; // files when nothing fails
    int code;       // exit code when nothing fails
    sweep_call call;
    uint64_t reason;
    const char *before, *told; // or NULL
    bool checks, once;         // once: never all after it as well
    uint64_t start;            // files before the run
    char folder[256];          // contains `orders`, `out`, `err` and the folder `work`
    sweep_orders *orders;
    uint64_t tried, refused, right, wrong;
} sweep;

// The result of a run.
typedef struct outcome {
    int status;         // from waitpid
    uint64_t left, out; // hashes of its files and of its output
    bool leaves, prints, explains;
    bool resumed; // the incomplete state was reported, and a second run completed
} outcome;

static void die(const char *what) {
    perror(what);
    exit(70);
}

// ---- files -------------------------------------------------------------------------------------

static const uint64_t empty = 0xcbf29ce484222325;

// FNV-1a (Fowler, Noll, Vo)
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3;
    return hash;
}

// Removes the characters of numbers, and spaces before them. Returns how many bytes are left.
static size_t drop_numbers(char *bytes, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (!memchr("0123456789.+-e ", bytes[i], 15))
            bytes[kept++] = bytes[i];
    return kept;
}

static uint64_t hash_file(const char *path, bool figures) {
    static char bytes[1 << 16];
    uint64_t hash = empty;
    const int file = open(path, O_RDONLY);
    for (ssize_t got; file >= 0 && (got = read(file, bytes, sizeof bytes)) > 0;)
        hash = hash_bytes(hash, bytes, figures ? drop_numbers(bytes, (size_t)got) : (size_t)got);
    close(file);
    return hash;
}

// A hash of the contents of a folder, independent of their order. `remove` empties the folder.
static uint64_t look_into(const char *folder, bool remove) {
    uint64_t sum = 0;
    DIR *open_folder = opendir(folder);
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));) {
        char path[4096];
        struct stat what;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        const bool inner = lstat(path, &what) == 0 && S_ISDIR(what.st_mode);
        const uint64_t hash = inner ? look_into(path, remove) : hash_file(path, false);
        sum += 1 + hash_bytes(hash, entry->d_name, strlen(entry->d_name));
        if (remove && (inner ? rmdir(path) : unlink(path)) != 0)
            die(path);
    }
    if (open_folder)
        closedir(open_folder);
    return sum;
}

static void name_file(const sweep *s, const char *name, char path[300]) {
    snprintf(path, 300, "%s/%s", s->folder, name);
}

static void prepare(sweep *s) {
    char path[300];
    const char *parent = getenv("TMPDIR");
    snprintf(s->folder, sizeof s->folder, "%s/sweep-XXXXXX", parent ? parent : "/tmp");
    if (!mkdtemp(s->folder))
        die(s->folder);
    name_file(s, "orders", path);
    const int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, sizeof *s->orders) != 0)
        die(path);
    s->orders = mmap(NULL, sizeof *s->orders, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (s->orders == MAP_FAILED)
        die("mmap");
    setenv(SWEEP_VARIABLE, path, 1);
    name_file(s, "work", path);
    if (mkdir(path, 0777) != 0)
        die(path);
}

static void clean_up(const sweep *s) {
    look_into(s->folder, true);
    rmdir(s->folder);
}

// ---- runs --------------------------------------------------------------------------------------

static void redirect(const sweep *s, const char *name, int descriptor) {
    char path[300];
    name_file(s, name, path);
    const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0 || dup2(file, descriptor) < 0)
        _exit(71);
    close(file);
}

// Runs in the child process.
static void become_command(const sweep *s) {
    char path[300];
    const struct rlimit none = {0, 0};
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    redirect(s, "out", STDOUT_FILENO);
    redirect(s, "err", STDERR_FILENO);
    name_file(s, "work", path);
    setrlimit(RLIMIT_CORE, &none);
    setenv("LD_PRELOAD", s->call ? FAILING_CALLS : FAILING_MALLOC, 1);
    if (chdir(path) == 0) {
        alarm(s->seconds); // kept by exec, and ends a command that hangs
        execvp(s->command[0], s->command);
    }
    _exit(72);
}

// Whether the output ends with the JSON of exit code 6, as the only value or as the last one of a list.
static bool ends_with_mistake(const char *path) {
    char end[32] = "";
    const int file = open(path, O_RDONLY);
    const off_t size = lseek(file, 0, SEEK_END), most = sizeof end - 1;
    const bool got = pread(file, end, (size_t)most, size > most ? size - most : 0) > 0;
    close(file);
    return got && strstr(end, "\"exit_code\":6}");
}

// Runs `sh -c` in the folder of the command. Returns its exit code.
static int run_shell(const sweep *s, const char *command) {
    char path[300];
    int status = 0;
    const pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0) {
        redirect(s, "told", STDOUT_FILENO);
        redirect(s, "told", STDERR_FILENO);
        name_file(s, "work", path);
        if (chdir(path) == 0)
            execl("/bin/sh", "sh", "-c", command, (char *)NULL);
        _exit(72);
    }
    while (waitpid(child, &status, 0) < 0) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void lay_out(const sweep *s) {
    char command[1000];
    snprintf(command, sizeof command, "cp -a '%s/.' .", s->before);
    if (run_shell(s, command) != 0)
        die(s->before);
}

static outcome run_there(sweep *s, uint64_t fails, bool and_after);

static outcome run(sweep *s, uint64_t fails, bool and_after) {
    char path[300];
    name_file(s, "work", path);
    if (s->before)
        lay_out(s);
    s->start = look_into(path, false);
    outcome o = run_there(s, fails, and_after);
    o.leaves = o.left != s->start;
    const bool other = fails && o.leaves && o.left != s->whole;
    if (other && s->resumes && !s->call)
        o.leaves = run_there(s, 0, false).left != s->whole;
    if (other && s->call && s->told)
        o.resumed = run_shell(s, s->told) == 3 && run_there(s, 0, false).left == s->whole;
    look_into(path, true);
    return o;
}

static outcome run_there(sweep *s, uint64_t fails, bool and_after) {
    char path[300];
    outcome o = {0};
    struct stat size;
    *s->orders = (sweep_orders){fails, and_after, 0, s->call, s->reason};
    const pid_t child = fork();
    if (child < 0)
        die("fork");
    if (child == 0)
        become_command(s);
    while (waitpid(child, &o.status, 0) < 0) {
    }
    name_file(s, "out", path);
    o.out = hash_file(path, s->figures);
    o.prints = o.out != empty && !ends_with_mistake(path);
    name_file(s, "err", path);
    o.explains = stat(path, &size) == 0 && size.st_size > 0;
    name_file(s, "work", path);
    o.left = look_into(path, false);
    return o;
}

// For a failing call: the files are those from before, or complete, or the incomplete state is reported. Files
// that cannot be removed are left for the next run.
static const char *judge_call(const sweep *s, const outcome *whole, const outcome *o, int code) {
    const bool refused = code == 5 || code == 6 || (s->checks && code == 3);
    if (code == s->code)
        return o->left != whole->left && !(s->call == SWEEP_UNLINK && o->resumed) ? "other files, and done"
               : o->out != whole->out                                             ? "another output, and done"
                                                                                  : NULL;
    return !refused                   ? "another exit code"
           : !o->explains             ? "no message"
           : o->leaves && !o->resumed ? "leftover files, or a mixed set that is not reported"
           : o->prints && !s->checks  ? "partial output"
                                      : NULL;
}

// Returns NULL, or a description of the fault.
static const char *judge(const sweep *s, const outcome *whole, const outcome *o, bool *refused) {
    const int code = WIFEXITED(o->status) ? WEXITSTATUS(o->status) : -1;
    *refused = code != s->code;
    if (WIFSIGNALED(o->status))
        return WTERMSIG(o->status) == SIGALRM ? "does not end" : "crashes";
    if (s->call)
        return judge_call(s, whole, o, code);
    if (code == 6)
        return !o->explains ? "exit 6 without a message"
               : o->leaves  ? "exit 6 and leftover files"
               : o->prints  ? "exit 6 and partial output"
                            : NULL;
    if (code != s->code)
        return "another exit code";
    return o->left != whole->left ? "other files" : o->out != whole->out ? "another output" : NULL;
}

static void tell(const sweep *s, const char *what, uint64_t fails, bool and_after, const outcome *o) {
    char path[300], line[300] = "";
    name_file(s, "err", path);
    FILE *said = fopen(path, "r");
    while (said && fgets(line, sizeof line, said)) {
    } // the last line counts
    if (said)
        fclose(said);
    line[strcspn(line, "\n")] = 0;
    fprintf(stderr, "WRONG: %s: %s %" PRIu64 "%s: %s (%s %d): %s\n", s->name, call_names[s->call], fails,
            and_after ? " and all after it" : "", what, WIFEXITED(o->status) ? "exit" : "signal",
            WIFEXITED(o->status) ? WEXITSTATUS(o->status) : WTERMSIG(o->status), line);
}

static void try_one(sweep *s, const outcome *whole, uint64_t fails, bool and_after) {
    bool refused;
    const outcome o = run(s, fails, and_after);
    const char *what = judge(s, whole, &o, &refused);
    s->tried++;
    if (what) {
        s->wrong++;
        tell(s, what, fails, and_after, &o);
    } else {
        s->refused += refused;
        s->right += !refused;
    }
}

static int sweep_all(sweep *s) {
    const outcome whole = run(s, 0, false);
    const uint64_t count = s->orders->count;
    s->whole = whole.left;
    const uint64_t steps = s->spread && s->spread < count ? s->spread : count;
    if (!WIFEXITED(whole.status) || WEXITSTATUS(whole.status) != s->code) {
        tell(s, "fails by itself", 0, false, &whole);
        return 1;
    }
    for (uint64_t i = 0; i < steps; i++) {
        const uint64_t fails = 1 + i * count / steps;
        try_one(s, &whole, fails, false);
        if (!s->once)
            try_one(s, &whole, fails, true);
    }
    printf("| %s | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " | %" PRIu64 " |\n", s->name, count,
           s->tried, s->refused, s->right, s->wrong);
    return s->wrong > 0 || (count == 0 && !s->call);
}

int main(int count, char **words) {
    sweep s = {.seconds = 60};
    int at = 1;
    for (; at < count && strncmp(words[at], "--", 2) == 0; at++) {
        if (strcmp(words[at], "--list") == 0) {
            puts("| command | counted | tried | refused | right | wrong |\n|---|---|---|---|---|---|");
            return 0;
        }
        const bool figures = strcmp(words[at], "--figures") == 0, resumes = strcmp(words[at], "--resumes") == 0;
        const bool checks = strcmp(words[at], "--check") == 0, once = strcmp(words[at], "--once") == 0;
        s.once = s.once || once;
        s.figures = s.figures || figures, s.resumes = s.resumes || resumes, s.checks = s.checks || checks;
        if (figures || resumes || checks || once)
            continue;
        if (at + 1 == count)
            break;
        const char *value = words[at + 1];
        if (strcmp(words[at], "--spread") == 0)
            s.spread = strtoull(value, NULL, 10);
        else if (strcmp(words[at], "--seconds") == 0)
            s.seconds = (unsigned)strtoul(value, NULL, 10);
        else if (strcmp(words[at], "--code") == 0)
            s.code = atoi(value);
        else if (strcmp(words[at], "--call") == 0)
            for (int k = 1; k < SWEEP_CALLS; k++)
                s.call = strcmp(value, call_names[k]) == 0 ? (sweep_call)k : s.call;
        else if (strcmp(words[at], "--reason") == 0)
            s.reason = strtoull(value, NULL, 10);
        else if (strcmp(words[at], "--before") == 0)
            s.before = value;
        else if (strcmp(words[at], "--told") == 0)
            s.told = value;
        else if (strcmp(words[at], "--name") == 0)
            s.name = value;
        at++;
    }
    if (at >= count) {
        fputs(
            "usage: sweep [--spread K] [--seconds S] [--name NAME] [--code C] [--figures] [--resumes] [--list] "
            "[--call KIND] [--reason E] [--once] [--before FOLDER] [--check] [--told COMMAND] COMMAND...\n",
            stderr);
        return 2;
    }
    s.command = words + at;
    s.name = s.name ? s.name : words[at];
    prepare(&s);
    const int code = sweep_all(&s);
    clean_up(&s);
    return code;
}
