/* senses.h: nodes of one name that mean different things.
 *
 * The nodes of a group are joined, the most alike first, while the cosine of
 * what speaks for the two sides is at least a limit. Parts that are large
 * enough then are senses; the rest goes to the sense it is nearest to. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SENSES_H
#define PL_SENSES_H

#include "same/units.h"

typedef struct pl_senses pl_senses;

/* No group has more senses. */
enum { PL_MOST_SENSES = 64 };

/* What speaks for nodes: their tags where most nodes have some, else the
 * groups of the names in the same sapling. `group` is per label. */
PLEACH_CHECKED pleach_status pl_senses_new(pl_senses **senses, pl_arena *arena,
                                           const pl_units *units,
                                           const uint32_t *group,
                                           uint32_t threads,
                                           pleach_error *error);
void pl_senses_free(pl_senses *senses);

/* Sets sense[k], from 0, of each of `count` nodes of one group. Each thread
 * numbers itself. False: no memory. */
PLEACH_CHECKED bool pl_senses_part(pl_senses *senses, uint32_t thread,
                                   uint32_t *sense, const uint32_t *node,
                                   uint64_t count);

#endif
