// What is found by a few letters.
#include "studio/finder.h"

#include "support.h"

// The best of some texts.
static const char *find(const char *query, int count, const char *const *texts) {
    const char *best = NULL;
    int most = 0;
    for (int i = 0; i < count; i++)
        if (tr_find_score(query, texts[i]) > most)
            most = tr_find_score(query, texts[i]), best = texts[i];
    return best;
}

static void the_best_answer_comes_first(void **state) {
    (void)state;
    static const char *const texts[] = {"Ocean",
                                        "Octaves",
                                        "Cloudiness",
                                        "ocean",
                                        "Type: gas-giant",
                                        "Type: ice-giant",
                                        "Export the textures",
                                        "sea level",
                                        "Screenshot, without the panel"};
    const struct {
        const char *query, *answer;
    } cases[] = {{"oc", "Ocean"},
                 {"oct", "Octaves"},
                 {"gg", "Type: gas-giant"},
                 {"ig", "Type: ice-giant"},
                 {"SEA", "sea level"},
                 {"sl", "sea level"},
                 {"exp", "Export the textures"},
                 {"cloud", "Cloudiness"},
                 {"gas giant", "Type: gas-giant"},
                 {"shot", "Screenshot, without the panel"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(find(cases[i].query, sizeof texts / sizeof texts[0], texts), cases[i].answer);
}

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    assert_int_equal(tr_find_score("xyz", "Ocean"), 0);
    assert_int_equal(tr_find_score("naeco", "Ocean"), 0);
    assert_int_equal(tr_find_score("oceans", "Ocean"), 0);
    assert_int_equal(tr_find_score("", "Ocean"), 1);
    assert_int_equal(tr_find_score("a", ""), 0);
    char many[400];
    memset(many, 'a', sizeof many - 1);
    many[sizeof many - 1] = 0;
    assert_true(tr_find_score("aaaaaaaaaaaaaaaaaaaaaaaab", many) == 0); // and it ends
}

// Words come before beginnings of words, in names and synonyms, and these before letters anywhere.
static void words_come_before_letters(void **state) {
    (void)state;
    const int word = tr_find_rank("green", "Green ground", NULL, NULL),
              synonym = tr_find_rank("green", "Vegetation", "Colour green leaves", NULL),
              beginning = tr_find_rank("green", "greenhouse", NULL, NULL),
              letters = tr_find_rank("green", "Gallery of types and scenes", NULL, NULL);
    assert_true(word > synonym && synonym > beginning && beginning > letters);
    assert_in_range(letters, 1, TR_FIND_WORDS - 1);
    assert_in_range(tr_find_rank("green", "Rock", NULL, "Under green leaves"), TR_FIND_WORDS, beginning);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_answer_comes_first),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(words_come_before_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
