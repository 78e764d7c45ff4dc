#include "base/memory.h"
#include "base/version.h"
#include "library/private/library.h"

#include <string.h>

const char *tr_version(void) { return TR_VERSION; }

int tr_pixels(void) { return TR_PIXELS; }

static tr_status choose_isa(const char *name, tr_isa *isa, tr_error *error) {
    *isa = tr_isa_best();
    for (int i = 0; name && i < TR_ISA_COUNT; i++) {
        if (strcmp(name, tr_isa_name((tr_isa)i)) != 0)
            continue;
        *isa = (tr_isa)i;
        return tr_isa_available(*isa) ? TR_OK : tr_fail(error, TR_BAD_USAGE, "this machine has no %s", name);
    }
    return name ? tr_fail(error, TR_BAD_USAGE, "isa is baseline, avx2 or avx512, not \"%.40s\"", name) : TR_OK;
}

tr_status tr_context_create(const tr_context_options *options, tr_context **out, tr_error *error) {
    const tr_context_options none = {0}, *o = options ? options : &none;
    tr_isa isa;
    *out = NULL;
    if (o->threads < 0 || o->threads > TR_POOL_MOST_THREADS)
        return tr_fail(error, TR_BAD_USAGE, "%d threads: 0 … %d are possible", o->threads,
                       TR_POOL_MOST_THREADS);
    if (!(o->limit_seconds >= 0))
        return tr_fail(error, TR_BAD_USAGE, "limit_seconds must be 0 (for 60) or above");
    tr_status status = choose_isa(o->isa, &isa, error);
    if (status != TR_OK)
        return status;
    tr_context *context = tr_calloc(1, sizeof *context);
    if (!context)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a context");
    context->isa = isa;
    context->budget = (tr_budget){o->limit_bytes, o->limit_seconds};
    status = o->run ? tr_pool_create_on(o->threads, o->run, o->system, &context->pool, error)
                    : tr_pool_create(o->threads, &context->pool, error);
    if (status != TR_OK) {
        tr_free(context);
        return status;
    }
    *out = context;
    return TR_OK;
}

void tr_context_destroy(tr_context *context) {
    if (!context)
        return;
    tr_pool_destroy(context->pool);
    tr_free(context);
}
