#include "app/private/schedule.h"

#include <math.h>

enum { settle_frames = 4 };
static const double settle_s = 0.03;
static const double slow_s = 0.03;

void tr_schedule_ask(tr_schedule *schedule, double when, bool settles) {
    schedule->wanted_at = fmin(schedule->wanted_at, when);
    if (settles)
        schedule->settle = settle_frames;
}

double tr_schedule_due(const tr_schedule *schedule, bool moves, bool only_asked) {
    double due = schedule->wanted_at;
    if ((moves || schedule->settle > 0) && !only_asked)
        due = fmin(due, schedule->last_frame + (moves ? 0 : settle_s));
    return fmax(due, schedule->last_frame + schedule->shortest_s);
}

bool tr_schedule_is_slow(const tr_schedule *schedule) { return schedule->cost_s > slow_s; }

void tr_schedule_begin_frame(tr_schedule *schedule, double now) {
    schedule->last_frame = now;
    schedule->wanted_at = INFINITY;
    schedule->settle -= schedule->settle > 0;
}

void tr_schedule_end_frame(tr_schedule *schedule, double now, bool drawn) {
    schedule->frames++;
    if (drawn)
        schedule->cost_s += 0.3 * (now - schedule->last_frame - schedule->cost_s);
}
