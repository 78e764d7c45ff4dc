// What a type promises of all its planets, as its file says it.
#include "scene/json.h"

#include <stdio.h>
#include <string.h>

static const char *const names[TR_BOUND_COUNT][2] = {
    [TR_BOUND_LAND] = {"land", "of a type: least and largest share of the planet at 0 m or above"},
    [TR_BOUND_LIGHTNESS] = {"lightness", "of a type: mean lightness of the albedo (OKLab)"},
    [TR_BOUND_CONTRAST] = {"contrast", "of a type: standard deviation of that lightness"},
    [TR_BOUND_CHROMA] = {"chroma", "of a type: mean chroma of the albedo (OKLab)"},
    [TR_BOUND_GLOW] = {"glow", "of a type: share of the planet that glows"},
};

const char *tr_bound_name(tr_bound bound) { return names[bound][0]; }

const char *tr_bound_what(tr_bound bound) { return names[bound][1]; }

static tr_status bad(tr_error *error, const char *key, const char *format, const char *text) {
    if (error && error->status == TR_OK)
        snprintf(error->path, sizeof error->path, "bounds%s%s", *key ? "." : "", key);
    return tr_fail(error, TR_BAD_INPUT, format, text);
}

tr_status json_read_bounds(const json_t *tree, tr_bounds *bounds, tr_error *error) {
    const char *key, *known[TR_BOUND_COUNT];
    json_t *node = json_object_get(tree, "bounds"), *pair;
    *bounds = (tr_bounds){0};
    for (int b = 0; b < TR_BOUND_COUNT; b++)
        known[b] = names[b][0];
    if (node && !json_is_object(node))
        return bad(error, "", "%s", "must be an object: {\"land\": [0.2, 0.5]}");
    json_object_foreach(node, key, pair) {
        int b = 0;
        while (b < TR_BOUND_COUNT && strcmp(known[b], key) != 0)
            b++;
        const char *nearest = b < TR_BOUND_COUNT ? NULL : tr_nearest_name(key, known, TR_BOUND_COUNT);
        if (nearest)
            return bad(error, key, "there is no such bound; did you mean '%s'?", nearest);
        if (b == TR_BOUND_COUNT)
            return bad(error, key, "%s", "there is no such bound; `terrella list parameters` names them");
        const json_t *low = json_array_get(pair, 0), *high = json_array_get(pair, 1);
        if (json_array_size(pair) != 2 || !json_is_number(low) || !json_is_number(high) ||
            json_number_value(low) > json_number_value(high))
            return bad(error, key, "%s", "must be the lowest and the highest value: [0.2, 0.5]");
        bounds->given[b] = true;
        bounds->low[b] = json_number_value(low), bounds->high[b] = json_number_value(high);
    }
    return TR_OK;
}
