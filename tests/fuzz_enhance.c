// Any bytes as options and a 16-bit height map that is enhanced. Options are refused, or given points keep
// their value and the result depends on neither tiles nor the instruction set.
#include "fuzz.h"
#include "noise/grids/enhance.h"

enum { head = 20, samples = 1 << 15 }; // bytes before the heights; the largest result

static int least(int a, int b) { return a < b ? a : b; }

static void compute(const tr_enhancement *enhancement, int columns, int rows, uint16_t *out) {
    const int width = tr_enhance_width(enhancement), height = tr_enhance_height(enhancement);
    for (int top = 0; top < height; top += rows)
        for (int left = 0; left < width; left += columns)
            tr_enhance_tile(enhancement, 0, left, top, least(columns, width - left), least(rows, height - top),
                            (size_t)width, out + (size_t)top * (size_t)width + left);
}

static void look(const tr_enhance_numbers *numbers, const tr_enhancement *best, const tr_enhancement *other) {
    static uint16_t whole[samples], cut[samples];
    const int width = tr_enhance_width(best), height = tr_enhance_height(best);
    const double roughness = tr_enhance_roughness(best);
    expect(roughness >= 0 && roughness <= 1 && roughness == tr_enhance_roughness(other), "a roughness is one");
    compute(best, TR_ENHANCE_TILE_COLUMNS, TR_ENHANCE_TILE_ROWS, whole);
    compute(other, 34, 22, cut);
    expect(memcmp(whole, cut, (size_t)width * (size_t)height * sizeof *whole) == 0,
           "tiles do not change the result");
    expect(width == numbers->width << numbers->times && height == numbers->height << numbers->times,
           "each texel becomes as many");
}

// Whether the result is small enough to check.
static bool is_small(const tr_enhance_numbers *n) {
    return n->times < 0 || n->times > TR_ENHANCE_MAX_TIMES || n->width * n->height <= samples >> 2 * n->times;
}

static void enhance(const tr_enhance_numbers *numbers) {
    tr_pool *pool;
    tr_enhancement *best = NULL, *other = NULL;
    tr_error error = {0};
    expect(tr_pool_create(1, &pool, NULL) == TR_OK, "a thread");
    const tr_status status = tr_enhance_create(numbers, tr_isa_best(), pool, &best, &error);
    expect(status == TR_OK || (status == TR_BAD_INPUT && error.message[0] && !best),
           "it is accepted or refused");
    if (status == TR_OK) {
        expect(tr_enhance_create(numbers, TR_ISA_BASELINE, pool, &other, NULL) == TR_OK,
               "the result is the same again");
        look(numbers, best, other);
    }
    tr_enhance_destroy(best);
    tr_enhance_destroy(other);
    tr_pool_destroy(pool);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < head + 2)
        return 0;
    const size_t count = (size - head) / 2;
    uint16_t *heights = malloc(count * 2);
    tr_enhance_numbers numbers = {.width = data[0], // 0 and 1 are refused
                                  .times = (int8_t)data[1],
                                  .wrap_x = data[2] & 1,
                                  .wrap_y = data[2] & 2,
                                  .estimate = data[2] & 4};
    if (!heights)
        return 0;
    memcpy(&numbers.roughness, data + 4, 8), memcpy(&numbers.seed, data + 12, 8);
    memcpy(heights, data + head, count * 2);
    numbers.height = numbers.width ? (int)count / numbers.width : 0;
    numbers.heights = heights;
    if (is_small(&numbers))
        enhance(&numbers);
    free(heights);
    return 0;
}
