// Finds things by a few letters of what they are called. Any thread.
#pragma once

// How well a text answers what was typed: above 0 when all letters of the query are in it in that order, more
// where they begin words, stand together and are much of the text; capital letters count as small ones, spaces
// of the query do not count. 0: not at all; 1 for an empty query.
int tr_find_score(const char *query, const char *text);
