#include "base/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *tr_number_text(double x, char text[32]) {
    if (x == floor(x) && fabs(x) < 1e9) {
        snprintf(text, 32, "%.0f", x);
        return text;
    }
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, 32, "%.*g", digits, x);
        if (strtod(text, NULL) == x)
            break;
    }
    return text;
}

enum { longest = 63 };

static int least(int a, int b) { return a < b ? a : b; }

// Edits (insert, delete, replace, swap neighbours) that turn a into b: Damerau 1964 in its restricted form.
static int distance(const char *a, const char *b) {
    int n = (int)strlen(a), m = (int)strlen(b);
    int rows[3][longest + 1], *before = rows[0], *last = rows[1], *row = rows[2];
    for (int j = 0; j <= m; j++)
        last[j] = j;
    for (int i = 1; i <= n; i++) {
        row[0] = i;
        for (int j = 1; j <= m; j++) {
            row[j] = least(least(last[j], row[j - 1]) + 1, last[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = least(row[j], before[j - 2] + 1);
        }
        int *t = before;
        before = last, last = row, row = t;
    }
    return last[m];
}

const char *tr_nearest_name(const char *word, const char *const *candidates, int count) {
    const char *best = NULL;
    int best_distance = 0;
    if (strlen(word) > longest)
        return NULL;
    for (int i = 0; i < count; i++) {
        if (strlen(candidates[i]) > longest)
            continue;
        int d = distance(word, candidates[i]);
        // a word that starts a name is near to it however much is missing
        if (strlen(word) >= 3 && strncmp(word, candidates[i], strlen(word)) == 0)
            d = 1;
        if (d <= 2 + (int)strlen(word) / 5 && d < (int)strlen(candidates[i]) && (!best || d < best_distance))
            best = candidates[i], best_distance = d;
    }
    return best;
}
