// Pictures and videos that the window takes: of any size, while it goes on. What is taken is the planet as it
// was when it began, with maps of its own, as wide as the pictures need them.
#pragma once
#include "app/command.h"
#include "app/private/camera.h"
#include "app/private/message.h"
#include "app/private/tiled_render.h"
#include "live/background_maps.h"
#include "live/background_reel.h"
#include "render/flight.h"
#include "render/near.h"

// Where a flight begins or ends.
typedef struct tr_shot_place {
    bool given; // else it is where the window looks from when it begins
    tr_camera camera;
    double radii, time_h;    // the camera's distance from the centre
    double ground_longitude; // below the camera, degrees
} tr_shot_place;

// What is chosen for the next one.
typedef struct tr_shot_choice {
    tr_shot_kind kind;
    int picture_px[2], video_px[2];
    bool jpeg;         // a picture; else PNG
    bool clear;        // with nothing behind the planet, where the file can have that
    tr_reel_kind reel; // of videos
    double seconds;
    int rate;
    tr_shot_place from, to;
} tr_shot_choice;

typedef enum tr_shot_phase { TR_SHOT_NONE, TR_SHOT_BAKES, TR_SHOT_PAINTS, TR_SHOT_WRITES } tr_shot_phase;

typedef struct tr_capture {
    tr_shot_choice choice;
    tr_shot_phase phase; // of the one that is being taken
    tr_reel_options options;
    char path[2048];
    char *world; // its text
    tr_scene scene;
    tr_flight flight;
    tr_renderer *renderer;
    tr_background_maps *maps; // NULL: all are there, and no tiles of near ground are needed
    bool waits;               // for tiles
    tr_background_reel *reel;
    tr_tiled_render tiles;
    uint8_t *texels;   // the picture that is being painted; owned
    int frame, part;   // the next one
    double painted_s;  // when the painting began
    double reported_s; // when the panel was asked to tell
} tr_capture;

struct tr_app;

// What the choice comes to, for that planet.
tr_reel_options tr_capture_options(const tr_shot_choice *choice);
// How many pictures a second can be chosen.
static const int tr_shot_rates[] = {10, 12, 15, 20, 25, 30, 50, 60};
// The highest of them that is not above that one; the lowest, where none is.
int tr_shots_fit_rate(int rate);

// Takes what is chosen; the message says so, or why not.
void tr_capture_start(struct tr_app *app);
// Goes on with it, for about as long as a frame of the window takes. Returns whether there is something new to
// show; the message says how it ended.
bool tr_capture_step(struct tr_app *app);
// When to go on; INFINITY: after the next event.
double tr_capture_due(const struct tr_app *app);
// Ends it; nothing is left behind. Needs the window's OpenGL.
void tr_capture_stop(struct tr_app *app);

// How far it is, 0 … 1, and how much longer it takes; negative: nobody knows.
double tr_capture_progress(const tr_capture *capture);
double tr_capture_remaining_s(const tr_capture *capture, double now);

// Keeps a place of the view as it is now.
tr_shot_place tr_capture_place(const struct tr_app *app);
