#include "export/set.h"

#include "export/private/parts.h"
#include "planet/rings.h"
#include <stdio.h>

enum { ball_columns = 128 };

const char *tr_export_part_name(int part) {
    return part == TR_EXPORT_MESH    ? "mesh"
           : part == TR_EXPORT_RINGS ? "rings"
                                     : tr_map_get_format((tr_map)part)->name;
}

const char *tr_export_part_what(int part) {
    return part == TR_EXPORT_MESH    ? "binary glTF with the maps as its material: displaced planets, or a ball"
           : part == TR_EXPORT_RINGS ? "strip of the rings from the inner to the outer edge, one row, sRGB and "
                                       "alpha, 8 bits a channel"
                                     : tr_map_get_format((tr_map)part)->what;
}

unsigned tr_export_parts(const tr_recipe *recipe) {
    return tr_recipe_maps(recipe) | (tr_recipe_has_rings(recipe) ? 1u << TR_EXPORT_RINGS : 0) |
           (recipe->mesh_columns > 0 ? 1u << TR_EXPORT_MESH : 0);
}

// A map of the job, or the strip of its rings, as a picture.
tr_picture tr_export_picture(const tr_export_job *job, int part, const void *texels) {
    static const tr_map_format strip = {.srgb = true, .channels = 4, .bytes = 1};
    const bool rings = part == TR_EXPORT_RINGS;
    const tr_map_format *format = rings ? &strip : tr_map_get_format((tr_map)part);
    return (tr_picture){.width = job->width,
                        .height = rings ? 1 : job->width / 2,
                        .channels = format->channels,
                        .bytes = format->bytes,
                        .srgb = format->srgb,
                        .texels = texels};
}

tr_file_format tr_export_format(const tr_export_job *job, int part) {
    const bool texture = job->maps & 1u << TR_EXPORT_MESH && TR_EXPORT_MESH_MAPS & 1u << part;
    const tr_picture picture = tr_export_picture(job, part, NULL);
    if ((texture && job->format != TR_FORMAT_JPG) || !tr_picture_fits(job->format, &picture))
        return TR_FORMAT_PNG;
    return job->format;
}

bool tr_export_file_name(const tr_export_job *job, int part, char *name, size_t bytes) {
    const char *extension =
        part == TR_EXPORT_MESH ? "glb" : tr_file_format_extension(tr_export_format(job, part));
    int length = snprintf(name, bytes, "%s_%s.%s", job->stem, tr_export_part_name(part), extension);
    return length > 0 && (size_t)length < bytes;
}

int tr_export_mesh_columns(const tr_export_job *job) {
    return job->recipe->mesh_columns > 0 ? (int)job->recipe->mesh_columns : ball_columns;
}
