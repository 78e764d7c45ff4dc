// A single place of a planet: its texel is baked as a patch.
// More: docs/internals/probe.md.
#include "planet/probe.h"

#include "base/memory.h"
#include "fields/own_kinds.h"
#include "noise/maths/trig.h"
#include "planet/private/block.h"
#include "planet/strokes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- the texel -----------------------------------------------------------------------------------

static tr_status find_texel(tr_probe *p, double texel, tr_error *error) {
    const double width = 2 * floor(TR_PI / texel + 0.5);
    if (!(fabs(p->latitude_deg) <= 90) || !(fabs(p->longitude_deg) <= 1e9))
        return tr_fail(error, TR_BAD_USAGE,
                       "%g, %g is no place: a latitude is -90 … 90 degrees, a longitude -180 … 180",
                       p->latitude_deg, p->longitude_deg);
    if (!(width >= TR_MIN_WIDTH && width <= TR_MAX_WIDTH))
        return tr_fail(error, TR_BAD_USAGE, "a texel of %g radians: %g … %g are possible", texel,
                       2 * TR_PI / TR_MAX_WIDTH, 2 * TR_PI / TR_MIN_WIDTH);
    const double turns = p->longitude_deg / 360 + 0.5, rows = width / 2;
    const double column = floor((turns - floor(turns)) * width),
                 row = floor((0.5 - p->latitude_deg / 180) * rows);
    p->width = (int)width;
    p->column = (int)(column < width ? column : width - 1);
    p->row = (int)(row < rows ? row : rows - 1); // the south pole
    return TR_OK;
}

// ---- values of its maps --------------------------------------------------------------------------

typedef struct texels {
    uint8_t albedo[3], emission[3], orm[3], clouds[4], water;
    float height, ground[3], climate[5];
} texels;

static void bake(const tr_surface *surface, tr_scratch *scratch, texels *t) {
    const bool climate = surface->climate.warmth >= 0;
    const tr_band band = {.patch = scratch->patch,
                          .texels = {[TR_MAP_ALBEDO] = t->albedo,
                                     [TR_MAP_EMISSION] = t->emission,
                                     [TR_MAP_ORM] = t->orm,
                                     [TR_MAP_CLOUDS] = t->clouds,
                                     [TR_MAP_WATER] = &t->water,
                                     [TR_BAND_HEIGHTS] = &t->height,
                                     [TR_BAND_GROUND] = t->ground,
                                     [TR_BAND_CLIMATE] = climate ? t->climate : NULL}};
    tr_surface_bake(surface, scratch, NULL, &band);
}

// Slopes of normals are `relief` times real slopes, except those of a displaced planet's mesh.
static void find_slope(const tr_surface *surface, const tr_scratch *scratch, const float ground[3],
                       tr_probe *p) {
    const double relief = surface->slope_exaggeration,
                 mesh_east = surface->shape ? (double)scratch->slope_east[0] : 0,
                 mesh_north = surface->shape ? (double)scratch->slope_north[0] : 0;
    const double rise_east = -(double)ground[0] / (double)ground[2],
                 rise_north = -(double)ground[1] / (double)ground[2];
    if (!(relief > 0)) // the map is flat and has no information
        return;
    const double east = mesh_east + (rise_east - mesh_east) / relief,
                 north = mesh_north + (rise_north - mesh_north) / relief,
                 steep = sqrt(east * east + north * north);
    p->slope_deg = tr_atan2(steep, 1) * (180 / TR_PI);
    const double aspect = steep > 0 ? tr_atan2(-east, -north) * (180 / TR_PI) : 0;
    p->aspect_deg = aspect < 0 ? aspect + 360 : aspect;
}

static void read_climate(const tr_surface *surface, const texels *t, tr_probe *p) {
    const uint8_t *water = surface->paints[TR_MAP_WATER][0].count > 0 ? &t->water : NULL;
    p->has_climate = true;
    p->warmth_c = (double)t->climate[0], p->moisture = (double)t->climate[1];
    p->ice = (double)t->climate[2], p->bog = (double)t->climate[3];
    p->biome = tr_biome_name(tr_biome_of(surface->sea, t->height, water, t->climate));
}

static void read_texels(const tr_surface *surface, const tr_scratch *scratch, const texels *t, tr_probe *p) {
    p->maps = PLAN_MAPS;
    p->maps &= surface->paints[TR_MAP_EMISSION][0].count > 0 ? PLAN_MAPS : ~(1u << TR_MAP_EMISSION);
    p->maps &= surface->paints[TR_MAP_CLOUDS][1].count > 0 ? PLAN_MAPS : ~(1u << TR_MAP_CLOUDS);
    p->maps &= surface->paints[TR_MAP_WATER][0].count > 0 ? PLAN_MAPS : ~(1u << TR_MAP_WATER);
    p->exact = surface->exact;
    p->ground = !surface->gas;
    p->height_m = (double)t->height;
    p->sea = surface->sea && t->height < 0;
    memcpy(p->albedo, t->albedo, sizeof p->albedo);
    memcpy(p->emission, t->emission, sizeof p->emission);
    memcpy(p->cloud_colour, t->clouds, sizeof p->cloud_colour);
    p->roughness = t->orm[1] / 255.0, p->metal = t->orm[2] / 255.0;
    p->clouds = t->clouds[3] / 255.0, p->water = t->water / 255.0;
    find_slope(surface, scratch, t->ground, p);
    if (surface->climate.warmth >= 0)
        read_climate(surface, t, p);
}

// ---- causes --------------------------------------------------------------------------------------

// Which layers and paint layers determine a texel: each is left out once, and the resulting change is its
// contribution.
//
// All layers are evaluated at once: samples at the same texel are evaluated side by side, and each sample but
// the first skips one layer. So a layer's contribution includes all its effects, also where it joins by
// maximum, where its channel limits another layer, or where another field reads it.
//
// Only contributions to what exists count. Effects that would appear only without the layer do not: dry ground
// is not a contribution of the layer of lakes, even if there would be a lake without it. So a mask that depends
// on a channel is never larger in a sample that lacks a layer than in the complete sample. More:
// docs/internals/probe.md.

// The samples: the first has all layers, each other lacks one layer.
typedef struct lanes {
    int count;
    int of_layer[TR_MAX_LAYERS]; // index of the sample that lacks the layer; 0: no map needs the layer
} lanes;

enum { lanes_most = TR_MAX_LAYERS + 1, texel_most = 4 };

// Limits the channel of a mask in samples that lack a layer, so that the mask is not larger than in the first
// sample.
static void bound_mask(const tr_mask *mask, int count, const float *channel, float *out) {
    const bool rises = mask->to > mask->from;
    for (int i = 0; i < count; i++)
        out[i] = rises == (channel[i] > channel[0]) ? channel[0] : channel[i];
}

static tr_rectangle rectangle_of(const tr_scratch *s, int count) {
    return (tr_rectangle){s->patch.resolution, s->patch.y, 1, s->patch.x, count};
}

// Evaluates a layer at all samples with its mask limited. If a layer's mask is its own channel, it is not
// limited.
static void add_layer(const tr_surface *surface, tr_scratch *s, const tr_rectangle *at, int index) {
    const plan_layer *layer = &surface->layers[index];
    const tr_mask mask = plan_block_mask(s, &layer->where);
    float kept[lanes_most];
    const bool bounded = mask.channel && layer->where.channel != layer->into;
    float *channel = bounded ? s->channels[layer->where.channel] : NULL;
    if (bounded) {
        memcpy(kept, channel, (size_t)at->columns * sizeof *kept);
        bound_mask(&mask, at->columns, kept, channel);
    }
    plan_block_layer_at(surface, s, at, index);
    if (bounded)
        memcpy(channel, kept, (size_t)at->columns * sizeof *kept);
}

static void leave_layers_out(const tr_surface *surface, tr_scratch *s, lanes *l) {
    l->count = 1;
    for (int i = 0; i < surface->layer_count; i++)
        l->of_layer[i] = surface->layers[i].maps & s->maps ? l->count++ : 0;
    const tr_rectangle at = rectangle_of(s, l->count);
    plan_block_stand(surface, s, &at);
    for (int i = 0; i < surface->layer_count; i++) {
        const int into = surface->layers[i].into, own = l->of_layer[i];
        if (!own)
            continue;
        const float before = plan_block_channel(s, into)[own];
        add_layer(surface, s, &at, i);
        s->channels[into][own] = before;
    }
}

// ---- visible contributions ---------------------------------------------------------------------

// Channels of the masks of a map's paint layers.
typedef float bounds[2][TR_MAX_PAINTS][lanes_most + TR_BATCH_SAMPLES];

// Samples first … first+count-1 of a map, from stacks that may lack paint layers.
typedef struct painting {
    const tr_surface *surface;
    tr_scratch *scratch;
    tr_map map;
    const plan_paints *plans[2];
    tr_texel_paint paints[2][TR_MAX_PAINTS];
    tr_stack stacks[2];
} painting;

static bool begin_painting(const tr_surface *surface, tr_scratch *s, tr_map map, painting *p) {
    *p = (painting){.surface = surface, .scratch = s, .map = map};
    const int count = plan_paints_of_map(surface, map, p->plans);
    for (int k = 0; k < count; k++)
        p->stacks[k] = plan_block_stack(s, p->plans[k], p->paints[k]);
    return count > 0;
}

// The difference between two texels of a map, 0 … 1. The colour of clouds counts in proportion to their cover.
static double difference(tr_map map, const uint8_t *a, const uint8_t *b) {
    double most = 0;
    const int channels = tr_map_get_format(map)->channels;
    for (int c = map == TR_MAP_ORM ? 1 : 0; c < channels; c++) {
        const double cover = map == TR_MAP_CLOUDS && c < 3 ? (a[3] > b[3] ? a[3] : b[3]) / 255.0 : 1;
        const double change = cover * abs(a[c] - b[c]) / 255.0;
        most = change > most ? change : most;
    }
    return most;
}

// How much of texel `a` is missing in texel `b`, 0 … 1. For amounts (water, light, cloud cover) only a decrease
// counts.
static double lacking(tr_map map, const uint8_t *a, const uint8_t *b) {
    uint8_t less[texel_most];
    const int channels = tr_map_get_format(map)->channels;
    const bool amounts = map == TR_MAP_WATER || map == TR_MAP_EMISSION;
    for (int c = 0; c < channels; c++)
        less[c] = (amounts || (map == TR_MAP_CLOUDS && c == 3)) && b[c] > a[c] ? a[c] : b[c];
    return difference(map, a, less);
}

// The visible change by each layer, 0 … 1.
typedef struct seen_layers {
    double ground[TR_MAX_LAYERS], clouds[TR_MAX_LAYERS];
} seen_layers;

static void bound_paints(painting *p, int count, bounds storage) {
    for (int stack = 0; stack < 2; stack++)
        for (int k = 0; k < p->stacks[stack].count; k++) {
            tr_mask *mask = &p->paints[stack][k].where;
            if (!mask->channel)
                continue;
            bound_mask(mask, count, mask->channel, storage[stack][k]);
            mask->channel = storage[stack][k];
        }
}

static void look_at_layers(const tr_surface *surface, tr_scratch *s, const lanes *l, bounds storage,
                           seen_layers *out) {
    for (int map = 0; map < TR_MAP_COUNT; map++) {
        painting p;
        uint8_t painted[texel_most * lanes_most] = {0};
        if (!begin_painting(surface, s, (tr_map)map, &p))
            continue;
        double *look = map == TR_MAP_CLOUDS ? out->clouds : out->ground;
        const size_t bytes = tr_map_texel_bytes((tr_map)map);
        bound_paints(&p, l->count, storage);
        plan_block_paint(surface, (tr_map)map, p.plans[0], p.stacks, NULL, 0, l->count, painted);
        for (int i = 0; i < surface->layer_count; i++) {
            const double change =
                l->of_layer[i] ? lacking((tr_map)map, painted, painted + bytes * (size_t)l->of_layer[i]) : 0;
            look[i] = change > look[i] ? change : look[i];
        }
    }
}

// ---- the list ----------------------------------------------------------------------------------

// Inserts a cause after those of equal weight and before lighter ones.
static void add_cause(tr_probe *probe, const tr_cause *cause) {
    int at = probe->cause_count++;
    for (; at > 0 && probe->causes[at - 1].weight < cause->weight; at--)
        probe->causes[at] = probe->causes[at - 1];
    probe->causes[at] = *cause;
}

// ---- layers ------------------------------------------------------------------------------------

static const char *unit_of(const char *channel) {
    if (strcmp(channel, "height") == 0)
        return "m";
    return strcmp(channel, TR_CHANNEL_WARMTH) == 0 || strcmp(channel, TR_CHANNEL_SUMMER) == 0 ? "°C" : "";
}

static double made_of(tr_scratch *s, int channel, int sample) {
    const float *values = plan_block_channel(s, channel);
    return (double)values[0] - (double)values[sample];
}

// Of the middle of the texel.
static void find_direction(const tr_probe *p, float direction[3]) {
    const double longitude = 2 * TR_PI * ((p->column + 0.5) / p->width - 0.5);
    const double latitude = TR_PI * (0.5 - (p->row + 0.5) / (p->width / 2.0));
    double up, out, north, east;
    tr_sincos(latitude, &up, &out);
    tr_sincos(longitude, &north, &east);
    direction[0] = (float)(out * east), direction[1] = (float)up, direction[2] = (float)(-out * north);
}

static void add_layers(const tr_surface *surface, tr_scratch *s, const lanes *l, bounds storage,
                       tr_probe *probe) {
    const double least_m = 0.005, least = 0.5 / 255;
    double all_m = 0;
    seen_layers seen = {.ground = {0}};
    look_at_layers(surface, s, l, storage, &seen);
    float direction[3];
    find_direction(probe, direction);
    for (int i = 0; i < surface->layer_count; i++)
        all_m += fabs(made_of(s, 0, l->of_layer[i]));
    for (int i = 0; i < surface->layer_count; i++) {
        const plan_layer *layer = &surface->layers[i];
        const double height = made_of(s, 0, l->of_layer[i]), part = all_m > 0 ? fabs(height) / all_m : 0;
        const double ground = part > seen.ground[i] ? part : seen.ground[i], clouds = seen.clouds[i];
        const double look = clouds > seen.ground[i] ? clouds : seen.ground[i];
        if (!(fabs(height) >= least_m) && look < least)
            continue;
        tr_cause cause = {.list = "layers",
                          .layer = true,
                          .weight = clouds > ground ? clouds : ground,
                          .look = look,
                          .clouds = clouds > ground,
                          .height_m = height,
                          .figure = made_of(s, layer->into, l->of_layer[i]),
                          .unit = unit_of(surface->channel_names[layer->into])};
        cause.has_map = tr_own_map_value(&surface->fields[i], surface->isa, 2 * TR_PI / probe->width, direction,
                                         &cause.map_value);
        memcpy(cause.name, layer->name, sizeof cause.name);
        memcpy(cause.channel, surface->channel_names[layer->into], sizeof cause.channel);
        add_cause(probe, &cause);
    }
}

// ---- paint layers -------------------------------------------------------------------------------------

// The visible fraction of one paint layer of a stack: paints it with 1, and the layers above it, which cover
// it, with 0.
static double find_part(const painting *p, int stack, int index) {
    struct tr_segment flat[2] = {{.before = {0}}, {.before = {1, 1, 1}}};
    const tr_segments none = {0, &flat[0]}, one = {0, &flat[1]};
    tr_texel_paint paints[TR_MAX_PAINTS];
    uint8_t part;
    int count = 0;
    for (int k = index; k < p->stacks[stack].count; k++) {
        if (p->paints[stack][k].blend != TR_BLEND_NORMAL)
            continue;
        paints[count] = p->paints[stack][k];
        paints[count].gradient = k == index ? &one : &none;
        paints[count].rows = NULL, paints[count].across = NULL;
        count++;
    }
    const tr_stack shown = {count, paints};
    TR_KERNEL_OF(p->surface->isa, tr_texel_paint_numbers)(&shown, 0, 1, &part);
    return part / 255.0;
}

// Paints the texel without one paint layer.
static void paint_without(const painting *p, int stack, int index, uint8_t texel[texel_most]) {
    tr_texel_paint paints[TR_MAX_PAINTS];
    tr_stack stacks[2] = {p->stacks[0], p->stacks[1]};
    int count = 0;
    for (int k = 0; k < p->stacks[stack].count; k++)
        if (k != index)
            paints[count++] = p->paints[stack][k];
    stacks[stack] = (tr_stack){count, paints};
    plan_block_paint(p->surface, p->map, NULL, stacks, NULL, 0, 1, texel);
}

// The difference in lightness of two texels, -1 … 1, in the channels of a stack.
static double lighter(tr_map map, int stack, const uint8_t *a, const uint8_t *b) {
    if (map == TR_MAP_ORM)
        return (a[1 + stack] - b[1 + stack]) / 255.0;
    if (map == TR_MAP_WATER)
        return (a[0] - b[0]) / 255.0;
    if (map == TR_MAP_CLOUDS && stack == 1)
        return (a[3] - b[3]) / 255.0;
    return (a[0] + a[1] + a[2] - b[0] - b[1] - b[2]) / (3 * 255.0);
}

static void add_paint(const painting *p, int stack, int index, const uint8_t *whole, tr_probe *probe) {
    uint8_t without[texel_most] = {0};
    paint_without(p, stack, index, without);
    const bool covers = p->paints[stack][index].blend == TR_BLEND_NORMAL;
    const double look = difference(p->map, whole, without);
    tr_cause cause = {.list = tr_map_paints(p->map, stack),
                      .weight = look,
                      .look = look,
                      .clouds = p->map == TR_MAP_CLOUDS,
                      .figure =
                          100 * (covers ? find_part(p, stack, index) : lighter(p->map, stack, whole, without)),
                      .unit = "%"};
    memcpy(cause.name, p->plans[stack]->paints[index].name, sizeof cause.name);
    if (look > 0)
        add_cause(probe, &cause);
}

static void add_paints(const tr_surface *surface, tr_scratch *s, tr_probe *probe) {
    for (int map = 0; map < TR_MAP_COUNT; map++) {
        painting p;
        uint8_t whole[texel_most] = {0};
        if (!begin_painting(surface, s, (tr_map)map, &p))
            continue;
        plan_block_paint(surface, p.map, NULL, p.stacks, NULL, 0, 1, whole);
        for (int stack = 0; stack < 2; stack++)
            for (int k = 0; k < p.stacks[stack].count; k++)
                add_paint(&p, stack, k, whole, probe);
    }
}

// ---- strokes -------------------------------------------------------------------------------------

// Adds the strokes at the place from the last one down, with what those that erase leave of them.
static tr_status add_strokes(const tr_surface *surface, tr_probe *probe, tr_error *error) {
    const tr_recipe *recipe = surface->painted;
    tr_status status = TR_OK;
    double left = 1;
    int named = 0;
    for (int i = recipe ? recipe->stroke_count - 1 : -1;
         i >= 0 && left > 0.01 && named < TR_MOST_NAMED_STROKES && status == TR_OK; i--) {
        const tr_stroke *stroke = &recipe->strokes[i];
        double weight;
        if (tr_stroke_obstacle(recipe, stroke->tool))
            continue;
        status = tr_stroke_weigh(recipe, i, probe->latitude_deg, probe->longitude_deg, &weight, error);
        if (status != TR_OK || weight < 0.005)
            continue;
        if (stroke->tool == TR_STROKE_ERASE) {
            left *= 1 - weight;
            continue;
        }
        tr_cause cause = {.list = i < surface->own_strokes ? "strokes" : "places",
                          .weight = left * weight,
                          .look = left * weight,
                          .figure = 100 * left * weight,
                          .unit = "%"};
        memcpy(cause.name, stroke->name, sizeof cause.name);
        add_cause(probe, &cause);
        named++;
    }
    return status;
}

// Fills the causes of a probe for the texel at the first row and column of the scratch's patch, which must have
// been baked last. Only its whole rows and its window are used. Errors: TR_NO_MEMORY.
static tr_status find_causes(const tr_surface *surface, tr_scratch *scratch, tr_probe *probe, tr_error *error) {
    lanes l;
    bounds *storage = tr_calloc(1, sizeof *storage);
    if (!storage)
        return tr_fail(error, TR_NO_MEMORY, "no memory for what made a place");
    leave_layers_out(surface, scratch, &l);
    const tr_status status = add_strokes(surface, probe, error);
    add_layers(surface, scratch, &l, *storage, probe);
    add_paints(surface, scratch, probe);
    tr_free(storage);
    return status;
}

// ---- the whole -----------------------------------------------------------------------------------

tr_status tr_surface_probe(const tr_surface *surface, double latitude_deg, double longitude_deg, double texel,
                           const tr_watch *watch, tr_probe *probe, tr_error *error) {
    *probe = (tr_probe){.latitude_deg = latitude_deg, .longitude_deg = longitude_deg};
    tr_status status = find_texel(probe, texel, error);
    if (status != TR_OK)
        return status;
    const tr_patch patch = {
        .resolution = probe->width, .x = probe->column, .y = probe->row, .width = 1, .height = 1};
    tr_scratch *scratch;
    status = tr_scratch_create(surface, patch, NULL, &scratch, error);
    if (status != TR_OK)
        return status;
    texels t = {0};
    tr_scratch_set_watch(scratch, watch);
    bake(surface, scratch, &t);
    read_texels(surface, scratch, &t, probe);
    status = find_causes(surface, scratch, probe, error);
    tr_scratch_destroy(scratch);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}
