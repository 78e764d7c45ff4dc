#include "pack/pack.h"

#include "base/memory.h"
#include "base/platform.h"
#include "base/words.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <zip.h>

struct tr_pack {
    zip_t *zip;
    char path[512];
};

bool tr_pack_is(const char *path) {
    static const char magic[] = {'P', 'K', 3, 4};
    char begin[sizeof magic];
    size_t count = 0;
    int file;
    if (tr_file_open_path(path, &file) != 0)
        return false;
    const int reason = tr_file_read(file, begin, sizeof begin, &count);
    tr_file_close(file);
    return reason == 0 && count == sizeof begin && memcmp(begin, magic, sizeof magic) == 0;
}

static tr_status fail(const tr_pack *pack, const char *message, tr_error *error) {
    tr_fail(error, TR_BAD_INPUT, "%s", message);
    if (error && !error->file[0])
        snprintf(error->file, sizeof error->file, "%s", pack->path);
    return TR_BAD_INPUT;
}

static tr_status fail_entry(const tr_pack *pack, const char *name, const char *what, tr_error *error) {
    char shown[256], message[512];
    snprintf(message, sizeof message, "in this archive, '%s' %s", tr_text_show(name, shown, sizeof shown),
             what);
    return fail(pack, message, error);
}

static tr_status no_memory(const tr_pack *pack, tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", pack->path);
}

static tr_status damaged(const tr_pack *pack, zip_error_t *why, tr_error *error) {
    char message[256];
    if (zip_error_code_zip(why) == ZIP_ER_MEMORY)
        return no_memory(pack, error);
    snprintf(message, sizeof message, "the archive is damaged or incomplete: %s", zip_error_strerror(why));
    return fail(pack, message, error);
}

// ---- checks ----------------------------------------------------------------------------------------

// In ZIP64 the number of entries is not bounded by 16 bits, and libzip takes memory for what the file says.
// An archive within these limits does not need it. Its mark lies before that of the end of an archive.
static bool is_zip64(const unsigned char *tail, size_t length) {
    enum { before = 20 };
    for (size_t i = before; i + 4 <= length; i++)
        if (memcmp(tail + i, "PK\5\6", 4) == 0 && memcmp(tail + i - before, "PK\6\7", 4) == 0)
            return true;
    return false;
}

static tr_status check_file(const tr_pack *pack, int file, uint64_t *bytes, tr_error *error) {
    enum { most_tail = 22 + 65535 + 20 }; // the mark of the end, with the longest comment
    tr_info info = {0};
    size_t count = 0;
    int reason = tr_file_info(file, &info);
    if (reason == 0 && info.bytes > TR_PACK_MAX_BYTES)
        return fail(pack, "the archive is larger than 1 GiB", error);
    unsigned char *tail = tr_malloc(most_tail);
    if (!tail)
        return no_memory(pack, error);
    if (reason == 0)
        reason =
            tr_file_read_at(file, info.bytes > most_tail ? info.bytes - most_tail : 0, tail, most_tail, &count);
    const bool zip64 = reason == 0 && is_zip64(tail, count);
    tr_free(tail);
    *bytes = info.bytes;
    return reason != 0 ? fail(pack, tr_reason_text(reason), error)
           : zip64     ? fail(pack, "archives in the format ZIP64 are not read; pack it without", error)
                       : TR_OK;
}

// Folders have an entry of their own in archives of some programs.
static bool is_folder(const zip_stat_t *entry) {
    const size_t length = strlen(entry->name);
    return entry->size == 0 && length > 1 && entry->name[length - 1] == '/';
}

static bool has_good_name(const zip_stat_t *entry) {
    char name[256];
    const size_t length = strlen(entry->name) - is_folder(entry);
    if (length >= sizeof name)
        return false;
    snprintf(name, sizeof name, "%.*s", (int)length, entry->name);
    return tr_path_is_below(name);
}

// Whether it is an ordinary file or folder, as far as the archive says: by the modes of POSIX.
static bool is_plain(zip_t *zip, uint64_t index) {
    enum { kinds = 0170000, file = 0100000, folder = 0040000 };
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(zip, index, 0, &system, &attributes) != 0)
        return false;
    const zip_uint32_t kind = system == ZIP_OPSYS_UNIX ? attributes >> 16 & kinds : 0;
    return kind == 0 || kind == file || kind == folder;
}

static bool is_second(zip_t *zip, uint64_t index, const char *name) {
    for (uint64_t i = 0; i < index; i++) {
        const char *other = zip_get_name(zip, i, ZIP_FL_ENC_RAW);
        if (other && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

static tr_status check_entry(const tr_pack *pack, uint64_t index, zip_stat_t *entry, tr_error *error) {
    const zip_uint64_t needed =
        ZIP_STAT_NAME | ZIP_STAT_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if (zip_stat_index(pack->zip, index, ZIP_FL_ENC_RAW, entry) != 0)
        return damaged(pack, zip_get_error(pack->zip), error);
    if ((entry->valid & needed) != needed)
        return fail(pack, "the archive is damaged: an entry has no name or no size", error);
    if (!has_good_name(entry))
        return fail_entry(pack, entry->name,
                          "is not a path below a folder, without \"..\" and \"/\" in front, of letters that "
                          "every system allows in names",
                          error);
    if (entry->encryption_method != ZIP_EM_NONE)
        return fail_entry(pack, entry->name, "is encrypted: pack it without a password", error);
    if (entry->comp_method != ZIP_CM_STORE && entry->comp_method != ZIP_CM_DEFLATE)
        return fail_entry(pack, entry->name, "is compressed in another way than Deflate", error);
    if (!is_plain(pack->zip, index))
        return fail_entry(pack, entry->name, "is a link or a device", error);
    return is_second(pack->zip, index, entry->name) ? fail_entry(pack, entry->name, "is there twice", error)
                                                    : TR_OK;
}

static tr_status check_entries(const tr_pack *pack, uint64_t file_bytes, tr_error *error) {
    enum { always = 64 << 20, factor = 100 };
    const zip_int64_t count = zip_get_num_entries(pack->zip, 0);
    uint64_t sum = 0;
    char message[96];
    if (count > TR_PACK_MAX_ENTRIES) {
        snprintf(message, sizeof message, "the archive has %lld entries, but at most %d are read",
                 (long long)count, TR_PACK_MAX_ENTRIES);
        return fail(pack, message, error);
    }
    for (zip_int64_t i = 0; i < count; i++) {
        zip_stat_t entry;
        const tr_status status = check_entry(pack, (uint64_t)i, &entry, error);
        if (status != TR_OK)
            return status;
        sum += entry.size <= TR_PACK_MAX_BYTES ? entry.size : (uint64_t)TR_PACK_MAX_BYTES + 1;
    }
    if (sum > TR_PACK_MAX_BYTES)
        return fail(pack, "the content of the archive is larger than 1 GiB", error);
    return sum > always && sum / factor > file_bytes
               ? fail(pack, "the content of the archive is compressed by more than a factor of 100", error)
               : TR_OK;
}

// ---- opening ---------------------------------------------------------------------------------------

static tr_status open_stream(tr_pack *pack, FILE *stream, tr_error *error) {
    zip_error_t why;
    zip_error_init(&why);
    zip_source_t *source = zip_source_filep_create(stream, 0, 0, &why); // closes the stream with the archive
    if (source)
        pack->zip = zip_open_from_source(source, ZIP_RDONLY, &why);
    const tr_status status = pack->zip ? TR_OK : damaged(pack, &why, error);
    if (!source)
        fclose(stream);
    else if (!pack->zip)
        zip_source_free(source);
    zip_error_fini(&why);
    return status;
}

static tr_status open_file(tr_pack *pack, int file, tr_error *error) {
    uint64_t bytes = 0;
    FILE *stream;
    tr_status status = check_file(pack, file, &bytes, error);
    if (status != TR_OK) {
        tr_file_close(file);
        return status;
    }
    const int reason = tr_file_stream(file, &stream); // closes the file after a failure
    if (reason != 0)
        return reason == ENOMEM ? no_memory(pack, error) : fail(pack, tr_reason_text(reason), error);
    status = open_stream(pack, stream, error);
    return status == TR_OK ? check_entries(pack, bytes, error) : status;
}

tr_status tr_pack_open(const char *path, tr_pack **out, tr_error *error) {
    int file;
    *out = NULL;
    tr_pack *pack = tr_calloc(1, sizeof *pack);
    if (!pack)
        return tr_fail(error, TR_NO_MEMORY, "no memory to read %s", path);
    snprintf(pack->path, sizeof pack->path, "%s", path);
    const int reason = tr_file_open_path(path, &file);
    const tr_status status = reason == 0        ? open_file(pack, file, error)
                             : reason == ENOMEM ? no_memory(pack, error)
                                                : fail(pack, tr_reason_text(reason), error);
    if (status == TR_OK)
        *out = pack;
    else
        tr_pack_close(pack);
    return status;
}

void tr_pack_close(tr_pack *pack) {
    if (pack && pack->zip)
        zip_discard(pack->zip);
    tr_free(pack);
}

// ---- reading ---------------------------------------------------------------------------------------

// Asks for one byte more than the content: libzip compares the check sum at its end.
static tr_status read_content(tr_pack *pack, zip_file_t *file, const zip_stat_t *entry, char *bytes,
                              tr_error *error) {
    size_t done = 0;
    zip_int64_t count = 1;
    while (count > 0 && done <= entry->size) {
        count = zip_fread(file, bytes + done, entry->size + 1 - done);
        done += count > 0 ? (size_t)count : 0;
    }
    if (count < 0)
        return damaged(pack, zip_file_get_error(file), error);
    bytes[entry->size] = 0;
    return done == entry->size ? TR_OK
                               : fail_entry(pack, entry->name, "is damaged: it has another size", error);
}

tr_status tr_pack_read(tr_pack *pack, const char *name, size_t most, char **bytes, size_t *length,
                       tr_error *error) {
    zip_stat_t entry;
    *bytes = NULL;
    *length = 0;
    if (zip_stat(pack->zip, name, ZIP_FL_ENC_RAW, &entry) != 0)
        return zip_error_code_zip(zip_get_error(pack->zip)) == ZIP_ER_NOENT
                   ? fail_entry(pack, name, "is missing", error)
                   : damaged(pack, zip_get_error(pack->zip), error);
    if (entry.size > most)
        return fail_entry(pack, name, "is too large", error);
    zip_file_t *file = zip_fopen_index(pack->zip, entry.index, 0);
    if (!file)
        return damaged(pack, zip_get_error(pack->zip), error);
    *bytes = tr_malloc(entry.size + 1);
    const tr_status status = *bytes ? read_content(pack, file, &entry, *bytes, error) : no_memory(pack, error);
    zip_fclose(file);
    if (status == TR_OK) {
        *length = entry.size;
        return TR_OK;
    }
    tr_free(*bytes);
    *bytes = NULL;
    return status;
}
