// Finds things by what they are called, by other words for them, and by what is said of them. Any thread.
#pragma once

// How well something with a name, synonyms and an explanation (NULL: it has none) answers what was typed; more
// is better, 0: not at all, 1 for an empty query. From best to worst: all words of the query are words of the
// name; of the name or the synonyms; they begin such words, of the name, or of the synonyms too; they begin
// words of the explanation too; its letters stand together in the name, or are beginnings of its words in their
// order, as "gg" of "Gas giant": this alone is below TR_FIND_WORDS. Capital letters count as small ones. An s
// at the end of a word of the query may be missing in the text, and little words as "the" do not count beside
// others. Of equal
// names the one is better that begins with the query, or has less beside it.
enum { TR_FIND_WORDS = 10000 };
int tr_find_rank(const char *query, const char *name, const char *synonyms, const char *what);
