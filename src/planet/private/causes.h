// Which layers and paint layers made a texel (causes.c). Private to the module.
#pragma once
#include "planet/private/block.h"
#include "planet/probe.h"

// Fills the causes of a probe of the texel at the first row and column of the scratch's patch, which was baked
// last: nothing of it but its whole rows and its window is looked at. Errors: TR_NO_MEMORY.
tr_status plan_find_causes(const tr_surface *surface, tr_scratch *scratch, tr_probe *probe, tr_error *error);
