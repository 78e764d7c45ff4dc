// The choice of the decoder, by the first bytes of a file.
#include "images/private/picture.h"

#include <string.h>
#include <strings.h>

static bool ends_with(const char *path, const char *end) {
    const size_t length = strlen(path), tail = strlen(end);
    return length >= tail && strcasecmp(path + length - tail, end) == 0;
}

tr_status picture_decode(const picture_file *file, const tr_image_request *request, const picture_sink *sink,
                         tr_error *error) {
    uint8_t head[4];
    if (request->raw != TR_RAW_NONE)
        return picture_decode_raw(file, request, sink, error);
    if (!picture_read(file, 0, head, sizeof head))
        return picture_bad(file, error, "the file has no picture%s: it is too short", "");
    if (memcmp(head, "\x89PNG", 4) == 0)
        return picture_decode_png(file, sink, error);
    if (memcmp(head, "II*\0", 4) == 0 || memcmp(head, "MM\0*", 4) == 0 || memcmp(head, "II+\0", 4) == 0 ||
        memcmp(head, "MM\0+", 4) == 0)
        return picture_decode_tiff(file, sink, error);
    if (memcmp(head, "\x76\x2f\x31\x01", 4) == 0)
        return picture_decode_exr(file, sink, error);
    if (memcmp(head, "\xff\xd8\xff", 3) == 0)
        return picture_decode_stb(file, false, sink, error);
    if (ends_with(file->path, ".tga")) // has no mark of its own
        return picture_decode_stb(file, true, sink, error);
    if (ends_with(file->path, ".r16") || ends_with(file->path, ".r32") || ends_with(file->path, ".raw"))
        return picture_bad(file, error, "this is a raw file%s: say its size and format", "");
    return picture_bad(
        file, error,
        "the file is none of PNG, TIFF, EXR, JPG and TGA%s, or it is damaged: save it as one of these", "");
}
