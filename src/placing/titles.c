/* titles.c: lists each title's topics, and holds them against each other. */
/* SPDX-License-Identifier: MIT */
#include "placing/titles.h"

#include "base/hash.h"
#include "base/order.h"
#include "base/status.h"

/* A topic is what people put the same things below: of what one of them has
 * there, another has at least this share, on average. */
static const double LEAST_IN_COMMON = 0.1;
/* Titles of one collection have so many topics in common, and these are so
 * large a share of all that the narrower one has below it. */
enum { LEAST_TOPICS = 3, TOPIC_SHARE = 3 };

/* Whether two titles are one, as it was answered before; no title is 0 and 0.
 */
struct pl_title_answer {
    uint32_t a, b;
    bool one;
};
enum { LATELY = 4096 };

/* Nobody put it below anything. */
static bool is_title(const pl_statements *s, uint32_t cluster)
{
    return s->speakers[cluster] == 0;
}

/* Per cluster, whether it is a topic. With h people and v voices for children,
 * each would share v/h children with h - 1 others if all had the same. */
static uint8_t *find_topics(const pl_statements *s, pl_arena *arena)
{
    double *voices = PL_ARENA_ARRAY(arena, double, s->count);
    /* Pairs of people who put the same child below a cluster. */
    double *common = PL_ARENA_ARRAY(arena, double, s->count);
    uint8_t *topic = PL_ARENA_ARRAY(arena, uint8_t, s->count);
    if (voices == NULL || common == NULL || topic == NULL)
        return NULL;
    for (uint32_t k = 0; k < s->first[s->count]; k++) {
        double own = s->voices[k];
        voices[s->parent[k]] += own;
        common[s->parent[k]] += own * (own - 1);
    }
    for (uint32_t c = 0; c < s->count; c++)
        topic[c] = s->heads[c] > 1 && common[c] >= LEAST_IN_COMMON * voices[c] *
                                                       (s->heads[c] - 1.0);
    return topic;
}

/* How many topics each title has, or with `full` which, child by child, so that
 * each title has them ascending. */
static void list_topics(pl_titles *titles, const uint8_t *topic, bool full)
{
    const pl_statements *s = titles->s;
    for (uint32_t c = 0; c < s->count; c++)
        for (uint32_t k = s->first[c]; k < s->first[c + 1] && topic[c]; k++) {
            uint32_t title = s->parent[k];
            if (!is_title(s, title))
                continue;
            if (full)
                titles->topic[titles->first[title + 1]++] = c;
            else
                titles->first[title + 2]++;
        }
}

static bool find_titles(pl_titles *titles, pl_arena *arena, pl_arena *scratch)
{
    const uint8_t *topic = find_topics(titles->s, scratch);
    uint32_t count = titles->s->count;
    titles->first = PL_ARENA_ARRAY(arena, uint32_t, (size_t)count + 2);
    titles->lately = PL_ARENA_ARRAY(arena, struct pl_title_answer, LATELY);
    if (topic == NULL || titles->first == NULL || titles->lately == NULL)
        return false;
    list_topics(titles, topic, false);
    for (uint32_t c = 0; c < count; c++)
        titles->first[c + 2] += titles->first[c + 1];
    titles->topic = PL_ARENA_ARRAY(arena, uint32_t, titles->first[count + 1]);
    if (titles->topic != NULL)
        list_topics(titles, topic, true);
    return titles->topic != NULL;
}

pleach_status pl_titles_find(pl_titles *titles, pl_arena *arena,
                             const pl_statements *statements,
                             pleach_error *error)
{
    pl_arena *scratch = pl_arena_new();
    titles->s = statements;
    bool enough = scratch != NULL && find_titles(titles, arena, scratch);
    pl_arena_free(scratch);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

static uint32_t topic_count(const pl_titles *titles, uint32_t title)
{
    return titles->first[title + 1] - titles->first[title];
}

/* What only one person calls a collection is a word of theirs. */
static bool is_private(const pl_statements *s, uint32_t title)
{
    return s->heads[title] == 1;
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
bool pl_are_titles_of_one(const pl_titles *titles, uint32_t a, uint32_t b)
{
    const pl_statements *s = titles->s;
    if (a == PL_NONE || b == PL_NONE || a == b ||
        topic_count(titles, a) < LEAST_TOPICS ||
        topic_count(titles, b) < LEAST_TOPICS ||
        !(is_private(s, a) || is_private(s, b)))
        return false;
    struct pl_title_answer *known =
        &titles->lately[pl_hash_pair(a, b) % LATELY];
    if (known->a != a || known->b != b) {
        uint32_t narrow = s->children[a] < s->children[b] ? a : b;
        uint32_t common =
            count_common_topics(titles, narrow, narrow == a ? b : a);
        bool one = common >= LEAST_TOPICS &&
                   TOPIC_SHARE * common >= s->children[narrow];
        *known = (struct pl_title_answer){a, b, one};
    }
    return known->one;
}

uint32_t pl_widest_title(const pl_titles *titles, uint32_t cluster)
{
    const pl_statements *s = titles->s;
    uint32_t widest = PL_NONE;
    for (uint32_t k = s->first[cluster]; k < s->first[cluster + 1]; k++) {
        uint32_t title = s->parent[k];
        if (topic_count(titles, title) > 0 &&
            (widest == PL_NONE ||
             s->children[title] > s->children[s->parent[widest]]))
            widest = k;
    }
    return widest;
}
