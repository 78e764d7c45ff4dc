// Encoders of blocks. Each takes `count` blocks of 16 texels of RGBA8 and writes the blocks in order.
#pragma once
#include "base/isa.h"
#include <stdint.h>

// 8 bytes per block: opaque, alpha is ignored.
TR_DECLARE_KERNEL(tr_bc1_blocks, (int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]))
// 8 bytes per block, for one channel.
TR_DECLARE_KERNEL(tr_bc4_blocks, (int count, int channel, const uint8_t (*texels)[16][4], uint8_t (*blocks)[8]))
// 16 bytes per block.
TR_DECLARE_KERNEL(tr_bc7_blocks, (int count, const uint8_t (*texels)[16][4], uint8_t (*blocks)[16]))
