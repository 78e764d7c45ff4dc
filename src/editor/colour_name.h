// A colour that a person types. Any thread.
#pragma once
#include <stdbool.h>
#include <stdint.h>

// "#ff8800", "ff8800", "f80", or a name such as "teal" or "dark green", in large or small letters, with or
// without spaces. Names are those of CSS as people know them. False: it is none; srgb stays as it is.
bool tr_colour_read(const char *text, uint8_t srgb[3]);
