// Any bytes as a pack that is opened as a world: unchanged, and with the check sums of its entries corrected.
// Otherwise inputs would rarely get past them. A pack is refused with a message, or what is read has the length
// that is told, and what is packed again is read again as it was.
#include "base/memory.h"
#include "fuzz.h"
#include "pack/pack.h"
#include "scene/load.h"

#include <unistd.h>
#include <zlib.h>

enum { most = 1 << 20 };

static void check(tr_status status, const tr_error *error) {
    expect(status == TR_OK || (status == TR_BAD_INPUT && error->message[0]), "it is read or refused");
}

// Packs one entry, and reads it from there.
static void pack_again(const char *path, const char *name, const char *bytes, size_t length) {
    const tr_pack_entry entry = {name, bytes, length};
    tr_atomic_file *file;
    tr_pack *pack;
    char *again;
    size_t count;
    expect(tr_atomic_open(path, &file, NULL) == TR_OK, "a file");
    expect(tr_atomic_end(file, tr_pack_write(1, &entry, file, NULL), NULL, NULL) == TR_OK, "it is packed");
    expect(tr_pack_open(path, &pack, NULL) == TR_OK, "what is packed opens");
    expect(tr_pack_read(pack, name, most, &again, &count, NULL) == TR_OK, "its entry is there");
    expect(count == length && memcmp(again, bytes, length) == 0, "an entry stays as it was");
    tr_free(again);
    tr_pack_close(pack);
}

static void read_entry(tr_pack *pack, const char *name, const char *other) {
    char *bytes;
    size_t length;
    tr_error error = {0};
    const tr_status status = tr_pack_read(pack, name, most, &bytes, &length, &error);
    check(status, &error);
    expect(status == TR_OK ? length <= most && bytes[length] == 0 : !bytes && length == 0,
           "an entry has an end");
    if (status == TR_OK)
        pack_again(other, name, bytes, length);
    tr_free(bytes);
}

static void read_pack(const char *path, const char *other) {
    tr_pack *pack;
    tr_scene scene = {0};
    tr_error error = {0}, refused = {0};
    const tr_status status = tr_pack_open(path, &pack, &error);
    check(status, &error);
    if (status == TR_OK) {
        read_entry(pack, TR_PACK_RECIPE, other);
        read_entry(pack, "relief.png", other);
        tr_pack_close(pack);
    }
    check(tr_world_load(&(tr_world){.name = path}, &scene, &refused), &refused);
    tr_scene_clear(&scene);
}

static uint32_t get(const uint8_t *at, int bytes) {
    uint32_t number = 0;
    for (int i = 0; i < bytes; i++)
        number |= (uint32_t)at[i] << 8 * i;
    return number;
}

// Corrects the check sums of stored entries, in their own headers and, in the same order, in the directory.
static void correct_sums(uint8_t *data, size_t size) {
    uint32_t sums[16];
    int count = 0, used = 0;
    for (size_t i = 0; i + 46 < size; i++) {
        if (memcmp(data + i, "PK\3\4", 4) == 0 && count < 16) {
            const size_t begin = i + 30 + get(data + i + 26, 2) + get(data + i + 28, 2),
                         length = get(data + i + 18, 4);
            const bool inside = begin <= size && length <= size - begin;
            sums[count] = inside ? (uint32_t)crc32(0, data + begin, (unsigned)length) : 0;
            memcpy(data + i + 14, &sums[count++], 4);
        } else if (memcmp(data + i, "PK\1\2", 4) == 0 && used < count)
            memcpy(data + i + 16, &sums[used++], 4);
    }
}

static void write_file(const char *path, const uint8_t *data, size_t size) {
    FILE *file = fopen(path, "wb");
    expect(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "a file");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[64] = "/dev/shm/terrella-fuzz-XXXXXX", path[128], other[128];
    uint8_t *corrected = malloc(size + 1);
    expect(corrected && mkdtemp(folder) != NULL, "a folder");
    snprintf(path, sizeof path, "%s/x.terrella", folder);
    snprintf(other, sizeof other, "%s/again.terrella", folder);
    write_file(path, data, size);
    read_pack(path, other);
    if (size)
        memcpy(corrected, data, size);
    correct_sums(corrected, size);
    write_file(path, corrected, size);
    read_pack(path, other);
    unlink(path);
    unlink(other);
    rmdir(folder);
    free(corrected);
    return 0;
}
