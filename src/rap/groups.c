/* groups.c: which leaves have parents in one cluster, as of now. */
/* SPDX-License-Identifier: MIT */
#include "rap/groups.h"

#include "base/order.h"

static uint64_t leaf_word(const pl_messages *m, uint32_t leaf)
{
    return (uint64_t)m->group[leaf] << 32 | leaf;
}

/* All leaves of a block, sorted for the first time. */
static void begin_groups(pl_messages *m, uint32_t block)
{
    uint32_t first = m->affinity->block_first[block];
    uint32_t last = m->affinity->block_first[block + 1], count = 0;
    for (uint32_t i = first; i < last; i++)
        if (!pl_root_slot(m, i))
            m->grouped[first + count++] = leaf_word(m, i);
    pl_sort_uint64(m->grouped + first, count);
    m->grouped_count[block] = count;
}

/* Takes out the words of leaves that have gone to another group, and returns
 * how many; those that stay move up and remain sorted. */
static uint32_t take_moved(const pl_messages *m, uint64_t *words,
                           uint32_t count, uint64_t *moved)
{
    uint32_t kept = 0, gone = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint64_t word = words[k], now = leaf_word(m, (uint32_t)word);
        if (now == word)
            words[kept++] = word;
        else
            moved[gone++] = now;
    }
    return gone;
}

/* Few leaves move at a time: those are sorted, and merged with the others. */
void pl_messages_sort_groups(pl_messages *m, uint32_t block, uint64_t *moved)
{
    uint64_t *words = m->grouped + m->affinity->block_first[block];
    uint32_t count = m->grouped_count[block];
    m->regrouped[block] = 0;
    if (count == 0) {
        begin_groups(m, block);
        return;
    }
    uint32_t gone = take_moved(m, words, count, moved), kept = count - gone;
    pl_sort_uint64(moved, gone);
    while (gone > 0) {
        bool keeps = kept > 0 && words[kept - 1] > moved[gone - 1];
        words[--count] = keeps ? words[--kept] : moved[--gone];
    }
}

/* Tells the children of a root what it chooses now. */
static void show_choice(pl_messages *m, uint32_t root)
{
    const pleach_affinity *a = m->affinity;
    uint32_t from = a->child_first[root], to = a->child_first[root + 1];
    m->shown[root] = m->choice[root];
    for (uint32_t k = from; m->relational && k < to; k++) {
        uint32_t leaf = a->child[k], block = a->slot_block[leaf];
        m->group[leaf] = m->choice[root];
        m->regrouped[block] = 1;
        m->calm[block] = 0;
        /* A block without pairs has nothing to say, whatever its groups. */
        m->settled[block] = !pl_block_is_here(a, block) ||
                            a->pair_first[a->block_first[block]] ==
                                a->pair_first[a->block_first[block + 1]];
    }
}

void pl_messages_regroup(pl_messages *m)
{
    const pleach_affinity *a = m->affinity;
    for (uint32_t b = 0; b < a->block_count; b++) {
        if (m->changed[b] == 0)
            continue;
        for (uint32_t i = a->block_first[b]; i < a->block_first[b + 1]; i++)
            if (pl_root_slot(m, i) && m->shown[i] != m->choice[i])
                show_choice(m, i);
    }
}
