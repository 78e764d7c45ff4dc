// Maps of biomes: the colours or numbers of a picture, and the climate that belongs to them.
#include "fields/private/own_biome.h"

#include "base/size.h"

#include <string.h>

enum { most_colours = 64 };

static const float coldest = -64, warmest = 64; // degrees of the codes 0 and 65535

// ---- reading -----------------------------------------------------------------------------------

// The colours that may be in a picture, and what they mean.
typedef struct key {
    tr_legend_colour colours[TR_BIOME_COUNT + TR_MAX_LEGEND];
    int means[TR_BIOME_COUNT + TR_MAX_LEGEND];
    int count;
} key;

static void add(key *k, const uint8_t srgb[3], int means) {
    memcpy(k->colours[k->count].srgb, srgb, 3);
    k->means[k->count++] = means;
}

// The recipe's legend and the colours of our own biomes, or the numbers of our own maps, which are greys.
static key find_key(const tr_recipe *recipe, bool numbers) {
    key k = {0};
    for (int i = 0; i < recipe->legend_count; i++)
        add(&k, recipe->legend[i].srgb, recipe->legend[i].means);
    for (int i = 0; i < TR_BIOME_COUNT; i++) {
        const uint8_t grey[3] = {(uint8_t)i, (uint8_t)i, (uint8_t)i};
        add(&k, numbers ? grey : tr_biome_colours[i], i);
    }
    return k;
}

static int apart(const uint8_t *a, const uint8_t *b) {
    int sum = 0;
    for (int c = 0; c < 3; c++)
        sum += (a[c] - b[c]) * (a[c] - b[c]);
    return sum; // squared
}

enum { near = 24 * 24 };

// The index of the colour of the legend that is nearest.
static int find_nearest(const key *k, const uint8_t *srgb) {
    int best = 0;
    for (int i = 1; i < k->count; i++)
        best = apart(k->colours[i].srgb, srgb) < apart(k->colours[best].srgb, srgb) ? i : best;
    return best;
}

// Refuses a picture with a colour that the legend does not have.
static tr_status check_colours(const tr_legend_colour *found, int count, const key *k, tr_error *error) {
    const double least = 0.01; // of the area
    for (int i = 0; i < count; i++) {
        const int best = find_nearest(k, found[i].srgb);
        const uint8_t *is = found[i].srgb, *has = k->colours[best].srgb;
        if (found[i].area >= least && apart(is, has) > near)
            return tr_fail(
                error, TR_BAD_INPUT,
                "%.1f %% of it has the colour %02x%02x%02x, which the legend does not have; the nearest is "
                "%02x%02x%02x, %s. A \"legend\" in the recipe says what colours mean: --set "
                "'legend.NAME={\"colour\":\"%02x%02x%02x\",\"means\":\"%s\"}'",
                100 * found[i].area, is[0], is[1], is[2], has[0], has[1], has[2],
                tr_meaning_names[k->means[best]], is[0], is[1], is[2], tr_meaning_names[k->means[best]]);
    }
    return TR_OK;
}

// Refuses a picture most of which has no colour of the legend, such as a photograph.
static tr_status check_known(const tr_image_request *request, const key *k, double known, tr_error *error) {
    enum { most_told = 3 };
    tr_legend_colour found[most_colours];
    char others[96] = "";
    int count = 0, told = 0;
    if (known >= 0.5)
        return TR_OK;
    const tr_status status = tr_legend_list_all(request, most_colours, found, &count, error);
    if (status != TR_OK)
        return status;
    for (int i = 0; i < count && told < most_told; i++) {
        const uint8_t *c = found[i].srgb;
        if (apart(c, k->colours[find_nearest(k, c)].srgb) > near)
            snprintf(others + strlen(others), sizeof others - strlen(others), "%s%02x%02x%02x",
                     told++ ? ", " : "; the commonest others are ", c[0], c[1], c[2]);
    }
    return tr_fail(
        error, TR_BAD_INPUT,
        "only %.0f %% of it has colours of the legend%s. Give it flat colours, or a \"legend\" in the recipe "
        "that says what they mean: --set 'legend.NAME={\"colour\":\"rrggbb\",\"means\":\"taiga\"}'. "
        "Colours of the ground are a map of the kind colour: --map colour=FILE",
        100 * known, others);
}

// Refuses a grey picture, such as heights or rain, unless a legend says what greys mean.
static tr_status check_grey(const tr_recipe *recipe, const tr_image_facts *facts, tr_error *error) {
    const uint8_t *desert = tr_biome_colours[TR_BIOME_HOT_DESERT];
    if (facts->coloured || recipe->legend_count > 0)
        return TR_OK;
    return tr_fail(
        error, TR_BAD_INPUT,
        "it is grey, and biomes have colours, such as %02x%02x%02x for hot desert, or the greys 0 to %d "
        "of a biome map that Terrella exported. Give it those, or a \"legend\" in the recipe that says what "
        "its greys mean: --set 'legend.NAME={\"colour\":\"808080\",\"means\":\"taiga\"}'. "
        "Maps of height, land, rain and temperature are grey: --map height=FILE",
        desert[0], desert[1], desert[2], TR_BIOME_COUNT - 1);
}

// Continues what is given over what is not, as means of neighbours: the climate of a coast is that of its land,
// up to the coast. state, for each texel: 0: not given, 1: given.
static tr_status grow(const tr_image *image, uint8_t *state, const tr_watch *watch, tr_error *error) {
    enum { rings = 8 }; // coarser levels need several
    const int width = image->levels[0].width, height = image->levels[0].height;
    for (int ring = 1; ring <= rings; ring++)
        for (int y = 0; y < height; y++) {
            if (tr_watch_stopped(watch))
                return tr_watch_check(watch, error);
            for (int x = 0; x < width; x++) {
                uint8_t *here = state + (size_t)y * (size_t)width + (size_t)x;
                int sum = 0, count = 0;
                for (int dy = -1; dy <= 1 && !*here; dy++)
                    for (int dx = -1; dx <= 1; dx++) {
                        const int row = y + dy, next = x + dx;
                        const int column = image->wraps ? (next + width) % width : next;
                        if (row < 0 || row >= height || column < 0 || column >= width)
                            continue;
                        const uint8_t there = state[(size_t)row * (size_t)width + (size_t)column];
                        if (there > 0 && there <= ring)
                            sum += tr_image_row(image, row)[column], count++;
                    }
                if (count > 0) {
                    *here = (uint8_t)(ring + 1);
                    tr_image_row(image, y)[x] = (uint16_t)(sum / count);
                    tr_image_coverage_row(image, y)[x] = 255;
                }
            }
        }
    return TR_OK;
}

// An image of the same shape; codes are those of each meaning. A negative code is not given; grows: texels near
// given ones get their mean.
static tr_status paint(const tr_image *from, const key *k, const int *codes, double low, double step,
                       bool indices, bool grows, const tr_image_request *request, tr_image *out,
                       tr_error *error) {
    const tr_image_level *level = &from->levels[0];
    const tr_image_shape shape = {.width = level->width,
                                  .height = level->height,
                                  .west = from->west,
                                  .south = from->south,
                                  .east = from->east,
                                  .north = from->north,
                                  .low = low,
                                  .step = step,
                                  .indices = indices,
                                  .coverage = true};
    tr_status status = tr_image_create(&shape, out, error);
    uint8_t *state = grows ? tr_allocate((size_t)level->width, (size_t)level->height) : NULL;
    if (grows && !state && status == TR_OK)
        status = tr_fail(error, TR_NO_MEMORY, "no memory for a map of biomes");
    for (int row = 0; row < shape.height && status == TR_OK; row++)
        for (int column = 0; column < shape.width; column++) {
            const size_t at = (size_t)row * level->stride + (size_t)column;
            const int code = codes[k->means[level->codes[at]]];
            tr_image_row(out, row)[column] = (uint16_t)(code < 0 ? 0 : code);
            tr_image_coverage_row(out, row)[column] = code < 0          ? 0
                                                      : level->coverage ? level->coverage[at]
                                                                        : 255;
            if (state)
                state[(size_t)row * (size_t)level->width + (size_t)column] = code >= 0;
        }
    if (state && status == TR_OK)
        status = grow(out, state, request->watch, error);
    tr_free(state);
    return status == TR_OK ? tr_image_complete(out, request->pool, request->watch, error) : status;
}

static tr_status paint_all(const tr_image *from, const key *k, const tr_image_request *request, own_images *out,
                           tr_error *error) {
    enum { meanings = TR_MEANS_MOUNTAINS + 1 };
    int land[meanings], number[meanings], warmth[meanings], moisture[meanings];
    for (int i = 0; i < meanings; i++) {
        const bool given = i < TR_BIOME_COUNT, water = i <= TR_BIOME_SEA_ICE || i == TR_BIOME_WATER;
        land[i] = i <= TR_BIOME_SEA_ICE ? 0 : 65535;
        number[i] = given ? i + 1 : 0;
        warmth[i] = !given || (water && i != TR_BIOME_SEA_ICE)
                        ? -1
                        : (int)(((float)tr_biome_climates[i][0] - coldest) / (warmest - coldest) * 65535);
        moisture[i] = !given || water ? -1 : (int)(((float)tr_biome_climates[i][1] + 1) / 3 * 65535);
    }
    const double degrees = (double)(warmest - coldest) / 65535;
    tr_status status = paint(from, k, land, 0, 1 / 65535.0, false, false, request, &out->images[0], error);
    if (status == TR_OK)
        status = paint(from, k, number, 0, 1, true, false, request, &out->images[OWN_BIOMES], error);
    if (status == TR_OK)
        status = paint(from, k, warmth, (double)coldest, degrees, false, true, request,
                       &out->images[OWN_WARMTH], error);
    if (status == TR_OK)
        status =
            paint(from, k, moisture, -1, 3 / 65535.0, false, true, request, &out->images[OWN_MOISTURE], error);
    return status;
}

tr_status own_biome_read(const tr_image_request *request, const tr_recipe *recipe, own_images *out,
                         tr_error *error) {
    const bool numbers = !out->facts.coloured && out->facts.highest * 255 < TR_BIOME_COUNT - 0.5;
    const key k = find_key(recipe, numbers);
    tr_image image = {0};
    tr_legend_colour found[most_colours];
    int count = 0;
    tr_image_clear(&out->images[0]);
    tr_status status = numbers ? TR_OK : check_grey(recipe, &out->facts, error);
    if (status == TR_OK && !numbers)
        status = tr_legend_list(request, most_colours, found, &count, error);
    if (status == TR_OK)
        status = check_colours(found, count, &k, error);
    if (status == TR_OK)
        status = tr_legend_read(request, k.colours, k.count, &image, &out->facts, error);
    if (status == TR_OK && !numbers)
        status = check_known(request, &k, out->facts.known, error);
    if (status == TR_OK)
        status = paint_all(&image, &k, request, out, error);
    tr_image_clear(&image);
    out->facts.lowest = 0, out->facts.highest = 1;
    return status;
}
