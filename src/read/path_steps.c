/* path_steps.c: "A > B", "A | B", "A/B" or "A:B". */
/* SPDX-License-Identifier: MIT */
#include "read/path_steps.h"

#include <string.h>

static bool is_blank_at(const char *path, size_t length, size_t at)
{
    return at >= length || strchr(" \t\r\n", path[at]) != NULL;
}

/* The bytes of an arrow's shaft before ">": "A -" or "A =". */
static size_t measure_shaft(const char *path, size_t point)
{
    size_t at = point;
    while (at > 0 && (path[at - 1] == '-' || path[at - 1] == '='))
        at--;
    return point - at;
}

/* Whether the ">" there has blanks around it, or an end of the path. */
static bool is_spaced(const char *path, size_t length, size_t point)
{
    size_t shaft = measure_shaft(path, point);
    return is_blank_at(path, length, point + 1) &&
           (point == shaft || is_blank_at(path, length, point - shaft - 1));
}

static bool has_sign(const char *path, size_t length, char sign)
{
    return length > 0 && memchr(path, sign, length) != NULL;
}

void pl_path_look(pl_path_signs *signs, const char *path, size_t length)
{
    bool spaced = false;
    for (size_t k = 1; k < length && !spaced; k++)
        spaced = path[k] == '>' && is_spaced(path, length, k);
    signs->pointed += has_sign(path, length, '>');
    signs->barred += has_sign(path, length, '|');
    signs->slashed += has_sign(path, length, '/');
    signs->parted += has_sign(path, length, ':');
    signs->spaced += spaced;
}

/* Points are rarer in names than bars, and these than slashes. */
void pl_path_judge(pl_path_signs *signs, bool colons)
{
    size_t others =
        signs->barred > signs->slashed ? signs->barred : signs->slashed;
    if (signs->pointed > 0 && 2 * signs->pointed >= others)
        signs->separator = '>';
    else if (signs->barred > 0 && 2 * signs->barred >= signs->slashed)
        signs->separator = '|';
    else
        signs->separator =
            colons && signs->slashed == 0 && signs->parted > 0 ? ':' : '/';
    signs->blanks = signs->spaced == signs->pointed;
}

size_t pl_path_step(const pl_path_signs *signs, const char *path, size_t length,
                    size_t *name)
{
    bool point = signs->separator == '>';
    for (size_t k = 0; k < length; k++) {
        if (path[k] != signs->separator ||
            (point && signs->blanks && !is_spaced(path, length, k)))
            continue;
        *name = k - (point ? measure_shaft(path, k) : 0);
        return k + 1;
    }
    *name = length;
    return length;
}
