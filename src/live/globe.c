#include "live/private/globe.h"

#include "base/size.h"

#include <math.h>

enum { samples = 2 }; // along an edge of a pixel
static const float pi = 3.14159265f, latitude_deg = 18, share = 0.84f;
static const float sunlight = 1.75f, starlight = 0.012f;

typedef struct vec {
    float x, y, z;
} vec;

// What has colour and hides some of what lies behind: light and share, of a pixel or a part of it.
typedef struct film {
    vec light;
    float cover;
} film;

// The picture's frame has x to the right, y up and z to the viewer; the planet's has north as y, and the middle
// meridian of its maps as z.
typedef struct globe {
    const tr_recipe *recipe;
    const tr_planet_maps *maps;
    float to_light[256]; // of sRGB
    vec rows[3];         // from the picture's frame to the planet's
    vec sun, eye;        // in the planet's
    float scale;         // radii to half a picture
    float reach;         // of the ground, radii
    float *ground;       // how high it is over the mesh's vertices; NULL: a ball
    vec mesh_axes[3];    // of the planet's frame in the mesh's
    vec gas, haze;       // optical depths straight up
    float depth_of_air;  // over which gas becomes e times thinner, radii
    float brightest;     // of the sums of light, for stars
} globe;

// ---- vectors -------------------------------------------------------------------------------------

static float dot(vec a, vec b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static vec times(vec a, float k) { return (vec){a.x * k, a.y * k, a.z * k}; }
static vec plus(vec a, vec b) { return (vec){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec filter(vec a, vec b) { return (vec){a.x * b.x, a.y * b.y, a.z * b.z}; }
static vec unit(vec a) { return times(a, 1 / sqrtf(fmaxf(dot(a, a), 1e-20f))); }
static vec mix(vec a, vec b, float k) { return plus(times(a, 1 - k), times(b, k)); }
static vec turn(const vec rows[3], vec a) { return (vec){dot(rows[0], a), dot(rows[1], a), dot(rows[2], a)}; }
static float clamp(float x, float low, float high) { return x < low ? low : x > high ? high : x; }
static float smooth(float from, float to, float x) {
    const float t = clamp((x - from) / (to - from), 0, 1);
    return t * t * (3 - 2 * t);
}
static vec dimmed(vec depth, float way) {
    return (vec){expf(-depth.x * way), expf(-depth.y * way), expf(-depth.z * way)};
}

// ---- maps ----------------------------------------------------------------------------------------

typedef struct place {
    int x[2], y[2]; // columns and rows of four texels
    float across, down;
} place;

static place find_place(int width, vec p) {
    const int height = width / 2;
    const float u = (0.5f + atan2f(p.x, p.z) / (2 * pi)) * (float)width - 0.5f;
    const float v = acosf(clamp(p.y, -1, 1)) / pi * (float)height - 0.5f;
    const float left = floorf(u), top = floorf(v);
    const int x = (int)left, y = (int)top;
    return (place){.x = {(x + width) % width, (x + 1) % width},
                   .y = {y < 0 ? 0 : y, y + 1 < height ? y + 1 : height - 1},
                   .across = u - left,
                   .down = v - top};
}

// One channel of a map between four texels; table: what its codes stand for.
static float blend(const place *at, int width, const uint8_t *map, int channels, int channel,
                   const float *table) {
    float rows[2];
    for (int r = 0; r < 2; r++) {
        const uint8_t *row = map + (size_t)channels * (size_t)width * (size_t)at->y[r];
        const uint8_t a = row[channels * at->x[0] + channel], b = row[channels * at->x[1] + channel];
        const float low = table ? table[a] : (float)a / 255, high = table ? table[b] : (float)b / 255;
        rows[r] = low + at->across * (high - low);
    }
    return rows[0] + at->down * (rows[1] - rows[0]);
}

static vec colour_at(const globe *g, const place *at, const uint8_t *map, int channels, const float *table) {
    const int width = g->maps->width;
    return (vec){blend(at, width, map, channels, 0, table), blend(at, width, map, channels, 1, table),
                 blend(at, width, map, channels, 2, table)};
}

static vec light_of(const globe *g, const uint8_t srgb[3]) {
    return (vec){g->to_light[srgb[0]], g->to_light[srgb[1]], g->to_light[srgb[2]]};
}

// ---- displaced ground ----------------------------------------------------------------------------

// Between the vertices of the mesh: the weights of four of them.
static void find_vertices(int columns, vec p, int vertices[4], float weights[4]) {
    const int rows = columns / 2;
    const float u = (0.5f + atan2f(p.x, p.z) / (2 * pi)) * (float)columns;
    const float v = clamp(acosf(clamp(p.y, -1, 1)) / pi * (float)rows, 1, (float)rows - 1.001f);
    const int x = (int)clamp(u, 0, (float)columns - 1), y = (int)v;
    const float across = u - (float)x, down = v - (float)y;
    const int below = y + 1 < rows ? y + 1 : rows - 1;
    for (int i = 0; i < 4; i++) {
        vertices[i] = tr_mesh_vertex(columns, x + i % 2, i < 2 ? y : below);
        weights[i] = (i % 2 ? across : 1 - across) * (i < 2 ? 1 - down : down);
    }
}

static float ground_at(const globe *g, vec p) {
    int vertices[4];
    float weights[4], radius = 0;
    find_vertices(g->maps->mesh.columns, p, vertices, weights);
    for (int i = 0; i < 4; i++)
        radius += weights[i] * g->ground[vertices[i]];
    return radius;
}

static vec mesh_normal_at(const globe *g, vec p) {
    int vertices[4];
    float weights[4];
    vec normal = {0};
    find_vertices(g->maps->mesh.columns, p, vertices, weights);
    for (int i = 0; i < 4; i++) {
        const float *n = g->maps->mesh.normals[vertices[i]];
        normal = plus(normal, times((vec){n[0], n[1], n[2]}, weights[i]));
    }
    return unit(turn(g->mesh_axes, normal));
}

static vec vertex_direction(const tr_mesh *mesh, int i, int j) {
    const float *p = mesh->positions[tr_mesh_vertex(mesh->columns, i, j)];
    return unit((vec){p[0], p[1], p[2]});
}

static tr_status measure_ground(globe *g, tr_error *error) {
    const tr_mesh *mesh = &g->maps->mesh;
    g->reach = 1;
    if (mesh->columns == 0)
        return TR_OK;
    const int count = tr_mesh_vertices(mesh->columns);
    g->ground = tr_allocate((size_t)count, sizeof *g->ground);
    if (!g->ground)
        return tr_fail(error, TR_NO_MEMORY, "no memory for a picture of the planet");
    g->reach = 0;
    for (int i = 0; i < count; i++) {
        const float *p = mesh->positions[i];
        g->ground[i] = sqrtf(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
        g->reach = fmaxf(g->reach, g->ground[i]);
    }
    g->mesh_axes[0] = vertex_direction(mesh, mesh->columns * 3 / 4, mesh->columns / 4);
    g->mesh_axes[1] = vertex_direction(mesh, 0, 0);
    g->mesh_axes[2] = vertex_direction(mesh, mesh->columns / 2, mesh->columns / 4);
    return TR_OK;
}

// From above down along the line of sight until it is in the ground: how far from the middle plane, towards the
// viewer.
static bool meet_ground(const globe *g, vec on_plane, float *z) {
    enum { steps = 72, halvings = 6 };
    const float r2 = dot(on_plane, on_plane), most = g->reach * g->reach - r2;
    if (most <= 0)
        return false;
    const float top = sqrtf(most);
    if (!g->ground) {
        *z = top;
        return true;
    }
    float before = top;
    for (int i = 1; i <= steps; i++) {
        float now = top - 2 * top * (float)i / steps;
        vec p = plus(on_plane, times(g->eye, now));
        float length = sqrtf(dot(p, p));
        if (length > ground_at(g, times(p, 1 / length))) {
            before = now;
            continue;
        }
        for (int k = 0; k < halvings; k++) {
            *z = 0.5f * (before + now);
            p = plus(on_plane, times(g->eye, *z));
            length = sqrtf(dot(p, p));
            *(length > ground_at(g, times(p, 1 / length)) ? &before : &now) = *z;
        }
        return true;
    }
    return false;
}

// ---- rings ---------------------------------------------------------------------------------------

// Colour and how opaque they are to a ray that meets their plane there, `climb` steep.
static film rings_at(const globe *g, vec p, float climb) {
    const tr_rings *rings = &g->recipe->rings;
    const float at =
        (sqrtf(p.x * p.x + p.z * p.z) - (float)rings->inner) / (float)(rings->outer - rings->inner);
    if (!g->maps->rings || !(at >= 0 && at < 1))
        return (film){0};
    const uint8_t *texel = g->maps->rings + 4 * (size_t)(at * TR_RINGS_WIDTH);
    const float through = 1 - 0.99f * (float)texel[3] / 255;
    return (film){light_of(g, texel), 1 - powf(through, 1 / fmaxf(fabsf(climb), 0.08f))};
}

// How much of the sun they leave to a place.
static float sun_through_rings(const globe *g, vec p) {
    const float way = fabsf(g->sun.y) > 1e-4f ? -p.y / g->sun.y : -1;
    return way > 0 ? 1 - rings_at(g, plus(p, times(g->sun, way)), g->sun.y).cover : 1;
}

static film lit_rings(const globe *g, vec p) {
    film f = rings_at(g, p, g->eye.y);
    const float along = dot(p, g->sun);
    const bool in_shadow = along < 0 && dot(p, p) - along * along < 1;
    const bool same_side = (g->sun.y > 0) == (g->eye.y > 0);
    f.light = times(f.light, f.cover * sunlight * (in_shadow ? 0.01f : same_side ? 0.5f : 0.2f));
    return f;
}

// ---- light ---------------------------------------------------------------------------------------

// The normal of the map, on the ground's own.
static vec normal_at(const globe *g, const place *at, vec p, vec up) {
    const vec n = colour_at(g, at, g->maps->normal, 3, NULL);
    const vec around = {p.z, 0, -p.x};
    vec east = plus(around, times(up, -dot(around, up)));
    east = unit(east);
    const vec north = {up.y * east.z - up.z * east.y, up.z * east.x - up.x * east.z,
                       up.x * east.y - up.y * east.x};
    const float x = 2 * n.x - 1, y = 2 * n.y - 1, z = fmaxf(2 * n.z - 1, 0.05f);
    return unit(plus(plus(times(east, x), times(north, y)), times(up, z)));
}

static vec glow_at(const globe *g, const place *at, float level, float facing) {
    const tr_recipe *r = g->recipe;
    if (!g->maps->emission)
        return (vec){0};
    const float dark = 1 - (float)r->limb_darkening * (1 - facing);
    const float lamps = r->night_lights ? 1 - smooth(-0.12f, 0.1f, level) : 1;
    return times(colour_at(g, at, g->maps->emission, 3, g->to_light),
                 (float)r->emission_strength * dark * lamps * g->brightest);
}

// Sunlight that is thrown back as a mirror would, the broader the rougher.
static vec gloss_at(const globe *g, const place *at, vec normal, vec albedo, vec *diffuse) {
    const vec orm = g->maps->orm ? colour_at(g, at, g->maps->orm, 3, NULL) : (vec){1, 0.9f, 0};
    const float rough = fmaxf(orm.y, 0.18f), power = 2 / (rough * rough * rough * rough);
    const vec half = unit(plus(g->sun, g->eye));
    const float flash = powf(fmaxf(dot(normal, half), 0), power) * (power + 2) / 26;
    const vec plain = {0.04f, 0.04f, 0.04f};
    *diffuse = times(albedo, (1 - 0.8f * orm.z) * (0.6f + 0.4f * orm.x));
    return times(mix(plain, albedo, orm.z), fminf(flash, 6));
}

static vec ground_light(const globe *g, vec p, float level, float facing) {
    const vec round = unit(p);
    const place at = find_place(g->maps->width, round);
    const vec up = g->ground ? mesh_normal_at(g, round) : round, normal = normal_at(g, &at, round, up);
    const vec albedo = colour_at(g, &at, g->maps->albedo, 3, g->to_light);
    vec diffuse;
    const vec gloss = gloss_at(g, &at, normal, albedo, &diffuse);
    const float day = g->ground ? 1 : smooth(-0.02f, 0.12f, level);
    const float sun = sunlight * day * fmaxf(dot(normal, g->sun), 0) * sun_through_rings(g, p);
    vec light = plus(times(diffuse, sun + starlight), times(gloss, sun));
    if (g->recipe->limb_darkening > 0)
        light = (vec){0};
    light = plus(light, glow_at(g, &at, level, facing));
    if (!g->maps->clouds)
        return light;
    const vec cloud = colour_at(g, &at, g->maps->clouds, 4, g->to_light);
    const float cover = blend(&at, g->maps->width, g->maps->clouds, 4, 3, NULL);
    const float bright = sunlight * 0.92f * smooth(-0.1f, 0.1f, level) * fmaxf(0.85f * level + 0.06f, 0);
    return mix(light, times(cloud, bright + starlight), cover);
}

// The light of the air on a way through it, and how much of what lies behind it hides. `way`: times its depth
// straight up.
static film air_light(const globe *g, float way, float level) {
    const vec left = dimmed(plus(g->gas, g->haze), way);
    const vec all = plus(g->gas, g->haze);
    const vec gas = {g->gas.x / fmaxf(all.x, 1e-6f), g->gas.y / fmaxf(all.y, 1e-6f),
                     g->gas.z / fmaxf(all.z, 1e-6f)};
    const vec haze_colour = light_of(g, g->recipe->air.haze_srgb);
    const vec white = {1, 1, 1};
    vec colour = plus(gas, filter(plus(white, times(gas, -1)), haze_colour));
    const float low = fmaxf(level, 0.02f);
    colour = filter(colour, dimmed(all, fminf(0.5f / low, 12))); // the sun is red where it is low
    const float shines = (float)g->recipe->air.glow;
    const float day = smooth(-0.22f, 0.25f, level) * sunlight * 0.45f;
    film f;
    f.light = filter(plus(white, times(left, -1)), times(colour, day + (0.7f - day) * shines));
    f.cover = 1 - (left.x + left.y + left.z) / 3;
    return f;
}

// The air beyond the limb, whose nearest place to the centre is p.
static film limb_light(const globe *g, vec p) {
    const float high = sqrtf(dot(p, p)) - 1;
    if (!(g->depth_of_air > 0) || high < 0 || high > 9 * g->depth_of_air)
        return (film){0};
    const float longest = sqrtf(2 * pi / g->depth_of_air); // of a way along the ground, in depths of the air
    return air_light(g, fminf(longest, 40) * expf(-high / g->depth_of_air), dot(unit(p), g->sun));
}

// What lies behind shows through what is in front.
static film over(film front, film back) {
    return (film){plus(front.light, times(back.light, 1 - front.cover)),
                  front.cover + (1 - front.cover) * back.cover};
}

static film disc_light(const globe *g, vec p) {
    const vec round = unit(p);
    const float level = dot(round, g->sun), facing = fmaxf(dot(round, g->eye), 0);
    film f = {ground_light(g, p, level, facing), 1};
    if (!(g->depth_of_air > 0))
        return f;
    const float longest = 0.5f * sqrtf(2 * pi / g->depth_of_air);
    const float way = fminf(1 / fmaxf(facing, 0.02f), fminf(longest, 20));
    const film air = air_light(g, way, level);
    f.light = plus(air.light, filter(f.light, dimmed(plus(g->gas, g->haze), 0.6f * way)));
    return f;
}

static film sight(const globe *g, float x, float y) {
    const vec on_plane = turn(g->rows, (vec){x, y, 0});
    const float to_rings = fabsf(g->eye.y) > 1e-4f ? -on_plane.y / g->eye.y : 0;
    const film rings = g->maps->rings ? lit_rings(g, plus(on_plane, times(g->eye, to_rings))) : (film){0};
    float z;
    if (!meet_ground(g, on_plane, &z)) {
        const film air = limb_light(g, on_plane);
        return to_rings > 0 ? over(rings, air) : over(air, rings);
    }
    const film disc = disc_light(g, plus(on_plane, times(g->eye, z)));
    return to_rings > z ? over(rings, disc) : disc;
}

// ---- the picture ---------------------------------------------------------------------------------

static void prepare_view(globe *g) {
    const float lean = (float)g->recipe->tilt_deg * pi / 180, latitude = latitude_deg * pi / 180;
    const float c = cosf(lean), s = sinf(lean), cl = cosf(latitude), sl = sinf(latitude);
    g->rows[0] = (vec){c, -s, 0};
    g->rows[1] = (vec){s * cl, c * cl, sl};
    g->rows[2] = (vec){-s * sl, -c * sl, cl};
    g->eye = turn(g->rows, (vec){0, 0, 1});
    g->sun = turn(g->rows, unit((vec){-0.70f, 0.42f, 0.58f}));
    const float rings = g->maps->rings ? (float)g->recipe->rings.outer : 0;
    g->scale = fmaxf(g->reach / share, fminf(rings * 1.02f, 2.6f));
}

static void prepare_air(globe *g) {
    const tr_air *air = &g->recipe->air;
    if (!(air->thickness > 0))
        return;
    const vec gas = light_of(g, air->srgb);
    const float most = fmaxf(fmaxf(gas.x, gas.y), fmaxf(gas.z, 1e-6f));
    g->gas = times(gas, (float)air->density / most);
    const float haze = (float)air->haze;
    g->haze = (vec){haze, haze, haze};
    g->depth_of_air = (float)air->thickness / 7;
}

static void prepare_light(globe *g) {
    for (int i = 0; i < 256; i++) {
        const float c = (float)i / 255;
        g->to_light[i] = c <= 0.04045f ? c / 12.92f : powf((c + 0.055f) / 1.055f, 2.4f);
    }
    g->brightest = 1;
    if (g->recipe->limb_darkening > 0) // a star's own light would leave nothing of its face
        g->brightest = 0.8f / fmaxf((float)g->recipe->emission_strength, 0.8f);
}

static uint8_t encode(float light) {
    const float shown = light < 0.7f ? light : 0.7f + 0.3f * (1 - expf(-(light - 0.7f) / 0.3f));
    const float c = shown <= 0.0031308f ? 12.92f * shown : 1.055f * powf(shown, 1 / 2.4f) - 0.055f;
    return (uint8_t)(255 * clamp(c, 0, 1) + 0.5f);
}

static void paint_pixel(const globe *g, int side, int x, int y, uint8_t *rgba) {
    film sum = {0};
    for (int i = 0; i < samples * samples; i++) {
        const int across = i % samples, down = i / samples;
        const float dx = ((float)across + 0.5f) / samples, dy = ((float)down + 0.5f) / samples;
        const film f = sight(g, (2 * ((float)x + dx) / (float)side - 1) * g->scale,
                             (1 - 2 * ((float)y + dy) / (float)side) * g->scale);
        sum.light = plus(sum.light, times(f.light, 1.0f / (samples * samples)));
        sum.cover += f.cover / (samples * samples);
    }
    const vec light = times(sum.light, 1 / fmaxf(sum.cover, 1e-4f));
    rgba[0] = encode(light.x);
    rgba[1] = encode(light.y);
    rgba[2] = encode(light.z);
    rgba[3] = (uint8_t)(255 * clamp(sum.cover, 0, 1) + 0.5f);
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
