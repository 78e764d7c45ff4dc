// Compares rows of `terrella bench` with other noise libraries: alternating rounds, one thread each, medians,
// ratios.
//
//     peers [--quick] [WORD]
//
// The other libraries compute each sample separately, so they get every sixteenth row of the same map. Their
// points are precomputed in memory; Terrella's rows over maps compute their own.
#include "peers.h"
#include "base/memory.h"
#include "base/size.h"
#include "bench/bench.h"
#include "noise/kernels.h"
#include "noise/sphere.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { rounds_most = 7, row_step = 16, contestants = TR_ISA_COUNT + 1 };

// ---- other libraries ---------------------------------------------------------------------------

typedef struct peer_numbers {
    peer_function function;
    bool plane; // points are (u, v, 0)
} peer_numbers;

typedef struct peer_state {
    peer_function function;
    int count;
    float *memory, *x, *y, *z, *u, *v, *out;
} peer_state;

static void clear_peer(void *state) { tr_free(((peer_state *)state)->memory); }

static void fill_points(peer_state *p, int width, int height) {
    for (int j = 0; j < height; j++)
        for (int i = 0; i < width; i += TR_BLOCK_SAMPLES) {
            const size_t at = (size_t)j * (size_t)width + (size_t)i;
            tr_rectangle part = {width, j * row_step, 1, i, width - i};
            part.columns = part.columns < TR_BLOCK_SAMPLES ? part.columns : TR_BLOCK_SAMPLES;
            tr_sphere_samples(&part, p->x + at, p->y + at, p->z + at, p->u + at, p->v + at);
        }
}

static tr_status prepare_peer(const tr_bench_row *row, const tr_bench_setup *setup, void *state,
                              tr_error *error) {
    const peer_numbers *numbers = row->numbers;
    const int width = tr_bench_size(row->width, setup->quick);
    const int height = tr_bench_size(row->height, setup->quick);
    const size_t count = (size_t)width * (size_t)height;
    peer_state *p = state;
    p->memory = tr_allocate(6 * count, sizeof(float));
    if (!p->memory)
        return tr_fail(error, TR_NO_MEMORY, "no memory for %zu points", count);
    p->function = numbers->function;
    p->count = (int)count;
    float **const arrays[] = {&p->x, &p->y, &p->z, &p->u, &p->v, &p->out};
    for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        *arrays[k] = p->memory + k * count;
    fill_points(p, width, height);
    if (numbers->plane)
        p->x = p->u, p->y = p->v;
    return TR_OK;
}

static tr_status run_peer(void *state, tr_error *error) {
    (void)error;
    peer_state *p = state;
    p->function(p->count, p->x, p->y, p->z, p->out);
    return TR_OK;
}

static const tr_bench_work peer_work = {sizeof(peer_state), prepare_peer, run_peer, clear_peer, NULL};

// ---- pairs -------------------------------------------------------------------------------------

typedef struct pair {
    const char *ours;    // a row of the bench
    tr_bench_row theirs; // `what` describes the difference in work
} pair;

#define PEER(name_, function_, plane_, what_)                                                                  \
    {                                                                                                          \
        .name = (name_), .what = (what_), .work = &peer_work,                                                  \
        .numbers = &(const peer_numbers){.function = (function_), .plane = (plane_)}, .width = 4096,           \
        .height = 2048 / row_step                                                                              \
    }

static const pair pairs[] = {
    {"sphere_perlin_fbm8",
     PEER("stb_perlin fbm", peer_stb_fbm, false,
          "ours has other gradients and shares work along a row; theirs takes any points")},
    {"sphere_perlin_fbm8", PEER("libnoise Perlin", peer_libnoise_perlin, false,
                                "theirs in doubles, a cubic fade, longer gradients; any points")},
    {"sphere_direct_perlin_fbm8",
     PEER("stb_perlin fbm", peer_stb_fbm, false, "the same work; ours has other gradients")},
    {"sphere_direct_perlin_fbm8",
     PEER("libnoise Perlin", peer_libnoise_perlin, false, "theirs in doubles, a cubic fade")},
    {"sphere_value_fbm8", PEER("libnoise value", peer_libnoise_value, false,
                               "theirs in doubles, a cubic fade, ours cosine; any points")},
    {"plane_perlin_fbm8", PEER("stb_perlin, wrapped", peer_stb_plane, true,
                               "theirs is a slice of noise in space: it has none on the plane")},
    {"plane_value_fbm8", PEER("libnoise value", peer_libnoise_value, true,
                              "theirs is a slice of noise in space, and does not wrap")},
    {"voronoi_f2f1_300", PEER("libnoise Voronoi", peer_libnoise_voronoi_300, false,
                              "theirs finds F1 alone, of one site in each cubic cell, in doubles")},
    {"voronoi_f2f1_5000",
     PEER("libnoise Voronoi", peer_libnoise_voronoi_5000, false, "the same of smaller cells")},
};

static const tr_bench_row *find_row(const char *name) {
    const tr_bench_table *const tables[] = {&tr_bench_fields, &tr_bench_planets};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (int i = 0; i < tables[t]->count; i++)
            if (strcmp(tables[t]->rows[i].name, name) == 0)
                return &tables[t]->rows[i];
    return NULL;
}

// ---- alternating rounds ------------------------------------------------------------------------

typedef struct contestant {
    const tr_bench_row *row;
    tr_bench_setup setup;
    bool takes_part;
    void *state;
    double seconds[rounds_most];
    double ns; // for one sample
} contestant;

static tr_status race(contestant *c, bool quick, tr_error *error) {
    const int rounds = quick ? 1 : rounds_most;
    tr_status status = TR_OK;
    for (int i = 0; i < contestants && status == TR_OK; i++)
        if (c[i].takes_part)
            status = tr_bench_prepare(c[i].row, &c[i].setup, &c[i].state, error);
    for (int round = -1; round < rounds; round++) // the first round warms up
        for (int i = 0; i < contestants && status == TR_OK; i++) {
            tr_bench_round time = {0};
            if (c[i].takes_part)
                status = tr_bench_time_round(c[i].row->work, c[i].state, &time, error);
            if (round >= 0)
                c[i].seconds[round] = time.cpu_s;
        }
    for (int i = 0; i < contestants; i++)
        if (c[i].takes_part) {
            tr_bench_clear(c[i].row, c[i].state);
            c[i].ns = 1e9 * tr_bench_median(rounds, c[i].seconds) / tr_bench_samples(c[i].row, quick);
        }
    return status;
}

static tr_status run_pair(const pair *p, tr_pool *pool, bool quick, tr_error *error) {
    contestant c[contestants] = {0};
    for (int i = 0; i < contestants; i++) {
        const bool theirs = i == TR_ISA_COUNT;
        c[i].setup =
            (tr_bench_setup){.isa = theirs ? TR_ISA_BASELINE : (tr_isa)i, .pool = pool, .quick = quick};
        c[i].row = theirs ? &p->theirs : find_row(p->ours);
        c[i].takes_part = theirs || tr_isa_available((tr_isa)i);
        if (!c[i].row)
            return tr_fail(error, TR_BUG, "there is no row %s", p->ours);
    }
    tr_status status = race(c, quick, error);
    if (status != TR_OK)
        return status;
    printf("%-25s %-20s %8.1f", p->ours, p->theirs.name, c[TR_ISA_COUNT].ns);
    for (int i = 0; i < TR_ISA_COUNT; i++)
        if (c[i].takes_part)
            printf(" %8.2f %6.1fx", c[i].ns, c[TR_ISA_COUNT].ns / c[i].ns);
        else
            printf(" %16s", "not here");
    printf("  %s\n", p->theirs.what);
    fflush(stdout);
    return TR_OK;
}

static void print_heading(bool quick) {
    if (quick)
        puts("A quick look: these times mean nothing.");
    puts("ns a sample, one thread, and how many times faster ours is: 4096 x 2048 samples, 8 octaves, medians "
         "of\n"
         "rounds in turns. Others are compiled for this machine where we compile them (stb_perlin); libnoise "
         "is the\n"
         "system's package.\n");
    printf("%-25s %-20s %8s", "ours", "theirs", "theirs");
    for (int i = 0; i < TR_ISA_COUNT; i++)
        printf(" %16s", tr_isa_name((tr_isa)i));
    puts("  what differs");
}

static bool has_word(const pair *p, const char *word) {
    return strstr(p->ours, word) || strstr(p->theirs.name, word);
}

static bool any_has(const char *word) {
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
        if (has_word(&pairs[i], word))
            return true;
    return false;
}

int main(int count, char **words) {
    bool quick = false, known = true;
    const char *word = "";
    for (int i = 1; i < count; i++)
        if (strcmp(words[i], "--quick") == 0)
            quick = true;
        else
            known = known && *word == 0 && any_has(words[i]), word = words[i];
    if (!known) {
        fprintf(stderr, "usage: tests/bench/run.sh [--quick] [WORD], a word in the names of rows, not '%s'\n",
                word);
        return tr_status_exit_code(TR_BAD_USAGE);
    }
    tr_error error = {0};
    tr_pool *pool = NULL;
    tr_status status = tr_pool_create(1, &pool, &error);
    if (status == TR_OK)
        print_heading(quick);
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0] && status == TR_OK; i++)
        if (has_word(&pairs[i], word))
            status = run_pair(&pairs[i], pool, quick, &error);
    tr_pool_destroy(pool);
    if (status != TR_OK)
        fprintf(stderr, "peers: %s\n", error.message);
    return tr_status_exit_code(status);
}
