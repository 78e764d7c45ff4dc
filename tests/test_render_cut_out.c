// A picture over black and the same picture over white give one with alpha, which blends correctly over any
// background.
#include "render/render.h"
#include "support.h"

static int over(int colour, int alpha, int ground) {
    return (colour * alpha + ground * (255 - alpha) + 127) / 255;
}

static void what_is_cut_out_lies_over_anything(void **state) {
    (void)state;
    static const uint8_t black[][3] = {{0, 0, 0}, {200, 100, 50}, {60, 30, 10}, {10, 20, 30}};
    static const uint8_t white[][3] = {{255, 255, 255}, {200, 100, 50}, {188, 158, 138}, {255, 255, 255}};
    uint8_t rgba[4][4];
    tr_cut_out(4, black[0], white[0], rgba[0]);
    assert_int_equal(rgba[0][3], 0);   // empty
    assert_int_equal(rgba[1][3], 255); // ground
    assert_memory_equal(rgba[1], black[1], 3);
    assert_int_equal(rgba[2][3], 127); // half covered
    for (int c = 0; c < 3; c++) {
        assert_in_range(over(rgba[2][c], rgba[2][3], 0) + 1, black[2][c], black[2][c] + 2);
        assert_in_range(over(rgba[2][c], rgba[2][3], 255) + 1, white[2][c], white[2][c] + 2);
    }
    for (int c = 0; c < 3; c++) // a glow, which covers nothing, still adds light over black
        assert_in_range(over(rgba[3][c], rgba[3][3], 0) + 1, black[3][c], black[3][c] + 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_cut_out_lies_over_anything)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
