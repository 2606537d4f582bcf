/* ask_facts.c: how sure it is which uses mean the same, answers included. */
/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "curate/ask.h"

/* That a use is in the wrong cluster, if nobody was asked; and that it has a
 * like which it was not shown with; each time it was shown, less, since who was
 * asked often enough will not answer otherwise. */
static const double FIRST_DOUBT = 0.4, FIRST_UNSEEN = 0.25, EACH_TIME = 0.7;

/* What one answer said of one use. */
typedef struct tuple {
    uint32_t reply, group, cluster, use;
} tuple;
typedef PL_LIST(tuple) tuple_list;

static int compare_tuples(const void *left, const void *right)
{
    const tuple *a = left, *b = right;
    if (a->reply != b->reply)
        return a->reply < b->reply ? -1 : 1;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->cluster != b->cluster)
        return a->cluster < b->cluster ? -1 : 1;
    return (a->use > b->use) - (a->use < b->use);
}

static bool list_tuples(tuple_list *all, const pl_ask_facts *f)
{
    const pl_said_lists *of = &f->said.of_use;
    for (uint32_t x = 0; x < f->said.uses.count; x++)
        for (uint64_t k = of->first[x];
             f->cluster[x] != PL_NONE && k < of->first[x + 1]; k++)
            if (!pl_list_push(all,
                              ((tuple){of->item[k].reply, of->item[k].group,
                                       f->cluster[x], x})))
                return false;
    if (all->count > 1)
        qsort(all->items, all->count, sizeof *all->items, compare_tuples);
    return true;
}

/* ------------------------------------------------------------ agreement -- */

/* Sums over answers while doubts are being found out. */
typedef struct agreeing {
    pl_ask_facts *f;
    uint32_t *here; /* per cluster: its uses in the answer at hand */
    double *agreed; /* per use: log-odds */
    double *hidden; /* per use: share of all clusters never shown with it */
} agreeing;

/* One group of an answer: [from, to) have it in common; each run of a cluster
 * agrees as far as the group is that cluster. */
static void hear_group(agreeing *g, const tuple *t, size_t from, size_t to)
{
    const pl_answered *said = &g->f->said;
    size_t most = 0;
    uint32_t main = PL_NONE, second = PL_NONE;
    for (size_t k = from, end; k < to; k = end) {
        for (end = k; end < to && t[end].cluster == t[k].cluster;)
            end++;
        if (end - k > most) {
            second = main;
            main = t[k].cluster;
            most = end - k;
        } else {
            second = t[k].cluster;
        }
    }
    for (size_t k = from, end; k < to; k = end) {
        uint32_t c = t[k].cluster;
        for (end = k; end < to && t[end].cluster == c;)
            end++;
        double both = (double)(end - k);
        double share = both / ((double)(to - from) + g->here[c] - both);
        double trust =
            said->trust[said->answers->replies.items[t[k].reply].who];
        for (size_t i = k; i < end; i++) {
            g->agreed[t[i].use] += (2 * share - 1) * log(trust / (1 - trust));
            g->f->asked[t[i].use]++;
            if (main != second && second != PL_NONE)
                g->f->rival[t[i].use] = c == main ? second : main;
        }
    }
}

/* One answer: how many clusters it shows tells how much each use has met. */
static void hear_answer(agreeing *g, const tuple *t, size_t from, size_t to)
{
    uint32_t clusters = 0;
    for (size_t k = from; k < to; k++)
        clusters += g->here[t[k].cluster]++ == 0;
    for (size_t k = from, end; k < to; k = end) {
        for (end = k; end < to && t[end].group == t[k].group;)
            end++;
        hear_group(g, t, k, end);
    }
    double met = (double)clusters / g->f->forest->cluster_count;
    for (size_t k = from; k < to; k++) {
        g->hidden[t[k].use] *= 1 - met;
        g->here[t[k].cluster] = 0;
    }
}

static void hear_all(agreeing *g, const tuple_list *all)
{
    for (size_t k = 0, end; k < all->count; k = end) {
        for (end = k;
             end < all->count && all->items[end].reply == all->items[k].reply;)
            end++;
        hear_answer(g, all->items, k, end);
    }
}

/* What the answers agree on is settled, also where the forest does not follow
 * them: asking again would change nothing. */
static void settle_doubts(const agreeing *g)
{
    pl_ask_facts *f = g->f;
    for (uint32_t x = 0; x < f->said.uses.count; x++) {
        double odds = log((1 - FIRST_DOUBT) / FIRST_DOUBT) + fabs(g->agreed[x]);
        double times = f->asked[x] > 2 ? f->asked[x] - 2 : 0;
        f->doubt[x] = pow(EACH_TIME, times) / (1 + exp(odds));
        f->unseen[x] =
            FIRST_UNSEEN * g->hidden[x] * pow(EACH_TIME, f->asked[x]);
    }
}

static bool find_doubts(pl_ask_facts *f)
{
    uint32_t uses = f->said.uses.count;
    agreeing g = {f, pl_allocate(f->forest->cluster_count, sizeof *g.here),
                  pl_allocate(uses, sizeof *g.agreed),
                  pl_allocate(uses, sizeof *g.hidden)};
    tuple_list all = {.items = NULL};
    bool enough = g.here && g.agreed && g.hidden && list_tuples(&all, f);
    for (uint32_t x = 0; enough && x < uses; x++) {
        g.hidden[x] = 1;
        f->rival[x] = PL_NONE;
    }
    if (enough) {
        hear_all(&g, &all);
        settle_doubts(&g);
    }
    pl_list_free(&all);
    pl_release(g.here);
    pl_release(g.agreed);
    pl_release(g.hidden);
    return enough;
}

/* ---------------------------------------------------------------- making -- */

/* The use that most people have stands for its cluster. */
static void find_clusters(pl_ask_facts *f)
{
    const pl_label_uses *u = &f->said.uses;
    const pleach_affinity *a = f->forest->affinity;
    for (uint32_t c = 0; c < f->forest->cluster_count; c++)
        f->shown[c] = PL_NONE;
    for (uint32_t x = 0; x < u->count; x++) {
        uint32_t slot = a->node_slot[u->place[x]];
        uint32_t c = slot == PL_NONE ? PL_NONE : f->forest->slot_cluster[slot];
        f->cluster[x] = c;
        if (c != PL_NONE &&
            (f->shown[c] == PL_NONE || u->people[x] > u->people[f->shown[c]]))
            f->shown[c] = x;
    }
}

static void find_mean_trust(pl_ask_facts *f)
{
    double sum = 0, count = 0;
    for (size_t k = 0; k < f->answers->replies.count; k++)
        if (f->answers->replies.items[k].answered) {
            sum += f->said.trust[f->answers->replies.items[k].who];
            count++;
        }
    f->trust = count > 0 ? sum / count : 0;
}

pleach_status pl_ask_facts_make(pl_ask_facts *facts, pl_arena *arena,
                                const pleach_taxonomy *forest,
                                const pleach_answers *answers,
                                pleach_error *error)
{
    facts->forest = forest;
    facts->answers = answers;
    PL_TRY(pl_labels_make(&facts->labels, arena, forest->corpus, error));
    if (!pl_answered_make(&facts->said, arena, &facts->labels, answers))
        return pl_fail_memory(error);
    uint32_t uses = facts->said.uses.count;
    facts->cluster = PL_ARENA_ARRAY(arena, uint32_t, uses);
    facts->shown = PL_ARENA_ARRAY(arena, uint32_t, forest->cluster_count);
    facts->doubt = PL_ARENA_ARRAY(arena, double, uses);
    facts->unseen = PL_ARENA_ARRAY(arena, double, uses);
    facts->asked = PL_ARENA_ARRAY(arena, uint32_t, uses);
    facts->rival = PL_ARENA_ARRAY(arena, uint32_t, uses);
    if (!facts->cluster || !facts->shown || !facts->doubt || !facts->unseen ||
        !facts->asked || !facts->rival)
        return pl_fail_memory(error);
    find_clusters(facts);
    find_mean_trust(facts);
    return find_doubts(facts) ? PLEACH_OK : pl_fail_memory(error);
}
