// base/base64.h: the examples of RFC 4648, both alphabets, and what is refused.
#include "base/base64.h"
#include "support.h"
#include <string.h>

static void test_examples(void **state) {
    (void)state;
    static const struct {
        const char *bytes, *letters;
    } examples[] = {{"", ""},
                    {"f", "Zg=="},
                    {"fo", "Zm8="},
                    {"foo", "Zm9v"},
                    {"foob", "Zm9vYg=="},
                    {"fooba", "Zm9vYmE="},
                    {"foobar", "Zm9vYmFy"},
                    {"\xfb\xff\xbf", "+/+/"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        char letters[16] = "", expected[16] = "";
        const size_t bytes = strlen(examples[i].bytes);
        const size_t count = tr_base64_encode(TR_BASE64, (const uint8_t *)examples[i].bytes, bytes, letters);
        assert_string_equal(letters, examples[i].letters);
        assert_int_equal(count, tr_base64_letters(bytes));

        // The other alphabet, whose text is not padded.
        for (size_t j = 0; examples[i].letters[j] && examples[i].letters[j] != '='; j++)
            expected[j] = examples[i].letters[j] == '+'   ? '-'
                          : examples[i].letters[j] == '/' ? '_'
                                                          : examples[i].letters[j];
        memset(letters, 0, sizeof letters);
        tr_base64_encode(TR_BASE64_URL, (const uint8_t *)examples[i].bytes, bytes, letters);
        assert_string_equal(letters, expected);
    }
}

// Every byte at every place, and back. Memory behind the last byte stays.
static void test_there_and_back(void **state) {
    (void)state;
    for (size_t count = 0; count <= 9; count++)
        for (int value = 0; value < 256; value++) {
            uint8_t bytes[10], back[10];
            char letters[16];
            size_t found;
            for (size_t i = 0; i < count; i++)
                bytes[i] = (uint8_t)(value + 101 * (int)i);
            memset(back, 0xee, sizeof back);
            const size_t length = tr_base64_encode(TR_BASE64_URL, bytes, count, letters);
            assert_true(tr_base64_decode_url(letters, length, back, &found));
            assert_int_equal(found, count);
            assert_memory_equal(back, bytes, count);
            assert_int_equal(back[count], 0xee);
        }
}

static void test_what_is_read(void **state) {
    (void)state;
    static const struct {
        const char *letters, *bytes; // NULL: refused
    } texts[] = {
        {"Zm9vYg==", "foob"},  {"Zm9vYg", "foob"}, {" Zm9\nvYg\t", "foob"},
        {"Zm9vYmE=", "fooba"}, {"Zm9vY", NULL},    {"Zm9vYg=", NULL},
        {"Zm9vYg===", NULL},   {"Zm9vYmF=", NULL}, // bits behind the end
        {"Zm9vYh", NULL},      {"Zm=9v", NULL},    {"Zm9v=", NULL},
        {"Zm9+", NULL},        {"Zm9/", NULL},     {"Zm9\x80", NULL},
        {"=", NULL},           {"Z", NULL},
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint8_t bytes[16];
        size_t count;
        assert_int_equal(tr_base64_decode_url(texts[i].letters, strlen(texts[i].letters), bytes, &count),
                         texts[i].bytes != NULL);
        if (texts[i].bytes) {
            assert_int_equal(count, strlen(texts[i].bytes));
            assert_memory_equal(bytes, texts[i].bytes, count);
        }
    }
    assert_false(tr_base64_decode_url("Zm\0v", 4, (uint8_t[3]){0}, &(size_t){0}));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_examples), cmocka_unit_test(test_there_and_back),
                                       cmocka_unit_test(test_what_is_read)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
