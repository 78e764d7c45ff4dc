// Any bytes as a PNG that is opened as a world and as a height map: unchanged, and with corrected checksums.
// Otherwise every input would be refused as damaged.
#include "export/enhance_file.h"
#include "png/png.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint32_t crc_of(const uint8_t *data, size_t bytes) {
    uint32_t crc = 0xffffffffu;
    for (size_t i = 0; i < bytes; i++) {
        crc ^= data[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320u : 0);
    }
    return ~crc;
}

static uint32_t big_endian(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

// Writes the signature, and the right checksum of every chunk.
static void repair(uint8_t *file, size_t size) {
    if (size < 8)
        return;
    memcpy(file, "\x89PNG\r\n\x1a\n", 8);
    for (size_t i = 8; size - i >= 12;) {
        const size_t length = big_endian(file + i);
        if (length > size - i - 12)
            return;
        const uint32_t crc = crc_of(file + i + 4, length + 4);
        for (int k = 0; k < 4; k++)
            file[i + 8 + length + (size_t)k] = (uint8_t)(crc >> (24 - 8 * k));
        i += 12 + length;
    }
}

static void expect(bool kept) {
    if (!kept)
        abort();
}

static void read_heights(const char *path) {
    tr_error error = {0};
    tr_height_map map;
    const tr_status status = tr_png_read_heights(path, &map, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0] && !map.heights));
    int width = 0, height = 0; // from the header, before the texels are read
    const bool looks = tr_enhance_inspect(path, &width, &height);
    expect(looks ? width > 0 && height > 0 : status != TR_OK);
    expect(status != TR_OK || (width == map.width && height == map.height));
    unsigned highest = 0;
    for (size_t i = 0; status == TR_OK && i < (size_t)map.width * (size_t)map.height; i++)
        highest = map.heights[i] > highest ? map.heights[i] : highest;
    expect(highest <= UINT16_MAX && (status != TR_OK || (map.width > 0 && map.height > 0 && map.bits <= 16)));
    tr_free(map.heights);
}

static void read_text(const char *path) {
    tr_error error = {0};
    char *text;
    FILE *stream = fopen(path, "rb");
    expect(stream != NULL);
    const tr_status status = tr_png_read_text(stream, path, &text, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0] && !text));
    expect(!text || strlen(text) <= 1 << 24);
    tr_free(text);
    fclose(stream);
}

static void check_sums(const char *path) {
    bool sound;
    FILE *stream = fopen(path, "rb");
    expect(stream != NULL);
    expect(tr_png_verify(stream, path, &sound, NULL) == TR_OK);
    fclose(stream);
}

// Sizes that are large but allowed. They cover nothing else, and the address sanitizer is slow with so much
// memory.
static bool is_slow(const uint8_t *data, size_t size) {
    const uint64_t texels = size < 24 ? 0 : (uint64_t)big_endian(data + 16) * big_endian(data + 20);
    return texels > 1 << 20 && texels <= TR_PNG_MAX_TEXELS;
}

static void read_file(const uint8_t *data, size_t size) {
    char path[64];
    if (is_slow(data, size))
        return;
    const int file = memfd_create("fuzz.png", 0);
    expect(file >= 0 && write(file, data, size) == (ssize_t)size);
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    read_heights(path);
    read_text(path);
    check_sums(path);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *repaired = malloc(size + 1);
    if (!repaired)
        return 0;
    memcpy(repaired, data, size);
    repair(repaired, size);
    read_file(data, size);
    if (memcmp(repaired, data, size) != 0)
        read_file(repaired, size);
    free(repaired);
    return 0;
}
