// Files that the window writes: exports and screenshots.
#pragma once
#include "app/private/message.h"
#include "base/pace.h"
#include "export/choice.h"
#include "export/reel.h"
#include "live/background_export.h"
#include "scene/scene.h"

// A name for the files of one planet.
typedef struct tr_given_name {
    char stem[TR_STEM_BYTES]; // "": none was given
    char type[TR_NAME_BYTES]; // of that planet
    uint64_t seed;
} tr_given_name;

typedef struct tr_file_output {
    char directory[1024]; // absolute folder for exports
    char pictures[1024];  // folder for pictures and videos
    int threads;          // for exports; 0: one per core
    tr_isa isa;
    tr_export_choice choice; // of the next export
    bool all;                // exports all planets of the scene, each under its own name
    tr_given_name name;      // of its files
    uint64_t *written;       // hashes of the sets that were exported since a planet was opened; owned
    int written_count;
    tr_background *running; // NULL: none is running
    tr_exported exported;   // by it
    int planets;            // in the running export
    int percent;            // of its time, in percent
    tr_pace pace;
    double began_s;             // when it began, in seconds of glfwGetTime
    double slowness;            // of this machine: actual over estimated time of the last export
    double reported_s;          // estimated duration of the running export
    tr_given_name picture_name; // of pictures and videos
    bool shot_wanted;           // in the next frame
} tr_file_output;

// The name that the user gave to that planet, or "".
const char *tr_given_name_of(const tr_given_name *name, const tr_recipe *recipe);
void tr_give_name(tr_given_name *name, const tr_recipe *recipe, const char *stem);
// Whether that planet was exported under that name since the last tr_file_output_forget.
bool tr_file_output_has_written(const tr_file_output *output, const tr_recipe *recipe, const char *stem);
// Forgets names and sets, because they are of another planet.
void tr_file_output_forget(tr_file_output *output);

// Starts an export in the background, and reports the start or the error in the message. stem: of the file
// names, unless all planets are exported. If edited files are the only obstacle, *found lists them and nothing
// is reported.
void tr_file_output_start_export(tr_file_output *output, const tr_scene *scene, int planet, const char *stem,
                                 const char *world, tr_edited edited, tr_edited_files *found,
                                 tr_message *message);
void tr_file_output_stop_export(tr_file_output *output);
// The estimated size and duration of the next export, and the remaining time of the running one.
tr_export_cost tr_file_output_cost(const tr_file_output *output, const tr_scene *scene, int planet);
double tr_file_output_remaining_s(const tr_file_output *output);
// Checks the progress. Returns whether there is something new to show; the message reports the result.
bool tr_file_output_watch_export(tr_file_output *output, tr_message *message);
// Stops the export and waits for its end. No file is left.
void tr_file_output_end(tr_file_output *output);

// Writes the picture in the back buffer, with the recipe embedded as text; the message reports the path, or the
// error.
void tr_file_output_screenshot(tr_file_output *output, const char *stem, const char *json, int width,
                               int height, tr_message *message);

// A path for a picture or a video that no file has. Errors: TR_BAD_USAGE: that cannot be the name of a file.
tr_status tr_output_picture_path(const tr_file_output *output, const char *stem, tr_reel_kind kind, bool jpeg,
                                 char path[2048], tr_error *error);

// Finds a file name in a folder that does not exist yet: STEMSUFFIX, STEM-002SUFFIX and so on. If `beside` is
// not NULL, the name with that suffix must not exist either.
void tr_file_output_free_name(const char *directory, const char *stem, const char *suffix, const char *beside,
                              char *path, size_t size);
