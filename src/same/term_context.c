/* term_context.c: names around two nodes, in their saplings:
 *     s = 0.1 * [equal names] + 0.9 * min(1, t / J)
 * with t the number of names in common among parent, siblings and children. */
/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "same/context_worth.h"
#include "same/sapling_names.h"

static pleach_status prepare_context(pl_term *term, pl_scope *scope,
                                     pleach_error *error)
{
    pl_sapling_names *families;
    PL_TRY(pl_sapling_names_make(&families, scope, error));
    term->state = families;
    return PLEACH_OK;
}

static double compare_context(const pl_term *term, uint32_t a, uint32_t b)
{
    const pl_sapling_names *families = term->state;
    const pleach_corpus *corpus = families->corpus;
    uint32_t name = corpus->node_key[a], other = corpus->node_key[b];
    uint32_t common = pl_kin_common(
        families, (pl_kin){corpus->node_sapling[a], name, PL_NONE},
        (pl_kin){corpus->node_sapling[b], other, PL_NONE}, term->number);
    double share = common >= term->number ? 1 : common / term->number;
    double floor = name == other ? PL_CONTEXT_FLOOR : 0;
    return floor + (1 - PL_CONTEXT_FLOOR) * share;
}

const pl_term_kind pl_term_context = {.name = "context",
                                      .argument = PL_ARGUMENT_MUST,
                                      .prepare = prepare_context,
                                      .compare_nodes = compare_context};
