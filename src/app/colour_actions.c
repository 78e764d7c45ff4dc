// What the tab Colour asks for.
#include "app/private/actions.h"
#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { die_sides = 10000 }; // short enough to remember

static void read_colour(const char *text, uint8_t srgb[3]) {
    const unsigned long rgb = strtoul(text, NULL, 16);
    for (int c = 0; c < 3; c++)
        srgb[c] = (uint8_t)(rgb >> (16 - 8 * c));
}

static tr_status apply_harmony(tr_app *app, int number, tr_error *error) {
    int count;
    const tr_harmony *harmonies = tr_harmonies(&count);
    char name[TR_STEP_BYTES];
    struct timespec now;
    tr_harmony harmony;
    clock_gettime(CLOCK_REALTIME, &now);
    const uint64_t roll = tr_hash_pair((uint64_t)now.tv_sec, (uint64_t)now.tv_nsec) % die_sides;
    snprintf(name, sizeof name, "Colours %llu", (unsigned long long)roll);
    harmony = number >= 0 && number < count ? harmonies[number] : tr_harmony_roll(roll, name);
    const tr_status status = tr_colours_apply(&app->document, &harmony, error);
    if (status == TR_OK)
        tr_message_say(&app->message, "%s", harmony.name);
    return status;
}

static tr_status act_on_stop(tr_document *document, const tr_command *command, tr_error *error) {
    uint8_t srgb[3];
    read_colour(command->text, srgb);
    switch (command->kind) {
    case TR_COMMAND_STOP_COLOUR:
        return tr_gradient_colour(document, command->path, command->by, srgb, command->drag_id, error);
    case TR_COMMAND_STOP_MOVE:
        return tr_gradient_move(document, command->path, command->by, command->dx, command->drag_id, error);
    case TR_COMMAND_STOP_ADD:
        return tr_gradient_add(document, command->path, command->dx, error);
    default:
        return tr_gradient_remove(document, command->path, command->by, error);
    }
}

bool tr_act_on_colours(tr_app *app, const tr_command *command) {
    tr_error error = {0};
    uint8_t srgb[3];
    tr_status status;
    const double radii = tr_act_radii(app);
    read_colour(command->text, srgb);
    switch (command->kind) {
    case TR_COMMAND_SWATCH:
        status = tr_colours_set(&app->document, command->by, srgb, command->drag_id, &error);
        break;
    case TR_COMMAND_SWATCH_BACK:
        status = tr_colours_reset(&app->document, command->by, &error);
        break;
    case TR_COMMAND_HARMONY:
        status = apply_harmony(app, command->by, &error);
        break;
    case TR_COMMAND_STOP_COLOUR:
    case TR_COMMAND_STOP_MOVE:
    case TR_COMMAND_STOP_ADD:
    case TR_COMMAND_STOP_REMOVE:
        status = act_on_stop(&app->document, command, &error);
        break;
    default:
        return false;
    }
    tr_act_finish(app, radii, status, &error);
    return true;
}
