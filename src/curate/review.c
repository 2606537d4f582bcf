/* review.c: the doubtful decisions of a result, by what an answer saves. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/text.h"
#include "curate/alike.h"
#include "curate/decided_pairs.h"
#include "curate/parting_lines.h"
#include "curate/review_which.h"

enum { OPERAND_BYTES = 600, SHOWN = 80 };
/* Pairs of clusters that are asked about at once. */
enum { MOST_PAIRS = 5000 };
/* How likely an answer changes something (docs/experiments/questions.md), where
 * nothing tells more: of names that were merged, of nodes of one name that
 * were, and of two clusters of one name. */
static const double MERGED_DOUBT = 0.19, NAMESAKES_DOUBT = 0.12;
static const double SENSES_DOUBT = 0.15;
/* How likely two clusters are one, by how alike they are: a power of that. */
static const double ALIKE_SCALE = 2.2, ALIKE_POWER = 1.7, MOST_ALIKE = 0.9;
/* What an answer saves of what it might: who is taken out of a cluster may go
 * to a wrong one, and a concept in several clusters is not moved by one of
 * them. */
static const double SPLIT_SAVES = 0.6, MOVE_SAVES = 0.5;

struct pleach_review {
    pl_arena *arena;
    size_t count;
    pleach_question *items;
};

typedef struct reviewing {
    pleach_review *made;
    pl_review_facts facts;
    pl_decided_pairs decided; /* what is not asked */
    const pleach_review_options *options;
    pl_question_list items;
} reviewing;

/* Cut for a question: names can be long. */
static int cut(const char *name)
{
    return pl_text_cut(name, strlen(name), SHOWN);
}

/* What no line could part is not asked. */
static void push(reviewing *r, pleach_question question)
{
    if (question.no == NULL || *question.no != '\0')
        pl_list_add(&r->items, question);
}

/* ------------------------------------------------------------- sameness -- */

static pl_group_range one_group(const pl_review_facts *facts,
                                const pl_name_group *group)
{
    uint32_t number = (uint32_t)(group - facts->group);
    return (pl_group_range){number, number + 1};
}

/* A name that few of a cluster have. */
static void ask_about_group(reviewing *r, uint32_t c,
                            const pl_name_group *group)
{
    const pl_review_facts *facts = &r->facts;
    const pl_name_group *main = &facts->group[facts->group_first[c]];
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    const char *odd = facts->node[group->place].name;
    const char *usual = facts->node[main->place].name;
    if (!pl_write_operand(a, sizeof a, facts, group->place) ||
        !pl_write_operand(b, sizeof b, facts, main->place))
        return;
    push(r, (pleach_question){
                .kind = PLEACH_ASK_MERGED,
                .cluster = c,
                .other = PLEACH_NO_CLUSTER,
                .nodes = group->nodes,
                .doubt = MERGED_DOUBT,
                .saves = SPLIT_SAVES * MERGED_DOUBT,
                .text = pl_arena_print(
                    r->made->arena,
                    "Is \"%.*s\" (%u of %u nodes) the same as "
                    "\"%.*s\", with which it was merged?",
                    cut(odd), odd, group->nodes, facts->cluster[c].entries,
                    cut(usual), usual),
                .yes = pl_arena_print(r->made->arena, "same\t%s\t%s", a, b),
                .no = pl_parting_lines(r->made->arena, facts, &r->decided,
                                       one_group(facts, group),
                                       one_group(facts, main))});
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

/* Where a node stands, for a question about its namesakes: below what, or
 * which it is if its operand is the node itself. */
static const char *tell_standing(reviewing *r, uint32_t place,
                                 const char *operand)
{
    const char *words = r->facts.words[place], *above;
    uint32_t up = r->facts.above[place];
    if (up == PL_NONE || strcmp(words, operand) == 0)
        return pl_arena_print(r->made->arena, "in %.*s", cut(words), words);
    above = r->facts.node[up].name;
    return pl_arena_print(r->made->arena, "under \"%.*s\"", cut(above), above);
}

/* Whether what is above two nodes is one, or one above the other; also where
 * nothing is above one of them. Then they hardly mean two things. */
static bool have_like_parents(const pl_review_facts *facts, uint32_t place,
                              uint32_t other)
{
    uint32_t one = facts->above[place], two = facts->above[other];
    if (one == PL_NONE || two == PL_NONE)
        return true;
    one = facts->node[one].cluster;
    two = facts->node[two].cluster;
    return (one <= two && two < facts->cluster[one].end) ||
           (two <= one && one < facts->cluster[two].end);
}

/* Whether two operands of one name, below one parent or wherever it is, name
 * the same nodes, however each is spelled. */
static bool name_the_same(const pl_review_facts *facts, uint32_t place,
                          const char *operand, uint32_t other,
                          const char *its_operand)
{
    uint32_t one = facts->above[place], two = facts->above[other];
    if (strcmp(operand, facts->words[place]) == 0 ||
        strcmp(its_operand, facts->words[other]) == 0)
        return strcmp(operand, its_operand) == 0;
    return one == PL_NONE || two == PL_NONE
               ? one == two
               : facts->key[one] == facts->key[two];
}

/* Nodes that have their name in common with others of the cluster, and may mean
 * something else by it: those below one parent, `count` from `at` on. */
static void ask_about_namesakes(reviewing *r, const pl_standing *at,
                                uint32_t count)
{
    const pl_review_facts *facts = &r->facts;
    const pl_name_group *group = find_group(facts, at->cluster, at->key);
    const char *name = facts->node[at->place].name;
    char own[OPERAND_BYTES], first[OPERAND_BYTES];
    if (group == NULL ||
        pl_is_decided_same(&r->decided, at->place, group->place) ||
        pl_is_decided_parted(&r->decided, at->place, group->place) ||
        !pl_write_operand(own, sizeof own, facts, at->place) ||
        !pl_write_operand(first, sizeof first, facts, group->place) ||
        name_the_same(facts, at->place, own, group->place, first))
        return;
    bool alike = have_like_parents(facts, at->place, group->place);
    bool single = strcmp(own, facts->words[at->place]) == 0;
    if (single && alike && r->options->about != PLEACH_REVIEW_SAMENESS)
        return;
    const char *here = tell_standing(r, at->place, own);
    const char *there = tell_standing(r, group->place, first);
    push(r,
         (pleach_question){
             .kind = PLEACH_ASK_MERGED,
             .cluster = at->cluster,
             .other = PLEACH_NO_CLUSTER,
             .nodes = single ? 1 : count,
             .doubt = NAMESAKES_DOUBT,
             .saves = SPLIT_SAVES * NAMESAKES_DOUBT,
             .text = pl_arena_print(r->made->arena,
                                    "Does \"%.*s\" mean the same %s as "
                                    "%s, with which it was merged?",
                                    cut(name), name, here, there),
             .yes = pl_arena_print(r->made->arena, "same\t%s\t%s", own, first),
             .no = pl_arena_print(r->made->arena, "different\t%s\t%s", own,
                                  first)});
}

static void ask_about_all_namesakes(reviewing *r)
{
    const pl_standing *all = r->facts.standing;
    uint32_t count = r->facts.standing_count;
    for (uint32_t k = 0, end; k < count; k = end) {
        for (end = k + 1; end < count && all[end].key == all[k].key &&
                          all[end].above == all[k].above &&
                          all[end].cluster == all[k].cluster;)
            end++;
        ask_about_namesakes(r, &all[k], end - k);
    }
}

static void ask_about_merged(reviewing *r)
{
    const pl_review_facts *facts = &r->facts;
    for (uint32_t c = 0; c < facts->count; c++)
        for (uint32_t k = facts->group_first[c] + 1;
             k < facts->group_first[c + 1]; k++)
            if (!pl_is_decided_same(&r->decided, facts->group[k].place,
                                    facts->group[facts->group_first[c]].place))
                ask_about_group(r, c, &facts->group[k]);
}

/* Where a cluster is, for a question that needs to tell two apart. */
static const char *tell_cluster_place(reviewing *r, uint32_t c)
{
    uint32_t up = r->facts.cluster[c].parent;
    if (up == PLEACH_NO_CLUSTER)
        return "at the top";
    const char *name = r->facts.cluster[up].name;
    return pl_arena_print(r->made->arena, "under \"%.*s\"", cut(name), name);
}

static pl_group_range all_groups(const reviewing *r, uint32_t c)
{
    const uint32_t *first = r->facts.group_first;
    return (pl_group_range){first[c], first[c + 1]};
}

static double doubt_about(const pl_alike *pair)
{
    return pair->same_name ? SENSES_DOUBT
                           : fmin(MOST_ALIKE, ALIKE_SCALE * pow(pair->likeness,
                                                                ALIKE_POWER));
}

/* Either answer is a line for the decisions: to join, and to keep apart. */
static void ask_about_pair(reviewing *r, const pl_alike *pair)
{
    const pleach_cluster *one = &r->facts.cluster[pair->a];
    const pleach_cluster *other = &r->facts.cluster[pair->b];
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    if (!pl_write_cluster_operand(a, sizeof a, &r->facts, pair->a) ||
        !pl_write_cluster_operand(b, sizeof b, &r->facts, pair->b))
        return;
    const char *here = tell_cluster_place(r, pair->a),
               *there = tell_cluster_place(r, pair->b);
    uint32_t nodes =
        one->entries < other->entries ? one->entries : other->entries;
    push(r, (pleach_question){
                .kind = pair->same_name  ? PLEACH_ASK_SENSES
                        : pair->siblings ? PLEACH_ASK_SIBLINGS
                                         : PLEACH_ASK_ALIKE,
                .cluster = pair->a,
                .other = pair->b,
                .nodes = nodes,
                .doubt = doubt_about(pair),
                .saves = doubt_about(pair),
                .text = pl_arena_print(
                    r->made->arena,
                    "Is \"%.*s\" (%u node%s, %s) the same as \"%.*s\" (%u "
                    "node%s, %s)?",
                    cut(one->name), one->name, one->entries,
                    one->entries == 1 ? "" : "s", here, cut(other->name),
                    other->name, other->entries, other->entries == 1 ? "" : "s",
                    there),
                .yes = pl_arena_print(r->made->arena, "same\t%s\t%s", a, b),
                .no = pl_parting_lines(r->made->arena, &r->facts, &r->decided,
                                       all_groups(r, pair->a),
                                       all_groups(r, pair->b))});
}

static int compare_alike(const void *left, const void *right)
{
    const pl_alike *a = left, *b = right;
    if (a->likeness > b->likeness || a->likeness < b->likeness)
        return a->likeness > b->likeness ? -1 : 1;
    if (a->a != b->a)
        return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Whether it is decided already; also by answers that came after the result. */
static bool is_pair_decided(const reviewing *r, const pl_alike *pair)
{
    const pl_review_facts *facts = &r->facts;
    return pl_is_decided_apart(&r->decided, pair->a, pair->b) ||
           pl_is_decided_same(&r->decided,
                              facts->group[facts->group_first[pair->a]].place,
                              facts->group[facts->group_first[pair->b]].place);
}

/* Whether a pair is worth a question: one that has nothing in common but where
 * it stands only for who wants to settle all that may be one. */
static bool is_worth_asking(const reviewing *r, const pl_alike *pair)
{
    return (!pair->only_near || r->options->about == PLEACH_REVIEW_SAMENESS) &&
           !is_pair_decided(r, pair);
}

/* Asks about the likeliest pairs. Behind these come others, once they are
 * answered. */
static void ask_about_best(reviewing *r, const pl_alike_list *pairs)
{
    pl_alike *best = PL_ARENA_ARRAY(pairs->arena, pl_alike, pairs->count);
    size_t count = 0;
    if (best == NULL)
        return;
    for (size_t k = 0; k < pairs->count; k++)
        if (is_worth_asking(r, &pairs->items[k]))
            best[count++] = pairs->items[k];
    qsort(best, count, sizeof *best, compare_alike);
    for (size_t k = 0; k < count && k < MOST_PAIRS; k++)
        ask_about_pair(r, &best[k]);
}

/* Who was told apart from many others is asked about less. False: no memory. */
static bool ask_about_alike(reviewing *r)
{
    const pl_decided_pairs *decided = &r->decided;
    PL_SCRATCH(scratch);
    pl_alike_list pairs = {.arena = scratch};
    uint32_t *different = PL_ARENA_ARRAY(scratch, uint32_t, r->facts.count);
    if (different == NULL)
        return false;
    for (size_t k = 0; k < decided->apart.count; k++) {
        uint64_t word = decided->apart.items[k];
        if (k > 0 && word == decided->apart.items[k - 1])
            continue;
        different[word >> 32]++;
        different[(uint32_t)word]++;
    }
    if (!pl_find_alike(&pairs, &r->facts, different))
        return false;
    ask_about_best(r, &pairs);
    return !pl_arena_failed(scratch);
}

/* --------------------------------------------------------------- places -- */

/* Whether c belongs below another: where it hangs, or where it might. */
static void ask_about_parent(reviewing *r, uint32_t c, uint32_t up,
                             double doubt, double saves, uint32_t in_favour,
                             uint32_t against)
{
    const pl_review_facts *facts = &r->facts;
    const char *name = facts->cluster[c].name, *above = facts->cluster[up].name;
    char a[OPERAND_BYTES], b[OPERAND_BYTES];
    bool hangs = facts->cluster[c].parent == up;
    if (pl_is_place_decided(&r->decided, c, up))
        return;
    if (!pl_write_whole_operand(a, sizeof a, facts, c) ||
        !pl_write_whole_operand(b, sizeof b, facts, up))
        return;
    push(r,
         (pleach_question){
             .kind = hangs ? PLEACH_ASK_PLACE : PLEACH_ASK_TOP,
             .cluster = c,
             .other = up,
             .nodes = pl_branch_nodes(facts, c),
             .doubt = doubt,
             .saves = saves,
             .text = pl_arena_print(r->made->arena,
                                    "Does \"%.*s\" belong under \"%.*s\"%s? %u "
                                    "said so, %u not.",
                                    cut(name), name, cut(above), above,
                                    hangs ? "" : " rather than at the top",
                                    in_favour, against),
             .yes = pl_arena_print(r->made->arena, "under\t%s\t%s", a, b),
             .no = pl_arena_print(r->made->arena, "not-under\t%s\t%s", a, b)});
}

/* The parent that most of those against c's place want; false: none is known.
 */
static bool find_rival_parent(pleach_rival *rival, const reviewing *r,
                              uint32_t c)
{
    size_t count = 1;
    return pleach_taxonomy_rivals(rival, &count, r->facts.result, c, NULL) ==
               PLEACH_OK &&
           count > 0;
}

/* What does not belong where it hangs goes where most others want it. That is
 * right about as often as these are many, and else nothing is saved. */
static void ask_about_hanging(reviewing *r, uint32_t c)
{
    const pleach_cluster *is = &r->facts.cluster[c];
    uint32_t against = is->against + is->top, next = is->top;
    double all = (double)is->in_favour + against;
    pleach_rival rival;
    if (against == 0 || is->in_favour > 2 * against)
        return;
    if (find_rival_parent(&rival, r, c) && rival.people > next)
        next = rival.people;
    next = next < against ? next : against;
    ask_about_parent(r, c, is->parent, against / all, MOVE_SAVES * next / all,
                     is->in_favour, against);
}

/* Of what hangs, its place is in doubt; of what is on top, whether it should
 * be. A root that everything was put below counts as no place. */
static void ask_about_place(reviewing *r, uint32_t c)
{
    const pleach_cluster *is = &r->facts.cluster[c];
    pleach_rival rival;
    bool top = is->parent == PLEACH_NO_CLUSTER ||
               (is->reason != NULL && strcmp(is->reason, "root") == 0);
    if (!top) {
        ask_about_hanging(r, c);
        return;
    }
    if (!find_rival_parent(&rival, r, c))
        return;
    /* A file may claim more people for a rival than were against. */
    uint32_t others =
        is->against > rival.people ? is->against - rival.people : 0;
    double doubt = rival.people / (rival.people + others + 2.0);
    ask_about_parent(r, c, rival.parent, doubt, MOVE_SAVES * doubt,
                     rival.people, others);
}

/* --------------------------------------------------------------- queue -- */

/* Of equals the one that more nodes wait for. */
static int compare_questions(const void *left, const void *right)
{
    const pleach_question *a = left, *b = right;
    if (a->saves > b->saves || a->saves < b->saves)
        return a->saves > b->saves ? -1 : 1;
    if (a->nodes != b->nodes)
        return a->nodes > b->nodes ? -1 : 1;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    if (a->other != b->other)
        return a->other < b->other ? -1 : 1;
    return strcmp(a->yes, b->yes);
}

static pleach_status ask_all(reviewing *r, pleach_error *error)
{
    pleach_review_about about = r->options->about;
    if (about == PLEACH_REVIEW_COUNTERPARTS)
        return pl_ask_counterparts(&r->items, r->made->arena, &r->facts,
                                   &r->decided, error);
    if (about != PLEACH_REVIEW_PLACES) {
        ask_about_merged(r);
        ask_about_all_namesakes(r);
        if (!ask_about_alike(r))
            return pl_fail_memory(error);
    }
    for (uint32_t c = 0; about != PLEACH_REVIEW_SAMENESS && c < r->facts.count;
         c++)
        ask_about_place(r, c);
    return PLEACH_OK;
}

static pleach_status keep_questions(reviewing *r, pleach_error *error)
{
    pleach_review *made = r->made;
    uint64_t most = r->options->most == 0 ? UINT64_MAX : r->options->most;
    PL_TRY(pl_check_memory(r->items.arena, error));
    if (r->items.count > 0)
        qsort(r->items.items, r->items.count, sizeof *r->items.items,
              compare_questions);
    made->items = PL_ARENA_ARRAY(made->arena, pleach_question, r->items.count);
    PL_TRY(pl_check_memory(made->arena, error));
    for (size_t k = 0; k < r->items.count && made->count < most; k++)
        made->items[made->count++] = r->items.items[k];
    return PLEACH_OK;
}

/* Facts of the result are gathered first: questions need names that no other
 * cluster has. */
static pleach_status find_questions(reviewing *r, const pleach_taxonomy *result,
                                    pleach_error *error)
{
    PL_TRY(pl_review_facts_gather(&r->facts, result, error));
    PL_TRY(pl_decided_pairs_find(&r->decided, r->items.arena, &r->facts,
                                 r->options->decisions, error));
    PL_TRY(ask_all(r, error));
    return keep_questions(r, error);
}

pleach_status pleach_review_make(pleach_review **review,
                                 const pleach_taxonomy *result,
                                 const pleach_review_options *options,
                                 pleach_error *error)
{
    static const pleach_review_options usual;
    PL_SCRATCH(scratch);
    pl_arena *arena;
    pleach_review *made = pl_arena_object(&arena, sizeof *made);
    if (made == NULL)
        return pl_fail_memory(error);
    made->arena = arena;
    reviewing r = {.made = made,
                   .options = options == NULL ? &usual : options,
                   .items = {.arena = scratch}};
    pleach_status status = find_questions(&r, result, error);
    pl_review_facts_free(&r.facts);
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
