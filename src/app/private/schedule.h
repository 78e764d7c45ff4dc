// When to draw. Times are in seconds of one clock, which the caller reads. Pure arithmetic.
#pragma once
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_schedule {
    double shortest_s; // from frame to frame: the monitor shows no more
    double wanted_at;  // a frame is wanted at that time; INFINITY: none is
    int settle;        // frames that the panel may still need to come to rest
    double last_frame; // when the last frame began
    double cost_s;     // how long a frame takes at present
    uint64_t frames;   // drawn so far
} tr_schedule;

// A frame at that time or sooner; `settles`: and some after it, while the panel comes to rest.
void tr_schedule_ask(tr_schedule *schedule, double when, bool settles);

// When the next frame is due, or INFINITY. `moves`: the picture does not stand still. `only_asked`: what moves
// and what settles waits, as there is other work to do.
double tr_schedule_due(const tr_schedule *schedule, bool moves, bool only_asked);

// Whether frames take so long that other work would suffer.
bool tr_schedule_is_slow(const tr_schedule *schedule);

// A frame begins: it is the one that was asked for. And it is on the screen; `drawn`: it took a picture of its
// own.
void tr_schedule_begin_frame(tr_schedule *schedule, double now);
void tr_schedule_end_frame(tr_schedule *schedule, double now, bool drawn);
