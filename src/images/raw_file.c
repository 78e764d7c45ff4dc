// Raw numbers without a header, row by row.
#include "images/private/picture.h"

#include "base/size.h"
#include <string.h>

static const struct raw_kind {
    int bytes;
    bool big, is_signed, is_float;
} kinds[TR_RAW_COUNT] = {
    [TR_RAW_U16] = {2, false, false, false}, [TR_RAW_U16_BIG] = {2, true, false, false},
    [TR_RAW_S16] = {2, false, true, false},  [TR_RAW_S16_BIG] = {2, true, true, false},
    [TR_RAW_F32] = {4, false, false, true},  [TR_RAW_F32_BIG] = {4, true, false, true},
};

static void unpack_16(const struct raw_kind *kind, int count, const uint8_t *bytes, float *row) {
    const int high = kind->big ? 0 : 1, sign = kind->is_signed ? 0x8000 : 0;
    for (int i = 0; i < count; i++) {
        const int value = bytes[2 * i + high] << 8 | bytes[2 * i + 1 - high];
        row[i] = (float)((value ^ sign) - sign);
    }
}

static void unpack_32(const struct raw_kind *kind, int count, const uint8_t *bytes, float *row) {
    for (int i = 0; i < count; i++) {
        const uint8_t *b = bytes + 4 * (size_t)i;
        const uint32_t bits = kind->big
                                  ? (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3]
                                  : (uint32_t)b[3] << 24 | (uint32_t)b[2] << 16 | (uint32_t)b[1] << 8 | b[0];
        memcpy(&row[i], &bits, sizeof bits);
    }
}

static tr_status check(const picture_file *file, const tr_image_request *request, tr_error *error) {
    const int width = request->raw_width, height = request->raw_height;
    const int bytes = kinds[request->raw].bytes;
    char sizes[160];
    if (width < 1 || height < 1)
        return picture_bad(file, error, "a raw file needs its width and height%s", "");
    const tr_status status = picture_check_size(file, (uint64_t)width, (uint64_t)height, error);
    if (status != TR_OK || (uint64_t)width * (uint64_t)height * (uint64_t)bytes == file->size)
        return status;
    snprintf(sizes, sizeof sizes, "%d x %d numbers of %d bytes are %llu bytes, and the file has %llu", width,
             height, bytes, (unsigned long long)width * (unsigned long long)height * (unsigned long long)bytes,
             (unsigned long long)file->size);
    return picture_bad(file, error, "%s: give the right raw_size and raw", sizes);
}

static tr_status pass_on(const picture_file *file, const struct raw_kind *kind, int width, int height,
                         const picture_sink *sink, uint8_t *bytes, float *row, tr_error *error) {
    const size_t row_bytes = (size_t)width * (size_t)kind->bytes;
    tr_status status = TR_OK;
    for (int y = 0; y < height && status == TR_OK; y++) {
        if (!picture_read(file, (uint64_t)y * row_bytes, bytes, row_bytes))
            return picture_bad(file, error, "cannot read: the file ends too early%s", "");
        (kind->is_float ? unpack_32 : unpack_16)(kind, width, bytes, row);
        status = sink->row(sink->context, y, row, error);
    }
    return status;
}

tr_status picture_decode_raw(const picture_file *file, const tr_image_request *request,
                             const picture_sink *sink, tr_error *error) {
    const struct raw_kind *kind = &kinds[request->raw];
    const int width = request->raw_width, height = request->raw_height;
    const picture_info info = {.format = "raw",
                               .width = width,
                               .height = height,
                               .bits = 8 * kind->bytes,
                               .channels = 1,
                               .known = !kind->is_float,
                               .black = kind->is_signed ? -32768 : 0,
                               .white = kind->is_signed ? 32767 : 65535,
                               .fractions = !kind->is_signed && !kind->is_float,
                               .may_lack = kind->is_float};
    tr_status status = check(file, request, error);
    if (status == TR_OK)
        status = sink->begin(sink->context, &info, error);
    if (status != TR_OK)
        return status;
    uint8_t *bytes = tr_allocate((size_t)width, (size_t)kind->bytes);
    float *row = tr_allocate((size_t)width, sizeof *row);
    status = bytes && row ? pass_on(file, kind, width, height, sink, bytes, row, error)
                          : picture_no_memory(file, error);
    tr_free(bytes);
    tr_free(row);
    return status;
}
