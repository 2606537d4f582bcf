/* shape_clusters.h: clusters made to measure (place/shape.h). */
/* SPDX-License-Identifier: MIT */
#ifndef PL_SHAPE_CLUSTERS_H
#define PL_SHAPE_CLUSTERS_H

#include "taxonomy/cluster_draft.h"
#include "taxonomy/taxonomy.h"

/* Shapes a draft that has parents and names, and numbers it anew: its sizes
 * and members are up to the caller. Takes forest->slot_shaped. */
PLEACH_CHECKED pleach_status pl_shape_clusters(pl_cluster_draft *plan,
                                               pleach_taxonomy *forest,
                                               pleach_error *error);

/* Marks the clusters that a decision names, where slot i is in cluster[i]. */
void pl_mark_decided(uint8_t *marked, const uint32_t *cluster,
                     const pleach_affinity *affinity);

/* Notes what was done with each cluster of the forest, and the price. */
PLEACH_CHECKED pleach_status pl_note_shape(pleach_taxonomy *forest,
                                           const pl_cluster_draft *plan,
                                           pleach_error *error);
void pl_report_shape(pleach_taxonomy *forest, const pl_cluster_draft *plan);

#endif
