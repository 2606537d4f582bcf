/* values.c: values in preorder, in one array. */
/* SPDX-License-Identifier: MIT */
#include "read/values.h"

#include <string.h>

#include "base/checks.h"
#include "base/text.h"

void pl_values_free(pl_values *values)
{
    pl_list_free(&values->values);
    pl_list_free(&values->text);
    pl_list_free(&values->open);
}

static bool keep_value_text(pl_values *values, pl_span *span, const char *text,
                            size_t length)
{
    if (!pl_list_room(&values->text, length + 1))
        return false;
    if (length > 0)
        memcpy(values->text.items + values->text.count, text, length);
    *span = (pl_span){values->text.count, length};
    values->text.count += length;
    return true;
}

static bool push_value(pl_values *values, pl_value value)
{
    value.key = values->key;
    value.merged = values->merging;
    values->merging = false;
    if (values->key.length > 0)
        value.line = values->key_line;
    value.end = (uint32_t)values->values.count + 1;
    values->key = (pl_span){0, 0};
    return values->values.count < PL_NONE - 1 &&
           pl_list_push(&values->values, value);
}

bool pl_values_open(pl_values *values, pl_value_kind kind, uint64_t line)
{
    uint32_t number = (uint32_t)values->values.count;
    return push_value(values, (pl_value){.kind = kind, .line = line}) &&
           pl_list_push(&values->open, number);
}

void pl_values_close(pl_values *values)
{
    assert(values->open.count > 0);
    uint32_t innermost = values->open.items[--values->open.count];
    values->values.items[innermost].end = (uint32_t)values->values.count;
}

bool pl_values_key(pl_values *values, const char *text, size_t length,
                   uint64_t line)
{
    values->key_line = line;
    return keep_value_text(values, &values->key, text, length);
}

bool pl_values_add(pl_values *values, pl_value_kind kind, const char *text,
                   size_t length, uint64_t line)
{
    pl_value value = {.kind = kind, .line = line};
    return keep_value_text(values, &value.text, text, length) &&
           push_value(values, value);
}

/* An alias is a copy: values are walked by their ends, and one that stands in
 * two places could not have two. */
bool pl_values_repeat(pl_values *values, uint32_t value)
{
    assert(value < values->values.count);
    assert(values->values.items[value].end > value); /* it is complete */
    uint32_t count = values->values.items[value].end - value;
    uint32_t shift = (uint32_t)values->values.count - value;
    if (values->values.count + count >= PL_NONE ||
        !pl_list_room(&values->values, count))
        return false;
    pl_value *made = values->values.items + values->values.count;
    memcpy(made, values->values.items + value, count * sizeof *made);
    for (uint32_t k = 0; k < count; k++)
        made[k].end += shift;
    made->key = values->key;
    made->merged = values->merging;
    values->merging = false;
    values->key = (pl_span){0, 0};
    values->values.count += count;
    return true;
}

/* The next letter or digit of a key, in lower case; 0 at its end. */
static char next_letter(const char *text, size_t length, size_t *at)
{
    while (*at < length) {
        char byte = text[(*at)++];
        if (byte >= 'A' && byte <= 'Z')
            return (char)(byte + 'a' - 'A');
        if ((byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') ||
            (byte & 0x80) != 0)
            return byte;
    }
    return '\0';
}

bool pl_values_is_text(const pl_values *values, uint32_t v)
{
    const pl_value *value = pl_values_at(values, v);
    return (value->kind == PL_VALUE_TEXT || value->kind == PL_VALUE_NUMBER) &&
           !pl_text_is_blank(pl_values_text(values, value->text),
                             value->text.length);
}

bool pl_values_key_is(const pl_values *values, uint32_t v, const char *word)
{
    pl_span key = pl_values_at(values, v)->key;
    const char *text = pl_values_text(values, key);
    size_t at = 0;
    if (key.length == 0)
        return false;
    for (;; word++) {
        char letter = next_letter(text, key.length, &at);
        if (letter != *word)
            return false;
        if (letter == '\0')
            return true;
    }
}
