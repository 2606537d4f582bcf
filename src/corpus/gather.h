/* gather.h: one corpus from what several processes have read. */
/* SPDX-License-Identifier: MIT */
#ifndef PL_GATHER_H
#define PL_GATHER_H

#include "base/exchange.h"
#include "corpus/builder.h"

/* Every rank has read its share (input_shares.h) into a builder, silently, and
 * none has failed. Afterwards each of them has what one that read everything
 * would have, and oddities have been told as it would have told them. Tags stay
 * where they were read: nodes of others are staged without. */
PLEACH_CHECKED pleach_status pl_builder_gather(pl_builder *builder,
                                               const pleach_input *inputs,
                                               const pleach_exchange *exchange,
                                               pleach_error *error);

#endif
