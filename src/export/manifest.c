#include "export/private/replace.h"

#include "base/version.h"
#include "export/private/image_layout.h"
#include "planet/biomes.h"
#include "planet/mesh.h"
#include "scene/load.h"

#include <stdio.h>

static tr_json *text(tr_json_document *d, const char *word) { return tr_json_new_text(d, word); }

static tr_json *whole(tr_json_document *d, int64_t number) { return tr_json_new_whole(d, number); }

static tr_json *real(tr_json_document *d, double number) { return tr_json_new_real(d, number); }

// A file with its hash and size, into an object.
static tr_json *set_file(tr_json_document *d, tr_json *object, const char *name, const tr_digest *digest) {
    tr_json_set(d, object, "file", text(d, name));
    tr_json_set(d, object, "sha256", text(d, digest->sha256));
    tr_json_set(d, object, "bytes", whole(d, (int64_t)digest->bytes));
    return object;
}

static tr_json *new_file(tr_json_document *d, const char *name, const tr_digest *digest) {
    return set_file(d, tr_json_new(d, TR_JSON_OBJECT), name, digest);
}

// A file for each face of a cube, or for each square that a map is cut into.
static tr_json *list_files(tr_json_document *d, const tr_plan *plan, int output) {
    tr_json *files = tr_json_new(d, TR_JSON_ARRAY);
    const bool cube = tr_layout_is_cube(plan->job.layout);
    for (int i = 0; i < plan->parts[output].images; i++) {
        const tr_set_file *file = tr_plan_file(plan, output, i);
        tr_json *object =
            tr_json_new_object(d, "face", cube ? text(d, tr_image_layout_axis(tr_faces[i].major)) : NULL,
                               "udim", cube ? NULL : whole(d, tr_square_udim(&plan->job, i)), NULL);
        tr_json_append(d, files, set_file(d, object, file->name, &file->digest));
    }
    return files;
}

// The images of a part in a GLB, in the order of the faces.
static tr_json *name_images(tr_json_document *d, const tr_plan *plan, int output) {
    tr_json *images = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < plan->parts[output].images; i++) {
        char name[TR_IMAGE_NAME_BYTES];
        tr_plan_image_name(plan, output, i, name);
        tr_json_append(d, images, text(d, name));
    }
    return images;
}

// Where the texels of a part are: a file or several, images in the file of the shape, or tiles.
static void set_place(tr_json_document *d, tr_json *object, const tr_plan *plan, int output) {
    const tr_part *part = &plan->parts[output];
    if (tr_layout_is_pyramid(plan->job.layout)) {
        tr_json_set(d, object, "pattern", text(d, part->tiles));
        return;
    }
    const tr_set_file *file = tr_plan_file(plan, output, 0);
    const bool inside = tr_plan_embeds(plan), faces = part->images > 1;
    if (faces && !inside) {
        tr_json_set(d, object, "files", list_files(d, plan, output));
        return;
    }
    tr_json_set(d, object, "file", text(d, file->name));
    if (inside && faces)
        tr_json_set(d, object, "images", name_images(d, plan, output));
    else if (inside)
        tr_json_set(d, object, "image", text(d, tr_export_output_name(output)));
    tr_json_set(d, object, "sha256", text(d, file->digest.sha256));
    tr_json_set(d, object, "bytes", whole(d, (int64_t)file->digest.bytes));
}

static tr_json *colour(tr_json_document *d, const uint8_t srgb[3]) {
    char word[8];
    snprintf(word, sizeof word, "%02x%02x%02x", srgb[0], srgb[1], srgb[2]);
    return text(d, word);
}

// What the channels of a texture hold.
static void describe_channels(tr_json_document *d, tr_json *object, const tr_plan *plan, int output) {
    static const struct {
        const char *convention, *maps[4], *faces[4]; // faces: NULL: the same
    } all[TR_EXPORT_OUTPUTS] = {
        [TR_MAP_NORMAL] = {"+Y (OpenGL)", {"east", "north", "up"}, {"along columns", "against rows", "up"}},
        [TR_EXPORT_NORMAL_DX] = {"-Y (DirectX)",
                                 {"east", "south", "up"},
                                 {"along columns", "along rows", "up"}},
        [TR_EXPORT_WIND] = {"+Y (OpenGL)",
                            {"east", "north", "none"},
                            {"along columns", "against rows", "none"}},
        [TR_EXPORT_NORMAL_OBJECT] = {NULL, {"+X", "+Y", "+Z"}, {NULL}},
        [TR_MAP_ORM] = {NULL, {"occlusion", "roughness", "metal"}, {NULL}},
        [TR_EXPORT_MASKMAP] = {NULL, {"metal", "occlusion", "detail mask: none", "smoothness"}, {NULL}},
        [TR_MAP_CLOUDS] = {NULL, {NULL, NULL, NULL, "straight"}, {NULL}},
    };
    static const char *const keys[] = {"red", "green", "blue", "alpha"}, *const kerbal[] = {"none", "north",
                                                                                            "none", "west"};
    const bool packed = output == TR_MAP_NORMAL && plan->coding.kerbal,
               faces = tr_layout_is_cube(plan->job.layout) && all[output].faces[0];
    const char *const *names = packed ? kerbal : faces ? all[output].faces : all[output].maps;
    if (all[output].convention && !packed)
        tr_json_set(d, object, "convention", text(d, all[output].convention));
    for (int i = 0; i < 4; i++)
        if (names[i])
            tr_json_set(d, object, keys[i], text(d, names[i]));
}

// For heights and depths: the meaning of texels in metres.
static tr_json *describe_metres(tr_json_document *d, const tr_part *part) {
    const bool metres = part->format == TR_FORMAT_R32F || part->format == TR_FORMAT_EXR;
    const char *formula = metres                    ? "metres = texel"
                          : part->picture.bytes > 1 ? "metres = minimum + texel / 65535 * (maximum - minimum)"
                                                    : "metres = minimum + texel / 255 * (maximum - minimum)";
    return tr_json_new_object(d, "minimum", real(d, part->picture.low), "maximum", real(d, part->picture.high),
                              "formula", text(d, formula), NULL);
}

// For a wind: the speed of its texels. There is no physical time: the unit is that of the recipe, in which jets
// move about one radius.
static tr_json *describe_speed(tr_json_document *d, const tr_plan *plan) {
    const tr_recipe *recipe = plan->job.recipe;
    const tr_part *part = &plan->parts[TR_EXPORT_WIND];
    char path[TR_NAME_BYTES + 16], formula[64];
    double blown = 0;
    snprintf(path, sizeof path, "warps.%s.time", recipe->warps[tr_recipe_wind(recipe)].name);
    tr_recipe_number_at(recipe, path, &blown);
    snprintf(formula, sizeof formula, "speed = (2 * texel%s - 1) * maximum",
             part->format == TR_FORMAT_EXR ? ""
             : part->picture.bytes > 1     ? " / 65535"
                                           : " / 255");
    return tr_json_new_object(d, "maximum", real(d, plan->range.fastest), "unit",
                              text(d, "planet radii per unit of time"), "blown", real(d, blown), "formula",
                              text(d, formula), NULL);
}

// The meaning of the numbers in a biome map.
static tr_json *describe_biomes(tr_json_document *d) {
    tr_json *legend = tr_json_new(d, TR_JSON_ARRAY);
    for (int i = 0; i < TR_BIOME_COUNT; i++)
        tr_json_append(d, legend,
                       tr_json_new_object(d, "id", whole(d, i), "name", text(d, tr_biome_name((tr_biome)i)),
                                          "colour", colour(d, tr_biome_colour((tr_biome)i)), NULL));
    return legend;
}

// Describes one texture: its file and how to read it.
static tr_json *describe_texture(tr_json_document *d, const tr_plan *plan, int output) {
    static const char *const encodings[TR_FORMAT_COUNT] = {[TR_FORMAT_HDR] = "rgbe",
                                                           [TR_FORMAT_EXR] = "floats",
                                                           [TR_FORMAT_R16] = "raw, unsigned, little-endian",
                                                           [TR_FORMAT_R16BE] = "raw, unsigned, big-endian",
                                                           [TR_FORMAT_R32F] = "raw, floats, little-endian"};
    const tr_picture *picture = &plan->parts[output].picture;
    const tr_file_format format = plan->parts[output].format;
    const bool exr = format == TR_FORMAT_EXR, light = format == TR_FORMAT_HDR || exr;
    const int channels = output == TR_MAP_NORMAL && plan->coding.kerbal ? 4
                         : format == TR_FORMAT_JPG                      ? 3 // also of grey
                                                                        : picture->channels;
    const int bits =
        8 * picture->bytes * (format == TR_FORMAT_R32F || exr ? 2 : 1); // floats; for bytes, halves
    tr_json *object = tr_json_new(d, TR_JSON_OBJECT);
    set_place(d, object, plan, output);
    tr_json_set(d, object, "width", whole(d, picture->width));
    tr_json_set(d, object, "height", whole(d, tr_picture_height(picture)));
    tr_json_set(d, object, "colour_space", text(d, picture->srgb && !light ? "srgb" : "linear"));
    tr_json_set(d, object, "channels", whole(d, channels));
    tr_json_set(d, object, "bits", whole(d, bits));
    if (tr_format_is_gpu(format)) {
        const char *encoding = tr_gpu_format_name(tr_gpu_format(picture, &plan->coding));
        tr_json_set(d, object, "encoding", text(d, encoding));
        tr_json_set(d, object, "levels", whole(d, tr_gpu_levels(picture, &plan->coding)));
        if (format == TR_FORMAT_KTX2 && plan->coding.zstd)
            tr_json_set(d, object, "supercompression", text(d, "zstd"));
    }
    if (encodings[format])
        tr_json_set(d, object, "encoding", text(d, encodings[format]));
    describe_channels(d, object, plan, output);
    if (picture->low < picture->high)
        tr_json_set(d, object, "metres", describe_metres(d, &plan->parts[output]));
    if (output == TR_MAP_HEIGHT && plan->job.flat_sea)
        tr_json_set(d, object, "sea", text(d, "flat"));
    if (output == TR_EXPORT_WIND)
        tr_json_set(d, object, "speed", describe_speed(d, plan));
    if (output == TR_EXPORT_BIOME) {
        tr_json_set(d, object, "filter", text(d, "nearest"));
        tr_json_set(d, object, "legend", describe_biomes(d));
    }
    if (output == TR_MAP_CLOUDS)
        tr_json_set(d, object, "altitude_km", real(d, plan->job.recipe->clouds.altitude_km));
    return object;
}

static tr_json *describe_maps(tr_json_document *d, const tr_plan *plan) {
    tr_json *maps = tr_json_new(d, TR_JSON_OBJECT);
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (tr_plan_has(plan, output) && plan->parts[output].kind.maps)
            tr_json_set(d, maps, tr_export_output_name(output), describe_texture(d, plan, output));
    return maps;
}

// The rings: their edges, and the strip.
static tr_json *describe_rings(tr_json_document *d, const tr_plan *plan) {
    const tr_rings *rings = &plan->job.recipe->rings;
    tr_json *object = describe_texture(d, plan, TR_EXPORT_RINGS);
    tr_json_set(d, object, "alpha", text(d, "straight"));
    tr_json_set(d, object, "axis", text(d, "left: inner edge, right: outer edge"));
    tr_json_set(d, object, "inner_radii", real(d, rings->inner));
    tr_json_set(d, object, "outer_radii", real(d, rings->outer));
    return object;
}

static tr_json *describe_mesh(tr_json_document *d, const tr_plan *plan) {
    const tr_recipe *recipe = plan->job.recipe;
    const int columns = tr_export_mesh_columns(&plan->job), side = tr_export_mesh_side(&plan->job);
    const int vertices = side ? 6 * tr_face_vertices(side) : tr_mesh_vertices(columns);
    const int triangles = side ? 6 * tr_face_triangles(side) : tr_mesh_triangles(columns);
    const tr_set_file *file = tr_plan_file(plan, TR_EXPORT_MESH, 0);
    return tr_json_new_object(
        d, "file", text(d, file->name), "columns", whole(d, side ? 4 * side : columns), "vertices",
        whole(d, vertices), "triangles", whole(d, triangles), "metres_per_unit",
        real(d, 1000 * recipe->radius_km), "displaced", tr_json_new_flag(d, recipe->mesh_columns > 0), "sha256",
        text(d, file->digest.sha256), "bytes", whole(d, (int64_t)file->digest.bytes), NULL);
}

// The file that contains a whole set and is not a mesh.
static tr_json *describe_page(tr_json_document *d, const tr_plan *plan) {
    const tr_set_file *file = tr_plan_file(plan, TR_EXPORT_MESH, 0);
    return new_file(d, file->name, &file->digest);
}

// The planet's axes, and the places of texels in an equirectangular map.
static tr_json *describe_frame(tr_json_document *d, const tr_plan *plan) {
    const bool cube = tr_layout_is_cube(plan->job.layout), kerbal = plan->coding.kerbal;
    const char *u = kerbal ? "0 at 90 degrees, grows to the west" : "0 at -180 degrees, grows to the east",
               *v = kerbal ? "0 at the south pole, grows to the north"
                           : "0 at the north pole, grows to the south";
    return tr_json_new_object(d, "u", cube ? NULL : text(d, u), "v", cube ? NULL : text(d, v), "handedness",
                              text(d, "right-handed"), "north", text(d, "+Y"), "longitude_0", text(d, "+X"),
                              "longitude_90_east", text(d, "-Z"), NULL);
}

// A face: the axes of its middle, its columns and its rows, and its first texel in a picture of all.
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

// The whole planet at the finest resolution: a map, or a face.
static tr_patch whole_map(const tr_export_job *job) {
    if (!tr_layout_is_pyramid(job->layout))
        return tr_layout_is_cube(job->layout) ? tr_image_layout_get(job, TR_FORMAT_PNG, 0).cell
                                              : tr_whole_map(job->width);
    return tr_layout_is_cube(job->layout) ? (tr_patch){.width = job->width / 4, .height = job->width / 4}
                                          : tr_whole_map(job->width);
}

// The orientation of the faces in files, and in the planet's frame; NULL: there are none.
static tr_json *describe_cube(tr_json_document *d, const tr_export_job *job) {
    if (!tr_layout_is_cube(job->layout))
        return NULL;
    const int border = tr_target_border(job->target, job->layout);
    tr_export_job cube = *job;
    cube.layout = tr_layout_is_pyramid(job->layout) ? TR_LAYOUT_CUBE : job->layout;
    tr_json *faces = tr_json_new(d, TR_JSON_ARRAY);
    // KTX2 and DDS have the same six faces; a target has its own format for all of them.
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

// How a pyramid is cut, and the file that has the hashes of all tiles, of which there may be millions; NULL:
// there is none.
static tr_json *describe_tiles(tr_json_document *d, const tr_plan *plan, const tr_digest *list) {
    const tr_pyramid *pyramid = &plan->pyramid;
    if (!tr_layout_is_pyramid(plan->job.layout))
        return NULL;
    return tr_json_new_object(d, "size", whole(d, pyramid->tile), "border", whole(d, pyramid->border), "levels",
                              whole(d, pyramid->levels), "x",
                              text(d, pyramid->cube ? "along the face's columns" : "to the east"), "y",
                              text(d, pyramid->cube ? "along the face's rows" : "to the south"), "hashes",
                              list ? new_file(d, plan->list, list) : (tr_json *)0, NULL);
}

// In the form for a game's shader: two layers with scale heights, and a band of ozone.
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

// What glows: by its own heat, or night lights that are off by day; and whether the GLB has it, if there is
// one.
static tr_json *describe_glow(tr_json_document *d, const tr_export_job *job) {
    const bool glb = job->maps & 1u << TR_EXPORT_MESH && !tr_export_is_page(job);
    return tr_json_new_object(d, "strength", real(d, job->recipe->emission_strength), "night_only",
                              tr_json_new_flag(d, job->recipe->night_lights), "in_glb",
                              glb ? tr_json_new_flag(d, tr_export_glb_glows(job)) : (tr_json *)0, NULL);
}

// Only for planets with a sea: its liquid and its level.
static tr_json *describe_sea(tr_json_document *d, const tr_recipe *recipe) {
    return tr_json_new_object(d, "liquid", text(d, tr_liquid_names[recipe->liquid]), "level_m", whole(d, 0),
                              NULL);
}

// Texts beside the textures; NULL: there are none.
static tr_json *list_texts(tr_json_document *d, const tr_plan *plan) {
    tr_json *files = NULL;
    for (const tr_set_file *file = plan->files; file < plan->files + plan->file_count - 1; file++)
        if (file->output < 0) {
            files = files ? files : tr_json_new(d, TR_JSON_ARRAY);
            tr_json_append(d, files, new_file(d, file->name, &file->digest));
        }
    return files;
}

// The names of files that are kept because somebody edited them; NULL: none. Engines change import settings
// after the export, so those are not listed.
static tr_json *list_kept(tr_json_document *d, const tr_plan *plan) {
    tr_json *names = NULL;
    for (const tr_set_file *file = plan->files; file < plan->files + plan->file_count; file++)
        if (file->stays && !tr_set_is_settings(file->name)) {
            names = names ? names : tr_json_new(d, TR_JSON_ARRAY);
            tr_json_append(d, names, text(d, file->name));
        }
    return names;
}

// The files of an earlier set that will be removed; NULL: none, or already removed.
static tr_json *list_earlier(tr_json_document *d, tr_set_state state) {
    const tr_earlier *earlier = state.unfinished ? state.earlier : NULL;
    tr_json *files = earlier && earlier->count ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; files && i < earlier->count; i++)
        if (earlier->files[i].digest.sha256[0]) // files without a hash stay
            tr_json_append(d, files, new_file(d, earlier->files[i].name, &earlier->files[i].digest));
    return files;
}

// The values of the type's knobs.
static tr_json *describe_knobs(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *knobs = recipe->type_knob_count ? tr_json_new(d, TR_JSON_OBJECT) : NULL;
    for (int i = 0; i < recipe->type_knob_count; i++)
        tr_json_set(d, knobs, recipe->type_knobs[i].name, real(d, tr_recipe_type_knob(recipe, i)));
    return knobs;
}

// Pictures of the user; NULL: none. One that is missing, because the planet ignores it, may have no SHA-256.
static tr_json *list_own_maps(tr_json_document *d, const tr_recipe *recipe) {
    tr_json *list = recipe->map_count > 0 ? tr_json_new(d, TR_JSON_ARRAY) : NULL;
    for (int i = 0; i < recipe->map_count; i++) {
        const tr_own_map *map = &recipe->maps[i];
        const tr_shared_file *file = tr_recipe_file(recipe, map->file);
        const char *sha256 = file ? file->sha256 : map->sha256;
        if (*sha256)
            tr_json_append(d, list,
                           tr_json_new_object(d, "name", text(d, map->name), "file", text(d, map->file),
                                              "sha256", text(d, sha256), NULL));
    }
    return list;
}

static tr_json *describe(tr_json_document *d, const tr_plan *plan, tr_set_state state) {
    const tr_export_job *job = &plan->job;
    const tr_recipe *recipe = job->recipe;
    const tr_patch cell = whole_map(job);
    const bool rings = job->maps & 1u << TR_EXPORT_RINGS, mesh = job->maps & 1u << TR_EXPORT_MESH;
    const bool page = mesh && tr_export_is_page(job);
    return tr_json_new_object(
        d, "format", whole(d, TR_MANIFEST_FORMAT), "generator", text(d, "terrella"), "version",
        text(d, TR_VERSION), "unfinished", state.unfinished ? tr_json_new_flag(d, true) : (tr_json *)0,
        "replaces", list_earlier(d, state), "pixels", whole(d, TR_PIXELS),                                  //
        "name", text(d, job->stem), "type", text(d, recipe->type), "seed", whole(d, (int64_t)recipe->seed), //
        "radius_km", real(d, recipe->radius_km), "tilt_deg", real(d, recipe->tilt_deg), "day_h",
        job->day_h != 0 ? real(d, job->day_h) : (tr_json *)0, //
        "gas", tr_json_new_flag(d, recipe->gas && !recipe->sea), "sea",
        recipe->sea ? describe_sea(d, recipe) : (tr_json *)0,                                //
        "height_min_m", real(d, plan->range.low), "height_max_m", real(d, plan->range.high), //
        "projection", text(d, tr_layout_is_cube(job->layout) ? "cube" : "equirect"), "width",
        whole(d, cell.width), "height", whole(d, cell.height), //
        "frame", describe_frame(d, plan), "cube", describe_cube(d, job), "tiles",
        describe_tiles(d, plan, state.list), "slope_exaggeration", real(d, recipe->slope_exaggeration),
        "normal_scale_for_true_slopes", //
        recipe->slope_exaggeration > 0 ? real(d, 1 / recipe->slope_exaggeration) : (tr_json *)0, "emission",
        tr_recipe_has_map(recipe, TR_MAP_EMISSION) ? describe_glow(d, job) : (tr_json *)0, "air",
        recipe->air.thickness > 0 ? describe_air(d, recipe) : (tr_json *)0, "knobs", describe_knobs(d, recipe),
        "maps", describe_maps(d, plan), "own_maps", list_own_maps(d, recipe), "recipe", tr_plan_recipe(d, plan),
        "rings", rings ? describe_rings(d, plan) : (tr_json *)0, "mesh",
        mesh && !page ? describe_mesh(d, plan) : (tr_json *)0, "page",
        page ? describe_page(d, plan) : (tr_json *)0, "target",
        job->target ? text(d, job->target->name) : (tr_json *)0, "beside", list_texts(d, plan), "kept",
        list_kept(d, plan), NULL);
}

tr_status tr_manifest_create(const tr_plan *plan, tr_set_state state, tr_text *text, tr_error *error) {
    tr_json_document d = {0};
    char *json = NULL;
    *text = (tr_text){0};
    tr_status status = tr_json_write(&d, describe(&d, plan, state), true, &json, error);
    if (status == TR_OK)
        tr_text_add(text, "%s\n", json);
    if (text->failed)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a manifest");
    tr_json_clear(&d);
    tr_free(json);
    return status;
}
