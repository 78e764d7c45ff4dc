#include "export/private/base64.h"

// A group of three bytes, of which so many are there.
static void encode(const uint8_t group[3], int there, char out[4]) {
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    out[0] = letters[group[0] >> 2];
    out[1] = letters[(group[0] & 3) << 4 | group[1] >> 4];
    out[2] = (char)(there > 1 ? letters[(group[1] & 15) << 2 | group[2] >> 6] : '=');
    out[3] = (char)(there > 2 ? letters[group[2] & 63] : '=');
}

void tr_base64_put(tr_base64 *out, const void *data, size_t bytes) {
    enum { room = 4096 };
    char text[room];
    size_t used = 0;
    for (const uint8_t *byte = data, *end = byte + bytes; byte < end; byte++) {
        out->rest[out->rest_count++] = *byte;
        if (out->rest_count < 3)
            continue;
        encode(out->rest, 3, text + used);
        out->rest_count = 0;
        used += 4;
        if (used == room) {
            tr_atomic_write(out->file, text, used);
            used = 0;
        }
    }
    tr_atomic_write(out->file, text, used);
}

void tr_base64_end(tr_base64 *out) {
    char text[4];
    for (int i = out->rest_count; i < 3; i++)
        out->rest[i] = 0;
    if (out->rest_count > 0) {
        encode(out->rest, out->rest_count, text);
        tr_atomic_write(out->file, text, sizeof text);
    }
    out->rest_count = 0;
}
