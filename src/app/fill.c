#include "app/private/actions.h"
#include "app/private/views.h"

#include "base/words.h"
#include "editor/named.h"
#include "editor/rings.h"
#include "editor/strokes.h"

#include <stdio.h>
#include <string.h>

// Updates the panel's rows when the document has changed.
static void refresh_rows(tr_app *app) {
    tr_rows_shown *rows = &app->rows;
    tr_document *document = &app->document;
    if (rows->revision == document->revision)
        return;
    const tr_recipe *recipe = tr_document_recipe(document);
    rows->count = tr_controls_shape(document, TR_MOST_SHAPE_ROWS, rows->controls);
    rows->place_count = tr_controls_place(document, TR_MOST_PLACE_ROWS, rows->places);
    rows->ring_count = tr_rings_rows(document, TR_MOST_RING_ROWS, rows->rings);
    rows->map_count = 0;
    for (int i = 0; i < recipe->map_count; i++) {
        char path[TR_CONTROL_PATH_BYTES];
        snprintf(path, sizeof path, "maps.%s.strength", recipe->maps[i].name);
        rows->map_count += tr_control_find(document, path, &rows->maps[rows->map_count]);
    }
    rows->type = tr_types_find(&app->types, recipe->type);
    rows->knob_count = recipe->type_knob_count < rows->count ? recipe->type_knob_count : rows->count;
    tr_document_name(document, rows->name);
    const char *path = tr_document_step(document)->path;
    tr_text_show(path ? path : "", rows->path, sizeof rows->path);
    rows->revision = document->revision;
}

// Updates the tab Colour. Without memory, its contents are left out.
static void refresh_colours(tr_app *app) {
    tr_colours_shown *colours = &app->colours;
    tr_document *document = &app->document;
    if (colours->revision == document->revision)
        return;
    colours->swatch_count = tr_colours_swatches(document, colours->swatches);
    if (tr_gradients_list(document, &colours->gradients, NULL) != TR_OK)
        tr_gradients_clear(&colours->gradients);
    colours->ring_gradient = -1;
    for (int i = 0; i < colours->gradients.count; i++)
        if (strcmp(colours->gradients.list[i].path, "rings.colour") == 0)
            colours->ring_gradient = i;
    colours->revision = document->revision;
}

static void refresh_layers(tr_app *app) {
    tr_layers_shown *layers = &app->layers;
    tr_document *document = &app->document;
    if (layers->revision == document->revision && strcmp(layers->open, layers->opened) == 0)
        return;
    layers->count = tr_elements_list(document, TR_MOST_ELEMENTS, layers->elements);
    layers->row_count =
        layers->open[0] ? tr_element_rows(document, layers->open, TR_MOST_ELEMENT_ROWS, layers->rows) : 0;
    memcpy(layers->opened, layers->open, sizeof layers->opened);
    layers->revision = document->revision;
}

// Updates the rows of the selected stroke.
static void refresh_stroke(tr_app *app) {
    tr_stroke_shown *shown = &app->stroke;
    tr_document *document = &app->document;
    char path[TR_CONTROL_PATH_BYTES];
    if (shown->revision == document->revision && strcmp(shown->name, app->paint.selected) == 0)
        return;
    if (tr_strokes_find(tr_document_recipe(document), app->paint.selected) < 0)
        app->paint.selected[0] = 0;
    snprintf(path, sizeof path, "strokes.%s", app->paint.selected);
    shown->row_count =
        app->paint.selected[0] ? tr_element_rows(document, path, TR_MOST_STROKE_ROWS, shown->rows) : 0;
    memcpy(shown->name, app->paint.selected, sizeof shown->name);
    shown->revision = document->revision;
}

// Updates the rows of the selected place.
static void refresh_pin(tr_app *app) {
    tr_pins *pins = &app->pins;
    tr_document *document = &app->document;
    char path[TR_CONTROL_PATH_BYTES];
    if (pins->revision == document->revision && strcmp(pins->shown, pins->selected) == 0)
        return;
    if (tr_named_find(tr_document_recipe(document), pins->selected) < 0)
        pins->selected[0] = 0;
    snprintf(path, sizeof path, "places.%s", pins->selected);
    pins->row_count = pins->selected[0] ? tr_element_rows(document, path, TR_MOST_PIN_ROWS, pins->rows) : 0;
    memcpy(pins->shown, pins->selected, sizeof pins->shown);
    pins->revision = document->revision;
}

// Updates the list of what can be found, while the search is open.
static void refresh_entries(tr_app *app) {
    tr_rows_shown *rows = &app->rows;
    const bool wanted = tr_panel_is_finding(app->panel);
    if (wanted == (rows->entries != NULL) && rows->entries_of == rows->revision)
        return;
    tr_free(rows->entries);
    rows->entries = NULL;
    rows->entry_count = wanted ? tr_finder_list(app, &rows->entries) : 0;
    rows->entries_of = rows->revision;
}

static void forget_press(tr_input *input) {
    input->press_count--;
    memmove(input->presses, input->presses + 1, sizeof *input->presses * (size_t)input->press_count);
}

static const char *find_front(const tr_app *app) {
    static const char *const dialogs[TR_SHEETS] = {"", "open", "save", "export", "picture", "enhance", "map"};
    return app->settings.asks || app->replacing.dialog ? "question"
           : app->settings.dialog                      ? dialogs[app->settings.dialog]
           : app->thumbnails.gallery.depth > 0         ? "gallery"
                                                       : "planet";
}

static void refresh(tr_app *app) {
    tr_act_forget_sheets(app);
    refresh_rows(app);
    refresh_colours(app);
    refresh_layers(app);
    refresh_stroke(app);
    refresh_pin(app);
    if (!tr_live_busy(app->viewport.live))
        app->rows.busy_path[0] = 0;
    app->drawn.near_missing = app->viewport.near.missing;
    refresh_entries(app);
    tr_act_find_stem(app);
    tr_thumbnail_views_fill(app);
    tr_trace_message(app->trace, app->message.text);
    tr_trace_front(app->trace, find_front(app));
    tr_trace_body(app->trace, app->rows.name);
}

static bool update(tr_app *app) {
    tr_command_queue commands = {0};
    refresh(app);
    const bool asked = tr_panel_update(app->panel, app, &commands);
    tr_panel_covers(app->panel, app->drawn.covered);
    if (tr_panel_saw_press(app->panel))
        forget_press(&app->input);
    for (int i = 0; i < commands.count; i++)
        tr_act(app, &commands.list[i]);
    tr_command_queue_clear(&commands);
    return asked;
}

static bool has_command(const tr_command_queue *queue) {
    for (int i = 0; i < queue->count; i++)
        if (queue->list[i].kind != TR_COMMAND_NOTHING)
            return true;
    return false;
}

// A key's command is executed before the update in which Dear ImGui sees the key and may close a list by it.
// Otherwise Esc would close the list, and then also the dialog below.
bool tr_fill_panel(tr_app *app) {
    enum { most = 256 }; // limit of consecutive updates
    bool asked = false, goes_on = true;
    for (int i = 0; i < most && goes_on; i++) {
        const bool asks = update(app);
        asked = asks || asked;
        goes_on = tr_panel_pass_keys(app->panel, !asks && app->input.commands.count == 0);
        goes_on = (goes_on || app->input.press_count > 0) && !has_command(&app->input.commands);
    }
    return asked || goes_on || app->input.commands.count > 0;
}
