// A world as a file that a person could have written: the type, the seed, and what differs from what they give.
// The window edits such texts, saves them, and takes them back; each becomes a scene by tr_world_load. Any
// thread.
#pragma once
#include "scene/load.h"

// The text of a world that a user asked for: of a type or a built-in scene, or the JSON of a file or a picture
// as it is written, with the seed and the sets of the world joined in, so that it alone loads the same. The
// caller frees *text with tr_free(). Errors: those of tr_world_load that need no look at values: an unknown
// name, a file that cannot be read or is no JSON, a set that is none; TR_NO_MEMORY.
tr_status tr_world_text(const tr_world *world, char **text, tr_error *error);

// One change of a planet: what `path` stands at, as --set says it; value is JSON or a bare word, or NULL: no
// longer other than the type and the seed say (of "seed" itself: 1).
enum { TR_OF_SCENE = -1, TR_DIFFERENCE_BYTES = 256 }; // a path, with its zero

typedef struct tr_change {
    const char *path, *value;
} tr_change;

// The text with some changes of a planet, given by its number in the text, or TR_OF_SCENE: of what the scene
// itself has, such as "star.kelvin". What stands in the text already is changed in its place; all else is
// written into the planet's "set". A lone planet becomes a scene of one, called `home` where it has no name, by
// a change of its place or of the scene; home NULL: it does not. Whether paths and values mean something is
// seen when the text is loaded. Errors: TR_BAD_INPUT when the text is no world with such a planet; TR_BAD_USAGE
// when a path is none; TR_NO_MEMORY.
tr_status tr_text_change(const char *text, const char *home, int planet, int count, const tr_change *changes,
                         char **out, tr_error *error);

// The text with one body more, at the end of its list: of that type and seed, round the planet number `around`
// or the star (TR_AROUND_STAR), so many kilometres away, with a name that no other has; `name` tells it. What
// was a lone planet becomes the first one of a scene, called `home` where it has no name. Errors: as
// tr_text_change; TR_BAD_INPUT when the scene is full.
tr_status tr_text_add_body(const char *text, const char *home, int around, const char *type, uint64_t seed,
                           double orbit_km, char name[TR_PLANET_NAME_BYTES], char **out, tr_error *error);
// The text without a planet and what goes round it; the last one stays. Errors: as tr_text_change; TR_BAD_USAGE
// when nothing would be left.
tr_status tr_text_remove_planet(const char *text, int planet, char **out, tr_error *error);

// The text with another name of a planet; what goes round it follows. A planet that stands alone may have none:
// "". Errors: as tr_text_change; TR_BAD_USAGE when a name cannot be: empty in a scene, one that another planet
// has, too long, or none for a file: with a slash, a control character or a dot as its first letter.
tr_status tr_text_rename_planet(const char *text, int planet, const char *name, char **out, tr_error *error);

// Calls `each` with every path that the text says of a planet beside its name, type and seed, those of lists
// and structs as wholes. Errors: as tr_text_change.
tr_status tr_text_differences(const char *text, int planet, void (*each)(void *context, const char *path),
                              void *context, tr_error *error);
