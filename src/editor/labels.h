// Labels for identifiers of files and of the command line, as the window shows them. Any thread.
#pragma once
#include <stddef.h>

// For a target, a projection or a map: "unity-urp" is "Unity (URP)", "metal" is "Metallic".
void tr_export_label(const char *identifier, char *out, size_t size);
// For a type, a kind of field, a choice or a channel: "gas-giant" is "Gas giant", "max" is "Maximum".
void tr_word_label(const char *identifier, char *out, size_t size);
// For a list of layers: "albedo" is "Colour".
const char *tr_list_label(const char *list);
