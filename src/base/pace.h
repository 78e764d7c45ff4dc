// What remains of a job, by what it has reported. Nothing is assumed of the time before its first report, such
// as that of preparing a planet, which says nothing about the time of the texels that follow.
#pragma once

// Zero-initialised: nothing was reported yet. Times are of any clock.
typedef struct tr_pace {
    int reports;
    double first_s, first, last_s, last; // the first and the last report: when, and how much was done
} tr_pace;

// Notes that a part, 0 … 1, is done. Reports of the same part count once.
void tr_pace_note(tr_pace *pace, double now_s, double done);
// The seconds that remain, at least 0; negative: unknown, before the second report.
double tr_pace_left_s(const tr_pace *pace, double now_s);
