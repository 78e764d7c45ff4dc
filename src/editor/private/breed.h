// Relatives of a planet: its text with changed knobs and roughness, a little or at random.
#pragma once
#include "scene/differences.h"

typedef struct tr_breeding {
    const char *text; // of the world
    int planet;       // which planet of the world
    double dial;      // 0: siblings, with the same seed and small differences; 1: strangers, with other seeds
    const char (*locks)[TR_DIFFERENCE_BYTES]; // paths that keep their values; "seed", too
    int lock_count;
} tr_breeding;

// The text of relative number `index`, always the same for the same breeding. The rest of the world's text
// stays. The result always loads. The caller frees *text with tr_free(). Errors: those of tr_world_load if the
// text is not a valid world; TR_NO_MEMORY.
tr_status tr_breed(const tr_breeding *breeding, int index, char **text, tr_error *error);
