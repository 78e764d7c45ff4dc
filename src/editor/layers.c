#include "editor/layers.h"

#include "base/memory.h"
#include "editor/private/change_list.h"

#include <stdio.h>
#include <string.h>

// ---- the list of elements ------------------------------------------------------------------------

typedef struct lister {
    const tr_recipe *recipe;
    tr_element *list;
    int most, count;
} lister;

static tr_element *add(lister *l, const char *list, const char *name, const char *kind) {
    if (l->count == l->most)
        return NULL;
    tr_element *e = &l->list[l->count++];
    *e = (tr_element){.on = true};
    snprintf(e->path, sizeof e->path, "%s.%s", list, name);
    snprintf(e->list, sizeof e->list, "%s", list);
    snprintf(e->name, sizeof e->name, "%s", name);
    snprintf(e->kind, sizeof e->kind, "%s", kind);
    return e;
}

static void add_paints(lister *l, const char *list, const tr_paints *paints) {
    for (int i = 0; i < paints->count; i++) {
        tr_element *e = add(l, list, paints->paints[i].name, paints->paints[i].channel);
        if (!e)
            return;
        e->can_rest = true;
        e->on = tr_number_value(paints->paints[i].strength, l->recipe) != 0;
    }
}

static void add_layers(lister *l) {
    for (int i = 0; i < l->recipe->layer_count; i++) {
        const tr_layer *layer = &l->recipe->layers[i];
        tr_element *e = add(l, "layers", layer->name, layer->kind->name);
        if (!e)
            return;
        snprintf(e->into, sizeof e->into, "%s", layer->into);
        e->can_rest = true;
        e->on = tr_number_value(layer->amount, l->recipe) != 0 ||
                tr_number_value(layer->offset, l->recipe) != 0 || layer->join != TR_JOIN_ADD;
    }
}

static void add_warps(lister *l) {
    for (int i = 0; i < l->recipe->warp_count; i++) {
        const tr_warp *warp = &l->recipe->warps[i];
        char path[TR_CONTROL_PATH_BYTES];
        double amount;
        tr_element *e = add(l, "warps", warp->name, warp->kind->name);
        if (!e)
            return;
        snprintf(path, sizeof path, "%.200s.amount", e->path);
        e->can_rest = tr_recipe_number_at(l->recipe, path, &amount);
        e->on = !e->can_rest || amount != 0;
    }
}

int tr_elements_list(const tr_document *document, int most, tr_element *elements) {
    const tr_recipe *recipe = tr_document_recipe(document);
    lister l = {recipe, elements, most, 0};
    add_layers(&l);
    add_warps(&l);
    add_paints(&l, "albedo", &recipe->albedo);
    add_paints(&l, "emission", &recipe->emission);
    add_paints(&l, "roughness", &recipe->roughness);
    add_paints(&l, "metal", &recipe->metal);
    add_paints(&l, "water", &recipe->water);
    add_paints(&l, "clouds.colour", &recipe->clouds.colour);
    add_paints(&l, "clouds.cover", &recipe->clouds.cover);
    return l.count;
}

// ---- rows of an element --------------------------------------------------------------------------

typedef struct row_lister {
    tr_document *document;
    const char *path;
    tr_element_row *rows;
    int most, count;
} row_lister;

static void fill_other(const tr_parameter *p, const char *path, const void *at, tr_element_row *row) {
    tr_control *c = &row->control;
    c->unit_size = 1;
    snprintf(c->path, sizeof c->path, "%s", path);
    snprintf(c->label, sizeof c->label, "%s", p->label ? p->label : p->key);
    tr_control_explain(c, p->what ? p->what : "");
    if (p->kind == TR_PARAMETER_FLAG) {
        row->kind = TR_ROW_FLAG;
        row->flag = *(const bool *)at;
    } else if (p->kind == TR_PARAMETER_CHOICE) {
        row->kind = TR_ROW_CHOICE;
        row->choice = *(const int *)at;
        while (row->choice_count < TR_ELEMENT_CHOICES && p->names[row->choice_count]) {
            row->choices[row->choice_count] = p->names[row->choice_count];
            row->choice_count++;
        }
    } else {
        row->kind = TR_ROW_NAME;
        snprintf(row->text, sizeof row->text, "%s", (const char *)at);
    }
}

static void add_row(void *context, const tr_parameter *p, const char *path, const void *at) {
    row_lister *l = context;
    const size_t length = strlen(l->path);
    if (strncmp(path, l->path, length) != 0 || path[length] != '.' || l->count == l->most)
        return;
    tr_element_row *row = &l->rows[l->count];
    *row = (tr_element_row){0};
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
    case TR_PARAMETER_KNOBBED:
        l->count += tr_control_find(l->document, path, &row->control);
        break;
    case TR_PARAMETER_NAME:
        if (strcmp(p->key, "name") == 0)
            break; // it identifies the element in all paths
        // fall through
    case TR_PARAMETER_FLAG:
    case TR_PARAMETER_CHOICE:
        fill_other(p, path, at, row);
        row->control.differs = tr_document_differs(l->document, path);
        l->count++;
        break;
    default: // curves, points, gradients: colour gradients are in the tab Colour
        break;
    }
}

int tr_element_rows(tr_document *document, const char *path, int most, tr_element_row *rows) {
    row_lister l = {document, path, rows, most, 0};
    tr_parameters_each(&tr_recipe_table, tr_document_recipe(document), add_row, &l);
    return l.count;
}

// ---- enable and disable --------------------------------------------------------------------------

// Changes that are collected for one step, and the elements that they are of.
typedef struct edit {
    change_list changes;
    tr_element *elements; // owned
    int element_count;
} edit;

static void change(edit *c, const tr_element *e, const char *key, const char *value) {
    char path[TR_CONTROL_PATH_BYTES];
    snprintf(path, sizeof path, "%.200s.%s", e->path, key);
    change_list_add(&c->changes, path, value);
}

static void rest(edit *c, const tr_element *e, const tr_recipe *recipe) {
    char path[TR_CONTROL_PATH_BYTES + 8];
    double offset = 0;
    tr_place join;
    const bool layer = strcmp(e->list, "layers") == 0, warp = strcmp(e->list, "warps") == 0;
    change(c, e, layer || warp ? "amount" : "strength", "0");
    if (!layer)
        return;
    snprintf(path, sizeof path, "%s.offset", e->path);
    if (tr_recipe_number_at(recipe, path, &offset) && offset != 0)
        change(c, e, "offset", "0");
    snprintf(path, sizeof path, "%s.join", e->path);
    if (tr_recipe_find((tr_recipe *)(uintptr_t)recipe, path, &join) && *(int *)join.at != TR_JOIN_ADD)
        change(c, e, "join", "add");
}

// Resets the differences that disable an element.
static void wake(edit *c, const tr_element *e, const tr_document *document) {
    static const char *const keys[] = {"amount", "offset", "join", "strength"};
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        char path[TR_CONTROL_PATH_BYTES + 16];
        snprintf(path, sizeof path, "%s.%s", e->path, keys[i]);
        if (tr_document_differs(document, path))
            change(c, e, keys[i], NULL);
    }
}

static const tr_element *find(const edit *c, const char *path) {
    for (int i = 0; i < c->element_count; i++)
        if (strcmp(c->elements[i].path, path) == 0)
            return &c->elements[i];
    return NULL;
}

static tr_status commit(tr_document *document, edit *c, const char *name, const char *end, tr_error *error) {
    char what[TR_STEP_BYTES];
    snprintf(what, sizeof what, "%.46s%s", name, end);
    return change_list_commit(&c->changes, document, what, 0, error);
}

static tr_status open_element(const tr_document *document, const char *path, edit *c, const tr_element **e,
                              tr_error *error) {
    *c = (edit){.elements = tr_calloc(TR_MOST_ELEMENTS, sizeof *c->elements)};
    *e = NULL;
    if (!c->elements)
        return tr_fail(error, TR_NO_MEMORY, "no memory for changes of layers");
    c->element_count = tr_elements_list(document, TR_MOST_ELEMENTS, c->elements);
    *e = find(c, path);
    return *e ? TR_OK : tr_fail(error, TR_BAD_USAGE, "there is no '%.80s'", path);
}

static void close_edit(edit *c) {
    change_list_clear(&c->changes);
    tr_free(c->elements);
}

tr_status tr_element_switch(tr_document *document, const char *path, bool on, tr_error *error) {
    edit c;
    const tr_element *e;
    tr_status status = open_element(document, path, &c, &e, error);
    if (status == TR_OK && !e->can_rest)
        status = tr_fail(error, TR_BAD_USAGE, "'%s' cannot be switched off", e->name);
    if (status == TR_OK && on != e->on) {
        if (on)
            wake(&c, e, document);
        else
            rest(&c, e, tr_document_recipe(document));
        if (c.changes.count == 0 && !c.changes.lost)
            status = tr_fail(error, TR_BAD_USAGE, "'%s' has no strength: change its amount", e->name);
        else
            status = commit(document, &c, e->name, on ? " on" : " off", error);
    }
    close_edit(&c);
    return status;
}

static bool is_beside(const tr_element *a, const tr_element *b) {
    return a != b && strcmp(a->list, b->list) == 0 && strcmp(a->into, b->into) == 0 && a->can_rest;
}

tr_status tr_element_solo(tr_document *document, const char *path, bool on, tr_error *error) {
    edit c;
    const tr_element *e;
    const tr_status found = open_element(document, path, &c, &e, error);
    tr_status status = found;
    for (int i = 0; i < c.element_count && found == TR_OK; i++) {
        const tr_element *other = &c.elements[i];
        if (is_beside(other, e) && on && other->on)
            rest(&c, other, tr_document_recipe(document));
        if (!other->on && ((is_beside(other, e) && !on) || other == e))
            wake(&c, other, document);
    }
    if (found == TR_OK)
        status = commit(document, &c, e->name, on ? " alone" : " no longer alone", error);
    close_edit(&c);
    return status;
}

// ---- removing, moving and adding elements --------------------------------------------------------

tr_status tr_element_remove(tr_document *document, const char *path, tr_error *error) {
    edit c;
    const tr_element *e;
    tr_status status = open_element(document, path, &c, &e, error);
    if (status == TR_OK) {
        // An added element is in the text as a whole, so its difference is reset. One of the type is removed by
        // null.
        change_list_add(&c.changes, path, tr_document_differs(document, path) ? NULL : "null");
        status = commit(document, &c, e->name, " removed", error);
    }
    close_edit(&c);
    return status;
}

// The element `by` places away in the same list; *none: there is none.
static const tr_element *beside(const edit *c, const tr_element *e, int by, bool *none) {
    const int at = (int)(e - c->elements) + by;
    *none = at < 0 || at >= c->element_count || strcmp(c->elements[at].list, e->list) != 0;
    return *none ? NULL : &c->elements[at];
}

tr_status tr_element_move(tr_document *document, const char *path, int by, tr_error *error) {
    edit c;
    const tr_element *e;
    bool none, at_end;
    tr_status status = open_element(document, path, &c, &e, error);
    if (status == TR_OK) {
        const tr_element *follower = beside(&c, e, by > 0 ? 2 : -1, &none);
        char value[TR_ELEMENT_NAME_BYTES + 2];
        beside(&c, e, by, &at_end);
        snprintf(value, sizeof value, "\"%s\"", follower ? follower->name : "");
        if (!at_end) {
            change(&c, e, "before", NULL); // makes the new order the last one
            change(&c, e, "before", value);
            status = commit(document, &c, e->name, by < 0 ? " up" : " down", error);
        }
    }
    close_edit(&c);
    return status;
}

// Field examples go from about -1 to 1. An amount of a fortieth of the height range is visible, and does not
// drown the land. Some fields are in metres already.
static tr_status add_layer(tr_document *document, const char *what, const char *kind, const char *path,
                           const char *value, tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    char amount[TR_CONTROL_PATH_BYTES + 16], number[32];
    const bool metres = strcmp(kind, "terrain") == 0 || strcmp(kind, "gullies") == 0;
    snprintf(amount, sizeof amount, "%s.amount", path);
    snprintf(number, sizeof number, "%.3g", (recipe->height_max_m - recipe->height_min_m) / 40);
    const tr_change both[] = {{path, value}, {amount, number}};
    return tr_document_change(document, what, 0, false, metres ? 1 : 2, both, error);
}

tr_status tr_element_add(tr_document *document, const char *kind, char path[TR_CONTROL_PATH_BYTES],
                         tr_error *error) {
    char *value = NULL, what[TR_STEP_BYTES];
    tr_place place;
    tr_status status = tr_field_example_json(kind, &value, error);
    for (int i = 1; i <= TR_MAX_LAYERS && status == TR_OK; i++) { // finds an unused name
        snprintf(path, TR_CONTROL_PATH_BYTES, i == 1 ? "layers.%.60s" : "layers.%.60s %d", kind, i);
        char name[TR_CONTROL_PATH_BYTES + 8];
        snprintf(name, sizeof name, "%s.name", path);
        if (!tr_recipe_find(tr_document_recipe(document), name, &place))
            break;
    }
    snprintf(what, sizeof what, "New layer: %.40s", kind);
    if (status == TR_OK)
        status = add_layer(document, what, kind, path, value, error);
    tr_free(value);
    return status;
}
