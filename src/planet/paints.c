// Prepares paint layers: gradients with the tint applied become segments, channels and masks become indices.
#include "base/size.h"
#include "fields/own_kinds.h"
#include "noise/maths/trig.h"
#include "planet/oklab.h"
#include "planet/private/plan.h"

#include <string.h>

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to prepare the planet's colours");
}

int plan_find_channel(const char *const *channels, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(channels[i], name) == 0)
            return i;
    return -1;
}

plan_where plan_where_prepare(const tr_where *where, const char *const *channels, int count) {
    return (plan_where){.channel = where->channel[0] ? plan_find_channel(channels, count, where->channel) : -1,
                        .from = (float)where->from,
                        .to = (float)where->to};
}

// ---- segments -----------------------------------------------------------------------------------

tr_status plan_segments_prepare(int points, const double *positions, int values, const double (*value)[3],
                                tr_segments *segments, tr_error *error) {
    *segments = (tr_segments){0};
    if (points < 1)
        return TR_OK;
    segments->segments = tr_allocate((size_t)points, sizeof *segments->segments);
    if (!segments->segments)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a gradient of %d stops", points);
    double least = 1e-6 * (positions[points - 1] - positions[0]);
    least = least > 0 ? least : 1e-6;
    segments->segments[0] = (struct tr_segment){.start = (float)positions[0]};
    for (int c = 0; c < values; c++)
        segments->segments[0].before[c] = (float)value[0][c];
    for (int k = 0; k + 1 < points; k++) {
        double length = positions[k + 1] - positions[k];
        length = length < least ? least : length;
        struct tr_segment *segment = &segments->segments[segments->count++], *next = segment + 1;
        *next = (struct tr_segment){.start = (float)positions[k + 1]};
        segment->length = (float)length;
        for (int c = 0; c < values; c++) {
            segment->slope[c] = (float)((value[k + 1][c] - value[k][c]) / length);
            next->before[c] = segment->before[c] + segment->slope[c] * segment->length;
        }
    }
    return TR_OK;
}

// ---- gradients ---------------------------------------------------------------------------------

// Applies a tint to a linear colour.
static void tint_colour(const tr_tint *tint, double rgb[3]) {
    double lab[3], sine, cosine;
    if (tint->hue_deg == 0 && tint->chroma == 1 && tint->lightness == 0)
        return; // exactly the same colour
    tr_oklab_from_linear(rgb, lab);
    tr_sincos(tint->hue_deg * (TR_PI / 180), &sine, &cosine);
    const double a = tint->chroma * lab[1], b = tint->chroma * lab[2];
    lab[0] *= 1 + tint->lightness * (1 - lab[0]);
    lab[1] = cosine * a - sine * b, lab[2] = sine * a + cosine * b;
    tr_oklab_to_linear(lab, rgb);
}

// For colours with a tint (NULL: none), or for numbers.
static tr_status prepare_gradient(const tr_recipe *recipe, tr_gradient gradient, bool numbers,
                                  const tr_tint *tint, tr_segments *segments, tr_error *error) {
    const int stop_count = gradient.count;
    double *positions, (*values)[3];
    if (!TR_ALLOCATE(TR_ARRAY(positions, (size_t)stop_count), TR_ARRAY(values, (size_t)stop_count)))
        return no_memory(error);
    for (int i = 0; i < stop_count; i++) {
        const tr_stop *stop = &recipe->stops[gradient.first + i];
        positions[i] = stop->position;
        for (int c = 0; c < 3; c++)
            values[i][c] = numbers ? stop->value : tr_srgb_decode(stop->srgb[c]);
        if (tint)
            tint_colour(tint, values[i]);
    }
    const tr_status status = plan_segments_prepare(stop_count, positions, 3, values, segments, error);
    tr_free(positions);
    return status;
}

// The gradients of a paint layer: a single one, or one for each row, and the places of the rows.
static tr_status prepare_gradients(const tr_recipe *recipe, const tr_paint *paint, bool numbers,
                                   const tr_tint *tint, plan_paint *plan, tr_error *error) {
    const int rows = paint->rows.count > 0 ? paint->rows.count : 1;
    plan->gradients = tr_calloc((size_t)rows, sizeof *plan->gradients);
    if (!plan->gradients)
        return no_memory(error);
    plan->row_count = rows;
    if (paint->rows.count == 0)
        return prepare_gradient(recipe, paint->gradient, numbers, tint, &plan->gradients[0], error);
    double positions[TR_MAX_ROWS];
    static const double none[TR_MAX_ROWS][3];
    tr_status status = TR_OK;
    for (int k = 0; k < rows && status == TR_OK; k++) {
        const tr_row *row = &recipe->rows[paint->rows.first + k];
        positions[k] = row->position;
        status = prepare_gradient(recipe, row->gradient, numbers, tint, &plan->gradients[k], error);
    }
    return status == TR_OK ? plan_segments_prepare(rows, positions, 0, none, &plan->rows, error) : status;
}

// ---- paint layers -------------------------------------------------------------------------------------

// Prepares paint layers of colour or of numbers, with the recipe's channels.
static tr_status prepare_paints(const tr_recipe *recipe, const tr_paints *paints, bool numbers,
                                plan_paints *plan, tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    const int channel_count = tr_recipe_channels(recipe, channels);
    plan->paints = tr_calloc((size_t)paints->count + 1, sizeof *plan->paints);
    if (!plan->paints)
        return no_memory(error);
    tr_status status = TR_OK;
    for (int i = 0; i < paints->count && status == TR_OK; i++) {
        const tr_paint *paint = &paints->paints[i];
        plan_paint *p = &plan->paints[plan->count++];
        memcpy(p->name, paint->name, sizeof p->name);
        p->channel = plan_find_channel(channels, channel_count, paint->channel);
        p->across = paint->across[0] ? plan_find_channel(channels, channel_count, paint->across) : -1;
        p->blend = paint->blend;
        // only added light can exceed its own colour
        p->strength =
            (float)tr_number_within(paint->strength, recipe, 0, paint->blend == TR_BLEND_ADD ? 10 : 1);
        p->where = plan_where_prepare(&paint->where, channels, channel_count);
        // multiplied layers are texture and shade, not colour
        const bool coloured = paints == &recipe->albedo || (paints == &recipe->emission && recipe->tint.light);
        const bool own = strncmp(paint->name, TR_OWN_PREFIX, strlen(TR_OWN_PREFIX)) == 0;
        const bool tinted = coloured && paint->blend != TR_BLEND_MULTIPLY && !own;
        status = prepare_gradients(recipe, paint, numbers, tinted ? &recipe->tint : NULL, p, error);
    }
    return status;
}

// Snow and ice depend on a channel of that name, or on low temperature.
static bool is_ice(const tr_paint *paint) {
    const tr_where *where = &paint->where;
    const bool rising = where->to > where->from;
    return strcmp(where->channel, TR_CHANNEL_WARMTH) == 0
               ? !rising
               : rising && (strcmp(where->channel, TR_CHANNEL_SNOW) == 0 ||
                            strcmp(where->channel, TR_CHANNEL_PACK) == 0);
}

// The opaque paint layers of the albedo as numbers: 1 for snow and ice, 0 for the others. They cover each other
// as in the albedo.
static tr_status prepare_climate(const tr_recipe *recipe, plan_climate *climate, tr_error *error) {
    const tr_paints *paints = &recipe->albedo;
    const char *channels[TR_MAX_CHANNELS];
    const int channel_count = tr_recipe_channels(recipe, channels);
    climate->warmth = climate->moisture = climate->bog = climate->biome = -1;
    if (!tr_recipe_climate(recipe))
        return TR_OK;
    climate->warmth = plan_find_channel(channels, channel_count, TR_CHANNEL_SUMMER);
    if (climate->warmth < 0)
        climate->warmth = plan_find_channel(channels, channel_count, TR_CHANNEL_WARMTH);
    climate->biome = plan_find_channel(channels, channel_count, TR_CHANNEL_BIOME);
    climate->bog = plan_find_channel(channels, channel_count, TR_CHANNEL_BOG);
    climate->moisture = plan_find_channel(channels, channel_count, TR_CHANNEL_MOISTURE);
    climate->ice.paints = tr_calloc((size_t)paints->count + 1, sizeof *climate->ice.paints);
    if (!climate->ice.paints)
        return no_memory(error);
    tr_status status = TR_OK;
    for (int i = 0; i < paints->count && status == TR_OK; i++) {
        const tr_paint *paint = &paints->paints[i];
        const double ice = is_ice(paint), position = 0, value[1][3] = {{ice, ice, ice}};
        if (paint->blend != TR_BLEND_NORMAL)
            continue;
        plan_paint *p = &climate->ice.paints[climate->ice.count++];
        p->channel = plan_find_channel(channels, channel_count, paint->channel);
        p->across = -1;
        p->blend = TR_BLEND_NORMAL;
        p->strength = (float)tr_number_within(paint->strength, recipe, 0, 1);
        p->where = plan_where_prepare(&paint->where, channels, channel_count);
        p->gradients = tr_calloc(1, sizeof *p->gradients);
        p->row_count = p->gradients ? 1 : 0;
        status = p->gradients ? plan_segments_prepare(1, &position, 3, value, &p->gradients[0], error)
                              : no_memory(error);
    }
    return status;
}

// A single opaque paint layer is painted by a palette.
static void prepare_palette(plan_paints *plan, const tr_srgb_table *srgb) {
    const plan_paint *first = plan->paints;
    if (plan->count == 1 && first->strength == 1 && first->where.channel < 0 && first->across < 0 &&
        first->blend != TR_BLEND_MULTIPLY)
        tr_palette_fill(&first->gradients[0], srgb, &plan->palette);
}

tr_status plan_paints_prepare(const tr_recipe *recipe, tr_surface *surface, tr_error *error) {
    tr_status status = TR_OK;
    for (int map = 0; map < TR_MAP_COUNT; map++)
        for (int i = 0; i < 2 && status == TR_OK; i++) {
            const bool numbers =
                map != TR_MAP_ALBEDO && map != TR_MAP_EMISSION && !(map == TR_MAP_CLOUDS && i == 0);
            const tr_paints *paints = tr_recipe_paints(recipe, (tr_map)map, i);
            if (paints)
                status = prepare_paints(recipe, paints, numbers, &surface->paints[map][i], error);
        }
    if (status == TR_OK)
        status = prepare_climate(recipe, &surface->climate, error);
    if (status != TR_OK)
        return status;
    prepare_palette(&surface->paints[TR_MAP_ALBEDO][0], &surface->srgb);
    prepare_palette(&surface->paints[TR_MAP_EMISSION][0], &surface->srgb);
    return TR_OK;
}

int plan_paints_of_map(const tr_surface *surface, tr_map map, const plan_paints *stacks[2]) {
    int count = 0;
    for (; count < 2 && tr_map_paints(map, count); count++)
        stacks[count] = &surface->paints[map][count];
    return count;
}

static void clear_paints(plan_paints *paints) {
    for (int i = 0; i < paints->count; i++) {
        plan_paint *paint = &paints->paints[i];
        for (int k = 0; k < paint->row_count; k++)
            tr_free(paint->gradients[k].segments);
        tr_free(paint->gradients);
        tr_free(paint->rows.segments);
    }
    tr_free(paints->paints);
    tr_palette_clear(&paints->palette);
}

void plan_paints_clear(tr_surface *surface) {
    for (int map = 0; map < TR_MAP_COUNT; map++)
        for (int i = 0; i < 2; i++)
            clear_paints(&surface->paints[map][i]);
    clear_paints(&surface->climate.ice);
}
