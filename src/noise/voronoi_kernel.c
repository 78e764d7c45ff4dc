// Voronoi distances over sites on the sphere (Worley 1996), equal to a search of all sites bit for bit.
//
// Neighbouring samples share their nearest sites. For a ball of samples with centre c and radius ρ, let D be
// the distance from c to its second nearest site: every sample's second nearest site is at most D + ρ away from
// it, so a site further than D + 2ρ from c cannot matter and is culled. This is done for the block, then for
// each batch of the block among what is left.
#include "noise/batch.h"
#include <float.h>
#include <stddef.h>
#include <string.h>

enum { lanes = 16 };

// Squared distances of candidates list[0 … count-1] (all sites when list is NULL) from the ball's centre.
static void measure(const tr_sites *sites, const int32_t *restrict list, int count, const ball *b,
                    float *restrict d) {
    const ball centre = *b; // a local copy cannot alias d
    const float *restrict x = sites->x, *restrict y = sites->y, *restrict z = sites->z;
    if (list) {
        for (int j = 0; j < count; j++)
            d[j] = squared_distance(sites, list[j], b);
        return;
    }
    for (int j = 0; j < count; j++) {
        float dx = x[j] - centre.x, dy = y[j] - centre.y, dz = z[j] - centre.z;
        d[j] = dx * dx + dy * dy + dz * dz;
    }
}

// The second smallest of distances. The two smallest are kept for sixteen interleaved parts, so that the loop
// vectorises.
static float second_smallest(int count, const float *restrict d) {
    float nearest[lanes], second[lanes];
    for (int k = 0; k < lanes; k++)
        nearest[k] = second[k] = FLT_MAX;
    int j = 0;
    for (; j + lanes <= count; j += lanes)
        for (int k = 0; k < lanes; k++) {
            float further = d[j + k] > nearest[k] ? d[j + k] : nearest[k];
            second[k] = further < second[k] ? further : second[k];
            nearest[k] = d[j + k] < nearest[k] ? d[j + k] : nearest[k];
        }
    float a = FLT_MAX, s = FLT_MAX;
    for (int k = 0; k < lanes + count - j; k++) {
        float one = k < lanes ? nearest[k] : d[j + k - lanes], other = k < lanes ? second[k] : FLT_MAX;
        float further = one > a ? one : a;
        s = further < s ? further : s;
        s = other < s ? other : s;
        a = one < a ? one : a;
    }
    return s;
}

// Keeps the candidates that can matter within the ball, in ascending order. d is working memory for count
// distances.
static int cull(const tr_sites *sites, const int32_t *list, int count, const ball *b, int32_t *restrict kept,
                float *restrict d) {
    measure(sites, list, count, b, d);
    float second = second_smallest(count, d), limit = FLT_MAX;
    if (second < FLT_MAX) {
        float reach = __builtin_sqrtf(second) * 1.0001f + 2 * b->radius;
        limit = reach * reach * 1.0001f;
    }
    int n = 0;
    for (int j = 0; j < count; j++) {
        kept[n] = list ? list[j] : j;
        n += d[j] <= limit;
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

static void voronoi(const tr_sites *sites, int count, int columns, const float *x, const float *y,
                    const float *z, float *f1, float *f2, int32_t *nearest, int32_t *list) {
    int32_t *batch_list = list + sites->count + 1;
    float *distances = (float *)(void *)(batch_list + sites->count + 1); // the last third of the working memory
    ball block = enclose(count, columns, x, y, z);
    int candidates = cull(sites, NULL, sites->count, &block, list, distances);
    for (int index = 0; index < batch_total(count, columns); index++) {
        batch b;
        float g1[TR_BATCH_SAMPLES], g2[TR_BATCH_SAMPLES];
        int32_t site[TR_BATCH_SAMPLES];
        gather_batch(index, count, columns, x, y, z, &b);
        ball around = enclose(b.count, b.columns, b.x, b.y, b.z);
        int near = cull(sites, list, candidates, &around, batch_list, distances);
        search(sites, batch_list, near, b.count, b.x, b.y, b.z, g1, g2, site);
        scatter_rows(&b, g1, f1);
        scatter_rows(&b, g2, f2);
        for (int k = 0; k < b.rows; k++)
            memcpy(nearest + b.first + k * b.stride, site + k * b.columns, (size_t)b.columns * sizeof *site);
    }
}

void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels);
void TR_KERNEL(tr_voronoi_kernels)(tr_noise_kernels *kernels) { kernels->voronoi = voronoi; }
