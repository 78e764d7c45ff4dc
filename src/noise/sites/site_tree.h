// A tree of balls round sites: what is far from a place is set aside many sites at a time.
#pragma once
#include "base/watch.h"
#include "noise/choices.h"
#include <stdint.h>

enum {
    TR_TREE_WIDTH = 16, // children of a node
    TR_TREE_LEVELS = 8, // at most
    TR_TREE_TOP = 64,   // nodes of the highest level, at most
    TR_TREE_LEAST = 8,  // sites in every node, at least, where there is more than one level
};

// Coordinates of places that only fill a level up: nothing is as far away, and its square is finite.
#define TR_TREE_NOWHERE 1e18f

// A site on its way into a tree. Sites that repeat share their id.
typedef struct tr_tree_site {
    float at[3];
    int32_t id;
} tr_tree_site;

// Level 0 holds the sites, with a radius of 0; node i of a level encloses the nodes 16 i … 16 i + 15 of the
// level below. Levels are filled up to a multiple of 16 nodes.
typedef struct tr_site_tree {
    int sites, levels;
    struct tr_tree_level {
        int count; // with those that fill up
        float *x, *y, *z, *radius;
    } level[TR_TREE_LEVELS];
    int32_t *id; // of the sites of level 0
} tr_site_tree;

// Builds the tree for distances in a metric. Orders `sites` anew. watch, or NULL, is looked at between
// some thousand sites. Errors: TR_NO_MEMORY, TR_STOPPED. Free with tr_site_tree_clear.
tr_status tr_site_tree_create(tr_tree_site *sites, int count, tr_metric metric, const tr_watch *watch,
                              tr_site_tree *tree, tr_error *error);
void tr_site_tree_clear(tr_site_tree *tree);
