/* term_profile.c: the company of tags that two names keep, over all nodes:
 *     s = cosine of w, with w = (1 + log n) * log(1 + N / m) for a tag that n
 *     nodes of the name have, and m of the N names with tags
 * Equal names have s = 1. With profile:T, unlike names of cosine T or more
 * are compared too, unless one person put both into one sapling. */
/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/order.h"
#include "base/status.h"
#include "same/name_uses.h"
#include "same/postings.h"
#include "same/sets.h"

/* A tag of more names than this finds no pairs. */
enum { MOST_NAMES = 64 };

typedef struct profiles {
    pl_sets sets; /* per name */
    const pleach_corpus *corpus;
} profiles;

/* Every use of a tag as (name, tag), sorted; ours to release. */
static uint64_t *list_uses(const pleach_corpus *corpus)
{
    uint64_t count = corpus->tag_first[corpus->node_count], used = 0;
    uint64_t *uses = pl_allocate(count, sizeof *uses);
    if (uses == NULL)
        return NULL;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        for (uint64_t k = corpus->tag_first[n]; k < corpus->tag_first[n + 1];
             k++)
            uses[used++] =
                (uint64_t)corpus->node_key[n] << 32 | corpus->tag_id[k];
    if (count > 1)
        qsort(uses, count, sizeof *uses, pl_compare_uint64);
    return uses;
}

/* Weighs tags by how many names have them, then names by their tags. */
static bool weigh_profiles(profiles *p, uint32_t names, pl_arena *arena)
{
    pl_sets *sets = &p->sets;
    uint32_t tags = pl_strings_count(p->corpus->tags);
    double *rarity = pl_allocate(tags, sizeof *rarity);
    double tagged = 0;
    sets->size = PL_ARENA_ARRAY(arena, double, names);
    if (rarity == NULL || sets->size == NULL) {
        pl_release(rarity);
        return false;
    }
    for (uint64_t k = 0; k < sets->first[names]; k++)
        rarity[sets->item[k]]++;
    for (uint32_t name = 0; name < names; name++)
        tagged += sets->first[name + 1] > sets->first[name];
    for (uint32_t tag = 0; tag < tags; tag++)
        if (rarity[tag] > 0)
            rarity[tag] = pl_rarity(tagged, rarity[tag]);
    for (uint32_t name = 0; name < names; name++) {
        double sum = 0;
        for (uint64_t k = sets->first[name]; k < sets->first[name + 1]; k++) {
            double w =
                (1 + log((double)sets->weight[k])) * rarity[sets->item[k]];
            sets->weight[k] = (float)w;
            sum += (double)sets->weight[k] * (double)sets->weight[k];
        }
        sets->size[name] = sqrt(sum);
    }
    pl_release(rarity);
    return true;
}

/* The uses come sorted by name and tag, so equal ones are neighbours and are
 * counted in passing. */
static bool gather_profiles(profiles *p, const uint64_t *uses, pl_arena *arena)
{
    const pleach_corpus *corpus = p->corpus;
    uint64_t count = corpus->tag_first[corpus->node_count], used = 0;
    uint32_t names = pl_strings_count(corpus->keys), name = 0;
    pl_sets *sets = &p->sets;
    sets->first = PL_ARENA_ARRAY(arena, uint64_t, names + 1u);
    sets->item = PL_ARENA_ARRAY(arena, uint32_t, count);
    sets->weight = PL_ARENA_ARRAY(arena, float, count);
    if (!sets->first || !sets->item || !sets->weight)
        return false;
    for (uint64_t k = 0; k < count; k++) {
        for (; name <= uses[k] >> 32; name++)
            sets->first[name] = used;
        if (k == 0 || uses[k] != uses[k - 1])
            sets->item[used++] = (uint32_t)uses[k];
        sets->weight[used - 1]++;
    }
    for (; name <= names; name++)
        sets->first[name] = used;
    return weigh_profiles(p, names, arena);
}

/* A name's profile is over all of its nodes, whoever made them: single nodes
 * have too few tags for this. */
static pleach_status prepare_profiles(pl_term *term, pl_scope *scope,
                                      pleach_error *error)
{
    profiles *p = PL_ARENA_ARRAY(scope->arena, profiles, 1);
    uint64_t *uses = list_uses(scope->corpus);
    bool enough = p != NULL && uses != NULL;
    if (enough) {
        p->corpus = scope->corpus;
        enough = gather_profiles(p, uses, scope->arena);
    }
    pl_release(uses);
    if (!enough)
        return pl_fail_memory(error);
    term->state = p;
    return PLEACH_OK;
}

static double compare_profiles(const pl_term *term, uint32_t a, uint32_t b)
{
    const profiles *p = term->state;
    return a == b ? 1 : pl_sets_cosine(&p->sets, a, b);
}

/* -------------------------------------------------------- unlike names -- */

typedef struct posting_index {
    pl_postings tags; /* the names that have each */
    uint32_t *seen;   /* by name: the last one it was compared with, plus one */
    uint64_t capped;
} posting_index;

static bool index_tags(posting_index *to, const profiles *p, pl_arena *arena)
{
    uint32_t names = pl_strings_count(p->corpus->keys);
    to->seen = PL_ARENA_ARRAY(arena, uint32_t, names);
    return to->seen != NULL &&
           pl_postings_make(&to->tags, arena, &p->sets, names,
                            pl_strings_count(p->corpus->tags));
}

/* Each pair is tried from its smaller end, and once, however many tags the two
 * share. */
static bool link_name(posting_index *in, const pl_term *term, pl_scope *scope,
                      uint32_t name, pl_links *links)
{
    const pl_sets *sets = &((const profiles *)term->state)->sets;
    for (uint64_t k = sets->first[name]; k < sets->first[name + 1]; k++) {
        uint64_t from = in->tags.first[sets->item[k]];
        uint64_t to = in->tags.first[sets->item[k] + 1];
        if (to - from > MOST_NAMES) {
            in->capped += in->tags.holder[from] == name;
            continue;
        }
        for (uint64_t m = from; m < to; m++) {
            uint32_t other = in->tags.holder[m];
            if (other <= name || in->seen[other] == name + 1)
                continue;
            in->seen[other] = name + 1;
            scope->looked_at++;
            if (pl_sets_cosine(sets, name, other) >= term->number &&
                !pl_told_apart(scope->apart, name, other) &&
                !pl_list_push(&links->names, pl_pair_pack(name, other)))
                return false;
        }
    }
    return true;
}

/* Without a least value every two names with a tag in common would be a pair.
 */
static pleach_status add_profile_links(const pl_term *term, pl_scope *scope,
                                       pl_links *links, pleach_error *error)
{
    const profiles *p = term->state;
    posting_index in = {.capped = 0};
    if (!(term->number > 0))
        return PLEACH_OK;
    PL_TRY(pl_name_uses_make(scope, error));
    if (!index_tags(&in, p, scope->arena))
        return pl_fail_memory(error);
    for (uint32_t name = 0; name < pl_strings_count(p->corpus->keys); name++)
        if (!link_name(&in, term, scope, name, links))
            return pl_fail_memory(error);
    if (in.capped > 0)
        pl_scope_warn(scope, NULL, 0,
                      "%" PRIu64 " tags of more than %d names each were not "
                      "used to find names that keep the same company.",
                      in.capped, MOST_NAMES);
    return PLEACH_OK;
}

const pl_term_kind pl_term_profile = {.name = "profile",
                                      .argument = PL_ARGUMENT_SHARE,
                                      .prepare = prepare_profiles,
                                      .link = add_profile_links,
                                      .compare_names = compare_profiles};
