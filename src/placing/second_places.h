/* second_places.h: clusters that belong in several places.
 *
 * A name that its own people use below several parents (Western in Ghana and
 * in Gambia, misc, 2008) means several things; so may one about which no two
 * people agree. Each of its places becomes a cluster; its children follow
 * their own parent nodes. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SECOND_PLACES_H
#define PL_SECOND_PLACES_H

#include "placing/place.h"

/* Changes cluster[slot] for slots that get another place: new clusters are
 * numbered from *count on, which grows. `parent` is the forest of the clusters
 * as they are, by `rules`. With a `dissent` so
 * high that a share of the voices costs more than a cluster of their own, they
 * get one too. */
PLEACH_CHECKED pleach_status pl_find_second_places(
    uint32_t *cluster, uint32_t *count, const pl_statements *statements,
    const uint32_t *parent, const pl_place_rules *rules, double dissent,
    const pleach_affinity *affinity, pleach_error *error);

#endif
