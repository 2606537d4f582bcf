/* shape_groups.c: puts too many siblings below what they have in common.
 *
 * What some of them have in common is a word, or that people put them below
 * one other concept. That of most siblings comes first; a word counts twice
 * where it says what a thing is (shape_words.h). If a sibling is called so
 * itself, the others go below it; else a group is made, and named from the
 * words that seven of ten of its children have. What has nothing in common
 * with others goes into a last group, or into several by the alphabet, and the
 * thinnest beyond that become entries of the node above. */
/* SPDX-License-Identifier: MIT */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/order.h"
#include "base/text.h"
#include "place/shape_work.h"

static const double SHARE_COVERED = 0.7; /* of children by a group's name */
static const double MOST_SHARED = 0.3;   /* of its words with a sibling */
enum { MOST_ROUNDS = 20, MOST_NAME_WORDS = 4 };
#define BY_PEOPLE (UINT32_C(1) << 31)

typedef PL_LIST(char) name_text;

/* A child has a word, or is put below another node by somebody (BY_PEOPLE). */
typedef struct feature {
    uint32_t what;
    uint32_t child; /* its place among the siblings */
    uint32_t weight;
} feature;

/* What several have in common: features first .. end. */
typedef struct common {
    size_t first, end;
    bool tried;
} common;

typedef struct grouping {
    pl_shaping *s;
    uint32_t above; /* PL_NONE: these are tops */
    uint32_t depth; /* of it, as it is now */
    const pl_range *range;
    const uint32_t *child; /* the siblings */
    size_t count;
    size_t movable;         /* the first so many may be put below others */
    size_t standing;        /* siblings and groups that are left */
    uint8_t *placed;        /* by child: it is below another one by now */
    PL_LIST(uint32_t) made; /* groups */
    uint32_t hosts;         /* siblings that others were put below */
    PL_LIST(feature) features;
    PL_LIST(common) commons;
    PL_LIST(uint32_t) taken; /* children for one group, by their places */
} grouping;

/* -------------------------------------------------------------- features -- */

static int order_features(const void *left, const void *right)
{
    const feature *a = left, *b = right;
    if (a->what != b->what)
        return a->what < b->what ? -1 : 1;
    return (a->child > b->child) - (a->child < b->child);
}

static void list_words(grouping *g, uint32_t child)
{
    const pl_name_words *words = &g->s->words;
    uint32_t n = g->child[child];
    for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1];
         k++) {
        const pl_name_word *word = &words->items.items[k];
        if (!word->empty && (g->above == PL_NONE ||
                             !pl_has_name_word(words, g->above, word->stem)))
            pl_list_add(&g->features,
                        ((feature){word->stem, child, word->head ? 2 : 1}));
    }
}

/* Where people put a child who are against where it hangs. */
static void list_other_parents(grouping *g, uint32_t child)
{
    const pl_shaping *s = g->s;
    const pl_statements *said = s->forest->said;
    uint32_t n = g->child[child];
    for (uint32_t k = n < s->forest->count ? said->first[n] : 0;
         n < s->forest->count && k < said->first[n + 1]; k++) {
        uint32_t up = said->parent[k];
        if (!pl_shape_stands(s, up) || pl_shape_is_bare(s, up) ||
            pl_is_at_or_above(&s->tour, n, up) ||
            (g->above != PL_NONE && pl_is_at_or_above(&s->tour, up, g->above)))
            continue;
        pl_list_add(&g->features, ((feature){BY_PEOPLE | up, child, 2}));
    }
}

/* One feature for each child and what it has, the heavier one; then runs. */
static void list_commons(grouping *g)
{
    size_t kept = 0;
    for (uint32_t child = 0; child < g->count; child++) {
        list_words(g, child);
        list_other_parents(g, child);
    }
    if (pl_arena_failed(g->s->scratch) || g->features.count == 0)
        return;
    feature *f = g->features.items;
    qsort(f, g->features.count, sizeof *f, order_features);
    for (size_t k = 0; k < g->features.count; k++) {
        if (kept == 0 || order_features(&f[kept - 1], &f[k]) != 0)
            f[kept++] = f[k];
        else if (f[k].weight > f[kept - 1].weight)
            f[kept - 1].weight = f[k].weight;
    }
    for (size_t k = 0, end; k < kept; k = end) {
        for (end = k + 1; end < kept && f[end].what == f[k].what; end++)
            ;
        if (end - k > 1)
            pl_list_add(&g->commons, ((common){k, end, false}));
    }
}

/* -------------------------------------------------------------- choosing -- */

/* Whether there are levels enough for so many more above a child. */
static bool has_levels(const grouping *g, uint32_t n, uint32_t more)
{
    const pl_shaping *s = g->s;
    uint32_t most = s->shape->levels.most;
    return most == 0 || g->above == PL_NONE ||
           (uint64_t)g->depth + 1 + more + s->height[n] + 1 <= most;
}

/* Whether a child may go so many levels deeper. */
static bool may_sink(const grouping *g, uint32_t child, uint32_t levels)
{
    uint32_t n = g->child[child];
    return child < g->movable && g->placed[child] == 0 &&
           !pl_shape_is_fixed(g->s, n) && has_levels(g, n, levels);
}

static bool is_free(const grouping *g, uint32_t child)
{
    return may_sink(g, child, 1);
}

/* What it is worth to group by this: children, heads twice. 0: nothing. */
static uint32_t weigh_common(const grouping *g, const common *is)
{
    uint32_t weight = 0, count = 0;
    if (is->tried)
        return 0;
    for (size_t k = is->first; k < is->end; k++) {
        const feature *f = &g->features.items[k];
        if (!is_free(g, f->child))
            continue;
        weight += f->weight;
        count++;
    }
    /* Two chairs are alike; two things that are electric hardly. */
    return count < (weight >= count + count / 2 ? 2 : 4) ? 0 : weight;
}

/* Whether one more group leaves a place for the last one: so many are never
 * made that there are too many of them. */
static bool has_place(const grouping *g)
{
    uint32_t staying = g->hosts + (uint32_t)g->made.count;
    for (uint32_t child = 0; child < g->count; child++)
        staying += pl_shape_is_fixed(g->s, g->child[child]);
    return staying + 1 < g->range->most;
}

static common *choose_common(grouping *g)
{
    common *best = NULL;
    uint32_t most = 0;
    for (size_t k = 0; k < g->commons.count; k++) {
        uint32_t weight = weigh_common(g, &g->commons.items[k]);
        if (weight > most) {
            most = weight;
            best = &g->commons.items[k];
        }
    }
    return best;
}

/* Lists the free children that have something in common, but `host`. */
static void take_children(grouping *g, const common *is, uint32_t host)
{
    g->taken.count = 0;
    for (size_t k = is->first; k < is->end; k++) {
        uint32_t child = g->features.items[k].child;
        if (is_free(g, child) && g->child[child] != host)
            pl_list_add(&g->taken, child);
    }
}

/* Whether a node may have so many children, of which some are `more`. Too many
 * may be parted again, if there are levels for it. */
static bool may_hold(const grouping *g, uint32_t all)
{
    const pl_range *range = &g->s->shape->children;
    if (all < 2 || all < range->least)
        return false;
    for (size_t k = 0;
         range->most != 0 && all > range->most && k < g->taken.count; k++)
        if (!has_levels(g, g->child[g->taken.items[k]], 2))
            return false;
    return true;
}

/* ---------------------------------------------------------------- naming -- */

/* How many of those taken have a word. */
static uint32_t count_taken_with(const grouping *g, uint32_t stem)
{
    uint32_t count = 0;
    for (size_t k = 0; k < g->taken.count; k++)
        count +=
            pl_has_name_word(&g->s->words, g->child[g->taken.items[k]], stem);
    return count;
}

/* The spelling of a word that most of those taken use. */
static uint32_t usual_spelling(const grouping *g, uint32_t stem)
{
    const pl_name_words *words = &g->s->words;
    PL_LIST(uint32_t) used = {.arena = g->s->scratch};
    uint32_t best = PL_NONE;
    size_t most = 0;
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t n = g->child[g->taken.items[k]];
        for (uint32_t w = words->first.items[n]; w < words->first.items[n + 1];
             w++)
            if (words->items.items[w].stem == stem)
                pl_list_add(&used, words->items.items[w].spelling);
    }
    if (used.count > 0)
        pl_sort_uint32(used.items, used.count);
    for (size_t k = 0, end; k < used.count; k = end) {
        for (end = k; end < used.count && used.items[end] == used.items[k];)
            end++;
        if (end - k > most) {
            most = end - k;
            best = used.items[k];
        }
    }
    return best;
}

static bool has_stem(const pl_name_word *name, uint32_t count, uint32_t stem)
{
    for (uint32_t k = 0; k < count; k++)
        if (name[k].stem == stem)
            return true;
    return false;
}

/* Words that seven of ten of those taken have, in the order of a child that
 * has them all; `stem` is among them. */
static uint32_t choose_name_words(const grouping *g, uint32_t stem,
                                  pl_name_word chosen[MOST_NAME_WORDS])
{
    const pl_name_words *words = &g->s->words;
    double enough = SHARE_COVERED * (double)g->taken.count;
    uint32_t best = 0;
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t n = g->child[g->taken.items[k]], count = 0;
        pl_name_word found[MOST_NAME_WORDS];
        for (uint32_t w = words->first.items[n];
             w < words->first.items[n + 1] && count < MOST_NAME_WORDS; w++) {
            const pl_name_word *word = &words->items.items[w];
            if (!word->empty && !has_stem(found, count, word->stem) &&
                (word->stem == stem ||
                 count_taken_with(g, word->stem) >= enough))
                found[count++] = *word;
        }
        if (count > best && has_stem(found, count, stem)) {
            best = count;
            memcpy(chosen, found, sizeof found);
        }
        if (k == 7) /* a few tell as much as all */
            break;
    }
    return best;
}

/* Adds the part of a child's name that has all words of a group's name and no
 * others, as in "Baby & Children's"; false: there is no such child. */
static bool add_part_of_name(const grouping *g, const pl_name_word *chosen,
                             uint32_t count, name_text *text)
{
    const pl_name_words *words = &g->s->words;
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t n = g->child[g->taken.items[k]];
        uint32_t first = words->first.items[n], end = words->first.items[n + 1];
        const pl_name_word *word = words->items.items;
        for (uint32_t w = first; w + count <= end; w++) {
            uint32_t same = 0;
            while (same < count && word[w + same].stem == chosen[same].stem)
                same++;
            for (uint32_t b = word[w].begin;
                 same == count && b < word[w + count - 1].end; b++)
                pl_list_add(text, g->s->to->name[n][b]);
            if (same == count)
                return true;
        }
    }
    return false;
}

/* A name from words, with a capital letter where all of those taken begin with
 * one. */
static const char *spell_words(grouping *g, const pl_name_word *chosen,
                               uint32_t count)
{
    name_text text = {.arena = g->s->scratch};
    if (count == 1 || !add_part_of_name(g, chosen, count, &text))
        for (uint32_t k = 0; k < count; k++) {
            uint32_t spelling = usual_spelling(g, chosen[k].stem);
            if (k > 0)
                pl_list_add(&text, ' ');
            for (const char *at =
                     spelling == PL_NONE
                         ? ""
                         : pl_strings_at(g->s->words.texts, spelling);
                 *at != '\0'; at++)
                pl_list_add(&text, *at);
        }
    if (pl_arena_failed(g->s->scratch) || text.count == 0)
        return NULL;
    const char *like = g->s->to->name[g->child[g->taken.items[0]]];
    if (*like >= 'A' && *like <= 'Z' && *text.items >= 'a' &&
        *text.items <= 'z')
        *text.items = (char)(*text.items - 'a' + 'A');
    return pl_arena_text(g->s->arena, text.items, text.count);
}

/* Whether most of a name's words are in another name, too. */
static bool is_too_like(const pl_name_words *words, const pl_name_word *name,
                        uint32_t count, uint32_t other)
{
    uint32_t shared = 0;
    for (uint32_t k = 0; k < count; k++)
        shared += pl_has_name_word(words, other, name[k].stem);
    return (double)shared > MOST_SHARED * (double)count;
}

/* Whether a name can be told from that of the node above, and of all who will
 * stand beside it. */
static bool is_told_apart(const grouping *g, const pl_name_word *name,
                          uint32_t count)
{
    const pl_name_words *words = &g->s->words;
    size_t next = 0;
    if (g->above != PL_NONE) {
        uint32_t shared = 0;
        for (uint32_t k = 0; k < count; k++)
            shared += pl_has_name_word(words, g->above, name[k].stem);
        if (shared == count)
            return false;
    }
    for (size_t k = 0; k < g->made.count; k++)
        if (is_too_like(words, name, count, g->made.items[k]))
            return false;
    for (uint32_t child = 0; child < g->count; child++) {
        bool taken = next < g->taken.count && g->taken.items[next] == child;
        next += taken;
        if (!taken && g->placed[child] == 0 &&
            is_too_like(words, name, count, g->child[child]))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- making -- */

/* Puts all that are taken below a node. */
static void place_taken(grouping *g, uint32_t below, pl_shaped how)
{
    pl_shaping *s = g->s;
    uint32_t height = s->height[below];
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t child = g->taken.items[k], n = g->child[child];
        g->placed[child] = 1;
        s->to->parent[n] = below;
        if (s->to->how[n] != PL_SHAPED_GROUP)
            s->to->how[n] = (uint8_t)how;
        if (s->height[n] + 1 > height)
            height = s->height[n] + 1;
    }
    s->height[below] = height;
    s->children[below] += (uint32_t)g->taken.count;
    g->standing -= g->taken.count;
}

/* Whether neither the node above is called so, nor one beside. */
static bool is_name_free(const grouping *g, const char *name)
{
    const char *const *names = g->s->to->name;
    if (g->above != PL_NONE && strcmp(names[g->above], name) == 0)
        return false;
    for (size_t k = 0; k < g->made.count; k++)
        if (strcmp(names[g->made.items[k]], name) == 0)
            return false;
    for (uint32_t child = 0; child < g->count; child++)
        if (strcmp(names[g->child[child]], name) == 0)
            return false;
    return true;
}

static bool make_group(grouping *g, const char *name, const pl_name_word *words,
                       uint32_t count, double covers)
{
    pl_shaping *s = g->s;
    if (name == NULL || s->to->count >= s->room || !is_name_free(g, name))
        return false;
    uint32_t group = s->to->count++;
    s->to->parent[group] = g->above;
    s->to->how[group] = PL_SHAPED_GROUP;
    s->to->name[group] = name;
    s->to->covers[group] = (float)covers;
    s->height[group] = s->children[group] = 0;
    pl_name_words_add(&s->words, words, count);
    pl_list_add(&g->made, group);
    place_taken(g, group, PL_SHAPED_GROUPED);
    g->standing++;
    return true;
}

/* A sibling that says no more than a name does; PL_NONE: there is none. */
static uint32_t find_host(const grouping *g, const pl_name_word *name,
                          uint32_t count)
{
    const pl_name_words *words = &g->s->words;
    for (uint32_t child = 0; child < g->count; child++) {
        uint32_t n = g->child[child], own = 0, shared = 0;
        for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1];
             k++) {
            const pl_name_word *word = &words->items.items[k];
            own += !word->empty;
            for (uint32_t w = 0; !word->empty && w < count; w++)
                shared += name[w].stem == word->stem;
        }
        if (g->placed[child] == 0 && own > 0 && shared == own)
            return n;
    }
    return PL_NONE;
}

/* The share of those taken that have all words of a name. */
static double share_covered(const grouping *g, const pl_name_word *name,
                            uint32_t count)
{
    uint32_t covered = 0;
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t n = g->child[g->taken.items[k]], has = 0;
        for (uint32_t w = 0; w < count; w++)
            has += pl_has_name_word(&g->s->words, n, name[w].stem);
        covered += has == count;
    }
    return (double)covered / (double)g->taken.count;
}

static bool leaves_enough(const grouping *g, bool group)
{
    return g->standing - g->taken.count + group >= g->range->least &&
           g->standing - g->taken.count + group >= 1;
}

/* Those taken go below a sibling. */
static bool go_below(grouping *g, const common *is, uint32_t host)
{
    take_children(g, is, host);
    if (g->taken.count == 0 || !leaves_enough(g, false) ||
        !may_hold(g, g->s->children[host] + (uint32_t)g->taken.count))
        return false;
    place_taken(g, host, PL_SHAPED_MOVED);
    g->hosts++;
    return true;
}

/* Groups by a word. False: it cannot be done. */
static bool group_by_word(grouping *g, const common *is, uint32_t stem)
{
    pl_name_word name[MOST_NAME_WORDS];
    take_children(g, is, PL_NONE);
    if (g->taken.count == 0)
        return false;
    uint32_t count = choose_name_words(g, stem, name);
    if (count != 1 &&
        (count == 0 || share_covered(g, name, count) < SHARE_COVERED ||
         !is_told_apart(g, name, count))) {
        name[0] = (pl_name_word){.stem = stem};
        count = 1;
    }
    uint32_t host = find_host(g, name, count);
    if (host != PL_NONE)
        return go_below(g, is, host);
    return leaves_enough(g, true) && may_hold(g, (uint32_t)g->taken.count) &&
           is_told_apart(g, name, count) &&
           make_group(g, spell_words(g, name, count), name, count,
                      share_covered(g, name, count));
}

/* Groups below what others put these below: a sibling, or one of its name. */
static bool group_by_people(grouping *g, const common *is, uint32_t up)
{
    const pl_name_words *words = &g->s->words;
    uint32_t first = words->first.items[up];
    uint32_t count = words->first.items[up + 1] - first, telling;
    if (g->s->to->parent[up] == g->above)
        return go_below(g, is, up);
    take_children(g, is, PL_NONE);
    if (pl_count_name_words(words, up, up, &telling) == 0 ||
        count > MOST_NAME_WORDS || !leaves_enough(g, true) ||
        !may_hold(g, (uint32_t)g->taken.count))
        return false;
    pl_name_word name[MOST_NAME_WORDS];
    memcpy(name, words->items.items + first, count * sizeof *name);
    return is_told_apart(g, name, count) &&
           make_group(g, g->s->to->name[up], name, count, 1);
}

/* What the rest is called; and what all is, where nothing stands beside it. */
static const char *name_of_rest(const char *language, bool all)
{
    static const char *const names[][3] = {
        {"german", "Weitere", "Alles"}, {"french", "Autres", "Tout"},
        {"spanish", "Otros", "Todo"},   {"italian", "Altri", "Tutto"},
        {"dutch", "Overige", "Alles"},  {"portuguese", "Outros", "Tudo"}};
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (strcmp(names[k][0], language) == 0)
            return names[k][all ? 2 : 1];
    return all ? "All" : "Other";
}

/* Whether a child and all below it could become entries: nothing is fixed, or
 * was put there just now. */
static bool may_dissolve(const grouping *g, uint32_t child)
{
    const pl_shaping *s = g->s;
    uint32_t n = g->child[child];
    bool may = g->placed[child] == 0 && !pl_shape_is_bare(s, n) &&
               s->children[n] == s->tour.first[n + 1] - s->tour.first[n];
    for (uint32_t k = s->tour.enter[n]; may && k < s->tour.leave[n]; k++)
        may = !pl_shape_is_fixed(s, s->tour.order[k]);
    return may;
}

/* The siblings that may go so many levels deeper, or, of none, that could
 * become entries; the thinnest first. */
static void take_thin(grouping *g, uint32_t levels)
{
    const pl_shaping *s = g->s;
    PL_LIST(uint64_t) order = {.arena = s->scratch};
    g->taken.count = 0;
    for (uint32_t child = 0; child < g->count; child++)
        if (levels == 0 ? may_dissolve(g, child) : may_sink(g, child, levels))
            pl_list_add(&order, pl_shape_thinness(s, g->child[child]) | child);
    if (order.count > 0)
        pl_sort_uint64(order.items, order.count);
    for (size_t k = 0; k < order.count; k++)
        pl_list_add(&g->taken, (uint32_t)order.items[k]);
}

/* A child by its name; qsort has no context. */
typedef struct named_child {
    const char *name;
    uint32_t child;
} named_child;

static int compare_names(const char *a, const char *b)
{
    int order = strcasecmp(a, b);
    return order != 0 ? order : strcmp(a, b);
}

static int order_named(const void *left, const void *right)
{
    const named_child *a = left, *b = right;
    int order = compare_names(a->name, b->name);
    return order != 0 ? order : (a->child > b->child) - (a->child < b->child);
}

/* Bytes of a name that tell it from its neighbour: "Ba" of Bats beside Bees. */
static int bytes_telling(const char *name, const char *neighbour)
{
    int same = 0, length = (int)strlen(name);
    while (neighbour != NULL && same < length &&
           strncasecmp(name + same, neighbour + same, 1) == 0)
        same++;
    int end = same < length ? same + 1 : length;
    while (end < length && ((unsigned char)name[end] & 0xC0) == 0x80)
        end++;
    return end;
}

/* "A-F": where in the alphabet a run of named children stands. */
static const char *name_run(const grouping *g, const named_child *of,
                            size_t first, size_t end, size_t count)
{
    const char *low = of[first].name, *high = of[end - 1].name;
    char text[128];
    int from = bytes_telling(low, first == 0 ? NULL : of[first - 1].name);
    int to = bytes_telling(high, end == count ? NULL : of[end].name);
    bool one = from == to && strncasecmp(low, high, (size_t)to) == 0;
    while (to > 0 && high[to - 1] == ' ')
        to--;
    snprintf(text, sizeof text, "%.*s%s%.*s", pl_text_cut(low, from, 60), low,
             one ? "" : "\xE2\x80\x93", one ? 0 : pl_text_cut(high, to, 60),
             high);
    return pl_arena_text(g->s->arena, text, strlen(text));
}

/* So many groups, one after the other in the alphabet, of what is taken. */
static void group_by_alphabet(grouping *g, size_t groups)
{
    size_t count = g->taken.count;
    named_child *of = PL_ARENA_ARRAY(g->s->scratch, named_child, count);
    if (of == NULL)
        return;
    for (size_t k = 0; k < count; k++)
        of[k] = (named_child){g->s->to->name[g->child[g->taken.items[k]]],
                              g->taken.items[k]};
    qsort(of, count, sizeof *of, order_named);
    for (size_t run = 0; run < groups; run++) {
        size_t first = run * count / groups, end = (run + 1) * count / groups;
        g->taken.count = 0;
        for (size_t k = first; k < end; k++)
            pl_list_add(&g->taken, of[k].child);
        if (leaves_enough(g, true) && end - first >= 2 &&
            end - first >= g->s->shape->children.least)
            make_group(g, name_run(g, of, first, end, count), NULL, 0, 0);
    }
}

/* The nearest node above that somebody has, which can have entries. */
static uint32_t find_home(const grouping *g)
{
    uint32_t home = g->above;
    while (home != PL_NONE && pl_shape_is_bare(g->s, home))
        home = g->s->to->parent[home];
    return home;
}

/* Places beside those that are not taken. */
static size_t places_left(const grouping *g)
{
    size_t staying = g->standing - g->taken.count;
    return staying < g->range->most ? g->range->most - staying : 0;
}

/* What has nothing in common with others, as far as there are too many: one
 * group, or as many as the alphabet parts it into. Where even these would be
 * too large, they are parted again, of what has levels for it; else the
 * thinnest are left. */
static void group_rest(grouping *g)
{
    const char *language = g->s->forest->language;
    bool all = g->above == PL_NONE && g->range->most == 1;
    const char *name = name_of_rest(language, all);
    if (all && !is_name_free(g, name))
        name = name_of_rest(language, false);
    size_t most = g->s->shape->children.most, groups = 1;
    bool parted = g->above != PL_NONE && most > 1;
    take_thin(g, 1);
    if (parted && g->taken.count > places_left(g) * most) {
        take_thin(g, 2);
        if (places_left(g) == 0)
            take_thin(g, 1);
    }
    size_t count = g->taken.count, places = places_left(g);
    if (parted && count > places)
        groups = (count - places + most - 2) / (most - 1);
    groups += groups == 1 && !is_name_free(g, name);
    groups = groups < places ? groups : places;
    size_t need = count - (places - groups), left = 0;
    if (parted && need > groups * most && !may_hold(g, PL_NONE) &&
        find_home(g) != PL_NONE)
        left = need - groups * most;
    if (groups == 1 && need < g->s->shape->children.least)
        need = g->s->shape->children.least;
    g->taken.count = (need < count ? need : count) - left;
    if (left > 0)
        memmove(g->taken.items, g->taken.items + left,
                g->taken.count * sizeof *g->taken.items);
    if (groups > 1)
        group_by_alphabet(g, groups);
    else if (groups == 1 && leaves_enough(g, true) &&
             may_hold(g, (uint32_t)g->taken.count))
        make_group(g, name, NULL, 0, 0);
}

/* What is still too many becomes entries of the node above that somebody has,
 * with all that is below it. */
static void make_entries(grouping *g)
{
    pl_shaping *s = g->s;
    uint32_t home = find_home(g);
    if (home == PL_NONE)
        return;
    take_thin(g, 0);
    for (size_t k = 0; k < g->taken.count && g->standing > g->range->most;
         k++) {
        uint32_t n = g->child[g->taken.items[k]];
        g->placed[g->taken.items[k]] = 1;
        for (uint32_t at = s->tour.enter[n]; at < s->tour.leave[n]; at++) {
            s->to->parent[s->tour.order[at]] = home;
            pl_shape_join(s, s->tour.order[at], home);
        }
        s->children[n] = 0;
        g->standing--;
    }
}

/* Of tops, which come the thinnest first, most of those stay that could. */
bool pl_shape_group(pl_shaping *s, uint32_t above, const uint32_t *children,
                    size_t count, const pl_range *range)
{
    grouping g = {.s = s,
                  .above = above,
                  .range = range,
                  .child = children,
                  .count = count,
                  .movable = count,
                  .standing = count,
                  .placed = PL_ARENA_ARRAY(s->scratch, uint8_t, count),
                  .made = {.arena = s->scratch},
                  .features = {.arena = s->scratch},
                  .commons = {.arena = s->scratch},
                  .taken = {.arena = s->scratch}};
    common *next;
    uint32_t spare = range->most < 4 ? 1 : range->most / 4;
    if (above == PL_NONE)
        g.movable = count - range->most + spare;
    for (uint32_t up = above; up != PL_NONE && s->to->parent[up] != PL_NONE;
         up = s->to->parent[up])
        g.depth++;
    list_commons(&g);
    while (!pl_arena_failed(s->scratch) && g.standing > range->most &&
           has_place(&g) && (next = choose_common(&g)) != NULL) {
        uint32_t what = g.features.items[next->first].what;
        next->tried = true;
        if (what & BY_PEOPLE)
            group_by_people(&g, next, what & ~BY_PEOPLE);
        else
            group_by_word(&g, next, what);
    }
    if (!pl_arena_failed(s->scratch) && g.standing > range->most)
        group_rest(&g);
    if (!pl_arena_failed(s->scratch) && g.standing > range->most)
        make_entries(&g);
    if (above != PL_NONE)
        s->children[above] = (uint32_t)g.standing;
    return !pl_arena_failed(s->scratch) && !pl_arena_failed(s->arena);
}

/* Groups may be too large themselves: another round parts them. */
bool pl_shape_children(pl_shaping *s)
{
    const pl_range *range = &s->shape->children;
    bool changed = range->most != 0;
    for (uint32_t round = 0; changed && round < MOST_ROUNDS; round++) {
        changed = false;
        if (!pl_shape_number(s))
            return false;
        for (uint32_t k = 0, count = s->to->count; k < count; k++) {
            uint32_t n = s->tour.order[k], first = s->tour.first[n];
            uint32_t was = s->tour.first[n + 1] - first;
            if (was <= range->most || s->children[n] != was ||
                !pl_shape_stands(s, n))
                continue;
            if (!pl_shape_group(s, n, s->tour.child + first, was, range))
                return false;
            changed |= s->children[n] != was;
        }
    }
    return true;
}
