// The gallery: pages of worlds to choose from. Types and built-in scenes first, then seeds of one type, then
// relatives of one planet, and the way back. Independent of the window; one thread.
#pragma once
#include "editor/session.h"

enum { TR_GALLERY_BATCH = 20, TR_GALLERY_DEPTH = 8, TR_GALLERY_MOST = 400 };

typedef enum tr_gallery_kind { TR_GALLERY_TYPES, TR_GALLERY_SEEDS, TR_GALLERY_RELATIVES } tr_gallery_kind;

typedef struct tr_gallery_item {
    uint64_t key; // tr_history_key
    char *text;   // of the world; owned
    int planet;   // of the picture
    char name[TR_NAME_BYTES + 32];
    char line[160]; // a description; or ""
    bool is_type;   // opening it shows its seeds
    char *path;     // of its file or session; NULL: none; owned
    bool is_session;
} tr_gallery_item;

typedef struct tr_gallery_page {
    tr_gallery_kind kind;
    char title[TR_TITLE_BYTES];
    char type[TR_NAME_BYTES]; // of a page of seeds
    char *parent;             // of a page of relatives: the parent's text; owned
    int parent_planet;
    int count, chosen;
    tr_gallery_item *items; // owned
    tr_shared_files files;  // of the maps of sessions; owned
} tr_gallery_page;

// Zero-initialised: closed.
typedef struct tr_gallery {
    int depth; // number of pages, the front one last; 0: closed
    tr_gallery_page pages[TR_GALLERY_DEPTH];
    double dial; // for relatives: 0 sibling … 1 stranger
} tr_gallery;

void tr_gallery_close(tr_gallery *gallery);
// The front page; NULL: closed.
static inline const tr_gallery_page *tr_gallery_front(const tr_gallery *gallery) {
    return gallery->depth > 0 ? &gallery->pages[gallery->depth - 1] : NULL;
}
// The selected item of the front page; NULL: none.
const tr_gallery_item *tr_gallery_chosen(const tr_gallery *gallery);
// Adds the files of the maps of the selected item, as far as it brings any of its own. Errors: TR_NO_MEMORY.
tr_status tr_gallery_find_files(const tr_gallery *gallery, tr_shared_files *files, tr_error *error);

// Each of these opens a page in front, or none after a failure. At maximum depth it replaces the front page.
// Errors: TR_NO_MEMORY, those of tr_breed.
tr_status tr_gallery_show_types(tr_gallery *gallery, tr_error *error);
// Puts files and unsaved sessions first on the page of types, in that order, and selects the first of them.
// Those that cannot be read are left out.
void tr_gallery_put_first(tr_gallery *gallery, const tr_recent *recent, int count);
tr_status tr_gallery_show_seeds(tr_gallery *gallery, const char *type, tr_error *error);
// Relatives of a planet. If a document is given, its locked values stay.
tr_status tr_gallery_show_relatives(tr_gallery *gallery, const char *text, int planet,
                                    const tr_document *document, tr_error *error);
// Appends TR_GALLERY_BATCH seeds or relatives to the front page and selects the first of them.
tr_status tr_gallery_more(tr_gallery *gallery, const tr_document *document, tr_error *error);
// Sets the dial and replaces the relatives of the front page.
tr_status tr_gallery_turn_dial(tr_gallery *gallery, double dial, const tr_document *document, tr_error *error);

// Moves the selection by that many places; nothing happens beyond the ends of the page.
void tr_gallery_move(tr_gallery *gallery, int by);
void tr_gallery_choose(tr_gallery *gallery, int item);
// Closes the front page. False: that was the last one.
bool tr_gallery_back(tr_gallery *gallery);
