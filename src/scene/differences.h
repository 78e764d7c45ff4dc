// Worlds as files that a person could have written: the type, the seed, and the differences from their planet.
// The window edits such texts, saves them and reads them. tr_world_load makes scenes of them. Any thread.
#pragma once
#include "scene/load.h"

// The text of a world that a user requested: of a type or a built-in scene, or the JSON of a file or a picture
// as it is written, including the seed and the sets of the world, so that the text alone loads the same world.
// The caller frees *text with tr_free(). Errors: those of tr_world_load that do not depend on values: an
// unknown name, a file that cannot be read or is not JSON, an invalid set; TR_NO_MEMORY.
tr_status tr_world_text(const tr_world *world, char **text, tr_error *error);

// One change of a planet: the new value of `path`, which is a path as for --set. value is JSON or a bare word,
// or NULL to return to the value from the type and the seed (for "seed" itself: 1).
enum { TR_OF_SCENE = -1, TR_DIFFERENCE_BYTES = 256 }; // bytes of a path with its terminating zero

typedef struct tr_change {
    const char *path, *value;
} tr_change;

// Applies changes to a planet, given by its number in the text, or to the scene itself (TR_OF_SCENE), such as
// "star.kelvin". Values in the text are changed in place; others are written into the planet's "set". If a
// change concerns the place of a lone planet or the scene, the planet becomes a scene of one, with the name
// `home` if it has none; if home is NULL it does not. Paths and values are checked only when the text is
// loaded. Errors: TR_BAD_INPUT if the text is not a world with that planet; TR_BAD_USAGE if a path is invalid;
// TR_NO_MEMORY.
tr_status tr_text_change(const char *text, const char *home, int planet, int count, const tr_change *changes,
                         char **out, tr_error *error);

// Adds a body to the end of the list: of that type and seed, orbiting planet number `around` or the star
// (TR_AROUND_STAR) at that distance in kilometres, with a unique name, which is written to `name`. A lone
// planet becomes the first planet of a scene, with the name `home` if it has none. Errors: as for
// tr_text_change; TR_BAD_INPUT if the scene is full.
tr_status tr_text_add_body(const char *text, const char *home, int around, const char *type, uint64_t seed,
                           double orbit_km, char name[TR_PLANET_NAME_BYTES], char **out, tr_error *error);
// Removes a planet and everything that orbits it. The last planet cannot be removed. Errors: as for
// tr_text_change; TR_BAD_USAGE if nothing would be left.
tr_status tr_text_remove_planet(const char *text, int planet, char **out, tr_error *error);

// Renames a planet, and updates the orbits of its moons. A lone planet may have no name: "". Errors: as for
// tr_text_change; TR_BAD_USAGE for an invalid name: empty in a scene, used by another planet, too long, or
// unsuitable for files: with a slash, a control character or a leading dot.
tr_status tr_text_rename_planet(const char *text, int planet, const char *name, char **out, tr_error *error);

// Calls `each` with every path that the text sets for a planet besides its name, type and seed. Lists and
// structs count as one path. Errors: as for tr_text_change.
tr_status tr_text_differences(const char *text, int planet, void (*each)(void *context, const char *path),
                              void *context, tr_error *error);
