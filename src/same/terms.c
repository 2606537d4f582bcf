/* terms.c: tags, names around, concepts, and what a program says. */
/* SPDX-License-Identifier: MIT */
#include "same/terms.h"

#include <inttypes.h>

#include "base/order.h"
#include "base/union_find.h"

/* ---------------------------------------------------- a program's pairs -- */

/* With a function the pairs only say who is compared, so their values are not
 * looked at. */
static pleach_status take_own_pair(pl_terms *t, const pleach_pair *pair,
                                   pleach_error *error)
{
    uint32_t nodes = t->affinity->corpus->node_count;
    uint32_t number = pair->a > pair->b ? pair->a : pair->b;
    bool valued = pair->similarity >= 0 && pair->similarity <= 1;
    pl_pair_value one = {pl_pair_pack(pair->a, pair->b), pair->similarity};
    if (number >= nodes)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "A pair names node %" PRIu32 ", but the corpus has "
                       "%" PRIu32 " nodes, counted from 0.",
                       number, nodes);
    if (t->own->compare == NULL && !valued)
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The similarity of nodes %" PRIu32 " and %" PRIu32
                       " is %g; it must lie within 0 and 1.",
                       pair->a, pair->b, (double)pair->similarity);
    if (pair->a == pair->b || (t->own->compare == NULL && one.value <= 0))
        return PLEACH_OK;
    pl_list_add(&t->pairs, one);
    return PLEACH_OK;
}

/* Takes the pairs, and who is next to whom by them. */
static pleach_status take_own_pairs(pl_terms *t, pleach_error *error)
{
    pl_arena *arena = t->affinity->arena;
    PL_SCRATCH(scratch);
    pl_pair_list links = {.arena = scratch};
    t->pairs.arena = arena;
    for (size_t k = 0; k < t->own->pair_count; k++)
        PL_TRY(take_own_pair(t, &t->own->pairs[k], error));
    PL_TRY(pl_check_memory(arena, error));
    pl_pair_values_settle(&t->pairs);
    for (size_t k = 0; k < t->pairs.count; k++)
        pl_list_add(&links, t->pairs.items[k].pair);
    PL_TRY(pl_check_memory(scratch, error));
    return pl_neighbours_make(&t->links, arena, &links,
                              t->affinity->corpus->node_count)
               ? PLEACH_OK
               : pl_fail_memory(error);
}

/* The smaller number first: a function that is not the same both ways still
 * gives symmetric rows. NAN is nothing in common. */
static double compare_own(const pl_terms *t, uint32_t a, uint32_t b)
{
    if (t->own->compare == NULL)
        return pl_pair_values_find(&t->pairs, a, b);
    double value = a < b ? t->own->compare(t->own->context, a, b)
                         : t->own->compare(t->own->context, b, a);
    return value > 0 ? (value < 1 ? value : 1) : 0;
}

void pl_terms_group_names(const pl_terms *terms, uint32_t *group)
{
    const pleach_affinity *a = terms->affinity;
    for (uint32_t name = 0; name < a->name_count; name++)
        group[name] = name;
    for (size_t k = 0; k < terms->pairs.count; k++) {
        uint32_t one = (uint32_t)(terms->pairs.items[k].pair >> 32);
        uint32_t two = (uint32_t)terms->pairs.items[k].pair;
        if (a->selection.discard[one] != PL_KEPT ||
            a->selection.discard[two] != PL_KEPT)
            continue;
        uint32_t x = pl_union_find(group, a->node_name[one]);
        uint32_t y = pl_union_find(group, a->node_name[two]);
        group[x > y ? x : y] = x < y ? x : y;
    }
    for (uint32_t name = 0; name < a->name_count; name++)
        group[name] = pl_union_find(group, name);
}

/* ------------------------------------------------------------- comparing -- */

/* What an equal name is worth to the context, others do not get. */
static double compare_evidence(const pl_terms *t, uint32_t k, uint32_t a,
                               uint32_t b)
{
    const pleach_corpus *c = t->affinity->corpus;
    const pl_plain *plain = &t->plain[k];
    uint32_t common =
        plain->kind == PL_EVIDENCE_TAGS
            ? pl_count_common(c->tag_first, c->tag_id, a, b, plain->scale)
        : plain->kind == PL_EVIDENCE_CONTEXT
            ? pl_kin_common(&t->families, a, b, plain->scale)
            : 0;
    bool other_name = t->similarity->terms[k].kind == PL_TERM_CONTEXT &&
                      c->node_key[a] != c->node_key[b];
    return pl_plain_value(plain, other_name ? 0 : plain->floor, common);
}

static double compare_term(const pl_terms *t, uint32_t k, uint32_t a,
                           uint32_t b)
{
    const uint32_t *means = t->affinity->node_concept;
    pl_term_kind kind = t->similarity->terms[k].kind;
    if (kind == PL_TERM_OWN)
        return compare_own(t, a, b);
    if (kind == PL_TERM_NAME || /* names are compared first */
        (kind == PL_TERM_CONCEPT && means[a] != means[b]))
        return 0;
    return compare_evidence(t, k, a, b);
}

/* Equal names come first: sums depend on their order in the last bit. */
float pl_terms_compare(const pl_terms *terms, uint32_t a, uint32_t b)
{
    const pleach_corpus *c = terms->affinity->corpus;
    double sum = c->node_key[a] == c->node_key[b] ? terms->same_name : 0;
    if (c->node_twin[a] == b)
        return 1;
    for (uint32_t k = 0; k < terms->similarity->count && sum < 1; k++)
        sum +=
            terms->similarity->terms[k].weight * compare_term(terms, k, a, b);
    return sum < 1 ? (float)sum : 1;
}

/* ------------------------------------------------------------- preparing -- */

pleach_status pl_terms_make(pl_terms *terms, const pleach_affinity *affinity,
                            const pl_similarity *similarity,
                            const pleach_affinity_options *options,
                            pleach_error *error)
{
    const pleach_corpus *corpus = affinity->corpus;
    bool names = false;
    *terms = (pl_terms){
        .similarity = similarity, .affinity = affinity, .own = options->own};
    for (uint32_t k = 0; k < similarity->count; k++) {
        const pl_term *term = &similarity->terms[k];
        bool counts = pl_term_is_plain(term, corpus, &terms->plain[k]);
        names |= counts && terms->plain[k].kind == PL_EVIDENCE_CONTEXT;
        if (term->kind == PL_TERM_NAME)
            terms->same_name += term->weight;
    }
    if (names)
        PL_TRY(pl_sapling_names_make(&terms->families, affinity->arena, corpus,
                                     error));
    return pl_similarity_find(similarity, PL_TERM_OWN) == NULL
               ? PLEACH_OK
               : take_own_pairs(terms, error);
}
