/* shape_groups.c: puts too many siblings below what they have in common.
 *
 * What some of them have in common is a word, or that people put them below
 * one other concept. That of most siblings comes first; a word counts twice
 * where it says what a thing is (same/name_words.h). If a sibling is called so
 * itself, the others go below it; else a group is made, and named from the
 * words that seven of ten of its children have. What has nothing in common
 * with others goes into a last group, or into several by the alphabet, and the
 * thinnest beyond that become entries of the node above. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "place/shape_grouping.h"

static const double SHARE_COVERED = 0.7; /* of children by a group's name */
static const double MOST_SHARED = 0.3;   /* of its words with a sibling */
enum { MOST_ROUNDS = 20, MOST_NAME_WORDS = 4, MOST_TRIED = 32 };
#define BY_PEOPLE (UINT32_C(1) << 31)

/* -------------------------------------------------------------- features -- */

static int order_features(const void *left, const void *right)
{
    const pl_feature *a = left, *b = right;
    if (a->what != b->what)
        return a->what < b->what ? -1 : 1;
    return (a->child > b->child) - (a->child < b->child);
}

static void list_words(pl_grouping *g, uint32_t child)
{
    const pl_name_words *words = &g->s->words;
    uint32_t n = g->child[child], same;
    for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1];
         k++) {
        const pl_name_word *word = &words->items.items[k];
        if (!word->empty && (g->above == PL_NONE ||
                             !pl_has_name_word(words, g->above, word->stem)))
            pl_list_add(
                &g->features,
                ((pl_feature){word->stem, child, word->head ? 2 : 1,
                              pl_count_name_words(words, n, n, &same) == 1}));
    }
}

/* Where people put a child who are against where it hangs. */
static void list_other_parents(pl_grouping *g, uint32_t child)
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
        pl_list_add(&g->features,
                    ((pl_feature){BY_PEOPLE | up, child, 2, false}));
    }
}

/* One feature for each child and what it has, the heavier one; then runs. */
static void list_commons(pl_grouping *g)
{
    size_t kept = 0;
    for (uint32_t child = 0; child < g->count; child++) {
        list_words(g, child);
        list_other_parents(g, child);
    }
    if (pl_arena_failed(g->s->scratch) || g->features.count == 0)
        return;
    pl_feature *f = g->features.items;
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
            pl_list_add(&g->commons, ((pl_common){k, end, false}));
    }
}

/* -------------------------------------------------------------- choosing -- */

/* What it is worth to group by this: children, heads twice. 0: nothing. */
static uint32_t weigh_common(const pl_grouping *g, const pl_common *is)
{
    uint32_t weight = 0, count = 0;
    bool any = false;
    if (is->tried)
        return 0;
    for (size_t k = is->first; k < is->end; k++) {
        const pl_feature *f = &g->features.items[k];
        bool free = pl_may_sink(g, f->child, 1);
        if (!free && (!f->whole || g->placed[f->child] == PL_CHILD_GONE))
            continue;
        any = any || free;
        weight += f->weight;
        count++;
    }
    /* Two chairs are alike; two things that are electric hardly. */
    return !any || count < (weight >= count + count / 2 ? 2 : 4) ? 0 : weight;
}

static pl_common *choose_common(pl_grouping *g)
{
    pl_common *best = NULL;
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
static void take_children(pl_grouping *g, const pl_common *is, uint32_t host)
{
    g->taken.count = 0;
    for (size_t k = is->first; k < is->end; k++) {
        uint32_t child = g->features.items[k].child;
        if (pl_may_sink(g, child, 1) && g->child[child] != host)
            pl_list_add(&g->taken, child);
    }
}

/* Whether the others find places beside this group, in groups that are no
 * larger than they may be. Where they cannot, at least it is no small one. */
static bool has_place_for_others(const pl_grouping *g, bool new_group)
{
    size_t staying = g->made.count + new_group, loose = 0;
    size_t most = g->range->most, size = g->s->shape->children.most;
    for (uint32_t child = 0; child < g->count; child++) {
        bool free = pl_may_sink(g, child, 1);
        loose += free;
        staying += !free && g->placed[child] != PL_CHILD_GONE;
    }
    loose -= g->taken.count;
    if (staying + (loose > 0) > most)
        return false;
    return size == 0 || pl_has_levels(g, 0, 2) || 2 * g->taken.count >= size ||
           loose <= (most - staying) * size;
}

/* Whether those taken may go below what will have `all` children. Too many may
 * be parted again, if there are levels for it. */
static bool may_gather(const pl_grouping *g, size_t all, bool new_group)
{
    const pl_range *range = &g->s->shape->children;
    size_t left = g->standing - g->taken.count + new_group;
    if (g->taken.count == 0 || all < 2 || all < range->least || left < 1 ||
        left < g->range->least)
        return false;
    for (size_t k = 0;
         range->most != 0 && all > range->most && k < g->taken.count; k++)
        if (!pl_has_levels(g, g->s->height[g->child[g->taken.items[k]]], 2))
            return false;
    return left <= g->range->most || has_place_for_others(g, new_group);
}

/* ---------------------------------------------------------------- naming -- */

/* Whether enough of those taken have a word for it to name them. */
static bool is_shared(const pl_grouping *g, uint32_t stem)
{
    size_t count = 0;
    for (size_t k = 0; k < g->taken.count; k++)
        count +=
            pl_has_name_word(&g->s->words, g->child[g->taken.items[k]], stem);
    return (double)count >= SHARE_COVERED * (double)g->taken.count;
}

/* The part of a child's name around a word: it alone, or with those beside it
 * that enough share, as in "Baby & Toddler" of "Baby & Toddler beds". */
static pl_group_name read_phrase(const pl_grouping *g, uint32_t n,
                                 uint32_t stem, bool alone)
{
    const pl_name_words *words = &g->s->words;
    const pl_name_word *word = words->items.items;
    uint32_t from = words->first.items[n], end = words->first.items[n + 1];
    uint32_t low = from, high;
    while (low < end && word[low].stem != stem)
        low++;
    for (high = low + 1; !alone && high < end && high - low < MOST_NAME_WORDS &&
                         !word[high].empty && is_shared(g, word[high].stem);)
        high++;
    while (!alone && low > from && high - low < MOST_NAME_WORDS &&
           !word[low - 1].empty && is_shared(g, word[low - 1].stem))
        low--;
    return (pl_group_name){&word[low], high - low,
                           g->s->to->name[n] + word[low].begin,
                           word[high - 1].end - word[low].begin};
}

static bool is_same_text(const pl_group_name *a, const pl_group_name *b)
{
    return a->length == b->length && memcmp(a->text, b->text, a->length) == 0;
}

/* The phrase that most of those taken have so; of the first, which tell as much
 * as all. */
static pl_group_name choose_phrase(const pl_grouping *g, uint32_t stem,
                                   bool alone)
{
    pl_group_name tried[MOST_TRIED], best = {.words = NULL};
    uint32_t times[MOST_TRIED], count = 0, most = 0;
    for (size_t k = 0; k < g->taken.count && count < MOST_TRIED; k++) {
        uint32_t at = 0;
        tried[count] = read_phrase(g, g->child[g->taken.items[k]], stem, alone);
        while (!is_same_text(&tried[at], &tried[count]))
            at++;
        times[count] = 0;
        if (++times[at] > most) {
            most = times[at];
            best = tried[at];
        }
        count += at == count;
    }
    return best;
}

/* With a capital letter where those taken begin with one; an iPad has its own.
 */
static const char *spell_name(const pl_grouping *g, const pl_group_name *is)
{
    char *text = pl_arena_text(g->s->arena, is->text, is->length);
    char like = *g->s->to->name[g->child[g->taken.items[0]]];
    if (text != NULL && like >= 'A' && like <= 'Z' && *text >= 'a' &&
        *text <= 'z' && !(text[1] >= 'A' && text[1] <= 'Z'))
        *text = (char)(*text - 'a' + 'A');
    return text;
}

/* How many of a name's words another has. */
static uint32_t count_shared(const pl_grouping *g, const pl_group_name *is,
                             uint32_t other)
{
    uint32_t shared = 0;
    for (uint32_t k = 0; k < is->count; k++)
        shared += pl_has_name_word(&g->s->words, other, is->words[k].stem);
    return shared;
}

/* Whether most of a name's words are in another name, too. */
static bool is_too_like(const pl_grouping *g, const pl_group_name *is,
                        uint32_t other)
{
    return count_shared(g, is, other) > MOST_SHARED * is->count;
}

/* Whether a name can be told from that of the node above, and of all who will
 * stand beside it. */
static bool is_told_apart(const pl_grouping *g, const pl_group_name *is)
{
    size_t next = 0;
    if (g->above != PL_NONE && count_shared(g, is, g->above) == is->count)
        return false;
    for (size_t k = 0; k < g->made.count; k++)
        if (is_too_like(g, is, g->made.items[k]))
            return false;
    for (uint32_t child = 0; child < g->count; child++) {
        bool taken = next < g->taken.count && g->taken.items[next] == child;
        next += taken;
        if (!taken && g->placed[child] != PL_CHILD_GONE &&
            is_too_like(g, is, g->child[child]))
            return false;
    }
    return true;
}

/* The share of those taken that have all words of a name. */
static double share_covered(const pl_grouping *g, const pl_group_name *is)
{
    size_t covered = 0;
    for (size_t k = 0; k < g->taken.count; k++)
        covered +=
            count_shared(g, is, g->child[g->taken.items[k]]) == is->count;
    return (double)covered / (double)g->taken.count;
}

/* ---------------------------------------------------------------- making -- */

/* Puts all that are taken below a node. */
static void place_taken(pl_grouping *g, uint32_t below, pl_shaped how)
{
    pl_shaping *s = g->s;
    uint32_t height = s->height[below];
    for (size_t k = 0; k < g->taken.count; k++) {
        uint32_t child = g->taken.items[k], n = g->child[child];
        g->placed[child] = PL_CHILD_GONE;
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

bool pl_is_group_name_free(const pl_grouping *g, const char *name)
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

void pl_make_group(pl_grouping *g, const char *name, const pl_group_name *is,
                   double covers)
{
    pl_shaping *s = g->s;
    if (name == NULL || s->to->count >= s->room ||
        !pl_is_group_name_free(g, name))
        return;
    uint32_t group = s->to->count++;
    s->to->parent[group] = g->above;
    s->to->how[group] = PL_SHAPED_GROUP;
    s->to->name[group] = name;
    s->to->covers[group] = (float)covers;
    s->height[group] = s->children[group] = 0;
    pl_name_words_add(&s->words, is == NULL ? NULL : is->words,
                      is == NULL ? 0 : is->count);
    pl_list_add(&g->made, group);
    place_taken(g, group, PL_SHAPED_GROUPED);
    g->standing++;
}

/* The place of a sibling that says no more than a name does; PL_NONE: there is
 * none. */
static uint32_t find_host(const pl_grouping *g, const pl_group_name *is)
{
    const pl_name_words *words = &g->s->words;
    for (uint32_t child = 0; child < g->count; child++) {
        uint32_t n = g->child[child], own = 0, shared = 0;
        for (uint32_t k = words->first.items[n]; k < words->first.items[n + 1];
             k++) {
            const pl_name_word *word = &words->items.items[k];
            own += !word->empty;
            for (uint32_t w = 0; !word->empty && w < is->count; w++)
                shared += is->words[w].stem == word->stem;
        }
        if (g->placed[child] != PL_CHILD_GONE && own > 0 && shared == own)
            return child;
    }
    return PL_NONE;
}

/* The name that people gave to what they put these below. */
static pl_group_name name_of(const pl_shaping *s, uint32_t n)
{
    const pl_name_words *words = &s->words;
    uint32_t first = words->first.items[n];
    return (pl_group_name){&words->items.items[first],
                           words->first.items[n + 1] - first, s->to->name[n],
                           strlen(s->to->name[n])};
}

/* Groups by a word, or below what people put these below: a sibling, or one of
 * its name. */
static void group_by(pl_grouping *g, const pl_common *is)
{
    uint32_t what = g->features.items[is->first].what, up = what & ~BY_PEOPLE;
    bool people = (what & BY_PEOPLE) != 0;
    take_children(g, is, PL_NONE);
    if (g->taken.count == 0)
        return;
    pl_group_name name =
        people ? name_of(g->s, up) : choose_phrase(g, what, false);
    if (!people && name.count > 1 &&
        (share_covered(g, &name) < SHARE_COVERED || !is_told_apart(g, &name)))
        name = choose_phrase(g, what, true);
    uint32_t host = find_host(g, &name);
    if (host != PL_NONE) {
        uint32_t n = g->child[host];
        take_children(g, is, n);
        uint8_t was = g->placed[host];
        g->placed[host] = PL_CHILD_HOLDS;
        if (may_gather(g, g->s->children[n] + g->taken.count, false))
            place_taken(g, n, PL_SHAPED_MOVED);
        else
            g->placed[host] = was;
        return;
    }
    if (name.count > 0 && name.count <= MOST_NAME_WORDS &&
        is_told_apart(g, &name) && may_gather(g, g->taken.count, true))
        pl_make_group(g, spell_name(g, &name), &name,
                      people ? 1 : share_covered(g, &name));
}

/* Of tops, which come the thinnest first, most of those stay that could. */
bool pl_shape_group(pl_shaping *s, uint32_t above, const uint32_t *children,
                    size_t count, const pl_range *range)
{
    pl_grouping g = {.s = s,
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
    pl_common *next;
    uint32_t spare = range->most < 4 ? 1 : range->most / 4;
    if (above == PL_NONE)
        g.movable = count - range->most + spare;
    for (uint32_t up = above; up != PL_NONE && s->to->parent[up] != PL_NONE;
         up = s->to->parent[up])
        g.depth++;
    list_commons(&g);
    while (!pl_arena_failed(s->scratch) && g.standing > range->most &&
           (next = choose_common(&g)) != NULL) {
        next->tried = true;
        group_by(&g, next);
    }
    if (!pl_arena_failed(s->scratch) && g.standing > range->most)
        pl_group_rest(&g);
    if (!pl_arena_failed(s->scratch) && g.standing > range->most)
        pl_make_entries(&g);
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
