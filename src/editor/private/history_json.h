// Frames of the history as JSON, without pictures: [{"world": "…", "planet": 0, "name": "…", "star": true,
// "pin": true}, …].
#pragma once
#include "editor/history.h"
#include "json/json.h"

// All frames, up to a size limit, or only the `marked` ones, with a star or the pin. tr_json_check reports
// missing memory.
tr_json *history_write(tr_json_document *json, const tr_history *history, bool marked);

// Appends the frames that are not there yet; invalid ones are skipped. The pin is only taken if there is none
// yet. NULL is allowed.
void history_read(tr_history *history, const tr_json *frames);
