// Targets: programs that a set is for, which say what it holds, how its files are called and which lie beside
// them.
#pragma once
#include "base/atomic_file.h"
#include "export/set.h"

enum { TR_TARGET_FILES = 8 };
enum { TR_SQUARES_ACROSS = 4 }; // at most, of a map that is cut

// Textures of a set for a target.
typedef struct tr_target_file {
    unsigned outputs; // bits
    tr_file_format format;
    const char *suffix;    // the file is STEM_suffix.extension; NULL: what the part is called
    const char *extension; // NULL: the format's
    int quality;           // of JPG; 0: the usual
} tr_target_file;

struct tr_plan;

struct tr_target {
    const char *name, *what;
    const char *proof;    // how far it was tried
    tr_layout layout;     // of its textures
    unsigned also;        // bits 1 << TR_LAYOUT_… of those that it takes, too
    tr_file_format cubes; // of all faces in one file; PNG: faces are files, for the grids of a mesh
    const char *tiles;    // names of tiles instead of those of docs/internals/tiles.md: {stem}, {part}, {face},
                          // {level}, {x}, {y}
    int border;           // of its tiles
    int widest;           // its pictures: a wider map is cut into squares, tiles of UDIM; 0: any width
    const char *no_letters; // names of its files have none of these, which its settings cannot quote; NULL: all
    tr_blocks blocks;       // of its KTX2 and DDS files
    bool grids;             // a set of faces has their mesh, also of a ball: the program makes none
    bool kerbal;            // these are as Kerbal Space Program reads them (tr_gpu_coding)
    bool z_up;              // the faces of that cube are those of left-handed axes whose z is up
    // All textures go into one file, in the place of the mesh, which this writes (as tr_glb_write); NULL: they
    // are files of their own.
    tr_status (*embed)(tr_atomic_file *file, const struct tr_plan *plan, const tr_surface *surface,
                       tr_error *error);
    tr_target_file files[TR_TARGET_FILES];  // those that have a suffix
    void (*describe)(struct tr_plan *plan); // adds texts beside them; NULL: there are none
};

// All of them; *count is how many.
const tr_target *tr_target_list(int *count);
// One by its name, or NULL.
const tr_target *tr_target_find(const char *name);
// The layout of a set for it, or for none, when that one is asked for: its own instead of equirectangular,
// unless it is meant exactly.
static inline tr_layout tr_target_layout(const tr_target *target, tr_layout layout, bool exactly) {
    return target && layout == TR_LAYOUT_EQUIRECT && !exactly ? target->layout : layout;
}
// Whether a set for it, or for none, can have that layout.
static inline bool tr_target_has_layout(const tr_target *target, tr_layout layout) {
    return !target || layout == target->layout || target->also & 1u << layout;
}
// How many texels of its neighbours a face has on each side: of those for the grids of a mesh, where programs
// know of no cube, so that filters find the next face beyond an edge; 0 elsewhere.
static inline int tr_target_border(const tr_target *target, tr_layout layout) {
    return target && layout == TR_LAYOUT_CUBE && !target->cubes ? TR_FACE_MARGIN : 0;
}
// Whether a set of that layout has a mesh, whatever is asked for: all is in it, or faces are for its grids.
static inline bool tr_target_needs_mesh(const tr_target *target, tr_layout layout) {
    return target && (target->embed || (target->grids && layout == TR_LAYOUT_CUBE));
}
// What a planet's set of that layout, which is the set's, holds unless something else is asked for, as bits
// 1 << part: what the target says, or without one (NULL) what tr_export_outputs says. Tiles have neither rings
// nor a mesh beside them.
unsigned tr_target_outputs(const tr_target *target, tr_layout layout, const tr_recipe *recipe);
// All parts that a set for it, or for none, can have, as bits.
static inline unsigned tr_target_all(const tr_target *target) {
    unsigned all = target ? 0 : ~(1u << TR_EXPORT_AIR); // which lies in the file of a target
    for (int i = 0; target && i < TR_TARGET_FILES; i++)
        all |= target->files[i].outputs;
    return all;
}
// The file that a part is in it, or NULL; and what that is called after.
static inline const tr_target_file *tr_target_get_file(const tr_target *target, int output) {
    for (int i = 0; target && i < TR_TARGET_FILES; i++)
        if (target->files[i].outputs & 1u << output)
            return &target->files[i];
    return NULL;
}
static inline const char *tr_target_suffix(const tr_target *target, int output) {
    const tr_target_file *file = tr_target_get_file(target, output);
    return file && file->suffix ? file->suffix : tr_export_output_name(output);
}
