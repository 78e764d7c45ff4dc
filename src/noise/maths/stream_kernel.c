// Copies rows of whole bytes with non-temporal stores.
#include "noise/grids/displacement.h"
#include "noise/maths/stream.h"

void TR_KERNEL(tr_stream)(size_t bytes, const void *from, void *to) { stream(bytes, from, to); }

void TR_KERNEL(tr_stream_end)(void) { stream_end(); }
