// A place that the window asks about, and what was told of it. The bake thread tells it by the newest recipe:
// at once by a surface for previews, if there is no other, and once more when the exact one is there.
#pragma once
#include "planet/probe.h"

typedef struct live_probe_request {
    uint64_t number; // of the newest question: 1, 2, 3 …; 0: nobody has asked
    int planet;
    double latitude_deg, longitude_deg;
    // What was told last: which question, by which edit, and whether exactly.
    uint64_t reported, edit;
    bool exact;
    bool waits; // nobody has taken the answer yet
    tr_probe answer;
} live_probe_request;

// A question of another planet makes the answer that waits void, one of another place does not: who asks
// without a rest is told something in between.
void live_probe_request_set(live_probe_request *question, int planet, double latitude_deg,
                            double longitude_deg);

// Whether the newest question has been told by that edit, exactly if it has to be.
bool live_probe_request_is_answered(const live_probe_request *question, uint64_t edit, bool exactly);

// Takes an answer (NULL: there is none, and asking again would not help) to a question that was a copy of this
// one, by an edit that may have been followed by another, `newest`.
void live_probe_request_answer(live_probe_request *question, uint64_t number, int planet, uint64_t edit,
                               uint64_t newest, const tr_probe *answer);
