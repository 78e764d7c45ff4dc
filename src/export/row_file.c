#include "export/private/textures.h"

#include "base/size.h"
#include "png/png.h"

#include <assert.h>
#include <string.h>

struct tr_row_file {
    tr_file_format format;
    tr_picture picture;
    size_t row_bytes;
    int rows_in;
    tr_atomic_file *file;
    tr_png *png;          // for PNG
    unsigned char *whole; // of formats that do not stream, from the first row on, or
    void *row;            // for formats that stream: a row in the file's format
    tr_gpu_coding coding;
    void *normals;
    bool no_memory;
};

bool tr_format_streams(tr_file_format format) {
    return format == TR_FORMAT_PNG || format == TR_FORMAT_R16 || format == TR_FORMAT_R16BE ||
           format == TR_FORMAT_R32F;
}

tr_status tr_row_file_begin(tr_atomic_file *into, const tr_part *part, const tr_gpu_coding *coding,
                            tr_row_file **file, tr_error *error) {
    const tr_picture *picture = &part->picture;
    *file = tr_calloc(1, sizeof **file);
    if (!*file)
        return tr_fail(error, TR_NO_MEMORY, "no memory to write a file");
    **file = (tr_row_file){.file = into,
                           .format = part->format,
                           .picture = *picture,
                           .row_bytes = (size_t)picture->width * (size_t)(picture->channels * picture->bytes),
                           .coding = *coding};
    const tr_png_layout layout = {.width = picture->width,
                                  .height = picture->height,
                                  .channels = picture->channels,
                                  .bytes = picture->bytes,
                                  .srgb = picture->srgb,
                                  .compression = picture->compression,
                                  .text = coding->text};
    return part->format == TR_FORMAT_PNG ? tr_png_begin(into, &layout, &(*file)->png, error) : TR_OK;
}

void tr_row_file_set_normals(tr_row_file *file, void *normals) { file->normals = normals; }

// ---- rows ----------------------------------------------------------------------------------------

// Converts a row of 16-bit texels to the format: swapped bytes, or metres.
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
        if (file->format == TR_FORMAT_R16) { // native order, which is little-endian
            good = tr_atomic_write(file->file, rows, file->row_bytes);
            continue;
        }
        convert(file, (const uint16_t *)(const void *)rows, file->row);
        good = tr_atomic_write(file->file, file->row,
                               (size_t)file->picture.width * (file->format == TR_FORMAT_R32F ? 4 : 2));
    }
    return good;
}

// Allocates memory for the first row, because several files wait for theirs.
static bool reserve(tr_row_file *file) {
    if (!file->row && !file->whole) {
        if (tr_format_streams(file->format))
            file->row = tr_allocate((size_t)file->picture.width, sizeof(float));
        else
            file->whole = tr_allocate((size_t)file->picture.height, file->row_bytes);
        file->no_memory = !file->row && !file->whole;
    }
    return !file->no_memory;
}

bool tr_row_file_put(tr_row_file *file, const void *rows, int count) {
    assert(count <= file->picture.height - file->rows_in);
    if (file->png)
        return tr_png_rows(file->png, rows, count);
    if (file->no_memory || !reserve(file))
        return false;
    const size_t at = (size_t)file->rows_in;
    file->rows_in += count;
    if (tr_format_streams(file->format))
        return put_raw(file, rows, count);
    memcpy(file->whole + at * file->row_bytes, rows, (size_t)count * file->row_bytes);
    return true;
}

// ---- ending --------------------------------------------------------------------------------------

static tr_status encode(tr_row_file *file, tr_error *error) {
    assert(file->rows_in == file->picture.height);
    file->picture.texels = file->whole;
    return tr_format_is_gpu(file->format) ? tr_gpu_encode(file->file, file->format, &file->picture, file->whole,
                                                          file->normals, &file->coding, error)
                                          : tr_picture_encode(file->file, file->format, &file->picture, error);
}

tr_status tr_row_file_finish(tr_row_file *file, tr_error *error) {
    tr_status status = tr_png_end(file->png, error);
    file->png = NULL;
    if (file->no_memory)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a map of %d x %d: png needs less",
                         file->picture.width, file->picture.height);
    else if (file->whole)
        status = encode(file, error);
    tr_row_file_free(file);
    return status;
}

void tr_row_file_free(tr_row_file *file) {
    if (!file)
        return;
    tr_png_end(file->png, NULL);
    tr_free(file->whole);
    tr_free(file->row);
    tr_free(file);
}
