#include "editor/private/change_list.h"

#include "base/size.h"

#include <stdio.h>
#include <string.h>

static void clear_change(tr_change *change) {
    tr_free((char *)(uintptr_t)change->path);
    tr_free((char *)(uintptr_t)change->value);
}

void change_list_add(change_list *c, const char *path, const char *value) {
    const bool grown = tr_grow(&c->list, c->count, sizeof *c->list);
    tr_change made = {tr_strdup(path), value ? tr_strdup(value) : NULL};
    if (grown && made.path && (made.value || !value)) {
        c->list[c->count++] = made;
    } else {
        clear_change(&made);
        c->lost = true;
    }
}

bool change_list_has(const change_list *c, const char *path) {
    for (int i = 0; i < c->count; i++)
        if (strcmp(c->list[i].path, path) == 0)
            return true;
    return false;
}

void change_list_clear(change_list *c) {
    while (c->count > 0)
        clear_change(&c->list[--c->count]);
    tr_free(c->list);
    *c = (change_list){0};
}

int change_list_hold(change_list *c, const tr_recipe *recipe, int lock_count,
                     const char (*locks)[TR_DIFFERENCE_BYTES], const change_list *except) {
    const int before = c->count;
    for (int i = 0; i < lock_count; i++) {
        const int knob = tr_recipe_find_type_knob(recipe, locks[i]);
        double value = knob >= 0 ? tr_recipe_type_knob(recipe, knob) : 0;
        char text[32];
        if ((except && change_list_has(except, locks[i])) || strcmp(locks[i], "seed") == 0 ||
            (knob < 0 && !tr_recipe_number_at(recipe, locks[i], &value)))
            continue;
        snprintf(text, sizeof text, "%.9g", value);
        change_list_add(c, locks[i], text);
    }
    return c->count - before;
}

tr_status change_list_check(const change_list *c, tr_error *error) {
    return c->lost ? tr_fail(error, TR_NO_MEMORY, "no memory for the changes of a planet") : TR_OK;
}
