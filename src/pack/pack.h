// Packs: a recipe and the images of its maps in one file, a ZIP archive. Nothing is unpacked to the disk.
//
// Archives are untrusted. One is refused as a whole if it has more than TR_PACK_MAX_ENTRIES entries, is larger
// than TR_PACK_MAX_BYTES, packed or unpacked, has more than 64 MiB of content compressed by more than a factor
// of 100, or is in the format ZIP64; or if an entry is encrypted, a link or a device, has a name twice, or a
// name that is not a path below a folder.
#pragma once
#include "base/atomic_file.h"
#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

#define TR_PACK_RECIPE "recipe.json" // the entry of the recipe or the scene
enum { TR_PACK_MAX_ENTRIES = 256, TR_PACK_MAX_BYTES = 1 << 30 };

typedef struct tr_pack tr_pack;

// Whether a path leads to a regular file that begins as an archive does.
bool tr_pack_is(const char *path);
// Errors: TR_BAD_INPUT (not readable, damaged, or refused, as above), TR_NO_MEMORY.
tr_status tr_pack_open(const char *path, tr_pack **pack, tr_error *error);
void tr_pack_close(tr_pack *pack); // NULL is allowed
// Reads an entry of at most `most` bytes. A zero byte follows its content. The caller frees *bytes with
// tr_free. Errors: TR_BAD_INPUT (there is none of that name, it is larger or damaged), TR_NO_MEMORY.
tr_status tr_pack_read(tr_pack *pack, const char *name, size_t most, char **bytes, size_t *length,
                       tr_error *error);

// What is written into an archive.
typedef struct tr_pack_entry {
    const char *name;
    const void *bytes;
    size_t length;
} tr_pack_entry;

// Writes an archive. Equal entries give equal bytes: they are stored uncompressed, with a fixed time. Errors:
// TR_BAD_INPUT (it would be too large to be read again), TR_NO_MEMORY. The file records write errors.
tr_status tr_pack_write(int count, const tr_pack_entry *entries, tr_atomic_file *file, tr_error *error);
