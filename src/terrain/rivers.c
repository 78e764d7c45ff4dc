#include "terrain/rivers.h"
#include "base/size.h"
#include "noise/kernels.h"
#include "noise/maths/trig.h"
#include "terrain/private/river_cells.h"
#include "terrain/private/river_courses.h"

#include <string.h>

TR_DECLARE_KERNELS(tr_river_kernels, river_kernels)

river_kernels river_kernels_for(tr_isa isa) {
    river_kernels kernels;
    TR_FILL_KERNELS(isa, tr_river_kernels, &kernels);
    return kernels;
}

river_numbers river_numbers_usual(uint64_t seed) {
    const float km = 1 / 6371.0f;
    return (river_numbers){.seed = seed,
                           .least_flow = 0.0006f,
                           .width = 29 * km, // 12 km for the Amazon, to which 0.17 flow
                           .narrow = 1.2f * km,
                           .lake_depth = 30};
}

// ---- cells that a piece can be seen from -------------------------------------------------------

typedef struct range {
    int low, high;
} range;

// Columns (or rows) of a face that a ball meets: across is its centre along their axis, up along the face's
// normal. Wider than need be.
static range cells_across(int cells, float across, float up, float radius) {
    const float half = 0.5f * (float)cells, slack = 1e-5f;
    const float low = across - radius, high = across + radius;
    const float least = low / (low < 0 ? up - radius : up + radius) - slack;
    const float most = high / (high < 0 ? up + radius : up - radius) + slack;
    if (least > 1 || most < -1)
        return (range){0, -1};
    const int first = (int)(half + half * (least < -1 ? -1 : least));
    const int last = (int)(half + half * (most > 1 ? 1 : most));
    return (range){first < cells - 1 ? first : cells - 1, last < cells - 1 ? last : cells - 1};
}

static float distance_to_piece(const river_piece *p, const float at[3]) {
    float along[3], away[3], dot = 0, square = 0, rest = 0;
    for (int k = 0; k < 3; k++) {
        along[k] = p->at[1][k] - p->at[0][k], away[k] = at[k] - p->at[0][k];
        dot += along[k] * away[k], square += along[k] * along[k];
    }
    float t = square > 0 ? dot / square : 0;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    for (int k = 0; k < 3; k++)
        rest += (away[k] - t * along[k]) * (away[k] - t * along[k]);
    return sqrtf(rest);
}

static bool cell_sees(int cells, int face, int column, int row, const river_piece *piece, float reach) {
    const float step = 2 / (float)cells;
    float at[3];
    at[face / 2] = face & 1 ? 1 : -1;
    at[(face / 2 + 1) % 3] = step * ((float)column + 0.5f) - 1;
    at[(face / 2 + 2) % 3] = step * ((float)row + 0.5f) - 1;
    const float length = sqrtf(at[0] * at[0] + at[1] * at[1] + at[2] * at[2]);
    for (int k = 0; k < 3; k++)
        at[k] /= length;
    return distance_to_piece(piece, at) <=
           reach + 0.72f * step; // nowhere is a cell wider than in the middle of a face
}

// Calls see(net, piece, cell) for each cell that may have samples within reach.
typedef void (*see_function)(river_net *net, const river_piece *piece, int32_t cell);
static void for_cells(river_net *net, const river_piece *piece, see_function see) {
    const float half = piece->half[0] > piece->half[1] ? piece->half[0] : piece->half[1];
    const float reach = river_reach(half, net->texel, net->valley) * 1.001f + 1e-6f;
    float centre[3], length = 0;
    for (int k = 0; k < 3; k++) {
        const float d = piece->at[1][k] - piece->at[0][k];
        centre[k] = 0.5f * (piece->at[0][k] + piece->at[1][k]), length += d * d;
    }
    const float radius = reach + 0.5f * sqrtf(length) * 1.001f;
    for (int face = 0; face < TR_CUBE_FACES; face++) {
        const int w = face / 2;
        const float up = face & 1 ? centre[w] : -centre[w];
        if (up < 0.4f)
            continue; // 0.577 in the corners of a face
        const range columns = cells_across(net->cells, centre[(w + 1) % 3], up, radius);
        const range rows = cells_across(net->cells, centre[(w + 2) % 3], up, radius);
        for (int j = rows.low; j <= rows.high; j++)
            for (int i = columns.low; i <= columns.high; i++)
                if (cell_sees(net->cells, face, i, j, piece, reach))
                    see(net, piece, (face * net->cells + j) * net->cells + i);
    }
}

// ---- nets --------------------------------------------------------------------------------------

// While a net is made, first[cell + 1] counts the pieces of a cell,
static void count_piece(river_net *net, const river_piece *piece, int32_t cell) {
    (void)piece;
    net->first[cell + 1]++;
}

// and then, from the number of its first place on, those that are in their places.
static void put_piece(river_net *net, const river_piece *piece, int32_t cell) {
    const int32_t place = net->first[cell]++;
    river_group *g = &net->groups[place / RIVER_GROUP];
    const int k = place % RIVER_GROUP;
    float along[3], square = 0;
    for (int c = 0; c < 3; c++)
        along[c] = piece->at[1][c] - piece->at[0][c], square += along[c] * along[c];
    g->x[k] = piece->at[0][0], g->y[k] = piece->at[0][1], g->z[k] = piece->at[0][2];
    g->along_x[k] = along[0], g->along_y[k] = along[1], g->along_z[k] = along[2];
    g->inverse_square[k] = square > 0 ? 1 / square : 0;
    g->half[k] = piece->half[0], g->widening[k] = piece->half[1] - piece->half[0];
    g->bed[k] = piece->bed[0], g->drop[k] = piece->bed[1] - piece->bed[0];
}

// Places without a piece are far from everything.
static void fill_with_nothing(river_group *groups, int32_t count) {
    memset(groups, 0, (size_t)count * sizeof *groups);
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < RIVER_GROUP; k++)
            groups[i].x[k] = 100;
}

static tr_status make_net(river_net *net, const river_courses *courses, tr_error *error) {
    const int32_t cells = TR_CUBE_FACES * net->cells * net->cells;
    net->first = tr_calloc((size_t)cells + 1, sizeof *net->first);
    if (!net->first)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the rivers of a planet");
    for (int i = 0; i < courses->count; i++)
        for_cells(net, &courses->pieces[i], count_piece);
    int32_t groups = 0;
    for (int32_t c = 0; c < cells; c++) { // first[c]: the first place of a cell
        const int32_t own = (net->first[c + 1] + RIVER_GROUP - 1) / RIVER_GROUP;
        net->first[c] = groups * RIVER_GROUP;
        groups += own;
    }
    net->groups = tr_allocate((size_t)groups, sizeof *net->groups);
    if (!net->groups)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the rivers of a planet");
    fill_with_nothing(net->groups, groups);
    for (int i = 0; i < courses->count; i++)
        for_cells(net, &courses->pieces[i], put_piece);
    // Now first[c] is the end of the pieces of a cell, and the groups of the next begin behind it.
    for (int32_t c = cells; c > 0; c--)
        net->first[c] = (net->first[c - 1] + RIVER_GROUP - 1) / RIVER_GROUP;
    net->first[0] = 0;
    return TR_OK;
}

tr_status rivers_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                        const river_numbers *numbers, river_nets *out, tr_error *error) {
    static const struct {
        int bends, columns; // of the narrowest map
        float cell;         // how wide the cells are at least, as multiples of such texels
    } kinds[RIVER_NET_COUNT] = {[RIVER_NET_FINE] = {3, 3072, 5}, [RIVER_NET_COARSE] = {1, 1024, 3}};
    *out = (river_nets){0};
    tr_status status = TR_OK;
    for (int i = 0; i < RIVER_NET_COUNT && status == TR_OK; i++) {
        river_net *net = &out->nets[i];
        *net = (river_net){.texel = (float)(2 * TR_PI / kinds[i].columns), .valley = 0.0018f, .shoulder = 250};
        net->cells = (int)(2 / (net->texel * kinds[i].cell));
        river_courses courses;
        status = river_courses_create(globe, drainage, height_m, numbers, kinds[i].bends, &courses, error);
        if (status == TR_OK)
            status = make_net(net, &courses, error);
        tr_free(courses.pieces);
    }
    if (status != TR_OK)
        rivers_clear(out);
    return status;
}

void rivers_clear(river_nets *rivers) {
    for (int i = 0; i < RIVER_NET_COUNT; i++) {
        tr_free(rivers->nets[i].first);
        tr_free(rivers->nets[i].groups);
        rivers->nets[i] = (river_net){0};
    }
}

const river_net *rivers_for(const river_nets *rivers, int width) {
    return &rivers->nets[2 * TR_PI / width <= (double)rivers->nets[RIVER_NET_FINE].texel ? RIVER_NET_FINE
                                                                                         : RIVER_NET_COARSE];
}

// ---- lakes -------------------------------------------------------------------------------------

enum { shore_steps = 2 };
static const float no_lake = -100; // not lower: cubes would overshoot on the way down

// The highest surface among the neighbours that are so many steps from their lake.
static float surface_beside(const tr_globe *globe, const float *surface, const uint8_t *steps, int32_t p,
                            int wanted) {
    float highest = -1e9f;
    for (int k = 0; k < TR_GLOBE_NEIGHBOURS; k++) {
        const int32_t q = globe->near[p][k];
        if (q >= 0 && steps[q] == wanted && surface[q] > highest)
            highest = surface[q];
    }
    return highest;
}

tr_status rivers_find_lakes(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                            float least_m, float *depth_m, float *surface_m, tr_error *error) {
    uint8_t *steps = tr_allocate((size_t)globe->count, 1); // to the lake; more than shore_steps: none is near
    if (!steps)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the lakes of a planet");
    for (int32_t p = 0; p < globe->count; p++) {
        const float depth = drainage->filled[p] - height_m[p];
        const bool lake = drainage->receiver[p] >= 0 && depth > least_m;
        steps[p] = lake ? 0 : shore_steps + 1;
        depth_m[p] = lake ? depth : no_lake;
        surface_m[p] = lake ? drainage->filled[p] : height_m[p];
    }
    for (int step = 1; step <= shore_steps; step++)
        for (int32_t p = 0; p < globe->count; p++) {
            const float surface = steps[p] > shore_steps && drainage->receiver[p] >= 0
                                      ? surface_beside(globe, surface_m, steps, p, step - 1)
                                      : -1e9f;
            if (surface == -1e9f)
                continue;
            const float depth = surface - height_m[p];
            steps[p] = (uint8_t)step;
            surface_m[p] = surface;
            depth_m[p] = depth < no_lake ? no_lake : depth;
        }
    tr_free(steps);
    return TR_OK;
}
