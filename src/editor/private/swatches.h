// Which gradients of a recipe a swatch stands for. It follows from the names of paint layers and what they run
// over, never from colours: so a planet keeps its swatches whatever becomes of them.
#pragma once
#include "editor/swatch.h"
#include "recipe/recipe.h"

enum { SWATCH_MEMBERS = 24 };

// Which stops of a gradient.
typedef enum swatch_part { PART_ALL, PART_WET, PART_DRY, PART_SHALLOW, PART_DEEP } swatch_part;

typedef struct swatch_member {
    char path[TR_GRADIENT_PATH_BYTES];
    swatch_part part;
    double low, high; // of the gradient's positions
    bool tinted;      // the recipe's tint is over it
    bool of_light;
    bool multiplies; // its white changes nothing, and stays
} swatch_member;

typedef struct swatch_kind {
    char key[TR_SWATCH_LABEL_BYTES]; // what gathers paint layers into one swatch
    char label[TR_SWATCH_LABEL_BYTES];
    int role; // a tr_palette_role, or -1
    int order;
    double score; // how much of the planet it may be
    int member_count;
    swatch_member members[SWATCH_MEMBERS];
} swatch_kind;

typedef struct swatch_list {
    int count;
    swatch_kind kinds[TR_MAX_PAINTS * 3];
} swatch_list;

// The at most TR_MOST_SWATCHES ones of a recipe, in the order in which they are shown.
void swatches_find(const tr_recipe *recipe, swatch_list *list);

// Whether a member stands for a stop.
bool swatch_has(const swatch_member *member, const tr_shown_stop *stop);
