#include "editor/rings.h"

#include "base/memory.h"
#include "editor/private/change_list.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double least_opacity = 0.02, narrowest = 0.05; // of ring widths, in radii
static const char *const plain_opacity = "0.8",
                         *const plain_colour =
                             "[[0, \"7c7264\"], [0.3, \"b5a88e\"], [0.6, \"d9cbae\"], [1, \"b8ac98\"]]";

bool tr_rings_are(const tr_document *document) { return tr_recipe_has_rings(tr_document_recipe(document)); }

bool tr_rings_can_be(const tr_document *document) { return tr_document_recipe(document)->mesh_columns == 0; }

// ---- rows --------------------------------------------------------------------------------------

// A recipe does not contain hidden rings, so the values that the seed drew are not known then.
static void mind_drawn(tr_document *document, tr_control *control) {
    const tr_recipe *drawn = tr_document_drawn(document);
    control->has_drawn = control->has_drawn && drawn && tr_recipe_has_rings(drawn);
}

int tr_rings_rows(tr_document *document, int most, tr_control *controls) {
    int count = 0;
    if (!tr_rings_are(document))
        return 0;
    for (int i = 0; i < tr_rings_table.count && count < most; i++) {
        const tr_parameter *p = &tr_rings_table.rows[i];
        char path[TR_CONTROL_PATH_BYTES];
        tr_control *control = &controls[count];
        snprintf(path, sizeof path, "rings.%s", p->key);
        if ((p->kind != TR_PARAMETER_NUMBER && p->kind != TR_PARAMETER_WHOLE) ||
            !tr_control_find(document, path, control))
            continue;
        mind_drawn(document, control);
        if (strcmp(p->key, "opacity") == 0) // at 0 the rings and this row would vanish
            control->low = fmin(control->value, least_opacity);
        if (strcmp(p->key, "outer") == 0)
            control->low = fmin(control->value, p->low + narrowest);
        count++;
    }
    return count < most ? count + tr_control_find(document, "tilt_deg", &controls[count]) : count;
}

// ---- add and remove ------------------------------------------------------------------------------

static void forget(void *c, const char *path) {
    if (strcmp(path, "rings") == 0 || strncmp(path, "rings.", 6) == 0)
        change_list_add(c, path, NULL);
}

// Computes whether the target would have rings; colours: number of stops.
static tr_status look(const tr_document *document, const change_list *c, bool *rings, int *colours,
                      tr_error *error) {
    char *text = NULL;
    tr_scene scene = {0};
    tr_status status = change_list_check(c, error);
    if (status == TR_OK)
        status = tr_text_change(tr_document_step(document)->text, NULL, document->target, c->count, c->list,
                                &text, error);
    if (status == TR_OK)
        status = tr_world_load(&(tr_world){.name = "world", .text = text}, &scene, error);
    if (status == TR_OK) {
        const tr_recipe *recipe = scene.planets[document->target].recipe;
        *rings = tr_recipe_has_rings(recipe);
        *colours = recipe->rings.gradient.count;
    }
    tr_scene_clear(&scene);
    tr_free(text);
    return status;
}

// First without differences; if there are still no rings, sets the opacity of the type's hidden rings, or adds
// plain ones.
static tr_status gather_rings(const tr_document *document, change_list *c, tr_error *error) {
    bool rings = false;
    int colours = 0;
    if (tr_document_differs(document, "rings.opacity"))
        change_list_add(c, "rings.opacity", NULL);
    tr_status status = look(document, c, &rings, &colours, error);
    if (status != TR_OK || rings)
        return status;
    change_list_add(c, "rings.opacity", plain_opacity);
    status = look(document, c, &rings, &colours, error);
    if (status == TR_OK && colours == 0)
        change_list_add(c, "rings.colour", plain_colour);
    return status;
}

// Makes the changes a step, if they could be found.
static tr_status finish(tr_status status, change_list *c, tr_document *document, const char *what,
                        tr_error *error) {
    if (status == TR_OK)
        status = change_list_commit(c, document, what, 0, error);
    change_list_clear(c);
    return status;
}

tr_status tr_rings_add(tr_document *document, tr_error *error) {
    change_list c = {0};
    if (tr_rings_are(document))
        return tr_fail(error, TR_BAD_USAGE, "This planet already has rings");
    return finish(gather_rings(document, &c, error), &c, document, "Rings", error);
}

tr_status tr_rings_remove(tr_document *document, tr_error *error) {
    change_list c = {0};
    bool rings = false;
    int colours = 0;
    if (!tr_rings_are(document))
        return tr_fail(error, TR_BAD_USAGE, "This planet has no rings");
    tr_status status =
        tr_text_differences(tr_document_step(document)->text, document->target, forget, &c, error);
    if (status == TR_OK)
        status = look(document, &c, &rings, &colours, error);
    if (rings) // the type's own, or driven by a knob
        change_list_add(&c, "rings.opacity", "0");
    return finish(status, &c, document, "Rings removed", error);
}

// ---- edges ---------------------------------------------------------------------------------------

bool tr_rings_push(const tr_document *document, const char *path, const char *value, tr_change *other,
                   char text[32]) {
    const tr_rings *rings = &tr_document_recipe(document)->rings;
    const bool inner = strcmp(path, "rings.inner") == 0, outer = strcmp(path, "rings.outer") == 0;
    char *end;
    const double edge = value ? strtod(value, &end) : 0;
    if ((!inner && !outer) || !value || end == value || !tr_rings_are(document))
        return false;
    const double pushed = inner ? fmax(rings->outer, edge + narrowest) : fmin(rings->inner, edge - narrowest);
    snprintf(text, 32, "%.6g", pushed);
    *other = (tr_change){inner ? "rings.outer" : "rings.inner", text};
    return pushed != (inner ? rings->outer : rings->inner);
}
