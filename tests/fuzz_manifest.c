// Any bytes as a manifest: as one that is checked, and as the one of a set that an export is to replace, of
// which no file is named that is not the set's own.
#include "base/memory.h"
#include "export/private/replace.h"
#include "export/verify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void expect(bool kept, const char *law) {
    if (kept)
        return;
    fprintf(stderr, "broken: %s\n", law);
    abort();
}

struct told {
    int flaws, sets;
};

static void hear_flaw(void *context, const char *path, const char *what) {
    struct told *told = context;
    told->flaws++;
    expect(path && path[0] && what && what[0] && strlen(what) < 256, "a flaw is told");
}

static void hear_set(void *context, const tr_verified *set) {
    struct told *told = context;
    told->sets++;
    expect(set->files >= 0 && set->flaws >= 0, "counts are counts");
}

static void check(const char *path) {
    struct told told = {0};
    const tr_verify_report report = {hear_flaw, hear_set, &told};
    tr_error error = {0};
    int flaws = -1;
    const tr_status status = tr_sets_verify(path, NULL, &report, &flaws, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0]), "it is looked at or refused");
    expect(status != TR_OK || (told.sets == 1 && flaws >= told.flaws), "flaws are counted");
}

static void replace(const char *path) {
    const tr_export_job job = {.stem = "x", .directory = "/proc/self/fd"};
    tr_earlier earlier;
    expect(tr_earlier_find(&job, path, &earlier, NULL) == TR_OK, "a manifest that is damaged is none");
    for (int i = 0; i < earlier.count; i++)
        expect(earlier.names[i][0] == 'x' && !strchr(earlier.names[i], '/'),
               "only the set's own files are named");
    expect(earlier.ours || earlier.count == 0, "what is no manifest names nothing");
    tr_earlier_free(&earlier);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64];
    const int file = memfd_create("fuzz.manifest.json", 0);
    expect(file >= 0 && write(file, data, size) == (ssize_t)size, "a file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    check(path);
    replace(path);
    close(file);
    return 0;
}
