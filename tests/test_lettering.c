// Text in images: position, pixels left unchanged, and no access outside the canvas.
#include "export/lettering.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>

enum { width = 300, height = 60 };

typedef struct fixture {
    tr_lettering *lettering;
    tr_canvas canvas;
} fixture;

static const uint8_t white[3] = {255, 255, 255};

static int start(void **state) {
    fixture *f = calloc(1, sizeof *f);
    f->canvas = (tr_canvas){width, height, calloc((size_t)width * height, 3)};
    *state = f;
    return tr_lettering_create(30, &f->lettering, NULL) == TR_OK ? 0 : -1;
}

static int end(void **state) {
    fixture *f = *state;
    tr_lettering_destroy(f->lettering);
    free(f->canvas.rgb);
    free(f);
    return 0;
}

static int at(const fixture *f, int x, int y) { return f->canvas.rgb[3 * (y * width + x)]; }

// The range of columns and rows that are not black.
static void find_ink(const fixture *f, int *left, int *right, int *top, int *bottom) {
    *left = width, *right = -1, *top = height, *bottom = -1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (at(f, x, y)) {
                *left = x < *left ? x : *left, *right = x > *right ? x : *right;
                *top = y < *top ? y : *top, *bottom = y > *bottom ? y : *bottom;
            }
}

static void test_letters_stand_on_the_base_line(void **state) {
    fixture *f = *state;
    int left, right, top, bottom;
    tr_lettering_draw(f->lettering, &f->canvas, 20, 40, "Hill", white);
    find_ink(f, &left, &right, &top, &bottom);
    assert_int_equal(bottom, 39); // the last row above the baseline
    assert_true(top > 12 && top < 24);
    assert_true(left >= 20 && left <= 24);
    assert_true(right <= 20 + tr_lettering_width(f->lettering, "Hill"));
    assert_true(right >= 14 + tr_lettering_width(f->lettering, "Hill"));
}

// Edges are antialiased: some pixels are grey.
static void test_letters_are_smooth(void **state) {
    fixture *f = *state;
    tr_lettering_draw(f->lettering, &f->canvas, 10.3, 40, "planet", white);
    int grey = 0, full = 0;
    for (int i = 0; i < width * height; i++) {
        grey += f->canvas.rgb[3 * i] > 20 && f->canvas.rgb[3 * i] < 235;
        full += f->canvas.rgb[3 * i] == 255;
    }
    assert_true(grey > 100 && full > 100);
}

static void test_width_is_that_of_characters_not_bytes(void **state) {
    fixture *f = *state;
    const double o = tr_lettering_width(f->lettering, "o"),
                 umlaut = tr_lettering_width(f->lettering, "\xc3\xb6");
    assert_true(tr_lettering_width(f->lettering, "") == 0);
    assert_true(fabs(umlaut - o) < 0.01 * o);
    assert_true(fabs(tr_lettering_width(f->lettering, "oooo") - 4 * o) < 0.01);
    assert_true(tr_lettering_width(f->lettering, "il") < tr_lettering_width(f->lettering, "MW"));
}

// Greek, Cyrillic and Latin letters with diacritics have their own glyphs, not boxes or question marks.
static void test_letters_of_names_are_in_the_typeface(void **state) {
    fixture *f = *state;
    static const char *const texts[] = {"?",        "\xee\x80\x80", "\xc5\xbb", "\xc5\x82",
                                        "\xce\xa9", "\xd0\x96",     "\xd1\x8f"};
    enum { count = sizeof texts / sizeof texts[0], bytes = 3 * width * height };
    static uint8_t seen[count][bytes];
    for (size_t i = 0; i < count; i++) {
        memset(f->canvas.rgb, 0, bytes);
        tr_lettering_draw(f->lettering, &f->canvas, 20, 40, texts[i], white);
        memcpy(seen[i], f->canvas.rgb, bytes);
        for (size_t k = 0; k < i; k++)
            assert_memory_not_equal(seen[k], seen[i], bytes);
    }
}

// Draws across every edge, with invalid UTF-8, also at its end. The sanitizers find accesses outside.
static void test_nothing_leads_beyond_the_canvas(void **state) {
    fixture *f = *state;
    static const char *const texts[] = {"Terrella",         "\xc3",  "\xf0\x9f", "\xff\xfe",
                                        "\xf0\x9f\xaa\x90", "a\x80z"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (int x = -400; x <= 400; x += 57)
            for (int y = -50; y <= 120; y += 17)
                tr_lettering_draw(f->lettering, &f->canvas, x, y, texts[i], white);
}

// Encodes a character below 0x10000 as UTF-8.
static void put_character(char text[4], int character) {
    char *s = text;
    if (character < 0x80) {
        *s++ = (char)character;
    } else {
        if (character < 0x800) {
            *s++ = (char)(0xc0 | character >> 6);
        } else {
            *s++ = (char)(0xe0 | character >> 12);
            *s++ = (char)(0x80 | (character >> 6 & 0x3f));
        }
        *s++ = (char)(0x80 | (character & 0x3f));
    }
    *s = 0;
}

// An assert in the code fails if a glyph does not fit; asserts are enabled here.
static void test_every_letter_has_room_to_be_drawn_in(void **state) {
    fixture *f = *state;
    static const double sizes[] = {6, 40, 400};
    for (int i = 0; i < 3; i++) {
        tr_lettering *lettering;
        assert_int_equal(tr_lettering_create(sizes[i], &lettering, NULL), TR_OK);
        for (int character = 0x20; character < 0x10000; character += character < 0x180 ? 1 : 37) {
            char text[4];
            put_character(text, character);
            tr_lettering_draw(lettering, &f->canvas, 0, height, text, white);
        }
        tr_lettering_destroy(lettering);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_letters_stand_on_the_base_line, start, end),
        cmocka_unit_test_setup_teardown(test_letters_are_smooth, start, end),
        cmocka_unit_test_setup_teardown(test_width_is_that_of_characters_not_bytes, start, end),
        cmocka_unit_test_setup_teardown(test_letters_of_names_are_in_the_typeface, start, end),
        cmocka_unit_test_setup_teardown(test_every_letter_has_room_to_be_drawn_in, start, end),
        cmocka_unit_test_setup_teardown(test_nothing_leads_beyond_the_canvas, start, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
