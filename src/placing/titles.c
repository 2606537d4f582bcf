/* titles.c: lists each title's topics, and holds them against each other. */
/* SPDX-License-Identifier: MIT */
#include "placing/titles.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "similarity/pair_memo.h"

/* A topic is what people put the same things below: of what one of them has
 * there, another has at least this share, on average. */
static const double LEAST_IN_COMMON = 0.1;
/* Titles of one collection have so many topics in common, and these are so
 * large a share of all that the narrower one has below it. */
enum { LEAST_TOPICS = 3, TOPIC_SHARE = 3 };

/* People speak of one field if, of what one of them has below a concept,
 * another has at least this share, on average over all concepts. */
static const double ONE_FIELD = 0.12;
/* All that somebody has stands below one title, which has so many levels of its
 * own; two people have so many concepts in common, and these are so large a
 * share of what the one with fewer has. */
enum { LEAST_INNER = 2, LEAST_CONCEPTS = 5, CONCEPT_SHARE = 4 };
/* Answers about pairs of so many titles are remembered at least: all topics of
 * two titles ask for the same. */
enum { LEAST_ASKED = 64 };

/* What only one person calls a collection is a word of theirs. */
static bool is_private(const pl_statements *s, uint32_t title)
{
    return s->heads[title] == 1;
}

/* Per cluster, what people put below it: with h people and v voices for
 * children, each would share v/h children with h - 1 others if all had the
 * same. */
typedef struct contents {
    double *shared;   /* pairs of people who put the same child below it */
    double *possible; /* how many there could be */
} contents;

static bool count_contents(contents *of, const pl_statements *s,
                           pl_arena *arena)
{
    of->shared = PL_ARENA_ARRAY(arena, double, s->count);
    of->possible = PL_ARENA_ARRAY(arena, double, s->count);
    if (of->shared == NULL || of->possible == NULL)
        return false;
    for (uint32_t k = 0; k < s->first[s->count]; k++) {
        double own = s->voices[k];
        of->possible[s->parent[k]] += own;
        of->shared[s->parent[k]] += own * (own - 1);
    }
    for (uint32_t c = 0; c < s->count; c++)
        of->possible[c] *= s->heads[c] > 1 ? s->heads[c] - 1.0 : 0;
    return true;
}

static bool is_topic(const contents *of, uint32_t c)
{
    return of->possible[c] > 0 &&
           of->shared[c] >= LEAST_IN_COMMON * of->possible[c];
}

static bool speak_of_one_field(const contents *of, uint32_t count)
{
    double shared = 0, possible = 0;
    for (uint32_t c = 0; c < count; c++) {
        shared += of->possible[c] > 0 ? of->shared[c] : 0;
        possible += of->possible[c];
    }
    return possible > 0 && shared >= ONE_FIELD * possible;
}

/* How many topics each title has, or with `full` which, child by child, so that
 * each title has them ascending. */
static void list_topics(pl_titles *titles, const contents *of, bool full)
{
    const pl_statements *s = titles->s;
    for (uint32_t c = 0; c < s->count; c++) {
        bool topic = is_topic(of, c);
        for (uint32_t k = s->first[c]; k < s->first[c + 1] && topic; k++) {
            uint32_t title = s->parent[k];
            if (!pl_is_never_below(s, title))
                continue;
            if (full)
                titles->topic[titles->first[title + 1]++] = c;
            else
                titles->first[title + 2]++;
        }
    }
}

/* What somebody has nodes in is known[*first] .. known[*first + count]. */
static size_t find_known(const pl_statements *s, uint32_t person, size_t *first)
{
    *first =
        pl_lower_bound_uint64(s->known, s->known_count, (uint64_t)person << 32);
    return pl_lower_bound_uint64(s->known, s->known_count,
                                 ((uint64_t)person + 1) << 32) -
           *first;
}

/* How many concepts somebody has that others have as well. A long list of what
 * nobody else has makes no title fit for all. */
static uint32_t count_shared_concepts(const pl_statements *s, uint32_t person)
{
    size_t first, count = find_known(s, person, &first);
    uint32_t shared = 0;
    for (size_t k = first; k < first + count; k++) {
        uint32_t concept = (uint32_t)s->known[k];
        shared += s->speakers[concept] + s->tops[concept] > 1;
    }
    return shared;
}

/* Fills whole_of and width; how many there are. `inner` counts each title's
 * levels. */
static uint32_t find_wholes(pl_titles *titles, uint32_t *inner)
{
    const pl_statements *s = titles->s;
    uint32_t count = 0;
    memset(titles->whole_of, 0xff, s->count * sizeof *titles->whole_of);
    memcpy(titles->width, s->children, s->count * sizeof *titles->width);
    for (uint32_t k = 0; k < s->first[s->count] && titles->one_field; k++) {
        uint32_t title = s->parent[k], person = s->people[s->said_by[k]];
        if (!pl_is_never_below(s, title) || !is_private(s, title) ||
            !s->inner[k] || ++inner[title] != LEAST_INNER ||
            !pl_has_one_top(s, person))
            continue;
        titles->whole_of[title] = person;
        titles->width[title] = count_shared_concepts(titles->unsplit, person);
        count++;
    }
    return count;
}

static bool find_titles(pl_titles *titles, pl_arena *arena, pl_arena *scratch,
                        const pl_titles *unsplit)
{
    uint32_t count = titles->s->count;
    uint32_t *inner = PL_ARENA_ARRAY(scratch, uint32_t, count);
    contents of;
    titles->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    titles->whole_of = PL_ARENA_ARRAY(arena, uint32_t, count);
    titles->width = PL_ARENA_ARRAY(arena, uint32_t, count);
    if (!inner || !titles->first || !titles->whole_of || !titles->width ||
        !count_contents(&of, titles->s, scratch))
        return false;
    if (unsplit == NULL)
        titles->one_field = speak_of_one_field(&of, count);
    uint32_t wholes = find_wholes(titles, inner);
    titles->answers =
        pl_pair_memo_make(arena, wholes > LEAST_ASKED ? wholes : LEAST_ASKED);
    if (titles->answers == NULL)
        return false;
    list_topics(titles, &of, false);
    for (uint32_t c = 0; c < count; c++)
        titles->first[c + 2] += titles->first[c + 1];
    titles->topic = PL_ARENA_ARRAY(arena, uint32_t, titles->first[count + 1]);
    if (titles->topic != NULL)
        list_topics(titles, &of, true);
    return titles->topic != NULL;
}

pleach_status pl_titles_find(pl_titles *titles, pl_arena *arena,
                             const pl_statements *statements,
                             const pl_titles *unsplit, pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    titles->s = statements;
    titles->one_field = unsplit != NULL && unsplit->one_field;
    titles->unsplit = unsplit == NULL ? statements : unsplit->unsplit;
    bool enough =
        scratch != NULL && find_titles(titles, arena, scratch, unsplit);
    pl_arena_free(scratch);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

static uint32_t topic_count(const pl_titles *titles, uint32_t title)
{
    return titles->first[title + 1] - titles->first[title];
}

static uint32_t count_common_topics(const pl_titles *titles, uint32_t narrow,
                                    uint32_t wide)
{
    const uint32_t *there = titles->topic + titles->first[wide];
    uint32_t count = topic_count(titles, wide), common = 0;
    for (uint32_t k = titles->first[narrow]; k < titles->first[narrow + 1];
         k++) {
        size_t at = pl_lower_bound_uint32(there, count, titles->topic[k]);
        common += at < count && there[at] == titles->topic[k];
    }
    return common;
}

/* Two titles that several people use each are two concepts, whatever stands
 * below them: clubs have members, a board and events, each its own. */
static bool have_topics(const pl_titles *titles, uint32_t a, uint32_t b)
{
    const pl_statements *s = titles->s;
    return topic_count(titles, a) >= LEAST_TOPICS &&
           topic_count(titles, b) >= LEAST_TOPICS &&
           (is_private(s, a) || is_private(s, b));
}

static bool share_topics(const pl_titles *titles, uint32_t a, uint32_t b)
{
    const uint32_t *children = titles->s->children;
    uint32_t narrow = children[a] < children[b] ? a : b;
    uint32_t common = count_common_topics(titles, narrow, narrow == a ? b : a);
    return common >= LEAST_TOPICS && TOPIC_SHARE * common >= children[narrow];
}

/* Whether two people have much in common, wherever they have it. */
static bool share_concepts(const pl_statements *s, uint32_t one, uint32_t other)
{
    size_t first, second, common = 0;
    size_t few = find_known(s, one, &first);
    size_t many = find_known(s, other, &second);
    if (few > many)
        return share_concepts(s, other, one);
    for (size_t k = first; k < first + few; k++)
        common += pl_has_uint64(s->known + second, many,
                                (uint64_t)other << 32 | (uint32_t)s->known[k]);
    return common >= LEAST_CONCEPTS && CONCEPT_SHARE * common >= few;
}

bool pl_are_titles_of_one(const pl_titles *titles, uint32_t a, uint32_t b)
{
    if (a == PL_NONE || b == PL_NONE || a == b)
        return false;
    const uint32_t *whole_of = titles->whole_of;
    bool wholes = whole_of[a] != PL_NONE && whole_of[b] != PL_NONE;
    bool topics = have_topics(titles, a, b);
    uint32_t low = a < b ? a : b, high = a < b ? b : a;
    double one;
    if (!wholes && !topics)
        return false;
    if (!pl_pair_memo_find(titles->answers, low, high, &one)) {
        one = (topics && share_topics(titles, a, b)) ||
              (wholes &&
               share_concepts(titles->unsplit, whole_of[a], whole_of[b]));
        pl_pair_memo_keep(titles->answers, low, high, one);
    }
    return one > 0;
}

static bool is_wider(const pl_titles *titles, uint32_t title, uint32_t than)
{
    const uint32_t *width = titles->width, *children = titles->s->children;
    return width[title] != width[than] ? width[title] > width[than]
                                       : children[title] > children[than];
}

uint32_t pl_widest_title(const pl_titles *titles, uint32_t cluster)
{
    const pl_statements *s = titles->s;
    uint32_t widest = PL_NONE;
    for (uint32_t k = s->first[cluster]; k < s->first[cluster + 1]; k++) {
        uint32_t title = s->parent[k];
        bool known = topic_count(titles, title) > 0 ||
                     titles->whole_of[title] != PL_NONE;
        if (known &&
            (widest == PL_NONE || is_wider(titles, title, s->parent[widest])))
            widest = k;
    }
    return widest;
}
