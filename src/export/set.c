#include "export/export.h"

#include "export/private/image_layout.h"
#include "export/private/plan.h"

#include <math.h>

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
    unsigned possible = maps | tr_export_outputs(recipe) | 1u << TR_EXPORT_MESH; // all planets have a shape
    const unsigned none = (recipe->sea ? 0 : of_sea) | (tr_recipe_wind(recipe) < 0 ? 1u << TR_EXPORT_WIND : 0) |
                          (tr_recipe_climate(recipe) ? 0 : 1u << TR_EXPORT_BIOME) |
                          (air ? 0 : 1u << TR_EXPORT_AIR);
    for (int output = TR_EXPORT_MESH + 1; output < TR_EXPORT_OUTPUTS; output++)
        if ((tr_export_output_maps(output) & ~maps) == 0 && !(none & 1u << output))
            possible |= 1u << output;
    return possible;
}

// A part as a picture in that format.
static tr_picture picture_in(const tr_export_job *job, int output, tr_map_format format, tr_file_format as) {
    const tr_target_file *file = tr_target_get_file(job->target, output);
    const bool rings = output == TR_EXPORT_RINGS,
               normals = output == TR_MAP_NORMAL || output == TR_EXPORT_NORMAL_DX;
    const tr_image_layout image = tr_image_layout_get(job, as, 0);
    return (tr_picture){.width = rings ? job->width / tr_squares_across(job) : image.columns * image.cell.width,
                        .height = rings ? 1 : image.rows * image.cell.height,
                        .channels = format.channels,
                        .bytes = format.bytes,
                        .srgb = format.srgb,
                        .quality = file ? file->quality : 0,
                        .compression = job->compression,
                        .kind = normals                             ? TR_PICTURE_NORMALS
                                : output == TR_EXPORT_NORMAL_OBJECT ? TR_PICTURE_VECTORS
                                                                    : TR_PICTURE_NUMBERS,
                        .south = output == TR_EXPORT_NORMAL_DX,
                        .roughness = output == TR_MAP_ORM            ? 2
                                     : output == TR_EXPORT_ROUGHNESS ? 1
                                     : output == TR_EXPORT_MASKMAP   ? 4
                                                                     : 0,
                        .smooth = output == TR_EXPORT_MASKMAP,
                        .cube = !rings && job->layout == TR_LAYOUT_CUBE && tr_format_is_gpu(as)};
}

static tr_file_format choose_format(const tr_export_job *job, int output, const tr_output_kind *kind) {
    const bool texture = job->maps & 1u << TR_EXPORT_MESH && TR_EXPORT_MESH_MAPS & 1u << output &&
                         (job->layout == TR_LAYOUT_EQUIRECT || tr_export_mesh_has_faces(job));
    const tr_target_file *file = tr_target_get_file(job->target, output);
    if (file)
        return job->layout == TR_LAYOUT_CUBE && job->target->cubes && kind->maps ? job->target->cubes
                                                                                 : file->format;
    if (kind->format.channels == 0 ||                                // a shape
        (output == TR_EXPORT_BIOME && job->format != TR_FORMAT_TGA)) // other formats would change the numbers
        return TR_FORMAT_PNG;
    const tr_picture picture = picture_in(job, output, kind->format, job->format);
    return (texture && job->format != TR_FORMAT_JPG) || !tr_picture_fits(job->format, &picture) ? TR_FORMAT_PNG
                                                                                                : job->format;
}

tr_part tr_part_of(const tr_export_job *job, int output) {
    tr_part part = {.kind = tr_export_get_output(job, output)};
    part.format = choose_format(job, output, &part.kind);
    part.picture = picture_in(job, output, part.kind.format, part.format);
    if (job->maps & 1u << output && output != TR_EXPORT_AIR)
        part.images = part.kind.maps ? tr_image_layout_count(job, part.format) : 1;
    return part;
}

tr_file_format tr_export_format(const tr_export_job *job, int output) { return tr_part_of(job, output).format; }

bool tr_export_glb_glows(const tr_export_job *job) {
    const bool embeds = job->target && job->target->embed; // target.c leaves it out by default
    return job->maps & 1u << TR_MAP_EMISSION && (job->asks_glow || embeds || !job->recipe->night_lights);
}

bool tr_export_is_page(const tr_export_job *job) {
    const tr_target_file *file = tr_target_get_file(job->target, TR_EXPORT_MESH);
    return file && job->target->embed && file->extension; // a mesh has the format's extension instead
}

int tr_export_mesh_columns(const tr_export_job *job) {
    return job->recipe->mesh_columns > 0 ? (int)job->recipe->mesh_columns : ball_columns;
}

int tr_export_mesh_side(const tr_export_job *job) {
    const int columns = (int)job->recipe->mesh_columns;
    return job->layout != TR_LAYOUT_CUBE ? 0 : columns > 0 ? (columns + 3) / 4 : ball_side;
}

tr_export_star tr_export_find_star(const tr_scene *scene, int index) {
    const tr_star *star = &scene->star;
    const double turned = scene->planets[index].rotation_rad;
    const tr_vec at = tr_scene_star(scene, index);
    const double square = tr_vec_dot(at, at);
    tr_export_star found = {.kelvin = star->kelvin, .srgb = {star->srgb[0], star->srgb[1], star->srgb[2]}};
    if (!(square > 0)) // the scene does not contain its direction
        return found;
    found.angle_rad = atan(star->radius_km / sqrt(square));
    found.direction[0] = (at.x * cos(turned) - at.z * sin(turned)) / sqrt(square);
    found.direction[1] = at.y / sqrt(square);
    found.direction[2] = (at.x * sin(turned) + at.z * cos(turned)) / sqrt(square);
    return found;
}
