#include "export/private/manifest.h"
#include "planet/biomes.h"

#include "base/digest.h"
#include "base/version.h"
#include "export/private/embedded_recipe.h"
#include "export/private/image_layout.h"
#include "export/private/outputs.h"
#include "export/private/pyramid.h"
#include "export/target.h"
#include "planet/mesh.h"
#include "scene/load.h"
#include "json/json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tr_json *text(tr_json_document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(tr_json_document *d, int64_t number) { return tr_json_new_whole(d, number); }

static tr_json *real(tr_json_document *d, double number) { return tr_json_new_real(d, number); }

// What the file of a part is called; tr_export made sure that names fit.
static tr_json *file_name(tr_json_document *d, const tr_export_job *job, int output, int image) {
    char name[TR_EXPORT_NAME_BYTES];
    return text(d, tr_export_file_name(job, output, image, name, sizeof name) ? name : "");
}

// A file's hash and size, into an object that names it.
static void set_digest(tr_json_document *d, tr_json *object, const tr_digest *digest) {
    tr_json_set(d, object, "sha256", text(d, digest->sha256));
    tr_json_set(d, object, "bytes", whole(d, (int64_t)digest->bytes));
}

// A file for each face of a cube, or for each square that a map is cut into; NULL: all is in one.
static tr_json *list_files(tr_json_document *d, const tr_export_job *job, const tr_digests *digests,
                           int output) {
    const int count = tr_export_file_count(job, output);
    tr_json *files = count > 1 ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    const bool cube = tr_layout_is_cube(job->layout);
    for (int i = 0; i < count && files; i++) {
        tr_json *file = tr_json_new_object(
            d, "face", cube ? text(d, tr_image_layout_axis(tr_faces[i].major)) : NULL, "udim",
            cube ? NULL : whole(d, tr_square_udim(job, i)), "file", file_name(d, job, output, i), NULL);
        set_digest(d, file, &digests->of[output][i]);
        tr_json_append(d, files, file);
    }
    return files;
}

// The images of a part in a GLB, in the order of the faces.
static tr_json *name_images(tr_json_document *d, const tr_export_job *job, int output) {
    tr_json *images = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < tr_export_file_count(job, output); i++) {
        char name[TR_IMAGE_NAME_BYTES];
        tr_export_image_name(job, output, i, name);
        tr_json_append(d, images, text(d, name));
    }
    return images;
}

static tr_json *colour(tr_json_document *d, const uint8_t srgb[3]) {
    char word[8];
    snprintf(word, sizeof word, "%02x%02x%02x", srgb[0], srgb[1], srgb[2]);
    return text(d, word);
}

// What the channels of a texture hold, from red on; the names of the first keys end with NULL.
static void name_channels(tr_json_document *d, tr_json *object, const char *const names[4]) {
    static const char *const keys[] = {"red", "green", "blue", "alpha"};
    for (int i = 0; i < 4 && names[i]; i++)
        tr_json_set(d, object, keys[i], text(d, names[i]));
}

static void describe_channels(tr_json_document *d, tr_json *object, const tr_export_job *job, int output) {
    static const char
        *const orm[] = {"occlusion", "roughness", "metal", NULL},
               *const mask[] = {"metal", "occlusion", "detail mask: none", "smoothness"},
               *const north[] = {"east", "north", "up", NULL}, *const south[] = {"east", "south", "up", NULL},
               *const rows_up[] = {"along columns", "against rows", "up", NULL},
               *const rows_down[] = {"along columns", "along rows", "up", NULL},
               *const frame[] = {"+X", "+Y", "+Z", NULL}, *const wind[] = {"east", "north", "none", NULL},
               *const face_wind[] = {"along columns", "against rows", "none", NULL},
               *const kerbal[] = {"none", "north", "none", "west"};
    const bool cube = tr_layout_is_cube(job->layout);
    if (output == TR_MAP_NORMAL && job->target && job->target->kerbal)
        name_channels(d, object, kerbal);
    else if (output == TR_MAP_NORMAL) {
        tr_json_set(d, object, "convention", text(d, "+Y (OpenGL)"));
        name_channels(d, object, cube ? rows_up : north);
    }
    if (output == TR_EXPORT_NORMAL_DX) {
        tr_json_set(d, object, "convention", text(d, "-Y (DirectX)"));
        name_channels(d, object, cube ? rows_down : south);
    }
    if (output == TR_EXPORT_WIND) {
        tr_json_set(d, object, "convention", text(d, "+Y (OpenGL)"));
        name_channels(d, object, cube ? face_wind : wind);
    }
    if (output == TR_EXPORT_NORMAL_OBJECT)
        name_channels(d, object, frame);
    if (output == TR_MAP_ORM)
        name_channels(d, object, orm);
    if (output == TR_EXPORT_MASKMAP)
        name_channels(d, object, mask);
    if (output == TR_MAP_CLOUDS)
        tr_json_set(d, object, "alpha", text(d, "straight"));
}

// Of heights and depths: what the texels of a file mean, in metres.
static tr_json *describe_metres(tr_json_document *d, const tr_export_job *job, int output) {
    const tr_image picture = tr_export_image(job, output);
    const tr_file_format kind = tr_export_format(job, output);
    const bool metres = kind == TR_FORMAT_R32F || kind == TR_FORMAT_EXR;
    const char *formula = metres              ? "metres = texel"
                          : picture.bytes > 1 ? "metres = minimum + texel / 65535 * (maximum - minimum)"
                                              : "metres = minimum + texel / 255 * (maximum - minimum)";
    return tr_json_new_object(d, "minimum", real(d, picture.low), "maximum", real(d, picture.high), "formula",
                              text(d, formula), NULL);
}

// Of a wind: how fast its texels are. No time of a clock is known: a unit of time is that of the recipe, in
// which jets go about one radius.
static tr_json *describe_speed(tr_json_document *d, const tr_export_job *job) {
    const tr_recipe *recipe = job->recipe;
    const tr_image picture = tr_export_image(job, TR_EXPORT_WIND);
    const bool floats = tr_export_format(job, TR_EXPORT_WIND) == TR_FORMAT_EXR;
    char path[TR_NAME_BYTES + 16], formula[64];
    double blown = 0;
    snprintf(path, sizeof path, "warps.%s.time", recipe->warps[tr_recipe_wind(recipe)].name);
    tr_recipe_number_at(recipe, path, &blown);
    snprintf(formula, sizeof formula, "speed = (2 * texel%s - 1) * maximum",
             floats              ? ""
             : picture.bytes > 1 ? " / 65535"
                                 : " / 255");
    return tr_json_new_object(d, "maximum", real(d, tr_export_fastest(job)), "unit",
                              text(d, "planet radii per unit of time"), "blown", real(d, blown), "formula",
                              text(d, formula), NULL);
}

// What numbers of a map of biomes mean.
static tr_json *describe_biomes(tr_json_document *d) {
    tr_json *legend = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < TR_BIOMES; i++)
        tr_json_append(d, legend,
                       tr_json_new_object(d, "id", whole(d, i), "name", text(d, tr_biome_name((tr_biome)i)),
                                          "colour", colour(d, tr_biome_colour((tr_biome)i)), NULL));
    return legend;
}

// One texture: its file and how to read it.
static tr_json *describe_texture(tr_json_document *d, const tr_export_job *job, const tr_digests *digests,
                                 int output) {
    static const char *const encodings[TR_FORMAT_COUNT] = {[TR_FORMAT_HDR] = "rgbe",
                                                           [TR_FORMAT_EXR] = "floats",
                                                           [TR_FORMAT_R16] = "raw, unsigned, little-endian",
                                                           [TR_FORMAT_R16BE] = "raw, unsigned, big-endian",
                                                           [TR_FORMAT_R32F] = "raw, floats, little-endian"};
    const tr_image picture = tr_export_image(job, output);
    const tr_file_format kind = tr_export_format(job, output);
    const bool radiance = kind == TR_FORMAT_HDR || kind == TR_FORMAT_EXR; // linear
    const bool packed = output == TR_MAP_NORMAL && job->target && job->target->kerbal;
    const int channels = packed                  ? 4
                         : kind == TR_FORMAT_JPG ? 3
                                                 : picture.channels; // grey, too, has three there
    const bool exr = kind == TR_FORMAT_EXR;
    const int bits = 8 * picture.bytes * (kind == TR_FORMAT_R32F || exr ? 2 : 1); // floats, or halves for bytes
    const bool inside = tr_export_embeds(job, output);
    const int file = inside ? TR_EXPORT_MESH : output;
    const bool faces = inside && tr_export_file_count(job, output) > 1;
    tr_json *image = inside && !faces ? text(d, tr_export_output_name(output)) : NULL;
    const bool tiles = tr_layout_is_pyramid(job->layout);
    char pattern[TR_EXPORT_NAME_BYTES];
    tr_json *names = tiles && tr_tile_pattern(job, output, pattern, sizeof pattern) ? text(d, pattern) : NULL;
    tr_json *files = list_files(d, job, digests, file),
            *all = files || tiles ? NULL : file_name(d, job, file, 0);
    tr_json *object = tr_json_new_object(
        d, "file", all, "image", image, "images", faces ? name_images(d, job, output) : NULL, "sha256",
        all ? text(d, digests->of[file][0].sha256) : NULL, "bytes",
        all ? whole(d, (int64_t)digests->of[file][0].bytes) : NULL, "files", files, "pattern", names, "width",
        whole(d, picture.width), "height", whole(d, picture.height / (picture.cube ? 6 : 1)), "colour_space",
        text(d, picture.srgb && !radiance ? "srgb" : "linear"), "channels", whole(d, channels), "bits",
        whole(d, bits), NULL);
    if (tr_format_is_gpu(kind)) {
        const tr_gpu_coding coding = tr_export_coding(job, NULL, NULL);
        tr_json_set(d, object, "encoding", text(d, tr_gpu_format_name(tr_gpu_format(&picture, &coding))));
        tr_json_set(d, object, "levels", whole(d, tr_gpu_levels(&picture, &coding)));
        if (kind == TR_FORMAT_KTX2 && coding.zstd)
            tr_json_set(d, object, "supercompression", text(d, "zstd"));
    }
    if (encodings[kind])
        tr_json_set(d, object, "encoding", text(d, encodings[kind]));
    describe_channels(d, object, job, output);
    if (picture.low < picture.high)
        tr_json_set(d, object, "metres", describe_metres(d, job, output));
    if (output == TR_MAP_HEIGHT && job->flat_sea)
        tr_json_set(d, object, "sea", text(d, "flat"));
    if (output == TR_EXPORT_WIND)
        tr_json_set(d, object, "speed", describe_speed(d, job));
    if (output == TR_EXPORT_BIOME) {
        tr_json_set(d, object, "filter", text(d, "nearest"));
        tr_json_set(d, object, "legend", describe_biomes(d));
    }
    if (output == TR_MAP_CLOUDS)
        tr_json_set(d, object, "altitude_km", real(d, job->recipe->clouds.altitude_km));
    return object;
}

static tr_json *describe_maps(tr_json_document *d, const tr_export_job *job, const tr_digests *digests) {
    tr_json *maps = tr_json_new(d, TR_JSON_OBJECT);
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (job->maps & 1u << output && tr_export_get_output(job, output).maps)
            tr_json_set(d, maps, tr_export_output_name(output), describe_texture(d, job, digests, output));
    return maps;
}

// The rings: where they begin and end, and the strip between.
static tr_json *describe_rings(tr_json_document *d, const tr_export_job *job, const tr_digests *digests) {
    const tr_rings *rings = &job->recipe->rings;
    tr_json *object = describe_texture(d, job, digests, TR_EXPORT_RINGS);
    tr_json_set(d, object, "alpha", text(d, "straight"));
    tr_json_set(d, object, "axis", text(d, "left: inner edge, right: outer edge"));
    tr_json_set(d, object, "inner_radii", real(d, rings->inner));
    tr_json_set(d, object, "outer_radii", real(d, rings->outer));
    return object;
}

static tr_json *describe_mesh(tr_json_document *d, const tr_export_job *job, const tr_digests *digests) {
    const int columns = tr_export_mesh_columns(job);
    const int side = tr_export_mesh_side(job);
    const int vertices = side ? 6 * tr_face_vertices(side) : tr_mesh_vertices(columns);
    const int triangles = side ? 6 * tr_face_triangles(side) : tr_mesh_triangles(columns);
    tr_json *object =
        tr_json_new_object(d, "file", file_name(d, job, TR_EXPORT_MESH, 0), "columns",
                           whole(d, side ? 4 * side : columns), "vertices", whole(d, vertices), "triangles",
                           whole(d, triangles), "metres_per_unit", real(d, 1000 * job->recipe->radius_km),
                           "displaced", tr_json_new_flag(d, job->recipe->mesh_columns > 0), NULL);
    set_digest(d, object, &digests->of[TR_EXPORT_MESH][0]);
    return object;
}

// The one file of a set that holds all of it, where that is no mesh.
static tr_json *describe_page(tr_json_document *d, const tr_export_job *job, const tr_digests *digests) {
    tr_json *object = tr_json_new_object(d, "file", file_name(d, job, TR_EXPORT_MESH, 0), NULL);
    set_digest(d, object, &digests->of[TR_EXPORT_MESH][0]);
    return object;
}

// The planet's own axes, and where texels of an equirectangular map lie.
static tr_json *describe_frame(tr_json_document *d, const tr_export_job *job) {
    const bool cube = tr_layout_is_cube(job->layout), kerbal = job->target && job->target->kerbal;
    const char *u = kerbal ? "0 at 90 degrees, grows to the west" : "0 at -180 degrees, grows to the east",
               *v = kerbal ? "0 at the south pole, grows to the north"
                           : "0 at the north pole, grows to the south";
    return tr_json_new_object(d, "u", cube ? NULL : text(d, u), "v", cube ? NULL : text(d, v), "handedness",
                              text(d, "right-handed"), "north", text(d, "+Y"), "longitude_0", text(d, "+X"),
                              "longitude_90_east", text(d, "-Z"), NULL);
}

// A face: which way it looks, its columns and its rows run, and its first texel in a picture of all.
static tr_json *describe_face(tr_json_document *d, tr_layout layout, const tr_image_layout *image, int face,
                              int cell) {
    const bool alone = layout == TR_LAYOUT_CUBE;
    const int x = cell % image->columns * image->cell.width, y = cell / image->columns * image->cell.height;
    const tr_face *axes = &tr_faces[face];
    return tr_json_new_object(d, "face", text(d, tr_image_layout_axis(tr_faces[face % 6].major)), "middle",
                              text(d, tr_image_layout_axis(axes->major)), "right",
                              text(d, tr_image_layout_axis(axes->right)), "down",
                              text(d, tr_image_layout_axis(axes->down)), "x", alone ? NULL : whole(d, x), "y",
                              alone ? NULL : whole(d, y), NULL);
}

// All of what maps show at their finest: a map, or a face.
static tr_patch whole_map(const tr_export_job *job) {
    if (!tr_layout_is_pyramid(job->layout))
        return tr_layout_is_cube(job->layout) ? tr_image_layout_get(job, TR_FORMAT_PNG, 0).cell
                                              : tr_whole_map(job->width);
    return tr_layout_is_cube(job->layout) ? (tr_patch){.width = job->width / 4, .height = job->width / 4}
                                          : tr_whole_map(job->width);
}

// How the faces lie in files, and in the planet's frame; NULL: there are none.
static tr_json *describe_cube(tr_json_document *d, const tr_export_job *job) {
    if (!tr_layout_is_cube(job->layout))
        return NULL;
    const int border = tr_target_border(job->target, job->layout);
    tr_export_job cube = *job;
    cube.layout = tr_layout_is_pyramid(job->layout) ? TR_LAYOUT_CUBE : job->layout;
    tr_json *faces = tr_json_new(d, TR_JSON_ARRAY);
    // With KTX2 and DDS, too, these are the six; a target has all of its own.
    const tr_file_format format = cube.target && cube.target->cubes ? cube.target->cubes : TR_FORMAT_PNG;
    for (int i = 0; i < tr_image_layout_count(&cube, format); i++) {
        const tr_image_layout image = tr_image_layout_get(&cube, format, i);
        for (int cell = 0; cell < image.rows * image.columns; cell++)
            if (image.faces[cell] >= 0)
                tr_json_append(d, faces, describe_face(d, cube.layout, &image, image.faces[cell], cell));
    }
    return tr_json_new_object(d, "layout", text(d, tr_layout_name(job->layout)), "size",
                              whole(d, whole_map(job).width - 2 * border), "border",
                              border ? whole(d, border) : NULL, "faces", faces, NULL);
}

// The file that has the hashes of all tiles: there may be millions.
static tr_json *describe_list(tr_json_document *d, const tr_export_job *job, const tr_digest *list) {
    char name[TR_EXPORT_NAME_BYTES];
    if (!list || !tr_tile_list_name(job, name, sizeof name))
        return NULL;
    tr_json *object = tr_json_new_object(d, "file", text(d, name), NULL);
    set_digest(d, object, list);
    return object;
}

// How a pyramid is cut; NULL: there is none.
static tr_json *describe_tiles(tr_json_document *d, const tr_export_job *job, const tr_digests *digests) {
    tr_pyramid pyramid;
    if (!tr_layout_is_pyramid(job->layout) || tr_pyramid_of(job, &pyramid, NULL) != TR_OK)
        return NULL;
    return tr_json_new_object(d, "size", whole(d, pyramid.tile), "border", whole(d, pyramid.border), "levels",
                              whole(d, pyramid.levels), "x",
                              text(d, pyramid.cube ? "along the face's columns" : "to the east"), "y",
                              text(d, pyramid.cube ? "along the face's rows" : "to the south"), "hashes",
                              describe_list(d, job, digests->list), NULL);
}

// As a game's shader can take it: two layers that grow e times thinner over a height, and a band of ozone.
static tr_json *describe_air(tr_json_document *d, const tr_recipe *recipe) {
    const tr_air *air = &recipe->air;
    const double height_km = air->thickness * recipe->radius_km / 7;
    tr_json *gas = tr_json_new_object(d, "colour", colour(d, air->srgb), "optical_depth", real(d, air->density),
                                      "scale_height_km", real(d, height_km), NULL);
    tr_json *haze = tr_json_new_object(
        d, "colour", colour(d, air->haze_srgb), "optical_depth", real(d, air->haze), "scale_height_km",
        real(d, air->haze_height * height_km), "anisotropy", real(d, air->anisotropy), NULL);
    return tr_json_new_object(d, "top_km", real(d, air->thickness * recipe->radius_km), "gas", gas, "haze",
                              haze, "ozone_optical_depth", real(d, air->ozone), "glow", real(d, air->glow),
                              NULL);
}

// What glows: by its own heat, or lamps that are out by day; and whether it does in the GLB, if there is one.
static tr_json *describe_glow(tr_json_document *d, const tr_export_job *job) {
    const bool glb = job->maps & 1u << TR_EXPORT_MESH && !tr_export_is_page(job);
    return tr_json_new_object(d, "strength", real(d, job->recipe->emission_strength), "night_only",
                              tr_json_new_flag(d, job->recipe->night_lights), "in_glb",
                              glb ? tr_json_new_flag(d, tr_export_glb_glows(job)) : (tr_json *)0, NULL);
}

// Only where there is one: what a sea is of, and where it ends.
static tr_json *describe_sea(tr_json_document *d, const tr_recipe *recipe) {
    return tr_json_new_object(d, "liquid", text(d, tr_liquid_names[recipe->liquid]), "level_m", whole(d, 0),
                              NULL);
}

// What lies beside the textures; NULL: nothing.
static tr_json *list_sidecars(tr_json_document *d, const tr_sidecars *sidecars) {
    tr_json *files = sidecars->count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; i < sidecars->count; i++) {
        const tr_sidecar *beside = &sidecars->items[i];
        tr_digest digest = {.bytes = beside->text.used};
        tr_digest_of(beside->text.bytes, beside->text.used, digest.sha256);
        tr_json *file = tr_json_new_object(d, "file", text(d, beside->name), NULL);
        set_digest(d, file, &digest);
        tr_json_append(d, files, file);
    }
    return files;
}

// What will be removed of the set that was here before; NULL: nothing, or that is done.
static tr_json *list_earlier(tr_json_document *d, const tr_digests *digests) {
    const tr_earlier *earlier = digests->unfinished ? digests->earlier : NULL;
    tr_json *files = earlier && earlier->count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; files && i < earlier->count; i++)
        if (earlier->files[i].digest.sha256[0]) { // what has no hash stays
            tr_json *file = tr_json_new_object(d, "file", text(d, earlier->files[i].name), NULL);
            set_digest(d, file, &earlier->files[i].digest);
            tr_json_append(d, files, file);
        }
    return files;
}

// Where the knobs of the type stand.
static tr_json *describe_knobs(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *knobs = recipe->type_knob_count ? tr_json_new(d, TR_JSON_OBJECT) : NULL;
    for (int i = 0; i < recipe->type_knob_count; i++)
        tr_json_set(d, knobs, recipe->type_knobs[i].name, real(d, tr_recipe_type_knob(recipe, i)));
    return knobs;
}

static tr_json *describe(tr_json_document *d, const tr_export_job *job, const tr_sidecars *sidecars,
                         const tr_digests *digests) {
    const tr_recipe *recipe = job->recipe;
    const tr_patch cell = whole_map(job);
    double low, high;
    tr_export_heights(job, &low, &high);
    const bool rings = job->maps & 1u << TR_EXPORT_RINGS, mesh = job->maps & 1u << TR_EXPORT_MESH;
    const bool page = mesh && tr_export_is_page(job);
    return tr_json_new_object(
        d, "format", whole(d, TR_MANIFEST_FORMAT), "generator", text(d, "terrella"), "version",
        text(d, TR_VERSION), "unfinished", digests->unfinished ? tr_json_new_flag(d, true) : (tr_json *)0,
        "replaces", list_earlier(d, digests), "pixels", whole(d, TR_PIXELS),                                //
        "name", text(d, job->stem), "type", text(d, recipe->type), "seed", whole(d, (int64_t)recipe->seed), //
        "radius_km", real(d, recipe->radius_km), "tilt_deg", real(d, recipe->tilt_deg), "day_h",
        job->day_h != 0 ? real(d, job->day_h) : (tr_json *)0, //
        "gas", tr_json_new_flag(d, recipe->gas && !recipe->sea), "sea",
        recipe->sea ? describe_sea(d, recipe) : (tr_json *)0,        //
        "height_min_m", real(d, low), "height_max_m", real(d, high), //
        "projection", text(d, tr_layout_is_cube(job->layout) ? "cube" : "equirect"), "width",
        whole(d, cell.width), "height", whole(d, cell.height), //
        "frame", describe_frame(d, job), "cube", describe_cube(d, job), "tiles",
        describe_tiles(d, job, digests), "slope_exaggeration", real(d, recipe->slope_exaggeration),
        "normal_scale_for_true_slopes", //
        recipe->slope_exaggeration > 0 ? real(d, 1 / recipe->slope_exaggeration) : (tr_json *)0, "emission",
        recipe->emission.count ? describe_glow(d, job) : (tr_json *)0, "air",
        recipe->air.thickness > 0 ? describe_air(d, recipe) : (tr_json *)0, "knobs", describe_knobs(d, recipe),
        "maps", describe_maps(d, job, digests), "recipe", tr_embedded_recipe_tree(d, job), "rings",
        rings ? describe_rings(d, job, digests) : (tr_json *)0, "mesh",
        mesh && !page ? describe_mesh(d, job, digests) : (tr_json *)0, "page",
        page ? describe_page(d, job, digests) : (tr_json *)0, "target",
        job->target ? text(d, job->target->name) : (tr_json *)0, "beside", list_sidecars(d, sidecars), NULL);
}

tr_status tr_manifest_create(const tr_export_job *job, const tr_sidecars *sidecars, const tr_digests *digests,
                             char **out, tr_error *error) {
    tr_json_document *d;
    *out = NULL;
    tr_status status = tr_json_create(&d, error);
    if (status == TR_OK)
        status = tr_json_write(d, describe(d, job, sidecars, digests), true, out, error);
    tr_json_destroy(d);
    return status;
}
