#include "export/private/sidecars.h"

#include "base/atomic_file.h"
#include "base/decimals.h"
#include "base/memory.h"
#include "base/words.h"
#include "export/target.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void tr_text_add(tr_text *text, const char *format, ...) {
    const tr_decimals decimals = tr_decimals_begin();
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    const int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    const size_t end = text->used + (size_t)length + 1;
    if (!text->failed && end > text->capacity) {
        const size_t capacity = 2 * end + 256;
        char *grown = tr_realloc(text->bytes, capacity);
        text->failed = !grown;
        if (grown)
            text->bytes = grown, text->capacity = capacity;
    }
    if (!text->failed) {
        vsnprintf(text->bytes + text->used, text->capacity - text->used, format, list);
        text->used += (size_t)length;
    }
    va_end(list);
    tr_decimals_end(decimals);
}

void tr_text_quote(tr_text *text, const char *string) {
    const char *end = string + strlen(string);
    char letter[TR_JSON_LETTER_BYTES];
    tr_text_add(text, "\"");
    while (string < end) {
        string += tr_json_letter(string, end, letter);
        tr_text_add(text, "%s", letter);
    }
    tr_text_add(text, "\"");
}

tr_status tr_sidecars_describe(const tr_export_job *job, tr_sidecars *all, tr_error *error) {
    if (job->target && job->target->describe)
        job->target->describe(job, all);
    for (int i = 0; i < all->count; i++)
        if (all->items[i].text.failed)
            return tr_fail(error, TR_NO_MEMORY, "no memory for what lies beside the textures");
    return all->name_too_long ? tr_write_fail(error, job->stem, ENAMETOOLONG) : TR_OK;
}

tr_text *tr_sidecar_begin(tr_sidecars *all, const char *name, const char *ending) {
    assert(all->count < TR_SIDECARS_MOST);
    tr_sidecar *new = &all->items[all->count++];
    const int length = snprintf(new->name, sizeof new->name, "%s%s", name, ending);
    if (length < 0 || length >= (int)sizeof new->name)
        all->name_too_long = true;
    return &new->text;
}

void tr_sidecars_of_images(const tr_export_job *job, tr_sidecars *all, tr_sidecar_describe *describe) {
    char name[TR_EXPORT_NAME_BYTES];
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        for (int image = 0; output != TR_EXPORT_MESH && image < tr_export_file_count(job, output); image++)
            if (tr_export_file_name(job, output, image, name, sizeof name))
                describe(job, output, name, all);
}

void tr_sidecars_free(tr_sidecars *all) {
    for (int i = 0; i < all->count; i++) {
        tr_free(all->items[i].text.bytes);
        all->items[i].text = (tr_text){0};
    }
    all->count = 0;
}
