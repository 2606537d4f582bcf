/* values.c: values in preorder, in one array. */
/* SPDX-License-Identifier: MIT */
#include "read/values.h"

#include <string.h>

#include "base/text.h"

void pl_values_start(pl_values *values, pl_arena *arena)
{
    *values = (pl_values){.values = {.arena = arena},
                          .text = {.arena = arena},
                          .open = {.arena = arena},
                          .joined = {.arena = arena}};
}

pl_span pl_values_keep(pl_values *values, const char *text, size_t length)
{
    pl_span span = {values->borrowed_length + values->text.count, length};
    pl_list_add_all(&values->text, text, length);
    return pl_arena_failed(values->text.arena) ? (pl_span){0, 0} : span;
}

void pl_values_add(pl_values *values, pl_value value)
{
    value.key = values->key;
    value.merged = values->merging;
    values->merging = false;
    if (values->key.length > 0)
        value.line = values->key_line;
    value.end = (uint32_t)values->values.count + 1;
    values->key = (pl_span){0, 0};
    if (values->values.count < PL_NONE - 1)
        pl_list_add(&values->values, value);
    else
        pl_arena_fail(values->values.arena);
}

void pl_values_open(pl_values *values, pl_value_kind kind, uint64_t line)
{
    pl_list_add(&values->open, (uint32_t)values->values.count);
    pl_values_add(values, (pl_value){.kind = kind, .line = line});
}

/* Without memory less was opened than is closed, and not all of it is there. */
void pl_values_close(pl_values *values)
{
    if (values->open.count == 0)
        return;
    uint32_t innermost = values->open.items[--values->open.count];
    if (innermost < values->values.count)
        values->values.items[innermost].end = (uint32_t)values->values.count;
}

void pl_values_key(pl_values *values, pl_span key, uint64_t line)
{
    values->key_line = line;
    values->key = key;
}

/* An alias is a copy: values are walked by their ends, and one that stands in
 * two places could not have two. */
void pl_values_repeat(pl_values *values, uint32_t value)
{
    uint32_t count = values->values.items[value].end - value;
    uint32_t shift = (uint32_t)values->values.count - value;
    size_t more = values->values.count + count >= PL_NONE ? SIZE_MAX : count;
    if (!pl_list_room(&values->values, more))
        return;
    pl_value *made = values->values.items + values->values.count;
    memcpy(made, values->values.items + value, count * sizeof *made);
    for (uint32_t k = 0; k < count; k++)
        made[k].end += shift;
    made->key = values->key;
    made->merged = values->merging;
    values->merging = false;
    values->key = (pl_span){0, 0};
    values->values.count += count;
}

bool pl_values_is_text(const pl_values *values, uint32_t v)
{
    const pl_value *value = pl_values_at(values, v);
    return (value->kind == PL_VALUE_TEXT || value->kind == PL_VALUE_NUMBER) &&
           !pl_text_is_blank(pl_values_text(values, value->text),
                             value->text.length);
}

int pl_values_find_key(const pl_values *values, uint32_t v, const char *words)
{
    char word[PL_KEYWORD_BYTES];
    pl_span key = pl_values_at(values, v)->key;
    size_t length =
        pl_text_fold_word(pl_values_text(values, key), key.length, word);
    return length == 0 ? -1 : pl_text_find_among(words, word, length);
}

/* Appends a key to the path of those around it; how long that is then. */
static size_t append_step(const pl_values *values, uint32_t v, char *path,
                          size_t room, size_t used)
{
    pl_span key = pl_values_at(values, v)->key;
    const char *text = pl_values_text(values, key);
    size_t dot = used > 0 && key.length > 0;
    size_t fits = (size_t)pl_text_cut(
        text, key.length,
        used + dot + 1 < room ? (int)(room - used - dot - 1) : 0);
    if (dot && fits > 0)
        path[used++] = '.';
    memcpy(path + used, text, fits);
    path[used + fits] = '\0';
    return used + fits;
}

/* "1, 2, 3" of a list that holds nothing but numbers; false: it does not. */
static bool join_numbers(pl_values *values, uint32_t list)
{
    PL_EACH_VALUE (values, v, list)
        if (pl_values_at(values, v)->kind != PL_VALUE_NUMBER)
            return false;
    values->joined.count = 0;
    PL_EACH_VALUE (values, v, list) {
        pl_span number = pl_values_at(values, v)->text;
        if (!pl_list_room(&values->joined, number.length + 2))
            return true;
        char *to = values->joined.items + values->joined.count;
        size_t gap = values->joined.count > 0 ? 2 : 0;
        memcpy(to, ", ", gap);
        memcpy(to + gap, pl_values_text(values, number), number.length);
        values->joined.count += gap + number.length;
    }
    return pl_values_at(values, list)->kind == PL_VALUE_LIST;
}

/* What is open is known by where it ends, so that no recursion is needed. */
void pl_values_carry(pl_values *values, uint32_t field, pl_values_hear *hear,
                     void *context)
{
    char path[200];
    struct {
        uint32_t end;
        size_t path;
    } open[PL_VALUES_DEEPEST];
    size_t depth = 0, used = 0;
    uint32_t next;
    for (uint32_t v = field; v < pl_values_at(values, field)->end; v = next) {
        const pl_value *value = pl_values_at(values, v);
        next = v + 1;
        while (depth > 0 && open[depth - 1].end <= v)
            depth--;
        used = append_step(values, v, path, sizeof path,
                           depth == 0 ? 0 : open[depth - 1].path);
        if (value->kind == PL_VALUE_LIST && join_numbers(values, v)) {
            if (values->joined.count > 0)
                hear(context, path, values->joined.items, values->joined.count);
            next = value->end;
        } else if (pl_values_holds_more(values, v)) {
            if (depth == PL_VALUES_DEEPEST) /* aliases may nest as they like */
                continue;
            open[depth].end = value->end;
            open[depth++].path = used;
        } else if (value->text.length > 0) {
            hear(context, path, pl_values_text(values, value->text),
                 value->text.length);
        }
    }
}
