// Positions in JSON text, which jansson does not keep for values.
#pragma once
#include <stdbool.h>
#include <stddef.h>

// Line and column (1-based, in bytes) of the value at a path ("layers.crust.octaves"; elements of arrays by
// their "name", else by their index) in well-formed JSON text; false when there is none.
bool tr_json_locate(const char *text, const char *path, int *line, int *column);

// The first place where brackets are nested deeper than `limit`; false when there is none. Text need not be
// well-formed.
bool tr_json_too_deep(const char *text, size_t size, int limit, int *line, int *column);
