#include "texture/private/level_rows.h"
#include "noise/maths/trig.h"
#include "texture/private/faces.h"

// Weight of transparent texels, so that fully transparent areas keep their colour.
static const float clear_weight = 1e-4f;

static bool has_alpha(const tr_levels *map) {
    return map->kind == TR_LEVELS_COLOURS && (map->channels == 2 || map->channels == 4);
}

static bool is_vectors(const tr_levels *map) {
    return map->kind == TR_LEVELS_NORMALS || map->kind == TR_LEVELS_VECTORS;
}

// The number of sums for a texel: channels, the weight of its colours if it has alpha, and its own weight.
static int level_terms(const tr_levels *map) { return map->channels + (has_alpha(map) ? 2 : 1); }

// ---- from codes ----------------------------------------------------------------------------------

static void read_codes(const tr_levels *map, int level, int face, size_t texel, float codes[4]) {
    const size_t first = texel * (size_t)map->channels;
    const uint8_t *bytes = map->data[level][face];
    const uint16_t *words = map->data[level][face];
    for (int c = 0; c < map->channels; c++)
        codes[c] = map->bytes == 1 ? bytes[first + (size_t)c] : words[first + (size_t)c];
}

static float most_code(const tr_levels *map) { return map->bytes == 1 ? 255 : 65535; }

static void to_vector(const tr_levels *map, float v[4]) {
    const float half = 0.5f * most_code(map);
    for (int c = 0; c < 3; c++) // the value just above the middle represents 0
        v[c] = v[c] == half + 0.5f ? 0 : v[c] / half - 1;
    v[1] = map->south ? -v[1] : v[1];
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int c = 0; c < 3; c++)
        v[c] /= length > 0 ? length : 1;
}

// Sums use the squared width of slopes instead of roughness, because squares are additive
// (docs/internals/blocks.md).
static void roughness_to_square(const tr_levels *map, float codes[4]) {
    const float r = codes[map->roughness] / most_code(map);
    codes[map->roughness] = r * r * (r * r);
}

// Adds the terms of a texel, times its weight.
static void read_texel(const level_step *s, const tr_levels *map, int face, size_t texel, float weight,
                       float *terms) {
    float codes[4] = {0};
    read_codes(map, s->level - 1, face, texel, codes);
    const int channels = map->channels, alpha = has_alpha(map) ? channels - 1 : channels;
    if (is_vectors(map))
        to_vector(map, codes);
    else if (map->normals)
        roughness_to_square(map, codes);
    float of_colour = weight;
    if (alpha < channels) {
        of_colour *= codes[alpha] / 255 + clear_weight;
        terms[channels] = of_colour;
    }
    for (int c = 0; c < alpha; c++)
        terms[c] = of_colour * (map->kind == TR_LEVELS_COLOURS ? s->light[(int)codes[c]] : codes[c]);
    if (alpha < channels)
        terms[alpha] = weight * codes[alpha];
    terms[level_terms(map) - 1] = weight;
}

static void turn(float cosine, float sine, float v[2]) {
    const float x = v[0], y = v[1];
    v[0] = x * cosine - y * sine;
    v[1] = x * sine + y * cosine;
}

// ---- faces ---------------------------------------------------------------------------------------

// Reads a texel of a face, or one beyond its edge. The normal of the latter is rotated from the columns of its
// face to those of this one.
static void read_face_texel(const level_step *s, const tr_levels *map, int face, int column, int row,
                            float *terms) {
    const int size = s->fine_width;
    const bool beside = column < 0 || column >= size, above = row < 0 || row >= size;
    int from = face, x = column, y = row;
    if (beside && above) { // beyond a corner there is no texel
        memset(terms, 0, (size_t)level_terms(map) * sizeof *terms);
        return;
    }
    if (beside || above)
        face_neighbour(face, size, column, row, &from, &x, &y);
    read_texel(s, map, from, (size_t)y * (size_t)size + (size_t)x, face_area(size, x, y), terms);
    if (map->kind == TR_LEVELS_NORMALS && from != face) {
        double direction[3];
        float cosine, sine;
        face_direction(from, size, x, y, direction);
        face_turn(from, direction, &cosine, &sine);
        turn(cosine, sine, terms); // rotate to the east
        face_turn(face, direction, &cosine, &sine);
        turn(cosine, -sine, terms);
    }
}

// ---- sums ----------------------------------------------------------------------------------------

static void add(int terms, float weight, const float *from, float *to) {
    for (int c = 0; c < terms; c++)
        to[c] += weight * from[c];
}

// Tangent frames on a circle of latitude rotate relative to each other by the sine of the latitude times the
// difference in longitude.
static void add_turned(const level_step *s, float latitude_sine, int column, int tap, float weight,
                       const float *from, float *to) {
    const taps *t = &s->columns[column];
    const double fine = (t->first + tap + 0.5) / s->fine_width, coarse = (column + 0.5) / s->width;
    double sine, cosine;
    tr_sincos((fine - coarse) * 2 * TR_PI * (double)latitude_sine, &sine, &cosine);
    float turned[LEVEL_MOST_TERMS];
    memcpy(turned, from, 4 * sizeof *turned);
    turn((float)cosine, (float)sine, turned);
    add(4, weight, turned, to);
}

static void sum_map_row(const level_step *s, const tr_levels *map, int row, float weight, float *line,
                        float *sums) {
    const int terms = level_terms(map);
    double latitude_sine, colatitude_sine;
    tr_sincos(TR_PI * (row + 0.5) / s->fine_height, &colatitude_sine, &latitude_sine);
    for (int x = 0; x < s->fine_width; x++)
        read_texel(s, map, 0, (size_t)row * (size_t)s->fine_width + (size_t)x, 1, line + x * terms);
    for (int x = 0; x < s->width; x++)
        for (int k = 0; k < s->columns[x].count; k++) {
            const float *from = line + (s->columns[x].first + k) * terms;
            const float fraction = weight * s->columns[x].weight[k];
            if (map->kind == TR_LEVELS_NORMALS)
                add_turned(s, (float)latitude_sine, x, k, fraction, from, sums + x * terms);
            else
                add(terms, fraction, from, sums + x * terms);
        }
}

static void sum_face_row(const level_step *s, const tr_levels *map, int face, int row, float weight,
                         float *line, float *sums) {
    const int terms = level_terms(map);
    for (int x = -1; x <= s->fine_width; x++)
        read_face_texel(s, map, face, x, row, line + (x + 1) * terms);
    for (int x = 0; x < s->width; x++)
        for (int k = 0; k < s->columns[x].count; k++)
            add(terms, weight * s->columns[x].weight[k], line + (s->columns[x].first + k + 1) * terms,
                sums + x * terms);
}

void level_sum_row(const level_step *s, const tr_levels *map, int face, int row, float *line, float *sums) {
    const bool cube = map->faces == 6;
    const taps rows =
        cube ? taps_tent(s->fine_height, s->height, row) : taps_area(s->fine_height, s->height, row);
    memset(sums, 0, (size_t)s->width * (size_t)level_terms(map) * sizeof *sums);
    for (int k = 0; k < rows.count; k++) {
        if (cube)
            sum_face_row(s, map, face, rows.first + k, rows.weight[k], line, sums);
        else
            sum_map_row(s, map, rows.first + k, rows.weight[k], line, sums);
    }
}

// ---- to codes ------------------------------------------------------------------------------------

// The increase of squared slopes for normals with that sum. Toksvig's (1 - L) / L is the variance of each
// slope, where L is the length of their mean; the width of GGX counts twice the variance. The part that
// rounding of equal normals could cause is subtracted.
static float spread(const tr_levels *normals, const float *sum) {
    const float length = sqrtf(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
    const float mean = fminf(length / sum[3], 1), step = 2 / most_code(normals);
    const float variance = (1 - mean) / fmaxf(mean, 1e-3f) - fmaxf(step * step / 4, 4e-7f);
    return variance > 0 ? 2 * variance : 0;
}

static void write_code(const tr_levels *map, int level, int face, size_t at, float code) {
    const float inside = fminf(fmaxf(code, 0), most_code(map)) + 0.5f;
    if (map->bytes == 1)
        ((uint8_t *)map->data[level][face])[at] = (uint8_t)inside;
    else
        ((uint16_t *)map->data[level][face])[at] = (uint16_t)inside;
}

static void make_normal(const tr_levels *map, float v[4]) {
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), half = 0.5f * most_code(map);
    for (int c = 0; c < 3; c++)
        v[c] = half + half * (length > 0 ? v[c] / length : c == 2);
    v[1] = map->south ? 2 * half - v[1] : v[1];
}

static void write_texel(const level_step *s, int face, int column, int row, const float *sum,
                        const float *normal) {
    const tr_levels *map = s->map;
    const int channels = map->channels, alpha = has_alpha(map) ? channels - 1 : channels;
    const size_t at = ((size_t)row * (size_t)s->width + (size_t)column) * (size_t)channels;
    const float weight = sum[level_terms(map) - 1], of_colour = alpha < channels ? sum[channels] : weight;
    float codes[4] = {0};
    for (int c = 0; c < channels; c++)
        codes[c] = sum[c] / (c < alpha ? of_colour : weight);
    if (is_vectors(map))
        make_normal(map, codes);
    for (int c = 0; c < alpha && map->kind == TR_LEVELS_COLOURS; c++)
        codes[c] = (float)tr_srgb_encode(&s->srgb, codes[c]);
    if (normal) {
        const float square = fminf(codes[map->roughness] + spread(map->normals, normal), 1);
        codes[map->roughness] = most_code(map) * sqrtf(sqrtf(square));
    }
    for (int c = 0; c < channels; c++)
        write_code(map, s->level, face, at + (size_t)c, codes[c]);
}

void level_write_row(const level_step *s, int face, int row, const float *sums, const float *normals) {
    const int terms = level_terms(s->map);
    for (int x = 0; x < s->width; x++)
        write_texel(s, face, x, row, sums + x * terms, normals ? normals + 4 * x : NULL);
}
