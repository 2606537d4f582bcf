/* checks.h: invariants that cost too much to be proved in every build.
 *
 * assert() stays on in all of them, so what is asserted without more costs next
 * to nothing. What walks through whole arrays stands behind PL_CHECKS, which
 * debug and sanitizer builds have. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_CHECKS_H
#define PL_CHECKS_H

#include <assert.h>

#ifdef PLEACH_CHECKS
#define PL_CHECKS 1
#else
#define PL_CHECKS 0
#endif

#endif
