#include "export/private/row_file.h"

#include "base/size.h"
#include "png/png.h"

#include <assert.h>
#include <string.h>

struct tr_row_file {
    tr_file_format format;
    tr_image picture;
    size_t row_bytes;
    int rows_in;
    tr_png *png;          // or
    tr_atomic_file *file; // of all other formats
    unsigned char *whole; // of those that do not stream, from the first row on
    void *row;            // of those that do: a row as it stands in the file
    tr_gpu_coding coding;
    void *normals;
    tr_status status; // no memory: what went wrong first
    bool finished;
};

bool tr_format_streams(tr_file_format format) {
    return format == TR_FORMAT_PNG || format == TR_FORMAT_R16 || format == TR_FORMAT_R16BE ||
           format == TR_FORMAT_R32F;
}

tr_status tr_row_file_begin(tr_atomic_file *into, tr_file_format format, const tr_image *picture,
                            const char *text, const tr_gpu_coding *coding, tr_row_file **out, tr_error *error) {
    tr_row_file *file = tr_calloc(1, sizeof *file);
    if (!file) {
        tr_atomic_abort(into);
        return tr_fail(error, TR_NO_MEMORY, "no memory to write a file");
    }
    *file = (tr_row_file){.format = format,
                          .picture = *picture,
                          .row_bytes = (size_t)picture->width * (size_t)(picture->channels * picture->bytes)};
    if (coding)
        file->coding = *coding;
    const tr_png_layout layout = {.width = picture->width,
                                  .height = picture->height,
                                  .channels = picture->channels,
                                  .bytes = picture->bytes,
                                  .srgb = picture->srgb,
                                  .compression = picture->compression,
                                  .text = text};
    tr_status status = TR_OK;
    if (format == TR_FORMAT_PNG)
        status = tr_png_begin(into, &layout, &file->png, error);
    else
        file->file = into;
    if (status == TR_OK)
        *out = file;
    else
        tr_row_file_abort(file);
    return status;
}

void tr_row_file_set_normals(tr_row_file *file, void *normals) { file->normals = normals; }

// ---- rows ----------------------------------------------------------------------------------------

// A row of 16-bit texels as the format has them: the other byte first, or as metres.
static void convert(const tr_row_file *file, const uint16_t *texels, void *row) {
    const double low = file->picture.low, step = (file->picture.high - low) / 65535;
    for (int x = 0; x < file->picture.width; x++)
        if (file->format == TR_FORMAT_R32F)
            ((float *)row)[x] = (float)(low + step * texels[x]);
        else
            ((uint16_t *)row)[x] = (uint16_t)(texels[x] << 8 | texels[x] >> 8);
}

static bool put_raw(tr_row_file *file, const unsigned char *rows, int count) {
    bool good = true;
    for (int y = 0; y < count && good; y++, rows += file->row_bytes) {
        if (file->format == TR_FORMAT_R16) { // the machine's own order, which is little-endian
            good = tr_atomic_write(file->file, rows, file->row_bytes);
            continue;
        }
        convert(file, (const uint16_t *)(const void *)rows, file->row);
        good = tr_atomic_write(file->file, file->row,
                               (size_t)file->picture.width * (file->format == TR_FORMAT_R32F ? 4 : 2));
    }
    return good;
}

// Memory is taken when the first row comes: several files wait for theirs.
static bool reserve(tr_row_file *file) {
    const bool streams = tr_format_streams(file->format);
    if (streams && !file->row)
        file->row = tr_allocate((size_t)file->picture.width, sizeof(float));
    if (!streams && !file->whole)
        file->whole = tr_allocate((size_t)file->picture.height, file->row_bytes);
    if (!(streams ? file->row : (void *)file->whole))
        file->status = TR_NO_MEMORY;
    return file->status == TR_OK;
}

bool tr_row_file_put(tr_row_file *file, const void *rows, int count) {
    assert(count <= file->picture.height - file->rows_in);
    if (file->png)
        return tr_png_rows(file->png, rows, count);
    if (file->status != TR_OK || !reserve(file))
        return false;
    const size_t at = (size_t)file->rows_in;
    file->rows_in += count;
    if (tr_format_streams(file->format))
        return put_raw(file, rows, count);
    memcpy(file->whole + at * file->row_bytes, rows, (size_t)count * file->row_bytes);
    return true;
}

// ---- ending --------------------------------------------------------------------------------------

tr_status tr_row_file_finish(tr_row_file *file, tr_error *error) {
    if (file->png)
        return tr_png_finish(file->png, error);
    if (file->status != TR_OK)
        return tr_fail(error, file->status, "no memory for a map of %d x %d: png needs less",
                       file->picture.width, file->picture.height);
    if (!file->finished && !tr_format_streams(file->format)) {
        assert(file->rows_in == file->picture.height);
        file->picture.texels = file->whole;
        file->status = tr_format_is_gpu(file->format)
                           ? tr_gpu_encode(file->file, file->format, &file->picture, file->whole, file->normals,
                                           &file->coding, error)
                           : tr_image_encode(file->file, file->format, &file->picture, error);
        tr_free(file->whole);
        file->whole = NULL;
    }
    file->finished = true;
    return file->status == TR_OK ? tr_atomic_finish(file->file, error) : file->status;
}

const tr_atomic_file *tr_row_file_get(const tr_row_file *file) {
    return file->png ? tr_png_file(file->png) : file->file;
}

tr_status tr_row_file_commit(tr_row_file *file, tr_error *error) {
    tr_status status = tr_row_file_finish(file, error);
    if (status == TR_OK) {
        status = file->png ? tr_png_commit(file->png, error) : tr_atomic_commit(file->file, error);
        file->png = NULL;
        file->file = NULL;
    }
    tr_row_file_abort(file);
    return status;
}

void tr_row_file_abort(tr_row_file *file) {
    if (!file)
        return;
    tr_png_abort(file->png);
    tr_atomic_abort(file->file);
    tr_free(file->whole);
    tr_free(file->row);
    tr_free(file);
}
