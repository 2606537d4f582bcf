/* addresses.h: IRIs, what they may hold, and what they are made of. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_ADDRESSES_H
#define PL_ADDRESSES_H

#include "pleach.h"

/* What all addresses of an output begin with. */
const char *pl_base_of(const pleach_write_options *options);

/* PLEACH_BAD_USAGE when they could not be part of one, or of a label. */
PLEACH_CHECKED pleach_status pl_check_base(const char *base,
                                           pleach_error *error);
PLEACH_CHECKED pleach_status pl_check_language(const char *language,
                                               pleach_error *error);

/* A text within an address: what may not stand there as %20 and the like. */
void pl_put_in_address(FILE *to, const char *text);
/* The same for the part of a CURIE behind the colon: ASCII letters, digits
 * and -._~ stay. */
void pl_put_in_curie(FILE *to, const char *text);

#endif
