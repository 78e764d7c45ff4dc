// Finds things by a few letters of what they are called, by other words for them, and by what is said of them.
// Any thread.
#pragma once

// How well a text answers what was typed: above 0 when all letters of the query are in it in that order, more
// where they begin words, stand together and are much of the text; capital letters count as small ones, spaces
// of the query do not count. 0: not at all; 1 for an empty query.
int tr_find_score(const char *query, const char *text);

// The same for something with a name, synonyms and an explanation (NULL: it has none). From best to worst:
// words of the query are words of the name, or of the synonyms too; they begin such words, of the name, or of
// the synonyms too; their letters stand together in the name or are its initials; they begin words of the
// explanation; the letters are anywhere in the name, in that order: this alone is below TR_FIND_WORDS. An s at
// the end of a word of the query may be missing there.
enum { TR_FIND_WORDS = 10000 };
int tr_find_rank(const char *query, const char *name, const char *synonyms, const char *what);
