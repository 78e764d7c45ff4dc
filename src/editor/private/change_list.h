// Changes that are collected for one step of the document.
#pragma once
#include "editor/document.h"

// Zero-initialised: empty.
typedef struct change_list {
    tr_change *list; // owned, with its texts
    int count;
    bool lost; // a change was lost for lack of memory
} change_list;

// Adds a change and copies both texts. If there is no memory, change_list_check() reports it.
void change_list_add(change_list *c, const char *path, const char *value);
// Whether the list has a change of that path.
bool change_list_has(const change_list *c, const char *path);
void change_list_clear(change_list *c);

// Adds the values of locked paths, except those in `except` (NULL: none), so that another seed does not change
// them. Returns the number of added values.
int change_list_hold(change_list *c, const tr_recipe *recipe, int lock_count,
                     const char (*locks)[TR_DIFFERENCE_BYTES], const change_list *except);

// Errors: TR_NO_MEMORY if a change was lost.
tr_status change_list_check(const change_list *c, tr_error *error);
// Applies all changes to the target as one step (tr_document_change), and clears the list. An empty list makes
// no step.
static inline tr_status change_list_commit(change_list *c, tr_document *document, const char *what,
                                           uint64_t drag_id, tr_error *error) {
    tr_status status = change_list_check(c, error);
    if (status == TR_OK && c->count > 0)
        status = tr_document_change(document, what, drag_id, false, c->count, c->list, error);
    change_list_clear(c);
    return status;
}
// Takes an element of a list out of the document: what the window has added is reset with all its differences,
// and an element of a file's list is removed by null.
static inline void change_list_remove_element(change_list *c, const tr_document *document, const char *path) {
    change_list_add(c, path, NULL);
    if (!tr_document_differs(document, path))
        change_list_add(c, path, "null");
}
