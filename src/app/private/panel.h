// The panel over the picture: a thin C wall to Dear ImGui. Values go in, edits come out; nothing is kept here
// but what the user is typing.
#pragma once
#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct GLFWwindow;
typedef struct tr_panel tr_panel;

// What an update changed in the values, or asks for.
enum {
    TR_PANEL_TYPE = 1 << 0,
    TR_PANEL_SEED = 1 << 1,
    TR_PANEL_BAD_SEED = 1 << 2, // the text is no seed
    TR_PANEL_NEW_SEED = 1 << 3,
    TR_PANEL_PLANET = 1 << 4,
    TR_PANEL_KNOBS = 1 << 5,
    TR_PANEL_RADIUS = 1 << 6,
    TR_PANEL_SUN = 1 << 7,
    TR_PANEL_EXPORT = 1 << 8,
    TR_PANEL_CANCEL = 1 << 9,
    TR_PANEL_SHOT = 1 << 10,
};

// One line of the help.
typedef struct tr_panel_key {
    const char *name, *what;
} tr_panel_key;

typedef struct tr_panel_values {
    bool visible, help;
    double cursor[2]; // where the mouse was at the last event, in window units
    const char *const *types;
    int type_count, type;  // -1: none of them
    const char *type_name; // shown then
    const char *const *planets;
    int planet_count, planet;
    uint64_t seed; // 0 … 2^63-1
    double noisiness, persistence;
    int octaves;
    double radius_km;
    double radius_low_km, radius_high_km; // that its slider spans
    double sun_azimuth_deg, sun_elevation_deg;
    bool rotating;           // time goes by
    double time_h;           // shown
    double time_rate;        // times the usual speed
    bool has_clouds, clouds; // whether the planet has some, and whether they are shown
    double exposure_ev;
    int quality;   // 0: as time allows, else 1 + a tr_quality
    int map_width; // of the maps on the screen; 0: none yet
    bool baking;   // better ones are on their way
    int export_width;
    double export_progress; // 0 … 1; negative: no export is running
    const char *message;
    bool message_is_error;
    const tr_panel_key *keys; // of the help
    int key_count;
    const char *renderer; // shown below the help
} tr_panel_values;

// How many decimals a radius is shown with.
static inline int tr_panel_radius_decimals(double radius_km) {
    return radius_km < 10 ? 2 : radius_km < 100 ? 1 : 0;
}

// For a window whose OpenGL context is current. Its events reach the panel after the callbacks that the window
// has now. scale: how many times larger than usual everything is. NULL: no memory, or no OpenGL for it.
tr_panel *tr_panel_create(struct GLFWwindow *window, double scale);
void tr_panel_destroy(tr_panel *panel); // NULL is allowed

// Lays the panel out and lets the user's input act on the values. Returns what changed: TR_PANEL_… bits.
unsigned tr_panel_update(tr_panel *panel, tr_panel_values *values);

// Draws what the last update laid out.
void tr_panel_draw(tr_panel *panel);

// Whether a click or a wheel at that place (in the window's coordinates) is for the panel, and whether keys
// are.
bool tr_panel_wants_mouse(const tr_panel *panel, double x, double y);
bool tr_panel_wants_keys(const tr_panel *panel);

// Closes a list that is open, with the next update. False: none is.
bool tr_panel_close_list(tr_panel *panel);

#ifdef __cplusplus
}
#endif
