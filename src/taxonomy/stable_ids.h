/* stable_ids.h: ids of clusters that outlive the result they were given in. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_STABLE_IDS_H
#define PL_STABLE_IDS_H

#include "taxonomy/taxonomy.h"

/* Fills forest->id and the report's next_id. A cluster has the id of the one
 * in the previous result that it became of: each has most of the other's
 * nodes. All others get ids that no cluster ever had. */
PLEACH_CHECKED pleach_status pl_give_ids(pleach_taxonomy *forest,
                                         pleach_error *error);

#endif
