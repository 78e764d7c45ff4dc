#include "app/private/actions.h"
#include "app/private/page.h"

#include <stdio.h>
#include <string.h>

// The part of the choice that is saved as words: target, projection, and maps, separated by spaces; "": none.
typedef struct choice_words {
    char target[TR_SETTING_BYTES], layout[TR_SETTING_BYTES], parts[TR_SETTING_BYTES];
} choice_words;

enum { setting_count = 21 };

static tr_setting_list list_settings(tr_app *app, choice_words *words, tr_setting into[setting_count]) {
    const double least = 16, most = TR_TILED_RENDER_WIDEST, farthest = 1 << 15;
    int *place = app->window.place;
    tr_export_choice *set = &app->output.choice;
    tr_shot_choice *shot = &app->capture.choice;
    tr_folders *folders = &app->files.chosen_folders;
    const tr_setting all[setting_count] = {
        {"scale", TR_SETTING_NUMBER, &app->settings.scale, 0.5, 3},
        {"export_for", TR_SETTING_TEXT, words->target, 0, 0},
        {"export_projection", TR_SETTING_TEXT, words->layout, 0, 0},
        {"export_width", TR_SETTING_WHOLE, &set->width, 1, 1 << 20},
        {"export_maps", TR_SETTING_TEXT, words->parts, 0, 0},
        {"export_all", TR_SETTING_FLAG, &app->output.all, 0, 1},
        {"picture_width", TR_SETTING_WHOLE, &shot->picture_px[0], least, most},
        {"picture_height", TR_SETTING_WHOLE, &shot->picture_px[1], least, most},
        {"video_width", TR_SETTING_WHOLE, &shot->video_px[0], least, most},
        {"video_height", TR_SETTING_WHOLE, &shot->video_px[1], least, most},
        {"video_format", TR_SETTING_WHOLE, &shot->reel, 0, TR_REEL_KINDS - 1},
        {"video_seconds", TR_SETTING_NUMBER, &shot->seconds, 0.2, 120},
        {"video_rate", TR_SETTING_WHOLE, &shot->rate, 1, 60},
        {"world_folder", TR_SETTING_TEXT, folders->worlds, 0, 0},
        {"export_folder", TR_SETTING_TEXT, folders->exports, 0, 0},
        {"picture_folder", TR_SETTING_TEXT, folders->pictures, 0, 0},
        {"window_x", TR_SETTING_WHOLE, &place[0], -farthest, farthest},
        {"window_y", TR_SETTING_WHOLE, &place[1], -farthest, farthest},
        {"window_width", TR_SETTING_WHOLE, &place[2], 1, farthest},
        {"window_height", TR_SETTING_WHOLE, &place[3], 1, farthest},
        {"window_maximised", TR_SETTING_FLAG, &app->window.maximised, 0, 1},
    };
    memcpy(into, all, sizeof all);
    return (tr_setting_list){setting_count, into};
}

// ---- words -----------------------------------------------------------------------------------------

static void write_parts(unsigned parts, char text[TR_SETTING_BYTES]) {
    size_t end = 0;
    text[0] = 0;
    for (int part = 0; part < TR_EXPORT_OUTPUTS && end < TR_SETTING_BYTES; part++)
        if (parts & 1u << part)
            end += (size_t)snprintf(text + end, TR_SETTING_BYTES - end, "%s%s", end > 0 ? " " : "",
                                    tr_export_output_name(part));
}

static unsigned read_parts(const char *text) {
    unsigned parts = 0;
    for (size_t length; *text; text += length) {
        text += strspn(text, " ");
        length = strcspn(text, " ");
        for (int part = 0; part < TR_EXPORT_OUTPUTS; part++) {
            const char *name = tr_export_output_name(part);
            if (strlen(name) == length && strncmp(name, text, length) == 0)
                parts |= 1u << part;
        }
    }
    return parts;
}

static void write_words(const tr_export_choice *set, choice_words *words) {
    snprintf(words->target, sizeof words->target, "%s", set->target ? set->target->name : "");
    snprintf(words->layout, sizeof words->layout, "%s", tr_layout_name(set->layout));
    write_parts(set->outputs, words->parts);
}

// Parses the words, which come from a file and may have any value.
static void read_words(const choice_words *words, tr_export_choice *set) {
    set->target = tr_target_find(words->target);
    set->layout = set->target ? set->target->layout : TR_LAYOUT_EQUIRECT;
    for (int i = 0; i < TR_LAYOUT_COUNT; i++)
        if (strcmp(tr_layout_name((tr_layout)i), words->layout) == 0 &&
            tr_target_has_layout(set->target, (tr_layout)i))
            set->layout = (tr_layout)i;
    set->outputs = read_parts(words->parts);
}

// ---- the window ------------------------------------------------------------------------------------

void tr_kept_restore(tr_app *app) {
    tr_setting settings[setting_count];
    choice_words words;
    write_words(&app->output.choice, &words);
    const tr_setting_list list = list_settings(app, &words, settings);
    if (app->files.has_folder)
        tr_settings_read(app->files.folder, &list);
    read_words(&words, &app->output.choice); // tr_export_choice_fit() turns the width into one that is allowed
    app->capture.choice.rate = tr_shots_fit_rate(app->capture.choice.rate);
    write_words(&app->output.choice, &words);
    app->files.kept = tr_setting_list_hash(&list);
}

void tr_kept_look(tr_app *app) {
    tr_setting settings[setting_count];
    choice_words words;
    write_words(&app->output.choice, &words);
    const tr_setting_list list = list_settings(app, &words, settings);
    const uint64_t now = tr_setting_list_hash(&list);
    if (app->files.has_folder && now != app->files.kept)
        tr_settings_write(app->files.folder, &list, NULL);
    app->files.kept = now;
}

// The page of a browser decides about a window itself.
void tr_kept_end(tr_app *app) {
    if (!app->window.handle || tr_page_is_there())
        return;
    tr_kept_look(app);
    tr_kept_restore(app); // what other windows have written
    tr_window_note_place(&app->window);
    tr_kept_look(app);
}
