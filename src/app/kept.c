#include "app/private/actions.h"

#include <stdio.h>
#include <string.h>

static const char *const films[TR_REEL_KINDS] = {"mp4", "gif", "frames", "dialog"};
enum { setting_count = 13 };

static void list_settings(tr_kept *k, tr_setting into[setting_count]) {
    const double least = 16, most = TR_TILED_RENDER_WIDEST;
    const tr_setting all[setting_count] = {
        {"scale", &k->scale, 0.5, 3, NULL},
        {"export_for", NULL, 0, 0, k->target},
        {"export_projection", NULL, 0, 0, k->layout},
        {"export_width", &k->width, 1, 1 << 20, NULL},
        {"export_maps", NULL, 0, 0, k->parts},
        {"export_all", &k->all, 0, 1, NULL},
        {"picture_width", &k->picture_px[0], least, most, NULL},
        {"picture_height", &k->picture_px[1], least, most, NULL},
        {"video_width", &k->video_px[0], least, most, NULL},
        {"video_height", &k->video_px[1], least, most, NULL},
        {"video_format", NULL, 0, 0, k->video},
        {"video_seconds", &k->seconds, 0.2, 120, NULL},
        {"video_rate", &k->rate, 1, 60, NULL},
    };
    memcpy(into, all, sizeof all);
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

static int find_word(const char *word, int count, const char *name_of(int)) {
    for (int i = 0; i < count; i++)
        if (strcmp(name_of(i), word) == 0)
            return i;
    return -1;
}

static const char *name_of_layout(int layout) { return tr_layout_name((tr_layout)layout); }
static const char *name_of_film(int video) { return films[video]; }

// ---- the window ------------------------------------------------------------------------------------

static void gather(const tr_app *app, tr_kept *k) {
    const tr_export_choice *set = &app->output.choice;
    const tr_shot_choice *shot = &app->capture.choice;
    *k = (tr_kept){.scale = app->settings.scale, .width = set->width, .all = app->output.all};
    for (int i = 0; i < 2; i++)
        k->picture_px[i] = shot->picture_px[i], k->video_px[i] = shot->video_px[i];
    k->seconds = shot->seconds;
    k->rate = shot->rate;
    snprintf(k->target, sizeof k->target, "%s", set->target ? set->target->name : "");
    snprintf(k->layout, sizeof k->layout, "%s", tr_layout_name(set->layout));
    snprintf(k->video, sizeof k->video, "%s", films[shot->reel]);
    write_parts(set->outputs, k->parts);
}

// Numbers are within their limits; words may have any value.
static void scatter(tr_app *app, const tr_kept *k) {
    tr_export_choice *set = &app->output.choice;
    tr_shot_choice *shot = &app->capture.choice;
    const int layout = find_word(k->layout, TR_LAYOUT_COUNT, name_of_layout),
              video = find_word(k->video, TR_REEL_KINDS, name_of_film);
    app->settings.scale = k->scale;
    app->output.all = k->all != 0;
    set->target = tr_target_find(k->target);
    set->layout = layout >= 0 && tr_target_has_layout(set->target, (tr_layout)layout) ? (tr_layout)layout
                  : set->target                                                       ? set->target->layout
                                                                                      : TR_LAYOUT_EQUIRECT;
    set->width = (int)k->width; // tr_export_choice_fit() turns it into a width that is allowed
    set->outputs = read_parts(k->parts);
    for (int i = 0; i < 2; i++)
        shot->picture_px[i] = (int)k->picture_px[i], shot->video_px[i] = (int)k->video_px[i];
    shot->reel = video >= 0 ? (tr_reel_kind)video : TR_REEL_MP4;
    shot->seconds = k->seconds;
    shot->rate = tr_shots_fit_rate((int)k->rate);
}

void tr_kept_restore(tr_app *app) {
    tr_setting settings[setting_count];
    tr_kept *kept = &app->files.kept;
    gather(app, kept);
    list_settings(kept, settings);
    if (app->files.has_folder)
        tr_settings_read(app->files.folder, setting_count, settings);
    scatter(app, kept);
    gather(app, kept);
}

void tr_kept_look(tr_app *app) {
    tr_setting settings[setting_count];
    tr_kept now, *kept = &app->files.kept;
    gather(app, &now);
    if (!app->files.has_folder || memcmp(&now, kept, sizeof now) == 0)
        return;
    *kept = now;
    list_settings(kept, settings);
    tr_settings_write(app->files.folder, setting_count, settings, NULL);
}
