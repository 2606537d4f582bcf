/* blocks.c: draws block sizes by Zipf's law, and pairs inside the blocks. */
/* SPDX-License-Identifier: MIT */
#include "blocks.h"

#include <math.h>

#include "base/hash.h"

typedef struct dice {
    uint64_t seed, count;
} dice;

static double roll(dice *d)
{
    return pl_hash_unit(pl_hash_pair(d->seed, ++d->count));
}

/* ------------------------------------------------------------- blocks -- */

/* Block sizes in [1, largest] with weights size^-zipf, until all nodes have
 * one. Returns false without memory. */
static bool draw_blocks(pleach_affinity *a, const blocks_plan *plan)
{
    dice d = {plan->seed, 0};
    uint32_t largest = (uint32_t)fmax(2, 2 * sqrt(plan->nodes));
    double *until = pl_allocate(largest, sizeof *until), sum = 0;
    if (until == NULL)
        return false;
    for (uint32_t k = 0; k < largest; k++)
        until[k] = sum += pow(k + 1, -plan->zipf);
    while (a->block_first[a->block_count] < plan->nodes) {
        double u = roll(&d) * sum;
        uint32_t low = 0, high = largest - 1;
        while (low < high) {
            uint32_t middle = (low + high) / 2;
            if (until[middle] < u)
                low = middle + 1;
            else
                high = middle;
        }
        uint32_t first = a->block_first[a->block_count++];
        uint32_t left = plan->nodes - first;
        uint32_t size = low + 1 < left ? low + 1 : left;
        a->block_first[a->block_count] = first + size;
    }
    pl_release(until);
    return true;
}

static void draw_families(pleach_affinity *a, const blocks_plan *plan)
{
    dice d = {plan->seed + 1, 0};
    uint32_t used = 0;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        a->slot_identity[i] = pl_hash_pair(plan->seed, i);
        a->slot_parent[i] = PL_NONE;
    }
    /* The root of a leaf is looked for from a random place on. */
    for (uint32_t i = 0; i < a->slot_count; i++)
        a->child_first[i] = i == 0 || roll(&d) < plan->roots;
    for (uint32_t i = 0; i < a->slot_count; i++) {
        if (a->child_first[i])
            continue;
        uint32_t root = (uint32_t)(roll(&d) * a->slot_count);
        while (!a->child_first[root])
            root = (root + 1) % a->slot_count;
        a->slot_parent[i] = root;
    }
    for (uint32_t i = 0; i <= a->slot_count; i++)
        a->child_first[i] = 0;
    for (uint32_t i = 0; i < a->slot_count; i++)
        if (a->slot_parent[i] != PL_NONE)
            a->child_first[a->slot_parent[i] + 1]++;
    for (uint32_t i = 0; i < a->slot_count; i++)
        a->child_first[i + 1] += a->child_first[i];
    used = a->child_first[a->slot_count];
    for (uint32_t i = a->slot_count; i-- > 0;)
        if (a->slot_parent[i] != PL_NONE)
            a->child[--a->child_first[a->slot_parent[i] + 1]] = i;
    for (uint32_t i = 0; i < a->slot_count; i++)
        a->child_first[i] = a->child_first[i + 1];
    a->child_first[a->slot_count] = used;
}

/* -------------------------------------------------------------- pairs -- */

/* Visits the chosen unordered pairs of a block in the order of (i, j), i < j,
 * jumping over the others. */
typedef struct walk {
    dice d;
    double log_miss; /* log(1 - p) */
    uint64_t i, j, size;
} walk;

static bool next_pair(walk *w)
{
    double miss = log(1 - roll(&w->d)) / w->log_miss;
    uint64_t skip = miss < 1e15 ? (uint64_t)miss : (uint64_t)1e15;
    w->j += 1 + skip;
    while (w->i < w->size && w->j >= w->size) {
        w->i++;
        w->j = w->j - w->size + w->i + 1;
    }
    return w->i + 1 < w->size;
}

static walk walk_of(const pleach_affinity *a, const blocks_plan *plan,
                    uint32_t block, double p)
{
    uint32_t size = a->block_first[block + 1] - a->block_first[block];
    return (walk){.d = {pl_hash_pair(plan->seed + 2, block), 0},
                  .log_miss = p < 1 ? log(1 - p) : -INFINITY,
                  .size = size};
}

/* Walks all blocks twice: to count, and to fill in rows that stay sorted,
 * since row i gets its smaller partners before its larger ones. */
static bool draw_pairs(pleach_affinity *a, const blocks_plan *plan)
{
    double all = 0;
    for (uint32_t b = 0; b < a->block_count; b++) {
        double size = a->block_first[b + 1] - a->block_first[b];
        all += size * (size - 1);
    }
    double p = fmin(1, plan->degree * plan->nodes / fmax(all, 1));
    for (int fill = 0; fill < 2; fill++) {
        for (uint32_t b = 0; b < a->block_count; b++) {
            walk w = walk_of(a, plan, b, p);
            uint32_t base = a->block_first[b];
            while (next_pair(&w)) {
                uint32_t i = base + (uint32_t)w.i, j = base + (uint32_t)w.j;
                if (fill) {
                    a->pair_slot[a->pair_first[i]] = j;
                    a->pair_slot[a->pair_first[j]] = i;
                }
                a->pair_first[i]++;
                a->pair_first[j]++;
            }
        }
        if (fill)
            break;
        uint64_t total = 0;
        for (uint32_t i = 0; i <= a->slot_count; i++) {
            uint64_t degree = a->pair_first[i];
            a->pair_first[i] = total;
            total += degree;
        }
        a->pair_slot = PL_ARENA_ARRAY(a->arena, uint32_t, total);
        a->pair_similarity = PL_ARENA_ARRAY(a->arena, float, total);
        if (a->pair_slot == NULL || a->pair_similarity == NULL)
            return false;
        for (uint64_t k = 0; k < total; k++)
            a->pair_similarity[k] = 1;
    }
    for (uint32_t i = a->slot_count; i > 0; i--)
        a->pair_first[i] = a->pair_first[i - 1];
    a->pair_first[0] = 0;
    return true;
}

/* Room for `slots` nodes in one arena; NULL without memory. */
static pleach_affinity *take(size_t slots)
{
    pl_arena *arena = pl_arena_new();
    pleach_affinity *a =
        arena == NULL ? NULL : PL_ARENA_ARRAY(arena, pleach_affinity, 1);
    if (a == NULL) {
        pl_arena_free(arena);
        return NULL;
    }
    a->arena = arena;
    a->slot_count = (uint32_t)slots;
    a->slot_parent = PL_ARENA_ARRAY(arena, uint32_t, slots);
    a->slot_identity = PL_ARENA_ARRAY(arena, uint64_t, slots);
    a->slot_block = PL_ARENA_ARRAY(arena, uint32_t, slots);
    a->child_first = PL_ARENA_ARRAY(arena, uint32_t, slots + 1);
    a->child = PL_ARENA_ARRAY(arena, uint32_t, slots);
    a->block_first = PL_ARENA_ARRAY(arena, uint32_t, slots + 1);
    a->pair_first = PL_ARENA_ARRAY(arena, uint64_t, slots + 1);
    if (a->slot_parent && a->slot_identity && a->slot_block && a->child_first &&
        a->child && a->block_first && a->pair_first)
        return a;
    pl_arena_free(arena);
    return NULL;
}

pleach_affinity *blocks_make(const blocks_plan *plan)
{
    pleach_affinity *a = take(plan->nodes);
    if (a == NULL)
        return NULL;
    a->preference = 0.0001;
    if (!draw_blocks(a, plan) || !draw_pairs(a, plan)) {
        pleach_affinity_free(a);
        return NULL;
    }
    draw_families(a, plan);
    for (uint32_t b = 0; b < a->block_count; b++)
        for (uint32_t i = a->block_first[b]; i < a->block_first[b + 1]; i++)
            a->slot_block[i] = b;
    return a;
}

pleach_affinity *blocks_dense(const float *similarity, uint32_t nodes,
                              double preference)
{
    pleach_affinity *a = take(nodes);
    uint64_t pairs = (uint64_t)nodes * (nodes - 1);
    if (a == NULL)
        return NULL;
    a->preference = preference;
    a->block_count = 1;
    a->block_first[1] = nodes;
    a->pair_slot = PL_ARENA_ARRAY(a->arena, uint32_t, pairs);
    a->pair_similarity = PL_ARENA_ARRAY(a->arena, float, pairs);
    if (a->pair_slot == NULL || a->pair_similarity == NULL) {
        pleach_affinity_free(a);
        return NULL;
    }
    uint64_t at = 0;
    for (uint32_t i = 0; i < nodes; i++) {
        a->slot_parent[i] = PL_NONE;
        a->slot_identity[i] = pl_hash_pair(1, i);
        for (uint32_t j = 0; j < nodes; j++) {
            if (i == j)
                continue;
            a->pair_slot[at] = j;
            a->pair_similarity[at++] = similarity[(uint64_t)i * nodes + j];
        }
        a->pair_first[i + 1] = at;
    }
    return a;
}
