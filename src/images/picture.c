// Files and limits.
#include "images/private/picture.h"

#include "base/platform.h"
#include <errno.h>
#include <string.h>

// ---- messages ------------------------------------------------------------------------------------

tr_status picture_bad(const picture_file *file, tr_error *error, const char *message, const char *detail) {
    if (error && error->status == TR_OK)
        snprintf(error->file, sizeof error->file, "%s", file->path);
    return tr_fail(error, TR_BAD_INPUT, message, detail); // NOLINT(clang-diagnostic-format-nonliteral)
}

tr_status picture_no_memory(const picture_file *file, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", file->path);
}

tr_status picture_check_size(const picture_file *file, uint64_t width, uint64_t height, tr_error *error) {
    char size[64];
    snprintf(size, sizeof size, "%llu x %llu", (unsigned long long)width, (unsigned long long)height);
    if (width == 0 || height == 0)
        return picture_bad(file, error, "the picture has no texels (%s)", size);
    if (width <= PICTURE_MOST_SIDE && height <= PICTURE_MOST_SIDE && width * height <= PICTURE_MOST_TEXELS)
        return TR_OK;
    return picture_bad(
        file, error,
        "the picture has %s texels: at most 2^31 in all and 2^20 along a side can be read. Make it "
        "smaller",
        size);
}

tr_status picture_check_bytes(const picture_file *file, uint64_t bytes, const char *what, tr_error *error) {
    if (bytes <= PICTURE_MOST_BYTES)
        return TR_OK;
    char need[96];
    snprintf(need, sizeof need, "%s takes %.0f MB", what, (double)bytes * 1e-6);
    return picture_bad(file, error,
                       "%s of memory, and 536 MB are the limit: save it as PNG, or in smaller pieces", need);
}

// ---- files ---------------------------------------------------------------------------------------

tr_status picture_open(const tr_image_source *source, picture_file *file, tr_error *error) {
    int handle;
    tr_info info;
    char text[TR_REASON_BYTES];
    *file = (picture_file){.path = source->path, .bytes = source->bytes, .size = source->size};
    if (source->bytes)
        return TR_OK;
    int fault = tr_file_open_path(source->path, &handle);
    if (!fault) {
        fault = tr_file_info(handle, &info);
        if (fault)
            tr_file_close(handle);
    }
    if (!fault)
        fault = tr_file_stream(handle, &file->stream);
    if (fault == ENOMEM)
        return picture_no_memory(file, error);
    if (fault)
        return picture_bad(file, error, "cannot read: %s", tr_reason_of_path(fault, source->path, text));
    file->size = info.bytes;
    return TR_OK;
}

void picture_close(picture_file *file) {
    if (file->stream)
        fclose(file->stream);
    *file = (picture_file){0};
}

bool picture_read(const picture_file *file, uint64_t place, void *bytes, size_t count) {
    if (place > file->size || count > file->size - place)
        return false;
    if (file->stream)
        return fseeko(file->stream, (off_t)place, SEEK_SET) == 0 &&
               fread(bytes, 1, count, file->stream) == count;
    memcpy(bytes, file->bytes + place, count);
    return true;
}
