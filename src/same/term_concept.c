/* term_concept.c: nodes that mean the same, whatever they are called:
 *     concept:    s = 1 for nodes of one concept, else 0
 *     concept:J   s = 0.8 + 0.2 * min(1, t / J) for nodes of one concept
 * with t the number of tags in common, or, where most nodes have no tags, of
 * names in common among parent, siblings and children. concepts.h says how
 * concepts are found. */
/* SPDX-License-Identifier: MIT */
#include "same/term_concept.h"

#include "same/concept_worth.h"
#include "same/concepts.h"
#include "same/sapling_names.h"
#include "same/similarity.h"
#include "same/term.h"

typedef struct meaning {
    pl_concepts concepts;
    const pleach_corpus *corpus;
    pl_term tags;               /* counts tags in common */
    pl_sapling_names *families; /* NULL: tags count */
} meaning;

/* What nodes of one concept are worth to each other is counted by tags, or by
 * names around them where tags are rare. */
static pleach_status prepare_concepts(pl_term *term, pl_scope *scope,
                                      pleach_error *error)
{
    meaning *m = PL_ARENA_ARRAY(scope->arena, meaning, 1);
    if (m == NULL)
        return pl_fail_memory(error);
    term->state = m;
    m->corpus = scope->corpus;
    m->tags = (pl_term){.kind = &pl_term_tags, .number = term->number};
    if (pl_mostly_tagged(scope->corpus))
        PL_TRY(pl_term_tags.prepare(&m->tags, scope, error));
    else
        PL_TRY(pl_sapling_names_make(&m->families, scope, error));
    return pl_concepts_find(&m->concepts, scope->arena, scope, scope->threads,
                            error);
}

/* Unlike names are compared where they are linked: each with each. */
static pleach_status add_concept_links(const pl_term *term, pl_scope *scope,
                                       pl_links *links, pleach_error *error)
{
    const meaning *m = term->state;
    const pleach_corpus *corpus = scope->corpus;
    PL_SCRATCH(scratch);
    pl_pair_list uses = {.arena = scratch}; /* (concept, name) */
    for (uint32_t n = 0; n < corpus->node_count; n++)
        if (pl_in_scope(scope, n))
            pl_list_add(&uses, (uint64_t)m->concepts.of_node[n] << 32 |
                                   corpus->node_key[n]);
    PL_TRY(pl_check_memory(scratch, error));
    pl_pairs_settle(&uses);
    for (size_t k = 0, from = 0; k < uses.count; k++) {
        while (uses.items[from] >> 32 != uses.items[k] >> 32)
            from++;
        for (size_t i = from; i < k; i++)
            pl_list_add(&links->names, pl_pair_pack((uint32_t)uses.items[i],
                                                    (uint32_t)uses.items[k]));
    }
    return PLEACH_OK;
}

static double compare_kin(const meaning *m, double scale, uint32_t a,
                          uint32_t b)
{
    const pleach_corpus *c = m->corpus;
    uint32_t common = pl_kin_common(
        m->families, (pl_kin){c->node_sapling[a], c->node_key[a], PL_NONE},
        (pl_kin){c->node_sapling[b], c->node_key[b], PL_NONE}, scale);
    return common >= scale ? 1 : common / scale;
}

static double compare_concepts(const pl_term *term, uint32_t a, uint32_t b)
{
    const meaning *m = term->state;
    if (m->concepts.of_node[a] != m->concepts.of_node[b])
        return 0;
    if (term->number == PL_CONCEPT_ALONE)
        return 1;
    double share = m->families == NULL
                       ? pl_term_tags.compare_nodes(&m->tags, a, b)
                       : compare_kin(m, term->number, a, b);
    return PL_CONCEPT_FLOOR + (1 - PL_CONCEPT_FLOOR) * share;
}

const uint32_t *pl_term_concepts(const pl_term *term)
{
    return ((const meaning *)term->state)->concepts.of_node;
}

const pl_term_kind pl_term_concept = {.name = "concept",
                                      .argument = PL_ARGUMENT_MAY,
                                      .usual = PL_CONCEPT_ALONE,
                                      .prepare = prepare_concepts,
                                      .link = add_concept_links,
                                      .compare_nodes = compare_concepts};
