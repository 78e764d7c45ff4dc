#include "export/choice.h"

#include "export/private/plan.h"

unsigned tr_export_choice_offered(const tr_export_choice *choice, const tr_recipe *recipe) {
    const unsigned shapes = 1u << TR_EXPORT_RINGS | 1u << TR_EXPORT_MESH;
    return tr_export_possible(recipe) & tr_target_all(choice->target) &
           ~(tr_layout_is_pyramid(choice->layout) ? shapes : 0);
}

unsigned tr_export_choice_outputs(const tr_export_choice *choice, const tr_recipe *recipe) {
    const unsigned offered = tr_export_choice_offered(choice, recipe), asked = choice->outputs & offered;
    return asked ? asked : tr_target_outputs(choice->target, choice->layout, recipe) & offered;
}

int tr_export_choice_widths(const tr_export_choice *choice, int widths[TR_CHOICE_WIDTHS]) {
    const bool cube = tr_layout_is_cube(choice->layout), pyramid = tr_layout_is_pyramid(choice->layout);
    const tr_target *target = choice->target;
    const int lowest = pyramid ? 2048 : cube ? 128 : 512;
    const int highest = pyramid ? 65536
                        : target && target->widest && choice->layout == TR_LAYOUT_EQUIRECT
                            ? TR_SQUARES_ACROSS * target->widest
                        : cube ? 8192
                               : 16384;
    int count = 0;
    for (int width = lowest; width <= highest && count < TR_CHOICE_WIDTHS; width *= 2)
        widths[count++] = width;
    return count;
}

void tr_export_choice_fit(tr_export_choice *choice, const tr_recipe *recipe) {
    int widths[TR_CHOICE_WIDTHS];
    if (!tr_target_has_layout(choice->target, choice->layout))
        choice->layout = choice->target->layout;
    const int count = tr_export_choice_widths(choice, widths);
    int best = count > 0 ? widths[0] : choice->width;
    for (int i = 0; i < count; i++)
        if (widths[i] <= choice->width)
            best = widths[i];
    choice->width = best;
    choice->outputs &= tr_export_choice_offered(choice, recipe);
}

// ---- cost ----------------------------------------------------------------------------------------

// Bytes per texel, measured on sets of earthlike, inferno and barren planets at 2048 x 1024.
static double bytes_of(const tr_part *part, int output) {
    const tr_map_format format = part->kind.format;
    const double plain = (double)format.channels * format.bytes, png = format.bytes == 2 ? 0.75 : 0.45;
    if (output == TR_MAP_WATER)
        return 0.05;
    switch (part->format) {
    case TR_FORMAT_PNG:
        return png * plain;
    case TR_FORMAT_JPG:
        return 0.12 * plain;
    case TR_FORMAT_KTX2:
    case TR_FORMAT_DDS:
        return format.channels == 1 ? 0.7 : 1.35;
    case TR_FORMAT_EXR:
        return 3.8 * format.channels;
    case TR_FORMAT_HDR:
    case TR_FORMAT_R32F:
        return 4;
    default:
        return plain;
    }
}

// Of all pictures of a part; of tiles those of coarser levels, too.
static double texels_of(const tr_export_choice *choice, const tr_part *part) {
    const double square = (double)choice->width * choice->width;
    if (tr_layout_is_pyramid(choice->layout))
        return square * (tr_layout_is_cube(choice->layout) ? 6.0 / 16 : 0.5) * 4 / 3;
    return (double)part->picture.width * part->picture.height * part->images;
}

tr_export_cost tr_export_choice_cost(const tr_export_choice *choice, const tr_recipe *recipe, int threads) {
    const double second_of_texel = 0.25e-6, begin_s = 0.3;
    const tr_export_job job = {.recipe = recipe,
                               .layout = choice->layout,
                               .width = choice->width,
                               .maps = tr_export_choice_outputs(choice, recipe),
                               .target = choice->target,
                               .format = TR_FORMAT_PNG};
    tr_export_cost cost = {.bytes = 40e3, .seconds = begin_s};
    for (int output = 0; output < TR_EXPORT_OUTPUTS; output++) {
        if (!(job.maps & 1u << output))
            continue;
        const tr_part part = tr_part_of(&job, output);
        if (part.kind.maps) {
            cost.bytes += texels_of(choice, &part) * bytes_of(&part, output);
            cost.seconds += texels_of(choice, &part) * second_of_texel / threads;
        } else {
            cost.bytes += output == TR_EXPORT_MESH ? 1e6 : 20e3;
        }
    }
    return cost;
}
