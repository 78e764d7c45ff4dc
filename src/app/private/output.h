// Files that the window writes: exports and screenshots.
#pragma once
#include "app/private/message.h"
#include "export/choice.h"
#include "live/background_export.h"
#include "scene/scene.h"

typedef struct tr_output {
    char directory[1024]; // where exports go, whole
    char pictures[1024];  // and pictures and films
    int threads;          // for exports; 0: one for each core
    tr_isa isa;
    tr_export_choice choice;      // of the next export
    bool all;                     // each planet of the scene, under its own name
    char name[TR_STEM_BYTES];     // what its files are called; "": as the planet
    tr_background_export *export; // NULL: none is running
    int planets;                  // it is of
    int percent;                  // of it that is done
    double began_s;               // when it began, in seconds of glfwGetTime
    double slowness;              // of this machine: how much longer the last one took than was told
    double told_s;                // how long the one that is running was to take
    char written[1024];           // the folder of the last one; "": there was none
    bool shot_wanted;             // of the next frame
} tr_output;

// Starts an export in the background; the message says so, or why not.
void tr_output_start_export(tr_output *output, const tr_scene *scene, int planet, const char *world,
                            tr_message *message);
void tr_output_stop_export(tr_output *output);
// About how large and how long the next one would be, and how much longer the one that is running takes.
tr_export_cost tr_output_cost(const tr_output *output, const tr_scene *scene, int planet);
double tr_output_remaining_s(const tr_output *output);
// Looks how far it is. Returns whether there is something new to show; the message says how it ended.
bool tr_output_watch_export(tr_output *output, tr_message *message);
// Stops an export and waits for its end. It leaves nothing behind.
void tr_output_end(tr_output *output);

// Writes the picture in the back buffer as terrella-TYPE-SEED-NNN.png, with a text in it: the recipe; the
// message says where, or why not.
void tr_output_screenshot(tr_output *output, const tr_recipe *recipe, const char *json, int width, int height,
                          tr_message *message);

// A name for a picture or a film of a planet that no file has: terrella-TYPE-SEED-NNN and the extension.
void tr_output_picture_name(const tr_output *output, const tr_recipe *recipe, const char *extension,
                            char path[2048]);

// A name in a folder that no file has: STEM.SUFFIX, STEM-002.SUFFIX and so on.
void tr_output_free_name(const char *directory, const char *stem, const char *suffix, char *path, size_t size);
