/* groups.c: which leaves have parents in one cluster, as of now. */
#include <stdlib.h>

#include "affinity/spread.h"
#include "base/order.h"
#include "clusters/messages.h"

void pl_messages_sort_groups(pl_messages *m, uint32_t block)
{
    uint32_t first = m->affinity->block_first[block];
    uint32_t last = m->affinity->block_first[block + 1], count = 0;
    uint64_t *grouped = m->grouped + first;
    for (uint32_t i = first; i < last; i++)
        if (!pl_root_slot(m, i))
            grouped[count++] = (uint64_t)m->group[i] << 32 | i;
    qsort(grouped, count, sizeof *grouped, pl_compare_uint64);
    m->grouped_count[block] = count;
    m->regrouped[block] = 0;
}

/* Tells the children of a root what it chooses now. */
static uint64_t show_choice(pl_messages *m, uint32_t root)
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
    return to - from;
}

uint64_t pl_messages_regroup(pl_messages *m)
{
    const pleach_affinity *a = m->affinity;
    uint64_t flipped = 0;
    for (uint32_t b = 0; b < a->block_count; b++) {
        if (m->changed[b] == 0)
            continue;
        for (uint32_t i = a->block_first[b]; i < a->block_first[b + 1]; i++)
            if (pl_root_slot(m, i) && m->shown[i] != m->choice[i])
                flipped += show_choice(m, i);
    }
    return flipped;
}
