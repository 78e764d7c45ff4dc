// A texture set: what it holds, in which formats, and what its files are called. Decided by the job alone.
#pragma once
#include "planet/surface.h"
#include "recipe/recipe.h"

const char *tr_file_format_extension(tr_file_format format); // "png"
const char *tr_layout_name(tr_layout layout);                // "cube-row"
// Whether maps come in tiles of several levels.
static inline bool tr_layout_is_pyramid(tr_layout layout) { return layout >= TR_LAYOUT_TILES; }
// Whether they are faces of a cube.
static inline bool tr_layout_is_cube(tr_layout layout) {
    return layout != TR_LAYOUT_EQUIRECT && layout != TR_LAYOUT_GEODETIC;
}
// Whether a map or a face can be so wide: tr_map_check_width, tr_patch_check; of pyramids tr_export says it.
// Errors: TR_BAD_INPUT.
tr_status tr_layout_check_width(tr_layout layout, int width, tr_error *error);

// Of a map or one of the others, 0 … TR_EXPORT_OUTPUTS - 1: what it is called, and what it is. Static strings.
const char *tr_export_output_name(int output);
const char *tr_export_output_what(int output);

// What a set of this planet holds unless something else is asked for, as bits 1 << part: its maps, its rings,
// and its mesh if it is no ball. Of a giant there are no heights and normals, which would be those of clouds.
unsigned tr_export_outputs(const tr_recipe *recipe);

// What a set of it can hold: those, heights and normals, a ball's mesh, and what is made of the maps.
unsigned tr_export_possible(const tr_recipe *recipe);

typedef struct tr_target tr_target; // target.h

// The star over a planet, for sets that show it lit.
typedef struct tr_export_star {
    double kelvin, angle_rad; // as tr_star's; the radius that it shows. 0: not known
    uint8_t srgb[3];
    double direction[3]; // towards it, in the planet's frame; all 0: not known
} tr_export_star;

typedef struct tr_export_job {
    const tr_recipe *recipe; // its JSON goes into the files
    const char *directory;   // made when it is not there
    const char *stem;        // files are DIRECTORY/STEM_albedo.png …
    double day_h;            // one turn of the planet against the stars; 0: not known, or it does not turn
    tr_export_star star;     // only pages show it
    tr_layout layout;        // a target's own one counts instead of equirectangular
    bool exact_layout;       // unless that is what is meant
    tr_tiles tiles;          // of a layout that has them: width is that of the finest level all round
    int width;               // of an equirectangular map, whose height is half of it, or of a face
    unsigned maps;           // bits 1 << TR_MAP_… and 1 << TR_EXPORT_…
    bool asks_glow;          // the emission map was asked for by its name (tr_export_glb_glows)
    int normal_bits;         // of a channel: 16, else 8
    tr_height_range
        height_range; // the height map's range is that of the heights that the planet has, in whole metres
    bool flat_sea;    // the height map has the surface of the sea, 0 m, where it would have its floor
    const char
        *world; // the recipe's JSON with the view it is seen in, as files carry it; NULL: the recipe alone
    bool force; // files are replaced whoever wrote them
    const tr_target
        *target; // what the set is for, which has names and formats then; NULL: nothing in particular
    tr_compression compression; // of PNG files
    tr_blocks blocks;           // of KTX2 and DDS
    bool no_mips, zstd;         // they have no levels of detail; KTX2 is compressed once more
    tr_file_format format;      // of what it can hold. PNG streams in bands; the others hold one map in memory
} tr_export_job;

// Whether what the textures lie in is no mesh, but a page.
bool tr_export_is_page(const tr_export_job *job);

// Whether the materials of the job's GLB have the emission map. Those of a planet with night_lights do not,
// unless it is asked for: glTF cannot put lamps out by day.
bool tr_export_glb_glows(const tr_export_job *job);

// The format of a map or of the rings in a set: the job's, or PNG where that cannot hold it (tr_image_fits),
// or where a mesh of the set refers to it and glTF does not know that format.
tr_file_format tr_export_format(const tr_export_job *job, int output);
