// The gallery: pages of worlds to choose from. Types and built-in scenes first, then seeds of one type, then
// relatives of one planet, and the way back. Without a window; one thread.
#pragma once
#include "base/status.h"
#include "editor/session.h"
#include <stdbool.h>
#include <stdint.h>

enum { TR_GALLERY_BATCH = 20, TR_GALLERY_DEPTH = 8, TR_GALLERY_MOST = 400 };

typedef enum tr_gallery_kind { TR_GALLERY_TYPES, TR_GALLERY_SEEDS, TR_GALLERY_RELATIVES } tr_gallery_kind;

typedef struct tr_gallery_item {
    uint64_t key; // tr_history_key
    char *text;   // of the world; owned
    int planet;   // that its picture shows
    char name[TR_NAME_BYTES + 32];
    char line[160]; // about it; or ""
    bool is_type;   // choosing it shows its seeds
    char *path;     // of the file or the session that it is; NULL: it is none; owned
} tr_gallery_item;

typedef struct tr_gallery_page {
    tr_gallery_kind kind;
    char title[TR_TITLE_BYTES];
    char type[TR_NAME_BYTES]; // of seeds
    char *parent;             // of relatives, its text; owned
    int parent_planet;
    uint64_t family;
    int count, chosen;
    tr_gallery_item *items; // owned
} tr_gallery_page;

// Zero-initialised: closed.
typedef struct tr_gallery {
    int depth; // pages, the front one last; 0: closed
    tr_gallery_page pages[TR_GALLERY_DEPTH];
    double dial;       // of relatives, 0 sibling … 1 stranger
    uint64_t revision; // grows with every change
} tr_gallery;

void tr_gallery_close(tr_gallery *gallery);
// The front page; NULL: it is closed.
static inline const tr_gallery_page *tr_gallery_front(const tr_gallery *gallery) {
    return gallery->depth > 0 ? &gallery->pages[gallery->depth - 1] : NULL;
}
// What is chosen on it; NULL: nothing.
const tr_gallery_item *tr_gallery_chosen(const tr_gallery *gallery);

// Each opens another page in front, or after a failure none. The deepest page takes the place of the one before
// it. Errors: TR_NO_MEMORY, those of tr_breed.
tr_status tr_gallery_show_types(tr_gallery *gallery, tr_error *error);
// Puts files and unsaved work first on the page of types, in that order, and chooses the first of them. What
// cannot be read is left out.
void tr_gallery_put_first(tr_gallery *gallery, const tr_recent *recent, int count);
tr_status tr_gallery_show_seeds(tr_gallery *gallery, const char *type, tr_error *error);
// Relatives of a world's planet; what the document has locked stays, if it is given.
tr_status tr_gallery_show_relatives(tr_gallery *gallery, const char *text, int planet,
                                    const tr_document *document, tr_error *error);
// TR_GALLERY_BATCH more seeds or relatives at the end of the front page, the first of which is chosen.
tr_status tr_gallery_more(tr_gallery *gallery, const tr_document *document, tr_error *error);
// Another dial: relatives in front are bred anew.
tr_status tr_gallery_turn_dial(tr_gallery *gallery, double dial, const tr_document *document, tr_error *error);

// Chooses another item: so many places on, where the page ends nothing happens.
void tr_gallery_move(tr_gallery *gallery, int by);
void tr_gallery_choose(tr_gallery *gallery, int item);
// Closes the front page. False: that was the last one.
bool tr_gallery_back(tr_gallery *gallery);
