// Executes commands: calls the function of each.
#include "app/private/actions.h"

enum { TR_ANYWHERE = 1, TR_LOOKS = 2, TR_FLIES = 4, TR_EDITS = 8 };

// The function of a command: the member that its row in command_list.h names.
typedef struct command_row {
    void (*plain)(tr_app *app);
    void (*number)(tr_app *app, int number);
    void (*value)(tr_app *app, double x);
    void (*point)(tr_app *app, double x, double y);
    void (*text)(tr_app *app, const char *text);
    void (*item)(tr_app *app, const char *text, int number);
    void (*edit)(tr_app *app, const tr_command *edit);
    unsigned when;
} command_row;

static const command_row rows[TR_COMMAND_KINDS] = {
#define COMMAND(name, argument, act, may) [name] = {.argument = (act), .when = (may)},
#include "app/command_list.h"
#undef COMMAND
};

void tr_act_nothing(tr_app *app) { (void)app; }

static void carry_out(tr_app *app, const command_row *row, const tr_command *command) {
    if (row->plain)
        row->plain(app);
    else if (row->number)
        row->number(app, command->number);
    else if (row->value)
        row->value(app, command->x);
    else if (row->point)
        row->point(app, command->x, command->y);
    else if (row->text)
        row->text(app, command->text);
    else if (row->item)
        row->item(app, command->text, command->number);
    else
        row->edit(app, command);
}

void tr_act(tr_app *app, const tr_command *command) {
    const command_row *row = &rows[command->kind];
    const bool looks = row->when & TR_LOOKS;
    const bool stale = app->message.is_error && !looks; // an earlier error is cleared
    const uint64_t reported = app->message.number;
    if (app->transfer.going && (!(row->when & TR_FLIES) || command->key != 0))
        tr_act_end_flight(app);
    if (!looks)
        tr_act_swap(app, 0);
    if (row->when & TR_EDITS)
        tr_act_lift_map(app);
    if ((row->when & TR_ANYWHERE) || !tr_gallery_front(&app->thumbnails.gallery))
        carry_out(app, row, command);
    if (row->when & TR_EDITS)
        tr_act_lay_map(app);
    if (stale && app->message.number == reported)
        tr_message_clear(&app->message);
}
