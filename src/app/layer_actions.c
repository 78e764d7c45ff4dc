// What the tab Layers asks for.
#include "app/private/actions.h"

#include <stdio.h>
#include <string.h>

static void open_element(tr_app *app, const char *path) {
    snprintf(app->layers.open, sizeof app->layers.open, "%s", path);
}

void tr_act_show(tr_app *app, const char *path, bool takes_keys) {
    app->settings.panel = true;
    tr_panel_show(app->panel, path, takes_keys);
    for (int i = 0; i < app->layers.count; i++)
        if (strcmp(app->layers.elements[i].path, path) == 0)
            open_element(app, path);
}

bool tr_act_on_layers(tr_app *app, const tr_command *command) {
    tr_error error = {0};
    tr_status status;
    tr_document *document = &app->document;
    char path[TR_CONTROL_PATH_BYTES];
    const double radii = tr_act_radii(app);
    switch (command->kind) {
    case TR_COMMAND_ELEMENT:
        open_element(app, command->path);
        return true;
    case TR_COMMAND_ELEMENT_ON:
        status = tr_element_switch(document, command->path, command->by, &error);
        break;
    case TR_COMMAND_ELEMENT_SOLO:
        status = tr_element_solo(document, command->path, command->by, &error);
        break;
    case TR_COMMAND_ELEMENT_REMOVE:
        status = tr_element_remove(document, command->path, &error);
        break;
    case TR_COMMAND_ELEMENT_MOVE:
        status = tr_element_move(document, command->path, command->by, &error);
        break;
    case TR_COMMAND_ELEMENT_ADD:
        status = tr_element_add(document, command->text, path, &error);
        if (status == TR_OK)
            open_element(app, path);
        break;
    default:
        return false;
    }
    tr_act_finish(app, radii, status, &error);
    return true;
}
