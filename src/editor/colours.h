// Colours as a user names them: up to eight swatches, each of which represents all gradients of one kind of
// ground, of clouds, of air or of light. Changing a swatch recolours these gradients in OKLab and keeps their
// texture.
#pragma once
#include "editor/document.h"

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

// The swatches of the target. Returns their number.
int tr_colours_swatches(tr_document *document, tr_swatch swatches[TR_MOST_SWATCHES]);

// Each of these makes one step, or none if nothing changes or after a failure. `drag_id`: as in
// tr_document_change. Errors: TR_BAD_USAGE if there is no such swatch; those of tr_document_change.

// Sets the colour of one swatch.
tr_status tr_colours_set(tr_document *document, int swatch, const uint8_t srgb[3], uint64_t drag_id,
                         tr_error *error);
// Resets the gradients of a swatch to what the type and the seed give.
tr_status tr_colours_reset(tr_document *document, int swatch, tr_error *error);
// Sets the colours of all swatches, based on those that the type and the seed give.
tr_status tr_colours_apply(tr_document *document, const tr_harmony *harmony, tr_error *error);

// ---- harmonies (harmonies.c) ---------------------------------------------------------------------

// The named harmonies.
const tr_harmony *tr_harmonies(int *count);
// A random harmony; the same number always gives the same colours. `name`: its name.
tr_harmony tr_harmony_roll(uint64_t number, const char *name);

// ---- gradients (gradients.c) ---------------------------------------------------------------------

// All colour gradients of the target.
typedef struct tr_gradients {
    tr_shown_gradient *list; // owned
    tr_shown_stop *stops;    // of all of them; owned
    int count, stop_count;
} tr_gradients;

// Errors: TR_NO_MEMORY. Clear it when done, also after a failure. Zero-initialised: none.
tr_status tr_gradients_list(tr_document *document, tr_gradients *out, tr_error *error);
void tr_gradients_clear(tr_gradients *gradients);

// Each of these makes one step. `stop`: its number in the gradient, across all rows. Errors: TR_BAD_USAGE if
// there is no such gradient or stop, or if it is the last one of its row; those of tr_document_change.
tr_status tr_gradient_colour(tr_document *document, const char *path, int stop, const uint8_t srgb[3],
                             uint64_t drag_id, tr_error *error);
// Moves a stop; its neighbours limit the position.
tr_status tr_gradient_move(tr_document *document, const char *path, int stop, double position, uint64_t drag_id,
                           tr_error *error);
// Adds a stop to a gradient of one row, with the gradient's colour at that position.
tr_status tr_gradient_add(tr_document *document, const char *path, double position, tr_error *error);
tr_status tr_gradient_remove(tr_document *document, const char *path, int stop, tr_error *error);
