#include "terrain/rivers.h"
#include "base/size.h"
#include "noise/maths/trig.h"
#include "terrain/private/river_parts.h"

#include <string.h>

river_numbers river_numbers_usual(uint64_t seed) {
    const float km = 1 / 6371.0f;
    return (river_numbers){.seed = seed,
                           .least_flow = 0.0006f,
                           .width = 29 * km, // 12 km for the Amazon, whose flow is 0.17
                           .narrow = 1.2f * km,
                           .lake_depth = 30};
}

// ---- cells where a piece is visible ------------------------------------------------------------

typedef struct range {
    int low, high;
} range;

// The range of columns (or rows) of a face that a sphere meets, slightly enlarged. across is its centre along
// their axis, up along the face's normal.
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

// A piece in the frame of a face: along the face's normal, its columns and its rows.
typedef struct faced_piece {
    float w, u, v, along_w, along_u, along_v;
    float inverse_square, seen_square; // of its length, and of the maximum distance of a cell's middle
} faced_piece;

static faced_piece turn_to_face(const river_piece *piece, int face, float seen) {
    const int w = face / 2, u = (w + 1) % 3, v = (w + 2) % 3;
    const float sign = face & 1 ? 1.0f : -1.0f, *from = piece->at[0], *to = piece->at[1];
    faced_piece p = {sign * from[w],  from[u],         from[v], sign * (to[w] - from[w]),
                     to[u] - from[u], to[v] - from[v], 0,       seen * seen};
    const float square = p.along_w * p.along_w + p.along_u * p.along_u + p.along_v * p.along_v;
    p.inverse_square = square > 0 ? 1 / square : 0;
    return p;
}

// Whether a cell with this middle, on the plane of its face, may have samples where the piece is visible.
static bool cell_sees(const faced_piece *p, float u, float v) {
    const float unit = 1 / sqrtf(1 + u * u + v * v);
    const float away_w = unit - p->w, away_u = unit * u - p->u, away_v = unit * v - p->v;
    float t = (away_w * p->along_w + away_u * p->along_u + away_v * p->along_v) * p->inverse_square;
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    const float rest_w = away_w - t * p->along_w, rest_u = away_u - t * p->along_u,
                rest_v = away_v - t * p->along_v;
    return rest_w * rest_w + rest_u * rest_u + rest_v * rest_v <= p->seen_square;
}

// Calls see(net, piece, cell) for each cell that may have samples within reach.
typedef void (*see_function)(river_net *net, const river_piece *piece, int32_t cell);
static void for_cells(river_net *net, const river_piece *piece, tr_meter *meter, see_function see) {
    const float half = piece->half[0] > piece->half[1] ? piece->half[0] : piece->half[1];
    const float reach = river_reach(half, net->texel, net->valley) * 1.001f + 1e-6f;
    float centre[3], length = 0;
    for (int k = 0; k < 3; k++) {
        const float d = piece->at[1][k] - piece->at[0][k];
        centre[k] = 0.5f * (piece->at[0][k] + piece->at[1][k]), length += d * d;
    }
    const float radius = reach + 0.5f * sqrtf(length) * 1.001f;
    const float step = 2 / (float)net->cells;
    for (int face = 0; face < TR_CUBE_FACES; face++) {
        const int w = face / 2;
        const float up = face & 1 ? centre[w] : -centre[w];
        if (up < 0.4f)
            continue; // 0.577 in the corners of a face
        const range columns = cells_across(net->cells, centre[(w + 1) % 3], up, radius);
        const range rows = cells_across(net->cells, centre[(w + 2) % 3], up, radius);
        // Plus half the diagonal of a cell. Cells are widest in the middle of a face.
        const faced_piece faced = turn_to_face(piece, face, reach + 0.72f * step);
        const int seen = (rows.high - rows.low + 1) * (columns.high - columns.low + 1);
        if (seen > 0 && !tr_meter_add(meter, 10 * (unsigned)seen))
            return;
        for (int j = rows.low; j <= rows.high; j++)
            for (int i = columns.low; i <= columns.high; i++)
                if (cell_sees(&faced, step * ((float)i + 0.5f) - 1, step * ((float)j + 0.5f) - 1))
                    see(net, piece, (face * net->cells + j) * net->cells + i);
    }
}

// ---- nets --------------------------------------------------------------------------------------

// First pass: first[cell + 1] counts the pieces of a cell.
static void count_piece(river_net *net, const river_piece *piece, int32_t cell) {
    (void)piece;
    net->first[cell + 1]++;
}

// Second pass: first[cell] is the next free place of a cell.
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

// Empty places are far from everything.
static void fill_with_nothing(river_group *groups, int32_t count) {
    memset(groups, 0, (size_t)count * sizeof *groups);
    for (int32_t i = 0; i < count; i++)
        for (int k = 0; k < RIVER_GROUP; k++)
            groups[i].x[k] = 100;
}

static tr_status make_net(river_net *net, const river_courses *courses, tr_meter *meter, tr_error *error) {
    const int32_t cells = TR_CUBE_FACES * net->cells * net->cells;
    net->first = tr_calloc((size_t)cells + 1, sizeof *net->first);
    if (!net->first)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the rivers of a planet");
    for (int i = 0; i < courses->count; i++)
        for_cells(net, &courses->pieces[i], meter, count_piece);
    if (tr_meter_check(meter, error) != TR_OK)
        return TR_STOPPED;
    int32_t groups = 0;
    for (int32_t c = 0; c < cells; c++) { // first[c] becomes the first place of a cell
        const int32_t own = (net->first[c + 1] + RIVER_GROUP - 1) / RIVER_GROUP;
        net->first[c] = groups * RIVER_GROUP;
        groups += own;
    }
    net->groups = tr_allocate((size_t)groups, sizeof *net->groups);
    if (!net->groups)
        return tr_fail(error, TR_NO_MEMORY, "no memory for the rivers of a planet");
    fill_with_nothing(net->groups, groups);
    for (int i = 0; i < courses->count; i++)
        for_cells(net, &courses->pieces[i], meter, put_piece);
    // first[c] is now the end of a cell's pieces; the groups of the next cell follow.
    for (int32_t c = cells; c > 0; c--)
        net->first[c] = (net->first[c - 1] + RIVER_GROUP - 1) / RIVER_GROUP;
    net->first[0] = 0;
    return tr_meter_check(meter, error);
}

tr_status rivers_create(const tr_globe *globe, const tr_drainage *drainage, const float *height_m,
                        const river_numbers *numbers, river_nets *out, tr_error *error) {
    static const struct {
        int bends, columns; // of the narrowest map
        float cell;         // minimum width of the cells, as a multiple of such texels
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
            status = make_net(net, &courses, numbers->meter, error);
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
static const float no_lake = -100; // not lower, because interpolation would overshoot on the slope down to it

// The highest surface among the neighbours that are `wanted` steps from their lake.
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
    uint8_t *steps = tr_allocate((size_t)globe->count, 1); // to the nearest lake; above shore_steps: none near
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
