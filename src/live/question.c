#include "live/private/question.h"

void live_question_ask(live_question *q, int planet, double latitude_deg, double longitude_deg) {
    q->waits = q->waits && planet == q->planet;
    q->number++;
    q->planet = planet;
    q->latitude_deg = latitude_deg, q->longitude_deg = longitude_deg;
}

bool live_question_is_told(const live_question *q, uint64_t edit, bool exactly) {
    return q->told == q->number && q->edit == edit && (q->exact || !exactly);
}

void live_question_tell(live_question *q, uint64_t number, int planet, uint64_t edit, uint64_t newest,
                        const tr_probe *answer) {
    if (planet != q->planet || edit != newest)
        return; // it is asked anew
    q->told = number, q->edit = edit;
    q->exact = !answer || answer->exact;
    q->waits = answer != NULL;
    if (answer)
        q->answer = *answer;
}
