// Relatives of a planet: the same text with knobs and roughness turned, a little or at will.
#pragma once
#include "scene/differences.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct tr_breeding {
    const char *text; // of the world
    int planet;       // of which planet in it
    double dial;      // 0: siblings, of the same seed, a little different; 1: strangers, of other seeds
    uint64_t family;  // other relatives for another number
    const char (*locks)[TR_DIFFERENCE_BYTES]; // paths that stay as they are; "seed", too
    int lock_count;
} tr_breeding;

// The text of relative number `index`, always the same for the same breeding. What stays from the world is all
// that its text says and no knob turns. It loads. The caller frees *text with tr_free(). Errors: those of
// tr_world_load for a text that is no world; TR_NO_MEMORY.
tr_status tr_breed(const tr_breeding *breeding, int index, char **text, tr_error *error);
