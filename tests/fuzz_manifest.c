// Any bytes as a manifest: one that is verified, and the one of a set that an export replaces. Only files of
// the set itself may be listed for replacement.
#include "base/memory.h"
#include "export/private/replace.h"
#include "export/verify.h"
#include "fuzz.h"

#include <unistd.h>

struct told {
    int flaws, sets;
};

static void hear_flaw(void *context, const char *path, const char *what) {
    struct told *told = context;
    told->flaws++;
    expect(path && path[0] && what && what[0] && strlen(what) < 256, "a fault has a message");
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
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0]), "it is verified or refused");
    expect(status != TR_OK || (told.sets == 1 && flaws >= told.flaws), "faults are counted");
}

static void replace(const char *folder) {
    static tr_plan plan; // too large for the stack
    tr_earlier earlier;
    plan =
        (tr_plan){.job = {.stem = "x", .directory = folder}, .manifest = "x.manifest.json", .list = "x.sha256"};
    expect(tr_folder_open(folder, &plan.folder) == 0, "a folder");
    expect(tr_earlier_find(&plan, &earlier, NULL) == TR_OK, "a damaged manifest is not accepted");
    for (int i = 0; i < earlier.count; i++)
        expect(earlier.files[i].name[0] == 'x' && tr_set_can_have("x", earlier.files[i].name) &&
                   strlen(earlier.files[i].digest.sha256) < TR_DIGEST_BYTES,
               "only the set's own files are named");
    expect(earlier.ours || earlier.count == 0, "an invalid manifest lists no files");
    tr_earlier_free(&earlier);
    tr_folder_close(&plan.folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[64] = "/dev/shm/terrella-fuzz-XXXXXX", path[128];
    expect(mkdtemp(folder) != NULL, "a folder");
    snprintf(path, sizeof path, "%s/x.manifest.json", folder);
    FILE *file = fopen(path, "wb");
    expect(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "a file");
    check(path);
    replace(folder);
    unlink(path);
    rmdir(folder);
    return 0;
}
