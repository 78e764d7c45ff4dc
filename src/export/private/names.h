// Names that this program can give to files of a set. A manifest may come from anywhere: what it names
// otherwise is none of ours, whatever it says.
#pragma once
#include <stdbool.h>

// Whether a set of that stem can have such a file: a texture, a mesh or a page, what lies beside them, the list
// of tiles; not a tile, nor the manifest.
bool tr_set_can_have(const char *stem, const char *name);
// Whether it can be a tile: "STEM/albedo/pos_x/3/5_2.png".
bool tr_set_can_have_tile(const char *stem, const char *name);
// Whether tiles can lie in or below such a folder: "STEM/albedo/pos_x".
bool tr_set_can_have_folder(const char *stem, const char *name);
