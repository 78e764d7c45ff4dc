// Makes a recipe ready: numbers resolved, names bound to indices, sites spread, gradients turned into ramps.
#include "base/hash.h"
#include "base/size.h"
#include "noise/trig.h"
#include "planet/oklab.h"
#include "planet/plan.h"

#include <stdio.h>
#include <string.h>

static tr_status no_memory(tr_error *error) {
    return tr_fail(error, TR_NO_MEMORY, "no memory to prepare the planet's surface");
}

static int find_channel(const char *const *channels, int count, const char *name) {
    for (int i = 0; i < count; i++)
        if (strcmp(channels[i], name) == 0)
            return i;
    return -1;
}

int plan_find_warp(const tr_recipe *recipe, const char *name) {
    for (int i = 0; i < recipe->warp_count; i++)
        if (strcmp(recipe->warps[i].name, name) == 0)
            return i;
    return -1;
}

static int round_within(double x, int low, int high) {
    return x < low ? low : x > high ? high : (int)(x + 0.5);
}

// ---- fields ------------------------------------------------------------------------------------

static void prepare_fractal(const tr_recipe *recipe, const tr_fractal *f, uint64_t seed,
                            tr_fractal_plan *plan) {
    tr_fractal_numbers numbers = {
        .basis = f->basis,
        .interpolation = f->interpolation,
        .shape = f->shape,
        .plane = f->domain == TR_DOMAIN_PLANE,
        .start = round_within(tr_number_value(f->start, recipe), 0, TR_MAX_OCTAVES),
        .octaves = round_within(tr_number_value(f->octaves, recipe), 1, TR_MAX_OCTAVES),
        .persistence = plan_number(f->persistence, recipe, 0, 2),
        .lacunarity = plan_number(f->lacunarity, recipe, 1, 8),
        .scale = plan_number(f->scale, recipe, 0.01, 10000),
        .stretch = {f->stretch[0], f->stretch[1], f->stretch[2]},
        .seed = seed,
    };
    tr_fractal_prepare(&numbers, plan);
}

static void prepare_lattice_noise(const tr_recipe *recipe, const tr_layer *layer, uint64_t seed,
                                  tr_fractal_plan *plan) {
    tr_fractal one = layer->fractal;
    if (layer->field != TR_FIELD_FRACTAL) {
        one.basis = layer->field == TR_FIELD_VALUE     ? TR_BASIS_VALUE
                    : layer->field == TR_FIELD_SIMPLEX ? TR_BASIS_SIMPLEX
                                                       : TR_BASIS_PERLIN;
        one.shape = TR_FRACTAL_PLAIN;
        one.octaves = (tr_number){.plus = 1};
    }
    prepare_fractal(recipe, &one, seed, plan);
}

static uint64_t sign_fractal(uint64_t h, const tr_fractal_plan *plan) {
    const uint32_t choices[5] = {(uint32_t)plan->basis, (uint32_t)plan->interpolation, (uint32_t)plan->shape,
                                 (uint32_t)plan->plane, (uint32_t)plan->count};
    h = tr_hash_words(h, choices, 5);
    for (int i = 0; i < plan->count; i++) {
        uint32_t words[sizeof plan->octaves[i] / 4];
        memcpy(words, &plan->octaves[i], sizeof words);
        h = tr_hash_words(h, words, (int)(sizeof words / 4));
    }
    return h;
}

static uint64_t sign_spread(uint64_t h, const tr_spread *spread) {
    const double numbers[] = {spread->count, spread->randomness,   spread->radius_min,   spread->radius_max,
                              spread->slope, spread->latitude_min, spread->latitude_max, spread->plane};
    return tr_hash_numbers(tr_hash_pair(h, spread->seed), numbers, sizeof numbers / sizeof numbers[0]);
}

static void make_list_room(tr_surface *surface, int sites) {
    const size_t room = TR_LIST_ROOM(&(tr_sites){.count = sites});
    surface->list_room = room > surface->list_room ? room : surface->list_room;
}

static tr_status prepare_sites(const tr_spread *spread, tr_surface *surface, tr_sites *sites, tr_error *error) {
    make_list_room(surface, spread->count);
    return tr_sites_create(spread, sites, error);
}

static tr_status prepare_voronoi(const tr_voronoi *v, const tr_spread *spread, tr_voronoi_plan *plan,
                                 tr_error *error) {
    tr_sites sites;
    tr_status status = tr_sites_create(spread, &sites, error);
    if (status != TR_OK)
        return status;
    status = tr_voronoi_prepare(v->value, v->metric, spread->plane, spread->seed, &sites, plan, error);
    tr_sites_clear(&sites);
    return status;
}

static tr_spread twist_spread(const tr_recipe *recipe, const tr_warp *warp) {
    return (tr_spread){.seed = tr_hash_text(recipe->seed, warp->name),
                       .count = (int)warp->density,
                       .randomness = 0.3,
                       .radius_min = warp->radius_min,
                       .radius_max = warp->radius_max,
                       .slope = 1,
                       .latitude_min = warp->latitude_min,
                       .latitude_max = warp->latitude_max,
                       .apart = true};
}

static tr_spread layer_spread(const tr_layer *owner, tr_field_kind field, uint64_t seed) {
    if (field == TR_FIELD_VORONOI)
        return (tr_spread){.seed = seed,
                           .count = (int)owner->voronoi.density,
                           .randomness = owner->voronoi.randomness,
                           .plane = owner->voronoi.domain == TR_DOMAIN_PLANE,
                           .latitude_max = 90};
    const tr_craters *c = &owner->craters;
    return (tr_spread){.seed = seed,
                       .count = (int)c->density,
                       .randomness = 1,
                       .radius_min = c->radius_min,
                       .radius_max = c->radius_max,
                       .slope = c->slope,
                       .latitude_max = 90,
                       .largest_first = true};
}

static tr_status prepare_arcs(const plan_making *m, const tr_layer *layer, const tr_layer *owner,
                              plan_layer *plan, uint64_t *signature) {
    const tr_arcs *a = &owner->arcs;
    const double all[] = {a->density,   a->families,  a->off_centre, a->length_min, a->length_max,
                          a->width_min, a->width_max, a->slope,      a->cycloids,   layer->arcs.value};
    *signature = tr_hash_numbers(*signature, all, sizeof all / sizeof all[0]);
    plan->value = (int)layer->arcs.value;
    make_list_room(m->surface, (int)a->density);
    const tr_arc_numbers numbers = {.seed = plan->seed,
                                    .count = (int)a->density,
                                    .families = (int)a->families,
                                    .off_centre = a->off_centre,
                                    .length_min = a->length_min,
                                    .length_max = a->length_max,
                                    .width_min = a->width_min,
                                    .width_max = a->width_max,
                                    .slope = a->slope,
                                    .cycloids = a->cycloids};
    return tr_arcs_create(&numbers, &plan->arcs, m->error);
}

static tr_status prepare_streets(const plan_making *m, const tr_layer *layer, const tr_layer *owner,
                                 plan_layer *plan, uint64_t *signature) {
    const tr_streets *s = &owner->streets;
    const double all[] = {s->density, s->randomness, s->scale, s->levels,           s->width,
                          s->avenue,  s->radial,     s->fill,  layer->streets.value};
    *signature = tr_hash_numbers(*signature, all, sizeof all / sizeof all[0]);
    plan->value = (int)layer->streets.value;
    make_list_room(m->surface, (int)s->density);
    const tr_street_numbers numbers = {.seed = plan->seed,
                                       .districts = (int)s->density,
                                       .randomness = s->randomness,
                                       .levels = (int)s->levels,
                                       .scale = s->scale,
                                       .width = s->width,
                                       .avenue = s->avenue,
                                       .radial = s->radial,
                                       .fill = s->fill};
    return tr_streets_create(&numbers, &plan->streets, m->error);
}

// The cells, craters, rays or spots of a layer.
static tr_status prepare_sited(const plan_making *m, const tr_layer *layer, const tr_layer *owner,
                               plan_layer *plan, uint64_t *signature) {
    const tr_warp *twist = tr_recipe_twist_of(m->recipe, owner);
    const tr_spread spread =
        twist ? twist_spread(m->recipe, twist) : layer_spread(owner, layer->field, plan->seed);
    *signature = sign_spread(*signature, &spread);
    if (layer->field == TR_FIELD_VORONOI) {
        *signature =
            tr_hash_pair(*signature, (uint64_t)layer->voronoi.value << 8 | (uint64_t)layer->voronoi.metric);
        return prepare_voronoi(&layer->voronoi, &spread, &plan->voronoi, m->error);
    }
    const tr_status status = prepare_sites(&spread, m->surface, &plan->sites, m->error);
    if (layer->field == TR_FIELD_CRATERS) {
        *signature = tr_hash_numbers(*signature, &layer->craters.transition, 1);
        plan->sites.transition = (float)layer->craters.transition;
    }
    if (layer->field == TR_FIELD_SPOTS) {
        const double all[] = {layer->spots.value, layer->spots.reach, layer->spots.lobes};
        *signature = tr_hash_numbers(*signature, all, 3);
        plan->value = (int)layer->spots.value;
        plan->reach = (float)layer->spots.reach, plan->lobes = (float)layer->spots.lobes;
    }
    return status;
}

static uint64_t prepare_gullies(const tr_recipe *recipe, const tr_layer *layer, uint64_t signature,
                                plan_layer *plan) {
    const tr_gullies *g = &layer->gullies;
    const tr_gully_numbers numbers = {
        .seed = tr_hash_text(recipe->seed, layer->name), // the owner's is that of the terrain
        .octaves = round_within(tr_number_value(g->octaves, recipe), 1, TR_MAX_GULLIES),
        .scale = plan_number(g->scale, recipe, 0.1, 10000),
        .persistence = plan_number(g->persistence, recipe, 0, 2),
        .strength = plan_number(g->strength, recipe, 0, 10)};
    const double all[] = {numbers.octaves, numbers.scale, numbers.persistence, numbers.strength};
    tr_gullies_prepare(&numbers, &plan->gullies);
    return tr_hash_numbers(tr_hash_pair(signature, numbers.seed), all, sizeof all / sizeof all[0]);
}

static tr_status prepare_field(const plan_making *m, const tr_layer *layer, plan_layer *plan) {
    const tr_recipe *recipe = m->recipe;
    const tr_layer *owner = tr_recipe_owner(recipe, layer);
    plan->field = layer->field;
    plan->seed = tr_hash_text(recipe->seed, owner->name);
    plan->warp = layer->warp[0] && layer->field != TR_FIELD_SHARE ? plan_find_warp(recipe, layer->warp) : -1;
    uint64_t h = tr_hash_pair((uint64_t)layer->field, plan->seed);
    if (plan->warp >= 0)
        h = tr_hash_pair(h, m->surface->warps[plan->warp].signature);
    tr_status status = TR_OK;
    if (tr_field_is_lattice_noise(layer->field)) {
        plan->field = TR_FIELD_FRACTAL;
        prepare_lattice_noise(recipe, layer, plan->seed, &plan->fractal);
        h = sign_fractal(h, &plan->fractal);
    } else if (layer->field == TR_FIELD_ARCS) {
        status = prepare_arcs(m, layer, owner, plan, &h);
    } else if (layer->field == TR_FIELD_STREETS) {
        status = prepare_streets(m, layer, owner, plan, &h);
    } else if (plan_has_sites(plan)) {
        status = prepare_sited(m, layer, owner, plan, &h);
    }
    if (layer->field == TR_FIELD_GULLIES)
        h = prepare_gullies(recipe, layer, h, plan);
    if (layer->field == TR_FIELD_AXIS) {
        const double *d = layer->direction, length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int k = 0; k < 3; k++)
            plan->direction[k] = (float)(d[k] / length);
        h = tr_hash_numbers(h, d, 3);
    }
    plan->signature = h;
    return status == TR_OK && plan_is_solved(layer->field) ? plan_solve_layer(m, layer, plan) : status;
}

// Comes last: the layers before it are run.
static tr_status prepare_share(const plan_making *m, const tr_layer *layer, int index) {
    const tr_status status = plan_solve_share(m->surface, index, layer->share, m->previous, m->pool, m->error);
    if (status == TR_BAD_INPUT && m->error && m->error->path[0] == 0)
        snprintf(m->error->path, sizeof m->error->path, "layers.%s.field", layer->name);
    return status;
}

// Eddies are as fast as their share of the octaves, and a stream function is as steep as its octaves are high
// times their frequency: these fall faster.
static void prepare_eddies(const tr_recipe *recipe, const tr_winds *winds, uint64_t seed,
                           tr_fractal_plan *plan) {
    tr_fractal eddies = winds->eddies;
    eddies.interpolation = TR_INTERPOLATION_QUINTIC;
    const double lacunarity = plan_number(eddies.lacunarity, recipe, 1, 8);
    eddies.persistence = (tr_number){.plus = plan_number(eddies.persistence, recipe, 0, 2) / lacunarity};
    prepare_fractal(recipe, &eddies, seed, plan);
}

static tr_status prepare_warp(const plan_making *m, const tr_warp *warp, plan_warp *plan) {
    const tr_recipe *recipe = m->recipe;
    tr_surface *surface = m->surface;
    uint64_t seed = tr_hash_text(recipe->seed, warp->name);
    plan->kind = warp->kind;
    plan->after = warp->after[0] ? plan_find_warp(recipe, warp->after) : -1;
    const double most = warp->kind == TR_WARP_TWIST ? TR_MAX_TWIST : 100;
    plan->amount = plan_number(warp->amount, recipe, -most, most);
    plan->steps = warp->kind == TR_WARP_NOISE ? (int)warp->steps : 1;
    const double numbers[] = {warp->kind, plan->steps, plan->amount};
    uint64_t h = tr_hash_numbers(seed, numbers, 3);
    if (plan->after >= 0)
        h = tr_hash_pair(h, surface->warps[plan->after].signature);
    tr_status status = TR_OK;
    if (warp->kind == TR_WARP_TWIST) {
        const tr_spread spread = twist_spread(recipe, warp);
        h = sign_spread(h, &spread);
        status = prepare_sites(&spread, surface, &plan->sites, m->error);
        // storms turn one way in the north and the other way in the south, some more than others
        for (int j = 0; status == TR_OK && j < plan->sites.count; j++)
            plan->sites.strength[j] =
                (0.5f + 0.5f * plan->sites.strength[j]) * (plan->sites.y[j] < 0 ? -1.0f : 1.0f);
    } else {
        if (warp->kind == TR_WARP_FLOW)
            prepare_eddies(recipe, &warp->winds, seed, &plan->fractal);
        else
            prepare_fractal(recipe, &warp->fractal, seed, &plan->fractal);
        h = sign_fractal(h, &plan->fractal);
    }
    plan->signature = h;
    return warp->kind == TR_WARP_FLOW
               ? plan_solve_winds(m, warp, seed, sign_fractal(seed, &plan->fractal), plan)
               : status;
}

// ---- curves and gradients ----------------------------------------------------------------------

// Ramps through points of rising position; a jump (two points at one place) becomes a ramp too steep to see.
static tr_status prepare_ramps(int points, const double *positions, int values, const double (*value)[3],
                               tr_ramps *ramps, tr_error *error) {
    *ramps = (tr_ramps){0};
    if (points < 1)
        return TR_OK;
    ramps->ramps = tr_allocate((size_t)points, sizeof *ramps->ramps);
    if (!ramps->ramps)
        return no_memory(error);
    double least = 1e-6 * (positions[points - 1] - positions[0]);
    least = least > 0 ? least : 1e-6;
    ramps->ramps[0] = (struct tr_ramp){.start = (float)positions[0]};
    for (int c = 0; c < values; c++)
        ramps->ramps[0].before[c] = (float)value[0][c];
    for (int k = 0; k + 1 < points; k++) {
        double length = positions[k + 1] - positions[k];
        length = length < least ? least : length;
        struct tr_ramp *ramp = &ramps->ramps[ramps->count++], *next = ramp + 1;
        *next = (struct tr_ramp){.start = (float)positions[k + 1]};
        ramp->length = (float)length;
        for (int c = 0; c < values; c++) {
            ramp->slope[c] = (float)((value[k + 1][c] - value[k][c]) / length);
            next->before[c] = ramp->before[c] + ramp->slope[c] * ramp->length;
        }
    }
    return TR_OK;
}

static tr_status prepare_curve(const tr_layer *layer, tr_ramps *ramps, tr_error *error) {
    double positions[TR_MAX_CURVE_POINTS], values[TR_MAX_CURVE_POINTS][3] = {{0}};
    for (int i = 0; i < layer->curve_points; i++)
        positions[i] = layer->curve[i][0], values[i][0] = layer->curve[i][1];
    return layer->curve_points ? prepare_ramps(layer->curve_points, positions, 1, values, ramps, error) : TR_OK;
}

// A linear colour under a tint.
static void tint_colour(const tr_tint *tint, double rgb[3]) {
    double lab[3], sine, cosine;
    if (tint->hue_deg == 0 && tint->chroma == 1 && tint->lightness == 0)
        return; // the very colour
    tr_oklab_from_linear(rgb, lab);
    tr_sincos(tint->hue_deg * (TR_PI / 180), &sine, &cosine);
    const double a = tint->chroma * lab[1], b = tint->chroma * lab[2];
    lab[0] *= 1 + tint->lightness * (1 - lab[0]);
    lab[1] = cosine * a - sine * b, lab[2] = sine * a + cosine * b;
    tr_oklab_to_linear(lab, rgb);
}

// Of colours under a tint (NULL: none), or of numbers.
static tr_status prepare_gradient(const tr_recipe *recipe, int first_stop, int stop_count, bool numbers,
                                  const tr_tint *tint, tr_ramps *ramps, tr_error *error) {
    double *positions = tr_allocate((size_t)stop_count, sizeof *positions);
    double(*values)[3] = tr_allocate((size_t)stop_count, sizeof *values);
    tr_status status = TR_OK;
    if (positions && values) {
        for (int i = 0; i < stop_count; i++) {
            const tr_stop *stop = &recipe->stops[first_stop + i];
            positions[i] = stop->position;
            for (int c = 0; c < 3; c++)
                values[i][c] = numbers ? stop->value : tr_srgb_decode(stop->srgb[c]);
            if (tint)
                tint_colour(tint, values[i]);
        }
        status = prepare_ramps(stop_count, positions, 3, values, ramps, error);
    } else
        status = no_memory(error);
    free(positions);
    free(values);
    return status;
}

// The gradients of a paint: its only one, or one for each row, and where these lie.
static tr_status prepare_gradients(const tr_recipe *recipe, const tr_paint *paint, bool numbers,
                                   const tr_tint *tint, plan_paint *plan, tr_error *error) {
    const int rows = paint->row_count > 0 ? paint->row_count : 1;
    plan->gradients = calloc((size_t)rows, sizeof *plan->gradients);
    if (!plan->gradients)
        return no_memory(error);
    plan->row_count = rows;
    if (paint->row_count == 0)
        return prepare_gradient(recipe, paint->first_stop, paint->stop_count, numbers, tint,
                                &plan->gradients[0], error);
    double positions[TR_MAX_ROWS];
    static const double none[TR_MAX_ROWS][3];
    tr_status status = TR_OK;
    for (int k = 0; k < rows && status == TR_OK; k++) {
        const tr_row *row = &recipe->rows[paint->first_row + k];
        positions[k] = row->position;
        status = prepare_gradient(recipe, row->first_stop, row->stop_count, numbers, tint, &plan->gradients[k],
                                  error);
    }
    return status == TR_OK ? prepare_ramps(rows, positions, 0, none, &plan->rows, error) : status;
}

static plan_where prepare_where(const tr_where *where, const char *const *channels, int count) {
    return (plan_where){.channel = where->channel[0] ? find_channel(channels, count, where->channel) : -1,
                        .from = (float)where->from,
                        .to = (float)where->to};
}

// Coats of a recipe with its channels, of colour or of numbers.
static tr_status prepare_coats(const tr_recipe *recipe, const tr_coats *coats, bool numbers, plan_coats *plan,
                               tr_error *error) {
    const char *channels[TR_MAX_CHANNELS];
    const int channel_count = tr_recipe_channels(recipe, channels);
    plan->paints = calloc((size_t)coats->count + 1, sizeof *plan->paints);
    if (!plan->paints)
        return no_memory(error);
    tr_status status = TR_OK;
    for (int i = 0; i < coats->count && status == TR_OK; i++) {
        const tr_paint *paint = &coats->paints[i];
        plan_paint *p = &plan->paints[plan->count++];
        p->channel = find_channel(channels, channel_count, paint->channel);
        p->across = paint->across[0] ? find_channel(channels, channel_count, paint->across) : -1;
        p->blend = paint->blend;
        // only added light can be stronger than its own colour
        p->strength = (float)plan_number(paint->strength, recipe, 0, paint->blend == TR_BLEND_ADD ? 10 : 1);
        p->where = prepare_where(&paint->where, channels, channel_count);
        // what multiplies is texture and shade, not colour
        const bool coloured = coats == &recipe->albedo || (coats == &recipe->emission && recipe->tint.light);
        const bool tinted = coloured && paint->blend != TR_BLEND_MULTIPLY;
        status = prepare_gradients(recipe, paint, numbers, tinted ? &recipe->tint : NULL, p, error);
    }
    return status;
}

// One opaque coat alone is painted by a palette.
static void prepare_palette(plan_coats *plan, const tr_srgb_table *srgb) {
    const plan_paint *first = plan->paints;
    if (plan->count == 1 && first->strength == 1 && first->where.channel < 0 && first->across < 0 &&
        first->blend != TR_BLEND_MULTIPLY)
        tr_palette_fill(&first->gradients[0], srgb, &plan->palette);
}

static tr_status prepare_maps(const tr_recipe *recipe, tr_surface *surface, tr_error *error) {
    const struct {
        const tr_coats *coats;
        bool numbers;
        plan_coats *plan;
    } stacks[] = {
        {&recipe->albedo, false, &surface->albedo},
        {&recipe->emission, false, &surface->emission},
        {&recipe->roughness, true, &surface->roughness},
        {&recipe->metal, true, &surface->metal},
        {&recipe->water, true, &surface->water},
        {&recipe->clouds.colour, false, &surface->cloud_colour},
        {&recipe->clouds.cover, true, &surface->cloud_cover},
    };
    tr_status status = TR_OK;
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0] && status == TR_OK; i++)
        status = prepare_coats(recipe, stacks[i].coats, stacks[i].numbers, stacks[i].plan, error);
    if (status != TR_OK)
        return status;
    prepare_palette(&surface->albedo, &surface->srgb);
    prepare_palette(&surface->emission, &surface->srgb);
    return TR_OK;
}

// ---- which layers a map needs ------------------------------------------------------------------

int plan_coats_of_map(const tr_surface *surface, tr_map map, const plan_coats *stacks[2]) {
    switch (map) {
    case TR_MAP_ALBEDO:
        stacks[0] = &surface->albedo;
        return 1;
    case TR_MAP_EMISSION:
        stacks[0] = &surface->emission;
        return 1;
    case TR_MAP_WATER:
        stacks[0] = &surface->water;
        return 1;
    case TR_MAP_ORM:
        stacks[0] = &surface->roughness;
        stacks[1] = &surface->metal;
        return 2;
    case TR_MAP_CLOUDS:
        stacks[0] = &surface->cloud_colour;
        stacks[1] = &surface->cloud_cover;
        return 2;
    default:
        return 0;
    }
}

// Adds the channels that coats look at.
static void add_channels(const plan_coats *coats, bool *channels) {
    for (int i = 0; i < coats->count; i++) {
        const plan_paint *paint = &coats->paints[i];
        const int looks_at[] = {paint->channel, paint->across, paint->where.channel};
        for (int k = 0; k < 3; k++)
            if (looks_at[k] >= 0)
                channels[looks_at[k]] = true;
    }
}

// Marks the layers that maps are made of: those that their coats need, or height.
static void mark_layers(tr_surface *surface) {
    for (int map = 0; map < TR_MAP_COUNT; map++) {
        bool channels[TR_MAX_CHANNELS] = {false}, layers[TR_MAX_LAYERS] = {false};
        const plan_coats *stacks[2];
        const int count = plan_coats_of_map(surface, (tr_map)map, stacks);
        channels[0] = count == 0;
        for (int k = 0; k < count; k++)
            add_channels(stacks[k], channels);
        plan_mark_needed(surface, surface->layer_count, channels, layers);
        for (int i = 0; i < surface->layer_count; i++)
            surface->layers[i].maps |= layers[i] ? 1u << map : 0;
    }
}

// ---- the whole ---------------------------------------------------------------------------------

static tr_status prepare_layers(const plan_making *m) {
    const tr_recipe *recipe = m->recipe;
    tr_surface *surface = m->surface;
    tr_error *error = m->error;
    const char *channels[TR_MAX_CHANNELS];
    surface->channel_count = tr_recipe_channels(recipe, channels);
    surface->warps = calloc((size_t)recipe->warp_count + 1, sizeof *surface->warps);
    surface->layers = calloc((size_t)recipe->layer_count + 1, sizeof *surface->layers);
    if (!surface->warps || !surface->layers)
        return no_memory(error);
    tr_status status = TR_OK;
    for (int i = 0; i < recipe->warp_count && status == TR_OK; i++)
        status = prepare_warp(m, &recipe->warps[i], &surface->warps[surface->warp_count++]);
    for (int i = 0; i < recipe->layer_count && status == TR_OK; i++) {
        const tr_layer *layer = &recipe->layers[i];
        plan_layer *plan = &surface->layers[surface->layer_count++];
        status = tr_watch_check(m->watch, error);
        if (status == TR_OK)
            status = prepare_field(m, layer, plan);
        if (status == TR_OK)
            status = prepare_curve(layer, &plan->curve, error);
        plan->fold = layer->fold;
        plan->amount = (float)tr_number_value(layer->amount, recipe);
        plan->offset = (float)tr_number_value(layer->offset, recipe);
        plan->where = prepare_where(&layer->where, channels, surface->channel_count);
        plan->join = layer->join;
        plan->into = find_channel(channels, surface->channel_count, layer->into);
        if (status == TR_OK && layer->field == TR_FIELD_SHARE)
            status = prepare_share(m, layer, i);
        if (layer->field == TR_FIELD_CHANNEL) {
            plan->channel = find_channel(channels, surface->channel_count, layer->channel);
            plan->signature = tr_hash_pair(plan->signature, (uint64_t)plan->channel);
        }
    }
    if (status == TR_OK)
        status = prepare_maps(recipe, surface, error);
    if (status == TR_OK)
        mark_layers(surface);
    return status;
}

static tr_status prepare_on_pool(plan_making *m) {
    tr_pool *own = NULL;
    tr_status status = m->pool ? TR_OK : tr_pool_create(1, &own, m->error);
    m->pool = m->pool ? m->pool : own;
    if (status == TR_OK)
        status = prepare_layers(m);
    if (status == TR_OK && m->recipe->mesh_columns > 0)
        status = plan_shape_create(m->surface, m->recipe, m->pool, &m->surface->shape, m->error);
    tr_pool_destroy(own);
    return status;
}

tr_status tr_surface_make(const tr_recipe *recipe, const tr_surface_making *how, tr_surface **out,
                          tr_error *error) {
    tr_status status = tr_recipe_check(recipe, error);
    if (status != TR_OK)
        return status;
    tr_surface *surface = calloc(1, sizeof *surface);
    if (!surface)
        return no_memory(error);
    surface->noise = tr_noise_kernels_for(how->isa);
    surface->displacement = tr_displacement_kernels_for(how->isa);
    surface->plates = plates_kernels_for(how->isa);
    surface->rivers = river_kernels_for(how->isa);
    surface->texel = tr_texel_kernels_for(how->isa);
    tr_srgb_table_fill(&surface->srgb);
    surface->height_min_m = (float)recipe->height_min_m;
    surface->height_max_m = (float)recipe->height_max_m;
    surface->slope_scale = recipe->relief / (recipe->radius_km * 1000);
    surface->sea = recipe->sea;
    surface->gas = recipe->gas;
    surface->exact = true;
    plan_making m = {.recipe = recipe,
                     .pool = how->pool,
                     .previous = how->previous,
                     .preview = how->preview,
                     .watch = how->watch,
                     .surface = surface,
                     .error = error};
    status = prepare_on_pool(&m);
    if (status != TR_OK) {
        tr_surface_destroy(surface);
        return status;
    }
    *out = surface;
    return TR_OK;
}

tr_status tr_surface_create(const tr_recipe *recipe, tr_isa isa, tr_pool *pool, const tr_surface *previous,
                            tr_surface **surface, tr_error *error) {
    const tr_surface_making how = {.isa = isa, .pool = pool, .previous = previous};
    return tr_surface_make(recipe, &how, surface, error);
}

bool tr_surface_is_exact(const tr_surface *surface) { return surface->exact; }

static void clear_coats(plan_coats *coats) {
    for (int i = 0; i < coats->count; i++) {
        plan_paint *paint = &coats->paints[i];
        for (int k = 0; k < paint->row_count; k++)
            free(paint->gradients[k].ramps);
        free(paint->gradients);
        free(paint->rows.ramps);
    }
    free(coats->paints);
    tr_palette_clear(&coats->palette);
}

void tr_surface_destroy(tr_surface *surface) {
    if (!surface)
        return;
    for (int i = 0; i < surface->warp_count; i++) {
        tr_sites_clear(&surface->warps[i].sites);
        plan_solution_release(surface->warps[i].solution);
    }
    for (int i = 0; i < surface->layer_count; i++) {
        tr_sites_clear(&surface->layers[i].sites);
        tr_voronoi_clear(&surface->layers[i].voronoi);
        tr_arcs_clear(&surface->layers[i].arcs);
        tr_streets_clear(&surface->layers[i].streets);
        free(surface->layers[i].curve.ramps);
        plan_solution_release(surface->layers[i].solution);
    }
    free(surface->warps);
    free(surface->layers);
    plan_coats *const stacks[] = {&surface->albedo, &surface->emission,     &surface->roughness,
                                  &surface->metal,  &surface->cloud_colour, &surface->cloud_cover,
                                  &surface->water};
    for (size_t i = 0; i < sizeof stacks / sizeof stacks[0]; i++)
        clear_coats(stacks[i]);
    plan_shape_destroy(surface->shape);
    free(surface);
}
