#include "export/reel.h"

#include "base/atomic_file.h"
#include "base/size.h"
#include "export/directory.h"
#include "export/export.h"
#include "export/video.h"
#include "json/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { path_bytes = 4096, most_tries = 100 };

struct tr_reel {
    tr_reel_options options;
    char *path;
    char folder[path_bytes]; // in which frames are made
    tr_directory parents;    // the folder that the path is in, and those that were made for it
    bool has_folder;
    int count; // of pictures so far
    tr_video *video;
    uint8_t *sheet;
    int columns, rows;
};

// ---- sizes and names -----------------------------------------------------------------------------

const char *tr_reel_extension(tr_reel_kind kind) {
    static const char *const extensions[] = {".mp4", ".gif", "", ".png", ".png"};
    return extensions[kind];
}

bool tr_reel_has_alpha(tr_reel_kind kind) { return kind != TR_REEL_MP4 && kind != TR_REEL_GIF; }

int tr_reel_frames(double seconds, int rate) {
    return (int)fmax(2, fmin(TR_REEL_MOST_FRAMES, round(seconds * rate)));
}

bool tr_reel_grid(int frames, int width, int height, int *columns, int *rows) {
    double least = INFINITY;
    for (int c = 1; c <= frames; c++) {
        const int r = (frames + c - 1) / c;
        // The longer side, plus a penalty of a sixteenth of a row for each empty cell.
        const double side = fmax((double)c * width, (double)r * height);
        const double cost = side + (c * r - frames) * fmin(width, height) / 16.0;
        if (cost <= least) // prefers wide to high
            least = cost, *columns = c, *rows = r;
    }
    return frames > 0 && (double)*columns * width <= TR_REEL_WIDEST && (double)*rows * height <= TR_REEL_WIDEST;
}

void tr_reel_name(const char *path, int frames, int frame, char *name, size_t size) {
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    const int digits = frames > 99999 ? 6 : frames > 9999 ? 5 : 4;
    const int stem = dot && (!slash || dot > slash) ? (int)(dot - path) : (int)strlen(path);
    snprintf(name, size, "%.*s-%0*d%s", stem, path, digits, frame + 1, path + stem);
}

// Bytes per pixel of lit planets with stars, measured at 640 x 360 (larger pictures need less).
double tr_reel_bytes(const tr_reel_options *options) {
    static const double bytes[] = {0.1, 0.42, 1, 0.9, 0.8};
    const double pixels = (double)options->width * options->height * options->frames;
    return pixels * bytes[options->kind] * (options->clear ? 0.9 : 1);
}

// ---- opening -------------------------------------------------------------------------------------

static const char *name_of(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static tr_status too_long(const char *path, tr_error *error) {
    return tr_write_fail(error, path, ENAMETOOLONG);
}

// Frames are written to a hidden temporary folder, as files are to temporary names.
static tr_status make_folder(tr_reel *reel, tr_error *error) {
    char folder[path_bytes];
    if (tr_path_exists(reel->path))
        return tr_write_fail(error, reel->path, EEXIST);
    for (int n = 1; n <= most_tries && !reel->has_folder; n++) { // another program may use that name, or have
                                                                 // left it
        if ((size_t)snprintf(folder, sizeof folder, "%s/.%s.%d.part", reel->parents.path, name_of(reel->path),
                             n) >= sizeof folder)
            return too_long(reel->path, error);
        const int reason = tr_path_make_folder(folder, false, &reel->has_folder);
        if ((reason && reason != ENOTDIR) || (!reel->has_folder && n == most_tries))
            return tr_write_fail(error, reel->path, reason ? reason : EEXIST);
    }
    memcpy(reel->folder, folder, sizeof folder);
    return TR_OK;
}

static tr_status make_sheet(tr_reel *reel, tr_error *error) {
    const tr_reel_options *o = &reel->options;
    const size_t channels = o->clear ? 4 : 3;
    size_t cells;
    if (!tr_reel_grid(o->frames, o->width, o->height, &reel->columns, &reel->rows))
        return tr_fail(
            error, TR_BAD_USAGE,
            "%d pictures of %d x %d make a sheet that is more than %d wide: take fewer, or smaller ones",
            o->frames, o->width, o->height, TR_REEL_WIDEST);
    if (tr_size_multiply((size_t)reel->columns * (size_t)o->width, (size_t)reel->rows * (size_t)o->height,
                         &cells))
        reel->sheet = tr_calloc(cells, channels);
    return reel->sheet ? TR_OK
                       : tr_fail(error, TR_NO_MEMORY, "no memory for a sheet of %d pictures", o->frames);
}

tr_status tr_reel_open(const tr_reel_options *options, tr_reel **out, tr_error *error) {
    tr_reel *reel = tr_calloc(1, sizeof *reel);
    if (!reel)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    reel->options = *options;
    reel->path = tr_strdup(options->path);
    tr_status status = reel->path ? tr_directory_make_for(reel->path, &reel->parents, error)
                                  : tr_fail(error, TR_NO_MEMORY, "no memory for a video");
    if (status == TR_OK && options->kind == TR_REEL_FRAMES)
        status = make_folder(reel, error);
    if (status == TR_OK && options->kind == TR_REEL_SHEET)
        status = make_sheet(reel, error);
    if (status == TR_OK && (options->kind == TR_REEL_MP4 || options->kind == TR_REEL_GIF))
        status =
            tr_video_open(options->path, options->width, options->height, options->rate, &reel->video, error);
    if (status == TR_OK)
        *out = reel;
    else
        tr_reel_abort(reel);
    return status;
}

// ---- pictures ------------------------------------------------------------------------------------

// The path of frame number `frame`.
static bool name_frame(const tr_reel *reel, int frame, char name[path_bytes]) {
    char path[path_bytes];
    return (size_t)snprintf(path, sizeof path, "%s/%s.png", reel->folder, name_of(reel->path)) <
               sizeof path - 8 &&
           (tr_reel_name(path, reel->options.frames, frame, name, path_bytes), true);
}

static void paste(tr_reel *reel, const uint8_t *texels) {
    const tr_reel_options *o = &reel->options;
    const size_t channels = o->clear ? 4 : 3, row = (size_t)o->width * channels,
                 stride = row * (size_t)reel->columns;
    const size_t column = (size_t)(reel->count % reel->columns), line = (size_t)(reel->count / reel->columns);
    uint8_t *cell = reel->sheet + line * (size_t)o->height * stride + column * row;
    for (int y = 0; y < o->height; y++)
        memcpy(cell + (size_t)y * stride, texels + (size_t)y * row, row);
}

tr_status tr_reel_add(tr_reel *reel, const uint8_t *texels, const char *text, const tr_watch *watch,
                      tr_error *error) {
    const tr_reel_options *o = &reel->options;
    char name[path_bytes];
    tr_status status = TR_OK;
    if (reel->video)
        status = tr_video_add(reel->video, texels, watch, error);
    else if (o->kind == TR_REEL_SHEET)
        paste(reel, texels);
    else if (o->kind == TR_REEL_PICTURE)
        status = tr_image_write(reel->path, o->width, o->height, o->clear ? 4 : 3, texels, text, watch, error);
    else if (name_frame(reel, reel->count, name))
        status = tr_image_write(name, o->width, o->height, o->clear ? 4 : 3, texels, text, watch, error);
    else
        status = too_long(reel->path, error);
    reel->count += status == TR_OK;
    return status;
}

// ---- commit --------------------------------------------------------------------------------------

// The notes of "x.png" are "x.json".
static void name_notes(const tr_reel *reel, char name[path_bytes]) {
    const char *dot = strrchr(reel->path, '.');
    snprintf(name, path_bytes, "%.*s.json", (int)(dot ? dot - reel->path : (long)strlen(reel->path)),
             reel->path);
}

static char *describe(const tr_reel *reel, tr_error *error) {
    const tr_reel_options *o = &reel->options;
    tr_json_document d = {0};
    char *text = NULL;
    const tr_json *notes = tr_json_new_object(
        &d, "image", tr_json_new_text(&d, name_of(reel->path)), "frames", tr_json_new_whole(&d, o->frames),
        "columns", tr_json_new_whole(&d, reel->columns), "rows", tr_json_new_whole(&d, reel->rows),
        "frame_width", tr_json_new_whole(&d, o->width), "frame_height", tr_json_new_whole(&d, o->height),
        "frames_per_second", tr_json_new_whole(&d, o->rate), "loops", tr_json_new_flag(&d, o->loops), NULL);
    tr_json_write(&d, notes, true, &text, error);
    tr_json_clear(&d);
    return text;
}

static tr_status open_notes(const tr_reel *reel, tr_atomic_file **file, tr_error *error) {
    char name[path_bytes], *text = describe(reel, error);
    if (!text)
        return error->status;
    name_notes(reel, name);
    tr_status status = tr_atomic_check_name(name, error);
    if (status == TR_OK)
        status = tr_atomic_open(name, file, error);
    if (status == TR_OK)
        tr_atomic_write(*file, text, strlen(text));
    tr_free(text);
    return status;
}

// Writes the picture, and then the notes, which only need a rename by then.
static tr_status write_sheet(tr_reel *reel, const tr_watch *watch, tr_error *error) {
    const tr_reel_options *o = &reel->options;
    tr_atomic_file *notes = NULL;
    tr_status status = open_notes(reel, &notes, error);
    if (status == TR_OK)
        status = tr_atomic_finish(notes, error);
    if (status == TR_OK)
        status = tr_image_write(reel->path, o->width * reel->columns, o->height * reel->rows, o->clear ? 4 : 3,
                                reel->sheet, NULL, watch, error);
    return tr_atomic_end(notes, status, NULL, error);
}

tr_status tr_reel_commit(tr_reel *reel, const tr_watch *watch, tr_error *error) {
    tr_status status = TR_OK;
    if (reel->video) {
        status = tr_video_commit(reel->video, watch, error);
        reel->video = NULL;
    } else if (reel->sheet) {
        status = write_sheet(reel, watch, error);
    } else if (reel->has_folder) {
        const int reason = tr_path_change(reel->folder, reel->path);
        reel->has_folder = reason != 0;
        if (reason)
            status = tr_write_fail(error, reel->path, reason);
    }
    if (status == TR_OK)
        tr_directory_end(&reel->parents, TR_OK);
    tr_reel_abort(reel);
    return status;
}

void tr_reel_abort(tr_reel *reel) {
    char name[path_bytes];
    if (!reel)
        return;
    tr_video_abort(reel->video);
    for (int frame = 0; reel->has_folder && frame < reel->count; frame++)
        if (name_frame(reel, frame, name))
            tr_path_remove(name);
    if (reel->has_folder)
        tr_path_remove_folder(reel->folder);
    tr_directory_end(&reel->parents, TR_STOPPED);
    tr_free(reel->sheet);
    tr_free(reel->path);
    tr_free(reel);
}
