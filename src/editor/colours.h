// Colours that a person can name: up to eight swatches, each of which stands for all gradients of a kind of
// ground, of clouds, of air or of light. To change one recolours these gradients in OKLab and keeps their
// texture.
#pragma once
#include "editor/document.h"
#include "editor/swatch.h"

// The swatches of the target. Returns how many there are.
int tr_colours_swatches(tr_document *document, tr_swatch swatches[TR_MOST_SWATCHES]);

// Each of these is one step, or nothing at all: when all is that colour already, or after a failure. `drag_id`:
// as in tr_document_change. Errors: TR_BAD_USAGE when there is no such swatch; those of tr_document_change.

// The colour of one swatch.
tr_status tr_colours_set(tr_document *document, int swatch, const uint8_t srgb[3], uint64_t drag_id,
                         tr_error *error);
// What a swatch stands for becomes again what the type and the seed give.
tr_status tr_colours_reset(tr_document *document, int swatch, tr_error *error);
// The colours of all swatches, from the ones that the type and the seed give.
tr_status tr_colours_apply(tr_document *document, const tr_harmony *harmony, tr_error *error);

// ---- harmonies (harmonies.c) ---------------------------------------------------------------------

// Those that have a name.
const tr_harmony *tr_harmonies(int *count);
// One by a die: the same number always gives the same colours. Its name is `name`.
tr_harmony tr_harmony_roll(uint64_t number, const char *name);

// ---- gradients (gradients.c) ---------------------------------------------------------------------

// All gradients of colour of the target.
typedef struct tr_gradients {
    tr_shown_gradient *list; // owned
    tr_shown_stop *stops;    // of all of them; owned
    int count, stop_count;
} tr_gradients;

// Errors: TR_NO_MEMORY. To be cleared, also after a failure; zero-initialised: none.
tr_status tr_gradients_list(tr_document *document, tr_gradients *out, tr_error *error);
void tr_gradients_clear(tr_gradients *gradients);

// Each of these is one step. `stop`: its number in the gradient, over all rows. Errors: TR_BAD_USAGE when there
// is no such gradient or stop, or when it is the last one of its row; those of tr_document_change.
tr_status tr_gradient_colour(tr_document *document, const char *path, int stop, const uint8_t srgb[3],
                             uint64_t drag_id, tr_error *error);
// Between its neighbours; farther is as far as they are.
tr_status tr_gradient_move(tr_document *document, const char *path, int stop, double position, uint64_t drag_id,
                           tr_error *error);
// Into the only row of a gradient, with the colour that it has there.
tr_status tr_gradient_add(tr_document *document, const char *path, double position, tr_error *error);
tr_status tr_gradient_remove(tr_document *document, const char *path, int stop, tr_error *error);
