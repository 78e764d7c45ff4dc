// Search by a few letters.
#include "editor/finder.h"

#include "support.h"

static int rank_of(const char *query, const char *name) { return tr_find_rank(query, name, NULL, NULL); }

// The text with the highest rank.
static const char *find(const char *query, int count, const char *const *texts) {
    const char *best = NULL;
    int most = 0;
    for (int i = 0; i < count; i++)
        if (rank_of(query, texts[i]) > most)
            most = rank_of(query, texts[i]), best = texts[i];
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
                 {"ext", "Export the textures"},
                 {"cloud", "Cloudiness"},
                 {" gas  giant ", "Type: gas-giant"},
                 {"gas giants", "Type: gas-giant"},
                 {"shot", "Screenshot, without the panel"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_string_equal(find(cases[i].query, sizeof texts / sizeof texts[0], texts), cases[i].answer);
}

static void what_is_not_there_is_not_found(void **state) {
    (void)state;
    assert_int_equal(rank_of("xyz", "Ocean"), 0);
    assert_int_equal(rank_of("naeco", "Ocean"), 0);
    assert_int_equal(rank_of("oceans", "Ocea"), 0);
    assert_int_equal(rank_of("", "Ocean"), 1);
    assert_int_equal(rank_of("  ", "Ocean"), 1);
    assert_int_equal(rank_of("a", ""), 0);
    // Letters scattered over a name do not match.
    assert_int_equal(rank_of("reset", "Remove the selected body"), 0);
    assert_int_equal(rank_of("green", "Gallery of types and scenes"), 0);
}

// Whole words rank above beginnings of words, in names and synonyms. Then come explanations, then letters.
static void words_come_before_letters(void **state) {
    (void)state;
    const int ranks[] = {tr_find_rank("ground", "Fly to the ground", NULL, NULL),
                         tr_find_rank("ground", "Land", "surface ground", NULL),
                         tr_find_rank("ground", "Grounded", NULL, NULL),
                         tr_find_rank("ground", "Land", "grounded", NULL),
                         tr_find_rank("ground", "Land", "surface", "Goes down to the ground"),
                         TR_FIND_WORDS - 1,
                         tr_find_rank("ground", "Transparent background", NULL, NULL),
                         1};
    for (size_t i = 1; i < sizeof ranks / sizeof *ranks; i++)
        assert_true(ranks[i - 1] > ranks[i]);
}

static void little_words_count_where_there_is_no_other(void **state) {
    (void)state;
    assert_true(rank_of("make a moon", "Add a moon") >= TR_FIND_WORDS);
    assert_true(rank_of("how do i add the moon", "Add a moon") >= TR_FIND_WORDS);
    assert_int_equal(rank_of("make a sun", "Add a moon"), 0);
    assert_int_equal(rank_of("make", "Add a moon"), 0);
    assert_true(rank_of("make", "Make twenty variations") >= TR_FIND_WORDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_best_answer_comes_first),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(words_come_before_letters),
        cmocka_unit_test(little_words_count_where_there_is_no_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
