// Files that the window writes: exports and screenshots.
#pragma once
#include "app/private/message.h"
#include "live/background_export.h"
#include "scene/scene.h"

typedef struct tr_output {
    const char *directory; // borrowed
    int threads;           // for exports; 0: one for each core
    tr_isa isa;
    int width;                    // of the maps that are exported
    tr_background_export *export; // NULL: none is running
    int percent;                  // of it that is done
    bool shot_wanted;             // of the next frame
} tr_output;

// Starts an export in the background; the message says so, or why not.
void tr_output_start_export(tr_output *output, const tr_scene_planet *planet, tr_message *message);
void tr_output_stop_export(tr_output *output);
// Looks how far it is. Returns whether there is something new to show; the message says how it ended.
bool tr_output_watch_export(tr_output *output, tr_message *message);
// Stops an export and waits for its end. It leaves nothing behind.
void tr_output_end(tr_output *output);

// Writes the picture in the back buffer as terrella-TYPE-SEED-NNN.png, with the recipe in it; the message says
// where, or why not.
void tr_output_screenshot(tr_output *output, const tr_recipe *recipe, int width, int height,
                          tr_message *message);

// A name in a folder that no file has: STEM.SUFFIX, STEM-002.SUFFIX and so on.
void tr_output_free_name(const char *directory, const char *stem, const char *suffix, char *path, size_t size);
