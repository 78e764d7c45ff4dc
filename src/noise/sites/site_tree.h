// A tree of bounding spheres of sites. A search discards all sites of a distant sphere at once.
#pragma once
#include "base/watch.h"
#include "noise/choices.h"
#include <stdint.h>

enum {
    TR_TREE_WIDTH = 16, // children of a node
    TR_TREE_LEVELS = 8, // maximum number of levels
    TR_TREE_TOP = 64,   // maximum number of nodes on the highest level
    TR_TREE_LEAST = 8,  // minimum number of sites in a node, if there is more than one level
};

// Coordinates of padding: farther away than any site, with a finite square.
#define TR_TREE_NOWHERE 1e18f

// A site for the construction of a tree. Repetitions of a site share its id.
typedef struct tr_tree_site {
    float at[3];
    int32_t id;
} tr_tree_site;

// Level 0 holds the sites, with a radius of 0. Node i of a level encloses the nodes 16 i … 16 i + 15 of the
// level below. Levels are padded to a multiple of 16 nodes.
typedef struct tr_site_tree {
    int sites, levels;
    struct tr_tree_level {
        int count; // including padding
        float *x, *y, *z, *radius;
    } level[TR_TREE_LEVELS];
    int32_t *id; // of the sites of level 0
} tr_site_tree;

// Builds the tree for distances in a metric. Reorders `sites`. watch may be NULL; it is polled every few
// thousand sites. Errors: TR_NO_MEMORY, TR_STOPPED. Free with tr_site_tree_clear.
tr_status tr_site_tree_create(tr_tree_site *sites, int count, tr_metric metric, const tr_watch *watch,
                              tr_site_tree *tree, tr_error *error);
// Frees what tr_site_tree_create made. A zeroed tree is allowed.
void tr_site_tree_clear(tr_site_tree *tree);
