// Share links: a world as one line of text, for pasting into a chat or a terminal. tr_world_load accepts them
// as names of worlds.
//
//     terrella:TYPE/SEED?PATH=VALUE&PATH=VALUE      terrella:inferno/7?lava=0.4&noisiness=1.2
//     terrella:*LETTERS
//
// The first form contains a type or a built-in scene, its seed, and its sets in order. Values are those of
// --set: JSON or bare words. A seed in words (load.h) is a set: terrella:inferno?seed=my+home. A space is
// written as `+`. Every character except letters, digits and -._~,:()!* is written as %XX. The last character
// is also written as %XX if it is one of ._~,:()!*.
// So punctuation after a line is not read as a part of it: spaces and ) ] } > ; , . : ! ? ' " ` * ” “ ’ » › ….
//
// The second form contains any world's JSON as a zlib stream in base64url. Any thread.
#pragma once
#include "scene/load.h"

#include <stdbool.h>

// The maximum length of a line of the first form; longer ones are compressed.
enum { TR_SHARE_SHORT_BYTES = 1500 };

// Whether a text is intended as a share link, valid or not.
bool tr_link_is(const char *text);

// Converts a line, with or without spaces and line breaks around it, to the JSON of its world for
// tr_world.text: for the first form an object of "type", "seed" and "set". The caller frees *json with
// tr_free(). Whether the world exists is checked when it is loaded. Lines are untrusted. Errors: TR_BAD_INPUT
// (damaged, incomplete, too long, not a share link); TR_NO_MEMORY.
tr_status tr_link_read(const char *line, char **json, tr_error *error);

// Converts the JSON of a world to its line, which the caller frees with tr_free(): the first form if the world
// is a type with a seed, further keys and a "set", and that is short; otherwise compressed. Loading the line
// gives the same world to the bit. The same tree gives the same line, independent of whitespace (compressed:
// with the same zlib). Errors: TR_BAD_INPUT (not JSON, longer than TR_WORLD_BYTES, or with own maps, whose
// files a line cannot carry); TR_NO_MEMORY.
tr_status tr_link_write(const char *world_json, char **line, tr_error *error);

// The line of any world that tr_world_load accepts: as requested, if that is short; for a recipe with layers of
// its own, the differences from its type and seed, if they give the same planet; otherwise the whole world.
// Errors: those of tr_world_load.
tr_status tr_link_of_world(const tr_world *world, char **line, tr_error *error);

// Shortens the text of a world to its type, its seed, its differences and its view, if it is one planet and the
// result is the same to the bit; otherwise the text is unchanged. The caller frees *out with tr_free(). Errors:
// those of tr_world_load.
tr_status tr_world_shorten(const char *text, char **out, tr_error *error);
