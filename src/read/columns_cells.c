/* columns_cells.c: what cells of a table hold: tags ("tag:count;tag"), further
 * names, codes. */
/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/text.h"
#include "read/columns.h"

#define LARGEST_COUNT 3.4e38

static bool is_not_finite(const char *text, size_t length)
{
    static const char *const words[] = {"nan", "inf", "infinity"};
    if (length > 0 && (*text == '-' || *text == '+')) {
        text++;
        length--;
    }
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (pl_text_is_word(text, length, words[k]))
            return true;
    return false;
}

/* "tag:count", where the count follows the last colon if it is a number.
 * Leaves the tag in text and length; false: the count is not right. */
static bool part_tag(const char **text, size_t *length, double *count)
{
    size_t name = *length;
    *count = 1;
    while (name > 0 && (*text)[name - 1] != ':')
        name--;
    if (name > 1) {
        const char *number = *text + name;
        size_t size = *length - name;
        pl_text_trim(&number, &size);
        bool counted = pl_text_number(number, size, count);
        if ((counted && !(*count <= LARGEST_COUNT && *count >= 0)) ||
            is_not_finite(number, size))
            return false;
        if (counted)
            *length = name - 1;
        else
            *count = 1;
    }
    pl_text_trim(text, length);
    return true;
}

/* Handed over one by one, as the two layouts keep tags in different ways. */
pleach_status pl_columns_read_tags(const pl_columns *columns, size_t row,
                                   pl_take_tag take, void *context,
                                   pleach_error *error)
{
    size_t length;
    const char *text = pl_columns_cell(columns, row, PL_COLUMN_TAGS, &length);
    for (size_t at = 0; at < length;) {
        const char *stop = memchr(text + at, ';', length - at);
        const char *tag = text + at;
        size_t size = stop == NULL ? length - at : (size_t)(stop - tag);
        double count;
        at += size + 1;
        pl_text_trim(&tag, &size);
        if (size == 0)
            continue;
        if (!part_tag(&tag, &size, &count))
            return pl_rows_fail(columns->rows, row, columns->at[PL_COLUMN_TAGS],
                                error,
                                "A tag's count is negative or not finite.");
        if (!take(context, tag, size, count))
            return pl_fail_memory(error);
    }
    return PLEACH_OK;
}

bool pl_columns_no_parent(const char *text, size_t length)
{
    double number;
    return length == 0 || pl_text_is_word(text, length, "null") ||
           pl_text_is_word(text, length, "none") ||
           pl_text_is_word(text, length, "#") ||
           (pl_text_number(text, length, &number) && number <= 0);
}

bool pl_columns_take_alts(pl_forest *forest, uint32_t node, const char *text,
                          size_t length)
{
    for (size_t at = 0; at < length;) {
        size_t size = 0;
        while (at + size < length && strchr("\n;|", text[at + size]) == NULL)
            size++;
        if (!pl_forest_alt(forest, node, text + at, size))
            return false;
        at += size + 1;
    }
    return true;
}

/* Numbers between dots are whole: "1.10" is not below "1.1". */
size_t pl_columns_shorter_code(const char *code, size_t length)
{
    for (size_t k = length; k-- > 0;)
        if (strchr(".-/", code[k]) != NULL)
            return k;
    return length - 1;
}
