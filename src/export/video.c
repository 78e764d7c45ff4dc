#include "export/video.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct tr_video {
    tr_atomic_file *file; // the file that ffmpeg writes
    char *path;           // for messages
    FILE *log;            // an unnamed file with ffmpeg's messages
    size_t picture_bytes;
    int pipe;  // to ffmpeg; -1: closed
    pid_t pid; // 0: not started, or already waited for
};

// ---- arguments of ffmpeg -------------------------------------------------------------------------

// A format and its arguments. H.264 and VP9 store luma and subsampled chroma in BT.709, which players assume.
#define YUV                                                                                                    \
    "-vf", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", "-colorspace", "bt709",                 \
        "-color_primaries", "bt709", "-color_trc", "bt709"

enum { most_arguments = 24 };

static const struct {
    const char *extension;
    bool any_side; // otherwise width and height must be even
    const char *arguments[most_arguments];
} formats[] = {
    {".mp4", false, {YUV, "-c:v", "libx264", "-crf", "16", "-movflags", "+faststart", "-f", "mp4", NULL}},
    {".webm", false, {YUV, "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-f", "webm", NULL}},
    {".gif", true, {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", "-f", "gif", NULL}},
};
enum { format_count = sizeof formats / sizeof formats[0] };

static int find_format(const char *path) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    for (int f = 0; f < format_count && dot && (!slash || dot > slash); f++)
        if (strcasecmp(dot, formats[f].extension) == 0)
            return f;
    return -1;
}

bool tr_video_is_name(const char *path) { return find_format(path) >= 0; }

enum { child_file = 3 }; // the file's descriptor in ffmpeg

// Runs ffmpeg with these arguments and the pictures as standard input. Returns 0 or an errno.
static int run(tr_video *video, char *const *arguments, int input) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t usual; // signals that this program ignores
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE), sigaddset(&usual, SIGXFSZ);
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    if (posix_spawnattr_init(&attributes) != 0) {
        posix_spawn_file_actions_destroy(&actions);
        return ENOMEM;
    }
    int reason = posix_spawn_file_actions_adddup2(&actions, input, 0);
    if (!reason)
        reason = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    if (!reason)
        reason = posix_spawn_file_actions_adddup2(&actions, fileno(video->log), 2);
    if (!reason)
        reason = posix_spawn_file_actions_adddup2(&actions, tr_atomic_descriptor(video->file), child_file);
    // in its own process group: Ctrl-C only reaches this program, which then ends ffmpeg
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    if (!reason)
        reason = posix_spawnp(&video->pid, arguments[0], &actions, &attributes, arguments, environ);
    if (reason)
        video->pid = 0;
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

// Describes input and output to ffmpeg. Returns 0 or an errno.
static int start(tr_video *video, int format, int width, int height, int rate_hz, int input) {
    char size[32], rate[16], output[32];
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", rate_hz);
    snprintf(output, sizeof output, "/dev/fd/%d", child_file);
    const char *const given[] = {
        "ffmpeg",        "-hide_banner", "-loglevel",   "error", "-nostdin",   "-y", "-f", "rawvideo",
        "-pixel_format", "rgb24",        "-video_size", size,    "-framerate", rate, "-i", "pipe:0"};
    enum { given_count = sizeof given / sizeof given[0] };
    const char *words[given_count + most_arguments + 2] = {NULL};
    char *arguments[sizeof words / sizeof words[0]];
    int count = 0;
    for (; count < given_count; count++)
        words[count] = given[count];
    for (int i = 0; formats[format].arguments[i]; i++)
        words[count++] = formats[format].arguments[i];
    words[count] = output;
    memcpy(arguments, words, sizeof words); // posix_spawn does not modify them, although they are not const
    return run(video, arguments, input);
}

// ---- opening -------------------------------------------------------------------------------------

static tr_status cannot_start(const char *path, int reason, tr_error *error) {
    if (reason != ENOENT)
        return tr_write_fail(error, path, reason);
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", path);
    return tr_fail(
        error, TR_CANNOT_WRITE,
        "videos are made by ffmpeg, which is not installed (Debian package: ffmpeg); numbered pictures "
        "(.png) need nothing");
}

tr_status tr_video_open(const char *path, int width, int height, int rate_hz, tr_video **out, tr_error *error) {
    const int format = find_format(path);
    if (format < 0 || (!formats[format].any_side && (width % 2 || height % 2)))
        return tr_fail(error, TR_BAD_USAGE, "a video has even sides, not %d x %d (a .gif may have odd ones)",
                       width, height);
    tr_video *video = tr_calloc(1, sizeof *video);
    if (!video)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    video->pipe = -1;
    video->picture_bytes = (size_t)width * (size_t)height * 3;
    video->path = tr_strdup(path);
    video->log = tmpfile();
    int ends[2], reason = video->log ? 0 : errno;
    tr_status status = video->path ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    if (status == TR_OK)
        status = reason ? tr_write_fail(error, path, reason) : tr_atomic_open(path, &video->file, error);
    if (status == TR_OK && pipe2(ends, O_CLOEXEC) != 0)
        status = tr_write_fail(error, path, errno);
    else if (status == TR_OK) {
        video->pipe = ends[1];
        fcntl(ends[1], F_SETFL, O_NONBLOCK); // on this side, so that a slow ffmpeg does not delay a stop
        reason = start(video, format, width, height, rate_hz, ends[0]);
        close(ends[0]);
        if (reason)
            status = cannot_start(path, reason, error);
    }
    if (status == TR_OK)
        *out = video;
    else
        tr_video_abort(video);
    return status;
}

// ---- pictures ------------------------------------------------------------------------------------

// The last line of ffmpeg's messages, without its line break.
static void read_log(tr_video *video, char *line, size_t size) {
    char next[512];
    line[0] = 0;
    rewind(video->log);
    while (fgets(next, sizeof next, video->log)) {
        next[strcspn(next, "\r\n")] = 0;
        if (next[0])
            snprintf(line, size, "%s", next);
    }
}

// Ends the input and waits for ffmpeg. It polls, because waitpid would miss a stop that arrives just before it.
// *content: ffmpeg succeeded. Errors: TR_STOPPED; ffmpeg is then still running.
static tr_status finish(tr_video *video, const tr_watch *watch, bool *content, tr_error *error) {
    const struct timespec moment = {.tv_nsec = 5000000};
    int result = 0;
    pid_t waited = -1;
    *content = false;
    if (video->pipe >= 0)
        close(video->pipe);
    video->pipe = -1;
    while (video->pid > 0 && (waited = waitpid(video->pid, &result, WNOHANG)) == 0) {
        const tr_status status = tr_watch_check(watch, error);
        if (status != TR_OK)
            return status;
        nanosleep(&moment, NULL);
    }
    video->pid = 0;
    *content = waited > 0 && WIFEXITED(result) && WEXITSTATUS(result) == 0;
    return TR_OK;
}

// A program named ffmpeg may succeed without writing anything.
static bool is_empty(const tr_video *video) {
    struct stat file;
    return fstat(tr_atomic_descriptor(video->file), &file) == 0 && S_ISREG(file.st_mode) && file.st_size == 0;
}

static tr_status complain(tr_video *video, const char *what, tr_error *error) {
    char line[512];
    read_log(video, line, sizeof line);
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", video->path);
    return tr_fail(error, TR_CANNOT_WRITE, "ffmpeg %s%s%s; numbered pictures (.png) need none", what,
                   line[0] ? ": " : "", line);
}

// Waits until ffmpeg accepts more, or until it is time to check for a stop.
static void wait_for_space(const tr_video *video) {
    struct pollfd pipe = {.fd = video->pipe, .events = POLLOUT};
    poll(&pipe, 1, 50);
}

tr_status tr_video_add(tr_video *video, const uint8_t *rgb, const tr_watch *watch, tr_error *error) {
    tr_status status = tr_watch_check(watch, error);
    for (size_t done = 0; done < video->picture_bytes && status == TR_OK;) {
        const ssize_t written = write(video->pipe, rgb + done, video->picture_bytes - done);
        bool content;
        if (written > 0)
            done += (size_t)written;
        else if (written < 0 && errno == EAGAIN)
            wait_for_space(video);
        else if (written == 0 || errno != EINTR) { // ffmpeg has ended: EPIPE
            status = finish(video, watch, &content, error);
            return status == TR_OK ? complain(video, "failed", error) : status;
        }
        status = tr_watch_check(watch, error);
    }
    return status;
}

tr_status tr_video_commit(tr_video *video, const tr_watch *watch, tr_error *error) {
    bool content;
    tr_status status = finish(video, watch, &content, error);
    if (status == TR_OK && !content)
        status = complain(video, "failed", error);
    if (status == TR_OK && is_empty(video))
        status = complain(video, "wrote nothing", error);
    if (status == TR_OK) {
        status = tr_atomic_commit(video->file, error);
        video->file = NULL;
    }
    tr_video_abort(video);
    return status;
}

void tr_video_abort(tr_video *video) {
    bool content;
    if (!video)
        return;
    if (video->pid > 0) // kills the whole group; otherwise ffmpeg would finish the unwanted video
        killpg(video->pid, SIGKILL);
    finish(video, NULL, &content, NULL);
    tr_atomic_abort(video->file);
    if (video->log)
        fclose(video->log);
    tr_free(video->path);
    tr_free(video);
}
