/* random.c: seeding, fixed mathematics, alias tables. */
/* SPDX-License-Identifier: MIT */
#include "base/random.h"

#include <math.h>

/* splitmix64: spreads one word over the state, and never leaves it all zero */
void pl_random_seed(pl_random *random, uint64_t seed)
{
    for (int k = 0; k < 4; k++) {
        seed += 0x9E3779B97F4A7C15u;
        uint64_t word = seed;
        word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9u;
        word = (word ^ (word >> 27)) * 0x94D049BB133111EBu;
        random->state[k] = word ^ (word >> 31);
    }
}

void pl_random_shuffle(pl_random *random, uint32_t *items, uint32_t count)
{
    for (uint32_t left = count; left > 1; left--) {
        uint32_t at = pl_random_below(random, left);
        uint32_t moved = items[at];
        items[at] = items[left - 1];
        items[left - 1] = moved;
    }
}

static const double LOG_2 = 0x1.62e42fefa39efp-1;
static const double ROOT_HALF = 0x1.6a09e667f3bcdp-1;

/* log m = 2 (s + s^3/3 + s^5/5 + ...), s = (m - 1) / (m + 1); m lies in
 * [sqrt 1/2, sqrt 2), so s^2 < 0.03 and twelve terms are enough. */
double pl_fixed_log(double x)
{
    int exponent;
    double m = frexp(x, &exponent);
    if (m < ROOT_HALF) {
        m *= 2;
        exponent--;
    }
    double s = (m - 1) / (m + 1), square = s * s, sum = 0;
    for (int term = 23; term >= 1; term -= 2)
        sum = sum * square + 1.0 / term;
    return 2 * s * sum + exponent * LOG_2;
}

/* exp x = 2^k exp r with r within half a log 2 of zero: a Taylor series. */
double pl_fixed_exp(double x)
{
    int k = (int)(x / LOG_2 + (x < 0 ? -0.5 : 0.5));
    double r = x - k * LOG_2, sum = 1;
    for (int term = 18; term >= 1; term--)
        sum = 1 + r / term * sum;
    return ldexp(sum, k);
}

pl_geometric pl_geometric_of(double mean, uint64_t most)
{
    double log_miss = mean > 1 ? pl_fixed_log(1 - 1 / mean) : 0;
    return (pl_geometric){log_miss, most < 1 ? 1 : most};
}

uint64_t pl_geometric_draw(pl_random *random, const pl_geometric *shape)
{
    if (shape->log_miss == 0)
        return 1;
    double more = pl_fixed_log(1 - pl_random_unit(random)) / shape->log_miss;
    return more >= (double)(shape->most - 1) ? shape->most : 1 + (uint64_t)more;
}

/* Vose's way to fill the table: an item below average is topped up by one
 * above, which then may fall below itself. */
static void top_up(pl_alias *table, double *share, uint32_t *small,
                   uint32_t *large, uint32_t count)
{
    uint32_t smalls = 0, larges = 0;
    for (uint32_t k = 0; k < count; k++) {
        table[k] = (pl_alias){UINT32_MAX, k};
        if (share[k] < 1)
            small[smalls++] = k;
        else
            large[larges++] = k;
    }
    while (smalls > 0 && larges > 0) {
        uint32_t low = small[--smalls], high = large[larges - 1];
        table[low] = (pl_alias){(uint32_t)(share[low] * 0x1p32), high};
        share[high] -= 1 - share[low];
        if (share[high] < 1) {
            larges--;
            small[smalls++] = high;
        }
    }
}

/* Walker's alias method: building the table costs its length, and then each
 * draw costs the same whatever the weights are. */
bool pl_alias_fill(pl_alias *table, const double *weight, uint32_t count)
{
    PL_SCRATCH(scratch);
    double *share = PL_ARENA_ARRAY(scratch, double, count);
    uint32_t *small = PL_ARENA_ARRAY(scratch, uint32_t, count);
    uint32_t *large = PL_ARENA_ARRAY(scratch, uint32_t, count);
    double sum = 0;
    if (pl_arena_failed(scratch))
        return false;
    for (uint32_t k = 0; k < count; k++)
        sum += weight[k];
    for (uint32_t k = 0; k < count; k++)
        share[k] = weight[k] / sum * count;
    top_up(table, share, small, large, count);
    return true;
}

static pl_alias *zipf_table(double exponent, uint32_t size)
{
    double *weight = pl_allocate(size, sizeof *weight);
    pl_alias *table = pl_allocate(size, sizeof *table);
    bool enough = weight != NULL && table != NULL;
    for (uint32_t rank = 0; enough && rank < size; rank++)
        weight[rank] = pl_fixed_exp(-exponent * pl_fixed_log(rank + 1.0));
    enough = enough && pl_alias_fill(table, weight, size);
    pl_release(weight);
    if (!enough) {
        pl_release(table);
        return NULL;
    }
    return table;
}

bool pl_ranks_prepare(pl_ranks *ranks, uint32_t size)
{
    if (size >= ranks->tables.count) {
        size_t more = (size_t)size + 1 - ranks->tables.count;
        if (!pl_list_room(&ranks->tables, more))
            return false;
        while (ranks->tables.count <= size)
            ranks->tables.items[ranks->tables.count++] = NULL;
    }
    if (ranks->tables.items[size] == NULL)
        ranks->tables.items[size] = zipf_table(ranks->exponent, size);
    return ranks->tables.items[size] != NULL;
}

void pl_ranks_free(pl_ranks *ranks)
{
    for (size_t k = 0; k < ranks->tables.count; k++)
        pl_release(ranks->tables.items[k]);
    pl_list_free(&ranks->tables);
}
