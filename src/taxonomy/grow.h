/* grow.h: what a forest grows through, one step after the other. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GROW_H
#define PL_GROW_H

#include "taxonomy/taxonomy.h"

/* Clusters before they have their final order. Numbered by exemplar slot;
 * those that nobody has come last. */
typedef struct pl_cluster_draft {
    pl_arena *arena;
    uint32_t count;
    uint32_t *of_slot; /* the draft cluster of a slot */
    uint32_t *exemplar;
    uint32_t *parent;
    uint32_t *size;
    uint32_t *name;
    uint32_t *first; /* count + 1: members of d in `member` */
    uint32_t *member;
    uint32_t *order; /* display position -> draft cluster */
    uint32_t root;   /* what everything is put below; PL_NONE: nothing is */
    uint8_t *rooted; /* whether it was put there for want of a parent */
    /* Of a forest that was made to measure (place/shape.h); else NULL. */
    const struct pl_reshaped *shaped;
    uint32_t *reshaped; /* per draft cluster: its number there */
} pl_cluster_draft;

/* Discards the nodes of all clusters that fewer than found->min_people have,
 * unless a decision names them, or something below them stays. The affinity is
 * then one of the clusters' own. PLEACH_BAD_USAGE where nothing would stay. */
PLEACH_CHECKED pleach_status pl_leave_out_few(pleach_clusters *found,
                                              pleach_error *error);

/* Finds the top that is called `name`; or else the one that most people have
 * as their title, if they have several words for it: then it is the whole of
 * the field, whatever each of them calls it. PL_NONE: there is no such top. */
PLEACH_CHECKED pleach_status pl_find_root(pl_cluster_draft *plan,
                                          const pleach_affinity *affinity,
                                          const char *name,
                                          pleach_error *error);

/* Fills plan->name with ids of corpus->spellings: what most of its people call
 * a cluster. Spellings that differ only in case, numbering ("2. Billing"),
 * emoji, underscores and the marks of Markdown are one name; of these the one
 * without such ornaments is shown, where somebody wrote it. Of siblings with
 * one name all but the largest get their next one, where they have another that
 * is free. A root without nodes, the last one, has its name already. */
PLEACH_CHECKED pleach_status pl_choose_labels(pl_cluster_draft *plan,
                                              const pleach_affinity *affinity,
                                              pleach_error *error);

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

/* Fills forest->label, decided_first and decided: which decisions it obeys, and
 * where. They stay NULL where nothing is decided. */
PLEACH_CHECKED pleach_status pl_find_decided(pleach_taxonomy *forest,
                                             pleach_error *error);

/* Fills in the report of a grown forest; or only what clusters, levels and
 * trees say, as for a loaded one. */
PLEACH_CHECKED pleach_status pl_measure_forest(pleach_taxonomy *forest,
                                               pleach_error *error);
PLEACH_CHECKED pleach_status pl_measure_shape(pleach_taxonomy *forest,
                                              pleach_error *error);

/* Refuses decisions that a grown forest's root breaks: one that calls the root
 * something else, or that something is not under it which is put there. */
PLEACH_CHECKED pleach_status pl_check_root(const pleach_taxonomy *forest,
                                           pleach_error *error);

/* Fills forest->id and the report's next_id. A cluster has the id of the one
 * in the previous result that it became of: each has most of the other's
 * nodes. All others get ids that no cluster ever had. */
PLEACH_CHECKED pleach_status pl_give_ids(pleach_taxonomy *forest,
                                         pleach_error *error);

#endif
