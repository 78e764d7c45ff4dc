// Which texels of a level make one of the next, along a row or a column.
#pragma once

enum { TAPS_MOST = 7 };

typedef struct taps {
    int first, count; // texels first … first+count-1: of a tent also -1 and the one behind the last
    float weight[TAPS_MOST];
} taps;

// What texel `index` of `coarse` covers of a row of `fine` texels, 1 <= coarse <= fine < 3 * coarse + 1.
taps taps_box(int fine, int coarse, int index);
// The same down a map of the whole sphere, weighted by area.
taps taps_area(int fine, int coarse, int index);
// A tent that falls to 0 at the middles of the neighbours.
taps taps_tent(int fine, int coarse, int index);
