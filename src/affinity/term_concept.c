/* term_concept.c: nodes that mean the same, whatever they are called:
 *     s = 1 for nodes of one concept, else 0
 * concepts.h says how concepts are found. */
#include "affinity/concepts.h"
#include "affinity/term.h"

static pleach_status prepare(pl_term *term, pl_scope *scope,
                             pleach_error *error)
{
    pl_concepts *concepts = PL_ARENA_ARRAY(scope->arena, pl_concepts, 1);
    if (concepts == NULL)
        return pl_fail_memory(error);
    term->state = concepts;
    return pl_concepts_find(concepts, scope->arena, scope, scope->threads,
                            error);
}

/* Unlike names are compared where they are linked: each with each. */
static pleach_status add_links(const pl_term *term, pl_scope *scope,
                               pl_links *links, pleach_error *error)
{
    const pl_concepts *concepts = term->state;
    const pleach_corpus *corpus = scope->corpus;
    pl_pair_list uses = {NULL, 0, 0}; /* (concept, name) */
    bool enough = pl_list_room(&uses, corpus->node_count);
    for (uint32_t n = 0; enough && n < corpus->node_count; n++)
        if (pl_in_scope(scope, n))
            uses.items[uses.count++] =
                (uint64_t)concepts->of_node[n] << 32 | corpus->node_key[n];
    pl_pairs_settle(&uses);
    for (size_t k = 0, from = 0; enough && k < uses.count; k++) {
        while (uses.items[from] >> 32 != uses.items[k] >> 32)
            from++;
        for (size_t m = from; enough && m < k; m++)
            enough = pl_list_push(&links->names,
                                  pl_pair_pack((uint32_t)uses.items[m],
                                               (uint32_t)uses.items[k]));
    }
    pl_list_free(&uses);
    return enough ? PLEACH_OK : pl_fail_memory(error);
}

static double compare(const pl_term *term, uint32_t a, uint32_t b)
{
    const pl_concepts *concepts = term->state;
    return concepts->of_node[a] == concepts->of_node[b];
}

const pl_term_kind pl_term_concept = {.name = "concept",
                                      .prepare = prepare,
                                      .link = add_links,
                                      .compare_nodes = compare};
