/* name_likeness.c: cuts names into pieces and weighs what is in common. */
/* SPDX-License-Identifier: MIT */
#include "curate/name_likeness.h"

#include <math.h>
#include <string.h>

#include "base/order.h"

typedef PL_LIST(uint32_t) piece_list;

/* Room around a name, so that its ends are trigrams too. */
enum { MOST_BYTES = 250 };

static bool add_words(piece_list *to, pl_strings *table, const char *name)
{
    while (*name != '\0') {
        size_t length = strcspn(name, " ");
        uint32_t word = pl_strings_add(table, name, length);
        if (word == PL_NONE || !pl_list_push(to, word))
            return false;
        name += length + (name[length] != '\0');
    }
    return true;
}

static bool add_trigrams(piece_list *to, pl_strings *table, const char *name)
{
    char text[MOST_BYTES + 3];
    size_t length = strlen(name);
    length = length < MOST_BYTES ? length : MOST_BYTES;
    text[0] = text[length + 1] = ' ';
    memcpy(text + 1, name, length);
    for (size_t at = 0; at + 3 <= length + 2; at++) {
        uint32_t trigram = pl_strings_add(table, text + at, 3);
        if (trigram == PL_NONE || !pl_list_push(to, trigram))
            return false;
    }
    return true;
}

/* Sorts what was added from `first` on, and keeps each once. */
static void keep_once(piece_list *list, size_t first)
{
    if (list->count > first)
        list->count = first + pl_sort_distinct_uint32(list->items + first,
                                                      list->count - first);
}

/* A piece weighs as much as it tells: log(names / names that have it). */
static void weigh_pieces(pl_name_pieces *pieces, uint32_t names, uint32_t count)
{
    for (uint32_t k = 0; k < pieces->first[names]; k++)
        pieces->weight[pieces->piece[k]]++;
    for (uint32_t p = 0; p < count; p++)
        pieces->weight[p] = log((names + 1.0) / pieces->weight[p]);
    for (uint32_t n = 0; n < names; n++)
        for (uint32_t k = pieces->first[n]; k < pieces->first[n + 1]; k++)
            pieces->total[n] += pieces->weight[pieces->piece[k]];
}

/* Cuts each name, by words or by trigrams; a piece counts once in a name.
 * False: no memory. */
static bool cut_names(pl_name_pieces *pieces, pl_arena *arena,
                      const pl_strings *names, pl_strings *table,
                      bool (*cut)(piece_list *, pl_strings *, const char *))
{
    uint32_t count = pl_strings_count(names);
    PL_SCRATCH(scratch);
    piece_list list = {.arena = scratch};
    pieces->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 1);
    pieces->total = PL_ARENA_ARRAY(arena, double, count);
    if (table == NULL || pl_arena_failed(arena))
        return false;
    for (uint32_t n = 0; n < count; n++) {
        size_t first = list.count;
        if (!cut(&list, table, pl_strings_at(names, n)))
            return false;
        keep_once(&list, first);
        pieces->first[n + 1] = (uint32_t)list.count;
    }
    uint32_t distinct = pl_strings_count(table);
    pieces->piece = PL_ARENA_ARRAY(arena, uint32_t, list.count);
    pieces->weight = PL_ARENA_ARRAY(arena, double, distinct);
    if (pl_arena_failed(arena))
        return false;
    if (list.count > 0)
        memcpy(pieces->piece, list.items, list.count * sizeof *list.items);
    weigh_pieces(pieces, count, distinct);
    return true;
}

bool pl_name_likeness_make(pl_name_likeness *likeness, pl_arena *arena,
                           const pl_strings *names)
{
    pl_strings *words = pl_strings_new(), *trigrams = pl_strings_new();
    bool made =
        cut_names(&likeness->words, arena, names, words, add_words) &&
        cut_names(&likeness->trigrams, arena, names, trigrams, add_trigrams);
    pl_strings_free(words);
    pl_strings_free(trigrams);
    return made;
}

static double common_share(const pl_name_pieces *pieces, uint32_t one,
                           uint32_t other)
{
    double common = 0, all = pieces->total[one] + pieces->total[other];
    uint32_t k = pieces->first[one], l = pieces->first[other];
    while (k < pieces->first[one + 1] && l < pieces->first[other + 1]) {
        uint32_t a = pieces->piece[k], b = pieces->piece[l];
        common += a == b ? pieces->weight[a] : 0;
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
