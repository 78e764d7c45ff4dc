// Texture sets, as the command line writes them.
#include "base/memory.h"
#include "export/export.h"
#include "export/target.h"
#include "library/private/library.h"
#include "scene/load.h"

static tr_status check_options(const tr_recipe *recipe, const tr_export_options *o, tr_error *error) {
    tr_error width = {0};
    const unsigned missing = o->outputs & ~tr_export_possible(recipe);
    const tr_target *target = o->target ? tr_target_find(o->target) : NULL;
    if (o->target && !target)
        return tr_fail(error, TR_BAD_USAGE, "there is no target '%s'", o->target);
    if (!o->directory || !o->directory[0])
        return tr_fail(error, TR_BAD_USAGE, "an export needs a directory");
    if ((unsigned)o->layout >= TR_LAYOUT_COUNT)
        return tr_fail(error, TR_BAD_USAGE, "there is no layout %d", (int)o->layout);
    if (o->width &&
        tr_layout_check_width(tr_target_layout(target, o->layout, o->exact_layout), o->width, &width) != TR_OK)
        return tr_fail(error, TR_BAD_USAGE, "%s", width.message);
    if ((unsigned)o->format >= TR_FORMAT_COUNT)
        return tr_fail(error, TR_BAD_USAGE, "there is no file format %d", (int)o->format);
    if ((unsigned)o->compression >= TR_COMPRESSION_COUNT)
        return tr_fail(error, TR_BAD_USAGE, "there is no compression %d", (int)o->compression);
    if (o->normal_bits != 0 && o->normal_bits != 8 && o->normal_bits != 16)
        return tr_fail(error, TR_BAD_USAGE, "normals have 8 or 16 bits a channel, not %d", o->normal_bits);
    if ((unsigned)o->height_range > TR_HEIGHT_RANGE_PLANET)
        return tr_fail(error, TR_BAD_USAGE, "there is no height range %d", (int)o->height_range);
    if ((unsigned)o->blocks > TR_BLOCKS_NONE)
        return tr_fail(error, TR_BAD_USAGE, "there are no blocks %d", (int)o->blocks);
    if (o->outputs >= 1u << TR_EXPORT_OUTPUTS)
        return tr_fail(error, TR_BAD_USAGE, "parts 0x%x: there are %d of them", o->outputs, TR_EXPORT_OUTPUTS);
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++)
        if (missing & 1u << output)
            return tr_fail(error, TR_BAD_INPUT, "this planet has no %s to export",
                           tr_export_output_name(output));
    return TR_OK;
}

tr_status tr_planet_export(const tr_planet *planet, const tr_export_options *options, const tr_watch *watch,
                           tr_export_result *result, tr_error *error) {
    char stem[TR_STEM_BYTES];
    const tr_scene_planet alone = {.recipe = planet->recipe};
    if (result)
        result->count = result->kept = result->settings_kept = 0;
    tr_status status = check_options(planet->recipe, options, error);
    if (status == TR_OK && !options->stem)
        status = tr_planet_stem(&alone, stem, error);
    if (status != TR_OK)
        return status;
    const tr_target *target = options->target ? tr_target_find(options->target) : NULL;
    const tr_layout layout = tr_target_layout(target, options->layout, options->exact_layout);
    const tr_export_job job = {.recipe = planet->recipe,
                               .directory = options->directory,
                               .stem = options->stem ? options->stem : stem,
                               .layout = options->layout,
                               .exact_layout = options->exact_layout,
                               .tiles = options->tiles,
                               .width = options->width ? options->width : tr_target_width(target, layout),
                               .maps = options->outputs ? options->outputs
                                                        : tr_target_outputs(target, layout, planet->recipe),
                               .asks_glow = (options->outputs & 1u << TR_MAP_EMISSION) != 0,
                               .target = target,
                               .blocks = options->blocks,
                               .no_mips = options->no_mips,
                               .zstd = options->zstd,
                               .normal_bits = options->normal_bits,
                               .height_range = options->height_range,
                               .flat_sea = options->flat_sea,
                               .force = options->force,
                               .compression = options->compression,
                               .format = options->format};
    tr_export_result *own = result ? NULL : tr_calloc(1, sizeof *own); // too large for the stack
    if (!result && !own)
        return tr_fail(error, TR_NO_MEMORY, "no memory for an export");
    status = tr_export(&job, planet->surface, planet->context->pool, watch, result ? result : own, error);
    tr_free(own);
    return status;
}
