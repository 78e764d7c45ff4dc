#include "export/private/companions.h"

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
    if (!text->failed && end > text->room) {
        const size_t room = 2 * end + 256;
        char *grown = tr_realloc(text->bytes, room);
        text->failed = !grown;
        if (grown)
            text->bytes = grown, text->room = room;
    }
    if (!text->failed) {
        vsnprintf(text->bytes + text->used, text->room - text->used, format, list);
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

tr_status tr_companions_describe(const tr_export_job *job, tr_companions *all, tr_error *error) {
    if (job->target && job->target->describe)
        job->target->describe(job, all);
    for (int i = 0; i < all->count; i++)
        if (all->items[i].text.failed)
            return tr_fail(error, TR_NO_MEMORY, "no memory for what lies beside the textures");
    return all->name_too_long ? tr_write_fail(error, job->stem, ENAMETOOLONG) : TR_OK;
}

tr_text *tr_companion_begin(tr_companions *all, const char *name, const char *ending) {
    assert(all->count < TR_COMPANIONS_MOST);
    tr_companion *new = &all->items[all->count++];
    const int length = snprintf(new->name, sizeof new->name, "%s%s", name, ending);
    if (length < 0 || length >= (int)sizeof new->name)
        all->name_too_long = true;
    return &new->text;
}

void tr_companions_of_pictures(const tr_export_job *job, tr_companions *all, tr_companion_describe *describe) {
    char name[TR_EXPORT_NAME_BYTES];
    for (int part = 0; part < TR_EXPORT_PARTS; part++)
        for (int sheet = 0; part != TR_EXPORT_MESH && sheet < tr_export_file_count(job, part); sheet++)
            if (tr_export_file_name(job, part, sheet, name, sizeof name))
                describe(job, part, name, all);
}

void tr_companions_free(tr_companions *all) {
    for (int i = 0; i < all->count; i++) {
        tr_free(all->items[i].text.bytes);
        all->items[i].text = (tr_text){0};
    }
    all->count = 0;
}
