#include "app/output.h"

#include "base/size.h"
#include "export/directory.h"
#include "export/export.h"

#include <glad/gl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *output_directory(const tr_app *app) {
    return app->options->output_directory ? app->options->output_directory : ".";
}

// ---- exports -----------------------------------------------------------------------------------

void tr_app_start_export(tr_app *app) {
    if (app->export) {
        tr_app_say(app, "An export is running");
        return;
    }
    char stem[TR_STEM_BYTES];
    tr_planet_stem(tr_app_planet(app), stem);
    tr_error error = {0};
    const tr_background_export_options options = {.recipe = tr_app_planet(app)->recipe,
                                                  .directory = output_directory(app),
                                                  .stem = stem,
                                                  .width = app->export_width,
                                                  .threads = app->options->threads,
                                                  .isa = app->options->isa,
                                                  .wake = glfwPostEmptyEvent};
    if (tr_background_export_start(&options, &app->export, &error) == TR_OK)
        tr_app_say(app, "Exporting %s, %d texels wide", stem, app->export_width);
    else
        tr_app_complain(app, &error);
}

void tr_app_stop_export(tr_app *app) {
    if (app->export)
        tr_background_export_stop(app->export);
}

void tr_app_watch_export(tr_app *app) {
    if (!app->export)
        return;
    const int percent = (int)(100 * tr_background_export_progress(app->export));
    if (percent != app->export_percent)
        tr_app_redraw(app);
    app->export_percent = percent;
    if (!tr_background_export_over(app->export))
        return;
    char first[1024];
    int count = 0;
    tr_error error = {0};
    const tr_status status = tr_background_export_finish(app->export, first, &count, &error);
    app->export = NULL;
    if (status == TR_OK)
        tr_app_say(app, "Exported to %s and %d more", first, count - 1);
    else if (status == TR_STOPPED)
        tr_app_say(app, "Export stopped; nothing was written");
    else
        tr_app_complain(app, &error);
}

// ---- screenshots -------------------------------------------------------------------------------

static void find_free_name(const tr_app *app, char path[1024]) {
    const tr_recipe *recipe = tr_app_planet(app)->recipe;
    for (int n = 1; n <= 9999; n++) {
        snprintf(path, 1024, "%s/terrella-%s-%llu-%03d.png", output_directory(app), recipe->type,
                 (unsigned long long)recipe->seed, n);
        if (access(path, F_OK) != 0)
            return;
    }
}

static tr_status write_picture(const tr_app *app, const char *path, int width, int height, const uint8_t *rgb,
                               tr_error *error) {
    tr_directory directory = {0};
    tr_status status = tr_directory_make(output_directory(app), &directory, error);
    char *json = NULL;
    if (status == TR_OK)
        status = tr_recipe_to_json(tr_app_planet(app)->recipe, false, &json, error);
    if (status == TR_OK)
        status = tr_picture_write(path, width, height, rgb, json, NULL, error);
    free(json);
    if (status == TR_OK)
        tr_directory_keep(&directory);
    else
        tr_directory_remove(&directory);
    return status;
}

void tr_app_write_screenshot(tr_app *app, int width, int height) {
    tr_error error = {0};
    char path[1024];
    size_t texels;
    uint8_t *rgb = tr_size_multiply((size_t)width, (size_t)height, &texels) ? tr_allocate(texels, 3) : NULL;
    if (rgb) {
        glReadBuffer(GL_BACK);
        tr_renderer_read(width, height, NULL, rgb);
        find_free_name(app, path);
        if (write_picture(app, path, width, height, rgb, &error) == TR_OK)
            tr_app_say(app, "Screenshot: %s", path);
    } else {
        tr_fail(&error, TR_NO_MEMORY, "no memory for a screenshot");
    }
    free(rgb);
    if (error.status != TR_OK)
        tr_app_complain(app, &error);
}
