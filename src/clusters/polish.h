/* polish.h: valid moves until none gains, then shakes to get further. */
#ifndef PL_POLISH_H
#define PL_POLISH_H

#include "clusters/record.h"

/* Improves a valid assignment in place; it never gets worse. The new net
 * similarity comes out through `net`. Once no move gains, local optima are
 * shaken until `budget` steps (pairs looked at) are spent, or until `target`,
 * a value known to be the best possible, is reached; 0 means no shaking. */
PLEACH_CHECKED pleach_status pl_polish(uint32_t *exemplar, double *net,
                                       const pleach_affinity *affinity,
                                       uint64_t budget, double target,
                                       const pleach_listener *listener,
                                       pleach_error *error);

#endif
