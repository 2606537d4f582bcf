/* grow_root.c: finds the top that everything else is put below. */
/* SPDX-License-Identifier: MIT */
#include "taxonomy/grow.h"

#include <string.h>

#include "base/order.h"
#include "base/status.h"
#include "corpus/names.h"
#include "decisions/rulings.h"
#include "place/statements.h"

/* What a top has to say for being the root. */
typedef struct claim {
    uint32_t named;  /* nodes of the name */
    uint32_t people; /* whose title it is: they have no other top */
    bool many_names; /* these call it by different names */
} claim;

static uint32_t count_distinct(uint32_t *values, size_t count)
{
    return (uint32_t)(count == 0 ? 0 : pl_sort_distinct_uint32(values, count));
}

static const uint32_t SEVERAL_TOPS = PL_NONE - 1;

/* Per person the cluster that all of their tops are in, or SEVERAL_TOPS. */
static void find_titles(uint32_t *title, const pl_cluster_draft *clusters,
                        const pleach_affinity *affinity)
{
    const pleach_corpus *corpus = affinity->corpus;
    for (uint32_t p = 0; p < pl_person_count(corpus); p++)
        title[p] = PL_NONE;
    for (uint32_t slot = 0; slot < affinity->slot_count; slot++) {
        if (!pl_slot_is_top(affinity, slot))
            continue;
        uint32_t *of = &title[pl_person_of(corpus, affinity->slot_node[slot])];
        uint32_t d = clusters->of_slot[slot];
        *of = *of == PL_NONE || *of == d ? d : SEVERAL_TOPS;
    }
}

/* `people` and `keys` have room for all of its slots. */
static claim read_claim(const pl_cluster_draft *clusters,
                        const pleach_affinity *affinity, uint32_t d,
                        uint32_t key, const uint32_t *title, uint32_t *people,
                        uint32_t *keys)
{
    const pleach_corpus *corpus = affinity->corpus;
    claim made = {0};
    size_t tops = 0;
    for (uint32_t k = clusters->first[d]; k < clusters->first[d + 1]; k++) {
        uint32_t slot = clusters->member[k], node = affinity->slot_node[slot];
        made.named += corpus->node_key[node] == key;
        uint32_t person = pl_person_of(corpus, node);
        if (!pl_slot_is_top(affinity, slot) || title[person] != d)
            continue;
        people[tops] = person;
        keys[tops++] = corpus->node_key[node];
    }
    made.people = count_distinct(people, tops);
    made.many_names = count_distinct(keys, tops) > 1;
    return made;
}

/* Whose name it is comes first, then who is the title of most people. */
static bool is_better(const claim *a, const claim *b)
{
    return a->named != b->named ? a->named > b->named : a->people > b->people;
}

static bool is_root(const claim *best, const pleach_corpus *corpus)
{
    return best->named > 0 || (best->many_names && 2 * (uint64_t)best->people >
                                                       pl_person_count(corpus));
}

/* The number of the name's key; PL_NONE where nobody uses it. */
static pleach_status find_key(uint32_t *key, const pleach_corpus *corpus,
                              const char *name, pleach_error *error)
{
    pl_namer *namer;
    pl_key made;
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&namer, scratch, corpus->language, error));
    if (!pl_namer_key(namer, name, strlen(name), &made))
        return pl_fail_memory(error);
    *key = pl_strings_find(corpus->keys, made.bytes, made.length);
    return PLEACH_OK;
}

/* The top that bears the name, else the title of most people, if it is one. */
pleach_status pl_find_root(pl_cluster_draft *plan,
                           const pleach_affinity *affinity, const char *name,
                           pleach_error *error)
{
    PL_SCRATCH(scratch);
    size_t slots = plan->first[plan->count];
    uint32_t key = PL_NONE;
    claim best = {0};
    PL_TRY(find_key(&key, affinity->corpus, name, error));
    uint32_t *people = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    uint32_t *keys = PL_ARENA_ARRAY(scratch, uint32_t, slots);
    uint32_t *title =
        PL_ARENA_ARRAY(scratch, uint32_t, pl_person_count(affinity->corpus));
    PL_TRY(pl_check_memory(scratch, error));
    find_titles(title, plan, affinity);
    plan->root = PL_NONE;
    for (uint32_t d = 0; d < plan->count; d++) {
        if (plan->parent[d] != PL_NONE)
            continue;
        claim at = read_claim(plan, affinity, d, key, title, people, keys);
        if (plan->root != PL_NONE && !is_better(&at, &best))
            continue;
        plan->root = d;
        best = at;
    }
    if (!is_root(&best, affinity->corpus))
        plan->root = PL_NONE;
    return PLEACH_OK;
}

/* ------------------------------------------------------------- decisions -- */

/* Whether one of the nodes that a side names is in the root, or in what was put
 * right below it. */
static bool names_part(const pleach_taxonomy *forest, uint32_t side, bool root)
{
    const pl_rulings *r = forest->affinity->rulings;
    uint32_t count;
    const uint32_t *nodes = pl_rulings_side(r, r->like[side], &count);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t slot = forest->affinity->node_slot[nodes[k]];
        uint32_t c = slot == PL_NONE ? PL_NONE : forest->slot_cluster[slot];
        if (c != PL_NONE && (root ? c == forest->root : forest->rooted[c]))
            return true;
    }
    return false;
}

static pleach_status fail_contradicted(const pleach_taxonomy *forest,
                                       const pleach_decision *decision,
                                       const char *what, pleach_error *error)
{
    const pl_rulings *r = forest->affinity->rulings;
    return pl_fail_at(error, PLEACH_BAD_DATA, r->decisions->file,
                      decision->line, 0,
                      "This contradicts the root \"%.200s\", which %s. Take "
                      "the line out, or choose another root.",
                      forest->clusters->root, what);
}

/* A decision against the root that was asked for is a contradiction, not a
 * choice. */
pleach_status pl_check_root(const pleach_taxonomy *forest, pleach_error *error)
{
    const pl_rulings *r = forest->affinity->rulings;
    if (forest->root == PL_NONE || r == NULL)
        return PLEACH_OK;
    for (uint32_t k = 0; k < r->count; k++) {
        const pleach_decision *at = &r->decisions->items[k];
        if (!r->applies[k])
            continue;
        if (at->kind == PLEACH_NAME && names_part(forest, 2 * k, true) &&
            strcmp(at->b, forest->clusters->root) != 0)
            return fail_contradicted(forest, at, "is called so itself", error);
        if (at->kind == PLEACH_NOT_UNDER && names_part(forest, 2 * k, false) &&
            names_part(forest, 2 * k + 1, true))
            return fail_contradicted(forest, at, "everything is put below",
                                     error);
    }
    return PLEACH_OK;
}
