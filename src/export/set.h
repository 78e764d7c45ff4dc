// A texture set: its parts, formats and file names, as determined by the job.
#pragma once
#include "planet/surface.h"
#include "recipe/recipe.h"

const char *tr_file_format_extension(tr_file_format format); // "png"
const char *tr_layout_name(tr_layout layout);                // "cube-row"
// Whether maps are tiles of several levels.
static inline bool tr_layout_is_pyramid(tr_layout layout) { return layout >= TR_LAYOUT_TILES; }
// Whether maps are faces of a cube.
static inline bool tr_layout_is_cube(tr_layout layout) {
    return layout != TR_LAYOUT_EQUIRECT && layout != TR_LAYOUT_GEODETIC;
}
// Checks the width of a map or a face: tr_map_check_width, tr_patch_check; for pyramids tr_export checks it.
// Errors: TR_BAD_INPUT.
tr_status tr_layout_check_width(tr_layout layout, int width, tr_error *error);

// The name and the description of a map or another output, 0 … TR_EXPORT_OUTPUTS - 1. Static strings.
const char *tr_export_output_name(int output);
const char *tr_export_output_what(int output);

// The default parts of this planet's set, as bits 1 << part: its maps, its rings, and its mesh if it is
// displaced. Gas giants have no heights and normals by default, because these would be those of clouds.
unsigned tr_export_outputs(const tr_recipe *recipe);

// The parts that its set can have: the default ones, heights and normals, a sphere's mesh, and those derived
// from the maps.
unsigned tr_export_possible(const tr_recipe *recipe);

typedef struct tr_target tr_target; // target.h

// The star of a planet, for sets that show it lit.
typedef struct tr_export_star {
    double kelvin, angle_rad; // kelvin as in tr_star; its apparent radius. 0: unknown
    uint8_t srgb[3];
    double direction[3]; // unit vector to it in the planet's frame; all 0: unknown
} tr_export_star;

// What happens to existing files with the names of the set that are not, or no longer, as Terrella wrote them.
typedef enum tr_edited {
    TR_EDITED_REFUSE, // the export is refused
    TR_EDITED_KEEP,   // they stay, and the others are written; not for tiles
    TR_EDITED_REPLACE
} tr_edited;

typedef struct tr_export_job {
    const tr_recipe *recipe;      // its JSON is embedded in the files
    const char *directory;        // created if it does not exist
    const char *stem;             // files are DIRECTORY/STEM_albedo.png …
    double day_h;                 // rotation period relative to the stars; 0: unknown, or no rotation
    tr_export_star star;          // only used by pages
    tr_layout layout;             // equirectangular means the target's own layout
    bool exact_layout;            // unless this is set
    tr_tiles tiles;               // for a layout with tiles: width is that of the finest level round the planet
    int width;                    // of an equirectangular map, twice its height, or of a face
    unsigned maps;                // bits 1 << TR_MAP_… and 1 << TR_EXPORT_…
    bool asks_glow;               // the emission map was named explicitly (tr_export_glb_glows)
    int normal_bits;              // per channel: 16, else 8
    tr_height_range height_range; // fits the height map's range to the planet's heights, in whole metres
    bool flat_sea;                // the height map has the sea's surface, 0 m, instead of its floor
    const char *link;             // an address that opens the planet in a browser, for pages; NULL: none
    const char *world; // the recipe's JSON with the view, as embedded in files; NULL: only the recipe
    tr_edited edited;
    bool force;                 // replaces all files, tiles and import settings, also those of other programs
    const tr_target *target;    // the target, which determines names and formats; NULL: none
    tr_compression compression; // for PNG files
    tr_blocks blocks;           // for KTX2 and DDS
    bool no_mips, zstd;         // no mip levels; KTX2 with Zstandard
    tr_file_format format;      // for outputs that it supports. PNG streams in bands; the others keep one map
                                // in memory
} tr_export_job;

// Whether the textures are embedded in a page rather than a mesh.
bool tr_export_is_page(const tr_export_job *job);

// Whether the materials of the job's GLB use the emission map. For a planet with night_lights they do not,
// unless it was named: glTF cannot switch the lights off by day.
bool tr_export_glb_glows(const tr_export_job *job);

// The format of a map or of the rings in a set: the job's, or PNG if that does not support it
// (tr_picture_fits), or if a mesh of the set refers to it and glTF does not know the format.
tr_file_format tr_export_format(const tr_export_job *job, int output);
