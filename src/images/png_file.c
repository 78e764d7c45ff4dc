// PNG files: rows of whole numbers.
#include "images/private/picture.h"

#include "base/size.h"
#include "png/png.h"
#include <string.h>

typedef struct job {
    const picture_file *file;
    const picture_sink *sink;
    tr_png_info info;
    float *row;
    unsigned char *whole; // of an interlaced picture
} job;

static tr_status begin(void *context, const tr_png_info *png, tr_error *error) {
    job *j = context;
    const picture_info info = {.format = "PNG",
                               .width = png->width,
                               .height = png->height,
                               .bits = png->bits,
                               .channels = png->channels,
                               .known = true,
                               .white = png->bytes == 2 ? 65535 : 255,
                               .fractions = true};
    const size_t texel = (size_t)(png->channels * png->bytes),
                 texels = (size_t)png->width * (size_t)png->height;
    tr_status status = picture_check_size(j->file, (uint64_t)png->width, (uint64_t)png->height, error);
    if (status == TR_OK && png->interlaced)
        status = picture_check_bytes(j->file, texels * texel, "an interlaced PNG", error);
    if (status == TR_OK)
        status = j->sink->begin(j->sink->context, &info, error);
    if (status != TR_OK)
        return status;
    j->info = *png;
    j->row = tr_allocate((size_t)png->width * (size_t)png->channels, sizeof *j->row);
    j->whole = png->interlaced ? tr_allocate(texels, texel) : NULL;
    return j->row && (j->whole || !png->interlaced) ? TR_OK : picture_no_memory(j->file, error);
}

static tr_status pass_on(job *j, int y, const void *texels, tr_error *error) {
    const size_t count = (size_t)j->info.width * (size_t)j->info.channels;
    const uint8_t *bytes = texels;
    const uint16_t *words = texels; // the decoder's rows are aligned
    for (size_t i = 0; i < count; i++)
        j->row[i] = j->info.bytes == 2 ? words[i] : bytes[i];
    return j->sink->row(j->sink->context, y, j->row, error);
}

static tr_status take(void *context, int y, int first, int step, const void *texels, tr_error *error) {
    job *j = context;
    if (!j->whole)
        return pass_on(j, y, texels, error);
    const size_t texel = (size_t)(j->info.channels * j->info.bytes);
    const unsigned char *from = texels;
    unsigned char *row = j->whole + (size_t)y * (size_t)j->info.width * texel;
    for (int x = first; x < j->info.width; x += step, from += texel)
        memcpy(row + (size_t)x * texel, from, texel);
    return TR_OK;
}

tr_status picture_decode_png(const picture_file *file, const picture_sink *sink, tr_error *error) {
    job j = {.file = file, .sink = sink};
    const tr_png_sink to = {&j, begin, take};
    if (file->stream)
        rewind(file->stream);
    tr_status status = tr_png_decode(file->stream, file->bytes, file->size, file->path, &to, error);
    const size_t row_bytes = (size_t)j.info.width * (size_t)(j.info.channels * j.info.bytes);
    for (int y = 0; j.whole && status == TR_OK && y < j.info.height; y++)
        status = pass_on(&j, y, j.whole + (size_t)y * row_bytes, error);
    tr_free(j.row);
    tr_free(j.whole);
    return status;
}
