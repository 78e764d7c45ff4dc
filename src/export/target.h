// Targets: programs that a set is made for. A target determines the parts of the set, its file names and its
// sidecars.
#pragma once
#include "base/atomic_file.h"
#include "export/set.h"

enum { TR_TARGET_FILES = 8 };
enum { TR_SQUARES_ACROSS = 4 }; // maximum squares in a row, for a map that is cut

// Textures of a set for a target.
typedef struct tr_target_file {
    unsigned outputs; // bits
    tr_file_format format;
    const char *suffix;    // the file is STEM_suffix.extension; NULL: the part's name
    const char *extension; // NULL: that of the format
    int quality;           // for JPG; 0: the default
} tr_target_file;

struct tr_plan;

struct tr_target {
    const char *name, *what;
    const char *proof;      // how it was tested
    tr_layout layout;       // of its textures
    unsigned also;          // further layouts that it supports, as bits 1 << TR_LAYOUT_…
    tr_file_format cubes;   // format of a file with all faces; PNG: separate faces, for the grids of a mesh
    const char *tiles;      // names of tiles, instead of those in docs/internals/tiles.md: {stem}, {part},
                            // {face}, {level}, {x}, {y}
    int border;             // of its tiles
    int widest;             // maximum width of a picture: a wider map is cut into UDIM squares; 0: any width
    const char *no_letters; // characters that its settings cannot quote, so its file names must not contain
                            // them; NULL: all are allowed
    tr_blocks blocks;       // of its KTX2 and DDS files
    bool grids;             // a set of faces includes a mesh of grids, also for a sphere, because the program
                            // makes none
    bool kerbal;            // in the format of Kerbal Space Program (tr_gpu_coding)
    bool z_up;              // the faces are those of left-handed axes with z up
    // Writes all textures into one file, in place of the mesh (as tr_glb_write); NULL: they are separate files.
    tr_status (*embed)(tr_atomic_file *file, const struct tr_plan *plan, const tr_surface *surface,
                       tr_error *error);
    tr_target_file files[TR_TARGET_FILES];  // unused ones have no outputs
    void (*describe)(struct tr_plan *plan); // adds texts beside them; NULL: there are none
};

// All targets; *count is their number.
const tr_target *tr_target_list(int *count);
// Finds a target by its name, or NULL.
const tr_target *tr_target_find(const char *name);
// The layout of a set for the target (NULL: none): equirectangular is replaced by the target's own layout,
// unless `exactly`.
static inline tr_layout tr_target_layout(const tr_target *target, tr_layout layout, bool exactly) {
    return target && layout == TR_LAYOUT_EQUIRECT && !exactly ? target->layout : layout;
}
// Whether a set for the target (NULL: none) supports that layout.
static inline bool tr_target_has_layout(const tr_target *target, tr_layout layout) {
    return !target || layout == target->layout || target->also & 1u << layout;
}
// The width of a set for which none is given: of a map, of a face, or of the finest level of a pyramid. Sets in
// a single file have smaller faces: 512 has the detail of a map 2048 wide, 1024 that of 4096.
static inline int tr_target_width(const tr_target *target, tr_layout layout) {
    const int face = target && target->embed ? 512 : 1024;
    return layout == TR_LAYOUT_EQUIRECT ? 2048 : tr_layout_is_pyramid(layout) ? 4096 : face;
}
// The border of a face in texels: for faces on the grids of a mesh, which programs do not filter across edges,
// neighbouring texels are repeated; 0 in other cases.
static inline int tr_target_border(const tr_target *target, tr_layout layout) {
    return target && layout == TR_LAYOUT_CUBE && !target->cubes ? TR_FACE_MARGIN : 0;
}
// Whether a set of that layout always has a mesh: because it contains everything, or because faces need its
// grids.
static inline bool tr_target_needs_mesh(const tr_target *target, tr_layout layout) {
    return target && (target->embed || (target->grids && layout == TR_LAYOUT_CUBE));
}
// The default parts of a planet's set with that layout, which is the set's, as bits 1 << part: those of the
// target, or without one (NULL) those of tr_export_outputs. Sets of tiles have neither rings nor a mesh.
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
