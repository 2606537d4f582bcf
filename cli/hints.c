/* hints.c: the nearest known word by edit distance. */
/* SPDX-License-Identifier: MIT */
#include "hints.h"

#include <string.h>

#define LONGEST 63

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edits (insert, delete, replace, swap neighbours) between two words. */
static size_t edit_distance(const char *left, const char *right)
{
    size_t rows = strlen(left), columns = strlen(right);
    if (rows > LONGEST || columns > LONGEST)
        return rows + columns;
    size_t cost[3][LONGEST + 1];
    for (size_t c = 0; c <= columns; c++)
        cost[0][c] = c;
    for (size_t r = 1; r <= rows; r++) {
        size_t *now = cost[r % 3], *before = cost[(r - 1) % 3];
        now[0] = r;
        for (size_t c = 1; c <= columns; c++) {
            size_t other = left[r - 1] != right[c - 1];
            now[c] =
                least(before[c - 1] + other, least(before[c], now[c - 1]) + 1);
            if (r > 1 && c > 1 && left[r - 1] == right[c - 2] &&
                left[r - 2] == right[c - 1])
                now[c] = least(now[c], cost[(r - 2) % 3][c - 2] + 1);
        }
    }
    return cost[rows % 3][columns];
}

void hint_offer(cli_hint *hint, const char *candidate)
{
    size_t length = strlen(hint->word);
    size_t distance = edit_distance(hint->word, candidate);
    /* A word cut short is as good as a small slip. */
    if (length >= 3 && strncmp(hint->word, candidate, length) == 0)
        distance = 1;
    if (hint->nearest == NULL || distance < hint->distance) {
        hint->nearest = candidate;
        hint->distance = distance;
    }
}

const char *hint_get(const cli_hint *hint)
{
    size_t length = strlen(hint->word);
    size_t allowed = length <= 3 ? 1 : length <= 6 ? 2 : 3;
    return hint->nearest != NULL && hint->distance <= allowed ? hint->nearest
                                                              : NULL;
}
