#include "app/private/capture_actions.h"

#include "app/private/actions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { least_px = 16, most_rates = 8 };
static const int rates[most_rates] = {10, 12, 15, 20, 25, 30, 50, 60};
static const double shortest_s = 0.2, longest_s = 120;

int tr_shots_fit_rate(int rate) {
    int best = rates[0];
    for (int i = 0; i < most_rates; i++)
        best = rates[i] <= rate ? rates[i] : best;
    return best;
}

// ---- what is asked for ---------------------------------------------------------------------------

static void set_size(tr_shot_choice *choice, double width, double height) {
    int *px = choice->kind == TR_SHOT_PICTURE ? choice->picture_px : choice->video_px;
    px[0] = (int)fmax(least_px, fmin(TR_TILED_RENDER_WIDEST, width));
    px[1] = (int)fmax(least_px, fmin(TR_TILED_RENDER_WIDEST, height));
}

static void keep_place(tr_app *app, bool end) {
    tr_shot_choice *choice = &app->capture.choice;
    *(end ? &choice->to : &choice->from) = tr_capture_place(app);
    tr_message_say(&app->message, end ? "Flight end set" : "Flight start set");
}

// As a person types it, perhaps with an end that names a kind of file: pictures are PNG or JPEG by it, and what
// videos end in their format says.
static void set_name(tr_app *app, const char *text) {
    static const char *const ends[] = {".jpg", ".jpeg", ".png",  ".gif", ".mp4", ".tga",
                                       ".tif", ".tiff", ".webp", ".bmp", ".exr", ".hdr"};
    enum { of_jpeg = 2, of_png = 2, end_count = sizeof ends / sizeof ends[0] };
    tr_shot_choice *choice = &app->capture.choice;
    char name[TR_STEM_BYTES];
    snprintf(name, sizeof name, "%.*s", TR_STEM_BYTES - 1, text);
    char *end = strrchr(name, '.');
    int kind = 0;
    while (end && end > name && kind < end_count && strcasecmp(end, ends[kind]) != 0)
        kind++;
    const bool named = end && end > name && kind < end_count, picture = choice->kind == TR_SHOT_PICTURE;
    if (named)
        *end = 0;
    if (picture)
        choice->jpeg = named && kind < of_jpeg;
    tr_outcome *outcome = &app->outcomes[TR_DIALOG_PICTURE];
    outcome->is_error = false;
    outcome->text[0] = 0;
    if (named && picture && kind > of_png)
        snprintf(outcome->text, sizeof outcome->text, "Pictures are PNG or JPEG: this one will be %s.png",
                 name);
    tr_give_name(&app->output.picture_name, tr_document_recipe(&app->document), name, false);
}

static bool choose(tr_app *app, const tr_command *command) {
    tr_shot_choice *choice = &app->capture.choice;
    switch (command->kind) {
    case TR_COMMAND_PICTURE_SIZE:
        set_size(choice, command->dx, command->dy);
        break;
    case TR_COMMAND_PICTURE_FOLDER:
        tr_act_set_folder(app, app->output.pictures, "PICTURES", command->text, "picture");
        break;
    case TR_COMMAND_PICTURE_NAME:
        set_name(app, command->text);
        return true;
    case TR_COMMAND_PICTURE_CLEAR:
        choice->clear = command->by != 0;
        break;
    case TR_COMMAND_SHOT_KIND:
        choice->kind = (tr_shot_kind)command->by;
        break;
    case TR_COMMAND_SHOT_FILE:
        choice->reel = (tr_reel_kind)command->by;
        break;
    case TR_COMMAND_SHOT_LENGTH:
        choice->seconds = fmax(shortest_s, fmin(longest_s, command->dx));
        break;
    case TR_COMMAND_SHOT_RATE:
        choice->rate = command->by;
        break;
    case TR_COMMAND_SHOT_PLACE:
        keep_place(app, command->by != 0);
        break;
    case TR_COMMAND_SHOT_FORGET:
        *(command->by ? &choice->to : &choice->from) = (tr_shot_place){0};
        break;
    default:
        return false;
    }
    app->outcomes[TR_DIALOG_PICTURE].text[0] = 0;
    return true;
}

bool tr_act_on_shots(tr_app *app, const tr_command *command) {
    const uint64_t reported = app->message.number;
    switch (command->kind) {
    case TR_COMMAND_PICTURE:
        tr_capture_start(app);
        tr_act_note_outcome(app, TR_DIALOG_PICTURE, reported);
        return true;
    case TR_COMMAND_SHOT_CANCEL:
        app->finishing = false;
        tr_capture_stop(app);
        tr_act_note_outcome(app, TR_DIALOG_PICTURE, reported);
        return true;
    default:
        return choose(app, command);
    }
}

// ---- what the dialog shows ------------------------------------------------------------------------

static void fill_files(const tr_shot_choice *choice, tr_panel_shot *shot) {
    static const struct {
        const char *name, *what;
    } files[TR_REEL_KINDS] = {[TR_REEL_MP4] = {"MP4 video", "H.264, for video players and the web"},
                              [TR_REEL_GIF] = {"GIF", "256 colours, loops"},
                              [TR_REEL_FRAMES] = {"PNG sequence", "A folder of numbered frames"},
                              [TR_REEL_SHEET] = {"Sprite sheet",
                                                 "One PNG with all frames in a grid, and a JSON file "
                                                 "with their layout"}};
    for (int i = 0; i < TR_REEL_KINDS; i++)
        shot->files[shot->file_count++] =
            (tr_panel_choice){files[i].name, files[i].what, i, (int)choice->reel == i};
}

static void fill_rates(const tr_shot_choice *choice, tr_shot_texts *texts, tr_panel_shot *shot) {
    for (int i = 0; i < most_rates; i++) {
        snprintf(texts->rates[i], sizeof texts->rates[i], "%d fps", rates[i]);
        shot->rates[shot->rate_count++] =
            (tr_panel_choice){texts->rates[i], "", rates[i], choice->rate == rates[i]};
    }
}

static void say_place(const tr_shot_place *place, char text[96]) {
    if (!place->given) {
        snprintf(text, 96, "Current view");
        return;
    }
    const double latitude = place->camera.latitude_deg, longitude = place->ground_longitude;
    snprintf(text, 96, "%.0f° %c, %.0f° %c; %.3g radii; %.1f h", fabs(latitude), latitude < 0 ? 'S' : 'N',
             fabs(longitude), longitude < 0 ? 'W' : 'E', place->radii, place->time_h);
}

// What it comes to. False: it cannot be, and why.
static bool say_size(const tr_shot_choice *choice, char line[160]) {
    const tr_reel_options o = tr_capture_options(choice);
    const double mb = fmax(tr_reel_bytes(&o) / 1e6, 0.1);
    int columns = 0, rows = 0;
    if (o.kind == TR_REEL_PICTURE) {
        if (choice->jpeg)
            snprintf(line, 160, "JPEG");
        else
            snprintf(line, 160, "PNG, about %.*f MB", mb < 10, mb);
        return true;
    }
    if (o.kind == TR_REEL_SHEET && !tr_reel_grid(o.frames, o.width, o.height, &columns, &rows)) {
        snprintf(line, 160,
                 "%d frames of this size need a sheet of more than %d pixels: use fewer or smaller frames",
                 o.frames, TR_REEL_WIDEST);
        return false;
    }
    const int end = snprintf(line, 160, "%d frames, about %.*f MB", o.frames, mb < 10, mb);
    if (columns > 0)
        snprintf(line + end, 160 - (size_t)end, "; %d × %d px", columns * o.width, rows * o.height);
    return true;
}

static void say_state(const tr_capture *s, char text[96]) {
    static const char *const phases[] = {"", "Computing maps …", "", "Writing …"};
    const double left = tr_capture_remaining_s(s, glfwGetTime());
    if (s->phase != TR_SHOT_PAINTS)
        snprintf(text, 96, "%s", phases[s->phase]);
    else if (left < 0)
        snprintf(text, 96, "%.0f %%", 100 * tr_capture_progress(s));
    else
        snprintf(text, 96, left < 90 ? "%.0f %%, about %.0f s" : "%.0f %%, about %.0f min",
                 100 * tr_capture_progress(s), fmax(left < 90 ? left : left / 60, 1));
}

void tr_shots_fill(const tr_app *app, tr_shot_texts *texts, tr_panel_shot *shot) {
    const tr_capture *s = &app->capture;
    const tr_shot_choice *choice = &s->choice;
    const int *px = choice->kind == TR_SHOT_PICTURE ? choice->picture_px : choice->video_px;
    *shot = (tr_panel_shot){.kind = choice->kind,
                            .width = px[0],
                            .height = px[1],
                            .clear = choice->clear,
                            .can_be_clear = choice->kind == TR_SHOT_PICTURE ? !choice->jpeg
                                                                            : tr_reel_has_alpha(choice->reel),
                            .seconds = choice->seconds,
                            .has_from = choice->from.given,
                            .has_to = choice->to.given,
                            .from = texts->from,
                            .to = texts->to,
                            .folder = app->output.pictures,
                            .name = texts->name,
                            .name_bytes = TR_STEM_BYTES,
                            .line = texts->line,
                            .state = texts->state,
                            .progress = s->phase == TR_SHOT_NONE ? -1 : tr_capture_progress(s)};
    fill_files(choice, shot);
    fill_rates(choice, texts, shot);
    say_place(&choice->from, texts->from);
    say_place(&choice->to, texts->to);
    shot->possible = say_size(choice, texts->line);
    say_state(s, texts->state);
    char stem[TR_STEM_BYTES] = "";
    if (app->settings.dialog == TR_DIALOG_PICTURE && tr_files_picture_stem(app, stem, NULL) != TR_OK)
        stem[0] = 0;
    const bool jpeg = choice->kind == TR_SHOT_PICTURE && choice->jpeg && stem[0];
    snprintf(texts->name, sizeof texts->name, "%s%s", stem, jpeg ? ".jpg" : "");
}
