/* sets.c: compares sparse vectors by walking along both. */
/* SPDX-License-Identifier: MIT */
#include "same/sets.h"

#include "base/checks.h"
#include <math.h>

double pl_rarity(double all, double holders)
{
    return log(1 + all / holders);
}

double pl_sets_product(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double sum = 0;
    uint64_t i = sets->first[a], j = sets->first[b];
    uint64_t i_end = sets->first[a + 1], j_end = sets->first[b + 1];
    while (i < i_end && j < j_end) {
        uint32_t left = sets->item[i], right = sets->item[j];
        if (left == right)
            sum += (double)sets->weight[i] * (double)sets->weight[j];
        i += left <= right;
        j += right <= left;
    }
    return sum;
}

double pl_sets_cosine(const pl_sets *sets, uint32_t a, uint32_t b)
{
    double lengths = sets->size[a] * sets->size[b];
    if (!(lengths > 0))
        return 0;
    double cosine = pl_sets_product(sets, a, b) / lengths;
    return cosine < 1 ? cosine : 1;
}

/* Sorted by counting, so that the holders of an item ascend and a search can
 * stop at its own number. */
bool pl_postings_make(pl_postings *postings, pl_arena *arena,
                      const pl_sets *sets, uint32_t count, uint32_t items)
{
    uint64_t *first = PL_ARENA_ARRAY(arena, uint64_t, items + 2u);
    uint32_t *holder = PL_ARENA_ARRAY(arena, uint32_t, sets->first[count]);
    float *weight = PL_ARENA_ARRAY(arena, float, sets->first[count]);
    if (pl_arena_failed(arena))
        return false;
    for (uint64_t k = 0; k < sets->first[count]; k++) {
        assert(sets->item[k] < items);
        first[sets->item[k] + 2]++;
    }
    for (uint32_t x = 0; x < items; x++)
        first[x + 2] += first[x + 1];
    for (uint32_t s = 0; s < count; s++)
        for (uint64_t k = sets->first[s]; k < sets->first[s + 1]; k++) {
            uint64_t at = first[sets->item[k] + 1]++;
            holder[at] = s;
            weight[at] = sets->weight == NULL ? 1 : sets->weight[k];
        }
    *postings = (pl_postings){first, holder, weight};
    return true;
}

typedef struct meeting {
    const pl_postings *postings;
    uint32_t *met;     /* by set: who met it last, plus one */
    double *product;   /* by set, with whom it met last */
    uint32_t *touched; /* sets that the present one met */
} meeting;

static bool is_idle(pl_turns turns, uint32_t s)
{
    return turns.idle != NULL && turns.idle[s];
}

/* Adds up what is shared with every later set, and with earlier ones that do
 * not look themselves. */
static uint32_t meet(meeting *m, const pl_sets *sets, uint32_t s, uint64_t most,
                     pl_turns turns)
{
    uint32_t touched = 0;
    for (uint64_t k = sets->first[s]; k < sets->first[s + 1]; k++) {
        uint64_t from = m->postings->first[sets->item[k]];
        uint64_t to = m->postings->first[sets->item[k] + 1];
        double mine = sets->weight == NULL ? 1 : (double)sets->weight[k];
        for (uint64_t p = from; to - from <= most && p < to; p++) {
            uint32_t other = m->postings->holder[p];
            if (other == s || (other < s && !is_idle(turns, other)))
                continue;
            if (m->met[other] != s + 1) {
                m->met[other] = s + 1;
                m->product[other] = 0;
                m->touched[touched++] = other;
            }
            m->product[other] += mine * (double)m->postings->weight[p];
        }
    }
    return touched;
}

/* Sets that share nothing are never looked at. Turns deal the sets out to
 * processes so that each has some of the large ones. */
bool pl_postings_pair(pl_pair_list *pairs, const pl_postings *postings,
                      const pl_sets *sets, uint32_t count, uint64_t most,
                      pl_turns turns, pl_meets *meets, const void *context)
{
    PL_SCRATCH(scratch);
    meeting m = {.postings = postings,
                 .met = PL_ARENA_ARRAY(scratch, uint32_t, count),
                 .product = PL_ARENA_ARRAY(scratch, double, count),
                 .touched = PL_ARENA_ARRAY(scratch, uint32_t, count)};
    bool enough = !pl_arena_failed(scratch);
    for (uint64_t turn = turns.first; enough && turn < count;
         turn += turns.step) {
        uint32_t s = (uint32_t)turn;
        uint32_t touched =
            is_idle(turns, s) ? 0 : meet(&m, sets, s, most, turns);
        for (uint32_t k = 0; k < touched; k++) {
            uint32_t other = m.touched[k];
            uint32_t low = s < other ? s : other, high = s < other ? other : s;
            if (enough && meets(context, low, high, m.product[other]))
                enough = pl_list_push(pairs, pl_pair_pack(low, high));
        }
    }
    return enough;
}
