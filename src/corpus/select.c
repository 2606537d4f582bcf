/* select.c: walks from a seed's roots outwards, hop by hop. */
/* SPDX-License-Identifier: MIT */
#include "corpus/select.h"

#include <stdio.h>
#include <string.h>

#include "base/checks.h"
#include "base/status.h"
#include "base/text.h"
#include "corpus/names.h"

const char *pl_discard_reason(pl_discard why)
{
    switch (why) {
    case PL_KEPT:
        return "kept";
    case PL_DISCARD_UNREACHED:
        return "not reached from the seed";
    case PL_DISCARD_SEED_LEAF:
        return "a leaf with the seed's name";
    case PL_DISCARD_DROPPED:
        return "dropped by a decision";
    case PL_DISCARD_FEW:
        return "fewer people have it";
    }
    return "unknown";
}

/* ------------------------------------------------------------- selecting -- */

static bool has_root(const pleach_corpus *corpus, uint32_t key)
{
    for (uint32_t s = 0; s < corpus->sapling_count; s++)
        if (corpus->node_key[corpus->sapling_first[s]] == key)
            return true;
    return false;
}

/* The seed goes through the same namer as the names did, else "Animals" would
 * not find "animal". */
static pleach_status find_seed(uint32_t *found, const pleach_corpus *corpus,
                               const char *seed, pleach_error *error)
{
    pl_namer *namer;
    pl_key key;
    size_t at;
    if (pl_text_check(seed, strlen(seed), &at) != PL_TEXT_FINE ||
        pl_text_is_blank(seed, strlen(seed)))
        return pl_fail(error, PLEACH_BAD_USAGE,
                       "The seed must be a name in UTF-8, such as animal.");
    PL_SCRATCH(scratch);
    PL_TRY(pl_namer_new(&namer, scratch, corpus->language, error));
    if (!pl_namer_key(namer, seed, strlen(seed), &key))
        return pl_fail_memory(error);
    *found = pl_strings_find(corpus->keys, key.bytes, key.length);
    if (*found != PL_NONE && has_root(corpus, *found))
        return PLEACH_OK;
    return pl_fail(error, PLEACH_BAD_DATA,
                   "No hierarchy has a root named \"%.*s\". pleach names lists "
                   "the names that there are.",
                   pl_text_cut(seed, strlen(seed), 60), seed);
}

/* Takes every sapling whose root's name was reached before this hop; says
 * whether there was one. New leaves count from the next hop on. */
static bool hop(const pleach_corpus *corpus, bool *kept, const bool *reached)
{
    bool more = false;
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        uint32_t root = corpus->sapling_first[s];
        if (kept[s] || !reached[corpus->node_key[root]])
            continue;
        kept[s] = more = true;
    }
    return more;
}

static void reach_leaves(const pleach_corpus *corpus, const bool *kept,
                         bool *reached)
{
    for (uint32_t s = 0; s < corpus->sapling_count; s++) {
        if (!kept[s])
            continue;
        uint32_t end = corpus->sapling_first[s + 1];
        for (uint32_t n = corpus->sapling_first[s] + 1; n < end; n++)
            reached[corpus->node_key[n]] = true;
    }
}

static void mark_nodes(pl_selection *selection, const pleach_corpus *corpus,
                       const bool *kept)
{
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint8_t why = PL_KEPT;
        if (kept != NULL && !kept[corpus->node_sapling[n]])
            why = PL_DISCARD_UNREACHED;
        else if (corpus->node_key[n] == selection->seed_key &&
                 !pl_is_root(corpus, n))
            why = PL_DISCARD_SEED_LEAF;
        selection->discard[n] = why;
        selection->kept_nodes += why == PL_KEPT;
        selection->kept_saplings += why == PL_KEPT && pl_is_root(corpus, n);
    }
}

/* From roots of the seed's name to their leaves, to roots of those names, and
 * on: as many times as asked for, or until nothing is new. */
static pleach_status walk_hops(pl_selection *selection,
                               const pleach_corpus *corpus, uint32_t hops,
                               pleach_error *error)
{
    PL_SCRATCH(scratch);
    bool *kept = PL_ARENA_ARRAY(scratch, bool, corpus->sapling_count);
    bool *reached =
        PL_ARENA_ARRAY(scratch, bool, pl_strings_count(corpus->keys));
    PL_TRY(pl_check_memory(scratch, error));
    reached[selection->seed_key] = true;
    while (hop(corpus, kept, reached) && hops-- > 0)
        reach_leaves(corpus, kept, reached);
    mark_nodes(selection, corpus, kept);
    return PLEACH_OK;
}

/* 0 hops has to mean the default, as everywhere in options, so there is a word
 * for none. */
pleach_status pl_select(pl_selection *selection, pl_arena *arena,
                        const pleach_corpus *corpus, const char *seed,
                        uint32_t hops, pleach_error *error)
{
    pl_selection made = {.seed_key = PL_NONE};
    made.discard = PL_ARENA_ARRAY(arena, uint8_t, corpus->node_count);
    if (made.discard == NULL)
        return pl_fail_memory(error);
    if (seed == NULL) {
        mark_nodes(&made, corpus, NULL);
    } else {
        PL_TRY(find_seed(&made.seed_key, corpus, seed, error));
        hops = hops == 0 ? 1 : hops == PLEACH_NO_HOPS ? 0 : hops;
        PL_TRY(walk_hops(&made, corpus, hops, error));
    }
    assert(made.kept_nodes <= corpus->node_count);
    assert(made.kept_saplings <= corpus->sapling_count);
    *selection = made;
    return PLEACH_OK;
}
