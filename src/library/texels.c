// Patches of maps: where their texels lie, and what they are.
#include "library/private/library.h"
#include "noise/maths/trig.h"

#include <math.h>

// ---- patches -------------------------------------------------------------------------------------

static tr_status check_rectangle(const tr_patch *p, int width, int height, tr_error *error) {
    const bool fits = p->x >= 0 && p->y >= 0 && p->width > 0 && p->height > 0 && p->width <= width - p->x &&
                      p->height <= height - p->y;
    return fits ? TR_OK
                : tr_fail(error, TR_BAD_USAGE, "a patch of %d x %d texels at (%d, %d): the map has %d x %d",
                          p->width, p->height, p->x, p->y, width, height);
}

static tr_status check_patch(const tr_patch *p, tr_error *error) {
    const int n = p->resolution;
    if (p->projection == TR_EQUIRECT) {
        if (n < TR_MIN_WIDTH || n > TR_MAX_WIDTH || n % 2 != 0)
            return tr_fail(error, TR_BAD_USAGE, "a map is an even number of columns wide, %d … %d, not %d",
                           TR_MIN_WIDTH, TR_MAX_WIDTH, n);
        if (p->face != 0)
            return tr_fail(error, TR_BAD_USAGE, "face %d: an equirectangular map has face 0 alone", p->face);
        return check_rectangle(p, n, n / 2, error);
    }
    if (p->projection != TR_CUBE)
        return tr_fail(error, TR_BAD_USAGE, "there is no projection %d", (int)p->projection);
    if (n < TR_MIN_WIDTH / 4 || n > TR_MAX_WIDTH / 4)
        return tr_fail(error, TR_BAD_USAGE, "a face of a cube has %d … %d texels along its edges, not %d",
                       TR_MIN_WIDTH / 4, TR_MAX_WIDTH / 4, n);
    if (p->face < 0 || p->face > 5)
        return tr_fail(error, TR_BAD_USAGE, "face %d: a cube has the faces 0 … 5", p->face);
    return check_rectangle(p, n, n, error);
}

static void direct_equirect(int columns, double x, double y, double direction[3]) {
    double sine, cosine, up, around;
    tr_sincos(2 * TR_PI * ((x + 0.5) / columns - 0.5), &sine, &cosine);
    tr_sincos(TR_PI * (0.5 - (y + 0.5) / (columns / 2)), &up, &around);
    direction[0] = around * cosine;
    direction[1] = up;
    direction[2] = -around * sine;
}

// The table of OpenGL 3.3, 3.8.10: of each face the way of s, of t, and of its middle.
static void direct_cube(int face, int resolution, double x, double y, double direction[3]) {
    static const signed char axes[6][3][3] = {
        {{0, 0, -1}, {0, -1, 0}, {1, 0, 0}}, {{0, 0, 1}, {0, -1, 0}, {-1, 0, 0}},
        {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}},   {{1, 0, 0}, {0, 0, -1}, {0, -1, 0}},
        {{1, 0, 0}, {0, -1, 0}, {0, 0, 1}},  {{-1, 0, 0}, {0, -1, 0}, {0, 0, -1}},
    };
    const double s = 2 * (x + 0.5) / resolution - 1, t = 2 * (y + 0.5) / resolution - 1;
    const double length = sqrt(1 + s * s + t * t);
    for (int i = 0; i < 3; i++)
        direction[i] = (s * axes[face][0][i] + t * axes[face][1][i] + axes[face][2][i]) / length;
}

void tr_patch_direction(const tr_patch *patch, double x, double y, double direction[3]) {
    if (patch->projection == TR_CUBE)
        direct_cube(patch->face, patch->resolution, x, y, direction);
    else
        direct_equirect(patch->resolution, x, y, direction);
}

// ---- field values that are kept ------------------------------------------------------------------

static const size_t cache_bytes = (size_t)256 << 20;

// The cache, ready for a bake of maps of that width, which then ends with give_back; NULL where another bake
// has it, it would hold nothing, or nobody edits this planet: it makes a bake compute all fields of all maps.
static tr_cache *take_cache(const tr_planet *planet, int width) {
    kept *k = planet->kept;
    const size_t field_bytes = sizeof(float) * (size_t)width * ((size_t)width / 2 + 2);
    if (!k->edited || field_bytes > cache_bytes || pthread_mutex_trylock(&k->turn) != 0)
        return NULL;
    if (k->cache && k->width != width) {
        tr_cache_destroy(k->cache);
        k->cache = NULL;
    }
    k->width = width;
    if (!k->cache && tr_cache_create(width, cache_bytes, &k->cache, NULL) != TR_OK) {
        k->cache = NULL;
        pthread_mutex_unlock(&k->turn);
        return NULL;
    }
    tr_cache_begin(k->cache, planet->surface);
    return k->cache;
}

static void give_back(const tr_planet *planet, tr_status status) {
    if (status == TR_OK)
        tr_cache_commit(planet->kept->cache);
    pthread_mutex_unlock(&planet->kept->turn);
}

// ---- texels --------------------------------------------------------------------------------------

static bool is_whole(const tr_patch *p) {
    return p->projection == TR_EQUIRECT && p->width == p->resolution && p->height == p->resolution / 2;
}

tr_status tr_planet_bake(const tr_planet *planet, const tr_patch *patch, void *const texels[TR_MAP_COUNT],
                         const tr_watch *watch, tr_error *error) {
    tr_status status = check_patch(patch, error);
    if (status == TR_OK && !is_whole(patch))
        status = tr_fail(error, TR_BAD_USAGE, "this version bakes whole equirectangular maps alone");
    if (status != TR_OK)
        return status;
    tr_cache *cache = take_cache(planet, patch->resolution);
    status = tr_surface_bake_whole(planet->surface, planet->context->pool, cache, patch->resolution, texels,
                                   watch, error);
    if (cache)
        give_back(planet, status);
    return status;
}
