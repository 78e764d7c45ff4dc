#include "app/private/output.h"

#include "base/size.h"
#include "export/directory.h"
#include "export/export.h"
#include "render/render.h"
#include "scene/load.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- exports -----------------------------------------------------------------------------------

void tr_output_start_export(tr_output *output, const tr_scene_planet *planet, tr_message *message) {
    if (output->export) {
        tr_message_say(message, "An export is running");
        return;
    }
    char stem[TR_STEM_BYTES];
    tr_error error = {0};
    if (tr_planet_stem(planet, stem, &error) != TR_OK) {
        tr_message_complain(message, &error);
        return;
    }
    const tr_background_export_options options = {.recipe = planet->recipe,
                                                  .directory = output->directory,
                                                  .stem = stem,
                                                  .width = output->width,
                                                  .threads = output->threads,
                                                  .isa = output->isa,
                                                  .wake = glfwPostEmptyEvent};
    if (tr_background_export_start(&options, &output->export, &error) == TR_OK)
        tr_message_say(message, "Exporting %s, %d texels wide", stem, output->width);
    else
        tr_message_complain(message, &error);
}

void tr_output_stop_export(tr_output *output) {
    if (output->export)
        tr_background_export_stop(output->export);
}

bool tr_output_watch_export(tr_output *output, tr_message *message) {
    if (!output->export)
        return false;
    const int before = output->percent;
    output->percent = (int)(100 * tr_background_export_progress(output->export));
    if (!tr_background_export_over(output->export))
        return output->percent != before;
    char first[1024];
    int count = 0;
    tr_error error = {0};
    const tr_status status = tr_background_export_finish(output->export, first, &count, &error);
    output->export = NULL;
    if (status == TR_OK)
        tr_message_say(message, "Exported to %s and %d more", first, count - 1);
    else if (status == TR_STOPPED)
        tr_message_say(message, "Export stopped; nothing was written");
    else
        tr_message_complain(message, &error);
    return true;
}

void tr_output_end(tr_output *output) {
    if (!output->export)
        return;
    char first[1024];
    int count;
    tr_background_export_stop(output->export);
    tr_background_export_finish(output->export, first, &count, NULL);
    output->export = NULL;
}

// ---- screenshots -------------------------------------------------------------------------------

static void find_free_name(const tr_output *output, const tr_recipe *recipe, char path[1024]) {
    for (int n = 1; n <= 9999; n++) {
        snprintf(path, 1024, "%s/terrella-%s-%llu-%03d.png", output->directory, recipe->type,
                 (unsigned long long)recipe->seed, n);
        if (access(path, F_OK) != 0)
            return;
    }
}

static tr_status write_picture(const tr_output *output, const tr_recipe *recipe, const char *path, int width,
                               int height, const uint8_t *rgb, tr_error *error) {
    tr_directory directory = {0};
    tr_status status = tr_directory_make(output->directory, &directory, error);
    char *json = NULL;
    if (status == TR_OK)
        status = tr_recipe_to_json(recipe, false, &json, error);
    if (status == TR_OK)
        status = tr_picture_write(path, width, height, rgb, json, NULL, error);
    tr_free(json);
    if (status == TR_OK)
        tr_directory_keep(&directory);
    else
        tr_directory_remove(&directory);
    return status;
}

void tr_output_screenshot(tr_output *output, const tr_recipe *recipe, int width, int height,
                          tr_message *message) {
    tr_error error = {0};
    char path[1024];
    size_t texels;
    uint8_t *rgb = tr_size_multiply((size_t)width, (size_t)height, &texels) ? tr_allocate(texels, 3) : NULL;
    if (rgb) {
        glReadBuffer(GL_BACK);
        find_free_name(output, recipe, path);
        if (tr_renderer_read(width, height, NULL, rgb, &error) == TR_OK &&
            write_picture(output, recipe, path, width, height, rgb, &error) == TR_OK)
            tr_message_say(message, "Screenshot: %s", path);
    } else {
        tr_fail(&error, TR_NO_MEMORY, "no memory for a screenshot");
    }
    tr_free(rgb);
    if (error.status != TR_OK)
        tr_message_complain(message, &error);
}

void tr_output_free_name(const char *directory, const char *stem, const char *suffix, char *path, size_t size) {
    snprintf(path, size, "%s/%s%s", directory, stem, suffix);
    for (int n = 2; n <= 9999 && access(path, F_OK) == 0; n++)
        snprintf(path, size, "%s/%s-%03d%s", directory, stem, n, suffix);
}
