#include "live/private/probe_request.h"

void live_probe_request_set(live_probe_request *q, int planet, double latitude_deg, double longitude_deg) {
    q->waits = q->waits && planet == q->planet;
    q->number++;
    q->planet = planet;
    q->latitude_deg = latitude_deg, q->longitude_deg = longitude_deg;
}

bool live_probe_request_is_answered(const live_probe_request *q, uint64_t edit, bool exactly) {
    return q->reported == q->number && q->edit == edit && (q->exact || !exactly);
}

void live_probe_request_answer(live_probe_request *q, uint64_t number, int planet, uint64_t edit,
                               uint64_t newest, const tr_probe *answer) {
    if (planet != q->planet || edit != newest)
        return; // it is asked anew
    q->reported = number, q->edit = edit;
    q->exact = !answer || answer->exact;
    q->waits = answer != NULL;
    if (answer)
        q->answer = *answer;
}
