#include "pack/pack.h"

#include "base/memory.h"

#include <zip.h>

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to pack the images");
}

static bool add(zip_t *zip, const tr_pack_entry *entry) {
    enum { first_of_january = 33 }; // of 1980, where the time of ZIP begins
    zip_source_t *source = zip_source_buffer(zip, entry->bytes, entry->length, 0);
    const zip_int64_t index = source ? zip_file_add(zip, entry->name, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0) {
        zip_source_free(source); // NULL is allowed
        return false;
    }
    // Most images are compressed already. Besides, versions of zlib differ in what they write.
    return zip_set_file_compression(zip, (zip_uint64_t)index, ZIP_CM_STORE, 0) == 0 &&
           zip_file_set_dostime(zip, (zip_uint64_t)index, 0, first_of_january, 0) == 0;
}

static bool copy(zip_source_t *archive, tr_atomic_file *file) {
    enum { piece = 1 << 16 };
    zip_int64_t count = -1;
    unsigned char *bytes = tr_malloc(piece);
    if (bytes && zip_source_open(archive) == 0) {
        while ((count = zip_source_read(archive, bytes, piece)) > 0)
            tr_atomic_write(file, bytes, (size_t)count);
        zip_source_close(archive);
    }
    tr_free(bytes);
    return count == 0;
}

tr_status tr_pack_write(int count, const tr_pack_entry *entries, tr_atomic_file *file, tr_error *error) {
    enum { slack = 1 << 20 }; // more than all headers
    size_t sum = slack;
    for (int i = 0; i < count; i++)
        sum += entries[i].length < TR_PACK_MAX_BYTES ? entries[i].length : (size_t)TR_PACK_MAX_BYTES;
    if (sum > TR_PACK_MAX_BYTES)
        return tr_fail(error, TR_BAD_INPUT, "the images have more than 1 GiB, which a pack may not have");
    zip_source_t *archive = zip_source_buffer_create(NULL, 0, 0, NULL);
    zip_t *zip = archive ? zip_open_from_source(archive, ZIP_TRUNCATE, NULL) : NULL;
    if (!zip) {
        zip_source_free(archive);
        return no_memory(error);
    }
    zip_source_keep(archive);
    bool good = true;
    for (int i = 0; i < count && good; i++)
        good = add(zip, &entries[i]);
    if (!good || zip_close(zip) != 0) {
        zip_discard(zip);
        good = false;
    }
    good = good && copy(archive, file);
    zip_source_free(archive);
    return good ? TR_OK : no_memory(error); // nothing else can fail in memory
}
