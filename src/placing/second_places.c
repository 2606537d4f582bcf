/* second_places.c: lists the places of each cluster, and moves its nodes. */
/* SPDX-License-Identifier: MIT */
#include "placing/second_places.h"

#include <string.h>

#include "base/status.h"
#include "placing/agreement.h"
#include "similarity/similarity.h"

/* A cluster is ambiguous if so large a share of the people who gave it a
 * parent gave it several; or if several spoke, and less than this share of them
 * agree with its place, or no two agree. Several are four; or two, where people
 * usually do not agree about anything. */
enum { AMBIGUOUS_SHARE = 5, AGREEING_SHARE = 4, SEVERAL = 4, TWO = 2 };
/* Elsewhere evidence may part what so large a share of the voices want apart.
 * Nodes that belong together share this much of the evidence there could be,
 * those that do not at most this much, on average over their pairs. */
enum { LEAST_VOICES = 2, PARTED_SHARE = 6 };
static const double LEAST_INSIDE = 0.4, MOST_ACROSS = 0.1;
/* So do as many people in another tree, if they are so large a share; and one
 * of two, since neither is overruled by more than the other. */
enum { WORLD_SHARE = 3 };
/* Places beyond these are too many to tell apart; and beyond these nobody asks
 * whether one is a title of what another one is. */
enum { MOST_PLACES = 256, MOST_TITLED = 8 };

typedef struct second_places {
    const pl_statements *s;
    const pl_titles *titles;
    const uint32_t *parent;
    pl_lineage forest;       /* of these parents */
    const pl_orders *orders; /* what is decided; NULL: nothing */
    const pleach_affinity *affinity;
    double dissent;
    bool disagreeing; /* people do not agree about much */
    bool further;     /* one place may be below several parents */
    bool tagged;      /* nodes say more than the names around them */
    /* Places of the cluster at hand: the first is where it hangs. */
    bool ambiguous;
    uint32_t count;
    uint32_t place[MOST_PLACES];
    uint32_t cluster[MOST_PLACES]; /* the new one; PL_NONE: nobody came yet */
    uint32_t order[MOST_PLACES];   /* statements about the same */
    uint32_t next;                 /* cluster number */
    uint32_t *root;                /* per cluster: of its tree */
    /* What somebody put below cluster x, ascending: below[below_first[x]] ..
     * below[below_first[x + 1]]. */
    uint32_t *below_first; /* count + 2 */
    uint32_t *below;
} second_places;

/* The trees of the forest, and the statements by parent. False: no memory. */
static bool list_worlds(second_places *p, pl_arena *arena)
{
    const pl_statements *s = p->s;
    uint32_t count = s->count;
    p->root = PL_ARENA_ARRAY(arena, uint32_t, count);
    p->below_first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    p->below = PL_ARENA_ARRAY(arena, uint32_t, s->first[count]);
    if (!p->root || !p->below_first || !p->below)
        return false;
    for (uint32_t k = 0; k < count; k++) { /* what is above comes first */
        uint32_t c = p->forest.order[k], above = p->parent[c];
        p->root[c] = above == PL_NONE ? c : p->root[above];
    }
    for (uint32_t k = 0; k < s->first[count]; k++)
        p->below_first[s->parent[k] + 2]++;
    for (uint32_t c = 0; c < count; c++)
        p->below_first[c + 2] += p->below_first[c + 1];
    for (uint32_t c = 0; c < count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++)
            p->below[p->below_first[s->parent[k] + 1]++] = c;
    return true;
}

/* Whether nothing but one cluster was ever put below both of two others. */
static bool share_only(const second_places *p, uint32_t c, uint32_t a,
                       uint32_t b)
{
    const uint32_t *first = p->below_first;
    bool fewer = first[a + 1] - first[a] < first[b + 1] - first[b];
    uint32_t few = fewer ? a : b, many = fewer ? b : a;
    for (uint32_t i = first[few]; i < first[few + 1]; i++)
        if (p->below[i] != c &&
            pl_find_statement(p->s, p->below[i], many) != PL_NONE)
            return false;
    return true;
}

static bool are_related(const second_places *p, uint32_t a, uint32_t b)
{
    return pl_is_at_or_above(&p->forest, a, b) ||
           pl_is_at_or_above(&p->forest, b, a);
}

/* Whether several spoke about a cluster, and hardly any of them agree with its
 * place, or no two at all: then everybody keeps their own. */
static bool is_scattered(const second_places *p, uint32_t c)
{
    const pl_statements *s = p->s;
    uint32_t agreeing = pl_agreeing_voices(p->titles, &p->forest, c);
    uint32_t total = s->total[c] - s->repeated[c];
    uint32_t several = p->disagreeing ? TWO : SEVERAL;
    bool all_differ = s->first[c + 1] - s->first[c] == s->total[c];
    return (s->speakers[c] >= SEVERAL &&
            (uint64_t)AGREEING_SHARE * agreeing < total) ||
           (all_differ && total >= several && agreeing < 2);
}

static bool is_ambiguous(const second_places *p, uint32_t c)
{
    const pl_statements *s = p->s;
    return (s->multiple[c] > 0 &&
            (uint64_t)AMBIGUOUS_SHARE * s->multiple[c] >= s->speakers[c]) ||
           is_scattered(p, c);
}

/* The place that a node below cluster x belongs to: x itself, else the first
 * that is related with it. */
static uint32_t find_related_place(const second_places *p, uint32_t x)
{
    uint32_t found = PL_NONE;
    if (are_related(p, x, p->place[0]))
        return 0;
    for (uint32_t k = 1; k < p->count; k++) {
        if (p->place[k] == x)
            return k;
        if (found == PL_NONE && are_related(p, x, p->place[k]))
            found = k;
    }
    return found == PL_NONE ? 0 : found;
}

/* Statements about c by their voices, the most first; there are few. */
static uint32_t order_statements(second_places *p, uint32_t c)
{
    const pl_statements *s = p->s;
    uint32_t count = 0;
    for (uint32_t k = s->first[c]; k < s->first[c + 1]; k++) {
        bool full = count == MOST_PLACES;
        if (full && s->voices[p->order[count - 1]] >= s->voices[k])
            continue;
        uint32_t at = full ? count - 1 : count++;
        for (; at > 0 && s->voices[p->order[at - 1]] < s->voices[k]; at--)
            p->order[at] = p->order[at - 1];
        p->order[at] = k;
    }
    return count;
}

/* How much more than one concept's nodes the pairs of some leaves are alike. */
typedef struct likeness {
    double sum;
    uint64_t pairs;
} likeness;

static bool is_like(const likeness *l, double most)
{
    return l->pairs > 0 && l->sum > most * (double)l->pairs;
}

/* What the evidence says of the nodes below x and those below the main place:
 * PARTS where the two have hardly a tag in common, though each has among
 * itself (the birds of a cage and those of the sky), JOINS where they have. */
typedef enum verdict { NOTHING, PARTS, JOINS } verdict;

static verdict weigh_evidence(const second_places *p, uint32_t x,
                              const uint32_t *was, const uint32_t *member,
                              uint32_t size)
{
    const pleach_affinity *a = p->affinity;
    double floor = a->same_concept, room = 1 - floor;
    likeness inside = {0}, across = {0};
    for (uint32_t k = 0; k < size && floor > 0 && room > 0; k++) {
        uint32_t i = member[k], root = a->slot_parent[i];
        if (root == PL_NONE || was[root] != x)
            continue;
        for (uint64_t q = a->pair_first[i]; q < a->pair_first[i + 1]; q++) {
            uint32_t j = a->pair_slot[q], other = a->slot_parent[j];
            if (was[j] != was[i] || other == PL_NONE)
                continue;
            likeness *l = was[other] == x             ? &inside
                          : was[other] == p->place[0] ? &across
                                                      : NULL;
            if (l == NULL)
                continue;
            l->sum += (a->pair_similarity[q] - floor) / room;
            l->pairs++;
        }
    }
    if (is_like(&across, MOST_ACROSS))
        return JOINS;
    return is_like(&inside, LEAST_INSIDE) && across.pairs > 0 ? PARTS : NOTHING;
}

/* Of a cluster's two voices, whether one is for a sibling of what it hangs
 * below: January of 2022 and of 2023. What stands around is the same for such
 * parts and says nothing, tags may. */
static bool is_part_of_each(const second_places *p, uint32_t c, uint32_t k)
{
    const pl_statements *s = p->s;
    uint32_t above = p->parent[s->parent[k]];
    return s->total[c] == 2 && !p->tagged && !p->further && !s->declared[k] &&
           above != PL_NONE && above == p->parent[p->place[0]];
}

/* Whether c is put into another tree than the one where it hangs, by a good
 * share of its people, below something that has nothing else in common with
 * its parent there: Python the language, and the snake. Of two people who have
 * things below c, these would go with it: there any other branch will do, as
 * cases of phones are no accessories of computers. */
static bool has_own_surroundings(const second_places *p, uint32_t c, uint32_t k)
{
    const pl_statements *s = p->s;
    uint32_t x = s->parent[k], main = p->place[0];
    bool takes_along = s->total[c] == 2 && s->children[c] > 0;
    return WORLD_SHARE * (uint64_t)s->voices[k] >= s->total[c] &&
           (takes_along || p->root[x] != p->root[main]) &&
           share_only(p, c, x, main);
}

/* Whether a statement deserves a place: its cluster is ambiguous, or to
 * overrule it costs more than the exemplar of another cluster loses, or enough
 * people made it of things that have nothing in common with those of the main
 * place, or in another tree, and nobody's source says that they are one. */
static bool deserves_place(const second_places *p, uint32_t c, uint32_t k,
                           const uint32_t *was, const uint32_t *member,
                           uint32_t size)
{
    const pl_statements *s = p->s;
    uint32_t voices = s->voices[k];
    if (p->ambiguous || p->dissent * pl_voice_share(s, c, voices) >= 1 ||
        is_part_of_each(p, c, k))
        return true;
    bool one_of_two = voices == 1 && s->total[c] == 2;
    if ((voices < LEAST_VOICES && !one_of_two) || s->declared[k] ||
        (uint64_t)PARTED_SHARE * voices < s->total[c])
        return false;
    verdict says = weigh_evidence(p, s->parent[k], was, member, size);
    return says == PARTS ||
           (says == NOTHING && !p->further && has_own_surroundings(p, c, k));
}

/* Places that lie above each other are one: something hangs below both already.
 * So are titles of one collection. */
static void list_places(second_places *p, uint32_t c, const uint32_t *was,
                        const uint32_t *member, uint32_t size)
{
    const pl_statements *s = p->s;
    p->count = 1;
    p->place[0] = p->parent[c];
    p->ambiguous = is_ambiguous(p, c);
    uint32_t count = order_statements(p, c);
    for (uint32_t k = 0; k < count && p->count < MOST_PLACES; k++) {
        uint32_t x = s->parent[p->order[k]];
        bool fresh = !pl_is_at_or_above(&p->forest, c, x);
        for (uint32_t l = 0; l < p->count && fresh; l++)
            fresh = !are_related(p, x, p->place[l]) &&
                    (l >= MOST_TITLED ||
                     !pl_are_titles_of_one(p->titles, x, p->place[l]));
        if (!fresh || !deserves_place(p, c, p->order[k], was, member, size))
            continue;
        p->place[p->count] = x;
        p->cluster[p->count++] = PL_NONE;
    }
}

/* Moves the leaves of a cluster, and their other copies, to their places. */
static void move_members(second_places *p, uint32_t *cluster,
                         const uint32_t *was, const uint32_t *member,
                         uint32_t size)
{
    const pleach_affinity *a = p->affinity;
    for (uint32_t k = 0; k < size; k++) {
        uint32_t root = a->slot_parent[member[k]];
        uint32_t at = root == PL_NONE ? 0 : find_related_place(p, was[root]);
        if (at == 0)
            continue;
        if (p->cluster[at] == PL_NONE)
            p->cluster[at] = p->next++;
        cluster[member[k]] = p->cluster[at];
        uint32_t twin = pl_twin_slot(a, member[k]);
        if (twin != PL_NONE)
            cluster[twin] = p->cluster[at];
    }
}

static bool may_have_places(const second_places *p, uint32_t c)
{
    const pl_statements *s = p->s;
    /* A place that is decided is the only one. */
    return p->parent[c] != PL_NONE && s->first[c + 1] - s->first[c] > 1 &&
           (p->orders == NULL || p->orders->parent[c] == PL_NONE);
}

/* Clusters are looked at as they were before this round, so that the order in
 * which they come does not matter. */
static bool find_in_all(second_places *p, uint32_t *cluster, pl_arena *arena)
{
    uint32_t slots = p->affinity->slot_count, count = p->s->count;
    uint32_t *first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    uint32_t *member = PL_ARENA_ARRAY(arena, uint32_t, slots);
    uint32_t *was = PL_ARENA_ARRAY(arena, uint32_t, slots);
    if (!first || !member || !was)
        return false;
    memcpy(was, cluster, slots * sizeof *was);
    for (uint32_t i = 0; i < slots; i++)
        first[was[i] + 2]++;
    for (uint32_t c = 0; c < count; c++)
        first[c + 2] += first[c + 1];
    for (uint32_t i = 0; i < slots; i++)
        member[first[was[i] + 1]++] = i;
    for (uint32_t c = 0; c < count; c++) {
        if (!may_have_places(p, c))
            continue;
        const uint32_t *own = member + first[c];
        uint32_t size = first[c + 1] - first[c];
        list_places(p, c, was, own, size);
        if (p->count > 1)
            move_members(p, cluster, was, own, size);
    }
    return true;
}

/* The struct is large and lives in the arena, as threads may have small stacks.
 */
pleach_status pl_find_second_places(uint32_t *cluster, uint32_t *count,
                                    const pl_statements *statements,
                                    const uint32_t *parent,
                                    const pl_place_rules *rules, double dissent,
                                    const pleach_affinity *affinity,
                                    pleach_error *error)
{
    pl_arena *arena = pl_arena_new();
    second_places *p =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, second_places, 1);
    bool enough = p != NULL;
    if (enough) {
        *p = (second_places){.s = statements,
                             .titles = rules->titles,
                             .parent = parent,
                             .orders = rules->orders,
                             .disagreeing = rules->disagreeing,
                             .further = rules->further,
                             .tagged = pl_mostly_tagged(affinity->corpus),
                             .affinity = affinity,
                             .dissent = dissent,
                             .next = *count};
        enough = pl_lineage_take(&p->forest, arena, statements->count);
    }
    if (enough) {
        pl_lineage_number(&p->forest, parent);
        enough = list_worlds(p, arena) && find_in_all(p, cluster, arena);
        *count = p->next;
    }
    pl_arena_free(arena);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}
