// The commands of the sheet "What is this map?".
#include "app/private/actions.h"

#include <stdio.h>
#include <string.h>

// The planet shows the map as the sheet now describes it; the sheet says what is wrong with it.
static void show(tr_app *app) {
    const uint64_t reported = app->message.number;
    app->outcomes[TR_DIALOG_MAP].text[0] = 0;
    if (!app->map_sheet.path[0])
        return;
    tr_act_finish(app, tr_map_sheet_show(&app->map_sheet, &app->document, tr_act_begin(app)));
    if (app->edit.error.status != TR_OK)
        tr_message_complain(&app->message, &app->edit.error);
    tr_act_note_outcome(app, TR_DIALOG_MAP, reported);
}

bool tr_act_take_map(tr_app *app, const char *path) {
    tr_error error = {0};
    if (!tr_map_sheet_accepts(path))
        return false;
    tr_act_end_map(app);
    if (tr_map_sheet_take(&app->map_sheet, &app->document, path, &error) == TR_OK)
        show(app);
    else
        tr_message_complain(&app->message, &error);
    return app->map_sheet.path[0] != 0;
}

void tr_act_end_map(tr_app *app) {
    if (!app->map_sheet.path[0])
        return;
    tr_act_finish(app, tr_document_take_back(&app->document, app->map_sheet.drag_id, tr_act_begin(app)));
    app->map_sheet.path[0] = 0;
}

void tr_act_map_kind(tr_app *app, int kind) {
    if (kind < 0 || kind > TR_OWN_CHANNEL)
        return;
    app->map_sheet.kind = (tr_own_kind)kind;
    show(app);
}

void tr_act_map_channel(tr_app *app, const char *name) {
    snprintf(app->map_sheet.channel, sizeof app->map_sheet.channel, "%s", name);
    show(app);
}

void tr_act_map_part(tr_app *app, int is_part) {
    app->map_sheet.is_part = is_part != 0;
    show(app);
}

void tr_act_map_heights(tr_app *app, int heights) {
    app->map_sheet.heights = (tr_map_heights)heights;
    show(app);
}

void tr_act_map_number(tr_app *app, const tr_command *edit) {
    double *number = tr_map_sheet_number(&app->map_sheet, edit->path);
    if (!number || *number == edit->x)
        return;
    *number = edit->x;
    show(app);
}

void tr_act_map_finer(tr_app *app) {
    char path[sizeof app->map_sheet.path];
    tr_error error = {0};
    memcpy(path, app->map_sheet.path, sizeof path);
    if (tr_enhancing_take(&app->enhancing, path, app->output.directory)) {
        tr_act_end_map(app);
        app->settings.dialog = TR_DIALOG_ENHANCE;
        return;
    }
    tr_fail(&error, TR_BAD_INPUT, "Only PNG files can be made finer");
    tr_message_complain(&app->message, &error);
}

// The step stays.
void tr_act_map_use(tr_app *app) {
    const tr_map_sheet *sheet = &app->map_sheet;
    if (tr_document_step(&app->document)->drag_id != sheet->drag_id || app->outcomes[TR_DIALOG_MAP].is_error)
        return; // the sheet says why
    tr_message_say(&app->message, "The planet follows %s; Ctrl+Z undoes it", sheet->name);
    app->document.steps[app->document.step].drag_id = 0;
    app->map_sheet.path[0] = 0;
    app->settings.dialog = TR_DIALOG_NONE;
}
