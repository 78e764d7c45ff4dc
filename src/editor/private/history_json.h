// Frames of the history as JSON, without pictures: [{"world": "…", "planet": 0, "name": "…", "star": true,
// "pin": true}, …].
#pragma once
#include "editor/history.h"
#include "json/json.h"

// All of them, as far as a file should hold so much; or those that are `marked`, with a star or the pin. What
// there is no memory for tr_json_check tells.
tr_json *history_write(tr_json_document *json, const tr_history *history, bool marked);

// Puts them behind those that are there, as far as they are not; a frame that is none is left out. A pin counts
// where there is none yet. NULL is allowed.
void history_read(tr_history *history, const tr_json *frames);
