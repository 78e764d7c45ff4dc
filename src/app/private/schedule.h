// Decides when to draw. Times are in seconds of one clock, which the caller reads. Pure arithmetic.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_schedule {
    double shortest_s; // shortest time between frames: the refresh time of the monitor
    double wanted_at;  // when a frame is wanted; INFINITY: none
    int settle;        // frames that the panel may still need to settle
    double last_frame; // when the last frame began
    double cost_s;     // how long a frame currently takes
    uint64_t frames;   // drawn so far
} tr_schedule;

// Asks for a frame at that time or earlier; `settles`: and for some more until the panel has settled.
void tr_schedule_ask(tr_schedule *schedule, double when, bool settles);

// When the next frame is due, or INFINITY. `moves`: the picture is moving. `only_asked`: only frames that were
// asked for, because other work needs the cores.
double tr_schedule_due(const tr_schedule *schedule, bool moves, bool only_asked);

// Whether frames take so long that they slow other work down.
bool tr_schedule_is_slow(const tr_schedule *schedule);

// Call when a frame begins, and when it is on the screen. `drawn`: its picture was drawn, not reused.
void tr_schedule_begin_frame(tr_schedule *schedule, double now);
void tr_schedule_end_frame(tr_schedule *schedule, double now, bool drawn);
