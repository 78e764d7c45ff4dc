// What a surface keeps of its occlusion: made when a map first asks for it (occlusion.c). Private to the
// module.
#pragma once
#include "planet/private/plan.h"

// Gives surface->occlusion to a surface that is ready but for it: nothing yet, or what an earlier surface (NULL
// is allowed) has of the same ground. Errors: TR_NO_MEMORY.
tr_status plan_occlusion_create(tr_surface *surface, const tr_surface *previous, tr_error *error);
void plan_occlusion_destroy(plan_occlusion *occlusion); // of one of its surfaces; NULL is allowed
