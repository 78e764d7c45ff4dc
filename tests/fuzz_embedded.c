// Any bytes as a GLB and as a web page with an embedded recipe: unchanged, and with the lengths in the GLB
// corrected. Otherwise inputs would rarely get past its header.
#include "base/memory.h"
#include "fuzz.h"
#include "scene/private/trees.h"

typedef tr_status reader(FILE *stream, const char *path, tr_source *source, tr_error *error);

static void read_with(reader *reads, const char *bytes, size_t size) {
    tr_source source = {0};
    tr_error error = {0};
    FILE *stream = fmemopen((void *)(uintptr_t)bytes, size, "rb");
    if (!stream)
        return;
    const tr_status status = reads(stream, "fuzz", &source, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0]), "it is read or refused");
    expect(status != TR_OK || (source.text && strlen(source.text) <= source.size && !source.text[source.size]),
           "a text has an end");
    tr_source_clear(&source);
    fclose(stream);
}

static void put(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> 8 * i);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    uint8_t *glb = malloc(size + 20);
    if (!glb)
        return 0;
    read_with(tr_source_read_page, (const char *)data, size);
    read_with(tr_source_read_glb, (const char *)data, size);
    memcpy(glb, "glTF", 4);
    put(glb + 4, 2), put(glb + 8, (uint32_t)size + 20), put(glb + 12, (uint32_t)size);
    memcpy(glb + 16, "JSON", 4);
    if (size)
        memcpy(glb + 20, data, size);
    read_with(tr_source_read_glb, (const char *)glb, size + 20);
    free(glb);
    return 0;
}
