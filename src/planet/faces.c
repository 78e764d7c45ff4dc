// Noise of the layers and warps of a face, evaluated at nodes. This applies to fractals moved only by noise.
// More: docs/internals/faces.md.
#include "base/size.h"
#include "fields/fractal.h"
#include "noise/lattice/face_noise.h"
#include "planet/private/block.h"

#include <string.h>

// The positions of the samples of a block, relative to its origin.
typedef struct places {
    bool ready;
    lane x, y, z;
} places;

struct plan_faces {
    tr_face_noise *noise;
    int first_move[TR_MAX_WARPS], moves[TR_MAX_WARPS]; // for each warp: its steps, or 0
    int *sum;                                          // for each layer, or -1
    double origin[3];                                  // of the block
    places here;
    places *moved; // after each warp that has moves
};

// ---- preparation -------------------------------------------------------------------------------

// Adds the moves of a warp. Returns the new number of moves; it is `count` if the warp has none.
static int add_moves(const tr_surface *surface, struct plan_faces *f, int warp, int count,
                     tr_face_move *moves) {
    const tr_warp_plan *plan = &surface->warps[warp];
    double amount;
    int steps;
    const tr_fractal_plan *fractal = tr_noise_warp_plan(plan, &amount, &steps);
    const bool behind = plan->after < 0 || f->moves[plan->after] > 0;
    if (!fractal || !behind || steps > TR_FACE_MOST_STEPS || fabs(amount) > TR_FACE_MOST_AMOUNT)
        return count;
    f->first_move[warp] = count, f->moves[warp] = steps;
    for (int step = 0; step < steps; step++, count++)
        moves[count] =
            (tr_face_move){.fractal = fractal,
                           .amount = amount / steps,
                           .after = step > 0          ? count - 1
                                    : plan->after < 0 ? -1
                                                      : f->first_move[plan->after] + f->moves[plan->after] - 1};
    return count;
}

// parts: number of arrays of nodes of all sums so far.
static int add_sum(const tr_surface *surface, struct plan_faces *f, int layer, int count, int *parts,
                   tr_face_sum *sums) {
    const tr_field_plan *field = &surface->fields[layer];
    const tr_fractal_plan *fractal = tr_layer_fractal(field);
    f->sum[layer] = -1;
    if (!fractal || (field->warp >= 0 && f->moves[field->warp] == 0))
        return count;
    const int more = fractal->shape == TR_FRACTAL_PLAIN ? 1 : fractal->count;
    if (*parts + more > TR_FACE_MOST_PARTS) // depends only on the recipe; otherwise patches would differ
        return count;
    *parts += more;
    f->sum[layer] = count;
    sums[count] =
        (tr_face_sum){fractal, field->warp < 0 ? -1 : f->first_move[field->warp] + f->moves[field->warp] - 1};
    return count + 1;
}

static tr_status make_noise(const tr_surface *surface, tr_scratch *s, struct plan_faces *f, tr_face_move *moves,
                            tr_face_sum *sums, tr_error *error) {
    const int reach = 2 * PLAN_REACH_MOST, columns = s->patch.width + reach;
    tr_face_numbers numbers = {.resolution = s->patch.resolution,
                               .rows = (int)(s->cells / (size_t)columns) + 1,
                               .columns = columns,
                               .move = moves,
                               .sum = sums};
    int parts = 0;
    for (int i = 0; i < surface->warp_count; i++)
        numbers.moves = add_moves(surface, f, i, numbers.moves, moves);
    for (int i = 0; i < surface->layer_count; i++)
        numbers.sums = add_sum(surface, f, i, numbers.sums, &parts, sums);
    return tr_face_noise_create(&numbers, surface->isa, &f->noise, error);
}

tr_status plan_faces_create(const tr_surface *surface, tr_scratch *s, tr_error *error) {
    if (s->patch.projection != TR_CUBE || s->patch.resolution < TR_FACE_LEAST)
        return TR_OK;
    struct plan_faces *f = s->faces = tr_calloc(1, sizeof *f);
    tr_face_move *moves = tr_allocate((size_t)surface->warp_count * TR_FACE_MOST_STEPS + 1, sizeof *moves);
    tr_face_sum *sums = tr_allocate((size_t)surface->layer_count + 1, sizeof *sums);
    tr_status status = TR_NO_MEMORY;
    if (f) {
        f->sum = tr_allocate((size_t)surface->layer_count + 1, sizeof *f->sum);
        f->moved = tr_calloc((size_t)surface->warp_count + 1, sizeof *f->moved);
    }
    if (f && f->sum && f->moved && moves && sums)
        status = make_noise(surface, s, f, moves, sums, error);
    tr_free(moves);
    tr_free(sums);
    return status;
}

void plan_faces_destroy(struct plan_faces *f) {
    if (!f)
        return;
    tr_face_noise_destroy(f->noise);
    tr_free(f->sum);
    tr_free(f->moved);
    tr_free(f);
}

// ---- windows and blocks ------------------------------------------------------------------------

void plan_faces_window(tr_scratch *s) {
    const tr_face *face = &tr_faces[s->patch.face];
    const plan_window w = s->window;
    const tr_rectangle window = {plan_map_width(s->patch), w.row, w.rows, w.column, w.columns};
    tr_face_axes axes;
    memcpy(axes.major, face->major, sizeof axes.major);
    memcpy(axes.right, face->right, sizeof axes.right);
    memcpy(axes.down, face->down, sizeof axes.down);
    tr_face_noise_begin(s->faces->noise, &axes, &window);
}

void plan_faces_begin(tr_scratch *s) {
    s->faces->here.ready = false;
    for (int i = 0; i < TR_MAX_WARPS; i++)
        if (s->faces->moves[i])
            s->faces->moved[i].ready = false;
}

static places *find_places(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp) {
    struct plan_faces *f = s->faces;
    places *p = warp < 0 ? &f->here : &f->moved[warp];
    if (p->ready)
        return p;
    p->ready = true;
    if (warp < 0) {
        tr_face_noise_places(f->noise, b, f->origin, p->x, p->y, p->z);
        return p;
    }
    const places *from = find_places(surface, s, b, surface->warps[warp].after);
    const size_t bytes = (size_t)plan_block_count(b) * sizeof(float);
    memcpy(p->x, from->x, bytes), memcpy(p->y, from->y, bytes), memcpy(p->z, from->z, bytes);
    for (int step = 0; step < f->moves[warp]; step++)
        tr_face_noise_move(f->noise, f->first_move[warp] + step, b, f->origin, p->x, p->y, p->z);
    return p;
}

bool plan_faces_warp(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int warp) {
    const struct plan_faces *f = s->faces;
    if (f->moves[warp] == 0)
        return false;
    const places *p = find_places(surface, s, b, warp);
    lane *to = s->warped[warp];
    const int count = plan_block_count(b);
    const float x = (float)f->origin[0], y = (float)f->origin[1], z = (float)f->origin[2];
    for (int i = 0; i < count; i++)
        to[0][i] = x + p->x[i], to[1][i] = y + p->y[i], to[2][i] = z + p->z[i];
    return true;
}

bool plan_faces_field(const tr_surface *surface, tr_scratch *s, const tr_rectangle *b, int layer, float *out) {
    const struct plan_faces *f = s->faces;
    if (f->sum[layer] < 0)
        return false;
    const places *p = find_places(surface, s, b, surface->fields[layer].warp);
    tr_face_noise_sum(f->noise, f->sum[layer], b, f->origin, p->x, p->y, p->z, out);
    return true;
}
