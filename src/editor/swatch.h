// Colours of a planet as a panel shows them. Plain data for C and C++.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum { TR_MOST_SWATCHES = 8, TR_SWATCH_LABEL_BYTES = 32, TR_GRADIENT_PATH_BYTES = 256 };

// The roles of swatches in a palette. A swatch without a role takes similar colours.
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

// One colour that represents the gradients of a kind of ground, of clouds, of air or of light.
typedef struct tr_swatch {
    char label[TR_SWATCH_LABEL_BYTES]; // "Vegetation"
    uint8_t srgb[3];                   // typical of its gradients
    tr_palette_role role;
    bool differs; // from what the type and the seed give
} tr_swatch;

// A set of matching colours.
typedef struct tr_harmony {
    const char *name;
    uint8_t srgb[TR_PALETTE_ROLES][3];
} tr_harmony;

// A stop of a gradient.
typedef struct tr_shown_stop {
    int row;         // of a gradient over two channels, from 0
    double across;   // position of that row in the second channel
    double position; // in the first channel
    uint8_t srgb[3];
} tr_shown_stop;

// A gradient with its stops, row by row, positions ascending.
typedef struct tr_shown_gradient {
    char path[TR_GRADIENT_PATH_BYTES]; // as in --set
    char label[80];                    // "biomes", "clouds: thickness"
    char channel[64], across[64];      // the channels; across "": only one row
    double low, high;                  // of all positions
    int first, count;                  // range in the list of stops
    int row_count;
    bool differs;
} tr_shown_gradient;
