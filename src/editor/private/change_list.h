// Changes that are collected for one step of the document.
#pragma once
#include "editor/document.h"

// Zero-initialised: empty.
typedef struct change_list {
    tr_change *list; // owned, with its texts
    int count;
    bool lost; // no memory for one of them
} change_list;

// Copies both texts. Without memory, change_list_check() reports it.
void change_list_add(change_list *c, const char *path, const char *value);
// Whether there is one with that path.
bool change_list_has(const change_list *c, const char *path);
void change_list_clear(change_list *c);

// Adds the values of locked paths, which another seed would change, but for those in `except` (NULL: none).
// Returns their number.
int change_list_hold(change_list *c, const tr_recipe *recipe, int lock_count,
                     const char (*locks)[TR_DIFFERENCE_BYTES], const change_list *except);

// TR_NO_MEMORY if one of them was lost.
tr_status change_list_check(const change_list *c, tr_error *error);
// Makes them one step of the target (tr_document_change), or none if there are none, and clears them.
static inline tr_status change_list_commit(change_list *c, tr_document *document, const char *what,
                                           uint64_t drag_id, tr_error *error) {
    tr_status status = change_list_check(c, error);
    if (status == TR_OK && c->count > 0)
        status = tr_document_change(document, what, drag_id, false, c->count, c->list, error);
    change_list_clear(c);
    return status;
}
