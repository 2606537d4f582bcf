/* name_uses.c: an index from names to the saplings and owners that use them. */
/* SPDX-License-Identifier: MIT */
#include "similarity/name_uses.h"

#include "base/order.h"
#include "base/status.h"

static uint32_t sapling_of(const pleach_corpus *corpus, uint32_t node)
{
    return corpus->node_sapling[node];
}

/* Nodes are ordered by owner and sapling, so that every list ascends. */
static bool make_uses(pl_uses *uses, pl_arena *arena,
                      const pleach_corpus *corpus, const uint32_t *name_of_node,
                      uint32_t names,
                      uint32_t (*user_of)(const pleach_corpus *, uint32_t))
{
    uint64_t *first = PL_ARENA_ARRAY(arena, uint64_t, names + 1u);
    uint32_t *user = PL_ARENA_ARRAY(arena, uint32_t, corpus->node_count);
    uint64_t *next = pl_allocate(names + 1u, sizeof *next);
    bool enough = first != NULL && user != NULL && next != NULL;
    for (uint32_t n = 0; enough && n < corpus->node_count; n++)
        next[name_of_node[n] + 1]++;
    for (uint32_t name = 0; enough && name < names; name++) {
        next[name + 1] += next[name];
        first[name] = next[name];
    }
    for (uint32_t n = 0; enough && n < corpus->node_count; n++) {
        uint32_t name = name_of_node[n], who = user_of(corpus, n);
        if (next[name] == first[name] || user[next[name] - 1] != who)
            user[next[name]++] = who;
    }
    /* Closes the gaps that repeats left. */
    uint64_t used = 0;
    for (uint32_t name = 0; enough && name < names; name++) {
        uint64_t from = first[name];
        first[name] = used;
        while (from < next[name])
            user[used++] = user[from++];
    }
    if (enough)
        first[names] = used;
    pl_release(next);
    *uses = (pl_uses){first, user};
    return enough;
}

bool pl_name_uses_index(pl_name_uses *apart, pl_arena *arena,
                        const pleach_corpus *corpus,
                        const uint32_t *name_of_node, uint32_t count)
{
    return make_uses(&apart->saplings, arena, corpus, name_of_node, count,
                     sapling_of) &&
           make_uses(&apart->owners, arena, corpus, name_of_node, count,
                     pl_person_of);
}

pleach_status pl_name_uses_make(pl_scope *scope, pleach_error *error)
{
    if (scope->apart != NULL)
        return PLEACH_OK;
    pl_name_uses *apart = PL_ARENA_ARRAY(scope->arena, pl_name_uses, 1);
    if (apart == NULL ||
        !pl_name_uses_index(apart, scope->arena, scope->corpus,
                            scope->corpus->node_key,
                            pl_strings_count(scope->corpus->keys)))
        return pl_fail_memory(error);
    scope->apart = apart;
    return PLEACH_OK;
}

/* Where `user` is or would be in a list. */
static uint64_t find_user(const pl_uses *uses, uint64_t low, uint64_t high,
                          uint32_t user)
{
    return low + pl_lower_bound_uint32(uses->user + low, high - low, user);
}

bool pl_uses_has(const pl_uses *uses, uint32_t name, uint32_t user)
{
    uint64_t end = uses->first[name + 1];
    uint64_t at = find_user(uses, uses->first[name], end, user);
    return at < end && uses->user[at] == user;
}

/* How many users two names have in common, up to `most`: looks up the shorter
 * list in the longer one. */
static uint64_t count_common(const pl_uses *uses, uint32_t a, uint32_t b,
                             uint64_t most)
{
    uint64_t common = 0;
    if (uses->first[a + 1] - uses->first[a] >
        uses->first[b + 1] - uses->first[b]) {
        uint32_t other = a;
        a = b;
        b = other;
    }
    uint64_t at = uses->first[b], end = uses->first[b + 1];
    for (uint64_t k = uses->first[a]; k < uses->first[a + 1] && common < most;
         k++) {
        at = find_user(uses, at, end, uses->user[k]);
        common += at < end && uses->user[at] == uses->user[k];
    }
    return common;
}

bool pl_told_apart(const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    return count_common(&apart->saplings, a, b, 1) > 0;
}

/* The share of the shorter list that is in the other one too. */
static double common_share(const pl_uses *uses, uint32_t a, uint32_t b)
{
    uint64_t left = uses->first[a + 1] - uses->first[a];
    uint64_t right = uses->first[b + 1] - uses->first[b];
    uint64_t fewer = left < right ? left : right;
    return fewer == 0 ? 0
                      : (double)count_common(uses, a, b, fewer) / (double)fewer;
}

double pl_common_saplings(const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    return common_share(&apart->saplings, a, b);
}

double pl_common_owners(const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    return common_share(&apart->owners, a, b);
}
