// Colours of a planet as a panel shows them. Plain, for C and C++.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { TR_MOST_SWATCHES = 8, TR_SWATCH_LABEL_BYTES = 32, TR_GRADIENT_PATH_BYTES = 256 };

// What swatches of a palette are for. Other ones take what lies nearest.
typedef enum tr_palette_role {
    TR_PALETTE_WET,
    TR_PALETTE_DRY,
    TR_PALETTE_ROCK,
    TR_PALETTE_SNOW,
    TR_PALETTE_SHALLOWS,
    TR_PALETTE_DEEP,
    TR_PALETTE_CLOUDS,
    TR_PALETTE_AIR,
    TR_PALETTE_LIGHT,
    TR_PALETTE_ROLES
} tr_palette_role;

// One colour that stands for the gradients of a kind of ground, of clouds, of air, of light.
typedef struct tr_swatch {
    char label[TR_SWATCH_LABEL_BYTES]; // "Vegetation"
    uint8_t srgb[3];                   // in the middle of what it stands for
    tr_palette_role role;
    bool differs; // from what the type and the seed give
} tr_swatch;

// Colours that go together.
typedef struct tr_harmony {
    const char *name;
    uint8_t srgb[TR_PALETTE_ROLES][3];
} tr_harmony;

// A stop of a gradient.
typedef struct tr_shown_stop {
    int row;         // of a gradient over two channels, from 0
    double across;   // where that row stands in the second channel
    double position; // in the first one
    uint8_t srgb[3];
} tr_shown_stop;

// A gradient with its stops, row by row, positions ascending.
typedef struct tr_shown_gradient {
    char path[TR_GRADIENT_PATH_BYTES]; // as --set has it
    char label[80];                    // "biomes", "clouds: thickness"
    char channel[64], across[64];      // what it runs over; across "": it has one row
    double low, high;                  // of all positions
    int first, count;                  // in the list of stops
    int row_count;
    bool differs;
} tr_shown_gradient;
