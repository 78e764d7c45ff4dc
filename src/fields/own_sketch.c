#include "fields/private/own_sketch.h"

#include "base/maths.h"
#include "noise/kernels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { most_colours = 24, lane = TR_BLOCK_SAMPLES + TR_BATCH_SAMPLES };

typedef enum meaning { sea, land, mountains, dry, wet, meanings } meaning;

// ---- what colours mean -------------------------------------------------------------------------

// Hue in degrees, saturation and value 0 … 1 (Smith 1978).
static void find_hue(const uint8_t srgb[3], double *hue, double *saturation, double *value) {
    const int r = srgb[0], g = srgb[1], b = srgb[2];
    const int low = tr_min(r, tr_min(g, b)), high = -tr_min(-r, tr_min(-g, -b));
    const double span = high - low;
    *value = high / 255.0, *saturation = high > 0 ? span / high : 0;
    *hue = span == 0   ? 0
           : high == r ? 60 * (g - b) / span
           : high == g ? 120 + 60 * (b - r) / span
                       : 240 + 60 * (r - g) / span;
    *hue += *hue < 0 ? 360 : 0;
}

static meaning meaning_of(const uint8_t srgb[3]) {
    double hue, saturation, value;
    find_hue(srgb, &hue, &saturation, &value);
    if (saturation > 0.15 && hue > 165 && hue < 270)
        return sea;
    if (saturation <= 0.15)
        return value > 0.35 ? mountains : land; // grey and white; black lines are land
    if (hue >= 10 && hue < 50 && value < 0.75)
        return mountains; // brown
    if (hue >= 20 && hue < 68 && value >= 0.75)
        return dry; // yellow and sand
    return hue >= 75 && hue <= 165 && value < 0.5 ? wet : land;
}

// What the recipe's legend says; `meanings` if it does not have that colour.
static meaning find_legend(const tr_recipe *recipe, const uint8_t srgb[3]) {
    static const meaning of_biomes[] = {sea,  sea, sea, land, land, mountains, dry, land, land,     land,
                                        land, wet, dry, land, land, wet,       wet, land, mountains};
    enum { near = 24 * 24 };
    int best = -1, least = near + 1;
    for (int i = 0; i < recipe->legend_count; i++) {
        const uint8_t *c = recipe->legend[i].srgb;
        const int r = c[0] - srgb[0], g = c[1] - srgb[1], b = c[2] - srgb[2], far = r * r + g * g + b * b;
        if (far < least)
            best = i, least = far;
    }
    return best < 0 ? meanings : of_biomes[recipe->legend[best].means];
}

// What each colour means. What covers most of the land is plain land, unless the legend says otherwise.
static void find_meanings(const tr_recipe *recipe, const tr_legend_colour *colours, int count, meaning *means) {
    bool found = false;
    for (int i = 0; i < count; i++) { // largest first
        const meaning said = find_legend(recipe, colours[i].srgb);
        means[i] = said < meanings ? said : meaning_of(colours[i].srgb);
        if (means[i] != sea && !found)
            means[i] = said < meanings ? said : land, found = true;
    }
}

// ---- what was read, in words -------------------------------------------------------------------

static const char *word_of(const uint8_t srgb[3]) {
    static const struct {
        double below;
        const char *word;
    } hues[] = {{12, "red"},   {38, "orange"},  {70, "yellow"}, {165, "green"},
                {270, "blue"}, {330, "purple"}, {361, "red"}};
    double hue, saturation, value;
    int i = 0;
    find_hue(srgb, &hue, &saturation, &value);
    if (value < 0.15)
        return "black";
    if (saturation <= 0.15)
        return value > 0.9 ? "white" : "grey";
    if (hue >= 10 && hue < 50 && value < 0.75)
        return "brown";
    while (hue >= hues[i].below)
        i++;
    return i == 3 && value < 0.5 ? "dark green" : hues[i].word;
}

// clear: the part of the picture that is transparent.
static void tell(const tr_legend_colour *colours, const meaning *means, int count, double clear,
                 own_images *out) {
    static const char *const words[] = {"sea", "land", "mountains", "dry", "wet"};
    size_t used = 0, size = sizeof out->told;
    for (meaning m = 0; m < meanings; m++) {
        const size_t first = used; // where the words of this meaning begin
        double part = 0;
        for (int i = 0; i < count && used < size; i++) {
            const char *word = colours[i].clear ? "transparent" : word_of(colours[i].srgb);
            if (means[i] != m)
                continue;
            part += colours[i].clear ? clear : (1 - clear) * colours[i].area;
            if (used == first || strstr(out->told + first, word) == NULL)
                used += (size_t)snprintf(out->told + used, size - used, "%s%s",
                                         used > first ? " and "
                                         : used       ? ", "
                                                      : "",
                                         word);
        }
        if (part > 0 && used < size)
            used += (size_t)snprintf(out->told + used, size - used, " %.*f %% %s", part < 0.01, 100 * part,
                                     words[m]);
    }
}

// ---- images ------------------------------------------------------------------------------------

// An image with the value of each colour's meaning.
static tr_status paint(const tr_image *sketch, const meaning *means, const float *values,
                       const tr_image_request *request, tr_image *out, tr_error *error) {
    const tr_image_level *from = &sketch->levels[0];
    const tr_image_shape shape = {.width = from->width,
                                  .height = from->height,
                                  .west = sketch->west,
                                  .south = sketch->south,
                                  .east = sketch->east,
                                  .north = sketch->north,
                                  .step = 1 / 65535.0,
                                  .coverage = from->coverage != NULL};
    const tr_status status = tr_image_create(&shape, out, error);
    for (int row = 0; row < shape.height && status == TR_OK; row++)
        for (int column = 0; column < shape.width; column++) {
            const size_t at = (size_t)row * from->stride + (size_t)column;
            tr_image_row(out, row)[column] = (uint16_t)(values[means[from->codes[at]]] * 65535 + 0.5f);
            if (from->coverage)
                tr_image_coverage_row(out, row)[column] = from->coverage[at];
        }
    return status == TR_OK ? tr_image_complete(out, request->pool, request->watch, error) : status;
}

static tr_status paint_all(const tr_image *sketch, const meaning *means, int count,
                           const tr_image_request *request, own_images *out, tr_error *error) {
    static const float lands[] = {0, 1, 1, 1, 1}, uplifts[] = {0, 0, 1, 0, 0},
                       rains[] = {0.5f, 0.5f, 0.5f, 0, 1};
    bool has[meanings] = {false};
    for (int i = 0; i < count; i++)
        has[means[i]] = true;
    tr_status status = paint(sketch, means, lands, request, &out->images[0], error);
    if (status == TR_OK && has[mountains])
        status = paint(sketch, means, uplifts, request, &out->images[OWN_UPLIFT], error);
    if (status == TR_OK && (has[dry] || has[wet]))
        status = paint(sketch, means, rains, request, &out->images[OWN_RAIN], error);
    return status;
}

tr_status own_sketch_read(const tr_image_request *request, const tr_recipe *recipe, own_images *out,
                          tr_error *error) {
    tr_legend_colour colours[most_colours];
    meaning means[most_colours];
    tr_image sketch = {0};
    int count = 0, seas = 0;
    tr_image_clear(&out->images[0]);
    tr_status status = tr_legend_list(request, most_colours, colours, &count, error);
    if (status != TR_OK)
        return status;
    find_meanings(recipe, colours, count, means);
    for (int i = 0; i < count; i++)
        seas += means[i] == sea;
    const bool clear_sea = seas == 0 && count < most_colours; // as programs that draw in layers save continents
    if (clear_sea)
        colours[count] = (tr_legend_colour){.clear = true}, means[count++] = sea;
    status = tr_legend_read(request, colours, count, &sketch, &out->facts, error);
    const double clear = out->facts.clear;
    if (status == TR_OK && (clear_sea ? clear == 0 : seas == 0 || seas == count))
        status = tr_fail(
            error, TR_BAD_INPUT,
            "land and sea cannot be told apart: paint the sea blue, or leave it transparent, and land in other "
            "colours; or paint the sea black and land white; or say what its colours mean by a legend");
    if (status == TR_OK)
        status = paint_all(&sketch, means, count, request, out, error);
    tr_image_clear(&sketch);
    out->colours = count - clear_sea;
    tell(colours, means, count, clear_sea ? clear : 0, out);
    out->facts.lowest = 0, out->facts.highest = 1;
    return status;
}

// ---- for terrains ------------------------------------------------------------------------------

void own_sketch_uplift(int count, float *value, float *weight) {
    const float elsewhere = 0.5f; // mountains of ours are half as high where none are drawn
    for (int i = 0; i < count; i++) {
        const float drawn = tr_clampf(value[i], 0, 1);
        weight[i] *= elsewhere + (1 - elsewhere) * drawn;
        value[i] = drawn;
    }
}

void own_sketch_rain(int count, float *value, float *weight) {
    const float desert = 0.04f, forest = 0.85f, strong = 0.85f;
    for (int i = 0; i < count; i++) {
        const float drawn = tr_clampf(2 * value[i] - 1, -1, 1);
        weight[i] *= strong * (drawn < 0 ? -drawn : drawn);
        value[i] = drawn < 0 ? desert : forest;
    }
}

// ---- coasts ------------------------------------------------------------------------------------

// How far a coast may move, as the standard deviation in texels, so that on average it moves `beyond` texels
// farther than half a texel: only then does a texel change. For a normal distribution.
static double deviation_of(double beyond) {
    static const double table[][2] = {{0, 0},       {0.008, 0}, {0.03, 0.2}, {0.07, 0.37},
                                      {0.17, 0.62}, {0.4, 1},   {1.2, 2}};
    enum { last = sizeof table / sizeof table[0] - 1 };
    int i = 0;
    while (i + 1 < last && beyond > table[i + 1][0])
        i++;
    const double t = (beyond - table[i][0]) / (table[i + 1][0] - table[i][0]);
    return table[i][1] + (t < 1 ? t : 1) * (table[i + 1][1] - table[i][1]);
}

// The part of a mask's texels that lie on a coast.
static double coast_of(const tr_image_level *level) {
    double texels = 0;
    for (int y = 0; y + 1 < level->height; y++)
        for (int x = 0; x + 1 < level->width; x++) {
            const size_t at = (size_t)y * level->stride + (size_t)x;
            const bool here = level->codes[at] >= 0x8000;
            texels += here != (level->codes[at + 1] >= 0x8000) ||
                      here != (level->codes[at + level->stride] >= 0x8000);
        }
    return texels / ((double)level->width * level->height);
}

void own_coast_measure(own_images *images) {
    const double changed = 0.002, full_width = 2048; // part of the texels; see the header
    const tr_image *mask = &images->images[0];
    const double texel = (mask->east - mask->west) / mask->levels[0].width;
    const double coarse = 2 * TR_PI / texel < full_width ? full_width * texel / (2 * TR_PI) : 1;
    const double coast = coast_of(&mask->levels[0]), beyond = coast > 0 ? changed / coast : 0;
    const double deviation = deviation_of(beyond), most = 1.3 * coarse;
    const double soft = tr_clamp(beyond / 0.3, 0, 1) * tr_clamp(coarse - 1, 0, 1);
    const double far = deviation < most ? deviation : most, near = 0.15; // texels
    images->reach = texel * (far > near ? far : near);
    images->limit = texel * (0.2 + 2.8 * far);
    images->soft = texel * (1 + 0.5 * soft);
    if (images->images[OWN_BIOMES].level_count == 0)
        return;
    const double row = (mask->north - mask->south) / mask->levels[0].height, side = fmin(texel, row);
    images->reach = side * tr_clamp(far, near, 0.3), images->limit = 0.45 * side;
}

own_coast own_coast_prepare(const tr_recipe *recipe, const tr_own_map *map, const own_images *images) {
    const double rms = 0.115; // of the noise
    const double texel = (images->images[0].east - images->images[0].west) / images->images[0].levels[0].width;
    const double more = map->softness > 1 ? map->softness : 1;
    own_coast coast = {.amount = images->reach * map->softness / rms};
    tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                  .interpolation = TR_INTERPOLATION_QUINTIC,
                                  .octaves = 10,
                                  .persistence = 0.62,
                                  .lacunarity = 2,
                                  .scale = 1 / (10 * texel * more),
                                  .stretch = {1, 1, 1},
                                  .seed = tr_recipe_seed(recipe, "coast")};
    if (coast.amount <= 0)
        return coast;
    coast.soft = images->soft, coast.narrows = images->images[OWN_BIOMES].level_count > 0;
    coast.limit = images->limit * (coast.narrows ? fmin(map->softness, 1) : map->softness);
    tr_fractal_prepare(&numbers, &coast.moves);
    numbers.octaves = 2, numbers.scale = 2.5, numbers.seed++;
    tr_fractal_prepare(&numbers, &coast.where);
    return coast;
}

// Moves samples by noise times factors, by less than `limit` times `narrow`. Either may be NULL.
static void move(const tr_fractal_plan *noise, double amount, const float *factor, float limit,
                 const float *narrow, tr_isa isa, int width, const tr_samples *at, float *const moved[3]) {
    const size_t bytes = (size_t)at->count * sizeof(float);
    float d[3][lane];
    memcpy(moved[0], at->x, bytes), memcpy(moved[1], at->y, bytes), memcpy(moved[2], at->z, bytes);
    memset(d[0], 0, bytes), memset(d[1], 0, bytes), memset(d[2], 0, bytes);
    tr_fractal_add_vector(noise, isa, width, 0, noise->count, amount, at, d[0], d[1], d[2]);
    for (int i = 0; i < at->count; i++) {
        const float f = factor ? factor[i] : 1, x = f * d[0][i], y = f * d[1][i], z = f * d[2][i];
        const float most = narrow ? limit * narrow[i] : limit;
        const float less = most / __builtin_sqrtf(most * most + x * x + y * y + z * z);
        d[0][i] = less * x, d[1][i] = less * y, d[2][i] = less * z;
    }
    TR_KERNEL_OF(isa, tr_displace)(at->count, d[0], d[1], d[2], moved[0], moved[1], moved[2]);
}

void own_coast_move(const own_coast *coast, tr_isa isa, int width, const tr_samples *at,
                    float *const moved[3]) {
    float wild[lane], noise[lane], narrow[lane];
    tr_fractal_evaluate(&coast->where, isa, width, at, wild, noise, narrow);
    for (int i = 0; i < at->count; i++) {
        const float more = tr_smoothf(-0.4f, 0.5f, wild[i]), x = at->x[i], z = at->z[i];
        narrow[i] = __builtin_sqrtf(x * x + z * z); // columns of a map meet at the poles
        wild[i] = narrow[i] * (0.55f + 1.3f * more * more);
    }
    move(&coast->moves, coast->amount, wild, (float)coast->limit, coast->narrows ? narrow : NULL, isa, width,
         at, moved);
}

void own_inland_prepare(const tr_recipe *recipe, tr_fractal_plan *inland) {
    const tr_fractal_numbers numbers = {.basis = TR_BASIS_PERLIN,
                                        .interpolation = TR_INTERPOLATION_QUINTIC,
                                        .octaves = 3,
                                        .persistence = 0.45,
                                        .lacunarity = 2,
                                        .scale = 4,
                                        .stretch = {1, 1, 1},
                                        .seed = tr_recipe_seed(recipe, "inland")};
    tr_fractal_prepare(&numbers, inland);
}

void own_inland_move(const tr_fractal_plan *inland, tr_isa isa, int width, const tr_samples *at,
                     float *const moved[3]) {
    move(inland, 0.13, NULL, 0.1f, NULL, isa, width, at, moved);
}
