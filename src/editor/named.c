#include "editor/named.h"

#include "editor/controls.h"
#include "editor/private/change_list.h"

#include <stdio.h>
#include <string.h>

int tr_named_find(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->place_count; i++)
        if (strcmp(recipe->places[i].name, name) == 0)
            return i;
    return -1;
}

static void path_of(const char *name, char path[TR_CONTROL_PATH_BYTES]) {
    snprintf(path, TR_CONTROL_PATH_BYTES, "places.%s", name);
}

static void add(const tr_named_place *place, const char *name, change_list *c) {
    char path[TR_CONTROL_PATH_BYTES], text[256];
    path_of(name, path);
    snprintf(
        text, sizeof text,
        "{\"kind\": \"%s\", \"lat_deg\": %.7g, \"lon_deg\": %.8g, \"radius_km\": %.6g, \"height_m\": %.6g}",
        tr_named_kind_names[place->kind], place->lat_deg, place->lon_deg, place->radius_km, place->height_m);
    change_list_add(c, path, text);
}

static void take_out(const tr_document *document, const char *name, change_list *c) {
    char path[TR_CONTROL_PATH_BYTES];
    path_of(name, path);
    change_list_remove_element(c, document, path);
}

tr_status tr_named_add(tr_document *document, tr_named_kind kind, double lat_deg, double lon_deg,
                       char name[TR_NAME_BYTES], tr_error *error) {
    const tr_named_place place = {.kind = kind, .lat_deg = lat_deg, .lon_deg = lon_deg};
    const char *word = kind == TR_NAMED_ONLY ? "place" : tr_named_kind_names[kind];
    change_list c = {0};
    for (int i = 1; i <= TR_MAX_NAMED_PLACES + 1; i++) {
        snprintf(name, TR_NAME_BYTES, "%s %d", word, i);
        if (tr_named_find(tr_document_recipe(document), name) < 0)
            break;
    }
    add(&place, name, &c);
    return change_list_commit(&c, document, name, 0, error);
}

static tr_status no_such(const char *name, tr_error *error) {
    return tr_fail(error, TR_BAD_USAGE, "there is no place '%.60s'", name);
}

tr_status tr_named_remove(tr_document *document, const char *name, tr_error *error) {
    char what[TR_STEP_BYTES];
    change_list c = {0};
    if (tr_named_find(tr_document_recipe(document), name) < 0)
        return no_such(name, error);
    snprintf(what, sizeof what, "%.50s removed", name);
    take_out(document, name, &c);
    return change_list_commit(&c, document, what, 0, error);
}

tr_status tr_named_rename(tr_document *document, const char *name, const char *wanted, tr_error *error) {
    const tr_recipe *recipe = tr_document_recipe(document);
    const int at = tr_named_find(recipe, name);
    char what[TR_STEP_BYTES];
    change_list c = {0};
    if (at < 0)
        return no_such(name, error);
    if (strcmp(name, wanted) == 0)
        return TR_OK;
    if (!*wanted || strlen(wanted) >= TR_NAME_BYTES || strpbrk(wanted, "./\\\":*?<>|"))
        return tr_fail(error, TR_BAD_USAGE, "a name has 1 to %d bytes, and none of . / \\ \" : * ? < > |",
                       TR_NAME_BYTES - 1);
    if (tr_named_find(recipe, wanted) >= 0)
        return tr_fail(error, TR_BAD_USAGE, "there is a place '%s' already: choose another name", wanted);
    const tr_named_place place = recipe->places[at];
    take_out(document, name, &c);
    add(&place, wanted, &c);
    snprintf(what, sizeof what, "%.40s", wanted);
    return change_list_commit(&c, document, what, 0, error);
}

tr_status tr_named_move(tr_document *document, const char *name, double lat_deg, double lon_deg,
                        uint64_t drag_id, tr_error *error) {
    char path[TR_CONTROL_PATH_BYTES + 16], text[32], what[TR_STEP_BYTES];
    change_list c = {0};
    snprintf(path, sizeof path, "places.%s.lat_deg", name);
    snprintf(text, sizeof text, "%.9g", lat_deg);
    change_list_add(&c, path, text);
    snprintf(path, sizeof path, "places.%s.lon_deg", name);
    snprintf(text, sizeof text, "%.9g", lon_deg);
    change_list_add(&c, path, text);
    snprintf(what, sizeof what, "%.40s moved", name);
    return change_list_commit(&c, document, what, drag_id, error);
}
