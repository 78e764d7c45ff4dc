// Finds things by name, by synonyms and by explanation. Any thread.
#pragma once

// How well an entry with a name, synonyms and an explanation (NULL: none) matches a query. A higher rank is
// better; 0: no match, 1: empty query. From best to worst: all words of the query are words of the name; words
// of the name or the synonyms; beginnings of words of the name; of the name or the synonyms; of the name, the
// synonyms or the explanation; the query is a part of the name, or consists of beginnings of its words in
// order, such as "gg" for "Gas giant". Only the last kind ranks below TR_FIND_WORDS. Case is ignored. A plural
// s in the query may be missing in the text, and stop words such as "the" do not count beside others. Among
// equal matches in the name, those rank higher that begin with the query or that contain less else.
enum { TR_FIND_WORDS = 10000 };
int tr_find_rank(const char *query, const char *name, const char *synonyms, const char *what);
