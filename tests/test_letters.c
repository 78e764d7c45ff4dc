// Letters found in draw lists.
#include "app/private/letters.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <math.h>

#include <cmocka.h>

typedef struct vertex {
    float x, y, u, v;
    unsigned colour;
} vertex;

static int collect(tr_letters *letters, const vertex *vertices, size_t count) {
    return tr_letters_collect(letters, &vertices[0].u, sizeof vertices[0], count);
}

static void letters_are_found_by_their_marks(void **state) {
    (void)state;
    tr_letters letters = {{0}};
    const vertex drawn[] = {{.u = 0.25f},
                            {.u = tr_letters_mark(0x17b)},
                            {.u = tr_letters_mark(0x17b)},
                            {.u = 1},
                            {.u = tr_letters_mark(0x661f)}};
    assert_int_equal(collect(&letters, drawn, 5), 2);
    assert_true(tr_letters_has(&letters, 0x17b));
    assert_true(tr_letters_has(&letters, 0x661f));
    assert_false(tr_letters_has(&letters, 0x17c));
    assert_int_equal(collect(&letters, drawn, 5), 0); // none of them is new
}

// Each mark differs from all others and from texture coordinates.
static void every_letter_has_a_mark_of_its_own(void **state) {
    (void)state;
    tr_letters letters = {{0}};
    for (unsigned letter = 0; letter < TR_LETTER_COUNT; letter++) {
        const vertex drawn = {.u = tr_letters_mark(letter)};
        assert_false(tr_letters_has(&letters, letter));
        assert_int_equal(collect(&letters, &drawn, 1), 1);
        assert_true(tr_letters_has(&letters, letter));
    }
}

static void other_coordinates_are_no_letters(void **state) {
    (void)state;
    tr_letters letters = {{0}};
    const vertex drawn[] = {
        {.u = 0},      {.u = 1},        {.u = -0.5f},     {.u = -1 - (float)TR_LETTER_COUNT},
        {.u = -1e30f}, {.u = INFINITY}, {.u = -INFINITY}, {.u = NAN}};
    assert_int_equal(collect(&letters, drawn, sizeof drawn / sizeof drawn[0]), 0);
    assert_int_equal(collect(&letters, drawn, 0), 0);
    for (unsigned letter = 0; letter < TR_LETTER_COUNT; letter++)
        assert_false(tr_letters_has(&letters, letter));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(letters_are_found_by_their_marks),
        cmocka_unit_test(every_letter_has_a_mark_of_its_own),
        cmocka_unit_test(other_coordinates_are_no_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
