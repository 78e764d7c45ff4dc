#include "live/private/globe.h"

#include "base/colour.h"
#include "base/size.h"
#include "base/vec.h"

#include <math.h>

enum { samples = 2 }; // per pixel in each direction
static const double latitude_deg = 18, disc_fraction = 0.84;
static const double sunlight = 1.75, starlight = 0.012;

// A partly opaque layer of a pixel: its light, and how much of the background it covers.
typedef struct layer {
    tr_vec light;
    double cover;
} layer;

// The picture's frame has x to the right, y up and z to the viewer. In the planet's frame north is y, and the
// middle meridian of its maps is z.
typedef struct globe {
    const tr_recipe *recipe;
    const tr_planet_maps *maps;
    double to_light[256];   // from sRGB
    tr_mat to_planet;       // from the picture's frame to the planet's
    tr_vec sun, eye;        // in the planet's frame frame
    double scale;           // half a picture in radii
    double bounding_radius; // of the ground, in radii
    double *ground;         // height of the ground at the mesh's vertices; NULL: a sphere
    tr_mat mesh_axes;       // from the planet's frame to the mesh's
    tr_vec gas, haze;       // vertical optical depths
    double depth_of_air;    // scale height of the gas, in radii
    double brightest;       // factor on emission, for stars
} globe;

// ---- vectors -------------------------------------------------------------------------------------

static tr_vec filter(tr_vec a, tr_vec b) { return (tr_vec){a.x * b.x, a.y * b.y, a.z * b.z}; }
static tr_vec mix(tr_vec a, tr_vec b, double k) {
    return tr_vec_add(tr_vec_scale(a, 1 - k), tr_vec_scale(b, k));
}
static tr_vec dimmed(tr_vec depth, double way) {
    return (tr_vec){exp(-depth.x * way), exp(-depth.y * way), exp(-depth.z * way)};
}

// ---- maps ----------------------------------------------------------------------------------------

typedef struct place {
    int x[2], y[2]; // columns and rows of the four texels
    double across, down;
} place;

static place find_place(int width, tr_vec p) {
    const int height = width / 2;
    const double u = (0.5 + atan2(p.x, p.z) / (2 * TR_PI)) * (double)width - 0.5;
    const double v = acos(tr_clamp(p.y, -1, 1)) / TR_PI * (double)height - 0.5;
    const double left = floor(u), top = floor(v);
    const int x = (int)left, y = (int)top;
    return (place){.x = {(x + width) % width, (x + 1) % width},
                   .y = {y < 0 ? 0 : y, y + 1 < height ? y + 1 : height - 1},
                   .across = u - left,
                   .down = v - top};
}

// Interpolates one channel of a map between four texels; table: the value of each code.
static double blend(const place *at, int width, const uint8_t *map, int channels, int channel,
                    const double *table) {
    double rows[2];
    for (int r = 0; r < 2; r++) {
        const uint8_t *row = map + (size_t)channels * (size_t)width * (size_t)at->y[r];
        const uint8_t a = row[channels * at->x[0] + channel], b = row[channels * at->x[1] + channel];
        const double low = table ? table[a] : (double)a / 255, high = table ? table[b] : (double)b / 255;
        rows[r] = low + at->across * (high - low);
    }
    return rows[0] + at->down * (rows[1] - rows[0]);
}

static tr_vec colour_at(const globe *g, const place *at, const uint8_t *map, int channels,
                        const double *table) {
    const int width = g->maps->width;
    return (tr_vec){blend(at, width, map, channels, 0, table), blend(at, width, map, channels, 1, table),
                    blend(at, width, map, channels, 2, table)};
}

static tr_vec light_of(const globe *g, const uint8_t srgb[3]) {
    return (tr_vec){g->to_light[srgb[0]], g->to_light[srgb[1]], g->to_light[srgb[2]]};
}

// ---- displaced ground ----------------------------------------------------------------------------

// The four vertices round a direction, and their weights.
static void find_vertices(int columns, tr_vec p, int vertices[4], double weights[4]) {
    const int rows = columns / 2;
    const double u = (0.5 + atan2(p.x, p.z) / (2 * TR_PI)) * (double)columns;
    const double v = tr_clamp(acos(tr_clamp(p.y, -1, 1)) / TR_PI * (double)rows, 1, (double)rows - 1.001);
    const int x = (int)tr_clamp(u, 0, (double)columns - 1), y = (int)v;
    const double across = u - (double)x, down = v - (double)y;
    const int below = y + 1 < rows ? y + 1 : rows - 1;
    for (int i = 0; i < 4; i++) {
        vertices[i] = tr_mesh_vertex(columns, x + i % 2, i < 2 ? y : below);
        weights[i] = (i % 2 ? across : 1 - across) * (i < 2 ? 1 - down : down);
    }
}

static double ground_at(const globe *g, tr_vec p) {
    int vertices[4];
    double weights[4], radius = 0;
    find_vertices(g->maps->mesh.columns, p, vertices, weights);
    for (int i = 0; i < 4; i++)
        radius += weights[i] * g->ground[vertices[i]];
    return radius;
}

static tr_vec mesh_normal_at(const globe *g, tr_vec p) {
    int vertices[4];
    double weights[4];
    tr_vec normal = {0};
    find_vertices(g->maps->mesh.columns, p, vertices, weights);
    for (int i = 0; i < 4; i++) {
        const float *n = g->maps->mesh.normals[vertices[i]];
        normal = tr_vec_add(normal, tr_vec_scale((tr_vec){n[0], n[1], n[2]}, weights[i]));
    }
    return tr_vec_normalize(tr_mat_apply(&g->mesh_axes, normal));
}

static tr_vec vertex_direction(const tr_mesh *mesh, int i, int j) {
    const float *p = mesh->positions[tr_mesh_vertex(mesh->columns, i, j)];
    return tr_vec_normalize((tr_vec){p[0], p[1], p[2]});
}

static tr_status measure_ground(globe *g, tr_error *error) {
    const tr_mesh *mesh = &g->maps->mesh;
    g->bounding_radius = 1;
    if (mesh->columns == 0)
        return TR_OK;
    const int count = tr_mesh_vertices(mesh->columns);
    g->ground = tr_allocate((size_t)count, sizeof *g->ground);
    if (!g->ground)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a picture of the planet");
    g->bounding_radius = 0;
    for (int i = 0; i < count; i++) {
        const float *p = mesh->positions[i];
        g->ground[i] = tr_vec_length((tr_vec){p[0], p[1], p[2]});
        g->bounding_radius = fmax(g->bounding_radius, g->ground[i]);
    }
    g->mesh_axes.row[0] = vertex_direction(mesh, mesh->columns * 3 / 4, mesh->columns / 4);
    g->mesh_axes.row[1] = vertex_direction(mesh, 0, 0);
    g->mesh_axes.row[2] = vertex_direction(mesh, mesh->columns / 2, mesh->columns / 4);
    return TR_OK;
}

// Marches along the line of sight from above until it hits the ground. *z: the distance of the hit from the
// middle plane, towards the viewer.
static bool meet_ground(const globe *g, tr_vec on_plane, double *z) {
    enum { steps = 72, halvings = 6 };
    const double r2 = tr_vec_dot(on_plane, on_plane), most = g->bounding_radius * g->bounding_radius - r2;
    if (most <= 0)
        return false;
    const double top = sqrt(most);
    if (!g->ground) {
        *z = top;
        return true;
    }
    double before = top;
    for (int i = 1; i <= steps; i++) {
        double now = top - 2 * top * (double)i / steps;
        tr_vec p = tr_vec_add(on_plane, tr_vec_scale(g->eye, now));
        double length = tr_vec_length(p);
        if (length > ground_at(g, tr_vec_scale(p, 1 / length))) {
            before = now;
            continue;
        }
        for (int k = 0; k < halvings; k++) {
            *z = 0.5 * (before + now);
            p = tr_vec_add(on_plane, tr_vec_scale(g->eye, *z));
            length = tr_vec_length(p);
            *(length > ground_at(g, tr_vec_scale(p, 1 / length)) ? &before : &now) = *z;
        }
        return true;
    }
    return false;
}

// ---- rings ---------------------------------------------------------------------------------------

// Colour and opacity of the rings for a ray that meets their plane at p; climb: the sine of its angle with the
// plane.
static layer rings_at(const globe *g, tr_vec p, double climb) {
    const tr_rings *rings = &g->recipe->rings;
    const double at = (sqrt(p.x * p.x + p.z * p.z) - rings->inner) / (rings->outer - rings->inner);
    if (!g->maps->rings || !(at >= 0 && at < 1))
        return (layer){0};
    const uint8_t *texel = g->maps->rings + 4 * (size_t)(at * TR_RINGS_WIDTH);
    const double through = 1 - 0.99 * (double)texel[3] / 255;
    return (layer){light_of(g, texel), 1 - pow(through, 1 / fmax(fabs(climb), 0.08))};
}

// The fraction of sunlight that the rings let through to a place.
static double sun_through_rings(const globe *g, tr_vec p) {
    const double way = fabs(g->sun.y) > 1e-4 ? -p.y / g->sun.y : -1;
    return way > 0 ? 1 - rings_at(g, tr_vec_add(p, tr_vec_scale(g->sun, way)), g->sun.y).cover : 1;
}

static layer lit_rings(const globe *g, tr_vec p) {
    layer f = rings_at(g, p, g->eye.y);
    const double along = tr_vec_dot(p, g->sun);
    const bool in_shadow = along < 0 && tr_vec_dot(p, p) - along * along < 1;
    const bool same_side = (g->sun.y > 0) == (g->eye.y > 0);
    f.light = tr_vec_scale(f.light, f.cover * sunlight * (in_shadow ? 0.01 : same_side ? 0.5 : 0.2));
    return f;
}

// ---- light ---------------------------------------------------------------------------------------

// The normal of the normal map, applied to the ground's own normal.
static tr_vec normal_at(const globe *g, const place *at, tr_vec p, tr_vec up) {
    const tr_vec n = colour_at(g, at, g->maps->normal, 3, NULL);
    const tr_vec around = {p.z, 0, -p.x};
    const tr_vec east = tr_vec_normalize(tr_vec_subtract(around, tr_vec_scale(up, tr_vec_dot(around, up))));
    const tr_vec north = tr_vec_cross(up, east);
    const double x = 2 * n.x - 1, y = 2 * n.y - 1, z = fmax(2 * n.z - 1, 0.05);
    return tr_vec_normalize(
        tr_vec_add(tr_vec_add(tr_vec_scale(east, x), tr_vec_scale(north, y)), tr_vec_scale(up, z)));
}

static tr_vec glow_at(const globe *g, const place *at, double level, double facing) {
    const tr_recipe *r = g->recipe;
    if (!g->maps->emission)
        return (tr_vec){0};
    const double dark = 1 - r->limb_darkening * (1 - facing);
    const double lamps = r->night_lights ? 1 - tr_smooth(-0.12, 0.1, level) : 1;
    return tr_vec_scale(colour_at(g, at, g->maps->emission, 3, g->to_light),
                        r->emission_strength * dark * lamps * g->brightest);
}

// Specular reflection of the sun; rough ground has a broader highlight.
static tr_vec specular_at(const globe *g, const place *at, tr_vec normal, tr_vec albedo, tr_vec *diffuse) {
    const tr_vec orm = g->maps->orm ? colour_at(g, at, g->maps->orm, 3, NULL) : (tr_vec){1, 0.9, 0};
    const double rough = fmax(orm.y, 0.18), power = 2 / (rough * rough * rough * rough);
    const tr_vec half = tr_vec_normalize(tr_vec_add(g->sun, g->eye));
    const double flash = pow(fmax(tr_vec_dot(normal, half), 0), power) * (power + 2) / 26;
    const tr_vec plain = {0.04, 0.04, 0.04};
    *diffuse = tr_vec_scale(albedo, (1 - 0.8 * orm.z) * (0.6 + 0.4 * orm.x));
    return tr_vec_scale(mix(plain, albedo, orm.z), fmin(flash, 6));
}

static tr_vec ground_light(const globe *g, tr_vec p, double level, double facing) {
    const tr_vec round = tr_vec_normalize(p);
    const place at = find_place(g->maps->width, round);
    const tr_vec up = g->ground ? mesh_normal_at(g, round) : round, normal = normal_at(g, &at, round, up);
    const tr_vec albedo = colour_at(g, &at, g->maps->albedo, 3, g->to_light);
    tr_vec diffuse;
    const tr_vec specular = specular_at(g, &at, normal, albedo, &diffuse);
    const double day = g->ground ? 1 : tr_smooth(-0.02, 0.12, level);
    const double sun = sunlight * day * fmax(tr_vec_dot(normal, g->sun), 0) * sun_through_rings(g, p);
    tr_vec light = tr_vec_add(tr_vec_scale(diffuse, sun + starlight), tr_vec_scale(specular, sun));
    if (g->recipe->limb_darkening > 0)
        light = (tr_vec){0};
    light = tr_vec_add(light, glow_at(g, &at, level, facing));
    if (!g->maps->clouds)
        return light;
    const tr_vec cloud = colour_at(g, &at, g->maps->clouds, 4, g->to_light);
    const double cover = blend(&at, g->maps->width, g->maps->clouds, 4, 3, NULL);
    const double bright = sunlight * 0.92 * tr_smooth(-0.1, 0.1, level) * fmax(0.85 * level + 0.06, 0);
    return mix(light, tr_vec_scale(cloud, bright + starlight), cover);
}

// The light that the air adds along a path, and how much of the background it covers. `way`: the length of the
// path, as a multiple of the vertical depth.
static layer air_light(const globe *g, double way, double level) {
    const tr_vec left = dimmed(tr_vec_add(g->gas, g->haze), way);
    const tr_vec all = tr_vec_add(g->gas, g->haze);
    const tr_vec gas = {g->gas.x / fmax(all.x, 1e-6), g->gas.y / fmax(all.y, 1e-6),
                        g->gas.z / fmax(all.z, 1e-6)};
    const tr_vec haze_colour = light_of(g, g->recipe->air.haze_srgb);
    const tr_vec white = {1, 1, 1};
    tr_vec colour = tr_vec_add(gas, filter(tr_vec_subtract(white, gas), haze_colour));
    const double low = fmax(level, 0.02);
    colour = filter(colour, dimmed(all, fmin(0.5 / low, 12))); // a low sun is red
    const double shines = g->recipe->air.glow;
    const double day = tr_smooth(-0.22, 0.25, level) * sunlight * 0.45;
    layer f;
    f.light = filter(tr_vec_subtract(white, left), tr_vec_scale(colour, day + (0.7 - day) * shines));
    f.cover = 1 - (left.x + left.y + left.z) / 3;
    return f;
}

// The air beyond the limb, along a line whose nearest point to the centre is p.
static layer limb_light(const globe *g, tr_vec p) {
    const double high = tr_vec_length(p) - 1;
    if (!(g->depth_of_air > 0) || high < 0 || high > 9 * g->depth_of_air)
        return (layer){0};
    const double longest = sqrt(2 * TR_PI / g->depth_of_air); // longest path along the ground, in scale heights
    return air_light(g, fmin(longest, 40) * exp(-high / g->depth_of_air),
                     tr_vec_dot(tr_vec_normalize(p), g->sun));
}

// Composites a layer over another one.
static layer over(layer front, layer back) {
    return (layer){tr_vec_add(front.light, tr_vec_scale(back.light, 1 - front.cover)),
                   front.cover + (1 - front.cover) * back.cover};
}

static layer disc_light(const globe *g, tr_vec p) {
    const tr_vec round = tr_vec_normalize(p);
    const double level = tr_vec_dot(round, g->sun), facing = fmax(tr_vec_dot(round, g->eye), 0);
    layer f = {ground_light(g, p, level, facing), 1};
    if (!(g->depth_of_air > 0))
        return f;
    const double longest = 0.5 * sqrt(2 * TR_PI / g->depth_of_air);
    const double way = fmin(1 / fmax(facing, 0.02), fmin(longest, 20));
    const layer air = air_light(g, way, level);
    f.light = tr_vec_add(air.light, filter(f.light, dimmed(tr_vec_add(g->gas, g->haze), 0.6 * way)));
    return f;
}

static layer sight(const globe *g, double x, double y) {
    const tr_vec on_plane = tr_mat_apply(&g->to_planet, (tr_vec){x, y, 0});
    const double to_rings = fabs(g->eye.y) > 1e-4 ? -on_plane.y / g->eye.y : 0;
    const layer rings =
        g->maps->rings ? lit_rings(g, tr_vec_add(on_plane, tr_vec_scale(g->eye, to_rings))) : (layer){0};
    double z;
    if (!meet_ground(g, on_plane, &z)) {
        const layer air = limb_light(g, on_plane);
        return to_rings > 0 ? over(rings, air) : over(air, rings);
    }
    const layer disc = disc_light(g, tr_vec_add(on_plane, tr_vec_scale(g->eye, z)));
    return to_rings > z ? over(rings, disc) : disc;
}

// ---- the picture ---------------------------------------------------------------------------------

static void prepare_view(globe *g) {
    const double lean = g->recipe->tilt_deg * TR_PI / 180, latitude = latitude_deg * TR_PI / 180;
    const double c = cos(lean), s = sin(lean), cl = cos(latitude), sl = sin(latitude);
    g->to_planet.row[0] = (tr_vec){c, -s, 0};
    g->to_planet.row[1] = (tr_vec){s * cl, c * cl, sl};
    g->to_planet.row[2] = (tr_vec){-s * sl, -c * sl, cl};
    g->eye = tr_mat_apply(&g->to_planet, (tr_vec){0, 0, 1});
    g->sun = tr_mat_apply(&g->to_planet, tr_vec_normalize((tr_vec){-0.70, 0.42, 0.58}));
    const double rings = g->maps->rings ? g->recipe->rings.outer : 0;
    g->scale = fmax(g->bounding_radius / disc_fraction, fmin(rings * 1.02, 2.6));
}

static void prepare_air(globe *g) {
    const tr_air *air = &g->recipe->air;
    if (!(air->thickness > 0))
        return;
    const tr_vec gas = light_of(g, air->srgb);
    const double most = fmax(fmax(gas.x, gas.y), fmax(gas.z, 1e-6));
    g->gas = tr_vec_scale(gas, air->density / most);
    const double haze = air->haze;
    g->haze = (tr_vec){haze, haze, haze};
    g->depth_of_air = air->thickness / 7;
}

static void prepare_light(globe *g) {
    for (int i = 0; i < 256; i++)
        g->to_light[i] = tr_srgb_decode(i);
    g->brightest = 1;
    if (g->recipe->limb_darkening > 0) // a star's full brightness would saturate its disc
        g->brightest = 0.8 / fmax(g->recipe->emission_strength, 0.8);
}

static uint8_t encode(double light) {
    const double shown = light < 0.7 ? light : 0.7 + 0.3 * (1 - exp(-(light - 0.7) / 0.3));
    return tr_srgb_encode_shown(shown);
}

static void paint_pixel(const globe *g, int side, int x, int y, uint8_t *rgba) {
    layer sum = {0};
    for (int i = 0; i < samples * samples; i++) {
        const int across = i % samples, down = i / samples;
        const double dx = ((double)across + 0.5) / samples, dy = ((double)down + 0.5) / samples;
        const layer f = sight(g, (2 * ((double)x + dx) / (double)side - 1) * g->scale,
                              (1 - 2 * ((double)y + dy) / (double)side) * g->scale);
        sum.light = tr_vec_add(sum.light, tr_vec_scale(f.light, 1.0 / (samples * samples)));
        sum.cover += f.cover / (samples * samples);
    }
    const tr_vec light = tr_vec_scale(sum.light, 1 / fmax(sum.cover, 1e-4));
    rgba[0] = encode(light.x);
    rgba[1] = encode(light.y);
    rgba[2] = encode(light.z);
    rgba[3] = (uint8_t)(255 * tr_clamp(sum.cover, 0, 1) + 0.5);
}

tr_status tr_globe_paint(const tr_recipe *recipe, const tr_planet_maps *maps, int side, uint8_t *rgba,
                         tr_error *error) {
    globe g = {.recipe = recipe, .maps = maps};
    const tr_status status = measure_ground(&g, error);
    if (status != TR_OK)
        return status;
    prepare_light(&g);
    prepare_view(&g);
    prepare_air(&g);
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            paint_pixel(&g, side, x, y, rgba + 4 * ((size_t)y * (size_t)side + (size_t)x));
    tr_free(g.ground);
    return TR_OK;
}
