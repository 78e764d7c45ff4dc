// Rows of whole bytes past the caches.
#include "noise/grids/displacement.h"
#include "noise/kernels.h"
#include "noise/maths/stream.h"

void TR_KERNEL(tr_stream_kernels)(tr_displacement_kernels *kernels);
void TR_KERNEL(tr_stream_kernels)(tr_displacement_kernels *kernels) {
    kernels->stream = stream;
    kernels->stream_end = stream_end;
}
