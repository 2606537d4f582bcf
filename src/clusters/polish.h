/* polish.h: valid moves until none gains, then shakes to get further. */
#ifndef PL_POLISH_H
#define PL_POLISH_H

#include "clusters/record.h"

/* Improves a valid assignment in place; it never gets worse. Returns the new
 * net similarity through `net`. `shakes` bounds how often a local optimum is
 * shaken; 0 means none. `target` is a value known to be the best possible, at
 * which to stop; INFINITY when unknown. */
PLEACH_CHECKED pleach_status pl_polish(uint32_t *exemplar, double *net,
                                       const pleach_affinity *affinity,
                                       uint32_t shakes, double target,
                                       const pleach_listener *listener,
                                       pleach_error *error);

#endif
