/* review.c: the doubtful decisions of a result, most at stake first. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "curate/alike.h"
#include "curate/decided_pairs.h"
#include "curate/review.h"

enum { OPERAND_BYTES = 600, SHOWN = 80 };
/* Pairs of clusters that are asked about at once. */
enum { MOST_PAIRS = 5000 };
/* Nodes of one name seldom mean two things. */
static const double NAMESAKES = 0.3, LEAST_NAMESAKE = 0.05;

typedef struct reviewing {
    pleach_review *made;
    pl_review_facts facts;
    pl_decided_pairs decided; /* what is not asked */
    const pleach_review_options *options;
    PL_LIST(pleach_question) items;
} reviewing;

static const char *print_text(reviewing *r, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A printed text that lives as long as the review; NULL: no memory. */
static const char *print_text(reviewing *r, const char *format, ...)
{
    char text[4 * OPERAND_BYTES];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    size_t size = length < 0 ? 1 : (size_t)length + 1;
    size = size < sizeof text ? size : sizeof text;
    char *copy = pl_arena_take(r->made->arena, size, 1);
    if (copy != NULL)
        memcpy(copy, text, size);
    return copy;
}

/* Cut for a question: names can be long. */
static int cut(const char *name)
{
    return pl_text_cut(name, strlen(name), SHOWN);
}

static bool push(reviewing *r, pleach_question question)
{
    return question.text != NULL && question.yes != NULL &&
           question.no != NULL && pl_list_push(&r->items, question);
}

/* ------------------------------------------------------------- sameness -- */

/* A name that few of a cluster have, by what little similarity. */
static bool ask_about_group(reviewing *r, uint32_t c,
                            const pl_name_group *group)
{
    const pl_review_facts *facts = &r->facts;
    const pl_name_group *main = &facts->group[facts->group_first[c]];
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    pleach_member odd, usual;
    if (!pl_write_operand(a, sizeof a, facts, group) ||
        !pl_write_operand(b, sizeof b, facts, main) ||
        pleach_taxonomy_member(&odd, facts->result, c, group->member, NULL) !=
            PLEACH_OK ||
        pleach_taxonomy_member(&usual, facts->result, c, main->member, NULL) !=
            PLEACH_OK)
        return true;
    double doubt = 1 - group->similarity;
    return push(
        r, (pleach_question){
               .kind = PLEACH_ASK_MERGED,
               .cluster = c,
               .other = PLEACH_NO_CLUSTER,
               .nodes = group->nodes,
               .doubt = doubt < 0.05 ? 0.05 : doubt,
               .text = print_text(r,
                                  "Is \"%.*s\" (%u of %u nodes) the same as "
                                  "\"%.*s\", with which it was merged?",
                                  cut(odd.node.name), odd.node.name,
                                  group->nodes, facts->cluster[c].size,
                                  cut(usual.node.name), usual.node.name),
               .yes = print_text(r, "same\t%s\t%s", a, b),
               .no = print_text(r, "different\t%s\t%s", a, b)});
}

/* A node's place among those of the facts; PL_NONE: its name is too long. */
static uint32_t find_place(const reviewing *r, const pleach_node *node,
                           char *text, size_t room)
{
    int length = snprintf(text, room, "%s:%s", node->id, node->path);
    return length < 0 || (size_t)length >= room ||
                   strpbrk(text, "\t\r\n") != NULL
               ? PL_NONE
               : pl_strings_find(r->facts.places, text, (size_t)length);
}

/* The largest group of the cluster that has the name. */
static const pl_name_group *find_group(const pl_review_facts *facts, uint32_t c,
                                       uint32_t key)
{
    for (uint32_t k = facts->group_first[c]; k < facts->group_first[c + 1]; k++)
        if (facts->group[k].key == key)
            return &facts->group[k];
    return NULL;
}

/* A node that has its name in common with others of the cluster, and may mean
 * something else by it. */
static bool ask_about_namesake(reviewing *r, uint32_t c, uint32_t member,
                               uint8_t *asked)
{
    char own[OPERAND_BYTES], first[OPERAND_BYTES];
    pleach_member odd, usual;
    if (pleach_taxonomy_member(&odd, r->facts.result, c, member, NULL) !=
        PLEACH_OK)
        return true;
    uint32_t place = find_place(r, &odd.node, own, sizeof own);
    if (place == PL_NONE || asked[place] || r->facts.place_cluster[place] != c)
        return true;
    asked[place] = 1;
    const pl_name_group *group =
        find_group(&r->facts, c, r->facts.place_key[place]);
    if (group == NULL || r->decided.named[place] ||
        r->decided.pinned[group->key] ||
        pleach_taxonomy_member(&usual, r->facts.result, c, group->member,
                               NULL) != PLEACH_OK ||
        find_place(r, &usual.node, first, sizeof first) == place)
        return true;
    return push(
        r, (pleach_question){
               .kind = PLEACH_ASK_MERGED,
               .cluster = c,
               .other = PLEACH_NO_CLUSTER,
               .nodes = 1,
               .doubt = fmax(NAMESAKES * (1 - odd.similarity), LEAST_NAMESAKE),
               .text = print_text(r,
                                  "Does \"%.*s\" mean the same in %s by %.*s "
                                  "as in %s by %.*s, with which it was "
                                  "merged?",
                                  cut(odd.node.name), odd.node.name, own,
                                  cut(odd.node.owner), odd.node.owner, first,
                                  cut(usual.node.owner), usual.node.owner),
               .yes = print_text(r, "same\t%s\t%s", own, first),
               .no = print_text(r, "different\t%s\t%s", own, first)});
}

static bool ask_about_namesakes(reviewing *r)
{
    uint8_t *asked = pl_allocate(pl_strings_count(r->facts.places), 1);
    bool enough = asked != NULL;
    for (uint32_t c = 0; enough && c < r->facts.count; c++)
        for (uint32_t k = 0; enough && k < r->facts.cluster[c].size; k++)
            enough = ask_about_namesake(r, c, k, asked);
    pl_release(asked);
    return enough;
}

static bool ask_about_merged(reviewing *r)
{
    const pl_review_facts *facts = &r->facts;
    bool enough = true;
    for (uint32_t c = 0; c < facts->count; c++)
        for (uint32_t k = facts->group_first[c] + 1;
             enough && k < facts->group_first[c + 1]; k++)
            enough =
                pl_is_decided_same(&r->decided, facts->group[k].key,
                                   facts->group[facts->group_first[c]].key) ||
                ask_about_group(r, c, &facts->group[k]);
    return enough;
}

/* Where a cluster is, for a question that needs to tell two apart. */
static const char *place_of(reviewing *r, uint32_t c)
{
    uint32_t up = r->facts.cluster[c].parent;
    if (up == PLEACH_NO_CLUSTER)
        return "at the top";
    const char *name = r->facts.cluster[up].name;
    return print_text(r, "under \"%.*s\"", cut(name), name);
}

static bool ask_about_pair(reviewing *r, const pl_alike *pair)
{
    const pleach_cluster *one = &r->facts.cluster[pair->a];
    const pleach_cluster *other = &r->facts.cluster[pair->b];
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    if (!pl_write_cluster_operand(a, sizeof a, &r->facts, pair->a) ||
        !pl_write_cluster_operand(b, sizeof b, &r->facts, pair->b))
        return true;
    const char *here = place_of(r, pair->a), *there = place_of(r, pair->b);
    if (here == NULL || there == NULL)
        return false;
    uint32_t nodes = one->size < other->size ? one->size : other->size;
    return push(
        r,
        (pleach_question){
            .kind = pair->same_name  ? PLEACH_ASK_SENSES
                    : pair->siblings ? PLEACH_ASK_SIBLINGS
                                     : PLEACH_ASK_ALIKE,
            .cluster = pair->a,
            .other = pair->b,
            .nodes = nodes,
            .doubt = pair->likeness,
            .text = print_text(
                r,
                "Is \"%.*s\" (%u node%s, %s) the same as \"%.*s\" (%u "
                "node%s, %s)?",
                cut(one->name), one->name, one->size, one->size == 1 ? "" : "s",
                here, cut(other->name), other->name, other->size,
                other->size == 1 ? "" : "s", there),
            .yes = print_text(r, "same\t%s\t%s", a, b),
            .no = print_text(r, "different\t%s\t%s", a, b)});
}

static double stake_of(const reviewing *r, const pl_alike *pair)
{
    uint32_t one = r->facts.cluster[pair->a].size;
    uint32_t other = r->facts.cluster[pair->b].size;
    return (one < other ? one : other) * pair->likeness;
}

/* A pair with what is at stake, to be sorted. */
typedef struct staked_pair {
    double stake;
    pl_alike pair;
} staked_pair;

static int compare_stakes(const void *left, const void *right)
{
    const staked_pair *a = left, *b = right;
    if (a->stake > b->stake || a->stake < b->stake)
        return a->stake > b->stake ? -1 : 1;
    if (a->pair.a != b->pair.a)
        return a->pair.a < b->pair.a ? -1 : 1;
    return (a->pair.b > b->pair.b) - (a->pair.b < b->pair.b);
}

/* Whether it is decided already; also by answers that came after the result. */
static bool is_pair_decided(const reviewing *r, const pl_alike *pair)
{
    const pl_review_facts *facts = &r->facts;
    uint32_t one = facts->group[facts->group_first[pair->a]].key;
    uint32_t other = facts->group[facts->group_first[pair->b]].key;
    return pl_is_decided_apart(&r->decided, pair->a, pair->b) ||
           (facts->key_home[one] != PL_NONE &&
            facts->key_home[other] != PL_NONE &&
            pl_is_decided_same(&r->decided, one, other));
}

/* Asks about the pairs with most at stake. Behind these come others, once they
 * are answered. */
static bool ask_about_best(reviewing *r, const pl_alike_list *pairs)
{
    staked_pair *best = pl_allocate(pairs->count, sizeof *best);
    size_t count = 0;
    if (best == NULL)
        return false;
    for (size_t k = 0; k < pairs->count; k++)
        if (pairs->items[k].likeness >= r->options->least_doubt &&
            !is_pair_decided(r, &pairs->items[k]))
            best[count++] =
                (staked_pair){stake_of(r, &pairs->items[k]), pairs->items[k]};
    qsort(best, count, sizeof *best, compare_stakes);
    bool enough = true;
    for (size_t k = 0; k < count && k < MOST_PAIRS && enough; k++)
        enough = ask_about_pair(r, &best[k].pair);
    pl_release(best);
    return enough;
}

static bool ask_about_alike(reviewing *r)
{
    const pl_decided_pairs *decided = &r->decided;
    pl_alike_list pairs = {0};
    uint32_t *different = pl_allocate(r->facts.count, sizeof *different);
    if (different == NULL)
        return false;
    for (size_t k = 0; k < decided->apart.count; k++) {
        uint64_t word = decided->apart.items[k];
        if (k > 0 && word == decided->apart.items[k - 1])
            continue;
        different[word >> 32]++;
        different[(uint32_t)word]++;
    }
    bool enough = pl_find_alike(&pairs, &r->facts, different) &&
                  ask_about_best(r, &pairs);
    pl_list_free(&pairs);
    pl_release(different);
    return enough;
}

/* --------------------------------------------------------------- places -- */

/* Whether c belongs below another: where it hangs, or where it might. */
static bool ask_about_parent(reviewing *r, uint32_t c, uint32_t up,
                             double doubt, uint32_t in_favour, uint32_t against)
{
    const pl_review_facts *facts = &r->facts;
    const char *name = facts->cluster[c].name, *above = facts->cluster[up].name;
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    bool hangs = facts->cluster[c].parent == up;
    if (pl_is_place_decided(&r->decided, c, up))
        return true;
    if (!pl_write_cluster_operand(a, sizeof a, facts, c) ||
        !pl_write_cluster_operand(b, sizeof b, facts, up))
        return true;
    return push(
        r, (pleach_question){
               .kind = hangs ? PLEACH_ASK_PLACE : PLEACH_ASK_TOP,
               .cluster = c,
               .other = up,
               .nodes = pl_branch_nodes(facts, c),
               .doubt = doubt,
               .text = print_text(r,
                                  "Does \"%.*s\" belong under \"%.*s\"%s? %u "
                                  "said so, %u not.",
                                  cut(name), name, cut(above), above,
                                  hangs ? "" : " rather than at the top",
                                  in_favour, against),
               .yes = print_text(r, "under\t%s\t%s", a, b),
               .no = print_text(r, "not-under\t%s\t%s", a, b)});
}

static bool ask_about_place(reviewing *r, uint32_t c)
{
    const pleach_cluster *is = &r->facts.cluster[c];
    uint32_t against = is->against + is->top;
    pleach_rival rival;
    size_t count = 1;
    if (is->parent != PLEACH_NO_CLUSTER)
        return against == 0 || is->in_favour > 2 * against ||
               ask_about_parent(r, c, is->parent,
                                (double)against / (is->in_favour + against),
                                is->in_favour, against);
    if (pleach_taxonomy_rivals(&rival, &count, r->facts.result, c, NULL) !=
            PLEACH_OK ||
        count == 0)
        return true;
    /* A file may claim more people for a rival than were against. */
    uint32_t others =
        is->against > rival.people ? is->against - rival.people : 0;
    return ask_about_parent(r, c, rival.parent,
                            rival.people / (rival.people + others + 2.0),
                            rival.people, others);
}

/* --------------------------------------------------------------- queue -- */

static int compare_questions(const void *left, const void *right)
{
    const pleach_question *a = left, *b = right;
    double one = (double)a->nodes * a->doubt,
           other = (double)b->nodes * b->doubt;
    if (one > other || one < other)
        return one > other ? -1 : 1;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    if (a->other != b->other)
        return a->other < b->other ? -1 : 1;
    return strcmp(a->yes, b->yes);
}

static bool ask_all(reviewing *r)
{
    pleach_review_about about = r->options->about;
    bool enough = true;
    if (about != PLEACH_REVIEW_PLACES)
        enough =
            ask_about_merged(r) && ask_about_namesakes(r) && ask_about_alike(r);
    for (uint32_t c = 0;
         about != PLEACH_REVIEW_SAMENESS && c < r->facts.count && enough; c++)
        enough = ask_about_place(r, c);
    return enough;
}

static pleach_status keep_questions(reviewing *r, pleach_error *error)
{
    pleach_review *made = r->made;
    uint64_t most = r->options->most == 0 ? UINT64_MAX : r->options->most;
    if (r->items.count > 0)
        qsort(r->items.items, r->items.count, sizeof *r->items.items,
              compare_questions);
    made->items = PL_ARENA_ARRAY(made->arena, pleach_question, r->items.count);
    if (made->items == NULL)
        return pl_fail_memory(error);
    for (size_t k = 0; k < r->items.count && made->count < most; k++)
        made->items[made->count++] = r->items.items[k];
    return PLEACH_OK;
}

pleach_status pleach_review_make(pleach_review **review,
                                 const pleach_taxonomy *result,
                                 const pleach_review_options *options,
                                 pleach_error *error)
{
    static const pleach_review_options usual;
    pl_arena *arena = pl_arena_new();
    pleach_review *made =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_review, 1);
    if (made == NULL) {
        pl_arena_free(arena);
        return pl_fail_memory(error);
    }
    made->arena = arena;
    reviewing r = {.made = made, .options = options == NULL ? &usual : options};
    pleach_status status = pl_review_facts_gather(&r.facts, result, error);
    if (status == PLEACH_OK &&
        (!pl_decided_pairs_find(&r.decided, &r.facts, r.options->decisions) ||
         !ask_all(&r)))
        status = pl_fail_memory(error);
    if (status == PLEACH_OK)
        status = keep_questions(&r, error);
    pl_decided_pairs_free(&r.decided);
    pl_review_facts_free(&r.facts);
    pl_list_free(&r.items);
    if (status == PLEACH_OK)
        *review = made;
    else
        pl_arena_free(arena);
    return status;
}

const pleach_question *pleach_review_questions(const pleach_review *review,
                                               size_t *count)
{
    *count = review->count;
    return review->items;
}

void pleach_review_free(pleach_review *review)
{
    if (review != NULL)
        pl_arena_free(review->arena);
}
