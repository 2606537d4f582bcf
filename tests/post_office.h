/* post_office.h: an exchange between threads that play processes. */
/* SPDX-License-Identifier: MIT */
#ifndef POST_OFFICE_H
#define POST_OFFICE_H

#include <pthread.h>
#include <string.h>

#include "base/exchange.h"

enum { MOST_RANKS = 8 };

typedef struct post_office {
    pthread_barrier_t all;
    uint32_t ranks;
    void *items[MOST_RANKS];
} post_office;

typedef struct rank_state {
    post_office *office;
    uint32_t rank;
} rank_state;

static inline pleach_status post_fill(void *context, void *items,
                                      const uint64_t *first, size_t size,
                                      pleach_error *error)
{
    rank_state *self = context;
    post_office *office = self->office;
    (void)error;
    office->items[self->rank] = items;
    pthread_barrier_wait(&office->all);
    for (uint32_t r = 0; r < office->ranks; r++)
        if (r != self->rank && first[r + 1] > first[r])
            memcpy((char *)items + first[r] * size,
                   (char *)office->items[r] + first[r] * size,
                   (first[r + 1] - first[r]) * size);
    pthread_barrier_wait(&office->all);
    return PLEACH_OK;
}

/* Rank `rank` of those that meet at the office. */
static inline pleach_exchange post_exchange(rank_state *state,
                                            post_office *office, uint32_t rank)
{
    *state = (rank_state){.office = office, .rank = rank};
    return (pleach_exchange){.context = state,
                             .rank = rank,
                             .ranks = office->ranks,
                             .fill = post_fill};
}

static inline void post_open(post_office *office, uint32_t ranks)
{
    *office = (post_office){.ranks = ranks};
    pthread_barrier_init(&office->all, NULL, ranks);
}

static inline void post_close(post_office *office)
{
    pthread_barrier_destroy(&office->all);
}

#endif
