#include "base/pace.h"

void tr_pace_note(tr_pace *pace, double now_s, double done) {
    if (pace->reports > 0 && done <= pace->last)
        return;
    if (pace->reports++ == 0)
        pace->first_s = now_s, pace->first = done;
    pace->last_s = now_s, pace->last = done;
}

double tr_pace_left_s(const tr_pace *pace, double now_s) {
    if (pace->reports < 2)
        return -1;
    const double took_s = pace->last_s - pace->first_s, part = pace->last - pace->first;
    const double left_s = took_s * (1 - pace->last) / part - (now_s - pace->last_s);
    return left_s > 0 ? left_s : 0;
}
