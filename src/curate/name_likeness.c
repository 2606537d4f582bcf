/* name_likeness.c: cuts names into tokens and weighs what is in common. */
/* SPDX-License-Identifier: MIT */
#include "curate/name_likeness.h"

#include <math.h>
#include <string.h>

#include "base/order.h"

typedef PL_LIST(uint32_t) token_list;

/* Room around a name, so that its ends are trigrams too. */
enum { MOST_BYTES = 250 };

static void add_words(token_list *to, pl_strings *table, const char *name)
{
    while (*name != '\0') {
        size_t length = strcspn(name, " ");
        pl_list_add(to, pl_strings_add(table, name, length));
        name += length + (name[length] != '\0');
    }
}

static void add_trigrams(token_list *to, pl_strings *table, const char *name)
{
    char text[MOST_BYTES + 3];
    size_t length = strlen(name);
    length = length < MOST_BYTES ? length : MOST_BYTES;
    text[0] = text[length + 1] = ' ';
    memcpy(text + 1, name, length);
    for (size_t at = 0; at + 3 <= length + 2; at++)
        pl_list_add(to, pl_strings_add(table, text + at, 3));
}

/* Sorts what was added from `first` on, and keeps each once. */
static void keep_once(token_list *list, size_t first)
{
    if (list->count > first)
        list->count = first + pl_sort_distinct_uint32(list->items + first,
                                                      list->count - first);
}

/* A token weighs as much as it tells: log(names / names that have it). */
static void weigh_tokens(pl_name_tokens *tokens, uint32_t names, uint32_t count)
{
    for (uint32_t k = 0; k < tokens->first[names]; k++)
        tokens->weight[tokens->token[k]]++;
    for (uint32_t p = 0; p < count; p++)
        tokens->weight[p] = log((names + 1.0) / tokens->weight[p]);
    for (uint32_t n = 0; n < names; n++)
        for (uint32_t k = tokens->first[n]; k < tokens->first[n + 1]; k++)
            tokens->total[n] += tokens->weight[tokens->token[k]];
}

/* Cuts each name, by words or by trigrams; a token counts once in a name. */
static void cut_names(pl_name_tokens *tokens, pl_arena *arena,
                      const pl_strings *names,
                      void (*cut)(token_list *, pl_strings *, const char *))
{
    uint32_t count = pl_strings_count(names);
    PL_SCRATCH(scratch);
    pl_strings *table = pl_strings_in(scratch);
    token_list list = {.arena = scratch};
    tokens->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    tokens->total = PL_ARENA_ARRAY(arena, double, count);
    for (uint32_t n = 0; n < count; n++) {
        size_t first = list.count;
        if (pl_arena_failed(arena) || pl_arena_failed(scratch))
            break;
        cut(&list, table, pl_strings_at(names, n));
        keep_once(&list, first);
        tokens->first[n + 1] = (uint32_t)list.count;
    }
    tokens->token = PL_ARENA_ARRAY(arena, uint32_t, list.count);
    if (pl_arena_failed(scratch))
        pl_arena_fail(arena);
    tokens->weight =
        table == NULL ? NULL
                      : PL_ARENA_ARRAY(arena, double, pl_strings_count(table));
    if (pl_arena_failed(arena))
        return;
    if (list.count > 0)
        memcpy(tokens->token, list.items, list.count * sizeof *list.items);
    weigh_tokens(tokens, count, pl_strings_count(table));
}

void pl_name_likeness_make(pl_name_likeness *likeness, pl_arena *arena,
                           const pl_strings *names)
{
    cut_names(&likeness->words, arena, names, add_words);
    cut_names(&likeness->trigrams, arena, names, add_trigrams);
}

static double common_share(const pl_name_tokens *tokens, uint32_t one,
                           uint32_t other)
{
    double common = 0, all = tokens->total[one] + tokens->total[other];
    uint32_t k = tokens->first[one], l = tokens->first[other];
    while (k < tokens->first[one + 1] && l < tokens->first[other + 1]) {
        uint32_t a = tokens->token[k], b = tokens->token[l];
        common += a == b ? tokens->weight[a] : 0;
        k += a <= b;
        l += b <= a;
    }
    return all > 0 ? 2 * common / all : 0;
}

double pl_name_likeness_of(const pl_name_likeness *likeness, uint32_t one,
                           uint32_t other)
{
    if (one == other)
        return 1;
    return fmax(common_share(&likeness->words, one, other),
                common_share(&likeness->trigrams, one, other));
}
