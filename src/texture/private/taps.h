// The texels of a level that form one texel of the next level, along a row or a column.
#pragma once

enum { TAPS_MOST = 7 };

typedef struct taps {
    int first, count; // texels first … first+count-1; for a tent this may include -1 and the one after the last
    float weight[TAPS_MOST];
} taps;

// The part of a row of `fine` texels that texel `index` of `coarse` covers, 1 <= coarse <= fine < 3 * coarse +
// 1.
taps taps_box(int fine, int coarse, int index);
// The same along a column of a map of the whole sphere, weighted by area.
taps taps_area(int fine, int coarse, int index);
// A tent that falls to 0 at the centres of the neighbours.
taps taps_tent(int fine, int coarse, int index);
