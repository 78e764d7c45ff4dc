#include "export/set.h"

#include "base/atomic_file.h"
#include "export/directory.h"
#include "export/private/image_layout.h"
#include "export/private/outputs.h"
#include "export/target.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ball_columns = 128, ball_side = 48 };

const char *tr_export_output_name(int output) { return tr_export_output_format(output)->name; }

const char *tr_export_output_what(int output) { return tr_export_output_format(output)->what; }

unsigned tr_export_outputs(const tr_recipe *recipe) {
    const bool giant = recipe->gas && !recipe->sea;
    const unsigned ground = 1u << TR_MAP_HEIGHT | 1u << TR_MAP_NORMAL;
    return (tr_recipe_maps(recipe) & ~(giant ? ground : 0)) |
           (tr_recipe_has_rings(recipe) ? 1u << TR_EXPORT_RINGS : 0) |
           (recipe->mesh_columns > 0 ? 1u << TR_EXPORT_MESH : 0);
}

unsigned tr_export_possible(const tr_recipe *recipe) {
    const unsigned maps = tr_recipe_maps(recipe), of_sea = 1u << TR_EXPORT_SEA | 1u << TR_EXPORT_DEPTH;
    const bool air = recipe->air.thickness > 0 && recipe->air.density + recipe->air.haze > 0;
    unsigned possible = maps | tr_export_outputs(recipe) | 1u << TR_EXPORT_MESH; // all have shapes
    const unsigned none = (recipe->sea ? 0 : of_sea) | (tr_recipe_wind(recipe) < 0 ? 1u << TR_EXPORT_WIND : 0) |
                          (tr_recipe_climate(recipe) ? 0 : 1u << TR_EXPORT_BIOME) |
                          (air ? 0 : 1u << TR_EXPORT_AIR);
    for (int output = TR_EXPORT_MESH + 1; output < TR_EXPORT_OUTPUTS; output++)
        if ((tr_export_output_maps(output) & ~maps) == 0 && !(none & 1u << output))
            possible |= 1u << output;
    return possible;
}

void tr_export_heights(const tr_export_job *job, double *low, double *high) {
    const bool known = job->height_low_m < job->height_high_m;
    *low = known ? job->height_low_m : job->recipe->height_min_m;
    *high = known ? job->height_high_m : job->recipe->height_max_m;
}

double tr_export_fastest(const tr_export_job *job) {
    const int index = tr_recipe_wind(job->recipe);
    const tr_warp *wind = index < 0 ? NULL : &job->recipe->warps[index];
    return wind ? wind->kind->fastest(job->recipe, wind) : 0;
}

tr_output_rows tr_output_begin(const tr_export_job *job, const tr_output_kind *output) {
    tr_output_rows rows = {.bytes = output->format.bytes,
                           .sea = job->recipe->sea,
                           .deepest = job->deepest_m,
                           .fastest = tr_export_fastest(job)};
    tr_export_heights(job, &rows.low, &rows.high);
    if (job->flat_sea)
        rows.lowest = (uint16_t)lrint(fmin(fmax(65535 * (0 - rows.low) / (rows.high - rows.low), 0), 65535));
    return rows;
}

// A texture of the job, or the strip of its rings, as a picture in that format.
static tr_image picture_in(const tr_export_job *job, int output, tr_file_format as) {
    const tr_map_format format = tr_export_get_output(job, output).format;
    const tr_target_file *file = tr_target_get_file(job->target, output);
    const bool height = output == TR_MAP_HEIGHT, depth = output == TR_EXPORT_DEPTH,
               rings = output == TR_EXPORT_RINGS;
    const bool normals = output == TR_MAP_NORMAL || output == TR_EXPORT_NORMAL_DX;
    const tr_image_layout image = tr_image_layout_get(job, as, 0);
    double low, high;
    tr_export_heights(job, &low, &high);
    return (tr_image){.width = rings ? job->width / tr_squares_across(job) : image.columns * image.cell.width,
                      .height = rings ? 1 : image.rows * image.cell.height,
                      .channels = format.channels,
                      .bytes = format.bytes,
                      .srgb = format.srgb,
                      .quality = file ? file->quality : 0,
                      .compression = job->compression,
                      .low = height ? low : 0,
                      .high = height  ? high
                              : depth ? job->deepest_m
                                      : 0,
                      .kind = normals                             ? TR_IMAGE_NORMALS
                              : output == TR_EXPORT_NORMAL_OBJECT ? TR_IMAGE_VECTORS
                                                                  : TR_IMAGE_NUMBERS,
                      .south = output == TR_EXPORT_NORMAL_DX,
                      .roughness = output == TR_MAP_ORM            ? 2
                                   : output == TR_EXPORT_ROUGHNESS ? 1
                                   : output == TR_EXPORT_MASKMAP   ? 4
                                                                   : 0,
                      .smooth = output == TR_EXPORT_MASKMAP,
                      .cube = !rings && job->layout == TR_LAYOUT_CUBE && tr_format_is_gpu(as)};
}

tr_image tr_export_image(const tr_export_job *job, int output) {
    return picture_in(job, output, tr_export_format(job, output));
}

tr_file_format tr_export_format(const tr_export_job *job, int output) {
    const bool texture = job->maps & 1u << TR_EXPORT_MESH && TR_EXPORT_MESH_MAPS & 1u << output &&
                         (job->layout == TR_LAYOUT_EQUIRECT || tr_export_mesh_has_faces(job));
    const tr_image picture = picture_in(job, output, job->format);
    const tr_target_file *file = tr_target_get_file(job->target, output);
    if (file && job->layout == TR_LAYOUT_CUBE && job->target->cubes && tr_export_get_output(job, output).maps)
        return job->target->cubes;
    if (file)
        return file->format;
    if (output == TR_EXPORT_BIOME && job->format != TR_FORMAT_TGA) // the others change numbers
        return TR_FORMAT_PNG;
    if ((texture && job->format != TR_FORMAT_JPG) || !tr_image_fits(job->format, &picture))
        return TR_FORMAT_PNG;
    return job->format;
}

tr_gpu_coding tr_export_coding(const tr_export_job *job, tr_pool *pool, const char *text) {
    return (tr_gpu_coding){.pool = pool,
                           .blocks = job->target && job->target->blocks ? job->target->blocks : job->blocks,
                           .kerbal = job->target && job->target->kerbal,
                           .no_mips = job->no_mips || tr_layout_is_pyramid(job->layout),
                           .zstd = job->zstd,
                           .text = text};
}

bool tr_export_embeds(const tr_export_job *job, int output) {
    return job->target && job->target->embed && output != TR_EXPORT_MESH;
}

bool tr_export_glb_glows(const tr_export_job *job) {
    const bool asked =
        job->asks_glow || tr_export_embeds(job, TR_MAP_EMISSION); // not there by itself: target.c
    return job->maps & 1u << TR_MAP_EMISSION && (asked || !job->recipe->night_lights);
}

bool tr_export_is_page(const tr_export_job *job) {
    const tr_target_file *file = tr_target_get_file(job->target, TR_EXPORT_MESH);
    return file && job->target->embed && file->extension; // a mesh has the format's
}

int tr_export_file_count(const tr_export_job *job, int output) {
    return !(job->maps & 1u << output) || output == TR_EXPORT_AIR ? 0
           : tr_export_get_output(job, output).maps ? tr_image_layout_count(job, tr_export_format(job, output))
                                                    : 1;
}

bool tr_export_file_name(const tr_export_job *job, int output, int index, char *name, size_t bytes) {
    const char *image = tr_export_get_output(job, output).maps
                            ? tr_image_layout_get(job, tr_export_format(job, output), index).name
                            : "";
    const tr_target_file *file = tr_target_get_file(job->target, output);
    const char *suffix = file ? file->suffix : tr_export_output_name(output),
               *extension = file && file->extension ? file->extension
                            : output == TR_EXPORT_MESH
                                ? "glb"
                                : tr_file_format_extension(tr_export_format(job, output));
    const int length = snprintf(name, bytes, "%s%s%s%s%s.%s", job->stem, *suffix ? "_" : "", suffix,
                                *image ? "_" : "", image, extension);
    return length > 0 && (size_t)length < bytes;
}

void tr_export_image_name(const tr_export_job *job, int output, int image, char name[TR_IMAGE_NAME_BYTES]) {
    const char *face = tr_image_layout_get(job, TR_FORMAT_PNG, image).name;
    const bool faces = tr_export_get_output(job, output).maps && *face;
    snprintf(name, TR_IMAGE_NAME_BYTES, "%s%s%s", tr_export_output_name(output), faces ? "_" : "",
             faces ? face : "");
}

tr_status tr_export_path(const tr_export_job *job, const char *name, char path[1024], tr_error *error) {
    const char *folder = *job->directory ? job->directory : ".";
    const bool slash = folder[strlen(folder) - 1] == '/';
    const int length = snprintf(path, 1024, "%s%s%s", folder, slash ? "" : "/", name);
    return length > 0 && length < 1024 ? TR_OK : tr_write_fail(error, folder, ENAMETOOLONG);
}

const char *tr_export_name_in(const tr_export_job *job, const char *path) {
    const size_t length = *job->directory ? strlen(job->directory) : 1;
    return path + length + (path[length - 1] != '/');
}

tr_status tr_export_manifest_name(const tr_export_job *job, char name[TR_EXPORT_NAME_BYTES], tr_error *error) {
    return snprintf(name, TR_EXPORT_NAME_BYTES, "%s.manifest.json", job->stem) < TR_EXPORT_NAME_BYTES
               ? TR_OK
               : tr_write_fail(error, job->stem, ENAMETOOLONG);
}

tr_status tr_export_find_folder(const tr_export_job *job, tr_folder *folder, tr_error *error) {
    return tr_directory_find(*job->directory ? job->directory : ".", folder, error);
}

void tr_export_keep(tr_export_result *result, const char *path) {
    if (result->kept < TR_EXPORT_KEPT)
        snprintf(result->kept_paths[result->kept], sizeof *result->kept_paths, "%s", path);
    result->kept++;
}

tr_status tr_export_lock(tr_folder folder, const tr_watch *watch, int *lock, tr_error *error) {
    bool taken;
    *lock = tr_directory_lock(folder, true, INFINITY, watch, &taken);
    return taken ? tr_watch_check(watch, error) : TR_OK;
}

int tr_export_mesh_columns(const tr_export_job *job) {
    return job->recipe->mesh_columns > 0 ? (int)job->recipe->mesh_columns : ball_columns;
}

int tr_export_mesh_side(const tr_export_job *job) {
    const int columns = (int)job->recipe->mesh_columns;
    return job->layout != TR_LAYOUT_CUBE ? 0 : columns > 0 ? (columns + 3) / 4 : ball_side;
}
