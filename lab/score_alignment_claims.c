/* score_alignment_claims.c: which correspondences a result claims, cluster by
 * cluster. */
/* SPDX-License-Identifier: MIT */
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "lab/score_alignment.h"
#include "lab/score_truth.h"

/* A cluster of everything would claim all pairs there are. */
enum { CLAIMS_AT_MOST = 50000000 };

/* An entity in a group: a cluster, or all that have one plain key. */
typedef struct claim {
    uint32_t group, source, entity;
} claim;

typedef struct claims {
    pl_alignment *alignment;
    const pl_result *result;
    pl_strings *keys;
    PL_LIST(char) key; /* scratch */
    PL_LIST(claim) by_cluster;
    PL_LIST(claim) by_key;
} claims;

static int compare_claims(const void *left, const void *right)
{
    const claim *a = left, *b = right;
    if (a->group != b->group)
        return a->group < b->group ? -1 : 1;
    if (a->source != b->source)
        return a->source < b->source ? -1 : 1;
    return (a->entity > b->entity) - (a->entity < b->entity);
}

/* A table of assignments names no owner: the source is what the id begins
 * with, up to a ":", "#" or "/" behind which the id goes on. */
static uint32_t source_of(const claims *all, const pl_result_row *row)
{
    const pl_strings *sources = all->alignment->sources;
    if (row->owner != PL_NONE)
        return pl_strings_find(
            sources, pl_strings_at(all->result->owners, row->owner),
            pl_strings_length(all->result->owners, row->owner));
    const char *id = pl_strings_at(all->result->places, row->place);
    for (size_t at = strcspn(id, ":#/");;
         at += 1 + strcspn(id + at + 1, ":#/")) {
        uint32_t found = pl_strings_find(sources, id, at);
        if (found != PL_NONE || id[at] == '\0')
            return found;
    }
}

/* A node with the same name in two places of a source is one entity; the first
 * cluster that has it is the one that mistakes are told with. */
static pleach_status add_claim(claims *all, const pl_result_row *row,
                               pleach_error *error)
{
    uint32_t source = source_of(all, row);
    uint32_t cluster = all->result->cluster_of[row->place];
    if (source == PL_NONE || cluster == PL_NONE)
        return PLEACH_OK;
    if (row->name == PL_NONE)
        return pl_fail_at(error, PLEACH_BAD_DATA, all->result->path, 0, 0,
                          "The table lacks the column \"name\", by which an "
                          "alignment knows its nodes.");
    const char *name = pl_strings_at(all->result->names, row->name);
    size_t length = pl_strings_length(all->result->names, row->name);
    claim found = {cluster, source,
                   pl_alignment_entity(all->alignment, source, name, length)};
    PL_TRY(pl_check_memory(all->alignment->scratch.arena, error));
    if (!pl_list_room(&all->key, 2 * length + 4))
        return pl_fail_memory(error);
    pl_list_add(&all->by_cluster, found);
    if (all->alignment->cluster_of.items[found.entity] == PL_NONE)
        all->alignment->cluster_of.items[found.entity] = cluster;
    found.group = pl_strings_add(all->keys, all->key.items,
                                 pl_plain_key(all->key.items, name, length, 0));
    pl_list_add(&all->by_key, found);
    return PLEACH_OK;
}

static pleach_status fail_too_many(const claims *all, pleach_error *error)
{
    return pl_fail_at(error, PLEACH_BAD_DATA, all->result->path, 0, 0,
                      "The result claims more than %d correspondences; its "
                      "clusters are too large to be scored against an "
                      "alignment.",
                      CLAIMS_AT_MOST);
}

/* Where the claims of one group, or of one source in it, end. */
static size_t claims_end(const claim *items, size_t at, size_t end, bool source)
{
    size_t stop = at + 1;
    while (stop < end && items[stop].group == items[at].group &&
           (!source || items[stop].source == items[at].source))
        stop++;
    return stop;
}

/* All pairs between two runs of one group, if their sources are compared. */
static pleach_status pair_up_entities(claims *all, pl_word_list *to,
                                      const claim *items, size_t a,
                                      size_t a_end, size_t b, size_t b_end,
                                      uint64_t *work, pleach_error *error)
{
    const pl_word_list *couples = &all->alignment->couples;
    if (++*work > CLAIMS_AT_MOST)
        return fail_too_many(all, error);
    if (!pl_has_uint64(couples->items, couples->count,
                       pl_couple(items[a].source, items[b].source)))
        return PLEACH_OK;
    *work += (uint64_t)(a_end - a) * (b_end - b);
    if (*work > CLAIMS_AT_MOST)
        return fail_too_many(all, error);
    for (size_t i = a; i < a_end; i++)
        for (size_t j = b; j < b_end; j++)
            pl_list_add(to, pl_couple(items[i].entity, items[j].entity));
    return pl_check_memory(to->arena, error);
}

static size_t drop_repeated(claim *items, size_t count)
{
    size_t kept = 0;
    if (count > 1)
        qsort(items, count, sizeof *items, compare_claims);
    for (size_t k = 0; k < count; k++)
        if (kept == 0 || compare_claims(&items[kept - 1], &items[k]) != 0)
            items[kept++] = items[k];
    return kept;
}

/* Everything in a group is claimed to mean the same as everything else of other
 * sources in it. The work is counted, as a huge cluster would claim the square
 * of its size. */
static pleach_status claim_groups(claims *all, pl_word_list *to, claim *items,
                                  size_t count, pleach_error *error)
{
    uint64_t work = 0;
    count = drop_repeated(items, count);
    for (size_t first = 0, end; first < count; first = end) {
        end = claims_end(items, first, count, false);
        for (size_t a = first, a_end; a < end; a = a_end) {
            a_end = claims_end(items, a, end, true);
            for (size_t b = a_end, b_end; b < end; b = b_end) {
                b_end = claims_end(items, b, end, true);
                PL_TRY(pair_up_entities(all, to, items, a, a_end, b, b_end,
                                        &work, error));
            }
        }
    }
    to->count = pl_words_settle(to->items, to->count);
    return PLEACH_OK;
}

/* What a crosswalk says of sources that the reference compares. */
static void claim_crossing(claims *all, const pl_crossing *crossing)
{
    pl_alignment *alignment = all->alignment;
    const pl_word_list *couples = &alignment->couples;
    uint32_t source[2], entity[2];
    for (int k = 0; k < 2; k++) {
        uint32_t owner = crossing->owner[k], name = crossing->name[k];
        source[k] = pl_strings_find(
            alignment->sources, pl_strings_at(all->result->owners, owner),
            pl_strings_length(all->result->owners, owner));
        if (source[k] == PL_NONE)
            return;
        entity[k] = pl_alignment_entity(
            alignment, source[k], pl_strings_at(all->result->names, name),
            pl_strings_length(all->result->names, name));
    }
    if (!pl_has_uint64(couples->items, couples->count,
                       pl_couple(source[0], source[1])))
        return;
    if (crossing->relation == '=')
        pl_list_add(&alignment->claimed, pl_couple(entity[0], entity[1]));
    else
        pl_alignment_relate(alignment, true, crossing->relation, entity[0],
                            entity[1]);
}

static pleach_status claim_all(claims *all, pleach_error *error)
{
    for (size_t k = 0; k < all->result->rows.count; k++)
        PL_TRY(add_claim(all, &all->result->rows.items[k], error));
    PL_TRY(pl_check_memory(all->key.arena, error));
    if (all->by_cluster.count == 0)
        return pl_fail_at(error, PLEACH_BAD_DATA, all->result->path, 0, 0,
                          "No node of the result is of an ontology of the "
                          "alignment; its owners, or what its ids begin with, "
                          "should be the ontologies' names.");
    for (size_t k = 0; k < all->result->crossings.count; k++)
        claim_crossing(all, &all->result->crossings.items[k]);
    PL_TRY(pl_check_memory(all->alignment->claimed.arena, error));
    PL_TRY(claim_groups(all, &all->alignment->claimed, all->by_cluster.items,
                        all->by_cluster.count, error));
    return claim_groups(all, &all->alignment->easy, all->by_key.items,
                        all->by_key.count, error);
}

pleach_status pl_alignment_claim(pl_alignment *alignment,
                                 const pl_result *result, pleach_error *error)
{
    PL_SCRATCH(scratch);
    claims all = {.alignment = alignment,
                  .result = result,
                  .keys = pl_strings_in(scratch),
                  .key = {.arena = scratch},
                  .by_cluster = {.arena = scratch},
                  .by_key = {.arena = scratch}};
    PL_TRY(pl_check_memory(scratch, error));
    return claim_all(&all, error);
}
