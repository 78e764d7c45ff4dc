#include "export/video.h"

#include "base/atomic_file.h"
#include "base/memory.h"
#include "base/process.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct tr_video {
    tr_atomic_file *file; // the file that ffmpeg writes
    char *path;           // for messages
    FILE *log;            // an unnamed file with ffmpeg's messages
    size_t picture_bytes;
    tr_process *ffmpeg; // NULL: not started
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

// Describes input and output to ffmpeg. Returns 0 or an errno.
static int start(tr_video *video, int format, int width, int height, int rate_hz) {
    char size[32], rate[16], output[TR_PROCESS_NAME_BYTES];
    const int file = tr_atomic_descriptor(video->file), reason = tr_process_file_name(file, output);
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", rate_hz);
    const char *const given[] = {
        "ffmpeg",        "-hide_banner", "-loglevel",   "error", "-nostdin",   "-y", "-f", "rawvideo",
        "-pixel_format", "rgb24",        "-video_size", size,    "-framerate", rate, "-i", "pipe:0"};
    enum { given_count = sizeof given / sizeof given[0] };
    const char *words[given_count + most_arguments + 2] = {NULL};
    int count = 0;
    for (; count < given_count; count++)
        words[count] = given[count];
    for (int i = 0; formats[format].arguments[i]; i++)
        words[count++] = formats[format].arguments[i];
    words[count] = output;
    const tr_process_options options = {
        .words = words, .has_input = true, .errors = video->log, .file = file, .alone = true};
    return reason ? reason : tr_process_start(&options, &video->ffmpeg);
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
    video->picture_bytes = (size_t)width * (size_t)height * 3;
    video->path = tr_strdup(path);
    video->log = tr_stream_temporary();
    int reason = video->log ? 0 : errno;
    tr_status status = video->path ? TR_OK : tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    if (status == TR_OK)
        status = reason ? tr_write_fail(error, path, reason) : tr_atomic_open(path, &video->file, error);
    if (status == TR_OK && (reason = start(video, format, width, height, rate_hz)) != 0)
        status = cannot_start(path, reason, error);
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

// Ends the input and waits for ffmpeg. *content: ffmpeg succeeded. Errors: TR_STOPPED; ffmpeg is then still
// running.
static tr_status finish(tr_video *video, const tr_watch *watch, bool *content, tr_error *error) {
    const struct timespec moment = {.tv_nsec = 5000000};
    int code = 0;
    while (!tr_process_is_over(video->ffmpeg, &code)) {
        const tr_status status = tr_watch_check(watch, error);
        if (status != TR_OK)
            return status;
        nanosleep(&moment, NULL);
    }
    *content = code == 0;
    return TR_OK;
}

// A program named ffmpeg may succeed without writing anything.
static bool is_empty(const tr_video *video) {
    tr_info file;
    return tr_file_info(tr_atomic_descriptor(video->file), &file) == 0 && file.kind == TR_KIND_FILE &&
           file.bytes == 0;
}

static tr_status complain(tr_video *video, const char *what, tr_error *error) {
    char line[512];
    read_log(video, line, sizeof line);
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", video->path);
    return tr_fail(error, TR_CANNOT_WRITE, "ffmpeg %s%s%s; numbered pictures (.png) need none", what,
                   line[0] ? ": " : "", line);
}

tr_status tr_video_add(tr_video *video, const uint8_t *rgb, const tr_watch *watch, tr_error *error) {
    tr_status status = tr_watch_check(watch, error);
    for (size_t done = 0, count; done < video->picture_bytes && status == TR_OK; done += count) {
        bool content;
        if (tr_process_feed(video->ffmpeg, rgb + done, video->picture_bytes - done, &count) != 0) {
            status = finish(video, watch, &content, error); // ffmpeg has ended
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
    if (!video)
        return;
    tr_process_kill(video->ffmpeg); // otherwise it would finish the unwanted video
    tr_atomic_abort(video->file);
    if (video->log)
        fclose(video->log);
    tr_free(video->path);
    tr_free(video);
}
