#include "export/private/tile_files.h"

#include "base/atomic_file.h"
#include "base/temporary.h"
#include "export/directory.h"
#include "export/private/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

tr_status tr_tile_path(const tr_export_job *job, int part, tr_tile tile, char path[1024], tr_error *error) {
    char name[TR_EXPORT_NAME_BYTES];
    return tr_tile_name(job, part, tile, name, sizeof name) ? tr_export_path(job, name, path, error)
                                                            : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

tr_status tr_tile_folders(const tr_export_job *job, const tr_pyramid *pyramid, int level, tr_error *error) {
    tr_status status = TR_OK;
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        for (int face = 0; face < (pyramid->cube ? 6 : 1) && job->maps & 1u << part && status == TR_OK;
             face++) {
            char path[1024];
            tr_directory made = {0};
            status = tr_tile_path(job, part, (tr_tile){.level = level, .face = face}, path, error);
            if (status != TR_OK)
                break;
            *strrchr(path, '/') = '\0';
            status = tr_directory_make(path, &made, error);
            if (status == TR_OK)
                tr_temporary_clear(path);
            tr_directory_keep(&made);
        }
    return status;
}

bool tr_tile_is_whole(const char *path) {
    const size_t length = strlen(path);
    struct stat there;
    if (stat(path, &there) != 0 || !S_ISREG(there.st_mode) || there.st_size == 0)
        return false;
    if (length < 4 || strcmp(path + length - 4, ".png") != 0)
        return true;
    char end[12] = "";
    const int file = open(path, O_RDONLY | O_CLOEXEC); // which needs no memory: a tile would count as missing
    const bool read = file >= 0 && pread(file, end, sizeof end, there.st_size - 12) == sizeof end;
    if (file >= 0)
        close(file);
    return read && memcmp(end + 4, "IEND", 4) == 0;
}

bool tr_tiles_are_complete(const tr_export_job *job, const tr_pyramid *pyramid) {
    char path[1024];
    for (int level = 0; level < pyramid->levels; level++)
        for (int i = 0; i < tr_pyramid_count(pyramid, level); i++)
            for (int part = 0; part < TR_EXPORT_PARTS; part++)
                if (job->maps & 1u << part &&
                    (tr_tile_path(job, part, tr_pyramid_tile(pyramid, level, i), path, NULL) != TR_OK ||
                     !tr_tile_is_whole(path)))
                    return false;
    return true;
}

// ---- removing ------------------------------------------------------------------------------------

// Whether a name is that of a tile: "5_2.png", "3_5_2.png", "tx_5_2.png".
static bool is_tile(const char *name) {
    const char *digits = strncmp(name, "tx_", 3) == 0 ? name + 3 : name;
    const size_t length = strspn(digits, "0123456789_");
    bool known = false;
    for (int f = 0; f < TR_FORMAT_COUNT && digits[length] == '.'; f++)
        known = known || strcmp(digits + length + 1, tr_file_format_extension((tr_file_format)f)) == 0;
    return known && length >= 3 && memchr(digits, '_', length) && digits[0] != '_';
}

// Whether a folder of the set's own is one that tiles come into.
static bool is_part(const char *name) {
    bool known = strcmp(name, "textures") == 0; // Celestia's
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        known = known || strcmp(name, tr_export_part_name(part)) == 0;
    return known;
}

// The folder right below the set's own that an entry lies in, or is.
static const char *first_below(FTSENT *entry) {
    while (entry->fts_level > 1)
        entry = entry->fts_parent;
    return entry->fts_name;
}

tr_status tr_tiles_remove(char *folder, tr_error *error) {
    char *const roots[] = {folder, NULL};
    tr_status status = TR_OK;
    FTS *walk = fts_open(roots, FTS_PHYSICAL | FTS_COMFOLLOW | FTS_NOCHDIR, NULL);
    if (!walk)
        return tr_write_fail(error, folder, errno);
    for (FTSENT *entry; status == TR_OK && (entry = fts_read(walk));) {
        if (entry->fts_info == FTS_D && entry->fts_level == 1 && !is_part(entry->fts_name))
            fts_set(walk, entry, FTS_SKIP);
        else if (entry->fts_info == FTS_DP && entry->fts_level >= 1 && is_part(first_below(entry)))
            (void)rmdir(entry->fts_path); // not empty: it stays
        else if (entry->fts_info == FTS_F && entry->fts_level > 1 && is_tile(entry->fts_name) &&
                 unlink(entry->fts_path) != 0)
            status = tr_write_fail(error, entry->fts_path, errno);
        else if (entry->fts_info == FTS_DNR || entry->fts_info == FTS_ERR)
            status = tr_write_fail(error, entry->fts_path, entry->fts_errno);
    }
    fts_close(walk);
    return status;
}
