// Voronoi distances over sites on the sphere (Worley 1996), equal to a search of all sites bit for bit.
//
// Neighbouring samples share their nearest sites. For a ball of samples with centre c and radius ρ, let D be
// the distance from c to its second nearest site: every sample's second nearest site is at most D + ρ away from
// it, so a site further than D + 2ρ from c cannot matter and is culled. This is done for the block, then for
// each batch of the block among what is left.
#include "noise/kernels.h"
#include <float.h>
#include <stddef.h>

enum { lanes = 16 };

typedef struct ball {
    float x, y, z, radius;
} ball;

// A ball round samples; a little wider than need be, so that rounding cannot make it too small.
static ball enclose(int count, const float *restrict x, const float *restrict y, const float *restrict z) {
    float sx = 0, sy = 0, sz = 0;
    for (int i = 0; i < count; i++)
        sx += x[i], sy += y[i], sz += z[i];
    ball b = {sx / (float)count, sy / (float)count, sz / (float)count, 0};
    float widest = 0;
    for (int i = 0; i < count; i++) {
        float dx = x[i] - b.x, dy = y[i] - b.y, dz = z[i] - b.z;
        float d = dx * dx + dy * dy + dz * dz;
        widest = d > widest ? d : widest;
    }
    b.radius = __builtin_sqrtf(widest) * 1.0001f + 1e-6f;
    return b;
}

static inline float squared_distance(const tr_sites *s, int j, const ball *b) {
    float dx = s->x[j] - b->x, dy = s->y[j] - b->y, dz = s->z[j] - b->z;
    return dx * dx + dy * dy + dz * dz;
}

// The squared distance from the ball's centre within which sites can matter, of candidates list[0 … count-1]
// (all sites when list is NULL). The two smallest distances are kept for sixteen interleaved parts of the
// list, so that the loop vectorises.
static float cull_limit(const tr_sites *sites, const int32_t *list, int count, const ball *b) {
    float nearest[lanes], second[lanes];
    for (int k = 0; k < lanes; k++)
        nearest[k] = second[k] = FLT_MAX;
    for (int j = 0; j < count; j += lanes) {
        float d[lanes];
        int rest = count - j < lanes ? count - j : lanes;
        for (int k = 0; k < lanes; k++)
            d[k] = FLT_MAX;
        for (int k = 0; k < rest; k++)
            d[k] = squared_distance(sites, list ? list[j + k] : j + k, b);
        for (int k = 0; k < lanes; k++) {
            float further = d[k] > nearest[k] ? d[k] : nearest[k];
            second[k] = further < second[k] ? further : second[k];
            nearest[k] = d[k] < nearest[k] ? d[k] : nearest[k];
        }
    }
    float a = FLT_MAX, s = FLT_MAX;
    for (int k = 0; k < lanes; k++) {
        if (nearest[k] < a)
            s = a < second[k] ? a : second[k], a = nearest[k];
        else if (nearest[k] < s)
            s = nearest[k];
    }
    if (s == FLT_MAX)
        return FLT_MAX;
    float reach = __builtin_sqrtf(s) * 1.0001f + 2 * b->radius;
    return reach * reach * 1.0001f;
}

// Keeps the candidates within the limit, in ascending order. kept may be list itself.
static int cull(const tr_sites *sites, const int32_t *list, int count, const ball *b, int32_t *kept) {
    float limit = cull_limit(sites, list, count, b);
    int n = 0;
    for (int j = 0; j < count; j++) {
        int site = list ? list[j] : j;
        kept[n] = site;
        n += squared_distance(sites, site, b) <= limit;
    }
    return n;
}

static void search(const tr_sites *sites, const int32_t *list, int candidates, int count,
                   const float *restrict x, const float *restrict y, const float *restrict z,
                   float *restrict f1, float *restrict f2, int32_t *restrict nearest) {
    for (int i = 0; i < count; i++)
        f1[i] = f2[i] = FLT_MAX, nearest[i] = 0;
    for (int j = 0; j < candidates; j++) {
        const int32_t site = list[j];
        const float sx = sites->x[site], sy = sites->y[site], sz = sites->z[site];
        for (int i = 0; i < count; i++) {
            float dx = x[i] - sx, dy = y[i] - sy, dz = z[i] - sz;
            float d = dx * dx + dy * dy + dz * dz;
            float further = d > f1[i] ? d : f1[i];
            nearest[i] = d < f1[i] ? site : nearest[i];
            f2[i] = further < f2[i] ? further : f2[i];
            f1[i] = d < f1[i] ? d : f1[i];
        }
    }
    for (int i = 0; i < count; i++)
        f1[i] = __builtin_sqrtf(f1[i]), f2[i] = __builtin_sqrtf(f2[i]);
}

static void voronoi(const tr_sites *sites, int count, const float *x, const float *y, const float *z, float *f1,
                    float *f2, int32_t *nearest, int32_t *list) {
    ball block = enclose(count, x, y, z);
    int candidates = cull(sites, NULL, sites->count, &block, list);
    int32_t *batch_list = list + candidates;
    for (int i = 0; i < count; i += TR_BATCH_SAMPLES) {
        int n = count - i < TR_BATCH_SAMPLES ? count - i : TR_BATCH_SAMPLES;
        ball batch = enclose(n, x + i, y + i, z + i);
        int near = cull(sites, list, candidates, &batch, batch_list);
        search(sites, batch_list, near, n, x + i, y + i, z + i, f1 + i, f2 + i, nearest + i);
    }
}

void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels);
void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels) { kernels->voronoi = voronoi; }
