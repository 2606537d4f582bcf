/* packed.h: hierarchies as bytes, for another process of the same program. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_PACKED_H
#define PL_PACKED_H

#include "corpus/builder.h"

/* Adds all hierarchies of packed bytes, which may come from a process that was
 * taken over: whatever they are, they are right or PLEACH_BAD_DATA. */
PLEACH_CHECKED pleach_status pl_unpack(pl_builder *builder,
                                       const pleach_input *packed,
                                       const pleach_input *inputs, size_t count,
                                       pleach_error *error);

#endif
