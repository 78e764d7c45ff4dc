// Share links: a world in one line of text, to be pasted into a chat or a terminal. tr_world_load takes them as
// names of worlds.
//
//     terrella:TYPE/SEED?PATH=VALUE&PATH=VALUE      terrella:inferno/7?lava=0.4&noisiness=1.2
//     terrella:*LETTERS
//
// The first form is a type or a built-in scene; its seed; and what is set, in that order, with values as --set
// has them: JSON or bare words. A seed of words (seed.h) is set: terrella:inferno?seed=my+home. A space is
// written `+`; what is neither a letter, a digit nor one of -._~,:()!* stands as %XX, and the last letter also
// when it is one of those but - and _. So what closes a sentence, brackets or quotes behind a line is not taken
// for a part of it: spaces and ) ] } > ; , . : ! ? ' " ` * ” “ ’ » › …. The second form holds any world's JSON,
// a zlib stream in base64url. Any thread.
#pragma once
#include "scene/load.h"

#include <stdbool.h>

// The longest line of the first form that is written: what takes more is compressed.
enum { TR_SHARE_SHORT_BYTES = 1500 };

// Whether a text is meant as a share link, right or wrong.
bool tr_link_is(const char *text);

// From a line, with or without spaces and breaks around it, to the JSON of its world: what tr_world.text takes,
// of the first form an object of "type", "seed" and "set". The caller frees *json with tr_free(). Whether there
// is such a world is seen when it is loaded. Lines are not trusted. Errors: TR_BAD_INPUT (damaged, not whole,
// too long, no such line); TR_NO_MEMORY.
tr_status tr_link_read(const char *line, char **json, tr_error *error);

// From the JSON of a world to its line, which the caller frees with tr_free(): of the first form where the
// world is a type with a seed, own keys and a "set", and that is short; else compressed. Read and loaded, it is
// the same world to the bit. The same tree gives the same line, however it is spaced (compressed: with the same
// zlib). Errors: TR_BAD_INPUT (no JSON, or longer than TR_WORLD_BYTES); TR_NO_MEMORY.
tr_status tr_link_write(const char *world_json, char **line, tr_error *error);

// The line of a world that may be anything tr_world_load takes: as it was asked for, where that is short; of a
// recipe with layers of its own what differs from its type and seed, where that is the same planet; else all of
// it. Errors: those of tr_world_load.
tr_status tr_link_of_world(const tr_world *world, char **line, tr_error *error);

// The text of a world as its type, its seed and what differs from what they give, with its view: of one planet
// that is, to the bit, the same then; else as it was. The caller frees *out with tr_free(). Errors: those of
// tr_world_load.
tr_status tr_world_shorten(const char *text, char **out, tr_error *error);
