/* shape_ask.c: reads what shape somebody asks for. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/status.h"
#include "place/shape.h"

/* More levels or children than this are no shape that anybody looks at; and
 * the work grows with them. */
enum { MOST_LEVELS = 100, MOST_CHILDREN = 1000, MOST_TOPS = 1000000 };

/* A number from 1 to `most`; false: there is none, or it is too large. */
static bool read_number(const char **at, uint32_t most, uint32_t *number)
{
    uint64_t value = 0;
    const char *first = *at;
    while (**at >= '0' && **at <= '9' && value <= most)
        value = 10 * value + (uint64_t)(*(*at)++ - '0');
    *number = (uint32_t)value;
    return *at > first && value >= 1 && value <= most;
}

/* "5", "3..20", "3.." or "..20"; a single number is the most. */
static bool read_range(const char **at, uint32_t most, pl_range *range)
{
    uint32_t number = 0;
    bool low = **at != '.';
    if (low && !read_number(at, most, &number))
        return false;
    if (strncmp(*at, "..", 2) != 0) {
        range->most = number;
        return low;
    }
    *at += 2;
    range->least = number;
    if (**at == ',' || **at == '\0')
        return low;
    return read_number(at, most, &range->most);
}

static pleach_status fail_part(const char *part, uint32_t most,
                               pleach_error *error)
{
    int length = (int)strcspn(part, ",");
    return pl_fail(error, PLEACH_BAD_USAGE,
                   "\"%.*s\" is no part of a shape: write tops=10..20, "
                   "levels=5 or children=3..20, with numbers from 1 to %u.",
                   length > 60 ? 60 : length, part, most);
}

pleach_status pl_shape_read(pl_shape *shape, const char *text,
                            pleach_error *error)
{
    const struct {
        const char *word;
        uint32_t most;
        pl_range *range;
    } parts[] = {{"tops=", MOST_TOPS, &shape->tops},
                 {"levels=", MOST_LEVELS, &shape->levels},
                 {"children=", MOST_CHILDREN, &shape->children}};
    *shape = (pl_shape){0};
    for (const char *at = text;; at++) {
        const char *part = at;
        size_t k = 0;
        while (k < 3 && strncmp(at, parts[k].word, strlen(parts[k].word)) != 0)
            k++;
        if (k == 3)
            return fail_part(part, MOST_CHILDREN, error);
        pl_range *range = parts[k].range;
        if (range->least != 0 || range->most != 0)
            return pl_fail(error, PLEACH_BAD_USAGE,
                           "The shape says %s twice: say it once.",
                           parts[k].word);
        at += strlen(parts[k].word);
        if (!read_range(&at, parts[k].most, range) ||
            (*at != ',' && *at != '\0'))
            return fail_part(part, parts[k].most, error);
        if (range->most != 0 && range->least > range->most)
            return pl_fail(error, PLEACH_BAD_USAGE,
                           "The shape's %s%u..%u is the wrong way round: "
                           "write the smaller number first.",
                           parts[k].word, range->least, range->most);
        if (*at == '\0')
            return PLEACH_OK;
    }
}

const char *pl_shaped_word(pl_shaped how)
{
    static const char *const words[] = {[PL_SHAPED_NAME] = "name",
                                        [PL_SHAPED_ENTRY] = "entry",
                                        [PL_SHAPED_GROUP] = "group",
                                        [PL_SHAPED_GROUPED] = "grouped",
                                        [PL_SHAPED_MOVED] = "moved"};
    return words[how];
}
