// The outputs of targets: texts beside the textures with settings for a program, which are made before anything
// is baked; or one file that contains all textures.
#pragma once
#include "export/private/plan.h"

// Each function adds its texts to a plan, after the plan has its parts and its textures.
void tr_describe_blender(tr_plan *plan);
void tr_describe_godot(tr_plan *plan);
void tr_describe_celestia(tr_plan *plan);
void tr_describe_gaiasky(tr_plan *plan);
void tr_describe_kopernicus(tr_plan *plan);
void tr_describe_spaceengine(tr_plan *plan);
void tr_describe_unity(tr_plan *plan);
void tr_describe_gis(tr_plan *plan);

// Writes the planet's mesh as binary glTF 2.0 with normals, tangents and the maps' coordinates, in planet
// radii: one grid, or six for the faces of a cube (TR_LAYOUT_CUBE), each with its own material. Materials use
// the maps of the plan, except night lights (tr_export_glb_glows). The maps are PNG or JPG files beside the
// GLB, or embedded in it (tr_plan_image); then it also has a shell of clouds and a disc of rings. asset.extras
// contains the recipe and the size of a unit in metres. A failed write is reported when the file is finished.
// The same plan and surface give the same bytes. Errors: TR_NO_MEMORY, TR_BAD_INPUT (more than 4 GiB),
// TR_CANNOT_WRITE (an image cannot be read).
tr_status tr_glb_write(tr_atomic_file *file, const tr_plan *plan, const tr_surface *surface, tr_error *error);

// Writes a page that shows the planet: one HTML file with textures, shaders, tables and the script that renders
// it (docs/internals/page.md). The function also computes the data that are not textures of the set: heights,
// air, stars, galaxy, and the mesh of a displaced planet. Guarantees and errors are those of tr_glb_write.
tr_status tr_web_write(tr_atomic_file *file, const tr_plan *plan, const tr_surface *surface, tr_error *error);

// Air as translucent spherical shells that any program can draw. Seen from inside alone, that is
// behind the planet's limb, they add up to the glow there: a line of sight that passes at some height meets all
// shells above it, as many as that air is dense. (No alpha of a sphere depends on the angle that it is seen at,
// so that over the disc shells would be a veil instead.)
enum { TR_SHELLS = 8 };
typedef struct tr_shells {
    double radii[TR_SHELLS];    // in planet radii, the outermost first
    double light[TR_SHELLS][3]; // linear colour of each; haze is lower than gas
    double alpha;               // of each
} tr_shells;

// The air must have thickness above 0, and density or haze above 0.
tr_shells tr_shells_make(const tr_air *air);
