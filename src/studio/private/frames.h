// Frames of the filmstrip as JSON, without pictures: [{"world": "…", "planet": 0, "name": "…", "star": true,
// "pin": true}, …].
#pragma once
#include "studio/filmstrip.h"
#include "json/json.h"

// All of them, as far as a file should hold so much; or those that are `marked`, with a star or the pin. What
// there is no memory for tr_json_check tells.
tr_json *frames_write(tr_json_document *json, const tr_strip *strip, bool marked);

// Puts them behind those that are there, as far as they are not; a frame that is none is left out. A pin counts
// where there is none yet. NULL is allowed.
void frames_read(tr_strip *strip, const tr_json *frames);
