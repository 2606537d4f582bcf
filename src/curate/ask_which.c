/* ask_which.c: puts a node that a crosswalk is not sure about into one question
 * with its likeliest counterparts in another source. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "cross/answers.h"
#include "curate/ask.h"

/* So many are offered, so that names with nothing in common are among them. */
enum { OFFERED = 12 };
/* What is said of two only in that they hang below one thing. */
static const double HARDLY = 0.02;

/* Adds a use to a question, the likelier ones first; one use stands for all
 * nodes that are in it. */
static void add_choice(pl_asking *asking, double *chances, uint32_t use,
                       double chance)
{
    uint32_t at = 1;
    while (at < asking->count && chances[at] >= chance)
        at++;
    for (uint32_t k = 0; k < asking->count; k++)
        if (asking->item[k] == use)
            return;
    asking->count += asking->count <= OFFERED;
    for (uint32_t k = asking->count - 1; k > at; k--) {
        asking->item[k] = asking->item[k - 1];
        chances[k] = chances[k - 1];
    }
    if (at < asking->count) {
        asking->item[at] = use;
        chances[at] = chance;
    }
}

/* What hangs below the nearest thing that there is. */
static void add_children(pl_asking *asking, double *chances,
                         const pl_ask_facts *f, const pl_cross_nodes *nodes,
                         uint32_t above)
{
    for (uint32_t n = above + 1; n < nodes->end[above]; n = nodes->end[n]) {
        uint32_t use = f->said.uses.of_node[nodes->list[n].node];
        if (asking->count <= OFFERED && use != PL_NONE)
            add_choice(asking, chances, use, HARDLY);
    }
}

/* What is asked about a node; of one that is sure, nothing. */
static bool ask_about(pl_asking *asking, const pl_ask_facts *f,
                      const pl_answers *answers, uint32_t node)
{
    const pl_cross_pairs *pairs = &answers->pairs;
    const pl_placed_node *list = pairs->nodes->list;
    uint32_t at = node - pairs->nodes->source_first[pairs->from];
    pl_answer best;
    double chances[OFFERED + 1] = {1}, any = 0;
    *asking = (pl_asking){.kind = PL_ASK_SAME, .about = PL_NONE, .count = 1};
    asking->item[0] = f->said.uses.of_node[list[node].node];
    for (uint32_t k = pairs->first[at]; k < pairs->first[at + 1]; k++) {
        const pl_cross_pair *pair = &pairs->list.items[k];
        double chance = pair->chances.of[PL_EQUAL];
        uint32_t use = f->said.uses.of_node[list[pair->to].node];
        if (chance >= PL_WHICH_SURE)
            return false;
        if (chance < PL_WHICH_OFFERED || use == PL_NONE)
            continue;
        any += chance;
        add_choice(asking, chances, use, chance);
    }
    if (pl_answers_of(answers, node, &best, 1) == 1 &&
        best.relation == PL_NARROWER)
        add_children(asking, chances, f, pairs->nodes, best.node);
    any += HARDLY;
    asking->saves = chances[1] >= PL_CLAIMED_EQUAL ? 1 - chances[1]
                    : any < 1                      ? any
                                                   : 1;
    return asking->count > 1 && asking->item[0] != PL_NONE;
}

static pleach_status ask_sources(pl_asking_list *to, const pl_ask_facts *f,
                                 const pl_cross_nodes *nodes, uint32_t from,
                                 uint32_t other, pleach_error *error)
{
    pl_answers answers = {0};
    pl_asking next;
    bool enough = true;
    pleach_status status =
        pl_answers_make(&answers, nodes, from, other, false, error);
    for (uint32_t n = nodes->source_first[from];
         status == PLEACH_OK && enough && n < nodes->source_first[from + 1];
         n++)
        if (ask_about(&next, f, &answers, n))
            enough = pl_list_push(to, next);
    pl_answers_free(&answers);
    return enough ? status : pl_fail_memory(error);
}

/* Each two sources once. */
pleach_status pl_ask_which(pl_asking_list *to, const pl_ask_facts *facts,
                           pleach_error *error)
{
    pl_cross_nodes nodes = {.forest = NULL};
    pleach_status status =
        pl_cross_nodes_make(&nodes, facts->forest, false, error);
    uint32_t count = (uint32_t)nodes.sources.count;
    for (uint32_t from = 0; from < count; from++)
        for (uint32_t other = from + 1; status == PLEACH_OK && other < count;
             other++)
            status = ask_sources(to, facts, &nodes, from, other, error);
    pl_cross_nodes_free(&nodes);
    return status;
}
