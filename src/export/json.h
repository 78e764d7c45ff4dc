// JSON for the files of a set. The only header of the room that knows jansson; for manifest.c and glb.c.
#pragma once
#include <jansson.h>
#include <stdbool.h>

// The text of an object, free() it, or NULL without memory: numbers with as few digits as give the same numbers
// again, 0.6 rather than 0.59999999999999998.
char *export_json_dump(const json_t *object, bool indented);
