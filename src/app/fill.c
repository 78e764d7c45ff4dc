#include "app/private/fill.h"

#include "app/private/actions.h"
#include "app/private/file_actions.h"
#include "app/private/finder_list.h"
#include "app/private/thumbnail_views.h"
#include "app/private/views.h"
#include "app/shortcuts.h"

#include "base/memory.h"
#include "base/words.h"
#include "editor/rings.h"

#include <math.h>
#include <string.h>

// The rows of the panel, when the document is another than that of the last frame.
static void refresh_rows(tr_app *app) {
    tr_rows_shown *rows = &app->rows;
    tr_document *document = &app->document;
    if (rows->revision == document->revision && rows->controls)
        return;
    if (!rows->controls)
        rows->controls = tr_calloc(TR_MOST_SHAPE_ROWS, sizeof *rows->controls);
    const tr_recipe *recipe = tr_document_recipe(document);
    rows->count = rows->controls ? tr_controls_shape(document, TR_MOST_SHAPE_ROWS, rows->controls) : 0;
    if (!rows->places)
        rows->places = tr_calloc(TR_MOST_PLACE_ROWS, sizeof *rows->places);
    rows->place_count = rows->places ? tr_controls_place(document, TR_MOST_PLACE_ROWS, rows->places) : 0;
    if (!rows->rings)
        rows->rings = tr_calloc(TR_MOST_RING_ROWS, sizeof *rows->rings);
    rows->ring_count = rows->rings ? tr_rings_rows(document, TR_MOST_RING_ROWS, rows->rings) : 0;
    rows->knob_count = recipe->type_knob_count < rows->count ? recipe->type_knob_count : rows->count;
    tr_document_name(document, rows->name);
    const char *path = tr_document_step(document)->path;
    tr_text_show(path ? path : "", rows->path, sizeof rows->path);
    rows->revision = document->revision;
}

// The same of the tab Colour. What there is no memory for is not shown.
static void refresh_colours(tr_app *app) {
    tr_colours_shown *colours = &app->colours;
    tr_document *document = &app->document;
    if (colours->revision == document->revision)
        return;
    colours->swatch_count = tr_colours_swatches(document, colours->swatches);
    if (tr_gradients_list(document, &colours->gradients, NULL) != TR_OK)
        tr_gradients_clear(&colours->gradients);
    colours->revision = document->revision;
}

static void fill_colours(const tr_app *app, tr_panel_values *values) {
    const tr_colours_shown *colours = &app->colours;
    values->swatches = colours->swatches;
    values->swatch_count = colours->swatch_count;
    values->harmonies = tr_harmonies(&values->harmony_count);
    values->gradients = colours->gradients.list;
    values->gradient_count = colours->gradients.count;
    values->stops = colours->gradients.stops;
}

static void refresh_layers(tr_app *app) {
    tr_layers_shown *layers = &app->layers;
    tr_document *document = &app->document;
    if (layers->revision == document->revision && strcmp(layers->open, layers->opened) == 0)
        return;
    if (!layers->elements)
        layers->elements = tr_calloc(TR_MOST_ELEMENTS, sizeof *layers->elements);
    if (!layers->rows)
        layers->rows = tr_calloc(TR_MOST_ELEMENT_ROWS, sizeof *layers->rows);
    layers->count = layers->row_count = 0;
    if (layers->elements)
        layers->count = tr_elements_list(document, TR_MOST_ELEMENTS, layers->elements);
    if (layers->rows && layers->open[0])
        layers->row_count = tr_element_rows(document, layers->open, TR_MOST_ELEMENT_ROWS, layers->rows);
    memcpy(layers->opened, layers->open, sizeof layers->opened);
    layers->revision = document->revision;
}

static void fill_layers(const tr_app *app, tr_panel_values *values, const char *fields[TR_MOST_FIELDS]) {
    tr_listed_field list[TR_MOST_FIELDS];
    const int count = tr_field_list(list, TR_MOST_FIELDS);
    for (int i = 0; i < count && i < TR_MOST_FIELDS; i++)
        if (!strstr(list[i].name, "warp"))
            fields[values->field_count++] = list[i].name;
    values->fields = fields;
    values->elements = app->layers.elements;
    values->element_count = app->layers.count;
    values->element_rows = app->layers.rows;
    values->element_row_count = app->layers.row_count;
    values->open_element = app->layers.open;
}

static void fill_document(const tr_app *app, tr_panel_values *values) {
    const tr_document *document = &app->document;
    const tr_recipe *recipe = tr_document_recipe(document);
    values->name = app->rows.name;
    const char *slash = strrchr(app->rows.path, '/');
    values->path = app->rows.path;
    values->file = slash ? slash + 1 : app->rows.path;
    values->unsaved = !tr_document_step(document)->saved;
    values->undo = document->step > 0 ? tr_document_step(document)->what : NULL;
    values->redo = document->step + 1 < document->step_count ? document->steps[document->step + 1].what : NULL;
    values->types = app->types.names;
    values->type_count = app->types.count;
    values->type = tr_types_find(&app->types, recipe->type);
    values->type_name = recipe->type;
    values->planet_count = document->scene->planet_count;
    values->planet = document->target;
    values->seed = recipe->seed;
    values->controls = app->rows.controls;
    values->control_count = app->rows.count;
    values->knob_count = app->rows.knob_count;
    values->time_h = document->scene->time_h;
    values->has_clouds = recipe->clouds.cover.count > 0;
    values->map_width = app->viewport.map_width[document->target];
}

static void fill_enhance(const tr_enhancing *enhancing, tr_panel_enhance *e) {
    int64_t width, height;
    tr_enhancing_size(enhancing, &width, &height);
    *e = (tr_panel_enhance){.source = enhancing->source,
                            .path = enhancing->path,
                            .width = enhancing->width,
                            .height = enhancing->height,
                            .times = enhancing->times,
                            .wrap = (int)enhancing->wrap,
                            .new_width = (double)width,
                            .new_height = (double)height,
                            .progress = enhancing->work ? enhancing->percent / 100.0 : -1};
}

// Rings, the name, and the row that waits for what is solved anew.
static void fill_rows(tr_app *app, tr_panel_values *values) {
    tr_rows_shown *rows = &app->rows;
    values->ring_controls = rows->rings;
    values->ring_control_count = rows->ring_count;
    values->has_rings = tr_rings_are(&app->document);
    values->can_have_rings = tr_rings_can_be(&app->document);
    values->ring_gradient = -1;
    for (int i = 0; i < app->colours.gradients.count; i++)
        if (strcmp(app->colours.gradients.list[i].path, "rings.colour") == 0)
            values->ring_gradient = i;
    fill_enhance(&app->enhancing, &values->enhance);
    values->planet_name = tr_document_planet(&app->document)->name;
    if (!tr_live_busy(app->viewport.live))
        rows->busy_path[0] = 0;
    values->busy_path = rows->busy_path;
    values->busy_turn = fmod(glfwGetTime(), 1);
}

// How near the camera is, where that is worth a word.
static void refresh_near(tr_app *app) {
    const double radius_km = tr_document_recipe(&app->document)->radius_km;
    const double altitude_km = app->camera.distance_km - radius_km;
    app->drawn.near_text[0] = 0;
    app->drawn.near_missing = app->viewport.near.missing;
    if (app->settings.layout == TR_VIEW_GLOBE && app->camera.distance_km < TR_NEAR_RADII * radius_km)
        tr_near_ground_text(&app->viewport.near, altitude_km, app->drawn.pixel_rad, app->drawn.near_text,
                            sizeof app->drawn.near_text);
}

// What is told of the place under the mouse, or of the one that was clicked at.
static void fill_place_probe(const tr_app *app, tr_panel_values *values) {
    const tr_place_probe *look = &app->look;
    values->place_text = look->text;
    values->place_is_picked = look->picked;
    values->near_text = app->drawn.near_text;
    values->causes = look->causes;
    values->cause_count = look->picked ? look->cause_count : 0;
}

// What can be found is made a list of while somebody searches.
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

static void fill_legend(const tr_app *app, tr_panel_values *values) {
    tr_legend legend = {0};
    values->layout = (int)app->settings.layout;
    values->channel = (int)app->settings.channel;
    values->has_legend = tr_views_legend(app, &legend);
    if (!values->has_legend)
        return;
    values->legend_low_m = legend.low_m;
    values->legend_high_m = legend.high_m;
    for (int i = 0; i < TR_PANEL_LEGEND; i++)
        tr_legend_colour(&legend, legend.low_m + (legend.high_m - legend.low_m) * (i + 0.5) / TR_PANEL_LEGEND,
                         values->legend[i]);
}

static void fill_view(const tr_app *app, tr_panel_values *values) {
    const tr_settings *settings = &app->settings;
    values->visible = settings->panel;
    values->help = settings->help;
    values->asks = settings->asks;
    values->opens = app->waiting.kind != TR_OPENS_NOTHING;
    values->cursor[0] = app->input.cursor[0];
    values->cursor[1] = app->input.cursor[1];
    const tr_press *press = app->input.press_count > 0 ? app->input.presses : NULL;
    values->press = press && tr_panel_has_passed(app->panel, press->keys) ? press : NULL;
    values->sun_azimuth_deg = app->camera.sun_azimuth_deg;
    values->sun_elevation_deg = app->camera.sun_elevation_deg;
    values->rotating = settings->rotating;
    values->time_rate = settings->time_rate;
    values->clouds = settings->clouds;
    values->exposure_ev = settings->exposure_ev;
    values->quality = settings->quality + 1;
    values->baking = tr_live_busy(app->viewport.live);
    values->now_s = glfwGetTime();
    values->wrongs = app->wrongs;
    values->wrong_count = app->wrong_count;
    values->message = app->message.text;
    values->message_is_error = app->message.is_error;
    values->message_offers_reset = app->message.offers_reset;
    values->message_shows_body = app->message.shows_body;
    values->renderer = tr_renderer_description(app->viewport.renderer);
}

// What does not change while they move; where they are in the picture is told by the last one.
static void fill_bodies(tr_app *app, const char *names[TR_MAX_PLANETS]) {
    const tr_scene *scene = app->document.scene;
    for (int i = 0; i < scene->planet_count; i++) {
        const tr_scene_planet *planet = &scene->planets[i];
        tr_panel_body *body = &app->drawn.bodies[i];
        names[i] = planet->name[0] ? planet->name : planet->recipe->type;
        body->name = names[i];
        body->centre = tr_scene_centre(scene, i);
        body->orbit_km = scene->planets[i].orbit.radius_km;
        body->radius_km = scene->planets[i].recipe->radius_km;
    }
}

static void fill_fade(const tr_app *app, tr_panel_values *values) {
    values->last_picture = app->fade.texture;
    values->fade = tr_fade_left(&app->fade);
    values->has_still = app->fade.has_still;
    values->still_is_globe = app->settings.layout == TR_VIEW_GLOBE;
    values->still = app->settings.channel == TR_VIEW_LIT ? app->fade.still : 0;
}

static void fill_compare(const tr_app *app, tr_panel_values *values) {
    values->compared = tr_compare_shows(app) ? app->compare.name : NULL;
    values->divider_x = app->drawn.divider;
    values->picture_left = app->drawn.left;
}

static void trace_place(void *context, const char *name, double x, double y, double width, double height) {
    tr_trace_place(context, name, x, y, width, height);
}

static void forget_press(tr_input *input) {
    input->press_count--;
    memmove(input->presses, input->presses + 1, sizeof *input->presses * (size_t)input->press_count);
}

static const char *find_front(const tr_app *app) {
    static const char *const dialogs[TR_SHEETS] = {"", "open", "save", "export", "picture", "enhance"};
    return app->settings.asks || app->replacing.dialog ? "question"
           : app->settings.dialog                      ? dialogs[app->settings.dialog]
           : app->thumbnails.gallery.depth > 0         ? "gallery"
                                                       : "planet";
}

static bool update(tr_app *app) {
    tr_panel_values values = {0};
    const char *planets[TR_MAX_PLANETS], *fields[TR_MOST_FIELDS];
    tr_command_queue commands = {0};
    tr_file_texts texts;
    tr_act_forget_sheets(app);
    refresh_rows(app);
    refresh_colours(app);
    refresh_layers(app);
    fill_document(app, &values);
    fill_colours(app, &values);
    fill_layers(app, &values, fields);
    fill_view(app, &values);
    fill_rows(app, &values);
    refresh_near(app);
    fill_place_probe(app, &values);
    fill_legend(app, &values);
    fill_fade(app, &values);
    fill_compare(app, &values);
    refresh_entries(app);
    values.entries = app->rows.entries;
    values.entry_count = app->rows.entry_count;
    tr_file_fill(app, &texts, &values);
    fill_bodies(app, planets);
    values.planets = planets;
    values.bodies = app->drawn.bodies;
    values.body_count = values.planet_count;
    values.place_controls = app->rows.places;
    values.place_control_count = app->rows.place_count;
    values.shortcuts = tr_shortcuts(&values.shortcut_count);
    tr_thumbnail_views_fill(app, &values);
    if (app->trace) {
        values.place = trace_place;
        values.place_context = app->trace;
    }
    tr_trace_message(app->trace, app->message.text);
    tr_trace_front(app->trace, find_front(app));
    const bool asked = tr_panel_update(app->panel, &values, &commands);
    if (values.press && tr_panel_saw_press(app->panel))
        forget_press(&app->input);
    for (int i = 0; i < commands.count; i++)
        tr_act(app, &commands.list[i]);
    tr_command_queue_clear(&commands);
    return asked;
}

bool tr_fill_panel(tr_app *app) {
    enum { most = 256 }; // updates at once, whatever was done meanwhile
    bool asked = false, goes_on = true;
    for (int i = 0; i < most && goes_on; i++) {
        const bool asks = update(app);
        asked = asks || asked;
        goes_on = tr_panel_pass_keys(app->panel, !asks && app->input.commands.count == 0);
        goes_on = goes_on || app->input.press_count > 0;
    }
    return asked || goes_on || app->input.commands.count > 0;
}
