/* name_uses.c: an index from names to the saplings and owners that use them. */
/* SPDX-License-Identifier: MIT */
#include "same/name_uses.h"

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
    PL_SCRATCH(scratch);
    uint64_t *next = PL_ARENA_ARRAY(scratch, uint64_t, names + 1u);
    if (pl_arena_failed(arena) || pl_arena_failed(scratch))
        return false;
    for (uint32_t n = 0; n < corpus->node_count; n++)
        next[name_of_node[n] + 1]++;
    for (uint32_t name = 0; name < names; name++) {
        next[name + 1] += next[name];
        first[name] = next[name];
    }
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t name = name_of_node[n], who = user_of(corpus, n);
        if (next[name] == first[name] || user[next[name] - 1] != who)
            user[next[name]++] = who;
    }
    /* Closes the gaps that repeats left. */
    uint64_t used = 0;
    for (uint32_t name = 0; name < names; name++) {
        uint64_t from = first[name];
        first[name] = used;
        while (from < next[name])
            user[used++] = user[from++];
    }
    first[names] = used;
    *uses = (pl_uses){first, user};
    return true;
}

/* The sapling that holds the parent of a sapling's root, or PL_NONE. */
static uint32_t sapling_above(const pleach_corpus *corpus, uint32_t sapling)
{
    uint32_t leaf = corpus->node_twin[corpus->sapling_first[sapling]];
    return leaf == PL_NONE ? PL_NONE : corpus->node_sapling[leaf];
}

/* In an endless chain only the nearest ancestors count. */
static void list_above(pl_pair_list *found, const pleach_corpus *corpus,
                       const uint32_t *name_of_node)
{
    enum { MOST_ABOVE = 16 };
    for (uint32_t n = 0; n < corpus->node_count; n++) {
        uint32_t above = sapling_above(corpus, corpus->node_sapling[n]);
        for (int k = 0; above != PL_NONE && k < MOST_ABOVE; k++) {
            pl_list_add(found, (uint64_t)name_of_node[n] << 32 | above);
            above = sapling_above(corpus, above);
        }
    }
    pl_pairs_settle(found);
}

/* The pairs come sorted by name, so counting them gives where each begins. */
static bool make_above(pl_uses *uses, pl_arena *arena,
                       const pleach_corpus *corpus,
                       const uint32_t *name_of_node, uint32_t names)
{
    PL_SCRATCH(scratch);
    pl_pair_list found = {.arena = scratch};
    list_above(&found, corpus, name_of_node);
    uses->first = PL_ARENA_ARRAY(arena, uint64_t, names + 1u);
    uses->user = PL_ARENA_ARRAY(arena, uint32_t, found.count);
    if (pl_arena_failed(arena) || pl_arena_failed(scratch))
        return false;
    for (size_t k = 0; k < found.count; k++) {
        uses->first[(found.items[k] >> 32) + 1]++;
        uses->user[k] = (uint32_t)found.items[k];
    }
    for (uint32_t name = 0; name < names; name++)
        uses->first[name + 1] += uses->first[name];
    return true;
}

bool pl_name_uses_index(pl_name_uses *apart, pl_arena *arena,
                        const pleach_corpus *corpus,
                        const uint32_t *name_of_node, uint32_t count)
{
    return make_uses(&apart->saplings, arena, corpus, name_of_node, count,
                     sapling_of) &&
           make_above(&apart->above, arena, corpus, name_of_node, count) &&
           make_uses(&apart->owners, arena, corpus, name_of_node, count,
                     pl_person_of);
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

static uint64_t count_users(const pl_uses *uses, uint32_t name)
{
    return uses->first[name + 1] - uses->first[name];
}

/* How many users of `a` in one index use `b` in the other, up to `most`:
 * looks up the shorter list in the longer one. */
static uint64_t count_common(const pl_uses *of_a, uint32_t a,
                             const pl_uses *of_b, uint32_t b, uint64_t most)
{
    uint64_t common = 0;
    if (count_users(of_a, a) > count_users(of_b, b)) {
        const pl_uses *uses = of_a;
        uint32_t other = a;
        of_a = of_b;
        of_b = uses;
        a = b;
        b = other;
    }
    uint64_t at = of_b->first[b], end = of_b->first[b + 1];
    for (uint64_t k = of_a->first[a]; k < of_a->first[a + 1] && common < most;
         k++) {
        at = find_user(of_b, at, end, of_a->user[k]);
        common += at < end && of_b->user[at] == of_a->user[k];
    }
    return common;
}

static uint64_t count_apart(const pl_name_uses *apart, uint32_t a, uint32_t b,
                            uint64_t most)
{
    const pl_uses *in = &apart->saplings, *above = &apart->above;
    uint64_t common = count_common(in, a, in, b, most);
    if (common < most)
        common += count_common(in, a, above, b, most - common);
    if (common < most)
        common += count_common(above, a, in, b, most - common);
    return common;
}

/* How many use the rarer one. */
static uint64_t fewer_users(const pl_uses *uses, uint32_t a, uint32_t b)
{
    uint64_t left = count_users(uses, a), right = count_users(uses, b);
    return left < right ? left : right;
}

double pl_share_apart(const pl_name_uses *apart, uint32_t a, uint32_t b)
{
    uint64_t fewer = fewer_users(&apart->saplings, a, b);
    return fewer == 0 ? 0
                      : (double)count_apart(apart, a, b, fewer) / (double)fewer;
}
