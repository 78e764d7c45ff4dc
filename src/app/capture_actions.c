// The commands for pictures and videos, and the data of their dialog.
#include "app/private/actions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { least_px = 16 };
static const double shortest_s = 0.2, longest_s = 120;

// ---- commands ------------------------------------------------------------------------------------

void tr_act_picture(tr_app *app) {
    const uint64_t reported = app->message.number;
    tr_capture_start(app);
    tr_act_note_outcome(app, TR_DIALOG_PICTURE, reported);
}

void tr_act_shot_cancel(tr_app *app) {
    const uint64_t reported = app->message.number;
    app->finishing = false;
    tr_capture_stop(app);
    tr_act_note_outcome(app, TR_DIALOG_PICTURE, reported);
}

// The user changed an option of the next picture, so the outcome of the last one is cleared.
static tr_shot_choice *choose(tr_app *app) {
    app->outcomes[TR_DIALOG_PICTURE].text[0] = 0;
    return &app->capture.choice;
}

void tr_act_picture_size(tr_app *app, double width, double height) {
    tr_shot_choice *choice = choose(app);
    int *px = choice->kind == TR_SHOT_PICTURE ? choice->picture_px : choice->video_px;
    px[0] = (int)fmax(least_px, fmin(TR_TILED_RENDER_WIDEST, width));
    px[1] = (int)fmax(least_px, fmin(TR_TILED_RENDER_WIDEST, height));
}

void tr_act_picture_folder(tr_app *app, const char *folder) {
    choose(app);
    tr_act_set_folder(app, app->output.pictures, app->files.chosen_folders.pictures, TR_USER_PICTURES, folder,
                      "picture");
}

// Takes a typed file name, which may have an extension. For pictures the extension selects PNG or JPEG. For
// videos it is dropped, because their format defines it.
void tr_act_picture_name(tr_app *app, const char *text) {
    static const char *const ends[] = {".jpg", ".jpeg", ".png",  ".gif", ".mp4", ".tga",
                                       ".tif", ".tiff", ".webp", ".bmp", ".exr", ".hdr"};
    enum { of_jpeg = 2, of_png = 2, end_count = sizeof ends / sizeof ends[0] };
    tr_shot_choice *choice = choose(app);
    char name[TR_STEM_BYTES];
    const char *end = strrchr(text, '.');
    int kind = 0;
    while (end && end > text && kind < end_count && strcasecmp(end, ends[kind]) != 0)
        kind++;
    const bool named = end && end > text && kind < end_count, picture = choice->kind == TR_SHOT_PICTURE;
    const size_t length = named ? (size_t)(end - text) : strlen(text); // without the extension
    snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : TR_STEM_BYTES - 1, text);
    if (picture)
        choice->jpeg = named && kind < of_jpeg;
    tr_outcome *outcome = &app->outcomes[TR_DIALOG_PICTURE];
    outcome->is_error = false;
    if (named && picture && kind > of_png)
        snprintf(outcome->text, sizeof outcome->text, "Pictures are PNG or JPEG: this one will be %s.png",
                 name);
    tr_give_name(&app->output.picture_name, tr_app_recipe(app), name);
}

void tr_act_picture_clear(tr_app *app, int clear) { choose(app)->clear = clear != 0; }
void tr_act_shot_kind(tr_app *app, int kind) { choose(app)->kind = (tr_shot_kind)kind; }
void tr_act_shot_file(tr_app *app, int kind) { choose(app)->reel = (tr_reel_kind)kind; }
void tr_act_shot_rate(tr_app *app, int rate) { choose(app)->rate = rate; }

void tr_act_shot_length(tr_app *app, double seconds) {
    choose(app)->seconds = fmax(shortest_s, fmin(longest_s, seconds));
}

void tr_act_shot_place(tr_app *app, int end) {
    tr_shot_choice *choice = choose(app);
    *(end ? &choice->to : &choice->from) = tr_capture_place(app);
    tr_message_say(&app->message, end ? "Flight end set" : "Flight start set");
}

void tr_act_shot_forget(tr_app *app, int end) {
    tr_shot_choice *choice = choose(app);
    *(end ? &choice->to : &choice->from) = (tr_shot_place){0};
}
