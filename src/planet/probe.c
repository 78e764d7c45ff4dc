// One place of a planet: its texel is baked as a patch of its own.
// More: docs/internals/probe.md.
#include "planet/probe.h"

#include "noise/maths/trig.h"
#include "planet/private/causes.h"

#include <math.h>
#include <string.h>

// ---- which texel -------------------------------------------------------------------------------

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

// ---- what its maps hold ------------------------------------------------------------------------

typedef struct texels {
    uint8_t albedo[3], emission[3], orm[3], clouds[4], water;
    float height, ground[3], climate[4];
} texels;

static void bake(const tr_surface *surface, tr_scratch *scratch, texels *t) {
    const bool climate = surface->climate.warmth >= 0;
    const tr_band band = {.patch = scratch->patch,
                          .texels = {[TR_MAP_ALBEDO] = t->albedo,
                                     [TR_MAP_EMISSION] = t->emission,
                                     [TR_MAP_ORM] = t->orm,
                                     [TR_MAP_CLOUDS] = t->clouds,
                                     [TR_MAP_WATER] = &t->water},
                          .heights = &t->height,
                          .ground = t->ground,
                          .climate = climate ? t->climate : NULL};
    tr_surface_bake(surface, scratch, NULL, &band);
}

// Normals are `relief` times steeper than nature; what the mesh of a displaced planet has is not.
static void find_slope(const tr_surface *surface, const tr_scratch *scratch, const float ground[3],
                       tr_probe *p) {
    const double relief = surface->slope_exaggeration,
                 mesh_east = surface->shape ? (double)scratch->slope_east[0] : 0,
                 mesh_north = surface->shape ? (double)scratch->slope_north[0] : 0;
    const double rise_east = -(double)ground[0] / (double)ground[2],
                 rise_north = -(double)ground[1] / (double)ground[2];
    if (!(relief > 0)) // the map is flat, and tells nothing
        return;
    const double east = mesh_east + (rise_east - mesh_east) / relief,
                 north = mesh_north + (rise_north - mesh_north) / relief,
                 steep = sqrt(east * east + north * north);
    p->slope_deg = tr_atan2(steep, 1) * (180 / TR_PI);
    const double aspect = steep > 0 ? tr_atan2(-east, -north) * (180 / TR_PI) : 0;
    p->aspect_deg = aspect < 0 ? aspect + 360 : aspect;
}

static void read_climate(const tr_surface *surface, const texels *t, tr_probe *p) {
    const tr_biome_texels here = {.sea = surface->sea,
                                  .height_m = t->height,
                                  .water = surface->paints[TR_MAP_WATER][0].count > 0 ? &t->water : NULL,
                                  .climate = t->climate};
    p->has_climate = true;
    p->warmth_c = (double)t->climate[0], p->moisture = (double)t->climate[1];
    p->ice = (double)t->climate[2], p->bog = (double)t->climate[3];
    p->biome = tr_biome_name(tr_biome_of(&here));
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
    status = plan_find_causes(surface, scratch, probe, error);
    tr_scratch_destroy(scratch);
    return status == TR_OK ? tr_watch_check(watch, error) : status;
}
