// Pictures and videos of any size, rendered while the window keeps running. They show the planet as it was when
// the capture began. Their maps are baked separately, as wide as the pictures need.
#pragma once
#include "app/command.h"
#include "app/private/camera.h"
#include "app/private/message.h"
#include "app/private/tiled_render.h"
#include "live/background_maps.h"
#include "live/background_reel.h"
#include "render/flight.h"
#include "render/near.h"

// The start or the end of a flight.
typedef struct tr_shot_place {
    bool given; // otherwise it is the view when the capture begins
    tr_camera camera;
    double radii, time_h;    // radii: the camera's distance from the centre
    double ground_longitude; // below the camera, degrees
} tr_shot_place;

// The settings of the next capture.
typedef struct tr_shot_choice {
    tr_shot_kind kind;
    int picture_px[2], video_px[2];
    bool jpeg;         // a picture; else PNG
    bool clear;        // transparent background, if the file format has it
    tr_reel_kind reel; // for videos
    double seconds;
    int rate;
    tr_shot_place from, to;
} tr_shot_choice;

typedef enum tr_shot_phase { TR_SHOT_NONE, TR_SHOT_BAKES, TR_SHOT_PAINTS, TR_SHOT_WRITES } tr_shot_phase;

typedef struct tr_capture {
    tr_shot_choice choice;
    tr_shot_phase phase; // of the running capture
    tr_reel_options options;
    char path[2048];
    char *world; // its JSON
    tr_scene scene;
    tr_flight flight;
    tr_renderer *renderer;
    tr_background_maps *maps; // NULL: all maps are finished, and no tiles of near ground are needed
    bool waits;               // for tiles
    tr_background_reel *reel;
    tr_tiled_render tiles;
    uint8_t *texels;   // the picture that is being rendered; owned
    int frame, part;   // the next oness
    double painted_s;  // when rendering began
    double reported_s; // when the panel was last asked to show the progress
} tr_capture;

struct tr_app;

// The reel options for the chosen settings and the current planet.
tr_reel_options tr_capture_options(const tr_shot_choice *choice);
// How many pictures a second can be chosen.
static const int tr_shot_rates[] = {10, 12, 15, 20, 25, 30, 50, 60};
// The highest of them that is not above that one; the lowest, where none is.
int tr_shots_fit_rate(int rate);

// Starts a capture with the chosen settings; the message reports it, or the error.
void tr_capture_start(struct tr_app *app);
// Continues the capture for about the time of a frame. Returns whether there is something new to show; the
// message reports the result.
bool tr_capture_step(struct tr_app *app);
// When to continue; INFINITY: after the next event.
double tr_capture_due(const struct tr_app *app);
// Stops the capture and removes its file. Needs the window's OpenGL.
void tr_capture_stop(struct tr_app *app);

// The progress, 0 … 1, and the remaining time; negative: unknown.
double tr_capture_progress(const tr_capture *capture);
double tr_capture_remaining_s(const tr_capture *capture, double now);

// The current view as a place of a flight.
tr_shot_place tr_capture_place(const struct tr_app *app);
