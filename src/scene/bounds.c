// What a type promises of all its planets, as its file says it.
#include "scene/private/trees.h"

#include <stdio.h>
#include <string.h>

static const char *const names[TR_BOUND_COUNT][2] = {
    [TR_BOUND_LAND] = {"land", "of a type: least and largest fraction of the planet at 0 m or above"},
    [TR_BOUND_LIGHTNESS] = {"lightness", "of a type: mean lightness of the albedo (OKLab)"},
    [TR_BOUND_CONTRAST] = {"contrast", "of a type: standard deviation of that lightness"},
    [TR_BOUND_CHROMA] = {"chroma", "of a type: mean chroma of the albedo (OKLab)"},
    [TR_BOUND_GLOW] = {"glow", "of a type: fraction of the planet that glows"},
};

const char *tr_bound_name(tr_bound bound) { return names[bound][0]; }

const char *tr_bound_what(tr_bound bound) { return names[bound][1]; }

static tr_status bad(tr_error *error, const char *key, const char *format, const char *text) {
    if (error && error->status == TR_OK)
        snprintf(error->path, sizeof error->path, "bounds%s%s", *key ? "." : "", key);
    return tr_fail(error, TR_BAD_INPUT, format, text);
}

tr_status tr_tree_read_bounds(const tr_json *tree, tr_bounds *bounds, tr_error *error) {
    const char *known[TR_BOUND_COUNT];
    const tr_json *node = tr_json_get(tree, "bounds");
    *bounds = (tr_bounds){0};
    for (int b = 0; b < TR_BOUND_COUNT; b++)
        known[b] = names[b][0];
    if (node && !tr_json_is(node, TR_JSON_OBJECT))
        return bad(error, "", "%s", "must be an object: {\"land\": [0.2, 0.5]}");
    for (const tr_json *pair = tr_json_members(node); pair; pair = pair->next) {
        const char *key = pair->key;
        int b = 0;
        while (b < TR_BOUND_COUNT && strcmp(known[b], key) != 0)
            b++;
        const char *nearest = b < TR_BOUND_COUNT ? NULL : tr_nearest_name(key, known, TR_BOUND_COUNT);
        if (nearest)
            return bad(error, key, "there is no such bound; did you mean '%s'?", nearest);
        if (b == TR_BOUND_COUNT)
            return bad(error, key, "%s", "there is no such bound; `terrella list parameters` names them");
        const tr_json *low = tr_json_at(pair, 0), *high = tr_json_at(pair, 1);
        if (tr_json_count(pair) != 2 || !tr_json_is_number(low) || !tr_json_is_number(high) ||
            tr_json_number(low) > tr_json_number(high))
            return bad(error, key, "%s", "must be the lowest and the highest value: [0.2, 0.5]");
        if (tr_json_number(low) < 0 || tr_json_number(high) > 1)
            return bad(error, key, "%s", "both values must be 0 … 1");
        bounds->given[b] = true;
        bounds->low[b] = tr_json_number(low), bounds->high[b] = tr_json_number(high);
    }
    return TR_OK;
}
