// Compares recipes, and finds parameters by path.
#include "recipe/recipe.h"

#include <stdio.h>
#include <string.h>

enum { path_bytes = 256 };

// ---- differences -------------------------------------------------------------------------------

typedef struct comparing {
    const tr_recipe *a, *b;
    bool (*differs)(void *context, const char *path); // returns false to stop
    void *context;
    bool over;
} comparing;

static void note(comparing *c, const char *path) { c->over = c->over || !c->differs(c->context, path); }

static bool same_gradient(const comparing *c, const tr_gradient *x, const tr_gradient *y) {
    bool same = x->count == y->count;
    for (int i = 0; i < x->count && same; i++) {
        const tr_stop *p = &c->a->stops[x->first + i], *q = &c->b->stops[y->first + i];
        same = p->position == q->position && p->value == q->value && memcmp(p->srgb, q->srgb, 3) == 0;
    }
    return same;
}

static bool same_rows(const comparing *c, const tr_rows *x, const tr_rows *y) {
    bool same = x->count == y->count;
    for (int i = 0; i < x->count && same; i++) {
        const tr_row *p = &c->a->rows[x->first + i], *q = &c->b->rows[y->first + i];
        same = p->position == q->position && same_gradient(c, &p->gradient, &q->gradient);
    }
    return same;
}

static bool same_paths(const comparing *c, const tr_path *x, const tr_path *y) {
    bool same = x->count == y->count;
    for (int i = 0; i < x->count && same; i++) {
        const tr_path_point *p = &c->a->points[x->first + i], *q = &c->b->points[y->first + i];
        same = p->latitude == q->latitude && p->longitude == q->longitude;
    }
    return same;
}

static bool same_numbers(const double *x, const double *y, int count) {
    for (int i = 0; i < count; i++)
        if (x[i] != y[i])
            return false;
    return true;
}

static bool same_type_knobs(const tr_recipe *a, const tr_recipe *b) {
    bool same = a->type_knob_count == b->type_knob_count;
    for (int i = 0; i < a->type_knob_count && same; i++) {
        const tr_type_knob *x = &a->type_knobs[i], *y = &b->type_knobs[i];
        same = strcmp(x->name, y->name) == 0 && strcmp(x->label, y->label) == 0 &&
               strcmp(x->what, y->what) == 0 && x->drive_count == y->drive_count;
        for (int k = 0; k < x->drive_count && same; k++)
            same = strcmp(x->drives[k].path, y->drives[k].path) == 0 &&
                   x->drives[k].from == y->drives[k].from && x->drives[k].to == y->drives[k].to;
    }
    return same;
}

static bool same_value(const comparing *c, const tr_parameter *p, const void *x, const void *y) {
    const tr_number *n = x, *m = y;
    const tr_curve *f = x, *g = y;
    const tr_points *v = x, *w = y;
    switch (p->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        return *(const double *)x == *(const double *)y;
    case TR_PARAMETER_KNOBBED:
        return n->knob == m->knob && n->plus == m->plus && (n->knob == TR_KNOB_NONE || n->times == m->times);
    case TR_PARAMETER_FLAG:
        return *(const bool *)x == *(const bool *)y;
    case TR_PARAMETER_NAME:
    case TR_PARAMETER_FILE:
        return strcmp(x, y) == 0;
    case TR_PARAMETER_CHOICE:
        return *(const int *)x == *(const int *)y;
    case TR_PARAMETER_COLOUR:
        return memcmp(x, y, 3) == 0;
    case TR_PARAMETER_SEED:
        return *(const uint64_t *)x == *(const uint64_t *)y;
    case TR_PARAMETER_VECTOR:
        return same_numbers(x, y, tr_vector_count(p));
    case TR_PARAMETER_CURVE:
        return f->count == g->count && same_numbers(f->points[0], g->points[0], 2 * f->count);
    case TR_PARAMETER_POINTS:
        return v->count == w->count && same_numbers(v->points[0], w->points[0], 3 * v->count);
    case TR_PARAMETER_STOPS:
    case TR_PARAMETER_LEVELS:
        return same_gradient(c, x, y);
    case TR_PARAMETER_ROWS:
        return same_rows(c, x, y);
    case TR_PARAMETER_PATH:
        return same_paths(c, x, y);
    case TR_PARAMETER_KIND:
        return *(const tr_kind *const *)x == *(const tr_kind *const *)y;
    case TR_PARAMETER_TYPE_KNOBS:
        return same_type_knobs(c->a, c->b);
    default:
        return true; // members of structs and lists are compared separately
    }
}

static void compare_struct(comparing *c, const tr_parameter_table *table, const char *path, const void *x,
                           const void *y);

// The path of an element, which begins with its name.
static void path_of_element(const char *path, const char *element, char inner[path_bytes]) {
    snprintf(inner, path_bytes, "%.180s.%.*s", path, TR_NAME_BYTES - 1, element);
}

// Lists whose elements have the same names one by one, else as a whole.
static void compare_list(comparing *c, const tr_parameter *list, const char *path, const void *x,
                         const void *y) {
    const int count = tr_list_count(list, x);
    bool alike = count == tr_list_count(list, y);
    for (int i = 0; i < count && alike; i++)
        alike = strcmp(tr_list_at(list, x, i), tr_list_at(list, y, i)) == 0;
    if (!alike) {
        note(c, path);
        return;
    }
    for (int i = 0; i < count && !c->over; i++) {
        char inner[path_bytes];
        path_of_element(path, tr_list_at(list, x, i), inner);
        compare_struct(c, list->list->table, inner, tr_list_at(list, x, i), tr_list_at(list, y, i));
    }
}

static void compare_struct(comparing *c, const tr_parameter_table *table, const char *path, const void *x,
                           const void *y) {
    for (int i = 0; i < table->count && !c->over; i++) {
        const tr_parameter *p = &table->rows[i];
        const void *at = tr_parameter_in(p, x), *other = tr_parameter_in(p, y);
        char inner[path_bytes];
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", p->key);
        if (p->kind == TR_PARAMETER_STRUCT)
            compare_struct(c, p->table, inner, at, other);
        else if (p->kind == TR_PARAMETER_LIST)
            compare_list(c, p, inner, x, y);
        else if (!same_value(c, p, at, other))
            note(c, inner);
        if (p->kind == TR_PARAMETER_KIND && *(const tr_kind *const *)at == *(const tr_kind *const *)other)
            compare_struct(c, &(*(const tr_kind *const *)at)->parameters, path, x, y);
    }
}

void tr_recipe_differences(const tr_recipe *a, const tr_recipe *b,
                           bool (*differs)(void *context, const char *path), void *context) {
    comparing c = {.a = a, .b = b, .differs = differs, .context = context};
    compare_struct(&c, &tr_recipe_table, "", a, b);
}

static bool stop_at_first(void *context, const char *path) {
    (void)path;
    *(bool *)context = false;
    return false;
}

bool tr_recipe_equal(const tr_recipe *a, const tr_recipe *b) {
    bool equal = true;
    tr_recipe_differences(a, b, stop_at_first, &equal);
    return equal;
}

// ---- one by one --------------------------------------------------------------------------------

static void visit_struct(const tr_parameter_table *table, const char *path, const void *data,
                         tr_each_parameter each, void *context) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        const void *at = tr_parameter_in(p, data);
        char inner[path_bytes], of_element[path_bytes];
        snprintf(inner, sizeof inner, "%s%s%s", path, *path ? "." : "", p->key);
        for (int k = 0; p->kind == TR_PARAMETER_LIST && k < tr_list_count(p, data); k++) {
            path_of_element(inner, tr_list_at(p, data, k), of_element);
            visit_struct(p->list->table, of_element, tr_list_at(p, data, k), each, context);
        }
        if (p->kind == TR_PARAMETER_STRUCT)
            visit_struct(p->table, inner, at, each, context);
        else if (p->kind != TR_PARAMETER_LIST && p->kind != TR_PARAMETER_PLANETS)
            each(context, p, inner, at);
        if (p->kind == TR_PARAMETER_KIND)
            visit_struct(&(*(const tr_kind *const *)at)->parameters, path, data, each, context);
    }
}

void tr_parameters_each(const tr_parameter_table *table, const void *data, tr_each_parameter each,
                        void *context) {
    visit_struct(table, "", data, each, context);
}

// ---- places ------------------------------------------------------------------------------------

// The element of a list with that name, up to the next point.
static void *find_element(const tr_parameter *list, const void *data, const char *name, size_t length) {
    for (int i = 0; i < tr_list_count(list, data); i++) {
        char *element = tr_list_at(list, data, i);
        if (strncmp(element, name, length) == 0 && element[length] == 0)
            return element;
    }
    return NULL;
}

// Finds the row with that key in a table, or in the table of the element's kind.
static const tr_parameter *find_row(const tr_parameter_table *table, const void *data, const char *key,
                                    size_t length) {
    for (int i = 0; i < table->count; i++) {
        const tr_parameter *p = &table->rows[i];
        if (strncmp(p->key, key, length) == 0 && p->key[length] == 0)
            return p;
        const tr_kind *kind =
            p->kind == TR_PARAMETER_KIND ? *(const tr_kind *const *)tr_parameter_in(p, data) : NULL;
        const tr_parameter *inner = kind ? find_row(&kind->parameters, data, key, length) : NULL;
        if (inner)
            return inner;
    }
    return NULL;
}

bool tr_place_find(const tr_parameter_table *table, void *data, const char *path, tr_place *place) {
    for (const char *s = path;;) {
        size_t length = strcspn(s, ".");
        const tr_parameter *p = find_row(table, data, s, length);
        if (!p)
            return false;
        void *at = tr_parameter_at(p, data);
        *place = (tr_place){p, at};
        if (s[length] == 0)
            return true;
        s += length + 1;
        if (p->kind == TR_PARAMETER_LIST) {
            length = strcspn(s, ".");
            data = find_element(p, data, s, length), table = p->list->table;
            if (!data || s[length] == 0)
                return false;
            s += length + 1;
        } else if (p->kind == TR_PARAMETER_STRUCT) {
            data = at, table = p->table;
        } else
            return false;
    }
}

bool tr_recipe_find(tr_recipe *recipe, const char *path, tr_place *place) {
    return tr_place_find(&tr_recipe_table, recipe, path, place);
}

bool tr_recipe_equal_at(tr_recipe *a, tr_recipe *b, const char *path) {
    const comparing c = {.a = a, .b = b};
    tr_place x, y;
    const bool in_a = tr_recipe_find(a, path, &x), in_b = tr_recipe_find(b, path, &y);
    return in_a == in_b && (!in_a || (x.parameter == y.parameter && same_value(&c, x.parameter, x.at, y.at)));
}

bool tr_recipe_number_at(const tr_recipe *recipe, const char *path, double *value) {
    tr_place place;
    if (!tr_recipe_find((tr_recipe *)(uintptr_t)recipe, path, &place)) // tr_recipe_find does not modify it
        return false;
    switch (place.parameter->kind) {
    case TR_PARAMETER_NUMBER:
    case TR_PARAMETER_WHOLE:
        *value = *(const double *)place.at;
        return true;
    case TR_PARAMETER_KNOBBED:
        *value = tr_number_value(*(const tr_number *)place.at, recipe);
        return true;
    default:
        return false;
    }
}

bool tr_recipe_set_number(tr_recipe *recipe, const char *path, double value) {
    tr_place place;
    if (!tr_recipe_find(recipe, path, &place))
        return false;
    switch (place.parameter->kind) {
    case TR_PARAMETER_NUMBER:
        *(double *)place.at = value;
        return true;
    case TR_PARAMETER_WHOLE:
        *(double *)place.at = (double)(int64_t)(value < 0 ? value - 0.5 : value + 0.5);
        return true;
    case TR_PARAMETER_KNOBBED:
        *(tr_number *)place.at = (tr_number){.plus = value};
        return true;
    default:
        return false;
    }
}
