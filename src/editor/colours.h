// Colours as a user names them: up to eight swatches, each of which represents all gradients of one kind of
// ground, of clouds, of air or of light. Changing a swatch recolours these gradients in OKLab and keeps their
// texture.
#pragma once
#include "editor/document.h"
#include "editor/swatch.h"

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
