#include "app/private/file_output.h"

#include "app/private/page.h"
#include "base/hash.h"
#include "base/size.h"
#include "base/system.h"
#include "export/directory.h"
#include "export/export.h"
#include "render/render.h"
#include "scene/load.h"

#include <glad/gl.h>

#include <GLFW/glfw3.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- exports -----------------------------------------------------------------------------------

static int threads_of(const tr_file_output *output) {
    return output->threads > 0 ? output->threads : tr_processors();
}

tr_export_cost tr_file_output_cost(const tr_file_output *output, const tr_scene *scene, int planet) {
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

double tr_file_output_remaining_s(const tr_file_output *output) {
    const double now_s = glfwGetTime(), left_s = tr_pace_left_s(&output->pace, now_s);
    return left_s >= 0 ? left_s : fmax(output->reported_s - (now_s - output->began_s), 0);
}

const char *tr_given_name_of(const tr_given_name *name, const tr_recipe *recipe) {
    return name->seed == recipe->seed && strcmp(name->type, recipe->type) == 0 ? name->stem : "";
}

void tr_give_name(tr_given_name *name, const tr_recipe *recipe, const char *stem) {
    tr_given_name given = {.seed = recipe->seed};
    snprintf(given.stem, sizeof given.stem, "%.*s", TR_STEM_BYTES - 1, stem);
    snprintf(given.type, sizeof given.type, "%s", recipe->type);
    *name = given;
}

// False: no memory.
static bool hash_set(const tr_recipe *recipe, const char *stem, uint64_t *hash) {
    char *json = NULL;
    const bool good = tr_recipe_to_json(recipe, false, &json, NULL) == TR_OK;
    *hash = good ? tr_hash_text(tr_hash_text(0, stem), json) : 0;
    tr_free(json);
    return good;
}

// Without memory the set is forgotten, and the next export asks.
static void note_set(tr_file_output *output, const tr_recipe *recipe, const char *stem) {
    uint64_t hash;
    if (hash_set(recipe, stem, &hash) && tr_grow(&output->written, output->written_count, sizeof hash))
        output->written[output->written_count++] = hash;
}

bool tr_file_output_has_written(const tr_file_output *output, const tr_recipe *recipe, const char *stem) {
    uint64_t hash;
    bool any = false;
    const bool good = hash_set(recipe, stem, &hash);
    for (int i = 0; i < output->written_count && good; i++)
        any = any || output->written[i] == hash;
    return any;
}

void tr_file_output_forget(tr_file_output *output) {
    output->name = output->picture_name = (tr_given_name){0};
    output->written_count = 0;
}

void tr_file_output_start_export(tr_file_output *output, const tr_scene *scene, int planet, const char *stem,
                                 const char *world, tr_edited edited, tr_edited_files *found,
                                 tr_message *message) {
    if (output->running) {
        tr_message_say(message, "An export is running");
        return;
    }
    const bool all = output->all && scene->planet_count > 1;
    tr_error error = {0};
    const tr_background_export_options options = {.scene = scene,
                                                  .planet = planet,
                                                  .directory = output->directory,
                                                  .stem = all ? NULL : stem,
                                                  .world = world,
                                                  .choice = output->choice,
                                                  .edited = edited,
                                                  .found = found,
                                                  .threads = output->threads,
                                                  .isa = output->isa,
                                                  .wake = glfwPostEmptyEvent};
    output->began_s = glfwGetTime();
    output->reported_s = tr_file_output_cost(output, scene, planet).seconds;
    output->percent = 0;
    output->pace = (tr_pace){0};
    output->planets = all ? scene->planet_count : 1;
    if (tr_background_export_start(&options, &output->exported, &output->running, &error) != TR_OK) {
        if (found->count == 0)
            tr_message_complain(message, &error);
        return;
    }
    for (int i = 0; i < scene->planet_count; i++) {
        char own[TR_STEM_BYTES];
        snprintf(own, sizeof own, "%s", stem);
        if ((i == planet && !all) || (all && tr_set_stem(scene, i, "", NULL, own, NULL) == TR_OK))
            note_set(output, scene->planets[i].recipe, own);
    }
    if (all) {
        tr_message_say(message, "Exporting %d planets, %d pixels wide", output->planets, output->choice.width);
    } else {
        tr_give_name(&output->name, scene->planets[planet].recipe, stem);
        tr_message_say(message, "Exporting %s, %d pixels wide", stem, output->choice.width);
    }
}

void tr_file_output_stop_export(tr_file_output *output) {
    if (output->running)
        tr_background_stop(output->running);
}

// The text about files of earlier sets that were kept, or "".
static void say_kept(const tr_exported *e, char out[128]) {
    char settings[80] = "";
    *out = 0;
    if (e->settings_kept > 0)
        snprintf(settings, sizeof settings, "; kept the engine's import settings of %d file%s",
                 e->settings_kept, e->settings_kept > 1 ? "s" : "");
    if (e->kept > 0)
        snprintf(out, 128, "; %d changed file%s stay%s%s", e->kept, e->kept > 1 ? "s" : "",
                 e->kept > 1 ? "" : "s", settings);
    else
        snprintf(out, 128, "%s", settings);
}

static void say_exported(const tr_file_output *output, const tr_exported *e, tr_message *message) {
    const char *slash = strrchr(e->first, '/');
    char kept[128];
    say_kept(e, kept);
    if (output->planets > 1)
        tr_message_say(message, "Exported %d planets to %s: %d files%s%s", e->sets,
                       tr_page_name(output->directory), e->files,
                       e->replaced ? ", which replaced sets of their names" : "", kept);
    else if (e->replaced && slash)
        tr_message_say(message, "Replaced %s in %.*s: %d file%s%s", e->stem, (int)(slash - e->first), e->first,
                       e->files, e->files > 1 ? "s" : "", kept);
    else
        tr_message_say(message, "Exported to %s and %d more%s", tr_page_name(e->first), e->files - 1, kept);
}

bool tr_file_output_watch_export(tr_file_output *output, tr_message *message) {
    if (!output->running)
        return false;
    const int before = output->percent;
    const double now_s = glfwGetTime(), passed_s = now_s - output->began_s;
    if (tr_background_has_reported(output->running))
        tr_pace_note(&output->pace, now_s, tr_background_progress(output->running));
    const double left_s = tr_pace_left_s(&output->pace, now_s);
    if (left_s >= 0)
        output->percent = (int)fmax(before, 100 * passed_s / (passed_s + left_s + 1e-3));
    if (!tr_background_over(output->running))
        return output->percent != before;
    tr_error error = {0};
    const tr_status status = tr_background_finish(output->running, &error);
    const int done = output->exported.sets;
    output->running = NULL;
    if (status == TR_OK) {
        const double reported_s = output->reported_s / (output->slowness > 0 ? output->slowness : 1);
        output->slowness = (glfwGetTime() - output->began_s) / fmax(reported_s, 0.01);
        say_exported(output, &output->exported, message);
        tr_page_give(output->directory, false);
    }
    if (status != TR_OK && done > 0) // one of several planets
        tr_message_say(message, "%s; before that, %d of %d planets were exported to %s",
                       status == TR_STOPPED ? "Export cancelled" : error.message, done, output->planets,
                       tr_page_name(output->directory));
    else if (status == TR_STOPPED)
        tr_message_say(message, "Export cancelled; nothing was written");
    else if (status != TR_OK)
        tr_message_complain(message, &error);
    return true;
}

void tr_file_output_end(tr_file_output *output) {
    if (output->running) {
        tr_background_stop(output->running);
        tr_background_finish(output->running, NULL);
        output->running = NULL;
    }
    tr_free(output->written);
    output->written = NULL;
}

// ---- screenshots -------------------------------------------------------------------------------

tr_status tr_output_picture_path(const tr_file_output *output, const char *stem, tr_reel_kind kind, bool jpeg,
                                 char path[2048], tr_error *error) {
    const char *end = kind == TR_REEL_PICTURE && jpeg ? ".jpg" : tr_reel_extension(kind);
    tr_file_output_free_name(output->pictures, stem, end,
                             kind == TR_REEL_SHEET ? ".json" : NULL, // its JSON file must not exist either
                             path, 2048);
    return tr_stem_check(stem, error);
}

static tr_status write_picture(const char *json, const char *path, int width, int height, const uint8_t *rgb,
                               tr_error *error) {
    tr_directory directory = {0};
    tr_status status = tr_directory_make_for(path, &directory, error);
    if (status == TR_OK)
        status = tr_image_write(path, width, height, 3, rgb, json, NULL, error);
    tr_directory_end(&directory, status);
    return status;
}

void tr_file_output_screenshot(tr_file_output *output, const char *stem, const char *json, int width,
                               int height, tr_message *message) {
    tr_error error = {0};
    char path[2048];
    size_t texels;
    uint8_t *rgb = tr_size_multiply((size_t)width, (size_t)height, &texels) ? tr_allocate(texels, 3) : NULL;
    if (rgb) {
        glReadBuffer(GL_BACK);
        if (tr_output_picture_path(output, stem, TR_REEL_PICTURE, false, path, &error) == TR_OK &&
            tr_renderer_read(width, height, NULL, rgb, &error) == TR_OK &&
            write_picture(json, path, width, height, rgb, &error) == TR_OK) {
            tr_message_say(message, "Screenshot: %s", tr_page_name(path));
            tr_page_give(path, false);
        }
    } else {
        tr_fail(&error, TR_NO_MEMORY, "no memory for a screenshot");
    }
    tr_free(rgb);
    if (error.status != TR_OK)
        tr_message_complain(message, &error);
}

void tr_file_output_free_name(const char *directory, const char *stem, const char *suffix, const char *beside,
                              char *path, size_t size) {
    char number[8] = "", other[2048];
    for (int n = 2; n <= 9999; n++) {
        snprintf(path, size, "%s/%s%s%s", directory, stem, number, suffix);
        snprintf(other, sizeof other, "%s/%s%s%s", directory, stem, number, beside ? beside : suffix);
        if (!tr_path_exists(path) && !tr_path_exists(other))
            return;
        snprintf(number, sizeof number, "-%03d", n);
    }
}
