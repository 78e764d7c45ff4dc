#include "app/private/output.h"

#include "base/size.h"
#include "export/directory.h"
#include "export/export.h"
#include "render/render.h"
#include "scene/load.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

// ---- exports -----------------------------------------------------------------------------------

static int threads_of(const tr_output *output) {
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return output->threads > 0 ? output->threads : cores > 0 ? (int)cores : 1;
}

tr_export_cost tr_output_cost(const tr_output *output, const tr_scene *scene, int planet) {
    tr_export_cost cost = {0};
    for (int i = output->all ? 0 : planet; i < (output->all ? scene->planet_count : planet + 1); i++) {
        const tr_export_cost one =
            tr_export_choice_cost(&output->choice, scene->planets[i].recipe, threads_of(output));
        cost.bytes += one.bytes;
        cost.seconds += one.seconds;
    }
    if (output->slowness > 0)
        cost.seconds *= output->slowness;
    return cost;
}

double tr_output_remaining_s(const tr_output *output) {
    const double passed_s = glfwGetTime() - output->began_s;
    return output->percent > 5 ? passed_s * (100 - output->percent) / output->percent
                               : fmax(output->told_s - passed_s, 0);
}

void tr_output_start_export(tr_output *output, const tr_scene *scene, int planet, const char *world,
                            tr_message *message) {
    if (output->export) {
        tr_message_say(message, "An export is running");
        return;
    }
    const bool all = output->all && scene->planet_count > 1;
    char stem[TR_STEM_BYTES];
    tr_error error = {0};
    snprintf(stem, sizeof stem, "%s", output->name);
    if (!all && !stem[0] && tr_planet_stem(&scene->planets[planet], stem, &error) != TR_OK) {
        tr_message_complain(message, &error);
        return;
    }
    const tr_background_export_options options = {.scene = scene,
                                                  .planet = planet,
                                                  .directory = output->directory,
                                                  .stem = all ? NULL : stem,
                                                  .world = world,
                                                  .choice = output->choice,
                                                  .threads = output->threads,
                                                  .isa = output->isa,
                                                  .wake = glfwPostEmptyEvent};
    output->began_s = glfwGetTime();
    output->told_s = tr_output_cost(output, scene, planet).seconds;
    output->percent = 0;
    output->planets = all ? scene->planet_count : 1;
    if (tr_background_export_start(&options, &output->export, &error) != TR_OK)
        tr_message_complain(message, &error);
    else if (all)
        tr_message_say(message, "Exporting %d planets, %d pixels wide", output->planets, output->choice.width);
    else
        tr_message_say(message, "Exporting %s, %d pixels wide", stem, output->choice.width);
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
    int count = 0, kept = 0;
    tr_error error = {0};
    const int done = tr_background_export_done(output->export);
    const tr_status status = tr_background_export_finish(output->export, first, &count, &kept, &error);
    output->export = NULL;
    if (status == TR_OK) {
        const double told_s = output->told_s / (output->slowness > 0 ? output->slowness : 1);
        output->slowness = (glfwGetTime() - output->began_s) / fmax(told_s, 0.01);
        snprintf(output->written, sizeof output->written, "%s", output->directory);
        if (output->planets > 1)
            tr_message_say(message, "Exported %d planets to %s: %d files%s", done, output->directory, count,
                           kept > 0 ? "; changed files of earlier sets stay" : "");
        else if (kept > 0)
            tr_message_say(message, "Exported to %s and %d more; of the earlier set, %d changed files stay",
                           first, count - 1, kept);
        else
            tr_message_say(message, "Exported to %s and %d more", first, count - 1);
    }
    if (status != TR_OK && done > 0) // of several
        tr_message_say(message, "%s; before that, %d of %d planets were exported to %s",
                       status == TR_STOPPED ? "Export cancelled" : error.message, done, output->planets,
                       output->directory);
    else if (status == TR_STOPPED)
        tr_message_say(message, "Export cancelled; nothing was written");
    else if (status != TR_OK)
        tr_message_complain(message, &error);
    return true;
}

void tr_output_end(tr_output *output) {
    if (!output->export)
        return;
    char first[1024];
    int count, kept;
    tr_background_export_stop(output->export);
    tr_background_export_finish(output->export, first, &count, &kept, NULL);
    output->export = NULL;
}

// ---- screenshots -------------------------------------------------------------------------------

void tr_output_picture_name(const tr_output *output, const tr_recipe *recipe, const char *extension,
                            char path[2048]) {
    char notes[2048]; // of a sprite sheet
    for (int n = 1; n <= 9999; n++) {
        snprintf(path, 2048, "%s/terrella-%s-%llu-%03d%s", output->pictures, recipe->type,
                 (unsigned long long)recipe->seed, n, extension);
        snprintf(notes, sizeof notes, "%s/terrella-%s-%llu-%03d.json", output->pictures, recipe->type,
                 (unsigned long long)recipe->seed, n);
        if (access(path, F_OK) != 0 && access(notes, F_OK) != 0)
            return;
    }
}

static tr_status write_picture(const tr_output *output, const char *json, const char *path, int width,
                               int height, const uint8_t *rgb, tr_error *error) {
    tr_directory directory = {0};
    tr_status status = tr_directory_make(output->pictures, &directory, error);
    if (status == TR_OK)
        status = tr_picture_write(path, width, height, rgb, json, NULL, error);
    if (status == TR_OK)
        tr_directory_keep(&directory);
    else
        tr_directory_remove(&directory);
    return status;
}

void tr_output_screenshot(tr_output *output, const tr_recipe *recipe, const char *json, int width, int height,
                          tr_message *message) {
    tr_error error = {0};
    char path[2048];
    size_t texels;
    uint8_t *rgb = tr_size_multiply((size_t)width, (size_t)height, &texels) ? tr_allocate(texels, 3) : NULL;
    if (rgb) {
        glReadBuffer(GL_BACK);
        tr_output_picture_name(output, recipe, ".png", path);
        if (tr_renderer_read(width, height, NULL, rgb, &error) == TR_OK &&
            write_picture(output, json, path, width, height, rgb, &error) == TR_OK)
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
