// Prepares a recipe: applies knobs, binds names to indices, prepares fields and converts gradients to segments.
#include "base/memory.h"
#include "fields/own_kinds.h"
#include "planet/private/own_maps.h"
#include "planet/private/plan.h"
#include "planet/rings.h"

#include <stdio.h>
#include <string.h>

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to prepare the planet's surface");
}

static tr_status prepare_curve(const tr_layer *layer, tr_segments *segments, tr_error *error) {
    double positions[TR_MAX_CURVE_POINTS], values[TR_MAX_CURVE_POINTS][3] = {{0}};
    const tr_curve *curve = &layer->curve;
    for (int i = 0; i < curve->count; i++)
        positions[i] = curve->points[i][0], values[i][0] = curve->points[i][1];
    return curve->count ? plan_segments_prepare(curve->count, positions, 1, values, segments, error) : TR_OK;
}

// ---- which layers a map needs ------------------------------------------------------------------

// Adds the channels that paint layers read.
static void add_channels(const plan_paints *paints, bool *channels) {
    for (int i = 0; i < paints->count; i++) {
        const plan_paint *paint = &paints->paints[i];
        const int looks_at[] = {paint->channel, paint->across, paint->where.channel};
        for (int k = 0; k < 3; k++)
            if (looks_at[k] >= 0)
                channels[looks_at[k]] = true;
    }
}

// Marks the layers on which these channels depend as needed by a map.
static void note_layers(tr_surface *surface, bool *channels, unsigned map) {
    bool layers[TR_MAX_LAYERS] = {false};
    plan_mark_dependencies(surface, surface->layer_count, channels, layers);
    for (int i = 0; i < surface->layer_count; i++)
        surface->layers[i].maps |= layers[i] ? 1u << map : 0;
}

// Marks the layers that maps depend on: through their paint layers, or through the height.
static void mark_layers(tr_surface *surface) {
    for (int map = 0; map < TR_MAP_COUNT; map++) {
        bool channels[TR_MAX_CHANNELS] = {false};
        const plan_paints *stacks[2];
        const int count = plan_paints_of_map(surface, (tr_map)map, stacks);
        channels[0] = count == 0;
        for (int k = 0; k < count; k++)
            add_channels(stacks[k], channels);
        note_layers(surface, channels, (unsigned)map);
    }
    const plan_climate *climate = &surface->climate;
    if (climate->warmth >= 0) {
        bool channels[TR_MAX_CHANNELS] = {false};
        channels[climate->warmth] = channels[climate->moisture] = true;
        if (climate->biome >= 0)
            channels[climate->biome] = true;
        if (climate->bog >= 0)
            channels[climate->bog] = true;
        add_channels(&climate->ice, channels);
        note_layers(surface, channels, PLAN_CLIMATE);
    }
}

// ---- the whole ---------------------------------------------------------------------------------

// State during the preparation of a surface.
typedef struct making {
    tr_prepare_context fields; // context of its fields
    tr_surface *surface;
    const tr_surface *previous; // or NULL
    tr_surface *plain;          // without strokes, which has the levels; or NULL
} making;

// The level of the layer of that name, on the planet without strokes.
static const plan_level *find_plain_level(const making *m, int index) {
    for (int i = 0; m->plain && i < m->plain->layer_count; i++)
        if (strcmp(m->plain->layers[i].name, m->surface->layers[index].name) == 0)
            return &m->plain->layers[i].level;
    return NULL;
}

static tr_status find_level(void *context, int index, double coverage, float *level, uint64_t *cache_key,
                            tr_error *error) {
    const making *m = context;
    const plan_level *plain = find_plain_level(m, index);
    if (plain) {
        m->surface->layers[index].level = *plain;
        *level = plain->level, *cache_key = plain->cache_key;
        return TR_OK;
    }
    const tr_status status = plan_find_level(m->surface, index, coverage, m->previous, m->fields.pool,
                                             m->fields.meter, level, cache_key, error);
    m->surface->layers[index].level = (plan_level){*level, status == TR_OK ? *cache_key : 0};
    if (status == TR_BAD_INPUT && error && error->path[0] == 0)
        snprintf(error->path, sizeof error->path, "layers.%s.field", m->fields.recipe->layers[index].name);
    return status;
}

static uint64_t find_channel_key(void *context, int index) {
    const making *m = context;
    bool channels[TR_MAX_CHANNELS] = {0}, layers[TR_MAX_LAYERS] = {0};
    const int channel = m->surface->layers[index].into;
    channels[channel] = true;
    plan_mark_dependencies(m->surface, index, channels, layers);
    return plan_is_on_plane(m->surface, layers, index)
               ? 0
               : plan_channel_cache_key(m->surface, layers, index, channel, 0);
}

static tr_status sample_channel(void *context, int index, int width, const tr_samples *at, float *values,
                                tr_error *error) {
    const making *m = context;
    bool channels[TR_MAX_CHANNELS] = {0}, layers[TR_MAX_LAYERS] = {0};
    const int channel = m->surface->layers[index].into;
    channels[channel] = true;
    plan_mark_dependencies(m->surface, index, channels, layers);
    return plan_sample_channel(m->surface, &(plan_wanted){channel, index, layers},
                               &(plan_places){width, 1, TR_BLOCK_SAMPLES, at->count, at->x, at->y, at->z},
                               m->fields.pool, m->fields.meter, values, error);
}

static tr_status prepare_layer(making *m, int index, const char *const *channels) {
    const tr_recipe *recipe = m->fields.recipe;
    const tr_layer *layer = &recipe->layers[index];
    tr_surface *surface = m->surface;
    plan_layer *plan = &surface->layers[index];
    memcpy(plan->name, layer->name, sizeof plan->name);
    plan->absolute = layer->absolute;
    plan->amount = (float)tr_number_value(layer->amount, recipe);
    plan->offset = (float)tr_number_value(layer->offset, recipe);
    plan->where = plan_where_prepare(&layer->where, channels, surface->channel_count);
    plan->join = layer->join;
    plan->into = plan_find_channel(channels, surface->channel_count, layer->into);
    plan->plane = tr_layer_on_plane(layer);
    surface->layer_count++; // from here on tr_surface_destroy clears it
    const tr_status status = prepare_curve(layer, &plan->curve, m->fields.error);
    return status == TR_OK ? tr_field_prepare(&m->fields, index, &surface->fields[index]) : status;
}

static tr_status prepare_layers(making *m) {
    const tr_recipe *recipe = m->fields.recipe;
    tr_surface *surface = m->surface;
    tr_error *error = m->fields.error;
    const char *channels[TR_MAX_CHANNELS];
    surface->channel_count = tr_recipe_channels(recipe, channels);
    for (int i = 0; i < surface->channel_count; i++)
        snprintf(surface->channel_names[i], TR_NAME_BYTES, "%s", channels[i]);
    surface->warps = tr_calloc((size_t)recipe->warp_count + 1, sizeof *surface->warps);
    surface->fields = tr_calloc((size_t)recipe->layer_count + 1, sizeof *surface->fields);
    surface->layers = tr_calloc((size_t)recipe->layer_count + 1, sizeof *surface->layers);
    if (!surface->warps || !surface->fields || !surface->layers)
        return no_memory(error);
    m->fields.warps = surface->warps;
    m->fields.fields = surface->fields;
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->warp_count && status == TR_OK; i++)
        status = tr_warp_prepare(&m->fields, i, &surface->warps[surface->warp_count++]);
    for (int i = 0; i < recipe->layer_count && status == TR_OK; i++)
        status = prepare_layer(m, i, channels);
    if (status == TR_OK)
        status = plan_paints_prepare(recipe, surface, error);
    if (status == TR_OK)
        mark_layers(surface);
    return status;
}

// Computes the profile of the rings, or copies the previous one if they are the same.
static tr_status prepare_rings(making *m) {
    const tr_recipe *recipe = m->fields.recipe;
    const tr_surface *previous = m->previous;
    tr_surface *surface = m->surface;
    if (!tr_recipe_has_rings(recipe))
        return TR_OK;
    surface->rings = tr_calloc(TR_RINGS_WIDTH, 4);
    if (!surface->rings)
        return no_memory(m->fields.error);
    surface->rings_cache_key = tr_rings_cache_key(recipe);
    if (previous && previous->rings && previous->rings_cache_key == surface->rings_cache_key)
        memcpy(surface->rings, previous->rings, (size_t)4 * TR_RINGS_WIDTH);
    else
        tr_rings_bake(recipe, TR_RINGS_WIDTH, surface->rings);
    return TR_OK;
}

static tr_status prepare_on_pool(making *m) {
    const tr_recipe *recipe = m->fields.recipe;
    tr_pool *own = NULL;
    tr_status status = m->fields.pool ? TR_OK : tr_pool_create(1, &own, m->fields.error);
    m->fields.pool = m->fields.pool ? m->fields.pool : own;
    if (status == TR_OK)
        status = prepare_layers(m);
    if (status == TR_OK)
        status = prepare_rings(m);
    if (status == TR_OK && recipe->mesh_columns > 0)
        status = plan_shape_create(m->surface, recipe, m->fields.pool, m->fields.watch, &m->surface->shape,
                                   m->fields.error);
    if (status == TR_OK)
        status = plan_occlusion_create(m->surface, m->previous, m->fields.error);
    tr_pool_destroy(own);
    return status;
}

// Finds the recipe's own layers among those of the surface, which may have more, and lack some.
static void number_layers(tr_surface *surface, const tr_recipe *recipe) {
    int next = 0;
    for (int i = 0; i < surface->layer_count; i++) {
        int own = next;
        while (own < recipe->layer_count && strcmp(surface->layers[i].name, recipe->layers[own].name) != 0)
            own++;
        const bool found = own < recipe->layer_count;
        surface->layers[i].own = found ? own : -1;
        next = found ? own + 1 : next;
    }
}

static tr_status make_surface(const tr_recipe *recipe, const tr_recipe *painted, const tr_surface_options *how,
                              tr_surface **out, tr_error *error);

// Makes the planet without strokes, if the levels of this one are those of that one.
static tr_status make_plain(making *m, const tr_recipe *recipe, const tr_surface_options *how) {
    tr_recipe *plain;
    tr_status status = plan_without_strokes(recipe, &plain, m->fields.error);
    if (status == TR_OK && plain)
        status = make_surface(plain, recipe, how, &m->plain, m->fields.error);
    if (status == TR_OK && plain) {
        status = tr_solutions_add(&m->surface->solutions, &m->plain->solutions, m->fields.error);
        m->surface->exact = m->plain->exact;
        m->fields.meter->operations += m->plain->operations;
    }
    tr_recipe_destroy(plain);
    return status;
}

// Makes a surface of a recipe whose named places shape nothing. painted: the recipe with strokes if this one is
// made for the levels of that one, or NULL.
static tr_status make_surface(const tr_recipe *recipe, const tr_recipe *painted, const tr_surface_options *how,
                              tr_surface **out, tr_error *error) {
    tr_status status = TR_OK;
    tr_surface *surface = tr_calloc(1, sizeof *surface);
    if (!surface)
        return no_memory(error);
    surface->isa = how->isa;
    tr_srgb_table_fill(&surface->srgb);
    surface->height_min_m = (float)recipe->height_min_m;
    surface->height_max_m = (float)recipe->height_max_m;
    surface->slope_exaggeration = recipe->slope_exaggeration;
    surface->slope_scale = recipe->slope_exaggeration / (recipe->radius_km * 1000);
    surface->sea = recipe->sea;
    surface->gas = recipe->gas;
    surface->exact = true;
    tr_meter meter = {.watch = how->watch};
    making m = {.surface = surface,
                .previous = how->previous,
                .fields = {.recipe = recipe,
                           .painted = painted,
                           .isa = surface->isa,
                           .pool = how->pool,
                           .watch = how->watch,
                           .meter = &meter,
                           .preview = how->preview,
                           .previous = how->previous ? &how->previous->solutions : NULL,
                           .present = &surface->solutions,
                           .exact = &surface->exact,
                           .list_capacity = &surface->list_capacity,
                           .find_level = find_level,
                           .find_channel_key = find_channel_key,
                           .sample_channel = sample_channel,
                           .error = error}};
    tr_recipe *followed = NULL;
    m.fields.context = &m;
    status = recipe->stroke_count > 0 ? tr_recipe_copy(recipe, &surface->painted, error) : TR_OK;
    if (status == TR_OK)
        status = make_plain(&m, recipe, how);
    if (status == TR_OK)
        status = plan_follow_maps(&m.fields, &followed);
    m.fields.recipe = followed ? followed : recipe;
    if (status == TR_OK)
        status = prepare_on_pool(&m);
    if (status == TR_OK)
        number_layers(surface, recipe);
    tr_recipe_destroy(followed);
    tr_surface_destroy(m.plain);
    surface->operations = meter.operations;
    if (status != TR_OK) {
        tr_surface_destroy(surface);
        return status;
    }
    *out = surface;
    return TR_OK;
}

tr_status tr_surface_make(const tr_recipe *recipe, const tr_surface_options *how, tr_surface **out,
                          tr_error *error) {
    tr_recipe *shaped = NULL;
    tr_status status = tr_recipe_check(recipe, error);
    if (status == TR_OK)
        status = plan_shape_places(recipe, &shaped, error);
    if (status == TR_OK)
        status = make_surface(shaped ? shaped : recipe, NULL, how, out, error);
    if (status == TR_OK)
        (*out)->own_strokes = recipe->stroke_count;
    tr_recipe_destroy(shaped);
    return status;
}

tr_status tr_surface_create(const tr_recipe *recipe, tr_isa isa, tr_pool *pool, const tr_surface *previous,
                            tr_surface **surface, tr_error *error) {
    const tr_surface_options how = {.isa = isa, .pool = pool, .previous = previous};
    return tr_surface_make(recipe, &how, surface, error);
}

// Layers that share craters have the same seed as their owner.
static bool is_counted(const tr_surface *surface, int layer) {
    const tr_field_plan *own = &surface->fields[layer];
    for (int i = 0; i < layer; i++)
        if (surface->fields[i].type->radii && surface->fields[i].seed == own->seed)
            return true;
    return !own->type->radii;
}

tr_status tr_surface_craters(const tr_surface *surface, double least, int capacity, float *radii, int *count,
                             const tr_watch *watch, tr_error *error) {
    tr_meter meter = {.watch = watch};
    *count = 0;
    for (int i = 0; i < surface->layer_count; i++) {
        const tr_field_plan *field = &surface->fields[i];
        const int left = capacity > *count ? capacity - *count : 0;
        if (!is_counted(surface, i))
            *count += field->type->radii(field, least, left, left > 0 ? radii + *count : radii, &meter);
    }
    return tr_meter_check(&meter, error);
}

tr_maps_read tr_surface_maps_read(const tr_surface *surface) {
    tr_maps_read read = {0};
    for (int i = 0; i < surface->layer_count; i++)
        tr_own_map_note(&surface->fields[i], &read);
    return read;
}

bool tr_surface_is_exact(const tr_surface *surface) { return surface->exact; }

uint64_t tr_surface_operations(const tr_surface *surface) { return surface->operations; }

void tr_surface_destroy(tr_surface *surface) {
    if (!surface)
        return;
    for (int i = 0; i < surface->warp_count; i++)
        tr_warp_clear(&surface->warps[i]);
    for (int i = 0; i < surface->layer_count; i++) {
        tr_field_clear(&surface->fields[i]);
        tr_free(surface->layers[i].curve.segments);
    }
    tr_solutions_clear(&surface->solutions);
    tr_free(surface->warps);
    tr_free(surface->fields);
    tr_free(surface->layers);
    plan_paints_clear(surface);
    plan_shape_destroy(surface->shape);
    plan_occlusion_destroy(surface->occlusion);
    tr_free(surface->rings);
    tr_recipe_destroy(surface->painted);
    tr_free(surface);
}

// ---- winds --------------------------------------------------------------------------------------

tr_status tr_surface_wind(const tr_surface *surface, tr_pool *pool, const tr_watch *watch,
                          tr_cube_vectors *wind, tr_error *error) {
    *wind = (tr_cube_vectors){0};
    for (int i = 0; i < surface->warp_count; i++)
        if (surface->warps[i].type->blow)
            return surface->warps[i].type->blow(&surface->warps[i], surface->isa, pool, watch, wind, error);
    return TR_OK;
}

void tr_wind_clear(tr_cube_vectors *wind) { tr_cube_clear(wind); }
